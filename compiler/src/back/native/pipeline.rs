//! The tables of a native program in pieces: for each rank of its schedule, steps on slots.
//!
//! Invariants: steps are those of [`Plan`], which has proved that they end; a value has one slot on each rank that holds it; a
//! receive is posted one step before the step that waits for it; what a program's caller or file gives is loaded before
//! the first step and never let go.

use super::tables::{declare, function_name, listed, port_table};
use crate::manifest::{Manifest, Port};
use crate::pipeline::manifest::{PieceSource, ScheduleManifest};
use crate::pipeline::steps::{Key, Layouts, Plan, Read, Run, Step, layouts, standing_for};
use indexmap::IndexSet;
use shardwright_ir::interp::scalar::bytes_of_f64;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// The numbers of steps in `shardwright.h`.
mod code {
    pub const RUN: usize = 0;
    pub const SEND: usize = 1;
    pub const POST: usize = 2;
    pub const AWAIT: usize = 3;
    pub const FIT: usize = 4;
    pub const COPY: usize = 5;
    pub const ADD: usize = 6;
    pub const LET_GO: usize = 7;
}

/// Appends the tables and `pipeline`, which names them.
pub(super) fn tables(text: &mut String, manifest: &Manifest, schedule: &ScheduleManifest, files: &IndexSet<&PathBuf>) -> Result<(), String> {
    let plan = Plan::new(manifest, schedule)?;
    let mut pieces = String::new();
    for (index, piece) in manifest.pieces.iter().enumerate() {
        let given = piece.from.iter().zip(&piece.inputs).map(|(source, port)| match *source {
            // Where its bytes are is known of the program's argument.
            PieceSource::Input(input) => Port { weight: manifest.inputs[input].weight.clone(), in_step: manifest.inputs[input].in_step, ..port.clone() },
            _ => port.clone(),
        });
        port_table(text, &format!("piece_{index}_inputs"), &given.collect::<Vec<_>>(), files)?;
        port_table(text, &format!("piece_{index}_outputs"), &piece.outputs, files)?;
        declare(text, Some(index));
        let (inputs, outputs) = (piece.inputs.len(), piece.outputs.len());
        let _ = writeln!(pieces, "    {{{inputs}, {outputs}, piece_{index}_inputs, piece_{index}_outputs, {}}},", function_name(Some(index)));
    }
    let _ = writeln!(text, "static const sw_piece pieces[] = {{\n{pieces}    {{0}}}};");
    let mut all = Shared { loads: Vec::new(), results: BTreeMap::new(), tags: BTreeMap::new(), senders: senders(&plan) };
    let layouts = layouts(manifest);
    let mut ranks = String::new();
    for rank in 0..plan.ranks.len() {
        let mut own = Rank { manifest, schedule, plan: &plan, layouts: &layouts, rank, ports: Vec::new(), groups: Vec::new(), slots: BTreeMap::new(), held: BTreeSet::new(), loaded: BTreeMap::new() };
        own.steps(&mut all)?;
        let steps: Vec<i64> = own.groups.concat().iter().map(|&number| number as i64).collect();
        let ports: String = own.ports.iter().map(|port| format!("&{port}, ")).collect();
        let _ = writeln!(text, "static const sw_port *const rank_{rank}_ports[] = {{{ports}0}};");
        let _ = writeln!(text, "static const int32_t rank_{rank}_steps[] = {{{}0}};", listed(&steps));
        let _ = writeln!(ranks, "    {{{}, {}, rank_{rank}_ports, rank_{rank}_steps}},", own.ports.len(), steps.len());
    }
    let _ = writeln!(text, "static const sw_rank ranks[] = {{\n{ranks}    {{0}}}};");
    let mut rows = String::new();
    for (index, load) in all.loads.iter().enumerate() {
        let constant = match &load.constant {
            Some(bytes) => {
                let _ = writeln!(text, "static const unsigned char load_{index}[] = {{{}0}};", listed(&bytes.iter().map(|&byte| i64::from(byte)).collect::<Vec<_>>()));
                format!("load_{index}")
            }
            None => "0".to_owned(),
        };
        let _ = writeln!(rows, "    {{{}, {}, {}, {}, {constant}}},", load.rank, load.slot, load.input, load.microbatch);
    }
    let _ = writeln!(text, "static const sw_place_of loads[] = {{\n{rows}    {{0}}}};");
    let batched = !schedule.batched.is_empty();
    let row = |(&(output, microbatch), &(rank, slot)): (&(usize, usize), &(usize, usize))| format!("    {{{rank}, {slot}, {output}, {}, 0}},\n", if batched { microbatch as i64 } else { -1 });
    let _ = writeln!(text, "static const sw_place_of results[] = {{\n{}    {{0}}}};", all.results.iter().map(row).collect::<String>());
    complete(manifest, schedule, &all.results)?;
    let width = schedule.ranks.first().map_or(0, Vec::len);
    let _ = writeln!(text, "static const int32_t devices[] = {{{}0}};", listed(&schedule.ranks.concat()));
    let _ = writeln!(text, "static const sw_pipeline pipeline = {{{}, {width}, {}, {}, devices, pieces, ranks, loads, results}};", plan.ranks.len(), all.loads.len(), all.results.len());
    Ok(())
}

