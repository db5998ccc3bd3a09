//! How every op of a function is to be sharded, before anything is changed.
//!
//! Invariants: each op gets a sharding for every operand and result, closed and on the first of equal meshes; the tensors of an op
//! with a rule agree along its factors; values that flow through regions keep one sharding; what a value is *declared* as (what
//! propagation or the user said) is what ops that use it vote with, whatever form it finally has.

mod look;
mod price;

use super::super::attrs;
use super::super::candidates::candidates;
use super::super::factors::{DimAxes, dim_axes, project, unproject, with_dim_axes};
use super::super::plan::{Cost, LATENCY_BYTES, Placement, Shape, WireBytes, cost, plan};
use super::super::vote::{FactorAxes, Voter, decide, makes_dims};
use crate::analysis::rules::{FastHash, RuleId, RuleTable};
use crate::analysis::traffic::trip_count;
use indexmap::IndexMap;
use shardwright_dialects::halo;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_dialects::stablehlo::custom_call;
use shardwright_ir::op::{OpInfo, RuleFacet};
use shardwright_ir::partial::PartialFlow;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ReduceKind, ShardingRule, TensorSharding};
use shardwright_ir::{Diagnostic, Diagnostics, Func, OpId, Region, Sym, TensorType, Value};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How often a loop of unknown trip count is taken to run.
const UNKNOWN_TRIPS: i64 = 8;

/// A sharding that many values have.
pub(super) type Shared = Rc<TensorSharding>;

/// The ops that use each value, with the place of the operand.
pub(super) type Uses = SecondaryMap<Value, SmallVec<[(OpId, u32); 2]>>;

/// An op two of whose tensors want an axis on different factors.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The axis.
    pub axis: Sym,
    /// A dimension of a tensor that has it.
    pub here: (Value, usize),
    /// A dimension of another factor that has it.
    pub there: (Value, usize),
}

/// How an op is to be sharded.
#[derive(Debug)]
pub(super) struct Decision {
    /// What each operand is to be resharded to.
    pub operands: Vec<Shared>,
    /// How the results come out, `reduce` apart.
    pub results: Vec<Shared>,
    /// Axes over which results are partial.
    pub reduce: Vec<AxisRef>,
    /// The combination that partial results await.
    pub kind: ReduceKind,
    /// All axes on factors: none of them may carry partial operands.
    pub axes: Vec<AxisRef>,
    /// The mesh that they are of.
    pub mesh: Sym,
    /// The work of one device, in bytes that it could send meanwhile.
    pub work: i64,
    /// Axes over which partial operands go through, so that results are partial over them too.
    pub carried: Vec<AxisRef>,
    /// Elements that one device sends where shards need elements of one another, by operand.
    pub exchanged: Vec<(usize, i64)>,
}

impl Decision {
    /// The decision of an op that only lets values through.
    fn plain(operands: Vec<Shared>, results: Vec<Shared>) -> Rc<Decision> {
        Rc::new(Decision::plain_of(operands, results))
    }

    fn plain_of(operands: Vec<Shared>, results: Vec<Shared>) -> Decision {
        // Each once: ends of functions and loops have as many operands as there are parameters and states.
        let mut axes: Vec<AxisRef> = Vec::new();
        for axis in operands.iter().chain(&results).flat_map(|sharding| sharding.dim_axes()) {
            if !axes.contains(axis) {
                axes.push(*axis);
            }
        }
        let mesh = operands.iter().chain(&results).find(|sharding| !sharding.is_replicated()).or(operands.first()).or(results.first());
        let mesh = mesh.map_or_else(|| Sym::new("mesh"), |sharding| sharding.mesh);
        Decision { operands, results, reduce: Vec::new(), kind: ReduceKind::Sum, axes, mesh, work: 0, carried: Vec::new(), exchanged: Vec::new() }
    }
}

/// How an op that its tensors pull different ways is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflicts {
    /// Every candidate is priced: bytes that the operands and results would move, and the work of one device.
    Cost,
    /// The sizes of the tensors vote, as in Shardy.
    Size,
}

