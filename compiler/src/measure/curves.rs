//! What every profile has: the launch, elementwise ops and matrix products over sizes.
//!
//! Invariants: sizes grow, and a curve ends before the size whose runs its share of the budget would not hold, or that the device refuses.

use super::bench::{Bench, LEAST_RUNS, Sample};
use shardwright_ir::types::{ElementType, TensorType};
use shardwright_passes::cost::profile::{Measurements, MemoryPoint, ProductPoint, VERSION};

/// Which sizes and types.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sizes {
    /// Sides of square products; `None` takes powers of two from 16 on.
    pub sides: Option<Vec<u64>>,
    /// Types of products; `None` takes those that the platform usually computes in.
    pub elements: Option<Vec<ElementType>>,
    /// The largest elementwise op, in bytes read and written; `None` takes what is far beyond caches.
    pub most_bytes: Option<u64>,
}

/// Part of a curve's budget that a size may take by itself.
const RUN_SHARE: f64 = 0.5;
/// The smallest elementwise op, in bytes read and written.
const LEAST_BYTES: u64 = 3 << 12;

/// Measures the curves. Half of what is left of the budget is for products.
///
/// # Errors
/// What the plugin refuses of the smallest sizes.
pub fn measure(bench: &mut Bench, sizes: &Sizes, told: &mut dyn FnMut(&str)) -> Result<Measurements, String> {
    let source = format!("shardwright profile, {}, {}, medians of the runs that each point says", super::today(), bench.driver);
    let mut measured = Measurements {
        version: VERSION,
        device: bench.device.clone(),
        source,
        launch_seconds: Some(launch(bench)?),
        products: Vec::new(),
        memory: Vec::new(),
        ops: Vec::new(),
    };
    let launch = measured.launch_seconds.unwrap_or(0.0);
    let budget = bench.left() / 4.0;
    let mut bytes = LEAST_BYTES;
    let most = sizes.most_bytes.unwrap_or(if bench.platform == "cpu" { 256 << 20 } else { 1 << 30 });
    let until = bench.left() - budget;
    let mut last = 0.0;
    while bytes <= most && fits(bench, until, last, 2.0, budget) {
        told(&format!("elementwise, {bytes} bytes"));
        let ty = TensorType::new(ElementType::F32, &[(bytes / 12) as i64]);
        let text = format!("module {{ func.func public @main(%a: {ty}, %b: {ty}) -> {ty} {{ %r = stablehlo.add %a, %b : {ty} return %r : {ty} }} }}");
        let Some(sample) = first_or_refused(measured.memory.is_empty(), run(bench, &text))? else { break };
        measured.memory.push(MemoryPoint { bytes, seconds: sample.median + launch, runs: sample.runs as u64 });
        (last, bytes) = (sample.median, bytes * 2);
    }
    let elements = types(bench, sizes);
    for (index, (element, name, precise)) in elements.iter().enumerate() {
        let budget = bench.left() / 2.0 / (elements.len() - index) as f64;
        let until = bench.left() - budget;
        let (mut last, mut before) = (0.0, 0);
        let default: Vec<u64> = (4..=14).map(|power| 1 << power).collect();
        for &side in sizes.sides.as_ref().unwrap_or(&default) {
            let growth = if before == 0 { 1.0 } else { (side as f64 / before as f64).powi(3) };
            if !fits(bench, until, last, growth, budget) {
                break;
            }
            told(&format!("products of {name}, {side}"));
            let first = !measured.products.iter().any(|point| point.element == *name);
            let Some(sample) = first_or_refused(first && sizes.elements.is_some(), product(bench, *element, side, *precise))? else { break };
            measured.products.push(ProductPoint {
                element: (*name).to_owned(),
                m: side,
                n: side,
                k: side,
                batch: 1,
                seconds: sample.median + launch,
                runs: sample.runs as u64,
            });
            (last, before) = (sample.median, side);
        }
    }
    Ok(measured)
}

/// What one tiny kernel takes in a row of them that wait for each other: the time by which long rows of tiny products exceed short ones.
fn launch(bench: &mut Bench) -> Result<f64, String> {
    const ROWS: [usize; 2] = [16, 80];
    let ty = TensorType::new(ElementType::F32, &[8, 8]);
    let mut seconds = [0.0; 2];
    for (kernels, seconds) in ROWS.into_iter().zip(&mut seconds) {
        let mut body = String::new();
        for index in 0..kernels {
            let before = if index == 0 { "%a".to_owned() } else { format!("%{}", index - 1) };
            body.push_str(&format!("%{index} = stablehlo.dot_general {before}, %b, contracting_dims = [1] x [0] : ({ty}, {ty}) -> {ty}\n"));
        }
        let text = format!("module {{ func.func public @main(%a: {ty}, %b: {ty}) -> {ty} {{ {body} return %{} : {ty} }} }}", kernels - 1);
        *seconds = run(bench, &text)?.median;
    }
    Ok(((seconds[1] - seconds[0]) / (ROWS[1] - ROWS[0]) as f64).max(1e-9))
}

fn product(bench: &mut Bench, element: ElementType, side: u64, precise: bool) -> Result<Sample, String> {
    let ty = TensorType::new(element, &[side as i64, side as i64]);
    let precision = if precise { ", precision = [HIGHEST, HIGHEST]" } else { "" };
    let text = format!(
        "module {{ func.func public @main(%a: {ty}, %b: {ty}) -> {ty} {{
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]{precision} : ({ty}, {ty}) -> {ty}
  return %r : {ty}
}} }}"
    );
    run(bench, &text)
}

fn run(bench: &mut Bench, text: &str) -> Result<Sample, String> {
    let module = bench.read(text)?;
    bench.time_random(&module)
}

/// Types to measure, what the profile calls them, and whether in full precision.
fn types(bench: &Bench, sizes: &Sizes) -> Vec<(ElementType, &'static str, bool)> {
    use ElementType as E;
    let cpu = bench.platform == "cpu";
    let all = sizes.elements.clone().unwrap_or_else(|| if cpu { vec![E::F32, E::F64, E::BF16] } else { vec![E::F32, E::BF16, E::F16, E::F64] });
    let mut named = Vec::new();
    for element in all {
        if element == E::F32 && !cpu {
            // In default precision an accelerator rounds operands of f32.
            named.push((element, "tf32", false));
        }
        named.push((element, element.as_str(), element == E::F32 && !cpu));
    }
    named
}

/// Whether runs that take `growth` times what the last ones took fit into the budget of a curve.
fn fits(bench: &Bench, until: f64, last: f64, growth: f64, budget: f64) -> bool {
    let needs = last * growth * (LEAST_RUNS + 2) as f64;
    bench.left() > until && bench.left() > 0.0 && needs <= (bench.left() - until).min(budget * RUN_SHARE)
}

/// A sample; `None` where the device refused, unless that was the first of its kind.
fn first_or_refused(first: bool, sample: Result<Sample, String>) -> Result<Option<Sample>, String> {
    match sample {
        Ok(sample) => Ok(Some(sample)),
        Err(why) if first => Err(why),
        Err(_) => Ok(None),
    }
}