/// Refuses a program that does not give all its results.
fn complete(manifest: &Manifest, schedule: &ScheduleManifest, results: &BTreeMap<(usize, usize), (usize, usize)>) -> Result<(), String> {
    let parts = if schedule.batched.is_empty() { 1 } else { schedule.microbatches };
    let missing = (0..manifest.outputs.len()).find(|&output| (0..parts).any(|microbatch| !results.contains_key(&(output, microbatch))));
    missing.map_or(Ok(()), |output| Err(format!("no piece gives result {output}")))
}

/// Who sends a value to a rank.
fn senders(plan: &Plan) -> BTreeMap<(Key, usize), usize> {
    let mut found = BTreeMap::new();
    for (rank, steps) in plan.ranks.iter().enumerate() {
        for (step, _) in steps {
            if let Step::Send(key, to) = step {
                found.extend(to.iter().map(|&to| ((*key, to), rank)));
            }
        }
    }
    found
}

/// What all ranks share.
struct Shared {
    loads: Vec<Load>,
    /// The rank and slot of each result, by its place and microbatch.
    results: BTreeMap<(usize, usize), (usize, usize)>,
    tags: BTreeMap<Key, usize>,
    senders: BTreeMap<(Key, usize), usize>,
}

struct Load {
    rank: usize,
    slot: usize,
    input: i64,
    microbatch: i64,
    constant: Option<Vec<u8>>,
}

struct Rank<'a> {
    manifest: &'a Manifest,
    schedule: &'a ScheduleManifest,
    plan: &'a Plan,
    layouts: &'a Layouts,
    rank: usize,
    /// What stands in each slot.
    ports: Vec<String>,
    /// The numbers of each step of the plan.
    groups: Vec<Vec<usize>>,
    slots: BTreeMap<Key, usize>,
    held: BTreeSet<Key>,
    /// Slots of arguments of the program by piece, position and microbatch.
    loaded: BTreeMap<(usize, usize, i64), usize>,
}

