//! What the collectives of a per-device program move.
//!
//! Definitions are those of `report.json`: `bytes` is the size of a collective's results on one device; `wire_bytes` is what one
//! device sends under a bandwidth-optimal algorithm in a group of n: all-reduce 2(n-1)/n of its size, all-gather (n-1)/n of the
//! result, reduce-scatter and all-to-all (n-1)/n of the operand, collective-permute (and broadcast) the operand. An op in a loop
//! counts once an iteration where the trip count is known, else once. Invariant: all sums saturate.

use crate::cost::Collective;
use indexmap::IndexMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::{Func, Loc, Module, OpId, Region, TensorType, Value};

/// Totals of one kind of collective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total {
    /// How often such an op runs.
    pub count: i64,
    /// Bytes of results on one device.
    pub bytes: i64,
    /// Bytes that one device sends.
    pub wire_bytes: i64,
}

/// One collective op.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// The op, in the main function.
    pub op: OpId,
    /// `all_reduce`, `all_gather`, `reduce_scatter`, `all_to_all`, `collective_permute`, `collective_broadcast`.
    pub kind: &'static str,
    /// Devices that exchange with one another.
    pub group: i64,
    /// How often it runs.
    pub times: i64,
    /// Bytes of its results on one device, each time.
    pub bytes: i64,
    /// Bytes that one device sends, each time.
    pub wire_bytes: i64,
    /// What needs it.
    pub loc: Loc,
}

/// The collectives of a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Traffic {
    /// Totals by kind, in order of first occurrence.
    pub totals: IndexMap<&'static str, Total>,
    /// Every collective op in program order.
    pub sites: Vec<Site>,
}

impl Traffic {
    /// That of a program that runs so many times.
    pub fn repeat(&mut self, times: i64) {
        self.sites.iter_mut().for_each(|site| site.times = site.times.saturating_mul(times));
        for total in self.totals.values_mut() {
            for sum in [&mut total.count, &mut total.bytes, &mut total.wire_bytes] {
                *sum = sum.saturating_mul(times);
            }
        }
    }
}

/// The collectives of the main function of a per-device program on `devices` devices.
pub fn traffic(module: &Module, devices: i64) -> Traffic {
    let mut traffic = Traffic::default();
    if let Some(func) = module.main() {
        visit(func, func.body(), 1, devices, &mut traffic);
    }
    for site in &traffic.sites {
        let total = traffic.totals.entry(site.kind).or_default();
        total.count = total.count.saturating_add(site.times);
        total.bytes = total.bytes.saturating_add(site.bytes.saturating_mul(site.times));
        total.wire_bytes = total.wire_bytes.saturating_add(site.wire_bytes.saturating_mul(site.times));
    }
    traffic
}

fn visit(func: &Func, region: Region, times: i64, devices: i64, traffic: &mut Traffic) {
    for &op in &func.region(region).ops {
        let data = func.op(op);
        if let Some(site) = site(func, op, times, devices) {
            traffic.sites.push(site);
            continue;
        }
        let inner = match data.info.name {
            "stablehlo.while" => times.saturating_mul(trip_count(func, op).unwrap_or(1)),
            _ => times,
        };
        data.regions.iter().for_each(|&region| visit(func, region, inner, devices, traffic));
    }
}

fn site(func: &Func, op: OpId, times: i64, devices: i64) -> Option<Site> {
    let data = func.op(op);
    let kind = data.info.name.strip_prefix("stablehlo.").filter(|_| data.info.traits.collective).and_then(Collective::parse)?;
    let size = |values: &[Value]| {
        let types = values.iter().filter_map(|&value| func.ty(value).as_tensor());
        types.map(TensorType::byte_size).fold(0i64, i64::saturating_add)
    };
    let (operand, result) = (size(&data.operands), size(&data.results));
    let group = group_size(func, op, devices);
    let sent = |bytes: i64| i64::try_from(kind.wire_bytes(group.max(1) as u64, bytes.max(0) as u64)).unwrap_or(i64::MAX);
    // These name pairs or a source, not groups: each device sends what it has.
    let wire_bytes = if matches!(kind, Collective::Permute | Collective::Broadcast) { operand } else { sent(operand) };
    Some(Site { op, kind: kind.as_str(), group, times, bytes: result, wire_bytes, loc: data.loc.clone() })
}

/// Devices in the largest group of a collective.
fn group_size(func: &Func, op: OpId, devices: i64) -> i64 {
    match func.op(op).attrs.get("replica_groups") {
        Some(shardwright_ir::Attr::Dense(groups)) if groups.ty.rank() == 2 && groups.ty.num_elements() > 0 => groups.ty.dims[1],
        Some(_) => devices,
        None => 1,
    }
}

/// How often the body of a `stablehlo.while` runs, where it counts from a constant to a constant in constant steps.
pub fn trip_count(func: &Func, op: OpId) -> Option<i64> {
    let data = func.op(op);
    let [cond, body] = data.regions[..] else { return None };
    let (counter, limit, direction) = test_of(func, op)?;
    let step = steps(func, body, counter)?;
    let start = int_of(func, *data.operands.get(counter)?)?;
    let limit = match arg_of(func, cond, limit) {
        // A limit that the loop carries unchanged.
        Some(index) => {
            let end = func.op(func.terminator(body)?);
            if arg_of(func, body, *end.operands.get(index)?) != Some(index) {
                return None;
            }
            int_of(func, *data.operands.get(index)?)?
        }
        None => int_of(func, limit)?,
    };
    let (distance, step) = match direction {
        "LT" => (limit.checked_sub(start)?, step),
        "LE" => (limit.checked_sub(start)?.checked_add(1)?, step),
        "GT" => (start.checked_sub(limit)?, step.checked_neg()?),
        "GE" => (start.checked_sub(limit)?.checked_add(1)?, step.checked_neg()?),
        "NE" if step != 0 && limit.checked_sub(start)? % step == 0 => {
            let count = (limit - start) / step;
            return (count >= 0).then_some(count);
        }
        _ => return None,
    };
    if distance <= 0 {
        return Some(0);
    }
    (step > 0).then(|| distance / step + i64::from(distance % step != 0))
}

