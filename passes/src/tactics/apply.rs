//! What a tactic writes on a program: shardings of the values that it means.
//!
//! Semantics are PartIR's: a tactic adds to what earlier ones and their propagation made, and never takes anything back. So an axis that a value has
//! already on that dimension is no change, one that it has elsewhere is an error, and one along which an earlier tactic keeps it whole too.
//! Invariants: axes are of the mesh and shard evenly; dimensions that nothing fixed stay open; the update of an argument gets what the argument gets.

use super::resolve::Placed;
use super::select::{Context, Member, check_meaning, values};
use super::syntax::{Action, Atom, Dimension};
use super::zero;
use crate::names::Target;
use crate::whole::whole;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::{Diagnostic, Func, Sym};

/// What one tactic did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Values that it wrote on, by name (the first name, where there is one).
    pub written: Vec<String>,
    /// Values that were as it wants them.
    pub already: usize,
    /// Values that stay whole, as none of their dimensions divides.
    pub whole: usize,
}

type Fault = Box<Diagnostic>;

/// Words that choose a dimension by its size and place.
pub const CHOICES: [&str; 4] = ["divisible", "largest", "first", "last"];

/// Applies a tactic to `func`.
///
/// # Errors
/// Why it cannot be, with the place in the tactic's file.
pub fn apply(placed: &Placed, context: &Context, func: &mut Func) -> Result<Done, Fault> {
    let mut done = Done::default();
    match &placed.tactic.action {
        Action::Shard { who, by, along } => {
            let axes = axes(context, along)?;
            by.iter().try_for_each(check_dimension)?;
            let members = context.select(func, who)?;
            let mut faults = Faults::default();
            let mut without = 0;
            for member in &members {
                let place = match choose(context, func, member, by, &axes) {
                    Ok(place) => place,
                    Err(why) => {
                        faults.push(why);
                        continue;
                    }
                };
                match place {
                    Place::None => without += 1,
                    Place::Whole => done.whole += 1,
                    Place::At(dim) => match extend(context, func, member, dim, &axes) {
                        Ok(changed) => done.count(member, changed),
                        Err(why) => faults.push(why),
                    },
                }
            }
            let at = by.first().map_or(placed.tactic.span, Dimension::span);
            faults.told(along.first().map_or(at, |axis| axis.span))?;
            if without == members.len() {
                let words: Vec<String> = by.iter().map(said).collect();
                return Err(Box::new(Diagnostic::error(format!("of {} none has a dimension that is {}", values(members.len()), words.join(" or "))).at(at).help("say which dimension: `by dim N`")));
            }
            if done.written.is_empty() && done.already == 0 {
                let ways = context.mesh.shards(&axes);
                return Err(Box::new(Diagnostic::error(format!("of {} none has a free dimension that {ways} shards divide", values(members.len()))).at(at)));
            }
        }
        Action::Replicate { who, along } => {
            let axes = if along.is_empty() { context.mesh.axes.iter().map(|axis| AxisRef::full(axis.name)).collect() } else { axes(context, along)? };
            let members = context.select(func, who)?;
            let mut faults = Faults::default();
            for member in &members {
                match pin(context, func, member, &axes) {
                    Ok(changed) => done.count(member, changed),
                    Err(why) => faults.push(why),
                }
            }
            faults.told(who.span)?;
        }
        Action::Zero { stage, along, conditions } => zero::apply(stage, &axes(context, along)?, conditions, context, func, &mut done)?,
    }
    Ok(done)
}

impl Done {
    pub(super) fn count(&mut self, member: &Member, changed: bool) {
        if changed { self.written.push(member.names.first().cloned().unwrap_or_default()) } else { self.already += 1 }
    }
}

/// What is wrong with values, one reason each; the first few are told.
#[derive(Default)]
pub(super) struct Faults {
    all: Vec<String>,
}

impl Faults {
    pub(super) fn push(&mut self, why: String) {
        self.all.push(why);
    }
    /// An error where there is anything.
    pub(super) fn told(self, at: shardwright_ir::Span) -> Result<(), Fault> {
        const SHOWN: usize = 4;
        let Some(first) = self.all.first() else { return Ok(()) };
        let mut fault = Diagnostic::error(first.clone()).at(at);
        for why in self.all.iter().skip(1).take(SHOWN) {
            fault = fault.note(why.clone());
        }
        if self.all.len() > SHOWN + 1 {
            fault = fault.note(format!("and {} more", self.all.len() - SHOWN - 1));
        }
        Err(Box::new(fault))
    }
}

