//! A training step in pieces.
//!
//! Reading order: [`super::anatomy`] (the parts of a step), [`super::place`] (homes of the ops of its loop), [`super::rounds`] (of those after it), this file (what each piece
//! reads and gives, found from the results backwards), [`super::handover`] (less of it), [`super::build`] (modules).
//! Invariants: those of [`super::pieces`].

use super::anatomy::Parts;
use super::build::{Lying, Part, PartResult};
use super::handover::{in_order, lessen};
use super::pieces::{Phase, Piece, PieceInput, Pieces, Sum};
use super::place::{Home, Homes, place, place_forward};
use super::rounds::{Later, Rounds};
use crate::train::follows::read_by;
use indexmap::{IndexMap, IndexSet};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::role::{ALIAS, OF, Role, alias_of};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, Value};
use std::collections::BTreeMap;

/// How a step is cut.
#[derive(Clone, Copy)]
pub struct Division<'a> {
    /// Where stages lie.
    pub lying: Lying<'a>,
    /// The place of each stage along the pipeline axes.
    pub ranks: &'a [usize],
    /// Whether backward passes are in two halves.
    pub split: bool,
    /// Whether forward pieces hand the fewest bytes to their backward pieces, which compute the rest again; else all that these read.
    pub least: bool,
}

/// Cuts a training step whose ops are marked with stages ([`super::cut::STAGE`]) into pieces.
///
/// # Errors
/// Located: a mark that contradicts others; a stage without work; more or fewer stages than `ranks`; a rank that the pipeline axes have not; what is no training step.
pub fn divide(module: &Module, division: &Division) -> Result<Pieces, Diagnostics> {
    let func = module.main().ok_or_else(|| Diagnostic::error("module has no @main to cut"))?;
    let places = division.lying.places();
    if let Some(rank) = division.ranks.iter().find(|&&rank| rank as i64 >= places.max(1)) {
        return Err(Diagnostic::error(format!("a stage lies at place {rank} of pipeline axes of {places} positions")).into());
    }
    let mut parts = Parts::of(func)?;
    let homes = place(&mut parts, division.split, division.lying.mesh.map(|(_, mesh)| mesh))?;
    let stages = division.ranks.len();
    has_work(&parts, &homes, stages)?;
    let mut drafts = Drafts { parts: &parts, homes: &homes, rounds: None, drafts: BTreeMap::new(), open: Vec::new() };
    drafts.sums()?;
    let owners = owners(&parts, &drafts);
    drafts.rounds = Some(Rounds::of(&parts, owners, stages));
    drafts.results()?;
    let Drafts { mut drafts, .. } = drafts;
    let order = order_of(&parts);
    if division.least {
        lessen(&parts, &mut drafts, &order, division.lying.mesh.map(|(_, mesh)| mesh));
    }
    let devices = division.ranks.iter().map(|&rank| division.lying.devices(rank)).collect();
    finish(module, func, (&parts, &order), &drafts, &division.lying, Pieces { microbatches: parts.microbatches, devices, ..Pieces::default() })
}

/// Cuts a forward program whose ops are marked into as many pieces as stages.
///
/// # Errors
/// As [`divide`], ranks aside.
pub fn divide_forward(module: &Module, lying: &Lying) -> Result<Pieces, Diagnostics> {
    let func = module.main().ok_or_else(|| Diagnostic::error("module has no @main to cut"))?;
    let parts = Parts::of_forward(func);
    let homes = place_forward(&parts)?;
    let last = parts.body.iter().filter_map(|&op| if let Some(Home::At(stage, _)) = homes[op] { Some(stage) } else { None }).max().unwrap_or(0);
    let mut drafts = Drafts { parts: &parts, homes: &homes, rounds: None, drafts: BTreeMap::new(), open: Vec::new() };
    drafts.forward_results(last + 1)?;
    let Drafts { drafts, .. } = drafts;
    has_work(&parts, &homes, last + 1)?;
    let devices = (0..=last).map(|stage| lying.devices(stage)).collect();
    finish(module, func, (&parts, &order_of(&parts)), &drafts, lying, Pieces { microbatches: 1, devices, ..Pieces::default() })
}

