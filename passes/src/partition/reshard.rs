//! `reshard`: makes every op's tensors agree, by explicit reshards.
//!
//! After it: every value has a closed sharding; the tensors of an op with a rule are sharded on the same axes along each factor;
//! partial results are unreduced in their sharding until a reshard combines them, once, where [`partial`] found that cheapest;
//! values that flow through regions keep one sharding; results of functions are as declared. One value is resharded to one target
//! once, in the region that defines it, so never once an iteration.
//! Invariants: only `sdy.reshard` (from a value that is partial over more than its result: a combination too) and
//! `sdy.replicated_to_unreduced` (for what must count once in a sum of parts) are added; the meaning of the program stays.

mod decide;
mod early;
mod partial;
mod tell;
mod values;

use super::attrs;
use crate::analysis::rules::RuleTable;
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
pub use decide::Contest;
use decide::{Conflicts, Decision, Decisions, Shared, carried_by, in_mesh_order, restates};
use indexmap::IndexMap;
use partial::{Partials, place_reductions};
use tell::{Telling, Ways, hand_over};
use shardwright_dialects::local;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::partial::PartialFlow;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Func, Literal, Loc, Module, OpId, OpInfo, OpState, Region, Sym, TensorType, Value};
use std::rc::Rc;

/// The pass's row.
pub static RESHARD: PassInfo = PassInfo {
    name: "reshard",
    summary: "inserts explicit reshards until every op's tensors agree, partial results combined where it is cheapest",
    options: &[
        OptionSpec {
            name: "uneven",
            default: "pad",
            summary: "dimensions that their shards do not divide: `pad` them, or `refuse` them with an error",
        },
        OptionSpec {
            name: "sums",
            default: "defer",
            summary: "partial results: `defer` their combination to where it is cheapest, or combine them at `once`, in the program's own order",
        },
        OptionSpec {
            name: "unknown",
            default: "refuse",
            summary: "ops of unknown meaning with sharded tensors: `refuse` them, or `replicate` them and warn how many bytes that moves",
        },
        OptionSpec {
            name: "conflicts",
            default: "cost",
            summary: "an op that its tensors pull different ways: the way of least `cost`, or the larger tensors' (`size`), as in Shardy",
        },
    ],
    build,
};

fn build(options: &Options) -> Result<Box<dyn Pass>, String> {
    let refuse_uneven = match options.get(&RESHARD, "uneven") {
        "pad" => false,
        "refuse" => true,
        other => return Err(format!("option `uneven` of `reshard` must be pad or refuse, got `{other}`")),
    };
    let defer = match options.get(&RESHARD, "sums") {
        "defer" => true,
        "once" => false,
        other => return Err(format!("option `sums` of `reshard` must be defer or once, got `{other}`")),
    };
    let conflicts = match options.get(&RESHARD, "conflicts") {
        "cost" => Conflicts::Cost,
        "size" => Conflicts::Size,
        other => return Err(format!("option `conflicts` of `reshard` must be cost or size, got `{other}`")),
    };
    let replicate_unknown = match options.get(&RESHARD, "unknown") {
        "refuse" => false,
        "replicate" => true,
        other => return Err(format!("option `unknown` of `reshard` must be refuse or replicate, got `{other}`")),
    };
    Ok(Box::new(Reshard { refuse_uneven, defer, conflicts, replicate_unknown }))
}

struct Reshard {
    refuse_uneven: bool,
    defer: bool,
    conflicts: Conflicts,
    replicate_unknown: bool,
}

impl Pass for Reshard {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let Some((main_mesh, _)) = module.main_mesh() else { return Ok(Changed::No) };
        let meshes = module.meshes.clone();
        if let Some((name, _)) = meshes.iter().find(|(_, mesh)| mesh.is_maximal()) {
            return Err(Diagnostic::error(format!("mesh @{name} is one device: a value on one device of many cannot be partitioned"))
                .help("shard or replicate the value on the mesh of all devices")
                .into());
        }
        for func in module.funcs.values_mut() {
            let (mut decisions, results) = Decisions::new(func, RuleTable::new(func), &meshes, main_mesh, self.conflicts)?;
            let unknown = decisions.unknown.iter().map(|&(op, bytes)| self.unknown(func, op, bytes)).collect::<Vec<_>>();
            if !self.replicate_unknown && !unknown.is_empty() {
                return Err(Diagnostics(unknown));
            }
            ctx.diagnostics.extend(unknown);
            let partials = self.look_again(func, &meshes, &mut decisions);
            let kept = early::kept_whole(func);
            let ways = Ways::new(std::mem::take(&mut decisions.ways));
            let mut walk = Walk {
                rows: Rows::new(ctx).map_err(|why| Diagnostics::from(Diagnostic::error(why)))?,
                func,
                meshes: &meshes,
                decisions,
                partials,
                refuse_uneven: self.refuse_uneven,
                frames: Vec::new(),
                forms: SecondaryMap::new(),
                telling: Telling::new(ways),
                reshards: 0,
            };
            walk.function(&results)?;
            let reshards = walk.reshards;
            let told = walk.telling.told;
            early::scatter(func, &meshes, &kept);
            hand_over(told, func.name, &mut ctx.provenance);
            ctx.count("reshards", reshards);
        }
        Ok(Changed::Yes)
    }
}

