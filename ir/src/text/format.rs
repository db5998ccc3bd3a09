//! The format language of [`Syntax::Format`](crate::op::Syntax::Format): how a regular op is written.
//!
//! A format is text, then ` : `, then a type form: `"{0}, dims = {permutation} : functional"`. In the text
//!
//! - `{0}`, `{1}` are operands by index, `{operands}` all of them with commas between;
//! - `{name}` is attribute `name` in bare form: `3`, `true`, `[1, 2]`, `[true, false]`, `@symbol`, or one word for
//!   an enum attribute `#dialect<name WORD>` of the op's dialect; `{name:kind}` is `#dialect<kind WORD>`;
//! - `{@name}` is a string attribute written as a symbol;
//! - `[[…]]` stands where the first attribute in it is set, and is left out where it is not; it must begin with
//!   text that tells it apart from what follows;
//! - everything else stands as it is.
//!
//! The remaining attributes follow in braces without being asked for. The type form is one of
//!
//! - `functional`: `(T, T) -> T`;
//! - `same`: one type where all operands and the one result have it, else functional;
//! - `result`: the result's type; nothing is said about operands;
//! - `operands`: the operands' types, nothing at all where there are none; there are no results;
//! - `pairwise`: a type for each operand, results have the same types;
//! - `first-result`: the type of operand 0 and of the result, which is also that of all other operands; else functional;
//! - `operand-result`: `T, T -> T`.
//!
//! An op whose attributes have no bare form is written in generic form.

use super::op_parser::OpParser;
use super::op_printer::OpPrinter;
use super::reader::Parsed;
use super::token::Kind;
use crate::attrs::{Attr, Attrs};
use crate::op::OpView;
use crate::sym::Sym;
use crate::types::{ElementType, Type};

/// A piece of a format.
#[derive(Debug, PartialEq)]
enum Piece {
    Text(&'static str),
    Operand(usize),
    Operands,
    Attr { name: &'static str, kind: &'static str },
    StringSymbol(&'static str),
    Optional(Vec<Piece>),
}

/// Says what is wrong with a format, if anything is.
pub fn check(format: &'static str) -> Result<(), String> {
    let (text, form) = split(format);
    pieces(text)?;
    const FORMS: [&str; 7] = ["functional", "same", "result", "operands", "pairwise", "first-result", "operand-result"];
    if FORMS.contains(&form) { Ok(()) } else { Err(format!("unknown type form `{form}` in format `{format}`")) }
}

/// Text and type form.
fn split(format: &'static str) -> (&'static str, &'static str) {
    match format.strip_prefix(": ") {
        Some(form) => ("", form),
        None => format.rsplit_once(" : ").unwrap_or((format, "")),
    }
}

fn pieces(text: &'static str) -> Result<Vec<Piece>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let group = rest.find("[[").unwrap_or(rest.len());
        let hole = rest.find('{').unwrap_or(rest.len());
        let plain = group.min(hole);
        if plain > 0 {
            found.push(Piece::Text(&rest[..plain]));
            rest = &rest[plain..];
        } else if group == 0 {
            // The group may end in a list: `]]]`.
            let close = rest.find("]]").ok_or_else(|| format!("`[[` is not closed in format `{text}`"))?;
            found.push(Piece::Optional(pieces(&rest[2..close])?));
            rest = &rest[close + 2..];
        } else {
            let close = rest.find('}').ok_or_else(|| format!("`{{` is not closed in format `{text}`"))?;
            let name = &rest[1..close];
            found.push(match name.strip_prefix('@') {
                Some(name) => Piece::StringSymbol(name),
                None if name == "operands" => Piece::Operands,
                None => match (name.parse(), name.split_once(':')) {
                    (Ok(index), _) => Piece::Operand(index),
                    (_, Some((name, kind))) => Piece::Attr { name, kind },
                    _ => Piece::Attr { name, kind: name },
                },
            });
            rest = &rest[close + 1..];
        }
    }
    Ok(found)
}

/// Reads an op by its format: for a [`super::CustomSyntax`] that builds on one.
pub fn parse(format: &'static str, op: &mut OpParser) -> Parsed<()> {
    let (text, form) = split(format);
    let found = pieces(text).map_err(|why| op.error(why))?;
    parse_pieces(&found, op)?;
    op.optional_attr_dict()?;
    parse_types(form, op)
}

fn parse_pieces(found: &[Piece], op: &mut OpParser) -> Parsed<()> {
    for piece in found {
        match piece {
            Piece::Text(text) => {
                for token in words(text) {
                    op.expect(token)?;
                }
            }
            Piece::Operand(index) => {
                if *index != op.operands.len() {
                    return Err(op.error_at(op.span, format!("format of {} must name operands in order", op.info.name)));
                }
                op.operand()?;
            }
            Piece::Operands => op.operand_list()?,
            Piece::Attr { name, kind } => {
                let value = parse_bare(op, kind)?;
                op.set_attr(name, value)?;
            }
            Piece::StringSymbol(name) => {
                let value = op.symbol()?;
                op.set_attr(name, Attr::str(&value))?;
            }
            Piece::Optional(inner) => {
                let first = inner.first().and_then(|piece| if let Piece::Text(text) = piece { words(text).next() } else { None });
                if first.is_some_and(|first| op.at(first)) {
                    parse_pieces(inner, op)?;
                }
            }
        }
    }
    Ok(())
}

/// The tokens of literal text.
fn words(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '$');
        let end = if is_word(first) {
            rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("->") {
            2
        } else {
            first.len_utf8()
        };
        let (word, tail) = rest.split_at(end);
        rest = tail;
        Some(word)
    })
}