fn axes(context: &Context, along: &[Atom]) -> Result<Vec<AxisRef>, Fault> {
    axes_of(context.mesh, along)
}

/// The axes that words name, of the mesh and each once.
pub(super) fn axes_of(mesh: &Mesh, along: &[Atom]) -> Result<Vec<AxisRef>, Fault> {
    let mut axes: Vec<AxisRef> = Vec::new();
    for word in along {
        let name = Sym::new(&word.text);
        if mesh.axis_size(name).is_none() {
            let known: Vec<&str> = mesh.axes.iter().map(|axis| axis.name.as_str()).collect();
            let hint = did_you_mean(&word.text, known.iter().copied());
            let has = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
            return Err(Box::new(Diagnostic::error(format!("the mesh has no axis `{}`{hint}", word.text)).at(word.span).help(has)));
        }
        if axes.iter().any(|axis| axis.name == name) {
            return Err(Box::new(Diagnostic::error(format!("axis `{}` is named twice", word.text)).at(word.span)));
        }
        axes.push(AxisRef::full(name));
    }
    Ok(axes)
}

/// How a value lies now; fully open where nothing says it.
pub(super) fn current(context: &Context, func: &Func, member: &Member) -> TensorSharding {
    let found = match member.target {
        Target::Value(value) => func.sharding(value),
        Target::Result(index) => func.result_shardings[index].as_ref(),
    };
    found.cloned().unwrap_or_else(|| TensorSharding::fully_open(context.mesh_name, member.ty.rank()))
}

/// Whether these axes could come to a dimension: it is open, none of them is in use, and all shards are of one size.
pub(super) fn fits(context: &Context, now: &TensorSharding, member: &Member, dim: usize, axes: &[AxisRef]) -> bool {
    let used = axes.iter().any(|axis| now.all_axes().any(|other| other.name == axis.name));
    let shards = context.mesh.shards(&now.dims[dim].axes).saturating_mul(context.mesh.shards(axes));
    !used && now.dims[dim].open && member.ty.dims[dim] > 0 && member.ty.dims[dim] % shards == 0
}

/// Adds axes to a dimension of a member; whether that is a change.
pub(super) fn extend(context: &Context, func: &mut Func, member: &Member, dim: usize, axes: &[AxisRef]) -> Result<bool, String> {
    let mut now = current(context, func, member);
    let name = member.name();
    if axes.iter().all(|axis| now.dims[dim].axes.contains(axis)) {
        return Ok(false);
    }
    for axis in axes {
        if now.replicated.contains(axis) {
            return Err(format!("`{name}` is kept whole along {axis} already, by an earlier tactic or the model"));
        }
        if let Some(other) = now.dims.iter().position(|on| on.axes.iter().any(|other| other.name == axis.name)) {
            return Err(format!("`{name}` would use axis {axis} twice: it is sharded along it already, on dimension {other}"));
        }
    }
    if !now.dims[dim].open {
        return Err(format!("dimension {dim} of `{name}` is fixed as {now} by the model or --shard"));
    }
    let shards = context.mesh.shards(&now.dims[dim].axes).saturating_mul(context.mesh.shards(axes));
    if member.ty.dims[dim] % shards.max(1) != 0 {
        return Err(format!("dimension {dim} of `{name}` has size {}, which {shards} shards do not divide ({})", member.ty.dims[dim], member.ty));
    }
    now.dims[dim].axes.extend_from_slice(axes);
    write(context, func, member, now);
    Ok(true)
}

/// Keeps a member whole along axes; whether that is a change.
pub(super) fn pin(context: &Context, func: &mut Func, member: &Member, axes: &[AxisRef]) -> Result<bool, String> {
    let mut now = current(context, func, member);
    let mut changed = false;
    for axis in axes {
        if let Some(dim) = now.dims.iter().position(|on| on.axes.iter().any(|other| other.name == axis.name)) {
            return Err(format!("`{}` cannot be kept whole along {axis}: earlier tactics, or what they reach, shard its dimension {dim} along it", member.name()));
        }
        if !now.replicated.contains(axis) {
            now.replicated.push(*axis);
            changed = true;
        }
    }
    now.replicated.sort_by_key(|axis| axis.mesh_order(context.mesh));
    if changed {
        write(context, func, member, now);
    }
    Ok(changed)
}

