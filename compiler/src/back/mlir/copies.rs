//! Copies of buffers whose elements do not lie densely, as loops.
//!
//! Upstream lowers such a `memref.copy` to a call of a library that our programs are not linked to, and that copies element by element.
//! Invariant: copies between dense buffers stay, and become `memcpy`.

use super::writer::{Result, fault};
use melior::Context;
use melior::ir::attribute::Attribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike, OperationRef, OperationRefMut, WalkOrder, WalkResult};
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{Block, Identifier, Location, Module as MlirModule, Operation, Region, RegionLike, ValueLike};

/// Replaces the copies of the module that are not dense.
pub fn strided_copies_to_loops<'m>(context: &'m Context, module: &'m MlirModule<'m>) -> Result<()> {
    let location = Location::unknown(context);
    let attribute = |text: &str| Attribute::parse(context, text).ok_or_else(|| fault(&format!("MLIR refuses the attribute {text}")));
    let mut found = Vec::new();
    module.as_operation().walk(WalkOrder::PreOrder, |op| {
        let named = op.name().as_string_ref().as_str() == Ok("memref.copy");
        if named && op.operands().any(|operand| operand.r#type().to_string().contains("strided<")) {
            found.push(op.to_raw());
        }
        WalkResult::Advance
    });
    for raw in found {
        // SAFETY: the walk found the op in the module, and each is erased once, after its replacement stands before it.
        let copy: OperationRef<'m, 'm> = unsafe { OperationRef::from_raw(raw) };
        let block = copy.block().ok_or_else(|| fault("a copy outside of a block"))?;
        let operands = [0, 1].map(|index| copy.operand(index));
        let [Ok(from), Ok(to)] = operands else { return Err(fault("a copy without operands")) };
        let ty = MemRefType::try_from(from.r#type()).map_err(|why| fault(&why.to_string()))?;
        let element = ty.element();
        let rank = ty.rank();
        let (region, inner) = (Region::new(), Block::new(&[(element, location); 2]));
        let copied = inner.argument(0).map_err(|why| fault(&why.to_string()))?;
        inner.append_operation(OperationBuilder::new("linalg.yield", location).add_operands(&[copied.into()]).build().map_err(|why| fault(&why.to_string()))?);
        region.append_block(inner);
        let loops: Vec<String> = (0..rank).map(|index| format!("d{index}")).collect();
        let map = format!("affine_map<({0}) -> ({0})>", loops.join(", "));
        let kinds = vec!["#linalg.iterator_type<parallel>"; rank].join(", ");
        let attributes = [
            ("indexing_maps", format!("[{map}, {map}]")),
            ("iterator_types", format!("[{kinds}]")),
            ("operandSegmentSizes", "array<i32: 1, 1>".to_owned()),
        ];
        let attributes = attributes.map(|(name, text)| Ok((Identifier::new(context, name), attribute(&text)?)));
        let attributes = attributes.into_iter().collect::<Result<Vec<_>>>()?;
        let loops = OperationBuilder::new("linalg.generic", location)
            .add_operands(&[from, to])
            .add_attributes(&attributes)
            .add_regions_vec(vec![region])
            .build()
            .map_err(|why| fault(&why.to_string()))?;
        block.insert_operation_before(copy, loops);
        // SAFETY: as above.
        let mut erased: OperationRefMut = unsafe { OperationRefMut::from_raw(raw) };
        erased.remove_from_parent();
        // SAFETY: out of its block the op belongs to nobody.
        drop(unsafe { Operation::from_raw(raw) });
    }
    Ok(())
}
