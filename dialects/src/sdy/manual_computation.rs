//! `sdy.manual_computation`: a body that is written for one device along some axes.
//!
//! Invariants: operands and results are global; the body's arguments and returned values are local along the manual axes, which
//! divide them; its collectives name devices by their ids in the whole mesh.
//!
//! Evaluated in the global view, the body runs once for every device of the mesh, on threads of their own: each device
//! takes its shard along the manual axes, and what the devices return is put together. Inside such a body (a nested
//! manual computation) the devices are there already and exchange their results.

use shardwright_ir::DerivativeFacet;
use crate::syntax::ManualComputation;
use crate::layout::{Padding, shard, start};
use crate::strided::copy_box;
use crate::work;
use shardwright_ir::interp::{Buffer, Communicator, EvalCtx, EvalError, Interpreter, Tensor, run_devices};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{AxisRef, DimSharding, Mesh, TensorSharding};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, OpInfo, Sym, TensorType};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "sdy.manual_computation",
    summary: "a body written for one device along its manual axes",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "in_shardings", required: true, summary: "how each operand lies, manual axes first" },
        AttrSpec { name: "out_shardings", required: true, summary: "how each result lies, manual axes first" },
        AttrSpec { name: "manual_axes", required: true, summary: "axes along which the body is local" },
    ],
    // The body may exchange data between devices.
    traits: Traits::EFFECTS,
    infer: Inference::Given("global result types follow from the mesh, which the op does not see"),
    verify,
    rule: RuleFacet::DataFlow("operands flow into the body, what it returns into the results"),
    partial: PartialFacet::Whole("its body works on what one device has"),
    cost: work::free,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::None("its body is one device's program: differentiate the body and write the gradient as another manual computation"),
    localize: Localize::ByPass("the body takes its place"),
    syntax: Syntax::Custom(&ManualComputation),
};

fn verify(op: &OpView) -> Result<(), String> {
    let data = op.data();
    check_axes(op)?;
    let body = op.func.region(data.regions[0]);
    let returned = op.func.terminator(data.regions[0]).map_or(0, |end| op.func.op(end).operands.len());
    for (what, name, count, inner) in [
        ("operands", "in_shardings", data.operands.len(), body.args.len()),
        ("results", "out_shardings", data.results.len(), returned),
    ] {
        let declared = match op.attr(name) {
            Some(Attr::Shardings(shardings)) => shardings.len(),
            Some(Attr::Array(items)) if items.is_empty() => 0,
            _ => return Err(format!("attribute `{name}` must be a list of shardings")),
        };
        if declared != count || inner != count {
            return Err(format!("{count} {what}, but {declared} shardings and {inner} values of the body"));
        }
    }
    Ok(())
}

/// Manual axes are distinct and not manual already.
fn check_axes(op: &OpView) -> Result<(), String> {
    let axes = manual_axes(op)?;
    for (index, axis) in axes.iter().enumerate() {
        if axes[..index].iter().any(|other| other.name == axis.name) {
            return Err(format!("manual axis {axis} is given twice"));
        }
    }
    let mut outside = op.data().parent.and_then(|region| op.func.region(region).parent);
    while let Some(id) = outside {
        let view = op.func.view(id);
        if view.data().info.name == INFO.name
            && let Some(axis) = manual_axes(&view)?.iter().find(|outer| axes.iter().any(|axis| axis.name == outer.name))
        {
            return Err(format!("axis {axis} is manual already in an enclosing computation"));
        }
        outside = view.data().parent.and_then(|region| op.func.region(region).parent);
    }
    Ok(())
}

/// The manual axes.
pub fn manual_axes(op: &OpView) -> Result<Vec<AxisRef>, String> {
    match op.attr("manual_axes") {
        Some(Attr::Axes(axes)) => Ok(axes.clone()),
        _ => Err("attribute `manual_axes` must be a list of axes".into()),
    }
}

fn shardings(op: &OpView, name: &str) -> Vec<TensorSharding> {
    match op.attr(name) {
        Some(Attr::Shardings(shardings)) => shardings.clone(),
        _ => Vec::new(),
    }
}

