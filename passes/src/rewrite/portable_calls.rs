//! `portable-calls`: calls of a platform's library become ops that every platform has.
//!
//! JAX on CPUs factorises matrices by LAPACK (`lapack_spotrf_ffi`, `lapack_dpotrf_ffi`), which other plugins lack.
//! Invariants: `potrf` returns the factor and, per matrix, 0 where it exists; we give 1 where it does not (LAPACK gives
//! the order of the first minor that is not positive, and programs only compare with 0). The triangle that `potrf` leaves
//! alone is zero instead: its contents are not part of the result. Calls that are not known here stay.

use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::{Direction, row};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, Value};

/// The row of the pass.
pub static PORTABLE_CALLS: PassInfo = PassInfo {
    name: "portable-calls",
    summary: "replaces calls of a platform's library (LAPACK's Cholesky) by StableHLO ops",
    options: &[],
    build: |_| Ok(Box::new(PortableCalls)),
};

struct PortableCalls;

impl Pass for PortableCalls {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut replaced = 0;
        for func in module.funcs.values_mut() {
            replaced += rewrite(func)?;
        }
        ctx.count("calls replaced", replaced);
        Ok((replaced > 0).into())
    }
}

fn rewrite(func: &mut Func) -> Result<i64, Diagnostic> {
    let calls: Vec<OpId> = func.walk().into_iter().filter(|&op| is_cholesky(func, op)).collect();
    let mut replacements = SecondaryMap::new();
    for &call in &calls {
        let Some(region) = func.op(call).parent else { continue };
        let order = func.region(region).ops.clone();
        func.set_region_ops(region, Vec::new());
        for op in order {
            if op != call {
                func.place_last(region, op);
                continue;
            }
            let (loc, span, results) = (func.op(op).loc.clone(), func.op(op).span, func.op(op).results.clone());
            let mut builder = Builder { func, region, loc };
            let made = cholesky(&mut builder, call).map_err(|why| Diagnostic::error(why).at(span))?;
            for (&old, &new) in results.iter().zip(&made) {
                replacements[old] = Some(new);
                let (sharding, name) = (func.sharding(old).cloned(), func.value(old).name);
                func.set_sharding(new, sharding);
                func.value_mut(new).name = name;
            }
        }
    }
    func.replace_all(&replacements);
    Ok(calls.len() as i64)
}

fn is_cholesky(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    data.info.name == "stablehlo.custom_call"
        && data.attrs.get("call_target_name").and_then(Attr::as_str).is_some_and(|name| matches!(name, "lapack_spotrf_ffi" | "lapack_dpotrf_ffi"))
        && data.operands.len() == 1
        && data.results.len() == 2
        && func.tensor_type(data.operands[0]).rank() >= 2
        && is_lower(func, op).is_some()
}

/// Whether the lower triangle is meant: `uplo` is `'L'` (76) or `'U'` (85).
fn is_lower(func: &Func, op: OpId) -> Option<bool> {
    match func.op(op).attrs.get("mhlo.backend_config")?.as_struct()?.int("uplo")? {
        76 => Some(true),
        85 => Some(false),
        _ => None,
    }
}

/// The factor, and 1 for every matrix whose factor holds a NaN.
fn cholesky(builder: &mut Builder, call: OpId) -> Result<[Value; 2], String> {
    let (x, info_type) = (builder.func.op(call).operands[0], builder.func.op(call).results[1]);
    let element = builder.ty(info_type).element;
    let lower = is_lower(builder.func, call).unwrap_or(true);
    let factor = builder.value(row("stablehlo.cholesky")?, &[x], Attrs::new().with("lower", Attr::Bool(lower)))?;
    let rank = builder.ty(factor).rank() as i64;
    let is_nan = builder.compare(Direction::Ne, factor, factor)?;
    let no = builder.scalar(ElementType::I1, 0.0)?;
    let failed = builder.reduce(is_nan, no, &[rank - 2, rank - 1], ReduceKind::Or)?;
    let info = builder.convert(failed, element)?;
    Ok([factor, info])
}
