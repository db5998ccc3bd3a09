//! Damaged ONNX models.

use super::{ABSURD, Mutant, bytes};
use crate::front::onnx::proto::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, StringStringEntryProto, TensorProto, TensorShapeProto, TypeProto, ValueInfoProto,
    tensor_shape_proto::{Dimension, dimension},
    type_proto,
};
use crate::testing::rng::Rng;
use prost::Message;

/// Locations of external data that a model must not reach, or that do not exist.
const PLACES: &[&str] = &["../secret.bin", "../../secret.bin", "a/../../secret.bin", "/etc/hostname", "", ".", "..", "missing.bin", "link.bin", "\\secret.bin", "C:secret.bin", "./../secret.bin"];

/// A damaged form of the model in `file`, or a small model that is bad by itself.
pub fn model(seed: u64, file: &[u8]) -> Mutant {
    let mut rng = Rng::new(seed);
    let Ok(mut model) = ModelProto::decode(file) else { return bytes(&mut rng, file) };
    let (what, must_fail) = match rng.below(12) {
        0 | 1 => return bytes(&mut rng, file),
        2 => return built(&mut rng),
        3 => sizes(&mut rng, &mut model),
        4 => payload(&mut rng, &mut model),
        5 | 6 => external(&mut rng, &mut model),
        7 => cycle(&mut rng, &mut model),
        8 => node(&mut rng, &mut model),
        9 => attribute(&mut rng, &mut model),
        10 => inputs(&mut rng, &mut model),
        _ => annotations(&mut rng, &mut model),
    };
    Mutant { bytes: model.encode_to_vec(), what, must_fail }
}

fn graph(model: &mut ModelProto) -> &mut GraphProto {
    model.graph.get_or_insert_default()
}

fn weight<'m>(rng: &mut Rng, model: &'m mut ModelProto) -> Option<&'m mut TensorProto> {
    let weights = &mut graph(model).initializer;
    let at = rng.below(weights.len());
    weights.get_mut(at)
}

/// A dimension of a weight that no file holds.
fn sizes(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let value = rng.choose(ABSURD);
    let at = rng.below(4);
    let Some(weight) = weight(rng, model) else { return ("no weight".into(), false) };
    let dims = &mut weight.dims;
    let at = at.min(dims.len());
    match dims.get_mut(at) {
        Some(dim) => *dim = value,
        None => dims.push(value),
    }
    (format!("dimension {at} of a weight is {value}"), false)
}

/// Bytes of a weight that are more or fewer than its shape says, or of another kind.
fn payload(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let (choice, kind, length) = (rng.below(4), rng.range(-2, 40) as i32, rng.below(100));
    let Some(weight) = weight(rng, model) else { return ("no weight".into(), false) };
    match choice {
        0 => weight.raw_data = Some(vec![1; length].into()),
        1 => weight.data_type = Some(kind),
        2 => weight.int64_data = vec![i64::MAX; length],
        _ => weight.float_data = Some(vec![0xff; length].into()),
    }
    (format!("payload {choice} of a weight"), false)
}

/// A weight that lies in a file outside, nowhere, or beyond the end of its file.
fn external(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let place = rng.choose(PLACES);
    let (offset, length) = (rng.choose(ABSURD), rng.choose(ABSURD));
    let inside = rng.percent(20);
    let Some(weight) = weight(rng, model) else { return ("no weight".into(), false) };
    let entry = |key: &str, value: String| StringStringEntryProto { key: Some(key.to_owned()), value: Some(value) };
    weight.raw_data = None;
    weight.float_data = None;
    weight.data_location = Some(1);
    let place = if inside { "data.bin" } else { place };
    weight.external_data = vec![entry("location", place.to_owned())];
    if inside || offset % 3 == 0 {
        weight.external_data.push(entry("offset", offset.to_string()));
        weight.external_data.push(entry("length", length.to_string()));
    }
    (format!("a weight in {place:?}, offset {offset}, length {length}"), !inside)
}

