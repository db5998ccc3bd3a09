//! Programs in MLIR's own dialects: as text in every build, and, with MLIR itself (cargo feature `mlir`, through melior), a second parser
//! and verifier for what we print, and machine code.
//!
//! Reading order: [`build`] (the module that is built), [`writer`], [`site`], [`table`] and `ops` (what each op becomes), [`program`], `print`;
//! [`upstream`] (`--emit mlir`); `lower` (native code). Invariants: there is one translation, whatever its text is for; machine code is
//! only made of what has passed MLIR's own verifier. Where MLIR checks our text, StableHLO and Shardy ops, which upstream MLIR does not hold,
//! are parsed as unregistered ops (their attributes are only checked for syntax), everything else for real.

pub mod build;
pub mod collectives;
#[cfg(feature = "mlir")]
mod copies;
mod custom;
pub mod grid;
pub mod kernels;
#[cfg(feature = "mlir")]
pub mod lower;
#[cfg(feature = "mlir")]
mod check;
mod ops;
pub mod print;
pub mod program;
pub mod site;
pub mod table;
pub mod upstream;
pub mod writer;

#[cfg(feature = "mlir")]
pub use check::check;
#[cfg(feature = "mlir")]
use check::{context, with_complaints};
