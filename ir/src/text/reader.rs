//! A cursor over tokens, and what is read without knowing any op: words, numbers, lists, types, strings.
//!
//! Invariants: a method that fails leaves a located diagnostic and may have moved; a method named `eat_*` or
//! `at*` never fails and moves only when it succeeds. Recursion is over brackets only, whose depth the
//! tokens bound.

use super::token::{Kind, Token};
use crate::diag::{Diagnostic, Loc, Span};
use crate::sharding::Mesh;
use crate::sym::Sym;
use crate::types::{Dims, ElementType, TensorType, Type};
use indexmap::IndexMap;
use std::collections::HashMap;

/// What reading gives: boxed, because a diagnostic is large and errors are rare.
pub type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Reads tokens of one source.
pub struct Reader<'s> {
    pub(super) source: &'s str,
    pub(super) tokens: &'s [Token],
    pub(super) pos: usize,
    pub(super) aliases: Aliases<'s>,
    pub(super) inline_meshes: InlineMeshes,
    /// How deep attributes and locations nest here, aliases included.
    pub(super) depth: usize,
}

/// Definitions `#name = …` and `!name = …` of the source, read when they are first used.
#[derive(Default)]
pub(super) struct Aliases<'s> {
    /// Index of the first token of each definition, by name with its sigil.
    pub(super) starts: HashMap<&'s str, usize>,
    /// Locations read so far, with the number of parts that each has when written out, and how deep these nest.
    pub(super) locs: HashMap<&'s str, (Loc, u64, usize)>,
    /// Names being read now: one that occurs in its own definition is an error.
    pub(super) open: Vec<&'s str>,
    /// Work done by expanding attribute aliases, in tokens: bounded, since aliases of aliases can grow exponentially.
    pub(super) expanded: u64,
}

/// Meshes written inside shardings: each becomes a mesh of the module.
#[derive(Default)]
pub(super) struct InlineMeshes {
    /// Meshes that the source declares, once somebody has asked.
    pub(super) declared: Option<IndexMap<Sym, Mesh>>,
    /// Meshes that were lifted, by the symbol that they got.
    pub(super) lifted: IndexMap<Sym, Mesh>,
}

