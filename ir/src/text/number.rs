//! Numbers in text: elements of constants, read and written as MLIR does.
//!
//! Invariants: what is written is read back to the same bits; a float that no short decimal form gives
//! exactly is written as `0x` and its bits.

use crate::interp::scalar::{bytes_of_f64, f64_of_bytes};
use crate::types::{ElementClass, ElementType};
use smallvec::SmallVec;
use std::fmt::Write;

/// Bytes of one element.
pub(super) type Bytes = SmallVec<[u8; 16]>;

/// The bytes of an element (one part of it, for complex types) that `text` writes: `true`, `-3`, `1.5`, `0x7F`.
pub(super) fn parse_element(text: &str, element: ElementType) -> Result<Bytes, String> {
    let width = element.byte_size();
    let wrong = || format!("`{}` is not a value of type {element}", super::reader::shorten(text));
    match element.class() {
        ElementClass::Bool => match text {
            "true" | "1" => Ok(Bytes::from_slice(&[1])),
            "false" | "0" => Ok(Bytes::from_slice(&[0])),
            _ => Err(wrong()),
        },
        ElementClass::Signed | ElementClass::Unsigned => {
            let bits = element.bits();
            let value: i128 = match text.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).map_err(|_| wrong())?.into(),
                None => text.parse().map_err(|_| wrong())?,
            };
            // Signless integers are read in either reading: `255 : i8` is -1.
            let least = if element.class() == ElementClass::Signed { -(1i128 << (bits - 1)) } else { 0 };
            if value >= 1i128 << bits || value < least {
                return Err(format!("{value} does not fit type {element}"));
            }
            let narrow = if element.class() == ElementClass::Signed && value >= 1i128 << (bits - 1) { value - (1i128 << bits) } else { value };
            Ok(Bytes::from_slice(&narrow.to_le_bytes()[..width]))
        }
        ElementClass::Float => {
            if let Some(digits) = text.strip_prefix("0x") {
                let bits = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
                if element.bits() < 64 && bits >> element.bits() != 0 {
                    return Err(format!("{text} has more than the {} bits of {element}", element.bits()));
                }
                return Ok(Bytes::from_slice(&bits.to_le_bytes()[..width]));
            }
            if element == ElementType::F32 {
                let value: f32 = text.parse().map_err(|_| wrong())?;
                return Ok(Bytes::from_slice(&value.to_le_bytes()));
            }
            let value: f64 = text.parse().map_err(|_| wrong())?;
            Ok(bytes_of_f64(element, value))
        }
        ElementClass::Complex => Err(wrong()),
    }
}

/// The element type of one part of a complex type.
pub(super) fn part_of(element: ElementType) -> ElementType {
    if element == ElementType::C128 { ElementType::F64 } else { ElementType::F32 }
}

/// Writes one element.
pub(super) fn write_element(out: &mut String, element: ElementType, bytes: &[u8]) {
    match element.class() {
        ElementClass::Bool => out.push_str(if bytes[0] != 0 { "true" } else { "false" }),
        ElementClass::Signed | ElementClass::Unsigned => {
            let signed = element.class() == ElementClass::Signed;
            let fill = if signed && bytes[bytes.len() - 1] >= 0x80 { 0xff } else { 0 };
            let mut wide = [fill; 8];
            wide[..bytes.len()].copy_from_slice(bytes);
            // Writing to a string cannot fail.
            let _ = if signed { write!(out, "{}", i64::from_le_bytes(wide)) } else { write!(out, "{}", u64::from_le_bytes(wide)) };
        }
        ElementClass::Float => write_float(out, element, bytes),
        ElementClass::Complex => {
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            out.push('(');
            write_float(out, part_of(element), real);
            out.push(',');
            write_float(out, part_of(element), imaginary);
            out.push(')');
        }
    }
}

