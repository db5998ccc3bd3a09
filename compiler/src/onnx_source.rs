//! An ONNX model as what a compile begins with. Invariant: every weight keeps the range of the file that it lies in.

use crate::driver::{CompileFault, Source};
use crate::front::onnx;
use crate::manifest::WeightFile;
use shardwright_ir::{Attr, Diagnostic, Sym};
use std::collections::BTreeMap;
use std::path::Path;

/// Values of symbolic dimensions by name.
///
/// # Errors
/// A dimension that is given twice, as different numbers.
pub fn bound(dims: &[(String, i64)]) -> Result<BTreeMap<String, i64>, Diagnostic> {
    for (index, (name, size)) in dims.iter().enumerate() {
        if let Some((_, other)) = dims[..index].iter().find(|(earlier, other)| earlier == name && other != size) {
            return Err(Diagnostic::error(format!("dimension `{name}` is given twice, as {other} and {size}")).in_place("--dim"));
        }
    }
    Ok(dims.iter().cloned().collect())
}

/// Imports a model, its weights as files and its outputs by their names.
///
/// # Errors
/// What is wrong with it.
pub fn read(path: &Path, options: &onnx::ImportOptions) -> Result<Source, CompileFault> {
    let imported = onnx::import(path, options)?;
    let mut module = imported.module;
    let mut weights = Vec::new();
    if let Some(func) = module.main_mut() {
        weights = vec![None; func.args().len()];
        for (index, name) in imported.output_names.iter().enumerate().take(func.result_attrs.len()) {
            func.result_attrs[index].set("shardwright.name", Attr::str(name));
        }
    }
    for (index, range) in imported.weights {
        let file = std::fs::canonicalize(range.file.path()).unwrap_or_else(|_| range.file.path().to_owned());
        if let Some(slot) = weights.get_mut(index) {
            *slot = Some(WeightFile { file, offset: range.offset, length: range.length });
        }
    }
    let pipe_axes = imported.annotations.iter().flat_map(|annotations| &annotations.pipe_axes).map(|axis| Sym::new(axis)).collect();
    Ok(Source { weights, pipe_axes, constants: imported.constants, versions: imported.versions, ..Source::of(module, None) })
}
