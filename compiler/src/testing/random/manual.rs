//! Random computations that are written for one device along some axes, nested ones too, and named ones.
//!
//! Invariants: what lies along manual axes divides; axes are manual once; along every manual axis on which what the body
//! computes may differ, a result is put together or was combined before, so that all devices agree on what is global; no
//! collective stands where devices may have gone different ways.

use super::bounds::Bounds;
use super::control::absorb;
use super::state::{Entry, MAX_ELEMENTS, Made, State};
use super::steps;
use shardwright_dialects::device_groups::groups_attr;
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, DimSharding, TensorSharding};
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Literal, Sym, TensorType, Type, Value};

/// Regions within regions end here.
const MAX_DEPTH: usize = 3;

/// A body that is local along one or more of the axes that are free here.
pub fn manual_computation(b: &mut Builder<'_>, st: &mut State) -> Made {
    let free: Vec<Sym> = st.layout.free_axes();
    if st.depth >= MAX_DEPTH || !st.uniform || free.is_empty() {
        return Ok(false);
    }
    let most = if st.rng.percent(60) { 1 } else { free.len() as i64 };
    let count = st.rng.range(1, most) as usize;
    let manual: Vec<Sym> = st.rng.shuffled(&free).into_iter().take(count).collect();
    let mut operands = Vec::new();
    for _ in 0..st.rng.range(1, 2) {
        operands.extend(st.pick(|entry| entry.ty.rank() > 0));
    }
    if operands.is_empty() {
        return Ok(false);
    }
    let ins: Vec<TensorSharding> = operands.iter().map(|operand| placed(st, &operand.ty.dims, &manual, 85)).collect();
    let differs: Vec<Sym> = manual.iter().copied().filter(|axis| ins.iter().any(|sharding| along(sharding, *axis))).collect();

    let body = b.func.new_region();
    let mut inner = st.inside(Vec::new());
    inner.layout.manual.extend(&manual);
    // A function's own annotations may name the manual axes, and groups do not reach into the body.
    inner.callees.clear();
    inner.groups.clear();
    for (operand, sharding) in operands.iter().zip(&ins) {
        let ty = local(&operand.ty, sharding, &manual, st);
        let value = b.func.add_region_arg(body, Type::Tensor(ty.clone()));
        inner.pool.push(Entry { value, ty, bounds: operand.bounds });
    }
    let mut at = b.in_region(body);
    let count = inner.rng.range(1, 5) as usize;
    steps(&mut at, &mut inner, count)?;
    let (mut results, mut outs, mut types, mut returned) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..inner.rng.range(1, 2) {
        let found = inner.pick(|entry| entry.ty.rank() > 0 && !entry.ty.element.is_complex()).or_else(|| inner.pick(|entry| !entry.ty.element.is_complex()));
        let Some(mut entry) = found else { continue };
        if inner.rng.percent(20) {
            entry.value = shifted(&mut at, &mut inner, &entry, &manual)?;
        }
        let mut sharding = TensorSharding::of_dims(inner.layout.name, vec![DimSharding::default(); entry.ty.rank()]);
        let mut dims = entry.ty.dims.clone();
        for &axis in &inner.rng.shuffled(&manual) {
            let size = inner.layout.mesh.axis_size(axis).unwrap_or(1);
            let fits = entry.ty.rank() > 0 && entry.ty.num_elements() > 0 && dims.iter().product::<i64>() * size <= MAX_ELEMENTS;
            let wanted = if differs.contains(&axis) { inner.rng.percent(75) } else { inner.rng.percent(25) };
            if fits && wanted {
                let dim = inner.rng.below(entry.ty.rank());
                push_merged(&mut sharding.dims[dim].axes, AxisRef::full(axis), &inner.layout.mesh);
                dims[dim] *= size;
            } else if differs.contains(&axis) {
                entry = combined(&mut at, &mut inner, entry, axis)?;
            }
        }
        with_free_axes(st, &mut sharding, &dims, &manual);
        results.push(entry.bounds);
        types.push(Type::Tensor(TensorType::new(entry.ty.element, &dims)));
        outs.push(sharding);
        returned.push(entry.value);
    }
    at.op_of_types(row("sdy.return")?, &returned, Attrs::new(), &[], vec![])?;
    let axes = manual.iter().map(|&axis| AxisRef::full(axis)).collect::<Vec<_>>();
    let attrs = Attrs::new().with("in_shardings", Attr::Shardings(ins)).with("out_shardings", Attr::Shardings(outs));
    let attrs = attrs.with("manual_axes", Attr::Axes(axes));
    let values: Vec<Value> = operands.iter().map(|operand| operand.value).collect();
    let op = b.op_of_types(row("sdy.manual_computation")?, &values, attrs, &[body], types)?;
    absorb(st, inner);
    let values = b.func.op(op).results.clone();
    for (value, bounds) in values.into_iter().zip(results) {
        let ty = b.ty(value).clone();
        st.pool.push(Entry { value, ty, bounds });
    }
    Ok(true)
}

