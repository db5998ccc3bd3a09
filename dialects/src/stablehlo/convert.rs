//! `stablehlo.convert`: the same numbers in another element type.
//!
//! Invariants: floats round to nearest even, once; floats become integers by truncation, saturated (NaN
//! becomes 0); integers wrap; anything but zero becomes true; complex numbers lose their imaginary part.

use crate::derivative::*;
use super::elementwise::wrapped;
use super::facets::{elementwise_cost, tensors_only};
use num_complex::{Complex32, Complex64};
use num_traits::{AsPrimitive, Zero};
use shardwright_ir::interp::scalar::{bf16_of_f64, f8_of_f32, f16_of_f64, f32_of_f8, odd_f32, odd_f64};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet, PartialFlow};
use shardwright_ir::{ElementType, OpInfo, OpView};

/// `stablehlo.convert`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.convert",
    summary: "the same numbers in another element type",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::ELEMENTWISE,
    infer: Inference::Given("the result's element type is the op's parameter"),
    verify,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Flow(partial),
    cost: elementwise_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : same"),
};

/// Wider floats hold every narrower one exactly, so that parts may be converted before they are combined.
fn partial(view: &OpView) -> PartialFlow {
    let (from, to) = (view.operand_type(0).element, view.result_type(0).element);
    if from.is_float() && to.is_float() && holds(to, from) { partial::moves_first(view) } else { PartialFlow::Whole }
}

/// Whether every number of the float type `narrow` is one of `wide`.
fn holds(wide: ElementType, narrow: ElementType) -> bool {
    use ElementType::{BF16, F16, F32, F64};
    match wide {
        F64 => matches!(narrow, F64 | F32 | F16 | BF16) || narrow.byte_size() == 1,
        F32 => matches!(narrow, F32 | F16 | BF16) || narrow.byte_size() == 1,
        other => other == narrow,
    }
}

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let (from, to) = (view.operand_type(0), view.result_type(0));
    if from.dims == to.dims { Ok(()) } else { Err(format!("result must have the operand's shape, got {to} and {from}")) }
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    Ok(vec![convert(&xs[0], ctx.view().result_type(0).element)])
}

/// A tensor's elements in another type.
pub(super) fn convert(x: &Tensor, to: ElementType) -> Tensor {
    let from = x.ty.element;
    if from == to {
        return x.clone();
    }
    let data = match &*x.data {
        Buffer::Bool(v) => cast(&v.iter().map(|&a| u8::from(a)).collect::<Vec<_>>(), to),
        Buffer::I8(v) => cast(v, to),
        Buffer::I16(v) => cast(v, to),
        Buffer::I32(v) => cast(v, to),
        Buffer::I64(v) => cast(v, to),
        Buffer::U8(v) => cast(v, to),
        Buffer::U16(v) => cast(v, to),
        Buffer::U32(v) => cast(v, to),
        Buffer::U64(v) => cast(v, to),
        Buffer::F16(v) => cast(&v.iter().map(|a| a.to_f32()).collect::<Vec<_>>(), to),
        Buffer::BF16(v) => cast(&v.iter().map(|a| a.to_f32()).collect::<Vec<_>>(), to),
        Buffer::F32(v) => cast(v, to),
        Buffer::F64(v) => cast(v, to),
        Buffer::F8(v) => cast(&v.iter().map(|&a| f32_of_f8(from, a)).collect::<Vec<_>>(), to),
        Buffer::C64(v) if to == ElementType::C128 => {
            Buffer::C128(v.iter().map(|a| Complex64::new(f64::from(a.re), f64::from(a.im))).collect())
        }
        Buffer::C128(v) if to == ElementType::C64 => Buffer::C64(v.iter().map(|a| Complex32::new(a.re as f32, a.im as f32)).collect()),
        Buffer::C64(v) => cast(&v.iter().map(|a| a.re).collect::<Vec<_>>(), to),
        Buffer::C128(v) => cast(&v.iter().map(|a| a.re).collect::<Vec<_>>(), to),
    };
    Tensor::new(x.ty.with_element(to), data)
}

trait Number:
    Copy + Zero + PartialEq + AsPrimitive<i8> + AsPrimitive<i16> + AsPrimitive<i32> + AsPrimitive<i64> + AsPrimitive<u8> + AsPrimitive<u16>
    + AsPrimitive<u32> + AsPrimitive<u64> + AsPrimitive<f32> + AsPrimitive<f64>
{
    /// What rounds to a float of up to 16 bits as the number does.
    fn to_round(self) -> f64;
}
macro_rules! numbers {
    ($($ty:ty)*, $round:expr) => { $(impl Number for $ty { fn to_round(self) -> f64 { $round(self.into()) } })* };
}
numbers! { i8 i16 i32 i64 u8 u16 u32 u64, odd_f64 }
numbers! { f32 f64, std::convert::identity::<f64> }

fn cast<T: Number>(v: &[T], to: ElementType) -> Buffer {
    use ElementType::*;
    fn all<T: AsPrimitive<U>, U: Copy + 'static>(v: &[T]) -> Vec<U> {
        v.iter().map(|a| a.as_()).collect()
    }
    let data = match to {
        I1 => Buffer::Bool(v.iter().map(|a| *a != T::zero()).collect()),
        I2 | I4 | I8 => Buffer::I8(all(v)),
        I16 => Buffer::I16(all(v)),
        I32 => Buffer::I32(all(v)),
        I64 => Buffer::I64(all(v)),
        UI2 | UI4 | UI8 => Buffer::U8(all(v)),
        UI16 => Buffer::U16(all(v)),
        UI32 => Buffer::U32(all(v)),
        UI64 => Buffer::U64(all(v)),
        F16 => Buffer::F16(v.iter().map(|a| f16_of_f64(a.to_round())).collect()),
        BF16 => Buffer::BF16(v.iter().map(|a| bf16_of_f64(a.to_round())).collect()),
        F32 => Buffer::F32(all(v)),
        F64 => Buffer::F64(all(v)),
        C64 => Buffer::C64(all::<T, f32>(v).into_iter().map(|a| Complex32::new(a, 0.0)).collect()),
        C128 => Buffer::C128(all::<T, f64>(v).into_iter().map(|a| Complex64::new(a, 0.0)).collect()),
        _ => Buffer::F8(v.iter().map(|a| f8_of_f32(to, odd_f32(a.to_round()))).collect()),
    };
    wrapped(to, data)
}

/// A real number of a complex one is its real part.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (from, g) = (vjp.op.operand_type(0).element, vjp.grad()?);
    if b.ty(g).element.is_complex() && !from.is_complex() {
        let part = b.real(g)?;
        return Ok(vec![Some(b.convert_if_needed(part, from)?)]);
    }
    Ok(vec![Some(b.convert_if_needed(g, from)?)])
}
