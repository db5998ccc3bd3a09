//! Cutting a program into pipeline stages.
//!
//! Reading order: [`choose`] (which op lies in which stage), [`cut`] (a forward program by its marks), [`pieces`] (what a training step is cut into), [`divide`] (how), [`residuals`] (what a forward piece hands to its backward piece), [`evaluate`] (what it means). For planners: [`layers`] (a step's layers as
//! programs of their own), [`submeshes`] (which of them stand together on how many devices).

mod anatomy;
mod balance;
pub mod build;
pub mod choose;
pub mod cut;
pub mod divide;
pub mod evaluate;
pub(crate) mod forward;
mod handover;
pub mod layers;
pub mod pieces;
mod place;
pub mod residuals;
mod rounds;
pub mod submeshes;
