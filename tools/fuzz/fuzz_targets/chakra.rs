//! Any bytes as the Chakra traces of two devices: the first two bytes say where the second begins.
//!
//! Reading and running must neither panic nor hang, and what is read is written and reads back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardwright_compiler::timeline::chakra::{file, replay};
use std::sync::LazyLock;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

fuzz_target!(|bytes: &[u8]| {
    let Some((&[high, low], rest)) = bytes.split_first_chunk::<2>() else { return };
    let (first, second) = rest.split_at(usize::from(u16::from_be_bytes([high, low])).min(rest.len()));
    let traces = [("first".to_owned(), first.to_vec()), ("second".to_owned(), second.to_vec())];
    let Ok(graph) = file::decode("fuzz", &traces, vec![("0".to_owned(), vec![0]), ("1".to_owned(), vec![0, 1])]) else { return };
    let _ = replay::timeline(&graph);
    if file::write(&graph, FOLDER.path()).is_ok() {
        assert_eq!(file::read(FOLDER.path()).as_ref(), Ok(&graph));
    }
});
