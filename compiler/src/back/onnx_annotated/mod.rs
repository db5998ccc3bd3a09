//! `--emit annotated`: the ONNX model that was compiled, with the format's own multi-device annotations at every node.
//!
//! Reading order: [`tensors`] (how each tensor lies), [`spec`] (a sharding in the format's words), [`splice`] (the file's bytes with other annotations).
//! Invariants: weights are neither read nor changed; what was annotated for other configurations stays; what the format cannot say is told, not dropped;
//! read again, the file compiles to the same shardings of inputs, weights and outputs and to the same collectives.
//!
//! The configuration that is written has the name of the one that was compiled, else that of the mesh, as `--mesh` has it (`data=2,tensor=2`): so
//! [`crate::front::onnx::multidevice`] finds axes and their names again. Sources: as there.

mod spec;
mod splice;
mod tensors;

use crate::annotate::parse_mesh;
use crate::driver::{CompileOptions, Compiled};
use crate::front::onnx::bodies::{Bodies, MAIN};
use crate::front::onnx::load::Model;
use crate::front::onnx::proto::simple_sharded_dim_proto::Dim;
use crate::front::onnx::proto::tensor_shape_proto::dimension::Value as Size;
use crate::front::onnx::proto::{DeviceConfigurationProto, GraphProto, NodeDeviceConfigurationProto, TensorProto, ValueInfoProto, tensor_proto::DataLocation, type_proto};
use crate::back::lost::{EXAMPLES, Lost};
use crate::reannotate::Own;
use bytes::Bytes;
use serde_json::{Value as Json, json};
use shardwright_ir::{Diagnostic, Diagnostics, Registry};
use spec::spec;
use splice::{Edits, Rope, splice};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tensors::{Part, Tensors, location, parts, tensors};

/// The file's name.
pub const FILE: &str = "annotated.onnx";

/// What becomes of the files that hold weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum External {
    /// A symbolic link to the original. ONNX's checker and ONNX Runtime follow none.
    #[default]
    Link,
    /// A copy.
    Copy,
}

/// An annotated model, not yet written.
#[derive(Debug)]
pub struct Annotated {
    source: Bytes,
    rope: Rope,
    /// Data files: the location that tensors name, and the file.
    data: Vec<(String, PathBuf)>,
    external: External,
    /// The name of the device configuration.
    pub configuration: String,
    /// How many nodes and how many uses and results of theirs are annotated.
    pub counts: (usize, usize),
    /// What could not be said.
    pub lost: Vec<Lost>,
}

/// Annotates the model at `path`, which `options` compiled to `compiled`.
///
/// # Errors
/// A model that is no ONNX file, a compile without a mesh, and what importing and propagating finds.
pub fn annotate(path: &Path, options: &CompileOptions, compiled: &Compiled, external: External, ops: &Registry) -> Result<Annotated, Diagnostics> {
    let refuse = |why: String| Diagnostic::error(why).in_place("--emit annotated");
    if path.extension().is_none_or(|extension| extension != "onnx") {
        return Err(refuse(format!("{} is no ONNX model: only an .onnx file has nodes to annotate", path.display())).into());
    }
    if compiled.manifest.mesh.is_empty() {
        return Err(refuse("the program runs on no mesh: give --mesh".to_owned()).into());
    }
    let parts = parts(compiled)?;
    let model = Model::open(path).map_err(|fault| refuse(fault.to_string()))?;
    let mut tensors = tensors(path, options, &parts, ops)?;
    let configuration = configuration(&model, options, compiled, &tensors);
    let bodies = Bodies::of(&model.proto);
    let sizes = Sizes::of(&model, options.dims.is_empty());
    let mut writer = Writer { bodies: &bodies, tensors: &tensors, parts: &parts, sizes: &sizes, edits: Edits::default(), tensors_written: 0, lost: Vec::new() };
    writer.edits.configuration = configuration;
    writer.nodes();
    let Writer { edits, tensors_written, mut lost, .. } = writer;
    lost.append(&mut tensors.lost);
    if parse_mesh(edits.configuration.name()).is_ok() {
        let axes: Vec<&str> = compiled.manifest.mesh.keys().map(String::as_str).collect();
        lost.push(Lost { count: 1, ..Lost::new(&format!("names of mesh axes ({}), which only the configuration's name keeps", axes.join(", "))) });
    }
    lost.extend(of_compile(options, compiled, &model));
    lost.push(inside(&bodies, &tensors));
    lost.retain(|one| one.count > 0);
    let source = model.file.map().map_err(refuse)?;
    let rope = splice(&source, &edits).map_err(refuse)?;
    Ok(Annotated {
        configuration: edits.configuration.name().to_owned(),
        counts: (edits.nodes.len(), tensors_written),
        data: data_files(&model)?,
        source,
        rope,
        external,
        lost,
    })
}

