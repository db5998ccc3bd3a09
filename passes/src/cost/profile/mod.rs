//! Measured times of ops: our own profile format, and readers of others.
//!
//! [`file`] is the format, [`fit`] finds a machine's figures from it; [`foreign`] tells the profiles of other planners, which are read into [`table`]. `products` are matrix products of `2 batch m n k` operations, the element type `tf32` being `f32`
//! in reduced precision; `memory` are elementwise ops that
//! read and write so many bytes in all; `ops` are ops of exactly these operand shapes. Seconds are from the start of one to the start of the next, so launches are
//! in them. Between points time is linear in the work; below the smallest it is that of the smallest, above the largest it grows at the largest's rate; points of
//! equal work are averaged, and more work never takes less time. Invariant: of several measurements that fit an op, the one that says most about it counts.

pub mod aceso;
pub mod file;
pub mod fit;
pub mod foreign;
pub mod pipedream;
pub mod piper;
pub mod table;

pub use file::{MemoryPoint, Measurements, OpPoint, ProductPoint, VERSION};
pub use table::{OpTable, OpTime};

use super::compute::{Class, Work, element_of, reduced};
use super::outline::Outline;
use shardwright_ir::text::write_attr;
use shardwright_ir::types::{ElementClass, TensorType};
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::{Func, OpView, Registry, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A profile, ready to be asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// What was measured.
    pub device: String,
    /// By whom, with what, when.
    pub source: String,
    products: BTreeMap<String, Curve>,
    memory: Curve,
    ops: BTreeMap<(String, String, Vec<Vec<i64>>), Vec<OpPoint>>,
}

/// Seconds by work: both grow.
#[derive(Clone, PartialEq, Debug, Default)]
struct Curve(Vec<(f64, f64)>);

impl Profile {
    /// Reads a profile of these ops.
    ///
    /// # Errors
    /// The file, the field and what is wrong with it.
    pub fn read(path: &Path, ops: &Registry) -> Result<Profile, String> {
        let profile = Profile::parse(&file::read(path)?, &path.display().to_string())?;
        profile.check(ops).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(profile)
    }

    /// Whether all ops that it names are there: a time of an op that no program has would be taken by nobody, without a word.
    ///
    /// # Errors
    /// The op that is not.
    pub fn check(&self, ops: &Registry) -> Result<(), String> {
        for (kernel, ..) in self.ops.keys() {
            if let Some(unknown) = kernel.split('+').find(|name| ops.get(name).is_none()) {
                let hint = did_you_mean(unknown, ops.ops().map(|op| op.name));
                let of = if unknown == kernel { String::new() } else { format!(" (of the kernel `{kernel}`)") };
                return Err(format!("ops: `{unknown}`{of} is no op{hint}; `shardwright ops` lists them"));
            }
        }
        Ok(())
    }

    /// As [`Profile::read`] from text; `file` is what errors call it.
    ///
    /// # Errors
    /// The field and what is wrong with it.
    pub fn parse(text: &str, file: &str) -> Result<Profile, String> {
        if let Some(other) = foreign::Format::of(text) {
            return Err(format!("{file}: is {other}, whose times are of the layers of one model by name, not of ops with shapes: it prices no program; `profile --show` prints it, `profile` measures one that does"));
        }
        Measurements::parse(text, file).map(Profile::new)
    }

    /// The profile of these measurements.
    pub fn new(measured: Measurements) -> Profile {
        let mut products = BTreeMap::<String, Vec<(f64, f64)>>::new();
        for point in &measured.products {
            products.entry(point.element.clone()).or_default().push((point.flops(), point.seconds));
        }
        let memory = measured.memory.iter().map(|point| (point.bytes as f64, point.seconds)).collect();
        let mut ops = BTreeMap::<_, Vec<OpPoint>>::new();
        for point in measured.ops {
            ops.entry((point.op.clone(), point.element.clone(), point.operands.clone())).or_default().push(point);
        }
        let products = products.into_iter().map(|(element, points)| (element, Curve::new(points))).collect();
        Profile { device: measured.device, source: measured.source, products, memory: Curve::new(memory), ops }
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
        if self.ops.is_empty() {
            return None;
        }
        let data = view.data();
        let found = self.find(data.info.name, element_of(view).as_str(), shapes(view.func, &data.operands), &shapes(view.func, &data.results), || attributes_of(view))?;
        // What says nothing about precision was measured at the default one.
        let plain = found.0.attributes.is_empty() && Class::of(data.info.name) == Class::Matmul && !reduced(view);
        if plain { None } else { Some((found.0.seconds, found.1)) }
    }

