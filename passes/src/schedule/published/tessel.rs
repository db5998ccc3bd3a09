//! Tessel: a schedule that repeats, found for a placement under a limit of activations.
//!
//! What repeats (the paper's repetend) is one forward and one backward pass of every stage, each for a microbatch of its own, once a period. A search gives
//! each pass a time; passes of one rank must not overlap modulo the period, each comes after what it needs, and a rank holds at most the limit. The
//! shortest period that works is taken, from the time of the busiest rank on: then nothing waits in the repetend. Unrolled over all microbatches, that is
//! the order with its warm-up and cool-down, whose gaps close as ranks start as soon as they can.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Time, Times};

/// Tessel.
pub const TESSEL: ScheduleInfo = ScheduleInfo {
    name: "tessel",
    summary: "the shortest period in which every stage goes forward and back once, for a placement and a limit of activations",
    paper: "Lin et al., Tessel, HPCA 2024",
    bubble: Law { text: "(p-1)*S", when: "v = 1 and chains = 1 and memory = 0 and c = 0 and m >= p" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "v = 1 and chains = 1 and memory = 0 and c = 0" },
    weights: "1",
    messages: Law::about("2*(p*v-1)"),
    synchronous: true,
    chunks: Chunks::Any(1),
    rules: &["p*v <= 256"],
    options: &[
        ScheduleOption { name: "placement", default: "loop", summary: "loop, or snake: where the stages after the first p are" },
        ScheduleOption { name: "chains", default: "1", summary: "1 (the paper's V), or 2: in opposite directions, each with a copy of the weights (its X)" },
        ScheduleOption { name: "memory", default: "0", summary: "most activations of a rank, in microbatches of its share of the model; 0: any" },
    ],
    build,
};

/// A pass of the repetend.
#[derive(Clone, Copy)]
struct Block {
    stage: usize,
    rank: usize,
    forward: bool,
    time: Time,
}

/// Most starts that are tried for a period.
const TRIES: usize = 1_000;
/// Times in a period of which all are tried.
const FEW: Time = 32;
/// Most periods that are tried.
const PERIODS: Time = 64;

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m, v) = (parameters.ranks, parameters.microbatches, parameters.chunks);
    let mut schedule = match (parameters.text("placement"), parameters.text("chains")) {
        ("loop", "1") => Schedule::chain(Placement::Loop, p, v, m),
        ("snake", "1") => Schedule::chain(Placement::Snake, p, v, m),
        ("loop", "2") if v == 1 && m.is_multiple_of(2) => Schedule::two_way(p, m),
        ("loop", "2") => return Err(format!("tessel: chains=2 has v = 1 and an even number of microbatches, not v = {v} and m = {m}")),
        (placement, chains) => return Err(format!("tessel: placement={placement},chains={chains}: wanted loop or snake with 1 chain, or loop with 2")),
    };
    // Activations of a rank are counted in stages.
    let limit = match parameters.thousandths("memory")? {
        0 => u64::MAX,
        limit => limit * schedule.parts / 1000,
    };
    let chains: Vec<Vec<Block>> = match schedule.stages.iter().position(|stage| stage.copy_of.is_some()) {
        Some(half) => vec![blocks(&schedule, 0..half, times), blocks(&schedule, half..schedule.stages.len(), times)],
        None => vec![blocks(&schedule, 0..schedule.stages.len(), times)],
    };
    let (starts, period) = repetend(p, &chains, times.hop, limit).ok_or_else(|| format!("tessel: no schedule repeats within memory={}", parameters.text("memory")))?;
    let mut passes: Vec<(Time, usize, Action)> = Vec::new();
    for (block, start) in chains.iter().flatten().zip(starts) {
        let range = schedule.stages[block.stage].microbatches.clone();
        for (index, microbatch) in range.enumerate() {
            let action = if block.forward { Action::forward(block.stage, microbatch) } else { Action::backward(block.stage, microbatch) };
            passes.push((start + period * index as Time, block.rank, action));
        }
    }
    // Stable: a chain's passes that take no time keep their order.
    passes.sort_by_key(|pass| pass.0);
    for (_, rank, action) in passes {
        schedule.orders[rank].push(action);
    }
    Ok(schedule)
}

/// The passes of a chain of stages in their order.
fn blocks(schedule: &Schedule, stages: std::ops::Range<usize>, times: Times) -> Vec<Block> {
    let block = |stage: usize, forward: bool| {
        let time = if forward { times.forward } else { times.input + times.weight };
        Block { stage, rank: schedule.stages[stage].rank, forward, time }
    };
    stages.clone().map(|stage| block(stage, true)).chain(stages.rev().map(|stage| block(stage, false))).collect()
}

