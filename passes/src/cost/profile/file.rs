//! Our own profile format as a file: what was measured, point by point.
//!
//! A profile is JSON:
//!
//! ```json
//! { "version": 1, "device": "H200 SXM", "source": "who measured what with which driver, when", "launch_seconds": 9.0e-7,
//!   "products": [ { "element": "bf16", "m": 4096, "n": 4096, "k": 4096, "batch": 1, "seconds": 2.1e-4, "runs": 50 } ],
//!   "memory": [ { "bytes": 268435456, "seconds": 7.0e-5, "runs": 50 } ],
//!   "ops": [ { "op": "stablehlo.sort", "element": "f32", "operands": [[1048576]], "results": [[1048576]], "attributes": "dimension = 0 : i64",
//!              "seconds": 3.0e-4, "runs": 50 } ] }
//! ```
//!
//! `batch` is 1 where left out; `launch_seconds`, `runs`, and `results` and `attributes` of an op may be left out. An op of several names joined by `+` is a
//! kernel that computes all of them; its `operands` are what it reads. Invariants: a field that the format lacks, one left out and an impossible figure are errors that
//! name the field; a file that was written reads back the same; nothing is sized by what a file claims.

use serde::{Deserialize, Serialize};
use shardwright_ir::types::ElementType;
use std::collections::BTreeSet;
use std::path::Path;

/// Version that this code reads and writes.
pub const VERSION: u32 = 1;
/// No profile is larger.
pub(super) const MOST_BYTES: u64 = 64 << 20;

/// A matrix product.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProductPoint {
    /// `f64`, `f32`, `tf32`, `bf16`, ….
    pub element: String,
    /// Rows of the result.
    pub m: u64,
    /// Columns of the result.
    pub n: u64,
    /// What is summed over.
    pub k: u64,
    /// Independent products.
    #[serde(default = "one")]
    pub batch: u64,
    /// Seconds.
    pub seconds: f64,
    /// How often it was measured; 0 where that is not said.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub runs: u64,
}

/// An elementwise op.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryPoint {
    /// Bytes read and written together.
    pub bytes: u64,
    /// Seconds.
    pub seconds: f64,
    /// How often it was measured; 0 where that is not said.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub runs: u64,
}

/// One op, or a kernel of several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpPoint {
    /// `stablehlo.sort`, or the names of a kernel's ops joined by `+`.
    pub op: String,
    /// Element type of its first operand.
    pub element: String,
    /// Shapes of its operands.
    pub operands: Vec<Vec<i64>>,
    /// Shapes of its results; where left out, any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Vec<i64>>,
    /// Its attributes as [`super::attributes_of`] writes them; where left out, any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub attributes: String,
    /// Seconds.
    pub seconds: f64,
    /// How often it was measured; 0 where that is not said.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub runs: u64,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurements {
    /// [`VERSION`].
    pub version: u32,
    /// On what.
    pub device: String,
    /// By whom, with what, when.
    pub source: String,
    /// From the end of a kernel to the start of the next: part of all times below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch_seconds: Option<f64>,
    /// Matrix products.
    #[serde(default)]
    pub products: Vec<ProductPoint>,
    /// Elementwise ops.
    #[serde(default)]
    pub memory: Vec<MemoryPoint>,
    /// Single ops.
    #[serde(default)]
    pub ops: Vec<OpPoint>,
}

impl ProductPoint {
    /// Operations.
    pub fn flops(&self) -> f64 {
        [self.batch, self.m, self.n, self.k].iter().fold(2.0, |product, &size| product * size as f64)
    }
}

impl Measurements {
    /// Reads a profile's text; `file` is what errors call it.
    ///
    /// # Errors
    /// The field and what is wrong with it.
    pub fn parse(text: &str, file: &str) -> Result<Measurements, String> {
        let read: Measurements = shardwright_ir::json::read(text, "a profile").map_err(|fault| format!("{file}: {fault}"))?;
        read.check().map_err(|why| format!("{file}: {why}"))?;
        Ok(read)
    }

