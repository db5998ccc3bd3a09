//! Filetests: one text file holds a program, what to run on it and what must come out.
//!
//! Made for authors of passes and ops outside these crates too: [`main`] is the whole of a test target.
//!
//! ```no_run
//! fn main() {
//!     let ops = shardwright_dialects::registry();
//!     let passes = shardwright_compiler::pass_registry();
//!     shardwright_tools::filetest::main(&["testdata"], &ops, &passes);
//! }
//! ```
//!
//! Invariants: every case also checks that its input, and its output, print to a text that parses and prints to
//! itself; a diagnostic that the case does not expect fails it; `BLESS=1` rewrites whole-output blocks and nothing
//! else.

pub mod case;
pub mod check;

use case::{Case, Expected, Run};
use libtest_mimic::{Arguments, Failed, Trial};
use shardwright_compiler::render::{SourceText, Style, position, render_all};
use shardwright_ir::diag::Severity;
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_ir::{Diagnostics, Module, Registry};
use shardwright_passes::manager::{PassRegistry, Pipeline, RunOptions, run_pipeline};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Runs every `.mlir` file with a `RUN` line below the folders, and exits with the outcome. Arguments of the process
/// are those of any Rust test target.
pub fn main(folders: &[&str], ops: &Registry, passes: &PassRegistry) -> ! {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, trials(folders, ops, passes)).exit()
}

/// The tests of [`main`], one a file.
pub fn trials(folders: &[&str], ops: &Registry, passes: &PassRegistry) -> Vec<Trial> {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut trials = Vec::new();
    for folder in folders {
        for path in files_below(Path::new(folder)) {
            let (ops, passes) = (ops.clone(), passes.clone());
            let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
            trials.push(Trial::test(name, move || run_file(&path, &ops, &passes, bless).map_err(Failed::from)));
        }
    }
    trials
}

/// Runs one file.
///
/// # Errors
/// What failed, with lines of the file.
pub fn run_file(path: &Path, ops: &Registry, passes: &PassRegistry, bless: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let cases = case::parse_file(&text)?;
    let mut faults = String::new();
    let mut outputs = Vec::new();
    for case in &cases {
        let mut output = None;
        for run in &case.runs {
            match run_case(case, run, ops, passes, bless) {
                Ok(text) => output = Some(text),
                Err(why) => {
                    let _ = writeln!(faults, "case at line {}, `opt -p '{}'`: {why}", case.first_line, run.pipeline);
                }
            }
        }
        outputs.push(output.filter(|_| case.output.is_some()));
    }
    if bless && faults.is_empty() {
        let blessed = case::with_outputs(&text, &outputs);
        if blessed != text {
            std::fs::write(path, blessed).map_err(|error| error.to_string())?;
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Runs one `RUN` line of a case and returns its output.
fn run_case(case: &Case, run: &Run, ops: &Registry, passes: &PassRegistry, bless: bool) -> Result<String, String> {
    let source = SourceText { name: "input".to_owned(), text: case.input.clone() };
    let mut found = Diagnostics::default();
    let mut output = String::new();
    match parse_and_verify(&case.input, ops) {
        Err(faults) => found = faults,
        Ok(mut module) => {
            check_round_trip(&module, ops).map_err(|why| format!("input: {why}"))?;
            let pipeline = Pipeline::parse(&run.pipeline, passes)?;
            match run_pipeline(&pipeline, &mut module, ops, &RunOptions::default(), &mut []) {
                Ok(report) => {
                    found.0 = report.diagnostics;
                    output = print_module(&module);
                    check_round_trip(&module, ops).map_err(|why| format!("output: {why}"))?;
                }
                Err(faults) => found = faults,
            }
        }
    }
    compare_diagnostics(case, &found, &source)?;
    check::check(&run.checks, &output)?;
    match &case.output {
        Some(expected) if !bless && expected.trim_end() != output.trim_end() => Err(format!(
            "output differs (BLESS=1 rewrites it):\n{}",
            similar::TextDiff::from_lines(expected.trim_end(), output.trim_end()).unified_diff().header("expected", "got")
        )),
        _ => Ok(output),
    }
}

/// Reads a module and verifies it.
///
/// # Errors
/// All faults of the first step that finds any.
pub fn parse_and_verify(text: &str, ops: &Registry) -> Result<Module, Diagnostics> {
    let module = parse_module(text, ops)?;
    verify(&module)?;
    Ok(module)
}

/// Whether the text of a module reads back as itself.
///
/// # Errors
/// The first line that differs, or why the text does not parse.
pub fn check_round_trip(module: &Module, ops: &Registry) -> Result<(), String> {
    let text = print_module(module);
    let source = SourceText { name: "printed text".to_owned(), text: text.clone() };
    let again = parse_module(&text, ops)
        .map_err(|faults| format!("what was printed does not parse:\n{}", render_all(&faults, Some(&source), Style::Plain)))?;
    let again = print_module(&again);
    if again == text {
        return Ok(());
    }
    let diff = similar::TextDiff::from_lines(&text, &again);
    Err(format!("what was printed reads back as something else:\n{}", diff.unified_diff().header("printed", "read and printed")))
}

fn compare_diagnostics(case: &Case, found: &Diagnostics, source: &SourceText) -> Result<(), String> {
    let mut missing: Vec<&Expected> = case.expected.iter().collect();
    let mut unexpected = Diagnostics::default();
    for diagnostic in &found.0 {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        };
        let line = diagnostic.labels.first().map(|label| position(&source.text, label.span.start as usize).0 + case.first_line - 1);
        let matching =
            missing.iter().position(|e| e.severity == severity && e.line == line && diagnostic.message.contains(&e.message));
        match matching {
            Some(index) => {
                missing.remove(index);
            }
            None => unexpected.push(diagnostic.clone()),
        }
    }
    let mut faults = String::new();
    for expected in missing {
        let place = expected.line.map_or("without a place".to_owned(), |line| format!("on line {line}"));
        let _ = writeln!(faults, "expected {} {place} did not come: {}", expected.severity, expected.message);
    }
    if !unexpected.0.is_empty() {
        let _ = write!(faults, "unexpected diagnostics:\n{}", render_all(&unexpected, Some(source), Style::Plain));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Every `.mlir` file with a `RUN` line below a folder, in order of name. Fixtures without one are no tests.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "mlir")
                && std::fs::read_to_string(&path).is_ok_and(|text| text.contains("// RUN:"))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
