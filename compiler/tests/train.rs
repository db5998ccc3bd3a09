//! Training steps against JAX's gradients with torch's formulas (`testdata/train/make.py`), one device and several; and what a step is made of.

use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::driver::{CompileOptions, Source, compile, read_model};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::{Arrays, read_npz};
use shardwright_compiler::engine::virtual_::run_global;
use shardwright_compiler::exec::{Engine, Program};
use shardwright_compiler::output::{self, Emit};
use shardwright_compiler::pass_registry;
use shardwright_compiler::train::train;
use shardwright_compiler::verify::random_with;
use shardwright_ir::role::Role;
use shardwright_ir::{Attr, ElementType, Type};
use shardwright_passes::train::recompute::Policy;
use shardwright_passes::train::{ALIAS, INITIAL, TrainOptions};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/train")
}

/// One line of `cases.txt`: the model's file, the options, the number of the case.
fn cases() -> Vec<(PathBuf, String, usize)> {
    let text = std::fs::read_to_string(folder().join("cases.txt")).unwrap();
    let case = |(number, line): (usize, &str)| {
        let (model, options) = line.split_once(' ').unwrap();
        (folder().join(format!("{model}.mlir")), options.to_owned(), number)
    };
    text.lines().enumerate().map(case).collect()
}

fn step_of(model: &Path, options: &str) -> Source {
    let ops = shardwright_dialects::registry();
    let mut read = read_model(model, &[], &ops).unwrap();
    train(&mut read, &TrainOptions::parse(options).unwrap(), &ops).unwrap();
    read
}

/// The arrays of a case by the names of its arguments: parameters first, then inputs, labels last.
fn given(source: &Source, arrays: &Arrays, number: usize) -> Vec<HostTensor> {
    let func = source.module.main().unwrap();
    let (mut parameters, mut inputs) = (0, 0);
    let take = |kind: &str, count: &mut usize, element: ElementType| {
        let name = format!("{number}/{kind}{count}");
        *count += 1;
        arrays[&name].to_tensor(Some(element)).unwrap()
    };
    let argument = |index: usize| {
        let Type::Tensor(ty) = func.ty(func.args()[index]) else { panic!("a token") };
        let attrs = &func.arg_attrs[index];
        match (attrs.get(INITIAL), Role::of(attrs)) {
            (Some(Attr::Float(value, _)), _) => filled(ty, *value),
            (_, Some(Role::Parameter)) => take("parameter", &mut parameters, ty.element),
            _ => take("input", &mut inputs, ty.element),
        }
    };
    (0..func.args().len()).map(argument).collect()
}

fn filled(ty: &shardwright_ir::TensorType, value: f64) -> HostTensor {
    let element = shardwright_ir::interp::scalar::bytes_of_f64(ty.element, value);
    HostTensor::new(ty.clone(), element.repeat(ty.num_elements() as usize)).unwrap()
}

/// Runs so many steps; the losses, and the last step's results by name.
fn run(source: &Source, mut args: Vec<HostTensor>, steps: usize) -> (Vec<f64>, Vec<(String, HostTensor)>) {
    let func = source.module.main().unwrap();
    let name = |index: usize| func.result_attrs[index].get("shardwright.name").and_then(Attr::as_str).unwrap().to_owned();
    let loss = (0..func.result_types.len()).find(|&index| Role::of(&func.result_attrs[index]) == Some(Role::Loss)).unwrap();
    let (mut losses, mut results) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        results = run_global(&source.module, &args).unwrap();
        losses.push(f64::from(results[loss].values::<f32>().unwrap()[0]));
        for (index, attrs) in func.arg_attrs.iter().enumerate() {
            if let Some(next) = attrs.get(ALIAS).and_then(Attr::as_int) {
                args[index] = results[next as usize].clone();
            }
        }
    }
    (losses, results.into_iter().enumerate().map(|(index, tensor)| (name(index), tensor)).collect())
}

