//! Costs as they are given on a command line: `F=10,B=12,W=8,c=1`.
//!
//! Invariant: every cost becomes whole units without rounding; a name that is not known, or a list of another length than there are stages, is refused.

use super::costs::{Costs, Time, Units};
use super::info::Times;
use super::order::Schedule;

/// Costs by name, not yet in units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    entries: Vec<(String, Vec<String>)>,
}

/// Names, whether they are for a share of the model (a stage takes a part of it), whether they may have a value a stage, and what they are where they are
/// not given.
const NAMES: [(&str, bool, bool, &str); 14] = [
    ("F", true, true, "1"),
    ("B", true, true, "1"),
    ("W", true, true, "1"),
    ("R", true, true, ""),
    ("FB", true, false, ""),
    ("c", false, false, "0"),
    ("wire", false, false, "0"),
    ("U", false, false, "0"),
    ("G", false, false, "0"),
    ("S", false, false, "0"),
    ("barrier", false, false, "0"),
    ("O", false, false, "0"),
    ("jitter", false, false, "0"),
    ("seed", false, false, "0"),
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
        let given = Given { entries };
        // Refuses what is no number before a schedule is built.
        given.units(1)?;
        NAMES.iter().try_for_each(|(name, ..)| given.mean(name, given.units(1)?).map(|_| ()))?;
        Ok(given)
    }

    fn units(&self, parts: u64) -> Result<Units, String> {
        Units::of(self.entries.iter().flat_map(|(_, values)| values.iter().map(String::as_str)), parts)
    }

    fn values(&self, name: &str) -> Option<&[String]> {
        self.entries.iter().find(|(other, _)| other == name).map(|(_, values)| values.as_slice())
    }

    /// The mean over stages.
    fn mean(&self, name: &str, units: Units) -> Result<Time, String> {
        let default = NAMES.iter().find(|(known, ..)| *known == name).map_or("", |(.., default)| *default);
        let Some(values) = self.values(name) else {
            return if default.is_empty() { Ok(0) } else { units.whole(default) };
        };
        let sum = values.iter().map(|value| units.whole(value)).sum::<Result<Time, String>>()?;
        Ok(sum / values.len().max(1) as Time)
    }

    /// What a stage takes, for schedules that are made for costs; with `parts` as a [`Schedule`]'s.
    pub fn times(&self, parts: u64) -> Result<Times, String> {
        let units = self.units(parts)?;
        let share = |name: &str| self.mean(name, units).map(|time| time / parts.max(1));
        Ok(Times { forward: share("F")?, input: share("B")?, weight: share("W")?, hop: self.mean("c", units)? })
    }

    /// Costs of a schedule's stages, and their unit.
    pub fn costs(&self, schedule: &Schedule) -> Result<(Costs, Units), String> {
        let parts = schedule.parts.max(1);
        let units = self.units(parts)?;
        let stages = schedule.stages.len();
        let list = |name: &str| -> Result<Vec<Time>, String> {
            match self.values(name) {
                Some(values) if values.len() > 1 => {
                    if values.len() != stages {
                        return Err(format!("{name} has {} values for {stages} stages", values.len()));
                    }
                    values.iter().map(|value| Ok(units.whole(value)? / parts)).collect()
                }
                _ => Ok(vec![self.mean(name, units)? / parts; stages]),
            }
        };
        let one = |name: &str| self.mean(name, units);
        let plain = |name: &str| self.mean(name, Units { scale: 1 });
        let forward = list("F")?;
        let costs = Costs {
            recompute: if self.values("R").is_some() { list("R")? } else { forward.clone() },
            forward,
            input: list("B")?,
            weight: list("W")?,
            hop: one("c")?,
            wire: one("wire")?,
            pair: if self.values("FB").is_some() { Some(one("FB")? / parts) } else { None },
            unshard: one("U")?,
            reduce: one("G")?,
            update: one("S")?,
            barrier: plain("barrier")? > 0,
            offload: one("O")?,
            jitter: plain("jitter")?,
            seed: plain("seed")?,
        };
        Ok((costs, units))
    }
}

/// What a step takes where no rank ever waits: the largest sum of a rank's forward and backward passes.
pub fn ideal(schedule: &Schedule, costs: &Costs) -> Time {
    let mut ranks: Vec<Time> = vec![0; schedule.ranks()];
    for (stage, info) in schedule.stages.iter().enumerate() {
        let backward = if schedule.training { costs.input[stage].saturating_add(costs.weight[stage]) } else { 0 };
        let once = costs.forward[stage].saturating_add(backward);
        ranks[info.rank] = once.saturating_mul(info.microbatches.len() as Time).saturating_add(ranks[info.rank]);
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

    #[test]
    fn what_is_no_cost_is_refused() {
        assert_eq!(Given::parse("F=1,G2=3").unwrap_err(), "no cost is named `G2`; there are F, B, W, R, FB, c, wire, U, G, S, barrier, O, jitter, seed");
        assert_eq!(Given::parse("F").unwrap_err(), "`F`: wanted NAME=COST, such as F=10");
        assert_eq!(Given::parse("c=1/2").unwrap_err(), "c has one value, not 2");
        assert!(Given::parse("F=-1").is_err() && Given::parse("F=1,F=2").is_err() && Given::parse("seed=x").is_err());
        let schedule = Schedule::chain(super::super::Placement::Loop, 4, 1, 1);
        assert_eq!(Given::parse("F=1/2").unwrap().costs(&schedule).unwrap_err(), "F has 2 values for 4 stages");
    }
}
