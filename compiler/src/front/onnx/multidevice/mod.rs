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

use super::fault::{Fault, node_place};
use super::proto::{DeviceConfigurationProto, GraphProto, ModelProto, NodeProto, attribute_proto::AttributeType};
use digits::{Digit, MeshAxis};
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
    /// Index of the node in the main graph.
    pub node: usize,
    /// Name of the tensor.
    pub tensor: String,
    /// Whether the node produces the tensor (otherwise it reads it).
    pub produced: bool,
    /// For every dimension that is sharded, the mesh axes that shard it, major to minor.
    pub dims: BTreeMap<usize, Vec<String>>,
}

impl Annotations {
    /// One sharding a tensor: where it is produced, or, for model inputs and weights, at its first use.
    pub fn by_tensor(&self) -> BTreeMap<&str, &BTreeMap<usize, Vec<String>>> {
        let mut result = BTreeMap::new();
        for used in &self.uses {
            if used.produced {
                result.insert(used.tensor.as_str(), &used.dims);
            } else {
                result.entry(used.tensor.as_str()).or_insert(&used.dims);
            }
        }
        result
    }
}

/// Reads and validates all annotations of `model`; `None` when it has none.
///
/// `dims_of` gives the dimensions of a tensor of the main graph. `wanted` names the configuration to use; it
/// may be left out when the nodes use only one.
///
/// # Errors
/// Everything that is wrong with any annotation of any configuration.
pub fn read(
    model: &ModelProto,
    dims_of: &dyn Fn(&str) -> Option<Vec<i64>>,
    wanted: Option<&str>,
) -> Result<Option<Annotations>, Vec<Fault>> {
    let Some(graph) = &model.graph else { return Ok(None) };
    let mut faults = Vec::new();
    refuse_nested(model, graph, &mut faults);
    let annotated = graph.node.iter().any(|node| !node.device_configurations.is_empty());
    if !annotated && model.configuration.is_empty() {
        return if faults.is_empty() { Ok(None) } else { Err(faults) };
    }
    if model.ir_version() < 11 {
        faults.push(Fault::new(
            "model",
            format!("multi-device annotations need ir_version 11 or later, the model has {}", model.ir_version()),
        ));
    }
    let configurations = read_configurations(&model.configuration, &mut faults);
    let mut drafts: BTreeMap<&str, Draft> = BTreeMap::new();
    for (index, node) in graph.node.iter().enumerate() {
        read_node(index, node, &configurations, dims_of, &mut drafts, &mut faults);
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
                format!("nodes are annotated for several configurations, {names:?}: say which to use"),
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

/// Annotations in bodies of control flow or functions have no place in one flat program.
fn refuse_nested(model: &ModelProto, graph: &GraphProto, faults: &mut Vec<Fault>) {
    fn visit(nodes: &[NodeProto], nested: bool, within: &str, faults: &mut Vec<Fault>) {
        for node in nodes {
            if nested && !node.device_configurations.is_empty() {
                faults.push(Fault::new(
                    format!("{within}, {}", node_place(node)),
                    "multi-device annotations inside a body are not supported: annotate the node of the main graph",
                ));
            }
            for attribute in &node.attribute {
                let body = attribute.g.as_ref().filter(|_| attribute.r#type() == AttributeType::Graph);
                for body in body.into_iter().chain(&attribute.graphs) {
                    visit(&body.node, true, &node_place(node), faults);
                }
            }
        }
    }
    visit(&graph.node, false, "", faults);
    for function in &model.functions {
        visit(&function.node, true, &format!("function {:?}", function.name()), faults);
    }
}

/// One sharding spec that passed its own checks, not yet placed on a mesh.
#[derive(Debug)]
struct PlacedSpec {
    node: usize,
    place: String,
    tensor: String,
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

fn read_node<'m>(
    index: usize,
    node: &'m NodeProto,
    configurations: &BTreeMap<&'m str, &'m DeviceConfigurationProto>,
    dims_of: &dyn Fn(&str) -> Option<Vec<i64>>,
    drafts: &mut BTreeMap<&'m str, Draft>,
    faults: &mut Vec<Fault>,
) {
    let place = node_place(node);
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
            draft.stages.insert(index, i64::from(stage));
        }
        let mut tensors = BTreeSet::new();
        for spec in &entry.sharding_spec {
            let tensor = spec.tensor_name();
            let place = format!("{place}, tensor {tensor:?}");
            let (read, written) = (node.input.iter().any(|n| n == tensor), node.output.iter().any(|n| n == tensor));
            if tensor.is_empty() || !(read || written) {
                let inputs: Vec<_> = node.input.iter().filter(|name| !name.is_empty()).collect();
                let message = format!(
                    "unknown tensor in a sharding spec: the node reads {inputs:?} and writes {:?}",
                    node.output
                );
                faults.push(Fault::new(place, message));
                continue;
            }
            if !tensors.insert(tensor) {
                faults.push(Fault::new(place, "two sharding specs for one tensor at one node: they conflict"));
                continue;
            }
            match spec::check(spec, i64::from(configuration.num_devices()), dims_of(tensor).as_deref()) {
                Ok(checked) => draft.specs.push(PlacedSpec {
                    node: index,
                    place,
                    tensor: tensor.to_owned(),
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
        let axes = digits::refine(devices, all.chain(pipe.iter().map(|digit| ("pipeline stages", *digit))))
            .map_err(|(place, message)| vec![Fault::new(place, message)])?;
        let pipe_axes: Vec<&MeshAxis> = pipe.iter().flat_map(|digit| digits::axes_of(&axes, *digit)).collect();
        let names = name_axes(&axes, &pipe_axes);
        let name_of = |axis: &MeshAxis| names[&axis.stride].clone();
        let uses = self.specs.iter().map(|spec| TensorUse {
            node: spec.node,
            tensor: spec.tensor.clone(),
            produced: spec.produced,
            dims: spec
                .dims
                .iter()
                .map(|(&dim, list)| {
                    (dim, list.iter().flat_map(|digit| digits::axes_of(&axes, *digit)).map(name_of).collect())
                })
                .filter(|(_, axes): &(usize, Vec<String>)| !axes.is_empty())
                .collect(),
        });
        Ok(Annotations {
            configuration: configuration.to_owned(),
            mesh: axes.iter().map(|axis| (name_of(axis), axis.size)).collect(),
            uses: uses.collect(),
            pipe_axes: pipe_axes.iter().map(|axis| name_of(axis)).collect(),
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
        if starts.windows(2).all(|pair| pair[0] == pair[1]) {
            return Vec::new();
        }
        match digits::decompose(&starts) {
            Ok(found) => found,
            Err(why) => {
                faults.push(Fault::new("pipeline stages", format!("stages start at devices {starts:?}: {why}")));
                Vec::new()
            }
        }
    }
}

/// `pipe` for the axis of the stages, `d0`, `d1`, … for the others, major to minor.
fn name_axes(axes: &[MeshAxis], pipe: &[&MeshAxis]) -> BTreeMap<i64, String> {
    let (mut plain, mut stages) = (0, 0);
    let mut names = BTreeMap::new();
    for axis in axes {
        let name = if pipe.iter().any(|other| other.stride == axis.stride) {
            stages += 1;
            if pipe.len() == 1 { "pipe".to_owned() } else { format!("pipe{}", stages - 1) }
        } else {
            plain += 1;
            format!("d{}", plain - 1)
        };
        names.insert(axis.stride, name);
    }
    names
}
