//! A module that was built, as text.
//!
//! Invariants: values are numbered anew in each function, in the order of the text; an op without a custom form of ours ([`super::custom`])
//! is in MLIR's generic form, which says everything. Constants that nothing takes are left out.

use super::build::{Body, Item, Op, Program};
use super::custom;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// The module's text.
pub fn print(program: &Program) -> String {
    let mut printer = Printer { program, out: String::from("module {\n"), names: HashMap::new(), taken: program.taken(), values: 0, arguments: 0 };
    for item in &program.body(0).ops {
        (printer.values, printer.arguments) = (0, 0);
        printer.item(item, 1);
    }
    printer.out.push_str("}\n");
    printer.out
}

// Writing to a string cannot fail: results of `write!` are dropped below.

/// A text so far.
pub(super) struct Printer<'p> {
    program: &'p Program,
    pub(super) out: String,
    names: HashMap<u32, String>,
    taken: BTreeSet<u32>,
    values: usize,
    arguments: usize,
}

impl Printer<'_> {
    fn item(&mut self, item: &Item, depth: usize) {
        match item {
            Item::Op(op) if op.name == "arith.constant" && !op.results.iter().any(|(id, _)| self.taken.contains(id)) => {}
            Item::Op(op) => self.op(op, depth),
            Item::Verbatim(text) => self.out.push_str(text),
        }
    }

    fn op(&mut self, op: &Op, depth: usize) {
        self.indent(depth);
        if let [first, ..] = op.results[..] {
            let number = self.values;
            self.values += 1;
            let count = op.results.len();
            for (index, (id, _)) in op.results.iter().enumerate() {
                self.names.insert(*id, if count == 1 { format!("%{number}") } else { format!("%{number}#{index}") });
            }
            let _ = if count == 1 { write!(self.out, "{} = ", self.value(first)) } else { write!(self.out, "%{number}:{count} = ") };
        }
        if !custom::write(self, op, depth) {
            self.generic(op, depth);
        }
        self.out.push('\n');
    }

    /// An op in MLIR's generic form.
    fn generic(&mut self, op: &Op, depth: usize) {
        let _ = write!(self.out, "\"{}\"({})", op.name, self.values(&op.operands));
        if !op.regions.is_empty() {
            self.out.push_str(" (");
            for (index, region) in op.regions.iter().enumerate() {
                self.out.push_str(if index > 0 { ", {\n" } else { "{\n" });
                if let Some(block) = *region {
                    let body = self.program.body(block).clone();
                    self.block(&body, depth);
                }
                self.indent(depth);
                self.out.push('}');
            }
            self.out.push(')');
        }
        if !op.attributes.is_empty() {
            let attributes: Vec<String> = op.attributes.iter().map(|(name, value)| format!("{name} = {}", self.said(*value))).collect();
            let _ = write!(self.out, " {{{}}}", attributes.join(", "));
        }
        let _ = write!(self.out, " : ({}) -> {}", self.types(&op.operands), self.type_list(&op.results));
    }

    /// A block's label and ops.
    pub(super) fn block(&mut self, body: &Body, depth: usize) {
        let arguments: Vec<String> = body.arguments.iter().map(|&argument| self.argument(argument)).collect();
        if !arguments.is_empty() {
            self.indent(depth);
            let _ = writeln!(self.out, "^bb0({}):", arguments.join(", "));
        }
        body.ops.iter().for_each(|item| self.item(item, depth + 1));
    }

    /// Names an argument and says its type.
    pub(super) fn argument(&mut self, argument: (u32, usize)) -> String {
        let name = format!("%arg{}", self.arguments);
        self.arguments += 1;
        let said = format!("{name}: {}", self.said(argument.1));
        self.names.insert(argument.0, name);
        said
    }

    pub(super) fn body(&self, block: usize) -> Body {
        self.program.body(block).clone()
    }
    pub(super) fn indent(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n("  ", depth));
    }
    pub(super) fn said(&self, text: usize) -> String {
        self.program.said_by(text).to_owned()
    }
    /// What an attribute of the op says.
    pub(super) fn attribute(&self, op: &Op, name: &str) -> Option<String> {
        op.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| self.said(*value))
    }
    pub(super) fn value(&self, value: (u32, usize)) -> String {
        self.names.get(&value.0).cloned().unwrap_or_default()
    }
    pub(super) fn values(&self, values: &[(u32, usize)]) -> String {
        values.iter().map(|&value| self.value(value)).collect::<Vec<_>>().join(", ")
    }
    pub(super) fn types(&self, values: &[(u32, usize)]) -> String {
        values.iter().map(|value| self.said(value.1)).collect::<Vec<_>>().join(", ")
    }
    /// Types of results: one as it is, others in parentheses.
    pub(super) fn type_list(&self, values: &[(u32, usize)]) -> String {
        if values.len() == 1 { self.types(values) } else { format!("({})", self.types(values)) }
    }
}
