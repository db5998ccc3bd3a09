//! The timeline of a schedule.
//!
//! Invariant: every span of the simulation is a mark or a message, with the simulation's times.

use super::look::Look;
use super::{Clock, Mark, Message, Part, Rank, Timeline, What};
use shardwright_passes::schedule::{Action, Kind, Schedule, Simulation, Stream};

/// What a simulation does not know of itself.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// What ran.
    pub name: &'a str,
    /// The costs, as told to a reader.
    pub costs: &'a str,
    /// What a unit of time is.
    pub clock: Clock,
    /// How long the busiest rank would take if it never waited.
    pub ideal: u64,
    /// Units of memory for one, as told to a reader.
    pub memory_scale: u64,
    /// What memory counts.
    pub memory_unit: &'a str,
}

/// The timeline of a simulation that recorded its spans.
pub fn timeline(schedule: &Schedule, run: &Simulation, told: &Told<'_>) -> Timeline {
    let chunks = chunks(schedule);
    let mut makers = Makers::new(schedule);
    let mut marks = Vec::with_capacity(run.spans.len());
    for span in run.spans.iter().filter(|span| span.stream != Stream::Link) {
        makers.note(span.action, marks.len());
        let slices = schedule.slices.max(1) as u32;
        let (microbatch, slice) = (span.action.microbatch / slices, span.action.microbatch % slices);
        let what = What::Action { action: span.action, slice: (microbatch, (slices > 1).then_some(slice)) };
        let chunk = chunks[span.action.stage as usize];
        let (look, part) = (Look::of(span.action.kind), Part::Whole);
        marks.push(Mark { rank: span.rank, stream: span.stream, look, chunk, part, what, start: span.start, end: span.end });
    }
    let message = |span: &shardwright_passes::schedule::Span| {
        let to = span.to?;
        let forward = span.action.kind == Kind::SendForward;
        let between = [span.action.stage as usize, to].map(|stage| makers.mark(forward, stage, span.action.microbatch));
        Some(Message {
            from: span.rank,
            to: schedule.stages[to].rank,
            what: between[0].map_or_else(|| span.action.to_string(), |mark| marks[mark].name()).into(),
            start: span.start,
            end: span.end,
            between,
        })
    };
    let messages = run.spans.iter().filter_map(message).collect();
    let rank =
        |rank: usize| Rank { busy: run.busy[rank], peak: Some(run.peak[rank]), memory: run.memory.get(rank).cloned().unwrap_or_default(), marks: [0; 3] };
    let mut timeline = Timeline {
        name: told.name.to_owned(),
        costs: told.costs.to_owned(),
        clock: told.clock,
        makespan: run.makespan,
        ideal: told.ideal,
        ranks: (0..schedule.ranks()).map(rank).collect(),
        marks,
        messages,
        memory_scale: told.memory_scale,
        memory_unit: told.memory_unit.to_owned(),
    };
    timeline.sort();
    timeline
}

/// For each stage, how many stages of its rank come before it.
fn chunks(schedule: &Schedule) -> Vec<usize> {
    let mut seen = vec![0; schedule.ranks()];
    let next = |rank: usize| {
        seen[rank] += 1;
        seen[rank] - 1
    };
    schedule.stages.iter().map(|stage| stage.rank).map(next).collect()
}

/// Which marks make results that are sent.
struct Makers {
    microbatches: usize,
    /// Forward passes, then gradients.
    marks: [Vec<Option<usize>>; 2],
}

impl Makers {
    fn new(schedule: &Schedule) -> Makers {
        let cells = vec![None; schedule.stages.len() * schedule.microbatches];
        Makers { microbatches: schedule.microbatches, marks: [cells.clone(), cells] }
    }
    fn note(&mut self, action: Action, mark: usize) {
        let list = match action.kind {
            Kind::Forward => 0,
            kind if kind.gives_gradient() => 1,
            _ => return,
        };
        self.marks[list][action.stage as usize * self.microbatches + action.microbatch as usize] = Some(mark);
    }
    fn mark(&self, forward: bool, stage: usize, microbatch: u32) -> Option<usize> {
        self.marks[usize::from(!forward)][stage * self.microbatches + microbatch as usize]
    }
}
