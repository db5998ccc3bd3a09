//! `onnx-node-tests` as a command, on the cases of `testdata/node_tests` (expected outputs by ONNX Runtime): whole, and on random
//! meshes.

use std::path::Path;
use std::process::Command;

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
    assert!(text.ends_with("\n24 passed, 0 failed, 2 skipped\n"), "{text}");
    assert!(text.contains("skipped skipped_random: error: operator Bernoulli is not supported: it draws random numbers"), "{text}");
    let strings = r#"skipped skipped_strings: input "x" is a tensor of strings, programs compute on tensors of numbers: not supported for Identity"#;
    assert!(text.contains(strings), "{text}");
    assert_eq!(status, Some(0));
}

#[test]
fn operators_on_random_meshes_give_the_outputs_of_onnx_runtime() {
    let (text, status) = run(&["testdata/node_tests", "--shard-fuzz", "--verbose", "--layouts", "6"]);
    assert!(text.ends_with("\n24 passed, 0 failed, 2 skipped\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("passed")).count(), 24, "{text}");
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
