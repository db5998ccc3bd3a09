//! Derivatives of rows that need more than a few lines: each function is the facet of the row that its name says.

pub(super) mod convolution;
pub(super) mod fourier;
pub(super) mod indexing;
pub(super) mod linear_algebra;
pub(super) mod normalisation;
pub(super) mod sorted;
pub(super) mod trees;
pub(super) mod windows;
