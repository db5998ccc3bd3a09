//! Text to [`Module`]: the module, its meshes and functions, regions and statements.
//!
//! Invariants: every use of a value refers to one defined before it in the same or an enclosing region of the
//! same function; a name is defined once where it is visible; each finding has a place. After a faulty
//! statement reading goes on at the next one, and uses of what it should have defined are not reported again.

use super::op_parser::OpParser;
use super::reader::{shorten, Parsed, Reader};
use super::token::{tokenize, Kind};
use crate::attrs::{Attr, Attrs};
use crate::diag::{Diagnostic, Diagnostics, Loc, Span};
use crate::module::{Func, Module, Region, Value};
use crate::op::OpInfo;
use crate::registry::Registry;
use crate::sharding::TensorSharding;
use crate::sym::Sym;
use crate::types::Type;
use std::collections::HashMap;

/// After this many errors reading stops.
const MAX_ERRORS: usize = 50;

/// Reads a module. All errors are located in `source`.
pub fn parse_module(source: &str, registry: &Registry) -> Result<Module, Diagnostics> {
    let tokens = tokenize(source).map_err(|error| Diagnostics::from(*error))?;
    let mut parser = Parser {
        reader: Reader::new(source, &tokens),
        registry,
        module: Module::default(),
        func: Func::new(Sym::new("")),
        names: HashMap::new(),
        undo: Vec::new(),
        diagnostics: Diagnostics::default(),
    };
    let result = parser.file();
    parser.fail(result);
    let declared = std::mem::take(&mut parser.reader.inline_meshes.lifted);
    parser.module.meshes.extend(declared);
    if parser.diagnostics.has_errors() {
        return Err(parser.diagnostics);
    }
    Ok(parser.module)
}

/// What a name stands for.
#[derive(Clone)]
enum Name {
    /// Values of one statement.
    Values(Vec<Value>),
    /// The results of a statement that could not be read.
    Broken,
}

/// The state of reading one module.
pub(super) struct Parser<'s> {
    pub(super) reader: Reader<'s>,
    pub(super) registry: &'s Registry,
    module: Module,
    /// The function being read.
    pub(super) func: Func,
    names: HashMap<&'s str, Name>,
    /// Names defined so far, for leaving regions.
    undo: Vec<&'s str>,
    diagnostics: Diagnostics,
}

/// A name that is to be defined, and its place.
#[derive(Clone, Copy)]
pub struct Binding<'s> {
    /// With the `%`.
    pub(super) name: &'s str,
    /// Where it stands.
    pub(super) span: Span,
}

/// The results that a statement names.
struct Results<'s> {
    /// Name, and how many values it stands for.
    groups: Vec<(Binding<'s>, usize)>,
}

impl<'s> Parser<'s> {
    /// Notes an error. `false` once there are too many.
    fn fail<T>(&mut self, result: Parsed<T>) -> bool {
        if let Err(error) = result
            && !error.message.is_empty()
        {
            self.diagnostics.push(*error);
        }
        self.diagnostics.0.len() < MAX_ERRORS
    }

    fn file(&mut self) -> Parsed<()> {
        self.collect_aliases();
        let mut wrapped = false;
        while !self.reader.at_end() {
            let token = self.reader.peek();
            let text = self.reader.text();
            match token.kind {
                Kind::Hash | Kind::Bang if self.reader.text_of(self.reader.peek_at(1)) == "=" => self.skip_alias(),
                _ if wrapped => return Err(self.reader.unexpected("the end of the text")),
                Kind::Word if text == "module" || text == "builtin.module" => {
                    self.module_op()?;
                    wrapped = true;
                }
                Kind::Str if text == "\"builtin.module\"" => {
                    self.generic_module()?;
                    wrapped = true;
                }
                _ => self.top_level()?,
            }
        }
        Ok(())
    }

