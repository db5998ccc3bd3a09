//! Published memory of training, by the memory model on generated programs: the activations of Megatron's layers in five modes (Korthikanti et al., arXiv:2205.05198, tables 2 and
//! figures 1 and 7), and model states under the stages of ZeRO (Rajbhandari et al., arXiv:1910.02054, table 1).
//!
//! They are held against what a device holds that runs the partitioned step in its order: models are generated, `--train`, `--recompute` and strategy files make the programs, and the
//! memory model says which buffers are held while one op of them runs. Nothing is filled in. Programs have two layers and one; what each layer adds is their difference.

use shardwright_compiler::driver::{CompileOptions, Compiled, compile};
use shardwright_compiler::pass_registry;
use shardwright_compiler::strategy::read_strategy;
use shardwright_ir::{Func, OpId};
use shardwright_ir::role::loss_of;
use shardwright_passes::analysis::memory::{Part, held_by};
use shardwright_passes::train::TrainOptions;
use shardwright_passes::train::recompute::Policy;
use std::path::Path;

/// A program of one device.
fn compiled(spec: &str, train: &str, (file, set): (&str, &[(&str, i64)]), change: &dyn Fn(&mut CompileOptions)) -> Compiled {
    let set: Vec<(String, String)> = set.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/strategies/{file}.tactics"));
    let strategy = read_strategy(&file, &set).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
    let mut options = CompileOptions { train: Some(TrainOptions::parse(train).expect("options")), strategy: Some(strategy), ..CompileOptions::default() };
    change(&mut options);
    compile(Path::new(spec), &options, &shardwright_dialects::registry(), &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{spec}: {}", fault.diagnostics))
}

/// Bytes that are held while an op runs, but for inputs and those that are `left` out.
fn held(func: &Func, op: OpId, left: &[Part]) -> i64 {
    let all = held_by(func, op);
    assert!(!all.is_empty(), "{} ends no kernel", func.op(op).info.name);
    all.iter().filter(|held| !left.contains(&held.part)).map(|held| held.bytes).sum()
}

// --- Activations ---

const MODES: [(&str, bool, Policy); 5] = [
    ("none", false, Policy::None),
    ("sequence parallelism", true, Policy::None),
    ("selective recompute", false, Policy::Selective),
    ("sequence parallelism, selective recompute", true, Policy::Selective),
    ("full recompute", false, Policy::Full),
];

/// What a layer keeps for the backward pass on each of 8 devices, in bytes: what is held when the loss is there, arguments aside.
fn kept_by_a_layer(spec: &str, sequence_parallel: bool, policy: Policy) -> i64 {
    let of = |layers: i64| {
        let spec = format!("{spec},layers={layers},vocabulary=1024,dropout=10,type=f16");
        let file = if sequence_parallel { "megatron_sp" } else { "megatron" };
        let compiled = compiled(&spec, "adam:loss=next-token", (file, &[("data", 1), ("model", 8)]), &|options| {
            options.recompute = Some(policy);
            options.regather = sequence_parallel.then(String::new);
        });
        let func = compiled.programs[0].1.local.main().expect("a main function");
        let loss = loss_of(func).and_then(|loss| func.defining_op(loss)).expect("a loss");
        held(func, loss, &[Part::Argument, Part::Parameter, Part::Optimizer])
    };
    of(2) - of(1)
}

#[test]
fn megatrons_layers_keep_what_korthikanti_says() {
    // Heads, hidden, layers, p, chunks, batch.
    let models = [("22B", 64, 6144, 48, 1, 1, 4), ("175B", 96, 12288, 96, 8, 3, 1), ("530B", 128, 20480, 105, 35, 3, 1), ("1T", 160, 25600, 128, 64, 1, 1)];
    for (name, heads, hidden, layers, p, chunks, batch) in models {
        for (mode, sequence_parallel, policy) in MODES {
            let measured = kept_by_a_layer(&format!("gpt:heads={heads},hidden={hidden},sequence=2048,batch={batch}"), sequence_parallel, policy);
            let in_flight = if chunks == 1 { p } else { 2 * (p - 1) + (chunks - 1) * p + 1 };
            let held = |layer: i64| (layer * in_flight * layers / (p * chunks)) as f64 / f64::from(1 << 30);
            let weights = 3 * 2 * hidden * hidden / 8;
            let sbh = 2048 * batch * hidden;
            println!("| {name} {mode} | {measured} {:.4} {:.4}| sbh/8 {}", held(measured), held(measured - weights), sbh / 8);
        }
    }
}

// --- Model states ---

#[test]
fn zero_holds_what_its_table_says() {
    for (name, layers, hidden, heads, devices) in [("7.5B", 149, 2048, 2, 4), ("7.5B", 149, 2048, 2, 1024), ("128B", 159, 8192, 64, 64), ("1T", 275, 17408, 17, 1024)] {
        for stage in 1..=3 {
            let of = |layers: i64| {
                let spec = format!("gpt:heads={heads},hidden={hidden},sequence=32,batch={devices},layers={layers},vocabulary=256,type=f16");
                let compiled = compiled(&spec, "adam:loss=next-token,master=true", (["zero1_whole_gradients", "zero2", "zero3"][stage - 1], &[("data", devices)]), &|options| {
                    options.regather = (stage == 3).then(String::new);
                });
                let func = compiled.programs[0].1.local.main().expect("a main function");
                let named = |&op: &OpId| func.op(op).results.iter().any(|&result| func.value(result).name.is_some_and(|name| name.as_str().starts_with("grad(")));
                let ops = &func.region(func.body()).ops;
                let last = ops.iter().rposition(named).expect("a gradient");
                let next = ops[last + 1..].iter().find(|&&op| !held_by(func, op).is_empty()).expect("an op after the gradients");
                held(func, *next, &[Part::Argument])
            };
            let (one, two) = (of(1), of(2));
            let held = (one + (two - one) * (layers - 1)) as f64 / 1e9;
            println!("{name} N={devices} stage {stage}: {held:.4} (base {} slope {})", one, two - one);
        }
    }
}
