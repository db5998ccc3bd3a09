//! Annotations written back into ONNX models: read again, an annotated model compiles to what it was made of; the packages onnx, onnx-ir and onnxruntime take it for the
//! same model (`testdata/models/check_annotated.py`).

#[path = "common/models.rs"]
mod common_models;

use prost::Message;
use serde_json::Value;
use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::back::onnx_annotated::{self, Annotated, External};
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::front::onnx::proto::{ModelProto, NodeProto, StringStringEntryProto};
use shardwright_compiler::manifest::{Manifest, Port};
use shardwright_compiler::pipeline::options::PipelineOptions;
use shardwright_compiler::reannotate::Own;
use shardwright_compiler::{CompileOptions, Compiled, compile, pass_registry};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models")
}

fn compiled(model: &Path, options: &CompileOptions) -> Result<Compiled, String> {
    compile(model, options, &shardwright_dialects::registry(), &pass_registry(), &mut []).map_err(|fault| fault.diagnostics.to_string())
}

fn annotated(model: &Path, options: &CompileOptions, compiled: &Compiled) -> Result<Annotated, String> {
    onnx_annotated::annotate(model, options, compiled, External::Link, &shardwright_dialects::registry()).map_err(|faults| faults.to_string())
}

/// Where inputs, weights and outputs lie on which devices, and what each collective is: all that two plans must have in common.
fn plan(compiled: &Compiled) -> (Value, Value) {
    let port = |port: &Port| serde_json::json!({ "name": port.name, "shape": port.shape, "starts": port.starts, "local": port.local, "sharding": port.sharding });
    let manifest: &Manifest = &compiled.manifest;
    let mut ports: Vec<Value> = manifest.inputs.iter().chain(&manifest.outputs).map(port).collect();
    for stage in &manifest.stages {
        ports.push(serde_json::json!({ "devices": stage.devices, "ports": stage.inputs.iter().chain(&stage.outputs).map(port).collect::<Vec<_>>() }));
    }
    let report: Value = serde_json::from_str(&compiled.report.to_json()).expect("JSON");
    let list = report["collective_list"].as_array().expect("a list");
    let mut sites: Vec<String> = list.iter().map(|one| format!("{} {} {} {} {}", one["kind"], one["axes"], one["group"], one["times"], one["bytes"])).collect();
    sites.sort();
    (serde_json::json!({ "mesh": manifest.mesh, "ports": ports }), serde_json::json!({ "totals": report["collectives"], "sites": sites }))
}

/// Compiles, writes the annotated model into `folder` and compiles that again. The paths of both models.
fn round_trip(model: &Path, options: &CompileOptions, folder: &Path) -> Result<PathBuf, String> {
    let first = compiled(model, options)?;
    let written = annotated(model, options, &first)?;
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    written.write(folder)?;
    let path = folder.join(onnx_annotated::FILE);
    // The schedule is asked for again, but not where the stages begin.
    let pipeline = options.pipeline.clone().map(|asked| PipelineOptions { stages: None, ..asked });
    let again = CompileOptions { dims: options.dims.clone(), configuration: Some(written.configuration.clone()), pipeline, ..CompileOptions::default() };
    let again = compiled(&path, &again)?;
    let (before, after) = (plan(&first), plan(&again));
    if before != after {
        return Err(format!("read again, the plan differs:\n{}\n{}\n{}\n{}", before.0, after.0, before.1, after.1));
    }
    Ok(path)
}

/// Runs the script on pairs of a model and what was made of it.
fn check_in_python(pairs: &[(PathBuf, PathBuf)], folder: &Path) {
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let list = folder.join("pairs.txt");
    let lines: Vec<String> = pairs.iter().map(|(model, annotated)| format!("{}\t{}\n", model.display(), annotated.display())).collect();
    std::fs::write(&list, lines.concat()).expect("a file");
    let output = Command::new(runner.python()).arg(models().join("check_annotated.py")).arg(&list).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn models_read_again_give_the_same_plan_and_other_packages_take_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut pairs, mut faults) = (Vec::new(), Vec::new());
    for case in common_models::on_four_devices() {
        let options = case.options().expect("a case");
        match round_trip(&case.file, &options, &folder.path().join(case.name())) {
            Ok(path) => pairs.push((case.file.clone(), path)),
            Err(why) => faults.push(format!("{}: {why}", case.name())),
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), pairs.len() + faults.len(), faults.join("\n"));
    check_in_python(&pairs, folder.path());
}

