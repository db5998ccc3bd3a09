//! Padding, and cropping to a size.

use super::call::{Call, axes};
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::Res;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "Pad" => pad(context, call),
        "CenterCropPad" => center_crop_pad(context, call),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

/// Pads stay below this, so that sums of sizes stay far from overflow.
const MAX_PAD: i64 = 1 << 40;

fn pad(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let rank = context.dims(&x).len();
    let listed = match call.ints("pads")? {
        Some(list) => list,
        None => context.ints(&call.input(1)?, "the pads of Pad")?,
    };
    let along = match call.optional(3) {
        Some(input) => {
            let list = context.ints(&input, "the axes of Pad")?;
            axes(&list, rank)?;
            list.iter().map(|&one| super::call::axis(one, rank)).collect::<Res<Vec<_>>>()?
        }
        None => (0..rank).collect(),
    };
    if listed.len() != 2 * along.len() {
        return Err(format!("Pad needs {} pads, got {}", 2 * along.len(), listed.len()));
    }
    if let Some(pad) = listed.iter().find(|pad| pad.saturating_abs() > MAX_PAD) {
        return Err(format!("pads must be at most {MAX_PAD}, got {pad}"));
    }
    let (mut low, mut high) = (vec![0; rank], vec![0; rank]);
    for (index, &dim) in along.iter().enumerate() {
        low[dim] = listed[index];
        high[dim] = listed[index + along.len()];
    }
    match call.text("mode", "constant")?.as_str() {
        "constant" => {
            let filler = match call.optional(2) {
                Some(value) => context.reshape(&value, &[])?,
                None => context.number(&x, if call.has("value") { call.float("value", 0.0)? } else { 0.0 }),
            };
            let (value, filler) = (context.ir(&x)?, context.ir(&filler)?);
            context.emit.pad(value, filler, &low, &high, &vec![0; rank]).map(Val::from)
        }
        mode @ ("reflect" | "edge" | "wrap") => {
            let mut result = x;
            for dim in 0..rank {
                result = extend(context, &result, dim, low[dim], high[dim], mode)?;
            }
            Ok(result)
        }
        other => Err(format!("mode must be constant, reflect, edge or wrap, got {other:?}")),
    }
}

/// Extends one dimension by elements of the tensor itself; a negative amount cuts.
fn extend(context: &mut Context, x: &Val, dim: usize, low: i64, high: i64, mode: &str) -> Res<Val> {
    let size = context.dims(x)[dim];
    let cut_low = (-low).max(0);
    let cut = cut_low.saturating_add((-high).max(0));
    if cut > size {
        return Err(format!("Pad cuts {cut} elements from a dimension of size {size}"));
    }
    let x = context.slice_dim(x, dim, cut_low, size - cut)?;
    let (low, high, size) = (low.max(0), high.max(0), size - cut);
    if low == 0 && high == 0 {
        return Ok(x);
    }
    let reach = match mode {
        "reflect" => size - 1,
        "wrap" => size,
        _ => i64::MAX,
    };
    if size == 0 || low > reach || high > reach {
        return Err(format!("mode {mode} of Pad cannot extend a dimension of size {size} by {low} and {high}"));
    }
    let piece = |context: &mut Context, before: bool| -> Res<Option<Val>> {
        let count = if before { low } else { high };
        if count == 0 {
            return Ok(None);
        }
        let dims = context.dims(&x);
        let mut sizes = dims.clone();
        let mut starts = vec![0; dims.len()];
        let mut steps = vec![1; dims.len()];
        sizes[dim] = count;
        match (mode, before) {
            ("wrap", true) => starts[dim] = size - count,
            ("wrap", false) => {}
            ("reflect", true) => (starts[dim], steps[dim]) = (count, -1),
            ("reflect", false) => (starts[dim], steps[dim]) = (size - 2, -1),
            (_, before) => {
                let edge = context.slice_dim(&x, dim, if before { 0 } else { size - 1 }, 1)?;
                return context.broadcast_val(&edge, &sizes).map(Some);
            }
        }
        context.slice(&x, &starts, &sizes, &steps).map(Some)
    };
    let (before, after) = (piece(context, true)?, piece(context, false)?);
    let parts: Vec<Val> = before.into_iter().chain([x.clone()]).chain(after).collect();
    context.concat(&parts, dim)
}

fn center_crop_pad(context: &mut Context, call: &Call) -> Res<Val> {
    let mut x = call.input(0)?;
    let dims = context.dims(&x);
    let wanted = context.ints(&call.input(1)?, "the shape of CenterCropPad")?;
    let along = match call.ints("axes")? {
        Some(list) => list.iter().map(|&one| super::call::axis(one, dims.len())).collect::<Res<Vec<_>>>()?,
        None => (0..dims.len()).collect(),
    };
    if wanted.len() != along.len() || wanted.iter().any(|size| !(0..=MAX_PAD).contains(size)) {
        return Err(format!("CenterCropPad needs {} sizes, got {wanted:?}", along.len()));
    }
    let (mut low, mut high) = (vec![0; dims.len()], vec![0; dims.len()]);
    for (&dim, &size) in along.iter().zip(&wanted) {
        if size <= dims[dim] {
            x = context.slice_dim(&x, dim, (dims[dim] - size) / 2, size)?;
        } else {
            low[dim] = (size - dims[dim]) / 2;
            high[dim] = size - dims[dim] - low[dim];
        }
    }
    let zero: Val = Const::scalar(context.element(&x), Scalar::Int(0)).into();
    let (value, filler) = (context.ir(&x)?, context.ir(&zero)?);
    context.emit.pad(value, filler, &low, &high, &vec![0; dims.len()]).map(Val::from)
}
