//! How well one order of things agrees with another.
//!
//! Sources: C. Spearman, "The proof and measurement of association between two things", American Journal of Psychology 15(1), 1904; M. G. Kendall,
//! "The treatment of ties in ranking problems", Biometrika 33(3), 1945 (tau-b). Invariant: both lie between -1 and 1; `None` where one side
//! has no two different values.

/// Spearman's rho: Pearson's correlation of ranks, ties sharing their mean rank.
pub fn spearman(first: &[i64], second: &[i64]) -> Option<f64> {
    let (first, second) = (ranks(first), ranks(second));
    let mean = (first.len() as f64 + 1.0) / 2.0;
    let moment = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| (one - mean) * (other - mean)).sum::<f64>();
    let spread = (moment(&first, &first) * moment(&second, &second)).sqrt();
    (spread > 0.0).then(|| moment(&first, &second) / spread)
}

/// Kendall's tau-b, pair by pair: time grows with the square of the length.
pub fn kendall(first: &[i64], second: &[i64]) -> Option<f64> {
    let (mut agree, mut tied_first, mut tied_second, mut pairs) = (0i64, 0i64, 0i64, 0i64);
    for one in 0..first.len().min(second.len()) {
        for other in 0..one {
            let (left, right) = (first[one].cmp(&first[other]) as i64, second[one].cmp(&second[other]) as i64);
            agree += left * right;
            tied_first += i64::from(left == 0);
            tied_second += i64::from(right == 0);
            pairs += 1;
        }
    }
    let spread = (((pairs - tied_first) as f64) * ((pairs - tied_second) as f64)).sqrt();
    (spread > 0.0).then(|| agree as f64 / spread)
}

/// The rank of each value, from 1.
fn ranks(values: &[i64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&at| values[at]);
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    for alike in order.chunk_by(|&one, &other| values[one] == values[other]) {
        let rank = from as f64 + (alike.len() as f64 + 1.0) / 2.0;
        alike.iter().for_each(|&at| ranks[at] = rank);
        from += alike.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    // By hand. Ranks 1 2 3 4 against 2 1 4 3: 1 - 6 * 4 / (4 * 15) = 0.6; of 6 pairs 4 agree and 2 do not: 1/3.
    // With a tie, 1 2.5 2.5 4 against 1 2 3 4: moments 4.5, 4.5 and 5: 4.5 / sqrt(22.5); 5 pairs agree, one is tied: 5 / sqrt(5 * 6).
    #[test]
    fn correlations_are_those_of_the_formulas() {
        let near = |found: Option<f64>, wanted: f64| assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-12), "{found:?}, not {wanted}");
        near(spearman(&[1, 2, 3, 4], &[20, 10, 40, 30]), 0.6);
        near(kendall(&[1, 2, 3, 4], &[20, 10, 40, 30]), 1.0 / 3.0);
        near(spearman(&[1, 2, 2, 4], &[1, 2, 3, 4]), 4.5 / 22.5f64.sqrt());
        near(kendall(&[1, 2, 2, 4], &[1, 2, 3, 4]), 5.0 / 30f64.sqrt());
        near(spearman(&[1, 2, 3], &[9, 8, 7]), -1.0);
        assert_eq!((spearman(&[1, 1], &[1, 2]), kendall(&[], &[])), (None, None));
    }
}
