//! One op being read: what a [`super::CustomSyntax`] works with.
//!
//! Invariants: operands are values that are visible here; every type that the text states for an operand is
//! the operand's type; the number of results is the number of names before the `=`, where there are any.

use super::parser::{Binding, Parser};
use super::reader::{Parsed, Reader};
use super::token::Kind;
use crate::attrs::{Attr, Attrs};
use crate::diag::{Loc, Span};
use crate::module::{Func, OpState, Region, Value};
use crate::op::{OpInfo, Syntax};
use crate::registry::Registry;
use crate::sharding::TensorSharding;
use crate::types::Type;

/// The op being read. Token-level methods are those of [`Reader`], to which it dereferences.
pub struct OpParser<'p, 's> {
    parser: &'p mut Parser<'s>,
    /// What op it is.
    pub info: &'static OpInfo,
    /// Where its name stands.
    pub span: Span,
    /// Number of results that the text names; 0 where it names none.
    pub named_results: usize,
    /// Operands so far.
    pub operands: Vec<Value>,
    /// Where each operand stands.
    pub operand_spans: Vec<Span>,
    /// Attributes so far.
    pub attrs: Attrs,
    /// Regions so far.
    pub regions: Vec<Region>,
    /// Types of the results, once known.
    pub results: Option<Vec<Type>>,
}

impl<'s> std::ops::Deref for OpParser<'_, 's> {
    type Target = Reader<'s>;
    fn deref(&self) -> &Reader<'s> {
        &self.parser.reader
    }
}
impl<'s> std::ops::DerefMut for OpParser<'_, 's> {
    fn deref_mut(&mut self) -> &mut Reader<'s> {
        &mut self.parser.reader
    }
}

impl<'p, 's> OpParser<'p, 's> {
    pub(super) fn new(parser: &'p mut Parser<'s>, info: &'static OpInfo, span: Span, named_results: usize) -> OpParser<'p, 's> {
        OpParser {
            parser,
            info,
            span,
            named_results,
            operands: Vec::new(),
            operand_spans: Vec::new(),
            attrs: Attrs::new(),
            regions: Vec::new(),
            results: None,
        }
    }

