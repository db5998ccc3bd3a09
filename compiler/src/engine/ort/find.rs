//! Which ONNX Runtime to load when a user names none.
//!
//! Invariant: what is named must be there; a name that leads nowhere is an error, not a reason to look further.

use crate::engine::{find_named, installed_below};
use std::path::{Path, PathBuf};

/// The environment variable that names the library.
pub const LIBRARY_VARIABLE: &str = "SHARDWRIGHT_ONNXRUNTIME";

/// The Python environment that `./test --install-only` makes, below the root of a checkout, and where the wheel has the library.
const INSTALLED: &str = ".deps/venv/lib";
const IN_WHEEL: &str = "site-packages/onnxruntime/capi";

/// The library that the user names (`--plugin FILE`), else the one in [`LIBRARY_VARIABLE`], else that of the `onnxruntime` wheel installed
/// in this folder or the nearest folder above it.
///
/// # Errors
/// When a named file is not there, or none is named and none is installed; the error says how to get one.
pub fn find_library(named: Option<&Path>) -> Result<PathBuf, String> {
    let variable = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty());
    let start = std::env::current_dir().map_err(|error| error.to_string())?;
    find_from(named, variable.as_deref().map(Path::new), &start)
}

fn find_from(named: Option<&Path>, variable: Option<&Path>, start: &Path) -> Result<PathBuf, String> {
    if let Some(found) = find_named("ONNX Runtime library", [("--plugin", named), (LIBRARY_VARIABLE, variable)]) {
        return found;
    }
    let in_venv = installed_below(start, INSTALLED).and_then(|lib| {
        let mut versions: Vec<PathBuf> = std::fs::read_dir(lib).ok()?.filter_map(|entry| Some(entry.ok()?.path().join(IN_WHEEL))).collect();
        versions.sort();
        versions.iter().find_map(|folder| {
            let mut files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
            files.retain(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("libonnxruntime.so")));
            files.into_iter().max()
        })
    });
    in_venv.ok_or_else(|| {
        format!(
            "no ONNX Runtime: name its library (libonnxruntime.so, which the PyPI wheel onnxruntime has in onnxruntime/capi) with --plugin FILE or \
             {LIBRARY_VARIABLE}, or run `./test --install-only` in a checkout, which installs the wheel into .deps/venv"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_library_must_be_there_and_an_installed_one_is_found_from_below() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("x");
        std::fs::create_dir_all(&below).unwrap();
        let why = find_from(Some(&folder.path().join("gone.so")), None, &below).unwrap_err();
        assert!(why.ends_with("gone.so, which --plugin names"), "{why}");
        let why = find_from(None, None, &below).unwrap_err();
        assert!(why.contains("./test --install-only") && why.contains("--plugin FILE"), "{why}");
        let capi = folder.path().join(INSTALLED).join("python3.11").join(IN_WHEEL);
        std::fs::create_dir_all(&capi).unwrap();
        std::fs::write(capi.join("libonnxruntime_providers_shared.so"), "").unwrap();
        assert!(find_from(None, None, &below).is_err());
        std::fs::write(capi.join("libonnxruntime.so.1.32.0"), "").unwrap();
        assert_eq!(find_from(None, None, &below).unwrap(), capi.join("libonnxruntime.so.1.32.0"));
    }
}
