//! Cutting global tensors into the devices' shards, and putting them together again.
//!
//! Invariants: what a manifest's [`Port`] says is all that counts; elements that lie beyond the global end (padding)
//! are zero in a shard and ignored when joining; every device that holds an element of a result must hold the same
//! bits, or joining is an error: replicas that disagree are a fault of the program, never averaged away.

use crate::engine::host::HostTensor;
use crate::manifest::{Manifest, Port, WeightFile};
use shardwright_ir::types::TensorType;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Cuts the bytes of a global tensor into one shard a device. Devices that start at the same place share the work.
///
/// # Errors
/// Where the number of bytes is not that of the port's type.
pub fn split(port: &Port, global: &[u8]) -> Result<Vec<HostTensor>, String> {
    let (ty, local) = (port.global_type()?, port.local_type()?);
    check_length(port, &ty, global)?;
    let mut made = BTreeMap::<&[i64], HostTensor>::new();
    let mut shards = Vec::with_capacity(port.starts.len());
    for start in &port.starts {
        if let Some(shard) = made.get(start.as_slice()) {
            shards.push(shard.clone());
            continue;
        }
        let zeros = HostTensor::zeros(local.clone()).map_err(|error| format!("`{}`: {error}", port.name))?;
        let (_, mut bytes) = zeros.into_parts();
        let width = ty.element.byte_size();
        for_each_row(&port.shape, &port.local, start, |global_row, local_row, count| {
            let (from, to, length) = (global_row * width, local_row * width, count * width);
            bytes[to..to + length].copy_from_slice(&global[from..from + length]);
        });
        let shard = HostTensor::new(local.clone(), bytes).map_err(|error| format!("`{}`: {error}", port.name))?;
        made.insert(start, shard.clone());
        shards.push(shard);
    }
    Ok(shards)
}

/// Writes the shard that starts here of a global tensor, zeros where it lies beyond the tensor's end.
///
/// # Errors
/// As [`split`], and where the writer fails.
pub fn write_shard(port: &Port, global: &[u8], start: &[i64], to: &mut impl std::io::Write) -> Result<(), String> {
    let (ty, local) = (port.global_type()?, port.local_type()?);
    check_length(port, &ty, global)?;
    let width = ty.element.byte_size();
    let (mut written, mut outcome) = (0, Ok(()));
    let fill = |to: &mut dyn std::io::Write, count: usize| std::io::copy(&mut std::io::Read::take(std::io::repeat(0), count as u64), to).map(|_| ());
    for_each_row(&port.shape, &port.local, start, |global_row, local_row, count| {
        if outcome.is_ok() {
            let row = &global[global_row * width..(global_row + count) * width];
            outcome = fill(to, local_row * width - written).and_then(|()| to.write_all(row));
            written = (local_row + count) * width;
        }
    });
    outcome.and_then(|()| fill(to, local.byte_size() as usize - written)).map_err(|error| error.to_string())
}

fn check_length(port: &Port, ty: &TensorType, global: &[u8]) -> Result<(), String> {
    if i64::try_from(global.len()) == Ok(ty.byte_size()) {
        return Ok(());
    }
    Err(format!("`{}` is {ty} and takes {} bytes, got {}", port.name, ty.byte_size(), global.len()))
}

