//! The sharding of every tensor of a model, from the programs that a compile made of it.
//!
//! A compile cleans its program: tensors are folded, merged and moved. So the model is imported again, values that are still called what the model calls
//! them get the shardings of the compiled program, and propagation gives the others theirs. Invariants: a tensor has a sharding here only where all
//! values that it is (a loop's body is lowered once a trip) have the same; what a node reads differently from how the tensor lies is kept with the node.

use super::Lost;
use super::spec::Placed;
use crate::annotate::MESH_NAME;
use crate::driver::{CompileOptions, Compiled, Program};
use crate::front::onnx::bodies::{Bodies, MAIN, TensorId};
use crate::front::onnx::{ImportOptions, Imported, import};
use crate::pipelines::pass_registry;
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::types::TensorType;
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, Loc, Registry, Sym, Value};
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_passes::names::{Target, named_values};
use shardwright_passes::stage::pieces::Phase;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

/// One stage of the compiled program, or all of it.
pub struct Part<'c> {
    /// Its number; `None` where the program has no stages.
    pub stage: Option<i64>,
    /// Where it runs.
    pub placed: Placed,
    program: &'c Program,
}

/// The stages in order. Of a program in pieces, those that run forward.
///
/// # Errors
/// Where a stage has no devices, which no compile makes.
pub fn parts(compiled: &Compiled) -> Result<Vec<Part<'_>>, Diagnostic> {
    let manifest = &compiled.manifest;
    let mut parts = Vec::new();
    for (index, (_, program)) in compiled.programs.iter().enumerate() {
        let mesh = program.annotated.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
        let (stage, devices) = match (manifest.stages.get(index), manifest.pieces.get(index), &manifest.schedule) {
            (Some(stage), ..) => (Some(index as i64), stage.devices.clone()),
            (None, Some(piece), Some(schedule)) if piece.phase == Phase::Forward => {
                let rank = schedule.stages.get(piece.stage).and_then(|place| schedule.ranks.get(place.rank));
                let rank = rank.ok_or_else(|| Diagnostic::error(format!("stage {} has no rank", piece.stage)))?;
                (Some(piece.stage as i64), rank.clone())
            }
            (None, Some(_), _) => continue,
            (None, None, _) => (None, (0..mesh.num_devices()).map(|position| mesh.device_at(position)).collect()),
        };
        parts.push(Part { stage, placed: Placed { mesh, devices }, program });
    }
    Ok(parts)
}

impl Part<'_> {
    fn mesh_name(&self) -> Sym {
        self.program.annotated.main_mesh().map_or_else(|| Sym::new(MESH_NAME), |(name, _)| name)
    }
}

/// How a value lies once propagation is done: what has no sharding then is whole on every device.
fn lies(func: &Func, value: Value, mesh: Sym) -> TensorSharding {
    let whole = || TensorSharding::fully_replicated(mesh, func.tensor_type(value).rank());
    func.sharding(value).map_or_else(whole, TensorSharding::closed)
}

/// How the tensors of a model lie.
pub struct Tensors {
    /// The model as it was imported for this, a sharding on every value.
    pub imported: Imported,
    /// Tensors that lie in one way.
    own: HashMap<TensorId, TensorSharding>,
    /// How nodes read tensors that lie otherwise, by the name of the node's location and of the tensor.
    read: BTreeMap<(String, String), TensorSharding>,
    /// The same for all nodes of a stage.
    at_stage: BTreeMap<(i64, String), TensorSharding>,
    /// Stages of nodes, by the name of their location.
    stages: BTreeMap<String, BTreeSet<i64>>,
    /// What could not be said of tensors.
    pub lost: Vec<Lost>,
}

