//! The output folder of a compile.
//!
//! Invariants: the folder is complete or absent: it is written beside and renamed; only an empty folder or an earlier
//! output is replaced.

use crate::back::{sdy, stablehlo};
use crate::driver::Compiled;
use crate::manifest;
use shardwright_ir::Module;
use shardwright_ir::verify::verify;
use std::io;
use std::path::Path;

/// Which programs are written besides the reports and what `verify` needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Emit {
    /// `sdy.mlir`.
    pub sdy: bool,
}

/// Writes a compile's output folder.
///
/// # Errors
/// Where the folder holds something else already, or the system refuses; the message names the path.
pub fn write(compiled: &Compiled, folder: &Path, emit: Emit) -> Result<(), String> {
    let checked = |module| verify(module).map_err(|faults| faults.to_string());
    let source = checked(&compiled.source)?;
    let at = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let replaces = folder.exists();
    if replaces && !is_replaceable(folder) {
        return Err(format!("{} exists and is no output of an earlier compile: name another folder", folder.display()));
    }
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(parent).map_err(|error| at(parent, error))?;
    let beside = tempfile::Builder::new().prefix(".shardwright-").tempdir_in(parent).map_err(|error| at(parent, error))?;
    let new = beside.path().join("new");
    std::fs::create_dir(&new).map_err(|error| at(&new, error))?;
    let mut files = vec![
        (compiled.manifest.source.as_str(), sdy::source_text(source)),
        (manifest::FILE, compiled.manifest.to_json()),
        ("plan.json", compiled.plan.to_json()),
        ("report.json", compiled.report.to_json()),
    ];
    for (name, program) in &compiled.programs {
        files.push((name, stablehlo::spmd_text(checked(&program.local)?)));
    }
    let annotated: Vec<(String, &Module)> = compiled.programs.iter().map(|(name, program)| (sdy_name(name), &program.annotated)).collect();
    if emit.sdy {
        for (name, module) in &annotated {
            files.push((name, sdy::annotated_text(checked(module)?)));
        }
    }
    for (name, text) in files {
        let path = new.join(name);
        std::fs::write(&path, text).map_err(|error| at(&path, error))?;
    }
    if replaces {
        std::fs::rename(folder, beside.path().join("old")).map_err(|error| at(folder, error))?;
    }
    std::fs::rename(&new, folder).map_err(|error| at(folder, error))
}

/// Name of the annotated form of a program: `sdy.mlir`, `stage-0.sdy.mlir`.
fn sdy_name(program: &str) -> String {
    match program {
        "program.mlir" => "sdy.mlir".to_owned(),
        stage => stage.replace(".mlir", ".sdy.mlir"),
    }
}

/// An empty folder, or one that holds a manifest.
fn is_replaceable(folder: &Path) -> bool {
    let empty = || std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    folder.is_dir() && (folder.join(manifest::FILE).is_file() || empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_earlier_outputs_and_empty_folders_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_replaceable(folder.path()));
        std::fs::write(folder.path().join("thesis.tex"), "").unwrap();
        assert!(!is_replaceable(folder.path()));
        std::fs::write(folder.path().join(manifest::FILE), "").unwrap();
        assert!(is_replaceable(folder.path()));
        assert!(!is_replaceable(&folder.path().join("thesis.tex")));
    }
}
