//! Every assignment of a problem with its time and memory, in order: the last node's choice changes fastest, as in a row-major array.
//!
//! Invariants: at most [`MOST_ASSIGNMENTS`] entries; a time of [`INFINITE`] or more is written as [`INFINITE`] and means forbidden; memory
//! is the most that is in use at any time.

use shardwright_passes::search::exhaustive::MOST_ASSIGNMENTS as EXHAUSTIVE;
use shardwright_passes::search::{INFINITE, SearchProblem};

/// Most assignments of a table: what the exhaustive search can try.
pub const MOST_ASSIGNMENTS: usize = EXHAUSTIVE as usize;

/// Most nodes of a table: NumPy's arrays have no more dimensions in all its versions.
pub const MOST_NODES: usize = 32;

/// See the file's head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Choices of each node.
    pub sizes: Vec<u32>,
    /// Time of each assignment.
    pub time: Vec<i64>,
    /// Memory of each assignment.
    pub memory: Vec<i64>,
}

/// The cheapest valid assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The first such assignment.
    pub index: usize,
    /// Its time.
    pub time: i64,
    /// How many take as little.
    pub count: usize,
}

/// Where an assignment stands among all valid ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rank {
    /// Valid assignments that take less time.
    pub better: usize,
    /// Valid assignments.
    pub valid: usize,
}

impl Rank {
    /// Share of the valid assignments that take less time: 0 for the optimum.
    pub fn quantile(self) -> f64 {
        self.better as f64 / self.valid.max(1) as f64
    }
}

impl Table {
    /// Prices every assignment.
    ///
    /// # Errors
    /// That there are too many nodes or assignments.
    pub fn new(problem: &SearchProblem) -> Result<Table, String> {
        let sizes: Vec<u32> = problem.nodes().iter().map(|node| node.costs.len() as u32).collect();
        let count = count(&sizes)?;
        let mut walk = Walk::new(problem, count);
        walk.node(0, 0);
        Ok(Table { sizes, time: walk.time, memory: walk.memory })
    }
    /// How many assignments there are.
    pub fn len(&self) -> usize {
        self.time.len()
    }
    /// Never: a problem without nodes has one assignment.
    pub fn is_empty(&self) -> bool {
        self.time.is_empty()
    }
    /// The number of an assignment, where it has a choice that exists for each node.
    pub fn index(&self, assignment: &[u32]) -> Option<usize> {
        if assignment.len() != self.sizes.len() {
            return None;
        }
        let digits = assignment.iter().zip(&self.sizes);
        digits.into_iter().try_fold(0, |index, (&choice, &size)| (choice < size).then_some(index * size as usize + choice as usize))
    }
    /// The assignment of this number.
    pub fn assignment(&self, index: usize) -> Vec<u32> {
        let mut rest = index;
        let mut found: Vec<u32> = self.sizes.iter().rev().map(|&size| (rest % size as usize, rest /= size as usize).0 as u32).collect();
        found.reverse();
        found
    }
    /// Nothing forbidden, memory within the limit.
    pub fn is_valid(&self, index: usize, limit: Option<i64>) -> bool {
        self.time[index] < INFINITE && limit.is_none_or(|limit| self.memory[index] <= limit)
    }
    /// The cheapest valid assignment.
    pub fn optimum(&self, limit: Option<i64>) -> Option<Optimum> {
        let mut best: Option<Optimum> = None;
        for index in (0..self.len()).filter(|&index| self.is_valid(index, limit)) {
            let time = self.time[index];
            match &mut best {
                Some(best) if best.time < time => {}
                Some(best) if best.time == time => best.count += 1,
                _ => best = Some(Optimum { index, time, count: 1 }),
            }
        }
        best
    }
    /// Where a time stands among those of all valid assignments.
    pub fn rank(&self, time: i128, limit: Option<i64>) -> Rank {
        let mut rank = Rank { better: 0, valid: 0 };
        for index in (0..self.len()).filter(|&index| self.is_valid(index, limit)) {
            rank.valid += 1;
            rank.better += usize::from(i128::from(self.time[index]) < time);
        }
        rank
    }
    /// Assignments that nothing forbids and that no other betters in time or in memory without being worse in the other: ascending in
    /// time, descending in memory, one for each pair of values.
    pub fn pareto(&self) -> Vec<usize> {
        let mut order: Vec<u32> = (0..self.len() as u32).filter(|&index| self.time[index as usize] < INFINITE).collect();
        order.sort_unstable_by_key(|&index| (self.time[index as usize], self.memory[index as usize], index));
        let (mut least, mut front) = (i64::MAX, Vec::new());
        for index in order {
            let memory = self.memory[index as usize];
            if memory < least {
                least = memory;
                front.push(index as usize);
            }
        }
        front
    }
}

