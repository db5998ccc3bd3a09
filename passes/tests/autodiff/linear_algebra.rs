//! Factors, solutions and transforms.

use crate::check::check;

/// `%m` is `%x` with 4 added on the diagonal.
fn on_matrix(element: &str, four: &str, args: &str, text: &str) -> String {
    format!(
        "func.func @main(%x: tensor<2x3x3x{element}>{args} {{
          %r = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
          %c = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
          %d = stablehlo.compare EQ, %r, %c, SIGNED : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
          %four = stablehlo.constant dense<{four}> : tensor<2x3x3x{element}>
          %sum = stablehlo.add %x, %four : tensor<2x3x3x{element}>
          %m = stablehlo.select %d, %sum, %x : tensor<2x3x3xi1>, tensor<2x3x3x{element}>
          {text}
        }}"
    )
}

const NUMBERS: [(&str, &str); 2] = [("f64", "4.0"), ("complex<f64>", "(4.0, 0.0)")];

#[test]
fn triangular_factors() {
    for (element, four) in NUMBERS {
        for lower in [true, false] {
            check(&on_matrix(
                element,
                four,
                &format!(") -> tensor<2x3x3x{element}>"),
                &format!("%0 = stablehlo.cholesky %m, lower = {lower} : tensor<2x3x3x{element}>\nreturn %0 : tensor<2x3x3x{element}>"),
            ));
        }
    }
}

#[test]
fn solutions_of_triangular_systems() {
    for (element, four) in NUMBERS {
        for (left, sides) in [(true, "2x3x2"), (false, "2x2x3")] {
            for (lower, unit) in [(true, false), (false, false), (true, true), (false, true)] {
                for transpose in ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"] {
                    let side = format!("tensor<{sides}x{element}>");
                    check(&on_matrix(
                        element,
                        four,
                        &format!(", %b: {side}) -> {side}"),
                        &format!(
                            "%0 = \"stablehlo.triangular_solve\"(%m, %b) <{{left_side = {left}, lower = {lower}, unit_diagonal = {unit}, transpose_a = #stablehlo<transpose {transpose}>}}> : (tensor<2x3x3x{element}>, {side}) -> {side}\nreturn %0 : {side}"
                        ),
                    ));
                }
            }
        }
    }
}

#[test]
fn fourier_transforms() {
    let transform = |from: &str, to: &str, kind: &str, length: &str| {
        format!("func.func @main(%x: tensor<{from}>) -> tensor<{to}> {{ %0 = stablehlo.fft %x, type = {kind}, length = [{length}] : (tensor<{from}>) -> tensor<{to}> return %0 : tensor<{to}> }}")
    };
    for kind in ["FFT", "IFFT"] {
        check(&transform("2x4xcomplex<f64>", "2x4xcomplex<f64>", kind, "4"));
        check(&transform("3x2xcomplex<f64>", "3x2xcomplex<f64>", kind, "3, 2"));
    }
    for (length, half) in [(1, 1), (2, 2), (5, 3), (6, 4)] {
        check(&transform(&format!("2x{length}xf64"), &format!("2x{half}xcomplex<f64>"), "RFFT", &length.to_string()));
        check(&transform(&format!("2x{half}xcomplex<f64>"), &format!("2x{length}xf64"), "IRFFT", &length.to_string()));
    }
    check(&transform("2x3x4xf64", "2x3x3xcomplex<f64>", "RFFT", "3, 4"));
    check(&transform("2x3x3xcomplex<f64>", "2x3x4xf64", "IRFFT", "3, 4"));
}
