//! `stablehlo.batch_norm_inference`.

use super::super::site::Site;
use super::super::writer::{Map, Result, Val};
use super::float;
use shardwright_ir::Attr;

/// (x - mean) / sqrt(variance + epsilon) scale + offset, along one dimension.
pub fn batch_norm_inference<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let Some(&Attr::Float(epsilon, _)) = site.op.attr("epsilon") else { return Err(site.refuse("no epsilon")) };
    let (ty, feature) = (site.result(0), site.op.int_or("feature_index", 0) as usize);
    let inputs: Vec<_> = x.iter().enumerate().map(|(index, &value)| (value, if index == 0 { Map::identity(ty.rank()) } else { Map::loops([feature]) })).collect();
    Ok(vec![site.w.fill_new(site.block, ty, &inputs, |inner, elements| {
        let site = site.inside(inner);
        let op = |name: &str, left: Val<'m>, right: Val<'m>| site.w.same(inner, name, &[left, right]);
        float::wide(&site, elements, |x| {
            let spread = op("arith.addf", x[4], float::constant(&site, x[4], epsilon)?)?;
            let centred = op("arith.subf", x[0], x[3])?;
            let normal = op("arith.divf", centred, site.w.same(inner, "math.sqrt", &[spread])?)?;
            op("arith.addf", op("arith.mulf", normal, x[1])?, x[2])
        })
    })?])
}
