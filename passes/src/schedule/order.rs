//! A schedule: stages with their ranks, and what each rank does in which order.
//!
//! Invariant: `parts` divides the costs of a device's share of the model among what it does for one microbatch: a stage that is one of v chunks of
//! its rank takes 1/v of them, and one of k slices of a sequence 1/k of that. Where stages or microbatches are not all alike, [`Load`] and [`Size`] say how
//! many parts each is.

use super::action::Action;
use super::costs::Time;
use std::ops::Range;

/// A stage: a piece of the model with a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The rank that runs it.
    pub rank: usize,
    /// The stages whose results it reads.
    pub after: Vec<usize>,
    /// The microbatches that pass it. Copies of a stage, for the two directions of a bidirectional pipeline, each have their own.
    pub microbatches: Range<usize>,
    /// The stage that it is a copy of, with weights of its own: gradients are summed over both.
    pub copy_of: Option<usize>,
}

/// What a stage is, in parts of a device's share of the model, where stages are not all alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// Of the time that passes take.
    pub work: Time,
    /// Of the activations that a forward pass leaves.
    pub held: u64,
    /// Of the time that doing all of a forward pass again takes: what is done again where [`super::Kind::Recompute`] is.
    pub again: Time,
    /// Of the activations: what a forward pass leaves whose rest is computed again.
    pub kept: u64,
}

/// What a microbatch is, in parts, where microbatches are not all alike; multiplies what its stage is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Of the time that passes take.
    pub work: Time,
    /// Of the activations.
    pub held: u64,
}

/// What each rank does, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The stages.
    pub stages: Vec<Stage>,
    /// How many microbatches there are; with slices, times the slices.
    pub microbatches: usize,
    /// Into how many slices a sequence is cut; 1 where it is not. Slices of a microbatch go forward in order and backward in reverse order.
    pub slices: usize,
    /// See the head of the file.
    pub parts: u64,
    /// For each stage, what it is; empty where each is one part.
    pub loads: Vec<Load>,
    /// For each microbatch, what it is; empty where each is one part.
    pub sizes: Vec<Size>,
    /// Whether there are backward passes.
    pub training: bool,
    /// For each rank, the rank that keeps its offloaded activations; `None` is the host.
    pub keepers: Vec<Option<usize>>,
    /// For each rank, its actions.
    pub orders: Vec<Vec<Action>>,
}

/// How a chain of stages lies on ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// Stage s on rank s modulo p.
    Loop,
    /// Forth and back: 0, 1, …, p-1, p-1, …, 0, 0, 1, …
    Snake,
}

impl Placement {
    /// The rank of a stage.
    pub fn rank(self, stage: usize, ranks: usize) -> usize {
        let (turn, place) = (stage / ranks, stage % ranks);
        if self == Placement::Snake && turn % 2 == 1 { ranks - 1 - place } else { place }
    }
    /// The stage that is this chunk of a rank.
    pub fn stage(self, rank: usize, chunk: usize, ranks: usize) -> usize {
        chunk * ranks + if self == Placement::Snake && chunk % 2 == 1 { ranks - 1 - rank } else { rank }
    }
}

impl Schedule {
    /// A chain of `chunks` stages a rank, for training, with nothing to do yet.
    pub fn chain(placement: Placement, ranks: usize, chunks: usize, microbatches: usize) -> Schedule {
        let stage = |stage: usize| Stage {
            rank: placement.rank(stage, ranks),
            after: stage.checked_sub(1).into_iter().collect(),
            microbatches: 0..microbatches,
            copy_of: None,
        };
        Schedule {
            stages: (0..ranks * chunks).map(stage).collect(),
            microbatches,
            slices: 1,
            parts: chunks as u64,
            loads: Vec::new(),
            sizes: Vec::new(),
            training: true,
            keepers: vec![None; ranks],
            orders: vec![Vec::new(); ranks],
        }
    }
    /// Two chains of one stage a rank in opposite directions, each with a copy of the weights: stages 0 to p-1 from rank 0 on for the first half of the
    /// microbatches, stages p to 2p-1 from rank p-1 on for the others.
    pub fn two_way(ranks: usize, microbatches: usize) -> Schedule {
        let mut schedule = Schedule::chain(Placement::Loop, ranks, 1, microbatches);
        let half = microbatches / 2;
        schedule.stages.iter_mut().for_each(|stage| stage.microbatches = 0..half);
        schedule.stages.extend((0..ranks).map(|stage| Stage {
            rank: ranks - 1 - stage,
            after: stage.checked_sub(1).map(|before| ranks + before).into_iter().collect(),
            microbatches: half..microbatches,
            copy_of: Some(stage),
        }));
        schedule
    }
    /// Parts of a device's time that a stage's passes for a microbatch take.
    pub fn work(&self, stage: usize, microbatch: usize) -> Time {
        let load = self.loads.get(stage).map_or(1, |load| load.work);
        load.saturating_mul(self.sizes.get(microbatch).map_or(1, |size| size.work))
    }
    /// Parts of a device's activations that a stage's forward pass for a microbatch leaves.
    pub fn held(&self, stage: usize, microbatch: usize) -> i64 {
        let load = self.loads.get(stage).map_or(1, |load| load.held);
        i64::try_from(load.saturating_mul(self.sizes.get(microbatch).map_or(1, |size| size.held))).unwrap_or(i64::MAX)
    }
    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.orders.len()
    }
    /// For each stage, the stages that read its results.
    pub fn followers(&self) -> Vec<Vec<usize>> {
        let mut followers = vec![Vec::new(); self.stages.len()];
        for (stage, info) in self.stages.iter().enumerate() {
            for &before in &info.after {
                if let Some(list) = followers.get_mut(before) {
                    list.push(stage);
                }
            }
        }
        followers
    }
    /// The ranks' actions as text, a line a rank, pairs in brackets.
    pub fn rows(&self) -> Vec<Vec<String>> {
        self.orders.iter().map(|order| row(order)).collect()
    }
}

fn row(order: &[Action]) -> Vec<String> {
    let mut cells = Vec::with_capacity(order.len());
    let mut rest = order.iter();
    while let Some(action) = rest.next() {
        match rest.as_slice().first() {
            Some(other) if action.paired => {
                cells.push(format!("({action};{other})OVERLAP_F_B"));
                rest.next();
            }
            _ => cells.push(action.to_string()),
        }
    }
    cells
}
