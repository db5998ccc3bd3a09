//! Arithmetic that is one op of each kind of number: sums, products, bits, extremes, negation.

use super::super::site::Site;
use super::super::writer::{Result, Val};
use super::float;
use shardwright_ir::types::{ElementClass, ElementType};

/// The `arith` and `complex` ops that a function of two numbers is; an empty name where there is none.
pub struct Names {
    /// Of floats.
    pub float: &'static str,
    /// Of signed integers.
    pub signed: &'static str,
    /// Of unsigned integers.
    pub unsigned: &'static str,
    /// Of truth values.
    pub bool: &'static str,
    /// Of complex numbers.
    pub complex: &'static str,
}

/// Sums (of truth values: or).
pub const ADD: Names = Names { float: "arith.addf", signed: "arith.addi", unsigned: "arith.addi", bool: "arith.ori", complex: "complex.add" };
/// Differences.
pub const SUBTRACT: Names = Names { float: "arith.subf", signed: "arith.subi", unsigned: "arith.subi", bool: "", complex: "complex.sub" };
/// Products (of truth values: and).
pub const MULTIPLY: Names = Names { float: "arith.mulf", signed: "arith.muli", unsigned: "arith.muli", bool: "arith.andi", complex: "complex.mul" };
/// The larger: NaN before all numbers, -0 below 0.
pub const MAXIMUM: Names = Names { float: "arith.maximumf", signed: "arith.maxsi", unsigned: "arith.maxui", bool: "arith.ori", complex: "" };
/// The smaller: NaN before all numbers, -0 below 0.
pub const MINIMUM: Names = Names { float: "arith.minimumf", signed: "arith.minsi", unsigned: "arith.minui", bool: "arith.andi", complex: "" };
/// Bitwise and.
pub const AND: Names = Names { float: "", signed: "arith.andi", unsigned: "arith.andi", bool: "arith.andi", complex: "" };
/// Bitwise or.
pub const OR: Names = Names { float: "", signed: "arith.ori", unsigned: "arith.ori", bool: "arith.ori", complex: "" };
/// Bitwise exclusive or.
pub const XOR: Names = Names { float: "", signed: "arith.xori", unsigned: "arith.xori", bool: "arith.xori", complex: "" };

/// One of these ops on numbers of the op's first operand.
pub fn binary<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], names: &Names) -> Result<Val<'m>> {
    if site.from().is_float() {
        return float::wide(site, x, |wide| of(site, float::computed_in(site.from()), wide, names));
    }
    of(site, site.from(), x, names)
}

/// One of these ops on numbers of type `element`, as they are.
pub fn of<'m>(site: &Site<'_, 'm>, element: ElementType, x: &[Val<'m>], names: &Names) -> Result<Val<'m>> {
    let name = match element.class() {
        ElementClass::Float => names.float,
        ElementClass::Signed => names.signed,
        ElementClass::Unsigned => names.unsigned,
        ElementClass::Bool => names.bool,
        ElementClass::Complex if names.complex.is_empty() => return extreme(site, element, x, names),
        ElementClass::Complex => names.complex,
    };
    match name {
        "" => Err(site.refuse(&format!("numbers of {element} are not served"))),
        name => site.w.same(site.block, name, x),
    }
}

/// The sum of two floats, of many that may be added in any order.
pub fn sum<'m>(site: &Site<'_, 'm>, left: Val<'m>, right: Val<'m>) -> Result<Val<'m>> {
    let attributes = [("fastmath", site.w.attribute("#arith.fastmath<reassoc>")?)];
    site.w.value(site.block, "arith.addf", &[left, right], &attributes, left.r#type())
}

/// The larger or smaller of two complex numbers, in order of real, then imaginary parts.
fn extreme<'m>(site: &Site<'_, 'm>, element: ElementType, x: &[Val<'m>], names: &Names) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let part = w.element(super::complex::part(element))?;
    let mut parts = Vec::new();
    for value in x {
        for name in ["complex.re", "complex.im"] {
            parts.push(w.cast(block, name, *value, part)?);
        }
    }
    // oge 3 and ole 5, ogt 2 and olt 4.
    let (strict, loose) = if names.float == MAXIMUM.float { (2, 3) } else { (4, 5) };
    let before = w.compare_floats(block, strict, parts[0], parts[2])?;
    let (level, after) = (w.compare_floats(block, 1, parts[0], parts[2])?, w.compare_floats(block, loose, parts[1], parts[3])?);
    let tie = w.same(block, "arith.andi", &[level, after])?;
    let first = w.same(block, "arith.ori", &[before, tie])?;
    w.choose(block, first, x[0], x[1])
}

/// Negation.
pub fn negate<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    match element.class() {
        ElementClass::Float => w.same(block, "arith.negf", x),
        ElementClass::Complex => w.same(block, "complex.neg", x),
        _ => w.same(block, "arith.subi", &[w.integer(block, element, 0)?, x[0]]),
    }
}

/// Every bit flipped.
pub fn not<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    w.same(block, "arith.xori", &[x[0], w.integer(block, site.from(), -1)?])
}

/// The magnitude.
pub fn abs<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    match element.class() {
        ElementClass::Float => w.same(block, "math.absf", x),
        ElementClass::Complex => w.cast(block, "complex.abs", x[0], w.element(site.to())?),
        _ => {
            let zero = w.integer(block, element, 0)?;
            let (below, minus) = (w.compare_ints(block, 2, x[0], zero)?, w.same(block, "arith.subi", &[zero, x[0]])?);
            w.choose(block, below, minus, x[0])
        }
    }
}

/// -1, 0 or 1; NaN and -0 as they are; of complex numbers the one on the unit circle.
pub fn sign<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let number = |value: f64| w.number(block, element, value);
    match element.class() {
        ElementClass::Float => float::wide(site, x, |wide| {
            let one = float::constant(site, wide[0], 1.0)?;
            let zero = float::constant(site, wide[0], 0.0)?;
            let unit = w.same(block, "math.copysign", &[one, wide[0]])?;
            // one 6: ordered and unequal.
            w.choose(block, w.compare_floats(block, 6, wide[0], zero)?, unit, wide[0])
        }),
        ElementClass::Complex => w.same(block, "complex.sign", x),
        _ => {
            let (zero, one, minus) = (number(0.0)?, number(1.0)?, w.integer(block, element, -1)?);
            let below = w.choose(block, w.compare_ints(block, 2, x[0], zero)?, minus, zero)?;
            w.choose(block, w.compare_ints(block, 4, x[0], zero)?, one, below)
        }
    }
}

/// The quotient: of integers toward zero, all bits set where the divisor is zero.
pub fn divide<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    match site.from().class() {
        ElementClass::Float => float::wide(site, x, |wide| site.w.same(site.block, "arith.divf", wide)),
        ElementClass::Complex => site.w.same(site.block, "complex.div", x),
        _ => super::integer::divide(site, x),
    }
}

/// The remainder with the dividend's sign; of integers the dividend where the divisor is zero.
pub fn remainder<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    match site.from().class() {
        ElementClass::Float => float::wide(site, x, |wide| site.w.same(site.block, "arith.remf", wide)),
        _ => super::integer::remainder(site, x),
    }
}

/// The first to the power of the second.
pub fn power<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    match site.from().class() {
        ElementClass::Float => float::wide(site, x, |wide| float::power(site, wide[0], wide[1])),
        ElementClass::Complex => super::complex::power(site, x),
        _ => super::integer::power(site, x),
    }
}
