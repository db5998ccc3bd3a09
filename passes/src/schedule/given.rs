//! Costs as they are given on a command line, `F=10,B=12,W=8,c=1`, or were measured for each stage, in a file.
//!
//! Invariant: every cost becomes whole units without rounding; a name that is not known, or a list of another length than there are stages, is refused.

use super::costs::{Costs, Time, Units};
use super::info::Times;
use super::order::Schedule;
use serde::Deserialize;

/// Costs by name, not yet in units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    entries: Vec<(String, Vec<String>)>,
    /// Whether passes' costs are of stages as they are, not of a device's share of the model.
    measured: bool,
}

/// A profile; see [`Given::measured`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Profile {
    stages: Vec<StageProfile>,
    hop: Option<f64>,
    wire: Option<f64>,
    node: Option<f64>,
    offload: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageProfile {
    forward: f64,
    input: Option<f64>,
    weight: Option<f64>,
    backward: Option<f64>,
    recompute: Option<f64>,
    gather: Option<f64>,
    reduce: Option<f64>,
    update: Option<f64>,
}

/// Names, whether they are for a share of the model (a stage takes a part of it), whether they may have a value a stage, and what they are where they are
/// not given.
const NAMES: [(&str, bool, bool, &str); 16] = [
    ("F", true, true, "1"),
    ("B", true, true, "1"),
    ("W", true, true, "1"),
    ("R", true, true, ""),
    ("FB", true, false, ""),
    ("c", false, false, "0"),
    ("wire", false, false, "0"),
    ("node", false, false, "0"),
    ("overlap", false, false, "1"),
    ("U", false, true, "0"),
    ("G", false, true, "0"),
    ("S", false, true, "0"),
    ("barrier", false, false, "0"),
    ("O", false, false, "0"),
    ("jitter", false, false, "0"),
    ("seed", false, false, "0"),
];

/// What a cost is where it is not given.
fn default_of(name: &str) -> &'static str {
    NAMES.iter().find(|(known, ..)| *known == name).map_or("", |(.., default)| *default)
}

/// Names of what is no cost but a whole number up to so much, and what it says.
const COUNTS: [(&str, u64, &str); 5] = [
    ("node", 1 << 20, "how many ranks a node has; 0: every two ranks have a link"),
    ("overlap", 1, "1 where messages run beside computation, else 0"),
    ("barrier", 1, "1 where no rank updates before all have their gradients, else 0"),
    ("jitter", 100, "percent"),
    ("seed", u64::MAX, "what random numbers begin with"),
];