impl Reshard {
    /// Lets regions of ops do better together than one by one, where that costs no more with all partial results combined; and decides
    /// where these are.
    fn look_again(&self, func: &Func, meshes: &IndexMap<Sym, Mesh>, decisions: &mut Decisions) -> Partials {
        let place = |decisions: &Decisions| place_reductions(func, meshes, decisions, self.defer);
        let before = decisions.sent(func);
        let changes = decisions.look_again(func);
        if changes.is_empty() {
            return place(decisions);
        }
        let after = decisions.sent(func);
        let partials = place(decisions);
        let new = decisions.exchange(changes);
        let old = place(decisions);
        let total = |sent: i64, partials: &Partials| i64::try_from(partials.cost).unwrap_or(i64::MAX).saturating_add(sent);
        if total(after, &partials) <= total(before, &old) {
            decisions.exchange(new);
            partials
        } else {
            old
        }
    }

    /// What is said of an op whose tensors are sharded while nothing says how they may be.
    fn unknown(&self, func: &Func, op: OpId, bytes: i64) -> Diagnostic {
        let data = func.op(op);
        let target = data.attrs.get("call_target_name").and_then(Attr::as_str).map_or_else(|| data.info.name.to_owned(), |target| format!("custom call \"{target}\""));
        let found = if self.replicate_unknown {
            Diagnostic::warning(format!("{target} is replicated: every device does all of it, and sends {bytes} bytes to gather its operands"))
        } else {
            Diagnostic::error(format!("how {target} may be sharded is not known: replicating it would send {bytes} bytes from each device"))
        };
        found
            .at(data.span)
            .in_loc(&data.loc)
            .help("give it a rule (`--op-rules FILE`, or the attribute `sdy.sharding_rule`), replicate its tensors, or choose `--unknown replicate`")
    }
}

/// What partitioning a function as it is annotated would cost.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Bytes that one device sends.
    pub bytes: i64,
    /// The work of one device as the bytes that it could send meanwhile.
    pub work: i64,
    /// Where ops' tensors want an axis in different places.
    pub contests: Vec<Contest>,
}

impl Estimate {
    /// Both together.
    pub fn cost(&self) -> i64 {
        self.bytes.saturating_add(self.work)
    }
}

/// Estimates the cost of partitioning `func`, whose rules are `rules`, without doing it.
///
/// # Errors
/// What `reshard` would refuse.
pub fn estimate(func: &Func, rules: RuleTable, meshes: &IndexMap<Sym, Mesh>, main_mesh: Sym) -> Result<Estimate, Diagnostics> {
    let (decisions, _) = Decisions::new(func, rules, meshes, main_mesh, Conflicts::Cost)?;
    let partials = place_reductions(func, meshes, &decisions, true);
    let bytes = decisions.bytes.saturating_add(i64::try_from(partials.cost).unwrap_or(i64::MAX));
    Ok(Estimate { bytes, work: decisions.work, contests: decisions.contests })
}

struct Rows {
    reshard: &'static OpInfo,
    to_unreduced: &'static OpInfo,
}

impl Rows {
    fn new(ctx: &PassCtx) -> Result<Rows, String> {
        let find = |name: &str| ctx.registry.get(name).ok_or_else(|| format!("op {name} is not registered"));
        Ok(Rows { reshard: find("sdy.reshard")?, to_unreduced: find("sdy.replicated_to_unreduced")? })
    }
}

/// The values that hold one tensor, each in a sharding of its own.
#[derive(Clone)]
struct Forms {
    /// The frame whose region defines them.
    frame: usize,
    /// Values with their shardings; the first is the one that the program computes.
    list: Vec<(Value, Shared)>,
}

/// A region that is being rewritten.
struct Frame {
    ops: Vec<OpId>,
    /// Axes that are manual here.
    manual: Vec<Sym>,
}

