//! Joint extraction equals brute force on small graphs.

use crate::brute::Brute;
use crate::sample::sample;
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Func, Sym, Value};
use shardwright_passes::joint::Costs;
use shardwright_passes::joint::graph::Joint;
use shardwright_passes::joint::sequential::{Picked, Whole};
use shardwright_passes::joint::solve::solve;
use shardwright_passes::partition::plan::WireBytes;
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::rewrite::egraph::convert::convert;
use shardwright_passes::rewrite::egraph::saturate::{Limits, saturate};
use shardwright_passes::search::best::BEST;
use shardwright_passes::search::program::Work;
use shardwright_passes::search::{Budget, Stop};

/// Prices with which tiny tensors are worth sharding: `20 + 40 flops + 2 bytes`, against bytes on the wire and 32 a collective.
struct Tiny;

impl Work for Tiny {
    fn price(&self, _: &OpView, flops: i64, bytes: i64) -> i64 {
        20 + 40 * flops + 2 * bytes
    }
}

/// The function with only those results that no op uses: with all that was found returned there would be less to choose.
fn only_what_nothing_uses(func: &Func) -> Func {
    let mut func = func.clone();
    let end = func.terminator(func.body()).unwrap_or_else(|| panic!("no end"));
    let uses = func.uses();
    let kept: Vec<Value> = func.op(end).operands.iter().copied().filter(|&value| uses[value].len() == 1).collect();
    let types = kept.iter().map(|&value| func.ty(value).clone()).collect();
    func.op_mut(end).operands = kept;
    func.set_results(types);
    func
}

/// Graphs that are compared.
const WANTED: usize = 200;

#[test]
fn joint_choices_equal_brute_force() {
    let rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    let meshes = [Mesh::new(&[("x", 2)]), Mesh::new(&[("x", 3)]), Mesh::new(&[("x", 2), ("y", 2)])];
    let limits = Limits { iterations: 3, nodes: 120, ..Limits::default() };
    let (mut compared, mut gains, mut skipped, mut most, mut by_mesh) = (0, 0, 0, 0, [0; 3]);
    'seeds: for seed in 0..400 {
        for (number, rule) in rules.iter().enumerate() {
            let Ok(case) = sample(rule, seed * 1000 + number as u64) else { continue };
            assert_eq!(case.inputs.len(), case.func.args().len(), "inputs are arguments");
            let func = &only_what_nothing_uses(&case.func);
            let which = (seed as usize + number) % meshes.len();
            let mesh = &meshes[which];
            let mut converted = convert(func, func.body(), case.parameters.clone()).unwrap_or_else(|why| panic!("{why}"));
            let (_, live) = saturate(&mut converted.graph, &rules, &limits, &Whole(&Tiny));
            let forms = live.classes.values().map(Vec::len).max().unwrap_or(0);
            if forms < 2 {
                continue;
            }
            let end = func.terminator(func.body()).unwrap_or_else(|| panic!("no end"));
            let results: Vec<Value> = func.op(end).operands.clone();
            let mut brute = Brute::new(&converted, &live, mesh, &WireBytes, &Tiny, 400_000);
            let Some(least) = brute.least(&results) else {
                skipped += 1;
                continue;
            };
            let what = || format!("{} seed {seed} on {mesh:?}", rule.name);
            let costs = Costs { name: Sym::new("mesh"), mesh, prices: &WireBytes, work: &Tiny };
            let joint = Joint::new(func, &converted, &live, costs).unwrap_or_else(|why| panic!("{}: {}", what(), why.message));
            let budget = Budget { seconds: None, evaluations: u64::MAX, seed: 0 };
            let found = solve(&joint, &|_, _| true, &[], None, &BEST, &budget).unwrap_or_else(|why| panic!("{}: {why}", what()));
            assert_eq!(found.stop, Stop::Optimal, "{}", what());
            assert_eq!((found.cost, found.bound), (i128::from(least), i128::from(least)), "{}", what());
            let picked = Picked::by_algebra(&converted, &live, &Tiny, 100_000).unwrap_or_else(|| panic!("{}: no form", what()));
            let after = solve(&joint, &|decision, choice| picked.allows(&joint, decision, choice), &[], None, &BEST, &budget).unwrap_or_else(|why| panic!("{}: {why}", what()));
            assert!(found.cost <= after.cost, "{}", what());
            gains += usize::from(found.cost < after.cost);
            most = most.max(live.len());
            compared += 1;
            by_mesh[which] += 1;
            if compared == WANTED {
                break 'seeds;
            }
        }
    }
    println!("{compared} graphs of up to {most} e-nodes {by_mesh:?}; joint is cheaper than sequential on {gains}; {skipped} had too many selections");
    assert!(compared == WANTED && by_mesh.iter().all(|&count| count >= 30), "{compared} {by_mesh:?}");
    assert!(gains > 0, "algebra alone was never wrong");
}