#[test]
fn annotated_models_keep_their_configuration_and_their_plan() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut pairs = Vec::new();
    for name in ["mlp_sharded", "mlp_sharded_2d", "mlp_pipeline"] {
        let model = models().join("sharded").join(name).join("model.onnx");
        let path = round_trip(&model, &CompileOptions::default(), &folder.path().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        pairs.push((model, path));
    }
    check_in_python(&pairs, folder.path());
}

#[test]
fn pipelines_read_again_have_the_same_stages() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = models().join("gpt2_tiny.dynamo/model.onnx");
    let mut pairs = Vec::new();
    for schedule in ["gpipe:microbatches=2", "interleaved-1f1b:microbatches=2,v=2"] {
        let pipeline = Some(PipelineOptions::parse(schedule).expect("a schedule"));
        let options = CompileOptions { pipeline, ..sharded("pipe=2,model=2", &["*.c_fc.weight=[{}, {model}]", "*.mlp.c_proj.weight=[{model}, {}]"]) };
        let path = round_trip(&model, &options, &folder.path().join(schedule)).unwrap_or_else(|why| panic!("{schedule}: {why}"));
        let stages = |path: &Path| -> Vec<Option<i32>> {
            let nodes = read(path).graph.expect("a graph").node;
            nodes.iter().map(|node| node.device_configurations.first().and_then(|entry| entry.pipeline_stage)).collect()
        };
        let first = stages(&path);
        assert_eq!(first.iter().flatten().collect::<BTreeSet<_>>().len(), if schedule.starts_with("gpipe") { 2 } else { 4 });
        let pipeline = options.pipeline.clone();
        let again = round_trip(&path, &CompileOptions { pipeline, ..CompileOptions::default() }, &folder.path().join("again").join(schedule));
        assert_eq!(stages(&again.unwrap_or_else(|why| panic!("{schedule}: {why}"))), first);
        pairs.push((model.clone(), path));
    }
    check_in_python(&pairs, folder.path());
}

/// Products in a function and in the body of a loop.
#[test]
fn nodes_of_functions_and_bodies_are_annotated_and_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("nested");
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(runner.python()).arg(models().join("make_nested.py")).arg(&made).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let model = made.join("model.onnx");
    let options = sharded("data=2,model=2", &["x=[{data}, {}]", "W1=[{}, {model}]"]);
    let path = round_trip(&model, &options, &folder.path().join("out")).unwrap_or_else(|why| panic!("{why}"));
    let written = read(&path);
    let specs = |node: &NodeProto| node.device_configurations.iter().map(|entry| entry.sharding_spec.len()).sum::<usize>();
    assert_eq!(written.functions[0].node.iter().map(specs).collect::<Vec<_>>(), [3, 2]);
    // The state lies as h does on the first trip, and otherwise on the others, so that only what the body reads of outside is said.
    let graph = written.graph.expect("a graph");
    let body = graph.node[1].attribute[0].g.as_ref().expect("a body");
    assert!(body.node[0].device_configurations[0].sharding_spec.iter().any(|spec| spec.tensor_name() == "W2"));
    check_in_python(&[(model, path)], folder.path());
}