/// What an op's candidates and their work depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct CandidatesKey {
    name: &'static str,
    rule: RuleId,
    /// Elements of each tensor.
    sizes: SmallVec<[i64; 4]>,
    declared: SmallVec<[ById; 4]>,
    /// Whether the op repeats its operand along factors that only results have.
    spreads: bool,
}

/// An interned sharding: equal ones are one object.
#[derive(Clone)]
struct ById(Shared);

impl PartialEq for ById {
    fn eq(&self, other: &ById) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
impl Eq for ById {}
impl std::hash::Hash for ById {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.0) as usize).hash(state);
    }
}

/// The decisions of one function.
pub(super) struct Decisions<'a> {
    meshes: &'a IndexMap<Sym, Mesh>,
    /// From each mesh to the first that is equal to it.
    same: IndexMap<Sym, Sym>,
    /// The mesh of replicated tensors.
    pub main_mesh: Sym,
    rules: RuleTable,
    conflicts: Conflicts,
    known: HashMap<CandidatesKey, Rc<[Rc<Decision>]>, FastHash>,
    /// Bytes that a tensor of some type moves from one sharding to another, by what is known of it.
    moves: HashMap<(ById, ById, TensorType), Cost, FastHash>,
    interned: RefCell<HashSet<Shared, FastHash>>,
    /// The shardings in which each value will exist: as it is made, then as ops want it.
    forms: SecondaryMap<Value, SmallVec<[Shared; 2]>>,
    /// Uses of every value, in order.
    pub uses: Uses,
    of_op: SecondaryMap<OpId, Option<Rc<Decision>>>,
    declared: SecondaryMap<Value, Option<Shared>>,
    /// What ops' tensors want on different factors; of ops that look alike, the first.
    pub contests: Vec<Contest>,
    /// What one device sends by all decisions, the combination of partial results aside.
    pub bytes: i64,
    /// The work of one device, in bytes that it could send meanwhile.
    pub work: i64,
    /// How often the region of each op runs.
    pub times: SecondaryMap<OpId, i64>,
    /// What a value that loops carry unchanged is outside all of them.
    roots: SecondaryMap<Value, Option<Value>>,
    /// How often each value comes to be.
    made: SecondaryMap<Value, i64>,
    /// What is there in any sharding for nothing.
    anywhere: SecondaryMap<Value, bool>,
    /// Ops with sharded tensors of which nothing says how they may be sharded, and the bytes that each device sends to gather these.
    pub unknown: Vec<(OpId, i64)>,
    /// The ways between which was decided by price, with their prices; those of one op side by side.
    pub ways: Vec<(OpId, i64, Rc<Decision>)>,
}

impl<'a> Decisions<'a> {
    /// Decides for all ops of `func`, whose results are to lie as `results`.
    pub fn new(func: &Func, rules: RuleTable, meshes: &'a IndexMap<Sym, Mesh>, main_mesh: Sym, conflicts: Conflicts) -> Result<(Decisions<'a>, Vec<Shared>), Diagnostics> {
        let first_equal = |(name, mesh): (&Sym, &Mesh)| (*name, meshes.iter().find(|(_, other)| *other == mesh).map_or(*name, |(first, _)| *first));
        let mut decisions = Decisions {
            meshes,
            same: meshes.iter().map(first_equal).collect(),
            main_mesh,
            rules,
            conflicts,
            known: HashMap::default(),
            moves: HashMap::default(),
            interned: RefCell::default(),
            forms: SecondaryMap::new(),
            uses: uses(func),
            of_op: SecondaryMap::new(),
            declared: SecondaryMap::new(),
            contests: Vec::new(),
            bytes: 0,
            work: 0,
            times: SecondaryMap::new(),
            anywhere: SecondaryMap::new(),
            roots: SecondaryMap::new(),
            made: SecondaryMap::new(),
            unknown: Vec::new(),
            ways: Vec::new(),
        };
        let args: Vec<Shared> = func.args().iter().map(|&arg| decisions.normal(func.sharding(arg), rank(func, arg))).collect();
        let results: Vec<Shared> = (0..func.result_types.len())
            .map(|index| {
                let rank = func.result_types[index].as_tensor().map_or(0, TensorType::rank);
                decisions.normal(func.result_shardings.get(index).and_then(Option::as_ref), rank)
            })
            .collect();
        decisions.region(func, func.body(), &args, &results, &[], 1)?;
        Ok((decisions, results))
    }

