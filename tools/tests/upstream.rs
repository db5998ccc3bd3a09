//! `--emit mlir` as a command: the file, what the report says of it, and a program that has no form there.

use std::path::Path;
use std::process::{Command, Output};

fn compile(model: &Path, folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shardwright")).arg("compile").arg(model).args(["--emit", "mlir", "-o"]).arg(folder).output().unwrap()
}

#[test]
fn a_program_is_written_in_upstream_dialects_and_what_they_lose_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let done = compile(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/jax/mlp_megatron.mlir"), &out);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = std::fs::read_to_string(out.join("upstream.mlir")).unwrap();
    for part in ["// @mesh: 0: data=2, 1: model=4\n", "shard.grid @mesh(shape = 2x4)", "shard.sharding @mesh split_axes = [[], [1]] : !shard.sharding"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(out.join("report.json")).unwrap()).unwrap();
    let lost = &report["upstream"]["upstream.mlir"]["lost"];
    assert_eq!(lost[0], serde_json::json!({ "what": "names of mesh axes: a grid's axes have numbers", "count": 2, "examples": ["data", "model"] }));
}

#[test]
fn an_op_without_a_form_is_refused_with_its_place_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (model, out) = (folder.path().join("manual.mlir"), folder.path().join("out"));
    let text = r#"sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"#;
    std::fs::write(&model, text).unwrap();
    let done = compile(&model, &out);
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    for part in ["sdy.manual_computation has no form in upstream dialects", "manual.mlir:3:8", "--emit sdy"] {
        assert!(said.contains(part), "no `{part}` in\n{said}");
    }
    assert!(!out.exists());
}
