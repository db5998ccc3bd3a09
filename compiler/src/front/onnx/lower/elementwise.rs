//! Elementwise operators that are one or two StableHLO ops.

use super::call::Call;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::Res;
use crate::front::onnx::weights::element_type;
use shardwright_ir::types::{ElementClass, ElementType};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "Add" | "Sub" | "Mul" | "Div" | "And" | "Or" | "Xor" | "BitwiseAnd" | "BitwiseOr" | "BitwiseXor" => {
            binary(context, call)
        }
        "Max" => fold_inputs(context, call, "maximum"),
        "Min" => fold_inputs(context, call, "minimum"),
        "Sum" => fold_inputs(context, call, "add"),
        "Mean" => fold_inputs(context, call, "add")
            .and_then(|sum| context.binary_number("divide", &sum, call.inputs.len() as f64)),
        "Mod" => modulo(context, call),
        "Pow" => power(context, call),
        "BitShift" => shift(context, call),
        "Equal" => compare(context, call, "EQ"),
        "Less" => compare(context, call, "LT"),
        "LessOrEqual" => compare(context, call, "LE"),
        "Greater" => compare(context, call, "GT"),
        "GreaterOrEqual" => compare(context, call, "GE"),
        "Where" => where_(context, call),
        "Clip" => clip(context, call),
        "Cast" => cast_to(context, call),
        "CastLike" => cast_like(context, call),
        "BitCast" => bit_cast(context, call),
        "IsNaN" => call.input(0).and_then(|x| context.compare("NE", &x, &x)),
        "IsInf" => is_inf(context, call),
        op => {
            let name = match op {
                "Abs" => "abs",
                "Neg" => "negate",
                "Exp" => "exponential",
                "Log" => "log",
                "Sqrt" => "sqrt",
                "Tanh" => "tanh",
                "Sin" => "sine",
                "Cos" => "cosine",
                "Ceil" => "ceil",
                "Floor" => "floor",
                "Sign" => "sign",
                "Round" => "round_nearest_even",
                "Not" | "BitwiseNot" => "not",
                "Sigmoid" => "logistic",
                "Tan" => "tan",
                _ => return None,
            };
            unary(context, call, name)
        }
    };
    Some(result.map(|val| vec![val]))
}

fn unary(context: &mut Context, call: &Call, name: &str) -> Res<Val> {
    let x = call.input(0)?;
    let ty = context.ty(&x);
    let legal = match name {
        "abs" | "negate" | "sign" => ty.element != ElementType::I1,
        "not" => !ty.element.is_float(),
        _ => ty.element.is_float(),
    };
    if !legal {
        return Err(format!("{} is not defined for {ty}", call.op));
    }
    if name == "abs" && ty.element.class() == ElementClass::Unsigned {
        return Ok(x);
    }
    context.unary(name, &x)
}

fn binary(context: &mut Context, call: &Call) -> Res<Val> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    let name = match call.op {
        "Add" => "add",
        "Sub" => "subtract",
        "Mul" => "multiply",
        "Div" => "divide",
        "And" | "BitwiseAnd" => "and",
        "Or" | "BitwiseOr" => "or",
        _ => "xor",
    };
    let element = context.element(&a);
    let legal = match call.op {
        "And" | "Or" | "Xor" => element == ElementType::I1,
        "BitwiseAnd" | "BitwiseOr" | "BitwiseXor" => element.is_int(),
        _ => element != ElementType::I1,
    };
    if !legal {
        return Err(format!("{} is not defined for {}", call.op, context.ty(&a)));
    }
    context.binary(name, &a, &b)
}

fn fold_inputs(context: &mut Context, call: &Call, op: &str) -> Res<Val> {
    let mut result = call.input(0)?;
    for index in 1..call.inputs.len() {
        result = context.binary(op, &result, &call.input(index)?)?;
    }
    Ok(result)
}

/// Python's modulo (sign of the divisor), or C's `fmod` (sign of the dividend) where `fmod` is set.
fn modulo(context: &mut Context, call: &Call) -> Res<Val> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    let rest = context.binary("remainder", &a, &b)?;
    if call.flag("fmod", false)? || context.element(&a).class() == ElementClass::Unsigned {
        return Ok(rest);
    }
    let zero = context.number(&a, 0.0);
    let nonzero = context.compare("NE", &rest, &zero)?;
    let rest_negative = context.compare("LT", &rest, &zero)?;
    let divisor_negative = context.compare("LT", &b, &zero)?;
    let differ = context.binary("xor", &rest_negative, &divisor_negative)?;
    let adjust = context.binary("and", &nonzero, &differ)?;
    let adjusted = context.binary("add", &rest, &b)?;
    context.select(&adjust, &adjusted, &rest)
}

/// The result has the base's type; the exponent may have another.
fn power(context: &mut Context, call: &Call) -> Res<Val> {
    let (base, exponent) = (call.input(0)?, call.input(1)?);
    let (of_base, of_exponent) = (context.element(&base), context.element(&exponent));
    if let Some(Scalar::Float(value)) = context.known(&exponent).and_then(|known| known.single())
        && context.dims(&exponent).len() <= context.dims(&base).len()
        && of_base.is_float()
    {
        if value == 2.0 {
            return context.binary("multiply", &base, &base);
        }
        if value == 3.0 {
            let square = context.binary("multiply", &base, &base)?;
            return context.binary("multiply", &square, &base);
        }
    }
    if of_base == of_exponent {
        return context.binary("power", &base, &exponent);
    }
    if !of_base.is_float() && of_exponent.is_float() {
        let wide = context.convert(&base, of_exponent)?;
        let result = context.binary("power", &wide, &exponent)?;
        return context.convert(&result, of_base);
    }
    let exponent = context.convert(&exponent, of_base)?;
    context.binary("power", &base, &exponent)
}

