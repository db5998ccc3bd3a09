//! `hierarchical-all-to-all` and `hierarchical-gather`: one exchange over several mesh axes as two, along the minor axes and along the others.
//!
//! An all-to-all first goes along the minor axes (devices of one node), which brings together what is for the same place of other nodes, then along the
//! major ones: as few and as large messages between nodes as there are nodes (2DH of Tutel, Hwang et al. 2023, section 4.3; DeepSpeed-MoE, Rajbhandari et al. 2022, section
//! 5.2). A gather goes the other way, major axes first: what it has between the two is ZeRO++'s secondary partition (hpZ, Wang et al. 2023, section 4.2), one copy in the devices
//! of a node, so that `regather` gathers again along the minor axes alone. With `b` minor and `a` major devices and `S` bytes of a result a device sends
//! `S (b-1)/b + S (a-1)/a` in the two all-to-alls, and `S (ab-1)/ab` in the two gathers, as in one.
//! Invariants: values are the same to the bit; exchanges whose groups do not lie along whole mesh axes in their order stay as they are.

use crate::attention::decompose::replace;
use crate::manager::{Changed, OptionSpec, Pass, PassCtx, PassInfo};
use shardwright_dialects::device_groups::{groups, groups_attr};
use shardwright_dialects::local::{self, reshape, row, transpose};
use shardwright_ir::sharding::{AxisRef, Mesh};
use shardwright_ir::{Attr, Builder, Diagnostic, Diagnostics, Func, Module, OpId, Sym, Value};

const INNER: OptionSpec = OptionSpec { name: "inner", default: "", summary: "mesh axes of the step within a node, joined by +; the minor one of each exchange where it is empty" };

/// The row of `hierarchical-all-to-all`.
pub static HIERARCHICAL_ALL_TO_ALL: PassInfo = PassInfo {
    name: "hierarchical-all-to-all",
    summary: "exchanges over several mesh axes in two steps: along the minor ones, then along the others",
    options: &[INNER],
    build: |options| Ok(Box::new(TwoSteps { kind: "all_to_all", inner: names(options.get(&HIERARCHICAL_ALL_TO_ALL, "inner")) })),
};

/// The row of `hierarchical-gather`.
pub static HIERARCHICAL_GATHER: PassInfo = PassInfo {
    name: "hierarchical-gather",
    summary: "gathers over several mesh axes in two steps: along the major ones, then along the others",
    options: &[INNER],
    build: |options| Ok(Box::new(TwoSteps { kind: "all_gather", inner: names(options.get(&HIERARCHICAL_GATHER, "inner")) })),
};

fn names(text: &str) -> Vec<String> {
    text.split('+').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

struct TwoSteps {
    kind: &'static str,
    inner: Vec<String>,
}

impl Pass for TwoSteps {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let Some(mesh) = module.main_mesh().map(|(_, mesh)| mesh.clone()) else { return Ok(Changed::No) };
        if let Some(name) = self.inner.iter().find(|name| mesh.axis_size(Sym::new(name)).is_none()) {
            let axes: Vec<&str> = mesh.axes.iter().map(|axis| axis.name.as_str()).collect();
            return Err(Diagnostic::error(format!("the mesh has no axis `{name}`; it has {}", axes.join(", "))).into());
        }
        let name = format!("stablehlo.{}", self.kind);
        let mut count = 0;
        for func in module.funcs.values_mut() {
            let wanted = |func: &Func, op: OpId| func.op(op).info.name == name && func.op(op).operands.len() == 1;
            let own = func.name;
            count += replace(func, wanted, &mut |b, op| {
                let Some(levels) = levels(&mesh, &groups(&b.func.op(op).attrs)?, &self.inner) else { return Ok(None) };
                let (value, made) = if self.kind == "all_gather" { gather(b, op, &levels)? } else { all_to_all(b, op, &levels)? };
                made.into_iter().for_each(|made| ctx.provenance.inherit(own, op, made));
                Ok(Some(vec![value]))
            })?;
        }
        if count == 0 {
            let what = format!("no {} goes in two steps: none is over two mesh axes or more", self.kind);
            ctx.diagnostics.push(Diagnostic::warning(what).help("give the devices of a node a mesh axis of their own, and shard along both axes"));
        }
        ctx.count("exchanges in two steps", count);
        Ok((count > 0).into())
    }
}

/// Groups of the two steps.
pub(super) struct Levels {
    /// Devices of one node, and how many.
    pub inner: (Vec<Vec<i64>>, i64),
    /// Devices in the same place of all nodes, and how many.
    pub outer: (Vec<Vec<i64>>, i64),
}

