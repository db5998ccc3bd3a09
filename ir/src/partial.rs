//! What becomes of partial results that go into an op.
//!
//! A tensor that is *unreduced* over mesh axes holds, on each device along these axes, a part of a result that is still to be
//! combined (sum, max, …). Some ops may be done before that combination as well as after it: `transpose(a + b)` is
//! `transpose(a) + transpose(b)`. Invariant: a flow is exact in real arithmetic; in floating point only the order of a sum
//! changes, never which numbers are summed, and no element is rounded to fewer bits before it is summed than it was.

use crate::op::OpView;
use crate::sharding::ReduceKind;
use smallvec::SmallVec;

/// Positions of operands.
pub type Operands = SmallVec<[usize; 2]>;

/// How partial results go through one op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartialFlow {
    /// Operands must be whole.
    Whole,
    /// The op commutes with the combination if all of these operands are partial; the others must be whole. `kind`: the one
    /// combination for which this holds; `None` for every kind (elements are only moved).
    Together {
        /// The operands.
        operands: Operands,
        /// The combination.
        kind: Option<ReduceKind>,
    },
    /// Products: the op is linear in each of these operands while all others stay as they are, so exactly one may be a partial sum.
    OneOf(Operands),
}

/// The facet of a row.
#[derive(Clone, Copy)]
pub enum PartialFacet {
    /// As this function says.
    Flow(fn(&OpView) -> PartialFlow),
    /// Operands must be whole: the reason says why.
    Whole(&'static str),
}

impl PartialFacet {
    /// The flow of one op.
    pub fn flow(&self, op: &OpView) -> PartialFlow {
        match self {
            PartialFacet::Flow(flow) => flow(op),
            PartialFacet::Whole(_) => PartialFlow::Whole,
        }
    }
}

/// Elements of the first operand are moved, repeated or left out.
pub fn moves_first(_: &OpView) -> PartialFlow {
    PartialFlow::Together { operands: SmallVec::from_slice(&[0]), kind: None }
}

/// Elements of the first two operands are moved; others say where.
pub fn moves_first_two(_: &OpView) -> PartialFlow {
    PartialFlow::Together { operands: SmallVec::from_slice(&[0, 1]), kind: None }
}

/// Elements of all operands are moved.
pub fn moves_all(op: &OpView) -> PartialFlow {
    PartialFlow::Together { operands: (0..op.data().operands.len()).collect(), kind: None }
}

/// A sum, up to signs, of all operands.
pub fn sums(op: &OpView) -> PartialFlow {
    together(op, ReduceKind::Sum)
}

/// All operands combined by `kind`.
pub fn together(op: &OpView, kind: ReduceKind) -> PartialFlow {
    PartialFlow::Together { operands: (0..op.data().operands.len()).collect(), kind: Some(kind) }
}

/// Linear in the first operand.
pub fn scales_first(_: &OpView) -> PartialFlow {
    PartialFlow::OneOf(SmallVec::from_slice(&[0]))
}

/// A product of the first two operands.
pub fn product(_: &OpView) -> PartialFlow {
    PartialFlow::OneOf(SmallVec::from_slice(&[0, 1]))
}

/// Integers wrap and truth values saturate: `division` and the like do not commute with their sums; floats and complex numbers do.
pub fn scales_floats(op: &OpView) -> PartialFlow {
    let element = op.operand_type(0).element;
    if element.is_float() || element.is_complex() { scales_first(op) } else { PartialFlow::Whole }
}
