//! Windows that slide over a tensor: `reduce_window` and `select_and_scatter`.

use super::super::site::Site;
use super::super::writer::{Loop, Map, Result, Val};
use super::{arrays, reduction};
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::{ElementType, TensorType};

fn read(site: &Site) -> Result<(Vec<i64>, Window)> {
    let rank = site.operand(0).rank();
    let sizes = site.op.attrs().ints("window_dimensions").ok_or_else(|| site.refuse("no window sizes"))?;
    Ok((sizes, site.read(Window::read(site.op.attrs(), rank, "base_dilations", "window_dilations"))?))
}

/// `stablehlo.reduce_window`: loops are the windows, then the places in one.
pub fn reduce_window<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, block, count) = (&site.w, site.block, x.len() / 2);
    let (sizes, window) = read(site)?;
    let rank = sizes.len();
    let low: Vec<i64> = window.padding.iter().map(|pair| pair[0]).collect();
    let interior: Vec<i64> = window.base_dilations.iter().map(|dilation| dilation - 1).collect();
    let mut operands = x.to_vec();
    for index in 0..count {
        let ty = site.operand(index);
        let padded: Vec<i64> = (0..rank)
            .map(|dim| ((ty.dims[dim] - 1) * window.base_dilations[dim] + 1).max(0) + window.padding[dim][0] + window.padding[dim][1])
            .collect();
        let init = w.extract(block, x[count + index], &[])?;
        operands[index] = arrays::pad(w, block, x[index], ty, init, &low, &interior, &padded)?;
    }
    let entry = |dim: usize| format!("d{dim} * {} + d{} * {}", window.strides[dim], rank + dim, window.window_dilations[dim]);
    let map = Map::of((0..rank).map(entry).collect());
    let loops: Vec<Loop> = (0..2 * rank).map(|index| if index < rank { Loop::Parallel } else { Loop::Reduction }).collect();
    // Only gives the window's loops their extent.
    let shape = w.empty(block, &TensorType::new(ElementType::I8, &sizes))?;
    reduction::fold(site, &operands, &vec![map; count], &Map::identity(rank), &loops, &[(shape, Map::loops(rank..2 * rank))])
}

/// `stablehlo.select_and_scatter`: of each window the element that the first body selects takes the source's element by the second.
pub fn select_and_scatter<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let w = &site.w;
    let (ty, source) = (site.operand(0), site.operand(1));
    let (sizes, window) = read(site)?;
    let (selects, scatters) = (site.op.data().regions[0], site.op.data().regions[1]);
    let init = w.extract(site.block, x[2], &[])?;
    let start = w.filled(site.block, ty, init)?;
    if ty.num_elements() == 0 {
        return Ok(vec![start]);
    }
    w.for_each(site.block, &source.dims, &[start], &mut |outer, at, so_far| {
        // Carried through the window: whether anything was found, its number, its place.
        let no = w.integer(outer, ElementType::I1, 0)?;
        let zero = w.index(outer, 0)?;
        let first = w.extract(outer, x[0], &vec![zero; ty.rank()])?;
        let begin: Vec<Val> = [no, first].into_iter().chain(vec![zero; ty.rank()]).collect();
        let found = w.for_each(outer, &sizes, &begin, &mut |inner, within, best| {
            let (mut inside, mut place) = (w.integer(inner, ElementType::I1, 1)?, Vec::new());
            for dim in 0..ty.rank() {
                let number = |value: i64| w.index(inner, value);
                let from = w.same(inner, "arith.muli", &[at[dim], number(window.strides[dim])?])?;
                let sum = w.same(inner, "arith.addi", &[from, within[dim]])?;
                let here = w.same(inner, "arith.subi", &[sum, number(window.padding[dim][0])?])?;
                let fits = w.compare_ints(inner, 6, here, number(ty.dims[dim])?)?;
                inside = w.same(inner, "arith.andi", &[inside, fits])?;
                place.push(w.same(inner, "arith.minui", &[here, number(ty.dims[dim] - 1)?])?);
            }
            let value = w.extract(inner, x[0], &place)?;
            let stays = w.only(reduction::body(&site.inside(inner), selects, &[best[1], value])?)?;
            let stays = w.same(inner, "arith.andi", &[stays, best[0]])?;
            let moves = w.same(inner, "arith.xori", &[stays, w.integer(inner, ElementType::I1, 1)?])?;
            let moves = w.same(inner, "arith.andi", &[moves, inside])?;
            let mut next = vec![w.same(inner, "arith.ori", &[best[0], inside])?, w.choose(inner, moves, value, best[1])?];
            for dim in 0..ty.rank() {
                next.push(w.choose(inner, moves, place[dim], best[2 + dim])?);
            }
            Ok(next)
        })?;
        let place = &found[2..];
        let (old, update) = (w.extract(outer, so_far[0], place)?, w.extract(outer, x[1], at)?);
        let combined = w.only(reduction::body(&site.inside(outer), scatters, &[old, update])?)?;
        let kept = w.choose(outer, found[0], combined, old)?;
        Ok(vec![w.insert(outer, kept, so_far[0], place)?])
    })
}
