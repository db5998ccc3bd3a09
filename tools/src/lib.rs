//! The doors: the `shardwright` command and the filetest runner, as a library.
//!
//! A crate that adds ops or passes has its own command in three lines: fill a registry of ops and one of passes, and
//! hand them to [`run`]. Invariants: exit status 0 when done, 1 when the input is at fault, 2 for wrong usage; results
//! go to standard output, everything else to stderr.

pub mod args;
pub mod cases;
pub mod commands;
pub mod fault;
pub mod filetest;

use args::{Cli, Command, DiagnosticsFormat};
use clap::Parser;
use fault::Fault;
use shardwright_compiler::render::Style;
use shardwright_ir::Registry;
use shardwright_passes::manager::PassRegistry;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Runs the command that the arguments (the program's name first) name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, ops: &Registry, passes: &PassRegistry) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors: clap knows which stream and status they have.
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            return match error.print() {
                Ok(()) => ExitCode::from(status),
                Err(_) => ExitCode::from(2),
            };
        }
    };
    let style = match cli.diagnostics {
        DiagnosticsFormat::Json => Style::Json,
        DiagnosticsFormat::Human if std::io::stderr().is_terminal() => Style::Colour,
        DiagnosticsFormat::Human => Style::Plain,
    };
    match dispatch(&cli.command, ops, passes, style) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprint!("{}", fault.render(style));
            ExitCode::from(fault.status())
        }
    }
}

fn dispatch(command: &Command, ops: &Registry, passes: &PassRegistry, style: Style) -> Result<(), Fault> {
    match command {
        Command::Compile(args) => commands::compile::compile(args, ops, passes, style),
        Command::Run(args) => commands::run::run(args, ops),
        Command::Verify(args) => commands::verify::verify(args, ops),
        Command::Explain(args) => commands::explain::explain(args, ops),
        Command::Lint(args) => commands::explain::lint(args),
        Command::Diff(args) => commands::explain::diff(args),
        Command::Opt(args) => commands::opt::opt(args, ops, passes, style),
        Command::Generate(args) => commands::generate::generate(args),
        Command::Schedules => commands::simulate::schedules(),
        Command::Simulate(args) => commands::simulate::simulate(args),
        Command::Passes => commands::list::passes(passes),
        Command::Ops { native } => commands::list::ops(ops, *native),
        Command::Engines => commands::list::engines(),
        Command::Machines => commands::list::machines(),
        Command::Plan(args) => commands::plan::plan(args, ops, passes),
        Command::Strategy(args) => commands::strategy::strategy(args, ops, passes),
        Command::Searches => commands::list::searches(),
        Command::Iopddl(args) => commands::iopddl::iopddl(args),
        Command::Interop(args) => commands::interop::interop(args),
        Command::Planners => commands::interop::planners(),
        Command::Profile(args) => commands::profile::profile(args, ops, passes),
        Command::Spaces(args) => commands::spaces::spaces(args, ops, passes),
        Command::Zoo(args) => commands::zoo::zoo(args, ops, passes),
        Command::Cases(args) => commands::cases::cases(args, ops, passes),
        Command::OnnxNodeTests(args) => commands::node_tests::node_tests(args, ops),
    }
}
