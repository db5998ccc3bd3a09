//! What a way out cannot say of a compile, told rather than dropped.

use serde_json::{Value as Json, json};
use std::fmt;

/// Something that a compile knows and the format cannot say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// What.
    pub what: String,
    /// How often.
    pub count: usize,
    /// The first few, by name.
    pub examples: Vec<String>,
}

/// Names of one loss that are listed.
pub const EXAMPLES: usize = 5;

impl Lost {
    /// Of this, nothing yet.
    pub fn new(what: &str) -> Lost {
        Lost { what: what.to_owned(), count: 0, examples: Vec::new() }
    }
    /// Once more, by this name.
    pub fn add(&mut self, name: &str) {
        self.count += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(name.to_owned());
        }
    }
    /// What `report.json` says of it.
    pub fn to_json(&self) -> Json {
        json!({ "what": self.what, "count": self.count, "examples": self.examples })
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        let more = if self.examples.len() >= EXAMPLES && self.count > self.examples.len() { ", …" } else { "" };
        match (self.count, self.examples.is_empty()) {
            (0 | 1, true) => Ok(()),
            (count, true) => write!(f, " ({count})"),
            (count, false) => write!(f, " ({count}: {}{more})", self.examples.join(", ")),
        }
    }
}
