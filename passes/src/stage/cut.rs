//! Stages by the user's marks: each op of `@main` that carries [`STAGE`] goes to that stage, and the program
//! becomes one module a stage.
//!
//! Invariants: every op is placed exactly once, constants aside, which are copied to each stage that uses
//! them; a stage reads only arguments of the program and results of earlier stages (a mark that would need
//! a later one is an error that names the op); values that cross keep their types and names. Stage modules
//! live on the mesh without the axes along which the stages lie; device `i` of a stage is the i-th device
//! of the whole mesh whose coordinates on those axes, row-major, are the stage's number.

use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, Module, OpId, OpState, Sym, Value};
use std::collections::BTreeMap;

/// The attribute of an op that says its stage, from 0.
pub const STAGE: &str = "shardwright.stage";

/// One stage of a program.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its global program: arguments are `inputs`, results are `outputs`.
    pub module: Module,
    /// Logical ids of its devices in the order of its own mesh.
    pub devices: Vec<i64>,
    /// Where each argument comes from.
    pub inputs: Vec<StageInput>,
    /// Positions in the program's results that each result is; empty for one that only later stages read.
    pub outputs: Vec<Vec<usize>>,
}

/// Where an argument of a stage comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageInput {
    /// Argument of the program.
    Arg(usize),
    /// A result of an earlier stage.
    Result {
        /// The stage.
        stage: usize,
        /// Which of its results.
        index: usize,
    },
}

/// Whether any op of `@main` is marked.
pub fn is_marked(module: &Module) -> bool {
    module.main().is_some_and(|func| func.region(func.body()).ops.iter().any(|&op| func.op(op).attrs.get(STAGE).is_some()))
}

/// Cuts the program. `pipe_axes` are the mesh axes along which the stages lie; their sizes multiply to the
/// number of stages, or there are none and all stages share all devices.
pub fn cut(module: &Module, pipe_axes: &[Sym]) -> Result<Vec<Stage>, Diagnostics> {
    let func = module.main().ok_or_else(|| Diagnostic::error("module has no @main to cut"))?;
    let placed = place(func)?;
    let count = placed.last_stage as usize + 1;
    let (mesh_name, mesh) = match module.main_mesh() {
        Some((name, mesh)) => (Some(name), mesh.clone()),
        None => (None, Mesh::default()),
    };
    let along: i64 = pipe_axes.iter().map(|&axis| mesh.axis_size(axis).unwrap_or(0)).product();
    if !pipe_axes.is_empty() && along != count as i64 {
        return Err(Diagnostic::error(format!("{count} stages on mesh axes of {along} positions"))
            .help("mark as many stages as the pipeline axes have positions")
            .into());
    }
    let mut stages: Vec<Stage> = Vec::new();
    let mut exported: SecondaryMap<Value, Option<(usize, usize)>> = SecondaryMap::new();
    for stage in 0..count {
        let built = build(module, func, &placed, stage, pipe_axes, (mesh_name, &mesh), &mut exported)?;
        stages.push(built);
    }
    Ok(stages)
}

/// Which stage every op belongs to.
struct Placed {
    stage_of: BTreeMap<OpId, i64>,
    /// The last stage that reads each value.
    last_reader: SecondaryMap<Value, i64>,
    last_stage: i64,
}

