//! `recognise-experts`: tokens multiplied each by matrices that were looked up for it become products batched over all experts.
//!
//! Exporters write a layer of experts as a lookup (`W[choice]`, a matrix a token) and a batched product, one after the other with elementwise ops between. Here each expert's products and what
//! is between them are done for every token, and of these results each token keeps that of its choice, by a product with ones and zeros: experts are then a batch dimension of products with parameters, which strategies shard, and
//! which `shadow` takes apart. So all experts work on all tokens: as many times the operations as a token has experts to choose from, shared out over the devices that share out the experts.
//! Invariants: results are the same up to the order of sums in a product, where what all experts make of a token is finite; a number that is no expert's gives zero where a lookup would give the nearest expert's (exporters' numbers come from a sort); values with a
//! sharding of their own are left alone; time is linear.

use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use crate::train::follows::read_by;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_dialects::stablehlo::dims::GatherDims;
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Builder, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, TensorType, Value};

/// The row of the pass.
pub static RECOGNISE_EXPERTS: PassInfo = PassInfo {
    name: "recognise-experts",
    summary: "writes products with matrices that are looked up for each token as products batched over experts",
    options: &[],
    build: |_| Ok(Box::new(RecogniseExperts)),
};

struct RecogniseExperts;

impl Pass for RecogniseExperts {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut count = 0;
        for func in module.funcs.values_mut() {
            count += rewrite(func).map_err(|why| Diagnostic::error(format!("experts: {why}")))?;
        }
        ctx.count("products over experts", count);
        Ok((count > 0).into())
    }
}

/// A product of tokens with matrices that are looked up for them.
#[derive(Clone)]
struct Lookup {
    /// All experts' matrices, `[e, …]`.
    matrices: Value,
    /// Which of them each row takes: `[n]` or `[n, 1]`.
    numbers: Value,
    /// Which operand of the product they are.
    side: usize,
    dims: DotDims,
}

fn rewrite(func: &mut Func) -> Result<i64, String> {
    let body = func.body();
    let order = func.region(body).ops.clone();
    let mut lookups = SecondaryMap::<OpId, Option<Lookup>>::new();
    let mut count = 0;
    for &op in &order {
        if let Some(lookup) = lookup(func, op) {
            lookups[op] = Some(lookup);
            count += 1;
        }
    }
    if count == 0 {
        return Ok(0);
    }
    let leads = between(func, &order, &lookups);
    let source = func.clone();
    func.set_region_ops(body, Vec::with_capacity(order.len()));
    // By value: what all experts make of it, and which of these each row takes.
    let mut all = SecondaryMap::<Value, Option<(Value, Value)>>::new();
    let mut chosen = ValueMap::new();
    for op in order {
        let data = source.op(op);
        let mut b = Builder { func: &mut *func, region: body, loc: data.loc.clone() };
        if let Some(lookup) = &lookups[op] {
            let x = data.operands[1 - lookup.side];
            let own = all[x].filter(|&(_, numbers)| numbers == lookup.numbers).map(|(value, _)| value);
            let x = match own {
                Some(value) => value,
                None => {
                    let plain = last_form(&mut b, &source, &mut all, &mut chosen, x)?;
                    spread(&mut b, plain, source.tensor_type(lookup.matrices).dims[0])?
                }
            };
            let y = product(&mut b, lookup, x, source.tensor_type(source.result(op)))?;
            all[source.result(op)] = Some((y, lookup.numbers));
            continue;
        }
        let group = data.operands.iter().find_map(|&operand| all[operand]).filter(|_| leads[op]);
        if let Some((like, numbers)) = group {
            let experts = b.ty(like).dims[0];
            let mut operands = Vec::new();
            for &operand in &data.operands {
                operands.push(match all[operand] {
                    Some((value, other)) if other == numbers => value,
                    _ => {
                        let plain = last_form(&mut b, &source, &mut all, &mut chosen, operand)?;
                        spread(&mut b, plain, experts)?
                    }
                });
            }
            let value = lifted(&mut b, &source, op, &operands, experts)?;
            all[source.result(op)] = Some((value, numbers));
            continue;
        }
        // Anything else reads what was chosen.
        let read: Vec<Value> = read_by(&source, op).into_iter().filter(|&operand| all[operand].is_some()).collect();
        for operand in read {
            last_form(&mut b, &source, &mut all, &mut chosen, operand)?;
        }
        func.replace_within(op, &|value| chosen[value]);
        func.place_last(body, op);
    }
    Ok(count)
}

