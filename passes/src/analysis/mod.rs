//! Facts about a program that passes share.

pub mod memory;
pub mod network;
pub mod rules;
pub mod traffic;
