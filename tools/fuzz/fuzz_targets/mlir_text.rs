//! Any bytes as a module.
//!
//! Reading, verifying and printing must not panic, and what is printed must read back and print the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::{Registry, verify};
use std::sync::LazyLock;

static OPS: LazyLock<Registry> = LazyLock::new(shardwright_dialects::registry);

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(module) = parse_module(text, &OPS) else { return };
    let _ = verify(&module);
    let printed = print_module(&module);
    match parse_module(&printed, &OPS) {
        Ok(again) => assert_eq!(print_module(&again), printed),
        Err(errors) => panic!("what was printed cannot be read: {errors}\n{printed}"),
    }
});
