//! The graph that is being written: nodes in scopes, initializers, names.
//!
//! Invariants: every name is given once in the whole model, subgraphs included; a constant that is there already is not
//! written again; the type of every tensor is known. Names of the program's own values go before made-up ones.

use super::raise::{Known, raise};
use super::types::{carrier, data_type, since};
use bytes::Bytes;
use crate::front::onnx::proto::attribute_proto::AttributeType;
use crate::front::onnx::proto::tensor_shape_proto::{Dimension, dimension};
use crate::front::onnx::proto::{AttributeProto, GraphProto, NodeProto, TensorProto, TensorShapeProto, TypeProto, ValueInfoProto, type_proto};
use shardwright_dialects::stablehlo::build::numpy_shape;
use shardwright_ir::types::{ElementClass, ElementType, TensorType};
use shardwright_ir::{Literal, Sym};
use std::collections::{BTreeSet, HashMap};

/// A tensor of the graph that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Term {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TensorType,
}

/// A value of the program: a tensor that NumPy's broadcasting makes the value's own shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Held {
    /// The tensor; of rank 0, or of the value's rank with dimensions that may be 1.
    pub term: Term,
    /// The value's type.
    pub ty: TensorType,
}

impl Held {
    /// A value that the tensor is as it stands.
    pub fn whole(term: Term) -> Held {
        Held { ty: term.ty.clone(), term }
    }
}

/// Nodes of one graph: the main one, or the body of a control-flow node.
#[derive(Default)]
struct Scope {
    nodes: Vec<NodeProto>,
    /// Broadcasts that stand in this scope.
    expanded: HashMap<(String, Vec<i64>), Term>,
}

/// Writes nodes.
pub(super) struct Graph {
    /// The operator set that is written for.
    pub opset: i64,
    /// The least one that has all that was written.
    pub needed: i64,
    scopes: Vec<Scope>,
    initializers: Vec<TensorProto>,
    constants: HashMap<(i32, Vec<i64>, Vec<u8>), Term>,
    /// What constants of integers hold, by name.
    int_values: HashMap<String, Vec<i64>>,
    taken: BTreeSet<String>,
    counts: HashMap<String, usize>,
    types: HashMap<String, TensorType>,
    /// Whether an op of our own domain, or one of ONNX Runtime's, is there.
    pub domains: BTreeSet<&'static str>,
}

impl Graph {
    /// An empty graph; `reserved` names are given by [`Graph::rename_last`] and [`Graph::input`] only.
    pub fn new(opset: i64, reserved: impl IntoIterator<Item = String>) -> Graph {
        Graph {
            opset,
            needed: 0,
            scopes: vec![Scope::default()],
            initializers: Vec::new(),
            constants: HashMap::new(),
            int_values: HashMap::new(),
            taken: reserved.into_iter().collect(),
            counts: HashMap::new(),
            types: HashMap::new(),
            domains: BTreeSet::new(),
        }
    }

    /// Notes that what is written needs at least this operator set.
    pub fn need(&mut self, opset: i64) {
        self.needed = self.needed.max(opset);
    }