fn values(tensor: &HostTensor) -> Vec<f64> {
    tensor.values::<f32>().unwrap().into_iter().map(f64::from).collect()
}

/// Largest difference over the larger of 1 and what is expected.
fn error(got: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(got.len(), expected.len());
    got.iter().zip(expected).map(|(got, expected)| (got - expected).abs() / expected.abs().max(1.0)).fold(0.0, f64::max)
}

#[test]
fn losses_and_parameters_are_those_of_jax_with_torch_s_formulas() {
    let arrays = read_npz(&folder().join("cases.npz")).unwrap();
    for (model, options, number) in cases() {
        let source = step_of(&model, &options);
        for steps in [1, 5] {
            let (losses, results) = run(&source, given(&source, &arrays, number), steps);
            let expected = arrays[&format!("{number}/losses{steps}")].to_tensor(None).unwrap().values::<f64>().unwrap();
            assert!(error(&losses, &expected) < 1e-5, "{options}: losses {losses:?}, expected {expected:?}");
            let parameters = options.matches("parameters=").count();
            for (index, (name, tensor)) in results.iter().take(parameters).enumerate() {
                let expected = values(&arrays[&format!("{number}/new{steps}_{index}")].to_tensor(None).unwrap());
                let worst = error(&values(tensor), &expected);
                assert!(worst < 1e-5, "{options}: `{name}` after {steps} steps is off by {worst:e}");
            }
        }
    }
}

#[test]
fn a_step_on_a_mesh_is_the_step_on_one_device() {
    let (ops, passes) = (shardwright_dialects::registry(), pass_registry());
    let arrays = read_npz(&folder().join("cases.npz")).unwrap();
    let shards = ["arg0=[{}, {model}]", "arg1=[{model}]", "arg2=[{model}, {data}]", "arg4=[{data}, {}]", "labels=[{data}]", "m(arg0)=[{data}, {model}]"];
    for (model, options, number) in cases().into_iter().filter(|(model, options, _)| model.ends_with("mlp.mlir") && options.starts_with("adam")) {
        let compile_options = CompileOptions {
            mesh: Some(parse_mesh("data=2,model=2").unwrap()),
            patterns: shards.iter().map(|text| ShardPattern::parse(text).unwrap()).collect(),
            train: Some(TrainOptions::parse(&options).unwrap()),
            ..CompileOptions::default()
        };
        let compiled = compile(&model, &compile_options, &ops, &passes, &mut []).unwrap();
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("step");
        output::write(&compiled, &out, Emit::default()).unwrap();
        let program = Program::open(&out, &ops).unwrap();
        let source = step_of(&model, &options);
        let inputs = given(&source, &arrays, number).into_iter().zip(&program.manifest.inputs).map(|(tensor, port)| port.is_given().then_some(tensor));
        let mut losses = Vec::new();
        let results = program.run_steps(&Engine::Virtual, &inputs.collect(), &Vec::new(), 5, &mut |_, loss| losses.extend(loss)).unwrap();
        let expected = arrays[&format!("{number}/losses5")].to_tensor(None).unwrap().values::<f64>().unwrap();
        assert!(error(&losses, &expected) < 1e-5, "{options}: losses {losses:?}, expected {expected:?}");
        for index in 0..4 {
            let expected = values(&arrays[&format!("{number}/new5_{index}")].to_tensor(None).unwrap());
            assert!(error(&values(&results[index]), &expected) < 1e-5, "{options}: parameter {index}");
        }
        // Buffers pass from step to step: what replaces an argument lies as that does.
        for port in &program.manifest.inputs {
            if let Some(next) = port.in_step.next {
                assert_eq!(port.starts, program.manifest.outputs[next].starts, "{}", port.name);
            }
        }
    }
}

