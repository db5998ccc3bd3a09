//! `stablehlo.reduce_precision`: numbers rounded as if they were held in a float of fewer bits.
//!
//! Invariants: the mantissa is rounded to nearest even; what is beyond the exponent's range becomes infinite,
//! what is below it becomes zero of the same sign; NaN stays NaN.

use crate::derivative::*;
use super::convert::convert;
use super::facets::{check_class, classes, elementwise_cost, nothing_more};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{ElementType, OpInfo, Type};

/// `stablehlo.reduce_precision`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.reduce_precision",
    summary: "numbers rounded as if they were held in fewer bits",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "exponent_bits", required: true, summary: "bits of the exponent" },
        AttrSpec { name: "mantissa_bits", required: true, summary: "bits of the mantissa" },
    ],
    traits: Traits::ELEMENTWISE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("rounding is not linear"),
    cost: elementwise_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Custom(&crate::syntax::ReducePrecision),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_class(ty.element, classes::FLOAT)?;
    let (exponent, mantissa) = (ctx.int("exponent_bits")?, ctx.int("mantissa_bits")?);
    if exponent < 1 {
        return Err(format!("exponent_bits must be at least 1, got {exponent}"));
    }
    if mantissa < 0 {
        return Err(format!("mantissa_bits must be at least 0, got {mantissa}"));
    }
    Ok(vec![ty.clone().into()])
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let (exponent, mantissa) = (view.int_or("exponent_bits", 11), view.int_or("mantissa_bits", 52));
    let element = xs[0].ty.element;
    let own_exponent = match element {
        ElementType::F64 => 11,
        ElementType::F32 | ElementType::BF16 | ElementType::F8E8M0FNU => 8,
        ElementType::F16 | ElementType::F8E5M2 | ElementType::F8E5M2FNUZ => 5,
        ElementType::F8E3M4 => 3,
        _ => 4,
    };
    let wide = convert(&xs[0], ElementType::F64);
    let Buffer::F64(values) = &*wide.data else { return Err("operand must be float".into()) };
    let bias = (exponent < own_exponent).then(|| (1i32 << (exponent - 1)) - 1);
    let reduced = values.iter().map(|&value| reduce(value, bias, mantissa)).collect();
    Ok(vec![convert(&Tensor::new(wide.ty.clone(), Buffer::F64(reduced)), element)])
}

/// `value` with `mantissa` bits after the point, within the range of an exponent of this bias.
fn reduce(value: f64, bias: Option<i32>, mantissa: i64) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    let mut rounded = value;
    if mantissa < 52 {
        let dropped = 52 - mantissa;
        let bits = value.to_bits();
        let half = 1u64 << (dropped - 1);
        let odd = bits >> dropped & 1;
        rounded = f64::from_bits((bits + (half - 1) + odd) >> dropped << dropped);
    }
    let Some(bias) = bias else { return rounded };
    let exponent = ((rounded.to_bits() >> 52 & 0x7ff) as i32) - 1023;
    if exponent > bias {
        f64::INFINITY.copysign(value)
    } else if exponent < 1 - bias {
        0f64.copysign(value)
    } else {
        rounded
    }
}

/// The gradient is rounded as the number was.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let data = vjp.op.data();
    let g = vjp.grad()?;
    Ok(vec![Some(b.value(data.info, &[g], data.attrs.clone())?)])
}
