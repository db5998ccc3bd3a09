//! Facts about a program that passes share.

pub mod rules;
