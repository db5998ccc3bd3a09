//! The tables of a native program, as C: who holds which part of what, and who meets whom.
//!
//! Invariants: the same manifest gives the same text; numbers of groups and pairs are those that the program's calls use;
//! element types are numbered as [`ElementType::ALL`], in `shardwright.h` too.

use super::pipeline;
use crate::manifest::{Manifest, Port};
use indexmap::IndexSet;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::role::Role;
use shardwright_ir::types::ElementType;
use std::fmt::Write;
use std::path::PathBuf;

/// Which devices meet in a program's collectives, each table once; calls name a table by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// Replica groups, rows in order of their members.
    pub groups: IndexSet<Vec<Vec<i64>>>,
    /// Sender and receiver.
    pub pairs: IndexSet<Vec<(i64, i64)>>,
}

impl Meetings {
    /// The number of a table of groups.
    pub fn group(&mut self, groups: Vec<Vec<i64>>) -> i32 {
        self.groups.insert_full(groups).0 as i32
    }
    /// The number of a table of pairs.
    pub fn pair(&mut self, pairs: Vec<(i64, i64)>) -> i32 {
        self.pairs.insert_full(pairs).0 as i32
    }
}

/// What a program's function of one device is called in object files; of a program in pieces, each piece has one.
pub fn function_name(piece: Option<usize>) -> String {
    piece.map_or_else(|| "shardwright_program".to_owned(), |piece| format!("shardwright_piece_{piece}"))
}

/// The number of an element type in `shardwright.h`.
pub fn element_number(element: ElementType) -> usize {
    ElementType::ALL.iter().position(|other| *other == element).unwrap_or_else(|| unreachable!("all types are in the list"))
}

/// `tables.c` of a program.
///
/// # Errors
/// A program in stages without a schedule, or one whose ports contradict themselves.
pub fn tables(manifest: &Manifest, meetings: &Meetings) -> Result<String, String> {
    if !manifest.stages.is_empty() {
        return Err("a program in stages without a schedule has no native form: give --pipeline".to_owned());
    }
    let mut text = String::from("/* What the runtime must know of this program. Made by the compiler. */\n#include \"shardwright.h\"\n\n");
    let groups = meetings.groups.iter().map(|rows| {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let padded = rows.iter().flat_map(|row| row.iter().copied().chain(std::iter::repeat(-1)).take(width));
        (rows.len(), width, padded.collect::<Vec<i64>>())
    });
    meeting_tables(&mut text, "groups", groups);
    let pairs = meetings.pairs.iter().map(|rows| (rows.len(), 2, rows.iter().flat_map(|&(from, to)| [from, to]).collect()));
    meeting_tables(&mut text, "pairs", pairs);
    let files: IndexSet<&PathBuf> = manifest.inputs.iter().filter_map(|port| Some(&port.weight.as_ref()?.file)).collect();
    text.push_str("static const sw_file files[] = {\n");
    for file in &files {
        let path = file.to_str().ok_or_else(|| format!("{}: the path is not text", file.display()))?;
        let known = manifest.weight_files.get(*file);
        let (length, pages) = known.map_or((0, ""), |known| (known.length, known.pages.as_str()));
        let _ = writeln!(text, "    {{{}, {length}u, \"{pages}\"}},", quoted(path));
    }
    text.push_str("    {0, 0, 0}};\n");
    port_table(&mut text, "inputs", &manifest.inputs, &files)?;
    port_table(&mut text, "outputs", &manifest.outputs, &files)?;
    let run = match &manifest.schedule {
        Some(schedule) => {
            pipeline::tables(&mut text, manifest, schedule, &files)?;
            "0, &pipeline".to_owned()
        }
        None => {
            declare(&mut text, None);
            format!("{}, 0", function_name(None))
        }
    };
    let loss = manifest.outputs.iter().position(|port| port.in_step.role == Some(Role::Loss)).map_or(-1, |index| index as i64);
    let _ = writeln!(
        text,
        "const sw_program sw_the_program = {{{}, {}, {}, {}, {}, {}, groups, pairs, files, inputs, outputs, {loss}, {run}}};",
        manifest.devices,
        meetings.groups.len(),
        meetings.pairs.len(),
        files.len(),
        manifest.inputs.len(),
        manifest.outputs.len()
    );
    Ok(text)
}

fn meeting_tables(text: &mut String, name: &str, tables: impl Iterator<Item = (usize, usize, Vec<i64>)>) {
    let mut rows = String::new();
    for (index, (count, width, ids)) in tables.enumerate() {
        let _ = writeln!(text, "static const int32_t {name}_{index}[] = {{{}0}};", listed(&ids));
        let _ = writeln!(rows, "    {{{count}, {width}, {name}_{index}}},");
    }
    let _ = writeln!(text, "static const sw_table {name}[] = {{\n{rows}    {{0, 0, 0}}}};");
}

