//! Experts that every device has, beside those that are shared out (shadowing: FasterMoE, He et al. 2022, section 5.1; placement with replicas).
//!
//! Parameters of experts are cut in two along the experts: what is shared out keeps its name, what every device has is called `NAME.shadow`. Everything between the products with these
//! parameters and the sum over experts is done for both apart, and the two sums are added. So tokens of shadowed experts stay where they are, and the
//! gradients of these are summed over the devices, as those of all that is copied. Invariants: the function computes the same up to the order of one sum; every expert is in
//! one of the two parts; an op that cannot be taken apart along the experts is an error.

use crate::comm::chunk_all_to_all::{alone, dim_of, rule_of};
use crate::names::arg_name;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::{Attr, Builder, Diagnostic, Func, OpId, Sym, Type, Value};

/// An argument of the new function: one of the old, or rows of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Position among the old arguments.
    pub from: usize,
    /// Runs of its first dimension, each from and to; `None` where it is whole.
    pub rows: Option<Vec<(i64, i64)>>,
}

/// Ending of the names of what every device has.
const SUFFIX: &str = ".shadow";

/// The function with these experts on every device, and what its arguments are.
///
/// # Errors
/// Where there are no experts or not these, none is left to share out, or an op mixes experts.
pub fn shadow(func: &Func, experts: &[i64]) -> Result<(Func, Vec<Part>), Diagnostic> {
    let weights = expert_weights(func);
    let Some(&first) = weights.first() else {
        return Err(Diagnostic::error("no experts were found: no product of activations with a parameter whose first dimension is a batch of experts"));
    };
    let count = func.tensor_type(func.args()[first]).dims[0];
    if let Some(other) = weights.iter().find(|&&other| func.tensor_type(func.args()[other]).dims[0] != count) {
        let sizes = (arg_name(func, first), arg_name(func, *other), func.tensor_type(func.args()[*other]).dims[0]);
        return Err(Diagnostic::error(format!("`{}` has {count} experts, `{}` has {}: which are meant is not clear", sizes.0, sizes.1, sizes.2)));
    }
    if let Some(&annotated) = weights.iter().find(|&&index| func.sharding(func.args()[index]).is_some()) {
        return Err(Diagnostic::error(format!("`{}` is sharded by the model: experts are put on every device before anything is annotated", arg_name(func, annotated))));
    }
    let shares = Shares::of(experts, count).map_err(Diagnostic::error)?;
    let inside = Inside::of(func, &weights).map_err(Diagnostic::error)?;
    build(func, &weights, &shares, &inside).map_err(Diagnostic::error)
}

/// Arguments that are batches of matrices in every product that uses them, and used in nothing else.
fn expert_weights(func: &Func) -> Vec<usize> {
    let uses = func.uses();
    let is_batch = |arg: Value| {
        let product = |&(op, index): &(OpId, usize)| func.op(op).info.name == "stablehlo.dot_general" && batch_of(func, op, index) == Some(0) && func.op(op).operands[1 - index] != arg;
        !uses[arg].is_empty() && func.ty(arg).as_tensor().is_some_and(|ty| ty.rank() == 3) && uses[arg].iter().all(product)
    };
    (0..func.args().len()).filter(|&index| is_batch(func.args()[index])).collect()
}

/// The dimension of an operand of a product that is its only batch dimension.
fn batch_of(func: &Func, op: OpId, index: usize) -> Option<usize> {
    let rule = rule_of(func, op)?;
    let own = |dim: &usize| alone(&rule.operands[index], *dim).is_some_and(|factor| dim_of(&rule.operands[1 - index], factor).is_some() && dim_of(&rule.results[0], factor).is_some());
    let dims: Vec<usize> = (0..rule.operands[index].len()).filter(own).collect();
    if let [dim] = dims[..] { Some(dim) } else { None }
}

/// Runs of experts: those that are shared out, and those that every device has.
struct Shares([Vec<(i64, i64)>; 2]);

