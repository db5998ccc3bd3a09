//! Plans in which axes that neither placement mentions share the work.
//!
//! Devices that differ only along such an axis hold the same. They can cut it among themselves, which costs nothing, exchange a part
//! each, and join the parts at the end. An all-reduce of `n` bytes over 4 devices sends `1.5 n`; cut over 2 more, `0.75 n`, and joined again by
//! `0.5 n`. Invariants: what is found is the cheapest plan over all axes that are not kept apart, as long as these are few enough for the
//! whole space to be looked at; a plan without them is given up only for one that is cheaper, or holds less where the other holds more than
//! both ends; no path is searched for where a lower bound shows that there is none to win.

use super::atoms::{FINE, Space};
use super::search::{Needs, search};
use super::{Idle, Placement, Prices, Stage, cost, local_bytes, peak_bytes};
use shardwright_ir::Sym;

/// States that are looked at before such a plan is given up. All placements on 16 devices are fewer for rank up to 3 (1,240).
const MOST_STATES: usize = 2_000;

/// A plan that is better than `alone`, which leaves idle axes alone: by what `idle` says, without the axes that it names.
pub(super) fn shared(space: &Space, alone: &[Stage], from: &Placement, to: &Placement, prices: &dyn Prices, idle: (Idle, &[Sym])) -> Option<Vec<Stage>> {
    let (mesh, shape) = (space.mesh, space.shape);
    let collectives = |stages: &[Stage]| stages.iter().filter(|stage| stage.step.collective().is_some()).count();
    // Nothing is sent, or by one collective: one that shares has a second to join at the end, or the first needs no idle axis.
    let least = match idle.0 {
        Idle::Leave => return None,
        Idle::AtNoMore => 2,
        Idle::Share => 1,
    };
    if collectives(alone) < least {
        return None;
    }
    let price = cost(mesh, shape, from, alone, prices);
    let allowed = local_bytes(mesh, shape, &from.dims).max(local_bytes(mesh, shape, &to.dims)).max(prices.slack());
    let peak = peak_bytes(mesh, shape, from, alone);
    let bound = Needs::new(space).least(space, &space.start, prices).saturating_add(prices.start());
    if peak <= allowed && price.time <= bound {
        return None;
    }
    let wide = Space::new(mesh, shape, from, to, Some(idle.1))?;
    if wide.atoms.len() == space.atoms.len() || wide.atoms.len() > FINE {
        return None;
    }
    let found = search(&wide, prices, allowed, Some(alone), MOST_STATES)?;
    let (better, holds) = (cost(mesh, shape, from, &found, prices), peak_bytes(mesh, shape, from, &found));
    let wins = match idle.0 {
        Idle::Share => (holds.max(allowed), better.time) < (peak.max(allowed), price.time),
        _ => better.time < price.time && holds.max(allowed) <= peak.max(allowed) && collectives(&found) <= collectives(alone),
    };
    wins.then_some(found)
}
