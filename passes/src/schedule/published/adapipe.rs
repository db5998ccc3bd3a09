//! AdaPipe: each stage of 1F1B computes again only as much as its memory asks for, and layers move so that all stages take equal times.
//!
//! Rank r has p-r microbatches in flight, so that later ranks can keep more. Which units of its layers a stage keeps is a knapsack: the most time
//! saved within the memory (section 4 of the paper). The input of a layer (a unit that takes no time) is always kept. How many layers each
//! stage has is a dynamic program from the last stage on, on the times of the pipeline's three phases (section 5): with f, b the forward and backward
//! time of a stage (with what is done again), W = f + max(W' + b', (p-r-1)*f), E = b + max(E' + f', (p-r-1)*b), M = max(M', f+b), in all W + E + (m-p+r)*M.

use super::one_f_one_b;
use crate::schedule::{Action, Chunks, Kind, Law, Load, Metric, Parameters, Schedule, ScheduleInfo, ScheduleOption, Time, Times};

/// AdaPipe.
pub const ADAPIPE: ScheduleInfo = ScheduleInfo {
    name: "adapipe",
    summary: "1F1B with as little computed again as each rank's memory asks for, and layers moved to balance what is left",
    paper: "Sun et al., AdaPipe, ASPLOS 2024, sections 4 and 5",
    bubble: Law { text: "(p-1)*S", when: "memory >= p and layers % p = 0 and m >= 2*p and c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "memory >= p and layers % p = 0 and m >= 2*p" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["memory > 0"],
    options: &[
        ScheduleOption { name: "memory", default: "2.5", summary: "most activations of a rank, in microbatches of its even share of the layers" },
        ScheduleOption { name: "layers", default: "0", summary: "layers of the model; 0: four a rank" },
        ScheduleOption { name: "partition", default: "adaptive", summary: "adaptive, or even: as many layers on every rank" },
        // A transformer layer with fused attention: its input, queries to values, attention, projection, norms, the two linear layers and GELU between them.
        ScheduleOption { name: "units", default: "0:2/6:6/4:2/2:3/1:4/8:8/1:8/8:1", summary: "TIME:ACTIVATIONS/… of the units of a layer, in any units" },
    ],
    build,
};

/// What a stage keeps of so many layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choice {
    /// Time that is done again, in units.
    again: u64,
    /// Activations kept of a microbatch, in units.
    kept: u64,
}

/// The units of a layer.
struct Layer {
    units: Vec<[u64; 2]>,
}

impl Layer {
    fn time(&self) -> u64 {
        self.units.iter().map(|unit| unit[0]).sum()
    }
    fn activations(&self) -> u64 {
        self.units.iter().map(|unit| unit[1]).sum()
    }

    /// What a stage of `layers` layers with `flight` microbatches in flight keeps within `budget`; `None` where nothing fits. One microbatch is whole while
    /// it goes back.
    fn choose(&self, layers: u64, flight: u64, budget: u64) -> Option<Choice> {
        let whole = layers.checked_mul(self.activations())?;
        let inputs: u64 = layers * self.units.iter().filter(|unit| unit[0] == 0).map(|unit| unit[1]).sum::<u64>();
        let left = budget.checked_sub(whole)?;
        // What each may keep of the microbatches that wait; all of it where none does.
        let room = if flight <= 1 { whole } else { (left / (flight - 1)).min(whole) }.checked_sub(inputs)?;
        // For each amount of activations, the most time that it saves: each unit up to as many times as there are layers.
        let mut saved: Vec<u64> = vec![0; room as usize + 1];
        for &[time, size] in self.units.iter().filter(|unit| unit[0] > 0) {
            let mut count = layers;
            let mut batch = 1;
            // Powers of two give every count.
            while count > 0 {
                let take = batch.min(count);
                let (time, size) = (time * take, (size * take) as usize);
                for amount in (size..saved.len()).rev() {
                    saved[amount] = saved[amount].max(saved[amount - size] + time);
                }
                count -= take;
                batch *= 2;
            }
        }
        let most = saved.last().copied()?;
        let amount = saved.iter().position(|saved| *saved == most)? as u64;
        Some(Choice { again: layers * self.time() - most, kept: inputs + amount })
    }
}

/// The phases of a pipeline from a stage on.
#[derive(Clone, Copy)]
struct Phases {
    first: [Time; 2],
    warm: Time,
    end: Time,
    steady: Time,
}