#[test]
fn of_several_configurations_one_is_chosen_and_the_others_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = models().join("sharded/mlp_sharded_2d/model.onnx");
    let options = CompileOptions { own: Own::Manual, ..sharded("model=4", &["W1=[{}, {model}]"]) };
    let first = compiled(&model, &options).expect("it compiles");
    annotated(&model, &options, &first).expect("it is annotated").write(folder.path()).expect("it is written");
    let path = folder.path().join(onnx_annotated::FILE);
    let names: Vec<String> = read(&path).configuration.iter().map(|one| one.name().to_owned()).collect();
    assert_eq!(names, ["dp2tp2", "model=4"]);
    let read_as = |name: Option<&str>| compiled(&path, &CompileOptions { configuration: name.map(str::to_owned), ..CompileOptions::default() });
    let why = read_as(None).err().expect("which one is not said");
    assert!(why.contains("[\"dp2tp2\", \"model=4\"]") && why.contains("--configuration"), "{why}");
    let why = read_as(Some("model=8")).err().expect("there is none of this name");
    assert!(why.contains("unknown device configuration \"model=8\""), "{why}");
    assert_eq!(plan(&read_as(Some("model=4")).expect("ours")), plan(&first));
    let as_it_was = compiled(&model, &CompileOptions::default()).expect("it compiles");
    assert_eq!(plan(&read_as(Some("dp2tp2")).expect("its own")), plan(&as_it_was));
}

#[test]
fn weights_in_files_of_their_own_stay_where_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut proto = read(&models().join("sharded/mlp_sharded/model.onnx"));
    let tensor = proto.graph.as_mut().expect("a graph").initializer.iter_mut().find(|tensor| tensor.name() == "W1").expect("W1");
    let bytes = tensor.raw_data.take().expect("raw data");
    let data = folder.path().join("weights.bin");
    std::fs::write(&data, &bytes).expect("a file");
    tensor.data_location = Some(1);
    let entry = StringStringEntryProto { key: Some("location".to_owned()), value: Some("weights.bin".to_owned()) };
    tensor.external_data = vec![entry];
    let model = folder.path().join("model.onnx");
    std::fs::write(&model, proto.encode_to_vec()).expect("a file");
    let first = compiled(&model, &CompileOptions::default()).expect("it compiles");
    for (external, linked) in [(External::Link, true), (External::Copy, false)] {
        let out = folder.path().join(format!("{external:?}"));
        std::fs::create_dir(&out).expect("a folder");
        let written = onnx_annotated::annotate(&model, &CompileOptions::default(), &first, external, &shardwright_dialects::registry()).expect("it is annotated");
        assert_eq!(written.is_linked(), linked);
        written.write(&out).expect("it is written");
        assert_eq!(out.join("weights.bin").is_symlink(), linked);
        assert_eq!(std::fs::read(out.join("weights.bin")).expect("a file"), bytes);
    }
    check_in_python(&[(model, folder.path().join("Copy").join(onnx_annotated::FILE))], folder.path());
}

#[test]
fn what_the_format_cannot_say_is_told() {
    let model = models().join("gpt2_tiny.dynamo/model.onnx");
    // Three devices do not divide the 256 columns of the first layer's c_fc, nor those of addmm_2, what it makes.
    let options = sharded("model=3", &["*.c_fc.weight=[{}, {model, ?}]"]);
    let first = compiled(&model, &options).expect("it compiles");
    let written = annotated(&model, &options, &first).expect("it is annotated");
    let told = |what: &str| written.lost.iter().find(|lost| lost.what.contains(what)).unwrap_or_else(|| panic!("{what} is not in {:?}", written.lost));
    assert!(told("padding").examples.iter().any(|name| name == "addmm_2"), "{:?}", told("padding"));
    assert_eq!(told("open dimensions").count, 2);
    assert_eq!(told("names of mesh axes").count, 1);
    assert_eq!(told("collectives").count as i64, first.report.traffic.totals.values().map(|total| total.count).sum::<i64>());
    assert!(told("values inside").examples.iter().any(|one| one.ends_with(" in Mul")), "{:?}", told("values inside"));
    assert_eq!(written.to_json()["lost"].as_array().map(Vec::len), Some(written.lost.len()));
}

