//! Which choice is best, and a bound below which none is.
//!
//! Two spaces are searched. Where all ranks are alike: every division of the devices into stages, replicas and groups, every number of rows of a microbatch, what is computed again, ZeRO, and stages a
//! rank; each with layers dealt out so that the longest stage is as short as memory allows. Where ranks differ: Alpa's dynamic program ([`shardwright_passes::stage::submeshes`]), a way for each stage
//! of its own. Both are ordered by a formula, and the best of each judged by the schedule simulator under every schedule. The bound counts every layer at the cheapest that a device takes
//! for a row of it in any solved table: no plan made of these tables takes less. Invariants: of equal choices the first stays; nothing that passes the memory is chosen.

use super::config::{Again, Config, Habits, Judged, RankPlan, StageCost, judge, stage_cost};
use super::lowered::Lowered;
use super::tables::Tables;
use super::{Choices, Question};
use crate::driver::CompileFault;
use shardwright_ir::Diagnostic;
use shardwright_ir::nearest::did_you_mean;
use shardwright_passes::stage::submeshes::{Problem, divide};
use std::ops::Range;

/// So many choices of each space are simulated.
const JUDGED: usize = 20;
/// Most rows of a group that are tried by themselves: more give kernels little.
const MOST_ROWS: i64 = 16;
/// Most clusters and units of devices of the dynamic program.
const MOST_CLUSTERS: usize = 26;
const MOST_UNITS: i64 = 64;
/// Most actions of a schedule that is simulated.
const MOST_ACTIONS: i64 = 1 << 21;

/// One choice with what it takes.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The choice.
    pub config: Config,
    /// What it takes by the tables.
    pub judged: Judged,
    /// What its program takes, or why it has none; absent where none was made.
    pub lowered: Option<Result<Lowered, String>>,
}

