//! Algebra and sharding together: against brute force, and on the literature's networks.

mod brute;
#[path = "../egraph/networks.rs"]
mod networks;
#[path = "../egraph/sample.rs"]
mod sample;
mod small;
mod table;
