//! DynaPipe: microbatches of sequences of different lengths, grouped and ordered for each step.
//!
//! Sequences are sorted by length, so that those that share a microbatch are padded little, and cut into microbatches by a dynamic program: least sum of
//! the microbatches' times plus p-1 times the longest, as that is what a pipeline takes (section 4 of the paper). Ranks go in cycles: one backward pass and
//! one forward pass each, whatever has arrived; a forward pass that would hold too much waits (section 5). Microbatches are clustered by their times, and
//! the order of the clusters that takes least is taken.

use crate::schedule::{Action, Chunks, Costs, Law, Memory, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Size, Time, Times, simulate, slicing};
use std::collections::VecDeque;

/// DynaPipe.
pub const DYNAPIPE: ScheduleInfo = ScheduleInfo {
    name: "dynapipe",
    summary: "m sequences of different lengths, grouped into microbatches by a dynamic program, in cycles under a limit of activations",
    paper: "Jiang et al., DynaPipe, EuroSys 2024, sections 4 and 5",
    bubble: Law { text: "(p-1)*S", when: "lengths = 1 and fixed = 0 and memory = 0 and c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(2*p-1, m)", when: "lengths = 1 and fixed = 0 and memory = 0" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "lengths = 1 and fixed = 0" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["m <= 512"],
    options: &[
        ScheduleOption { name: "lengths", default: "1", summary: "lengths of the m sequences, A/B/…, repeated where there are fewer; costs are for their mean" },
        ScheduleOption { name: "fixed", default: "0", summary: "what a microbatch takes beside its tokens, in lengths" },
        ScheduleOption { name: "memory", default: "0", summary: "most activations of a rank, in sequences of mean length; 0: any" },
    ],
    build,
};

/// A microbatch: so many sequences padded to the longest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    work: Time,
    held: u64,
}

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let fixed = parameters.number("fixed")?.min(1 << 20) as Time;
    let given: Vec<u64> = parameters.rows("lengths", 1)?.into_iter().flatten().collect();
    if given.is_empty() || given.contains(&0) || given.len() > m {
        return Err(format!("lengths={}: wanted 1 to {m} lengths of at least 1", parameters.text("lengths")));
    }
    let mut lengths: Vec<u64> = given.iter().copied().cycle().take(m).collect();
    lengths.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
    let total: u64 = lengths.iter().sum();
    // In units of which a sequence of mean length holds `total`.
    let limit = match parameters.thousandths("memory")? {
        0 => u64::MAX,
        limit => (u128::from(limit) * u128::from(total) / 1000).min(u128::from(u64::MAX)) as u64,
    };
    let groups = group(&lengths, p, fixed, limit).ok_or_else(|| {
        let least = lengths[0] as f64 * m as f64 / total as f64;
        format!("memory={} sequences of mean length hold no sequence of {}: wanted at least {least}", parameters.text("memory"), lengths[0])
    })?;
    let mut best: Option<(Time, Schedule)> = None;
    for order in clustered(&groups) {
        let schedule = cycles(p, &order, total, limit);
        let costs = Costs::even(&schedule, [times.forward, times.input, times.weight, times.hop]);
        let took = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).map_err(|stuck| stuck.to_string())?.makespan;
        if best.as_ref().is_none_or(|(least, _)| took < *least) {
            best = Some((took, schedule));
        }
    }
    best.map(|(_, schedule)| schedule).ok_or_else(|| "there are no microbatches".to_owned())
}

/// Lengths in falling order, cut into microbatches that each hold at most `limit`; work and activations in the unit of `total` a mean sequence.
fn group(lengths: &[u64], p: usize, fixed: Time, limit: u64) -> Option<Vec<Group>> {
    let m = lengths.len() as u64;
    let make = |start: usize, end: usize| {
        let tokens = lengths[start] * (end - start) as u64;
        Group { work: m * (fixed + tokens), held: m * tokens }
    };
    const NEVER: Time = 1 << 60;
    let time = |start: usize, end: usize| {
        let group = make(start, end);
        if group.held > limit { NEVER } else { group.work }
    };
    let cut = slicing::cut(lengths.len(), p, time).ok().filter(|cut| cut.time < NEVER)?;
    let mut start = 0;
    let groups = cut.slices.into_iter().map(|count| {
        start += count;
        make(start - count, start)
    });
    Some(groups.collect())
}

