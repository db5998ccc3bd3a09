//! Reads instances of the IOPDDL contest (ASPLOS/EuroSys 2025, intra-operator parallelism): `.json`, or `.json.gz`.
//!
//! M. Moffitt and P. Fegade, "The ASPLOS 2025 / EuroSys 2025 contest on intra-operator parallelism for distributed deep learning", 2025: nodes with
//! intervals (half open), costs and usages for each strategy, edges with a cost for each pair of strategies (row-major), one usage limit.
//! Invariants: a file is read up to [`MOST_BYTES`] of text; whatever is wrong is an error that names the place.

use serde::Deserialize;
use shardwright_passes::search::{ProblemBuilder, SearchProblem};
use std::io::Read;
use std::path::Path;

/// Most bytes of text that are read: the largest contest file is about 200 MB.
pub const MOST_BYTES: u64 = 1 << 30;

#[derive(Deserialize)]
struct File {
    problem: Instance,
}

#[derive(Deserialize)]
struct Instance {
    name: String,
    nodes: Nodes,
    edges: Edges,
    #[serde(default)]
    usage_limit: Option<i64>,
}

#[derive(Deserialize)]
struct Nodes {
    #[serde(default)]
    intervals: Vec<(i64, i64)>,
    costs: Vec<Vec<i64>>,
    #[serde(default)]
    usages: Vec<Vec<i64>>,
}

#[derive(Deserialize)]
struct Edges {
    nodes: Vec<Vec<u32>>,
    costs: Vec<Vec<i64>>,
}

/// Reads an instance. Its name is the file's up to the first dot, nodes are named by their numbers.
pub fn read(path: &Path) -> Result<SearchProblem, String> {
    let say = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::File::open(path).map_err(|error| say(&error))?;
    let mut text = String::new();
    let zipped = path.extension().is_some_and(|extension| extension == "gz");
    let mut source: Box<dyn Read> = if zipped { Box::new(flate2::read::GzDecoder::new(bytes)) } else { Box::new(bytes) };
    source.by_ref().take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| say(&error))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(say(&format!("more than {MOST_BYTES} bytes of text")));
    }
    parse(&text).map_err(|error| say(&error))
}

/// Reads the text of an instance.
pub fn parse(text: &str) -> Result<SearchProblem, String> {
    let File { problem } = shardwright_ir::json::read(text, "an IOPDDL instance").map_err(|fault| fault.to_string())?;
    let (nodes, edges) = (problem.nodes, problem.edges);
    let count = nodes.costs.len();
    let optional = |what: &str, found: usize| match found {
        0 => Ok(()),
        found if found == count => Ok(()),
        found => Err(format!("{count} nodes have costs, {found} have {what}")),
    };
    optional("intervals", nodes.intervals.len())?;
    optional("usages", nodes.usages.len())?;
    let mut builder = ProblemBuilder::new(&problem.name);
    if let Some(limit) = problem.usage_limit {
        builder.limit(limit);
    }
    for (index, costs) in nodes.costs.into_iter().enumerate() {
        let usages = nodes.usages.get(index).cloned().unwrap_or_else(|| vec![0; costs.len()]);
        let interval = nodes.intervals.get(index).copied().unwrap_or((0, 0));
        if interval.0 > interval.1 {
            return Err(format!("problem.nodes.intervals[{index}]: [{}, {}] ends before it begins", interval.0, interval.1));
        }
        builder.node_with_memory(&index.to_string(), costs, usages, interval);
    }
    if edges.nodes.len() != edges.costs.len() {
        return Err(format!("{} edges have nodes, {} have costs", edges.nodes.len(), edges.costs.len()));
    }
    for (index, (ends, costs)) in edges.nodes.into_iter().zip(edges.costs).enumerate() {
        let [first, second] = ends[..] else { return Err(format!("edge {index} joins {} nodes, only 2 can be joined", ends.len())) };
        builder.edge(first, second, costs);
    }
    builder.build().map_err(|error| error.to_string())
}

