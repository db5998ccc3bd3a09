//! Elementwise ops: arithmetic, bits, comparisons, choices, conversions.
//!
//! Operands stay as small as NumPy's broadcasting allows. Invariants: integers wrap, and division by zero is what StableHLO's interpreter
//! makes of it (ONNX Runtime's kernels would end the process); a float type without a kernel is computed in single precision and rounded once.

use super::graph::{Graph, Held, Term, int, string};
use super::lower::{Lowering, Lowered};
use super::types::{ARITHMETIC, EXTREME, FLOATS, MATMUL, POWER, REMAINDER, SIGNED, SINGLE, WHERE, WORDS};
use shardwright_ir::attrs::Attr;
use shardwright_ir::op::OpView;
use shardwright_ir::types::{ElementClass, ElementType, TensorType};

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    let name = op.data().info.name;
    let Some((dialect, kind)) = name.split_once('.') else { return Ok(None) };
    if !matches!(dialect, "stablehlo" | "chlo") || !op.data().info.traits.elementwise {
        return Ok(None);
    }
    let operands = cx.helds(&op.data().operands)?;
    let terms: Vec<Term> = operands.iter().map(|held| held.term.clone()).collect();
    let ty = cx.result_type(op, 0);
    let graph = &mut cx.graph;
    let made = match (kind, &terms[..]) {
        ("convert", [x]) => graph.cast(x, ty.element)?,
        ("compare", [x, y]) => compare(graph, op, x, y)?,
        ("select", [condition, yes, no]) => select(graph, condition, yes, no)?,
        ("clamp", [low, x, high]) => {
            let above = extreme(graph, "Max", low, x)?;
            extreme(graph, "Min", &above, high)?
        }
        ("reduce_precision", [x]) => reduce_precision(graph, op, x)?,
        (_, [x]) => match unary(graph, kind, x)? {
            Some(made) => made,
            None => return Ok(None),
        },
        (_, [x, y]) => match binary(graph, kind, x, y)? {
            Some(made) => made,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(vec![Held { term: made, ty }]))
}

/// One ONNX op of one operand, of the operand's type.
fn one(graph: &mut Graph, op: &str, x: &Term, allowed: &[ElementType]) -> Result<Term, String> {
    graph.through(op, &[x], vec![], allowed, x.ty.clone())
}

/// One ONNX op of two operands of one type that broadcast, with a result of that type.
pub(super) fn two(graph: &mut Graph, op: &str, x: &Term, y: &Term, allowed: &[ElementType]) -> Result<Term, String> {
    let element = x.ty.element;
    let (x, y) = (graph.carried(x, allowed)?, graph.carried(y, allowed)?);
    let made = graph.binary(op, &x, &y, x.ty.element)?;
    graph.cast(&made, element)
}

/// The same with a truth value as result.
pub(super) fn test(graph: &mut Graph, op: &str, x: &Term, y: &Term) -> Result<Term, String> {
    let (x, y) = (graph.carried(x, ARITHMETIC)?, graph.carried(y, ARITHMETIC)?);
    graph.binary(op, &x, &y, ElementType::I1)
}

fn not(graph: &mut Graph, x: &Term) -> Term {
    graph.node("Not", &[x], vec![], x.ty.clone())
}

