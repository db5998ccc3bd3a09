//! A second opinion: upstream MLIR's passes `sharding-propagation` and `shard-partition` on what `--emit mlir` writes, against ours.
//!
//! Programs are random, of ops that both know ([`programs`]). Propagation: every value's sharding, upstream's against ours, each difference for one of the
//! reasons in [`opinion::Why`]. Partitioning: shapes on a device, collectives, and the numbers, which [`evaluate`] computes from upstream's text and our
//! interpreter from the program whole. And everything that the random programs of all kinds become is text that MLIR's own verifier accepts. Needs
//! `mlir-opt` of LLVM 22; more programs with `SHARDWRIGHT_ALL=1`.

mod evaluate;
mod opinion;
mod programs;
mod text;

use evaluate::Array;
use opinion::{Annotations, Why, compare};
use shardwright_compiler::back::mlir::upstream;
use shardwright_compiler::pipelines::pass_registry;
use shardwright_compiler::testing::placement;
use shardwright_compiler::testing::random::{Options, generate};
use shardwright_ir::interp::{Buffer, Interpreter, Tensor};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{ElementType, Module, Sym, TensorType};
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use text::{Op, dims, parse};

/// Upstream's command, where it is installed.
fn mlir_opt() -> Option<&'static str> {
    let found = ["mlir-opt-22", "/usr/lib/llvm-22/bin/mlir-opt"].into_iter().find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()));
    if found.is_none() {
        eprintln!("without the second opinion: mlir-opt of LLVM 22 is not installed (./test installs it)");
    }
    found
}

/// What upstream's command makes of a text, in the generic form; or what it says instead.
fn run(command: &str, arguments: &[&str], text: &str) -> Result<String, String> {
    let mut child = Command::new(command)
        .arg("--mlir-print-op-generic")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| why.to_string())?;
    // It may end before it has read all; what it says then is its output.
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let text = text.to_owned();
    let writing = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|why| why.to_string())?;
    let _ = writing.join();
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|why| why.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

const PROPAGATE: &[&str] = &["--pass-pipeline=builtin.module(func.func(sharding-propagation))"];
const PARTITION: &[&str] = &["--pass-pipeline=builtin.module(func.func(sharding-propagation,shard-partition))"];

/// The module after passes of ours.
fn by(pipeline: &str, module: &Module) -> Module {
    let mut module = module.clone();
    let pipeline = Pipeline::parse(pipeline, &pass_registry()).expect("a pipeline");
    run_pipeline(&pipeline, &mut module, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).expect("legal");
    module
}

fn exported(module: &Module) -> String {
    upstream::emit(module).unwrap_or_else(|fault| panic!("{fault}")).text
}

fn count(some: u64, all: u64) -> u64 {
    if std::env::var_os("SHARDWRIGHT_ALL").is_some() { all } else { some }
}

#[test]
fn values_lie_as_upstream_propagates_or_otherwise_for_a_known_reason() {
    let Some(command) = mlir_opt() else { return };
    for (annotated, least) in [(1, 80), (3, 90)] {
        let (mut all, mut reasons) = (0, BTreeMap::<Why, usize>::new());
        for seed in 0..count(40, 400) {
            let program = programs::program(seed, annotated);
            let ours = run(command, &[], &exported(&by("propagate", &program.module))).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            let theirs = run(command, PROPAGATE, &exported(&program.module)).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            let (ours, theirs) = (Annotations::read(&parse(&ours)), Annotations::read(&parse(&theirs)));
            assert_eq!(ours.ops, theirs.ops, "seed {seed}: two programs");
            let (compared, explained, open) = compare(&ours, &theirs);
            all += compared;
            explained.iter().for_each(|(_, why)| *reasons.entry(*why).or_default() += 1);
            for key in open {
                panic!("seed {seed}, {annotated} inputs annotated: {key:?} {:?}: ours {:?}, theirs {:?}, used as {:?}", ours.ops[key.0], ours.own.get(&key), theirs.own.get(&key), theirs.used.get(&key));
            }
        }
        let different: usize = reasons.values().sum();
        println!("{annotated} inputs annotated: {} of {all} values the same, others: {reasons:?}", all - different);
        assert!((all - different) * 100 >= all * least, "{different} of {all} values differ: {reasons:?}");
        // What both are known to differ in is there: the day that it is not, upstream or we have learned something.
        let known: &[Why] = if annotated == 1 { &[Why::Unheard] } else { &[Why::Once, Why::Conflict, Why::Whole] };
        known.iter().for_each(|why| assert!(reasons.contains_key(why), "no value differs by {why:?}: {reasons:?}"));
    }
}

/// What upstream's partitioner says of programs that it cannot do: of its own op after its own pass, or as it crashes.
const KNOWN: &[(&str, &str)] = &[
    ("op inferred input/output operand", "an operand is not laid out as the op wants it: two dimensions change at once, or two ops want one value otherwise"),
    ("PLEASE submit a bug report", "it crashes"),
];

