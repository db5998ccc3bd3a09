//! Elements moved, repeated, numbered: shapes, slices, padding.
//!
//! Invariants: starts of dynamic boxes are clamped so that the box lies inside; a reshape is a view of the same elements where
//! the shapes' groups of dimensions allow it.

use super::super::site::Site;
use super::super::writer::{Block, Map, Result, Val, Writer, unsigned};
use super::conversion;
use shardwright_ir::{ElementType, TensorType};

/// MLIR's mark of a size or offset that is an operand.
const DYNAMIC: i64 = i64::MIN;

/// A box of a tensor: where it begins, its size and its steps.
pub struct Box<'a, 'm> {
    /// The first element, a dimension.
    pub starts: Starts<'a, 'm>,
    /// Elements, a dimension.
    pub sizes: &'a [i64],
    /// Steps, a dimension.
    pub steps: &'a [i64],
}

/// Where a box begins.
pub enum Starts<'a, 'm> {
    /// Known numbers.
    Known(&'a [i64]),
    /// Values of type `index`.
    Values(&'a [Val<'m>]),
}

fn list(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    if texts.is_empty() { "array<i64>".into() } else { format!("array<i64: {}>", texts.join(", ")) }
}

/// The box of a tensor, as a tensor of type `ty`.
pub fn extract_box<'m>(w: &Writer<'m>, block: Block<'m>, tensor: Val<'m>, place: &Box<'_, 'm>, ty: &TensorType) -> Result<Val<'m>> {
    match ty.num_elements() {
        0 => w.empty(block, ty),
        _ => boxed(w, block, "tensor.extract_slice", &[tensor], place, ty),
    }
}
/// The tensor `into`, of type `ty`, with the box replaced by `part`.
pub fn insert_box<'m>(w: &Writer<'m>, block: Block<'m>, part: Val<'m>, into: Val<'m>, place: &Box<'_, 'm>, ty: &TensorType) -> Result<Val<'m>> {
    match place.sizes.contains(&0) {
        // Upstream takes a copy of nothing that ends the tensor for one outside of it.
        true => Ok(into),
        false => boxed(w, block, "tensor.insert_slice", &[part, into], place, ty),
    }
}
fn boxed<'m>(w: &Writer<'m>, block: Block<'m>, name: &str, tensors: &[Val<'m>], place: &Box<'_, 'm>, ty: &TensorType) -> Result<Val<'m>> {
    let (known, values) = match place.starts {
        Starts::Known(starts) => (starts.to_vec(), &[][..]),
        Starts::Values(values) => (vec![DYNAMIC; values.len()], values),
    };
    let segments: Vec<String> = tensors.iter().map(|_| 1).chain([values.len(), 0, 0]).map(|count| count.to_string()).collect();
    let attributes = [
        ("static_offsets", w.attribute(&list(&known))?),
        ("static_sizes", w.attribute(&list(place.sizes))?),
        ("static_strides", w.attribute(&list(place.steps))?),
        ("operandSegmentSizes", w.attribute(&format!("array<i32: {}>", segments.join(", ")))?),
    ];
    let operands: Vec<Val> = tensors.iter().chain(values).copied().collect();
    w.value(block, name, &operands, &attributes, w.tensor(ty)?)
}

/// `stablehlo.broadcast_in_dim`.
pub fn broadcast<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (source, result) = (site.operand(0), site.result(0));
    let targets = site.op.ints("broadcast_dimensions");
    let entries = targets.iter().zip(&source.dims).map(|(&target, &size)| match size == 1 && result.dims[target as usize] != 1 {
        true => "0".to_owned(),
        false => format!("d{target}"),
    });
    let map = Map::of(entries.collect());
    Ok(vec![site.w.fill_new(site.block, result, &[(x[0], map)], |_, elements| Ok(elements[0]))?])
}

/// `stablehlo.transpose`.
pub fn transpose<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Ok(vec![transposed(&site.w, site.block, x[0], &site.op.ints("permutation"), site.result(0))?])
}

/// The tensor, as one of type `ty`, whose dimension `i` is dimension `order[i]` of `x`.
pub fn transposed<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>, order: &[i64], ty: &TensorType) -> Result<Val<'m>> {
    let mut loops = vec![0; order.len()];
    for (loop_, &dim) in order.iter().enumerate() {
        loops[dim as usize] = loop_;
    }
    w.fill_new(block, ty, &[(x, Map::loops(loops))], |_, elements| Ok(elements[0]))
}

