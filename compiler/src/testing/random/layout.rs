//! Random meshes, and random shardings on them.
//!
//! Invariants: shardings are legal (no digit of an axis twice, merged sub-axes, replicated axes in order of mesh);
//! dimensions that do not divide only where the options say so.

use super::super::rng::Rng;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, DimSharding, Mesh, TensorSharding};
use shardwright_ir::{Builder, Sym, TensorType, Value};

/// A mesh and how values are put on it.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Symbol of the mesh.
    pub name: Sym,
    /// The mesh.
    pub mesh: Mesh,
    /// How many intermediate values are annotated, in percent.
    pub percent: u64,
    /// Whether shards may be uneven.
    pub uneven: bool,
    /// Axes that are manual here: shardings do not name them.
    pub manual: Vec<Sym>,
}

impl Layout {
    /// A mesh of one to three axes and at most `max_devices` devices, mostly in order.
    pub fn random(rng: &mut Rng, max_devices: i64, uneven: bool) -> Layout {
        let mut sizes: Vec<i64> = Vec::new();
        for _ in 0..rng.range(1, 3) {
            let room = max_devices / sizes.iter().product::<i64>();
            let choices: Vec<i64> = [2, 2, 2, 3, 4, 4, 6, 8, 1].into_iter().filter(|&size| size <= room).collect();
            sizes.push(rng.choose(&choices));
        }
        let names = rng.shuffled(&["x", "y", "z"]);
        let axes: Vec<(&str, i64)> = names.iter().copied().zip(sizes).collect();
        let mut mesh = Mesh::new(&axes);
        if rng.percent(8) {
            mesh.device_ids = rng.shuffled(&(0..mesh.num_devices()).collect::<Vec<_>>());
        }
        let percent = rng.choose(&[0, 5, 15]);
        Layout { name: Sym::new("mesh"), mesh, percent, uneven, manual: Vec::new() }
    }

    /// Names of the axes that are not manual here.
    pub fn free_axes(&self) -> Vec<Sym> {
        self.mesh.axes.iter().map(|axis| axis.name).filter(|axis| !self.manual.contains(axis)).collect()
    }

    /// A random sharding of a tensor.
    pub fn sharding(&self, rng: &mut Rng, ty: &TensorType) -> TensorSharding {
        let mut dims: Vec<DimSharding> = (0..ty.rank()).map(|_| DimSharding { open: rng.percent(50), ..Default::default() }).collect();
        let mut replicated = Vec::new();
        let pieces = self.pieces(rng);
        for piece in rng.shuffled(&pieces) {
            if ty.rank() > 0 && rng.percent(60) {
                let dim = rng.below(ty.rank());
                let shards = self.mesh.shards(&dims[dim].axes) * self.mesh.size_of(&piece);
                let size = ty.dims[dim];
                // A dimension without elements has nothing to shard.
                let fits = size > 0 && if self.uneven && rng.percent(60) { shards <= size || rng.percent(20) } else { size % shards == 0 };
                if fits {
                    push_merged(&mut dims[dim].axes, piece, &self.mesh);
                }
            } else if rng.percent(15) {
                replicated.push(piece);
            }
        }
        for dim in &mut dims {
            if rng.percent(15) && (dim.open || !dim.axes.is_empty()) {
                dim.priority = Some(rng.range(0, 2));
            }
        }
        replicated.sort_by_key(|axis: &AxisRef| axis.mesh_order(&self.mesh));
        let mut merged = Vec::new();
        for axis in replicated {
            push_merged(&mut merged, axis, &self.mesh);
        }
        TensorSharding { replicated: merged, ..TensorSharding::of_dims(self.name, dims) }
    }

    /// Annotates a value now and then.
    pub fn annotate(&self, b: &mut Builder<'_>, rng: &mut Rng, value: Value) -> Result<(), String> {
        if self.percent > 0 && rng.percent(self.percent) {
            let sharding = self.sharding(rng, b.ty(value));
            b.func.set_sharding(value, Some(sharding));
        }
        Ok(())
    }

    /// Axes, some of them in two parts.
    fn pieces(&self, rng: &mut Rng) -> Vec<AxisRef> {
        let mut pieces = Vec::new();
        for axis in self.mesh.axes.iter().filter(|axis| !self.manual.contains(&axis.name)) {
            let factors: Vec<i64> = (2..axis.size).filter(|factor| axis.size % factor == 0).collect();
            if !factors.is_empty() && rng.percent(30) {
                let major = rng.choose(&factors);
                pieces.push(AxisRef::span(&self.mesh, axis.name, 1, major));
                pieces.push(AxisRef::span(&self.mesh, axis.name, major, axis.size / major));
            } else {
                pieces.push(AxisRef::full(axis.name));
            }
        }
        pieces
    }
}
