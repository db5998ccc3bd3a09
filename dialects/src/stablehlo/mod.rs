//! StableHLO: the ops of tensor programs.

pub mod build;
pub mod dims;

pub use build::StablehloBuilder;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[];
