//! Numbers of one type as another.
//!
//! Invariants: floats become integers toward zero, saturated, NaN as 0; a number is true unless it is zero; a complex number
//! becomes its real part.

use super::super::site::Site;
use super::super::writer::{Result, Val, unsigned};
use super::complex::part;
use super::float;
use shardwright_ir::ElementType;
use shardwright_ir::types::ElementClass;

/// `stablehlo.convert`.
pub fn convert<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    number(site, x[0], site.from(), site.to())
}

/// A number of type `from` as one of type `to`.
pub fn number<'m>(site: &Site<'_, 'm>, x: Val<'m>, from: ElementType, to: ElementType) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    if from == to {
        return Ok(x);
    }
    let ty = w.element(to)?;
    if from.is_complex() {
        let real = w.cast(block, "complex.re", x, w.element(part(from))?)?;
        let real = number(site, real, part(from), if to.is_complex() { part(to) } else { to })?;
        if !to.is_complex() {
            return Ok(real);
        }
        let imaginary = w.cast(block, "complex.im", x, w.element(part(from))?)?;
        return w.value(block, "complex.create", &[real, number(site, imaginary, part(from), part(to))?], &[], ty);
    }
    if to.is_complex() {
        let real = number(site, x, from, part(to))?;
        return w.value(block, "complex.create", &[real, w.number(block, part(to), 0.0)?], &[], ty);
    }
    match (from.is_float(), to.is_float()) {
        (true, true) if from.bits() == to.bits() => {
            let middle = number(site, x, from, ElementType::F32)?;
            number(site, middle, ElementType::F32, to)
        }
        (true, true) => w.cast(block, if from.bits() < to.bits() { "arith.extf" } else { "arith.truncf" }, x, ty),
        (true, false) if to == ElementType::I1 => w.compare_floats(block, 13, x, w.number(block, from, 0.0)?),
        (true, false) => whole(site, x, from, to),
        (false, true) => {
            // One rounding: through doubles where the float is narrower than a single.
            let name = if unsigned(from) { "arith.uitofp" } else { "arith.sitofp" };
            if to.bits() >= 32 {
                return w.cast(block, name, x, ty);
            }
            let middle = w.cast(block, name, x, w.element(ElementType::F64)?)?;
            number(site, middle, ElementType::F64, to)
        }
        (false, false) if to == ElementType::I1 => w.compare_ints(block, 1, x, w.integer(block, from, 0)?),
        (false, false) if from.bits() == to.bits() => Ok(x),
        (false, false) if from.bits() > to.bits() => w.cast(block, "arith.trunci", x, ty),
        (false, false) => w.cast(block, if unsigned(from) { "arith.extui" } else { "arith.extsi" }, x, ty),
    }
}

/// A float's whole part, saturated; NaN is 0. Types narrower than a byte saturate at a byte's range and then wrap, as everywhere else.
fn whole<'m>(site: &Site<'_, 'm>, x: Val<'m>, from: ElementType, to: ElementType) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let wide = float::computed_in(from);
    let x = number(site, x, from, wide)?;
    let unsigned = to.class() == ElementClass::Unsigned;
    let bits = to.bits().max(8);
    let word = w.ty(&format!("i{bits}"))?;
    // Powers of two, which floats hold exactly: from the lowest value to one above the highest.
    let (low, end) = if unsigned { (0.0, 2f64.powi(bits as i32)) } else { (-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1)) };
    let (low, end) = (w.number(block, wide, low)?, w.number(block, wide, end)?);
    let [below, above] = [(4, low), (3, end)].map(|(predicate, bound)| w.compare_floats(block, predicate, x, bound));
    let (below, above, nan) = (below?, above?, w.compare_floats(block, 14, x, x)?);
    let outside = w.same(block, "arith.ori", &[w.same(block, "arith.ori", &[below, above])?, nan])?;
    let held = w.choose(block, outside, w.number(block, wide, 0.0)?, x)?;
    let value = w.cast(block, if unsigned { "arith.fptoui" } else { "arith.fptosi" }, held, word)?;
    let limit = |text: String| w.value(block, "arith.constant", &[], &[("value", w.attribute(&format!("{text} : i{bits}"))?)], word);
    let (least, most) = match unsigned {
        true => ("0".to_owned(), "-1".to_owned()),
        false => (format!("{}", -1i128 << (bits - 1)), format!("{}", (1i128 << (bits - 1)) - 1)),
    };
    let value = w.choose(block, below, limit(least)?, value)?;
    let value = w.choose(block, above, limit(most)?, value)?;
    if bits == to.bits() { Ok(value) } else { w.cast(block, "arith.trunci", value, w.element(to)?) }
}
