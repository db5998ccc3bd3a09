//! In which order annotations of one user priority propagate: found by cost.
//!
//! Which of two conflicting annotations reaches an op first decides how it is sharded; Shardy lets all of one priority race. Here they
//! are grouped by what they say, the same axes on dimensions that are one index of the program (dimensions that pass-through and
//! contracted factors connect, as the named dimensions of Mesh-TensorFlow; repeated layers count once), and where groups compete for an axis, each is tried first,
//! then each as second, as long as the estimated cost of the partitioned program falls. Invariants: what the user gave a lower
//! priority never goes first; where nothing competes the program is propagated once; the answer sends no more and costs
//! no more, by the estimate, than all at once; the same program gives the same order.

use super::graph::{Graph, Slot};
use super::propagate::{Propagate, Propagation};
use crate::analysis::rules::RuleTable;
use crate::partition::reshard::{Contest, Estimate, estimate};
use indexmap::IndexMap;
use rayon::prelude::*;
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh};
use shardwright_ir::{Diagnostic, Diagnostics, Func, Sym, Value};

/// At most this many orders are tried.
const TRIES: usize = 32;

/// One order is better than another if it saves more than this part of the cost: estimates are not sharper.
const GAIN: i64 = 200;

/// A dimension of a slot that the user sharded.
type Seed = (Slot, usize);

/// Annotations that say the same.
struct Group {
    /// Their user priority.
    priority: i64,
    axes: Vec<AxisRef>,
    seeds: Vec<Seed>,
}

/// What was chosen, for reports.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// Descriptions of the groups that went before the others, first to last.
    pub first: Vec<String>,
    /// The estimate of all at once, in bytes sent by each device.
    pub at_once: i64,
    /// The estimate of this order.
    pub cost: i64,
}

/// Propagates `func` in the order that costs least; the order, where one was looked for.
pub fn propagate_by_cost<'m>(
    propagate: &Propagate,
    func: &mut Func,
    meshes: &'m IndexMap<Sym, Mesh>,
    main_mesh: Sym,
) -> Result<(Propagation<'m>, Option<Order>), Diagnostics> {
    let mut rules = RuleTable::new(func);
    let graph = Graph::new(func, &mut rules).map_err(|fault| Diagnostics::from(*fault))?;
    let mut groups = Groups::new(func, &graph, &rules);
    if !groups.compete() {
        return Ok((propagate.propagate_along(func, meshes, rules, graph)?, None));
    }
    let run = |priorities: &[(Seed, i64)]| -> Result<(Func, Propagation<'m>, Estimate), Diagnostics> {
        let mut trial = func.clone();
        set_priorities(&mut trial, priorities);
        let propagation = propagate.propagate_along(&mut trial, meshes, rules.clone(), graph.clone())?;
        let estimate = estimate(&trial, rules.clone(), meshes, main_mesh)?;
        Ok((trial, propagation, estimate))
    };
    let mut best = run(&[])?;
    let at_once = best.2.cost();
    let mut order: Vec<usize> = Vec::new();
    let mut tries = 0;
    loop {
        let open = groups.in_question(&graph, &best.2.contests, &order);
        if open.len() < 2 || tries + open.len() > TRIES {
            break;
        }
        tries += open.len();
        let trials: Vec<_> = open
            .par_iter()
            .map(|&next| {
                let mut order = order.clone();
                order.push(next);
                run(&ranked(&groups.all, &order)).map(|trial| (next, trial))
            })
            .collect::<Result<_, _>>()?;
        let Some((next, trial)) = trials.into_iter().min_by_key(|(next, trial)| (trial.2.cost(), *next)) else { break };
        if trial.2.bytes > best.2.bytes || best.2.cost().saturating_sub(trial.2.cost()) <= best.2.cost() / GAIN {
            break;
        }
        order.push(next);
        best = trial;
    }
    let cost = best.2.cost();
    let first: Vec<String> = order.iter().map(|&index| describe(func, &groups.all[index])).collect();
    *func = best.0;
    Ok((best.1, (tries > 0).then_some(Order { first, at_once, cost })))
}

/// Priorities that keep the user's and, within each, put the groups of `order` first.
fn ranked(groups: &[Group], order: &[usize]) -> Vec<(Seed, i64)> {
    let rank = |index: usize| order.iter().position(|&first| first == index).unwrap_or(order.len()) as i64;
    let stride = order.len() as i64 + 1;
    let mut ranked = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let priority = group.priority.saturating_mul(stride).saturating_add(rank(index));
        ranked.extend(group.seeds.iter().map(|&seed| (seed, priority)));
    }
    ranked
}

