//! Ways out: what is written of a compiled program.

#[cfg(feature = "mlir")]
pub mod mlir;
pub mod native;
pub mod onnx;
pub mod onnx_annotated;
pub mod sdy;
pub mod stablehlo;

/// How native code serves an op: a few words for people, out of the table by which it is translated.
///
/// # Errors
/// This build makes no native programs.
pub fn native_form(op: &shardwright_ir::OpInfo) -> Result<&'static str, String> {
    #[cfg(feature = "mlir")]
    return Ok(mlir::table::summary(op));
    #[cfg(not(feature = "mlir"))]
    Err(format!("this build makes no native programs and cannot say how {} is served: build with `--features mlir` (LLVM 22 must be installed)", op.name))
}
