//! Measured times of ops: our own profile format, and readers of others.
//!
//! A profile is JSON:
//!
//! ```json
//! { "version": 1, "device": "H200 SXM", "source": "who measured what with which driver, when",
//!   "products": [ { "element": "bf16", "m": 4096, "n": 4096, "k": 4096, "batch": 1, "seconds": 2.1e-4 } ],
//!   "memory": [ { "bytes": 268435456, "seconds": 7.0e-5 } ],
//!   "ops": [ { "op": "stablehlo.sort", "element": "f32", "operands": [[1048576]], "seconds": 3.0e-4 } ] }
//! ```
//!
//! `products` are matrix products of `2 batch m n k` operations, the element type `tf32` being `f32` in reduced precision; `memory` are elementwise ops that
//! read and write so many bytes in all; `ops` are ops of exactly these operand shapes. Seconds are from the start of one to the start of the next, so launches are
//! in them. Between points time is linear in the work; below the smallest it is that of the smallest, above the largest it grows at the largest's rate; points of
//! equal work are averaged, and more work never takes less time. Invariants: a field that the format lacks, one left out and an impossible
//! figure are errors that name the field; nothing is sized by what a file claims.

pub mod aceso;
pub mod pipedream;
pub mod piper;
pub mod table;

pub use table::{OpTable, OpTime};

use super::compute::{Class, Work, reduced};
use serde::{Deserialize, Serialize};
use shardwright_ir::types::{ElementClass, ElementType};
use shardwright_ir::OpView;
use std::collections::BTreeMap;
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
}

/// An elementwise op.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryPoint {
    /// Bytes read and written together.
    pub bytes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// One op.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpPoint {
    /// `stablehlo.sort`.
    pub op: String,
    /// Element type of its first operand.
    pub element: String,
    /// Shapes of its operands.
    pub operands: Vec<Vec<i64>>,
    /// Seconds.
    pub seconds: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    device: String,
    source: String,
    #[serde(default)]
    products: Vec<ProductPoint>,
    #[serde(default)]
    memory: Vec<MemoryPoint>,
    #[serde(default)]
    ops: Vec<OpPoint>,
}

/// A profile, ready to be asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// What was measured.
    pub device: String,
    /// By whom, with what, when.
    pub source: String,
    products: BTreeMap<String, Curve>,
    memory: Curve,
    ops: BTreeMap<(String, String, Vec<Vec<i64>>), f64>,
}

/// Seconds by work: both grow.
#[derive(Clone, PartialEq, Debug, Default)]
struct Curve(Vec<(f64, f64)>);

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// The file, the field and what is wrong with it.
    pub fn read(path: &Path) -> Result<Profile, String> {
        Profile::parse(&read(path)?, &path.display().to_string())
    }

    /// As [`Profile::read`] from text; `file` is what errors call it.
    ///
    /// # Errors
    /// The field and what is wrong with it.
    pub fn parse(text: &str, file: &str) -> Result<Profile, String> {
        let mut json = serde_json::Deserializer::from_str(text);
        let read: File = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            format!("{file}: {}{}", if matches!(path.as_str(), "." | "?") { String::new() } else { format!("{path}: ") }, error.inner())
        })?;
        json.end().map_err(|error| format!("{file}: {error}"))?;
        if read.version != VERSION {
            return Err(format!("{file}: version: the profile has version {}, this program reads version {VERSION}", read.version));
        }
        for (field, text) in [("device", &read.device), ("source", &read.source)] {
            if text.trim().is_empty() {
                return Err(format!("{file}: {field}: must not be empty"));
            }
        }
        let time = |field: String, seconds: f64| match seconds {
            seconds if seconds > 0.0 && seconds < 1e6 => Ok(seconds),
            seconds => Err(format!("{file}: {field}: must be above 0 and below 1e6, got {seconds}")),
        };
        let mut products = BTreeMap::<String, Vec<(f64, f64)>>::new();
        for (index, point) in read.products.iter().enumerate() {
            if point.element != "tf32" && ElementType::parse(&point.element).is_none() {
                return Err(format!("{file}: products[{index}].element: `{}` is no element type", point.element));
            }
            let sizes = [point.batch, point.m, point.n, point.k];
            if sizes.contains(&0) {
                return Err(format!("{file}: products[{index}]: sizes must be at least 1, got {sizes:?}"));
            }
            let flops = sizes.iter().fold(2.0, |product, &size| product * size as f64);
            products.entry(point.element.clone()).or_default().push((flops, time(format!("products[{index}].seconds"), point.seconds)?));
        }
        let mut memory = Vec::new();
        for (index, point) in read.memory.iter().enumerate() {
            memory.push((point.bytes as f64, time(format!("memory[{index}].seconds"), point.seconds)?));
        }
        let mut ops = BTreeMap::new();
        for (index, point) in read.ops.iter().enumerate() {
            let key = (point.op.clone(), point.element.clone(), point.operands.clone());
            if ops.insert(key, time(format!("ops[{index}].seconds"), point.seconds)?).is_some() {
                return Err(format!("{file}: ops[{index}]: {} of {} {:?} is given twice", point.op, point.element, point.operands));
            }
        }
        let products = products.into_iter().map(|(element, points)| (element, Curve::new(points))).collect();
        Ok(Profile { device: read.device, source: read.source, products, memory: Curve::new(memory), ops })
    }

    /// Seconds of a kernel that computes products, by its operations, with how they were found.
    pub(super) fn products(&self, work: &Work) -> Option<(f64, String)> {
        if work.class != Class::Matmul || work.flops <= 0 {
            return None;
        }
        let single = work.element.class() == ElementClass::Float && work.element.bits() == 32;
        let names: &[&str] = if single && work.reduced { &["tf32", "f32"] } else { &[work.element.as_str()] };
        let (name, curve) = names.iter().find_map(|&name| Some((name, self.products.get(name)?)))?;
        curve.told(work.flops as f64, &format!("{} flops of {name}", work.flops))
    }

    /// Seconds of a kernel that the memory bounds, by its bytes, with how they were found.
    pub(super) fn memory(&self, work: &Work) -> Option<(f64, String)> {
        let bound = !matches!(work.class, Class::Other) && work.bytes > 0;
        if bound { self.memory.told(work.bytes as f64, &format!("{} B", work.bytes)) } else { None }
    }

    /// Seconds of an op of exactly these operands, with how they were found.
    pub(super) fn op(&self, view: &OpView) -> Option<(f64, String)> {
        if self.ops.is_empty() || (Class::of(view.data().info.name) == Class::Matmul && !reduced(view)) {
            return None;
        }
        let shapes: Vec<Vec<i64>> = view.operand_types().iter().map(|ty| ty.dims.to_vec()).collect();
        let key = (view.data().info.name.to_owned(), super::compute::element_of(view).as_str().to_owned(), shapes);
        let &seconds = self.ops.get(&key)?;
        Some((seconds, format!("{} of {} {:?} measured: {:.2} us", key.0, key.1, key.2, seconds * 1e6)))
    }
}

