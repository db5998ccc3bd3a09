//! `propagate`: from the shardings that a user wrote to a sharding on every value that they reach.
//!
//! Semantics are Shardy's, so that results can be compared like for like (`policy=shardy`), but that by default
//! annotations which compete for an axis are ordered by cost ([`order`]): rounds by user priority, levels by
//! kind of op, one or two strategies a level, each to a fixpoint. Wants calls inlined, constants
//! split by use and constraints applied (`inline,split-constants,apply-sharding-constraints`). Invariants:
//! closed dimensions and explicitly replicated axes stay as they are; no value becomes unreduced; afterwards no
//! sharding has priorities, open dimensions of values stay open, and results of the program are closed.

use super::data_flow::{self, Declared};
use super::engine::{Engine, Manual, with_manual};
use super::factors::FactorStrategy;
use super::graph::{Graph, Slot};
use super::group_import::open_clashing_groups;
use super::history::history;
use super::layout::{Axis, LayoutId, Layouts, check_rank};
use super::order::{self, Order, propagate_by_cost};
use super::steps::Steps;
use super::trim_io::trim_io;
use super::user_priority::Waiting;
use crate::analysis::rules::RuleTable;
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use crate::provenance::OrderNote;
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, Module, OpId, Sym, Type, Value};
use indexmap::IndexMap;

/// The row.
pub static PROPAGATE: PassInfo = PassInfo {
    name: "propagate",
    summary: "carries shardings from the annotated values to all others, with Shardy's rules of conflict",
    options: &[
        OptionSpec { name: "strategy", default: "aggressive", summary: "aggressive, basic or basic-then-aggressive" },
        OptionSpec {
            name: "policy",
            default: "cost",
            summary: "annotations of one priority that compete for an axis: the order of least `cost` is looked for, or all race, as in `shardy`",
        },
        OptionSpec { name: "op-priority", default: "true", summary: "whether ops that keep elements in place go first" },
        OptionSpec {
            name: "trim-io",
            default: "false",
            summary: "whether open dimensions of arguments and results keep only whole axes that divide them, as Shardy's pipeline does",
        },
    ],
    build: |options| Ok(Box::new(Propagate::from_options(options)?)),
};

/// How to propagate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Propagate {
    /// Strategies, in turn at each level.
    pub strategies: Vec<FactorStrategy>,
    /// Whether the order of competing annotations is looked for by cost.
    pub by_cost: bool,
    /// Whether op-priority levels are used.
    pub op_priority: bool,
    /// Whether open dimensions of arguments and results are cut to what divides them.
    pub trim_io: bool,
}

impl Default for Propagate {
    fn default() -> Propagate {
        Propagate { strategies: vec![FactorStrategy::Aggressive], by_cost: false, op_priority: true, trim_io: false }
    }
}

/// What happened to one function.
pub struct Propagation<'m> {
    /// The run with its changes, from which [`history`] tells how axes came to where they are.
    pub engine: Engine<'m>,
    /// The layouts that the user wrote.
    pub start: Vec<LayoutId>,
    /// Whether the function is not as it was: also when nothing flowed, but priorities were spent.
    pub changed: bool,
}

impl Propagate {
    fn from_options(options: &Options) -> Result<Propagate, String> {
        use FactorStrategy::{Aggressive, Basic};
        let strategies = match options.get(&PROPAGATE, "strategy") {
            "aggressive" => vec![Aggressive],
            "basic" => vec![Basic],
            "basic-then-aggressive" => vec![Basic, Aggressive],
            other => return Err(format!("option `strategy` must be aggressive, basic or basic-then-aggressive, got `{other}`")),
        };
        let by_cost = match options.get(&PROPAGATE, "policy") {
            "shardy" => false,
            "cost" => true,
            other => return Err(format!("option `policy` must be cost or shardy, got `{other}`")),
        };
        Ok(Propagate {
            strategies,
            by_cost,
            op_priority: options.flag(&PROPAGATE, "op-priority")?,
            trim_io: options.flag(&PROPAGATE, "trim-io")?,
        })
    }

