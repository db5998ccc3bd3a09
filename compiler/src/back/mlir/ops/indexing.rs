//! Boxes at computed places: gather and scatter.
//!
//! Invariants: a gathered box is moved inside the tensor; an update outside is dropped; updates are combined in order.

use super::super::site::Site;
use super::super::writer::{Block, Result, Val, unsigned};
use super::{arrays, reduction};
use shardwright_dialects::stablehlo::dims::{GatherDims, ScatterDims};
use shardwright_ir::TensorType;

/// Dimensions of a tensor of this rank besides those listed.
fn others(rank: usize, lists: &[&[i64]]) -> Vec<usize> {
    (0..rank).filter(|&dim| !lists.iter().any(|list| list.contains(&(dim as i64)))).collect()
}

/// How an index vector is found: the places of its components in the indices.
struct Vectors<'a, 'm> {
    indices: Val<'m>,
    ty: &'a TensorType,
    vector_dim: i64,
    /// Where the iteration stands in each dimension of the indices besides the vector's.
    batch: Vec<Val<'m>>,
}

impl<'m> Vectors<'_, 'm> {
    fn component(&self, site: &Site<'_, 'm>, block: Block<'m>, component: usize) -> Result<Val<'m>> {
        let mut at = self.batch.clone();
        if self.ty.rank() as i64 > self.vector_dim {
            at.insert(self.vector_dim as usize, site.w.index(block, component as i64)?);
        }
        site.w.extract(block, self.indices, &at)
    }
}

/// `stablehlo.gather`.
pub fn gather<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let w = &site.w;
    let (operand, indices, result) = (site.operand(0), site.operand(1), site.result(0));
    let (dims, sizes) = (site.read(GatherDims::read(site.op.attrs()))?, site.op.ints("slice_sizes"));
    if result.num_elements() == 0 {
        return Ok(vec![w.empty(site.block, result)?]);
    }
    let batches = others(indices.rank(), &[&[dims.index_vector_dim]]);
    let result_batches = others(result.rank(), &[&dims.offset_dims]);
    let offsets = others(operand.rank(), &[&dims.collapsed_slice_dims, &dims.operand_batching_dims]);
    let gathered = w.fill_new(site.block, result, &[], |inner, _| {
        let at = (0..result.rank()).map(|dim| w.loop_index(inner, dim)).collect::<Result<Vec<_>>>()?;
        let batch = result_batches.iter().map(|&dim| at[dim]).collect();
        let vectors = Vectors { indices: x[1], ty: indices, vector_dim: dims.index_vector_dim, batch };
        let mut place: Vec<Option<Val>> = vec![None; operand.rank()];
        for (component, &dim) in dims.start_index_map.iter().enumerate() {
            let start = vectors.component(site, inner, component)?;
            let dim = dim as usize;
            place[dim] = Some(arrays::clamped(w, inner, start, indices.element, operand.dims[dim] - sizes[dim])?);
        }
        for (&dim, other) in dims.operand_batching_dims.iter().zip(&dims.start_indices_batching_dims) {
            let batch = batches.iter().position(|&batch| batch as i64 == *other).unwrap_or(0);
            place[dim as usize] = Some(vectors.batch[batch]);
        }
        for (&from, &dim) in dims.offset_dims.iter().zip(&offsets) {
            let offset = at[from as usize];
            place[dim] = Some(match place[dim] {
                Some(start) => w.same(inner, "arith.addi", &[start, offset])?,
                None => offset,
            });
        }
        let place = place.into_iter().map(|at| at.map_or_else(|| w.index(inner, 0), Ok)).collect::<Result<Vec<_>>>()?;
        w.extract(inner, x[0], &place)
    })?;
    Ok(vec![gathered])
}

/// `stablehlo.scatter`: operands, the indices, the updates.
pub fn scatter<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let w = &site.w;
    let count = x.len() / 2;
    let (operand, indices, update) = (site.operand(0), site.operand(count), site.operand(count + 1));
    let dims = site.read(ScatterDims::read(site.op.attrs()))?;
    if operand.num_elements() == 0 {
        return Ok(x[..count].to_vec());
    }
    let batches = others(indices.rank(), &[&[dims.index_vector_dim]]);
    let update_batches = others(update.rank(), &[&dims.update_window_dims]);
    let windows = others(operand.rank(), &[&dims.inserted_window_dims, &dims.input_batching_dims]);
    let region = site.op.data().regions[0];
    w.for_each(site.block, &update.dims, &x[..count], &mut |inner, at, so_far| {
        let site = site.inside(inner);
        let batch = update_batches.iter().map(|&dim| at[dim]).collect();
        let vectors = Vectors { indices: x[count], ty: indices, vector_dim: dims.index_vector_dim, batch };
        let index = w.ty("index")?;
        let mut place: Vec<Option<Val>> = vec![None; operand.rank()];
        for (component, &dim) in dims.scatter_dims_to_operand_dims.iter().enumerate() {
            let start = vectors.component(&site, inner, component)?;
            let name = if unsigned(indices.element) { "arith.index_castui" } else { "arith.index_cast" };
            place[dim as usize] = Some(w.cast(inner, name, start, index)?);
        }
        for (&dim, other) in dims.input_batching_dims.iter().zip(&dims.scatter_indices_batching_dims) {
            let batch = batches.iter().position(|&batch| batch as i64 == *other).unwrap_or(0);
            place[dim as usize] = Some(vectors.batch[batch]);
        }
        let mut inside: Option<Val> = None;
        let mut ask = |at: Val<'m>, size: i64| -> Result<()> {
            let within = w.compare_ints(inner, 6, at, w.index(inner, size)?)?;
            inside = Some(match inside {
                Some(before) => w.same(inner, "arith.andi", &[before, within])?,
                None => within,
            });
            Ok(())
        };
        for (&window, &dim) in dims.update_window_dims.iter().zip(&windows) {
            let offset = at[window as usize];
            place[dim] = Some(match place[dim] {
                // A negative start plus an offset may lie inside; the sum of the largest index and an offset is negative again.
                Some(start) => w.same(inner, "arith.addi", &[start, offset])?,
                None => offset,
            });
        }
        let mut held = Vec::new();
        for (dim, at) in place.into_iter().enumerate() {
            let at = at.map_or_else(|| w.index(inner, 0), Ok)?;
            ask(at, operand.dims[dim])?;
            // What lies outside is read and written back at the edge.
            held.push(w.same(inner, "arith.minui", &[at, w.index(inner, operand.dims[dim] - 1)?])?);
        }
        let old = so_far.iter().map(|&tensor| w.extract(inner, tensor, &held)).collect::<Result<Vec<_>>>()?;
        let new = x[count + 1..].iter().map(|&tensor| w.extract(inner, tensor, at)).collect::<Result<Vec<_>>>()?;
        let combined = reduction::body(&site, region, &[&old[..], &new].concat())?;
        let mut results = Vec::new();
        for index in 0..count {
            let kept = match inside {
                Some(inside) => w.choose(inner, inside, combined[index], old[index])?,
                None => combined[index],
            };
            results.push(w.insert(inner, kept, so_far[index], &held)?);
        }
        Ok(results)
    })
}
