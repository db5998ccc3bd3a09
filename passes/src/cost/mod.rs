//! What things cost on a machine.
//!
//! [`placement`] says where on the machine the devices of a group lie; [`collective`] prices collectives over such a group, one
//! algorithm a file; [`costs`] is what passes ask. Units: seconds and bytes. Invariant: the same questions get the same answers, in
//! whatever order they are asked.

pub mod collective;
pub mod costs;
pub mod placement;

#[cfg(test)]
mod measured;
#[cfg(test)]
mod properties;

pub use collective::{Collective, Price};
pub use costs::CollectiveCosts;
pub use placement::Placement;
