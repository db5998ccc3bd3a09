//! Damaged MLIR texts.

use super::{ABSURD, Mutant, bytes};
use crate::testing::rng::Rng;

/// A damaged form of `source`, or a small text that is bad by itself.
pub fn text(seed: u64, source: &str) -> Mutant {
    let mut rng = Rng::new(seed);
    let lines: Vec<&str> = source.lines().collect();
    let joined = |lines: &[&str]| lines.join("\n").into_bytes();
    let maybe = |what: &str, bytes: Vec<u8>| Mutant { bytes, what: what.to_owned(), must_fail: false };
    match rng.below(10) {
        0 | 1 => bytes(&mut rng, source.as_bytes()),
        2 => {
            let at = rng.below(lines.len());
            let mut left = lines.clone();
            left.remove(at);
            maybe(&format!("line {} taken out", at + 1), joined(&left))
        }
        3 => {
            let mut moved = lines.clone();
            let (one, other) = (rng.below(lines.len()), rng.below(lines.len()));
            moved.swap(one, other);
            maybe(&format!("lines {} and {} swapped: values used before they are defined", one + 1, other + 1), joined(&moved))
        }
        4 => {
            let mut twice = lines.clone();
            let at = rng.below(lines.len());
            twice.insert(at, lines[at]);
            maybe(&format!("line {} written twice", at + 1), joined(&twice))
        }
        5 | 6 => {
            let (text, what) = absurd_number(&mut rng, source);
            maybe(&what, text.into_bytes())
        }
        7 => {
            let words = ["tensor", "dense", "stablehlo.", "sdy.", "%arg0", "->", "(", "{", "]", "#sdy.sharding", "func.func", "\"", "x", ":", "array<i64: "];
            let word = rng.choose(&words);
            let at = rng.below(source.len());
            let at = (at..=source.len()).find(|&at| source.is_char_boundary(at)).unwrap_or(0);
            maybe(&format!("{word:?} put in at {at}"), [&source[..at], word, &source[at..]].concat().into_bytes())
        }
        _ => built(&mut rng),
    }
}

/// One number of the text replaced by one that no honest text has.
fn absurd_number(rng: &mut Rng, source: &str) -> (String, String) {
    let digits: Vec<usize> = source.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    if digits.is_empty() {
        return (source.to_owned(), "nothing".to_owned());
    }
    let at = rng.choose(&digits);
    let end = source[at..].find(|c: char| !c.is_ascii_digit()).map_or(source.len(), |length| at + length);
    let value = rng.choose(ABSURD).to_string();
    let value = if rng.percent(20) { "9".repeat(400) } else { value };
    (format!("{}{value}{}", &source[..at], &source[end..]), format!("number at {at} replaced"))
}

/// Texts that are bad from the start: depth, size, recursion, claims that the file does not keep.
fn built(rng: &mut Rng) -> Mutant {
    let main = |body: &str| format!("module {{ func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {{ {body} }} }}");
    let deep = 20_000 + rng.below(100_000);
    let big = rng.choose(&[1i64 << 33, 1 << 40, 1 << 62, i64::MAX]);
    let cases: [(&str, String, bool); 12] = [
        ("parentheses without end", format!("module {{ {}", "(".repeat(deep)), true),
        ("regions within regions", format!("module {{ {}", "\"a.b\"() ({ ".repeat(deep)), true),
        ("attributes within attributes", format!("module attributes {{a = {}", "[".repeat(deep)), true),
        ("locations within locations", format!("module {{}} loc({}", "callsite(".repeat(deep)), true),
        ("a function that calls itself", "module { func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> { %0 = func.call @main(%arg0) : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> } }".to_owned(), true),
        (
            "functions that call one another",
            "module { func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> { %0 = func.call @g(%arg0) : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }
             func.func private @g(%arg0: tensor<4xf32>) -> tensor<4xf32> { %0 = func.call @main(%arg0) : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> } }"
                .to_owned(),
            true,
        ),
        ("a value that is its own operand", main("%0 = stablehlo.add %0, %arg0 : tensor<4xf32> return %0 : tensor<4xf32>"), true),
        ("a constant that is shorter than it claims", main(&format!("%0 = stablehlo.constant dense<\"0x00\"> : tensor<{big}xf32> return %arg0 : tensor<4xf32>")), true),
        (
            "counting further than memory",
            main(&format!(
                "%0 = stablehlo.iota dim = 0 : tensor<{big}xf32> %1 = stablehlo.slice %0 [0:4] : (tensor<{big}xf32>) -> tensor<4xf32> return %1 : tensor<4xf32>"
            )),
            false,
        ),
        (
            "a constant spread further than memory",
            main(&format!(
                "%c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32> %0 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xf32>) -> tensor<{big}x2xf32> \
                 %1 = stablehlo.slice %0 [0:2, 0:2] : (tensor<{big}x2xf32>) -> tensor<2x2xf32> %2 = stablehlo.reshape %1 : (tensor<2x2xf32>) -> tensor<4xf32> return %2 : tensor<4xf32>"
            )),
            false,
        ),
        (
            "a mesh without end",
            format!(
                "module {{ sdy.mesh @mesh = <[\"x\"={big}]> func.func @main(%arg0: tensor<4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}]>}}) -> tensor<4xf32> {{ return %arg0 : tensor<4xf32> }} }}"
            ),
            true,
        ),
        ("a sub-axis beyond its axis", format!("module {{ sdy.mesh @mesh = <[\"x\"=4]> func.func @main(%arg0: tensor<4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\":({big}){big}}}]>}}) -> tensor<4xf32> {{ return %arg0 : tensor<4xf32> }} }}"), true),
    ];
    let (what, text, must_fail) = cases[rng.below(cases.len())].clone();
    Mutant { bytes: text.into_bytes(), what: what.to_owned(), must_fail }
}