fn unary(graph: &mut Graph, kind: &str, x: &Term) -> Result<Option<Term>, String> {
    let element = x.ty.element;
    let number = |graph: &mut Graph, value: f64| graph.scalar(element, value);
    let class = element.class();
    Ok(Some(match kind {
        "abs" => one(graph, "Abs", x, ARITHMETIC)?,
        "negate" if class == ElementClass::Unsigned => {
            let zero = number(graph, 0.0)?;
            two(graph, "Sub", &zero, x, ARITHMETIC)?
        }
        "negate" => one(graph, "Neg", x, SIGNED)?,
        "ceil" => one(graph, "Ceil", x, FLOATS)?,
        "floor" => one(graph, "Floor", x, FLOATS)?,
        "cosine" => one(graph, "Cos", x, FLOATS)?,
        "sine" => one(graph, "Sin", x, FLOATS)?,
        "tan" => one(graph, "Tan", x, SINGLE)?,
        "atan" => one(graph, "Atan", x, SINGLE)?,
        "acos" => one(graph, "Acos", x, SINGLE)?,
        "asin" => one(graph, "Asin", x, SINGLE)?,
        "cosh" => one(graph, "Cosh", x, SINGLE)?,
        "sinh" => one(graph, "Sinh", x, SINGLE)?,
        "acosh" => one(graph, "Acosh", x, SINGLE)?,
        "asinh" => one(graph, "Asinh", x, SINGLE)?,
        "atanh" => one(graph, "Atanh", x, SINGLE)?,
        "erf" => one(graph, "Erf", x, SINGLE)?,
        "square" => two(graph, "Mul", x, x, ARITHMETIC)?,
        "exponential" => one(graph, "Exp", x, FLOATS)?,
        "log" => one(graph, "Log", x, FLOATS)?,
        "logistic" => one(graph, "Sigmoid", x, FLOATS)?,
        "tanh" => one(graph, "Tanh", x, FLOATS)?,
        "sqrt" => one(graph, "Sqrt", x, FLOATS)?,
        "round_nearest_even" => one(graph, "Round", x, FLOATS)?,
        "rsqrt" => in_floats(graph, x, |graph, x| {
            let root = graph.node("Sqrt", &[x], vec![], x.ty.clone());
            Ok(graph.node("Reciprocal", &[&root], vec![], x.ty.clone()))
        })?,
        "exponential_minus_one" => in_floats(graph, x, exp_minus_one)?,
        "log_plus_one" => in_floats(graph, x, log_plus_one)?,
        "cbrt" => in_floats(graph, x, |graph, x| {
            let (size, sign) = (one(graph, "Abs", x, FLOATS)?, one(graph, "Sign", x, FLOATS)?);
            let third = graph.scalar(x.ty.element, 1.0 / 3.0)?;
            let root = two(graph, "Pow", &size, &third, POWER)?;
            two(graph, "Mul", &root, &sign, FLOATS)
        })?,
        "round_nearest_afz" => in_floats(graph, x, |graph, x| {
            let (size, sign) = (one(graph, "Abs", x, FLOATS)?, one(graph, "Sign", x, FLOATS)?);
            let whole = one(graph, "Floor", &size, FLOATS)?;
            let rest = two(graph, "Sub", &size, &whole, FLOATS)?;
            let half = graph.scalar(x.ty.element, 0.5)?;
            let up = test(graph, "GreaterOrEqual", &rest, &half)?;
            let up = graph.cast(&up, x.ty.element)?;
            let size = two(graph, "Add", &whole, &up, FLOATS)?;
            two(graph, "Mul", &size, &sign, FLOATS)
        })?,
        "sign" if class == ElementClass::Float => in_floats(graph, x, |graph, x| {
            let sign = one(graph, "Sign", x, REMAINDER)?;
            let odd = graph.node("IsNaN", &[x], vec![], x.ty.with_element(ElementType::I1));
            graph.choose(&odd, x, &sign)
        })?,
        "sign" => one(graph, "Sign", x, REMAINDER)?,
        "is_finite" => {
            let x = graph.carried(x, FLOATS)?;
            let truth = x.ty.with_element(ElementType::I1);
            let nan = graph.node("IsNaN", &[&x], vec![], truth.clone());
            let infinite = graph.node("IsInf", &[&x], vec![], truth);
            let either = graph.binary("Or", &nan, &infinite, ElementType::I1)?;
            not(graph, &either)
        }
        "not" if element == ElementType::I1 => not(graph, x),
        "not" => {
            graph.need(18);
            one(graph, "BitwiseNot", x, WORDS)?
        }
        "popcnt" => bits(graph, x, |graph, word, bit| {
            let (mask, zero) = (bit_of(graph, word.ty.element, bit)?, graph.scalar(word.ty.element, 0.0)?);
            graph.need(18);
            let own = two(graph, "BitwiseAnd", word, &mask, WORDS)?;
            test(graph, "Greater", &own, &zero)
        })?,
        "count_leading_zeros" => bits(graph, x, |graph, word, bit| {
            let limit = bit_of(graph, word.ty.element, bit)?;
            test(graph, "Less", word, &limit)
        })?,
        "real" if !element.is_complex() => x.clone(),
        _ => return Ok(None),
    }))
}

