//! The profiles of other planners: which one a file is, and what it says as text.
//!
//! They have times of the layers of one model, by name, as measured with one degree of tensor parallelism and one variant: what a planner of pipelines balances, not what prices
//! a program. Invariants: a file is recognised by its beginning alone; totals add up each variant's rows once.

use super::table::OpTable;
use super::{aceso, file, pipedream, piper};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::path::Path;

/// Formats of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Aceso's CSV of op times.
    Aceso,
    /// Aceso's CSV of a collective.
    AcesoCollective,
    /// PipeDream's `graph.txt`.
    PipeDream,
    /// Piper's JSON.
    Piper,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Aceso => "a profile of Aceso's op times",
            Format::AcesoCollective => "a profile of Aceso's collective times",
            Format::PipeDream => "a profile of PipeDream",
            Format::Piper => "a profile of Piper",
        })
    }
}

impl Format {
    /// Which format a text is in; `None` where in none of them.
    pub fn of(text: &str) -> Option<Format> {
        let first = text.lines().find(|line| !line.trim().is_empty())?.trim();
        let json = || serde_json::from_str::<serde_json::Value>(text).ok();
        match first {
            line if line.starts_with("op_name,") => Some(Format::Aceso),
            line if line.starts_with("data_size(MB),") => Some(Format::AcesoCollective),
            line if line.starts_with("node") && line.contains(" -- ") => Some(Format::PipeDream),
            line if line.starts_with('{') && text.contains("\"TMPCs\"") => json().filter(|value| value["nodes"].is_array()).map(|_| Format::Piper),
            _ => None,
        }
    }
}

/// What a file of another planner says, as text for people.
///
/// # Errors
/// That it is in none of the formats, or the line or field at fault.
pub fn show(path: &Path) -> Result<String, String> {
    let text = file::read(path)?;
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let format = Format::of(&text).ok_or_else(|| format!("{name}: is no profile of Aceso, PipeDream or Piper"))?;
    let table = match format {
        Format::Aceso => aceso::parse(&text, &name)?,
        Format::PipeDream => pipedream::parse(&text, &name)?,
        Format::Piper => piper::parse(&text, &name, 1.0)?,
        Format::AcesoCollective => {
            let mut out = format!("{name}: {format}\n{:>14} {:>14} {:>10}\n", "MiB", "ms", "GB/s");
            for (bytes, seconds) in aceso::parse_collective(&text, &name)? {
                let rate = if seconds > 0.0 { format!("{:.2}", bytes / seconds / 1e9) } else { "-".to_owned() };
                let _ = writeln!(out, "{:>14.3} {:>14.4} {rate:>10}", bytes / 1_048_576.0, seconds * 1e3);
            }
            return Ok(out);
        }
    };
    Ok(format!("{name}: {format}\n{}", rows(&table, format != Format::Piper)))
}

/// The rows of a table, and totals by variant. Times in milliseconds where their unit is known, else as they are.
fn rows(table: &OpTable, known: bool) -> String {
    let (unit, scale) = if known { ("ms", 1e3) } else { ("in the file's unit", 1.0) };
    let width = table.ops.iter().map(|op| op.name.chars().count()).max().unwrap_or(0).clamp(8, 60);
    let mut out = format!("{:width$} {:>12} {:>12} {:>12} {:>12} {:>12}  times {unit}, sizes MiB\n", "", "variant", "forward", "backward", "weights", "output");
    let variant = |op: &super::OpTime| format!("tp{}{}{}", op.variant.0, if op.variant.1.is_empty() { "" } else { " " }, op.variant.1);
    let mib = |bytes: f64| bytes / 1_048_576.0;
    let mut totals = BTreeMap::<(u32, &str), (usize, f64, f64, f64)>::new();
    for op in &table.ops {
        let name: String = op.name.chars().take(width).collect();
        let (forward, backward) = (op.forward * scale, op.backward * scale);
        let _ = writeln!(out, "{name:width$} {:>12} {forward:>12.4} {backward:>12.4} {:>12.3} {:>12.3}", variant(op), mib(op.weight_bytes), mib(op.output_bytes));
        let total = totals.entry((op.variant.0, &op.variant.1)).or_default();
        *total = (total.0 + 1, total.1 + forward, total.2 + backward, total.3 + mib(op.weight_bytes));
    }
    for ((degree, name), (count, forward, backward, weights)) in totals {
        let which = format!("tp{degree}{}{name}", if name.is_empty() { "" } else { " " });
        let _ = writeln!(out, "{:width$} {which:>12} {forward:>12.4} {backward:>12.4} {weights:>12.3}", format!("all {count}"));
    }
    if !table.edges.is_empty() {
        let _ = writeln!(out, "{} edge{}", table.edges.len(), if table.edges.len() == 1 { "" } else { "s" });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_beginning() {
        let known = [
            ("op_name,forward-compute\n", Some(Format::Aceso)),
            ("data_size(MB),time(ms)\n1,2\n", Some(Format::AcesoCollective)),
            ("\nnode1 -- Input -- forward_compute_time=0\n", Some(Format::PipeDream)),
            ("{ \"nodes\": [ { \"TMPCs\": {} } ] }", Some(Format::Piper)),
            ("{ \"version\": 1 }", None),
            ("{ \"TMPCs\"", None),
            ("", None),
        ];
        for (text, format) in known {
            assert_eq!(Format::of(text), format, "{text}");
        }
    }

    /// 1.5 + 2 ms forwards and 2.5 + 1 backwards; weights of 3 and 1 MiB.
    #[test]
    fn rows_and_totals_are_shown() {
        let folder = std::env::temp_dir().join(format!("shardwright-foreign-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("m_tp2_algo0.csv");
        std::fs::write(&path, "op_name,forward-compute,backward-compute,input_size,output_size,weights,activations\na,1500,2500,0,2,3,0\nb,2000,1000,0,4,1,0\n").expect("written");
        let text = show(&path).expect("legal");
        let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[2], ["a", "tp2", "algo0", "1.5000", "2.5000", "3.000", "2.000"]);
        assert_eq!(words[4], ["all", "2", "tp2", "algo0", "3.5000", "3.5000", "4.000"]);
        std::fs::write(&path, "what\n").expect("written");
        assert_eq!(show(&path).expect_err("none"), "m_tp2_algo0.csv: is no profile of Aceso, PipeDream or Piper");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