/// Puts the devices' shards of one result together.
///
/// # Errors
/// Where a shard has another type than the port says, replicas differ, or no device holds some element.
pub fn join(port: &Port, shards: &[&HostTensor]) -> Result<HostTensor, String> {
    let (ty, local) = (port.global_type()?, port.local_type()?);
    let width = ty.element.byte_size();
    if let Some((device, shard)) = shards.iter().enumerate().find(|(_, shard)| *shard.ty() != local) {
        return Err(format!("`{}`: device {device} gave {}, expected {local}", port.name, shard.ty()));
    }
    // Asked before room is made for what a manifest claims.
    let held = local.num_elements().saturating_mul(shards.len() as i64);
    if held < ty.num_elements() {
        return Err(format!("`{}`: devices hold {held} of {} elements", port.name, ty.num_elements()));
    }
    let zeros = HostTensor::zeros(ty.clone()).map_err(|error| format!("`{}`: {error}", port.name))?;
    let (_, mut bytes) = zeros.into_parts();
    let mut holder = BTreeMap::<&[i64], usize>::new();
    let mut covered = 0;
    for (device, (shard, start)) in shards.iter().zip(&port.starts).enumerate() {
        if let Some(&first) = holder.get(start.as_slice()) {
            let mut same = true;
            for_each_row(&port.shape, &port.local, start, |_, row, count| {
                same &= shard.bytes()[row * width..(row + count) * width] == shards[first].bytes()[row * width..(row + count) * width];
            });
            if !same {
                return Err(format!("`{}`: devices {first} and {device} hold the same part, but not the same elements", port.name));
            }
            continue;
        }
        holder.insert(start, device);
        for_each_row(&port.shape, &port.local, start, |global_row, row, count| {
            bytes[global_row * width..(global_row + count) * width].copy_from_slice(&shard.bytes()[row * width..(row + count) * width]);
            covered += count;
        });
    }
    if covered as i64 != ty.num_elements() {
        return Err(format!("`{}`: devices hold {covered} of {} elements", port.name, ty.num_elements()));
    }
    HostTensor::new(ty, bytes).map_err(|error| format!("`{}`: {error}", port.name))
}

/// The files that weights lie in, each mapped once.
#[derive(Default)]
pub struct WeightFiles<'m> {
    maps: BTreeMap<std::path::PathBuf, Arc<memmap2::Mmap>>,
    /// What a manifest says that they were.
    manifest: Option<&'m Manifest>,
}

