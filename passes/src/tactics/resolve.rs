//! From files to a strategy: includes read, parameters replaced, tactics in turns.
//!
//! A parameter that has a value keeps it: `--set` comes before a file's default, and what includes a file before what it includes.
//! Turns are in the order of the text; tactics that name a priority go by its number (0 where none is named), and those that name the
//! same one are one turn. Invariants: afterwards no word stands for a parameter; every tactic knows its file; includes form no circle.

use super::parse::parse;
use crate::whole::whole;
use super::syntax::{Action, Atom, Condition, Dimension, Selection, Setting, Statement, Tactic};
use indexmap::IndexMap;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::sharding::{Mesh, MeshAxis};
use shardwright_ir::{Diagnostic, Diagnostics, Sym};

/// A text that statements came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name for people.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A tactic with the file that it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Index in [`Strategy::files`].
    pub file: usize,
    /// The tactic.
    pub tactic: Tactic,
}

/// A role that a file names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRole {
    /// Index in [`Strategy::files`].
    pub file: usize,
    /// Its name.
    pub name: Atom,
    /// Values that have it.
    pub globs: Vec<Atom>,
}

/// A strategy, ready to be applied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strategy {
    /// All texts, the one that was asked for first.
    pub files: Vec<File>,
    /// The mesh, where the files name one.
    pub mesh: Option<Mesh>,
    /// Roles that the files name, in their order.
    pub roles: Vec<NamedRole>,
    /// Parameters and their values.
    pub params: IndexMap<String, String>,
    /// How the whole program is made, with the files (indices in `files`) that say it.
    pub settings: Vec<(usize, Setting)>,
    /// Tactics by turn.
    pub turns: Vec<Vec<Placed>>,
}

/// What is wrong with one of the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file that the diagnostics point into.
    pub file: File,
    /// All findings.
    pub diagnostics: Diagnostics,
}

/// Gives the file that another one includes by a name: its own name, and its text.
pub type Load<'a> = dyn FnMut(&str, &str) -> Result<File, String> + 'a;

/// At most so many files, one that is included twice counted twice.
const MOST_FILES: usize = 1000;

/// Reads a strategy. `load` gets the including file's name and the name that stands there.
///
/// # Errors
/// What is wrong with a file, all of it; other files are not read then.
pub fn resolve(file: File, set: &[(String, String)], load: &mut Load) -> Result<Strategy, Box<Fault>> {
    let mut reader = Reader { strategy: Strategy::default(), mesh_in: None, open: Vec::new(), declared: Vec::new(), tactics: Vec::new(), load };
    reader.strategy.params.extend(set.iter().cloned());
    reader.file(file)?;
    let Reader { mut strategy, declared, mut tactics, .. } = reader;
    if let Some((name, _)) = set.iter().find(|(name, _)| !declared.contains(name)) {
        let hint = did_you_mean(name, declared.iter().map(String::as_str));
        let hint = match (hint.is_empty(), declared.is_empty()) {
            (false, _) => hint,
            (true, true) => "; it has none".to_owned(),
            (true, false) => format!("; there are {}", declared.join(", ")),
        };
        let file = strategy.files[0].clone();
        return Err(Box::new(Fault { file, diagnostics: Diagnostic::error(format!("the strategy has no parameter `{name}`{hint}")).in_place("--set").into() }));
    }
    tactics.sort_by_key(|(priority, _)| priority.unwrap_or(0));
    let mut last = None;
    for (priority, placed) in tactics {
        match strategy.turns.last_mut() {
            Some(turn) if priority.is_some() && last == Some(priority) => turn.push(placed),
            _ => strategy.turns.push(vec![placed]),
        }
        last = Some(priority);
    }
    Ok(strategy)
}

impl Strategy {
    /// The text of a tactic, parameters replaced by their values.
    pub fn text(&self, placed: &Placed) -> String {
        let span = placed.tactic.span;
        let written = self.files[placed.file].text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let mut parts = written.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(part.len());
            match self.params.get(&part[..end]) {
                Some(value) => text.push_str(value),
                None => text.extend(["$", &part[..end]]),
            }
            text.push_str(&part[end..]);
        }
        text
    }
    /// The line of a tactic, from 1, as `FILE:LINE`.
    pub fn place(&self, placed: &Placed) -> String {
        let file = &self.files[placed.file];
        let before = file.text.get(..placed.tactic.span.start as usize).unwrap_or_default();
        format!("{}:{}", file.name, before.matches('\n').count() + 1)
    }
}

struct Reader<'a, 'l> {
    strategy: Strategy,
    /// Where the mesh was named.
    mesh_in: Option<String>,
    /// Names of the files that are being read.
    open: Vec<String>,
    /// Parameters that a file declares.
    declared: Vec<String>,
    tactics: Vec<(Option<i64>, Placed)>,
    load: &'a mut Load<'l>,
}

