//! What each rank of a pipeline does: the schedule's actions as runs of pieces, values sent, and values let go.
//!
//! Invariants: a rank's steps are in the order of its actions, after the pieces that run once before them; a value leaves for another rank at the schedule's
//! send action, or right after the piece that makes it where the schedule has none; it is let go after the last step of its rank that reads it. What is
//! made here ends: [`Plan::new`] goes through it once and refuses what would wait forever.

use super::manifest::{PieceSource, ScheduleManifest, SumManifest};
use crate::manifest::Manifest;
use shardwright_passes::schedule::{Action, Kind, Schedule};
use shardwright_passes::stage::pieces::Phase;
use std::fmt;
use std::collections::{BTreeMap, BTreeSet};

/// A value that a rank holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    /// A result of a piece.
    Result {
        /// The piece.
        piece: usize,
        /// Which result.
        index: usize,
        /// The microbatch; of a piece that runs once, the stage of the schedule that runs it.
        of: usize,
    },
    /// What a stage of the schedule adds to a sum over microbatches.
    Sum {
        /// The sum.
        sum: usize,
        /// The stage of the schedule.
        stage: usize,
    },
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Key::Result { piece, index, of } => write!(f, "result {index} of piece {piece} for microbatch or stage {of}"),
            Key::Sum { sum, stage } => write!(f, "what stage {stage} adds to sum {sum}"),
        }
    }
}

/// What an argument of a piece is at one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Read {
    /// An argument of the whole program.
    Input(usize),
    /// The number of the microbatch.
    Microbatch(usize),
    /// A value.
    Value(Key),
    /// Values added up.
    Added(Vec<Key>),
}

/// One run of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The piece.
    pub piece: usize,
    /// The stage of the schedule that runs it.
    pub stage: usize,
    /// The microbatch; 0 for a piece that runs once.
    pub microbatch: usize,
    /// Whether it ran for this microbatch before: nothing is summed or kept as a result of the program then.
    pub again: bool,
}

/// A step of a rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A piece runs.
    Run(Run),
    /// A value goes to other ranks.
    Send(Key, Vec<usize>),
    /// Results of this piece for this microbatch leave the devices.
    Offload(usize, usize),
    /// They come back.
    Reload(usize, usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Run(run) => write!(f, "the run of piece {} for microbatch {}", run.piece, run.microbatch),
            Step::Send(key, to) => {
                let to: Vec<String> = to.iter().map(ToString::to_string).collect();
                write!(f, "the sending of {key} to rank {}", to.join(", "))
            }
            Step::Offload(piece, microbatch) => write!(f, "the offloading of piece {piece}'s results for microbatch {microbatch}"),
            Step::Reload(piece, microbatch) => write!(f, "the reloading of piece {piece}'s results for microbatch {microbatch}"),
        }
    }
}

/// What the ranks do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// For each rank, its steps, each with the values that nobody on the rank reads after it.
    pub ranks: Vec<Vec<(Step, Vec<Key>)>>,
    wiring: Wiring,
}

/// Who reads what, from the manifest alone.
#[derive(Clone, Debug)]
struct Wiring {
    /// For each piece: its stage, phase and where its arguments come from, and how many results it has.
    pieces: Vec<(usize, Phase, Vec<PieceSource>, usize)>,
    sums: Vec<SumManifest>,
    /// For each piece and result, the pieces that read it.
    readers: Vec<Vec<Vec<usize>>>,
    /// For each sum, the pieces that read it.
    sum_readers: Vec<Vec<usize>>,
    schedule: Schedule,
    /// For each stage, itself and its copies.
    instances: Vec<Vec<usize>>,
}

