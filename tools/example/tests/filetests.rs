//! The filetests of our own op and pass.

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata");
    let (ops, passes) = shardwright_example::registries();
    shardwright_tools::filetest::main(&[folder], &ops, &passes);
}
