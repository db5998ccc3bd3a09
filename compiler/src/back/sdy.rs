//! The annotated global program: what `sdy.mlir` and `source.mlir` hold.
//!
//! Invariants: `annotated_text` has a mesh and the shardings that the module has, and is what XLA with Shardy
//! compiles as it is; `source_text` computes the same on one device and knows nothing of devices.

use super::stablehlo::without_own;
use shardwright_ir::text::print_module;
use shardwright_ir::verify::Verified;
use shardwright_ir::Module;

/// The text of a global module with its shardings.
pub fn annotated_text(module: Verified) -> String {
    let mut plain = Module::clone(module.module());
    for func in plain.funcs.values_mut() {
        for attrs in func.arg_attrs.iter_mut().chain(&mut func.result_attrs) {
            *attrs = attrs.iter().filter(|(name, _)| !name.starts_with("shardwright.")).map(|(name, attr)| (name, attr.clone())).collect();
        }
    }
    print_module(&plain)
}

/// The text of a global module as it was imported. Shardings of values, meshes and ops of `sdy` stay where they are part of
/// the meaning (a manual computation's body has local shapes).
pub fn source_text(verified: Verified) -> String {
    let module = verified.module();
    let manual = module.funcs.values().any(|func| func.walk().iter().any(|&op| func.op(op).info.dialect() == "sdy"));
    if manual {
        return annotated_text(verified);
    }
    let mut plain = module.clone();
    plain.meshes.clear();
    plain.mesh_attrs.clear();
    for func in plain.funcs.values_mut() {
        for attrs in func.arg_attrs.iter_mut().chain(&mut func.result_attrs) {
            *attrs = without_own(attrs);
        }
        func.result_shardings.fill(None);
        let values: Vec<_> = func.region_ids().flat_map(|region| func.region(region).args.clone()).collect();
        let results = func.walk().into_iter().flat_map(|op| func.op(op).results.clone());
        for value in values.into_iter().chain(results.collect::<Vec<_>>()) {
            func.set_sharding(value, None);
        }
    }
    print_module(&plain)
}
