//! Comparing the results of two runs, and inputs to run on.
//!
//! Invariants: integers, truth values and NaNs must agree exactly in place; a float's relative error is
//! `|got - expected| / max(|expected|, rms)`, rms the root of the mean square of the output's finite expected elements
//! (so that an element that is zero by cancellation is measured against its neighbours); a run is equal when every output's
//! largest relative error is within the tolerance.

use crate::engine::host::HostTensor;
use crate::manifest::Port;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::role::Role;
use shardwright_ir::types::{ElementClass, ElementType, TensorType};
use shardwright_ir::{Module, Type};

/// The largest differences of one output.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// Largest `|got - expected|`; infinite where one is a number and the other is not.
    pub absolute: f64,
    /// Largest relative error, as the module defines it.
    pub relative: f64,
    /// Position of the largest relative error, row-major.
    pub worst: usize,
    /// Elements that are no finite number in what was expected.
    pub not_finite: usize,
    /// Elements whose error, or a part of it, is that of what they were computed from ([`compare_but_for`]).
    pub explained: usize,
}

/// Compares an output with what was expected.
///
/// # Errors
/// Where the two are of different types.
pub fn compare(got: &HostTensor, expected: &HostTensor) -> Result<Difference, String> {
    compare_but_for(got, expected, &[])
}

/// [`compare`], but so much of each element's absolute error (nothing where the list ends) is not its own: it follows from the error of something that is compared by itself.
///
/// # Errors
/// As [`compare`].
pub fn compare_but_for(got: &HostTensor, expected: &HostTensor, slack: &[f64]) -> Result<Difference, String> {
    if got.ty() != expected.ty() {
        return Err(format!("got {}, expected {}", got.ty(), expected.ty()));
    }
    let (got, expected) = (numbers(got)?, numbers(expected)?);
    let finite = expected.iter().filter(|value| value.is_finite());
    let count = finite.clone().count();
    let rms = if count == 0 { 0.0 } else { (finite.map(|value| value * value).sum::<f64>() / count as f64).sqrt() };
    let mut difference = Difference { absolute: 0.0, relative: 0.0, worst: 0, not_finite: expected.len() - count, explained: 0 };
    for (index, (&got, &expected)) in got.iter().zip(&expected).enumerate() {
        if got == expected || (got.is_nan() && expected.is_nan()) {
            continue;
        }
        let absolute = if got.is_finite() && expected.is_finite() { (got - expected).abs() } else { f64::INFINITY };
        let own = (absolute - slack.get(index).copied().unwrap_or(0.0)).max(0.0);
        difference.explained += usize::from(own < absolute);
        let absolute = own;
        let scale = expected.abs().max(rms);
        let relative = if scale > 0.0 && scale.is_finite() { absolute / scale } else { f64::INFINITY };
        difference.absolute = difference.absolute.max(absolute);
        if relative > difference.relative {
            (difference.relative, difference.worst) = (relative, index);
        }
    }
    Ok(difference)
}

/// How far errors of the moments of Adam carry into the new parameters, for each element: the step is `lr m / (sqrt(v) + eps)`, so that with small errors it is off by its own size times
/// the relative errors of `m` and half of `v`, and where `m` is nothing but rounding its sign is not known: then by up to twice the largest step. `old` and `new` are the parameters
/// before and after the expected step; of `m` and `v` each what was got and what was expected.
///
/// # Errors
/// Where the tensors are not of one size.
pub fn adam_slack(old: &HostTensor, new: &HostTensor, m: [&HostTensor; 2], v: [&HostTensor; 2]) -> Result<Vec<f64>, String> {
    let [old, new, m_got, m, v_got, v] = [old, new, m[0], m[1], v[0], v[1]].map(numbers);
    let (old, new, m_got, m, v_got, v) = (old?, new?, m_got?, m?, v_got?, v?);
    if [&new, &m_got, &m, &v_got, &v].iter().any(|values| values.len() != old.len()) {
        return Err("a parameter and its moments are of different sizes".to_owned());
    }
    let steps: Vec<f64> = new.iter().zip(&old).map(|(new, old)| (new - old).abs()).collect();
    let largest = steps.iter().copied().fold(0.0, f64::max);
    let relative = |got: f64, expected: f64| if got == expected { 0.0 } else { (got - expected).abs() / expected.abs() };
    let slack = steps.iter().enumerate().map(|(index, step)| {
        let off = relative(m_got[index], m[index]) + relative(v_got[index], v[index]) / 2.0;
        // Twice, for what the first order leaves out.
        if off < 0.5 { 2.0 * off * step } else { 2.0 * largest }
    });
    Ok(slack.collect())
}

