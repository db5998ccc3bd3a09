//! Attention kept whole.

use crate::check::check;

#[test]
fn attention_that_is_kept_whole() {
    // Two heads of queries to one of keys; causal; with a bias and a mask.
    for (extras, types, attrs) in [
        ("", "", "{scale = 5.000000e-01 : f64}"),
        ("", "", "{scale = 5.000000e-01 : f64, causal_offset = 1 : i64}"),
        (", %b, %p", ", tensor<1x2x3x4xf64>, tensor<1x1x3x4xi1>", "{causal_offset = 1 : i64, zero_empty = true}"),
    ] {
        let args = if extras.is_empty() { "" } else { ", %b: tensor<1x2x3x4xf64>, %p: tensor<1x1x3x4xi1>" };
        check(&format!(
            "func.func @main(%q: tensor<1x2x3x2xf64>, %k: tensor<1x1x4x2xf64>, %v: tensor<1x1x4x3xf64>{args}) -> tensor<1x2x3x3xf64> {{
              %0:2 = nn.attention %q, %k, %v{extras} {attrs} : (tensor<1x2x3x2xf64>, tensor<1x1x4x2xf64>, tensor<1x1x4x3xf64>{types}) -> (tensor<1x2x3x3xf64>, tensor<1x2x3x2xf64>)
              return %0#0 : tensor<1x2x3x3xf64>
            }}"
        ));
    }
}

/// Three tokens, two of three experts each; the first expert has no token of the last.
#[test]
fn experts_that_are_kept_whole() {
    check(
        "func.func @main(%x: tensor<3x2xf64>, %w: tensor<3x2xf64>, %up: tensor<3x2x4xf64>, %down: tensor<3x4x2xf64>) -> tensor<3x2xf64> {
          %n = stablehlo.constant dense<[[0, 2], [2, 1], [1, 2]]> : tensor<3x2xi32>
          %0 = nn.experts %x, %w, %n, %up, %down : (tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2x4xf64>, tensor<3x4x2xf64>) -> tensor<3x2xf64>
          return %0 : tensor<3x2xf64>
        }",
    );
}
