//! A plan with stages put onto its model: the options of a compile that follows it.
//!
//! Invariants: what is compiled is what was planned, or it is an error that says what differs: the schedule puts stages on the ranks of the plan, stages end at the values that it names, and where options
//! say the same thing as the plan does, they are refused. One program has one mesh, so ranks must have alike devices, recomputation and ZeRO.

use super::describe::{PipelinePlan, StagePlan};
use super::solve::GROUP_AXIS;
use super::{REPLICA_AXIS, dims_of_rows, with_rows};
use crate::annotate::ShardPattern;
use crate::driver::{CompileFault, CompileOptions};
use crate::pipeline::options::{AXIS, PipelineOptions};
use crate::strategy::strategy_of;
use shardwright_ir::Diagnostic;
use shardwright_ir::sharding::Mesh;
use shardwright_passes::schedule::Times;
use shardwright_passes::stage::choose::StageChoice;
use shardwright_passes::train::recompute::Policy;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The model and the options that follow a plan.
///
/// # Errors
/// What cannot be followed, of the plan or of the options beside it.
pub fn applied(model: &Path, options: &CompileOptions, plan: &PipelinePlan) -> Result<(PathBuf, CompileOptions), CompileFault> {
    alone(options)?;
    let first = alike(&plan.stages)?;
    let microbatches = usize::try_from(plan.microbatches).ok().filter(|&count| count > 0 && plan.rows % plan.microbatches == 0);
    let Some(microbatches) = microbatches else { return Err(of_plan(format!("{} rows are not {} microbatches of whole rows", plan.rows, plan.microbatches)).into()) };
    if plan.ranks == 0 || plan.stages.len() % plan.ranks != 0 {
        return Err(of_plan(format!("{} stages are not as many on each of {} ranks", plan.stages.len(), plan.ranks)).into());
    }
    let asked = format!("{}:microbatches={microbatches},v={}", plan.schedule, plan.stages.len() / plan.ranks);
    let pipeline = PipelineOptions { stages: Some(StageChoice::Until(ends(&plan.stages)?)), ..PipelineOptions::parse(&asked).map_err(of_plan)? };
    on_ranks(&pipeline, plan, microbatches)?;
    let text = tactics(first, plan.stages.iter().all(|stage| stage.shardings.is_empty()));
    let mesh = Mesh::new(&[(AXIS, plan.ranks as i64), (REPLICA_AXIS, first.replicas), (GROUP_AXIS, first.group)]);
    mesh.check().map_err(of_plan)?;
    on_devices(plan)?;
    // Within one group nothing is divided.
    let within = plan.stages.iter().filter(|stage| stage.group > 1).flat_map(|stage| &stage.shardings);
    let planned = within.map(|(glob, sharding)| ShardPattern { glob: glob.clone(), sharding: if first.zero > 0 { open(sharding) } else { sharding.clone() } });
    let options = CompileOptions {
        mesh: Some(mesh),
        plan: None,
        pipeline: Some(pipeline),
        recompute: Some(Policy::parse(&first.recompute).map_err(of_plan)?),
        patterns: planned.chain(options.patterns.iter().cloned()).collect(),
        // What the tactics of a plan cost by themselves, without its stages, is of no interest.
        untold: true,
        strategy: if text.is_empty() { None } else { Some(strategy_of("plan", &text)?) },
        ..options.clone()
    };
    let rows = plan.rows / plan.microbatches;
    if let Some(own) = plan.own_rows.filter(|&own| own != rows) {
        let message = format!("the model has batches of {own} rows and no other, a microbatch of the plan has {rows}, for {} replicas", first.replicas);
        return Err(of_plan(message).help(format!("export the model with a symbolic number of rows, or plan with microbatches of {own} rows")).into());
    }
    let bound = plan.rows_dim.as_ref().and_then(|dims| options.dims.iter().find(|(name, size)| *size != rows && dims_of_rows(dims).any(|dim| dim == name)));
    if let Some((name, size)) = bound {
        return Err(Diagnostic::error(format!("`{name}` is {size}, the plan has microbatches of {rows} rows")).in_place("--dim").help("leave it out: the plan says it").into());
    }
    Ok(with_rows(model, options, plan.rows_dim.as_deref(), Some(rows)))
}

/// A sharding to which ZeRO may add: with every dimension open.
fn open(sharding: &str) -> String {
    sharding.replace("{}", "{?}").replace("\"}", "\", ?}")
}

fn of_plan(why: String) -> Diagnostic {
    Diagnostic::error(why).in_place("--plan")
}