impl Tried {
    /// What its program takes, where one was made.
    pub fn program(&self) -> Option<&Lowered> {
        self.lowered.as_ref()?.as_ref().ok()
    }
    /// Seconds of a step: of the program, where one was made, else by the tables.
    pub fn step(&self) -> f64 {
        self.program().map_or(self.judged.step, |program| program.step)
    }
    /// Share of the step that the busiest rank waits, likewise.
    pub fn bubble(&self) -> f64 {
        self.program().map_or(self.judged.bubble, |program| program.bubble)
    }
    /// The most that a device holds, likewise.
    pub fn peak(&self) -> i64 {
        self.program().map_or_else(|| self.judged.peak(), |program| program.peak)
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The best first.
    pub tried: Vec<Tried>,
    /// Seconds below which no plan of these layers goes, by the same prices.
    pub bound: f64,
    /// How many choices were priced by the formula.
    pub priced: usize,
}

/// A choice by the formula.
struct Candidate {
    estimate: f64,
    config: Config,
}

/// Where a division of the devices begins: nothing is dealt out yet.
#[derive(Clone, Copy)]
struct Start {
    /// Seconds that it takes at the least.
    low: f64,
    way: RankPlan,
    own: i64,
    ranks: usize,
    chunks: usize,
    microbatches: i64,
    /// Picoseconds of all layers for one microbatch.
    time: i64,
}

/// The best choices.
///
/// # Errors
/// Rows that do not divide, layers that cannot be planned, or nothing that fits the memory.
pub fn choose(question: &Question, tables: &mut Tables, told: &mut dyn FnMut(&str)) -> Result<Chosen, CompileFault> {
    let fault = |why: String| CompileFault::from(Diagnostic::error(why));
    if let Some(other) = question.choices.schedules.iter().find(|name| !PLANNED.contains(&name.as_str())) {
        let hint = did_you_mean(other, PLANNED.iter().copied());
        return Err(Diagnostic::error(format!("no plan has the schedule `{other}`{hint}: plans have {}", PLANNED.join(", "))).in_place("--choose").into());
    }
    if tables.state_bytes == 0 && !question.choices.zero.is_empty() && question.choices.zero.iter().all(|zero| (1..=2).contains(zero)) {
        let message = "no plan has ZeRO 1 or 2: the optimizer keeps no state that could be divided";
        return Err(Diagnostic::error(message).in_place("--choose").help("choose zero=0 or zero=3, or another optimizer").into());
    }
    let mut search = Search { question, tables, priced: 0, least: i64::MAX };
    let mut found = search.alike(told).map_err(fault)?;
    let one_chunk = question.choices.chunks.is_empty() || question.choices.chunks.contains(&1);
    let uneven = if question.choices.ranks.is_empty() && one_chunk { search.different(told).map_err(fault)? } else { Vec::new() };
    let (priced, mut least) = (search.priced, search.least);
    // Whether there is a choice whose schedule runs.
    let mut runs = found.is_empty() && uneven.is_empty();
    found.truncate(JUDGED);
    found.extend(uneven);
    let mut tried: Vec<Tried> = Vec::new();
    told("simulating schedules");
    for candidate in found {
        for config in schedules(&candidate.config, question) {
            // Both spaces hold what has all ranks alike.
            if tried.iter().any(|known| known.config == config) {
                continue;
            }
            let Ok(judged) = judge(search.tables, &config, Habits::default()) else { continue };
            (runs, least) = (true, least.min(judged.peak()));
            if judged.peak() <= question.memory {
                tried.push(Tried { config, judged, lowered: None });
            }
        }
    }
    tried.sort_by(|a, b| a.judged.step.total_cmp(&b.judged.step));
    if tried.is_empty() {
        if !runs {
            let message = "none of the schedules and numbers of stages that may be chosen runs".to_owned();
            return Err(Diagnostic::error(message).in_place("--choose").help("interleaved-1f1b and zbv are for several stages a rank (chunks), 1f1b and zb-h1 for one").into());
        }
        if least == i64::MAX {
            let own = search.rows();
            let (groups, rows) = (search.groups(), own.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
            let groups = groups.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let only = search.tables.own_rows.map_or(String::new(), |own| format!("; the model has batches of {own} rows and no other, so that no stage has replicas"));
            let message = format!("{} devices and {} rows a step are not ranks x replicas x groups of {groups} with microbatches of {rows} rows a replica{only}", question.devices, question.rows);
            return Err(Diagnostic::error(message).help("ask for another --batch or number of --devices, or let more be chosen").into());
        }
        let help = "use more devices, fewer rows a step, or a machine with more memory";
        return Err(Diagnostic::error(format!("no plan with stages fits {} bytes a device: the least that was seen needs {least}", question.memory)).help(help).into());
    }
    let bound = bound(search.tables, question);
    Ok(Chosen { tried, bound, priced })
}

/// What a given choice takes.
///
/// # Errors
/// What is wrong with it.
pub fn evaluate(tables: &mut Tables, config: &Config) -> Result<Tried, CompileFault> {
    evaluate_as(tables, config, Habits::default())
}

/// What a given choice takes in a program with such habits.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_as(tables: &mut Tables, config: &Config, habits: Habits) -> Result<Tried, CompileFault> {
    let judged = judge(tables, config, habits).map_err(Diagnostic::error)?;
    Ok(Tried { config: config.clone(), judged, lowered: None })
}

/// Schedules that plans have: pieces of a program follow them, and the simulator tells them apart.
const PLANNED: [&str; 4] = ["1f1b", "zb-h1", "interleaved-1f1b", "zbv"];

/// The schedules of a choice that may be taken: with stages of a rank as planned.
fn schedules(config: &Config, question: &Question) -> Vec<Config> {
    let names: &[&str] = match (config.ranks.len(), config.chunks()) {
        (1, _) => &["1f1b"],
        (_, 1) => &["1f1b", "zb-h1"],
        (_, 2) => &["interleaved-1f1b", "zbv"],
        _ => &["interleaved-1f1b"],
    };
    // Halves of a backward pass that computes layers again would hold all of them between each other.
    let whole = config.ranks.iter().any(|rank| rank.again == Again::Layers);
    let names = names.iter().filter(|name| !whole || !["zb-h1", "zbv"].contains(*name));
    let allowed = |name: &&&str| question.choices.schedules.is_empty() || question.choices.schedules.iter().any(|own| own == **name);
    names.filter(allowed).map(|name| Config { schedule: (*name).to_owned(), ..config.clone() }).collect()
}

/// Seconds below which no plan made of the solved layers goes.
fn bound(tables: &Tables, question: &Question) -> f64 {
    let mut least = vec![f64::INFINITY; tables.chain.iter().map(|layer| layer.kind + 1).max().unwrap_or(0)];
    for (rows, group, solved) in tables.all_solved() {
        for (least, one) in least.iter_mut().zip(solved) {
            let quickest = one.ways.iter().flatten().map(|(passes, _)| passes.forward + passes.input + passes.weight).min().unwrap_or(0);
            *least = least.min(quickest as f64 * group as f64 / rows as f64);
        }
    }
    let each: f64 = tables.chain.iter().map(|layer| least[layer.kind]).sum();
    each * question.rows as f64 / question.devices as f64 / 1e12
}

struct Search<'a> {
    question: &'a Question<'a>,
    tables: &'a mut Tables,
    priced: usize,
    /// The least memory of any choice that was priced.
    least: i64,
}

