//! Every model of `testdata/models/cases.json` on every mesh named there, on virtual devices and, where a PJRT plugin is installed
//! (`./test` installs one), on it: outputs are ONNX Runtime's within the tolerance.

use libtest_mimic::{Arguments, Failed, Trial};
use shardwright_compiler::engine::pjrt::find_plugin;
use shardwright_compiler::exec::Engine;
use shardwright_tools::cases::read_cases;
use shardwright_tools::cases::run::{Memory, run_case};
use std::path::Path;

fn main() {
    let arguments = Arguments::from_args();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models/cases.json");
    let mut engines = vec![("virtual", Engine::Virtual)];
    match find_plugin(None) {
        Ok(plugin) => engines.push(("pjrt", Engine::Pjrt(Some(plugin)))),
        Err(error) => eprintln!("without the PJRT half: {error}"),
    }
    let mut trials = Vec::new();
    for case in read_cases(&file).expect("the file of cases") {
        for (name, engine) in &engines {
            let (case, engine) = (case.clone(), engine.clone());
            trials.push(Trial::test(format!("{} {name}", case.name()), move || {
                let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
                let outcome = run_case(&case, &engine, &mut Memory::default(), &ops, &passes).map_err(Failed::from)?;
                if outcome.relative <= case.tolerance {
                    return Ok(());
                }
                Err(format!("relative error {:e}, at most {:e}", outcome.relative, case.tolerance).into())
            }));
        }
    }
    // A model's devices are threads already: one case at a time.
    let arguments = Arguments { test_threads: arguments.test_threads.or(Some(1)), ..arguments };
    libtest_mimic::run(&arguments, trials).exit()
}