impl Given {
    /// Reads the text.
    pub fn parse(text: &str) -> Result<Given, String> {
        let mut entries: Vec<(String, Vec<String>)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, values) = part.split_once('=').ok_or_else(|| format!("`{part}`: wanted NAME=COST, such as F=10"))?;
            let known = NAMES.iter().find(|(known, ..)| *known == name.trim());
            let Some((name, _, list, _)) = known else {
                let names: Vec<&str> = NAMES.iter().map(|(name, ..)| *name).collect();
                return Err(format!("no cost is named `{name}`; there are {}", names.join(", ")));
            };
            let values: Vec<String> = values.split('/').map(|value| value.trim().to_owned()).collect();
            if values.len() > 1 && !list {
                return Err(format!("{name} has one value, not {}", values.len()));
            }
            if entries.iter().any(|(other, _)| other == name) {
                return Err(format!("{name} is given twice"));
            }
            entries.push(((*name).to_owned(), values));
        }
        let given = Given { entries, measured: false };
        // Refuses what is no number before a schedule is built.
        given.check()?;
        Ok(given)
    }

    /// Reads what was measured: an object with a list `stages` of objects with numbers `forward`, `input`, `weight` (or `backward` for both), `recompute`,
    /// `gather`, `reduce`, `update`, each as the stage takes it, and numbers `hop`, `wire`, `node`, `offload` for all. What is missing takes nothing, but
    /// for what is computed again, which takes what the forward pass does. All in one unit. `over` is read last: costs by name that are not of passes.
    pub fn measured(text: &str, over: &Given) -> Result<Given, String> {
        let profile: Profile = serde_json::from_str(text).map_err(|error| format!("no profile of stages: {error}"))?;
        if profile.stages.is_empty() {
            return Err("a profile of no stages".to_owned());
        }
        let list = |of: fn(&StageProfile) -> Option<f64>| profile.stages.iter().map(|stage| of(stage).unwrap_or(0.0).to_string()).collect::<Vec<String>>();
        if let Some(stage) = profile.stages.iter().position(|stage| stage.backward.is_some() == (stage.input.is_some() || stage.weight.is_some())) {
            return Err(format!("stage {stage} of the profile has neither or both of `backward` and its halves `input` and `weight`"));
        }
        let mut entries = vec![
            ("F".to_owned(), list(|stage| Some(stage.forward))),
            // Where halves were not measured, the gradient leaves when all is done.
            ("B".to_owned(), list(|stage| stage.input.or(stage.backward))),
            ("W".to_owned(), list(|stage| stage.weight)),
            ("R".to_owned(), list(|stage| stage.recompute.or(Some(stage.forward)))),
            ("U".to_owned(), list(|stage| stage.gather)),
            ("G".to_owned(), list(|stage| stage.reduce)),
            ("S".to_owned(), list(|stage| stage.update)),
        ];
        let shared = [("c", profile.hop), ("wire", profile.wire), ("node", profile.node), ("O", profile.offload)];
        entries.extend(shared.into_iter().filter_map(|(name, value)| Some((name.to_owned(), vec![value?.to_string()]))));
        for (name, values) in &over.entries {
            if ["F", "B", "W", "R", "FB"].contains(&name.as_str()) {
                return Err(format!("{name} is given, and the profile has what passes take"));
            }
            entries.retain(|(other, _)| other != name);
            entries.push((name.clone(), values.clone()));
        }
        let given = Given { entries, measured: true };
        given.check()?;
        Ok(given)
    }

    /// Refuses what is no number, and a count that is not whole or means nothing.
    fn check(&self) -> Result<(), String> {
        for (name, most, what) in COUNTS {
            if !self.count(name).is_some_and(|count| count <= most) {
                let value = self.values(name).map_or(String::new(), |values| values.join("/"));
                let most = if most == u64::MAX { String::new() } else { format!(" to {most}") };
                return Err(format!("{name}={value}: wanted a whole number from 0{most}: {what}"));
            }
        }
        let units = self.units(1)?;
        let costs = NAMES.iter().filter(|(name, ..)| COUNTS.iter().all(|(count, ..)| count != name));
        costs.map(|(name, ..)| self.mean(name, units)).try_for_each(|cost| cost.map(|_| ()))
    }

    /// One of [`COUNTS`]; none where what is given is no whole number.
    fn count(&self, name: &str) -> Option<u64> {
        let default = default_of(name);
        self.values(name).and_then(<[String]>::first).map_or(default, String::as_str).parse().ok()
    }

    /// The unit of times of stages, into `parts` of which a device's share is divided.
    pub fn units(&self, parts: u64) -> Result<Units, String> {
        let costs = self.entries.iter().filter(|(name, _)| COUNTS.iter().all(|(count, ..)| count != name));
        let units = Units::of(costs.flat_map(|(_, values)| values.iter().map(String::as_str)), parts)?;
        // Times with jitter are whole percents of what is given.
        let percents = if self.count("jitter").is_some_and(|jitter| jitter > 0) { 100 } else { 1 };
        units.scale.checked_mul(percents).map(|scale| Units { scale }).ok_or_else(|| "costs have too many digits for jitter".to_owned())
    }

    fn values(&self, name: &str) -> Option<&[String]> {
        self.entries.iter().find(|(other, _)| other == name).map(|(_, values)| values.as_slice())
    }

    /// The mean over stages.
    fn mean(&self, name: &str, units: Units) -> Result<Time, String> {
        let default = default_of(name);
        let Some(values) = self.values(name) else {
            return if default.is_empty() { Ok(0) } else { units.whole(default) };
        };
        let sum = values.iter().map(|value| units.whole(value)).sum::<Result<Time, String>>()?;
        Ok(sum / values.len().max(1) as Time)
    }

    /// What a stage takes, for schedules that are made for costs; with `parts` as a [`Schedule`]'s.
    pub fn times(&self, parts: u64) -> Result<Times, String> {
        let units = self.units(parts)?;
        let share = |name: &str| self.mean(name, units).map(|time| time / self.parts(parts));
        let offload = self.mean("O", units)?;
        Ok(Times { forward: share("F")?, input: share("B")?, weight: share("W")?, hop: self.mean("c", units)?, offload })
    }

    /// What each of `stages` stages takes, forward, gradients of inputs and of weights, where any has a value a stage; empty where none has.
    pub fn uneven(&self, parts: u64, stages: usize) -> Result<Vec<[Time; 3]>, String> {
        let names = ["F", "B", "W"];
        if names.iter().all(|name| self.values(name).is_none_or(|values| values.len() < 2)) {
            return Ok(Vec::new());
        }
        let units = self.units(parts)?;
        let [forward, input, weight] = names.map(|name| self.list(name, stages, units, parts));
        let (forward, input, weight) = (forward?, input?, weight?);
        Ok((0..stages).map(|stage| [forward[stage], input[stage], weight[stage]]).collect())
    }

    /// A value a stage, of a share of the model in parts, or of something that is done once (one part).
    fn list(&self, name: &str, stages: usize, units: Units, parts: u64) -> Result<Vec<Time>, String> {
        match self.values(name) {
            Some(values) if values.len() > 1 => {
                if values.len() != stages {
                    return Err(format!("{name} has {} values for {stages} stages", values.len()));
                }
                values.iter().map(|value| Ok(units.whole(value)? / self.parts(parts))).collect()
            }
            _ => Ok(vec![self.mean(name, units)? / self.parts(parts); stages]),
        }
    }

    /// What costs are divided by for a stage of so many parts.
    fn parts(&self, parts: u64) -> u64 {
        if self.measured { 1 } else { parts.max(1) }
    }

    /// Costs of a schedule's stages, and their unit.
    pub fn costs(&self, schedule: &Schedule) -> Result<(Costs, Units), String> {
        let parts = schedule.parts.max(1);
        let units = self.units(parts)?;
        let stages = schedule.stages.len();
        if self.measured && !(schedule.loads.is_empty() && schedule.sizes.is_empty() && schedule.slices == 1) {
            return Err("a profile is of stages and microbatches as they are, and this schedule cuts them itself".to_owned());
        }
        let list = |name: &str| match self.values(name) {
            Some(values) if values.len() > 1 && !schedule.loads.is_empty() => {
                Err(format!("{name} has {} values, and this schedule says itself how much of the model a stage is: give one", values.len()))
            }
            _ => self.list(name, stages, units, parts),
        };
        let whole = |name: &str| self.list(name, stages, units, 1);
        let one = |name: &str| self.mean(name, units);
        let count = |name: &str| self.count(name).unwrap_or_default();
        let forward = list("F")?;
        let costs = Costs {
            recompute: if self.values("R").is_some() { list("R")? } else { forward.clone() },
            forward,
            input: list("B")?,
            weight: list("W")?,
            hop: one("c")?,
            wire: one("wire")?,
            node: count("node") as usize,
            overlap: count("overlap") > 0,
            pair: if self.values("FB").is_some() { Some(one("FB")? / parts) } else { None },
            before: vec![0; stages],
            unshard: whole("U")?,
            reduce: whole("G")?,
            update: whole("S")?,
            barrier: count("barrier") > 0,
            offload: one("O")?,
            jitter: count("jitter"),
            seed: count("seed"),
        };
        Ok((costs, units))
    }
}

