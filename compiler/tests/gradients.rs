//! Gradients of JAX's programs are JAX's gradients, and those of the models are the slopes of their outputs.
//!
//! JAX's programs, arguments and gradients were made by JAX (`testdata/autodiff/make.py`), in single and in double precision. Models are
//! widened to double precision and compared with finite differences.

use shardwright_compiler::driver::{Source, read_model};
use shardwright_compiler::engine::npz::read_npz;
use shardwright_compiler::front::onnx::node_tests::read_tensor;
use shardwright_compiler::shards::WeightFiles;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::interp::{Buffer, Interpreter, Tensor};
use shardwright_ir::rng::Rng;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Module, TensorType, Type, verify};
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use std::path::Path;

const PROGRAMS: &[&str] = &[
    "attention", "batch_norm", "branches", "cholesky_solve", "conv_net", "embedding", "experts", "fourier", "functions", "lstm", "max_pool", "reductions",
    "running", "scan_layers", "scatters", "sorts", "transposed_conv",
];

/// Models of `testdata/models` with the sizes of their symbolic dimensions.
const MODELS: &[(&str, &[(&str, i64)])] = &[
    ("bert_tiny.dynamo", &[]),
    ("bert_tiny.dynamo_dyn", &[("s72", 2), ("s43", 2), ("s53", 16)]),
    ("bert_tiny.ts", &[("batch", 2)]),
    ("gpt2_tiny.dynamo", &[]),
    ("gpt2_tiny.ts", &[("batch", 2)]),
    ("gpt2_tiny_sdpa.dynamo", &[]),
    ("gpt2_tiny_sdpa_op24.dynamo", &[]),
    ("llama_tiny.dynamo", &[]),
    ("llama_tiny.ts", &[("batch", 2)]),
    ("llama_tiny_sdpa_op23.dynamo", &[]),
    ("mixtral_tiny_batched.dynamo", &[]),
    ("mixtral_tiny_batched.ts", &[("batch", 2)]),
    ("resnet50_narrow.dynamo", &[]),
    ("t5_tiny.dynamo", &[]),
    ("unet.dynamo", &[]),
    ("vit_tiny.dynamo", &[]),
];

fn check(name: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/autodiff");
    let text = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).map_err(|why| why.to_string())?;
    let mut module = shardwright_ir::text::parse_module(&text, &shardwright_dialects::registry()).map_err(|errors| format!("{errors:?}"))?;
    let arrays = read_npz(&folder.join(format!("{name}.npz"))).map_err(|why| why.to_string())?;
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let pipeline = Pipeline::parse("inline,differentiate", &passes)?;
    run_pipeline(&pipeline, &mut module, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    let main = module.main().ok_or("no main function")?;
    let tensor = |key: String, ty: &TensorType| -> Result<Tensor, String> {
        let host = arrays.get(&key).ok_or_else(|| format!("no array {key}"))?.to_tensor(Some(ty.element))?;
        Tensor::from_bytes(ty.clone(), host.bytes())
    };
    let args = main.args().iter().enumerate().map(|(index, &arg)| tensor(format!("arg{index}"), main.tensor_type(arg)));
    let results = Interpreter::new(&module).run(main, &args.collect::<Result<Vec<_>, _>>()?).map_err(|why| why.to_string())?;
    let wanted = (0..).take_while(|index| arrays.contains_key(&format!("grad{index}"))).count();
    if results.len() != wanted + 1 {
        return Err(format!("{} gradients, JAX gives {wanted}", results.len() - 1));
    }
    for (index, found) in results[1..].iter().enumerate() {
        let wanted = tensor(format!("grad{index}"), &found.ty)?.to_f64s();
        let scale = wanted.iter().fold(1e-6f64, |scale, value| scale.max(value.abs()));
        let tolerance = if name.ends_with("f64") { 1e-9 } else { 1e-4 };
        for (at, (found, wanted)) in found.to_f64s().iter().zip(wanted).enumerate() {
            if (found - wanted).is_nan() || (found - wanted).abs() > tolerance * scale {
                return Err(format!("gradient {index} element {at}: got {found}, JAX gives {wanted}"));
            }
        }
    }
    Ok(())
}

