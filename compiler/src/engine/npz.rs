//! NumPy's `.npz`: a zip of named arrays, each a header in Python's notation followed by raw elements.
//!
//! Invariants: an array read here holds row-major little-endian elements, whatever order the file had; no more
//! memory is taken than bytes are there to fill it; a malformed file is an error.
//!
//! NumPy has no name for the narrow floats and integers of machine learning: `ml_dtypes` stores them as raw
//! bytes, `V2` for bf16 and `V1` for the eight-bit floats and the two- and four-bit integers (`f1` for f8E5M2,
//! by an accident of its letter). We write the same (`V1` for every one-byte kind), and read them by the type
//! that is wanted; two raw bytes are bf16 where nothing is wanted. In Python: `a.view(ml_dtypes.bfloat16)`.

use crate::files::describe;
use super::host::{HostError, HostTensor, checked_byte_size};
use indexmap::IndexMap;
use shardwright_ir::types::{Dims, ElementType, TensorType};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The arrays of a `.npz` by name, in the file's order. A name is that of the entry less `.npy`.
pub type Arrays = IndexMap<String, NpyArray>;

/// One array of a `.npz`, its elements row-major and little endian.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NpyArray {
    kind: Kind,
    dims: Dims,
    bytes: Vec<u8>,
}

/// Why a `.npz` cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum NpzError {
    /// The file cannot be read or written.
    #[error("{}", describe(Path::new(path), source))]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// What the file holds is at fault.
    #[error("{path}: {fault}")]
    In {
        /// The file.
        path: String,
        /// What is wrong in it.
        fault: Box<NpzError>,
    },
    /// The zip container is malformed.
    #[error("not a readable .npz: {0}")]
    Zip(String),
    /// One array is malformed.
    #[error("array `{name}`: {reason}")]
    Array {
        /// Name of the array.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl NpyArray {
    /// The sizes of the dimensions.
    pub fn dims(&self) -> &[i64] {
        &self.dims
    }

    /// The element type that the header names; `None` for one raw byte, which may be of several types.
    pub fn element(&self) -> Option<ElementType> {
        match self.kind {
            Kind::Known(element) => Some(element),
            Kind::Raw(2) => Some(ElementType::BF16),
            Kind::Raw(_) => None,
        }
    }

    /// The array as a tensor of the element type `want`, or of its own where nothing is wanted. Values are
    /// never converted: only raw bytes take the wanted type.
    ///
    /// # Errors
    /// When the array holds another type than the wanted one, or one raw byte per element and none is wanted.
    pub fn to_tensor(&self, want: Option<ElementType>) -> Result<HostTensor, String> {
        let element = match (self.kind, want) {
            (Kind::Known(own), Some(want)) if own != want => {
                return Err(format!("array holds {own}, wanted {want}"));
            }
            (Kind::Known(own), _) => own,
            (Kind::Raw(2), None) => ElementType::BF16,
            (Kind::Raw(size), Some(want)) if is_raw(want) && want.byte_size() == size => want,
            (Kind::Raw(size), Some(want)) => {
                return Err(format!("array holds {size} raw bytes per element, wanted {want}"));
            }
            (Kind::Raw(size), None) => {
                return Err(format!("array holds {size} raw bytes per element: an element type must be given"));
            }
        };
        let ty = TensorType { element, dims: self.dims.clone() };
        HostTensor::new(ty, self.bytes.clone()).map_err(|error| error.to_string())
    }
}

/// Reads every array of a `.npz` file, stored or deflated.
///
/// # Errors
/// When the file cannot be read, is no zip, holds an entry that is no array or is truncated, or holds arrays of
/// objects, strings or dates.
pub fn read_npz(path: &Path) -> Result<Arrays, NpzError> {
    let io_error = |source| NpzError::Io { path: path.display().to_string(), source };
    let file = File::open(path).map_err(io_error)?;
    let len = file.metadata().map_err(io_error)?.len();
    read_npz_from(BufReader::new(file), len).map_err(|fault| NpzError::In { path: path.display().to_string(), fault: Box::new(fault) })
}

/// As [`read_npz`] from `len` bytes in memory or elsewhere.
///
/// # Errors
/// As [`read_npz`].
pub fn read_npz_from(reader: impl Read + Seek, len: u64) -> Result<Arrays, NpzError> {
    read_npz_within(reader, len, u64::MAX)
}

