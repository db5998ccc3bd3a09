//! A whole import: graph inputs and weights become arguments, nodes become ops, annotations become shardings.
//!
//! Invariants: arguments are the graph's inputs in order, then the weights that the program reads, in the order of
//! the file; every argument and every result of a node keeps its ONNX name; every dimension is static.
//!
//! The graph is lowered a second time where the first pass finds that weights are only read to fix shapes (they are
//! then no arguments), or that annotations apply (they need the shapes of all tensors to be checked).

use super::bodies::{MAIN, TensorId};
use super::fault::Fault;
use crate::back::onnx::Versions;
use super::load::Model;
use super::lower::constant::Const;
use super::lower::lists::{Holds, tensors};
use super::lower::{Context, Val, Value};
use super::multidevice::{self, Annotations};
use super::proto::tensor_shape_proto::{Dimension, dimension};
use super::proto::{GraphProto, ValueInfoProto, type_proto};
use super::weights::{WeightRange, checked_type, element_type};
use indexmap::IndexMap;
use shardwright_dialects::func;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::types::{TensorType, Type};
use shardwright_ir::{Attrs, Builder, Diagnostic, Diagnostics, Module, Sym};
use shardwright_passes::stage::cut::mark;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What an import is told beside the file.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Values of symbolic dimensions; a dimension without a name is called `INPUT.INDEX`. The name of an input of one number fixes that input, where no dimension has
    /// this name: exporters pass sizes and rates so.
    pub dims: BTreeMap<String, i64>,
    /// Inputs that are fixed when compiling (then no arguments): type, and bytes little-endian, one element after
    /// the other, sub-byte ones a byte each.
    pub fixed: BTreeMap<String, (TensorType, Vec<u8>)>,
    /// What inputs hold that are sequences or optionals; their tensors are arguments each by itself, `NAME[0]` and so on.
    pub holds: BTreeMap<String, Holds>,
    /// Whether the model shall learn: vectors of one float are weights then, not constants.
    pub learns: bool,
    /// Whether the model's own multi-device annotations become shardings. They are validated in any case.
    pub annotations: bool,
    /// The device configuration to take annotations from, where nodes are annotated for several.
    pub configuration: Option<String>,
}

impl Default for ImportOptions {
    fn default() -> ImportOptions {
        ImportOptions { dims: BTreeMap::new(), fixed: BTreeMap::new(), holds: BTreeMap::new(), learns: false, annotations: true, configuration: None }
    }
}

/// An imported model.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The program: one function, `@main`.
    pub module: Module,
    /// Arguments that are weights, by index, with the bytes that they are bound to.
    pub weights: Vec<(usize, WeightRange)>,
    /// Names of the arguments that are graph inputs, which come first.
    pub input_names: Vec<String>,
    /// Names of the results.
    pub output_names: Vec<String>,
    /// Initializers of floats that are constants of the program: of one element, or written out in the model's own message.
    pub constants: Vec<String>,
    /// What the model's multi-device annotations say.
    pub annotations: Option<Annotations>,
    /// The model's operator set and IR version.
    pub versions: Versions,
    /// The values of `@main` that tensors are, one for each time that they are lowered: several for those of functions and of loops' bodies.
    pub values: IndexMap<TensorId, Vec<Value>>,
}

impl Imported {
    /// The value that a tensor of the main graph is, where it is one.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.values.get(&(MAIN, name.to_owned()))?.first().copied()
    }
}

/// The symbol of the mesh that annotations make.
pub const MESH: &str = "mesh";

