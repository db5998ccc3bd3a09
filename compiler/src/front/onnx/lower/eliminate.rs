//! Determinants and inverses, by elimination with pivots that is written out: a step a row.

use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use super::reduce::extreme_index;
use shardwright_ir::types::{ElementType, TensorType};

/// Matrices with more rows are refused.
const MAX_ROWS: i64 = 64;

/// The determinant of each matrix [..., n, n].
pub fn determinant(context: &mut Context, x: &Val) -> Res<Val> {
    eliminate(context, x, false)
}

/// The inverse of each matrix [..., n, n].
pub fn inverse(context: &mut Context, x: &Val) -> Res<Val> {
    eliminate(context, x, true)
}

/// Of `inverse`, the matrix is reduced to the identity, and what was the identity beside it is the inverse; else rows below the pivots become zeros, and the
/// determinant is the product of the pivots, its sign turned by each exchange of rows.
fn eliminate(context: &mut Context, x: &Val, inverse: bool) -> Res<Val> {
    let dims = context.dims(x);
    let rank = dims.len();
    let n = match dims[..] {
        [.., rows, columns] if rows == columns && context.element(x).is_float() => rows,
        _ => return Err(format!("square matrices of floats are needed, got {}", context.ty(x))),
    };
    if n > MAX_ROWS {
        return Err(format!("elimination is written out a step a row: matrices of more than {MAX_ROWS} rows are not supported, got {n}"));
    }
    let (rows, columns) = (rank - 2, rank - 1);
    let element = context.element(x);
    let mut a = x.clone();
    if inverse {
        let row: Val = context.emit.iota(ElementType::I64, &dims, rows)?.into();
        let column: Val = context.emit.iota(ElementType::I64, &dims, columns)?.into();
        let on = context.compare("EQ", &row, &column)?;
        let identity = context.convert(&on, element)?;
        a = context.concat(&[a, identity], columns)?;
    }
    let mut shape = dims.clone();
    shape[columns] = 1;
    let place: Val = context.emit.iota(ElementType::I64, &shape, rows)?.into();
    let mut product: Option<Val> = None;
    for step in 0..n {
        let column = context.slice_dim(&a, columns, step, 1)?;
        let here: Val = Const::splat(TensorType::new(ElementType::I64, &[]), Scalar::Int(step)).into();
        // The largest number of the column from this row on is the pivot.
        let size = context.unary("abs", &column)?;
        let below = context.compare("GE", &place, &here)?;
        let never = context.number(&size, -1.0);
        let size = context.select(&below, &size, &never)?;
        let best = extreme_index(context, &size, rows, true, false)?;
        let (is_best, is_here) = (context.compare("EQ", &place, &best)?, context.compare("EQ", &place, &here)?);
        let zero = context.number(&a, 0.0);
        let chosen = context.select(&is_best, &a, &zero)?;
        let pivot_row = context.reduce_keep(Combine::Sum, &chosen, &[rows])?;
        let own_row = context.slice_dim(&a, rows, step, 1)?;
        let exchanged = context.select(&is_best, &own_row, &a)?;
        a = context.select(&is_here, &pivot_row, &exchanged)?;
        let pivot = context.slice_dim(&pivot_row, columns, step, 1)?;
        if inverse {
            let scaled = context.binary("divide", &pivot_row, &pivot)?;
            let factor = context.slice_dim(&a, columns, step, 1)?;
            let less = context.binary("multiply", &factor, &scaled)?;
            let reduced = context.binary("subtract", &a, &less)?;
            a = context.select(&is_here, &scaled, &reduced)?;
            continue;
        }
        let (one, other) = (context.number(&pivot, 1.0), context.number(&pivot, -1.0));
        let stays = context.compare("EQ", &best, &here)?;
        let sign = context.select(&stays, &one, &other)?;
        let signed = context.binary("multiply", &pivot, &sign)?;
        product = Some(match product {
            Some(known) => context.binary("multiply", &known, &signed)?,
            None => signed,
        });
        // A column of zeros makes the product zero, whatever is divided.
        let none = context.compare("EQ", &pivot, &zero)?;
        let divisor = context.select(&none, &one, &pivot)?;
        let factor = context.slice_dim(&a, columns, step, 1)?;
        let factor = context.binary("divide", &factor, &divisor)?;
        let after = context.compare("GT", &place, &here)?;
        let factor = context.select(&after, &factor, &zero)?;
        let less = context.binary("multiply", &factor, &pivot_row)?;
        a = context.binary("subtract", &a, &less)?;
    }
    if inverse {
        return context.slice_dim(&a, columns, n, n);
    }
    let batch = &dims[..rows];
    match product {
        Some(product) => context.reshape(&product, batch),
        // The determinant of a matrix without rows is 1.
        None => Ok(Const::splat(TensorType::new(element, batch), Scalar::Float(1.0)).into()),
    }
}
