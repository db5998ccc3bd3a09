//! `stablehlo.compare`: elementwise comparison.
//!
//! Invariants: under `FLOAT` every comparison with NaN but `NE` is false; `TOTALORDER` is IEEE 754's total
//! order; complex numbers are only compared for equality.

use shardwright_ir::DerivativeFacet;
use super::facets::{classes, common_type, elementwise_cost, in_classes, nothing_more};
use shardwright_ir::interp::scalar::f32_of_f8;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, Attrs, ElementType, OpInfo, Type};
use std::cmp::Ordering;

/// `stablehlo.compare`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.compare",
    summary: "elementwise comparison",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "comparison_direction", required: true, summary: "EQ, NE, GE, GT, LE or LT" },
        AttrSpec { name: "compare_type", required: false, summary: "FLOAT, TOTALORDER, SIGNED or UNSIGNED" },
    ],
    traits: Traits::ELEMENTWISE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("not linear in its operands"),
    cost: elementwise_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Zero("a truth value"),
    localize: Localize::Same,
    syntax: Syntax::Format("{comparison_direction}, {0}, {1}[[, {compare_type:comparison_type}]] : functional"),
};

fn direction(attrs: &Attrs) -> Result<&'static str, String> {
    let value = attrs.get("comparison_direction").and_then(Attr::as_enum).ok_or("attribute `comparison_direction` is missing")?;
    match value.as_str() {
        known @ ("EQ" | "NE" | "GE" | "GT" | "LE" | "LT") => Ok(known),
        other => Err(format!("comparison_direction must be EQ, NE, GE, GT, LE or LT, got {other}")),
    }
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = common_type(ctx, classes::ALL)?;
    let direction = direction(ctx.attrs)?;
    if ty.element.is_complex() && !matches!(direction, "EQ" | "NE") {
        return Err(format!("complex numbers are compared by EQ or NE, got {direction}"));
    }
    if let Some(kind) = ctx.attrs.get("compare_type").and_then(Attr::as_enum) {
        let legal = match kind.as_str() {
            "FLOAT" => classes::FLOAT | classes::COMPLEX,
            "TOTALORDER" => classes::FLOAT,
            "SIGNED" => classes::SIGNED,
            "UNSIGNED" => classes::UNSIGNED | classes::BOOL,
            "NOTYPE" => classes::ALL,
            other => return Err(format!("compare_type must be FLOAT, TOTALORDER, SIGNED or UNSIGNED, got {other}")),
        };
        // Older producers write SIGNED for i1 and unsigned types as well: the order is the type's own.
        let lenient = if legal & classes::SIGNED != 0 { classes::INT | classes::BOOL } else { legal };
        if !in_classes(ty.element, lenient) {
            return Err(format!("compare_type {kind} does not compare {}", ty.element));
        }
    }
    Ok(vec![ty.with_element(ElementType::I1).into()])
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let attrs = &ctx.func.op(ctx.op).attrs;
    let total = attrs.get("compare_type").and_then(Attr::as_enum).is_some_and(|kind| kind == "TOTALORDER");
    let (x, y) = (&xs[0], &xs[1]);
    let holds = test(direction(attrs)?);
    // Whether a pair's order (none for NaN) satisfies the direction.
    let float = |a: f64, b: f64| holds(if total { Some(a.total_cmp(&b)) } else { a.partial_cmp(&b) });
    macro_rules! zip {
        ($x:ident, $y:ident, $a:ident, $b:ident => $body:expr) => {
            $x.iter().zip($y).map(|(&$a, &$b)| $body).collect::<Vec<bool>>()
        };
    }
    let element = x.ty.element;
    let data = match (&*x.data, &*y.data) {
        (Buffer::Bool(x), Buffer::Bool(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::I8(x), Buffer::I8(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::I16(x), Buffer::I16(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::I32(x), Buffer::I32(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::I64(x), Buffer::I64(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::U8(x), Buffer::U8(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::U16(x), Buffer::U16(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::U32(x), Buffer::U32(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::U64(x), Buffer::U64(y)) => zip!(x, y, a, b => holds(Some(a.cmp(&b)))),
        (Buffer::F16(x), Buffer::F16(y)) => zip!(x, y, a, b => float(a.to_f64(), b.to_f64())),
        (Buffer::BF16(x), Buffer::BF16(y)) => zip!(x, y, a, b => float(a.to_f64(), b.to_f64())),
        (Buffer::F32(x), Buffer::F32(y)) => zip!(x, y, a, b => float(f64::from(a), f64::from(b))),
        (Buffer::F64(x), Buffer::F64(y)) => zip!(x, y, a, b => float(a, b)),
        (Buffer::F8(x), Buffer::F8(y)) => {
            zip!(x, y, a, b => float(f64::from(f32_of_f8(element, a)), f64::from(f32_of_f8(element, b))))
        }
        (Buffer::C64(x), Buffer::C64(y)) => zip!(x, y, a, b => holds((a == b).then_some(Ordering::Equal))),
        (Buffer::C128(x), Buffer::C128(y)) => zip!(x, y, a, b => holds((a == b).then_some(Ordering::Equal))),
        _ => return Err(format!("operands must have one type, got {} and {}", x.ty, y.ty).into()),
    };
    Ok(vec![Tensor::new(x.ty.with_element(ElementType::I1), Buffer::Bool(data))])
}

fn test(direction: &str) -> fn(Option<Ordering>) -> bool {
    match direction {
        "EQ" => |order| order == Some(Ordering::Equal),
        "NE" => |order| order != Some(Ordering::Equal),
        "GE" => |order| order.is_some_and(Ordering::is_ge),
        "GT" => |order| order == Some(Ordering::Greater),
        "LE" => |order| order.is_some_and(Ordering::is_le),
        _ => |order| order == Some(Ordering::Less),
    }
}
