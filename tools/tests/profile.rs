//! `profile`: what it measures is a profile and a machine that `compile` takes. Times are not asserted, only that they can be.

mod common;

use common::{shardwright, text};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

const MODEL: &str = "func.func public @main(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>) -> tensor<8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<8x32xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  %4 = \"stablehlo.sort\"(%3) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}
";

/// The kernels of the model are its product, its sum with the two elementwise ops before it, and its sort: each is measured once, and each is priced as measured.
#[test]
fn a_measured_profile_prices_the_model_that_it_was_measured_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| -> PathBuf { folder.path().join(name) };
    let (model, profile, machine, out) = (file("m.mlir"), file("p.json"), file("machine.json"), file("out"));
    std::fs::write(&model, MODEL).unwrap();
    // The larger product has 4096 times the work: its time grows on the busiest of machines, so that there is something to fit.
    let sizes = ["--sizes", "16,256", "--types", "f32,bf16", "--bytes", "100000", "--seconds", "30"];
    let files = ["--model", text(&model), "-o", text(&profile), "--machine-file", text(&machine), "--device", "of a test"];
    let said = shardwright(&[&["profile"], &sizes[..], &files[..]].concat()).unwrap();
    assert!(said.contains("3 of 3 new kernels measured"), "{said}");

    let found = json(&profile);
    assert_eq!((&found["version"], &found["device"]), (&1.into(), &"of a test".into()));
    let source = found["source"].as_str().unwrap();
    assert!(source.starts_with("shardwright profile, 20") && source.contains("PJRT plugin for cpu, API 0."), "{source}");
    let points = |list: &str| found[list].as_array().unwrap().clone();
    for point in ["products", "memory", "ops"].into_iter().flat_map(points) {
        let (seconds, runs) = (point["seconds"].as_f64().unwrap(), point["runs"].as_u64().unwrap());
        assert!(seconds > 0.0 && seconds.is_finite() && runs >= 3, "{point}");
    }
    let sides: Vec<(String, u64)> = points("products").iter().map(|point| (point["element"].as_str().unwrap().to_owned(), point["k"].as_u64().unwrap())).collect();
    assert_eq!(sides, [("f32".to_owned(), 16), ("f32".to_owned(), 256), ("bf16".to_owned(), 16), ("bf16".to_owned(), 256)]);
    let bytes: Vec<u64> = points("memory").iter().map(|point| point["bytes"].as_u64().unwrap()).collect();
    assert_eq!(bytes, [12_288, 24_576, 49_152, 98_304]);
    let mut ops: Vec<String> = points("ops").iter().map(|point| point["op"].as_str().unwrap().to_owned()).collect();
    ops.sort();
    assert_eq!(ops, ["stablehlo.dot_general", "stablehlo.sort", "stablehlo.tanh+stablehlo.multiply+stablehlo.reduce"]);

    assert_eq!(json(&machine)["name"], "cpu-measured");
    shardwright(&["compile", text(&model), "--machine", text(&machine), "--profile", text(&profile), "-o", text(&out)]).unwrap();
    let told = shardwright(&["explain", text(&out), "--cost", "--machine", text(&machine), "--profile", text(&profile)]).unwrap();
    assert_eq!(told.matches("bound by measured").count(), 3, "{told}");
    let step: f64 = points("ops").iter().map(|point| point["seconds"].as_f64().unwrap()).sum();
    let priced = json(&out.join("report.json"))["seconds"]["step"].as_f64().unwrap();
    assert!((priced / step - 1.0).abs() < 1e-6, "{priced} for {step}");
    // By the machine alone, the same kernels by the fitted roofline.
    let told = shardwright(&["explain", text(&out), "--cost", "--machine", text(&machine)]).unwrap();
    assert!(told.contains("TFLOP/s") && !told.contains("bound by measured"), "{told}");

    let checked = shardwright(&["profile", "--check", text(&model), text(&out), "--profile", text(&profile), "--seconds", "30"]).unwrap();
    assert!(checked.lines().filter(|line| line.contains("m.mlir") || line.contains("/out")).count() == 2 && checked.contains(", of 2\n"), "{checked}");
}

/// Layers by name price no program; they are shown. 1 + 2 ms forwards and 3 + 4 backwards.
#[test]
fn profiles_of_other_planners_are_told_apart_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, model, out) = (folder.path().join("graph.txt"), folder.path().join("m.mlir"), folder.path().join("out"));
    let node = |id: &str, (forward, backward): (f64, f64)| format!("{id} -- Layer -- forward_compute_time={forward}, backward_compute_time={backward}, activation_size=8, parameter_size=4\n");
    std::fs::write(&graph, format!("{}{}\tnode1 -- node2\n", node("node1", (1.0, 3.0)), node("node2", (2.0, 4.0)))).unwrap();
    std::fs::write(&model, MODEL).unwrap();
    let why = shardwright(&["compile", text(&model), "--profile", text(&graph), "-o", text(&out)]).unwrap_err();
    assert!(why.contains("graph.txt: is a profile of PipeDream, whose times are of the layers of one model by name, not of ops with shapes"), "{why}");
    let said = shardwright(&["profile", "--show", text(&graph)]).unwrap();
    let total: Vec<&str> = said.lines().find(|line| line.starts_with("all 2")).unwrap().split_whitespace().collect();
    assert_eq!(total[2..5], ["tp1", "3.0000", "7.0000"], "{said}");
    assert!(said.ends_with("1 edge\n"), "{said}");
}

#[test]
fn what_cannot_be_measured_is_said() {
    let wrong = |arguments: &[&str]| shardwright(&[&["profile"], arguments].concat()).unwrap_err();
    assert!(wrong(&["--types", "f33"]).contains("`f33` is no type of floating point numbers"));
    assert!(wrong(&["--plugin", "no-such.so"]).contains("no PJRT plugin at no-such.so, which --plugin names"));
    assert!(wrong(&["--check", "a", "-o", "b"]).contains("cannot be used with"));
}
