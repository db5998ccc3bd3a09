//! What comes after the loop of a step: on which stage, and in which round.
//!
//! An op lies on the stage of the weights and sums that it reads, the first of them where there are several. One that reads numbers alone (rank 0), or what was made
//! of them, is computed on every stage that reads it: a number passes between stages, never a spread of it. Its round is the first in which all that it reads is there.

use super::anatomy::Parts;
use crate::train::follows::read_by;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{OpId, Value};

/// Where an op after the loop runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Later {
    /// On this stage, in this round.
    On(usize, u32),
    /// On each stage that reads it, in the round of that stage.
    OnEach(Vec<u32>),
}

/// Stages and rounds.
pub(super) struct Rounds {
    /// Stage of weights, states and sums, by argument.
    owners: SecondaryMap<Value, Option<usize>>,
    /// Of each op outside of the loop.
    pub of: SecondaryMap<OpId, Option<Later>>,
}

impl Rounds {
    /// Assigns every op outside of the loop, as if it ran after it. `owners` are the stages of arguments, sums among them.
    pub fn of(parts: &Parts, owners: SecondaryMap<Value, Option<usize>>, stages: usize) -> Rounds {
        let func = &parts.func;
        let mut rounds = Rounds { owners, of: SecondaryMap::new() };
        let mut lies: SecondaryMap<Value, Option<usize>> = rounds.owners.clone();
        for &op in parts.before.iter().chain(&parts.after) {
            let read = read_by(func, op);
            let large = |value: &Value| func.ty(*value).as_tensor().is_some_and(|ty| ty.rank() > 0);
            let stage = read.iter().filter(|value| large(value)).filter_map(|&value| lies[value]).min();
            let round = |rounds: &Rounds, stage: usize| read.iter().map(|&value| rounds.ready(parts, value, stage)).max().unwrap_or(0);
            rounds.of[op] = Some(match stage {
                Some(stage) => {
                    func.op(op).results.iter().for_each(|&result| lies[result] = Some(stage));
                    Later::On(stage, round(&rounds, stage))
                }
                None => Later::OnEach((0..stages).map(|stage| round(&rounds, stage)).collect()),
            });
        }
        rounds
    }

    /// In which round a stage can read a value.
    pub fn ready(&self, parts: &Parts, value: Value, stage: usize) -> u32 {
        match parts.func.defining_op(value) {
            None => u32::from(parts.sum_of(value).is_some() && self.owners[value] != Some(stage)),
            Some(op) => match &self.of[op] {
                Some(Later::On(other, round)) => round + u32::from(*other != stage),
                Some(Later::OnEach(rounds)) => rounds.get(stage).copied().unwrap_or(0),
                None => 0,
            },
        }
    }

    /// The stage that gives a value that the program returns.
    pub fn gives(&self, parts: &Parts, value: Value) -> Option<usize> {
        match parts.func.defining_op(value) {
            None => self.owners[value],
            Some(op) => match &self.of[op] {
                Some(Later::On(stage, _)) => Some(*stage),
                _ => None,
            },
        }
    }
}
