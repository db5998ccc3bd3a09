//! Attributes, strings and constants in print.
//!
//! Invariants: dictionaries are written in order of their names, as MLIR writes them; everything is read back
//! to the same attribute.

use super::dense::MAX_LISTED;
use super::number::{write_element, write_float};
use crate::attrs::{Attr, Attrs};
use crate::interp::scalar::bytes_of_f64;
use crate::literal::{Literal, LiteralData};
use crate::sharding::AxisRef;
use crate::types::ElementType;
use std::fmt::Write;

// Writing to a string cannot fail: results of `write!` are dropped below.

/// Writes an attribute.
pub fn write_attr(out: &mut String, attr: &Attr) {
    match attr {
        Attr::Unit => out.push_str("unit"),
        Attr::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        Attr::Int(value, ElementType::I1) => out.push_str(if *value != 0 { "true" } else { "false" }),
        Attr::Int(value, element) => {
            let _ = match element {
                ElementType::UI64 => write!(out, "{} : {element}", *value as u64),
                _ => write!(out, "{value} : {element}"),
            };
        }
        Attr::Float(value, element) => {
            write_float(out, *element, &bytes_of_f64(*element, *value));
            let _ = write!(out, " : {element}");
        }
        Attr::Str(text) => write_string(out, text),
        Attr::Type(ty) => {
            let _ = write!(out, "{ty}");
        }
        Attr::Array(items) => list(out, "[", "]", items, write_attr),
        Attr::Dict(attrs) => write_dict(out, attrs),
        Attr::Ints(element, values) if values.is_empty() => {
            let _ = write!(out, "array<{element}>");
        }
        Attr::Ints(element, values) => {
            let _ = write!(out, "array<{element}: ");
            list(out, "", ">", values, |out, value| match element {
                ElementType::I1 => out.push_str(if *value != 0 { "true" } else { "false" }),
                _ => {
                    let _ = write!(out, "{value}");
                }
            });
        }
        Attr::Dense(literal) => write_literal(out, literal),
        Attr::Symbol(name) => write_symbol(out, name),
        Attr::Enum(dialect, kind, value) => {
            let _ = write!(out, "#{dialect}<{kind} {value}>");
        }
        Attr::Struct(name, fields) => write_struct(out, name, fields),
        Attr::Sharding(sharding) => {
            let _ = write!(out, "#sdy.sharding{sharding}");
        }
        Attr::Shardings(shardings) => {
            list(out, "#sdy.sharding_per_value<[", "]>", shardings, |out, sharding| {
                let _ = write!(out, "{sharding}");
            });
        }
        Attr::Rule(rule) => {
            out.push_str("#sdy.op_sharding_rule<");
            super::sdy::write_rule(out, rule);
            out.push('>');
        }
        Attr::Mesh(mesh) => {
            let _ = write!(out, "#sdy.mesh{mesh}");
        }
        Attr::Axes(axes) => write_axes_attr(out, "axis_ref_list", axes),
        Attr::AxisLists(lists) => {
            out.push_str("#sdy<list_of_axis_ref_lists");
            write_axis_lists(out, lists);
            out.push('>');
        }
        Attr::Opaque(text) => out.push_str(text),
    }
}

/// `{a = 1, b}`, in order of names.
pub(super) fn write_dict(out: &mut String, attrs: &Attrs) {
    let mut entries: Vec<_> = attrs.iter().collect();
    entries.sort_by_key(|(name, _)| *name);
    list(out, "{", "}", &entries, |out, (name, value)| write_entry(out, name, value));
}

/// `name = value`, or the name alone for a unit.
pub(super) fn write_entry(out: &mut String, name: &str, value: &Attr) {
    let first_is_letter = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if first_is_letter && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')) {
        out.push_str(name);
    } else {
        write_string(out, name);
    }
    match value {
        Attr::Unit => {}
        Attr::Axes(axes) if name == "manual_axes" => {
            out.push_str(" = ");
            write_axes_attr(out, "manual_axes", axes);
        }
        value => {
            out.push_str(" = ");
            write_attr(out, value);
        }
    }
}

/// `{"x", "y"}`.
pub(super) fn write_axes(out: &mut String, axes: &[AxisRef]) {
    list(out, "{", "}", axes, |out, axis| {
        let _ = write!(out, "{axis}");
    });
}

/// `[{"x"}, {}]`.
pub(super) fn write_axis_lists(out: &mut String, lists: &[Vec<AxisRef>]) {
    list(out, "[", "]", lists, |out, axes| write_axes(out, axes));
}

fn write_axes_attr(out: &mut String, kind: &str, axes: &[AxisRef]) {
    let _ = write!(out, "#sdy<{kind}");
    write_axes(out, axes);
    out.push('>');
}

