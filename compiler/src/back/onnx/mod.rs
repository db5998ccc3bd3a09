//! Per-device ONNX files: each device's program as a model of its own, in ONNX's ops with explicit collectives.
//!
//! Reading order: [`lower`] (the walk), [`graph`] (what is written), the families of ops ([`elementwise`], [`shape`], [`linear`], [`reduce`], [`index`], [`order`],
//! [`control`], [`collective`]), [`raise`] (what is put together again), [`types`], [`data`]. Invariants: files are of the operator set and IR version of the model, or of the first that have all that is
//! written; they are valid for `onnx.checker`; an op without a form is an error, never left out; all devices meet in one order.

mod collective;
mod control;
mod data;
mod elementwise;
mod graph;
mod index;
mod linear;
mod lower;
mod order;
mod raise;
mod reduce;
mod shape;
mod types;

pub use collective::{DOMAIN, RUNTIME};

use crate::driver::{Compiled, globals, run_alone};
use crate::front::onnx::proto::{ModelProto, OperatorSetIdProto, StringStringEntryProto, TensorProto};
use crate::manifest::{Manifest, Port};
use data::Store;
use graph::{Graph, Held, Term, own_name};
use indexmap::IndexMap;
use lower::Lowering;
use prost::Message;
use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::types::ElementType;
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Literal, Module, Registry, Type};
use std::collections::BTreeSet;
use std::path::Path;

/// What a model's files say that they are written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions {
    /// Version of the default operator set.
    pub opset: i64,
    /// IR version.
    pub ir: i64,
}

impl Default for Versions {
    /// For models that come from elsewhere: what every ONNX Runtime of the last years reads.
    fn default() -> Versions {
        Versions { opset: 21, ir: 10 }
    }
}

/// The least operator set that is written: axes as inputs, broadcasts everywhere.
const FIRST_OPSET: i64 = 13;

/// The least IR version that may use an operator set (ONNX's table of versions).
fn ir_of(opset: i64) -> i64 {
    match opset {
        ..=14 => 7,
        15..=18 => 8,
        19..=20 => 9,
        21..=22 => 10,
        23 => 11,
        24 => 12,
        25 => 13,
        _ => 14,
    }
}

/// Whether an input of the program is a tensor of its files: a weight that no step replaces.
pub fn is_stored(port: &Port) -> bool {
    port.weight.is_some() && port.in_step.next.is_none()
}

/// Name of a device's file: `device-K.onnx` of `program.mlir`, `stage-S.device-K.onnx` of `stage-S.mlir`.
fn file_name(program: &str, device: usize) -> String {
    match program {
        "program.mlir" => format!("device-{device}.onnx"),
        part => format!("{}.device-{device}.onnx", part.trim_end_matches(".mlir")),
    }
}

/// The names of all devices' files, by program.
///
/// # Errors
/// Where a pipeline schedule runs the program: its pieces keep values between them, which no file of ONNX does.
pub fn file_names(manifest: &Manifest) -> Result<IndexMap<String, Vec<String>>, String> {
    if manifest.schedule.is_some() {
        return Err("a program that a pipeline schedule runs is not written as ONNX: leave out --pipeline or `--emit onnx`".to_owned());
    }
    let names = |program: &str, devices: usize| (0..devices).map(|device| file_name(program, device)).collect();
    Ok(manifest.programs().map(|(program, devices)| (program.to_owned(), names(program, devices))).collect())
}

/// Writes the files of all devices, and the data that they share.
///
/// # Errors
/// Every op that has no form in ONNX, or what the system says.
pub fn write(compiled: &Compiled, ops: &Registry, folder: &Path) -> Result<(), Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
    let manifest = &compiled.manifest;
    let mut store = Store::create(folder).map_err(fault)?;
    for (index, (name, program)) in compiled.programs.iter().enumerate() {
        let (inputs, outputs, devices) = ports(manifest, index);
        data::add_weights(&mut store, &inputs, manifest).map_err(fault)?;
        for device in 0..devices {
            let asked = Asked { inputs: &inputs, outputs: &outputs, device, devices, versions: compiled.versions };
            let mut model = device_model(&program.local, &asked, ops)?;
            let graph = model.graph.get_or_insert_default();
            for tensor in &mut graph.initializer {
                store.take(tensor).map_err(fault)?;
            }
            for (tensor, port) in graph.initializer.iter_mut().zip(inputs.iter().filter(|port| is_stored(port))) {
                let range = store.weight(port, device).ok_or_else(|| fault(format!("weight `{}` has no part for device {device}", port.name)))?;
                data::place(tensor, range);
            }
            describe(&mut model, manifest, device);
            let path = folder.join(file_name(name, device));
            std::fs::write(&path, model.encode_to_vec()).map_err(|error| fault(format!("{}: {error}", path.display())))?;
        }
    }
    store.finish().map_err(fault)
}