impl Wiring {
    fn new(manifest: &Manifest, schedule: Schedule) -> Result<Wiring, String> {
        let pieces: Vec<_> = manifest.pieces.iter().map(|piece| (piece.stage, piece.phase, piece.from.clone(), piece.outputs.len())).collect();
        let mut readers: Vec<Vec<Vec<usize>>> = pieces.iter().map(|piece| vec![Vec::new(); piece.3]).collect();
        let mut sum_readers = vec![Vec::new(); manifest.sums.len()];
        for (reader, (_, phase, from, _)) in pieces.iter().enumerate() {
            for source in from {
                let list = match *source {
                    PieceSource::Result(piece, index) => {
                        if pieces[piece].1.is_repeated() && !phase.is_repeated() && schedule.microbatches > 1 {
                            return Err(format!("piece {reader} runs once and reads a result of piece {piece}, which has one for each of {} microbatches", schedule.microbatches));
                        }
                        &mut readers[piece][index]
                    }
                    PieceSource::Sum(sum) => &mut sum_readers[sum],
                    _ => continue,
                };
                if list.last() != Some(&reader) {
                    list.push(reader);
                }
            }
        }
        let batched = manifest.schedule.as_ref().is_some_and(|schedule| !schedule.batched.is_empty());
        for (index, piece) in manifest.pieces.iter().enumerate() {
            if piece.phase.is_repeated() && schedule.microbatches > 1 && !batched && piece.results.iter().any(|results| !results.is_empty()) {
                return Err(format!("piece {index} gives a result of the program for each of {} microbatches, the program has one", schedule.microbatches));
            }
        }
        let stages = schedule.stages.iter();
        let originals = stages.clone().filter(|stage| stage.copy_of.is_none()).count();
        let mut instances = vec![Vec::new(); originals];
        for (index, stage) in stages.enumerate() {
            let of = stage.copy_of.unwrap_or(index);
            instances.get_mut(of).ok_or_else(|| format!("stage {index} is stage {of} again, which comes after its copies"))?.push(index);
        }
        for (stage, own) in instances.iter().enumerate() {
            let mut microbatches: Vec<usize> = own.iter().flat_map(|&own| schedule.stages[own].microbatches.clone()).collect();
            microbatches.sort_unstable();
            if !microbatches.iter().copied().eq(0..schedule.microbatches) {
                return Err(format!("stage {stage} with its copies does not run each of {} microbatches once", schedule.microbatches));
            }
        }
        Ok(Wiring { pieces, sums: manifest.sums.clone(), readers, sum_readers, schedule, instances })
    }

    /// The stage of the schedule that runs a stage's pieces for a microbatch.
    fn instance(&self, stage: usize, microbatch: usize) -> usize {
        let own = &self.instances[stage];
        own.iter().copied().find(|&own| self.schedule.stages[own].microbatches.contains(&microbatch)).unwrap_or(stage)
    }

    fn rank(&self, instance: usize) -> usize {
        self.schedule.stages[instance].rank
    }

    /// The value that a piece of this stage of the schedule reads as this result.
    fn key(&self, piece: usize, index: usize, reader: usize, microbatch: usize) -> Key {
        let (stage, phase, ..) = self.pieces[piece];
        let of = match phase {
            phase if phase.is_repeated() => microbatch,
            // Each copy has its own.
            Phase::Before if self.instances[stage].contains(&reader) => reader,
            _ => stage,
        };
        Key::Result { piece, index, of }
    }

    /// What one run of a piece reads, in the order of its arguments.
    fn reads(&self, run: Run) -> impl Iterator<Item = Read> {
        self.pieces[run.piece].2.iter().map(move |source| match *source {
            PieceSource::Input(index) => Read::Input(index),
            PieceSource::Microbatch => Read::Microbatch(run.microbatch),
            PieceSource::Result(piece, index) => Read::Value(self.key(piece, index, run.stage, run.microbatch)),
            PieceSource::Sum(sum) => {
                let stage = self.pieces[self.sums[sum].piece].0;
                match &self.instances[stage][..] {
                    &[stage] => Read::Value(Key::Sum { sum, stage }),
                    all => Read::Added(all.iter().map(|&stage| Key::Sum { sum, stage }).collect()),
                }
            }
        })
    }

    fn keys_read(&self, run: Run) -> impl Iterator<Item = Key> {
        self.reads(run).flat_map(|read| match read {
            Read::Value(key) => vec![key],
            Read::Added(keys) => keys,
            Read::Input(_) | Read::Microbatch(_) => Vec::new(),
        })
    }

