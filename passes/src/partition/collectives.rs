//! `collectives`: turns `sdy.reshard` into slices and collectives.
//!
//! After it: no `sdy.reshard` is left. Invariants: each reshard, of partial results too, becomes the steps of [`super::plan`]; where these go through the whole tensor though neither end is whole, a remark says so.

use super::attrs;
use super::factors::{DimAxes, with_dim_axes};
use super::plan::between::between;
use super::plan::{Idle, MachinePrices, Placement, Planner, Prices, Shape, Stage, Step, WireBytes};
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use indexmap::IndexMap;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::machine::{Machine, find};
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Func, Loc, Module, OpId, OpInfo, OpState, Region, Registry, Sym, Value};

/// The pass's row.
pub static COLLECTIVES: PassInfo = PassInfo {
    name: "collectives",
    summary: "turns reshards into slices and collectives",
    options: &[
        OptionSpec {
            name: "machine",
            default: "",
            summary: "price collectives on this machine (a name or a file); empty counts bytes sent",
        },
        OptionSpec {
            name: "idle",
            default: "auto",
            summary: "axes that a reshard does not mention: `share` its work where that costs less, or `leave` them alone; `auto` shares by a machine's prices, \
                      and by bytes where it takes no more collectives",
        },
    ],
    build: |options: &Options| {
        let name = options.get(&COLLECTIVES, "machine");
        let machine = if name.is_empty() { None } else { Some(find(name).map_err(|why| why.to_string())?) };
        let idle = match options.get(&COLLECTIVES, "idle") {
            "auto" => None,
            "share" => Some(Idle::Share),
            "leave" => Some(Idle::Leave),
            other => return Err(format!("idle must be auto, share or leave, got {other}")),
        };
        Ok(Box::new(Collectives { machine, idle }))
    },
};

struct Collectives {
    machine: Option<Machine>,
    /// What becomes of idle axes; `None`: what the prices say.
    idle: Option<Idle>,
}