#[test]
fn a_model_of_many_gigabytes_is_annotated_without_its_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("llama3_8b.onnx");
    std::fs::copy(models().join("large/llama3_8b.onnx"), &model).expect("a file");
    // Sparse: sixteen gigabytes of size, no block of content.
    let data = std::fs::File::create(folder.path().join("llama3_8b.onnx.data")).expect("a file");
    data.set_len(16_060_604_416).expect("a sparse file");
    let options = sharded("data=2,model=4", &["input_ids=[{data}, {}]", "*embed_tokens.weight=[{model}, {}]"]);
    let first = compiled(&model, &options).expect("it compiles");
    annotated(&model, &options, &first).expect("it is annotated").write(&folder.path().join("out")).expect_err("the folder does not exist");
    std::fs::create_dir(folder.path().join("out")).expect("a folder");
    annotated(&model, &options, &first).expect("it is annotated").write(&folder.path().join("out")).expect("it is written");
    // Beside its weights.
    let path = folder.path().join("annotated.onnx");
    std::fs::rename(folder.path().join("out").join(onnx_annotated::FILE), &path).expect("a file");
    let again = compiled(&path, &CompileOptions::default()).expect("it compiles");
    assert_eq!(plan(&again), plan(&first));
}

#[test]
fn what_cannot_be_annotated_is_refused() {
    let options = CompileOptions::default();
    let model = models().join("gpt2_tiny.dynamo/model.onnx");
    let why = annotated(&model, &options, &compiled(&model, &options).expect("it compiles")).expect_err("there is no mesh");
    assert!(why.contains("runs on no mesh"), "{why}");
    let text = models().join("../jax/mlp_megatron.mlir");
    let why = annotated(&text, &options, &compiled(&text, &options).expect("it compiles")).expect_err("it is a text");
    assert!(why.contains("is no ONNX model"), "{why}");
}

fn sharded(mesh: &str, patterns: &[&str]) -> CompileOptions {
    let patterns = patterns.iter().map(|text| ShardPattern::parse(text).expect("a pattern")).collect();
    CompileOptions { mesh: Some(parse_mesh(mesh).expect("a mesh")), patterns, ..CompileOptions::default() }
}

fn read(path: &Path) -> ModelProto {
    ModelProto::decode(std::fs::read(path).expect("a model").as_slice()).expect("a model")
}

/// Megatron's perceptron by hand: the annotations of `sharded/mlp_sharded_2d` were written by a person. The model without them, compiled with the shardings that
/// they say of its input and weights, gets the same.
#[test]
fn annotations_are_those_that_were_written_by_hand() {
    let by_hand = read(&models().join("sharded/mlp_sharded_2d/model.onnx"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plain.onnx");
    let mut plain = by_hand.clone();
    plain.configuration.clear();
    for node in &mut plain.graph.as_mut().expect("a graph").node {
        node.device_configurations.clear();
    }
    std::fs::write(&path, plain.encode_to_vec()).expect("a file");
    let options = sharded("data=2,model=2", &["X=[{data}, {}]", "W1=[{}, {model}]", "W2=[{model}, {}]"]);
    let written = annotated(&path, &options, &compiled(&path, &options).expect("it compiles")).expect("it is annotated");
    assert_eq!(written.configuration, "data=2,model=2");
    written.write(folder.path()).expect("it is written");
    let ours = read(&folder.path().join(onnx_annotated::FILE));
    let nodes = |model: &ModelProto| model.graph.clone().expect("a graph").node;
    for (ours, by_hand) in nodes(&ours).iter().zip(&nodes(&by_hand)) {
        let (mut ours, mut by_hand) = (ours.device_configurations[0].sharding_spec.clone(), by_hand.device_configurations[0].sharding_spec.clone());
        for spec in ours.iter_mut().chain(&mut by_hand) {
            // A size that is left out is the tensor's.
            spec.sharded_dim.iter_mut().flat_map(|dim| &mut dim.simple_sharding).for_each(|simple| simple.dim = None);
            // Groups are called by any negative numbers.
            spec.index_to_device_group_map.sort_by_key(|entry| -entry.key());
        }
        ours.sort_by_key(|spec| spec.tensor_name().to_owned());
        by_hand.sort_by_key(|spec| spec.tensor_name().to_owned());
        assert_eq!(ours, by_hand);
    }
}
