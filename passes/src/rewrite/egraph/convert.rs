//! From a region's ops to an e-graph.
//!
//! Invariants: an op becomes a form that can be rewritten where it has one tensor as its result, no effects, no layout asked
//! for, and regions that see nothing from outside; every other op is kept as it is, in its place. Dimensions of an annotated
//! value thus always have the annotation; what is computed before and after it may change.

use super::form::{MAX_CONSTANT, Request, captures, is_closed};
use super::lang::{Graph, Knowledge, Node};
use egg::Id;
use shardwright_ir::{Attr, Func, OpId, Region, Value};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A region in an e-graph.
pub struct Converted {
    /// The e-graph.
    pub graph: Graph,
    /// The class of each value of the region, and of those that it uses from outside.
    pub classes: BTreeMap<Value, Id>,
    /// Ops that may be rewritten, with their e-nodes.
    pub nodes: Vec<(OpId, Node)>,
    /// Ops that stay, in order, the terminator last.
    pub kept: Vec<OpId>,
    /// Classes that kept ops need: what must be computed.
    pub roots: Vec<Id>,
}

/// The e-graph of a region. `parameters` are values that are known before the program is run.
pub fn convert(func: &Func, region: Region, mut parameters: Vec<Value>) -> Result<Converted, String> {
    parameters.sort_unstable();
    let graph = Graph::new(Knowledge { parameters, ..Knowledge::default() });
    let mut converted = Converted { graph, classes: BTreeMap::new(), nodes: Vec::new(), kept: Vec::new(), roots: Vec::new() };
    for &arg in &func.region(region).args {
        converted.input(func, arg);
    }
    for &op in &func.region(region).ops {
        let operands = needs(func, op).iter().map(|&value| converted.class(func, value)).collect::<SmallVec<[Id; 4]>>();
        if may_rewrite(func, op) {
            let data = func.op(op);
            let types = data.operands.iter().map(|&value| func.tensor_type(value).clone()).collect();
            let ty = func.tensor_type(data.results[0]).clone();
            let regions = (!data.regions.is_empty()).then_some((func, op));
            let request = Request { info: data.info, operands: types, attrs: data.attrs.clone(), regions, ty: Some(ty) };
            let form = converted.graph.analysis.forms.op(request)?;
            let node = Node { form, children: operands };
            let class = converted.graph.add(node.clone());
            converted.nodes.push((op, node));
            converted.classes.insert(data.results[0], class);
        } else {
            converted.kept.push(op);
            converted.roots.extend(operands.iter().copied());
            for (index, &result) in func.op(op).results.iter().enumerate() {
                let form = converted.graph.analysis.forms.kept(op, index, func.ty(result).clone());
                let class = converted.graph.add(Node { form, children: operands.clone() });
                converted.classes.insert(result, class);
            }
        }
    }
    converted.graph.rebuild();
    Ok(converted)
}

impl Converted {
    fn input(&mut self, func: &Func, value: Value) -> Id {
        let form = self.graph.analysis.forms.input(value, func.ty(value).clone());
        let class = self.graph.add(Node { form, children: SmallVec::new() });
        self.classes.insert(value, class);
        class
    }
    fn class(&mut self, func: &Func, value: Value) -> Id {
        match self.classes.get(&value) {
            Some(&class) => class,
            None => self.input(func, value),
        }
    }
}

/// The values that an op depends on: operands, then what its regions see from outside.
pub fn needs(func: &Func, op: OpId) -> Vec<Value> {
    let data = func.op(op);
    let mut values = data.operands.clone();
    for &region in &data.regions {
        values.extend(captures(func, region));
    }
    values
}

/// Whether an op may be replaced by another form of the same value.
pub fn may_rewrite(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    let plain = |value: &Value| func.ty(*value).as_tensor().is_some();
    let [result] = data.results[..] else { return false };
    let small = match data.attrs.get("value") {
        Some(Attr::Dense(literal)) if data.info.is_constant() => literal.as_splat().is_some() || literal.ty.num_elements() <= MAX_CONSTANT,
        _ => true,
    };
    let dialect = data.info.dialect();
    // `rng_bit_generator` and collectives have effects; custom calls may do anything.
    !data.info.traits.effects
        && !data.info.is_terminator()
        && (dialect == "stablehlo" || dialect == "chlo")
        && !matches!(data.info.name, "stablehlo.custom_call" | "stablehlo.optimization_barrier" | "stablehlo.while" | "stablehlo.case" | "stablehlo.if")
        && small
        && plain(&result)
        && data.operands.iter().all(plain)
        && func.sharding(result).is_none()
        && !data.attrs.iter().any(|(name, _)| name.starts_with("sdy."))
        && is_closed(func, op)
}
