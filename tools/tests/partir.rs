//! PartIR's table (arXiv 2401.11202, collectives of the T32 training step): counts of what our partitioner inserts for the same step under the
//! same annotations, with user priorities as PartIR's tactics have an order, and without.
//!
//! BP 0/290, BP+MP 0/418, Z2 129/289/129, Z3 259/289/129 (gathered again in the backward pass; gathered once, a hundred and thirty are enough): all-gathers,
//! all-reduces, reduce-scatters.

use shardwright_compiler::{compile, pass_registry};
use shardwright_tools::cases::read_cases;
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn the_t32_step_has_no_more_collectives_than_partir_counts() {
    let ops = shardwright_dialects::registry();
    let cases = read_cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/bank")).expect("the bank");
    let table: [(&str, [i64; 3]); 7] = [
        ("bp", [0, 290, 0]),
        ("bp_mp", [0, 418, 0]),
        ("bp_mp_prio", [0, 418, 0]),
        ("bp_mp_z2", [129, 289, 129]),
        ("bp_mp_z2_prio", [129, 289, 129]),
        ("bp_mp_z3", [259, 289, 130]),
        ("bp_mp_z3_prio", [259, 289, 130]),
    ];
    for (set, most) in table {
        let case = cases.iter().find(|case| case.model == "t32" && case.set == set).unwrap_or_else(|| panic!("t32/{set} is in the bank"));
        let compiled = compile(&case.file, &case.options().unwrap(), &ops, &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{}", fault.diagnostics));
        let mut counts = BTreeMap::<&str, i64>::new();
        compiled.explain.collectives.iter().for_each(|one| *counts.entry(&one.kind).or_default() += one.times);
        let of = |kind: &str| counts.get(kind).copied().unwrap_or(0);
        let found = [of("all_gather"), of("all_reduce"), of("reduce_scatter")];
        assert!(found.iter().zip(&most).all(|(found, most)| found <= most), "{set}: {found:?}, at most {most:?}");
        let others: i64 = counts.iter().filter(|(kind, _)| !["all_gather", "all_reduce", "reduce_scatter"].contains(kind)).map(|(_, count)| count).sum();
        assert_eq!(others, 0, "{set}: {counts:?}");
    }
}