struct Walk<'a> {
    func: &'a mut Func,
    meshes: &'a IndexMap<Sym, Mesh>,
    rows: Rows,
    decisions: Decisions<'a>,
    partials: Partials,
    refuse_uneven: bool,
    frames: Vec<Frame>,
    forms: SecondaryMap<Value, Option<Forms>>,
    telling: Telling,
    reshards: i64,
}

type Done = Result<(), Diagnostics>;

impl Walk<'_> {
    fn function(&mut self, results: &[Shared]) -> Done {
        for (index, sharding) in results.iter().enumerate() {
            if let Some(ty) = self.func.result_types[index].as_tensor() {
                self.check_even(&format!("result {index} of @{}", self.func.name), ty, sharding, (self.func.span, None))?;
            }
        }
        self.func.result_shardings = results.iter().map(|sharding| Some((**sharding).clone())).collect();
        self.region(self.func.body(), Vec::new())
    }

    /// Rewrites a region in which these axes are manual.
    fn region(&mut self, region: Region, manual: Vec<Sym>) -> Done {
        let data = self.func.region(region).clone();
        self.frames.push(Frame { ops: Vec::with_capacity(data.ops.len()), manual });
        for &arg in &data.args {
            let declared = self.decisions.declared(self.func, arg);
            let sharding = self.with_partial(declared, arg);
            self.define(arg, sharding)?;
        }
        for &op in &data.ops {
            self.op(op)?;
        }
        if let Some(frame) = self.frames.pop() {
            self.func.set_region_ops(region, frame.ops);
        }
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Done {
        let name = self.func.op(op).info.name;
        let Some(decision) = self.decisions.of(op).cloned() else { return Err(fault(self.func, op, "nothing was decided for it").into()) };
        if name == "sdy.sharding_group" {
            return Ok(());
        }
        self.operands_as(op, &decision)?;
        if restates(name) {
            // The result is the operand, as it now lies.
            let (value, result) = (self.func.op(op).operands[0], self.func.op(op).results[0]);
            let sharding = self.func.sharding(value).cloned().map_or_else(|| decision.results[0].clone(), Rc::new);
            let frame = self.frame_of(value);
            self.forms[result] = Some(Forms { frame, list: vec![(value, sharding)] });
            return Ok(());
        }
        let mut manual = self.manual();
        if name == "sdy.manual_computation" {
            manual.extend(attrs::manual_axes(&self.func.op(op).attrs));
            let plain = |list: &[Shared]| Attr::Shardings(list.iter().map(|one| (**one).clone()).collect());
            let data = self.func.op_mut(op);
            data.attrs.set("in_shardings", plain(&decision.operands));
            data.attrs.set("out_shardings", plain(&decision.results));
        }
        for region in self.func.op(op).regions.clone() {
            // Regions of scalars (what a reduction does with two elements) have no decisions of their own.
            if self.func.region(region).ops.first().is_some_and(|&inner| self.decisions.of(inner).is_some()) {
                self.region(region, manual.clone())?;
            }
        }
        self.push(op);
        for (index, sharding) in decision.results.iter().enumerate() {
            let result = self.func.op(op).results[index];
            let sharding = self.with_partial(sharding.clone(), result);
            self.define(result, sharding)?;
        }
        Ok(())
    }

    /// The axes over which a value comes out partial, what its op reduces over included, and the combination that it awaits.
    fn partial_over(&self, value: Value) -> (Vec<AxisRef>, ReduceKind) {
        let mut axes = self.partials.of_value(value);
        match self.func.defining_op(value).and_then(|op| self.decisions.of(op)).filter(|decision| !decision.reduce.is_empty()) {
            Some(decision) => {
                let more: Vec<AxisRef> = decision.reduce.iter().filter(|axis| !axes.contains(axis)).copied().collect();
                axes.extend(more);
                (axes, decision.kind)
            }
            None => (axes, self.partials.kind(value)),
        }
    }

    /// `sharding` of a value, unreduced over what it comes out partial over.
    fn with_partial(&self, sharding: Shared, value: Value) -> Shared {
        let (axes, kind) = self.partial_over(value);
        if axes.is_empty() { sharding } else { unreduced_over(&sharding, axes, kind, &self.meshes[&sharding.mesh]) }
    }

    /// Brings the operands of an op to where they are wanted, whole or partial.
    fn operands_as(&mut self, op: OpId, decision: &Decision) -> Done {
        let loc = self.func.op(op).loc.clone();
        for (index, target) in decision.operands.iter().enumerate() {
            let operand = self.func.op(op).operands[index];
            self.telling.at = Some((op, index, operand));
            let taken = self.partials.of_use(op, index);
            let mut wanted = target.clone();
            if !taken.is_empty() {
                wanted = unreduced_over(target, taken.clone(), self.partials.kind(operand), &self.meshes[&target.mesh]);
            }
            let mut value = self.want(operand, &wanted, &loc)?;
            let (once, kind) = self.counted_once(op, index, decision, &taken);
            if !once.is_empty() {
                value = self.on_first(value, once, kind, &loc)?;
            }
            self.func.set_operand(op, index, value);
        }
        self.telling.at = None;
        Ok(())
    }

    /// The axes over which results of `op` are partial while its operand `index`, which is combined with partial ones, is whole: it
    /// must count once.
    fn counted_once(&self, op: OpId, index: usize, decision: &Decision, taken: &[AxisRef]) -> (Vec<AxisRef>, ReduceKind) {
        let data = self.func.op(op);
        let result = match carried_by(self.func, op) {
            Some(owner) => self.func.op(owner).results.get(index),
            None => match data.info.partial.flow(&self.func.view(op)) {
                PartialFlow::Together { operands, .. } if operands.contains(&index) => data.results.first(),
                _ => None,
            },
        };
        let nothing = (Vec::new(), ReduceKind::Sum);
        let Some(&result) = result else { return nothing };
        let (mut axes, kind) = self.partial_over(result);
        let target = &decision.operands[index];
        let mesh = &self.meshes[&target.mesh];
        axes.retain(|axis| !taken.contains(axis) && !target.dim_axes().any(|used| used.overlaps(axis, mesh)));
        let idempotent = matches!(kind, ReduceKind::Max | ReduceKind::Min | ReduceKind::And | ReduceKind::Or);
        let value = data.operands[index];
        let neutral = || {
            let element = self.func.ty(value).as_tensor().map(|ty| ty.element);
            let neutral = element.and_then(|element| local::identity(kind, element));
            let constant = self.func.constant_of(value).and_then(Literal::splat_value);
            constant.is_some() && constant == neutral.as_ref().and_then(Literal::splat_value)
        };
        if axes.is_empty() || idempotent || neutral() { nothing } else { (axes, kind) }
    }

    /// `value` on the first device along `axes`; on the others what changes nothing.
    fn on_first(&mut self, value: Value, axes: Vec<AxisRef>, kind: ReduceKind, loc: &Loc) -> Result<Value, Diagnostics> {
        let from = self.func.sharding(value).cloned().map_or_else(|| self.decisions.normal(None, self.rank(value)), Rc::new);
        let mesh = &self.meshes[&from.mesh];
        let axes = in_mesh_order(axes, mesh);
        let to = unreduced_over(&from, axes.clone(), kind, mesh);
        let attrs = Attrs::new()
            .with(attrs::UNREDUCED_AXES, Attr::Axes(axes))
            .with(attrs::OUT_SHARDING, Attr::Sharding(Box::new((*to).clone())));
        let ty = self.func.tensor_type(value).clone();
        Ok(self.emit(self.rows.to_unreduced, &[value], attrs::with_kind(attrs, kind), ty, Some((*to).clone()), loc))
    }

    fn push(&mut self, op: OpId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.ops.push(op);
        }
    }

    fn emit(&mut self, info: &'static OpInfo, operands: &[Value], attrs: Attrs, ty: TensorType, sharding: Option<TensorSharding>, loc: &Loc) -> Value {
        let op = self.func.create(OpState { attrs, loc: loc.clone(), ..OpState::new(info, operands, vec![ty.into()]) });
        self.push(op);
        let value = self.func.result(op);
        self.tell(op, operands[0], sharding.as_ref());
        self.func.set_sharding(value, sharding);
        value
    }

    /// Does something with the ops that it makes going to the end of an enclosing region.
    fn in_frame<T>(&mut self, frame: usize, act: impl FnOnce(&mut Self) -> T) -> T {
        let inner = self.frames.split_off(frame + 1);
        let done = act(self);
        self.frames.extend(inner);
        done
    }
}

/// `sharding`, also unreduced over `axes`.
fn unreduced_over(sharding: &TensorSharding, axes: Vec<AxisRef>, kind: ReduceKind, mesh: &Mesh) -> Shared {
    let mut all = sharding.unreduced.clone();
    all.extend(axes.into_iter().filter(|axis| !sharding.unreduced.contains(axis)));
    Rc::new(TensorSharding { unreduced: in_mesh_order(all, mesh), unreduced_kind: kind, ..sharding.clone() })
}

fn fault(func: &Func, op: OpId, why: &str) -> Diagnostic {
    let data = func.op(op);
    Diagnostic::error(format!("{} cannot be partitioned: {why}", data.info.name)).at(data.span).in_loc(&data.loc)
}