/// Options may say what the plan does not.
fn alone(options: &CompileOptions) -> Result<(), Diagnostic> {
    let said = [("--mesh", options.mesh.is_some()), ("--pipeline", options.pipeline.is_some()), ("--strategy", options.strategy.is_some()), ("--recompute", options.recompute.is_some())];
    if let Some((option, _)) = said.into_iter().find(|(_, given)| *given) {
        return Err(Diagnostic::error(format!("the plan has pipeline stages and says what {option} would")).in_place(option).help("leave it out"));
    }
    match &options.train {
        None => Err(of_plan("the plan is of a training step, the model does not learn".to_owned()).help("say how it learns with `--train`, as the plan was asked for")),
        Some(train) if train.microbatches != 1 => {
            let message = format!("--train asks for {} microbatches, which the plan says", train.microbatches);
            Err(Diagnostic::error(message).in_place("--train").help("leave `microbatches` out"))
        }
        Some(_) => Ok(()),
    }
}

/// What all stages have; the first of them.
fn alike(stages: &[StagePlan]) -> Result<&StagePlan, Diagnostic> {
    let first = stages.first().ok_or_else(|| of_plan("the plan has no stages".to_owned()))?;
    let what = |stage: &StagePlan| {
        format!("{} replicas x groups of {}, recompute {}, ZeRO {}", stage.replicas, stage.group, stage.recompute, stage.zero)
    };
    match stages.iter().enumerate().find(|(_, stage)| what(stage) != what(first)) {
        None => Ok(first),
        Some((number, other)) => Err(of_plan(format!("stage 0 has {}, stage {number} has {}: one program has one mesh", what(first), what(other)))
            .help("plan with `--choose` so that ranks are alike, such as `--choose group=2 --choose ranks=4`")),
    }
}

/// The values at which stages but the last end.
fn ends(stages: &[StagePlan]) -> Result<Vec<Vec<String>>, Diagnostic> {
    let but_last = &stages[..stages.len() - 1];
    match but_last.iter().position(|stage| stage.gives.is_empty() || stage.gives.iter().any(String::is_empty)) {
        None => Ok(but_last.iter().map(|stage| stage.gives.clone()).collect()),
        Some(number) => Err(of_plan(format!("stage {number} ends at a value that has no name")).help("name the values of the model (in a text with `loc(\"name\")` behind an op) and plan again")),
    }
}

/// The schedule puts stages where the plan does.
fn on_ranks(pipeline: &PipelineOptions, plan: &PipelinePlan, microbatches: usize) -> Result<(), Diagnostic> {
    let schedule = pipeline.build(plan.ranks, microbatches, Times::UNIT).map_err(of_plan)?;
    let own = schedule.stages.iter().filter(|stage| stage.copy_of.is_none()).map(|stage| stage.rank);
    let Some((number, (rank, stage))) = own.zip(&plan.stages).enumerate().find(|(_, (rank, stage))| *rank != stage.rank) else { return Ok(()) };
    Err(of_plan(format!("{} runs stage {number} on rank {rank}, the plan on rank {}", plan.schedule, stage.rank)))
}

/// Rows and ZeRO over replicas, as a strategy. A group that divides no parameter divides rows.
fn tactics(stage: &StagePlan, whole: bool) -> String {
    let axes: Vec<&str> = [(REPLICA_AXIS, stage.replicas > 1), (GROUP_AXIS, stage.group > 1 && whole)].into_iter().filter(|(_, divides)| *divides).map(|(axis, _)| axis).collect();
    let mut text = String::new();
    if !axes.is_empty() {
        let _ = writeln!(text, "shard input by batch along {}", axes.join(", "));
    }
    if stage.replicas > 1 && stage.zero > 0 {
        let _ = writeln!(text, "zero {} along {REPLICA_AXIS}", stage.zero);
    }
    text
}

/// Layers follow one another from stage to stage, and ranks have devices one after the other: what is written must be what is made.
fn on_devices(plan: &PipelinePlan) -> Result<(), Diagnostic> {
    let mut layer = 0;
    for (number, stage) in plan.stages.iter().enumerate() {
        let StagePlan { layers, devices, replicas, group, rank, .. } = stage;
        let own = (*rank as i64 * replicas * group, replicas * group);
        if layers.0 != layer || layers.1 <= layers.0 {
            return Err(of_plan(format!("stage {number} has layers {}..{}, the one before ends at {layer}", layers.0, layers.1)));
        }
        if *devices != own {
            return Err(of_plan(format!("stage {number} has {} devices from {} on, rank {rank} of {replicas} replicas x groups of {group} has {} from {} on", devices.1, devices.0, own.1, own.0)));
        }
        layer = layers.1;
    }
    Ok(())
}
