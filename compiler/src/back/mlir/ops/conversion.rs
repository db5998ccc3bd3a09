//! Numbers of one type as another.
//!
//! Invariants: floats become integers toward zero, saturated, NaN as 0; a number is true unless it is zero; a complex number
//! becomes its real part.

use super::super::site::Site;
use super::super::writer::{Result, Val, unsigned};
use super::complex::part;
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
        (true, false) => {
            // Types narrower than a byte saturate at a byte's range and then wrap, as everywhere else.
            let bits = to.bits().max(8);
            let whole = match to.class() {
                ElementClass::Unsigned => "llvm.intr.fptoui.sat",
                _ => "llvm.intr.fptosi.sat",
            };
            let wide = match from.bits() {
                32.. => x,
                _ => number(site, x, from, ElementType::F32)?,
            };
            let byte = w.cast(block, whole, wide, w.ty(&format!("i{bits}"))?)?;
            if bits == to.bits() { Ok(byte) } else { w.cast(block, "arith.trunci", byte, ty) }
        }
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
