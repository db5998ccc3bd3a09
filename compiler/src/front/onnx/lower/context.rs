//! What lowering knows: the tensors made so far, and helpers to work on them.
//!
//! Invariant: a [`Val`] of kind `Const` has no op in the program until [`Context::ir`] asks for it.

use super::call::Call;
use super::constant::{Const, Data, Scalar, holds};
use super::emit::{Emitter, Res, Value};
use super::lists::{self, List};
use crate::front::onnx::bodies::{Bodies, MAIN, TensorId};
use crate::front::onnx::fault::{Fault, node_place};
use crate::front::onnx::import::sharding_of;
use crate::front::onnx::load::Model;
use crate::front::onnx::proto::{AttributeProto, FunctionProto, GraphProto, NodeProto, TensorProto};
use crate::front::onnx::weights::{Payload, WeightRange, checked_type, locate};
use shardwright_ir::sharding::AxisRef;
use shardwright_ir::types::{ElementType, TensorType};
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// A tensor of the graph.
#[derive(Clone, Debug)]
pub enum Val {
    /// Computed by the program.
    Ir(Value),
    /// Known at import.
    Const(Rc<Const>),
    /// A weight: an argument of the program, whose elements can be read where a size depends on them.
    Weight(Value, Rc<WeightRange>),
    /// A weight that no op reads.
    Range(Rc<WeightRange>),
    /// A sequence or an optional: what it holds is known, its tensors are of any kind.
    List(Rc<List>),
}

impl From<Value> for Val {
    fn from(value: Value) -> Val {
        Val::Ir(value)
    }
}
impl From<Const> for Val {
    fn from(constant: Const) -> Val {
        Val::Const(Rc::new(constant))
    }
}

/// Integer and boolean weights up to this many bytes are constants of the program, and no other weight is read
/// beyond it.
pub const MAX_CONSTANT_BYTES: i64 = 4096;
/// Nodes lowered in all, functions and unrolled bodies expanded.
const MAX_NODES: usize = 200_000;
/// Ops emitted in all.
const MAX_OPS: usize = 1_000_000;
/// How deep functions and bodies may nest.
const MAX_DEPTH: usize = 32;

/// The state of one lowering.
pub struct Context<'m> {
    /// The model.
    pub model: &'m Model,
    /// Version of the default operator set in the scope being lowered.
    pub opset: i64,
    /// Where ops go.
    pub emit: Emitter,
    functions: HashMap<(&'m str, &'m str), &'m FunctionProto>,
    /// Tensors by name; `None` for an optional input of a function that the caller left out.
    scopes: Vec<HashMap<String, Option<Val>>>,
    /// Attributes that the function being lowered was called with.
    frame: HashMap<&'m str, &'m AttributeProto>,
    nodes: usize,
    depth: usize,
    /// Name of the first result of the node being lowered.
    pub result_name: String,
    /// The lists of nodes of the model.
    pub bodies: Bodies<'m>,
    /// The one that is being lowered.
    body: usize,
    /// Dimensions of tensors; of one that is lowered several times, as a loop's are, those of the first.
    pub shapes: BTreeMap<TensorId, Vec<i64>>,
    /// Weights that are arguments, in the order of their use as arguments.
    pub weights: Vec<(Value, String, Rc<WeightRange>)>,
    /// Arguments that some op reads.
    pub used: BTreeSet<Value>,
    /// Weights known to be read by no op: they become no arguments.
    pub unused: BTreeSet<String>,
    /// Whether the model shall learn: vectors of one float are arguments then, as all larger weights are.
    pub learns: bool,
    /// Initializers of floats that are constants of the program.
    pub constants: Vec<String>,
    /// The values that tensors are, one for each time that they are lowered.
    pub values: IndexMap<TensorId, Vec<Value>>,
    /// Shardings of inputs at nodes that differ from the tensor's own, by body, node and name.
    pub uses: BTreeMap<(usize, usize, String), BTreeMap<usize, Vec<AxisRef>>>,
}

