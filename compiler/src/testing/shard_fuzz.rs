//! One program on random meshes, with random shardings of its inputs, results and (now and then) other named values,
//! partitioned as a compile does it and run.
//!
//! Invariants: the name of the program and the number of the layout fix everything that is drawn; what is drawn can be
//! given to `compile` again, because every report starts with its `--mesh` and `--shard`s.

use super::check::{Runner, guarded, partition, run_partitioned, shards_of};
use super::placement::join;
use super::random::layout::Layout;
use super::rng::{Rng, fnv1a};
use crate::annotate::{MESH_NAME, Target, named_values};
use crate::pipelines::COMPILE;
use shardwright_ir::interp::Tensor;
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::types::TensorType;
use shardwright_ir::{Module, Registry, Sym};
use std::fmt::Write;

/// Most devices of a mesh.
const MAX_DEVICES: i64 = 8;
/// How many inputs are sharded, in percent.
const SHARDED_INPUTS: u64 = 75;
/// How many results are sharded, in percent.
const SHARDED_RESULTS: u64 = 35;

/// A module with a mesh and shardings.
pub struct Sharded {
    /// The module.
    pub module: Module,
    /// What was drawn, as options of `compile`.
    pub options: String,
}

/// Puts a random mesh and random shardings onto a module without a mesh.
pub fn shard(module: &Module, name: &str, layout: u64) -> Sharded {
    let mut rng = Rng::new(fnv1a(name) ^ layout.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let drawn = Layout { name: Sym::new(MESH_NAME), ..Layout::random(&mut rng, MAX_DEVICES, true) };
    let mut module = module.clone();
    let axes: Vec<String> = drawn.mesh.axes.iter().map(|axis| format!("{}={}", axis.name, axis.size)).collect();
    let mut options = format!("--mesh {}", axes.join(","));
    if !drawn.mesh.device_ids.is_empty() {
        let _ = write!(options, " (devices {:?})", drawn.mesh.device_ids);
    }
    module.meshes.insert(drawn.name, drawn.mesh.clone());
    if let Some(func) = module.main_mut() {
        let args = func.args().len();
        for (index, (name, target)) in named_values(func).into_iter().enumerate() {
            let (ty, chance) = match target {
                Target::Value(value) => (func.ty(value).as_tensor().cloned(), if index < args { SHARDED_INPUTS } else { drawn.percent }),
                Target::Result(result) => (func.result_types[result].as_tensor().cloned(), SHARDED_RESULTS),
            };
            let Some(ty) = ty.filter(|_| rng.percent(chance)) else { continue };
            let sharding = drawn.sharding(&mut rng, &ty);
            let text = sharding.to_string();
            let dims = text.split_once(", ").map_or("[]", |(_, dims)| dims.trim_end_matches('>'));
            let _ = write!(options, " --shard '{name}={dims}'");
            match target {
                Target::Value(value) => func.set_sharding(value, Some(sharding)),
                Target::Result(result) => func.result_shardings[result] = Some(sharding),
            }
        }
    }
    Sharded { module, options }
}

/// Partitions a sharded module, runs it, for example [on virtual devices](super::check::on_virtual), and joins what the devices give.
///
/// # Errors
/// A pass refuses the module, the program cannot be run, or devices disagree on what they share; a panic is an error too.
pub fn run(sharded: &Sharded, inputs: &[Tensor], ops: &Registry, runner: Runner) -> Result<Vec<Tensor>, String> {
    guarded(|| {
        let program = partition(&sharded.module, ops, COMPILE.name)?;
        let results = run_partitioned(&program, inputs, runner)?;
        let whole = |(index, (ty, sharding)): (usize, &(TensorType, TensorSharding))| {
            join(ty, sharding, &program.mesh, &shards_of(&program, &results, index)?).map_err(|why| format!("result {index}: {why}"))
        };
        program.results.iter().enumerate().map(whole).collect()
    })
}
