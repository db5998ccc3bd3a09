//! From a cut program and a schedule's name to per-device programs, the order of actions and the manifest.
//!
//! Invariants: every piece is lowered by the passes that lower whole programs, on the mesh of a stage; the schedule is made for what the pieces take on the
//! priced machine, checked ([`validate`]), and has its messages where values are made; stages wait for those whose values they read, and for no others.

use super::cost::{Figures, figures, stage_costs, times_of};
use super::defer::defer;
use super::manifest::{PieceManifest, PieceSource, ScheduleManifest, SumManifest, phase_name};
use super::options::{AXIS, PipelineOptions};
use super::steps::Plan;
use crate::annotate::{arg_name, glob_matches};
use crate::driver::{CompileOptions, Program, Source, layouts};
use crate::manifest::{Global, Manifest, Port};
use crate::report::Pricing;
use shardwright_ir::role::{ALIAS, Role};
use shardwright_ir::sharding::{AxisRef, Mesh};
use shardwright_ir::{Diagnostic, Diagnostics, Module, Sym};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::schedule::lower::{messages, sum_gradients};
use shardwright_passes::schedule::{Action, Kind, Schedule, Times, validate};
use shardwright_passes::stage::build::Lying;
use shardwright_passes::stage::choose::{Asked as Choice, StageChoice, choose, seconds};
use shardwright_passes::stage::cut::is_marked;
use shardwright_passes::stage::divide::{Division, divide, divide_forward};
use shardwright_passes::stage::pieces::{Phase, PieceInput, Pieces};
use shardwright_passes::train::TrainOptions;
use std::collections::BTreeSet;

/// Ranks of a pipeline on a mesh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// The devices of each, in mesh order.
    pub devices: Vec<Vec<i64>>,
}

impl Ranks {
    /// The positions of the axis [`AXIS`].
    ///
    /// # Errors
    /// Where the mesh has no such axis.
    pub fn of(mesh: &Mesh) -> Result<Ranks, Diagnostic> {
        let axis = Sym::new(AXIS);
        let Some(size) = mesh.axis_size(axis) else {
            let message = format!("the mesh {mesh} has no axis `{AXIS}`, along which the ranks of a pipeline lie");
            return Err(Diagnostic::error(message).in_place("--pipeline").help(format!("give one, such as --mesh {AXIS}=2,data=2")));
        };
        let mut devices = vec![Vec::new(); usize::try_from(size).unwrap_or(0)];
        for position in 0..mesh.num_devices() {
            let rank = usize::try_from(mesh.coordinate(position, &AxisRef::full(axis))).unwrap_or(0);
            if let Some(own) = devices.get_mut(rank) {
                own.push(mesh.device_at(position));
            }
        }
        Ok(Ranks { devices })
    }
}

/// How many stages a schedule has, copies aside.
fn stages_of(schedule: &Schedule) -> usize {
    schedule.stages.iter().filter(|stage| stage.copy_of.is_none()).count()
}

/// What comes of a cut.
pub struct Made {
    /// The programs by file name.
    pub programs: Vec<(String, Program)>,
    /// How they run.
    pub manifest: Manifest,
    /// What they take and hold.
    pub figures: Figures,
}

/// What a compile of pieces is told.
pub struct Asked<'a> {
    /// The schedule.
    pub options: &'a PipelineOptions,
    /// Mesh of the whole program.
    pub mesh: &'a Mesh,
    /// Its arguments and results.
    pub globals: (&'a [Global], &'a [Global]),
    /// What prices.
    pub pricing: &'a Pricing<'a>,
    /// How it trains, where it does.
    pub train: Option<&'a TrainOptions>,
    /// Whether forward pieces hand the least to their backward pieces, which compute the rest again.
    pub least: bool,
}

