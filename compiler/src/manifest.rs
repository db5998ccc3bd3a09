//! `manifest.json`: how the global inputs and outputs of a program lie over its devices.
//!
//! Invariants: inputs stand in the order of the program's arguments, outputs in that of its results; `starts[d]` is the
//! first global index, dimension by dimension, of the shard that device `d` holds (where it lies beyond the end, the
//! whole shard is padding); every device's shard has the same `local` shape. A weight is a range of a file: bytes
//! little-endian, row-major, of the global type; its path is absolute, or relative to the folder of the manifest.
//! A program in pipeline stages has a list of them instead of one program: each with its own devices, inputs and outputs; the
//! global inputs and outputs then have no `starts` of their own. One that a pipeline schedule runs has pieces and the schedule instead
//! ([`crate::pipeline::manifest`]).

use crate::files::read_text;
use crate::fingerprint::Fingerprint;
use crate::pipeline::manifest::{PieceManifest, ScheduleManifest, SumManifest, check as check_pieces};
use crate::plan::sharding_text;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use shardwright_ir::{Diagnostic, Module};
use shardwright_ir::role::Role;
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::types::{ElementType, TensorType};
use shardwright_passes::stage::pieces::Phase;
use std::path::{Path, PathBuf};

/// Version that this code writes and reads.
pub const VERSION: u32 = 1;
/// Name of the file in an output folder.
pub const FILE: &str = "manifest.json";

/// The whole manifest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Format version.
    pub version: u32,
    /// Mesh axes with their sizes, major to minor.
    pub mesh: IndexMap<String, i64>,
    /// Logical device ids in mesh order.
    pub device_order: Vec<i64>,
    /// Number of devices that run the program.
    pub devices: usize,
    /// The per-device program, a file beside this one; absent for a program in stages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The program before partitioning, global shapes: what `verify` compares with.
    pub source: String,
    /// Arguments in order.
    pub inputs: Vec<Port>,
    /// Results in order.
    pub outputs: Vec<Port>,
    /// Pipeline stages in order; absent for one program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageManifest>,
    /// The files of weights as the compile saw them, by the paths that weights give; one that is not here is taken as it is.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub weight_files: IndexMap<PathBuf, Fingerprint>,
    /// Pieces of a program that a schedule runs, in an order in which they could run one after the other; absent for others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceManifest>,
    /// Sums over microbatches that pieces read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<SumManifest>,
    /// Per-device ONNX files beside this one, by device, of each program that has them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub onnx: IndexMap<String, Vec<String>>,
    /// Who runs which piece when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ScheduleManifest>,
}

/// One pipeline stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StageManifest {
    /// Its per-device program, a file beside the manifest.
    pub program: String,
    /// Its devices, in the order in which its program numbers them.
    pub devices: Vec<i64>,
    /// Arguments of its program; `starts` are by position in `devices`.
    pub inputs: Vec<Port>,
    /// Where each argument comes from.
    pub from: Vec<StageSource>,
    /// Results of its program.
    pub outputs: Vec<Port>,
    /// For each result, which results of the whole program it is.
    pub results: Vec<Vec<usize>>,
}

/// Where an argument of a stage comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageSource {
    /// A global input.
    Input(usize),
    /// Result `.1` of stage `.0`.
    Result(usize, usize),
}

/// One global input or output.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Port {
    /// Its name in the model, else `argN` or `resN`.
    pub name: String,
    /// Element type, MLIR's name.
    pub element: String,
    /// Global shape.
    pub shape: Vec<i64>,
    /// Its sharding, in the syntax of `--shard`.
    pub sharding: String,
    /// Shape of one device's shard, padding included.
    pub local: Vec<i64>,
    /// First index of each device's shard, by logical device id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Vec<i64>>,
    /// Where a weight's bytes are; absent for what the caller gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<WeightFile>,
    /// Its part in a program that is run step after step.
    #[serde(flatten)]
    pub in_step: InStep,
}

/// What an input or output is to a program that is run step after step, its results going back into its arguments.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct InStep {
    /// What it is to training.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "role")]
    pub role: Option<Role>,
    /// What every element of an input is before the first step, where that is in no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<f64>,
    /// Of an input: the output that is its value in the next step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// Roles as their names.
mod role {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use shardwright_ir::role::Role;

    pub fn serialize<S: Serializer>(role: &Option<Role>, to: S) -> Result<S::Ok, S::Error> {
        role.map(Role::as_str).serialize(to)
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Role>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
        Role::parse(&text).map(Some).ok_or_else(|| serde::de::Error::custom(format!("unknown role `{text}`")))
    }
}

