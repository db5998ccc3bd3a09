//! One element: bytes to number and back, rounded to the element type.

use crate::types::{ElementClass, ElementType};
use half::{bf16, f16};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Parameters of an 8-bit float: exponent bits, mantissa bits, bias, and how it spells infinity and NaN.
struct Float8 {
    mantissa: i32,
    bias: i32,
    /// Has infinities (IEEE style: all-ones exponent is special).
    ieee: bool,
    /// "fn": all-ones exponent and mantissa is NaN, no infinity. "fnuz": NaN is 0x80, no negative zero.
    fnuz: bool,
}

fn float8(element: ElementType) -> Float8 {
    let (mantissa, bias, ieee, fnuz) = match element {
        ElementType::F8E5M2 => (2, 15, true, false),
        ElementType::F8E4M3 => (3, 7, true, false),
        ElementType::F8E3M4 => (4, 3, true, false),
        ElementType::F8E4M3FN => (3, 7, false, false),
        ElementType::F8E4M3FNUZ => (3, 8, false, true),
        ElementType::F8E5M2FNUZ => (2, 16, false, true),
        ElementType::F8E4M3B11FNUZ => (3, 11, false, true),
        other => unreachable!("{other} is not an 8-bit float with a mantissa"),
    };
    Float8 { mantissa, bias, ieee, fnuz }
}

/// The number that an 8-bit float's bits are.
pub fn f32_of_f8(element: ElementType, bits: u8) -> f32 {
    if element == ElementType::F8E8M0FNU {
        return if bits == 0xff { f32::NAN } else { 2f64.powi(i32::from(bits) - 127) as f32 };
    }
    let format = float8(element);
    let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
    let exponent_bits = 7 - format.mantissa;
    let exponent = i32::from(bits & 0x7f) >> format.mantissa;
    let fraction = i32::from(bits) & ((1 << format.mantissa) - 1);
    let ones = (1 << exponent_bits) - 1;
    if format.fnuz && bits == 0x80 {
        return f32::NAN;
    }
    if format.ieee && exponent == ones {
        return if fraction == 0 { sign * f32::INFINITY } else { f32::NAN };
    }
    if !format.ieee && !format.fnuz && bits & 0x7f == 0x7f {
        return f32::NAN;
    }
    let scale = 2f32.powi(-format.mantissa);
    match exponent {
        0 => sign * fraction as f32 * scale * 2f32.powi(1 - format.bias),
        _ => sign * (1.0 + fraction as f32 * scale) * 2f32.powi(exponent - format.bias),
    }
}

/// The nearest 8-bit float (ties to even); overflow becomes infinity, or NaN in formats without one.
pub fn f8_of_f32(element: ElementType, value: f32) -> u8 {
    if element == ElementType::F8E8M0FNU {
        if !(value > 0.0) {
            return if value == 0.0 { 0 } else { 0xff };
        }
        let exponent = f64::from(value).log2();
        return (exponent.round() + 127.0).clamp(0.0, 254.0) as u8;
    }
    let nearest = |magnitude: f32| -> u8 {
        // 127 finite non-negative codes in increasing order: search for the neighbours and round to even.
        let (mut low, mut high) = (0u8, 0x7fu8);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let there = f32_of_f8(element, middle);
            if there.is_nan() || there > magnitude { high = middle } else { low = middle }
        }
        let (below, above) = (f32_of_f8(element, low), f32_of_f8(element, high));
        if !above.is_finite() {
            // Halfway to where the next value would be, overflow begins.
            let step = below - f32_of_f8(element, low - 1);
            return if magnitude < below + step / 2.0 || (magnitude == below + step / 2.0 && low % 2 == 0) { low } else { high };
        }
        let middle = (f64::from(below) + f64::from(above)) / 2.0;
        match f64::from(magnitude).partial_cmp(&middle) {
            Some(std::cmp::Ordering::Less) => low,
            Some(std::cmp::Ordering::Greater) => high,
            _ => if low % 2 == 0 { low } else { high },
        }
    };
    let format = float8(element);
    let nan = if format.fnuz { 0x80 } else { 0x7f };
    if value.is_nan() {
        return nan;
    }
    let sign = if value.is_sign_negative() { 0x80 } else { 0 };
    if value.is_infinite() && !format.ieee {
        return if format.fnuz { 0x80 } else { 0x7f | sign };
    }
    if format.fnuz {
        // Beyond half a step above the largest number (whose code is odd, so that the tie goes up) lies only NaN.
        let (largest, before) = (f32_of_f8(element, 0x7f), f32_of_f8(element, 0x7e));
        if value.abs() >= largest + (largest - before) / 2.0 {
            return nan;
        }
    }
    let magnitude = nearest(value.abs());
    if format.fnuz && (magnitude == 0 || !f32_of_f8(element, magnitude).is_finite()) {
        return if magnitude == 0 { 0 } else { nan };
    }
    magnitude | sign
}

