//! Programs whose forms and shardings were chosen together compute what they computed before: partitioned, on virtual devices.
//!
//! Random ones, and JAX's modules on a mesh of their own. `SHARDWRIGHT_CASES` sets how many random programs (default 150) and `SHARDWRIGHT_SEED` the
//! first seed. Prices are such that small tensors are worth sharding. Random programs may differ by four times what two orders of
//! summation may ([`tolerance`]), since products are distributed as well; JAX's modules by 1e-4 of the largest magnitude.

mod common;

use common::{MODULES, compare, jax_module, number};
use shardwright_compiler::pipelines::pass_registry;
use shardwright_compiler::testing::check::{guarded, on_virtual, partition, run_partitioned, shards_of};
use shardwright_compiler::testing::placement;
use shardwright_compiler::testing::random::bounds::tolerance;
use shardwright_compiler::testing::random::{Options, generate};
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::print_module;
use shardwright_ir::verify::verify;
use shardwright_ir::{Module, Sym};
use shardwright_passes::joint::{Algebra, Costs, Settings, plan};
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_passes::partition::plan::WireBytes;
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::rewrite::egraph::rule::Rule;
use shardwright_passes::rewrite::egraph::saturate::Limits;
use shardwright_passes::search::Budget;
use shardwright_passes::search::program::Work;

/// `20 + 40 flops + 2 bytes`, against bytes on the wire and 32 a collective.
struct Tiny;

impl Work for Tiny {
    fn price(&self, _: &OpView, flops: i64, bytes: i64) -> i64 {
        20i64.saturating_add(flops.saturating_mul(40)).saturating_add(bytes.saturating_mul(2))
    }
}

/// The module with its main function planned; whether forms changed.
fn planned(module: &Module, mesh: Option<Mesh>, parameters_from: Option<usize>, rules: &[Rule]) -> Result<(Module, bool), String> {
    let (ops, passes) = (shardwright_dialects::registry(), pass_registry());
    let mut module = module.clone();
    let clean = Pipeline::parse("clean", &passes)?;
    run_pipeline(&clean, &mut module, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    if let Some(mesh) = mesh {
        module.meshes.clear();
        module.meshes.insert(Sym::new("mesh"), mesh);
    }
    let (name, mesh) = module.main_mesh().map(|(name, mesh)| (name, mesh.clone())).ok_or("no mesh")?;
    let costs = Costs { name, mesh: &mesh, prices: &WireBytes, work: &Tiny };
    let limits = Limits { iterations: 3, nodes: 1500, ..Limits::default() };
    // Evaluations alone end the search, so that the same seed is the same case on every machine.
    let budget = Budget { seconds: None, evaluations: 3_000, seed: 0 };
    let settings = Settings { algebra: Algebra::Joint, limits, parameters_from, budget, ..Settings::default() };
    let func = module.main().ok_or("no main function")?;
    let outcome = plan(func, costs, rules, &settings).map_err(|why| why.message)?;
    for (which, compared) in &outcome.compared {
        if outcome.solution.cost > compared.cost {
            return Err(format!("joint costs {}, {which:?} {}", outcome.solution.cost, compared.cost));
        }
    }
    let least = outcome.compared.iter().map(|(_, compared)| compared.cost).min();
    let better = least.is_some_and(|least| outcome.solution.cost < least);
    if let Some(main) = module.main_mut() {
        *main = outcome.func;
    }
    verify(&module).map_err(|why| format!("{why}\n{}", print_module(&module)))?;
    Ok((module, better))
}

/// Whole results of a partitioned module.
fn run(module: &Module, inputs: &[Tensor], wanted: &[Tensor]) -> Result<Vec<Tensor>, String> {
    let ops = shardwright_dialects::registry();
    let program = partition(module, &ops, "shard,partition")?;
    let results = run_partitioned(&program, inputs, &on_virtual)?;
    let mut joined = Vec::new();
    for (index, (tensor, (_, sharding))) in wanted.iter().zip(&program.results).enumerate() {
        joined.push(placement::join(&tensor.ty, sharding, &program.mesh, &shards_of(&program, &results, index)?)?);
    }
    Ok(joined)
}

fn whole(module: &Module, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    Interpreter::new(module).run(module.main().ok_or("no main function")?, inputs).map_err(|why| why.to_string())
}

#[test]
fn random_programs_keep_their_results() {
    let rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    let first = number("SHARDWRIGHT_SEED", 0);
    let seeds = first..first + number("SHARDWRIGHT_CASES", 150);
    let (mut faults, mut refused, mut better) = (Vec::new(), 0, 0);
    for seed in seeds.clone() {
        let case = generate(seed, &Options::default()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let checked = guarded(|| {
            let parameters = (seed % 2 == 1).then_some(1);
            let (after, better) = match planned(&case.module, None, parameters, &rules) {
                // What the user wrote by hand for one device is not planned.
                Err(why) if why.contains("manual computation") => return Ok(None),
                other => other.map_err(|why| format!("{why}\n{}", print_module(&case.module)))?,
            };
            let wanted = whole(&case.module, &case.inputs)?;
            let told = |why: String| format!("{why}\n{}\n{}", print_module(&case.module), print_module(&after));
            let got = run(&after, &case.inputs, &wanted).map_err(told)?;
            compare(&wanted, &got, 1.0, |tensor| 4.0 * tolerance(tensor.ty.element)).map_err(told)?;
            Ok(Some(better))
        });
        match checked {
            Ok(None) => refused += 1,
            Ok(Some(gained)) => better += usize::from(gained),
            Err(why) => faults.push(format!("seed {seed}: {why}")),
        }
    }
    println!("{} programs, {refused} with manual computations, joint cheaper than both on {better}", seeds.clone().count());
    faults.iter().take(3).for_each(|fault| println!("{fault}"));
    assert!(faults.is_empty(), "{} of {} programs", faults.len(), seeds.clone().count());
    assert!(refused * 2 <= seeds.count(), "{refused} were not planned");
}

#[test]
fn modules_of_jax_keep_their_results() {
    let rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    for name in MODULES {
        let (module, inputs) = jax_module(name).unwrap_or_else(|why| panic!("{name}: {why}"));
        let wanted = whole(&module, &inputs).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mesh = module.main_mesh().is_none().then(|| Mesh::new(&[("x", 2), ("y", 2)]));
        let (after, _) = planned(&module, mesh, None, &rules).unwrap_or_else(|why| panic!("{name}: {why}"));
        let got = run(&after, &inputs, &wanted).unwrap_or_else(|why| panic!("{name}: {why}"));
        compare(&wanted, &got, 1.0, |_| 1e-4).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}
