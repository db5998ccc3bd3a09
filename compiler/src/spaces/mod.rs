//! Small search spaces that are fully explored: a model on a machine, every assignment with its time and memory, and a sample of them with the time of
//! the compiled program. What a search found can so be held against all there is.
//!
//! Reading order: this file (what a space is), [`table`] (every assignment), [`contract`] (how a program of many ops becomes a small
//! space), [`build`] (from a model to a space), [`file`](mod@file) (how it is kept), [`score`] (what a search is worth). Invariants: a space's problem and its table say
//! the same; the optimum of a contracted space is that of the program it was made from; the same model and machine give the same space.

pub mod build;
pub mod contract;
pub mod correlation;
pub mod file;
pub mod score;
pub mod table;

use contract::Unfold;
use shardwright_passes::search::SearchProblem;
use table::Table;

/// What a space's memory is the memory of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// All values of the program, each as long as it lives.
    Values,
    /// Arguments of the program alone: weights and inputs, which live throughout.
    Arguments,
}

/// A fully explored space.
#[derive(Clone, Debug)]
pub struct Space {
    /// Which release of the numbers it is of: it goes up whenever they change.
    pub release: u32,
    /// Its name.
    pub name: String,
    /// The model's file.
    pub model: String,
    /// The machine.
    pub machine: String,
    /// The mesh, such as `x=2,y=4`.
    pub mesh: String,
    /// What memory counts.
    pub held: Held,
    /// What is searched: picoseconds and bytes of one device.
    pub problem: SearchProblem,
    /// By node of the problem: its choices as text.
    pub choices: Vec<Vec<String>>,
    /// How an assignment becomes a choice for each op and value of the program.
    pub unfold: Unfold,
    /// Every assignment.
    pub table: Table,
    /// Some assignments with what the compiled program is worth.
    pub simulated: Simulated,
}

/// Compiled programs of some assignments, by index in the table, ascending.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// Which assignments.
    pub index: Vec<i64>,
    /// Picoseconds of the compiled program.
    pub time: Vec<i64>,
    /// Most bytes that a device holds.
    pub memory: Vec<i64>,
}

impl Simulated {
    /// Time and memory of the compiled program of this assignment.
    pub fn of(&self, index: usize) -> Option<(i64, i64)> {
        let at = self.index.binary_search(&(index as i64)).ok()?;
        Some((self.time[at], self.memory[at]))
    }
}