    /// The values that one run gives.
    fn writes(&self, run: Run) -> impl Iterator<Item = Key> {
        let (_, phase, _, count) = self.pieces[run.piece];
        let of = if phase.is_repeated() { run.microbatch } else { run.stage };
        (0..count).map(move |index| Key::Result { piece: run.piece, index, of })
    }

    /// The sums that one run adds to, with the result that it adds.
    fn adds(&self, run: Run) -> impl Iterator<Item = (usize, Key)> {
        let own = self.sums.iter().enumerate().filter(move |(_, sum)| !run.again && sum.piece == run.piece);
        own.map(move |(sum, of)| (of.index, Key::Sum { sum, stage: run.stage }))
    }

    /// The ranks other than the maker's that read a value.
    fn far_readers(&self, key: Key, maker: usize) -> Vec<usize> {
        let mut ranks = BTreeSet::new();
        let readers = match key {
            Key::Result { piece, index, .. } => &self.readers[piece][index],
            Key::Sum { sum, .. } => &self.sum_readers[sum],
        };
        for &reader in readers {
            let (stage, phase, ..) = self.pieces[reader];
            match key {
                Key::Result { piece, of, .. } if phase.is_repeated() && self.pieces[piece].1.is_repeated() => {
                    ranks.insert(self.rank(self.instance(stage, of)));
                }
                Key::Result { piece, index, .. } => {
                    let running = if matches!(phase, Phase::After(_)) { std::slice::from_ref(&stage) } else { &self.instances[stage][..] };
                    ranks.extend(running.iter().filter(|&&own| self.key(piece, index, own, 0) == key).map(|&own| self.rank(own)));
                }
                Key::Sum { .. } => ranks.extend([self.rank(stage)]),
            }
        }
        ranks.remove(&maker);
        ranks.into_iter().collect()
    }
}

impl Plan {
    /// The steps of every rank.
    ///
    /// # Errors
    /// Where pieces do not fit the schedule, or the ranks would wait for each other forever.
    pub fn new(manifest: &Manifest, schedule: &ScheduleManifest) -> Result<Plan, String> {
        let wiring = Wiring::new(manifest, schedule.schedule()?)?;
        let steps: Vec<Vec<Step>> = (0..wiring.schedule.ranks()).map(|rank| steps(&wiring, rank)).collect();
        prove(&wiring, &steps)?;
        let ranks = steps.into_iter().map(|steps| let_go(&wiring, steps)).collect();
        Ok(Plan { ranks, wiring })
    }

    /// What one run of a piece reads, in the order of its arguments.
    pub fn reads(&self, run: Run) -> impl Iterator<Item = Read> {
        self.wiring.reads(run)
    }
    /// The values that one run gives, in the order of its results.
    pub fn writes(&self, run: Run) -> impl Iterator<Item = Key> {
        self.wiring.writes(run)
    }
    /// The sums that one run adds to, each with the result that is added.
    pub fn adds(&self, run: Run) -> impl Iterator<Item = (usize, Key)> {
        self.wiring.adds(run)
    }
    /// The piece and the result whose form a value has.
    pub fn form(&self, key: Key) -> (usize, usize) {
        match key {
            Key::Result { piece, index, .. } => (piece, index),
            Key::Sum { sum, .. } => (self.wiring.sums[sum].piece, self.wiring.sums[sum].index),
        }
    }
    /// Whether a stage of the schedule is no copy: what it gives once is the program's.
    pub fn is_original(&self, stage: usize) -> bool {
        self.wiring.schedule.stages[stage].copy_of.is_none()
    }
}