/// Computes in single or double precision, whatever the operand's float type.
fn in_floats(graph: &mut Graph, x: &Term, with: impl FnOnce(&mut Graph, &Term) -> Result<Term, String>) -> Result<Term, String> {
    let carried = graph.carried(x, FLOATS)?;
    let made = with(graph, &carried)?;
    graph.cast(&made, x.ty.element)
}

/// `2 t / (1 - t)` with `t = tanh(x / 2)` near zero, where `exp(x) - 1` would cancel.
fn exp_minus_one(graph: &mut Graph, x: &Term) -> Result<Term, String> {
    let (half, one_, two_) = (graph.scalar(x.ty.element, 0.5)?, graph.scalar(x.ty.element, 1.0)?, graph.scalar(x.ty.element, 2.0)?);
    let scaled = two(graph, "Mul", x, &half, FLOATS)?;
    let t = one(graph, "Tanh", &scaled, FLOATS)?;
    let (twice, rest) = (two(graph, "Mul", &t, &two_, FLOATS)?, two(graph, "Sub", &one_, &t, FLOATS)?);
    let near = two(graph, "Div", &twice, &rest, FLOATS)?;
    let power = one(graph, "Exp", x, FLOATS)?;
    let far = two(graph, "Sub", &power, &one_, FLOATS)?;
    let size = one(graph, "Abs", x, FLOATS)?;
    let small = test(graph, "Less", &size, &one_)?;
    graph.choose(&small, &near, &far)
}

/// Kahan's form: `x log(u) / (u - 1)` with `u = 1 + x`, and `x` where `u` is 1.
fn log_plus_one(graph: &mut Graph, x: &Term) -> Result<Term, String> {
    let unit = graph.scalar(x.ty.element, 1.0)?;
    let u = two(graph, "Add", x, &unit, FLOATS)?;
    let log = one(graph, "Log", &u, FLOATS)?;
    let distance = two(graph, "Sub", &u, &unit, FLOATS)?;
    let ratio = two(graph, "Div", x, &distance, FLOATS)?;
    let corrected = two(graph, "Mul", &log, &ratio, FLOATS)?;
    let same = test(graph, "Equal", &u, &unit)?;
    let near = graph.choose(&same, x, &corrected)?;
    // The ratio of two infinities is none.
    let infinite = graph.node("IsInf", &[&u], vec![], u.ty.with_element(ElementType::I1));
    graph.choose(&infinite, &log, &near)
}

