//! MLIR text: StableHLO ops with `sdy` shardings, as JAX prints them.
//!
//! Invariants: a module that is returned has passed the verifier; what is wrong with a file is said with its
//! place in the text, or with the file's name where the text cannot be read at all.

use crate::render::SourceText;
use shardwright_ir::text::parse_module;
use shardwright_ir::{Diagnostic, Diagnostics, Module, Registry, verify};
use std::path::Path;

/// How serialised MLIR begins: "ML", then bytes that no text has.
const BYTECODE: &[u8] = b"ML\xefR";

/// The text of a file. Errors: the file cannot be read, or is no UTF-8 text.
pub fn read(path: &Path) -> Result<SourceText, Diagnostics> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| Diagnostic::error(format!("{name}: {error}")))?;
    if bytes.starts_with(BYTECODE) {
        let fault = Diagnostic::error(format!("{name} is MLIR bytecode, not text"));
        return Err(fault.help("print the module as text, in JAX with `lowered.as_text()`").into());
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceText { name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            Err(Diagnostic::error(format!("{name} is not text: byte {at} is not UTF-8")).into())
        }
    }
}

/// The module that a text is, verified. Errors are located in the text.
pub fn import(source: &SourceText, ops: &Registry) -> Result<Module, Diagnostics> {
    let module = parse_module(&source.text, ops)?;
    verify(&module)?;
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    #[test]
    fn files_that_are_no_text_are_refused_by_name() {
        let bytecode = read(file(b"ML\xefR\x01").path()).unwrap_err();
        assert!(bytecode.0[0].message.ends_with("is MLIR bytecode, not text"));
        let binary = read(file(b"module \xff").path()).unwrap_err();
        assert!(binary.0[0].message.ends_with("byte 7 is not UTF-8"));
        assert!(read(Path::new("no/such/file.mlir")).is_err());
    }

    #[test]
    fn what_is_imported_is_verified() {
        let import = |text: &str| import(&SourceText { name: "f".into(), text: text.into() }, &shardwright_dialects::registry());
        assert!(import("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }").is_ok());
        let wrong = import("func.func @main(%a: tensor<2xf32>) -> tensor<3xf32> { return %a : tensor<2xf32> }").unwrap_err();
        assert!(wrong.0[0].labels[0].span.is_known());
    }
}
