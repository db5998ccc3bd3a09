//! The name that somebody meant: used by every "unknown …" message.

/// The candidate closest to `name` by edits (insert, delete, replace, swap of neighbours), where one is close
/// enough to be a slip: at most a third of the longer name's length, at least one edit. The first of equals wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let limit = (name.chars().count().max(candidate.chars().count()) / 3).max(1);
        let distance = edits(name, candidate);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// `; did you mean `x`?` where a candidate is close, else nothing.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or_else(String::new, |candidate| format!("; did you mean `{candidate}`?"))
}

/// Optimal string alignment distance: Levenshtein's with swaps of neighbours.
fn edits(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![(0..=right.len()).collect::<Vec<_>>()];
    for (i, &from) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in right.iter().enumerate() {
            let mut least = (rows[i][j] + usize::from(from != to)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from == right[j - 1] && left[i - 1] == to {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_finds_none() {
        let names = ["propagate", "reshard", "localize"];
        assert_eq!(nearest("propogate", names), Some("propagate"));
        assert_eq!(nearest("rehsard", names), Some("reshard"));
        assert_eq!(nearest("fuse", names), None);
        assert_eq!(did_you_mean("localise", names), "; did you mean `localize`?");
    }
}
