//! Any text as `manifest.json`, `plan.json` and a file of cases.
//!
//! Reading must not panic; manifests and plans write themselves back; tensors can be cut and joined as a legal
//! manifest says, or are refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardwright_compiler::manifest::Manifest;
use shardwright_compiler::plan::Plan;
use shardwright_compiler::shards::{join, split};
use shardwright_tools::cases::parse_cases;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = parse_cases(text, Path::new("folder/cases.json"));
    if let Ok(plan) = Plan::parse(text) {
        assert_eq!(Plan::parse(&plan.to_json()).as_ref(), Ok(&plan));
    }
    let Ok(manifest) = Manifest::parse(text) else { return };
    assert_eq!(Manifest::parse(&manifest.to_json()).as_ref(), Ok(&manifest));
    for port in manifest.inputs.iter().chain(&manifest.outputs) {
        let size = port.global_type().map_or(0, |ty| ty.byte_size());
        // Bytes come from files that exist: small ones here.
        let global = vec![1; usize::try_from(size).unwrap_or(0).min(1 << 16)];
        if let Ok(shards) = split(port, &global) {
            let _ = join(port, &shards.iter().collect::<Vec<_>>());
        }
    }
});
