//! A second look at what was decided op by op: regions of ops that would do better together in another way.
//!
//! At each reshard, the sharding on one of its sides is spread to the ops on the other and on through theirs, as far as their rules carry it and a
//! bounded number of ops. Each op reached may stay as it is or follow. Which do is a minimum cut: what a value moves depends on what its maker and its
//! users do, and ops have their own work. The region is changed only if, counted exactly, fewer bytes are sent.
//! Invariants: bytes sent never rise; what the program fixes (arguments, results, constraints, loops, ops without a rule) stays; dimensions stay even;
//! the order of looks is that of the program; each function's cost is linear in its reshards.

use super::price::exchanged_bytes;
use super::*;
use crate::partition::factors::{overlap, prefix_without_overlap};
use crate::partition::reshard::partial::Net;
use crate::partition::vote::{can_exchange, make_legal, makes_dims, shardable};
use shardwright_ir::module::ValueDef;
use std::collections::VecDeque;

/// Ops that one look may reach.
const MOST_OPS: usize = 96;
/// Looks at reshards that are alike, in vain, before the next are taken for hopeless too.
const MOST_IN_VAIN: usize = 2;
/// Times that all reshards are gone through.
const MOST_ROUNDS: usize = 2;

/// What reshards that are alike have in common.
type Kind = (&'static str, &'static str, ById, ById, TensorType);

/// A region that may change.
struct Reached {
    ops: Vec<(OpId, Rc<Decision>)>,
    index: HashMap<OpId, usize, FastHash>,
    /// Values that ops of the region make or use.
    values: IndexMap<Value, ()>,
}

/// What the second look changed.
#[derive(Default)]
pub(in crate::partition::reshard) struct Changes {
    /// The first decisions.
    before: IndexMap<OpId, Rc<Decision>>,
}

impl Changes {
    /// Whether nothing changed.
    pub(in crate::partition::reshard) fn is_empty(&self) -> bool {
        self.before.is_empty()
    }
}

