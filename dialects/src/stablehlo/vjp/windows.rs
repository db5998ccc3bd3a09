//! Derivatives of `stablehlo.reduce_window` and `stablehlo.select_and_scatter`.
//!
//! Of a sum: a sum over the windows of the gradient that an element lies in. Of a maximum or minimum: to the first element in row-major
//! order that it was (as JAX), by `select_and_scatter` where nothing is dilated. Else window offset by offset: what lies at one
//! offset of all windows is a slice of the padded operand.

use super::super::dims::Window;
use super::super::reduce_window::read_window;
use super::convolution::extent;
use super::trees;
use crate::combine::reduce_kind;
use crate::derivative::*;
use crate::lifted::{Lifted, continuous};
use crate::local::identity;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Literal};

/// Offsets that are taken one by one at most.
const MAX_OFFSETS: i64 = 1024;

/// Gradients of operands; initial values have none.
pub(in super::super) fn reduce_window(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let count = vjp.op.data().results.len();
    let ty = vjp.op.operand_type(0);
    let (sizes, window) = read_window(vjp.op.attrs(), ty.rank())?;
    if vjp.wanted[count..].contains(&true) {
        return Err("the initial value of a window's reduction has no derivative: start from a constant".to_owned());
    }
    let mut gradients = vec![None; 2 * count];
    if vjp.op.result_type(0).num_elements() == 0 || ty.num_elements() == 0 {
        return Ok(gradients);
    }
    let region = vjp.op.data().regions[0];
    let kind = if count == 1 { reduce_kind(vjp.op.func, region) } else { None };
    match kind {
        Some(ReduceKind::Sum) => gradients[0] = Some(of_sum(b, ty, vjp.grad()?, &sizes, &window)?),
        Some(kind @ (ReduceKind::Max | ReduceKind::Min)) => gradients[0] = Some(of_choice(vjp, b, kind, &sizes, &window)?),
        _ => {
            let offsets = Offsets::new(&ty.dims, vjp.op.result_type(0), &sizes, &window)?;
            let body = Lifted::of(vjp.op.func, region, &vjp.op.result_type(0).dims)?;
            let (mut padded, mut inits) = (Vec::new(), Vec::new());
            for (&x, &init) in vjp.operands.iter().zip(&vjp.operands[count..]) {
                padded.push(offsets.padded(b, x, init)?);
                inits.push(b.broadcast_in_dim(init, &vjp.op.result_type(0).dims, &[])?);
            }
            let mut items = Vec::new();
            for offset in offsets.all() {
                items.push(padded.iter().map(|&x| offsets.at(b, x, &offset)).collect::<Result<Vec<_>, _>>()?);
            }
            let found = trees::fold(b, &body, items, &inits, vjp.grads)?;
            for (index, gradient) in gradients.iter_mut().enumerate().take(count).filter(|&(index, _)| vjp.wanted[index]) {
                let parts = offsets.all().zip(&found).filter_map(|(offset, found)| Some((offset, found[index]?)));
                *gradient = offsets.back(b, vjp.op.operand_type(index), parts.collect())?;
            }
        }
    }
    Ok(gradients)
}

/// Element `i` gains from window `p` at tap `t` where `p s + t r - low = i d`: for `i`, windows of taps that step by `d` over positions
/// that are `s` apart.
fn of_sum(b: &mut Builder, ty: &TensorType, g: Value, sizes: &[i64], window: &Window) -> Result<Value, String> {
    let mut back = Window::unit(sizes.len());
    for (dim, &size) in sizes.iter().enumerate() {
        let (stride, base, step) = (window.strides[dim], window.base_dilations[dim], window.window_dilations[dim]);
        let reach = extent(size, step)?;
        let low = reach - 1 - window.padding[dim][0];
        let high = extent(ty.dims[dim], base)? + reach - 1 - low - extent(b.ty(g).dims[dim], stride)?;
        back.padding[dim] = [low, high];
        (back.strides[dim], back.base_dilations[dim], back.window_dilations[dim]) = (base, stride, step);
    }
    let zero = b.scalar(ty.element, 0.0)?;
    b.reduce_window(g, zero, sizes, &back, ReduceKind::Sum)
}

