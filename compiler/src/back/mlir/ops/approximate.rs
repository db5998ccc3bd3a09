//! Functions of singles by polynomials, so that loops over them become vector code: a call of the C library is one element's.
//!
//! Coefficients are our own fits (weighted least squares at Chebyshev points, weights moved towards the largest error); errors stay below
//! 3e-7 of the result. Arguments that overflow, vanish or are NaN give what the functions' definitions give.

use super::super::writer::{Block, Result, Val, Writer};
use shardwright_ir::ElementType;

/// Arithmetic on singles in one block.
struct Singles<'w, 'm> {
    w: &'w Writer<'m>,
    block: Block<'m>,
}

impl<'m> Singles<'_, 'm> {
    fn number(&self, value: f64) -> Result<Val<'m>> {
        self.w.number(self.block, ElementType::F32, value)
    }
    fn op(&self, name: &str, operands: &[Val<'m>]) -> Result<Val<'m>> {
        self.w.same(self.block, name, operands)
    }
    fn fma(&self, a: Val<'m>, b: Val<'m>, c: Val<'m>) -> Result<Val<'m>> {
        self.op("math.fma", &[a, b, c])
    }
    /// Σ coefficients[i] x^i.
    fn polynomial(&self, x: Val<'m>, coefficients: &[f64]) -> Result<Val<'m>> {
        let (last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        rest.iter().rev().try_fold(self.number(*last)?, |sum, &coefficient| self.fma(sum, x, self.number(coefficient)?))
    }
    /// 2 to the power of an integer from -126 to 127.
    fn power_of_two(&self, exponent: Val<'m>) -> Result<Val<'m>> {
        let biased = self.op("arith.addi", &[exponent, self.w.integer(self.block, ElementType::I32, 127)?])?;
        let bits = self.op("arith.shli", &[biased, self.w.integer(self.block, ElementType::I32, 23)?])?;
        self.w.cast(self.block, "arith.bitcast", bits, self.w.element(ElementType::F32)?)
    }
    fn less(&self, left: Val<'m>, right: Val<'m>) -> Result<Val<'m>> {
        self.w.compare_floats(self.block, 4, left, right)
    }
}

/// e to the power of x: e^x = 2^n e^r with n whole and |r| at most ln 2 / 2.
pub fn exp<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>) -> Result<Val<'m>> {
    let s = Singles { w, block };
    // Beyond, the result is infinite or zero; the power of two of what is left has two halves that do not overflow.
    let held = s.op("arith.maximumf", &[s.op("arith.minimumf", &[x, s.number(89.0)?])?, s.number(-104.0)?])?;
    // Adding 1.5 · 2^23 rounds to a whole number, whose bits are the sum's lowest.
    let magic = s.number(12_582_912.0)?;
    let shifted = s.fma(held, s.number(std::f64::consts::LOG2_E)?, magic)?;
    let n = s.op("arith.subf", &[shifted, magic])?;
    // ln 2 in two parts, the first exact in nine bits: 355/512 and the rest.
    let r = s.fma(n, s.number(-0.693_359_375)?, held)?;
    let r = s.fma(n, s.number(2.121_944_4e-4)?, r)?;
    let bend = s.polynomial(r, &[0.5, 0.166_666_656_732_559_2, 0.041_666_295_379_400_25, 0.008_333_496_749_401_093, 0.001_394_466_031_342_744_8, 0.000_197_903_456_864_878_54])?;
    let square = s.op("arith.mulf", &[r, r])?;
    let near = s.op("arith.addf", &[s.fma(bend, square, r)?, s.number(1.0)?])?;
    let word = w.element(ElementType::I32)?;
    let whole = s.op("arith.subi", &[w.cast(block, "arith.bitcast", shifted, word)?, w.cast(block, "arith.bitcast", magic, word)?])?;
    let half = s.op("arith.shrsi", &[whole, w.integer(block, ElementType::I32, 1)?])?;
    let rest = s.op("arith.subi", &[whole, half])?;
    s.op("arith.mulf", &[s.op("arith.mulf", &[near, s.power_of_two(half)?])?, s.power_of_two(rest)?])
}

/// The hyperbolic tangent: a polynomial near 0, else 1 - 2 / (e^2|x| + 1) with the sign of x.
pub fn tanh<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>) -> Result<Val<'m>> {
    let s = Singles { w, block };
    let square = s.op("arith.mulf", &[x, x])?;
    let bend = s.polynomial(square, &[-0.333_332_836_627_960_2, 0.133_314_907_550_811_77, -0.053_743_496_537_208_56, 0.020_650_578_662_753_105, -0.005_717_036_779_969_931])?;
    let near = s.fma(s.op("arith.mulf", &[bend, square])?, x, x)?;
    let size = s.op("math.absf", &[x])?;
    let power = exp(w, block, s.op("arith.addf", &[size, size])?)?;
    let one = s.number(1.0)?;
    let share = s.op("arith.divf", &[s.number(2.0)?, s.op("arith.addf", &[power, one])?])?;
    let far = s.op("math.copysign", &[s.op("arith.subf", &[one, share])?, x])?;
    w.choose(block, s.less(size, s.number(0.625)?)?, near, far)
}

/// The error function: a polynomial up to 1, else 1 - e^(-x²) times a polynomial in 1 / (1 + |x| / 2).
pub fn erf<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>) -> Result<Val<'m>> {
    let s = Singles { w, block };
    let square = s.op("arith.mulf", &[x, x])?;
    let slope = s.polynomial(
        square,
        &[1.128_379_106_521_606_4, -0.376_126_259_565_353_4, 0.112_835_854_291_915_9, -0.026_853_810_995_817_184, 0.005_188_327_748_328_447, -0.000_801_019_254_140_555_9, 7.853_857_823_647_559e-5],
    )?;
    let near = s.op("arith.mulf", &[slope, x])?;
    let one = s.number(1.0)?;
    let size = s.op("math.absf", &[x])?;
    // From 4 on the result is 1 to the last bit.
    let held = s.op("arith.minimumf", &[size, s.number(4.0)?])?;
    let share = s.op("arith.divf", &[one, s.fma(held, s.number(0.5)?, one)?])?;
    let lack = s.polynomial(share, &ERFC)?;
    let bell = exp(w, block, s.op("arith.negf", &[s.op("arith.mulf", &[held, held])?])?)?;
    let far = s.op("math.copysign", &[s.op("arith.subf", &[one, s.op("arith.mulf", &[lack, bell])?])?, x])?;
    w.choose(block, s.less(size, one)?, near, far)
}

/// e^(x²) erfc(x) in 1 / (1 + x / 2) for x from 1 to 4.
const ERFC: [f64; 6] = [0.001_822_481_164_708_733_6, 0.259_700_626_134_872_44, 0.396_802_037_954_330_44, -0.064_460_590_481_758_12, 0.636_680_006_980_896, -0.230_801_656_842_231_75];