/// As [`read_npz_from`], where all arrays together have at most `most` bytes.
///
/// # Errors
/// As [`read_npz`], and when they have more.
pub fn read_npz_within(reader: impl Read + Seek, len: u64, most: u64) -> Result<Arrays, NpzError> {
    // An entry of no compression has at least as many bytes in the file; deflate makes at most 1032 of one.
    const MAX_DEFLATE: u64 = 1032;
    let zip_error = |error: zip::result::ZipError| NpzError::Zip(error.to_string());
    let array_error = |name: &str, reason: String| NpzError::Array { name: name.to_owned(), reason };
    let mut archive = ZipArchive::new(reader).map_err(zip_error)?;
    let mut arrays = Arrays::new();
    // Entries may lie over one another: each could claim the whole file, all together no more than it can hold.
    let mut room = len.saturating_mul(MAX_DEFLATE).min(most);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(zip_error)?;
        let name = entry.name().map_err(zip_error)?.into_owned();
        let name = name.strip_suffix(".npy").unwrap_or(&name).to_owned();
        let most = match entry.compression() {
            CompressionMethod::Stored => len,
            _ => entry.compressed_size().min(len).saturating_mul(MAX_DEFLATE),
        };
        let array = read_npy(entry, most.min(room)).map_err(|reason| array_error(&name, reason))?;
        room = room.saturating_sub(array.bytes.len() as u64);
        if arrays.insert(name.clone(), array).is_some() {
            return Err(array_error(&name, "the file holds two arrays of this name".into()));
        }
    }
    Ok(arrays)
}

/// Writes tensors as a `.npz` of stored entries. See the module for the types that NumPy lacks.
///
/// # Errors
/// When the file cannot be written.
pub fn write_npz<'a>(
    path: &Path,
    tensors: impl IntoIterator<Item = (&'a str, &'a HostTensor)>,
) -> Result<(), NpzError> {
    write_npz_by(path, tensors, CompressionMethod::Stored)
}

/// As [`write_npz`], of deflated entries. Other compressors, and versions of this one, may give other bytes for the same arrays.
///
/// # Errors
/// When the file cannot be written.
pub fn write_npz_deflated<'a>(path: &Path, tensors: impl IntoIterator<Item = (&'a str, &'a HostTensor)>) -> Result<(), NpzError> {
    write_npz_by(path, tensors, CompressionMethod::Deflated)
}

fn write_npz_by<'a>(path: &Path, tensors: impl IntoIterator<Item = (&'a str, &'a HostTensor)>, method: CompressionMethod) -> Result<(), NpzError> {
    let io_error = |source| NpzError::Io { path: path.display().to_string(), source };
    let zip_error = |error: zip::result::ZipError| io_error(io::Error::other(error));
    let mut zip = ZipWriter::new(BufWriter::new(File::create(path).map_err(io_error)?));
    for (name, tensor) in tensors {
        let header = npy_header(tensor.ty());
        // Entries of 4 GiB and more need zip64 fields, which readers of small files do not expect.
        let large = (header.len() + tensor.bytes().len()) as u64 >= u64::from(u32::MAX);
        // A fixed time keeps equal tensors equal files.
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(zip::DateTime::default())
            .large_file(large);
        zip.start_file(format!("{name}.npy"), options).map_err(zip_error)?;
        zip.write_all(&header).and_then(|()| zip.write_all(tensor.bytes())).map_err(io_error)?;
    }
    zip.finish().map_err(zip_error)?.flush().map_err(io_error)
}

/// What an array's elements are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Of this type.
    Known(ElementType),
    /// So many raw bytes each.
    Raw(usize),
}

impl Kind {
    fn any_element(self) -> ElementType {
        match self {
            Kind::Known(element) => element,
            Kind::Raw(2) => ElementType::BF16,
            Kind::Raw(_) => ElementType::UI8,
        }
    }
}

