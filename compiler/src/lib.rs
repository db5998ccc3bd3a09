//! The journey of a model: from its file to per-device programs and the proof that they are right.

pub mod annotate;
pub mod back;
pub mod engine;
pub mod front;
pub mod plan;
pub mod render;
pub mod testing;