impl Phases {
    /// With a stage that takes `[f, b]` before these; `ahead` stages come after it.
    fn before(after: Option<Phases>, [f, b]: [Time; 2], ahead: Time) -> Phases {
        let (warm, end, steady) = after.map_or((0, 0, 0), |after| (after.warm + after.first[1], after.end + after.first[0], after.steady));
        Phases { first: [f, b], warm: f + warm.max(ahead * f), end: b + end.max(ahead * b), steady: steady.max(f + b) }
    }
    fn time(&self, rest: Time) -> Time {
        self.warm + self.end + rest * self.steady
    }
}

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let layer = Layer { units: parameters.rows("units", 2)?.into_iter().map(|row| [row[0], row[1]]).collect() };
    let (time, activations) = (layer.time(), layer.activations());
    if time == 0 || activations == 0 || activations > 1 << 12 || time > 1 << 12 {
        return Err(format!("units={}: wanted units that take time and leave activations, at most 4096 of both in a layer", parameters.text("units")));
    }
    let layers = match parameters.number("layers")? {
        0 => 4 * p,
        layers => layers,
    };
    if layers < p || layers > 1024 {
        return Err(format!("adapipe: {layers} layers for {p} ranks: wanted {p} to 1024"));
    }
    // A device's even share has layers/p layers.
    let budget = (u128::from(parameters.thousandths("memory")?) * layers as u128 * u128::from(activations) / (1000 * p as u128)).min(u128::from(u64::MAX)) as u64;
    let flight = |rank: usize| (p - rank).min(m) as u64;
    let choose = |rank: usize, count: usize| layer.choose(count as u64, flight(rank), budget);
    let counts = match parameters.text("partition") {
        "even" if layers.is_multiple_of(p) => vec![layers / p; p],
        "even" => return Err(format!("adapipe: {layers} layers are no even stages for {p} ranks")),
        "adaptive" => {
            let cost = |rank: usize, count: usize| {
                let choice = choose(rank, count)?;
                let all = count as u64 * time;
                Some([times.forward.saturating_mul(all), (times.input + times.weight).saturating_mul(all).saturating_add(times.forward.saturating_mul(choice.again))])
            };
            partition(layers, p, m, cost).ok_or_else(|| unfit(parameters))?
        }
        other => return Err(format!("adapipe: partition={other}: wanted adaptive or even")),
    };
    let mut schedule = one_f_one_b::ONE_F_ONE_B.build(Parameters::new(p, m, 1), times)?;
    schedule.parts = layers as u64 * time * activations;
    for (rank, &count) in counts.iter().enumerate() {
        let choice = choose(rank, count).ok_or_else(|| unfit(parameters))?;
        let (p, count) = (p as u64, count as u64);
        let whole = p * count * time * activations;
        schedule.loads.push(Load { work: whole, held: whole, again: p * activations * choice.again, kept: p * time * choice.kept });
        if choice.again > 0 {
            let order = std::mem::take(&mut schedule.orders[rank]);
            let passes = order.into_iter().flat_map(|action| {
                let again = (action.kind == Kind::Backward).then_some(Action { kind: Kind::Recompute, ..action });
                again.into_iter().chain([action])
            });
            schedule.orders[rank] = passes.collect();
        }
    }
    Ok(schedule)
}

fn unfit(parameters: &Parameters) -> String {
    let Parameters { ranks, microbatches, .. } = parameters;
    format!("adapipe: memory={} microbatches hold no stages of {ranks} ranks and {microbatches} microbatches, even with all computed again", parameters.text("memory"))
}

