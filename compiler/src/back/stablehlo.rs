//! The per-device program as StableHLO text: what `program.mlir` holds.
//!
//! Invariants: the text is a plain StableHLO module for `num_replicas` devices: no `sdy` mesh or attribute and none of
//! our own is in it, so that XLA and any PJRT plugin take it as it is.

use shardwright_ir::text::print_module;
use shardwright_ir::verify::Verified;
use shardwright_ir::{Attrs, Module};

/// The text of a localised module.
pub fn spmd_text(module: Verified) -> String {
    let mut plain = Module::clone(module.module());
    plain.meshes.clear();
    plain.mesh_attrs.clear();
    for func in plain.funcs.values_mut() {
        for attrs in func.arg_attrs.iter_mut().chain(&mut func.result_attrs) {
            *attrs = without_own(attrs);
        }
    }
    print_module(&plain)
}

/// Attributes that neither we nor `sdy` put there.
pub(crate) fn without_own(attrs: &Attrs) -> Attrs {
    let foreign = attrs.iter().filter(|(name, _)| !name.starts_with("shardwright.") && !name.starts_with("sdy."));
    foreign.map(|(name, attr)| (name, attr.clone())).collect()
}
