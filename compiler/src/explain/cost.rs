//! What takes how long in a compiled program, and by which formula.
//!
//! The per-device programs of an output folder are priced anew, so the machine may be another than the compile's. Invariants: dearest first; equal ones in
//! program order; what is told of a program adds up to its report's seconds where machine, profile and overlap are those of the compile.

use super::show::{bytes, seconds as time};
use crate::files::read_text;
use crate::manifest::Manifest;
use crate::render::position;
use crate::report::Pricing;
use indexmap::IndexMap;
use serde::Serialize;
use shardwright_ir::machine::{Machine, find};
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::parse_module;
use shardwright_ir::{Func, Loc, Registry};
use shardwright_passes::cost::CollectiveCosts;
use shardwright_passes::cost::compute::{ComputeCosts, Priced};
use shardwright_passes::cost::simulate::{Costs, Item, Kind, by_class, seconds, simulate};
use std::fmt::Write;
use std::path::Path;

/// What the programs of a folder take.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    /// The machine.
    pub machine: String,
    /// What the profile in use calls its device; `None` without one.
    pub profile: Option<String>,
    /// That the folder's report was priced by other means than these; empty where by the same.
    pub note: String,
    /// One a program.
    pub programs: Vec<ProgramCost>,
}

/// What a program takes, in seconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProgramCost {
    /// Its file.
    pub program: String,
    /// From start to end.
    pub step: f64,
    /// All kernels.
    pub compute: f64,
    /// All collectives.
    pub communication: f64,
    /// What of these no kernel hides.
    pub exposed: f64,
    /// By class, dearest first.
    pub classes: Vec<ClassCost>,
    /// Kernels and collectives, those that are alike together, dearest first.
    pub dearest: Vec<Cost>,
}

/// A class of kernels or collectives.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassCost {
    /// Its name.
    pub class: &'static str,
    /// Runs.
    pub count: i64,
    /// Operations.
    pub flops: i64,
    /// Bytes read and written.
    pub bytes: i64,
    /// Seconds.
    pub seconds: f64,
}

/// Kernels or collectives that are alike.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cost {
    /// The op; of a kernel the last.
    pub op: String,
    /// Place of the first: in the model where that is known, else its line in the program.
    pub at: String,
    /// Ops in the kernel.
    pub ops: usize,
    /// Runs.
    pub count: i64,
    /// Seconds of one run.
    pub each: f64,
    /// Seconds of all.
    pub seconds: f64,
    /// What bounds it: `compute`, `memory`, `launch`, `network`, `measured`.
    pub bound: &'static str,
    /// How the seconds of one run were found.
    pub formula: String,
}

