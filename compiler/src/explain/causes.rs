//! Which annotations make a collective necessary, said as a sentence, with what to write to avoid it.
//!
//! Axes are responsible where they differ between how a value lies and how it is needed, or where a sum runs over a dimension that they
//! shard; the annotation that such an axis comes from is found by its history. Invariant: annotations that say the same of
//! the same dimension of the program are named together, as without all of them the axis would still come there.

use super::build::Builder;
use super::{At, AxisCause, CollectiveNote, NeedName, Way};
use crate::plan::sharding_text;
use shardwright_ir::sharding::{AxisRef, TensorSharding};
use shardwright_ir::{OpId, Sym, Value};
use shardwright_passes::provenance::{Cause, Need, Place};

/// What is known of one collective.
pub(super) struct Context<'a> {
    /// What passes told of it.
    pub cause: Option<&'a Cause>,
    /// Its mesh axes.
    pub axes: &'a [String],
}

/// Fills the note of one collective.
pub(super) struct Causes<'b, 'a> {
    pub builder: &'b mut Builder<'a>,
    pub context: Context<'b>,
}

/// Ops that say how a value must lie.
const DECLARING: [&str; 4] = ["sdy.sharding_constraint", "sdy.reshard", "sdy.manual_computation", "func.return"];

impl Causes<'_, '_> {
    /// Fills it.
    pub fn fill(mut self, note: &mut CollectiveNote) {
        let Some(cause) = self.context.cause else {
            self.any_with_axes(note);
            note.cause = format!("a pass put it here{}", after(&note.at));
            note.advice.push("compile with `opt --print-after-all` to see which pass it was".to_owned());
            return;
        };
        let consumer = self.builder.func.op(cause.consumer);
        let name = consumer.info.name;
        note.at = self.builder.at(cause.consumer);
        note.need = match cause.need {
            Need::Move => NeedName::Move,
            Need::Combine => NeedName::Combine,
            Need::Once => NeedName::Once,
            Need::Exchange => NeedName::Exchange,
            Need::Written => NeedName::Written,
        };
        note.from = cause.from.as_ref().map_or_else(String::new, text);
        note.to = cause.to.as_ref().map_or_else(String::new, text);
        note.makers = cause.makers.iter().map(|&op| self.builder.at(op)).collect();
        note.alternatives = cause.alternatives.iter().map(|way| Way { what: way.what.clone(), cost: way.cost, taken: way.taken }).collect();
        if let Some(value) = cause.value {
            let position = self.builder.position_of(value.index_u32());
            note.value = (position != usize::MAX).then_some(position);
            note.input = self.builder.argument(value).is_some();
            note.weight = note.input && self.builder.facts.weights.contains(&self.builder.name(value));
        }
        note.declared = self.is_declared(cause);
        note.no_rule = !note.declared && cause.need == Need::Move && self.has_no_rule(cause);
        match cause.need {
            Need::Combine => self.combined(cause, note),
            Need::Move | Need::Once => self.moved(cause, note),
            Need::Exchange | Need::Written => self.tensors_of(cause.consumer, note, &self.wanted_axes()),
        }
        if note.declared {
            self.declares(cause, note);
        }
        if note.because.is_empty() {
            self.any_with_axes(note);
        }
        note.cause = self.sentence(cause, note, name);
        note.advice = self.advice(cause, note, name);
    }

    /// The axes of the collective as names.
    fn wanted_axes(&self) -> Vec<Sym> {
        self.context.axes.iter().map(|axis| Sym::new(axis)).collect()
    }

    fn is_declared(&self, cause: &Cause) -> bool {
        let op = self.builder.func.op(cause.consumer);
        match op.info.name {
            "func.return" => self.builder.program.written.results.get(cause.operand).is_some_and(Option::is_some),
            name => DECLARING.contains(&name),
        }
    }

