//! Recurrent layers: one loop over time for each direction.
//!
//! Weights are stacked by gate as ONNX lays them out; the product with the input is computed for all steps at once,
//! before the loop.

use super::call::Call;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::control::stack;
use super::emit::Res;
use super::matmul::matmul;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    match call.op {
        "RNN" | "GRU" | "LSTM" => Some(recurrent(context, call)),
        _ => None,
    }
}

/// An activation by ONNX's name, with its parameters.
#[derive(Clone)]
struct Activation {
    name: String,
    alpha: f64,
    beta: f64,
}

/// One direction of a layer.
struct Direction {
    kind: Kind,
    /// [gates · hidden, hidden], transposed for the product.
    recurrence: Val,
    /// Bias of the recurrence, [gates · hidden]; the input's bias is added before the loop.
    bias: Val,
    /// Peephole weights of LSTM: input, output, forget.
    peephole: Option<[Val; 3]>,
    activations: Vec<Activation>,
    clip: Option<f64>,
    hidden: i64,
    linear_before_reset: bool,
    input_forget: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Rnn,
    Gru,
    Lstm,
}

fn recurrent(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (kind, gates) = match call.op {
        "RNN" => (Kind::Rnn, 1),
        "GRU" => (Kind::Gru, 3),
        _ => (Kind::Lstm, 4),
    };
    let mut x = call.input(0)?;
    let batch_first = call.flag("layout", false)?;
    if batch_first {
        x = context.transpose(&x, &[1, 0, 2])?;
    }
    let (dims, weights) = (context.dims(&x), context.dims(&call.input(1)?));
    let (&[steps, batch, _], &[directions, rows, _]) = (&dims[..], &weights[..]) else {
        return Err(format!("{} needs an input and weights of rank 3, got {dims:?} and {weights:?}", call.op));
    };
    let hidden = call.int("hidden_size", rows / gates)?;
    let modes: &[bool] = match call.text("direction", "forward")?.as_str() {
        "forward" => &[false],
        "reverse" => &[true],
        "bidirectional" => &[false, true],
        other => return Err(format!("direction must be forward, reverse or bidirectional, got {other:?}")),
    };
    if hidden < 1 || hidden.checked_mul(gates) != Some(rows) || directions != modes.len() as i64 || steps < 1 {
        return Err(format!("weights {weights:?} do not fit {gates} gates of {hidden} units in {} directions", modes.len()));
    }
    let lengths = call.optional(4);
    let (mut outputs, mut last_hidden, mut last_cell) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &backward) in modes.iter().enumerate() {
        let (direction, input) = prepare(context, call, kind, &x, index, modes.len(), [gates, hidden])?;
        let initial = |context: &mut Context, place: usize| -> Res<Val> {
            match call.optional(place) {
                Some(mut state) => {
                    if batch_first {
                        state = context.transpose(&state, &[1, 0, 2])?;
                    }
                    part(context, &state, index)
                }
                None => {
                    let ty = TensorType::new(context.element(&x), &[batch, hidden]);
                    Ok(Const::splat(ty, Scalar::Float(0.0)).into())
                }
            }
        };
        let hidden_state = initial(context, 5)?;
        let cell = if kind == Kind::Lstm { Some(initial(context, 6)?) } else { None };
        let (output, hidden_state, cell) = run(context, &direction, &input, hidden_state, cell, lengths.as_ref(), backward)?;
        outputs.push(output);
        last_hidden.push(hidden_state);
        last_cell.extend(cell);
    }
    let mut y = stack(context, &outputs, 1)?;
    let mut states = vec![stack(context, &last_hidden, 0)?];
    if kind == Kind::Lstm {
        states.push(stack(context, &last_cell, 0)?);
    }
    if batch_first {
        y = context.transpose(&y, &[2, 0, 1, 3])?;
        for state in &mut states {
            *state = context.transpose(state, &[1, 0, 2])?;
        }
    }
    states.insert(0, y);
    Ok(states)
}

/// Entry `index` of dimension 0, which goes.
fn part(context: &mut Context, val: &Val, index: usize) -> Res<Val> {
    let slice = context.slice_dim(val, 0, index as i64, 1)?;
    let dims = context.dims(&slice);
    context.reshape(&slice, &dims[1..])
}

