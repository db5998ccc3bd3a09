//! `localize`: the program of one device.
//!
//! After it: types are those of one device's shards, collectives are StableHLO's with groups of device ids (`num_replicas` =
//! number of devices, `stablehlo.replica_id` the device), no `sdy` op is left. The module must come from `reshard` and
//! `collectives`. Invariants: padding of unevenly sharded dimensions holds unspecified elements, and never reaches an element
//! that is not padding: it is replaced by the neutral element wherever elements are combined along such a dimension.

use super::attrs;
use super::factors::{dim_axes, project};
use super::lower::{self, Placed};
use crate::analysis::rules::RuleTable;
use crate::manager::{Changed, Options, Pass, PassCtx, PassInfo};
use crate::provenance::is_collective;
use indexmap::IndexMap;
use shardwright_dialects::local;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::op::{LocalOp, Localize};
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ShardingRule, TensorSharding};
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, OpState, Region, Sym, TensorType, Type, Value};
use std::sync::Arc;

/// Attribute of an argument or result of a local program: its type in the global program.
pub const GLOBAL_TYPE: &str = "shardwright.global_type";
/// Attribute of an argument or result of a local program: how the global tensor lies on the mesh.
pub const GLOBAL_SHARDING: &str = "shardwright.sharding";

/// The pass's row.
pub static LOCALIZE: PassInfo = PassInfo {
    name: "localize",
    summary: "rewrites the program to one device's shapes, collectives to groups of device ids",
    options: &[],
    build: |_: &Options| Ok(Box::new(LocalizePass)),
};

struct LocalizePass;

impl Pass for LocalizePass {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let partitioned = localize(module)?;
        for (name, made) in &partitioned.made {
            ctx.provenance.rebuilt(&module.funcs[name], made);
        }
        let meshes = std::mem::take(&mut module.meshes);
        let mesh_attrs = std::mem::take(&mut module.mesh_attrs);
        *module = partitioned.module;
        (module.meshes, module.mesh_attrs) = (meshes, mesh_attrs);
        if let Some(func) = module.main_mut() {
            let record = |attrs: &mut Vec<Attrs>, layouts: &[(TensorType, TensorSharding)]| {
                for (attrs, (ty, sharding)) in attrs.iter_mut().zip(layouts) {
                    attrs.set(GLOBAL_TYPE, Attr::Type(Type::Tensor(ty.clone())));
                    attrs.set(GLOBAL_SHARDING, Attr::Sharding(Box::new(sharding.clone())));
                }
            };
            record(&mut func.arg_attrs, &partitioned.args);
            record(&mut func.result_attrs, &partitioned.results);
        }
        Ok(Changed::Yes)
    }
}

/// A program of one device, and how the global program's tensors lie on the devices.
#[derive(Clone, Debug)]
pub struct Partitioned {
    /// The program that every device runs.
    pub module: Module,
    /// The devices. Without axes: one device.
    pub mesh: Mesh,
    /// Global type and sharding of each argument.
    pub args: Vec<(TensorType, TensorSharding)>,
    /// Global type and sharding of each result.
    pub results: Vec<(TensorType, TensorSharding)>,
    /// By function: its collectives, each with the op of the global program that it was made for.
    pub made: IndexMap<Sym, Vec<(OpId, OpId)>>,
}

/// Builds the per-device program of a module in which all tensors agree and all reshards are collectives. Errors name the op that
/// stands in the way.
pub fn localize(module: &Module) -> Result<Partitioned, Diagnostics> {
    let (mesh_name, mesh) = module.main_mesh().map_or_else(|| (Sym::new("mesh"), Mesh::default()), |(name, mesh)| (name, mesh.clone()));
    let mut local = Module { name: module.name, attrs: module.attrs.clone(), ..Module::default() };
    for name in ["mhlo.num_partitions", "mhlo.num_replicas"] {
        let count = if name.ends_with("replicas") { mesh.num_devices() } else { 1 };
        if local.attrs.get(name).is_some() || count > 1 {
            local.attrs.set(name, Attr::Int(count, ElementType::I32));
        }
    }
    let mut layouts = (Vec::new(), Vec::new());
    let mut made = IndexMap::new();
    let main = module.main().map(|func| func.name);
    for (name, func) in &module.funcs {
        let mut work = Work { source: func, target: Func::new(*name), map: ValueMap::new(), rules: RuleTable::new(func), meshes: &module.meshes, mesh_name, mesh: &mesh, manual: Vec::new(), made: Vec::new(), noted: SecondaryMap::new() };
        let (args, results) = work.function()?;
        local.funcs.insert(*name, work.target);
        made.insert(*name, work.made);
        if Some(*name) == main {
            layouts = (args, results);
        }
    }
    Ok(Partitioned { module: local, mesh, args: layouts.0, results: layouts.1, made })
}

