//! Element types: ONNX's numbers for ours, and which ones ONNX Runtime's CPU kernels take.
//!
//! The sets are what `get_all_opkernel_def` of ONNX Runtime 1.32 lists for the CPU provider. Invariant: a carrier holds every
//! element of the type that it carries, so that going through it changes nothing.

use shardwright_ir::types::ElementType::{self, *};

/// The number of `TensorProto.DataType`.
///
/// # Errors
/// A type that ONNX does not have.
pub(super) fn data_type(element: ElementType) -> Result<i32, String> {
    Ok(match element {
        F32 => 1,
        // Those narrower than a byte take one: ONNX Runtime computes on none of them.
        UI2 | UI4 | UI8 => 2,
        I2 | I4 | I8 => 3,
        UI16 => 4,
        I16 => 5,
        I32 => 6,
        I64 => 7,
        I1 => 9,
        F16 => 10,
        F64 => 11,
        UI32 => 12,
        UI64 => 13,
        BF16 => 16,
        F8E4M3FN => 17,
        F8E4M3FNUZ => 18,
        F8E5M2 => 19,
        F8E5M2FNUZ => 20,
        F8E8M0FNU => 24,
        C64 | C128 => return Err(format!("ONNX Runtime has no kernels for complex numbers ({element})")),
        other => return Err(format!("ONNX has no element type {other}")),
    })
}

/// The first operator set whose ops take tensors of a type.
pub(super) fn since(element: ElementType) -> i64 {
    match element {
        F8E8M0FNU => 24,
        element if element.is_float() && element.bits() == 8 => 19,
        _ => 13,
    }
}

/// Add, Sub, Mul, Div, Less and kin.
pub(super) const ARITHMETIC: &[ElementType] = &[F32, F64, I8, I16, I32, I64, UI8, UI16, UI32, UI64];
/// Bitwise ops and shifts.
pub(super) const WORDS: &[ElementType] = &[I8, I16, I32, I64, UI8, UI16, UI32, UI64];
/// Neg.
pub(super) const SIGNED: &[ElementType] = &[F32, F64, I8, I16, I32, I64];
/// Mod, and Sign.
pub(super) const REMAINDER: &[ElementType] = &[F32, F64, F16, I8, I16, I32, I64, UI8, UI16, UI32, UI64];
/// Max and Min.
pub(super) const EXTREME: &[ElementType] = &[F32, F64, F16, I8, I32, I64, UI8, UI32, UI64];
/// Exp, Log, Sqrt and kin.
pub(super) const FLOATS: &[ElementType] = &[F32, F64];
/// Erf, Atan, Conv and kin.
pub(super) const SINGLE: &[ElementType] = &[F32];
/// Pow.
pub(super) const POWER: &[ElementType] = &[F32, F64, I32, I64];
/// Where.
pub(super) const WHERE: &[ElementType] = &[F32, F64, I32, I64, UI8];
/// Slice, Concat, Gather, GatherND, ScatterElements, Transpose, Reshape.
pub(super) const MOVED: &[ElementType] = &[I1, F32, F64, F16, BF16, I8, I16, I32, I64, UI8, UI16, UI32, UI64];
/// Expand.
pub(super) const EXPAND: &[ElementType] = &[I1, F32, F64, F16, I8, I16, I32, I64, UI8, UI16, UI32, UI64];
/// Pad.
pub(super) const PAD: &[ElementType] = &[I1, F32, F64, I8, I32, I64, UI8, UI32, UI64];
/// ReduceSum, ReduceProd, TopK, scatters that combine.
pub(super) const SUMS: &[ElementType] = &[F32, F64, I32, I64];
/// ReduceMax and ReduceMin.
pub(super) const TOPS: &[ElementType] = &[F32, F64, I8, I32, I64, UI8];
/// MatMul.
pub(super) const MATMUL: &[ElementType] = &[F32, F64, I32, I64, UI32, UI64];

/// The type of `allowed` in which elements are carried: their own, or the first that holds all of them.
pub(super) fn carrier(element: ElementType, allowed: &[ElementType]) -> Option<ElementType> {
    if allowed.contains(&element) {
        return Some(element);
    }
    let wider: &[ElementType] = match element {
        F16 | BF16 => &[F32, F64],
        I1 => &[UI8, I32, I64],
        I2 | I4 | UI2 | UI4 => &[I8, I32, I64],
        I8 | UI8 | I16 | UI16 => &[I32, I64],
        I32 | UI32 => &[I64],
        F32 => &[F64],
        element if element.is_float() && element.bits() == 8 => &[F32, F64],
        _ => &[],
    };
    wider.iter().copied().find(|wide| allowed.contains(wide))
}
