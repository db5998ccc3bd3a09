//! Attributes in text.
//!
//! Invariants: whatever is not one of our attribute forms is kept as its text ([`Attr::Opaque`]), so that it
//! is printed as it was read; structured attributes get every field of their kind, absent ones as empty
//! lists or 0.

use super::reader::{shorten, Parsed, Reader};
use super::token::Kind;
use crate::attrs::{Attr, Attrs};
use crate::diag::Span;
use crate::sym::Sym;
use crate::types::{ElementClass, ElementType};

/// Fields of the structured attributes whose text leaves out empty lists and zeros: `(name, is a list)`.
pub(super) fn struct_fields(name: &str) -> &'static [(&'static str, bool)] {
    match name {
        "stablehlo.dot" => &[
            ("lhs_batching_dimensions", true),
            ("rhs_batching_dimensions", true),
            ("lhs_contracting_dimensions", true),
            ("rhs_contracting_dimensions", true),
        ],
        "stablehlo.gather" => &[
            ("offset_dims", true),
            ("collapsed_slice_dims", true),
            ("operand_batching_dims", true),
            ("start_indices_batching_dims", true),
            ("start_index_map", true),
            ("index_vector_dim", false),
        ],
        "stablehlo.scatter" => &[
            ("update_window_dims", true),
            ("inserted_window_dims", true),
            ("input_batching_dims", true),
            ("scatter_indices_batching_dims", true),
            ("scatter_dims_to_operand_dims", true),
            ("index_vector_dim", false),
        ],
        _ => &[],
    }
}

impl<'s> Reader<'s> {
    /// `{a = 1, b}`, into `attrs`; a name that is there already is an error.
    pub fn attr_dict(&mut self, attrs: &mut Attrs) -> Parsed<()> {
        self.expect("{")?;
        let entries = self.list("}", |reader| {
            let span = reader.peek().span();
            let name = reader.attr_name()?;
            let value = if reader.eat("=") { reader.attr()? } else { Attr::Unit };
            Ok((name, value, span))
        })?;
        for (name, value, span) in entries {
            if attrs.get(&name).is_some() {
                return Err(self.error_at(span, format!("attribute `{name}` is given twice")));
            }
            attrs.set(name, value);
        }
        Ok(())
    }

    /// The name of an attribute: a word or a string.
    pub(super) fn attr_name(&mut self) -> Parsed<Sym> {
        if self.at_kind(Kind::Str) {
            return Ok(Sym::new(&self.string()?));
        }
        let token = self.expect_kind(Kind::Word, "an attribute name")?;
        Ok(Sym::new(self.text_of(token)))
    }

    /// Any attribute.
    pub fn attr(&mut self) -> Parsed<Attr> {
        self.nested(Reader::any_attr)
    }

    fn any_attr(&mut self) -> Parsed<Attr> {
        let start = self.pos;
        let token = self.peek();
        let text = self.text_of(token);
        match token.kind {
            Kind::Str => {
                self.pos += 1;
                if self.eat(":") {
                    self.skip_type()?;
                    return Ok(self.opaque(start));
                }
                Ok(super::reader::unescape(text).map_or_else(|| Attr::Opaque(text.into()), |value| Attr::Str(value.into())))
            }
            Kind::Number => self.number_attr(start),
            Kind::Symbol => {
                let name = self.symbol()?;
                if self.at(":") && self.text_of(self.peek_at(1)) == ":" {
                    while self.at(":") && self.text_of(self.peek_at(1)) == ":" {
                        self.pos += 2;
                        self.symbol()?;
                    }
                    return Ok(self.opaque(start));
                }
                Ok(Attr::Symbol(name))
            }
            Kind::Open if text == "[" => {
                self.pos += 1;
                Ok(Attr::Array(self.list("]", Reader::attr)?))
            }
            Kind::Open if text == "{" => {
                let mut attrs = Attrs::new();
                self.attr_dict(&mut attrs)?;
                Ok(Attr::Dict(attrs))
            }
            Kind::Open if text == "(" => {
                // A function type.
                self.skip_group();
                self.expect("->")?;
                self.skip_type()?;
                Ok(self.opaque(start))
            }
            Kind::Tensor => Ok(Attr::Type(self.ty()?)),
            Kind::Bang => {
                if text == "!stablehlo.token" || self.aliases.starts.contains_key(text) {
                    return Ok(Attr::Type(self.ty()?));
                }
                self.skip_type()?;
                Ok(self.opaque(start))
            }
            Kind::Hash => self.dialect_attr(start),
            Kind::Word => self.word_attr(start),
            _ => Err(self.unexpected("an attribute")),
        }
    }

