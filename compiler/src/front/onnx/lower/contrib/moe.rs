//! Mixtures of experts: every expert computes every token, and a token takes those that it is routed to, by its weights.
//!
//! So no size depends on the data; experts that lie on different devices each compute all tokens, and the sum over experts is one over devices.

use super::blocks::{Blocks, dequantize, unpack};
use super::{refuse_inputs, refuse_ints};
use crate::front::onnx::lower::call::Call;
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::{Combine, Res};
use crate::front::onnx::lower::{math, reduce};
use shardwright_ir::types::ElementType;

/// A layer of all experts: weights [experts, out, in] and a bias [experts, out].
struct Layer {
    weights: Val,
    bias: Option<Val>,
}

/// Experts with weights as they are.
pub fn moe(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let layer = |index: usize| call.optional(index).map(|weights| Layer { weights, bias: call.optional(index + 1) });
    let (up, down, beside) = (layer(2), layer(4), layer(6));
    let router = call.input(1)?;
    mixture(context, call, [&router, &router], [up, down, beside]).map(|val| vec![val])
}

/// Experts with weights of few bits.
pub fn q_moe(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    refuse_inputs(call, &[(15, "fc1_global_scale"), (16, "fc2_global_scale"), (17, "fc1_act_scale"), (18, "fc2_act_scale"), (19, "fc1_act_block_scale"), (20, "fc2_act_block_scale")])?;
    match call.text("quant_type", "int")?.as_str() {
        "int" => {}
        other => return Err(format!("quant_type {other:?} is not supported: quantize experts to integers")),
    }
    if call.int("weights_prepacked", -1)? == 1 {
        return Err("weights that are packed for one kind of device (weights_prepacked) are not supported: quantize without prepacking".into());
    }
    let bits = call.int("expert_weight_bits", 4)?;
    let mut layers = Vec::new();
    for (number, at) in [2, 5, 8].into_iter().enumerate() {
        let Some(packed) = call.optional(at) else {
            layers.push(None);
            continue;
        };
        let bits = call.int(["fc1_expert_weight_bits", "fc2_expert_weight_bits", "fc3_expert_weight_bits"][number], bits)?;
        let scales = call.input(at + 1)?;
        let weights = weights(context, call, &packed, &scales, call.optional(11 + number), bits)?;
        layers.push(Some(Layer { weights, bias: call.optional(at + 2) }));
    }
    let router = call.input(1)?;
    let mixing = call.optional(14).unwrap_or_else(|| router.clone());
    let layers = <[Option<Layer>; 3]>::try_from(layers).map_err(|_| "experts have three layers")?;
    mixture(context, call, [&router, &mixing], layers).map(|val| vec![val])
}

/// Weights [experts, out, in] from bytes [experts, out, …] with scales [experts, out] or [experts, out, blocks].
fn weights(context: &mut Context, call: &Call, packed: &Val, scales: &Val, zeros: Option<Val>, bits: i64) -> Res<Val> {
    let dims = context.dims(packed);
    let [experts, out, bytes] = dims[..] else { return Err(format!("weights of experts must have rank 3, got {}", context.ty(packed))) };
    let inner = bytes * 8 / bits.max(1);
    let block = match call.int("block_size", 0)? {
        0 => inner,
        block => block,
    };
    if block < 1 || inner % block != 0 {
        return Err(format!("blocks of {block} do not divide the {inner} columns of the weights"));
    }
    let numbers = unpack(context, packed, bits, inner)?;
    let numbers = context.reshape(&numbers, &[experts, out, inner / block, block])?;
    let scales = context.reshape(scales, &[experts, out, inner / block])?;
    let zeros = match zeros {
        // One a row is packed along the rows.
        Some(zeros) if block == inner => {
            let columns = context.dims(&zeros).last().copied().unwrap_or(0);
            let zeros = context.reshape(&zeros, &[experts, columns])?;
            let zeros = unpack(context, &zeros, bits, out)?;
            let element = context.element(&scales);
            Some(context.convert(&zeros, element)?)
        }
        other => other,
    };
    dequantize(context, &numbers, &Blocks { bits, scales, zeros, whole: None })
}

fn mixture(context: &mut Context, call: &Call, routers: [&Val; 2], [up, down, beside]: [Option<Layer>; 3]) -> Res<Val> {
    refuse_ints(call, &[("use_sparse_mixer", 0), ("swiglu_limit_after_activation", 0)])?;
    let input = call.input(0)?;
    let dims = context.dims(&input);
    let hidden = *dims.last().ok_or("the input of experts must have rank 2 or 3")?;
    let tokens = dims[..dims.len() - 1].iter().product();
    let x = context.reshape(&input, &[tokens, hidden])?;
    let (up, down) = (up.ok_or("fc1_experts_weights are missing")?, down.ok_or("fc2_experts_weights are missing")?);
    let weights = routing(context, call, routers, tokens)?;
    let (gate, both) = (layer(context, &x, &up)?, call.text("activation_type", "relu")?);
    let inner = match (both.as_str(), beside) {
        ("swiglu", beside) => {
            let (gate, linear) = match (call.int("swiglu_fusion", 0)?, beside) {
                (0, Some(beside)) => (gate, layer(context, &x, &beside)?),
                (0, None) => return Err("swiglu_fusion 0 needs fc3_experts_weights".into()),
                (1, None) => interleaved(context, &gate)?,
                (2, None) => {
                    let [gate, linear] = super::activation::halves(context, &gate)?;
                    (gate, linear)
                }
                (other, _) => return Err(format!("swiglu_fusion must be 0 with fc3_experts_weights, or 1 or 2 without, got {other}")),
            };
            swiglu(context, call, &gate, &linear)?
        }
        (name, beside) => {
            let active = match name {
                "relu" => context.binary_number("maximum", &gate, 0.0)?,
                "gelu" => math::gelu_tanh(context, &gate)?,
                "silu" => super::activation::swish(context, &gate, 1.0)?,
                "identity" => gate,
                other => return Err(format!("activation_type {other:?} is not supported: relu, gelu, silu, swiglu and identity are")),
            };
            match beside {
                Some(beside) => {
                    let linear = layer(context, &x, &beside)?;
                    context.binary("multiply", &active, &linear)?
                }
                None => active,
            }
        }
    };
    // Σ over experts of weight · (W₂ h + b₂): the weights go into h, so that one product sums over experts and their inner size.
    let element = context.element(&inner);
    let weights = context.convert(&weights, element)?;
    let experts = context.dims(&weights)[1];
    let each = context.reshape(&weights, &[tokens, experts, 1])?;
    let weighted = context.binary("multiply", &inner, &each)?;
    let (left, right) = (context.ir(&weighted)?, context.ir(&down.weights)?);
    let mut result: Val = context.emit.dot(left, right, [&[], &[]], [&[1, 2], &[0, 2]])?.into();
    if let Some(bias) = &down.bias {
        let (left, right) = (context.ir(&weights)?, context.ir(bias)?);
        let bias: Val = context.emit.dot(left, right, [&[], &[]], [&[1], &[0]])?.into();
        result = context.binary("add", &result, &bias)?;
    }
    context.reshape(&result, &dims)
}