/// Whether NumPy has no name for this type.
fn is_raw(element: ElementType) -> bool {
    use ElementType as E;
    element == E::BF16
        || (element.is_float() && element.bits() == 8)
        || matches!(element, E::I2 | E::I4 | E::UI2 | E::UI4)
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads one `.npy` stream that cannot hold more than `most` bytes.
fn read_npy(mut reader: impl Read, most: u64) -> Result<NpyArray, String> {
    // NumPy itself refuses headers beyond 10000 bytes unless told otherwise.
    const MAX_HEADER: u32 = 1 << 16;
    let mut start = [0; 8];
    reader.read_exact(&mut start).map_err(|error| format!("no .npy header: {error}"))?;
    if &start[..6] != MAGIC {
        return Err("entry is not an .npy array".into());
    }
    let mut length = [0; 4];
    let length_bytes = match start[6] {
        1 => 2,
        2 | 3 => 4,
        version => return Err(format!(".npy version must be 1, 2 or 3, got {version}")),
    };
    reader.read_exact(&mut length[..length_bytes]).map_err(|error| format!("truncated .npy header: {error}"))?;
    let length = u32::from_le_bytes(length);
    if length > MAX_HEADER {
        return Err(format!(".npy header must be at most {MAX_HEADER} bytes, got {length}"));
    }
    let mut text = vec![0; length as usize];
    reader.read_exact(&mut text).map_err(|error| format!("truncated .npy header: {error}"))?;
    let header = Header::parse(&text).map_err(|reason| format!("malformed .npy header: {reason}"))?;
    let (kind, big_endian) = parse_descr(&header.descr)?;
    let ty = TensorType { element: kind.any_element(), dims: header.dims };
    let expected = checked_byte_size(&ty).map_err(|error: HostError| error.to_string())?;
    if expected as u64 > most {
        return Err(format!("header promises {expected} bytes, the file has room for {most}"));
    }
    // Grown as bytes arrive: a promise within the bound may still be a lie.
    let mut bytes = Vec::with_capacity(expected.min(1 << 16));
    reader.by_ref().take(expected as u64).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() != expected {
        return Err(format!("header promises {expected} bytes, got {}", bytes.len()));
    }
    // Reading to the end also makes the zip reader check the entry's checksum.
    if reader.read(&mut [0]).map_err(|error| error.to_string())? != 0 {
        return Err(format!("header promises {expected} bytes, got more"));
    }
    let size = ty.element.byte_size();
    if big_endian {
        let part = if ty.element.is_complex() { size / 2 } else { size };
        bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    if header.fortran_order && ty.rank() > 1 {
        bytes = column_to_row_major(&bytes, &ty.dims, size);
    }
    Ok(NpyArray { kind, dims: ty.dims, bytes })
}

/// The elements of a column-major array in row-major order.
fn column_to_row_major(bytes: &[u8], dims: &[i64], size: usize) -> Vec<u8> {
    let dims: Vec<usize> = dims.iter().map(|&dim| dim as usize).collect();
    let strides: Vec<usize> =
        dims.iter().scan(size, |stride, &dim| Some(std::mem::replace(stride, *stride * dim))).collect();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = vec![0; dims.len()];
    let mut offset = 0;
    while out.len() < bytes.len() {
        out.extend_from_slice(&bytes[offset..offset + size]);
        for axis in (0..dims.len()).rev() {
            at[axis] += 1;
            offset += strides[axis];
            if at[axis] < dims[axis] {
                break;
            }
            offset -= strides[axis] * dims[axis];
            at[axis] = 0;
        }
    }
    out
}

/// The element kind of a type string such as `<f4`, and whether it is big endian.
fn parse_descr(descr: &str) -> Result<(Kind, bool), String> {
    use ElementType as E;
    let (order, rest) = match descr.as_bytes().first() {
        Some(b'<' | b'>' | b'|' | b'=') => descr.split_at(1),
        _ => ("=", descr),
    };
    let kind = match rest {
        "b1" | "?" => Kind::Known(E::I1),
        "i1" => Kind::Known(E::I8),
        "i2" => Kind::Known(E::I16),
        "i4" => Kind::Known(E::I32),
        "i8" => Kind::Known(E::I64),
        "u1" => Kind::Known(E::UI8),
        "u2" => Kind::Known(E::UI16),
        "u4" => Kind::Known(E::UI32),
        "u8" => Kind::Known(E::UI64),
        "f2" => Kind::Known(E::F16),
        "f4" => Kind::Known(E::F32),
        "f8" => Kind::Known(E::F64),
        "c8" => Kind::Known(E::C64),
        "c16" => Kind::Known(E::C128),
        "bfloat16" => Kind::Known(E::BF16),
        "V2" => Kind::Raw(2),
        "V1" | "f1" => Kind::Raw(1),
        _ => return Err(format!("element type `{descr}` is not supported")),
    };
    Ok((kind, order == ">"))
}

/// The header and its padding for an array of this type.
fn npy_header(ty: &TensorType) -> Vec<u8> {
    use ElementType as E;
    let descr = match ty.element {
        E::I1 => "|b1".to_owned(),
        E::BF16 => "<V2".to_owned(),
        element if is_raw(element) => "|V1".to_owned(),
        E::I8 => "|i1".to_owned(),
        E::UI8 => "|u1".to_owned(),
        element => {
            let letter = match element.class() {
                shardwright_ir::types::ElementClass::Bool => 'b',
                shardwright_ir::types::ElementClass::Signed => 'i',
                shardwright_ir::types::ElementClass::Unsigned => 'u',
                shardwright_ir::types::ElementClass::Float => 'f',
                shardwright_ir::types::ElementClass::Complex => 'c',
            };
            format!("<{letter}{}", element.byte_size())
        }
    };
    let mut shape = String::new();
    for dim in &ty.dims {
        shape.push_str(&format!("{dim}, "));
    }
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}), }}", shape.trim_end());
    // Elements start at a multiple of 64 bytes; version 2 has a prefix of 12 bytes, version 1 one of 10.
    let version_2 = text.len() + 64 > usize::from(u16::MAX);
    let prefix = if version_2 { 12 } else { 10 };
    let padded = (prefix + text.len() + 1).next_multiple_of(64) - prefix;
    text.extend(std::iter::repeat_n(' ', padded - 1 - text.len()));
    text.push('\n');
    let mut header = MAGIC.to_vec();
    if version_2 {
        header.extend([2, 0]);
        header.extend((text.len() as u32).to_le_bytes());
    } else {
        header.extend([1, 0]);
        header.extend((text.len() as u16).to_le_bytes());
    }
    header.extend(text.as_bytes());
    header
}