/// Inputs, outputs and devices of a program. A stage's own ports do not say which are weights: the whole program's do.
fn ports(manifest: &Manifest, program: usize) -> (Vec<Port>, Vec<Port>, usize) {
    let Some(stage) = manifest.stages.get(program) else {
        return (manifest.inputs.clone(), manifest.outputs.clone(), manifest.devices);
    };
    let of = |(port, from): (&Port, &crate::manifest::StageSource)| match *from {
        crate::manifest::StageSource::Input(index) => Port { weight: manifest.inputs[index].weight.clone(), in_step: manifest.inputs[index].in_step, ..port.clone() },
        crate::manifest::StageSource::Result(..) => port.clone(),
    };
    (stage.inputs.iter().zip(&stage.from).map(of).collect(), stage.outputs.clone(), stage.devices.len())
}

/// Which inputs of a program, by its place in the manifest, are tensors of its files.
pub fn stored(manifest: &Manifest, program: usize) -> Vec<bool> {
    ports(manifest, program).0.iter().map(is_stored).collect()
}

/// What a device's model is asked to be.
pub struct Asked<'a> {
    /// Arguments of the program.
    pub inputs: &'a [Port],
    /// Its results.
    pub outputs: &'a [Port],
    /// The device.
    pub device: usize,
    /// How many there are.
    pub devices: usize,
    /// What the model is written for.
    pub versions: Versions,
}

/// The model of one device. The first initializers are the stored inputs, in order, without their elements.
///
/// # Errors
/// Every op that has no form in ONNX.
pub fn device_model(local: &Module, asked: &Asked, ops: &Registry) -> Result<ModelProto, Diagnostics> {
    let own = specialised(local, asked.device as i64, ops)?;
    let mut opset = asked.versions.opset.max(FIRST_OPSET);
    loop {
        let (model, needed) = written(&own, asked, opset)?;
        if needed <= opset {
            return Ok(model);
        }
        opset = needed;
    }
}

/// A whole program for one device as a file's bytes, all its arguments inputs.
///
/// # Errors
/// Every op that has no form in ONNX.
pub fn whole_model(module: &Module, versions: Versions, ops: &Registry) -> Result<Vec<u8>, Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
    let (inputs, outputs) = globals(module, &[])?;
    let manifest = Manifest::new(&Mesh::default(), &inputs, &outputs).map_err(fault)?;
    let asked = Asked { inputs: &manifest.inputs, outputs: &manifest.outputs, device: 0, devices: 1, versions };
    device_model(module, &asked, ops).map(|model| model.encode_to_vec())
}

/// The program of one device: its own number is a constant, and what follows from it is computed.
fn specialised(local: &Module, device: i64, ops: &Registry) -> Result<Module, Diagnostics> {
    let mut own = local.clone();
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
    let constant = row("stablehlo.constant").map_err(fault)?;
    let mut asks = false;
    for func in own.funcs.values_mut() {
        for op in func.walk() {
            if !matches!(func.op(op).info.name, "stablehlo.replica_id" | "stablehlo.partition_id") {
                continue;
            }
            // Programs for N replicas of one partition; those for N partitions say the same of the other number.
            let element = match func.ty(func.result(op)) {
                Type::Tensor(ty) => ty.element,
                Type::Token => ElementType::UI32,
            };
            let data = func.op_mut(op);
            data.info = constant;
            data.attrs = Attrs::new().with("value", Attr::Dense(Literal::ints(element, &[], &[device])));
            asks = true;
        }
    }
    if asks {
        run_alone("canonicalize,fold,cse,dce", &mut own, ops)?;
    }
    Ok(own)
}

