//! The `shardwright` command with an op and a pass of our own.

fn main() -> std::process::ExitCode {
    let (ops, passes) = shardwright_example::registries();
    shardwright_tools::run(std::env::args_os(), &ops, &passes)
}
