//! Who sends which elements to whom, so that every shard has its window.
//!
//! Two ways to lay out the rounds are tried, and the one in which a device sends less is taken: *aligned*, where windows begin at
//! one place within a source's shard for all targets (halos of even convolutions, rolls, mirrors), so that pieces are cut and
//! joined at fixed places; and *scattered*, where each transfer takes the first round in which its source and its target are free,
//! and each device cuts and puts pieces at places of its own. Invariants: in a round a shard sends at most once and receives at
//! most once; every needed element that a shard does not hold itself is received exactly once or more; a piece always lands so
//! that its elements are where their window has them.

use shardwright_ir::sharding::Windows;
use shardwright_ir::sharding::spec::local_size;

/// One exchange between shards, or what every shard takes from its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// `(source shard, target shard)`.
    pub pairs: Vec<(i64, i64)>,
    /// Where the piece begins in the source's shard, by source; 0 for shards that send nothing.
    pub from: Vec<i64>,
    /// Where the piece lands in the target's window (may begin before it), by target; `None` for shards that receive nothing.
    pub at: Vec<Option<i64>>,
    /// Elements of the piece.
    pub size: i64,
}

impl Round {
    /// Whether every shard that takes part takes from itself: nothing is sent.
    pub fn is_local(&self) -> bool {
        self.pairs.iter().all(|(source, target)| source == target)
    }
}

/// How windows are put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Elements of a shard before.
    pub local: i64,
    /// Elements of the whole dimension.
    pub size: i64,
    /// What is cut, sent and put.
    pub rounds: Vec<Round>,
    /// Whether rounds, one after the other, make up the window: no element of it is elsewhere, on no shard.
    pub aligned: bool,
}

impl Exchange {
    /// Elements (along the dimension) that one device sends.
    pub fn sent(&self) -> i64 {
        self.rounds.iter().filter(|round| !round.is_local()).fold(0i64, |sum, round| sum.saturating_add(round.size))
    }
}

/// Transfers beyond this many are not laid out: gathering is as cheap, and the program would be long.
const MOST_TRANSFERS: usize = 1 << 16;
/// Rounds beyond this many are not laid out, for the same reason.
const MOST_ROUNDS: usize = 64;

/// The exchange after which every shard of a dimension of `size` elements has its window. `None` where the shards are too
/// entangled.
pub fn plan(size: i64, windows: &Windows) -> Option<Exchange> {
    let local = local_size(size, windows.starts.len() as i64).max(1);
    let aligned = aligned(size, local, windows);
    let scattered = scattered(size, local, windows);
    match (aligned, scattered) {
        (Some(aligned), Some(scattered)) if scattered.sent() < aligned.sent() => Some(scattered),
        (Some(aligned), _) => Some(aligned),
        (None, scattered) => scattered,
    }
}

fn aligned(size: i64, local: i64, windows: &Windows) -> Option<Exchange> {
    let shards = windows.starts.len() as i64;
    let needing = || (0..shards).filter(|&target| windows.needs[target as usize].0 < windows.needs[target as usize].1);
    let start = |target: i64| windows.starts[target as usize];
    let offset = start(needing().next()?).rem_euclid(local);
    let mut firsts: Vec<i64> = Vec::new();
    for target in needing() {
        if start(target).rem_euclid(local) != offset {
            return None;
        }
        firsts.push(start(target).div_euclid(local));
    }
    firsts.sort_unstable();
    if firsts.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let mut rounds = Vec::new();
    let (mut at, mut index) = (0, 0);
    while at < windows.len {
        let from = if index == 0 { offset } else { 0 };
        let piece = (local - from).min(windows.len - at);
        let sends = |target: i64| {
            let source = start(target).div_euclid(local) + index;
            let (begin, end) = (source * local + from, source * local + from + piece);
            let needs = windows.needs[target as usize];
            ((0..shards).contains(&source) && begin < needs.1 && end > needs.0 && begin < size).then_some((source, target))
        };
        let pairs: Vec<(i64, i64)> = needing().filter_map(sends).collect();
        let mut landing = vec![None; shards as usize];
        pairs.iter().for_each(|pair| landing[pair.1 as usize] = Some(at));
        rounds.push(Round { pairs, from: vec![from; shards as usize], at: landing, size: piece });
        if rounds.len() > MOST_ROUNDS {
            return None;
        }
        at += piece;
        index += 1;
    }
    Some(Exchange { local, size, rounds, aligned: true })
}

struct Transfer {
    source: i64,
    target: i64,
    from: i64,
    to: i64,
}