/// Weights of one direction, and the product of the whole input with its weights, [steps, batch, gates · hidden].
fn prepare(
    context: &mut Context,
    call: &Call,
    kind: Kind,
    x: &Val,
    index: usize,
    directions: usize,
    [gates, hidden]: [i64; 2],
) -> Res<(Direction, Val)> {
    let weights = part(context, &call.input(1)?, index)?;
    let recurrence = part(context, &call.input(2)?, index)?;
    let weights = context.transpose(&weights, &[1, 0])?;
    let recurrence = context.transpose(&recurrence, &[1, 0])?;
    let mut input = matmul(context, x, &weights)?;
    let width = gates * hidden;
    let bias = match call.optional(3) {
        Some(bias) => {
            let bias = part(context, &bias, index)?;
            let of_input = context.slice_dim(&bias, 0, 0, width)?;
            input = context.binary("add", &input, &of_input)?;
            context.slice_dim(&bias, 0, width, width)?
        }
        None => Const::splat(TensorType::new(context.element(x), &[width]), Scalar::Float(0.0)).into(),
    };
    let peephole = match call.optional(7) {
        Some(weights) if kind == Kind::Lstm => {
            let weights = part(context, &weights, index)?;
            let mut take = |at: i64| context.slice_dim(&weights, 0, at * hidden, hidden);
            Some([take(0)?, take(1)?, take(2)?])
        }
        _ => None,
    };
    let defaults: &[&str] = match kind {
        Kind::Rnn => &["Tanh"],
        Kind::Gru => &["Sigmoid", "Tanh"],
        Kind::Lstm => &["Sigmoid", "Tanh", "Tanh"],
    };
    let names = call.texts("activations")?.unwrap_or_else(|| defaults.repeat(directions).iter().map(|s| s.to_string()).collect());
    if names.len() != defaults.len() * directions {
        return Err(format!("{} activations are needed, got {names:?}", defaults.len() * directions));
    }
    let (alphas, betas) = (call.floats("activation_alpha")?.unwrap_or_default(), call.floats("activation_beta")?.unwrap_or_default());
    let activations = (index * defaults.len()..(index + 1) * defaults.len())
        .map(|at| {
            let (alpha, beta) = match names[at].as_str() {
                "LeakyRelu" => (0.01, 0.0),
                "HardSigmoid" => (0.2, 0.5),
                _ => (1.0, 1.0),
            };
            Activation {
                name: names[at].clone(),
                alpha: alphas.get(at).copied().unwrap_or(alpha),
                beta: betas.get(at).copied().unwrap_or(beta),
            }
        })
        .collect();
    let direction = Direction {
        kind,
        recurrence,
        bias,
        peephole,
        activations,
        clip: if call.has("clip") { Some(call.float("clip", 0.0)?) } else { None },
        hidden,
        linear_before_reset: call.flag("linear_before_reset", false)?,
        input_forget: call.flag("input_forget", false)?,
    };
    Ok((direction, input))
}