/// What a step takes where no rank ever waits: the largest sum of what a rank does before its first microbatch, of its forward and backward passes and of its updates.
pub fn ideal(schedule: &Schedule, costs: &Costs) -> Time {
    let mut ranks: Vec<Time> = vec![0; schedule.ranks()];
    for (stage, info) in schedule.stages.iter().enumerate() {
        let backward = if schedule.training { costs.input[stage].saturating_add(costs.weight[stage]) } else { 0 };
        let once = costs.forward[stage].saturating_add(backward);
        let parts = info.microbatches.clone().map(|microbatch| schedule.work(stage, microbatch)).fold(0, Time::saturating_add);
        let once_a_step = costs.before[stage].saturating_add(if schedule.training { costs.update[stage] } else { 0 });
        ranks[info.rank] = once.saturating_mul(parts).saturating_add(once_a_step).saturating_add(ranks[info.rank]);
    }
    ranks.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::{Memory, SCHEDULES, info, simulate};
    use super::*;

    fn run(spec: &str, costs: &str) -> f64 {
        let (info, parameters) = info::parse(spec, SCHEDULES).unwrap();
        let given = Given::parse(costs).unwrap();
        let schedule = info.build(parameters, Times::UNIT).unwrap();
        let (costs, units) = given.costs(&schedule).unwrap();
        units.decimal(simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap().makespan)
    }

    #[test]
    fn costs_are_for_a_share_of_the_model() {
        // p=4, m=8: (m + (p-1)/2) * S and, with a hop, as published (makespans of torch's order).
        assert_eq!(run("interleaved-1f1b:p=4,m=8,v=2", "F=1,B=1,W=1"), 28.5);
        assert_eq!(run("interleaved-1f1b:p=4,m=8,v=2", "F=10,B=12,W=8,c=1"), 299.0);
        // A stage takes longest: 2 ranks, 1 microbatch: 1+2, then 3*(1+2) of the second, back 2*1.
        assert_eq!(run("naive:p=2,m=1", "F=1/3,B=1/3,W=1/3"), 1.0 + 9.0 + 2.0);
        // Sum of gradients and update after the last backward pass of rank 0.
        assert_eq!(run("1f1b:p=4,m=8", "G=5,S=2"), 33.0 + 7.0);
    }

    #[test]
    fn with_a_barrier_no_rank_updates_before_the_last_has_its_gradients() {
        // ZB-H2's ranks end one after the other, three units apart in all: the update of the last ends the step either way.
        assert_eq!(run("zb-h2:p=4,m=8", "S=2"), 29.0);
        assert_eq!(run("zb-h2:p=4,m=8", "S=2,barrier=1"), 29.0);
        // 1F1B's first rank ends last; with a long update of the others the barrier costs nothing, and the last rank waits.
        let schedule = |costs: &str| {
            let (info, parameters) = info::parse("1f1b:p=4,m=8", SCHEDULES).unwrap();
            let schedule = info.build(parameters, Times::UNIT).unwrap();
            let (costs, _) = Given::parse(costs).unwrap().costs(&schedule).unwrap();
            simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap().ends
        };
        // Ranks end at 33, 31, 29 and 27 before the update.
        assert_eq!(schedule("S=2"), [35, 33, 31, 29]);
        assert_eq!(schedule("S=2,barrier=1"), [35; 4]);
    }

    /// Of one microbatch on two ranks, six actions of one unit each follow one another: with 10% of jitter none of them is cut down to nothing.
    #[test]
    fn jitter_is_a_part_of_each_time() {
        for seed in 0..20 {
            let time = run("naive:p=2,m=1", &format!("F=1,B=1,W=1,jitter=10,seed={seed}"));
            assert!((5.4..=6.6).contains(&time), "{time}");
        }
    }

    #[test]
    fn a_profile_of_stages_is_taken_as_it_is() {
        let text = r#"{"hop": 0.5, "stages": [{"forward": 1, "input": 1.5, "weight": 0.5, "update": 2}, {"forward": 2, "backward": 4}]}"#;
        let given = Given::measured(text, &Given::parse("c=1").unwrap()).unwrap();
        let time = |spec: &str| {
            let (info, parameters) = info::parse(spec, SCHEDULES).unwrap();
            let schedule = info.build(parameters, Times::UNIT).unwrap();
            let (costs, units) = given.costs(&schedule)?;
            Ok::<f64, String>(units.decimal(simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap().makespan))
        };
        // 1, a hop of 1 (the command line's), 2 and 4, a hop, 1.5 + 0.5, an update of 2.
        assert_eq!(time("naive:p=2,m=1"), Ok(1.0 + 1.0 + 6.0 + 1.0 + 2.0 + 2.0));
        // On one rank, the same stages are not halves of a share: no hops.
        assert_eq!(time("interleaved-1f1b:p=1,m=1,v=2"), Ok(1.0 + 6.0 + 2.0 + 2.0));
        assert_eq!(time("naive:p=3,m=1").unwrap_err(), "F has 2 values for 3 stages");
        assert!(time("autopipe:p=2,m=4,halved=1").unwrap_err().starts_with("a profile is of stages and microbatches as they are"));
        let fault = |text: &str, over: &str| Given::measured(text, &Given::parse(over).unwrap()).unwrap_err();
        assert_eq!(fault(text, "F=1"), "F is given, and the profile has what passes take");
        assert_eq!(fault(r#"{"stages": [{"forward": 1}]}"#, ""), "stage 0 of the profile has neither or both of `backward` and its halves `input` and `weight`");
        assert!(fault(r#"{"stages": [{"forward": -1, "backward": 1}]}"#, "").contains("`-1` is no cost"));
        assert!(fault(r#"{"stages": [{"forward": 1, "backward": 1, "extra": 2}]}"#, "").starts_with("no profile of stages: unknown field `extra`"));
    }

    #[test]
    fn what_is_no_cost_is_refused() {
        assert_eq!(Given::parse("F=1,G2=3").unwrap_err(), "no cost is named `G2`; there are F, B, W, R, FB, c, wire, node, overlap, U, G, S, barrier, O, jitter, seed");
        assert_eq!(Given::parse("F").unwrap_err(), "`F`: wanted NAME=COST, such as F=10");
        assert_eq!(Given::parse("c=1/2").unwrap_err(), "c has one value, not 2");
        assert!(Given::parse("F=-1").is_err() && Given::parse("F=1,F=2").is_err() && Given::parse("seed=x").is_err());
        assert_eq!(Given::parse("overlap=2").unwrap_err(), "overlap=2: wanted a whole number from 0 to 1: 1 where messages run beside computation, else 0");
        assert_eq!(Given::parse("jitter=101").unwrap_err(), "jitter=101: wanted a whole number from 0 to 100: percent");
        assert_eq!(Given::parse("seed=1.5").unwrap_err(), "seed=1.5: wanted a whole number from 0: what random numbers begin with");
        assert!(Given::parse("node=1.5").is_err() && Given::parse("barrier=-1").is_err() && Given::parse("node=2,overlap=0,barrier=1,jitter=100,seed=18446744073709551615").is_ok());
        let schedule = Schedule::chain(super::super::Placement::Loop, 4, 1, 1);
        assert_eq!(Given::parse("F=1/2").unwrap().costs(&schedule).unwrap_err(), "F has 2 values for 4 stages");
    }
}
