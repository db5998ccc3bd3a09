//! Plans of a chain of ops as Aceso changes them, and what they cost.
//!
//! Invariants: stages cover all ops, none is empty; devices add up to no more than there are; what is computed again is decided by stage alone, so that a stage costs the same wherever it is met.

use crate::interop::objective::{stage_bytes, stage_seconds};
use crate::interop::plan::{Chain, Plan};
use crate::interop::problem::{Problem, Variant};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A stage: its ops end here, so many devices a replica, so many replicas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    pub end: usize,
    pub tensor: usize,
    pub data: usize,
}

impl Part {
    pub fn devices(&self) -> usize {
        self.tensor * self.data
    }
}

/// A plan.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    pub samples: usize,
    pub stages: Vec<Part>,
}

impl Config {
    /// Where a stage's ops start.
    pub fn start(&self, stage: usize) -> usize {
        stage.checked_sub(1).map_or(0, |before| self.stages[before].end)
    }
}

/// What a stage costs.
#[derive(Clone, Debug)]
pub struct StagePrice {
    pub seconds: f64,
    pub bytes: f64,
    /// Seconds of computing again.
    pub again: f64,
    /// Seconds that its ops would take on one device, over its devices, and what they take beyond that.
    pub ideal: f64,
    pub loss: f64,
    /// For each op the number of its variant.
    pub choices: Vec<usize>,
}

/// What a plan costs.
pub struct Priced {
    pub seconds: f64,
    pub fits: bool,
    /// Bytes of the stage that holds most.
    pub excess: f64,
    pub stages: Vec<Rc<StagePrice>>,
}

impl Priced {
    /// The stage to be relieved.
    pub fn bottleneck(&self) -> usize {
        let value = |stage: usize| if self.fits { self.stages[stage].seconds } else { self.stages[stage].bytes };
        (0..self.stages.len()).rev().max_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap_or(0)
    }
}

/// Variants of an op: as it is, and computed again.
type Ways = (usize, Option<usize>);
/// A stage: first op, end, degree, samples on a replica, stages behind.
type Key = (usize, usize, usize, usize, usize);

pub struct Model<'p> {
    pub problem: &'p Problem,
    ways: Vec<BTreeMap<(usize, usize), Ways>>,
    known: HashMap<Key, Option<Rc<StagePrice>>>,
    /// Plans priced.
    pub priced: u64,
    /// Samples of a microbatch on a replica as measured, and degrees.
    pub sizes: Vec<usize>,
    pub degrees: Vec<usize>,
}

