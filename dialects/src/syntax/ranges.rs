//! `stablehlo.slice %0 [0:13, 0:21:2] : (T) -> T`.

use super::is_ints;
use shardwright_ir::Attr;
use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};

/// The syntax.
pub struct SliceRanges;

impl CustomSyntax for SliceRanges {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operand()?;
        op.expect("[")?;
        let ranges = op.list("]", |reader| {
            let start = reader.int()?;
            reader.expect(":")?;
            let limit = reader.int()?;
            let stride = if reader.eat(":") { reader.int()? } else { 1 };
            Ok([start, limit, stride])
        })?;
        for (index, name) in ["start_indices", "limit_indices", "strides"].into_iter().enumerate() {
            let values: Vec<i64> = ranges.iter().map(|range| range[index]).collect();
            op.set_attr(name, Attr::ints(&values))?;
        }
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        op.write(" ");
        op.operand(0);
        let (starts, limits, strides) = (view.ints("start_indices"), view.ints("limit_indices"), view.ints("strides"));
        let ranges = starts.iter().zip(&limits).zip(&strides).map(|((start, limit), stride)| match stride {
            1 => format!("{start}:{limit}"),
            _ => format!("{start}:{limit}:{stride}"),
        });
        op.write(&format!(" [{}]", ranges.collect::<Vec<_>>().join(", ")));
        op.attr_dict(&["start_indices", "limit_indices", "strides"]);
        op.write(" : ");
        op.functional_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let count = op.ints("start_indices").len();
        let lists = ["start_indices", "limit_indices", "strides"].iter().all(|name| is_ints(op.attrs(), name, Some(count)));
        lists && op.data().operands.len() == 1
    }
}