/// Imports the model at `path`.
///
/// # Errors
/// Everything that keeps the model from being a program, each with its place in the model.
pub fn import(path: &Path, options: &ImportOptions) -> Result<Imported, Diagnostics> {
    let model = Model::open(path).map_err(|fault| diagnostics([fault]))?;
    let inputs = input_types(&model, options).map_err(diagnostics)?;
    let mut given = options.fixed.clone();
    for (name, ty) in &inputs.types {
        if let Some(&number) = options.dims.get(name).filter(|_| inputs.numbers.contains(name)) {
            given.insert(name.clone(), (ty.clone(), bytes_of_f64(ty.element, number as f64).to_vec()));
        }
    }
    let (inputs, holds) = (inputs.types, &options.holds);
    let fixed = fixed_inputs(&inputs, &given).map_err(|fault| diagnostics([fault]))?;
    let first = lower(&model, &inputs, &Plan { fixed: fixed.clone(), learns: options.learns, holds: holds.clone(), ..Plan::default() }).map_err(|fault| diagnostics([fault]))?;
    let dims_of = |tensor: &TensorId| first.shapes.get(tensor).cloned();
    let annotations =
        multidevice::read(&model.proto, &dims_of, options.configuration.as_deref()).map_err(diagnostics)?;
    let plan = Plan {
        fixed,
        holds: holds.clone(),
        learns: options.learns,
        unused: first.unused.clone(),
        annotations: annotations.as_ref().filter(|_| options.annotations),
    };
    let lowered = if plan.unused.is_empty() && plan.annotations.is_none() {
        first
    } else {
        lower(&model, &inputs, &plan).map_err(|fault| diagnostics([fault]))?
    };
    Ok(Imported {
        module: lowered.module,
        weights: lowered.weights,
        constants: lowered.constants,
        input_names: inputs.iter().map(|(name, _)| name.clone()).filter(|name| !given.contains_key(name)).collect(),
        output_names: lowered.output_names,
        annotations,
        versions: Versions { opset: model.opset, ir: model.proto.ir_version() },
        values: lowered.values,
    })
}

fn diagnostics(faults: impl IntoIterator<Item = Fault>) -> Diagnostics {
    let to_diagnostic = |fault: Fault| {
        let diagnostic = Diagnostic::error(fault.message);
        if fault.place.is_empty() { diagnostic } else { diagnostic.in_place(fault.place) }
    };
    Diagnostics(faults.into_iter().map(to_diagnostic).collect())
}

fn graph(model: &Model) -> &GraphProto {
    static EMPTY: std::sync::LazyLock<GraphProto> = std::sync::LazyLock::new(GraphProto::default);
    model.proto.graph.as_ref().unwrap_or(&EMPTY)
}

/// The graph's inputs (initialisers aside).
struct Inputs {
    /// Their types, symbolic dimensions bound.
    types: Vec<(String, TensorType)>,
    /// Those of one number that are bound like dimensions.
    numbers: BTreeSet<String>,
}

fn input_types(model: &Model, options: &ImportOptions) -> Result<Inputs, Vec<Fault>> {
    let (graph, bound) = (graph(model), &options.dims);
    let stored: BTreeSet<&str> = graph.initializer.iter().map(|tensor| tensor.name()).collect();
    let mut inputs = Vec::new();
    let (mut faults, mut unbound, mut known) = (Vec::new(), BTreeMap::new(), BTreeSet::new());
    for input in graph.input.iter().filter(|input| !stored.contains(input.name())) {
        if let Some(holds) = options.holds.get(input.name()) {
            inputs.extend(holds.tensors(input.name()));
            continue;
        }
        match input_type(input, bound, &mut unbound, &mut known) {
            Ok(Some(ty)) => inputs.push((input.name().to_owned(), ty)),
            Ok(None) => {}
            Err(message) => faults.push(Fault::new(format!("input {:?}", input.name()), message)),
        }
    }
    if !unbound.is_empty() {
        let list: Vec<String> = unbound.iter().map(|(name, input)| format!("{name} (of input {input:?})")).collect();
        let flags: Vec<String> = unbound.keys().map(|name| format!("--dim {name}=N")).collect();
        faults.push(Fault::new("model", format!("symbolic dimensions are not bound: {}; give {}", list.join(", "), flags.join(" "))));
    }
    let is_number = |name: &str| inputs.iter().any(|(input, ty): &(String, TensorType)| input == name && ty.num_elements() == 1);
    let numbers: BTreeSet<String> = bound.keys().filter(|name| !known.contains(name.as_str()) && is_number(name)).cloned().collect();
    for name in bound.keys().filter(|name| !known.contains(name.as_str()) && !numbers.contains(name.as_str())) {
        let list: Vec<String> = known.iter().map(|known| format!("{known:?}")).collect();
        let list = if list.is_empty() { "all sizes are fixed".to_owned() } else { format!("there are {}", list.join(", ")) };
        let hint = did_you_mean(name, known.iter().map(String::as_str));
        faults.push(Fault::new(format!("--dim {name}"), format!("no input has a symbolic dimension {name:?}: {list}{hint}")));
    }
    if faults.is_empty() { Ok(Inputs { types: inputs, numbers }) } else { Err(faults) }
}