/// `stablehlo.reverse`.
pub fn reverse<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Ok(vec![reversed(&site.w, site.block, x[0], &site.op.ints("dimensions"), site.result(0))?])
}

/// The tensor, of type `ty`, with these dimensions from their last element to their first.
pub fn reversed<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>, dims: &[i64], ty: &TensorType) -> Result<Val<'m>> {
    if dims.is_empty() {
        return Ok(x);
    }
    let entries = (0..ty.rank()).map(|dim| match dims.contains(&(dim as i64)) {
        true => format!("{} - d{dim}", ty.dims[dim] - 1),
        false => format!("d{dim}"),
    });
    w.fill_new(block, ty, &[(x, Map::of(entries.collect()))], |_, elements| Ok(elements[0]))
}

/// `stablehlo.iota`.
pub fn iota<'m>(site: &Site<'_, 'm>, _: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, dim) = (&site.w, site.op.int_or("iota_dimension", 0) as usize);
    Ok(vec![w.fill_new(site.block, site.result(0), &[], |inner, _| {
        let count = w.cast(inner, "arith.index_cast", w.loop_index(inner, dim)?, w.ty("i64")?)?;
        conversion::number(&site.inside(inner), count, ElementType::I64, site.to())
    })?])
}

/// `stablehlo.reshape`.
pub fn reshape_op<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Ok(vec![reshape(&site.w, site.block, x[0], site.operand(0), &site.result(0).dims)?])
}

/// The same elements, of type `ty`, in another shape.
pub fn reshape<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>, ty: &TensorType, dims: &[i64]) -> Result<Val<'m>> {
    if ty.dims[..] == *dims {
        return Ok(x);
    }
    let to = ty.with_dims(dims);
    if ty.num_elements() == 0 {
        return w.empty(block, &to);
    }
    let (from_groups, to_groups) = common_groups(&ty.dims, dims);
    let middle: Vec<i64> = from_groups.iter().map(|group| group.iter().map(|&dim| ty.dims[dim]).product()).collect();
    let middle = ty.with_dims(&middle);
    let groups = |groups: &[Vec<usize>]| {
        let texts: Vec<String> = groups.iter().map(|group| format!("{group:?}")).collect();
        w.attribute(&format!("[{}]", texts.join(", ")))
    };
    let collapsed = match ty.rank() == middle.rank() {
        true => x,
        false => w.value(block, "tensor.collapse_shape", &[x], &[("reassociation", groups(&from_groups)?)], w.tensor(&middle)?)?,
    };
    if middle == to {
        return Ok(collapsed);
    }
    let attributes = [("reassociation", groups(&to_groups)?), ("static_output_shape", w.attribute(&list(dims))?)];
    w.value(block, "tensor.expand_shape", &[collapsed], &attributes, w.tensor(&to)?)
}

/// The finest groups of neighbouring dimensions that hold equally many elements in both shapes (of as many elements, none of them
/// empty). Where one shape has no dimension there are no groups.
fn common_groups(from: &[i64], to: &[i64]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    if from.is_empty() || to.is_empty() {
        return (vec![], vec![]);
    }
    let (mut groups, mut at, mut until) = ((vec![], vec![]), 0, 0);
    while at < from.len() && until < to.len() {
        let (mut left, mut right) = (vec![at], vec![until]);
        let (mut left_size, mut right_size) = (from[at], to[until]);
        (at, until) = (at + 1, until + 1);
        while left_size != right_size {
            if left_size < right_size {
                left.push(at);
                left_size *= from[at];
                at += 1;
            } else {
                right.push(until);
                right_size *= to[until];
                until += 1;
            }
        }
        groups.0.push(left);
        groups.1.push(right);
    }
    // Dimensions of one element that are left over join the last group.
    groups.0.last_mut().into_iter().for_each(|group| group.extend(at..from.len()));
    groups.1.last_mut().into_iter().for_each(|group| group.extend(until..to.len()));
    groups
}

/// `stablehlo.slice`.
pub fn slice<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (starts, steps) = (site.op.ints("start_indices"), site.op.ints("strides"));
    let place = Box { starts: Starts::Known(&starts), sizes: &site.result(0).dims, steps: &steps };
    Ok(vec![extract_box(&site.w, site.block, x[0], &place, site.result(0))?])
}

