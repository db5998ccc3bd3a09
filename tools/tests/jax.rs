//! JAX's modules of `testdata/jax` with their own annotations: compiled, run on virtual devices and, where a PJRT plugin is
//! installed (`./test` installs one), on it; the results are JAX's (`NAME.npz`: `arg0`…, `res0`…, made by `jax_modules.py`).

use libtest_mimic::{Arguments, Failed, Trial};
use shardwright_compiler::engine::npz::read_npz;
use shardwright_compiler::engine::pjrt::find_plugin;
use shardwright_compiler::exec::{Engine, Program};
use shardwright_compiler::output::{Emit, write};
use shardwright_compiler::verify::compare;
use shardwright_compiler::{CompileOptions, compile};
use std::path::{Path, PathBuf};

/// Largest relative error: XLA keeps more than bf16 between bf16 ops, where StableHLO rounds after each.
fn tolerance(name: &str) -> f64 {
    if name == "bf16_matmul" { 2e-2 } else { 1e-4 }
}

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/jax");
    let mut engines = vec![("virtual", Engine::Virtual)];
    match find_plugin(None) {
        Ok(plugin) => engines.push(("pjrt", Engine::Pjrt(Some(plugin)))),
        Err(error) => eprintln!("without the PJRT half: {error}"),
    }
    let mut arrays: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("testdata/jax")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "npz"))
        .collect();
    arrays.sort();
    assert_eq!(arrays.len(), 20, "modules with expected results");
    let mut trials = Vec::new();
    for path in arrays {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        for (engine_name, engine) in &engines {
            let (engine, name, path) = (engine.clone(), name.clone(), path.clone());
            trials.push(Trial::test(format!("{name} {engine_name}"), move || check(&path, &name, &engine).map_err(Failed::from)));
        }
    }
    // A module's devices are threads already: one at a time.
    let arguments = Arguments { test_threads: arguments.test_threads.or(Some(1)), ..arguments };
    libtest_mimic::run(&arguments, trials).exit()
}

fn check(path: &Path, name: &str, engine: &Engine) -> Result<(), String> {
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let options = CompileOptions::default();
    let compiled = compile(&path.with_extension("mlir"), &options, &ops, &passes, &mut []).map_err(|fault| fault.diagnostics.to_string())?;
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = scratch.path().join("out");
    write(&compiled, &folder, Emit::default())?;
    let program = Program::open(&folder, &ops)?;
    let arrays = read_npz(path).map_err(|error| error.to_string())?;
    let bound = program.bind(&arrays)?;
    let outputs = program.run(engine, &bound)?;
    for (index, got) in outputs.iter().enumerate() {
        let expected = arrays.get(&format!("res{index}")).ok_or_else(|| format!("no res{index} in the file"))?;
        let expected = expected.to_tensor(Some(got.ty().element)).map_err(|error| error.to_string())?;
        let difference = compare(got, &expected)?;
        if difference.relative > tolerance(name) {
            return Err(format!("res{index}: relative error {:e}, at most {:e}", difference.relative, tolerance(name)));
        }
    }
    let expected = arrays.keys().filter(|key| key.starts_with("res")).count();
    if outputs.len() == expected { Ok(()) } else { Err(format!("{} results, expected {expected}", outputs.len())) }
}