impl Reader<'_, '_> {
    fn file(&mut self, file: File) -> Result<(), Box<Fault>> {
        let statements = parse(&file.text).map_err(|diagnostics| Box::new(Fault { file: file.clone(), diagnostics }))?;
        let index = self.strategy.files.len();
        self.open.push(file.name.clone());
        self.strategy.files.push(file.clone());
        let mut faults = Diagnostics::default();
        for statement in statements {
            match self.statement(statement, index) {
                Ok(None) => {}
                Ok(Some(included)) => self.file(included)?,
                Err(fault) => faults.push(*fault),
            }
        }
        self.open.pop();
        if faults.has_errors() { Err(Box::new(Fault { file, diagnostics: faults })) } else { Ok(()) }
    }

    /// Takes a statement in; gives the file that it includes.
    fn statement(&mut self, statement: Statement, file: usize) -> Result<Option<File>, Box<Diagnostic>> {
        match statement {
            Statement::Param(name, default) => {
                let default = self.atom(default)?;
                self.declared.push(name.text.clone());
                self.strategy.params.entry(name.text).or_insert(default.text);
            }
            Statement::Mesh(axes, span) => {
                if let Some(earlier) = &self.mesh_in {
                    return Err(Box::new(Diagnostic::error(format!("the mesh is there already, in {earlier}")).at(span)));
                }
                let mut mesh = Mesh::default();
                for (name, size) in axes {
                    let size = self.number(size)?;
                    mesh.axes.push(MeshAxis { name: Sym::new(&name.text), size });
                }
                mesh.check().map_err(|why| Box::new(Diagnostic::error(why).at(span)))?;
                self.mesh_in = Some(self.strategy.files[file].name.clone());
                self.strategy.mesh = Some(mesh);
            }
            Statement::Include(path) => {
                let including = self.strategy.files[file].name.clone();
                let found = (self.load)(&including, &path.text).map_err(|why| Box::new(Diagnostic::error(why).at(path.span)))?;
                if let Some(from) = self.open.iter().position(|open| *open == found.name) {
                    let circle: Vec<&str> = self.open[from..].iter().map(String::as_str).chain([found.name.as_str()]).collect();
                    return Err(Box::new(Diagnostic::error(format!("files include each other in a circle: {}", circle.join(", then "))).at(path.span)));
                }
                if self.strategy.files.len() >= MOST_FILES {
                    return Err(Box::new(Diagnostic::error(format!("more than {MOST_FILES} files are included")).at(path.span)));
                }
                return Ok(Some(found));
            }
            Statement::Role(name, globs) => self.strategy.roles.push(NamedRole { file, name, globs }),
            Statement::Setting(setting) => {
                let setting = self.setting(setting)?;
                self.strategy.settings.push((file, setting));
            }
            Statement::Tactic(tactic) => self.tactic(tactic, file)?,
            Statement::Expert(tactic, settings) => {
                for setting in settings {
                    let setting = self.setting(setting)?;
                    self.strategy.settings.push((file, setting));
                }
                self.tactic(tactic, file)?;
            }
        }
        Ok(None)
    }

    fn tactic(&mut self, Tactic { span, action, priority }: Tactic, file: usize) -> Result<(), Box<Diagnostic>> {
        let priority = priority.map(|atom| self.atom(atom)).transpose()?;
        let number = priority.clone().map(|atom| self.number(atom)).transpose()?;
        let action = self.action(action)?;
        self.tactics.push((number, Placed { file, tactic: Tactic { span, action, priority } }));
        Ok(())
    }

    fn setting(&self, setting: Setting) -> Result<Setting, Box<Diagnostic>> {
        Ok(match setting {
            Setting::Recompute(policy) => Setting::Recompute(self.atom(policy)?),
            Setting::Attention { scheme, heads, layout } => {
                Setting::Attention { scheme: self.atom(scheme)?, heads: self.atoms(heads)?, layout: layout.map(|layout| self.atom(layout)).transpose()? }
            }
            Setting::Regather(along) => Setting::Regather(self.atoms(along)?),
            Setting::Quantise(what, block) => Setting::Quantise(self.atom(what)?, self.atom(block)?),
            Setting::Exchange(form) => Setting::Exchange(self.atom(form)?),
            Setting::Shadow(experts) => Setting::Shadow(self.atoms(experts)?),
            Setting::Combine(size) => Setting::Combine(self.atom(size)?),
        })
    }

    fn action(&self, action: Action) -> Result<Action, Box<Diagnostic>> {
        Ok(match action {
            Action::Shard { who, by, along } => {
                let dimension = |dim: Dimension| {
                    Ok(match dim {
                        Dimension::Index(atom) => Dimension::Index(self.atom(atom)?),
                        Dimension::Word(atom) => Dimension::Word(self.atom(atom)?),
                    })
                };
                let by = by.into_iter().map(dimension).collect::<Result<_, Box<Diagnostic>>>()?;
                Action::Shard { who: self.selection(who)?, by, along: self.atoms(along)? }
            }
            Action::Replicate { who, along } => Action::Replicate { who: self.selection(who)?, along: self.atoms(along)? },
            Action::Zero { stage, along, conditions } => {
                Action::Zero { stage: self.atom(stage)?, along: self.atoms(along)?, conditions: self.conditions(conditions)? }
            }
        })
    }

