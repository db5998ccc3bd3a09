//! Random numbers for tests: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).

pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// From `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }
    pub fn percent(&mut self, chance: i64) -> bool {
        self.range(0, 99) < chance
    }
    pub fn choose<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.range(0, items.len() as i64 - 1) as usize].clone()
    }
    pub fn shuffled(&mut self, count: usize) -> Vec<i64> {
        let mut items: Vec<i64> = (0..count as i64).collect();
        for at in (1..count).rev() {
            items.swap(at, self.range(0, at as i64) as usize);
        }
        items
    }
}
