//! `moe`: layers of experts with top-k routing and a capacity (Lepikhin et al. 2021, GShard, algorithm 1; Fedus et al. 2021 with top-1).
//!
//! Dimensions: g groups, s tokens of a group, e experts, c places of an expert for tokens of a group, m width, f width between the
//! products, k choices of a token. First choices of all tokens take places before second ones; tokens without a place pass by. Dispatch and
//! combination are the paper's products with one-hot masks, so that groups on one side and experts on the other become an all-to-all.

use super::blocks::{Made, Model};
use super::spec::{Field, Sizes};
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::build::{Direction, StablehloBuilder};
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, TensorType, Value};

pub(super) const FIELDS: &[Field] = &[
    Field { name: "layers", default: 1, summary: "layers of experts" },
    Field { name: "groups", default: 4, summary: "groups of tokens, routed each for itself" },
    Field { name: "tokens", default: 32, summary: "tokens of a group" },
    Field { name: "experts", default: 4, summary: "experts" },
    Field { name: "choices", default: 2, summary: "experts that a token goes to" },
    Field { name: "hidden", default: 32, summary: "width of the hidden vectors" },
    Field { name: "feedforward", default: 64, summary: "width between an expert's products" },
    Field { name: "dropless", default: 0, summary: "1: no token is left out, experts have no capacity (MegaBlocks)" },
    Field { name: "capacity", default: 125, summary: "places of an expert, in hundredths of an even share of the choices" },
];

pub(super) fn build(sizes: &Sizes, m: &mut Model) -> Result<(), String> {
    let dropless = match sizes.get("dropless") {
        0 => false,
        1 => true,
        other => return Err(format!("dropless is 0 or 1, got {other}")),
    };
    let [g, s, e, k, h, f] = ["groups", "tokens", "experts", "choices", "hidden", "feedforward"].map(|name| sizes.get(name));
    if k > e {
        return Err(format!("a token cannot go to {k} of {e} experts"));
    }
    if e > k * s {
        return Err(format!("{e} experts are more than the {} choices that the {s} tokens of a group have: some could have no token", k * s));
    }
    // ceil(k s cf / e)
    let capacity = (k * s * sizes.get("capacity") + 100 * e - 1) / (100 * e);
    if capacity > k * s && !dropless {
        return Err(format!("an expert with {capacity} places for the {} choices of a group has more than can come", k * s));
    }
    let layers: Vec<[Value; 3]> = (0..sizes.get("layers"))
        .map(|layer| {
            let name = |part: &str| format!("layers.{layer}.{part}.weight");
            [m.parameter(&name("gate"), &[h, e]), m.parameter(&name("experts.up"), &[e, h, f]), m.parameter(&name("experts.down"), &[e, f, h])]
        })
        .collect();
    let ty = TensorType::new(m.element(), &[g, s, h]);
    let mut x = m.input("x", ty);
    for (layer, weights) in layers.into_iter().enumerate() {
        let name = format!("layers.{layer}");
        let y = experts(m, x, weights, k, (!dropless).then_some(capacity), &name)?;
        x = m.b().add(x, y)?;
        m.name(x, &name);
    }
    m.result("y", x);
    Ok(())
}