type Layout = Vec<(TensorType, TensorSharding)>;

struct Work<'a> {
    source: &'a Func,
    target: Func,
    map: ValueMap,
    rules: RuleTable,
    meshes: &'a IndexMap<Sym, Mesh>,
    mesh_name: Sym,
    mesh: &'a Mesh,
    manual: Vec<Sym>,
    /// Collectives with the ops that they were made for.
    made: Vec<(OpId, OpId)>,
    noted: SecondaryMap<OpId, bool>,
}

impl<'a> Work<'a> {
    fn function(&mut self) -> Result<(Layout, Layout), Diagnostics> {
        let source = self.source;
        let body = self.target.body();
        let mut args = Vec::new();
        for (index, &arg) in source.args().iter().enumerate() {
            let local = self.target.add_arg(self.local_type(arg));
            self.target.value_mut(local).name = source.value(arg).name;
            self.target.arg_attrs[index] = source.arg_attrs.get(index).map(without_sdy).unwrap_or_default();
            self.map[arg] = Some(local);
            if let Some(ty) = source.ty(arg).as_tensor() {
                args.push((ty.clone(), self.sharding(arg)));
            }
        }
        let mut results = Vec::new();
        let mut types = Vec::new();
        for (index, ty) in source.result_types.iter().enumerate() {
            let Some(tensor) = ty.as_tensor() else {
                types.push(ty.clone());
                continue;
            };
            let declared = source.result_shardings.get(index).cloned().flatten();
            let sharding = declared.unwrap_or_else(|| TensorSharding::fully_replicated(self.mesh_name, tensor.rank()));
            types.push(sharding.local_type(tensor, self.mesh_of(&sharding)).into());
            results.push((tensor.clone(), sharding));
        }
        self.target.set_results(types);
        self.target.result_attrs = source.result_attrs.iter().map(without_sdy).collect();
        self.target.private = source.private;
        self.target.attrs = without_sdy(&source.attrs);
        self.target.loc = source.loc.clone();
        self.target.span = source.span;
        self.ops(source.body(), body)?;
        Ok((args, results))
    }

    /// Localizes the ops of `from` to the end of `to`.
    fn ops(&mut self, from: Region, to: Region) -> Result<(), Diagnostics> {
        for &op in &self.source.region(from).ops {
            self.op(op, to).map_err(|why| match why {
                Fault::Text(why) => {
                    let data = self.source.op(op);
                    let error = Diagnostic::error(format!("{} cannot be localized: {why}", data.info.name));
                    Diagnostics::from(error.at(data.span).in_loc(&data.loc))
                }
                Fault::Found(found) => found,
            })?;
        }
        Ok(())
    }

    /// Localizes an op and notes which collectives that made.
    fn op(&mut self, op: OpId, to: Region) -> Result<(), Fault> {
        let before = self.target.region(to).ops.len();
        self.local_form(op, to)?;
        for index in before..self.target.region(to).ops.len() {
            let new = self.target.region(to).ops[index];
            if is_collective(self.target.op(new).info.name) && !std::mem::replace(&mut self.noted[new], true) {
                self.made.push((new, op));
            }
        }
        Ok(())
    }

