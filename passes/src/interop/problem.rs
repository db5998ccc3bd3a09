//! What a planner of pipelines is handed: a graph of measured layers, devices and what a step is.
//!
//! Units: seconds, bytes, samples. Invariants: nodes stand in topological order, so every edge leads to a higher number; every node has at least one variant;
//! figures are finite and at least 0; a problem does not change once it is built: planners return plans, and restrictions make another problem.

use super::objective::Objective;
use super::rules::Rule;

/// One way in which a node was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// Devices that a replica of the node is cut over.
    pub tensor: usize,
    /// Samples of a microbatch on one replica.
    pub samples: usize,
    /// Whether its activations are computed again in the backward pass.
    pub recompute: bool,
    /// Seconds forwards, for one microbatch.
    pub forward: f64,
    /// Seconds backwards, computing again included.
    pub backward: f64,
    /// Bytes of weights on each device.
    pub weights: f64,
    /// Bytes held on each device for every microbatch that is under way.
    pub held: f64,
    /// Bytes held on each device however many are under way.
    pub fixed: f64,
    /// Bytes that it takes and makes, on each device.
    pub ports: [f64; 2],
    /// Bytes of scratch, forwards and backwards.
    pub scratch: [f64; 2],
    /// Bytes that crossing each of the node's edges adds to the edge's own, in the order of [`Problem::edges_of`]; empty for none.
    pub crossing: Vec<f64>,
}

impl Default for Variant {
    fn default() -> Variant {
        Variant {
            tensor: 1,
            samples: 1,
            recompute: false,
            forward: 0.0,
            backward: 0.0,
            weights: 0.0,
            held: 0.0,
            fixed: 0.0,
            ports: [0.0; 2],
            scratch: [0.0; 2],
            crossing: Vec::new(),
        }
    }
}

impl Variant {
    /// Seconds forwards and backwards.
    pub fn seconds(&self) -> f64 {
        self.forward + self.backward
    }
}

/// A layer or an op.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Its name; repeated layers may share one.
    pub name: String,
    /// Bytes of what it makes, which PipeDream counts once however many take it.
    pub output: f64,
    /// Whether a layer starts here: what is before it is kept where activations are computed again.
    pub starts_layer: bool,
    /// How it was measured.
    pub variants: Vec<Variant>,
}

/// What one node makes and another takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// Made here.
    pub from: usize,
    /// Taken here.
    pub to: usize,
    /// Bytes forwards; as many go backwards.
    pub bytes: f64,
}

/// How fast bytes go from device to device: bytes a second by size of the message.
#[derive(Clone, PartialEq, Debug)]
pub struct Link(Vec<(f64, f64)>);

impl Link {
    /// The same for all sizes.
    pub fn flat(rate: f64) -> Link {
        Link(vec![(0.0, rate)])
    }
    /// Measured points of size and rate.
    ///
    /// # Errors
    /// That there is none, or which is wrong.
    pub fn measured(mut points: Vec<(f64, f64)>) -> Result<Link, String> {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        match points.iter().find(|(_, rate)| !(*rate > 0.0 && rate.is_finite())) {
            Some((bytes, rate)) => Err(format!("a link's rate must be above 0, got {rate} at {bytes} bytes")),
            None if points.is_empty() => Err("a link needs at least 1 measured rate, got 0".to_owned()),
            None => Ok(Link(points)),
        }
    }
    /// For large messages.
    pub fn peak(&self) -> f64 {
        self.0.last().map_or(1.0, |point| point.1)
    }
    /// Measured points: sizes and rates, by size.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.0
    }
}

/// The devices and the step.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// How many devices there are, all alike.
    pub devices: usize,
    /// Bytes of each; infinite for no limit.
    pub memory: f64,
    /// Between any two.
    pub link: Link,
    /// Samples of a step.
    pub samples: usize,
    /// Replicas that a stage may have at most.
    pub most_data: usize,
    /// What is to be least.
    pub objective: Objective,
    /// What plans must keep besides.
    pub rule: Option<Rule>,
}

/// See the head of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    around: Vec<Vec<usize>>,
    setting: Setting,
}

/// A plan may not be cut over more devices than this.
const MOST_DEVICES: usize = 1 << 20;

