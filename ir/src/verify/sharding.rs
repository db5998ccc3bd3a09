//! Shardings: meshes, and how values, results and attributes of ops refer to them.
//!
//! The rules are Shardy's. A mesh: positive axis sizes, distinct names, device ids a permutation; all meshes
//! with axes have equally many devices. A sharding: its mesh exists; one entry a dimension; every axis exists;
//! a sub-axis `"x":(pre)size` has pre >= 1, size > 1, size smaller than the axis and pre * size dividing it; no
//! two references overlap; neighbours that form a larger piece are merged; replicated and unreduced axes are
//! in mesh order; an empty closed dimension has no priority; a dimension of size 0 is not sharded. A rule on an op: one mapping a
//! tensor, one entry a dimension, factors that multiply to the dimension's size.

use super::{Findings, manual};
use crate::attrs::Attr;
use crate::diag::Diagnostic;
use crate::entity::EntityId;
use crate::module::{Func, Module, OpId, Value};
use crate::sharding::{AxisRef, FactorId, Mesh, ShardingRule, TensorFactors, TensorSharding};
use crate::sym::Sym;
use crate::types::Type;
use std::collections::HashMap;

/// Checks the meshes of a module.
pub(super) fn check_meshes(module: &Module, findings: &mut Findings) {
    let mut devices: Option<(Sym, i64)> = None;
    for (&name, mesh) in &module.meshes {
        if let Err(why) = mesh.check() {
            findings.push(Diagnostic::error(format!("mesh @{name}: {why}")).in_place(format!("mesh @{name}")));
            continue;
        }
        if mesh.axes.is_empty() {
            continue;
        }
        let count = mesh.num_devices();
        match devices {
            Some((first, other)) if other != count => {
                let message = format!("mesh @{name} has {count} devices, @{first} has {other}: all meshes of a module must have equally many");
                findings.push(Diagnostic::error(message).in_place(format!("mesh @{name}")));
            }
            Some(_) => {}
            None => devices = Some((name, count)),
        }
    }
}

/// Checks the shardings of one function.
pub(super) fn check(module: &Module, func: &Func, findings: &mut Findings) {
    for (index, &arg) in func.args().iter().enumerate() {
        if let Some(sharding) = func.sharding(arg)
            && let Err(why) = check_sharding(module, sharding, Some(func.ty(arg)))
        {
            findings.at_func(func, format!("sharding of argument {index}: {why}"));
        }
    }
    for (index, (sharding, ty)) in func.result_shardings.iter().zip(&func.result_types).enumerate() {
        if let Some(sharding) = sharding
            && let Err(why) = check_sharding(module, sharding, Some(ty))
        {
            findings.at_func(func, format!("sharding of result {index}: {why}"));
        }
    }
    for op in func.walk() {
        if findings.is_full() {
            return;
        }
        check_op(module, func, op, findings);
    }
}

fn check_op(module: &Module, func: &Func, op: OpId, findings: &mut Findings) {
    let data = func.op(op);
    if let Some(Attr::Axes(axes)) = data.attrs.get("manual_axes")
        && let Err(why) = manual::check(module, func, op, axes)
    {
        findings.at_op(func, op, why);
        return;
    }
    let mut check_one = |what: String, sharding: &TensorSharding, ty: Option<&Type>| {
        if let Err(why) = check_sharding(module, sharding, ty) {
            findings.at_op(func, op, format!("{what}: {why}"));
        }
    };
    for (index, &result) in data.results.iter().enumerate() {
        if let Some(sharding) = func.sharding(result) {
            check_one(format!("sharding of result {index}"), sharding, Some(func.ty(result)));
        }
    }
    let args = data.regions.iter().flat_map(|&region| &func.region(region).args);
    for (index, &arg) in args.enumerate() {
        if let Some(sharding) = func.sharding(arg) {
            check_one(format!("sharding of region argument {index}"), sharding, Some(func.ty(arg)));
        }
    }
    for (name, attr) in data.attrs.iter() {
        // What a list of shardings is about is said by its name; a single one is about the op's only tensor.
        let values: &[Value] = if name == "in_shardings" || data.results.is_empty() { &data.operands } else { &data.results };
        match attr {
            Attr::Sharding(sharding) => check_one(format!("`{name}`"), sharding, values.first().map(|&value| func.ty(value))),
            Attr::Shardings(shardings) => {
                if shardings.len() != values.len() {
                    findings.at_op(func, op, format!("`{name}` has {} shardings for {} values", shardings.len(), values.len()));
                    return;
                }
                for (index, (sharding, &value)) in shardings.iter().zip(values).enumerate() {
                    check_one(format!("`{name}` of value {index}"), sharding, Some(func.ty(value)));
                }
            }
            Attr::Rule(rule) => {
                if let Err(why) = check_rule(func, rule, &data.operands, &data.results) {
                    findings.at_op(func, op, format!("`{name}`: {why}"));
                    return;
                }
            }
            _ => {}
        }
    }
}