/// A range of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeightFile {
    /// Path of the file.
    pub file: PathBuf,
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub length: u64,
}

impl Port {
    /// Whether two lie alike on their devices.
    pub fn lies_as(&self, other: &Port) -> bool {
        (&self.element, &self.shape, &self.local, &self.starts) == (&other.element, &other.shape, &other.local, &other.starts)
    }
    /// Whether the caller gives it: no file and no rule says what it holds.
    pub fn is_given(&self) -> bool {
        self.weight.is_none() && self.in_step.initial.is_none()
    }
    /// The global type.
    ///
    /// # Errors
    /// Where the element type is unknown or a dimension negative.
    pub fn global_type(&self) -> Result<TensorType, String> {
        self.type_of(&self.shape)
    }
    /// The type of one device's shard.
    ///
    /// # Errors
    /// As [`Port::global_type`].
    pub fn local_type(&self) -> Result<TensorType, String> {
        self.type_of(&self.local)
    }

    fn type_of(&self, dims: &[i64]) -> Result<TensorType, String> {
        let element = ElementType::parse(&self.element).ok_or_else(|| format!("`{}` has unknown element type `{}`", self.name, self.element))?;
        match dims.iter().find(|&&dim| dim < 0) {
            Some(dim) => Err(format!("`{}` has a dimension of size {dim}", self.name)),
            None => Ok(TensorType::new(element, dims)),
        }
    }
}

impl Manifest {
    /// The manifest of a program on the devices of a mesh (without axes: one device).
    ///
    /// # Errors
    /// Where a sharding does not fit the mesh.
    pub fn new(mesh: &Mesh, inputs: &[Global], outputs: &[Global]) -> Result<Manifest, String> {
        let devices = mesh.num_devices();
        let ports = |globals: &[Global]| globals.iter().map(|global| port(global, mesh)).collect::<Result<Vec<_>, String>>();
        Ok(Manifest {
            version: VERSION,
            mesh: mesh.axes.iter().map(|axis| (axis.name.as_str().to_owned(), axis.size)).collect(),
            device_order: (0..devices).map(|position| mesh.device_at(position)).collect(),
            devices: usize::try_from(devices).map_err(|error| error.to_string())?,
            program: Some("program.mlir".to_owned()),
            source: "source.mlir".to_owned(),
            inputs: ports(inputs)?,
            outputs: ports(outputs)?,
            stages: Vec::new(),
            weight_files: IndexMap::new(),
            pieces: Vec::new(),
            sums: Vec::new(),
            onnx: IndexMap::new(),
            schedule: None,
        })
    }

