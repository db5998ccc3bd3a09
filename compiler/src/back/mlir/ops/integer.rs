//! Integer arithmetic where MLIR's ops leave cases undefined.
//!
//! Invariants: as the ops' own evaluation: division by zero gives all bits set and its remainder the dividend, the lowest value
//! divided by -1 is itself with remainder 0, shifts by the width or more give 0 (arithmetic: the sign), everything wraps.

use super::super::site::Site;
use super::super::writer::{Result, Val, unsigned};

const EQ: u8 = 0;
const SLT: u8 = 2;
const ULT: u8 = 6;

/// A divisor that the hardware takes, and whether the one given is zero or (signed) minus one.
fn tame<'m>(site: &Site<'_, 'm>, divisor: Val<'m>) -> Result<(Val<'m>, Val<'m>, Option<Val<'m>>)> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let (zero, one) = (w.integer(block, element, 0)?, w.integer(block, element, 1)?);
    let is_zero = w.compare_ints(block, EQ, divisor, zero)?;
    if unsigned(element) {
        return Ok((w.choose(block, is_zero, one, divisor)?, is_zero, None));
    }
    let is_minus = w.compare_ints(block, EQ, divisor, w.integer(block, element, -1)?)?;
    let either = w.same(block, "arith.ori", &[is_zero, is_minus])?;
    Ok((w.choose(block, either, one, divisor)?, is_zero, Some(is_minus)))
}

/// The quotient toward zero.
pub fn divide<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let (divisor, is_zero, is_minus) = tame(site, x[1])?;
    let mut quotient = w.same(block, if unsigned(element) { "arith.divui" } else { "arith.divsi" }, &[x[0], divisor])?;
    if let Some(is_minus) = is_minus {
        let negated = w.same(block, "arith.subi", &[w.integer(block, element, 0)?, x[0]])?;
        quotient = w.choose(block, is_minus, negated, quotient)?;
    }
    w.choose(block, is_zero, w.integer(block, element, -1)?, quotient)
}

/// The remainder with the dividend's sign.
pub fn remainder<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    // What is divided by -1 is divided by 1 instead: the remainder is 0 too.
    let (divisor, is_zero, _) = tame(site, x[1])?;
    let rest = w.same(block, if unsigned(site.from()) { "arith.remui" } else { "arith.remsi" }, &[x[0], divisor])?;
    w.choose(block, is_zero, x[0], rest)
}

/// Square and multiply, a step a bit of the exponent; negative exponents truncate the true result toward zero.
pub fn power<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let number = |value: i64| w.integer(block, element, value);
    let (zero, one) = (number(0)?, number(1)?);
    let (mut base, mut result) = (x[0], one);
    for bit in 0..element.bits() {
        let down = w.same(block, "arith.shrui", &[x[1], number(i64::from(bit))?])?;
        let set = w.compare_ints(block, EQ, w.same(block, "arith.andi", &[down, one])?, one)?;
        result = w.choose(block, set, w.same(block, "arith.muli", &[result, base])?, result)?;
        base = w.same(block, "arith.muli", &[base, base])?;
    }
    if unsigned(element) {
        return Ok(result);
    }
    let minus = number(-1)?;
    let odd = w.compare_ints(block, EQ, w.same(block, "arith.andi", &[x[1], one])?, one)?;
    let of_minus = w.choose(block, odd, minus, one)?;
    let rest = w.choose(block, w.compare_ints(block, EQ, x[0], minus)?, of_minus, zero)?;
    let small = w.choose(block, w.compare_ints(block, EQ, x[0], one)?, one, rest)?;
    w.choose(block, w.compare_ints(block, SLT, x[1], zero)?, small, result)
}

/// A shift: `arith.shli`, `arith.shrui` or `arith.shrsi`.
pub fn shift<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], name: &'static str) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let zero = w.integer(block, element, 0)?;
    // A type of 2 bits cannot say 2: its largest shift is 1 below the width, and all of 2 and 3 lie above.
    let most = w.integer(block, element, i64::from(element.bits()) - 1)?;
    let within = w.same(block, "arith.minui", &[x[1], most])?;
    if name == "arith.shrsi" {
        return w.same(block, name, &[x[0], within]);
    }
    let shifted = w.same(block, name, &[x[0], within])?;
    let beyond = w.compare_ints(block, ULT, most, x[1])?;
    w.choose(block, beyond, zero, shifted)
}

/// Zeros above the highest set bit, or the number of set bits.
pub fn count<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], name: &'static str) -> Result<Val<'m>> {
    site.w.same(site.block, name, x)
}
