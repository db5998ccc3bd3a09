//! StableHLO: the ops of tensor programs.

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[];
