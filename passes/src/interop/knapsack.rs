//! Which variant each node of a stage takes: the least time that fits the memory. Exact.
//!
//! The multiple-choice knapsack problem, solved by the list of undominated (bytes, seconds) of the first nodes, and bounds for the rest (Dudzinski and Walukiewicz, "Exact methods for the
//! knapsack problem and its generalizations", 1987). Costs grow with the list: O(nodes x list), and the list with how different nodes are; repeated layers give the same sums and are one entry.
//! Invariants: what is returned fits, and nothing that fits takes less time.

/// A variant of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Seconds.
    pub seconds: f64,
    /// Bytes.
    pub bytes: f64,
}

/// Seconds, and for each item the place of its choice. None where nothing fits in less than `below` seconds.
pub fn least(items: &[Vec<Choice>], capacity: f64, below: f64) -> Option<(f64, Vec<usize>)> {
    let by = |key: fn(&Choice) -> f64| -> Vec<usize> {
        let least = |item: &Vec<Choice>| (0..item.len()).min_by(|&a, &b| key(&item[a]).total_cmp(&key(&item[b]))).unwrap_or(0);
        items.iter().map(least).collect()
    };
    let total = |places: &[usize], key: fn(&Choice) -> f64| items.iter().zip(places).map(|(item, &place)| key(&item[place])).sum::<f64>();
    let fastest = by(|choice| choice.seconds);
    let best = total(&fastest, |choice| choice.seconds);
    if best >= below {
        return None;
    }
    if total(&fastest, |choice| choice.bytes) <= capacity {
        return Some((best, fastest));
    }
    let smallest = by(|choice| choice.bytes);
    if total(&smallest, |choice| choice.bytes) > capacity {
        return None;
    }
    // Those that save most for their time first, so that bounds of the rest are near.
    let rate = |item: usize| {
        let (fast, small) = (items[item][fastest[item]], items[item][smallest[item]]);
        if fast.bytes > small.bytes { (small.seconds - fast.seconds) / (fast.bytes - small.bytes) } else { f64::INFINITY }
    };
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|&a, &b| rate(a).total_cmp(&rate(b)).then(a.cmp(&b)));
    let rest = Rest::new(items, &order, &fastest, &smallest);
    let greedy = greedy(items, &order, &fastest, &smallest, capacity);
    let greedy_seconds = total(&greedy, |choice| choice.seconds);
    let mut limit = below.min(greedy_seconds);
    // Entries of each round: bytes, seconds, the entry before, the choice.
    let mut rounds: Vec<Vec<(f64, f64, usize, usize)>> = vec![vec![(0.0, 0.0, 0, 0)]];
    for (round, &item) in order.iter().enumerate() {
        let mut next = Vec::new();
        for (before, &(bytes, seconds, ..)) in rounds[round].iter().enumerate() {
            for (place, choice) in items[item].iter().enumerate() {
                let (bytes, seconds) = (bytes + choice.bytes, seconds + choice.seconds);
                if bytes + rest.least_bytes[round + 1] <= capacity && seconds + rest.bound(round + 1, capacity - bytes) < limit {
                    next.push((bytes, seconds, before, place));
                    // Here the rest may take what is fastest: nothing better comes of this entry.
                    if bytes + rest.fast_bytes[round + 1] <= capacity {
                        limit = limit.min((seconds + rest.fast_seconds[round + 1]).next_up());
                    }
                }
            }
        }
        next.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut least = f64::INFINITY;
        next.retain(|entry| {
            let better = entry.1 < least;
            least = least.min(entry.1);
            better
        });
        rounds.push(next);
    }
    let last = rounds.last()?;
    let found = (0..last.len()).min_by(|&a, &b| last[a].1.total_cmp(&last[b].1));
    let Some(mut at) = found else {
        return (greedy_seconds < below).then_some((greedy_seconds, greedy));
    };
    let seconds = last[at].1;
    let mut places = vec![0; items.len()];
    for round in (0..order.len()).rev() {
        let (_, _, before, place) = rounds[round + 1][at];
        places[order[round]] = place;
        at = before;
    }
    Some((seconds, places))
}

/// The fastest, made smaller one by one until all fits: what Piper's authors do.
fn greedy(items: &[Vec<Choice>], order: &[usize], fastest: &[usize], smallest: &[usize], capacity: f64) -> Vec<usize> {
    let mut places = fastest.to_vec();
    let mut bytes: f64 = items.iter().zip(fastest).map(|(item, &place)| item[place].bytes).sum();
    for &item in order {
        if bytes <= capacity {
            break;
        }
        bytes -= items[item][places[item]].bytes - items[item][smallest[item]].bytes;
        places[item] = smallest[item];
    }
    // Sums in another order may differ in the last digits.
    if items.iter().zip(&places).map(|(item, &place)| item[place].bytes).sum::<f64>() <= capacity { places } else { smallest.to_vec() }
}

