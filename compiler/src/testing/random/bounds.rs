//! What is known of a value's elements while a program is made, so that programs stay tame.
//!
//! Invariants: every element lies in `[low, high]`; where `step` is known, every element is a multiple of it (a
//! power of two) and was computed without rounding, whatever the order of sums; elsewhere `error` bounds how far two
//! correct evaluations in different orders may lie apart. Ops that jump (comparisons, rounding, sorting)
//! are only made of exact values.

use shardwright_ir::ElementType;
use shardwright_ir::types::ElementClass;

/// Bounds of the elements of one value. A complex value: of both parts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// No element is less.
    pub low: f64,
    /// No element is more.
    pub high: f64,
    /// Elements are exact multiples of this power of two.
    pub step: Option<f64>,
    /// Elements of two correct evaluations differ by at most about this.
    pub error: f64,
}

/// Floats beyond this are scaled down.
pub const LARGEST_FLOAT: f64 = 64.0;
/// Integers beyond this are reduced by a remainder.
pub const LARGEST_INT: f64 = 1000.0;

impl Bounds {
    /// Exact multiples of `step`.
    pub fn exact(low: f64, high: f64, step: f64) -> Bounds {
        Bounds { low, high, step: Some(step), error: 0.0 }
    }
    /// Integers.
    pub fn ints(low: i64, high: i64) -> Bounds {
        Bounds::exact(low as f64, high as f64, 1.0)
    }
    /// Numbers that were rounded.
    pub fn rounded(low: f64, high: f64, error: f64) -> Bounds {
        Bounds { low, high, step: None, error }
    }
    /// The largest magnitude.
    pub fn magnitude(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
    /// Whether the elements are exact.
    pub fn is_exact(&self) -> bool {
        self.step.is_some()
    }
    /// Both are possible.
    pub fn join(&self, other: &Bounds) -> Bounds {
        Bounds {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            step: both(self.step, other.step, f64::min),
            error: self.error.max(other.error),
        }
    }
    /// Bounds of sums of two.
    pub fn plus(&self, other: &Bounds) -> Bounds {
        Bounds {
            low: self.low + other.low,
            high: self.high + other.high,
            step: both(self.step, other.step, f64::min),
            error: self.error + other.error,
        }
    }
    /// Bounds of the negated elements.
    pub fn negated(&self) -> Bounds {
        Bounds { low: -self.high, high: -self.low, ..*self }
    }
    /// Bounds of products of two.
    pub fn times(&self, other: &Bounds) -> Bounds {
        let corners = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        Bounds {
            low: corners.into_iter().fold(f64::INFINITY, f64::min),
            high: corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
            step: both(self.step, other.step, |x, y| x * y),
            error: self.error * other.magnitude() + other.error * self.magnitude(),
        }
    }
    /// Bounds of sums of `from` to `to` terms.
    pub fn sum_of(&self, from: i64, to: i64) -> Bounds {
        let (from, to) = (from as f64, to as f64);
        Bounds {
            low: (self.low * from).min(self.low * to),
            high: (self.high * from).max(self.high * to),
            step: self.step,
            error: self.error * to,
        }
    }
    /// Bounds of a monotone function with slopes of at most `slope`.
    pub fn map(&self, function: impl Fn(f64) -> f64, slope: f64) -> Bounds {
        let (left, right) = (function(self.low), function(self.high));
        Bounds::rounded(left.min(right), left.max(right), self.error * slope)
    }
    /// With zero as a possible element.
    pub fn or_zero(&self) -> Bounds {
        self.join(&Bounds::exact(0.0, 0.0, 2f64.powi(20)))
    }

    /// What is left of these bounds when the result is stored in `element` after about `terms` roundings. `None`
    /// where the type cannot hold the values, or the error would be too large to tell right from wrong.
    pub fn stored(mut self, element: ElementType, terms: i64) -> Option<Bounds> {
        if !(self.low.is_finite() && self.high.is_finite() && self.low <= self.high) {
            return None;
        }
        if element == ElementType::I1 {
            return (self.low >= 0.0 && self.high <= 1.0).then_some(self);
        }
        if element.is_int() {
            let (least, most) = int_range(element);
            return (self.is_exact() && self.low >= least && self.high <= most).then_some(self);
        }
        let digits = digits(element);
        if element == ElementType::F16 && self.magnitude() > 2000.0 {
            return None;
        }
        if self.step.is_some_and(|step| self.magnitude() / step >= 2f64.powi(digits) || step < 2f64.powi(-12)) {
            self.step = None;
        }
        if self.step.is_none() {
            self.error += self.magnitude() * 2f64.powi(1 - digits) * terms.max(1) as f64;
        }
        (self.error <= tolerance(element) * 0.5 * self.magnitude().max(1.0)).then_some(self)
    }
}

/// How far apart two correct evaluations may be, relative to the largest magnitude of the tensor or to 1: 0 for
/// integers and truth values, a few hundred units in the last place for floats.
pub fn tolerance(element: ElementType) -> f64 {
    match element.class() {
        ElementClass::Float | ElementClass::Complex => 2f64.powi(9 - digits(element)).min(0.1),
        _ => 0.0,
    }
}

/// Binary digits of a float's significand, the hidden one included.
fn digits(element: ElementType) -> i32 {
    match element {
        ElementType::F64 | ElementType::C128 => 53,
        ElementType::F32 | ElementType::C64 => 24,
        ElementType::F16 => 11,
        ElementType::BF16 => 8,
        _ => 3,
    }
}

/// The least and the largest value of an integer type.
pub fn int_range(element: ElementType) -> (f64, f64) {
    let bits = element.bits() as i32;
    match element.class() {
        ElementClass::Signed => (-(2f64.powi(bits - 1)), 2f64.powi(bits - 1) - 1.0),
        ElementClass::Unsigned => (0.0, 2f64.powi(bits) - 1.0),
        _ => (0.0, 1.0),
    }
}

fn both(left: Option<f64>, right: Option<f64>, combine: impl Fn(f64, f64) -> f64) -> Option<f64> {
    Some(combine(left?, right?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_of_exact_values_are_exact_while_the_digits_suffice() {
        let x = Bounds::exact(-4.0, 4.0, 0.125);
        let product = x.times(&x).sum_of(12, 12).stored(ElementType::F32, 12).unwrap();
        assert_eq!((product.low, product.high, product.step), (-192.0, 192.0, Some(0.015625)));
        // 192 / (1 / 64) = 12288 needs 14 bits: bf16 has 8.
        assert!(x.times(&x).sum_of(12, 12).stored(ElementType::BF16, 12).is_none_or(|bounds| bounds.step.is_none()));
    }

    #[test]
    fn integers_beyond_their_type_are_refused() {
        assert!(Bounds::ints(-1, 3).stored(ElementType::UI8, 1).is_none());
        assert!(Bounds::ints(0, 256).stored(ElementType::UI8, 1).is_none());
        assert!(Bounds::ints(-128, 127).stored(ElementType::I8, 1).is_some());
    }
}
