//! Running a program in pieces by its schedule: a thread a rank, channels between them.
//!
//! Invariants: each rank does its steps in order; a result takes the place of an argument that its rank reads no more, where nobody else holds that; a value that another rank makes is waited for by the run that reads it; a rank that fails tells all others,
//! so that every thread ends; results do not depend on which thread is faster: sums over microbatches are in the order of a rank's actions, those over
//! copies in the order of stages.

use super::devices::{Devices, Ready, Shards};
use super::manifest::{PieceManifest, ScheduleManifest, SumManifest, all_rows, rows_of};
use super::steps::{Key, Layouts, Plan, Read, Run, Step, layouts, standing_for};
use crate::engine::host::HostTensor;
use crate::exec::{Engine, Inputs, Origin, Program, types};
use crate::manifest::Port;
use crate::shards::{WeightFiles, join, split};
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::role::ALIAS;
use shardwright_ir::types::TensorType;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A program in pieces, ready to run step after step.
pub struct Pipeline<'a> {
    program: &'a Program<'a>,
    ranks: usize,
    /// How many microbatches there are, and the inputs of which each has its own rows.
    microbatches: usize,
    batched: &'a [usize],
    plan: Plan,
    devices: Devices<'a>,
    /// For each piece, the program that adds what it gives to sums; for each sum, the one that adds what copies of its stage gave.
    adds: Vec<Option<usize>>,
    adds_copies: Vec<Option<usize>>,
    layouts: Layouts,
    /// For each rank: steps and positions at which an argument is read for the last time, and a result takes its place.
    spends: Vec<BTreeSet<(usize, usize)>>,
}

/// What a rank keeps between steps: arguments of the whole program, as pieces take them.
pub struct Kept<'m> {
    arguments: BTreeMap<(usize, usize), Shards>,
    files: WeightFiles<'m>,
}

/// A result of the whole program, where a rank left it.
#[derive(Clone)]
pub struct Made {
    rank: usize,
    /// The piece and its result.
    form: (usize, usize),
    shards: Shards,
}

/// Results of the whole program by their place and microbatch; 0 for those of which there is one.
pub type Results = BTreeMap<(usize, usize), Made>;

enum Message {
    Value(Key, Shards),
    Failed(usize),
}

impl<'a> Pipeline<'a> {
    /// Makes a program ready.
    ///
    /// # Errors
    /// Where its pieces do not fit its schedule, a file cannot be read, or the engine cannot be had.
    pub fn new(program: &'a Program<'a>, schedule: &'a ScheduleManifest, engine: &Engine) -> Result<Pipeline<'a>, String> {
        let manifest = &program.manifest;
        let plan = Plan::new(manifest, schedule)?;
        let ready = |piece: &PieceManifest| {
            let (arguments, results) = (types(&piece.inputs, Port::local_type)?, types(&piece.outputs, Port::local_type)?);
            let given = (0..piece.inputs.len()).filter(|&position| piece.inputs[position].in_step.next.is_some()).collect();
            Ok(Ready { name: piece.program.clone(), text: program.read(&piece.program)?, arguments, results, given })
        };
        let mut programs = manifest.pieces.iter().map(ready).collect::<Result<Vec<Ready>, String>>()?;
        let of = |sum: &SumManifest| manifest.pieces[sum.piece].outputs[sum.index].local_type();
        let mut adder = |types: Vec<TensorType>| {
            let made = adder(&types);
            let known = programs.iter().position(|known| known.text == made.text);
            known.unwrap_or_else(|| {
                programs.push(made);
                programs.len() - 1
            })
        };
        let mut adds = Vec::new();
        for piece in 0..manifest.pieces.len() {
            let own = manifest.sums.iter().filter(|sum| sum.piece == piece).map(of).collect::<Result<Vec<_>, _>>()?;
            adds.push((!own.is_empty()).then(|| adder(own)));
        }
        let mut adds_copies = Vec::new();
        for sum in &manifest.sums {
            let copied = schedule.stages.iter().any(|place| place.copy_of == Some(manifest.pieces[sum.piece].stage));
            adds_copies.push(if copied { Some(adder(vec![of(sum)?])) } else { None });
        }
        let devices = Devices::new(program, engine, &schedule.ranks, programs)?;
        let (ranks, microbatches, batched) = (schedule.ranks.len(), schedule.microbatches, &schedule.batched[..]);
        let layouts = layouts(manifest);
        let spends = (0..ranks).map(|rank| spends(program, &plan, &layouts, rank)).collect();
        Ok(Pipeline { program, ranks, microbatches, batched, plan, devices, adds, adds_copies, layouts, spends })
    }

    /// What ranks keep before the first step.
    pub fn nothing(&self) -> Vec<Kept<'a>> {
        let manifest = &self.program.manifest;
        (0..self.ranks).map(|_| Kept { arguments: BTreeMap::new(), files: WeightFiles::of(manifest) }).collect()
    }

