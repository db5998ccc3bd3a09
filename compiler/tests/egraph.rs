//! Programs whose forms were chosen by the e-graph compute what they computed before: random ones, and JAX's modules.
//!
//! `SHARDWRIGHT_CASES` sets how many random programs (default 150) and `SHARDWRIGHT_SEED` the first seed. Two machines take
//! turns, one on which starting an op is dear and one on which it is free, so that different forms are cheapest. Random programs
//! may differ by four times what two orders of summation may ([`tolerance`]), since products are distributed as well;
//! JAX's modules by 1e-4 of the largest magnitude, as when they are compared with JAX.

use shardwright_compiler::engine::npz::read_npz;
use shardwright_compiler::testing::random::bounds::tolerance;
use shardwright_compiler::testing::random::{Options, generate};
use shardwright_ir::Module;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use std::path::Path;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

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

fn compare(wanted: &[Tensor], got: &[Tensor], allowed: impl Fn(&Tensor) -> f64) -> Result<(), String> {
    for (index, (a, b)) in wanted.iter().zip(got).enumerate() {
        let (xs, ys) = (a.to_f64s(), b.to_f64s());
        let largest = xs.iter().filter(|x| x.is_finite()).fold(0.0f64, |largest, x| largest.max(x.abs()));
        let allowed = allowed(a) * largest;
        for (at, (x, y)) in xs.iter().zip(&ys).enumerate() {
            if (x - y).abs() > allowed && x != y && !(x.is_nan() && y.is_nan()) {
                return Err(format!("result {index} ({}) element {at}: {x} became {y}", a.ty));
            }
        }
    }
    if wanted.len() == got.len() { Ok(()) } else { Err(format!("{} results became {}", wanted.len(), got.len())) }
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
            compare(&wanted, &got, allowed).map_err(|why| format!("{why}\n{}\n{}", print_module(&case.module), print_module(&after)))?;
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/jax");
    let ops = shardwright_dialects::registry();
    let names = ["attention_grad_tp", "conv_train_dp_tp", "mlp_megatron", "mlp_train_sgd", "moe_gshard_top2", "scan_layers", "while_newton", "reshape_split_merge"];
    let mut changed = 0;
    for name in names {
        let text = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).unwrap_or_else(|why| panic!("{name}: {why}"));
        let module = parse_module(&text, &ops).unwrap_or_else(|why| panic!("{name}: {why}"));
        let arrays = read_npz(&folder.join(format!("{name}.npz"))).unwrap_or_else(|why| panic!("{name}: {why}"));
        let main = module.main().unwrap_or_else(|| panic!("{name}: no main"));
        let inputs: Vec<Tensor> = main
            .args()
            .iter()
            .enumerate()
            .map(|(index, &arg)| {
                let ty = main.tensor_type(arg);
                let host = arrays[&format!("arg{index}")].to_tensor(Some(ty.element)).unwrap_or_else(|why| panic!("{name}: {why}"));
                Tensor::from_bytes(ty.clone(), host.bytes()).unwrap_or_else(|why| panic!("{name}: {why}"))
            })
            .collect();
        let (after, was_changed) = rewritten(&module, "egraph{nodes=8000 iterations=4}").unwrap_or_else(|why| panic!("{name}: {why}"));
        changed += usize::from(was_changed);
        let (wanted, got) = (run(&module, &inputs).unwrap(), run(&after, &inputs).unwrap_or_else(|why| panic!("{name}: {why}")));
        compare(&wanted, &got, |_| 1e-4).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    assert!(changed > 0, "no module was changed");
}
