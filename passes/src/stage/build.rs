//! Modules of parts of a program, on the mesh of a stage.
//!
//! Invariants: values keep their types, names and shardings; within a stage every device has the same place on the pipeline axes, so shardings leave those out.

use super::cut::STAGE;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::{Attr, Attrs, Diagnostic, Func, Module, OpId, OpState, Sym, Value};

/// What a module is made of.
pub(super) struct Part {
    /// Values that it is given, each with attributes of its argument.
    pub inputs: Vec<(Value, Attrs)>,
    /// Ops, in order.
    pub ops: Vec<OpId>,
    /// Values that it gives.
    pub results: Vec<PartResult>,
}

/// A result of a part.
pub(super) struct PartResult {
    /// The value.
    pub value: Value,
    /// How it lies.
    pub sharding: Option<TensorSharding>,
    /// Attributes of the result.
    pub attrs: Attrs,
}

/// Where the stages of a program lie.
#[derive(Clone, Copy)]
pub struct Lying<'a> {
    /// The whole mesh, and its symbol.
    pub mesh: Option<(Sym, &'a Mesh)>,
    /// Its axes along which the stages lie; none where all stages share all devices.
    pub pipe_axes: &'a [Sym],
}

impl Lying<'_> {
    /// How many places there are along the pipeline axes.
    pub(super) fn places(&self) -> i64 {
        self.pipe_axes.iter().map(|&axis| self.mesh.and_then(|(_, mesh)| mesh.axis_size(axis)).unwrap_or(0)).product()
    }

    /// The mesh of a stage.
    pub(super) fn own_mesh(&self) -> Option<(Sym, Mesh)> {
        let (name, mesh) = self.mesh?;
        Some((name, Mesh { axes: mesh.axes.iter().filter(|axis| !self.pipe_axes.contains(&axis.name)).copied().collect(), device_ids: Vec::new() }))
    }

    /// The devices at one place along the pipeline axes, in the order of the stage's mesh.
    pub(super) fn devices(&self, place: usize) -> Vec<i64> {
        let single = Mesh::default();
        let mesh = self.mesh.map_or(&single, |(_, mesh)| mesh);
        let along: Vec<AxisRef> = self.pipe_axes.iter().map(|&axis| AxisRef::full(axis)).collect();
        let positions = (0..mesh.num_devices()).filter(|&position| along.is_empty() || mesh.shard_index(position, &along) == place as i64);
        positions.map(|position| mesh.device_at(position)).collect()
    }

    /// A sharding as a stage sees it.
    fn on_stage(&self, mut sharding: TensorSharding, of: &dyn Fn() -> String) -> Result<TensorSharding, Diagnostic> {
        let along = |axis: &AxisRef| self.pipe_axes.contains(&axis.name);
        sharding.replicated.retain(|axis| !along(axis));
        let used = || sharding.dims.iter().flat_map(|dim| &dim.axes).chain(&sharding.unreduced);
        if let Some(axis) = used().find(|axis| along(axis)) {
            let message = format!("{} is sharded along `{}`, along which the stages lie", of(), axis.name.as_str());
            return Err(Diagnostic::error(message).help("shard along other axes: a stage has one place on this one"));
        }
        if let Some((_, mesh)) = self.mesh
            && let Some(axis) = used().find(|axis| mesh.axis_size(axis.name).is_none())
        {
            let message = format!("{} is sharded along `{}`, an axis that the mesh of its stage, {mesh}, has not", of(), axis.name.as_str());
            return Err(Diagnostic::error(message).help("a tensor is sent to a mesh that has the axes of its sharding"));
        }
        Ok(sharding)
    }

    /// Attributes of an op that name axes, as a stage sees them.
    fn attrs_on_stage(&self, func: &Func, op: OpId) -> Result<Vec<(Sym, Attr)>, Diagnostic> {
        let of = || func.op(op).info.name.to_owned();
        let mut own = Vec::new();
        for (name, attr) in func.op(op).attrs.iter() {
            own.push((name, match attr {
                Attr::Sharding(sharding) => Attr::Sharding(Box::new(self.on_stage(TensorSharding::clone(sharding), &of)?)),
                Attr::Shardings(list) => Attr::Shardings(list.iter().map(|sharding| self.on_stage(sharding.clone(), &of)).collect::<Result<_, _>>()?),
                Attr::Axes(axes) => Attr::Axes(axes.iter().filter(|axis| !self.pipe_axes.contains(&axis.name)).cloned().collect()),
                _ => continue,
            }));
        }
        Ok(own)
    }

    /// Makes the module of a part of `func`, which is the main function of `source` or made from it.
    ///
    /// # Errors
    /// Where an op reads what the part has not.
    pub(super) fn module(&self, source: &Module, func: &Func, part: &Part) -> Result<Module, Diagnostic> {
        let mut target = Func::new(Sym::new("main"));
        let mut map = ValueMap::new();
        for (value, attrs) in &part.inputs {
            let arg = target.add_arg(func.ty(*value).clone());
            target.value_mut(arg).sharding = func.sharding(*value).cloned();
            target.value_mut(arg).name = func.value(*value).name;
            if let Some(last) = target.arg_attrs.last_mut() {
                *last = attrs.clone();
            }
            map[*value] = Some(arg);
        }
        let region = target.body();
        for &op in &part.ops {
            let copy = copy_op(&mut target, func, op, &mut map).map_err(Diagnostic::error)?;
            target.op_mut(copy).attrs.remove(STAGE);
            target.place_last(region, copy);
        }
        for op in target.walk() {
            for (name, attr) in self.attrs_on_stage(&target, op)? {
                target.op_mut(op).attrs.set(name, attr);
            }
        }
        let results: Option<Vec<Value>> = part.results.iter().map(|result| map[result.value]).collect();
        let results = results.ok_or_else(|| Diagnostic::error("a part of the program returns a value that it lacks"))?;
        target.set_results(part.results.iter().map(|result| func.ty(result.value).clone()).collect());
        for (index, result) in part.results.iter().enumerate() {
            target.result_shardings[index] = result.sharding.clone();
            target.result_attrs[index] = result.attrs.clone();
        }
        let end = func.terminator(func.body()).ok_or_else(|| Diagnostic::error("@main has no return"))?;
        target.append(region, OpState::new(func.op(end).info, &results, Vec::new()));
        let made = target.walk().into_iter().flat_map(|op| target.op(op).results.clone());
        let args = target.region_ids().flat_map(|region| target.region(region).args.clone());
        let values: Vec<Value> = args.chain(made).collect();
        for value in values {
            if let Some(sharding) = target.sharding(value).cloned() {
                let own = self.on_stage(sharding, &|| called(&target, value))?;
                target.set_sharding(value, Some(own));
            }
        }
        for (index, &value) in results.iter().enumerate() {
            if let Some(sharding) = target.result_shardings[index].take() {
                target.result_shardings[index] = Some(self.on_stage(sharding, &|| called(&target, value))?);
            }
        }
        let mut module = Module { name: source.name, attrs: source.attrs.clone(), ..Module::default() };
        module.meshes.extend(self.own_mesh());
        module.funcs.insert(target.name, target);
        for other in source.funcs.values().filter(|other| source.main().is_none_or(|main| main.name != other.name)) {
            module.funcs.insert(other.name, other.clone());
        }
        Ok(module)
    }
}

/// What a value is called in messages.
fn called(func: &Func, value: Value) -> String {
    match (func.value(value).name, func.defining_op(value)) {
        (Some(name), _) => format!("`{}`", name.as_str()),
        (None, Some(op)) => format!("what {} gives", func.op(op).info.name),
        (None, None) => format!("an argument of type {}", func.ty(value)),
    }
}