impl Pass for Collectives {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let meshes = module.meshes.clone();
        let mut changed = false;
        let priced = self.machine.as_ref().map(|machine| MachinePrices::new(machine, meshes.values())).transpose();
        let priced = priced.map_err(|why| Diagnostics::from(Diagnostic::error(why.to_string())))?;
        let prices: &dyn Prices = priced.as_ref().map_or(&WireBytes, |priced| priced);
        let mut planner = Planner::new(prices, self.idle.unwrap_or(prices.idle()));
        for func in module.funcs.values_mut() {
            let rows = Rows::new(ctx.registry).map_err(|why| Diagnostics::from(Diagnostic::error(why)))?;
            let body = func.body();
            let mut walk = Walk {
                func,
                meshes: &meshes,
                rows,
                replaced: SecondaryMap::new(),
                planner: &mut planner,
                ops: Vec::new(),
                manual: Vec::new(),
                counts: IndexMap::new(),
                origin: None,
                made: Vec::new(),
                remarks: Vec::new(),
            };
            walk.region(body)?;
            let made = std::mem::take(&mut walk.made);
            changed |= !walk.counts.is_empty();
            ctx.diagnostics.append(&mut walk.remarks);
            walk.counts.iter().for_each(|(name, count)| ctx.count(name, *count));
            let name = func.name;
            made.into_iter().for_each(|(old, new, combines)| ctx.provenance.inherit_step(name, old, new, combines));
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

struct Walk<'a, 'p> {
    func: &'a mut Func,
    meshes: &'a IndexMap<Sym, Mesh>,
    rows: Rows,
    replaced: SecondaryMap<Value, Option<Value>>,
    planner: &'a mut Planner<'p>,
    /// The ops so far of the region that is being rewritten.
    ops: Vec<OpId>,
    /// Axes that are manual there.
    manual: Vec<Sym>,
    counts: IndexMap<&'static str, i64>,
    /// The reshard that is being replaced.
    origin: Option<OpId>,
    /// Replaced ops with the ops that stand for them, and whether those are for the combination of partial results.
    made: Vec<(OpId, OpId, bool)>,
    remarks: Vec<Diagnostic>,
}

impl Walk<'_, '_> {
    fn region(&mut self, region: Region) -> Result<(), Diagnostics> {
        let ops = self.func.region(region).ops.clone();
        let outer = std::mem::replace(&mut self.ops, Vec::with_capacity(ops.len()));
        for op in ops {
            for index in 0..self.func.op(op).operands.len() {
                if let Some(value) = self.replaced[self.func.op(op).operands[index]] {
                    self.func.set_operand(op, index, value);
                }
            }
            let outer = self.manual.len();
            if self.func.op(op).info.name == "sdy.manual_computation" {
                self.manual.extend(attrs::manual_axes(&self.func.op(op).attrs));
            }
            for region in self.func.op(op).regions.clone() {
                self.region(region)?;
            }
            self.manual.truncate(outer);
            if self.func.op(op).info.name == "sdy.reshard" {
                self.reshard(op)?;
            } else {
                self.ops.push(op);
            }
        }
        let ops = std::mem::replace(&mut self.ops, outer);
        self.func.set_region_ops(region, ops);
        Ok(())
    }

    fn reshard(&mut self, op: OpId) -> Result<(), Diagnostics> {
        self.origin = Some(op);
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
        } else if to.is_replicated() {
            self.within(operand, &from, &TensorSharding { mesh: from.mesh, ..to }, &loc)?
        } else {
            self.across(operand, &from, &to, &loc)?
        };
        self.replaced[result] = Some(value);
        Ok(())
    }

    /// Reshards within one mesh.
    fn within(&mut self, value: Value, from: &TensorSharding, to: &TensorSharding, loc: &Loc) -> Result<Value, Diagnostics> {
        let mesh = self.meshes.get(&to.mesh).ok_or_else(|| Diagnostics::from(Diagnostic::error(format!("no mesh @{}", to.mesh))))?;
        let source = Placement::new(from, mesh);
        let ty = self.func.tensor_type(value).clone();
        let shape = Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 };
        self.planner.keep_apart(&self.manual);
        let planned = self.planner.plan((to.mesh, mesh), shape, source, Placement::new(to, mesh)).map_err(|why| {
            let error = Diagnostic::error(format!("{from} cannot be resharded to {to}: {why}"));
            Diagnostics::from(error.in_loc(loc).help("only results of reductions can be unreduced"))
        })?;
        if ty.byte_size() > 0 && joins_whole(from, to, &planned.stages) {
            self.remark(from, to, loc);
        }
        Ok(self.steps(value, &planned.stages, to, from.unreduced_kind, loc))
    }