impl Annotated {
    /// Writes the model, and links to or copies of its data, into a folder.
    ///
    /// # Errors
    /// Where the system refuses, or a data file's name is taken by another output; the message names the path.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let path = folder.join(FILE);
        let file = std::fs::File::create(&path).map_err(|error| at(&path, error))?;
        let mut file = BufWriter::new(file);
        self.rope.write(&self.source, &mut file).and_then(|()| file.flush()).map_err(|error| at(&path, error))?;
        for (location, original) in &self.data {
            let path = folder.join(location);
            if path.exists() {
                return Err(format!("weights are kept in a file named {location:?}, as one of the outputs is: rename it and its location in the model"));
            }
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent).map_err(|error| at(parent, error))?;
            }
            match self.external {
                External::Copy => std::fs::copy(original, &path).map(|_| ()),
                #[cfg(unix)]
                External::Link => std::os::unix::fs::symlink(original, &path),
                #[cfg(not(unix))]
                External::Link => return Err("this system has no links that every user may make: copy the weights".to_owned()),
            }
            .map_err(|error| at(&path, error))?;
        }
        Ok(())
    }

    /// Whether weights lie in files of their own that are linked to.
    pub fn is_linked(&self) -> bool {
        self.external == External::Link && !self.data.is_empty()
    }

    /// What `report.json` says of it.
    pub fn to_json(&self) -> Json {
        json!({
            "file": FILE, "configuration": self.configuration, "nodes": self.counts.0, "tensors": self.counts.1, "bytes": self.rope.len(),
            "lost": self.lost.iter().map(Lost::to_json).collect::<Vec<_>>(),
        })
    }
}

/// The configuration to write: the one that was compiled, else one called as the mesh.
fn configuration(model: &Model, options: &CompileOptions, compiled: &Compiled, tensors: &Tensors) -> DeviceConfigurationProto {
    let mesh: Vec<(String, i64)> = compiled.manifest.mesh.iter().map(|(name, size)| (name.clone(), *size)).collect();
    let own = tensors.imported.annotations.as_ref().filter(|own| options.own == Own::All && own.mesh == mesh);
    if let Some(own) = own
        && let Some(known) = model.proto.configuration.iter().find(|known| known.name() == own.configuration)
    {
        return known.clone();
    }
    let axes: Vec<String> = mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
    let devices = mesh.iter().map(|(_, size)| *size).product::<i64>();
    DeviceConfigurationProto { name: Some(axes.join(",")), num_devices: i32::try_from(devices).ok(), device: Vec::new() }
}

/// Writes the entries of all nodes.
struct Writer<'a> {
    bodies: &'a Bodies<'a>,
    tensors: &'a Tensors,
    parts: &'a [Part<'a>],
    sizes: &'a Sizes<'a>,
    edits: Edits,
    tensors_written: usize,
    lost: Vec<Lost>,
}

