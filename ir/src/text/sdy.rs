//! Meshes, shardings and sharding rules in text.
//!
//! Invariants: what is read here has the form of the grammar only; whether axes exist and fit is the
//! verifier's business. A mesh written inside a sharding becomes a mesh of the module: the declared one that
//! is equal, or a new one.

use super::reader::{Parsed, Reader};
use super::token::{tokenize, Kind};
use crate::attrs::Attr;
use crate::diag::Diagnostic;
use crate::entity::EntityId;
use crate::sharding::{
    AxisRef, DimFactors, DimSharding, Factor, FactorId, FactorKind, Mesh, MeshAxis, ReduceKind, ShardingRule, TensorFactors,
    TensorSharding,
};
use crate::sym::Sym;
use indexmap::IndexMap;

/// Reads the dimensions of a sharding: `[{data}, {?}, {"x":(1)2}p1]`. Axis names may stand without quotes.
pub fn parse_sharding_dims(text: &str) -> Result<Vec<DimSharding>, Box<Diagnostic>> {
    whole(text, |reader| reader.sharding_dims(true))
}

/// Reads a sharding: `<@mesh, [{"x"}, {}]>`, also with `#sdy.sharding` before it.
pub fn parse_sharding(text: &str) -> Result<TensorSharding, Box<Diagnostic>> {
    whole(text, |reader| {
        reader.eat("#sdy.sharding");
        if reader.text_of(reader.peek_at(1)) == "mesh" {
            return Err(reader.error("a sharding outside a module must name its mesh: `<@mesh, …>`"));
        }
        reader.sharding()
    })
}

/// Reads a sharding rule: `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`, also inside `#sdy.op_sharding_rule<…>`.
pub fn parse_rule(text: &str) -> Result<ShardingRule, Box<Diagnostic>> {
    whole(text, |reader| {
        if reader.eat("#sdy.op_sharding_rule") || reader.at("<") {
            return reader.bracketed_rule();
        }
        reader.rule(true)
    })
}

/// Reads a sharding rule whose sizes are left to the op: `([i, k], [k, j])->([i, j]) reduction={k}`. Its factors have size 0.
pub fn parse_rule_without_sizes(text: &str) -> Result<ShardingRule, Box<Diagnostic>> {
    whole(text, |reader| reader.rule(false))
}

/// Reads a mesh: `<["x"=2, "y"=4], device_ids=[…]>`.
pub fn parse_mesh(text: &str) -> Result<Mesh, Box<Diagnostic>> {
    whole(text, |reader| reader.mesh())
}

fn whole<T>(text: &str, read: impl FnOnce(&mut Reader) -> Parsed<T>) -> Parsed<T> {
    let tokens = tokenize(text)?;
    let mut reader = Reader::new(text, &tokens);
    let value = read(&mut reader)?;
    if reader.at_end() { Ok(value) } else { Err(reader.unexpected("the end of the text")) }
}

