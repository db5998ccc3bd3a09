//! Complex numbers: made of parts and taken apart.

use super::super::site::Site;
use super::super::writer::{Result, Val};
use shardwright_ir::ElementType;

/// The type of a complex type's parts.
pub fn part(element: ElementType) -> ElementType {
    if element == ElementType::C128 { ElementType::F64 } else { ElementType::F32 }
}

/// The number of two parts.
pub fn create<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    site.w.value(site.block, "complex.create", x, &[], site.w.element(site.to())?)
}

/// One of the parts, `complex.re` or `complex.im`; of a real number itself or 0.
pub fn part_of<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], name: &'static str) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    match (site.from().is_complex(), name) {
        (true, _) => w.cast(block, name, x[0], w.element(site.to())?),
        (false, "complex.re") => Ok(x[0]),
        (false, _) => w.number(block, site.to(), 0.0),
    }
}

/// a to the power of b, with a^0 = 1 and 0^b = 0 for other b of positive real part.
pub fn power<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let (zero, one) = (w.number(block, element, 0.0)?, w.number(block, element, 1.0)?);
    let truth = w.ty("i1")?;
    let is_zero = |value: Val<'m>| w.value(block, "complex.eq", &[value, zero], &[], truth);
    let general = w.same(block, "complex.exp", &[w.same(block, "complex.mul", &[w.same(block, "complex.log", &[x[0]])?, x[1]])?])?;
    let real = w.cast(block, "complex.re", x[1], w.element(part(element))?)?;
    let positive = w.compare_floats(block, 2, real, w.number(block, part(element), 0.0)?)?;
    let vanishes = w.same(block, "arith.andi", &[is_zero(x[0])?, positive])?;
    let result = w.choose(block, vanishes, zero, general)?;
    w.choose(block, is_zero(x[1])?, one, result)
}

/// e^z - 1 without cancellation near 0: (e^x - 1) cos y - 2 sin²(y / 2) and e^x sin y.
pub fn exp_minus_one<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let element = part(site.from());
    let ty = w.element(element)?;
    let op = |name: &str, operands: &[Val<'m>]| w.same(block, name, operands);
    let (re, im) = (w.cast(block, "complex.re", x[0], ty)?, w.cast(block, "complex.im", x[0], ty)?);
    let half = op("math.sin", &[op("arith.mulf", &[im, w.number(block, element, 0.5)?])?])?;
    let lost = op("arith.mulf", &[w.number(block, element, 2.0)?, op("arith.mulf", &[half, half])?])?;
    let real = op("arith.subf", &[op("arith.mulf", &[op("math.expm1", &[re])?, op("math.cos", &[im])?])?, lost])?;
    let imaginary = op("arith.mulf", &[op("math.exp", &[re])?, op("math.sin", &[im])?])?;
    w.value(block, "complex.create", &[real, imaginary], &[], w.element(site.to())?)
}
