//! Constants.

use super::super::site::Site;
use super::super::writer::{Result, Val};
use shardwright_ir::Literal;

/// The value of a constant op.
pub fn literal<'a>(site: &Site<'a, '_>) -> Result<&'a Literal> {
    site.op.func.constant_of(site.op.data().results[0]).ok_or_else(|| site.refuse("a constant without a value"))
}

/// `stablehlo.constant`: equal elements as a fill, which fuses with what reads it.
pub fn constant<'m>(site: &Site<'_, 'm>, _: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let literal = literal(site)?;
    Ok(vec![match literal.as_splat() {
        Some(_) if literal.ty.rank() > 0 => {
            let scalar = element(site, literal)?;
            site.w.filled(site.block, &literal.ty, scalar)?
        }
        _ => site.w.dense(site.block, literal)?,
    }])
}

/// The one element of a constant of equal elements, as a scalar.
pub fn element<'m>(site: &Site<'_, 'm>, literal: &Literal) -> Result<Val<'m>> {
    let bytes = literal.as_splat().ok_or_else(|| site.refuse("a constant inside a body must be a scalar"))?;
    let scalar = Literal::splat(literal.ty.with_dims(&[]), bytes);
    let tensor = site.w.dense(site.block, &scalar)?;
    site.w.extract(site.block, tensor, &[])
}
