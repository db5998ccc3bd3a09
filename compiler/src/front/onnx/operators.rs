//! The table of operators that the book's chapter is: what the front end itself says of each.
//!
//! An operator is asked for by a call without inputs: a family that has it complains of something else than that it is not supported. So the table cannot say what the
//! lowerings do not.

use super::load::{Model, OPSETS};
use super::lower::{Call, Context, contrib, default_operators, is_default};
use super::proto::{GraphProto, ModelProto, OperatorSetIdProto};
use prost::Message;
use std::fmt::Write;

/// What holds for an operator that is supported, beside its definition.
const NOTES: &[(&str, &str)] = &[
    ("Compress", "where it is known when compiling how many elements are kept"),
    ("ConcatFromSequence", "see below"),
    ("Dropout", "the identity: without training mode, or with a ratio of 0"),
    ("Erf", "single precision and below"),
    ("If", "both branches are computed where the condition is not known"),
    ("Loop", "unrolled: the number of trips must be known when compiling"),
    ("NonZero", "where it is known when compiling how many elements are not zero"),
    ("Scan", "unrolled; from operator set 9 on"),
    ("SequenceMap", "see below"),
    ("SplitToSequence", "see below"),
];

/// The chapter.
///
/// # Errors
/// A model that cannot be written to a temporary folder, which the lowerings are asked with.
pub fn chapter() -> Result<String, String> {
    let mut supported = Vec::new();
    let mut refused = Vec::new();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("model.onnx");
    let model = ModelProto {
        ir_version: Some(10),
        graph: Some(GraphProto::default()),
        opset_import: vec![OperatorSetIdProto { domain: None, version: Some(*OPSETS.end()) }],
        ..ModelProto::default()
    };
    std::fs::write(&path, model.encode_to_vec()).map_err(|error| error.to_string())?;
    let model = Model::open(&path).map_err(|fault| fault.to_string())?;
    for (op, since) in default_operators() {
        let mut context = Context::new(&model);
        let call = Call { op, opset: *OPSETS.end(), attributes: Vec::new(), inputs: Vec::new(), wanted: vec![true] };
        match is_default(&mut context, &call) {
            // Asked without inputs, an operator that is supported in some cases says that it is not.
            Err(why) if !NOTES.iter().any(|(named, _)| *named == op) => refused.push((op, since, why)),
            _ => supported.push((op, since.max(*OPSETS.start()))),
        }
    }
    Ok(text(&supported, &refused))
}

fn text(supported: &[(&str, i64)], refused: &[(&str, i64, String)]) -> String {
    let (first, last) = (OPSETS.start(), OPSETS.end());
    let all = supported.len() + refused.len();
    let mut text = format!(
        "# Operator support\n\n\
         Made by `BLESS=1 cargo test --release -p shardwright-compiler --lib operators` from what the ONNX front end says of itself; a test holds it to that.\n\n\
         Of {all} operators of `ai.onnx` in operator sets {first} to {last}, {} are supported, and of ONNX Runtime's `com.microsoft` {}. Functions of the model itself are expanded where they are \
         called. Every operator is lowered to StableHLO ops, whose sharding rules say how it is partitioned; what is supported is compared with ONNX's own node tests, or with ONNX Runtime, whole and \
         on random meshes.\n\n",
        supported.len(),
        contrib::ROWS.len()
    );
    text.push_str("## `ai.onnx`\n\n| operator | from set | notes |\n|---|---|---|\n");
    for (op, since) in supported {
        let note = NOTES.iter().find(|(named, _)| named == op).map_or("", |(_, note)| note);
        let _ = writeln!(text, "| {op} | {since} | {note} |");
    }
    text.push_str(
        "\nSequences and optionals are lists of tensors that are known when compiling: their lengths, and the positions at which they are read and changed, must not depend on data. A result \
         that is a sequence is as many results, `NAME[0]`, `NAME[1]` and so on; an input of the model cannot be one.\n\n\
         ## Not supported\n\n| operator | from set | why, and what to do |\n|---|---|---|\n",
    );
    for (op, since, why) in refused {
        let (since, why) = (since.max(first), why.split_once("is not supported: ").map_or(why.as_str(), |(_, why)| why));
        let _ = writeln!(text, "| {op} | {since} | {why} |");
    }
    text.push_str("\n## `com.microsoft`\n\nAs ONNX Runtime's optimizer, Olive and the exporters of transformers write them. Attributes and inputs that are not understood are errors, by name.\n\n");
    let names: Vec<&str> = contrib::ROWS.iter().map(|row| row.op).collect();
    let _ = writeln!(text, "{}.", names.join(", "));
    text
}
