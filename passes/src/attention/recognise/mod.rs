//! `recognise-attention`: graphs that compute an attention become `nn.attention`.
//!
//! Found is what [`matching`] proves to be `softmax(scale * q k^T + biases and masks) v`: two products with a softmax over the keys
//! between them, in any order of dimensions, with the maximum taken away or not, with guards of queries that see nothing or without; keys and
//! values that are repeated for groups of queries lose the repetition; constant causal masks become an attribute. Invariants: results are
//! the same up to rounding, also where a query sees nothing; what uses weights or scores for anything else stays as it is.

mod causal;
mod emit;
mod matching;
mod peel;

use super::decompose::replace;
use crate::manager::{Changed, Options, Pass, PassCtx, PassInfo};
use crate::rewrite::dce::DCE;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module};

/// The pass's row.
pub static RECOGNISE_ATTENTION: PassInfo = PassInfo {
    name: "recognise-attention",
    summary: "makes one op of the products and the softmax of an attention",
    options: &[],
    build: |_| Ok(Box::new(RecogniseAttention)),
};

struct RecogniseAttention;

impl Pass for RecogniseAttention {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut count = 0;
        for func in module.funcs.values_mut() {
            count += recognise(func)?;
        }
        if count > 0 {
            // What only the attentions used.
            (DCE.build)(&Options::default()).map_err(Diagnostic::error)?.run(module, ctx)?;
        }
        ctx.count("attentions found", count);
        Ok((count > 0).into())
    }
}

/// Replaces the attentions of a function.
fn recognise(func: &mut Func) -> Result<i64, Diagnostic> {
    let uses = func.uses();
    let is_dot = |func: &Func, op| func.op(op).info.name == "stablehlo.dot_general";
    replace(func, is_dot, &mut |builder, op| match matching::attention(builder.func, &uses, op) {
        Some(found) => emit::emit(builder, op, &found).map(Some),
        None => Ok(None),
    })
}
