//! Which plugin to load when a user names none.
//!
//! Invariant: what is named must be there; a name that leads nowhere is an error, not a reason to look further.

use super::PjrtError;
use crate::engine::{find_named, installed_below};
use std::path::{Path, PathBuf};

/// The environment variable that names a plugin.
pub const PLUGIN_VARIABLE: &str = "SHARDWRIGHT_PJRT_PLUGIN";

/// Where `./test --install-only` puts the CPU plugin, below the root of a checkout.
const INSTALLED: &str = ".deps/pjrt/cpu.so";

/// The plugin that the user names (`--plugin FILE`), else the one in [`PLUGIN_VARIABLE`], else the one installed
/// in this folder or the nearest folder above it.
///
/// # Errors
/// When a named file is not there, or none is named and none is installed; the error says how to get one.
pub fn find_plugin(named: Option<&Path>) -> Result<PathBuf, PjrtError> {
    let variable = std::env::var_os(PLUGIN_VARIABLE).filter(|value| !value.is_empty());
    let start = std::env::current_dir().map_err(|error| PjrtError::NotFound(error.to_string()))?;
    find_from(named, variable.as_deref().map(Path::new), &start)
}

fn find_from(named: Option<&Path>, variable: Option<&Path>, start: &Path) -> Result<PathBuf, PjrtError> {
    if let Some(found) = find_named("PJRT plugin", [("--plugin", named), (PLUGIN_VARIABLE, variable)]) {
        return found.map_err(PjrtError::NotFound);
    }
    installed_below(start, INSTALLED).ok_or_else(|| {
        PjrtError::NotFound(format!(
            "no PJRT plugin: name one with --plugin FILE or {PLUGIN_VARIABLE}, or run `./test --install-only` in a \
             checkout, which puts a CPU plugin into {INSTALLED}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_plugin_wins_and_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("a.so");
        std::fs::write(&here, "").unwrap();
        let gone = folder.path().join("b.so");
        assert_eq!(find_from(Some(&here), Some(&gone), folder.path()).unwrap(), here);
        assert_eq!(find_from(None, Some(&here), folder.path()).unwrap(), here);
        let error = find_from(Some(&gone), Some(&here), folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("b.so, which --plugin names"), "{error}");
    }

    #[test]
    fn an_installed_plugin_is_found_from_below_and_its_absence_says_how_to_get_one() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("x/y");
        std::fs::create_dir_all(&below).unwrap();
        let error = find_from(None, None, &below).unwrap_err().to_string();
        assert!(error.contains("./test --install-only") && error.contains("--plugin FILE"), "{error}");
        let installed = folder.path().join(INSTALLED);
        std::fs::create_dir_all(installed.parent().unwrap()).unwrap();
        std::fs::write(&installed, "").unwrap();
        assert_eq!(find_from(None, None, &below).unwrap(), installed);
    }
}
