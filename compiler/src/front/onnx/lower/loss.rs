//! Losses.

use super::call::Call;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use super::reduce::log_softmax;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    match call.op {
        "SoftmaxCrossEntropyLoss" => Some(softmax_cross_entropy(context, call)),
        "NegativeLogLikelihoodLoss" => {
            Some(call.input(0).and_then(|x| likelihood(context, call, &x)).map(|val| vec![val]))
        }
        _ => None,
    }
}

fn softmax_cross_entropy(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let scores = call.input(0)?;
    if context.dims(&scores).len() < 2 {
        return Err(format!("SoftmaxCrossEntropyLoss needs rank 2 or more, got {}", context.ty(&scores)));
    }
    let log = log_softmax(context, &scores, 1)?;
    let loss = likelihood(context, call, &log)?;
    Ok(vec![loss, log])
}

/// -Σ weight · input[target], over the class dimension 1.
fn likelihood(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let target = call.input(1)?;
    let (dims, places) = (context.dims(x), context.dims(&target));
    let expected: Vec<i64> = dims.iter().take(1).chain(dims.get(2..).unwrap_or(&[])).copied().collect();
    if dims.len() < 2 || places != expected {
        return Err(format!("a target of shape {places:?} does not fit an input of shape {dims:?}"));
    }
    let target = context.convert(&target, ElementType::I64)?;
    // The class as a truth mask over dimension 1; an ignored target has none, and so neither loss nor weight.
    let mut wide = places.clone();
    wide.insert(1, 1);
    let raised = context.reshape(&target, &wide)?;
    let class: Val = context.emit.iota(ElementType::I64, &dims, 1)?.into();
    let mut hit = context.compare("EQ", &raised, &class)?;
    if call.has("ignore_index") {
        let ignored = Const::scalar(ElementType::I64, Scalar::Int(call.int("ignore_index", 0)?)).into();
        let kept = context.compare("NE", &raised, &ignored)?;
        hit = context.binary("and", &hit, &kept)?;
    }
    let zero = context.number(x, 0.0);
    let one = context.number(x, 1.0);
    let weights = match call.optional(2) {
        Some(weights) => super::norm::per_channel(context, &weights, dims.len())?,
        None => one,
    };
    let weights = context.broadcast_val(&weights, &dims)?;
    let weights = context.select(&hit, &weights, &zero)?;
    let chosen = context.select(&hit, x, &zero)?;
    let product = context.binary("multiply", &chosen, &weights)?;
    let sum = context.reduce(Combine::Sum, &product, &[1])?;
    let loss = context.unary("negate", &sum)?;
    let all: Vec<usize> = (0..places.len()).collect();
    match call.text("reduction", "mean")?.as_str() {
        "none" => Ok(loss),
        "sum" => context.reduce(Combine::Sum, &loss, &all),
        "mean" => {
            let total = context.reduce(Combine::Sum, &loss, &all)?;
            let every: Vec<usize> = (0..dims.len()).collect();
            let count = context.reduce(Combine::Sum, &weights, &every)?;
            context.binary("divide", &total, &count)
        }
        other => Err(format!("reduction must be none, sum or mean, got {other:?}")),
    }
}