    fn local_form(&mut self, op: OpId, to: Region) -> Result<(), Fault> {
        let data = self.source.op(op);
        match data.info.name {
            "sdy.manual_computation" => self.manual_computation(op, to),
            "stablehlo.while" | "stablehlo.case" | "stablehlo.if" | "stablehlo.optimization_barrier" => self.carrier(op, to),
            "sdy.all_gather" | "sdy.all_slice" | "sdy.all_to_all" | "sdy.collective_permute" | "sdy.all_reduce" | "sdy.reduce_scatter" | "sdy.replicated_to_unreduced" => {
                self.collective(op, to)
            }
            "sdy.reshard" | "sdy.sharding_constraint" => Err("run `reshard` and `collectives` first".to_string().into()),
            _ if data.info.is_terminator() => self.same(op, to, data.attrs.clone(), &self.operands(op)?, data.regions.len()),
            _ if data.operands.iter().chain(&data.results).all(|&value| self.is_whole(value)) => {
                let new = copy_op(&mut self.target, self.source, op, &mut self.map)?;
                self.target.place_last(to, new);
                for &result in &self.target.op(new).results.clone() {
                    self.target.set_sharding(result, None);
                }
                self.target.op_mut(new).attrs = without_sdy(&data.attrs);
                Ok(())
            }
            _ => self.by_rule(op, to),
        }
    }

    fn by_rule(&mut self, op: OpId, to: Region) -> Result<(), Fault> {
        let source = self.source;
        let view = source.view(op);
        let data = view.data();
        let rule = match self.rules.of(op) {
            Some(rule) => rule.clone(),
            // A constant or an iota: any sharding will do.
            None if data.operands.is_empty() => {
                let ranks: Vec<usize> = view.result_types().iter().map(TensorType::rank).collect();
                Arc::new(ShardingRule::with_ranks(&[], &ranks))
            }
            None => return Err("it has no sharding rule, but its tensors are sharded: run `reshard` first".into()),
        };
        let shardings: Vec<TensorSharding> = data.operands.iter().chain(&data.results).map(|&value| self.sharding(value)).collect();
        let (operands, results) = shardings.split_at(data.operands.len());
        let mesh = shardings.iter().find(|sharding| !sharding.is_replicated()).map_or(self.mesh, |sharding| self.mesh_of(sharding));
        let factor_axes = factor_axes(&rule, &shardings, mesh)?;
        let local = LocalOp { global: view, mesh, rule: &rule, factor_axes: &factor_axes, operands, results };
        let mut values = self.operands(op)?;
        self.mask(&local, to, &mut values)?;
        match data.info.localize {
            Localize::Same => self.same(op, to, data.attrs.clone(), &values, 0),
            Localize::Attrs(adapt) => {
                let mut attrs = data.attrs.clone();
                adapt(&local, &mut attrs);
                self.same(op, to, attrs, &values, 0)
            }
            Localize::Prepare(prepare) => {
                let mut attrs = data.attrs.clone();
                let mut builder = Builder { func: &mut self.target, region: to, loc: data.loc.clone() };
                prepare(&local, &mut builder, &mut values, &mut attrs)?;
                self.same(op, to, attrs, &values, 0)
            }
            Localize::Expand(expand) => {
                let mut builder = Builder { func: &mut self.target, region: to, loc: data.loc.clone() };
                let new = expand(&local, &mut builder, &values)?;
                if new.len() != data.results.len() {
                    return Err(format!("its row made {} local results for {}", new.len(), data.results.len()).into());
                }
                for (index, (&result, value)) in data.results.iter().zip(new).enumerate() {
                    let (made, wanted) = (self.target.ty(value), Type::Tensor(local.result_type(index)));
                    if *made != wanted {
                        return Err(format!("its row made a local result of {made}, expected {wanted}").into());
                    }
                    self.map[result] = Some(value);
                }
                Ok(())
            }
            Localize::ByPass(reason) => Err(format!("its tensors are sharded, but {reason}").into()),
        }
    }

