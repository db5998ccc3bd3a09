//! Models and modules whose forms the e-graph chose anew, then partitioned: the same numbers as before, on virtual devices and, where a
//! PJRT plugin is installed (`./test` installs one), on it; and never a dearer program by the cost that was asked for.
//!
//! Of each model of `testdata/models/cases.json` the last case with a mesh, on PJRT a few; all modules of `testdata/jax`. With
//! `SHARDWRIGHT_ALL=1` every case on both engines; with `SHARDWRIGHT_TABLE=1` a line for each on what was changed.

use libtest_mimic::{Arguments, Failed, Trial};
use shardwright_compiler::driver::Source;
use shardwright_compiler::engine::npz::read_npz;
use shardwright_compiler::engine::pjrt::find_plugin;
use shardwright_compiler::exec::Engine;
use shardwright_ir::OpId;
use shardwright_ir::verify::verify;
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::rewrite::egraph::cost::Roofline;
use shardwright_passes::rewrite::egraph::optimize::{Settings, optimize};
use shardwright_passes::rewrite::egraph::saturate::Limits;
use shardwright_tools::cases::run::{Memory, run_changed};
use shardwright_tools::cases::{Case, read_cases};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Models whose case runs on PJRT in any case: the others take longer to compile there.
const QUICK: &[&str] = &["bert_tiny.ts", "llama_tiny.ts", "mixtral_tiny_batched.ts"];

fn main() {
    let arguments = Arguments::from_args();
    let all = std::env::var_os("SHARDWRIGHT_ALL").is_some();
    let mut engines = vec![("virtual", Engine::Virtual)];
    match find_plugin(None) {
        Ok(plugin) => engines.push(("pjrt", Engine::Pjrt(Some(plugin)))),
        Err(error) => eprintln!("without the PJRT half: {error}"),
    }
    let mut trials = Vec::new();
    for case in cases(all) {
        for (name, engine) in &engines {
            if *name == "pjrt" && !all && case.mesh.is_some() && !QUICK.contains(&case.model.as_str()) {
                continue;
            }
            let (case, engine, label) = (case.clone(), engine.clone(), format!("{} {name}", case.name()));
            trials.push(Trial::test(label, move || check(&case, &engine).map_err(Failed::from)));
        }
    }
    // A program's devices are threads already: one case at a time.
    let arguments = Arguments { test_threads: arguments.test_threads.or(Some(1)), ..arguments };
    libtest_mimic::run(&arguments, trials).exit()
}

/// Models with meshes, and JAX's modules with their own.
fn cases(all: bool) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let listed = read_cases(&folder.join("models/cases.json")).expect("the file of cases");
    let mut cases = if all {
        listed
    } else {
        let last: BTreeMap<String, Case> = listed.into_iter().map(|case| (case.model.clone(), case)).collect();
        last.into_values().collect()
    };
    let mut modules: Vec<PathBuf> = std::fs::read_dir(folder.join("jax"))
        .expect("testdata/jax")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "npz"))
        .collect();
    modules.sort();
    for path in modules {
        let model = path.file_stem().expect("a name").to_string_lossy().into_owned();
        // XLA keeps more than bf16 between bf16 ops, where StableHLO rounds after each.
        let tolerance = if model == "bf16_matmul" { 2e-2 } else { 1e-4 };
        let text = path.with_extension("mlir");
        cases.push(Case { set: "own".into(), mesh: None, own: Default::default(), shards: Vec::new(), dims: Vec::new(), positive: false, model, tolerance, file: text });
    }
    cases
}

fn check(case: &Case, engine: &Engine) -> Result<(), String> {
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    if case.mesh.is_none() {
        // What the results are compared with must be there.
        read_npz(&case.file.with_extension("npz")).map_err(|error| error.to_string())?;
    }
    let mut change = |read: &mut Source| rewrite(read, &case.name());
    let outcome = run_changed(case, engine, &mut Memory::default(), &ops, &passes, &mut change)?;
    if outcome.relative <= case.tolerance {
        return Ok(());
    }
    Err(format!("relative error {:e}, at most {:e}", outcome.relative, case.tolerance))
}

/// Chooses forms for every function. Weights are parameters: of the main function's arguments those from some place on.
fn rewrite(read: &mut Source, name: &str) -> Result<(), String> {
    let rules = builtin_rules()?;
    let limits = Limits { iterations: 4, nodes: 3_000, ..Limits::default() };
    let weights = read.weights.iter().rev().take_while(|weight| weight.is_some()).count();
    let main = read.module.main().map(|func| func.name);
    for func in read.module.funcs.values_mut() {
        let parameters_from = (weights > 0 && Some(func.name) == main).then(|| func.args().len() - weights);
        let settings = Settings { limits: limits.clone(), rounds: 2, parameters_from, ..Settings::default() };
        let before: HashSet<OpId> = func.region(func.body()).ops.iter().copied().collect();
        let outcome = optimize(func, &rules, &settings, &Roofline::default())?;
        if outcome.after > outcome.before * (1.0 + 1e-9) {
            return Err(format!("{}: cost {} became {}", func.name, outcome.before, outcome.after));
        }
        if let Some(why) = outcome.refused.first() {
            return Err(format!("{}: left as it was: {why}", func.name));
        }
        if std::env::var_os("SHARDWRIGHT_TABLE").is_some() {
            let after: HashSet<OpId> = func.region(func.body()).ops.iter().copied().collect();
            let (gone, new) = (before.difference(&after).count(), after.difference(&before).count());
            let (cost, now) = (outcome.before * 1e6, outcome.after * 1e6);
            println!("| {name} @{} | {} ops, {gone} gone, {new} new | {cost:.1} us | {now:.1} us |", func.name, before.len());
        }
    }
    verify(&read.module).map_err(|faults| faults.to_string())?;
    Ok(())
}