    /// Whether the op wants everything whole, whatever lies how.
    fn has_no_rule(&self, cause: &Cause) -> bool {
        let func = self.builder.func;
        let data = func.op(cause.consumer);
        !data.info.is_terminator() && data.regions.is_empty() && !matches!(data.info.name, "sdy.propagation_barrier" | "stablehlo.optimization_barrier") && self.builder.rules.id_of(cause.consumer).is_none()
    }

    /// The annotations on the consumer itself.
    fn declares(&mut self, cause: &Cause, note: &mut CollectiveNote) {
        let func = self.builder.func;
        let data = func.op(cause.consumer);
        let (place, by) = match data.info.name {
            "func.return" => ((func.num_values() + cause.operand) as Place, None),
            "sdy.manual_computation" => {
                let arg = data.regions.first().and_then(|&body| func.region(body).args.get(cause.operand).copied());
                (arg.or(cause.value).map_or(0, |value| value.index_u32()), Some(cause.consumer))
            }
            _ => (data.results.first().or(cause.value.as_ref()).map_or(0, |value| value.index_u32()), Some(cause.consumer)),
        };
        let annotation = self.builder.annotation_by(place, by);
        note.declares.push(annotation);
    }

    /// Partial results: the axes on what the makers contract.
    fn combined(&mut self, cause: &Cause, note: &mut CollectiveNote) {
        let reduced = names(cause.from.iter().flat_map(|sharding| &sharding.unreduced));
        let kept = names(cause.to.iter().flat_map(|sharding| &sharding.unreduced));
        let wanted = self.wanted_axes();
        let mut axes: Vec<Sym> = reduced.into_iter().filter(|axis| !kept.contains(axis)).collect();
        if axes.iter().any(|axis| wanted.contains(axis)) {
            axes.retain(|axis| wanted.contains(axis));
        }
        for &maker in &cause.makers {
            self.tensors_of(maker, note, &axes);
        }
        // A reduce-scatter also brings the value where it is needed.
        if note.because.is_empty() {
            self.tensors_of(cause.consumer, note, &axes);
        }
    }

    /// A value that is needed elsewhere: the axes that differ, on it and on the op's other tensors.
    fn moved(&mut self, cause: &Cause, note: &mut CollectiveNote) {
        let wanted = self.wanted_axes();
        let mut axes = changed(cause.from.as_ref(), cause.to.as_ref());
        if axes.iter().any(|axis| wanted.contains(axis)) {
            axes.retain(|axis| wanted.contains(axis));
        }
        if let Some(value) = cause.value {
            let place = self.builder.history.place(value);
            let before = note.because.len();
            self.of_place(place, note, &axes);
            if note.because.len() == before && let Some(op) = self.builder.func.defining_op(value) {
                self.tensors_of(op, note, &axes);
            }
        }
        if self.builder.func.op(cause.consumer).info.name == "func.return" {
            self.of_place((self.builder.func.num_values() + cause.operand) as Place, note, &axes);
        } else {
            self.tensors_of(cause.consumer, note, &axes);
        }
    }