    fn selection(&self, who: Selection) -> Result<Selection, Box<Diagnostic>> {
        Ok(Selection { role: who.role.map(|role| self.atom(role)).transpose()?, conditions: self.conditions(who.conditions)?, ..who })
    }

    fn conditions(&self, conditions: Vec<Condition>) -> Result<Vec<Condition>, Box<Diagnostic>> {
        let one = |condition| {
            Ok(match condition {
                Condition::Has(atom) => Condition::Has(self.atom(atom)?),
                Condition::Measure { measure, relation, with } => Condition::Measure { measure, relation, with: self.atom(with)? },
            })
        };
        conditions.into_iter().map(one).collect()
    }

    fn atoms(&self, atoms: Vec<Atom>) -> Result<Vec<Atom>, Box<Diagnostic>> {
        atoms.into_iter().map(|atom| self.atom(atom)).collect()
    }

    /// The word itself, or the value of the parameter that it names.
    fn atom(&self, atom: Atom) -> Result<Atom, Box<Diagnostic>> {
        if !atom.variable {
            return Ok(atom);
        }
        match self.strategy.params.get(&atom.text) {
            Some(value) if self.declared.contains(&atom.text) => Ok(Atom { text: value.clone(), variable: false, span: atom.span }),
            _ => {
                let hint = did_you_mean(&atom.text, self.declared.iter().map(String::as_str));
                let fault = Diagnostic::error(format!("no parameter is named `{}`{hint}", atom.text)).at(atom.span);
                Err(Box::new(fault.help(format!("declare it above: `param {} = …`", atom.text))))
            }
        }
    }

    fn number(&self, atom: Atom) -> Result<i64, Box<Diagnostic>> {
        number(&self.atom(atom)?)
    }
}

/// The number that a word is.
///
/// # Errors
/// That it is none, with its place.
pub fn number(atom: &Atom) -> Result<i64, Box<Diagnostic>> {
    whole(&atom.text).map_err(|why| Box::new(Diagnostic::error(why).at(atom.span)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 4] = [
        ("dp", "param data = 2\nmesh data=$data\nshard input by batch along data\n"),
        ("all", "param data = 4\ninclude 'dp'\nzero 1 along data priority 7\nshard 'a' by dim 0 along data priority 3\nshard 'b' by dim 0 along data priority 3\n"),
        ("left", "include 'right'\n"),
        ("right", "include 'left'\n"),
    ];

    fn read(name: &str, set: &[(&str, &str)]) -> Result<Strategy, Box<Fault>> {
        let find = |name: &str| FILES.iter().find(|(own, _)| *own == name).map(|(name, text)| File { name: (*name).into(), text: (*text).into() });
        let set: Vec<(String, String)> = set.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        resolve(find(name).unwrap(), &set, &mut |_, path| find(path).ok_or_else(|| format!("no file `{path}`")))
    }

    #[test]
    fn what_includes_a_file_and_the_command_line_set_its_parameters() {
        assert_eq!(read("dp", &[]).unwrap().mesh, Some(Mesh::new(&[("data", 2)])));
        assert_eq!(read("all", &[]).unwrap().mesh, Some(Mesh::new(&[("data", 4)])));
        assert_eq!(read("all", &[("data", "8")]).unwrap().mesh, Some(Mesh::new(&[("data", 8)])));
    }

    #[test]
    fn turns_are_in_order_and_those_of_one_priority_together() {
        let strategy = read("all", &[]).unwrap();
        let texts: Vec<Vec<String>> = strategy.turns.iter().map(|turn| turn.iter().map(|placed| strategy.text(placed)).collect()).collect();
        assert_eq!(
            texts,
            [
                vec!["shard input by batch along data"],
                vec!["shard 'a' by dim 0 along data priority 3", "shard 'b' by dim 0 along data priority 3"],
                vec!["zero 1 along data priority 7"],
            ]
        );
        assert_eq!(strategy.place(&strategy.turns[0][0]), "dp:3");
    }

    #[test]
    fn circles_and_unknown_parameters_are_refused_where_they_stand() {
        let fault = |name: &str, set: &[(&str, &str)]| read(name, set).unwrap_err();
        let circle = fault("left", &[]);
        assert_eq!(circle.diagnostics.0[0].message, "files include each other in a circle: left, then right, then left");
        assert_eq!((circle.file.name.as_str(), circle.diagnostics.0[0].labels[0].span.start), ("right", 8));
        assert_eq!(fault("dp", &[("dat", "2")]).diagnostics.0[0].message, "the strategy has no parameter `dat`; did you mean `data`?");
        let unknown = resolve(File { name: "f".into(), text: "mesh x=$n".into() }, &[], &mut |_, _| Err(String::new())).unwrap_err();
        assert_eq!(unknown.diagnostics.0[0].message, "no parameter is named `n`");
        assert_eq!(unknown.diagnostics.0[0].labels[0].span.start, 7);
    }
}
