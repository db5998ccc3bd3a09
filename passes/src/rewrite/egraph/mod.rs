//! Equality saturation over our own ops.
//!
//! A region becomes an e-graph ([`convert`]), rules written as text ([`parse`], `rules/*.rules`) add equal forms
//! ([`saturate`], [`matching`]), one form is chosen for each value ([`extract`]), and the choice becomes ops again
//! ([`materialize`]). Reading order: [`form`], [`lang`], [`rule`], [`optimize`].
//!
//! Invariants: results are equal as real numbers; floating-point sums may be rounded in another order, which is why the pass is in no
//! default pipeline. The same input gives the same output, unless the limit of time stops it.

pub mod acyclic;
pub mod convert;
pub mod cost;
pub mod expr;
pub mod extract;
pub mod form;
pub mod lang;
pub mod matching;
pub mod materialize;
pub mod optimize;
pub mod parse;
pub mod pass;
pub mod rule;
pub mod saturate;
pub mod value;

use rule::Rule;

/// Built-in rules: file and text.
pub const BUILTIN: &[(&str, &str)] = &[
    ("elementwise.rules", include_str!("rules/elementwise.rules")),
    ("layout.rules", include_str!("rules/layout.rules")),
    ("products.rules", include_str!("rules/products.rules")),
    ("sums.rules", include_str!("rules/sums.rules")),
    ("convolutions.rules", include_str!("rules/convolutions.rules")),
];

/// All built-in rules.
///
/// # Errors
/// Where a text is wrong; a test reads them all.
pub fn builtin_rules() -> Result<Vec<Rule>, String> {
    let mut rules = Vec::new();
    for (file, text) in BUILTIN {
        rules.extend(parse::parse_rules(file, text)?);
    }
    Ok(rules)
}
