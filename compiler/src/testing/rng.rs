//! What random programs draw from, and seeds from texts.

pub use shardwright_ir::rng::Rng;

/// FNV-1a of 64 bits (Fowler, Noll, Vo): a text gives the same number everywhere, as a seed or to tell texts apart.
pub fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hashes of the empty text and of "a" as the authors publish them (isthe.com, FNV test vectors).
    #[test]
    fn texts_have_the_published_hash() {
        assert_eq!((fnv1a(""), fnv1a("a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }
}
