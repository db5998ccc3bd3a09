//! Custom forms of the ops that programs are full of, as MLIR prints them.
//!
//! Invariant: a form is used only where it says all that the op's attributes say.

use super::build::Op;
use super::print::Printer;
use std::fmt::Write;

/// Casts: `name %x : from to type`.
const CASTS: &[&str] = &[
    "arith.bitcast", "arith.extf", "arith.extsi", "arith.extui", "arith.fptosi", "arith.fptoui", "arith.index_cast", "arith.index_castui",
    "arith.sitofp", "arith.truncf", "arith.trunci", "arith.uitofp",
];

/// Predicates of integer comparisons by their numbers in MLIR.
const INTEGERS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// Predicates of float comparisons by their numbers in MLIR.
const FLOATS: [&str; 16] = ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"];

/// Writes an op but for its results' names, if it has a form here.
pub(super) fn write(p: &mut Printer, op: &Op, depth: usize) -> bool {
    let Some(text) = form(p, op, depth) else { return false };
    p.out.push_str(&text);
    true
}

fn form(p: &mut Printer, op: &Op, depth: usize) -> Option<String> {
    let (name, operands) = (op.name.as_str(), op.operands.as_slice());
    let attribute = |name: &str| p.attribute(op, name);
    let of_type = |index: usize| p.types(&operands[index..=index]);
    let result = p.type_list(&op.results);
    Some(match name {
        "func.func" => return function(p, op, depth),
        "linalg.generic" => return loops(p, op, depth),
        "linalg.fill" => format!("{name} ins({} : {}) outs({} : {}) -> {result}", p.value(operands[0]), of_type(0), p.value(operands[1]), of_type(1)),
        "func.return" | "linalg.yield" | "scf.yield" if operands.is_empty() => name.to_owned(),
        "func.return" | "linalg.yield" | "scf.yield" => format!("{name} {} : {}", p.values(operands), p.types(operands)),
        "func.call" => format!("{name} {}({}) : ({}) -> {result}", attribute("callee")?, p.values(operands), p.types(operands)),
        "arith.constant" => format!("{name} {}", attribute("value")?),
        "arith.cmpi" => format!("{name} {}, {} : {}", INTEGERS.get(predicate(&attribute("predicate")?)?)?, p.values(operands), of_type(0)),
        "arith.cmpf" => format!("{name} {}, {} : {}", FLOATS.get(predicate(&attribute("predicate")?)?)?, p.values(operands), of_type(0)),
        "arith.select" => format!("{name} {} : {result}", p.values(operands)),
        "linalg.index" => format!("{name} {} : {result}", attribute("dim")?.trim_end_matches(" : i64")),
        "tensor.empty" => format!("{name}() : {result}"),
        "tensor.extract" => format!("{name} {}[{}] : {}", p.value(operands[0]), p.values(&operands[1..]), of_type(0)),
        "tensor.insert" => format!("{name} {} into {}[{}] : {}", p.value(operands[0]), p.value(operands[1]), p.values(&operands[2..]), of_type(1)),
        "tensor.collapse_shape" => format!("{name} {} {} : {} into {result}", p.value(operands[0]), attribute("reassociation")?, of_type(0)),
        "tensor.expand_shape" => {
            let shape = numbers(&attribute("static_output_shape")?);
            format!("{name} {} {} output_shape [{}] : {} into {result}", p.value(operands[0]), attribute("reassociation")?, shape.join(", "), of_type(0))
        }
        "tensor.extract_slice" => format!("{name} {}{} : {} to {result}", p.value(operands[0]), place(p, op, 1)?, of_type(0)),
        "tensor.insert_slice" => format!("{name} {} into {}{} : {} into {result}", p.value(operands[0]), p.value(operands[1]), place(p, op, 2)?, of_type(0)),
        "shard.grid" => format!("{name} @{}(shape = {})", symbol(attribute("sym_name")?.trim_matches('"')), numbers(&attribute("shape")?).join("x")),
        "shard.sharding" => {
            let axes = attribute("split_axes")?;
            let axes = axes.strip_prefix("#shard<axisarray")?.strip_suffix('>')?;
            let offsets = match attribute("static_sharded_dims_offsets").map(|text| numbers(&text)) {
                Some(offsets) if !offsets.is_empty() => format!(" sharded_dims_offsets = [{}]", offsets.join(", ")),
                _ => String::new(),
            };
            format!("{name} {} split_axes = {axes}{offsets} : {result}", attribute("grid")?)
        }
        "shard.shard" => {
            let users = if attribute("annotate_for_users").is_some() { " annotate_for_users" } else { "" };
            format!("{name} {} to {}{users} : {result}", p.value(operands[0]), p.value(operands[1]))
        }
        _ if CASTS.contains(&name) => format!("{name} {} : {} to {result}", p.value(operands[0]), of_type(0)),
        _ => return arithmetic(p, op),
    })
}

