//! Ways out: what is written of a compiled program.

#[cfg(feature = "mlir")]
pub mod mlir;
pub mod native;
pub mod onnx;
pub mod onnx_annotated;
pub mod sdy;
pub mod stablehlo;
