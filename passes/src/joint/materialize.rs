//! From a solution back to a function whose values say how they lie.
//!
//! Each op that was chosen stands once, its results closed in the placement in which it leaves them (what is partial is left for the partitioner to
//! combine on the way to where it is taken); where a user takes a value elsewhere, a constraint says so. Invariants: the function computes
//! what the other did, as real numbers; arguments and results stay, ops with effects stay in their order; an op whose form was chosen
//! for its own value stays the op that it was, with name, location and attributes; constants say nothing, since they are made wherever they are wanted.

use super::graph::{Effect, Joint, Key, Origin, State};
use super::solve::Solution;
use crate::rewrite::egraph::form::Source;
use crate::rewrite::egraph::lang::Node;
use egg::{Id, Language};
use shardwright_dialects::sdy::placement::SHARDING_CONSTRAINT;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Attrs, Func, OpId, OpState, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A function in the forms and placements of a solution.
pub struct Materialized {
    /// The function.
    pub func: Func,
    /// Values that are there before it runs: parameters, and what follows from them alone.
    pub before: Vec<Value>,
}

/// The function of a solution.
///
/// # Errors
/// Where an op with effects would be needed before one that stands before it.
pub fn materialize(func: &Func, joint: &mut Joint, solution: &Solution) -> Result<Materialized, String> {
    let converted = joint.converted;
    let (mut original, mut first) = (HashMap::new(), BTreeMap::new());
    for (op, node) in &converted.nodes {
        let node = node.clone().map_children(|child| converted.graph.find(child));
        if let Some(class) = converted.graph.lookup(node.clone()) {
            first.entry(converted.graph.find(class)).or_insert(*op);
        }
        original.entry(node).or_insert(*op);
    }
    let mut make = Make {
        func,
        joint,
        solution,
        out: func.clone(),
        original,
        first,
        held: HashMap::new(),
        moved: HashMap::new(),
        done: HashSet::new(),
        order: Vec::new(),
        fixed: HashMap::new(),
        before: Vec::new(),
    };
    make.arguments();
    for &op in &converted.kept {
        if func.op(op).info.is_terminator() {
            make.finish(op)?;
        } else {
            make.need(Task::Op(op))?;
        }
    }
    let Make { mut out, order, before, .. } = make;
    out.set_region_ops(func.body(), order);
    Ok(Materialized { func: out, before })
}

/// What is to be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    Class(Id),
    Op(OpId),
}

struct Make<'a, 'j> {
    func: &'a Func,
    joint: &'a mut Joint<'j>,
    solution: &'a Solution,
    out: Func,
    /// The op whose e-node this is.
    original: HashMap<Node, OpId>,
    /// The first op that computed an e-class.
    first: BTreeMap<Id, OpId>,
    /// The value of an e-class as it is held.
    held: HashMap<Id, Value>,
    /// Where else it was brought.
    moved: HashMap<(Id, u32), Value>,
    done: HashSet<OpId>,
    order: Vec<OpId>,
    /// The smallest form of what follows from parameters alone, and its number of ops.
    fixed: HashMap<Id, (Node, usize)>,
    before: Vec<Value>,
}

impl Make<'_, '_> {
    fn state(&self, key: Key) -> Option<State> {
        let &number = self.joint.index.get(&key)?;
        Some(self.joint.decisions[number as usize].states[self.solution.chosen[number as usize] as usize])
    }

    fn sharding(&self, placement: u32) -> TensorSharding {
        TensorSharding::of_axes(self.joint.ways.name(), self.joint.ways.placements[placement as usize].dims.clone())
    }

    fn annotate(&mut self, value: Value, placement: u32) {
        if self.out.ty(value).as_tensor().is_some() {
            let sharding = self.sharding(placement);
            self.out.set_sharding(value, Some(sharding));
        }
    }

    /// Arguments lie as they are held; the caller may bring what nothing uses as it likes.
    fn arguments(&mut self) {
        for &arg in self.func.args() {
            let id = self.joint.class(arg);
            if let Some(State::Lies(placement)) = self.state(Key::Held(id)) {
                self.annotate(arg, placement);
            }
        }
    }

    /// Makes what is asked for and all that it needs.
    fn need(&mut self, task: Task) -> Result<(), String> {
        let mut stack = vec![task];
        while let Some(&task) = stack.last() {
            let open = match task {
                Task::Class(id) if self.held.contains_key(&id) => Vec::new(),
                Task::Op(op) if self.done.contains(&op) => Vec::new(),
                Task::Class(id) => match self.joint.origin(id) {
                    Origin::Argument(value) => {
                        self.held.insert(id, value);
                        Vec::new()
                    }
                    Origin::Kept(op, _) => vec![Task::Op(op)],
                    Origin::Constant | Origin::Parameter => self.fixed(id)?,
                    Origin::Ops => self.made(id)?,
                },
                Task::Op(op) => self.keep(op)?,
            };
            if open.is_empty() {
                stack.pop();
            } else if stack.len() > 4 * (self.joint.decisions.len() + self.joint.converted.graph.total_size()) {
                return Err("the choice has a cycle".to_owned());
            } else {
                stack.extend(open);
            }
        }
        Ok(())
    }

