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
    let mut outputs: Vec<(i64, Vec<Lies>)> = buffers.iter().filter(|buffer| buffer.used == Use::Output).map(|buffer| (buffer.bytes, vec![Lies::at(0, buffer)])).collect();
    outputs.sort_by_key(|(bytes, _)| -bytes);
    let mut rest: Vec<&Buffer> = buffers.iter().filter(|buffer| matches!(buffer.used, Use::Communication | Use::Temporary) && buffer.bytes > 0).collect();
    rest.sort_by_key(|buffer| (-buffer.bytes, std::cmp::Reverse(buffer.end - buffer.start)));
    // By place, then by size.
    let mut placed: Vec<Lies> = Vec::new();
    let mut total = 0i64;
    for buffer in rest {
        let large = outputs.partition_point(|(bytes, _)| *bytes >= buffer.bytes);
        let free = outputs[..large].iter_mut().rev().find(|(_, held)| held.iter().all(|other| !other.meets(buffer)));
        if let Some((_, held)) = free {
            held.push(Lies::at(0, buffer));
            continue;
        }
        let (mut top, mut best) = (0i64, None::<(i64, i64)>);
        for other in placed.iter().filter(|other| other.meets(buffer)) {
            let gap = other.from - top;
            if gap >= buffer.bytes && best.is_none_or(|(least, _)| gap < least) {
                best = Some((gap, top));
                if gap == buffer.bytes {
                    break;
                }
            }
            top = top.max(other.to);
        }
        let own = Lies::at(best.map_or(top, |(_, at)| at), buffer);
        total = total.max(own.to);
        placed.insert(placed.partition_point(|other| (other.from, other.to) <= (own.from, own.to)), own);
    }
    total
}

/// A buffer that has its place.
#[derive(Clone, Copy)]
struct Lies {
    /// Its first byte.
    from: i64,
    /// The byte behind its last.
    to: i64,
    start: usize,
    end: usize,
}

impl Lies {
    fn at(from: i64, buffer: &Buffer) -> Lies {
        Lies { from, to: from.saturating_add(buffer.bytes), start: buffer.start, end: buffer.end }
    }
    /// Whether both are held at some moment.
    fn meets(&self, buffer: &Buffer) -> bool {
        self.start <= buffer.end && buffer.start <= self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(bytes: i64, start: usize, end: usize, used: Use) -> Buffer {
        Buffer { bytes, start, end, used, value: None, op: None }
    }

    /// The 10 lies at 0, the 6, which is held with it, at 10; a 4 that comes after the 10 lies at 0, one that is held with both it and the 6 at 4.
    #[test]
    fn the_largest_come_first_each_where_it_fits_best() {
        let held = [buffer(4, 2, 3, Use::Temporary), buffer(10, 0, 1, Use::Temporary), buffer(4, 3, 3, Use::Temporary), buffer(6, 1, 3, Use::Temporary)];
        assert_eq!(packed(&held), 16);
        // A third 4 finds 2 free bytes below the 6, and goes above it.
        let more = [&held[..], &[buffer(4, 3, 3, Use::Temporary)]].concat();
        assert_eq!(packed(&more), 20);
        // A result that is not there yet lends its place to the first 4, so that the others lie at 0 and 4; or to the 10 and then that 4, so that the 6 lies at 0 and the others at 6 and 10.
        let lent = |bytes: i64| packed(&[&more[..], &[buffer(bytes, 5, usize::MAX, Use::Output)]].concat());
        assert_eq!((lent(3), lent(4), lent(10)), (20, 16, 14));
    }
}
