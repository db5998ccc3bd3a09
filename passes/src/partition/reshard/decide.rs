//! How every op of a function is to be sharded, before anything is changed.
//!
//! Invariants: each op gets a sharding for every operand and result, closed and on the first of equal meshes; the tensors of an op
//! with a rule agree along its factors; values that flow through regions keep one sharding; what a value is *declared* as (what
//! propagation or the user said) is what ops that use it vote with, whatever form it finally has.

use super::super::attrs;
use super::super::factors::{DimAxes, dim_axes, unproject, with_dim_axes};
use super::super::vote::{Voter, decide};
use super::place;
use crate::analysis::rules::{RuleId, RuleTable};
use indexmap::IndexMap;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ReduceKind, ShardingRule, TensorSharding};
use shardwright_ir::{Diagnostic, Diagnostics, Func, OpId, Region, Sym, TensorType, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// A sharding that many values have.
pub(super) type Shared = Rc<TensorSharding>;

/// How an op is to be sharded.
#[derive(Debug)]
pub(super) struct Decision {
    /// What each operand is to be resharded to.
    pub operands: Vec<Shared>,
    /// How the results come out, `reduce` apart.
    pub results: Vec<Shared>,
    /// Axes over which results are partial.
    pub reduce: Vec<AxisRef>,
    /// The combination that partial results await.
    pub kind: ReduceKind,
    /// All axes on factors: none of them may carry partial operands.
    pub axes: Vec<AxisRef>,
}

impl Decision {
    /// The decision of an op that only lets values through.
    fn plain(operands: Vec<Shared>, results: Vec<Shared>) -> Rc<Decision> {
        let axes = operands.iter().chain(&results).flat_map(|sharding| sharding.dim_axes().copied()).collect();
        Rc::new(Decision { operands, results, reduce: Vec::new(), kind: ReduceKind::Sum, axes })
    }
}

/// What a decision depends on: the rule, sizes of the tensors, how they lie, and whether the op spreads.
type DecisionKey = (RuleId, Vec<i64>, Vec<Shared>, bool);

/// The decisions of one function.
pub(super) struct Decisions<'a> {
    meshes: &'a IndexMap<Sym, Mesh>,
    /// From each mesh to the first that is equal to it.
    same: &'a IndexMap<Sym, Sym>,
    /// The mesh of replicated tensors.
    pub main_mesh: Sym,
    rules: RuleTable,
    known: HashMap<DecisionKey, Rc<Decision>>,
    of_op: SecondaryMap<OpId, Option<Rc<Decision>>>,
    declared: SecondaryMap<Value, Option<Shared>>,
    /// Ops whose operands are gathered for want of a rule.
    pub warnings: Vec<Diagnostic>,
}

impl<'a> Decisions<'a> {
    /// Decides for all ops of `func`, whose results are to lie as `results`.
    pub fn new(func: &Func, meshes: &'a IndexMap<Sym, Mesh>, same: &'a IndexMap<Sym, Sym>, main_mesh: Sym) -> Result<(Decisions<'a>, Vec<Shared>), Diagnostics> {
        let mut decisions = Decisions {
            meshes,
            same,
            main_mesh,
            rules: RuleTable::new(func),
            known: HashMap::new(),
            of_op: SecondaryMap::new(),
            declared: SecondaryMap::new(),
            warnings: Vec::new(),
        };
        let args: Vec<Shared> = func.args().iter().map(|&arg| decisions.normal(func.sharding(arg), rank(func, arg))).collect();
        let results: Vec<Shared> = (0..func.result_types.len())
            .map(|index| {
                let rank = func.result_types[index].as_tensor().map_or(0, TensorType::rank);
                decisions.normal(func.result_shardings.get(index).and_then(Option::as_ref), rank)
            })
            .collect();
        decisions.region(func, func.body(), &args, &results, &[])?;
        Ok((decisions, results))
    }

    /// The decision of an op of the function.
    pub fn of(&self, op: OpId) -> Option<&Rc<Decision>> {
        self.of_op[op].as_ref()
    }

