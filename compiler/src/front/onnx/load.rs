//! Opens a model file: maps it, decodes the graph, checks versions.
//!
//! Invariants: nothing but the graph is read (weights stay in the mapped file); a hostile file gives a
//! [`Fault`], never a panic, and never makes us read a file outside the model's folder.

use super::fault::Fault;
use super::proto::ModelProto;
use super::weights::DataFile;
use prost::Message;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Versions of the default operator set (`ai.onnx`) whose semantics the front end knows.
pub const OPSETS: RangeInclusive<i64> = 7..=28;

/// Protobuf allows no message beyond this many bytes.
const MAX_MODEL_BYTES: u64 = (1 << 31) - 1;

/// A decoded model together with the files that hold its weights.
#[derive(Debug)]
pub struct Model {
    /// The decoded message; raw payloads are slices of the mapped `file`.
    pub proto: ModelProto,
    /// The model file.
    pub file: Arc<DataFile>,
    /// The version of the default operator set.
    pub opset: i64,
    folder: PathBuf,
    external: Mutex<BTreeMap<String, Result<Arc<DataFile>, String>>>,
}

impl Model {
    /// Opens and decodes the model at `path`.
    ///
    /// # Errors
    /// A file that cannot be read, is no ONNX model, or has a default operator set outside [`OPSETS`].
    pub fn open(path: &Path) -> Result<Model, Fault> {
        let place = format!("{}", path.display());
        let fault = |message: String| Fault::new(place.clone(), message);
        let file = DataFile::open(path).map_err(fault)?;
        if file.size() > MAX_MODEL_BYTES {
            return Err(fault(format!(
                "the model file has {} bytes, a protobuf message holds at most {MAX_MODEL_BYTES}: keep weights as external data",
                file.size()
            )));
        }
        if file.size() == 0 {
            return Err(fault("the file is empty: not an ONNX model".into()));
        }
        let proto = ModelProto::decode(file.map().map_err(fault)?)
            .map_err(|error| fault(format!("not an ONNX model (protobuf: {error})")))?;
        let opset = check_versions(&proto).map_err(fault)?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        Ok(Model { proto, file: Arc::new(file), opset, folder, external: Mutex::default() })
    }

    /// The external data file at `location`, relative to the model's folder and inside it.
    ///
    /// # Errors
    /// A path that is absolute, climbs out of the folder (also through a symbolic link) or names no
    /// regular file.
    pub fn external_file(&self, location: &str) -> Result<Arc<DataFile>, String> {
        let mut cache = self.external.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = cache.get(location) {
            return known.clone();
        }
        let opened = open_inside(&self.folder, location).map(Arc::new);
        cache.insert(location.to_owned(), opened.clone());
        opened
    }
}

/// The version of the default operator set, when everything about versions is in order.
fn check_versions(model: &ModelProto) -> Result<i64, String> {
    if model.graph.is_none() {
        return Err("not an ONNX model: it has no graph".into());
    }
    if model.ir_version() < 1 {
        return Err(format!("ir_version must be at least 1, got {}", model.ir_version()));
    }
    let mut versions = model.opset_import.iter().filter(|set| matches!(set.domain(), "" | "ai.onnx"));
    let Some(set) = versions.next() else {
        let others: Vec<String> = model.opset_import.iter().map(|set| format!("{:?}", set.domain())).collect();
        let others = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        return Err(format!("the model imports no version of the default operator set (ai.onnx), the only one that is supported; it imports {others}"));
    };
    let version = set.version();
    if let Some(other) = versions.find(|other| other.version() != version) {
        return Err(format!("the default operator set is imported twice, as version {version} and {}", other.version()));
    }
    if !OPSETS.contains(&version) {
        return Err(format!(
            "operator set {version} is not supported: versions {} to {} are (onnx.version_converter can convert a model)",
            OPSETS.start(),
            OPSETS.end()
        ));
    }
    Ok(version)
}

fn open_inside(folder: &Path, location: &str) -> Result<DataFile, String> {
    let refuse = |why: &str| {
        format!("external data path {location:?} {why}: it must be relative and stay inside the model's folder")
    };
    let relative = Path::new(location);
    if location.is_empty() {
        return Err(refuse("is empty"));
    }
    if relative.is_absolute() || location.starts_with(['/', '\\']) {
        return Err(refuse("is absolute"));
    }
    // Windows separators and drive letters are refused everywhere, so that a model is equally safe on every host.
    if location.split(['/', '\\']).any(|part| part == "..") || location.contains(':') || location.contains('\0') {
        return Err(refuse("leaves the folder"));
    }
    if relative.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(refuse("leaves the folder"));
    }
    let path = folder.join(relative);
    let real = path.canonicalize().map_err(|error| format!("cannot open external data file {location:?}: {error}"))?;
    let root = folder.canonicalize().map_err(|error| format!("cannot open the model's folder: {error}"))?;
    if !real.starts_with(&root) {
        return Err(refuse("leads out of the folder through a symbolic link"));
    }
    // The resolved path is opened: a link swapped in after the check is not followed.
    DataFile::open(&real)
}
