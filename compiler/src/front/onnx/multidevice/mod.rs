//! ONNX's own multi-device annotations (IR version 11 and later), validated and turned into a mesh.
//!
//! The format names flat lists of devices at every use of a tensor; we recover the mesh behind them (see
//! [`digits`]). Sources: `DeviceConfigurationProto` to `SimpleShardedDimProto` in `onnx.proto`, and the proposal
//! documents `ONNXMultiDeviceProposal.md` and `ShardingFormalism.md` of the ONNX project.
//!
//! Invariants: every fault of the annotations is collected, each with its node and tensor; what is returned
//! refers only to existing nodes, tensors, axes and devices; nothing is silently dropped.

mod digits;
mod spec;

use super::bodies::{Bodies, MAIN, TensorId};
use super::fault::Fault;
use super::proto::{DeviceConfigurationProto, ModelProto, NodeProto};
use crate::annotate::parse_mesh;
use digits::{Digit, MeshAxis};
use shardwright_ir::Sym;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, Mesh};
use std::collections::{BTreeMap, BTreeSet};

/// What the annotations of one device configuration say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotations {
    /// The name of the configuration.
    pub configuration: String,
    /// Mesh axes with their sizes, major to minor; their product is the number of devices, and a device's id
    /// is its index in the mesh in row-major order.
    pub mesh: Vec<(String, i64)>,
    /// How tensors are sharded where nodes use or produce them, in order of the nodes.
    pub uses: Vec<TensorUse>,
    /// The pipeline stage of every node that has one, by index in the main graph.
    pub stages: BTreeMap<usize, i64>,
    /// The mesh axes along which the stages lie (empty without stages, or when all share all devices).
    pub pipe_axes: Vec<String>,
}

/// The sharding of one tensor at one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorUse {
    /// The list of nodes that the node is in.
    pub body: usize,
    /// Its index there.
    pub node: usize,
    /// The tensor.
    pub tensor: TensorId,
    /// Whether the node produces the tensor (otherwise it reads it).
    pub produced: bool,
    /// For every dimension that is sharded, the mesh axes that shard it, major to minor.
    pub dims: BTreeMap<usize, Vec<AxisRef>>,
}

impl Annotations {
    /// One sharding a tensor: where it is produced, or, for model inputs and weights, at its first use.
    pub fn by_tensor(&self) -> BTreeMap<&TensorId, &BTreeMap<usize, Vec<AxisRef>>> {
        let mut result = BTreeMap::new();
        for used in &self.uses {
            if used.produced {
                result.insert(&used.tensor, &used.dims);
            } else {
                result.entry(&used.tensor).or_insert(&used.dims);
            }
        }
        result
    }
}

