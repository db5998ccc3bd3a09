//! What passes ask: the price of a collective along mesh axes of a machine.
//!
//! Prices are for all groups of the mesh running the collective at once; the slowest group counts. Invariants: asking is
//! read-only and can be done from many threads; where the devices of a group lie is found once for each list of axes and kept; a question
//! that was asked before allocates nothing; an answer depends on nothing but machine, mesh and question.

use super::collective::{ALGORITHMS, Algorithm, Collective, Price, Terms, algorithm, nccl};
use super::placement::Placement;
use shardwright_ir::machine::{Library, Machine, MachineError, Scaled};
use shardwright_ir::sharding::{AxisRef, Mesh};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Placements of the groups along some axes; groups that lie alike are one.
type Placements = SmallVec<[Placement; 1]>;

/// Prices of collectives on a machine under a mesh.
#[derive(Debug)]
pub struct CollectiveCosts {
    machine: Machine,
    mesh: Mesh,
    scaled: Scaled,
    library: Vec<&'static Algorithm>,
    // Only ever looked up, never iterated.
    known: RwLock<HashMap<SmallVec<[AxisRef; 4]>, Arc<Placements>>>,
}

/// One algorithm's price, for explanations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Offer {
    /// What it costs.
    pub price: Price,
    /// Of what that is made.
    pub terms: Terms,
    /// The formula.
    pub formula: &'static str,
    /// Whether the machine's library has the algorithm; the others are for comparison.
    pub available: bool,
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl CollectiveCosts {
    /// Prices on `machine`, with as many devices as `mesh` has.
    ///
    /// # Errors
    /// That the machine cannot have so many devices, or that its library has an algorithm that does not exist, or lacks the two that
    /// every group can run.
    pub fn new(machine: &Machine, mesh: &Mesh) -> Result<CollectiveCosts, MachineError> {
        let devices = u64::try_from(mesh.num_devices()).unwrap_or(1);
        let scaled = machine.scaled(devices)?;
        let mut library = Vec::new();
        if let Library::Algorithms { names, .. } = &machine.library {
            for (index, name) in names.iter().enumerate() {
                let known: Vec<&str> = ALGORITHMS.iter().map(|row| row.name).collect();
                library.push(algorithm(name).ok_or_else(|| MachineError {
                    file: machine.name.clone(),
                    field: format!("library.algorithms.names[{index}]"),
                    message: format!("`{name}` is no algorithm; those are {}", known.join(", ")),
                })?);
            }
            if let Some(lacks) = ["ring", "send"].into_iter().find(|name| !names.iter().any(|has| has == name)) {
                let field = "library.algorithms.names".to_owned();
                let message = format!("must have `{lacks}`: ring and send are what every group can run");
                return Err(MachineError { file: machine.name.clone(), field, message });
            }
        }
        Ok(CollectiveCosts { machine: machine.clone(), mesh: mesh.clone(), scaled, library, known: RwLock::default() })
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The price of a collective along `axes` (each a mesh axis or a part of one) whose operand has `bytes` bytes on one device.
    /// Nothing along no axes, along axes of one device, and for no bytes.
    pub fn price(&self, kind: Collective, axes: &[AxisRef], bytes: u64) -> Price {
        self.price_at(kind, &self.placements(axes), bytes)
    }

    /// As [`CollectiveCosts::price`] for groups given as lists of logical device ids (`replica_groups`, or pairs of a permute).
    pub fn price_groups(&self, kind: Collective, groups: &[Vec<i64>], bytes: u64) -> Price {
        self.price_at(kind, &self.place(groups), bytes)
    }

    /// The outermost level of the machine over which any of these groups (or pairs) exchanges data; 0 where none does.
    pub fn outermost_level(&self, groups: &[Vec<i64>]) -> usize {
        self.place(groups).iter().map(|at| at.flat.level).max().unwrap_or(0)
    }

    /// Every algorithm's price along `axes`, cheapest first; those that the library lacks are among them.
    pub fn offers(&self, kind: Collective, axes: &[AxisRef], bytes: u64) -> Vec<Offer> {
        self.offers_at(kind, &self.placements(axes), bytes)
    }

    /// As [`CollectiveCosts::offers`] for groups of logical device ids.
    pub fn offers_groups(&self, kind: Collective, groups: &[Vec<i64>], bytes: u64) -> Vec<Offer> {
        self.offers_at(kind, &self.place(groups), bytes)
    }

    /// A sentence: the chosen algorithm, its formula and where its seconds go.
    pub fn explain(&self, kind: Collective, axes: &[AxisRef], bytes: u64) -> String {
        let placements = self.placements(axes);
        let devices = placements.first().map_or(1, |at| at.size);
        let names: Vec<String> = axes.iter().map(ToString::to_string).collect();
        let what = format!("{} of {bytes} bytes over {devices} devices along {{{}}} of {}", kind.as_str(), names.join(", "), self.machine.name);
        let Some(best) = self.offers_at(kind, &placements, bytes).into_iter().find(|offer| offer.available) else {
            return format!("{what}: no communication");
        };
        let Terms { steps, latency, transfer, reduce, .. } = best.terms;
        let us = 1e6;
        format!(
            "{what}: {} takes {:.1} us ({:.1} latency in {steps} steps, {:.1} transfer, {:.1} reduction; {})",
            best.price.algorithm,
            best.price.seconds * us,
            latency * us,
            transfer * us,
            reduce * us,
            best.formula
        )
    }

    /// Where the groups along `axes` lie.
    pub fn placements(&self, axes: &[AxisRef]) -> Arc<SmallVec<[Placement; 1]>> {
        if let Some(found) = self.known.read().unwrap_or_else(PoisonError::into_inner).get(axes) {
            return Arc::clone(found);
        }
        let groups: Vec<Vec<i64>> = self.mesh.groups(axes);
        let to_devices = |group: Vec<i64>| group.into_iter().map(|position| self.mesh.device_at(position)).collect();
        let placed = Arc::new(self.place(&groups.into_iter().map(to_devices).collect::<Vec<_>>()));
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(SmallVec::from_slice(axes), Arc::clone(&placed));
        placed
    }

    fn place(&self, groups: &[Vec<i64>]) -> Placements {
        let mut found = Placements::new();
        for group in groups.iter().filter(|group| group.len() > 1) {
            let at = Placement::of_devices(&self.machine, &self.scaled, group);
            if !found.contains(&at) {
                found.push(at);
            }
        }
        found
    }

    fn price_at(&self, kind: Collective, placements: &[Placement], bytes: u64) -> Price {
        let mut slowest = Price::NOTHING;
        for at in placements {
            let mut best: Option<Price> = None;
            self.each(kind, at, bytes, false, &mut |name, _, terms, _| {
                let price = self.to_price(kind, at, bytes, name, terms);
                if best.is_none_or(|best| price.cmp(&best).is_lt()) {
                    best = Some(price);
                }
            });
            if let Some(best) = best
                && best.cmp(&slowest).is_gt()
            {
                slowest = best;
            }
        }
        slowest
    }

    fn offers_at(&self, kind: Collective, placements: &[Placement], bytes: u64) -> Vec<Offer> {
        let slowest = placements.iter().max_by(|a, b| {
            let price = |at: &Placement| self.price_at(kind, std::slice::from_ref(at), bytes);
            price(a).cmp(&price(b))
        });
        let mut offers = Vec::new();
        if let Some(at) = slowest {
            self.each(kind, at, bytes, true, &mut |name, formula, terms, available| {
                offers.push(Offer { price: self.to_price(kind, at, bytes, name, terms), terms, formula, available });
            });
        }
        offers.sort_by(|a: &Offer, b: &Offer| a.price.cmp(&b.price));
        offers
    }

    /// Calls `take` with every algorithm: those of the library, and the others where `all`.
    fn each(&self, kind: Collective, at: &Placement, bytes: u64, all: bool, take: &mut dyn FnMut(&'static str, &'static str, Terms, bool)) {
        if bytes == 0 || at.size <= 1 {
            return;
        }
        let full = kind.full_bytes(at.size, bytes as f64);
        if let Library::Nccl(tuning) = &self.machine.library {
            let network = self.machine.levels.len() - 1;
            nccl::offer(kind, at, tuning, network, full, &mut |name, formula, terms| take(name, formula, terms, true));
        }
        let mut textbook = |row: &'static Algorithm, available: bool| {
            if let Some(mut terms) = (row.price)(kind, at, full) {
                terms.latency += at.call;
                take(row.name, row.formula, terms, available);
            }
        };
        self.library.iter().for_each(|row| textbook(row, true));
        if all {
            let others = ALGORITHMS.iter().filter(|row| !self.library.iter().any(|own| own.name == row.name));
            others.for_each(|row| textbook(row, false));
        }
    }

    fn to_price(&self, kind: Collective, at: &Placement, bytes: u64, algorithm: &'static str, terms: Terms) -> Price {
        Price { seconds: terms.seconds(), algorithm, wire_bytes: kind.wire_bytes(at.size, bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::Sym;
    use shardwright_ir::machine::builtin;

    fn axis(name: &str) -> AxisRef {
        AxisRef::full(Sym::new(name))
    }

    #[test]
    fn one_device_and_no_bytes_cost_nothing() {
        let costs = CollectiveCosts::new(&builtin("dgx-h100").unwrap(), &Mesh::new(&[("x", 8), ("y", 1)])).unwrap();
        for kind in Collective::ALL {
            assert_eq!(costs.price(kind, &[axis("y")], 1 << 20), Price::NOTHING);
            assert_eq!(costs.price(kind, &[], 1 << 20), Price::NOTHING);
            assert_eq!(costs.price(kind, &[axis("x")], 0), Price::NOTHING);
            assert!(costs.price(kind, &[axis("x")], 1).seconds > 0.0);
        }
    }

    #[test]
    fn an_axis_across_nodes_costs_more_than_one_within() {
        // 16 devices are two nodes: y is within a node, x across.
        let costs = CollectiveCosts::new(&builtin("dgx-h100").unwrap(), &Mesh::new(&[("x", 2), ("y", 8)])).unwrap();
        for kind in Collective::ALL {
            let [within, across] = ["y", "x"].map(|name| costs.price(kind, &[axis(name)], 64 << 20).seconds);
            assert!(across > within, "{kind:?}: {across} within {within}");
        }
        // The other way around x (stride 1) is within.
        let swapped = Mesh { device_ids: (0..16).map(|at| at % 8 * 2 + at / 8).collect(), ..Mesh::new(&[("x", 2), ("y", 8)]) };
        let swapped = CollectiveCosts::new(&builtin("dgx-h100").unwrap(), &swapped).unwrap();
        assert!(swapped.price(Collective::Permute, &[axis("x")], 1 << 20).seconds < costs.price(Collective::Permute, &[axis("x")], 1 << 20).seconds);
    }

    #[test]
    fn a_library_must_have_what_every_group_can_run() {
        let mut machine = builtin("cpu").unwrap();
        let Library::Algorithms { names, .. } = &mut machine.library else { panic!("cpu has a list of algorithms") };
        names.retain(|name| name != "send");
        let why = CollectiveCosts::new(&machine, &Mesh::new(&[("x", 2)])).unwrap_err().to_string();
        assert_eq!(why, "cpu: library.algorithms.names: must have `send`: ring and send are what every group can run");
        let Library::Algorithms { names, .. } = &mut machine.library else { panic!("cpu has a list of algorithms") };
        names.push("sent".to_owned());
        let why = CollectiveCosts::new(&machine, &Mesh::new(&[("x", 2)])).unwrap_err().to_string();
        assert!(why.starts_with("cpu: library.algorithms.names[3]: `sent` is no algorithm; those are bidirectional-ring, "), "{why}");
    }
}
