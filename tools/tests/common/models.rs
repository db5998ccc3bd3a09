//! Models on four devices, as tests of several back ends run them.

use shardwright_tools::cases::{Case, read_cases};
use std::path::Path;

/// Every model of `testdata/models/cases.json` split by tensors, and by data and tensors.
pub fn on_four_devices() -> Vec<Case> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models/cases.json");
    let mut cases = read_cases(&file).expect("the file of cases");
    cases.retain(|case| matches!(case.set.as_str(), "model=4" | "data=2,model=2"));
    assert_eq!(cases.len(), 2 * 18);
    cases
}
