//! Client HLO: higher-level ops that JAX emits.

pub mod top_k;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[&top_k::INFO];