/// A sharding with nothing but its manual axes.
fn manual_part(sharding: &TensorSharding, manual: &[AxisRef]) -> Result<TensorSharding, String> {
    if !sharding.unreduced.is_empty() {
        return Err(format!("a value of sharding {sharding} is unreduced: partition the program first"));
    }
    let dims = sharding.dims.iter().map(|dim| DimSharding::closed(dim.axes.iter().filter(|axis| manual.iter().any(|name| name.name == axis.name)).copied().collect()));
    Ok(TensorSharding::of_dims(sharding.mesh, dims.collect()))
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let op = ctx.view();
    let manual = manual_axes(&op)?;
    let part = |name| shardings(&op, name).iter().map(|sharding| manual_part(sharding, &manual)).collect::<Result<Vec<_>, String>>();
    let (ins, outs) = (part("in_shardings")?, part("out_shardings")?);
    let mesh = mesh_of(ctx, ins.iter().chain(&outs))?;
    check_even(operands.iter().map(|operand| &operand.ty).zip(&ins), mesh)?;
    let types = op.result_types();
    check_even(types.iter().zip(&outs), mesh)?;
    let count = mesh.num_devices();
    let region = op.data().regions[0];
    if let Some(devices) = ctx.interpreter.communicator()
        && devices.num_devices() == count
    {
        let position = position_of(mesh, devices.device())?;
        let own: Vec<Tensor> = operands.iter().zip(&ins).map(|(operand, sharding)| shard(operand, sharding, mesh, position, Padding::Zero)).collect();
        let results = ctx.call_region(0, &own)?;
        return join_with_peers(devices, mesh, &manual, &results, &outs, &types);
    }
    if ctx.interpreter.communicator().is_some_and(|devices| devices.num_devices() != 1) {
        return Err(format!("the mesh has {count} devices, the program runs on another number").into());
    }
    let (module, func, captured) = (ctx.interpreter.module(), ctx.func, std::sync::Mutex::new(ctx.captured()));
    let mut all = run_devices(usize::try_from(count).map_err(|_| "too many devices")?, |devices| {
        let position = position_of(mesh, devices.device())?;
        let own: Vec<Tensor> = operands.iter().zip(&ins).map(|(operand, sharding)| shard(operand, sharding, mesh, position, Padding::Zero)).collect();
        let seen = captured.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let results = Interpreter::with_communicator(module, devices).run_region(func, region, &own, &seen)?;
        join_with_peers(devices, mesh, &manual, &results, &outs, &types)
    })?;
    Ok(all.swap_remove(0))
}

/// Puts the results of the devices that differ along the manual axes together, on each of them.
fn join_with_peers(
    devices: &dyn Communicator,
    mesh: &Mesh,
    manual: &[AxisRef],
    results: &[Tensor],
    outs: &[TensorSharding],
    types: &[TensorType],
) -> Result<Vec<Tensor>, EvalError> {
    let position = position_of(mesh, devices.device())?;
    let groups = mesh.groups(manual);
    let peers = groups.iter().find(|group| group.contains(&position)).ok_or("the device is in no group of the mesh")?;
    let ids: Vec<i64> = peers.iter().map(|&peer| mesh.device_at(peer)).collect();
    let mut joined = Vec::with_capacity(results.len());
    for ((result, sharding), ty) in results.iter().zip(outs).zip(types) {
        let local = sharding.local_type(ty, mesh);
        if result.ty != local {
            return Err(format!("the body returned {}, its sharding makes {local}", result.ty).into());
        }
        let parts = devices.exchange("sdy.manual_computation", &ids, result.clone())?;
        let mut data = Buffer::zeros(ty.element, ty.num_elements() as usize);
        for (part, &peer) in parts.iter().zip(peers) {
            copy_box(&part.data, &local.dims, &vec![0; local.rank()], &mut data, &ty.dims, &start(&local, sharding, mesh, peer), &local.dims);
        }
        joined.push(Tensor::new(ty.clone(), data));
    }
    Ok(joined)
}

fn mesh_of<'a, 'b>(ctx: &EvalCtx<'a>, mut shardings: impl Iterator<Item = &'b TensorSharding>) -> Result<&'a Mesh, String> {
    let module = ctx.interpreter.module();
    let name: Option<Sym> = shardings.next().map(|sharding| sharding.mesh);
    match name {
        Some(name) => module.mesh(name).ok_or_else(|| format!("no mesh @{name}")),
        None => module.main_mesh().map(|(_, mesh)| mesh).ok_or_else(|| "the module has no mesh".into()),
    }
}

fn position_of(mesh: &Mesh, device: i64) -> Result<i64, String> {
    (0..mesh.num_devices()).find(|&position| mesh.device_at(position) == device).ok_or_else(|| format!("device {device} is not in the mesh"))
}

fn check_even<'a>(values: impl Iterator<Item = (&'a TensorType, &'a TensorSharding)>, mesh: &Mesh) -> Result<(), String> {
    for (ty, sharding) in values {
        if ty.rank() != sharding.rank() || !sharding.is_even(ty, mesh) {
            return Err(format!("{ty} does not divide by its manual axes in {sharding}"));
        }
    }
    Ok(())
}
