//! What a form of attention costs on a machine.
//!
//! Bytes are those of the table in Fang and Zhao, USP (arXiv:2405.07719), section 3, and of what this house writes (see `docs/src/attention.md`); seconds are the
//! collective costs of the machine, a ring step the longer of its sends and its work. Invariants: bytes are what one device sends.

use super::form::{Exchange, Form, Site};
use crate::cost::compute::{Class, ComputeCosts, Work};
use crate::cost::{Collective, CollectiveCosts};
use shardwright_dialects::nn::spec::sum_type;
use shardwright_ir::ElementType;
use shardwright_ir::sharding::AxisRef;

/// Seconds of one op in this form.
pub fn seconds(site: &Site, form: &Form, element: ElementType, grad: bool, costs: &CollectiveCosts) -> f64 {
    let mesh = site.mesh;
    let sizes = &site.sizes;
    let spread = mesh.shards(&site.batch).max(1);
    let rows = mesh.shards(&form.rows).max(1);
    let to_heads = mesh.shards(&form.to_heads).max(1);
    let bytes = |element: ElementType| i64::from(element.bits().div_ceil(8));
    let product = |factors: &[i64]| factors.iter().fold(1i64, |product, &factor| product.saturating_mul(factor));
    // Elements that one device has while it computes.
    let batch = (sizes.batch + spread - 1) / spread;
    let heads = sizes.heads / mesh.shards(&site.heads).max(1) / to_heads;
    let key_heads = sizes.key_heads / mesh.shards(&site.key_heads).max(1) / to_heads;
    let (queries, keys) = ((sizes.queries + rows - 1) / rows, (sizes.keys + rows - 1) / rows);
    let q = product(&[batch, heads, queries, sizes.width]);
    let o = product(&[batch, heads, queries, sizes.value_width]);
    let kv = product(&[batch, key_heads, keys, sizes.width.saturating_add(sizes.value_width)]);
    let unsigned = |value: i64| u64::try_from(value).unwrap_or(0);
    let price = |kind: Collective, axes: &[AxisRef], count: i64, element: ElementType| -> f64 {
        if mesh.shards(axes) <= 1 { 0.0 } else { costs.price_groups(kind, &mesh.device_groups(axes), unsigned(count.saturating_mul(bytes(element)))).seconds }
    };
    let mut seconds = 0.0;
    // Forward: queries, keys, values, and the result back. Backward: these, gradients of the result, and of the first three back.
    let exchanged = if grad { vec![q, kv, o, q, kv] } else { vec![q, kv, o] };
    seconds += exchanged.iter().map(|&count| price(Collective::AllToAll, &form.to_heads, count, element)).sum::<f64>();
    let scores = product(&[batch, heads, queries]);
    let widths = sizes.width.saturating_add(sizes.value_width);
    let flops = |keys: i64| {
        let forward = product(&[scores, keys, 2, widths]);
        if grad { forward.saturating_mul(5) / 2 } else { forward }
    };
    let compute = ComputeCosts::new(&costs.machine().device, None);
    let work = |keys: i64| compute.price(&Work { class: Class::Matmul, element, reduced: true, flops: flops(keys), bytes: product(&[scores, keys, 4]) }).seconds;
    match &form.exchange {
        Exchange::Gather => {
            seconds += price(Collective::AllGather, &form.rows, kv, element);
            if grad {
                seconds += price(Collective::ReduceScatter, &form.rows, kv.saturating_mul(rows), sum_type(element));
            }
            seconds + work(keys.saturating_mul(rows))
        }
        Exchange::Merge(axes) => {
            let devices = mesh.shards(axes).max(1);
            let kind = Collective::AllReduce;
            let reduced = if grad { vec![q] } else { vec![scores, scores, o] };
            seconds + reduced.iter().map(|&count| price(kind, axes, count, sum_type(element))).sum::<f64>() + work(keys / devices)
        }
        Exchange::Teams(axes) => {
            let minor = axes.len().saturating_sub(1);
            let (team, ring) = (&axes[minor..], mesh.shards(&axes[..minor.saturating_sub(1)]));
            let size = mesh.shards(team).max(1);
            let sums = sum_type(element);
            let wide = kv.saturating_mul(size);
            let queries = if grad { q.saturating_add(o) } else { q };
            let gathered = price(Collective::AllGather, team, queries, element) + price(Collective::AllGather, team, kv, element);
            let found = if grad { q.saturating_mul(size).saturating_add(wide) } else { o.saturating_mul(size) };
            let found = price(Collective::ReduceScatter, team, found, sums);
            // A gather of n shards takes n - 1 hops as long as one of a ring.
            let hops = (mesh.shards(axes) - 1).max(1) as f64;
            let back = if grad { price(Collective::AllGather, axes, wide, sums) / hops } else { 0.0 };
            let sent = price(Collective::AllGather, axes, wide, element) / hops + back;
            let step = size as f64 * work(keys.saturating_mul(size));
            seconds + gathered + found + step + (ring - 1).max(0) as f64 * step.max(sent) + back
        }
        Exchange::Balanced(axes) => {
            // Of a device's bytes at most the keys, the queries and what was found of them.
            let steps = (mesh.shards(axes) / 2) as f64;
            let sent = price(Collective::AllGather, axes, kv.saturating_add(q).saturating_add(o), element) / (mesh.shards(axes) - 1).max(1) as f64;
            seconds + work(keys) + steps * work(keys).max(sent)
        }
        Exchange::Ring(levels) => {
            let step = work(keys);
            // Each level sends once for all steps of the levels within.
            let mut inner = step;
            for axes in levels.iter().rev() {
                let count = mesh.shards(axes);
                let pairs: Vec<Vec<i64>> = mesh.device_groups(axes).iter().flat_map(|group| (0..group.len()).map(|at| vec![group[at], group[(at + 1) % group.len()]]).collect::<Vec<_>>()).collect();
                let send = |elements: i64, element: ElementType| costs.price_groups(Collective::Permute, &pairs, unsigned(elements.saturating_mul(bytes(element)))).seconds;
                let whole = send(kv, element);
                let back = if grad { send(kv, sum_type(element)) } else { 0.0 };
                inner = (count - 1) as f64 * inner.max(whole + back) + inner + back;
            }
            seconds + inner
        }
    }
}
