//! Torus, all dimensions at once: the data is cut into as many parts as there are dimensions, and part i begins along dimension i.
//!
//! Each phase takes as long as its slowest part; with equal dimensions the transfer is that of [`super::torus_in_turn`] over the
//! number of dimensions (scaling-book: S / (W k) for k axes), the latency the same. An all-to-all sends along all dimensions at once; the busiest
//! is the longest: n_d S beta / 8. Only groups that lie in the torus alone.

use super::torus_in_turn::is_torus;
use super::{Algorithm, Collective, Terms, alone, bidirectional_ring};
use crate::cost::placement::{Placement, Span};
use smallvec::SmallVec;

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "torus",
    summary: "along all dimensions of the torus at once, a part of the data each",
    formula: "the slowest of k parts of S/k a phase: RS_x + AR_y + AG_x, rotated",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if !is_torus(at) {
        return None;
    }
    let count = at.spans.len();
    let along = |kind: Collective, span: &Span, bytes: f64| (bidirectional_ring::ROW.price)(kind, &alone(span, at.gamma), bytes);
    let slowest = |terms: &mut dyn Iterator<Item = Option<Terms>>| -> Option<Terms> {
        let all = terms.collect::<Option<SmallVec<[Terms; 4]>>>()?;
        let sent = all.iter().map(|terms| terms.sent).sum();
        all.into_iter().max_by(|a, b| a.seconds().total_cmp(&b.seconds())).map(|terms| Terms { sent, ..terms })
    };
    // Phase `number`: part i moves along dimension i + number, with what the dimensions before left of it.
    let phase = |kind: Collective, number: usize| {
        slowest(&mut (0..count).map(|first| {
            let span: &Span = &at.spans[(first + number) % count];
            let before: f64 = (0..number).map(|earlier| at.spans[(first + earlier) % count].size as f64).product();
            along(kind, span, bytes / count as f64 / before)
        }))
    };
    match kind {
        Collective::AllReduce => {
            let mut terms = phase(Collective::AllReduce, count - 1)?;
            for number in 0..count - 1 {
                terms = terms.then(phase(Collective::ReduceScatter, number)?).then(phase(Collective::AllGather, number)?);
            }
            Some(terms)
        }
        Collective::AllGather | Collective::ReduceScatter => (0..count).try_fold(Terms::default(), |terms, number| Some(terms.then(phase(kind, number)?))),
        Collective::AllToAll => {
            let all = at.spans.iter().map(|span| along(kind, span, bytes)).collect::<Option<SmallVec<[Terms; 4]>>>()?;
            let transfer = all.iter().fold(0.0, |most: f64, terms| most.max(terms.transfer));
            let summed = all.into_iter().fold(Terms::default(), Terms::then);
            Some(Terms { transfer, ..summed })
        }
        // Every dimension carries a part of the data in turn; without the scatter the parts stay whole.
        Collective::Broadcast | Collective::Reduce => (0..count).try_fold(Terms::default(), |terms, number| {
            let part = slowest(&mut (0..count).map(|first| along(kind, &at.spans[(first + number) % count], bytes / count as f64)))?;
            Some(terms.then(part))
        }),
        Collective::Permute => None,
    }
}
