//! PipeDream's profiles: a text with a line a node and a line an edge.
//!
//! `nodeN -- description -- forward_compute_time=…, backward_compute_time=…, activation_size=…, parameter_size=…` (milliseconds and bytes; a size may be a list
//! `[a; b]`, whose sum counts; fields after these are ignored), and `<tab>nodeA -- nodeB` for an edge. Invariant: a line that does not fit is an error with its number.

use super::table::{OpTable, OpTime, figure};
use std::collections::BTreeMap;

/// Reads a profile. `file` is what errors call it.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(text: &str, file: &str) -> Result<OpTable, String> {
    let mut table = OpTable::default();
    let mut known = BTreeMap::<&str, usize>::new();
    let mut edges = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("{file}: line {}", index + 1);
        if line.starts_with(['\t', ' ']) {
            let (from, to) = line.trim().split_once(" -- ").ok_or_else(|| format!("{}: must be `node -- node`, got `{}`", at(), line.trim()))?;
            edges.push((index, from, to));
            continue;
        }
        let mut parts = line.splitn(2, " -- ");
        let (id, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        // A description may hold dashes itself; fields start at the first that is known.
        let (description, fields) = rest.split_once(" -- forward_compute_time=").ok_or_else(|| format!("{}: has no forward_compute_time", at()))?;
        let fields = format!("forward_compute_time={fields}");
        let field = |name: &str| -> Result<f64, String> {
            let of = || format!("{}: {name}", at());
            let start = fields.find(&format!("{name}=")).ok_or_else(|| format!("{}: has no {name}", at()))? + name.len() + 1;
            let value = fields[start..].trim_start();
            match value.strip_prefix('[') {
                Some(list) => {
                    let list = list.split(']').next().unwrap_or_default();
                    list.split(';').filter(|item| !item.trim().is_empty()).try_fold(0.0, |sum, item| Ok(sum + figure(item, of)?))
                }
                None => figure(value.split([',', ' ']).next().unwrap_or_default(), of),
            }
        };
        let op = OpTime {
            name: format!("{id} {description}"),
            variant: (1, String::new()),
            forward: field("forward_compute_time")? / 1e3,
            backward: field("backward_compute_time")? / 1e3,
            output_bytes: field("activation_size")?,
            weight_bytes: field("parameter_size")?,
            ..OpTime::default()
        };
        if known.insert(id, table.ops.len()).is_some() {
            return Err(format!("{}: `{id}` is there twice", at()));
        }
        table.ops.push(op);
    }
    for (index, from, to) in edges {
        let row = |id: &str| known.get(id).copied().ok_or_else(|| format!("{file}: line {}: there is no `{id}`", index + 1));
        let (from, to) = (row(from)?, row(to)?);
        table.edges.push((from, to, table.ops[from].output_bytes));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "node2 -- Conv2d(3, 64, bias=False) -- forward_compute_time=1.5, backward_compute_time=2.5, activation_size=[100.0; 28.0], parameter_size=64.000 -- stage_id=0
node1 -- Input -- forward_compute_time=0, backward_compute_time=0.000, activation_size=10.0, parameter_size=0.000
\tnode1 -- node2
";

    #[test]
    fn times_are_milliseconds_and_edges_name_rows() {
        let table = parse(TEXT, "graph.txt").expect("legal");
        assert_eq!(table.ops[0].name, "node2 Conv2d(3, 64, bias=False)");
        assert!((table.seconds() - 4e-3).abs() < 1e-15);
        assert_eq!((table.ops[0].output_bytes, table.ops[0].weight_bytes), (128.0, 64.0));
        assert_eq!(table.edges, [(1, 0, 10.0)]);
    }

    #[test]
    fn faults_name_the_line() {
        let fault = |from: &str, to: &str| parse(&TEXT.replacen(from, to, 1), "g.txt").expect_err("a fault");
        assert_eq!(fault("\tnode1", "\tnode7"), "g.txt: line 3: there is no `node7`");
        assert_eq!(fault("=1.5", "=-1"), "g.txt: line 1: forward_compute_time: must be a number of at least 0, got `-1`");
        assert_eq!(fault("node1 -- Input", "node2 -- Input"), "g.txt: line 2: `node2` is there twice");
        assert_eq!(fault("parameter_size", "size"), "g.txt: line 1: has no parameter_size");
    }
}
