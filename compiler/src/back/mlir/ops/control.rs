//! Calls, branches, loops, and ops that only order or annotate.

use super::super::program::{passes, region_of, translate_region};
use super::super::site::Site;
use super::super::writer::{Result, Ty, Val};
use shardwright_dialects::func::call::callee;
use shardwright_ir::module::Region;

/// Ops that give their operands.
pub fn same<'m>(_: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Ok(x.to_vec())
}

/// Ops that only say something about their operands.
pub fn nothing<'m>(_: &Site<'_, 'm>, _: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Ok(vec![])
}

/// `sdy.named_computation`: its region in its place.
pub fn inlined<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    translate_region(site, site.op.data().regions[0], x)
}

fn result_types<'m>(site: &Site<'_, 'm>) -> Result<Vec<Ty<'m>>> {
    (0..site.op.data().results.len()).map(|index| site.w.tensor(site.result(index))).collect()
}

/// `func.call`.
pub fn call<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let name = callee(&site.op).ok_or_else(|| site.refuse("no callee"))?;
    let attributes = [("callee", site.w.attribute(&format!("@\"{}\"", site.w.symbol(&name)))?)];
    let operands: Vec<Val> = x.iter().enumerate().filter(|(index, _)| passes(&site.w, site.operand(*index))).map(|(_, &value)| value).collect();
    let count = site.op.data().results.len();
    let types = (0..count).map(|index| site.result(index)).filter(|ty| passes(&site.w, ty)).map(|ty| site.w.tensor(ty)).collect::<Result<Vec<_>>>()?;
    let mut made = site.w.values(site.block, "func.call", &operands, &attributes, vec![], &types)?.into_iter();
    let result = |index: usize| match passes(&site.w, site.result(index)) {
        true => made.next().ok_or_else(|| site.refuse("a result is missing")),
        false => site.w.empty(site.block, site.result(index)),
    };
    (0..count).map(result).collect()
}

/// `stablehlo.while`: the condition's region is evaluated before each pass of the body's.
pub fn while_<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, types) = (&site.w, result_types(site)?);
    let (condition, body) = (site.op.data().regions[0], site.op.data().regions[1]);
    let before = w.region(&types, |block, arguments| {
        let inner = site.inside(block);
        let held = w.only(translate_region(&inner, condition, arguments)?)?;
        let held = w.extract(block, held, &[])?;
        let operands: Vec<Val> = std::iter::once(held).chain(arguments.iter().copied()).collect();
        w.append(block, "scf.condition", &operands, &[], vec![], &[]).map(|_| ())
    })?;
    let after = region_of(site, body, &types, "scf.yield")?;
    w.values(site.block, "scf.while", x, &[], vec![before, after], &types)
}

/// `stablehlo.if`.
pub fn if_<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, types) = (&site.w, result_types(site)?);
    let held = w.extract(site.block, x[0], &[])?;
    let regions = site.op.data().regions.iter().map(|&region| region_of(site, region, &[], "scf.yield")).collect::<Result<Vec<_>>>()?;
    w.values(site.block, "scf.if", &[held], &[], regions, &types)
}

/// `stablehlo.case`: an index outside takes the last branch.
pub fn case<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, types) = (&site.w, result_types(site)?);
    let branches: &[Region] = &site.op.data().regions;
    let index = w.cast(site.block, "arith.index_cast", w.extract(site.block, x[0], &[])?, w.ty("index")?)?;
    let (last, others) = branches.split_last().ok_or_else(|| site.refuse("no branches"))?;
    let numbers: Vec<String> = (0..others.len()).map(|index| index.to_string()).collect();
    let cases = if numbers.is_empty() { "array<i64>".to_owned() } else { format!("array<i64: {}>", numbers.join(", ")) };
    let regions = std::iter::once(last).chain(others).map(|&region| region_of(site, region, &[], "scf.yield")).collect::<Result<Vec<_>>>()?;
    w.values(site.block, "scf.index_switch", &[index], &[("cases", w.attribute(&cases)?)], regions, &types)
}
