//! Tactics: strategies as short texts that work on any model of their kind (after PartIR, arXiv 2401.11202).
//!
//! Reading order: [`syntax`] and [`parse`] (the text), [`resolve`] (parameters, includes, turns), [`roles`] and [`meaning`] (what values and
//! dimensions of a program are), [`select`] (which a tactic means), [`apply`] and `zero` (what it writes on them), [`check`] (what is wrong whatever the program).

pub mod apply;
pub mod check;
pub mod meaning;
pub mod parse;
pub mod resolve;
pub mod roles;
pub mod select;
pub mod syntax;
mod zero;