    /// The decision of an op of the function.
    pub fn of(&self, op: OpId) -> Option<&Rc<Decision>> {
        self.of_op[op].as_ref()
    }

    /// What a value of the function is declared as; whole for a value that was not there.
    pub fn declared(&self, func: &Func, value: Value) -> Shared {
        match &self.declared[value] {
            Some(declared) => declared.clone(),
            None => self.normal(func.sharding(value), rank(func, value)),
        }
    }

    /// What a value that loops carry unchanged is outside all of them. A reshard of it can be made there, once.
    pub fn root(&self, value: Value) -> Option<Value> {
        self.roots[value]
    }

    fn region(&mut self, func: &Func, region: Region, args: &[Shared], returned: &[Shared], manual: &[Sym], times: i64) -> Result<(), Diagnostics> {
        let data = func.region(region);
        for (&arg, sharding) in data.args.iter().zip(args) {
            self.declared[arg] = Some(sharding.clone());
            self.forms[arg].push(sharding.clone());
            self.made[arg] = times;
        }
        for &op in &data.ops {
            self.times[op] = times;
            let decision = if func.op(op).info.is_terminator() {
                let operands = func.op(op).operands.iter().enumerate();
                let target = |(index, &operand): (usize, &Value)| match returned.get(index) {
                    Some(target) => target.clone(),
                    None => self.normal(None, rank(func, operand)),
                };
                Decision::plain(operands.map(target).collect(), Vec::new())
            } else {
                self.op(func, op, manual, times)?
            };
            let bytes = self.moved(func, op, &decision);
            if is_unknown(func, op) && (bytes > 0 || func.op(op).results.iter().any(|&result| !self.declared(func, result).is_replicated())) {
                let operands = func.op(op).operands.iter().zip(&decision.operands);
                let moves: Vec<_> = operands.filter_map(|(&operand, target)| Some((self.forms[operand].first()?.clone(), target.clone(), func.ty(operand).as_tensor()?.clone()))).collect();
                let wire = moves.iter().map(|(form, target, ty)| self.move_cost(form, target, ty).wire).sum();
                self.unknown.push((op, wire));
            }
            self.bytes = self.bytes.saturating_add(bytes.saturating_mul(times));
            self.work = self.work.saturating_add(decision.work.saturating_mul(times));
            for (&operand, target) in func.op(op).operands.iter().zip(&decision.operands) {
                if self.forms[operand].iter().any(|form| form.same_placement(target)) {
                    continue;
                }
                self.forms[operand].push(target.clone());
                if let Some(root) = self.roots[operand].filter(|&root| !self.forms[root].iter().any(|form| form.same_placement(target))) {
                    self.forms[root].push(target.clone());
                }
            }
            for (index, &result) in func.op(op).results.iter().enumerate() {
                self.made[result] = times;
                if made_anywhere(func.op(op).info) {
                    self.anywhere[result] = true;
                }
                let made = decision.results.get(index).map(|made| self.partial(made, &decision));
                self.forms[result].extend(made);
                // Where an op has a rule, or none, users vote with what was said of the value; elsewhere with what it is.
                if self.declared[result].is_none() {
                    self.declared[result] = decision.results.get(index).cloned();
                }
            }
            self.of_op[op] = Some(decision);
        }
        Ok(())
    }