    /// Replaces the padding of operands along unevenly sharded reduction factors by what changes nothing.
    fn mask(&mut self, local: &LocalOp, to: Region, values: &mut [Value]) -> Result<(), Fault> {
        for factor in local.rule.factor_ids().filter(|&factor| local.rule[factor].kind == FactorKind::Reduction) {
            let axes = local.axes(factor);
            let size = local.rule[factor].size;
            if size % local.mesh.shards(axes).max(1) == 0 {
                continue;
            }
            for (index, mapping) in local.rule.operands.iter().enumerate() {
                let Some(dim) = mapping.iter().position(|factors| factors.contains(&factor)) else { continue };
                // What is exchanged is masked then: its shards do not lie like the factor's.
                if local.rule.reach(factor, index).is_some() {
                    continue;
                }
                let element = self.target.tensor_type(values[index]).element;
                let fill = local::identity(local.rule.combine, element)
                    .ok_or_else(|| format!("{element} has no neutral element of `{}` to fill padding with", local.rule.combine.as_str()))?;
                let loc = local.global.data().loc.clone();
                let mut builder = Builder { func: &mut self.target, region: to, loc };
                values[index] = local::mask_padding(&mut builder, local.mesh, values[index], dim, size, axes, fill)?;
            }
        }
        Ok(())
    }

    /// The same op on local types. Its regions, which hold scalars only, are copied as they are, unless it has `own_regions` that
    /// the caller fills.
    fn same(&mut self, op: OpId, to: Region, attrs: Attrs, operands: &[Value], own_regions: usize) -> Result<(), Fault> {
        let data = self.source.op(op);
        let mut regions = Vec::new();
        for &region in data.regions.iter().skip(own_regions) {
            regions.push(shardwright_ir::copy::copy_region(&mut self.target, self.source, region, &mut self.map)?);
        }
        let result_types = data.results.iter().map(|&value| self.local_type(value)).collect();
        let state = OpState { attrs: without_sdy(&attrs), regions, loc: data.loc.clone(), span: data.span, ..OpState::new(data.info, operands, result_types) };
        let new = self.target.append(to, state);
        self.map_results(op, new);
        self.check(new)
    }

    /// An op that carries values through regions: the same on local types, regions localized.
    fn carrier(&mut self, op: OpId, to: Region) -> Result<(), Fault> {
        let source = self.source;
        let data = source.op(op);
        let operands = self.operands(op)?;
        let mut regions = Vec::new();
        for &region in &data.regions {
            let new = self.target.new_region();
            for &arg in &source.region(region).args {
                let local = self.target.add_region_arg(new, self.local_type(arg));
                self.target.value_mut(local).name = source.value(arg).name;
                self.map[arg] = Some(local);
            }
            self.ops(region, new).map_err(Fault::Found)?;
            regions.push(new);
        }
        let result_types = data.results.iter().map(|&value| self.local_type(value)).collect();
        let state = OpState { attrs: without_sdy(&data.attrs), regions, loc: data.loc.clone(), span: data.span, ..OpState::new(data.info, &operands, result_types) };
        let new = self.target.append(to, state);
        self.map_results(op, new);
        Ok(())
    }

    /// The body of a manual computation is what each device does already: it takes the op's place.
    fn manual_computation(&mut self, op: OpId, to: Region) -> Result<(), Fault> {
        let source = self.source;
        let data = source.op(op);
        let operands = self.operands(op)?;
        let [body] = data.regions[..] else { return Err("it must have one region".to_string().into()) };
        for (&arg, value) in source.region(body).args.iter().zip(operands) {
            let (have, want) = (self.target.ty(value).clone(), self.local_type(arg));
            if have != want {
                return Err(format!("an operand is {have} on each device, its body expects {want}").into());
            }
            self.map[arg] = Some(value);
        }
        let outer = self.manual.len();
        self.manual.extend(attrs::manual_axes(&data.attrs));
        let end = source.terminator(body).ok_or("its body has no terminator")?;
        for &inner in source.region(body).ops.iter().filter(|&&inner| inner != end) {
            self.op(inner, to)?;
        }
        self.manual.truncate(outer);
        for (&result, value) in data.results.iter().zip(self.operands(end)?) {
            let (have, want) = (self.target.ty(value).clone(), self.local_type(result));
            if have != want {
                return Err(format!("its body gives {have} on each device, its result is {want} there").into());
            }
            self.map[result] = Some(value);
        }
        Ok(())
    }