/// Writes a float: six digits and exponent when they give it exactly, else as many digits as its type holds, else bits.
pub(super) fn write_float(out: &mut String, element: ElementType, bytes: &[u8]) {
    let value = f64_of_bytes(element, bytes).unwrap_or(f64::NAN);
    if value.is_finite() {
        let short = decimal(value, 6, true);
        if parse_element(&short, element).is_ok_and(|back| back[..] == *bytes) {
            out.push_str(&short);
            return;
        }
        let long = decimal(value, significant_digits(element), false);
        if long.contains('.') && parse_element(&long, element).is_ok_and(|back| back[..] == *bytes) {
            out.push_str(&long);
            return;
        }
    }
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let _ = write!(out, "0x{:0width$X}", u64::from_le_bytes(wide), width = bytes.len() * 2);
}

/// Decimal digits that tell all values of a type apart: 2 + precision * 59 / 196, as LLVM's APFloat counts them
/// (59/196 is just above log10(2)).
fn significant_digits(element: ElementType) -> usize {
    let precision = match element {
        ElementType::F64 => 53,
        ElementType::F32 => 24,
        ElementType::F16 => 11,
        ElementType::BF16 => 8,
        ElementType::F8E5M2 | ElementType::F8E5M2FNUZ => 3,
        ElementType::F8E3M4 => 5,
        ElementType::F8E8M0FNU => 1,
        _ => 4,
    };
    2 + precision * 59 / 196
}

/// `value` to `digits` significant digits. `padded`: always `d.dddddde±dd`. Otherwise trailing zeros go, and numbers near 1
/// have no exponent.
fn decimal(value: f64, digits: usize, padded: bool) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value == 0.0 {
        return format!("{sign}{}", if padded { "0.000000e+00" } else { "0.0" });
    }
    let cut = truncated_digits(value.abs(), digits);
    let long = format!("{:.*e}", cut + 24, value.abs());
    let (mantissa, exponent) = long.split_once('e').unwrap_or((&long, "0"));
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let mut all: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').take(cut).collect();
    let rounds_up = all.get(digits).is_some_and(|&next| next >= 5);
    all.truncate(digits);
    let mut kept = all;
    if rounds_up {
        let last_free = kept.iter().rposition(|&digit| digit != 9);
        match last_free {
            Some(index) => {
                kept[index] += 1;
                kept.truncate(index + 1);
            }
            None => {
                kept = vec![1];
                exponent += 1;
            }
        }
    }
    while kept.len() > 1 && kept.last() == Some(&0) {
        kept.pop();
    }
    let text = |digits: &[u8]| digits.iter().map(|digit| char::from(b'0' + digit)).collect::<String>();
    let count = kept.len() as i32;
    if padded {
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{}.{:0<6}e{exponent_sign}{:02}", kept[0], text(&kept[1..]), exponent.abs());
    }
    // `least` is the power of ten of the last digit.
    let least = exponent - count + 1;
    let scientific = if least >= 0 { least > 3 || count + least > digits as i32 } else { exponent < 0 && -exponent > 3 };
    if scientific {
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        let rest = if count == 1 { "0".to_string() } else { text(&kept[1..]) };
        return format!("{sign}{}.{rest}E{exponent_sign}{}", kept[0], exponent.abs());
    }
    if least >= 0 {
        return format!("{sign}{}{}", text(&kept), "0".repeat(least as usize));
    }
    if exponent >= 0 {
        let whole = exponent as usize + 1;
        return format!("{sign}{}.{}", text(&kept[..whole]), text(&kept[whole..]));
    }
    format!("{sign}0.{}{}", "0".repeat((-exponent - 1) as usize), text(&kept))
}