/// How many layers each stage has. For each stage and count of layers from it on, the best way on is kept, as in the paper.
fn partition(layers: usize, p: usize, m: usize, cost: impl Fn(usize, usize) -> Option<[Time; 2]>) -> Option<Vec<usize>> {
    let mut best: Vec<Vec<Option<(Phases, usize)>>> = vec![vec![None; layers + 1]; p];
    for rank in (0..p).rev() {
        let ahead = (p - 1 - rank) as Time;
        let rest = (m + rank).saturating_sub(p) as Time;
        for count in 1..=layers - (p - 1) {
            let Some(pass) = cost(rank, count) else { continue };
            if rank + 1 == p {
                best[rank][count] = Some((Phases::before(None, pass, ahead), count));
                continue;
            }
            for after in p - 1 - rank..=layers - rank - count {
                let Some((phases, _)) = best[rank + 1][after] else { continue };
                let phases = Phases::before(Some(phases), pass, ahead);
                if best[rank][count + after].is_none_or(|(other, _)| phases.time(rest) < other.time(rest)) {
                    best[rank][count + after] = Some((phases, count));
                }
            }
        }
    }
    let mut left = layers;
    (0..p).map(|rank| best[rank][left].map(|(_, count)| {
        left -= count;
        count
    })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Costs, Memory, simulate};
    use shardwright_ir::rng::Rng;

    fn run(options: &[(&str, &str)], p: usize, m: usize) -> (Schedule, f64, Vec<f64>) {
        let mut parameters = Parameters::new(p, m, 1);
        parameters.options.extend(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let schedule = ADAPIPE.build(parameters, Times::UNIT).unwrap();
        let run = simulate(&schedule, &Costs::unit(&schedule), Memory::UNTIL_WEIGHT, false).unwrap();
        let device = |value: f64| value / schedule.parts as f64;
        let peak = run.peak.iter().map(|peak| device(*peak as f64)).collect();
        (schedule.clone(), device(run.makespan as f64), peak)
    }

    #[test]
    fn the_first_rank_does_again_what_it_cannot_keep() {
        // Units of half the time each, of which one leaves a quarter and one three quarters of the activations. Rank 0 has two microbatches in flight: one
        // whole and at most 0.75 of the other, which is one unit, and the smaller saves as much. So half a forward pass is done again on rank 0.
        let (schedule, time, peak) = run(&[("memory", "1.75"), ("units", "1:1/1:3"), ("layers", "2"), ("partition", "even")], 2, 4);
        assert_eq!(peak, [1.25, 1.0]);
        // F0 0-1, F1 1-2; rank 1: F0 1-2, B0 2-4; rank 0: R0 2-2.5, B0 4-6, F2 6-7; rank 1: F1 4-5, B1 5-7, F2 7-8, B2 8-10; rank 0: R1 7-7.5, B1 7.5-9.5, F3
        // 9.5-10.5; rank 1: F3 10.5-11.5, B3 11.5-13.5; rank 0: R2 10.5-11, B2 11-13, R3 13-13.5, B3 13.5-15.5.
        assert_eq!(time, 15.5);
        assert_eq!(schedule.orders[1].iter().filter(|action| action.kind == Kind::Recompute).count(), 0);
    }

    #[test]
    fn moving_layers_balances_what_is_done_again() {
        for (p, m, memory) in [(4, 16, "1.8"), (4, 16, "2.5"), (8, 32, "3"), (8, 32, "4.5")] {
            let (_, even, peak) = run(&[("memory", memory), ("partition", "even")], p, m);
            let (schedule, moved, other) = run(&[("memory", memory)], p, m);
            assert!(moved <= even, "{p} {m} {memory}: {moved}, even stages {even}");
            let limit: f64 = memory.parse().unwrap();
            assert!(peak.iter().chain(&other).all(|peak| *peak <= limit + 1e-9), "{peak:?} {other:?} {limit}");
            let works: Vec<u64> = schedule.loads.iter().map(|load| load.work).collect();
            assert_eq!(works.iter().sum::<u64>(), p as u64 * schedule.parts);
        }
    }

    #[test]
    fn what_is_kept_saves_the_most_time_of_all_choices() {
        let mut rng = Rng::new(8);
        for _ in 0..60 {
            let mut number = |low: i64, high: i64| rng.range(low, high) as u64;
            let mut units = vec![[0, number(0, 2)]];
            units.extend((0..number(1, 4)).map(|_| [number(1, 9), number(0, 6)]));
            let layer = Layer { units: units.clone() };
            let (layers, flight, budget) = (number(1, 2), number(1, 4), number(5, 60));
            let kept = |counts: &[u64]| units.iter().zip(counts).map(|(unit, count)| unit[1] * count).sum::<u64>();
            let again = |counts: &[u64]| units.iter().zip(counts).map(|(unit, count)| unit[0] * (layers - count)).sum::<u64>();
            let mut all = vec![vec![layers]];
            for _ in 1..units.len() {
                all = all.into_iter().flat_map(|counts| (0..=layers).map(move |count| [&counts[..], &[count]].concat())).collect();
            }
            let whole = layers * layer.activations();
            let best = all.iter().filter(|counts| whole + (flight - 1) * kept(counts) <= budget).map(|counts| again(counts)).min();
            assert_eq!(layer.choose(layers, flight, budget).map(|choice| choice.again), best, "{units:?} {layers} {flight} {budget}");
        }
    }

    #[test]
    fn a_memory_that_holds_nothing_is_told() {
        let mut parameters = Parameters::new(4, 8, 1);
        parameters.options.insert("memory".to_owned(), "0.5".to_owned());
        let why = ADAPIPE.build(parameters, Times::UNIT).unwrap_err();
        assert_eq!(why, "adapipe: memory=0.5 microbatches hold no stages of 4 ranks and 8 microbatches, even with all computed again");
    }
}