    /// Keeps in mind how the files of weights are now.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn with_weight_files(mut self) -> Result<Manifest, String> {
        for weight in self.inputs.iter().filter_map(|port| port.weight.as_ref()) {
            if !self.weight_files.contains_key(&weight.file) {
                self.weight_files.insert(weight.file.clone(), Fingerprint::of(&weight.file)?);
            }
        }
        Ok(self)
    }

    /// The manifest of a program in stages; `inputs` and `outputs` are those of the whole program.
    ///
    /// # Errors
    /// Where a sharding does not fit the mesh.
    pub fn of_stages(mesh: &Mesh, inputs: &[Global], outputs: &[Global], stages: Vec<StageManifest>) -> Result<Manifest, String> {
        Ok(Manifest { stages, ..Manifest::of_parts(mesh, inputs, outputs)? })
    }

    /// The manifest of a program in parts, without them; `inputs` and `outputs` are those of the whole program.
    ///
    /// # Errors
    /// Where a sharding does not fit the mesh.
    pub fn of_parts(mesh: &Mesh, inputs: &[Global], outputs: &[Global]) -> Result<Manifest, String> {
        let mut manifest = Manifest::new(mesh, inputs, outputs)?;
        manifest.program = None;
        for port in manifest.inputs.iter_mut().chain(&mut manifest.outputs) {
            port.starts.clear();
            port.local.clone_from(&port.shape);
        }
        Ok(manifest)
    }

    /// Files of the per-device programs, each with the number of devices that run it.
    pub fn programs(&self) -> impl Iterator<Item = (&str, usize)> {
        let whole = self.program.iter().map(|program| (program.as_str(), self.devices));
        let stages = self.stages.iter().map(|stage| (stage.program.as_str(), stage.devices.len()));
        let devices = self.schedule.as_ref().and_then(|schedule| schedule.ranks.first()).map_or(0, Vec::len);
        whole.chain(stages).chain(self.pieces.iter().map(move |piece| (piece.program.as_str(), devices)))
    }

    /// How often the program at this place of [`Manifest::programs`] runs, on all devices that run it together.
    pub fn runs(&self, program: usize) -> i64 {
        let (Some(piece), Some(schedule)) = (self.pieces.get(program), &self.schedule) else { return 1 };
        let runs = match piece.phase {
            // Copies of a stage have values of their own.
            Phase::Before => 1 + schedule.stages.iter().filter(|place| place.copy_of == Some(piece.stage)).count(),
            phase if phase.is_repeated() => schedule.microbatches,
            _ => 1,
        };
        i64::try_from(runs).unwrap_or(i64::MAX)
    }

    /// Reads the manifest of an output folder and checks that its parts fit each other.
    ///
    /// # Errors
    /// The file's name and what is wrong with it.
    pub fn read(folder: &Path) -> Result<Manifest, String> {
        let path = folder.join(FILE);
        if !path.exists() {
            let what = match (folder.is_dir(), folder.exists()) {
                (true, _) => "is no output folder of a compile",
                (_, true) => "is a file, not an output folder of a compile",
                _ => "there is no such folder",
            };
            return Err(format!("{}: {what} ({FILE} is missing)", folder.display()));
        }
        let at = |why: String| format!("{}: {why}", path.display());
        let text = read_text(&path)?;
        Manifest::parse(&text).map_err(at)
    }

    /// As [`Manifest::read`] from text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let manifest: Manifest = shardwright_ir::json::read(text, "a manifest").map_err(|fault| fault.to_string())?;
        manifest.check()?;
        Ok(manifest)
    }

    /// The manifest as JSON: a port a line, so that large ones stay readable and small.
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        let mut text = String::from("{\n");
        let fields = value.as_object_mut().map(std::mem::take).unwrap_or_default();
        let count = fields.len();
        for (index, (key, value)) in fields.into_iter().enumerate() {
            let comma = if index + 1 < count { "," } else { "" };
            match value {
                serde_json::Value::Array(items) if items.first().is_some_and(serde_json::Value::is_object) => {
                    let lines: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                    text.push_str(&format!("  \"{key}\": [\n{}\n  ]{comma}\n", lines.join(",\n")));
                }
                other => text.push_str(&format!("  \"{key}\": {other}{comma}\n")),
            }
        }
        text.push_str("}\n");
        text
    }

    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("manifest has version {}, this program reads version {VERSION}", self.version));
        }
        if [self.program.is_some(), !self.stages.is_empty(), self.schedule.is_some()].into_iter().filter(|there| *there).count() != 1 {
            return Err("there must be either a program, or stages, or a schedule of pieces".to_owned());
        }
        let devices = if self.program.is_some() { self.devices } else { 0 };
        self.inputs.iter().chain(&self.outputs).try_for_each(|port| check_port(port, devices))?;
        for port in &self.inputs {
            let Some(next) = port.in_step.next else { continue };
            let output = self.outputs.get(next).ok_or_else(|| format!("`{}` is replaced by output {next}, there are {}", port.name, self.outputs.len()))?;
            if output.global_type()? != port.global_type()? {
                return Err(format!("`{}` is {}, the output that replaces it {}", port.name, port.global_type()?, output.global_type()?));
            }
        }
        for (index, stage) in self.stages.iter().enumerate() {
            stage.inputs.iter().chain(&stage.outputs).try_for_each(|port| check_port(port, stage.devices.len()))?;
            let known = |source: &StageSource| match *source {
                StageSource::Input(input) => input < self.inputs.len(),
                StageSource::Result(stage, result) => stage < index && result < self.stages[stage].outputs.len(),
            };
            if stage.from.len() != stage.inputs.len() || !stage.from.iter().all(known) || stage.results.len() != stage.outputs.len() {
                return Err(format!("stage {index}: `from` and `results` do not fit its inputs and outputs"));
            }
        }
        check_pieces(self)
    }
}

/// Refuses a port that contradicts itself, or does not lie on so many devices.
pub(crate) fn check_port(port: &Port, devices: usize) -> Result<(), String> {
    port.global_type()?;
    port.local_type()?;
    if port.starts.len() != devices {
        return Err(format!("`{}` lies on {} devices, the program runs on {devices}", port.name, port.starts.len()));
    }
    let rank = port.shape.len();
    if port.local.len() != rank || port.starts.iter().any(|start| start.len() != rank || start.iter().any(|&at| at < 0)) {
        return Err(format!("`{}` has {rank} dimensions, but not in `local` and `starts`", port.name));
    }
    if let Some((&local, &size)) = port.local.iter().zip(&port.shape).find(|(local, size)| local > size) {
        return Err(format!("`{}` has a dimension of size {size}, a device's shard of it {local}", port.name));
    }
    Ok(())
}

