//! One sharding in the format's words: shards in row-major order over the sharded dimensions, the devices of each.
//!
//! A dimension that several mesh axes shard is one entry with as many shards as they make together: in which order devices take them is what the list
//! of devices says, so sub-axes and axes in any order need nothing more. (The format's several entries a dimension are for shards that are no
//! contiguous blocks; [`TensorSharding`] has none.) Replicas are device groups with the keys -1, -2, …

use crate::front::onnx::proto::simple_sharded_dim_proto::Dim;
use crate::front::onnx::proto::{IntIntListEntryProto, ShardedDimProto, ShardingSpecProto, SimpleShardedDimProto};
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};

/// The devices that a program runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Its mesh.
    pub mesh: Mesh,
    /// Logical ids of its devices, by position in the mesh.
    pub devices: Vec<i64>,
}

/// The spec of a tensor. `size` says what is known of a dimension's size.
pub fn spec(tensor: &str, sharding: &TensorSharding, placed: &Placed, size: &dyn Fn(usize) -> Option<Dim>) -> ShardingSpecProto {
    let axes: Vec<AxisRef> = sharding.dim_axes().copied().collect();
    let mut shards: Vec<Vec<i64>> = vec![Vec::new(); usize::try_from(placed.mesh.shards(&axes)).unwrap_or(1)];
    for (position, &device) in placed.devices.iter().enumerate() {
        let shard = placed.mesh.shard_index(position as i64, &axes);
        shards[shard as usize].push(device);
    }
    let mut spec = ShardingSpecProto { tensor_name: Some(tensor.to_owned()), ..ShardingSpecProto::default() };
    for (index, group) in shards.into_iter().enumerate() {
        if let [device] = group[..] {
            spec.device.push(device);
            continue;
        }
        let key = -1 - index as i64;
        spec.device.push(key);
        spec.index_to_device_group_map.push(IntIntListEntryProto { key: Some(key), value: group });
    }
    for (axis, dim) in sharding.dims.iter().enumerate() {
        let count = placed.mesh.shards(&dim.axes);
        if count > 1 {
            let simple = SimpleShardedDimProto { dim: size(axis), num_shards: Some(count) };
            spec.sharded_dim.push(ShardedDimProto { axis: Some(axis as i64), simple_sharding: vec![simple] });
        }
    }
    spec
}
