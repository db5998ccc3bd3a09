//! Many spans in a row of points: for each point, what share of its time each look takes.
//!
//! Invariant: the area of a look is the time that its spans take, but for rounding to half a point of height.

use super::super::look::Look;
use super::super::short;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Steps of a point of height.
const ROUND: f64 = 2.0;

/// Draws spans (look, left, right, weight) into the rectangle `[left, width]` by `[top, height]`, stacked from its bottom: a path a look, each from the
/// bottom up to where its share ends, the highest first, so that the lower ones cover it.
pub fn draw(text: &mut String, [left, width]: [f64; 2], [top, height]: [f64; 2], spans: impl Iterator<Item = (Look, f64, f64, f64)>) {
    let points = width.ceil().max(1.0) as usize;
    let mut shares: BTreeMap<Look, Vec<f64>> = BTreeMap::new();
    for (look, start, end, weight) in spans {
        let row = shares.entry(look).or_insert_with(|| vec![0.0; points]);
        add(row, start - left, end - left, weight);
    }
    let mut below = vec![0.0; points];
    for row in shares.values_mut() {
        for (share, below) in row.iter_mut().zip(&mut below) {
            *below += *share;
            *share = *below;
        }
    }
    for (look, row) in shares.iter().rev() {
        let level = |share: f64| ((1.0 - share.min(1.0)) * height * ROUND).round() / ROUND + top;
        let mut path = format!("M{} {}", short(left), short(top + height));
        let mut at = 0;
        while at < points {
            let here = level(row[at]);
            at += row[at..].iter().take_while(|share| level(**share) == here).count();
            let _ = write!(path, "V{}H{}", short(here), short(left + at as f64));
        }
        let _ = writeln!(text, "<path class=\"k{}_0\" d=\"{path}V{}z\"/>", look.index(), short(top + height));
    }
}

/// Adds to each point the part of it that lies between start and end.
fn add(row: &mut [f64], start: f64, end: f64, weight: f64) {
    let last = (end.ceil() as usize).min(row.len());
    for (point, share) in row.iter_mut().enumerate().take(last).skip(start.max(0.0) as usize) {
        let covered = end.min(point as f64 + 1.0) - start.max(point as f64);
        *share += weight * covered.max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_share_what_lies_within_them() {
        let mut row = [0.0; 4];
        add(&mut row, 0.5, 2.25, 1.0);
        assert_eq!(row, [0.5, 1.0, 0.25, 0.0]);
        let mut text = String::new();
        // A point of 10 height: the first half F, then F and W in equal parts.
        let spans = [(Look::WeightGradient, 1.0, 2.0, 0.5), (Look::Forward, 0.0, 0.5, 1.0), (Look::Forward, 1.0, 2.0, 0.5)];
        draw(&mut text, [0.0, 2.0], [0.0, 10.0], spans.into_iter());
        assert_eq!(text, "<path class=\"k3_0\" d=\"M0 10V5H1V0H2V10z\"/>\n<path class=\"k0_0\" d=\"M0 10V5H2V10z\"/>\n");
    }
}
