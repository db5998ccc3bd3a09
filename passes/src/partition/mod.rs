//! From the global program to the program of one device.
//!
//! Three passes: [`reshard`] makes every op's tensors agree, [`collectives`] turns reshards into collectives, [`localize`] rewrites
//! everything to local shapes and device ids. Reading order: [`factors`], [`vote`], [`candidates`], [`reshard`], [`plan`], [`collectives`],
//! [`localize`], [`lower`].

pub mod attrs;
pub mod candidates;
pub mod collectives;
pub mod factors;
pub mod localize;
pub mod lower;
pub mod plan;
pub mod reshard;
pub mod vote;

pub use localize::{Partitioned, localize};