/// How many leading digits LLVM's APFloat looks at before it rounds to `digits`: it writes the value as an integer
/// times a power of ten, and divides that by the largest power of ten that surely leaves enough bits, rounding down.
fn truncated_digits(value: f64, digits: usize) -> usize {
    let bits = value.to_bits();
    let (mut mantissa, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
    let mut power = biased.max(1) - 1075;
    if biased > 0 {
        mantissa |= 1 << 52;
    }
    power += i64::from(mantissa.trailing_zeros());
    mantissa >>= mantissa.trailing_zeros();
    // value = mantissa * 2^power = whole * 10^-tens.
    let tens = (-power).max(0);
    let whole_log2 = if power >= 0 {
        (mantissa.ilog2() as i64 + power) as f64
    } else {
        (mantissa as f64).log2() + tens as f64 * 5f64.log2()
    };
    let whole_bits = whole_log2 as i64 + 1;
    let needed_bits = (digits as i64 * 196 + 58) / 59;
    let removed = (whole_bits - needed_bits).max(0) * 59 / 196;
    let exponent: i64 = format!("{value:e}").split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    usize::try_from(exponent + 1 + tens - removed).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32_text(value: f32) -> String {
        let mut out = String::new();
        write_float(&mut out, ElementType::F32, &value.to_le_bytes());
        out
    }

    #[test]
    fn floats_are_written_as_mlir_writes_them() {
        // Each of these lines is what MLIR's printer gives for the value (constants of JAX modules).
        assert_eq!(f32_text(4.0), "4.000000e+00");
        assert_eq!(f32_text(-1e9), "-1.000000e+09");
        assert_eq!(f32_text(0.0), "0.000000e+00");
        assert_eq!(f32_text(1e-5), "9.99999974E-6");
        assert_eq!(f32_text(1e-4), "9.99999974E-5");
        assert_eq!(f32_text(0.1), "1.000000e-01");
        assert_eq!(f32_text(std::f32::consts::PI), "3.14159274");
        assert_eq!(f32_text(0.044_715), "4.471500e-02");
        assert_eq!(f32_text(0.797_884_6), "0.797884583");
        assert_eq!(f32_text(f32::NEG_INFINITY), "0xFF800000");
        assert_eq!(f32_text(f32::NAN), "0x7FC00000");
        assert_eq!(f32_text(16_777_215.0), "0x4B7FFFFF");
        assert_eq!(f32_text(1.220_703_1e-4), "1.22070313E-4");
    }

    #[test]
    fn every_bit_pattern_survives_text() {
        for element in [ElementType::F16, ElementType::BF16, ElementType::F8E4M3FN, ElementType::F8E5M2, ElementType::F8E8M0FNU] {
            let count = 1u32 << element.bits();
            for bits in 0..count {
                let bytes = &bits.to_le_bytes()[..element.byte_size()];
                let mut text = String::new();
                write_float(&mut text, element, bytes);
                assert_eq!(parse_element(&text, element).unwrap()[..], *bytes, "{element} {bits:#x} {text}");
            }
        }
    }

    #[test]
    fn integers_must_fit_their_type() {
        assert_eq!(parse_element("255", ElementType::I8).unwrap()[..], [0xff]);
        assert_eq!(parse_element("-8", ElementType::I4).unwrap()[..], [0xf8]);
        assert!(parse_element("256", ElementType::I8).unwrap_err().contains("256 does not fit type i8"));
        assert_eq!(parse_element("0xFF", ElementType::I8).unwrap()[..], [0xff]);
        assert_eq!(parse_element("18446744073709551615", ElementType::UI64).unwrap()[..], [0xff; 8]);
        assert!(parse_element("-1", ElementType::UI8).unwrap_err().contains("-1 does not fit type ui8"));
        assert!(parse_element("-1", ElementType::UI64).unwrap_err().contains("-1 does not fit type ui64"));
        assert!(parse_element("0x1FF", ElementType::I8).unwrap_err().contains("511 does not fit type i8"));
        assert!(parse_element("1.5", ElementType::I8).is_err());
        assert!(parse_element("0x100", ElementType::F8E5M2).is_err());
    }
}