    /// Notes where every alias outside all brackets is defined.
    fn collect_aliases(&mut self) {
        let tokens = self.reader.tokens;
        let mut index = 0;
        while index + 1 < tokens.len() {
            let token = tokens[index];
            match token.kind {
                Kind::Open => index = token.mate as usize,
                Kind::Hash | Kind::Bang if self.reader.text_of(tokens[index + 1]) == "=" => {
                    let name = self.reader.text_of(token);
                    if self.reader.aliases.starts.insert(name, index + 2).is_some() {
                        let error = self.reader.error_at(token.span(), format!("`{name}` is defined twice"));
                        self.fail::<()>(Err(error));
                    }
                }
                _ => {}
            }
            index += 1;
        }
    }

    /// Moves past an alias definition: to the next token that begins a line.
    fn skip_alias(&mut self) {
        self.reader.pos += 2;
        self.reader.skip_group();
        while !self.reader.at_end() && !self.begins_line() {
            self.reader.skip_group();
        }
    }

    /// Whether the next token is the first of its line.
    fn begins_line(&self) -> bool {
        let start = self.reader.peek().start as usize;
        let before = self.reader.source[..start].trim_end_matches([' ', '\t', '\r']);
        before.is_empty() || before.ends_with('\n')
    }

    /// `module @name attributes {…} { … } loc(…)`.
    fn module_op(&mut self) -> Parsed<()> {
        self.reader.take();
        if self.reader.at_kind(Kind::Symbol) {
            self.module.name = Some(self.reader.symbol()?);
        }
        if self.reader.eat("attributes") {
            let mut attrs = Attrs::new();
            self.reader.attr_dict(&mut attrs)?;
            self.module.attrs = attrs;
        }
        self.reader.expect("{")?;
        self.module_body()?;
        self.reader.optional_loc()?;
        Ok(())
    }

    fn module_body(&mut self) -> Parsed<()> {
        while !self.reader.eat("}") {
            if self.reader.at_end() {
                return Err(self.reader.unexpected("`}`"));
            }
            let start = self.reader.pos;
            let result = self.top_level();
            if result.is_err() {
                if !self.fail(result) {
                    return Err(silent());
                }
                self.recover(start);
            }
        }
        Ok(())
    }

    /// `"builtin.module"() <{sym_name = …}> ({ … }) {…} : () -> ()`.
    fn generic_module(&mut self) -> Parsed<()> {
        self.reader.take();
        self.reader.expect("(")?;
        self.reader.expect(")")?;
        let mut attrs = Attrs::new();
        if self.reader.eat("<") {
            self.reader.attr_dict(&mut attrs)?;
            self.reader.expect(">")?;
        }
        self.reader.expect("(")?;
        self.reader.expect("{")?;
        if self.reader.at_kind(Kind::Block) {
            self.reader.take();
            self.reader.expect(":")?;
        }
        self.module_body()?;
        self.reader.expect(")")?;
        if self.reader.at("{") {
            self.reader.attr_dict(&mut attrs)?;
        }
        self.empty_signature()?;
        self.module.name = attrs.remove("sym_name").and_then(|name| name.as_str().map(Sym::new));
        self.module.attrs = attrs;
        Ok(())
    }

    /// `: () -> ()` and a location.
    fn empty_signature(&mut self) -> Parsed<Loc> {
        for part in [":", "(", ")", "->", "(", ")"] {
            self.reader.expect(part)?;
        }
        self.reader.optional_loc()
    }

    /// A function or a mesh.
    fn top_level(&mut self) -> Parsed<()> {
        match self.reader.text() {
            "func.func" => self.func_op(),
            "\"func.func\"" => self.generic_func(),
            "sdy.mesh" => {
                self.reader.take();
                let span = self.reader.peek().span();
                let name = self.reader.symbol()?;
                self.reader.expect("=")?;
                let mesh = self.reader.mesh()?;
                let mut attrs = Attrs::new();
                if self.reader.at("{") {
                    self.reader.attr_dict(&mut attrs)?;
                }
                self.reader.optional_loc()?;
                self.add_mesh(name, span, mesh, attrs)
            }
            "\"sdy.mesh\"" => {
                let span = self.reader.take().span();
                self.reader.expect("(")?;
                self.reader.expect(")")?;
                let mut attrs = Attrs::new();
                if self.reader.eat("<") {
                    self.reader.attr_dict(&mut attrs)?;
                    self.reader.expect(">")?;
                }
                if self.reader.at("{") {
                    self.reader.attr_dict(&mut attrs)?;
                }
                self.empty_signature()?;
                let name = attrs.remove("sym_name").and_then(|name| name.as_str().map(Sym::new));
                match (name, attrs.remove("mesh")) {
                    (Some(name), Some(Attr::Mesh(mesh))) => self.add_mesh(name, span, *mesh, attrs),
                    _ => Err(self.reader.error_at(span, "sdy.mesh needs attributes `sym_name` and `mesh`")),
                }
            }
            "module" | "builtin.module" => Err(self.reader.error("modules inside a module are not supported")),
            _ => Err(self.reader.unexpected("`func.func` or `sdy.mesh`")),
        }
    }