impl Problem {
    /// Builds it. Nodes are renumbered into a topological order: among those that may come next the one that was given first.
    ///
    /// # Errors
    /// The node, edge or figure at fault.
    pub fn new(nodes: Vec<Node>, edges: Vec<Edge>, setting: Setting) -> Result<Problem, String> {
        let count = nodes.len();
        if count == 0 {
            return Err("there is no node to place".to_owned());
        }
        let range = |what: &str, value: usize, most: usize| {
            if (1..=most).contains(&value) { Ok(()) } else { Err(format!("{what} must be from 1 to {most}, got {value}")) }
        };
        range("devices", setting.devices, MOST_DEVICES)?;
        range("samples", setting.samples, usize::MAX)?;
        range("replicas", setting.most_data, usize::MAX)?;
        if setting.memory.is_nan() || setting.memory <= 0.0 {
            return Err(format!("memory must be above 0 bytes, got {}", setting.memory));
        }
        let mut waits = vec![0usize; count];
        let mut after = vec![Vec::new(); count];
        for edge in &edges {
            if edge.from >= count || edge.to >= count {
                return Err(format!("an edge leads from {} to {}, but there are {count} nodes", edge.from, edge.to));
            }
            if !(edge.bytes >= 0.0 && edge.bytes.is_finite()) {
                return Err(format!("edge {} to {}: bytes must be at least 0, got {}", nodes[edge.from].name, nodes[edge.to].name, edge.bytes));
            }
            waits[edge.to] += 1;
            after[edge.from].push(edge.to);
        }
        let mut ready: std::collections::BTreeSet<usize> = (0..count).filter(|&node| waits[node] == 0).collect();
        let mut order = Vec::with_capacity(count);
        while let Some(node) = ready.pop_first() {
            order.push(node);
            for &next in &after[node] {
                waits[next] -= 1;
                if waits[next] == 0 {
                    ready.insert(next);
                }
            }
        }
        if order.len() < count {
            let stuck = (0..count).find(|&node| waits[node] > 0).unwrap_or(0);
            return Err(format!("the graph has a circle: `{}` waits for itself", nodes[stuck].name));
        }
        let mut place = vec![0; count];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let edges: Vec<Edge> = edges.iter().map(|edge| Edge { from: place[edge.from], to: place[edge.to], bytes: edge.bytes }).collect();
        let mut slots: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
        let nodes: Vec<Node> = order.iter().filter_map(|&old| slots[old].take()).collect();
        let mut around = vec![Vec::new(); count];
        for (index, edge) in edges.iter().enumerate() {
            around[edge.from].push(index);
            around[edge.to].push(index);
        }
        for (node, edges) in nodes.iter().zip(&around) {
            check(node, edges.len())?;
        }
        Ok(Problem { nodes, edges, around, setting })
    }
    /// Nodes, in topological order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// Edges.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }
    /// Edges of a node, by number.
    pub fn edges_of(&self, node: usize) -> &[usize] {
        &self.around[node]
    }
    /// The devices and the step.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }
    /// Degrees of tensor parallelism under which all these nodes were measured, in order.
    pub fn degrees(&self) -> Vec<usize> {
        let mut degrees: Vec<usize> = self.nodes[0].variants.iter().map(|variant| variant.tensor).collect();
        degrees.sort_unstable();
        degrees.dedup();
        degrees.retain(|degree| self.nodes.iter().all(|node| node.variants.iter().any(|variant| variant.tensor == *degree)));
        degrees
    }
    /// Variants of a node for a degree and a number of samples, with their numbers.
    pub fn variants(&self, node: usize, tensor: usize, samples: usize) -> impl Iterator<Item = (usize, &Variant)> {
        self.nodes[node].variants.iter().enumerate().filter(move |(_, variant)| variant.tensor == tensor && variant.samples == samples)
    }
    /// The least that a node takes: seconds times devices for one sample, whatever the variant.
    pub fn work(&self, node: usize) -> f64 {
        let work = |variant: &Variant| variant.seconds() * variant.tensor as f64 / variant.samples as f64;
        self.nodes[node].variants.iter().map(work).fold(f64::INFINITY, f64::min)
    }
    /// No stage takes less than this a sample, whatever the plan: all work, spread over all devices, without a byte sent.
    pub fn floor(&self) -> f64 {
        let mut devices = self.setting.devices;
        if self.setting.objective == Objective::PerSample {
            // Replicas are the samples of a step at most, and a replica is cut as often as was measured.
            let tensor = self.nodes.iter().flat_map(|node| &node.variants).map(|variant| variant.tensor).max().unwrap_or(1);
            devices = devices.min(self.setting.samples.saturating_mul(tensor));
        }
        (0..self.nodes.len()).map(|node| self.work(node)).sum::<f64>() / devices as f64
    }
    /// The same nodes with another setting.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn with(&self, setting: Setting) -> Result<Problem, String> {
        Problem::new(self.nodes.clone(), self.edges.clone(), setting)
    }
    /// Without the variants that this does not hold for.
    ///
    /// # Errors
    /// The node that would be left without any.
    pub fn only(&self, keep: impl Fn(&Variant) -> bool) -> Result<Problem, String> {
        let mut nodes = self.nodes.clone();
        for node in &mut nodes {
            node.variants.retain(&keep);
        }
        Problem::new(nodes, self.edges.clone(), self.setting.clone())
    }
}