/// Refuses stages that do nothing, and ops of stages that there are not.
fn has_work(parts: &Parts, homes: &Homes, stages: usize) -> Result<(), Diagnostics> {
    let mut works = vec![false; stages];
    for &op in &parts.body {
        if let Some(Home::At(stage, phase)) = homes[op] {
            match works.get_mut(stage) {
                Some(works) => *works |= phase == Phase::Forward,
                None => {
                    let data = parts.func.op(op);
                    return Err(Diagnostic::error(format!("{} lies in stage {stage}, there are {stages}", data.info.name)).at(data.span).in_loc(&data.loc).into());
                }
            }
        }
    }
    match works.iter().position(|&works| !works) {
        Some(idle) => Err(Diagnostic::error(format!("stage {idle} of {stages} has no work: no op lies in it"))
            .help("mark as many stages as there shall be, or ask for fewer")
            .into()),
        None => Ok(()),
    }
}

/// A place in the order of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub phase: Phase,
    pub stage: usize,
}

impl Slot {
    /// Forward passes from the first stage to the last, backward passes from the last to the first.
    fn key(self) -> (u32, u32, usize, u32) {
        match self.phase {
            Phase::Before => (0, 0, self.stage, 0),
            Phase::Forward => (1, 0, self.stage, 0),
            Phase::Input => (2, 0, usize::MAX - self.stage, 0),
            Phase::Weight => (2, 0, usize::MAX - self.stage, 1),
            Phase::After(round) => (3, round, self.stage, 0),
        }
    }
}

impl Ord for Slot {
    fn cmp(&self, other: &Slot) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}
impl PartialOrd for Slot {
    fn partial_cmp(&self, other: &Slot) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Where a value comes from that a piece is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Arg(usize),
    Microbatch,
    From(Slot),
    Sum(usize),
}

/// A piece before it has a module.
#[derive(Default)]
pub(super) struct Draft {
    pub has: SecondaryMap<OpId, bool>,
    pub ops: Vec<OpId>,
    /// Ops that another piece has too: they stand right before what reads them here.
    pub again: SecondaryMap<OpId, bool>,
    pub inputs: IndexMap<Value, Given>,
    /// What other pieces read.
    pub read: IndexSet<Value>,
    /// What sums add up: the sum, and the summand.
    sums: Vec<(usize, Value)>,
    /// What the program returns: its place, and the value.
    results: Vec<(usize, Value)>,
}

struct Drafts<'a> {
    parts: &'a Parts,
    homes: &'a Homes,
    /// Known once the loop is done.
    rounds: Option<Rounds>,
    drafts: BTreeMap<Slot, Draft>,
    open: Vec<(OpId, Slot)>,
}