fn steps(wiring: &Wiring, rank: usize) -> Vec<Step> {
    let schedule = &wiring.schedule;
    let order = &schedule.orders[rank];
    let own = |stage: &usize| schedule.stages[*stage].rank == rank;
    let original = |stage: usize| schedule.stages[stage].copy_of.unwrap_or(stage);
    let mut found = Vec::new();
    let make = |found: &mut Vec<Step>, run: Run, send: bool| {
        found.push(Step::Run(run));
        if send {
            sends(wiring, run, rank, found);
        }
    };
    for (piece, &(stage, phase, ..)) in wiring.pieces.iter().enumerate() {
        for &stage in wiring.instances[stage].iter().filter(|stage| phase == Phase::Before && own(stage)) {
            make(&mut found, Run { piece, stage, microbatch: 0, again: false }, true);
        }
    }
    let sent: BTreeSet<(u32, u32, bool)> = order
        .iter()
        .filter(|action| matches!(action.kind, Kind::SendForward | Kind::SendBackward))
        .map(|action| (action.stage, action.microbatch, action.kind == Kind::SendForward))
        .collect();
    let pieces = |action: &Action, wanted: Phase| {
        let stage = original(action.stage as usize);
        let fits = move |(_, piece): &(usize, &(usize, Phase, Vec<PieceSource>, usize))| piece.0 == stage && piece.1 == wanted;
        let run = |action: Action, piece: usize| Run { piece, stage: action.stage as usize, microbatch: action.microbatch as usize, again: action.kind == Kind::Recompute };
        let action = *action;
        wiring.pieces.iter().enumerate().filter(fits).map(move |(piece, _)| run(action, piece))
    };
    let mut rest = &order[..];
    while let Some((action, after)) = rest.split_first() {
        rest = after;
        let later = |forward: bool| sent.contains(&(action.stage, action.microbatch, forward));
        match action.kind {
            Kind::Forward => pieces(action, Phase::Forward).for_each(|run| make(&mut found, run, !later(true))),
            Kind::Recompute => pieces(action, Phase::Forward).for_each(|run| make(&mut found, run, false)),
            Kind::InputGradient => pieces(action, Phase::Input).for_each(|run| make(&mut found, run, !later(false))),
            Kind::WeightGradient => pieces(action, Phase::Weight).for_each(|run| make(&mut found, run, true)),
            Kind::Backward => {
                // What the stage before waits for goes first, where no action says when.
                pieces(action, Phase::Input).for_each(|run| make(&mut found, run, !later(false)));
                pieces(action, Phase::Weight).for_each(|run| make(&mut found, run, true));
            }
            Kind::SendForward => pieces(action, Phase::Forward).for_each(|run| sends(wiring, run, rank, &mut found)),
            Kind::SendBackward => pieces(action, Phase::Input).for_each(|run| sends(wiring, run, rank, &mut found)),
            Kind::Offload => pieces(action, Phase::Forward).for_each(|run| found.push(Step::Offload(run.piece, run.microbatch))),
            Kind::Reload => pieces(action, Phase::Forward).for_each(|run| found.push(Step::Reload(run.piece, run.microbatch))),
            Kind::ReduceGrad => {
                let stage = action.stage as usize;
                for (sum, of) in wiring.sums.iter().enumerate().filter(|(_, of)| wiring.pieces[of.piece].0 == original(stage)) {
                    let key = Key::Sum { sum, stage };
                    let ranks = wiring.far_readers(key, rank);
                    if !ranks.is_empty() && wiring.pieces[of.piece].3 > of.index {
                        found.push(Step::Send(key, ranks));
                    }
                }
            }
            Kind::Update => {
                // Updates that stand together go round by round: a round may need what another stage's round before gave.
                let more = rest.iter().take_while(|action| action.kind == Kind::Update).count();
                let stages: BTreeSet<usize> = std::iter::once(action).chain(&rest[..more]).map(|action| action.stage as usize).collect();
                rest = &rest[more..];
                let after = |piece: &(usize, Phase, Vec<PieceSource>, usize)| match piece.1 {
                    Phase::After(round) if stages.contains(&piece.0) => Some(round),
                    _ => None,
                };
                let mut rounds: Vec<(u32, usize)> = wiring.pieces.iter().enumerate().filter_map(|(index, piece)| Some((after(piece)?, index))).collect();
                rounds.sort_unstable();
                rounds.into_iter().for_each(|(_, piece)| make(&mut found, Run { piece, stage: wiring.pieces[piece].0, microbatch: 0, again: false }, true));
            }
            // A channel takes what is sent whether it is expected or not; the piece that reads it waits.
            Kind::ReceiveForward | Kind::ReceiveBackward | Kind::Unshard | Kind::Reshard => {}
        }
    }
    found
}

