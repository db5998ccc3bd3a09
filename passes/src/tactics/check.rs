//! What is wrong with a strategy by itself, whatever program it is applied to.
//!
//! Invariant: what is refused here could hold on no program; everything else is left to [`super::apply`]. Two tactics are compared only where they name their values
//! in the same words, as then each value that one means the other means too.

use super::apply::{axes_of, check_dimension};
use super::resolve::{Fault, Placed, Strategy};
use super::select::{check_conditions, check_role};
use super::syntax::{Action, Atom, Condition, Dimension, Selection, Setting};
use super::zero::stage_of;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Diagnostic, Diagnostics};

/// Checks words, axes (where there is a mesh) and tactics that contradict each other.
///
/// # Errors
/// All that is wrong in the first file that has a fault.
pub fn check(strategy: &Strategy, mesh: Option<&Mesh>) -> Result<(), Box<Fault>> {
    let mut faults: Vec<(usize, Diagnostic)> = Vec::new();
    for (file, setting) in &strategy.settings {
        if let (Setting::Attention { heads: axes, .. } | Setting::Regather(axes), Some(mesh)) = (setting, mesh) {
            faults.extend(axes_of(mesh, axes).err().map(|fault| (*file, *fault)));
        }
    }
    let mut earlier = Vec::new();
    for placed in strategy.turns.iter().flatten() {
        match check_words(strategy, placed, mesh) {
            Ok(()) => faults.extend(contradiction(strategy, placed, &mut earlier).map(|fault| (placed.file, fault))),
            Err(fault) => faults.push((placed.file, *fault)),
        }
    }
    let Some(&(file, _)) = faults.first() else { return Ok(()) };
    let diagnostics = Diagnostics(faults.into_iter().filter(|(other, _)| *other == file).map(|(_, fault)| fault).collect());
    Err(Box::new(Fault { file: strategy.files[file].clone(), diagnostics }))
}

/// Every word means something, and axes are of the mesh and named once.
fn check_words(strategy: &Strategy, placed: &Placed, mesh: Option<&Mesh>) -> Result<(), Box<Diagnostic>> {
    let who = |who: &Selection| {
        who.role.as_ref().map_or(Ok(()), |role| check_role(role, strategy.roles.iter().map(|own| own.name.text.as_str())))?;
        check_conditions(&who.conditions)
    };
    let along = match &placed.tactic.action {
        Action::Shard { who: selection, by, along } => {
            who(selection)?;
            by.iter().try_for_each(check_dimension)?;
            along
        }
        Action::Replicate { who: selection, along } => {
            who(selection)?;
            along
        }
        Action::Zero { stage, along, conditions } => {
            stage_of(stage)?;
            check_conditions(conditions)?;
            along
        }
    };
    if let Some(mesh) = mesh {
        return axes_of(mesh, along).map(|_| ());
    }
    match along.iter().enumerate().find(|(index, axis)| along[..*index].iter().any(|other| other.text == axis.text)) {
        Some((_, axis)) => Err(Box::new(Diagnostic::error(format!("axis `{}` is named twice", axis.text)).at(axis.span))),
        None => Ok(()),
    }
}

/// What one tactic makes of the values that it names.
#[derive(Clone, PartialEq)]
enum Made {
    /// Whole.
    Whole,
    /// Cut at this dimension; `None` where words choose it.
    Cut(Option<i64>),
    /// Optimizer state in parts, by `zero`.
    State,
}

/// A tactic as it compares with later ones: who, which axes (none are all), what.
struct Said<'s> {
    who: String,
    along: &'s [Atom],
    made: Made,
    placed: &'s Placed,
}

/// What a tactic takes back of an earlier one, or does again. Adds it to the earlier ones.
fn contradiction<'s>(strategy: &Strategy, placed: &'s Placed, earlier: &mut Vec<Said<'s>>) -> Option<Diagnostic> {
    let mut said: Vec<(String, &[Atom], Made)> = Vec::new();
    match &placed.tactic.action {
        Action::Shard { who, by, along } => {
            let index = match &by[..] {
                [Dimension::Index(index)] => index.text.parse().ok(),
                _ => None,
            };
            said.push((words(who), along, Made::Cut(index)));
        }
        Action::Replicate { who, along } => said.push((words(who), along, Made::Whole)),
        Action::Zero { stage, along, conditions } => {
            let parameter = words_of(Some("parameter"), &[], &[], conditions);
            let made = if stage.text == "3" { Made::Cut(None) } else { Made::Whole };
            said.push((parameter.clone(), along, made));
            said.push((format!("state of {parameter}"), along, Made::State));
        }
    }
    let mut fault = None;
    for (who, along, made) in said {
        let shared = |other: &Said| -> Option<String> {
            let first = along.iter().find(|axis| other.along.is_empty() || other.along.iter().any(|named| named.text == axis.text));
            let all = || other.along.first().filter(|_| along.is_empty());
            first.or_else(all).map(|axis| axis.text.clone())
        };
        let clash = earlier.iter().filter(|other| other.who == who).find_map(|other| {
            let axis = shared(other)?;
            let place = strategy.place(other.placed);
            match (&other.made, &made) {
                (Made::Whole, Made::Cut(_)) => Some(format!("{place} keeps these values whole along `{axis}`: they cannot be cut along it here")),
                (Made::Cut(_), Made::Whole) => Some(format!("{place} cuts these values along `{axis}`: they cannot be kept whole along it here")),
                (Made::Cut(Some(one)), Made::Cut(Some(two))) if one != two && (*one < 0) == (*two < 0) => {
                    Some(format!("these values would use axis `{axis}` twice: {place} cuts dimension {one} along it, and this one dimension {two}"))
                }
                (Made::State, Made::State) => Some(format!("{place} has the optimizer's state in parts along `{axis}` already")),
                _ => None,
            }
        });
        fault = fault.or_else(|| clash.map(|why| Diagnostic::error(why).at(placed.tactic.span)));
        earlier.push(Said { who, along, made, placed });
    }
    fault
}

