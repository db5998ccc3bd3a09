//! The output folder of a compile.
//!
//! Invariants: the folder is complete or absent: it is written beside and renamed; only an empty folder or an earlier
//! output is replaced.

use crate::back::native::Linker;
use crate::back::{onnx, sdy, stablehlo};
use crate::driver::Compiled;
use crate::explain;
use crate::manifest::{self, Manifest};
use shardwright_ir::{Diagnostic, Diagnostics, Module};
use shardwright_ir::verify::{Verified, verify};
use std::io;
use std::path::Path;

/// Which programs are written besides the reports and what `verify` needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Emit {
    /// `sdy.mlir`.
    pub sdy: bool,
    /// `device-K.onnx` of every device, and the data that they share.
    pub onnx: bool,
    /// The native program, linked so: needs the feature `mlir`.
    pub native: Option<Linker>,
}

/// Whether an output may be put here. Asked before a compile, so that its time is not lost.
///
/// # Errors
/// There is something else already.
pub fn check_target(folder: &Path) -> Result<(), String> {
    if folder.exists() && !is_replaceable(folder) {
        return Err(format!("{} exists and is no output of an earlier compile: name another folder", folder.display()));
    }
    Ok(())
}

/// Writes a compile's output folder.
///
/// # Errors
/// Where the folder holds something else already, or the system refuses; the message names the path.
pub fn write(compiled: &Compiled, folder: &Path, emit: Emit) -> Result<(), String> {
    write_with(compiled, folder, emit, &|_| Ok(())).map_err(|faults| faults.to_string())
}

/// [`write`], with what `more` puts into the folder.
///
/// # Errors
/// As [`write`], and those of `more`; of an op that has no form in what is asked for, with its place in the model.
pub fn write_with(compiled: &Compiled, folder: &Path, emit: Emit, more: &dyn Fn(&Path) -> Result<(), String>) -> Result<(), Diagnostics> {
    let plain = |why: String| Diagnostics::from(Diagnostic::error(why));
    let files = files(compiled, &emit).map_err(plain)?;
    let at = |path: &Path, error: io::Error| plain(format!("{}: {error}", path.display()));
    check_target(folder).map_err(plain)?;
    let replaces = folder.exists();
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(parent).map_err(|error| at(parent, error))?;
    let beside = tempfile::Builder::new().prefix(".shardwright-").tempdir_in(parent).map_err(|error| at(parent, error))?;
    let new = beside.path().join("new");
    std::fs::create_dir(&new).map_err(|error| at(&new, error))?;
    for (name, text) in files {
        let path = new.join(name);
        std::fs::write(&path, text).map_err(|error| at(&path, error))?;
    }
    if let Some(linker) = &emit.native {
        native(compiled, &new, linker).map_err(plain)?;
    }
    if emit.onnx {
        onnx::write(compiled, &shardwright_dialects::registry(), &new)?;
    }
    more(&new).map_err(plain)?;
    if replaces {
        std::fs::rename(folder, beside.path().join("old")).map_err(|error| at(folder, error))?;
    }
    std::fs::rename(&new, folder).map_err(|error| at(folder, error))
}

/// The files by name, all verified.
fn files(compiled: &Compiled, emit: &Emit) -> Result<Vec<(String, String)>, String> {
    fn checked(module: &Module) -> Result<Verified<'_>, String> {
        verify(module).map_err(|faults| faults.to_string())
    }
    let onnx = if emit.onnx { onnx::file_names(&compiled.manifest)? } else { Default::default() };
    let with_onnx = Manifest { onnx, ..compiled.manifest.clone() };
    let mut files = vec![
        (compiled.manifest.source.clone(), sdy::source_text(checked(&compiled.source)?)),
        (manifest::FILE.to_owned(), with_onnx.to_json()),
        ("plan.json".to_owned(), compiled.plan.to_json()),
        ("report.json".to_owned(), compiled.report.to_json()),
        (explain::FILE.to_owned(), compiled.explain.to_json()),
    ];
    for (name, program) in &compiled.programs {
        files.push((name.clone(), stablehlo::spmd_text(checked(&program.local)?)));
        if emit.sdy {
            files.push((beside_name(name, "sdy"), sdy::annotated_text(checked(&program.annotated)?)));
        }
    }
    Ok(files)
}

/// Lowers every program (one, or one a piece) and links them.
#[cfg(feature = "mlir")]
fn native(compiled: &Compiled, folder: &Path, linker: &Linker) -> Result<(), String> {
    use crate::back::mlir::lower;
    use crate::back::native::{Meetings, tables::function_name};
    let scratch = tempfile::tempdir().map_err(|error| format!("temporary folder: {error}"))?;
    let (mut meetings, mut objects) = (Meetings::default(), Vec::new());
    for (index, (name, program)) in compiled.programs.iter().enumerate() {
        let object = scratch.path().join(format!("{index}.o"));
        let entry = function_name(compiled.manifest.schedule.as_ref().map(|_| index));
        let verified = verify(&program.local).map_err(|faults| faults.to_string())?;
        meetings = lower::object(verified, &entry, meetings, &object).map_err(|fault| format!("{name}: {fault}"))?;
        objects.push(std::fs::read(&object).map_err(|error| format!("{}: {error}", object.display()))?);
    }
    crate::back::native::write(folder, &compiled.manifest, &objects, &meetings, linker)
}

#[cfg(not(feature = "mlir"))]
fn native(_: &Compiled, _: &Path, _: &Linker) -> Result<(), String> {
    Err("this build makes no native programs: build with `--features mlir` (LLVM 22 must be installed)".to_owned())
}

/// Name of another form of a program: `sdy.mlir` of `program.mlir`, `stage-0.sdy.mlir` of `stage-0.mlir`.
pub fn beside_name(program: &str, form: &str) -> String {
    match program {
        "program.mlir" => format!("{form}.mlir"),
        stage => stage.replace(".mlir", &format!(".{form}.mlir")),
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