impl Search<'_> {
    fn choices(&self) -> &Choices {
        &self.question.choices
    }

    /// Devices that a group may have: divisors of all that lie in one node, as slices that the machine has.
    fn groups(&mut self) -> Vec<i64> {
        let node = self.question.machine.levels.first().and_then(|level| level.units).unwrap_or(8).min(16);
        let node = i64::try_from(node).unwrap_or(8);
        let all = (1..=node.min(self.question.devices)).filter(|group| node % group == 0 && self.question.devices % group == 0);
        let wanted: Vec<i64> = all.filter(|group| self.choices().groups.is_empty() || self.choices().groups.contains(group)).collect();
        wanted.into_iter().filter(|&group| self.tables.prices(1, group).is_ok()).collect()
    }

    /// Rows of a group that may be tried.
    fn rows(&self) -> Vec<i64> {
        if let Some(own) = self.tables.own_rows {
            return vec![own];
        }
        if !self.choices().rows.is_empty() {
            return self.choices().rows.clone();
        }
        (1..=MOST_ROWS.min(self.question.rows)).filter(|rows| self.question.rows % rows == 0).collect()
    }

    /// Whether a rank may have so many replicas: a model that has its own number of rows cannot be read with fewer, so all of them are one replica's.
    fn may_have(&self, replicas: i64) -> bool {
        replicas == 1 || self.tables.own_rows.is_none()
    }

    /// What a rank may be, beside replicas and group.
    fn ways(&self, replicas: i64, group: i64) -> Vec<RankPlan> {
        let tried = || Again::TRIED.into_iter().filter(|again| *again != Again::Scores || self.tables.scores).collect();
        let again: Vec<Again> = if self.choices().again.is_empty() { tried() } else { self.choices().again.clone() };
        // Stage 2 scatters gradients for every microbatch, which stage 1 does not and stage 3 does for less memory: it is taken where it is asked for.
        let wanted = |zero: &u8| if self.choices().zero.is_empty() { *zero != 2 } else { self.choices().zero.contains(zero) };
        // Where the optimizer keeps no state, there is nothing for stages 1 and 2 to divide.
        let divides = |zero: &u8| self.tables.state_bytes > 0 || !(1..=2).contains(zero);
        let zero: Vec<u8> = if replicas == 1 { vec![0] } else { (0..=3).filter(wanted).filter(divides).collect() };
        // A group that does not divide its weights divides rows, as replicas do that sum gradients once a step.
        let divided: &[bool] = if group > 1 && !self.choices().undivided { &[true] } else { &[false] };
        let mut all = Vec::new();
        for &divided in divided {
            for &again in &again {
                all.extend(zero.iter().map(|&zero| RankPlan { replicas, group, divided, again, zero }));
            }
        }
        all
    }

    /// Choices with all ranks alike, by the formula, best first.
    fn alike(&mut self, told: &mut dyn FnMut(&str)) -> Result<Vec<Candidate>, String> {
        let (devices, rows, layers) = (self.question.devices, self.question.rows, self.tables.chain.len());
        let mut starts: Vec<Start> = Vec::new();
        for group in self.groups() {
            for own in self.rows() {
                let places = devices / group;
                let counts: Vec<i64> = (1..=places).filter(|&replicas| places % replicas == 0 && self.may_have(replicas)).collect();
                for replicas in counts {
                    let ranks = usize::try_from(places / replicas).unwrap_or(usize::MAX);
                    let allowed = self.choices().ranks.is_empty() || self.choices().ranks.contains(&ranks);
                    if ranks > layers || !allowed || rows % (own * replicas) != 0 {
                        continue;
                    }
                    let microbatches = rows / (own * replicas);
                    // Not every machine has slices of any size.
                    if self.tables.prices(replicas, group).is_err() {
                        continue;
                    }
                    told(&format!("{ranks} stages x {replicas} replicas x groups of {group}, {own} rows"));
                    for way in self.ways(replicas, group) {
                        let whole = stage_cost(self.tables, 0..layers, &way, own)?;
                        self.priced += 1;
                        // Weights and the activations of a microbatch are shared by all ranks at best.
                        let share = (whole.weights + whole.gradients + whole.states + whole.kept) / ranks as i64;
                        if share > self.question.memory {
                            self.least = self.least.min(share);
                            continue;
                        }
                        let each = whole.time() as f64 / 1e12 / ranks as f64;
                        for chunks in self.chunks(ranks, microbatches) {
                            let low = each * (microbatches as f64 + (ranks - 1) as f64 / chunks as f64) + (whole.reduce + whole.update) / ranks as f64;
                            starts.push(Start { low, way, own, ranks, chunks, microbatches, time: whole.time() });
                        }
                    }
                }
            }
        }
        starts.sort_by(|a, b| a.low.total_cmp(&b.low));
        let mut found: Vec<Candidate> = Vec::new();
        for start in starts {
            // What cannot come among the best by its least is left; estimates are not sorted yet.
            let beaten = found.iter().filter(|candidate| candidate.estimate <= start.low).count();
            if beaten >= JUDGED {
                break;
            }
            found.extend(self.dealt(&start)?);
        }
        found.sort_by(|a, b| a.estimate.total_cmp(&b.estimate));
        Ok(found)
    }

    fn chunks(&self, ranks: usize, microbatches: i64) -> Vec<usize> {
        let most = self.tables.chain.len() / ranks;
        let round = ranks == 1 || microbatches % ranks as i64 == 0;
        let fits = |chunks: &usize| *chunks <= most && (*chunks == 1 || ranks > 1 && round) && 3 * (ranks * chunks) as i64 * microbatches <= MOST_ACTIONS;
        let wanted = self.choices().chunks.clone();
        let all: Vec<usize> = if wanted.is_empty() { vec![1, 2, 3, 4, 5, 6, 8] } else { wanted };
        all.into_iter().filter(fits).collect()
    }

    /// Layers dealt out to stages: so that the longest is shortest within memory, and evenly by number.
    fn dealt(&mut self, start: &Start) -> Result<Vec<Candidate>, String> {
        let Start { way, own, ranks, chunks, microbatches, .. } = *start;
        let stages = ranks * chunks;
        let mut layouts: Vec<Vec<Range<usize>>> = Vec::new();
        layouts.extend(self.shortest(start)?);
        layouts.extend(even(self.tables, stages));
        layouts.dedup();
        let mut found = Vec::new();
        for layout in layouts {
            let costs = layout.iter().map(|layers| stage_cost(self.tables, layers.clone(), &way, own)).collect::<Result<Vec<_>, _>>()?;
            let at = |rank: usize| costs.iter().skip(rank).step_by(ranks);
            let longest = (0..ranks).map(|rank| at(rank).map(StageCost::time).sum::<i64>()).max().unwrap_or(0) as f64 / 1e12;
            let most = |of: &dyn Fn(&StageCost) -> f64| costs.iter().map(of).fold(0.0, f64::max) * chunks as f64;
            let fill = costs.iter().map(StageCost::time).sum::<i64>() as f64 / 1e12 / stages as f64 * (ranks - 1) as f64;
            let estimate = longest * microbatches as f64 + fill + most(&|cost| cost.reduce) + most(&|cost| cost.update);
            let in_flight = |rank: usize| if chunks == 1 { (ranks - rank) as f64 } else { ranks as f64 + (ranks - 1) as f64 / chunks as f64 };
            let held = |rank: usize| {
                let flying = in_flight(rank).min(microbatches as f64);
                at(rank).map(|cost| cost.bytes(0) - cost.working + (cost.kept as f64 * flying) as i64).sum::<i64>() + at(rank).map(|cost| cost.working).max().unwrap_or(0)
            };
            let peak = (0..ranks).map(held).max().unwrap_or(0);
            if peak > self.question.memory {
                self.least = self.least.min(peak);
            } else {
                let config = Config { stages: layout, ranks: vec![way; ranks], schedule: String::new(), microbatches, microbatch_rows: own * way.replicas };
                found.push(Candidate { estimate, config });
            }
        }
        Ok(found)
    }

    /// The layout whose longest stage is shortest, memory of 1F1B's microbatches in flight kept.
    fn shortest(&mut self, start: &Start) -> Result<Option<Vec<Range<usize>>>, String> {
        let (mut low, mut high) = (start.time / (2 * start.ranks * start.chunks) as i64, start.time);
        let mut best = self.filled(start, high)?;
        while best.is_some() && high - low > (low / 256).max(1) {
            let most = low + (high - low) / 2;
            match self.filled(start, most)? {
                Some(layout) => (high, best) = (most, Some(layout)),
                None => low = most,
            }
        }
        Ok(best)
    }

    /// Stages filled one after the other up to `most`; none where layers are left.
    fn filled(&mut self, start: &Start, most: i64) -> Result<Option<Vec<Range<usize>>>, String> {
        let Start { way, own, ranks, chunks, .. } = *start;
        let (count, stages) = (self.tables.chain.len(), ranks * chunks);
        let mut layout = Vec::with_capacity(stages);
        let mut first = 0;
        for stage in 0..stages {
            let left = stages - 1 - stage;
            let in_flight = if chunks == 1 { ((ranks - stage) as i64).min(start.microbatches) } else { 1 };
            let mut fits = |end: usize| -> Result<bool, String> {
                let cost = stage_cost(self.tables, first..end, &way, own)?;
                Ok(cost.time() <= most && cost.bytes(in_flight) <= self.question.memory)
            };
            // The most layers that fit: time and memory grow with them.
            let (mut low, mut high) = (first, count - left);
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if fits(middle)? {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            if low == first {
                return Ok(None);
            }
            layout.push(first..low);
            first = low;
        }
        Ok((first == count).then_some(layout))
    }

    /// Choices of Alpa's dynamic program: one for each number of rows of a microbatch.
    fn different(&mut self, told: &mut dyn FnMut(&str)) -> Result<Vec<Candidate>, String> {
        let (devices, rows) = (self.question.devices, self.question.rows);
        let unit = (devices / MOST_UNITS).max(1);
        let clusters = clusters(self.tables);
        let sizes: Vec<i64> = std::iter::successors(Some(unit), |size| Some(size * 2)).take_while(|&size| size <= devices).filter(|size| devices % unit == 0 && size % unit == 0).collect();
        let most = clusters.len().min(16).min(usize::try_from(devices / unit).unwrap_or(16));
        let mut found: Vec<Candidate> = Vec::new();
        let groups = self.groups();
        let own = self.rows();
        let mut batches: Vec<i64> = own.iter().flat_map(|own| sizes.iter().map(move |size| own * size)).filter(|batch| rows % batch == 0).collect();
        batches.sort_unstable();
        batches.dedup();
        // A microbatch that fills a pipeline of two at least, unless there is only one.
        batches.retain(|batch| rows / batch >= 2 || *batch == batches_least(&own));
        for batch in batches {
            told(&format!("stages of different sub-meshes, {batch} rows a microbatch"));
            let microbatches = rows / batch;
            let mut ways: Vec<Vec<(RankPlan, i64)>> = Vec::new();
            for &size in &sizes {
                let mut list = Vec::new();
                for &group in groups.iter().filter(|group| size % **group == 0) {
                    if self.tables.prices(size / group, group).is_err() {
                        continue;
                    }
                    let replicas = size / group;
                    if self.may_have(replicas) && batch % replicas == 0 && own.contains(&(batch / replicas)) {
                        list.extend(self.ways(replicas, group).into_iter().map(|way| (way, batch / replicas)));
                    }
                }
                ways.push(list);
            }
            let mut best = vec![None; most * sizes.len() * clusters.len() * (clusters.len() + 1)];
            let slot = |after: usize, size: usize, first: usize, end: usize| ((after * sizes.len() + size) * clusters.len() + first) * (clusters.len() + 1) + end;
            for (size, list) in ways.iter().enumerate() {
                for first in 0..clusters.len() {
                    for end in first + 1..=clusters.len() {
                        let layers = clusters[first].start..clusters[end - 1].end;
                        for (way, own) in list {
                            let cost = stage_cost(self.tables, layers.clone(), way, *own)?;
                            self.priced += 1;
                            // What comes once a step is shared by all microbatches.
                            let time = cost.time() + ((cost.reduce + cost.update) * 1e12) as i64 / microbatches;
                            for after in 0..most {
                                let fits = cost.bytes((after as i64 + 1).min(microbatches)) <= self.question.memory;
                                let known: &mut Option<(i64, RankPlan)> = &mut best[slot(after, size, first, end)];
                                if fits && known.is_none_or(|(least, _)| time < least) {
                                    *known = Some((time, *way));
                                }
                            }
                        }
                    }
                }
            }
            let time = |layers: Range<usize>, size: usize, after: usize| best[slot(after, size, layers.start, layers.end)].map(|(time, _)| u64::try_from(time).unwrap_or(0));
            let units: Vec<usize> = sizes.iter().map(|size| usize::try_from(size / unit).unwrap_or(1)).collect();
            let problem = Problem {
                layers: clusters.len(),
                devices: usize::try_from(devices / unit).unwrap_or(1),
                submeshes: &units,
                microbatches: u64::try_from(microbatches).unwrap_or(1),
                most_stages: most,
                time: &time,
            };
            let Some((cost, stages)) = divide(&problem) else { continue };
            let many = stages.len();
            let ranks: Option<Vec<RankPlan>> = stages.iter().enumerate().map(|(number, stage)| best[slot(many - 1 - number, stage.submesh, stage.layers.start, stage.layers.end)].map(|(_, way)| way)).collect();
            let Some(ranks) = ranks else { continue };
            let layout = stages.iter().map(|stage| clusters[stage.layers.start].start..clusters[stage.layers.end - 1].end).collect();
            found.push(Candidate { estimate: cost as f64 / 1e12, config: Config { stages: layout, ranks, schedule: String::new(), microbatches, microbatch_rows: batch } });
        }
        found.sort_by(|a, b| a.estimate.total_cmp(&b.estimate));
        found.truncate(JUDGED);
        Ok(found)
    }
}

