//! No row is forgotten: each op that has a derivative stands in one of these tests.

use shardwright_ir::DerivativeFacet;

/// The texts of the tests beside this one.
const TESTS: &[&str] = &[
    include_str!("attention.rs"),
    include_str!("bodies.rs"),
    include_str!("control.rs"),
    include_str!("elementwise.rs"),
    include_str!("indexing.rs"),
    include_str!("linear_algebra.rs"),
    include_str!("shapes.rs"),
    include_str!("windows.rs"),
];

#[test]
fn every_op_with_a_derivative_is_compared_with_finite_differences() {
    let forgotten: Vec<&str> = shardwright_dialects::registry()
        .ops()
        .filter(|info| matches!(info.derivative, DerivativeFacet::Vjp(_) | DerivativeFacet::Accumulate(_)))
        .map(|info| info.name)
        .filter(|name| {
            // Elementwise tests name ops without their dialect.
            let short = name.split('.').nth(1).unwrap_or(name);
            !TESTS.iter().any(|text| text.contains(name) || text.contains(&format!("\"{short}\"")))
        })
        .collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
}
