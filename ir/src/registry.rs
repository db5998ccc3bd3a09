//! The ops that a run of the tool knows.
//!
//! Invariants: a name is registered once; order of registration is the order of listings. Users add rows of
//! their own without touching these crates: a row is a `static`.

use crate::op::OpInfo;
use indexmap::IndexMap;

/// Ops by name.
#[derive(Clone, Default)]
pub struct Registry {
    ops: IndexMap<&'static str, &'static OpInfo>,
}

impl Registry {
    /// No ops.
    pub fn new() -> Registry {
        Registry::default()
    }
    /// Adds an op. Panics when the name is taken: two rows for one op is a fault of the program.
    pub fn add(&mut self, info: &'static OpInfo) {
        let previous = self.ops.insert(info.name, info);
        assert!(previous.is_none(), "op {} is registered twice", info.name);
    }
    /// The row of an op.
    pub fn get(&self, name: &str) -> Option<&'static OpInfo> {
        self.ops.get(name).copied()
    }
    /// All rows in order of registration.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpInfo> {
        self.ops.values().copied()
    }
}