    fn add_mesh(&mut self, name: Sym, span: Span, mesh: crate::sharding::Mesh, attrs: Attrs) -> Parsed<()> {
        if self.module.meshes.insert(name, mesh).is_some() {
            return Err(self.reader.error_at(span, format!("mesh @{name} is defined twice")));
        }
        if !attrs.is_empty() {
            self.module.mesh_attrs.insert(name, attrs);
        }
        Ok(())
    }

    /// `func.func public @main(%arg0: T {…}, …) -> (T {…}, …) attributes {…} { … }`.
    fn func_op(&mut self) -> Parsed<()> {
        self.reader.take();
        let private = match self.reader.text() {
            "public" | "private" | "nested" => self.reader.word()? == "private",
            _ => false,
        };
        let span = self.reader.peek().span();
        let name = self.reader.symbol()?;
        self.begin_func(name, span, private);
        self.reader.expect("(")?;
        let args = self.reader.list(")", |reader| {
            let token = reader.expect_kind(Kind::Value, "an argument `%name: type`; functions without a body are not supported")?;
            let binding = Binding { name: reader.text_of(token), span: token.span() };
            reader.expect(":")?;
            let ty = reader.ty()?;
            let mut attrs = Attrs::new();
            if reader.at("{") {
                reader.attr_dict(&mut attrs)?;
            }
            Ok((binding, ty, attrs, reader.optional_loc()?))
        })?;
        for (binding, ty, mut attrs, loc) in args {
            let sharding = self.take_sharding(&mut attrs, binding.span)?;
            let value = self.func.add_arg(ty);
            if let Some(last) = self.func.arg_attrs.last_mut() {
                *last = attrs;
            }
            self.func.value_mut(value).name = arg_name(binding.name, &loc);
            self.func.set_sharding(value, sharding);
            self.define(binding, vec![value])?;
        }
        if self.reader.eat("->") {
            self.func_results()?;
        }
        if self.reader.eat("attributes") {
            let mut attrs = Attrs::new();
            self.reader.attr_dict(&mut attrs)?;
            self.func.attrs = attrs;
        }
        if !self.reader.at("{") {
            return Err(self.reader.unexpected("the function's body; functions without a body are not supported"));
        }
        self.reader.take();
        let body = self.func.body();
        self.statements(body)?;
        self.func.loc = self.reader.optional_loc()?;
        self.end_func(span)
    }

    fn begin_func(&mut self, name: Sym, span: Span, private: bool) {
        self.func = Func::new(name);
        self.func.private = private;
        self.func.span = span;
        self.names.clear();
        self.undo.clear();
    }

    fn end_func(&mut self, span: Span) -> Parsed<()> {
        let func = std::mem::replace(&mut self.func, Func::new(Sym::new("")));
        let name = func.name;
        if self.module.funcs.insert(name, func).is_some() {
            return Err(self.reader.error_at(span, format!("function @{name} is defined twice")));
        }
        Ok(())
    }

    fn func_results(&mut self) -> Parsed<()> {
        if !self.reader.eat("(") {
            let ty = self.reader.ty()?;
            self.func.set_results(vec![ty]);
            return Ok(());
        }
        let results = self.reader.list(")", |reader| {
            let span = reader.peek().span();
            let ty = reader.ty()?;
            let mut attrs = Attrs::new();
            if reader.at("{") {
                reader.attr_dict(&mut attrs)?;
            }
            Ok((ty, attrs, span))
        })?;
        self.func.set_results(results.iter().map(|(ty, ..)| ty.clone()).collect());
        for (index, (_, mut attrs, span)) in results.into_iter().enumerate() {
            self.func.result_shardings[index] = self.take_sharding(&mut attrs, span)?;
            self.func.result_attrs[index] = attrs;
        }
        Ok(())
    }

