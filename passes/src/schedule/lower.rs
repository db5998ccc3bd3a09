//! From computations to everything that a rank does: weights gathered and let go, gradients summed, messages sent and expected.
//!
//! Invariants: computations keep their order; what comes out is valid if what went in was, and has no circle of waits even where a rank blocks at each
//! message until it is there: messages are put in the order of one run in which they are received as soon as they are sent.

use super::action::{Action, Kind};
use super::order::Schedule;
use std::collections::{BTreeMap, BTreeSet};

/// Most stages of a rank whose weights are gathered at a time.
pub const GATHERED: usize = 3;

/// All of it: weights gathered for the next [`GATHERED`] stages of a rank, gradients summed once all of a stage are there, messages.
pub fn lower(schedule: &Schedule) -> Result<Schedule, String> {
    let mut lowered = schedule.clone();
    for order in &mut lowered.orders {
        *order = gather(order, GATHERED);
    }
    sum_gradients(&mut lowered);
    messages(&lowered)
}

/// An action alone, or the two of a pair.
fn steps(order: &[Action]) -> Vec<&[Action]> {
    let mut found = Vec::with_capacity(order.len());
    let mut rest = order;
    while let Some(first) = rest.first() {
        let (step, after) = rest.split_at(if first.paired && rest.len() > 1 { 2 } else { 1 });
        found.push(step);
        rest = after;
    }
    found
}

/// Gathers the weights of the next `most` stages of a rank before they are needed, and lets go those that are not among them.
pub fn gather(order: &[Action], most: usize) -> Vec<Action> {
    let steps = steps(order);
    // Backwards: for each step, the stages that come next in the order in which they come.
    let mut coming: Vec<Vec<u32>> = vec![Vec::new(); steps.len()];
    let mut next: Vec<u32> = Vec::new();
    for (index, step) in steps.iter().enumerate().rev() {
        for action in step.iter().rev() {
            next.retain(|stage| *stage != action.stage);
            next.insert(0, action.stage);
        }
        coming[index] = next.iter().copied().take(most).collect();
    }
    let mut active: BTreeSet<u32> = BTreeSet::new();
    let mut found = Vec::with_capacity(order.len());
    let whole = |stage: u32, kind: Kind| Action { stage, microbatch: 0, kind, paired: false };
    for (step, coming) in steps.into_iter().zip(coming) {
        let gone: Vec<u32> = active.iter().copied().filter(|stage| !coming.contains(stage)).collect();
        for stage in gone {
            active.remove(&stage);
            found.push(whole(stage, Kind::Reshard));
        }
        for stage in coming {
            if active.insert(stage) {
                found.push(whole(stage, Kind::Unshard));
            }
        }
        found.extend_from_slice(step);
    }
    found.extend(active.into_iter().map(|stage| whole(stage, Kind::Reshard)));
    found
}

/// Sums the gradients of a stage over replicas after its last microbatch.
pub fn sum_gradients(schedule: &mut Schedule) {
    let stages = &schedule.stages;
    for order in &mut schedule.orders {
        let mut left: BTreeMap<u32, usize> = BTreeMap::new();
        let mut found = Vec::with_capacity(order.len());
        for step in steps(order) {
            found.extend_from_slice(step);
            for action in step.iter().filter(|action| matches!(action.kind, Kind::Backward | Kind::WeightGradient)) {
                let left = left.entry(action.stage).or_insert_with(|| stages[action.stage as usize].microbatches.len());
                *left -= 1;
                if *left == 0 {
                    found.push(Action { stage: action.stage, microbatch: 0, kind: Kind::ReduceGrad, paired: false });
                }
            }
        }
        *order = found;
    }
}

/// Makes one whole backward pass of two halves that follow each other.
pub fn merge_halves(order: &[Action]) -> Vec<Action> {
    let mut found: Vec<Action> = Vec::with_capacity(order.len());
    for &action in order {
        match found.last_mut() {
            Some(last)
                if action.kind == Kind::WeightGradient
                    && last.kind == Kind::InputGradient
                    && (last.stage, last.microbatch) == (action.stage, action.microbatch)
                    && !last.paired =>
            {
                last.kind = Kind::Backward;
            }
            _ => found.push(action),
        }
    }
    found
}

