//! compiler

pub mod engine;
