//! Where the bytes of a tensor lie: ranges of files, and small tensors decoded.
//!
//! Invariants: a [`WeightRange`] lies wholly inside its file and holds exactly the elements of its type,
//! little-endian, row-major, one after another (sub-byte types and tensors stored as varints are decoded
//! instead, because their bytes are not laid out so). Nothing is read before it is asked for.

use super::load::Model;
use super::proto::{TensorProto, tensor_proto::DataLocation};
use bytes::Bytes;
use shardwright_ir::types::{Dims, ElementType, TensorType};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A file that holds weights, mapped when first read.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    size: u64,
    file: File,
    map: OnceLock<Result<Bytes, String>>,
}

impl DataFile {
    /// Opens a regular file.
    ///
    /// # Errors
    /// The file cannot be opened, or is no regular file.
    pub fn open(path: &Path) -> Result<DataFile, String> {
        let describe = |error: std::io::Error| format!("cannot open {:?}: {error}", path.display().to_string());
        // Checked before opening too: opening a named pipe would wait for a writer.
        if !std::fs::metadata(path).map_err(describe)?.is_file() {
            return Err(format!("{:?} is not a regular file", path.display().to_string()));
        }
        let file = File::open(path).map_err(describe)?;
        let size = file.metadata().map_err(describe)?.len();
        Ok(DataFile { path: path.to_path_buf(), size, file, map: OnceLock::new() })
    }
    /// The path that the file was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Size in bytes when it was opened.
    pub fn size(&self) -> u64 {
        self.size
    }
    /// The whole file, mapped.
    ///
    /// # Errors
    /// The system refuses to map it.
    pub fn map(&self) -> Result<Bytes, String> {
        self.map
            .get_or_init(|| {
                if self.size == 0 {
                    return Ok(Bytes::new());
                }
                // SAFETY: the map is only read. As with every mapped file, another process that truncates the
                // file while we read it ends this process; it cannot make it read other memory.
                unsafe { memmap2::Mmap::map(&self.file) }
                    .map(Bytes::from_owner)
                    .map_err(|error| format!("cannot map {:?}: {error}", self.path.display().to_string()))
            })
            .clone()
    }
}

/// A weight as a range of a file.
#[derive(Clone, Debug)]
pub struct WeightRange {
    /// The file.
    pub file: Arc<DataFile>,
    /// First byte.
    pub offset: u64,
    /// Number of bytes: exactly those of `ty`.
    pub length: u64,
    /// The tensor that the bytes are.
    pub ty: TensorType,
}

impl WeightRange {
    /// The bytes, as a slice of the mapped file.
    ///
    /// # Errors
    /// The file cannot be mapped.
    pub fn bytes(&self) -> Result<Bytes, String> {
        let map = self.file.map()?;
        let end = self.offset.saturating_add(self.length);
        if end > map.len() as u64 {
            return Err(format!("bytes {}..{end} lie beyond the end of the file ({} bytes)", self.offset, map.len()));
        }
        Ok(map.slice(self.offset as usize..end as usize))
    }
}

/// Where the elements of a tensor are.
#[derive(Clone, Debug)]
pub enum Payload {
    /// In a file.
    Range(WeightRange),
    /// Decoded: little-endian, row-major, sub-byte elements one a byte.
    Decoded(TensorType, Vec<u8>),
}

impl Payload {
    /// The type of the tensor.
    pub fn ty(&self) -> &TensorType {
        match self {
            Payload::Range(range) => &range.ty,
            Payload::Decoded(ty, _) => ty,
        }
    }
    /// The elements' bytes, read now.
    ///
    /// # Errors
    /// The file cannot be mapped.
    pub fn bytes(&self) -> Result<Bytes, String> {
        match self {
            Payload::Range(range) => range.bytes(),
            Payload::Decoded(_, bytes) => Ok(Bytes::copy_from_slice(bytes)),
        }
    }
}

/// Our element type for a number of ONNX's `TensorProto.DataType`.
///
/// # Errors
/// A type that tensors of our programs cannot have.
pub fn element_type(number: i32) -> Result<ElementType, String> {
    Ok(match number {
        1 => ElementType::F32,
        2 => ElementType::UI8,
        3 => ElementType::I8,
        4 => ElementType::UI16,
        5 => ElementType::I16,
        6 => ElementType::I32,
        7 => ElementType::I64,
        9 => ElementType::I1,
        10 => ElementType::F16,
        11 => ElementType::F64,
        12 => ElementType::UI32,
        13 => ElementType::UI64,
        14 => ElementType::C64,
        15 => ElementType::C128,
        16 => ElementType::BF16,
        17 => ElementType::F8E4M3FN,
        18 => ElementType::F8E4M3FNUZ,
        19 => ElementType::F8E5M2,
        20 => ElementType::F8E5M2FNUZ,
        21 => ElementType::UI4,
        22 => ElementType::I4,
        24 => ElementType::F8E8M0FNU,
        25 => ElementType::UI2,
        26 => ElementType::I2,
        8 => return Err("string tensors are not supported: a program computes on numbers".into()),
        other => return Err(format!("element type number {other} is not supported")),
    })
}

