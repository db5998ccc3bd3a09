//! Maxima that cancel out.

use crate::check::{check, ops_of_gradients};

/// A program on `x` `[2, 5]`: `m` the maximum along rows, `z = x - m`, `e = exp(z)`, `s` its sum, all as values to use in `rest`.
fn softmax(rest: &str, result: &str) -> String {
    format!(
        "func.func @main(%x: tensor<2x5xf64>, %w: tensor<2x5xf64>, %v: tensor<2xf64>) -> {result} {{
          %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
          %zero = stablehlo.constant dense<0.0> : tensor<f64>
          %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<2x5xf64>, tensor<f64>) -> tensor<2xf64>
          %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2xf64>) -> tensor<2x5xf64>
          %z = stablehlo.subtract %x, %mb : tensor<2x5xf64>
          %e = stablehlo.exponential %z : tensor<2x5xf64>
          %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf64>, tensor<f64>) -> tensor<2xf64>
          %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xf64>) -> tensor<2x5xf64>
          {rest}
        }}"
    )
}

const SOFTMAX: &str = "%r = stablehlo.divide %e, %sb : tensor<2x5xf64> %y = stablehlo.multiply %r, %w : tensor<2x5xf64> return %y : tensor<2x5xf64>";
const LOG_SOFTMAX: &str = "%l = stablehlo.log %sb : tensor<2x5xf64> %r = stablehlo.subtract %z, %l : tensor<2x5xf64> %y = stablehlo.multiply %r, %w : tensor<2x5xf64> return %y : tensor<2x5xf64>";
const LOG_OF_SUM: &str = "%l = stablehlo.log %s : tensor<2xf64> %r = stablehlo.add %l, %m : tensor<2xf64> %y = stablehlo.multiply %r, %v : tensor<2xf64> return %y : tensor<2xf64>";

#[test]
fn gradients_do_not_go_through_maxima_that_cancel_out() {
    for (rest, result) in [(SOFTMAX, "tensor<2x5xf64>"), (LOG_SOFTMAX, "tensor<2x5xf64>"), (LOG_OF_SUM, "tensor<2xf64>")] {
        let text = softmax(rest, result);
        check(&text);
        // Through a maximum its way back compares.
        assert!(!ops_of_gradients(&text).contains(&"stablehlo.compare"), "{text}");
    }
}

#[test]
fn maxima_that_something_depends_on_keep_their_gradients() {
    for (rest, result) in [
        // The exponentials themselves.
        ("%y = stablehlo.multiply %e, %w : tensor<2x5xf64> return %y, %sb : tensor<2x5xf64>, tensor<2x5xf64>", "(tensor<2x5xf64>, tensor<2x5xf64>)"),
        // The logarithm of the sum without the maximum.
        ("%l = stablehlo.log %s : tensor<2xf64> %y = stablehlo.multiply %l, %v : tensor<2xf64> return %y : tensor<2xf64>", "tensor<2xf64>"),
        // The maximum twice for one logarithm.
        ("%l = stablehlo.log %s : tensor<2xf64> %r = stablehlo.add %l, %m : tensor<2xf64> %q = stablehlo.add %r, %m : tensor<2xf64> return %q : tensor<2xf64>", "tensor<2xf64>"),
        // A softmax beside another use of its parts.
        ("%r = stablehlo.divide %e, %sb : tensor<2x5xf64> %y = stablehlo.multiply %r, %z : tensor<2x5xf64> return %y : tensor<2x5xf64>", "tensor<2x5xf64>"),
        // Divided by something else.
        ("%r = stablehlo.divide %e, %w : tensor<2x5xf64> %y = stablehlo.multiply %r, %sb : tensor<2x5xf64> return %y : tensor<2x5xf64>", "tensor<2x5xf64>"),
    ] {
        let text = softmax(rest, result);
        check(&text);
        assert!(ops_of_gradients(&text).contains(&"stablehlo.compare"), "{text}");
    }
    // A maximum along other dimensions than the sum's does not cancel.
    check(
        "func.func @main(%x: tensor<2x5xf64>, %w: tensor<2x5xf64>) -> tensor<2x5xf64> {
          %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
          %zero = stablehlo.constant dense<0.0> : tensor<f64>
          %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<2x5xf64>, tensor<f64>) -> tensor<5xf64>
          %mb = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<5xf64>) -> tensor<2x5xf64>
          %z = stablehlo.subtract %x, %mb : tensor<2x5xf64>
          %e = stablehlo.exponential %z : tensor<2x5xf64>
          %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf64>, tensor<f64>) -> tensor<2xf64>
          %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xf64>) -> tensor<2x5xf64>
          %r = stablehlo.divide %e, %sb : tensor<2x5xf64>
          %y = stablehlo.multiply %r, %w : tensor<2x5xf64>
          return %y : tensor<2x5xf64>
        }",
    );
}
