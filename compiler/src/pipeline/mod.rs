//! Programs that run in pipelined stages: asked for ([`options`]), made ([`compile`]), priced ([`cost`]) and run.
//!
//! A cut ([`shardwright_passes::stage::pieces`]) gives pieces, a schedule ([`shardwright_passes::schedule`]) says who runs which when. [`manifest`] is what is
//! written of both; [`steps`] is what each rank does then, [`run`] does it on [`devices`].

pub mod compile;
pub mod cost;
mod defer;
pub mod devices;
pub mod manifest;
pub mod options;
pub mod run;
pub mod steps;

#[cfg(test)]
mod steps_tests;