/// The model in an operator set, and the least one that it needs.
fn written(local: &Module, asked: &Asked, opset: i64) -> Result<(ModelProto, i64), Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
    let func = local.main().ok_or_else(|| fault("the module has no main function".to_owned()))?;
    let returned = func.terminator(func.body()).map(|end| func.op(end).operands.clone()).unwrap_or_default();
    if asked.inputs.len() != func.args().len() || asked.outputs.len() != returned.len() {
        return Err(fault(format!("the program has {} arguments and {} results, its manifest {} and {}", func.args().len(), returned.len(), asked.inputs.len(), asked.outputs.len())));
    }
    let (inputs, outputs) = port_names(asked);
    let values = func.walk().into_iter().flat_map(|op| func.op(op).results.clone()).filter_map(|value| own_name(func.value(value).name));
    let graph = Graph::new(opset, inputs.iter().chain(&outputs).cloned().chain(values));
    let mut lowering = Lowering::new(graph, func, asked.devices as i64);
    let (mut given, mut weights) = (Vec::new(), Vec::new());
    for ((port, name), &arg) in asked.inputs.iter().zip(&inputs).zip(func.args()) {
        let ty = port.local_type().map_err(fault)?;
        let term = lowering.graph.input(name, ty.clone());
        lowering.bind(arg, Held::whole(term.clone()));
        if is_stored(port) {
            let number = types::data_type(ty.element).map_err(|why| fault(format!("weight `{}`: {why}", port.name)))?;
            weights.push(TensorProto { name: Some(name.clone()), data_type: Some(number), dims: ty.dims.to_vec(), ..TensorProto::default() });
        } else {
            types::data_type(ty.element).map_err(|why| fault(format!("input `{}`: {why}", port.name)))?;
            given.push(term);
        }
    }
    for (&value, name) in returned.iter().zip(&outputs) {
        // A value that is returned twice has the first name; the others are copies.
        if !func.args().contains(&value) {
            lowering.names.entry(value).or_insert_with(|| name.clone());
        }
    }
    lowering.keep_names(&[&inputs[..], &outputs].concat());
    let body = lowering.region(func.body(), &func.args().iter().map(|&arg| lowering.held(arg)).collect::<Result<Vec<_>, _>>().map_err(fault)?)?;
    let mut results = Vec::new();
    for (held, name) in body.iter().zip(&outputs) {
        let full = lowering.graph.full(held).map_err(fault)?;
        if full.name != *name {
            lowering.graph.alias(&full, name);
        }
        results.push(Term { name: name.clone(), ty: full.ty });
    }
    let graph = lowering.graph;
    let needed = graph.needed;
    let set = |domain: &str, version: i64| OperatorSetIdProto { domain: Some(domain.to_owned()), version: Some(version) };
    let domains: Vec<_> = graph.domains.iter().map(|domain| set(domain, collective::VERSION)).collect();
    let model = ModelProto {
        ir_version: Some(asked.versions.ir.max(ir_of(opset))),
        producer_name: Some("shardwright".to_owned()),
        producer_version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        opset_import: [vec![set("", opset)], domains].concat(),
        graph: Some(graph.finish("main", &given, &results, weights)),
        ..ModelProto::default()
    };
    Ok((model, needed))
}

/// Names of the inputs and of the results, each once: several inputs may be one tensor of the model, and a training step's new weights are called as the old ones.
fn port_names(asked: &Asked) -> (Vec<String>, Vec<String>) {
    let mut taken = BTreeSet::new();
    let mut unique = |port: &Port| {
        let names = (1..).map(|count| if count == 1 { port.name.clone() } else { format!("{}.{count}", port.name) });
        let own = names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
        taken.insert(own.clone());
        own
    };
    (asked.inputs.iter().map(&mut unique).collect(), asked.outputs.iter().map(&mut unique).collect())
}

/// Metadata of a model that say whose it is: the device's number, and how many there are.
pub const DEVICE: &str = "shardwright.device";
/// See [`DEVICE`].
pub const DEVICES: &str = "shardwright.devices";

/// Says in the model whose it is.
fn describe(model: &mut ModelProto, manifest: &Manifest, device: usize) {
    let mesh: Vec<String> = manifest.mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
    let entry = |key: &str, value: String| StringStringEntryProto { key: Some(key.to_owned()), value: Some(value) };
    model.metadata_props = vec![
        entry(DEVICE, device.to_string()),
        entry(DEVICES, manifest.devices.to_string()),
        entry("shardwright.mesh", mesh.join(",")),
    ];
}
