//! Shardy: shardings in the program, reshards and collectives in the global view.

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[];