impl Reader<'_> {
    /// The attribute after `#sdy…`, whose name has been taken; `None` for a name that is not ours.
    pub(super) fn sdy_attr(&mut self, name: &str) -> Parsed<Option<Attr>> {
        Ok(Some(match name {
            "sdy.sharding" => Attr::Sharding(Box::new(self.sharding()?)),
            "sdy.sharding_per_value" => {
                self.expect("<")?;
                let shardings = self.sharding_list()?;
                self.expect(">")?;
                Attr::Shardings(shardings)
            }
            "sdy.op_sharding_rule" => Attr::Rule(Box::new(self.bracketed_rule()?)),
            "sdy.mesh" => Attr::Mesh(Box::new(self.mesh()?)),
            "sdy" => {
                let kind = self.text_of(self.peek_at(1));
                let attr = match kind {
                    "manual_axes" | "axis_ref_list" => {
                        self.pos += 2;
                        Attr::Axes(self.axes()?)
                    }
                    "list_of_axis_ref_lists" => {
                        self.pos += 2;
                        Attr::AxisLists(self.axis_lists()?)
                    }
                    _ => return Ok(None),
                };
                self.expect(">")?;
                attr
            }
            _ => return Ok(None),
        }))
    }

    /// `<["x"=2, "y"=4], device_ids=[1, 0]>`.
    pub fn mesh(&mut self) -> Parsed<Mesh> {
        self.expect("<")?;
        let span = self.expect("[")?;
        let axes = self.list("]", |reader| {
            let name = Sym::new(&reader.string()?);
            reader.expect("=")?;
            Ok(MeshAxis { name, size: reader.int()? })
        })?;
        let mut mesh = Mesh { axes, device_ids: Vec::new() };
        if self.eat(",") {
            self.expect("device_ids")?;
            self.expect("=")?;
            mesh.device_ids = self.ints()?;
        }
        self.expect(">")?;
        mesh.check().map_err(|why| self.error_at(span, why))?;
        Ok(mesh)
    }

    /// `[<@mesh, [{"x"}]>, …]`.
    pub fn sharding_list(&mut self) -> Parsed<Vec<TensorSharding>> {
        self.expect("[")?;
        self.list("]", Reader::sharding)
    }

    /// `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`.
    pub fn sharding(&mut self) -> Parsed<TensorSharding> {
        self.expect("<")?;
        let mesh = if self.at("mesh") { self.inline_mesh()? } else { self.symbol()? };
        self.expect(",")?;
        let mut sharding = TensorSharding::of_dims(mesh, self.sharding_dims(false)?);
        while self.eat(",") {
            let span = self.peek().span();
            let (axes, kind) = match self.word()? {
                "replicated" => {
                    self.expect("=")?;
                    (&mut sharding.replicated, ReduceKind::Sum)
                }
                "unreduced" => {
                    self.expect("=")?;
                    let kind = if self.at_kind(Kind::Word) { self.reduce_kind()? } else { ReduceKind::Sum };
                    (&mut sharding.unreduced, kind)
                }
                other => return Err(self.error_at(span, format!("expected `replicated` or `unreduced`, got `{other}`"))),
            };
            if !axes.is_empty() {
                return Err(self.error_at(span, "list of axes is given twice"));
            }
            *axes = self.axes()?;
            if kind != ReduceKind::Sum {
                sharding.unreduced_kind = kind;
            }
        }
        self.expect(">")?;
        Ok(sharding)
    }

    /// `sum`, `max`, ….
    pub fn reduce_kind(&mut self) -> Parsed<ReduceKind> {
        let span = self.peek().span();
        let word = self.word()?;
        ReduceKind::parse(word)
            .ok_or_else(|| self.error_at(span, format!("unknown reduction `{word}`: one of sum, prod, max, min, and, or")))
    }

    /// `[{"x"}, {?}, {"y", ?}p1]`; names without quotes where `lenient`.
    pub(super) fn sharding_dims(&mut self, lenient: bool) -> Parsed<Vec<DimSharding>> {
        self.expect("[")?;
        self.list("]", |reader| {
            reader.expect("{")?;
            let mut dim = DimSharding::default();
            if !reader.eat("}") {
                loop {
                    if reader.eat("?") {
                        dim.open = true;
                        reader.expect("}")?;
                        break;
                    }
                    dim.axes.push(reader.axis(lenient)?);
                    if reader.eat("}") {
                        break;
                    }
                    if !reader.eat(",") {
                        return Err(reader.unexpected("`,` or `}`"));
                    }
                }
            }
            if reader.at_kind(Kind::Word) {
                let token = reader.take();
                let text = reader.text_of(token);
                let priority = text.strip_prefix('p').and_then(|digits| digits.parse::<i64>().ok());
                dim.priority = Some(
                    priority.ok_or_else(|| reader.error_at(token.span(), format!("expected a priority like `p1`, got `{text}`")))?,
                );
            }
            Ok(dim)
        })
    }

    /// `{"x", "y":(1)2}`.
    pub fn axes(&mut self) -> Parsed<Vec<AxisRef>> {
        self.expect("{")?;
        self.list("}", |reader| reader.axis(false))
    }

    /// `[{"x"}, {}]`.
    pub fn axis_lists(&mut self) -> Parsed<Vec<Vec<AxisRef>>> {
        self.expect("[")?;
        self.list("]", Reader::axes)
    }

    /// `"x"` or `"x":(1)2`.
    fn axis(&mut self, lenient: bool) -> Parsed<AxisRef> {
        let name = match self.peek().kind {
            Kind::Word if lenient => Sym::new(self.word()?),
            Kind::Str => Sym::new(&self.string()?),
            _ => return Err(self.unexpected("an axis name")),
        };
        if !self.eat(":") {
            return Ok(AxisRef::full(name));
        }
        self.expect("(")?;
        let pre = self.int()?;
        self.expect(")")?;
        let size = self.int()?;
        Ok(AxisRef { name, sub: Some((pre, size)) })
    }

    /// `mesh<["x"=2]>` inside a sharding: the symbol of an equal mesh of the module.
    fn inline_mesh(&mut self) -> Parsed<Sym> {
        self.expect("mesh")?;
        let mesh = self.mesh()?;
        if self.inline_meshes.declared.is_none() {
            let declared = self.declared_meshes();
            self.inline_meshes.declared = Some(declared);
        }
        let known = self.inline_meshes.declared.iter().flatten().chain(&self.inline_meshes.lifted);
        if let Some((name, _)) = known.into_iter().find(|(_, known)| **known == mesh) {
            return Ok(*name);
        }
        let taken: std::collections::HashSet<&str> = self
            .tokens
            .iter()
            .filter(|token| token.kind == Kind::Symbol)
            .map(|&token| &self.text_of(token)[1..])
            .collect();
        let names = std::iter::once("mesh".to_string()).chain((0..).map(|index| format!("mesh_{index}")));
        let free = names.map(|name| Sym::new(&name)).find(|name| !taken.contains(&**name) && !self.inline_meshes.lifted.contains_key(name));
        let name = free.expect("infinitely many names");
        self.inline_meshes.lifted.insert(name, mesh);
        Ok(name)
    }

    /// All `sdy.mesh @name = <…>` of the source that can be read.
    fn declared_meshes(&mut self) -> IndexMap<Sym, Mesh> {
        let back = self.pos;
        let mut meshes = IndexMap::new();
        for index in 0..self.tokens.len() {
            if self.text_of(self.tokens[index]) == "sdy.mesh" {
                self.pos = index + 1;
                let mesh = self.symbol().and_then(|name| {
                    self.expect("=")?;
                    Ok((name, self.mesh()?))
                });
                // What cannot be read is reported where it stands.
                meshes.extend(mesh.ok());
            }
        }
        self.pos = back;
        meshes
    }

    fn bracketed_rule(&mut self) -> Parsed<ShardingRule> {
        self.expect("<")?;
        let rule = self.rule(true)?;
        self.expect(">")?;
        Ok(rule)
    }

    /// `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}, custom`.
    fn rule(&mut self, sized: bool) -> Parsed<ShardingRule> {
        let operands = self.tensor_mappings()?;
        self.expect("->")?;
        let results = self.tensor_mappings()?;
        let start = self.peek().span();
        // A rule without factors, of scalars, has no sizes.
        let sizes = if sized && self.eat("{") {
            self.list("}", |reader| {
                let (symbols, span) = reader.factors()?;
                reader.expect("=")?;
                Ok((symbols, span, reader.int()?))
            })?
        } else {
            Vec::new()
        };
        let mut rule = ShardingRule { operands, results, ..ShardingRule::default() };
        for (index, (symbols, span, size)) in sizes.into_iter().enumerate() {
            if symbols[..] != [FactorId::from_index(index)] {
                let message = format!("sizes of factors must be given in order: expected `{}` here", factor_symbol(index));
                return Err(self.error_at(span, message));
            }
            if size < 1 {
                return Err(self.error_at(span, format!("factor size must be at least 1, got {size}")));
            }
            rule.factors.push(Factor { size, kind: FactorKind::PassThrough, blocked: false });
        }
        if !sized {
            let count = rule.tensors().flatten().flatten().map(|factor| factor.index() + 1).max().unwrap_or(0);
            rule.factors = vec![Factor { size: 0, kind: FactorKind::PassThrough, blocked: false }; count];
        }
        let count = rule.factors.len();
        if let Some(missing) = rule.tensors().flatten().flatten().find(|factor| factor.index() >= count) {
            return Err(self.error_at(start, format!("factor `{}` has no size", factor_symbol(missing.index()))));
        }
        self.factor_kinds(&mut rule)?;
        if self.eat(",") {
            self.expect("custom")?;
            rule.custom = true;
        }
        Ok(rule)
    }

    fn factor_kinds(&mut self, rule: &mut ShardingRule) -> Parsed<()> {
        while self.at_kind(Kind::Word) {
            let span = self.peek().span();
            let word = self.word()?;
            let kind = match word {
                "reduction" => Some(FactorKind::Reduction),
                "need_replication" => Some(FactorKind::NeedReplication),
                "permutation" => Some(FactorKind::Permutation),
                "blocked_propagation" => None,
                _ => return Err(self.error_at(span, format!("unknown kind of factor `{word}`"))),
            };
            self.expect("=")?;
            if kind == Some(FactorKind::Reduction) && self.at_kind(Kind::Word) {
                rule.combine = self.reduce_kind()?;
            }
            self.expect("{")?;
            for (factors, span) in self.list("}", Reader::factors)? {
                for factor in factors {
                    if factor.index() >= rule.factors.len() {
                        return Err(self.error_at(span, format!("factor `{}` has no size", factor_symbol(factor.index()))));
                    }
                    match kind {
                        None => rule[factor].blocked = true,
                        Some(_) if rule[factor].kind != FactorKind::PassThrough => {
                            return Err(self.error_at(span, format!("factor `{}` has two kinds", factor_symbol(factor.index()))));
                        }
                        Some(kind) => rule[factor].kind = kind,
                    }
                }
            }
        }
        Ok(())
    }

    /// `([i, k], [k, j])`.
    fn tensor_mappings(&mut self) -> Parsed<Vec<TensorFactors>> {
        self.expect("(")?;
        self.list(")", |reader| {
            reader.expect("[")?;
            reader.list("]", |reader| if reader.eat("*") { Ok(DimFactors::new()) } else { Ok(reader.factors()?.0) })
        })
    }

    /// `ij`, `z_1k`: factors of one dimension, major to minor.
    fn factors(&mut self) -> Parsed<(DimFactors, crate::diag::Span)> {
        let token = self.expect_kind(Kind::Word, "factors")?;
        let wrong = || self.error_at(token.span(), "factors are written i to z, then z_1, z_2, …".to_string());
        let mut factors = DimFactors::new();
        let mut rest = self.text_of(token);
        while let Some(letter) = rest.chars().next() {
            if !('i'..='z').contains(&letter) {
                return Err(wrong());
            }
            rest = &rest[1..];
            let mut index = letter as usize - 'i' as usize;
            if letter == 'z'
                && let Some(tail) = rest.strip_prefix('_')
            {
                let digits = tail.len() - tail.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
                let number: u32 = tail[..digits].parse().map_err(|_| wrong())?;
                index += number as usize;
                rest = &tail[digits..];
                if number == 0 || u32::try_from(index).is_err() {
                    return Err(wrong());
                }
            }
            factors.push(FactorId::from_index(index));
        }
        Ok((factors, token.span()))
    }
}

