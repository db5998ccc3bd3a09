//! The bank: every JAX module and ONNX graph of `testdata` under its annotation sets. On virtual devices every case computes what is
//! expected of it, and sends no more than the lesser of XLA and Shardy (`yardsticks.json`), but for the cases that `known_more.json` lists:
//! a listed case that does not send more fails too, so the list only shrinks (`BLESS=1` takes such cases out). Where a PJRT plugin is installed
//! (`./test` installs one), one set of every model runs on it.

use libtest_mimic::{Arguments, Failed, Trial};
use shardwright_compiler::engine::pjrt::find_plugin;
use shardwright_compiler::exec::Engine;
use shardwright_tools::cases::run::{Memory, Outcome, run_case};
use shardwright_tools::cases::yardsticks::{Verdict, read_yardsticks};
use shardwright_tools::cases::{Case, read_cases};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Models of which one device's program is large: one set in a run of all tests, all of them by `shardwright cases`.
const LARGE: [&str; 2] = ["t32", "resnet50_narrow.dynamo"];

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/bank");
    let cases = read_cases(&folder).expect("the bank");
    let yardsticks = read_yardsticks(&folder.join("yardsticks.json")).expect("the yardsticks");
    let known = Known::read(&folder.join("known_more.json"));
    let plugin = find_plugin(None).map_err(|error| eprintln!("without the PJRT half: {error}")).ok();
    let mut sets: BTreeMap<&str, usize> = BTreeMap::new();
    let mut trials = vec![shape(&cases, &known.names)];
    let memory = Arc::new(Mutex::new(Memory::default()));
    for case in &cases {
        let index = sets.entry(&case.model).or_default();
        // Another set for each model, so that all kinds of sets meet the plugin.
        let chosen = *index == case.model.len() % 6;
        *index += 1;
        if chosen || !LARGE.contains(&case.model.as_str()) {
            let (case, memory, known, yardstick) = (case.clone(), memory.clone(), known.clone(), yardsticks.get(&case.name()).cloned());
            trials.push(Trial::test(format!("{} virtual", case.name()), move || {
                let outcome = check(&case, &Engine::Virtual, &memory)?;
                let verdict = yardstick.ok_or("was not measured: run yardsticks.py")?.verdict(&outcome.sent);
                known.check(&case.name(), verdict, &outcome.sent.counts()).map_err(Failed::from)
            }));
        }
        if let Some(plugin) = plugin.clone().filter(|_| chosen) {
            let (case, memory) = (case.clone(), memory.clone());
            trials.push(Trial::test(format!("{} pjrt", case.name()), move || {
                check(&case, &Engine::Pjrt(Some(plugin)), &memory).map(|_| ())
            }));
        }
    }
    // A model's devices are threads already: one case at a time.
    let arguments = Arguments { test_threads: arguments.test_threads.or(Some(1)), ..arguments };
    libtest_mimic::run(&arguments, trials).exit()
}

/// At least six sets for every model, one of them with three axes, and no listed case that does not exist.
fn shape(cases: &[Case], known: &BTreeSet<String>) -> Trial {
    let mut models: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for case in cases {
        let (count, mixed) = models.entry(case.model.clone()).or_default();
        *count += 1;
        *mixed |= case.mesh.as_ref().is_some_and(|mesh| mesh.matches('=').count() == 3);
    }
    let names: BTreeSet<String> = cases.iter().map(Case::name).collect();
    let unknown: Vec<String> = known.difference(&names).cloned().collect();
    Trial::test("every model has its sets", move || {
        // Its body has the shapes of its own mesh of eight devices.
        let fixed = |model: &str| model == "shard_map_manual";
        let poor = models.iter().filter(|(model, (count, mixed))| *count < 6 || !mixed && !fixed(model)).map(|(model, _)| model.as_str());
        let poor: Vec<&str> = poor.collect();
        match (&poor[..], &unknown[..]) {
            ([], []) => Ok(()),
            _ => Err(format!("too few sets: {poor:?}; listed in known_more.json without being cases: {unknown:?}").into()),
        }
    })
}

fn check(case: &Case, engine: &Engine, memory: &Mutex<Memory>) -> Result<Outcome, Failed> {
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let mut memory = memory.lock().map_err(|_| "an earlier case panicked")?;
    let outcome = run_case(case, engine, &mut memory, &ops, &passes)?;
    if outcome.relative <= case.tolerance {
        return Ok(outcome);
    }
    Err(format!("relative error {:e}, at most {:e}", outcome.relative, case.tolerance).into())
}

/// Cases that still send more than others do.
#[derive(Clone)]
struct Known {
    file: PathBuf,
    names: BTreeSet<String>,
}

impl Known {
    fn read(file: &Path) -> Known {
        let text = std::fs::read_to_string(file).expect("known_more.json");
        Known { file: file.to_owned(), names: serde_json::from_str::<Vec<String>>(&text).expect("a list of names").into_iter().collect() }
    }

    fn check(&self, name: &str, verdict: Option<Verdict>, counts: &str) -> Result<(), String> {
        let more = verdict == Some(Verdict::More);
        match (more, self.names.contains(name)) {
            (true, false) => Err(format!("sends more than the lesser of XLA and Shardy ({counts}): `shardwright cases testdata/bank --filter {name}` shows how much")),
            (false, true) if std::env::var_os("BLESS").is_some() => self.take_out(name),
            (false, true) => Err("no longer sends more than others: take it out of known_more.json, or run this test with BLESS=1".to_owned()),
            _ => Ok(()),
        }
    }

    fn take_out(&self, name: &str) -> Result<(), String> {
        let mut names = Known::read(&self.file).names;
        names.remove(name);
        let lines: Vec<String> = names.iter().map(|name| format!(" \"{name}\"")).collect();
        let text = if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) };
        std::fs::write(&self.file, text).map_err(|error| error.to_string())
    }
}