fn batches_least(own: &[i64]) -> i64 {
    own.first().copied().unwrap_or(1)
}

/// Stages with equally many of the layers that repeat, those among them that read as many weights (the first may take its input in another type); what comes before them goes with the first
/// stage, what comes after with the last.
pub fn even(tables: &Tables, stages: usize) -> Option<Vec<Range<usize>>> {
    let count = |kind: usize| tables.chain.iter().filter(|layer| layer.kind == kind).count();
    let common = tables.chain.iter().map(|layer| layer.kind).max_by_key(|&kind| (count(kind), std::cmp::Reverse(kind)))?;
    let weights = tables.chain.iter().find(|layer| layer.kind == common)?.parameters.len();
    let first = tables.chain.iter().position(|layer| layer.parameters.len() == weights)?;
    let last = tables.chain.iter().rposition(|layer| layer.parameters.len() == weights)?;
    let many = last + 1 - first;
    if many % stages != 0 {
        return None;
    }
    let each = many / stages;
    let all = tables.chain.len();
    Some((0..stages).map(|stage| (if stage == 0 { 0 } else { first + stage * each })..(if stage + 1 == stages { all } else { first + (stage + 1) * each })).collect())
}

/// Layers joined so that there are few: neighbours that are alike.
fn clusters(tables: &Tables) -> Vec<Range<usize>> {
    let count = tables.chain.len();
    let each = count.div_ceil(MOST_CLUSTERS);
    let mut clusters: Vec<Range<usize>> = Vec::new();
    for layer in 0..count {
        match clusters.last_mut() {
            Some(last) if last.len() < each && tables.chain[last.start].kind == tables.chain[layer].kind => last.end = layer + 1,
            _ => clusters.push(layer..layer + 1),
        }
    }
    clusters
}
