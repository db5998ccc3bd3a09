//! Maxima that softmaxes subtract before they take exponentials, for the range of numbers alone: the result does not depend on them, so
//! gradients need not go through them.
//!
//! The forms, with `z = x - m` and `s = Σ exp(z)`: softmax `exp(z) / s`, its logarithm `z - log(s)`, and the logarithm of the sum,
//! `log(s) + m`. In each a change of `m` cancels out. Without this the way back would compare `x` with `m`, count, and share out a gradient
//! of zeros, and where the dimension is sharded exchange them too.
//! Invariants: exact. A maximum counts as constant only where every use of it, and of all that is between, is one of these forms, and where what is
//! subtracted is the same along all dimensions that are summed over.

use shardwright_dialects::stablehlo::reduce::body_kind;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Func, OpId, Value};

/// The maxima of a function on which nothing depends.
pub(super) fn shifts(func: &Func) -> SecondaryMap<Value, bool> {
    let mut found = SecondaryMap::new();
    let maxima: Vec<OpId> = func.walk().into_iter().filter(|&op| reduces(func, op, ReduceKind::Max)).collect();
    if maxima.is_empty() {
        return found;
    }
    let uses = func.uses();
    for op in maxima {
        let value = func.op(op).results[0];
        if (Form { func, uses: &uses }).cancels(value) {
            found[value] = true;
        }
    }
    found
}

struct Form<'a> {
    func: &'a Func,
    uses: &'a SecondaryMap<Value, Vec<(OpId, usize)>>,
}

impl Form<'_> {
    fn name(&self, op: OpId) -> &'static str {
        self.func.op(op).info.name
    }

    fn result(&self, op: OpId) -> Option<Value> {
        match self.func.op(op).results[..] {
            [result] => Some(result),
            _ => None,
        }
    }

    /// Uses of a value, through ops that repeat, reshape or convert it: the op, the operand's place, and the operand.
    fn spread(&self, value: Value) -> Option<Vec<(OpId, usize, Value)>> {
        let (mut found, mut open) = (Vec::new(), vec![value]);
        while let Some(value) = open.pop() {
            for &(op, place) in &self.uses[value] {
                let passes = match self.name(op) {
                    "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.convert" => true,
                    // With a constant: minus infinity, in case the dimension is empty.
                    "stablehlo.maximum" => self.func.constant_of(self.func.op(op).operands[1 - place]).is_some(),
                    _ => false,
                };
                match (passes, self.result(op)) {
                    (true, Some(result)) => open.push(result),
                    (true, None) => return None,
                    (false, _) => found.push((op, place, value)),
                }
            }
        }
        Some(found)
    }

    /// Whether a change of `m` changes nothing.
    fn cancels(&self, m: Value) -> bool {
        let Some(uses) = self.spread(m) else { return false };
        let (mut shifted, mut sums) = (Vec::new(), Vec::new());
        for (op, place, operand) in uses {
            match (self.name(op), place) {
                ("stablehlo.subtract", 1) => shifted.push((op, operand)),
                ("stablehlo.add", _) => sums.push((op, place)),
                _ => return false,
            }
        }
        // One softmax a maximum: which `log(s) + m` belongs to which is plain then.
        let [(subtract, whole)] = shifted[..] else { return false };
        let Some(logs) = self.result(subtract).and_then(|z| self.softmax(z, whole)) else { return false };
        // Every `log(s)` that is left over is added to m, and m to nothing else.
        let mut open = logs;
        sums.into_iter().all(|(op, place)| {
            let other = 1 - place;
            match open.iter().position(|&(user, at)| user == op && at == other) {
                Some(index) => {
                    open.swap_remove(index);
                    true
                }
                None => false,
            }
        }) && open.is_empty()
    }

    /// Whether `z`, from which `whole` was subtracted, is used by exponentials and their sums alone. Returns the additions that `log(s)` goes
    /// into: the op and the place.
    fn softmax(&self, z: Value, whole: Value) -> Option<Vec<(OpId, usize)>> {
        let mut exponentials = Vec::new();
        let mut differences = Vec::new();
        for &(op, place) in &self.uses[z] {
            match (self.name(op), place) {
                ("stablehlo.exponential", _) => exponentials.push(self.result(op)?),
                ("stablehlo.subtract", 0) => differences.push(op),
                _ => return None,
            }
        }
        // One exponential: what is divided by its sum is plain then.
        let [e] = exponentials[..] else { return None };
        let (mut divided, mut totals) = (Vec::new(), Vec::new());
        for (op, place, _) in self.through_converts(e)? {
            match (self.name(op), place) {
                ("stablehlo.divide", 0) => divided.push(op),
                ("stablehlo.reduce", 0) if reduces(self.func, op, ReduceKind::Sum) && self.is_constant_along(whole, &self.func.view(op).ints("dimensions")) => {
                    totals.push(self.result(op)?);
                }
                _ => return None,
            }
        }
        let [s] = totals[..] else { return None };
        let mut added = Vec::new();
        let (mut divisions, mut logarithms) = (0, Vec::new());
        for (op, place, _) in self.spread(s)? {
            match (self.name(op), place) {
                ("stablehlo.divide", 1) if divided.contains(&op) => divisions += 1,
                ("stablehlo.log", _) => logarithms.push(self.result(op)?),
                _ => return None,
            }
        }
        let mut taken = 0;
        for log in logarithms {
            for (op, place, _) in self.spread(log)? {
                match (self.name(op), place) {
                    ("stablehlo.subtract", 1) if differences.contains(&op) => taken += 1,
                    ("stablehlo.add", _) => added.push((op, place)),
                    _ => return None,
                }
            }
        }
        // Nothing is divided by, or less than, what is not of this form.
        (divisions == divided.len() && taken == differences.len()).then_some(added)
    }

    /// Uses of a value, through conversions.
    fn through_converts(&self, value: Value) -> Option<Vec<(OpId, usize, Value)>> {
        let (mut found, mut open) = (Vec::new(), vec![value]);
        while let Some(value) = open.pop() {
            for &(op, place) in &self.uses[value] {
                match self.name(op) {
                    "stablehlo.convert" => open.push(self.result(op)?),
                    _ => found.push((op, place, value)),
                }
            }
        }
        Some(found)
    }

    /// Whether a value, the result of a broadcast, is the same along these dimensions.
    fn is_constant_along(&self, value: Value, dims: &[i64]) -> bool {
        let Some(op) = self.func.defining_op(value) else { return false };
        match self.name(op) {
            "stablehlo.broadcast_in_dim" => {
                let view = self.func.view(op);
                let map = view.ints("broadcast_dimensions");
                let own = |dim: i64| map.iter().position(|&to| to == dim).is_some_and(|from| view.operand_type(0).dims[from] != 1);
                !dims.iter().any(|&dim| own(dim))
            }
            "stablehlo.convert" => self.is_constant_along(self.func.op(op).operands[0], dims),
            _ => false,
        }
    }
}

/// Whether an op reduces one operand by this kind.
fn reduces(func: &Func, op: OpId, kind: ReduceKind) -> bool {
    func.op(op).info.name == "stablehlo.reduce" && body_kind(&func.view(op)) == Some(kind)
}