impl Writer<'_> {
    fn nodes(&mut self) {
        let staged = self.parts.iter().any(|part| part.stage.is_some());
        let mut stage_of: HashMap<&str, i64> = HashMap::new();
        let mut main_stages = Vec::new();
        let mut spread = Lost::new("nodes whose ops are in several stages");
        let mut nested = Lost::new("tensors inside bodies of a program in stages");
        let mut uneven = BTreeSet::new();
        let bodies = self.bodies;
        for (body, list) in bodies.bodies.iter().enumerate() {
            for (index, node) in list.nodes.iter().enumerate() {
                let mut stage = None;
                if staged && body == MAIN {
                    stage = self.tensors.stage(bodies, index, &stage_of).unwrap_or_else(|stages| {
                        spread.add(&location(bodies, (body, index)));
                        stages.last().copied()
                    });
                    main_stages.push(stage);
                    for output in node.output.iter().filter(|_| stage.is_some()) {
                        stage_of.insert(output, stage.unwrap_or(0));
                    }
                } else if staged {
                    stage = bodies.main_node(body).and_then(|node| main_stages.get(node).copied().flatten());
                    if stage.is_none() {
                        nested.add(&location(bodies, (body, index)));
                    }
                }
                if staged && stage.is_none() {
                    continue;
                }
                self.node((body, index), stage, &mut uneven);
            }
        }
        let mut padded = Lost::new("padding of tensors that their shards do not divide: how is each backend's own");
        uneven.iter().for_each(|name| padded.add(name));
        self.lost.extend([spread, nested, padded]);
    }

    fn node(&mut self, at: (usize, usize), stage: Option<i64>, uneven: &mut BTreeSet<String>) {
        let Some(part) = self.parts.iter().find(|part| part.stage == stage) else { return };
        let node = &self.bodies.bodies[at.0].nodes[at.1];
        let mut entry = NodeDeviceConfigurationProto { configuration_id: self.edits.configuration.name.clone(), ..NodeDeviceConfigurationProto::default() };
        let mut seen = BTreeSet::new();
        for name in node.input.iter().chain(&node.output).filter(|name| !name.is_empty()) {
            if !seen.insert(name) {
                continue;
            }
            let Some(sharding) = self.tensors.at(self.bodies, at, name, stage) else { continue };
            let tensor = self.bodies.definer(at.0, name).map(|definer| (definer, name.clone()));
            let ty = tensor.as_ref().and_then(|tensor| self.tensors.ty(tensor));
            if ty.is_some_and(|ty| !sharding.is_even(ty, &part.placed.mesh)) {
                uneven.insert(name.clone());
            }
            let known = |dim: usize| ty.and_then(|ty| ty.dims.get(dim)).copied();
            let is_main = tensor.is_some_and(|tensor| tensor.0 == MAIN);
            entry.sharding_spec.push(spec(name, sharding, &part.placed, &|dim| self.sizes.of_dim(name, is_main, dim, known(dim))));
            self.tensors_written += 1;
        }
        // A stage is of the main graph's nodes: what is inside them is of theirs.
        entry.pipeline_stage = stage.filter(|_| at.0 == MAIN).and_then(|stage| i32::try_from(stage).ok());
        if !entry.sharding_spec.is_empty() || entry.pipeline_stage.is_some() {
            self.edits.nodes.insert(at, entry);
        }
    }
}

/// What is known of dimensions' sizes without binding symbols.
struct Sizes<'m> {
    declared: HashMap<&'m str, &'m ValueInfoProto>,
    /// Whether no symbol was bound: sizes that were computed are then the model's own.
    fixed: bool,
}