    /// The ops that are known.
    pub fn registry(&self) -> &'s Registry {
        self.parser.registry
    }
    /// The function being read.
    pub fn func(&self) -> &Func {
        &self.parser.func
    }
    /// The function being read, to make regions that the text only implies.
    pub fn func_mut(&mut self) -> &mut Func {
        &mut self.parser.func
    }

    /// A value that is used here: `%0`, `%0#1`.
    pub fn value(&mut self) -> Parsed<(Value, Span)> {
        let token = self.expect_kind(Kind::Value, "a value")?;
        let value = self.parser.lookup(self.text_of(token), token.span())?;
        Ok((value, token.span()))
    }
    /// A value as the next operand.
    pub fn operand(&mut self) -> Parsed<Value> {
        let (value, span) = self.value()?;
        self.push_operand(value, span);
        Ok(value)
    }
    /// Adds an operand that was read before.
    pub fn push_operand(&mut self, value: Value, span: Span) {
        self.operands.push(value);
        self.operand_spans.push(span);
    }
    /// Values separated by commas as operands, while values follow.
    pub fn operand_list(&mut self) -> Parsed<()> {
        while self.at_kind(Kind::Value) {
            self.operand()?;
            if !(self.at(",") && self.peek_at(1).kind == Kind::Value) {
                break;
            }
            self.take();
        }
        Ok(())
    }
    /// `(%a, %b)`: operands in parentheses.
    pub fn operands_in_parentheses(&mut self) -> Parsed<()> {
        self.expect("(")?;
        self.operand_list()?;
        self.expect(")")?;
        Ok(())
    }
    /// A name to be defined by a region.
    pub fn binding(&mut self) -> Parsed<Binding<'s>> {
        let token = self.expect_kind(Kind::Value, "a name `%name`")?;
        Ok(Binding { name: self.text_of(token), span: token.span() })
    }
    /// `(%a: T, %b: T)`: names to be defined by a region, with their types.
    pub fn region_args(&mut self) -> Parsed<Vec<(Binding<'s>, Type)>> {
        self.parser.region_args()
    }
    /// The next region, `{ … }`: its arguments are `args`, or those of its own `^bb0(…):`.
    pub fn region(&mut self, args: Option<Vec<(Binding<'s>, Type)>>) -> Parsed<()> {
        let region = self.parser.region(args)?;
        self.regions.push(region);
        Ok(())
    }
    /// Attributes in braces, where there are any.
    pub fn optional_attr_dict(&mut self) -> Parsed<()> {
        if self.at("{") {
            self.parser.reader.attr_dict(&mut self.attrs)?;
        }
        Ok(())
    }
    /// Sets an attribute that the pretty form writes outside the braces.
    pub fn set_attr(&mut self, name: &str, value: Attr) -> Parsed<()> {
        if self.attrs.get(name).is_some() {
            return Err(self.error_at(self.span, format!("attribute `{name}` is given twice")));
        }
        self.attrs.set(name, value);
        Ok(())
    }

    /// `(T, T) -> T` or `(T, T) -> (T, T)`: checks operands, sets results.
    pub fn functional_type(&mut self) -> Parsed<()> {
        let types = self.type_list()?;
        self.check_operand_types(&types)?;
        self.expect("->")?;
        self.results = Some(self.result_types()?);
        Ok(())
    }
    /// One type for all operands and the result, or a functional type.
    pub fn same_type(&mut self) -> Parsed<()> {
        if self.at("(") {
            return self.functional_type();
        }
        let (ty, span) = self.spanned_type()?;
        let types = vec![(ty.clone(), span); self.operands.len()];
        self.check_operand_types(&types)?;
        self.results = Some(vec![ty]);
        Ok(())
    }
    /// Types separated by commas, one for each of `count` values.
    pub fn bare_types(&mut self, count: usize) -> Parsed<Vec<(Type, Span)>> {
        let mut types = Vec::new();
        while types.len() < count {
            if !types.is_empty() {
                self.expect(",")?;
            }
            types.push(self.spanned_type()?);
        }
        Ok(types)
    }
    /// That the types that the text states are those of the operands.
    pub fn check_operand_types(&mut self, types: &[(Type, Span)]) -> Parsed<()> {
        if types.len() != self.operands.len() {
            let message = format!("{} operands, but {} types", self.operands.len(), types.len());
            return Err(self.error_at(types.first().map_or(self.span, |(_, span)| *span), message));
        }
        for (index, (stated, span)) in types.iter().enumerate() {
            self.check_type(self.operands[index], self.operand_spans[index], stated, *span)?;
        }
        Ok(())
    }
    /// That a value has the type that the text states.
    pub fn check_type(&self, value: Value, used: Span, stated: &Type, at: Span) -> Parsed<()> {
        let actual = self.func().ty(value);
        if actual == stated {
            return Ok(());
        }
        let name = &self.source[used.start as usize..used.end as usize];
        let error = self.error_at(at, format!("{name} has type {actual}, not {stated}"));
        Err(Box::new(error.label(used, "used here")))
    }

    /// What follows the name in the row's own form.
    pub(super) fn pretty_form(&mut self) -> Parsed<()> {
        match self.info.syntax {
            Syntax::Generic => {
                let error = self.error_at(self.span, format!("{} is written in generic form", self.info.name));
                Err(Box::new(error.help(format!("write `\"{}\"(operands) : (types) -> types`", self.info.name))))
            }
            Syntax::Format(format) => super::format::parse(format, self),
            Syntax::Custom(syntax) => syntax.parse(self),
        }
    }

    /// `(%a) <{…}> ({ … }) {…} : (T) -> T`.
    pub(super) fn generic_form(&mut self) -> Parsed<()> {
        self.operands_in_parentheses()?;
        if self.at("[") {
            return Err(self.error("successor blocks are not supported"));
        }
        if self.eat("<") {
            self.parser.reader.attr_dict(&mut self.attrs)?;
            self.expect(">")?;
        }
        if self.eat("(") {
            loop {
                self.region(None)?;
                if self.eat(")") {
                    break;
                }
                self.expect(",")?;
            }
        }
        self.optional_attr_dict()?;
        self.expect(":")?;
        self.functional_type()
    }

    /// Makes the op at the end of `region`; returns its results.
    pub(super) fn finish(mut self, region: Region) -> Parsed<Vec<Value>> {
        let loc = self.optional_loc()?;
        let types = self.results.take().unwrap_or_default();
        if self.named_results != types.len() && (self.named_results > 0 || self.info.is_terminator()) {
            let message = format!("{} has {} results, but {} are named", self.info.name, types.len(), self.named_results);
            return Err(self.error_at(self.span, message));
        }
        let shardings = self.result_shardings(&types)?;
        let name = match (&loc, types.len()) {
            (Loc::Name(name, None), 1) => Some(*name),
            _ => None,
        };
        let state = OpState {
            info: self.info,
            operands: self.operands,
            result_types: types,
            attrs: self.attrs,
            regions: self.regions,
            loc,
            span: self.span,
        };
        let func = &mut self.parser.func;
        let op = func.append(region, state);
        let results = func.op(op).results.clone();
        for (&value, sharding) in results.iter().zip(shardings.unwrap_or_default()) {
            func.set_sharding(value, Some(sharding));
        }
        if let Some(name) = name {
            func.value_mut(results[0]).name = Some(name);
        }
        Ok(results)
    }

    /// The shardings of the results, taken out of the attributes.
    fn result_shardings(&mut self, types: &[Type]) -> Parsed<Option<Vec<TensorSharding>>> {
        let shardings = match self.attrs.remove("sdy.sharding") {
            None => return Ok(None),
            Some(Attr::Shardings(shardings)) => shardings,
            Some(Attr::Sharding(sharding)) => vec![*sharding],
            Some(_) => return Err(self.error_at(self.span, "sdy.sharding must be a `#sdy.sharding_per_value<[…]>`")),
        };
        if shardings.len() != types.len() {
            let message = format!("{} has {} results, but {} shardings", self.info.name, types.len(), shardings.len());
            return Err(self.error_at(self.span, message));
        }
        Ok(Some(shardings))
    }
}
