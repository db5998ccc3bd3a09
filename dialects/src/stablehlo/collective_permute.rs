//! `stablehlo.collective_permute`: devices send their tensors to one another; who gets none has zeros.

use crate::derivative::PARALLEL;
use crate::device_groups::{CHANNEL_HANDLE, description};
use crate::work;
use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::Type;
use std::collections::BTreeSet;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.collective_permute",
    summary: "sends tensors from device to device",
    operands: Arity::AtLeast(1),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "source_target_pairs", required: true, summary: "device ids: sender, receiver" }, CHANNEL_HANDLE],
    traits: Traits::COLLECTIVE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("a collective of the user's: its operands are what one device has"),
    cost: work::moves,
    eval: EvalFacet::Eval(eval),
    derivative: PARALLEL,
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

/// The pairs `(sender, receiver)`. Errors where a device sends or receives twice.
pub fn pairs(attrs: &Attrs) -> Result<Vec<(i64, i64)>, String> {
    let Some(Attr::Dense(literal)) = attrs.get("source_target_pairs") else {
        return Err("attribute `source_target_pairs` must be dense integers of rank 2".into());
    };
    if literal.ty.num_elements() == 0 {
        return Ok(Vec::new());
    }
    if literal.ty.rank() != 2 || literal.ty.dims[1] != 2 || literal.ty.num_elements() > 1 << 24 {
        return Err(format!("attribute `source_target_pairs` must be pairs, got {}", literal.ty));
    }
    let ids = literal.to_ints().ok_or("attribute `source_target_pairs` must hold integers")?;
    let (mut sources, mut targets) = (BTreeSet::new(), BTreeSet::new());
    ids.chunks_exact(2)
        .map(|pair| {
            let &[source, target] = pair else { unreachable!("chunks of two") };
            if source < 0 || target < 0 {
                return Err(format!("attribute `source_target_pairs` holds device {}, ids are at least 0", source.min(target)));
            }
            if !sources.insert(source) {
                return Err(format!("device {source} sends twice in `source_target_pairs`"));
            }
            if !targets.insert(target) {
                return Err(format!("device {target} receives twice in `source_target_pairs`"));
            }
            Ok((source, target))
        })
        .collect()
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    pairs(ctx.attrs)?;
    (0..ctx.operands.len()).map(|index| Ok(ctx.tensor(index)?.clone().into())).collect()
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let pairs = pairs(ctx.view().attrs())?;
    let communicator = ctx.communicator()?;
    let (device, count) = (communicator.device(), communicator.num_devices());
    if let Some(id) = pairs.iter().flat_map(|&(source, target)| [source, target]).find(|&id| id >= count) {
        return Err(format!("`source_target_pairs` names device {id}, the program runs on {count}").into());
    }
    let all: Vec<i64> = (0..count).collect();
    let what = description(ctx, &format!(" {pairs:?}"));
    let source = pairs.iter().find(|(_, target)| *target == device).map(|(source, _)| *source as usize);
    operands
        .iter()
        .map(|operand| {
            let sent = communicator.exchange(&what, &all, operand.clone())?;
            Ok(match source {
                Some(source) => sent[source].clone(),
                None => Tensor::new(operand.ty.clone(), Buffer::zeros(operand.ty.element, operand.data.len())),
            })
        })
        .collect()
}
