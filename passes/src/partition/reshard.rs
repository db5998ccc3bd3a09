//! `reshard`: makes every op's tensors agree, by explicit reshards and all-reduces.
//!
//! After it: every value has a closed sharding; the tensors of an op with a rule are sharded on the same axes along each factor;
//! partial results are all-reduced right after the op; values that flow through regions keep one sharding; results of functions
//! are as declared. One value is resharded to one target once, in the region that defines it, so never once an iteration.
//! Invariants: only `sdy.reshard`, `sdy.all_reduce` and, where a reduction's initial value must count once, its combination are
//! added; the meaning of the program stays.

mod regions;
mod values;

use super::attrs;
use super::factors::{DimAxes, dim_axes, unproject, with_dim_axes};
use super::vote::{Voter, decide};
use crate::analysis::rules::{RuleId, RuleTable};
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use indexmap::IndexMap;
use shardwright_dialects::local;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ReduceKind, ShardingRule, TensorSharding};
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Func, Literal, Loc, Module, OpId, OpInfo, OpState, Region, Sym, TensorType, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// The pass's row.
pub static RESHARD: PassInfo = PassInfo {
    name: "reshard",
    summary: "inserts explicit reshards and all-reduces until every op's tensors agree",
    options: &[OptionSpec {
        name: "uneven",
        default: "pad",
        summary: "dimensions that their shards do not divide: `pad` them, or `refuse` them with an error",
    }],
    build,
};

fn build(options: &Options) -> Result<Box<dyn Pass>, String> {
    match options.get(&RESHARD, "uneven") {
        "pad" => Ok(Box::new(Reshard { refuse_uneven: false })),
        "refuse" => Ok(Box::new(Reshard { refuse_uneven: true })),
        other => Err(format!("option `uneven` of `reshard` must be pad or refuse, got `{other}`")),
    }
}

struct Reshard {
    refuse_uneven: bool,
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
        let mut same = IndexMap::new();
        for (name, mesh) in &meshes {
            let first = meshes.iter().find(|(_, other)| *other == mesh).map_or(*name, |(first, _)| *first);
            same.insert(*name, first);
        }
        for func in module.funcs.values_mut() {
            let mut walk = Walk {
                rows: Rows::new(ctx).map_err(|why| Diagnostics::from(Diagnostic::error(why)))?,
                func,
                meshes: &meshes,
                same: &same,
                main_mesh,
                rules: RuleTable::default(),
                decisions: HashMap::new(),
                refuse_uneven: self.refuse_uneven,
                frames: Vec::new(),
                forms: SecondaryMap::new(),
                warnings: Vec::new(),
                reshards: 0,
                all_reduces: 0,
            };
            walk.rules = RuleTable::new(walk.func);
            walk.function()?;
            let (reshards, all_reduces) = (walk.reshards, walk.all_reduces);
            ctx.diagnostics.append(&mut walk.warnings);
            ctx.count("reshards", reshards);
            ctx.count("all-reduces", all_reduces);
        }
        Ok(Changed::Yes)
    }
}

struct Rows {
    reshard: &'static OpInfo,
    all_reduce: &'static OpInfo,
}

impl Rows {
    fn new(ctx: &PassCtx) -> Result<Rows, String> {
        let find = |name: &str| ctx.registry.get(name).ok_or_else(|| format!("op {name} is not registered"));
        Ok(Rows { reshard: find("sdy.reshard")?, all_reduce: find("sdy.all_reduce")? })
    }
}

/// A sharding that many values have.
type Shared = Rc<TensorSharding>;

/// How an op is to be sharded.
struct Decision {
    operands: Vec<Shared>,
    results: Vec<Shared>,
    /// Axes to reduce over right after the op.
    reduce: Vec<AxisRef>,
    /// Axes over which results stay unreduced.
    unreduced: Vec<AxisRef>,
}

/// What a decision depends on: the rule, sizes of the tensors, how they lie, and whether the op spreads.
type DecisionKey = (RuleId, Vec<i64>, Vec<Shared>, bool);

/// The values that hold one tensor, each in a sharding of its own.
#[derive(Clone)]
struct Forms {
    /// The frame whose region defines them.
    frame: usize,
    /// What ops that use the tensor take its sharding to be.
    declared: Shared,
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
    /// From each mesh to the first that is equal to it.
    same: &'a IndexMap<Sym, Sym>,
    main_mesh: Sym,
    rows: Rows,
    rules: RuleTable,
    decisions: HashMap<DecisionKey, Rc<Decision>>,
    refuse_uneven: bool,
    frames: Vec<Frame>,
    forms: SecondaryMap<Value, Option<Forms>>,
    warnings: Vec<Diagnostic>,
    reshards: i64,
    all_reduces: i64,
}

