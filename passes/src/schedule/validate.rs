//! Whether a schedule can run: each action once, on its rank, and in an order that ends.
//!
//! Invariant: a schedule that passes runs on any costs.

use super::action::{Action, Kind};
use super::costs::{Costs, Memory};
use super::order::Schedule;
use super::simulate::simulate;

/// Refuses a schedule with an action that is missing, doubled or on a wrong rank, messages without their counterpart, or ranks that wait in a circle.
pub fn validate(schedule: &Schedule) -> Result<(), String> {
    form(schedule)?;
    // Any costs do: whether a run ends depends on the orders alone.
    simulate(schedule, &Costs::unit(schedule), Memory::UNTIL_WEIGHT, false).map_err(|stuck| stuck.to_string())?;
    Ok(())
}

/// Bits of what a stage did for a microbatch.
const KINDS: [Kind; 11] = [
    Kind::Forward,
    Kind::Backward,
    Kind::InputGradient,
    Kind::WeightGradient,
    Kind::Recompute,
    Kind::SendForward,
    Kind::ReceiveForward,
    Kind::SendBackward,
    Kind::ReceiveBackward,
    Kind::Offload,
    Kind::Reload,
];

fn bit(kind: Kind) -> u16 {
    KINDS.iter().position(|other| *other == kind).map_or(0, |index| 1 << index)
}

fn form(schedule: &Schedule) -> Result<(), String> {
    let (ranks, count) = (schedule.ranks(), schedule.microbatches);
    for (stage, info) in schedule.stages.iter().enumerate() {
        if info.rank >= ranks {
            return Err(format!("stage {stage} is on rank {}, of {ranks} ranks", info.rank));
        }
        if info.microbatches.end > count {
            return Err(format!("stage {stage} has microbatches up to {}, of {count}", info.microbatches.end));
        }
        if let Some(before) = info.after.iter().find(|before| **before >= schedule.stages.len()) {
            return Err(format!("stage {stage} reads stage {before}, of {} stages", schedule.stages.len()));
        }
    }
    let (loads, sizes) = (schedule.loads.len(), schedule.sizes.len());
    if (loads > 0 && loads != schedule.stages.len()) || (sizes > 0 && sizes != count) {
        return Err(format!("there are loads of {loads} stages and sizes of {sizes} microbatches, of {} and {count}", schedule.stages.len()));
    }
    if schedule.slices == 0 || count % schedule.slices != 0 {
        return Err(format!("{count} pieces are no microbatches of {} slices", schedule.slices));
    }
    let mut done = vec![0u16; schedule.stages.len() * count];
    let mut pairs = true;
    for (rank, order) in schedule.orders.iter().enumerate() {
        for (index, action) in order.iter().enumerate() {
            let stage = schedule.stages.get(action.stage as usize).ok_or_else(|| format!("{action}: there are {} stages", schedule.stages.len()))?;
            if stage.rank != rank {
                return Err(format!("{action} is on rank {rank}; stage {} is on rank {}", action.stage, stage.rank));
            }
            pairs &= !action.paired || order.get(index + 1).is_some_and(|next| !next.paired && next.kind.computes() && action.kind.computes());
            if !pairs {
                return Err(format!("{action} of rank {rank} runs together with nothing"));
            }
            if !action.kind.has_microbatch() {
                continue;
            }
            if !stage.microbatches.contains(&(action.microbatch as usize)) {
                let range = &stage.microbatches;
                return Err(format!("{action}: stage {} has microbatches {} to {}", action.stage, range.start, range.end.saturating_sub(1)));
            }
            let seen = &mut done[action.stage as usize * count + action.microbatch as usize];
            order_within(*seen, *action)?;
            *seen |= bit(action.kind);
        }
    }
    complete(schedule, &done)?;
    weights_and_sums(schedule)?;
    slices_in_order(schedule)
}

/// What a stage may do for a microbatch after what it did.
fn order_within(seen: u16, action: Action) -> Result<(), String> {
    let has = |kind: Kind| seen & bit(kind) != 0;
    if has(action.kind) {
        return Err(format!("{action} is there twice"));
    }
    let halves = has(Kind::InputGradient) || has(Kind::WeightGradient);
    let late = |what: &str| Err(format!("{action} comes after {what} of its microbatch"));
    match action.kind {
        Kind::Backward if halves => Err(format!("{action} is there as well as halves of it")),
        Kind::InputGradient | Kind::WeightGradient if has(Kind::Backward) => Err(format!("{action} is there as well as the whole backward pass")),
        Kind::Recompute | Kind::Reload if has(Kind::Backward) || has(Kind::InputGradient) => late("the backward pass"),
        Kind::ReceiveForward if has(Kind::Forward) => late("the forward pass"),
        Kind::ReceiveBackward if has(Kind::Backward) || has(Kind::InputGradient) => late("the backward pass"),
        Kind::Reload if !has(Kind::Offload) => Err(format!("{action}: its activations were never offloaded")),
        Kind::Backward | Kind::InputGradient if has(Kind::Offload) && !has(Kind::Reload) => Err(format!("{action}: its activations are offloaded and not back")),
        _ => Ok(()),
    }
}