/// A body with a name, with shardings at its border or without.
pub fn named_computation(b: &mut Builder<'_>, st: &mut State) -> Made {
    if st.depth >= MAX_DEPTH {
        return Ok(false);
    }
    let Some(operand) = st.pick(|_| true) else { return Ok(false) };
    let mut inner = st.inside(Vec::new());
    let body = b.func.new_region();
    let value = b.func.add_region_arg(body, Type::Tensor(operand.ty.clone()));
    inner.pool.push(Entry { value, ..operand.clone() });
    let mut at = b.in_region(body);
    let count = inner.rng.range(1, 4) as usize;
    steps(&mut at, &mut inner, count)?;
    let result = inner.pick(|_| true).ok_or("the argument is in the pool")?;
    at.op_of_types(row("sdy.return")?, &[result.value], Attrs::new(), &[], vec![])?;
    let mut attrs = Attrs::new().with("name", Attr::str("part"));
    if inner.rng.percent(60) {
        let sharding = inner.layout.sharding(&mut inner.rng, &operand.ty);
        attrs.set("in_shardings", Attr::Shardings(vec![sharding]));
    }
    if inner.rng.percent(60) {
        let sharding = inner.layout.sharding(&mut inner.rng, &result.ty);
        attrs.set("out_shardings", Attr::Shardings(vec![sharding]));
    }
    let op = b.op_of_types(row("sdy.named_computation")?, &[operand.value], attrs, &[body], vec![result.ty.clone().into()])?;
    let value = b.func.result(op);
    absorb(st, inner);
    st.pool.push(Entry { value, ..result });
    Ok(true)
}

/// A sharding along manual axes where they divide, each with this chance, then along free ones.
fn placed(st: &mut State, dims: &[i64], manual: &[Sym], chance: u64) -> TensorSharding {
    let mut sharding = TensorSharding::of_dims(st.layout.name, vec![DimSharding::default(); dims.len()]);
    for &axis in &st.rng.shuffled(manual) {
        let dim = st.rng.below(dims.len());
        let shards = st.layout.mesh.shards(&sharding.dims[dim].axes) * st.layout.mesh.axis_size(axis).unwrap_or(1);
        if dims[dim] > 0 && dims[dim] % shards == 0 && st.rng.percent(chance) {
            push_merged(&mut sharding.dims[dim].axes, AxisRef::full(axis), &st.layout.mesh);
        }
    }
    with_free_axes(st, &mut sharding, dims, manual);
    sharding
}

