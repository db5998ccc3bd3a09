//! The book's chapter of operators is what the front end says.

use crate::front::onnx::operators_chapter;
use std::path::Path;

#[test]
fn the_chapter_of_operators_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/onnx-operators.md");
    let chapter = operators_chapter().expect("the lowerings answer");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &chapter).expect("the chapter is written");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("a chapter"), chapter, "BLESS=1 writes it anew");
}