/// What rounds to floats of up to 16 bits as `value` does: where no single is equal, that of its neighbours whose last bit is odd,
/// which is never half-way between two narrower floats. Rounded to the nearest single first, a value could come to lie half-way.
pub fn odd_f32(value: f64) -> f32 {
    let near = value as f32;
    let bits = near.to_bits();
    match f64::from(near).abs().partial_cmp(&value.abs()) {
        Some(Ordering::Greater) if bits % 2 == 0 => f32::from_bits(bits - 1),
        Some(Ordering::Less) if bits % 2 == 0 => f32::from_bits(bits + 1),
        _ => near,
    }
}

/// What rounds to floats of up to 32 bits as the integer does, by the same rule.
pub fn odd_f64(value: i128) -> f64 {
    let near = value as f64;
    let bits = near.to_bits();
    match (near.abs() as u128).cmp(&value.unsigned_abs()) {
        Ordering::Greater if bits % 2 == 0 => f64::from_bits(bits - 1),
        Ordering::Less if bits % 2 == 0 => f64::from_bits(bits + 1),
        _ => near,
    }
}

/// The nearest `f16`, ties to even.
pub fn f16_of_f64(value: f64) -> f16 {
    f16::from_f32(odd_f32(value))
}

/// The nearest `bf16`, ties to even.
pub fn bf16_of_f64(value: f64) -> bf16 {
    bf16::from_f32(odd_f32(value))
}

/// The bytes of `value` rounded to the element type (integers truncate toward zero and saturate; complex gets a zero imaginary part).
pub fn bytes_of_f64(element: ElementType, value: f64) -> SmallVec<[u8; 16]> {
    use ElementType::*;
    let from = SmallVec::from_slice;
    match element {
        F64 => from(&value.to_le_bytes()),
        F32 => from(&(value as f32).to_le_bytes()),
        F16 => from(&f16_of_f64(value).to_le_bytes()),
        BF16 => from(&bf16_of_f64(value).to_le_bytes()),
        C64 => from(&[(value as f32).to_le_bytes(), [0; 4]].concat()),
        C128 => from(&[value.to_le_bytes(), [0; 8]].concat()),
        I1 => from(&[u8::from(value != 0.0)]),
        _ if element.is_float() => from(&[f8_of_f32(element, odd_f32(value))]),
        UI64 => from(&(value as u64).to_le_bytes()),
        _ => bytes_of_i64(element, if element.class() == ElementClass::Unsigned { (value as u64) as i64 } else { value as i64 }),
    }
}

/// The bytes of an integer, saturated to the integer type's range (`ui64` takes the bits).
pub fn bytes_of_i64(element: ElementType, value: i64) -> SmallVec<[u8; 16]> {
    let bits = element.bits().min(64);
    let clamped = match element.class() {
        ElementClass::Signed if bits < 64 => value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        ElementClass::Unsigned if bits < 64 => value.clamp(0, (1 << bits) - 1),
        ElementClass::Float | ElementClass::Complex if matches!(element, ElementType::F64 | ElementType::C128) => return bytes_of_f64(element, value as f64),
        ElementClass::Float | ElementClass::Complex => return bytes_of_f64(element, odd_f64(value.into())),
        ElementClass::Bool => i64::from(value != 0),
        _ => value,
    };
    SmallVec::from_slice(&clamped.to_le_bytes()[..element.byte_size()])
}

