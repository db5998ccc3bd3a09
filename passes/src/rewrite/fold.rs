//! `fold`: evaluates ops on constants, by the ops' own evaluation.
//!
//! Invariants: a folded result has the bits that evaluation gives; nothing grows: a result is at most
//! `max-bytes` large, or a splat, and a splat is never spread out to compute it. Ops with effects, regions or
//! without operands (`iota`) stay, and so does an op whose evaluation fails: the engine will say why.

use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::types::TensorType;
use shardwright_ir::{Attr, Attrs, Diagnostics, Func, Literal, Module, OpId, OpInfo, OpState, Sym, Type, Value};

/// The row of the pass.
pub static FOLD: PassInfo = PassInfo {
    name: "fold",
    summary: "evaluates ops on constants where the result is small or a splat",
    options: &[OptionSpec { name: "max-bytes", default: "4096", summary: "largest result to evaluate, in bytes; splats have no limit" }],
    build: |options| Ok(Box::new(Fold { max_bytes: max_bytes(options)? })),
};

/// Operands together may be this many times larger than the largest result.
const OPERAND_FACTOR: i64 = 16;

struct Fold {
    max_bytes: i64,
}

/// What the pass needs to make constants and scratch functions.
struct Rows {
    constant: &'static OpInfo,
    ret: &'static OpInfo,
}

impl Pass for Fold {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let (Some(constant), Some(ret)) = (ctx.registry.get("stablehlo.constant"), ctx.registry.get("func.return")) else {
            return Ok(Changed::No);
        };
        let rows = Rows { constant, ret };
        let mut folded = 0;
        for func in module.funcs.values_mut() {
            folded += self.fold_function(func, &rows);
        }
        ctx.count("ops folded", folded as i64);
        Ok((folded > 0).into())
    }
}

impl Fold {
    fn fold_function(&self, func: &mut Func, rows: &Rows) -> usize {
        let mut replaced = SecondaryMap::<Value, Option<Value>>::new();
        let mut folded = 0;
        // Operands are looked up through `replaced`, so one walk in program order folds whole chains.
        for op in func.walk() {
            for index in 0..func.op(op).operands.len() {
                if let Some(value) = replaced[func.op(op).operands[index]] {
                    func.set_operand(op, index, value);
                }
            }
            let Some(literals) = self.fold_op(func, op, rows) else { continue };
            for (index, literal) in literals.into_iter().enumerate() {
                let old = func.op(op).results[index];
                let state = OpState {
                    attrs: Attrs::new().with("value", Attr::Dense(literal)),
                    loc: func.op(op).loc.clone(),
                    span: func.op(op).span,
                    ..OpState::new(rows.constant, &[], vec![func.ty(old).clone()])
                };
                let new = func.create(state);
                let new = func.result(new);
                func.set_sharding(new, func.sharding(old).cloned());
                func.value_mut(new).name = func.value(old).name;
                replaced[old] = Some(new);
            }
            folded += 1;
        }
        if folded > 0 {
            place(func, &replaced);
        }
        folded
    }

    /// The results of an op whose operands are all constant, where they are worth having.
    fn fold_op(&self, func: &Func, op: OpId, rows: &Rows) -> Option<Vec<Literal>> {
        let data = func.op(op);
        let traits = data.info.traits;
        if data.operands.is_empty() || !data.regions.is_empty() || traits.effects || traits.collective || traits.terminator {
            return None;
        }
        if data.info.dialect() == "sdy" || data.info.name == "func.call" {
            return None;
        }
        let operands: Vec<&Literal> = data.operands.iter().map(|&value| func.constant_of(value)).collect::<Option<_>>()?;
        if let Some(moved) = moved_splat(func, op, &operands) {
            return Some(vec![moved]);
        }
        let splats: Option<Vec<&[u8]>> = operands.iter().map(|literal| literal.as_splat()).collect();
        if let (true, Some(splats)) = (traits.elementwise, splats) {
            return evaluate_elementwise(func, op, &operands, &splats, rows);
        }
        let results = data.results.iter().map(|&result| func.ty(result).as_tensor().map(TensorType::byte_size));
        let results = results.collect::<Option<Vec<_>>>()?;
        let read = operands.iter().fold(0i64, |sum, literal| sum.saturating_add(literal.ty.byte_size()));
        if results.iter().any(|&bytes| bytes > self.max_bytes) || read > self.max_bytes.saturating_mul(OPERAND_FACTOR) {
            return None;
        }
        let tensors = operands.iter().map(|literal| Tensor::from_literal(literal).ok()).collect::<Option<Vec<_>>>()?;
        let types = data.results.iter().map(|&result| func.ty(result).clone()).collect();
        evaluate(func, op, tensors, types, rows)
    }
}

