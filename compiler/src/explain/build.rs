//! The record of a compile, from what its passes told.
//!
//! Invariants: names are those that the user knows: the model's, else those of the model's text, else those of `sdy.mlir`; values and
//! results of a program stand in the order arguments, results of ops, results of the program.

use super::causes::{Causes, Context};
use super::{Annotation, AnnotationKind, At, AxisNote, CollectiveNote, Explain, NeedName, Order, VERSION, ValueNote};
use crate::annotate::{arg_name, result_name};
use crate::driver::Program;
use crate::plan::sharding_text;
use crate::render::SourceText;
use indexmap::IndexMap;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::module::ValueDef;
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::text::value_names;
use shardwright_ir::{Attr, Func, Loc, OpId, Sym, Value};
use shardwright_passes::analysis::rules::RuleTable;
use shardwright_passes::analysis::traffic::Site;
use shardwright_passes::provenance::{History, Origins, Place, Provenance};
use shardwright_passes::shard::order::Indices;

/// What the user wrote on the arguments and results of a program.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// On arguments.
    pub args: Vec<Option<TensorSharding>>,
    /// On results.
    pub results: Vec<Option<TensorSharding>>,
}

impl Written {
    /// What stands on the main function now.
    pub fn of(func: Option<&Func>) -> Written {
        let Some(func) = func else { return Written::default() };
        Written { args: func.args().iter().map(|&arg| func.sharding(arg).cloned()).collect(), results: func.result_shardings.clone() }
    }
}

/// What is known besides the programs.
pub struct Facts<'a> {
    /// The model, as it was named.
    pub model: &'a str,
    /// The model's text.
    pub text: Option<&'a SourceText>,
    /// Options that put shardings onto named values; of several for a name the last counts.
    pub options: &'a IndexMap<String, String>,
    /// Names of weights.
    pub weights: &'a [String],
}

/// The record of a compile's programs; `sites` are their collectives, program by program, with their mesh axes and seconds.
pub fn explain<'p>(programs: impl Iterator<Item = (&'p str, &'p Program)>, sites: &[SiteNote], facts: &Facts) -> Explain {
    let mut record = Explain {
        version: VERSION,
        model: facts.model.to_owned(),
        annotations: Vec::new(),
        orders: Vec::new(),
        collectives: Vec::new(),
        values: Vec::new(),
    };
    let lines = Lines::new(facts.text);
    for (index, (name, program)) in programs.enumerate() {
        let own = sites.iter().filter(|site| site.program == index);
        let Some(func) = program.annotated.main() else { continue };
        for order in program.provenance.orders.values() {
            record.orders.push(Order { first: order.first.clone(), at_once: order.at_once, cost: order.cost });
        }
        let mut builder = Builder::new(func, program, &lines, facts, &mut record);
        builder.values();
        builder.collectives(name, own);
    }
    record
}

/// A collective of one of the programs.
pub struct SiteNote<'a> {
    /// Which program.
    pub program: usize,
    /// The collective.
    pub site: &'a Site,
    /// Its mesh axes.
    pub axes: Option<&'a [String]>,
    /// What it takes.
    pub seconds: Option<f64>,
}

/// Where lines of the model's text begin.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(source: Option<&'a SourceText>) -> Lines<'a> {
        let text = source.map_or("", |source| source.text.as_str());
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }
    /// The line of a byte, from 1.
    fn line(&self, byte: usize) -> usize {
        if self.text.is_empty() { 0 } else { self.starts.partition_point(|&start| start <= byte) }
    }
    /// What stands before ` = ` on the line of an op: `%3`, `%4:2`.
    fn defined(&self, byte: usize) -> Option<&'a str> {
        let line = self.line(byte).checked_sub(1)?;
        let text = self.text.get(self.starts[line]..)?.lines().next()?.trim_start();
        let name = text.split_once(" = ")?.0;
        (name.starts_with('%') && !name.contains(' ')).then_some(name)
    }
}

