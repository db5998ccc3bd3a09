//! Programs made at random, and the proof that partitioned they compute the same: for tests, examples and users' own passes.
//!
//! Reading order: [`rng`], [`random`], [`placement`], [`check`], [`shrink`], [`shard_fuzz`]; [`mutate`] for bad input.

pub mod check;
pub mod mutate;
pub mod placement;
pub mod random;
pub mod rng;
pub mod shard_fuzz;
pub mod shrink;
