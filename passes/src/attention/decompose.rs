//! `decompose-nn`: ops of dialect `nn` become StableHLO, which engines run.
//!
//! Invariants: results keep their names and shardings; afterwards no `nn` op is left.

use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use crate::stage::cut::STAGE;
use shardwright_dialects::nn::{attention, attention_grad, experts};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Builder, Diagnostic, Diagnostics, Func, Module, OpId, Region, Value};

/// The pass's row.
pub static DECOMPOSE_NN: PassInfo = PassInfo {
    name: "decompose-nn",
    summary: "writes attention, its gradient and experts as StableHLO, for engines that know no `nn` ops",
    options: &[],
    build: |_| Ok(Box::new(DecomposeNn)),
};

struct DecomposeNn;

impl Pass for DecomposeNn {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut count = 0;
        for func in module.funcs.values_mut() {
            let is_nn = |func: &Func, op: OpId| func.op(op).info.dialect() == "nn";
            count += replace(func, is_nn, &mut |builder, op| {
                let data = builder.func.op(op);
                let (info, attrs, operands) = (data.info, data.attrs.clone(), data.operands.clone());
                match info.name {
                    "nn.attention" => attention::decompose(builder, &attrs, &operands).map(Some),
                    "nn.attention_grad" => attention_grad::decompose(builder, &attrs, &operands).map(Some),
                    "nn.experts" => experts::decompose(builder, &operands, None).map(|value| Some(vec![value])),
                    other => Err(format!("{other} has no decomposition")),
                }
            })?;
        }
        ctx.count("ops taken apart", count);
        Ok((count > 0).into())
    }
}

/// What stands in an op's place: makes it before the op and returns values for the op's results; `None` leaves the op.
pub(crate) type Maker<'a> = &'a mut dyn FnMut(&mut Builder<'_>, OpId) -> Result<Option<Vec<Value>>, String>;

/// Replaces the ops that `wanted` picks. Names and shardings go to the values that take their results' places. Returns how many were replaced. Time is linear in the ops.
pub(crate) fn replace(func: &mut Func, wanted: impl Fn(&Func, OpId) -> bool, make: Maker) -> Result<i64, Diagnostic> {
    let mut picked = SecondaryMap::<OpId, bool>::new();
    let mut regions: Vec<Region> = Vec::new();
    for op in func.walk() {
        if let Some(region) = func.op(op).parent.filter(|_| wanted(func, op)) {
            picked[op] = true;
            if regions.last() != Some(&region) && !regions.contains(&region) {
                regions.push(region);
            }
        }
    }
    let mut replacements = SecondaryMap::new();
    let mut count = 0;
    for region in regions {
        let order = func.region(region).ops.clone();
        func.set_region_ops(region, Vec::with_capacity(order.len()));
        for op in order {
            if !picked[op] {
                func.place_last(region, op);
                continue;
            }
            let at = func.region(region).ops.len();
            let (loc, span, results) = (func.op(op).loc.clone(), func.op(op).span, func.op(op).results.clone());
            let name = func.op(op).info.name;
            let mut builder = Builder { func, region, loc: loc.clone() };
            let made = make(&mut builder, op).map_err(|why| Diagnostic::error(format!("{name}: {why}")).at(span).in_loc(&loc))?;
            // What takes its place lies in its pipeline stage.
            if let Some(stage) = func.op(op).attrs.get(STAGE).cloned() {
                let made = func.region(region).ops[at..].to_vec();
                for new in made {
                    func.op_mut(new).attrs.set(STAGE, stage.clone());
                }
            }
            let Some(made) = made else {
                func.place_last(region, op);
                continue;
            };
            count += 1;
            for (&old, &new) in results.iter().zip(&made) {
                replacements[old] = Some(new);
                let (sharding, name) = (func.sharding(old).cloned(), func.value(old).name);
                if func.sharding(new).is_none() {
                    func.set_sharding(new, sharding);
                }
                if func.value(new).name.is_none() {
                    func.value_mut(new).name = name;
                }
            }
        }
    }
    func.replace_all(&replacements);
    Ok(count)
}
