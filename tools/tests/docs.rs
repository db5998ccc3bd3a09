//! Every command in `README.md` and the book is run, as written, from the root of the checkout.
//!
//! Commands are the lines of code blocks marked `sh`. Those that start with `cargo run` run the binary that this test was built
//! with; `cargo test` lines are checked against the targets that exist (running them here would run this test in itself). Those that need the feature
//! `mlir` run where this test has it, and then only they; elsewhere their arguments are checked.

use clap::Parser;
use shardwright_tools::args::Cli;
use shardwright_tools::filetest::case::split_words;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_commands_in_the_documentation_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root.join("docs/src")).unwrap().flatten().map(|entry| entry.path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.insert(0, root.join("README.md"));
    let mut count = 0;
    let mut faults = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for command in commands(&text) {
            count += 1;
            if let Err(why) = run(&command, &root) {
                faults.push(format!("{}: {command}\n{why}", page.display()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
    assert!(count >= 10, "the documentation has {count} commands: are its code blocks still marked `sh`?");
}

/// Lines of `sh` blocks, continued lines joined.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.replace("\\\n", " ").lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            command if inside && !command.is_empty() => found.push(command.to_owned()),
            _ => {}
        }
    }
    found
}

fn run(command: &str, root: &Path) -> Result<(), String> {
    let words = split_words(command)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["cargo", "run", "--release", "--features", "mlir", "--", ref arguments @ ..] => match cfg!(feature = "mlir") {
            true => spawn(Command::new(env!("CARGO_BIN_EXE_shardwright")).args(arguments), root),
            false => Cli::try_parse_from(std::iter::once("shardwright").chain(arguments.iter().copied())).map(|_| ()).map_err(|why| why.to_string()),
        },
        ["mpirun", "-np", _, program, ref options @ ..] => {
            let known = include_str!("../../compiler/src/back/native/runtime/main.c");
            match options.iter().find(|option| option.starts_with("--") && !known.contains(&format!("strcmp(argv[i], \"{option}\")"))) {
                Some(option) => Err(format!("{option} is no option of native programs")),
                None if cfg!(feature = "mlir") && !root.join(program).is_file() => Err(format!("{program} is not there: no command before has made it")),
                None => Ok(()),
            }
        }
        // Links again what a command before has made.
        [variable, script] if variable.starts_with("MPICC=") && script.ends_with("/native/build.sh") => match cfg!(feature = "mlir") {
            true => spawn(Command::new("sh").arg(script).env("MPICC", &variable["MPICC=".len()..]), root),
            false => Ok(()),
        },
        _ if cfg!(feature = "mlir") => Ok(()),
        ["cargo", "run", "--release", "--", ref arguments @ ..] => spawn(Command::new(env!("CARGO_BIN_EXE_shardwright")).args(arguments), root),
        ["cargo", "run", "--release", "-p", "shardwright-example", "--", ref arguments @ ..] => {
            // The example's command is ours with its op and pass; run in a process of its own when it has been built.
            let beside = Path::new(env!("CARGO_BIN_EXE_shardwright")).with_file_name("shardwright-example");
            if beside.is_file() { spawn(Command::new(beside).args(arguments), root) } else { Ok(()) }
        }
        ["cargo", "test", "--release", "-p", package, ..] if ["shardwright-tools", "shardwright-example"].contains(&package) => Ok(()),
        _ => Err("this test does not know how to run it".to_owned()),
    }
}

fn spawn(command: &mut Command, root: &Path) -> Result<(), String> {
    let output = command.current_dir(root).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}{}", output.status, String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
}
