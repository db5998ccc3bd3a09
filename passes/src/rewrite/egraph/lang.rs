//! The e-graph's language: an e-node is a form and its operands' e-classes.
//!
//! Invariants: all e-nodes of a class have one type; what the class knows (a splat's value, that it follows from parameters
//! alone) holds for all of them, whichever showed it.

use super::form::{Form, FormId, Forms, Request, Source};
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use shardwright_ir::{Attr, Attrs, Func, OpId, OpInfo, TensorType, Type};
use smallvec::SmallVec;

/// An e-node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    /// What is computed.
    pub form: FormId,
    /// From what.
    pub children: SmallVec<[Id; 4]>,
}

impl Language for Node {
    type Discriminant = FormId;
    fn discriminant(&self) -> FormId {
        self.form
    }
    fn matches(&self, other: &Node) -> bool {
        self.form == other.form && self.children.len() == other.children.len()
    }
    fn children(&self) -> &[Id] {
        &self.children
    }
    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}

/// What is known of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The type.
    pub ty: Type,
    /// The value that all elements equal, where that is known.
    pub splat: Option<f64>,
    /// Whether it follows from parameters and constants alone: it need be computed only once, before the program is ever run.
    pub fixed: bool,
}

/// The analysis: forms, and which inputs are parameters.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// All forms.
    pub forms: Forms,
    /// Inputs that are parameters; sorted.
    pub parameters: Vec<shardwright_ir::Value>,
}

/// An e-graph of programs.
pub type Graph = EGraph<Node, Knowledge>;

impl Analysis<Node> for Knowledge {
    type Data = Facts;
    fn make(graph: &mut Graph, node: &Node, _id: Id) -> Facts {
        let form = graph.analysis.forms.get(node.form);
        let (fixed, splat) = match form.source {
            Source::Input(value) => (graph.analysis.parameters.binary_search(&value).is_ok(), None),
            Source::Kept(..) => (false, None),
            Source::Op => (node.children.iter().all(|&child| graph[child].data.fixed), splat_of(graph, form, node)),
        };
        Facts { ty: form.ty.clone(), splat, fixed }
    }
    fn merge(&mut self, to: &mut Facts, from: Facts) -> DidMerge {
        debug_assert_eq!(to.ty, from.ty, "classes of one value have one type");
        let before = (to.splat, to.fixed);
        to.splat = to.splat.or(from.splat);
        to.fixed |= from.fixed;
        let after = (to.splat, to.fixed);
        DidMerge(after != before, after != (from.splat, from.fixed))
    }
}

/// The splat that a node is: a constant, or one that is only moved about.
fn splat_of(graph: &Graph, form: &Form, node: &Node) -> Option<f64> {
    let (func, op) = form.template()?;
    match func.op(op).info.name {
        "stablehlo.constant" => match func.op(op).attrs.get("value")? {
            Attr::Dense(literal) => literal.splat_value(),
            _ => None,
        },
        "stablehlo.concatenate" => {
            let first = graph[*node.children.first()?].data.splat?;
            node.children.iter().all(|&child| graph[child].data.splat == Some(first)).then_some(first)
        }
        "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.slice" => graph[*node.children.first()?].data.splat,
        _ => None,
    }
}

/// Adds an op over classes.
///
/// # Errors
/// Where its row refuses it.
pub fn add_op(
    graph: &mut Graph,
    info: &'static OpInfo,
    children: &[Id],
    attrs: Attrs,
    regions: Option<(&Func, OpId)>,
    ty: Option<TensorType>,
) -> Result<Id, String> {
    let operands = children.iter().map(|&child| graph[child].data.ty.as_tensor().cloned().ok_or("operands must be tensors"));
    let operands = operands.collect::<Result<Vec<_>, _>>()?;
    let mut children: SmallVec<[Id; 4]> = children.iter().map(|&child| graph.find(child)).collect();
    if info.traits.commutative && children.len() == 2 {
        children.sort_unstable();
    }
    let form = graph.analysis.forms.op(Request { info, operands, attrs, regions, ty })?;
    Ok(graph.add(Node { form, children }))
}
