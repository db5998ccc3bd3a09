//! Functions: return and call.

pub mod call;
pub mod return_;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[&call::INFO, &return_::INFO];