    /// Reshards from one mesh to another.
    fn across(&mut self, value: Value, from: &TensorSharding, to: &TensorSharding, loc: &Loc) -> Result<Value, Diagnostics> {
        let meshes = self.meshes;
        let mesh = |name: Sym| meshes.get(&name).ok_or_else(|| Diagnostics::from(Diagnostic::error(format!("no mesh @{name}"))));
        let (old, new) = (mesh(from.mesh)?, mesh(to.mesh)?);
        let ty = self.func.tensor_type(value).clone();
        let shape = Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 };
        // Manual axes are of one of the meshes: none of the other is known to be idle.
        let apart: Vec<Sym> = if self.manual.is_empty() { Vec::new() } else { old.axes.iter().chain(&new.axes).map(|axis| axis.name).collect() };
        self.planner.keep_apart(&apart);
        let meshes = ((from.mesh, old), (to.mesh, new));
        let Some(crossing) = between(self.planner, meshes, shape, &Placement::new(from, old), &Placement::new(to, new)) else {
            self.remark(from, to, loc);
            let whole = TensorSharding::fully_replicated(from.mesh, from.rank());
            let middle = self.within(value, from, &whole, loc)?;
            return self.within(middle, &TensorSharding { mesh: to.mesh, ..whole }, to, loc);
        };
        let kind = from.unreduced_kind;
        let value = self.steps(value, &crossing.before, from, kind, loc);
        let step = Stage { step: Step::Permute, dims: crossing.arrival.dims, partial: crossing.arrival.partial };
        let value = self.steps(value, &[step], to, kind, loc);
        Ok(self.steps(value, &crossing.after, to, kind, loc))
    }

    /// Says that nothing cheaper than the whole tensor on every device leads from one sharding to another.
    fn remark(&mut self, from: &TensorSharding, to: &TensorSharding, loc: &Loc) {
        let message = format!("resharding from {from} to {to} goes through the whole tensor");
        let remark = Diagnostic { severity: shardwright_ir::diag::Severity::Remark, ..Diagnostic::warning(message) }.in_loc(loc);
        let remark = remark.note("no cheaper sequence of collectives leads there within what the devices hold");
        self.remarks.push(remark.help("annotate both ends so that shards divide the dimensions, or on one mesh"));
    }

    /// Emits steps on the mesh of `like`.
    fn steps(&mut self, mut value: Value, stages: &[Stage], like: &TensorSharding, kind: ReduceKind, loc: &Loc) -> Value {
        let mesh = &self.meshes[&like.mesh];
        let mut combined: Vec<AxisRef> = Vec::new();
        for stage in stages {
            // What is scattered further than it is wanted and joined again is joined for the sum's sake.
            let combines = match &stage.step {
                Step::ReduceScatter(cut) => {
                    combined.extend(cut.iter().flatten());
                    true
                }
                Step::AllReduce(_) => true,
                Step::Gather(joined) => joined.iter().flatten().all(|axis| combined.iter().any(|over| over.overlaps(axis, mesh))),
                Step::Slice(_) | Step::Permute | Step::AllToAll(_) => false,
            };
            let mut target = with_dim_axes(like, &stage.dims);
            target.unreduced.clone_from(&stage.partial);
            target.unreduced_kind = if stage.partial.is_empty() { ReduceKind::Sum } else { kind };
            let rows = &self.rows;
            let lists = |name: &'static str, lists: &DimAxes| Attrs::new().with(name, Attr::AxisLists(lists.clone()));
            let (info, attrs) = match &stage.step {
                Step::Slice(cut) => (rows.all_slice, lists(attrs::SLICING_AXES, cut)),
                Step::Permute => (rows.collective_permute, Attrs::new()),
                Step::AllToAll(moves) => (rows.all_to_all, Attrs::new().with(attrs::PARAMS, attrs::moves_attr(moves))),
                Step::Gather(joined) => (rows.all_gather, lists(attrs::GATHERING_AXES, joined)),
                Step::ReduceScatter(cut) => (rows.reduce_scatter, attrs::with_kind(lists(attrs::SCATTER_AXES, cut), kind)),
                Step::AllReduce(axes) => {
                    let attrs = Attrs::new().with(attrs::REDUCTION_AXES, Attr::Axes(axes.clone()));
                    (rows.all_reduce, attrs::with_kind(attrs, kind))
                }
            };
            value = self.emit((info, combines), value, attrs, &target, loc);
        }
        value
    }

    fn emit(&mut self, (info, combines): (&'static OpInfo, bool), operand: Value, attrs: Attrs, target: &TensorSharding, loc: &Loc) -> Value {
        let ty = self.func.ty(operand).clone();
        let attrs = attrs.with(attrs::OUT_SHARDING, Attr::Sharding(Box::new(target.clone())));
        let op = self.func.create(OpState { attrs, loc: loc.clone(), ..OpState::new(info, &[operand], vec![ty]) });
        self.ops.push(op);
        self.made.extend(self.origin.map(|old| (old, op, combines)));
        *self.counts.entry(info.name).or_insert(0) += 1;
        let value = self.func.result(op);
        self.func.set_sharding(value, Some(target.clone()));
        value
    }
}

/// Whether a plan between two placements that are not whole makes the tensor whole on every device.
fn joins_whole(from: &TensorSharding, to: &TensorSharding, stages: &[Stage]) -> bool {
    let whole = |dims: &DimAxes| dims.iter().all(Vec::is_empty);
    let joins = |stage: &Stage| matches!(stage.step, Step::Gather(_)) && whole(&stage.dims);
    from.dim_axes().next().is_some() && to.dim_axes().next().is_some() && stages.iter().any(joins)
}
