//! Times of ops as other planners' profiles have them: the one form that all readers fill.
//!
//! Units: seconds and bytes. Invariant: figures are finite and at least 0; edges name rows that are there.

/// Measured ops of a model.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpTable {
    /// Rows in the order of the file.
    pub ops: Vec<OpTime>,
    /// Which rows' outputs which rows take, by position: `(from, to, bytes)`; bytes are 0 where the format has none.
    pub edges: Vec<(usize, usize, f64)>,
}

/// One measured op.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpTime {
    /// Its name.
    pub name: String,
    /// Under which degree of tensor parallelism and which variant (of recomputation, of algorithm) it was measured.
    pub variant: (u32, String),
    /// Seconds forwards; of formats that have only the sum, that.
    pub forward: f64,
    /// Seconds backwards; 0 where `forward` is the sum.
    pub backward: f64,
    /// Bytes that it takes.
    pub input_bytes: f64,
    /// Bytes that it makes.
    pub output_bytes: f64,
    /// Bytes of its weights.
    pub weight_bytes: f64,
    /// Bytes that are kept for the backward pass.
    pub stored_bytes: f64,
    /// Bytes of scratch that the allocator reserves, forwards and backwards; 0 where the format has none.
    pub scratch_bytes: [f64; 2],
}

impl OpTable {
    /// Seconds of all rows, each once, forwards and backwards.
    pub fn seconds(&self) -> f64 {
        self.ops.iter().map(|op| op.forward + op.backward).sum()
    }
}

/// A figure of a file: finite and at least 0.
pub(super) fn figure(text: &str, at: impl Fn() -> String) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err(format!("{}: must be a number of at least 0, got `{}`", at(), text.trim())),
    }
}