impl Rank<'_> {
    fn steps(&mut self, all: &mut Shared) -> Result<(), String> {
        let plan = self.plan;
        for (step, gone) in &plan.ranks[self.rank] {
            self.groups.push(Vec::new());
            match step {
                Step::Run(run) => self.run(*run, all)?,
                Step::Send(key, to) => {
                    self.wait(*key, all)?;
                    let slot = self.slot(*key);
                    to.iter().for_each(|&to| self.step(&[code::SEND, slot, to, tag(*key, all)]));
                }
                // All values stay in the same memory.
                Step::Offload(..) | Step::Reload(..) => {}
            }
            for key in gone {
                if self.held.remove(key) {
                    let slot = self.slot(*key);
                    self.step(&[code::LET_GO, slot]);
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, numbers: &[usize]) {
        if let Some(group) = self.groups.last_mut() {
            group.extend(numbers);
        }
    }

    fn run(&mut self, run: Run, all: &mut Shared) -> Result<(), String> {
        let (plan, piece) = (self.plan, &self.manifest.pieces[run.piece]);
        let (mut numbers, mut passing) = (vec![code::RUN, run.piece], Vec::new());
        for (position, read) in plan.reads(run).enumerate() {
            let port = &piece.inputs[position];
            numbers.push(match read {
                Read::Input(index) => self.argument(index, (run.piece, position), run.microbatch, all),
                Read::Microbatch(number) => self.number((run.piece, position), number, all)?,
                Read::Value(key) => {
                    self.wait(key, all)?;
                    let slot = self.slot(key);
                    self.fitted(slot, plan.form(key), (run.piece, position), port, &mut passing)
                }
                Read::Added(keys) => {
                    keys.iter().try_for_each(|&key| self.wait(key, all))?;
                    let (first, rest) = keys.split_first().ok_or("a sum of nothing")?;
                    let form = plan.form(*first);
                    let sum = self.new_slot(output(form));
                    passing.push(sum);
                    let first = self.slot(*first);
                    self.step(&[code::COPY, sum, first]);
                    for key in rest {
                        let other = self.slot(*key);
                        self.step(&[code::ADD, sum, other]);
                    }
                    self.fitted(sum, form, (run.piece, position), port, &mut passing)
                }
            });
        }
        let writes: Vec<Key> = plan.writes(run).collect();
        numbers.extend(writes.iter().map(|&key| self.slot(key)));
        self.step(&numbers);
        for (index, key) in plan.adds(run).collect::<Vec<_>>() {
            let (sum, part) = (self.slot(key), self.slot(writes[index]));
            let code = if self.held.insert(key) { code::COPY } else { code::ADD };
            self.step(&[code, sum, part]);
        }
        if !run.again && plan.is_original(run.stage) || piece.phase.is_repeated() {
            for (index, results) in piece.results.iter().enumerate() {
                for &result in results {
                    let kept = match all.results.get(&(result, run.microbatch)) {
                        Some(&(rank, slot)) if rank == self.rank => slot,
                        _ => self.new_slot(output((run.piece, index))),
                    };
                    all.results.insert((result, run.microbatch), (self.rank, kept));
                    let made = self.slot(writes[index]);
                    self.step(&[code::COPY, kept, made]);
                }
            }
        }
        self.held.extend(writes);
        passing.into_iter().for_each(|slot| self.step(&[code::LET_GO, slot]));
        Ok(())
    }

    /// Waits for a value that another rank sends, which is asked for a step earlier.
    fn wait(&mut self, key: Key, all: &mut Shared) -> Result<(), String> {
        if !self.held.insert(key) {
            return Ok(());
        }
        let from = *all.senders.get(&(key, self.rank)).ok_or_else(|| format!("rank {} needs {key:?}, which no rank sends", self.rank))?;
        let (slot, tag, now) = (self.slot(key), tag(key, all), self.groups.len() - 1);
        self.groups[now.saturating_sub(1)].extend([code::POST, slot, from, tag]);
        self.step(&[code::AWAIT, slot]);
        Ok(())
    }

    fn slot(&mut self, key: Key) -> usize {
        match self.slots.get(&key) {
            Some(&slot) => slot,
            None => {
                let slot = self.new_slot(output(self.plan.form(key)));
                self.slots.insert(key, slot);
                slot
            }
        }
    }

    fn new_slot(&mut self, port: String) -> usize {
        self.ports.push(port);
        self.ports.len() - 1
    }

    /// The slot in which a value lies as an argument of a piece takes it.
    fn fitted(&mut self, slot: usize, (piece, index): (usize, usize), place: (usize, usize), port: &Port, passing: &mut Vec<usize>) -> usize {
        if self.manifest.pieces[piece].outputs[index].lies_as(port) {
            return slot;
        }
        let made = self.new_slot(input(place));
        passing.push(made);
        self.step(&[code::FIT, made, slot]);
        made
    }

    /// The slot of an argument of the whole program.
    fn argument(&mut self, index: usize, place: (usize, usize), microbatch: usize, all: &mut Shared) -> usize {
        let place = standing_for(self.layouts, place);
        let microbatch = if self.schedule.batched.contains(&index) { microbatch as i64 } else { -1 };
        self.load(place, (index as i64, microbatch), None, all)
    }

    /// The slot of a microbatch's number.
    fn number(&mut self, place: (usize, usize), number: usize, all: &mut Shared) -> Result<usize, String> {
        let ty = self.manifest.pieces[place.0].inputs[place.1].local_type()?;
        let bytes = bytes_of_f64(ty.element, number as f64).repeat(usize::try_from(ty.num_elements()).map_err(|error| error.to_string())?);
        // Numbers are no microbatches of an input, but loaded by them alike.
        Ok(self.load(place, (-1, number as i64), Some(bytes), all))
    }

    fn load(&mut self, place: (usize, usize), (input_number, microbatch): (i64, i64), constant: Option<Vec<u8>>, all: &mut Shared) -> usize {
        if let Some(&slot) = self.loaded.get(&(place.0, place.1, microbatch)) {
            return slot;
        }
        let slot = self.new_slot(input(place));
        self.loaded.insert((place.0, place.1, microbatch), slot);
        all.loads.push(Load { rank: self.rank, slot, input: input_number, microbatch, constant });
        slot
    }
}

fn tag(key: Key, all: &mut Shared) -> usize {
    let next = all.tags.len();
    *all.tags.entry(key).or_insert(next)
}

/// The row of a piece's input.
fn input((piece, position): (usize, usize)) -> String {
    format!("piece_{piece}_inputs[{position}]")
}

/// The row of a piece's output.
fn output((piece, index): (usize, usize)) -> String {
    format!("piece_{piece}_outputs[{index}]")
}
