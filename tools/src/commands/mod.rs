//! One command a file.

pub mod cases;
pub mod compile;
pub mod explain;
pub mod iopddl;
pub mod list;
pub mod node_tests;
pub mod opt;
pub mod plan;
pub mod run;
pub mod verify;

use crate::fault::Fault;
use std::io::{ErrorKind, Write};

/// Writes to standard output. A reader that has gone away ends the command without a word.
pub(crate) fn print(text: &str) -> Result<(), Fault> {
    match std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Fault::input(format!("cannot write to standard output: {error}"))),
        _ => Ok(()),
    }
}
