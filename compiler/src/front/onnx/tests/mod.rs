//! Tests of the ONNX front end on models of `testdata/models` and on variants of them.

mod annotations;
mod hostile;
mod models;
mod operators;

use super::proto::ModelProto;
use super::{ImportOptions, Imported, import};
use prost::Message;
use std::path::PathBuf;

/// A file or folder of `testdata/models`.
fn testdata(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/models")).join(name)
}

fn read_model(name: &str) -> ModelProto {
    let bytes = std::fs::read(testdata(name).join("model.onnx")).expect("the model exists");
    ModelProto::decode(bytes.as_slice()).expect("the model is sound")
}

/// Imports a model from a folder of its own; the error is all diagnostics, one a line.
fn import_proto(model: &ModelProto) -> Result<Imported, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("model.onnx");
    std::fs::write(&path, model.encode_to_vec()).expect("the folder is writable");
    import(&path, &ImportOptions::default()).map_err(|found| found.to_string())
}