/// The fixed inputs as constants.
fn fixed_inputs(
    inputs: &[(String, TensorType)],
    fixed: &BTreeMap<String, (TensorType, Vec<u8>)>,
) -> Result<BTreeMap<String, Const>, Fault> {
    let mut constants = BTreeMap::new();
    for (name, (ty, bytes)) in fixed {
        let fault = |message: String| Fault::new(format!("input {name:?}"), message);
        let Some((_, declared)) = inputs.iter().find(|(input, _)| input == name) else {
            return Err(fault("there is no such input to fix".into()));
        };
        if declared != ty {
            return Err(fault(format!("has type {declared}, but is fixed to a value of type {ty}")));
        }
        let constant = Const::from_bytes(ty, bytes);
        constants.insert(name.clone(), constant.ok_or_else(|| fault(format!("values of type {ty} cannot be fixed")))?);
    }
    Ok(constants)
}

/// The size that a dimension always has; some exporters write -1 where they know none.
pub(super) fn fixed_size(dim: &Dimension) -> Option<i64> {
    match &dim.value {
        Some(dimension::Value::DimValue(size)) if *size != -1 => Some(*size),
        _ => None,
    }
}

/// What a dimension without a fixed size is called: its own name, else `INPUT.INDEX`. Exporters that write `?` for each unknown size name none.
pub(super) fn dimension_name(dim: &Dimension, input: &ValueInfoProto, index: usize) -> String {
    match &dim.value {
        Some(dimension::Value::DimParam(name)) if !name.is_empty() && name != "?" => name.clone(),
        _ => format!("{}.{index}", input.name()),
    }
}

/// The type of one input; `None` when a dimension is unbound (which is noted).
fn input_type(
    input: &ValueInfoProto,
    bound: &BTreeMap<String, i64>,
    unbound: &mut BTreeMap<String, String>,
    known: &mut BTreeSet<String>,
) -> Result<Option<TensorType>, String> {
    let Some(type_proto::Value::TensorType(ty)) = input.r#type.as_ref().and_then(|ty| ty.value.as_ref()) else {
        return Err("only tensors can be inputs: sequences, optionals, maps and sparse tensors are not supported (what they hold is known only when the program runs)".into());
    };
    let element = element_type(ty.elem_type())?;
    let shape = ty.shape.as_ref().ok_or("the input has no shape: every input needs one, with fixed or symbolic dimensions")?;
    let mut dims = Vec::new();
    let mut complete = true;
    for (index, dim) in shape.dim.iter().enumerate() {
        if let Some(size) = fixed_size(dim) {
            dims.push(size);
            continue;
        }
        let name = dimension_name(dim, input, index);
        match bound.get(&name) {
            Some(&size) => dims.push(size),
            None => {
                unbound.entry(name.clone()).or_insert_with(|| input.name().to_owned());
                complete = false;
            }
        }
        known.insert(name);
    }
    if !complete {
        return Ok(None);
    }
    checked_type(element, &dims).map(Some)
}