/// Starts of all passes, chain by chain, and the shortest period that was found for them.
fn repetend(ranks: usize, chains: &[Vec<Block>], hop: Time, limit: u64) -> Option<(Vec<Time>, Time)> {
    let mut busy = vec![0; ranks];
    chains.iter().flatten().for_each(|block| busy[block.rank] += block.time);
    // A microbatch is on a rank at least while its passes from one stage's first to its last are done, and at most `limit` are there at a time.
    let mut lives = vec![0; ranks];
    for chain in chains {
        for (first, block) in chain.iter().enumerate().filter(|(_, block)| block.forward) {
            let passes = chain.get(first..chain.len() - first).unwrap_or_default();
            let hops = passes.windows(2).filter(|pair| pair[0].rank != pair[1].rank).count() as Time;
            lives[block.rank] += passes.iter().map(|block| block.time).sum::<Time>() + hops * hop;
        }
    }
    let full = lives.iter().max().map_or(0, |life| life.div_ceil(limit.max(1)));
    let least = busy.iter().copied().max().unwrap_or(0).max(full).max(1);
    // One microbatch at a time.
    let most = chains.iter().map(|chain| chain.iter().map(|block| block.time + hop).sum::<Time>()).sum::<Time>().max(least);
    let unit = chains.iter().flatten().map(|block| block.time).fold(hop, divisor).max(1);
    let step = ((most - least) / PERIODS).div_ceil(unit).max(1) * unit;
    let mut period = least;
    while period < most + step {
        // First each pass as soon as another leaves room, which mostly does.
        for delays in [false, true] {
            let mut search = Search { chains, hop, limit, period, unit, delays, starts: Vec::new(), taken: vec![Vec::new(); ranks], tries: 0 };
            if search.place() {
                return Some((search.starts, period));
            }
        }
        period += step;
    }
    None
}

/// The greatest common divisor.
fn divisor(a: Time, b: Time) -> Time {
    if b == 0 { a } else { divisor(b, a % b) }
}

struct Search<'a> {
    chains: &'a [Vec<Block>],
    hop: Time,
    limit: u64,
    period: Time,
    /// What all times are multiples of.
    unit: Time,
    /// Whether a pass may start later than it must.
    delays: bool,
    starts: Vec<Time>,
    /// For each rank, where in the period its passes start, and how long they take.
    taken: Vec<Vec<(Time, Time)>>,
    tries: usize,
}