impl<'m> Sizes<'m> {
    fn of(model: &'m Model, fixed: bool) -> Sizes<'m> {
        let graph = model.proto.graph.iter();
        let declared = graph.flat_map(|graph| graph.value_info.iter().chain(&graph.output).chain(&graph.input));
        Sizes { declared: declared.map(|info| (info.name(), info)).collect(), fixed }
    }

    fn of_dim(&self, name: &str, is_main: bool, dim: usize, known: Option<i64>) -> Option<Dim> {
        if self.fixed {
            return known.map(Dim::DimValue);
        }
        let info = self.declared.get(name).filter(|_| is_main)?;
        let type_proto::Value::TensorType(ty) = info.r#type.as_ref()?.value.as_ref()? else { return None };
        match ty.shape.as_ref()?.dim.get(dim)?.value.as_ref()? {
            Size::DimValue(size) if Some(*size) == known => Some(Dim::DimValue(*size)),
            Size::DimParam(symbol) if !symbol.is_empty() => Some(Dim::DimParam(symbol.clone())),
            _ => None,
        }
    }
}

/// What a compile was told and did that no annotation says.
fn of_compile(options: &CompileOptions, compiled: &Compiled, model: &Model) -> Vec<Lost> {
    let one = |what: String| Lost { what, count: 1, examples: Vec::new() };
    let mut lost = Vec::new();
    let mut open = Lost::new("open dimensions and priorities, which propagation has settled");
    for (name, sharding) in &compiled.plan.shardings {
        if sharding.contains('?') || sharding.contains("}p") {
            open.add(name);
        }
    }
    lost.push(open);
    let collectives: i64 = compiled.report.traffic.totals.values().map(|total| total.count).sum();
    if collectives > 0 {
        lost.push(Lost { count: usize::try_from(collectives).unwrap_or(usize::MAX), ..Lost::new("collectives: the format implies them, each backend chooses its own") });
    }
    if options.train.is_some() {
        lost.push(one("the training step: gradients, optimizer and its states have no nodes".to_owned()));
    }
    if let Some(schedule) = &compiled.manifest.schedule {
        lost.push(one(format!("the schedule ({} of {} microbatches): stages are only hints", schedule.name, schedule.microbatches)));
        let copies = schedule.stages.iter().filter(|stage| stage.copy_of.is_some()).count();
        lost.push(Lost { count: copies, ..Lost::new("copies of stages on other devices") });
    }
    if let Some(attention) = &options.attention {
        lost.push(one(format!("how attention shares its sequence ({attention})")));
    }
    if model.proto.ir_version() < 11 {
        lost.push(one(format!("the model's ir_version {}: annotations need 11", model.proto.ir_version())));
    }
    lost
}

/// Values inside the ops that nodes expand to.
fn inside(bodies: &Bodies, tensors: &Tensors) -> Lost {
    let ops: HashMap<String, &str> = (0..bodies.bodies[MAIN].nodes.len()).map(|index| (location(bodies, (MAIN, index)), bodies.bodies[MAIN].nodes[index].op_type())).collect();
    let mut by_op: BTreeMap<&str, usize> = BTreeMap::new();
    for (node, count) in tensors.inside() {
        *by_op.entry(ops.get(&node).copied().unwrap_or("bodies")).or_default() += count;
    }
    let mut lost = Lost::new("values inside the ops that nodes expand to, which propagation gives their shardings again");
    lost.count = by_op.values().sum();
    let mut by_op: Vec<(&str, usize)> = by_op.into_iter().collect();
    by_op.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    lost.examples = by_op.into_iter().take(EXAMPLES).map(|(op, count)| format!("{count} in {op}")).collect();
    lost
}

/// Files that tensors of the model lie in, by the location that they name.
fn data_files(model: &Model) -> Result<Vec<(String, PathBuf)>, Diagnostic> {
    let mut locations = BTreeSet::new();
    let mut note = |tensor: &TensorProto| {
        if tensor.data_location() == DataLocation::External {
            locations.extend(tensor.external_data.iter().filter(|entry| entry.key() == "location").map(|entry| entry.value().to_owned()));
        }
    };
    if let Some(graph) = &model.proto.graph {
        each_tensor(graph, &mut note);
    }
    let nodes = model.proto.functions.iter().flat_map(|function| &function.node);
    nodes.flat_map(|node| &node.attribute).for_each(|attribute| each_in_attribute(attribute, &mut note));
    let find = |location: String| {
        let file = model.external_file(&location).map_err(|why| Diagnostic::error(why).in_place("--emit annotated"))?;
        Ok((location, file.path().to_owned()))
    };
    locations.into_iter().map(find).collect()
}

fn each_tensor(graph: &GraphProto, visit: &mut dyn FnMut(&TensorProto)) {
    graph.initializer.iter().for_each(&mut *visit);
    graph.node.iter().flat_map(|node| &node.attribute).for_each(|attribute| each_in_attribute(attribute, visit));
}

fn each_in_attribute(attribute: &crate::front::onnx::proto::AttributeProto, visit: &mut dyn FnMut(&TensorProto)) {
    attribute.t.iter().chain(&attribute.tensors).for_each(&mut *visit);
    attribute.g.iter().chain(&attribute.graphs).for_each(|graph| each_tensor(graph, visit));
}