impl<'s> Reader<'s> {
    /// A reader at the first token.
    pub fn new(source: &'s str, tokens: &'s [Token]) -> Reader<'s> {
        Reader { source, tokens, pos: 0, aliases: Aliases::default(), inline_meshes: InlineMeshes::default(), depth: 0 }
    }

    /// The next token.
    pub fn peek(&self) -> Token {
        self.tokens[self.pos.min(self.tokens.len() - 1)]
    }
    /// The token after the next `ahead` ones.
    pub fn peek_at(&self, ahead: usize) -> Token {
        self.tokens[(self.pos + ahead).min(self.tokens.len() - 1)]
    }
    /// The text of a token.
    pub fn text_of(&self, token: Token) -> &'s str {
        &self.source[token.start as usize..token.end as usize]
    }
    /// The text of the next token.
    pub fn text(&self) -> &'s str {
        self.text_of(self.peek())
    }
    /// Whether the next token is of this kind.
    pub fn at_kind(&self, kind: Kind) -> bool {
        self.peek().kind == kind
    }
    /// Whether the next token is this text.
    pub fn at(&self, text: &str) -> bool {
        self.text() == text
    }
    /// Whether the source has ended.
    pub fn at_end(&self) -> bool {
        self.at_kind(Kind::End)
    }
    /// Takes the next token, whatever it is.
    pub fn take(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.pos += 1;
        }
        token
    }
    /// Takes the next token when it is this text.
    pub fn eat(&mut self, text: &str) -> bool {
        let there = self.at(text) && !self.at_end();
        if there {
            self.pos += 1;
        }
        there
    }
    /// Takes the next token, which must be this text.
    pub fn expect(&mut self, text: &str) -> Parsed<Span> {
        let span = self.peek().span();
        if self.eat(text) { Ok(span) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }
    /// Takes the next token, which must be of this kind; `what` names it in the error.
    pub fn expect_kind(&mut self, kind: Kind, what: &str) -> Parsed<Token> {
        if self.at_kind(kind) { Ok(self.take()) } else { Err(self.unexpected(what)) }
    }
    /// The error that `wanted` was expected here.
    pub fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        let got = match self.peek().kind {
            Kind::End => "the end of the text".to_string(),
            _ => format!("`{}`", shorten(self.text())),
        };
        self.error(format!("expected {wanted}, got {got}"))
    }
    /// An error at the next token.
    pub fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        let mut span = self.peek().span();
        if span.start == span.end {
            span.start = span.start.saturating_sub(1);
        }
        self.error_at(span, message)
    }
    /// An error at a place.
    pub fn error_at(&self, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(message).at(span))
    }
    /// Reads items separated by commas up to `close`, whose opening bracket has been taken; takes `close` as well.
    pub fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(",") {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
        }
    }
    /// A bare word.
    pub fn word(&mut self) -> Parsed<&'s str> {
        let token = self.expect_kind(Kind::Word, "a word")?;
        Ok(self.text_of(token))
    }
    /// A symbol `@name`, without the `@`.
    pub fn symbol(&mut self) -> Parsed<Sym> {
        let token = self.expect_kind(Kind::Symbol, "a symbol `@name`")?;
        let text = &self.text_of(token)[1..];
        if text.starts_with('"') {
            let name = unescape(text).ok_or_else(|| self.error_at(token.span(), "symbol is not valid UTF-8"))?;
            return Ok(Sym::new(&name));
        }
        Ok(Sym::new(text))
    }
    /// A quoted string, escapes resolved.
    pub fn string(&mut self) -> Parsed<String> {
        let token = self.expect_kind(Kind::Str, "a string")?;
        unescape(self.text_of(token)).ok_or_else(|| self.error_at(token.span(), "string is not valid UTF-8"))
    }
    /// A decimal or hexadecimal integer.
    pub fn int(&mut self) -> Parsed<i64> {
        let token = self.expect_kind(Kind::Number, "an integer")?;
        parse_int(self.text_of(token))
            .ok_or_else(|| self.error_at(token.span(), format!("`{}` is not a 64-bit integer", shorten(self.text_of(token)))))
    }
    /// A list of integers: `[1, 2]`.
    pub fn ints(&mut self) -> Parsed<Vec<i64>> {
        self.expect("[")?;
        self.list("]", Reader::int)
    }
    /// A list of truth values: `[true, false]`.
    pub fn bools(&mut self) -> Parsed<Vec<bool>> {
        self.expect("[")?;
        self.list("]", Reader::bool)
    }
    /// `true` or `false`.
    pub fn bool(&mut self) -> Parsed<bool> {
        match self.text() {
            "true" => self.pos += 1,
            "false" => {
                self.pos += 1;
                return Ok(false);
            }
            _ => return Err(self.unexpected("`true` or `false`")),
        }
        Ok(true)
    }

    /// An element type: `f32`, `complex<f32>`.
    pub fn element_type(&mut self) -> Parsed<ElementType> {
        let token = self.peek();
        let found = match self.text() {
            "complex" if self.text_of(self.peek_at(1)) == "<" => match self.text_of(self.peek_at(2)) {
                "f32" => Some((ElementType::C64, 4)),
                "f64" => Some((ElementType::C128, 4)),
                _ => None,
            },
            name => ElementType::parse(name).map(|element| (element, 1)),
        };
        match found {
            Some((element, count)) => {
                self.pos += count;
                Ok(element)
            }
            None => Err(self.error_at(token.span(), format!("unknown element type `{}`", shorten(self.text())))),
        }
    }

    /// A tensor type.
    pub fn tensor_type(&mut self) -> Parsed<TensorType> {
        let span = self.peek().span();
        match self.ty()? {
            Type::Tensor(tensor) => Ok(tensor),
            Type::Token => Err(self.error_at(span, "expected a tensor type, got a token")),
        }
    }

    /// The type of a value.
    pub fn ty(&mut self) -> Parsed<Type> {
        let token = self.peek();
        let text = self.text_of(token);
        match token.kind {
            Kind::Tensor => {
                self.pos += 1;
                parse_tensor(text).map(Type::Tensor).map_err(|why| self.error_at(token.span(), why))
            }
            Kind::Bang if text == "!stablehlo.token" => {
                self.pos += 1;
                Ok(Type::Token)
            }
            Kind::Bang if self.aliases.starts.contains_key(text) => {
                self.pos += 1;
                self.at_alias(text, token.span(), Reader::ty)
            }
            Kind::Word if text == "tensor" => {
                let message = "tensor type must have static sizes and a known element type";
                let help = "give dynamic (`?`) dimensions a size; encodings are not supported";
                Err(Box::new(self.error(message).help(help)))
            }
            _ => Err(self.unexpected("a tensor type")),
        }
    }

    /// Types in parentheses: `(tensor<2xf32>, tensor<f32>)`.
    pub fn type_list(&mut self) -> Parsed<Vec<(Type, Span)>> {
        self.expect("(")?;
        self.list(")", Reader::spanned_type)
    }

    /// A type and its place.
    pub fn spanned_type(&mut self) -> Parsed<(Type, Span)> {
        let span = self.peek().span();
        Ok((self.ty()?, span))
    }

    /// Result types after `->`: one type, or several in parentheses.
    pub fn result_types(&mut self) -> Parsed<Vec<Type>> {
        if self.at("(") {
            return Ok(self.type_list()?.into_iter().map(|(ty, _)| ty).collect());
        }
        Ok(vec![self.ty()?])
    }

    /// Reads something that may hold its like: an error where that goes too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.error(format!("attributes or locations nest deeper than {MAX_NESTING} levels")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads the definition of an alias with `read`, then goes on where it stood.
    pub(super) fn at_alias<T>(&mut self, name: &'s str, span: Span, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let Some(&start) = self.aliases.starts.get(name) else {
            return Err(self.error_at(span, format!("`{name}` is not defined")));
        };
        if self.aliases.open.contains(&name) {
            return Err(self.error_at(span, format!("`{name}` is defined by itself")));
        }
        if self.aliases.open.len() >= MAX_ALIAS_DEPTH {
            return Err(self.error_at(span, format!("aliases refer to one another more than {MAX_ALIAS_DEPTH} deep")));
        }
        self.aliases.open.push(name);
        let back = std::mem::replace(&mut self.pos, start);
        let result = read(self);
        self.aliases.expanded = self.aliases.expanded.saturating_add((self.pos.saturating_sub(start)) as u64);
        self.pos = back;
        self.aliases.open.pop();
        if self.aliases.expanded > MAX_EXPANSION {
            return Err(self.error_at(span, "aliases expand to too much text"));
        }
        result
    }
}

