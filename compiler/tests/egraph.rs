//! Programs whose forms were chosen by the e-graph compute what they computed before: random ones, and JAX's modules.
//!
//! `SHARDWRIGHT_CASES` sets how many random programs (default 150) and `SHARDWRIGHT_SEED` the first seed. Two machines take
//! turns, one on which starting an op is dear and one on which it is free, so that different forms are cheapest. Random programs
//! may differ by four times what two orders of summation may ([`tolerance`]), since products are distributed as well;
//! JAX's modules by 1e-4 of the largest magnitude, as when they are compared with JAX.

mod common;

use common::{MODULES, compare, jax_module, number};
use shardwright_compiler::testing::random::bounds::tolerance;
use shardwright_compiler::testing::random::{Options, generate};
use shardwright_ir::Module;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::text::print_module;
use shardwright_ir::verify::verify;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};

/// The module after the pass, and whether it changed anything.
fn rewritten(module: &Module, pipeline: &str) -> Result<(Module, bool), String> {
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_passes::registry());
    let mut module = module.clone();
    let pipeline = Pipeline::parse(pipeline, &passes)?;
    let before = print_module(&module);
    run_pipeline(&pipeline, &mut module, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    verify(&module).map_err(|why| why.to_string())?;
    let changed = print_module(&module) != before;
    Ok((module, changed))
}

fn run(module: &Module, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    Interpreter::new(module).run(module.main().ok_or("no function @main")?, inputs).map_err(|why| why.to_string())
}

#[test]
fn random_programs_keep_their_results() {
    let first = number("SHARDWRIGHT_SEED", 0);
    let seeds = first..first + number("SHARDWRIGHT_CASES", 150);
    let pipelines = ["egraph{nodes=3000 iterations=4}", "egraph{nodes=3000 iterations=4 launch=1e-12 parameters-from=1}"];
    let (mut faults, mut changed) = (Vec::new(), 0);
    for seed in seeds.clone() {
        let case = generate(seed, &Options::default()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let checked = || -> Result<bool, String> {
            let pipeline = pipelines[seed as usize % pipelines.len()];
            let (after, changed) = rewritten(&case.module, pipeline)?;
            let allowed = |tensor: &Tensor| 4.0 * tolerance(tensor.ty.element);
            let (wanted, got) = (run(&case.module, &case.inputs)?, run(&after, &case.inputs)?);
            compare(&wanted, &got, 0.0, allowed).map_err(|why| format!("{why}\n{}\n{}", print_module(&case.module), print_module(&after)))?;
            let (again, _) = rewritten(&case.module, pipeline)?;
            if print_module(&again) != print_module(&after) {
                return Err("another run gives another program".into());
            }
            Ok(changed)
        };
        match checked() {
            Ok(true) => changed += 1,
            Ok(false) => {}
            Err(why) => faults.push(format!("seed {seed}: {why}")),
        }
    }
    let shown: Vec<&String> = faults.iter().take(3).collect();
    assert!(faults.is_empty(), "{} of {} programs, {shown:#?}", faults.len(), seeds.count());
    assert!(changed > 0, "no program was changed");
}

#[test]
fn modules_of_jax_keep_their_results() {
    let mut changed = 0;
    for name in MODULES {
        let (module, inputs) = jax_module(name).unwrap_or_else(|why| panic!("{name}: {why}"));
        let (after, was_changed) = rewritten(&module, "egraph{nodes=8000 iterations=4}").unwrap_or_else(|why| panic!("{name}: {why}"));
        changed += usize::from(was_changed);
        let (wanted, got) = (run(&module, &inputs).unwrap(), run(&after, &inputs).unwrap_or_else(|why| panic!("{name}: {why}")));
        compare(&wanted, &got, 0.0, |_| 1e-4).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    assert!(changed > 0, "no module was changed");
}
