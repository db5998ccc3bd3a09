//! The front ends: bytes in, module out.
pub mod iopddl;
pub mod mlir;
pub mod onnx;