impl Decisions<'_> {
    /// Looks at every reshard again.
    pub(in crate::partition::reshard) fn look_again(&mut self, func: &Func) -> Changes {
        let mut changes = Changes::default();
        if self.conflicts != Conflicts::Cost {
            return changes;
        }
        let order = func.walk();
        let mut vain = HashMap::<Kind, usize, FastHash>::default();
        let mut told = IndexMap::<OpId, [(i64, Rc<Decision>); 2]>::new();
        for _ in 0..MOST_ROUNDS {
            let mut better = false;
            for &op in &order {
                let Some(decision) = self.of_op[op].clone() else { continue };
                for index in 0..decision.operands.len() {
                    better |= self.look_at(func, op, index, &mut vain, &mut changes, &mut told);
                }
            }
            if !better {
                break;
            }
        }
        self.ways.retain(|(op, ..)| !told.contains_key(op));
        for (op, ways) in told {
            self.ways.extend(ways.into_iter().map(|(price, way)| (op, price, way)));
        }
        changes
    }

    /// Decides these ops as they were before, and gives what they were now.
    pub(in crate::partition::reshard) fn exchange(&mut self, changes: Changes) -> Changes {
        let before = changes.before.into_iter().filter_map(|(op, decision)| Some((op, self.of_op[op].replace(decision)?))).collect();
        Changes { before }
    }

    /// What one device sends by all decisions, partial results taken for whole.
    pub(in crate::partition::reshard) fn sent(&mut self, func: &Func) -> i64 {
        let ops = func.walk();
        let args = func.args().to_vec();
        let inner = ops.iter().flat_map(|&op| func.op(op).regions.iter().flat_map(|&region| func.region(region).args.iter().copied()));
        let values: Vec<Value> = args.into_iter().chain(inner).chain(ops.iter().flat_map(|&op| func.op(op).results.iter().copied())).collect();
        let moved = values.into_iter().map(|value| self.value_cost(func, value, true).wire).fold(0i64, i64::saturating_add);
        let exchanged = ops.iter().filter_map(|&op| Some(exchanged_bytes(func, op, self.of_op[op].as_deref()?).saturating_mul(self.times[op])));
        exchanged.fold(moved, i64::saturating_add)
    }

    fn look_at(
        &mut self,
        func: &Func,
        op: OpId,
        index: usize,
        vain: &mut HashMap<Kind, usize, FastHash>,
        changes: &mut Changes,
        told: &mut IndexMap<OpId, [(i64, Rc<Decision>); 2]>,
    ) -> bool {
        let (Some(decision), Some(&value)) = (self.of_op[op].clone(), func.op(op).operands.get(index)) else { return false };
        let Some(ty) = func.ty(value).as_tensor() else { return false };
        let made = self.whole(&self.made_as(func, value));
        let target = self.whole(&decision.operands[index]);
        if self.move_cost(&made, &target, ty).wire == 0 {
            return false;
        }
        let maker = func.defining_op(value).map_or("", |maker| func.op(maker).info.name);
        let kind: Kind = (func.op(op).info.name, maker, ById(made.clone()), ById(target.clone()), ty.clone());
        if vain.get(&kind).is_some_and(|&times| times >= MOST_IN_VAIN) {
            return false;
        }
        let better = [target, made].into_iter().any(|spread| self.spread(func, op, value, spread, changes, told));
        if !better {
            *vain.entry(kind).or_default() += 1;
        }
        better
    }

    /// Tries what `value` lying as `sharding` would bring, from its use by `seed` on; whether that is taken.
    fn spread(
        &mut self,
        func: &Func,
        seed: OpId,
        value: Value,
        sharding: Shared,
        changes: &mut Changes,
        told: &mut IndexMap<OpId, [(i64, Rc<Decision>); 2]>,
    ) -> bool {
        let reached = self.reach(func, seed, value, sharding);
        if reached.ops.is_empty() {
            return false;
        }
        let follow = self.cut(func, &reached);
        if follow.is_empty() {
            return false;
        }
        let before = self.region_cost(func, &reached);
        let old: Vec<(OpId, Rc<Decision>)> = follow.iter().filter_map(|&index| Some((reached.ops[index].0, self.of_op[reached.ops[index].0].clone()?))).collect();
        for &index in &follow {
            let (op, decision) = &reached.ops[index];
            self.of_op[*op] = Some(decision.clone());
        }
        let after = self.region_cost(func, &reached);
        if after.wire >= before.wire || after.time >= before.time {
            old.into_iter().for_each(|(op, decision)| self.of_op[op] = Some(decision));
            return false;
        }
        for (op, decision) in old {
            if let Some(new) = self.of_op[op].clone() {
                told.insert(op, [(before.time, decision.clone()), (after.time, new)]);
            }
            changes.before.entry(op).or_insert(decision);
        }
        true
    }

    /// The ops to which a sharding of a value carries over.
    fn reach(&self, func: &Func, seed: OpId, value: Value, sharding: Shared) -> Reached {
        let mut reached = Reached { ops: Vec::new(), index: HashMap::default(), values: IndexMap::new() };
        let mut lies = HashMap::<Value, Shared, FastHash>::default();
        let mut passed = HashSet::<OpId, FastHash>::default();
        let mut work = VecDeque::from([value]);
        lies.insert(value, sharding);
        while let Some(value) = work.pop_front() {
            let sharding = lies[&value].clone();
            let users = self.uses[value].iter().map(|&(op, index)| (op, index as usize));
            let maker = match func.value(value).def {
                ValueDef::Result(op, index) => Some((op, func.op(op).operands.len() + index)),
                ValueDef::Arg(..) => None,
            };
            for (op, place) in maker.into_iter().chain(users) {
                if reached.ops.len() >= MOST_OPS {
                    break;
                }
                if reached.index.contains_key(&op) || passed.contains(&op) {
                    continue;
                }
                let Some(current) = self.of_op[op].clone() else { continue };
                let at = |decision: &Decision, place: usize| decision.operands.iter().chain(&decision.results).nth(place).cloned();
                let follows = if at(&current, place).is_some_and(|now| now.same_placement(&sharding)) {
                    passed.insert(op);
                    // It lies so already: only the op at which this begins hands on what its other tensors are.
                    if op != seed || self.is_fixed(func, op, &current) { None } else { Some(current) }
                } else {
                    self.as_told(func, op, &current, place, &sharding).map(Rc::new).inspect(|new| {
                        reached.index.insert(op, reached.ops.len());
                        reached.ops.push((op, new.clone()));
                        func.op(op).operands.iter().chain(&func.op(op).results).for_each(|&value| _ = reached.values.insert(value, ()));
                    })
                };
                let Some(follows) = follows else { continue };
                for (place, &value) in func.op(op).operands.iter().chain(&func.op(op).results).enumerate() {
                    let Some(now) = at(&follows, place) else { continue };
                    if !lies.contains_key(&value) && func.ty(value).as_tensor().is_some() {
                        lies.insert(value, now);
                        work.push_back(value);
                    }
                }
            }
        }
        reached
    }

    /// Whether an op must stay as it was decided.
    fn is_fixed(&self, func: &Func, op: OpId, decision: &Decision) -> bool {
        let data = func.op(op);
        let rule = self.rules.id_of(op);
        data.info.is_terminator()
            || restates(data.info.name)
            || !decision.carried.is_empty()
            || decision.operands.iter().chain(&decision.results).any(|sharding| !sharding.unreduced.is_empty())
            || (rule.is_none() && !(data.operands.is_empty() && data.regions.is_empty() && !data.info.traits.effects))
            || rule.is_some_and(|rule| !self.rules.rule(rule).reaches.is_empty())
            || is_unknown(func, op)
    }

    /// How an op is sharded of which tensor `place` (operands, then results) is to lie as `sharding`, and which is otherwise as near
    /// to `current` as that allows.
    fn as_told(&self, func: &Func, op: OpId, current: &Decision, place: usize, sharding: &Shared) -> Option<Decision> {
        if self.is_fixed(func, op, current) || !sharding.unreduced.is_empty() {
            return None;
        }
        let data = func.op(op);
        let values: SmallVec<[Value; 4]> = data.operands.iter().chain(&data.results).copied().collect();
        let Some(id) = self.rules.id_of(op) else {
            let [_] = data.results[..] else { return None };
            return Some(Decision::plain_of(Vec::new(), vec![sharding.clone()]));
        };
        let mesh_name = if sharding.is_replicated() { current.mesh } else { sharding.mesh };
        let mesh = self.meshes.get(&mesh_name)?;
        let now: Vec<Shared> = current.operands.iter().chain(&current.results).cloned().collect();
        if now.len() != values.len() || now.iter().any(|sharding| !sharding.is_replicated() && sharding.mesh != mesh_name) {
            return None;
        }
        let rule = self.rules.rule(id);
        let mappings: Vec<&shardwright_ir::sharding::rule::TensorFactors> = rule.tensors().collect();
        let of = |sharding: &Shared| if sharding.is_replicated() { vec![Vec::new(); sharding.rank()] } else { dim_axes(sharding, mesh) };
        let wanted = project(&of(sharding), mappings.get(place)?, rule, mesh);
        let mut axes: FactorAxes = wanted.axes.iter().map(|axes| axes.clone().unwrap_or_default()).collect();
        let taken: Vec<AxisRef> = axes.iter().flatten().copied().collect();
        for (sharding, mapping) in now.iter().zip(&mappings) {
            for (factor, on) in project(&of(sharding), mapping, rule, mesh).axes.into_iter().enumerate() {
                let Some(on) = on.filter(|on| wanted.axes[factor].is_none() && axes[factor].is_empty() && !on.is_empty()) else { continue };
                let kept = prefix_without_overlap(&on, &taken, mesh);
                let others = axes.iter().flatten().copied().collect::<Vec<_>>();
                if !overlap(&kept, &others, mesh) {
                    axes[factor] = kept;
                }
            }
        }
        let may = shardable(rule, makes_dims(rule, data.info.name));
        if (0..axes.len()).any(|factor| !axes[factor].is_empty() && (!may[factor] || !can_exchange(rule, factor, &axes[factor], mesh))) {
            return None;
        }
        make_legal(rule, &mappings, &mut axes, mesh);
        let sizes: Vec<i64> = values.iter().map(|&value| func.ty(value).as_tensor().map_or(0, TensorType::num_elements)).collect();
        let mut decision = self.decision(rule, axes, &sizes, &now, data.operands.len(), mesh_name)?;
        let all = || decision.operands.iter().chain(&decision.results);
        let even = |(&value, sharding): (&Value, &Shared)| {
            func.ty(value).as_tensor().is_none_or(|ty| ty.dims.iter().zip(&sharding.dims).all(|(&size, dim)| size % mesh.shards(&dim.axes).max(1) == 0))
        };
        // What could be combined later than here may be so now: other sums are not weighed against that.
        let sums_alike = decision.reduce == current.reduce || data.results.iter().all(|&result| !self.flows_on(func, result));
        if !all().nth(place)?.same_placement(sharding) || !values.iter().zip(all()).all(even) || !sums_alike || all().zip(&now).all(|(new, now)| new.same_placement(now)) {
            return None;
        }
        decision.work = self.work(func, op, &decision);
        Some(decision)
    }

    /// Whether some op could take a partial result as it is.
    fn flows_on(&self, func: &Func, value: Value) -> bool {
        self.uses[value].iter().any(|&(op, index)| match func.op(op).info.partial.flow(&func.view(op)) {
            PartialFlow::Whole => carried_by(func, op).is_some(),
            PartialFlow::Together { operands, .. } | PartialFlow::OneOf(operands) => operands.contains(&(index as usize)),
        })
    }

    /// The ops that follow in the cheapest mixture, by what pairs of them cost.
    fn cut(&mut self, func: &Func, reached: &Reached) -> Vec<usize> {
        let mut follows = vec![0i64; reached.ops.len()];
        let mut pairs: Vec<(usize, usize, i64)> = Vec::new();
        for (index, (op, new)) in reached.ops.iter().enumerate() {
            let Some(old) = self.of_op[*op].clone() else { continue };
            let own = |decision: &Decision| exchanged_bytes(func, *op, decision).saturating_add(decision.work).saturating_mul(self.times[*op]);
            follows[index] += own(new).saturating_sub(own(&old));
        }
        for &value in reached.values.keys() {
            let Some(ty) = func.ty(value).as_tensor() else { continue };
            let maker = func.defining_op(value).and_then(|op| reached.index.get(&op).copied());
            let from = [self.made_as(func, value), maker.map_or_else(|| self.made_as(func, value), |maker| self.made_by(func, value, &reached.ops[maker].1))];
            let mut users: Vec<(Option<usize>, [Shared; 2], bool)> = Vec::new();
            for &(op, index) in &self.uses[value] {
                let Some(target) = self.of_op[op].as_ref().and_then(|decision| decision.operands.get(index as usize)).cloned() else { continue };
                let user = reached.index.get(&op).copied();
                let other = user.and_then(|user| reached.ops[user].1.operands.get(index as usize).cloned()).unwrap_or_else(|| target.clone());
                users.push((user, [target, other], self.takes_partial(func, op, index as usize)));
            }
            let times = self.made[self.roots[value].unwrap_or(value)].max(1);
            for (user, targets, partial) in &users {
                if maker.is_none() && user.is_none() {
                    continue;
                }
                let mut cost = [[0i64; 2]; 2];
                for (made, from) in from.iter().enumerate() {
                    for (wanted, to) in targets.iter().enumerate() {
                        let from = if *partial { self.whole(from) } else { from.clone() };
                        let alike = users.iter().filter(|(_, targets, _)| targets[wanted].same_placement(to)).count().max(1);
                        cost[made][wanted] = self.move_cost(&from, to, ty).time.saturating_mul(times) / alike as i64;
                    }
                }
                let [[stay, late], [early, both]] = cost;
                match (maker, *user) {
                    (Some(maker), Some(user)) if maker != user => {
                        follows[maker] += early - stay;
                        follows[user] += both - early;
                        pairs.push((user, maker, (late + early - stay - both).max(0)));
                    }
                    (Some(both_of), Some(_)) => follows[both_of] += both - stay,
                    (Some(maker), None) => follows[maker] += early - stay,
                    (None, Some(user)) => follows[user] += late - stay,
                    (None, None) => {}
                }
            }
        }
        let mut net = Net::new();
        let nodes: Vec<_> = follows.iter().map(|_| net.node()).collect();
        for (&node, &cost) in nodes.iter().zip(&follows) {
            let (source, sink) = (net.source, net.sink);
            if cost < 0 {
                net.edge(source, node, cost.unsigned_abs());
            } else {
                net.edge(node, sink, cost as u64);
            }
        }
        pairs.iter().for_each(|&(user, maker, cost)| net.edge(nodes[user], nodes[maker], cost as u64));
        let (_, on_side) = net.reached();
        (0..nodes.len()).filter(|&index| on_side[nodes[index].index()]).collect()
    }

    /// What the ops of a region and the values that they touch cost as it is decided now: `time` with their work.
    fn region_cost(&mut self, func: &Func, reached: &Reached) -> Cost {
        let mut total = Cost::default();
        for &value in reached.values.keys() {
            total = total.plus(self.value_cost(func, value, false));
        }
        for (op, _) in &reached.ops {
            let Some(decision) = self.of_op[*op].clone() else { continue };
            let times = self.times[*op];
            let exchanged = exchanged_bytes(func, *op, &decision).saturating_mul(times);
            total = total.plus(Cost { time: exchanged.saturating_add(decision.work.saturating_mul(times)), wire: exchanged });
        }
        total
    }

    /// What bringing a value to all its uses costs; with `whole`, combinations of partial results apart.
    fn value_cost(&mut self, func: &Func, value: Value, whole: bool) -> Cost {
        let Some(ty) = func.ty(value).as_tensor() else { return Cost::default() };
        let made = self.made_as(func, value);
        let mut forms: SmallVec<[Shared; 4]> = smallvec::smallvec![if whole { self.whole(&made) } else { made.clone() }];
        let mut total = Cost::default();
        for (op, index) in self.uses[value].clone() {
            let Some(target) = self.of_op[op].as_ref().and_then(|decision| decision.operands.get(index as usize)).cloned() else { continue };
            if !whole && !made.unreduced.is_empty() && self.takes_partial(func, op, index as usize) {
                let made = self.whole(&made);
                total = total.plus(self.move_cost(&made, &target, ty));
                continue;
            }
            let nearest = forms.clone().iter().map(|form| self.move_cost(form, &target, ty)).min().unwrap_or_default();
            total = total.plus(nearest);
            if !forms.iter().any(|form| form.same_placement(&target)) {
                forms.push(target);
            }
        }
        let times = self.made[self.roots[value].unwrap_or(value)].max(1);
        Cost { time: total.time.saturating_mul(times), wire: total.wire.saturating_mul(times) }
    }

    /// Whether a use takes what is partial as it is, by what is decided now.
    fn takes_partial(&self, func: &Func, op: OpId, index: usize) -> bool {
        let Some(decision) = self.of_op[op].as_ref() else { return false };
        let mesh = &self.meshes[&self.main_mesh];
        let form = self.forms[func.op(op).operands[index]].first();
        let free = form.is_some_and(|form| !form.unreduced.is_empty() && !overlap(&form.unreduced, &decision.axes, mesh));
        free && match func.op(op).info.partial.flow(&func.view(op)) {
            PartialFlow::Whole => carried_by(func, op).is_some(),
            PartialFlow::Together { operands, .. } | PartialFlow::OneOf(operands) => operands.contains(&index),
        }
    }

    /// How a value lies as it is made, by what is decided now.
    fn made_as(&self, func: &Func, value: Value) -> Shared {
        match func.defining_op(value).and_then(|op| self.of_op[op].as_ref()) {
            Some(decision) => self.made_by(func, value, decision),
            None => self.declared(func, value),
        }
    }

    /// How a value lies as an op of this decision makes it.
    fn made_by(&self, func: &Func, value: Value, decision: &Decision) -> Shared {
        match func.value(value).def {
            ValueDef::Result(_, index) if index < decision.results.len() => self.partial(&decision.results[index], decision),
            _ => self.declared(func, value),
        }
    }
}
