//! Local moves: a pass of a rank that decides the time goes earlier, or what is before it goes later.
//!
//! Invariant: what comes out is never worse than what went in, holds at most the limit, and is the same for the same seed.

use super::line::{Clock, Line, Orders, Taken};
use crate::schedule::{Metric, Time};
use shardwright_ir::rng::Rng;

/// Moves that lead nowhere before the order is shaken.
const PATIENCE: usize = 300;

/// The best order found from this one on with so many passes run in all, and what it takes.
pub(super) fn improve(line: &Line, start: Orders, limit: u64, metric: Metric, mut work: usize, bound: Time) -> (Orders, Taken) {
    let mut clock = Clock::new(line, metric);
    let Some(first) = clock.run(&start, Time::MAX) else { return (start, (Time::MAX, Time::MAX)) };
    let mut rng = Rng::new(17);
    let (mut best, mut least) = (start.clone(), first);
    let (mut orders, mut taken) = (start, first);
    let mut critical = clock.critical(&orders);
    let mut done = vec![0; 3 * line.rank.len()];
    let (mut vain, mut shaken) = (0, 0);
    let passes: usize = orders.iter().map(Vec::len).sum();
    while work >= passes && least.0 > bound && !critical.is_empty() {
        work -= passes;
        let shake = vain >= PATIENCE;
        if shake && shaken == 0 && taken > least {
            // Nothing came of the last shaking.
            (orders, taken) = (best.clone(), least);
        }
        let (rank, place) = if shake { anywhere(&orders, &mut rng) } else { rng.choose(&critical) };
        let Some((from, to)) = step(orders[rank].len(), place, &mut rng) else { continue };
        if orders[rank][from] == orders[rank][to] {
            vain += 1;
            continue;
        }
        shift(&mut orders[rank], from, to);
        let fits = line.peak(&orders[rank], &mut done).is_some_and(|peak| peak <= limit);
        let latest = if shake { Time::MAX } else { taken.0 };
        let found = if fits { clock.run(&orders, latest).filter(|found| shake || *found <= taken) } else { None };
        let Some(found) = found else {
            shift(&mut orders[rank], to, from);
            vain += 1;
            if vain > 2 * PATIENCE {
                vain = 0;
            }
            continue;
        };
        if found < taken {
            vain = 0;
        } else {
            vain += 1;
        }
        taken = found;
        critical = clock.critical(&orders);
        if shake {
            shaken += 1;
            if shaken == 3 {
                (vain, shaken) = (0, 0);
            }
        }
        if taken < least {
            (best, least) = (orders.clone(), taken);
        }
    }
    (best, least)
}

fn anywhere(orders: &Orders, rng: &mut Rng) -> (usize, usize) {
    let rank = rng.below(orders.len());
    (rank, rng.below(orders[rank].len()))
}

/// From where to where in an order of so many a move goes that has to do with this place.
fn step(count: usize, place: usize, rng: &mut Rng) -> Option<(usize, usize)> {
    let most = if rng.percent(20) { 24 } else { 5 };
    let reach = 1 + rng.below(most);
    let (from, to) = if rng.percent(50) {
        // The pass goes earlier.
        (place, place.saturating_sub(reach))
    } else {
        // One before it goes behind it.
        (place.checked_sub(reach)?, (place + rng.below(reach + 1)).min(count - 1))
    };
    (from != to).then_some((from, to))
}

fn shift(order: &mut [u32], from: usize, to: usize) {
    if from < to {
        order[from..=to].rotate_left(1);
    } else {
        order[to..=from].rotate_right(1);
    }
}
