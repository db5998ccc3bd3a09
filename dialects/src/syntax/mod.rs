//! Text forms of the ops that no format string describes.
//!
//! Invariants: `parse` accepts what `print` writes, which is what MLIR's printer writes for the op.

mod constant;
mod convolution;
mod dot_general;
mod manual_computation;
mod ranges;
mod reduce;
mod sdy;
mod small;
mod while_loop;

pub use constant::Constant;
pub use convolution::Convolution;
pub use dot_general::DotGeneral;
pub use manual_computation::{ManualComputation, NamedComputation};
pub use ranges::SliceRanges;
pub use reduce::Reduce;
pub use sdy::{AllToAll, Axes, Barrier, Collective, Group, Sharding};
pub use small::{Dot, NamedResults, ReducePrecision};
pub use while_loop::While;

use shardwright_ir::op::OpView;
use shardwright_ir::text::{OpParser, OpPrinter, Parsed};
use shardwright_ir::{Attr, Attrs};

/// Reads `precision = [DEFAULT, HIGH]` after a comma, where it is there.
fn optional_precision(op: &mut OpParser) -> Parsed<()> {
    if !(op.at(",") && op.text_of(op.peek_at(1)) == "precision") {
        return Ok(());
    }
    op.take();
    op.take();
    op.expect("=")?;
    op.expect("[")?;
    let values = op.list("]", |reader| Ok(Attr::stablehlo_enum("precision", reader.word()?)))?;
    op.set_attr("precision_config", Attr::Array(values))
}

/// Writes `, precision = [DEFAULT, HIGH]`, where the op has it.
fn print_precision(op: &mut OpPrinter) {
    let Some(Attr::Array(values)) = op.view().attr("precision_config") else { return };
    let words: Vec<_> = values.iter().filter_map(Attr::as_enum).map(|word| word.to_string()).collect();
    if !words.is_empty() {
        op.write(&format!(", precision = [{}]", words.join(", ")));
    }
}

/// Whether the op's precisions, if any, can be written as words.
fn precision_fits(op: &OpView) -> bool {
    match op.attr("precision_config") {
        None => true,
        Some(Attr::Array(values)) => !values.is_empty() && values.iter().all(|value| value.as_enum().is_some()),
        Some(_) => false,
    }
}

/// Whether attribute `name` is a list of 64-bit integers, and so many.
fn is_ints(attrs: &Attrs, name: &str, count: Option<usize>) -> bool {
    matches!(attrs.get(name), Some(Attr::Ints(shardwright_ir::ElementType::I64, values)) if count.is_none_or(|count| values.len() == count))
}
