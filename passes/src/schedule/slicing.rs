//! Where to cut a sequence for a pipeline over its slices: TeraPipe's dynamic program (Li et al., ICML 2021, section 3.3).
//!
//! A pipeline of p ranks takes the sum of its slices' times and p-1 times the longest. For each time that the longest slice may have, a dynamic program
//! finds the cut of least sum; the best over all such times is the optimum. Later slices read more context, so that they take longer for as many tokens.

use super::costs::Time;
use std::collections::BTreeSet;

/// A cut, and what it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The units of tokens of each slice, in order.
    pub slices: Vec<usize>,
    /// The sum of the slices' times and p-1 times the longest.
    pub time: Time,
}

/// The best cut of `units` units of tokens for `ranks` ranks; `time(start, end)` is what a rank takes for the units from `start` to `end`, with all
/// before as context. Takes time in the order of `units` to the fourth, less where times repeat. Refuses no unit or rank, and more than 512 units.
pub fn cut(units: usize, ranks: usize, time: impl Fn(usize, usize) -> Time) -> Result<Cut, String> {
    const MOST: usize = 512;
    if units == 0 || ranks == 0 || units > MOST {
        return Err(format!("a sequence of {units} units for {ranks} ranks cannot be cut: wanted 1 to {MOST} units and a rank"));
    }
    let times: Vec<Vec<Time>> = (0..units).map(|start| (start + 1..=units).map(|end| time(start, end)).collect()).collect();
    let longest: BTreeSet<Time> = times.iter().flatten().copied().collect();
    let mut best: Option<Cut> = None;
    for limit in longest {
        let idle = limit.saturating_mul(ranks as Time - 1);
        if best.as_ref().is_some_and(|best| idle >= best.time) {
            break;
        }
        // For each end, the least sum of slices up to there, and where the last of them starts.
        let mut least: Vec<Option<(Time, usize)>> = vec![None; units + 1];
        least[0] = Some((0, 0));
        for end in 1..=units {
            for start in 0..end {
                let Some((before, _)) = least[start].filter(|_| times[start][end - start - 1] <= limit) else { continue };
                let sum = before.saturating_add(times[start][end - start - 1]);
                if least[end].is_none_or(|(other, _)| sum < other) {
                    least[end] = Some((sum, start));
                }
            }
        }
        let Some((sum, _)) = least[units] else { continue };
        // The longest of this cut may be shorter than the limit: then a smaller limit has found it already.
        let time = sum.saturating_add(idle);
        if best.as_ref().is_none_or(|best| time < best.time) {
            let mut slices = Vec::new();
            let mut end = units;
            while let Some((_, start)) = least[end].filter(|_| end > 0) {
                slices.push(end - start);
                end = start;
            }
            slices.reverse();
            best = Some(Cut { slices, time });
        }
    }
    best.ok_or_else(|| "no cut has times".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;

    /// Every cut of so many units.
    fn exhaustive(units: usize, ranks: usize, time: &impl Fn(usize, usize) -> Time) -> Time {
        let cuts = (0..1u32 << (units - 1)).map(|mask| {
            let (mut start, mut sum, mut longest) = (0, 0, 0);
            for end in 1..=units {
                if end == units || mask >> (end - 1) & 1 == 1 {
                    let took = time(start, end);
                    sum += took;
                    longest = longest.max(took);
                    start = end;
                }
            }
            sum + longest * (ranks as Time - 1)
        });
        cuts.min().unwrap()
    }

    #[test]
    fn cuts_are_the_best_of_all_cuts() {
        let mut rng = Rng::new(11);
        for _ in 0..60 {
            let (units, ranks) = (1 + rng.below(9), 1 + rng.below(6));
            let (fixed, token, context) = (rng.range(0, 30) as Time, rng.range(1, 9) as Time, rng.range(0, 3) as Time);
            let time = |start: usize, end: usize| fixed + (end - start) as Time * (token + context * (start + end) as Time);
            let found = cut(units, ranks, time).unwrap();
            assert_eq!(found.slices.iter().sum::<usize>(), units);
            assert_eq!(found.time, exhaustive(units, ranks, &time), "{units} {ranks}");
        }
    }

    #[test]
    fn slices_get_shorter_as_context_grows() {
        let found = cut(64, 8, |start, end| 20 + (end - start) as Time * (4 + (start + end) as Time)).unwrap();
        let (first, last) = found.slices.split_at(found.slices.len() / 2);
        assert!(first.iter().sum::<usize>() > last.iter().sum::<usize>(), "{:?}", found.slices);
        // One rank has no bubble: one slice, as each costs 20 more.
        assert_eq!(cut(64, 1, |start, end| 20 + (end - start) as Time).unwrap().slices, [64]);
        assert!(cut(0, 1, |_, _| 1).is_err() && cut(1000, 1, |_, _| 1).is_err());
    }
}
