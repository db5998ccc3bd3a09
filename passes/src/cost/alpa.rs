//! The objective of Alpa (Zheng et al., OSDI 2022): what is exchanged, by one latency and one inverse bandwidth a mesh axis.
//!
//! Formulas for n devices, S bytes that a device holds of the whole operand or result, alpha and beta of the axis (after Alpa's
//! `LogicalDeviceMesh`): all-reduce `alpha + 2 beta (n-1)/n S + 0.01`, all-gather `alpha + beta (n-1)/n S + 0.1`, reduce-scatter
//! `alpha + beta (n-1)/n S + 0.001`, all-to-all `alpha + beta (n-1)/n^2 S n/2 + 0.001`, of which the part before the last summand is rounded. A
//! collective along several axes is one after the other along each. Arithmetic costs nothing, but dots and convolutions must be split over
//! all devices. Invariants: prices are whole millionths of Alpa's unit; [`Moves`] and [`one_axis_a_dimension`] say which of our choices Alpa lacks.

use crate::cost::Collective;
use crate::partition::plan::{Cost, Idle, Placement, Prices};
use crate::search::INFINITE;
use crate::search::program::{Program, Work};
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::{AxisRef, Mesh};

/// Prices are in this part of Alpa's unit.
pub const PARTS: f64 = 1e6;

/// How tensors may get from one placement to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// As in Alpa's prototype: partial results are combined whole, what is to lie elsewhere is gathered; then cut, which is free.
    Gathers,
    /// As in Alpa: the same, and an all-to-all on meshes of one axis. A reduce-scatter costs as the all-reduce that it is taken for.
    Exchanges,
    /// The same, and reduce-scatters at their price. Alpa makes them of all-reduces behind the plan (`prefer_reduce_scatter`); here the plan has them.
    Scatters,
    /// Whatever collective there is.
    All,
}

/// Alpa's prices.
#[derive(Clone, PartialEq, Debug)]
pub struct AlpaPrices {
    /// Latency by mesh axis.
    pub alpha: Vec<f64>,
    /// Inverse bandwidth by mesh axis.
    pub beta: Vec<f64>,
    /// Which collectives there are.
    pub moves: Moves,
    /// Every gather costs this much instead (Alpa's `force_all_gather_cost`); then so does what is done by gathers under
    /// [`Moves::Gathers`].
    pub gather: Option<f64>,
}

impl AlpaPrices {
    /// Alpa's defaults: latency 1; inverse bandwidth 0.1 along the last axis, which is within a host, 1 along the others (`get_logical_mesh` of its
    /// `device_mesh.py`).
    pub fn usual(mesh: &Mesh) -> AlpaPrices {
        let mut beta = vec![1.0; mesh.axes.len()];
        beta.iter_mut().rev().take(1).for_each(|last| *last = 0.1);
        AlpaPrices { alpha: vec![1.0; mesh.axes.len()], beta, moves: Moves::Exchanges, gather: None }
    }

    /// The price along one axis, in Alpa's unit. `bytes` is what a device holds of the operand, of the result for a gather.
    pub fn along(&self, kind: Collective, mesh: &Mesh, axis: &AxisRef, bytes: f64) -> f64 {
        let at = mesh.axis_index(axis.name).unwrap_or(0);
        let (alpha, beta) = (self.alpha.get(at).copied().unwrap_or(0.0), self.beta.get(at).copied().unwrap_or(0.0));
        let n = mesh.size_of(axis).max(1) as f64;
        let sent = beta * (n - 1.0) / n * bytes;
        match kind {
            Collective::AllReduce => (alpha + 2.0 * sent).round() + 0.01,
            Collective::AllGather => self.gather.unwrap_or_else(|| (alpha + sent).round() + 0.1),
            Collective::ReduceScatter => (alpha + sent).round() + 0.001,
            // Of an operand that holds S / n.
            Collective::AllToAll => (alpha + sent * n / 2.0).round() + 0.001,
            Collective::Permute | Collective::Broadcast | Collective::Reduce => (alpha + beta * bytes).round() + 0.001,
        }
    }

