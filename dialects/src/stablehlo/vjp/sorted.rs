//! The derivative of `stablehlo.sort`: gradients go back where their elements came from.
//!
//! The sort is made once more with every element's own place beside it; sorting those places sends the gradients back.
//! Elements that the comparator does not tell apart keep their order there.

use crate::derivative::*;
use shardwright_ir::copy::{ValueMap, copy_region};
use shardwright_ir::{Attr, Attrs, ElementType, TensorType};

/// Gradients of all operands that have one.
pub(in super::super) fn sort(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (data, dim) = (vjp.op.data(), super::super::sort::dimension(&vjp.op));
    let ty = vjp.op.operand_type(0);
    let element = if ty.dims[dim] > i64::from(i32::MAX) { ElementType::I64 } else { ElementType::I32 };
    let places = b.iota(&ty.with_element(element), dim as i64)?;
    let region = copy_region(b.func, vjp.op.func, data.regions[0], &mut ValueMap::new())
        .map_err(|why| format!("its comparator uses a value from outside ({why})"))?;
    for _ in 0..2 {
        b.func.add_region_arg(region, TensorType::scalar(element));
    }
    let attrs = Attrs::new().with("dimension", Attr::i64(dim as i64)).with("is_stable", Attr::Bool(true));
    let again = b.op(data.info, &[vjp.operands, &[places]].concat(), attrs, &[region])?;
    let from = b.func.op(again).results[vjp.operands.len()];
    let moved: Vec<usize> = (0..vjp.operands.len()).filter(|&index| vjp.wanted[index] && vjp.grads[index].is_some()).collect();
    let keyed: Vec<Value> = [from].into_iter().chain(moved.iter().filter_map(|&index| vjp.grads[index])).collect();
    let back = b.sort(&keyed, dim as i64, true, &mut |b, args| Ok(vec![b.compare(Direction::Lt, args[0], args[1])?]))?;
    let mut gradients = vec![None; vjp.operands.len()];
    moved.into_iter().zip(&back[1..]).for_each(|(index, &gradient)| gradients[index] = Some(gradient));
    Ok(gradients)
}
