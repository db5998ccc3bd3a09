"""Writes arrays.npz (deflated): one array of every kind that NumPy and ml_dtypes store, for the tests of npz.rs."""

import os

import ml_dtypes
import numpy as np

arrays = {
    "f64": np.array([[1.5, -2.0]], np.float64),
    "f32_fortran": np.asfortranarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4)),
    "f16_big": np.array([1.0, -2.0], ">f2"),
    "i1": np.array([True, False, True]),
    "i8": np.array([-1], np.int8),
    "i16_big": np.array([[258], [-2]], ">i2"),
    "i32_scalar": np.array(-7, np.int32),
    "i64": np.array([2**40], np.int64),
    "u8": np.array([200], np.uint8),
    "u16": np.array([65535], np.uint16),
    "u32": np.array([2**31], np.uint32),
    "u64": np.array([2**63], np.uint64),
    "c64": np.array([1 + 2j], np.complex64),
    "c128_big": np.array([1 - 2j], ">c16"),
    "bf16": np.array([1.0, -2.5], ml_dtypes.bfloat16),
    "f8e4m3fn": np.array([1.0, -2.0], ml_dtypes.float8_e4m3fn),
    "f8e5m2": np.array([1.0, -2.0], ml_dtypes.float8_e5m2),
    "i4": np.array([-3, 7], ml_dtypes.int4),
    "empty": np.zeros((3, 0, 2), np.float32),
}
np.savez_compressed(os.path.join(os.path.dirname(os.path.abspath(__file__)), "arrays.npz"), **arrays)