#[test]
fn gradients_of_jax_programs_are_those_of_jax() {
    let names = PROGRAMS.iter().flat_map(|name| ["f32", "f64"].map(|kind| format!("{name}_{kind}")));
    let failures: Vec<String> = names.filter_map(|name| Some(format!("{name}: {}", check(&name).err()?))).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A model, its symbolic dimensions' sizes, and its inputs.
struct Model {
    module: Module,
    args: Vec<Tensor>,
}

impl Model {
    fn read(name: &str, dims: &[(&str, i64)]) -> Result<Model, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models").join(name);
        let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
        let dims: Vec<(String, i64)> = dims.iter().map(|&(name, size)| (name.to_owned(), size)).collect();
        let Source { mut module, weights, .. } = read_model(&folder.join("model.onnx"), &dims, &ops).map_err(|fault| fault.diagnostics.to_string())?;
        run_pipeline(&Pipeline::parse("inline", &passes)?, &mut module, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
        let main = module.main().ok_or("no main function")?;
        let (mut files, mut next) = (WeightFiles::default(), 0..);
        let mut args = Vec::new();
        for (&arg, weight) in main.args().iter().zip(&weights) {
            args.push(match weight {
                Some(weight) => files.bytes(&folder, weight, |bytes| Tensor::from_bytes(main.tensor_type(arg).clone(), bytes))??,
                None => {
                    let path = folder.join(format!("test_data_set_0/input_{}.pb", next.next().unwrap_or(0)));
                    read_tensor(&std::fs::read(&path).map_err(|why| format!("{}: {why}", path.display()))?)?
                }
            });
        }
        Ok(Model { module, args })
    }

    /// The same with all single numbers double ones, so that finite differences keep enough digits.
    fn widen(&mut self) -> Result<(), String> {
        let func = self.module.main_mut().ok_or("no main function")?;
        let mut values = func.args().to_vec();
        for op in func.walk() {
            values.extend(&func.op(op).results);
            func.op(op).regions.iter().for_each(|&region| values.extend(&func.region(region).args));
            if let Some(Attr::Dense(literal)) = func.op(op).attrs.get("value").filter(|_| func.op(op).info.is_constant()) {
                let wide = widened(&Tensor::from_literal(literal)?).to_literal();
                func.op_mut(op).attrs.set("value", Attr::Dense(wide));
            }
        }
        for value in values {
            let ty = func.ty(value).clone();
            func.value_mut(value).ty = wide(ty);
        }
        func.result_types = func.result_types.iter().cloned().map(wide).collect();
        self.args = self.args.iter().map(widened).collect();
        verify(&self.module).map(|_| ()).map_err(|why| why.to_string())
    }

    /// Makes the mean square of what all float results differ from one half by the only result: some models give zeros.
    fn mean_square(&mut self) -> Result<(), String> {
        let func = self.module.main_mut().ok_or("no main function")?;
        let end = func.terminator(func.body()).ok_or("no terminator")?;
        let results = func.op(end).operands.clone();
        func.erase(end);
        let mut b = Builder::at_end(func);
        let mut loss = b.scalar(ElementType::F64, 0.0)?;
        for result in results {
            let ty = b.ty(result).clone();
            if ty.element == ElementType::F64 {
                let half = b.splat_like(result, 0.5)?;
                let distance = b.subtract(result, half)?;
                let square = b.multiply(distance, distance)?;
                let sum = b.reduce_identity(square, &(0..ty.rank() as i64).collect::<Vec<_>>(), ReduceKind::Sum)?;
                let share = b.scalar(ElementType::F64, 1.0 / ty.num_elements() as f64)?;
                let mean = b.multiply(sum, share)?;
                loss = b.add(loss, mean)?;
            }
        }
        b.op_of_types(shardwright_dialects::local::row("func.return")?, &[loss], Attrs::new(), &[], Vec::new())?;
        let ty = func.ty(loss).clone();
        func.set_results(vec![ty]);
        Ok(())
    }
}

fn wide(ty: Type) -> Type {
    match ty.as_tensor() {
        Some(tensor) if tensor.element == ElementType::F32 => tensor.with_element(ElementType::F64).into(),
        _ => ty,
    }
}

fn widened(tensor: &Tensor) -> Tensor {
    if tensor.ty.element != ElementType::F32 {
        return tensor.clone();
    }
    Tensor::new(tensor.ty.with_element(ElementType::F64), Buffer::F64(tensor.to_f64s()))
}

fn run(module: &Module, args: &[Tensor]) -> Result<Vec<Tensor>, String> {
    Interpreter::new(module).run(module.main().ok_or("no main function")?, args).map_err(|why| why.to_string())
}

/// The slope of [`Model::mean_square`] along three random directions through all weights and inputs of floats: from gradients, and from
/// central differences.
fn along_directions(name: &str, dims: &[(&str, i64)]) -> Result<(), String> {
    let mut model = Model::read(name, dims)?;
    model.widen()?;
    model.mean_square()?;
    let mut differentiated = model.module.clone();
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    run_pipeline(&Pipeline::parse("differentiate", &passes)?, &mut differentiated, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    let gradients: Vec<Vec<f64>> = run(&differentiated, &model.args)?[1..].iter().map(Tensor::to_f64s).collect();
    let floats: Vec<usize> = (0..model.args.len()).filter(|&index| model.args[index].ty.element == ElementType::F64).collect();
    if gradients.len() != floats.len() || !gradients.iter().flatten().any(|&value| value != 0.0) {
        return Err(format!("{} gradients of {} weights and inputs", gradients.len(), floats.len()));
    }
    let size = gradients.iter().flatten().map(|value| value * value).sum::<f64>().sqrt();
    let mut rng = Rng::new(5);
    for _ in 0..3 {
        let directions: Vec<Vec<f64>> = gradients.iter().map(|own| own.iter().map(|_| (rng.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0).collect()).collect();
        let slope: f64 = gradients.iter().flatten().zip(directions.iter().flatten()).map(|(gradient, direction)| gradient * direction).sum();
        let loss = |step: f64| -> Result<f64, String> {
            let mut args = model.args.clone();
            for (&index, direction) in floats.iter().zip(&directions) {
                let moved = args[index].to_f64s().iter().zip(direction).map(|(value, direction)| value + step * direction).collect();
                args[index] = Tensor::new(args[index].ty.clone(), Buffer::F64(moved));
            }
            Ok(run(&model.module, &args)?[0].to_f64s()[0])
        };
        // So small a move in all that few of the elements that are cut off at zero change sides.
        let step = 1e-6 / directions.iter().flatten().map(|value| value * value).sum::<f64>().sqrt();
        let wanted = (loss(step)? - loss(-step)?) / (2.0 * step);
        if (slope - wanted).is_nan() || (slope - wanted).abs() > 1e-4 * wanted.abs().max(size) {
            return Err(format!("slope {slope} by gradients, {wanted} by differences"));
        }
    }
    Ok(())
}

#[test]
fn gradients_of_models_are_the_slopes_of_their_outputs() {
    let mut failures = Vec::new();
    for (name, dims) in MODELS {
        failures.extend(along_directions(name, dims).err().map(|why| format!("{name}: {why}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
