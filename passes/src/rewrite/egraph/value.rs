//! Values of rule expressions, and attributes as such values.
//!
//! Invariants: reading an attribute and setting it back gives the same attribute: a value that is set takes the kind (array,
//! dense, element type) of the attribute that it replaces.

use egg::Id;
use shardwright_ir::{Attr, Attrs, Literal, Sym, TensorType};

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Val {
    /// A number without fraction.
    Int(i64),
    /// A number.
    Num(f64),
    /// A list of integers.
    List(Vec<i64>),
    /// A truth value.
    Bool(bool),
    /// A word.
    Text(Sym),
    /// Any other attribute, compared only.
    Attr(Attr),
    /// A class.
    Class(Id),
    /// Classes of a list variable.
    Classes(Vec<Id>),
    /// Nothing: an attribute that is absent.
    Absent,
}

impl Val {
    /// As a number.
    pub fn number(&self) -> Option<f64> {
        match self {
            Val::Int(value) => Some(*value as f64),
            Val::Num(value) => Some(*value),
            _ => None,
        }
    }
    /// As an integer.
    pub fn int(&self) -> Option<i64> {
        match self {
            Val::Int(value) => Some(*value),
            _ => None,
        }
    }
    /// As a list.
    pub fn list(&self) -> Option<&[i64]> {
        match self {
            Val::List(values) => Some(values),
            _ => None,
        }
    }
}

/// The attribute of this name, at the top or inside a structured attribute.
pub fn read(attrs: &Attrs, name: &str) -> Val {
    let found = attrs.get(name).or_else(|| attrs.iter().find_map(|(_, attr)| attr.as_struct()?.get(name)));
    match found {
        None => Val::Absent,
        Some(Attr::Int(value, _)) => Val::Int(*value),
        Some(Attr::Bool(value)) => Val::Bool(*value),
        Some(Attr::Float(value, _)) => Val::Num(*value),
        Some(Attr::Enum(_, _, value)) => Val::Text(*value),
        Some(attr) => attr.as_ints().map_or_else(|| Val::Attr(attr.clone()), Val::List),
    }
}

/// Sets the attribute of this name: in the structured attribute that has it, else at the top.
///
/// # Errors
/// Where the value is none that an attribute can have.
pub fn set(attrs: &mut Attrs, name: &str, value: Val) -> Result<(), String> {
    let holder = attrs.iter().find(|(_, attr)| attr.as_struct().is_some_and(|fields| fields.get(name).is_some())).map(|(key, _)| key);
    if attrs.get(name).is_none()
        && let Some(key) = holder
        && let Some(Attr::Struct(kind, mut fields)) = attrs.get(&key).cloned()
    {
        let attr = to_attr(fields.get(name), value).map_err(|why| format!("attribute `{name}` {why}"))?;
        fields.set(name, attr);
        attrs.set(key, Attr::Struct(kind, fields));
        return Ok(());
    }
    if value == Val::Absent {
        attrs.remove(name);
        return Ok(());
    }
    let attr = to_attr(attrs.get(name), value).map_err(|why| format!("attribute `{name}` {why}"))?;
    attrs.set(name, attr);
    Ok(())
}

fn to_attr(old: Option<&Attr>, value: Val) -> Result<Attr, String> {
    Ok(match (old, value) {
        (Some(Attr::Int(_, element)), Val::Int(value)) => Attr::Int(value, *element),
        (Some(Attr::Ints(element, _)), Val::List(values)) => Attr::Ints(*element, values),
        (Some(Attr::Dense(literal)), Val::List(values)) if literal.ty.num_elements() == values.len() as i64 => {
            Attr::Dense(Literal::ints(literal.ty.element, &literal.ty.dims, &values))
        }
        // A list of pairs, as padding is, keeps its width when its length changes.
        (Some(Attr::Dense(literal)), Val::List(values)) => {
            let width = if literal.ty.rank() == 2 { literal.ty.dims[1].max(1) } else { 1 };
            if values.len() as i64 % width != 0 {
                return Err(format!("takes lists of {width}, got {} numbers", values.len()));
            }
            let ty: TensorType = literal.ty.clone();
            let mut dims = ty.dims.to_vec();
            if let Some(first) = dims.first_mut() {
                *first = values.len() as i64 / width;
            }
            Attr::Dense(Literal::ints(ty.element, &dims, &values))
        }
        (Some(Attr::Array(items)), Val::List(values)) => {
            let like = items.first().cloned();
            Attr::Array(values.into_iter().map(|value| match &like {
                Some(Attr::Int(_, element)) => Attr::Int(value, *element),
                Some(Attr::Bool(_)) => Attr::Bool(value != 0),
                _ => Attr::i64(value),
            }).collect())
        }
        (Some(Attr::Enum(dialect, kind, _)), Val::Text(word)) => Attr::Enum(*dialect, *kind, word),
        (_, Val::Int(value)) => Attr::i64(value),
        (_, Val::List(values)) => Attr::ints(&values),
        (_, Val::Bool(value)) => Attr::Bool(value),
        (_, Val::Attr(attr)) => attr,
        (_, value) => return Err(format!("cannot be {value:?}")),
    })
}