/// Builds the part of one program.
pub(super) struct Builder<'a> {
    pub func: &'a Func,
    pub program: &'a Program,
    pub provenance: &'a Provenance,
    pub history: History,
    pub origins: Origins,
    pub facts: &'a Facts<'a>,
    pub record: &'a mut Explain,
    lines: &'a Lines<'a>,
    printed: SecondaryMap<Value, String>,
    /// Position in the record of each place.
    position: Vec<usize>,
    annotations: IndexMap<(Place, Option<OpId>), usize>,
    /// Annotations of an axis by the dimensions of the program that they reach.
    pub alike: IndexMap<(usize, Sym), Vec<usize>>,
    pub indices: Option<Indices>,
    pub rules: RuleTable,
}

impl<'a> Builder<'a> {
    fn new(func: &'a Func, program: &'a Program, lines: &'a Lines<'a>, facts: &'a Facts<'a>, record: &'a mut Explain) -> Builder<'a> {
        let provenance = &program.provenance;
        Builder {
            history: provenance.histories.get(&func.name).cloned().unwrap_or_default(),
            origins: Origins::default(),
            func,
            program,
            provenance,
            facts,
            record,
            lines,
            printed: value_names(func),
            position: vec![usize::MAX; func.num_values() + func.result_types.len()],
            annotations: IndexMap::new(),
            alike: IndexMap::new(),
            indices: Indices::reached(func).ok(),
            rules: RuleTable::new(func),
        }
    }

    fn values(&mut self) {
        let mut order: Vec<Value> = self.func.args().to_vec();
        for op in self.func.walk() {
            for &region in &self.func.op(op).regions {
                order.extend(&self.func.region(region).args);
            }
            order.extend(&self.func.op(op).results);
        }
        let base = self.record.values.len();
        for (index, value) in order.iter().enumerate() {
            self.position[value.index()] = base + index;
        }
        for index in 0..self.func.result_types.len() {
            self.position[self.func.num_values() + index] = base + order.len() + index;
        }
        for &value in &order {
            let note = ValueNote {
                name: self.name(value),
                at: self.value_at(value),
                ty: self.func.ty(value).to_string(),
                sharding: self.func.sharding(value).map_or_else(String::new, |sharding| sharding_text(&sharding.closed())),
                axes: self.axes(self.history.place(value)),
            };
            self.record.values.push(note);
        }
        for index in 0..self.func.result_types.len() {
            let sharding = self.func.result_shardings.get(index).and_then(Option::as_ref);
            let note = ValueNote {
                name: result_name(self.func, index),
                at: At::default(),
                ty: self.func.result_types[index].to_string(),
                sharding: sharding.map_or_else(String::new, |sharding| sharding_text(&sharding.closed())),
                axes: self.axes((self.func.num_values() + index) as Place),
            };
            self.record.values.push(note);
        }
    }

    fn axes(&mut self, place: Place) -> Vec<AxisNote> {
        let Some(arrivals) = self.history.arrivals.get(place as usize).cloned() else { return Vec::new() };
        let mut notes = Vec::with_capacity(arrivals.len());
        for arrival in arrivals {
            let written = arrival.from.is_none() && arrival.op.is_none();
            let annotation = written.then(|| self.annotation(place));
            if let (Some(annotation), Some(indices)) = (annotation, &mut self.indices)
                && let Some(index) = indices.of(place, arrival.dim as usize)
            {
                let alike = self.alike.entry((index, arrival.axis.name)).or_default();
                if !alike.contains(&annotation) {
                    alike.push(annotation);
                }
            }
            notes.push(AxisNote {
                axis: arrival.axis.to_string().trim_matches('"').to_owned(),
                dim: arrival.dim,
                annotation,
                from: arrival.from.map(|(from, dim)| (self.position_of(from), dim)).filter(|(at, _)| *at != usize::MAX),
                by: match (arrival.op, arrival.from) {
                    (Some(op), _) => Some(self.at(op)),
                    (None, Some(_)) => Some(At { op: "return".to_owned(), ..At::default() }),
                    (None, None) => None,
                },
                priority: arrival.priority,
            });
        }
        notes
    }

    fn collectives<'s>(&mut self, program: &str, sites: impl Iterator<Item = &'s SiteNote<'s>>) {
        for SiteNote { site, axes, seconds, .. } in sites {
            let mut note = CollectiveNote {
                program: program.to_owned(),
                kind: site.kind.to_owned(),
                axes: axes.map(<[String]>::to_vec),
                group: site.group,
                times: site.times,
                bytes: site.bytes,
                wire_bytes: site.wire_bytes,
                seconds: *seconds,
                need: NeedName::Unknown,
                at: At { loc: loc_text(&site.loc), ..At::default() },
                value: None,
                from: String::new(),
                to: String::new(),
                declared: false,
                input: false,
                weight: false,
                no_rule: false,
                cause: String::new(),
                makers: Vec::new(),
                because: Vec::new(),
                declares: Vec::new(),
                alternatives: Vec::new(),
                advice: Vec::new(),
            };
            let local = self.program.local.main().map(|func| func.name);
            let cause = local.and_then(|name| self.provenance.of(name, site.op)).and_then(|id| self.provenance.causes.get(id as usize));
            Causes { builder: self, context: Context { cause, axes: axes.unwrap_or_default() } }.fill(&mut note);
            self.record.collectives.push(note);
        }
    }

