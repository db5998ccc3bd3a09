//! Attributes of ops and functions.
//!
//! Invariants: an [`Attrs`] keeps the order in which attributes were set and holds each name once; the
//! dialects' structured attributes (`#stablehlo.gather<…>`) are [`Attr::Struct`]s of plain fields, so that
//! no code outside the text rooms parses strings.

use crate::literal::Literal;
use crate::sharding::{AxisRef, Mesh, ShardingRule, TensorSharding};
use crate::sym::Sym;
use crate::types::{ElementType, Type};
use std::sync::Arc;

/// The value of an attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Attr {
    /// Present without a value.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// `3 : i64`.
    Int(i64, ElementType),
    /// `1.0 : f32`.
    Float(f64, ElementType),
    /// `"text"`.
    Str(Arc<str>),
    /// A type.
    Type(Type),
    /// `[a, b]`.
    Array(Vec<Attr>),
    /// `{a = 1, b}`.
    Dict(Attrs),
    /// `array<i64: 1, 2>` (also `array<i1: true>`).
    Ints(ElementType, Vec<i64>),
    /// `dense<…> : tensor<…>`.
    Dense(Literal),
    /// `@name`.
    Symbol(Sym),
    /// `#stablehlo<precision DEFAULT>`: dialect, kind, value.
    Enum(Sym, Sym, Sym),
    /// `#stablehlo.dot<lhs_batching_dimensions = [0], …>`: qualified name and fields.
    Struct(Sym, Attrs),
    /// `#sdy.sharding<…>`.
    Sharding(Box<TensorSharding>),
    /// `#sdy.sharding_per_value<[…]>`.
    Shardings(Vec<TensorSharding>),
    /// `#sdy.op_sharding_rule<…>`.
    Rule(Box<ShardingRule>),
    /// A mesh.
    Mesh(Box<Mesh>),
    /// `{"x", "y"}`.
    Axes(Vec<AxisRef>),
    /// `[{"x"}, {}]`.
    AxisLists(Vec<Vec<AxisRef>>),
    /// Any other attribute, kept as its text.
    Opaque(Arc<str>),
}

impl Attr {
    /// A 64-bit integer.
    pub fn i64(value: i64) -> Attr {
        Attr::Int(value, ElementType::I64)
    }
    /// `array<i64: …>`.
    pub fn ints(values: &[i64]) -> Attr {
        Attr::Ints(ElementType::I64, values.to_vec())
    }
    /// A string.
    pub fn str(text: &str) -> Attr {
        Attr::Str(text.into())
    }
    /// A StableHLO enum value: `#stablehlo<kind value>`.
    pub fn stablehlo_enum(kind: &str, value: &str) -> Attr {
        Attr::Enum(Sym::new("stablehlo"), Sym::new(kind), Sym::new(value))
    }
    /// The integers of any attribute that is a list of them: `array<i64>`, `dense<…>` of integers, `[1, 2]`, or one integer.
    pub fn as_ints(&self) -> Option<Vec<i64>> {
        match self {
            Attr::Ints(_, values) => Some(values.clone()),
            Attr::Int(value, _) => Some(vec![*value]),
            Attr::Bool(value) => Some(vec![i64::from(*value)]),
            Attr::Dense(literal) => literal.to_ints(),
            Attr::Array(items) => items
                .iter()
                .map(|item| match item {
                    Attr::Int(value, _) => Some(*value),
                    Attr::Bool(value) => Some(i64::from(*value)),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }
    /// The integer of an integer attribute.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Attr::Int(value, _) => Some(*value),
            Attr::Bool(value) => Some(i64::from(*value)),
            _ => None,
        }
    }
    /// The truth value of a boolean attribute; a unit attribute is true.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Attr::Bool(value) => Some(*value),
            Attr::Unit => Some(true),
            Attr::Int(value, ElementType::I1) => Some(*value != 0),
            _ => None,
        }
    }
    /// The text of a string attribute.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Attr::Str(text) => Some(text),
            _ => None,
        }
    }
    /// The value of an enum attribute.
    pub fn as_enum(&self) -> Option<Sym> {
        match self {
            Attr::Enum(_, _, value) => Some(*value),
            _ => None,
        }
    }
    /// The fields of a structured attribute.
    pub fn as_struct(&self) -> Option<&Attrs> {
        match self {
            Attr::Struct(_, fields) | Attr::Dict(fields) => Some(fields),
            _ => None,
        }
    }
}

/// Named attributes in the order in which they were set.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Attrs(Vec<(Sym, Attr)>);

impl Attrs {
    /// No attributes.
    pub fn new() -> Attrs {
        Attrs::default()
    }
    /// The attribute with this name.
    pub fn get(&self, name: &str) -> Option<&Attr> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
    /// Sets an attribute, in place where it exists.
    pub fn set(&mut self, name: impl Into<Sym>, value: Attr) {
        let name = name.into();
        match self.0.iter_mut().find(|(key, _)| *key == name) {
            Some(entry) => entry.1 = value,
            None => self.0.push((name, value)),
        }
    }
    /// Builder form of [`Attrs::set`].
    pub fn with(mut self, name: &str, value: Attr) -> Attrs {
        self.set(name, value);
        self
    }
    /// Removes an attribute and returns it.
    pub fn remove(&mut self, name: &str) -> Option<Attr> {
        let index = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.remove(index).1)
    }
    /// All attributes in order.
    pub fn iter(&self) -> impl Iterator<Item = (Sym, &Attr)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
    /// Number of attributes.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The integers of attribute `name`; `None` where it is absent or not a list of integers.
    pub fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.get(name)?.as_ints()
    }
    /// The integer of attribute `name`.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.get(name)?.as_int()
    }
}

impl FromIterator<(Sym, Attr)> for Attrs {
    fn from_iter<I: IntoIterator<Item = (Sym, Attr)>>(items: I) -> Attrs {
        let mut attrs = Attrs::new();
        for (name, value) in items {
            attrs.set(name, value);
        }
        attrs
    }
}
