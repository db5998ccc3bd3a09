//! Rules of the house that no compiler checks.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Files below a folder with this extension, build outputs and fetched tools aside.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" {
                found.extend(files(&path, extension));
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(PathBuf, String)> {
    files(&root(), "rs").into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_file_says_what_it_is() {
    let faults: Vec<String> = sources().iter().filter(|(_, text)| !text.starts_with("//! ")).map(|(path, _)| path.display().to_string()).collect();
    report(&faults);
}

#[test]
fn no_test_is_ignored_and_nothing_is_left_undone() {
    // Spelled in halves, so that this file does not contain them.
    let banned = [["#[ig", "nore"], ["todo", "!("], ["unimple", "mented!"], ["FIX", "ME"], ["TO", "DO"], ["XX", "X:"]].map(|halves| halves.concat());
    let mut faults = Vec::new();
    for (path, text) in sources() {
        for (index, line) in text.lines().enumerate() {
            if let Some(word) = banned.iter().find(|word| line.contains(word.as_str())) {
                faults.push(format!("{}:{}: {word}", path.display(), index + 1));
            }
        }
    }
    report(&faults);
}

#[test]
fn files_can_be_held_in_the_head() {
    const MOST_LINES: usize = 700;
    let long = sources().into_iter().map(|(path, text)| (path, text.lines().count())).filter(|(_, lines)| *lines > MOST_LINES);
    report(&long.map(|(path, lines)| format!("{} has {lines} lines, at most {MOST_LINES}", path.display())).collect::<Vec<_>>());
}

#[test]
fn every_floor_stands_on_those_below_it() {
    let floors = ["ir", "dialects", "passes", "compiler", "tools"];
    let mut faults = Vec::new();
    for (height, floor) in floors.iter().enumerate() {
        let manifest = std::fs::read_to_string(root().join(floor).join("Cargo.toml")).unwrap();
        for other in &floors[height..] {
            let uses = |line: &str| line.trim_start().starts_with(&format!("shardwright-{other}"));
            faults.extend(manifest.lines().filter(|line| uses(line)).map(|line| format!("{floor}: {line}")));
        }
    }
    // Rooms of `passes`: the manager knows no pass.
    for path in files(&root().join("passes/src/manager"), "rs") {
        let text = std::fs::read_to_string(&path).unwrap();
        let rooms = ["crate::rewrite", "crate::shard", "crate::partition", "crate::analysis"];
        faults.extend(rooms.iter().filter(|room| text.contains(*room)).map(|room| format!("{} uses {room}", path.display())));
    }
    report(&faults);
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let folder = root().join("docs/src");
    let summary = std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let pages = files(&folder, "md").into_iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    let missing: Vec<String> = pages.filter(|page| page != "SUMMARY.md" && !summary.contains(&format!("({page})"))).collect();
    report(&missing);
    let linked = summary.split('(').skip(1).filter_map(|rest| rest.split(')').next());
    report(&linked.filter(|page| !folder.join(page).is_file()).map(|page| format!("{page} is no page")).collect::<Vec<_>>());
}

#[test]
fn every_pass_and_op_says_what_it_does() {
    let mut faults = Vec::new();
    for pass in shardwright_passes::PASSES {
        if pass.summary.is_empty() || pass.name.contains(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')) {
            faults.push(format!("pass {}", pass.name));
        }
    }
    for op in shardwright_dialects::registry().ops() {
        if op.summary.is_empty() || !op.name.contains('.') {
            faults.push(format!("op {}", op.name));
        }
    }
    report(&faults);
}
