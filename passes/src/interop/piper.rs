//! Piper: pipeline, data and tensor parallelism and recomputation in one dynamic program.
//!
//! Tarnawski, Narayanan, Phanishayee, "Piper: Multidimensional Planner for DNN Parallelization", NeurIPS 2021. A plan is a chain of downsets; each stage has a degree of tensor parallelism t, replicas d, and for every node a
//! variant, the knapsack of [`super::knapsack`]. The state is what is left to place, with the devices and the replicas used: replicas decide how many microbatches a stage holds.
//!
//! What is not the authors': the value is a largest stage, so a limit on it bounds everything. Limits grow from the floor of all work on all devices, and under a limit a downset is reached
//! only with as many devices as its work needs and leaves as many as the rest needs: a narrow band instead of all counts. The first limit with a plan gives the optimum. Stages of a
//! downset are met one by one, each from the one before in the time of a node's edges, and of all sums of replicas only undominated ones are kept; variants are chosen exactly where the authors' are by a greedy rule.
//! Cost: O(pairs of downsets x degrees x band x undominated sums); pairs are those that a limit leaves.
//! Invariant: under `per-sample` no plan of consecutive stages, each on devices of its own, takes less.

use super::downsets::Downsets;
use super::knapsack::{Choice, least};
use super::objective::{Objective, crossing_bytes, sync_bytes};
use super::plan::Chain;
use super::problem::Problem;
use super::{Found, Options, Planner, nothing_fits};

/// Piper's.
pub const PIPER: Planner = Planner {
    name: "piper",
    summary: "dynamic program over downsets: stages, tensor and data parallelism and recomputation together",
    paper: "Tarnawski et al., Piper, NeurIPS 2021",
    exact: &[Objective::PerSample],
    objectives: &[Objective::PerSample],
    shares: false,
    run,
};

/// Sums over a stage for one degree.
#[derive(Clone, Copy, Default)]
struct Sums {
    seconds: f64,
    crossing: f64,
    weights: f64,
    held: f64,
    fixed: f64,
    /// Bytes with one microbatch under way, of the smallest variants.
    least: f64,
}

/// A degree of tensor parallelism.
struct Degree {
    tensor: usize,
    /// For each node the variant that is fastest whatever the replicas; none where it was not measured so.
    lead: Vec<Option<usize>>,
    /// Whether every node that has any has one such: then it bounds the time of a stage, and is the choice where it fits.
    ordered: bool,
}

/// A way to have placed all but a downset: replicas used, the slowest stage, and from where.
#[derive(Clone, Copy)]
struct Entry {
    replicas: usize,
    seconds: f64,
    /// The downset, devices and place of the entry before the last stage, and the stage's degrees.
    before: (usize, usize, usize),
    tensor: usize,
    data: usize,
}

struct Search<'p> {
    problem: &'p Problem,
    downsets: Downsets,
    /// The number of the downset of all nodes.
    whole: usize,
    degrees: Vec<Degree>,
    /// Replicas that a stage may have.
    replicas: Vec<usize>,
    /// Work of each downset.
    work: Vec<f64>,
    /// Only plans below this are looked for.
    limit: f64,
    priced: u64,
}

fn run(problem: &Problem, options: &Options) -> Result<Found, String> {
    let setting = problem.setting();
    let downsets = Downsets::new(problem, options.most_cuts)?;
    let mut tensors: Vec<usize> = problem.nodes().iter().flat_map(|node| &node.variants).map(|variant| variant.tensor).collect();
    tensors.sort_unstable();
    tensors.dedup();
    let degrees: Vec<Degree> = tensors.into_iter().filter(|&tensor| tensor <= setting.devices).map(|tensor| degree(problem, tensor)).collect();
    let most = setting.most_data.min(setting.devices).min(setting.samples);
    let replicas = (1..=most).filter(|&data| setting.objective.replicas_fit(data, setting.samples)).collect();
    let work = downsets.sets().iter().map(|set| set.list().into_iter().map(|node| problem.work(node)).sum()).collect();
    let mut search = Search { problem, whole: downsets.whole(), downsets, degrees, replicas, work, limit: 0.0, priced: 0 };
    let floor = problem.floor();
    let limits = (0..14).map(|step| floor * (1.0 + 0.01 * f64::from(1 << step))).chain([f64::INFINITY]);
    for limit in limits.filter(|&limit| limit > 0.0) {
        search.limit = limit;
        if let Some(stages) = search.solve() {
            let mut chain = Chain::new(1);
            for (choices, tensor, data) in stages {
                chain.push(choices, tensor, data);
            }
            return Found::judged(problem, chain.done(), true, search.priced);
        }
    }
    Err(nothing_fits(problem))
}