/// The loop over time: all outputs [steps, batch, hidden], the last hidden state and the last cell.
fn run(
    context: &mut Context,
    direction: &Direction,
    input: &Val,
    hidden_state: Val,
    cell: Option<Val>,
    lengths: Option<&Val>,
    backward: bool,
) -> Res<(Val, Val, Option<Val>)> {
    let dims = context.dims(input);
    let (steps, batch) = (dims[0], dims[1]);
    let element = context.element(input);
    let lengths = match lengths {
        Some(lengths) => {
            let lengths = context.convert(lengths, ElementType::I32)?;
            Some(context.reshape(&lengths, &[batch, 1])?)
        }
        None => None,
    };
    // Everything that a step reads is made before the loop, so that the loop's bodies refer to it.
    let fixed = |context: &mut Context, val: &Val| context.ir(val).map(Val::from);
    let direction = Direction {
        recurrence: fixed(context, &direction.recurrence)?,
        bias: fixed(context, &direction.bias)?,
        peephole: direction.peephole.clone(),
        activations: direction.activations.clone(),
        ..*direction
    };
    let input = fixed(context, input)?;
    let lengths = lengths.map(|lengths| fixed(context, &lengths)).transpose()?;
    let start = context.emit.splat(ElementType::I32, &[], 0.0)?;
    let all = context.emit.splat(element, &[steps, batch, direction.hidden], 0.0)?;
    let mut state = vec![start, all, context.ir(&hidden_state)?];
    if let Some(cell) = &cell {
        state.push(context.ir(cell)?);
    }
    let results = context.while_loop(
        &state,
        &mut |context, state| {
            let limit = context.emit.splat(ElementType::I32, &[], steps as f64)?;
            context.emit.compare("LT", state[0], limit)
        },
        &mut |context, state| {
            let zero = context.emit.splat(ElementType::I32, &[], 0.0)?;
            let at = if backward {
                let last = context.emit.splat(ElementType::I32, &[], (steps - 1) as f64)?;
                context.emit.binary("subtract", last, state[0])?
            } else {
                state[0]
            };
            let whole = context.ir(&input)?;
            let slice = context.emit.dynamic_slice(whole, &[at, zero, zero], &[1, batch, dims[2]])?;
            let now = context.emit.reshape(slice, &[batch, dims[2]])?;
            let (before, cell) = (Val::from(state[2]), state.get(3).map(|&cell| Val::from(cell)));
            let (mut next, mut next_cell) = step(context, &direction, &now.into(), &before, cell.as_ref())?;
            let mut shown = next.clone();
            if let Some(lengths) = &lengths {
                // A sequence that has ended keeps its state and shows zeros.
                let running = context.compare("LT", &at.into(), lengths)?;
                let nothing = context.number(&next, 0.0);
                shown = context.select(&running, &next, &nothing)?;
                next = context.select(&running, &next, &before)?;
                if let (Some(new), Some(old)) = (&next_cell, &cell) {
                    next_cell = Some(context.select(&running, new, old)?);
                }
            }
            let row = context.reshape(&shown, &[1, batch, direction.hidden])?;
            let row = context.ir(&row)?;
            let all = context.emit.dynamic_update_slice(state[1], row, &[at, zero, zero])?;
            let one = context.emit.splat(ElementType::I32, &[], 1.0)?;
            let count = context.emit.binary("add", state[0], one)?;
            let mut result = vec![count, all, context.ir(&next)?];
            if let Some(cell) = &next_cell {
                result.push(context.ir(cell)?);
            }
            Ok(result)
        },
    )?;
    Ok((results[1].into(), results[2].into(), results.get(3).map(|&cell| cell.into())))
}

fn activate(context: &mut Context, direction: &Direction, index: usize, x: &Val) -> Res<Val> {
    let activation = &direction.activations[index];
    let x = match direction.clip {
        Some(limit) => {
            let x = context.binary_number("minimum", x, limit)?;
            context.binary_number("maximum", &x, -limit)?
        }
        None => x.clone(),
    };
    match activation.name.to_ascii_lowercase().as_str() {
        "tanh" => context.unary("tanh", &x),
        "sigmoid" => context.unary("logistic", &x),
        "relu" => context.binary_number("maximum", &x, 0.0),
        "softplus" => super::math::softplus(context, &x),
        "hardsigmoid" => super::math::hard_sigmoid(context, &x, activation.alpha, activation.beta),
        "affine" => {
            let scaled = context.binary_number("multiply", &x, activation.alpha)?;
            context.binary_number("add", &scaled, activation.beta)
        }
        "leakyrelu" => {
            let scaled = context.binary_number("multiply", &x, activation.alpha)?;
            let zero = context.number(&x, 0.0);
            let negative = context.compare("LT", &x, &zero)?;
            context.select(&negative, &scaled, &x)
        }
        "scaledtanh" => {
            let inner = context.binary_number("multiply", &x, activation.beta)?;
            let curve = context.unary("tanh", &inner)?;
            context.binary_number("multiply", &curve, activation.alpha)
        }
        other => Err(format!("activation {other:?} is not supported: Tanh, Sigmoid, Relu, Softplus, HardSigmoid, Affine, LeakyRelu and ScaledTanh are")),
    }
}