/// The steps of groups along whole axes: those named, or the minor one where none is, within nodes. `None` where there is but one step.
pub(super) fn levels(mesh: &Mesh, groups: &[Vec<i64>], inner: &[String]) -> Option<Levels> {
    let all: Vec<&shardwright_ir::sharding::MeshAxis> = mesh.axes.iter().filter(|axis| axis.size > 1).collect();
    let first = groups.first()?;
    if all.len() > 16 {
        return None;
    }
    // The axes along which a group lies, in the order of the mesh.
    let axes = (1u32..1 << all.len()).map(|chosen| (0..all.len()).filter(|at| chosen >> at & 1 == 1).map(|at| AxisRef::full(all[at].name)).collect::<Vec<_>>()).find(|axes| {
        axes.len() > 1 && mesh.shards(axes) == first.len() as i64 && {
            let found = mesh.device_groups(axes);
            found.len() == groups.len() && found.iter().all(|group| groups.contains(group))
        }
    })?;
    let minor = axes.iter().rev().take_while(|axis| inner.iter().any(|name| axis.name == name.as_str())).count();
    let minor = if inner.is_empty() { 1 } else { minor };
    if minor == 0 || minor == axes.len() {
        return None;
    }
    let near = usize::try_from(mesh.shards(&axes[axes.len() - minor..])).ok()?;
    let far = first.len() / near;
    let within = groups.iter().flat_map(|group| group.chunks(near).map(<[i64]>::to_vec)).collect();
    let between = groups.iter().flat_map(|group| (0..near).map(move |place| group.iter().skip(place).step_by(near).copied().collect())).collect();
    Some(Levels { inner: (within, near as i64), outer: (between, far as i64) })
}

/// Two all-to-alls in the place of one, and the ops that they are.
fn all_to_all(b: &mut Builder, op: OpId, levels: &Levels) -> Result<(Value, Vec<OpId>), String> {
    let data = b.func.op(op);
    let at = |name: &str| data.attrs.get(name).and_then(Attr::as_int).and_then(|dim| usize::try_from(dim).ok()).ok_or_else(|| format!("all_to_all has no `{name}`"));
    let (split, concat, operand) = (at("split_dimension")?, at("concat_dimension")?, data.operands[0]);
    let result = b.func.tensor_type(b.func.result(op)).dims.to_vec();
    let dims = b.ty(operand).dims.to_vec();
    let (far, near) = (levels.outer.1, levels.inner.1);
    // The place of the receiver comes before what it receives: [.., a, b, part, ..].
    let parts = dims[split] / (far * near);
    let cut = [&dims[..split], &[far, near, parts], &dims[split + 1..]].concat();
    let value = reshape(b, operand, &cut)?;
    let inner = local::all_to_all(b, value, split + 1, split + 1, &levels.inner.0)?;
    let outer = local::all_to_all(b, inner, split, split, &levels.outer.0)?;
    let made: Vec<OpId> = [inner, outer].into_iter().filter_map(|value| b.func.defining_op(value)).collect();
    // The place of the sender goes before what it had of the other dimension.
    let rest: Vec<i64> = (0..cut.len() as i64).filter(|&dim| dim != split as i64 && dim != split as i64 + 1).collect();
    let order = [&rest[..concat], &[split as i64, split as i64 + 1], &rest[concat..]].concat();
    let value = transpose(b, outer, &order)?;
    Ok((reshape(b, value, &result)?, made))
}

/// Two gathers in the place of one, and the ops that they are.
fn gather(b: &mut Builder, op: OpId, levels: &Levels) -> Result<(Value, Vec<OpId>), String> {
    let data = b.func.op(op);
    let (mut attrs, operand) = (data.attrs.clone(), data.operands[0]);
    let dim = attrs.get("all_gather_dim").and_then(Attr::as_int).and_then(|dim| usize::try_from(dim).ok()).ok_or("all_gather has no `all_gather_dim`")?;
    let result = b.func.tensor_type(b.func.result(op)).dims.to_vec();
    let dims = b.ty(operand).dims.to_vec();
    let mut shape = [&dims[..dim], &[1, 1], &dims[dim..]].concat();
    let mut value = reshape(b, operand, &shape)?;
    let mut made = Vec::new();
    for (at, (groups, count)) in [(dim, &levels.outer), (dim + 1, &levels.inner)] {
        attrs.set("all_gather_dim", Attr::i64(at as i64));
        attrs.set("replica_groups", groups_attr(groups));
        shape[at] = *count;
        let ty = b.ty(value).with_dims(&shape);
        value = b.value_of_type(row("stablehlo.all_gather")?, &[value], attrs.clone(), ty)?;
        made.extend(b.func.defining_op(value));
    }
    Ok((reshape(b, value, &result)?, made))
}