impl<'m> WeightFiles<'m> {
    /// Those of a manifest; none is opened yet.
    pub fn of(manifest: &'m Manifest) -> WeightFiles<'m> {
        WeightFiles { manifest: Some(manifest), ..WeightFiles::default() }
    }
    /// Runs `with` on the bytes of a weight. Relative paths are of `folder`.
    ///
    /// # Errors
    /// Where the file cannot be mapped, is not the one of the compile any more, or ends before the range does.
    pub fn bytes<T>(&mut self, folder: &Path, weight: &WeightFile, with: impl FnOnce(&[u8]) -> T) -> Result<T, String> {
        let path = folder.join(&weight.file);
        let map = match self.maps.get(&path) {
            Some(map) => map.clone(),
            None => {
                if let Some(known) = self.manifest.and_then(|manifest| manifest.weight_files.get(&weight.file)) {
                    known.check(&path)?;
                }
                let at = |error: std::io::Error| format!("{}: {error}", path.display());
                let file = std::fs::File::open(&path).map_err(at)?;
                // SAFETY: the map is only read. As with every mapped file, another process that truncates the file
                // meanwhile ends this process; it cannot make it read other memory.
                let map = Arc::new(unsafe { memmap2::Mmap::map(&file) }.map_err(at)?);
                self.maps.insert(path.clone(), map.clone());
                map
            }
        };
        let range = usize::try_from(weight.offset).ok().zip(usize::try_from(weight.length).ok());
        let range = range.and_then(|(offset, length)| Some(offset..offset.checked_add(length)?));
        match range.and_then(|range| map.get(range)) {
            Some(bytes) => Ok(with(bytes)),
            None => Err(format!(
                "{} has {} bytes, the weight lies at {} to {}",
                path.display(),
                map.len(),
                weight.offset,
                weight.offset.saturating_add(weight.length)
            )),
        }
    }
}

/// Calls `row(global index, local index, elements)` for every contiguous run of a shard that lies inside the tensor.
fn for_each_row(shape: &[i64], local: &[i64], start: &[i64], mut row: impl FnMut(usize, usize, usize)) {
    let extent: Vec<i64> = shape.iter().zip(local).zip(start).map(|((&size, &local), &start)| local.min(size - start).max(0)).collect();
    if extent.contains(&0) {
        return;
    }
    // The trailing dimensions that a shard holds whole are one run.
    let rank = shape.len();
    let mut outer = rank;
    while outer > 0 && extent[outer - 1] == shape[outer - 1] && local[outer - 1] == shape[outer - 1] {
        outer -= 1;
    }
    let inner: i64 = shape[outer..].iter().product();
    let (run, outer) = if outer > 0 { (extent[outer - 1] * inner, outer - 1) } else { (inner, 0) };
    let mut index = vec![0i64; outer];
    loop {
        let (mut global, mut here) = (0i64, 0i64);
        for dim in 0..rank {
            let at = index.get(dim).copied().unwrap_or(0);
            global = global * shape[dim] + start[dim] + at;
            here = here * local[dim] + at;
        }
        row(global as usize, here as usize, run as usize);
        let Some(dim) = (0..outer).rev().find(|&dim| index[dim] + 1 < extent[dim]) else { return };
        index[dim] += 1;
        index[dim + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(shape: &[i64], local: &[i64], starts: &[&[i64]]) -> Port {
        Port {
            name: "x".into(),
            element: "i32".into(),
            shape: shape.to_vec(),
            sharding: String::new(),
            local: local.to_vec(),
            starts: starts.iter().map(|start| start.to_vec()).collect(),
            weight: None,
            in_step: Default::default(),
        }
    }
    fn iota(dims: &[i64]) -> HostTensor {
        HostTensor::from_values(dims, &(0..dims.iter().product::<i64>() as i32).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn an_uneven_split_pads_with_zeros_and_joins_back() {
        // Rows 0 to 2 of two columns each over two devices of two rows, columns over two devices of one.
        let port = port(&[3, 2], &[2, 1], &[&[0, 0], &[0, 1], &[2, 0], &[2, 1]]);
        let global = iota(&[3, 2]);
        let shards = split(&port, global.bytes()).unwrap();
        let values: Vec<Vec<i32>> = shards.iter().map(|shard| shard.values().unwrap()).collect();
        assert_eq!(values, [[0, 2], [1, 3], [4, 0], [5, 0]]);
        assert_eq!(join(&port, &shards.iter().collect::<Vec<_>>()).unwrap(), global);
    }

    #[test]
    fn whole_and_empty_and_scalar_tensors_split_and_join() {
        for (shape, local, start) in [(&[2i64, 3][..], &[2i64, 3][..], &[0i64, 0][..]), (&[0, 3], &[0, 3], &[0, 0]), (&[], &[], &[])] {
            let port = port(shape, local, &[start, start]);
            let global = iota(shape);
            let shards = split(&port, global.bytes()).unwrap();
            assert_eq!(join(&port, &shards.iter().collect::<Vec<_>>()).unwrap(), global);
        }
    }

    #[test]
    fn replicas_that_differ_and_gaps_are_errors() {
        let both = port(&[2], &[2], &[&[0], &[0]]);
        let (a, b) = (iota(&[2]), HostTensor::from_values(&[2], &[0i32, 9]).unwrap());
        assert!(join(&both, &[&a, &b]).unwrap_err().contains("devices 0 and 1 hold the same part, but not the same elements"));
        // What is claimed is not even asked of the allocator.
        let huge = port(&[1 << 40], &[2], &[&[0], &[2]]);
        assert!(join(&huge, &[&a, &a]).unwrap_err().contains("devices hold 4 of 1099511627776 elements"));
        let gap = port(&[4], &[2], &[&[0], &[0]]);
        assert!(join(&gap, &[&a, &a]).unwrap_err().contains("devices hold 2 of 4 elements"));
    }
}