    /// The value of an e-class where an op takes it.
    fn take(&mut self, id: Id, placement: u32, near: Option<OpId>) -> Value {
        let value = self.held[&id];
        let Some(State::Lies(from)) = self.state(Key::Held(id)) else { return value };
        self.bring(id, value, from, placement, near)
    }

    /// A value that lies `from` somewhere, where it is wanted.
    fn bring(&mut self, id: Id, value: Value, from: u32, to: u32, near: Option<OpId>) -> Value {
        if self.joint.ways.placements[from as usize].dims == self.joint.ways.placements[to as usize].dims {
            return value;
        }
        if let Some(&there) = self.moved.get(&(id, to)) {
            return there;
        }
        let sharding = self.sharding(to);
        let attrs = Attrs::new().with("sharding", Attr::Sharding(Box::new(sharding.clone())));
        let state = OpState { attrs, ..OpState::new(&SHARDING_CONSTRAINT, &[value], vec![self.out.ty(value).clone()]) };
        let op = self.out.create(state);
        if let Some(near) = near {
            self.out.op_mut(op).loc = self.out.op(near).loc.clone();
            self.out.op_mut(op).span = self.out.op(near).span;
        }
        let there = self.out.op(op).results[0];
        self.out.set_sharding(there, Some(sharding));
        self.order.push(op);
        self.moved.insert((id, to), there);
        there
    }

    /// Holds a result of an op: as it was made, or where it was decided to be held.
    fn hold(&mut self, id: Id, value: Value, made: u32, near: OpId) {
        self.annotate(value, made);
        let to = match self.state(Key::Held(id)) {
            Some(State::Lies(to)) => to,
            _ => made,
        };
        let held = self.bring(id, value, made, to, Some(near));
        self.held.insert(id, held);
    }

    /// Operands that are not there yet.
    fn open(&self, effect: &Effect) -> Vec<Task> {
        effect.takes.iter().rev().filter(|(id, _)| !self.held.contains_key(id)).map(|&(id, _)| Task::Class(id)).collect()
    }

    /// Makes an e-class by its e-node.
    fn made(&mut self, id: Id) -> Result<Vec<Task>, String> {
        let Some(state @ State::Node(place, _)) = self.state(Key::Made(id)) else { return Err("a needed value was not chosen".to_owned()) };
        let Some(effect) = self.joint.effect(self.func, Key::Made(id), state) else { return Err("a needed value was not chosen".to_owned()) };
        let open = self.open(&effect);
        if !open.is_empty() {
            return Ok(open);
        }
        let live = self.joint.live;
        let node = &live.nodes(id)[place as usize];
        let near = self.first.get(&id).copied();
        let operands: Vec<Value> = effect.takes.iter().map(|&(child, placement)| self.take(child, placement, near)).collect();
        let op = self.op(id, node, &operands)?;
        let value = self.out.op(op).results[0];
        self.hold(id, value, effect.makes[0].1, op);
        Ok(Vec::new())
    }

    /// The op of an e-node over these values: the program's own, or a new one.
    fn op(&mut self, id: Id, node: &Node, operands: &[Value]) -> Result<OpId, String> {
        let converted = self.joint.converted;
        if let Some(&op) = self.original.get(node)
            && self.done.insert(op)
        {
            operands.iter().enumerate().for_each(|(index, &value)| self.out.set_operand(op, index, value));
            self.order.push(op);
            return Ok(op);
        }
        let (template, inner) = converted.graph.analysis.forms.get(node.form).template().ok_or("only ops are made")?;
        let mut map = ValueMap::new();
        for (&arg, &operand) in template.args().iter().zip(operands) {
            map[arg] = Some(operand);
        }
        let op = copy_op(&mut self.out, template, inner, &mut map)?;
        let result = self.out.op(op).results[0];
        self.out.set_sharding(result, None);
        if let Some(&like) = self.first.get(&id) {
            self.out.op_mut(op).loc = self.func.op(like).loc.clone();
            self.out.op_mut(op).span = self.func.op(like).span;
            self.out.value_mut(result).name = self.func.value(self.func.op(like).results[0]).name;
        }
        self.order.push(op);
        Ok(op)
    }