#[test]
fn upstream_partitions_the_export_to_the_same_shapes_and_numbers() {
    let Some(command) = mlir_opt() else { return };
    let all = count(60, 400);
    let (mut failed, mut alike, mut done) = (BTreeMap::<&str, u64>::new(), 0, 0);
    for seed in 0..all {
        let program = programs::program(seed, 3);
        let annotated = by("propagate", &program.module);
        match run(command, PARTITION, &exported(&annotated)) {
            Ok(text) => {
                done += 1;
                alike += u64::from(agrees(&program, &annotated, &parse(&text)).unwrap_or_else(|why| panic!("seed {seed}: {why}")));
            }
            Err(why) => {
                let known = KNOWN.iter().find(|(text, _)| why.contains(text)).unwrap_or_else(|| panic!("seed {seed}: {why}"));
                *failed.entry(known.1).or_default() += 1;
            }
        }
    }
    println!("{done} of {all} programs partitioned, all to our shapes and numbers, {alike} with the same collectives; not: {failed:#?}");
    assert!(done * 100 >= all * 70, "{done} of {all} programs partitioned, not: {failed:#?}");
    assert!(alike * 100 >= done * 75, "{alike} of {done} programs have the same collectives");
}

/// Checks shapes and numbers of upstream's per-device program; whether its collectives are ours, by kind.
fn agrees(program: &programs::Program, annotated: &Module, theirs: &Op) -> Result<bool, String> {
    let main = theirs.regions[0].ops.iter().find(|op| op.name == "func.func").ok_or("no function")?;
    let end = main.regions[0].ops.last().ok_or("no end")?;
    let local = by("reshard,collectives,localize", annotated);
    let (func, own) = (annotated.main().ok_or("no @main")?, local.main().ok_or("no @main")?);
    let mesh = annotated.main_mesh().ok_or("no mesh")?.1;
    let shapes: Vec<Vec<i64>> = own.result_types.iter().filter_map(|ty| Some(ty.as_tensor()?.dims.to_vec())).collect();
    let given: Vec<Vec<i64>> = end.operand_types.iter().map(|ty| dims(ty)).collect();
    if shapes != given {
        return Err(format!("a device's results are {shapes:?}, upstream's {given:?}"));
    }

    let mut arguments = Vec::new();
    for device in 0..mesh.num_devices() {
        let shard = |(&arg, input): (&_, &Tensor)| func.sharding(arg).map_or(Ok(input.clone()), |sharding| placement::shard(input, sharding, mesh, device));
        let row = func.args().iter().zip(&program.inputs).map(shard).collect::<Result<Vec<_>, _>>()?;
        arguments.push(row.iter().map(|tensor| Array { dims: tensor.ty.dims.to_vec(), data: tensor.to_f64s() }).collect());
    }
    let rows = evaluate::run(theirs, &arguments)?;
    let whole = Interpreter::new(&program.module).run(program.module.main().ok_or("no @main")?, &program.inputs).map_err(|why| why.to_string())?;
    let returned = &func.op(*func.region(func.body()).ops.last().ok_or("no end")?).operands;
    for (index, wanted) in whole.iter().enumerate() {
        let replicated = TensorSharding::fully_replicated(Sym::new("mesh"), wanted.ty.rank());
        let sharding = func.sharding(returned[index]).unwrap_or(&replicated);
        let tensor = |array: &Array| Tensor::new(TensorType::new(ElementType::F32, &array.dims), Buffer::F32(array.data.iter().map(|&number| number as f32).collect()));
        let shards: Vec<Tensor> = rows.iter().map(|row| tensor(&row[index])).collect();
        placement::compare(wanted, sharding, mesh, &shards.iter().collect::<Vec<_>>()).map_err(|why| format!("result {index}: {why}"))?;
    }

    let kinds = |names: Vec<&str>| {
        let mut kinds = BTreeMap::<String, usize>::new();
        names.iter().filter(|name| ["all_gather", "all_reduce", "all_to_all", "collective_permute", "reduce_scatter"].contains(name)).for_each(|name| *kinds.entry((*name).to_owned()).or_default() += 1);
        kinds
    };
    let ours = kinds(own.walk().into_iter().filter_map(|op| own.op(op).info.name.strip_prefix("stablehlo.")).collect());
    Ok(ours == kinds(main.regions[0].ops.iter().filter_map(|op| op.name.strip_prefix("shard.")).collect()))
}

#[test]
fn mlir_accepts_random_programs_of_all_kinds() {
    let Some(command) = mlir_opt() else { return };
    let (all, mut refused, mut texts) = (count(120, 600), 0, Vec::new());
    for seed in 0..all {
        let case = generate(seed, &Options::default()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        match upstream::emit(&by("inline,shard", &case.module)) {
            Ok(made) => texts.push((seed, made.text)),
            Err(fault) => {
                let fault = fault.to_string();
                assert!(fault.contains("form in upstream dialects"), "seed {seed}: {fault}");
                println!("seed {seed}: {}", fault.lines().next().unwrap_or_default());
                refused += 1;
            }
        }
    }
    assert!(refused * 4 <= all, "{refused} of {all} programs have no form");
    for part in texts.chunks(20) {
        let together: Vec<&str> = part.iter().map(|(_, text)| text.as_str()).collect();
        if run(command, &["--split-input-file"], &together.join("// -----\n")).is_err() {
            for (seed, text) in part {
                run(command, &[], text).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
            }
        }
    }
    println!("{} of {all} programs have a form upstream", texts.len());
}
