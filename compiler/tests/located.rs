//! Failures of a program's run name the place in the program's file at which they happened.

use shardwright_compiler::exec::{Engine, Program};
use shardwright_compiler::output::{Emit, write};
use shardwright_compiler::{CompileOptions, compile, pass_registry};

#[test]
fn an_op_that_cannot_be_evaluated_is_named_with_its_file_and_line() {
    let text = "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  \
                %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>\n  \
                %1 = stablehlo.custom_call @nobody_knows(%0) : (tensor<4xf32>) -> tensor<4xf32>\n  \
                return %1 : tensor<4xf32>\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let (model, out) = (folder.path().join("model.mlir"), folder.path().join("out"));
    std::fs::write(&model, text).unwrap();
    let ops = shardwright_dialects::registry();
    let compiled = compile(&model, &CompileOptions::default(), &ops, &pass_registry(), &mut []).unwrap();
    write(&compiled, &out, Emit::default()).unwrap();
    let program = Program::open(&out, &ops).unwrap();
    let input = shardwright_compiler::engine::host::HostTensor::from_values(&[4], &[1f32; 4]).unwrap();
    let inputs = vec![Some(input)];
    // `place` is where the op's name stands in the file that was written.
    let place = |file: &str| {
        let text = std::fs::read_to_string(out.join(file)).unwrap();
        let (line, written) = text.lines().enumerate().find(|(_, line)| line.contains("stablehlo.custom_call")).unwrap();
        assert!(written.contains("= stablehlo.custom_call"));
        format!("{}:{}:", out.join(file).display(), line + 1)
    };
    for (file, error) in [("source.mlir", program.run_source(&Engine::Virtual, &inputs)), ("program.mlir", program.run(&Engine::Virtual, &inputs))] {
        let error = error.unwrap_err();
        assert!(error.starts_with(&place(file)), "{error}");
        assert!(error.contains("stablehlo.custom_call: target \"nobody_knows\" is known to its platform only"), "{error}");
    }
}

/// What is handed in or out lies on the mesh that its own sharding names, and cannot be partial.
#[test]
fn inputs_and_results_lie_on_their_own_meshes_and_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let ops = shardwright_dialects::registry();
    let compiled = |text: &str| {
        let model = folder.path().join("model.mlir");
        std::fs::write(&model, text).unwrap();
        compile(&model, &CompileOptions::default(), &ops, &pass_registry(), &mut [])
    };
    let two = "sdy.mesh @m = <[\"x\"=4]>\nsdy.mesh @n = <[\"y\"=2, \"z\"=2]>\nfunc.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{\"y\"}]>}) {\n  return %a : tensor<8xf32>\n}\n";
    let manifest = compiled(two).unwrap_or_else(|fault| panic!("{}", fault.diagnostics)).manifest;
    assert_eq!((&manifest.inputs[0].local[..], &manifest.outputs[0].local[..]), (&[2][..], &[4][..]));
    // By device: `y` is the major axis of two.
    assert_eq!(manifest.outputs[0].starts, [[0], [0], [4], [4]]);
    let partial = "sdy.mesh @m = <[\"x\"=4]>\nfunc.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={\"x\"}>}) -> tensor<8xf32> {\n  return %a : tensor<8xf32>\n}\n";
    let Err(fault) = compiled(partial) else { panic!("a partial input must be refused") };
    assert!(fault.diagnostics.to_string().contains("is declared partial"), "{}", fault.diagnostics);
}
