//! The kernels of a compiled program, each by itself.
//!
//! Invariants: dearest first by the machine's prices, so that a short budget goes where the time does; each distinct kernel (ops, shapes, attributes) is measured once.

use super::bench::Bench;
use crate::manifest::Manifest;
use crate::report::Pricing;
use crate::files::read_text;
use shardwright_ir::text::parse_module;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Func, Registry};
use shardwright_passes::cost::CollectiveCosts;
use shardwright_passes::cost::compute::{ComputeCosts, element_of};
use shardwright_passes::cost::outline::Outline;
use shardwright_passes::cost::profile::{Measurements, OpPoint, attributes_of, shapes};
use shardwright_passes::cost::simulate::{Costs, Item, Kind, simulate};
use std::collections::BTreeSet;
use std::path::Path;

/// How many kernels were measured, of how many, and why some could not be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Distinct kernels of the programs.
    pub kernels: usize,
    /// Those that the profile has now.
    pub measured: usize,
    /// Those that the device refused, with its words.
    pub refused: Vec<String>,
}

/// Measures the kernels of the programs in a compile's output folder, and adds them to `measured`.
///
/// # Errors
/// A file that cannot be read, by its name.
pub fn measure(bench: &mut Bench, folder: &Path, pricing: &Pricing, ops: &Registry, measured: &mut Measurements, told: &mut dyn FnMut(&str)) -> Result<Counted, String> {
    let manifest = Manifest::read(folder)?;
    let compute = ComputeCosts::new(&pricing.machine.device, pricing.profile);
    let mut counted = Counted::default();
    let mut known: BTreeSet<String> = measured.ops.iter().map(key).collect();
    for (file, devices) in manifest.programs() {
        let path = folder.join(file);
        let module = parse_module(&read_text(&path)?, ops).map_err(|faults| format!("{}: {faults}", path.display()))?;
        let func = module.main().ok_or_else(|| format!("{}: has no main function", path.display()))?;
        let mesh = Mesh::new(&[("devices", i64::try_from(devices).unwrap_or(i64::MAX))]);
        let collectives = CollectiveCosts::new(pricing.machine, &mesh).map_err(|error| error.to_string())?;
        let times = simulate(func, &Costs { compute: &compute, collectives: &collectives, overlap: pricing.overlap });
        let mut items: Vec<&Item> = times.items.iter().filter(|item| matches!(item.kind, Kind::Kernel(_))).collect();
        items.sort_by_key(|item| std::cmp::Reverse(item.total()));
        for item in items {
            let outline = Outline::of(func, &times.kernels, item.op);
            let alone = matches!(item.kind, Kind::Kernel(kernel) if kernel.ops == 1);
            let mut point = describe(func, item, &outline, alone);
            if !known.insert(key(&point)) {
                continue;
            }
            counted.kernels += 1;
            if bench.left() <= 0.0 {
                continue;
            }
            told(&point.op);
            match outline.module(func).and_then(|module| bench.time_random(&module)) {
                Ok(sample) => {
                    point.seconds = sample.median + measured.launch_seconds.unwrap_or(0.0);
                    point.runs = sample.runs as u64;
                    measured.ops.push(point);
                    counted.measured += 1;
                }
                Err(why) => counted.refused.push(format!("{}: {why}", point.op)),
            }
        }
    }
    Ok(counted)
}

/// What the profile knows a kernel by, not measured yet.
fn describe(func: &Func, item: &Item, outline: &Outline, alone: bool) -> OpPoint {
    let view = func.view(item.op);
    let data = func.op(item.op);
    if alone {
        OpPoint {
            op: data.info.name.to_owned(),
            element: element_of(&view).as_str().to_owned(),
            operands: shapes(func, &data.operands),
            results: shapes(func, &data.results),
            attributes: attributes_of(&view),
            seconds: 0.0,
            runs: 0,
        }
    } else {
        OpPoint {
            op: outline.name(func),
            element: outline.element(func).as_str().to_owned(),
            operands: shapes(func, &outline.inputs),
            results: shapes(func, outline.results(func)),
            attributes: String::new(),
            seconds: 0.0,
            runs: 0,
        }
    }
}

fn key(point: &OpPoint) -> String {
    format!("{} {} {:?} {:?} {}", point.op, point.element, point.operands, point.results, point.attributes)
}