/// The relative error that re-ordered sums may make in a program that computes in these types: 1e-10 for f64, 1e-4 for f32,
/// 1e-2 for f16, 4e-2 for bf16, 0.25 for 8-bit floats, 0 without floats. The narrowest type in the program counts.
pub fn tolerance(module: &Module) -> (f64, ElementType) {
    let mut worst = (0.0, ElementType::I64);
    for func in module.funcs.values() {
        let results = func.walk().into_iter().flat_map(|op| func.op(op).results.iter().copied());
        for value in func.args().iter().copied().chain(results) {
            let Type::Tensor(ty) = func.ty(value) else { continue };
            let own = match ty.element {
                ElementType::F64 | ElementType::C128 => 1e-10,
                ElementType::F32 | ElementType::C64 => 1e-4,
                ElementType::F16 => 1e-2,
                ElementType::BF16 => 4e-2,
                element if element.is_float() => 0.25,
                _ => 0.0,
            };
            if own > worst.0 {
                worst = (own, ty.element);
            }
        }
    }
    worst
}

/// Largest integer that random inputs hold, plus one: small enough for every vocabulary and class count.
pub const RANDOM_INTEGERS: i64 = 8;

/// A random tensor: floats from the standard normal distribution, integers from 0 to 7 (1 for types that hold no more),
/// truth values even. The same seed gives the same tensor everywhere.
///
/// # Errors
/// Where the type does not fit into memory.
pub fn random(ty: &TensorType, seed: u64) -> Result<HostTensor, String> {
    random_with(ty, seed, 1.0)
}

/// The standard deviation of weights of this type before they have learned: one over the square root of the number of products in a sum
/// (all dimensions but the last; LeCun et al. 1998), 1 for vectors.
pub fn initial_deviation(ty: &TensorType) -> f64 {
    match &ty.dims[..] {
        [summed @ .., _] if !summed.is_empty() => 1.0 / summed.iter().map(|&size| size.max(1) as f64).product::<f64>().sqrt(),
        _ => 1.0,
    }
}

/// What an input that nobody gave is drawn from: its floats' standard deviation. Parameters are as before they have learned, else sums in a deep model saturate and rounding grows from layer to layer.
pub fn deviation_of(port: &Port, ty: &TensorType) -> f64 {
    if port.in_step.role == Some(Role::Parameter) { initial_deviation(ty) } else { 1.0 }
}

/// A random tensor for an input ([`random_with`], [`deviation_of`]).
///
/// # Errors
/// As [`random`].
pub fn draw(port: &Port, seed: u64) -> Result<HostTensor, String> {
    let ty = port.global_type()?;
    random_with(&ty, seed, deviation_of(port, &ty))
}

/// [`random`] with floats of this standard deviation.
///
/// # Errors
/// As [`random`].
pub fn random_with(ty: &TensorType, seed: u64, deviation: f64) -> Result<HostTensor, String> {
    let zeros = HostTensor::zeros(ty.clone()).map_err(|error| error.to_string())?;
    let mut random = SplitMix(seed);
    let mut bytes = Vec::with_capacity(zeros.bytes().len());
    for _ in 0..ty.num_elements() {
        match ty.element.class() {
            ElementClass::Float => bytes.extend(bytes_of_f64(ty.element, deviation * random.normal())),
            ElementClass::Complex => {
                let part = if ty.element == ElementType::C64 { ElementType::F32 } else { ElementType::F64 };
                bytes.extend(bytes_of_f64(part, deviation * random.normal()));
                bytes.extend(bytes_of_f64(part, deviation * random.normal()));
            }
            ElementClass::Bool => bytes.extend(bytes_of_f64(ty.element, (random.next() % 2) as f64)),
            ElementClass::Signed | ElementClass::Unsigned => {
                let limit = if ty.element.bits() < 5 { 2 } else { RANDOM_INTEGERS as u64 };
                bytes.extend(bytes_of_f64(ty.element, (random.next() % limit) as f64));
            }
        }
    }
    HostTensor::new(ty.clone(), bytes).map_err(|error| error.to_string())
}

