//! StableHLO: the ops of tensor programs.

pub mod all_gather;
pub mod all_reduce;
pub mod all_to_all;
pub mod build;
pub mod collective_broadcast;
pub mod collective_permute;
pub mod dims;
pub mod dynamic_slice;
pub mod dynamic_update_slice;
pub mod partition_id;
pub mod reduce_scatter;
pub mod replica_id;
pub mod return_;

pub use build::StablehloBuilder;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[
    &all_gather::INFO,
    &all_reduce::INFO,
    &all_to_all::INFO,
    &collective_broadcast::INFO,
    &collective_permute::INFO,
    &dynamic_slice::INFO,
    &dynamic_update_slice::INFO,
    &partition_id::INFO,
    &reduce_scatter::INFO,
    &replica_id::INFO,
    &return_::INFO,
];