/// Whether each stage does all that it has to for each microbatch.
fn complete(schedule: &Schedule, done: &[u16]) -> Result<(), String> {
    let followers = schedule.followers();
    let explicit = done.iter().any(|seen| seen & (bit(Kind::SendForward) | bit(Kind::SendBackward)) != 0);
    for (stage, info) in schedule.stages.iter().enumerate() {
        let far = |others: &[usize]| others.iter().any(|other| schedule.stages[*other].rank != info.rank);
        let mut wanted = vec![Kind::Forward];
        if explicit {
            wanted.extend(far(&info.after).then_some(Kind::ReceiveForward));
            wanted.extend(far(&followers[stage]).then_some(Kind::SendForward));
            if schedule.training {
                wanted.extend(far(&followers[stage]).then_some(Kind::ReceiveBackward));
                wanted.extend(far(&info.after).then_some(Kind::SendBackward));
            }
        }
        for microbatch in info.microbatches.clone() {
            let seen = done[stage * schedule.microbatches + microbatch];
            let missing = |kind: Kind| seen & bit(kind) == 0;
            if let Some(kind) = wanted.iter().find(|kind| missing(**kind)) {
                return Err(format!("{} is missing", Action::new(stage, *kind, microbatch)));
            }
            if !schedule.training || !missing(Kind::Backward) {
                continue;
            }
            if missing(Kind::InputGradient) && missing(Kind::WeightGradient) {
                return Err(format!("{} is missing", Action::backward(stage, microbatch)));
            }
            if let Some(kind) = [Kind::InputGradient, Kind::WeightGradient].into_iter().find(|kind| missing(*kind)) {
                return Err(format!("{} is missing, the other half of the backward pass is there", Action::new(stage, kind, microbatch)));
            }
        }
    }
    Ok(())
}

/// Where weights are gathered at all, stages compute only while theirs are; gradients are summed after the last of them.
fn weights_and_sums(schedule: &Schedule) -> Result<(), String> {
    let gathers = schedule.orders.iter().flatten().any(|action| action.kind == Kind::Unshard);
    let mut gathered = vec![!gathers; schedule.stages.len()];
    let mut left: Vec<usize> = schedule.stages.iter().map(|stage| stage.microbatches.len()).collect();
    for action in schedule.orders.iter().flatten() {
        let stage = action.stage as usize;
        match action.kind {
            Kind::Unshard => gathered[stage] = true,
            Kind::Reshard => gathered[stage] = false,
            Kind::ReduceGrad if left[stage] > 0 => return Err(format!("{action} comes before gradients of {} microbatches", left[stage])),
            Kind::Update => {}
            kind if kind.computes() && !gathered[stage] => return Err(format!("{action}: the weights of stage {stage} are not gathered")),
            Kind::Backward | Kind::WeightGradient => left[stage] -= 1,
            _ => {}
        }
    }
    Ok(())
}

/// Slices of a sequence read what slices before them left: forward in order, backward in reverse.
fn slices_in_order(schedule: &Schedule) -> Result<(), String> {
    let slices = schedule.slices;
    if slices == 1 {
        return Ok(());
    }
    let mut next = vec![[0usize, slices]; schedule.stages.len() * (schedule.microbatches / slices)];
    for action in schedule.orders.iter().flatten() {
        let (sequence, slice) = (action.microbatch as usize / slices, action.microbatch as usize % slices);
        let [forward, backward] = &mut next[action.stage as usize * (schedule.microbatches / slices) + sequence];
        if action.kind == Kind::Forward {
            if slice != *forward {
                return Err(format!("{action} is slice {slice} of its sequence and comes when slice {forward} is next"));
            }
            *forward += 1;
        }
        if action.kind.gives_gradient() {
            if slice + 1 != *backward {
                return Err(format!("{action} is slice {slice} of its sequence, and goes backward when slice {} is next", backward.saturating_sub(1)));
            }
            *backward -= 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::csv::read;
    use super::*;

    fn fault(text: &str) -> String {
        validate(&read(text).unwrap()).unwrap_err()
    }

    #[test]
    fn each_action_is_there_once_and_whole() {
        assert_eq!(validate(&read("0F0,0I0,0W0\n").unwrap()), Ok(()));
        assert_eq!(fault("0F0,0F0,0B0\n"), "0F0 is there twice");
        assert_eq!(fault("0F0,0F1,0B0\n"), "0B1 is missing");
        assert_eq!(fault("0F0,0I0\n"), "0W0 is missing, the other half of the backward pass is there");
        assert_eq!(fault("0F0,0B0,0W0\n"), "0W0 is there as well as the whole backward pass");
        assert_eq!(fault("0F0,1F0,0SEND_F0,1B0,0B0\n2F0,2B0\n"), "1SEND_F0 is missing");
    }

    #[test]
    fn ranks_that_wait_for_each_other_are_named_in_the_shortest_circle() {
        // Rank 2 does nothing wrong; ranks 0 and 1 wait for each other.
        assert_eq!(
            fault("0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1\n2F0,2B0,2F1,2B1\n"),
            "the schedule cannot end: rank 0 stands at 0B0 and needs the gradient of stage 1 for microbatch 0, which rank 1 does later; \
             rank 1 stands at 1F1 and needs 0F1, which rank 0 does later"
        );
        assert_eq!(fault("0B0,0F0\n"), "the schedule cannot end: rank 0 stands at 0B0 and needs 0F0, which comes after it");
    }

    #[test]
    fn weights_are_there_and_sums_come_last() {
        assert_eq!(fault("0UNSHARD,0F0,0RESHARD,0B0\n"), "0B0: the weights of stage 0 are not gathered");
        assert_eq!(fault("0F0,0F1,0B0,0REDUCE_GRAD,0B1\n"), "0REDUCE_GRAD comes before gradients of 1 microbatches");
    }

    #[test]
    fn a_stage_stays_on_its_rank() {
        let mut schedule = read("0F0,0B0\n1F0,1B0\n").unwrap();
        schedule.stages[1].rank = 0;
        assert_eq!(validate(&schedule), Err("1F0 is on rank 1; stage 1 is on rank 0".to_owned()));
    }
}
