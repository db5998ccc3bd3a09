//! The `shardwright` command with the built-in ops and passes.

use std::process::ExitCode;

fn main() -> ExitCode {
    shardwright_tools::run(std::env::args_os(), &shardwright_dialects::registry(), &shardwright_compiler::pass_registry())
}