    fn collective(&mut self, op: OpId, to: Region) -> Result<(), Fault> {
        let source = self.source;
        let data = source.op(op);
        let (operand, result) = (data.operands[0], data.results[0]);
        let target = self.sharding(result);
        let mut from = self.sharding(operand);
        if from.is_replicated() {
            from.mesh = target.mesh;
        }
        let mesh = if target.is_replicated() { self.mesh_of(&from) } else { self.mesh_of(&target) };
        let (before, after) = (dim_axes(&from, mesh), dim_axes(&target, mesh));
        let at = Placed { mesh, global: &source.tensor_type(operand).dims, dims: &before };
        let value = self.operands(op)?[0];
        let old = self.mesh_of(&from);
        let mut b = Builder { func: &mut self.target, region: to, loc: data.loc.clone() };
        let value = match data.info.name {
            "sdy.all_gather" => lower::all_gather(&mut b, &at, value, &attrs::axis_lists_of(&data.attrs, attrs::GATHERING_AXES)?)?,
            "sdy.all_slice" => lower::all_slice(&mut b, &at, value, &attrs::axis_lists_of(&data.attrs, attrs::SLICING_AXES)?)?,
            "sdy.reduce_scatter" => {
                let cut = attrs::axis_lists_of(&data.attrs, attrs::SCATTER_AXES)?;
                lower::reduce_scatter(&mut b, &at, value, &cut, attrs::kind_of(&data.attrs)?)?
            }
            "sdy.all_reduce" => {
                let axes = attrs::axes_of(&data.attrs, attrs::REDUCTION_AXES)?;
                lower::all_reduce(&mut b, mesh, value, &axes, attrs::kind_of(&data.attrs)?)?
            }
            "sdy.replicated_to_unreduced" => {
                let axes = attrs::axes_of(&data.attrs, attrs::UNREDUCED_AXES)?;
                lower::first_only(&mut b, mesh, value, &axes, attrs::kind_of(&data.attrs)?)?
            }
            "sdy.collective_permute" => {
                // Between meshes, too.
                let before = dim_axes(&from, old);
                let apart = |unreduced: &[AxisRef]| -> Vec<AxisRef> {
                    self.manual.iter().map(|&name| AxisRef::full(name)).chain(unreduced.iter().copied()).collect()
                };
                let (old_apart, new_apart) = (apart(&from.unreduced), apart(&target.unreduced));
                let before = lower::Side { mesh: old, dims: &before, apart: &old_apart };
                lower::permute(&mut b, value, &before, &lower::Side { mesh, dims: &after, apart: &new_apart })?
            }
            _ => {
                let moves = attrs::moves_of(&data.attrs)?;
                if moves.iter().all(|one| moves.iter().all(|other| one.src != other.dst)) {
                    lower::exchange(&mut b, &at, value, &moves)?
                } else {
                    let mut value = value;
                    let mut dims = before.clone();
                    for one in &moves {
                        let at = Placed { mesh, global: at.global, dims: &dims };
                        value = lower::all_to_all(&mut b, &at, value, one)?;
                        let left = without_minor(&dims[one.src], &one.axes, mesh)?;
                        dims[one.src] = left;
                        dims[one.dst].extend(&one.axes);
                    }
                    value
                }
            }
        };
        let (have, want) = (self.target.ty(value).clone(), self.local_type(result));
        if have != want {
            return Err(format!("it gives {have} on each device, expected {want}").into());
        }
        self.map[result] = Some(value);
        Ok(())
    }

    // --- values ---

    fn operands(&self, op: OpId) -> Result<Vec<Value>, Fault> {
        let local = |&value: &Value| self.map[value].ok_or_else(|| Fault::Text(format!("operand {value} is used before it is defined")));
        self.source.op(op).operands.iter().map(local).collect()
    }

    fn map_results(&mut self, op: OpId, new: OpId) {
        for (index, &result) in self.source.op(op).results.iter().enumerate() {
            let value = self.target.op(new).results[index];
            self.target.value_mut(value).name = self.source.value(result).name;
            self.map[result] = Some(value);
        }
    }

