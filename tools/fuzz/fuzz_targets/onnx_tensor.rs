//! Any bytes as a `TensorProto` file (`input_0.pb` beside a model).
//!
//! Reading must not panic, and the bytes of a tensor that was read make the same tensor again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardwright_compiler::front::onnx::node_tests::read_tensor;
use shardwright_ir::interp::Tensor;

fuzz_target!(|bytes: &[u8]| {
    let Ok(tensor) = read_tensor(bytes) else { return };
    let again = Tensor::from_bytes(tensor.ty.clone(), &tensor.to_bytes()).expect("bytes of a tensor are a tensor");
    assert_eq!(again.to_bytes(), tensor.to_bytes());
});
