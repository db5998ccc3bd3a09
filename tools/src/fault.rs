//! What stops a command, and the exit status that it makes.
//!
//! Invariant: wrong usage exits with 2, everything that the input is to blame for with 1.

use shardwright_compiler::render::{SourceText, Style, render_all};
use shardwright_ir::{Diagnostic, Diagnostics};
use std::fmt::Display;

/// Why a command stopped.
#[derive(Debug)]
pub enum Fault {
    /// Findings about the input, with the text that they point into.
    Input(Diagnostics, Option<SourceText>),
    /// The command line asks for something that cannot be.
    Usage(String),
    /// The command ran and its answer is no; what there is to say has been said.
    Failed,
}

impl Fault {
    /// A finding without a place.
    pub fn input(message: impl Display) -> Fault {
        Fault::Input(Diagnostic::error(message.to_string()).into(), None)
    }
    /// What is printed on stderr.
    pub fn render(&self, style: Style) -> String {
        match self {
            Fault::Input(diagnostics, source) => render_all(diagnostics, source.as_ref(), style),
            Fault::Usage(message) => render_all(&Diagnostic::error(message.as_str()).into(), None, style),
            Fault::Failed => String::new(),
        }
    }
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Fault::Input(..) | Fault::Failed => 1,
            Fault::Usage(_) => 2,
        }
    }
}

impl From<Diagnostics> for Fault {
    fn from(diagnostics: Diagnostics) -> Fault {
        Fault::Input(diagnostics, None)
    }
}
impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault::input(message)
    }
}