    fn fresh(&mut self, stem: &str) -> String {
        let count = self.counts.entry(stem.to_owned()).or_default();
        loop {
            let name = format!("{stem}_{count}");
            *count += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A tensor that comes from outside, under its own name.
    pub fn input(&mut self, name: &str, ty: TensorType) -> Term {
        self.need(since(ty.element));
        self.taken.insert(name.to_owned());
        self.types.insert(name.to_owned(), ty.clone());
        Term { name: name.to_owned(), ty }
    }

    /// A tensor of a body's arguments.
    pub fn parameter(&mut self, stem: &str, ty: TensorType) -> Term {
        self.need(since(ty.element));
        let name = self.fresh(stem);
        self.types.insert(name.clone(), ty.clone());
        Term { name, ty }
    }

    // --- nodes ---

    /// A node of one result.
    pub fn node(&mut self, op: &str, inputs: &[&Term], attrs: Vec<AttributeProto>, ty: TensorType) -> Term {
        self.nodes_of("", op, inputs, attrs, vec![ty]).remove(0)
    }

    /// A node of any domain; an input called `""` is left out.
    pub fn nodes_of(&mut self, domain: &'static str, op: &str, inputs: &[&Term], attrs: Vec<AttributeProto>, types: Vec<TensorType>) -> Vec<Term> {
        if !domain.is_empty() {
            self.domains.insert(domain);
        }
        let stem = op.to_lowercase();
        let outputs: Vec<Term> = types.into_iter().map(|ty| self.parameter(&stem, ty)).collect();
        let node = NodeProto {
            op_type: Some(op.to_owned()),
            domain: (!domain.is_empty()).then(|| domain.to_owned()),
            name: Some(outputs.first().map_or_else(|| stem.clone(), |output| format!("node_{}", output.name))),
            input: inputs.iter().map(|input| input.name.clone()).collect(),
            output: outputs.iter().map(|output| output.name.clone()).collect(),
            attribute: attrs,
            ..NodeProto::default()
        };
        self.scope().nodes.push(node);
        outputs
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().unwrap_or_else(|| unreachable!("the main graph is always there"))
    }

    /// Gives the result of the last node a name of the program, where `term` is that result and nobody has the name.
    pub fn rename_last(&mut self, term: &mut Term, name: &str) {
        let scope = self.scope();
        let Some(node) = scope.nodes.last_mut() else { return };
        let Some(output) = node.output.iter_mut().find(|output| **output == term.name) else { return };
        name.clone_into(output);
        node.name = Some(format!("node_{name}"));
        scope.expanded.values_mut().filter(|known| known.name == term.name).for_each(|known| name.clone_into(&mut known.name));
        self.types.remove(&term.name);
        self.types.insert(name.to_owned(), term.ty.clone());
        name.clone_into(&mut term.name);
    }

    /// A node that only gives a tensor another name.
    pub fn alias(&mut self, term: &Term, name: &str) {
        let mut copy = self.node("Identity", &[term], vec![], term.ty.clone());
        self.rename_last(&mut copy, name);
    }

    // --- subgraphs ---

    /// Begins the body of a control-flow node.
    pub fn enter(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Ends it.
    pub fn leave(&mut self, stem: &str, inputs: &[Term], outputs: &[Term]) -> GraphProto {
        let name = self.fresh(stem);
        // What a body returns must be made in it.
        let mut given: BTreeSet<String> = BTreeSet::new();
        let outputs: Vec<Term> = outputs
            .iter()
            .map(|output| {
                let own = self.scope().nodes.iter().any(|node| node.output.contains(&output.name));
                if own && given.insert(output.name.clone()) { output.clone() } else { self.node("Identity", &[output], vec![], output.ty.clone()) }
            })
            .collect();
        let scope = self.scopes.pop().unwrap_or_default();
        self.graph(name, scope.nodes, inputs, &outputs, Vec::new())
    }

    fn graph(&self, name: String, nodes: Vec<NodeProto>, inputs: &[Term], outputs: &[Term], initializers: Vec<TensorProto>) -> GraphProto {
        let ends: BTreeSet<&str> = outputs.iter().map(|output| output.name.as_str()).collect();
        let mut inside = BTreeSet::new();
        nodes.iter().flat_map(bodies).for_each(|body| used(&body.node, &mut inside));
        let known = Known { types: &self.types, ints: &|name| self.int_values.get(name).cloned(), kept: &|name| ends.contains(name) || inside.contains(name) };
        let nodes = raise(nodes, &known);
        let between = nodes.iter().flat_map(|node| &node.output).filter(|name| !ends.contains(name.as_str()));
        let value_info = between.filter_map(|name| Some(info(name, self.types.get(name)?))).collect();
        GraphProto {
            name: Some(name),
            input: inputs.iter().map(|input| info(&input.name, &input.ty)).collect(),
            output: outputs.iter().map(|output| info(&output.name, &output.ty)).collect(),
            value_info,
            node: nodes,
            initializer: initializers,
            ..GraphProto::default()
        }
    }

    /// The main graph.
    pub fn finish(mut self, name: &str, inputs: &[Term], outputs: &[Term], weights: Vec<TensorProto>) -> GraphProto {
        let scope = self.scopes.pop().unwrap_or_default();
        let mut constants = std::mem::take(&mut self.initializers);
        let made = self.graph(name.to_owned(), scope.nodes, inputs, outputs, weights);
        // Some are of ops that became one.
        let mut read = BTreeSet::new();
        used(&made.node, &mut read);
        constants.retain(|constant| read.contains(constant.name()));
        GraphProto { initializer: [made.initializer, constants].concat(), ..made }
    }
    // --- constants ---

    /// A constant of the elements that the literal has. Equal elements of a large tensor are written once, as a scalar.
    pub fn constant(&mut self, literal: &Literal) -> Result<Held, String> {
        let ty = literal.ty.clone();
        let literal = match literal.as_splat() {
            Some(element) if ty.rank() > 0 && ty.num_elements() > 0 => Literal::splat(TensorType::scalar(ty.element), element),
            _ => literal.clone(),
        };
        let term = self.dense(&literal.ty, &literal.to_bytes()?)?;
        Ok(Held { term, ty })
    }

    /// A constant of these bytes, as [`Literal`] has them.
    pub fn dense(&mut self, ty: &TensorType, bytes: &[u8]) -> Result<Term, String> {
        let number = data_type(ty.element)?;
        let key = (number, ty.dims.to_vec(), bytes.to_vec());
        if let Some(known) = self.constants.get(&key) {
            return Ok(known.clone());
        }
        let term = self.parameter("const", ty.clone());
        self.initializers.push(TensorProto {
            name: Some(term.name.clone()),
            data_type: Some(number),
            dims: ty.dims.to_vec(),
            raw_data: Some(Bytes::copy_from_slice(bytes)),
            ..TensorProto::default()
        });
        self.constants.insert(key, term.clone());
        Ok(term)
    }

    /// A vector of 64-bit integers.
    pub fn ints(&mut self, values: &[i64]) -> Term {
        self.int_tensor(&[values.len() as i64], values)
    }

    /// A tensor of 64-bit integers.
    pub fn int_tensor(&mut self, dims: &[i64], values: &[i64]) -> Term {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let made = self.dense(&TensorType::new(ElementType::I64, dims), &bytes).unwrap_or_else(|why| unreachable!("64-bit integers are a type of ONNX: {why}"));
        self.int_values.entry(made.name.clone()).or_insert_with(|| values.to_vec());
        made
    }

    /// A scalar, `value` rounded to the type.
    pub fn scalar(&mut self, element: ElementType, value: f64) -> Result<Term, String> {
        Ok(self.constant(&Literal::splat_f64(TensorType::scalar(element), value))?.term)
    }

    // --- what every family needs ---

    /// A tensor in another element type.
    pub fn cast(&mut self, term: &Term, element: ElementType) -> Result<Term, String> {
        if term.ty.element == element {
            return Ok(term.clone());
        }
        let number = data_type(element)?;
        if element.is_int() && element.bits() < 8 {
            return self.wrapped(term, element);
        }
        if number == data_type(term.ty.element)? {
            return Ok(Term { name: term.name.clone(), ty: term.ty.with_element(element) });
        }
        let mut attrs = vec![int("to", i64::from(number))];
        if element == ElementType::F8E8M0FNU {
            attrs.push(string("round_mode", "nearest"));
        } else if element.is_float() && element.bits() == 8 {
            // StableHLO's overflow is not the largest number.
            attrs.push(int("saturate", 0));
        }
        Ok(self.node("Cast", &[term], attrs, term.ty.with_element(element)))
    }

    /// Numbers in an integer type narrower than a byte, whose low bits they keep.
    fn wrapped(&mut self, term: &Term, element: ElementType) -> Result<Term, String> {
        let signed = element.class() == ElementClass::Signed;
        let size = 1 << element.bits();
        let half = if signed { size / 2 } else { 0 };
        let wide = self.cast(term, ElementType::I32)?;
        let (half, size) = (self.scalar(ElementType::I32, f64::from(half))?, self.scalar(ElementType::I32, f64::from(size))?);
        let moved = self.binary("Add", &wide, &half, ElementType::I32)?;
        let rest = self.binary("Mod", &moved, &size, ElementType::I32)?;
        let back = self.binary("Sub", &rest, &half, ElementType::I32)?;
        let made = self.cast(&back, if signed { ElementType::I8 } else { ElementType::UI8 })?;
        Ok(Term { ty: made.ty.with_element(element), ..made })
    }

    /// A tensor in a type of `allowed` that holds all its elements.
    pub fn carried(&mut self, term: &Term, allowed: &[ElementType]) -> Result<Term, String> {
        let element = carrier(term.ty.element, allowed).ok_or_else(|| format!("ONNX Runtime has no kernel for {} here, and none for a wider type", term.ty.element))?;
        self.cast(term, element)
    }

    /// An op whose operands are carried in types of `allowed`, and whose result comes back in `element`.
    pub fn through(&mut self, op: &str, terms: &[&Term], attrs: Vec<AttributeProto>, allowed: &[ElementType], ty: TensorType) -> Result<Term, String> {
        let carried = terms.iter().map(|term| self.carried(term, allowed)).collect::<Result<Vec<_>, _>>()?;
        let element = carried.first().map_or(ty.element, |term| term.ty.element);
        let made = self.node(op, &carried.iter().collect::<Vec<_>>(), attrs, ty.with_element(element));
        self.cast(&made, ty.element)
    }

    /// Something done in single precision to a tensor of powers of two, which ONNX Runtime only converts.
    fn in_single(&mut self, term: &Term, with: impl FnOnce(&mut Graph, &Term) -> Term) -> Term {
        let known = |why: String| unreachable!("a type of ONNX: {why}");
        let carried = self.cast(term, ElementType::F32).unwrap_or_else(known);
        let made = with(self, &carried);
        self.cast(&made, term.ty.element).unwrap_or_else(known)
    }

    /// A tensor in another shape of as many elements.
    pub fn reshape(&mut self, term: &Term, dims: &[i64]) -> Term {
        if term.ty.dims[..] == *dims {
            return term.clone();
        }
        if term.ty.element == ElementType::F8E8M0FNU {
            return self.in_single(term, |graph, term| graph.reshape(term, dims));
        }
        let shape = self.ints(dims);
        // A 0 would stand for the operand's own size.
        let attrs = if dims.contains(&0) {
            self.need(14);
            vec![int("allowzero", 1)]
        } else {
            vec![]
        };
        self.node("Reshape", &[term, &shape], attrs, term.ty.with_dims(dims))
    }

    /// A tensor with its dimensions in another order.
    pub fn transpose(&mut self, term: &Term, order: &[usize]) -> Term {
        if order.iter().enumerate().all(|(index, &dim)| index == dim) {
            return term.clone();
        }
        if term.ty.element == ElementType::F8E8M0FNU {
            return self.in_single(term, |graph, term| graph.transpose(term, order));
        }
        let dims: Vec<i64> = order.iter().map(|&dim| term.ty.dims[dim]).collect();
        let attr = ints("perm", &order.iter().map(|&dim| dim as i64).collect::<Vec<_>>());
        self.node("Transpose", &[term], vec![attr], term.ty.with_dims(&dims))
    }

    /// A tensor broadcast to a shape by NumPy's rules.
    pub fn expand(&mut self, term: &Term, dims: &[i64]) -> Result<Term, String> {
        if term.ty.dims[..] == *dims {
            return Ok(term.clone());
        }
        let key = (term.name.clone(), dims.to_vec());
        if let Some(known) = self.scopes.iter().rev().find_map(|scope| scope.expanded.get(&key)) {
            return Ok(known.clone());
        }
        let shape = self.ints(dims);
        let carried = self.carried(term, super::types::EXPAND)?;
        let made = self.node("Expand", &[&carried, &shape], vec![], carried.ty.with_dims(dims));
        let made = self.cast(&made, term.ty.element)?;
        self.scope().expanded.insert(key, made.clone());
        Ok(made)
    }

    /// A value in its own shape.
    pub fn full(&mut self, held: &Held) -> Result<Term, String> {
        self.expand(&held.term, &held.ty.dims)
    }

    /// `op` of two tensors that broadcast, with a result of type `element`.
    pub fn binary(&mut self, op: &str, x: &Term, y: &Term, element: ElementType) -> Result<Term, String> {
        let dims = numpy_shape(&x.ty.dims, &y.ty.dims)?;
        Ok(self.node(op, &[x, y], vec![], TensorType::new(element, &dims)))
    }

    /// `Where` of tensors that broadcast; both sides must be of a type that it takes.
    pub fn choose(&mut self, condition: &Term, yes: &Term, no: &Term) -> Result<Term, String> {
        let dims = numpy_shape(&numpy_shape(&condition.ty.dims, &yes.ty.dims)?, &no.ty.dims)?;
        Ok(self.node("Where", &[condition, yes, no], vec![], yes.ty.with_dims(&dims)))
    }

    /// A part of a tensor: `(dimension, start, end, step)` of the dimensions that are cut; an end beyond the tensor is its end.
    pub fn slice(&mut self, term: &Term, cuts: &[(usize, i64, i64, i64)], dims: &[i64]) -> Result<Term, String> {
        if cuts.is_empty() {
            return Ok(term.clone());
        }
        let list = |of: fn(&(usize, i64, i64, i64)) -> i64| cuts.iter().map(of).collect::<Vec<_>>();
        let starts = self.ints(&list(|cut| cut.1));
        let ends = self.ints(&list(|cut| cut.2));
        let axes = self.ints(&list(|cut| cut.0 as i64));
        let steps = self.ints(&list(|cut| cut.3));
        let carried = self.carried(term, super::types::MOVED)?;
        let made = self.node("Slice", &[&carried, &starts, &ends, &axes, &steps], vec![], carried.ty.with_dims(dims));
        self.cast(&made, term.ty.element)
    }

    /// Tensors joined along a dimension.
    pub fn concat(&mut self, terms: &[Term], dim: usize) -> Result<Term, String> {
        if let [one] = terms {
            return Ok(one.clone());
        }
        let first = terms.first().ok_or("nothing to join")?;
        let mut dims = first.ty.dims.to_vec();
        dims[dim] = terms.iter().map(|term| term.ty.dims[dim]).sum();
        self.through("Concat", &terms.iter().collect::<Vec<_>>(), vec![int("axis", dim as i64)], super::types::MOVED, first.ty.with_dims(&dims))
    }
}

/// The bodies of a node.
fn bodies(node: &NodeProto) -> impl Iterator<Item = &GraphProto> {
    node.attribute.iter().filter_map(|attribute| attribute.g.as_ref())
}

/// The tensors that nodes read, those of their bodies included.
fn used(nodes: &[NodeProto], found: &mut BTreeSet<String>) {
    for node in nodes {
        found.extend(node.input.iter().cloned());
        bodies(node).for_each(|body| used(&body.node, found));
    }
}

/// The declaration of a tensor.
pub(super) fn info(name: &str, ty: &TensorType) -> ValueInfoProto {
    let dim = |&size: &i64| Dimension { value: Some(dimension::Value::DimValue(size)), ..Dimension::default() };
    let tensor = type_proto::Tensor {
        elem_type: data_type(ty.element).ok(),
        shape: Some(TensorShapeProto { dim: ty.dims.iter().map(dim).collect() }),
    };
    ValueInfoProto {
        name: Some(name.to_owned()),
        r#type: Some(TypeProto { value: Some(type_proto::Value::TensorType(tensor)), ..TypeProto::default() }),
        ..ValueInfoProto::default()
    }
}

fn attribute(name: &str, kind: AttributeType) -> AttributeProto {
    AttributeProto { name: Some(name.to_owned()), r#type: Some(kind.into()), ..AttributeProto::default() }
}

/// An integer attribute.
pub(super) fn int(name: &str, value: i64) -> AttributeProto {
    AttributeProto { i: Some(value), ..attribute(name, AttributeType::Int) }
}

/// An attribute of integers.
pub(super) fn ints(name: &str, values: &[i64]) -> AttributeProto {
    AttributeProto { ints: values.to_vec(), ..attribute(name, AttributeType::Ints) }
}

/// A float attribute.
pub(super) fn float(name: &str, value: f32) -> AttributeProto {
    AttributeProto { f: Some(value), ..attribute(name, AttributeType::Float) }
}

/// A string attribute.
pub(super) fn string(name: &str, value: &str) -> AttributeProto {
    AttributeProto { s: Some(value.as_bytes().to_vec()), ..attribute(name, AttributeType::String) }
}

/// A subgraph.
pub(super) fn subgraph(name: &str, value: GraphProto) -> AttributeProto {
    AttributeProto { g: Some(value), ..attribute(name, AttributeType::Graph) }
}

/// A name as others may have it.
pub(super) fn own_name(name: Option<Sym>) -> Option<String> {
    name.map(|name| name.as_str().to_owned()).filter(|name| !name.is_empty())
}
