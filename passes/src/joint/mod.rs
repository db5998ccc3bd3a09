//! Algebra and sharding chosen together: for each value of a program at once, an equal form and how it lies on the devices.
//!
//! Reading order: [`graph`] (what is chosen: the saturated e-graph as one search problem), [`ways`] (what choices there are and what they cost),
//! [`sequential`] (what it is compared with), [`solve`], [`materialize`] (a function again), [`forms`] (the same without its placements), [`memory`], [`plan`]. Invariants: forms, placements and
//! prices are the same whether they are chosen together or one after the other; the joint choice is never dearer than the sequential one;
//! the same input gives the same choice unless time ended the search.

pub mod forms;
pub mod graph;
pub mod materialize;
pub mod memory;
pub mod needed;
pub mod plan;
pub mod sequential;
pub mod solve;
pub mod ways;
pub mod work;

use crate::partition::plan::Prices;
use crate::search::program::Work;
use shardwright_ir::Sym;
use shardwright_ir::sharding::Mesh;

pub use plan::{Algebra, Outcome, Settings, plan};

/// Where a program is to run, and what that costs.
#[derive(Clone, Copy)]
pub struct Costs<'a> {
    /// The name of the mesh.
    pub name: Sym,
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Collectives.
    pub prices: &'a dyn Prices,
    /// Work of one device.
    pub work: &'a (dyn Work + Sync),
}
