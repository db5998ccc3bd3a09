//! A device's figures from measured curves, by least squares.
//!
//! Time is taken to be linear in the work, `start + work / rate`, and the sum of the squares of the errors' logarithms is least, so that microseconds count as
//! much as seconds, and half as much as twice. `start` is a launch and a ramp; what tiny kernels take from one to the next is the launch, the rest the ramp. Invariants: figures that come out
//! are legal in a machine file; the prices of what was measured depend on them alone, not on how a rate is split into a peak and the part of it that is reached.

use super::file::Measurements;
use shardwright_ir::machine::DeviceSpec;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Seconds of work `x`: `start + x / rate`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Seconds of no work, at least 0.
    pub start: f64,
    /// Work a second, above 0.
    pub rate: f64,
    /// Median of the relative errors at the points.
    pub typical: f64,
    /// The largest of them.
    pub worst: f64,
}

/// The line nearest to these `(work, seconds)`; `None` where they are fewer than two of different work, or time does not grow with work.
pub fn line(points: &[(f64, f64)]) -> Option<Line> {
    let most = points.iter().map(|point| point.0).fold(0.0, f64::max);
    if points.iter().all(|point| point.0 == most) || points.iter().any(|point| point.1 <= 0.0) {
        return None;
    }
    // For a start of `c` units of work (the largest is 1) the best seconds a unit are known: the geometric mean of t / (c + x). So only `c` is searched.
    let wrong = |c: f64| -> (f64, f64) {
        let logs: Vec<f64> = points.iter().map(|&(x, t)| (t / (c + x / most)).ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        (logs.iter().map(|log| (log - mean).powi(2)).sum(), mean.exp())
    };
    const GRID: [i32; 2] = [-120, 30];
    let at = |step: f64| 10f64.powf(step / 10.0);
    let nearest = (GRID[0]..=GRID[1]).min_by(|&a, &b| wrong(at(a.into())).0.total_cmp(&wrong(at(b.into())).0))?;
    if nearest == GRID[1] {
        // The flattest line is nearest.
        return None;
    }
    // Golden section between the neighbours in the grid.
    let (mut low, mut high) = (f64::from(nearest) - 1.0, f64::from(nearest) + 1.0);
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    for _ in 0..80 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if wrong(at(left)).0 < wrong(at(right)).0 { high = right } else { low = left }
    }
    // Next to nothing is nothing.
    let c = if nearest == GRID[0] { 0.0 } else { at((low + high) / 2.0) };
    let slope = wrong(c).1;
    let (start, rate) = (c * slope, most / slope);
    if !(rate > 0.0 && rate.is_finite() && start.is_finite()) {
        return None;
    }
    let mut errors: Vec<f64> = points.iter().map(|&(x, t)| ((start + x / rate) / t - 1.0).abs()).collect();
    errors.sort_by(f64::total_cmp);
    Some(Line { start, rate, typical: errors[errors.len() / 2], worst: errors[errors.len() - 1] })
}

