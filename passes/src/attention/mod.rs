//! Attention as a whole: found in imported graphs, spread over devices along its sequence, taken apart again.
//!
//! [`recognise`] finds it, [`distribute`] chooses how devices share a sequence and writes it, [`decompose`] gives StableHLO to engines; [`unflatten`] keeps batch and sequence
//! apart where exporters join them. What none of
//! them touches is partitioned by the rows of dialect `nn` alone: heads and batch need no exchange.

mod balanced;
pub mod decompose;
pub mod distribute;
pub mod form;
mod layouts;
mod price;
pub mod recognise;
mod spread;
mod teams;
pub mod unflatten;