/// Losses of the imported GPT-2 over so many steps, and the bytes of parameters and states that each device holds.
fn gpt2(options: &str, mesh: Option<&str>, shards: &[&str], mask: &[i64; 32], steps: usize) -> (Vec<f64>, i64) {
    let (ops, passes) = (shardwright_dialects::registry(), pass_registry());
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models/gpt2_tiny.dynamo/model.onnx");
    let options = CompileOptions {
        mesh: mesh.map(|text| parse_mesh(text).unwrap()),
        patterns: shards.iter().map(|text| ShardPattern::parse(text).unwrap()).collect(),
        train: Some(TrainOptions::parse(options).unwrap()),
        ..CompileOptions::default()
    };
    let compiled = compile(&model, &options, &ops, &passes, &mut []).unwrap();
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("step");
    output::write(&compiled, &out, Emit::default()).unwrap();
    let program = Program::open(&out, &ops).unwrap();
    let ids: Vec<i64> = (0..32).map(|index| index * index * 31 % 509).collect();
    let inputs = program.manifest.inputs.iter().map(|port| match port.name.as_str() {
        "input_ids" | "labels" => Some(HostTensor::from_values(&[2, 16], &ids).unwrap()),
        "attention_mask" => Some(HostTensor::from_values(&[2, 16], mask).unwrap()),
        _ => None,
    });
    let mut losses = Vec::new();
    program.run_steps(&Engine::Virtual, &inputs.collect(), &Vec::new(), steps, &mut |_, loss| losses.extend(loss)).unwrap();
    let held = program.manifest.inputs.iter().filter(|port| !port.is_given()).map(|port| port.local_type().unwrap().byte_size()).sum();
    (losses, held)
}

/// ZeRO-3 (parameters, gradients and states cut along `data`) with Megatron-LM's tensor parallelism, 50 steps of Adam.
#[test]
fn gpt2_learns_on_a_mesh_as_it_does_on_one_device() {
    let step = "adam:lr=1e-3,loss=next-token";
    let (alone, all) = gpt2(step, None, &[], &[1; 32], 50);
    assert!(alone[0] > 6.0 && alone[49] < alone[0] / 4.0, "{alone:?}");
    let shards = [
        "input_ids=[{data}, {}]",
        "attention_mask=[{data}, {}]",
        "labels=[{data}, {}]",
        "*c_attn.weight=[{data}, {model}]",
        "*attn.c_proj.weight=[{model}, {data}]",
        "*c_fc.weight=[{data}, {model}]",
        "*mlp.c_proj.weight=[{model}, {data}]",
        "*lm_head.weight=[{model}, {data}]",
    ];
    let (together, held) = gpt2(step, Some("data=2,model=2"), &shards, &[1; 32], 50);
    assert!(error(&together, &alone) < 1e-5, "{together:?}\n{alone:?}");
    assert!(held * 3 < all, "each device holds {held} bytes of {all}");
}

/// The score of a hidden token is the least number of f32, which neither narrow type has: a row with nothing to see must not become infinite.
#[test]
fn gpt2_learns_in_narrow_types_where_whole_rows_are_hidden() {
    let mut mask = [1; 32];
    mask[..3].fill(0);
    let (wide, _) = gpt2("sgd:lr=0.1,loss=next-token", None, &[], &mask, 3);
    for low in ["bf16", "f16"] {
        let (losses, _) = gpt2(&format!("sgd:lr=0.1,loss=next-token,precision={low}"), None, &[], &mask, 3);
        assert!(error(&losses, &wide) < 1e-2, "{low}: {losses:?}, in f32 {wide:?}");
    }
}