/// One step: the next hidden state and cell from the input's share [batch, gates · hidden] and the state.
fn step(context: &mut Context, direction: &Direction, input: &Val, state: &Val, cell: Option<&Val>) -> Res<(Val, Option<Val>)> {
    let hidden = direction.hidden;
    let gate = |context: &mut Context, val: &Val, index: i64| {
        let last = context.dims(val).len() - 1;
        context.slice_dim(val, last, index * hidden, hidden)
    };
    let product = matmul(context, state, &direction.recurrence)?;
    let recurrent = context.binary("add", &product, &direction.bias)?;
    match direction.kind {
        Kind::Rnn => {
            let sum = context.binary("add", input, &recurrent)?;
            Ok((activate(context, direction, 0, &sum)?, None))
        }
        Kind::Gru => {
            // Gates: update, reset, hidden.
            let mix = |context: &mut Context, index: i64| {
                let (of_input, of_state) = (gate(context, input, index)?, gate(context, &recurrent, index)?);
                let sum = context.binary("add", &of_input, &of_state)?;
                activate(context, direction, 0, &sum)
            };
            let (update, reset) = (mix(context, 0)?, mix(context, 1)?);
            let of_state = if direction.linear_before_reset {
                let part = gate(context, &recurrent, 2)?;
                context.binary("multiply", &reset, &part)?
            } else {
                let reset_state = context.binary("multiply", &reset, state)?;
                let weights = gate(context, &direction.recurrence, 2)?;
                let part = matmul(context, &reset_state, &weights)?;
                let bias = gate(context, &direction.bias, 2)?;
                context.binary("add", &part, &bias)?
            };
            let of_input = gate(context, input, 2)?;
            let sum = context.binary("add", &of_input, &of_state)?;
            let fresh = activate(context, direction, 1, &sum)?;
            // (1 - z) · fresh + z · state.
            let one = context.number(&update, 1.0);
            let rest = context.binary("subtract", &one, &update)?;
            let new = context.binary("multiply", &rest, &fresh)?;
            let old = context.binary("multiply", &update, state)?;
            Ok((context.binary("add", &new, &old)?, None))
        }
        Kind::Lstm => {
            let cell = cell.ok_or("LSTM without a cell")?;
            let sums = context.binary("add", input, &recurrent)?;
            // Gates: input, output, forget, cell.
            let peeped = |context: &mut Context, index: usize, cell: &Val| {
                let sum = gate(context, &sums, index as i64)?;
                match &direction.peephole {
                    Some(weights) => {
                        let peep = context.binary("multiply", &weights[index], cell)?;
                        context.binary("add", &sum, &peep)
                    }
                    None => Ok(sum),
                }
            };
            let sum = peeped(context, 0, cell)?;
            let enter = activate(context, direction, 0, &sum)?;
            let keep = if direction.input_forget {
                let one = context.number(&enter, 1.0);
                context.binary("subtract", &one, &enter)?
            } else {
                let sum = peeped(context, 2, cell)?;
                activate(context, direction, 0, &sum)?
            };
            let sum = gate(context, &sums, 3)?;
            let fresh = activate(context, direction, 1, &sum)?;
            let kept = context.binary("multiply", &keep, cell)?;
            let new = context.binary("multiply", &enter, &fresh)?;
            let next_cell = context.binary("add", &kept, &new)?;
            let sum = peeped(context, 1, &next_cell)?;
            let leave = activate(context, direction, 0, &sum)?;
            let curve = activate_plain(context, direction, 2, &next_cell)?;
            Ok((context.binary("multiply", &leave, &curve)?, Some(next_cell)))
        }
    }
}

/// The activation of the cell's output, which is not clipped.
fn activate_plain(context: &mut Context, direction: &Direction, index: usize, x: &Val) -> Res<Val> {
    let plain = Direction {
        clip: None,
        recurrence: direction.recurrence.clone(),
        bias: direction.bias.clone(),
        peephole: None,
        activations: direction.activations.clone(),
        ..*direction
    };
    activate(context, &plain, index, x)
}
