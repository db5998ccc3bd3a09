//! `recompute`: a training step that holds less between its forward and its backward pass, and computes the rest again.
//!
//! Reading order: [`forward`] (which ops are the forward pass), [`layers`] (where it can be cut), [`choose`] (what each policy computes again),
//! [`rewrite`] (copies of ops behind barriers), [`min_cut`] (what pieces of a pipeline hand over, by themselves). Policies are those of the literature: `full` keeps what goes into each layer and `selective` computes attention's scores
//! again (Korthikanti et al., arXiv:2205.05198, section 5), `sqrt` cuts n segments into about √n (Chen et al., arXiv:1604.06174, section 4.1), and a budget is
//! met with the fewest operations computed again (in the spirit of Checkmate, arXiv:1910.02653, on cuts alone).
//! Invariants: results are bit for bit the same; only values that follow from parameters and data are computed again, never ops with effects; copies stand right before the first op of the
//! backward pass that needs them, and a barrier in front of them waits for that op's gradient, so that neither `cse` nor a compiler merges them with the originals or moves them up.

mod choose;
pub mod forward;
pub mod layers;
pub mod min_cut;
mod rewrite;

use crate::manager::{OptionSpec, Pass, PassCtx, PassInfo};
use crate::manager::Changed;
pub use choose::Policy;
use choose::Group;
use forward::Forward;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, OpId};

/// The row of the pass.
pub static RECOMPUTE: PassInfo = PassInfo {
    name: "recompute",
    summary: "computes values of the forward pass again in the backward pass instead of holding them",
    options: &[OptionSpec {
        name: "policy",
        default: "full",
        summary: "none; full (all of each layer); selective (attention's scores); sqrt (about √n groups of segments); or the bytes that the program may take at its peak, by the tensors as they are in it",
    }],
    build: |options| Ok(Box::new(Recompute { policy: Policy::parse(options.get(&RECOMPUTE, "policy"))? })),
};

/// The ops of the forward pass that a policy computes again.
///
/// # Errors
/// Where nothing of the policy's kind is found, or the function has no loss.
pub fn computed_again(func: &Func, policy: Policy) -> Result<Vec<OpId>, Diagnostic> {
    let forward = Forward::of(func)?;
    Ok(choose::groups(func, &forward, policy)?.into_iter().flat_map(|group| group.ops).collect())
}

struct Recompute {
    policy: Policy,
}

impl Pass for Recompute {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        if self.policy == Policy::None {
            return Ok(Changed::No);
        }
        if self.policy == Policy::MinCut {
            let what = "`min-cut` chooses what the pieces of a pipeline hand over, and this program is not cut into any";
            return Err(Diagnostic::error(what).in_place("--recompute").help("use it with --pipeline; of a whole program, sqrt or a number of bytes chooses what is held").into());
        }
        let Some(func) = module.main_mut() else {
            return Err(Diagnostic::error("the module has no function @main").into());
        };
        let forward = Forward::of(func)?;
        let groups: Vec<Group> = choose::groups(func, &forward, self.policy)?;
        if groups.is_empty() && self.policy == Policy::Selective {
            let what = "`selective` computes nothing again: attentions are kept whole here, and their gradients compute scores again by themselves";
            ctx.diagnostics.push(Diagnostic::remark(what).in_place("--recompute"));
        }
        let copied = rewrite::recompute(func, &forward, &groups).map_err(Diagnostic::error)?;
        ctx.count("groups computed again", groups.len() as i64);
        ctx.count("ops copied", copied as i64);
        Ok((copied > 0).into())
    }
}

#[cfg(test)]
mod tests;
