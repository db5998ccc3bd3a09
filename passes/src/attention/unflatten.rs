//! `unflatten-products`: products whose rows are batch and sequence as one dimension keep them apart.
//!
//! Exporters write a linear layer as `[b, s, d] -> [b s, d]`, a product (with a bias or not), and back. Of one dimension only the major part can be
//! sharded alone, so a sequence could not stay sharded through the layer. Invariants: the same products and sums of the same numbers; only where what goes in
//! and what comes out have the same leading dimensions, and nothing else uses what is between.

use super::decompose::replace;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Attr, Attrs, Builder, Diagnostics, Func, Module, OpId, Value};

/// The pass's row.
pub static UNFLATTEN_PRODUCTS: PassInfo = PassInfo {
    name: "unflatten-products",
    summary: "keeps batch and sequence apart in products that join them for a while",
    options: &[],
    build: |_| Ok(Box::new(Unflatten)),
};

struct Unflatten;

impl Pass for Unflatten {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut count = 0;
        for func in module.funcs.values_mut() {
            let uses = func.uses();
            let is_reshape = |func: &Func, op: OpId| func.op(op).info.name == "stablehlo.reshape";
            count += replace(func, is_reshape, &mut |b, op| match flat(b.func, &uses, op) {
                Some(found) => write(b, op, &found).map(|value| Some(vec![value])),
                None => Ok(None),
            })?;
        }
        ctx.count("products kept apart", count);
        Ok((count > 0).into())
    }
}

/// A product between two reshapes.
struct Flat {
    /// What is reshaped to its rows.
    x: Value,
    /// Leading dimensions that become one.
    lead: Vec<i64>,
    product: OpId,
    bias: Option<Value>,
}

fn flat(func: &Func, uses: &SecondaryMap<Value, Vec<(OpId, usize)>>, reshape: OpId) -> Option<Flat> {
    let joined = func.op(reshape).operands[0];
    let (from, to) = (func.tensor_type(joined), func.tensor_type(func.result(reshape)));
    let [rows, _] = from.dims[..] else { return None };
    let lead = (2..to.rank()).map(|count| &to.dims[..count]).find(|lead| lead.iter().product::<i64>() == rows)?.to_vec();
    let made = |value: Value, name: &str| func.defining_op(value).filter(|&op| func.op(op).info.name == name && uses[value].len() == 1);
    let (product, bias) = match made(joined, "stablehlo.dot_general") {
        Some(product) => (product, None),
        None => {
            let sum = made(joined, "stablehlo.add")?;
            let [left, right] = func.op(sum).operands[..] else { return None };
            let product = |value: Value| made(value, "stablehlo.dot_general");
            let (product, repeated) = product(left).map(|op| (op, right)).or_else(|| product(right).map(|op| (op, left)))?;
            let bias = func.defining_op(repeated).filter(|&op| func.op(op).info.name == "stablehlo.broadcast_in_dim")?;
            let bias = (func.op(bias).attrs.ints("broadcast_dimensions")? == [1]).then(|| func.op(bias).operands[0])?;
            (product, Some(bias))
        }
    };
    let dims = DotDims::read(&func.op(product).attrs).ok()?;
    let [rows, weights] = func.op(product).operands[..] else { return None };
    let plain = dims.lhs_batching.is_empty() && dims.lhs_contracting == [1] && func.tensor_type(rows).rank() == 2 && func.tensor_type(weights).rank() == 2;
    let x = func.defining_op(rows).filter(|&op| func.op(op).info.name == "stablehlo.reshape").map(|op| func.op(op).operands[0])?;
    let fits = func.tensor_type(x).rank() > lead.len() && func.tensor_type(x).dims[..lead.len()] == lead[..];
    (plain && fits).then_some(Flat { x, lead, product, bias })
}

fn write(b: &mut Builder, reshape: OpId, found: &Flat) -> Result<Value, String> {
    let data = b.func.op(found.product);
    let (info, mut attrs, operands, result) = (data.info, data.attrs.clone(), data.operands.clone(), data.results[0]);
    let mut dims = DotDims::read(&attrs)?;
    let at = found.lead.len() as i64;
    dims.lhs_contracting = vec![at];
    let fields = Attrs::new()
        .with("lhs_batching_dimensions", Attr::ints(&dims.lhs_batching))
        .with("rhs_batching_dimensions", Attr::ints(&dims.rhs_batching))
        .with("lhs_contracting_dimensions", Attr::ints(&dims.lhs_contracting))
        .with("rhs_contracting_dimensions", Attr::ints(&dims.rhs_contracting));
    attrs.set("dot_dimension_numbers", Attr::Struct("stablehlo.dot".into(), fields));
    let with = |last: i64| [&found.lead[..], &[last]].concat();
    let width = b.ty(operands[0]).dims[1];
    let x = shardwright_dialects::local::reshape(b, found.x, &with(width))?;
    let out = b.ty(result).dims[1];
    let ty = b.ty(result).with_dims(&with(out));
    let mut value = b.value_of_type(info, &[x, operands[1]], attrs, ty)?;
    if let Some(bias) = found.bias {
        let bias = b.broadcast_in_dim(bias, &with(out), &[at])?;
        value = b.value(row("stablehlo.add")?, &[value, bias], Attrs::new())?;
    }
    let wanted = b.ty(b.func.result(reshape)).dims.to_vec();
    if wanted == b.ty(value).dims[..] {
        return Ok(value);
    }
    b.reshape(value, &wanted)
}