/// A quoted string: quotes, backslashes and bytes that are not printable ASCII are escaped.
pub(super) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// `@name`, quoted where it must be.
pub(super) fn write_symbol(out: &mut String, name: &str) {
    out.push('@');
    let first_is_letter = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if first_is_letter && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')) {
        out.push_str(name);
    } else {
        write_string(out, name);
    }
}

fn list<T>(out: &mut String, open: &str, close: &str, items: &[T], mut write: impl FnMut(&mut String, &T)) {
    out.push_str(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(out, item);
    }
    out.push_str(close);
}

fn write_struct(out: &mut String, name: &str, fields: &Attrs) {
    let _ = write!(out, "#{name}<");
    if name == "stablehlo.conv" {
        write_conv_dims(out, fields);
        out.push('>');
        return;
    }
    let omits = !super::attr::struct_fields(name).is_empty();
    let written = fields.iter().filter(|(_, value)| {
        let is_default = match value {
            Attr::Ints(_, values) => values.is_empty(),
            Attr::Int(value, _) => *value == 0,
            _ => false,
        };
        !(omits && is_default)
    });
    list(out, "", ">", &written.collect::<Vec<_>>(), |out, (field, value)| {
        let _ = write!(out, "{field} = ");
        match value {
            Attr::Ints(ElementType::I64, values) => write_ints(out, values),
            Attr::Int(value, ElementType::I64) => {
                let _ = write!(out, "{value}");
            }
            other => write_attr(out, other),
        }
    });
}

/// `[1, 2]`.
pub(super) fn write_ints(out: &mut String, values: &[i64]) {
    list(out, "[", "]", values, |out, value| {
        let _ = write!(out, "{value}");
    });
}

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
pub(super) fn write_conv_dims(out: &mut String, fields: &Attrs) {
    let mut one = |before: &str, side: &str, letters: [(&str, &str); 2]| {
        let spatial = fields.ints(&format!("{side}_spatial_dimensions")).unwrap_or_default();
        let mut dims = vec![String::from("?"); spatial.len() + 2];
        let named = letters.iter().map(|(letter, name)| {
            (fields.int(&format!("{side}_{name}_dimension")).unwrap_or(-1), (*letter).to_owned())
        });
        let numbered = spatial.iter().enumerate().map(|(index, &place)| (place, index.to_string()));
        for (place, text) in named.chain(numbered) {
            if let Some(slot) = usize::try_from(place).ok().and_then(|place| dims.get_mut(place)) {
                *slot = text;
            }
        }
        let _ = write!(out, "{before}[{}]", dims.join(", "));
    };
    one("", "input", [("b", "batch"), ("f", "feature")]);
    one("x", "kernel", [("i", "input_feature"), ("o", "output_feature")]);
    one("->", "output", [("b", "batch"), ("f", "feature")]);
}

/// A constant.
pub(super) fn write_literal(out: &mut String, literal: &Literal) {
    out.push_str("dense<");
    let ty = &literal.ty;
    match &literal.data {
        LiteralData::Splat(_) if ty.num_elements() == 0 => {}
        LiteralData::Splat(element) => write_element(out, ty.element, element),
        LiteralData::Hex(digits) => {
            let _ = write!(out, "\"0x{digits}\"");
        }
        // Packing of truth values differs between versions of MLIR: they are always listed.
        LiteralData::Dense(bytes) if ty.num_elements() > MAX_LISTED && ty.element != ElementType::I1 => {
            out.reserve(bytes.len() * 2 + 4);
            out.push_str("\"0x");
            const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
            // Of narrow integers MLIR writes the bits of the element, and zeros above.
            let used = 0xff >> 8u32.saturating_sub(ty.element.bits());
            for byte in bytes.iter().map(|byte| byte & used) {
                out.push(char::from(DIGITS[usize::from(byte >> 4)]));
                out.push(char::from(DIGITS[usize::from(byte & 15)]));
            }
            out.push('"');
        }
        LiteralData::Dense(bytes) => {
            let mut elements = bytes.chunks_exact(ty.element.byte_size());
            write_nested(out, ty.element, &ty.dims, &mut elements);
        }
    }
    let _ = write!(out, "> : {ty}");
}

fn write_nested(out: &mut String, element: ElementType, dims: &[i64], elements: &mut std::slice::ChunksExact<u8>) {
    match dims {
        [] => {
            if let Some(bytes) = elements.next() {
                write_element(out, element, bytes);
            }
        }
        // `dense<>` stands for no elements, whatever the shape.
        dims if dims.contains(&0) => {}
        [size, inner @ ..] => {
            out.push('[');
            for index in 0..*size {
                if index > 0 {
                    out.push_str(", ");
                }
                write_nested(out, element, inner, elements);
            }
            out.push(']');
        }
    }
}