#[test]
fn mixed_precision_keeps_master_weights_and_learns_the_same() {
    let arrays = read_npz(&folder().join("cases.npz")).unwrap();
    let (model, options, number) = cases().into_iter().find(|(_, options, _)| options.starts_with("adam:lr=0.01,parameters")).unwrap();
    let expected = arrays[&format!("{number}/losses5")].to_tensor(None).unwrap().values::<f64>().unwrap();
    for (low, tolerance) in [("bf16", 3e-2), ("f16", 4e-3)] {
        let source = step_of(&model, &format!("{options},precision={low}"));
        let func = source.module.main().unwrap();
        let narrow = func.walk().into_iter().filter(|&op| func.op(op).info.name == "stablehlo.dot_general").all(|op| {
            let ty = func.tensor_type(func.op(op).results[0]);
            ty.element != ElementType::F32
        });
        assert!(narrow, "every product of the forward and backward pass is in {low}");
        let (losses, results) = run(&source, given(&source, &arrays, number), 5);
        assert!(error(&losses, &expected) < tolerance, "{low}: losses {losses:?}, expected {expected:?}");
        assert!(error(&losses, &expected) > 1e-6, "{low} is as exact as f32: is it {low}?");
        assert!(results.iter().take(4).all(|(_, tensor)| tensor.ty().element == ElementType::F32));
    }
}

#[test]
fn a_step_whose_gradients_overflow_is_left_out_and_halves_the_scale() {
    let arrays = read_npz(&folder().join("cases.npz")).unwrap();
    let (model, options, number) = cases().into_iter().find(|(_, options, _)| options.starts_with("adam:lr=0.01,parameters")).unwrap();
    let source = step_of(&model, &format!("{options},precision=f16"));
    let func = source.module.main().unwrap();
    let position = |name: &str| func.args().iter().position(|&arg| func.value(arg).name.is_some_and(|own| own.as_str() == name)).unwrap();
    let mut args = given(&source, &arrays, number);
    let (before, scale) = (args[0].clone(), position("loss_scale"));
    // With a loss 2^40 times as large, gradients leave f16, whose largest number is 65504.
    args[scale] = HostTensor::scalar(2f32.powi(40));
    let (_, results) = run(&source, args, 1);
    let of = |name: &str| &results.iter().find(|(own, _)| own == name).unwrap().1;
    assert_eq!(results[0].1, before);
    assert_eq!(of("loss_scale").values::<f32>().unwrap(), [2f32.powi(39)]);
    assert_eq!(of("step").values::<i32>().unwrap(), [0]);
    assert!(values(of("m(arg0)")).iter().all(|&value| value == 0.0));
}

#[test]
fn arguments_and_results_say_what_they_are() {
    let source = step_of(&folder().join("mlp.mlir"), "adam:parameters=arg?,frozen=arg1,frozen=arg3,frozen=arg4");
    let func = source.module.main().unwrap();
    let names: Vec<&str> = func.args().iter().map(|&arg| func.value(arg).name.unwrap().as_str()).collect();
    assert_eq!(names, ["arg0", "arg2", "m(arg0)", "v(arg0)", "m(arg2)", "v(arg2)", "arg1", "arg3", "arg4", "labels", "step"]);
    let roles: Vec<Option<Role>> = func.arg_attrs.iter().map(Role::of).collect();
    let (parameter, optimizer, input) = (Some(Role::Parameter), Some(Role::Optimizer), Some(Role::Input));
    assert_eq!(roles, [parameter, parameter, optimizer, optimizer, optimizer, optimizer, input, input, input, input, Some(Role::Step)]);
    assert_eq!(func.arg_attrs[4].get(shardwright_ir::role::OF).and_then(Attr::as_str), Some("arg2"));
    let outcomes: Vec<Option<Role>> = func.result_attrs.iter().map(Role::of).collect();
    assert_eq!(outcomes, [parameter, parameter, optimizer, optimizer, optimizer, optimizer, Some(Role::Step), Some(Role::Loss)]);
    let grads = func.walk().into_iter().flat_map(|op| func.op(op).results.clone()).filter_map(|value| func.value(value).name);
    let grads: Vec<String> = grads.map(|name| name.as_str().to_owned()).filter(|name| name.starts_with("grad")).collect();
    assert!(grads.contains(&"grad(arg0)".to_owned()) && grads.contains(&"grad(arg2)".to_owned()), "{grads:?}");
}

