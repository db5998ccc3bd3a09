//! Per-device ONNX files: what the models of `testdata` become is valid for onnx's checker and gives their outputs in ONNX Runtime; single ops give what the
//! interpreter, or ONNX's own node tests, say. Cases that have no form are listed with their reasons in `testdata/onnx_out/refused.txt`, which only gets shorter.
//!
//! `SHARDWRIGHT_ALL=1` takes every model and every node test instead of some of each.

#[path = "common/models.rs"]
mod common_models;

use shardwright_compiler::back::onnx::{Versions, whole_model};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::ort::{OrtProgram, find_library};
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::exec::Engine;
use shardwright_compiler::front::onnx::node_tests::{Outcome, Run, onnx_node_tests};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::types::TensorType;
use shardwright_ir::{Attrs, Func, Module, OpState, Sym, Value};
use shardwright_tools::cases::run::{Memory, emit_for, run_in};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(path)
}

fn all() -> bool {
    std::env::var_os("SHARDWRIGHT_ALL").is_some()
}

/// The library, where one is installed: `./test` installs it.
fn library() -> Option<PathBuf> {
    find_library(None).map_err(|why| eprintln!("without ONNX Runtime: {why}")).ok()
}

/// Runs onnx's checker, shapes inferred, on every file below a folder, with the Python package.
fn check(folder: &Path) {
    let script = "import onnx, pathlib, sys\n\
                  files = sorted(pathlib.Path(sys.argv[1]).rglob('*.onnx'))\n\
                  assert files\n\
                  for file in files:\n    \
                      try: onnx.checker.check_model(str(file), full_check=True)\n    \
                      except Exception as why: sys.exit(f'{file}: {why}')\n\
                  print(len(files))\n";
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(runner.python()).args(["-c", script]).arg(folder).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn models_on_tensor_and_data_parallel_meshes_run_in_onnx_runtime() {
    let Some(library) = library() else { return };
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let mut cases = common_models::on_four_devices();
    if !all() {
        let some = ["gpt2_tiny.dynamo/model=4", "bert_tiny.ts/data=2,model=2", "mixtral_tiny_batched.dynamo/model=4", "resnet50_narrow.dynamo/data=2,model=2"];
        cases.retain(|case| some.contains(&case.name().as_str()));
        assert_eq!(cases.len(), some.len());
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut faults = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let out = folder.path().join(index.to_string());
        let engine = Engine::Ort(Some(library.clone()));
        match run_in(case, (&engine, emit_for(&engine)), &out, &mut Memory::default(), &ops, &passes, &mut |_| Ok(())) {
            Ok(outcome) if outcome.relative <= case.tolerance => println!("{} {:.1e}", case.name(), outcome.relative),
            Ok(outcome) => faults.push(format!("{}: relative error {:e}", case.name(), outcome.relative)),
            Err(why) => faults.push(format!("{}: {why}", case.name())),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    check(folder.path());
}

/// A module in ONNX Runtime, on one device. `Err(Ok(why))`: it has no form.
fn in_runtime(module: &Module, inputs: &[Tensor], library: &Path) -> Result<Vec<Tensor>, Result<String, String>> {
    let ops = shardwright_dialects::registry();
    let model = whole_model(module, Versions::default(), &ops).map_err(|faults| Ok(faults.0[0].message.clone()))?;
    let failed = |why: String| Err(why);
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let path = folder.path().join("model.onnx");
    std::fs::write(&path, &model).map_err(|error| failed(error.to_string()))?;
    let main = module.main().ok_or_else(|| failed("no main".to_owned()))?;
    let results: Vec<TensorType> = main.result_types.iter().filter_map(|ty| ty.as_tensor().cloned()).collect();
    let row: Vec<HostTensor> = inputs.iter().map(HostTensor::from).collect();
    let program = OrtProgram::open(library, &[path], &results).map_err(failed)?;
    let rows = program.run(&[row.iter().collect()]).map_err(failed)?;
    rows[0].iter().map(|tensor| Tensor::try_from(tensor).map_err(failed)).collect()
}

/// Holds what was refused against the list (all of it, where all cases were tried: a line that is not true any more must go); `BLESS=1` writes it anew.
fn hold_against_list(name: &str, refused: &BTreeMap<String, String>, whole: bool) {
    let list = testdata("onnx_out").join(name);
    let text: String = refused.iter().map(|(case, why)| format!("{case}: {why}\n")).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&list, &text).expect("the list is written");
    }
    let known = std::fs::read_to_string(&list).expect("a list");
    if whole {
        assert_eq!(text, known);
    } else {
        let new: Vec<&str> = text.lines().filter(|line| !known.lines().any(|other| other == *line)).collect();
        assert!(new.is_empty(), "not in {}:\n{}", list.display(), new.join("\n"));
    }
}

#[test]
fn node_tests_written_again_as_onnx_give_their_outputs() {
    let Some(library) = library() else { return };
    let (scratch, passes) = (tempfile::tempdir().expect("a folder"), shardwright_compiler::pass_registry());
    let script = testdata("node_tests/onnx_cases.py");
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let made = Command::new(runner.python()).arg(&script).arg(scratch.path()).output().expect("Python starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    if !all() {
        // Every tenth.
        let mut cases: Vec<PathBuf> = std::fs::read_dir(scratch.path()).expect("cases").flatten().map(|entry| entry.path()).collect();
        cases.sort();
        let rest = cases.iter().enumerate().filter(|(index, _)| index % 10 != 0);
        rest.for_each(|(_, case)| std::fs::remove_dir_all(case).expect("removed"));
    }
    let ops = shardwright_dialects::registry();
    let refused = std::cell::RefCell::new(BTreeMap::new());
    let rewritten = |name: &str, module: &Module, inputs: &[Tensor]| {
        let mut module = module.clone();
        let pipeline = shardwright_passes::manager::Pipeline::parse("clean", &passes)?;
        shardwright_passes::manager::run_pipeline(&pipeline, &mut module, &ops, &Default::default(), &mut []).map_err(|faults| faults.to_string())?;
        match in_runtime(&module, inputs, &library) {
            Ok(outputs) => Ok(vec![Run { how: String::new(), outputs }]),
            Err(Ok(why)) => {
                refused.borrow_mut().insert(name.to_owned(), why);
                Ok(vec![])
            }
            Err(Err(why)) => Err(why),
        }
    };
    let (mut faults, mut passed) = (Vec::new(), 0);
    onnx_node_tests(scratch.path(), "", &rewritten, &mut |case| match &case.outcome {
        Outcome::Failed(why) => faults.push(format!("{}: {why}", case.name)),
        Outcome::Passed => passed += 1,
        Outcome::Skipped(_) => {}
    })
    .expect("cases");
    let refused = refused.into_inner();
    println!("{passed} passed, {} of them refused", refused.len());
    assert!(faults.is_empty(), "{} failed\n{}", faults.len(), faults.join("\n"));
    hold_against_list("refused.txt", &refused, all());
    assert!(passed - refused.len() >= if all() { 1500 } else { 140 }, "{passed} passed, {} refused", refused.len());
}

/// Every op of a function by itself, with what the interpreter gives for its operands and results.
fn ops_of(func: &Func, module: &Module) -> Vec<(Module, Vec<Tensor>, Vec<Tensor>)> {
    // A function that returns every value of its body.
    let mut telling = func.clone();
    let body = telling.body();
    let values: Vec<Value> = func.region(body).ops.iter().flat_map(|&op| func.op(op).results.clone()).collect();
    let end = telling.terminator(body).expect("a terminator");
    let info = telling.op(end).info;
    telling.erase(end);
    telling.append(body, OpState { attrs: Attrs::new(), ..OpState::new(info, &values, vec![]) });
    let results = Interpreter::new(module).run(&telling, &[]).unwrap_or_else(|why| panic!("@{}: {why}", func.name));
    let of: BTreeMap<Value, Tensor> = values.iter().copied().zip(results).collect();
    let mut found = Vec::new();
    for &op in &func.region(body).ops {
        let data = func.op(op);
        if data.info.is_terminator() || data.info.is_constant() {
            continue;
        }
        let mut single = Func::new(Sym::new("main"));
        let mut map = ValueMap::new();
        let mut inputs = Vec::new();
        // Constants stay constants: exporters see them so.
        for &value in data.operands.iter().chain(&func.captured(op)) {
            if map[value].is_some() {
                continue;
            }
            if let Some(constant) = func.defining_op(value).filter(|&op| func.op(op).info.is_constant()) {
                let copy = copy_op(&mut single, func, constant, &mut map).expect("a copy");
                single.place_last(single.body(), copy);
            } else {
                map[value] = Some(single.add_arg(func.ty(value).clone()));
                inputs.push(of[&value].clone());
            }
        }
        let copy = copy_op(&mut single, func, op, &mut map).expect("a copy");
        single.place_last(single.body(), copy);
        let results = single.op(copy).results.clone();
        single.append(single.body(), OpState::new(info, &results, vec![]));
        single.set_results(data.results.iter().map(|&value| func.ty(value).clone()).collect());
        let mut one = Module::default();
        one.funcs.insert(single.name, single);
        found.push((one, inputs, data.results.iter().map(|value| of[value].clone()).collect()));
    }
    found
}

#[test]
fn ops_of_stablehlo_give_what_the_interpreter_gives() {
    let Some(library) = library() else { return };
    let registry = shardwright_dialects::registry();
    let (mut refused, mut faults, mut passed) = (BTreeMap::new(), Vec::new(), 0);
    for file in ["dialects/stablehlo/eval.mlir", "dialects/indexing/eval.mlir"] {
        let text = std::fs::read_to_string(testdata(file)).expect("a text");
        let module = shardwright_ir::text::parse_module(&text, &registry).expect("a module");
        for func in module.funcs.values().filter(|func| func.args().is_empty()) {
            for (index, (one, inputs, expected)) in ops_of(func, &module).into_iter().enumerate() {
                let main = one.main().expect("main");
                let op = main.op(main.region(main.body()).ops[main.region(main.body()).ops.len() - 2]).info.name;
                let name = format!("{} {index} {op}", func.name);
                match in_runtime(&one, &inputs, &library) {
                    Ok(got) => match got.iter().zip(&expected).find_map(|(got, expected)| differ(got, expected)) {
                        Some(why) => faults.push(format!("{name}: {why}")),
                        None => passed += 1,
                    },
                    Err(Ok(why)) => drop(refused.insert(name, why)),
                    Err(Err(why)) => faults.push(format!("{name}: {why}")),
                }
            }
        }
    }
    println!("{passed} passed, {} refused", refused.len());
    assert!(faults.is_empty(), "{} differ\n{}", faults.len(), faults.join("\n"));
    hold_against_list("refused_ops.txt", &refused, true);
}

/// The first element that differs: integers exactly, floats by a few units in the last place of their type.
fn differ(got: &Tensor, expected: &Tensor) -> Option<String> {
    if got.ty != expected.ty {
        return Some(format!("got {}, expected {}", got.ty, expected.ty));
    }
    if let (Some(a), Some(b)) = (got.to_i64s(), expected.to_i64s()) {
        return a.iter().zip(&b).position(|(a, b)| a != b).map(|at| format!("element {at} is {}, expected {}", a[at], b[at]));
    }
    let unit = match expected.ty.element.bits() {
        64 => 1e-12,
        32 => 5e-6,
        16 => 2e-3,
        _ => 0.0,
    };
    let unit = if expected.ty.element == shardwright_ir::ElementType::BF16 { 8e-3 } else { unit };
    let (a, b) = (got.to_f64s(), expected.to_f64s());
    let same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= unit * (1.0 + b.abs());
    let at = a.iter().zip(&b).position(|pair| !same(pair))?;
    Some(format!("element {at} is {}, expected {}", a[at], b[at]))
}

/// What the command says on standard error, and its exit status.
fn said(arguments: &[&str]) -> (String, Option<i32>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_shardwright")).args(arguments).current_dir(root).output().expect("the command starts");
    (String::from_utf8(output.stderr).expect("UTF-8"), output.status.code())
}

#[test]
fn what_is_missing_or_does_not_fit_is_an_error_that_says_so_and_nothing_hangs() {
    let Some(library) = library() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").display().to_string();
    let compile = |emit: &[&str]| {
        let model = ["compile", "testdata/models/gpt2_tiny.dynamo/model.onnx", "-o", &out, "--mesh", "model=2", "--shard", "*.c_fc.weight=[{}, {model}]"];
        let (text, status) = said(&[&model[..], emit].concat());
        assert_eq!(status, Some(0), "{text}");
    };
    let run = || said(&["verify", &out, "--engine", "ort", "--plugin", &library.display().to_string()]);
    let fails = |what: &str| {
        let (text, status) = run();
        assert!(status == Some(1) && text.contains(what), "{text}");
    };
    compile(&[]);
    fails("there are no ONNX files for program.mlir: compile with `--emit onnx` to run in ONNX Runtime");
    compile(&["--emit", "onnx"]);
    assert_eq!(run().1, Some(0));
    let (text, status) = said(&["verify", &out, "--engine", "ort", "--plugin", "/nowhere/libonnxruntime.so"]);
    assert!(status == Some(1) && text.contains("no ONNX Runtime library at /nowhere/libonnxruntime.so, which --plugin names"), "{text}");
    let at = |name: &str| Path::new(&out).join(name);
    let manifest = std::fs::read_to_string(at("manifest.json")).expect("a manifest");
    std::fs::write(at("manifest.json"), manifest.replace("\"device-0.onnx\",", "")).expect("written");
    fails("there are ONNX files for 1 devices, program.mlir runs on 2");
    std::fs::write(at("manifest.json"), &manifest).expect("written");
    // A device whose model cannot be read ends the other one too.
    let model = std::fs::read(at("device-1.onnx")).expect("a model");
    std::fs::write(at("device-1.onnx"), &model[..model.len() / 2]).expect("written");
    fails("device 1: ");
    std::fs::remove_file(at("device-1.onnx")).expect("removed");
    fails("device-1.onnx");
    // Another device's file computes another part.
    std::fs::copy(at("device-0.onnx"), at("device-1.onnx")).expect("copied");
    fails("its metadata say `shardwright.device` 0, the program has 1 here");
    std::fs::write(at("device-1.onnx"), &model).expect("written");
    std::fs::rename(at("weights.data"), at("elsewhere")).expect("renamed");
    fails("weights.data");
    // One that stops in the middle: a model that meets nobody.
    std::fs::rename(at("elsewhere"), at("weights.data")).expect("renamed");
    std::fs::write(at("device-1.onnx"), without_collectives(&model)).expect("written");
    fails("has ended without it");
}

/// The model with a tensor's copy in the place of each collective.
fn without_collectives(model: &[u8]) -> Vec<u8> {
    use shardwright_compiler::front::onnx::proto::ModelProto;
    let mut model = <ModelProto as prost::Message>::decode(model).expect("a model");
    for node in &mut model.graph.as_mut().expect("a graph").node {
        if node.domain.take_if(|domain| !domain.is_empty()).is_some() {
            node.op_type = Some("Identity".to_owned());
            node.input.truncate(1);
            node.attribute.clear();
        }
    }
    prost::Message::encode_to_vec(&model)
}