/// How a model becomes a training step: as asked for, in as many microbatches as the pipeline has.
///
/// # Errors
/// Where `--train` and `--pipeline` ask for different numbers.
pub fn training(options: &CompileOptions) -> Result<Option<TrainOptions>, Diagnostic> {
    let Some(training) = &options.train else { return Ok(None) };
    let mut training = training.clone();
    if let Some(asked) = &options.pipeline {
        training.in_stages = true;
        let wanted = asked.microbatches.and_then(|count| i64::try_from(count).ok());
        match (training.microbatches, wanted) {
            (1, Some(count)) => training.microbatches = count,
            (own, Some(count)) if own != count => {
                let message = format!("--train asks for {own} microbatches, --pipeline for {count}");
                return Err(Diagnostic::error(message).in_place("--pipeline").help("say it once: the batch of a step is that many batches of the model"));
            }
            _ => {}
        }
    }
    Ok(Some(training))
}

/// Gives the ops of a clean forward model to stages, where they are not marked or others are asked for. `weights` says which arguments have files.
///
/// # Errors
/// Where the schedule cannot be on this mesh, or the model cannot be cut so.
pub fn mark(read: &mut Source, options: &CompileOptions, asked: &PipelineOptions, mesh: &Mesh, training: Option<&TrainOptions>) -> Result<(), Diagnostics> {
    let count = stages_of(&shape(asked, mesh, microbatches(asked, training))?);
    let choice = match &asked.stages {
        Some(choice) => choice,
        None if is_marked(&read.module) => &StageChoice::Marked,
        None => &StageChoice::Balanced,
    };
    let machine = options.machine()?;
    let costs = ComputeCosts::new(&machine.device, options.profile.as_ref());
    let Some(func) = read.module.main_mut() else { return Ok(()) };
    let learned = |index: usize| training.is_some_and(|training| training.parameters.iter().any(|glob| glob_matches(glob, &arg_name(func, index))));
    let is_weight = |index: usize| read.weights.get(index).is_some_and(Option::is_some) || func.arg_attrs.get(index).and_then(Role::of) == Some(Role::Parameter) || learned(index);
    let weights: Vec<bool> = (0..func.args().len()).map(is_weight).collect();
    choose(func, &Choice { count, choice, is_weight: &|index| weights[index], cost: &|func, op| seconds(&costs, func, op) }).map_err(in_option)
}

/// Faults that are of no place in the model are of the option.
fn in_option(faults: Diagnostics) -> Diagnostics {
    let placed = |fault: Diagnostic| if fault.place.is_none() && fault.labels.is_empty() { fault.in_place("--pipeline") } else { fault };
    Diagnostics(faults.0.into_iter().map(placed).collect())
}

fn microbatches(options: &PipelineOptions, training: Option<&TrainOptions>) -> usize {
    training.and_then(|training| usize::try_from(training.microbatches).ok()).or(options.microbatches).unwrap_or(1)
}

/// Cuts a program with a sharding on every value, lowers the pieces, makes their schedule and writes down both. `lower` makes the per-device program of a
/// global one.
///
/// # Errors
/// Where the program cannot be cut, a piece cannot be lowered, or the schedule cannot run the stages.
pub fn compile(module: &Module, asked: &Asked, lower: &mut dyn FnMut(Module) -> Result<Program, Diagnostics>) -> Result<Made, Diagnostics> {
    let shape = shape(asked.options, asked.mesh, microbatches(asked.options, asked.train))?;
    let axes = [Sym::new(AXIS)];
    let lying = Lying { mesh: module.main_mesh(), pipe_axes: &axes };
    let ranks: Vec<usize> = shape.stages.iter().filter(|stage| stage.copy_of.is_none()).map(|stage| stage.rank).collect();
    let pieces = match asked.train {
        Some(_) => {
            let split = shape.orders.iter().flatten().any(|action| action.kind == Kind::WeightGradient);
            divide(module, &Division { lying, ranks: &ranks, split, least: asked.least })?
        }
        None => Pieces { microbatches: asked.options.microbatches.unwrap_or(1), ..divide_forward(module, &lying)? },
    };
    lower_pieces(pieces, asked, lower)
}

