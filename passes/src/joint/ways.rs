//! How forms and ops that stay can be sharded, and what each way and each reshard costs.
//!
//! Invariants: every op has the way that takes and gives whole tensors, unless its annotation says otherwise; an op without a rule has no
//! other; prices are asked for once each and are whole picoseconds, so that sums of them are exact.

use super::Costs;
use crate::partition::plan::{Placement, Shape, price_in_order};
use crate::search::INFINITE;
use crate::search::ways::{all_placements, bytes_on_device, local_flops, meets, place, ways_of};
use indexmap::IndexSet;
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::{Attr, Diagnostic, Sym, Type, Value};
use std::collections::HashMap;

/// One way of an op: how its operands are wanted and its results made, by number of [`Ways::placements`], and the picoseconds of one device.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// By operand; values that only its regions see come last, whole.
    pub operands: Vec<u32>,
    /// By result.
    pub results: Vec<u32>,
    /// Picoseconds.
    pub cost: i64,
}

/// Sizes of a tensor, bytes of an element, from, to.
type Reshard = (Vec<i64>, i64, u32, u32);

/// Ways and prices on one mesh.
pub struct Ways<'a> {
    costs: Costs<'a>,
    /// All placements that anything has.
    pub placements: IndexSet<Placement>,
    /// Looked up only.
    known: HashMap<Reshard, i64>,
}

impl<'a> Ways<'a> {
    /// None asked for yet.
    pub fn new(costs: Costs<'a>) -> Ways<'a> {
        Ways { costs, placements: IndexSet::new(), known: HashMap::new() }
    }

    /// The mesh.
    pub fn mesh(&self) -> &'a Mesh {
        self.costs.mesh
    }

    /// The name of the mesh.
    pub fn name(&self) -> Sym {
        self.costs.name
    }

    /// The number of a placement.
    pub fn number(&mut self, placement: Placement) -> u32 {
        self.placements.insert_full(placement).0 as u32
    }

    /// The placement of a value that every device has whole.
    pub fn whole(&mut self, ty: &Type) -> u32 {
        self.number(Placement::of(vec![Vec::new(); ty.as_tensor().map_or(0, |ty| ty.rank())]))
    }

    /// The ways of an op whose regions see `captured` further values.
    ///
    /// # Errors
    /// More than [`crate::search::ways::MOST_WAYS`], at its place.
    pub fn of(&mut self, view: &OpView, captured: &[Value]) -> Result<Vec<Way>, Box<Diagnostic>> {
        let data = view.data();
        let whole: Vec<u32> = data.operands.iter().chain(captured).map(|&value| self.whole(view.func.ty(value))).collect();
        let results: Vec<u32> = data.results.iter().map(|&value| self.whole(view.func.ty(value))).collect();
        let cost = (data.info.cost)(view);
        let bytes = cost.bytes_read.saturating_add(cost.bytes_written);
        let plain = Way { operands: whole.clone(), results, cost: self.costs.work.price(view, cost.flops, bytes).clamp(0, INFINITE - 1) };
        // What has effects is done once, and one way is enough; ops that only say how a tensor lies are no such.
        let once = data.info.traits.effects && data.info.dialect() != "sdy";
        let rule = if once { None } else { view.sharding_rule() };
        let Some(rule) = rule else { return Ok(vec![self.as_annotated(view, plain)]) };
        let all = ways_of(view, &rule, self.mesh())?;
        let mut found = Vec::new();
        for axes in &all {
            let Some(placed) = place(&rule, axes, data.operands.len(), self.mesh()) else { continue };
            let (operands, results) = placed.split_at(data.operands.len());
            if !data.results.iter().zip(results).all(|(&value, placement)| self.fits(view, value, placement)) {
                continue;
            }
            let tensors = data.operands.iter().chain(&data.results).zip(&placed);
            let bytes = tensors.fold(0i64, |sum, (&value, placement)| sum.saturating_add(self.local_bytes(view.func.ty(value), placement)));
            let price = self.costs.work.price(view, local_flops(&rule, axes, self.mesh(), cost.flops), bytes).clamp(0, INFINITE - 1);
            let mut operands: Vec<u32> = operands.iter().map(|placement| self.number(placement.clone())).collect();
            operands.extend(&whole[data.operands.len()..]);
            let results = results.iter().map(|placement| self.number(placement.clone())).collect();
            found.push(Way { operands, results, cost: price });
        }
        if found.is_empty() {
            found.push(self.as_annotated(view, plain));
        }
        Ok(found)
    }

