//! Programs as machine code in this process, against XLA's and ONNX Runtime's results and against the interpreter.

use super::testdata;
use shardwright_compiler::back::mlir::lower::Jit;
use shardwright_compiler::front::onnx::node_tests::{Outcome, Run, run_case};
use shardwright_compiler::testing::check::check;
use shardwright_compiler::testing::random::{Case, KINDS, Options, generate};
use shardwright_compiler::testing::shrink::shrink;
use shardwright_ir::interp::{Buffer, Interpreter, Tensor};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::{ElementType, Module, Sym, TensorType, Type};
use shardwright_passes::partition::Partitioned;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};

/// What the module's main function gives, as machine code.
fn native(module: &Module, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    let verified = verify(module).map_err(|why| why.to_string())?;
    Jit::new(verified).map_err(|why| why.to_string())?.run(inputs)
}

/// Numbers of a tensor, complex ones as two.
fn numbers(tensor: &Tensor) -> Vec<f64> {
    match &*tensor.data {
        Buffer::C64(v) => v.iter().flat_map(|c| [f64::from(c.re), f64::from(c.im)]).collect(),
        Buffer::C128(v) => v.iter().flat_map(|c| [c.re, c.im]).collect(),
        _ => tensor.to_f64s(),
    }
}

/// Integers are equal, floats within `tolerance` of the larger of 1 and their magnitude.
fn compare(found: &[Tensor], wanted: &[Tensor], tolerance: f64) -> Result<(), String> {
    if found.len() != wanted.len() {
        return Err(format!("{} results, wanted {}", found.len(), wanted.len()));
    }
    for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        if found.ty != wanted.ty {
            return Err(format!("result {index} is {}, wanted {}", found.ty, wanted.ty));
        }
        let element = found.ty.element;
        let tolerance = match element.is_float() || element.is_complex() {
            true if element.bits() <= 16 => tolerance.max(1e-2),
            true => tolerance,
            false => 0.0,
        };
        for (at, (&x, &y)) in numbers(found).iter().zip(&numbers(wanted)).enumerate() {
            let same = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= tolerance * (1.0 + y.abs());
            if !same {
                return Err(format!("result {index} element {at}: got {x}, wanted {y}"));
            }
        }
    }
    Ok(())
}

/// The function alone in a module, as main, its constants as arguments so that nothing is computed while compiling.
fn alone(module: &Module, name: Sym) -> (Module, Vec<Tensor>) {
    let mut module = module.clone();
    module.funcs.retain(|other, _| *other == name);
    let func = module.funcs.get_mut(&name).expect("the function");
    let mut inputs = Vec::new();
    for op in func.region(func.body()).ops.clone() {
        if !func.op(op).info.is_constant() {
            continue;
        }
        let result = func.result(op);
        let literal = func.constant_of(result).expect("a constant").clone();
        inputs.push(Tensor::from_literal(&literal).expect("a tensor"));
        let arg = func.add_arg(literal.ty);
        func.replace_uses(result, arg);
        func.erase(op);
    }
    (module, inputs)
}

fn evaluation_cases(folder: &str) -> Vec<String> {
    let read = |file: &str| {
        let path = testdata("dialects").join(folder).join(file);
        parse_module(&std::fs::read_to_string(&path).unwrap(), &shardwright_dialects::registry()).unwrap()
    };
    let (module, expected) = (read("eval.mlir"), read("eval_expected.mlir"));
    let mut failures = Vec::new();
    for name in module.funcs.keys() {
        let wanted = Interpreter::new(&expected).call(*name, &[]).unwrap();
        let (alone, inputs) = alone(&module, *name);
        let checked = native(&alone, &inputs).and_then(|found| compare(&found, &wanted, 3e-5));
        failures.extend(checked.err().map(|why| format!("@{name}: {why}")));
    }
    failures
}

