//! Why a schedule cannot end: the shortest circle of ranks that wait for each other.
//!
//! Invariant: each wait names the action that its rank stands at and one that it needs, which stands at or behind the next rank's action; the last
//! waits for the first.

use super::action::{Action, Kind};
use super::order::Schedule;
use std::collections::VecDeque;
use std::fmt;

/// A rank that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The rank.
    pub rank: usize,
    /// What it stands at.
    pub action: Action,
    /// What that needs.
    pub needs: Action,
    /// The rank that has it further on in its order.
    pub on: usize,
}

/// Ranks that wait for each other in a circle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// The circle.
    pub waits: Vec<Wait>,
}

impl fmt::Display for Stuck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the schedule cannot end: ")?;
        for (index, wait) in self.waits.iter().enumerate() {
            let Wait { rank, action, needs, on } = wait;
            let kind = if needs.kind == Kind::InputGradient { "the gradient of" } else { "" };
            let needs = if kind.is_empty() { needs.to_string() } else { format!("{kind} stage {} for microbatch {}", needs.stage, needs.microbatch) };
            let before = if index == 0 { "" } else { "; " };
            let place = if rank == on { "which comes after it".to_owned() } else { format!("which rank {on} does later") };
            write!(out, "{before}rank {rank} stands at {action} and needs {needs}, {place}")?;
        }
        Ok(())
    }
}

/// The shortest circle among ranks that have stopped `at` these actions, each missing what `missing` says.
pub(super) fn circle(schedule: &Schedule, at: &[usize], missing: impl Fn(Action) -> Vec<Action>) -> Stuck {
    let wait = |rank: usize| -> Vec<Wait> {
        let order = &schedule.orders[rank];
        let Some(&action) = order.get(at[rank]) else { return Vec::new() };
        let mut actions = vec![action];
        actions.extend(order.get(at[rank] + 1).filter(|_| action.paired));
        let needs = actions.into_iter().flat_map(|action| missing(action).into_iter().map(move |needs| (action, needs)));
        needs.map(|(action, needs)| Wait { rank, action, needs, on: schedule.stages[needs.stage as usize].rank }).collect()
    };
    let waits: Vec<Vec<Wait>> = (0..schedule.ranks()).map(wait).collect();
    let circles = (0..waits.len()).filter_map(|start| shortest(&waits, start));
    let shortest = circles.min_by_key(Vec::len);
    // An action that nobody has leaves no circle; validation of the form has refused it before.
    Stuck { waits: shortest.unwrap_or_else(|| waits.into_iter().flatten().take(1).collect()) }
}

/// The shortest way from a rank back to itself.
fn shortest(waits: &[Vec<Wait>], start: usize) -> Option<Vec<Wait>> {
    let mut reached: Vec<Option<Wait>> = vec![None; waits.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(rank) = queue.pop_front() {
        for wait in &waits[rank] {
            if wait.on == start {
                let mut way = vec![*wait];
                let mut rank = rank;
                while rank != start {
                    let before = reached[rank]?;
                    way.push(before);
                    rank = before.rank;
                }
                way.reverse();
                return Some(way);
            }
            if reached[wait.on].is_none() {
                reached[wait.on] = Some(*wait);
                queue.push_back(wait.on);
            }
        }
    }
    None
}
