//! Broken and hostile files: an error each, never a panic, and never a file outside of the model's folder.

use super::{import_proto, read_model, testdata};
use crate::front::onnx::proto::{StringStringEntryProto, tensor_proto::DataLocation};
use crate::front::onnx::{ImportOptions, import};
use std::path::Path;

fn message(path: &Path) -> String {
    import(path, &ImportOptions::default()).expect_err("the file is broken").to_string()
}

#[test]
fn what_is_no_model_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("model.onnx");
    assert!(message(&path).contains("cannot open"));
    assert!(message(folder.path()).contains("not a regular file"));
    for (content, part) in [(&b""[..], "empty"), (b"module {}", "not an ONNX model"), (b"\x08\x0a", "no graph")] {
        std::fs::write(&path, content).expect("the folder is writable");
        assert!(message(&path).contains(part), "{content:?}");
    }
}

#[test]
fn operator_sets_out_of_range_are_refused_with_the_range() {
    let mut model = read_model("sharded/mlp_sharded");
    model.opset_import[0].version = Some(6);
    let message = import_proto(&model).expect_err("6 is too old");
    assert!(message.contains("operator set 6") && message.contains("7 to 28"), "{message}");
}

#[test]
fn an_output_declared_otherwise_than_computed_is_refused() {
    use crate::front::onnx::proto::{tensor_shape_proto::dimension::Value, type_proto};
    let declared = |element: i32, value: Value| {
        let mut model = read_model("sharded/mlp_sharded");
        let output = &mut model.graph.as_mut().expect("a graph").output[0];
        let name = output.name().to_owned();
        let Some(type_proto::Value::TensorType(ty)) = output.r#type.as_mut().and_then(|ty| ty.value.as_mut()) else { panic!("no tensor") };
        ty.elem_type = Some(element);
        ty.shape.as_mut().expect("a shape").dim[1].value = Some(value);
        (import_proto(&model), name)
    };
    let (found, name) = declared(1, Value::DimValue(17));
    let message = found.expect_err("the model computes another size");
    assert!(message.contains(", 17], the model computes tensor<") && message.contains(&format!("output {name:?}")), "{message}");
    let message = declared(7, Value::DimValue(16)).0.expect_err("the model computes floats");
    assert!(message.contains("is declared with elements of type i64, the model computes tensor<"), "{message}");
    declared(1, Value::DimParam("any".into())).0.expect("a name contradicts nothing");
}

#[test]
fn a_node_with_too_many_inputs_is_refused() {
    let mut model = read_model("sharded/mlp_sharded");
    let graph = model.graph.as_mut().expect("a graph");
    let node = graph.node.iter_mut().find(|node| node.op_type() == "Relu").expect("a Relu");
    let input = node.input[0].clone();
    node.input.extend([input.clone(), input]);
    let message = import_proto(&model).expect_err("Relu takes one input");
    assert!(message.contains("Relu takes 1 input, the node has 3") && message.contains("(Relu)"), "{message}");
}

/// The annotated perceptron with W1 stored outside, at `location`.
fn with_external(location: &str, extra: &[(&str, &str)]) -> String {
    let mut model = read_model("sharded/mlp_sharded");
    let tensor = &mut model.graph.as_mut().expect("a graph").initializer[0];
    tensor.raw_data = None;
    tensor.set_data_location(DataLocation::External);
    let entry = |key: &str, value: &str| StringStringEntryProto { key: Some(key.into()), value: Some(value.into()) };
    tensor.external_data = vec![entry("location", location)];
    tensor.external_data.extend(extra.iter().map(|(key, value)| entry(key, value)));
    import_proto(&model).expect_err("the data is out of reach")
}

#[test]
fn external_data_outside_of_the_folder_is_refused() {
    for (location, part) in [
        ("../weights.bin", "leaves the folder"),
        ("a/../../weights.bin", "leaves the folder"),
        ("/etc/hostname", "is absolute"),
        ("..\\weights.bin", "leaves the folder"),
        ("C:\\weights.bin", "leaves the folder"),
        ("", "is empty"),
        ("weights.bin", "cannot open external data file"),
        (".", "not a regular file"),
    ] {
        let message = with_external(location, &[]);
        assert!(message.contains(part) && message.contains("\"W1\""), "{location:?}: {message}");
    }
}