fn binary(graph: &mut Graph, kind: &str, x: &Term, y: &Term) -> Result<Option<Term>, String> {
    let element = x.ty.element;
    let truth = element == ElementType::I1;
    let ints = element.is_int();
    Ok(Some(match kind {
        "add" | "maximum" | "or" if truth => graph.binary("Or", x, y, element)?,
        "multiply" | "minimum" | "and" if truth => graph.binary("And", x, y, element)?,
        "xor" if truth => graph.binary("Xor", x, y, element)?,
        "add" => two(graph, "Add", x, y, ARITHMETIC)?,
        "subtract" => two(graph, "Sub", x, y, ARITHMETIC)?,
        "multiply" => two(graph, "Mul", x, y, ARITHMETIC)?,
        "divide" if ints => divide(graph, x, y)?,
        "divide" => two(graph, "Div", x, y, FLOATS)?,
        "remainder" if ints => remainder(graph, x, y)?,
        "remainder" => {
            let (a, b) = (graph.carried(x, FLOATS)?, graph.carried(y, FLOATS)?);
            let made = modulo(graph, &a, &b)?;
            graph.cast(&made, element)?
        }
        "maximum" => extreme(graph, "Max", x, y)?,
        "minimum" => extreme(graph, "Min", x, y)?,
        "atan2" => {
            let (a, b) = (graph.carried(x, SINGLE)?, graph.carried(y, SINGLE)?);
            let made = angle(graph, &a, &b)?;
            graph.cast(&made, element)?
        }
        "power" if ints => return Err("ONNX Runtime raises integers to powers as floats, which is not exact: convert to a float type first".to_owned()),
        "power" => two(graph, "Pow", x, y, FLOATS)?,
        "and" | "or" | "xor" => {
            graph.need(18);
            let op = match kind {
                "and" => "BitwiseAnd",
                "or" => "BitwiseOr",
                _ => "BitwiseXor",
            };
            two(graph, op, x, y, WORDS)?
        }
        "shift_left" => shift(graph, "LEFT", x, y)?,
        "shift_right_logical" => shift(graph, "RIGHT", x, y)?,
        "shift_right_arithmetic" => {
            // Of negative numbers the zeros are shifted: ~(~x >> y).
            graph.need(18);
            let zero = graph.scalar(element, 0.0)?;
            let signed = signed(element);
            let (bits, none) = (graph.cast(x, signed)?, graph.cast(&zero, signed)?);
            let negative = test(graph, "Less", &bits, &none)?;
            let flipped = one(graph, "BitwiseNot", x, WORDS)?;
            let base = select(graph, &negative, &flipped, x)?;
            let moved = shift(graph, "RIGHT", &base, y)?;
            let back = one(graph, "BitwiseNot", &moved, WORDS)?;
            select(graph, &negative, &back, &moved)?
        }
        _ => return Ok(None),
    }))
}

/// `2^bit` as a word.
fn bit_of(graph: &mut Graph, word: ElementType, bit: u32) -> Result<Term, String> {
    graph.dense(&TensorType::scalar(word), &(1u64 << bit).to_le_bytes()[..word.byte_size()])
}

/// For how many bits something holds of words without a sign.
fn bits(graph: &mut Graph, x: &Term, holds: impl Fn(&mut Graph, &Term, u32) -> Result<Term, String>) -> Result<Term, String> {
    let element = x.ty.element;
    if element.bits() < 8 {
        return Err(format!("bits of {element} are not counted: convert to a wider type first"));
    }
    let word = graph.cast(x, unsigned(element))?;
    let mut sum = graph.scalar(ElementType::I32, 0.0)?;
    for bit in 0..element.bits() {
        let one = holds(graph, &word, bit)?;
        let one = graph.cast(&one, ElementType::I32)?;
        sum = two(graph, "Add", &sum, &one, ARITHMETIC)?;
    }
    graph.cast(&sum, element)
}

/// The angle of the point `(x, y)`: that of the smaller coordinate over the larger, turned into its octant.
fn angle(graph: &mut Graph, y: &Term, x: &Term) -> Result<Term, String> {
    let number = |graph: &mut Graph, value: f64| graph.scalar(ElementType::F32, value);
    let (zero, one_, half, pi) = (number(graph, 0.0)?, number(graph, 1.0)?, number(graph, std::f64::consts::FRAC_PI_2)?, number(graph, std::f64::consts::PI)?);
    let (tall, wide) = (one(graph, "Abs", y, SINGLE)?, one(graph, "Abs", x, SINGLE)?);
    let (small, large) = (extreme(graph, "Min", &tall, &wide)?, extreme(graph, "Max", &tall, &wide)?);
    let ratio = two(graph, "Div", &small, &large, SINGLE)?;
    // Of equal coordinates (infinite ones too) it is one, of two zeros zero.
    let equal = test(graph, "Equal", &small, &large)?;
    let none = test(graph, "Equal", &large, &zero)?;
    let ratio = graph.choose(&equal, &one_, &ratio)?;
    let ratio = graph.choose(&none, &zero, &ratio)?;
    let near = one(graph, "Atan", &ratio, SINGLE)?;
    let steep = test(graph, "Greater", &tall, &wide)?;
    let far = two(graph, "Sub", &half, &near, SINGLE)?;
    let first = graph.choose(&steep, &far, &near)?;
    let (left, below) = (is_negative(graph, x)?, is_negative(graph, y)?);
    let turned = two(graph, "Sub", &pi, &first, SINGLE)?;
    let upper = graph.choose(&left, &turned, &first)?;
    let lower = one(graph, "Neg", &upper, SIGNED)?;
    graph.choose(&below, &lower, &upper)
}

