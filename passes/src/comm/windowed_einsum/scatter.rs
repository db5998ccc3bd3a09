//! Products whose result is summed over devices and scattered: the sum for each device travels, and every device on its way adds its part.
//!
//! Invariants: each device adds its part of the product to each sum once; one way around, the last to add is the device that keeps the sum.

use super::super::ring::{Ring, Step, Stream, Towards, destination, place, ring};
use super::window::{Dot, part, start_of, sum, zeros};
use super::{Done, Policy, Uses, Waiting, ring_groups};
use crate::cost::Collective;
use shardwright_dialects::combine::reduce_kind;
use shardwright_dialects::local::{binary, pad_to};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Builder, Func, OpId, Value};

/// Builds the ring of a reduce-scatter.
pub(super) fn window(func: &mut Func, op: OpId, bytes: i64, uses: &Uses, policy: &Policy) -> Result<Done, String> {
    let data = func.op(op);
    let (operand, result) = (data.operands[0], data.results[0]);
    let (Some(region), Some(dim)) = (data.parent, data.attrs.int("scatter_dimension").and_then(|dim| usize::try_from(dim).ok())) else { return Ok(Done::NoProduct) };
    let Some(mut maker) = func.defining_op(operand) else { return Ok(Done::NoProduct) };
    let mut gone = vec![op];
    let mut product = operand;
    if let Some(inner) = pads_end(func, maker, dim) {
        gone.push(maker);
        product = inner;
        let Some(inner) = func.defining_op(inner) else { return Ok(Done::NoProduct) };
        maker = inner;
    }
    let Some(dot) = Dot::read(func, maker) else { return Ok(Done::NoProduct) };
    if reduce_kind(func, data.regions[0]) != Some(ReduceKind::Sum) {
        return Ok(Done::NoProduct);
    }
    if uses[operand].len() > 1 || uses[product].len() > 1 {
        return Ok(Done::Left("the unsummed product is used elsewhere too".to_owned()));
    }
    if func.op(maker).parent != Some(region) {
        return Ok(Done::Left("its product stands in another region".to_owned()));
    }
    let groups = match ring_groups(func, op) {
        Ok(groups) => groups,
        Err(done) => return Ok(done),
    };
    let ty = func.tensor_type(result).clone();
    if ty.num_elements() == 0 || ty.element.bits() < 8 {
        return Ok(Done::Left(format!("its elements are {}", if ty.num_elements() == 0 { "none".to_owned() } else { ty.element.to_string() })));
    }
    let dots = [maker];
    let waiting = Waiting { kind: Collective::ReduceScatter, groups: &groups, shard: ty.byte_size(), whole: bytes, dots: &dots };
    let Some(hops) = policy.choose(func, &waiting) else { return Ok(Done::NotWorth) };
    let sources = dot.sources(dim);
    let factors = func.op(maker).operands.clone();
    let padded = func.tensor_type(operand).dims[dim];
    gone.push(maker);

    let scratch = func.new_region();
    let loc = func.op(op).loc.clone();
    let mut b = Builder { func: &mut *func, region: scratch, loc };
    let b = &mut b;
    let mut fixed = vec![place(b, &groups)?];
    for (side, &factor) in factors.iter().enumerate() {
        fixed.push(match sources.iter().find(|&&(of, _)| of == side) {
            Some(&(_, own)) => pad_to(b, factor, own, padded)?,
            None => factor,
        });
    }
    let nothing = zeros(b, &ty)?;
    let stream = |towards: Towards, hops: usize| Stream { towards, hops, whole: Vec::new(), sums: vec![nothing] };
    let mut streams = vec![stream(Towards::Next, hops.one)];
    if hops.other > 0 {
        streams.push(stream(Towards::Before, hops.other));
    }
    let spec = Ring { groups: &groups, streams, carried: Vec::new(), fixed, unroll: policy.pass.unroll };
    let devices = groups[0].len();
    let rung = ring(b, &spec, &mut |b: &mut Builder, step: &Step| {
        // The device that keeps the sum adds its own part once, on the first way.
        if step.last && step.stream > 0 {
            return Ok((step.sums.to_vec(), Vec::new()));
        }
        let stream = &spec.streams[step.stream];
        let to = destination(b, devices, stream.towards, stream.hops, step.fixed[0], step.hop)?;
        let start = start_of(b, to, ty.dims[dim])?;
        let mut operands = [step.fixed[1], step.fixed[2]];
        for &(side, own) in &sources {
            operands[side] = part(b, operands[side], own, start, ty.dims[dim])?;
        }
        let product = dot.product(b, operands[0], operands[1], dot.element)?;
        Ok((vec![sum(b, Some(step.sums[0]).filter(|_| !step.first), product)?], Vec::new()))
    })?;
    let value = match rung.sums[..] {
        [ref one, ref other] => binary(b, "stablehlo.add", one[0], other[0])?,
        _ => rung.sums[0][0],
    };
    let made = func.region(scratch).ops.clone();
    func.set_region_ops(scratch, Vec::new());
    let mut order = Vec::new();
    for &other in &func.region(region).ops {
        if other == op {
            order.extend(&made);
        }
        if !gone.contains(&other) {
            order.push(other);
        }
    }
    func.set_region_ops(region, order);
    func.value_mut(value).name = func.value(result).name;
    let mut map = SecondaryMap::<Value, Option<Value>>::new();
    map[result] = Some(value);
    func.replace_all(&map);
    Ok(Done::Ring(rung.sends))
}

/// What an op pads with zeros at the end of dimension `dim`, and nowhere else.
fn pads_end(func: &Func, op: OpId, dim: usize) -> Option<Value> {
    let data = func.op(op);
    if data.info.name != "stablehlo.pad" {
        return None;
    }
    let none = |name: &str| data.attrs.ints(name).is_none_or(|list| list.iter().all(|&count| count == 0));
    let high = data.attrs.ints("edge_padding_high")?;
    let only = high.iter().enumerate().all(|(other, &count)| other == dim || count == 0) && high[dim] >= 0;
    let fill = func.constant_of(data.operands[1])?;
    let zero = fill.ty.num_elements() == 1 && fill.to_bytes().is_ok_and(|bytes| bytes.iter().all(|&byte| byte == 0));
    (none("edge_padding_low") && none("interior_padding") && only && zero).then(|| data.operands[0])
}