impl Drafts<'_> {
    /// Everything that sums need.
    fn sums(&mut self) -> Result<(), Diagnostic> {
        for (index, sum) in self.parts.sums.iter().enumerate() {
            let slot = self.home_of(sum.summand).unwrap_or(Slot { phase: Phase::Input, stage: 0 });
            self.draft(slot).sums.push((index, sum.summand));
            self.need(sum.summand, slot)?;
            self.close()?;
        }
        Ok(())
    }

    /// Everything that the program returns.
    fn results(&mut self) -> Result<(), Diagnostic> {
        let stages = 1 + self.drafts.keys().map(|slot| slot.stage).max().unwrap_or(0);
        let func = &self.parts.func;
        // Of each result the argument that it replaces.
        let mut replaced = vec![None; self.parts.returned.len()];
        for (&arg, attrs) in func.args().iter().zip(&func.arg_attrs).rev() {
            if let Some(slot) = alias_of(attrs).and_then(|place| replaced.get_mut(place)) {
                *slot = Some(arg);
            }
        }
        for (place, &value) in self.parts.returned.iter().enumerate() {
            let rounds = self.rounds.as_ref().ok_or_else(|| Diagnostic::error("results come after the loop"))?;
            let stage = rounds.gives(self.parts, value).or_else(|| rounds.gives(self.parts, replaced[place]?)).unwrap_or(0).min(stages - 1);
            let slot = Slot { phase: Phase::After(rounds.ready(self.parts, value, stage)), stage };
            self.draft(slot).results.push((place, value));
            self.need(value, slot)?;
            self.close()?;
        }
        Ok(())
    }

    /// Everything that a forward program does; what no op of a stage makes is given by the first.
    fn forward_results(&mut self, stages: usize) -> Result<(), Diagnostic> {
        for stage in 0..stages {
            self.draft(Slot { phase: Phase::Forward, stage });
        }
        for (place, &value) in self.parts.returned.iter().enumerate() {
            let slot = self.home_of(value).unwrap_or(Slot { phase: Phase::Forward, stage: 0 });
            self.draft(slot).results.push((place, value));
            self.need(value, slot)?;
            self.close()?;
        }
        // Also what nobody reads: a program is cut, not cleaned.
        for &op in &self.parts.body {
            if let Some(Home::At(stage, phase)) = self.homes[op] {
                self.open.push((op, Slot { phase, stage }));
                self.close()?;
            }
        }
        Ok(())
    }

    /// Where a value of the loop is made, where it is made once.
    fn home_of(&self, value: Value) -> Option<Slot> {
        match self.homes[self.parts.func.defining_op(value)?] {
            Some(Home::At(stage, phase)) => Some(Slot { phase, stage }),
            _ => None,
        }
    }

    fn draft(&mut self, slot: Slot) -> &mut Draft {
        self.drafts.entry(slot).or_default()
    }

    /// Where an op runs whose results are read in `slot`.
    fn runs(&self, op: OpId, slot: Slot) -> Slot {
        if self.parts.func.op(op).info.is_constant() {
            return slot;
        }
        match self.homes[op] {
            Some(Home::Anywhere) => return slot,
            Some(Home::EachStage(phase)) => return Slot { phase, stage: slot.stage },
            Some(Home::At(stage, phase)) => return Slot { phase, stage },
            None => {}
        }
        let before = Slot { phase: Phase::Before, stage: slot.stage };
        let Some(rounds) = self.rounds.as_ref().filter(|_| !self.drafts.get(&before).is_some_and(|draft| draft.has[op])) else { return before };
        match &rounds.of[op] {
            Some(Later::On(stage, round)) => Slot { phase: Phase::After(*round), stage: *stage },
            Some(Later::OnEach(rounds)) => Slot { phase: Phase::After(rounds.get(slot.stage).copied().unwrap_or(0)), stage: slot.stage },
            None => before,
        }
    }

    /// Says that `slot` reads a value.
    fn need(&mut self, value: Value, slot: Slot) -> Result<(), Diagnostic> {
        let parts = self.parts;
        let given = match parts.func.value(value).def {
            ValueDef::Result(op, _) => {
                let from = self.runs(op, slot);
                self.open.push((op, from));
                if from == slot {
                    return Ok(());
                }
                if from > slot {
                    let data = parts.func.op(op);
                    return Err(Diagnostic::error(format!("{} of stage {} is read in stage {} before it is there", data.info.name, from.stage, slot.stage))
                        .at(data.span)
                        .in_loc(&data.loc)
                        .help("a stage reads earlier ones in the forward pass, later ones in the backward pass: move the mark of this op, or of those that read it"));
                }
                self.draft(from).read.insert(value);
                Given::From(from)
            }
            ValueDef::Arg(..) if parts.count == Some(value) => Given::Microbatch,
            ValueDef::Arg(_, index) => match parts.sum_of(value) {
                None => Given::Arg(index),
                Some(sum) => {
                    let home = self.rounds.as_ref().and_then(|rounds| rounds.gives(parts, value)).unwrap_or(slot.stage);
                    if home == slot.stage {
                        Given::Sum(sum)
                    } else {
                        // Its stage hands it on.
                        let first = Slot { phase: Phase::After(0), stage: home };
                        let draft = self.draft(first);
                        draft.inputs.insert(value, Given::Sum(sum));
                        draft.read.insert(value);
                        Given::From(first)
                    }
                }
            },
        };
        self.draft(slot).inputs.insert(value, given);
        Ok(())
    }

    /// Takes in all ops that are needed so far, with what they read.
    fn close(&mut self) -> Result<(), Diagnostic> {
        while let Some((op, slot)) = self.open.pop() {
            let draft = self.draft(slot);
            if std::mem::replace(&mut draft.has[op], true) {
                continue;
            }
            draft.ops.push(op);
            for value in read_by(&self.parts.func, op) {
                self.need(value, slot)?;
            }
        }
        Ok(())
    }
}

