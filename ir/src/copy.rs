//! Copies of regions and ops from one function into another, or within one.
//!
//! Invariants: a copy has the types, attributes, locations, names and shardings of the original; operands are
//! looked up in the map, and one that it lacks is an error (a value of an enclosing region must be mapped before).

use crate::entity::SecondaryMap;
use crate::module::{Func, OpId, OpState, Region, Value};

/// From values of the source to values of the target.
pub type ValueMap = SecondaryMap<Value, Option<Value>>;

/// Copies `region` of `source` with everything in it into a new region of `target`, and maps its values.
pub fn copy_region(target: &mut Func, source: &Func, region: Region, map: &mut ValueMap) -> Result<Region, String> {
    let copy = target.new_region();
    for &arg in &source.region(region).args {
        let new = target.add_region_arg(copy, source.ty(arg).clone());
        copy_value(target, source, arg, new, map);
    }
    for &op in &source.region(region).ops {
        let new = copy_op(target, source, op, map)?;
        target.place_last(copy, new);
    }
    Ok(copy)
}

/// Copies an op with its regions; the copy stands in no region yet.
pub fn copy_op(target: &mut Func, source: &Func, op: OpId, map: &mut ValueMap) -> Result<OpId, String> {
    let data = source.op(op);
    let operands = data.operands.iter().map(|&value| map[value].ok_or_else(|| format!("{}: operand {value} has no copy", data.info.name)));
    let operands = operands.collect::<Result<Vec<_>, String>>()?;
    let regions = data.regions.iter().map(|&region| copy_region(target, source, region, map)).collect::<Result<Vec<_>, String>>()?;
    let result_types = data.results.iter().map(|&value| source.ty(value).clone()).collect();
    let new = target.create(OpState {
        info: data.info,
        operands,
        result_types,
        attrs: data.attrs.clone(),
        regions,
        loc: data.loc.clone(),
        span: data.span,
    });
    for (index, &result) in data.results.iter().enumerate() {
        copy_value(target, source, result, target.op(new).results[index], map);
    }
    Ok(new)
}

fn copy_value(target: &mut Func, source: &Func, old: Value, new: Value, map: &mut ValueMap) {
    let data = source.value(old);
    target.value_mut(new).sharding = data.sharding.clone();
    target.value_mut(new).name = data.name;
    map[old] = Some(new);
}