/// Most shards of inputs, weights and outputs on all devices: a manifest lists where each of them starts.
const MAX_SHARDS: i64 = 1 << 23;

/// Refuses what no manifest can hold, before anything is done for it.
pub(crate) fn check_devices(module: &Module) -> Result<(), Diagnostic> {
    let (Some((_, mesh)), Some(func)) = (module.main_mesh(), module.main()) else { return Ok(()) };
    let ports = (func.args().len() + func.result_types.len()) as i64;
    if mesh.num_devices().saturating_mul(ports) <= MAX_SHARDS {
        return Ok(());
    }
    let message = format!("{} devices with {ports} inputs, weights and outputs each are more than {MAX_SHARDS} shards in all", mesh.num_devices());
    Err(Diagnostic::error(message).in_place("the mesh").help("use a smaller mesh"))
}

/// A global tensor that goes into or comes out of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TensorType,
    /// How it lies on the mesh.
    pub sharding: TensorSharding,
    /// The mesh that its sharding speaks of, where that is not the program's.
    pub mesh: Option<Mesh>,
    /// Where its bytes are, for a weight.
    pub weight: Option<WeightFile>,
    /// Its part in a program that is run step after step.
    pub in_step: InStep,
}

fn port(global: &Global, mesh: &Mesh) -> Result<Port, String> {
    let Global { name, ty, sharding, mesh: own, weight, in_step } = global;
    let mesh = own.as_ref().unwrap_or(mesh);
    let local = sharding.local_type(ty, mesh);
    let mut starts = vec![Vec::new(); usize::try_from(mesh.num_devices()).map_err(|error| error.to_string())?];
    for position in 0..mesh.num_devices() {
        let start = sharding.dims.iter().zip(&local.dims).map(|(dim, &size)| mesh.shard_index(position, &dim.axes) * size);
        let device = usize::try_from(mesh.device_at(position)).map_err(|error| error.to_string())?;
        *starts.get_mut(device).ok_or_else(|| format!("device {device} is not one of the mesh"))? = start.collect();
    }
    Ok(Port {
        name: name.clone(),
        element: ty.element.as_str().to_owned(),
        shape: ty.dims.to_vec(),
        sharding: sharding_text(&sharding.closed()),
        local: local.dims.to_vec(),
        starts,
        weight: weight.clone(),
        in_step: *in_step,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::sharding::AxisRef;

    fn manifest() -> Manifest {
        let mesh = Mesh::new(&[("data", 2), ("model", 2)]);
        let axes = vec![vec![AxisRef::full("data".into())], vec![AxisRef::full("model".into())]];
        let input = Global {
            name: "w".into(),
            ty: TensorType::new(ElementType::F32, &[3, 4]),
            sharding: TensorSharding::of_axes("mesh".into(), axes),
            mesh: None,
            weight: Some(WeightFile { file: "w.bin".into(), offset: 8, length: 48 }),
            in_step: InStep::default(),
        };
        let output = Global {
            name: "res0".into(),
            ty: TensorType::scalar(ElementType::I1),
            sharding: TensorSharding::fully_replicated("mesh".into(), 0),
            mesh: None,
            weight: None,
            in_step: InStep { role: Some(Role::Loss), ..InStep::default() },
        };
        Manifest::new(&mesh, &[input], &[output]).unwrap()
    }

    #[test]
    fn shards_start_where_their_coordinates_say() {
        let manifest = manifest();
        // Three rows over two devices: two rows each, the second device's last row is padding.
        assert_eq!(manifest.inputs[0].local, [2, 2]);
        assert_eq!(manifest.inputs[0].starts, [[0, 0], [0, 2], [2, 0], [2, 2]]);
        assert_eq!(manifest.inputs[0].sharding, r#"[{"data"}, {"model"}]"#);
        assert_eq!(manifest.outputs[0].starts, vec![Vec::<i64>::new(); 4]);
    }

    #[test]
    fn a_manifest_reads_back_and_one_that_contradicts_itself_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let text = manifest.to_json();
        std::fs::write(folder.path().join(FILE), &text).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), manifest);
        std::fs::write(folder.path().join(FILE), text.replace("\"devices\": 4", "\"devices\": 5")).unwrap();
        assert!(Manifest::read(folder.path()).unwrap_err().ends_with("`w` lies on 4 devices, the program runs on 5"));
        let larger = Manifest::parse(&text.replace("\"local\":[2,2]", "\"local\":[2,5]")).unwrap_err();
        assert_eq!(larger, "`w` has a dimension of size 4, a device's shard of it 5");
    }
}