/// Finds the sharding of every tensor of the model at `path`.
///
/// # Errors
/// Where the model cannot be imported, or propagation fails on it.
pub fn tensors(path: &Path, options: &CompileOptions, parts: &[Part], ops: &Registry) -> Result<Tensors, Diagnostics> {
    let imported = import(path, &ImportOptions { annotations: false, ..options.import()? })?;
    let mut found = Tensors { imported, own: HashMap::new(), read: BTreeMap::new(), at_stage: BTreeMap::new(), stages: BTreeMap::new(), lost: Vec::new() };
    let mut named: HashMap<String, Vec<(TensorType, TensorSharding)>> = HashMap::new();
    let mut given: HashMap<String, Vec<(TensorType, TensorSharding)>> = HashMap::new();
    for part in parts {
        let Some(func) = part.program.annotated.main() else { continue };
        for (name, target) in named_values(func) {
            let Target::Value(value) = target else { continue };
            let of = lies(func, value, part.mesh_name());
            if let Some(stage) = part.stage.filter(|_| func.defining_op(value).is_none()) {
                found.at_stage.insert((stage, name.clone()), of.clone());
            }
            if func.sharding(value).is_none() {
                continue;
            }
            let one = (func.tensor_type(value).clone(), of);
            if func.defining_op(value).is_some() {
                named.entry(name).or_default().push(one);
            } else {
                given.entry(name).or_insert_with(|| vec![one]);
            }
        }
        found.constraints(func);
        if let Some(stage) = part.stage {
            found.note_stages(func, stage);
        }
    }
    // What an op of some stage makes lies as it does there; the rest are inputs and weights, which lie as the first stage that reads them has them.
    for (name, values) in given {
        named.entry(name).or_insert(values);
    }
    found.seed(&named, parts);
    let policy = if options.shardy_policy { "shardy" } else { "cost" };
    let pipeline = Pipeline::parse(&format!("shard{{policy={policy}}}"), &pass_registry()).map_err(Diagnostic::error)?;
    let run = RunOptions { machine: options.machine.clone(), ..options.run.clone() };
    run_pipeline(&pipeline, &mut found.imported.module, ops, &run, &mut [])?;
    found.settle();
    Ok(found)
}

impl Tensors {
    /// What constraints say of single uses.
    fn constraints(&mut self, func: &Func) {
        let uses = func.uses();
        for op in func.walk() {
            let data = func.op(op);
            let (Some(Attr::Sharding(sharding)), "sdy.sharding_constraint") = (data.attrs.get("sharding"), data.info.name) else { continue };
            let (operand, result) = (data.operands[0], data.results[0]);
            let Some(name) = func.value(operand).name else { continue };
            if func.sharding(operand).is_some_and(|own| own.same_placement(sharding)) {
                continue;
            }
            for &(user, _) in &uses[result] {
                if let Some(node) = node_of(&func.op(user).loc) {
                    self.read.insert((node.to_owned(), name.as_str().to_owned()), sharding.closed());
                }
            }
        }
    }

    fn note_stages(&mut self, func: &Func, stage: i64) {
        for op in func.walk() {
            // Constants and what follows from them are copied to each stage that reads them.
            if let Some(node) = node_of(&func.op(op).loc).filter(|_| !func.op(op).operands.is_empty()) {
                self.stages.entry(node.to_owned()).or_default().insert(stage);
            }
        }
    }

    /// Gives the values of the import the shardings of those of the same names.
    fn seed(&mut self, named: &HashMap<String, Vec<(TensorType, TensorSharding)>>, parts: &[Part]) {
        let module = &mut self.imported.module;
        let Some((mesh_name, mesh)) = parts.iter().find_map(|part| part.program.annotated.main_mesh().map(|(name, mesh)| (name, mesh.clone()))) else { return };
        module.meshes.insert(mesh_name, mesh);
        let Some(func) = module.main_mut() else { return };
        let mut own: HashMap<String, Vec<Value>> = HashMap::new();
        for (name, target) in named_values(func) {
            if let Target::Value(value) = target {
                own.entry(name).or_default().push(value);
            }
        }
        for (name, values) in own {
            let Some(known) = named.get(&name).filter(|known| known.len() == values.len()) else { continue };
            if values.iter().zip(known).all(|(&value, (ty, _))| func.tensor_type(value) == ty) {
                for (value, (_, sharding)) in values.into_iter().zip(known) {
                    func.set_sharding(value, Some(TensorSharding { mesh: mesh_name, ..sharding.clone() }));
                }
            }
        }
    }

