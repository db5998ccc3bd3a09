//! One use of an operator: its attributes and inputs, with the checks that every lowering needs.
//!
//! Invariant: what an attribute accessor returns has the attribute's declared kind; a wrong kind is an error,
//! never a default.

use super::context::Val;
use super::emit::Res;
use crate::front::onnx::proto::{AttributeProto, GraphProto, TensorProto, attribute_proto::AttributeType};

/// Attribute numbers beyond this are refused: no real stride, pad or window comes near it, and sums and products
/// of sizes stay far from overflow below it.
const MAX_STEP: i64 = 1 << 20;

/// One use of an operator.
pub struct Call<'a> {
    /// The operator's name.
    pub op: &'a str,
    /// Version of the operator set.
    pub opset: i64,
    /// Its attributes.
    pub attributes: Vec<(&'a str, &'a AttributeProto)>,
    /// Its inputs; `None` for one left out.
    pub inputs: Vec<Option<Val>>,
    /// Which outputs are wanted (named by the node).
    pub wanted: Vec<bool>,
}

impl<'a> Call<'a> {
    /// The input at `index`, which must be given.
    pub fn input(&self, index: usize) -> Res<Val> {
        self.optional(index).ok_or_else(|| format!("input {index} of {} is missing", self.op))
    }
    /// The input at `index` where given.
    pub fn optional(&self, index: usize) -> Option<Val> {
        self.inputs.get(index).cloned().flatten()
    }
    /// Whether the output at `index` is wanted.
    pub fn wants(&self, index: usize) -> bool {
        self.wanted.get(index).copied().unwrap_or(false)
    }
    fn attribute(&self, name: &str, kind: AttributeType) -> Res<Option<&'a AttributeProto>> {
        let Some((_, found)) = self.attributes.iter().find(|(known, _)| *known == name) else { return Ok(None) };
        if found.r#type() != kind && found.r#type() != AttributeType::Undefined {
            return Err(format!("attribute {name} must be of kind {kind:?}, got {:?}", found.r#type()));
        }
        Ok(Some(found))
    }
    /// Whether an attribute is given.
    pub fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(known, _)| *known == name)
    }
    /// An integer attribute.
    pub fn int(&self, name: &str, default: i64) -> Res<i64> {
        Ok(self.attribute(name, AttributeType::Int)?.map_or(default, AttributeProto::i))
    }
    /// An integer attribute without a default.
    pub fn required_int(&self, name: &str) -> Res<i64> {
        if !self.has(name) {
            return Err(format!("attribute {name} is missing"));
        }
        self.int(name, 0)
    }
    /// A flag: an integer attribute that is 0 or 1.
    pub fn flag(&self, name: &str, default: bool) -> Res<bool> {
        Ok(self.int(name, i64::from(default))? != 0)
    }
    /// A floating-point attribute.
    pub fn float(&self, name: &str, default: f32) -> Res<f64> {
        let value = self.attribute(name, AttributeType::Float)?.map_or(default, AttributeProto::f);
        Ok(f64::from(value))
    }
    /// A list of numbers.
    pub fn floats(&self, name: &str) -> Res<Option<Vec<f64>>> {
        let found = self.attribute(name, AttributeType::Floats)?;
        Ok(found.map(|attribute| attribute.floats.iter().map(|&value| f64::from(value)).collect()))
    }
    /// A text attribute.
    pub fn text(&self, name: &str, default: &str) -> Res<String> {
        let Some(found) = self.attribute(name, AttributeType::String)? else { return Ok(default.to_owned()) };
        String::from_utf8(found.s().to_vec()).map_err(|_| format!("attribute {name} is not UTF-8 text"))
    }
    /// A list of texts.
    pub fn texts(&self, name: &str) -> Res<Option<Vec<String>>> {
        let Some(found) = self.attribute(name, AttributeType::Strings)? else { return Ok(None) };
        let texts = found.strings.iter().map(|text| String::from_utf8(text.clone()));
        texts.collect::<Result<_, _>>().map(Some).map_err(|_| format!("attribute {name} is not UTF-8 text"))
    }
    /// A list of integers.
    pub fn ints(&self, name: &str) -> Res<Option<Vec<i64>>> {
        Ok(self.attribute(name, AttributeType::Ints)?.map(|attribute| attribute.ints.clone()))
    }
    /// A list of `count` small integers (strides, pads, windows), each at least `least`.
    pub fn steps(&self, name: &str, count: usize, default: i64, least: i64) -> Res<Vec<i64>> {
        let values = self.ints(name)?.unwrap_or_else(|| vec![default; count]);
        if values.len() != count {
            return Err(format!("attribute {name} needs {count} numbers, got {}", values.len()));
        }
        check_steps(name, &values, least)?;
        Ok(values)
    }
    /// A number that must be at least 1 and not absurd.
    pub fn steps_of(&self, name: &str, value: i64) -> Res<i64> {
        check_steps(name, &[value], 1)?;
        Ok(value)
    }
    /// A tensor attribute.
    pub fn tensor(&self, name: &str) -> Res<Option<&'a TensorProto>> {
        Ok(self.attribute(name, AttributeType::Tensor)?.and_then(|attribute| attribute.t.as_ref()))
    }
    /// A graph attribute.
    pub fn graph(&self, name: &str) -> Res<&'a GraphProto> {
        let found = self.attribute(name, AttributeType::Graph)?.and_then(|attribute| attribute.g.as_ref());
        found.ok_or_else(|| format!("attribute {name} is missing"))
    }
}

/// Checks that every number is at least `least` and not absurd.
pub fn check_steps(name: &str, values: &[i64], least: i64) -> Res<()> {
    match values.iter().find(|&&value| value < least || value > MAX_STEP) {
        Some(value) => Err(format!("{name} must hold numbers from {least} to {MAX_STEP}, got {value} in {values:?}")),
        None => Ok(()),
    }
}

/// An axis counted from the front, from one that may count from the end.
pub fn axis(axis: i64, rank: usize) -> Res<usize> {
    let rank = rank as i64;
    if axis < -rank || axis >= rank {
        return Err(format!("axis {axis} is out of range for a tensor of rank {rank}"));
    }
    Ok(if axis < 0 { axis + rank } else { axis } as usize)
}

/// Axes counted from the front, sorted; each at most once.
pub fn axes(list: &[i64], rank: usize) -> Res<Vec<usize>> {
    let mut result = list.iter().map(|&one| axis(one, rank)).collect::<Res<Vec<_>>>()?;
    result.sort_unstable();
    match result.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("axis {} is given twice in {list:?}", pair[0])),
        None => Ok(result),
    }
}