    fn op(&mut self, func: &Func, op: OpId, manual: &[Sym], times: i64) -> Result<Rc<Decision>, Diagnostics> {
        let data = func.op(op);
        let whole = |decisions: &Self, values: &[Value]| values.iter().map(|&value| decisions.normal(None, rank(func, value))).collect::<Vec<_>>();
        match data.info.name {
            "stablehlo.while" => {
                let owners = self.owners(func, op);
                let times = times.saturating_mul(trip_count(func, op).unwrap_or(UNKNOWN_TRIPS).max(1));
                self.find_roots(func, op);
                for (index, &region) in data.regions.iter().enumerate() {
                    let predicate = [self.normal(None, 0)];
                    let returned = if index == 0 { &predicate[..] } else { &owners };
                    self.region(func, region, &owners, returned, manual, times)?;
                }
                Ok(Decision::plain(owners.clone(), owners))
            }
            "stablehlo.case" | "stablehlo.if" => {
                let owners = self.owners(func, op);
                for &region in &data.regions {
                    self.region(func, region, &[], &owners, manual, times)?;
                }
                Ok(Decision::plain(vec![self.normal(None, 0)], owners))
            }
            "stablehlo.optimization_barrier" => {
                let owners = self.owners(func, op);
                Ok(Decision::plain(owners.clone(), owners))
            }
            "sdy.manual_computation" => self.manual_computation(func, op, manual, times),
            name if restates(name) => {
                let target = match func.sharding(data.results[0]) {
                    Some(sharding) => self.normal(Some(sharding), rank(func, data.operands[0])),
                    None => match attrs::sharding_of(&data.attrs, attrs::SHARDING) {
                        Some(sharding) => self.normal(Some(&sharding), rank(func, data.operands[0])),
                        None => self.declared(func, data.operands[0]),
                    },
                };
                Ok(Decision::plain(vec![target.clone()], vec![target]))
            }
            "sdy.sharding_group" => Ok(Decision::plain(vec![self.declared(func, data.operands[0])], Vec::new())),
            "func.call" | "sdy.named_computation" => Err(Diagnostic::error(format!("{} must be inlined before `reshard`", data.info.name))
                .at(data.span)
                .help("run `inline` first")
                .into()),
            _ => match self.rules.id_of(op) {
                Some(rule) => self.by_rule(func, op, rule),
                None if data.operands.is_empty() && !data.info.traits.effects => Ok(Decision::plain(Vec::new(), self.owners(func, op))),
                None => {
                    // An op without a rule: every device does all of it.
                    let values = data.operands.iter().chain(&data.results);
                    let declared: Vec<Shared> = values.map(|&value| self.declared(func, value)).collect();
                    for (&result, declared) in data.results.iter().zip(&declared[data.operands.len()..]) {
                        self.declared[result] = Some(declared.clone());
                    }
                    Ok(Decision::plain(whole(self, &data.operands), whole(self, &data.results)))
                }
            },
        }
    }

    /// Notes what a loop carries unchanged.
    fn find_roots(&mut self, func: &Func, op: OpId) {
        let data = func.op(op);
        let [_, body] = data.regions[..] else { return };
        let Some(end) = func.terminator(body) else { return };
        for (index, (&entry, &arg)) in data.operands.iter().zip(&func.region(body).args).enumerate() {
            if func.op(end).operands.get(index) == Some(&arg) {
                let root = self.roots[entry].unwrap_or(entry);
                data.regions.iter().filter_map(|&region| func.region(region).args.get(index)).for_each(|&arg| self.roots[arg] = Some(root));
            }
        }
    }