    /// The way of whole tensors, its results cut as annotations say.
    fn as_annotated(&mut self, view: &OpView, mut way: Way) -> Way {
        for (index, &value) in view.data().results.iter().enumerate() {
            if let Some(given) = annotation(view, value) {
                let placement = said(given, self.mesh());
                way.results[index] = self.number(placement);
            }
        }
        way
    }

    /// Whether a placement of a result is what its annotation says, or more where that is open.
    fn fits(&self, view: &OpView, value: Value, placement: &Placement) -> bool {
        annotation(view, value).is_none_or(|given| meets(given, &said(given, self.mesh()), placement))
    }

    /// Placements in which a value may lie: those that meet its annotation; of a value without, all that are not partial.
    pub fn allowed(&mut self, ty: &Type, given: Option<&TensorSharding>) -> Vec<u32> {
        let Some(tensor) = ty.as_tensor() else { return vec![self.whole(ty)] };
        let mut all = all_placements(tensor, self.mesh());
        if let Some(given) = given {
            let axes = said(given, self.mesh());
            all.retain(|placement| meets(given, &axes, placement));
            if all.is_empty() {
                all.push(axes);
            }
        }
        all.into_iter().map(|placement| self.number(placement)).collect()
    }

    /// Picoseconds of a reshard; [`INFINITE`] where none leads there.
    pub fn price(&mut self, ty: &Type, from: u32, to: u32) -> i64 {
        if from == to {
            return 0;
        }
        let Some(tensor) = ty.as_tensor() else { return INFINITE };
        let key = (tensor.dims.to_vec(), tensor.element.byte_size() as i64, from, to);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let shape = Shape { dims: &key.0, element: key.1 };
        let (before, after) = (&self.placements[from as usize], &self.placements[to as usize]);
        let in_order = |from: &Placement, to: &Placement| price_in_order(self.costs.mesh, shape, from, to, self.costs.prices).map(|price| price.time);
        let found = if after.partial.iter().any(|axis| !before.partial.contains(axis)) {
            None
        } else if tensor.dims.contains(&0) {
            // Nothing is to be moved.
            Some(0)
        } else {
            // Where no order of steps leads there at once, the way through whole tensors does.
            let whole = Placement::of(vec![Vec::new(); tensor.rank()]);
            in_order(before, after).or_else(|| Some(in_order(before, &whole)?.saturating_add(in_order(&whole, after)?)))
        };
        let found = found.map_or(INFINITE, |time| time.clamp(0, INFINITE));
        self.known.insert(key, found);
        found
    }

    /// Bytes of a value on one device, by number of its placement.
    pub fn bytes(&self, ty: &Type, placement: u32) -> i64 {
        self.local_bytes(ty, &self.placements[placement as usize])
    }

    fn local_bytes(&self, ty: &Type, placement: &Placement) -> i64 {
        bytes_on_device(ty, placement, (self.costs.name, self.mesh()))
    }
}

/// Where an annotation puts a tensor, nothing partial: parts of an axis that only axes of size 1 part are one.
fn said(given: &TensorSharding, mesh: &Mesh) -> Placement {
    let mut dims = Vec::with_capacity(given.dims.len());
    for axes in Placement::new(given, mesh).dims {
        let mut merged = Vec::with_capacity(axes.len());
        axes.into_iter().for_each(|axis| push_merged(&mut merged, axis, mesh));
        dims.push(merged);
    }
    Placement::of(dims)
}

/// What the program says of a result of an op: the sharding of the value, or of the constraint that it is.
fn annotation<'f>(view: &OpView<'f>, value: Value) -> Option<&'f TensorSharding> {
    let constrained = || match view.attr("sharding") {
        Some(Attr::Sharding(given)) => Some(&**given),
        _ => None,
    };
    view.func.sharding(value).or_else(constrained)
}