    /// What it costs, in Alpa's unit, to keep a weight or a state of the optimizer on every device: of an all-reduce of one byte along each axis along which
    /// it is repeated (Alpa's small price of what is replicated, there only for what lies whole on every device).
    pub fn repeated(&self, mesh: &Mesh, placement: &Placement) -> f64 {
        let split = |axis: &AxisRef| placement.dims.iter().flatten().any(|one| one.name == axis.name);
        let axes = mesh.axes.iter().filter(|axis| axis.size > 1).map(|axis| AxisRef::full(axis.name));
        axes.filter(|axis| !split(axis)).map(|axis| self.along(Collective::AllReduce, mesh, &axis, 1.0).round()).sum()
    }

    fn total(&self, kind: Collective, mesh: &Mesh, axes: &[AxisRef], operand: f64) -> f64 {
        let exchanges = self.moves == Moves::All || (self.moves != Moves::Gathers && mesh.axes.iter().filter(|axis| axis.size > 1).count() == 1);
        let mut bytes = operand;
        let mut sum = 0.0;
        for axis in axes {
            let n = mesh.size_of(axis).max(1) as f64;
            sum += match kind {
                Collective::AllGather => {
                    bytes *= n;
                    self.along(kind, mesh, axis, bytes)
                }
                Collective::ReduceScatter if matches!(self.moves, Moves::All | Moves::Scatters) => {
                    let price = self.along(kind, mesh, axis, bytes);
                    bytes /= n;
                    price
                }
                Collective::ReduceScatter => self.along(Collective::AllReduce, mesh, axis, bytes),
                Collective::AllToAll if !exchanges => self.along(Collective::AllGather, mesh, axis, bytes * n),
                Collective::Permute if self.moves != Moves::All => f64::INFINITY,
                _ => self.along(kind, mesh, axis, bytes),
            };
        }
        sum
    }
}

impl Prices for AlpaPrices {
    fn price(&self, kind: Collective, mesh: &Mesh, axes: &[AxisRef], operand_bytes: i64) -> Cost {
        let time = (self.total(kind, mesh, axes, operand_bytes as f64) * PARTS).round();
        let group = u64::try_from(mesh.shards(axes)).unwrap_or(1);
        let wire = kind.wire_bytes(group, u64::try_from(operand_bytes).unwrap_or(0));
        // Saturates: infinity becomes the largest number, which forbids.
        Cost { time: time as i64, wire: i64::try_from(wire).unwrap_or(i64::MAX) }
    }
    fn idle(&self) -> Idle {
        Idle::Leave
    }
}

/// Leaves Alpa's choices alone: no dimension lies on two axes, and sums are over one. An op that then has no choice (a product that no such way splits
/// over all devices) may be done in any of them, at no price.
pub fn one_axis_a_dimension(program: &mut Program) {
    let wide: Vec<bool> = program.placements.iter().map(|placement| placement.partial.len() > 1 || placement.dims.iter().any(|axes| axes.len() > 1)).collect();
    for node in &mut program.nodes {
        let narrow: Vec<bool> = node.ways.iter().map(|way| !way.iter().any(|&placement| wide[placement as usize])).collect();
        for (cost, narrow) in node.costs.iter_mut().zip(&narrow) {
            *cost = if *narrow { *cost } else { INFINITE };
        }
        if node.costs.iter().all(|&cost| cost >= INFINITE) {
            let any = !narrow.contains(&true);
            node.costs.iter_mut().zip(&narrow).filter(|(_, narrow)| any || **narrow).for_each(|(cost, _)| *cost = 0);
        }
    }
}

/// Alpa's prices of work: none, and what repeats a dot or a convolution on several devices is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlpaWork {
    /// Devices of the mesh.
    pub devices: i64,
}

impl Work for AlpaWork {
    fn price(&self, op: &OpView, flops: i64, _: i64) -> i64 {
        let data = op.data();
        if !matches!(data.info.name, "stablehlo.dot_general" | "stablehlo.dot" | "stablehlo.convolution") {
            return 0;
        }
        // Uneven shards add less than half; an axis that is left out, at least as much again.
        let repeated = flops as f64 * self.devices as f64 / (data.info.cost)(op).flops.max(1) as f64;
        if repeated < 1.5 { 0 } else { INFINITE }
    }
}