#[test]
fn mlir_native_ops_give_what_xla_gives() {
    let failures = evaluation_cases("stablehlo");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn mlir_native_indexing_gives_what_xla_gives() {
    let failures = evaluation_cases("indexing");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What the main function of the text gives on these arguments.
fn of_text(text: &str, inputs: &[Tensor]) -> Vec<Tensor> {
    let module = parse_module(text, &shardwright_dialects::registry()).unwrap();
    native(&module, inputs).unwrap_or_else(|why| panic!("{text}\n{why}"))
}

fn tensor(element: ElementType, dims: &[i64], values: &[f64]) -> Tensor {
    let bytes = values.iter().flat_map(|&value| bytes_of_f64(element, value)).collect::<Vec<u8>>();
    Tensor::from_bytes(TensorType::new(element, dims), &bytes).unwrap()
}

/// Parts without elements, wherever they lie: at the end their place is one past the last element.
#[test]
fn mlir_native_boxes_of_nothing_are_nothing() {
    let f32s = |dims: &[i64], values: &[f64]| tensor(ElementType::F32, dims, values);
    let (none, some) = (f32s(&[2, 0], &[]), f32s(&[2, 2], &[1.0, 2.0, 3.0, 4.0]));
    for order in ["%n, %s, %n, %s, %n", "%n, %s, %s, %n", "%s, %n, %n, %s"] {
        let types: Vec<&str> = order.split(", ").map(|name| if name == "%n" { "tensor<2x0xf32>" } else { "tensor<2x2xf32>" }).collect();
        let text = format!(
            "func.func @main(%n: tensor<2x0xf32>, %s: tensor<2x2xf32>) -> tensor<2x4xf32> {{\n  %0 = stablehlo.concatenate {order}, dim = 1 : ({}) -> tensor<2x4xf32>\n  return %0 : tensor<2x4xf32>\n}}\n",
            types.join(", ")
        );
        let joined = of_text(&text, &[none.clone(), some.clone()]);
        assert_eq!(joined[0].to_f64s(), [1.0, 2.0, 1.0, 2.0, 3.0, 4.0, 3.0, 4.0], "{order}");
    }
    let text = "func.func @main(%s: tensor<2x2xf32>, %n: tensor<2x0xf32>, %i: tensor<i32>) -> (tensor<2x2xf32>, tensor<2x0xf32>, tensor<2x0xf32>) {
  %0 = stablehlo.dynamic_update_slice %s, %n, %i, %i : (tensor<2x2xf32>, tensor<2x0xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %1 = stablehlo.slice %s [0:2, 2:2] : (tensor<2x2xf32>) -> tensor<2x0xf32>
  %2 = stablehlo.dynamic_slice %s, %i, %i, sizes = [2, 0] : (tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x0xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2x0xf32>, tensor<2x0xf32>\n}\n";
    let found = of_text(text, &[some.clone(), none.clone(), tensor(ElementType::I32, &[], &[7.0])]);
    assert_eq!(found.iter().map(Tensor::to_f64s).collect::<Vec<_>>(), [some.to_f64s(), vec![], vec![]]);
}

/// Values at, just below and just above the middle of two neighbours (ulps of 2^-10 and 2^-7 at one), as IEEE 754 rounds them once, ties to even.
#[test]
fn mlir_native_doubles_and_integers_are_rounded_once() {
    for (to, half) in [("f16", 2f64.powi(-11)), ("bf16", 2f64.powi(-8))] {
        let mut given = vec![f64::INFINITY, 1e300, 0.0, -1e-300, 2f64.powi(-134) * 1.0000000001];
        let mut wanted = vec![f64::INFINITY, f64::INFINITY, 0.0, 0.0, if to == "bf16" { 2f64.powi(-133) } else { 0.0 }];
        for sign in [1.0, -1.0] {
            for least in [2f64.powi(-52), 2f64.powi(-30), 2f64.powi(-24)] {
                given.extend([1.0 + half - least, 1.0 + half, 1.0 + half + least, 1.0 + 3.0 * half - least, 1.0 + 3.0 * half].map(|value| sign * value));
                wanted.extend([1.0, 1.0, 1.0 + 2.0 * half, 1.0 + 2.0 * half, 1.0 + 4.0 * half].map(|value| sign * value));
            }
        }
        let count = given.len();
        let text = |from: &str, count: usize| format!("func.func @main(%x: tensor<{count}x{from}>) -> tensor<{count}x{to}> {{\n  %0 = stablehlo.convert %x : (tensor<{count}x{from}>) -> tensor<{count}x{to}>\n  return %0 : tensor<{count}x{to}>\n}}\n");
        let found = of_text(&text("f64", count), &[tensor(ElementType::F64, &[count as i64], &given)]);
        assert_eq!(found[0].to_f64s(), wanted, "{to}");
        assert!(of_text(&text("f64", 1), &[tensor(ElementType::F64, &[1], &[f64::NAN])])[0].to_f64s()[0].is_nan());
    }
    let tie = (1i64 << 62) + (1 << 54);
    let given: Vec<u8> = [tie - 1, tie, tie + 1, -tie + 1, -tie, -tie - 1, 257, -(1 << 53) - 1].iter().flat_map(|value| value.to_le_bytes()).collect();
    let text = "func.func @main(%x: tensor<8xi64>, %y: tensor<8xui64>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %0 = stablehlo.convert %x : (tensor<8xi64>) -> tensor<8xbf16>
  %1 = stablehlo.convert %y : (tensor<8xui64>) -> tensor<8xbf16>
  return %0, %1 : tensor<8xbf16>, tensor<8xbf16>\n}\n";
    let inputs = [ElementType::I64, ElementType::UI64].map(|element| Tensor::from_bytes(TensorType::new(element, &[8]), &given).unwrap());
    let found = of_text(text, &inputs);
    let (below, above) = (2f64.powi(62), 2f64.powi(62) + 2f64.powi(55));
    assert_eq!(found[0].to_f64s(), [below, below, above, -below, -below, -above, 256.0, -(2f64.powi(53))]);
    // Their bits without a sign: 2^64 less the number, of a coarser grid.
    let high = 2f64.powi(64) - 2f64.powi(62);
    assert_eq!(found[1].to_f64s(), [below, below, above, high, high, high, 256.0, 2f64.powi(64)]);
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

/// Every number of every type that is stored in a byte, and what singles, doubles and integers become of these types: near each number, in the middle of two, beyond all.
#[test]
fn mlir_native_narrow_numbers_are_those_of_the_interpreter() {
    let narrow = ElementType::ALL.iter().copied().filter(|element| element.byte_size() == 1 && !matches!(element, ElementType::I1 | ElementType::I8 | ElementType::UI8));
    for element in narrow {
        let bytes: Vec<u8> = if element.is_float() { (0..=255).collect() } else { (-8..16).map(|value| bytes_of_f64(element, f64::from(value))[0]).collect() };
        let held = Tensor::from_bytes(TensorType::new(element, &[bytes.len() as i64]), &bytes).unwrap();
        let known: Vec<f64> = held.to_f64s().into_iter().filter(|value| value.is_finite()).collect();
        let middles = known.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
        let mut values: Vec<f64> = known.iter().copied().chain(middles).flat_map(|value| [value, value * (1.0 + 1e-7), value * (1.0 - 1e-7), value * (1.0 + 1e-12)]).collect();
        values.extend([0.0, -0.0, 1e-30, -1e-30, 1e30, -1e30, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 448.0, 464.0, 464.1, 240.0, 57344.0, 61440.0, 65536.0]);
        let singles = tensor(ElementType::F32, &[values.len() as i64], &values);
        let doubles = tensor(ElementType::F64, &[values.len() as i64], &values);
        let integers = tensor(ElementType::I32, &[600], &(-300..300).map(f64::from).collect::<Vec<_>>());
        let (own, count) = (bytes.len(), values.len());
        let text = format!(
            "func.func @main(%x: tensor<{own}x{element}>, %s: tensor<{count}xf32>, %d: tensor<{count}xf64>, %i: tensor<600xi32>) -> (tensor<{own}xf32>, tensor<1x{own}x{element}>, tensor<{own}xi32>, tensor<{count}x{element}>, tensor<{count}x{element}>, tensor<600x{element}>) {{
  %0 = stablehlo.convert %x : (tensor<{own}x{element}>) -> tensor<{own}xf32>
  %1 = stablehlo.reshape %x : (tensor<{own}x{element}>) -> tensor<1x{own}x{element}>
  %2 = stablehlo.convert %x : (tensor<{own}x{element}>) -> tensor<{own}xi32>
  %3 = stablehlo.convert %s : (tensor<{count}xf32>) -> tensor<{count}x{element}>
  %4 = stablehlo.convert %d : (tensor<{count}xf64>) -> tensor<{count}x{element}>
  %5 = stablehlo.convert %i : (tensor<600xi32>) -> tensor<600x{element}>
  return %0, %1, %2, %3, %4, %5 : tensor<{own}xf32>, tensor<1x{own}x{element}>, tensor<{own}xi32>, tensor<{count}x{element}>, tensor<{count}x{element}>, tensor<600x{element}>\n}}\n"
        );
        let module = parse_module(&text, &shardwright_dialects::registry()).unwrap();
        let inputs = [held, singles, doubles, integers];
        let wanted = Interpreter::new(&module).run(module.main().unwrap(), &inputs).unwrap();
        let found = native(&module, &inputs).unwrap_or_else(|why| panic!("{element}: {why}"));
        for (index, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let pairs = found.to_f64s().into_iter().zip(wanted.to_f64s());
            // Bits, so that zeros have signs.
            let at = pairs.enumerate().find(|(_, (x, y))| x.to_bits() != y.to_bits() && !(x.is_nan() && y.is_nan()));
            assert!(at.is_none(), "{element} result {index}: {at:?} of {:?}", if index == 3 { &values } else { &known });
        }
    }
}

#[test]
fn mlir_native_sums_of_narrow_numbers_are_refused_by_name() {
    for element in ["i4", "f8E4M3FN"] {
        let text = format!("func.func @main(%x: tensor<4x{element}>) -> tensor<4x{element}> {{\n  %0 = stablehlo.add %x, %x : tensor<4x{element}>\n  return %0 : tensor<4x{element}>\n}}\n");
        let module = parse_module(&text, &shardwright_dialects::registry()).unwrap();
        let why = native(&module, &[tensor(ElementType::parse(element).unwrap(), &[4], &[1.0; 4])]).unwrap_err();
        assert!(why.contains(&format!("stablehlo.add has no native form: elements of {element} are only moved and converted")), "{why}");
    }
}

/// Programs of seeds from `SHARDWRIGHT_SEED` on: so many, with `SHARDWRIGHT_ALL` ten times as many, with `SHARDWRIGHT_CASES` as many as that says. The first that fails
/// is shown as small as it can be made.
fn random_programs(count: u64, check: &dyn Fn(&Case) -> Result<(), String>) {
    let first = number("SHARDWRIGHT_SEED", 0);
    let count = number("SHARDWRIGHT_CASES", if std::env::var_os("SHARDWRIGHT_ALL").is_some() { 10 * count } else { count });
    let mut failures: Vec<String> = Vec::new();
    // Manual computations stand in global programs only: partitioning dissolves them.
    let only = KINDS.iter().map(|kind| kind.name).filter(|kind| *kind != "manual").collect();
    let options = Options { only, ..Options::default() };
    for seed in first..first + count {
        let case = generate(seed, &options).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let Err(why) = check(&case) else { continue };
        if failures.is_empty() {
            let small = shrink(&case, &|smaller| check(smaller).is_err());
            eprintln!("{}\n{}", print_module(&small.module), check(&small).err().unwrap_or_default());
        }
        failures.push(format!("seed {seed}: {why}"));
    }
    assert!(failures.is_empty(), "{} of {count} programs:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn mlir_native_random_programs_compute_what_the_interpreter_does() {
    random_programs(100, &|case| {
        let wanted = Interpreter::new(&case.module).run(case.module.main().ok_or("no main")?, &case.inputs).map_err(|why| why.to_string())?;
        compare(&native(&plain(&case.module)?, &case.inputs)?, &wanted, 1e-4)
    });
}

/// Partitioned, one thread a device.
#[test]
fn mlir_native_random_programs_compute_on_threads_what_they_compute_whole() {
    let ops = shardwright_dialects::registry();
    let on_threads = |program: &Partitioned, rows: &[Vec<Tensor>]| {
        let module = plain(&program.module)?;
        let code = Jit::new(verify(&module).map_err(|why| why.to_string())?).map_err(|why| why.to_string())?;
        code.run_on_threads(rows)
    };
    random_programs(30, &|case| check(case, &ops, &on_threads));
}

/// The program without calls and without ops that stand for several.
pub fn plain(module: &Module) -> Result<Module, String> {
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let mut module = module.clone();
    run_pipeline(&Pipeline::parse("inline,clean,decompose-nn", &passes)?, &mut module, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    Ok(module)
}

/// Runs a case's program natively.
fn run_native(_: &str, module: &Module, inputs: &[Tensor]) -> Result<Vec<Run>, String> {
    let module = plain(module)?;
    let outputs = native(&module, inputs)?;
    debug_assert!(module.main().is_some_and(|main| main.result_types.iter().all(|ty| matches!(ty, Type::Tensor(_)))));
    Ok(vec![Run { how: String::new(), outputs }])
}

#[test]
fn mlir_native_models_give_the_outputs_of_onnx_runtime() {
    let mut names: Vec<_> = std::fs::read_dir(testdata("models")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.join("test_data_set_0").is_dir()).collect();
    names.sort();
    assert!(names.len() >= 17, "{} models", names.len());
    let mut failures = Vec::new();
    for folder in names {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        match run_case(&folder, &run_native) {
            Ok(Outcome::Passed) => {}
            other => failures.push(format!("{name}: {other:?}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