fn max_bytes(options: &Options) -> Result<i64, String> {
    let text = options.get(&FOLD, "max-bytes");
    match text.parse::<i64>() {
        Ok(bytes) if bytes >= 0 => Ok(bytes),
        _ => Err(format!("option `max-bytes` of `fold` must be a number of bytes, got `{text}`")),
    }
}

/// A splat that an op only moves about or repeats: the same splat in the result's shape.
fn moved_splat(func: &Func, op: OpId, operands: &[&Literal]) -> Option<Literal> {
    let data = func.op(op);
    let first = operands[0].as_splat()?;
    let moves = match data.info.name {
        "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.slice" | "stablehlo.reverse"
        | "stablehlo.dynamic_slice" => true,
        "stablehlo.pad" | "stablehlo.concatenate" => operands.iter().all(|other| other.as_splat() == Some(first)),
        _ => false,
    };
    let ty = func.ty(*data.results.first()?).as_tensor()?;
    moves.then(|| Literal::splat(ty.clone(), first))
}

/// An elementwise op on splats: evaluated on one element, which is then every element.
fn evaluate_elementwise(func: &Func, op: OpId, operands: &[&Literal], splats: &[&[u8]], rows: &Rows) -> Option<Vec<Literal>> {
    let one = |literal: &Literal, bytes: &[u8]| Tensor::from_bytes(TensorType::scalar(literal.ty.element), bytes).ok();
    let scalars = operands.iter().zip(splats).map(|(literal, bytes)| one(literal, bytes)).collect::<Option<Vec<_>>>()?;
    let full = func.op(op).results.iter().map(|&result| func.ty(result).as_tensor()).collect::<Option<Vec<_>>>()?;
    let types = full.iter().map(|ty| TensorType::scalar(ty.element).into()).collect();
    let results = evaluate(func, op, scalars, types, rows)?;
    let spread = results.iter().zip(full).map(|(literal, ty)| Some(Literal::splat(ty.clone(), literal.as_splat()?)));
    spread.collect()
}

/// Evaluates one op by itself, in a function made for it.
fn evaluate(func: &Func, op: OpId, operands: Vec<Tensor>, results: Vec<Type>, rows: &Rows) -> Option<Vec<Literal>> {
    let mut scratch = Func::new(Sym::new("main"));
    let args: Vec<Value> = operands.iter().map(|tensor| scratch.add_arg(tensor.ty.clone())).collect();
    let body = scratch.body();
    let state = OpState { attrs: func.op(op).attrs.clone(), ..OpState::new(func.op(op).info, &args, results.clone()) };
    let copy = scratch.append(body, state);
    let values = scratch.op(copy).results.clone();
    scratch.append(body, OpState::new(rows.ret, &values, Vec::new()));
    scratch.set_results(results.clone());
    let module = Module::default();
    let tensors = Interpreter::new(&module).run(&scratch, &operands).ok()?;
    let right = tensors.iter().zip(&results).all(|(tensor, ty)| ty.as_tensor() == Some(&tensor.ty));
    (right && tensors.len() == results.len()).then(|| tensors.iter().map(Tensor::to_literal).collect())
}

/// Puts each new constant where the op stood whose result it is.
fn place(func: &mut Func, replaced: &SecondaryMap<Value, Option<Value>>) {
    for region in func.region_ids() {
        let mut order = Vec::new();
        let mut touched = false;
        for &op in &func.region(region).ops {
            let constants: Vec<OpId> =
                func.op(op).results.iter().filter_map(|&result| func.defining_op(replaced[result]?)).collect();
            touched |= !constants.is_empty();
            if constants.is_empty() { order.push(op) } else { order.extend(constants) }
        }
        if touched {
            func.set_region_ops(region, order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_must_be_a_number() {
        let mut options = Options::default();
        options.0.insert("max-bytes".into(), "lots".into());
        assert_eq!(max_bytes(&options).unwrap_err(), "option `max-bytes` of `fold` must be a number of bytes, got `lots`");
    }
}