/// The product that takes a lookup, where it is one of rows of one batch.
fn lookup(func: &Func, op: OpId) -> Option<Lookup> {
    let data = func.op(op);
    if data.info.name != "stablehlo.dot_general" || func.sharding(func.result(op)).is_some() {
        return None;
    }
    let dims = DotDims::read(&data.attrs).ok()?;
    if dims.lhs_batching != [0] || dims.rhs_batching != [0] {
        return None;
    }
    (0..2).find_map(|side| {
        let gather = func.op(func.defining_op(data.operands[side]).filter(|&op| func.op(op).info.name == "stablehlo.gather")?);
        let &[matrices, numbers] = &gather.operands[..] else { return None };
        let of = GatherDims::read(&gather.attrs).ok()?;
        let (ty, index) = (func.ty(matrices).as_tensor()?, func.ty(numbers).as_tensor()?);
        let rank = ty.rank() as i64;
        let rows = of.collapsed_slice_dims == [0] && of.start_index_map == [0] && of.operand_batching_dims.is_empty() && of.offset_dims == (1..rank).collect::<Vec<i64>>();
        let flat = match index.rank() {
            1 => of.index_vector_dim == 1,
            2 => of.index_vector_dim == 1 && index.dims[1] == 1,
            _ => false,
        };
        let sizes = gather.attrs.ints("slice_sizes")?;
        let whole = sizes.first() == Some(&1) && sizes[1..] == ty.dims[1..];
        (rank >= 3 && rows && flat && whole && func.sharding(matrices).is_none()).then(|| Lookup { matrices, numbers, side, dims: dims.clone() })
    })
}

/// Ops between products of the same rows: those that keep rows apart, and lead from one product to another.
fn between(func: &Func, order: &[OpId], lookups: &SecondaryMap<OpId, Option<Lookup>>) -> SecondaryMap<OpId, bool> {
    let mut rows = SecondaryMap::<Value, Option<i64>>::new();
    let mut after = SecondaryMap::<OpId, bool>::new();
    for &op in order {
        let result = || func.result(op);
        if lookups[op].is_some() {
            rows[result()] = func.ty(result()).as_tensor().and_then(|ty| ty.dims.first().copied());
            continue;
        }
        let Some(count) = func.op(op).operands.iter().find_map(|&operand| rows[operand]) else { continue };
        if keeps_rows(func, op, count) {
            after[op] = true;
            rows[result()] = Some(count);
        }
    }
    let mut wanted = SecondaryMap::<Value, bool>::new();
    let mut leads = SecondaryMap::new();
    for &op in order.iter().rev() {
        if let Some(lookup) = &lookups[op] {
            wanted[func.op(op).operands[1 - lookup.side]] = true;
        } else if after[op] && wanted[func.result(op)] {
            leads[op] = true;
            func.op(op).operands.iter().for_each(|&operand| wanted[operand] = true);
        }
    }
    leads
}

/// Whether each row of the result follows from the same row of the operands.
fn keeps_rows(func: &Func, op: OpId, count: i64) -> bool {
    let data = func.op(op);
    let (&[result], true) = (&data.results[..], data.regions.is_empty()) else { return false };
    let first = |value: Value| func.ty(value).as_tensor().and_then(|ty| ty.dims.first().copied());
    if first(result) != Some(count) || func.sharding(result).is_some() {
        return false;
    }
    match data.info.name {
        "stablehlo.reshape" => first(data.operands[0]) == Some(count),
        "stablehlo.slice" => data.attrs.ints("start_indices").is_some_and(|start| start[0] == 0) && first(data.operands[0]) == Some(count),
        _ => data.info.traits.elementwise && data.operands.iter().all(|&operand| func.ty(operand).as_tensor().map(|ty| &ty.dims) == func.ty(result).as_tensor().map(|ty| &ty.dims)),
    }
}

