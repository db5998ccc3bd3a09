//! Facts about a program that passes share.

pub mod memory;
pub mod rules;
pub mod traffic;
