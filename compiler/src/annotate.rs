//! Annotations from outside the model: meshes, `--shard` patterns and plans, put onto a module's values.
//!
//! A pattern is `GLOB=[{axis, …}, …]`: one entry a dimension in the syntax of `sdy` (`?` opens a dimension, `pN` is
//! its priority, `"x":(1)2` a sub-axis), quotes around axis names optional; `replicated={…}` and `unreduced={…}`
//! may follow after a comma. In a glob, `*` is any text and `?` one character.
//!
//! Invariants: of several patterns that match a value the last one wins; a pattern that matches nothing, an axis
//! that the mesh lacks, and a rank that does not fit are errors; nothing is changed unless all patterns are legal.

use indexmap::IndexMap;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::sharding::{AxisRef, DimSharding, Mesh, MeshAxis, TensorSharding};
use shardwright_ir::verify::check_sharding;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, Sym};
use shardwright_passes::whole::whole;

pub use shardwright_passes::names::{Target, arg_name, forget_numbers, glob_matches, named_values, number_values, result_name};

/// Symbol of the mesh that annotations from outside make.
pub const MESH_NAME: &str = "mesh";

/// One `--shard`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardPattern {
    /// Which values.
    pub glob: String,
    /// Their sharding, as it was written.
    pub sharding: String,
}

impl ShardPattern {
    /// Reads `GLOB=[…]`.
    ///
    /// # Errors
    /// Where there is no `=[`, or the sharding is malformed.
    pub fn parse(text: &str) -> Result<ShardPattern, String> {
        let Some(at) = text.find("=[") else {
            return Err(format!("shard pattern `{text}` must have the form GLOB=[{{axis}}, {{}}]"));
        };
        let pattern = ShardPattern { glob: text[..at].trim().to_owned(), sharding: text[at + 1..].trim().to_owned() };
        if pattern.glob.is_empty() {
            return Err(format!("shard pattern `{text}` names no value before `=`"));
        }
        parse_sharding(&pattern.sharding, Sym::new(MESH_NAME))?;
        Ok(pattern)
    }
}

/// Reads `data=2,model=4`.
///
/// # Errors
/// Where an axis has no name or no size of at least 1, or is named twice.
pub fn parse_mesh(text: &str) -> Result<Mesh, String> {
    let mut mesh = Mesh::default();
    for part in text.split(',') {
        let (name, size) = part.split_once('=').ok_or_else(|| format!("mesh axis `{part}` must have the form name=size"))?;
        let (name, size) = (name.trim(), size.trim());
        if !is_axis_name(name) {
            return Err(format!("mesh axis name `{name}` must be letters, digits, `_`, `.` or `-`"));
        }
        let size = whole(size).map_err(|why| format!("size of mesh axis `{name}`: {why}"))?;
        mesh.axes.push(MeshAxis { name: Sym::new(name), size });
    }
    mesh.check()?;
    Ok(mesh)
}

/// Puts shardings onto the values that the patterns match: arguments of the main function and named values in it. `option`
/// is the option that the patterns came by, for messages.
///
/// # Errors
/// All that is wrong with the patterns; the module is then as it was.
pub fn annotate(module: &mut Module, mesh_name: Sym, patterns: &[ShardPattern], option: &str) -> Result<(), Diagnostics> {
    if module.mesh(mesh_name).is_none() {
        let fault = || Diagnostic::error("shardings need a mesh: give --mesh").in_place(option);
        return if patterns.is_empty() { Ok(()) } else { Err(fault().into()) };
    }
    let mut faults = Diagnostics::default();
    let mut settled = Vec::new();
    {
        let Some(func) = module.main() else { return Err(Diagnostic::error("the module has no function").into()) };
        let names = named_values(func);
        for pattern in patterns {
            let place = format!("{option} '{}={}'", pattern.glob, pattern.sharding);
            match settle(module, func, mesh_name, &names, pattern) {
                Ok(mut found) => settled.append(&mut found),
                Err(why) => faults.push(Diagnostic::error(why).in_place(place)),
            }
        }
    }
    if faults.has_errors() {
        return Err(faults);
    }
    if let Some(func) = module.main_mut() {
        for (target, sharding) in settled {
            match target {
                Target::Value(value) => func.set_sharding(value, Some(sharding)),
                Target::Result(index) => func.result_shardings[index] = Some(sharding),
            }
        }
    }
    Ok(())
}