/// An op for all experts, whose operands begin with them.
fn lifted(b: &mut Builder, source: &Func, op: OpId, operands: &[Value], experts: i64) -> Result<Value, String> {
    let data = source.op(op);
    let whole = [&[experts], &source.tensor_type(source.result(op)).dims[..]].concat();
    match data.info.name {
        "stablehlo.reshape" => b.reshape(operands[0], &whole),
        "stablehlo.slice" => {
            let list = |name: &str| data.attrs.ints(name).ok_or_else(|| format!("a slice has no `{name}`"));
            let with = |first: i64, rest: Vec<i64>| [vec![first], rest].concat();
            b.slice(operands[0], &with(0, list("start_indices")?), &with(experts, list("limit_indices")?), &with(1, list("strides")?))
        }
        _ => {
            let mut map = ValueMap::new();
            data.operands.iter().zip(operands).for_each(|(&from, &to)| map[from] = Some(to));
            let copy = copy_op(b.func, source, op, &mut map)?;
            let result = b.func.result(copy);
            let ty = b.func.tensor_type(result).with_dims(&whole);
            b.func.value_mut(result).ty = ty.into();
            b.func.place_last(b.region, copy);
            Ok(result)
        }
    }
}

/// `[e, …]`: the same for all experts.
fn spread(b: &mut Builder, value: Value, experts: i64) -> Result<Value, String> {
    let dims = b.ty(value).dims.to_vec();
    let map: Vec<i64> = (1..=dims.len() as i64).collect();
    b.broadcast_in_dim(value, &[&[experts], &dims[..]].concat(), &map)
}

/// All rows by all experts, `[e, n, …]` as the product `[n, …]` of each row with its own.
fn product(b: &mut Builder, lookup: &Lookup, x: Value, ty: &TensorType) -> Result<Value, String> {
    // In the batched product experts are the batch; rows, in the first place of what was looked up, are not there, and are free in the other.
    let (own, other) = if lookup.side == 0 { (&lookup.dims.lhs_contracting, &lookup.dims.rhs_contracting) } else { (&lookup.dims.rhs_contracting, &lookup.dims.lhs_contracting) };
    let own: Vec<i64> = own.clone();
    let other: Vec<i64> = other.iter().map(|dim| dim + 1).collect();
    if lookup.side == 1 {
        return b.dot_general(x, lookup.matrices, (&[0], &[0]), (&other, &own), ty.element);
    }
    let y = b.dot_general(lookup.matrices, x, (&[0], &[0]), (&own, &other), ty.element)?;
    // [e, what the matrices have besides, n, what the rows have besides]
    let (rank, kept) = (b.ty(y).rank() as i64, b.ty(lookup.matrices).rank() as i64 - 1 - own.len() as i64);
    let order: Vec<i64> = [0, 1 + kept].into_iter().chain(1..=kept).chain(2 + kept..rank).collect();
    b.transpose(y, &order)
}

/// A value as others read it: of what all experts made, each row's own.
fn last_form(b: &mut Builder, source: &Func, all: &mut SecondaryMap<Value, Option<(Value, Value)>>, chosen: &mut ValueMap, value: Value) -> Result<Value, String> {
    let Some((every, numbers)) = all[value] else { return Ok(value) };
    if let Some(known) = chosen[value] {
        return Ok(known);
    }
    let dims = b.ty(every).dims.to_vec();
    let count = b.ty(numbers).num_elements();
    let numbers = b.reshape(numbers, &[count])?;
    let numbers = b.convert_if_needed(numbers, ElementType::I32)?;
    let pairs = [dims[0], count];
    let numbers = b.broadcast_in_dim(numbers, &pairs, &[1])?;
    let experts = b.iota(&TensorType::new(ElementType::I32, &pairs), 0)?;
    let own = b.compare(Direction::Eq, numbers, experts)?;
    let element = b.ty(every).element;
    let own = b.convert(own, element)?;
    let result = b.dot_general(own, every, (&[1], &[1]), (&[0], &[0]), element)?;
    b.func.value_mut(result).name = source.value(value).name;
    chosen[value] = Some(result);
    Ok(result)
}
