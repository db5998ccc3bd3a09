//! Calls, branches, loops, and ops that only order or annotate.

use super::super::program::{region_of, translate_region};
use super::super::site::Site;
use super::super::writer::{Result, Ty, Val};
use shardwright_dialects::func::call::callee;
use shardwright_ir::module::Region;

/// Ops that give their operands.
pub fn same<'m>(_: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Ok(x.to_vec())
}

fn result_types<'m>(site: &Site<'_, 'm>) -> Result<Vec<Ty<'m>>> {
    (0..site.op.data().results.len()).map(|index| site.w.tensor(site.result(index))).collect()
}

/// `func.call`.
pub fn call<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let name = callee(&site.op).ok_or_else(|| site.refuse("no callee"))?;
    // Native code keeps its symbols apart from the process's others.
    let name = if site.w.kernels.is_some() { format!("shardwright_{name}") } else { name.to_string() };
    let attributes = [("callee", site.w.attribute(&format!("@\"{name}\""))?)];
    site.w.values(site.block, "func.call", x, &attributes, vec![], &result_types(site)?)
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
