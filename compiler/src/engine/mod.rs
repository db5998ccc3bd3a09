//! Engines: what runs a program, one room each, over the same [`host::HostTensor`].
//!
//! Invariant: an engine that cannot be had (a plugin or a Python that is not installed) is an error that says
//! how to get it, never another engine in its place.

pub mod host;
pub mod npz;
pub mod pjrt;