/// The device with the figures that were measured in the place of `base`'s, and what was fitted, a line each.
///
/// # Errors
/// That nothing was measured that can be fitted.
pub fn device(base: &DeviceSpec, measured: &Measurements) -> Result<(DeviceSpec, String), String> {
    let mut device = base.clone();
    let mut told = String::new();
    let memory = line(&measured.memory.iter().map(|point| (point.bytes as f64, point.seconds)).collect::<Vec<_>>());
    let mut curves = BTreeMap::<&str, Vec<(f64, f64)>>::new();
    for point in &measured.products {
        curves.entry(&point.element).or_default().push((point.flops(), point.seconds));
    }
    let products: Vec<(&str, Line)> = curves.iter().filter_map(|(&element, points)| Some((machine_type(element)?, line(points)?))).collect();
    if memory.is_none() && products.is_empty() {
        return Err(format!("{}: nothing to fit: the profile needs products or elementwise ops of at least two sizes, and time that grows with them", measured.device));
    }
    let starts = memory.iter().chain(products.iter().map(|(_, line)| line)).map(|line| line.start);
    let launch = measured.launch_seconds.unwrap_or(base.launch_us * 1e-6).min(starts.fold(f64::INFINITY, f64::min));
    device.launch_us = launch * 1e6;
    let percent = |part: f64| part * 100.0;
    if let Some(line) = memory {
        let rate = line.rate / 1e9;
        // A data sheet's figure stays, where what was measured is a part of it.
        (device.memory_gigabytes_per_second, device.memory_efficiency) = split(rate, base.memory_gigabytes_per_second);
        device.memory_ramp_us = (line.start - launch).max(0.0) * 1e6;
        let _ = writeln!(told, "memory: {rate:.3} GB/s, {:.2} us to start; off by {:.0}% typically, {:.0}% at most", line.start * 1e6, percent(line.typical), percent(line.worst));
    }
    if !products.is_empty() {
        let peak = |element: &str| base.teraflops.get(element).copied();
        let best = products.iter().filter_map(|(element, line)| Some(line.rate / 1e12 / peak(element)?)).fold(0.0, f64::max);
        device.matmul_efficiency = if best > 0.0 && best <= 1.0 { best } else { 1.0 };
        let mut starts: Vec<f64> = products.iter().map(|(_, line)| line.start).collect();
        starts.sort_by(f64::total_cmp);
        device.matmul_ramp_us = (starts[starts.len() / 2] - launch).max(0.0) * 1e6;
        for (element, line) in &products {
            let rate = line.rate / 1e12;
            device.teraflops.insert((*element).to_owned(), rate / device.matmul_efficiency);
            let (start, typical, worst) = (line.start * 1e6, percent(line.typical), percent(line.worst));
            let _ = writeln!(told, "products of {element}: {rate:.4} TFLOP/s, {start:.2} us to start; off by {typical:.0}% typically, {worst:.0}% at most");
        }
    }
    device.name = measured.device.clone();
    device.source = format!("measured: {}; fitted by least squares of the errors' logarithms; what was not measured: {}", measured.source, base.source);
    Ok((device, told))
}

/// Peak and part of it that a rate is.
fn split(rate: f64, peak: f64) -> (f64, f64) {
    if rate <= peak { (peak, rate / peak) } else { (rate, 1.0) }
}

