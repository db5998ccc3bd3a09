//! Files made bad on purpose: what a parser must refuse without a panic, a hang or a flood of memory.
//!
//! Invariants: a seed names one file; [`Mutant::must_fail`] is set only where no reading of the file makes it a program.

pub mod model;
pub mod text;

use super::rng::Rng;

/// A damaged file.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What was done to it.
    pub what: String,
    /// Whether it cannot be a program any more.
    pub must_fail: bool,
}

/// Sizes and numbers that no honest file has.
pub const ABSURD: &[i64] = &[i64::MAX, i64::MIN, -1, 1 << 40, 1 << 62, (1 << 32) + 1, i64::MAX / 4 + 1, 0];

/// Bytes cut off, flipped, overwritten, inserted or taken out at random places.
pub fn bytes(rng: &mut Rng, file: &[u8]) -> Mutant {
    let mut bytes = file.to_vec();
    let length = bytes.len().max(1);
    let what = match rng.below(5) {
        0 => {
            bytes.truncate(rng.below(length));
            format!("cut to {} bytes", bytes.len())
        }
        1 => {
            let count = 1 + rng.below(16);
            for _ in 0..count.min(file.len()) {
                let at = rng.below(length);
                bytes[at] ^= 1 << rng.below(8);
            }
            format!("{count} bits flipped")
        }
        2 => {
            let from = rng.below(length);
            let to = (from + 1 + rng.below(64)).min(bytes.len());
            bytes[from.min(to)..to].iter_mut().for_each(|byte| *byte = rng.bits() as u8);
            format!("bytes {from} to {to} overwritten")
        }
        3 => {
            let (from, count) = (rng.below(length), 1 + rng.below(64));
            let count = count.min(bytes.len().saturating_sub(from));
            bytes.drain(from..from + count);
            format!("{count} bytes taken out at {from}")
        }
        _ => {
            let (at, count) = (rng.below(length), 1 + rng.below(64));
            let noise: Vec<u8> = (0..count).map(|_| rng.bits() as u8).collect();
            bytes.splice(at.min(file.len())..at.min(file.len()), noise);
            format!("{count} bytes put in at {at}")
        }
    };
    Mutant { bytes, what, must_fail: false }
}