impl Shares {
    fn of(experts: &[i64], count: i64) -> Result<Shares, String> {
        let mut sorted = experts.to_vec();
        sorted.sort_unstable();
        if let Some(outside) = sorted.iter().find(|expert| !(0..count).contains(*expert)) {
            return Err(format!("there is no expert {outside}: the {count} are counted from 0"));
        }
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("expert {} is named twice", twice[0]));
        }
        if sorted.len() as i64 == count {
            return Err(format!("all {count} experts would be on every device: none is left to share out"));
        }
        let runs = |wanted: bool| {
            let mut runs: Vec<(i64, i64)> = Vec::new();
            for expert in (0..count).filter(|expert| sorted.binary_search(expert).is_ok() == wanted) {
                match runs.last_mut() {
                    Some(last) if last.1 == expert => last.1 += 1,
                    _ => runs.push((expert, expert + 1)),
                }
            }
            runs
        };
        Ok(Shares([runs(false), runs(true)]))
    }

    fn count(&self, part: usize) -> i64 {
        self.0[part].iter().map(|(from, to)| to - from).sum()
    }
}

/// What is done for each expert by itself.
struct Inside {
    /// Of each value the dimension that counts experts.
    dims: SecondaryMap<Value, Option<usize>>,
    /// Ops on such values, and whether they sum over experts.
    ops: SecondaryMap<OpId, Option<bool>>,
}

impl Inside {
    fn of(func: &Func, weights: &[usize]) -> Result<Inside, String> {
        let mut inside = Inside { dims: SecondaryMap::new(), ops: SecondaryMap::new() };
        weights.iter().for_each(|&index| inside.dims[func.args()[index]] = Some(0));
        for &op in &func.region(func.body()).ops {
            let data = func.op(op);
            let Some(index) = data.operands.iter().position(|&operand| inside.dims[operand].is_some()) else {
                if func.captured(op).iter().any(|&value| inside.dims[value].is_some()) {
                    return Err(format!("{} at {} uses what experts made, and cannot be taken apart along them", data.info.name, data.loc));
                }
                continue;
            };
            let apart = || format!("{} at {} cannot be taken apart along the experts", data.info.name, data.loc);
            let rule = rule_for(func, op).ok_or_else(apart)?;
            let dim = inside.dims[data.operands[index]].ok_or_else(apart)?;
            let factor = alone(&rule.operands[index], dim).ok_or_else(apart)?;
            // Every value that counts experts is cut by the same factor.
            if !data.operands.iter().enumerate().all(|(at, &operand)| inside.dims[operand].is_none_or(|dim| dim_of(&rule.operands[at], factor) == Some(dim))) {
                return Err(apart());
            }
            match rule[factor].kind {
                FactorKind::PassThrough => {
                    for (at, &result) in data.results.iter().enumerate() {
                        inside.dims[result] = Some(dim_of(&rule.results[at], factor).ok_or_else(apart)?);
                    }
                    inside.ops[op] = Some(false);
                }
                FactorKind::Reduction if data.info.name == "stablehlo.dot_general" => inside.ops[op] = Some(true),
                _ => return Err(apart()),
            }
        }
        Ok(inside)
    }
}

