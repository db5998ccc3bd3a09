//! A value of a test's data set: a tensor, or a sequence or an optional of tensors.
//!
//! The messages are those of `onnx-data.proto`, with the fields for tensors; what a file holds is what the model declares.

use super::lower::lists::Holds;
use super::node_tests::read_tensor;
use super::proto::{TensorProto, TypeProto, type_proto};
use super::weights::decode;
use prost::Message;
use shardwright_ir::interp::Tensor;

#[derive(Clone, PartialEq, Message)]
struct SequenceProto {
    #[prost(message, repeated, tag = "3")]
    tensor_values: Vec<TensorProto>,
    #[prost(message, repeated, tag = "5")]
    sequence_values: Vec<SequenceProto>,
    #[prost(message, repeated, tag = "7")]
    optional_values: Vec<OptionalProto>,
}

#[derive(Clone, PartialEq, Message)]
struct OptionalProto {
    #[prost(message, optional, boxed, tag = "3")]
    tensor_value: Option<Box<TensorProto>>,
    #[prost(message, optional, boxed, tag = "5")]
    sequence_value: Option<Box<SequenceProto>>,
    #[prost(message, optional, boxed, tag = "7")]
    optional_value: Option<Box<OptionalProto>>,
}

/// What a value holds, and its tensors in order.
#[derive(Clone, Debug)]
pub struct Datum {
    /// The types of its tensors.
    pub holds: Holds,
    /// The tensors.
    pub tensors: Vec<Tensor>,
}

impl Datum {
    /// Reads a file of a data set, whose value is of this type.
    ///
    /// # Errors
    /// It is none, or of tensors that programs do not compute on.
    pub fn read(bytes: &[u8], ty: Option<&TypeProto>) -> Result<Datum, String> {
        let bad = |error: prost::DecodeError| format!("not a value of a data set: {error}");
        match ty.and_then(|ty| ty.value.as_ref()) {
            Some(type_proto::Value::SequenceType(_)) => of_sequence(&SequenceProto::decode(bytes).map_err(bad)?),
            Some(type_proto::Value::OptionalType(_)) => of_optional(&OptionalProto::decode(bytes).map_err(bad)?),
            Some(type_proto::Value::MapType(_)) => Err("a map holds no tensor".to_owned()),
            _ => read_tensor(bytes).map(of_tensor),
        }
    }

    /// The tensor that it is, where it is one.
    pub fn tensor(&self) -> Option<&Tensor> {
        self.tensors.first().filter(|_| matches!(self.holds, Holds::Tensor(_)))
    }
}

fn of_tensor(tensor: Tensor) -> Datum {
    Datum { holds: Holds::Tensor(tensor.ty.clone()), tensors: vec![tensor] }
}

fn of_proto(proto: &TensorProto) -> Result<Datum, String> {
    let (ty, bytes) = decode(proto)?;
    Tensor::from_bytes(ty, &bytes).map(of_tensor)
}

fn of_sequence(proto: &SequenceProto) -> Result<Datum, String> {
    let tensors = proto.tensor_values.iter().map(of_proto);
    let inner = proto.sequence_values.iter().map(of_sequence);
    let all = tensors.chain(inner).chain(proto.optional_values.iter().map(of_optional)).collect::<Result<Vec<_>, _>>()?;
    Ok(Datum { holds: Holds::Sequence(all.iter().map(|one| one.holds.clone()).collect()), tensors: all.into_iter().flat_map(|one| one.tensors).collect() })
}

fn of_optional(proto: &OptionalProto) -> Result<Datum, String> {
    let held = match (&proto.tensor_value, &proto.sequence_value, &proto.optional_value) {
        (Some(tensor), ..) => Some(of_proto(tensor)?),
        (None, Some(sequence), _) => Some(of_sequence(sequence)?),
        (None, None, Some(inner)) => Some(of_optional(inner)?),
        (None, None, None) => None,
    };
    Ok(match held {
        Some(one) => Datum { holds: Holds::Optional(Some(Box::new(one.holds))), tensors: one.tensors },
        None => Datum { holds: Holds::Optional(None), tensors: Vec::new() },
    })
}