/// Sums over the items from a place on.
struct Rest {
    least_bytes: Vec<f64>,
    fast_bytes: Vec<f64>,
    fast_seconds: Vec<f64>,
    /// Whether each item has two choices at most: then the linear relaxation is a prefix of the order.
    pairs: bool,
    saved: Vec<f64>,
    paid: Vec<f64>,
}

impl Rest {
    fn new(items: &[Vec<Choice>], order: &[usize], fastest: &[usize], smallest: &[usize]) -> Rest {
        let count = order.len();
        let mut rest = Rest {
            least_bytes: vec![0.0; count + 1],
            fast_bytes: vec![0.0; count + 1],
            fast_seconds: vec![0.0; count + 1],
            pairs: items.iter().all(|item| item.len() <= 2),
            saved: vec![0.0; count + 1],
            paid: vec![0.0; count + 1],
        };
        for place in (0..count).rev() {
            let item = &items[order[place]];
            let (fast, small) = (item[fastest[order[place]]], item[smallest[order[place]]]);
            rest.least_bytes[place] = rest.least_bytes[place + 1] + small.bytes;
            rest.fast_bytes[place] = rest.fast_bytes[place + 1] + fast.bytes;
            rest.fast_seconds[place] = rest.fast_seconds[place + 1] + fast.seconds;
        }
        for place in 0..count {
            let item = &items[order[place]];
            let (fast, small) = (item[fastest[order[place]]], item[smallest[order[place]]]);
            rest.saved[place + 1] = rest.saved[place] + fast.bytes - small.bytes;
            rest.paid[place + 1] = rest.paid[place] + small.seconds - fast.seconds;
        }
        rest
    }
    /// No choice of the items from here on that fits these bytes takes less time.
    fn bound(&self, from: usize, bytes: f64) -> f64 {
        let fast = self.fast_seconds[from];
        let over = self.fast_bytes[from] - bytes;
        if over <= 0.0 || !self.pairs {
            return fast;
        }
        // The whole items that are made smaller, and a part of the next. A hair is left for rounding.
        let goal = self.saved[from] + over;
        let at = self.saved.partition_point(|&saved| saved < goal).min(self.saved.len() - 1).max(from + 1);
        if at >= self.saved.len() {
            return fast;
        }
        let step = self.saved[at] - self.saved[at - 1];
        let part = if step > 0.0 { ((goal - self.saved[at - 1]) / step).clamp(0.0, 1.0) } else { 0.0 };
        let paid = self.paid[at - 1] - self.paid[from] + part * (self.paid[at] - self.paid[at - 1]);
        (fast + paid) * (1.0 - 1e-12)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;

    fn choice(seconds: f64, bytes: f64) -> Choice {
        Choice { seconds, bytes }
    }

    /// Every combination, one by one.
    fn all(items: &[Vec<Choice>], capacity: f64) -> Option<f64> {
        let mut sums = vec![(0.0, 0.0)];
        for item in items {
            sums = sums.iter().flat_map(|&(seconds, bytes)| item.iter().map(move |choice| (seconds + choice.seconds, bytes + choice.bytes))).collect();
        }
        sums.into_iter().filter(|sum| sum.1 <= capacity).map(|sum| sum.0).min_by(f64::total_cmp)
    }

    #[test]
    fn nothing_that_fits_takes_less_time() {
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let most = 1 + rng.below(3);
            let items: Vec<Vec<Choice>> =
                (0..1 + rng.below(7)).map(|_| (0..1 + rng.below(most)).map(|_| choice(rng.below(9) as f64, rng.below(9) as f64)).collect()).collect();
            let capacity = rng.below(30) as f64;
            let wanted = all(&items, capacity);
            let got = least(&items, capacity, f64::INFINITY);
            assert_eq!(got.as_ref().map(|got| got.0), wanted, "seed {seed}: {items:?} in {capacity}");
            if let Some((seconds, places)) = got {
                let chosen = |key: fn(&Choice) -> f64| items.iter().zip(&places).map(|(item, &place)| key(&item[place])).sum::<f64>();
                assert_eq!(chosen(|choice| choice.seconds), seconds);
                assert!(chosen(|choice| choice.bytes) <= capacity);
                assert_eq!(least(&items, capacity, seconds), None, "seed {seed}: below the least there is nothing");
                assert_eq!(least(&items, capacity, seconds + 0.5).map(|got| got.0), wanted);
            }
        }
    }
}
