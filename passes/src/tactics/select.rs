//! Which values a tactic means.
//!
//! Invariants: members are in program order, each once; a role without members, a glob that matches nothing and a word that is no role are
//! errors at their place. Predefined roles are those of [`ROLES`]; a file's own come beside them.

use super::meaning::{MEANINGS, Meanings};
use super::resolve::number;
use super::roles::Roles;
use super::syntax::{Atom, Condition, Measure, Selection};
use crate::names::{Target, glob_matches, is_number, named_values, result_name};
use indexmap::IndexSet;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::role::Role;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::types::TensorType;
use shardwright_ir::{Diagnostic, Func, Sym};

/// Roles that every program may have.
pub const ROLES: [&str; 7] = ["parameter", "optimizer", "step", "input", "result", "gradient", "activation"];

/// What tactics know of a program. Nothing of it changes while they are applied.
pub struct Context<'a> {
    /// Symbol of the mesh.
    pub mesh_name: Sym,
    /// The mesh.
    pub mesh: &'a Mesh,
    /// What values are.
    pub roles: &'a Roles,
    /// What dimensions are.
    pub meanings: &'a Meanings,
    /// Roles that the files name, with their globs.
    pub named: &'a [(String, Vec<String>)],
    /// Results whose sharding the model or the user fixed.
    pub fixed_results: &'a [bool],
}

/// A value that tactics speak of: with an argument goes the result that is its update.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its names; the first is shown.
    pub names: Vec<String>,
    /// The value, and the result that must lie as it does.
    pub target: Target,
    /// The result that is its update.
    pub update: Option<usize>,
    /// Its type.
    pub ty: TensorType,
}

impl Member {
    /// The name for messages.
    pub fn name(&self) -> &str {
        self.names.first().map_or("a value", String::as_str)
    }
}

type Fault = Box<Diagnostic>;

impl Context<'_> {
    /// An argument as a member; `None` where it is no tensor.
    pub fn argument(&self, func: &Func, index: usize) -> Option<Member> {
        let value = *func.args().get(index)?;
        let ty = func.ty(value).as_tensor()?.clone();
        Some(Member { names: self.roles.names(func, index).collect(), target: Target::Value(value), update: self.roles.updated[index], ty })
    }

    /// The gradient of a parameter as a member.
    pub fn gradient(&self, func: &Func, parameter: usize) -> Option<Member> {
        let &value = self.roles.gradients.get(&parameter)?;
        let names = self.roles.names(func, parameter).flat_map(|name| [format!("grad({name})"), name]).collect();
        Some(Member { names, target: Target::Value(value), update: None, ty: func.ty(value).as_tensor()?.clone() })
    }

    /// The members of a selection, at least one.
    ///
    /// # Errors
    /// Words and globs that mean nothing here, with their places.
    pub fn select(&self, func: &Func, who: &Selection) -> Result<Vec<Member>, Fault> {
        let all = match &who.role {
            Some(role) => self.of_role(func, role)?,
            None => self.everything(func),
        };
        let mut members: Vec<Member> = all.clone();
        if !who.globs.is_empty() {
            for glob in &who.globs {
                if !all.iter().any(|member| matches(member, &glob.text)) {
                    return Err(Box::new(no_match(glob, who.role.as_ref(), &all)));
                }
            }
            members.retain(|member| who.globs.iter().any(|glob| matches(member, &glob.text)));
        }
        members.retain(|member| !who.except.iter().any(|glob| matches(member, &glob.text)));
        let members = self.filter(members, &who.conditions)?;
        if members.is_empty() {
            return Err(Box::new(Diagnostic::error(format!("none of the {} is left after `except` and `where`", values(all.len()))).at(who.span)));
        }
        Ok(members)
    }

    /// Those for which all conditions hold.
    ///
    /// # Errors
    /// Words that are no meaning, and numbers that are none.
    pub fn filter(&self, mut members: Vec<Member>, conditions: &[Condition]) -> Result<Vec<Member>, Fault> {
        for condition in conditions {
            match condition {
                Condition::Has(meaning) => {
                    check_meaning(meaning)?;
                    members.retain(|member| (0..member.ty.rank()).any(|dim| self.meanings.of(member.target, dim) == Some(&meaning.text)));
                }
                Condition::Measure { measure, relation, with } => {
                    let with = number(with)?;
                    members.retain(|member| {
                        let own = match measure {
                            Measure::Rank => member.ty.rank() as i64,
                            Measure::Elements => member.ty.num_elements(),
                            Measure::Bytes => member.ty.byte_size(),
                        };
                        relation.holds(own, with)
                    });
                }
            }
        }
        Ok(members)
    }

    fn of_role(&self, func: &Func, role: &Atom) -> Result<Vec<Member>, Fault> {
        let args = |role: Role| (0..self.roles.args.len()).filter(|&index| self.roles.args[index] == Some(role)).filter_map(|index| self.argument(func, index)).collect::<Vec<_>>();
        let members = match role.text.as_str() {
            "gradient" => (0..self.roles.args.len()).filter_map(|index| self.gradient(func, index)).collect(),
            "activation" => self.activations(func),
            "result" => self.results(func).collect(),
            text => match Role::parse(text).filter(|role| *role != Role::Loss) {
                Some(role) => args(role),
                None => {
                    check_role(role, self.named.iter().map(|(name, _)| name.as_str()))?;
                    let globs: Vec<&String> = self.named.iter().filter(|(name, _)| name == text).flat_map(|(_, globs)| globs).collect();
                    self.everything(func).into_iter().filter(|member| globs.iter().any(|glob| matches(member, glob))).collect()
                }
            },
        };
        if !members.is_empty() {
            return Ok(members);
        }
        let fault = Diagnostic::error(format!("the program has no {}", said(&role.text))).at(role.span);
        Err(Box::new(match role.text.as_str() {
            "parameter" | "optimizer" | "gradient" => fault
                .note("parameters, their optimizer state and gradients are told by a training step that returns a loss and the updates of its arguments; weights of an ONNX model are parameters too")
                .help("name them: `role parameter = 'GLOB'`"),
            _ => fault,
        }))
    }

    /// Arguments, named values and results that are no updates.
    fn everything(&self, func: &Func) -> Vec<Member> {
        let mut members: Vec<Member> = (0..func.args().len()).filter_map(|index| self.argument(func, index)).collect();
        for (name, target) in named_values(func) {
            let Target::Value(value) = target else { continue };
            if func.defining_op(value).is_some() && !is_number(func, value) && let Some(ty) = func.ty(value).as_tensor() {
                members.push(Member { names: vec![name], target, update: None, ty: ty.clone() });
            }
        }
        members.extend(self.results(func));
        members
    }

    fn results<'f>(&'f self, func: &'f Func) -> impl Iterator<Item = Member> + 'f {
        let own = (0..func.result_types.len()).filter(|index| !self.roles.updated.contains(&Some(*index)));
        own.filter_map(|index| Some(Member { names: vec![result_name(func, index)], target: Target::Result(index), update: None, ty: func.result_types[index].as_tensor()?.clone() }))
    }

    /// Values of the program's own ops that are computed from an input.
    fn activations(&self, func: &Func) -> Vec<Member> {
        let mut members = Vec::new();
        for &op in &func.region(func.body()).ops {
            for &value in &func.op(op).results {
                let Some(ty) = func.ty(value).as_tensor() else { continue };
                if self.roles.is_activation(value) && ty.element.is_float() && ty.rank() > 0 {
                    let names = func.value(value).name.filter(|_| !is_number(func, value)).map(|name| name.as_str().to_owned());
                    members.push(Member { names: names.into_iter().collect(), target: Target::Value(value), update: None, ty: ty.clone() });
                }
            }
        }
        members
    }
}

