//! `spaces`: what it lists and scores, for us and for others.

use std::path::Path;
use std::process::Command;

/// Standard output, or standard error where the command fails.
fn spaces(arguments: &[&str]) -> Result<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_shardwright")).current_dir(root).arg("spaces").args(arguments).output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.code() == Some(0) { Ok(text(&output.stdout)) } else { Err(format!("{:?}\n{}", output.status.code(), text(&output.stderr))) }
}

fn score_of(list: &str, format: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("mine.json");
    std::fs::write(&path, list).map_err(|error| error.to_string())?;
    spaces(&["score", "--filter", "mlp-x8", "--assignments", path.to_str().ok_or("a path of this test")?, "--format", format])
}

#[test]
fn assignments_of_others_are_scored_by_the_table() {
    let all = spaces(&["score", "--filter", "mlp-x8-dgx-h100", "--search", "exhaustive", "--format", "json"]).unwrap();
    let all: serde_json::Value = serde_json::from_str(&all).unwrap();
    let optimum = all["scores"][0]["optimum"].as_i64().unwrap();
    assert_eq!((all["scores"][0]["regret"].as_f64(), all["scores"][0]["proven"].as_bool()), (Some(0.0), Some(true)), "{all}");
    // All replicated: the first choice everywhere. One device does what eight could share.
    let list = r#"[{"space": "mlp-x8-dgx-h100", "search": "whole", "choices": [0, 0, 0, 0, 0, 0, 0], "evaluations": 1, "seconds": 0.25},
        {"space": "mlp-x8-dgx-h100", "search": "short", "choices": [0]}]"#;
    let found: serde_json::Value = serde_json::from_str(&score_of(list, "json").unwrap()).unwrap();
    let (short, whole) = (&found["scores"][0], &found["scores"][1]);
    assert!(short["found"].is_null() && short["stop"].as_str().unwrap().starts_with("no assignment: 1 choices"), "{found}");
    let regret = (whole["found"].as_i64().unwrap() - optimum) as f64 / optimum as f64;
    assert!(regret > 1.0 && (whole["regret"].as_f64().unwrap() - regret).abs() < 1e-12, "{found}");
    assert_eq!((whole["evaluations"].as_u64(), whole["seconds"].as_f64()), (Some(1), Some(0.25)), "{found}");
    let summary = &found["searches"][1];
    assert_eq!((summary["search"].as_str(), summary["spaces"].as_u64(), summary["found"].as_u64(), summary["optimal"].as_u64()), (Some("whole"), Some(1), Some(1), Some(0)), "{found}");
    let csv = score_of(list, "csv").unwrap();
    assert!(csv.starts_with("search,space,") && csv.lines().count() == 3, "{csv}");
}

#[test]
fn what_cannot_be_scored_is_told() {
    let error = score_of(r#"[{"space": "nowhere", "choices": []}]"#, "text").unwrap_err();
    assert!(error.starts_with("Some(1)") && error.contains("no space is named `nowhere`"), "{error}");
    let error = score_of(r#"[{"space": "mlp-x8-ethernet", "choices": [-1]}]"#, "text").unwrap_err();
    assert!(error.starts_with("Some(1)") && error.contains("must be a whole number of at least 0, got -1"), "{error}");
    let error = spaces(&["score", "--search", "nothing"]).unwrap_err();
    assert!(error.starts_with("Some(2)") && error.contains("no search is named `nothing`"), "{error}");
    let error = spaces(&["list", "--filter", "nothing"]).unwrap_err();
    assert!(error.contains("no .npz file whose name contains `nothing`"), "{error}");
}

#[test]
fn every_search_takes_part() {
    let text = spaces(&["score", "--filter", "conv-late-x4", "--budget", "500"]).unwrap();
    for search in shardwright_passes::search::SEARCHES {
        assert!(text.lines().filter(|line| line.split_whitespace().next() == Some(search.name)).count() == 2, "{}:\n{text}", search.name);
    }
}

#[test]
fn lists_that_are_not_sound_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.json");
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/spaces/models/mlp.mlir");
    let built = |name: &str, most: &str| {
        let text = format!(r#"{{"release": 1, "spaces": [{{"name": "{name}", "model": "{}", "machine": "dgx-h100", "mesh": "x=2", "held": "values", "limit": null, "most": {most}}}]}}"#, model.display());
        std::fs::write(&list, text).unwrap();
        spaces(&["build", "--list", list.to_str().unwrap()])
    };
    assert!(built("../out", "10").unwrap_err().contains("the name `../out` must be letters, digits, `-` and `_`"));
    assert!(built("large", "5000000").unwrap_err().contains("large may have 5000000 assignments, a table has at most 4194304"));
    let error = built("small", "10").unwrap_err();
    assert!(error.contains("are wanted at most; choices by node: "), "{error}");
}
