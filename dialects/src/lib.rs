//! The verbs of Shardwright: one op, or one family of elementwise ops, a file.
//!
//! Each dialect is a folder whose `OPS` lists its rows; [`registry`] is all of them.

pub mod chlo;
pub mod combine;
pub(crate) mod derivative;
pub mod device_groups;
pub mod func;
pub mod halo;
pub mod layout;
pub(crate) mod lifted;
pub mod local;
pub mod nn;
pub mod regions;
pub mod sdy;
pub mod stablehlo;
pub mod syntax;
pub mod strided;
pub mod work;

use shardwright_ir::Registry;

/// A registry of all built-in ops.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    for ops in [func::OPS, stablehlo::OPS, chlo::OPS, sdy::OPS, nn::OPS] {
        for info in ops {
            registry.add(info);
        }
    }
    registry
}
