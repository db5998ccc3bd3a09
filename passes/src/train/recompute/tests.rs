//! Steps with recomputation give the same bits and hold less.

use super::*;
use crate::analysis::memory::memory;
use crate::manager::{Pipeline, RunOptions, run_pipeline};
use crate::train::{ArgUse, Forward as Model, TrainOptions, training_step};
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::rng::Rng;
use shardwright_ir::text::parse_module;
use shardwright_ir::{ElementType, Func, verify};

const ROWS: usize = 64;
const WIDTH: usize = 16;

/// A chain of `tanh(h w)`, each layer with a sine on the way so that it has values to hold.
fn chain(layers: usize) -> String {
    let args: Vec<String> = (0..layers).map(|layer| format!("%w{layer}: tensor<{WIDTH}x{WIDTH}xf32>")).collect();
    let ty = format!("tensor<{ROWS}x{WIDTH}xf32>");
    let mut text = format!("func.func @main({}, %x: {ty}) -> {ty} {{\n", args.join(", "));
    let mut h = "%x".to_owned();
    for layer in 0..layers {
        text += &format!("  %a{layer} = stablehlo.dot_general {h}, %w{layer}, contracting_dims = [1] x [0] : ({ty}, tensor<{WIDTH}x{WIDTH}xf32>) -> {ty}\n");
        text += &format!("  %b{layer} = stablehlo.sine %a{layer} : {ty}\n  %c{layer} = stablehlo.exponential %b{layer} : {ty}\n  %h{layer} = stablehlo.tanh %c{layer} : {ty}\n");
        h = format!("%h{layer}");
    }
    text + &format!("  return {h} : {ty}\n}}\n")
}

/// One attention whose scores are larger than all else.
fn attention() -> String {
    "func.func @main(%w: tensor<4x4xf32>, %x: tensor<32x4xf32>) -> tensor<32x4xf32> {
      %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x4xf32>, tensor<4x4xf32>) -> tensor<32x4xf32>
      %s = stablehlo.dot_general %q, %q, contracting_dims = [1] x [1] : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x32xf32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %e = stablehlo.exponential %s : tensor<32x32xf32>
      %sum = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<32xf32>
      %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<32xf32>) -> tensor<32x32xf32>
      %p = stablehlo.divide %e, %all : tensor<32x32xf32>
      %o = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x4xf32>) -> tensor<32x4xf32>
      return %o : tensor<32x4xf32>
    }"
    .to_owned()
}

fn step(text: &str, parameters: usize, options: &str) -> Module {
    let ops = shardwright_dialects::registry();
    let mut module = parse_module(text, &ops).unwrap();
    let func = module.main().unwrap();
    let many = func.args().len();
    let names: Vec<String> = (0..many).map(|index| format!("arg{index}")).collect();
    let uses: Vec<ArgUse> = (0..many).map(|index| if index < parameters { ArgUse::Parameter } else { ArgUse::Batch }).collect();
    let step = training_step(&Model { func, names: &names, uses: &uses, output: 0 }, &TrainOptions::parse(options).unwrap()).unwrap();
    let name = func.name;
    module.funcs.insert(name, step.func);
    passes(&mut module, "canonicalize,fold,cse,dce").unwrap();
    module
}

fn passes(module: &mut Module, text: &str) -> Result<(), Diagnostics> {
    let pipeline = Pipeline::parse(text, &crate::registry()).unwrap();
    run_pipeline(&pipeline, module, &shardwright_dialects::registry(), &RunOptions::default(), &mut [])?;
    verify(module).map(|_| ())
}

fn inputs(func: &Func) -> Vec<Tensor> {
    let mut rng = Rng::new(3);
    let random = |ty: &shardwright_ir::TensorType| {
        let bytes = (0..ty.num_elements()).flat_map(|_| match ty.element {
            ElementType::F32 => ((rng.bits() % 1000) as f32 / 2000.0 - 0.25).to_le_bytes().to_vec(),
            other => vec![0; other.byte_size()],
        });
        Tensor::from_bytes(ty.clone(), &bytes.collect::<Vec<u8>>()).unwrap()
    };
    func.args().iter().map(|&arg| func.tensor_type(arg).clone()).collect::<Vec<_>>().iter().map(random).collect()
}

