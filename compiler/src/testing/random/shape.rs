//! Random ops that move elements without computing, and constants.

use super::bounds::Bounds;
use super::state::{Entry, MAX_ELEMENTS, Made, State};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::{Builder, ElementType, TensorType};

/// A constant of random elements.
pub fn constant(b: &mut Builder<'_>, st: &mut State) -> Made {
    let (element, dims) = (st.element(), st.shape(3));
    let made = st.constant(b, &TensorType::new(element, &dims))?;
    st.push(b, made.value, made.bounds, 1)
}

/// Counts along a dimension.
pub fn iota(b: &mut Builder<'_>, st: &mut State) -> Made {
    let dims = st.shape(3);
    if dims.is_empty() {
        return Ok(false);
    }
    let element = st.rng.choose(&[ElementType::I32, ElementType::F32, ElementType::I64, ElementType::UI8]);
    let dim = st.rng.below(dims.len());
    let value = b.iota(&TensorType::new(element, &dims), dim as i64)?;
    st.push(b, value, Bounds::ints(0, (dims[dim] - 1).max(0)), 1)
}

/// New dimensions anywhere, dimensions of one element expanded, now and then in another order.
pub fn broadcast(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() < 4) else { return Ok(false) };
    let mut dims = Vec::new();
    let mut map = Vec::new();
    let extra = st.rng.range(i64::from(!x.ty.dims.contains(&1)), 4 - x.ty.rank() as i64) as usize;
    let mut sources: Vec<Option<usize>> = (0..x.ty.rank()).map(Some).collect();
    for _ in 0..extra {
        let at = st.rng.below(sources.len() + 1);
        sources.insert(at, None);
    }
    if st.rng.percent(15) {
        sources = st.rng.shuffled(&sources);
    }
    for source in &sources {
        dims.push(match source {
            Some(dim) if x.ty.dims[*dim] != 1 || st.rng.percent(40) => x.ty.dims[*dim],
            _ => st.rng.choose(&st.sizes.clone()),
        });
    }
    for dim in 0..x.ty.rank() {
        map.extend(sources.iter().position(|source| *source == Some(dim)).map(|at| at as i64));
    }
    if dims.iter().product::<i64>() > MAX_ELEMENTS {
        return Ok(false);
    }
    let value = b.broadcast_in_dim(x.value, &dims, &map)?;
    st.push(b, value, x.bounds, 0)
}

/// The prime factors of the shape, grouped anew: splits, merges and both at once, dimensions of one element come and go.
pub fn reshape(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.num_elements() > 0) else { return Ok(false) };
    let mut factors: Vec<i64> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    for &dim in &x.ty.dims {
        let mut rest = dim;
        for prime in 2..=dim {
            while rest % prime == 0 {
                factors.push(prime);
                rest /= prime;
            }
        }
        ends.push(factors.len());
    }
    let mut dims = vec![1i64];
    for (index, factor) in factors.iter().enumerate() {
        let at_end = ends.contains(&index);
        if index > 0 && st.rng.percent(if at_end { 50 } else { 35 }) && dims.len() < 5 {
            dims.push(1);
        }
        *dims.last_mut().ok_or("no dimension")? *= factor;
    }
    if st.rng.percent(15) && dims.len() < 5 {
        let at = st.rng.below(dims.len() + 1);
        dims.insert(at, 1);
    }
    let value = b.reshape(x.value, &dims)?;
    st.push(b, value, x.bounds, 0)
}

/// Dimensions in another order.
pub fn transpose(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 1) else { return Ok(false) };
    let order = st.rng.shuffled(&(0..x.ty.rank() as i64).collect::<Vec<_>>());
    let value = b.transpose(x.value, &order)?;
    st.push(b, value, x.bounds, 0)
}

/// A box of every so many elements.
pub fn slice(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let (mut start, mut limit, mut strides) = (Vec::new(), Vec::new(), Vec::new());
    for &size in &x.ty.dims {
        let whole = st.rng.percent(45) || size == 0;
        let from = if whole { 0 } else { st.rng.range(0, size - 1) };
        let least = from + i64::from(!st.rng.percent(3));
        start.push(from);
        limit.push(if whole { size } else { st.rng.range(least, size) });
        strides.push(if st.rng.percent(25) { st.rng.range(2, 3) } else { 1 });
    }
    let value = b.slice(x.value, &start, &limit, &strides)?;
    st.push(b, value, x.bounds, 0)
}

/// Elements added or trimmed at the ends and between.
pub fn pad(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let fill = st.partner(b, &TensorType::scalar(x.ty.element), |_| true)?;
    let Some(fill) = fill else { return Ok(false) };
    let (mut low, mut high, mut interior) = (Vec::new(), Vec::new(), Vec::new());
    let mut count = 1i64;
    for &size in &x.ty.dims {
        let (before, after, between) = match st.rng.below(4) {
            0 => (0, 0, 0),
            1 => (st.rng.range(0, 2), st.rng.range(0, 2), 0),
            _ => (st.rng.range(-2, 2), st.rng.range(-2, 2), i64::from(st.rng.percent(25))),
        };
        let padded = size + before + after + (size - 1).max(0) * between;
        if padded < 0 {
            return Ok(false);
        }
        count *= padded;
        low.push(before);
        high.push(after);
        interior.push(between);
    }
    if count > MAX_ELEMENTS {
        return Ok(false);
    }
    let value = b.pad(x.value, fill.value, &low, &high, &interior)?;
    st.push(b, value, x.bounds.join(&fill.bounds), 0)
}

/// Elements of some dimensions in opposite order.
pub fn reverse(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let dims: Vec<i64> = (0..x.ty.rank() as i64).filter(|_| st.rng.percent(60)).collect();
    let value = b.reverse(x.value, &dims)?;
    st.push(b, value, x.bounds, 0)
}

/// Two or three tensors one after another.
pub fn concatenate(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let dim = st.rng.below(x.ty.rank());
    let joins = |entry: &Entry| {
        entry.ty.element == x.ty.element
            && entry.ty.rank() == x.ty.rank()
            && (0..x.ty.rank()).all(|other| other == dim || entry.ty.dims[other] == x.ty.dims[other])
    };
    let mut parts = vec![x.clone()];
    for _ in 0..st.rng.range(1, 2) {
        parts.extend(st.pick(joins));
    }
    if parts.iter().map(|part| part.ty.num_elements()).sum::<i64>() > MAX_ELEMENTS {
        return Ok(false);
    }
    let parts = st.rng.shuffled(&parts);
    let value = b.concatenate(&parts.iter().map(|part| part.value).collect::<Vec<_>>(), dim as i64)?;
    let bounds = parts.iter().fold(x.bounds, |bounds, part| bounds.join(&part.bounds));
    st.push(b, value, bounds, 0)
}
