//! Which op of ours is translated by what: the one table that translation follows and that lists what is supported.
//!
//! Invariants: an op is in the table or refused by name; a scalar form works on the elements of its operands and serves whole
//! tensors (as a loop nest) and bodies of reductions alike.

use super::collectives;
use super::ops::{arrays, complex, constant, contraction, control, conversion, float, indexing, integer, linear, normalisation, numbers, order, reduction, sorting, windows};
use super::site::Site;
use super::writer::{Result, Val};
use shardwright_ir::OpInfo;

/// One element of the result from one of each operand.
pub type Scalar = for<'a, 'm> fn(&Site<'a, 'm>, &[Val<'m>]) -> Result<Val<'m>>;
/// Tensors from tensors.
pub type Tensors = for<'a, 'm> fn(&Site<'a, 'm>, &[Val<'m>]) -> Result<Vec<Val<'m>>>;

/// How an op is translated.
#[derive(Clone, Copy)]
pub enum Form {
    /// Element by element.
    Scalar(Scalar),
    /// As whole tensors.
    Tensors(Tensors),
}
use Form::{Scalar as S, Tensors as T};

/// Every op that has a native form, in order of names.
pub const TABLE: &[(&str, Form)] = &[
    ("chlo.acos", S(|s, x| float::math(s, x, "math.acos"))),
    ("chlo.acosh", S(|s, x| float::math(s, x, "math.acosh"))),
    ("chlo.asin", S(|s, x| float::math(s, x, "math.asin"))),
    ("chlo.asinh", S(|s, x| float::math(s, x, "math.asinh"))),
    ("chlo.atan", S(|s, x| float::math(s, x, "math.atan"))),
    ("chlo.atanh", S(|s, x| float::math(s, x, "math.atanh"))),
    ("chlo.cosh", S(|s, x| float::math(s, x, "math.cosh"))),
    ("chlo.erf", S(|s, x| float::math(s, x, "math.erf"))),
    ("chlo.erf_inv", S(float::erf_inv)),
    ("chlo.erfc", S(|s, x| float::math(s, x, "math.erfc"))),
    ("chlo.sinh", S(|s, x| float::math(s, x, "math.sinh"))),
    ("chlo.square", S(float::square)),
    ("chlo.tan", S(|s, x| float::math(s, x, "math.tan"))),
    ("chlo.top_k", T(sorting::top_k)),
    ("func.call", T(control::call)),
    ("sdy.constant", T(constant::constant)),
    ("sdy.data_flow_edge", T(control::same)),
    ("sdy.named_computation", T(control::inlined)),
    ("sdy.propagation_barrier", T(control::same)),
    ("sdy.reshard", T(control::same)),
    ("sdy.sharding_constraint", T(control::same)),
    ("sdy.sharding_group", T(control::nothing)),
    ("stablehlo.abs", S(numbers::abs)),
    ("stablehlo.add", S(|s, x| numbers::binary(s, x, &numbers::ADD))),
    ("stablehlo.all_gather", T(collectives::translate)),
    ("stablehlo.all_reduce", T(collectives::translate)),
    ("stablehlo.all_to_all", T(collectives::translate)),
    ("stablehlo.and", S(|s, x| numbers::binary(s, x, &numbers::AND))),
    ("stablehlo.atan2", S(|s, x| float::math(s, x, "math.atan2"))),
    ("stablehlo.batch_norm_inference", T(normalisation::batch_norm_inference)),
    ("stablehlo.bitcast_convert", T(arrays::bitcast_convert)),
    ("stablehlo.broadcast_in_dim", T(arrays::broadcast)),
    ("stablehlo.case", T(control::case)),
    ("stablehlo.cbrt", S(|s, x| float::math(s, x, "math.cbrt"))),
    ("stablehlo.ceil", S(|s, x| float::math(s, x, "math.ceil"))),
    ("stablehlo.cholesky", T(linear::cholesky)),
    ("stablehlo.clamp", S(order::clamp)),
    ("stablehlo.collective_broadcast", T(collectives::translate)),
    ("stablehlo.collective_permute", T(collectives::translate)),
    ("stablehlo.compare", S(order::compare)),
    ("stablehlo.complex", S(complex::create)),
    ("stablehlo.concatenate", T(arrays::concatenate)),
    ("stablehlo.constant", T(constant::constant)),
    ("stablehlo.convert", S(conversion::convert)),
    ("stablehlo.convolution", T(contraction::convolution)),
    ("stablehlo.cosine", S(|s, x| float::either(s, x, "math.cos", "complex.cos"))),
    ("stablehlo.count_leading_zeros", S(|s, x| integer::count(s, x, "math.ctlz"))),
    ("stablehlo.divide", S(numbers::divide)),
    ("stablehlo.dot", T(contraction::dot_op)),
    ("stablehlo.dot_general", T(contraction::dot_general)),
    ("stablehlo.dynamic_slice", T(arrays::dynamic_slice)),
    ("stablehlo.dynamic_update_slice", T(arrays::dynamic_update_slice)),
    ("stablehlo.exponential", S(|s, x| float::either(s, x, "math.exp", "complex.exp"))),
    ("stablehlo.exponential_minus_one", S(|s, x| if s.from().is_complex() { complex::exp_minus_one(s, x) } else { float::math(s, x, "math.expm1") })),
    ("stablehlo.fft", T(linear::fft)),
    ("stablehlo.floor", S(|s, x| float::math(s, x, "math.floor"))),
    ("stablehlo.gather", T(indexing::gather)),
    ("stablehlo.if", T(control::if_)),
    ("stablehlo.imag", S(|s, x| complex::part_of(s, x, "complex.im"))),
    ("stablehlo.iota", T(arrays::iota)),
    ("stablehlo.is_finite", S(float::is_finite)),
    ("stablehlo.log", S(|s, x| float::either(s, x, "math.log", "complex.log"))),
    ("stablehlo.log_plus_one", S(|s, x| float::either(s, x, "math.log1p", "complex.log1p"))),
    ("stablehlo.logistic", S(float::logistic)),
    ("stablehlo.map", T(reduction::map)),
    ("stablehlo.maximum", S(|s, x| numbers::binary(s, x, &numbers::MAXIMUM))),
    ("stablehlo.minimum", S(|s, x| numbers::binary(s, x, &numbers::MINIMUM))),
    ("stablehlo.multiply", S(|s, x| numbers::binary(s, x, &numbers::MULTIPLY))),
    ("stablehlo.negate", S(numbers::negate)),
    ("stablehlo.not", S(numbers::not)),
    ("stablehlo.optimization_barrier", T(control::same)),
    ("stablehlo.or", S(|s, x| numbers::binary(s, x, &numbers::OR))),
    ("stablehlo.pad", T(arrays::pad_op)),
    ("stablehlo.partition_id", T(collectives::translate)),
    ("stablehlo.popcnt", S(|s, x| integer::count(s, x, "math.ctpop"))),
    ("stablehlo.power", S(numbers::power)),
    ("stablehlo.real", S(|s, x| complex::part_of(s, x, "complex.re"))),
    ("stablehlo.reduce", T(reduction::reduce)),
    ("stablehlo.reduce_precision", S(float::reduce_precision)),
    ("stablehlo.reduce_scatter", T(collectives::translate)),
    ("stablehlo.reduce_window", T(windows::reduce_window)),
    ("stablehlo.remainder", S(numbers::remainder)),
    ("stablehlo.replica_id", T(collectives::translate)),
    ("stablehlo.reshape", T(arrays::reshape_op)),
    ("stablehlo.reverse", T(arrays::reverse)),
    ("stablehlo.round_nearest_afz", S(|s, x| float::math(s, x, "math.round"))),
    ("stablehlo.round_nearest_even", S(|s, x| float::math(s, x, "math.roundeven"))),
    ("stablehlo.rsqrt", S(float::rsqrt)),
    ("stablehlo.scatter", T(indexing::scatter)),
    ("stablehlo.select", S(order::select)),
    ("stablehlo.select_and_scatter", T(windows::select_and_scatter)),
    ("stablehlo.shift_left", S(|s, x| integer::shift(s, x, "arith.shli"))),
    ("stablehlo.shift_right_arithmetic", S(|s, x| integer::shift(s, x, "arith.shrsi"))),
    ("stablehlo.shift_right_logical", S(|s, x| integer::shift(s, x, "arith.shrui"))),
    ("stablehlo.sign", S(numbers::sign)),
    ("stablehlo.sine", S(|s, x| float::either(s, x, "math.sin", "complex.sin"))),
    ("stablehlo.slice", T(arrays::slice)),
    ("stablehlo.sort", T(sorting::sort)),
    ("stablehlo.sqrt", S(|s, x| float::either(s, x, "math.sqrt", "complex.sqrt"))),
    ("stablehlo.subtract", S(|s, x| numbers::binary(s, x, &numbers::SUBTRACT))),
    ("stablehlo.tan", S(|s, x| float::either(s, x, "math.tan", "complex.tan"))),
    ("stablehlo.tanh", S(|s, x| float::either(s, x, "math.tanh", "complex.tanh"))),
    ("stablehlo.transpose", T(arrays::transpose)),
    ("stablehlo.triangular_solve", T(linear::triangular_solve)),
    ("stablehlo.while", T(control::while_)),
    ("stablehlo.xor", S(|s, x| numbers::binary(s, x, &numbers::XOR))),
];

/// The form of an op.
pub fn form(name: &str) -> Option<Form> {
    TABLE.binary_search_by(|(other, _)| (*other).cmp(name)).ok().map(|index| TABLE[index].1)
}

/// Whether the op's results are its operands, one by one.
pub fn passes_on(name: &str) -> bool {
    matches!(name, "sdy.data_flow_edge" | "sdy.propagation_barrier" | "sdy.reshard" | "sdy.sharding_constraint" | "stablehlo.optimization_barrier")
}

/// How native code serves an op, for people.
pub fn summary(op: &OpInfo) -> &'static str {
    match form(op.name) {
        Some(Form::Scalar(_)) => "element by element",
        Some(Form::Tensors(_)) if op.traits.collective => "by the runtime",
        Some(Form::Tensors(_)) => "by loops",
        None if op.is_terminator() => "with its region",
        None if op.dialect() == "nn" => "by its decomposition",
        None => "not served",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_mlir_table_are_ops_in_order_of_names() {
        let ops = shardwright_dialects::registry();
        assert!(TABLE.is_sorted_by(|left, right| left.0 < right.0));
        for (name, form) in TABLE {
            assert!(ops.get(name).is_some(), "{name}");
            let same = matches!(form, Form::Tensors(translate) if std::ptr::fn_addr_eq(*translate, control::same as Tensors));
            assert_eq!(same, passes_on(name), "{name}");
        }
    }
}