    fn manual_computation(&mut self, func: &Func, op: OpId, outer: &[Sym], times: i64) -> Result<Rc<Decision>, Diagnostics> {
        let data = func.op(op);
        let fault = |why: String| Diagnostics::from(super::fault(func, op, &why));
        let ins = attrs::shardings_of(&data.attrs, "in_shardings").map_err(fault)?;
        let outs = attrs::shardings_of(&data.attrs, "out_shardings").map_err(fault)?;
        let [body] = data.regions[..] else { return Err(fault(format!("it must have 1 region, got {}", data.regions.len()))) };
        if ins.len() != data.operands.len() || outs.len() != data.results.len() {
            return Err(fault(format!("{} operands and {} results need as many shardings", data.operands.len(), data.results.len())));
        }
        let mut manual = attrs::manual_axes(&data.attrs);
        manual.extend(outer);
        let normal = |list: &[TensorSharding], values: &[Value]| -> Vec<Shared> {
            let even = |(one, &value)| self.evenly(&self.normal(Some(one), one.rank()), func.ty(value).as_tensor(), &manual);
            list.iter().zip(values).map(even).collect()
        };
        let (ins, outs) = (normal(&ins, &data.operands), normal(&outs, &data.results));
        let free = |list: &[Shared]| -> Vec<Shared> {
            let inside = |one: &Shared| {
                let dims = one.dims.iter().map(|dim| dim.axes.iter().copied().filter(|axis| !manual.contains(&axis.name)).collect());
                self.intern(with_dim_axes(one, &dims.collect::<Vec<_>>()))
            };
            list.iter().map(inside).collect()
        };
        self.region(func, body, &free(&ins), &free(&outs), &manual, times)?;
        Ok(Decision::plain(ins, outs))
    }

    /// The sharding with no more free axes after manual ones than divide: shards of what one device has along the manual axes and shards
    /// of the whole would be cut at different places.
    fn evenly(&self, sharding: &Shared, ty: Option<&TensorType>, manual: &[Sym]) -> Shared {
        let (Some(ty), Some(mesh)) = (ty, self.meshes.get(&sharding.mesh)) else { return sharding.clone() };
        let dims = sharding.dims.iter().zip(&ty.dims).map(|(dim, &size)| {
            let mut axes = dim.axes.clone();
            let along = |axes: &[AxisRef]| axes.iter().any(|axis| manual.contains(&axis.name));
            while along(&axes) && axes.last().is_some_and(|last| !manual.contains(&last.name)) && size % mesh.shards(&axes) != 0 {
                axes.pop();
            }
            axes
        });
        self.intern(with_dim_axes(sharding, &dims.collect::<Vec<_>>()))
    }

