//! `collectives`: turns `sdy.reshard` into slices and collectives.
//!
//! After it: no `sdy.reshard` is left. An all-reduce that only one reshard uses, which begins with slices along the reduced axes,
//! becomes a reduce-scatter. Invariants: each reshard becomes the steps of [`super::plan`]; a value resharded
//! between different meshes goes through the whole tensor.

use super::attrs::{self, Move};
use super::factors::{DimAxes, dim_axes, minus, with_dim_axes};
use super::plan::{Shape, Stage, Step, nests, plan, scatter_part};
use crate::manager::{Changed, Options, Pass, PassCtx, PassInfo};
use indexmap::IndexMap;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Func, Loc, Module, OpId, OpInfo, OpState, Region, Registry, Sym, Value};
use std::collections::HashMap;

/// The pass's row.
pub static COLLECTIVES: PassInfo = PassInfo {
    name: "collectives",
    summary: "turns reshards into slices and collectives",
    options: &[],
    build: |_: &Options| Ok(Box::new(Collectives)),
};

struct Collectives;

impl Pass for Collectives {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let meshes = module.meshes.clone();
        let mut changed = false;
        for func in module.funcs.values_mut() {
            let mut uses = SecondaryMap::<Value, u32>::new();
            for op in func.walk() {
                func.op(op).operands.iter().for_each(|&value| uses[value] += 1);
            }
            let rows = Rows::new(ctx.registry).map_err(|why| Diagnostics::from(Diagnostic::error(why)))?;
            let body = func.body();
            let mut walk = Walk {
                func,
                meshes: &meshes,
                rows,
                uses,
                replaced: SecondaryMap::new(),
                dead: SecondaryMap::new(),
                plans: HashMap::new(),
                here: body,
                ops: Vec::new(),
                counts: IndexMap::new(),
            };
            walk.region(body)?;
            changed |= !walk.counts.is_empty();
            walk.counts.iter().for_each(|(name, count)| ctx.count(name, *count));
        }
        Ok(changed.into())
    }
}

struct Rows {
    all_gather: &'static OpInfo,
    all_slice: &'static OpInfo,
    all_to_all: &'static OpInfo,
    collective_permute: &'static OpInfo,
    all_reduce: &'static OpInfo,
    reduce_scatter: &'static OpInfo,
}

impl Rows {
    fn new(registry: &Registry) -> Result<Rows, String> {
        let find = |name: &str| registry.get(name).ok_or_else(|| format!("op {name} is not registered"));
        Ok(Rows {
            all_gather: find("sdy.all_gather")?,
            all_slice: find("sdy.all_slice")?,
            all_to_all: find("sdy.all_to_all")?,
            collective_permute: find("sdy.collective_permute")?,
            all_reduce: find("sdy.all_reduce")?,
            reduce_scatter: find("sdy.reduce_scatter")?,
        })
    }
}

type PlanKey = (Sym, Vec<i64>, usize, DimAxes, DimAxes, Vec<AxisRef>);

struct Walk<'a> {
    func: &'a mut Func,
    meshes: &'a IndexMap<Sym, Mesh>,
    rows: Rows,
    uses: SecondaryMap<Value, u32>,
    replaced: SecondaryMap<Value, Option<Value>>,
    /// All-reduces that became reduce-scatters.
    dead: SecondaryMap<OpId, bool>,
    plans: HashMap<PlanKey, Vec<Stage>>,
    /// The region that is being rewritten.
    here: Region,
    /// Its ops so far.
    ops: Vec<OpId>,
    counts: IndexMap<&'static str, i64>,
}

