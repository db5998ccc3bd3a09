//! `explain.json`: why every value lies as it does, and why every collective is there.
//!
//! Reading order: this file (the record), [`build`] (made from what passes told), [`causes`] (which annotations and sentences a
//! collective gets), [`show`] (as text), [`lint`] (what is surprising in it), [`cost`] (what takes how long), [`diff`] (of two compiles).
//! Invariants: the same compile gives the same bytes; numbers that stand for annotations and values are positions in the record's own lists,
//! and [`Explain::read`] refuses a record in which they are not; collectives are in the order of `collective_list` in `report.json`.

pub mod build;
pub mod causes;
pub mod cost;
pub mod diff;
pub mod lint;
pub mod memory;
pub mod show;

use crate::files::read_text;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Version that this code writes and reads.
pub const VERSION: u32 = 1;
/// Name of the file in an output folder.
pub const FILE: &str = "explain.json";

/// The whole record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explain {
    /// Format version.
    pub version: u32,
    /// The model, as it was named.
    pub model: String,
    /// What the user wrote.
    pub annotations: Vec<Annotation>,
    /// In which order competing annotations were taken.
    pub orders: Vec<Order>,
    /// The collectives of all programs.
    pub collectives: Vec<CollectiveNote>,
    /// The values of all programs, results of the program last.
    pub values: Vec<ValueNote>,
}

/// A place in the model.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct At {
    /// The op's name; empty for arguments and results.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub op: String,
    /// The location that the model gives: an ONNX node, a name stack, a file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub loc: String,
    /// Line in the model's text, from 1; 0 where the model is no text.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: usize,
}

/// One annotation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Annotation {
    /// What it stands on.
    pub kind: AnnotationKind,
    /// The name of the argument, result or value.
    pub name: String,
    /// Its position among the arguments or results.
    pub index: usize,
    /// The sharding as it was written, where that is known; else the axes that were written.
    pub sharding: String,
    /// The option that it came by, such as `--shard 'w=[{}, {model}]'`; empty where it stands in the model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub option: String,
    /// Where it stands.
    pub at: At,
}

/// What an annotation stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnotationKind {
    /// An argument of the program.
    Argument,
    /// A result of the program.
    Result,
    /// A sharding constraint.
    Constraint,
    /// A manual computation's declared shardings.
    Manual,
    /// A value inside.
    Value,
}

/// An order of annotations that was found by cost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Groups that went first.
    pub first: Vec<String>,
    /// Estimated cost of all at once, in bytes that each device sends.
    pub at_once: i64,
    /// Estimated cost of this order.
    pub cost: i64,
}

/// One value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ValueNote {
    /// Its name in the model; else the one in the model's text, else the one in `sdy.mlir`.
    pub name: String,
    /// The op that makes it.
    pub at: At,
    /// Its global type.
    pub ty: String,
    /// How it lies, in the syntax of `--shard`.
    pub sharding: String,
    /// How each axis came there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<AxisNote>,
}

/// How an axis came to a dimension of a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AxisNote {
    /// The axis.
    pub axis: String,
    /// The dimension.
    pub dim: u32,
    /// The annotation that says so, where it was written here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<usize>,
    /// The value and its dimension from which it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<(usize, u32)>,
    /// The op through which it came; `return` between a result and what is returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<At>,
    /// The user priority at which it came.
    #[serde(default, skip_serializing_if = "is_zero_priority")]
    pub priority: i64,
}

/// An axis that makes a collective necessary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AxisCause {
    /// The axis.
    pub axis: String,
    /// The value that has it, by position, and the dimension.
    pub on: (usize, u32),
    /// The annotation that it comes from.
    pub annotation: Option<usize>,
    /// Other annotations that say the same of the same dimension of the program: without them too, it would not be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<usize>,
}