    /// The profile as JSON, a point a line.
    pub fn to_json(&self) -> String {
        let line = |value: serde_json::Result<String>| value.unwrap_or_else(|error| unreachable!("plain data: {error}"));
        let list = |points: Vec<String>| if points.is_empty() { "[]".to_owned() } else { format!("[\n    {}\n  ]", points.join(",\n    ")) };
        let launch = self.launch_seconds.map_or_else(String::new, |seconds| format!("  \"launch_seconds\": {},\n", line(serde_json::to_string(&seconds))));
        format!(
            "{{\n  \"version\": {},\n  \"device\": {},\n  \"source\": {},\n{launch}  \"products\": {},\n  \"memory\": {},\n  \"ops\": {}\n}}\n",
            self.version,
            line(serde_json::to_string(&self.device)),
            line(serde_json::to_string(&self.source)),
            list(self.products.iter().map(|point| line(serde_json::to_string(point))).collect()),
            list(self.memory.iter().map(|point| line(serde_json::to_string(point))).collect()),
            list(self.ops.iter().map(|point| line(serde_json::to_string(point))).collect()),
        )
    }

    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("version: the profile has version {}, this program reads version {VERSION}", self.version));
        }
        for (field, text) in [("device", &self.device), ("source", &self.source)] {
            if text.trim().is_empty() {
                return Err(format!("{field}: must not be empty"));
            }
        }
        let time = |field: String, seconds: f64| match seconds {
            seconds if seconds > 0.0 && seconds < 1e6 => Ok(()),
            seconds => Err(format!("{field}: must be above 0 and below 1e6, got {seconds}")),
        };
        if let Some(seconds) = self.launch_seconds {
            time("launch_seconds".to_owned(), seconds)?;
        }
        for (index, point) in self.products.iter().enumerate() {
            if point.element != "tf32" && ElementType::parse(&point.element).is_none() {
                return Err(format!("products[{index}].element: `{}` is no element type", point.element));
            }
            let sizes = [point.batch, point.m, point.n, point.k];
            if sizes.contains(&0) {
                return Err(format!("products[{index}]: sizes must be at least 1, got {sizes:?}"));
            }
            time(format!("products[{index}].seconds"), point.seconds)?;
        }
        for (index, point) in self.memory.iter().enumerate() {
            time(format!("memory[{index}].seconds"), point.seconds)?;
        }
        let mut known = BTreeSet::new();
        for (index, point) in self.ops.iter().enumerate() {
            time(format!("ops[{index}].seconds"), point.seconds)?;
            if !known.insert((&point.op, &point.element, &point.operands, &point.results, &point.attributes)) {
                return Err(format!("ops[{index}]: {} of {} {:?} is given twice", point.op, point.element, point.operands));
            }
        }
        Ok(())
    }
}

/// The text of a file that is no larger than a profile can be.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let at = |why: String| format!("{}: {why}", path.display());
    let size = std::fs::metadata(path).map_err(|error| at(error.to_string()))?.len();
    if size > MOST_BYTES {
        return Err(at(format!("a profile has at most {MOST_BYTES} bytes, this one has {size}")));
    }
    std::fs::read_to_string(path).map_err(|error| at(error.to_string()))
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_reads_back_what_it_wrote() {
        let mut all = Measurements {
            version: VERSION,
            device: "a \"device\"".to_owned(),
            source: "by hand".to_owned(),
            launch_seconds: Some(3e-7),
            products: vec![ProductPoint { element: "bf16".to_owned(), m: 1, n: 2, k: 3, batch: 4, seconds: 1.25e-5, runs: 7 }],
            memory: vec![MemoryPoint { bytes: 12, seconds: 0.1 + 0.2, runs: 0 }, MemoryPoint { bytes: 24, seconds: 1e-9, runs: 1 }],
            ops: vec![OpPoint {
                op: "stablehlo.add+stablehlo.tanh".to_owned(),
                element: "f32".to_owned(),
                operands: vec![vec![2, 3], vec![]],
                results: vec![vec![2, 3]],
                attributes: "a = 1 : i64".to_owned(),
                seconds: 2e-6,
                runs: 3,
            }],
        };
        assert_eq!(Measurements::parse(&all.to_json(), "p.json").expect("legal"), all);
        assert_eq!(all.products[0].flops(), 48.0);
        (all.launch_seconds, all.ops) = (None, Vec::new());
        assert_eq!(Measurements::parse(&all.to_json(), "p.json").expect("legal"), all);
        all.ops = vec![OpPoint { op: "x".to_owned(), element: "f32".to_owned(), operands: vec![], results: vec![], attributes: String::new(), seconds: 1.0, runs: 0 }; 2];
        assert_eq!(Measurements::parse(&all.to_json(), "p.json").expect_err("twice"), "p.json: ops[1]: x of f32 [] is given twice");
    }
}
