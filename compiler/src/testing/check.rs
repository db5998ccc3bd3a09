//! One random program, partitioned and run, against the same program whole.
//!
//! Invariants: the whole program is evaluated as it was written, before any pass; whatever goes wrong, a panic
//! included, is an error that says at which step.

use super::placement;
use super::random::Case;
use crate::pipelines::pass_registry;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::text::print_module;
use shardwright_ir::verify::verify;
use shardwright_ir::{Attr, Attrs, Module, Registry, TensorType, Type};
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_passes::partition::Partitioned;
use shardwright_passes::partition::localize::{GLOBAL_SHARDING, GLOBAL_TYPE};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Elements of an input that a report shows.
const MAX_SHOWN: usize = 64;

/// Runs a per-device program: `args[d]` are the arguments of device `d`, the results likewise.
pub type Runner<'a> = &'a dyn Fn(&Partitioned, &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>, String>;

/// Pipelines that programs are partitioned by, in turn by their seeds: as `compile` does it, and without the clean-up
/// that could hide a fault.
pub const PIPELINES: &[&str] = &[
    "compile",
    "inline,shard,reshard,collectives,localize",
    "clean,shard{strategy=basic-then-aggressive},partition",
    "inline,apply-sharding-constraints,propagate{strategy=basic},partition",
];

/// On virtual devices in this process.
pub fn on_virtual(program: &Partitioned, args: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>, String> {
    crate::engine::virtual_::run_tensors(&program.module, args).map_err(|error| error.to_string())
}

/// Partitions a case by one of [`PIPELINES`], runs it and compares every shard of every result with the whole program's.
///
/// # Errors
/// With the seed, the step that failed and why.
pub fn check(case: &Case, ops: &Registry, run: Runner) -> Result<(), String> {
    check_by(PIPELINES[case.seed as usize % PIPELINES.len()], case, ops, run)
}

/// As [`check`], by this pipeline.
///
/// # Errors
/// As [`check`].
pub fn check_by(pipeline: &str, case: &Case, ops: &Registry, run: Runner) -> Result<(), String> {
    guarded(|| check_unguarded(pipeline, case, ops, run)).map_err(|why| format!("seed {}: {why}", case.seed))
}

/// Runs something; a panic is an error like any other.
///
/// # Errors
/// Its own, or the message of the panic.
pub fn guarded<T>(tested: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(tested)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(format!("panicked: {}", text.unwrap_or("no message")))
    })
}

/// The report of a failed case: the error, and the smallest program that still fails, as text with its inputs.
pub fn report(case: &Case, ops: &Registry, run: Runner, why: &str) -> String {
    let small = super::shrink::shrink(case, &|smaller| check(smaller, ops, run).is_err());
    let now = check(&small, ops, run).err().unwrap_or_default();
    let shown = |input: &Tensor| format!("{} {:?}", input.ty, input.to_f64s().iter().take(MAX_SHOWN).collect::<Vec<_>>());
    let inputs: Vec<String> = small.inputs.iter().map(shown).collect();
    format!("{why}\n{}\ninputs:\n{}\nsmaller program: {now}", print_module(&small.module), inputs.join("\n"))
}

/// The per-device program that a pipeline makes, verified after each pass.
///
/// # Errors
/// What the verifier or a pass refuses, and which pass it was.
pub fn partition(module: &Module, ops: &Registry, pipeline: &str) -> Result<Partitioned, String> {
    verify(module).map_err(|why| format!("whole program is not legal: {why}"))?;
    let mut module = module.clone();
    let pipeline = Pipeline::parse(pipeline, &pass_registry())?;
    run_pipeline(&pipeline, &mut module, ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    let mesh = module.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
    let main = module.main().ok_or("the pipeline left no main function")?;
    let (args, results) = (layouts(&main.arg_attrs)?, layouts(&main.result_attrs)?);
    Ok(Partitioned { mesh, args, results, module, made: indexmap::IndexMap::new() })
}

/// What `localize` wrote on arguments or results.
fn layouts(attrs: &[Attrs]) -> Result<Vec<(TensorType, TensorSharding)>, String> {
    let layout = |attrs: &Attrs| match (attrs.get(GLOBAL_TYPE), attrs.get(GLOBAL_SHARDING)) {
        (Some(Attr::Type(Type::Tensor(ty))), Some(Attr::Sharding(sharding))) => Ok((ty.clone(), (**sharding).clone())),
        _ => Err("localize left an argument or a result without its layout".to_owned()),
    };
    attrs.iter().map(layout).collect()
}

fn check_unguarded(pipeline: &str, case: &Case, ops: &Registry, run: Runner) -> Result<(), String> {
    let main = case.module.main().ok_or("no function @main")?;
    let wanted = Interpreter::new(&case.module).run(main, &case.inputs).map_err(|why| format!("whole program: {why}"))?;
    let program = partition(&case.module, ops, pipeline).map_err(|why| format!("{pipeline}: {why}"))?;
    let results = run_partitioned(&program, &case.inputs, run)?;
    for (index, (wanted, (_, sharding))) in wanted.iter().zip(&program.results).enumerate() {
        let shards = shards_of(&program, &results, index)?;
        placement::compare(wanted, sharding, &program.mesh, &shards).map_err(|why| format!("result {index}: {why}"))?;
    }
    Ok(())
}

/// Cuts global inputs into shards and runs the per-device program on them: the results by device.
///
/// # Errors
/// What the runner reports.
pub fn run_partitioned(program: &Partitioned, inputs: &[Tensor], run: Runner) -> Result<Vec<Vec<Tensor>>, String> {
    let devices = program.mesh.num_devices();
    let mut args = vec![Vec::new(); devices as usize];
    for position in 0..devices {
        for (input, (_, sharding)) in inputs.iter().zip(&program.args) {
            args[program.mesh.device_at(position) as usize].push(placement::shard(input, sharding, &program.mesh, position)?);
        }
    }
    run(program, &args).map_err(|why| format!("partitioned program: {why}"))
}

/// The shards of one result in the order of mesh positions.
///
/// # Errors
/// A device gave none.
pub fn shards_of<'t>(program: &Partitioned, results: &'t [Vec<Tensor>], index: usize) -> Result<Vec<&'t Tensor>, String> {
    let devices = program.mesh.num_devices();
    let shard = |position| results.get(program.mesh.device_at(position) as usize)?.get(index);
    let shards: Vec<&Tensor> = (0..devices).filter_map(shard).collect();
    if shards.len() as i64 != devices {
        return Err(format!("result {index}: {} of {devices} devices gave one", shards.len()));
    }
    Ok(shards)
}
