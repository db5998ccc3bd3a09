//! ONNX's multi-device annotations: what good ones mean, and that bad ones are refused with their place.

use super::{import_proto, read_model};
use crate::front::onnx::bodies::MAIN;
use crate::front::onnx::multidevice::Annotations;
use crate::front::onnx::proto::{IntIntListEntryProto, ModelProto, NodeDeviceConfigurationProto, ShardingSpecProto};
use shardwright_ir::Sym;
use shardwright_ir::sharding::AxisRef;
use std::collections::BTreeMap;

fn annotations(name: &str) -> Annotations {
    import_proto(&read_model(name)).expect("the model is legal").annotations.expect("the model is annotated")
}

/// The sharding of a tensor of the main graph.
fn sharding<'a>(found: &'a Annotations, tensor: &str) -> &'a BTreeMap<usize, Vec<AxisRef>> {
    found.by_tensor()[&(MAIN, tensor.to_owned())]
}

fn dims(list: &[(usize, &[&str])]) -> BTreeMap<usize, Vec<AxisRef>> {
    list.iter().map(|(dim, axes)| (*dim, axes.iter().map(|axis| AxisRef::full(Sym::new(axis))).collect())).collect()
}

#[test]
fn tensor_parallel_over_four_devices_is_one_axis() {
    let found = annotations("sharded/mlp_sharded");
    assert_eq!(found.configuration, "tp4");
    assert_eq!(found.mesh, [("d0".to_string(), 4)]);
    assert_eq!(*sharding(&found, "W1"), dims(&[(1, &["d0"])]));
    assert_eq!(*sharding(&found, "W2"), dims(&[(0, &["d0"])]));
    assert_eq!(*sharding(&found, "H0"), dims(&[(1, &["d0"])]));
    assert_eq!(*sharding(&found, "Y"), dims(&[]));
}

#[test]
fn device_groups_tell_data_and_tensor_axes_apart() {
    let found = annotations("sharded/mlp_sharded_2d");
    assert_eq!(found.mesh, [("d0".to_string(), 2), ("d1".to_string(), 2)]);
    // Devices {0, 1} and {2, 3} hold the halves of X: the major digit of the device id.
    assert_eq!(*sharding(&found, "X"), dims(&[(0, &["d0"])]));
    // Devices {0, 2} and {1, 3} hold the halves of W1: the minor digit.
    assert_eq!(*sharding(&found, "W1"), dims(&[(1, &["d1"])]));
    assert_eq!(*sharding(&found, "H0"), dims(&[(0, &["d0"]), (1, &["d1"])]));
}

#[test]
fn pipeline_stages_lie_along_an_axis_of_their_own() {
    let found = annotations("sharded/mlp_pipeline");
    assert_eq!(found.mesh, [("pipe".to_string(), 2), ("d0".to_string(), 2)]);
    assert_eq!(found.pipe_axes, ["pipe"]);
    assert_eq!(found.stages, BTreeMap::from([(0, 0), (1, 0), (2, 1), (3, 1)]));
    assert_eq!(*sharding(&found, "W2"), dims(&[(0, &["d0"])]));
}

#[test]
fn annotations_become_shardings_of_named_values() {
    let imported = import_proto(&read_model("sharded/mlp_sharded_2d")).expect("the model is legal");
    let main = imported.module.main().expect("a function");
    let sharding = main.sharding(imported.value("H0").expect("H0 is a value")).expect("H0 is sharded");
    let axes: Vec<Vec<&str>> =
        sharding.dims.iter().map(|dim| dim.axes.iter().map(|axis| axis.name.as_str()).collect()).collect();
    assert_eq!(axes, [["d0"], ["d1"]]);
    assert_eq!(imported.module.main_mesh().map(|(_, mesh)| mesh.num_devices()), Some(4));
}

/// The model with its first node's annotation changed.
fn with_entry(change: impl FnOnce(&mut NodeDeviceConfigurationProto)) -> ModelProto {
    let mut model = read_model("sharded/mlp_sharded");
    change(&mut model.graph.as_mut().expect("a graph").node[0].device_configurations[0]);
    model
}

/// The model with the spec of W1 (axis 1 over devices 0 to 3) changed.
fn with_spec(change: impl FnOnce(&mut ShardingSpecProto)) -> ModelProto {
    with_entry(|entry| {
        change(entry.sharding_spec.iter_mut().find(|spec| spec.tensor_name() == "W1").expect("a spec of W1"));
    })
}

