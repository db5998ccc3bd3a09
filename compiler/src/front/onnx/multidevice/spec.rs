//! The checks of one sharding spec by itself: axes, shard counts, devices and groups.
//!
//! Invariant: a checked spec's digits account for every device that it lists, each exactly once.

use super::digits::{Digit, decompose};
use crate::front::onnx::proto::{ShardedDimProto, ShardingSpecProto, simple_sharded_dim_proto::Dim};
use std::collections::{BTreeMap, BTreeSet};

/// A spec whose parts are all legal.
#[derive(Debug)]
pub(super) struct CheckedSpec {
    /// Dimension to the digits (major to minor) that shard it.
    pub dims: BTreeMap<usize, Vec<Digit>>,
    /// Digits over which every shard is replicated.
    pub replicas: Vec<Digit>,
    /// The smallest device that holds a shard.
    pub first: i64,
}

/// Checks a spec for a tensor of dimensions `dims` (where known) on `devices` devices.
///
/// # Errors
/// Everything that is wrong.
pub(super) fn check(spec: &ShardingSpecProto, devices: i64, dims: Option<&[i64]>) -> Result<CheckedSpec, Vec<String>> {
    let mut faults = Vec::new();
    let components = components(&spec.sharded_dim, dims, &mut faults);
    let groups = device_groups(spec, devices, &mut faults);
    let shards = components.iter().fold(1i64, |product, (_, count)| product.saturating_mul(*count));
    if faults.is_empty() && shards != groups.len() as i64 {
        let counts: Vec<_> = components.iter().map(|(_, count)| count).collect();
        faults.push(format!(
            "num_shards {counts:?} make {shards} shards, but the spec lists {} devices or device groups: there must be one a shard",
            groups.len()
        ));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    place(&components, &groups).map_err(|message| vec![message])
}

/// Dimension and number of shards of every sharding component, in the order of the shards.
fn components(listed: &[ShardedDimProto], dims: Option<&[i64]>, faults: &mut Vec<String>) -> Vec<(usize, i64)> {
    let mut seen = BTreeSet::new();
    let mut result = Vec::new();
    for sharded in listed {
        let axis = sharded.axis();
        let resolved = match dims {
            Some(dims) => {
                let rank = dims.len() as i64;
                if axis < -rank || axis >= rank {
                    faults.push(format!("axis {axis} is out of range for a tensor of rank {rank}"));
                    continue;
                }
                if axis < 0 { axis + rank } else { axis }
            }
            None if axis < 0 => {
                faults.push(format!("axis {axis} counts from the end, but the tensor's rank is not known"));
                continue;
            }
            None => axis,
        } as usize;
        if !seen.insert(resolved) {
            faults.push(format!("duplicate axis: axis {resolved} is sharded twice (list its components in one entry)"));
            continue;
        }
        if sharded.simple_sharding.is_empty() {
            faults.push(format!("axis {resolved} is listed without a sharding (simple_sharding)"));
        }
        let mut split = false;
        let mut product = Some(1i64);
        for (index, part) in sharded.simple_sharding.iter().enumerate() {
            let count = part.num_shards();
            if count < 1 {
                faults.push(format!("num_shards must be at least 1, got {count} for axis {resolved}"));
                continue;
            }
            let size = match &part.dim {
                Some(Dim::DimValue(size)) => Some(*size),
                _ => None,
            };
            product = product.zip(size).and_then(|(product, size)| product.checked_mul(size));
            // Components are nested, so a later component may only be sharded inside shards that hold one index
            // of every earlier one; anything else is not a contiguous block of the dimension.
            if split && count > 1 {
                faults.push(format!(
                    "component {index} of axis {resolved} is sharded inside a component that keeps several indices a shard: \
                     only the last sharded component may do so"
                ));
            }
            split |= size != Some(count);
            result.push((resolved, count));
        }
        let actual = dims.and_then(|dims| dims.get(resolved)).copied();
        if let (Some(product), Some(actual)) = (product, actual)
            && product != actual
            && !sharded.simple_sharding.is_empty()
        {
            faults.push(format!("dim_value of axis {resolved} makes {product}, but the dimension has size {actual}"));
        }
    }
    result
}

/// The devices of every shard, sorted: one, or those of its group.
fn device_groups(spec: &ShardingSpecProto, devices: i64, faults: &mut Vec<String>) -> Vec<Vec<i64>> {
    let mut map = BTreeMap::new();
    for entry in &spec.index_to_device_group_map {
        let key = entry.key();
        if key >= 0 {
            faults.push(format!("key {key} of index_to_device_group_map must be negative, so that it is no device"));
        }
        if entry.value.is_empty() {
            faults.push(format!("device group {key} is empty"));
        }
        if map.insert(key, &entry.value).is_some() {
            faults.push(format!("duplicate key {key} in index_to_device_group_map"));
        }
    }
    if spec.device.is_empty() {
        faults.push("the spec lists no device".into());
    }
    let mut unused: BTreeSet<i64> = map.keys().copied().collect();
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    for &listed in &spec.device {
        unused.remove(&listed);
        let mut group = match map.get(&listed) {
            Some(group) => group.to_vec(),
            None if listed < 0 => {
                let keys: Vec<_> = map.keys().collect();
                faults.push(format!("unknown device {listed}: no key of index_to_device_group_map ({keys:?})"));
                continue;
            }
            None => vec![listed],
        };
        group.sort_unstable();
        for &device in &group {
            if device < 0 || device >= devices {
                faults.push(format!("device {device} is out of range: the configuration has devices 0 to {}", devices - 1));
            }
            if !seen.insert(device) {
                faults.push(format!("duplicate device {device}: a device holds one shard of a tensor"));
            }
        }
        groups.push(group);
    }
    for key in unused {
        faults.push(format!("key {key} of index_to_device_group_map is used by no entry of device"));
    }
    if let [first, rest @ ..] = groups.as_slice()
        && let Some(other) = rest.iter().find(|group| group.len() != first.len())
    {
        faults.push(format!(
            "device groups of {} and of {} devices in one spec: every shard needs the same number of replicas",
            first.len(),
            other.len()
        ));
    }
    groups
}

fn place(components: &[(usize, i64)], groups: &[Vec<i64>]) -> Result<CheckedSpec, String> {
    let heads: Vec<i64> = groups.iter().map(|group| group[0]).collect();
    let offsets = |group: &[i64]| group.iter().map(|device| device - group[0]).collect::<Vec<_>>();
    let replicas = offsets(&groups[0]);
    if let Some(other) = groups.iter().find(|group| offsets(group) != replicas) {
        return Err(format!("device groups {:?} and {other:?} are laid out differently over the devices", groups[0]));
    }
    let mut dims: BTreeMap<usize, Vec<Digit>> = BTreeMap::new();
    let mut inner = heads.len();
    let mut steps = Vec::new();
    for &(dim, count) in components {
        inner /= count as usize;
        let listed: Vec<i64> = (0..count as usize).map(|index| heads[index * inner]).collect();
        steps.push((count as usize, inner, listed.clone()));
        dims.entry(dim).or_default().extend(decompose(&listed)?);
    }
    // Each component must mean the same step wherever the others stand.
    for (index, &head) in heads.iter().enumerate() {
        let expected = steps.iter().try_fold(heads[0], |sum, (count, inner, listed)| {
            sum.checked_add(listed[index / inner % count] - listed[0])
        });
        if expected != Some(head) {
            return Err(format!("devices {heads:?} do not form a grid over the sharded axes"));
        }
    }
    let first = heads.iter().copied().min().unwrap_or(0);
    Ok(CheckedSpec { dims, replicas: decompose(&groups[0])?, first })
}