fn check(node: &Node, edges: usize) -> Result<(), String> {
    let name = &node.name;
    if node.variants.is_empty() {
        return Err(format!("`{name}` has no variant that may be used"));
    }
    for variant in &node.variants {
        let tensor = variant.tensor;
        if tensor == 0 || variant.samples == 0 {
            return Err(format!("`{name}`: degree and samples must be at least 1, got {tensor} and {}", variant.samples));
        }
        let figures = [variant.forward, variant.backward, variant.weights, variant.held, variant.fixed, node.output];
        let all = figures.iter().chain(&variant.ports).chain(&variant.scratch).chain(&variant.crossing);
        if let Some(figure) = all.into_iter().find(|figure| !(figure.is_finite() && **figure >= 0.0)) {
            return Err(format!("`{name}`, degree {tensor}: figures must be at least 0, got {figure}"));
        }
        if !variant.crossing.is_empty() && variant.crossing.len() != edges {
            return Err(format!("`{name}`, degree {tensor}: has {edges} edges, but bytes for crossing {}", variant.crossing.len()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str) -> Node {
        Node { name: name.to_owned(), output: 0.0, starts_layer: false, variants: vec![Variant::default()] }
    }

    fn setting() -> Setting {
        Setting { devices: 2, memory: f64::INFINITY, link: Link::flat(1.0), samples: 4, most_data: 4, objective: Objective::PerSample, rule: None }
    }

    #[test]
    fn nodes_are_numbered_in_an_order_that_edges_follow() {
        let edge = |from, to| Edge { from, to, bytes: 1.0 };
        let problem = Problem::new(vec![node("c"), node("a"), node("b")], vec![edge(1, 2), edge(2, 0)], setting()).expect("legal");
        assert_eq!(problem.nodes().iter().map(|node| node.name.as_str()).collect::<String>(), "abc");
        assert_eq!(problem.edges().iter().map(|edge| (edge.from, edge.to)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    }

    #[test]
    fn a_problem_that_no_plan_fits_is_refused() {
        let edge = |from, to| Edge { from, to, bytes: 1.0 };
        let fault = |nodes: &[&str], edges: &[(usize, usize)], setting: Setting| {
            Problem::new(nodes.iter().map(|name| node(name)).collect(), edges.iter().map(|&(from, to)| edge(from, to)).collect(), setting).expect_err("a fault")
        };
        assert_eq!(fault(&[], &[], setting()), "there is no node to place");
        assert_eq!(fault(&["a", "b"], &[(0, 1), (1, 0)], setting()), "the graph has a circle: `a` waits for itself");
        assert_eq!(fault(&["a"], &[(0, 3)], setting()), "an edge leads from 0 to 3, but there are 1 nodes");
        assert_eq!(fault(&["a"], &[], Setting { devices: 0, ..setting() }), "devices must be from 1 to 1048576, got 0");
        assert_eq!(fault(&["a"], &[], Setting { memory: f64::NAN, ..setting() }), "memory must be above 0 bytes, got NaN");
    }
}