/// A node that uses its own result, or that of a later one.
fn cycle(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let nodes = &mut graph(model).node;
    if nodes.is_empty() {
        return ("no node".into(), false);
    }
    let at = rng.below(nodes.len());
    let later = at + rng.below(nodes.len() - at);
    let Some(output) = nodes[later].output.first().cloned() else { return ("no output".into(), false) };
    match nodes[at].input.first_mut() {
        Some(input) => *input = output,
        None => nodes[at].input.push(output),
    }
    (format!("node {at} takes a result of node {later}"), false)
}

/// A node of another kind, without inputs, or twice.
fn node(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let kinds = ["Loop", "If", "Scan", "Reshape", "Gather", "Concat", "Einsum", "ConstantOfShape", "Expand", "Tile", "Range", "Resize", "Slice", "Transpose", "MatMul", "LSTM", "NoSuchOp", ""];
    let kind = rng.choose(&kinds);
    let nodes = &mut graph(model).node;
    if nodes.is_empty() {
        return ("no node".into(), false);
    }
    let at = rng.below(nodes.len());
    match rng.below(5) {
        0 => nodes[at].input.clear(),
        1 => nodes[at].output.clear(),
        2 => nodes[at].op_type = Some(kind.to_owned()),
        3 => nodes[at].input = vec![nodes[at].input.first().cloned().unwrap_or_default(); 40],
        _ => {
            let twice = nodes[at].clone();
            nodes.insert(at, twice);
        }
    }
    (format!("node {at}, perhaps {kind:?}"), false)
}

/// An attribute with absurd numbers or of another kind.
fn attribute(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let nodes = &mut graph(model).node;
    let with: Vec<usize> = (0..nodes.len()).filter(|&at| !nodes[at].attribute.is_empty()).collect();
    if with.is_empty() {
        return ("no attribute".into(), false);
    }
    let at = rng.choose(&with);
    let which = rng.below(nodes[at].attribute.len());
    let value = rng.choose(ABSURD);
    let attribute = &mut nodes[at].attribute[which];
    match rng.below(4) {
        0 => attribute.i = Some(value),
        1 => attribute.ints = vec![value; 1 + (value.unsigned_abs() % 5) as usize],
        2 => attribute.r#type = Some(value as i32),
        _ => attribute.name = Some("axis".to_owned()),
    }
    (format!("attribute {which} of node {at} with {value}"), false)
}

/// Inputs and results of absurd shapes, twice, or none.
fn inputs(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let value = rng.choose(ABSURD);
    let choice = rng.below(4);
    let graph = graph(model);
    match choice {
        0 => graph.input.clear(),
        1 => graph.output.clear(),
        2 => graph.input.extend(graph.input.first().cloned()),
        _ => {
            let shapes = graph.input.iter_mut().filter_map(|input| match input.r#type.as_mut()?.value.as_mut()? {
                type_proto::Value::TensorType(tensor) => tensor.shape.as_mut(),
                _ => None,
            });
            for dim in shapes.flat_map(|shape| &mut shape.dim).take(1) {
                dim.value = Some(dimension::Value::DimValue(value));
            }
        }
    }
    (format!("inputs and results {choice}, {value}"), false)
}

/// Multi-device annotations that fit nothing.
fn annotations(rng: &mut Rng, model: &mut ModelProto) -> (String, bool) {
    let value = rng.choose(ABSURD);
    let choice = rng.below(5);
    for node in &mut graph(model).node {
        for configuration in &mut node.device_configurations {
            for spec in &mut configuration.sharding_spec {
                match choice {
                    0 => spec.device.push(value),
                    1 => spec.device = vec![value; 3],
                    2 => spec.sharded_dim.iter_mut().for_each(|dim| dim.axis = Some(value)),
                    3 => spec.sharded_dim.iter_mut().flat_map(|dim| &mut dim.simple_sharding).for_each(|simple| simple.num_shards = Some(value)),
                    _ => spec.tensor_name = Some("no such tensor".to_owned()),
                }
            }
        }
    }
    (format!("annotations {choice}, {value}"), false)
}