    /// Everything from token `start` to here, as it stands in the source.
    fn opaque(&self, start: usize) -> Attr {
        let first = self.tokens[start].start as usize;
        let last = self.tokens[self.pos - 1].end as usize;
        Attr::Opaque(self.source[first..last].into())
    }

    /// Takes a bracket and all that it holds; returns its text.
    pub fn group_text(&mut self) -> &'s str {
        let first = self.peek().start as usize;
        self.skip_group();
        &self.source[first..self.tokens[self.pos.max(1) - 1].end as usize]
    }

    /// Moves past one token, or past a bracket and all that it holds.
    pub(super) fn skip_group(&mut self) {
        let token = self.peek();
        self.pos = if token.kind == Kind::Open { token.mate as usize + 1 } else { self.pos + usize::from(token.kind != Kind::End) };
    }

    /// Moves past a type of any kind.
    fn skip_type(&mut self) -> Parsed<()> {
        match self.peek().kind {
            Kind::Tensor => self.pos += 1,
            Kind::Word | Kind::Bang => {
                self.pos += 1;
                if self.at("<") {
                    self.skip_group();
                }
            }
            Kind::Open if self.at("(") => {
                self.skip_group();
                if self.eat("->") {
                    self.skip_type()?;
                }
            }
            _ => return Err(self.unexpected("a type")),
        }
        Ok(())
    }

    fn number_attr(&mut self, start: usize) -> Parsed<Attr> {
        let token = self.take();
        let text = self.text_of(token);
        let real = text.contains('.');
        let mut element = if real { ElementType::F64 } else { ElementType::I64 };
        if self.at(":") && matches!(self.peek_at(1).kind, Kind::Word | Kind::Tensor | Kind::Bang) {
            self.pos += 1;
            match ElementType::parse(self.text()) {
                Some(given) => {
                    element = given;
                    self.pos += 1;
                }
                None => {
                    // `index` and other types that values do not have.
                    self.skip_type()?;
                    return Ok(self.opaque(start));
                }
            }
        }
        let bytes = super::number::parse_element(text, element).map_err(|why| self.error_at(token.span(), why))?;
        Ok(match element.class() {
            ElementClass::Float => Attr::Float(crate::interp::scalar::f64_of_bytes(element, &bytes).unwrap_or(f64::NAN), element),
            ElementClass::Bool => Attr::Bool(bytes[0] != 0),
            _ => {
                let signed = element.class() == ElementClass::Signed;
                let fill = if signed && bytes[bytes.len() - 1] >= 0x80 { 0xff } else { 0 };
                let mut wide = [fill; 8];
                wide[..bytes.len()].copy_from_slice(&bytes);
                Attr::Int(i64::from_le_bytes(wide), element)
            }
        })
    }

    fn word_attr(&mut self, start: usize) -> Parsed<Attr> {
        let token = self.peek();
        match self.text() {
            "true" | "false" => Ok(Attr::Bool(self.bool()?)),
            "unit" => {
                self.pos += 1;
                Ok(Attr::Unit)
            }
            "array" => self.int_array(start),
            "dense" => {
                if self.dense_has_known_type() {
                    return Ok(Attr::Dense(self.dense()?));
                }
                self.pos += 1;
                self.skip_group();
                self.expect(":")?;
                self.skip_type()?;
                Ok(self.opaque(start))
            }
            "dense_resource" => {
                let message = "constants in a resource section are not supported";
                Err(self.error_at(token.span(), message))
            }
            "loc" => Err(self.unexpected("an attribute")),
            word => {
                // A type, or an attribute of the builtin dialect that we keep as text: `affine_map<…>`.
                let with_body = self.text_of(self.peek_at(1)) == "<";
                if !with_body && ElementType::parse(word).is_none() && !matches!(word, "index" | "none" | "tf32" | "f80" | "f128") {
                    let int_type = word.strip_prefix("ui").or(word.strip_prefix("si")).or(word.strip_prefix('i'));
                    if !int_type.is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit())) {
                        return Err(self.error_at(token.span(), format!("unknown attribute `{}`", shorten(word))));
                    }
                }
                self.pos += 1;
                if with_body {
                    self.skip_group();
                }
                Ok(self.opaque(start))
            }
        }
    }

    /// Whether the type of the `dense<…> : type` here is one that values have (`index` is not).
    fn dense_has_known_type(&self) -> bool {
        let open = self.peek_at(1);
        if self.text_of(open) != "<" {
            return true;
        }
        let ty = self.tokens.get(open.mate as usize + 2).copied();
        !ty.is_some_and(|ty| ty.kind == Kind::Tensor && self.text_of(ty).ends_with("index>"))
    }

    fn int_array(&mut self, start: usize) -> Parsed<Attr> {
        self.expect("array")?;
        let open = self.peek();
        self.expect("<")?;
        let span = self.peek().span();
        let element = self.element_type()?;
        if element.is_float() {
            self.pos = open.mate as usize + 1;
            return Ok(self.opaque(start));
        }
        if !(element.is_int() || element == ElementType::I1) {
            return Err(self.error_at(span, format!("array of {element} is not an attribute")));
        }
        if self.eat(">") {
            return Ok(Attr::Ints(element, Vec::new()));
        }
        self.expect(":")?;
        let values = self.list(">", |reader| match element {
            ElementType::I1 => reader.bool().map(i64::from),
            _ => reader.int(),
        })?;
        Ok(Attr::Ints(element, values))
    }

    fn dialect_attr(&mut self, start: usize) -> Parsed<Attr> {
        let token = self.take();
        let name = self.text_of(token);
        if !self.at("<") {
            if self.aliases.starts.contains_key(name) {
                return self.at_alias(name, token.span(), Reader::attr);
            }
            return Err(self.error_at(token.span(), format!("`{}` is not defined", shorten(name))));
        }
        let close = self.peek().mate as usize;
        if let Some(attr) = self.sdy_attr(&name[1..])? {
            return Ok(attr);
        }
        let open = self.pos;
        self.pos += 1;
        let attr = match name {
            "#stablehlo.conv" => Some(self.conv_dims()?),
            _ if name.contains('.') => self.struct_attr(&name[1..], close)?,
            _ => self.enum_attr(&name[1..], close),
        };
        if let Some(attr) = attr {
            self.pos = close + 1;
            return Ok(attr);
        }
        self.pos = open;
        self.skip_group();
        Ok(self.opaque(start))
    }

    /// `#dialect<kind VALUE>`.
    fn enum_attr(&mut self, dialect: &str, close: usize) -> Option<Attr> {
        let (kind, value) = (self.peek(), self.peek_at(1));
        let fits = self.pos + 2 == close && kind.kind == Kind::Word && value.kind == Kind::Word;
        fits.then(|| Attr::Enum(Sym::new(dialect), Sym::new(self.text_of(kind)), Sym::new(self.text_of(value))))
    }

    /// `#dialect.name<field = value, …>`; `None` where it has another form.
    fn struct_attr(&mut self, name: &str, close: usize) -> Parsed<Option<Attr>> {
        let known = struct_fields(name);
        let fits = self.pos == close || (self.at_kind(Kind::Word) && self.text_of(self.peek_at(1)) == "=");
        if !fits || (self.pos == close && known.is_empty()) {
            return Ok(None);
        }
        let mut given = Attrs::new();
        let spanned = self.list(">", |reader| {
            let span = reader.peek().span();
            let field = reader.attr_name()?;
            reader.expect("=")?;
            Ok((field, reader.field()?, span))
        })?;
        for (field, value, span) in spanned {
            if !known.is_empty() && !known.iter().any(|(known, _)| field == *known) {
                return Err(self.error_at(span, format!("#{name} has no field `{field}`")));
            }
            self.check_field(name, &field, &value, span)?;
            given.set(field, value);
        }
        if known.is_empty() {
            return Ok(Some(Attr::Struct(Sym::new(name), given)));
        }
        let fields = known.iter().map(|&(field, is_list)| {
            let absent = if is_list { Attr::ints(&[]) } else { Attr::i64(0) };
            (Sym::new(field), given.remove(field).unwrap_or(absent))
        });
        Ok(Some(Attr::Struct(Sym::new(name), fields.collect())))
    }

    fn check_field(&self, name: &str, field: &str, value: &Attr, span: Span) -> Parsed<()> {
        let Some((_, is_list)) = struct_fields(name).iter().find(|(known, _)| *known == field) else { return Ok(()) };
        let fits = if *is_list { matches!(value, Attr::Ints(..)) } else { matches!(value, Attr::Int(..)) };
        let wanted = if *is_list { "a list of integers" } else { "an integer" };
        if fits { Ok(()) } else { Err(self.error_at(span, format!("field `{field}` of #{name} must be {wanted}"))) }
    }

    /// The value of a field: lists of integers stand bare.
    fn field(&mut self) -> Parsed<Attr> {
        if self.at("[") && matches!(self.peek_at(1).kind, Kind::Number | Kind::Close) {
            return Ok(Attr::Ints(ElementType::I64, self.ints()?));
        }
        self.attr()
    }

    /// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: the dimensions of a convolution.
    pub fn conv_dims(&mut self) -> Parsed<Attr> {
        let (input, input_spatial) = self.conv_dim_list(["b", "f"])?;
        self.expect("x")?;
        let (kernel, kernel_spatial) = self.conv_dim_list(["i", "o"])?;
        self.expect("->")?;
        let (output, output_spatial) = self.conv_dim_list(["b", "f"])?;
        let fields = Attrs::new()
            .with("input_batch_dimension", Attr::i64(input[0]))
            .with("input_feature_dimension", Attr::i64(input[1]))
            .with("input_spatial_dimensions", Attr::ints(&input_spatial))
            .with("kernel_input_feature_dimension", Attr::i64(kernel[0]))
            .with("kernel_output_feature_dimension", Attr::i64(kernel[1]))
            .with("kernel_spatial_dimensions", Attr::ints(&kernel_spatial))
            .with("output_batch_dimension", Attr::i64(output[0]))
            .with("output_feature_dimension", Attr::i64(output[1]))
            .with("output_spatial_dimensions", Attr::ints(&output_spatial));
        Ok(Attr::Struct(Sym::new("stablehlo.conv"), fields))
    }

    /// One list of a convolution's dimensions: where the two named ones are, and where spatial ones are, in their order.
    fn conv_dim_list(&mut self, names: [&str; 2]) -> Parsed<([i64; 2], Vec<i64>)> {
        let span = self.expect("[")?;
        let items = self.list("]", |reader| {
            let token = reader.take();
            Ok((reader.text_of(token), token.span()))
        })?;
        if items.len() > 64 {
            return Err(self.error_at(span, format!("convolution of rank {}, at most 64 is supported", items.len())));
        }
        let place = |wanted: &str| items.iter().position(|(text, _)| *text == wanted).map(|index| index as i64);
        let mut named = [0; 2];
        for (slot, name) in named.iter_mut().zip(names) {
            *slot = place(name).ok_or_else(|| self.error_at(span, format!("dimension `{name}` is missing")))?;
        }
        let spatial = items.len() as i64 - 2;
        let places = (0..spatial).map(|index| {
            place(&index.to_string()).ok_or_else(|| self.error_at(span, format!("spatial dimension {index} of {spatial} is missing")))
        });
        Ok((named, places.collect::<Parsed<Vec<_>>>()?))
    }
}
