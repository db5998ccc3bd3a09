//! Tests of reading and writing `.npz`. `arrays.npz` was written by NumPy (`make.py` beside it).

use super::*;
use half::{bf16, f16};
use num_complex::Complex;
use std::io::Cursor;

fn numpy_arrays() -> Arrays {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/compiler/engine/npz/arrays.npz");
    read_npz(Path::new(path)).unwrap()
}

#[test]
fn every_kind_of_array_that_numpy_writes_is_read() {
    let arrays = numpy_arrays();
    let tensor = |name: &str| arrays[name].to_tensor(None).unwrap();
    assert_eq!(tensor("f64"), HostTensor::from_values(&[1, 2], &[1.5, -2.0]).unwrap());
    assert_eq!(tensor("i1"), HostTensor::from_values(&[3], &[true, false, true]).unwrap());
    assert_eq!(tensor("i8"), HostTensor::from_values(&[1], &[-1i8]).unwrap());
    assert_eq!(tensor("i32_scalar"), HostTensor::scalar(-7i32));
    assert_eq!(tensor("i64"), HostTensor::from_values(&[1], &[1i64 << 40]).unwrap());
    assert_eq!(tensor("u8"), HostTensor::from_values(&[1], &[200u8]).unwrap());
    assert_eq!(tensor("u16"), HostTensor::from_values(&[1], &[65535u16]).unwrap());
    assert_eq!(tensor("u32"), HostTensor::from_values(&[1], &[1u32 << 31]).unwrap());
    assert_eq!(tensor("u64"), HostTensor::from_values(&[1], &[1u64 << 63]).unwrap());
    assert_eq!(tensor("c64"), HostTensor::from_values(&[1], &[Complex::new(1f32, 2.0)]).unwrap());
    assert_eq!(tensor("empty"), HostTensor::from_values::<f32>(&[3, 0, 2], &[]).unwrap());
}

#[test]
fn column_major_and_big_endian_arrays_come_out_row_major_and_little_endian() {
    let arrays = numpy_arrays();
    let tensor = |name: &str| arrays[name].to_tensor(None).unwrap();
    let counting: Vec<f32> = (0u8..24).map(f32::from).collect();
    assert_eq!(tensor("f32_fortran"), HostTensor::from_values(&[2, 3, 4], &counting).unwrap());
    let halves = [f16::from_f32(1.0), f16::from_f32(-2.0)];
    assert_eq!(tensor("f16_big"), HostTensor::from_values(&[2], &halves).unwrap());
    assert_eq!(tensor("i16_big"), HostTensor::from_values(&[2, 1], &[258i16, -2]).unwrap());
    assert_eq!(tensor("c128_big"), HostTensor::from_values(&[1], &[Complex::new(1f64, -2.0)]).unwrap());
}

#[test]
fn types_without_a_numpy_name_are_read_by_the_wanted_type() {
    let arrays = numpy_arrays();
    let bf16s = HostTensor::from_values(&[2], &[bf16::from_f32(1.0), bf16::from_f32(-2.5)]).unwrap();
    assert_eq!(arrays["bf16"].to_tensor(None).unwrap(), bf16s);
    assert_eq!(arrays["bf16"].to_tensor(Some(ElementType::BF16)).unwrap(), bf16s);
    let bytes = |name: &str, want| arrays[name].to_tensor(Some(want)).unwrap().into_parts().1;
    // f8E4M3FN: bias 7, 3 mantissa bits, so 1.0 = 0b0_0111_000 and -2.0 = 0b1_1000_000.
    assert_eq!(bytes("f8e4m3fn", ElementType::F8E4M3FN), [0x38, 0xc0]);
    // f8E5M2: bias 15, 2 mantissa bits, so 1.0 = 0b0_01111_00 and -2.0 = 0b1_10000_00.
    assert_eq!(bytes("f8e5m2", ElementType::F8E5M2), [0x3c, 0xc0]);
    assert_eq!(bytes("i4", ElementType::I4), [0xfd, 7]);
    let error = arrays["i4"].to_tensor(None).unwrap_err();
    assert_eq!(error, "array holds 1 raw bytes per element: an element type must be given");
}

#[test]
fn values_are_never_converted() {
    let arrays = numpy_arrays();
    let error = arrays["f64"].to_tensor(Some(ElementType::F32)).unwrap_err();
    assert_eq!(error, "array holds f64, wanted f32");
    let error = arrays["bf16"].to_tensor(Some(ElementType::F16)).unwrap_err();
    assert_eq!(error, "array holds 2 raw bytes per element, wanted f16");
}