/// That a word is a role, predefined or one of the file's own.
pub(super) fn check_role<'n>(role: &Atom, named: impl Iterator<Item = &'n str>) -> Result<(), Fault> {
    let known: Vec<&str> = ROLES.into_iter().chain(named).collect();
    let text = role.text.as_str();
    if known.contains(&text) {
        return Ok(());
    }
    let fault = Diagnostic::error(format!("no role is named `{text}`{}", did_you_mean(text, known.iter().copied()))).at(role.span);
    Err(Box::new(fault.help(format!("there are {}; `role {text} = 'GLOB'` makes one", known.join(", ")))))
}

/// That the words of conditions are meanings and numbers.
pub(super) fn check_conditions(conditions: &[Condition]) -> Result<(), Fault> {
    conditions.iter().try_for_each(|condition| match condition {
        Condition::Has(meaning) => check_meaning(meaning),
        Condition::Measure { with, .. } => number(with).map(|_| ()),
    })
}

/// That a word is a meaning.
pub(super) fn check_meaning(word: &Atom) -> Result<(), Fault> {
    if MEANINGS.contains(&word.text.as_str()) {
        return Ok(());
    }
    let hint = did_you_mean(&word.text, MEANINGS.into_iter());
    Err(Box::new(Diagnostic::error(format!("no dimension means `{}`{hint}", word.text)).at(word.span).help(format!("there are {}", MEANINGS.join(", ")))))
}

/// `3 values`.
pub(super) fn values(count: usize) -> String {
    if count == 1 { "1 value".to_owned() } else { format!("{count} values") }
}

fn matches(member: &Member, glob: &str) -> bool {
    member.names.iter().any(|name| glob_matches(glob, name))
}

fn said(role: &str) -> &str {
    if role == "optimizer" { "optimizer state" } else { role }
}

fn no_match(glob: &Atom, role: Option<&Atom>, all: &[Member]) -> Diagnostic {
    const SHOWN: usize = 5;
    let names: IndexSet<&str> = all.iter().flat_map(|member| &member.names).map(String::as_str).collect();
    let plain: String = glob.text.chars().filter(|&c| c != '*').collect();
    let hint = did_you_mean(&plain, names.iter().copied());
    let shown: Vec<&str> = names.iter().copied().take(SHOWN).collect();
    let hint = if hint.is_empty() { format!("; there are {} names, the first are {}", names.len(), shown.join(", ")) } else { hint };
    Diagnostic::error(format!("`{}` matches no {}{hint}", glob.text, role.map_or("named value", |role| said(&role.text)))).at(glob.span)
}
