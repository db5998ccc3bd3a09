//! `--pipeline SCHEDULE:microbatches=M,…`: which schedule, and how the program is cut for it.
//!
//! Invariants: a schedule that is no step of the program (weights of several versions) is refused by name; what depends on the mesh and the model is
//! checked when these are known.

use shardwright_passes::schedule::info::named;
use shardwright_passes::schedule::{Chunks, Parameters, SCHEDULES, Schedule, ScheduleInfo, Times};
use shardwright_passes::stage::choose::StageChoice;
use std::collections::BTreeMap;

/// The mesh axis along which ranks lie.
pub const AXIS: &str = "pipe";

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PipelineOptions {
    /// Name of the schedule.
    pub schedule: String,
    /// Microbatches; those of the training step where not given.
    pub microbatches: Option<usize>,
    /// Stages a rank; the schedule's own where not given.
    pub chunks: Option<usize>,
    /// How ops are given to stages; as they are marked, else balanced, where nothing is said.
    pub stages: Option<StageChoice>,
    /// Options of the schedule.
    pub options: BTreeMap<String, String>,
}

impl PipelineOptions {
    /// Reads `SCHEDULE[:microbatches=M,v=V,stages=HOW,…]`.
    ///
    /// # Errors
    /// Where there is no such schedule or option, or one step of the schedule is none of the program.
    pub fn parse(text: &str) -> Result<PipelineOptions, String> {
        let (info, mut options) = named(text, SCHEDULES)?;
        let name = info.name;
        if !info.synchronous {
            return Err(format!(
                "{name} computes gradients of one step with weights of several versions, so that a step is none of the program: take one that is synchronous, as `shardwright schedules` says"
            ));
        }
        let mut number = |key: &str| {
            let given = options.remove(key);
            given.map(|text| text.parse::<usize>().ok().filter(|&count| count > 0).ok_or_else(|| format!("{key}={text}: wanted a whole number of at least 1"))).transpose()
        };
        let (microbatches, chunks) = (number("microbatches")?, number("v")?);
        let stages = options.remove("stages").map(|text| StageChoice::parse(&text)).transpose()?;
        if let Some(other) = options.keys().find(|key| !info.options.iter().any(|option| option.name == key.as_str())) {
            let why = match other.as_str() {
                "p" => format!("; the ranks are the positions of the mesh axis `{AXIS}`"),
                "m" => "; microbatches are `microbatches`".to_owned(),
                _ => String::new(),
            };
            let known: Vec<&str> = ["microbatches", "v", "stages"].into_iter().chain(info.options.iter().map(|option| option.name)).collect();
            return Err(format!("{name} has no option `{other}`{why}; there are {}", known.join(", ")));
        }
        Ok(PipelineOptions { schedule: name.to_owned(), microbatches, chunks, stages, options })
    }

    fn info(&self) -> Result<&'static ScheduleInfo, String> {
        SCHEDULES.iter().copied().find(|info| info.name == self.schedule).ok_or_else(|| format!("no schedule is named `{}`", self.schedule))
    }

    /// Stages a rank where nothing is said.
    fn chunks(&self, info: &ScheduleInfo) -> usize {
        match (self.chunks, info.chunks) {
            (Some(chunks), _) => chunks,
            // A search looks at every divisor of it: with one, the number of stages is known before their costs are.
            (None, Chunks::Any(_)) if info.name == "search" => 1,
            (None, Chunks::Fixed(chunks) | Chunks::Any(chunks)) => chunks,
        }
    }

    /// The schedule for so many ranks and microbatches, of stages that take so long.
    ///
    /// # Errors
    /// Which rule of the schedule is broken, or why it cannot run.
    pub fn build(&self, ranks: usize, microbatches: usize, times: Times) -> Result<Schedule, String> {
        let info = self.info()?;
        let parameters = Parameters { ranks, microbatches, chunks: self.chunks(info), options: self.options.clone(), uneven: Vec::new() };
        let schedule = info.build(parameters, times)?;
        if schedule.slices > 1 {
            return Err(format!("{} cuts sequences into {} slices; pieces of a program are cut by microbatch only", info.name, schedule.slices));
        }
        if !schedule.loads.is_empty() || !schedule.sizes.is_empty() {
            return Err(format!("{} cuts stages or microbatches by itself; pieces of a program are the stages and microbatches that were asked for", info.name));
        }
        Ok(schedule)
    }

    /// What was asked for, for so many ranks and microbatches.
    pub fn name(&self, ranks: usize, microbatches: usize) -> String {
        let chunks = self.info().map_or(1, |info| self.chunks(info));
        let more: String = self.options.iter().map(|(key, value)| format!(",{key}={value}")).collect();
        format!("{}:p={ranks},m={microbatches},v={chunks}{more}", self.schedule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_read_and_what_cannot_be_is_refused() {
        let asked = PipelineOptions::parse("interleaved-1f1b:microbatches=8,v=4,stages=layers").unwrap();
        assert_eq!((asked.microbatches, asked.chunks, asked.stages.clone()), (Some(8), Some(4), Some(StageChoice::Layers)));
        assert_eq!(asked.build(4, 8, Times::UNIT).unwrap().stages.len(), 16);
        assert_eq!(asked.name(4, 8), "interleaved-1f1b:p=4,m=8,v=4");
        let refused = |text: &str| PipelineOptions::parse(text).unwrap_err();
        assert!(refused("pipedream:microbatches=4").starts_with("pipedream computes gradients of one step with weights of several versions"));
        assert_eq!(refused("1f1b:m=4"), "1f1b has no option `m`; microbatches are `microbatches`; there are microbatches, v, stages");
        assert!(refused("1f1b:p=4").contains("the positions of the mesh axis `pipe`"));
        assert_eq!(refused("1f1b:microbatches=0"), "microbatches=0: wanted a whole number of at least 1");
        assert!(refused("2f2b").starts_with("no schedule is named `2f2b`"));
        let broken = |text: &str, ranks, microbatches| PipelineOptions::parse(text).unwrap().build(ranks, microbatches, Times::UNIT).unwrap_err();
        assert_eq!(broken("chimera", 2, 3), "chimera needs m % 2 = 0; p=2, m=3, v=1");
        assert!(broken("dynapipe", 2, 4).starts_with("dynapipe cuts stages or microbatches by itself"));
        assert_eq!(broken("terapipe", 2, 4), "terapipe cuts sequences into 4 slices; pieces of a program are cut by microbatch only");
    }
}