/// [tokens, experts, out] of tokens [tokens, in].
fn layer(context: &mut Context, x: &Val, of: &Layer) -> Res<Val> {
    let (left, right) = (context.ir(x)?, context.ir(&of.weights)?);
    let product: Val = context.emit.dot(left, right, [&[], &[]], [&[1], &[2]])?.into();
    let Some(bias) = &of.bias else { return Ok(product) };
    context.binary("add", &product, bias)
}

/// Even and odd columns.
fn interleaved(context: &mut Context, x: &Val) -> Res<(Val, Val)> {
    let mut dims = context.dims(x);
    let last = dims.len() - 1;
    let width = dims[last];
    if width % 2 != 0 {
        return Err(format!("interleaved gates need an even number of columns, got {width}"));
    }
    dims[last] = width / 2;
    let mut part = |start: i64| {
        let (mut starts, mut steps) = (vec![0; dims.len()], vec![1; dims.len()]);
        (starts[last], steps[last]) = (start, 2);
        context.slice(x, &starts, &dims, &steps)
    };
    Ok((part(0)?, part(1)?))
}

/// G · sigmoid(alpha · G) · (L + beta), G at most the limit and L within it.
fn swiglu(context: &mut Context, call: &Call, gate: &Val, linear: &Val) -> Res<Val> {
    let (mut gate, mut linear) = (gate.clone(), linear.clone());
    if call.has("swiglu_limit") {
        let limit = call.float("swiglu_limit", 0.0)?;
        gate = context.binary_number("minimum", &gate, limit)?;
        linear = context.binary_number("minimum", &linear, limit)?;
        linear = context.binary_number("maximum", &linear, -limit)?;
    }
    let swish = super::activation::swish(context, &gate, call.float("activation_alpha", 1.0)?)?;
    let linear = context.binary_number("add", &linear, call.float("activation_beta", 0.0)?)?;
    context.binary("multiply", &swish, &linear)
}

/// The weight of every expert for every token [tokens, experts]: those of the `k` largest scores, else 0. Of equal scores the first counts.
fn routing(context: &mut Context, call: &Call, [router, mixing]: [&Val; 2], tokens: i64) -> Res<Val> {
    let dims = context.dims(router);
    let experts = match dims[..] {
        [rows, experts] if rows == tokens && context.dims(mixing) == dims => experts,
        _ => return Err(format!("scores of experts must be [{tokens}, experts], got {}", context.ty(router))),
    };
    let k = call.int("k", 1)?;
    if k < 1 || k > experts {
        return Err(format!("k must be from 1 to {experts}, got {k}"));
    }
    let scores = context.convert(router, ElementType::F32)?;
    let never = context.number(&scores, f64::NEG_INFINITY);
    let places: Val = context.emit.iota(ElementType::I64, &dims, 1)?.into();
    let (mut left, mut chosen): (Val, Option<Val>) = (scores.clone(), None);
    for _ in 0..k {
        let best = reduce::extreme_index(context, &left, 1, true, false)?;
        let here = context.compare("EQ", &places, &best)?;
        left = context.select(&here, &never, &left)?;
        chosen = Some(match chosen {
            Some(known) => context.binary("or", &known, &here)?,
            None => here,
        });
    }
    let chosen = chosen.ok_or("no expert is chosen")?;
    // The CPU kernel of QMoE normalises whatever it is told.
    let normalize = call.flag("normalize_routing_weights", false)? || call.op == "QMoE";
    let separate = call.op == "QMoE" && call.optional(14).is_some();
    let zero = context.number(&scores, 0.0);
    if separate {
        let mixing = context.convert(mixing, ElementType::F32)?;
        let weights = context.select(&chosen, &mixing, &zero)?;
        if !call.flag("normalize_routing_weights", false)? {
            return Ok(weights);
        }
        let sum = context.reduce_keep(Combine::Sum, &weights, &[1])?;
        return context.binary("divide", &weights, &sum);
    }
    if normalize {
        let kept = context.select(&chosen, &scores, &never)?;
        return reduce::softmax(context, &kept, 1);
    }
    let weights = reduce::softmax(context, &scores, 1)?;
    context.select(&chosen, &weights, &zero)
}
