//! Which values depend on those that are differentiated by, and which those that are differentiated depend on.
//!
//! Invariants: both are over-approximations: a value that is not `varied` has a derivative of exactly zero.

use super::shift::shifts;
use super::{differentiable, has_gradient};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{DerivativeFacet, Func, Region, Value};

/// Values that change with `wrt`.
pub(super) fn varied(func: &Func, wrt: &[Value]) -> SecondaryMap<Value, bool> {
    let shifts = shifts(func);
    let mut varied = SecondaryMap::new();
    wrt.iter().for_each(|&value| varied[value] = true);
    forward(func, func.body(), &shifts, &mut varied);
    varied
}

fn forward(func: &Func, region: Region, shifts: &SecondaryMap<Value, bool>, varied: &mut SecondaryMap<Value, bool>) {
    for &op in &func.region(region).ops {
        let data = func.op(op);
        match (data.info.name, &data.regions[..]) {
            ("stablehlo.while", &[_, body]) => {
                // Until nothing changes: what is carried may come to depend on what is carried beside it.
                loop {
                    let mut grown = false;
                    for (index, &arg) in func.region(body).args.iter().enumerate() {
                        let now = varied[data.operands[index]] || returned(func, body, index).is_some_and(|value| varied[value]);
                        if now && !varied[arg] && differentiable(func.ty(arg)) {
                            varied[arg] = true;
                            grown = true;
                        }
                    }
                    forward(func, body, shifts, varied);
                    let settled = func.region(body).args.iter().enumerate().all(|(index, &arg)| {
                        varied[arg] || !differentiable(func.ty(arg)) || !returned(func, body, index).is_some_and(|value| varied[value])
                    });
                    if !grown && settled {
                        break;
                    }
                }
                for (&arg, &result) in func.region(body).args.iter().zip(&data.results) {
                    varied[result] = varied[arg];
                }
            }
            ("stablehlo.case" | "stablehlo.if", branches) => {
                branches.iter().for_each(|&branch| forward(func, branch, shifts, varied));
                for (index, &result) in data.results.iter().enumerate() {
                    varied[result] |= branches.iter().any(|&branch| returned(func, branch, index).is_some_and(|value| varied[value]));
                }
            }
            _ if matches!(data.info.derivative, DerivativeFacet::Zero(_)) => {}
            _ => {
                if data.operands.iter().any(|&operand| varied[operand]) || func.captured(op).iter().any(|&value| varied[value]) {
                    for &result in &data.results {
                        varied[result] = !shifts[result] && func.ty(result).as_tensor().is_some_and(|ty| has_gradient(ty.element));
                    }
                }
            }
        }
    }
}

/// Values of the body that `outputs` are computed from, by any path.
pub(super) fn needed(func: &Func, outputs: &[Value]) -> SecondaryMap<Value, bool> {
    let mut needed = SecondaryMap::new();
    outputs.iter().for_each(|&value| needed[value] = true);
    for &op in func.region(func.body()).ops.iter().rev() {
        let data = func.op(op);
        if data.results.iter().any(|&result| needed[result]) {
            data.operands.iter().for_each(|&operand| needed[operand] = true);
            func.captured(op).into_iter().for_each(|value| needed[value] = true);
        }
    }
    needed
}

/// What a region returns at this place.
pub(super) fn returned(func: &Func, region: Region, index: usize) -> Option<Value> {
    func.op(func.terminator(region)?).operands.get(index).copied()
}