    /// Propagates within one function.
    pub fn propagate<'m>(&self, func: &mut Func, meshes: &'m IndexMap<Sym, Mesh>) -> Result<Propagation<'m>, Diagnostics> {
        let mut rules = RuleTable::new(func);
        let graph = Graph::new(func, &mut rules).map_err(|fault| Diagnostics::from(*fault))?;
        self.propagate_along(func, meshes, rules, graph)
    }

    /// Propagates within one function whose rules and graph are known.
    pub fn propagate_along<'m>(
        &self,
        func: &mut Func,
        meshes: &'m IndexMap<Sym, Mesh>,
        rules: RuleTable,
        graph: Graph,
    ) -> Result<Propagation<'m>, Diagnostics> {
        let layouts = Layouts::new(meshes).map_err(|why| Diagnostics::from(Diagnostic::error(why)))?;
        let mut engine = Engine::new(Steps::new(layouts, rules), graph);
        let mut waiting = Waiting::default();
        load(func, &mut engine, &mut waiting)?;
        if let Some(clashing) = groups(func, &mut engine)?.iter().find(|group| group.differ) {
            let span = func.op(clashing.ops[0]).span;
            return Err(Diagnostic::error("values of one sharding group begin with different shardings").at(span).help("write the sharding on one of them").into());
        }
        let start = engine.current.clone();
        let name = func.name;
        let settle = |why: String| Diagnostics::from(Diagnostic::error(why).in_place(format!("function @{name}")));
        engine.round(0, &self.strategies, self.op_priority).map_err(settle)?;
        for priority in waiting.turns() {
            let turn = waiting.turn(priority, |slot| engine.steps.layouts.get(engine.current[slot as usize]).cloned());
            for (slot, layout) in turn {
                let layout = engine.steps.layouts.intern(layout);
                let members = engine.group_of[slot as usize].map_or_else(|| vec![slot], |group| engine.groups[group as usize].clone());
                members.into_iter().for_each(|member| engine.set(member, layout));
            }
            engine.round(priority, &self.strategies, self.op_priority).map_err(settle)?;
        }
        let changed = store(func, &mut engine);
        Ok(Propagation { engine, start, changed })
    }
}

impl Pass for Propagate {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let main = module.main().map(|func| func.name);
        let main_mesh = module.main_mesh().filter(|(_, mesh)| !mesh.is_maximal()).map(|(name, _)| name);
        let mut changed = false;
        for func in module.funcs.values_mut() {
            if let Some(mesh) = main_mesh {
                let (opened, warnings) = open_clashing_groups(func, &module.meshes, mesh, self.by_cost)?;
                changed |= opened;
                ctx.diagnostics.extend(warnings);
            }
            let propagation = match main_mesh.filter(|_| self.by_cost) {
                Some(mesh) => {
                    let (propagation, order) = propagate_by_cost(self, func, &module.meshes, mesh)?;
                    ctx.diagnostics.extend(order.as_ref().and_then(order::remark));
                    if let Some(Order { first, at_once, cost }) = order {
                        ctx.provenance.orders.insert(func.name, OrderNote { first, at_once, cost });
                    }
                    propagation
                }
                None => self.propagate(func, &module.meshes)?,
            };
            ctx.count("sharding changes", propagation.engine.changes.len() as i64);
            ctx.provenance.histories.insert(func.name, history(&propagation.engine, &propagation.start, func.num_values()));
            changed |= propagation.changed;
            if main == Some(func.name) {
                if self.trim_io {
                    let cut = trim_io(func, &module.meshes);
                    ctx.count("axes cut at the border", cut);
                    changed |= cut > 0;
                }
                for sharding in func.result_shardings.iter_mut().flatten() {
                    sharding.dims.iter_mut().for_each(|dim| changed |= std::mem::replace(&mut dim.open, false));
                }
            }
        }
        Ok(changed.into())
    }
}

/// The layouts that the user wrote.
pub(super) fn load(func: &Func, engine: &mut Engine, waiting: &mut Waiting) -> Result<(), Diagnostics> {
    let mut faults = Diagnostics::default();
    let mut begin = |engine: &mut Engine, slot: Slot, sharding: &TensorSharding| -> Result<(), String> {
        let layout = engine.steps.layouts.layout(sharding)?;
        let priorities: Vec<i64> = sharding.dims.iter().map(|dim| dim.priority.unwrap_or(0)).collect();
        let layout = waiting.begin(slot, layout, &priorities);
        engine.current[slot as usize] = engine.steps.layouts.intern(layout);
        Ok(())
    };
    for index in 0..func.num_values() {
        let value = Value::from_index(index);
        let Some(sharding) = written(func, value) else { continue };
        let edge = engine.graph.edges.of_target(value).map(|edge| &engine.graph.edges.all[edge]);
        if edge.is_some_and(|edge| edge.owner != value || edge.declared.is_some()) {
            continue;
        }
        let rank = func.ty(value).as_tensor().map_or(0, |ty| ty.rank());
        let result = check_rank(sharding, rank, "the value").and_then(|()| begin(engine, index as Slot, sharding));
        if let Err(why) = result {
            let span = func.defining_op(value).map(|op| func.op(op).span).unwrap_or(func.span);
            faults.push(Diagnostic::error(why).at(span));
        }
    }
    for (index, sharding) in func.result_shardings.iter().enumerate() {
        let slot = engine.graph.result_slot(func.num_values(), index);
        let Some(sharding) = sharding else { continue };
        if slot as usize >= engine.current.len() {
            continue;
        }
        let rank = func.result_types.get(index).and_then(|ty| ty.as_tensor()).map_or(0, |ty| ty.rank());
        let result = check_rank(sharding, rank, "the result").and_then(|()| begin(engine, slot, sharding));
        if let Err(why) = result {
            faults.push(Diagnostic::error(why).at(func.span).in_place(format!("result {index} of @{}", func.name)));
        }
    }
    for index in 0..engine.graph.edges.all.len() {
        let edge = engine.graph.edges.all[index].clone();
        let Some(declared) = edge.declared else { continue };
        if let Err(why) = load_declared(func, engine, index, &edge, declared) {
            faults.push(Diagnostic::error(format!("{}: {why}", func.op(edge.op).info.name)).at(func.op(edge.op).span));
        }
    }
    if faults.0.is_empty() { Ok(()) } else { Err(faults) }
}