/// The loss is the sum of w x with x = 1: each step takes lr = 1e-4 from w. Numbers of f16 just below 1 are 2^-11 = 4.9e-4 apart: alone w never moves, with a copy in f32 it is 1 - 10 lr,
/// 0.999, after ten steps, and 0.99902 = 1 - 2^-10 as a number of f16.
#[test]
fn a_copy_in_f32_keeps_what_a_narrow_parameter_would_lose() {
    let text = "func.func @main(%w: tensor<4xf16>, %x: tensor<4xf16>) -> tensor<f16> {
  %0 = stablehlo.constant dense<0.0> : tensor<f16>
  %1 = stablehlo.multiply %w, %x : tensor<4xf16>
  %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.add across dimensions = [0] : (tensor<4xf16>, tensor<f16>) -> tensor<f16>
  return %2 : tensor<f16>
}";
    let place = tempfile::tempdir().unwrap();
    let model = place.path().join("sum.mlir");
    std::fs::write(&model, text).unwrap();
    let after = |options: &str, states: usize| {
        let source = step_of(&model, options);
        let func = source.module.main().unwrap();
        let args: Vec<HostTensor> = (0..func.args().len()).map(|index| {
            let Type::Tensor(ty) = func.ty(func.args()[index]) else { panic!("a token") };
            filled(ty, if func.arg_attrs[index].get(INITIAL).is_some() { 0.0 } else { 1.0 })
        }).collect();
        let (_, results) = run(&source, args, 10);
        assert_eq!(results.iter().filter(|(name, _)| name.ends_with("(w)") || name.ends_with("(arg0)")).count(), states, "{options}");
        results
    };
    let f16 = |tensor: &HostTensor| tensor.bytes().to_vec();
    assert_eq!(f16(&after("sgd:lr=1e-4,loss=res0,parameters=w", 0)[0].1), 0x3c00u16.to_le_bytes().repeat(4));
    let kept = after("sgd:lr=1e-4,loss=res0,parameters=w,master=true", 1);
    // 1 - 2^-10: the exponent below that of 1, all bits of the fraction but the last.
    assert_eq!(f16(&kept[0].1), 0x3bfeu16.to_le_bytes().repeat(4));
    assert!(values(&kept[1].1).iter().all(|value| (value - 0.999).abs() < 1e-6), "{kept:?}");
}

/// Masks that are drawn again in the backward pass are those of the forward pass: every bit of a step with dropout is the same.
#[test]
fn dropout_that_is_computed_again_is_the_same() {
    let (ops, passes) = (shardwright_dialects::registry(), pass_registry());
    let after = |policy: Policy| {
        let options = CompileOptions { train: Some(TrainOptions::parse("adam:loss=next-token").unwrap()), recompute: Some(policy), ..CompileOptions::default() };
        let compiled = compile(Path::new("gpt:layers=2,hidden=16,heads=2,sequence=8,batch=2,vocabulary=32,dropout=30"), &options, &ops, &passes, &mut []).unwrap();
        let func = compiled.programs[0].1.local.main().unwrap();
        let args: Vec<HostTensor> = (0..func.args().len()).map(|index| {
            let Type::Tensor(ty) = func.ty(func.args()[index]) else { panic!("a token") };
            if Role::of(&func.arg_attrs[index]) == Some(Role::Parameter) { random_with(ty, index as u64, 0.3).unwrap() } else { filled(ty, 3.0) }
        }).collect();
        run_global(&compiled.programs[0].1.local, &args).unwrap()
    };
    let (plain, ways) = (after(Policy::None), [Policy::Selective, Policy::Full]);
    for policy in ways {
        for (index, (one, other)) in after(policy).iter().zip(&plain).enumerate() {
            assert_eq!(one.bytes(), other.bytes(), "{policy}: result {index}");
        }
    }
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let ops = shardwright_dialects::registry();
    let refused = |model: &str, options: &str| {
        let mut read = read_model(&folder().join(model), &[], &ops).unwrap();
        train(&mut read, &TrainOptions::parse(options).unwrap(), &ops).unwrap_err().diagnostics.to_string()
    };
    assert!(refused("mlp.mlir", "sgd").contains("no input of the model has a weight file: say which are parameters"));
    assert!(refused("mlp.mlir", "sgd:parameters=w").contains("`parameters=w` matches no input"));
    assert!(refused("tokens.mlir", "sgd:parameters=arg3").contains("parameter `arg3` is tensor<3x5xi64>: only floating-point numbers"));
    assert!(refused("mlp.mlir", "sgd:parameters=arg0,output=logits").contains("the model has no output `logits`; its outputs are res0"));
    assert!(refused("mlp.mlir", "sgd:parameters=arg0,loss=res0").contains("output `res0` is tensor<8x3xf32>: a loss has one element"));
    assert!(refused("mlp.mlir", "sgd:parameters=arg0,class-dim=2").contains("`class-dim` is 2, the logits are tensor<8x3xf32>"));
    assert!(refused("scalar.mlir", "sgd:parameters=arg0").contains("needs logits with a dimension of classes"));
}

