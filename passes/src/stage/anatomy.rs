//! The parts of a training step: what comes before its loop over microbatches, the loop's body, and what comes after.
//!
//! Invariants: in [`Parts::func`] the loop is gone. What the body reads of it is what went in, but for [`Parts::count`]; a sum that the loop carries is an argument after those of the
//! program, in the order of [`Parts::sums`], and its summand is a value of the body.

use crate::analysis::traffic::{counter_of, trip_count};
use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::role::loss_of;
use shardwright_ir::{Diagnostic, Func, OpId, OpState, Value};

/// A sum over microbatches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    /// What each microbatch adds.
    pub summand: Value,
    /// The argument that stands for the sum.
    pub total: Value,
}

/// A step, taken apart.
pub(super) struct Parts {
    /// The function; ops before and after the loop are in its body, those of the loop's in their own region.
    pub func: Func,
    /// Ops before the loop.
    pub before: Vec<OpId>,
    /// Ops of the loop's body.
    pub body: Vec<OpId>,
    /// Ops after the loop, without the terminator.
    pub after: Vec<OpId>,
    /// The number of the microbatch, where it is counted.
    pub count: Option<Value>,
    /// The sums.
    pub sums: Vec<Sum>,
    /// Which of them is the loss.
    pub loss: usize,
    /// How many arguments the program has.
    pub args: usize,
    /// What the program returns.
    pub returned: Vec<Value>,
    /// How many microbatches there are.
    pub microbatches: usize,
}

impl Parts {
    /// Takes a step apart.
    ///
    /// # Errors
    /// Where it has no loop over microbatches, or the loop carries something else than sums.
    pub fn of(func: &Func) -> Result<Parts, Diagnostic> {
        let missing = |why: &str| {
            Diagnostic::error(format!("the program cannot be cut into a pipeline's pieces: {why}")).help("make the training step with --train, in stages")
        };
        let loss = loss_of(func).ok_or_else(|| missing("none of its results is a loss"))?;
        let ValueDef::Result(loop_op, loss_place) = func.value(loss).def else { return Err(missing("its loss is an argument")) };
        let data = func.op(loop_op).clone();
        if data.info.name != "stablehlo.while" || data.parent != Some(func.body()) {
            return Err(missing("its loss is no sum over microbatches"));
        }
        let (Some(trips), Some(counter)) = (trip_count(func, loop_op), counter_of(func, loop_op)) else { return Err(missing("its loop does not count microbatches")) };
        let [_, region] = data.regions[..] else { return Err(missing("its loop has no body")) };
        let end = func.terminator(region).ok_or_else(|| missing("its loop returns nothing"))?;
        let next = func.op(end).operands.clone();
        let carried = func.region(region).args.clone();
        let uses = func.uses();
        let mut func = func.clone();
        let args = func.args().len();
        let (mut sums, mut loss, mut replaced, mut added) = (Vec::new(), None, SecondaryMap::<Value, Option<Value>>::new(), Vec::new());
        for (place, (&arg, &next)) in carried.iter().zip(&next).enumerate() {
            let (init, result) = (data.operands[place], data.results[place]);
            if place == counter {
                if !is_zero(&func, init) {
                    return Err(missing("its loop does not count from 0"));
                }
                if !uses[result].is_empty() {
                    return Err(missing("how many microbatches there are is read after the loop"));
                }
                continue;
            }
            if next == arg {
                (replaced[arg], replaced[result]) = (Some(init), Some(init));
                continue;
            }
            let summand = summand(&func, next, arg).filter(|_| uses[arg].len() == 1 && uses[next].len() == 1);
            let Some(summand) = summand else {
                return Err(missing(&format!("its loop hands {} on from microbatch to microbatch, which is no sum", func.ty(arg))).at(data.span).in_loc(&data.loc));
            };
            let total = func.add_arg(func.ty(arg).clone());
            func.value_mut(total).sharding = func.sharding(result).or(func.sharding(arg)).cloned();
            func.value_mut(total).name = func.value(result).name;
            if place == loss_place {
                loss = Some(sums.len());
            }
            sums.push(Sum { summand, total });
            replaced[result] = Some(if is_zero(&func, init) { total } else { add(&mut func, &[init, total], &mut added)? });
        }
        func.replace_all(&replaced);
        for sum in &mut sums {
            while let Some(value) = replaced[sum.summand] {
                sum.summand = value;
            }
        }
        let mut body = func.region(region).ops.clone();
        body.retain(|&op| op != end);
        let top = func.region(func.body()).ops.clone();
        let at = top.iter().position(|&op| op == loop_op).unwrap_or(0);
        let after = added.into_iter().chain(top[at + 1..].iter().copied()).filter(|&op| !func.op(op).info.is_terminator()).collect();
        let returned = func.terminator(func.body()).map(|op| func.op(op).operands.clone()).unwrap_or_default();
        Ok(Parts {
            before: top[..at].to_vec(),
            body,
            after,
            count: Some(carried[counter]),
            sums,
            loss: loss.ok_or_else(|| missing("its loss is no sum over microbatches"))?,
            args,
            returned,
            microbatches: usize::try_from(trips).unwrap_or(0),
            func,
        })
    }

    /// A forward program: all of it is the body of a loop that runs once.
    pub fn of_forward(func: &Func) -> Parts {
        let body = func.region(func.body()).ops.iter().copied().filter(|&op| !func.op(op).info.is_terminator()).collect();
        let returned = func.terminator(func.body()).map(|op| func.op(op).operands.clone()).unwrap_or_default();
        let (before, after, sums) = (Vec::new(), Vec::new(), Vec::new());
        Parts { func: func.clone(), before, body, after, count: None, sums, loss: 0, args: func.args().len(), returned, microbatches: 1 }
    }

    /// The sum that a value stands for.
    pub fn sum_of(&self, value: Value) -> Option<usize> {
        match self.func.value(value).def {
            ValueDef::Arg(region, index) if region == self.func.body() => index.checked_sub(self.args),
            _ => None,
        }
    }
}

/// What is added to `to` to give `value`.
fn summand(func: &Func, value: Value, to: Value) -> Option<Value> {
    let data = func.op(func.defining_op(value)?);
    match data.operands[..] {
        [left, right] if data.info.name == "stablehlo.add" && left == to && right != to => Some(right),
        [left, right] if data.info.name == "stablehlo.add" && right == to && left != to => Some(left),
        _ => None,
    }
}

fn is_zero(func: &Func, value: Value) -> bool {
    func.constant_of(value).and_then(|literal| literal.as_splat()).is_some_and(|element| element.iter().all(|&byte| byte == 0))
}

/// A sum of values of one type and sharding, the op joining `order`.
pub(super) fn add(func: &mut Func, values: &[Value; 2], order: &mut Vec<OpId>) -> Result<Value, Diagnostic> {
    let [_, last] = *values;
    let info = row("stablehlo.add").map_err(Diagnostic::error)?;
    let op = func.create(OpState::new(info, values, vec![func.ty(last).clone()]));
    order.push(op);
    let result = func.result(op);
    let sharding = func.sharding(last).cloned();
    func.set_sharding(result, sharding);
    Ok(result)
}
