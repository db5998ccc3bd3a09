//! Equality saturation: every rule is proven on random instances, extraction is compared with brute force, and programs keep
//! their results.

mod cycles;
mod evaluate;
mod extraction;
mod fused;
mod literature;
mod networks;
mod rules;
mod sample;