/// `stablehlo.concatenate`.
pub fn concatenate<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (ty, dim) = (site.result(0), site.op.int_or("dimension", 0) as usize);
    let (mut starts, steps) = (vec![0; ty.rank()], vec![1; ty.rank()]);
    let mut joined = site.w.empty(site.block, ty)?;
    for (index, &part) in x.iter().enumerate() {
        let place = Box { starts: Starts::Known(&starts), sizes: &site.operand(index).dims, steps: &steps };
        joined = insert_box(&site.w, site.block, part, joined, &place, ty)?;
        starts[dim] += site.operand(index).dims[dim];
    }
    Ok(vec![joined])
}

/// `stablehlo.pad`.
pub fn pad_op<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (low, interior) = (site.op.ints("edge_padding_low"), site.op.ints("interior_padding"));
    let value = site.w.extract(site.block, x[1], &[])?;
    Ok(vec![pad(&site.w, site.block, x[0], site.operand(0), value, &low, &interior, &site.result(0).dims)?])
}

/// A tensor of shape `dims` that holds `value` but where the elements of `x` lie: element k of a dimension at `low + k (interior + 1)`.
#[expect(clippy::too_many_arguments, reason = "the parameters of one op")]
pub fn pad<'m>(w: &Writer<'m>, block: Block<'m>, x: Val<'m>, ty: &TensorType, value: Val<'m>, low: &[i64], interior: &[i64], dims: &[i64]) -> Result<Val<'m>> {
    let to = ty.with_dims(dims);
    let (mut starts, mut places, mut sizes, mut steps) = (vec![], vec![], vec![], vec![]);
    for dim in 0..ty.rank() {
        let step = interior[dim] + 1;
        // The first element that is not before the result, and how many follow until its end.
        let first = if low[dim] < 0 { (-low[dim] + step - 1) / step } else { 0 };
        let place = low[dim] + first * step;
        let room = if place < dims[dim] { (dims[dim] - place - 1) / step + 1 } else { 0 };
        starts.push(first);
        places.push(place);
        sizes.push(room.min(ty.dims[dim] - first).max(0));
        steps.push(step);
    }
    if sizes.contains(&0) {
        return w.filled(block, &to, value);
    }
    let ones = vec![1; ty.rank()];
    let part_ty = ty.with_dims(&sizes);
    let part = match part_ty == *ty {
        true => x,
        false => extract_box(w, block, x, &Box { starts: Starts::Known(&starts), sizes: &sizes, steps: &ones }, &part_ty)?,
    };
    if part_ty == to {
        return Ok(part);
    }
    let around = w.filled(block, &to, value)?;
    insert_box(w, block, part, around, &Box { starts: Starts::Known(&places), sizes: &sizes, steps: &steps }, &to)
}

/// A scalar of an integer type as an `index`, moved into `0..=most`.
pub fn clamped<'m>(w: &Writer<'m>, block: Block<'m>, value: Val<'m>, element: ElementType, most: i64) -> Result<Val<'m>> {
    let index = w.ty("index")?;
    let most = w.index(block, most)?;
    if unsigned(element) {
        let value = w.cast(block, "arith.index_castui", value, index)?;
        return w.same(block, "arith.minui", &[value, most]);
    }
    let value = w.cast(block, "arith.index_cast", value, index)?;
    let value = w.same(block, "arith.maxsi", &[value, w.index(block, 0)?])?;
    w.same(block, "arith.minsi", &[value, most])
}

/// The starts that operands from `first` on give for a box of `sizes` in a tensor of `dims`, moved inside.
fn clamped_starts<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], first: usize, dims: &[i64], sizes: &[i64]) -> Result<Vec<Val<'m>>> {
    let (w, block) = (&site.w, site.block);
    let start = |dim: usize| clamped(w, block, w.extract(block, x[first + dim], &[])?, site.operand(first + dim).element, dims[dim] - sizes[dim]);
    (0..dims.len()).map(start).collect()
}

/// `stablehlo.dynamic_slice`.
pub fn dynamic_slice<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (ty, result) = (site.operand(0), site.result(0));
    let starts = clamped_starts(site, x, 1, &ty.dims, &result.dims)?;
    let place = Box { starts: Starts::Values(&starts), sizes: &result.dims, steps: &vec![1; ty.rank()] };
    Ok(vec![extract_box(&site.w, site.block, x[0], &place, result)?])
}

