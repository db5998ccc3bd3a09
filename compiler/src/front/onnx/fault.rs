//! What is wrong with an ONNX model, and where.
//!
//! Invariant: a fault always says which part of the model it is about (file, node, tensor), because an
//! ONNX file has no lines to point at.

use std::fmt;

/// One thing that is wrong with a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part of the model, e.g. `node "mm1" (MatMul), tensor "W1"`; empty when it is the file itself.
    pub place: String,
    /// What is wrong, what was found and what is legal.
    pub message: String,
}

impl Fault {
    /// A fault at `place`.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Fault {}

/// How a node is named in messages: its name where it has one, its first output otherwise.
pub fn node_place(node: &super::proto::NodeProto) -> String {
    let op = node.op_type();
    match (node.name(), node.output.iter().find(|name| !name.is_empty())) {
        ("", Some(output)) => format!("node of output {output:?} ({op})"),
        (name, _) => format!("node {name:?} ({op})"),
    }
}