    /// The axes on all tensors of an op.
    fn tensors_of(&mut self, op: OpId, note: &mut CollectiveNote, axes: &[Sym]) {
        let data = self.builder.func.op(op);
        let mut places: Vec<Place> = Vec::new();
        for &value in data.operands.iter().chain(&data.results) {
            let place = self.builder.history.place(value);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.into_iter().for_each(|place| self.of_place(place, note, axes));
    }

    /// The axes on one place.
    fn of_place(&mut self, place: Place, note: &mut CollectiveNote, axes: &[Sym]) {
        let position = self.builder.position_of(place);
        let Some(arrivals) = self.builder.history.arrivals.get(place as usize).cloned().filter(|_| position != usize::MAX) else { return };
        for arrival in arrivals.iter().filter(|arrival| axes.contains(&arrival.axis.name)) {
            let origin = self.builder.origins.of(&self.builder.history, place, arrival.dim, arrival.axis.name);
            let annotation = origin.map(|origin| self.builder.annotation(origin));
            let cause = AxisCause {
                axis: arrival.axis.name.as_str().to_owned(),
                on: (position, arrival.dim),
                annotation,
                same: self.same(place, arrival.dim, arrival.axis.name, annotation),
            };
            let known = note.because.iter().any(|other| other.on == cause.on && other.axis == cause.axis);
            if !known {
                note.because.push(cause);
            }
        }
    }

    /// Other annotations that put the axis on the same dimension of the program.
    fn same(&mut self, place: Place, dim: u32, axis: Sym, annotation: Option<usize>) -> Vec<usize> {
        let index = self.builder.indices.as_mut().and_then(|indices| indices.of(place, dim as usize));
        let alike = index.and_then(|index| self.builder.alike.get(&(index, axis)));
        alike.map_or_else(Vec::new, |alike| alike.iter().copied().filter(|other| Some(*other) != annotation).collect())
    }

    /// Where nothing is known to be responsible: every annotation with one of the axes.
    fn any_with_axes(&mut self, note: &mut CollectiveNote) {
        let axes = self.wanted_axes();
        let mut found = Vec::new();
        for ((_, axis), annotations) in &self.builder.alike {
            if axes.contains(axis) {
                found.extend(annotations.iter().filter(|one| !found.contains(*one)).copied().collect::<Vec<_>>());
            }
        }
        found.sort_unstable();
        found.dedup();
        note.declares.extend(found);
    }

    fn sentence(&self, cause: &Cause, note: &CollectiveNote, name: &str) -> String {
        let value = note.value.map_or_else(|| "a value".to_owned(), |at| format!("`{}`", self.builder.record.values[at].name));
        let origin = self.origins(note);
        let because = if origin.is_empty() { String::new() } else { format!(": {origin}") };
        let needs = match name {
            "func.return" if note.declared => format!("result {} is declared as {}", cause.operand, note.to),
            "func.return" => format!("result {} lies as {}", cause.operand, note.to),
            "sdy.sharding_constraint" | "sdy.reshard" => format!("the constraint{} wants {}", after(&note.at), note.to),
            "sdy.manual_computation" => format!("the manual computation{} takes operand {} as {}", after(&note.at), cause.operand, note.to),
            _ if self.builder.func.op(cause.consumer).info.is_terminator() => {
                format!("what a loop or branch carries keeps one sharding, {}{}", note.to, after(&note.at))
            }
            _ if note.no_rule => format!("{name}{} has no sharding rule and needs all of it on every device", after(&note.at)),
            _ => format!("{name}{} needs it as {}", after(&note.at), note.to),
        };
        match cause.need {
            Need::Combine => {
                let makers = match &note.makers[..] {
                    [] => "an op before it".to_owned(),
                    [one] => format!("{}{}", one.op, after(one)),
                    [one, rest @ ..] => format!("{}{} and {} more", one.op, after(one), rest.len()),
                };
                let needs = if name == "func.return" || DECLARING.contains(&name) { needs } else { format!("{name}{} needs it whole", after(&note.at)) };
                format!("{value} is a sum of parts, as {makers} combines over a dimension that is sharded, and {needs}{because}")
            }
            Need::Move => format!("{value} lies as {}, but {needs}{because}", note.from),
            Need::Once => format!("{value} is whole and is added to parts of a sum by {name}{}: it must count once{because}", after(&note.at)),
            Need::Exchange => format!("{name}{} works across shards of its sharded dimension{because}", after(&note.at)),
            Need::Written => format!("the program itself has {name}{}{because}", after(&note.at)),
        }
    }

    /// `{"model"} on dimension 1 of `h` is from the annotation of argument `w1``.
    fn origins(&self, note: &CollectiveNote) -> String {
        const SHOWN: usize = 3;
        let mut said: Vec<String> = Vec::new();
        for cause in &note.because {
            let on = &self.builder.record.values[cause.on.0];
            let from = cause.annotation.map_or_else(|| "a decision of propagation".to_owned(), |at| super::show::annotation(&self.builder.record.annotations[at]));
            said.push(format!("{{{}}} on dimension {} of `{}` is from {from}", cause.axis, cause.on.1, on.name));
        }
        let more = said.len().saturating_sub(SHOWN);
        said.truncate(SHOWN);
        let more = if more > 0 { format!("; {more} more") } else { String::new() };
        if said.is_empty() { String::new() } else { format!("{}{more}", said.join("; ")) }
    }

    fn advice(&self, cause: &Cause, note: &CollectiveNote, name: &str) -> Vec<String> {
        let mut advice = Vec::new();
        let annotation = |at: usize| super::show::annotation(&self.builder.record.annotations[at]);
        let first = note.because.iter().find_map(|cause| Some((cause, cause.annotation?)));
        match cause.need {
            Need::Combine => {
                if let Some((axis, at)) = first {
                    advice.push(format!("a sum over a sharded dimension must be combined once: to have none, take {{{}}} off the contracted dimension ({})", axis.axis, annotation(at)));
                }
                if name == "func.return" {
                    advice.push(format!("shard result {} over the same axes: the all-reduce becomes a reduce-scatter of half the bytes", cause.operand));
                }
            }
            Need::Move | Need::Once => {
                for &at in &note.declares {
                    let lies = if note.from.is_empty() { String::new() } else { format!(" as {}", note.from) };
                    advice.push(format!("write {}{lies}, or leave its dimensions open with `?`", annotation(at)));
                }
                if note.input && !note.to.is_empty() && let Some(value) = note.value {
                    advice.push(format!("let the input lie as it is needed: --shard '{}={}'", self.builder.record.values[value].name, note.to));
                }
                if note.no_rule {
                    advice.push(format!("give {name} an `sdy.sharding_rule`"));
                }
                if let Some((axis, at)) = first.filter(|_| note.declares.is_empty()) {
                    advice.push(format!("write {{{}}} elsewhere than in {}, or give the annotation that should win a priority (`p0`, the other `p1`)", axis.axis, annotation(at)));
                }
            }
            Need::Exchange => {
                if let Some((axis, at)) = first {
                    advice.push(format!("shard another dimension than {} of `{}` over {{{}}} ({})", axis.on.1, self.builder.record.values[axis.on.0].name, axis.axis, annotation(at)));
                }
            }
            Need::Written => advice.push("it is part of the model: change the model's text".to_owned()),
        }
        advice
    }
}

/// ` at line 7`, ` at "name"`, or nothing.
fn after(at: &At) -> String {
    match (at.loc.as_str(), at.line) {
        ("", 0) => String::new(),
        ("", line) => format!(" at line {line}"),
        (loc, 0) => format!(" at {loc}"),
        (loc, line) => format!(" at line {line} ({loc})"),
    }
}

/// The axes whose place differs.
fn changed(from: Option<&TensorSharding>, to: Option<&TensorSharding>) -> Vec<Sym> {
    let (Some(from), Some(to)) = (from, to) else { return Vec::new() };
    let mut axes = Vec::new();
    for (before, now) in from.dims.iter().zip(&to.dims) {
        let (before, now) = (&before.axes, &now.axes);
        let lost = before.iter().enumerate().filter(|(at, axis)| now.get(*at) != Some(*axis)).map(|(_, axis)| axis);
        let gained = now.iter().enumerate().filter(|(at, axis)| before.get(*at) != Some(*axis)).map(|(_, axis)| axis);
        for axis in lost.chain(gained) {
            if !axes.contains(&axis.name) {
                axes.push(axis.name);
            }
        }
    }
    axes
}

fn names<'s>(axes: impl Iterator<Item = &'s AxisRef>) -> Vec<Sym> {
    axes.map(|axis| axis.name).collect()
}

/// How a tensor lies: its dimensions, and what it is partial over.
fn text(sharding: &TensorSharding) -> String {
    sharding_text(&sharding.closed()).replace('"', "")
}

/// The index of a value as a place.
trait IndexU32 {
    fn index_u32(&self) -> u32;
}
impl IndexU32 for Value {
    fn index_u32(&self) -> u32 {
        shardwright_ir::entity::EntityId::index(*self) as u32
    }
}