    /// Whether ops or kernels were measured by themselves.
    pub(super) fn has_ops(&self) -> bool {
        !self.ops.is_empty()
    }

    /// Seconds of a kernel of several ops, with how they were found.
    pub(super) fn kernel(&self, func: &Func, outline: &Outline) -> Option<(f64, String)> {
        let name = outline.name(func);
        let found = self.find(&name, outline.element(func).as_str(), shapes(func, &outline.inputs), &shapes(func, outline.results(func)), String::new)?;
        Some((found.0.seconds, found.1))
    }

    fn find(&self, op: &str, element: &str, operands: Vec<Vec<i64>>, results: &[Vec<i64>], attributes: impl FnOnce() -> String) -> Option<(&OpPoint, String)> {
        let key = (op.to_owned(), element.to_owned(), operands);
        let points = self.ops.get(&key)?;
        let attributes = attributes();
        let fits = |point: &&OpPoint| (point.results.is_empty() || point.results == results) && (point.attributes.is_empty() || point.attributes == attributes);
        let best = points.iter().filter(fits).max_by_key(|point| (!point.attributes.is_empty(), !point.results.is_empty()))?;
        let runs = if best.runs > 0 { format!(", the median of {}", best.runs) } else { String::new() };
        Some((best, format!("{op} of {element} {:?} measured: {:.2} us{runs}", key.2, best.seconds * 1e6)))
    }
}

/// Attributes of an op as profiles have them: `name = value` by name, then the ops of its regions in parentheses.
pub fn attributes_of(view: &OpView) -> String {
    let data = view.data();
    let mut all: Vec<String> = Vec::new();
    for (name, attr) in data.attrs.iter() {
        let mut text = format!("{name} = ");
        write_attr(&mut text, attr);
        all.push(text);
    }
    all.sort();
    let mut text = all.join(", ");
    for &region in &data.regions {
        let ops: Vec<&str> = view.func.region(region).ops.iter().map(|&op| view.func.op(op).info).filter(|info| !info.is_terminator()).map(|info| info.name).collect();
        let _ = write!(text, "{}({})", if text.is_empty() { "" } else { " " }, ops.join(" "));
    }
    text
}

/// Shapes of values; none of what is no tensor.
pub fn shapes(func: &Func, values: &[Value]) -> Vec<Vec<i64>> {
    values.iter().map(|&value| func.ty(value).as_tensor().map_or_else(Vec::new, |ty: &TensorType| ty.dims.to_vec())).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::compute::ComputeCosts;
    use shardwright_ir::machine::builtin;
    use shardwright_ir::types::ElementType;

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
        let op = |name: &str| {
            let text = TEXT.trim_end().trim_end_matches('}').to_owned() + &format!(r#", "ops": [ {{ "op": "{name}", "element": "f32", "operands": [[4]], "seconds": 1e-5 }} ] }}"#);
            Profile::parse(&text, "p.json").expect("legal").check(&shardwright_dialects::registry())
        };
        assert_eq!(op("stablehlo.add+stablehlo.tanh"), Ok(()));
        let unknown = op("stablehlo.add+stablehlo.tanj").expect_err("a fault");
        assert!(unknown.starts_with("ops: `stablehlo.tanj` (of the kernel `stablehlo.add+stablehlo.tanj`) is no op; did you mean `stablehlo.tan"), "{unknown}");
        let other = Profile::parse("op_name,forward-compute,backward-compute\n", "a.csv").expect_err("Aceso's");
        assert!(other.starts_with("a.csv: is a profile of Aceso's op times, whose times are of the layers of one model by name"), "{other}");
        assert!(Profile::read(Path::new("no-such.json"), &Registry::new()).expect_err("not there").starts_with("no-such.json: "));
    }
}