    fn by_rule(&mut self, func: &Func, op: OpId, id: RuleId) -> Result<Rc<Decision>, Diagnostics> {
        let data = func.op(op);
        let values = || data.operands.iter().chain(&data.results);
        let declared: Vec<Shared> = values().map(|&value| self.declared(func, value)).collect();
        for (&result, declared) in data.results.iter().zip(&declared[data.operands.len()..]) {
            self.declared[result] = Some(declared.clone());
        }
        let sizes = values().map(|&value| func.ty(value).as_tensor().map_or(0, TensorType::num_elements)).collect();
        let rule = self.rules.rule(id).clone();
        let spreads = makes_dims(&rule, data.info.name);
        let declared_ids = declared.iter().map(|sharding| ById(sharding.clone())).collect();
        let key = CandidatesKey { name: data.info.name, rule: id, sizes, declared: declared_ids, spreads };
        let choices = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let mut choices = if declared.iter().all(|sharding| sharding.is_replicated()) {
                    let mut operands = declared;
                    let results = operands.split_off(data.operands.len());
                    vec![Decision::plain_of(operands, results)]
                } else {
                    let choices = self.choices(&rule, &key.sizes, &declared, &values().copied().collect::<Vec<_>>(), data.operands.len(), spreads);
                    choices.ok_or_else(|| super::fault(func, op, "its tensors cannot carry the factors' axes"))?
                };
                for choice in &mut choices {
                    choice.work = self.work(func, op, choice);
                }
                let choices: Rc<[Rc<Decision>]> = choices.into_iter().map(Rc::new).collect();
                self.known.insert(key, choices.clone());
                choices
            }
        };
        let later = self.summed_later(func, op, &choices);
        if let ([only], []) = (&*choices, &*later) {
            return Ok(only.clone());
        }
        let mut best: Option<(i64, &Rc<Decision>)> = None;
        for choice in choices.iter().chain(&later) {
            let price = self.price(func, op, choice);
            self.ways.push((op, price, choice.clone()));
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, choice));
            }
        }
        best.map(|(_, choice)| choice.clone()).ok_or_else(|| super::fault(func, op, "there is no way to shard it").into())
    }

    /// Of an op that adds up what is partial over the same axes: the choices that shard it on these axes, without them. What comes out is
    /// partial too, and is scattered over them once, where each operand would have been.
    fn summed_later(&self, func: &Func, op: OpId, choices: &[Rc<Decision>]) -> Vec<Rc<Decision>> {
        let data = func.op(op);
        if data.operands.len() < 2 || self.conflicts != Conflicts::Cost {
            return Vec::new();
        }
        let form = |index: usize| self.forms[data.operands[index]].first().filter(|form| !form.unreduced.is_empty());
        let Some(first) = (0..data.operands.len()).find_map(form) else { return Vec::new() };
        let PartialFlow::Together { operands, kind } = data.info.partial.flow(&func.view(op)) else { return Vec::new() };
        if operands.len() < data.operands.len() || kind.is_some_and(|kind| kind != first.unreduced_kind) {
            return Vec::new();
        }
        let alike = |axis: &&AxisRef| {
            operands.iter().all(|&index| form(index).is_some_and(|form| form.mesh == first.mesh && form.unreduced_kind == first.unreduced_kind && form.unreduced.contains(axis)))
        };
        let carried: Vec<AxisRef> = first.unreduced.iter().filter(alike).copied().collect();
        let Some(mesh) = self.meshes.get(&first.mesh).filter(|_| !carried.is_empty()) else { return Vec::new() };
        let taken = |axis: &AxisRef| carried.iter().any(|over| over.overlaps(axis, mesh));
        let fit = |choice: &&Rc<Decision>| choice.mesh == first.mesh && choice.reduce.is_empty() && choice.exchanged.is_empty() && choice.axes.iter().any(taken);
        let without = |sharding: &Shared| {
            let dims: DimAxes = dim_axes(sharding, mesh).into_iter().map(|axes| axes.into_iter().take_while(|axis| !taken(axis)).collect()).collect();
            self.intern(with_dim_axes(sharding, &dims))
        };
        let later = |choice: &Rc<Decision>| {
            let mut decision = Decision::plain_of(choice.operands.iter().map(without).collect(), choice.results.iter().map(without).collect());
            (decision.mesh, decision.kind, decision.carried) = (choice.mesh, first.unreduced_kind, carried.clone());
            decision.work = self.work(func, op, &decision);
            Rc::new(decision)
        };
        let mut found: Vec<Rc<Decision>> = Vec::new();
        for decision in choices.iter().filter(fit).map(later) {
            if !found.iter().any(|other| other.operands == decision.operands) {
                found.push(decision);
            }
        }
        found
    }

    /// The ways in which an op of `operands` operands may be sharded when its tensors are declared so.
    fn choices(&mut self, rule: &ShardingRule, sizes: &[i64], declared: &[Shared], values: &[Value], operands: usize, spreads: bool) -> Option<Vec<Decision>> {
        let mesh_name = self.common_mesh(declared);
        let meshes = self.meshes;
        let mesh = &meshes[&mesh_name];
        let voters: Vec<Voter> = sizes
            .iter()
            .zip(declared)
            .map(|(&size, sharding)| {
                let dims = if sharding.mesh == mesh_name { dim_axes(sharding, mesh) } else { vec![Vec::new(); sharding.rank()] };
                Voter { dims, size, rank: sharding.rank() }
            })
            .collect();
        let mut places: Vec<(Sym, usize, (Value, usize))> = Vec::new();
        for ((voter, mapping), &value) in voters.iter().zip(rule.tensors()).zip(values) {
            let projection = project(&voter.dims, mapping, rule, mesh);
            for (dim, factor) in mapping.iter().enumerate().flat_map(|(dim, factors)| factors.iter().map(move |factor| (dim, factor.index()))) {
                for axis in projection.axes[factor].iter().flatten() {
                    let other = places.iter().find(|(name, elsewhere, _)| *name == axis.name && *elsewhere != factor);
                    self.contests.extend(other.map(|&(axis, _, there)| Contest { axis, here: (value, dim), there }));
                    places.push((axis.name, factor, (value, dim)));
                }
            }
        }
        let found = match self.conflicts {
            Conflicts::Cost => candidates(rule, &voters, mesh, spreads),
            Conflicts::Size => vec![decide(rule, &voters, mesh, spreads)],
        };
        found.into_iter().map(|axes| self.decision(rule, axes, sizes, declared, operands, mesh_name)).collect()
    }

    /// How an op is sharded whose factors are sharded on `axes`.
    fn decision(&self, rule: &ShardingRule, axes: FactorAxes, sizes: &[i64], declared: &[Shared], operands: usize, mesh_name: Sym) -> Option<Decision> {
        let mesh = &self.meshes[&mesh_name];
        let reduced = rule.factor_ids().filter(|&factor| rule[factor].kind == FactorKind::Reduction);
        let reduce = in_mesh_order(reduced.flat_map(|factor| axes[factor.index()].iter().copied()).collect(), mesh);
        let mut targets = Vec::with_capacity(declared.len());
        for (mapping, sharding) in rule.tensors().zip(declared) {
            let mut dims: DimAxes = unproject(&axes, mapping, rule, mesh)?;
            // Rules may say nothing about scalars.
            dims.resize(sharding.rank(), Vec::new());
            let target = TensorSharding::of_axes(mesh_name, dims);
            targets.push(if **sharding == target { sharding.clone() } else { self.intern(target) });
        }
        let results = targets.split_off(operands);
        let mut exchanged = Vec::new();
        for reach in &rule.reaches {
            let shards = mesh.shards(&axes[reach.factor.index()]);
            if shards > 1 {
                let all = targets[reach.operand].dims.iter().fold(1i64, |product, dim| product.saturating_mul(mesh.shards(&dim.axes)));
                let lines = sizes[reach.operand] / reach.input.max(1) / (all / shards).max(1);
                exchanged.push((reach.operand, halo::sent(reach, shards)?.saturating_mul(lines)));
            }
        }
        let all = axes.into_iter().flatten().collect();
        Some(Decision { operands: targets, results, reduce, kind: rule.combine, axes: all, mesh: mesh_name, work: 0, carried: Vec::new(), exchanged })
    }

    /// Closed, on the first of equal meshes, without axes of size 1; replicated where there is none.
    pub fn normal(&self, sharding: Option<&TensorSharding>, rank: usize) -> Shared {
        let Some(sharding) = sharding.filter(|sharding| sharding.rank() == rank) else {
            return self.intern(TensorSharding::fully_replicated(self.main_mesh, rank));
        };
        let name = self.same.get(&sharding.mesh).copied().unwrap_or(sharding.mesh);
        let Some(mesh) = self.meshes.get(&name) else { return self.intern(TensorSharding::fully_replicated(self.main_mesh, rank)) };
        let mut normal = with_dim_axes(sharding, &dim_axes(sharding, mesh));
        normal.unreduced.retain(|axis| mesh.size_of(axis) > 1);
        normal.mesh = if normal.is_replicated() { self.main_mesh } else { name };
        self.intern(normal)
    }

    /// The one object for this sharding.
    fn intern(&self, sharding: TensorSharding) -> Shared {
        let mut interned = self.interned.borrow_mut();
        if let Some(known) = interned.get(&sharding) {
            return known.clone();
        }
        let new = Rc::new(sharding);
        interned.insert(new.clone());
        new
    }

    /// The same placement with nothing left to be reduced.
    pub fn whole(&self, sharding: &Shared) -> Shared {
        if sharding.unreduced.is_empty() { sharding.clone() } else { self.intern(TensorSharding { unreduced: Vec::new(), ..(**sharding).clone() }) }
    }

    /// The mesh that most sharded tensors lie on; the first of them where there are several.
    fn common_mesh(&self, shardings: &[Shared]) -> Sym {
        let mut counts = IndexMap::<Sym, usize>::new();
        shardings.iter().filter(|sharding| !sharding.is_replicated()).for_each(|sharding| *counts.entry(sharding.mesh).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or(0);
        counts.iter().find(|(_, count)| **count == most).map_or(self.main_mesh, |(mesh, _)| *mesh)
    }

    /// Shardings of the results of an op that carries values through, as declared for them or for what flows in.
    fn owners(&self, func: &Func, op: OpId) -> Vec<Shared> {
        let data = func.op(op);
        let inner = |index: usize| match data.info.name {
            "stablehlo.while" => data.regions.last().and_then(|&region| func.region(region).args.get(index).copied()),
            "stablehlo.optimization_barrier" => data.operands.get(index).copied(),
            _ => None,
        };
        let one = |(index, &result): (usize, &Value)| {
            let declared = func.sharding(result).or_else(|| inner(index).and_then(|value| func.sharding(value)));
            self.normal(declared, rank(func, result))
        };
        data.results.iter().enumerate().map(one).map(|owner| self.whole(&owner)).collect()
    }
}