/// The machine that a folder's report names.
///
/// # Errors
/// That the report cannot be read, or that its machine came from a file.
pub fn machine_of(folder: &Path) -> Result<Machine, String> {
    let path = folder.join("report.json");
    let report: serde_json::Value = serde_json::from_str(&read_text(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = report["machine"].as_str().ok_or_else(|| format!("{}: has no machine", path.display()))?;
    find(name).map_err(|_| format!("{}: the machine `{name}` is not built in: give its file by --machine", path.display()))
}

/// Prices the programs of a folder.
///
/// # Errors
/// A file that cannot be read, by its name; or that the machine cannot have so many devices.
pub fn tell(folder: &Path, pricing: &Pricing, ops: &Registry) -> Result<Told, String> {
    let manifest = Manifest::read(folder)?;
    let compute = ComputeCosts::new(&pricing.machine.device, pricing.profile);
    let mut programs = Vec::new();
    for (file, devices) in manifest.programs() {
        let path = folder.join(file);
        let source = read_text(&path)?;
        let module = parse_module(&source, ops).map_err(|faults| format!("{}: {faults}", path.display()))?;
        let func = module.main().ok_or_else(|| format!("{}: has no main function", path.display()))?;
        // Programs name devices by number, so one axis says as much as the mesh.
        let mesh = Mesh::new(&[("devices", i64::try_from(devices).unwrap_or(i64::MAX))]);
        let collectives = CollectiveCosts::new(pricing.machine, &mesh).map_err(|error| error.to_string())?;
        programs.push(program(file, &source, func, &Costs { compute: &compute, collectives: &collectives, overlap: pricing.overlap }));
    }
    let profile = pricing.profile.map(|profile| profile.device.clone());
    Ok(Told { machine: pricing.machine.name.clone(), note: note(folder, pricing)?, profile, programs })
}

/// By what else than now the report of a folder was priced.
fn note(folder: &Path, pricing: &Pricing) -> Result<String, String> {
    let path = folder.join("report.json");
    if !path.is_file() {
        return Ok(String::new());
    }
    let report: serde_json::Value = serde_json::from_str(&read_text(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    let now = [Some(pricing.machine.name.as_str()), pricing.profile.map(|profile| profile.device.as_str()), Some(pricing.overlap.as_str())];
    let mut others = Vec::new();
    for (field, now) in ["machine", "profile", "overlap"].into_iter().zip(now) {
        let then = report[field].as_str();
        if then != now {
            others.push(format!("{field} {}", then.unwrap_or("none")));
        }
    }
    Ok(if others.is_empty() { String::new() } else { format!("report.json was priced with {}", others.join(", ")) })
}

fn program(file: &str, source: &str, func: &Func, costs: &Costs) -> ProgramCost {
    let times = simulate(func, costs);
    let mut alike = IndexMap::<String, (Item, Priced, i64, u64)>::new();
    for item in &times.items {
        let Some(priced) = item.explain(func, &times.kernels, costs) else { continue };
        let (op, ops) = (func.op(item.op).info.name, ops_of(item));
        let one = alike.entry(format!("{op} {ops} {}", priced.formula)).or_insert((*item, priced, 0, 0));
        (one.2, one.3) = (one.2.saturating_add(item.times), one.3.saturating_add(item.total()));
    }
    let mut dearest: Vec<(Item, Priced, i64, u64)> = alike.into_values().collect();
    dearest.sort_by_key(|one| std::cmp::Reverse(one.3));
    let cost = |(item, priced, count, total): (Item, Priced, i64, u64)| {
        let data = func.op(item.op);
        Cost {
            op: data.info.name.to_owned(),
            at: match &data.loc {
                Loc::Unknown if data.span.is_known() => format!("line {}", position(source, data.span.start as usize).0),
                Loc::Unknown => String::new(),
                loc => loc.to_string(),
            },
            ops: ops_of(&item),
            count,
            each: seconds(item.each),
            seconds: seconds(total),
            bound: priced.bound(),
            formula: priced.formula.to_string(),
        }
    };
    let class = |total: shardwright_passes::cost::simulate::ClassTotal| ClassCost {
        class: total.class,
        count: total.count,
        flops: total.flops,
        bytes: total.bytes,
        seconds: seconds(total.time),
    };
    ProgramCost {
        program: file.to_owned(),
        step: seconds(times.step),
        compute: seconds(times.compute),
        communication: seconds(times.communication),
        exposed: seconds(times.exposed),
        classes: by_class(&times.items).into_iter().map(class).collect(),
        dearest: dearest.into_iter().map(cost).collect(),
    }
}

fn ops_of(item: &Item) -> usize {
    match &item.kind {
        Kind::Kernel(kernel) => kernel.ops,
        Kind::Collective { .. } => 1,
    }
}

impl Told {
    /// As text, with at most `top` kernels and collectives a program.
    pub fn text(&self, top: usize) -> String {
        let mut text = String::new();
        let profile = self.profile.as_ref().map_or_else(String::new, |device| format!(" by the profile of {device}"));
        if !self.note.is_empty() {
            let _ = writeln!(text, "{}", self.note);
        }
        for program in &self.programs {
            let _ = writeln!(
                text,
                "{} on {}{profile}: a step of {} = {} of computing + {} of exposed communication ({} of communication is hidden)",
                program.program,
                self.machine,
                time(program.step),
                time(program.compute),
                time(program.exposed),
                time((program.communication - program.exposed).max(0.0))
            );
            let width = program.classes.iter().map(|class| class.class.len()).max().unwrap_or(5);
            let all: f64 = program.classes.iter().map(|class| class.seconds).sum();
            for class in &program.classes {
                let part = if all > 0.0 { class.seconds / all * 100.0 } else { 0.0 };
                let (count, took, moved) = (class.count, time(class.seconds), bytes(class.bytes));
                let _ = writeln!(text, "  {:width$}  {count:>8} x  {took:>10}  {part:>5.1}%  {:>16} flops  {moved:>10}", class.class, class.flops);
            }
            for one in program.dearest.iter().take(top) {
                let place = if one.at.is_empty() { String::new() } else { format!(" at {}", one.at) };
                let kernel = if one.ops > 1 { format!(" with {} op{} before it", one.ops - 1, if one.ops == 2 { "" } else { "s" }) } else { String::new() };
                let _ = writeln!(text, "\n{}: {} x {}{kernel}{place}, {} each, bound by {}", time(one.seconds), one.count, one.op, time(one.each), one.bound);
                let _ = writeln!(text, "  {}", one.formula);
            }
            if program.dearest.len() > top {
                let _ = writeln!(text, "\n{} more (--top shows them)", program.dearest.len() - top);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompileOptions, compile, output, pass_registry};
    use shardwright_ir::machine::builtin;
    use shardwright_passes::cost::simulate::Overlap;

    /// What follows from the definitions, for JAX's modules: a step is what computes and what of communication is exposed; one thing at a time, everything is;
    /// a step with overlap is never longer, and never shorter than either kind of work; classes and items add up to both; and the report says the same.
    #[test]
    fn what_is_told_adds_up_to_the_report() {
        let ops = shardwright_dialects::registry();
        for name in ["mlp_megatron", "mlp_train_sgd", "scan_layers", "conditional", "moe_gshard_top2"] {
            let model = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/jax/{name}.mlir"));
            let compiled = compile(&model, &CompileOptions::default(), &ops, &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
            let folder = tempfile::tempdir().expect("a folder");
            let out = folder.path().join("out");
            output::write(&compiled, &out, output::Emit::default()).expect("written");
            let machine = machine_of(&out).expect("built in");
            let [together, apart] = [Overlap::Dataflow, Overlap::None].map(|overlap| {
                tell(&out, &Pricing { machine: &machine, profile: None, overlap }, &ops).expect("priced").programs.remove(0)
            });
            let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() <= 1e-9 * a.max(b).max(1e-9), "{name}: {what}: {a} and {b}");
            near(apart.step, apart.compute + apart.communication, "one at a time");
            near(together.step, together.compute + together.exposed, "step");
            assert!(together.step <= apart.step && together.step >= together.compute.max(together.communication / 2.0), "{name}");
            let all: f64 = together.classes.iter().map(|class| class.seconds).sum();
            near(all, together.compute + together.communication, "classes");
            near(together.dearest.iter().map(|one| one.seconds).sum(), all, "items");
            near(compiled.report.step.expect("no stages"), together.step, "report");
            near(compiled.report.compute, together.compute, "report's computing");
            let here = Pricing { machine: &machine, profile: None, overlap: Overlap::Dataflow };
            assert_eq!(tell(&out, &here, &ops).expect("priced").note, "");
            let elsewhere = Pricing { machine: &builtin("cpu").expect("built in"), overlap: Overlap::None, ..here };
            assert_eq!(tell(&out, &elsewhere, &ops).expect("priced").note, "report.json was priced with machine dgx-h100, overlap dataflow");
            assert!(together.dearest.iter().all(|one| !one.at.is_empty()), "{name}");
            near(compiled.report.exposed, together.exposed, "report's exposed");
        }
    }

    #[test]
    fn a_machine_that_came_from_a_file_must_be_given() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("report.json"), r#"{ "machine": "mine" }"#).expect("written");
        let why = machine_of(folder.path()).expect_err("not built in");
        assert!(why.ends_with("report.json: the machine `mine` is not built in: give its file by --machine"), "{why}");
        assert!(builtin("dgx-h100").is_ok());
    }
}