/// Sends each result that another rank needs right after it is made, and expects it there in the order in which they are sent.
pub fn messages(schedule: &Schedule) -> Result<Schedule, String> {
    let followers = schedule.followers();
    let mut lowered = schedule.clone();
    let steps: Vec<Vec<&[Action]>> = schedule.orders.iter().map(|order| steps(order)).collect();
    let mut at = vec![0; steps.len()];
    let mut found: Vec<Vec<Action>> = vec![Vec::new(); steps.len()];
    let cell = |stage: usize, microbatch: u32| stage * schedule.microbatches + microbatch as usize;
    // How many results of other stages have come, activations and gradients.
    let mut come = [vec![0usize; schedule.stages.len() * schedule.microbatches], vec![0; schedule.stages.len() * schedule.microbatches]];
    let mut posted = come.clone().map(|list| vec![false; list.len()]);
    let ready = |come: &[Vec<usize>; 2], action: &Action| {
        let stage = action.stage as usize;
        match action.kind {
            Kind::Forward => come[0][cell(stage, action.microbatch)] >= schedule.stages[stage].after.len(),
            kind if kind.gives_gradient() => come[1][cell(stage, action.microbatch)] >= followers[stage].len(),
            _ => true,
        }
    };
    // One step a rank and round.
    loop {
        let mut progress = false;
        for rank in 0..steps.len() {
            let Some(step) = steps[rank].get(at[rank]) else { continue };
            if !step.iter().all(|action| ready(&come, action)) {
                continue;
            }
            found[rank].extend_from_slice(step);
            at[rank] += 1;
            progress = true;
            for action in *step {
                let stage = action.stage as usize;
                let (others, way, send, receive) = match action.kind {
                    Kind::Forward => (&followers[stage], 0, Kind::SendForward, Kind::ReceiveForward),
                    kind if kind.gives_gradient() => (&schedule.stages[stage].after, 1, Kind::SendBackward, Kind::ReceiveBackward),
                    _ => continue,
                };
                let far = |other: &&usize| schedule.stages[**other].rank != rank;
                if others.iter().any(|other| far(&other)) {
                    found[rank].push(Action { kind: send, paired: false, ..*action });
                }
                for other in others.iter().filter(far) {
                    let expected = Action { stage: *other as u32, kind: receive, paired: false, ..*action };
                    // Where several stages send, one action expects them all.
                    if !std::mem::replace(&mut posted[way][cell(*other, action.microbatch)], true) {
                        found[schedule.stages[*other].rank].push(expected);
                    }
                }
                others.iter().for_each(|other| come[way][cell(*other, action.microbatch)] += 1);
            }
        }
        if !progress {
            break;
        }
    }
    if let Some(rank) = (0..steps.len()).find(|rank| at[*rank] < steps[*rank].len()) {
        return Err(format!("rank {rank} never gets to {}: the orders do not end", steps[rank][at[rank]][0]));
    }
    lowered.orders = found;
    Ok(lowered)
}

#[cfg(test)]
mod tests {
    use super::super::{Costs, Memory, csv, simulate, validate};
    use super::*;

    fn order(text: &str) -> Vec<Action> {
        text.split(',').map(|text| Action::parse(text).unwrap()).collect()
    }

    /// The examples are those of torch's tests of the same three steps.
    #[test]
    fn weights_are_gathered_ahead_and_gradients_summed_at_the_end() {
        let wanted = order("0UNSHARD,1UNSHARD,0F0,0F1,1F0,1F1,1B0,1B1,1RESHARD,0B0,0B1,0RESHARD");
        assert_eq!(gather(&order("0F0,0F1,1F0,1F1,1B0,1B1,0B0,0B1"), 3), wanted);
        let mut schedule = csv::read("0F0,0F1,1F0,1F1,1B0,1B1,0B0,0B1\n").unwrap();
        sum_gradients(&mut schedule);
        assert_eq!(csv::write(&schedule), "0F0,0F1,1F0,1F1,1B0,1B1,1REDUCE_GRAD,0B0,0B1,0REDUCE_GRAD\n");
        assert_eq!(merge_halves(&order("0F0,0F1,0F2,0I0,0I1,0W0,0I2,0W2,0W1")), order("0F0,0F1,0F2,0I0,0I1,0W0,0B2,0W1"));
    }

    #[test]
    fn messages_are_sent_when_made_and_expected_in_their_order() {
        // Round by round: 0F0 and 1F0; 0F1 and 1B0; 0B0 and 1F1; 1B1; 0B1.
        let schedule = csv::read("0F0,0F1,,0B0,,0B1\n,1F0,1B0,1F1,1B1,\n").unwrap();
        let lowered = messages(&schedule).unwrap();
        let wanted = "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n1RECV_F0,1F0,1RECV_F1,1B0,1SEND_B0,1F1,1B1,1SEND_B1\n";
        assert_eq!(csv::write(&lowered), wanted);
        validate(&lowered).unwrap();
        let time = |schedule: &Schedule| simulate(schedule, &Costs::even(schedule, [10, 12, 8, 1]), Memory::UNTIL_WEIGHT, false).unwrap().makespan;
        assert_eq!(time(&lowered), time(&schedule));
        let fault = messages(&csv::read("0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1\n").unwrap()).unwrap_err();
        assert_eq!(fault, "rank 0 never gets to 0B0: the orders do not end");
    }
}