/// The name that machine files have for a type of operands; `None` for those that they do not know.
fn machine_type(element: &str) -> Option<&'static str> {
    match element {
        "f64" => Some("f64"),
        "f32" => Some("f32"),
        "tf32" => Some("tf32"),
        "f16" => Some("f16"),
        "bf16" => Some("bf16"),
        "i8" => Some("i8"),
        element if element.starts_with("f8") => Some("f8"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::compute::{Class, ComputeCosts, Work};
    use crate::cost::profile::{MemoryPoint, ProductPoint, VERSION};
    use shardwright_ir::machine::{Machine, builtin};
    use shardwright_ir::types::ElementType;

    /// Curves of 3 us + work / 200e12 and 2 us + bytes / 1.5e12, without noise; with errors of 4% in turn the rate is still within 4%.
    #[test]
    fn figures_that_made_a_curve_are_found_again() {
        let curve = |error: f64| -> Vec<(f64, f64)> {
            (0..12).map(|index| (1e8 * 3f64.powi(index), index)).map(|(x, index)| (x, (3e-6 + x / 200e12) * if index % 2 == 0 { 1.0 + error } else { 1.0 - error })).collect()
        };
        let exact = line(&curve(0.0)).expect("a line");
        assert!((exact.start / 3e-6 - 1.0).abs() < 1e-6 && (exact.rate / 200e12 - 1.0).abs() < 1e-6 && exact.worst < 1e-6, "{exact:?}");
        let near = line(&curve(0.04)).expect("a line");
        assert!((near.start / 3e-6 - 1.0).abs() < 0.04 && (near.rate / 200e12 - 1.0).abs() < 0.04 && (0.03..0.06).contains(&near.worst), "{near:?}");
    }

    /// Two points are met exactly: (1, 3) and (3, 5) lie on 2 + x. Of lines through the origin the one nearest to (1, 1) and (3, 12) is of the geometric mean of the slopes 1 and 4.
    /// Twice and half of what a line says cancel out: it is found again.
    #[test]
    fn starts_are_not_negative_and_time_must_grow() {
        let found = line(&[(3.0, 5.0), (1.0, 3.0)]).expect("a line");
        assert!((found.start - 2.0).abs() < 1e-6 && (found.rate - 1.0).abs() < 1e-6, "{found:?}");
        let steep = line(&[(1.0, 1.0), (3.0, 12.0)]).expect("a line");
        assert!(steep.start == 0.0 && (steep.rate - 0.5).abs() < 1e-6, "{steep:?}");
        let spread: Vec<(f64, f64)> = [1.0, 10.0, 100.0, 1000.0].into_iter().flat_map(|x| [(x, 2.0 * (5.0 + x)), (x, 0.5 * (5.0 + x))]).collect();
        let middle = line(&spread).expect("a line");
        assert!((middle.start - 5.0).abs() < 1e-4 && (middle.rate - 1.0).abs() < 1e-4, "{middle:?}");
        assert_eq!(line(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(line(&[]), None);
        assert_eq!(line(&[(1.0, 5.0), (100.0, 1.0)]), None);
        // Work of nothing has a time, too.
        assert!((line(&[(0.0, 2.0), (4.0, 6.0)]).expect("a line").start - 2.0).abs() < 1e-6);
    }

    /// A device at half of H100's bf16 rate and three quarters of its bandwidth: the machine file says so, prices what was measured as it was measured, and reads back.
    #[test]
    fn a_fitted_device_prices_what_was_measured() {
        let mut machine = builtin("dgx-h100").expect("built in");
        let product = |n: u64| ProductPoint { element: "bf16".to_owned(), m: n, n, k: n, batch: 1, seconds: 5e-6 + 2.0 * (n as f64).powi(3) / 494.5e12, runs: 9 };
        let memory = |bytes: u64| MemoryPoint { bytes, seconds: 3e-6 + bytes as f64 / 2512.5e9, runs: 9 };
        let measured = Measurements {
            version: VERSION,
            device: "half".to_owned(),
            source: "by hand".to_owned(),
            launch_seconds: Some(1e-6),
            products: [512, 1024, 2048, 4096].map(product).to_vec(),
            memory: [1 << 16, 1 << 20, 1 << 24, 1 << 28].map(memory).to_vec(),
            ops: Vec::new(),
        };
        let (device, told) = super::device(&machine.device, &measured).expect("figures");
        let near = |got: f64, wanted: f64| assert!((got / wanted - 1.0).abs() < 1e-5, "{got} for {wanted}");
        near(device.matmul_efficiency, 494.5 / 989.0);
        near(device.teraflops["bf16"], 989.0);
        near(device.memory_gigabytes_per_second * device.memory_efficiency, 2512.5);
        for (got, wanted) in [(device.launch_us, 1.0), (device.matmul_ramp_us, 4.0), (device.memory_ramp_us, 2.0)] {
            near(got, wanted);
        }
        assert!(told.contains("products of bf16: 494.5000 TFLOP/s, 5.00 us to start; off by 0%"), "{told}");
        let work = Work { class: Class::Matmul, element: ElementType::BF16, reduced: true, flops: 2 << 30, bytes: 0 };
        near(ComputeCosts::new(&device, None).price(&work).seconds, product(1024).seconds);
        machine.device = device;
        assert_eq!(Machine::parse(&machine.to_json(), "again").expect("legal"), machine);
        let nothing = Measurements { products: Vec::new(), memory: Vec::new(), ..measured };
        assert!(super::device(&machine.device, &nothing).expect_err("nothing").starts_with("half: nothing to fit"));
    }
}
