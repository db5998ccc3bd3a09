//! Rearrangements of images and sequences.

use super::call::{Call, axis};
use super::context::{Context, Val};
use super::emit::Res;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "DepthToSpace" => depth_to_space(context, call),
        "SpaceToDepth" => space_to_depth(context, call),
        "ReverseSequence" => reverse_sequence(context, call),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

fn image(context: &Context, call: &Call) -> Res<([i64; 4], i64)> {
    let dims = context.dims(&call.input(0)?);
    let block = call.steps_of("blocksize", call.required_int("blocksize")?)?;
    match dims[..] {
        [n, c, h, w] => Ok(([n, c, h, w], block)),
        _ => Err(format!("{} needs rank 4, got {dims:?}", call.op)),
    }
}

fn depth_to_space(context: &mut Context, call: &Call) -> Res<Val> {
    let ([n, c, h, w], b) = image(context, call)?;
    if c % (b * b) != 0 {
        return Err(format!("blocks of {b}x{b} do not divide {c} channels"));
    }
    let deep = c / (b * b);
    let x = call.input(0)?;
    let (apart, perm) = match call.text("mode", "DCR")?.as_str() {
        "DCR" => ([n, b, b, deep, h, w], [0, 3, 4, 1, 5, 2]),
        "CRD" => ([n, deep, b, b, h, w], [0, 1, 4, 2, 5, 3]),
        other => return Err(format!("mode must be DCR or CRD, got {other:?}")),
    };
    let x = context.reshape(&x, &apart)?;
    let x = context.transpose(&x, &perm)?;
    context.reshape(&x, &[n, deep, h * b, w * b])
}

fn space_to_depth(context: &mut Context, call: &Call) -> Res<Val> {
    let ([n, c, h, w], b) = image(context, call)?;
    if h % b != 0 || w % b != 0 {
        return Err(format!("blocks of {b}x{b} do not divide an image of {h}x{w}"));
    }
    let x = call.input(0)?;
    let x = context.reshape(&x, &[n, c, h / b, b, w / b, b])?;
    let perm = match call.text("mode", "DCR")?.as_str() {
        "DCR" => [0, 3, 5, 1, 2, 4],
        "CRD" => [0, 1, 3, 5, 2, 4],
        other => return Err(format!("mode must be DCR or CRD, got {other:?}")),
    };
    let x = context.transpose(&x, &perm)?;
    context.reshape(&x, &[n, c * b * b, h / b, w / b])
}

/// Reverses the first `lengths[b]` elements of each sequence; the rest stay.
fn reverse_sequence(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, lengths) = (call.input(0)?, call.input(1)?);
    let dims = context.dims(&x);
    let (batch, time) = (axis(call.int("batch_axis", 1)?, dims.len())?, axis(call.int("time_axis", 0)?, dims.len())?);
    if batch == time || context.dims(&lengths) != [dims[batch]] {
        return Err(format!("lengths {} do not fit axis {batch} of {}", context.ty(&lengths), context.ty(&x)));
    }
    let mut shape = vec![1; dims.len()];
    shape[batch] = dims[batch];
    let lengths = context.convert(&lengths, ElementType::I64)?;
    let lengths = context.reshape(&lengths, &shape)?;
    let place: Val = context.emit.iota(ElementType::I64, &dims, time)?.into();
    let inside = context.compare("LT", &place, &lengths)?;
    let last = context.binary_number("subtract", &lengths, 1.0)?;
    let mirrored = context.binary("subtract", &last, &place)?;
    let from = context.select(&inside, &mirrored, &place)?;
    super::gather::take_along(context, &x, &from, time)
}