/// Lowers the pieces, makes their schedule and writes down both.
fn lower_pieces(pieces: Pieces, asked: &Asked, lower: &mut dyn FnMut(Module) -> Result<Program, Diagnostics>) -> Result<Made, Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why).in_place("--pipeline"));
    let ranks = Ranks::of(asked.mesh)?;
    let (inputs, outputs) = asked.globals;
    let mut manifest = Manifest::of_parts(asked.mesh, inputs, outputs).map_err(fault)?;
    let wiring: Vec<Wire> = pieces.pieces.iter().map(|piece| Wire { stage: piece.stage, phase: piece.phase, inputs: piece.inputs.clone() }).collect();
    let mut programs = Vec::new();
    for piece in pieces.pieces {
        let mut program = lower(piece.module)?;
        let (mesh, inputs, outputs) = layouts(&program, |_| None)?;
        let mut one = Manifest::new(&mesh, &inputs, &outputs).map_err(fault)?;
        only_alike(&mut program, &mut one);
        if ranks.devices.iter().any(|rank| rank.len() != one.devices) {
            let each = ranks.devices.first().map_or(0, Vec::len);
            return Err(fault(format!("a piece of stage {} runs on {} devices, a rank has {each}", piece.stage, one.devices)));
        }
        let name = format!("stage-{}.{}.mlir", piece.stage, phase_name(piece.phase));
        manifest.pieces.push(PieceManifest {
            program: name.clone(),
            stage: piece.stage,
            phase: piece.phase,
            inputs: one.inputs,
            from: piece.inputs.into_iter().map(PieceSource::from).collect(),
            outputs: one.outputs,
            results: piece.outputs,
        });
        programs.push((name, program));
    }
    manifest.sums = pieces.sums.iter().map(|sum| SumManifest { piece: sum.piece, index: sum.index, parts: false }).collect();
    defer(&mut programs, &mut manifest).map_err(fault)?;
    let locals: Vec<&Module> = programs.iter().map(|(_, program)| &program.local).collect();
    let stages = wiring.iter().map(|wire| wire.stage + 1).max().unwrap_or(0);
    let taken = stage_costs(&manifest, &locals, &ranks.devices, stages, asked).map_err(fault)?;
    let count = ranks.devices.len();
    let plain = asked.options.build(count, pieces.microbatches, times_of(&taken)).map_err(fault)?;
    if stages_of(&plain) != stages {
        return Err(fault(format!("{} has {} stages on {count} ranks, the program is cut into {stages}", asked.options.schedule, stages_of(&plain))));
    }
    let schedule = fit(plain, &wiring).map_err(|why| fault(format!("{} cannot run these stages: {why}", asked.options.schedule)))?;
    let name = asked.options.name(count, pieces.microbatches);
    manifest.schedule = Some(ScheduleManifest::new(name, &schedule, ranks.devices));
    if asked.train.is_none() && pieces.microbatches > 1 {
        batched(&mut manifest, pieces.microbatches).map_err(fault)?;
    }
    let plan = match &manifest.schedule {
        Some(schedule) => Plan::new(&manifest, schedule).map_err(fault)?,
        None => return Err(fault("there is no schedule".to_owned())),
    };
    let figures = figures(&manifest, &locals, &schedule, &plan, taken).map_err(fault)?;
    Ok(Made { programs, manifest, figures })
}

/// A result takes the place of an argument only where both lie alike.
fn only_alike(program: &mut Program, manifest: &mut Manifest) {
    let Some(func) = program.local.main_mut() else { return };
    let outputs = &manifest.outputs;
    for (port, attrs) in manifest.inputs.iter_mut().zip(&mut func.arg_attrs) {
        if port.in_step.next.is_some_and(|next| outputs.get(next).is_none_or(|output| !output.lies_as(port))) {
            port.in_step.next = None;
            attrs.remove(ALIAS);
        }
    }
}

