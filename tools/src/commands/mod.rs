//! One command a file.

pub mod cases;
pub mod compile;
pub mod explain;
pub mod generate;
pub mod interop;
pub mod iopddl;
pub mod list;
pub mod node_tests;
pub mod opt;
pub mod plan;
mod plan_stages;
pub mod profile;
pub mod run;
pub mod simulate;
pub mod spaces;
pub mod strategy;
pub mod verify;
pub mod zoo;

use crate::fault::Fault;
use shardwright_passes::search::{Improvement, SEARCHES, SearchInfo, search};
use std::io::{ErrorKind, IsTerminal, Write};

/// Writes to standard output. A reader that has gone away ends the command without a word.
pub(crate) fn print(text: &str) -> Result<(), Fault> {
    match std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Fault::input(format!("cannot write to standard output: {error}"))),
        _ => Ok(()),
    }
}

/// The search of this name.
pub(crate) fn search_named(name: &str) -> Result<&'static SearchInfo, Fault> {
    search(name).ok_or_else(|| {
        let names: Vec<&str> = SEARCHES.iter().map(|search| search.name).collect();
        Fault::Usage(format!("no search is named `{name}`; there are {}", names.join(", ")))
    })
}

/// Shows how far a search has come, on a terminal.
pub(crate) fn show_improvement(name: &str, improvement: &Improvement) {
    if std::io::stderr().is_terminal() {
        let cost = improvement.cost.map_or("-".to_owned(), |cost| cost.to_string());
        eprint!("\r{name} {:.1} s: {cost}, bound {}\x1b[K\r", improvement.seconds, improvement.bound);
    }
}
