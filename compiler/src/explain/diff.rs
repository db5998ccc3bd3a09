//! Two compiles side by side: what they send, hold and compute, and which reasons for collectives are new or gone.
//!
//! Invariant: numbers are those of the two `report.json`; a number that either lacks is left out.

use super::Explain;
use super::show::{bytes, seconds};
use crate::files::read_text;
use indexmap::{IndexMap, IndexSet};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// One number of both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What it is.
    pub what: String,
    /// `count`, `bytes`, `flops` or `seconds`.
    pub unit: &'static str,
    /// The first compile's.
    pub before: f64,
    /// The second's.
    pub after: f64,
    /// The second less the first.
    pub difference: f64,
}

/// A reason with how often and for how much it moves data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reason {
    /// The sentence.
    pub cause: String,
    /// Kind of collective.
    pub kind: String,
    /// How often.
    pub count: i64,
    /// Bytes that one device sends for it.
    pub wire_bytes: i64,
}

/// The difference of two compiles.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diff {
    /// Numbers.
    pub rows: Vec<Row>,
    /// Reasons that only the second has.
    pub new: Vec<Reason>,
    /// Reasons that only the first has.
    pub gone: Vec<Reason>,
}

/// Compares two output folders.
///
/// # Errors
/// A file that cannot be read, by its name.
pub fn diff(before: &Path, after: &Path) -> Result<Diff, String> {
    let records = (Explain::read(before)?, Explain::read(after)?);
    let reports = (report(before)?, report(after)?);
    let mut rows = Vec::new();
    let kinds = |report: &Value| -> Vec<String> { report["collectives"].as_object().map_or_else(Vec::new, |kinds| kinds.keys().cloned().collect()) };
    let all: IndexSet<String> = kinds(&reports.0).into_iter().chain(kinds(&reports.1)).collect();
    for kind in all {
        for (field, unit) in [("count", "count"), ("bytes", "bytes"), ("wire_bytes", "bytes")] {
            let number = |report: &Value| report["collectives"][&kind][field].as_f64().unwrap_or(0.0);
            rows.push(row(format!("{kind} {field}"), unit, number(&reports.0), number(&reports.1)));
        }
    }
    let paths: [(&str, &str, &'static str); 11] = [
        ("memory.arguments", "/memory/arguments", "bytes"),
        ("memory.outputs", "/memory/outputs", "bytes"),
        ("memory.peak", "/memory/peak", "bytes"),
        ("weights.device", "/weights/device", "bytes"),
        ("flops", "/flops", "flops"),
        ("ops", "/ops", "count"),
        ("seconds.compute", "/seconds/compute", "seconds"),
        ("seconds.communication", "/seconds/communication", "seconds"),
        ("seconds.exposed", "/seconds/exposed", "seconds"),
        ("seconds.bubble", "/seconds/bubble", "seconds"),
        ("seconds.step", "/seconds/step", "seconds"),
    ];
    for (what, path, unit) in paths {
        let number = |report: &Value| report.pointer(path).and_then(Value::as_f64);
        if let (Some(before), Some(after)) = (number(&reports.0), number(&reports.1)) {
            rows.push(row(what.to_owned(), unit, before, after));
        }
    }
    let (old, new) = (reasons(&records.0), reasons(&records.1));
    let only = |these: &IndexMap<(String, String), Reason>, those: &IndexMap<(String, String), Reason>| -> Vec<Reason> {
        let mut only: Vec<Reason> = these.iter().filter(|(key, _)| !those.contains_key(*key)).map(|(_, reason)| reason.clone()).collect();
        only.sort_by_key(|reason| std::cmp::Reverse(reason.wire_bytes));
        only
    };
    Ok(Diff { rows, new: only(&new, &old), gone: only(&old, &new) })
}

impl Diff {
    /// As a table; `all` with the reasons beyond the dearest ones.
    pub fn text(&self, all: bool) -> String {
        const SHOWN: usize = 10;
        let number = |row: &Row, value: f64| match row.unit {
            "bytes" => bytes(value as i64),
            "seconds" => seconds(value),
            _ => format!("{value}"),
        };
        let mut text = String::new();
        let width = self.rows.iter().map(|row| row.what.len()).max().unwrap_or(4).max(4);
        let _ = writeln!(text, "{:width$}  {:>14}  {:>14}  {:>14}", "", "before", "after", "difference");
        for row in &self.rows {
            let sign = if row.difference > 0.0 { "+" } else { "" };
            let (before, after) = (number(row, row.before), number(row, row.after));
            let difference = if row.difference == 0.0 { "=".to_owned() } else { format!("{sign}{}", number(row, row.difference)) };
            let _ = writeln!(text, "{:width$}  {before:>14}  {after:>14}  {difference:>14}", row.what);
        }
        for (title, reasons) in [("new", &self.new), ("gone", &self.gone)] {
            let shown = if all { reasons.len() } else { reasons.len().min(SHOWN) };
            for reason in &reasons[..shown] {
                let _ = writeln!(text, "{title}: {} x {}, {} sent: {}", reason.count, reason.kind, bytes(reason.wire_bytes), reason.cause);
            }
            if shown < reasons.len() {
                let _ = writeln!(text, "{title}: {} more (--all shows them)", reasons.len() - shown);
            }
        }
        text
    }
}

fn row(what: String, unit: &'static str, before: f64, after: f64) -> Row {
    Row { what, unit, before, after, difference: after - before }
}

fn report(folder: &Path) -> Result<Value, String> {
    let path = folder.join("report.json");
    serde_json::from_str(&read_text(&path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn reasons(record: &Explain) -> IndexMap<(String, String), Reason> {
    let mut reasons = IndexMap::new();
    for one in &record.collectives {
        let key = (one.kind.clone(), one.cause.clone());
        let reason = reasons.entry(key).or_insert_with(|| Reason { cause: one.cause.clone(), kind: one.kind.clone(), count: 0, wire_bytes: 0 });
        reason.count += one.times;
        reason.wire_bytes = reason.wire_bytes.saturating_add(one.total_wire());
    }
    reasons
}
