//! The front ends: bytes in, module out.
pub mod onnx;