impl Curve {
    fn new(mut points: Vec<(f64, f64)>) -> Curve {
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut curve: Vec<(f64, f64)> = Vec::new();
        for same in points.chunk_by(|a, b| a.0 == b.0) {
            let mean = same.iter().map(|point| point.1).sum::<f64>() / same.len() as f64;
            let before = curve.last().map_or(0.0, |last| last.1);
            curve.push((same[0].0, mean.max(before)));
        }
        Curve(curve)
    }

    fn told(&self, work: f64, what: &str) -> Option<(f64, String)> {
        let (&(first, least), &(last, most)) = (self.0.first()?, self.0.last()?);
        let us = 1e6;
        if work <= first {
            return Some((least, format!("{what}: {:.2} us as the smallest measured, {first}", least * us)));
        }
        if work >= last {
            let seconds = most * work / last;
            return Some((seconds, format!("{what}: {:.2} us at the rate of the largest measured, {last}", seconds * us)));
        }
        let above = self.0.partition_point(|point| point.0 < work);
        let ((x0, y0), (x1, y1)) = (self.0[above - 1], self.0[above]);
        let seconds = y0 + (y1 - y0) * (work - x0) / (x1 - x0);
        Some((seconds, format!("{what}: {:.2} us between {:.2} us measured at {x0} and {:.2} us at {x1}", seconds * us, y0 * us, y1 * us)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::compute::ComputeCosts;
    use shardwright_ir::machine::builtin;

    const TEXT: &str = r#"{ "version": 1, "device": "some", "source": "by hand",
        "products": [ { "element": "bf16", "m": 1000, "n": 1000, "k": 1000, "seconds": 1e-5 }, { "element": "bf16", "m": 1000, "n": 1000, "k": 3000, "seconds": 2e-5 } ],
        "memory": [ { "bytes": 1000, "seconds": 4e-6 }, { "bytes": 1000, "seconds": 6e-6 } ] }"#;

    fn us(class: Class, element: ElementType, flops: i64, bytes: i64) -> f64 {
        let profile = Profile::parse(TEXT, "p.json").expect("legal");
        let device = builtin("dgx-h100").expect("built in").device;
        ComputeCosts::new(&device, Some(&profile)).price(&Work { class, element, reduced: true, flops, bytes }).seconds * 1e6
    }

    /// 2 GFLOP take 10 us and 6 take 20: 3 take 12.5, 1 takes 10, 12 take 40. 1000 bytes take 5 us (the mean), 4000 take 20.
    #[test]
    fn measured_times_are_interpolated() {
        let near = |got: f64, wanted: f64| assert!((got - wanted).abs() < 1e-9, "{got} for {wanted}");
        for (gflop, wanted) in [(3, 12.5), (1, 10.0), (12, 40.0)] {
            near(us(Class::Matmul, ElementType::BF16, gflop * 1_000_000_000, 0), wanted);
        }
        near(us(Class::Elementwise, ElementType::F32, 0, 4000), 20.0);
        near(us(Class::Elementwise, ElementType::F32, 0, 10), 5.0);
        // A product that moves more than it computes is as slow as its bytes.
        near(us(Class::Matmul, ElementType::BF16, 1_000_000_000, 100_000), 500.0);
        // f32 was not measured: 1e12 / (494.5e12 x 0.8), ramp and launch.
        near(us(Class::Matmul, ElementType::F32, 1_000_000_000_000, 0), 1e12 / 395.6e6 + 2.9);
    }

    #[test]
    fn faults_name_file_and_field() {
        let fault = |from: &str, to: &str| Profile::parse(&TEXT.replacen(from, to, 1), "p.json").expect_err("a fault");
        assert_eq!(fault("\"seconds\": 1e-5", "\"seconds\": 0"), "p.json: products[0].seconds: must be above 0 and below 1e6, got 0");
        assert_eq!(fault("\"element\": \"bf16\"", "\"element\": \"b16\""), "p.json: products[0].element: `b16` is no element type");
        assert!(fault("\"m\": 1000", "\"mm\": 1000").starts_with("p.json: products[0].mm: unknown field `mm`"));
        assert_eq!(fault("\"version\": 1", "\"version\": 2"), "p.json: version: the profile has version 2, this program reads version 1");
        assert_eq!(fault("by hand", " "), "p.json: source: must not be empty");
        assert!(Profile::read(Path::new("no-such.json")).expect_err("not there").starts_with("no-such.json: "));
    }
}
