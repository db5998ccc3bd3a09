//! One device's shard of a global tensor, and the global tensor from all devices' shards.
//!
//! Invariants: shard `i` of a dimension of size n in k shards holds elements `[i c, min((i + 1) c, n))` with c = ceil(n / k), and is
//! padded at its end to c elements. Programs must not depend on padding: [`Padding::Poison`] fills it with values that
//! show when they are read.

use crate::strided::copy_box;
use shardwright_ir::interp::scalar::{bytes_of_f64, bytes_of_i64};
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::types::TensorType;

/// What fills the elements of a shard that lie beyond the end of the tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Padding {
    /// Zeros.
    Zero,
    /// NaN for floats, the largest number for integers, true: for tests.
    Poison,
}

/// Where the shard at mesh position `position` begins. May lie beyond the end where shards are many.
pub fn start(local: &TensorType, sharding: &TensorSharding, mesh: &Mesh, position: i64) -> Vec<i64> {
    local.dims.iter().zip(&sharding.dims).map(|(&size, dim)| mesh.shard_index(position, &dim.axes).saturating_mul(size)).collect()
}

/// The shard of `global` that the device at mesh position `position` holds.
pub fn shard(global: &Tensor, sharding: &TensorSharding, mesh: &Mesh, position: i64, padding: Padding) -> Tensor {
    let ty = sharding.local_type(&global.ty, mesh);
    let mut data = filled(&ty, padding);
    let start = start(&ty, sharding, mesh, position);
    if let Some(sizes) = inside(&ty, &start, &global.ty) {
        copy_box(&global.data, &global.ty.dims, &start, &mut data, &ty.dims, &vec![0; start.len()], &sizes);
    }
    Tensor::new(ty, data)
}

/// The global tensor of type `ty` from the shards at all mesh positions, in their order.
///
/// # Errors
/// Where a shard has the wrong type, or devices that hold the same part hold different elements.
pub fn unshard(shards: &[Tensor], ty: &TensorType, sharding: &TensorSharding, mesh: &Mesh) -> Result<Tensor, String> {
    if shards.len() as i64 != mesh.num_devices() {
        return Err(format!("the mesh has {} devices, got {} shards", mesh.num_devices(), shards.len()));
    }
    let local = sharding.local_type(ty, mesh);
    let mut data = Buffer::zeros(ty.element, ty.num_elements() as usize);
    let mut holders = std::collections::BTreeMap::<Vec<i64>, usize>::new();
    for (position, shard) in shards.iter().enumerate() {
        if shard.ty != local {
            return Err(format!("the shard at position {position} must be {local}, got {}", shard.ty));
        }
        let start = start(&local, sharding, mesh, position as i64);
        let Some(sizes) = inside(&local, &start, ty) else { continue };
        let part = crate::strided::slice_box(shard, &vec![0; start.len()], &sizes);
        match holders.get(&start) {
            Some(&other) => {
                let held = crate::strided::slice_box(&shards[other], &vec![0; start.len()], &sizes);
                if held.to_bytes() != part.to_bytes() {
                    return Err(format!("positions {other} and {position} hold the same part, but not the same elements"));
                }
            }
            None => {
                copy_box(&part.data, &sizes, &vec![0; start.len()], &mut data, &ty.dims, &start, &sizes);
                holders.insert(start, position);
            }
        }
    }
    Ok(Tensor::new(ty.clone(), data))
}

/// Sizes of the part of a shard that lies inside the tensor; `None` where nothing does.
fn inside(local: &TensorType, start: &[i64], global: &TensorType) -> Option<Vec<i64>> {
    let sizes: Vec<i64> = local.dims.iter().zip(start).zip(&global.dims).map(|((&local, &start), &whole)| local.min(whole - start)).collect();
    sizes.iter().all(|&size| size > 0).then_some(sizes)
}

fn filled(ty: &TensorType, padding: Padding) -> Buffer {
    let count = ty.num_elements() as usize;
    if padding == Padding::Zero {
        return Buffer::zeros(ty.element, count);
    }
    let one = if ty.element.is_float() || ty.element.is_complex() { bytes_of_f64(ty.element, f64::NAN) } else { bytes_of_i64(ty.element, i64::MAX) };
    // One element of the right width is always a tensor.
    let element = Tensor::from_bytes(TensorType::scalar(ty.element), &one).map(|tensor| (*tensor.data).clone());
    element.unwrap_or_else(|_| Buffer::zeros(ty.element, 1)).gather(std::iter::repeat_n(0, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::sharding::AxisRef;
    use shardwright_ir::types::ElementType;
    use shardwright_ir::Sym;

    #[test]
    fn uneven_shards_are_padded_and_joined_back() {
        let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
        let axis = |name: &str| AxisRef::full(Sym::new(name));
        let sharding = TensorSharding::of_axes(Sym::new("mesh"), vec![vec![axis("x")], vec![]]);
        let ty = TensorType::new(ElementType::F32, &[3, 2]);
        let global = Tensor::new(ty.clone(), Buffer::F32((0..6).map(|i| i as f32).collect()));
        let mut shards: Vec<Tensor> = (0..4).map(|position| shard(&global, &sharding, &mesh, position, Padding::Poison)).collect();
        assert_eq!(shards[1].to_f64s(), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(shards[2].to_f64s()[..2], [4.0, 5.0]);
        assert!(shards[2].to_f64s()[2..].iter().all(|value| value.is_nan()));
        assert_eq!(shard(&global, &sharding, &mesh, 3, Padding::Zero).to_f64s(), [4.0, 5.0, 0.0, 0.0]);
        assert_eq!(unshard(&shards, &ty, &sharding, &mesh).unwrap(), global);
        shards[3] = shard(&Tensor::new(ty.clone(), Buffer::zeros(ElementType::F32, 6)), &sharding, &mesh, 3, Padding::Zero);
        assert!(unshard(&shards, &ty, &sharding, &mesh).unwrap_err().contains("positions 2 and 3 hold the same part"));
    }

    /// Four elements in three shards of two: the last shard holds nothing.
    #[test]
    fn shards_beyond_the_end_are_all_padding() {
        let mesh = Mesh::new(&[("x", 3)]);
        let sharding = TensorSharding::of_axes(Sym::new("mesh"), vec![vec![AxisRef::full(Sym::new("x"))]]);
        let ty = TensorType::new(ElementType::I32, &[4]);
        let global = Tensor::new(ty.clone(), Buffer::I32(vec![1, 2, 3, 4]));
        let shards: Vec<Tensor> = (0..3).map(|position| shard(&global, &sharding, &mesh, position, Padding::Poison)).collect();
        assert_eq!(*shards[2].data, Buffer::I32(vec![i32::MAX; 2]));
        assert_eq!(unshard(&shards, &ty, &sharding, &mesh).unwrap(), global);
    }
}