/// Reads and validates all annotations of `model`; `None` when it has none.
///
/// `dims_of` gives the dimensions of a tensor, where they are known. `wanted` names the configuration to use; it
/// may be left out when the nodes use only one.
///
/// # Errors
/// Everything that is wrong with any annotation of any configuration.
pub fn read(
    model: &ModelProto,
    dims_of: &dyn Fn(&TensorId) -> Option<Vec<i64>>,
    wanted: Option<&str>,
) -> Result<Option<Annotations>, Vec<Fault>> {
    let bodies = Bodies::of(model);
    let mut faults = Vec::new();
    let annotated = bodies.bodies.iter().flat_map(|body| body.nodes).any(|node| !node.device_configurations.is_empty());
    if !annotated && model.configuration.is_empty() {
        return match wanted {
            Some(name) => Err(vec![Fault::new("model", format!("has no device configuration {name:?}, nor any other"))]),
            None => Ok(None),
        };
    }
    if model.ir_version() < 11 {
        faults.push(Fault::new(
            "model",
            format!("multi-device annotations need ir_version 11 or later, the model has {}", model.ir_version()),
        ));
    }
    let configurations = read_configurations(&model.configuration, &mut faults);
    let mut drafts: BTreeMap<&str, Draft> = BTreeMap::new();
    for (body, nodes) in bodies.bodies.iter().enumerate() {
        for (index, node) in nodes.nodes.iter().enumerate() {
            let at = Place { bodies: &bodies, body, index, node };
            read_node(&at, &configurations, dims_of, &mut drafts, &mut faults);
        }
    }
    for draft in drafts.values_mut() {
        draft.settle_stages(&bodies);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let chosen = match (wanted, drafts.len()) {
        (Some(name), _) if configurations.contains_key(name) => name,
        (Some(name), _) => return Err(vec![unknown_configuration("model".into(), name, &configurations)]),
        (None, 0) => return Ok(None),
        (None, 1) => drafts.keys().next().copied().unwrap_or_default(),
        (None, _) => {
            let names: Vec<_> = drafts.keys().collect();
            return Err(vec![Fault::new(
                "model",
                format!("nodes are annotated for several configurations, {names:?}: say which to use (--configuration NAME)"),
            )]);
        }
    };
    let draft = drafts.remove(chosen).unwrap_or_default();
    let devices = configurations.get(chosen).map_or(1, |configuration| i64::from(configuration.num_devices()));
    draft.finish(chosen, devices).map(Some)
}

fn unknown_configuration(place: String, name: &str, known: &BTreeMap<&str, &DeviceConfigurationProto>) -> Fault {
    let names: Vec<_> = known.keys().collect();
    Fault::new(place, format!("unknown device configuration {name:?}: the model has {names:?}"))
}

fn read_configurations<'m>(
    configurations: &'m [DeviceConfigurationProto],
    faults: &mut Vec<Fault>,
) -> BTreeMap<&'m str, &'m DeviceConfigurationProto> {
    let mut known = BTreeMap::new();
    for (index, configuration) in configurations.iter().enumerate() {
        let place = format!("device configuration {index} {:?}", configuration.name());
        let mut fault = |message: String| faults.push(Fault::new(place.clone(), message));
        if configuration.name().is_empty() {
            fault("a device configuration needs a name".into());
        }
        if configuration.num_devices() < 1 {
            fault(format!("num_devices must be at least 1, got {}", configuration.num_devices()));
        }
        let named = configuration.device.len();
        if named != 0 && named as i64 != i64::from(configuration.num_devices()) {
            fault(format!("{named} device names for num_devices = {}: give one a device, or none", configuration.num_devices()));
        }
        let mut seen = BTreeSet::new();
        for name in &configuration.device {
            if !seen.insert(name) {
                fault(format!("duplicate device name {name:?}"));
            }
        }
        if known.insert(configuration.name(), configuration).is_some() {
            fault("duplicate name: another device configuration has it too".into());
        }
    }
    known
}

/// One sharding spec that passed its own checks, not yet placed on a mesh.
#[derive(Debug)]
struct PlacedSpec {
    body: usize,
    node: usize,
    place: String,
    tensor: TensorId,
    produced: bool,
    stage: Option<i64>,
    /// Axis and digits (major to minor) of every sharded dimension.
    dims: BTreeMap<usize, Vec<Digit>>,
    /// Digits over which the tensor is replicated.
    replicas: Vec<Digit>,
    /// The smallest device that holds a shard.
    first: i64,
}

/// What is known about one configuration while its nodes are read.
#[derive(Debug, Default)]
struct Draft {
    specs: Vec<PlacedSpec>,
    stages: BTreeMap<usize, i64>,
}

/// Where a node is.
struct Place<'a, 'm> {
    bodies: &'a Bodies<'m>,
    body: usize,
    index: usize,
    node: &'m NodeProto,
}