/// Graphs that are compared under each kind of limit: one that changes what is cheapest, one that nothing fits.
const LIMITED: usize = 30;

#[test]
fn joint_choices_within_memory_equal_brute_force() {
    let rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    let meshes = [Mesh::new(&[("x", 2)]), Mesh::new(&[("x", 3)])];
    let limits = Limits { iterations: 3, nodes: 80, ..Limits::default() };
    // Compared, of these dearer for the limit, with nothing that fits, and cheaper than the sequential plan (or with none at all).
    let (mut compared, mut binding, mut nothing, mut gains) = (0, 0, 0, 0);
    'seeds: for seed in 1000..1400 {
        for (number, rule) in rules.iter().enumerate() {
            let Ok(case) = sample(rule, seed * 1000 + number as u64) else { continue };
            let func = &only_what_nothing_uses(&case.func);
            let mesh = &meshes[(seed as usize + number) % meshes.len()];
            let mut converted = convert(func, func.body(), case.parameters.clone()).unwrap_or_else(|why| panic!("{why}"));
            let (_, live) = saturate(&mut converted.graph, &rules, &limits, &Whole(&Tiny));
            if live.classes.values().map(Vec::len).max().unwrap_or(0) < 2 {
                continue;
            }
            let end = func.terminator(func.body()).unwrap_or_else(|| panic!("no end"));
            let results: Vec<Value> = func.op(end).operands.clone();
            // Of all arguments and results whole, a part: from less than every device's share of them to nearly all.
            let whole = func.args().iter().chain(&results).map(|&value| func.tensor_type(value).byte_size() as i64).sum::<i64>();
            let limit = whole * (1 + (seed + number as u64) as i64 % 6) / 7;
            let mut brute = Brute::new(&converted, &live, mesh, &WireBytes, &Tiny, 100_000);
            let Some(free) = brute.least(&results) else { continue };
            brute.limit = Some(limit);
            let Some(least) = brute.least(&results) else { continue };
            let what = || format!("{} seed {seed} on {mesh:?} within {limit} bytes of {whole}", rule.name);
            let costs = Costs { name: Sym::new("mesh"), mesh, prices: &WireBytes, work: &Tiny };
            let joint = Joint::new(func, &converted, &live, costs).unwrap_or_else(|why| panic!("{}: {}", what(), why.message));
            let budget = Budget { seconds: None, evaluations: u64::MAX, seed: 0 };
            let found = solve(&joint, &|_, _| true, &[], Some(limit), &BEST, &budget);
            compared += 1;
            if least == i64::MAX {
                assert!(found.is_err(), "{}: something was found where nothing fits", what());
                nothing += 1;
            } else {
                let found = found.unwrap_or_else(|why| panic!("{}: {why}", what()));
                assert_eq!((found.cost, found.bound, found.stop), (i128::from(least), i128::from(least), Stop::Optimal), "{}", what());
                binding += usize::from(least > free);
                let picked = Picked::by_algebra(&converted, &live, &Tiny, 100_000).unwrap_or_else(|| panic!("{}: no form", what()));
                let after = solve(&joint, &|decision, choice| picked.allows(&joint, decision, choice), &[], Some(limit), &BEST, &budget);
                gains += usize::from(after.as_ref().is_ok_and(|after| found.cost < after.cost) || after.is_err());
            }
            if binding >= LIMITED && nothing >= LIMITED {
                break 'seeds;
            }
        }
    }
    println!("{compared} graphs within memory: on {binding} the limit costs something, on {nothing} nothing fits; joint is better than sequential on {gains}");
    assert!(binding >= LIMITED && nothing >= LIMITED && gains > 0, "{compared} {binding} {nothing} {gains}");
}
