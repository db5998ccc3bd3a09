//! Tensors cut into the shards of a mesh, and shards compared with the tensor that they should make.
//!
//! Invariants: shards follow [`TensorSharding::local_type`]; padding is poison (NaN, or an odd large integer), so that a
//! program which lets padding reach a result gives a wrong one.

use super::random::bounds::tolerance;
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::types::{ElementType, TensorType};

/// The shard that the device at mesh position `position` holds.
pub fn shard(tensor: &Tensor, sharding: &TensorSharding, mesh: &Mesh, position: i64) -> Result<Tensor, String> {
    let local = sharding.local_type(&tensor.ty, mesh);
    let (whole, width, poison) = (tensor.to_bytes(), tensor.ty.element.byte_size(), poison(tensor.ty.element));
    let mut bytes = Vec::new();
    for place in places(&tensor.ty, &local, sharding, mesh, position) {
        match place {
            Some(index) => bytes.extend_from_slice(&whole[index * width..(index + 1) * width]),
            None => bytes.extend_from_slice(&poison),
        }
    }
    Tensor::from_bytes(local, &bytes)
}

/// The tensor that the shards of all mesh positions make. Devices that hold the same elements must agree, as [`compare`] defines it.
///
/// # Errors
/// Devices disagree, or none holds an element.
pub fn join(ty: &TensorType, sharding: &TensorSharding, mesh: &Mesh, shards: &[&Tensor]) -> Result<Tensor, String> {
    let local = sharding.local_type(ty, mesh);
    let width = ty.element.byte_size();
    let mut bytes = vec![0; ty.num_elements().max(0) as usize * width];
    for (position, shard) in shards.iter().enumerate().rev() {
        let part = shard.to_bytes();
        for (at, place) in places(ty, &local, sharding, mesh, position as i64).into_iter().enumerate() {
            if let (Some(index), Some(element)) = (place, part.get(at * width..(at + 1) * width)) {
                bytes[index * width..(index + 1) * width].copy_from_slice(element);
            }
        }
    }
    let whole = Tensor::from_bytes(ty.clone(), &bytes)?;
    compare(&whole, sharding, mesh, shards)?;
    Ok(whole)
}

/// Compares the shards of all mesh positions with the tensor that they should make, each element within [`tolerance`]
/// times the largest finite magnitude of the tensor (or 1); a NaN agrees with a NaN only. The error names the first difference.
pub fn compare(wanted: &Tensor, sharding: &TensorSharding, mesh: &Mesh, shards: &[&Tensor]) -> Result<(), String> {
    let local = sharding.local_type(&wanted.ty, mesh);
    let whole = numbers(wanted);
    let parts = if wanted.ty.element.is_complex() { 2 } else { 1 };
    let largest = whole.iter().filter(|value| value.is_finite()).fold(1f64, |largest, value| largest.max(value.abs()));
    let allowed = tolerance(wanted.ty.element) * largest;
    let mut held = vec![false; wanted.ty.num_elements().max(0) as usize];
    for (position, shard) in shards.iter().enumerate() {
        if shard.ty != local {
            return Err(format!("the device at position {position} gave {}, expected {local}", shard.ty));
        }
        let got = numbers(shard);
        let mut faults = Vec::new();
        for (at, place) in places(&wanted.ty, &local, sharding, mesh, position as i64).into_iter().enumerate() {
            let Some(index) = place else { continue };
            held[index] = true;
            for part in 0..parts {
                let (wanted, got) = (whole[index * parts + part], got[at * parts + part]);
                // Written so that one NaN is a difference.
                let agrees = (wanted - got).abs() <= allowed || wanted == got || (wanted.is_nan() && got.is_nan());
                if !agrees {
                    faults.push((index, wanted, got));
                }
            }
        }
        if let Some((index, wanted_value, got)) = faults.first() {
            return Err(format!(
                "{} of {} elements of the device at position {position} differ; element {index} of {} should be {wanted_value}, got {got}",
                faults.len(),
                local.num_elements(),
                wanted.ty
            ));
        }
    }
    match held.iter().position(|held| !held) {
        Some(index) => Err(format!("no device holds element {index} of {}", wanted.ty)),
        None => Ok(()),
    }
}

/// For each element of a shard, in order, its index in the whole tensor; `None` for padding.
fn places(global: &TensorType, local: &TensorType, sharding: &TensorSharding, mesh: &Mesh, position: i64) -> Vec<Option<usize>> {
    let starts: Vec<i64> = local.dims.iter().zip(&sharding.dims).map(|(&size, dim)| size * mesh.shard_index(position, &dim.axes)).collect();
    let mut at = vec![0i64; local.rank()];
    let mut found = Vec::new();
    for _ in 0..local.num_elements() {
        let mut index = Some(0i64);
        for dim in 0..at.len() {
            let place = starts[dim] + at[dim];
            index = index.filter(|_| place < global.dims[dim]).map(|index| index * global.dims[dim] + place);
        }
        found.push(index.map(|index| index as usize));
        for dim in (0..at.len()).rev() {
            at[dim] += 1;
            if at[dim] < local.dims[dim] {
                break;
            }
            at[dim] = 0;
        }
    }
    found
}

/// All elements as numbers; of complex ones both parts in turn.
fn numbers(tensor: &Tensor) -> Vec<f64> {
    match &*tensor.data {
        Buffer::C64(vec) => vec.iter().flat_map(|c| [f64::from(c.re), f64::from(c.im)]).collect(),
        Buffer::C128(vec) => vec.iter().flat_map(|c| [c.re, c.im]).collect(),
        _ => tensor.to_f64s(),
    }
}

fn poison(element: ElementType) -> Vec<u8> {
    match element {
        ElementType::I1 => vec![1],
        _ if element.is_complex() => bytes_of_f64(if element == ElementType::C64 { ElementType::F32 } else { ElementType::F64 }, f64::NAN).repeat(2),
        _ if element.is_float() => bytes_of_f64(element, f64::NAN).to_vec(),
        _ => vec![0x55; element.byte_size()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::Sym;
    use shardwright_ir::sharding::AxisRef;

    fn row(values: &[f32]) -> Tensor {
        Tensor::new(TensorType::new(ElementType::F32, &[values.len() as i64]), Buffer::F32(values.to_vec()))
    }

    #[test]
    fn uneven_shards_are_padded_with_poison_that_comparison_skips() {
        let mesh = Mesh::new(&[("x", 2)]);
        let sharding = TensorSharding::of_axes(Sym::new("mesh"), vec![vec![AxisRef::full(Sym::new("x"))]]);
        let whole = row(&[1.0, 2.0, 3.0]);
        let shards: Vec<Tensor> = (0..2).map(|position| shard(&whole, &sharding, &mesh, position).unwrap()).collect();
        // Three elements in two shards of two: the second holds 3 and padding.
        assert_eq!(shards[0].to_f64s(), [1.0, 2.0]);
        assert_eq!(shards[1].to_f64s()[0], 3.0);
        assert!(shards[1].to_f64s()[1].is_nan());
        compare(&whole, &sharding, &mesh, &shards.iter().collect::<Vec<_>>()).unwrap();
        let wrong = [&row(&[1.0, 2.5]), &shards[1]];
        assert!(compare(&whole, &sharding, &mesh, &wrong).unwrap_err().contains("element 1 of tensor<3xf32> should be 2, got 2.5"));
        let poisoned = [&row(&[1.0, f32::NAN]), &shards[1]];
        assert!(compare(&whole, &sharding, &mesh, &poisoned).is_err());
    }
}
