//! The lists of nodes of a model, by number: the main graph is 0, bodies of control flow follow in the order of their nodes, depth first, functions
//! last.
//!
//! Invariants: what walks the bytes of a model ([`crate::back::onnx_annotated`]) numbers its bodies in the same order; a name means the tensor of the
//! innermost body that defines it, and a function sees nothing of its caller's.

use super::fault::node_place;
use super::proto::{FunctionProto, GraphProto, ModelProto, NodeProto};
use std::collections::{HashMap, HashSet};

/// The main graph.
pub const MAIN: usize = 0;

/// A tensor: the body that defines it, and its name there.
pub type TensorId = (usize, String);

/// One list of nodes.
#[derive(Debug)]
pub struct Body<'m> {
    /// Its nodes, in order.
    pub nodes: &'m [NodeProto],
    /// The body whose node it belongs to, and that node's index; `None` for the main graph and for functions.
    pub owner: Option<(usize, usize)>,
    /// What it is called in messages; empty for the main graph.
    pub place: String,
    defined: HashSet<&'m str>,
}

/// All bodies of a model.
#[derive(Debug)]
pub struct Bodies<'m> {
    /// By number.
    pub bodies: Vec<Body<'m>>,
    by_address: HashMap<usize, usize>,
}

impl<'m> Bodies<'m> {
    /// Numbers the bodies of a model.
    pub fn of(model: &'m ModelProto) -> Bodies<'m> {
        let mut bodies = Bodies { bodies: Vec::new(), by_address: HashMap::new() };
        if let Some(graph) = &model.graph {
            bodies.add_graph(graph, None, String::new());
        }
        for function in &model.functions {
            let defined = function.input.iter().map(String::as_str).collect();
            bodies.by_address.insert(std::ptr::from_ref(function) as usize, bodies.bodies.len());
            bodies.add(&function.node, None, format!("function {:?}", function.name()), defined);
        }
        bodies
    }

    fn add_graph(&mut self, graph: &'m GraphProto, owner: Option<(usize, usize)>, place: String) {
        let inputs = graph.input.iter().map(|input| input.name());
        let stored = graph.initializer.iter().map(|tensor| tensor.name());
        self.by_address.insert(std::ptr::from_ref(graph) as usize, self.bodies.len());
        self.add(&graph.node, owner, place, inputs.chain(stored).collect());
    }

    fn add(&mut self, nodes: &'m [NodeProto], owner: Option<(usize, usize)>, place: String, mut defined: HashSet<&'m str>) {
        defined.extend(nodes.iter().flat_map(|node| &node.output).map(String::as_str).filter(|name| !name.is_empty()));
        let number = self.bodies.len();
        self.bodies.push(Body { nodes, owner, place, defined });
        for (index, node) in nodes.iter().enumerate() {
            for attribute in &node.attribute {
                for graph in attribute.g.iter().chain(&attribute.graphs) {
                    let place = self.place(number, index);
                    self.add_graph(graph, Some((number, index)), place);
                }
            }
        }
    }

    /// The number of a graph of the model.
    pub fn of_graph(&self, graph: &GraphProto) -> Option<usize> {
        self.by_address.get(&(std::ptr::from_ref(graph) as usize)).copied()
    }
    /// The number of a function of the model.
    pub fn of_function(&self, function: &FunctionProto) -> Option<usize> {
        self.by_address.get(&(std::ptr::from_ref(function) as usize)).copied()
    }
    /// What a node is called in messages.
    pub fn place(&self, body: usize, index: usize) -> String {
        let body = &self.bodies[body];
        let node = body.nodes.get(index).map_or_else(String::new, node_place);
        if body.place.is_empty() { node } else { format!("{}, {node}", body.place) }
    }
    /// The body that defines the tensor which `body` calls `name`.
    pub fn definer(&self, body: usize, name: &str) -> Option<usize> {
        let mut at = Some(body);
        while let Some(number) = at {
            if self.bodies.get(number)?.defined.contains(name) {
                return Some(number);
            }
            at = self.bodies[number].owner.map(|(outer, _)| outer);
        }
        None
    }
    /// The node of the main graph that a body belongs to, through however many bodies; `None` for the main graph and for functions.
    pub fn main_node(&self, body: usize) -> Option<usize> {
        let mut at = self.bodies.get(body)?.owner?;
        while at.0 != MAIN {
            at = self.bodies[at.0].owner?;
        }
        Some(at.1)
    }
}
