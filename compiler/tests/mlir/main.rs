//! MLIR's own parser and verifier on what we print, and programs in upstream dialects (feature `mlir`).
#![cfg(feature = "mlir")]

mod native;
mod nodes;
mod threads;

use shardwright_compiler::back::mlir::{check, upstream};
use shardwright_compiler::{CompileOptions, compile};
use shardwright_ir::text::{PrintOptions, parse_module, print_module_with};
use shardwright_ir::{Module, Registry};
use std::path::{Path, PathBuf};

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(path)
}

fn generic(module: &Module) -> String {
    print_module_with(module, PrintOptions { generic: true, locations: true })
}

fn compiled(path: &Path, ops: &Registry) -> shardwright_compiler::Compiled {
    let passes = shardwright_compiler::pass_registry();
    compile(path, &CompileOptions::default(), ops, &passes, &mut []).unwrap_or_else(|fault| panic!("{}: {}", path.display(), fault.diagnostics))
}

#[test]
fn mlir_accepts_every_program_that_we_print() {
    let ops = shardwright_dialects::registry();
    let mut texts: Vec<PathBuf> = std::fs::read_dir(testdata("jax")).unwrap().map(|entry| entry.unwrap().path()).collect();
    texts.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    texts.sort();
    assert!(texts.len() > 30, "{} texts", texts.len());
    for path in texts {
        let module = parse_module(&std::fs::read_to_string(&path).unwrap(), &ops).unwrap();
        check(&generic(&module)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        for (_, stage) in &compiled(&path, &ops).programs {
            check(&generic(&stage.local)).unwrap_or_else(|why| panic!("{} partitioned: {why}", path.display()));
        }
    }
}

#[test]
fn mlir_refuses_what_is_wrong() {
    let refused = check("\"builtin.module\"() ({ \"func.return\"() : () -> () }) : () -> ()");
    assert!(refused.unwrap_err().to_string().contains("MLIR refuses the text"));
}

#[test]
fn an_annotated_mlp_has_a_form_in_upstream_dialects() {
    let ops = shardwright_dialects::registry();
    let compiled = compiled(&testdata("models/sharded/mlp_sharded/model.onnx"), &ops);
    let text = upstream::emit(&compiled.programs[0].1.annotated).unwrap().text;
    for part in ["shard.grid", "shape = 4", "split_axes = ", "shard.shard", "linalg.generic", "arith.maximumf"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    check(&text).unwrap();
}