fn build(func: &Func, weights: &[usize], shares: &Shares, inside: &Inside) -> Result<(Func, Vec<Part>), String> {
    let mut new = Func::new(func.name);
    (new.attrs, new.loc, new.span) = (func.attrs.clone(), func.loc.clone(), func.span);
    let mut parts = Vec::new();
    // What everybody has, and each of the two parts.
    let mut all = ValueMap::new();
    let mut maps = [ValueMap::new(), ValueMap::new()];
    for (index, &arg) in func.args().iter().enumerate() {
        let taken = weights.contains(&index);
        let shares_of = if taken { 2 } else { 1 };
        for part in 0..shares_of {
            let ty = if taken { cut(func, arg, 0, shares.count(part)) } else { func.ty(arg).clone() };
            let value = new.add_arg(ty);
            let name = func.value(arg).name;
            new.value_mut(value).name = if part == 1 { Some(Sym::new(&format!("{}{SUFFIX}", arg_name(func, index)))) } else { name };
            if !taken {
                all[arg] = Some(value);
                new.set_sharding(value, func.sharding(arg).cloned());
            } else {
                maps[part][arg] = Some(value);
            }
            if let (Some(own), Some(attrs)) = (new.arg_attrs.last_mut(), func.arg_attrs.get(index)) {
                *own = attrs.clone();
            }
            parts.push(Part { from: index, rows: taken.then(|| shares.0[part].clone()) });
        }
    }
    let body = new.body();
    for &op in &func.region(func.body()).ops {
        let Some(sums) = inside.ops[op] else {
            let copy = copy_op(&mut new, func, op, &mut all)?;
            new.place_last(body, copy);
            continue;
        };
        let rule = rule_for(func, op).ok_or("an op has no rule")?;
        let operands = &func.op(op).operands;
        let first = operands.iter().position(|&operand| inside.dims[operand].is_some()).ok_or("an op uses no experts")?;
        let factor = inside.dims[operands[first]].and_then(|dim| alone(&rule.operands[first], dim)).ok_or("an op has no experts")?;
        let mut made = Vec::new();
        for (part, map) in maps.iter_mut().enumerate() {
            for (at, &operand) in operands.iter().enumerate() {
                if map[operand].is_none() {
                    let whole = all[operand].ok_or("a value comes after its use")?;
                    let mut b = Builder { loc: func.op(op).loc.clone(), ..Builder::at_end(&mut new) };
                    map[operand] = Some(match dim_of(&rule.operands[at], factor) {
                        Some(dim) => rows(&mut b, whole, dim, &shares.0[part])?,
                        None => whole,
                    });
                }
            }
            let copy = copy_op(&mut new, func, op, map)?;
            new.place_last(body, copy);
            if let (true, Some(dim)) = (is_slice(func, op), inside.dims[operands[0]]) {
                let mut limits = func.op(op).attrs.ints("limit_indices").ok_or("a slice has no `limit_indices`")?;
                limits[dim] = shares.count(part);
                new.op_mut(copy).attrs.set("limit_indices", Attr::ints(&limits));
            }
            for (&old, value) in func.op(op).results.iter().zip(new.op(copy).results.clone()) {
                if let Some(dim) = inside.dims[old] {
                    new.value_mut(value).ty = cut(func, old, dim, shares.count(part));
                }
                let name = func.value(old).name;
                new.value_mut(value).name = if part == 1 || sums { name.map(|name| Sym::new(&format!("{}{}", name.as_str(), if part == 1 { SUFFIX } else { ".shared" }))) } else { name };
                made.push(value);
            }
        }
        if let (true, &[one, other]) = (sums, &made[..]) {
            let result = func.result(op);
            let mut b = Builder { loc: func.op(op).loc.clone(), ..Builder::at_end(&mut new) };
            let sum = b.add(one, other)?;
            new.value_mut(sum).name = func.value(result).name;
            all[result] = Some(sum);
        }
    }
    new.set_results(func.result_types.clone());
    new.result_attrs.clone_from(&func.result_attrs);
    new.result_shardings.clone_from(&func.result_shardings);
    Ok((new, parts))
}

fn is_slice(func: &Func, op: OpId) -> bool {
    func.op(op).info.name == "stablehlo.slice"
}

/// As [`rule_of`], and that of a slice, whose limits are changed with it: it passes through what it does not cut.
fn rule_for(func: &Func, op: OpId) -> Option<ShardingRule> {
    if is_slice(func, op) { func.view(op).sharding_rule() } else { rule_of(func, op) }
}

/// The type of a value with so many experts.
fn cut(func: &Func, value: Value, dim: usize, count: i64) -> Type {
    let ty = func.tensor_type(value);
    let mut dims = ty.dims.to_vec();
    dims[dim] = count;
    ty.with_dims(&dims).into()
}

/// These runs of a dimension, one after the other.
fn rows(b: &mut Builder, value: Value, dim: usize, runs: &[(i64, i64)]) -> Result<Value, String> {
    let slices = runs.iter().map(|&(from, to)| b.slice_dim(value, dim, from, to)).collect::<Result<Vec<_>, String>>()?;
    if let [one] = slices[..] { Ok(one) } else { b.concatenate(&slices, dim as i64) }
}
