//! Attention evaluated by its definition, one query after the other, in `f64`.
//!
//! Invariants: nothing is shared with the decomposition but positions; results are rounded once.

use super::spec::{Sizes, Spec};
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::interp::{EvalError, Tensor};
use shardwright_ir::{ElementType, TensorType};

/// Results, and of each query the largest score and the logarithm of the sum of exponentials below it.
pub fn forward(spec: &Spec, operands: &[Tensor], types: [&TensorType; 2]) -> Result<Vec<Tensor>, EvalError> {
    let [q, k, v] = [0, 1, 2].map(|index| operands[index].to_f64s());
    let work = Work::new(spec, operands, 3)?;
    let sizes = work.sizes;
    let width = sizes.value_width as usize;
    let mut o = vec![0.0; types[0].num_elements() as usize];
    let mut stats = vec![0.0; types[1].num_elements() as usize];
    for row in 0..stats.len() / 2 {
        let at = work.place(row);
        let x = work.scores(&q, &k, at);
        let (p, kept) = softmax(spec, &x);
        stats[2 * row..2 * row + 2].copy_from_slice(&kept);
        for (key, weight) in p.iter().enumerate() {
            let value = work.key(at, key) * width;
            // What has no weight is not looked at: it may be anything.
            if *weight != 0.0 {
                (0..width).for_each(|column| o[row * width + column] += weight * v[value + column]);
            }
        }
    }
    Ok(vec![rounded(types[0], &o)?, rounded(types[1], &stats)?])
}

/// Gradients of queries, keys, values, and of a bias where a fourth type is given. Operands: queries, keys, values, results, what the forward
/// pass kept of each query, gradients of results, extras.
pub fn backward(spec: &Spec, operands: &[Tensor], types: &[&TensorType]) -> Result<Vec<Tensor>, EvalError> {
    let [q, k, v, o, stats, d_o] = [0, 1, 2, 3, 4, 5].map(|index| operands[index].to_f64s());
    let work = Work::new(spec, operands, 6)?;
    let sizes = work.sizes;
    let (width, value_width) = (sizes.width as usize, sizes.value_width as usize);
    let mut grads: Vec<Vec<f64>> = types.iter().map(|ty| vec![0.0; ty.num_elements() as usize]).collect();
    for row in 0..stats.len() / 2 {
        let at = work.place(row);
        let x = work.scores(&q, &k, at);
        let own = row * value_width..(row + 1) * value_width;
        let delta: f64 = o[own.clone()].iter().zip(&d_o[own.clone()]).map(|(o, d)| o * d).sum();
        for (key, &score) in x.iter().enumerate() {
            let p = (score - stats[2 * row] - stats[2 * row + 1]).exp();
            if p == 0.0 {
                continue;
            }
            let (place, value) = (work.key(at, key) * width, work.key(at, key) * value_width);
            let dp: f64 = (0..value_width).map(|column| d_o[own.start + column] * v[value + column]).sum();
            (0..value_width).for_each(|column| grads[2][value + column] += p * d_o[own.start + column]);
            let ds = if work.hidden(at, key) { 0.0 } else { p * (dp - delta) };
            for column in 0..width {
                grads[0][row * width + column] += spec.scale * ds * k[place + column];
                grads[1][place + column] += spec.scale * ds * q[row * width + column];
            }
            if let Some(ty) = types.get(3) {
                grads[3][index(ty, [at[0], at[1], at[2], key])] += ds;
            }
        }
    }
    let rounded = types.iter().zip(&grads).map(|(ty, grad)| rounded(ty, grad));
    rounded.collect()
}

struct Work<'a> {
    spec: &'a Spec,
    sizes: Sizes,
    extras: Vec<(TensorType, Vec<f64>)>,
}

impl<'a> Work<'a> {
    fn new(spec: &'a Spec, operands: &[Tensor], first: usize) -> Result<Work<'a>, String> {
        let sizes = Sizes::of(&operands[0].ty, &operands[1].ty, &operands[2].ty)?;
        let extras = operands[first..].iter().map(|extra| (extra.ty.clone(), extra.to_f64s())).collect();
        Ok(Work { spec, sizes, extras })
    }
    /// Batch, head and query of a row.
    fn place(&self, row: usize) -> [usize; 3] {
        let (heads, queries) = (self.sizes.heads as usize, self.sizes.queries as usize);
        [row / (heads * queries), row / queries % heads, row % queries]
    }
    /// The row of a key among all keys.
    fn key(&self, [batch, head, _]: [usize; 3], key: usize) -> usize {
        let (groups, keys) = (self.sizes.key_heads as usize, self.sizes.keys as usize);
        let group = head / (self.sizes.heads / self.sizes.key_heads) as usize;
        (batch * groups + group) * keys + key
    }
    fn scores(&self, q: &[f64], k: &[f64], at: [usize; 3]) -> Vec<f64> {
        let (width, keys) = (self.sizes.width as usize, self.sizes.keys as usize);
        let row = ((at[0] * self.sizes.heads as usize + at[1]) * self.sizes.queries as usize + at[2]) * width;
        let position = |index: usize, length: i64| self.spec.layout.position(index as i64, length);
        let score = |key: usize| {
            let place = self.key(at, key) * width;
            let mut x = self.spec.scale * (0..width).map(|column| q[row + column] * k[place + column]).sum::<f64>();
            for (ty, extra) in &self.extras {
                let value = extra[index(ty, [at[0], at[1], at[2], key])];
                match ty.element == ElementType::I1 {
                    true if value == 0.0 => x = self.spec.fill,
                    true => {}
                    false => x += value,
                }
            }
            let sees = self.spec.causal.is_none_or(|offset| position(key, self.sizes.keys) <= position(at[2], self.sizes.queries).saturating_add(offset));
            if sees { x } else { f64::NEG_INFINITY }
        };
        (0..keys).map(score).collect()
    }
    /// Whether a mask replaces the score.
    fn hidden(&self, at: [usize; 3], key: usize) -> bool {
        self.extras.iter().any(|(ty, extra)| ty.element == ElementType::I1 && extra[index(ty, [at[0], at[1], at[2], key])] == 0.0)
    }
}

fn softmax(spec: &Spec, x: &[f64]) -> (Vec<f64>, [f64; 2]) {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, |top, x| if x.is_nan() || top.is_nan() { f64::NAN } else { top.max(x) });
    if top == f64::NEG_INFINITY {
        return (vec![if spec.zero_empty { 0.0 } else { f64::NAN }; x.len()], [0.0, 0.0]);
    }
    let exps: Vec<f64> = x.iter().map(|x| (x - top).exp()).collect();
    let sum: f64 = exps.iter().sum();
    (exps.iter().map(|exp| exp / sum).collect(), [top, sum.ln()])
}

/// Where an element that is repeated along dimensions of size 1 stands.
fn index(ty: &TensorType, at: [usize; 4]) -> usize {
    ty.dims.iter().zip(at).fold(0, |place, (&size, at)| place * size as usize + if size == 1 { 0 } else { at })
}

fn rounded(ty: &TensorType, values: &[f64]) -> Result<Tensor, EvalError> {
    let bytes: Vec<u8> = values.iter().flat_map(|&value| bytes_of_f64(ty.element, value)).collect();
    Ok(Tensor::from_bytes(ty.clone(), &bytes)?)
}
