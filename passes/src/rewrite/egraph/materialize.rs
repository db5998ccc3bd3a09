//! From a selection back to ops.
//!
//! Invariants: kept ops stay in their order; an op whose form was chosen for its own value stays the op that it was, in its
//! place, with its name, location and attributes; a new op is placed where its value is first needed, and takes name and location
//! of the value that it computes where the program had one, else the location of its user.

use super::convert::Converted;
use super::extract::{Choices, Selection};
use super::form::Source;
use egg::{Id, Language};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, Loc, OpId, Region, Value};
use std::collections::{BTreeMap, HashMap};

/// Rewrites the region to the selection; the number of ops that were made.
///
/// # Errors
/// Where the selection needs a kept op before one that stands before it: nothing is changed then.
pub fn materialize(func: &mut Func, region: Region, converted: &Converted, choices: &Choices, selection: &Selection) -> Result<usize, String> {
    let graph = &converted.graph;
    let mut original: HashMap<super::lang::Node, OpId> = HashMap::new();
    for (op, node) in &converted.nodes {
        let node = node.clone().map_children(|child| graph.find(child));
        original.entry(node).or_insert(*op);
    }
    let mut first: BTreeMap<Id, OpId> = BTreeMap::new();
    for (op, node) in &converted.nodes {
        if let Some(class) = graph.lookup(node.clone()) {
            first.entry(class).or_insert(*op);
        }
    }
    // Operands that are computed within the kernel of their user, where nothing else has chosen a form of theirs.
    let mut within: BTreeMap<Id, super::lang::Node> = BTreeMap::new();
    for (class, index) in selection.iter().enumerate() {
        if let Some((operand, node)) = index.and_then(|index| choices.inner[class][index].clone()) {
            within.entry(operand).or_insert(node);
        }
    }
    let mut made = Made { converted, choices, selection, within, original, first, values: HashMap::new(), order: Vec::new(), kept: HashMap::new(), next_kept: 0, new_ops: 0 };
    made.kept = converted.kept.iter().enumerate().map(|(place, &op)| (op, place)).collect();
    let old = func.region(region).ops.clone();
    let mut trial = func.clone();
    for op in old {
        if made.kept.contains_key(&op) {
            made.keep(&mut trial, op)?;
        } else {
            made.stay(&mut trial, op)?;
        }
    }
    let Made { order, new_ops, values, .. } = made;
    trial.set_region_ops(region, order);
    // Values that regions of kept ops see from outside.
    let mut replaced = SecondaryMap::<Value, Option<Value>>::new();
    for (&value, &class) in &converted.classes {
        if let Some(&new) = values.get(&graph.find(class))
            && new != value
        {
            replaced[value] = Some(new);
        }
    }
    let kept: Vec<OpId> = converted.kept.clone();
    for op in kept {
        for inner in trial.op(op).regions.clone() {
            trial.replace_in_region(inner, &|value| replaced[value]);
        }
    }
    *func = trial;
    Ok(new_ops)
}

struct Made<'a> {
    converted: &'a Converted,
    choices: &'a Choices,
    selection: &'a Selection,
    within: BTreeMap<Id, super::lang::Node>,
    /// Ops whose forms these are.
    original: HashMap<super::lang::Node, OpId>,
    /// The first op that computed a class.
    first: BTreeMap<Id, OpId>,
    values: HashMap<Id, Value>,
    order: Vec<OpId>,
    kept: HashMap<OpId, usize>,
    next_kept: usize,
    new_ops: usize,
}

impl Made<'_> {
    /// Places a kept op.
    fn keep(&mut self, func: &mut Func, op: OpId) -> Result<(), String> {
        let loc = func.op(op).loc.clone();
        let graph = &self.converted.graph;
        let needs = super::convert::needs(func, op);
        for (index, value) in needs.iter().enumerate() {
            let class = graph.find(self.converted.classes[value]);
            let new = self.need(func, class, &loc)?;
            if index < func.op(op).operands.len() {
                func.set_operand(op, index, new);
            }
        }
        for &result in &func.op(op).results {
            self.values.insert(graph.find(self.converted.classes[&result]), result);
        }
        self.order.push(op);
        self.next_kept += 1;
        Ok(())
    }

    /// Places an op here where it is what was chosen for its value.
    fn stay(&mut self, func: &mut Func, op: OpId) -> Result<(), String> {
        let class = self.converted.graph.find(self.converted.classes[&func.op(op).results[0]]);
        if self.values.contains_key(&class) {
            return Ok(());
        }
        let Some(node) = self.chosen(class) else { return Ok(()) };
        if self.original.get(node) == Some(&op) {
            self.need(func, class, &func.op(op).loc.clone())?;
        }
        Ok(())
    }

    fn chosen(&self, class: Id) -> Option<&super::lang::Node> {
        let taken = self.choices.index.get(&class).and_then(|&index| self.choices.nodes[index].get(self.selection[index]?));
        taken.or_else(|| self.within.get(&class))
    }

    /// The value of a class, made with all that it needs.
    fn need(&mut self, func: &mut Func, root: Id, loc: &Loc) -> Result<Value, String> {
        let graph = &self.converted.graph;
        let mut stack = vec![root];
        while let Some(&class) = stack.last() {
            if self.values.contains_key(&class) {
                stack.pop();
                continue;
            }
            let node = self.chosen(class).ok_or("a needed value was not chosen")?.clone();
            let form = graph.analysis.forms.get(node.form);
            match form.source {
                Source::Input(value) => {
                    self.values.insert(class, value);
                }
                Source::Kept(op, _) => {
                    return Err(format!("{} would be needed before its place", func.op(op).info.name));
                }
                Source::Op => {
                    let open: Vec<Id> = node.children.iter().copied().filter(|child| !self.values.contains_key(child)).collect();
                    if !open.is_empty() {
                        if stack.len() > self.choices.ids.len() {
                            return Err("the selection has a cycle".into());
                        }
                        stack.extend(open.into_iter().rev());
                        continue;
                    }
                    let op = self.make(func, class, &node, loc)?;
                    self.order.push(op);
                    self.values.insert(class, func.op(op).results[0]);
                }
            }
            stack.pop();
        }
        Ok(self.values[&root])
    }

    fn make(&mut self, func: &mut Func, class: Id, node: &super::lang::Node, loc: &Loc) -> Result<OpId, String> {
        let graph = &self.converted.graph;
        let operands: Vec<Value> = node.children.iter().map(|child| self.values[child]).collect();
        if let Some(&op) = self.original.get(node) {
            // Of a commutative op the e-node's order of operands is not the program's.
            let before: Vec<Id> = func.op(op).operands.iter().map(|value| graph.find(self.converted.classes[value])).collect();
            for (index, class) in before.iter().enumerate() {
                func.set_operand(op, index, self.values[class]);
            }
            return Ok(op);
        }
        let form = graph.analysis.forms.get(node.form);
        let (template, inner) = form.template().ok_or("only ops are made")?;
        let mut map = ValueMap::new();
        for (&arg, &operand) in template.args().iter().zip(&operands) {
            map[arg] = Some(operand);
        }
        let op = copy_op(func, template, inner, &mut map)?;
        self.new_ops += 1;
        let like = self.first.get(&class).copied();
        func.op_mut(op).loc = like.map_or_else(|| loc.clone(), |like| func.op(like).loc.clone());
        if let Some(like) = like {
            func.op_mut(op).span = func.op(like).span;
            let name = func.value(func.op(like).results[0]).name;
            let result = func.op(op).results[0];
            func.value_mut(result).name = name;
        }
        Ok(op)
    }
}
