//! The values of the way forward that the way back needs, where they are now.
//!
//! At the top of the function they stay where they are. A loop of known trip count that gradients go through is made anew so
//! that it also writes down ("tapes") what it carried at the start of each iteration; the ops of its body, and of branches, are copied to
//! the way back, where they compute the iteration anew from the tape.
//! Invariants: what a loop hands through unchanged is not taped; nor is what its body does not use.

use super::activity::returned;
use super::sweep::cannot;
use crate::analysis::traffic::trip_count;
use shardwright_dialects::stablehlo::build::{COUNTER, StablehloBuilder, row};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Attrs, Builder, Diagnostic, Func, OpId, Region, Type, Value};

/// Where values of the source are in the function that is built.
pub(super) struct Replay<'a> {
    /// The function before it was differentiated.
    pub source: &'a Func,
    varied: &'a SecondaryMap<Value, bool>,
    map: ValueMap,
    tapes: SecondaryMap<OpId, Option<Tape>>,
}

/// What a loop wrote down.
#[derive(Clone)]
pub(super) struct Tape {
    /// How often its body runs.
    pub trips: i64,
    /// Per carried value that was written down: its place, and the tape (one row an iteration).
    pub rows: Vec<(usize, Value)>,
}

impl<'a> Replay<'a> {
    /// Every value where it is.
    pub fn new(source: &'a Func, varied: &'a SecondaryMap<Value, bool>) -> Replay<'a> {
        let mut map = ValueMap::new();
        source.args().iter().for_each(|&arg| map[arg] = Some(arg));
        for &op in &source.region(source.body()).ops {
            source.op(op).results.iter().for_each(|&result| map[result] = Some(result));
        }
        Replay { source, varied, map, tapes: SecondaryMap::new() }
    }

    /// Where a value of the source is now.
    pub fn now(&self, value: Value) -> Value {
        self.map[value].unwrap_or(value)
    }

    /// Says where a value of the source is from here on.
    pub fn place(&mut self, value: Value, now: Value) {
        self.map[value] = Some(now);
    }

    /// What a loop wrote down; `None` where its trip count is not known.
    pub fn tape(&self, op: OpId) -> Option<Tape> {
        self.tapes[op].clone()
    }

    /// Makes the loops of the function's own body anew, where gradients of what is needed go through them.
    pub fn in_place(&mut self, func: &mut Func, needed: &SecondaryMap<Value, bool>) -> Result<(), Diagnostic> {
        let (source, body) = (self.source, func.body());
        let ops = source.region(body).ops.clone();
        let taped = |op: OpId| self.is_active_loop(op) && source.op(op).results.iter().any(|&result| needed[result]);
        if !ops.iter().any(|&op| taped(op)) {
            return Ok(());
        }
        let taped: Vec<bool> = ops.iter().map(|&op| taped(op)).collect();
        func.set_region_ops(body, Vec::new());
        let mut replacements = SecondaryMap::new();
        for (op, taped) in ops.into_iter().zip(taped) {
            if taped && trip_count(source, op).is_some() {
                self.taped_loop(&mut Builder::at_end(func), op).map_err(|why| cannot(source.op(op), &why))?;
                source.op(op).results.iter().for_each(|&result| replacements[result] = Some(self.now(result)));
            } else {
                func.place_last(body, op);
            }
        }
        func.replace_all(&replacements);
        Ok(())
    }

    /// Copies ops of the source to the builder's place; loops that gradients go through are taped.
    pub fn copies(&mut self, b: &mut Builder, ops: &[OpId]) -> Result<(), String> {
        for &op in ops {
            if self.source.op(op).info.is_terminator() {
                continue;
            }
            if self.is_active_loop(op) && trip_count(self.source, op).is_some() {
                self.taped_loop(b, op)?;
            } else {
                let copy = copy_op(b.func, self.source, op, &mut self.map)?;
                b.func.place_last(b.region, copy);
                forget_names(b.func, copy);
            }
        }
        Ok(())
    }

    fn is_active_loop(&self, op: OpId) -> bool {
        let data = self.source.op(op);
        data.info.name == "stablehlo.while" && data.results.iter().any(|&result| self.varied[result])
    }

    /// Makes a loop of known trip count anew, with tapes beside what it carries.
    fn taped_loop(&mut self, b: &mut Builder, op: OpId) -> Result<(), String> {
        let source = self.source;
        let data = source.op(op);
        let [cond, body] = data.regions[..] else { return Err("a loop has a condition and a body".to_owned()) };
        let trips = trip_count(source, op).ok_or("its trip count is not known")?;
        b.loc = data.loc.clone();
        let inits: Vec<Value> = data.operands.iter().map(|&value| self.now(value)).collect();
        // A loop that never runs has nothing to write down.
        let written = if trips == 0 { Vec::new() } else { carried_and_used(source, body) };
        let counter = b.int_scalar(COUNTER, 0)?;
        let mut operands = inits.clone();
        operands.push(counter);
        for &index in &written {
            let ty = b.ty(inits[index]).clone();
            operands.push(b.splat(&ty.with_dims(&[&[trips], &ty.dims[..]].concat()), 0.0)?);
        }
        let types: Vec<Type> = operands.iter().map(|&value| b.func.ty(value).clone()).collect();
        let count = inits.len();
        let region_with = |b: &mut Builder| -> (Region, Vec<Value>) {
            let region = b.func.new_region();
            let args = types.iter().map(|ty| b.func.add_region_arg(region, ty.clone())).collect();
            (region, args)
        };
        // The condition sees what it saw.
        let (new_cond, args) = region_with(b);
        self.enter(cond, &args[..count]);
        self.plain_copies(&mut b.in_region(new_cond), cond, &[])?;
        // The body writes down what it starts from.
        let (new_body, args) = region_with(b);
        self.enter(body, &args[..count]);
        let mut inner = b.in_region(new_body);
        let mut next = vec![next_count(&mut inner, args[count])?];
        for (place, &index) in written.iter().enumerate() {
            next.push(write_row(&mut inner, args[count + 1 + place], args[index], args[count])?);
        }
        self.plain_copies(&mut inner, body, &next)?;
        let made = b.op(data.info, &operands, data.attrs.clone(), &[new_cond, new_body])?;
        let results = b.func.op(made).results.clone();
        for (&old, &new) in data.results.iter().zip(&results) {
            b.func.value_mut(new).name = source.value(old).name;
            b.func.value_mut(new).sharding = source.value(old).sharding.clone();
            self.map[old] = Some(new);
        }
        let rows = written.into_iter().zip(results[count + 1..].iter().copied()).collect();
        self.tapes[op] = Some(Tape { trips, rows });
        Ok(())
    }

    /// The region's arguments are these values now.
    pub fn enter(&mut self, region: Region, args: &[Value]) {
        for (&arg, &now) in self.source.region(region).args.iter().zip(args) {
            self.map[arg] = Some(now);
        }
    }

    /// Copies a region's ops as they are, and returns what they return and `more`.
    fn plain_copies(&mut self, b: &mut Builder, region: Region, more: &[Value]) -> Result<(), String> {
        for &op in &self.source.region(region).ops {
            let data = self.source.op(op);
            if data.info.is_terminator() {
                let returned: Vec<Value> = data.operands.iter().map(|&value| self.now(value)).chain(more.iter().copied()).collect();
                b.op_of_types(data.info, &returned, Attrs::new(), &[], Vec::new())?;
            } else {
                let copy = copy_op(b.func, self.source, op, &mut self.map)?;
                b.func.place_last(b.region, copy);
            }
        }
        Ok(())
    }
}