/// `stablehlo.dynamic_update_slice`.
pub fn dynamic_update_slice<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (ty, part) = (site.operand(0), site.operand(1));
    let starts = clamped_starts(site, x, 2, &ty.dims, &part.dims)?;
    let place = Box { starts: Starts::Values(&starts), sizes: &part.dims, steps: &vec![1; ty.rank()] };
    Ok(vec![insert_box(&site.w, site.block, x[1], x[0], &place, ty)?])
}

/// `stablehlo.bitcast_convert`: the same bits, one number of many bits as several of fewer (the lowest first) or back.
pub fn bitcast_convert<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, from, to) = (&site.w, site.operand(0), site.result(0));
    if from.element.is_complex() || to.element.is_complex() || (from.element.bits() != to.element.bits() && from.element.bits().min(to.element.bits()) < 8) {
        return Err(site.refuse(&format!("bits of {} as {}", from.element, to.element)));
    }
    let word = |element: ElementType| w.ty(&format!("i{}", element.bits()));
    let bits = |block: Block<'m>, value: Val<'m>, element: ElementType| match element.is_float() {
        true => w.cast(block, "arith.bitcast", value, word(element)?),
        false => Ok(value),
    };
    let number = |block: Block<'m>, value: Val<'m>| match to.element.is_float() {
        true => w.cast(block, "arith.bitcast", value, w.element(to.element)?),
        false => Ok(value),
    };
    let (narrow, wide) = (from.element.bits().min(to.element.bits()), from.element.bits().max(to.element.bits()));
    let shift = |block: Block<'m>, part: Val<'m>| -> Result<Val<'m>> {
        let part = w.cast(block, "arith.index_cast", part, w.ty(&format!("i{wide}"))?)?;
        let width = w.value(block, "arith.constant", &[], &[("value", w.attribute(&format!("{narrow} : i{wide}"))?)], w.ty(&format!("i{wide}"))?)?;
        w.same(block, "arith.muli", &[part, width])
    };
    let result = if from.element.bits() == to.element.bits() {
        w.fill_new(site.block, to, &[(x[0], Map::identity(to.rank()))], |inner, elements| {
            let word = bits(inner, elements[0], from.element)?;
            number(inner, word)
        })?
    } else if from.element.bits() > to.element.bits() {
        w.fill_new(site.block, to, &[(x[0], Map::identity(from.rank()))], |inner, elements| {
            let by = shift(inner, w.loop_index(inner, from.rank())?)?;
            let moved = w.same(inner, "arith.shrui", &[bits(inner, elements[0], from.element)?, by])?;
            number(inner, w.cast(inner, "arith.trunci", moved, word(to.element)?)?)
        })?
    } else {
        let count = wide / narrow;
        let part = |index: u32| Map::of((0..to.rank()).map(|dim| format!("d{dim}")).chain([index.to_string()]).collect());
        let parts: Vec<_> = (0..count).map(|index| (x[0], part(index))).collect();
        w.fill_new(site.block, to, &parts, |inner, elements| {
            let wide_ty = word(to.element)?;
            let mut all: Option<Val> = None;
            for (index, &element) in elements.iter().enumerate() {
                let part = w.cast(inner, "arith.extui", bits(inner, element, from.element)?, wide_ty)?;
                let part = w.same(inner, "arith.shli", &[part, shift(inner, w.index(inner, index as i64)?)?])?;
                all = Some(match all {
                    Some(sum) => w.same(inner, "arith.ori", &[sum, part])?,
                    None => part,
                });
            }
            number(inner, all.ok_or_else(|| site.refuse("no parts"))?)
        })?
    };
    Ok(vec![result])
}

#[cfg(test)]
mod tests {
    use super::common_groups;

    #[test]
    fn shapes_are_cut_where_both_have_as_many_elements() {
        assert_eq!(common_groups(&[2, 3, 4], &[6, 4]), (vec![vec![0, 1], vec![2]], vec![vec![0], vec![1]]));
        assert_eq!(common_groups(&[6, 4], &[4, 6]), (vec![vec![0, 1]], vec![vec![0, 1]]));
        assert_eq!(common_groups(&[5, 1, 1], &[5]), (vec![vec![0, 1, 2]], vec![vec![0]]));
        assert_eq!(common_groups(&[1, 5], &[5]), (vec![vec![0, 1]], vec![vec![0]]));
        assert_eq!(common_groups(&[], &[1, 1]), (vec![], vec![]));
    }
}
