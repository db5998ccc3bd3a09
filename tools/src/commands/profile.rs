//! `profile`: what a device does by measurement, and how near predictions come.

use super::compile::count;
use super::print;
use crate::args::ProfileArgs;
use crate::fault::Fault;
use shardwright_compiler::explain::show::seconds;
use shardwright_compiler::measure::{Bench, check, curves, kernels};
use shardwright_compiler::report::Pricing;
use shardwright_compiler::{CompileOptions, compile, output};
use shardwright_ir::machine::{self, Machine};
use shardwright_ir::types::ElementType;
use shardwright_ir::Registry;
use shardwright_passes::cost::profile::{Measurements, Profile, fit, foreign};
use shardwright_passes::cost::simulate::Overlap;
use shardwright_passes::manager::PassRegistry;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn profile(args: &ProfileArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    if !args.show.is_empty() {
        let texts = args.show.iter().map(|path| foreign::show(path)).collect::<Result<Vec<_>, String>>()?;
        return print(&texts.join("\n"));
    }
    let mut bench = Bench::open(args.plugin.as_deref(), args.seconds, ops)?;
    let machine = match &args.machine {
        Some(name) => machine::find(name).map_err(Fault::input)?,
        None if bench.platform == "cpu" => machine::find("cpu").map_err(Fault::input)?,
        None => return Err(Fault::Usage(format!("say by --machine what the device of {} is like: its links and data sheet are not measured", bench.device))),
    };
    if !args.check.is_empty() {
        return checked(args, &mut bench, &machine, ops, passes);
    }
    let sizes = curves::Sizes {
        sides: if args.sizes.is_empty() { None } else { Some(args.sizes.clone()) },
        elements: if args.types.is_empty() { None } else { Some(args.types.clone()) },
        most_bytes: args.bytes,
    };
    let mut measured = curves::measure(&mut bench, &sizes, &mut progress)?;
    if let Some(name) = &args.device {
        measured.device.clone_from(name);
    }
    let mut text = format!("{}: {}\n", measured.device, measured.source);
    for model in &args.model {
        let (_held, folder) = compiled(model, args, &machine, ops, passes)?;
        let profile = Profile::new(measured.clone());
        let pricing = Pricing { machine: &machine, profile: Some(&profile), overlap: Overlap::Dataflow };
        let counted = kernels::measure(&mut bench, &folder, &pricing, ops, &mut measured, &mut progress)?;
        let _ = writeln!(text, "{}: {} of {} measured", model.display(), counted.measured, count(counted.kernels as i64, "new kernel"));
        for why in &counted.refused {
            let _ = writeln!(text, "  refused: {why}");
        }
    }
    clear();
    noise(&mut text, &bench);
    summary(&mut text, &measured);
    if let Some(file) = &args.output {
        write_file(file, &measured.to_json())?;
        let _ = writeln!(text, "written to {}", file.display());
    }
    let fitted = fit::device(&machine.device, &measured);
    if let Ok((_, lines)) = &fitted {
        text.push_str("fitted:\n");
        lines.lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    if let Some(file) = &args.machine_file {
        let (device, _) = fitted?;
        let name = if machine.name.ends_with("-measured") { machine.name.clone() } else { format!("{}-measured", machine.name) };
        write_file(file, &Machine { name, device, ..machine }.to_json())?;
        let _ = writeln!(text, "machine written to {}", file.display());
    }
    print(&text)
}

fn noise(text: &mut String, bench: &Bench) {
    const NOISY: f64 = 1.5;
    if bench.noise() > NOISY {
        let _ = writeln!(text, "noisy: medians are {:.1} times the shortest runs, typically; something else keeps the machine busy", bench.noise());
    }
}

fn summary(text: &mut String, measured: &Measurements) {
    if let Some(launch) = measured.launch_seconds {
        let _ = writeln!(text, "launch: {}", seconds(launch));
    }
    for point in &measured.memory {
        let _ = writeln!(text, "elementwise {:>11} B: {:>10}, {:.2} GB/s ({})", point.bytes, seconds(point.seconds), point.bytes as f64 / point.seconds / 1e9, count(point.runs as i64, "run"));
    }
    for point in &measured.products {
        let (time, rate) = (seconds(point.seconds), point.flops() / point.seconds / 1e12);
        let _ = writeln!(text, "product {:>5} {:>5} {:>5} {}: {time:>10}, {rate:.4} TFLOP/s ({})", point.m, point.n, point.k, point.element, count(point.runs as i64, "run"));
    }
}

/// Prints predicted and measured times of models.
fn checked(args: &ProfileArgs, bench: &mut Bench, machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let profile = args.profile.as_deref().map(|file| Profile::read(file, ops)).transpose()?;
    let pricing = Pricing { machine, profile: profile.as_ref(), overlap: Overlap::Dataflow };
    let mut models = Vec::new();
    for path in &args.check {
        if path.is_dir() && !path.join("manifest.json").is_file() { models_below(path, &mut models)? } else { models.push(path.clone()) }
    }
    let mut text = String::new();
    let _ = writeln!(text, "{:40} {:>8} {:>12} {:>12} {:>12} {:>7}", "model", "kernels", "predicted", "measured", "shortest", "ratio");
    let mut ratios = Vec::new();
    for model in models {
        let name = model.display().to_string();
        let tail = name.char_indices().rev().nth(39).map_or(name.as_str(), |(index, _)| &name[index..]);
        progress(&name);
        let done = compiled(&model, args, machine, ops, passes).map_err(|fault| fault.render(shardwright_compiler::render::Style::Plain)).and_then(|(_held, folder)| check::check(bench, &folder, &pricing, ops));
        clear();
        match done {
            Ok(one) => {
                let (predicted, measured, least) = (seconds(one.predicted), seconds(one.measured.median), seconds(one.measured.least));
                let _ = writeln!(text, "{tail:40} {:>8} {predicted:>12} {measured:>12} {least:>12} {:>7.2}", one.kernels, one.ratio());
                ratios.push(one.ratio());
            }
            Err(why) => {
                let _ = writeln!(text, "{tail:40} not measured: {}", why.lines().next().unwrap_or_default());
            }
        }
        if bench.left() <= 0.0 {
            text.push_str("the budget is spent (--seconds)\n");
            break;
        }
    }
    noise(&mut text, bench);
    ratios.sort_by(f64::total_cmp);
    if !ratios.is_empty() {
        let within = |factor: f64| ratios.iter().filter(|&&ratio| ratio <= factor && ratio >= 1.0 / factor).count();
        let _ = writeln!(text, "ratio predicted / measured: median {:.2}; within a factor of 1.5: {}, of 2: {}, of {}", ratios[ratios.len() / 2], within(1.5), within(2.0), ratios.len());
    }
    print(&text)
}

/// Models in a folder and those below it, by name.
fn models_below(folder: &Path, models: &mut Vec<PathBuf>) -> Result<(), Fault> {
    let entries = std::fs::read_dir(folder).map_err(|error| Fault::input(format!("{}: {error}", folder.display())))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let kind = path.extension().and_then(|extension| extension.to_str());
        match kind {
            _ if path.is_dir() => models_below(&path, models)?,
            Some("onnx" | "mlir") => models.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// The output folder of a compile for one device; the folder itself where the path is one. What is held goes with the first value.
fn compiled(model: &Path, args: &ProfileArgs, machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<(Option<tempfile::TempDir>, PathBuf), Fault> {
    if model.is_dir() {
        return Ok((None, model.to_owned()));
    }
    let options = CompileOptions { dims: args.dims.clone(), machine: Some(machine.clone()), ..CompileOptions::default() };
    let done = compile(model, &options, ops, passes, &mut [])?;
    let held = tempfile::tempdir().map_err(Fault::input)?;
    let folder = held.path().join("out");
    output::write(&done, &folder, output::Emit::default())?;
    Ok((Some(held), folder))
}

fn progress(what: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{what} …");
    }
}

fn clear() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display())))
}

/// A type of operands by its name.
///
/// # Errors
/// That there is none of this name.
pub fn parse_element(text: &str) -> Result<ElementType, String> {
    ElementType::parse(text).filter(|ty| ty.is_float()).ok_or_else(|| format!("`{text}` is no type of floating point numbers"))
}
