//! Elementwise ops, of real and of complex numbers.

use crate::check::{check, check_in};

fn unary(op: &str, ty: &str) -> String {
    format!("func.func @main(%x: {ty}) -> {ty} {{ %0 = stablehlo.{op} %x : {ty} return %0 : {ty} }}")
}

fn binary(op: &str, ty: &str) -> String {
    format!("func.func @main(%x: {ty}, %y: {ty}) -> {ty} {{ %0 = stablehlo.{op} %x, %y : {ty} return %0 : {ty} }}")
}

#[test]
fn functions_of_one_real_number() {
    for op in ["abs", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "logistic", "negate", "round_nearest_afz", "round_nearest_even", "sign", "sine", "tanh"] {
        check(&unary(op, "tensor<5xf64>"));
    }
    for op in ["cbrt", "log", "log_plus_one", "rsqrt", "sqrt", "tan"] {
        check_in(&unary(op, "tensor<5xf64>"), 0.3, 1.2);
    }
}

#[test]
fn functions_of_one_complex_number() {
    for op in ["cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "negate", "rsqrt", "sine", "sqrt", "tan", "tanh"] {
        check_in(&unary(op, "tensor<4xcomplex<f64>>"), 0.2, 1.0);
    }
    for op in ["abs", "real", "imag"] {
        check_in(
            &format!("func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<4xf64> {{ %0 = stablehlo.{op} %x : (tensor<4xcomplex<f64>>) -> tensor<4xf64> return %0 : tensor<4xf64> }}"),
            0.2,
            1.0,
        );
    }
}

#[test]
fn functions_of_two_numbers() {
    for op in ["add", "subtract", "multiply", "maximum", "minimum", "atan2"] {
        check(&binary(op, "tensor<5xf64>"));
    }
    for op in ["divide", "power", "remainder"] {
        check_in(&binary(op, "tensor<5xf64>"), 0.4, 2.0);
    }
    for op in ["add", "subtract", "multiply", "divide", "power"] {
        check_in(&binary(op, "tensor<4xcomplex<f64>>"), 0.3, 1.1);
    }
    check("func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xcomplex<f64>> { %0 = stablehlo.complex %x, %y : tensor<3xcomplex<f64>> return %0 : tensor<3xcomplex<f64>> }");
}

#[test]
fn choices_and_conversions() {
    check("func.func @main(%p: tensor<5xi1>, %x: tensor<5xf64>, %y: tensor<5xf64>) -> tensor<5xf64> { %0 = stablehlo.select %p, %x, %y : tensor<5xi1>, tensor<5xf64> return %0 : tensor<5xf64> }");
    check("func.func @main(%p: tensor<i1>, %x: tensor<5xf64>, %y: tensor<5xf64>) -> tensor<5xf64> { %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<5xf64> return %0 : tensor<5xf64> }");
    check("func.func @main(%l: tensor<f64>, %x: tensor<5xf64>, %h: tensor<5xf64>) -> tensor<5xf64> { %0 = stablehlo.clamp %l, %x, %h : (tensor<f64>, tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64> return %0 : tensor<5xf64> }");
    check("func.func @main(%x: tensor<5xf64>) -> tensor<5xcomplex<f64>> { %0 = stablehlo.convert %x : (tensor<5xf64>) -> tensor<5xcomplex<f64>> return %0 : tensor<5xcomplex<f64>> }");
    check("func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> { %0 = stablehlo.convert %x : (tensor<5xf64>) -> tensor<5xi32> %1 = stablehlo.convert %0 : (tensor<5xi32>) -> tensor<5xf64> %2 = stablehlo.multiply %1, %x : tensor<5xf64> return %2 : tensor<5xf64> }");
}