/// Names stay with the values of the way forward.
fn forget_names(func: &mut Func, op: OpId) {
    for value in func.op(op).results.clone() {
        func.value_mut(value).name = None;
    }
}

/// Places of carried values that change between iterations and that the body uses.
fn carried_and_used(func: &Func, body: Region) -> Vec<usize> {
    let mut used = SecondaryMap::<Value, bool>::new();
    let mut stack = vec![body];
    while let Some(region) = stack.pop() {
        for &op in &func.region(region).ops {
            // What is handed on as it is needs no computing anew.
            if region != body || !func.op(op).info.is_terminator() {
                func.op(op).operands.iter().for_each(|&operand| used[operand] = true);
            }
            stack.extend(func.op(op).regions.iter());
        }
    }
    let args = func.region(body).args.iter().enumerate();
    args.filter(|&(index, &arg)| used[arg] && returned(func, body, index) != Some(arg)).map(|(index, _)| index).collect()
}

fn next_count(b: &mut Builder, count: Value) -> Result<Value, String> {
    let one = b.int_scalar(COUNTER, 1)?;
    b.add(count, one)
}

/// `tape` with row `count` replaced by `value`.
fn write_row(b: &mut Builder, tape: Value, value: Value, count: Value) -> Result<Value, String> {
    let dims = b.ty(value).dims.to_vec();
    let row = b.reshape(value, &[&[1], &dims[..]].concat())?;
    let starts = row_starts(b, count, dims.len())?;
    b.dynamic_update_slice(tape, row, &starts)
}

/// Row `count` of `tape`.
pub(super) fn read_row(b: &mut Builder, tape: Value, count: Value) -> Result<Value, String> {
    let dims = b.ty(tape).dims[1..].to_vec();
    let starts = row_starts(b, count, dims.len())?;
    let row = b.dynamic_slice(tape, &starts, &[&[1], &dims[..]].concat())?;
    b.reshape(row, &dims)
}

fn row_starts(b: &mut Builder, count: Value, rank: usize) -> Result<Vec<Value>, String> {
    let mut starts = vec![count];
    if rank > 0 {
        let zero = b.int_scalar(COUNTER, 0)?;
        starts.resize(rank + 1, zero);
    }
    Ok(starts)
}

/// A terminator of inner regions.
pub(super) fn return_from(b: &mut Builder, values: &[Value]) -> Result<(), String> {
    b.op_of_types(row("stablehlo.return")?, values, Attrs::new(), &[], Vec::new()).map(|_| ())
}