    /// `"func.func"() <{function_type = …, sym_name = …}> ({ ^bb0(…): … }) : () -> ()`.
    fn generic_func(&mut self) -> Parsed<()> {
        let span = self.reader.take().span();
        self.reader.expect("(")?;
        self.reader.expect(")")?;
        let mut attrs = Attrs::new();
        let mut results = None;
        if self.reader.eat("<") {
            self.reader.expect("{")?;
            let entries = self.reader.list("}", |reader| {
                let name = reader.attr_name()?;
                reader.expect("=")?;
                if name != "function_type" {
                    return Ok(Some((name, reader.attr()?)));
                }
                reader.type_list()?;
                reader.expect("->")?;
                results = Some(reader.result_types()?);
                Ok(None)
            })?;
            attrs = entries.into_iter().flatten().collect();
            self.reader.expect(">")?;
        }
        let missing = |what: &str| format!("func.func needs attribute `{what}`");
        let name = attrs.remove("sym_name").and_then(|name| name.as_str().map(Sym::new));
        let name = name.ok_or_else(|| self.reader.error_at(span, missing("sym_name")))?;
        let results = results.ok_or_else(|| self.reader.error_at(span, missing("function_type")))?;
        let private = attrs.remove("sym_visibility").is_some_and(|visibility| visibility.as_str() == Some("private"));
        self.begin_func(name, span, private);
        self.func.set_results(results);
        self.reader.expect("(")?;
        self.reader.expect("{")?;
        let body = self.func.body();
        if self.reader.at_kind(Kind::Block) {
            self.block_header(body)?;
        }
        self.func.arg_attrs = vec![Attrs::new(); self.func.args().len()];
        self.statements(body)?;
        self.reader.expect(")")?;
        if self.reader.at("{") {
            self.reader.attr_dict(&mut attrs)?;
        }
        for (index, mut dict) in dicts(attrs.remove("arg_attrs")).into_iter().enumerate().take(self.func.args().len()) {
            let value = self.func.args()[index];
            let sharding = self.take_sharding(&mut dict, span)?;
            self.func.set_sharding(value, sharding);
            self.func.arg_attrs[index] = dict;
        }
        for (index, mut dict) in dicts(attrs.remove("res_attrs")).into_iter().enumerate().take(self.func.result_types.len()) {
            self.func.result_shardings[index] = self.take_sharding(&mut dict, span)?;
            self.func.result_attrs[index] = dict;
        }
        self.func.attrs = attrs;
        self.func.loc = self.empty_signature()?;
        self.end_func(span)
    }

    /// The sharding of one argument or result, taken out of its attributes.
    fn take_sharding(&self, attrs: &mut Attrs, span: Span) -> Parsed<Option<TensorSharding>> {
        match attrs.remove("sdy.sharding") {
            None => Ok(None),
            Some(Attr::Sharding(sharding)) => Ok(Some(*sharding)),
            Some(_) => Err(self.reader.error_at(span, "sdy.sharding must be a `#sdy.sharding<…>`")),
        }
    }

    /// Statements up to the closing brace, which is taken. Names defined here are forgotten, those of the function aside.
    fn statements(&mut self, region: Region) -> Parsed<()> {
        loop {
            if self.reader.eat("}") {
                return Ok(());
            }
            if self.reader.at_end() {
                return Err(self.reader.unexpected("`}`"));
            }
            if self.reader.at_kind(Kind::Block) {
                return Err(self.reader.error("regions of more than one block are not supported"));
            }
            let start = self.reader.pos;
            let mut results = Results { groups: Vec::new() };
            let result = self.statement(region, &mut results);
            if result.is_err() {
                if !self.fail(result) {
                    return Err(silent());
                }
                for (binding, _) in results.groups {
                    if let std::collections::hash_map::Entry::Vacant(entry) = self.names.entry(binding.name) {
                        entry.insert(Name::Broken);
                        self.undo.push(binding.name);
                    }
                }
                self.recover(start);
            }
        }
    }