    /// The annotation that is written at a place.
    pub fn annotation(&mut self, place: Place) -> usize {
        let values = self.func.num_values();
        let result = (place as usize).checked_sub(values);
        let value = Value::from_index(place as usize);
        let by = match result {
            Some(_) => None,
            None => self.constraint(value),
        };
        self.annotation_by(place, by)
    }

    /// Which argument of the program a value is. Values that later passes added are none.
    pub fn argument(&self, value: Value) -> Option<usize> {
        match (value.index() < self.func.num_values()).then(|| self.func.value(value).def)? {
            ValueDef::Arg(region, index) if region == self.func.body() => Some(index),
            _ => None,
        }
    }

    /// The constraint or manual computation that says how a value lies.
    fn constraint(&self, value: Value) -> Option<OpId> {
        if let Some(op) = self.provenance.constrained.get(&self.func.name).and_then(|by| by[value]) {
            return Some(op);
        }
        let declares = |op: &OpId| matches!(self.func.op(*op).info.name, "sdy.sharding_constraint" | "sdy.reshard" | "sdy.manual_computation");
        match self.func.value(value).def {
            ValueDef::Result(op, _) => Some(op).filter(declares),
            ValueDef::Arg(region, _) => self.func.region(region).parent.filter(declares),
        }
    }