    /// What a value of the function is declared as; whole for a value that was not there.
    pub fn declared(&self, func: &Func, value: Value) -> Shared {
        match &self.declared[value] {
            Some(declared) => declared.clone(),
            None => self.normal(func.sharding(value), rank(func, value)),
        }
    }

    fn region(&mut self, func: &Func, region: Region, args: &[Shared], returned: &[Shared], manual: &[Sym]) -> Result<(), Diagnostics> {
        let data = func.region(region);
        for (&arg, sharding) in data.args.iter().zip(args) {
            self.declared[arg] = Some(sharding.clone());
        }
        for &op in &data.ops {
            let decision = if func.op(op).info.is_terminator() {
                let operands = func.op(op).operands.iter().enumerate();
                let target = |(index, &operand): (usize, &Value)| match returned.get(index) {
                    Some(target) => target.clone(),
                    None => self.normal(None, rank(func, operand)),
                };
                Decision::plain(operands.map(target).collect(), Vec::new())
            } else {
                self.op(func, op, manual)?
            };
            for (index, &result) in func.op(op).results.iter().enumerate() {
                // Where an op has a rule, or none, users vote with what was said of the value; elsewhere with what it is.
                if self.declared[result].is_none() {
                    self.declared[result] = decision.results.get(index).cloned();
                }
            }
            self.of_op[op] = Some(decision);
        }
        Ok(())
    }

    fn op(&mut self, func: &Func, op: OpId, manual: &[Sym]) -> Result<Rc<Decision>, Diagnostics> {
        let data = func.op(op);
        let whole = |decisions: &Self, values: &[Value]| values.iter().map(|&value| decisions.normal(None, rank(func, value))).collect::<Vec<_>>();
        match data.info.name {
            "stablehlo.while" => {
                let owners = self.owners(func, op);
                for (index, &region) in data.regions.iter().enumerate() {
                    let predicate = [self.normal(None, 0)];
                    let returned = if index == 0 { &predicate[..] } else { &owners };
                    self.region(func, region, &owners, returned, manual)?;
                }
                Ok(Decision::plain(owners.clone(), owners))
            }
            "stablehlo.case" | "stablehlo.if" => {
                let owners = self.owners(func, op);
                for &region in &data.regions {
                    self.region(func, region, &[], &owners, manual)?;
                }
                Ok(Decision::plain(vec![self.normal(None, 0)], owners))
            }
            "stablehlo.optimization_barrier" => {
                let owners = self.owners(func, op);
                Ok(Decision::plain(owners.clone(), owners))
            }
            "sdy.manual_computation" => self.manual_computation(func, op, manual),
            "sdy.sharding_constraint" | "sdy.reshard" | "sdy.propagation_barrier" => {
                let target = match func.sharding(data.results[0]) {
                    Some(sharding) => self.normal(Some(sharding), rank(func, data.operands[0])),
                    None => match attrs::sharding_of(&data.attrs, attrs::SHARDING) {
                        Some(sharding) => self.normal(Some(&sharding), rank(func, data.operands[0])),
                        None => self.declared(func, data.operands[0]),
                    },
                };
                Ok(Decision::plain(vec![target.clone()], vec![target]))
            }
            "sdy.sharding_group" => Ok(Decision::plain(vec![self.declared(func, data.operands[0])], Vec::new())),
            "func.call" | "sdy.named_computation" => Err(Diagnostic::error(format!("{} must be inlined before `reshard`", data.info.name))
                .at(data.span)
                .help("run `inline` first")
                .into()),
            _ => match self.rules.id_of(op) {
                Some(rule) => self.by_rule(func, op, rule),
                None if data.operands.is_empty() && !data.info.traits.effects => Ok(Decision::plain(Vec::new(), self.owners(func, op))),
                None => {
                    // An op without a rule: every device does all of it.
                    let values = data.operands.iter().chain(&data.results);
                    let declared: Vec<Shared> = values.map(|&value| self.declared(func, value)).collect();
                    if declared.iter().any(|sharding| !sharding.is_replicated()) {
                        let why = format!("{} has no sharding rule: its operands are gathered, every device does all of it", data.info.name);
                        let warning = Diagnostic::warning(why).at(data.span).in_place(place(&data.loc));
                        self.warnings.push(warning.help("give the op an `sdy.sharding_rule`"));
                    }
                    for (&result, declared) in data.results.iter().zip(&declared[data.operands.len()..]) {
                        self.declared[result] = Some(declared.clone());
                    }
                    Ok(Decision::plain(whole(self, &data.operands), whole(self, &data.results)))
                }
            },
        }
    }