/// Checks one sharding, against the type that it is for where that is known.
pub(super) fn check_sharding(module: &Module, sharding: &TensorSharding, ty: Option<&Type>) -> Result<(), String> {
    let mesh = module.mesh(sharding.mesh).ok_or_else(|| format!("there is no mesh @{}", sharding.mesh))?;
    if mesh.is_maximal() && sharding.dims.is_empty() && sharding.all_axes().next().is_none() {
        // One device holds all of the tensor, whatever its rank.
        return Ok(());
    }
    if let Some(ty) = ty {
        let dims: &[i64] = ty.as_tensor().map_or(&[], |ty| &ty.dims);
        if dims.len() != sharding.rank() {
            return Err(format!("sharding has {} dimensions, the tensor has {}", sharding.rank(), dims.len()));
        }
        for (dim, (&size, entry)) in dims.iter().zip(&sharding.dims).enumerate() {
            if size == 0 && !entry.axes.is_empty() {
                return Err(format!("dimension {dim} has size 0 and cannot be sharded"));
            }
        }
    }
    let positions: HashMap<Sym, (usize, i64)> =
        mesh.axes.iter().enumerate().map(|(index, axis)| (axis.name, (index, axis.size))).collect();
    let mut used: Vec<(usize, i64, i64, &AxisRef)> = Vec::new();
    for axis in sharding.all_axes() {
        let &(index, size) = positions.get(&axis.name).ok_or_else(|| unknown_axis(axis, sharding.mesh, mesh))?;
        if let Some((pre, sub)) = axis.sub {
            let product = pre.checked_mul(sub).unwrap_or(i64::MAX);
            if pre < 1 || sub <= 1 || product > size || size % product != 0 {
                return Err(format!("sub-axis {axis} does not divide axis \"{}\" of size {size}", axis.name));
            }
            if sub == size {
                return Err(format!("sub-axis {axis} is all of axis \"{}\": write the axis", axis.name));
            }
            used.push((index, pre, product, axis));
        } else {
            used.push((index, 1, size, axis));
        }
    }
    used.sort_unstable_by_key(|&(index, pre, end, _)| (index, pre, end));
    for pair in used.windows(2) {
        let ((index, _, end, left), (other, pre, _, right)) = (pair[0], pair[1]);
        if index == other && (pre < end || left == right) {
            let what = if left == right { format!("axis {left} is used twice") } else { format!("axes {left} and {right} overlap") };
            return Err(what);
        }
        if index == other && pre % end != 0 {
            return Err(format!("axes {left} and {right} cut axis \"{}\" in two ways that do not fit together", left.name));
        }
    }
    for (dim, entry) in sharding.dims.iter().enumerate() {
        check_merged(&entry.axes, mesh)?;
        if let Some(priority) = entry.priority {
            if priority < 0 {
                return Err(format!("priority of dimension {dim} must be at least 0, got {priority}"));
            }
            if entry.axes.is_empty() && !entry.open {
                return Err(format!("dimension {dim} is empty and closed: it cannot have priority {priority}"));
            }
        }
    }
    for (what, axes) in [("replicated", &sharding.replicated), ("unreduced", &sharding.unreduced)] {
        check_merged(axes, mesh)?;
        let order = |axis: &AxisRef| (positions.get(&axis.name).map(|(index, _)| *index), axis.sub.map_or(1, |(pre, _)| pre));
        if let Some(pair) = axes.windows(2).find(|pair| order(&pair[0]) > order(&pair[1])) {
            return Err(format!("{what} axes must be in mesh order: {} comes before {}", pair[1], pair[0]));
        }
    }
    Ok(())
}

/// That no two neighbours form a larger piece.
fn check_merged(axes: &[AxisRef], mesh: &Mesh) -> Result<(), String> {
    for pair in axes.windows(2) {
        if let (Some((pre, size)), Some((next, _))) = (pair[0].sub, pair[1].sub)
            && pair[0].name == pair[1].name
            && pre.saturating_mul(size) == next
            && let Some(merged) = pair[0].merge(&pair[1], mesh)
        {
            return Err(format!("axes {} and {} must be written as {merged}", pair[0], pair[1]));
        }
    }
    Ok(())
}

pub(super) fn unknown_axis(axis: &AxisRef, name: Sym, mesh: &Mesh) -> String {
    let known: Vec<_> = mesh.axes.iter().take(8).map(|axis| format!("\"{}\"", axis.name)).collect();
    let known = if known.is_empty() { "no axes".to_string() } else { known.join(", ") };
    format!("unknown axis \"{}\": mesh @{name} has {known}", axis.name)
}

fn check_rule(func: &Func, rule: &ShardingRule, operands: &[Value], results: &[Value]) -> Result<(), String> {
    for (what, mappings, values) in [("operand", &rule.operands, operands), ("result", &rule.results, results)] {
        if mappings.len() != values.len() {
            return Err(format!("rule has {} {what}s, the op has {}", mappings.len(), values.len()));
        }
        for (index, (mapping, &value)) in mappings.iter().zip(values).enumerate() {
            check_mapping(rule, mapping, func.ty(value)).map_err(|why| format!("{what} {index}: {why}"))?;
        }
    }
    Ok(())
}

fn check_mapping(rule: &ShardingRule, mapping: &TensorFactors, ty: &Type) -> Result<(), String> {
    let dims: &[i64] = ty.as_tensor().map_or(&[], |ty| &ty.dims);
    if mapping.len() != dims.len() {
        return Err(format!("rule has {} dimensions, the tensor has {}", mapping.len(), dims.len()));
    }
    let mut seen: Vec<FactorId> = mapping.iter().flatten().copied().collect();
    for (dim, (factors, &size)) in mapping.iter().zip(dims).enumerate() {
        let product = factors.iter().try_fold(1i64, |product, factor| {
            let factor = rule.factors.get(factor.index()).ok_or_else(|| format!("dimension {dim} names a factor that is not there"))?;
            Ok::<i64, String>(product.saturating_mul(factor.size))
        })?;
        if !factors.is_empty() && product != size {
            return Err(format!("factors of dimension {dim} multiply to {product}, its size is {size}"));
        }
    }
    seen.sort_unstable();
    match seen.windows(2).any(|pair| pair[0] == pair[1]) {
        true => Err("a factor occurs twice".to_string()),
        false => Ok(()),
    }
}
