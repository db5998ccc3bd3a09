//! Shardy: shardings in the program, reshards and collectives in the global view.

pub mod collectives;
pub mod constant;
pub mod data_flow;
pub mod manual_computation;
pub mod placement;
pub mod return_;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[
    &collectives::ALL_GATHER,
    &collectives::ALL_REDUCE,
    &collectives::ALL_SLICE,
    &collectives::ALL_TO_ALL,
    &collectives::COLLECTIVE_PERMUTE,
    &collectives::REDUCE_SCATTER,
    &collectives::REPLICATED_TO_UNREDUCED,
    &constant::INFO,
    &data_flow::DATA_FLOW_EDGE,
    &data_flow::NAMED_COMPUTATION,
    &manual_computation::INFO,
    &placement::PROPAGATION_BARRIER,
    &placement::RESHARD,
    &placement::SHARDING_CONSTRAINT,
    &placement::SHARDING_GROUP,
    &return_::INFO,
];