/// The three entries of a header.
struct Header {
    descr: String,
    fortran_order: bool,
    dims: Dims,
}

impl Header {
    /// Reads the dictionary `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
    fn parse(text: &[u8]) -> Result<Header, String> {
        let text = std::str::from_utf8(text).map_err(|_| "not text".to_owned())?;
        let mut scan = Scanner { rest: text };
        let (mut descr, mut fortran_order, mut dims) = (None, None, None);
        scan.expect("{")?;
        while !scan.accept("}") {
            let key = scan.string()?;
            scan.expect(":")?;
            match key {
                "descr" => descr = Some(scan.string()?.to_owned()),
                "fortran_order" => fortran_order = Some(scan.boolean()?),
                "shape" => dims = Some(scan.tuple()?),
                _ => return Err(format!("unknown key `{key}`")),
            }
            if !scan.accept(",") {
                scan.expect("}")?;
                break;
            }
        }
        let missing = |key| move || format!("no `{key}`");
        Ok(Header {
            descr: descr.ok_or_else(missing("descr"))?,
            fortran_order: fortran_order.ok_or_else(missing("fortran_order"))?,
            dims: dims.ok_or_else(missing("shape"))?,
        })
    }
}

/// The part of a header that is still to be read.
struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    fn accept(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) { Ok(()) } else { Err(format!("expected `{token}` before `{}`", self.shown())) }
    }

    fn string(&mut self) -> Result<&'a str, String> {
        let quote = if self.accept("'") { '\'' } else { self.expect("\"").map(|()| '"')? };
        let (text, rest) =
            self.rest.split_once(quote).ok_or_else(|| format!("unclosed string before `{}`", self.shown()))?;
        self.rest = rest;
        Ok(text)
    }

    fn boolean(&mut self) -> Result<bool, String> {
        if self.accept("True") { Ok(true) } else { self.expect("False").map(|()| false) }
    }

    fn tuple(&mut self) -> Result<Dims, String> {
        let mut dims = Dims::new();
        self.expect("(")?;
        while !self.accept(")") {
            self.rest = self.rest.trim_start();
            let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let (number, rest) = self.rest.split_at(digits);
            // Files written by Python 2 mark long integers with an `L`.
            dims.push(number.parse().map_err(|_| format!("expected a size before `{}`", self.shown()))?);
            self.rest = rest.strip_prefix('L').unwrap_or(rest);
            if !self.accept(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(dims)
    }

    fn shown(&self) -> String {
        self.rest.chars().take(20).collect()
    }
}

#[cfg(test)]
#[path = "npz_tests.rs"]
mod tests;