/// An attribute in bare form.
fn parse_bare(op: &mut OpParser, kind: &str) -> Parsed<Attr> {
    match op.peek().kind {
        Kind::Number => Ok(Attr::i64(op.int()?)),
        Kind::Symbol => Ok(Attr::Symbol(op.symbol()?)),
        Kind::Word if matches!(op.text(), "true" | "false") => Ok(Attr::Bool(op.bool()?)),
        Kind::Word => {
            let dialect = Sym::new(op.info.dialect());
            let value = op.word()?;
            Ok(Attr::Enum(dialect, Sym::new(kind), Sym::new(value)))
        }
        Kind::Open if op.at("[") => {
            if matches!(op.text_of(op.peek_at(1)), "true" | "false") {
                return Ok(Attr::Ints(ElementType::I1, op.bools()?.into_iter().map(i64::from).collect()));
            }
            Ok(Attr::ints(&op.ints()?))
        }
        _ => Err(op.unexpected("an integer, a list of integers, a word or a symbol")),
    }
}

fn parse_types(form: &str, op: &mut OpParser) -> Parsed<()> {
    match form {
        "operands" => {
            let count = op.operands.len();
            if count > 0 {
                op.expect(":")?;
                let types = op.bare_types(count)?;
                op.check_operand_types(&types)?;
            }
            op.results = Some(Vec::new());
        }
        "pairwise" => {
            let count = op.operands.len();
            if count == 0 {
                op.results = Some(Vec::new());
                return Ok(());
            }
            op.expect(":")?;
            let types = op.bare_types(count)?;
            op.check_operand_types(&types)?;
            op.results = Some(types.into_iter().map(|(ty, _)| ty).collect());
        }
        _ => {
            op.expect(":")?;
            match form {
                "same" => op.same_type()?,
                "result" => op.results = Some(vec![op.ty()?]),
                "first-result" if !op.at("(") => {
                    let mut types = op.bare_types(2)?;
                    let rest = types.pop();
                    let result = rest.iter().map(|(ty, _)| ty.clone()).collect();
                    types.extend(std::iter::repeat_n(rest, op.operands.len().saturating_sub(1)).flatten());
                    op.check_operand_types(&types)?;
                    op.results = Some(result);
                }
                "operand-result" => {
                    let count = op.operands.len();
                    let types = op.bare_types(count)?;
                    op.check_operand_types(&types)?;
                    op.expect("->")?;
                    op.results = Some(op.result_types()?);
                }
                _ => op.functional_type()?,
            }
        }
    }
    Ok(())
}

/// Whether an op can be written by its format.
pub fn fits(format: &'static str, op: &OpView) -> bool {
    let (text, form) = split(format);
    let Ok(found) = pieces(text) else { return false };
    let data = op.data();
    if !data.regions.is_empty() {
        return false;
    }
    let all_operands = found.contains(&Piece::Operands);
    let operands = found.iter().filter(|piece| matches!(piece, Piece::Operand(_))).count();
    let types_fit = match form {
        "same" | "result" | "first-result" => data.results.len() == 1,
        "operands" => data.results.is_empty(),
        "pairwise" => {
            data.operands.len() == data.results.len()
                && data.operands.iter().zip(&data.results).all(|(&left, &right)| op.func.ty(left) == op.func.ty(right))
        }
        _ => true,
    };
    types_fit && (all_operands || operands == data.operands.len()) && attrs_fit(&found, &data.attrs)
}

