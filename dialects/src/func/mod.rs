//! Functions: return and call.

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[];
