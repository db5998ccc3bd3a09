//! What one device holds at the worst moment of a compiled program, and for which op.
//!
//! The per-device programs of an output folder are looked at anew. Invariants: the largest first; what is told of a program adds up to its
//! report's `memory.peak`.

use super::show::bytes;
use crate::files::read_text;
use crate::manifest::Manifest;
use crate::render::position;
use indexmap::IndexMap;
use serde::Serialize;
use shardwright_ir::text::parse_module;
use shardwright_ir::{Func, Loc, OpId, Registry};
use shardwright_passes::analysis::memory::{Held, Part, held, xla_cpu};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What the programs of a folder hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// One a program.
    pub programs: Vec<ProgramMemory>,
}

/// What a device holds that runs a program, in bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProgramMemory {
    /// Its file.
    pub program: String,
    /// The most that is held at once.
    pub peak: i64,
    /// The op that runs then.
    pub at: String,
    /// What is held then, by what it is.
    pub parts: Vec<(&'static str, i64)>,
    /// The buffers, those that are alike together, the largest sums first.
    pub held: Vec<HeldAlike>,
    /// What XLA's CPU compiler would allocate, in its own order.
    pub xla_cpu: i64,
}

/// Buffers that are there for the same reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HeldAlike {
    /// The sum of their sizes.
    pub bytes: i64,
    /// How many.
    pub count: i64,
    /// What they are.
    pub part: &'static str,
    /// The first: its name, or its type.
    pub value: String,
    /// What computes it; empty for arguments.
    pub from: String,
    /// The last op that reads it; empty for arguments and results.
    pub until: String,
}

/// What the programs of a folder hold at their worst moments.
///
/// # Errors
/// A file that cannot be read, by its name.
pub fn tell(folder: &Path, ops: &Registry) -> Result<Told, String> {
    let manifest = Manifest::read(folder)?;
    let of = |(file, _): (&str, usize)| {
        let path = folder.join(file);
        let source = read_text(&path)?;
        let module = parse_module(&source, ops).map_err(|faults| format!("{}: {faults}", path.display()))?;
        let func = module.main().ok_or_else(|| format!("{}: has no main function", path.display()))?;
        Ok(program(file, &source, func))
    };
    Ok(Told { programs: manifest.programs().map(of).collect::<Result<_, String>>()? })
}

fn program(file: &str, source: &str, func: &Func) -> ProgramMemory {
    let (all, at) = held(func);
    let place = |op: OpId| {
        let data = func.op(op);
        let place = match &data.loc {
            Loc::Unknown if data.span.is_known() => format!(" at line {}", position(source, data.span.start as usize).0),
            Loc::Unknown => String::new(),
            loc => format!(" at {loc}"),
        };
        format!("{}{place}", data.info.name)
    };
    let mut parts = BTreeMap::<Part, i64>::new();
    // Alike are buffers of one size, made by one kind of op for one kind of op.
    let mut alike = IndexMap::<(i64, Part, &str, &str), (i64, Held)>::new();
    let kind = |op: Option<OpId>| op.map_or("", |op| func.op(op).info.name);
    for one in &all {
        let sum = parts.entry(one.part).or_default();
        *sum = sum.saturating_add(one.bytes);
        alike.entry((one.bytes, one.part, kind(one.op), kind(one.reader))).or_insert((0, *one)).0 += 1;
    }
    let mut held: Vec<HeldAlike> = alike.into_values().map(|(count, one)| HeldAlike {
        bytes: one.bytes.saturating_mul(count),
        count,
        part: one.part.as_str(),
        value: one.value.map_or_else(String::new, |value| func.value(value).name.map_or_else(|| func.ty(value).to_string(), |name| name.as_str().to_owned())),
        from: one.op.map_or_else(String::new, place),
        until: one.reader.map_or_else(String::new, place),
    }).collect();
    held.sort_by_key(|one| std::cmp::Reverse(one.bytes));
    ProgramMemory {
        program: file.to_owned(),
        peak: all.iter().map(|one| one.bytes).fold(0i64, i64::saturating_add),
        at: at.map_or_else(|| "the end".to_owned(), place),
        parts: parts.into_iter().map(|(part, sum)| (part.as_str(), sum)).collect(),
        held,
        xla_cpu: xla_cpu(func).total(),
    }
}

impl Told {
    /// As text, with at most `top` kinds of buffers a program.
    pub fn text(&self, top: usize) -> String {
        let mut text = String::new();
        for program in &self.programs {
            let _ = writeln!(text, "{}: {} at {}; XLA on CPU would allocate {}", program.program, bytes(program.peak), program.at, bytes(program.xla_cpu));
            for (part, sum) in &program.parts {
                let _ = writeln!(text, "  {part:14}{:>12}", bytes(*sum));
            }
            for one in program.held.iter().take(top) {
                let each = if one.count > 1 { format!(" in {} of", one.count) } else { " of".to_owned() };
                let from = if one.from.is_empty() { String::new() } else { format!(" from {}", one.from) };
                let until = match (one.part, one.until.as_str()) {
                    ("output", _) => ", returned".to_owned(),
                    (_, "") => String::new(),
                    (_, until) => format!(", kept for {until}"),
                };
                let _ = writeln!(text, "\n{}{each} {} {}{from}{until}", bytes(one.bytes), one.part, one.value);
            }
            if program.held.len() > top {
                let _ = writeln!(text, "\n{} more kinds (--top shows them)", program.held.len() - top);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompileOptions, compile, output, pass_registry};

    /// The parts, and the buffers one by one, are the peak that the report tells; a gradient step on two layers holds both weights.
    #[test]
    fn what_is_held_adds_up_to_the_reports_peak() {
        let ops = shardwright_dialects::registry();
        for name in ["mlp_train_sgd", "scan_layers", "t2_bp_mp"] {
            let model = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/jax/{name}.mlir"));
            let compiled = compile(&model, &CompileOptions::default(), &ops, &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
            let folder = tempfile::tempdir().expect("a folder");
            let out = folder.path().join("out");
            output::write(&compiled, &out, output::Emit::default()).expect("written");
            let told = tell(&out, &ops).expect("read").programs.remove(0);
            assert_eq!((told.peak, told.xla_cpu), (compiled.report.memory.peak, compiled.report.allocated.total()), "{name}");
            assert_eq!(told.parts.iter().map(|(_, sum)| sum).sum::<i64>(), told.peak, "{name}");
            assert_eq!(told.held.iter().map(|one| one.bytes).sum::<i64>(), told.peak, "{name}");
        }
    }
}
