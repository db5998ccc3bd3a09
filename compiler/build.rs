//! Generates the Rust types of ONNX's and Chakra's protobuf messages, in pure Rust (no `protoc` needed).
//!
//! Two changes to what ONNX's schema says, neither visible on the wire: raw payloads become `Bytes` (slices of
//! the mapped file, never copied), and the packed `float_data` and `double_data` are declared as bytes too.
//! A packed field of fixed-width numbers is exactly its little-endian bytes, so these weights stay in the
//! file as well.

use prost_types::field_descriptor_proto::{Label, Type};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let mut files = protox::compile(["proto/onnx.proto", "proto/chakra.proto"], ["proto"])?;
    for message in files.file.iter_mut().flat_map(|file| &mut file.message_type) {
        if message.name() != "TensorProto" {
            continue;
        }
        for field in &mut message.field {
            if matches!(field.name(), "float_data" | "double_data") {
                field.set_type(Type::Bytes);
                field.set_label(Label::Optional);
                field.options = None;
            }
        }
    }
    let payloads = ["raw_data", "float_data", "double_data"].map(|name| format!(".onnx.TensorProto.{name}"));
    prost_build::Config::new().bytes(payloads).disable_comments(["."]).compile_fds(files)?;
    Ok(())
}