/// Bytes of one device's shard of a value, padding included.
pub(super) fn local_bytes(func: &Func, value: Value, sharding: &TensorSharding, mesh: &Mesh) -> i64 {
    func.ty(value).as_tensor().map_or(0, |ty| sharding.local_type(ty, mesh).byte_size())
}

/// Whether an op only says how its operand is to lie.
pub(super) fn restates(name: &str) -> bool {
    matches!(name, "sdy.sharding_constraint" | "sdy.reshard" | "sdy.propagation_barrier")
}

/// Whether an op makes the same from nothing wherever it stands, so that it is made anew where it is wanted in another sharding.
pub(super) fn made_anywhere(info: &OpInfo) -> bool {
    info.is_constant() || info.name == "stablehlo.iota"
}

/// The op whose result `i` is what operand `i` of `op` becomes unchanged: a loop's own, a barrier's own, and for the end of a loop's body or of
/// a branch the loop's or the branching op's.
pub(super) fn carried_by(func: &Func, op: OpId) -> Option<OpId> {
    let data = func.op(op);
    if matches!(data.info.name, "stablehlo.while" | "stablehlo.optimization_barrier") {
        return Some(op);
    }
    let (true, Some(region)) = (data.info.is_terminator(), data.parent) else { return None };
    let owner = func.region(region).parent?;
    let carries = match func.op(owner).info.name {
        // The end of a loop's condition says whether to go on, and carries nothing.
        "stablehlo.while" => func.op(owner).regions.get(1) == Some(&region),
        name => matches!(name, "stablehlo.case" | "stablehlo.if"),
    };
    carries.then_some(owner)
}

