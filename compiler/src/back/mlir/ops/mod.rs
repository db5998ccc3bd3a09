//! Translations, one family of ops a file.
//!
//! Invariants: what a translation computes is what the op's own evaluation computes, up to the rounding of floats; an element
//! type or attribute that it does not serve is refused with the op's name and place.

pub mod approximate;
pub mod arrays;
pub mod complex;
pub mod constant;
pub mod contraction;
pub mod control;
pub mod conversion;
pub mod float;
pub mod indexing;
pub mod integer;
pub mod linear;
pub mod narrow;
pub mod normalisation;
pub mod numbers;
pub mod order;
pub mod reduction;
pub mod sorting;
pub mod windows;
