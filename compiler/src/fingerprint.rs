//! Whether a file of weights is still the one that a compile saw.
//!
//! A fingerprint is the file's length and a hash of pages spread over it: large files are not read whole. Invariants: the same bytes give the same
//! fingerprint on every machine; a file that was trained on, made again or cut differs. A change of a few bytes between the pages is not seen.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Error, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a page that is read.
const PAGE: u64 = 4096;
/// Most pages that are read: the first, the last, and those between at even distances.
const PAGES: u64 = 16;

/// What is known of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Bytes.
    pub length: u64,
    /// FNV-1a (Fowler, Noll and Vo; 64 bits) of the pages, as hexadecimal digits.
    pub pages: String,
}

impl Fingerprint {
    /// Of a file as it is now.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of(path: &Path) -> Result<Fingerprint, String> {
        let read = || -> Result<Fingerprint, Error> {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            let mut hash = 0xcbf2_9ce4_8422_2325u64;
            let last = length.saturating_sub(PAGE);
            let count = length.div_ceil(PAGE).min(PAGES);
            let mut page = Vec::new();
            for index in 0..count {
                let at = if count == 1 { 0 } else { (u128::from(last) * u128::from(index) / u128::from(count - 1)) as u64 };
                page.clear();
                file.seek(SeekFrom::Start(at))?;
                (&mut file).take(PAGE).read_to_end(&mut page)?;
                page.iter().for_each(|&byte| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            }
            Ok(Fingerprint { length, pages: format!("{hash:016x}") })
        };
        read().map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Whether a file is still so.
    ///
    /// # Errors
    /// What is different, or that the file cannot be read.
    pub fn check(&self, path: &Path) -> Result<(), String> {
        let now = Fingerprint::of(path)?;
        if now == *self {
            return Ok(());
        }
        let what = if now.length == self.length { "other bytes".to_owned() } else { format!("{} bytes, not {}", now.length, self.length) };
        Err(format!("{} is not the file of the compile any more: it has {what}; compile again", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_changed_are_told_apart_and_only_pages_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.bin");
        std::fs::write(&path, [7u8; 10_000]).unwrap();
        let before = Fingerprint::of(&path).unwrap();
        before.check(&path).unwrap();
        std::fs::write(&path, [8u8; 10_000]).unwrap();
        assert!(before.check(&path).unwrap_err().ends_with("is not the file of the compile any more: it has other bytes; compile again"));
        std::fs::write(&path, [7u8; 9_999]).unwrap();
        assert!(before.check(&path).unwrap_err().contains("9999 bytes, not 10000"));
        // FNV-1a of nothing is its offset basis, of "a" af63dc4c8601ec8c (the authors' test vectors).
        std::fs::write(&path, "").unwrap();
        assert_eq!(Fingerprint::of(&path).unwrap().pages, "cbf29ce484222325");
        std::fs::write(&path, "a").unwrap();
        assert_eq!(Fingerprint::of(&path).unwrap().pages, "af63dc4c8601ec8c");
        // A terabyte without a byte on the disk.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(Fingerprint::of(&path).unwrap().length, 1 << 40);
    }
}
