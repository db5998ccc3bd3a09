//! `passes`, `ops`, `engines`, `machines`, `searches`: what there is, one a line, with a summary.

use super::print;
use crate::fault::Fault;
use shardwright_compiler::back::native_form;
use shardwright_compiler::engine::{mpi, ort, pjrt, xla};
use shardwright_ir::machine::{BUILTIN, DEFAULT_MACHINE, builtin};
use shardwright_ir::{OpInfo, Registry};
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::search::{SEARCHES, SearchInfo};
use std::fmt::Write;

/// Lists passes with their options, then named pipelines with their text.
pub fn passes(passes: &PassRegistry) -> Result<(), Fault> {
    let width = passes.names().map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for pass in passes.passes() {
        let _ = writeln!(text, "{:width$}  {}", pass.name, pass.summary);
        for option in pass.options {
            let _ = writeln!(text, "{:width$}    {}={}  {}", "", option.name, option.default, option.summary);
        }
    }
    for pipeline in passes.pipelines() {
        let _ = writeln!(text, "{:width$}  {}: {}", pipeline.name, pipeline.summary, pipeline.text);
    }
    print(&text)
}

/// Lists ops; with `native` how native programs serve each.
pub fn ops(ops: &Registry, native: bool) -> Result<(), Fault> {
    let width = ops.ops().map(|op| op.name.len()).max().unwrap_or(0);
    let line = |op: &OpInfo| format!("{:width$}  {}\n", op.name, if native { native_form(op) } else { op.summary });
    print(&ops.ops().map(line).collect::<String>())
}

/// Lists engines; for one that cannot be used here, why.
pub fn engines() -> Result<(), Fault> {
    let state = |found: Result<String, String>| found.unwrap_or_else(|why| format!("not available: {why}"));
    let plugin = pjrt::find_plugin(None).map(|path| format!("ready: {}", path.display())).map_err(|error| error.to_string());
    let python = xla::XlaRunner::find().map(|_| "ready".to_owned()).map_err(|error| error.to_string());
    let library = ort::find_library(None).map(|path| format!("ready: {}", path.display()));
    let mpi = mpi::find(None, None).map(|(path, implementation)| format!("ready: {} of {}", path.display(), implementation.name()));
    print(&format!(
        "virtual  N virtual devices in this process; nothing to install (ready)\n\
         pjrt     any PJRT C API plugin ({})\n\
         xla      XLA's CPU devices through the jaxlib wheel ({})\n\
         ort      ONNX Runtime, on what `--emit onnx` writes ({})\n\
         mpi      native processes over MPI, of programs compiled with --emit native ({}; {})\n",
        state(plugin),
        state(python),
        state(library),
        state(mpi),
        if cfg!(feature = "mlir") { "this build makes them" } else { "this build makes none: it lacks the feature `mlir`" }
    ))
}

/// Lists the built-in machines.
pub fn machines() -> Result<(), Fault> {
    let width = BUILTIN.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, _) in BUILTIN {
        let machine = builtin(name).map_err(Fault::input)?;
        let default = if *name == DEFAULT_MACHINE { " (default)" } else { "" };
        let _ = writeln!(text, "{name:width$}  {}{default}", machine.summary);
    }
    print(&text)
}

/// Lists searches, with their sources.
pub fn searches() -> Result<(), Fault> {
    let width = SEARCHES.iter().map(|search| search.name.len()).max().unwrap_or(0);
    let exact = |search: &SearchInfo| if search.exact { "exact" } else { "heuristic" };
    let lines = SEARCHES.iter().map(|search| format!("{:width$}  {} ({}; {})\n", search.name, search.summary, exact(search), search.paper));
    print(&lines.collect::<String>())
}