/// How many assignments nodes of so many choices have.
///
/// # Errors
/// That there are too many nodes or assignments, or that a node has no choice.
pub fn count(sizes: &[u32]) -> Result<usize, String> {
    if sizes.len() > MOST_NODES {
        return Err(format!("{} nodes, a table has at most {MOST_NODES}", sizes.len()));
    }
    let count = sizes.iter().fold(1u128, |count, &size| count.saturating_mul(u128::from(size)));
    match usize::try_from(count) {
        Ok(0) => Err("a node has no choice".to_owned()),
        Ok(count) if count <= MOST_ASSIGNMENTS => Ok(count),
        _ => Err(format!("{count} assignments, a table has at most {MOST_ASSIGNMENTS}")),
    }
}

/// Goes through all assignments, a node a level, with what the nodes so far cost.
struct Walk<'p> {
    problem: &'p SearchProblem,
    /// Of each node, its edges to earlier ones: which, costs, and whether rows are this node's choices.
    back: Vec<Vec<(usize, &'p [i64], bool)>>,
    /// Of each node, the rows in which it is live.
    rows: Vec<std::ops::Range<usize>>,
    chosen: Vec<usize>,
    used: Vec<i128>,
    time: Vec<i64>,
    memory: Vec<i64>,
}

impl<'p> Walk<'p> {
    fn new(problem: &'p SearchProblem, count: usize) -> Walk<'p> {
        let nodes = problem.nodes();
        let mut back: Vec<Vec<(usize, &[i64], bool)>> = vec![Vec::new(); nodes.len()];
        for edge in problem.edges() {
            let (first, second) = (edge.nodes.0 as usize, edge.nodes.1 as usize);
            back[first.max(second)].push((first.min(second), &edge.costs, first > second));
        }
        // Memory can only grow where a node becomes live: those times are the rows.
        let mut starts: Vec<i64> = nodes.iter().filter(|node| node.live.0 < node.live.1).map(|node| node.live.0).collect();
        starts.sort_unstable();
        starts.dedup();
        let row = |time: i64| starts.partition_point(|&start| start < time);
        let rows = nodes.iter().map(|node| row(node.live.0)..row(node.live.1).max(row(node.live.0))).collect();
        Walk { problem, back, rows, chosen: vec![0; nodes.len()], used: vec![0; starts.len()], time: Vec::with_capacity(count), memory: Vec::with_capacity(count) }
    }

    fn node(&mut self, node: usize, time: i128) {
        let problem = self.problem;
        let Some(own) = problem.nodes().get(node) else {
            let most = self.used.iter().copied().max().unwrap_or(0);
            self.time.push(i64::try_from(time).unwrap_or(INFINITE).min(INFINITE));
            self.memory.push(i64::try_from(most).unwrap_or(i64::MAX));
            return;
        };
        let size = own.costs.len();
        for choice in 0..size {
            let mut sum = time + i128::from(own.costs[choice]);
            for &(other, costs, transposed) in &self.back[node] {
                let (at, columns) = if transposed { ((choice, self.chosen[other]), problem.nodes()[other].costs.len()) } else { ((self.chosen[other], choice), size) };
                sum += i128::from(costs[at.0 * columns + at.1]);
            }
            self.chosen[node] = choice;
            let usage = i128::from(own.usages[choice]);
            self.used[self.rows[node].clone()].iter_mut().for_each(|used| *used += usage);
            self.node(node + 1, sum);
            self.used[self.rows[node].clone()].iter_mut().for_each(|used| *used -= usage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;
    use shardwright_passes::search::ProblemBuilder;

    /// Two nodes and an edge, by hand. Times: 1 + 3 + 20, 1 + 4 + 10, 2 + 3 + 30, 2 + 4 + 40. Memory: both are live at time 1: 5 + 7, 5 + 8, 6 + 7, 6 + 8.
    fn small() -> SearchProblem {
        let mut builder = ProblemBuilder::new("small");
        let first = builder.node_with_memory("a", vec![1, 2], vec![5, 6], (0, 2));
        let second = builder.node_with_memory("b", vec![3, 4], vec![7, 8], (1, 3));
        builder.edge(first, second, vec![20, 10, 30, 40]);
        builder.build().unwrap()
    }

    #[test]
    fn a_table_holds_what_a_hand_calculation_gives() {
        let table = Table::new(&small()).unwrap();
        assert_eq!((&table.time[..], &table.memory[..]), (&[24, 15, 35, 46][..], &[12, 13, 13, 14][..]));
        assert_eq!(table.optimum(None), Some(Optimum { index: 1, time: 15, count: 1 }));
        assert_eq!(table.optimum(Some(12)), Some(Optimum { index: 0, time: 24, count: 1 }));
        assert_eq!(table.optimum(Some(11)), None);
        assert_eq!(table.pareto(), [1, 0]);
        assert_eq!(table.rank(35, None), Rank { better: 2, valid: 4 });
        assert_eq!((table.assignment(2), table.index(&[1, 0]), table.index(&[0, 2]), table.index(&[0])), (vec![1, 0], Some(2), None, None));
    }

    #[test]
    fn a_table_says_what_the_evaluation_of_each_assignment_says() {
        for seed in 0..50 {
            let mut random = Rng::new(seed);
            let mut builder = ProblemBuilder::new("random");
            let sizes: Vec<usize> = (0..1 + random.below(5)).map(|_| 1 + random.below(4)).collect();
            for &size in &sizes {
                let costs = (0..size).map(|_| if random.percent(10) { INFINITE } else { random.below(100) as i64 }).collect();
                let from = random.below(5) as i64;
                let to = from + random.below(4) as i64;
                builder.node_with_memory("", costs, (0..size).map(|_| random.below(50) as i64).collect(), (from, to));
            }
            for _ in 0..random.below(7) {
                let (first, second) = (random.below(sizes.len()), random.below(sizes.len()));
                builder.edge(first as u32, second as u32, (0..sizes[first] * sizes[second]).map(|_| random.below(100) as i64).collect());
            }
            let problem = builder.build().unwrap();
            let table = Table::new(&problem).unwrap();
            for index in 0..table.len() {
                let assignment = table.assignment(index);
                let judged = problem.evaluate(&assignment).unwrap();
                let most = problem.profile(|node| problem.nodes()[node].usages[assignment[node] as usize]).into_iter().map(|(_, used)| used).max().unwrap_or(0);
                assert_eq!(table.index(&assignment), Some(index), "seed {seed}");
                assert_eq!((i128::from(table.time[index]), i128::from(table.memory[index])), (judged.cost.min(i128::from(INFINITE)), most), "seed {seed}, {assignment:?}");
                assert_eq!(table.is_valid(index, None), judged.is_valid(), "seed {seed}, {assignment:?}");
            }
        }
    }

    #[test]
    fn sizes_beyond_a_table_are_refused_before_anything_is_allocated() {
        assert_eq!(count(&[4; 11]), Ok(1 << 22));
        assert_eq!(count(&[4; 12]).unwrap_err(), "16777216 assignments, a table has at most 4194304");
        assert_eq!(count(&[u32::MAX; 32]).unwrap_err(), format!("{} assignments, a table has at most 4194304", u128::MAX));
        assert_eq!(count(&[1; 33]).unwrap_err(), "33 nodes, a table has at most 32");
    }
}
