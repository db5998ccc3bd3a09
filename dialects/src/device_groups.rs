//! Replica groups: which devices a collective joins.
//!
//! Invariants: device ids are the ids of one flat space, `0..N`, as in programs for N replicas or with
//! `use_global_device_ids`; no device is in two groups; a group's order is the order of its members' data.

use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::interp::{EvalCtx, EvalError};
use shardwright_ir::literal::Literal;
use shardwright_ir::op::AttrSpec;
use shardwright_ir::types::ElementType;

/// `replica_groups`, as every collective that has groups takes it.
pub const REPLICA_GROUPS: AttrSpec =
    AttrSpec { name: "replica_groups", required: true, summary: "device ids, one row a group; -1 pads shorter groups" };
/// `channel_handle`.
pub const CHANNEL_HANDLE: AttrSpec = AttrSpec { name: "channel_handle", required: false, summary: "which transfer this is, across devices" };
/// `use_global_device_ids`.
pub const USE_GLOBAL_DEVICE_IDS: AttrSpec =
    AttrSpec { name: "use_global_device_ids", required: false, summary: "ids count replicas and partitions together" };

/// The groups of a collective. Empty where the attribute names none: all devices are one group.
pub fn groups(attrs: &Attrs) -> Result<Vec<Vec<i64>>, String> {
    let Some(Attr::Dense(literal)) = attrs.get("replica_groups") else {
        return Err("attribute `replica_groups` must be dense integers of rank 2".into());
    };
    if literal.ty.rank() != 2 {
        return Err(format!("attribute `replica_groups` must have rank 2, got {}", literal.ty.rank()));
    }
    let width = literal.ty.dims[1];
    if width == 0 || literal.ty.dims[0] == 0 {
        return Ok(Vec::new());
    }
    if literal.ty.num_elements() > 1 << 24 {
        return Err(format!("attribute `replica_groups` names {} devices, at most {} are supported", literal.ty.num_elements(), 1 << 24));
    }
    let ids = literal.to_ints().ok_or("attribute `replica_groups` must hold integers")?;
    let mut seen = std::collections::BTreeSet::new();
    for &id in ids.iter().filter(|&&id| id != -1) {
        if id < 0 {
            return Err(format!("attribute `replica_groups` holds device {id}, ids are at least 0"));
        }
        if !seen.insert(id) {
            return Err(format!("attribute `replica_groups` names device {id} twice"));
        }
    }
    Ok(ids.chunks_exact(width as usize).map(|row| row.iter().copied().filter(|&id| id != -1).collect()).collect())
}

/// The number of devices in each group. Errors where groups differ or are not named.
pub fn group_size(attrs: &Attrs) -> Result<i64, String> {
    let groups = groups(attrs)?;
    let first = groups.first().ok_or("attribute `replica_groups` must name the devices: the result's shape depends on their number")?;
    match groups.iter().find(|group| group.len() != first.len()) {
        Some(other) => Err(format!("groups must be equally large, got {} and {}", first.len(), other.len())),
        None => Ok(first.len() as i64),
    }
}

/// The `replica_groups` attribute of these groups; shorter ones are padded with -1.
pub fn groups_attr(groups: &[Vec<i64>]) -> Attr {
    let width = groups.iter().map(Vec::len).max().unwrap_or(0);
    let ids: Vec<i64> = groups.iter().flat_map(|group| group.iter().copied().chain(std::iter::repeat(-1)).take(width)).collect();
    Attr::Dense(Literal::ints(ElementType::I64, &[groups.len() as i64, width as i64], &ids))
}

/// The group of the evaluating device and its place there; `None` where it is in none.
pub fn own_group(ctx: &EvalCtx) -> Result<Option<(Vec<i64>, usize)>, EvalError> {
    let communicator = ctx.communicator()?;
    let count = communicator.num_devices();
    let mut groups = groups(ctx.view().attrs())?;
    if groups.is_empty() {
        groups.push((0..count).collect());
    }
    if let Some(id) = groups.iter().flatten().find(|&&id| id >= count) {
        return Err(format!("group names device {id}, the program runs on {count}").into());
    }
    let device = communicator.device();
    Ok(groups.into_iter().find_map(|group| group.iter().position(|&id| id == device).map(|place| (group, place))))
}

/// [`own_group`] for collectives in which every device takes part.
pub fn required_group(ctx: &EvalCtx) -> Result<(Vec<i64>, usize), EvalError> {
    let device = ctx.communicator()?.device();
    own_group(ctx)?.ok_or_else(|| format!("device {device} is in no group of `replica_groups`").into())
}

/// What devices compare before they exchange: the op, the distinguishing attribute and the type.
pub fn description(ctx: &EvalCtx, detail: &str) -> String {
    let view = ctx.view();
    let types: Vec<String> = view.operand_types().iter().map(ToString::to_string).collect();
    format!("{}({}){detail}", view.data().info.name, types.join(", "))
}