/// Sends of what a run gave.
fn sends(wiring: &Wiring, run: Run, rank: usize, found: &mut Vec<Step>) {
    for key in wiring.writes(run) {
        let ranks = wiring.far_readers(key, rank);
        if !ranks.is_empty() {
            found.push(Step::Send(key, ranks));
        }
    }
}

/// Goes through all ranks' steps once. What is left over would wait forever.
fn prove(wiring: &Wiring, steps: &[Vec<Step>]) -> Result<(), String> {
    let mut at = vec![0; steps.len()];
    let mut held: Vec<BTreeSet<Key>> = vec![BTreeSet::new(); steps.len()];
    loop {
        let before: usize = at.iter().sum();
        for rank in 0..steps.len() {
            while let Some(step) = steps[rank].get(at[rank]) {
                match step {
                    Step::Run(run) => {
                        if wiring.keys_read(*run).any(|key| !held[rank].contains(&key)) {
                            break;
                        }
                        held[rank].extend(wiring.writes(*run));
                        held[rank].extend(wiring.adds(*run).map(|(_, key)| key));
                    }
                    Step::Send(key, to) => {
                        if !held[rank].contains(key) {
                            break;
                        }
                        to.iter().for_each(|&to| held[to].extend([*key]));
                    }
                    Step::Offload(..) | Step::Reload(..) => {}
                }
                at[rank] += 1;
            }
        }
        if at.iter().sum::<usize>() == before {
            break;
        }
    }
    let Some(rank) = (0..steps.len()).find(|&rank| at[rank] < steps[rank].len()) else { return Ok(()) };
    Err(match &steps[rank][at[rank]] {
        Step::Run(run) => {
            let missing = wiring.keys_read(*run).find(|key| !held[rank].contains(key)).map_or_else(|| "something".to_owned(), |key| key.to_string());
            format!("rank {rank} waits forever: piece {} for microbatch {} needs {missing}, which no rank has sent", run.piece, run.microbatch)
        }
        step => format!("rank {rank} waits forever at {step}"),
    })
}

/// With each step, the values that nobody on the rank reads after it.
fn let_go(wiring: &Wiring, steps: Vec<Step>) -> Vec<(Step, Vec<Key>)> {
    let mut wanted: BTreeSet<Key> = BTreeSet::new();
    let mut gone: Vec<Vec<Key>> = Vec::with_capacity(steps.len());
    for step in steps.iter().rev() {
        let mut own = BTreeSet::new();
        match step {
            Step::Run(run) => {
                own.extend(wiring.writes(*run).chain(wiring.adds(*run).map(|(_, key)| key)).filter(|key| !wanted.contains(key)));
                // Before this run there is no such value, or one that nobody reads any more.
                for key in wiring.writes(*run) {
                    wanted.remove(&key);
                }
                own.extend(wiring.keys_read(*run).filter(|key| wanted.insert(*key)));
            }
            Step::Send(key, _) => own.extend(wanted.insert(*key).then_some(*key)),
            Step::Offload(..) | Step::Reload(..) => {}
        }
        gone.push(own.into_iter().collect());
    }
    gone.reverse();
    steps.into_iter().zip(gone).collect()
}

/// Of each piece and position that takes an argument of the whole program, the first that takes it lying alike, which stands for all.
pub type Layouts = BTreeMap<(usize, usize), (usize, usize)>;

/// The place that stands for all that take an argument of the program lying as at this one.
pub fn standing_for(layouts: &Layouts, place: (usize, usize)) -> (usize, usize) {
    layouts.get(&place).copied().unwrap_or(place)
}

/// The layouts of a program's arguments.
pub fn layouts(manifest: &Manifest) -> Layouts {
    let mut first: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for (piece, own) in manifest.pieces.iter().enumerate() {
        for (position, source) in own.from.iter().enumerate() {
            let PieceSource::Input(index) = *source else { continue };
            let known = first.entry(index).or_default();
            let alike = known.iter().copied().find(|&(other, at)| manifest.pieces[other].inputs[at].lies_as(&own.inputs[position]));
            let place = alike.unwrap_or_else(|| {
                known.push((piece, position));
                (piece, position)
            });
            found.insert((piece, position), place);
        }
    }
    found
}