/// The type that a tensor claims to have.
///
/// # Errors
/// An unsupported element type, a negative dimension, or more elements than can be counted.
pub fn tensor_type(tensor: &TensorProto) -> Result<TensorType, String> {
    let element = element_type(tensor.data_type())?;
    checked_type(element, &tensor.dims)
}

/// A tensor type whose number of bytes can be counted.
///
/// # Errors
/// A negative dimension, or too many elements.
pub fn checked_type(element: ElementType, dims: &[i64]) -> Result<TensorType, String> {
    if let Some(dim) = dims.iter().find(|&&dim| dim < 0) {
        return Err(format!("dimensions must be at least 0, got {dim} in {dims:?}"));
    }
    dims.iter()
        .filter(|&&dim| dim != 0)
        .try_fold(element.byte_size() as i64, |bytes, &dim| bytes.checked_mul(dim))
        .ok_or_else(|| format!("a tensor of dimensions {dims:?} has more than 2^63 bytes"))?;
    Ok(TensorType { element, dims: Dims::from_slice(dims) })
}

/// Finds the elements of a tensor and checks that there are as many as its dimensions say.
///
/// # Errors
/// Too few or too many elements, a range outside its file, an illegal external path.
pub fn locate(model: &Model, tensor: &TensorProto) -> Result<Payload, String> {
    let ty = tensor_type(tensor)?;
    if tensor.segment.is_some() {
        return Err("tensors stored in segments are not supported: store the tensor whole".into());
    }
    if tensor.data_location() == DataLocation::External {
        let (file, offset, length) = external_range(model, tensor)?;
        return in_file(file, offset, length, ty);
    }
    if let Some(raw) = &tensor.raw_data {
        return in_buffer(model, raw, ty);
    }
    match ty.element {
        ElementType::F32 | ElementType::C64 => in_buffer(model, tensor.float_data.as_ref().unwrap_or(&Bytes::new()), ty),
        ElementType::F64 | ElementType::C128 => {
            in_buffer(model, tensor.double_data.as_ref().unwrap_or(&Bytes::new()), ty)
        }
        ElementType::I64 => from_numbers(&tensor.int64_data, ty),
        ElementType::UI32 | ElementType::UI64 => from_numbers(&tensor.uint64_data, ty),
        _ => from_numbers(&tensor.int32_data, ty),
    }
}

/// The type and the elements' bytes of a tensor that is stored in its message: little-endian, row-major, sub-byte
/// elements one a byte.
///
/// # Errors
/// Too few or too many elements, or a tensor stored elsewhere.
pub fn decode(tensor: &TensorProto) -> Result<(TensorType, Vec<u8>), String> {
    let ty = tensor_type(tensor)?;
    if tensor.segment.is_some() || tensor.data_location() == DataLocation::External {
        return Err("the tensor is not stored in its own message".into());
    }
    let none = Bytes::new();
    let fixed = match (&tensor.raw_data, ty.element) {
        (Some(raw), _) => raw,
        (None, ElementType::F32 | ElementType::C64) => tensor.float_data.as_ref().unwrap_or(&none),
        (None, ElementType::F64 | ElementType::C128) => tensor.double_data.as_ref().unwrap_or(&none),
        (None, _) => {
            let payload = match ty.element {
                ElementType::I64 => from_numbers(&tensor.int64_data, ty)?,
                ElementType::UI32 | ElementType::UI64 => from_numbers(&tensor.uint64_data, ty)?,
                _ => from_numbers(&tensor.int32_data, ty)?,
            };
            return Ok((payload.ty().clone(), payload.bytes()?.to_vec()));
        }
    };
    let stored = stored_bytes(&ty)?;
    if fixed.len() as u64 != stored {
        return Err(format!("{ty} takes {stored} bytes, but {} are stored", fixed.len()));
    }
    let bytes = if is_packed(ty.element) { unpack(fixed, &ty) } else { fixed.to_vec() };
    Ok((ty, bytes))
}

fn external_range(model: &Model, tensor: &TensorProto) -> Result<(Arc<DataFile>, u64, Option<u64>), String> {
    let (mut location, mut offset, mut length) = (None, 0, None);
    let number = |key: &str, text: &str| {
        text.parse::<u64>().map_err(|_| format!("external data {key} must be a number of bytes, got {text:?}"))
    };
    for entry in &tensor.external_data {
        match entry.key() {
            "location" => location = Some(entry.value()),
            "offset" => offset = number("offset", entry.value())?,
            "length" => length = Some(number("length", entry.value())?),
            _ => {}
        }
    }
    let location = location.ok_or("external data without a location")?;
    Ok((model.external_file(location)?, offset, length))
}

