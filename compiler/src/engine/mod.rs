//! Engines: what runs a program, one room each, over the same [`host::HostTensor`].
//!
//! Invariant: an engine that cannot be had (a plugin or a Python that is not installed) is an error that says
//! how to get it, never another engine in its place.

pub mod host;
pub mod mpi;
pub mod npz;
pub mod ort;
pub mod pjrt;
pub mod virtual_;
pub mod xla;

use std::path::{Path, PathBuf};

/// What `relative` (to the root of a checkout) names in `start` or the nearest folder above it that has it.
fn installed_below(start: &Path, relative: &str) -> Option<PathBuf> {
    start.ancestors().map(|folder| folder.join(relative)).find(|path| path.exists())
}

/// The file that the first of these that says something names, and who does; an error where it is not there. `None` where none says anything.
fn find_named(what: &str, by: [(&str, Option<&Path>); 2]) -> Option<Result<PathBuf, String>> {
    let (source, path) = by.into_iter().find_map(|(source, path)| Some((source, path?)))?;
    Some(if path.is_file() { Ok(path.to_owned()) } else { Err(format!("no {what} at {}, which {source} names", path.display())) })
}