    /// Makes what a step made an argument of the next one, on every rank that reads it there.
    ///
    /// # Errors
    /// As [`Pipeline::whole`], or where it cannot be put onto its devices.
    pub fn hand_on(&self, index: usize, made: &Made, kept: &mut [Kept]) -> Result<(), String> {
        for (rank, kept) in kept.iter_mut().enumerate() {
            kept.forget(self, index);
            let mut places = BTreeSet::new();
            for (step, _) in &self.plan.ranks[rank] {
                let Step::Run(run) = step else { continue };
                let own = self.plan.reads(*run).enumerate().filter(|(_, read)| *read == Read::Input(index));
                places.extend(own.map(|(position, _)| standing_for(&self.layouts, (run.piece, position))));
            }
            for place in places {
                let port = &self.program.manifest.pieces[place.0].inputs[place.1];
                let shards = if made.rank == rank {
                    self.fitted(made.form, &made.shards, port, rank)?
                } else if self.output(made.form).lies_as(port) {
                    self.devices.copy(&made.shards, rank)?
                } else {
                    self.devices.put(rank, split(port, self.whole(made)?.bytes())?)?
                };
                kept.arguments.insert(place, shards);
            }
        }
        Ok(())
    }

    /// Runs once. `inputs` are by argument of the whole program; what ranks keep comes before them.
    ///
    /// # Errors
    /// Where an input is missing, or a piece fails: then of the first rank that failed by itself.
    pub fn step(&self, inputs: &Inputs, kept: &mut [Kept<'a>]) -> Result<Results, String> {
        let (senders, inboxes): (Vec<Sender<Message>>, Vec<Receiver<Message>>) = (0..self.ranks).map(|_| channel()).unzip();
        let ended: Vec<Result<Results, Fault>> = std::thread::scope(|scope| {
            let mut threads = Vec::with_capacity(self.ranks);
            for (rank, (inbox, kept)) in inboxes.into_iter().zip(kept).enumerate() {
                let to: Vec<Option<Sender<Message>>> = senders.iter().enumerate().map(|(other, to)| (other != rank).then(|| to.clone())).collect();
                let alarm = Alarm { rank, to, done: false };
                let run = RankRun { pipeline: self, rank, inputs, kept, inbox, alarm, held: BTreeMap::new(), results: BTreeMap::new() };
                threads.push(std::thread::Builder::new().name(format!("rank {rank}")).spawn_scoped(scope, move || run.all()));
            }
            // Those who wait must hear when nobody is left to send.
            drop(senders);
            let join = |(rank, thread): (usize, std::io::Result<std::thread::ScopedJoinHandle<'_, _>>)| match thread.map(|thread| thread.join()) {
                Ok(Ok(ended)) => ended,
                Ok(Err(_)) => Err(Fault::Own(format!("rank {rank} panicked"))),
                Err(error) => Err(Fault::Own(format!("rank {rank}: no thread for it: {error}"))),
            };
            threads.into_iter().enumerate().map(join).collect()
        });
        let mut results = BTreeMap::new();
        let mut others = None;
        for ended in ended {
            match ended {
                Ok(made) => results.extend(made),
                Err(Fault::Own(why)) => return Err(why),
                Err(Fault::OfAnother(why)) => others = others.or(Some(why)),
            }
        }
        others.map_or(Ok(results), Err)
    }

    /// A result of the whole program as one tensor.
    ///
    /// # Errors
    /// Where the engine does not give it, or replicas differ.
    pub fn whole(&self, made: &Made) -> Result<HostTensor, String> {
        self.joined(made.form, &made.shards)
    }

    fn output(&self, (piece, index): (usize, usize)) -> &Port {
        &self.program.manifest.pieces[piece].outputs[index]
    }

    fn joined(&self, form: (usize, usize), shards: &Shards) -> Result<HostTensor, String> {
        let port = self.output(form);
        let host = self.devices.take(shards, &port.local_type()?)?;
        join(port, &host.iter().collect::<Vec<_>>())
    }

    /// A value in the form in which an argument of a piece takes it, on the devices of `rank`, where its shards are already.
    fn fitted(&self, form: (usize, usize), shards: &Shards, port: &Port, rank: usize) -> Result<Shards, String> {
        if self.output(form).lies_as(port) {
            return Ok(shards.clone());
        }
        self.devices.put(rank, split(port, self.joined(form, shards)?.bytes())?)
    }
}

/// Why a rank ended.
enum Fault {
    /// It failed.
    Own(String),
    /// It waited for what another that failed never sent.
    OfAnother(String),
}

impl From<String> for Fault {
    fn from(why: String) -> Fault {
        Fault::Own(why)
    }
}

/// Tells the other ranks when this one ends before it is done, by whatever way.
struct Alarm {
    rank: usize,
    to: Vec<Option<Sender<Message>>>,
    done: bool,
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if !self.done {
            // One that has ended does not listen any more.
            self.to.iter().flatten().for_each(|to| drop(to.send(Message::Failed(self.rank))));
        }
    }
}