/// A table of ports.
pub(super) fn port_table(text: &mut String, name: &str, ports: &[Port], files: &IndexSet<&PathBuf>) -> Result<(), String> {
    let rows = ports.iter().enumerate().map(|(index, port)| {
        let file = port.weight.as_ref().and_then(|weight| files.get_index_of(&weight.file));
        port_row(text, &format!("{name}_{index}"), port, file)
    });
    let rows = rows.collect::<Result<Vec<String>, String>>()?;
    let _ = writeln!(text, "static const sw_port {name}[] = {{\n{}    {{0}}}};", rows.concat());
    Ok(())
}

/// Declares the program's function, or a piece's.
pub(super) fn declare(text: &mut String, piece: Option<usize>) {
    let _ = writeln!(text, "void {}(void *const *arguments, void *const *results);", function_name(piece));
}

/// A port's arrays, written to `text`, and its row.
fn port_row(text: &mut String, name: &str, port: &Port, file: Option<usize>) -> Result<String, String> {
    let element = port.global_type()?.element;
    let _ = writeln!(text, "static const int64_t {name}_shape[] = {{{}0}};", listed(&port.shape));
    let _ = writeln!(text, "static const int64_t {name}_local[] = {{{}0}};", listed(&port.local));
    let _ = writeln!(text, "static const int64_t {name}_starts[] = {{{}0}};", listed(&port.starts.concat()));
    let holder = |start: &Vec<i64>| port.starts.iter().position(|other| other == start).unwrap_or(0) as i64;
    let holders: Vec<i64> = port.starts.iter().map(holder).collect();
    let _ = writeln!(text, "static const int32_t {name}_holders[] = {{{}0}};", listed(&holders));
    let initial = match port.in_step.initial {
        Some(value) if port.weight.is_none() => {
            let bytes: Vec<i64> = bytes_of_f64(element, value).iter().map(|&byte| i64::from(byte)).collect();
            let _ = writeln!(text, "static const unsigned char {name}_initial[] = {{{}0}};", listed(&bytes));
            format!("{name}_initial")
        }
        _ => "0".to_owned(),
    };
    let (offset, length) = port.weight.as_ref().map_or((0, 0), |weight| (weight.offset, weight.length));
    let place = |index: Option<usize>| index.map_or(-1, |index| index as i64);
    let (file, next) = (place(file), place(port.in_step.next));
    Ok(format!(
        "    {{{}, {}, {}, {name}_shape, {name}_local, {name}_starts, {name}_holders, {file}, {offset}u, {length}u, {initial}, {next}}},\n",
        quoted(&port.name),
        element_number(element),
        port.shape.len(),
    ))
}

/// Numbers, each with a comma behind it.
pub(super) fn listed(numbers: &[i64]) -> String {
    numbers.iter().map(|number| format!("{number}, ")).collect()
}

/// A C string: what is not plain ASCII is escaped in octal, of which C reads at most three digits.
fn quoted(text: &str) -> String {
    let mut made = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => made.push_str(&format!("\\{}", byte as char)),
            b' '..=b'~' => made.push(byte as char),
            _ => made.push_str(&format!("\\{byte:03o}")),
        }
    }
    made.push('"');
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_numbers_element_types_as_the_compiler_does() {
        let header = include_str!("runtime/shardwright.h");
        let list = header.split("enum sw_element {").nth(1).and_then(|rest| rest.split('}').next()).unwrap();
        let names: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let wanted = ElementType::ALL.iter().map(|element| match element {
            ElementType::C64 => "SW_C64".to_owned(),
            ElementType::C128 => "SW_C128".to_owned(),
            other => format!("SW_{}", other.as_str().to_uppercase()),
        });
        assert_eq!(names, wanted.chain(["SW_ELEMENTS".to_owned()]).collect::<Vec<_>>());
    }

    #[test]
    fn names_survive_as_c_strings() {
        assert_eq!(quoted("a\"b\\c?"), r#""a\"b\\c\?""#);
        // é is 0xc3 0xa9; a digit may follow an escape.
        assert_eq!(quoted("é1\n"), r#""\303\2511\012""#);
    }

    #[test]
    fn tables_are_numbered_once() {
        let mut meetings = Meetings::default();
        assert_eq!(meetings.group(vec![vec![0, 1]]), 0);
        assert_eq!(meetings.group(vec![vec![1, 0]]), 1);
        assert_eq!(meetings.group(vec![vec![0, 1]]), 0);
        assert_eq!(meetings.pair(vec![(0, 1)]), 0);
    }
}
