//! The choices of a program's form and sharding at once, as one search problem.
//!
//! Each class of the e-graph has two decisions: how its value is made (an e-node, and a way to shard that op; or not at all) and how it is held
//! (a placement; or not at all). A way costs the work of one device; the pair of making and holding costs the reshard between how the op leaves
//! the value and how it is held; each pair of a user's making and the value's holding costs the reshard to how the user takes it, and
//! is forbidden where the user needs what is not held. So Unity's parallel operators (partition, combine, replicate, reduce) are the edges of
//! this problem and no rules; a value is made once and a partial sum combined once for all its users; and an e-node costs nothing unless
//! something that is needed needs it.
//!
//! What follows from constants alone is made anew wherever it is wanted, for nothing; what follows from parameters alone is made before the
//! program runs: it costs nothing, but is held throughout. Invariants: every assignment that is not forbidden is a program (the live e-graph
//! has no cycle); ops that stay, and results of the function, are always needed; numbers are picoseconds and bytes.

use super::Costs;
use super::needed::{Needed, needed};
use super::ways::{Way, Ways};
use crate::rewrite::egraph::acyclic::Live;
use crate::rewrite::egraph::convert::{Converted, needs};
use crate::rewrite::egraph::form::{FormId, Source};
use crate::search::{INFINITE, ProblemBuilder, ProblemError, SearchProblem};
use egg::Id;
use indexmap::{IndexMap, IndexSet};
use shardwright_ir::{Diagnostic, Func, OpId, Type, Value};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Most entries of the tables that price pairs.
pub const MOST: usize = 100_000_000;

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// How an e-class is made.
    Made(Id),
    /// How it is held.
    Held(Id),
    /// How an op that stays is done.
    Done(OpId),
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not needed.
    Idle,
    /// The e-node at this place among its class's, in this way of its form.
    Node(u32, u32),
    /// The way of an op that stays.
    Way(u32),
    /// The placement, by number of [`Ways::placements`].
    Lies(u32),
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Whose.
    pub key: Key,
    /// Its choices.
    pub states: Vec<State>,
    /// By choice: picoseconds.
    pub costs: Vec<i64>,
    /// By choice: bytes on a device that are held throughout or at the end.
    pub bytes: Vec<i64>,
}

/// Two decisions about one value: the one of its holding comes second.
#[derive(Clone, Debug)]
pub struct Link {
    /// The decisions.
    pub ends: (u32, u32),
    /// By choice of the first, then of the second: picoseconds, [`INFINITE`] where they exclude each other.
    pub costs: Arc<[i64]>,
}

/// All choices.
pub struct Joint<'a> {
    /// The e-graph.
    pub converted: &'a Converted,
    /// Its live part.
    pub live: &'a Live,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// What they cost in pairs.
    pub links: Vec<Link>,
    /// Number of each decision.
    pub index: IndexMap<Key, u32>,
    /// Placements and prices.
    pub ways: Ways<'a>,
    /// Ways of forms; looked up only.
    pub of_form: HashMap<FormId, Rc<[Way]>>,
    /// Ways of the ops that stay, the terminator apart.
    pub of_op: IndexMap<OpId, Rc<[Way]>>,
    /// E-class of each result of the function, and the placements that it may have.
    pub results: Vec<(Id, Vec<u32>)>,
    /// Whether an e-class follows from constants alone; looked up only.
    constant: HashMap<Id, bool>,
}

/// How an e-class comes to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// From constants alone.
    Constant,
    /// Before the program runs.
    Parameter,
    /// An argument.
    Argument(Value),
    /// Result `.1` of an op that stays.
    Kept(OpId, usize),
    /// By one of its e-nodes.
    Ops,
}