/// Seconds that the contest gave this instance (A to Y), by the first letter of its name.
pub fn contest_seconds(name: &str) -> Option<f64> {
    match name.chars().next()? {
        'A'..='E' => Some(60.0),
        'F'..='J' => Some(120.0),
        'K'..='O' => Some(180.0),
        'P'..='T' => Some(240.0),
        'U'..='Y' => Some(300.0),
        _ => None,
    }
}

/// The least cost of each instance over all teams of a results file: a head with instances, then a line a team; empty cells are no results.
pub fn best_known(text: &str) -> Result<Vec<(String, i128)>, String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head: Vec<&str> = lines.next().ok_or("a results file needs a head")?.split(',').collect();
    let mut best: Vec<(String, Option<i128>)> = head[1..].iter().map(|name| (name.trim().to_owned(), None)).collect();
    for (number, line) in lines.enumerate() {
        for ((name, best), cell) in best.iter_mut().zip(line.split(',').skip(1)) {
            let cell = cell.trim();
            if cell.is_empty() {
                continue;
            }
            let cost: i128 = cell.parse().map_err(|_| format!("line {}, instance {name}: `{cell}` is no whole number", number + 2))?;
            *best = Some(best.map_or(cost, |best| best.min(cost)));
        }
    }
    Ok(best.into_iter().filter_map(|(name, cost)| Some((name, cost?))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    // Two nodes and an edge, by hand: 1 + 4 + 10 = 15 with choices 0 and 1.
    const SMALL: &str = r#"{"problem":{"name":"small","nodes":{"intervals":[[0,2],[1,3]],"costs":[[1,2],[3,4]],"usages":[[5,6],[7,8]]},
        "edges":{"nodes":[[0,1]],"costs":[[20,10,30,40]]},"usage_limit":13}}"#;

    #[test]
    fn an_instance_is_read_as_it_is_written() {
        let problem = parse(SMALL).unwrap();
        let found = problem.evaluate(&[0, 1]).unwrap();
        assert_eq!((found.cost, found.is_valid()), (15, true));
        let over = problem.evaluate(&[1, 1]).unwrap().over_budget.unwrap();
        assert_eq!((over.time, over.usage, over.limit, over.live), (1, 14, 13, vec![1, 0]));
    }

    #[test]
    fn what_is_wrong_with_an_instance_is_named() {
        let with = |from: &str, to: &str| parse(&SMALL.replace(from, to)).unwrap_err();
        assert_eq!(with("[20,10,30,40]", "[20]"), "edge 0: has 1 costs, 2 x 2 pairs of choices need 4");
        assert_eq!(with("[[0,1]]", "[[0,7]]"), "edge 0: names node 7, there are 2");
        assert_eq!(with("[[0,1]]", "[[0,1,1]]"), "edge 0 joins 3 nodes, only 2 can be joined");
        assert_eq!(with("[[5,6],[7,8]]", "[[5,6]]"), "2 nodes have costs, 1 have usages");
        assert_eq!(with("[1,3]", "[5,1]"), "problem.nodes.intervals[1]: [5, 1] ends before it begins");
        assert!(with("[3,4]", "[3,\"4\"]").starts_with("problem.nodes.costs[1][1]: must be a whole number, got the text \"4\""));
        assert_eq!(with("[3,4]", "[3,-4]"), "node 1: cost 1 is -4, costs lie between 0 and 1000000000000000000");
    }

    #[test]
    fn the_least_result_of_all_teams_is_the_reference() {
        assert_eq!(best_known("TEAM,A,B\nx,5,\ny,4,\n").unwrap(), [("A".to_owned(), 4)]);
        assert_eq!(best_known("TEAM,A\nx,five\n").unwrap_err(), "line 2, instance A: `five` is no whole number");
    }
}
