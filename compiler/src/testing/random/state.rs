//! The values that a growing program has, what is known of them, and how the next op finds its operands.
//!
//! Invariants: every value of the pool can be used where the builder stands; its bounds hold for all inputs within
//! the arguments' bounds; tensors stay small enough to interpret ([`MAX_ELEMENTS`]).

use super::super::rng::Rng;
use super::bounds::{Bounds, LARGEST_FLOAT, LARGEST_INT};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::{Builder, ElementType, Literal, Sym, TensorType, Value};
use std::collections::BTreeMap;

/// No tensor has more elements.
pub const MAX_ELEMENTS: i64 = 3000;

/// A value and its bounds.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The value.
    pub value: Value,
    /// Its type.
    pub ty: TensorType,
    /// Bounds of its elements.
    pub bounds: Bounds,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its symbol.
    pub name: Sym,
    /// What it takes: bounds that arguments must lie in.
    pub args: Vec<(TensorType, Bounds)>,
    /// What it returns.
    pub results: Vec<(TensorType, Bounds)>,
}

/// The pool, and what ops are drawn from.
pub struct State {
    /// Random numbers.
    pub rng: Rng,
    /// Usable values, oldest first.
    pub pool: Vec<Entry>,
    /// Sizes that dimensions are drawn from: few, so that shapes meet again.
    pub sizes: Vec<i64>,
    /// Functions that can be called.
    pub callees: Vec<Callee>,
    /// Regions around the builder.
    pub depth: usize,
    /// Ops made, by name of their kind.
    pub made: BTreeMap<&'static str, usize>,
    /// The mesh and how values are annotated.
    pub layout: super::layout::Layout,
    /// Kinds of ops to draw from, all where empty.
    pub only: Vec<&'static str>,
    /// Ids of sharding groups, and the dimensions of their values.
    pub groups: Vec<(i64, Vec<i64>)>,
    /// Whether all devices pass here: false where a branch was chosen by a value that may differ along manual axes.
    pub uniform: bool,
}

/// Whether an op was made: one whose operands are not to be had is not an error.
pub type Made = Result<bool, String>;

impl State {
    /// The state inside a region: values of `pool`, numbers of their own.
    pub fn inside(&mut self, pool: Vec<Entry>) -> State {
        State {
            rng: self.rng.split(),
            pool,
            sizes: self.sizes.clone(),
            callees: self.callees.clone(),
            depth: self.depth + 1,
            made: BTreeMap::new(),
            layout: self.layout.clone(),
            only: self.only.clone(),
            groups: self.groups.clone(),
            uniform: self.uniform,
        }
    }

    /// One of the values that fit, the recent ones more often.
    pub fn pick(&mut self, fits: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let found: Vec<usize> = (0..self.pool.len()).filter(|&index| fits(&self.pool[index])).collect();
        if found.is_empty() {
            return None;
        }
        let (first, second) = (self.rng.below(found.len()), self.rng.below(found.len()));
        Some(self.pool[found[first.max(second)]].clone())
    }

    /// A value of exactly this type that fits: one of the pool, or a new constant (checked too).
    pub fn partner(&mut self, b: &mut Builder<'_>, ty: &TensorType, fits: impl Fn(&Bounds) -> bool) -> Result<Option<Entry>, String> {
        if !self.rng.percent(15)
            && let Some(found) = self.pick(|entry| entry.ty == *ty && fits(&entry.bounds))
        {
            return Ok(Some(found));
        }
        let constant = self.constant(b, ty)?;
        Ok(fits(&constant.bounds).then_some(constant))
    }

    /// A new constant of small exact elements.
    pub fn constant(&mut self, b: &mut Builder<'_>, ty: &TensorType) -> Result<Entry, String> {
        let bounds = self.bounds_of(ty.element);
        let splat = self.rng.percent(30);
        let literal = self.literal(ty, &bounds, splat);
        Ok(Entry { value: b.constant(literal)?, ty: ty.clone(), bounds })
    }

