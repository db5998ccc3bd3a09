//! Training steps of real models in a pipeline's pieces: evaluated one after the other they give what the uncut step gives.

use shardwright_compiler::driver::{Source, read_model};
use shardwright_compiler::pass_registry;
use shardwright_compiler::train::train;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::machine::{DEFAULT_MACHINE, builtin};
use shardwright_ir::role::Role;
use shardwright_ir::{Attr, ElementType, Module, Registry};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_passes::stage::build::Lying;
use shardwright_passes::stage::choose::{Asked, StageChoice, choose, seconds};
use shardwright_passes::stage::divide::{Division, divide};
use shardwright_passes::stage::evaluate::evaluate;
use shardwright_passes::stage::pieces::{Phase, PieceInput, Pieces};
use shardwright_passes::train::{INITIAL, TrainOptions};
use std::path::Path;

fn passes(module: &mut Module, text: &str, ops: &Registry) {
    let pipeline = Pipeline::parse(text, &pass_registry()).unwrap();
    run_pipeline(&pipeline, module, ops, &RunOptions::default(), &mut []).unwrap();
}

/// The training step of a model whose stages are chosen so.
fn step_of(model: &str, options: &str, count: usize, choice: &str, before: &str) -> Source {
    let ops = shardwright_dialects::registry();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models");
    let path = if model.contains(':') { model.into() } else { folder.join(model).join("model.onnx") };
    let mut read = read_model(&path, &[], &ops).unwrap_or_else(|fault| panic!("{model}: {}", fault.diagnostics));
    passes(&mut read.module, &format!("clean{before}"), &ops);
    let machine = builtin(DEFAULT_MACHINE).unwrap();
    let costs = ComputeCosts::new(&machine.device, None);
    let weights: Vec<bool> = read.weights.iter().map(Option::is_some).collect();
    let func = read.module.main_mut().unwrap();
    let learned = |index: usize| Role::of(&func.arg_attrs[index]) == Some(Role::Parameter);
    let weights: Vec<bool> = weights.iter().enumerate().map(|(index, &stored)| stored || learned(index)).collect();
    let choice = StageChoice::parse(choice).unwrap();
    choose(func, &Asked { count, choice: &choice, is_weight: &|index| weights[index], cost: &|func, op| seconds(&costs, func, op) }).unwrap_or_else(|found| panic!("{model}: {found}"));
    let options = TrainOptions { in_stages: true, ..TrainOptions::parse(options).unwrap() };
    train(&mut read, &options, &ops).unwrap_or_else(|fault| panic!("{model}: {}", fault.diagnostics));
    read
}

/// Weights from their files, states as they start, and batches of small integers.
fn given(source: &Source) -> Vec<Tensor> {
    let func = source.module.main().unwrap();
    let argument = |index: usize| {
        let arg = func.args()[index];
        let ty = func.tensor_type(arg).clone();
        let attrs = &func.arg_attrs[index];
        if let Some(Attr::Float(value, _)) = attrs.get(INITIAL) {
            let element = shardwright_ir::interp::scalar::bytes_of_f64(ty.element, *value);
            return Tensor::from_bytes(ty.clone(), &element.repeat(ty.num_elements() as usize)).unwrap();
        }
        if let Some(weight) = &source.weights[index] {
            let bytes = std::fs::read(&weight.file).unwrap();
            let start = weight.offset as usize;
            return Tensor::from_bytes(ty, &bytes[start..start + weight.length as usize]).unwrap();
        }
        let name = func.value(arg).name.map_or("", |name| name.as_str());
        let of = |element: i64| match ty.element {
            ElementType::I64 => if name.contains("mask") { 1i64 } else { element * element * 31 % 61 }.to_le_bytes().to_vec(),
            ElementType::I32 | ElementType::UI32 => ((element * element * 31 % 61) as i32).to_le_bytes().to_vec(),
            ElementType::I1 => vec![1],
            ElementType::F32 if Role::of(attrs) == Some(Role::Parameter) => ((element * 37 % 101) as f32 / 500.0 - 0.1).to_le_bytes().to_vec(),
            ElementType::F32 => ((element * 37 % 101) as f32 / 101.0).to_le_bytes().to_vec(),
            other => panic!("{name} is of {other}"),
        };
        let bytes: Vec<u8> = (0..ty.num_elements()).flat_map(of).collect();
        Tensor::from_bytes(ty, &bytes).unwrap()
    };
    (0..func.args().len()).map(argument).collect()
}

/// Cuts and compares; returns the pieces.
fn same(source: &Source, args: &[Tensor], expected: &[Tensor], stages: usize, split: bool, what: &str) -> Pieces {
    let ranks: Vec<usize> = if source.pipe_axes.is_empty() { vec![0; stages] } else { (0..stages).collect() };
    let lying = Lying { mesh: source.module.main_mesh(), pipe_axes: &source.pipe_axes };
    let pieces = divide(&source.module, &Division { lying, ranks: &ranks, split, least: true }).unwrap_or_else(|found| panic!("{what}: {found}"));
    let func = source.module.main().unwrap();
    let got = evaluate(&pieces, args, expected.len()).unwrap_or_else(|why| panic!("{what}: {why}"));
    for (index, (got, expected)) in got.iter().zip(expected).enumerate() {
        let name = func.result_attrs[index].get("shardwright.name").and_then(Attr::as_str).unwrap_or("?");
        let pairs = got.to_f64s().into_iter().zip(expected.to_f64s());
        let worst = pairs.map(|(got, expected)| (got - expected).abs() / expected.abs().max(1.0)).fold(0.0, f64::max);
        assert!(worst <= 1e-5, "{what}: result {index} `{name}` is off by {worst:e}");
    }
    pieces
}

