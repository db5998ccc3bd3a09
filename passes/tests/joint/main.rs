//! Algebra and sharding together, against brute force.

mod brute;
#[path = "../egraph/sample.rs"]
mod sample;
mod small;
