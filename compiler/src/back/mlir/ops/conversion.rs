//! Numbers of one type as another.
//!
//! Invariants: floats and integers become floats by one rounding, to nearest even; floats become integers toward zero, saturated, NaN as 0; a number is true unless it is zero; a complex number
//! becomes its real part.

use super::super::site::Site;
use super::super::writer::{Result, Val, unsigned};
use super::complex::part;
use super::{float, narrow};
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
    if w.kernels.is_some() && narrow::is_narrow(from) {
        return match from.is_float() {
            true => number(site, narrow::single(site, x, from)?, ElementType::F32, to),
            false => number(site, x, narrow::byte(from), to),
        };
    }
    if w.kernels.is_some() && narrow::is_narrow(to) && !from.is_complex() {
        return match (from.is_float(), to.is_float()) {
            (true, true) if from.bits() < 64 => narrow::rounded(site, number(site, x, from, ElementType::F32)?, to),
            (true, true) => narrow::rounded(site, odd(site, x)?, to),
            (false, true) if from.bits() <= 16 => narrow::rounded(site, number(site, x, from, ElementType::F32)?, to),
            (false, true) => {
                let held = if from.bits() == 64 { sticky(site, x, from)? } else { x };
                narrow::rounded(site, odd(site, number(site, held, from, ElementType::F64)?)?, to)
            }
            (_, false) => narrow::wrap(site, number(site, x, from, narrow::byte(to))?, to),
        };
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
        (true, true) if from == ElementType::F64 && to.bits() < 32 => {
            let middle = odd(site, x)?;
            number(site, middle, ElementType::F32, to)
        }
        (true, true) => w.cast(block, if from.bits() < to.bits() { "arith.extf" } else { "arith.truncf" }, x, ty),
        (true, false) if to == ElementType::I1 => w.compare_floats(block, 13, x, w.number(block, from, 0.0)?),
        (true, false) => whole(site, x, from, to),
        (false, true) => {
            let name = if unsigned(from) { "arith.uitofp" } else { "arith.sitofp" };
            if to.bits() >= 32 {
                return w.cast(block, name, x, ty);
            }
            // One rounding: through a type that holds the integer, or all of it that counts.
            let middle = if from.bits() <= 16 { ElementType::F32 } else { ElementType::F64 };
            let x = if from.bits() == 64 { sticky(site, x, from)? } else { x };
            let value = w.cast(block, name, x, w.element(middle)?)?;
            number(site, value, middle, to)
        }
        (false, false) if to == ElementType::I1 => w.compare_ints(block, 1, x, w.integer(block, from, 0)?),
        (false, false) if from.bits() == to.bits() => Ok(x),
        (false, false) if from.bits() > to.bits() => w.cast(block, "arith.trunci", x, ty),
        (false, false) => w.cast(block, if unsigned(from) { "arith.extui" } else { "arith.extsi" }, x, ty),
    }
}

/// A double as the single that rounds to narrower floats as it does: where no single is equal, that of its neighbours whose last bit is
/// odd, which is never half-way between narrower floats. (LLVM's own conversion rounds twice or calls a library that is not there.)
fn odd<'m>(site: &Site<'_, 'm>, x: Val<'m>) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let (single, double, word) = (w.element(ElementType::F32)?, w.element(ElementType::F64)?, ElementType::I32);
    let near = w.cast(block, "arith.truncf", x, single)?;
    let sizes = [w.same(block, "math.absf", &[w.cast(block, "arith.extf", near, double)?])?, w.same(block, "math.absf", &[x])?];
    let bits = w.cast(block, "arith.bitcast", near, w.element(word)?)?;
    let (zero, one) = (w.integer(block, word, 0)?, w.integer(block, word, 1)?);
    let even = w.compare_ints(block, 0, w.same(block, "arith.andi", &[bits, one])?, zero)?;
    let step = w.choose(block, w.compare_floats(block, 2, sizes[0], sizes[1])?, w.integer(block, word, -1)?, one)?;
    let moves = w.same(block, "arith.andi", &[even, w.compare_floats(block, 6, sizes[0], sizes[1])?])?;
    let bits = w.same(block, "arith.addi", &[bits, w.choose(block, moves, step, zero)?])?;
    w.cast(block, "arith.bitcast", bits, single)
}

/// An integer of 64 bits that a double holds and that rounds to floats of up to 16 bits as this does: of a large one the lowest twelve bits
/// are said by the highest of them.
fn sticky<'m>(site: &Site<'_, 'm>, x: Val<'m>, from: ElementType) -> Result<Val<'m>> {
    const LOW: i64 = 0xfff;
    let (w, block) = (&site.w, site.block);
    let number = |value: i64| w.integer(block, ElementType::I64, value);
    let zero = number(0)?;
    let low = w.same(block, "arith.andi", &[x, number(LOW)?])?;
    let mark = w.choose(block, w.compare_ints(block, 0, low, zero)?, zero, number((LOW + 1) / 2)?)?;
    let held = w.same(block, "arith.ori", &[w.same(block, "arith.andi", &[x, number(!LOW)?])?, mark])?;
    // Its upper bits are copies of the sign where it is small.
    let upper = w.same(block, if unsigned(from) { "arith.shrui" } else { "arith.shrsi" }, &[x, number(52)?])?;
    let small = w.compare_ints(block, 0, upper, zero)?;
    let small = if unsigned(from) { small } else { w.same(block, "arith.ori", &[small, w.compare_ints(block, 0, upper, number(-1)?)?])? };
    w.choose(block, small, x, held)
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
