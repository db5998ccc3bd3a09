//! Decisions and changes: passes over modules.
//!
//! [`manager`] runs passes and knows none of them.

pub mod manager;