/// Makes a program of so many batches of its inputs of what is one of one.
fn batched(manifest: &mut Manifest, microbatches: usize) -> Result<(), String> {
    let count = i64::try_from(microbatches).map_err(|error| error.to_string())?;
    let widen = |port: &mut Port| {
        for dims in [&mut port.shape, &mut port.local] {
            if let Some(rows) = dims.first_mut() {
                *rows = rows.checked_mul(count).ok_or_else(|| format!("{count} microbatches of `{}` are too many", port.name))?;
            }
        }
        Ok::<(), String>(())
    };
    let mut batched = Vec::new();
    for (index, port) in manifest.inputs.iter_mut().enumerate().filter(|(_, port)| port.is_given() && !port.shape.is_empty()) {
        widen(port)?;
        batched.push(index);
    }
    for port in &mut manifest.outputs {
        if port.shape.is_empty() {
            return Err(format!("result `{}` is a scalar: it has no rows for those of {count} microbatches", port.name));
        }
        widen(port)?;
    }
    if batched.is_empty() {
        return Err(format!("no input has rows for {count} microbatches"));
    }
    manifest.schedule.iter_mut().for_each(|schedule| schedule.batched.clone_from(&batched));
    Ok(())
}

/// What a piece reads, without its program.
struct Wire {
    stage: usize,
    phase: Phase,
    inputs: Vec<PieceInput>,
}

/// The schedule for these pieces: stages wait for those that they read; sums, updates and messages have their place.
fn fit(mut schedule: Schedule, pieces: &[Wire]) -> Result<Schedule, String> {
    let count = stages_of(&schedule);
    let mut reads: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    for reader in pieces.iter().filter(|piece| piece.phase.is_repeated()) {
        for input in &reader.inputs {
            let PieceInput::Result { piece, .. } = *input else { continue };
            let Wire { stage, phase, .. } = pieces[piece];
            // What a stage before made; gradients come from stages after, which follow from it.
            if phase == Phase::Forward && stage < reader.stage {
                reads[reader.stage].insert(stage);
            }
        }
    }
    let original: Vec<usize> = schedule.stages.iter().enumerate().map(|(index, stage)| stage.copy_of.unwrap_or(index)).collect();
    let ranges: Vec<_> = schedule.stages.iter().map(|stage| stage.microbatches.clone()).collect();
    for index in 0..schedule.stages.len() {
        let own = ranges[index].start;
        let alike = |wanted: usize| (0..ranges.len()).find(|&other| original[other] == wanted && ranges[other].contains(&own));
        schedule.stages[index].after = reads[original[index]].iter().filter_map(|&before| alike(before)).collect();
    }
    let trains = pieces.iter().any(|piece| matches!(piece.phase, Phase::Input | Phase::Weight));
    schedule.training = trains;
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        order.retain(|action| action.kind == Kind::Forward || trains && !matches!(action.kind, Kind::ReduceGrad | Kind::Update | Kind::Unshard | Kind::Reshard));
        if !trains {
            order.iter_mut().for_each(|action| action.paired = false);
        }
        debug_assert!(order.iter().all(|action| schedule.stages[action.stage as usize].rank == rank));
    }
    if trains {
        sum_gradients(&mut schedule);
    }
    for stage in 0..count {
        if pieces.iter().any(|piece| piece.stage == stage && matches!(piece.phase, Phase::After(_))) {
            schedule.orders[schedule.stages[stage].rank].push(Action::new(stage, Kind::Update, 0));
        }
    }
    let schedule = messages(&schedule)?;
    validate(&schedule)?;
    Ok(schedule)
}

/// A schedule of one time unit an action, to know its stages before what they take.
fn shape(options: &PipelineOptions, mesh: &Mesh, microbatches: usize) -> Result<Schedule, Diagnostic> {
    let ranks = Ranks::of(mesh)?.devices.len();
    options.build(ranks, microbatches, Times::UNIT).map_err(|why| Diagnostic::error(why).in_place("--pipeline"))
}