/// Sorted as the mesh's axes are, neighbours merged.
pub(super) fn in_mesh_order(mut axes: Vec<AxisRef>, mesh: &Mesh) -> Vec<AxisRef> {
    axes.sort_by_key(|axis| axis.mesh_order(mesh));
    let mut merged = Vec::new();
    axes.into_iter().for_each(|axis| push_merged(&mut merged, axis, mesh));
    merged
}

/// Whether nothing says how the tensors of an op may be sharded.
fn is_unknown(func: &Func, op: OpId) -> bool {
    let info = func.op(op).info;
    match info.rule {
        RuleFacet::None(_) => !func.op(op).operands.is_empty() && !info.is_terminator() && info.dialect() != "sdy" && func.op(op).attrs.get("sdy.sharding_rule").is_none(),
        RuleFacet::Rule(_) => info.name == "stablehlo.custom_call" && !custom_call::is_known(&func.view(op)),
        RuleFacet::Pointwise | RuleFacet::DataFlow(_) => false,
    }
}

fn uses(func: &Func) -> Uses {
    let mut uses = Uses::new();
    for op in func.walk() {
        for (index, &operand) in func.op(op).operands.iter().enumerate() {
            uses[operand].push((op, index as u32));
        }
    }
    uses
}

fn rank(func: &Func, value: Value) -> usize {
    func.ty(value).as_tensor().map_or(0, TensorType::rank)
}