    fn manual_computation(&mut self, func: &Func, op: OpId, outer: &[Sym]) -> Result<Rc<Decision>, Diagnostics> {
        let data = func.op(op);
        let fault = |why: String| Diagnostics::from(super::fault(func, op, &why));
        let ins = attrs::shardings_of(&data.attrs, "in_shardings").map_err(fault)?;
        let outs = attrs::shardings_of(&data.attrs, "out_shardings").map_err(fault)?;
        let [body] = data.regions[..] else { return Err(fault(format!("it must have 1 region, got {}", data.regions.len()))) };
        if ins.len() != data.operands.len() || outs.len() != data.results.len() {
            return Err(fault(format!("{} operands and {} results need as many shardings", data.operands.len(), data.results.len())));
        }
        let mut manual = attrs::manual_axes(&data.attrs);
        manual.extend(outer);
        let normal = |list: &[TensorSharding]| list.iter().map(|one| self.normal(Some(one), one.rank())).collect::<Vec<_>>();
        let (ins, outs) = (normal(&ins), normal(&outs));
        let free = |list: &[Shared]| -> Vec<Shared> {
            let inside = |one: &Shared| {
                let dims = one.dims.iter().map(|dim| dim.axes.iter().copied().filter(|axis| !manual.contains(&axis.name)).collect());
                Rc::new(with_dim_axes(one, &dims.collect::<Vec<_>>()))
            };
            list.iter().map(inside).collect()
        };
        self.region(func, body, &free(&ins), &free(&outs), &manual)?;
        Ok(Decision::plain(ins, outs))
    }

    fn by_rule(&mut self, func: &Func, op: OpId, id: RuleId) -> Result<Rc<Decision>, Diagnostics> {
        let data = func.op(op);
        let values = || data.operands.iter().chain(&data.results);
        let declared: Vec<Shared> = values().map(|&value| self.declared(func, value)).collect();
        for (&result, declared) in data.results.iter().zip(&declared[data.operands.len()..]) {
            self.declared[result] = Some(declared.clone());
        }
        let sizes = values().map(|&value| func.ty(value).as_tensor().map_or(0, TensorType::num_elements)).collect();
        let rule = self.rules.rule(id).clone();
        let spreads = rule.custom || matches!(data.info.name, "stablehlo.broadcast_in_dim" | "stablehlo.broadcast");
        let key = (id, sizes, declared, spreads);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let decision = if key.2.iter().all(|sharding| sharding.is_replicated()) {
            let mut operands = key.2.clone();
            let results = operands.split_off(data.operands.len());
            Decision::plain(operands, results)
        } else {
            let decision = self.decision(&rule, &key.1, &key.2, data.operands.len(), spreads);
            Rc::new(decision.ok_or_else(|| super::fault(func, op, "its tensors cannot carry the factors' axes"))?)
        };
        self.known.insert(key, decision.clone());
        Ok(decision)
    }