fn load_declared(func: &Func, engine: &mut Engine, index: usize, edge: &data_flow::Edge, declared: Declared) -> Result<(), String> {
    let (attr, position) = declared.place();
    let Some(sharding) = declared_sharding(func, edge.op, attr, position) else { return Ok(()) };
    let rank = func.tensor_type(edge.owner).rank();
    check_rank(sharding, rank, &format!("entry {position} of {attr}"))?;
    let mut layout = engine.steps.layouts.layout(sharding)?;
    let mesh = engine.steps.layouts.mesh(layout.mesh);
    let axes: Vec<u32> =
        data_flow::manual_axes(func, edge.op).iter().filter_map(|&name| mesh.axis_index(name)).map(|index| index as u32).collect();
    for &axis in &axes {
        let used = layout.dims.iter().flat_map(|dim| &dim.axes).chain(&layout.replicated).chain(&layout.unreduced);
        let size = mesh.axes[axis as usize].size as u32;
        if size > 1 && !used.clone().any(|used| used.index == axis) {
            layout.replicated.push(Axis { index: axis, pre: 1, size });
        }
    }
    layout.replicated.sort_unstable_by_key(|axis| (axis.index, axis.pre));
    let manual = Manual { axes, declared: layout.clone(), inside: matches!(declared, Declared::In(_)) };
    let whole = engine.steps.layouts.intern(layout);
    let own = if manual.inside { super::engine::without_manual(&mut engine.steps, &manual, whole) } else { whole };
    engine.current[edge.owner.index()] = own;
    engine.manual[index] = Some(manual);
    Ok(())
}

fn declared_sharding<'f>(func: &'f Func, op: OpId, attr: &str, position: usize) -> Option<&'f TensorSharding> {
    match func.op(op).attrs.get(attr) {
        Some(Attr::Shardings(shardings)) => shardings.get(position),
        _ => None,
    }
}

/// The sharding written on a value: its own, or that of the constraint that makes it.
fn written(func: &Func, value: Value) -> Option<&TensorSharding> {
    func.sharding(value).or_else(|| match func.op(func.defining_op(value)?).attrs.get("sharding") {
        Some(Attr::Sharding(sharding)) => Some(sharding),
        _ => None,
    })
}

/// A sharding group of which more than one value begins with a sharding.
pub(super) struct Begun {
    /// Its ops.
    pub ops: Vec<OpId>,
    /// Whether the shardings differ.
    pub differ: bool,
}