fn set_priorities(func: &mut Func, priorities: &[(Seed, i64)]) {
    let values = func.num_values();
    for &((slot, dim), priority) in priorities {
        let slot = slot as usize;
        if slot < values {
            let value = Value::from_index(slot);
            if let Some(mut sharding) = func.sharding(value).cloned() {
                sharding.dims[dim].priority = Some(priority);
                func.set_sharding(value, Some(sharding));
            }
        } else if let Some(Some(sharding)) = func.result_shardings.get_mut(slot - values) {
            sharding.dims[dim].priority = Some(priority);
        }
    }
}

/// The groups of a function's annotations, in program order of their first members.
struct Groups {
    all: Vec<Group>,
    indices: Indices,
    /// The group of each axis on each index.
    of: IndexMap<(usize, Sym), usize>,
}

impl Groups {
    fn new(func: &Func, graph: &Graph, rules: &RuleTable) -> Groups {
        let mut indices = Indices::named(func, graph, rules);
        let values = func.num_values();
        let shardings = (0..values).filter_map(|index| Some((index as Slot, func.sharding(Value::from_index(index))?)));
        let results = func.result_shardings.iter().enumerate().filter_map(|(index, sharding)| Some((graph.result_slot(values, index), sharding.as_ref()?)));
        let mut by_index = IndexMap::<(i64, usize, Vec<AxisRef>), Vec<Seed>>::new();
        for (slot, sharding) in shardings.chain(results) {
            for (dim, on_dim) in sharding.dims.iter().enumerate().filter(|(_, dim)| !dim.axes.is_empty()) {
                let holder = if (slot as usize) < values { graph.slot(Value::from_index(slot as usize)) } else { slot };
                let Some(index) = indices.of(holder, dim) else { continue };
                by_index.entry((on_dim.priority.unwrap_or(0), index, on_dim.axes.clone())).or_default().push((slot, dim));
            }
        }
        // Layers repeat: indices of their own that carry the same axes on tensors of the same shapes are one group.
        let shape = |&(slot, dim): &Seed| {
            let ty = match (slot as usize).checked_sub(values) {
                None => func.ty(Value::from_index(slot as usize)),
                Some(result) => &func.result_types[result],
            };
            (ty.as_tensor().map(|ty| ty.dims.to_vec()), dim)
        };
        let mut alike = IndexMap::<_, usize>::new();
        let (mut all, mut of) = (Vec::<Group>::new(), IndexMap::new());
        for ((priority, index, axes), seeds) in by_index {
            let mut shapes: Vec<_> = seeds.iter().map(shape).collect();
            shapes.sort_unstable();
            shapes.dedup();
            let group = *alike.entry((priority, axes.clone(), shapes)).or_insert_with(|| {
                all.push(Group { priority, axes: axes.clone(), seeds: Vec::new() });
                all.len() - 1
            });
            all[group].seeds.extend(seeds);
            axes.iter().for_each(|axis| {
                of.entry((index, axis.name)).or_insert(group);
            });
        }
        Groups { all, indices, of }
    }

    /// Whether two groups of one priority want the same axis.
    fn compete(&self) -> bool {
        let shares = |one: &Group, other: &Group| one.axes.iter().any(|axis| other.axes.iter().any(|with| with.name == axis.name));
        self.all.iter().enumerate().any(|(index, one)| self.all[index + 1..].iter().any(|other| one.priority == other.priority && shares(one, other)))
    }

    /// The groups that meet in a contest and that `order` does not decide between.
    fn in_question(&mut self, graph: &Graph, contests: &[Contest], order: &[usize]) -> Vec<usize> {
        let mut open = Vec::new();
        for contest in contests {
            let mut group = |(value, dim): (Value, usize)| {
                let index = self.indices.of(graph.slot(value), dim)?;
                self.of.get(&(index, contest.axis)).copied()
            };
            let (Some(one), Some(other)) = (group(contest.here), group(contest.there)) else { continue };
            if one != other && self.all[one].priority == self.all[other].priority && !order.contains(&one) && !order.contains(&other) {
                open.extend([one, other]);
            }
        }
        open.sort_unstable();
        open.dedup();
        open
    }
}

/// Which dimensions are one index of the program: a union of sets.
pub struct Indices {
    /// The first dimension of each slot in `parent`.
    start: Vec<usize>,
    parent: Vec<usize>,
}

