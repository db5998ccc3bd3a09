//! The ONNX front end: a model file in, a module of global shapes out.
//!
//! Reading order: [`load`] (file to message), [`bodies`] (its lists of nodes), [`weights`] (where tensors lie), [`lower`] (nodes to ops),
//! [`multidevice`] (sharding annotations), [`import`] (all of it together), [`node_tests`] (the ONNX project's own
//! cases). Invariants: no weight is read to import a model; a hostile file gives diagnostics, never a panic.

pub mod bodies;
mod datum;
pub mod fault;
mod import;
pub mod load;
pub mod lower;
pub mod multidevice;
pub mod node_tests;
mod operators;
pub mod proto;
pub mod weights;

pub use import::{ImportOptions, Imported, import};
pub use operators::chapter as operators_chapter;
pub use weights::{DataFile, WeightRange};

#[cfg(test)]
mod tests;
