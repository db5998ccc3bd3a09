//! Torus, one dimension after another: reduce-scatter along x, all-reduce of what is left along y, all-gather along x.
//!
//! Same bytes as a ring over all of it, but 2(X-1) + 2(Y-1) steps instead of 2(XY-1) (half of that with both directions). Source: Ying et al.,
//! Image classification at supercomputer scale (2018). Only groups that lie in the torus alone.

use super::hierarchical::in_turn;
use super::{Algorithm, Collective, Terms, alone, bidirectional_ring};
use crate::cost::placement::{Placement, Shape};
use smallvec::SmallVec;

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "torus-in-turn",
    summary: "along one dimension of the torus after another",
    formula: "RS_x(S) + AR_y(S/X) + AG_x(S)",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if !is_torus(at) {
        return None;
    }
    if kind == Collective::AllToAll {
        // Each dimension's links carry the data of one device a hop, whatever the other dimensions' sizes.
        return at.spans.iter().try_fold(Terms::default(), |terms, span| {
            Some(terms.then((bidirectional_ring::ROW.price)(kind, &alone(span, at.gamma), bytes)?))
        });
    }
    let blocks: SmallVec<[Placement; 3]> = at.spans.iter().map(|span| alone(span, at.gamma)).collect();
    in_turn(kind, &blocks, bytes, bidirectional_ring::ROW.price)
}

/// Whether a group lies in a torus alone, along more than one of its dimensions.
pub(super) fn is_torus(at: &Placement) -> bool {
    at.spans.len() > 1 && at.spans.iter().all(|span| matches!(span.shape, Shape::Ring { .. }))
}
