//! The verifier: what must hold of every module between passes and before a back end.
//!
//! Layers, each for the parts of the module that the one before accepted: [`structure`], [`types`],
//! [`sharding`] with [`manual`]. Invariants: all findings are collected, each with its place; time is linear in the module;
//! a [`Verified`] can be had from [`verify`] only, and back ends take nothing else.

pub mod manual;
mod sharding;
mod structure;
mod types;

use crate::diag::{Diagnostic, Diagnostics, Loc};
use crate::module::{Func, Module, OpId};
use crate::sharding::TensorSharding;
use crate::types::Type;

/// After this many errors the verifier stops.
const MAX_ERRORS: usize = 100;

/// A module that has passed the verifier.
#[derive(Clone, Copy, Debug)]
pub struct Verified<'m> {
    module: &'m Module,
}

impl<'m> Verified<'m> {
    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }
}

impl std::ops::Deref for Verified<'_> {
    type Target = Module;
    fn deref(&self) -> &Module {
        self.module
    }
}

/// Checks a module; the error holds every finding.
pub fn verify(module: &Module) -> Result<Verified<'_>, Diagnostics> {
    let mut findings = Findings::default();
    sharding::check_meshes(module, &mut findings);
    structure::check_calls(module, &mut findings);
    for func in module.funcs.values() {
        let before = findings.list.0.len();
        structure::check(func, &mut findings);
        if findings.list.0.len() == before {
            types::check(module, func, &mut findings);
        }
        sharding::check(module, func, &mut findings);
    }
    if findings.list.has_errors() { Err(findings.list) } else { Ok(Verified { module }) }
}

/// Checks one sharding that is not on a value yet: its axes against its mesh, and against the type that it is meant for.
///
/// # Errors
/// The first thing that does not hold.
pub fn check_sharding(module: &Module, sharding: &TensorSharding, ty: Option<&Type>) -> Result<(), String> {
    sharding::check_sharding(module, sharding, ty)
}

/// The findings so far.
#[derive(Default)]
struct Findings {
    list: Diagnostics,
}

impl Findings {
    /// Adds a finding, up to the limit.
    fn push(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.list.push(diagnostic);
        }
    }
    /// An error at an op.
    fn at_op(&mut self, func: &Func, op: OpId, message: impl std::fmt::Display) {
        let data = func.op(op);
        let mut diagnostic = Diagnostic::error(format!("{}: {message}", data.info.name)).at(data.span);
        if !data.span.is_known() {
            diagnostic = diagnostic.in_place(place(func, &data.loc));
        }
        self.push(diagnostic);
    }
    /// An error of a function.
    fn at_func(&mut self, func: &Func, message: impl std::fmt::Display) {
        let mut diagnostic = Diagnostic::error(format!("@{}: {message}", func.name)).at(func.span);
        if !func.span.is_known() {
            diagnostic = diagnostic.in_place(place(func, &func.loc));
        }
        self.push(diagnostic);
    }
    /// Whether there are as many findings as anybody wants to read.
    fn is_full(&self) -> bool {
        self.list.0.len() >= MAX_ERRORS
    }
}

/// Where something is in terms of the model.
fn place(func: &Func, loc: &Loc) -> String {
    match loc {
        Loc::Unknown => format!("in @{}", func.name),
        loc => format!("in @{}, from {loc}", func.name),
    }
}
