//! `video`: a transformer over two sequences at once, frames and the places of a frame, whose blocks attend along one and the other in turn (Latte, Ma et al.
//! 2024; Open-Sora): what dynamic sequence parallelism is for.
//!
//! Dimensions: b videos, t frames, s places, a heads of width d; hidden vectors in and out.

use super::blocks::{Made, Model};
use super::spec::{Field, Sizes};
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::{TensorType, Value};

pub(super) const FIELDS: &[Field] = &[
    Field { name: "layers", default: 1, summary: "pairs of blocks: along places, then along frames" },
    Field { name: "batch", default: 1, summary: "videos" },
    Field { name: "frames", default: 8, summary: "frames of a video" },
    Field { name: "places", default: 8, summary: "places of a frame" },
    Field { name: "hidden", default: 32, summary: "width of the hidden vectors" },
    Field { name: "heads", default: 4, summary: "heads of attention" },
];

/// A block's parameters: norm (scale and offset), queries, keys, values, and the way back.
struct Block {
    name: String,
    norm: (Value, Value),
    projections: [Value; 3],
    out: Value,
}

pub(super) fn build(sizes: &Sizes, m: &mut Model) -> Result<(), String> {
    let [b, t, s, h, a] = ["batch", "frames", "places", "hidden", "heads"].map(|name| sizes.get(name));
    if h % a != 0 {
        return Err(format!("hidden size {h} does not divide by {a} heads"));
    }
    let d = h / a;
    let blocks: Vec<[Block; 2]> = (0..sizes.get("layers"))
        .map(|layer| {
            ["space", "time"].map(|kind| {
                let name = format!("layers.{layer}.{kind}");
                let of = |part: &str| format!("{name}.{part}");
                let norm = (m.parameter(&of("norm.weight"), &[h]), m.parameter(&of("norm.bias"), &[h]));
                let projections = ["q", "k", "v"].map(|which| m.parameter(&of(&format!("attn.{which}.weight")), &[h, a, d]));
                let out = m.parameter(&of("attn.out.weight"), &[a, d, h]);
                Block { name, norm, projections, out }
            })
        })
        .collect();
    let ty = TensorType::new(m.element(), &[b, t, s, h]);
    let mut x = m.input("x", ty);
    for [space, time] in &blocks {
        // Batch dimensions of scores and of values, the dimension that is attended to, and the way back from [batch.., a, own, d].
        x = block(m, x, space, &[0, 1, 3], 2, &[0, 1, 3, 2, 4])?;
        x = block(m, x, time, &[0, 2, 3], 1, &[0, 3, 1, 2, 4])?;
    }
    m.result("y", x);
    Ok(())
}

fn block(m: &mut Model, x: Value, block: &Block, batch: &[i64], along: i64, back: &[i64]) -> Made {
    let element = m.element();
    let normal = m.layer_norm(x, block.norm.0, block.norm.1)?;
    m.name(normal, &format!("{}.norm", block.name));
    let d = m.dims(block.out)[1];
    let mut b = m.b();
    let mut project = |weight: Value| b.dot_general(normal, weight, (&[], &[]), (&[3], &[0]), element);
    let [q, k, v] = block.projections;
    let (q, k, v) = (project(q)?, project(k)?, project(v)?);
    // Of [b, t, s, a, d] each: [batch.., own, other].
    let scores = b.dot_general(q, k, (batch, batch), (&[4], &[4]), element)?;
    let scale = b.splat_like(scores, 1.0 / (d as f64).sqrt())?;
    let scores = b.multiply(scores, scale)?;
    let weights = m.softmax(scores)?;
    let mut b = m.b();
    let mixed = b.dot_general(weights, v, (&[0, 1, 2], batch), (&[4], &[along]), element)?;
    let mixed = b.transpose(mixed, back)?;
    let y = m.linear(mixed, block.out, 2, None)?;
    let sum = m.b().add(x, y)?;
    m.name(sum, &block.name);
    Ok(sum)
}