fn degree(problem: &Problem, tensor: usize) -> Degree {
    let mut degree = Degree { tensor, lead: Vec::new(), ordered: true };
    for node in 0..problem.nodes().len() {
        let variants: Vec<_> = problem.variants(node, tensor, 1).collect();
        let lead = variants.iter().copied().min_by(|a, b| a.1.seconds().total_cmp(&b.1.seconds()));
        if let Some((_, first)) = lead {
            let edges = problem.edges_of(node).len();
            let at = |variant: &super::Variant, slot: usize| variant.crossing.get(slot).copied().unwrap_or(0.0);
            degree.ordered &= variants.iter().all(|(_, other)| first.weights <= other.weights && (0..edges).all(|slot| at(first, slot) <= at(other, slot)));
        }
        degree.lead.push(lead.map(|(number, _)| number));
    }
    degree
}

/// A stage as it grows.
struct Growing {
    nodes: Vec<usize>,
    inside: Vec<bool>,
    /// For each node of the stage, the sums of each degree with it.
    sums: Vec<Vec<Sums>>,
}

/// A stage of these nodes.
type Chosen = (Vec<(usize, usize)>, usize, usize);

impl Search<'_> {
    /// The stages of the best plan under the limit, in order.
    fn solve(&mut self) -> Option<Vec<Chosen>> {
        let whole = self.whole;
        let mut table: Vec<Vec<Vec<Entry>>> = vec![Vec::new(); whole + 1];
        for (set, lists) in table.iter_mut().enumerate() {
            let (low, high) = self.band(set);
            *lists = vec![Vec::new(); (high + 1).saturating_sub(low)];
        }
        table[whole][0].push(Entry { replicas: 0, seconds: 0.0, before: (0, 0, 0), tensor: 0, data: 0 });
        for set in (1..=whole).rev() {
            thin(&mut table[set]);
            if table[set].iter().any(|list| !list.is_empty()) {
                self.extend(set, &mut table);
            }
        }
        let best = table[0].iter().enumerate().flat_map(|(at, list)| list.iter().map(move |entry| (at, entry)));
        let mut entry = *best.min_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds).then(a.0.cmp(&b.0)))?.1;
        let (mut set, mut stages) = (0, Vec::new());
        while set != whole {
            let (from, devices, place) = entry.before;
            let nodes = self.downsets.between(from, set).list();
            let degree = self.degrees.iter().find(|degree| degree.tensor == entry.tensor)?;
            let (_, variants) = self.choose(degree, &nodes, entry.data, entry.replicas.div_ceil(entry.data), f64::INFINITY)?;
            stages.push((nodes.into_iter().zip(variants).collect(), entry.tensor, entry.data));
            set = from;
            entry = table[from][devices - self.band(from).0][place];
        }
        Some(stages)
    }
    /// The fewest and the most devices that may be used when a downset is left.
    fn band(&self, left: usize) -> (usize, usize) {
        let devices = self.problem.setting().devices;
        let need = |work: f64, any: bool| {
            let need = if self.limit.is_finite() { (work / self.limit * (1.0 - 1e-9)).ceil() as usize } else { 0 };
            need.max(usize::from(any))
        };
        let whole = self.whole;
        let low = need(self.work[whole] - self.work[left], left != whole);
        let high = devices.saturating_sub(need(self.work[left], left != 0));
        if left == whole { (0, 0) } else { (low, high) }
    }
    /// Adds to what is left after each stage that ends this downset.
    fn extend(&mut self, set: usize, table: &mut [Vec<Vec<Entry>>]) {
        let count = self.problem.nodes().len();
        let (low, _) = self.band(set);
        let mine = std::mem::take(&mut table[set]);
        let fewest = low + mine.iter().position(|list| !list.is_empty()).unwrap_or(0);
        let room = (self.problem.setting().devices - fewest) as f64;
        let downsets = std::mem::replace(&mut self.downsets, Downsets::none());
        let mut growing = Growing { nodes: Vec::new(), inside: vec![false; count], sums: vec![vec![Sums::default(); self.degrees.len()]] };
        let mut state = (&mut *self, &mut growing, &mut *table);
        downsets.stages(
            set,
            &mut state,
            &mut |(search, growing, table), node, left| {
                search.join(growing, node);
                let within = search.work[set] - search.work[left] <= search.limit * room * (1.0 + 1e-9);
                let sums = &growing.sums[growing.nodes.len()];
                let fits = sums.iter().any(|sums| sums.least <= search.problem.setting().memory * (1.0 + 1e-9));
                if within && fits {
                    search.price(growing, set, (left, &mut table[left]), &mine);
                }
                within && fits
            },
            &mut |(_, growing, _), _| {
                if let Some(node) = growing.nodes.pop() {
                    growing.inside[node] = false;
                    growing.sums.pop();
                }
            },
        );
        self.downsets = downsets;
        table[set] = mine;
    }
    /// A node more in a stage.
    fn join(&self, growing: &mut Growing, node: usize) {
        let problem = self.problem;
        let mut sums = growing.sums[growing.nodes.len()].clone();
        for (degree, sums) in self.degrees.iter().zip(&mut sums) {
            let Some(lead) = degree.lead[node] else {
                // No stage with this node has this degree.
                (sums.seconds, sums.least) = (f64::INFINITY, f64::INFINITY);
                continue;
            };
            let variant = &problem.nodes()[node].variants[lead];
            sums.seconds += variant.seconds();
            sums.weights += variant.weights;
            sums.held += variant.held;
            sums.fixed += variant.fixed;
            sums.least += problem.variants(node, degree.tensor, 1).map(|(_, variant)| variant.held + variant.fixed).fold(f64::INFINITY, f64::min);
            sums.crossing += crossing_bytes(problem, node, variant, |other| !growing.inside[other]);
            // What its neighbours in the stage sent it stays inside now.
            for &index in problem.edges_of(node) {
                let edge = problem.edges()[index];
                let other = if edge.from == node { edge.to } else { edge.from };
                if growing.inside[other] {
                    let slot = problem.edges_of(other).iter().position(|&known| known == index).unwrap_or(0);
                    let theirs = degree.lead[other].and_then(|lead| problem.nodes()[other].variants[lead].crossing.get(slot));
                    sums.crossing -= edge.bytes + theirs.copied().unwrap_or(0.0);
                }
            }
        }
        growing.sums.push(sums);
        growing.nodes.push(node);
        growing.inside[node] = true;
    }
    /// Adds the entries that this stage makes of a downset's own.
    fn price(&mut self, growing: &Growing, set: usize, (left, lists): (usize, &mut Vec<Vec<Entry>>), mine: &[Vec<Entry>]) {
        let setting = self.problem.setting();
        let (low, (from, to)) = (self.band(set).0, self.band(left));
        if to < from {
            return;
        }
        for at in 0..self.degrees.len() {
            let (tensor, ordered) = (self.degrees[at].tensor, self.degrees[at].ordered);
            let sums = growing.sums[growing.nodes.len()][at];
            for place in 0..self.replicas.len() {
                let data = self.replicas[place];
                let used = tensor * data;
                if low + used > to {
                    break;
                }
                let replicas = data as f64;
                let bytes = 2.0 * sums.crossing / replicas + sync_bytes(sums.weights, data, setting.samples);
                let fast = sums.seconds / replicas + bytes / setting.link.peak();
                if (if ordered { fast } else { sums.seconds / replicas }) >= self.limit {
                    continue;
                }
                self.priced += 1;
                // Seconds by microbatches under way; none where nothing fits.
                let mut known: Vec<(usize, Option<f64>)> = Vec::new();
                for (offset, list) in mine.iter().enumerate() {
                    let devices = low + offset + used;
                    if devices < from || devices > to {
                        continue;
                    }
                    for (index, entry) in list.iter().enumerate() {
                        let replicas = entry.replicas + data;
                        if replicas > setting.samples {
                            break;
                        }
                        let under_way = replicas.div_ceil(data);
                        let seconds = match known.iter().find(|(of, _)| *of == under_way) {
                            Some((_, seconds)) => *seconds,
                            None => {
                                let seconds = if ordered && sums.held * under_way as f64 + sums.fixed <= setting.memory {
                                    Some(fast)
                                } else {
                                    self.choose(&self.degrees[at], &growing.nodes, data, under_way, self.limit).map(|found| found.0)
                                };
                                known.push((under_way, seconds));
                                seconds
                            }
                        };
                        // With more under way it fits no better.
                        let Some(seconds) = seconds else { break };
                        let seconds = seconds.max(entry.seconds);
                        insert(&mut lists[devices - from], Entry { replicas, seconds, before: (set, low + offset, index), tensor, data });
                    }
                }
            }
        }
    }
    /// The least seconds of a stage and its variants, where any fit in less than `below`.
    fn choose(&self, degree: &Degree, nodes: &[usize], data: usize, under_way: usize, below: f64) -> Option<(f64, Vec<usize>)> {
        let setting = self.problem.setting();
        let mut inside = vec![false; self.problem.nodes().len()];
        nodes.iter().for_each(|&node| inside[node] = true);
        let mut numbers = Vec::with_capacity(nodes.len());
        let mut items = Vec::with_capacity(nodes.len());
        for &node in nodes {
            let (mut of, mut item) = (Vec::new(), Vec::new());
            for (number, variant) in self.problem.variants(node, degree.tensor, 1) {
                let crossing = crossing_bytes(self.problem, node, variant, |other| !inside[other]);
                let bytes = 2.0 * crossing / data as f64 + sync_bytes(variant.weights, data, setting.samples);
                of.push(number);
                item.push(Choice {
                    seconds: variant.seconds() / data as f64 + bytes / setting.link.peak(),
                    bytes: variant.held * under_way as f64 + variant.fixed,
                });
            }
            numbers.push(of);
            items.push(item);
        }
        let (seconds, places) = least(&items, setting.memory, below)?;
        Some((seconds, numbers.iter().zip(places).map(|(of, place)| of[place]).collect()))
    }
}

/// Keeps a list undominated: more replicas only for less time.
fn insert(list: &mut Vec<Entry>, entry: Entry) {
    let at = list.partition_point(|known| known.replicas <= entry.replicas);
    if at > 0 && list[at - 1].seconds <= entry.seconds {
        return;
    }
    // One of as many replicas stands before, those of more after.
    let start = if at > 0 && list[at - 1].replicas == entry.replicas { at - 1 } else { at };
    let worse = list[start..].iter().take_while(|known| known.seconds >= entry.seconds).count();
    list.splice(start..start + worse, [entry]);
}

/// Lets go what is no better than what fewer devices give.
fn thin(lists: &mut [Vec<Entry>]) {
    let mut best: Vec<Entry> = Vec::new();
    for list in lists {
        list.retain(|entry| {
            let at = best.partition_point(|known| known.replicas <= entry.replicas);
            at == 0 || best[at - 1].seconds > entry.seconds
        });
        list.iter().for_each(|entry| insert(&mut best, *entry));
    }
}