fn of_choice(vjp: &Vjp, b: &mut Builder, kind: ReduceKind, sizes: &[i64], window: &Window) -> Result<Value, String> {
    let (ty, x, y) = (vjp.op.operand_type(0), vjp.operands[0], vjp.results[0]);
    let neutral = identity(kind, ty.element).ok_or_else(|| format!("{} of {ty} has no neutral element", kind.op_name()))?;
    let mut g = vjp.grad()?;
    // Where the initial value was chosen nothing goes to the operand.
    let from = vjp.op.func.constant_of(vjp.op.data().operands[1]).and_then(Literal::as_splat);
    if from.is_none() || from != neutral.as_splat() {
        let dims = b.ty(y).dims.to_vec();
        let init = b.broadcast_in_dim(vjp.operands[1], &dims, &[])?;
        let chosen = b.compare(Direction::Ne, y, init)?;
        g = where_or_zero(b, chosen, g)?;
    }
    if window.base_dilations.iter().chain(&window.window_dilations).all(|&dilation| dilation == 1) {
        let direction = if kind == ReduceKind::Max { Direction::Ge } else { Direction::Le };
        return select_back(b, x, g, sizes, window, direction);
    }
    let offsets = Offsets::new(&ty.dims, vjp.op.result_type(0), sizes, window)?;
    let neutral = b.constant(neutral)?;
    let padded = offsets.padded(b, x, neutral)?;
    let mut open: Option<Value> = None;
    let mut parts = Vec::new();
    for offset in offsets.all() {
        let here = offsets.at(b, padded, &offset)?;
        let (chosen, later) = first_match(b, here, y, open)?;
        open = Some(later);
        parts.push((offset, where_or_zero(b, chosen, g)?));
    }
    offsets.back(b, ty, parts)?.ok_or_else(|| "a window has no element".to_owned())
}

/// Where `here` is `y` and no element before was, and where none was yet after it. `open`: where none was before (all, without).
fn first_match(b: &mut Builder, here: Value, y: Value, open: Option<Value>) -> Result<(Value, Value), String> {
    let equal = b.compare(Direction::Eq, here, y)?;
    let unequal = b.not(equal)?;
    Ok(match open {
        Some(open) => (b.and(equal, open)?, b.and(unequal, open)?),
        None => (equal, unequal),
    })
}

/// `source` added up where windows of `x` select.
fn select_back(b: &mut Builder, x: Value, source: Value, sizes: &[i64], window: &Window, direction: Direction) -> Result<Value, String> {
    let element = b.ty(x).element;
    let select = b.scalar_region(&[element, element], &mut |b, args| Ok(vec![b.compare(direction, args[0], args[1])?]))?;
    let scatter = b.scalar_region(&[element, element], &mut |b, args| Ok(vec![b.add(args[0], args[1])?]))?;
    let attrs = Attrs::new()
        .with("padding", window.padding_attr())
        .with("window_dimensions", Attr::ints(sizes))
        .with("window_strides", Attr::ints(&window.strides));
    let zero = b.scalar(element, 0.0)?;
    let op = b.op(&super::super::select_and_scatter::INFO, &[x, source, zero], attrs, &[select, scatter])?;
    Ok(b.func.result(op))
}

/// The source gains what its window selected; what is selected from gains nothing, being compared only.
pub(in super::super) fn select_and_scatter(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (ty, g) = (vjp.op.operand_type(0), vjp.grad()?);
    let data = vjp.op.data();
    let (sizes, window) = read_window(vjp.op.attrs(), ty.rank())?;
    if reduce_kind(vjp.op.func, data.regions[1]) != Some(ReduceKind::Sum) {
        return Err("only one that adds up its sources has a derivative".to_owned());
    }
    let init = if vjp.wanted[2] { Some(total(b, g)?) } else { None };
    let source = vjp.op.operand_type(1);
    if !vjp.wanted[1] || source.num_elements() == 0 || ty.num_elements() == 0 {
        return Ok(vec![None, None, init]);
    }
    let (direction, last) = super::super::select_and_scatter::selection(&vjp.op)
        .ok_or("only one that selects by one comparison of its two elements has a derivative")?;
    let kind = if direction == Direction::Ge { ReduceKind::Max } else { ReduceKind::Min };
    let neutral = b.constant(identity(kind, ty.element).ok_or("its elements have no neutral one")?)?;
    let offsets = Offsets::new(&ty.dims, source, &sizes, &window)?;
    let best = b.reduce_window(vjp.operands[0], neutral, &sizes, &window, kind)?;
    let zero = b.scalar(ty.element, 0.0)?;
    let (padded, gradients) = (offsets.padded(b, vjp.operands[0], neutral)?, offsets.padded(b, g, zero)?);
    let mut order: Vec<Vec<i64>> = offsets.all().collect();
    if last {
        order.reverse();
    }
    let (mut open, mut sum) = (None, None);
    for offset in order {
        let here = offsets.at(b, padded, &offset)?;
        let (chosen, later) = first_match(b, here, best, open)?;
        open = Some(later);
        let gain = offsets.at(b, gradients, &offset)?;
        let gain = where_or_zero(b, chosen, gain)?;
        sum = Some(match sum {
            Some(sum) => b.add(sum, gain)?,
            None => gain,
        });
    }
    Ok(vec![None, sum, init])
}