impl Walk<'_> {
    fn region(&mut self, region: Region) -> Result<(), Diagnostics> {
        let ops = self.func.region(region).ops.clone();
        let outer = std::mem::replace(&mut self.ops, Vec::with_capacity(ops.len()));
        let around = std::mem::replace(&mut self.here, region);
        for op in ops {
            for index in 0..self.func.op(op).operands.len() {
                if let Some(value) = self.replaced[self.func.op(op).operands[index]] {
                    self.func.set_operand(op, index, value);
                }
            }
            for region in self.func.op(op).regions.clone() {
                self.region(region)?;
            }
            if self.func.op(op).info.name == "sdy.reshard" {
                self.reshard(op)?;
            } else {
                self.ops.push(op);
            }
        }
        self.here = around;
        let mut ops = std::mem::replace(&mut self.ops, outer);
        ops.retain(|&op| !self.dead[op]);
        self.func.set_region_ops(region, ops);
        Ok(())
    }

    fn reshard(&mut self, op: OpId) -> Result<(), Diagnostics> {
        let data = self.func.op(op);
        let (operand, result, loc) = (data.operands[0], data.results[0], data.loc.clone());
        let missing = || Diagnostics::from(Diagnostic::error("sdy.reshard needs shardings on its operand and result").help("run `reshard` first"));
        let from = self.func.sharding(operand).cloned().ok_or_else(missing)?;
        let to = match attrs::sharding_of(&data.attrs, attrs::SHARDING) {
            Some(sharding) => sharding,
            None => self.func.sharding(result).cloned().ok_or_else(missing)?,
        };
        let value = if from.mesh == to.mesh || from.is_replicated() {
            self.within(operand, &TensorSharding { mesh: to.mesh, ..from }, &to, &loc)?
        } else {
            let whole = TensorSharding::fully_replicated(from.mesh, from.rank());
            let middle = self.within(operand, &from, &whole, &loc)?;
            self.within(middle, &TensorSharding { mesh: to.mesh, ..whole }, &to, &loc)?
        };
        self.uses[value] += self.uses[result];
        self.replaced[result] = Some(value);
        Ok(())
    }

    /// Reshards within one mesh.
    fn within(&mut self, value: Value, from: &TensorSharding, to: &TensorSharding, loc: &Loc) -> Result<Value, Diagnostics> {
        let mesh = self.meshes.get(&to.mesh).ok_or_else(|| Diagnostics::from(Diagnostic::error(format!("no mesh @{}", to.mesh))))?;
        let pending = self.pending_reduction(value);
        let reduce = pending.as_ref().map_or(&[][..], |(_, axes, _)| axes);
        let ty = self.func.tensor_type(value).clone();
        let key = (to.mesh, ty.dims.to_vec(), ty.element.byte_size(), dim_axes(from, mesh), dim_axes(to, mesh), reduce.to_vec());
        let stages = match self.plans.get(&key) {
            Some(stages) => stages.clone(),
            None => {
                let stages = plan(mesh, Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 }, &key.3, &key.4, reduce);
                self.plans.insert(key, stages.clone());
                stages
            }
        };
        let mut value = value;
        for (index, stage) in stages.iter().enumerate() {
            let target = with_dim_axes(to, &stage.dims);
            value = match (&stage.step, &pending) {
                (Step::Slice(cut), Some(pending)) if index == 0 => self.slice_reduced(value, cut, &target, pending, mesh, loc),
                (Step::Slice(cut), _) => self.emit(self.rows.all_slice, value, Attrs::new().with(attrs::SLICING_AXES, Attr::AxisLists(cut.clone())), &target, loc),
                (Step::Permute, _) => self.emit(self.rows.collective_permute, value, Attrs::new(), &target, loc),
                (Step::AllToAll(one), _) => {
                    let moves: &[Move] = std::slice::from_ref(one);
                    self.emit(self.rows.all_to_all, value, Attrs::new().with(attrs::PARAMS, attrs::moves_attr(moves)), &target, loc)
                }
                (Step::Gather(joined), _) => {
                    self.emit(self.rows.all_gather, value, Attrs::new().with(attrs::GATHERING_AXES, Attr::AxisLists(joined.clone())), &target, loc)
                }
            };
        }
        Ok(value)
    }

    /// The all-reduce that made a value which nothing else uses.
    fn pending_reduction(&self, value: Value) -> Option<(OpId, Vec<AxisRef>, ReduceKind)> {
        let op = self.func.defining_op(value)?;
        let data = self.func.op(op);
        if data.info.name != "sdy.all_reduce" || self.uses[value] != 1 || data.parent != Some(self.here) {
            return None;
        }
        Some((op, attrs::axes_of(&data.attrs, attrs::REDUCTION_AXES).ok()?, attrs::kind_of(&data.attrs).ok()?))
    }

    /// A slice of an all-reduced value that nothing else uses: what is sliced over reduced axes is reduced and scattered at once.
    fn slice_reduced(
        &mut self,
        value: Value,
        cut: &DimAxes,
        target: &TensorSharding,
        (op, reduce, kind): &(OpId, Vec<AxisRef>, ReduceKind),
        mesh: &Mesh,
        loc: &Loc,
    ) -> Value {
        let before = dim_axes_of(self.func, value, mesh);
        let sizes = self.func.tensor_type(value).dims.clone();
        // Slicing in two steps is only right where the blocks of the first are unions of those of the second.
        let part = |(dim, axes): (usize, &Vec<AxisRef>)| {
            let part = scatter_part(axes, reduce, mesh);
            let (first, all) = (mesh.shards(&part), mesh.shards(axes));
            let after = mesh.shards(&before[dim]).saturating_mul(first);
            if first == all || nests(sizes[dim], after, all / first) { part } else { Vec::new() }
        };
        let scattered: DimAxes = cut.iter().enumerate().map(part).collect();
        let flat: Vec<AxisRef> = scattered.iter().flatten().copied().collect();
        let Some(rest) = minus(reduce, &flat, mesh).filter(|_| !flat.is_empty()) else {
            return self.emit(self.rows.all_slice, value, Attrs::new().with(attrs::SLICING_AXES, Attr::AxisLists(cut.clone())), target, loc);
        };
        let partial = self.func.op(*op).operands[0];
        let reduce_loc = self.func.op(*op).loc.clone();
        self.dead[*op] = true;
        let join = |left: &DimAxes, right: &DimAxes| -> DimAxes {
            left.iter()
                .zip(right)
                .map(|(left, right)| {
                    let mut axes = left.clone();
                    right.iter().for_each(|axis| push_merged(&mut axes, *axis, mesh));
                    axes
                })
                .collect()
        };
        let after = join(&before, &scattered);
        let middle = with_dim_axes(target, &after);
        let attrs = Attrs::new().with(attrs::SCATTER_AXES, Attr::AxisLists(scattered.clone()));
        let mut result = self.emit(self.rows.reduce_scatter, partial, attrs::with_kind(attrs, *kind), &middle, &reduce_loc);
        if !rest.is_empty() {
            let attrs = Attrs::new().with(attrs::REDUCTION_AXES, Attr::Axes(rest));
            result = self.emit(self.rows.all_reduce, result, attrs::with_kind(attrs, *kind), &middle, &reduce_loc);
        }
        let left: DimAxes = cut.iter().zip(&scattered).map(|(cut, done)| minus(cut, done, mesh).unwrap_or_default()).collect();
        if left.iter().any(|axes| !axes.is_empty()) {
            result = self.emit(self.rows.all_slice, result, Attrs::new().with(attrs::SLICING_AXES, Attr::AxisLists(left)), target, loc);
        }
        result
    }

    fn emit(&mut self, info: &'static OpInfo, operand: Value, attrs: Attrs, target: &TensorSharding, loc: &Loc) -> Value {
        let ty = self.func.ty(operand).clone();
        let attrs = attrs.with(attrs::OUT_SHARDING, Attr::Sharding(Box::new(target.clone())));
        let op = self.func.create(OpState { attrs, loc: loc.clone(), ..OpState::new(info, &[operand], vec![ty]) });
        self.ops.push(op);
        *self.counts.entry(info.name).or_insert(0) += 1;
        let value = self.func.result(op);
        self.func.set_sharding(value, Some(target.clone()));
        value
    }
}

fn dim_axes_of(func: &Func, value: Value, mesh: &Mesh) -> DimAxes {
    func.sharding(value).map(|sharding| dim_axes(sharding, mesh)).unwrap_or_default()
}
