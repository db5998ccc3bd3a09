//! Ways out: what is written of a compiled program.

#[cfg(feature = "mlir")]
pub mod mlir;
pub mod onnx;
pub mod sdy;
pub mod stablehlo;
