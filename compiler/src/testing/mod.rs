//! Programs made at random, and what proves a partitioned program right: shared by tests, examples and users' own checks.
//!
//! Reading order: [`rng`], [`random`].

pub mod random;
pub mod rng;