/// Sharding groups: values of one group, and groups with a value in common, have one sharding. Gives those of which several begin
/// with one.
pub(super) fn groups(func: &Func, engine: &mut Engine) -> Result<Vec<Begun>, Diagnostics> {
    let mut by_id = IndexMap::<i64, u32>::new();
    let mut ops = Vec::new();
    for op in func.walk() {
        let data = func.op(op);
        if data.info.name != super::group_import::GROUP {
            continue;
        }
        let (Some(id), Some(&value)) = (data.attrs.int("group_id"), data.operands.first()) else {
            return Err(Diagnostics::from(Diagnostic::error("sdy.sharding_group needs an operand and the attribute `group_id`").at(data.span)));
        };
        let slot = engine.graph.slot(value);
        ops.push((op, slot));
        let group = *by_id.entry(id).or_insert_with(|| {
            engine.groups.push(Vec::new());
            engine.groups.len() as u32 - 1
        });
        match engine.group_of[slot as usize] {
            Some(other) if other == group => {}
            Some(other) => {
                let moved = std::mem::take(&mut engine.groups[group as usize]);
                moved.iter().for_each(|&member| engine.group_of[member as usize] = Some(other));
                engine.groups[other as usize].extend(moved);
                by_id.values_mut().filter(|index| **index == group).for_each(|index| *index = other);
            }
            None => {
                engine.group_of[slot as usize] = Some(group);
                engine.groups[group as usize].push(slot);
            }
        }
        let first = engine.groups[by_id[&id] as usize][0];
        let dims = |slot: Slot| func.tensor_type(Value::from_index(slot as usize)).dims.clone();
        if dims(first) != dims(slot) {
            let message = format!("values of sharding group {id} must have one shape, got {:?} and {:?}", dims(first), dims(slot));
            return Err(Diagnostics::from(Diagnostic::error(message).at(data.span)));
        }
    }
    let mut several = Vec::new();
    for group in 0..engine.groups.len() {
        let members = engine.groups[group].clone();
        let begun: Vec<LayoutId> = members.iter().map(|&member| engine.current[member as usize]).filter(|&layout| layout != 0).collect();
        let differ = begun.iter().any(|layout| *layout != begun[0]);
        if begun.len() > 1 {
            several.push(Begun { ops: ops.iter().filter(|(_, slot)| members.contains(slot)).map(|(op, _)| *op).collect(), differ });
        }
        if let Some(&layout) = begun.first().filter(|_| !differ) {
            members.iter().for_each(|&member| engine.current[member as usize] = layout);
        }
    }
    Ok(several)
}

/// The sharding without axes on dimensions of no elements: there is nothing to shard, and the verifier refuses it.
fn without_empty_dims(ty: &Type, sharding: Option<TensorSharding>) -> Option<TensorSharding> {
    let mut sharding = sharding?;
    let dims = ty.as_tensor().map_or(&[][..], |ty| &ty.dims);
    dims.iter().zip(&mut sharding.dims).filter(|(size, _)| **size == 0).for_each(|(_, dim)| dim.axes.clear());
    Some(sharding)
}

/// Writes layouts back as shardings; tells whether that changed any.
fn store(func: &mut Func, engine: &mut Engine) -> bool {
    let mut changed = false;
    let mut shardings: Vec<Option<Option<TensorSharding>>> = Vec::new();
    let mut sharding = |engine: &Engine, id: u32| -> Option<TensorSharding> {
        if shardings.len() <= id as usize {
            shardings.resize(engine.steps.layouts.len(), None);
        }
        shardings[id as usize].get_or_insert_with(|| engine.steps.layouts.sharding(id)).clone()
    };
    for index in 0..func.num_values() {
        let value = Value::from_index(index);
        let layout = engine.current[engine.graph.slot(value) as usize];
        if layout == 0 {
            continue;
        }
        let new = without_empty_dims(func.ty(value), sharding(engine, layout));
        if let Some(op) = func.defining_op(value)
            && let Some(Attr::Sharding(old)) = func.op(op).attrs.get("sharding")
            && let Some(new) = new.clone()
            && **old != new
        {
            changed = true;
            func.op_mut(op).attrs.set("sharding", Attr::Sharding(Box::new(new)));
        }
        if func.sharding(value) != new.as_ref() {
            changed = true;
            func.set_sharding(value, new);
        }
    }
    for index in 0..func.result_shardings.len() {
        let slot = engine.graph.result_slot(func.num_values(), index);
        if let Some(&layout) = engine.current.get(slot as usize)
            && layout != 0
        {
            let new = without_empty_dims(&func.result_types[index], sharding(engine, layout));
            changed |= func.result_shardings[index] != new;
            func.result_shardings[index] = new;
        }
    }
    for index in 0..engine.graph.edges.all.len() {
        let edge = engine.graph.edges.all[index].clone();
        let (Some(declared), Some(manual)) = (edge.declared, engine.manual[index].clone()) else { continue };
        let own = engine.current[edge.owner.index()];
        let whole = if manual.inside { with_manual(&mut engine.steps, &manual, own) } else { own };
        let (attr, position) = declared.place();
        if let Some(new) = without_empty_dims(func.ty(edge.owner), sharding(engine, whole))
            && let Some(Attr::Shardings(mut all)) = func.op(edge.op).attrs.get(attr).cloned()
        {
            if all[position] == new {
                continue;
            }
            changed = true;
            all[position] = new;
            func.op_mut(edge.op).attrs.set(attr, Attr::Shardings(all));
        }
    }
    changed
}
