//! `onnx-node-tests` as a command, whole and on random meshes: on the cases of `testdata/node_tests` (expected outputs by ONNX Runtime), on operators of old operator
//! sets and of ONNX Runtime's own domain, which it runs when they are made, and on all node tests of the package onnx. Cases that are skipped are listed with their reasons in
//! `testdata/node_tests/onnx_skipped.txt`, which only gets shorter.

use shardwright_compiler::engine::xla::XlaRunner;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Cases that a script of `testdata/node_tests` writes.
fn made_by(script: &str) -> TempDir {
    made_of(script, &[])
}

/// The same of a script that takes other arguments first.
fn made_of(script: &str, arguments: &[&Path]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/node_tests").join(script);
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(runner.python()).arg(&script).args(arguments).arg(folder.path()).output().expect("Python starts");
    assert!(output.status.success(), "{}: {}", script.display(), String::from_utf8_lossy(&output.stderr));
    folder
}

/// Standard output and exit status.
fn run(arguments: &[&str]) -> (String, Option<i32>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_shardwright"))
        .arg("onnx-node-tests")
        .args(arguments)
        .current_dir(root)
        .output()
        .expect("the command starts");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}

#[test]
fn operators_give_the_outputs_of_onnx_runtime_and_skipped_cases_say_why() {
    let (text, status) = run(&["testdata/node_tests"]);
    assert!(text.ends_with("\n27 passed, 0 failed, 2 skipped\n"), "{text}");
    assert!(text.contains("skipped skipped_random: error: operator Bernoulli is not supported: it draws random numbers"), "{text}");
    let strings = r#"skipped skipped_strings: input "x" is a tensor of strings, programs compute on tensors of numbers: not supported for Identity"#;
    assert!(text.contains(strings), "{text}");
    assert_eq!(status, Some(0));
}

#[test]
fn operators_on_random_meshes_give_the_outputs_of_onnx_runtime() {
    let (text, status) = run(&["testdata/node_tests", "--shard-fuzz", "--verbose", "--layouts", "6"]);
    assert!(text.ends_with("\n27 passed, 0 failed, 2 skipped\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("passed")).count(), 27, "{text}");
    assert_eq!(status, Some(0));
}

#[test]
fn a_wrong_output_fails_whole_and_partitioned() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/node_tests/gemm");
    let set = folder.path().join("gemm/test_data_set_0");
    std::fs::create_dir_all(&set).expect("a folder");
    std::fs::copy(source.join("model.onnx"), folder.path().join("gemm/model.onnx")).expect("a file");
    for file in ["input_0.pb", "input_1.pb", "input_2.pb", "output_0.pb"] {
        let mut bytes = std::fs::read(source.join("test_data_set_0").join(file)).expect("a file");
        if file == "output_0.pb" {
            // `raw_data` is the last field of these files: its last byte is the exponent of the last element.
            *bytes.last_mut().expect("a byte") ^= 1;
        }
        std::fs::write(set.join(file), bytes).expect("a file");
    }
    let path = folder.path().to_string_lossy().into_owned();
    for arguments in [&[path.as_str()][..], &[path.as_str(), "--shard-fuzz"]] {
        let (text, status) = run(arguments);
        assert!(text.contains("failed  gemm: ") && text.contains("element 31 is") && text.ends_with("0 passed, 1 failed, 0 skipped\n"), "{text}");
        assert_eq!(status, Some(1));
    }
}

#[test]
fn operators_of_old_operator_sets_give_the_outputs_of_onnx_runtime() {
    let folder = made_by("old_sets.py");
    let (text, status) = run(&[&folder.path().to_string_lossy(), "--shard-fuzz", "--layouts", "2"]);
    assert_eq!((text.as_str(), status), ("544 passed, 0 failed, 0 skipped\n", Some(0)));
}

#[test]
fn operators_of_com_microsoft_give_the_outputs_of_onnx_runtime() {
    let folder = made_by("contrib_ops.py");
    let (text, status) = run(&[&folder.path().to_string_lossy(), "--shard-fuzz", "--layouts", "3"]);
    assert_eq!((text.as_str(), status), ("125 passed, 0 failed, 0 skipped\n", Some(0)));
}

/// Sessions, the optimizer for transformers and dynamic quantization write com.microsoft's operators into the models of `testdata/models`.
#[test]
fn models_that_onnx_runtime_optimized_give_its_outputs() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models");
    let folder = made_of("optimized_models.py", &[&models]);
    let (text, status) = run(&[&folder.path().to_string_lossy(), "--shard-fuzz", "--layouts", "1"]);
    assert_eq!((text.as_str(), status), ("22 passed, 0 failed, 0 skipped\n", Some(0)));
}

#[test]
fn node_tests_of_onnx_pass_whole_and_on_random_meshes_or_are_listed_with_the_reason() {
    let folder = made_by("onnx_cases.py");
    let (text, status) = run(&[&folder.path().to_string_lossy(), "--shard-fuzz"]);
    let text = text.replace(&format!("{}/", folder.path().display()), "");
    let (skipped, summary) = text.trim_end().rsplit_once('\n').expect("a summary");
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/node_tests/onnx_skipped.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&list, format!("{skipped}\n")).expect("the list is written");
    }
    let known = std::fs::read_to_string(&list).expect("a list");
    assert_eq!(skipped, known.trim_end());
    assert_eq!((summary, status), ("1774 passed, 0 failed, 110 skipped", Some(0)));
}