/// What the second pass knows from the first.
#[derive(Default)]
struct Plan<'a> {
    /// Inputs with known values.
    fixed: BTreeMap<String, Const>,
    /// Weights that no op reads.
    unused: BTreeSet<String>,
    /// Whether vectors of one float are weights.
    learns: bool,
    /// What inputs hold that are no tensors.
    holds: BTreeMap<String, Holds>,
    annotations: Option<&'a Annotations>,
}

/// One lowering of the graph.
struct Lowered {
    module: Module,
    weights: Vec<(usize, WeightRange)>,
    constants: Vec<String>,
    shapes: BTreeMap<TensorId, Vec<i64>>,
    unused: BTreeSet<String>,
    values: IndexMap<TensorId, Vec<Value>>,
    output_names: Vec<String>,
}

fn lower(model: &Model, inputs: &[(String, TensorType)], plan: &Plan) -> Result<Lowered, Fault> {
    let graph = graph(model);
    let mut context = Context::new(model);
    context.unused = plan.unused.clone();
    context.learns = plan.learns;
    for (name, ty) in inputs {
        let fault = |message: String| Fault::new(format!("input {name:?}"), message);
        let val = match plan.fixed.get(name) {
            Some(constant) => constant.clone().into(),
            None => Val::Ir(context.emit.argument(ty.clone(), name).map_err(fault)?),
        };
        context.define(name, val).map_err(fault)?;
    }
    for (name, holds) in &plan.holds {
        let fault = |message: String| Fault::new(format!("input {name:?}"), message);
        let held = holds.tensors(name).iter().map(|(one, _)| context.find(one)).collect::<Result<Vec<_>, _>>().map_err(fault)?;
        // An optional tensor is called as the input is.
        if !context.is_defined(name) {
            let val = holds.val(&mut held.into_iter()).ok_or_else(|| fault("holds other tensors than it says".into()))?;
            context.define(name, val).map_err(fault)?;
        }
    }
    for tensor in &graph.initializer {
        let fault = |message: String| Fault::new(format!("initializer {:?}", tensor.name()), message);
        let val = context.stored(tensor, tensor.name()).map_err(fault)?;
        context.define(tensor.name(), val).map_err(fault)?;
    }
    if !graph.sparse_initializer.is_empty() {
        return Err(Fault::new("model", "sparse initializers are not supported: store the tensors densely"));
    }
    if let Some(annotations) = plan.annotations {
        context.uses = differing_uses(annotations);
    }
    for (index, node) in graph.node.iter().enumerate() {
        let body = context.emit.func.body();
        let before = context.emit.func.region(body).ops.len();
        context.lower_in_graph(index, node)?;
        if let Some(&stage) = plan.annotations.and_then(|annotations| annotations.stages.get(&index)) {
            for op in context.emit.func.region(body).ops[before..].to_vec() {
                mark(&mut context.emit.func, op, stage);
            }
        }
    }
    let (mut results, mut names) = (Vec::new(), Vec::new());
    for output in &graph.output {
        let fault = |message: String| Fault::new(format!("output {:?}", output.name()), message);
        let val = context.find(output.name()).map_err(fault)?;
        if !matches!(val, Val::List(_)) {
            check_declared(output, &context.ty(&val)).map_err(fault)?;
        }
        for (name, tensor) in tensors(&val, output.name()) {
            results.push(context.ir(&tensor).map_err(fault)?);
            names.push(name);
        }
    }
    finish(context, results, names, plan)
}