/// Adds axes that are free inside, minor to the manual ones, opens dimensions, and says of unused manual axes that they replicate.
fn with_free_axes(st: &mut State, sharding: &mut TensorSharding, dims: &[i64], manual: &[Sym]) {
    for axis in st.layout.free_axes().into_iter().filter(|axis| !manual.contains(axis)) {
        if dims.is_empty() || !st.rng.percent(35) {
            continue;
        }
        let dim = st.rng.below(dims.len());
        let shards = st.layout.mesh.shards(&sharding.dims[dim].axes) * st.layout.mesh.axis_size(axis).unwrap_or(1);
        if dims[dim] > 0 && (dims[dim] % shards == 0 || (st.layout.uneven && shards <= dims[dim])) {
            push_merged(&mut sharding.dims[dim].axes, AxisRef::full(axis), &st.layout.mesh);
        }
    }
    sharding.dims.iter_mut().for_each(|dim| dim.open = st.rng.percent(40));
    let unused = |axis: &Sym| !along(sharding, *axis);
    let mut replicated: Vec<AxisRef> = manual.iter().copied().filter(|axis| unused(axis) && st.rng.percent(30)).map(AxisRef::full).collect();
    replicated.sort_by_key(|axis| axis.mesh_order(&st.layout.mesh));
    sharding.replicated = replicated;
}

fn along(sharding: &TensorSharding, axis: Sym) -> bool {
    sharding.dims.iter().flat_map(|dim| &dim.axes).any(|used| used.name == axis)
}

/// The type of what a device has along manual axes.
fn local(ty: &TensorType, sharding: &TensorSharding, manual: &[Sym], st: &State) -> TensorType {
    let shards = |dim: &DimSharding| dim.axes.iter().filter(|axis| manual.contains(&axis.name)).map(|axis| st.layout.mesh.size_of(axis)).product::<i64>();
    let dims: Vec<i64> = ty.dims.iter().zip(&sharding.dims).map(|(size, dim)| size / shards(dim)).collect();
    TensorType::new(ty.element, &dims)
}

/// The devices that differ along an axis, by their ids.
fn peers(st: &State, axis: Sym) -> Vec<Vec<i64>> {
    st.layout.mesh.device_groups(&[AxisRef::full(axis)])
}

/// The value combined over the devices along an axis: by maximum, or by sum.
fn combined(b: &mut Builder<'_>, st: &mut State, entry: Entry, axis: Sym) -> Result<Entry, String> {
    let element = entry.ty.element;
    let groups = peers(st, axis);
    let count = groups.first().map_or(1, Vec::len) as i64;
    // A sum is brought back to where its terms were, so that nothing grows without end.
    let scale = 2f64.powi(-((count as f64).log2().ceil() as i32));
    let sum = entry.bounds.sum_of(count, count);
    let mean = Bounds { low: sum.low * scale, high: sum.high * scale, step: sum.step.map(|step| step * scale), error: sum.error * scale };
    let mean = mean.stored(element, count).filter(|_| element.is_float() && st.rng.percent(60));
    let region = b.scalar_region(&[element, element], &mut |b, args| {
        Ok(vec![match element {
            ElementType::I1 => b.or(args[0], args[1])?,
            _ if mean.is_some() => b.add(args[0], args[1])?,
            _ => b.maximum(args[0], args[1])?,
        }])
    })?;
    let attrs = Attrs::new().with("replica_groups", groups_attr(&groups));
    let op = b.op_of_types(row("stablehlo.all_reduce")?, &[entry.value], attrs, &[region], vec![entry.ty.clone().into()])?;
    let value = b.func.result(op);
    let Some(bounds) = mean else { return Ok(Entry { value, ..entry }) };
    let by = b.splat(&entry.ty, scale)?;
    Ok(Entry { value: b.multiply(value, by)?, bounds, ..entry })
}

/// The value of the next device along one of the manual axes.
fn shifted(b: &mut Builder<'_>, st: &mut State, entry: &Entry, manual: &[Sym]) -> Result<Value, String> {
    let axis = st.rng.choose(manual);
    let pairs: Vec<i64> = peers(st, axis)
        .into_iter()
        .flat_map(|group| (0..group.len()).flat_map(move |index| [group[index], group[(index + 1) % group.len()]]).collect::<Vec<_>>())
        .collect();
    let attrs = Attrs::new().with("source_target_pairs", Attr::Dense(Literal::ints(ElementType::I64, &[pairs.len() as i64 / 2, 2], &pairs)));
    b.value(row("stablehlo.collective_permute")?, &[entry.value], attrs)
}
