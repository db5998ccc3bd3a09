//! What a pass is.
//!
//! Invariants: a pass keeps no state between runs; it reports `Changed::No` only when the module is as it
//! was; findings that stop the compile are the `Err`, others go to the context.

use super::analyses::Analyses;
use crate::provenance::Provenance;
use indexmap::IndexMap;
use shardwright_ir::machine::Machine;
use shardwright_ir::{Diagnostic, Diagnostics, Module, Registry};

/// Whether a pass changed the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Changed {
    Yes,
    No,
}

impl From<bool> for Changed {
    fn from(changed: bool) -> Changed {
        if changed { Changed::Yes } else { Changed::No }
    }
}

/// One pass, with its options set.
pub trait Pass: Send + Sync {
    /// Changes the module.
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics>;
}

/// What a pass may use besides the module.
pub struct PassCtx<'a> {
    /// The ops of this run.
    pub registry: &'a Registry,
    /// Warnings and remarks.
    pub diagnostics: Vec<Diagnostic>,
    /// Counters by name, printed by `--statistics`.
    pub statistics: IndexMap<&'static str, i64>,
    /// Facts about the module, computed when asked for.
    pub analyses: Analyses,
    /// Why things are as they are.
    pub provenance: Provenance,
    /// The machine of this run, for passes that price and are given none by option.
    pub machine: Option<Machine>,
}

impl<'a> PassCtx<'a> {
    /// A context without findings.
    pub fn new(registry: &'a Registry) -> PassCtx<'a> {
        PassCtx { registry, diagnostics: Vec::new(), statistics: IndexMap::new(), analyses: Analyses::default(), provenance: Provenance::default(), machine: None }
    }
    /// Adds to a counter.
    pub fn count(&mut self, name: &'static str, by: i64) {
        *self.statistics.entry(name).or_insert(0) += by;
    }
}

/// An option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// kebab-case name.
    pub name: &'static str,
    /// Value when not given.
    pub default: &'static str,
    /// What it does, with the legal values.
    pub summary: &'static str,
}

/// Options given to a pass in a pipeline: `name{key=value}`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(pub IndexMap<String, String>);

impl Options {
    /// The value of an option, or its default in `info`.
    pub fn get<'a>(&'a self, info: &'a PassInfo, name: &str) -> &'a str {
        match self.0.get(name) {
            Some(value) => value,
            None => info.options.iter().find(|option| option.name == name).map_or("", |option| option.default),
        }
    }
    /// A boolean option: `true`, `false`, or present without a value.
    pub fn flag(&self, info: &PassInfo, name: &str) -> Result<bool, String> {
        match self.get(info, name) {
            "true" | "" if self.0.contains_key(name) => Ok(true),
            "true" => Ok(true),
            "false" | "" => Ok(false),
            other => Err(format!("option `{name}` of `{}` must be true or false, got `{other}`", info.name)),
        }
    }
}

/// The row of a pass.
pub struct PassInfo {
    /// kebab-case name; the file has it in snake_case.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Options that it takes.
    pub options: &'static [OptionSpec],
    /// Makes the pass; errors on option values that are not legal.
    pub build: fn(&Options) -> Result<Box<dyn Pass>, String>,
}
