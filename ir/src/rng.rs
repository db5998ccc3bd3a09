//! Random numbers that a seed fixes for ever: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
//! number generators", 2014).
//!
//! Invariant: the same seed gives the same numbers on every machine and in every version, so that a seed printed
//! by a failed test names its program.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    /// A number from 0 to `count - 1`; 0 where `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }
    /// A number from `low` to `high`, both included; `low` where `high` is smaller.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.bits() % ((high - low).max(0) as u64 + 1)) as i64
    }
    /// True this often, in percent.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.bits() % 100 < chance
    }
    /// One of the items. Panics on an empty slice.
    pub fn choose<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
    /// The items in a random order.
    pub fn shuffled<T: Clone>(&mut self, items: &[T]) -> Vec<T> {
        let mut items = items.to_vec();
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
        items
    }
    /// A stream of its own, that draws from this one no more.
    pub fn split(&mut self) -> Rng {
        Rng::new(self.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The first three numbers of seed 1234567 in the reference implementation (Vigna, prng.di.unimi.it/splitmix64.c).
        let mut rng = Rng::new(1_234_567);
        let first = [rng.bits(), rng.bits(), rng.bits()];
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn draws_stay_within_their_bounds() {
        let mut rng = Rng::new(3);
        for _ in 0..1000 {
            assert!((-2..=5).contains(&rng.range(-2, 5)));
            assert!(rng.below(3) < 3);
        }
        let mut order = rng.shuffled(&[1, 2, 3, 4]);
        order.sort_unstable();
        assert_eq!(order, [1, 2, 3, 4]);
    }
}