/// Every way to cut a model's step, against its step.
fn check(model: &str, options: &str, stages: &[usize], choice: &str, recompute: &str) -> Vec<Pieces> {
    check_after(model, options, stages, choice, "", recompute)
}

/// [`check`] with more passes before stages are chosen.
fn check_after(model: &str, options: &str, stages: &[usize], choice: &str, before: &str, recompute: &str) -> Vec<Pieces> {
    let ops = shardwright_dialects::registry();
    let mut all = Vec::new();
    for &count in stages {
        let mut source = step_of(model, options, count, choice, before);
        if !recompute.is_empty() {
            let (policy, more) = recompute.split_once(',').map_or((recompute, String::new()), |(policy, more)| (policy, format!(",{more}")));
            passes(&mut source.module, &format!("recompute{{policy={policy}}}{more},canonicalize,fold,cse,dce"), &ops);
        }
        let args = given(&source);
        let expected = Interpreter::new(&source.module).run(source.module.main().unwrap(), &args).unwrap();
        let loss = expected.last().unwrap().to_f64s()[0];
        assert!(loss.is_finite() && loss > 0.0, "{model}: loss {loss}");
        for split in [false, true] {
            all.push(same(&source, &args, &expected, count, split, &format!("{model}, {options}, {count} stages, split {split}, {recompute}")));
        }
    }
    all
}

fn works(pieces: &Pieces, phase: Phase) -> Vec<usize> {
    pieces.pieces.iter().filter(|piece| piece.phase == phase).map(|piece| piece.stage).collect()
}

#[test]
fn gpt2_in_stages_learns_the_same() {
    for pieces in check("gpt2_tiny.dynamo", "adam:lr=1e-3,loss=next-token,microbatches=2,clip=1", &[2, 4], "auto", "") {
        let stages = pieces.devices.len();
        assert_eq!(works(&pieces, Phase::Forward), (0..stages).collect::<Vec<_>>());
        assert_eq!(works(&pieces, Phase::Input), (0..stages).rev().collect::<Vec<_>>());
    }
    check("gpt2_tiny.dynamo", "sgd:lr=0.1,loss=next-token,microbatches=2", &[2], "layers", "full");
    check("gpt2_tiny.dynamo", "sgd:lr=0.1,loss=next-token,precision=bf16,scale=dynamic,microbatches=2", &[2], "layers", "");
}

#[test]
fn attentions_that_are_kept_whole_lie_in_their_stages() {
    let before = ",unflatten-products,recognise-attention";
    for pieces in check_after("gpt2_tiny.dynamo", "sgd:lr=0.1,loss=next-token,microbatches=2", &[2], "layers", before, "full,decompose-nn") {
        assert_eq!(pieces.after, [vec![], vec![0]]);
    }
}

#[test]
fn bert_in_stages_learns_the_same() {
    check("bert_tiny.dynamo", "sgd:lr=0.1,loss=cross-entropy,microbatches=2", &[2], "layers", "");
    check("bert_tiny.dynamo", "adamw:loss=cross-entropy,clip=0.5", &[4], "auto", "full");
}

/// Every stage of the decoder reads what the encoder's last gives; the embedding and the position biases are shared.
#[test]
fn t5_is_a_dag_of_stages() {
    for pieces in check("t5_tiny.dynamo", "adam:loss=cross-entropy,microbatches=2,clip=1", &[2, 4], "layers", "") {
        let last = pieces.after.last().unwrap();
        let read = pieces.pieces.iter().flat_map(|piece| &piece.inputs).filter_map(|input| if let PieceInput::Sum(sum) = *input { Some(sum) } else { None }).count();
        let results = pieces.pieces.iter().flat_map(|piece| piece.outputs.iter().flatten()).count();
        // Two states and a value of each parameter, the number of the step and the loss: a sum of each parameter and the loss, and one more for each stage that shares one.
        assert!(pieces.sums.len() > (results - 2) / 3 + 1 && read >= pieces.sums.len(), "{} sums, {results} results", pieces.sums.len());
        assert_eq!(last.len(), if pieces.devices.len() == 4 { 2 } else { 1 }, "{:?}", pieces.after);
    }
    check("t5_tiny.dynamo", "sgd:loss=cross-entropy,microbatches=2", &[4], "auto", "full");
}

/// ONNX's own annotations: two stages on an axis `pipe`, each on two devices.
#[test]
fn a_model_with_stages_of_its_own_is_trained_in_them() {
    for pieces in check("sharded/mlp_pipeline", "adam:loss=mse,microbatches=2", &[2], "marks", "") {
        assert_eq!(pieces.after, [vec![], vec![0]]);
        assert!(pieces.devices.iter().all(|devices| devices.len() == pieces.devices[0].len()) && pieces.devices[0] != pieces.devices[1], "{:?}", pieces.devices);
        assert!(pieces.pieces.iter().all(|piece| piece.module.main_mesh().is_none_or(|(_, mesh)| mesh.axes.iter().all(|axis| axis.name.as_str() != "pipe"))));
    }
}

#[test]
fn generated_models_in_stages_learn_the_same() {
    check("gpt:layers=4,hidden=16,heads=2,sequence=8,batch=2,vocabulary=61", "momentum:loss=next-token,microbatches=2", &[2, 4], "layers", "");
    // Masks of what is left out follow from the seed: the backward pass has those of the forward pass.
    check("gpt:layers=2,hidden=16,heads=2,sequence=8,batch=2,vocabulary=61,dropout=20", "sgd:lr=0.1,loss=next-token,microbatches=2,seed=seed", &[2], "layers", "");
    check("mlp:layers=4,batch=2", "adam:loss=mse,microbatches=2,clip=0.1", &[2, 4], "auto", "");
}
