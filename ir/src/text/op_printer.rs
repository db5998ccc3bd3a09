//! One op being written: what a [`super::CustomSyntax`] works with.
//!
//! Invariants: everything is appended to one text; attributes that the pretty form writes by itself are left
//! out of the braces by name.

use super::names::Names;
use super::printer::PrintOptions;
use super::{print_attr, printer};
use crate::attrs::Attr;
use crate::module::{Func, OpId, Region, Value};
use crate::op::OpView;
use crate::sharding::{AxisRef, TensorSharding};
use crate::sym::Sym;
use std::fmt::Write;

/// The op being written.
pub struct OpPrinter<'a> {
    pub(super) out: &'a mut String,
    pub(super) func: &'a Func,
    pub(super) names: &'a Names,
    pub(super) op: OpId,
    pub(super) indent: usize,
    pub(super) options: PrintOptions,
}

impl<'a> OpPrinter<'a> {
    /// The op.
    pub fn view(&self) -> OpView<'a> {
        OpView { func: self.func, id: self.op }
    }
    /// Appends text.
    pub fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }
    /// Starts a new line, indented as the op is.
    pub fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.indent));
    }
    /// `%0`.
    pub fn value(&mut self, value: Value) {
        self.out.push_str(self.names.get(value));
    }
    /// Operand `index`.
    pub fn operand(&mut self, index: usize) {
        self.value(self.view().data().operands[index]);
    }
    /// Values with commas between.
    pub fn values(&mut self, values: &[Value]) {
        self.separated(values, |printer, value| printer.value(*value));
    }
    /// Types of values with commas between.
    pub fn types(&mut self, values: &[Value]) {
        self.separated(values, |printer, &value| {
            // Writing to a string cannot fail.
            let _ = write!(printer.out, "{}", printer.func.ty(value));
        });
    }
    /// Types of the results: one bare, several in parentheses.
    pub fn result_types(&mut self) {
        let results = &self.view().data().results;
        let one = results.len() == 1;
        self.write(if one { "" } else { "(" });
        self.types(results);
        self.write(if one { "" } else { ")" });
    }
    /// `(T, T) -> T`.
    pub fn functional_type(&mut self) {
        self.write("(");
        self.types(&self.view().data().operands);
        self.write(") -> ");
        self.result_types();
    }
    /// One type where all operands and the one result have it, else `(T, T) -> T`.
    pub fn same_type(&mut self) {
        let data = self.view().data();
        match data.results[..] {
            [result] if data.operands.iter().all(|&operand| self.func.ty(operand) == self.func.ty(result)) => self.types(&data.results),
            _ => self.functional_type(),
        }
    }
    /// An attribute.
    pub fn attr(&mut self, attr: &Attr) {
        print_attr::write_attr(self.out, attr);
    }
    /// `[1, 2]`.
    pub fn ints(&mut self, values: &[i64]) {
        print_attr::write_ints(self.out, values);
    }
    /// A quoted string.
    pub fn string(&mut self, text: &str) {
        print_attr::write_string(self.out, text);
    }
    /// `@name`.
    pub fn symbol(&mut self, name: &str) {
        print_attr::write_symbol(self.out, name);
    }
    /// `[b, 0, f]x[0, i, o]->[b, 0, f]` of a `#stablehlo.conv`'s fields.
    pub fn conv_dims(&mut self, fields: &crate::attrs::Attrs) {
        print_attr::write_conv_dims(self.out, fields);
    }
    /// `{"x", "y"}`.
    pub fn axes(&mut self, axes: &[AxisRef]) {
        print_attr::write_axes(self.out, axes);
    }
    /// `[{"x"}, {}]`.
    pub fn axis_lists(&mut self, lists: &[Vec<AxisRef>]) {
        print_attr::write_axis_lists(self.out, lists);
    }
    /// `<@mesh, [{"x"}]>`.
    pub fn sharding(&mut self, sharding: &TensorSharding) {
        let _ = write!(self.out, "{sharding}");
    }
    /// `[<@mesh, [{"x"}]>, …]`.
    pub fn shardings(&mut self, shardings: &[TensorSharding]) {
        self.write("[");
        self.separated(shardings, |printer, sharding| printer.sharding(sharding));
        self.write("]");
    }
    /// ` {…}`: attributes and shardings of results, those named in `written` aside; nothing where none remain.
    pub fn attr_dict(&mut self, written: &[&str]) {
        let attrs = self.view().attrs().iter().filter(|(name, _)| !written.contains(&name.as_str()));
        self.dict(attrs.map(|(name, value)| (name, value.clone())).collect(), true);
    }
    /// ` attributes {…}`; nothing where none remain.
    pub fn attr_dict_with_keyword(&mut self, written: &[&str]) {
        let start = self.out.len();
        self.attr_dict(written);
        if self.out.len() > start {
            self.out.insert_str(start, " attributes");
        }
    }
    /// `(%a: T, %b: T)`: the arguments of a region.
    pub fn region_args(&mut self, region: Region) {
        self.write("(");
        self.typed_values(&self.func.region(region).args);
        self.write(")");
    }
    /// `%a: T, %b: T`.
    pub fn typed_values(&mut self, values: &[Value]) {
        self.separated(values, |printer, &value| {
            let _ = write!(printer.out, "{}: {}", printer.names.get(value), printer.func.ty(value));
        });
    }
    /// `{ … }`: a region, with its arguments as `^bb0(…):` where `header` asks for them.
    pub fn region(&mut self, region: Region, header: bool) {
        self.write("{\n");
        let args = &self.func.region(region).args;
        if header && !args.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.write("^bb0(");
            self.typed_values(args);
            self.write("):\n");
        }
        let (indent, options) = (self.indent + 2, self.options);
        printer::write_ops(self.out, self.func, self.names, region, indent, options);
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.write("}");
    }

    /// Everything after the name, in generic form.
    pub(super) fn generic_form(&mut self) {
        let view = self.view();
        let data = view.data();
        self.write("(");
        self.values(&data.operands);
        self.write(")");
        let is_own = |name: Sym| data.info.attrs.iter().any(|spec| name == spec.name);
        let (own, other): (Vec<_>, Vec<_>) =
            data.attrs.iter().map(|(name, value)| (name, value.clone())).partition(|(name, _)| is_own(*name));
        if !own.is_empty() {
            self.write(" <");
            let start = self.out.len();
            self.dict(own, false);
            self.out.remove(start);
            self.write(">");
        }
        if !data.regions.is_empty() {
            self.write(" (");
            for (index, &region) in data.regions.iter().enumerate() {
                self.write(if index > 0 { ", " } else { "" });
                self.region(region, true);
            }
            self.write(")");
        }
        self.dict(other, true);
        self.write(" : ");
        self.functional_type();
    }

    /// ` {…}` of these attributes, with the shardings of results where `shardings` asks for them.
    fn dict(&mut self, mut entries: Vec<(Sym, Attr)>, shardings: bool) {
        if shardings && let Some(value) = self.result_shardings() {
            entries.push((Sym::new("sdy.sharding"), value));
        }
        if entries.is_empty() {
            return;
        }
        self.write(" ");
        print_attr::write_dict(self.out, &entries.into_iter().collect());
    }

    /// The shardings of the results, where any has one: those without are fully open on the same mesh.
    fn result_shardings(&self) -> Option<Attr> {
        let results = &self.view().data().results;
        let mesh = results.iter().find_map(|&value| self.func.sharding(value))?.mesh;
        let shardings = results.iter().map(|&value| match self.func.sharding(value) {
            Some(sharding) => sharding.clone(),
            None => TensorSharding::fully_open(mesh, self.func.ty(value).as_tensor().map_or(0, |ty| ty.rank())),
        });
        Some(Attr::Shardings(shardings.collect()))
    }

    fn separated<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            write(self, item);
        }
    }
}