/// Models that are bad from the start: what they compute is larger than any memory, or nested without end.
fn built(rng: &mut Rng) -> Mutant {
    let tensor = |name: &str, values: &[i64]| TensorProto {
        name: Some(name.to_owned()),
        data_type: Some(7),
        dims: vec![values.len() as i64],
        int64_data: values.to_vec(),
        ..TensorProto::default()
    };
    let scalar = |name: &str, value: i64| TensorProto { dims: Vec::new(), ..tensor(name, &[value]) };
    let node = |kind: &str, inputs: &[&str], output: &str| NodeProto {
        op_type: Some(kind.to_owned()),
        input: inputs.iter().map(|&input| input.to_owned()).collect(),
        output: vec![output.to_owned()],
        ..NodeProto::default()
    };
    let big = rng.choose(&[1i64 << 31, 1 << 40, i64::MAX]);
    let mut graph = GraphProto { name: Some("g".to_owned()), ..GraphProto::default() };
    let what = match rng.below(6) {
        0 => {
            graph.initializer = vec![tensor("shape", &[big, big])];
            graph.node = vec![node("ConstantOfShape", &["shape"], "y")];
            "a constant of an absurd shape"
        }
        1 => {
            graph.initializer = vec![scalar("start", 0), scalar("limit", big), scalar("step", 1)];
            graph.node = vec![node("Range", &["start", "limit", "step"], "y")];
            "a range of absurd length"
        }
        2 => {
            graph.initializer = vec![tensor("x", &[1, 2, 3]), tensor("repeats", &[big])];
            graph.node = vec![node("Tile", &["x", "repeats"], "y")];
            "absurdly many tiles"
        }
        3 => {
            graph.initializer = vec![tensor("x", &[7]), tensor("shape", &[1 << 20, 1 << 20])];
            graph.node = vec![node("Expand", &["x", "shape"], "z"), node("NonZero", &["z"], "y")];
            "a constant spread out and searched"
        }
        4 => {
            // Each doubles what the one before has: 2^60 elements in sixty nodes.
            graph.initializer = vec![tensor("x0", &[1, 2])];
            for step in 0..60 {
                let (from, to) = (format!("x{step}"), if step == 59 { "y".to_owned() } else { format!("x{}", step + 1) });
                let attribute = AttributeProto { name: Some("axis".to_owned()), r#type: Some(2), i: Some(0), ..AttributeProto::default() };
                graph.node.push(NodeProto { attribute: vec![attribute], ..node("Concat", &[&from, &from], &to) });
            }
            "sixty doublings"
        }
        _ => {
            let mut inner = GraphProto::default();
            for _ in 0..40 {
                let attribute = AttributeProto { name: Some("then_branch".to_owned()), r#type: Some(5), g: Some(inner), ..AttributeProto::default() };
                inner = GraphProto { node: vec![NodeProto { attribute: vec![attribute], ..node("If", &["c"], "y") }], ..GraphProto::default() };
            }
            graph = inner;
            "branches within branches"
        }
    };
    let shape = TensorShapeProto { dim: vec![Dimension { value: Some(dimension::Value::DimParam("n".to_owned())), ..Dimension::default() }] };
    let ty = type_proto::Tensor { elem_type: Some(7), shape: Some(shape) };
    let ty = TypeProto { value: Some(type_proto::Value::TensorType(ty)), ..TypeProto::default() };
    graph.output = vec![ValueInfoProto { name: Some("y".to_owned()), r#type: Some(ty), ..ValueInfoProto::default() }];
    let model = ModelProto {
        ir_version: Some(9),
        opset_import: vec![OperatorSetIdProto { version: Some(18), ..OperatorSetIdProto::default() }],
        graph: Some(graph),
        ..ModelProto::default()
    };
    Mutant { bytes: model.encode_to_vec(), what: what.to_owned(), must_fail: false }
}
