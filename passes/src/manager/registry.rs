//! The passes and named pipelines that a run of the tool knows.
//!
//! Invariants: passes and pipelines share one space of names and each name is registered once; order of
//! registration is the order of listings. Users add rows of their own: a row is a `static`.

use super::pass::PassInfo;
use indexmap::IndexMap;

/// A pipeline that has a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct NamedPipeline {
    /// kebab-case name.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Passes and other named pipelines, as text.
    pub text: &'static str,
}

/// Passes and pipelines by name.
#[derive(Clone, Default)]
pub struct PassRegistry {
    passes: IndexMap<&'static str, &'static PassInfo>,
    pipelines: IndexMap<&'static str, NamedPipeline>,
}

impl PassRegistry {
    /// Nothing.
    pub fn new() -> PassRegistry {
        PassRegistry::default()
    }
    /// Adds a pass. Panics when the name is taken: two rows for one name is a fault of the program.
    pub fn add(&mut self, info: &'static PassInfo) {
        assert!(!self.has(info.name), "pass {} is registered twice", info.name);
        self.passes.insert(info.name, info);
    }
    /// Adds a named pipeline. Panics when the name is taken.
    pub fn add_pipeline(&mut self, pipeline: NamedPipeline) {
        assert!(!self.has(pipeline.name), "pipeline {} is registered twice", pipeline.name);
        self.pipelines.insert(pipeline.name, pipeline);
    }
    /// The pass of this name.
    pub fn get(&self, name: &str) -> Option<&'static PassInfo> {
        self.passes.get(name).copied()
    }
    /// The pipeline of this name.
    pub fn pipeline(&self, name: &str) -> Option<&NamedPipeline> {
        self.pipelines.get(name)
    }
    /// All passes in order of registration.
    pub fn passes(&self) -> impl Iterator<Item = &'static PassInfo> {
        self.passes.values().copied()
    }
    /// All named pipelines in order of registration.
    pub fn pipelines(&self) -> impl Iterator<Item = &NamedPipeline> {
        self.pipelines.values()
    }
    /// All names: passes, then pipelines.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.passes.keys().chain(self.pipelines.keys()).copied()
    }

    fn has(&self, name: &str) -> bool {
        self.passes.contains_key(name) || self.pipelines.contains_key(name)
    }
}
