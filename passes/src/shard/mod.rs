//! Shardings: applying them, carrying them through the program.
//!
//! Reading order: [`propagate`] (the pass), [`layout`] and [`projection`] (shardings of tensors and of
//! factors), [`factors`], [`basic`] and [`aggressive`] (what flows along a factor), [`op_priority`] and [`user_priority`] (in which
//! order), [`data_flow`], [`graph`], [`steps`] and [`engine`] (how it is run), [`history`] (what is told of it).

pub mod aggressive;
pub mod apply_sharding_constraints;
pub mod basic;
pub mod data_flow;
pub mod engine;
pub mod factors;
pub mod graph;
pub mod group_import;
pub mod history;
pub mod layout;
pub mod op_priority;
pub mod op_rules;
pub mod order;
pub mod projection;
pub mod propagate;
pub mod split_constants;
pub mod steps;
pub mod trim_io;
pub mod user_priority;
