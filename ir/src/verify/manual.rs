//! Manual axes: an op whose body is written for one device along some axes of the mesh.
//!
//! The rules are Shardy's: every manual axis is one of the mesh that the op's shardings are on; in a dimension, manual
//! axes come before others; they divide what they shard; the body takes and returns tensors of the local shapes. An op that bears
//! [`PADDED`] is ours: what its axes do not divide is padded to as many elements on every device, and its body knows.

use crate::attrs::Attr;
use crate::module::{Func, Module, OpId, Value};
use crate::sharding::spec::local_size;
use crate::sharding::{AxisRef, Mesh, TensorSharding};
use crate::sym::Sym;
use crate::types::{TensorType, Type};

/// Attribute of a manual computation whose last shards may be padding in part or whole.
pub const PADDED: &str = "shardwright.padded";

/// Checks the manual axes of an op with one body.
pub(super) fn check(module: &Module, func: &Func, op: OpId, axes: &[AxisRef]) -> Result<(), String> {
    let data = func.op(op);
    let padded = data.attrs.get(PADDED).is_some();
    let shardings = |name: &str| match data.attrs.get(name) {
        Some(Attr::Shardings(shardings)) => shardings.as_slice(),
        _ => &[],
    };
    let (ins, outs) = (shardings("in_shardings"), shardings("out_shardings"));
    let named = ins.iter().chain(outs).next().and_then(|sharding| Some((sharding.mesh, module.mesh(sharding.mesh)?)));
    let Some((name, mesh)) = named.or_else(|| module.main_mesh()) else {
        return if axes.is_empty() { Ok(()) } else { Err("manual axes need a mesh, the module has none".into()) };
    };
    for axis in axes {
        if mesh.axis_size(axis.name).is_none() {
            return Err(format!("manual axes: {}", super::sharding::unknown_axis(axis, name, mesh)));
        }
    }
    let Some(&body) = data.regions.first() else { return Ok(()) };
    let returned: &[Value] = func.terminator(body).map_or(&[], |end| &func.op(end).operands);
    for (what, inside, values, shardings, inner) in [
        ("operand", "argument", &data.operands, ins, func.region(body).args.as_slice()),
        ("result", "returned value", &data.results, outs, returned),
    ] {
        for (index, ((&value, sharding), &local)) in values.iter().zip(shardings).zip(inner).enumerate() {
            // Shardings that do not fit their values are another check's findings.
            let Some(ty) = func.ty(value).as_tensor().filter(|ty| ty.rank() == sharding.rank()) else { continue };
            let wanted = local_type(ty, sharding, axes, mesh, padded).map_err(|why| format!("{what} {index}: {why}"))?;
            if *func.ty(local) != Type::Tensor(wanted.clone()) {
                let got = func.ty(local);
                return Err(format!("{inside} {index} of the body must be {wanted}, {ty} split along the manual axes, got {got}"));
            }
        }
    }
    Ok(())
}

/// What the body sees of a tensor.
fn local_type(ty: &TensorType, sharding: &TensorSharding, manual: &[AxisRef], mesh: &Mesh, padded: bool) -> Result<TensorType, String> {
    let is_manual = |name: Sym| manual.iter().any(|axis| axis.name == name);
    let mut dims = ty.dims.to_vec();
    for (dim, (size, entry)) in dims.iter_mut().zip(&sharding.dims).enumerate() {
        let count = entry.axes.iter().take_while(|axis| is_manual(axis.name)).count();
        if let Some(late) = entry.axes[count..].iter().find(|axis| is_manual(axis.name)) {
            return Err(format!("in dimension {dim}, manual axis {late} must come before axes that are not manual"));
        }
        let known: Vec<AxisRef> = entry.axes[..count].to_vec();
        let shards = mesh.shards(&known).max(1);
        if *size % shards != 0 && !padded {
            return Err(format!("dimension {dim} of size {size} is not divided by its {shards} shards along the manual axes"));
        }
        *size = local_size(*size, shards);
    }
    Ok(ty.with_dims(&dims))
}
