//! What things cost on a machine.
//!
//! [`placement`] says where on the machine the devices of a group lie; [`collective`] prices collectives over such a group, one
//! algorithm a file; [`costs`] is what passes ask; [`alpa`] is the objective of another planner. Units: seconds and bytes. Invariant: the
//! same questions get the same answers, in whatever order they are asked.

pub mod alpa;
pub mod collective;
pub mod compute;
pub mod costs;
pub mod fuse;
pub mod outline;
pub mod placement;
pub mod profile;
pub mod program;
pub mod simulate;

#[cfg(test)]
mod measured;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use collective::{Collective, Price};
pub use costs::CollectiveCosts;
pub use placement::Placement;
