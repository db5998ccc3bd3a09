//! Sorts along one dimension: stable merges of ever longer runs.
//!
//! Invariants: equal elements keep their order; positions are sorted and the operands gathered once at the end.

use super::super::site::Site;
use super::super::writer::{Block, Result, Val, unsigned};
use super::{order, reduction};
use shardwright_ir::{ElementType, TensorType};

/// Whether the element at the first position comes before the one at the second; both are along the sorted dimension.
type Before<'f, 'm> = &'f mut dyn FnMut(Block<'m>, &[Val<'m>], &[Val<'m>]) -> Result<Val<'m>>;

/// `stablehlo.sort`.
pub fn sort<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let w = &site.w;
    let ty = site.operand(0);
    let dim = site.op.int_or("dimension", -1);
    let dim = if dim < 0 { dim + ty.rank() as i64 } else { dim } as usize;
    let region = site.op.data().regions[0];
    let from = positions(site, ty, dim, &mut |block, left, right| {
        let mut arguments = Vec::new();
        for &operand in x {
            arguments.extend([w.extract(block, operand, left)?, w.extract(block, operand, right)?]);
        }
        w.only(reduction::body(&site.inside(block), region, &arguments)?)
    })?;
    x.iter().enumerate().map(|(index, &operand)| taken(site, operand, from, site.result(index), dim)).collect()
}

/// `chlo.top_k`: the largest in total order and where they were.
pub fn top_k<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let w = &site.w;
    let (ty, dim) = (site.operand(0), site.operand(0).rank() - 1);
    let greater = order::ints("GT", unsigned(ty.element));
    let key = |block: Block<'m>, at: &[Val<'m>]| {
        let value = w.extract(block, x[0], at)?;
        if ty.element.is_float() { order::total_order(&site.inside(block), value) } else { Ok(value) }
    };
    let from = positions(site, ty, dim, &mut |block, left, right| w.compare_ints(block, greater, key(block, left)?, key(block, right)?))?;
    let values = taken(site, x[0], from, site.result(0), dim)?;
    let places = w.fill_new(site.block, site.result(1), &[], |inner, _| {
        let at = (0..ty.rank()).map(|dim| w.loop_index(inner, dim)).collect::<Result<Vec<_>>>()?;
        w.extract(inner, from, &at)
    })?;
    Ok(vec![values, places])
}

/// The elements along `dim` in the order of their positions, as many as `ty` holds.
fn taken<'m>(site: &Site<'_, 'm>, operand: Val<'m>, from: Val<'m>, ty: &TensorType, dim: usize) -> Result<Val<'m>> {
    let w = &site.w;
    w.fill_new(site.block, ty, &[], |inner, _| {
        let mut at = (0..ty.rank()).map(|dim| w.loop_index(inner, dim)).collect::<Result<Vec<_>>>()?;
        let position = w.extract(inner, from, &at)?;
        at[dim] = w.cast(inner, "arith.index_cast", position, w.ty("index")?)?;
        w.extract(inner, operand, &at)
    })
}

/// Where the elements of each lane along `dim` stand, in their sorted order: a tensor of `i32` of the operands' shape.
fn positions<'m>(site: &Site<'_, 'm>, ty: &TensorType, dim: usize, before: Before<'_, 'm>) -> Result<Val<'m>> {
    let w = &site.w;
    let length = ty.dims[dim];
    let places = ty.with_element(ElementType::I32);
    let word = w.ty("i32")?;
    let mut sorted = w.fill_new(site.block, &places, &[], |inner, _| w.cast(inner, "arith.index_cast", w.loop_index(inner, dim)?, word))?;
    let mut lanes = ty.dims.to_vec();
    lanes[dim] = 1;
    let mut width = 1;
    while width < length {
        // Runs of `width` are merged in pairs; each pair's two next elements are carried along.
        let empty = w.empty(site.block, &places)?;
        let mut nest = lanes.clone();
        nest.push((length + 2 * width - 1) / (2 * width));
        let old = sorted;
        let merged = w.for_each(site.block, &nest, &[empty], &mut |block, at, so_far| {
            let number = |block: Block<'m>, value: i64| w.index(block, value);
            let op = |block: Block<'m>, name: &str, left: Val<'m>, right: Val<'m>| w.same(block, name, &[left, right]);
            let begin = op(block, "arith.muli", at[ty.rank()], number(block, 2 * width)?)?;
            let end = number(block, length)?;
            let middle = op(block, "arith.minui", op(block, "arith.addi", begin, number(block, width)?)?, end)?;
            let last = op(block, "arith.minui", op(block, "arith.addi", begin, number(block, 2 * width)?)?, end)?;
            let bounds = [begin, last, number(block, 1)?];
            let carried = [so_far[0], begin, middle];
            let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
            let region = w.region(&[&[w.ty("index")?], &types[..]].concat(), |inner, arguments| {
                let (to, [into, left, right]) = (arguments[0], [arguments[1], arguments[2], arguments[3]]);
                let lane = |along: Val<'m>| {
                    let mut place = at[..ty.rank()].to_vec();
                    place[dim] = along;
                    place
                };
                // An end that is reached is read at the last element: what comes of it is not used.
                let most = number(inner, length - 1)?;
                let place_of = |along: Val<'m>| w.extract(inner, old, &lane(op(inner, "arith.minui", along, most)?));
                let (left_place, right_place) = (place_of(left)?, place_of(right)?);
                let as_index = |place: Val<'m>| w.cast(inner, "arith.index_cast", place, w.ty("index")?);
                let earlier = before(inner, &lane(as_index(right_place)?), &lane(as_index(left_place)?))?;
                let (left_ends, right_ends) = (w.compare_ints(inner, 9, left, middle)?, w.compare_ints(inner, 9, right, last)?);
                let yes = w.integer(inner, ElementType::I1, 1)?;
                let stands = op(inner, "arith.xori", right_ends, yes)?;
                let takes_right = op(inner, "arith.andi", op(inner, "arith.ori", left_ends, earlier)?, stands)?;
                let chosen = w.choose(inner, takes_right, right_place, left_place)?;
                let one = number(inner, 1)?;
                let next_left = w.choose(inner, takes_right, left, op(inner, "arith.addi", left, one)?)?;
                let next_right = w.choose(inner, takes_right, op(inner, "arith.addi", right, one)?, right)?;
                let written = w.insert(inner, chosen, into, &lane(to))?;
                w.append(inner, "scf.yield", &[written, next_left, next_right], &[], vec![], &[]).map(|_| ())
            })?;
            let results = w.values(block, "scf.for", &[&bounds[..], &carried].concat(), &[], vec![region], &types)?;
            Ok(vec![results[0]])
        })?;
        sorted = w.only(merged)?;
        width *= 2;
    }
    Ok(sorted)
}