struct RankRun<'r, 'a> {
    pipeline: &'r Pipeline<'a>,
    rank: usize,
    inputs: &'r Inputs,
    kept: &'r mut Kept<'a>,
    inbox: Receiver<Message>,
    alarm: Alarm,
    held: BTreeMap<Key, Shards>,
    results: Results,
}

impl RankRun<'_, '_> {
    fn all(mut self) -> Result<Results, Fault> {
        let pipeline = self.pipeline;
        for (number, (step, gone)) in pipeline.plan.ranks[self.rank].iter().enumerate() {
            match step {
                Step::Run(run) => self.run(*run, number)?,
                Step::Send(key, ranks) => self.send(*key, ranks)?,
                Step::Offload(piece, microbatch) => self.offload(*piece, *microbatch)?,
                // The next run that reads one puts it back.
                Step::Reload(..) => {}
            }
            for key in gone {
                self.held.remove(key);
            }
        }
        self.alarm.done = true;
        Ok(std::mem::take(&mut self.results))
    }

    fn run(&mut self, run: Run, number: usize) -> Result<(), Fault> {
        let pipeline = self.pipeline;
        let piece = &pipeline.program.manifest.pieces[run.piece];
        let mut arguments = Vec::with_capacity(piece.inputs.len());
        for (position, read) in pipeline.plan.reads(run).enumerate() {
            let port = &piece.inputs[position];
            let value = match read {
                Read::Input(index) => {
                    let last = pipeline.spends[self.rank].contains(&(number, position));
                    self.argument(index, (run.piece, position), run.microbatch, last).map_err(|why| self.at(run, why))?
                }
                Read::Microbatch(number) => self.microbatch(port, number).map_err(|why| self.at(run, why))?,
                Read::Value(key) => {
                    self.wait(key)?;
                    self.fitted(key, port).map_err(|why| self.at(run, why))?
                }
                Read::Added(keys) => {
                    keys.iter().try_for_each(|&key| self.wait(key))?;
                    self.added(&keys, port).map_err(|why| self.at(run, why))?
                }
            };
            arguments.push(value);
        }
        let made = pipeline.devices.run(run.piece, self.rank, arguments).map_err(|why| self.at(run, why))?;
        if !run.again {
            self.add(run, &made).map_err(|why| self.at(run, why))?;
        }
        if !run.again && pipeline.plan.is_original(run.stage) || piece.phase.is_repeated() {
            for (index, results) in piece.results.iter().enumerate() {
                let made = Made { rank: self.rank, form: (run.piece, index), shards: made[index].clone() };
                self.results.extend(results.iter().map(|&result| ((result, run.microbatch), made.clone())));
            }
        }
        self.held.extend(pipeline.plan.writes(run).zip(made));
        Ok(())
    }

    /// What went wrong, with who did what then.
    fn at(&self, run: Run, why: String) -> String {
        let piece = &self.pipeline.program.manifest.pieces[run.piece];
        let microbatch = if piece.phase.is_repeated() { format!(", microbatch {}", run.microbatch) } else { String::new() };
        format!("rank {}, {}{microbatch}: {why}", self.rank, piece.program)
    }

