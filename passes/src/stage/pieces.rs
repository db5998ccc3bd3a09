//! A program in pieces: what a pipeline runs.
//!
//! A training step in microbatches is a loop between two straight parts. Cut by stage and by phase it becomes pieces: programs that run whole, on the devices of one
//! stage. A schedule ([`crate::schedule`]) says when a rank runs which piece for which microbatch; this file says what each reads and gives.
//!
//! Invariants: pieces stand in an order in which they could run one after the other, for one microbatch after the other; a piece reads arguments of the whole program, results of
//! pieces before it, and sums; every op of the whole program that a result needs is in exactly one piece, but for what costs less than to send it: constants and what follows from
//! them, what follows from data alone or from weights alone (each stage that reads it has it once, and what only moves elements of weights each piece), numbers of no dimension after the last microbatch, and what a backward piece computes again
//! because that costs less than to hold it ([`super::residuals`]). A phase in which a stage has nothing to do has
//! no piece. Modules are global programs with a sharding on every value, each on the mesh of its stage. A result that replaces an
//! argument of the program which no later piece reads takes its place in memory ([`shardwright_ir::role::ALIAS`], by the piece's own results).

use shardwright_ir::Module;

/// When a piece runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Once, before the first microbatch.
    Before,
    /// For each microbatch: the forward pass.
    Forward,
    /// For each microbatch: the whole backward pass, or the half of it that the stage before waits for.
    Input,
    /// For each microbatch: the half that nobody waits for. Absent where backward passes are not split.
    Weight,
    /// Once, after the last microbatch: sums over stages, clipping, updates. Rounds count from 0: what needs a number of other stages' round r is in round r + 1.
    After(u32),
}

impl Phase {
    /// Whether it runs once a microbatch.
    pub fn is_repeated(self) -> bool {
        matches!(self, Phase::Forward | Phase::Input | Phase::Weight)
    }
}

/// Where an argument of a piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceInput {
    /// Argument of the whole program.
    Arg(usize),
    /// Number of the microbatch, a scalar of the argument's type.
    Microbatch,
    /// A result of an earlier piece, of the same microbatch where both are repeated.
    Result {
        /// The piece.
        piece: usize,
        /// Which of its results.
        index: usize,
    },
    /// A sum over microbatches, read by a piece of [`Phase::After`].
    Sum(usize),
}

/// One piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its stage.
    pub stage: usize,
    /// When it runs.
    pub phase: Phase,
    /// Its global program: arguments are `inputs`, one after the other.
    pub module: Module,
    /// Where each argument comes from.
    pub inputs: Vec<PieceInput>,
    /// For each result, which results of the whole program it is.
    pub outputs: Vec<Vec<usize>>,
}

/// A sum over microbatches: a result of a repeated piece, added up on the devices of its stage from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The piece.
    pub piece: usize,
    /// Which of its results; it has the type of the sum.
    pub index: usize,
}

/// A whole program in pieces.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Sums over microbatches.
    pub sums: Vec<Sum>,
    /// How many microbatches there are.
    pub microbatches: usize,
    /// Logical ids of the devices of each stage, in the order of its mesh.
    pub devices: Vec<Vec<i64>>,
    /// For each stage, the stages whose forward results it reads: ascending, one chain for most models, a DAG for encoder and decoder.
    pub after: Vec<Vec<usize>>,
}
