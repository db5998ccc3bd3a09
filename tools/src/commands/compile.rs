//! `compile`: a model in, an output folder out.

use super::print;
use super::verify::{Comparison, compare_runs};
use crate::args::{CompileArgs, Emit, Exchange, External, Policy, Sums, Uneven, Unknown};
use crate::fault::Fault;
use shardwright_compiler::back::mlir::upstream;
use shardwright_compiler::back::native::Linker;
use shardwright_compiler::back::onnx_annotated::{self, Annotated};
use shardwright_compiler::exec::{Engine, Program};
use shardwright_compiler::explain::show::{bytes, seconds};
use shardwright_compiler::files::read_text;
use shardwright_compiler::manifest::Manifest;
use shardwright_compiler::output;
use shardwright_compiler::pipeline::manifest::{ScheduleManifest, StagePlace};
use shardwright_compiler::plan::Plan;
use shardwright_compiler::reannotate::Own;
use shardwright_compiler::render::{Style, render_all};
use shardwright_compiler::strategy::{Turn, read_strategy};
use shardwright_compiler::{CompileFault, CompileOptions, Compiled, compile as run_compile};
use shardwright_ir::machine;
use shardwright_ir::{Diagnostic, Diagnostics, Module, Registry};
use shardwright_passes::cost::profile::Profile;
use shardwright_passes::cost::simulate;
use shardwright_passes::manager::observe::timing_table;
use shardwright_passes::manager::{Observer, PassRegistry, Step};
use shardwright_passes::shard::op_rules::OpRules;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::Path;

impl From<CompileFault> for Fault {
    fn from(fault: CompileFault) -> Fault {
        Fault::Input(fault.diagnostics, fault.text)
    }
}

impl From<crate::args::Overlap> for simulate::Overlap {
    fn from(overlap: crate::args::Overlap) -> simulate::Overlap {
        match overlap {
            crate::args::Overlap::None => simulate::Overlap::None,
            crate::args::Overlap::Dataflow => simulate::Overlap::Dataflow,
        }
    }
}

/// Runs the command.
pub fn compile(args: &CompileArgs, ops: &Registry, passes: &PassRegistry, style: Style) -> Result<(), Fault> {
    output::check_target(&args.output)?;
    if args.mpicc.is_some() && !args.emit.contains(&Emit::Native) {
        return Err(Fault::Usage("--mpicc goes with --emit native".to_owned()));
    }
    let options = options(args, ops)?;
    let mut progress = Progress { shown: std::io::stderr().is_terminal() && style == Style::Colour };
    let mut compiled = run_compile(&args.model, &options, ops, passes, &mut [&mut progress])?;
    progress.clear();
    eprint!("{}", render_all(&Diagnostics(compiled.diagnostics.clone()), compiled.text.as_ref(), style));
    let annotated = match args.emit.contains(&Emit::Annotated) {
        true => Some(annotated(args, &options, &compiled, ops)?),
        false => None,
    };
    compiled.report.annotated = annotated.as_ref().map(Annotated::to_json);
    let has = |kind| args.emit.contains(&kind);
    let upstream = match has(Emit::Mlir) {
        true => Some(upstream::of_compile(&compiled).map_err(|fault| Fault::Input(fault.into(), compiled.text.clone()))?),
        false => None,
    };
    compiled.report.upstream = upstream.as_ref().map(upstream::to_json);
    let native = has(Emit::Native).then(|| Linker { mpicc: args.mpicc.clone(), ..Linker::default() });
    let emit = output::Emit { sdy: has(Emit::Sdy), onnx: has(Emit::Onnx), native };
    output::write_with(&compiled, &args.output, emit, &|folder| {
        annotated.as_ref().map_or(Ok(()), |annotated| annotated.write(folder))?;
        upstream.as_ref().map_or(Ok(()), |files| upstream::write(files, folder))
    })
    .map_err(|faults| Fault::Input(faults, compiled.text.clone()))?;
    print(&summary(&compiled, &args.model, &args.output))?;
    if args.timing {
        eprint!("{}", timing_table(&compiled.steps));
    }
    if args.verify {
        let program = Program::open(&args.output, ops)?;
        let Comparison { text, passed } = compare_runs(&program, &Engine::Virtual, program.bind(&Default::default())?, 0, None)?;
        print(&text)?;
        if !passed {
            return Err(Fault::Failed);
        }
    }
    Ok(())
}

/// The model with the compile's annotations; what they do not say goes to standard error.
fn annotated(args: &CompileArgs, options: &CompileOptions, compiled: &Compiled, ops: &Registry) -> Result<Annotated, Fault> {
    let external = match args.external_data {
        External::Link => onnx_annotated::External::Link,
        External::Copy => onnx_annotated::External::Copy,
    };
    let annotated = onnx_annotated::annotate(&args.model, options, compiled, external, ops).map_err(|faults| Fault::Input(faults, None))?;
    let (nodes, tensors) = annotated.counts;
    eprintln!("{}: configuration {:?}, {} with {tensors} shardings; not in it:", onnx_annotated::FILE, annotated.configuration, count(nodes as i64, "node"));
    annotated.lost.iter().for_each(|lost| eprintln!("  {lost}"));
    if annotated.is_linked() {
        eprintln!("  weights, which are linked to: ONNX's checker and ONNX Runtime follow no links, so move the file beside them or give --external-data copy");
    }
    Ok(annotated)
}