    /// Takes what comes until a value is there.
    fn wait(&mut self, key: Key) -> Result<(), Fault> {
        while !self.held.contains_key(&key) {
            match self.inbox.recv() {
                Ok(Message::Value(key, shards)) => drop(self.held.insert(key, shards)),
                Ok(Message::Failed(other)) => return Err(Fault::OfAnother(format!("rank {} stopped, as rank {other} failed", self.rank))),
                Err(_) => return Err(Fault::Own(format!("rank {} waits for {key}, and no other rank runs any more", self.rank))),
            }
        }
        Ok(())
    }

    fn send(&mut self, key: Key, ranks: &[usize]) -> Result<(), Fault> {
        self.wait(key)?;
        let value = &self.held[&key];
        for &to in ranks {
            let copy = self.pipeline.devices.copy(value, to).map_err(|why| format!("rank {} to rank {to}: {why}", self.rank))?;
            // One that has ended with a fault does not listen any more; its fault is told.
            let _ = self.alarm.to[to].as_ref().map(|to| to.send(Message::Value(key, copy)));
        }
        Ok(())
    }

    fn offload(&mut self, piece: usize, microbatch: usize) -> Result<(), Fault> {
        let devices = &self.pipeline.devices;
        for (key, value) in &mut self.held {
            let Key::Result { piece: of, index, of: own } = *key else { continue };
            if (of, own) == (piece, microbatch) {
                *value = Shards::Host(devices.take(value, &self.pipeline.output((piece, index)).local_type()?)?);
            }
        }
        Ok(())
    }

    fn fitted(&self, key: Key, port: &Port) -> Result<Shards, String> {
        self.pipeline.fitted(self.pipeline.plan.form(key), &self.held[&key], port, self.rank)
    }

    /// The sum of what copies of a stage gave.
    fn added(&self, keys: &[Key], port: &Port) -> Result<Shards, String> {
        let pipeline = self.pipeline;
        let (first, rest) = keys.split_first().ok_or("a sum of nothing")?;
        let mut sum = self.held[first].clone();
        for key in rest {
            let program = match *key {
                Key::Sum { sum, .. } => pipeline.adds_copies[sum],
                Key::Result { .. } => None,
            };
            let program = program.ok_or_else(|| format!("nothing gives {key}"))?;
            sum = pipeline.devices.run(program, self.rank, vec![sum, self.held[key].clone()])?.pop().ok_or("an addition gave nothing")?;
        }
        pipeline.fitted(pipeline.plan.form(*first), &sum, port, self.rank)
    }

    /// Adds what a run gave to sums over microbatches.
    fn add(&mut self, run: Run, made: &[Shards]) -> Result<(), String> {
        let pipeline = self.pipeline;
        let Some(program) = pipeline.adds[run.piece] else { return Ok(()) };
        let keys: Vec<(usize, Key)> = pipeline.plan.adds(run).collect();
        let parts: Vec<Shards> = keys.iter().map(|&(index, _)| made[index].clone()).collect();
        let sums: Vec<Shards> = keys.iter().filter_map(|(_, key)| self.held.remove(key)).collect();
        let sums = if sums.is_empty() { parts } else { pipeline.devices.run(program, self.rank, sums.into_iter().chain(parts).collect())? };
        self.held.extend(keys.into_iter().map(|(_, key)| key).zip(sums));
        Ok(())
    }

    fn microbatch(&self, port: &Port, number: usize) -> Result<Shards, String> {
        let ty = port.global_type()?;
        let tensor = HostTensor::new(ty.clone(), bytes_of_f64(ty.element, number as f64).to_vec()).map_err(|error| format!("`{}`: {error}", port.name))?;
        self.pipeline.devices.put(self.rank, split(port, tensor.bytes())?)
    }

    /// An argument of the whole program, as position `place.1` of piece `place.0` takes it; not kept where it is read for the last time.
    fn argument(&mut self, index: usize, place: (usize, usize), microbatch: usize, last: bool) -> Result<Shards, String> {
        let pipeline = self.pipeline;
        if pipeline.batched.contains(&index) {
            let manifest = &pipeline.program.manifest;
            let all = self.inputs[index].as_ref().ok_or_else(|| format!("input `{}` is missing", manifest.inputs[index].name))?;
            let rows = rows_of(all, microbatch, pipeline.microbatches)?;
            return pipeline.devices.put(self.rank, split(&manifest.pieces[place.0].inputs[place.1], rows.bytes())?);
        }
        let place = standing_for(&pipeline.layouts, place);
        let known = if last { self.kept.arguments.remove(&place) } else { self.kept.arguments.get(&place).cloned() };
        if let Some(known) = known {
            return Ok(known);
        }
        let manifest = &pipeline.program.manifest;
        let port = &manifest.pieces[place.0].inputs[place.1];
        let origin = Origin { tensor: self.inputs[index].as_ref(), port: &manifest.inputs[index] };
        let shards = pipeline.devices.put(self.rank, pipeline.program.shards(port, &origin, &mut self.kept.files)?)?;
        if !last {
            self.kept.arguments.insert(place, shards.clone());
        }
        Ok(shards)
    }
}