fn place(func: &Func) -> Result<Placed, Diagnostics> {
    let mut stage_of = BTreeMap::new();
    let mut faults = Diagnostics::default();
    let mut last_stage = 0;
    let mut last_reader = SecondaryMap::<Value, i64>::new();
    for &op in &func.region(func.body()).ops {
        let data = func.op(op);
        if data.info.is_terminator() || data.info.is_constant() {
            continue;
        }
        let needs = inputs_of(func, op).iter().filter_map(|&value| stage_of.get(&func.defining_op(value)?)).copied().max();
        let earliest = needs.unwrap_or(0);
        let stage = match data.attrs.get(STAGE).map(|mark| mark.as_int()) {
            None => earliest,
            Some(Some(mark)) if (0..1 << 20).contains(&mark) => mark,
            Some(_) => {
                faults.push(Diagnostic::error(format!("{}: `{STAGE}` must be an integer from 0", data.info.name)).at(data.span));
                continue;
            }
        };
        if stage < earliest {
            faults.push(
                Diagnostic::error(format!("{} is marked for stage {stage} but reads a value of stage {earliest}", data.info.name))
                    .at(data.span)
                    .in_loc(&data.loc)
                    .help("a stage reads only earlier stages: move the mark of this op, or of those that it reads"),
            );
        }
        last_stage = last_stage.max(stage);
        for value in inputs_of(func, op) {
            last_reader[value] = last_reader[value].max(stage);
        }
        stage_of.insert(op, stage);
    }
    if faults.has_errors() { Err(faults) } else { Ok(Placed { stage_of, last_reader, last_stage }) }
}

#[expect(clippy::too_many_arguments, reason = "one step of `cut`, split off for length only")]
fn build(
    module: &Module,
    func: &Func,
    placed: &Placed,
    stage: usize,
    pipe_axes: &[Sym],
    (mesh_name, mesh): (Option<Sym>, &Mesh),
    exported: &mut SecondaryMap<Value, Option<(usize, usize)>>,
) -> Result<Stage, Diagnostics> {
    let body = &func.region(func.body()).ops;
    let own: Vec<OpId> = body.iter().copied().filter(|op| placed.stage_of.get(op) == Some(&(stage as i64))).collect();
    let mut target = Func::new(Sym::new("main"));
    let mut map = ValueMap::new();
    let mut inputs = Vec::new();
    let mut constants = Vec::new();
    let returned = returned_by(func);
    let passed_through = returned.iter().copied().filter(|&value| stage == 0 && func.defining_op(value).is_none_or(|op| func.op(op).info.is_constant()));
    let needed: Vec<Value> = own.iter().flat_map(|&op| inputs_of(func, op)).chain(passed_through.clone()).collect();
    for value in needed {
        if map[value].is_some() {
            continue;
        }
        let input = match func.defining_op(value) {
            None => StageInput::Arg(func.args().iter().position(|&arg| arg == value).unwrap_or_default()),
            Some(op) if func.op(op).info.is_constant() => {
                if !constants.contains(&op) {
                    constants.push(op);
                }
                continue;
            }
            Some(_) => match exported[value] {
                Some((stage, index)) => StageInput::Result { stage, index },
                None => continue,
            },
        };
        let arg = target.add_arg(func.ty(value).clone());
        target.value_mut(arg).sharding = func.sharding(value).cloned();
        target.value_mut(arg).name = func.value(value).name;
        map[value] = Some(arg);
        inputs.push(input);
    }
    let region = target.body();
    for op in constants.into_iter().chain(own.iter().copied()) {
        let copy = copy_op(&mut target, func, op, &mut map).map_err(Diagnostic::error)?;
        target.op_mut(copy).attrs.remove(STAGE);
        target.place_last(region, copy);
    }
    // What leaves: values that other stages read, and results of the program.
    let produced: Vec<Value> = own.iter().flat_map(|&op| func.op(op).results.clone()).chain(passed_through).collect();
    let mut leaving: Vec<Value> = Vec::new();
    for value in produced {
        let read_later = placed.last_reader[value] > stage as i64;
        if (read_later || returned.contains(&value)) && !leaving.contains(&value) {
            leaving.push(value);
        }
    }
    let mut outputs = Vec::new();
    let mut results = Vec::new();
    for (index, &value) in leaving.iter().enumerate() {
        exported[value] = Some((stage, index));
        outputs.push(returned.iter().enumerate().filter(|&(_, &result)| result == value).map(|(position, _)| position).collect::<Vec<_>>());
        results.push(map[value].ok_or_else(|| Diagnostic::error("a stage returns a value that it lacks"))?);
    }
    target.set_results(leaving.iter().map(|&value| func.ty(value).clone()).collect());
    for (index, &value) in leaving.iter().enumerate() {
        let declared = outputs[index].first().and_then(|&position: &usize| func.result_shardings[position].clone());
        target.result_shardings[index] = declared.or_else(|| func.sharding(value).cloned());
    }
    let ret = body.last().ok_or_else(|| Diagnostic::error("@main has no return"))?;
    target.append(region, OpState::new(func.op(*ret).info, &results, Vec::new()));
    let (own_mesh, devices) = stage_devices(mesh, pipe_axes, stage);
    for value in values_of(&target) {
        let sharding = target.sharding(value).cloned();
        target.set_sharding(value, sharding.map(|sharding| without_axes(sharding, pipe_axes)));
    }
    for sharding in target.result_shardings.iter_mut().flatten() {
        *sharding = without_axes(sharding.clone(), pipe_axes);
    }
    let mut result = Module { name: module.name, attrs: module.attrs.clone(), ..Module::default() };
    if let Some(name) = mesh_name {
        result.meshes.insert(name, own_mesh);
    }
    result.funcs.insert(target.name, target);
    for other in module.funcs.values().filter(|other| other.name != func.name) {
        result.funcs.insert(other.name, other.clone());
    }
    Ok(Stage { module: result, devices, inputs, outputs })
}