impl<'m> Context<'m> {
    /// A context without tensors.
    pub fn new(model: &'m Model) -> Context<'m> {
        let functions = model.proto.functions.iter().map(|f| ((f.domain(), f.name()), f)).collect();
        Context {
            model,
            opset: model.opset,
            emit: Emitter::new(),
            functions,
            scopes: vec![HashMap::new()],
            frame: HashMap::new(),
            nodes: 0,
            depth: 0,
            result_name: String::new(),
            bodies: Bodies::of(&model.proto),
            body: MAIN,
            shapes: BTreeMap::new(),
            weights: Vec::new(),
            used: BTreeSet::new(),
            unused: BTreeSet::new(),
            learns: false,
            constants: Vec::new(),
            values: IndexMap::new(),
            uses: BTreeMap::new(),
        }
    }

    /// Makes a tensor known by name in the innermost scope.
    ///
    /// # Errors
    /// The scope has a tensor of that name already.
    pub fn define(&mut self, name: &str, val: Val) -> Res<()> {
        self.record(name, &val);
        if let Val::Ir(value) = val {
            self.emit.name(value, name);
        }
        let scope = self.scopes.last_mut().ok_or("no scope")?;
        if scope.insert(name.to_owned(), Some(val)).is_some() {
            return Err(format!("tensor {name:?} is defined twice"));
        }
        Ok(())
    }
    /// Notes what a tensor of the body that is being lowered is.
    fn record(&mut self, name: &str, val: &Val) {
        if matches!(val, Val::List(_)) {
            return;
        }
        let id = (self.body, name.to_owned());
        if let Val::Ir(value) | Val::Weight(value, _) = val {
            self.values.entry(id.clone()).or_default().push(*value);
        }
        let dims = self.dims(val);
        self.shapes.entry(id).or_insert(dims);
    }
    /// The tensor of this name, looked up from the innermost scope outwards.
    ///
    /// # Errors
    /// There is none (yet).
    pub fn find(&self, name: &str) -> Res<Val> {
        self.find_optional(name)?.ok_or_else(|| format!("tensor {name:?} is an optional input that was left out"))
    }
    /// Whether there is a tensor of this name.
    pub fn is_defined(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains_key(name))
    }
    fn find_optional(&self, name: &str) -> Res<Option<Val>> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).cloned().ok_or_else(|| {
            format!("tensor {name:?} is not defined before it is used: nodes must be in topological order, without cycles")
        })
    }

    /// The type of a tensor.
    pub fn ty(&self, val: &Val) -> TensorType {
        match val {
            Val::Ir(value) | Val::Weight(value, _) => self.emit.ty(*value),
            Val::Const(constant) => constant.ty.clone(),
            Val::Range(range) => range.ty.clone(),
            // Lists are refused before an operator asks for their type.
            Val::List(_) => TensorType::new(ElementType::I1, &[]),
        }
    }
    /// The dimensions of a tensor.
    pub fn dims(&self, val: &Val) -> Vec<i64> {
        self.ty(val).dims.to_vec()
    }
    /// The element type of a tensor.
    pub fn element(&self, val: &Val) -> ElementType {
        self.ty(val).element
    }
    /// The tensor as a value of the program.
    pub fn ir(&mut self, val: &Val) -> Res<Value> {
        match val {
            Val::Ir(value) => Ok(*value),
            Val::Weight(value, _) => {
                self.used.insert(*value);
                Ok(*value)
            }
            Val::Const(constant) => self.materialise(constant),
            Val::Range(_) => Err("a weight is read that was found to be read by nothing".into()),
            Val::List(_) => Err("a sequence or an optional is no tensor".into()),
        }
    }
    /// The elements of a tensor where they are known and few.
    pub fn known(&self, val: &Val) -> Option<Rc<Const>> {
        match val {
            Val::Ir(_) | Val::List(_) => None,
            Val::Const(constant) => Some(constant.clone()),
            Val::Weight(_, range) | Val::Range(range) if range.length <= MAX_CONSTANT_BYTES as u64 => {
                let bytes = range.bytes().ok()?;
                Const::from_bytes(&range.ty, &bytes).map(Rc::new)
            }
            Val::Weight(..) | Val::Range(_) => None,
        }
    }
    /// The integers of a tensor that must be known to fix a shape.
    ///
    /// # Errors
    /// They are computed at run time, or no integers.
    pub fn ints(&self, val: &Val, what: &str) -> Res<Vec<i64>> {
        let known = self.known(val).ok_or_else(|| {
            format!("{what} must be known when compiling, but it depends on values that are computed at run time")
        })?;
        known.to_ints(4096).ok_or_else(|| format!("{what} must be at most 4096 integers, got {}", known.ty))
    }
    /// The one integer of a tensor that must be known.
    ///
    /// # Errors
    /// It is computed at run time, or not one integer.
    pub fn int(&self, val: &Val, what: &str) -> Res<i64> {
        match self.ints(val, what)?.as_slice() {
            [one] => Ok(*one),
            other => Err(format!("{what} must be one integer, got {}", other.len())),
        }
    }
    /// The numbers of a tensor that must be known.
    ///
    /// # Errors
    /// They are computed at run time.
    pub fn floats(&self, val: &Val, what: &str) -> Res<Vec<f64>> {
        let known = self.known(val).and_then(|known| known.to_floats(4096));
        known.ok_or_else(|| format!("{what} must be known when compiling, but it depends on values that are computed at run time"))
    }

    /// Broadcasts a tensor to `dims` by ONNX's rule: dimensions are matched from the last one backwards.
    pub fn broadcast(&mut self, val: &Val, dims: &[i64]) -> Res<Value> {
        if let Val::Const(constant) = val
            && let Some(value) = constant.single()
        {
            let splat = Const::splat(checked_type(constant.ty.element, dims)?, value);
            return self.emit.constant(&splat);
        }
        let value = self.ir(val)?;
        let rank = self.emit.dims(value).len();
        let Some(lead) = dims.len().checked_sub(rank) else {
            return Err(format!("cannot broadcast {} to {dims:?}", self.emit.ty(value)));
        };
        let map: Vec<i64> = (lead..dims.len()).map(|dim| dim as i64).collect();
        self.emit.broadcast(value, dims, &map)
    }
    /// Broadcasts tensors to their common dimensions.
    pub fn broadcast_all(&mut self, vals: &[Val]) -> Res<Vec<Value>> {
        let mut dims = Vec::new();
        for val in vals {
            dims = broadcast_dims(&dims, &self.dims(val))?;
        }
        vals.iter().map(|val| self.broadcast(val, &dims)).collect()
    }
    /// A constant all of whose elements are `value`, of the type of `like`.
    pub fn splat_like(&mut self, like: Value, value: f64) -> Res<Value> {
        let ty = self.emit.ty(like);
        self.emit.splat(ty.element, &ty.dims, value)
    }
    /// Computes with a number: `op(value, number)`.
    pub fn with_number(&mut self, op: &str, value: Value, number: f64) -> Res<Value> {
        let other = self.splat_like(value, number)?;
        self.emit.binary(op, value, other)
    }

    fn materialise(&mut self, constant: &Const) -> Res<Value> {
        // An arithmetic progression is an iota, which shards freely where a table of numbers cannot.
        if let (Data::Ints(values), [_]) = (&constant.data, constant.ty.dims.as_slice())
            && constant.ty.element.bits() >= 32
            && values.len() > 2
        {
            let step = values[1].wrapping_sub(values[0]);
            if step != 0 && values.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step) {
                let first = values[0];
                let mut value = self.emit.iota(constant.ty.element, &constant.ty.dims, 0)?;
                for (op, number) in [("multiply", step), ("add", first)] {
                    if number != i64::from(op == "multiply") {
                        let other = Const::splat(constant.ty.clone(), Scalar::Int(number));
                        let other = self.emit.constant(&other)?;
                        value = self.emit.binary(op, value, other)?;
                    }
                }
                return Ok(value);
            }
        }
        self.emit.constant(constant)
    }

    fn keep_constant(&mut self, ty: &TensorType, name: &str) {
        if ty.element.is_float() {
            self.constants.push(name.to_owned());
        }
    }

    /// A stored tensor: a constant where small, an argument otherwise.
    pub fn stored(&mut self, tensor: &TensorProto, name: &str) -> Res<Val> {
        match locate(self.model, tensor)? {
            Payload::Range(range) => {
                let ty = range.ty.clone();
                let learned = self.learns && ty.element.is_float() && ty.rank() > 0;
                let small = ty.byte_size() <= MAX_CONSTANT_BYTES && !ty.element.is_float() || ty.num_elements() <= 1 && !learned;
                if small && holds(ty.element) {
                    self.keep_constant(&ty, name);
                    let constant = Const::from_bytes(&ty, &range.bytes()?);
                    return constant.map(Val::from).ok_or_else(|| format!("cannot read a constant of type {ty}"));
                }
                let range = Rc::new(range);
                if self.unused.contains(name) {
                    return Ok(Val::Range(range));
                }
                let value = self.emit.argument(ty, name)?;
                self.weights.push((value, name.to_owned(), range.clone()));
                Ok(Val::Weight(value, range))
            }
            Payload::Decoded(ty, bytes) => {
                self.keep_constant(&ty, name);
                let constant = if ty.byte_size() <= MAX_CONSTANT_BYTES { Const::from_bytes(&ty, &bytes) } else { None };
                match constant {
                    Some(constant) => Ok(constant.into()),
                    None => self.emit.bytes_constant(ty, bytes).map(Val::from),
                }
            }
        }
    }

    /// A loop of the program: while `condition(state)`, `state = body(state)`.
    pub fn while_loop(
        &mut self,
        init: &[Value],
        condition: &mut dyn FnMut(&mut Self, &[Value]) -> Res<Value>,
        body: &mut dyn FnMut(&mut Self, &[Value]) -> Res<Vec<Value>>,
    ) -> Res<Vec<Value>> {
        let types: Vec<TensorType> = init.iter().map(|&value| self.emit.ty(value)).collect();
        let (condition_region, args) = self.emit.open_region(&types);
        let goes_on = condition(self, &args)?;
        self.emit.close_region(&[goes_on])?;
        let (body_region, args) = self.emit.open_region(&types);
        let next = body(self, &args)?;
        self.emit.close_region(&next)?;
        self.emit.while_of(init, [condition_region, body_region])
    }

    /// Lowers a node of a graph (its inputs and initialisers are defined already), which is the one at `index` there.
    pub fn lower_in_graph(&mut self, index: usize, node: &'m NodeProto) -> Result<(), Fault> {
        self.emit.set_location(node);
        self.lower_node(index, node)
    }

    fn lower_node(&mut self, at: usize, node: &'m NodeProto) -> Result<(), Fault> {
        let fault = |message: String| Fault::new(node_place(node), message);
        self.nodes += 1;
        if self.nodes > MAX_NODES || self.emit.func.num_ops() > MAX_OPS {
            return Err(fault(format!("the model expands to more than {MAX_NODES} nodes or {MAX_OPS} ops")));
        }
        let mut inputs = Vec::with_capacity(node.input.len());
        for name in &node.input {
            inputs.push(if name.is_empty() { None } else { self.find_optional(name).map_err(fault)? });
        }
        self.constrain_inputs(at, node, &mut inputs).map_err(fault)?;
        let wanted = node.output.iter().map(|name| !name.is_empty()).collect();
        let (domain, op) = (node.domain(), node.op_type());
        let results = if let Some(&function) = self.functions.get(&(domain, op)) {
            self.expand_function(function, node, inputs).map_err(|mut inner| {
                inner.place = format!("{}, {}", node_place(node), inner.place);
                inner
            })?
        } else {
            self.result_name = node.output.first().cloned().unwrap_or_default();
            let attributes = self.bind_attributes(&node.attribute);
            let call = Call { op, opset: self.opset, attributes, inputs, wanted };
            let list = call.inputs.iter().position(|input| matches!(input, Some(Val::List(_))));
            if let Some(index) = list.filter(|_| !lists::takes(op)) {
                return Err(fault(format!("input {index} of {op} is a sequence or an optional, which only operators for them take")));
            }
            match domain {
                "" | "ai.onnx" => super::lower_call(self, &call).map_err(fault)?,
                super::contrib::DOMAIN => super::contrib::lower(self, &call).map_err(fault)?,
                super::flex_attention::DOMAIN => super::flex_attention::lower(self, &call).map_err(fault)?,
                _ => {
                    return Err(fault(format!(
                        "operator {op} of domain {domain:?} is not supported: use the default operator set or {:?}, or give it as a model-local function",
                        super::contrib::DOMAIN
                    )));
                }
            }
        };
        for (index, name) in node.output.iter().enumerate() {
            if name.is_empty() {
                continue;
            }
            let Some(result) = results.get(index) else {
                return Err(fault(format!("output {index} ({name:?}) of {op} is not supported")));
            };
            self.define(name, result.clone()).map_err(fault)?;
        }
        Ok(())
    }

    /// Gives inputs the shardings that annotations ask for at this node.
    fn constrain_inputs(&mut self, at: usize, node: &NodeProto, inputs: &mut [Option<Val>]) -> Res<()> {
        if self.uses.is_empty() {
            return Ok(());
        }
        for (name, input) in node.input.iter().zip(inputs) {
            let Some(dims) = self.uses.get(&(self.body, at, name.clone())).cloned() else { continue };
            if let Some(val @ (Val::Ir(_) | Val::Weight(..))) = input.clone() {
                let value = self.ir(&val)?;
                let sharding = sharding_of(&dims, self.dims(&val).len());
                *input = Some(self.emit.constrain(value, sharding)?.into());
            }
        }
        Ok(())
    }

    /// Lowers a body with the given tensors for its inputs, in a scope of its own; returns its outputs.
    pub fn lower_body(&mut self, body: &'m GraphProto, inputs: &[Val]) -> Res<Vec<Val>> {
        if body.input.len() != inputs.len() {
            return Err(format!("body {:?} takes {} inputs, got {}", body.name(), body.input.len(), inputs.len()));
        }
        self.descend()?;
        let outer = std::mem::replace(&mut self.body, self.bodies.of_graph(body).unwrap_or(MAIN));
        self.scopes.push(HashMap::new());
        let result = self.lower_inside(body, inputs);
        self.scopes.pop();
        self.body = outer;
        self.depth -= 1;
        result
    }

    fn lower_inside(&mut self, body: &'m GraphProto, inputs: &[Val]) -> Res<Vec<Val>> {
        for (input, val) in body.input.iter().zip(inputs) {
            self.define(input.name(), val.clone())?;
        }
        for tensor in &body.initializer {
            let val = self.stored(tensor, tensor.name())?;
            self.define(tensor.name(), val)?;
        }
        for (index, node) in body.node.iter().enumerate() {
            self.lower_in_graph(index, node).map_err(|fault| fault.to_string())?;
        }
        body.output.iter().map(|output| self.find(output.name())).collect()
    }

    fn descend(&mut self) -> Res<()> {
        if self.depth >= MAX_DEPTH {
            return Err(format!("bodies and functions nest deeper than {MAX_DEPTH}: does a function call itself?"));
        }
        self.depth += 1;
        Ok(())
    }

    /// Lowers a model-local function in place of a call of it.
    fn expand_function(
        &mut self,
        function: &'m FunctionProto,
        node: &'m NodeProto,
        inputs: Vec<Option<Val>>,
    ) -> Result<Vec<Val>, Fault> {
        let fault = |message: String| Fault::new(format!("function {:?}", function.name()), message);
        if inputs.len() > function.input.len() {
            return Err(fault(format!("takes {} inputs, got {}", function.input.len(), inputs.len())));
        }
        self.descend().map_err(fault)?;
        let mut frame: HashMap<&str, &AttributeProto> =
            function.attribute_proto.iter().map(|attribute| (attribute.name(), attribute)).collect();
        frame.extend(self.bind_attributes(&node.attribute));
        let imported = function.opset_import.iter().find(|set| matches!(set.domain(), "" | "ai.onnx"));
        let opset = imported.map_or(self.opset, |set| set.version());
        let outer_opset = std::mem::replace(&mut self.opset, opset);
        let outer_frame = std::mem::replace(&mut self.frame, frame);
        // A function sees nothing of its caller's tensors, and its own are not tensors of the main graph.
        let outer_scopes = std::mem::replace(&mut self.scopes, vec![HashMap::new(), HashMap::new()]);
        let outer_body = std::mem::replace(&mut self.body, self.bodies.of_function(function).unwrap_or(MAIN));
        let result = self.lower_function(function, inputs, &fault);
        self.body = outer_body;
        self.scopes = outer_scopes;
        self.frame = outer_frame;
        self.opset = outer_opset;
        self.depth -= 1;
        result
    }

    fn lower_function(
        &mut self,
        function: &'m FunctionProto,
        inputs: Vec<Option<Val>>,
        fault: &dyn Fn(String) -> Fault,
    ) -> Result<Vec<Val>, Fault> {
        let mut inputs = inputs.into_iter();
        for name in &function.input {
            let val = inputs.next().flatten();
            if let Some(val) = &val {
                self.record(name, val);
            }
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(name.clone(), val);
            }
        }
        for (index, node) in function.node.iter().enumerate() {
            self.lower_node(index, node)?;
        }
        function.output.iter().map(|name| self.find(name).map_err(fault)).collect()
    }

    /// Attributes by name, references to the function's own attributes resolved; one that the caller left out is absent.
    fn bind_attributes(&self, attributes: &'m [AttributeProto]) -> Vec<(&'m str, &'m AttributeProto)> {
        let bind = |attribute: &'m AttributeProto| match attribute.ref_attr_name() {
            "" => Some((attribute.name(), attribute)),
            reference => self.frame.get(reference).map(|&bound| (attribute.name(), bound)),
        };
        attributes.iter().filter_map(bind).collect()
    }
}

/// The dimensions that two tensors broadcast to.
///
/// # Errors
/// Dimensions that differ and are not 1.
pub fn broadcast_dims(left: &[i64], right: &[i64]) -> Res<Vec<i64>> {
    let rank = left.len().max(right.len());
    let at = |dims: &[i64], index: usize| (index + dims.len()).checked_sub(rank).map_or(1, |index| dims[index]);
    (0..rank)
        .map(|index| match (at(left, index), at(right, index)) {
            (a, b) if a == b => Ok(a),
            (1, other) | (other, 1) => Ok(other),
            (a, b) => Err(format!("cannot broadcast {left:?} with {right:?}: sizes {a} and {b} differ")),
        })
        .collect()
}