/// An op on values of one type: `name %x, %y : type`.
fn arithmetic(p: &Printer, op: &Op) -> Option<String> {
    let known = ["arith.", "math.", "complex."].iter().any(|dialect| op.name.starts_with(dialect));
    let [result] = op.results[..] else { return None };
    if !known || op.operands.is_empty() || op.operands.iter().any(|operand| operand.1 != result.1) {
        return None;
    }
    let flags = match op.attributes.as_slice() {
        [] => String::new(),
        [(name, flags)] if name == "fastmath" => format!(" fastmath{}", p.said(*flags).strip_prefix("#arith.fastmath")?),
        _ => return None,
    };
    Some(format!("{} {}{flags} : {}", op.name, p.values(&op.operands), p.said(result.1)))
}

/// A function: `func.func @name(arguments) -> results { … }`.
fn function(p: &mut Printer, op: &Op, depth: usize) -> Option<String> {
    let (name, ty) = (p.attribute(op, "sym_name")?, p.attribute(op, "function_type")?);
    let (inputs, results) = ty.split_once(" -> ")?;
    let name = symbol(name.trim_matches('"'));
    let results = if results.contains(", ") || results == "()" { results } else { results.trim_start_matches('(').trim_end_matches(')') };
    let known = ["sym_name", "function_type", "sym_visibility"];
    let more: Vec<String> = op.attributes.iter().filter(|(name, _)| !known.contains(&name.as_str())).map(|(name, value)| format!("{name} = {}", p.said(*value))).collect();
    let private = if p.attribute(op, "sym_visibility").is_some() { "private " } else { "" };
    let with = if more.is_empty() { String::new() } else { format!(" attributes {{{}}}", more.join(", ")) };
    let _ = write!(p.out, "func.func {private}@{name}");
    let Some(block) = op.regions.first().copied().flatten() else {
        return Some(format!("{inputs} -> {results}{with}"));
    };
    let mut body = p.body(block);
    let arguments: Vec<String> = std::mem::take(&mut body.arguments).into_iter().map(|argument| p.argument(argument)).collect();
    let _ = writeln!(p.out, "({}) -> {results}{with} {{", arguments.join(", "));
    p.block(&body, depth);
    p.indent(depth);
    Some("}".to_owned())
}

/// A loop nest.
fn loops(p: &mut Printer, op: &Op, depth: usize) -> Option<String> {
    let segments = numbers(&p.attribute(op, "operandSegmentSizes")?);
    let (inputs, outputs) = op.operands.split_at(segments.first()?.parse().ok()?);
    let kinds = p.attribute(op, "iterator_types")?.replace("#linalg.iterator_type<", "\"").replace('>', "\"");
    let _ = write!(p.out, "linalg.generic {{indexing_maps = {}, iterator_types = {kinds}}}", p.attribute(op, "indexing_maps")?);
    for (name, list) in [("ins", inputs), ("outs", outputs)].into_iter().filter(|(_, list)| !list.is_empty()) {
        let _ = write!(p.out, " {name}({} : {})", p.values(list), p.types(list));
    }
    p.out.push_str(" {\n");
    let body = p.body(op.regions.first().copied().flatten()?);
    p.block(&body, depth);
    p.indent(depth);
    Some(format!("}} -> {}", p.type_list(&op.results)))
}

/// Where a box of a tensor lies: offsets, of which some are operands from `first` on, sizes and steps.
fn place(p: &Printer, op: &Op, first: usize) -> Option<String> {
    let mut values = op.operands[first..].iter();
    let mut text = String::new();
    for (index, name) in ["static_offsets", "static_sizes", "static_strides"].into_iter().enumerate() {
        let mut entries = numbers(&p.attribute(op, name)?);
        for entry in entries.iter_mut().filter(|entry| **entry == i64::MIN.to_string()) {
            *entry = p.value(*values.next()?);
        }
        let _ = write!(text, "{}[{}]", if index == 0 { "" } else { " " }, entries.join(", "));
    }
    Some(text)
}

/// A symbol's name as it stands after `@`: in quotes where it is no identifier.
pub(super) fn symbol(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}

fn predicate(text: &str) -> Option<usize> {
    text.strip_suffix(" : i64")?.parse().ok()
}

/// The numbers of `array<i64: 1, 2>`.
fn numbers(text: &str) -> Vec<String> {
    let list = text.split_once(": ").map_or("", |(_, list)| list.trim_end_matches('>'));
    list.split(", ").filter(|number| !number.is_empty()).map(str::to_owned).collect()
}