/// The mesh without the pipeline axes, and the devices of `stage` in its order.
fn stage_devices(mesh: &Mesh, pipe_axes: &[Sym], stage: usize) -> (Mesh, Vec<i64>) {
    let along: Vec<AxisRef> = pipe_axes.iter().map(|&axis| AxisRef::full(axis)).collect();
    let own = Mesh { axes: mesh.axes.iter().filter(|axis| !pipe_axes.contains(&axis.name)).copied().collect(), device_ids: Vec::new() };
    let positions = (0..mesh.num_devices()).filter(|&position| along.is_empty() || mesh.shard_index(position, &along) == stage as i64);
    (own, positions.map(|position| mesh.device_at(position)).collect())
}

/// The sharding as the stage sees it: within a stage every device has the same place on the pipeline axes.
fn without_axes(mut sharding: TensorSharding, pipe_axes: &[Sym]) -> TensorSharding {
    let keep = |axis: &AxisRef| !pipe_axes.contains(&axis.name);
    for dim in &mut sharding.dims {
        dim.axes.retain(keep);
    }
    sharding.replicated.retain(keep);
    sharding.unreduced.retain(keep);
    sharding
}

/// Operands of an op and the values that its regions read from outside.
fn inputs_of(func: &Func, op: OpId) -> Vec<Value> {
    let mut inputs = func.op(op).operands.clone();
    let mut stack: Vec<OpId> = func.op(op).regions.iter().flat_map(|&region| func.region(region).ops.clone()).collect();
    let mut inside: Vec<Value> = func.op(op).regions.iter().flat_map(|&region| func.region(region).args.clone()).collect();
    let mut read = Vec::new();
    while let Some(inner) = stack.pop() {
        let data = func.op(inner);
        read.extend(data.operands.iter().copied());
        inside.extend(data.results.iter().copied());
        for &region in &data.regions {
            inside.extend(func.region(region).args.iter().copied());
            stack.extend(func.region(region).ops.iter().copied());
        }
    }
    inputs.extend(read.into_iter().filter(|value| !inside.contains(value)));
    inputs
}

fn returned_by(func: &Func) -> Vec<Value> {
    func.terminator(func.body()).map(|op| func.op(op).operands.clone()).unwrap_or_default()
}

fn values_of(func: &Func) -> Vec<Value> {
    let results = func.walk().into_iter().flat_map(|op| func.op(op).results.clone());
    func.args().iter().copied().chain(results).collect()
}

/// Marks an op for a stage.
pub fn mark(func: &mut Func, op: OpId, stage: i64) {
    func.op_mut(op).attrs.set(STAGE, Attr::i64(stage));
}
