//! A plan: stages with their nodes, devices and degrees. It knows no problem; [`Plan::check`] says whether it is one of a problem's.
//!
//! Invariants that the check keeps: every node is placed exactly once; stages stand in an order that edges follow; two stages share all their devices or none;
//! no more devices are used than there are; every node has a variant that was measured for its stage's degree and samples.

use super::problem::{Problem, Variant};
use std::ops::Range;

/// What one group of devices does in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Nodes, ascending.
    pub nodes: Vec<usize>,
    /// For each node, the number of its variant: degree, samples and whether it is computed again.
    pub variants: Vec<usize>,
    /// Its devices: degree times replicas. Stages that have the same share them.
    pub devices: Range<usize>,
    /// Devices that a replica is cut over.
    pub tensor: usize,
    /// Replicas.
    pub data: usize,
}

/// See the head of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Samples of a microbatch, over all replicas of a stage where it has samples of its own, else of one.
    pub samples: usize,
    /// In an order that edges follow.
    pub stages: Vec<Stage>,
}

impl Plan {
    /// The variants of a stage's nodes.
    pub fn choices<'p>(&'p self, problem: &'p Problem, stage: usize) -> impl Iterator<Item = (usize, &'p Variant)> {
        let stage = &self.stages[stage];
        stage.nodes.iter().zip(&stage.variants).map(|(&node, &variant)| (node, &problem.nodes()[node].variants[variant]))
    }
    /// For each node its stage.
    pub fn stage_of(&self, problem: &Problem) -> Vec<usize> {
        let mut of = vec![usize::MAX; problem.nodes().len()];
        for (index, stage) in self.stages.iter().enumerate() {
            for &node in &stage.nodes {
                if let Some(place) = of.get_mut(node) {
                    *place = index;
                }
            }
        }
        of
    }
    /// Groups of devices, each with its stages, by first device.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = std::collections::BTreeMap::<usize, Vec<usize>>::new();
        for (index, stage) in self.stages.iter().enumerate() {
            groups.entry(stage.devices.start).or_default().push(index);
        }
        groups.into_values().collect()
    }
    /// Degrees as the papers write them: `3-1`, and with tensor parallelism `2x4-1` for two replicas over four devices each.
    pub fn shape(&self) -> String {
        let shown = |stage: &Stage| if stage.tensor == 1 { stage.data.to_string() } else { format!("{}x{}", stage.data, stage.tensor) };
        let mut parts: Vec<(String, usize)> = Vec::new();
        for stage in &self.stages {
            let part = shown(stage);
            match parts.last_mut() {
                Some((last, count)) if *last == part => *count += 1,
                _ => parts.push((part, 1)),
            }
        }
        let shown = |(part, count): &(String, usize)| if *count > 3 { format!("({part}){count}") } else { vec![part.as_str(); *count].join("-") };
        parts.iter().map(shown).collect::<Vec<_>>().join("-")
    }
    /// Devices that do something.
    pub fn devices(&self) -> usize {
        self.groups().iter().map(|group| self.stages[group[0]].devices.len()).sum()
    }
    /// Whether this is a plan of that problem; see the head of the file.
    ///
    /// # Errors
    /// The stage or node at fault.
    pub fn check(&self, problem: &Problem) -> Result<(), String> {
        let mut of = vec![None; problem.nodes().len()];
        for (index, stage) in self.stages.iter().enumerate() {
            if stage.nodes.is_empty() {
                return Err(format!("stage {index} has no node"));
            }
            if stage.nodes.len() != stage.variants.len() {
                return Err(format!("stage {index} has {} nodes and {} variants", stage.nodes.len(), stage.variants.len()));
            }
            if stage.tensor == 0 || stage.data == 0 || stage.devices.len() != stage.tensor * stage.data {
                return Err(format!("stage {index}: {} replicas over {} devices each are not its {} devices", stage.data, stage.tensor, stage.devices.len()));
            }
            if stage.devices.end > problem.setting().devices {
                return Err(format!("stage {index} needs device {}, but there are {}", stage.devices.end - 1, problem.setting().devices));
            }
            if stage.data > problem.setting().most_data {
                return Err(format!("stage {index} has {} replicas, but {} are allowed", stage.data, problem.setting().most_data));
            }
            for (&node, &variant) in stage.nodes.iter().zip(&stage.variants) {
                let known = problem.nodes().get(node).ok_or_else(|| format!("stage {index}: there is no node {node}"))?;
                if let Some(other) = of[node].replace(index) {
                    return Err(format!("`{}` is in stages {other} and {index}", known.name));
                }
                let chosen =
                    known.variants.get(variant).ok_or_else(|| format!("`{}` has {} variants, not a number {variant}", known.name, known.variants.len()))?;
                if chosen.tensor != stage.tensor {
                    return Err(format!("`{}` is measured over {} devices, but its stage has {}", known.name, chosen.tensor, stage.tensor));
                }
                if !problem.setting().objective.samples_fit(chosen.samples, stage.data, self.samples) {
                    return Err(format!(
                        "`{}` is measured for {} samples, but {} replicas have {} together",
                        known.name, chosen.samples, stage.data, self.samples
                    ));
                }
            }
        }
        if let Some(left) = of.iter().position(Option::is_none) {
            return Err(format!("`{}` is in no stage", problem.nodes()[left].name));
        }
        if let Some(edge) = problem.edges().iter().find(|edge| of[edge.from] > of[edge.to]) {
            let name = |node: usize| &problem.nodes()[node].name;
            return Err(format!(
                "`{}` of stage {} waits for `{}` of stage {}",
                name(edge.to),
                of[edge.to].unwrap_or(0),
                name(edge.from),
                of[edge.from].unwrap_or(0)
            ));
        }
        let mut ranges: Vec<&Range<usize>> = self.stages.iter().map(|stage| &stage.devices).collect();
        ranges.sort_by_key(|range| (range.start, range.end));
        ranges.dedup();
        match ranges.windows(2).find(|pair| pair[0].end > pair[1].start) {
            Some(pair) => Err(format!("devices {:?} and {:?} are shared in part", pair[0], pair[1])),
            None => Ok(()),
        }
    }
}

/// Stages that follow each other, each with devices of its own.
pub struct Chain {
    plan: Plan,
}

impl Chain {
    /// No stage yet.
    pub fn new(samples: usize) -> Chain {
        Chain { plan: Plan { samples, stages: Vec::new() } }
    }
    /// One stage more, on the devices that follow.
    pub fn push(&mut self, mut choices: Vec<(usize, usize)>, tensor: usize, data: usize) {
        choices.sort_unstable();
        let start = self.plan.stages.last().map_or(0, |stage| stage.devices.end);
        let (nodes, variants) = choices.into_iter().unzip();
        self.plan.stages.push(Stage { nodes, variants, devices: start..start + tensor * data, tensor, data });
    }
    /// The plan.
    pub fn done(self) -> Plan {
        self.plan
    }
}
