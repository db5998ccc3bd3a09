//! The derivative of `stablehlo.batch_norm_inference`: `(x - mean) / sqrt(variance + epsilon) * scale + offset`.

use crate::derivative::*;
use shardwright_ir::Attr;
use shardwright_ir::sharding::ReduceKind;

/// Gradients of input, scale, offset, mean and variance.
pub(in super::super) fn batch_norm_inference(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let Some(Attr::Float(epsilon, _)) = vjp.op.attr("epsilon") else { return Err("attribute `epsilon` must be a float".to_owned()) };
    let (g, ty) = (vjp.grad()?, vjp.op.operand_type(0));
    let [x, scale, _, mean, variance] = vjp.operands[..] else { return Err("takes 5 operands".to_owned()) };
    let feature = vjp.op.int_or("feature_index", 0);
    let others: Vec<i64> = (0..ty.rank() as i64).filter(|&dim| dim != feature).collect();
    let spread = |b: &mut Builder, value: Value| b.broadcast_in_dim(value, &ty.dims, &[feature]);
    let summed = |b: &mut Builder, value: Value| b.reduce_identity(value, &others, ReduceKind::Sum);
    let epsilon = b.splat_like(variance, *epsilon)?;
    let shifted = b.add(variance, epsilon)?;
    let inverse = b.rsqrt(shifted)?;
    let slope = b.multiply(scale, inverse)?;
    let mut gradients = vec![None; 5];
    if vjp.wanted[0] {
        let slope = spread(b, slope)?;
        gradients[0] = Some(b.multiply(g, slope)?);
    }
    if vjp.wanted[2] || vjp.wanted[3] {
        let sum = summed(b, g)?;
        gradients[2] = Some(sum);
        let moved = b.multiply(sum, slope)?;
        gradients[3] = Some(b.negate(moved)?);
    }
    if vjp.wanted[1] || vjp.wanted[4] {
        let mean = spread(b, mean)?;
        let centred = b.subtract(x, mean)?;
        let product = b.multiply(g, centred)?;
        let sum = summed(b, product)?;
        let scaled = b.multiply(sum, inverse)?;
        gradients[1] = Some(scaled);
        // The slope of 1/sqrt is minus one half of its cube.
        let half = b.splat_like(scaled, -0.5)?;
        let (square, scaled) = (b.multiply(inverse, inverse)?, b.multiply(scaled, scale)?);
        let cube = b.multiply(scaled, square)?;
        gradients[4] = Some(b.multiply(half, cube)?);
    }
    Ok(gradients)
}