/// How deep aliases may refer to one another.
const MAX_ALIAS_DEPTH: usize = 256;
/// How deep attributes and locations may nest, aliases included.
pub(super) const MAX_NESTING: usize = 400;
/// How many tokens alias definitions may be read as, all uses together.
const MAX_EXPANSION: u64 = 1_000_000;

/// The first characters of a long text, for messages.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// A decimal or hexadecimal integer; values up to 2^64 - 1 wrap.
pub(super) fn parse_int(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().map(|bits| bits as i64);
    }
    text.parse::<i64>().ok().or_else(|| text.parse::<u64>().ok().map(|bits| bits as i64))
}

/// `tensor<4x8xf32>`; the message says what is wrong with it.
fn parse_tensor(text: &str) -> Result<TensorType, String> {
    let mut rest = &text["tensor<".len()..text.len() - 1];
    let mut dims = Dims::new();
    while rest.starts_with(|first: char| first.is_ascii_digit()) {
        let (digits, tail) = rest.split_once('x').ok_or_else(|| format!("`{}` has no element type", shorten(text)))?;
        dims.push(digits.parse().map_err(|_| format!("tensor dimension `{}` is not a 63-bit integer", shorten(digits)))?);
        rest = tail;
    }
    if dims.len() > MAX_RANK {
        return Err(format!("tensor has rank {}, at most {MAX_RANK} is supported", dims.len()));
    }
    let element = ElementType::parse(rest).ok_or_else(|| format!("unknown element type `{}`", shorten(rest)))?;
    Ok(TensorType { element, dims })
}

/// The largest rank of a tensor.
const MAX_RANK: usize = 64;

/// The text of a quoted string, escapes resolved; `None` where its bytes are not UTF-8.
pub(super) fn unescape(quoted: &str) -> Option<String> {
    let inner = &quoted[1..quoted.len() - 1];
    if !inner.contains('\\') {
        return Some(inner.to_owned());
    }
    let bytes = inner.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index] != b'\\' {
            out.push(bytes[index]);
            index += 1;
            continue;
        }
        let hex = bytes.get(index + 1..index + 3).filter(|pair| pair.iter().all(u8::is_ascii_hexdigit));
        if let Some(code) = hex.and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()) {
            out.push(code);
            index += 3;
            continue;
        }
        out.push(match bytes.get(index + 1)? {
            b'n' => b'\n',
            b't' => b'\t',
            &other => other,
        });
        index += 2;
    }
    String::from_utf8(out).ok()
}
