//! The record as text for people.
//!
//! Invariant: dearest first; equal ones in program order.

use super::{Annotation, AnnotationKind, At, CollectiveNote, Explain, ValueNote};
use std::fmt::Write;

/// How people call an annotation: `the annotation of argument `x``.
pub fn annotation(annotation: &Annotation) -> String {
    let Annotation { kind, name, index, sharding, option, at } = annotation;
    if !option.is_empty() {
        return format!("{option} (on `{name}`)");
    }
    let sharding = if sharding.is_empty() { String::new() } else { format!(" {}", sharding.replace('"', "")) };
    match kind {
        AnnotationKind::Argument => format!("the annotation{sharding} of argument {index} (`{name}`)"),
        AnnotationKind::Result => format!("the annotation{sharding} of result {index} (`{name}`)"),
        AnnotationKind::Constraint => format!("the constraint{sharding} `{name}`{}", place(at)),
        AnnotationKind::Manual => format!("the manual computation's{sharding} for `{name}`{}", place(at)),
        AnnotationKind::Value => format!("the annotation{sharding} of `{name}`{}", place(at)),
    }
}

/// ` at line 7`, ` at NAME`, or nothing.
pub fn place(at: &At) -> String {
    match (at.loc.as_str(), at.line) {
        ("", 0) => String::new(),
        ("", line) => format!(" at line {line}"),
        (loc, 0) => format!(" at {loc}"),
        (loc, line) => format!(" at line {line} ({loc})"),
    }
}

/// A number of bytes in the largest unit of which there is at least one.
pub fn bytes(number: i64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = number as f64;
    let mut unit = 0;
    while value.abs() >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{number} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// Seconds in a unit that people read.
pub fn seconds(number: f64) -> String {
    match number {
        number if number.abs() >= 1.0 => format!("{number:.2} s"),
        number if number.abs() >= 1e-3 => format!("{:.2} ms", number * 1e3),
        number => format!("{:.1} us", number * 1e6),
    }
}

/// Collectives that are alike: their positions, the first one's stands for them.
pub fn groups(record: &Explain) -> Vec<Vec<usize>> {
    type Key<'r> = (&'r str, &'r Option<Vec<String>>, i64, &'r str, &'r str, &'r str, bool, super::NeedName);
    let mut groups = indexmap::IndexMap::<Key, Vec<usize>>::new();
    for (index, one) in record.collectives.iter().enumerate() {
        let key = (one.kind.as_str(), &one.axes, one.bytes, one.at.op.as_str(), one.from.as_str(), one.to.as_str(), one.input, one.need);
        groups.entry(key).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    let total = |group: &[usize]| group.iter().map(|&at| record.collectives[at].total_wire()).fold(0, i64::saturating_add);
    groups.sort_by_key(|group| (std::cmp::Reverse(total(group)), group[0]));
    groups
}

/// The summary: collectives that are alike together, dearest first.
pub fn summary(record: &Explain) -> String {
    let mut text = String::new();
    let all = &record.collectives;
    let total = all.iter().map(CollectiveNote::total_wire).fold(0, i64::saturating_add);
    let count = all.iter().map(|one| one.times).fold(0, i64::saturating_add);
    let _ = writeln!(text, "{}: {count} collectives, {} sent by each device", record.model, bytes(total));
    for order in &record.orders {
        let _ = writeln!(text, "annotations compete: {} went first ({} of cost, all at once {})", list(&order.first), bytes(order.cost), bytes(order.at_once));
    }
    for group in groups(record) {
        let one = &all[group[0]];
        let sum = group.iter().map(|&at| all[at].total_wire()).fold(0, i64::saturating_add);
        let times = group.iter().map(|&at| all[at].times).fold(0, i64::saturating_add);
        let time: f64 = group.iter().filter_map(|&at| Some(all[at].seconds? * all[at].times as f64)).sum();
        let time = if time > 0.0 { format!(", {}", seconds(time)) } else { String::new() };
        let _ = writeln!(text, "\n{times} x {} over {}, {} of results each, {} sent in all{time}", one.kind, axes(one), bytes(one.bytes), bytes(sum));
        let others = group.len() - 1;
        let more = match others {
            0 => String::new(),
            others => format!(", and {others} more like it"),
        };
        let _ = writeln!(text, "  #{}{more}: {}", group[0], one.cause);
        if let Some(advice) = one.advice.first() {
            let _ = writeln!(text, "  avoid it: {advice}");
        }
    }
    if all.is_empty() {
        let _ = writeln!(text, "no collectives: nothing to explain");
    }
    text
}

/// Everything about one collective; `source` is the model's text, where it is at hand.
pub fn collective(record: &Explain, index: usize, source: Option<&str>) -> Option<String> {
    let one = record.collectives.get(index)?;
    let mut text = String::new();
    let _ = writeln!(text, "collective {index} of {}: {} over {} ({} devices)", record.collectives.len(), one.kind, axes(one), one.group);
    let time = one.seconds.map_or_else(String::new, |time| format!(", {}", seconds(time)));
    let each = if one.times == 1 { String::new() } else { format!(", each of {} times", one.times) };
    let _ = writeln!(text, "  {} of results, {} sent by each device{time}{each}", bytes(one.bytes), bytes(one.wire_bytes));
    let _ = writeln!(text, "  {}", one.cause);
    if let Some(line) = source.and_then(|source| source.lines().nth(one.at.line.checked_sub(1)?)) {
        let _ = writeln!(text, "  {}:{} | {}", record.model, one.at.line, clipped(line.trim()));
    }
    if let Some(value) = one.value {
        let value = &record.values[value];
        let _ = writeln!(text, "value `{}`: {} {}, needed as {}", value.name, value.ty, one.from, one.to);
    }
    for maker in &one.makers {
        let _ = writeln!(text, "parts made by {}{}", maker.op, place(maker));
    }
    for &at in &one.declares {
        let _ = writeln!(text, "declared by {}", annotation(&record.annotations[at]));
    }
    for cause in &one.because {
        let on = &record.values[cause.on.0];
        let _ = writeln!(text, "{{{}}} on dimension {} of `{}`", cause.axis, cause.on.1, on.name);
        for step in way(record, cause.on.0, cause.on.1, &cause.axis) {
            let _ = writeln!(text, "    {step}");
        }
        for &at in &cause.same {
            let _ = writeln!(text, "    says the same: {}", annotation(&record.annotations[at]));
        }
    }
    if !one.alternatives.is_empty() {
        let _ = writeln!(text, "other ways (cost as bytes sent, work included):");
    }
    for other in &one.alternatives {
        let _ = writeln!(text, "    {} instead of {}: {}", bytes(other.cost), bytes(other.taken), other.what);
    }
    for advice in &one.advice {
        let _ = writeln!(text, "avoid it: {advice}");
    }
    Some(text)
}

/// The values of this name.
pub fn find<'r>(record: &'r Explain, name: &str) -> Vec<(usize, &'r ValueNote)> {
    record.values.iter().enumerate().filter(|(_, value)| value.name == name).collect()
}

