//! Published memory of training, by the memory model on generated programs: the activations of Megatron's layers in five modes (Korthikanti et al., arXiv:2205.05198, table 2 and
//! figures 1 and 7), and model states under the stages of ZeRO (Rajbhandari et al., arXiv:1910.02054, table 1).
//!
//! They are held against what a device holds that runs the partitioned step in its order: models are generated, `--train`, `--recompute` and strategy files make the programs, and the
//! memory model says which buffers are held while one op of them runs. Nothing is filled in. Programs have few layers; what each layer adds is the difference of two.

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
    // Layers are told by what repeats.
    of(3) - of(2)
}

/// A model of the paper: heads, hidden, layers, stages of the pipeline, chunks of each, sequences of a microbatch; activations of a device of the first stage in GiB, with nothing done (figure 1) and with sequence
/// parallelism and selective recomputation; percent of the former for the modes between (figure 7, by the formulas of table 2).
struct Model {
    name: &'static str,
    sizes: (i64, i64, i64, i64, i64, i64),
    none: f64,
    both: f64,
    sequence: f64,
    selective: f64,
    full: f64,
}

#[test]
fn megatrons_layers_keep_what_korthikanti_says() {
    let models = [
        Model { name: "22B", sizes: (64, 6144, 48, 1, 1, 4), none: 59.25, both: 9.5625, sequence: 66.77, selective: 49.37, full: 7.59 },
        Model { name: "175B", sizes: (96, 12288, 96, 8, 3, 1), none: 66.84375, both: 12.351_562_5, sequence: 61.96, selective: 56.52, full: 8.70 },
        Model { name: "530B", sizes: (128, 20480, 105, 35, 3, 1), none: 114.023_437_5, both: 23.076_171_875, sequence: 58.33, selective: 61.90, full: 9.52 },
        Model { name: "1T", sizes: (160, 25600, 128, 64, 1, 1), none: 131.25, both: 26.5625, sequence: 58.33, selective: 61.90, full: 9.52 },
    ];
    for model in models {
        let (heads, hidden, layers, p, chunks, batch) = model.sizes;
        // Chunks whose forward pass is done and whose backward pass is not, on the first stage of Megatron's schedule: those of the warm-up and the first of the steady state.
        let in_flight = if chunks == 1 { p } else { 2 * (p - 1) + (chunks - 1) * p + 1 };
        // Percents are of two digits; what is in GiB is exact.
        let percent = |part: f64| (part / 100.0 * model.none, 0.005 / part);
        let published = [(model.none, 0.0), percent(model.sequence), percent(model.selective), (model.both, 0.0), percent(model.full)];
        for ((mode, sequence_parallel, policy), (published, digits)) in MODES.into_iter().zip(published) {
            let measured = kept_by_a_layer(&format!("gpt:heads={heads},hidden={hidden},sequence=2048,batch={batch}"), sequence_parallel, policy);
            // The three slices of the weights of queries, keys and values are kept too; they are no activations.
            let layer = measured - 3 * 2 * hidden * hidden / 8;
            let held = (layer * in_flight * layers / (p * chunks)) as f64 / f64::from(1 << 30);
            println!("| {} | {mode} | {published:.4} | {held:.4} | {:+.3}% |", model.name, 100.0 * (held / published - 1.0));
            // What the formula leaves out: the averages and scales of norms, and the maxima and sums of softmax.
            assert!((-digits..1.5e-3 + digits).contains(&(held / published - 1.0)), "{} {mode}: {held} GiB, published {published}", model.name);
        }
    }
}

// --- Model states ---

/// A row of table 1: a model's size, devices, and GB under the three stages as they are printed.
type Row = (&'static str, i64, [&'static str; 3]);

/// Models of these sizes, as layers, hidden size and heads: `layers (12 hidden^2 + 13 hidden)` parameters, and 1024 tokens and 1024 positions. That is 7.508, 128.08 and 1000.1 billion. Heads are as many as leave
/// dimensions that all numbers of devices divide.
const SHAPES: [(&str, (i64, i64, i64)); 3] = [("7.5B", (149, 2048, 2)), ("128B", (159, 8192, 64)), ("1T", (275, 17408, 17))];

const STATES: [Row; 7] = [
    ("7.5B", 4, ["52.5", "41.3", "30"]),
    ("7.5B", 16, ["35.6", "21.6", "7.5"]),
    ("7.5B", 64, ["31.4", "16.6", "1.88"]),
    ("7.5B", 256, ["30.4", "15.4", "0.47"]),
    ("7.5B", 1024, ["30.1", "15.1", "0.12"]),
    ("128B", 64, ["536", "284", "32"]),
    ("1T", 1024, ["4012", "2014", "15.6"]),
];

/// What a device holds of a model's states, in bytes: all but inputs, when the last gradient is there and none is read yet.
fn states(stage: usize, devices: i64, (layers, hidden, heads): (i64, i64, i64)) -> i64 {
    let spec = format!("gpt:heads={heads},hidden={hidden},sequence=1024,batch={devices},layers={layers},vocabulary=1024,type=f16");
    let file = ["zero1", "zero2", "zero3"][stage];
    let compiled = compiled(&spec, "adam:loss=next-token,master=true", (file, &[("data", devices)]), &|options| options.regather = (stage == 2).then(String::new));
    let func = compiled.programs[0].1.local.main().expect("a main function");
    let named = |&op: &OpId| func.op(op).results.iter().any(|&result| func.value(result).name.is_some_and(|name| name.as_str().starts_with("grad(")));
    let ops = &func.region(func.body()).ops;
    let last = ops.iter().rposition(named).expect("a gradient");
    let next = ops[last + 1..].iter().find(|&&op| !held_by(func, op).is_empty()).expect("an op after the gradients");
    held(func, *next, &[Part::Argument])
}

#[test]
fn zero_holds_what_its_table_says() {
    for (name, devices, published) in STATES {
        let (_, (layers, hidden, heads)) = SHAPES.into_iter().find(|(size, _)| *size == name).expect("a shape");
        for (stage, published) in published.into_iter().enumerate() {
            let of = |layers: i64| states(stage, devices, (layers, hidden, heads));
            let (one, two) = (of(1), of(2));
            let held = (one + (two - one) * (layers - 1)) as f64 / 1e9;
            println!("| {name} | {devices} | {} | {published} | {held:.4} |", stage + 1);
            // Half of the last digit that is printed; models have up to 0.1 percent more parameters than their names say, and of the gradient of the table of tokens, which is the matrix of logits too, both parts are held.
            let digits = published.split_once('.').map_or(0, |(_, digits)| digits.len());
            let published: f64 = published.parse().expect("a number");
            let most = 0.5 * 0.1f64.powi(digits as i32) + 0.004 * published;
            assert!((held - published).abs() <= most, "{name} on {devices} devices, stage {}: {held} GB, published {published}", stage + 1);
        }
    }
}
