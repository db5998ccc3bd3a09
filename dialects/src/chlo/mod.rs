//! Client HLO: higher-level ops that JAX emits.

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[];
