//! Derivatives of `stablehlo.cholesky` and `stablehlo.triangular_solve`.
//!
//! Gradients are `∂/∂re - i ∂/∂im` of each element, as everywhere; what is not read of an operand has a gradient of zero.

use super::super::triangular_solve::{self, options};
use crate::derivative::*;
use shardwright_ir::{Attr, Attrs, ElementType};

/// With the factor `L`, its gradient `G` (conjugated: the usual one), and `Φ` that takes the lower triangle with half the diagonal,
/// `S = L⁻ᴴ Φ(Lᴴ G) L⁻¹` is the gradient by the whole matrix (Murray, Differentiation of the Cholesky decomposition, 2016).
/// What is read of it is the lower triangle, which stands for both: it gains what both gain.
pub(in super::super) fn cholesky(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let ty = vjp.op.operand_type(0);
    let lower = vjp.op.attr("lower").and_then(Attr::as_bool).unwrap_or(false);
    let (mut factor, mut usual) = (vjp.results[0], conjugate(b, vjp.grad()?)?);
    if !lower {
        // The upper factor of a matrix is the adjoint of the lower one of its adjoint.
        (factor, usual) = (adjoint(b, factor)?, adjoint(b, usual)?);
    }
    let at_or_below = triangle(b, factor, Direction::Ge)?;
    let usual = where_or_zero(b, at_or_below, usual)?;
    let rank = ty.rank() as i64;
    let batch: Vec<i64> = (0..rank - 2).collect();
    let conjugated = conjugate(b, factor)?;
    let product = b.dot_general(conjugated, usual, (&batch, &batch), (&[rank - 2], &[rank - 2]), ty.element)?;
    let halved = halve_diagonal(b, product)?;
    let halved = where_or_zero(b, at_or_below, halved)?;
    let solved = solve(b, factor, halved, true, true, false, "ADJOINT")?;
    let whole = solve(b, factor, solved, false, true, false, "NO_TRANSPOSE")?;
    let other = adjoint(b, whole)?;
    let both = b.add(whole, other)?;
    let both = halve_diagonal(b, both)?;
    let mut gradient = where_or_zero(b, at_or_below, both)?;
    if !lower {
        gradient = adjoint(b, gradient)?;
    }
    Ok(vec![Some(conjugate(b, gradient)?)])
}

/// With `x = A⁻¹ b` for `A` the matrix as it is used: `b` gains `A⁻ᵀ g`, and `A` loses that times `xᵀ`.
pub(in super::super) fn triangular_solve(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (a, g) = (vjp.operands[0], vjp.grad()?);
    let options = options(vjp.op.attrs())?;
    // The transpose of the adjoint is the conjugate.
    let (matrix, transpose) = match (options.transposed, options.conjugated) {
        (false, _) => (a, "TRANSPOSE"),
        (true, false) => (a, "NO_TRANSPOSE"),
        (true, true) => (conjugate(b, a)?, "NO_TRANSPOSE"),
    };
    let side = solve(b, matrix, g, options.left, options.lower, options.unit, transpose)?;
    if !vjp.wanted[0] {
        return Ok(vec![None, Some(side)]);
    }
    let ty = vjp.op.operand_type(0);
    let rank = ty.rank() as i64;
    let batch: Vec<i64> = (0..rank - 2).collect();
    let x = vjp.results[0];
    // Left of the unknowns: side xᵀ. Right of them: xᵀ side. And transposed where the matrix is.
    let (first, second, over) = if options.left { (side, x, rank - 1) } else { (x, side, rank - 2) };
    let (first, second) = if options.transposed { (second, first) } else { (first, second) };
    let product = b.dot_general(first, second, (&batch, &batch), (&[over], &[over]), ty.element)?;
    let product = if options.conjugated { conjugate(b, product)? } else { product };
    let less = b.negate(product)?;
    let read = match (options.lower, options.unit) {
        (true, false) => Direction::Ge,
        (true, true) => Direction::Gt,
        (false, false) => Direction::Le,
        (false, true) => Direction::Lt,
    };
    let read = triangle(b, a, read)?;
    Ok(vec![Some(where_or_zero(b, read, less)?), Some(side)])
}

/// Where the row of an element of matrices compares so with its column.
fn triangle(b: &mut Builder, matrices: Value, direction: Direction) -> Result<Value, String> {
    let ty = b.ty(matrices).with_element(ElementType::I32);
    let rank = ty.rank() as i64;
    let (rows, columns) = (b.iota(&ty, rank - 2)?, b.iota(&ty, rank - 1)?);
    b.compare(direction, rows, columns)
}

fn halve_diagonal(b: &mut Builder, matrices: Value) -> Result<Value, String> {
    let diagonal = triangle(b, matrices, Direction::Eq)?;
    let half = b.splat_like(matrices, 0.5)?;
    let halved = b.multiply(matrices, half)?;
    b.select(diagonal, halved, matrices)
}

fn conjugate(b: &mut Builder, x: Value) -> Result<Value, String> {
    if !b.ty(x).element.is_complex() {
        return Ok(x);
    }
    let (re, im) = (b.real(x)?, b.imag(x)?);
    let im = b.negate(im)?;
    b.complex(re, im)
}

fn adjoint(b: &mut Builder, matrices: Value) -> Result<Value, String> {
    let rank = b.ty(matrices).rank() as i64;
    let order: Vec<i64> = (0..rank - 2).chain([rank - 1, rank - 2]).collect();
    let turned = b.transpose(matrices, &order)?;
    conjugate(b, turned)
}

fn solve(b: &mut Builder, a: Value, side: Value, left: bool, lower: bool, unit: bool, transpose: &str) -> Result<Value, String> {
    let attrs = Attrs::new()
        .with("left_side", Attr::Bool(left))
        .with("lower", Attr::Bool(lower))
        .with("unit_diagonal", Attr::Bool(unit))
        .with("transpose_a", Attr::stablehlo_enum("transpose", transpose));
    b.value(&triangular_solve::INFO, &[a, side], attrs)
}