/// The symbol of a factor: i to z, then z_1, z_2, ….
pub(super) fn factor_symbol(index: usize) -> String {
    match u8::try_from(index) {
        Ok(small) if small <= b'z' - b'i' => char::from(b'i' + small).to_string(),
        _ => format!("z_{}", index - usize::from(b'z' - b'i')),
    }
}

/// Writes a rule as `parse_rule` reads it, without brackets around it.
pub fn write_rule(out: &mut String, rule: &ShardingRule) {
    let tensors = |out: &mut String, tensors: &[TensorFactors]| {
        out.push('(');
        for (index, dims) in tensors.iter().enumerate() {
            out.push_str(if index > 0 { ", [" } else { "[" });
            for (index, factors) in dims.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(if factors.is_empty() { "*" } else { "" });
                factors.iter().for_each(|factor| out.push_str(&factor_symbol(factor.index())));
            }
            out.push(']');
        }
        out.push(')');
    };
    tensors(out, &rule.operands);
    out.push_str("->");
    tensors(out, &rule.results);
    let sizes = rule.factors.iter().enumerate().map(|(index, factor)| format!("{}={}", factor_symbol(index), factor.size));
    if !rule.factors.is_empty() {
        out.push_str(&format!(" {{{}}}", sizes.collect::<Vec<_>>().join(", ")));
    }
    let combine = if rule.combine == ReduceKind::Sum { "" } else { rule.combine.as_str() };
    let kinds = [
        (format!("reduction={combine}"), Some(FactorKind::Reduction)),
        ("need_replication=".to_string(), Some(FactorKind::NeedReplication)),
        ("permutation=".to_string(), Some(FactorKind::Permutation)),
        ("blocked_propagation=".to_string(), None),
    ];
    for (label, kind) in kinds {
        let holds = |factor: &Factor| kind.map_or(factor.blocked, |kind| factor.kind == kind);
        let members = rule.factors.iter().enumerate().filter(|(_, factor)| holds(factor)).map(|(index, _)| factor_symbol(index));
        let members: Vec<_> = members.collect();
        if !members.is_empty() {
            out.push_str(&format!(" {label}{{{}}}", members.join(", ")));
        }
    }
    if rule.custom {
        out.push_str(", custom");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shardings_read_and_print_the_same() {
        for text in [
            r#"<@m, [{"x"}p0, {"y":(1)2, ?}p2, {}, {?}], replicated={"z"}, unreduced={"w"}>"#,
            r#"<@m, []>"#,
            r#"<@m, [{"a", "b"}], unreduced=max{"c":(2)4}>"#,
        ] {
            assert_eq!(parse_sharding(text).unwrap().to_string(), text);
        }
        assert!(parse_sharding(r#"<@m, [{?, "x"}]>"#).unwrap_err().message.contains("expected `}`"));
        assert!(parse_sharding(r#"<@m, [{}], unreduced=avg{"x"}>"#).unwrap_err().message.contains("unknown reduction `avg`"));
        assert!(parse_sharding("<@m, [{x}]>").unwrap_err().message.contains("axis name"));
    }

    #[test]
    fn dimensions_on_the_command_line_need_no_quotes() {
        let dims = parse_sharding_dims("[{data}, {?}, {x:(1)2}p1, {\"q\", ?}]").unwrap();
        let text: Vec<_> = dims.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["{\"data\"}", "{?}", "{\"x\":(1)2}p1", "{\"q\", ?}"]);
        assert!(parse_sharding_dims("[{data}] x").is_err());
        assert!(parse_sharding_dims("[{data]").is_err());
    }

    #[test]
    fn rules_read_and_print_the_same() {
        let all = "([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1z_2])->([i]) \
                   {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=3, z_2=5}";
        for text in [
            "([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}",
            "([ij, k])->([i, j, k]) {i=2, j=4, k=8} need_replication={i} permutation={k} blocked_propagation={i, j}, custom",
            "([], [*, i])->([i], []) {i=8}, custom",
            "([i])->([]) {i=8} reduction=max{i}",
            all,
        ] {
            let mut printed = String::new();
            write_rule(&mut printed, &parse_rule(text).unwrap());
            assert_eq!(printed, text);
        }
        assert!(parse_rule("([i])->([j]) {i=8}").unwrap_err().message.contains("factor `j` has no size"));
        assert!(parse_rule("([i])->([i]) {j=8}").unwrap_err().message.contains("expected `i` here"));
        assert!(parse_rule("([z_99999999999])->([i]) {i=8}").is_err());
        assert!(parse_rule("([i])->([i]) {i=0}").unwrap_err().message.contains("at least 1, got 0"));
    }
}
