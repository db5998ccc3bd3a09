//! Any bytes as an ONNX model, alone in its folder.
//!
//! Importing must not panic; what is imported verifies, and prints to text that reads back and prints the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardwright_compiler::front::onnx::{ImportOptions, import};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::{Registry, verify};
use std::sync::LazyLock;
use tempfile::TempDir;

static OPS: LazyLock<Registry> = LazyLock::new(shardwright_dialects::registry);
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

fuzz_target!(|bytes: &[u8]| {
    let path = FOLDER.path().join("model.onnx");
    std::fs::write(&path, bytes).expect("the temporary folder takes files");
    // Nodes of every version reach their lowering; which versions users may give is checked before any of it.
    let options = ImportOptions { opsets: 1..=28, ..ImportOptions::default() };
    let Ok(imported) = import(&path, &options) else { return };
    if let Err(faults) = verify(&imported.module) {
        panic!("an illegal module was imported: {faults}\n{}", print_module(&imported.module));
    }
    let printed = print_module(&imported.module);
    match parse_module(&printed, &OPS) {
        Ok(again) => assert_eq!(print_module(&again), printed),
        Err(errors) => panic!("what was printed cannot be read: {errors}\n{printed}"),
    }
});
