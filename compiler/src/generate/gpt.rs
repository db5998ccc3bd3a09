//! `gpt`: a decoder of GPT-2's form (Radford et al. 2019).
//!
//! Dimensions: b batch, s sequence, a heads, d width of a head, h = a d, f = 4 h unless said. Names are those of GPT-2's checkpoints; the projection
//! of queries, keys and values is `[3, h, a, d]`, so that heads are a dimension of their own.

use super::blocks::{Made, Model};
use super::spec::{Field, Sizes};
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_dialects::stablehlo::dims::GatherDims;
use shardwright_ir::{ElementType, TensorType, Value};

pub(super) const FIELDS: &[Field] = &[
    Field { name: "layers", default: 2, summary: "blocks" },
    Field { name: "hidden", default: 64, summary: "width of the hidden vectors" },
    Field { name: "heads", default: 4, summary: "attention heads" },
    Field { name: "feedforward", default: 0, summary: "width between the products of a block's second half; 0: four times hidden" },
    Field { name: "sequence", default: 32, summary: "tokens of a sequence" },
    Field { name: "batch", default: 8, summary: "sequences" },
    Field { name: "vocabulary", default: 256, summary: "different tokens" },
    Field { name: "dropout", default: 0, summary: "percent that is left out of attention's weights and of what each half of a block adds; drawn from an input `seed`" },
];

/// Parameters of a block.
struct Block {
    norm1: (Value, Value),
    qkv: (Value, Value),
    out: (Value, Value),
    norm2: (Value, Value),
    up: (Value, Value),
    down: (Value, Value),
}

pub(super) fn build(sizes: &Sizes, m: &mut Model) -> Result<(), String> {
    let [h, a, s, v] = ["hidden", "heads", "sequence", "vocabulary"].map(|name| sizes.get(name));
    if h % a != 0 {
        return Err(format!("hidden size {h} does not divide by {a} heads"));
    }
    let (d, f) = (h / a, if sizes.get("feedforward") > 0 { sizes.get("feedforward") } else { 4 * h });
    let (embedding, positions) = (m.parameter("wte.weight", &[v, h]), m.parameter("wpe.weight", &[s, h]));
    let blocks: Vec<Block> = (0..sizes.get("layers"))
        .map(|layer| {
            let mut pair = |name: &str, weight: &[i64], bias: &[i64]| {
                (m.parameter(&format!("h.{layer}.{name}.weight"), weight), m.parameter(&format!("h.{layer}.{name}.bias"), bias))
            };
            Block {
                norm1: pair("ln_1", &[h], &[h]),
                qkv: pair("attn.c_attn", &[3, h, a, d], &[3, a, d]),
                out: pair("attn.c_proj", &[a, d, h], &[h]),
                norm2: pair("ln_2", &[h], &[h]),
                up: pair("mlp.c_fc", &[h, f], &[f]),
                down: pair("mlp.c_proj", &[f, h], &[h]),
            }
        })
        .collect();
    let last = (m.parameter("ln_f.weight", &[h]), m.parameter("ln_f.bias", &[h]));
    let tokens = m.input("tokens", TensorType::new(ElementType::I32, &[sizes.get("batch"), s]));
    let percent = sizes.get("dropout");
    if percent > 99 {
        return Err(format!("dropout must leave something: at most 99 percent, got {percent}"));
    }
    let seed = (percent > 0).then(|| m.input("seed", TensorType::scalar(ElementType::UI32)));
    let mut x = embed(m, embedding, positions, tokens)?;
    m.name(x, "embedded");
    for (layer, block) in (0i64..).zip(&blocks) {
        let name = |part: &str| format!("h.{layer}{part}");
        let drop = |m: &mut Model, x: Value, which: i64| match seed {
            Some(seed) => m.dropout(x, percent, seed, 3 * layer + which),
            None => Ok(x),
        };
        let normal = m.layer_norm(x, block.norm1.0, block.norm1.1)?;
        m.name(normal, &name(".ln_1"));
        let attended = attention(m, block, normal, &drop)?;
        m.name(attended, &name(".attn"));
        let attended = drop(m, attended, 1)?;
        x = m.b().add(x, attended)?;
        m.name(x, &name(".middle"));
        let normal = m.layer_norm(x, block.norm2.0, block.norm2.1)?;
        m.name(normal, &name(".ln_2"));
        let up = m.linear(normal, block.up.0, 1, Some(block.up.1))?;
        m.name(up, &name(".mlp.c_fc"));
        let active = m.gelu(up)?;
        let down = m.linear(active, block.down.0, 1, Some(block.down.1))?;
        m.name(down, &name(".mlp"));
        let down = drop(m, down, 2)?;
        x = m.b().add(x, down)?;
        m.name(x, &name(""));
    }
    let normal = m.layer_norm(x, last.0, last.1)?;
    m.name(normal, "ln_f");
    let element = m.element();
    let logits = m.b().dot_general(normal, embedding, (&[], &[]), (&[2], &[1]), element)?;
    m.result("logits", logits);
    Ok(())
}

fn embed(m: &mut Model, embedding: Value, positions: Value, tokens: Value) -> Made {
    let h = m.dims(embedding)[1];
    let mut b = m.b();
    let dims = GatherDims { offset_dims: vec![2], collapsed_slice_dims: vec![0], start_index_map: vec![0], index_vector_dim: 2, ..GatherDims::default() };
    let words = b.gather(embedding, tokens, &dims, &[1, h])?;
    let shape = b.ty(words).dims.to_vec();
    let positions = b.broadcast_to(positions, &shape)?;
    b.add(words, positions)
}

fn attention(m: &mut Model, block: &Block, x: Value, drop: &dyn Fn(&mut Model, Value, i64) -> Made) -> Made {
    let element = m.element();
    let [_, h, a, d] = m.dims(block.qkv.0)[..] else { return Err("a projection has four dimensions".to_owned()) };
    let dims = m.dims(x);
    let (rows, width) = (vec![dims[0], dims[1], a, d], (d as f64).sqrt());
    let mut b = m.b();
    let mut project = |which: i64| -> Made {
        let weight = b.slice_dim(block.qkv.0, 0, which, which + 1)?;
        let weight = b.reshape(weight, &[h, a, d])?;
        let y = b.dot_general(x, weight, (&[], &[]), (&[2], &[0]), element)?;
        let bias = b.slice_dim(block.qkv.1, 0, which, which + 1)?;
        let bias = b.reshape(bias, &[a, d])?;
        let bias = b.broadcast_to(bias, &rows)?;
        b.add(y, bias)
    };
    let (q, k, v) = (project(0)?, project(1)?, project(2)?);
    // [b, a, s, s]
    let scores = b.dot_general(q, k, (&[0, 2], &[0, 2]), (&[3], &[3]), element)?;
    let scale = b.splat_like(scores, 1.0 / width)?;
    let scores = b.multiply(scores, scale)?;
    let scores = m.causal(scores)?;
    let weights = m.softmax(scores)?;
    let weights = drop(m, weights, 0)?;
    let mut b = m.b();
    // [b, a, s, d] back to [b, s, a, d].
    let mixed = b.dot_general(weights, v, (&[0, 1], &[0, 2]), (&[3], &[1]), element)?;
    let mixed = b.transpose(mixed, &[0, 2, 1, 3])?;
    m.linear(mixed, block.out.0, 2, Some(block.out.1))
}