    /// Goes from a faulty statement that began at token `start` to where the next one begins.
    fn recover(&mut self, start: usize) {
        self.reader.pos = start;
        self.reader.skip_group();
        while !self.reader.at_end() && self.reader.peek().kind != Kind::Close {
            let next = self.reader.text_of(self.reader.peek_at(1));
            let plausible = match self.reader.peek().kind {
                Kind::Value => matches!(next, "=" | ":" | ","),
                Kind::Word => self.reader.text().contains('.') || matches!(self.reader.text(), "return" | "call"),
                Kind::Str => next == "(",
                _ => false,
            };
            if plausible && self.begins_line() {
                return;
            }
            self.reader.skip_group();
        }
    }

    fn statement(&mut self, region: Region, results: &mut Results<'s>) -> Parsed<()> {
        if self.reader.at_kind(Kind::Value) {
            loop {
                let token = self.reader.expect_kind(Kind::Value, "a value")?;
                let binding = Binding { name: self.reader.text_of(token), span: token.span() };
                let mut count = 1;
                if self.reader.eat(":") {
                    let span = self.reader.peek().span();
                    let given = self.reader.int()?;
                    // No statement of the text has more results than the text has bytes.
                    count = usize::try_from(given).ok().filter(|&count| count >= 1 && count <= self.reader.source.len()).ok_or_else(
                        || self.reader.error_at(span, format!("number of results must be at least 1 and plausible, got {given}")),
                    )?;
                }
                results.groups.push((binding, count));
                if !self.reader.eat(",") {
                    break;
                }
            }
            self.reader.expect("=")?;
        }
        let token = self.reader.peek();
        let (info, generic) = self.op_name()?;
        let expected = results.groups.iter().map(|(_, count)| count).sum();
        let mut op = OpParser::new(self, info, token.span(), expected);
        if generic {
            op.generic_form()?;
        } else {
            op.pretty_form()?;
        }
        let values = op.finish(region)?;
        let mut rest = &values[..];
        for (binding, count) in results.groups.drain(..) {
            let (mine, others) = rest.split_at(count);
            rest = others;
            self.define(binding, mine.to_vec())?;
        }
        Ok(())
    }

    /// The op's name, and whether the generic form follows.
    fn op_name(&mut self) -> Parsed<(&'static OpInfo, bool)> {
        let token = self.reader.peek();
        let (name, generic) = match token.kind {
            Kind::Str => {
                let quoted = self.reader.text_of(token);
                (&quoted[1..quoted.len() - 1], true)
            }
            Kind::Word => (self.reader.text_of(token), false),
            _ => return Err(self.reader.unexpected("an op")),
        };
        self.reader.pos += 1;
        let found = self.registry.get(name).or_else(|| {
            let short = !generic && !name.contains('.');
            short.then(|| self.registry.get(&format!("func.{name}"))).flatten()
        });
        match found {
            Some(info) => Ok((info, generic)),
            None => {
                let error = self.reader.error_at(token.span(), format!("unknown op `{}`", shorten(name)));
                let nearest = self.registry.ops().map(|info| (distance(name, info.name), info.name)).min();
                Err(match nearest {
                    Some((far, nearest)) if far <= 1 + name.len() / 4 => Box::new(error.help(format!("did you mean `{nearest}`?"))),
                    _ => error,
                })
            }
        }
    }