/// What the arguments ask of a compile; files that they name are read.
///
/// # Errors
/// Which file is at fault.
pub(super) fn options(args: &CompileArgs, ops: &Registry) -> Result<CompileOptions, Fault> {
    let plan = args.plan.as_deref().map(Plan::read).transpose()?;
    let op_rules = match &args.op_rules {
        Some(file) => {
            let text = read_text(file).map_err(|why| Fault::Input(Diagnostic::error(why).in_place("--op-rules").into(), None))?;
            OpRules::parse(&text, &file.display().to_string()).map_err(|faults| Fault::Input(faults, None))?
        }
        None => OpRules::default(),
    };
    let strategy = args.strategy.as_deref().map(|file| read_strategy(file, &args.set)).transpose()?;
    Ok(CompileOptions {
        dims: args.dims.clone(),
        configuration: args.configuration.clone(),
        train: args.train.clone(),
        recompute: args.recompute,
        mesh: args.mesh.clone(),
        patterns: args.shards.clone(),
        plan,
        strategy,
        own: if args.bare { Own::Manual } else { Own::All },
        refuse_uneven: args.uneven == Uneven::Refuse,
        shardy_policy: args.policy == Policy::Shardy,
        op_rules,
        replicate_unknown: args.unknown == Unknown::Replicate,
        strict_sums: args.sums == Sums::Once,
        windowed_einsum: args.windowed_einsum,
        chunk_all_to_all: args.chunk_all_to_all,
        combine_collectives: args.combine_collectives,
        regather: args.regather.clone(),
        recognise_experts: args.recognise_experts || !args.shadow_experts.is_empty(),
        quantise_weights: args.quantise_weights,
        quantise_gradients: args.quantise_gradients,
        hierarchical_all_to_all: args.all_to_all == Exchange::Hierarchical,
        ragged_all_to_all: args.all_to_all == Exchange::Ragged,
        shadow_experts: args.shadow_experts.clone(),
        attention: args.attention.clone(),
        pipeline: args.pipeline.clone(),
        machine: Some(machine::find(&args.machine).map_err(Fault::input)?),
        profile: args.profile.as_deref().map(|file| Profile::read(file, ops)).transpose()?,
        overlap: args.overlap.into(),
        ..CompileOptions::default()
    })
}

/// What was done, for people.
fn summary(compiled: &Compiled, model: &Path, folder: &Path) -> String {
    let (manifest, report) = (&compiled.manifest, &compiled.report);
    let axes: Vec<String> = manifest.mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
    let mut text = String::new();
    let _ = writeln!(text, "{} for {} ({})", model.display(), count(manifest.devices as i64, "device"), if axes.is_empty() { "no mesh".to_owned() } else { axes.join(", ") });
    let weights = manifest.inputs.iter().filter(|port| port.weight.is_some()).count();
    let given = manifest.inputs.iter().filter(|port| port.is_given()).count();
    let states = match manifest.inputs.len() - weights - given {
        0 => String::new(),
        states => format!(", states {states}"),
    };
    let _ = writeln!(
        text,
        "  inputs {given}{states}, outputs {}, weights {weights}: {} on each device of {} in all",
        manifest.outputs.len(),
        bytes(report.weights.0),
        bytes(report.weights.1)
    );
    let _ = writeln!(text, "  each device: {} ops, {} flops, peak memory {}", report.ops, report.flops, bytes(report.memory.peak));
    for (index, stage) in manifest.stages.iter().enumerate() {
        let devices: Vec<String> = stage.devices.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  stage {index} on devices {}: {} inputs, {} outputs", devices.join(" "), stage.inputs.len(), stage.outputs.len());
    }
    if let Some(schedule) = &manifest.schedule {
        text.push_str(&pipeline(manifest, schedule, report.bubble));
    }
    text.push_str(&turns(&compiled.turns));
    if report.traffic.totals.is_empty() {
        let _ = writeln!(text, "  no communication");
    }
    for (kind, total) in &report.traffic.totals {
        let _ = writeln!(text, "  {kind}: {}, {} sent by each device", total.count, bytes(total.wire_bytes));
    }
    if !report.traffic.totals.is_empty() {
        let _ = writeln!(text, "  communication: {:.1} us on {}", report.communication * 1e6, report.machine);
    }
    let step = report.step.map_or_else(String::new, |step| format!("step: {} on {}, ", seconds(step), report.machine));
    let _ = writeln!(text, "  {step}computing {}, exposed communication {}", seconds(report.compute), seconds(report.exposed));
    let _ = writeln!(text, "written to {}", folder.display());
    text
}

/// The schedule, and a line for each rank.
fn pipeline(manifest: &Manifest, schedule: &ScheduleManifest, bubble: Option<f64>) -> String {
    let mut text = format!("  {} in {}", schedule.name, count(manifest.pieces.len() as i64, "piece"));
    let _ = writeln!(text, "{}", bubble.map_or_else(String::new, |bubble| format!(": a bubble of {}", seconds(bubble))));
    for (rank, devices) in schedule.ranks.iter().enumerate() {
        let devices: Vec<String> = devices.iter().map(ToString::to_string).collect();
        let of = |(stage, place): (usize, &StagePlace)| place.copy_of.map_or_else(|| stage.to_string(), |of| format!("{stage} (of {of} again)"));
        let stages: Vec<String> = schedule.stages.iter().enumerate().filter(|(_, place)| place.rank == rank).map(of).collect();
        let _ = writeln!(text, "  rank {rank} on devices {}: stages {}", devices.join(" "), stages.join(", "));
    }
    text
}

/// A line for each turn of a strategy.
pub(super) fn turns(turns: &[Turn]) -> String {
    turns.iter().enumerate().map(|(index, turn)| format!("  {index:2} {}\n", turn.line())).collect()
}

pub(super) fn count(number: i64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The running pass, on a terminal.
struct Progress {
    shown: bool,
}

impl Progress {
    fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

impl Observer for Progress {
    fn before(&mut self, _: usize, step: &Step, _: &Module) {
        if self.shown {
            eprint!("\r\x1b[K{step} …");
        }
    }
}