/// The number that these bytes are; `None` for complex types and wrong lengths.
pub fn f64_of_bytes(element: ElementType, bytes: &[u8]) -> Option<f64> {
    use ElementType::*;
    if bytes.len() != element.byte_size() {
        return None;
    }
    Some(match element {
        F64 => f64::from_le_bytes(bytes.try_into().ok()?),
        F32 => f64::from(f32::from_le_bytes(bytes.try_into().ok()?)),
        F16 => f16::from_le_bytes(bytes.try_into().ok()?).to_f64(),
        BF16 => bf16::from_le_bytes(bytes.try_into().ok()?).to_f64(),
        C64 | C128 => return None,
        _ if element.is_float() => f64::from(f32_of_f8(element, bytes[0])),
        _ => {
            let signed = element.class() == ElementClass::Signed;
            let fill = if signed && bytes[bytes.len() - 1] >= 0x80 { 0xff } else { 0 };
            let mut wide = [fill; 8];
            wide[..bytes.len()].copy_from_slice(bytes);
            if signed { i64::from_le_bytes(wide) as f64 } else { u64::from_le_bytes(wide) as f64 }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tie and its two sides, as near as doubles come, at ulps of 2^-10 and 2^-7: what IEEE 754 says of one rounding.
    #[test]
    fn doubles_and_integers_are_rounded_once() {
        for (half, least) in [(2f64.powi(-11), 2f64.powi(-52)), (2f64.powi(-8), 2f64.powi(-52)), (2f64.powi(-8), 2f64.powi(-26))] {
            let narrow = |value: f64| if half < 0.001 { f16_of_f64(value).to_f64() } else { bf16_of_f64(value).to_f64() };
            for sign in [1.0, -1.0] {
                let rounded = [1.0 + half - least, 1.0 + half, 1.0 + half + least, 1.0 + 3.0 * half].map(|value| narrow(sign * value));
                assert_eq!(rounded, [1.0, 1.0, 1.0 + 2.0 * half, 1.0 + 4.0 * half].map(|value| sign * value));
            }
        }
        // The smallest numbers, the largest, and beyond.
        assert_eq!([2f64.powi(-25), 2f64.powi(-25) * 1.0000000001, -1e-300].map(|value| f16_of_f64(value).to_bits()), [0, 1, 0x8000]);
        assert_eq!([65519.99999999, 65520.0, 1e300, f64::INFINITY].map(|value| f16_of_f64(value).to_bits()), [0x7bff, 0x7c00, 0x7c00, 0x7c00]);
        assert!(f16_of_f64(f64::NAN).is_nan() && bf16_of_f64(f64::NAN).is_nan());
        let tie = (1i64 << 62) + (1 << 54);
        let bytes = [tie - 1, tie, tie + 1, -tie - 1].map(|value| bytes_of_i64(ElementType::BF16, value).to_vec());
        let wanted = [1i64 << 62, 1 << 62, (1 << 62) + (1 << 55), -(1 << 62) - (1 << 55)].map(|value| bf16::from_f32(value as f32).to_le_bytes().to_vec());
        assert_eq!(bytes, wanted);
    }

    /// Values from the format definitions (OCP 8-bit float specification, table of limits).
    #[test]
    fn eight_bit_floats_round_to_nearest_and_overflow_as_their_format_says() {
        assert_eq!(f32_of_f8(ElementType::F8E4M3FN, 0x7e), 448.0);
        assert_eq!(f32_of_f8(ElementType::F8E5M2, 0x7b), 57344.0);
        assert_eq!(f32_of_f8(ElementType::F8E4M3FN, 0x01), 2f32.powi(-9));
        assert_eq!(f8_of_f32(ElementType::F8E4M3FN, 448.0), 0x7e);
        assert!(f32_of_f8(ElementType::F8E4M3FN, f8_of_f32(ElementType::F8E4M3FN, 1e6)).is_nan());
        assert_eq!(f32_of_f8(ElementType::F8E5M2, f8_of_f32(ElementType::F8E5M2, 1e6)), f32::INFINITY);
        assert_eq!(f32_of_f8(ElementType::F8E4M3FN, f8_of_f32(ElementType::F8E4M3FN, -1.0625)), -1.0);
        assert_eq!(f8_of_f32(ElementType::F8E4M3FNUZ, -0.0), 0);
        for element in ElementType::ALL.iter().filter(|element| element.is_float() && element.bits() == 8) {
            for bits in 0..=255u8 {
                let value = f32_of_f8(*element, bits);
                if value.is_finite() {
                    assert_eq!(f32_of_f8(*element, f8_of_f32(*element, value)), value, "{element} {bits:#x}");
                }
            }
        }
    }
}