/// The orders of three clusters of microbatches of like times.
fn clustered(groups: &[Group]) -> Vec<Vec<Group>> {
    let size = groups.len().div_ceil(3).max(1);
    let clusters: Vec<&[Group]> = groups.chunks(size).collect();
    let orders: &[&[usize]] = match clusters.len() {
        1 => &[&[0]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    };
    orders.iter().map(|order| order.iter().flat_map(|cluster| clusters[*cluster].iter().copied()).collect()).collect()
}

/// Cycles in which every rank does at most one backward pass and one forward pass of what came in the cycle before.
fn cycles(p: usize, groups: &[Group], parts: u64, limit: u64) -> Schedule {
    let count = groups.len();
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, count);
    schedule.parts = parts;
    schedule.sizes = groups.iter().map(|group| Size { work: group.work, held: group.held }).collect();
    let mut forward: Vec<VecDeque<usize>> = vec![VecDeque::new(); p];
    let mut backward = forward.clone();
    forward[0].extend(0..count);
    let mut held = vec![0u64; p];
    let mut left = 2 * p * count;
    while left > 0 {
        let mut come: Vec<(usize, bool, usize)> = Vec::new();
        let before = left;
        for rank in 0..p {
            if let Some(microbatch) = backward[rank].pop_front() {
                schedule.orders[rank].push(Action::backward(rank, microbatch));
                held[rank] -= groups[microbatch].held;
                left -= 1;
                come.extend(rank.checked_sub(1).map(|before| (before, false, microbatch)));
            }
            let next = forward[rank].front().copied().filter(|microbatch| held[rank].saturating_add(groups[*microbatch].held) <= limit);
            if let Some(microbatch) = next {
                forward[rank].pop_front();
                schedule.orders[rank].push(Action::forward(rank, microbatch));
                held[rank] += groups[microbatch].held;
                left -= 1;
                come.push(if rank + 1 < p { (rank + 1, true, microbatch) } else { (rank, false, microbatch) });
            }
        }
        // Whatever a rank holds goes on before anything newer, so that one that fits the limit alone always gets on.
        assert!(left < before, "a cycle in which no rank does anything");
        for (rank, ahead, microbatch) in come {
            if ahead { forward[rank].push_back(microbatch) } else { backward[rank].push_back(microbatch) }
        }
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(p: usize, m: usize, options: &[(&str, &str)]) -> Result<Schedule, String> {
        let mut parameters = Parameters::new(p, m, 1);
        parameters.options.extend(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        DYNAPIPE.build(parameters, Times::UNIT)
    }

    #[test]
    fn like_lengths_share_a_microbatch_where_that_saves_more_than_it_pads() {
        // Lengths 9 8 2 2 on two ranks, a microbatch takes 3 beside its tokens. Alone: 12+11+5+5 and once more the longest, 12, is 45. 9 | 8 | 2 2: 12+11+7+12 = 42.
        // 9 8 | 2 2: 21+7+21 = 49. 9 | 8 2 2: 12+27+27 = 66. All in one: 39+39 = 78.
        let groups = group(&[9, 8, 2, 2], 2, 3, u64::MAX).unwrap();
        assert_eq!(groups.iter().map(|group| group.work / 4).collect::<Vec<_>>(), [12, 11, 7]);
        // One rank has no bubble: 9 8 takes 21 together and 23 apart, 2 2 takes 7 and 10.
        let groups = group(&[9, 8, 2, 2], 1, 3, u64::MAX).unwrap();
        assert_eq!(groups.iter().map(|group| group.work / 4).collect::<Vec<_>>(), [21, 7]);
        // What a microbatch holds is limited: of 18 tokens of the two longest no more than 10.
        let groups = group(&[9, 8, 2, 2], 1, 3, 40).unwrap();
        assert_eq!(groups.iter().map(|group| group.work / 4).collect::<Vec<_>>(), [12, 11, 7]);
    }

    #[test]
    fn less_than_padding_all_to_the_longest_and_within_its_limit() {
        let lengths = "16/2/3/9/4/1/1/7/12/2";
        for memory in ["3.6", "5", "8", "0"] {
            let schedule = built(4, 20, &[("lengths", lengths), ("fixed", "1"), ("memory", memory)]).unwrap();
            let run = simulate(&schedule, &Costs::unit(&schedule), Memory::UNTIL_WEIGHT, false).unwrap();
            let device = |value: f64| value / schedule.parts as f64;
            let limit: f64 = memory.parse().unwrap();
            assert!(limit == 0.0 || run.peak.iter().all(|peak| device(*peak as f64) <= limit), "{memory}: {:?}", run.peak);
            // 20 sequences of 16 and 1 beside, of a mean of 5.7: 1F1B takes (20+3)*3 of them.
            let padded = 23.0 * 3.0 * 17.0 / 5.7;
            let time = device(run.makespan as f64);
            assert!(limit > 0.0 && limit < 8.0 || time < 0.6 * padded, "{memory}: {time}, padded {padded}");
        }
        let why = built(4, 20, &[("lengths", lengths), ("memory", "2")]).unwrap_err();
        assert!(why.starts_with("memory=2 sequences of mean length hold no sequence of 16: wanted at least 2.80"), "{why}");
    }
}