/// Stages of arguments: a weight's is the first that reads it, a state's that of its weight, a sum's where it is added up.
fn owners(parts: &Parts, drafts: &Drafts) -> SecondaryMap<Value, Option<usize>> {
    let func = &parts.func;
    let mut owners = SecondaryMap::<Value, Option<usize>>::new();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    let role = |index: usize| func.arg_attrs.get(index).and_then(Role::of);
    for (slot, draft) in &drafts.drafts {
        for (&value, given) in &draft.inputs {
            if let Given::Arg(index) = *given
                && role(index) == Some(Role::Parameter)
            {
                owners[value] = Some(owners[value].map_or(slot.stage, |before: usize| before.min(slot.stage)));
            }
        }
        for &(sum, _) in &draft.sums {
            owners[parts.sums[sum].total] = Some(slot.stage);
        }
    }
    for (index, &arg) in func.args().iter().enumerate().take(parts.args) {
        if role(index) == Some(Role::Parameter) {
            let stage = *owners[arg].get_or_insert(0);
            if let Some(name) = func.value(arg).name {
                by_name.insert(name.as_str(), stage);
            }
        }
    }
    for (index, &arg) in func.args().iter().enumerate().take(parts.args) {
        if let Some(of) = func.arg_attrs[index].get(OF).and_then(Attr::as_str) {
            owners[arg] = by_name.get(of).copied();
        }
    }
    owners
}

/// Of each op its place in the whole program.
pub(super) type Order = SecondaryMap<OpId, usize>;

fn order_of(parts: &Parts) -> Order {
    let mut order = Order::new();
    parts.before.iter().chain(&parts.body).chain(&parts.after).enumerate().for_each(|(number, &op)| order[op] = number);
    order
}

