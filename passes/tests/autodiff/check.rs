//! The comparison: central finite differences of the program against its gradients.
//!
//! The loss is the sum of all float results and arguments, each element weighted by a fixed number so that no gradient is uniform. The
//! arguments themselves are in it so that each has a gradient already when the way back comes to the program: what adds to it shall not replace it. Complex numbers
//! count as two real ones: JAX's convention makes the gradient of a real loss by `x + iy` equal to `∂/∂x - i ∂/∂y`.
//! Invariants: arguments are `f64` or `complex<f64>` and lie in the range that the case gives; others hold small integers.

use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::interp::Interpreter;
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::rng::Rng;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::text::parse_module;
use shardwright_ir::{Attrs, Builder, ElementType, Func, Module, TensorType, Value, verify};
use shardwright_passes::autodiff::gradients;

/// Checks a program with arguments drawn from `low..high`.
pub fn check_in(text: &str, low: f64, high: f64) {
    for seed in 1..=3 {
        let module = parse(text);
        let mut rng = Rng::new(seed);
        let args: Vec<Tensor> = {
            let func = module.main().expect("a main function");
            func.args().iter().map(|&arg| sample(&mut rng, func.tensor_type(arg), low, high)).collect()
        };
        compare(text, &module, &args);
    }
}

/// [`check_in`] -1.5..1.5.
pub fn check(text: &str) {
    check_in(text, -1.5, 1.5);
}

/// The names of the ops that gradients by all float arguments add.
pub fn ops_of_gradients(text: &str) -> Vec<&'static str> {
    let mut module = parse(text);
    let func = module.main_mut().expect("a main function");
    let before = func.num_ops();
    differentiate(func).unwrap_or_else(|why| panic!("{text}\n{why}"));
    func.walk().into_iter().filter(|&op| shardwright_ir::entity::EntityId::index(op) >= before).map(|op| func.op(op).info.name).collect()
}

/// The message of the error that differentiating a program by all its float arguments gives.
pub fn refusal(text: &str) -> String {
    let mut module = parse(text);
    let func = module.main_mut().expect("a main function");
    differentiate(func).expect_err("an error")
}

fn parse(text: &str) -> Module {
    let module = parse_module(text, &shardwright_dialects::registry()).unwrap_or_else(|found| panic!("{text}\n{found:?}"));
    verify(&module).unwrap_or_else(|found| panic!("{text}\n{found:?}"));
    module
}

fn compare(text: &str, module: &Module, args: &[Tensor]) {
    let mut differentiated = module.clone();
    let wrt = differentiate(differentiated.main_mut().expect("a main function")).unwrap_or_else(|why| panic!("{text}\n{why}"));
    verify(&differentiated).unwrap_or_else(|found| panic!("{text}\n{found:?}"));
    let run = |args: &[Tensor]| {
        let interpreter = Interpreter::new(&differentiated);
        interpreter.run(differentiated.main().expect("a main function"), args).unwrap_or_else(|why| panic!("{text}\n{why:?}"))
    };
    let found = run(args);
    for (place, (&index, gradient)) in wrt.iter().zip(&found[1..]).enumerate() {
        let gradient = reals(gradient);
        let own = reals(&args[index]);
        for at in 0..own.len() {
            let step = 1e-6 * own[at].abs().max(1.0);
            let shifted = |by: f64| {
                let mut args = args.to_vec();
                let mut own = own.clone();
                own[at] += by;
                args[index] = from_reals(&args[index].ty, &own);
                run(&args)[0].to_f64s()[0]
            };
            let slope = (shifted(step) - shifted(-step)) / (2.0 * step);
            // The imaginary part of a gradient is minus the slope by the imaginary part.
            let wanted = if args[index].ty.element.is_complex() && at % 2 == 1 { -slope } else { slope };
            let error = (wanted - gradient[at]).abs() / wanted.abs().max(1.0);
            assert!(error < 2e-6, "{text}\ngradient {place}, element {at}: finite differences give {wanted}, the program {}", gradient[at]);
        }
    }
}

/// Makes the weighted sum of the results the only result, and adds gradients by all float arguments. Returns their places.
fn differentiate(func: &mut Func) -> Result<Vec<usize>, String> {
    let body = func.body();
    let end = func.terminator(body).expect("a terminator");
    let results = func.op(end).operands.clone();
    func.erase(end);
    let mut b = Builder::at_end(func);
    let arguments = b.func.args().to_vec();
    let loss = loss(&mut b, &[results, arguments].concat())?;
    let wrt: Vec<usize> = (0..func.args().len()).filter(|&place| has_gradient(func.tensor_type(func.args()[place]).element)).collect();
    let values: Vec<Value> = wrt.iter().map(|&place| func.args()[place]).collect();
    let found = gradients(func, loss, &values).map_err(|why| why.message)?;
    let results = [&[loss], &found[..]].concat();
    let types = results.iter().map(|&value| func.ty(value).clone()).collect();
    let row = shardwright_dialects::local::row("func.return")?;
    Builder::at_end(func).op_of_types(row, &results, Attrs::new(), &[], Vec::new())?;
    func.set_results(types);
    Ok(wrt)
}

fn loss(b: &mut Builder, results: &[Value]) -> Result<Value, String> {
    let mut total = b.scalar(ElementType::F64, 0.0)?;
    for &result in results {
        let ty = b.ty(result).clone();
        if !has_gradient(ty.element) {
            continue;
        }
        let parts = if ty.element.is_complex() { vec![b.real(result)?, b.imag(result)?] } else { vec![result] };
        for (place, part) in parts.into_iter().enumerate() {
            let weights: Vec<f64> = (0..ty.num_elements()).map(|at| 0.5 + (((at * 7 + 3 * place as i64) % 11) as f64) / 10.0).collect();
            let weights = Tensor::new(TensorType::new(ElementType::F64, &ty.dims), Buffer::F64(weights)).to_literal();
            let weights = b.constant(weights)?;
            let part = b.convert_if_needed(part, ElementType::F64)?;
            let weighted = b.multiply(part, weights)?;
            let dims: Vec<i64> = (0..ty.rank() as i64).collect();
            let sum = b.reduce_identity(weighted, &dims, ReduceKind::Sum)?;
            total = b.add(total, sum)?;
        }
    }
    Ok(total)
}

fn has_gradient(element: ElementType) -> bool {
    element.is_float() || element.is_complex()
}

fn sample(rng: &mut Rng, ty: &TensorType, low: f64, high: f64) -> Tensor {
    let count = ty.num_elements() as usize;
    if has_gradient(ty.element) {
        let reals = if ty.element.is_complex() { 2 * count } else { count };
        let values: Vec<f64> = (0..reals).map(|_| low + (high - low) * unit(rng)).collect();
        return from_reals(ty, &values);
    }
    let values: Vec<i64> = (0..count).map(|_| (unit(rng) * 3.0) as i64).collect();
    Tensor::from_literal(&shardwright_ir::Literal::ints(ty.element, &ty.dims, &values)).expect("legal")
}

/// From 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
}

fn reals(tensor: &Tensor) -> Vec<f64> {
    match &*tensor.data {
        Buffer::C128(values) => values.iter().flat_map(|value| [value.re, value.im]).collect(),
        _ => tensor.to_f64s(),
    }
}

fn from_reals(ty: &TensorType, values: &[f64]) -> Tensor {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Tensor::from_bytes(ty.clone(), &bytes).unwrap_or_else(|why| panic!("arguments must be f64 or complex<f64>: {ty}: {why}"))
}
