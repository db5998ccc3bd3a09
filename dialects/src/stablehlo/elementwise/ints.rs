//! Integer arithmetic as XLA defines it where hardware disagrees.
//!
//! Invariants: nothing panics. Division by zero gives all bits set, its remainder the dividend; the lowest
//! value divided by -1 is itself with remainder 0; shifts by the width or more give 0 (arithmetic: the sign).

/// An integer element.
pub trait Int: Copy + Ord + 'static {
    /// Sum, wrapped.
    fn plus(self, other: Self) -> Self;
    /// Difference, wrapped.
    fn minus(self, other: Self) -> Self;
    /// Product, wrapped.
    fn times(self, other: Self) -> Self;
    /// Quotient, truncated toward zero.
    fn over(self, other: Self) -> Self;
    /// Remainder with the dividend's sign.
    fn modulo(self, other: Self) -> Self;
    /// Power, wrapped; negative exponents truncate the true result toward zero.
    fn to_power(self, other: Self) -> Self;
    /// Bitwise and.
    fn bit_and(self, other: Self) -> Self;
    /// Bitwise or.
    fn bit_or(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    fn bit_xor(self, other: Self) -> Self;
    /// All bits flipped.
    fn flip(self) -> Self;
    /// Shift left in a word of `bits` bits.
    fn shift_left(self, by: Self, bits: u32) -> Self;
    /// Shift right that keeps the sign bit of a word of `bits` bits.
    fn shift_arithmetic(self, by: Self, bits: u32) -> Self;
    /// Shift right that fills with zeros a word of `bits` bits.
    fn shift_logical(self, by: Self, bits: u32) -> Self;
    /// Magnitude, wrapped.
    fn magnitude(self) -> Self;
    /// -1, 0 or 1.
    fn sign(self) -> Self;
    /// Zeros above the highest set bit of a word of `bits` bits.
    fn leading_zeros_of(self, bits: u32) -> Self;
    /// Set bits of a word of `bits` bits.
    fn ones(self, bits: u32) -> Self;
}

macro_rules! int {
    ($($ty:ty, $unsigned:ty, $signed:ty);* $(;)?) => {$(
        #[allow(unused_comparisons, clippy::unnecessary_cast, reason = "one text for signed and unsigned types")]
        impl Int for $ty {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn over(self, other: Self) -> Self {
                if other == 0 { !0 } else { self.wrapping_div(other) }
            }
            fn modulo(self, other: Self) -> Self {
                if other == 0 { self } else { self.wrapping_rem(other) }
            }
            fn to_power(self, other: Self) -> Self {
                if other < 0 {
                    return match self {
                        1 => 1,
                        base if base == !0 => if other & 1 == 0 { 1 } else { base },
                        _ => 0,
                    };
                }
                let (mut base, mut exponent, mut result) = (self, other, 1 as $ty);
                while exponent > 0 {
                    if exponent & 1 == 1 {
                        result = result.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    exponent >>= 1;
                }
                result
            }
            fn bit_and(self, other: Self) -> Self {
                self & other
            }
            fn bit_or(self, other: Self) -> Self {
                self | other
            }
            fn bit_xor(self, other: Self) -> Self {
                self ^ other
            }
            fn flip(self) -> Self {
                !self
            }
            fn shift_left(self, by: Self, bits: u32) -> Self {
                if (by as $unsigned) as u64 >= u64::from(bits) { 0 } else { self << by }
            }
            fn shift_arithmetic(self, by: Self, bits: u32) -> Self {
                // Unsigned words take their highest bit as the sign too.
                let unused = <$ty>::BITS - bits;
                let signed = ((self as $signed) << unused) >> unused;
                if (by as $unsigned) as u64 >= u64::from(bits) { (signed >> (<$ty>::BITS - 1)) as $ty } else { (signed >> by) as $ty }
            }
            fn shift_logical(self, by: Self, bits: u32) -> Self {
                let word = (self as $unsigned) & (<$unsigned>::MAX >> (<$ty>::BITS - bits));
                if (by as $unsigned) as u64 >= u64::from(bits) { 0 } else { (word >> by) as $ty }
            }
            fn magnitude(self) -> Self {
                if self < 0 { (0 as $ty).wrapping_sub(self) } else { self }
            }
            fn sign(self) -> Self {
                if self > 0 { 1 } else if self < 0 { !0 } else { 0 }
            }
            fn leading_zeros_of(self, bits: u32) -> Self {
                let unused = <$ty>::BITS - bits;
                let word = (self as $unsigned) & (<$unsigned>::MAX >> unused);
                (word.leading_zeros() - unused) as $ty
            }
            fn ones(self, bits: u32) -> Self {
                let word = (self as $unsigned) & (<$unsigned>::MAX >> (<$ty>::BITS - bits));
                word.count_ones() as $ty
            }
        }
    )*};
}

int! {
    i8, u8, i8;
    i16, u16, i16;
    i32, u32, i32;
    i64, u64, i64;
    u8, u8, i8;
    u16, u16, i16;
    u32, u32, i32;
    u64, u64, i64;
}
