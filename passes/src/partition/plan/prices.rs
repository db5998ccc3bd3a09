//! What a collective costs.
//!
//! Invariants: prices are integers and depend on nothing but the arguments, so that plans are the same in every run; a price is
//! never less than [`Prices::least`] of the bytes that a device receives by the collective.

use super::{Idle, LATENCY_BYTES};
use crate::cost::{Collective, CollectiveCosts};
use shardwright_ir::machine::{Machine, MachineError};
use shardwright_ir::sharding::{AxisRef, Mesh};

/// What a plan or a collective costs. Ordered by time first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cost {
    /// In the unit of the prices: picoseconds on a machine, bytes where bytes are all that counts.
    pub time: i64,
    /// Bytes that one device sends under a bandwidth-optimal algorithm (`wire_bytes` of `report.json`).
    pub wire: i64,
}

impl Cost {
    /// One after the other; saturates.
    pub fn plus(self, other: Cost) -> Cost {
        Cost { time: self.time.saturating_add(other.time), wire: self.wire.saturating_add(other.wire) }
    }
}

/// Prices of collectives.
pub trait Prices {
    /// What one collective costs in which groups of devices that differ along `axes` (in mesh order) exchange, each device with an
    /// operand of `operand_bytes`, padding included. For a permutation, `axes` are those along which shards move.
    fn price(&self, kind: Collective, mesh: &Mesh, axes: &[AxisRef], operand_bytes: i64) -> Cost;

    /// A time below which no sequence of collectives gets `bytes` (more than 0) to a device: the closer, the faster plans are
    /// found. Must satisfy `least(a + b) <= price of a collective by which a device receives a bytes + least(b)`, with `least(0)`
    /// taken as 0.
    fn least(&self, bytes: i64) -> i64 {
        let _ = bytes;
        0
    }

    /// What any collective costs that gets a device nothing that it lacks: must satisfy `least(a + b) + start() <= price of a collective by
    /// which a device receives a bytes + least(b)` for `b` more than 0.
    fn start(&self) -> i64 {
        0
    }

    /// Bytes that a device may always hold on the way: where time counts, a small tensor is gathered and cut by one collective sooner than
    /// moved by two that hold less.
    fn slack(&self) -> i64 {
        0
    }

    /// What becomes of idle axes where the user does not say.
    fn idle(&self) -> Idle {
        Idle::Share
    }
}

/// Counts bytes that a device sends, and [`LATENCY_BYTES`] a collective.
#[derive(Clone, Copy, Debug, Default)]
pub struct WireBytes;

impl Prices for WireBytes {
    fn price(&self, kind: Collective, mesh: &Mesh, axes: &[AxisRef], operand_bytes: i64) -> Cost {
        let (group, bytes) = (u64::try_from(mesh.shards(axes)).unwrap_or(1), u64::try_from(operand_bytes).unwrap_or(0));
        let wire = i64::try_from(kind.wire_bytes(group, bytes)).unwrap_or(i64::MAX);
        Cost { time: wire.saturating_add(LATENCY_BYTES), wire }
    }
    fn least(&self, bytes: i64) -> i64 {
        bytes.saturating_add(LATENCY_BYTES)
    }
    fn start(&self) -> i64 {
        LATENCY_BYTES
    }
    /// Bytes alone say too little of what one more collective costs.
    fn idle(&self) -> Idle {
        Idle::AtNoMore
    }
}

/// Picoseconds on a machine.
#[derive(Debug)]
pub struct MachinePrices {
    /// One a mesh.
    costs: Vec<CollectiveCosts>,
    /// The least that any collective takes, in picoseconds.
    start: i64,
    /// The most bytes that a device receives in a picosecond.
    rate: f64,
}

/// One mebibyte, less than a ten-thousandth of any device's memory that has a machine file.
const SLACK: i64 = 1 << 20;

/// Operand of a collective that only latency counts for, and of one whose latency does not count.
const SMALL_AND_LARGE: [u64; 2] = [1, 1 << 34];

impl MachinePrices {
    /// Prices on `machine` under each of these meshes.
    ///
    /// # Errors
    /// That the machine cannot have as many devices as a mesh.
    pub fn new<'a>(machine: &Machine, meshes: impl Iterator<Item = &'a Mesh>) -> Result<MachinePrices, MachineError> {
        let costs: Vec<CollectiveCosts> = meshes.map(|mesh| CollectiveCosts::new(machine, mesh)).collect::<Result<_, _>>()?;
        let (mut start, mut rate) = (i64::MAX, 0f64);
        for costs in &costs {
            for axes in groups(costs.mesh()) {
                let devices = u64::try_from(costs.mesh().shards(&axes)).unwrap_or(1);
                for kind in [Collective::Permute, Collective::AllToAll, Collective::AllGather, Collective::ReduceScatter, Collective::AllReduce] {
                    let [small, large] = SMALL_AND_LARGE.map(|bytes| costs.price(kind, &axes, bytes).seconds * 1e12);
                    let received = match kind {
                        Collective::AllGather => (devices - 1).saturating_mul(SMALL_AND_LARGE[1]),
                        _ => SMALL_AND_LARGE[1],
                    };
                    start = start.min(small as i64);
                    rate = rate.max(received as f64 / large.max(1.0));
                }
            }
        }
        Ok(MachinePrices { costs, start: if start == i64::MAX { 0 } else { start }, rate })
    }
}

/// Every axis of prime size that the mesh's axes are made of, and every subset of its axes: where collectives start soonest, and where they
/// run fastest.
fn groups(mesh: &Mesh) -> Vec<Vec<AxisRef>> {
    let axes: Vec<AxisRef> = mesh.axes.iter().filter(|axis| axis.size > 1).map(|axis| AxisRef::full(axis.name)).collect();
    // Meshes of more axes than this do not exist; their subsets would be too many to ask for.
    let few = &axes[..axes.len().min(6)];
    let subset = |mask: u32| few.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1).map(|(_, axis)| *axis).collect();
    let mut groups: Vec<Vec<AxisRef>> = (1..1u32 << few.len()).map(subset).collect();
    groups.extend(axes.iter().flat_map(|axis| super::atoms::digits(mesh, std::slice::from_ref(axis))).map(|(axis, _)| vec![axis]));
    groups
}

impl Prices for MachinePrices {
    fn slack(&self) -> i64 {
        SLACK
    }
    fn least(&self, bytes: i64) -> i64 {
        self.start.saturating_add((bytes as f64 / self.rate.max(f64::MIN_POSITIVE)) as i64)
    }
    fn start(&self) -> i64 {
        self.start
    }
    /// On a mesh that was not named: the most there is.
    fn price(&self, kind: Collective, mesh: &Mesh, axes: &[AxisRef], operand_bytes: i64) -> Cost {
        let Some(costs) = self.costs.iter().find(|costs| costs.mesh() == mesh) else { return Cost { time: i64::MAX, wire: i64::MAX } };
        let price = costs.price(kind, axes, u64::try_from(operand_bytes).unwrap_or(0));
        // Saturates; a price is never negative or not a number.
        Cost { time: (price.seconds * 1e12).ceil() as i64, wire: i64::try_from(price.wire_bytes).unwrap_or(i64::MAX) }
    }
}