#[test]
fn what_is_written_is_read_back_in_every_type() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.npz");
    let tensors: Vec<(String, HostTensor)> = ElementType::ALL
        .iter()
        .flat_map(|&element| [vec![], vec![3], vec![2, 3]].map(|dims| TensorType::new(element, &dims)))
        .map(|ty| {
            // Bytes 0 and 1 are valid in every type, `i1` included.
            let bytes = (0..ty.byte_size()).map(|i| (i % 2) as u8).collect();
            (ty.to_string(), HostTensor::new(ty, bytes).unwrap())
        })
        .collect();
    write_npz(&path, tensors.iter().map(|(name, tensor)| (name.as_str(), tensor))).unwrap();
    let arrays = read_npz(&path).unwrap();
    assert!(arrays.keys().eq(tensors.iter().map(|(name, _)| name)));
    for (name, tensor) in &tensors {
        assert_eq!(&arrays[name].to_tensor(Some(tensor.ty().element)).unwrap(), tensor);
    }
}

#[test]
fn the_header_is_the_one_that_numpy_writes() {
    // numpy.lib.format.write_array of the same arrays, copied from the files.
    let header = npy_header(&TensorType::new(ElementType::F32, &[2, 3]));
    assert_eq!(header.len(), 128);
    assert!(header.starts_with(b"\x93NUMPY\x01\0\x76\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3"));
    assert_eq!(header[127], b'\n');
    let scalar = String::from_utf8_lossy(&npy_header(&TensorType::scalar(ElementType::I1))).into_owned();
    assert!(scalar.contains("{'descr': '|b1', 'fortran_order': False, 'shape': (), }"), "{scalar}");
}

/// An `.npy` of this header text and this many zero bytes.
fn npy(header: &str, elements: usize) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.resize(bytes.len() + elements, 0);
    bytes
}

#[test]
fn hostile_headers_are_errors_before_memory_is_taken() {
    let error = |header: &str, elements| read_npy(Cursor::new(npy(header, elements)), 1000).unwrap_err();
    let shape = |shape: &str| format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
    assert_eq!(error(&shape("(1000,)"), 4), "header promises 4000 bytes, the file has room for 1000");
    assert_eq!(error(&shape("(3,)"), 11), "header promises 12 bytes, got 11");
    assert_eq!(error(&shape("(3,)"), 13), "header promises 12 bytes, got more");
    assert!(error(&shape("(4611686018427387904, 4611686018427387904)"), 0).contains("does not fit into memory"));
    assert!(error(&shape("(99999999999999999999,)"), 0).contains("expected a size"));
    assert!(error(&shape("(-1,)"), 0).contains("expected a size before `-1"));
    assert!(error(&shape("(1"), 0).contains("expected"));
    assert!(error("{'descr': '|O', 'fortran_order': False, 'shape': ()}", 8).contains("`|O` is not supported"));
    assert!(error("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", 8).contains("expected `\"`"));
    assert!(error("{'shape': ()}", 8).contains("no `descr`"));
    assert!(error("{'descr': '<f4", 8).contains("unclosed string"));
    assert!(error("", 8).contains("expected `{`"));
    let long = b"\x93NUMPY\x02\0\xff\xff\xff\xff".to_vec();
    let reason = read_npy(Cursor::new(long), u64::MAX).unwrap_err();
    assert_eq!(reason, ".npy header must be at most 65536 bytes, got 4294967295");
}

#[test]
fn every_truncation_of_a_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.npz");
    write_npz(&path, [("x", &HostTensor::from_values(&[4], &[1f32; 4]).unwrap())]).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for len in 0..whole.len() {
        assert!(read_npz_from(Cursor::new(&whole[..len]), len as u64).is_err(), "{len} of {}", whole.len());
    }
    assert_eq!(read_npz_from(Cursor::new(&whole), whole.len() as u64).unwrap().len(), 1);
}

#[test]
fn every_flipped_byte_is_an_error_or_an_array_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.npz");
    write_npz(&path, [("x", &HostTensor::from_values(&[4], &[1f32; 4]).unwrap())]).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bad = whole.clone();
            bad[at] ^= 1 << bit;
            if let Ok(arrays) = read_npz_from(Cursor::new(&bad), bad.len() as u64) {
                for array in arrays.values() {
                    let _unwanted = array.to_tensor(None);
                }
            }
        }
    }
}

#[test]
fn errors_name_the_file_and_the_array() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.npz");
    let error = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        read_npz(&path).unwrap_err().to_string()
    };
    assert!(error(b"text").starts_with(&format!("{}: not a readable .npz: ", path.display())));
    write_npz(&path, [("x", &HostTensor::from_values(&[4], &[1f32; 4]).unwrap())]).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(6).position(|window| window == MAGIC).unwrap();
    bytes[at] = 0;
    assert_eq!(error(&bytes), format!("{}: array `x`: entry is not an .npy array", path.display()));
}