fn attrs_fit(found: &[Piece], attrs: &Attrs) -> bool {
    found.iter().all(|piece| match piece {
        Piece::Attr { name, kind } => attrs.get(name).is_some_and(|attr| bare(attr, kind).is_some()),
        Piece::StringSymbol(name) => attrs.get(name).is_some_and(|attr| attr.as_str().is_some()),
        Piece::Optional(inner) => !is_present(inner, attrs) || attrs_fit(inner, attrs),
        _ => true,
    })
}

/// Whether an optional group is written.
fn is_present(inner: &[Piece], attrs: &Attrs) -> bool {
    let first = inner.iter().find_map(|piece| match piece {
        Piece::Attr { name, .. } | Piece::StringSymbol(name) => Some(*name),
        _ => None,
    });
    first.is_some_and(|name| attrs.get(name).is_some())
}

/// The bare form of an attribute, where it has one that is read back the same.
fn bare(attr: &Attr, kind: &str) -> Option<String> {
    let list = |items: Vec<String>| Some(format!("[{}]", items.join(", ")));
    match attr {
        Attr::Int(value, ElementType::I64) => Some(value.to_string()),
        Attr::Bool(value) => Some(value.to_string()),
        Attr::Ints(ElementType::I64, values) => list(values.iter().map(ToString::to_string).collect()),
        Attr::Ints(ElementType::I1, values) if !values.is_empty() => list(values.iter().map(|&value| (value != 0).to_string()).collect()),
        Attr::Symbol(name) => {
            let mut text = String::new();
            super::print_attr::write_symbol(&mut text, name);
            Some(text)
        }
        Attr::Enum(_, given, value) if *given == kind => Some(value.to_string()),
        _ => None,
    }
}

/// Writes an op by its format; it must fit.
pub fn print(format: &'static str, op: &mut OpPrinter) {
    let (text, form) = split(format);
    let Ok(found) = pieces(text) else { return };
    let mut written = Vec::new();
    let no_operands = op.view().data().operands.is_empty();
    let tight = match found.first() {
        None => true,
        Some(Piece::Text(text)) => text.starts_with('('),
        Some(Piece::Operands) => no_operands,
        Some(_) => false,
    };
    if !tight {
        op.write(" ");
    }
    print_pieces(&found, op, &mut written);
    op.attr_dict(&written);
    print_types(form, op);
}

fn print_pieces(found: &[Piece], op: &mut OpPrinter, written: &mut Vec<&'static str>) {
    let view = op.view();
    for piece in found {
        match piece {
            Piece::Text(text) => op.write(text),
            Piece::Operand(index) => op.operand(*index),
            Piece::Operands => op.values(&view.data().operands),
            Piece::Attr { name, kind } => {
                let text = view.attr(name).and_then(|attr| bare(attr, kind)).unwrap_or_default();
                op.write(&text);
                written.push(name);
            }
            Piece::StringSymbol(name) => {
                let text = view.attr(name).and_then(Attr::as_str).unwrap_or_default();
                op.symbol(text);
                written.push(name);
            }
            Piece::Optional(inner) => {
                if is_present(inner, view.attrs()) {
                    print_pieces(inner, op, written);
                }
            }
        }
    }
}

fn print_types(form: &str, op: &mut OpPrinter) {
    let view = op.view();
    let data = view.data();
    let result = data.results.first().map(|&value| view.func.ty(value));
    let has_type = |values: &[crate::module::Value], ty: Option<&Type>| values.iter().all(|&value| Some(view.func.ty(value)) == ty);
    match form {
        "operands" | "pairwise" => {
            if !data.operands.is_empty() {
                op.write(" : ");
                op.types(&data.operands);
            }
        }
        "same" => {
            op.write(" : ");
            op.same_type();
        }
        "result" => {
            op.write(" : ");
            op.types(&data.results);
        }
        "first-result" if !data.operands.is_empty() && has_type(&data.operands[1..], result) => {
            op.write(" : ");
            op.types(&data.operands[..1]);
            op.write(", ");
            op.types(&data.results);
        }
        "operand-result" => {
            op.write(" : ");
            op.types(&data.operands);
            op.write(" -> ");
            op.result_types();
        }
        _ => {
            op.write(" : ");
            op.functional_type();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_checked() {
        assert!(check("{0}, dims = {permutation} : functional").is_ok());
        assert!(check("{comparison_direction}, {0}, {1}[[, {compare_type:comparison_type}]] : functional").is_ok());
        assert!(check(": result").is_ok());
        assert!(check("{0} : everything").unwrap_err().contains("unknown type form `everything`"));
        assert!(check("{0 : same").is_err());
        assert!(check("{0}[[, {a} : same").is_err());
    }
}
