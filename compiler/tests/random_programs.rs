//! Random programs on random meshes: partitioned, they compute what they compute whole.
//!
//! On virtual devices always; on a PJRT plugin 200 of them where one is installed (`./test` installs one; programs that XLA:CPU
//! itself refuses are counted and at most a tenth). `SHARDWRIGHT_CASES` sets how many (default 300) and `SHARDWRIGHT_SEED` the first seed (default 0). A failure prints its seed
//! and a smaller program that fails too. `SHARDWRIGHT_ONLY` takes kinds of steps, by comma.

use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::pjrt::{CompileOptions, PjrtClient, PjrtPlugin, find_plugin};
use shardwright_compiler::testing::check::{check, on_virtual, report};
use shardwright_compiler::testing::random::{KINDS, Options, generate};
use shardwright_ir::interp::Tensor;
use shardwright_ir::text::{parse_module, print_module};
use shardwright_passes::partition::Partitioned;
use std::cell::RefCell;
use std::collections::BTreeMap;

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

/// What XLA:CPU says of programs that it does not implement. The last is its own verifier's word on what its own pass has made of a
/// program that passed that verifier before: an all-to-all of transposed and other operands of one shape, in different layouts.
const REFUSED_BY_XLA: &[&str] = &["Unsupported reduction computation", "UNIMPLEMENTED", "not implemented", "HLO all-to-all has operands with different shapes"];

#[test]
fn partitioned_programs_compute_the_same_on_a_plugin() {
    let plugin = match find_plugin(None) {
        Ok(path) => PjrtPlugin::load(&path).unwrap_or_else(|why| panic!("{why}")),
        Err(why) => {
            eprintln!("without the PJRT half: {why}");
            return;
        }
    };
    let ops = shardwright_dialects::registry();
    let clients: RefCell<BTreeMap<usize, PjrtClient>> = RefCell::default();
    let on_plugin = |program: &Partitioned, args: &[Vec<Tensor>]| -> Result<Vec<Vec<Tensor>>, String> {
        let devices = args.len();
        let mut clients = clients.borrow_mut();
        if !clients.contains_key(&devices) {
            clients.insert(devices, plugin.client(devices).map_err(|why| why.to_string())?);
        }
        let main = program.module.main().ok_or("no function @main")?;
        let types = main.args().iter().map(|&arg| main.tensor_type(arg).clone()).collect::<Vec<_>>();
        let results = main.result_types.iter().filter_map(|ty| ty.as_tensor().cloned()).collect::<Vec<_>>();
        let options = CompileOptions::replicas(devices).fast_compile();
        let compiled = clients[&devices].compile(&print_module(&program.module), &types, &results, &options).map_err(|why| why.to_string())?;
        let host = args.iter().map(|row| row.iter().map(HostTensor::from).collect()).collect::<Vec<Vec<_>>>();
        let rows = compiled.execute(&host).map_err(|why| why.to_string())?;
        rows.iter().map(|row| row.iter().map(|tensor| Tensor::try_from(tensor).map_err(|why| why.to_string())).collect()).collect()
    };
    let first = number("SHARDWRIGHT_SEED", 0);
    let count = number("SHARDWRIGHT_PJRT_CASES", 200);
    let (mut failures, mut refused) = (Vec::new(), 0);
    for seed in first..first + count {
        let case = generate(seed, &options()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        match check(&case, &ops, &on_plugin) {
            Ok(()) => {}
            Err(why) if REFUSED_BY_XLA.iter().any(|text| why.contains(text)) => refused += 1,
            Err(why) => {
                let text = if failures.is_empty() { report(&case, &ops, &on_plugin, &why) } else { why };
                eprintln!("{text}");
                failures.push(seed);
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} programs failed, seeds {failures:?}", failures.len());
    assert!(refused * 10 <= count, "XLA refused {refused} of {count} programs");
}