/// Peak bytes before and after a pass that must change no bit of any result.
fn peaks(mut module: Module, pass: &str) -> (i64, i64) {
    let args = inputs(module.main().unwrap());
    let run = |module: &Module| Interpreter::new(module).run(module.main().unwrap(), &args).unwrap();
    let (expected, before) = (run(&module), memory(module.main().unwrap()).peak);
    passes(&mut module, &format!("{pass},canonicalize,fold,cse,dce")).unwrap();
    for (index, (got, expected)) in run(&module).iter().zip(&expected).enumerate() {
        assert_eq!(got.to_bytes(), expected.to_bytes(), "result {index}");
    }
    (before, memory(module.main().unwrap()).peak)
}

#[test]
fn layers_computed_again_give_the_same_bits_and_hold_less() {
    for options in ["sgd:loss=mse", "sgd:loss=mse,microbatches=2"] {
        let module = step(&chain(9), 9, options);
        let (plain, full) = peaks(module.clone(), "recompute{policy=full}");
        let (_, sqrt) = peaks(module, "recompute{policy=sqrt}");
        // Nine layers hold nine of each of a and h (what lies between is computed again from a anyhow): full holds h alone, and the rest of one layer at a time.
        let one = (ROWS * WIDTH * 4) as i64;
        assert!(plain - full >= 7 * one, "{options}: {plain} before, {full} after");
        // The square root holds three or four of h, and all of three layers at a time.
        assert!(plain - sqrt >= 7 * one, "{options}: {plain} before, {sqrt} after");
    }
}

#[test]
fn selective_computes_scores_again_and_nothing_else() {
    let module = step(&attention(), 1, "sgd:loss=mse");
    let count = |module: &Module, name: &str| module.main().unwrap().walk().into_iter().filter(|&op| module.main().unwrap().op(op).info.name == name).count();
    let products = count(&module, "stablehlo.dot_general");
    let mut again = module.clone();
    passes(&mut again, "recompute{policy=selective},cse,dce").unwrap();
    // One product more: the scores.
    assert_eq!(count(&again, "stablehlo.dot_general"), products + 1);
    assert_eq!(count(&again, "stablehlo.optimization_barrier"), 1);
    peaks(module, "recompute{policy=selective}");
    let error = passes(&mut step(&chain(3), 3, "sgd:loss=mse"), "recompute{policy=selective}").unwrap_err();
    assert!(error.to_string().contains("there is no attention whose scores could be computed again"));
}

#[test]
fn a_budget_is_met_with_fewer_operations_the_larger_it_is() {
    let module = step(&chain(9), 9, "sgd:loss=mse");
    let (plain, full) = peaks(module.clone(), "recompute{policy=full}");
    let copied = |budget: i64| {
        let mut module = module.clone();
        let before = module.main().unwrap().walk().len();
        passes(&mut module, &format!("recompute{{policy={budget}}}")).unwrap();
        assert!(memory(module.main().unwrap()).peak <= budget);
        module.main().unwrap().walk().len() - before
    };
    let counts: Vec<usize> = [plain, (plain + full) / 2, full + full / 20].into_iter().map(copied).collect();
    assert!(counts[0] == 0 && counts[0] < counts[1] && counts[1] <= counts[2], "{counts:?}");
    let error = passes(&mut module.clone(), "recompute{policy=1000}").unwrap_err();
    assert!(error.to_string().contains("keeps the program within 1000 bytes"), "{error}");
}

#[test]
fn a_program_without_a_loss_is_refused() {
    let mut module = parse_module(&chain(2), &shardwright_dialects::registry()).unwrap();
    let error = passes(&mut module, "recompute").unwrap_err();
    assert!(error.to_string().contains("no result of the program has the role of a loss"), "{error}");
}