    /// Reads the shardings of all tensors off the import.
    fn settle(&mut self) {
        let Some((mesh_name, _)) = self.imported.module.main_mesh() else { return };
        let Some(func) = self.imported.module.main() else { return };
        let mut differ = Lost::new("tensors that lie differently each time that their body runs");
        let mut partial = Lost::new("partial sums: tensors whose parts are added up later");
        for (tensor, values) in &self.imported.values {
            let mut shardings = values.iter().map(|&value| lies(func, value, mesh_name));
            let Some(first) = shardings.next() else { continue };
            if !shardings.all(|other| other.same_placement(&first)) {
                differ.add(&tensor.1);
            } else if !first.unreduced.is_empty() {
                partial.add(&tensor.1);
            } else {
                self.own.insert(tensor.clone(), first);
            }
        }
        self.lost.extend([differ, partial]);
    }

    /// How a node of a body reads or makes a tensor, where that is known. `stage` is the node's.
    pub fn at(&self, bodies: &Bodies, (body, index): (usize, usize), name: &str, stage: Option<i64>) -> Option<&TensorSharding> {
        let tensor = (bodies.definer(body, name)?, name.to_owned());
        let own = self.own.get(&tensor)?;
        let node = &bodies.bodies[body].nodes[index];
        if node.output.iter().any(|output| output == name) {
            return Some(own);
        }
        let key = (location(bodies, (body, index)), tensor.1);
        if let Some(read) = self.read.get(&key) {
            return Some(read);
        }
        stage.and_then(|stage| self.at_stage.get(&(stage, key.1))).filter(|_| tensor.0 == MAIN).or(Some(own))
    }

    /// The stage of a node of the main graph: the one that its ops are in; where there are none, the last of those that it reads from. `None` where it reads
    /// from none: what it computes is known when compiling.
    pub fn stage(&self, bodies: &Bodies, index: usize, of: &HashMap<&str, i64>) -> Result<Option<i64>, BTreeSet<i64>> {
        let node = &bodies.bodies[MAIN].nodes[index];
        match self.stages.get(&location(bodies, (MAIN, index))) {
            Some(stages) if stages.len() == 1 => Ok(stages.first().copied()),
            Some(stages) => Err(stages.clone()),
            None => Ok(node.input.iter().filter_map(|input| of.get(input.as_str()).copied()).max()),
        }
    }

    /// The type of a tensor that is a value.
    pub fn ty(&self, tensor: &TensorId) -> Option<&TensorType> {
        let func = self.imported.module.main()?;
        self.imported.values.get(tensor)?.first().map(|&value| func.tensor_type(value))
    }

    /// Values that are sharded but no tensor of the model, being inside what a node expands to: how many, by the name of the node's location.
    pub fn inside(&self) -> BTreeMap<String, usize> {
        let mut found = BTreeMap::new();
        let Some(func) = self.imported.module.main() else { return found };
        let tensors: HashSet<Value> = self.imported.values.values().flatten().copied().collect();
        for op in func.walk() {
            let data = func.op(op);
            let sharded = data.results.iter().filter(|value| !tensors.contains(value) && func.sharding(**value).is_some_and(|sharding| !sharding.is_replicated()));
            let count = sharded.count();
            if let Some(node) = node_of(&data.loc).filter(|_| count > 0) {
                *found.entry(node.to_owned()).or_default() += count;
            }
        }
        found
    }

}

/// The name of an op's location, which is its node's.
fn node_of(loc: &Loc) -> Option<&str> {
    match loc {
        Loc::Name(name, _) => Some(name.as_str()),
        _ => None,
    }
}

/// What ops of a node are located at: the node's name, its first output where it has none; in a function, the call's.
pub fn location(bodies: &Bodies, (body, index): (usize, usize)) -> String {
    let node = &bodies.bodies[body].nodes[index];
    match node.name() {
        "" => node.output.first().map_or(node.op_type(), String::as_str).to_owned(),
        name => name.to_owned(),
    }
}
