//! What `mlir-opt` prints in the generic form, read: only as much of it as the second opinion needs.
//!
//! Invariants: aliases are resolved; attributes stay text; a region is one block.

use std::collections::BTreeMap;

/// An op.
#[derive(Clone, Debug, Default)]
pub struct Op {
    pub name: String,
    pub results: Vec<String>,
    pub operands: Vec<String>,
    pub attributes: String,
    pub regions: Vec<Block>,
    pub operand_types: Vec<String>,
    pub result_types: Vec<String>,
}

/// A block's arguments and ops.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub arguments: Vec<(String, String)>,
    pub ops: Vec<Op>,
}

impl Op {
    /// What follows `name = ` among the attributes, up to the comma that ends it.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        split(&self.attributes).into_iter().find_map(|entry| entry.trim().strip_prefix(name)?.strip_prefix(" = "))
    }
    /// The numbers of an attribute such as `array<i64: 1, 2>`.
    pub fn numbers(&self, name: &str) -> Vec<i64> {
        numbers(self.attribute(name).and_then(|text| text.split_once(':')).map_or("", |(_, list)| list))
    }
}

/// All whole numbers of a text.
pub fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|number| number.parse().ok()).collect()
}

/// Dimensions of `tensor<2x3xf32>`; none of a scalar.
pub fn dims(ty: &str) -> Vec<i64> {
    let Some(inner) = ty.strip_prefix("tensor<").and_then(|rest| rest.strip_suffix('>')) else { return vec![] };
    let parts: Vec<&str> = inner.split('x').collect();
    parts[..parts.len() - 1].iter().filter_map(|size| size.parse().ok()).collect()
}

/// The entries of a list, commas inside brackets aside.
pub fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b')' | b']' | b'}' | b'>' => depth -= 1,
            b',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found.retain(|entry| !entry.is_empty());
    found
}

/// The module's op.
pub fn parse(text: &str) -> Op {
    let aliases: BTreeMap<&str, &str> = text.lines().filter(|line| line.starts_with('#')).filter_map(|line| line.split_once(" = ")).collect();
    let mut body: String = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    // Longer names first: `#map1` is no `#map`.
    let mut names: Vec<_> = aliases.iter().collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, value) in names {
        body = body.replace(&format!("{name},"), &format!("{value},")).replace(&format!("{name}]"), &format!("{value}]")).replace(&format!("{name}}}"), &format!("{value}}}"));
    }
    let mut reader = Reader { rest: body.trim_start() };
    reader.op()
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.strip_prefix(token);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }
    fn expect(&mut self, token: &str) {
        assert!(self.eat(token), "expected {token} at {:.80}", self.rest);
    }
    /// What is inside the bracket that was just opened; its end is eaten.
    fn inside(&mut self) -> &'t str {
        let (mut depth, bytes) = (1, self.rest.as_bytes());
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b'>' if at > 0 && bytes[at - 1] == b'-' => {}
                b')' | b']' | b'}' | b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let text = &self.rest[..at];
                self.rest = &self.rest[at + 1..];
                return text;
            }
        }
        panic!("a bracket is not closed");
    }
    fn op(&mut self) -> Op {
        let mut op = Op::default();
        self.rest = self.rest.trim_start();
        if self.rest.starts_with('%') {
            let (names, rest) = self.rest.split_once(" = ").expect("results");
            self.rest = rest;
            op.results = match names.split_once(':') {
                Some((name, count)) => (0..count.parse::<usize>().expect("a count")).map(|index| format!("{name}#{index}")).collect(),
                None => vec![names.to_owned()],
            };
        }
        self.expect("\"");
        let (name, rest) = self.rest.split_once('"').expect("a name");
        (op.name, self.rest) = (name.to_owned(), rest);
        self.expect("(");
        op.operands = split(self.inside()).into_iter().map(str::to_owned).collect();
        if self.eat("<{") {
            op.attributes = self.inside().to_owned();
            self.expect(">");
        }
        if self.eat("({") {
            loop {
                op.regions.push(self.block());
                if !self.eat(", {") {
                    break;
                }
            }
            self.expect(")");
        }
        if self.eat("{") {
            let more = self.inside();
            op.attributes = [op.attributes.as_str(), more].join(", ");
        }
        self.expect(":");
        self.expect("(");
        op.operand_types = split(self.inside()).into_iter().map(str::to_owned).collect();
        self.expect("->");
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        let line = line.trim();
        let list = line.strip_prefix('(').and_then(|list| list.strip_suffix(')')).unwrap_or(line);
        op.result_types = split(list).into_iter().map(str::to_owned).collect();
        op
    }
    fn block(&mut self) -> Block {
        let mut block = Block::default();
        if self.eat("^bb0(") {
            let list = self.inside();
            block.arguments = split(list).into_iter().filter_map(|entry| entry.split_once(": ")).map(|(name, ty)| (name.to_owned(), ty.to_owned())).collect();
            self.expect(":");
        }
        while !self.eat("}") {
            block.ops.push(self.op());
        }
        block
    }
}
