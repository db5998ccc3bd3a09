//! What is in a device's model, without running it.

use super::*;
use crate::front::onnx::proto::{GraphProto, NodeProto};
use shardwright_ir::text::parse_module;

/// The graph of device `device` of two, of a program whose arguments and results every device has whole.
fn graph(text: &str, device: usize, versions: Versions) -> Result<GraphProto, String> {
    let ops = shardwright_dialects::registry();
    let module = parse_module(text, &ops).map_err(|faults| faults.to_string())?;
    let (inputs, outputs) = globals(&module, &[]).map_err(|fault| fault.to_string())?;
    let manifest = Manifest::new(&Mesh::new(&[("x", 2)]), &inputs, &outputs)?;
    let asked = Asked { inputs: &manifest.inputs, outputs: &manifest.outputs, device, devices: 2, versions };
    let model = device_model(&module, &asked, &ops).map_err(|faults| faults.to_string())?;
    Ok(model.graph.unwrap_or_default())
}

fn kinds(graph: &GraphProto) -> Vec<String> {
    let name = |node: &NodeProto| if node.domain().is_empty() { node.op_type().to_owned() } else { format!("{}.{}", node.domain(), node.op_type()) };
    graph.node.iter().map(name).collect()
}

fn reduce(operand: &str, groups: &str) -> String {
    format!(
        r#""stablehlo.all_reduce"({operand}) <{{replica_groups = dense<{groups}> : tensor<1x2xi64>}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : (tensor<4xf32>) -> tensor<4xf32>"#
    )
}

#[test]
fn collectives_of_which_neither_follows_from_the_other_get_an_edge() {
    let apart = format!(
        "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
    %0 = {}
    %1 = {}
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }}",
        reduce("%x", "[[0, 1]]"),
        reduce("%y", "[[0, 1]]")
    );
    let made = graph(&apart, 0, Versions::default()).unwrap();
    assert_eq!(kinds(&made), ["com.microsoft.AllReduce", "Cast", "ai.shardwright.After", "com.microsoft.AllReduce"]);
    assert_eq!((&made.node[1].input[0], &made.node[2].input[1]), (&made.node[0].output[0], &made.node[1].output[0]));
    let inside = format!(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
    %0 = {}
    %1 = stablehlo.negate %0 : tensor<4xf32>
    %2 = {}
    return %2 : tensor<4xf32>
  }}",
        reduce("%x", "[[0, 1]]"),
        reduce("%1", "[[0, 1]]")
    );
    assert_eq!(kinds(&graph(&inside, 0, Versions::default()).unwrap()), ["com.microsoft.AllReduce", "Neg", "com.microsoft.AllReduce"]);
}

#[test]
fn groups_in_another_order_are_said_in_our_domain() {
    let text = format!("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{\n %0 = {}\n return %0 : tensor<4xf32>\n }}", reduce("%x", "[[1, 0]]"));
    let made = graph(&text, 0, Versions::default()).unwrap();
    assert_eq!(kinds(&made), ["ai.shardwright.AllReduce"]);
    let ints = |name: &str| made.node[0].attribute.iter().find(|attribute| attribute.name() == name).unwrap();
    assert_eq!((ints("groups").ints.clone(), ints("group_size").i(), ints("reduction").s().to_vec()), (vec![1, 0], 2, b"sum".to_vec()));
}

#[test]
fn a_devices_number_is_a_constant_that_folds() {
    let text = "func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
    %id = stablehlo.replica_id : tensor<ui32>
    %table = stablehlo.constant dense<[0, 4]> : tensor<2xi32>
    %entry = stablehlo.dynamic_slice %table, %id, sizes = [1] : (tensor<2xi32>, tensor<ui32>) -> tensor<1xi32>
    %start = stablehlo.reshape %entry : (tensor<1xi32>) -> tensor<i32>
    %part = stablehlo.dynamic_slice %x, %start, sizes = [4] : (tensor<8xf32>, tensor<i32>) -> tensor<4xf32>
    return %part : tensor<4xf32>
  }";
    for device in [0, 1] {
        let made = graph(text, device, Versions::default()).unwrap();
        assert_eq!(kinds(&made), ["Slice"]);
        let start = made.initializer.iter().find(|tensor| tensor.name() == made.node[0].input[1]).unwrap();
        assert_eq!(start.raw_data()[0], 4 * device as u8);
    }
}

#[test]
fn a_softmax_is_one_node_and_one_whose_parts_are_used_elsewhere_is_not() {
    let text = |result: &str| {
        format!(
            "func.func @main(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {{
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %top = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %rest = stablehlo.subtract %x, %top : tensor<2x8xf32>
    %power = stablehlo.exponential %rest : tensor<2x8xf32>
    %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %softmax = stablehlo.divide %power, %all : tensor<2x8xf32>
    %twice = stablehlo.add %softmax, %power : tensor<2x8xf32>
    return {result} : tensor<2x8xf32>
  }}"
        )
    };
    let made = graph(&text("%softmax"), 0, Versions::default()).unwrap();
    assert!(!kinds(&made).contains(&"Softmax".to_owned()), "{:?}", kinds(&made));
    let alone = text("%softmax").replace("%twice = stablehlo.add %softmax, %power : tensor<2x8xf32>", "");
    let made = graph(&alone, 0, Versions::default()).unwrap();
    assert_eq!((kinds(&made), made.initializer.len()), (vec!["Softmax".to_owned()], 0));
}

#[test]
fn the_operator_set_is_the_models_or_the_first_that_has_all_ops() {
    let ops = shardwright_dialects::registry();
    let module = |text: &str| parse_module(text, &ops).unwrap();
    let bits = module("func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {\n %0 = stablehlo.xor %x, %x : tensor<4xi32>\n return %0 : tensor<4xi32>\n }");
    let sum = module("func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {\n %0 = stablehlo.add %x, %x : tensor<4xi32>\n return %0 : tensor<4xi32>\n }");
    let versions = |module: &Module, opset: i64, ir: i64| {
        let model = ModelProto::decode(&whole_model(module, Versions { opset, ir }, &ops).unwrap()[..]).unwrap();
        (model.opset_import[0].version(), model.ir_version())
    };
    // Bitwise ops came with operator set 18, which came with IR version 8.
    assert_eq!([versions(&bits, 17, 8), versions(&bits, 20, 10), versions(&bits, 9, 3)], [(18, 8), (20, 10), (18, 8)]);
    assert_eq!([versions(&sum, 17, 8), versions(&sum, 9, 3)], [(17, 8), (13, 7)]);
}

#[test]
fn an_op_without_a_form_is_an_error_that_names_it() {
    let text = "func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {\n %0 = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>\n return %0 : tensor<4xf32>\n }";
    assert!(graph(text, 0, Versions::default()).unwrap_err().contains("input `arg0`: ONNX Runtime has no kernels for complex numbers"));
    let text = "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>\n return %0 : tensor<4x4xf32>\n }";
    let why = graph(text, 0, Versions::default()).unwrap_err();
    assert!(why.contains("stablehlo.cholesky cannot be written as ONNX: has no form in ONNX that is known here") && why.contains("Per-device ONNX"), "{why}");
}
