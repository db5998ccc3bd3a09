//! Reproducers: the module before a failing pass, as a filetest that fails in the same way.
//!
//! Invariants: `opt` on the file with its own `RUN` line runs the failing pass, and only it, on the same module.

use super::pipeline::Step;
use shardwright_ir::Module;
use shardwright_ir::text::print_module;
use std::io;
use std::path::Path;

/// The text of a reproducer.
pub fn reproducer(step: &Step, before: &Module) -> String {
    format!("// RUN: opt -p '{}'\n\n{}", step.to_string().replace('\'', "\""), print_module(before))
}

/// Writes a reproducer.
///
/// # Errors
/// Where the file cannot be written.
pub fn write_reproducer(path: &Path, step: &Step, before: &Module) -> io::Result<()> {
    std::fs::write(path, reproducer(step, before))
}