/// Which carried value of a `stablehlo.while` counts, where one is compared with a limit and changes by a constant.
pub fn counter_of(func: &Func, op: OpId) -> Option<usize> {
    test_of(func, op).map(|(counter, ..)| counter)
}

/// The carried value that counts, its limit in the condition, and how the counter is compared with it.
fn test_of(func: &Func, op: OpId) -> Option<(usize, Value, &'static str)> {
    let [cond, body] = func.op(op).regions[..] else { return None };
    let test = func.op(func.defining_op(*func.op(func.terminator(cond)?).operands.first()?)?);
    let direction = test.attrs.get("comparison_direction")?.as_enum()?;
    let [left, right] = test.operands[..] else { return None };
    match (arg_of(func, cond, left), arg_of(func, cond, right)) {
        (Some(counter), _) if steps(func, body, counter).is_some() => Some((counter, right, mirrored(mirrored(direction.as_str())?)?)),
        (_, Some(counter)) if steps(func, body, counter).is_some() => Some((counter, left, mirrored(direction.as_str())?)),
        _ => None,
    }
}

fn mirrored(direction: &str) -> Option<&'static str> {
    Some(match direction {
        "LT" => "GT",
        "LE" => "GE",
        "GT" => "LT",
        "GE" => "LE",
        "NE" => "NE",
        _ => return None,
    })
}

fn arg_of(func: &Func, region: Region, value: Value) -> Option<usize> {
    match func.value(value).def {
        ValueDef::Arg(of, index) if of == region => Some(index),
        _ => None,
    }
}

/// By how much the loop adds to its carried value `index` each time.
fn steps(func: &Func, body: Region, index: usize) -> Option<i64> {
    let next = *func.op(func.terminator(body)?).operands.get(index)?;
    let add = func.op(func.defining_op(next)?);
    let [left, right] = add.operands[..] else { return None };
    let constant = |value: Value| func.constant_of(value)?.to_ints()?.first().copied();
    match add.info.name {
        "stablehlo.add" if arg_of(func, body, left) == Some(index) => constant(right),
        "stablehlo.add" if arg_of(func, body, right) == Some(index) => constant(left),
        "stablehlo.subtract" if arg_of(func, body, left) == Some(index) => constant(right)?.checked_neg(),
        _ => None,
    }
}

fn int_of(func: &Func, value: Value) -> Option<i64> {
    func.constant_of(value)?.to_ints()?.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_dialects::local::row;
    use shardwright_dialects::stablehlo::StablehloBuilder;
    use shardwright_dialects::stablehlo::build::Direction;
    use shardwright_ir::{Attr, Attrs, Builder, ElementType, Literal, Sym};

    /// An all-reduce of 100 `f32` over groups of 4 in a loop from 2 to below 9 in steps of 3 (2, 5, 8): 3 times 400 bytes, of which a
    /// device sends 2 * 3/4.
    #[test]
    fn a_collective_in_a_loop_counts_once_an_iteration() {
        let mut func = Func::new(Sym::new("main"));
        let arg = func.add_arg(TensorType::new(ElementType::F32, &[100]));
        let mut b = Builder::at_end(&mut func);
        let start = b.int_scalar(ElementType::I32, 2).expect("legal");
        let results = b
            .while_(
                &[start, arg],
                &mut |b, args| {
                    let limit = b.int_scalar(ElementType::I32, 9)?;
                    Ok(vec![b.compare(Direction::Lt, args[0], limit)?])
                },
                &mut |b, args| {
                    let step = b.int_scalar(ElementType::I32, 3)?;
                    let next = b.add(args[0], step)?;
                    let scalars = [ElementType::F32, ElementType::F32];
                    let region = b.scalar_region(&scalars, &mut |b, pair| Ok(vec![b.add(pair[0], pair[1])?]))?;
                    let groups = Literal::ints(ElementType::I64, &[2, 4], &[0, 1, 2, 3, 4, 5, 6, 7]);
                    let attrs = Attrs::new().with("replica_groups", Attr::Dense(groups));
                    let ty = b.ty(args[1]).clone();
                    let op = b.op_of_types(row("stablehlo.all_reduce")?, &[args[1]], attrs, &[region], vec![ty.into()])?;
                    Ok(vec![next, b.func.result(op)])
                },
            )
            .expect("legal");
        b.op_of_types(row("func.return").expect("registered"), &results[1..], Attrs::new(), &[], Vec::new()).expect("legal");
        let mut module = Module::default();
        module.funcs.insert(func.name, func);
        let traffic = traffic(&module, 8);
        assert_eq!(traffic.totals["all_reduce"], Total { count: 3, bytes: 1200, wire_bytes: 1800 });
        assert_eq!((traffic.sites[0].group, traffic.sites[0].times), (4, 3));
    }
}