impl<'p> Model<'p> {
    pub fn new(problem: &'p Problem) -> Result<Model<'p>, String> {
        let count = problem.nodes().len();
        let chain = problem.edges().iter().all(|edge| edge.to == edge.from + 1) && problem.edges().len() == count - 1;
        if !chain {
            return Err("plans for chains of ops, each taking what the one before makes; this graph has branches".to_owned());
        }
        let mut ways = Vec::with_capacity(count);
        for node in problem.nodes() {
            let mut of = BTreeMap::<(usize, usize), (Option<usize>, Option<usize>)>::new();
            for (number, variant) in node.variants.iter().enumerate() {
                let entry = of.entry((variant.tensor, variant.samples)).or_default();
                *(if variant.recompute { &mut entry.1 } else { &mut entry.0 }) = Some(number);
            }
            ways.push(of.into_iter().filter_map(|(key, (plain, again))| plain.map(|plain| (key, (plain, again)))).collect());
        }
        let all = |key: fn(&(usize, usize)) -> usize| {
            let mut values: Vec<usize> = ways.iter().flat_map(|of: &BTreeMap<_, _>| of.keys().map(key)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let (degrees, sizes) = (all(|key| key.0), all(|key| key.1));
        Ok(Model { problem, ways, known: HashMap::new(), priced: 0, sizes, degrees })
    }
    /// Equal numbers of ops, devices doubled from the first stage on while there are some, all of them for tensor parallelism. Devices that cannot be used so stay idle.
    pub fn balanced(&self, count: usize) -> Option<Config> {
        let (ops, devices) = (self.problem.nodes().len(), self.problem.setting().devices);
        let mut groups = vec![1usize; count];
        loop {
            let mut grown = false;
            for stage in 0..count {
                let left = devices - groups.iter().sum::<usize>();
                if groups[stage] <= left && self.degrees.contains(&(groups[stage] * 2)) {
                    groups[stage] *= 2;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        let each = ops / count;
        let end = |stage: usize| if stage + 1 == count { ops } else { (stage + 1) * each };
        let stages = groups.iter().enumerate().map(|(stage, &tensor)| Part { end: end(stage), tensor, data: 1 }).collect();
        Some(Config { samples: *self.sizes.first()?, stages })
    }
    /// None where a stage is empty or was not measured so.
    pub fn price(&mut self, config: &Config) -> Option<Priced> {
        self.priced += 1;
        let count = config.stages.len();
        let mut stages = Vec::with_capacity(count);
        for stage in 0..count {
            stages.push(self.stage(config.start(stage), &config.stages[stage], config.samples, count - 1 - stage)?);
        }
        let microbatches = self.problem.setting().samples / config.samples;
        if microbatches == 0 {
            return None;
        }
        let slowest = stages.iter().map(|stage| stage.seconds).fold(0.0, f64::max);
        let seconds = slowest * (microbatches - 1) as f64 + stages.iter().map(|stage| stage.seconds).sum::<f64>();
        let excess = stages.iter().map(|stage| stage.bytes).fold(0.0, f64::max);
        Some(Priced { seconds, fits: excess <= self.problem.setting().memory, excess, stages })
    }
    /// One stage.
    pub fn stage(&mut self, start: usize, part: &Part, samples: usize, behind: usize) -> Option<Rc<StagePrice>> {
        if part.end <= start || part.end > self.problem.nodes().len() || !samples.is_multiple_of(part.data) {
            return None;
        }
        let key = (start, part.end, part.tensor, samples / part.data, behind);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let priced = self.stage_price(key).map(|mut price| {
            let alone: f64 = (start..part.end).filter_map(|op| self.plain(op, 1, samples)).map(Variant::seconds).sum();
            price.ideal = alone / part.devices() as f64;
            price.loss = (price.seconds - price.again - price.ideal).max(0.0);
            Rc::new(price)
        });
        self.known.insert(key, priced.clone());
        priced
    }
    fn plain(&self, op: usize, tensor: usize, samples: usize) -> Option<&'p Variant> {
        self.ways[op].get(&(tensor, samples)).map(|&(plain, _)| &self.problem.nodes()[op].variants[plain])
    }
    /// Computes again as little as makes it fit.
    fn stage_price(&self, (start, end, tensor, samples, behind): Key) -> Option<StagePrice> {
        let ways: Vec<Ways> = (start..end).map(|op| self.ways[op].get(&(tensor, samples)).copied()).collect::<Option<_>>()?;
        let variant = |place: usize, number: usize| &self.problem.nodes()[start + place].variants[number];
        let starts = |place: usize| self.problem.nodes()[start + place].starts_layer;
        let memory = self.problem.setting().memory;
        let mut again = vec![false; ways.len()];
        let number = |place: usize, again: bool| if again { ways[place].1.unwrap_or(ways[place].0) } else { ways[place].0 };
        let of = |again: &[bool]| -> Vec<&Variant> { again.iter().enumerate().map(|(place, &again)| variant(place, number(place, again))).collect() };
        let bytes = |again: &[bool]| stage_bytes(&of(again), &starts, behind);
        let cost = |place: usize| ways[place].1.map(|number| variant(place, number).seconds() - variant(place, ways[place].0).seconds());
        let mut now = bytes(&again);
        while now > memory {
            // Every op that could be let go with the next, by seconds for a byte.
            let mut best: Option<(f64, usize)> = None;
            for place in 0..ways.len().saturating_sub(1) {
                if (again[place] && again[place + 1]) || starts(place + 1) {
                    continue;
                }
                let (Some(first), Some(second)) = (cost(place), cost(place + 1)) else { continue };
                let seconds = if again[place] { 0.0 } else { first } + if again[place + 1] { 0.0 } else { second };
                let freed = variant(place, ways[place].0).held * (behind + 1) as f64;
                if freed <= 0.0 {
                    continue;
                }
                // More than is needed counts as what is needed: the last one is as small as suffices.
                let score = seconds / freed.min(now - memory);
                if best.as_ref().is_none_or(|(known, _)| score < *known) {
                    best = Some((score, place));
                }
            }
            let Some((_, place)) = best else { break };
            again[place] = true;
            again[place + 1] = true;
            now = bytes(&again);
        }
        // What turned out not to be needed is not computed again.
        let mut dear: Vec<usize> = (0..again.len()).filter(|&place| again[place]).collect();
        dear.sort_by(|&a, &b| cost(b).unwrap_or(0.0).total_cmp(&cost(a).unwrap_or(0.0)).then(a.cmp(&b)));
        for place in dear {
            again[place] = false;
            if bytes(&again) > memory {
                again[place] = true;
            }
        }
        let choices = of(&again);
        let seconds = stage_seconds(&self.problem.setting().link, &choices);
        let extra = (0..again.len()).filter(|&place| again[place]).filter_map(cost).sum();
        let numbers = (0..again.len()).map(|place| number(place, again[place])).collect();
        Some(StagePrice { seconds, bytes: bytes(&again), again: extra, ideal: 0.0, loss: 0.0, choices: numbers })
    }
    /// As all planners return it.
    pub fn plan(&mut self, config: &Config) -> Plan {
        let mut chain = Chain::new(config.samples);
        let count = config.stages.len();
        for (stage, part) in config.stages.iter().enumerate() {
            let start = config.start(stage);
            if let Some(price) = self.stage(start, part, config.samples, count - 1 - stage) {
                chain.push((start..part.end).zip(price.choices.iter().copied()).collect(), part.tensor, part.data);
            }
        }
        chain.done()
    }
}
