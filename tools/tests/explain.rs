//! Causes are real: every collective of the bank names annotations that stand in the program's text, and without them that collective is
//! gone or another one.
//!
//! What is expected follows from the question itself: the program is compiled again without the annotations, and the collectives of its
//! kind, axes and size are counted. With
//! `SHARDWRIGHT_EXPLAIN=TEXT` the cases are those of the bank whose names contain the text (`/`: all) instead of a few sets of every small model.

use shardwright_compiler::explain::{Annotation, AnnotationKind, CollectiveNote, Explain};
use shardwright_compiler::{CompileOptions, compile, pass_registry};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::{Module, OpId, Registry};
use shardwright_tools::cases::read_cases;
use shardwright_tools::cases::run::annotated;
use std::collections::BTreeMap;
use std::path::Path;

fn explain(text: &str, ops: &Registry) -> Result<Explain, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("model.mlir");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let compiled = compile(&path, &CompileOptions::default(), ops, &pass_registry(), &mut []).map_err(|fault| fault.diagnostics.to_string())?;
    Ok(compiled.explain)
}

/// The op on a line of the text that the module was read from.
fn op_at(module: &Module, text: &str, line: usize, name: &str) -> Option<OpId> {
    let func = module.main()?;
    let on_line = |op: &OpId| text[..func.op(*op).span.start as usize].matches('\n').count() + 1 == line;
    func.walk().into_iter().find(|op| func.op(*op).info.name == name && on_line(op))
}

/// Takes an annotation off a module; whether it was there.
fn take_off(module: &mut Module, text: &str, annotation: &Annotation) -> bool {
    match annotation.kind {
        AnnotationKind::Argument => {
            let Some(func) = module.main_mut() else { return false };
            let Some(&arg) = func.args().get(annotation.index) else { return false };
            let was = func.sharding(arg).is_some();
            func.set_sharding(arg, None);
            was
        }
        AnnotationKind::Result => {
            let slot = module.main_mut().and_then(|func| func.result_shardings.get_mut(annotation.index));
            slot.is_some_and(|slot| slot.take().is_some())
        }
        AnnotationKind::Constraint => {
            let Some(op) = op_at(module, text, annotation.at.line, &annotation.at.op) else { return false };
            let Some(func) = module.main_mut() else { return false };
            let (from, to) = (func.op(op).results[0], func.op(op).operands[0]);
            func.replace_uses(from, to);
            func.erase(op);
            true
        }
        AnnotationKind::Value => {
            let Some(op) = op_at(module, text, annotation.at.line, &annotation.at.op) else { return false };
            let Some(func) = module.main_mut() else { return false };
            let results = func.op(op).results.clone();
            let was = results.iter().any(|&result| func.sharding(result).is_some());
            results.iter().for_each(|&result| func.set_sharding(result, None));
            was
        }
        // The body of a manual computation is written for its shardings: without them it is another program.
        AnnotationKind::Manual => op_at(module, text, annotation.at.line, &annotation.at.op).is_some(),
    }
}

/// What a collective is: its kind, axes and size, which axes on which dimensions make it necessary (a sum over another dimension is another
/// sum), and the line of the op that needs it, where lines can be compared.
type Kind = (String, Option<Vec<String>>, i64, Vec<(String, u32)>, usize);

fn kind(one: &CollectiveNote, lines: bool) -> Kind {
    let mut dims: Vec<(String, u32)> = one.because.iter().map(|cause| (cause.axis.clone(), cause.on.1)).collect();
    dims.sort();
    dims.dedup();
    (one.kind.clone(), one.axes.clone(), one.bytes, dims, if lines { one.at.line } else { 0 })
}

fn counts(record: &Explain, lines: bool) -> BTreeMap<Kind, i64> {
    let mut counts = BTreeMap::new();
    record.collectives.iter().for_each(|one| *counts.entry(kind(one, lines)).or_insert(0) += one.times);
    counts
}

/// Checks all collectives of one annotated text; returns how many there were.
fn check(name: &str, text: &str, ops: &Registry, faults: &mut Vec<String>) -> usize {
    let record = match explain(text, ops) {
        Ok(record) => record,
        Err(why) => {
            faults.push(format!("{name}: {why}"));
            return 0;
        }
    };
    let before = [counts(&record, false), counts(&record, true)];
    let mut known = BTreeMap::<Vec<usize>, Result<BTreeMap<Kind, i64>, String>>::new();
    for (index, one) in record.collectives.iter().enumerate() {
        let mut fault = |why: String| faults.push(format!("{name}: collective {index} ({}): {why}", one.cause));
        let mut annotations = one.annotations();
        annotations.sort_unstable();
        // A collective that the program itself has is its own cause: the op that the cause names stands in the text.
        if one.cause.starts_with("the program itself has") {
            continue;
        }
        if one.cause.is_empty() || annotations.is_empty() {
            fault("names no annotation".to_owned());
            continue;
        }
        // An op that is taken off moves the lines below it.
        let lines = annotations.iter().all(|&at| record.annotations[at].kind != AnnotationKind::Constraint);
        if annotations.iter().any(|&at| record.annotations[at].kind == AnnotationKind::Manual) {
            continue;
        }
        let without = known.entry(annotations.clone()).or_insert_with(|| {
            let mut module = parse_module(text, ops).map_err(|why| why.to_string())?;
            for &at in &annotations {
                let annotation = &record.annotations[at];
                if !take_off(&mut module, text, annotation) {
                    return Err(format!("{annotation:?} is not in the text"));
                }
            }
            Ok(counts(&explain(&print_module(&module), ops)?, lines))
        });
        match without {
            Err(why) => fault(why.clone()),
            Ok(without) if without.get(&kind(one, lines)) == before[usize::from(lines)].get(&kind(one, lines)) => {
                let named: Vec<String> = annotations.iter().map(|&at| shardwright_compiler::explain::show::annotation(&record.annotations[at])).collect();
                fault(format!("is there without {} as well", named.join(", ")));
            }
            Ok(_) => {}
        }
    }
    record.collectives.len()
}

#[test]
fn without_the_annotations_that_it_names_a_collective_is_gone_or_another() {
    let ops = shardwright_dialects::registry();
    let wanted = std::env::var("SHARDWRIGHT_EXPLAIN").ok();
    let cases = read_cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/bank")).expect("the bank");
    let mut faults = Vec::new();
    let mut count = 0;
    for case in &cases {
        let small = case.model != "t32" && !case.model.starts_with("resnet50") && matches!(case.set.as_str(), "own" | "dp2_tp4" | "odd");
        if !wanted.as_ref().map_or(small, |text| case.name().contains(text)) {
            continue;
        }
        match annotated(case, &ops) {
            Ok(text) => count += check(&case.name(), &text, &ops, &mut faults),
            Err(why) => faults.push(format!("{}: {why}", case.name())),
        }
    }
    assert!(faults.is_empty(), "{} of {count} collectives:\n{}", faults.len(), faults.join("\n"));
    assert!(wanted.is_some() || count > 500, "only {count} collectives");
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
