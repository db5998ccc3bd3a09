//! Costs that many ops share. All counts saturate.

use shardwright_ir::OpView;
use shardwright_ir::op::OpCost;
use shardwright_ir::types::TensorType;

/// No work at all.
pub fn free(_: &OpView) -> OpCost {
    OpCost::default()
}

/// Every operand read once, every result written once, nothing computed.
pub fn moves(op: &OpView) -> OpCost {
    let bytes = |types: Vec<TensorType>| types.iter().fold(0i64, |sum, ty| sum.saturating_add(ty.byte_size()));
    OpCost { flops: 0, bytes_read: bytes(op.operand_types()), bytes_written: bytes(op.result_types()) }
}

/// Results written, and as many bytes read: what an op does that looks at a small part of its operands.
pub fn moves_result(op: &OpView) -> OpCost {
    let written = moves(op).bytes_written;
    OpCost { flops: 0, bytes_read: written, bytes_written: written }
}

/// One arithmetic operation per operand element, everything read and written once.
pub fn per_operand_element(op: &OpView) -> OpCost {
    let flops = op.operand_types().iter().fold(0i64, |sum, ty| sum.saturating_add(ty.num_elements()));
    OpCost { flops, ..moves(op) }
}
