//! Control flow whose course is known when compiling, or becomes a loop or a choice of the program.

use super::call::Call;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::Res;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Option<Res<Vec<Val>>> {
    match call.op {
        "If" => Some(branch(context, call)),
        "Loop" => Some(repeat(context, call)),
        "Scan" => Some(scan(context, call)),
        _ => None,
    }
}

/// Bodies unrolled at most this often.
const MAX_TRIPS: i64 = 4096;

/// A condition that is known takes its branch; otherwise both are computed and their results chosen from.
fn branch<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Vec<Val>> {
    let condition = call.input(0)?;
    let (yes, no) = (call.graph("then_branch")?, call.graph("else_branch")?);
    if let Some(known) = context.known(&condition) {
        let taken = known.single() != Some(Scalar::Int(0));
        return context.lower_body(if taken { yes } else { no }, &[]);
    }
    let (yes, no) = (context.lower_body(yes, &[])?, context.lower_body(no, &[])?);
    if yes.len() != no.len() {
        return Err(format!("then_branch has {} outputs, else_branch {}", yes.len(), no.len()));
    }
    let condition = context.reshape(&condition, &[])?;
    let mut chosen = Vec::new();
    for (index, (yes, no)) in yes.iter().zip(&no).enumerate() {
        chosen.push(super::lists::choose(context, &condition, yes, no).map_err(|why| format!("output {index}: {why}"))?);
    }
    Ok(chosen)
}

/// A loop is unrolled: its trip count must be known, and its condition stay true as far as it depends on data.
fn repeat<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Vec<Val>> {
    let body = call.graph("body")?;
    let trips = match call.optional(0) {
        Some(limit) => context.int(&limit, "the trip count of Loop")?,
        None => i64::MAX,
    };
    let carried = call.inputs.len().saturating_sub(2);
    let mut state = (0..carried).map(|index| call.input(index + 2)).collect::<Res<Vec<_>>>()?;
    let mut go: Val = call.optional(1).unwrap_or_else(|| Const::scalar(ElementType::I1, Scalar::Int(1)).into());
    let mut scanned: Vec<Vec<Val>> = Vec::new();
    let mut trip = 0;
    while trip < trips {
        let known = context.known(&go).ok_or(
            "the condition of Loop depends on values that are computed at run time: its number of trips must be known when compiling",
        )?;
        if known.single() == Some(Scalar::Int(0)) {
            break;
        }
        if trip >= MAX_TRIPS {
            return Err(format!("Loop makes more than {MAX_TRIPS} trips, which are unrolled: use Scan"));
        }
        let mut inputs = vec![Const::scalar(ElementType::I64, Scalar::Int(trip)).into(), go.clone()];
        inputs.extend(state.iter().cloned());
        let results = context.lower_body(body, &inputs)?;
        if results.len() < carried + 1 {
            return Err(format!("the body of Loop has {} outputs, at least {} are needed", results.len(), carried + 1));
        }
        let mut results = results.into_iter();
        go = results.next().unwrap_or(go);
        state = results.by_ref().take(carried).collect();
        scanned.push(results.collect());
        trip += 1;
    }
    let outputs = body.output.len().saturating_sub(carried + 1);
    for index in 0..outputs {
        let parts: Vec<Val> = scanned.iter().map(|results| results[index].clone()).collect();
        if parts.is_empty() {
            return Err("a Loop without trips has scan outputs of unknown shape".into());
        }
        state.push(stack(context, &parts, 0)?);
    }
    Ok(state)
}

/// Joins tensors along a new dimension.
pub fn stack(context: &mut Context, parts: &[Val], dim: usize) -> Res<Val> {
    let mut raised = Vec::new();
    for part in parts {
        let mut dims = context.dims(part);
        dims.insert(dim.min(dims.len()), 1);
        raised.push(context.reshape(part, &dims)?);
    }
    context.concat(&raised, dim)
}

/// A scan is unrolled over the scanned dimension.
fn scan<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Vec<Val>> {
    if call.opset < 9 {
        return Err("Scan before operator set 9 is not supported: convert the model to a later version".into());
    }
    let body = call.graph("body")?;
    let count = call.required_int("num_scan_inputs")?;
    let scans = usize::try_from(count).ok().filter(|&count| count >= 1 && count <= call.inputs.len());
    let scans = scans.ok_or_else(|| format!("num_scan_inputs must be from 1 to {}, got {count}", call.inputs.len()))?;
    let carried = call.inputs.len() - scans;
    let outputs = body.output.len().checked_sub(carried).ok_or("the body of Scan has too few outputs")?;
    let list = |name: &str, length: usize| -> Res<Vec<i64>> {
        let list = call.ints(name)?.unwrap_or_else(|| vec![0; length]);
        if list.len() == length { Ok(list) } else { Err(format!("attribute {name} needs {length} numbers, got {}", list.len())) }
    };
    let (in_axes, in_back) = (list("scan_input_axes", scans)?, list("scan_input_directions", scans)?);
    let (out_axes, out_back) = (list("scan_output_axes", outputs)?, list("scan_output_directions", outputs)?);
    let mut state = (0..carried).map(|index| call.input(index)).collect::<Res<Vec<_>>>()?;
    let mut sources = Vec::new();
    let mut trips = None;
    for index in 0..scans {
        let val = call.input(carried + index)?;
        let dims = context.dims(&val);
        let dim = super::call::axis(in_axes[index], dims.len())?;
        if trips.is_some_and(|trips| trips != dims[dim]) {
            return Err("scan inputs of Scan have different lengths".into());
        }
        trips = Some(dims[dim]);
        sources.push((val, dim, in_back[index] != 0));
    }
    let trips = trips.unwrap_or(0);
    if !(1..=MAX_TRIPS).contains(&trips) {
        return Err(format!("Scan over {trips} elements is not supported: 1 to {MAX_TRIPS} are unrolled"));
    }
    let mut collected: Vec<Vec<Val>> = vec![Vec::new(); outputs];
    for trip in 0..trips {
        let mut inputs = state.clone();
        for (val, dim, back) in &sources {
            let place = if *back { trips - 1 - trip } else { trip };
            let slice = context.slice_dim(val, *dim, place, 1)?;
            let mut dims = context.dims(&slice);
            dims.remove(*dim);
            inputs.push(context.reshape(&slice, &dims)?);
        }
        let mut results = context.lower_body(body, &inputs)?.into_iter();
        state = results.by_ref().take(carried).collect();
        for (list, result) in collected.iter_mut().zip(results) {
            list.push(result);
        }
    }
    for (index, mut parts) in collected.into_iter().enumerate() {
        if out_back[index] != 0 {
            parts.reverse();
        }
        let rank = parts.first().map_or(0, |part| context.dims(part).len());
        let dim = super::call::axis(out_axes[index], rank + 1)?;
        state.push(stack(context, &parts, dim)?);
    }
    Ok(state)
}