fn experts(m: &mut Model, x: Value, [gate, up, down]: [Value; 3], k: i64, capacity: Option<i64>, name: &str) -> Made {
    let element = m.element();
    let scores = m.linear(x, gate, 1, None)?;
    let gates = m.softmax(scores)?;
    let [g, s, e] = m.dims(gates)[..] else { return Err("gates have three dimensions".to_owned()) };
    let mut b = m.b();
    let chosen = b.op(row("chlo.top_k")?, &[gates], Attrs::new().with("k", Attr::i64(k)), &[])?;
    let [weight, index] = b.func.op(chosen).results[..] else { return Err("top_k has two results".to_owned()) };
    let Some(capacity) = capacity else {
        let hidden = b.ty(x).dims[2];
        let (tokens, weight, index) = (b.reshape(x, &[g * s, hidden])?, b.reshape(weight, &[g * s, k])?, b.reshape(index, &[g * s, k])?);
        let y = b.value(row("nn.experts")?, &[tokens, weight, index, up, down], Attrs::new())?;
        return b.reshape(y, &[g, s, hidden]);
    };
    // [g, s, k, e]: one where the choice is the expert.
    let choice = one_hot(&mut b, index, e, element)?;
    let place = places(&mut b, choice, [g, s, k, e])?;
    // [g, s, k]: the place that each choice gets, and whether there is one.
    let place = b.multiply(place, choice)?;
    let place = b.reduce_identity(place, &[3], ReduceKind::Sum)?;
    let most = b.splat_like(place, capacity as f64)?;
    let kept = b.compare(Direction::Lt, place, most)?;
    let kept = b.convert(kept, element)?;
    let place = b.convert(place, ElementType::I32)?;
    let slot = one_hot(&mut b, place, capacity, element)?;
    let weight = b.multiply(weight, kept)?;
    let spread = b.broadcast_in_dim(kept, &[g, s, k, e], &[0, 1, 2])?;
    let choice = b.multiply(choice, spread)?;
    // [g, s, e, c]: which place of which expert a token has, and with which weight.
    let dispatch = b.dot_general(choice, slot, (&[0, 1], &[0, 1]), (&[2], &[2]), element)?;
    let spread = b.broadcast_in_dim(weight, &[g, s, k, e], &[0, 1, 2])?;
    let weighted = b.multiply(choice, spread)?;
    let combine = b.dot_general(weighted, slot, (&[0, 1], &[0, 1]), (&[2], &[2]), element)?;
    // [g, e, c, m] to [e, g, c, m]: where groups give way to experts.
    let sent = b.dot_general(dispatch, x, (&[0], &[0]), (&[1], &[1]), element)?;
    let sent = b.transpose(sent, &[1, 0, 2, 3])?;
    let inner = b.dot_general(sent, up, (&[0], &[0]), (&[3], &[1]), element)?;
    let zero = b.splat_like(inner, 0.0)?;
    let inner = b.maximum(inner, zero)?;
    let back = b.dot_general(inner, down, (&[0], &[0]), (&[3], &[1]), element)?;
    m.name(sent, &format!("{name}.sent"));
    m.name(back, &format!("{name}.back"));
    // [g, s, e, c] with [e, g, c, m].
    m.b().dot_general(combine, back, (&[0], &[1]), (&[2, 3], &[0, 2]), element)
}

/// `[…]` of indices to `[…, count]` of ones and zeros.
fn one_hot(b: &mut Builder, index: Value, count: i64, element: ElementType) -> Made {
    let dims = b.ty(index).dims.to_vec();
    let whole = [&dims[..], &[count]].concat();
    let lead: Vec<i64> = (0..dims.len() as i64).collect();
    let all = b.iota(&TensorType::new(b.ty(index).element, &whole), dims.len() as i64)?;
    let index = b.broadcast_in_dim(index, &whole, &lead)?;
    let equal = b.compare(Direction::Eq, index, all)?;
    b.convert(equal, element)
}

/// How many choices of the same expert come before each: first choices of all tokens first.
fn places(b: &mut Builder, choice: Value, [g, s, k, e]: [i64; 4]) -> Made {
    let turned = b.transpose(choice, &[0, 2, 1, 3])?;
    let flat = b.reshape(turned, &[g, k * s, e])?;
    let mut window = Window::unit(3);
    window.padding[1] = [k * s - 1, 0];
    let element = b.ty(flat).element;
    let zero = b.scalar(element, 0.0)?;
    let up_to = b.reduce_window(flat, zero, &[1, k * s, 1], &window, ReduceKind::Sum)?;
    let before = b.subtract(up_to, flat)?;
    let turned = b.reshape(before, &[g, k, s, e])?;
    b.transpose(turned, &[0, 2, 1, 3])
}