    /// Makes what follows from constants and parameters alone, by its smallest form. Only what is held says how it lies.
    fn fixed(&mut self, id: Id) -> Result<Vec<Task>, String> {
        let node = self.smallest(id).ok_or("a fixed value has no form")?.0.clone();
        if let Source::Input(value) = self.joint.converted.graph.analysis.forms.get(node.form).source {
            self.held.insert(id, value);
            self.before.push(value);
            return Ok(Vec::new());
        }
        let open: Vec<Task> = node.children.iter().rev().filter(|child| !self.held.contains_key(child)).map(|&child| Task::Class(child)).collect();
        if !open.is_empty() {
            return Ok(open);
        }
        let operands: Vec<Value> = node.children.iter().map(|child| self.held[child]).collect();
        let op = self.op(id, &node, &operands)?;
        let value = self.out.op(op).results[0];
        if let Some(State::Lies(placement)) = self.state(Key::Held(id)) {
            self.annotate(value, placement);
        }
        self.held.insert(id, value);
        self.before.push(value);
        Ok(Vec::new())
    }

    /// The form of a fixed e-class with the fewest ops, as a tree.
    fn smallest(&mut self, id: Id) -> Option<&(Node, usize)> {
        let (converted, live) = (self.joint.converted, self.joint.live);
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let known = &self.fixed;
            let open: Vec<Id> = live.nodes(top).iter().flat_map(|node| node.children.iter().copied()).filter(|child| !known.contains_key(child)).collect();
            if !open.is_empty() && !self.fixed.contains_key(&top) {
                stack.extend(open);
                continue;
            }
            let own = |node: &Node| usize::from(converted.graph.analysis.forms.get(node.form).source == Source::Op);
            let size = |node: &Node| node.children.iter().map(|child| known[child].1).fold(own(node), usize::saturating_add);
            let best = live.nodes(top).iter().map(|node| (node.clone(), size(node))).min_by_key(|(_, size)| *size)?;
            self.fixed.insert(top, best);
            stack.pop();
        }
        self.fixed.get(&id)
    }

    /// Places an op that stays.
    fn keep(&mut self, op: OpId) -> Result<Vec<Task>, String> {
        let Some(state) = self.state(Key::Done(op)) else { return Err("an op that stays was not chosen".to_owned()) };
        let Some(effect) = self.joint.effect(self.func, Key::Done(op), state) else { return Err("an op that stays was not chosen".to_owned()) };
        let open = self.open(&effect);
        if !open.is_empty() {
            return Ok(open);
        }
        let data = self.func.op(op);
        if data.info.traits.effects {
            let before = self.joint.converted.kept.iter().take_while(|&&other| other != op);
            if let Some(&other) = before.clone().find(|&&other| self.func.op(other).info.traits.effects && !self.done.contains(&other)) {
                return Err(format!("{} would be needed before {}", data.info.name, self.func.op(other).info.name));
            }
        }
        let operands: Vec<Value> = effect.takes.iter().map(|&(id, placement)| self.take(id, placement, Some(op))).collect();
        let count = data.operands.len();
        operands[..count].iter().enumerate().for_each(|(index, &value)| self.out.set_operand(op, index, value));
        let mut replaced = SecondaryMap::<Value, Option<Value>>::new();
        let seen = crate::rewrite::egraph::convert::needs(self.func, op);
        for (&old, &new) in seen[count..].iter().zip(&operands[count..]) {
            replaced[old] = (old != new).then_some(new);
        }
        for &region in &data.regions {
            self.out.replace_in_region(region, &|value| replaced[value]);
        }
        self.done.insert(op);
        self.order.push(op);
        for (&value, &(id, placement)) in data.results.iter().zip(&effect.makes) {
            self.hold(id, value, placement, op);
        }
        Ok(Vec::new())
    }

    /// The results of the function, each in the nearest of the placements that it may have.
    fn finish(&mut self, end: OpId) -> Result<(), String> {
        let results = self.joint.results.clone();
        for (index, (id, allowed)) in results.iter().enumerate() {
            self.need(Task::Class(*id))?;
            let ty = self.joint.ty(*id).clone();
            let value = match self.state(Key::Held(*id)) {
                Some(State::Lies(from)) => {
                    let nearest = allowed.iter().copied().min_by_key(|&to| self.joint.ways.price(&ty, from, to));
                    let to = nearest.ok_or("a result has no placement")?;
                    if ty.as_tensor().is_some() && self.out.result_shardings.len() > index {
                        self.out.result_shardings[index] = Some(self.sharding(to));
                    }
                    self.bring(*id, self.held[id], from, to, Some(end))
                }
                _ => self.held[id],
            };
            self.out.set_operand(end, index, value);
        }
        self.order.push(end);
        Ok(())
    }
}
