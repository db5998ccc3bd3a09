//! Tokens of MLIR text, brackets matched.
//!
//! Invariants: tokens are in order of the source and cover everything but space and comments; the last one
//! is [`Kind::End`]; every opening bracket knows its mate, and between the two every bracket is matched;
//! nesting is at most [`MAX_DEPTH`], so that recursion over brackets cannot exhaust the stack.

use crate::diag::{Diagnostic, Span};
use pest::Parser;

/// How deep brackets may nest.
pub const MAX_DEPTH: usize = 192;

/// The generated tokeniser.
#[derive(pest_derive::Parser)]
#[grammar = "text/ir.pest"]
struct Grammar;

/// What a token is, told by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `stablehlo.add`, `dims`, `f32`.
    Word,
    /// `%0`, `%0#1`.
    Value,
    /// `@main`.
    Symbol,
    /// `#stablehlo.dot`, `#loc1`.
    Hash,
    /// `!stablehlo.token`.
    Bang,
    /// `^bb0`.
    Block,
    /// `"text"`, escapes not resolved.
    Str,
    /// `-3`, `1.0`, `0xFF`.
    Number,
    /// `tensor<4x8xf32>`.
    Tensor,
    /// `->`.
    Arrow,
    /// One of `( [ { <`.
    Open,
    /// One of `) ] } >`.
    Close,
    /// Any other character.
    Punct,
    /// After the last token.
    End,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Of an opening bracket, the index of its closing one.
    pub mate: u32,
}

impl Token {
    /// Its place.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// Splits `source` into tokens and matches brackets. Errors: a source of 4 GiB or more, brackets that do not
/// match or nest too deep.
pub fn tokenize(source: &str) -> Result<Vec<Token>, Box<Diagnostic>> {
    if u32::try_from(source.len()).is_err() {
        return Err(Box::new(Diagnostic::error(format!("source has {} bytes, at most {} are supported", source.len(), u32::MAX))));
    }
    let pairs = Grammar::parse(Rule::file, source).map_err(|error| {
        // The grammar accepts any character as a token, so that this is out of reach; it is an error all the same.
        Box::new(Diagnostic::error(format!("text cannot be split into tokens: {}", error.variant.message())))
    })?;
    let mut tokens = Vec::with_capacity(source.len() / 6 + 1);
    for pair in pairs.flatten() {
        if pair.as_rule() == Rule::token {
            let span = pair.as_span();
            let kind = kind_of(span.as_str());
            tokens.push(Token { kind, start: span.start() as u32, end: span.end() as u32, mate: 0 });
        }
    }
    let end = source.trim_end().len() as u32;
    tokens.push(Token { kind: Kind::End, start: end, end, mate: 0 });
    match_brackets(source, &mut tokens)?;
    Ok(tokens)
}

fn kind_of(text: &str) -> Kind {
    let bytes = text.as_bytes();
    let long = bytes.len() > 1;
    match bytes[0] {
        b'-' if text == "->" => Kind::Arrow,
        b'-' if long => Kind::Number,
        b'0'..=b'9' => Kind::Number,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => if text.ends_with('>') { Kind::Tensor } else { Kind::Word },
        b'%' if long => Kind::Value,
        b'@' if long => Kind::Symbol,
        b'#' if long => Kind::Hash,
        b'!' if long => Kind::Bang,
        b'^' if long => Kind::Block,
        b'"' if long => Kind::Str,
        b'(' | b'[' | b'{' | b'<' => Kind::Open,
        b')' | b']' | b'}' | b'>' => Kind::Close,
        _ => Kind::Punct,
    }
}

fn match_brackets(source: &str, tokens: &mut [Token]) -> Result<(), Box<Diagnostic>> {
    let mut open: Vec<usize> = Vec::new();
    let text = |token: &Token| &source[token.start as usize..token.end as usize];
    for index in 0..tokens.len() {
        let token = tokens[index];
        match token.kind {
            Kind::Open => {
                if open.len() == MAX_DEPTH {
                    let message = format!("brackets nest deeper than {MAX_DEPTH} levels");
                    return Err(Box::new(Diagnostic::error(message).at(token.span())));
                }
                open.push(index);
            }
            Kind::Close => {
                let Some(opener) = open.pop() else {
                    return Err(Box::new(Diagnostic::error(format!("`{}` closes nothing", text(&token))).at(token.span())));
                };
                let wanted = match text(&tokens[opener]) {
                    "(" => ")",
                    "[" => "]",
                    "{" => "}",
                    _ => ">",
                };
                if text(&token) != wanted {
                    let message = format!("expected `{wanted}`, got `{}`", text(&token));
                    let opened = tokens[opener].span();
                    return Err(Box::new(Diagnostic::error(message).at(token.span()).label(opened, "opened here")));
                }
                tokens[opener].mate = index as u32;
            }
            Kind::Str | Kind::End => {}
            Kind::Punct if text(&token) == "\"" => {
                return Err(Box::new(Diagnostic::error("string is not closed").at(token.span())));
            }
            _ => {}
        }
    }
    match open.last() {
        Some(&opener) => {
            let message = format!("`{}` is not closed", text(&tokens[opener]));
            Err(Box::new(Diagnostic::error(message).at(tokens[opener].span())))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        let tokens = tokenize(source).unwrap();
        tokens.iter().map(|token| &source[token.start as usize..token.end as usize]).collect()
    }

    #[test]
    fn tokens_are_split_where_mlir_splits_them() {
        assert_eq!(
            texts("%0:2 = \"a.b\"(%x#1) <{v = dense<0xFF> : tensor<4x8xf32>}> // note\n -> 1.5e-3[0:2], @\"q r\" {\"x\":(1)2}p1"),
            [
                "%0", ":", "2", "=", "\"a.b\"", "(", "%x#1", ")", "<", "{", "v", "=", "dense", "<", "0xFF", ">", ":",
                "tensor<4x8xf32>", "}", ">", "->", "1.5e-3", "[", "0", ":", "2", "]", ",", "@\"q r\"", "{", "\"x\"", ":", "(",
                "1", ")", "2", "}", "p1", ""
            ]
        );
    }

    #[test]
    fn brackets_must_match_and_may_not_nest_without_bound() {
        assert!(tokenize("(]").unwrap_err().message.contains("expected `)`, got `]`"));
        assert!(tokenize(")").unwrap_err().message.contains("closes nothing"));
        assert!(tokenize("{").unwrap_err().message.contains("not closed"));
        assert!(tokenize("\"abc").unwrap_err().message.contains("string is not closed"));
        assert!(tokenize(&"[".repeat(100_000)).unwrap_err().message.contains("nest deeper"));
        let flat = "[]".repeat(100_000);
        assert_eq!(tokenize(&flat).unwrap().len(), 200_001);
    }
}
