//! Predictions against measured runs of whole programs.
//!
//! Invariant: both are of the same per-device program on one device; what the call itself takes is in neither.

use super::bench::{Bench, Sample};
use crate::exec::{Inputs, Program};
use crate::explain::cost::tell;
use crate::report::Pricing;
use crate::verify::draw;
use shardwright_ir::Registry;
use std::path::Path;

/// A program's predicted and measured seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checked {
    /// Kernels that run.
    pub kernels: i64,
    /// Seconds of a step as predicted.
    pub predicted: f64,
    /// As measured.
    pub measured: Sample,
}

impl Checked {
    /// Predicted over measured.
    pub fn ratio(&self) -> f64 {
        self.predicted / self.measured.median
    }
}

/// Predicts and measures the program of an output folder, on random inputs and its own weights.
///
/// # Errors
/// That it is for several devices or in stages, or what the plugin refuses.
pub fn check(bench: &mut Bench, folder: &Path, pricing: &Pricing, ops: &Registry) -> Result<Checked, String> {
    let program = Program::open(folder, ops)?;
    if program.manifest.devices != 1 {
        return Err(format!("{}: the program is for {} devices, one is measured", folder.display(), program.manifest.devices));
    }
    let mut inputs: Inputs = Vec::new();
    for (index, port) in program.manifest.inputs.iter().enumerate() {
        inputs.push(if port.is_given() { Some(draw(port, index as u64)?) } else { None });
    }
    let (text, mut per_device) = program.for_engine(&inputs)?;
    let module = bench.read(&text)?;
    let measured = bench.time(&module, &per_device.remove(0))?;
    let told = tell(folder, pricing, ops)?;
    let cost = told.programs.first().ok_or_else(|| format!("{}: has no program", folder.display()))?;
    Ok(Checked { kernels: cost.classes.iter().map(|class| class.count).sum(), predicted: cost.step, measured })
}
