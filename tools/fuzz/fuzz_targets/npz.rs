//! Any bytes as a `.npz`.
//!
//! Reading must not panic, nor taking the arrays as tensors of any type; what is written of them reads back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardwright_compiler::engine::npz::{read_npz, read_npz_from, write_npz};
use shardwright_ir::types::ElementType;
use std::io::Cursor;
use std::sync::LazyLock;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

fuzz_target!(|bytes: &[u8]| {
    let Ok(arrays) = read_npz_from(Cursor::new(bytes), bytes.len() as u64) else { return };
    let mut tensors = Vec::new();
    for (name, array) in &arrays {
        for want in [ElementType::F32, ElementType::BF16, ElementType::F8E4M3FN, ElementType::I4, ElementType::I1] {
            let _ = array.to_tensor(Some(want));
        }
        if let Ok(tensor) = array.to_tensor(None) {
            assert_eq!(tensor.ty().dims[..], *array.dims());
            tensors.push((name.as_str(), tensor));
        }
    }
    let path = FOLDER.path().join("again.npz");
    // A zip refuses some names (they are too long, say): that is an error, no fault of the reader.
    if write_npz(&path, tensors.iter().map(|(name, tensor)| (*name, tensor))).is_ok() {
        let again = read_npz(&path).expect("what was written reads");
        for (name, tensor) in &tensors {
            let array = again.get(*name).expect("every array was written");
            assert_eq!(array.to_tensor(Some(tensor.ty().element)).as_ref(), Ok(tensor));
        }
    }
});