/// Whether the sign is minus, of zeros too.
fn is_negative(graph: &mut Graph, x: &Term) -> Result<Term, String> {
    let zero = graph.scalar(x.ty.element, 0.0)?;
    let over = graph.node("Reciprocal", &[x], vec![], x.ty.clone());
    let (less, under) = (test(graph, "Less", x, &zero)?, test(graph, "Less", &over, &zero)?);
    graph.binary("Or", &less, &under, ElementType::I1)
}

fn signed(element: ElementType) -> ElementType {
    match element {
        ElementType::UI8 => ElementType::I8,
        ElementType::UI16 => ElementType::I16,
        ElementType::UI32 => ElementType::I32,
        ElementType::UI64 => ElementType::I64,
        other => other,
    }
}

fn unsigned(element: ElementType) -> ElementType {
    match element {
        ElementType::I8 => ElementType::UI8,
        ElementType::I16 => ElementType::UI16,
        ElementType::I32 => ElementType::UI32,
        ElementType::I64 => ElementType::UI64,
        other => other,
    }
}

fn modulo(graph: &mut Graph, x: &Term, y: &Term) -> Result<Term, String> {
    let dims = shardwright_dialects::stablehlo::build::numpy_shape(&x.ty.dims, &y.ty.dims)?;
    Ok(graph.node("Mod", &[x, y], vec![int("fmod", 1)], x.ty.with_dims(&dims)))
}

/// The larger or the smaller of two.
pub(super) fn extreme(graph: &mut Graph, op: &str, x: &Term, y: &Term) -> Result<Term, String> {
    two(graph, op, x, y, EXTREME)
}

/// Where the divisor is zero or -1: what the process must not divide by.
fn divisor(graph: &mut Graph, y: &Term) -> Result<(Term, Term, Option<Term>), String> {
    let element = y.ty.element;
    let (zero, one_) = (graph.scalar(element, 0.0)?, graph.scalar(element, 1.0)?);
    let none = test(graph, "Equal", y, &zero)?;
    let mut safe = select(graph, &none, &one_, y)?;
    let mut minus = None;
    if element.class() == ElementClass::Signed {
        let negative = graph.scalar(element, -1.0)?;
        let is = test(graph, "Equal", y, &negative)?;
        safe = select(graph, &is, &one_, &safe)?;
        minus = Some(is);
    }
    Ok((safe, none, minus))
}

/// A whole quotient, toward zero; of a divisor of zero all bits are set.
fn divide(graph: &mut Graph, x: &Term, y: &Term) -> Result<Term, String> {
    let (safe, none, minus) = divisor(graph, y)?;
    let mut made = two(graph, "Div", x, &safe, ARITHMETIC)?;
    if let Some(minus) = minus {
        let zero = graph.scalar(x.ty.element, 0.0)?;
        let negated = two(graph, "Sub", &zero, x, ARITHMETIC)?;
        made = select(graph, &minus, &negated, &made)?;
    }
    let element = x.ty.element;
    let bytes = vec![0xff; element.byte_size()];
    let ones = graph.dense(&TensorType::scalar(element), &bytes)?;
    select(graph, &none, &ones, &made)
}

