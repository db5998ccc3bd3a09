//! Which elements of an operand each shard of an op needs, where that is more or other than its own.
//!
//! An output position o of a window op looks at the places `[o s - low, o s - low + window)` of its operand, whose element e stands
//! at place `e d` (d: base dilation; places between elements, before the first and after the last hold padding). That one form
//! describes convolutions and their gradients, pooling, `pad` (window 1, d = interior + 1), `slice` (window 1, low = -start),
//! `reverse` (s = -1) and `concatenate` (window 1, low = where the operand begins). Invariants: all sizes are checked; what
//! overflows 31 bits has no windows, and its factor is gathered.

use super::rule::FactorId;
use super::spec::local_size;

/// How the shards of one factor read one dimension of one operand.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Reach {
    /// The factor that is sharded.
    pub factor: FactorId,
    /// The operand.
    pub operand: usize,
    /// Its dimension.
    pub dim: usize,
    /// Elements of that dimension.
    pub input: i64,
    /// Positions of the factor, which its shards divide among them.
    pub count: i64,
    /// Places from one position to the next; negative where positions go the other way.
    pub stride: i64,
    /// Places by which position 0 begins before element 0.
    pub low: i64,
    /// Places that one position looks at.
    pub window: i64,
    /// Places from one element to the next.
    pub dilation: i64,
    /// How much each shard needs.
    pub kind: ReachKind,
}

/// What shards need of one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ReachKind {
    /// The elements within their windows.
    Window,
    /// Windows are all elements up to the position (from it on where `backward`): one combination of each other shard is enough.
    Scan {
        /// Whether windows hold what follows.
        backward: bool,
    },
}

/// What every shard needs, by shard index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Windows {
    /// The element at which the shard's window begins; may lie outside of the operand.
    pub starts: Vec<i64>,
    /// Places from the start of the window to that element: from 0 to the dilation - 1.
    pub phases: Vec<i64>,
    /// Elements `[from, to)` within the operand that the shard's positions need; empty where `from >= to`.
    pub needs: Vec<(i64, i64)>,
    /// Elements of every shard's window, at least 1.
    pub len: i64,
    /// Places of every shard's window.
    pub places: i64,
}

/// Numbers above this are refused: offsets are 32 bits on devices.
const LIMIT: i128 = 1 << 30;

impl Reach {
    /// A reach in which each position is the element at its own place.
    pub fn identity(factor: FactorId, operand: usize, dim: usize, input: i64, count: i64) -> Reach {
        Reach { factor, operand, dim, input, count, stride: 1, low: 0, window: 1, dilation: 1, kind: ReachKind::Window }
    }

    /// What each of `shards` shards needs. `None` where there is nothing to shard, or numbers are too large.
    pub fn windows(&self, shards: i64) -> Option<Windows> {
        if self.input < 1 || self.count < 1 || self.window < 1 || self.dilation < 1 || self.stride == 0 || !(1..=1 << 20).contains(&shards) {
            return None;
        }
        let local = i128::from(local_size(self.count, shards));
        let (count, stride, low) = (i128::from(self.count), i128::from(self.stride), i128::from(self.low));
        let (window, dilation, input) = (i128::from(self.window), i128::from(self.dilation), i128::from(self.input));
        let places = (local - 1) * stride.abs() + window;
        let first_place = |from: i128, to: i128| (if stride > 0 { from } else { to - 1 }) * stride - low;
        let ceil = |place: i128| -(-place).div_euclid(dilation);
        let mut made = Windows { starts: Vec::new(), phases: Vec::new(), needs: Vec::new(), len: 1, places: fit(places)? };
        for shard in 0..i128::from(shards) {
            let (from, to) = (shard * local, (shard + 1) * local);
            let place = first_place(from, to);
            let start = ceil(place);
            made.starts.push(fit(start)?);
            made.phases.push(fit(start * dilation - place)?);
            made.len = made.len.max(fit((place + places - 1).div_euclid(dilation) - start + 1)?);
            let to = to.min(count);
            made.needs.push(if from >= to {
                (0, 0)
            } else {
                let place = first_place(from, to);
                let end = place + (to - from - 1) * stride.abs() + window;
                (fit(ceil(place).clamp(0, input))?, fit(((end - 1).div_euclid(dilation) + 1).clamp(0, input))?)
            });
        }
        Some(made)
    }
}

fn fit(value: i128) -> Option<i64> {
    (value.abs() < LIMIT).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::EntityId;

    fn reach(input: i64, count: i64) -> Reach {
        Reach::identity(FactorId::from_index(0), 0, 0, input, count)
    }

    /// Eight outputs of a window of three, one element of padding on each side, in two shards: outputs 0 to 3 read elements
    /// -1 to 4, outputs 4 to 7 elements 3 to 8, of which -1 and 8 are padding.
    #[test]
    fn windows_overlap_the_neighbours_shard() {
        let windows = Reach { window: 3, low: 1, ..reach(8, 8) }.windows(2).unwrap();
        assert_eq!((windows.starts, windows.len, windows.needs), (vec![-1, 3], 6, vec![(0, 5), (3, 8)]));
    }

    /// Dilation 2: elements stand at places 0, 2, 4, …; positions 3 to 5 without padding look at places 3, 4, 5, where only
    /// element 2 stands, one place from the start.
    #[test]
    fn phases_say_where_the_first_element_stands() {
        let windows = Reach { dilation: 2, ..reach(3, 6) }.windows(2).unwrap();
        assert_eq!((windows.starts, windows.phases), (vec![0, 2], vec![0, 1]));
        assert_eq!((windows.len, windows.places, windows.needs), (2, 3, vec![(0, 2), (2, 3)]));
    }

    /// Reversed, ten elements in four shards of three: the first shard holds 9, 8, 7, the last 0 and padding.
    #[test]
    fn reversed_shards_read_from_the_other_end() {
        let windows = Reach { stride: -1, low: -9, ..reach(10, 10) }.windows(4).unwrap();
        assert_eq!((windows.starts, windows.len), (vec![7, 4, 1, -2], 3));
        assert_eq!(windows.needs, [(7, 10), (4, 7), (1, 4), (0, 1)]);
    }

    #[test]
    fn numbers_that_do_not_fit_have_no_windows() {
        assert_eq!(Reach { low: i64::MIN, ..reach(8, 8) }.windows(2), None);
        assert_eq!(Reach { stride: i64::MAX, ..reach(8, 8) }.windows(2), None);
        assert_eq!(reach(0, 0).windows(2), None);
    }
}
