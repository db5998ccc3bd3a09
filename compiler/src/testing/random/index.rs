//! Random ops that read and write at computed places.

use super::bounds::Bounds;
use super::state::{Entry, MAX_ELEMENTS, Made, State};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::dims::{GatherDims, ScatterDims};
use shardwright_ir::{Builder, ElementType, TensorType};

/// Indices of this shape from -1 to `most`: constants, or constants moved by a computed integer.
fn indices(b: &mut Builder<'_>, st: &mut State, dims: &[i64], most: i64) -> Result<Entry, String> {
    let ty = TensorType::new(ElementType::I32, dims);
    let moved = st.pick(|entry| entry.ty.element == ElementType::I32 && entry.bounds.low >= 0.0 && entry.bounds.high <= 8.0);
    if let Some(found) = &moved
        && found.ty == ty
    {
        return Ok(found.clone());
    }
    let low = if st.rng.percent(15) { -1 } else { 0 };
    let bounds = Bounds::ints(low, most.max(low));
    let literal = st.literal(&ty, &bounds, false);
    let constant = Entry { value: b.constant(literal)?, ty: ty.clone(), bounds };
    let Some(found) = moved.filter(|entry| entry.ty.rank() == 0 && st.rng.percent(50)) else { return Ok(constant) };
    let by = b.broadcast_in_dim(found.value, dims, &[])?;
    let value = b.add(constant.value, by)?;
    Ok(Entry { value, ty, bounds: bounds.plus(&found.bounds) })
}

/// Whole rows of a table by their numbers.
pub fn embedding(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(table) = st.pick(|entry| entry.ty.rank() > 0 && entry.ty.num_elements() > 0) else { return Ok(false) };
    let dim = if st.rng.percent(70) { 0 } else { st.rng.below(table.ty.rank()) };
    let shape = st.shape(2);
    let ids = indices(b, st, &shape, table.ty.dims[dim] - 1)?;
    let rank = (shape.len() + table.ty.rank() - 1) as i64;
    let mut sizes = table.ty.dims.to_vec();
    sizes[dim] = 1;
    let dims = GatherDims {
        offset_dims: (shape.len() as i64..rank).collect(),
        collapsed_slice_dims: vec![dim as i64],
        start_index_map: vec![dim as i64],
        index_vector_dim: shape.len() as i64,
        ..Default::default()
    };
    if shape.iter().product::<i64>() * sizes.iter().product::<i64>() > MAX_ELEMENTS {
        return Ok(false);
    }
    let value = b.gather(table.value, ids.value, &dims, &sizes)?;
    st.push(b, value, table.bounds, 0)
}

/// Boxes at places given by vectors, with batching dimensions now and then.
pub fn gather(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && entry.ty.num_elements() > 0) else { return Ok(false) };
    let rank = x.ty.rank();
    let batching = (rank > 1 && st.rng.percent(40)).then(|| st.rng.below(rank));
    let mut sizes: Vec<i64> = Vec::new();
    let (mut mapped, mut collapsed) = (Vec::new(), Vec::new());
    for dim in 0..rank {
        if Some(dim) == batching {
            sizes.push(1);
            continue;
        }
        let indexed = st.rng.percent(60);
        if indexed {
            mapped.push(dim as i64);
        }
        sizes.push(if indexed { st.rng.range(1, x.ty.dims[dim]) } else { x.ty.dims[dim] });
        if sizes[dim] == 1 && st.rng.percent(60) {
            collapsed.push(dim as i64);
        }
    }
    let mapped = st.rng.shuffled(&mapped);
    let mut batch_shape = st.shape(2);
    let batch_place = batching.map(|dim| {
        let at = st.rng.below(batch_shape.len() + 1);
        batch_shape.insert(at, x.ty.dims[dim]);
        at
    });
    let vector = st.rng.below(batch_shape.len() + 1);
    let mut index_shape = batch_shape.clone();
    index_shape.insert(vector, mapped.len() as i64);
    let ids = indices(b, st, &index_shape, 4)?;
    let offsets = rank - collapsed.len() - usize::from(batching.is_some());
    let total = offsets + batch_shape.len();
    let mut places = st.rng.shuffled(&(0..total as i64).collect::<Vec<_>>());
    places.truncate(offsets);
    places.sort_unstable();
    let dims = GatherDims {
        offset_dims: places,
        collapsed_slice_dims: collapsed,
        operand_batching_dims: batching.map(|dim| dim as i64).into_iter().collect(),
        start_indices_batching_dims: batch_place.map(|at| (at + usize::from(vector <= at)) as i64).into_iter().collect(),
        start_index_map: mapped,
        index_vector_dim: vector as i64,
    };
    if batch_shape.iter().product::<i64>() * sizes.iter().product::<i64>() > MAX_ELEMENTS {
        return Ok(false);
    }
    let value = b.gather(x.value, ids.value, &dims, &sizes)?;
    st.push(b, value, x.bounds, 0)
}