/// Makes the modules.
fn finish(module: &Module, func: &Func, (parts, order): (&Parts, &Order), drafts: &BTreeMap<Slot, Draft>, lying: &Lying, mut pieces: Pieces) -> Result<Pieces, Diagnostics> {
    let numbers: BTreeMap<Slot, usize> = drafts.keys().enumerate().map(|(number, &slot)| (slot, number)).collect();
    let mut gives: BTreeMap<(Slot, Value), usize> = BTreeMap::new();
    // Of each argument the last piece that reads it.
    let read = |(&slot, draft): (&Slot, &Draft)| draft.inputs.values().filter_map(|given| if let Given::Arg(index) = given { Some(*index) } else { None }).map(|index| (index, slot)).collect::<Vec<_>>();
    let last_reader: BTreeMap<usize, Slot> = drafts.iter().flat_map(read).collect();
    let mut sums: Vec<Option<Sum>> = vec![None; parts.sums.len()];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); pieces.devices.len()];
    for (&slot, draft) in drafts {
        let piece = numbers[&slot];
        let mut results: Vec<PartResult> = Vec::new();
        let mut outputs: Vec<Vec<usize>> = Vec::new();
        for &value in &draft.read {
            gives.insert((slot, value), results.len());
            results.push(PartResult { value, sharding: complete(parts.func.sharding(value)), attrs: Attrs::new() });
            outputs.push(Vec::new());
        }
        for &(sum, value) in &draft.sums {
            sums[sum] = Some(Sum { piece, index: results.len() });
            results.push(PartResult { value, sharding: complete(parts.func.sharding(parts.sums[sum].total)), attrs: Attrs::new() });
            outputs.push(Vec::new());
        }
        // Of each result of the program, which of the piece's it is.
        let mut made: BTreeMap<usize, usize> = BTreeMap::new();
        for &(place, value) in &draft.results {
            let declared = &func.result_shardings[place];
            let sharding = declared.clone().or_else(|| parts.func.sharding(value).cloned());
            let as_read = gives.get(&(slot, value)).copied().filter(|&index: &usize| declared.is_none() || results[index].sharding == sharding);
            if let Some(index) = as_read {
                results[index].attrs = func.result_attrs[place].clone();
                outputs[index].push(place);
                made.insert(place, index);
                continue;
            }
            gives.entry((slot, value)).or_insert(results.len());
            made.insert(place, results.len());
            results.push(PartResult { value, sharding, attrs: func.result_attrs[place].clone() });
            outputs.push(vec![place]);
        }
        let mut inputs = Vec::new();
        let mut from = Vec::new();
        for (&value, &given) in &draft.inputs {
            let mut attrs = Attrs::new();
            from.push(match given {
                Given::Arg(index) => {
                    attrs = func.arg_attrs[index].clone();
                    attrs.remove(ALIAS);
                    // An update is made in the place of what it replaces, where no later round reads that.
                    let last = matches!(slot.phase, Phase::After(_)) && last_reader.get(&index) == Some(&slot);
                    let result = alias_of(&func.arg_attrs[index]).and_then(|place| made.get(&place));
                    if let Some(&result) = result.filter(|_| last) {
                        attrs.set(ALIAS, Attr::Int(i64::try_from(result).unwrap_or(i64::MAX), ElementType::I32));
                    }
                    PieceInput::Arg(index)
                }
                Given::Microbatch => PieceInput::Microbatch,
                Given::Sum(sum) => PieceInput::Sum(sum),
                Given::From(other) => {
                    let reads = if slot.phase == Phase::Forward { Some((slot.stage, other.stage)) } else { None };
                    // What a stage hands back makes it one that reads the other's forward pass, whatever else it reads.
                    let reads = reads.or((slot.phase == Phase::Input).then_some((other.stage, slot.stage)));
                    if let Some((reader, read)) = reads.filter(|(reader, read)| reader > read) {
                        after[reader].push(read);
                    }
                    PieceInput::Result { piece: numbers[&other], index: gives.get(&(other, value)).copied().ok_or_else(|| Diagnostic::error("a piece reads what none gives"))? }
                }
            });
            inputs.push((value, attrs));
        }
        let ops = in_order(&parts.func, draft, order);
        let made = lying.module(module, &parts.func, &Part { inputs, ops, results })?;
        pieces.pieces.push(Piece { stage: slot.stage, phase: slot.phase, module: made, inputs: from, outputs });
    }
    for list in &mut after {
        list.sort_unstable();
        list.dedup();
    }
    pieces.after = after;
    pieces.sums = sums.into_iter().collect::<Option<_>>().ok_or_else(|| Diagnostic::error("a sum has no piece that adds to it"))?;
    Ok(pieces)
}

/// As values lie that leave a piece: sums over devices are done.
fn complete(sharding: Option<&TensorSharding>) -> Option<TensorSharding> {
    let mut sharding = sharding?.clone();
    sharding.unreduced.clear();
    Some(sharding)
}
