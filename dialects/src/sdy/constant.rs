//! `sdy.constant`: a constant that is not merged or folded, so that each use may shard its own copy.
//!
//! Invariant: evaluation and per-device form are `stablehlo.constant`'s.

use crate::stablehlo::constant;
use shardwright_ir::OpInfo;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "sdy.constant",
    summary: "a constant of which each use has its own copy",
    ..constant::INFO
};
