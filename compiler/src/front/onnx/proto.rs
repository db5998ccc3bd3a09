//! The Rust types of ONNX's protobuf messages, generated from `proto/onnx.proto` by `build.rs`.
//!
//! Invariant: `raw_data`, `float_data` and `double_data` of a tensor are slices of the buffer that was
//! decoded (see `build.rs`), so decoding a model copies no weight.

#![allow(missing_docs, clippy::all, reason = "generated code: the schema documents it")]

include!(concat!(env!("OUT_DIR"), "/onnx.rs"));
