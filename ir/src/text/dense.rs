//! `dense<…> : tensor<…>`: constants in text.
//!
//! Invariants: a hex blob is kept as its digits (its length is checked, its bytes are not looked at) unless
//! it is small; lists must have exactly the shape of the type; nothing is allocated beyond what the text holds.

use super::number::{parse_element, part_of, Bytes};
use super::reader::{Parsed, Reader};
use super::token::Kind;
use crate::diag::Span;
use crate::literal::{HexForm, Literal, LiteralData, decode_hex, hex_form};
use crate::types::{ElementType, TensorType};

/// Constants of up to this many elements are written as lists, larger ones as hex blobs: MLIR's limit.
pub(super) const MAX_LISTED: i64 = 100;

impl<'s> Reader<'s> {
    /// A constant, at the word `dense`.
    pub fn dense(&mut self) -> Parsed<Literal> {
        self.expect("dense")?;
        if !self.at("<") {
            return Err(self.unexpected("`<`"));
        }
        let open = self.pos;
        let close = self.peek().mate as usize;
        self.pos = close + 1;
        self.expect(":")?;
        let ty = self.tensor_type()?;
        let after = std::mem::replace(&mut self.pos, open + 1);
        let literal = self.dense_body(ty, close)?;
        if self.pos != close {
            return Err(self.unexpected("`>`"));
        }
        self.pos = after;
        Ok(literal)
    }

    fn dense_body(&mut self, ty: TensorType, close: usize) -> Parsed<Literal> {
        if self.pos == close {
            if ty.num_elements() != 0 {
                return Err(self.error(format!("`dense<>` has no elements, {ty} has {}", ty.num_elements())));
            }
            return Ok(Literal { ty, data: LiteralData::Dense([].into()) });
        }
        if self.at_kind(Kind::Str) {
            return self.blob(ty);
        }
        if !self.at("[") {
            let element = self.element(ty.element)?;
            return Ok(Literal { ty, data: LiteralData::Splat(element) });
        }
        let mut bytes = Vec::new();
        self.elements(&ty, 0, &mut bytes)?;
        Ok(Literal::dense(ty, bytes))
    }

    /// One level of nested lists.
    fn elements(&mut self, ty: &TensorType, depth: usize, bytes: &mut Vec<u8>) -> Parsed<()> {
        let span = self.peek().span();
        let Some(&size) = ty.dims.get(depth) else {
            let element = self.element(ty.element)?;
            bytes.extend_from_slice(&element);
            return Ok(());
        };
        self.expect("[")?;
        let count = self.list("]", |reader| reader.elements(ty, depth + 1, bytes))?.len();
        if count as i64 != size {
            return Err(self.error_at(span, format!("list has {count} entries, dimension {depth} of {ty} has {size}")));
        }
        Ok(())
    }

    /// One element: a number, or a pair of them for complex types.
    fn element(&mut self, element: ElementType) -> Parsed<Bytes> {
        if !element.is_complex() {
            return self.scalar(element);
        }
        self.expect("(")?;
        let mut bytes = self.scalar(part_of(element))?;
        self.expect(",")?;
        bytes.extend_from_slice(&self.scalar(part_of(element))?);
        self.expect(")")?;
        Ok(bytes)
    }

    fn scalar(&mut self, element: ElementType) -> Parsed<Bytes> {
        let token = self.peek();
        if !matches!(token.kind, Kind::Number | Kind::Word) {
            return Err(self.unexpected(&format!("a value of type {element}")));
        }
        self.pos += 1;
        parse_element(self.text_of(token), element).map_err(|why| self.error_at(token.span(), why))
    }

    /// `"0x…"`.
    fn blob(&mut self, ty: TensorType) -> Parsed<Literal> {
        let token = self.take();
        let text = self.text_of(token);
        let Some(digits) = text[1..text.len() - 1].strip_prefix("0x") else {
            return Err(self.error_at(token.span(), "constant in quotes must be hex digits after `0x`"));
        };
        self.blob_of(ty, digits, token.span())
    }

    fn blob_of(&self, ty: TensorType, digits: &str, span: Span) -> Parsed<Literal> {
        if let Some(wrong) = digits.chars().find(|digit| !digit.is_ascii_hexdigit()) {
            return Err(self.error_at(span, format!("`{wrong}` is not a hex digit")));
        }
        let form = hex_form(&ty, digits.len()).map_err(|why| self.error_at(span, why))?;
        // Large blobs stay as they are: whoever wants the bytes decodes them. Not so truth values: the digits that one
        // version of MLIR writes another refuses, so they must be listed in what we write.
        if form == HexForm::Elements && ty.num_elements() > MAX_LISTED && ty.element != ElementType::I1 {
            return Ok(Literal { ty, data: LiteralData::Hex(digits.into()) });
        }
        match decode_hex(&ty, digits).map_err(|why| self.error_at(span, why))? {
            LiteralData::Dense(bytes) => Ok(Literal::dense(ty, bytes.to_vec())),
            data => Ok(Literal { ty, data }),
        }
    }
}
