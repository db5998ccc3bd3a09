//! Meaning-preserving clean-up, exact to the bit but for the sign of zeros in `join-pads`.
//!
//! Shardings are part of what is preserved: a value that carries one is only replaced by a value that lies
//! alike ([`may_replace`]).

pub mod canonicalize;
pub mod cse;
pub mod dce;
pub mod egraph;
pub mod fold;
pub mod inline;
pub mod join_pads;
pub mod portable_calls;

use shardwright_ir::{Func, Value};

/// Whether uses of `old` may use `new` instead without a change of what the program says about shardings: `old`
/// says nothing or the same.
pub(crate) fn may_replace(func: &Func, old: Value, new: Value) -> bool {
    func.ty(old) == func.ty(new) && (func.sharding(old).is_none() || func.sharding(old) == func.sharding(new))
}
