//! `nn`: ops that strategies treat as a whole, each with its decomposition to StableHLO.
//!
//! Attention is cut along its sequence by exchanging keys and values in turn, and experts by exchanging tokens, which no rule for their products one by
//! one would find. Invariants: an op here and its decomposition ([`kernel`]) give the same numbers up to rounding; engines never see these
//! ops.

pub mod attention;
pub mod attention_grad;
mod eval;
pub mod experts;
pub mod kernel;
pub mod spec;

use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[&attention::INFO, &attention_grad::INFO, &experts::INFO];