impl Kept<'_> {
    /// Forgets an argument that has another value in the next step.
    pub fn forget(&mut self, pipeline: &Pipeline, index: usize) {
        use super::manifest::PieceSource;
        let pieces = &pipeline.program.manifest.pieces;
        self.arguments.retain(|&(piece, position), _| pieces[piece].from[position] != PieceSource::Input(index));
    }
}

/// Where a rank reads an argument for the last time in a step, of those whose place a result takes.
fn spends(program: &Program, plan: &Plan, layouts: &Layouts, rank: usize) -> BTreeSet<(usize, usize)> {
    let (mut found, mut read_later) = (BTreeSet::new(), BTreeSet::new());
    for (number, (step, _)) in plan.ranks[rank].iter().enumerate().rev() {
        let Step::Run(run) = step else { continue };
        let inputs = plan.reads(*run).enumerate().filter(|(_, read)| matches!(read, Read::Input(_)));
        let own: Vec<(usize, (usize, usize))> = inputs.map(|(position, _)| (position, standing_for(layouts, (run.piece, position)))).collect();
        let ports = &program.manifest.pieces[run.piece].inputs;
        let last = own.iter().filter(|(position, place)| ports[*position].in_step.next.is_some() && !read_later.contains(place) && own.iter().filter(|(_, other)| other == place).count() == 1);
        found.extend(last.map(|&(position, _)| (number, position)));
        read_later.extend(own.iter().map(|&(_, place)| place));
    }
    found
}

/// A program that adds tensors of these types, one by one: sums, whose places the new ones take, then what is added to them.
fn adder(types: &[TensorType]) -> Ready {
    let count = types.len();
    let mut text = String::from("module @add {\n  func.func @main(");
    let all: Vec<TensorType> = types.iter().chain(types).cloned().collect();
    let place = |index: usize| if index < count { format!(" {{{ALIAS} = {index} : i32}}") } else { String::new() };
    let arguments: Vec<String> = all.iter().enumerate().map(|(index, ty)| format!("%arg{index}: {ty}{}", place(index))).collect();
    let results: Vec<String> = types.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "{}) -> ({}) {{", arguments.join(", "), results.join(", "));
    for (index, ty) in types.iter().enumerate() {
        let _ = writeln!(text, "    %{index} = stablehlo.add %arg{index}, %arg{} : {ty}", count + index);
    }
    let values: Vec<String> = (0..count).map(|index| format!("%{index}")).collect();
    let _ = write!(text, "    return {} : {}\n  }}\n}}\n", values.join(", "), results.join(", "));
    Ready { name: "the sum over microbatches".to_owned(), text, arguments: all, results: types.to_vec(), given: (0..count).collect() }
}

impl Program<'_> {
    /// Runs a program in pieces once.
    ///
    /// # Errors
    /// As [`Pipeline::step`].
    pub(crate) fn run_pieces(&self, engine: &Engine, schedule: &ScheduleManifest, inputs: &Inputs) -> Result<Vec<HostTensor>, String> {
        let pipeline = Pipeline::new(self, schedule, engine)?;
        let made = pipeline.step(inputs, &mut pipeline.nothing())?;
        self.results(&pipeline, &made)
    }

    /// All results of the whole program.
    ///
    /// # Errors
    /// Where no piece gives one, or as [`Pipeline::whole`].
    pub(crate) fn results(&self, pipeline: &Pipeline, made: &Results) -> Result<Vec<HostTensor>, String> {
        let one = |index: usize, microbatch: usize| pipeline.whole(made.get(&(index, microbatch)).ok_or_else(|| format!("no piece gives result {index}"))?);
        let whole = |index: usize| match pipeline.batched {
            [] => one(index, 0),
            _ => all_rows(&(0..pipeline.microbatches).map(|microbatch| one(index, microbatch)).collect::<Result<Vec<_>, _>>()?),
        };
        (0..self.manifest.outputs.len()).map(whole).collect()
    }
}
