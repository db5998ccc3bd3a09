//! Random reductions: over dimensions, over windows, by sorting.

use super::bounds::Bounds;
use super::state::{Entry, MAX_ELEMENTS, Made, State};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::sharding::rule::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, ElementType};

/// A reduction of one tensor; the initial value is now and then not the identity.
pub fn reduce(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| !entry.ty.element.is_complex()) else { return Ok(false) };
    let dims: Vec<i64> = (0..x.ty.rank() as i64).filter(|_| st.rng.percent(50)).collect();
    let terms: i64 = dims.iter().map(|&dim| x.ty.dims[dim as usize]).product();
    let kind = if x.ty.element == ElementType::I1 {
        st.rng.choose(&[ReduceKind::And, ReduceKind::Or])
    } else {
        st.rng.choose(&[ReduceKind::Sum, ReduceKind::Sum, ReduceKind::Sum, ReduceKind::Max, ReduceKind::Min, ReduceKind::Product])
    };
    let start = Bounds::exact(1.0, 1.0, 1.0);
    let bounds = match kind {
        ReduceKind::Sum => x.bounds.sum_of(terms, terms),
        ReduceKind::Product if x.bounds.magnitude() <= 2.0 && terms <= 8 => {
            let most = x.bounds.magnitude().max(1.0).powi(terms as i32);
            let step = x.bounds.step.map(|step| step.powi(terms as i32));
            Bounds { low: -most, high: most, step, error: x.bounds.error * most * terms as f64 }
        }
        ReduceKind::Product => return Ok(false),
        _ => x.bounds,
    };
    // XLA:CPU drops the initial value of a reduction of single elements, so such programs would differ between engines.
    let from_identity = st.rng.percent(60) || terms == 1;
    let value = if from_identity {
        if terms == 0 && matches!(kind, ReduceKind::Max | ReduceKind::Min) {
            return Ok(false);
        }
        b.reduce_identity(x.value, &dims, kind)?
    } else {
        let init = b.scalar(x.ty.element, 1.0)?;
        b.reduce(x.value, init, &dims, kind)?
    };
    let bounds = match kind {
        ReduceKind::Sum if !from_identity => bounds.plus(&start),
        ReduceKind::Max | ReduceKind::Min if !from_identity => bounds.join(&start),
        _ => bounds,
    };
    st.push(b, value, bounds, terms)
}

/// The largest element and its place: one reduction of two tensors.
pub fn arg_max(b: &mut Builder<'_>, st: &mut State) -> Made {
    let usable = |entry: &Entry| entry.ty.rank() > 0 && entry.ty.num_elements() > 0 && entry.bounds.is_exact() && !entry.ty.element.is_complex();
    let Some(x) = st.pick(|entry| usable(entry) && entry.ty.element != ElementType::I1) else { return Ok(false) };
    let dim = st.rng.below(x.ty.rank());
    let places = b.iota(&x.ty.with_element(ElementType::I32), dim as i64)?;
    let least = b.scalar(x.ty.element, x.bounds.low.floor().min(0.0).max(super::bounds::int_range(ElementType::I64).0))?;
    let zero = b.int_scalar(ElementType::I32, 0)?;
    let results = b.reduce_with(&[x.value, places], &[least, zero], &[dim as i64], &mut |b, args| {
        let above = b.compare(Direction::Gt, args[0], args[2])?;
        let equal = b.compare(Direction::Eq, args[0], args[2])?;
        let before = b.compare(Direction::Lt, args[1], args[3])?;
        let tie = b.and(equal, before)?;
        let first = b.or(above, tie)?;
        Ok(vec![b.select(first, args[0], args[2])?, b.select(first, args[1], args[3])?])
    })?;
    let value_bounds = x.bounds.join(&Bounds::ints(x.bounds.low.floor().min(0.0) as i64, 0));
    st.push(b, results[0], value_bounds, 0)?;
    st.push(b, results[1], Bounds::ints(0, x.ty.dims[dim] - 1), 0)
}

/// A sum and a maximum of two tensors in one reduction.
pub fn reduce_pair(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && entry.ty.element.is_float()) else { return Ok(false) };
    let Some(y) = st.partner(b, &x.ty, |_| true)? else { return Ok(false) };
    let dims: Vec<i64> = (0..x.ty.rank() as i64).filter(|_| st.rng.percent(60)).collect();
    let terms: i64 = dims.iter().map(|&dim| x.ty.dims[dim as usize]).product();
    if terms == 1 {
        // As in `reduce`: XLA:CPU drops the initial values.
        return Ok(false);
    }
    let zero = b.scalar(x.ty.element, 0.0)?;
    let results = b.reduce_with(&[x.value, y.value], &[zero, zero], &dims, &mut |b, args| {
        Ok(vec![b.add(args[0], args[2])?, b.maximum(args[1], args[3])?])
    })?;
    st.push(b, results[0], x.bounds.sum_of(terms, terms), terms)?;
    st.push(b, results[1], y.bounds.or_zero(), 0)
}

