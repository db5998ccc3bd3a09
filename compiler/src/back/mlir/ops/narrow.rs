//! Types that are stored in a byte each and not computed on: floats of 8 bits by their bits, integers narrower than a byte extended to one.
//!
//! Invariants: such numbers are moved, integers also ordered, and both become other types and back as the interpreter has it: floats by tables
//! that are made by its own functions, integers wrapped.

use super::super::site::Site;
use super::super::writer::{Result, Val, unsigned};
use shardwright_ir::interp::scalar::{f8_of_f32, f32_of_f8};
use shardwright_ir::literal::LiteralData;
use shardwright_ir::{ElementType, Literal, TensorType};

/// Ops that only move elements, or are conversions.
const MOVES: &[&str] = &[
    "func.call",
    "sdy.constant",
    "sdy.data_flow_edge",
    "sdy.propagation_barrier",
    "sdy.reshard",
    "sdy.sharding_constraint",
    "stablehlo.all_gather",
    "stablehlo.all_to_all",
    "stablehlo.broadcast_in_dim",
    "stablehlo.case",
    "stablehlo.collective_broadcast",
    "stablehlo.collective_permute",
    "stablehlo.concatenate",
    "stablehlo.constant",
    "stablehlo.convert",
    "stablehlo.dynamic_slice",
    "stablehlo.dynamic_update_slice",
    "stablehlo.gather",
    "stablehlo.if",
    "stablehlo.iota",
    "stablehlo.optimization_barrier",
    "stablehlo.pad",
    "stablehlo.reshape",
    "stablehlo.reverse",
    "stablehlo.select",
    "stablehlo.slice",
    "stablehlo.transpose",
    "stablehlo.while",
];

/// Ops that give one of their integers, or how two compare.
const ORDERS: &[&str] = &["stablehlo.clamp", "stablehlo.compare", "stablehlo.maximum", "stablehlo.minimum"];

/// Whether numbers of this type are stored in a byte that is not computed on.
pub fn is_narrow(element: ElementType) -> bool {
    element != ElementType::I1 && (element.bits() < 8 || (element.is_float() && element.bits() == 8))
}

/// Whether native code does the op on such numbers.
pub fn serves(op: &str, element: ElementType) -> bool {
    MOVES.contains(&op) || (!element.is_float() && ORDERS.contains(&op))
}

/// The type of bytes that hold integers of a type that is narrower.
pub fn byte(element: ElementType) -> ElementType {
    if unsigned(element) { ElementType::UI8 } else { ElementType::I8 }
}

/// A byte as an integer of fewer bits, extended again.
pub fn wrap<'m>(site: &Site<'_, 'm>, x: Val<'m>, to: ElementType) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    if unsigned(to) {
        return w.same(block, "arith.andi", &[x, w.integer(block, ElementType::I8, (1 << to.bits()) - 1)?]);
    }
    let unused = w.integer(block, ElementType::I8, 8 - i64::from(to.bits()))?;
    w.same(block, "arith.shrsi", &[w.same(block, "arith.shli", &[x, unused])?, unused])
}

/// An 8-bit float as a single.
pub fn single<'m>(site: &Site<'_, 'm>, x: Val<'m>, from: ElementType) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let singles: Vec<u8> = (0..=255).flat_map(|bits| f32_of_f8(from, bits).to_le_bytes()).collect();
    look_up(site, ElementType::F32, &singles, w.cast(block, "arith.extui", x, w.ty("i32")?)?)
}

/// A single as an 8-bit float. Magnitudes that become one number are a range of bits: the number is found by halving.
pub fn rounded<'m>(site: &Site<'_, 'm>, x: Val<'m>, to: ElementType) -> Result<Val<'m>> {
    let (w, block, word) = (&site.w, site.block, ElementType::I32);
    let least = least_magnitudes(to);
    let table: Vec<u8> = least.iter().flat_map(|bits| bits.to_le_bytes()).collect();
    let bits = w.cast(block, "arith.bitcast", x, w.element(word)?)?;
    let magnitude = w.same(block, "arith.andi", &[bits, w.integer(block, word, i64::from(i32::MAX))?])?;
    let mut found = w.integer(block, word, 0)?;
    for step in (0..8).rev().map(|bit| 1 << bit) {
        let next = w.same(block, "arith.addi", &[found, w.integer(block, word, step)?])?;
        let reached = w.compare_ints(block, 9, magnitude, look_up(site, word, &table, next)?)?;
        found = w.choose(block, reached, next, found)?;
    }
    // Positive numbers, then negative ones.
    let signed = |sign: f32| least.iter().map(move |&bits| f8_of_f32(to, sign * f32::from_bits(bits)));
    let numbers: Vec<u8> = signed(1.0).chain(signed(-1.0)).collect();
    let below = w.same(block, "arith.shrui", &[bits, w.integer(block, word, 31)?])?;
    let place = w.same(block, "arith.ori", &[found, w.same(block, "arith.shli", &[below, w.integer(block, word, 8)?])?])?;
    let number = look_up(site, ElementType::I8, &numbers, place)?;
    let not_a_number = match to {
        // It has no sign: anything below zero is none of its numbers.
        ElementType::F8E8M0FNU => w.compare_floats(block, 11, x, w.number(block, ElementType::F32, 0.0)?)?,
        _ => w.compare_floats(block, 14, x, x)?,
    };
    w.choose(block, not_a_number, w.integer(block, ElementType::I8, i64::from(f8_of_f32(to, f32::NAN)))?, number)
}

/// For each byte, the bits of the least magnitude that becomes this byte or a larger one; those of no magnitude where none does.
fn least_magnitudes(to: ElementType) -> Vec<u32> {
    const NONE: u32 = i32::MAX as u32;
    let least = |byte: u8| {
        let (mut low, mut high) = (0, f32::INFINITY.to_bits() + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if f8_of_f32(to, f32::from_bits(middle)) >= byte { high = middle } else { low = middle + 1 }
        }
        if low > f32::INFINITY.to_bits() { NONE } else { low }
    };
    (0..=255).map(least).collect()
}

/// The element of a table at an `i32`.
fn look_up<'m>(site: &Site<'_, 'm>, element: ElementType, bytes: &[u8], at: Val<'m>) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let ty = TensorType::new(element, &[(bytes.len() / element.byte_size()) as i64]);
    let table = w.dense(block, &Literal { ty, data: LiteralData::Dense(bytes.into()) })?;
    let index = w.cast(block, "arith.index_castui", at, w.ty("index")?)?;
    w.extract(block, table, &[index])
}