    fn sharding(&self, value: Value) -> TensorSharding {
        let rank = self.source.ty(value).as_tensor().map_or(0, TensorType::rank);
        self.source.sharding(value).cloned().unwrap_or_else(|| TensorSharding::fully_replicated(self.mesh_name, rank))
    }

    fn is_whole(&self, value: Value) -> bool {
        self.source.sharding(value).is_none_or(|sharding| sharding.dims.iter().all(|dim| self.mesh_of(sharding).shards(&dim.axes) <= 1))
    }

    fn mesh_of(&self, sharding: &TensorSharding) -> &'a Mesh {
        self.meshes.get(&sharding.mesh).unwrap_or(self.mesh)
    }

    fn local_type(&self, value: Value) -> Type {
        match (self.source.ty(value), self.source.sharding(value)) {
            (Type::Tensor(ty), Some(sharding)) => Type::Tensor(sharding.local_type(ty, self.mesh_of(sharding))),
            (ty, _) => ty.clone(),
        }
    }

    /// Asks the row whether the local types fit together, so that a wrong local form is found here and not on a device.
    fn check(&self, op: OpId) -> Result<(), Fault> {
        let view = self.target.view(op);
        if let shardwright_ir::op::Inference::Infer(infer) = view.data().info.infer {
            let inferred = infer(&view.infer_ctx())?;
            let have: Vec<Type> = view.data().results.iter().map(|&value| self.target.ty(value).clone()).collect();
            if inferred != have {
                return Err(format!("on local types its results are {inferred:?}, by their shardings {have:?}").into());
            }
        }
        Ok(())
    }
}

/// The axes on each factor, as the tensors' shardings say; errors where they do not agree.
fn factor_axes(rule: &ShardingRule, shardings: &[TensorSharding], mesh: &Mesh) -> Result<Vec<Vec<AxisRef>>, String> {
    let mut found: Vec<Option<Vec<AxisRef>>> = vec![None; rule.factors.len()];
    for (mapping, sharding) in rule.tensors().zip(shardings) {
        let dims = if sharding.is_replicated() { vec![Vec::new(); sharding.rank()] } else { dim_axes(sharding, mesh) };
        for (factor, axes) in project(&dims, mapping, rule, mesh).axes.into_iter().enumerate() {
            let Some(axes) = axes else { continue };
            match &found[factor] {
                Some(other) if *other != axes => {
                    let id = <shardwright_ir::sharding::FactorId as EntityId>::from_index(factor);
                    return Err(format!("its tensors disagree on factor {id} of size {}: run `reshard` first", rule.factors[factor].size));
                }
                _ => found[factor] = Some(axes),
            }
        }
    }
    Ok(found.into_iter().map(Option::unwrap_or_default).collect())
}

/// `axes` without its minor end `minor`.
fn without_minor(axes: &[AxisRef], minor: &[AxisRef], mesh: &Mesh) -> Result<Vec<AxisRef>, String> {
    let mut left = axes.to_vec();
    for axis in minor.iter().rev() {
        let last = left.pop().ok_or("an all-to-all moves more axes than its operand is sharded on")?;
        let ((pre, size), (last_pre, last_size)) = (axis.bounds(mesh), last.bounds(mesh));
        if last.name != axis.name || pre * size != last_pre * last_size || pre < last_pre {
            return Err(format!("an all-to-all moves {axis}, which is not minor-most: {last} is"));
        }
        if pre > last_pre {
            left.push(AxisRef::span(mesh, last.name, last_pre, pre / last_pre));
        }
    }
    Ok(left)
}

fn without_sdy(attrs: &Attrs) -> Attrs {
    attrs.iter().filter(|(name, _)| !name.starts_with("sdy.")).map(|(name, attr)| (name, attr.clone())).collect()
}

/// What went wrong: a reason of the op at hand, or findings of an op within it.
enum Fault {
    Text(String),
    Found(Diagnostics),
}

impl From<String> for Fault {
    fn from(why: String) -> Fault {
        Fault::Text(why)
    }
}
impl From<&str> for Fault {
    fn from(why: &str) -> Fault {
        Fault::Text(why.to_owned())
    }
}