/// How the axes of a value came to it.
pub fn value(record: &Explain, index: usize) -> String {
    let value = &record.values[index];
    let mut text = String::new();
    let made = if value.at.op.is_empty() { String::new() } else { format!(", made by {}{}", value.at.op, place(&value.at)) };
    let sharding = if value.sharding.is_empty() { "no sharding".to_owned() } else { value.sharding.replace('"', "") };
    let _ = writeln!(text, "`{}`: {} {sharding}{made}", value.name, value.ty);
    if value.axes.is_empty() {
        let _ = writeln!(text, "  no axis reached it: it is whole on every device");
    }
    for axis in &value.axes {
        let _ = writeln!(text, "  {{{}}} on dimension {}", axis.axis, axis.dim);
        for step in way(record, index, axis.dim, &axis.axis) {
            let _ = writeln!(text, "    {step}");
        }
    }
    let moved = record.collectives.iter().enumerate().filter(|(_, one)| one.value == Some(index));
    for (at, one) in moved {
        let _ = writeln!(text, "  moved by collective {at}: {} over {}", one.kind, axes(one));
    }
    text
}

/// The steps by which an axis came to a dimension of a value, backwards.
pub fn way(record: &Explain, value: usize, dim: u32, axis: &str) -> Vec<String> {
    let mut steps = Vec::new();
    let mut seen = Vec::new();
    let (mut value, mut dim) = (value, dim);
    let base = |name: &str| name.split(['"', ':']).find(|part| !part.is_empty()).unwrap_or(name).to_owned();
    while !seen.contains(&(value, dim)) {
        seen.push((value, dim));
        let Some(note) = record.values[value].axes.iter().rev().find(|note| note.dim == dim && base(&note.axis) == base(axis)) else { break };
        match (note.annotation, note.from, &note.by) {
            (Some(at), _, _) => {
                steps.push(format!("written: {}", annotation(&record.annotations[at])));
                break;
            }
            (None, Some((from, on)), by) => {
                let by = by.as_ref().map_or_else(String::new, |by| format!(" through {}{}", by.op, place(by)));
                steps.push(format!("from dimension {on} of `{}`{by}", record.values[from].name));
                (value, dim) = (from, on);
            }
            (None, None, _) => {
                steps.push("decided by propagation".to_owned());
                break;
            }
        }
    }
    steps
}

/// `{data, model}`.
pub fn axes(one: &CollectiveNote) -> String {
    one.axes.as_ref().map_or_else(|| format!("groups of {}", one.group), |axes| format!("{{{}}}", axes.join(", ")))
}

fn list(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", then ") }
}

fn clipped(line: &str) -> String {
    const MOST: usize = 160;
    if line.chars().count() <= MOST { line.to_owned() } else { format!("{} …", line.chars().take(MOST).collect::<String>()) }
}
