//! Random programs on random meshes: partitioned, they compute what they compute whole.
//!
//! `SHARDWRIGHT_CASES` sets how many (default 300) and `SHARDWRIGHT_SEED` the first seed (default 0). A failure prints its seed
//! and a smaller program that fails too. `SHARDWRIGHT_ONLY` takes kinds of steps, by comma.

use shardwright_compiler::testing::check::{check, on_virtual, report};
use shardwright_compiler::testing::random::{KINDS, Options, generate};
use shardwright_ir::text::{parse_module, print_module};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

fn seeds() -> std::ops::Range<u64> {
    let first = number("SHARDWRIGHT_SEED", 0);
    first..first + number("SHARDWRIGHT_CASES", 300)
}

fn options() -> Options {
    let names = std::env::var("SHARDWRIGHT_ONLY").unwrap_or_default();
    let only = KINDS.iter().map(|kind| kind.name).filter(|kind| names.split(',').any(|name| name == *kind)).collect();
    Options { only, ..Options::default() }
}

#[test]
fn partitioned_programs_compute_what_they_compute_whole() {
    let ops = shardwright_dialects::registry();
    let quiet = std::env::var_os("SHARDWRIGHT_QUIET").is_some();
    let mut failures = Vec::new();
    for seed in seeds() {
        let case = generate(seed, &options()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        if let Err(why) = check(&case, &ops, &on_virtual) {
            let text = if quiet || failures.len() >= 5 { why } else { report(&case, &ops, &on_virtual, &why) };
            eprintln!("{text}");
            failures.push(seed);
        }
    }
    assert!(failures.is_empty(), "{} of {} programs failed, seeds {failures:?}", failures.len(), seeds().count());
}

#[test]
fn random_programs_print_and_parse_to_themselves() {
    let ops = shardwright_dialects::registry();
    for seed in seeds() {
        let case = generate(seed, &options()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let text = print_module(&case.module);
        let again = parse_module(&text, &ops).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        assert_eq!(print_module(&again), text, "seed {seed}");
    }
}
