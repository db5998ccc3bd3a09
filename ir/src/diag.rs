//! Diagnostics as data: what is wrong, where, and what to do. Rendering is the compiler's business.
//!
//! Invariants: messages are lowercase, name the thing and the numbers; a span is a byte range of the
//! source that the diagnostic's `source` names.

use crate::sym::Sym;
use std::fmt;

/// A byte range in a source text. The empty range at 0 means "no place known".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: u32::try_from(start).unwrap_or(u32::MAX), end: u32::try_from(end).unwrap_or(u32::MAX) }
    }
    /// Whether a place is known.
    pub fn is_known(self) -> bool {
        self.end > 0
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Severity {
    Error,
    Warning,
    Remark,
}

/// A place with a word about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where in the source text.
    pub span: Span,
    /// What is there; may be empty.
    pub message: String,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The first one is the primary place.
    pub labels: Vec<Label>,
    /// Where it is in terms of the model, when no source text is: node and tensor names, a file.
    pub place: Option<String>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            place: None,
            notes: Vec::new(),
            help: None,
        }
    }
    /// A warning without a place.
    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }
    }
    /// A remark: what was decided, where nothing is at fault.
    pub fn remark(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Remark, ..Diagnostic::error(message) }
    }
    /// Adds a place in the source text.
    pub fn at(mut self, span: Span) -> Diagnostic {
        if span.is_known() {
            self.labels.push(Label { span, message: String::new() });
        }
        self
    }
    /// Adds a place with a word about it.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        if span.is_known() {
            self.labels.push(Label { span, message: message.into() });
        }
        self
    }
    /// Names the place in terms of the model.
    pub fn in_place(mut self, place: impl Into<String>) -> Diagnostic {
        self.place = Some(place.into());
        self
    }
    /// Names the place that an op has in the model, where it is known.
    pub fn in_loc(self, loc: &Loc) -> Diagnostic {
        if *loc == Loc::Unknown { self } else { self.in_place(loc.to_string()) }
    }
    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }
    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        };
        write!(f, "{severity}: {}", self.message)?;
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        for note in &self.notes {
            write!(f, "\n  note: {note}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// All findings of one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }
    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }
}
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}
impl std::error::Error for Diagnostics {}

/// Where an op came from: MLIR's locations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Loc {
    /// `loc(unknown)`.
    #[default]
    Unknown,
    /// `loc("file":line:column)`.
    File {
        /// File name.
        file: Sym,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
    },
    /// `loc("name")` or `loc("name"(child))`: an ONNX node, a JAX name stack.
    Name(Sym, Option<std::sync::Arc<Loc>>),
    /// `loc(callsite(callee at caller))`.
    CallSite(std::sync::Arc<(Loc, Loc)>),
    /// `loc(fused[a, b])`.
    Fused(std::sync::Arc<[Loc]>),
}

impl Loc {
    /// `loc("name")`.
    pub fn name(name: &str) -> Loc {
        Loc::Name(Sym::new(name), None)
    }
}

impl fmt::Display for Loc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loc::Unknown => f.write_str("unknown"),
            Loc::File { file, line, column } => write!(f, "{:?}:{line}:{column}", file.as_str()),
            Loc::Name(name, None) => write!(f, "{:?}", name.as_str()),
            Loc::Name(name, Some(child)) => write!(f, "{:?}({child})", name.as_str()),
            Loc::CallSite(pair) => write!(f, "callsite({} at {})", pair.0, pair.1),
            Loc::Fused(parts) => {
                f.write_str("fused[")?;
                for (index, part) in parts.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{part}")?;
                }
                f.write_str("]")
            }
        }
    }
}