fn read_node<'m>(
    at: &Place<'_, 'm>,
    configurations: &BTreeMap<&'m str, &'m DeviceConfigurationProto>,
    dims_of: &dyn Fn(&TensorId) -> Option<Vec<i64>>,
    drafts: &mut BTreeMap<&'m str, Draft>,
    faults: &mut Vec<Fault>,
) {
    let node = at.node;
    if node.device_configurations.is_empty() {
        return;
    }
    let place = at.bodies.place(at.body, at.index);
    let mut seen = BTreeSet::new();
    for entry in &node.device_configurations {
        let name = entry.configuration_id();
        let Some((&name, configuration)) = configurations.get_key_value(name) else {
            faults.push(unknown_configuration(place.clone(), name, configurations));
            continue;
        };
        if !seen.insert(name) {
            faults.push(Fault::new(place.clone(), format!("configuration {name:?} is given twice at one node")));
            continue;
        }
        let draft = drafts.entry(name).or_default();
        if let Some(stage) = entry.pipeline_stage {
            if stage < 0 {
                faults.push(Fault::new(place.clone(), format!("pipeline_stage must be at least 0, got {stage}")));
            }
            if at.body != MAIN {
                faults.push(Fault::new(place.clone(), "pipeline_stage inside a body is not supported: give it at the node of the main graph"));
            }
            draft.stages.insert(at.index, i64::from(stage));
        }
        let mut tensors = BTreeSet::new();
        for spec in &entry.sharding_spec {
            let tensor = spec.tensor_name();
            let place = format!("{place}, tensor {tensor:?}");
            let (read, written) = (node.input.iter().any(|n| n == tensor), node.output.iter().any(|n| n == tensor));
            let definer = at.bodies.definer(at.body, tensor).filter(|_| !tensor.is_empty() && (read || written));
            let Some(definer) = definer else {
                let inputs: Vec<_> = node.input.iter().filter(|name| !name.is_empty()).collect();
                let message = format!(
                    "unknown tensor in a sharding spec: the node reads {inputs:?} and writes {:?}",
                    node.output
                );
                faults.push(Fault::new(place, message));
                continue;
            };
            if !tensors.insert(tensor) {
                faults.push(Fault::new(place, "two sharding specs for one tensor at one node: they conflict"));
                continue;
            }
            let id = (definer, tensor.to_owned());
            match spec::check(spec, i64::from(configuration.num_devices()), dims_of(&id).as_deref()) {
                Ok(checked) => draft.specs.push(PlacedSpec {
                    body: at.body,
                    node: at.index,
                    place,
                    tensor: id,
                    produced: written,
                    stage: entry.pipeline_stage.map(i64::from),
                    dims: checked.dims,
                    replicas: checked.replicas,
                    first: checked.first,
                }),
                Err(messages) => faults.extend(messages.into_iter().map(|message| Fault::new(place.clone(), message))),
            }
        }
    }
}

impl Draft {
    /// What is inside a body is of the stage of the node that the body belongs to.
    fn settle_stages(&mut self, bodies: &Bodies) {
        for spec in self.specs.iter_mut().filter(|spec| spec.body != MAIN) {
            spec.stage = bodies.main_node(spec.body).and_then(|node| self.stages.get(&node).copied());
        }
    }