impl Indices {
    fn new(func: &Func, graph: &Graph) -> Indices {
        let rank = |slot: usize| match slot.checked_sub(func.num_values()) {
            None => func.ty(Value::from_index(slot)).as_tensor().map_or(0, |ty| ty.rank()),
            Some(result) => func.result_types.get(result).and_then(|ty| ty.as_tensor()).map_or(0, |ty| ty.rank()),
        };
        let mut start = vec![0];
        for slot in 0..graph.num_slots {
            start.push(start[slot] + rank(slot));
        }
        Indices { parent: (0..start[graph.num_slots]).collect(), start }
    }

    /// The dimensions of a function between which a sharding can travel: those that factors of any kind connect (a slice keeps no index whole,
    /// but hands a sharding on).
    ///
    /// # Errors
    /// A user's rule that does not fit its op.
    pub fn reached(func: &Func) -> Result<Indices, Diagnostics> {
        let mut rules = RuleTable::new(func);
        let graph = Graph::new(func, &mut rules).map_err(|fault| Diagnostics::from(*fault))?;
        Ok(Indices::joined(func, &graph, &rules, |_, _| true))
    }

    /// The named dimensions of a function: those that pass-through and contracted factors connect.
    pub fn named(func: &Func, graph: &Graph, rules: &RuleTable) -> Indices {
        Indices::joined(func, graph, rules, |kind, major| major && matches!(kind, FactorKind::PassThrough | FactorKind::Reduction))
    }

    /// The indices of a function: dimensions that share a factor of a kind and at a place (major or not) that may be are one.
    fn joined(func: &Func, graph: &Graph, rules: &RuleTable, may: impl Fn(FactorKind, bool) -> bool) -> Indices {
        let mut indices = Indices::new(func, graph);
        for node in 0..graph.nodes.len() as u32 {
            let rule = rules.rule(graph.nodes[node as usize].rule);
            indices.join(rule.tensors().zip(graph.tensors(node).iter().copied()), |place| may(rule.factors[place.factor].kind, place.major));
        }
        for &(value, result, rule) in &graph.results {
            indices.join(rules.rule(rule).tensors().zip([value, result]), |place| place.major);
        }
        indices
    }

    /// The index that a dimension of a place is.
    pub fn of(&mut self, slot: Slot, dim: usize) -> Option<usize> {
        let (start, end) = (*self.start.get(slot as usize)?, *self.start.get(slot as usize + 1)?);
        (start + dim < end).then(|| self.root(start + dim))
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    /// Joins the dimensions that share a factor. The smaller number stays the root, so that roots do not depend on order.
    fn join<'r>(&mut self, tensors: impl Iterator<Item = (&'r shardwright_ir::sharding::rule::TensorFactors, Slot)>, may: impl Fn(Place) -> bool) {
        let mut first = IndexMap::<usize, usize>::new();
        for (mapping, slot) in tensors {
            for (dim, factors) in mapping.iter().enumerate() {
                let Some(node) = self.of(slot, dim) else { continue };
                let factors = factors.iter().enumerate().map(|(at, factor)| Place { factor: factor.index(), major: at == 0 });
                for place in factors.filter(|&place| may(place)) {
                    let (node, other) = (self.root(node), *first.entry(place.factor).or_insert(node));
                    let other = self.root(other);
                    self.parent[node.max(other)] = node.min(other);
                }
            }
        }
    }
}

/// A factor in a dimension.
#[derive(Clone, Copy)]
struct Place {
    factor: usize,
    /// Whether it is the dimension's first factor.
    major: bool,
}

/// `{"batch"} on dimension 0 of %arg0 and 3 others`.
fn describe(func: &Func, group: &Group) -> String {
    let axes = group.axes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let (slot, dim) = group.seeds[0];
    let name = match (slot as usize).checked_sub(func.num_values()) {
        Some(result) => format!("result {result}"),
        None => {
            let value = Value::from_index(slot as usize);
            let arg = func.args().iter().position(|&arg| arg == value);
            match (func.value(value).name, arg) {
                (Some(name), _) => format!("`{name}`"),
                (None, Some(index)) => format!("argument {index}"),
                (None, None) => "a value inside".to_string(),
            }
        }
    };
    match group.seeds.len() - 1 {
        0 => format!("{{{axes}}} on dimension {dim} of {name}"),
        others => format!("{{{axes}}} on dimension {dim} of {name} and {others} like it"),
    }
}

/// A remark that says which annotations went first, and what that saves.
pub fn remark(order: &Order) -> Option<Diagnostic> {
    let first = (!order.first.is_empty()).then(|| order.first.join(", then "))?;
    let text = format!("annotations compete for axes: {first} propagated first, {} bytes of cost a device instead of {}", order.cost, order.at_once);
    Some(Diagnostic::remark(text).help("write priorities (`p0`, `p1`, …) to choose yourself"))
}
