//! Text: MLIR's syntax in and out.
//!
//! [`parse_module`] reads what JAX prints (pretty form) and MLIR's generic form; [`print_module`] writes the
//! pretty form. A row says how its op is written with [`Syntax`](crate::op::Syntax):
//!
//! - `Generic`: `"dialect.op"(%a) <{…}> ({…}) {…} : (T) -> T` only. Every op can be read in this form.
//! - `Format`: a string in the language of [`format`].
//! - `Custom`: a [`CustomSyntax`], hand-written, for the few ops whose form no format describes.
//!
//! Invariants: `print(parse(print(m))) == print(m)`; no text makes the parser panic, recurse without bound or
//! allocate more than in proportion to its length.

mod attr;
mod dense;
pub mod format;
mod loc;
mod names;
mod number;
mod op_parser;
mod op_printer;
mod parser;
mod print_attr;
mod printer;
mod reader;
mod sdy;
mod token;

pub use names::value_names;
pub use op_parser::OpParser;
pub use op_printer::OpPrinter;
pub use parser::{parse_module, Binding};
pub use print_attr::write_attr;
pub use printer::{print_module, print_module_with, PrintOptions};
pub use reader::{Parsed, Reader};
pub use sdy::{parse_mesh, parse_rule, parse_rule_without_sizes, parse_sharding, parse_sharding_dims, write_rule};
pub use token::{Kind, MAX_DEPTH};

use crate::op::OpView;

/// The text form of an op that no format string describes.
///
/// `parse` must accept exactly what `print` writes. A `static` of a unit struct that implements it goes into the row:
/// `syntax: Syntax::Custom(&ReduceSyntax)`.
pub trait CustomSyntax: Sync {
    /// Reads what follows the op's name, up to and with its types: fills operands, attributes, regions and results of `op`.
    fn parse(&self, op: &mut OpParser) -> Parsed<()>;
    /// Writes what follows the op's name, a space before it included, down to its types.
    fn print(&self, op: &mut OpPrinter);
    /// Whether this op can be written in this form; one that cannot is written in generic form.
    fn fits(&self, op: &OpView) -> bool {
        let _ = op;
        true
    }
    /// Names that results get in print instead of numbers.
    fn result_names(&self) -> &'static [&'static str] {
        &[]
    }
    /// Name that the arguments of regions get in print instead of `%arg0`.
    fn region_arg_name(&self) -> Option<&'static str> {
        None
    }
}