    /// How an op of `operands` operands is sharded when its tensors are declared so.
    fn decision(&self, rule: &ShardingRule, sizes: &[i64], declared: &[Shared], operands: usize, spreads: bool) -> Option<Decision> {
        let mesh_name = self.common_mesh(declared);
        let mesh = &self.meshes[&mesh_name];
        let voters = sizes.iter().zip(declared).map(|(&size, sharding)| {
            let dims = if sharding.mesh == mesh_name { dim_axes(sharding, mesh) } else { vec![Vec::new(); sharding.rank()] };
            Voter { dims, size, rank: sharding.rank() }
        });
        let axes = decide(rule, &voters.collect::<Vec<_>>(), mesh, spreads);
        let reduced = rule.factor_ids().filter(|&factor| rule[factor].kind == FactorKind::Reduction);
        let reduce = in_mesh_order(reduced.flat_map(|factor| axes[factor.index()].iter().copied()).collect(), mesh);
        let mut targets = Vec::with_capacity(declared.len());
        for (mapping, sharding) in rule.tensors().zip(declared) {
            let mut dims: DimAxes = unproject(&axes, mapping, rule, mesh)?;
            // Rules may say nothing about scalars.
            dims.resize(sharding.rank(), Vec::new());
            let target = TensorSharding::of_axes(mesh_name, dims);
            // One object for equal shardings: comparing is then comparing pointers.
            targets.push(if **sharding == target { sharding.clone() } else { Rc::new(target) });
        }
        let results = targets.split_off(operands);
        Some(Decision { operands: targets, results, reduce, kind: rule.combine, axes: axes.into_iter().flatten().collect() })
    }

    /// Closed, on the first of equal meshes, without axes of size 1; replicated where there is none.
    pub fn normal(&self, sharding: Option<&TensorSharding>, rank: usize) -> Shared {
        let Some(sharding) = sharding.filter(|sharding| sharding.rank() == rank) else {
            return Rc::new(TensorSharding::fully_replicated(self.main_mesh, rank));
        };
        let name = self.same.get(&sharding.mesh).copied().unwrap_or(sharding.mesh);
        let Some(mesh) = self.meshes.get(&name) else { return Rc::new(TensorSharding::fully_replicated(self.main_mesh, rank)) };
        let mut normal = with_dim_axes(sharding, &dim_axes(sharding, mesh));
        normal.unreduced.retain(|axis| mesh.size_of(axis) > 1);
        normal.mesh = if normal.is_replicated() { self.main_mesh } else { name };
        Rc::new(normal)
    }

    /// The mesh that most sharded tensors lie on; the first of them where there are several.
    fn common_mesh(&self, shardings: &[Shared]) -> Sym {
        let mut counts = IndexMap::<Sym, usize>::new();
        shardings.iter().filter(|sharding| !sharding.is_replicated()).for_each(|sharding| *counts.entry(sharding.mesh).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or(0);
        counts.iter().find(|(_, count)| **count == most).map_or(self.main_mesh, |(mesh, _)| *mesh)
    }

    /// Shardings of the results of an op that carries values through, as declared for them or for what flows in.
    fn owners(&self, func: &Func, op: OpId) -> Vec<Shared> {
        let data = func.op(op);
        let inner = |index: usize| match data.info.name {
            "stablehlo.while" => data.regions.last().and_then(|&region| func.region(region).args.get(index).copied()),
            "stablehlo.optimization_barrier" => data.operands.get(index).copied(),
            _ => None,
        };
        let one = |(index, &result): (usize, &Value)| {
            let declared = func.sharding(result).or_else(|| inner(index).and_then(|value| func.sharding(value)));
            self.normal(declared, rank(func, result))
        };
        data.results.iter().enumerate().map(one).map(without_unreduced).collect()
    }
}

/// The same placement with nothing left to be reduced.
pub(super) fn without_unreduced(sharding: Shared) -> Shared {
    match sharding.unreduced.is_empty() {
        true => sharding,
        false => Rc::new(TensorSharding { unreduced: Vec::new(), ..(*sharding).clone() }),
    }
}

/// Sorted as the mesh's axes are, neighbours merged.
pub(super) fn in_mesh_order(mut axes: Vec<AxisRef>, mesh: &Mesh) -> Vec<AxisRef> {
    axes.sort_by_key(|axis| axis.mesh_order(mesh));
    let mut merged = Vec::new();
    axes.into_iter().for_each(|axis| push_merged(&mut merged, axis, mesh));
    merged
}

fn rank(func: &Func, value: Value) -> usize {
    func.ty(value).as_tensor().map_or(0, TensorType::rank)
}