    /// Refines the digits of all specs to one mesh and expresses every spec in its axes.
    fn finish(self, configuration: &str, devices: i64) -> Result<Annotations, Vec<Fault>> {
        let mut faults = Vec::new();
        let pipe = self.stage_digits(&mut faults);
        for spec in &self.specs {
            let mut covered: Vec<Digit> = spec.dims.values().flatten().chain(&spec.replicas).copied().collect();
            let used = digits::size(&covered);
            if spec.stage.is_some() {
                covered.extend(&pipe);
            }
            if digits::size(&covered) != devices {
                faults.push(Fault::new(
                    spec.place.clone(),
                    format!(
                        "the spec places the tensor on {used} of the configuration's {devices} devices: \
                         list every device (with index_to_device_group_map for replicas), or give each node its pipeline_stage"
                    ),
                ));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let all = self.specs.iter().flat_map(|spec| {
            spec.dims.values().flatten().chain(&spec.replicas).map(|digit| (spec.place.as_str(), *digit))
        });
        let all: Vec<(&str, Digit)> = all.chain(pipe.iter().map(|digit| ("pipeline stages", *digit))).collect();
        let plain = digits::refine(devices, all.iter().copied()).map_err(|(place, message)| vec![Fault::new(place, message)])?;
        // A mesh that the configuration is called after is taken where the lists fit it, and stages lie along whole axes of it.
        let named = named_mesh(configuration, devices).and_then(|mesh| {
            let own = strides(&mesh).into_iter().map(|(_, axis)| ("", Digit { size: axis.size, stride: axis.stride }));
            let axes = digits::refine(devices, all.iter().copied().chain(own.filter(|(_, digit)| digit.size > 1))).ok()?;
            let found = Axes { axes, mesh };
            pipe.iter().flat_map(|digit| found.refs(*digit)).all(|axis| axis.sub.is_none()).then_some(found)
        });
        let axes = named.unwrap_or_else(|| {
            let along: Vec<&MeshAxis> = pipe.iter().flat_map(|digit| digits::axes_of(&plain, *digit)).collect();
            Axes { mesh: name_axes(&plain, &along), axes: plain.clone() }
        });
        let uses = self.specs.iter().map(|spec| TensorUse {
            body: spec.body,
            node: spec.node,
            tensor: spec.tensor.clone(),
            produced: spec.produced,
            dims: spec
                .dims
                .iter()
                .map(|(&dim, list)| (dim, axes.merged(list.iter().flat_map(|digit| axes.refs(*digit)))))
                .filter(|(_, axes): &(usize, Vec<AxisRef>)| !axes.is_empty())
                .collect(),
        });
        Ok(Annotations {
            configuration: configuration.to_owned(),
            mesh: axes.mesh.axes.iter().map(|axis| (axis.name.as_str().to_owned(), axis.size)).collect(),
            uses: uses.collect(),
            pipe_axes: axes.merged(pipe.iter().flat_map(|digit| axes.refs(*digit))).iter().map(|axis| axis.name.as_str().to_owned()).collect(),
            stages: self.stages,
        })
    }

    /// The digits of a device id that tell the stages apart.
    fn stage_digits(&self, faults: &mut Vec<Fault>) -> Vec<Digit> {
        let mut first: BTreeMap<i64, (i64, &str)> = BTreeMap::new();
        for spec in &self.specs {
            let Some(stage) = spec.stage else { continue };
            let (known, other) = *first.entry(stage).or_insert((spec.first, &spec.place));
            if known != spec.first {
                faults.push(Fault::new(
                    spec.place.clone(),
                    format!("stage {stage} starts at device {} here and at device {known} at {other}", spec.first),
                ));
            }
        }
        let starts: Vec<i64> = first.values().map(|(start, _)| *start).collect();
        let ranks: Vec<i64> = starts.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        if ranks.len() <= 1 {
            return Vec::new();
        }
        // One stage a rank is compiled as it is; of several, a schedule says where each is.
        if starts.len() == ranks.len() && starts != ranks {
            faults.push(Fault::new("pipeline stages", format!("stages start at devices {starts:?}: each must start beyond the one before")));
            return Vec::new();
        }
        let starts = ranks;
        match digits::decompose(&starts) {
            Ok(found) => found,
            Err(why) => {
                faults.push(Fault::new("pipeline stages", format!("stages start at devices {starts:?}: {why}")));
                Vec::new()
            }
        }
    }
}

/// The mesh of a configuration, and the axes of all digits, of which each is a part of one of the mesh.
struct Axes {
    axes: Vec<MeshAxis>,
    mesh: Mesh,
}

impl Axes {
    /// The mesh's axes, or parts of them, that make up a digit, major to minor.
    fn refs(&self, digit: Digit) -> Vec<AxisRef> {
        let named = strides(&self.mesh);
        let part = |axis: &MeshAxis| {
            let end = axis.stride * axis.size;
            let (name, whole) = named.iter().find(|(_, whole)| whole.size > 1 && whole.stride <= axis.stride && end <= whole.stride * whole.size)?;
            Some(AxisRef::span(&self.mesh, *name, whole.stride * whole.size / end, axis.size))
        };
        digits::axes_of(&self.axes, digit).filter_map(part).collect()
    }

    /// Axes in order, neighbouring parts of one axis joined.
    fn merged(&self, refs: impl Iterator<Item = AxisRef>) -> Vec<AxisRef> {
        let mut merged = Vec::new();
        refs.for_each(|axis| push_merged(&mut merged, axis, &self.mesh));
        merged
    }
}

/// The axes of a mesh by name, with their strides.
fn strides(mesh: &Mesh) -> Vec<(Sym, MeshAxis)> {
    let mut stride = 1;
    let mut found = Vec::new();
    for axis in mesh.axes.iter().rev() {
        found.push((axis.name, MeshAxis { size: axis.size, stride }));
        stride *= axis.size;
    }
    found.reverse();
    found
}

/// The mesh that a configuration is called after (`data=2,tensor=2`, as `--mesh` has it), where it is one of its devices. Such a name keeps what lists of devices
/// cannot say: names, and axes that nothing tells apart.
fn named_mesh(configuration: &str, devices: i64) -> Option<Mesh> {
    parse_mesh(configuration).ok().filter(|mesh| mesh.num_devices() == devices)
}

/// `pipe` for the axis of the stages, `d0`, `d1`, … for the others, major to minor.
fn name_axes(axes: &[MeshAxis], pipe: &[&MeshAxis]) -> Mesh {
    let (mut plain, mut stages) = (0, 0);
    let mut names = Vec::new();
    for axis in axes {
        names.push(if pipe.iter().any(|other| other.stride == axis.stride) {
            stages += 1;
            if pipe.len() == 1 { "pipe".to_owned() } else { format!("pipe{}", stages - 1) }
        } else {
            plain += 1;
            format!("d{}", plain - 1)
        });
    }
    let sized: Vec<(&str, i64)> = names.iter().map(String::as_str).zip(axes.iter().map(|axis| axis.size)).collect();
    Mesh::new(&sized)
}