#[track_caller]
fn refused(model: ModelProto, parts: &[&str]) {
    let message = import_proto(&model).expect_err("the annotation is illegal");
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

const AT_W1: &str = "node \"mm1\" (MatMul), tensor \"W1\"";

#[test]
fn an_axis_beyond_the_rank_is_refused() {
    refused(with_spec(|spec| spec.sharded_dim[0].axis = Some(7)), &[AT_W1, "axis 7 is out of range for a tensor of rank 2"]);
    refused(with_spec(|spec| spec.sharded_dim[0].axis = Some(-3)), &[AT_W1, "axis -3 is out of range"]);
}

#[test]
fn a_negative_axis_counts_from_the_end() {
    let found = import_proto(&with_spec(|spec| spec.sharded_dim[0].axis = Some(-1))).expect("-1 is axis 1");
    assert_eq!(*sharding(&found.annotations.expect("annotations"), "W1"), dims(&[(1, &["d0"])]));
}

#[test]
fn an_axis_that_is_sharded_twice_is_refused() {
    refused(with_spec(|spec| spec.sharded_dim.push(spec.sharded_dim[0].clone())), &[AT_W1, "duplicate axis"]);
}

#[test]
fn an_unknown_configuration_is_refused() {
    refused(
        with_entry(|entry| entry.configuration_id = Some("tp8".into())),
        &["node \"mm1\" (MatMul)", "unknown device configuration \"tp8\"", "tp4"],
    );
}

#[test]
fn devices_out_of_range_and_unknown_groups_are_refused() {
    refused(with_spec(|spec| spec.device[3] = 99), &[AT_W1, "device 99 is out of range", "0 to 3"]);
    refused(with_spec(|spec| spec.device[3] = -5), &[AT_W1, "unknown device -5"]);
}

#[test]
fn a_device_that_holds_two_shards_is_refused() {
    refused(with_spec(|spec| spec.device[3] = 2), &[AT_W1, "duplicate device 2"]);
}

#[test]
fn shard_counts_that_do_not_fit_the_devices_are_refused() {
    refused(
        with_spec(|spec| spec.sharded_dim[0].simple_sharding[0].num_shards = Some(3)),
        &[AT_W1, "make 3 shards", "lists 4 devices"],
    );
    refused(
        with_spec(|spec| spec.sharded_dim[0].simple_sharding[0].num_shards = Some(0)),
        &[AT_W1, "num_shards must be at least 1, got 0"],
    );
}

#[test]
fn a_spec_of_a_tensor_that_the_node_does_not_touch_is_refused() {
    refused(with_spec(|spec| spec.tensor_name = Some("W9".into())), &["mm1", "\"W9\"", "unknown tensor", "W1"]);
}

#[test]
fn two_specs_of_one_tensor_at_one_node_are_refused() {
    refused(
        with_entry(|entry| {
            let again = entry.sharding_spec[1].clone();
            entry.sharding_spec.push(again);
        }),
        &[AT_W1, "two sharding specs"],
    );
}

#[test]
fn keys_of_the_group_map_must_be_negative_and_used() {
    let entry = |key| IntIntListEntryProto { key: Some(key), value: vec![0, 1] };
    refused(with_spec(|spec| spec.index_to_device_group_map.push(entry(1))), &[AT_W1, "key 1", "must be negative"]);
    refused(with_spec(|spec| spec.index_to_device_group_map.push(entry(-4))), &[AT_W1, "key -4", "used by no entry"]);
}

#[test]
fn a_spec_that_leaves_devices_out_is_refused() {
    refused(
        with_spec(|spec| {
            spec.device.truncate(2);
            spec.sharded_dim[0].simple_sharding[0].num_shards = Some(2);
        }),
        &[AT_W1, "2 of the configuration's 4 devices"],
    );
}

#[test]
fn device_orders_that_no_mesh_has_are_refused() {
    refused(with_spec(|spec| spec.device = vec![0, 1, 3, 2]), &[AT_W1, "do not step through a mesh"]);
}

#[test]
fn annotations_need_ir_version_11() {
    let mut model = read_model("sharded/mlp_sharded");
    model.ir_version = Some(8);
    refused(model, &["ir_version 11", "has 8"]);
}

#[test]
fn configurations_are_checked_themselves() {
    let mut model = read_model("sharded/mlp_sharded");
    model.configuration[0].num_devices = Some(5);
    refused(model, &["tp4", "4 device names for num_devices = 5"]);
    let mut model = read_model("sharded/mlp_sharded");
    model.configuration.push(model.configuration[0].clone());
    refused(model, &["tp4", "duplicate name"]);
}

#[test]
fn all_faults_are_reported_at_once() {
    let mut model = with_spec(|spec| spec.sharded_dim[0].axis = Some(7));
    model.graph.as_mut().expect("a graph").node[3].device_configurations[0].configuration_id = Some("tp8".into());
    refused(model, &["axis 7", "tp8", "mm2"]);
}

/// The annotations of a model whose configuration has another name.
fn renamed(model: &str, name: &str) -> Annotations {
    let mut model = read_model(model);
    model.configuration[0].name = Some(name.into());
    for node in &mut model.graph.as_mut().expect("a graph").node {
        node.device_configurations.iter_mut().for_each(|entry| entry.configuration_id = Some(name.into()));
    }
    import_proto(&model).expect("the model is legal").annotations.expect("the model is annotated")
}

#[test]
fn a_configuration_that_is_called_as_a_mesh_names_its_axes() {
    let found = renamed("sharded/mlp_sharded_2d", "data=2,model=2");
    assert_eq!(found.mesh, [("data".to_string(), 2), ("model".to_string(), 2)]);
    assert_eq!(*sharding(&found, "H0"), dims(&[(0, &["data"]), (1, &["model"])]));
    // Axes that no list tells apart.
    let found = renamed("sharded/mlp_sharded", "one=1,data=2,model=2");
    assert_eq!(found.mesh, [("one".to_string(), 1), ("data".to_string(), 2), ("model".to_string(), 2)]);
    assert_eq!(*sharding(&found, "W1"), dims(&[(1, &["data", "model"])]));
    let found = renamed("sharded/mlp_pipeline", "pipe=2,model=2");
    assert_eq!(found.pipe_axes, ["pipe"]);
}

#[test]
fn lists_that_cut_an_axis_are_of_parts_of_it() {
    let found = renamed("sharded/mlp_sharded_2d", "model=4");
    let part = |pre, size| AxisRef { name: Sym::new("model"), sub: Some((pre, size)) };
    assert_eq!(*sharding(&found, "X"), BTreeMap::from([(0, vec![part(1, 2)])]));
    assert_eq!(*sharding(&found, "W1"), BTreeMap::from([(1, vec![part(2, 2)])]));
}

#[test]
fn a_name_that_is_no_mesh_of_the_devices_is_only_a_name() {
    assert_eq!(renamed("sharded/mlp_sharded", "model=8").mesh, [("d0".to_string(), 4)]);
    // Stages lie along whole axes, which one axis of four devices has not for two stages.
    assert_eq!(renamed("sharded/mlp_pipeline", "model=4").mesh, [("pipe".to_string(), 2), ("d0".to_string(), 2)]);
}

/// The pipeline of two stages on devices {0, 1} and {2, 3}, its nodes' stages and devices changed.
fn staged(change: impl Fn(usize, &mut NodeDeviceConfigurationProto)) -> Result<crate::front::onnx::Imported, String> {
    let mut model = read_model("sharded/mlp_pipeline");
    for (index, node) in model.graph.as_mut().expect("a graph").node.iter_mut().enumerate() {
        change(index, &mut node.device_configurations[0]);
    }
    import_proto(&model)
}

#[test]
fn stages_go_up_the_devices_or_are_more_than_ranks() {
    let swapped = staged(|index, entry| entry.pipeline_stage = Some(if index < 2 { 1 } else { 0 }));
    let message = swapped.expect_err("the first stage is on the last devices");
    assert!(message.contains("stages start at devices [2, 0]: each must start beyond the one before"), "{message}");
    // Four stages in the shape of a V: 0 and 3 on one rank, 1 and 2 on the other.
    let devices = |entry: &mut NodeDeviceConfigurationProto, first: i64| {
        for spec in &mut entry.sharding_spec {
            let by = first - if spec.index_to_device_group_map.is_empty() { spec.device[0] } else { spec.index_to_device_group_map[0].value[0] };
            spec.device.iter_mut().filter(|device| **device >= 0).for_each(|device| *device += by);
            spec.index_to_device_group_map.iter_mut().flat_map(|entry| &mut entry.value).for_each(|device| *device += by);
        }
    };
    let around = staged(|index, entry| {
        entry.pipeline_stage = Some(index as i32);
        devices(entry, [0, 2, 2, 0][index]);
    });
    let found = around.expect("a schedule can run it").annotations.expect("annotations");
    assert_eq!(found.pipe_axes, ["pipe"]);
    assert_eq!(found.stages, BTreeMap::from([(0, 0), (1, 1), (2, 2), (3, 3)]));
}