fn write(context: &Context, func: &mut Func, member: &Member, sharding: TensorSharding) {
    if let Some(index) = member.update.filter(|&index| !context.fixed_results[index]) {
        func.result_shardings[index] = Some(sharding.clone());
    }
    match member.target {
        Target::Value(value) => func.set_sharding(value, Some(sharding)),
        Target::Result(index) => func.result_shardings[index] = Some(sharding),
    }
}

enum Place {
    /// This dimension.
    At(usize),
    /// No dimension is meant.
    None,
    /// One is meant, and none divides.
    Whole,
}

fn choose(context: &Context, func: &Func, member: &Member, by: &[Dimension], axes: &[AxisRef]) -> Result<Place, String> {
    let rank = member.ty.rank();
    for dimension in by {
        let word = match dimension {
            Dimension::Index(atom) => {
                let wanted: i64 = whole(&atom.text)?;
                let dim = if wanted < 0 { wanted.saturating_add(rank as i64) } else { wanted };
                return match usize::try_from(dim).ok().filter(|&dim| dim < rank) {
                    Some(dim) => Ok(Place::At(dim)),
                    None => Err(format!("`{}` has no dimension {wanted}: it is {}", member.name(), member.ty)),
                };
            }
            Dimension::Word(word) => word.text.as_str(),
        };
        let found = match word {
            "first" => (rank > 0).then_some(0),
            "last" => rank.checked_sub(1),
            "divisible" | "largest" => return Ok(divisible(context, func, member, axes, word == "largest")),
            meaning => (0..rank).find(|&dim| context.meanings.of(member.target, dim) == Some(meaning)),
        };
        if let Some(dim) = found {
            return Ok(Place::At(dim));
        }
    }
    Ok(Place::None)
}

/// A dimension that is not sharded and that the shards divide: the first, or the largest; else one that is sharded and divides further.
fn divisible(context: &Context, func: &Func, member: &Member, axes: &[AxisRef], largest: bool) -> Place {
    let now = current(context, func, member);
    // As asked for already.
    if let Some(dim) = (0..member.ty.rank()).find(|&dim| axes.iter().all(|axis| now.dims[dim].axes.contains(axis))) {
        return Place::At(dim);
    }
    best(&[(member, now)], context, axes, largest).map_or(Place::Whole, Place::At)
}

/// The first dimension (or the largest) at which all of these can be sharded: one that none is sharded on, if there is one.
pub(super) fn best(group: &[(&Member, TensorSharding)], context: &Context, axes: &[AxisRef], largest: bool) -> Option<usize> {
    let (first, _) = group.first()?;
    let rank = first.ty.rank();
    let may: Vec<usize> = (0..rank).filter(|&dim| group.iter().all(|(member, now)| member.ty.rank() == rank && fits(context, now, member, dim, axes))).collect();
    let free = |dim: &usize| group.iter().all(|(_, now)| now.dims[*dim].axes.is_empty());
    let any_free = may.iter().any(free);
    let candidates = may.into_iter().filter(|dim| !any_free || free(dim));
    // Of equal sizes the first.
    candidates.min_by_key(|&dim| if largest { (-first.ty.dims[dim], dim) } else { (0, dim) })
}

/// That a dimension's word is one.
pub(super) fn check_dimension(dimension: &Dimension) -> Result<(), Fault> {
    match dimension {
        Dimension::Index(_) => Ok(()),
        Dimension::Word(word) if CHOICES.contains(&word.text.as_str()) => Ok(()),
        Dimension::Word(word) => check_meaning(word).map_err(|fault| Box::new(fault.note(format!("or choose one by size and place: {}", CHOICES.join(", "))))),
    }
}

fn said(dimension: &Dimension) -> String {
    match dimension {
        Dimension::Index(atom) => format!("`dim {}`", atom.text),
        Dimension::Word(atom) => format!("`{}`", atom.text),
    }
}
