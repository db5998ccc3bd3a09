//! How much memory buffers need together.
//!
//! `most` is the largest sum of what is held at one moment: no allocator needs less. `packed` is what XLA's assignment comes to (`buffer_assignment.cc`,
//! `heap_simulator.cc`): the largest first, each into a buffer of a result that is free meanwhile, else at the lowest place where it fits best between those that are held
//! at the same time. Invariants: `packed` is at least `most` less the results; sums saturate.

use super::assign::{Buffer, Use};

/// The largest sum of what is held at once, arguments aside, and when; of equal moments the first.
pub fn most(buffers: &[Buffer], kernels: usize) -> (i64, usize) {
    let mut change = vec![0i64; kernels + 2];
    for buffer in buffers.iter().filter(|buffer| !matches!(buffer.used, Use::Argument(_))) {
        change[buffer.start.min(kernels)] += buffer.bytes;
        if buffer.end < kernels {
            change[buffer.end + 1] -= buffer.bytes;
        }
    }
    let (mut sum, mut found) = (0i64, (0i64, 0usize));
    for (at, &by) in change.iter().enumerate() {
        sum = sum.saturating_add(by);
        if sum > found.0 {
            found = (sum, at);
        }
    }
    found
}

/// Bytes of temporaries beside the results.
pub fn packed(buffers: &[Buffer]) -> i64 {
    let meets = |one: &Buffer, other: &Buffer| one.start <= other.end && other.start <= one.end;
    let mut outputs: Vec<(i64, Vec<&Buffer>)> = buffers.iter().filter(|buffer| buffer.used == Use::Output).map(|buffer| (buffer.bytes, vec![buffer])).collect();
    outputs.sort_by_key(|(bytes, _)| -bytes);
    let mut rest: Vec<&Buffer> = buffers.iter().filter(|buffer| matches!(buffer.used, Use::Communication | Use::Temporary) && buffer.bytes > 0).collect();
    rest.sort_by_key(|buffer| (-buffer.bytes, std::cmp::Reverse(buffer.end - buffer.start)));
    // Place and size of what lies there, and when.
    let mut placed: Vec<(i64, &Buffer)> = Vec::new();
    let mut total = 0i64;
    for buffer in rest {
        let free = outputs.iter_mut().rev().find(|(bytes, held)| *bytes >= buffer.bytes && held.iter().all(|other| !meets(other, buffer)));
        if let Some((_, held)) = free {
            held.push(buffer);
            continue;
        }
        let mut beside: Vec<(i64, i64)> = placed.iter().filter(|(_, other)| meets(other, buffer)).map(|(at, other)| (*at, other.bytes)).collect();
        beside.sort_unstable();
        let (mut top, mut best) = (0i64, None::<(i64, i64)>);
        for (at, bytes) in beside {
            let gap = at - top;
            if gap >= buffer.bytes && best.is_none_or(|(least, _)| gap < least) {
                best = Some((gap, top));
            }
            top = top.max(at.saturating_add(bytes));
        }
        let at = best.map_or(top, |(_, at)| at);
        total = total.max(at.saturating_add(buffer.bytes));
        placed.push((at, buffer));
    }
    total
}