/// Rows added to, or maximised into, rows of a table; rows beyond it are left out.
pub fn scatter(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && entry.ty.num_elements() > 0 && !entry.ty.element.is_complex()) else { return Ok(false) };
    let dim = if st.rng.percent(70) { 0 } else { st.rng.below(x.ty.rank()) };
    let shape = st.shape(2);
    let count: i64 = shape.iter().product();
    let ids = indices(b, st, &shape, x.ty.dims[dim])?;
    let mut update_shape = shape.clone();
    update_shape.extend(x.ty.dims.iter().enumerate().filter(|(other, _)| *other != dim).map(|(_, size)| *size));
    if update_shape.iter().product::<i64>() > MAX_ELEMENTS {
        return Ok(false);
    }
    let Some(updates) = st.partner(b, &x.ty.with_dims(&update_shape), |_| true)? else { return Ok(false) };
    let dims = ScatterDims {
        update_window_dims: (shape.len() as i64..update_shape.len() as i64).collect(),
        inserted_window_dims: vec![dim as i64],
        scatter_dims_to_operand_dims: vec![dim as i64],
        index_vector_dim: shape.len() as i64,
        ..Default::default()
    };
    let truth = x.ty.element == ElementType::I1;
    let sums = !truth && st.rng.percent(60);
    let value = b.scatter(x.value, ids.value, updates.value, &dims, &mut |b, args| {
        Ok(vec![match (truth, sums) {
            (true, _) => b.or(args[0], args[1])?,
            (false, true) => b.add(args[0], args[1])?,
            (false, false) => b.maximum(args[0], args[1])?,
        }])
    })?;
    let bounds = if sums { x.bounds.plus(&updates.bounds.sum_of(0, count)) } else { x.bounds.join(&updates.bounds) };
    st.push(b, value, bounds, count)
}

/// Rows written over rows of a table, each at a place of its own.
pub fn scatter_set(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && entry.ty.num_elements() > 0) else { return Ok(false) };
    let rows = x.ty.dims[0];
    let count = st.rng.range(1, rows);
    let mut places = st.rng.shuffled(&(0..rows).collect::<Vec<_>>());
    places.truncate(count as usize);
    let ids = b.int_constant(ElementType::I32, &[count, 1], &places)?;
    let mut update_shape = x.ty.dims.to_vec();
    update_shape[0] = count;
    let Some(updates) = st.partner(b, &x.ty.with_dims(&update_shape), |_| true)? else { return Ok(false) };
    let dims = ScatterDims {
        update_window_dims: (1..x.ty.rank() as i64).collect(),
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let value = b.scatter(x.value, ids, updates.value, &dims, &mut |_, args| Ok(vec![args[1]]))?;
    st.push(b, value, x.bounds.join(&updates.bounds), 0)
}

/// Scalars to start at: computed where the pool has some.
fn starts(b: &mut Builder<'_>, st: &mut State, rank: usize) -> Result<Vec<shardwright_ir::Value>, String> {
    let element = st.rng.choose(&[ElementType::I32, ElementType::I64]);
    (0..rank)
        .map(|_| match st.pick(|entry| entry.ty == TensorType::scalar(element)) {
            Some(found) if st.rng.percent(60) => Ok(found.value),
            _ => {
                let at = st.rng.range(-1, 6);
                b.int_scalar(element, at)
            }
        })
        .collect()
}

/// A box at a computed place.
pub fn dynamic_slice(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let starts = starts(b, st, x.ty.rank())?;
    let sizes: Vec<i64> = x.ty.dims.iter().map(|&size| if st.rng.percent(50) { size } else { st.rng.range(size.min(1), size) }).collect();
    let value = b.dynamic_slice(x.value, &starts, &sizes)?;
    st.push(b, value, x.bounds, 0)
}

/// A box written at a computed place.
pub fn dynamic_update_slice(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0) else { return Ok(false) };
    let within = |entry: &Entry| {
        entry.ty.element == x.ty.element && entry.ty.rank() == x.ty.rank() && entry.ty.dims.iter().zip(&x.ty.dims).all(|(part, whole)| part <= whole)
    };
    let Some(y) = st.pick(within) else { return Ok(false) };
    let starts = starts(b, st, x.ty.rank())?;
    let value = b.dynamic_update_slice(x.value, y.value, &starts)?;
    st.push(b, value, x.bounds.join(&y.bounds), 0)
}