    /// Elements within these (exact) bounds.
    pub fn literal(&mut self, ty: &TensorType, bounds: &Bounds, splat: bool) -> Literal {
        let step = bounds.step.unwrap_or(1.0);
        let draw = |rng: &mut Rng| rng.range((bounds.low / step).ceil() as i64, (bounds.high / step).floor() as i64) as f64 * step;
        let encode = |rng: &mut Rng| {
            if ty.element.is_complex() {
                let mut bytes = shardwright_ir::interp::scalar::bytes_of_f64(ty.element, draw(rng)).to_vec();
                let half = bytes.len() / 2;
                let imaginary = shardwright_ir::interp::scalar::bytes_of_f64(ty.element, draw(rng));
                bytes.splice(half.., imaginary[..half].iter().copied());
                return bytes;
            }
            shardwright_ir::interp::scalar::bytes_of_f64(ty.element, draw(rng)).to_vec()
        };
        if splat {
            return Literal::splat(ty.clone(), &encode(&mut self.rng));
        }
        let bytes = (0..ty.num_elements()).flat_map(|_| encode(&mut self.rng)).collect();
        Literal::dense(ty.clone(), bytes)
    }

    /// Bounds for new inputs and constants of an element type.
    pub fn bounds_of(&mut self, element: ElementType) -> Bounds {
        if element == ElementType::I1 {
            return Bounds::ints(0, 1);
        }
        if element.is_int() {
            let signed = element.class() == shardwright_ir::types::ElementClass::Signed;
            let (least, most) = super::bounds::int_range(element);
            let low = if signed { self.rng.choose(&[-9, -3, 0, 1]) } else { self.rng.choose(&[0, 1]) };
            return Bounds::ints(low.max(least as i64), (low + self.rng.range(1, 12)).min(most as i64));
        }
        match self.rng.below(4) {
            0 => Bounds::exact(0.5, 2.0, 0.25),
            1 => Bounds::exact(-1.0, 1.0, 0.125),
            2 => Bounds::exact(-3.0, 3.0, 1.0),
            _ => Bounds::exact(-2.0, 2.0, 0.25),
        }
    }

    /// An element type, floats most often.
    pub fn element(&mut self) -> ElementType {
        use ElementType::*;
        let all = [F32, F32, F32, F32, F32, F32, F32, F32, F64, BF16, F16, I32, I32, I32, I64, UI8, UI32, I8, I1, C64];
        self.rng.choose(&all)
    }

    /// A shape of the program's sizes.
    pub fn shape(&mut self, max_rank: i64) -> Vec<i64> {
        let rank = self.rng.range(0, max_rank);
        let mut dims: Vec<i64> = (0..rank).map(|_| self.rng.choose(&self.sizes.clone())).collect();
        while dims.iter().product::<i64>() > MAX_ELEMENTS / 8 {
            dims.pop();
        }
        dims
    }

    /// Adds a computed value to the pool: with its bounds as its type holds them after about `terms` roundings, brought back
    /// into range where they left it. False where the value would not be tame; it is then left unused.
    pub fn push(&mut self, b: &mut Builder<'_>, value: Value, bounds: Bounds, terms: i64) -> Made {
        let ty = b.ty(value).clone();
        let Some(bounds) = bounds.stored(ty.element, terms) else { return Ok(false) };
        if ty.num_elements() > MAX_ELEMENTS {
            return Ok(false);
        }
        self.layout.annotate(b, &mut self.rng, value)?;
        let entry = Entry { value, ty, bounds };
        let entry = match entry.ty.element {
            element if element.is_int() && bounds.magnitude() > LARGEST_INT.min(super::bounds::int_range(element).1 / 2.0) => self.reduced(b, entry)?,
            element if (element.is_float() || element.is_complex()) && bounds.magnitude() > LARGEST_FLOAT => self.scaled(b, entry)?,
            _ => entry,
        };
        self.pool.push(entry);
        Ok(true)
    }

    /// The remainder by a small number.
    fn reduced(&mut self, b: &mut Builder<'_>, entry: Entry) -> Result<Entry, String> {
        let divisor = self.rng.choose(&[7i64, 16, 31]);
        let by = b.splat(&entry.ty, divisor as f64)?;
        let value = b.remainder(entry.value, by)?;
        let low = if entry.bounds.low < 0.0 { -(divisor - 1) } else { 0 };
        Ok(Entry { value, bounds: Bounds::ints(low, divisor - 1), ty: entry.ty })
    }

    /// The product with a power of two that brings it back into range.
    fn scaled(&mut self, b: &mut Builder<'_>, entry: Entry) -> Result<Entry, String> {
        let factor = 2f64.powi(-(entry.bounds.magnitude() / 4.0).log2().ceil() as i32);
        let by = b.splat(&entry.ty, factor)?;
        let value = b.multiply(entry.value, by)?;
        let Bounds { low, high, step, error } = entry.bounds;
        let bounds = Bounds { low: low * factor, high: high * factor, step: step.map(|step| step * factor), error: error * factor };
        Ok(Entry { value, bounds, ty: entry.ty })
    }
}
