//! Decisions and changes: passes over modules.
//!
//! [`manager`] runs passes and knows none of them; [`PASSES`] is all of them.

pub mod analysis;
pub mod attention;
pub mod autodiff;
pub mod comm;
pub mod cost;
pub mod experts;
pub mod interop;
pub mod joint;
pub mod manager;
pub mod names;
pub mod partition;
pub mod provenance;
pub mod rewrite;
pub mod schedule;
pub mod search;
pub mod shard;
pub mod stage;
pub mod train;
pub mod tactics;
pub mod whole;

use manager::{PassInfo, PassRegistry};

/// Every built-in pass.
pub const PASSES: &[&PassInfo] = &[
    &autodiff::pass::DIFFERENTIATE,
    &rewrite::canonicalize::CANONICALIZE,
    &rewrite::cse::CSE,
    &rewrite::dce::DCE,
    &rewrite::egraph::pass::EGRAPH,
    &rewrite::fold::FOLD,
    &rewrite::join_pads::JOIN_PADS,
    &rewrite::inline::INLINE,
    &rewrite::portable_calls::PORTABLE_CALLS,
    &attention::unflatten::UNFLATTEN_PRODUCTS,
    &attention::recognise::RECOGNISE_ATTENTION,
    &attention::distribute::DISTRIBUTE_ATTENTION,
    &attention::decompose::DECOMPOSE_NN,
    &train::recompute::RECOMPUTE,
    &shard::split_constants::SPLIT_CONSTANTS,
    &shard::apply_sharding_constraints::APPLY_SHARDING_CONSTRAINTS,
    &shard::propagate::PROPAGATE,
    &partition::reshard::RESHARD,
    &partition::collectives::COLLECTIVES,
    &partition::localize::LOCALIZE,
    &comm::windowed_einsum::WINDOWED_EINSUM,
    &comm::chunk_all_to_all::CHUNK_ALL_TO_ALL,
    &comm::combine_collectives::COMBINE_COLLECTIVES,
    &comm::regather::REGATHER,
    &comm::quantise::QUANTISE_COLLECTIVES,
    &experts::dropless::DISTRIBUTE_EXPERTS,
    &experts::recognise::RECOGNISE_EXPERTS,
    &comm::two_steps::HIERARCHICAL_ALL_TO_ALL,
    &comm::two_steps::HIERARCHICAL_GATHER,
];

/// A registry of all built-in passes, without named pipelines.
pub fn registry() -> PassRegistry {
    let mut registry = PassRegistry::new();
    PASSES.iter().for_each(|info| registry.add(info));
    registry
}