/// A pool or a running sum.
pub fn reduce_window(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && (entry.ty.element.is_float() || entry.ty.element.is_int())) else { return Ok(false) };
    let rank = x.ty.rank();
    let mut window = Window::unit(rank);
    let mut size = vec![1; rank];
    if st.rng.percent(30) {
        let dim = st.rng.below(rank);
        let length = x.ty.dims[dim].max(1);
        size[dim] = length;
        window.padding[dim] = if st.rng.percent(70) { [length - 1, 0] } else { [0, length - 1] };
    } else {
        for dim in 0..rank {
            if st.rng.percent(40) {
                continue;
            }
            size[dim] = st.rng.range(1, 3);
            window.strides[dim] = st.rng.range(1, 2);
            window.padding[dim] = [st.rng.range(0, 1), st.rng.range(-1, 2)];
            window.base_dilations[dim] = st.rng.choose(&[1, 1, 1, 2]);
            window.window_dilations[dim] = st.rng.choose(&[1, 1, 1, 2]);
        }
    }
    let mut count = 1i64;
    for (dim, &extent) in size.iter().enumerate() {
        match window.count(dim, x.ty.dims[dim], extent) {
            Ok(windows) => count *= windows,
            Err(_) => return Ok(false),
        }
    }
    if count > MAX_ELEMENTS {
        return Ok(false);
    }
    let terms: i64 = size.iter().product();
    let kind = st.rng.choose(&[ReduceKind::Sum, ReduceKind::Sum, ReduceKind::Max, ReduceKind::Min]);
    let zero = b.scalar(x.ty.element, 0.0)?;
    let value = b.reduce_window(x.value, zero, &size, &window, kind)?;
    let bounds = if kind == ReduceKind::Sum { x.bounds.sum_of(0, terms) } else { x.bounds.or_zero() };
    st.push(b, value, bounds, terms)
}

/// The gradient of a max pool: sources are added where the largest element of each window stands.
pub fn select_and_scatter(b: &mut Builder<'_>, st: &mut State) -> Made {
    let usable = |entry: &Entry| entry.ty.rank() > 0 && entry.ty.num_elements() > 0 && entry.ty.element == ElementType::F32 && entry.bounds.is_exact();
    let Some(x) = st.pick(usable) else { return Ok(false) };
    let rank = x.ty.rank();
    let mut window = Window::unit(rank);
    let (mut size, mut source) = (vec![1; rank], Vec::new());
    for (dim, extent) in size.iter_mut().enumerate() {
        if st.rng.percent(50) {
            *extent = st.rng.range(1, 3);
            window.strides[dim] = st.rng.range(1, 2);
            window.padding[dim] = [st.rng.range(0, *extent - 1), st.rng.range(0, *extent - 1)];
        }
        source.push(window.count(dim, x.ty.dims[dim], *extent).unwrap_or(0));
    }
    let Some(y) = st.partner(b, &x.ty.with_dims(&source), |_| true)? else { return Ok(false) };
    let zero = b.scalar(ElementType::F32, 0.0)?;
    let pair = [ElementType::F32; 2];
    let select = b.scalar_region(&pair, &mut |b, args| Ok(vec![b.compare(Direction::Ge, args[0], args[1])?]))?;
    let scatter = b.scalar_region(&pair, &mut |b, args| Ok(vec![b.add(args[0], args[1])?]))?;
    let attrs = Attrs::new()
        .with("padding", window.padding_attr())
        .with("window_dimensions", Attr::ints(&size))
        .with("window_strides", Attr::ints(&window.strides));
    let op = b.op(row("stablehlo.select_and_scatter")?, &[x.value, y.value, zero], attrs, &[select, scatter])?;
    let value = b.func.result(op);
    let terms: i64 = size.iter().product();
    st.push(b, value, y.bounds.sum_of(0, terms), terms)
}

/// One or two tensors in the order of the first.
pub fn sort(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && entry.bounds.is_exact() && !entry.ty.element.is_complex()) else { return Ok(false) };
    let dim = st.rng.below(x.ty.rank()) as i64;
    let direction = st.rng.choose(&[Direction::Lt, Direction::Gt]);
    let mut operands = vec![x.clone()];
    if st.rng.percent(50) {
        let carried = x.ty.with_element(st.rng.choose(&[ElementType::F32, ElementType::I32]));
        operands.extend(st.partner(b, &carried, |_| true)?);
    }
    let values: Vec<_> = operands.iter().map(|operand| operand.value).collect();
    let results = b.sort(&values, dim, true, &mut |b, args| Ok(vec![b.compare(direction, args[0], args[1])?]))?;
    for (result, operand) in results.iter().zip(&operands) {
        st.push(b, *result, operand.bounds, 0)?;
    }
    Ok(true)
}

/// The largest elements of the minor dimension and their places.
pub fn top_k(b: &mut Builder<'_>, st: &mut State) -> Made {
    let usable = |entry: &Entry| entry.bounds.is_exact() && matches!(entry.ty.element, ElementType::F32 | ElementType::I32);
    let Some(x) = st.pick(|entry| usable(entry) && entry.ty.dims.last().is_some_and(|&size| size > 0)) else { return Ok(false) };
    let size = x.ty.dims[x.ty.rank() - 1];
    let attrs = Attrs::new().with("k", Attr::i64(st.rng.range(1, size)));
    let op = b.op(row("chlo.top_k")?, &[x.value], attrs, &[])?;
    let results = b.func.op(op).results.clone();
    st.push(b, results[0], x.bounds, 0)?;
    st.push(b, results[1], Bounds::ints(0, size - 1), 0)
}