    /// Defines a name.
    pub(super) fn define(&mut self, binding: Binding<'s>, values: Vec<Value>) -> Parsed<()> {
        if binding.name.contains('#') {
            return Err(self.reader.error_at(binding.span, "a definition cannot name one result of several"));
        }
        match self.names.entry(binding.name) {
            std::collections::hash_map::Entry::Occupied(_) => {
                Err(self.reader.error_at(binding.span, format!("{} is defined twice", binding.name)))
            }
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Name::Values(values));
                self.undo.push(binding.name);
                Ok(())
            }
        }
    }

    /// The value that a use such as `%0` or `%0#1` refers to.
    pub(super) fn lookup(&self, text: &str, span: Span) -> Parsed<Value> {
        let (name, index) = match text.split_once('#') {
            Some((name, index)) => (name, Some(index)),
            None => (text, None),
        };
        match self.names.get(name) {
            None => Err(self.reader.error_at(span, format!("{name} is not defined"))),
            Some(Name::Broken) => Err(silent()),
            Some(Name::Values(values)) => match index {
                None if values.len() == 1 => Ok(values[0]),
                None => Err(self.reader.error_at(span, format!("{name} has {} values, say which: `{name}#0`", values.len()))),
                Some(index) => {
                    let value = index.parse::<usize>().ok().and_then(|index| values.get(index));
                    value.copied().ok_or_else(|| {
                        self.reader.error_at(span, format!("{name} has {} values, there is no `#{index}`", values.len()))
                    })
                }
            },
        }
    }

    /// `{ ^bb0(%a: T, …): … }` or `{ … }`: a region whose arguments, where `bindings` are given, are those.
    pub(super) fn region(&mut self, bindings: Option<Vec<(Binding<'s>, Type)>>) -> Parsed<Region> {
        self.reader.expect("{")?;
        let region = self.func.new_region();
        let mark = self.undo.len();
        let result = self.region_body(region, bindings);
        for name in self.undo.drain(mark..) {
            self.names.remove(name);
        }
        result.map(|()| region)
    }

    fn region_body(&mut self, region: Region, bindings: Option<Vec<(Binding<'s>, Type)>>) -> Parsed<()> {
        match bindings {
            Some(bindings) => {
                for (binding, ty) in bindings {
                    let value = self.func.add_region_arg(region, ty);
                    self.define(binding, vec![value])?;
                }
            }
            None if self.reader.at_kind(Kind::Block) => self.block_header(region)?,
            None => {}
        }
        self.statements(region)
    }

    /// `^bb0(%a: T, %b: T):`.
    fn block_header(&mut self, region: Region) -> Parsed<()> {
        self.reader.take();
        if self.reader.at("(") {
            for (binding, ty) in self.region_args()? {
                let value = self.func.add_region_arg(region, ty);
                self.define(binding, vec![value])?;
            }
        }
        self.reader.expect(":")?;
        Ok(())
    }

    /// `(%a: T, %b: T)`.
    pub(super) fn region_args(&mut self) -> Parsed<Vec<(Binding<'s>, Type)>> {
        self.reader.expect("(")?;
        self.reader.list(")", |reader| {
            let token = reader.expect_kind(Kind::Value, "an argument `%name: type`")?;
            let binding = Binding { name: reader.text_of(token), span: token.span() };
            reader.expect(":")?;
            let ty = reader.ty()?;
            reader.optional_loc()?;
            Ok((binding, ty))
        })
    }
}

/// An error that has been reported already.
fn silent() -> Box<Diagnostic> {
    Box::new(Diagnostic::error(""))
}

/// The name that a function's argument has in the model: that of its location, else its own unless it is `%arg0` or `%0`.
fn arg_name(text: &str, loc: &Loc) -> Option<Sym> {
    if let Loc::Name(name, _) = loc {
        return Some(*name);
    }
    let name = &text[1..];
    let digits = name.strip_prefix("arg").unwrap_or(name);
    (!digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| Sym::new(name))
}

/// The dictionaries of an array of them.
fn dicts(attr: Option<Attr>) -> Vec<Attrs> {
    let Some(Attr::Array(items)) = attr else { return Vec::new() };
    let dict = |item| if let Attr::Dict(attrs) = item { attrs } else { Attrs::new() };
    items.into_iter().map(dict).collect()
}

/// How many letters must change to make one name of the other (Levenshtein); large for names that differ much in length.
fn distance(left: &str, right: &str) -> usize {
    if left.len().abs_diff(right.len()) > 8 || left.len() > 100 {
        return usize::MAX;
    }
    let right: Vec<u8> = right.bytes().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, letter) in left.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for column in 0..right.len() {
            let changed = diagonal + usize::from(letter != right[column]);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}
