//! A crate of one's own: the op `acme.outer`, and the pass `expand-outer` that rewrites it to StableHLO.
//!
//! Invariants: the op takes two vectors of one floating-point type; the pass leaves none of them.

use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{Attr, Attrs, DerivativeFacet, Diagnostics, Module, OpId, OpInfo, OpState, Registry, Type};
use shardwright_passes::manager::{Changed, Pass, PassCtx, PassInfo, PassRegistry};

/// `acme.outer`: the outer product of two vectors.
pub static OUTER: OpInfo = OpInfo {
    name: "acme.outer",
    summary: "the outer product of two vectors",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::product),
    cost: |op| OpCost { flops: op.result_type(0).num_elements(), ..OpCost::default() },
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::None("expand it first, by the pass expand-outer"),
    localize: Localize::Same,
    syntax: Syntax::Format("{0}, {1} : functional"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (left, right) = (ctx.tensor(0)?, ctx.tensor(1)?);
    if left.rank() != 1 || right.rank() != 1 || left.element != right.element || !left.element.is_float() {
        return Err(format!("operands must be vectors of one float type, got {left} and {right}"));
    }
    Ok(vec![left.with_dims(&[left.dims[0], right.dims[0]]).into()])
}

/// `([i], [j])->([i, j])`: rows can be split like the first vector, columns like the second.
fn rule(op: &OpView) -> ShardingRule {
    let mut rule = ShardingRule::with_ranks(&[1, 1], &[2]);
    rule.add_factor(op.operand_type(0).dims[0], FactorKind::PassThrough, &[Some(0), None], &[Some(0)]);
    rule.add_factor(op.operand_type(1).dims[0], FactorKind::PassThrough, &[None, Some(0)], &[Some(1)]);
    rule
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let ty = ctx.view().result_type(0).clone();
    let (left, right) = (operands[0].to_f64s(), operands[1].to_f64s());
    let products = left.iter().flat_map(|x| right.iter().map(move |y| x * y));
    let bytes: Vec<u8> = products.flat_map(|z| shardwright_ir::interp::scalar::bytes_of_f64(ty.element, z)).collect();
    Ok(vec![Tensor::from_bytes(ty, &bytes)?])
}

/// `expand-outer`.
pub static EXPAND_OUTER: PassInfo = PassInfo {
    name: "expand-outer",
    summary: "rewrites acme.outer to broadcasts and a product",
    options: &[],
    build: |_| Ok(Box::new(ExpandOuter)),
};

struct ExpandOuter;

impl Pass for ExpandOuter {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let row = |name| ctx.registry.get(name).ok_or_else(|| shardwright_ir::Diagnostic::error(format!("no op {name}")));
        let (broadcast, multiply) = (row("stablehlo.broadcast_in_dim")?, row("stablehlo.multiply")?);
        let mut count = 0;
        for func in module.funcs.values_mut() {
            let outers: Vec<OpId> = func.walk().into_iter().filter(|&op| func.op(op).info == &OUTER).collect();
            for op in outers {
                let (operands, result) = (func.op(op).operands.clone(), func.result(op));
                let ty = func.ty(result).clone();
                let mut wide = Vec::new();
                for (dim, operand) in operands.into_iter().enumerate() {
                    let attrs = Attrs::new().with("broadcast_dimensions", Attr::ints(&[dim as i64]));
                    let new = func.insert_before(op, OpState { attrs, ..OpState::new(broadcast, &[operand], vec![ty.clone()]) });
                    wide.push(func.result(new));
                }
                let new = func.insert_before(op, OpState::new(multiply, &wide, vec![ty]));
                let product = func.result(new);
                func.set_sharding(product, func.sharding(result).cloned());
                func.replace_uses(result, product);
                func.erase(op);
                count += 1;
            }
        }
        ctx.count("ops expanded", count);
        Ok((count > 0).into())
    }
}

/// All built-in ops and passes, and ours.
pub fn registries() -> (Registry, PassRegistry) {
    let (mut ops, mut passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    ops.add(&OUTER);
    passes.add(&EXPAND_OUTER);
    (ops, passes)
}
