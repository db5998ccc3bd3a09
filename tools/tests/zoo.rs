//! The zoo: every strategy of the literature is right on virtual devices, and sends and holds what its paper says.

mod common;

use common::shardwright;

#[test]
fn every_strategy_sends_what_its_paper_says() {
    let lines = shardwright(&["zoo"]).unwrap_or_else(|why| panic!("{why}"));
    let strategies: Vec<&str> = lines.lines().filter(|line| !line.starts_with(' ')).collect();
    assert!(strategies.len() >= 25 && strategies.iter().all(|line| line.ends_with("; ok")), "{lines}");
}

#[test]
fn what_is_not_in_the_zoo_is_said() {
    let why = shardwright(&["zoo", "zero7"]).expect_err("no such strategy");
    assert!(why.contains("nothing in the zoo is called `zero7`; there are ddp, "), "{why}");
}

/// A formula that is not met is told with both numbers, and the command fails.
#[test]
fn a_formula_that_is_not_met_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ddp.tactics"), "mesh data=2\nshard input by batch along data\n").expect("written");
    let row = r#"[{"name": "wrong", "source": "nobody", "model": "mlp:layers=1,batch=512", "arguments": "--train sgd:loss=mse --strategy ddp.tactics",
        "expect": {"wire": {"formula": "parameter.bytes", "also": "4", "because": "the loss"}, "count.all_reduce": {"formula": "2"}}}]"#;
    std::fs::write(folder.path().join("zoo.json"), row).expect("written");
    let why = shardwright(&["zoo", "--dir", common::text(folder.path())]).map(|_| ()).err();
    // Two devices: an all-reduce of n bytes sends n.
    assert_eq!(why, None);
    std::fs::write(folder.path().join("zoo.json"), row.replace("parameter.bytes", "2*parameter.bytes")).expect("written");
    let why = shardwright(&["zoo", "--dir", common::text(folder.path())]).expect_err("a wrong formula");
    assert!(why.contains("; failed") && why.contains("failed, that is 32768 + 4"), "{why}");
}

#[test]
fn a_zoo_without_rows_proves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("zoo.json"), "[]").expect("written");
    let why = shardwright(&["zoo", "--dir", common::text(folder.path())]).expect_err("no rows");
    assert!(why.contains("zoo.json: it has no rows"), "{why}");
}
