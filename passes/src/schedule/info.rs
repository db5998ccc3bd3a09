//! What is known of a published schedule, and how one is asked for: `NAME:p=4,m=8,v=2`.
//!
//! Invariant: a schedule is built only for parameters that keep all its rules; a broken rule is told with the numbers that break it.

use super::costs::{Time, Units};
use super::formula::{holds, value};
use super::order::Schedule;
use std::collections::BTreeMap;

/// Parameters of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// p: ranks.
    pub ranks: usize,
    /// m: microbatches.
    pub microbatches: usize,
    /// v: stages a rank.
    pub chunks: usize,
    /// Others, by name; each schedule's own, with defaults filled in.
    pub options: BTreeMap<String, String>,
    /// What stages take for a microbatch, forward, gradients of inputs and of weights, in the unit of [`Times`], for those that search orders for costs;
    /// empty where all take what the times say.
    pub uneven: Vec<[Time; 3]>,
}

/// What one stage takes for one microbatch, for schedules whose order depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// Forward.
    pub forward: Time,
    /// Gradients of inputs.
    pub input: Time,
    /// Gradients of weights.
    pub weight: Time,
    /// From rank to rank.
    pub hop: Time,
    /// Moving a microbatch's activations of a stage off the device, or back.
    pub offload: Time,
}

impl Times {
    /// All computations take one, messages nothing.
    pub const UNIT: Times = Times { forward: 1, input: 1, weight: 1, hop: 0, offload: 0 };
}

/// Which time a formula is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Until the last rank is done.
    Makespan,
    /// The longest time of one rank.
    LongestStage,
}

/// A formula with the condition under which it is exact. Names: p, m, v, F, B, W, c as costs are given (for a device's share of the model, B and W the
/// halves of the backward pass), S = F+B+W, FB (a pair that runs as one; 0 where its halves run one after the other), and numeric options by name.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The formula.
    pub text: &'static str,
    /// When it holds exactly.
    pub when: &'static str,
}

impl Law {
    /// A formula that is near and never exact.
    pub const fn about(text: &'static str) -> Law {
        Law { text, when: NEVER }
    }
    /// The formula with the condition under which it is exact.
    pub fn shown(self) -> String {
        match self.when {
            "" => self.text.to_owned(),
            NEVER => format!("about {}", self.text),
            when => format!("{} where {when}", self.text),
        }
    }
}

/// A condition that nothing meets.
const NEVER: &str = "0 = 1";

/// How many stages a rank has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chunks {
    /// Always so many.
    Fixed(usize),
    /// As asked for; so many where nothing is said.
    Any(usize),
}

/// An option of a schedule.
#[derive(Clone, Copy, Debug)]
pub struct ScheduleOption {
    /// Its name.
    pub name: &'static str,
    /// What it is where nothing is said.
    pub default: &'static str,
    /// What it does.
    pub summary: &'static str,
}

/// A published schedule.
pub struct ScheduleInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What a step takes beyond m*S on a rank.
    pub bubble: Law,
    /// Of which time.
    pub metric: Metric,
    /// The most activations that a rank holds, in those of one microbatch for one device's share of the model.
    pub memory: Law,
    /// Weights that a rank holds, in its share of the model.
    pub weights: &'static str,
    /// Messages from rank to rank for one microbatch, forward and backward.
    pub messages: Law,
    /// Whether a step gives the gradients of one version of the weights.
    pub synchronous: bool,
    /// Stages a rank.
    pub chunks: Chunks,
    /// Conditions on p, m and v.
    pub rules: &'static [&'static str],
    /// Its own options.
    pub options: &'static [ScheduleOption],
    /// Builds it; the rules hold.
    pub build: fn(&Parameters, Times) -> Result<Schedule, String>,
}

/// Most ranks, and most actions of one kind: more is a mistake.
const MOST_RANKS: usize = 1 << 14;
const MOST_CELLS: usize = 1 << 26;

impl Parameters {
    /// p ranks, m microbatches, v stages a rank, no options.
    pub fn new(ranks: usize, microbatches: usize, chunks: usize) -> Parameters {
        Parameters { ranks, microbatches, chunks, options: BTreeMap::new(), uneven: Vec::new() }
    }
    /// An option as a number.
    pub fn number(&self, name: &str) -> Result<usize, String> {
        let text = self.options.get(name).map_or("", String::as_str);
        text.parse().map_err(|_| format!("{name}={text}: wanted a number"))
    }
    /// An option as rows of numbers: `1:2/3:4` are two rows of two; nothing is none.
    pub fn rows(&self, name: &str, columns: usize) -> Result<Vec<Vec<u64>>, String> {
        const MOST: u64 = 1 << 20;
        let text = self.text(name);
        let wrong = || format!("{name}={text}: wanted rows of {columns} whole numbers up to {MOST}, such as {}", vec!["1"; columns].join(":") + "/…");
        let row = |row: &str| {
            let numbers: Option<Vec<u64>> = row.split(':').map(|number| number.trim().parse().ok().filter(|number| *number <= MOST)).collect();
            numbers.filter(|numbers| numbers.len() == columns).ok_or_else(wrong)
        };
        text.split('/').filter(|row| !row.trim().is_empty()).map(row).collect()
    }
    /// An option that counts microbatches of a device's share, which need not be whole: in thousandths.
    pub fn thousandths(&self, name: &str) -> Result<u64, String> {
        let text = self.text(name);
        let value = Units { scale: 1000 }.whole(text).ok().filter(|_| text.split_once('.').is_none_or(|(_, after)| after.len() <= 3));
        value.ok_or_else(|| format!("{name}={text}: wanted a number with at most three digits after the point"))
    }
    /// An option as text.
    pub fn text(&self, name: &str) -> &str {
        self.options.get(name).map_or("", String::as_str)
    }
    fn names(&self) -> Vec<(&str, f64)> {
        let mut names = vec![("p", self.ranks as f64), ("m", self.microbatches as f64), ("v", self.chunks as f64)];
        // What is no number is equal to none, so that no condition on it holds.
        names.extend(self.options.iter().map(|(name, text)| (name.as_str(), text.parse().unwrap_or(f64::NAN))));
        names
    }
}