type Done = Result<(), Diagnostics>;

impl Walk<'_> {
    fn function(&mut self) -> Done {
        let body = self.func.body();
        let args = self.func.args().to_vec();
        let arg_shardings = args.iter().map(|&arg| self.declared(arg)).collect::<Vec<_>>();
        let results = (0..self.func.result_types.len())
            .map(|index| {
                let rank = self.func.result_types[index].as_tensor().map_or(0, TensorType::rank);
                let declared = self.func.result_shardings.get(index).cloned().flatten();
                self.normal(declared.as_ref(), rank)
            })
            .collect::<Vec<_>>();
        for (index, sharding) in results.iter().enumerate() {
            if let Some(ty) = self.func.result_types[index].as_tensor() {
                self.check_even(&format!("result {index} of @{}", self.func.name), ty, sharding, (self.func.span, None))?;
            }
        }
        self.func.result_shardings = results.iter().map(|sharding| Some((**sharding).clone())).collect();
        self.region(body, &arg_shardings, &results, Vec::new())
    }

    /// Rewrites a region whose arguments and returned values lie as given.
    fn region(&mut self, region: Region, args: &[Shared], returned: &[Shared], manual: Vec<Sym>) -> Done {
        let data = self.func.region(region).clone();
        self.frames.push(Frame { ops: Vec::with_capacity(data.ops.len()), manual });
        for (&arg, sharding) in data.args.iter().zip(args) {
            self.define(arg, sharding.clone())?;
        }
        for &op in &data.ops {
            if self.func.op(op).info.is_terminator() {
                let loc = self.func.op(op).loc.clone();
                for index in 0..self.func.op(op).operands.len() {
                    let operand = self.func.op(op).operands[index];
                    let target = match returned.get(index) {
                        Some(target) => target.clone(),
                        None => self.normal(None, self.rank(operand)),
                    };
                    let value = self.want(operand, &target, &loc)?;
                    self.func.set_operand(op, index, value);
                }
                self.push(op);
            } else {
                self.op(op)?;
            }
        }
        if let Some(frame) = self.frames.pop() {
            self.func.set_region_ops(region, frame.ops);
        }
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Done {
        let data = self.func.op(op);
        match data.info.name {
            "stablehlo.while" => self.while_loop(op),
            "stablehlo.case" | "stablehlo.if" => self.branches(op),
            "stablehlo.optimization_barrier" => {
                let owners = self.owners(op);
                self.operands_as(op, &owners)?;
                self.finish(op, &owners)
            }
            "sdy.manual_computation" => self.manual_computation(op),
            "sdy.sharding_constraint" | "sdy.reshard" | "sdy.propagation_barrier" => self.constraint(op),
            "sdy.sharding_group" => Ok(()),
            "func.call" | "sdy.named_computation" => Err(Diagnostic::error(format!("{} must be inlined before `reshard`", data.info.name))
                .at(data.span)
                .help("run `inline` first")
                .into()),
            _ => match self.rules.id_of(op) {
                Some(rule) => self.by_rule(op, rule),
                None if data.operands.is_empty() && !data.info.traits.effects => {
                    let owners = self.owners(op);
                    self.finish(op, &owners)
                }
                None => self.replicated(op),
            },
        }
    }

    /// An op without a rule: every device does all of it.
    fn replicated(&mut self, op: OpId) -> Done {
        let data = self.func.op(op);
        let (operands, results) = (data.operands.clone(), data.results.clone());
        let sharded = operands.iter().any(|&value| !self.declared(value).is_replicated())
            || results.iter().any(|&value| !self.declared(value).is_replicated());
        if sharded {
            let data = self.func.op(op);
            let warning = Diagnostic::warning(format!("{} has no sharding rule: its operands are gathered, every device does all of it", data.info.name))
                .at(data.span)
                .in_place(place(&data.loc))
                .help("give the op an `sdy.sharding_rule`");
            self.warnings.push(warning);
        }
        let whole = |walk: &Self, values: &[Value]| values.iter().map(|&value| walk.normal(None, walk.rank(value))).collect::<Vec<_>>();
        let (targets, shardings) = (whole(self, &operands), whole(self, &results));
        self.operands_as(op, &targets)?;
        let declared = results.iter().map(|&value| self.declared(value)).collect::<Vec<_>>();
        self.finish(op, &shardings)?;
        self.declare(&results, &declared);
        Ok(())
    }

    fn by_rule(&mut self, op: OpId, id: RuleId) -> Done {
        let data = self.func.op(op);
        let (operands, results, loc) = (data.operands.clone(), data.results.clone(), data.loc.clone());
        let declared: Vec<Shared> = operands.iter().chain(&results).map(|&value| self.declared(value)).collect();
        if declared.iter().all(|sharding| sharding.is_replicated()) {
            self.operands_as(op, &declared[..operands.len()])?;
            return self.finish(op, &declared[operands.len()..]);
        }
        let rule = self.rules.rule(id).clone();
        let sizes = operands.iter().chain(&results).map(|&value| self.func.ty(value).as_tensor().map_or(0, TensorType::num_elements)).collect();
        let spreads = rule.custom || matches!(data.info.name, "stablehlo.broadcast_in_dim" | "stablehlo.broadcast");
        let key = (id, sizes, declared, spreads);
        let decision = match self.decisions.get(&key) {
            Some(decision) => decision.clone(),
            None => {
                let decision = self.decision(&rule, &key.1, &key.2, operands.len(), spreads);
                let decision = Rc::new(decision.ok_or_else(|| self.fault(op, "its tensors cannot carry the factors' axes"))?);
                self.decisions.insert(key.clone(), decision.clone());
                decision
            }
        };
        let Decision { reduce, unreduced, .. } = &*decision;
        self.operands_as(op, &decision.operands)?;
        let counted_once = if reduce.is_empty() && unreduced.is_empty() { Vec::new() } else { self.neutral_accumulators(op, rule.combine)? };
        if !unreduced.is_empty() && !counted_once.is_empty() {
            return Err(self.fault(op, "its initial value is not neutral, so its result cannot stay unreduced").into());
        }
        self.push(op);
        for (index, (&result, sharding)) in results.iter().zip(&decision.results).enumerate() {
            self.define(result, sharding.clone())?;
            let mut value = result;
            if !reduce.is_empty() {
                value = self.all_reduce(result, reduce, rule.combine, sharding, &loc);
            }
            if let Some((_, initial)) = counted_once.iter().find(|(of, _)| *of == index) {
                value = self.combine_once(value, *initial, rule.combine, sharding, &loc)?;
            }
            self.set_forms(result, Forms { frame: self.frames.len() - 1, declared: sharding.clone(), list: vec![(value, sharding.clone())] });
        }
        self.declare(&results, &key.2[operands.len()..]);
        Ok(())
    }

    /// How an op of `operands` operands is sharded when its tensors are declared so.
    fn decision(&self, rule: &ShardingRule, sizes: &[i64], declared: &[Shared], operands: usize, spreads: bool) -> Option<Decision> {
        let mesh_name = self.common_mesh(declared);
        let mesh = &self.meshes[&mesh_name];
        let voters = sizes.iter().zip(declared).map(|(&size, sharding)| {
            let dims = if sharding.mesh == mesh_name { dim_axes(sharding, mesh) } else { vec![Vec::new(); sharding.rank()] };
            Voter { dims, size, rank: sharding.rank() }
        });
        let axes = decide(rule, &voters.collect::<Vec<_>>(), mesh, spreads);
        let reduced = rule.factor_ids().filter(|&factor| rule[factor].kind == FactorKind::Reduction);
        let all: Vec<AxisRef> = reduced.flat_map(|factor| axes[factor.index()].iter().copied()).collect();
        let kept = declared.get(operands).map_or(&[][..], |sharding| &sharding.unreduced);
        let (unreduced, reduce): (Vec<_>, Vec<_>) = all.into_iter().partition(|axis| kept.iter().any(|over| over.contains(axis, mesh)));
        let (reduce, unreduced) = (in_mesh_order(reduce, mesh), in_mesh_order(unreduced, mesh));
        let mut targets = Vec::with_capacity(declared.len());
        for (index, (mapping, sharding)) in rule.tensors().zip(declared).enumerate() {
            let dims: DimAxes = unproject(&axes, mapping, rule, mesh)?;
            let mut target = TensorSharding::of_axes(mesh_name, fit(dims, sharding.rank()));
            if index >= operands {
                (target.unreduced, target.unreduced_kind) = (unreduced.clone(), rule.combine);
            }
            // One object for equal shardings: comparing is then comparing pointers.
            targets.push(if **sharding == target { sharding.clone() } else { Rc::new(target) });
        }
        let results = targets.split_off(operands);
        Some(Decision { operands: targets, results, reduce, unreduced })
    }

    /// Replaces what a reduction starts from by the neutral element where it would count once a device. Returns, for each result
    /// concerned, the value that is to be combined into it afterwards.
    fn neutral_accumulators(&mut self, op: OpId, kind: ReduceKind) -> Result<Vec<(usize, Value)>, Diagnostics> {
        if matches!(kind, ReduceKind::Max | ReduceKind::Min | ReduceKind::And | ReduceKind::Or) {
            return Ok(Vec::new());
        }
        let data = self.func.op(op);
        let loc = data.loc.clone();
        let accumulators: Vec<(usize, usize)> = match data.info.name {
            "stablehlo.reduce" => (0..data.operands.len() / 2).map(|index| (data.operands.len() / 2 + index, index)).collect(),
            "stablehlo.scatter" => (0..data.operands.len() / 2).map(|index| (index, index)).collect(),
            _ => return Ok(Vec::new()),
        };
        let mut replaced = Vec::new();
        for (operand, result) in accumulators {
            let value = self.func.op(op).operands[operand];
            let ty = self.func.tensor_type(value).clone();
            let neutral = local::identity(kind, ty.element).ok_or_else(|| self.fault(op, &format!("{} has no neutral element", ty.element)))?;
            let constant = self.func.constant_of(value);
            if constant.and_then(Literal::splat_value).is_some_and(|start| Some(start) == neutral.splat_value()) {
                continue;
            }
            let sharding = self.func.sharding(value).cloned();
            let literal = Literal { ty: ty.clone(), data: neutral.data };
            let info = row("stablehlo.constant")?;
            let neutral = self.emit(info, &[], Attrs::new().with("value", Attr::Dense(literal)), ty, sharding, &loc);
            self.func.set_operand(op, operand, neutral);
            replaced.push((result, value));
        }
        Ok(replaced)
    }

    /// `value` combined with `initial`, a tensor of its shape or a scalar.
    fn combine_once(&mut self, value: Value, initial: Value, kind: ReduceKind, sharding: &TensorSharding, loc: &Loc) -> Result<Value, Diagnostics> {
        let ty = self.func.tensor_type(value).clone();
        let mut initial = initial;
        if *self.func.tensor_type(initial) != ty {
            let attrs = Attrs::new().with("broadcast_dimensions", Attr::ints(&[]));
            initial = self.emit(row("stablehlo.broadcast_in_dim")?, &[initial], attrs, ty.clone(), Some(sharding.clone()), loc);
        }
        Ok(self.emit(row(kind.op_name())?, &[value, initial], Attrs::new(), ty, Some(sharding.clone()), loc))
    }

    fn all_reduce(&mut self, value: Value, axes: &[AxisRef], kind: ReduceKind, sharding: &TensorSharding, loc: &Loc) -> Value {
        self.all_reduces += 1;
        let attrs = Attrs::new()
            .with(attrs::REDUCTION_AXES, Attr::Axes(axes.to_vec()))
            .with(attrs::OUT_SHARDING, Attr::Sharding(Box::new(sharding.clone())));
        let ty = self.func.tensor_type(value).clone();
        self.emit(self.rows.all_reduce, &[value], attrs::with_kind(attrs, kind), ty, Some(sharding.clone()), loc)
    }

    fn operands_as(&mut self, op: OpId, targets: &[Shared]) -> Done {
        let loc = self.func.op(op).loc.clone();
        for (index, target) in targets.iter().enumerate() {
            let operand = self.func.op(op).operands[index];
            let value = self.want(operand, target, &loc)?;
            self.func.set_operand(op, index, value);
        }
        Ok(())
    }

    /// Places an op whose results lie as given.
    fn finish(&mut self, op: OpId, shardings: &[Shared]) -> Done {
        self.push(op);
        for (index, sharding) in shardings.iter().enumerate() {
            self.define(self.func.op(op).results[index], sharding.clone())?;
        }
        Ok(())
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

    fn fault(&self, op: OpId, why: &str) -> Diagnostic {
        let data = self.func.op(op);
        Diagnostic::error(format!("{} cannot be partitioned: {why}", data.info.name)).at(data.span).in_place(place(&data.loc))
    }
}

fn row(name: &str) -> Result<&'static OpInfo, Diagnostics> {
    local::row(name).map_err(|why| Diagnostic::error(why).into())
}

fn place(loc: &Loc) -> String {
    loc.to_string()
}

/// `dims` for a tensor of `rank` dimensions: rules may say nothing about scalars.
fn fit(mut dims: DimAxes, rank: usize) -> DimAxes {
    dims.resize(rank, Vec::new());
    dims
}

fn in_mesh_order(mut axes: Vec<AxisRef>, mesh: &Mesh) -> Vec<AxisRef> {
    axes.sort_by_key(|axis| axis.mesh_order(mesh));
    let mut merged = Vec::new();
    axes.into_iter().for_each(|axis| push_merged(&mut merged, axis, mesh));
    merged
}
