//! Shardy: shardings in the program, reshards and collectives in the global view.

pub mod return_;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[&return_::INFO];