impl Search<'_> {
    /// Gives the next pass a start, and all after it.
    fn place(&mut self) -> bool {
        let mut index = self.starts.len();
        let mut before = 0;
        let Some(chain) = self.chains.iter().find(|chain| {
            let inside = index < chain.len();
            if !inside {
                index -= chain.len();
                before += chain.len();
            }
            inside
        }) else {
            return true;
        };
        let block = chain[index];
        let ready = match index.checked_sub(1) {
            Some(last) => self.starts[before + last] + chain[last].time + if chain[last].rank == block.rank { 0 } else { self.hop },
            None => 0,
        };
        // As soon as it can, right after another pass of the rank, right before one, or, where there are few, at any time.
        let mut starts = vec![ready];
        if self.delays && self.period / self.unit <= FEW {
            starts.extend((1..self.period / self.unit).map(|delay| ready + delay * self.unit));
        }
        for &(from, time) in &self.taken[block.rank] {
            starts.extend([(from + time) % self.period, (from + self.period - block.time % self.period) % self.period].map(|place| ready + (place + self.period - ready % self.period) % self.period));
        }
        starts.sort_unstable();
        starts.dedup();
        for start in starts {
            self.tries += 1;
            if self.tries > TRIES {
                return false;
            }
            let from = start % self.period;
            if !self.free(block.rank, from, block.time) {
                continue;
            }
            self.starts.push(start);
            self.taken[block.rank].push((from, block.time));
            if self.fits(block.rank) && (block.forward || self.held(block.rank) <= self.limit) && self.place() {
                return true;
            }
            self.taken[block.rank].pop();
            self.starts.pop();
        }
        false
    }

    /// Whether what is left of the rank's passes may still fit: what each gap cannot hold of them is lost.
    fn fits(&self, rank: usize) -> bool {
        let mut left: [Vec<Time>; 2] = [Vec::new(), Vec::new()];
        let blocks = || self.chains.iter().flatten().enumerate().filter(|(_, block)| block.rank == rank);
        blocks().filter(|(index, _)| *index >= self.starts.len()).for_each(|(_, block)| left[usize::from(block.forward)].push(block.time));
        let [longest, shortest] = [left[0].first().copied().unwrap_or(0), left[1].first().copied().unwrap_or(0)];
        let most = |gap: Time| {
            let fill = |count: usize| {
                let rest = gap - count as Time * longest;
                count as Time * longest + (rest / shortest.max(1)).min(left[1].len() as Time) * shortest
            };
            (0..=left[0].len()).take_while(|count| *count as Time * longest <= gap).map(fill).max().unwrap_or(0)
        };
        let mut taken = self.taken[rank].clone();
        taken.sort_unstable();
        let after = taken.iter().skip(1).map(|(from, _)| *from).chain(taken.first().map(|(from, _)| from + self.period));
        let lost: Time = taken.iter().zip(after).map(|(&(from, time), next)| next - from - time).map(|gap| gap - most(gap)).sum();
        let busy: Time = blocks().map(|(_, block)| block.time).sum();
        busy + lost <= self.period
    }

    /// Whether nothing else of the rank lies in this part of the period.
    fn free(&self, rank: usize, from: Time, time: Time) -> bool {
        let apart = |from: Time, to: Time| (to + self.period - from) % self.period;
        time <= self.period && self.taken[rank].iter().all(|&(other, length)| time == 0 || length == 0 || (apart(from, other) >= time && apart(other, from) >= length))
    }

    /// The most microbatches of stages that a rank holds, of those whose two passes have their starts.
    fn held(&self, rank: usize) -> u64 {
        let mut open: Vec<(Time, usize)> = Vec::new();
        let mut lives: Vec<(Time, Time)> = Vec::new();
        for (block, &start) in self.chains.iter().flatten().zip(&self.starts).filter(|(block, _)| block.rank == rank) {
            if block.forward {
                open.push((start, block.stage));
            } else if let Some((from, _)) = open.iter().find(|(_, stage)| *stage == block.stage) {
                lives.push((*from, start + block.time));
            }
        }
        // Microbatches of a life that are there at a phase: started by then, and not yet ended.
        let count = |phase: Time, (from, to): (Time, Time)| {
            let phase = i128::from(phase);
            let period = i128::from(self.period);
            (phase - i128::from(from)).div_euclid(period) - (phase - i128::from(to)).div_euclid(period)
        };
        let at = |phase: Time| lives.iter().map(|life| count(phase, *life)).sum::<i128>();
        lives.iter().map(|(from, _)| at(*from)).max().unwrap_or(0).max(0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Costs, Memory, Simulation, simulate, validate};

    fn run(p: usize, m: usize, v: usize, options: &[(&str, &str)]) -> (Schedule, Simulation) {
        let mut parameters = Parameters::new(p, m, v);
        parameters.options.extend(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        // Backward passes three times as long, as in the paper's examples.
        let times = Times { forward: 1, input: 1, weight: 2, hop: 0, offload: 0 };
        let schedule = TESSEL.build(parameters, times).unwrap();
        validate(&schedule).unwrap();
        let run = simulate(&schedule, &Costs::even(&schedule, [1, 1, 2, 0]), Memory::UNTIL_WEIGHT, false).unwrap();
        (schedule, run)
    }

    /// What one more of the given microbatches costs in the middle of a run.
    fn period(p: usize, v: usize, pair: usize, options: &[(&str, &str)]) -> f64 {
        let (few, more) = (run(p, 16, v, options).1, run(p, 16 + 4 * pair, v, options).1);
        (more.makespan - few.makespan) as f64 / 4.0
    }

    #[test]
    fn nothing_waits_in_the_repetend_where_memory_allows() {
        // The V: four units a rank, as 1F1B. The X: two stages a rank, so eight units for two microbatches. Two chunks: eight units.
        assert_eq!(period(4, 1, 1, &[]), 4.0);
        assert_eq!(period(4, 1, 2, &[("chains", "2")]), 8.0);
        assert_eq!(period(4, 2, 1, &[]), 8.0);
        assert_eq!(period(4, 2, 1, &[("placement", "snake")]), 8.0);
    }

    #[test]
    fn less_memory_gives_the_longer_period_that_it_asks_for() {
        // A microbatch is on the first of four ranks from its start to its end, 4*(1+3) = 16 units: with k there at a time, the period is at least 16/k.
        // With 2 and 1 that is the period. With 3, no period of 6 or 7 goes: on a rank, a microbatch's backward pass starts 1 to T-3 after its forward
        // pass, modulo T, and 4 later at least than on the rank after. For T = 6 that is 1, 7, 13, 19 from the last rank on, for T = 7 it is 1, 8, 15, 22;
        // with the 3 that it takes, both stay on the first rank for more than three periods.
        for (memory, least) in [("4", 4.0), ("3", 8.0), ("2", 8.0), ("1", 16.0)] {
            let (_, run) = run(4, 24, 1, &[("memory", memory)]);
            assert!(run.peak.iter().all(|peak| *peak <= memory.parse().unwrap()), "{memory}: {:?}", run.peak);
            assert_eq!(period(4, 1, 1, &[("memory", memory)]), least, "{memory}");
        }
    }

    #[test]
    fn what_no_period_allows_is_told() {
        let mut parameters = Parameters::new(4, 8, 2);
        parameters.options.insert("memory".to_owned(), "0.5".to_owned());
        assert_eq!(TESSEL.build(parameters, Times::UNIT).unwrap_err(), "tessel: no schedule repeats within memory=0.5");
    }
}
