//! Ways out: what is written of a compiled program.

pub mod lost;
pub mod mlir;
pub mod native;
pub mod onnx;
pub mod onnx_annotated;
pub mod sdy;
pub mod stablehlo;

/// How native code serves an op: a few words for people, out of the table by which it is translated.
pub fn native_form(op: &shardwright_ir::OpInfo) -> &'static str {
    mlir::table::summary(op)
}