fn scattered(size: i64, local: i64, windows: &Windows) -> Option<Exchange> {
    let shards = windows.starts.len() as i64;
    let mut transfers = Vec::new();
    for (target, &(from, to)) in (0..shards).zip(&windows.needs) {
        if from >= to {
            continue;
        }
        for source in from / local..=(to - 1) / local {
            transfers.push(Transfer { source, target, from: from.max(source * local), to: to.min((source + 1) * local) });
            if transfers.len() > MOST_TRANSFERS {
                return None;
            }
        }
    }
    // Long pieces first, so that short ones fill the rounds that these need; then neighbours alike.
    transfers.sort_by_key(|one| (one.source != one.target, std::cmp::Reverse(one.to - one.from), one.source - one.target, one.target));
    let mut rounds: Vec<(Vec<Transfer>, bool)> = Vec::new();
    let mut busy: Vec<(Vec<bool>, Vec<bool>)> = Vec::new();
    for one in transfers {
        let own = one.source == one.target;
        let (source, target) = (one.source as usize, one.target as usize);
        let free = (0..rounds.len()).find(|&index| rounds[index].1 == own && !busy[index].0[source] && !busy[index].1[target]);
        let index = free.unwrap_or_else(|| {
            rounds.push((Vec::new(), own));
            busy.push((vec![false; shards as usize], vec![false; shards as usize]));
            rounds.len() - 1
        });
        if rounds.len() > MOST_ROUNDS {
            return None;
        }
        (busy[index].0[source], busy[index].1[target]) = (true, true);
        rounds[index].0.push(one);
    }
    let lay_out = |(transfers, _): (Vec<Transfer>, bool)| {
        let piece = transfers.iter().map(|one| one.to - one.from).max().unwrap_or(0);
        let mut round = Round { pairs: Vec::new(), from: vec![0; shards as usize], at: vec![None; shards as usize], size: piece };
        for one in transfers {
            // A shorter piece is cut longer: what surrounds it in the source's shard surrounds it in the window too.
            let from = (one.from - one.source * local).min(local - piece);
            round.pairs.push((one.source, one.target));
            round.from[one.source as usize] = from;
            round.at[one.target as usize] = Some(one.source * local + from - windows.starts[one.target as usize]);
        }
        round
    };
    Some(Exchange { local, size, rounds: rounds.into_iter().map(lay_out).collect(), aligned: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::entity::EntityId;
    use shardwright_ir::sharding::{FactorId, Reach};

    fn exchange(reach: Reach, shards: i64) -> Exchange {
        plan(reach.input, &reach.windows(shards).unwrap()).unwrap()
    }

    fn reach(input: i64, count: i64) -> Reach {
        Reach::identity(FactorId::from_index(0), 0, 0, input, count)
    }

    /// A window of three with padding one: one element from each neighbour.
    #[test]
    fn a_small_window_takes_one_element_of_each_neighbour() {
        let exchange = exchange(Reach { window: 3, low: 1, ..reach(16, 16) }, 4);
        assert!(exchange.aligned);
        let pairs: Vec<_> = exchange.rounds.iter().map(|round| (round.pairs.clone(), round.size)).collect();
        let own = vec![(0, 0), (1, 1), (2, 2), (3, 3)];
        assert_eq!(pairs, [(vec![(0, 1), (1, 2), (2, 3)], 1), (own, 4), (vec![(1, 0), (2, 1), (3, 2)], 1)]);
        assert_eq!(exchange.sent(), 2);
    }

    /// A window of six on shards of two: two elements come from the next shard, two from the one after, one from the third.
    #[test]
    fn windows_larger_than_shards_reach_over_several() {
        let exchange = exchange(Reach { window: 6, ..reach(21, 16) }, 8);
        // Shards of 3 elements, 2 outputs each: windows of 7 elements at 0, 2, 4, ….
        assert_eq!(exchange.local, 3);
        for (target, start) in (0..8).map(|target| (target, target * 2)) {
            let mut have = vec![false; 7];
            for round in &exchange.rounds {
                if let Some(&(source, _)) = round.pairs.iter().find(|pair| pair.1 == target) {
                    let at = round.at[target as usize].unwrap();
                    assert_eq!(source * 3 + round.from[source as usize], start + at);
                    (at.max(0)..(at + round.size).min(7)).for_each(|place| have[place as usize] = true);
                }
            }
            assert!(have.iter().all(|&have| have), "shard {target} lacks elements: {have:?}");
        }
    }

    /// Mirrored whole shards are one permutation.
    #[test]
    fn a_mirrored_dimension_is_one_round() {
        let exchange = exchange(Reach { stride: -1, low: -7, ..reach(8, 8) }, 4);
        assert_eq!((exchange.rounds.len(), exchange.sent()), (1, 2));
        assert_eq!(exchange.rounds[0].pairs, [(0, 3), (1, 2), (2, 1), (3, 0)].map(|(target, source)| (source, target)));
    }

    /// The first half of sixteen elements: shard 0 keeps two of its four, 1 and 2 get two from shards 0 and 1, 3 gets two from 1.
    #[test]
    fn a_slice_moves_to_where_its_shards_are() {
        let exchange = exchange(reach(16, 8), 4);
        let sent: Vec<_> = exchange.rounds.iter().filter(|round| !round.is_local()).map(|round| (round.pairs.clone(), round.size)).collect();
        assert_eq!(sent, [(vec![(1, 3), (0, 1)], 2), (vec![(1, 2)], 2)]);
    }
}