/// Which option a sharding of each named value came by, as the user would write it; the last pattern that matches counts.
pub fn options_of(func: &Func, options: &[(&str, &[ShardPattern])]) -> IndexMap<String, String> {
    let names = named_values(func);
    let mut by_name = IndexMap::new();
    for (option, patterns) in options {
        for pattern in *patterns {
            for (name, _) in names.iter().filter(|(name, _)| glob_matches(&pattern.glob, name)) {
                by_name.insert(name.clone(), format!("{option} '{}={}'", pattern.glob, pattern.sharding));
            }
        }
    }
    by_name
}

fn settle(
    module: &Module,
    func: &Func,
    mesh_name: Sym,
    names: &[(String, Target)],
    pattern: &ShardPattern,
) -> Result<Vec<(Target, TensorSharding)>, String> {
    let sharding = parse_sharding(&pattern.sharding, mesh_name)?;
    check_sharding(module, &sharding, None)?;
    let matching: Vec<&(String, Target)> = names.iter().filter(|(name, _)| glob_matches(&pattern.glob, name)).collect();
    if matching.is_empty() {
        let plain: String = pattern.glob.chars().filter(|&c| c != '*').collect();
        let hint = did_you_mean(&plain, names.iter().map(|(name, _)| name.as_str()));
        let hint = if hint.is_empty() { example_names(names) } else { hint };
        return Err(format!("pattern `{}` matches no input, weight or named value{hint}", pattern.glob));
    }
    let mut found = Vec::new();
    for (name, target) in matching {
        let ty = match target {
            Target::Value(value) => func.ty(*value),
            Target::Result(index) => &func.result_types[*index],
        };
        let Some(ty) = ty.as_tensor() else { return Err(format!("`{name}` is a token: it cannot be sharded")) };
        if ty.rank() != sharding.rank() {
            return Err(format!("`{name}` has {} dimensions ({ty}), the sharding has {}", ty.rank(), sharding.rank()));
        }
        check_sharding(module, &sharding, Some(&ty.clone().into())).map_err(|why| format!("`{name}`: {why}"))?;
        found.push((*target, sharding.clone()));
    }
    Ok(found)
}

fn example_names(names: &[(String, Target)]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(|(name, _)| name.as_str()).collect();
    if shown.is_empty() { "; the model names none".to_owned() } else { format!("; there are {} names, the first are {}", names.len(), shown.join(", ")) }
}

