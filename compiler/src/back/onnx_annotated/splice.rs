//! A model's bytes with other device configurations: all else is copied as it stands.
//!
//! Protobuf's wire format is a list of fields; one of variable length says how many bytes it has. So only the messages on the way from the model to a
//! node are written anew (their lengths change), and weights, fields that we do not know and their order stay byte for byte those of the file.
//! Invariants: nothing of the source is copied in memory; bodies are numbered as [`crate::front::onnx::bodies`] does.

use crate::front::onnx::proto::{DeviceConfigurationProto, NodeDeviceConfigurationProto};
use bytes::Bytes;
use prost::Message;
use prost::encoding::{WireType, decode_key, decode_varint, encode_key, encode_varint};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

/// Numbers of fields in `onnx.proto`.
mod field {
    pub mod model {
        pub const IR_VERSION: u32 = 1;
        pub const GRAPH: u32 = 7;
        pub const FUNCTIONS: u32 = 25;
        pub const CONFIGURATION: u32 = 26;
    }
    pub const GRAPH_NODE: u32 = 1;
    pub const FUNCTION_NODE: u32 = 7;
    pub mod node {
        pub const ATTRIBUTE: u32 = 5;
        pub const DEVICE_CONFIGURATIONS: u32 = 10;
    }
    pub mod attribute {
        pub const G: u32 = 6;
        pub const GRAPHS: u32 = 11;
    }
}

/// The first version of the format that has device configurations.
const IR_VERSION: i64 = 11;

/// What is put into a model.
#[derive(Debug, Default)]
pub struct Edits {
    /// The configuration; one of its name that the model has goes, at its nodes too.
    pub configuration: DeviceConfigurationProto,
    /// What nodes get, by body and index.
    pub nodes: BTreeMap<(usize, usize), NodeDeviceConfigurationProto>,
}

/// Bytes, part of them of a source.
#[derive(Debug, Default)]
pub struct Rope {
    pieces: Vec<Piece>,
    len: usize,
}

#[derive(Debug)]
enum Piece {
    Source(Range<usize>),
    Made(Vec<u8>),
}

impl Rope {
    fn source(&mut self, range: Range<usize>) {
        self.len += range.len();
        match self.pieces.last_mut() {
            Some(Piece::Source(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Source(range)),
        }
    }
    fn made(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if !matches!(self.pieces.last(), Some(Piece::Made(_))) {
            self.pieces.push(Piece::Made(Vec::new()));
        }
        if let Some(Piece::Made(bytes)) = self.pieces.last_mut() {
            let before = bytes.len();
            write(bytes);
            self.len += bytes.len() - before;
        }
    }
    /// Appends a field that holds a message.
    fn field(&mut self, number: u32, inner: Rope) {
        self.made(|bytes| {
            encode_key(number, WireType::LengthDelimited, bytes);
            encode_varint(inner.len as u64, bytes);
        });
        self.len += inner.len;
        self.pieces.extend(inner.pieces);
    }
    fn message(&mut self, number: u32, message: &impl Message) {
        self.made(|bytes| {
            encode_key(number, WireType::LengthDelimited, bytes);
            let _ = message.encode_length_delimited(bytes);
        });
    }
    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Writes all of it, `source` being what it was made of.
    ///
    /// # Errors
    /// The writer's.
    pub fn write(&self, source: &Bytes, to: &mut dyn Write) -> io::Result<()> {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Source(range) => to.write_all(&source[range.clone()]),
            Piece::Made(bytes) => to.write_all(bytes),
        })
    }
}

/// One field: its number, all of its bytes, and those of its content (of a number: the number's).
struct Field {
    number: u32,
    wire: WireType,
    whole: Range<usize>,
    content: Range<usize>,
}

/// The fields of the message that `range` of the source is.
fn fields(source: &Bytes, range: Range<usize>) -> Result<Vec<Field>, String> {
    let bad = |why: &dyn std::fmt::Display| format!("not an ONNX model (protobuf: {why})");
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let mut rest = &source[at..range.end];
        let before = rest.len();
        let (number, wire) = decode_key(&mut rest).map_err(|error| bad(&error))?;
        let mut start = at + before - rest.len();
        let length = match wire {
            WireType::Varint => {
                let left = rest.len();
                decode_varint(&mut rest).map_err(|error| bad(&error))?;
                left - rest.len()
            }
            WireType::SixtyFourBit => 8,
            WireType::ThirtyTwoBit => 4,
            WireType::LengthDelimited => {
                let left = rest.len();
                let length = decode_varint(&mut rest).map_err(|error| bad(&error))?;
                start += left - rest.len();
                usize::try_from(length).map_err(|error| bad(&error))?
            }
            WireType::StartGroup | WireType::EndGroup => return Err(bad(&"groups are not in the schema")),
        };
        let end = start.checked_add(length).filter(|&end| end <= range.end).ok_or_else(|| bad(&"a field ends beyond its message"))?;
        found.push(Field { number, wire, whole: at..end, content: start..end });
        at = end;
    }
    Ok(found)
}