impl<'a> Joint<'a> {
    /// The choices of the body of `func`, of which `converted` is the saturated e-graph.
    ///
    /// # Errors
    /// An op with too many ways, or more pairs than [`MOST`].
    pub fn new(func: &Func, converted: &'a Converted, live: &'a Live, costs: Costs<'a>) -> Result<Joint<'a>, Box<Diagnostic>> {
        let mut joint = Joint {
            converted,
            live,
            decisions: Vec::new(),
            links: Vec::new(),
            index: IndexMap::new(),
            ways: Ways::new(costs),
            of_form: HashMap::new(),
            of_op: IndexMap::new(),
            results: Vec::new(),
            constant: HashMap::new(),
        };
        let wanted = joint.wanted(func)?;
        joint.decide(func, &wanted);
        joint.link(func)?;
        let reached: Vec<Id> = wanted.keys().copied().collect();
        joint.require(&reached);
        Ok(joint)
    }

    /// The e-class of a value.
    pub fn class(&self, value: Value) -> Id {
        self.converted.graph.find(self.converted.classes[&value])
    }

    /// The type of an e-class.
    pub fn ty(&self, id: Id) -> &Type {
        &self.converted.graph[id].data.ty
    }

    /// How an e-class comes to be.
    pub fn origin(&mut self, id: Id) -> Origin {
        let (converted, live) = (self.converted, self.live);
        if self.is_constant(id) {
            return Origin::Constant;
        }
        if converted.graph[id].data.fixed {
            return Origin::Parameter;
        }
        let from = |node: &crate::rewrite::egraph::lang::Node| match converted.graph.analysis.forms.get(node.form).source {
            Source::Input(value) => Some(Origin::Argument(value)),
            Source::Kept(op, result) => Some(Origin::Kept(op, result)),
            Source::Op => None,
        };
        live.nodes(id).iter().find_map(from).unwrap_or(Origin::Ops)
    }

    fn is_constant(&mut self, id: Id) -> bool {
        let (converted, live) = (self.converted, self.live);
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let nodes = live.nodes(top);
            let open: Vec<Id> = if converted.graph[top].data.fixed {
                nodes.iter().flat_map(|node| node.children.iter().copied()).filter(|child| !self.constant.contains_key(child)).collect()
            } else {
                Vec::new()
            };
            if open.is_empty() {
                let forms = &converted.graph.analysis.forms;
                let known = |node: &crate::rewrite::egraph::lang::Node| forms.get(node.form).source == Source::Op && node.children.iter().all(|child| self.constant[child]);
                let constant = converted.graph[top].data.fixed && nodes.iter().any(known);
                self.constant.insert(top, constant);
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        self.constant[&id]
    }

    /// The problem of these choices, with only those for which `keep` holds (decision, choice), and the choices behind its choices.
    ///
    /// # Errors
    /// A decision without any choice.
    pub fn problem(&self, name: &str, keep: &dyn Fn(usize, usize) -> bool, limit: Option<i64>) -> Result<(SearchProblem, Vec<Vec<u32>>), ProblemError> {
        let mut builder = ProblemBuilder::new(name);
        if let Some(limit) = limit {
            builder.limit(limit);
        }
        let mut kept: Vec<Vec<u32>> = Vec::with_capacity(self.decisions.len());
        for (number, decision) in self.decisions.iter().enumerate() {
            let choices: Vec<u32> = (0..decision.states.len()).filter(|&choice| keep(number, choice)).map(|choice| choice as u32).collect();
            let of = |all: &[i64]| choices.iter().map(|&choice| all[choice as usize]).collect();
            builder.node_with_memory(&self.label(decision.key), of(&decision.costs), of(&decision.bytes), (0, 1));
            kept.push(choices);
        }
        for link in &self.links {
            let (first, second) = (link.ends.0 as usize, link.ends.1 as usize);
            let columns = self.decisions[second].states.len();
            let rows = kept[first].iter().flat_map(|&row| kept[second].iter().map(move |&column| row as usize * columns + column as usize));
            builder.edge(link.ends.0, link.ends.1, rows.map(|at| link.costs[at]).collect());
        }
        Ok((builder.build()?, kept))
    }

    fn label(&self, key: Key) -> String {
        match key {
            Key::Made(id) => format!("making of {} {}", self.ty(id), usize::from(id)),
            Key::Held(id) => format!("{} {}", self.ty(id), usize::from(id)),
            Key::Done(op) => format!("op {op:?}"),
        }
    }

    /// The decisions that a result of the function depends on hold what is needed; how every e-class that can be reached is wanted.
    fn wanted(&mut self, func: &Func) -> Result<IndexMap<Id, IndexSet<u32>>, Box<Diagnostic>> {
        let (converted, live) = (self.converted, self.live);
        let mut wanted: IndexMap<Id, IndexSet<u32>> = IndexMap::new();
        for &op in &converted.kept {
            let view = func.view(op);
            if view.data().info.is_terminator() {
                for (index, &value) in view.data().operands.iter().enumerate() {
                    let given = func.result_shardings.get(index).and_then(Option::as_ref);
                    let allowed = self.ways.allowed(func.ty(value), given);
                    wanted.entry(self.class(value)).or_default().extend(allowed.iter().copied());
                    self.results.push((self.class(value), allowed));
                }
                continue;
            }
            if view.data().info.name == "sdy.manual_computation" {
                let why = "the ways of a manual computation are the user's, and are not searched";
                return Err(Box::new(Diagnostic::error(why).at(view.data().span).help("compile the program without a plan")));
            }
            let needed = needs(func, op);
            let ways: Rc<[Way]> = self.ways.of(&view, &needed[view.data().operands.len()..])?.into();
            for (index, &value) in needed.iter().enumerate() {
                wanted.entry(self.class(value)).or_default().extend(ways.iter().map(|way| way.operands[index]));
            }
            for &value in &view.data().results {
                wanted.entry(self.class(value)).or_default();
            }
            self.of_op.insert(op, ways);
        }
        let mut at = 0;
        while let Some((&id, _)) = wanted.get_index(at) {
            at += 1;
            if self.origin(id) != Origin::Ops {
                continue;
            }
            for node in live.nodes(id) {
                let ways = self.form_ways(node.form)?;
                for (index, &child) in node.children.iter().enumerate() {
                    wanted.entry(child).or_default().extend(ways.iter().map(|way| way.operands[index]));
                }
            }
        }
        Ok(wanted)
    }

    fn form_ways(&mut self, form: FormId) -> Result<Rc<[Way]>, Box<Diagnostic>> {
        if let Some(known) = self.of_form.get(&form) {
            return Ok(known.clone());
        }
        let converted = self.converted;
        let found: Rc<[Way]> = match converted.graph.analysis.forms.get(form).template() {
            Some((template, op)) => self.ways.of(&template.view(op), &[])?.into(),
            None => Rc::new([]),
        };
        self.of_form.insert(form, found.clone());
        Ok(found)
    }

    /// The decisions: of ops that stay, then of e-classes.
    fn decide(&mut self, func: &Func, wanted: &IndexMap<Id, IndexSet<u32>>) {
        let live = self.live;
        for (&op, ways) in &self.of_op.clone() {
            let states = (0..ways.len() as u32).map(State::Way).collect();
            self.add(Key::Done(op), states, ways.iter().map(|way| way.cost).collect(), vec![0; ways.len()]);
        }
        for (&id, wanted) in wanted {
            let origin = self.origin(id);
            if origin == Origin::Constant {
                continue;
            }
            let mut lies: IndexSet<u32> = match origin {
                // In every placement that it may have, wanted or not: a value that is gathered before its use takes less memory until then.
                Origin::Argument(value) => self.ways.allowed(func.ty(value), func.sharding(value)).into_iter().collect(),
                Origin::Parameter => {
                    let ty = self.ty(id).clone();
                    wanted.iter().copied().chain(self.ways.allowed(&ty, None)).collect()
                }
                _ => wanted.clone(),
            };
            match origin {
                Origin::Ops => {
                    let (mut states, mut costs) = (vec![State::Idle], vec![0]);
                    for (place, node) in live.nodes(id).iter().enumerate() {
                        let ways = self.of_form[&node.form].clone();
                        lies.extend(ways.iter().map(|way| way.results[0]));
                        states.extend((0..ways.len() as u32).map(|way| State::Node(place as u32, way)));
                        costs.extend(ways.iter().map(|way| way.cost));
                    }
                    let bytes = vec![0; states.len()];
                    self.add(Key::Made(id), states, costs, bytes);
                }
                Origin::Kept(op, result) => lies.extend(self.of_op[&op].iter().map(|way| way.results[result])),
                _ => {}
            }
            let ty = self.ty(id).clone();
            let results: Vec<Vec<u32>> = self.results.iter().filter(|(of, _)| *of == id).map(|(_, allowed)| allowed.clone()).collect();
            let stays = !results.is_empty() || matches!(origin, Origin::Argument(_) | Origin::Parameter);
            let (mut states, mut costs, mut bytes) = (vec![State::Idle], vec![if results.is_empty() { 0 } else { INFINITE }], vec![0]);
            for &placement in &lies {
                let prices = results.iter().map(|allowed| allowed.iter().map(|&to| self.ways.price(&ty, placement, to)).min().unwrap_or(INFINITE));
                costs.push(prices.fold(0i64, i64::saturating_add).min(INFINITE));
                states.push(State::Lies(placement));
                bytes.push(if stays { self.ways.bytes(&ty, placement) } else { 0 });
            }
            self.add(Key::Held(id), states, costs, bytes);
        }
    }

    fn add(&mut self, key: Key, states: Vec<State>, costs: Vec<i64>, bytes: Vec<i64>) {
        self.index.insert(key, self.decisions.len() as u32);
        self.decisions.push(Decision { key, states, costs, bytes });
    }

    /// What every program needs is never idle, and what a need implies is linked to it.
    fn require(&mut self, reached: &[Id]) {
        let Needed { always, implied } = needed(self, reached);
        for id in always {
            for key in [Key::Made(id), Key::Held(id)] {
                if let Some(&number) = self.index.get(&key) {
                    let decision = &mut self.decisions[number as usize];
                    decision.states.iter().zip(&mut decision.costs).filter(|(state, _)| **state == State::Idle).for_each(|(_, cost)| *cost = INFINITE);
                }
            }
        }
        for (id, needs) in implied {
            let (Some(&first), Some(&second)) = (self.index.get(&Key::Made(id)), self.index.get(&Key::Held(needs))) else { continue };
            let rows = &self.decisions[first as usize].states;
            let columns = &self.decisions[second as usize].states;
            let excluded = |row: State, column: State| if row != State::Idle && column == State::Idle { INFINITE } else { 0 };
            let costs: Vec<i64> = rows.iter().flat_map(|&row| columns.iter().map(move |&column| excluded(row, column))).collect();
            self.links.push(Link { ends: (first, second), costs: costs.into() });
        }
    }

    /// The links between makings and holdings.
    fn link(&mut self, func: &Func) -> Result<(), Box<Diagnostic>> {
        let mut entries = 0usize;
        for number in 0..self.decisions.len() {
            let Decision { key, states, .. } = self.decisions[number].clone();
            let effects: Vec<Option<Effect>> = states.iter().map(|&state| self.effect(func, key, state)).collect();
            let mut touched = IndexSet::<Id>::new();
            for effect in effects.iter().flatten() {
                touched.extend(effect.takes.iter().chain(&effect.makes).map(|&(id, _)| id));
            }
            for id in touched {
                let Some(&held) = self.index.get(&Key::Held(id)) else { continue };
                let lies = self.decisions[held as usize].states.clone();
                entries = entries.saturating_add(effects.len().saturating_mul(lies.len()));
                if entries > MOST {
                    let why = format!("forms and shardings have more than {MOST} pairs of choices");
                    return Err(Box::new(Diagnostic::error(why).at(func.span).help("use fewer e-nodes, or a mesh of fewer axes")));
                }
                let ty = self.ty(id).clone();
                let mut costs = Vec::with_capacity(effects.len() * lies.len());
                for effect in &effects {
                    for &state in &lies {
                        costs.push(self.together(key, effect.as_ref(), id, &ty, state));
                    }
                }
                if costs.iter().any(|&cost| cost != 0) {
                    self.links.push(Link { ends: (number as u32, held), costs: costs.into() });
                }
            }
        }
        Ok(())
    }

    /// What a choice of making takes and makes; none for idling, and for holdings.
    pub fn effect(&self, func: &Func, key: Key, state: State) -> Option<Effect> {
        match (key, state) {
            (Key::Made(id), State::Node(place, way)) => {
                let node = &self.live.nodes(id)[place as usize];
                let way = &self.of_form[&node.form][way as usize];
                Some(Effect { takes: node.children.iter().copied().zip(way.operands.iter().copied()).collect(), makes: vec![(id, way.results[0])] })
            }
            (Key::Done(op), State::Way(way)) => {
                let way = &self.of_op[&op][way as usize];
                let needed = needs(func, op).into_iter().map(|value| self.class(value));
                let made = func.op(op).results.iter().map(|&value| self.class(value));
                Some(Effect { takes: needed.zip(way.operands.iter().copied()).collect(), makes: made.zip(way.results.iter().copied()).collect() })
            }
            _ => None,
        }
    }

    /// The price of a making and a holding of an e-class.
    fn together(&mut self, key: Key, effect: Option<&Effect>, id: Id, ty: &Type, held: State) -> i64 {
        let made = effect.and_then(|effect| effect.makes.iter().find(|(of, _)| *of == id));
        match (made, held) {
            (Some(&(_, from)), State::Lies(to)) => self.ways.price(ty, from, to),
            (Some(_), _) => if matches!(key, Key::Done(_)) { 0 } else { INFINITE },
            (None, State::Lies(_)) if key == Key::Made(id) => INFINITE,
            (None, _) => {
                let mut taken: Vec<u32> = effect.map_or(Vec::new(), |effect| effect.takes.iter().filter(|(of, _)| *of == id).map(|&(_, to)| to).collect());
                taken.sort_unstable();
                taken.dedup();
                match held {
                    State::Lies(from) => taken.into_iter().fold(0i64, |sum, to| sum.saturating_add(self.ways.price(ty, from, to))).min(INFINITE),
                    _ => if taken.is_empty() { 0 } else { INFINITE },
                }
            }
        }
    }
}

/// What a choice of making takes and makes: e-classes and their placements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Operand by operand, then what only regions see.
    pub takes: Vec<(Id, u32)>,
    /// Result by result.
    pub makes: Vec<(Id, u32)>,
}
