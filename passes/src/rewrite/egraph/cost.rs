//! What a form costs, one e-node at a time.
//!
//! Invariants: a cost is finite and not negative; it depends on the form alone and on whether its class is fixed (follows
//! from parameters alone), never on the rest of the graph.

use super::form::{Form, Source};

/// Prices forms.
pub trait CostModel: Sync {
    /// The cost of one e-node, in seconds where the model knows a machine.
    fn cost(&self, form: &Form, fixed: bool) -> f64;
    /// The cost of both together where an elementwise op of one value (its other operands, if any, are numbers) is computed by the
    /// kernel that makes that value and writes it nowhere; `None` where that cannot be.
    fn fused(&self, _form: &Form, _producer: &Form) -> Option<f64> {
        None
    }
}

/// A roofline with a price for each kernel that is started: `launch + max(flops / peak, bytes / bandwidth)` seconds.
///
/// What only changes how elements are looked at costs nothing: reshapes, and slices and broadcasts, which their readers
/// read in place. Constants and iotas cost nothing either. What is fixed costs nothing where `fixed_is_free`: it is
/// computed once, before the program is run.
///
/// With `fuse`, an elementwise op of one value after a product, a convolution or a pooling adds its operations to that kernel and
/// nothing else. This is the setting of TASO and Tensat, whose products and convolutions have an activation as an attribute and whose
/// average is one op; everything else is a kernel of its own there too.
#[derive(Clone, PartialEq, Debug)]
pub struct Roofline {
    /// Seconds to start a kernel.
    pub launch: f64,
    /// Arithmetic operations a second.
    pub flops: f64,
    /// Bytes a second between memory and processor.
    pub bandwidth: f64,
    /// Whether what follows from parameters alone costs nothing.
    pub fixed_is_free: bool,
    /// Whether elementwise ops of one value cost no kernel after a product, a convolution or a pooling.
    pub fuse: bool,
}

impl Default for Roofline {
    /// NVIDIA's data sheet of the T4, the device of Tensat's measurements: 8.1 TFLOP/s in single precision, 320 GB/s; and
    /// 5 µs a kernel, which is an assumption.
    fn default() -> Roofline {
        Roofline { launch: 5e-6, flops: 8.1e12, bandwidth: 320e9, fixed_is_free: true, fuse: false }
    }
}

/// Ops that only look at elements in another way.
pub const VIEWS: &[&str] =
    &["stablehlo.reshape", "stablehlo.slice", "stablehlo.broadcast_in_dim", "stablehlo.constant", "stablehlo.iota", "stablehlo.bitcast_convert"];

/// Ops whose kernels can go on computing with what they made.
const PRODUCERS: &[&str] = &["stablehlo.dot_general", "stablehlo.convolution", "stablehlo.reduce_window"];

impl CostModel for Roofline {
    fn fused(&self, form: &Form, producer: &Form) -> Option<f64> {
        let elementwise = form.info().is_some_and(|info| info.traits.elementwise);
        if !self.fuse || !elementwise || !PRODUCERS.contains(&producer.name.as_str()) {
            return None;
        }
        let flops = producer.work.flops.saturating_add(form.work.flops) as f64;
        let bytes = producer.work.bytes_read.saturating_add(producer.work.bytes_written) as f64;
        Some(self.launch + (flops / self.flops).max(bytes / self.bandwidth))
    }
    fn cost(&self, form: &Form, fixed: bool) -> f64 {
        if form.source != Source::Op || (fixed && self.fixed_is_free) || VIEWS.contains(&form.name.as_str()) {
            return 0.0;
        }
        let work = form.work;
        let bytes = work.bytes_read.saturating_add(work.bytes_written) as f64;
        self.launch + (work.flops as f64 / self.flops).max(bytes / self.bandwidth)
    }
}
