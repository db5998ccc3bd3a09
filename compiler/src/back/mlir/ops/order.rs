//! Comparisons and choices.

use super::super::site::Site;
use super::super::writer::{Result, Val, unsigned};
use super::{float, numbers};
use shardwright_ir::{Attr, ElementType};

/// `stablehlo.compare`: floats in IEEE order (NaN unequal to all) or in total order, integers in their own.
pub fn compare<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let word = |name: &str| site.op.attr(name).and_then(Attr::as_enum);
    let direction = word("comparison_direction").ok_or_else(|| site.refuse("no direction"))?;
    let direction = direction.as_str();
    if element.is_complex() {
        let name = if direction == "EQ" { "complex.eq" } else { "complex.neq" };
        return w.value(block, name, x, &[], w.ty("i1")?);
    }
    if element.is_float() && word("compare_type").is_some_and(|kind| kind == "TOTALORDER") {
        let keys = x.iter().map(|&value| total_order(site, value)).collect::<Result<Vec<_>>>()?;
        return w.compare_ints(block, ints(direction, false), keys[0], keys[1]);
    }
    if element.is_float() {
        return float::wide(site, x, |x| w.compare_floats(block, floats(direction), x[0], x[1]));
    }
    w.compare_ints(block, ints(direction, unsigned(element)), x[0], x[1])
}

/// The integer whose signed order is the total order of floats: the bits, those below the sign flipped for negative numbers.
pub fn total_order<'m>(site: &Site<'_, 'm>, value: Val<'m>) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let bits = site.from().bits();
    let word = match bits {
        64 => ElementType::I64,
        32 => ElementType::I32,
        16 => ElementType::I16,
        _ => ElementType::I8,
    };
    let raw = w.cast(block, "arith.bitcast", value, w.element(word)?)?;
    let sign = w.same(block, "arith.shrsi", &[raw, w.integer(block, word, i64::from(bits) - 1)?])?;
    let flips = w.same(block, "arith.shrui", &[sign, w.integer(block, word, 1)?])?;
    w.same(block, "arith.xori", &[raw, flips])
}

/// The predicate of `arith.cmpi`.
pub fn ints(direction: &str, unsigned: bool) -> u8 {
    match (direction, unsigned) {
        ("EQ", _) => 0,
        ("NE", _) => 1,
        ("LT", false) => 2,
        ("LE", false) => 3,
        ("GT", false) => 4,
        ("GE", false) => 5,
        ("LT", true) => 6,
        ("LE", true) => 7,
        ("GT", true) => 8,
        (_, _) => 9,
    }
}

/// The predicate of `arith.cmpf`: ordered but for NE.
fn floats(direction: &str) -> u8 {
    match direction {
        "EQ" => 1,
        "GT" => 2,
        "GE" => 3,
        "LT" => 4,
        "LE" => 5,
        _ => 13,
    }
}

/// `stablehlo.select`.
pub fn select<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    site.w.choose(site.block, x[0], x[1], x[2])
}

/// `stablehlo.clamp`: operands are the least, the number, the most.
pub fn clamp<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let raised = numbers::binary(site, &[x[1], x[0]], &numbers::MAXIMUM)?;
    numbers::binary(site, &[raised, x[2]], &numbers::MINIMUM)
}