/// What the model declares about an output must not contradict what it computes. Symbolic sizes declare nothing here: exporters
/// name dimensions of outputs freely.
fn check_declared(output: &ValueInfoProto, computed: &TensorType) -> Result<(), String> {
    let Some(type_proto::Value::TensorType(ty)) = output.r#type.as_ref().and_then(|ty| ty.value.as_ref()) else { return Ok(()) };
    let element = if ty.elem_type() == 0 { computed.element } else { element_type(ty.elem_type())? };
    if element != computed.element {
        return Err(format!("is declared with elements of type {element}, the model computes {computed}"));
    }
    let Some(shape) = &ty.shape else { return Ok(()) };
    let differs = |(dim, &got): (&Dimension, &i64)| fixed_size(dim).is_some_and(|size| size != got);
    if shape.dim.len() != computed.dims.len() || shape.dim.iter().zip(&computed.dims).any(differs) {
        let text = |dim: &Dimension| match &dim.value {
            Some(dimension::Value::DimValue(size)) => size.to_string(),
            Some(dimension::Value::DimParam(name)) if !name.is_empty() => name.clone(),
            _ => "?".to_owned(),
        };
        let declared: Vec<String> = shape.dim.iter().map(text).collect();
        return Err(format!("is declared with shape [{}], the model computes {computed}", declared.join(", ")));
    }
    Ok(())
}

fn finish(mut context: Context, results: Vec<Value>, output_names: Vec<String>, plan: &Plan) -> Result<Lowered, Fault> {
    let fault = |message: String| Fault::new("model", message);
    let types: Vec<Type> = results.iter().map(|&value| context.emit.func.ty(value).clone()).collect();
    let mut function = std::mem::replace(&mut context.emit, super::lower::emit::Emitter::new()).func;
    Builder::at_end(&mut function)
        .op_of_types(&func::return_::INFO, &results, Attrs::new(), &[], vec![])
        .map_err(fault)?;
    function.set_results(types);
    let position: BTreeMap<Value, usize> = function.args().iter().enumerate().map(|(index, &value)| (value, index)).collect();
    let mut unused = BTreeSet::new();
    let mut weights = Vec::new();
    for (value, name, range) in &context.weights {
        if !context.used.contains(value) {
            unused.insert(name.clone());
        }
        if let Some(&index) = position.get(value) {
            weights.push((index, WeightRange::clone(range)));
        }
    }
    let mut module = Module::default();
    if let Some(annotations) = plan.annotations {
        let axes: Vec<(&str, i64)> = annotations.mesh.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        module.meshes.insert(Sym::new(MESH), Mesh::new(&axes));
        for (tensor, dims) in annotations.by_tensor() {
            for &value in context.values.get(tensor).into_iter().flatten() {
                let rank = function.tensor_type(value).rank();
                if let Some((&dim, _)) = dims.last_key_value().filter(|(dim, _)| **dim >= rank) {
                    let message = format!("tensor {:?} is sharded along axis {dim}, but has {rank} dimensions where its body is called", tensor.1);
                    return Err(Fault::new(context.bodies.bodies[tensor.0].place.clone(), message));
                }
                function.set_sharding(value, Some(sharding_of(dims, rank)));
            }
        }
    }
    module.funcs.insert(function.name, function);
    Ok(Lowered { module, weights, constants: context.constants, shapes: context.shapes, unused, values: context.values, output_names })
}

/// Uses whose sharding is not the tensor's own: data moves between the producer and this node.
fn differing_uses(annotations: &Annotations) -> BTreeMap<(usize, usize, String), BTreeMap<usize, Vec<AxisRef>>> {
    let own = annotations.by_tensor();
    let differs = |used: &&multidevice::TensorUse| !used.produced && own.get(&used.tensor) != Some(&&used.dims);
    let entry = |used: &multidevice::TensorUse| ((used.body, used.node, used.tensor.1.clone()), used.dims.clone());
    annotations.uses.iter().filter(differs).map(entry).collect()
}

/// A closed sharding: the listed dimensions by their axes, the others not at all.
pub fn sharding_of(dims: &BTreeMap<usize, Vec<AxisRef>>, rank: usize) -> TensorSharding {
    let axes = |dim: usize| dims.get(&dim).cloned().unwrap_or_default();
    TensorSharding::of_axes(Sym::new(MESH), (0..rank).map(axes).collect())
}
