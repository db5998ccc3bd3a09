//! Nodes that are one of ONNX's larger ops together.
//!
//! What the front end took apart is put together where it is certain to be the same: a softmax of floats. Invariants: what is used elsewhere stays; results
//! keep their names; the order of the other nodes does not change.

use super::graph::int;
use crate::front::onnx::proto::NodeProto;
use shardwright_ir::types::{ElementType, TensorType};
use std::collections::{BTreeSet, HashMap};

/// What is known of a graph's tensors.
pub(super) struct Known<'a> {
    /// Types of all tensors, by name.
    pub types: &'a HashMap<String, TensorType>,
    /// Integers of constants, by name.
    pub ints: &'a dyn Fn(&str) -> Option<Vec<i64>>,
    /// Tensors that are used outside of the nodes, or returned.
    pub kept: &'a dyn Fn(&str) -> bool,
}

/// Puts softmaxes together.
pub(super) fn raise(nodes: Vec<NodeProto>, known: &Known) -> Vec<NodeProto> {
    let mut maker: HashMap<&str, usize> = HashMap::new();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        maker.extend(node.output.iter().map(|output| (output.as_str(), index)));
        node.input.iter().for_each(|input| *uses.entry(input).or_default() += 1);
    }
    let view = View { nodes: &nodes, maker, uses, known };
    let mut replaced: HashMap<usize, NodeProto> = HashMap::new();
    let mut gone: BTreeSet<usize> = BTreeSet::new();
    for (index, node) in nodes.iter().enumerate() {
        if let Some((parts, softmax)) = view.softmax(node)
            && parts.iter().all(|part| !gone.contains(part))
        {
            gone.extend(parts);
            replaced.insert(index, softmax);
        }
    }
    let each = nodes.iter().enumerate().filter(|(index, _)| !gone.contains(index));
    each.map(|(index, node)| replaced.remove(&index).unwrap_or_else(|| node.clone())).collect()
}

struct View<'a> {
    nodes: &'a [NodeProto],
    maker: HashMap<&'a str, usize>,
    uses: HashMap<&'a str, usize>,
    known: &'a Known<'a>,
}

impl<'a> View<'a> {
    /// The node of this kind that makes a tensor, which so many nodes use and nothing else does.
    fn made_by(&self, name: &str, op: &str, uses: usize) -> Option<(usize, &'a NodeProto)> {
        let index = *self.maker.get(name)?;
        let node = &self.nodes[index];
        let own = node.op_type() == op && node.domain().is_empty();
        (own && self.uses.get(name) == Some(&uses) && !(self.known.kept)(name)).then_some((index, node))
    }

    /// The one dimension that a reduction of `x` is over, where `name` is its result with that dimension kept as 1.
    fn reduced(&self, name: &str, op: &str, x: &str) -> Option<(i64, [usize; 2])> {
        let (kept, reshape) = self.made_by(name, "Reshape", 1)?;
        let (index, reduce) = self.made_by(&reshape.input[0], op, 1)?;
        if reduce.input[0] != x {
            return None;
        }
        let axes = match reduce.input.get(1) {
            Some(input) => (self.known.ints)(input)?,
            None => reduce.attribute.iter().find(|attribute| attribute.name() == "axes")?.ints.clone(),
        };
        let &[axis] = &axes[..] else { return None };
        let mut dims = self.known.types.get(x)?.dims.clone();
        *dims.get_mut(usize::try_from(axis).ok()?)? = 1;
        (self.known.types.get(name)?.dims == dims).then_some((axis, [kept, index]))
    }

    /// `exp(x - max x) / sum exp(x - max x)`.
    fn softmax(&self, quotient: &'a NodeProto) -> Option<(Vec<usize>, NodeProto)> {
        let ([power, sum], "Div") = (&quotient.input[..], quotient.op_type()) else { return None };
        let (exp_at, exp) = self.made_by(power, "Exp", 2)?;
        let (sub_at, difference) = self.made_by(&exp.input[0], "Sub", 1)?;
        let [x, top] = &difference.input[..] else { return None };
        let ty = self.known.types.get(x)?;
        let same = self.known.types.get(&quotient.output[0]) == Some(ty);
        let (axis, sum_at) = self.reduced(sum, "ReduceSum", power)?;
        let (other, max_at) = self.reduced(top, "ReduceMax", x)?;
        if !same || axis != other || !matches!(ty.element, ElementType::F32 | ElementType::F64) {
            return None;
        }
        let softmax = NodeProto { op_type: Some("Softmax".to_owned()), input: vec![x.clone()], attribute: vec![int("axis", axis)], ..quotient.clone() };
        Some(([&[exp_at, sub_at], &sum_at[..], &max_at].concat(), softmax))
    }
}
