//! A causal ring in half as many steps: devices that are done with their own queries work for others (Li et al., DistFlashAttn, arXiv:2310.03294, section 3.1).
//!
//! In step `t` of `n / 2` the devices from place `t` on have the keys of `t` places before come to their queries; the `t` first ones, for which there are none, get the
//! queries of `n - t` places after, which still miss these devices' keys, and send back what they found. So every device works in every step, but for half of them in
//! the last one where `n` is even. Invariants: each pair of queries and earlier keys is worked on once; tokens lie by position; only a device's own keys need a mask.

use super::layouts::send;
use super::spread::Shared;
use crate::comm::ring::place;
use shardwright_dialects::local::{compare, index_constant, shard_start};
use shardwright_dialects::nn::kernel::{self, Part, Running};
use shardwright_dialects::nn::spec::{Layout, Spec};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::sharding::AxisRef;
use shardwright_ir::{Builder, Value};

/// That an attention can go so.
///
/// # Errors
/// Why not.
pub fn check(at: &Shared, extras: &[Value]) -> Result<(), String> {
    if at.spec.causal != Some(0) {
        return Err("lightseq shares out the work of causal attention: this one is not causal, so no device is ever done".to_owned());
    }
    check_plain(at, extras).map_err(|why| format!("lightseq cannot share this attention: {why}"))
}

/// That an attention is of one sequence by position, which devices divide, without masks of its own.
///
/// # Errors
/// What else it is.
pub(super) fn check_plain(at: &Shared, extras: &[Value]) -> Result<(), String> {
    let (sizes, shards) = (&at.sizes, at.mesh.shards(at.rows));
    if at.spec.layout != Layout::Contiguous {
        return Err("its tokens do not lie by position".to_owned());
    }
    if !extras.is_empty() {
        return Err("it has a mask or a bias of its own".to_owned());
    }
    if sizes.queries != sizes.keys {
        return Err(format!("it has {} queries and {} keys, not one sequence", sizes.queries, sizes.keys));
    }
    if sizes.queries % shards != 0 {
        return Err(format!("{} tokens do not divide by {shards} devices", sizes.queries));
    }
    Ok(())
}

/// Results of one device's queries, and what the backward pass needs of them.
pub fn forward(b: &mut Builder, at: &Shared, axes: &[AxisRef], [q, k, v]: [Value; 3]) -> Result<[Value; 2], String> {
    let groups = at.mesh.device_groups(axes);
    let count = groups.first().map_or(1, Vec::len);
    let (here, local) = (place(b, &groups)?, b.ty(q).dims[2]);
    let start = shard_start(b, at.mesh, axes, local)?;
    let positions = kernel::positions(b, Layout::Contiguous, at.sizes.queries, Some(start), local)?;
    let own = Part { spec: at.spec, q, k, v, extras: &[], rows: Some(positions), cols: Some(positions), limit: None, row_limit: None };
    let mut running = kernel::step(b, &own, None)?;
    let nothing = kernel::nothing(b, &own)?;
    let seen = Spec { causal: None, ..*at.spec };
    let pairs = |of: &dyn Fn(usize) -> Option<usize>| -> Vec<[i64; 2]> {
        let one = |group: &Vec<i64>| (0..count).filter_map(|to| Some([group[of(to)?], group[to]])).collect::<Vec<_>>();
        groups.iter().flat_map(one).collect()
    };
    for step in 1..=count / 2 {
        // The pair of two devices half a group apart is that of the later one's own queries.
        let helped = 2 * step < count;
        let keys = pairs(&|to| to.checked_sub(step));
        let (other_k, other_v) = (send(b, k, &keys)?, send(b, v, &keys)?);
        let bound = index_constant(b, step as i64)?;
        let is_own = compare(b, "GE", here, bound)?;
        let queries = match helped {
            true => {
                let other = send(b, q, &pairs(&|to| (to < step).then_some(to + count - step)))?;
                b.select(is_own, q, other)?
            }
            false => q,
        };
        let (keys, values) = (b.select(is_own, other_k, k)?, b.select(is_own, other_v, v)?);
        let part = Part { spec: &seen, q: queries, k: keys, v: values, extras: &[], rows: None, cols: None, limit: None, row_limit: None };
        let found = kernel::step(b, &part, None)?;
        let more = chosen(b, is_own, &found, &nothing)?;
        running = together(b, &running, &more)?;
        if helped {
            let home = pairs(&|to| (to + step >= count).then(|| to + step - count));
            let mut back = Vec::new();
            for value in found.list() {
                back.push(send(b, value, &home)?);
            }
            let bound = index_constant(b, (count - step) as i64)?;
            let is_helped = compare(b, "GE", here, bound)?;
            let more = chosen(b, is_helped, &Running::of(&back)?, &nothing)?;
            running = together(b, &running, &more)?;
        }
    }
    let (o, stats) = kernel::finish(b, &own, &running)?;
    Ok([o, stats])
}

fn chosen(b: &mut Builder, which: Value, yes: &Running, no: &Running) -> Result<Running, String> {
    let mut values = Vec::new();
    for (yes, no) in yes.list().into_iter().zip(no.list()) {
        values.push(b.select(which, yes, no)?);
    }
    Running::of(&values)
}

/// Two running softmaxes of the same queries as one.
fn together(b: &mut Builder, one: &Running, other: &Running) -> Result<Running, String> {
    let m = b.maximum(one.m, other.m)?;
    let (one, other) = (kernel::below(b, one, m)?, kernel::below(b, other, m)?);
    Ok(Running { m, l: b.add(one.l, other.l)?, o: b.add(one.o, other.o)? })
}
