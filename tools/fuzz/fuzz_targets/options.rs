//! Any text as arguments of the command, one a line, and as each of the small languages in them: meshes, shard
//! patterns, globs and pipelines.
//!
//! Reading must not panic, and pipelines and shardings print to text that reads back the same.

#![no_main]

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use shardwright_compiler::annotate::{MESH_NAME, ShardPattern, annotate, glob_matches, parse_mesh, parse_sharding};
use shardwright_compiler::pass_registry;
use shardwright_compiler::plan::sharding_text;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::parse_module;
use shardwright_ir::{Module, Sym, verify};
use shardwright_passes::manager::{PassRegistry, Pipeline};
use shardwright_tools::args::Cli;
use std::sync::LazyLock;

static PASSES: LazyLock<PassRegistry> = LazyLock::new(pass_registry);
static MODULE: LazyLock<Module> = LazyLock::new(|| {
    let text = "func.func @main(%a: tensor<8x6xf32>, %b: tensor<f32>) -> tensor<8x6xf32> {\n  return %a : tensor<8x6xf32>\n}\n";
    parse_module(text, &shardwright_dialects::registry()).expect("the module is legal")
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Cli::try_parse_from(std::iter::once("shardwright").chain(text.lines()));
    if let Ok(pipeline) = Pipeline::parse(text, &PASSES) {
        let printed = pipeline.to_string();
        let again = Pipeline::parse(&printed, &PASSES).unwrap_or_else(|why| panic!("`{printed}` cannot be read: {why}"));
        assert_eq!(again.to_string(), printed);
    }
    if let Ok(sharding) = parse_sharding(text, Sym::new(MESH_NAME)) {
        let printed = sharding_text(&sharding);
        let again = parse_sharding(&printed, Sym::new(MESH_NAME)).unwrap_or_else(|why| panic!("`{printed}` cannot be read: {why}"));
        assert_eq!(again, sharding);
    }
    let _ = parse_mesh(text);
    let mut lines = text.lines();
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return };
    if first.len() * second.len() < 1 << 16 {
        let _ = glob_matches(first, second);
    }
    // The first line as a mesh, the others as patterns on it.
    let mesh = parse_mesh(first).unwrap_or_else(|_| Mesh::new(&[("x", 2), ("y", 4)]));
    let patterns: Vec<ShardPattern> = std::iter::once(second).chain(lines).filter_map(|line| ShardPattern::parse(line).ok()).collect();
    let mut module = MODULE.clone();
    module.meshes.insert(Sym::new(MESH_NAME), mesh);
    if annotate(&mut module, Sym::new(MESH_NAME), &patterns, "--shard").is_ok() {
        let _ = verify(&module);
    }
});