/// Steele, Lea and Flood's SplitMix64 ("Fast splittable pseudorandom number generators", OOPSLA 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    /// Uniform over the 2^53 multiples of 2^-53 in (0, 1].
    fn unit(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }
    /// Standard normal, by Box and Muller's transform.
    fn normal(&mut self) -> f64 {
        (-2.0 * self.unit().ln()).sqrt() * (std::f64::consts::TAU * self.unit()).cos()
    }
}

/// Elements as numbers; a complex number counts as two.
fn numbers(tensor: &HostTensor) -> Result<Vec<f64>, String> {
    let tensor = Tensor::from_bytes(tensor.ty().clone(), tensor.bytes())?;
    Ok(match &*tensor.data {
        Buffer::C64(values) => values.iter().flat_map(|c| [f64::from(c.re), f64::from(c.im)]).collect(),
        Buffer::C128(values) => values.iter().flat_map(|c| [c.re, c.im]).collect(),
        _ => tensor.to_f64s(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(got: &[f32], expected: &[f32]) -> Difference {
        let tensor = |values: &[f32]| HostTensor::from_values(&[values.len() as i64], values).unwrap();
        compare(&tensor(got), &tensor(expected)).unwrap()
    }

    #[test]
    fn an_element_near_zero_is_measured_against_its_output() {
        // rms of (3, 4, 0, 0, 0) is sqrt(25 / 5), 2.236…; the error of 0.01 at the zero is 0.0045 of it.
        let found = difference(&[3.0, 4.0, 0.01, 0.0, 0.0], &[3.0, 4.0, 0.0, 0.0, 0.0]);
        assert!((found.relative - 0.01 / 5f64.sqrt()).abs() < 1e-9 && found.worst == 2);
    }

    #[test]
    fn what_is_no_number_must_agree_in_place() {
        let (nan, inf) = (f32::NAN, f32::INFINITY);
        assert_eq!(difference(&[nan, inf, 1.0], &[nan, inf, 1.0]), Difference { absolute: 0.0, relative: 0.0, worst: 0, not_finite: 2, explained: 0 });
        assert_eq!(difference(&[1.0, nan], &[1.0, 1.0]).relative, f64::INFINITY);
        assert_eq!(difference(&[1.0, 1.0], &[1.0, inf]).relative, f64::INFINITY);
    }

    /// Adam's first step is `-lr sign(g)`, with `m = 0.1 g` and `v = 0.001 g^2`: gradients of 1e-9 that cancel to the other sign move a parameter by 2 lr, and no error is the parameter's own.
    /// A gradient without an error leaves no room.
    #[test]
    fn a_step_of_adam_is_off_by_what_its_moments_are_off() {
        let tensor = |values: &[f32]| HostTensor::from_values(&[values.len() as i64], values).unwrap();
        let (lr, g, other) = (1e-3f32, [0.5f32, -1e-9, 0.25], [0.5f32, 1e-9, 0.25]);
        let old = [1.0f32, 1.0, 1.0];
        let step = |g: &[f32; 3], lr: f32| tensor(&[0, 1, 2].map(|at: usize| old[at] - lr * g[at].signum()));
        let m = |g: &[f32; 3]| tensor(&g.map(|g| 0.1 * g));
        let v = |g: &[f32; 3]| tensor(&g.map(|g| 0.001 * g * g));
        let slack = adam_slack(&tensor(&old), &step(&g, lr), [&m(&other), &m(&g)], [&v(&other), &v(&g)]).unwrap();
        assert!(compare(&step(&other, lr), &step(&g, lr)).unwrap().relative > 1e-3);
        let found = compare_but_for(&step(&other, lr), &step(&g, lr), &slack).unwrap();
        assert!(found.relative < 1e-6 && found.explained == 1, "{found:?}");
        let wrong = compare_but_for(&step(&g, 2.0 * lr), &step(&g, lr), &slack).unwrap();
        assert!(wrong.relative > 9e-4, "{wrong:?}");
    }

    /// First outputs for seed 1234567 as published with the reference implementation of SplitMix64.
    #[test]
    fn random_inputs_are_the_same_everywhere() {
        let mut random = SplitMix(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        let ty = TensorType::new(ElementType::I64, &[100]);
        let values = random_values(&ty);
        assert!(values.iter().all(|&value| (0..8).contains(&value)) && values.contains(&7));
    }

    fn random_values(ty: &TensorType) -> Vec<i64> {
        random(ty, 1).unwrap().values().unwrap()
    }
}