/// The model that `source` is, edited.
///
/// # Errors
/// Bytes that are no model.
pub fn splice(source: &Bytes, edits: &Edits) -> Result<Rope, String> {
    use field::model;
    let mut splicer = Splicer { source, edits, body: 0, depth: 0 };
    let mut rope = Rope::default();
    let fields = fields(source, 0..source.len())?;
    if fields.iter().filter(|field| field.number == model::GRAPH).count() > 1 {
        return Err("the model's graph is stored in several parts: save it anew with onnx.save".to_owned());
    }
    // Functions are numbered after all graphs, wherever they stand in the file.
    let mut graph = Rope::default();
    for field in fields.iter().filter(|field| field.number == model::GRAPH) {
        graph = splicer.graph(field.content.clone())?;
    }
    let mut versioned = false;
    for field in fields {
        match (field.number, field.wire) {
            (model::IR_VERSION, WireType::Varint) => {
                let version = decode_varint(&mut &source[field.content.clone()]).map_err(|error| error.to_string())?;
                let version = (version as i64).max(IR_VERSION);
                rope.made(|bytes| version_field(version, bytes));
                versioned = true;
            }
            (model::GRAPH, WireType::LengthDelimited) => rope.field(field.number, std::mem::take(&mut graph)),
            (model::FUNCTIONS, WireType::LengthDelimited) => {
                let function = splicer.nodes(field.content, field::FUNCTION_NODE)?;
                rope.field(field.number, function);
            }
            (model::CONFIGURATION, WireType::LengthDelimited) => {
                let known = DeviceConfigurationProto::decode(&source[field.content]).map_err(|error| error.to_string())?;
                if known.name() != edits.configuration.name() {
                    rope.source(field.whole);
                }
            }
            _ => rope.source(field.whole),
        }
    }
    if !versioned {
        rope.made(|bytes| version_field(IR_VERSION, bytes));
    }
    rope.message(model::CONFIGURATION, &edits.configuration);
    Ok(rope)
}

fn version_field(version: i64, bytes: &mut Vec<u8>) {
    encode_key(field::model::IR_VERSION, WireType::Varint, bytes);
    encode_varint(version as u64, bytes);
}

/// How deep bodies may nest: as deep as the front end lowers them.
const MAX_DEPTH: usize = 64;

struct Splicer<'a> {
    source: &'a Bytes,
    edits: &'a Edits,
    /// Number of the next body.
    body: usize,
    depth: usize,
}

impl Splicer<'_> {
    fn graph(&mut self, range: Range<usize>) -> Result<Rope, String> {
        self.nodes(range, field::GRAPH_NODE)
    }

    /// A graph or a function: a message whose field `node` is the list of nodes of one body.
    fn nodes(&mut self, range: Range<usize>, node: u32) -> Result<Rope, String> {
        if self.depth > MAX_DEPTH {
            return Err(format!("bodies nest deeper than {MAX_DEPTH}"));
        }
        self.depth += 1;
        let body = self.body;
        self.body += 1;
        let mut rope = Rope::default();
        let mut index = 0;
        for field in fields(self.source, range)? {
            if field.number == node && field.wire == WireType::LengthDelimited {
                let edited = self.node(field.content, (body, index))?;
                rope.field(field.number, edited);
                index += 1;
            } else {
                rope.source(field.whole);
            }
        }
        self.depth -= 1;
        Ok(rope)
    }

    fn node(&mut self, range: Range<usize>, at: (usize, usize)) -> Result<Rope, String> {
        let mut rope = Rope::default();
        for field in fields(self.source, range)? {
            match (field.number, field.wire) {
                (field::node::ATTRIBUTE, WireType::LengthDelimited) => {
                    let attribute = self.attribute(field.content)?;
                    rope.field(field.number, attribute);
                }
                (field::node::DEVICE_CONFIGURATIONS, WireType::LengthDelimited) => {
                    let known = NodeDeviceConfigurationProto::decode(&self.source[field.content]).map_err(|error| error.to_string())?;
                    if known.configuration_id() != self.edits.configuration.name() {
                        rope.source(field.whole);
                    }
                }
                _ => rope.source(field.whole),
            }
        }
        if let Some(added) = self.edits.nodes.get(&at) {
            rope.message(field::node::DEVICE_CONFIGURATIONS, added);
        }
        Ok(rope)
    }

    fn attribute(&mut self, range: Range<usize>) -> Result<Rope, String> {
        use field::attribute::{G, GRAPHS};
        let fields = fields(self.source, range)?;
        if fields.iter().filter(|field| field.number == G).count() > 1 {
            return Err("a body is stored in several parts: save the model anew with onnx.save".to_owned());
        }
        // A single graph is numbered before a list of them.
        let mut graphs = BTreeMap::new();
        for number in [G, GRAPHS] {
            for field in fields.iter().filter(|field| field.number == number && field.wire == WireType::LengthDelimited) {
                graphs.insert(field.whole.start, self.graph(field.content.clone())?);
            }
        }
        let mut rope = Rope::default();
        for field in fields {
            match graphs.remove(&field.whole.start) {
                Some(graph) => rope.field(field.number, graph),
                None => rope.source(field.whole),
            }
        }
        Ok(rope)
    }
}
