//! The front ends: bytes in, module out.
pub mod mlir;
pub mod onnx;
