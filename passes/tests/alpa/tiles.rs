//! Tiles that XLA's tests of auto-sharding expect (xla/hlo/experimental/auto_sharding/auto_sharding_test.cc), under the objective that it took over
//! from Alpa.

use super::{Solved, parse, solve};
use shardwright_ir::Sym;
use shardwright_ir::sharding::{AxisRef, Mesh};
use shardwright_passes::cost::alpa::{AlpaPrices, Moves};
use shardwright_passes::partition::plan::Placement;
use shardwright_passes::search::program::Holder;

fn prices(beta: &[f64]) -> AlpaPrices {
    AlpaPrices { alpha: vec![1.0; beta.len()], beta: beta.to_vec(), moves: Moves::Exchanges, gather: None }
}

fn mesh(sizes: &[i64]) -> Mesh {
    let axes: Vec<(&str, i64)> = ["x", "y", "z"].into_iter().zip(sizes.iter().copied()).collect();
    Mesh::new(&axes)
}

/// How the tensors of each product lie, in program order.
fn products(text: &str, mesh: &Mesh, prices: &AlpaPrices) -> Vec<Vec<Placement>> {
    let module = parse("products", text);
    let Solved { program, chosen, .. } = solve("products", &module, (Sym::new("mesh"), mesh), prices);
    let mut found = Vec::new();
    for (node, &way) in program.nodes.iter().zip(&chosen) {
        if matches!(node.holder, Holder::Op(_)) {
            found.push(node.ways[way as usize].iter().map(|&placement| program.placements[placement as usize].clone()).collect());
        }
    }
    found
}

/// Shards of each dimension.
fn tiles(placement: &Placement, mesh: &Mesh) -> Vec<i64> {
    placement.dims.iter().map(|axes| mesh.shards(axes)).collect()
}

const PRODUCT: &str = "func.func public @main(%a: tensor<32x64xf32>, %b: tensor<64x128xf32>) -> tensor<32x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
  return %0 : tensor<32x128xf32>
}
";

#[test]
fn a_product_has_a_tile_for_each_device_along_as_many_dimensions_as_the_mesh_has_axes() {
    // Mesh, inverse bandwidths, tiles, dimensions that are cut.
    let cases: [(&[i64], &[f64], i64, usize); 8] = [
        (&[4], &[1.0], 4, 1),
        (&[8], &[1.0], 8, 1),
        (&[2, 2], &[0.01, 1.0], 4, 2),
        (&[1, 4], &[0.01, 1.0], 4, 1),
        (&[4, 1], &[0.01, 1.0], 4, 1),
        (&[1, 2, 2], &[0.01, 0.5, 1.0], 4, 2),
        (&[2, 1, 2], &[0.01, 0.5, 1.0], 4, 2),
        (&[2, 2, 1], &[0.01, 0.5, 1.0], 4, 2),
    ];
    for (sizes, beta, count, cut) in cases {
        let mesh = mesh(sizes);
        let made = products(PRODUCT, &mesh, &prices(beta));
        let tiles = tiles(&made[0][2], &mesh);
        assert!(made[0][2].partial.is_empty(), "{sizes:?}");
        assert_eq!((tiles.iter().product::<i64>(), tiles.iter().filter(|shards| **shards > 1).count()), (count, cut), "{sizes:?}: {tiles:?}");
    }
}

/// XLA's answer: rows of both on the dear axis, the middle dimension on the cheap one, which the sum of the second product then goes along.
#[test]
fn of_two_products_the_second_sums_along_the_cheap_axis() {
    let text = "func.func public @main(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %c: tensor<128x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
";
    let mesh = mesh(&[2, 2]);
    let made = products(text, &mesh, &prices(&[0.01, 1.0]));
    let names = |axes: &Vec<AxisRef>| axes.iter().map(|axis| axis.name.as_str()).collect::<String>();
    let show = |placement: &Placement| placement.dims.iter().map(names).chain([names(&placement.partial)]).collect::<Vec<_>>().join("|");
    // Rows, columns, partial.
    assert_eq!(show(&made[0][0]), "y||");
    assert_eq!(show(&made[0][2]), "y|x|");
    assert_eq!(show(&made[1][2]), "y||x");
}
