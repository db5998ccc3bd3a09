//! Engines: what runs a program, one room each, over the same [`host::HostTensor`].
//!
//! Invariant: an engine that cannot be had (a plugin or a Python that is not installed) is an error that says
//! how to get it, never another engine in its place.

pub mod host;
pub mod mpi;
pub mod npz;
pub mod pjrt;
pub mod virtual_;
pub mod xla;

use std::path::{Path, PathBuf};

/// The file `relative` (to the root of a checkout) in `start` or the nearest folder above it that has it.
fn find_installed(start: &Path, relative: &str) -> Option<PathBuf> {
    start.ancestors().map(|folder| folder.join(relative)).find(|path| path.is_file())
}