fn shift(context: &mut Context, call: &Call) -> Res<Val> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    let op = match call.text("direction", "")?.as_str() {
        "LEFT" => "shift_left",
        "RIGHT" if context.element(&a).class() == ElementClass::Signed => "shift_right_arithmetic",
        "RIGHT" => "shift_right_logical",
        other => return Err(format!("direction must be LEFT or RIGHT, got {other:?}")),
    };
    if !context.element(&a).is_int() {
        return Err(format!("BitShift needs integers, got {}", context.ty(&a)));
    }
    context.binary(op, &a, &b)
}

fn compare(context: &mut Context, call: &Call, direction: &str) -> Res<Val> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    context.compare(direction, &a, &b)
}

fn where_(context: &mut Context, call: &Call) -> Res<Val> {
    let (condition, yes, no) = (call.input(0)?, call.input(1)?, call.input(2)?);
    context.select(&condition, &yes, &no)
}

fn clip(context: &mut Context, call: &Call) -> Res<Val> {
    let mut x = call.input(0)?;
    let bound = |index: usize, name: &str| -> Res<Option<Val>> {
        if call.has(name) {
            let value = call.float(name, 0.0)?;
            return Ok(Some(context.number(&x, value)));
        }
        Ok(call.optional(index))
    };
    let (low, high) = (bound(1, "min")?, bound(2, "max")?);
    // A lower bound above the upper one yields the upper one, so the lower is applied first.
    for (op, limit) in [("maximum", low), ("minimum", high)] {
        if let Some(limit) = limit {
            let scalar = context.reshape(&limit, &[])?;
            x = context.binary(op, &x, &scalar)?;
        }
    }
    Ok(x)
}

fn cast_to(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let element = element_type(i32::try_from(call.required_int("to")?).unwrap_or(-1))?;
    cast_rounding(context, call, &x, element)
}

fn cast_like(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, like) = (call.input(0)?, call.input(1)?);
    let element = context.element(&like);
    cast_rounding(context, call, &x, element)
}

/// A cast whose way of rounding to powers of two the call states: by default, up.
fn cast_rounding(context: &mut Context, call: &Call, x: &Val, element: ElementType) -> Res<Val> {
    if element != ElementType::F8E8M0FNU || context.element(x) == element {
        return cast(context, x, element, call.flag("saturate", true)?);
    }
    let wide = context.convert(x, ElementType::F32)?;
    let power = context.convert(&wide, element)?;
    let power = context.convert(&power, ElementType::F32)?;
    let (wrong, factor) = match call.text("round_mode", "up")?.as_str() {
        "nearest" => return context.convert(&wide, element),
        "up" => (context.compare("LT", &power, &wide)?, 2.0),
        "down" => (context.compare("GT", &power, &wide)?, 0.5),
        other => return Err(format!("round_mode must be up, down or nearest, got {other:?}")),
    };
    let next = context.binary_number("multiply", &power, factor)?;
    let power = context.select(&wrong, &next, &power)?;
    context.convert(&power, element)
}

/// ONNX's cast: floats truncate to integers; 8-bit floats saturate where asked.
pub fn cast(context: &mut Context, x: &Val, element: ElementType, saturate: bool) -> Res<Val> {
    let from = context.element(x);
    if element.is_float() && element.bits() == 8 && saturate && from != element {
        let limit = float8_max(element);
        let wide = if from.is_float() && from.bits() >= 16 { x.clone() } else { context.convert(x, ElementType::F32)? };
        if let Some(limit) = limit {
            let bounded = context.binary_number("minimum", &wide, limit)?;
            let bounded = context.binary_number("maximum", &bounded, -limit)?;
            return context.convert(&bounded, element);
        }
        return context.convert(&wide, element);
    }
    if from.is_float() && element.is_int() && element.bits() < 8 {
        // Narrow integers keep the low bits of the truncated number.
        let whole = context.convert(x, ElementType::I32)?;
        return context.convert(&whole, element);
    }
    context.convert(x, element)
}

/// The largest finite number of an 8-bit floating-point type.
fn float8_max(element: ElementType) -> Option<f64> {
    Some(match element {
        ElementType::F8E4M3FN => 448.0,
        ElementType::F8E4M3FNUZ => 240.0,
        ElementType::F8E5M2 | ElementType::F8E5M2FNUZ => 57344.0,
        _ => return None,
    })
}

fn bit_cast(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let element = element_type(i32::try_from(call.required_int("to")?).unwrap_or(-1))?;
    // A truth value is a byte, 0 or 1.
    if context.element(&x) == ElementType::I1 && matches!(element, ElementType::UI8 | ElementType::I8) {
        return context.convert(&x, element);
    }
    if element.bits() != context.element(&x).bits() {
        return Err(format!("BitCast needs types of one width, got {} and {element}", context.ty(&x)));
    }
    let value = context.ir(&x)?;
    context.emit.bitcast(value, element).map(Val::from)
}

fn is_inf(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let (positive, negative) = (call.flag("detect_positive", true)?, call.flag("detect_negative", true)?);
    let infinite = |context: &mut Context, x: &Val, value: f64| {
        let limit = context.number(x, value);
        context.compare("EQ", x, &limit)
    };
    match (positive, negative) {
        (true, true) => {
            let size = context.unary("abs", &x)?;
            infinite(context, &size, f64::INFINITY)
        }
        (true, false) => infinite(context, &x, f64::INFINITY),
        (false, true) => infinite(context, &x, f64::NEG_INFINITY),
        (false, false) => {
            let ty = context.ty(&x).with_element(ElementType::I1);
            Ok(Const::splat(ty, Scalar::Int(0)).into())
        }
    }
}
