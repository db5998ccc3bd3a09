//! `mlp`: products with a relu between.

use super::blocks::Model;
use super::spec::{Field, Sizes};
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::TensorType;

pub(super) const FIELDS: &[Field] = &[
    Field { name: "layers", default: 4, summary: "products" },
    Field { name: "hidden", default: 64, summary: "width of the vectors" },
    Field { name: "batch", default: 32, summary: "vectors" },
];

pub(super) fn build(sizes: &Sizes, m: &mut Model) -> Result<(), String> {
    let (h, layers) = (sizes.get("hidden"), sizes.get("layers"));
    let weights: Vec<_> = (0..layers).map(|layer| m.parameter(&format!("layers.{layer}.weight"), &[h, h])).collect();
    let ty = TensorType::new(m.element(), &[sizes.get("batch"), h]);
    let mut x = m.input("x", ty);
    for (layer, &weight) in weights.iter().enumerate() {
        x = m.linear(x, weight, 1, None)?;
        m.name(x, &format!("layers.{layer}"));
        if layer as i64 + 1 < layers {
            let mut b = m.b();
            let zero = b.splat_like(x, 0.0)?;
            x = b.maximum(x, zero)?;
        }
    }
    m.result("y", x);
    Ok(())
}
