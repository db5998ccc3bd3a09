//! What a compile's record says of programs small enough to be explained by hand.

use shardwright_compiler::explain::Explain;
use shardwright_compiler::{CompileOptions, compile, pass_registry};
use shardwright_ir::Registry;

fn explain(text: &str, ops: &Registry) -> Result<Explain, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("model.mlir");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let compiled = compile(&path, &CompileOptions::default(), ops, &pass_registry(), &mut []).map_err(|fault| fault.diagnostics.to_string())?;
    Ok(compiled.explain)
}

/// Worked out by hand: `%1 = dot(x, w1)` has {model} on its columns, which `w1` has; `%2 = dot(%1, w2)` sums over them, on rows of `w2`.
#[test]
fn a_sum_over_a_sharded_dimension_names_the_weights_that_shard_it() {
    let ops = shardwright_dialects::registry();
    let text = r#"module {
  sdy.mesh @mesh = <["model"=4]>
  func.func public @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<8x16xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1 = stablehlo.tanh %0 : tensor<8x32xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
"#;
    let record = explain(text, &ops).unwrap();
    let [one] = &record.collectives[..] else { panic!("one all-reduce, got {:?}", record.collectives) };
    // 8 x 16 elements of 4 bytes; 2 * 3/4 of them are sent.
    assert_eq!((one.kind.as_str(), one.bytes, one.wire_bytes), ("all_reduce", 512, 768));
    assert_eq!(one.makers[0].line, 6);
    let named: Vec<usize> = one.annotations().iter().map(|&at| record.annotations[at].index).collect();
    assert!(named.contains(&1) && named.contains(&2) && named.len() == 2, "{named:?}");
    let value = record.values.iter().position(|value| value.name == "%1").unwrap();
    let way = shardwright_compiler::explain::show::way(&record, value, 1, "model");
    assert!(way.last().unwrap().starts_with("written: the annotation [{}, {model}] of argument 1") || way.last().unwrap().contains("argument 2"), "{way:?}");
}
