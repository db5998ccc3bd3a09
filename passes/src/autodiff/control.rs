//! The way back through loops and branches.
//!
//! A loop goes back by a loop of as many iterations, from the last to the first: each reads what the iteration started from, computes
//! the iteration anew and goes back through it. It carries the gradients of what the loop carried, and those of values from outside that
//! its body uses. A branch goes back by the same branch, computed anew.

use super::activity::returned;
use super::replay::{Replay, read_row, return_from};
use super::sweep::{Sweep, cannot};
use shardwright_dialects::stablehlo::build::{COUNTER, StablehloBuilder};
use shardwright_ir::{Builder, Diagnostic, OpId, Region, Type, Value};

/// Back through a `stablehlo.while`.
pub(super) fn while_back(sweep: &mut Sweep, b: &mut Builder, op: OpId, replay: &mut Replay) -> Result<(), Diagnostic> {
    let source = sweep.source;
    let data = source.op(op);
    let located = |why: String| cannot(data, &why);
    let Some(tape) = replay.tape(op) else {
        return Err(cannot(data, "how often it runs is not known")
            .help("count from a constant to a constant in constant steps, so that what each iteration needs can be kept"));
    };
    let [_, body] = data.regions[..] else { return Err(cannot(data, "a loop has a condition and a body")) };
    let places: Vec<usize> = (0..data.operands.len()).filter(|&index| sweep.varied[data.results[index]]).collect();
    let outside: Vec<Value> = source.captured(op).into_iter().filter(|&value| sweep.varied[value]).collect();
    if tape.trips == 0 {
        for index in places {
            if let Some(gradient) = sweep.gradients[data.results[index]].filter(|_| sweep.varied[data.operands[index]]) {
                sweep.gain(b, data.operands[index], gradient).map_err(located)?;
            }
        }
        return Ok(());
    }
    let mut inits = Vec::new();
    for &index in &places {
        inits.push(sweep.or_zeros(b, data.results[index]).map_err(located)?);
    }
    for &value in &outside {
        inits.push(sweep.or_zeros(b, value).map_err(located)?);
    }
    // What the loop hands through unchanged is in every iteration what it was at the start.
    let args = source.region(body).args.clone();
    for (index, &arg) in args.iter().enumerate() {
        if returned(source, body, index) == Some(arg) {
            replay.place(arg, replay.now(data.operands[index]));
        }
    }
    let mut fault = None;
    let results = b.counted_loop(tape.trips, &inits, &mut |b, count, carried| {
        let last = b.int_scalar(COUNTER, tape.trips - 1)?;
        let iteration = b.subtract(last, count)?;
        for &(index, rows) in &tape.rows {
            let value = read_row(b, rows, iteration)?;
            replay.place(args[index], value);
        }
        replay.copies(b, &source.region(body).ops)?;
        for (&value, &gradient) in outside.iter().zip(&carried[places.len()..]) {
            sweep.gradients[value] = Some(gradient);
        }
        for (&index, &gradient) in places.iter().zip(carried) {
            let next = returned(source, body, index).ok_or("its body returns too little")?;
            if sweep.varied[next] {
                sweep.gain(b, next, gradient)?;
            }
        }
        if let Err(found) = sweep.run(b, &source.region(body).ops, replay) {
            fault = Some(found);
            return Err("located".to_owned());
        }
        let mut next = Vec::new();
        for value in places.iter().map(|&index| args[index]).chain(outside.iter().copied()) {
            next.push(sweep.or_zeros(b, value)?);
        }
        Ok(next)
    });
    let results = match (results, fault) {
        (_, Some(fault)) => return Err(fault),
        (results, None) => results.map_err(located)?,
    };
    for (&value, &gradient) in outside.iter().zip(&results[places.len()..]) {
        sweep.gradients[value] = Some(gradient);
    }
    for (&index, &gradient) in places.iter().zip(&results) {
        if sweep.varied[data.operands[index]] {
            sweep.gain(b, data.operands[index], gradient).map_err(located)?;
        }
    }
    Ok(())
}

/// Back through a `stablehlo.case` or `stablehlo.if`.
pub(super) fn case_back(sweep: &mut Sweep, b: &mut Builder, op: OpId, replay: &mut Replay) -> Result<(), Diagnostic> {
    let source = sweep.source;
    let data = source.op(op);
    let located = |why: String| cannot(data, &why);
    let outside: Vec<Value> = source.captured(op).into_iter().filter(|&value| sweep.varied[value]).collect();
    let before: Vec<Option<Value>> = outside.iter().map(|&value| sweep.gradients[value]).collect();
    let types: Vec<Type> = outside.iter().map(|&value| source.ty(value).clone()).collect();
    let mut regions = Vec::new();
    for &branch in &data.regions {
        outside.iter().zip(&before).for_each(|(&value, &gradient)| sweep.gradients[value] = gradient);
        regions.push(branch_back(sweep, b, op, branch, &outside, replay)?);
    }
    let selector = replay.now(data.operands[0]);
    let back = b.op_of_types(data.info, &[selector], data.attrs.clone(), &regions, types).map_err(located)?;
    for (&value, &gradient) in outside.iter().zip(&b.func.op(back).results) {
        sweep.gradients[value] = Some(gradient);
    }
    Ok(())
}

/// One branch: computed anew, then back; returns the gradients of the values from outside.
fn branch_back(sweep: &mut Sweep, b: &mut Builder, op: OpId, branch: Region, outside: &[Value], replay: &mut Replay) -> Result<Region, Diagnostic> {
    let source = sweep.source;
    let data = source.op(op);
    let located = |why: String| cannot(data, &why);
    let region = b.func.new_region();
    let mut inner = b.in_region(region);
    let ops = &source.region(branch).ops;
    replay.copies(&mut inner, ops).map_err(located)?;
    for (index, &result) in data.results.iter().enumerate() {
        if let (Some(gradient), Some(value)) = (sweep.gradients[result], returned(source, branch, index))
            && sweep.varied[value]
        {
            sweep.gain(&mut inner, value, gradient).map_err(located)?;
        }
    }
    sweep.run(&mut inner, ops, replay)?;
    let mut gradients = Vec::new();
    for &value in outside {
        gradients.push(sweep.or_zeros(&mut inner, value).map_err(located)?);
    }
    return_from(&mut inner, &gradients).map_err(located)?;
    Ok(region)
}
