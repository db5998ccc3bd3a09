//! Loops and branches.

use crate::check::{check, refusal};

/// x ← sin(x) w + x / 2, `trips` times, w from outside or carried unchanged.
fn recurrence(trips: i64, carried: bool) -> String {
    let (arg, init, ty, w) = if carried { (", %wc = %w", "", ", tensor<3xf64>", "%wc") } else { ("", "", "", "%w") };
    let back = if carried { ", %wc" } else { "" };
    format!(
        "func.func @main(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {{
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %half = stablehlo.constant dense<0.5> : tensor<3xf64>
          %r:{count} = stablehlo.while(%i = %zero, %a = %x{arg}{init}) : tensor<i32>, tensor<3xf64>{ty}
          cond {{
            %n = stablehlo.constant dense<{trips}> : tensor<i32>
            %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          }} do {{
            %one = stablehlo.constant dense<1> : tensor<i32>
            %j = stablehlo.add %i, %one : tensor<i32>
            %s = stablehlo.sine %a : tensor<3xf64>
            %t = stablehlo.multiply %s, {w} : tensor<3xf64>
            %u = stablehlo.multiply %a, %half : tensor<3xf64>
            %b = stablehlo.add %t, %u : tensor<3xf64>
            stablehlo.return %j, %b{back} : tensor<i32>, tensor<3xf64>{ty}
          }}
          return %r#1 : tensor<3xf64>
        }}",
        count = if carried { 3 } else { 2 },
    )
}

#[test]
fn loops_go_back_as_often_as_they_went() {
    for trips in [0, 1, 4] {
        check(&recurrence(trips, false));
        check(&recurrence(trips, true));
    }
}

#[test]
fn each_iteration_reads_its_own_row_of_what_is_stacked() {
    check(
        "func.func @main(%x: tensor<2xf64>, %w: tensor<4x2xf64>) -> (tensor<2xf64>, tensor<4x2xf64>) {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %none = stablehlo.constant dense<0.0> : tensor<4x2xf64>
          %r:4 = stablehlo.while(%i = %zero, %a = %x, %ws = %w, %out = %none) : tensor<i32>, tensor<2xf64>, tensor<4x2xf64>, tensor<4x2xf64>
          cond {
            %n = stablehlo.constant dense<4> : tensor<i32>
            %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %z = stablehlo.constant dense<0> : tensor<i32>
            %one = stablehlo.constant dense<1> : tensor<i32>
            %j = stablehlo.add %i, %one : tensor<i32>
            %row = stablehlo.dynamic_slice %ws, %i, %z, sizes = [1, 2] : (tensor<4x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
            %v = stablehlo.reshape %row : (tensor<1x2xf64>) -> tensor<2xf64>
            %m = stablehlo.multiply %a, %v : tensor<2xf64>
            %b = stablehlo.tanh %m : tensor<2xf64>
            %br = stablehlo.reshape %b : (tensor<2xf64>) -> tensor<1x2xf64>
            %o = stablehlo.dynamic_update_slice %out, %br, %i, %z : (tensor<4x2xf64>, tensor<1x2xf64>, tensor<i32>, tensor<i32>) -> tensor<4x2xf64>
            stablehlo.return %j, %b, %ws, %o : tensor<i32>, tensor<2xf64>, tensor<4x2xf64>, tensor<4x2xf64>
          }
          return %r#1, %r#3 : tensor<2xf64>, tensor<4x2xf64>
        }",
    );
}

#[test]
fn a_loop_in_a_loop_goes_back() {
    check(
        "func.func @main(%x: tensor<2xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %two = stablehlo.constant dense<2> : tensor<i32>
          %three = stablehlo.constant dense<3> : tensor<i32>
          %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2xf64>
          cond {
            %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %j = stablehlo.add %i, %one : tensor<i32>
            %c = stablehlo.cosine %a : tensor<2xf64>
            %q:2 = stablehlo.while(%k = %zero, %b = %c) : tensor<i32>, tensor<2xf64>
            cond {
              %p = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %p : tensor<i1>
            } do {
              %l = stablehlo.add %k, %one : tensor<i32>
              %m = stablehlo.multiply %b, %w : tensor<2xf64>
              %d = stablehlo.sine %m : tensor<2xf64>
              %e = stablehlo.add %d, %a : tensor<2xf64>
              stablehlo.return %l, %e : tensor<i32>, tensor<2xf64>
            }
            %f = stablehlo.multiply %q#1, %a : tensor<2xf64>
            stablehlo.return %j, %f : tensor<i32>, tensor<2xf64>
          }
          return %r#1 : tensor<2xf64>
        }",
    );
}

#[test]
fn values_that_swap_places_and_counters_that_are_used_go_back() {
    check(
        "func.func @main(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
          %zero = stablehlo.constant dense<5> : tensor<i64>
          %one = stablehlo.constant dense<-2> : tensor<i64>
          %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i64>, tensor<2xf64>, tensor<2xf64>
          cond {
            %n = stablehlo.constant dense<0> : tensor<i64>
            %p = stablehlo.compare GT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %j = stablehlo.add %i, %one : tensor<i64>
            %f = stablehlo.convert %i : (tensor<i64>) -> tensor<f64>
            %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> tensor<2xf64>
            %m = stablehlo.multiply %b, %g : tensor<2xf64>
            %s = stablehlo.sine %m : tensor<2xf64>
            %t = stablehlo.multiply %s, %b : tensor<2xf64>
            stablehlo.return %j, %t, %a : tensor<i64>, tensor<2xf64>, tensor<2xf64>
          }
          return %r#1, %r#2 : tensor<2xf64>, tensor<2xf64>
        }",
    );
}

#[test]
fn branches_go_back_by_the_branch_that_was_taken() {
    check(
        "func.func @main(%i: tensor<i32>, %x: tensor<2xf64>, %w: tensor<2xf64>, %v: tensor<2xf64>) -> tensor<2xf64> {
          %q = stablehlo.multiply %x, %v : tensor<2xf64>
          %r = \"stablehlo.case\"(%i) ({
            %a = stablehlo.multiply %x, %w : tensor<2xf64>
            %b = stablehlo.sine %a : tensor<2xf64>
            stablehlo.return %b : tensor<2xf64>
          }, {
            stablehlo.return %q : tensor<2xf64>
          }, {
            %c = stablehlo.constant dense<1.0> : tensor<2xf64>
            stablehlo.return %c : tensor<2xf64>
          }) : (tensor<i32>) -> tensor<2xf64>
          %s = stablehlo.multiply %r, %w : tensor<2xf64>
          return %s : tensor<2xf64>
        }",
    );
}

#[test]
fn a_loop_of_unknown_length_is_refused_where_gradients_go_through_it() {
    let why = refusal(
        "func.func @main(%x: tensor<f64>) -> tensor<f64> {
          %one = stablehlo.constant dense<1.0> : tensor<f64>
          %r = stablehlo.while(%a = %x) : tensor<f64>
          cond {
            %p = stablehlo.compare LT, %a, %one : (tensor<f64>, tensor<f64>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %b = stablehlo.add %a, %one : tensor<f64>
            stablehlo.return %b : tensor<f64>
          }
          return %r : tensor<f64>
        }",
    );
    assert!(why.contains("how often it runs is not known"), "{why}");
}
