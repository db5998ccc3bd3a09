//! Hierarchical: reduce-scatter within the innermost block, the rest of the work on a part of the data across blocks, all-gather within.
//!
//! An all-reduce of S over g devices a node and k nodes is RS(S) within, AR(S/g) across, AG(S) within; each device's network part carries
//! 2(k-1)/k S/g. Gathers go outermost first, scatters innermost first; an all-to-all (2DH: Hwang et al., Tutel, 2023) exchanges S within
//! each block. A block is a level of the machine; each is priced by the cheapest of the flat algorithms that its links allow, a
//! torus by all its dimensions at once. Only regular groups of two blocks or more.

use super::{Algorithm, Collective, Terms, alone, bidirectional_ring, direct, double_binary_tree, halving_doubling, ring, torus};
use crate::cost::placement::Placement;
use smallvec::SmallVec;

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "hierarchical",
    summary: "level by level: reduce-scatter within, all-reduce across, all-gather within",
    formula: "RS_in(S) + AR_out(S/g) + AG_in(S)",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    let mut blocks = SmallVec::<[Placement; 3]>::new();
    for spans in at.spans.chunk_by(|a, b| a.level == b.level) {
        let mut block = alone(&spans[0], at.gamma);
        for span in &spans[1..] {
            block.size *= span.size;
            block.spans.push(*span);
        }
        blocks.push(block);
    }
    if blocks.len() < 2 { None } else { in_turn(kind, &blocks, bytes, cheapest) }
}

/// A collective over blocks one after another, innermost first, each phase priced by `phase`.
pub(super) fn in_turn(
    kind: Collective,
    blocks: &[Placement],
    bytes: f64,
    phase: fn(Collective, &Placement, f64) -> Option<Terms>,
) -> Option<Terms> {
    let mut terms = Terms::default();
    let mut left = bytes;
    match kind {
        Collective::AllReduce => {
            let (outermost, inner) = blocks.split_last()?;
            for block in inner {
                terms = terms.then(phase(Collective::ReduceScatter, block, left)?);
                terms = terms.then(phase(Collective::AllGather, block, left)?);
                left /= block.size as f64;
            }
            Some(terms.then(phase(Collective::AllReduce, outermost, left)?))
        }
        // The innermost phase of a gather is the last and has all of the data: the mirror of a scatter.
        Collective::AllGather | Collective::ReduceScatter => {
            for block in blocks {
                terms = terms.then(phase(kind, block, left)?);
                left /= block.size as f64;
            }
            Some(terms)
        }
        // All devices of a block work for the whole of it: its outer links carry the data of each device inside.
        Collective::AllToAll => {
            let mut inside = 1.0;
            for block in blocks {
                terms = terms.then(phase(kind, block, bytes * inside)?);
                inside *= block.size as f64;
            }
            Some(terms)
        }
        Collective::Broadcast | Collective::Reduce => {
            for block in blocks {
                terms = terms.then(phase(kind, block, bytes)?);
            }
            Some(terms)
        }
        Collective::Permute => None,
    }
}

/// The cheapest algorithm on one block.
fn cheapest(kind: Collective, block: &Placement, bytes: f64) -> Option<Terms> {
    let flat = [&bidirectional_ring::ROW, &direct::ROW, &double_binary_tree::ROW, &halving_doubling::ROW, &ring::ROW];
    let torus = [&torus::ROW];
    let rows: &[&Algorithm] = if block.spans.len() > 1 { &torus } else { &flat };
    rows.iter().filter_map(|row| (row.price)(kind, block, bytes)).min_by(|a, b| a.seconds().total_cmp(&b.seconds()))
}
