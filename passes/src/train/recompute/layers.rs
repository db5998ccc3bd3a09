//! Where the forward pass can be cut, and which cuts are between layers.
//!
//! A cut after an op is good where few activations cross it: fewest of all cuts around. Segments between good cuts are alike when their ops and types are; the
//! shortest run of segments that repeats is a layer.

use super::forward::Forward;
use crate::train::follows::read_by;
use shardwright_ir::Func;
use std::hash::{DefaultHasher, Hash, Hasher};

/// So many ops to each side are compared with a cut.
const AROUND: usize = 64;

/// Good cuts: places in the forward pass after which it can be cut, in order.
pub fn cuts(func: &Func, forward: &Forward) -> Vec<usize> {
    let crossing = crossing(func, forward);
    let least = |place: usize| {
        let around = &crossing[place.saturating_sub(AROUND)..(place + AROUND + 1).min(crossing.len())];
        around.iter().copied().filter(|&count| count > 0).min()
    };
    let good: Vec<bool> = (0..crossing.len()).map(|place| crossing[place] > 0 && least(place) == Some(crossing[place])).collect();
    let heavy = |place: usize| forward.ops.get(place).is_some_and(|&op| matches!(func.op(op).info.name, "stablehlo.dot_general" | "stablehlo.convolution"));
    // Of cuts in a row, those right before a product, and the last that is not only another type or shape of what crosses before it: what a layer gives is cut there whatever reads it next.
    let moves = |place: usize| matches!(func.op(forward.ops[place]).info.name, "stablehlo.convert" | "stablehlo.reshape" | "stablehlo.transpose");
    let mut found = Vec::new();
    let mut place = 0;
    while place < good.len() {
        let end = (place..good.len()).take_while(|&place| good[place]).last();
        let Some(end) = end else {
            place += 1;
            continue;
        };
        let makes = |place: usize| forward.ops.get(place).is_some_and(|&op| forward.makes_activation(func, op)) && !moves(place);
        let last = (place..=end).rev().find(|&place| makes(place)).unwrap_or(end);
        found.extend((place..=end).filter(|&place| place == last || heavy(place + 1)));
        place = end + 1;
    }
    found
}

/// How many activations cross each place of the forward pass: made up to there, and used by it later.
fn crossing(func: &Func, forward: &Forward) -> Vec<usize> {
    let many = forward.ops.len();
    let mut change = vec![0i64; many + 1];
    let mut last = vec![None::<usize>; many];
    for (place, &op) in forward.ops.iter().enumerate() {
        for value in read_by(func, op) {
            if forward.activation[value]
                && let Some(made) = forward.defined_at(func, value)
            {
                last[made] = Some(place);
            }
        }
    }
    for (made, used) in last.iter().enumerate() {
        if let Some(used) = used {
            change[made] += 1;
            change[*used] -= 1;
        }
    }
    let mut sum = 0i64;
    change[..many].iter().map(|change| { sum += change; usize::try_from(sum).unwrap_or(0) }).collect()
}

/// Cuts between layers, of all good cuts: segments that repeat are taken together by the shortest period, others stay as they are.
pub fn layers(func: &Func, forward: &Forward, cuts: &[usize]) -> Vec<usize> {
    let kinds: Vec<u64> = cuts.windows(2).map(|pair| kind(func, forward, pair[0] + 1, pair[1])).collect();
    let mut kept = Vec::new();
    periods(&kinds, 0, &mut kept);
    kept.push(kinds.len());
    kept.dedup();
    kept.into_iter().filter_map(|index| cuts.get(index).copied()).collect()
}

/// Starts of layers in `kinds`, whose first element is segment number `offset`.
fn periods(kinds: &[u64], offset: usize, starts: &mut Vec<usize>) {
    let many = kinds.len();
    let mut best: Option<(usize, usize, usize)> = None;
    for period in 1..=many / 2 {
        let mut start = 0;
        while start + 2 * period <= many {
            let run = (start..many - period).take_while(|&index| kinds[index] == kinds[index + period]).count();
            let covered = (run / period + 1) * period;
            if run >= period && best.is_none_or(|(_, _, most)| covered > most) {
                best = Some((period, start, covered));
            }
            start += run.max(1);
        }
    }
    let Some((period, start, covered)) = best else {
        starts.extend((0..many).map(|index| offset + index));
        return;
    };
    periods(&kinds[..start], offset, starts);
    starts.extend((0..covered).step_by(period).map(|index| offset + start + index));
    periods(&kinds[start + covered..], offset + start + covered, starts);
}

/// What ops of places `first` to `last` are, but for their operands.
fn kind(func: &Func, forward: &Forward, first: usize, last: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    for &op in forward.ops[first..=last].iter().filter(|&&op| forward.makes_activation(func, op)) {
        let data = func.op(op);
        data.info.name.hash(&mut hasher);
        data.results.iter().for_each(|&result| func.ty(result).hash(&mut hasher));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(kinds: &[u64]) -> Vec<usize> {
        let mut starts = Vec::new();
        periods(kinds, 0, &mut starts);
        starts
    }

    #[test]
    fn the_shortest_run_of_segments_that_repeats_is_a_layer() {
        // Attention and feed-forward in turn, three layers, then something else.
        assert_eq!(starts(&[1, 2, 1, 2, 1, 2, 9]), [0, 2, 4, 6]);
        // Layers of one segment; nothing repeats.
        assert_eq!(starts(&[5, 5, 5]), [0, 1, 2]);
        assert_eq!(starts(&[1, 2, 3]), [0, 1, 2]);
        // An encoder and a decoder.
        assert_eq!(starts(&[1, 2, 1, 2, 3, 4, 5, 3, 4, 5]), [0, 2, 4, 7]);
    }
}