    /// The annotation that op `by`, or what is written on the place itself, is.
    pub fn annotation_by(&mut self, place: Place, by: Option<OpId>) -> usize {
        // One constraint is one annotation, wherever it was put.
        let key = if by.is_some_and(|op| self.func.op(op).info.name != "sdy.manual_computation") { (Place::MAX, by) } else { (place, by) };
        if let Some(&known) = self.annotations.get(&key) {
            return known;
        }
        let values = self.func.num_values();
        let annotation = match ((place as usize).checked_sub(values), by) {
            (Some(index), _) => {
                let written = self.program.written.results.get(index).and_then(Option::as_ref);
                self.on_border(AnnotationKind::Result, index, result_name(self.func, index), written)
            }
            (None, Some(op)) => {
                let manual = self.func.op(op).info.name == "sdy.manual_computation";
                let value = Value::from_index(place as usize);
                let sharding = match self.func.op(op).attrs.get("sharding") {
                    Some(Attr::Sharding(sharding)) => sharding_text(&sharding.closed()),
                    _ => self.func.sharding(value).map_or_else(String::new, |sharding| sharding_text(&sharding.closed())),
                };
                let kind = if manual { AnnotationKind::Manual } else { AnnotationKind::Constraint };
                let named = self.func.op(op).results.first().copied().filter(|_| !manual).unwrap_or(value);
                Annotation { kind, name: self.name(named), index: 0, sharding, option: String::new(), at: self.at(op) }
            }
            (None, None) => {
                let value = Value::from_index(place as usize);
                match self.argument(value) {
                    Some(index) => {
                        let written = self.program.written.args.get(index).and_then(Option::as_ref);
                        self.on_border(AnnotationKind::Argument, index, arg_name(self.func, index), written)
                    }
                    None => {
                        let name = self.name(value);
                        let option = self.func.value(value).name.and_then(|name| self.facts.options.get(name.as_str())).cloned().unwrap_or_default();
                        let sharding = self.written_axes(place);
                        Annotation { kind: AnnotationKind::Value, name, index: 0, sharding, option, at: self.value_at(value) }
                    }
                }
            }
        };
        self.record.annotations.push(annotation);
        let index = self.record.annotations.len() - 1;
        self.annotations.insert(key, index);
        index
    }

    fn on_border(&self, kind: AnnotationKind, index: usize, name: String, written: Option<&TensorSharding>) -> Annotation {
        let option = self.facts.options.get(&name).cloned().unwrap_or_default();
        let line = if option.is_empty() { self.lines.line(self.func.span.start as usize) } else { 0 };
        Annotation { kind, name, index, sharding: written.map_or_else(String::new, sharding_text), option, at: At { line, ..At::default() } }
    }

    fn written_axes(&self, place: Place) -> String {
        let rank = self.func.ty(Value::from_index(place as usize)).as_tensor().map_or(0, |ty| ty.rank());
        let mut dims = vec![Vec::new(); rank];
        for arrival in self.history.arrivals.get(place as usize).into_iter().flatten() {
            if arrival.from.is_none() && let Some(dim) = dims.get_mut(arrival.dim as usize) {
                dim.push(arrival.axis);
            }
        }
        sharding_text(&TensorSharding::of_axes(Sym::new("mesh"), dims))
    }

    /// Position in the record of a place.
    pub fn position_of(&self, place: Place) -> usize {
        self.position.get(place as usize).copied().unwrap_or(usize::MAX)
    }

    /// The name of a value.
    pub fn name(&self, value: Value) -> String {
        let data = self.func.value(value);
        if let Some(name) = data.name {
            return name.as_str().to_owned();
        }
        match data.def {
            ValueDef::Arg(region, index) if region == self.func.body() => arg_name(self.func, index),
            ValueDef::Result(op, index) if self.func.op(op).span.end > 0 => match self.lines.defined(self.func.op(op).span.start as usize) {
                Some(name) => match name.split_once(':') {
                    Some((name, _)) => format!("{name}#{index}"),
                    None => name.to_owned(),
                },
                None => self.printed[value].clone(),
            },
            _ => self.printed[value].clone(),
        }
    }

    fn value_at(&self, value: Value) -> At {
        self.func.defining_op(value).map_or_else(At::default, |op| self.at(op))
    }

    /// Where an op stands in the model.
    pub fn at(&self, op: OpId) -> At {
        let data = self.func.op(op);
        let line = if data.span.end > 0 { self.lines.line(data.span.start as usize) } else { 0 };
        At { op: data.info.name.to_owned(), loc: loc_text(&data.loc), line }
    }
}

/// A location; empty where there is none.
fn loc_text(loc: &Loc) -> String {
    match loc {
        Loc::Unknown => String::new(),
        Loc::Name(name, None) => name.as_str().to_owned(),
        loc => loc.to_string(),
    }
}