fn in_file(file: Arc<DataFile>, offset: u64, length: Option<u64>, ty: TensorType) -> Result<Payload, String> {
    let stored = stored_bytes(&ty)?;
    let length = length.unwrap_or(stored);
    if length != stored {
        return Err(format!("{ty} takes {stored} bytes, but its external data has {length}"));
    }
    if offset.checked_add(length).is_none_or(|end| end > file.size()) {
        return Err(format!(
            "external data at offset {offset} with {length} bytes ends beyond {:?}, which has {} bytes",
            file.path().display().to_string(),
            file.size()
        ));
    }
    let range = WeightRange { file, offset, length, ty };
    if is_packed(range.ty.element) {
        let bytes = range.bytes()?;
        return Ok(Payload::Decoded(range.ty.clone(), unpack(&bytes, &range.ty)));
    }
    Ok(Payload::Range(range))
}

fn in_buffer(model: &Model, raw: &Bytes, ty: TensorType) -> Result<Payload, String> {
    let stored = stored_bytes(&ty)?;
    if raw.len() as u64 != stored {
        return Err(format!("{ty} takes {stored} bytes, but {} are stored", raw.len()));
    }
    if is_packed(ty.element) {
        return Ok(Payload::Decoded(ty.clone(), unpack(raw, &ty)));
    }
    let map = model.file.map()?;
    // A payload is a slice of the mapped model file, so its address gives its offset.
    match (raw.as_ptr() as usize).checked_sub(map.as_ptr() as usize) {
        Some(offset) if !raw.is_empty() && offset + raw.len() <= map.len() => {
            Ok(Payload::Range(WeightRange { file: model.file.clone(), offset: offset as u64, length: stored, ty }))
        }
        _ => Ok(Payload::Decoded(ty, raw.to_vec())),
    }
}

/// Bytes that ONNX stores for the tensor.
fn stored_bytes(ty: &TensorType) -> Result<u64, String> {
    let elements = u64::try_from(ty.num_elements()).map_err(|_| "negative number of elements".to_string())?;
    let bits = if is_packed(ty.element) { u64::from(ty.element.bits()) } else { ty.element.byte_size() as u64 * 8 };
    elements.checked_mul(bits).map(|bits| bits.div_ceil(8)).ok_or_else(|| format!("{ty} is too large"))
}

fn is_packed(element: ElementType) -> bool {
    element.is_int() && element.bits() < 8
}

/// One element a byte, from elements packed from the least significant bits up; signed ones sign-extended.
fn unpack(packed: &[u8], ty: &TensorType) -> Vec<u8> {
    let bits = ty.element.bits() as usize;
    let signed = matches!(ty.element, ElementType::I4 | ElementType::I2);
    let count = (ty.num_elements() as usize).min(packed.len() * 8 / bits);
    (0..count)
        .map(|index| {
            let low = packed[index * bits / 8] >> (index * bits % 8) << (8 - bits);
            if signed { ((low as i8) >> (8 - bits)) as u8 } else { low >> (8 - bits) }
        })
        .collect()
}

/// A number of a typed field, cut to the element's width.
trait Number: Copy {
    fn low_bytes(self) -> [u8; 8];
}
impl Number for i32 {
    fn low_bytes(self) -> [u8; 8] {
        i64::from(self).to_le_bytes()
    }
}
impl Number for i64 {
    fn low_bytes(self) -> [u8; 8] {
        self.to_le_bytes()
    }
}
impl Number for u64 {
    fn low_bytes(self) -> [u8; 8] {
        self.to_le_bytes()
    }
}

fn from_numbers<N: Number>(numbers: &[N], ty: TensorType) -> Result<Payload, String> {
    let elements = ty.num_elements();
    if is_packed(ty.element) {
        // int32_data holds one packed byte a number.
        let packed: Vec<u8> = numbers.iter().map(|number| number.low_bytes()[0]).collect();
        let stored = stored_bytes(&ty)?;
        if packed.len() as u64 != stored {
            return Err(format!("{ty} takes {stored} packed bytes, but {} are stored", packed.len()));
        }
        let bytes = unpack(&packed, &ty);
        return Ok(Payload::Decoded(ty, bytes));
    }
    if numbers.len() as i64 != elements {
        return Err(format!("{ty} has {elements} elements, but {} are stored", numbers.len()));
    }
    let width = ty.element.byte_size();
    if width > 8 {
        return Err(format!("{ty} cannot be stored as integers"));
    }
    let mut bytes = Vec::with_capacity(numbers.len() * width);
    for number in numbers {
        bytes.extend_from_slice(&number.low_bytes()[..width]);
    }
    if ty.element == ElementType::I1 {
        bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    }
    Ok(Payload::Decoded(ty, bytes))
}
