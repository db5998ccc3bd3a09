//! Whole models: their outputs are ONNX Runtime's, their weights stay in the file.

use super::testdata;
use crate::front::onnx::node_tests::{Outcome, interpret, run_case};
use crate::front::onnx::{ImportOptions, import};
use std::fs::File;

#[track_caller]
fn check(name: &str) {
    assert_eq!(run_case(&testdata(name), &interpret), Ok(Outcome::Passed), "{name}");
}

#[test]
fn exported_models_give_the_outputs_of_onnx_runtime() {
    for name in [
        "gpt2_tiny.dynamo",
        "gpt2_tiny.ts",
        "gpt2_tiny_sdpa.dynamo",
        "bert_tiny.dynamo",
        "bert_tiny.ts",
        "bert_tiny.dynamo_dyn",
        "llama_tiny.dynamo",
        "llama_tiny.ts",
        "llama_tiny_sdpa_op23.dynamo",
        "mixtral_tiny_batched.dynamo",
        "vit_tiny.dynamo",
        "unet.dynamo",
    ] {
        check(name);
    }
}

#[test]
fn a_residual_network_gives_the_outputs_of_onnx_runtime() {
    check("resnet50_narrow.dynamo");
}

#[test]
fn annotated_models_give_the_outputs_of_onnx_runtime() {
    for name in ["sharded/mlp_sharded", "sharded/mlp_sharded_2d", "sharded/mlp_pipeline"] {
        check(name);
    }
}

#[test]
fn symbolic_dimensions_without_a_value_are_named() {
    let found = import(&testdata("bert_tiny.dynamo_dyn/model.onnx"), &ImportOptions::default());
    let message = found.expect_err("s72 is not bound").to_string();
    for part in ["--dim s43=N", "--dim s53=N", "--dim s72=N", "attention_mask"] {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn a_bound_dimension_that_no_input_has_is_refused() {
    let mut options = ImportOptions::default();
    options.dims.insert("batch".into(), 4);
    let found = import(&testdata("gpt2_tiny.dynamo/model.onnx"), &options);
    assert!(found.expect_err("there is no such dimension").to_string().contains("\"batch\""));
}

#[test]
fn a_large_model_is_imported_without_its_weights() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("llama3_8b.onnx");
    std::fs::copy(testdata("large/llama3_8b.onnx"), &path).expect("the folder is writable");
    // Sparse: sixteen gigabytes of size, no block of content.
    let data = File::create(folder.path().join("llama3_8b.onnx.data")).expect("the folder is writable");
    data.set_len(16_060_604_416).expect("a sparse file");
    let imported = import(&path, &ImportOptions::default()).expect("the model is legal");
    let bytes: u64 = imported.weights.iter().map(|(_, range)| range.length).sum();
    // 8.03 billion parameters of two bytes each.
    assert!((16_060_000_000..=16_060_604_416).contains(&bytes), "{bytes}");
    assert_eq!(imported.input_names, ["input_ids", "attention_mask"]);
}