impl ScheduleInfo {
    /// Parameters with this schedule's defaults, checked against its rules.
    pub fn checked(&self, mut given: Parameters) -> Result<Parameters, String> {
        let name = self.name;
        for option in self.options {
            given.options.entry(option.name.to_owned()).or_insert_with(|| option.default.to_owned());
        }
        if let Some(other) = given.options.keys().find(|key| !self.options.iter().any(|option| option.name == key.as_str())) {
            let known: Vec<&str> = ["p", "m", "v"].into_iter().chain(self.options.iter().map(|option| option.name)).collect();
            return Err(format!("{name} has no parameter `{other}`; it has {}", known.join(", ")));
        }
        if let Chunks::Fixed(chunks) = self.chunks
            && given.chunks != chunks
        {
            return Err(format!("{name} has v = {chunks}, not {}", given.chunks));
        }
        let (p, m, v) = (given.ranks, given.microbatches, given.chunks);
        let sizes = p.checked_mul(v).and_then(|stages| stages.checked_mul(m));
        if p == 0 || m == 0 || v == 0 || p > MOST_RANKS || sizes.is_none_or(|cells| cells > MOST_CELLS) {
            return Err(format!("{name}: p, m and v are at least 1, p at most {MOST_RANKS}, p*v*m at most {MOST_CELLS}; p={p}, m={m}, v={v}"));
        }
        for rule in self.rules {
            if !holds(rule, &given.names())? {
                return Err(format!("{name} needs {rule}; p={p}, m={m}, v={v}"));
            }
        }
        Ok(given)
    }
    /// The schedule for these parameters.
    pub fn build(&self, given: Parameters, times: Times) -> Result<Schedule, String> {
        let parameters = self.checked(given)?;
        (self.build)(&parameters, times)
    }
    /// The value of one of its formulas for costs of a device's share `[F, B, W, c, FB]`; `None` where it is not exact for them.
    pub fn law(&self, law: Law, given: &Parameters, costs: [f64; 5]) -> Result<Option<f64>, String> {
        let [forward, input, weight, hop, pair] = costs;
        let mut names = given.names();
        names.extend([("F", forward), ("B", input), ("W", weight), ("c", hop), ("FB", pair), ("S", forward + input + weight)]);
        if !holds(law.when, &names)? {
            return Ok(None);
        }
        value(law.text, &names).map(Some)
    }
}

/// Reads `NAME[:KEY=VALUE,…]`: the schedule and what is said of it.
pub fn named<'a>(text: &str, table: &[&'a ScheduleInfo]) -> Result<(&'a ScheduleInfo, BTreeMap<String, String>), String> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let info = table.iter().find(|info| info.name.eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|info| info.name).collect();
        format!("no schedule is named `{name}`; there are {}", names.join(", "))
    })?;
    let mut options = BTreeMap::new();
    for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("`{part}`: wanted NAME=VALUE, such as p=4"))?;
        if options.insert(key.trim().to_owned(), value.trim().to_owned()).is_some() {
            return Err(format!("`{}` is given twice", key.trim()));
        }
    }
    Ok((info, options))
}

/// Reads `NAME:p=4,m=8,v=2`.
pub fn parse<'a>(text: &str, table: &[&'a ScheduleInfo]) -> Result<(&'a ScheduleInfo, Parameters), String> {
    let (info, mut options) = named(text, table)?;
    let mut number = |key: &str, default: Option<usize>| match options.remove(key) {
        Some(text) => text.parse::<usize>().map_err(|_| format!("{key}={text}: wanted a whole number")),
        None => default.ok_or_else(|| format!("{} needs {key}, such as {}:p=4,m=8", info.name, info.name)),
    };
    let default = match info.chunks {
        Chunks::Fixed(chunks) | Chunks::Any(chunks) => chunks,
    };
    let (ranks, microbatches, chunks) = (number("p", None)?, number("m", None)?, number("v", Some(default))?);
    let parameters = info.checked(Parameters { ranks, microbatches, chunks, options, uneven: Vec::new() })?;
    Ok((info, parameters))
}