#[test]
fn external_data_beyond_the_end_of_its_file_is_refused() {
    // The model file itself serves as a data file; W1 takes 16 x 32 x 4 = 2048 bytes.
    let message = with_external("model.onnx", &[("offset", "1000000")]);
    assert!(message.contains("ends beyond"), "{message}");
    let message = with_external("model.onnx", &[("offset", "18446744073709551615")]);
    assert!(message.contains("ends beyond"), "{message}");
    let message = with_external("model.onnx", &[("length", "12")]);
    assert!(message.contains("takes 2048 bytes, but its external data has 12"), "{message}");
    let message = with_external("model.onnx", &[("offset", "-4")]);
    assert!(message.contains("offset must be a number"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_out_of_the_folder_is_not_followed() {
    use prost::Message;
    let outside = tempfile::NamedTempFile::new().expect("a temporary file");
    outside.as_file().set_len(4096).expect("the file is writable");
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::os::unix::fs::symlink(outside.path(), folder.path().join("weights.bin")).expect("a link");
    let mut model = read_model("sharded/mlp_sharded");
    let tensor = &mut model.graph.as_mut().expect("a graph").initializer[0];
    tensor.raw_data = None;
    tensor.set_data_location(DataLocation::External);
    tensor.external_data =
        vec![StringStringEntryProto { key: Some("location".into()), value: Some("weights.bin".into()) }];
    let path = folder.path().join("model.onnx");
    std::fs::write(&path, model.encode_to_vec()).expect("the folder is writable");
    assert!(message(&path).contains("symbolic link"));
}

#[test]
fn absurd_sizes_are_refused() {
    let mut model = read_model("sharded/mlp_sharded");
    model.graph.as_mut().expect("a graph").initializer[0].dims = vec![1 << 40, 1 << 40];
    assert!(import_proto(&model).expect_err("too large").contains("more than 2^63 bytes"));
    let mut model = read_model("sharded/mlp_sharded");
    model.graph.as_mut().expect("a graph").initializer[0].dims = vec![-1, 32];
    assert!(import_proto(&model).expect_err("negative").contains("at least 0, got -1"));
}

#[test]
fn a_cycle_is_a_use_before_its_definition() {
    let mut model = read_model("sharded/mlp_sharded");
    let node = &mut model.graph.as_mut().expect("a graph").node[0];
    node.input[0] = "Y".into();
    let message = import_proto(&model).expect_err("a cycle");
    assert!(message.contains("\"Y\"") && message.contains("mm1") && message.contains("cycles"), "{message}");
}

#[test]
fn an_unknown_operator_is_named_with_its_node() {
    let mut model = read_model("sharded/mlp_sharded");
    model.graph.as_mut().expect("a graph").node[2].op_type = Some("NonZero".into());
    let message = import_proto(&model).expect_err("unsupported");
    assert!(message.contains("operator NonZero") && message.contains("\"relu\""), "{message}");
}

/// A small generator of the same numbers in every run (xorshift with Marsaglia's shifts 13, 7, 17).
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        for (left, shift) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << shift } else { self.0 >> shift };
        }
        (self.0 % below.max(1) as u64) as usize
    }
}

#[test]
fn mutated_files_never_panic() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("model.onnx");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (name, rounds) in [("sharded/mlp_sharded_2d", 400), ("gpt2_tiny.dynamo", 40), ("bert_tiny.ts", 40)] {
        let sound = std::fs::read(testdata(name).join("model.onnx")).expect("the model exists");
        for round in 0..rounds {
            let mut bytes = sound.clone();
            if round % 4 == 0 {
                bytes.truncate(random.next(sound.len()));
            }
            for _ in 0..=random.next(8) {
                if let Some(byte) = { let at = random.next(bytes.len()); bytes.get_mut(at) } {
                    *byte = random.next(256) as u8;
                }
            }
            std::fs::write(&path, &bytes).expect("the folder is writable");
            // Whether the mutant is still legal does not matter: it must come to an end without a panic.
            let _ = import(&path, &ImportOptions::default());
        }
    }
}

#[test]
fn sizes_that_exporters_write_as_a_question_mark_or_minus_one_are_unknown_one_by_one() {
    use crate::front::onnx::proto::{tensor_shape_proto::dimension::Value, type_proto};
    let mut model = read_model("sharded/mlp_sharded");
    let input = &mut model.graph.as_mut().expect("a graph").input[0];
    let name = input.name().to_owned();
    let Some(type_proto::Value::TensorType(ty)) = input.r#type.as_mut().and_then(|ty| ty.value.as_mut()) else { panic!("no tensor") };
    let dims = &mut ty.shape.as_mut().expect("a shape").dim;
    dims[0].value = Some(Value::DimValue(-1));
    dims[1].value = Some(Value::DimParam("?".into()));
    let message = import_proto(&model).expect_err("two sizes are unknown");
    assert!(message.contains(&format!("--dim {name}.0=N --dim {name}.1=N")), "{message}");
}
