//! What a value follows from: weights, data, both (an activation), or neither.
//!
//! Invariants: linear in the ops; what a region takes from outside counts as read by its op.

use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, OpId, Value};

/// What a value follows from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Follows {
    /// Weights.
    pub weights: bool,
    /// Batches of data.
    pub data: bool,
}

impl Follows {
    /// Whether it follows from both.
    pub fn is_activation(self) -> bool {
        self.weights && self.data
    }

    /// What follows from two.
    pub fn and(self, other: Follows) -> Follows {
        Follows { weights: self.weights || other.weights, data: self.data || other.data }
    }
}

/// What each value of a function follows from, given what each of its arguments is.
pub(crate) fn follows(func: &Func, of_arg: &dyn Fn(usize) -> Follows) -> SecondaryMap<Value, Follows> {
    let mut found = SecondaryMap::<Value, Follows>::new();
    for (index, &arg) in func.args().iter().enumerate() {
        found[arg] = of_arg(index);
    }
    for op in func.walk() {
        let data = func.op(op);
        if data.info.name == "stablehlo.while" {
            for (&arg, &operand) in data.regions.iter().flat_map(|&region| func.region(region).args.iter().zip(&data.operands)) {
                found[arg] = found[operand];
            }
        }
        let all = read_by(func, op).into_iter().fold(Follows::default(), |sum, value| sum.and(found[value]));
        data.results.iter().for_each(|&result| found[result] = all);
    }
    found
}

/// Every value that an op reads: its operands, and what its regions take from outside of it.
pub fn read_by(func: &Func, op: OpId) -> Vec<Value> {
    [&func.op(op).operands[..], &func.captured(op)].concat()
}