/// Windows taken apart by the offset of their elements.
struct Offsets<'a> {
    sizes: &'a [i64],
    window: &'a Window,
    /// How many windows there are, one entry a dimension.
    windows: Vec<i64>,
    /// Size of the padded operand.
    whole: Vec<i64>,
}

impl<'a> Offsets<'a> {
    fn new(dims: &[i64], result: &TensorType, sizes: &'a [i64], window: &'a Window) -> Result<Offsets<'a>, String> {
        let offsets = sizes.iter().fold(1i64, |product, &size| product.saturating_mul(size));
        if offsets > MAX_OFFSETS || !continuous(result) {
            return Err(format!("windows of more than {MAX_OFFSETS} elements have a derivative for sums, maxima and minima without dilation only, got {offsets}"));
        }
        let (low, high): (Vec<i64>, Vec<i64>) = window.padding.iter().map(|&[low, high]| (low, high)).unzip();
        let interior: Vec<i64> = window.base_dilations.iter().map(|dilation| dilation - 1).collect();
        let whole = super::super::pad::padded_dims(dims, &low, &high, &interior)?;
        Ok(Offsets { sizes, window, windows: result.dims.to_vec(), whole })
    }

    /// All offsets, in row-major order.
    fn all(&self) -> impl Iterator<Item = Vec<i64>> + use<'_> {
        super::super::select_and_scatter::indices(self.sizes)
    }

    fn padded(&self, b: &mut Builder, x: Value, fill: Value) -> Result<Value, String> {
        let (low, high): (Vec<i64>, Vec<i64>) = self.window.padding.iter().map(|&[low, high]| (low, high)).unzip();
        let interior: Vec<i64> = self.window.base_dilations.iter().map(|dilation| dilation - 1).collect();
        if low.iter().chain(&high).chain(&interior).all(|&amount| amount == 0) { Ok(x) } else { b.pad(x, fill, &low, &high, &interior) }
    }

    /// The first and one past the last place in the padded operand of this offset, along each dimension.
    fn span(&self, offset: &[i64]) -> (Vec<i64>, Vec<i64>) {
        (0..offset.len())
            .map(|dim| {
                let start = offset[dim] * self.window.window_dilations[dim];
                (start, start + (self.windows[dim] - 1) * self.window.strides[dim] + 1)
            })
            .unzip()
    }

    /// What lies at this offset of every window.
    fn at(&self, b: &mut Builder, padded: Value, offset: &[i64]) -> Result<Value, String> {
        let (start, limit) = self.span(offset);
        b.slice(padded, &start, &limit, &self.window.strides)
    }

    /// What is gained at offsets, added up on the operand. `None` where nothing is.
    fn back(&self, b: &mut Builder, ty: &TensorType, parts: Vec<(Vec<i64>, Value)>) -> Result<Option<Value>, String> {
        let zero = b.scalar(ty.element, 0.0)?;
        let between: Vec<i64> = self.window.strides.iter().map(|stride| stride - 1).collect();
        let mut sum: Option<Value> = None;
        for (offset, part) in parts {
            let (start, limit) = self.span(&offset);
            let high: Vec<i64> = limit.iter().zip(&self.whole).map(|(limit, whole)| whole - limit).collect();
            let spread = b.pad(part, zero, &start, &high, &between)?;
            sum = Some(match sum {
                Some(sum) => b.add(sum, spread)?,
                None => spread,
            });
        }
        let Some(sum) = sum else { return Ok(None) };
        let (low, high): (Vec<i64>, Vec<i64>) = self.window.padding.iter().map(|&[low, high]| (-low, -high)).unzip();
        let cut = b.pad(sum, zero, &low, &high, &vec![0; low.len()])?;
        let limit = b.ty(cut).dims.to_vec();
        Ok(Some(b.slice(cut, &vec![0; limit.len()], &limit, &self.window.base_dilations)?))
    }
}
