//! What the ops of a per-device program are to the cost model: its collectives with their groups and prices.
//!
//! Invariant: a collective without groups joins all devices.

use super::compute::{Formula, Priced};
use super::{Collective, CollectiveCosts, Price};
use shardwright_ir::{Attr, Func, OpId, TensorType};

/// What the op does, where it is a collective.
pub fn collective_of(func: &Func, op: OpId) -> Option<Collective> {
    let info = func.op(op).info;
    info.name.strip_prefix("stablehlo.").filter(|_| info.traits.collective).and_then(Collective::parse)
}

/// Device groups of a collective, or source and target pairs; `None` where it names none, and all devices exchange.
pub fn groups_of(func: &Func, op: OpId) -> Option<Vec<Vec<i64>>> {
    let attrs = &func.op(op).attrs;
    let Attr::Dense(literal) = attrs.get("replica_groups").or(attrs.get("source_target_pairs"))? else { return None };
    let width = usize::try_from(*literal.ty.dims.get(1)?).ok().filter(|&width| width > 0)?;
    Some(literal.to_ints()?.chunks(width).map(<[i64]>::to_vec).collect())
}

/// What one run of a collective costs, and the outermost level of the machine that it crosses.
pub fn price_of(func: &Func, op: OpId, costs: &CollectiveCosts) -> Option<(Price, usize)> {
    let (kind, groups, bytes) = question(func, op, costs)?;
    let price = costs.price_groups(kind, &groups, bytes);
    Some((price, costs.outermost_level(&groups)))
}

/// As [`price_of`] with the formula.
pub fn explain_price(func: &Func, op: OpId, costs: &CollectiveCosts) -> Option<Priced> {
    let (kind, groups, bytes) = question(func, op, costs)?;
    let offers = costs.offers_groups(kind, &groups, bytes);
    let Some(best) = offers.iter().find(|offer| offer.available) else {
        let formula = Formula::Collective { algorithm: "none", text: "one device in each group, or no bytes".to_owned() };
        return Some(Priced { seconds: 0.0, formula });
    };
    let us = 1e6;
    let devices = groups.iter().map(Vec::len).max().unwrap_or(0);
    let terms = &best.terms;
    let rate = if terms.transfer > 0.0 { format!(" ({:.0} B at {:.1} GB/s)", terms.sent, terms.sent / terms.transfer / 1e9) } else { String::new() };
    // Rows of textbook algorithms have the formula of their all-reduce; those of NCCL, and of algorithms for one kind only, their own.
    let own = kind == Collective::AllReduce || best.price.algorithm.starts_with("nccl-") || best.formula.contains(": ");
    let formula = if own { best.formula.to_owned() } else { format!("its part of an all-reduce's {}", best.formula) };
    let text = format!(
        "{} among {devices} devices of S = {:.0} B: {formula} = {:.2} us latency ({:.0} step{}) + {:.2} us transfer{rate} + {:.2} us reduction",
        kind.as_str(),
        kind.full_bytes(devices as u64, bytes as f64),
        terms.latency * us,
        terms.steps,
        if terms.steps == 1.0 { "" } else { "s" },
        terms.transfer * us,
        terms.reduce * us,
    );
    Some(Priced { seconds: best.price.seconds, formula: Formula::Collective { algorithm: best.price.algorithm, text } })
}

fn question(func: &Func, op: OpId, costs: &CollectiveCosts) -> Option<(Collective, Vec<Vec<i64>>, u64)> {
    let kind = collective_of(func, op)?;
    let operands = func.op(op).operands.iter().filter_map(|&value| func.ty(value).as_tensor());
    let bytes = operands.map(TensorType::byte_size).fold(0i64, i64::saturating_add);
    let groups = groups_of(func, op).unwrap_or_else(|| vec![(0..costs.mesh().num_devices()).collect()]);
    Some((kind, groups, u64::try_from(bytes).unwrap_or(0)))
}
