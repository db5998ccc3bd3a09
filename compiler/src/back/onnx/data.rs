//! `weights.data`: what tensors of the devices' files hold, each part once.
//!
//! ONNX's checker and ONNX Runtime take data only from files below a model's own folder, and neither links: so the bytes are copied. Invariants: a part that
//! several devices hold is there once, parts of a tensor that is cut along its first dimension stand as in the model's own file, one after the other; bytes go
//! from the mapped file of the model to the new one without being held; the same compile gives the same file.

use crate::manifest::{Manifest, Port};
use crate::shards::{WeightFiles, write_shard};
use crate::front::onnx::proto::tensor_proto::DataLocation;
use crate::front::onnx::proto::{StringStringEntryProto, TensorProto};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Name of the file.
pub const FILE: &str = "weights.data";

/// Constants of programs up to so many bytes stand in the model's message itself.
const INLINE: usize = 1 << 16;

/// A range of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    offset: u64,
    length: u64,
}

/// The file as it is written.
pub(super) struct Store {
    file: BufWriter<File>,
    length: u64,
    /// Parts of weights: by the weight's file and range, the shape of a part, and where it starts.
    weights: BTreeMap<(String, u64, Vec<i64>, Vec<i64>), Range>,
    constants: HashMap<Vec<u8>, Range>,
}

impl Store {
    /// An empty file.
    ///
    /// # Errors
    /// The system refuses.
    pub fn create(folder: &Path) -> Result<Store, String> {
        let path = folder.join(FILE);
        let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Store { file: BufWriter::with_capacity(1 << 20, file), length: 0, weights: BTreeMap::new(), constants: HashMap::new() })
    }

    /// Writes all parts of a weight that are not there yet.
    ///
    /// # Errors
    /// The weight cannot be read, or the system refuses.
    pub fn add_weight(&mut self, port: &Port, files: &mut WeightFiles) -> Result<(), String> {
        let Some(weight) = &port.weight else { return Ok(()) };
        let mut starts = port.starts.clone();
        starts.sort();
        starts.dedup();
        starts.retain(|start| !self.weights.contains_key(&key(port, start)));
        let length = u64::try_from(port.local_type()?.byte_size()).map_err(|error| error.to_string())?;
        let written = files.bytes(Path::new(""), weight, |bytes| -> Result<(), String> {
            // Parts that join without a gap keep doing so.
            self.align(length)?;
            for start in &starts {
                let range = Range { offset: self.length, length };
                write_shard(port, bytes, start, &mut self.file)?;
                self.length += length;
                self.weights.insert(key(port, start), range);
            }
            Ok(())
        });
        written.map_err(|why| format!("weight `{}`: {why}", port.name))?.map_err(|why| format!("weight `{}`: {why}", port.name))
    }

    /// Where a device's part of a weight is.
    pub fn weight(&self, port: &Port, device: usize) -> Option<Range> {
        self.weights.get(&key(port, port.starts.get(device)?)).copied()
    }

    /// Moves the elements of a large tensor out of the message.
    ///
    /// # Errors
    /// The system refuses.
    pub fn take(&mut self, tensor: &mut TensorProto) -> Result<(), String> {
        let Some(bytes) = tensor.raw_data.take_if(|bytes| bytes.len() > INLINE) else { return Ok(()) };
        let range = match self.constants.get(&bytes[..]) {
            Some(known) => *known,
            None => {
                self.align(bytes.len() as u64)?;
                let range = Range { offset: self.length, length: bytes.len() as u64 };
                self.file.write_all(&bytes).map_err(|error| error.to_string())?;
                self.length += range.length;
                self.constants.insert(bytes.to_vec(), range);
                range
            }
        };
        place(tensor, range);
        Ok(())
    }

    /// Large tensors begin on pages, so that they can be mapped.
    fn align(&mut self, length: u64) -> Result<(), String> {
        let unit = if length >= 4096 { 4096 } else { 64 };
        let gap = self.length.next_multiple_of(unit) - self.length;
        self.length += gap;
        self.file.write_all(&vec![0; gap as usize]).map_err(|error| error.to_string())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The system refuses.
    pub fn finish(mut self) -> Result<(), String> {
        self.file.flush().map_err(|error| format!("{FILE}: {error}"))
    }
}

fn key(port: &Port, start: &[i64]) -> (String, u64, Vec<i64>, Vec<i64>) {
    let (file, offset) = port.weight.as_ref().map_or((String::new(), 0), |weight| (weight.file.display().to_string(), weight.offset));
    (file, offset, port.local.clone(), start.to_vec())
}

/// Says that a tensor's elements are in the file.
pub(super) fn place(tensor: &mut TensorProto, range: Range) {
    let entry = |key: &str, value: String| StringStringEntryProto { key: Some(key.to_owned()), value: Some(value) };
    tensor.external_data =
        vec![entry("location", FILE.to_owned()), entry("offset", range.offset.to_string()), entry("length", range.length.to_string())];
    tensor.data_location = Some(DataLocation::External.into());
}

/// The weights of a program's inputs that are no inputs of its ONNX files.
pub(super) fn add_weights(store: &mut Store, ports: &[Port], manifest: &Manifest) -> Result<(), String> {
    let mut files = WeightFiles::of(manifest);
    ports.iter().filter(|port| super::is_stored(port)).try_for_each(|port| store.add_weight(port, &mut files))
}