fn is_axis_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Reads `[{x, ?}p1, {}], replicated={y}`.
///
/// # Errors
/// With the character at which the text leaves the syntax.
pub fn parse_sharding(text: &str, mesh: Sym) -> Result<TensorSharding, String> {
    let mut reader = Reader { text, rest: text };
    let mut dims = Vec::new();
    reader.expect('[')?;
    while !reader.take(']') {
        if !dims.is_empty() {
            reader.expect(',')?;
        }
        dims.push(reader.dimension()?);
    }
    let mut sharding = TensorSharding::of_dims(mesh, dims);
    while reader.take(',') {
        let word = reader.word();
        let into = match word {
            "replicated" => &mut sharding.replicated,
            "unreduced" => &mut sharding.unreduced,
            _ => return Err(reader.fault("`replicated` or `unreduced`")),
        };
        reader.expect('=')?;
        *into = reader.axes()?.axes;
    }
    if !reader.rest.trim().is_empty() {
        return Err(reader.fault("the end"));
    }
    Ok(sharding)
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, token: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
    fn expect(&mut self, token: char) -> Result<(), String> {
        if self.take(token) { Ok(()) } else { Err(self.fault(&format!("`{token}`"))) }
    }
    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let length = self.rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }
    fn number(&mut self) -> Result<i64, String> {
        let before = self.rest;
        let word = self.word();
        word.parse().map_err(|_| {
            self.rest = before;
            self.fault("a number")
        })
    }
    fn dimension(&mut self) -> Result<DimSharding, String> {
        let mut dim = self.axes()?;
        if self.rest.starts_with('p') {
            self.rest = &self.rest[1..];
            dim.priority = Some(self.number()?);
        }
        Ok(dim)
    }
    fn axes(&mut self) -> Result<DimSharding, String> {
        let mut dim = DimSharding::default();
        self.expect('{')?;
        while !self.take('}') {
            if dim.open || !dim.axes.is_empty() {
                self.expect(',')?;
            }
            if self.take('?') {
                dim.open = true;
                self.expect('}')?;
                break;
            }
            let quoted = self.take('"');
            let name = self.word();
            if name.is_empty() {
                return Err(self.fault("an axis name, `?` or `}`"));
            }
            if quoted {
                self.expect('"')?;
            }
            let mut axis = AxisRef::full(Sym::new(name));
            if self.take(':') {
                self.expect('(')?;
                let pre = self.number()?;
                self.expect(')')?;
                axis.sub = Some((pre, self.number()?));
            }
            dim.axes.push(axis);
        }
        Ok(dim)
    }
    fn fault(&self, expected: &str) -> String {
        let at = self.text.len() - self.rest.len();
        let got = self.rest.chars().next().map_or("the end".to_owned(), |c| format!("`{c}`"));
        format!("sharding `{}`: expected {expected} at character {}, got {got}", self.text, self.text[..at].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::types::{ElementType, TensorType};

    fn module() -> Module {
        let mut module = Module::default();
        module.meshes.insert(Sym::new("mesh"), parse_mesh("data=2,model=4").unwrap());
        let mut func = Func::new(Sym::new("main"));
        for (name, dims) in [("h.0.attn.weight", &[8i64, 8][..]), ("h.0.attn.bias", &[8][..]), ("ids", &[2, 4][..])] {
            let arg = func.add_arg(TensorType::new(ElementType::F32, dims));
            func.value_mut(arg).name = Some(Sym::new(name));
        }
        module.funcs.insert(Sym::new("main"), func);
        module
    }
    fn apply(patterns: &[&str]) -> Result<Vec<String>, String> {
        let mut module = module();
        let patterns: Vec<ShardPattern> = patterns.iter().map(|text| ShardPattern::parse(text).unwrap()).collect();
        annotate(&mut module, Sym::new("mesh"), &patterns, "--shard").map_err(|faults| faults.to_string())?;
        let func = module.main().unwrap();
        Ok(func.args().iter().map(|&arg| func.sharding(arg).map_or("-".to_owned(), ToString::to_string)).collect())
    }

    #[test]
    fn the_last_pattern_that_matches_wins() {
        let shardings = apply(&["*.weight=[{}, {model}]", "h.?.attn.w*=[{\"model\":(1)2}p1, {data, ?}]", "ids=[{data}, {}]"]).unwrap();
        assert_eq!(shardings, [r#"<@mesh, [{"model":(1)2}p1, {"data", ?}]>"#, "-", r#"<@mesh, [{"data"}, {}]>"#]);
    }

    #[test]
    fn a_pattern_that_cannot_hold_is_refused_with_both_sides_named() {
        assert!(apply(&["h.0.atn.weight=[{}, {}]"]).unwrap_err().contains("did you mean `h.0.attn.weight`?"));
        assert!(apply(&["*attn*=[{}, {model}]"]).unwrap_err().contains("`h.0.attn.bias` has 1 dimensions (tensor<8xf32>), the sharding has 2"));
        assert!(apply(&["ids=[{seq}, {}]"]).unwrap_err().contains(r#"unknown axis "seq": mesh @mesh has "data", "model" (--shard 'ids=[{seq}, {}]')"#));
        assert!(apply(&["ids=[{data}, {data}]"]).unwrap_err().contains("used twice"));
        assert!(apply(&["ids=[{\"model\":(3)2}, {}]"]).unwrap_err().contains(r#"sub-axis "model":(3)2 does not divide axis "model" of size 4"#));
        // Parts that overlap, and parts that could be written as one axis.
        let overlapping = r#"ids=[{"model":(1)2}, {model}]"#;
        assert!(apply(&[overlapping]).unwrap_err().contains(&format!(r#"axes "model":(1)2 and "model" overlap (--shard '{overlapping}')"#)));
        assert!(apply(&[r#"ids=[{"model":(1)2, "model":(2)2}, {}]"#]).unwrap_err().contains(r#"must be written as "model""#));
    }

    #[test]
    fn malformed_text_is_refused_at_its_character() {
        assert_eq!(ShardPattern::parse("ids").unwrap_err(), "shard pattern `ids` must have the form GLOB=[{axis}, {}]");
        assert_eq!(ShardPattern::parse("ids=[{data}").unwrap_err(), "sharding `[{data}`: expected `,` at character 8, got the end");
        assert_eq!(parse_mesh("data").unwrap_err(), "mesh axis `data` must have the form name=size");
        assert_eq!(parse_mesh("a=0").unwrap_err(), "mesh axis \"a\" must have a size of at least 1, got 0");
    }
}
