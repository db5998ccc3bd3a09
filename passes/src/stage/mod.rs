//! Cutting a program into pipeline stages.

pub mod cut;
pub mod pieces;