/// `b2` has one element, `inl` stands in the model's own message; `gate` is a number alone: exporters write constants so.
#[test]
fn small_weights_learn_and_what_cannot_is_named() {
    let ops = shardwright_dialects::registry();
    let made = |options: &str| {
        let options = CompileOptions { train: Some(TrainOptions::parse(options).unwrap()), ..CompileOptions::default() };
        compile(&folder().join("small_weights.onnx"), &options, &ops, &pass_registry(), &mut [])
    };
    let compiled = made("sgd:loss=mse").unwrap();
    let main = compiled.source.main().unwrap();
    let learned: Vec<&str> = main.args().iter().zip(&main.arg_attrs).filter(|(_, attrs)| Role::of(attrs) == Some(Role::Parameter)).map(|(&arg, _)| main.value(arg).name.unwrap().as_str()).collect();
    assert_eq!(learned, ["w1", "w2", "b2", "inl"]);
    let warned: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(warned, ["stored floats that are constants do not learn: gate"]);
    let refused = made("sgd:loss=mse,parameters=gate").err().unwrap().diagnostics.to_string();
    assert!(refused.contains("`gate` is a constant of the program and cannot learn"), "{refused}");
}

fn warnings(read: &Source) -> Vec<String> {
    read.remarks.iter().map(|found| found.message.clone()).collect()
}

/// Inputs that are called as training calls what it adds: each name is of one argument and of what replaces that, or of the loss.
#[test]
fn names_that_the_model_takes_are_told_apart() {
    let ops = shardwright_dialects::registry();
    let mut read = read_model(&folder().join("mlp.mlir"), &[], &ops).unwrap();
    let func = read.module.main_mut().unwrap();
    for (index, name) in [(1, "step"), (3, "loss"), (4, "labels")] {
        let arg = func.args()[index];
        func.value_mut(arg).name = Some(name.into());
    }
    train(&mut read, &TrainOptions::parse("sgd:parameters=arg0,parameters=arg2").unwrap(), &ops).unwrap();
    let func = read.module.main().unwrap();
    let args: Vec<&str> = func.args().iter().map(|&arg| func.value(arg).name.unwrap().as_str()).collect();
    assert_eq!(args, ["arg0", "arg2", "step", "loss", "labels", "labels_", "step_"]);
    let results: Vec<String> = (0..func.result_types.len()).map(|index| shardwright_passes::names::result_name(func, index)).collect();
    assert_eq!(results, ["arg0", "arg2", "step_", "loss_"]);
    let renamed = "the model has an input `step`: what training calls so is `step_` here";
    assert!(warnings(&read).iter().any(|found| found == renamed), "{:?}", warnings(&read));
}

#[test]
fn options_that_change_nothing_are_warned_of() {
    let read = step_of(&folder().join("mlp.mlir"), "sgd:parameters=arg0,loss=mse,ignore=3");
    assert_eq!(warnings(&read), ["`ignore` changes nothing: only cross-entropy and next-token have labels"]);
}