/// A selection as words, so that equal ones are equal.
fn words(who: &Selection) -> String {
    words_of(who.role.as_ref().map(|role| role.text.as_str()), &who.globs, &who.except, &who.conditions)
}

fn words_of(role: Option<&str>, globs: &[Atom], except: &[Atom], conditions: &[Condition]) -> String {
    let sorted = |atoms: &[Atom]| {
        let mut texts: Vec<&str> = atoms.iter().map(|atom| atom.text.as_str()).collect();
        texts.sort_unstable();
        texts.join("\n")
    };
    let mut conditions: Vec<String> = conditions
        .iter()
        .map(|condition| match condition {
            Condition::Has(meaning) => format!("has {}", meaning.text),
            Condition::Measure { measure, relation, with } => format!("{measure:?} {relation:?} {}", with.text),
        })
        .collect();
    conditions.sort_unstable();
    [role.unwrap_or_default().to_owned(), sorted(globs), sorted(except), conditions.join("\n")].join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::resolve::{File, resolve};

    fn fault(text: &str) -> Option<(String, String)> {
        let strategy = resolve(File { name: "f".into(), text: text.into() }, &[], &mut |_, _| Err(String::new())).unwrap();
        let fault = check(&strategy, strategy.mesh.as_ref()).err()?;
        let first = &fault.diagnostics.0[0];
        let span = first.labels[0].span;
        Some((first.message.clone(), text[span.start as usize..span.end as usize].to_owned()))
    }

    #[test]
    fn what_no_program_could_have_is_refused_where_it_stands() {
        for (text, message, at) in [
            ("mesh x=2\nshard input by batch along y", "the mesh has no axis `y`", "y"),
            ("shard input by batch along y, y", "axis `y` is named twice", "y"),
            ("mesh x=2\nattention usp heads u", "the mesh has no axis `u`", "u"),
            ("shard inptu by batch along y", "no role is named `inptu`; did you mean `input`?", "inptu"),
            ("shard input by bacth along y", "no dimension means `bacth`; did you mean `batch`?", "bacth"),
            ("zero 4 along y", "zero has stages 1, 2 and 3, not 4", "4"),
            ("shard parameter where has hidn by first along y", "no dimension means `hidn`", "hidn"),
            ("shard 'w' by dim 0 along x\nshard 'w' by dim 1 along y, x", "these values would use axis `x` twice: f:1 cuts dimension 0 along it, and this one dimension 1", "shard 'w' by dim 1 along y, x"),
            ("replicate parameter along x\nzero 3 along x", "f:1 keeps these values whole along `x`", "zero 3 along x"),
            ("shard 'w' by dim 0 along x\nbarrier 'w'", "f:1 cuts these values along `x`", "barrier 'w'"),
            ("zero 1 along x\nzero 2 along x", "f:1 has the optimizer's state in parts along `x` already", "zero 2 along x"),
        ] {
            let (found, place) = fault(text).unwrap_or_else(|| panic!("{text}: not refused"));
            assert!(found.contains(message) && place == at, "{text}: {found} at `{place}`");
        }
    }

    #[test]
    fn what_some_program_could_have_passes() {
        for text in [
            "role mine = 'w*'\nshard mine by dim 0 along x\nshard mine by dim 1 along y",
            "shard parameter by heads along x\nshard parameter by ffn along x",
            "shard 'a' by dim 0 along x\nshard 'b' by dim 1 along x",
            "shard 'a' by dim 0 along x\nshard 'a' by dim -2 along x",
            "replicate parameter along x\nshard gradient by divisible along x",
            "shard parameter by heads along x\nzero 3 along y",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }
}
