//! Native programs: an object file of one device's program, a runtime in C and the tables of the manifest, linked to one
//! executable that runs as one process a device over MPI.
//!
//! Invariants: nothing here knows how the object came to be; what is written links again by `build.sh` alone, with the
//! cluster's own MPI; a mesh of one device needs no MPI.

pub mod link;
mod pipeline;
pub mod tables;
pub mod threads;

pub use link::{Linker, write};
pub use tables::Meetings;
