//! Contiguous parts of a row of costs, the largest as small as can be.

/// Cuts a row of costs into `count` parts, none of them empty, so that the largest sum of a part is least: for each cost, its part. Of equal cuts, that whose parts fill up from the
/// end: what comes last in a model, its loss, is not in the costs. The row is not shorter than `count`.
///
/// Which bound suffices is found by bisection over sums (Chen and Yu 1992, chains on chains); time is linear in the row, times the digits of a sum.
pub(super) fn balance(costs: &[f64], count: usize) -> Vec<usize> {
    let total: f64 = costs.iter().sum();
    let largest = costs.iter().copied().fold(0.0, f64::max);
    let (mut low, mut high) = (largest, total);
    // Sums of the same costs in another order differ in their last digits.
    let within = |bound: f64| bound * (1.0 + 1e-9);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if fill(costs, count, within(middle)).is_some() { high = middle } else { low = middle }
    }
    fill(costs, count, within(high)).unwrap_or_else(|| even(costs.len(), count))
}

/// Fills parts from the last to the first, each up to the bound; `None` where they do not suffice.
fn fill(costs: &[f64], count: usize, bound: f64) -> Option<Vec<usize>> {
    let mut parts = vec![0; costs.len()];
    let (mut part, mut sum) = (count - 1, 0.0);
    for index in (0..costs.len()).rev() {
        // Every part before this one still needs a cost of its own.
        let must = index + 1 == part;
        let starts = index + 1 < costs.len() && parts[index + 1] == part;
        if starts && (sum + costs[index] > bound || must) {
            part = part.checked_sub(1)?;
            sum = 0.0;
        }
        sum += costs[index];
        if sum > bound {
            return None;
        }
        parts[index] = part;
    }
    (part == 0).then_some(parts)
}

fn even(many: usize, count: usize) -> Vec<usize> {
    (0..many).map(|index| index * count / many).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest sum of every cut, tried.
    fn least(costs: &[f64], count: usize) -> f64 {
        let sum: f64 = costs.iter().sum();
        if count == 1 {
            return sum;
        }
        (1..=costs.len() + 1 - count).map(|first| costs[..first].iter().sum::<f64>().max(least(&costs[first..], count - 1))).fold(f64::MAX, f64::min)
    }

    #[test]
    fn the_largest_part_is_the_least_of_all_cuts() {
        let mut rng = shardwright_ir::rng::Rng::new(7);
        for many in 1..9usize {
            for count in 1..=many {
                for _ in 0..20 {
                    let costs: Vec<f64> = (0..many).map(|_| (rng.bits() % 10) as f64).collect();
                    let parts = balance(&costs, count);
                    let sums: Vec<f64> = (0..count).map(|part| costs.iter().zip(&parts).filter(|&(_, &of)| of == part).map(|(cost, _)| cost).sum()).collect();
                    assert!((0..count).all(|part| parts.contains(&part)) && parts.is_sorted(), "{costs:?} in {count}: {parts:?}");
                    let most = sums.iter().copied().fold(0.0, f64::max);
                    assert!(most <= least(&costs, count) + 1e-6, "{costs:?} in {count}: {parts:?}");
                }
            }
        }
    }

    #[test]
    fn layers_alike_are_shared_out_alike() {
        assert_eq!(balance(&[1.0; 8], 4), [0, 0, 1, 1, 2, 2, 3, 3]);
        // A head as costly as two layers.
        assert_eq!(balance(&[1.0, 1.0, 1.0, 1.0, 2.0], 3), [0, 0, 1, 1, 2]);
    }
}
