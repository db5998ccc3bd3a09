//! Every filetest of `testdata/`.

fn main() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata");
    shardwright_tools::filetest::main(&[root], &shardwright_dialects::registry(), &shardwright_compiler::pass_registry());
}
