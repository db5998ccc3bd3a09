//! Propagation gives the shardings that Shardy gives: programs and expectations in `testdata/passes/shard/propagate`, the
//! expectations written by the real engine (see `generate.py` there).

use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Func, Module, text};
use shardwright_passes::manager::{Options, PassCtx};
use shardwright_passes::shard::group_import::open_clashing_groups;
use shardwright_passes::shard::propagate::Propagate;
use std::path::Path;

/// Shardings before their last mile: as `propagate` leaves them on values, results of the program still open.
fn propagate(source: &str) -> Result<Module, String> {
    let registry = shardwright_dialects::registry();
    let mut module = text::parse_module(source, &registry).map_err(|faults| faults.to_string())?;
    for name in ["inline", "split-constants", "apply-sharding-constraints"] {
        let info = shardwright_passes::PASSES.iter().find(|info| info.name == name).ok_or("no such pass")?;
        let pass = (info.build)(&Options::default())?;
        pass.run(&mut module, &mut PassCtx::new(&registry)).map_err(|faults| faults.to_string())?;
    }
    let Module { meshes, funcs, .. } = &mut module;
    for func in funcs.values_mut() {
        let mesh = meshes.first().map_or_else(|| shardwright_ir::Sym::new("mesh"), |(name, _)| *name);
        open_clashing_groups(func, meshes, mesh, false).map_err(|faults| faults.to_string())?;
        Propagate::default().propagate(func, meshes).map_err(|faults| faults.to_string())?;
    }
    Ok(module)
}

fn show(sharding: Option<&TensorSharding>) -> String {
    match sharding {
        Some(sharding) if !sharding.replicated.is_empty() || sharding.dims.iter().any(|dim| !dim.axes.is_empty() || !dim.open) => {
            sharding.to_string()
        }
        _ => "-".to_string(),
    }
}

/// One line an argument, result and op, as `generate.py` writes them.
fn describe(func: &Func) -> Vec<String> {
    let mut lines: Vec<String> = func.args().iter().map(|&arg| format!("arg {}", show(func.sharding(arg)))).collect();
    lines.extend(func.result_shardings.iter().map(|sharding| format!("res {}", show(sharding.as_ref()))));
    for op in func.walk() {
        let data = func.op(op);
        let mut words = vec![data.info.name.to_string()];
        match (data.attrs.get("in_shardings"), data.attrs.get("out_shardings")) {
            (Some(Attr::Shardings(inward)), Some(Attr::Shardings(outward))) => {
                words.extend(inward.iter().map(|sharding| show(Some(sharding))));
                words.push("->".to_string());
                words.extend(outward.iter().map(|sharding| show(Some(sharding))));
            }
            _ => words.extend(data.results.iter().map(|&result| match data.attrs.get("sharding") {
                Some(Attr::Sharding(sharding)) => show(Some(sharding)),
                _ => show(func.sharding(result)),
            })),
        }
        if data.info.name != "sdy.sharding_group" {
            lines.push(words.join(" "));
        }
    }
    lines
}

fn check_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/passes/shard/propagate").join(name);
    let source = std::fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    for case in source.split("// -----\n") {
        let comments = |prefix: &'static str| case.lines().filter_map(move |line| line.strip_prefix(prefix));
        let title = comments("// case: ").next().unwrap_or("no title");
        let expected: Vec<&str> = comments("// expect: ").collect();
        match propagate(case) {
            Ok(module) => {
                let found: Vec<String> = module.funcs.values().flat_map(describe).collect();
                if found != expected {
                    wrong.push(format!("{title}\n  expected\n    {}\n  found\n    {}", expected.join("\n    "), found.join("\n    ")));
                }
            }
            Err(why) => wrong.push(format!("{title}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {name} differ from Shardy:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn shardings_flow_through_ops_as_in_shardy() {
    check_file("flow.mlir");
}

#[test]
fn conflicts_are_decided_in_the_order_of_shardy() {
    check_file("order.mlir");
}

#[test]
fn reshapes_split_and_merge_axes_as_in_shardy() {
    check_file("reshape.mlir");
}

#[test]
fn regions_and_constants_propagate_as_in_shardy() {
    check_file("regions.mlir");
}

#[test]
fn constraints_groups_barriers_and_manual_computations_propagate_as_in_shardy() {
    check_file("constraints.mlir");
}

#[test]
fn random_programs_propagate_as_in_shardy() {
    check_file("random.mlir");
}
