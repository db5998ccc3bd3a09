//! Client HLO: higher-level ops that JAX emits.

pub mod elementwise;
pub mod top_k;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[
    &elementwise::ACOS,
    &elementwise::ACOSH,
    &elementwise::ASIN,
    &elementwise::ASINH,
    &elementwise::ATAN,
    &elementwise::ATANH,
    &elementwise::COSH,
    &elementwise::ERF,
    &elementwise::ERFC,
    &elementwise::ERF_INV,
    &elementwise::SINH,
    &elementwise::SQUARE,
    &elementwise::TAN,
    &top_k::INFO,
];
