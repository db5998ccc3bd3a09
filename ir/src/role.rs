//! What arguments and results of a training step are, and which become which: attributes that strategies and reports read.
//!
//! Invariants: written by the pass that makes a training step, never guessed; a program without them has no roles.

use crate::attrs::{Attr, Attrs};
use crate::module::{Func, Value};
use std::fmt;

/// Attribute of an argument or result: its [`Role`].
pub const ROLE: &str = "shardwright.role";
/// Attribute of a piece of optimizer state: the name of the parameter that it belongs to.
pub const OF: &str = "shardwright.of";

/// Attribute of an argument: the place of the result that is its value in the next step, whose buffer it may share. MLIR's name, which JAX
/// writes for donated arguments and XLA takes.
pub const ALIAS: &str = "tf.aliasing_output";

/// The place of the result that an argument with these attributes becomes.
pub fn alias_of(attrs: &Attrs) -> Option<usize> {
    attrs.int(ALIAS).and_then(|result| usize::try_from(result).ok())
}

/// What an argument or result of a training step is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Learned: replaced by the step.
    Parameter,
    /// Kept by the optimizer between steps, beside a parameter.
    Optimizer,
    /// A batch of data, labels included.
    Input,
    /// What is minimised.
    Loss,
    /// The number of steps so far.
    Step,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 5] = [Role::Parameter, Role::Optimizer, Role::Input, Role::Loss, Role::Step];

    /// Its spelling in text.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Parameter => "parameter",
            Role::Optimizer => "optimizer",
            Role::Input => "input",
            Role::Loss => "loss",
            Role::Step => "step",
        }
    }
    /// The role spelt so.
    pub fn parse(text: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.as_str() == text)
    }
    /// The role that attributes of an argument or result say.
    pub fn of(attrs: &Attrs) -> Option<Role> {
        Role::parse(attrs.get(ROLE)?.as_str()?)
    }
    /// Writes the role into attributes of an argument or result.
    pub fn set(self, attrs: &mut Attrs) {
        attrs.set(ROLE, Attr::str(self.as_str()));
    }
}

/// The value of the result whose role is the loss.
pub fn loss_of(func: &Func) -> Option<Value> {
    let place = func.result_attrs.iter().position(|attrs| Role::of(attrs) == Some(Role::Loss))?;
    func.op(func.terminator(func.body())?).operands.get(place).copied()
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