/// What a whole quotient leaves; of a divisor of zero, the dividend.
fn remainder(graph: &mut Graph, x: &Term, y: &Term) -> Result<Term, String> {
    let (safe, none, _) = divisor(graph, y)?;
    let (carried, by) = (graph.carried(x, REMAINDER)?, graph.carried(&safe, REMAINDER)?);
    let made = modulo(graph, &carried, &by)?;
    let made = graph.cast(&made, x.ty.element)?;
    select(graph, &none, x, &made)
}

/// Bits moved by an amount; zeros where it is as large as the word.
fn shift(graph: &mut Graph, direction: &str, x: &Term, y: &Term) -> Result<Term, String> {
    let element = x.ty.element;
    let word = unsigned(element);
    if element.bits() < 8 {
        return Err(format!("bits of {element} are not shifted: convert to a wider type first"));
    }
    let (bits, by) = (graph.cast(x, word)?, graph.cast(y, word)?);
    let (zero, width) = (graph.scalar(word, 0.0)?, graph.scalar(word, f64::from(element.bits()))?);
    let far = test(graph, "GreaterOrEqual", &by, &width)?;
    let near = select(graph, &far, &zero, &by)?;
    let dims = shardwright_dialects::stablehlo::build::numpy_shape(&bits.ty.dims, &near.ty.dims)?;
    let moved = graph.node("BitShift", &[&bits, &near], vec![string("direction", direction)], TensorType::new(word, &dims));
    let made = select(graph, &far, &zero, &moved)?;
    graph.cast(&made, element)
}

/// Elements of `yes` where the condition holds, else of `no`.
pub(super) fn select(graph: &mut Graph, condition: &Term, yes: &Term, no: &Term) -> Result<Term, String> {
    let element = yes.ty.element;
    // Unsigned words of 64 bits keep their bits as signed ones.
    let bits = if element == ElementType::UI64 { ElementType::I64 } else { element };
    let (yes, no) = (graph.cast(yes, bits)?, graph.cast(no, bits)?);
    let (yes, no) = (graph.carried(&yes, WHERE)?, graph.carried(&no, WHERE)?);
    let made = graph.choose(condition, &yes, &no)?;
    graph.cast(&made, element)
}

fn compare(graph: &mut Graph, op: &OpView, x: &Term, y: &Term) -> Result<Term, String> {
    let word = |name: &str| op.attr(name).and_then(Attr::as_enum).map_or("", |value| value.as_str());
    if word("compare_type") == "TOTALORDER" && x.ty.element.is_float() {
        return Err("the total order of floats has no form in ONNX: compare by FLOAT".to_owned());
    }
    let direction = word("comparison_direction");
    let (x, y) = if x.ty.element == ElementType::I1 { (graph.cast(x, ElementType::UI8)?, graph.cast(y, ElementType::UI8)?) } else { (x.clone(), y.clone()) };
    let name = match direction {
        "EQ" | "NE" => "Equal",
        "LT" => "Less",
        "LE" => "LessOrEqual",
        "GT" => "Greater",
        _ => "GreaterOrEqual",
    };
    let made = test(graph, name, &x, &y)?;
    Ok(if direction == "NE" { not(graph, &made) } else { made })
}

/// Only to the precision of types that there are.
fn reduce_precision(graph: &mut Graph, op: &OpView, x: &Term) -> Result<Term, String> {
    let (exponent, mantissa) = (op.int_or("exponent_bits", 0), op.int_or("mantissa_bits", 0));
    let narrow = match (exponent, mantissa) {
        (8, 7) => ElementType::BF16,
        (5, 10) => ElementType::F16,
        (8, 23) => ElementType::F32,
        (11, 52) => return Ok(x.clone()),
        _ => return Err(format!("floats of {exponent} bits of exponent and {mantissa} of mantissa are no type of ONNX")),
    };
    let cast = graph.cast(x, narrow)?;
    graph.cast(&cast, x.ty.element)
}

/// Types of the products that a contraction computes in.
pub(super) fn product_type(element: ElementType) -> Option<ElementType> {
    super::types::carrier(element, MATMUL)
}
