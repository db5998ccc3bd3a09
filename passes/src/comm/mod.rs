//! Optional passes over the per-device program: what its collectives do besides waiting.
//!
//! [`windowed_einsum`] takes gathers and scatters apart so that they overlap with the products next to them, [`combine_collectives`]
//! joins small collectives, [`chunk_all_to_all`] overlaps expert layers with their exchanges, [`regather`] gathers weights anew for the backward pass, [`two_steps`] exchanges within nodes and between them, [`quantise`] sends weights and gradients as small integers. [`ring`] builds exchanges around a ring for whoever needs one. Invariants: bytes that a device sends stay
//! what they were, but for `regather`, `quantise-collectives` and all-to-alls in two steps; every new collective bears the cause of the one whose place it takes; all devices run the same program.

pub mod chunk_all_to_all;
pub mod combine_collectives;
pub mod order;
pub mod quantise;
pub mod regather;
pub mod ring;
pub mod two_steps;
pub mod windowed_einsum;

use crate::cost::CollectiveCosts;
use crate::manager::PassCtx;
use shardwright_ir::machine::{DEFAULT_MACHINE, Machine, builtin, find};
use shardwright_ir::{Diagnostic, Diagnostics, Module};

/// The machine that an option names; `None` where it names none.
///
/// # Errors
/// That there is no such machine.
pub(crate) fn named_machine(name: &str) -> Result<Option<Machine>, String> {
    if name.is_empty() { Ok(None) } else { find(name).map(Some).map_err(|why| why.to_string()) }
}

/// Prices on the machine that an option named, else on that of the run, else on the default one; for the module's mesh.
pub(crate) fn costs_of(named: Option<&Machine>, ctx: &PassCtx, module: &Module) -> Result<CollectiveCosts, Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
    let machine = match named.or(ctx.machine.as_ref()) {
        Some(machine) => machine.clone(),
        None => builtin(DEFAULT_MACHINE).map_err(|why| fault(why.to_string()))?,
    };
    let mesh = module.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
    CollectiveCosts::new(&machine, &mesh).map_err(|why| fault(why.to_string()))
}