/// One collective.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CollectiveNote {
    /// The program's file.
    pub program: String,
    /// `all_reduce`, `all_gather`, ….
    pub kind: String,
    /// Mesh axes, where its groups are a product of axes.
    pub axes: Option<Vec<String>>,
    /// Devices in a group.
    pub group: i64,
    /// How often it runs.
    pub times: i64,
    /// Bytes of its results on one device, each time.
    pub bytes: i64,
    /// Bytes that one device sends, each time.
    pub wire_bytes: i64,
    /// Seconds that it takes each time, where a machine was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What kind of need it is.
    pub need: NeedName,
    /// The op that needs it.
    pub at: At,
    /// The value that is moved, by position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<usize>,
    /// How the value lies.
    pub from: String,
    /// How it is needed.
    pub to: String,
    /// Whether the user declared that it must lie so.
    pub declared: bool,
    /// Whether the value is an input, and whether it is a weight of the model.
    pub input: bool,
    /// Whether it is a weight of the model.
    pub weight: bool,
    /// Whether the op has no sharding rule, so that every device does all of it.
    pub no_rule: bool,
    /// The reason as a sentence.
    pub cause: String,
    /// The ops that make the partial results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub makers: Vec<At>,
    /// The axes that are responsible.
    pub because: Vec<AxisCause>,
    /// Annotations that declare the wanted sharding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declares: Vec<usize>,
    /// Ways that were not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Way>,
    /// What to annotate to avoid it.
    pub advice: Vec<String>,
}

/// What kind of need a collective serves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NeedName {
    /// A value must lie elsewhere.
    Move,
    /// Partial results must be combined.
    Combine,
    /// A whole value must count once in a sum of parts.
    Once,
    /// The op itself exchanges data.
    Exchange,
    /// The program says so.
    Written,
    /// No pass told.
    Unknown,
}

/// A way that was not taken; costs are bytes that one device sends, work counted as what could be sent meanwhile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Way {
    /// What would be done.
    pub what: String,
    /// What it would cost.
    pub cost: i64,
    /// What the way that was taken costs.
    pub taken: i64,
}

impl CollectiveNote {
    /// Bytes that one device sends in all.
    pub fn total_wire(&self) -> i64 {
        self.wire_bytes.saturating_mul(self.times)
    }
    /// Every annotation that is responsible, each once.
    pub fn annotations(&self) -> Vec<usize> {
        let mut all = Vec::new();
        let own = self.because.iter().flat_map(|cause| cause.annotation.iter().chain(&cause.same));
        for &annotation in self.declares.iter().chain(own) {
            if !all.contains(&annotation) {
                all.push(annotation);
            }
        }
        all
    }
}

impl Explain {
    /// Reads the record of an output folder and checks it.
    ///
    /// # Errors
    /// The file's name and what is wrong with it.
    pub fn read(folder: &Path) -> Result<Explain, String> {
        let path = folder.join(FILE);
        if folder.is_dir() && !path.exists() {
            return Err(format!("{}: is no output folder of a compile ({FILE} is missing)", folder.display()));
        }
        let at = |why: String| format!("{}: {why}", path.display());
        let record: Explain = serde_json::from_str(&read_text(&path)?).map_err(|error| at(error.to_string()))?;
        record.check().map_err(at)?;
        Ok(record)
    }

    /// The record as JSON: an entry a line.
    pub fn to_json(&self) -> String {
        fn line(value: &impl Serialize) -> String {
            serde_json::to_string(value).unwrap_or_else(|error| unreachable!("plain data: {error}"))
        }
        fn list<T: Serialize>(items: &[T]) -> String {
            if items.is_empty() {
                return "[]".to_owned();
            }
            let mut text = String::from("[\n");
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index > 0 { ",\n    " } else { "    " });
                text.push_str(&line(item));
            }
            text.push_str("\n  ]");
            text
        }
        format!(
            "{{\n  \"version\": {},\n  \"model\": {},\n  \"annotations\": {},\n  \"orders\": {},\n  \"collectives\": {},\n  \"values\": {}\n}}\n",
            self.version,
            line(&self.model),
            list(&self.annotations),
            list(&self.orders),
            list(&self.collectives),
            list(&self.values)
        )
    }

    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("the record has version {}, this program reads version {VERSION}", self.version));
        }
        let (annotations, values) = (self.annotations.len(), self.values.len());
        for (index, value) in self.values.iter().enumerate() {
            let legal = value.axes.iter().all(|axis| {
                axis.annotation.is_none_or(|at| at < annotations) && axis.from.is_none_or(|(at, _)| at < values)
            });
            if !legal {
                return Err(format!("value {index} names one of {values} values or {annotations} annotations that is not there"));
            }
        }
        for (index, one) in self.collectives.iter().enumerate() {
            let known = one.annotations().iter().all(|&at| at < annotations);
            if !known || one.value.is_some_and(|at| at >= values) || one.because.iter().any(|cause| cause.on.0 >= values) {
                return Err(format!("collective {index} names one of {values} values or {annotations} annotations that is not there"));
            }
        }
        Ok(())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero_priority(number: &i64) -> bool {
    *number == 0
}