/// With the same rows twice, two microbatches have the loss of one where they draw alike, which is warned of. With seeds of their own the loss is the mean of those of one microbatch with
/// the seed as it is and with 0x7f4a7c15 more.
#[test]
fn each_microbatch_draws_its_own_randomness() {
    let model = "gpt:layers=1,hidden=16,heads=2,sequence=8,batch=2,vocabulary=16,dropout=50";
    const SEED: u32 = 7;
    let loss = |options: &str, repeats: usize, seed: u32| {
        let read = step_of(Path::new(model), options);
        let func = read.module.main().unwrap();
        let argument = |index: usize| {
            let (arg, attrs) = (func.args()[index], &func.arg_attrs[index]);
            let ty = func.tensor_type(arg);
            match (func.value(arg).name.unwrap().as_str(), attrs.get(INITIAL)) {
                ("seed", _) => HostTensor::scalar(seed),
                (_, Some(Attr::Float(value, _))) => filled(ty, *value),
                ("tokens", _) => HostTensor::from_values(&ty.dims, &(0..16 * repeats as i32).map(|at| at / (8 * repeats as i32) * 5 + at % 8).collect::<Vec<i32>>()).unwrap(),
                ("labels", _) => HostTensor::from_values(&ty.dims, &(0..16 * repeats as i64).map(|at| at % 8 + 3).collect::<Vec<i64>>()).unwrap(),
                _ => HostTensor::from_values(&ty.dims, &(0..ty.num_elements()).map(|at| (at as f32 * 0.37 + index as f32).sin()).collect::<Vec<f32>>()).unwrap(),
            }
        };
        let (losses, _) = run(&read, (0..func.args().len()).map(argument).collect(), 1);
        (losses[0], warnings(&read))
    };
    let (one, _) = loss("sgd:loss=cross-entropy", 1, SEED);
    let (other, _) = loss("sgd:loss=cross-entropy", 1, SEED.wrapping_add(0x7f4a_7c15));
    assert!((one - other).abs() > 1e-3, "{one} and {other}");
    let (alike, warned) = loss("sgd:loss=cross-entropy,microbatches=2,whole=seed", 2, SEED);
    assert!((alike - one).abs() < 1e-5, "{alike}, one microbatch {one}");
    assert!(warned.iter().any(|found| found.contains("every microbatch draws the same random numbers from seed")), "{warned:?}");
    let (own, warned) = loss("sgd:loss=cross-entropy,microbatches=2,seed=seed", 2, SEED);
    assert!((own - (one + other) / 2.0).abs() < 1e-5, "{own}, microbatches {one} and {other}");
    assert_eq!(warned, [""; 0]);
}

#[test]
fn weights_that_changed_since_the_compile_are_refused() {
    let ops = shardwright_dialects::registry();
    let place = tempfile::tempdir().unwrap();
    let (model, out) = (place.path().join("m.onnx"), place.path().join("out"));
    std::fs::copy(folder().join("small_weights.onnx"), &model).unwrap();
    let compiled = compile(&model, &CompileOptions { train: Some(TrainOptions::parse("sgd:loss=mse").unwrap()), ..CompileOptions::default() }, &ops, &pass_registry(), &mut []).unwrap();
    output::write(&compiled, &out, Emit::default()).unwrap();
    let program = Program::open(&out, &ops).unwrap();
    let inputs = || program.manifest.inputs.iter().map(|port| port.is_given().then(|| filled(&port.global_type().unwrap(), 0.5))).collect();
    program.run(&Engine::Virtual, &inputs()).unwrap();
    let mut bytes = std::fs::read(&model).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&model, bytes).unwrap();
    let why = program.run(&Engine::Virtual, &inputs()).unwrap_err();
    assert!(why.contains("m.onnx is not the file of the compile any more: it has other bytes; compile again"), "{why}");
}
