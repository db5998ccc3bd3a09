//! The layers of a training step, each as a small training program of its own: what an inter-operator planner plans with.
//!
//! The forward pass is cut where few activations cross and at the shortest run that repeats ([`crate::train::recompute::layers`]). A layer's program computes its outputs, and from
//! their gradients those of its inputs and weights. Layers that are the same program, values of constants aside, are one [`Kind`]. Invariants: every op of the forward pass that makes an activation is
//! in exactly one layer; what follows from data alone is computed again where it is read; a weight is what follows from parameters alone (a cast, a slice), so that what is done once a step
//! is in no layer; arguments of a kind's program are weights, data, inputs, gradients of outputs; its results are outputs, gradients of inputs, gradients of weights, and the scalar that these are
//! gradients of.

use crate::autodiff::gradients;
use crate::train::follows::{Follows, follows, read_by};
use crate::train::recompute::forward::Forward;
use crate::train::recompute::layers::{cuts, layers as layer_cuts};
use shardwright_dialects::func::return_;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::role::{Role, loss_of};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::text::print_module;
use shardwright_ir::{Builder, Diagnostic, ElementType, Func, Module, OpId, OpState, Sym, Value};
use std::collections::HashMap;
use std::ops::Range;

/// One layer of a step.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Which program it is, a place in [`Layers::kinds`].
    pub kind: usize,
    /// Its ops, by place in the forward pass.
    pub places: Range<usize>,
    /// Weights that it reads: values of the step that follow from parameters alone.
    pub weights: Vec<Value>,
    /// Activations of earlier layers that it reads.
    pub inputs: Vec<Value>,
    /// Activations that later layers read; of the last layer the loss.
    pub outputs: Vec<Value>,
}

/// A program that layers are.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Forward and backward pass of one layer.
    pub module: Module,
    /// How many of its arguments are weights; they come first.
    pub weights: usize,
    /// How many are data.
    pub data: usize,
    /// How many are activations of earlier layers.
    pub inputs: usize,
    /// How many activations it gives.
    pub outputs: usize,
    /// By input: whether it has a gradient.
    pub has_gradient: Vec<bool>,
    /// By output: whether a gradient comes back for it.
    pub takes_gradient: Vec<bool>,
}

/// A step's layers.
#[derive(Clone, Debug)]
pub struct Layers {
    /// In order.
    pub layers: Vec<Layer>,
    /// Their programs.
    pub kinds: Vec<Kind>,
}

impl Kind {
    /// Place of an input among the arguments.
    pub fn input_arg(&self, input: usize) -> usize {
        self.weights + self.data + input
    }
    /// Place of an output's gradient among the arguments; none where it has none.
    pub fn output_gradient_arg(&self, output: usize) -> Option<usize> {
        let before = self.takes_gradient[..output].iter().filter(|takes| **takes).count();
        self.takes_gradient[output].then_some(self.weights + self.data + self.inputs + before)
    }
    /// Place of an input's gradient among the results; none where it has none.
    pub fn input_gradient_result(&self, input: usize) -> Option<usize> {
        let before = self.has_gradient[..input].iter().filter(|has| **has).count();
        self.has_gradient[input].then_some(self.outputs + before)
    }
    /// What is said of parameters, as it is for the weights made of them: of a part along a whole first dimension the rest; nothing where dimensions differ otherwise.
    pub fn fitting<T: Clone>(&self, said: Vec<Option<Vec<Vec<T>>>>) -> Vec<Option<Vec<Vec<T>>>> {
        let rank = |weight: usize| self.module.main().and_then(|func| func.ty(func.args()[weight]).as_tensor().map(|ty| ty.rank()));
        let fits = |(weight, dims): (usize, Option<Vec<Vec<T>>>)| {
            let (dims, rank) = (dims?, rank(weight)?);
            let part = dims.len() == rank + 1 && dims[0].is_empty();
            let dims = if part { dims[1..].to_vec() } else { dims };
            (dims.len() == rank).then_some(dims)
        };
        said.into_iter().enumerate().map(fits).collect()
    }
    /// Places of the weights' gradients among the results.
    pub fn weight_gradient_results(&self) -> Range<usize> {
        let first = self.outputs + self.has_gradient.iter().filter(|has| **has).count();
        first..first + self.weights
    }
}

/// The layers of a training step.
///
/// # Errors
/// The step has no loss, its microbatches are a loop, or a layer cannot be differentiated by itself.
pub fn layers(step: &Func) -> Result<Layers, Diagnostic> {
    let forward = Forward::of(step)?;
    if forward.region != step.body() {
        return Err(Diagnostic::error("the step runs its microbatches in a loop; layers are those of one microbatch").help("leave `microbatches` out: the plan says how many there are"));
    }
    let bounds = bounds(step, &forward);
    let role = |index: usize| step.arg_attrs.get(index).and_then(Role::of);
    let from = follows(step, &|index| Follows { weights: role(index) == Some(Role::Parameter), data: role(index) == Some(Role::Input) });
    let largest = largest(step);
    let loss = loss_of(step).ok_or_else(|| Diagnostic::error("the step has no loss"))?;
    let mut layer_of = SecondaryMap::<Value, Option<usize>>::new();
    let mut found = Layers { layers: Vec::new(), kinds: Vec::new() };
    let mut first = 0;
    let (mut parts, mut read_by_later) = (Vec::new(), SecondaryMap::<Value, Option<usize>>::new());
    for end in bounds {
        let number = parts.len();
        let own: Vec<OpId> = forward.ops[first..end].iter().copied().filter(|&op| forward.makes_activation(step, op)).collect();
        for &op in &own {
            step.op(op).results.iter().for_each(|&result| layer_of[result] = Some(number));
            read_by(step, op).into_iter().for_each(|value| read_by_later[value] = Some(number));
        }
        parts.push((first..end, own));
        first = end;
    }
    let mut known: HashMap<String, usize> = HashMap::new();
    for (number, (places, own)) in parts.into_iter().enumerate() {
        let outputs: Vec<Value> = own.iter().flat_map(|&op| step.op(op).results.iter().copied()).filter(|&value| value == loss || read_by_later[value].is_some_and(|reader| reader > number)).collect();
        let part = Part::of(step, &own, (&from, &largest), &|value| layer_of[value] == Some(number));
        let (mut func, map) = part.program(step, &outputs).map_err(Diagnostic::error)?;
        let results: Vec<Value> = outputs.iter().filter_map(|&output| map[output]).collect();
        // What an argument is decides what the backward pass is.
        let text = format!("{} {} {} ", part.weights.len(), part.data.len(), part.inputs.len()) + &without_constants(&print_module(&Module { funcs: [(func.name, finished(&func, &results))].into_iter().collect(), ..Module::default() }));
        let kind = match known.get(&text) {
            Some(&kind) => kind,
            None => {
                found.kinds.push(part.kind(step, &mut func, &results)?);
                known.insert(text, found.kinds.len() - 1);
                found.kinds.len() - 1
            }
        };
        found.layers.push(Layer { kind, places, weights: part.weights, inputs: part.inputs, outputs });
    }
    Ok(found)
}

/// What is still to be done for a layer.
enum Task {
    /// Its operands, then itself.
    Op(OpId),
    /// It stands here.
    Place(OpId),
    /// Where it comes from.
    Value(Value),
}

/// Elements of the largest argument that each value follows from: what has more is made where it is read, not kept as a weight.
fn largest(step: &Func) -> SecondaryMap<Value, i64> {
    let mut largest = SecondaryMap::new();
    step.args().iter().for_each(|&arg| largest[arg] = count(step, arg));
    for &op in &step.region(step.body()).ops {
        let most = read_by(step, op).into_iter().map(|value| largest[value]).max().unwrap_or(0);
        step.op(op).results.iter().for_each(|&result| largest[result] = most);
    }
    largest
}

fn count(step: &Func, value: Value) -> i64 {
    step.ty(value).as_tensor().map_or(0, |ty| ty.num_elements())
}

/// Ends of layers: places in the forward pass before which one ends and the next begins; the last is that of the whole.
///
/// Of the cuts between layers, those in a run of alike layers stay. What follows the run and begins as its layers do is such a layer too (the last one of a model is often cut elsewhere,
/// as fewer values cross behind it). What has no product joins a neighbour that does not repeat.
fn bounds(step: &Func, forward: &Forward) -> Vec<usize> {
    let acts: Vec<usize> = (0..forward.ops.len()).filter(|&place| forward.makes_activation(step, forward.ops[place])).collect();
    let good = cuts(step, forward);
    let places: Vec<usize> = if good.len() < 2 { Vec::new() } else { layer_cuts(step, forward, &good) };
    // Numbers of activations up to each cut.
    let mut ends: Vec<usize> = places.into_iter().map(|place| acts.partition_point(|&act| act <= place)).filter(|&end| end > 0 && end < acts.len()).collect();
    ends.dedup();
    ends.push(acts.len());
    let same = |one: &Range<usize>, other: &Range<usize>| {
        let alike = |(&one, &other): (&usize, &usize)| {
            let (one, other) = (step.op(forward.ops[one]), step.op(forward.ops[other]));
            one.info.name == other.info.name && one.results.iter().map(|&value| step.ty(value)).eq(other.results.iter().map(|&value| step.ty(value)))
        };
        one.len() == other.len() && acts[one.clone()].iter().zip(&acts[other.clone()]).all(alike)
    };
    let mut layers: Vec<Range<usize>> = Vec::new();
    let mut first = 0;
    while first < acts.len() {
        let next = ends[ends.partition_point(|&end| end <= first)];
        let again = layers.last().filter(|last| layers.len() > 1 && same(last, &layers[layers.len() - 2])).map(|last| first..first + last.len());
        let end = match again {
            Some(again) if again.end < acts.len() && same(&again, &layers[layers.len() - 1]) => again.end,
            _ => next,
        };
        layers.push(first..end);
        first = end;
    }
    let heavy = |layer: &Range<usize>| acts[layer.clone()].iter().any(|&act| matches!(step.op(forward.ops[act]).info.name, "stablehlo.dot_general" | "stablehlo.convolution" | "nn.attention"));
    let repeats: Vec<bool> = layers.iter().enumerate().map(|(number, layer)| layers.iter().enumerate().any(|(other, one)| other.abs_diff(number) == 1 && same(layer, one))).collect();
    let mut joined: Vec<(Range<usize>, bool)> = Vec::new();
    for (layer, repeats) in layers.iter().zip(repeats) {
        match joined.last_mut() {
            // The first stays by itself: embeddings.
            Some((last, false)) if last.start > 0 && !repeats && (!heavy(layer) || !heavy(last)) => last.end = layer.end,
            _ => joined.push((layer.clone(), repeats)),
        }
    }
    joined.iter().map(|(layer, _)| acts.get(layer.end).map_or(forward.ops.len(), |&place| place)).collect()
}

/// The ops of one layer with what they read.
struct Part {
    ops: Vec<OpId>,
    weights: Vec<Value>,
    data: Vec<Value>,
    inputs: Vec<Value>,
}

impl Part {
    fn of(step: &Func, own: &[OpId], (from, largest): (&SecondaryMap<Value, Follows>, &SecondaryMap<Value, i64>), mine: &dyn Fn(Value) -> bool) -> Part {
        let mut part = Part { ops: Vec::new(), weights: Vec::new(), data: Vec::new(), inputs: Vec::new() };
        let mut seen = SecondaryMap::<Value, bool>::new();
        let mut copied = SecondaryMap::<OpId, bool>::new();
        // What the layer copies for itself stands right before its first reader: so alike layers come out alike, wherever the step has it.
        let mut open: Vec<Task> = own.iter().rev().map(|&op| Task::Op(op)).collect();
        while let Some(task) = open.pop() {
            let value = match task {
                Task::Op(op) => {
                    open.push(Task::Place(op));
                    open.extend(read_by(step, op).into_iter().rev().map(Task::Value));
                    continue;
                }
                Task::Place(op) => {
                    part.ops.push(op);
                    continue;
                }
                Task::Value(value) => value,
            };
            if mine(value) || std::mem::replace(&mut seen[value], true) {
                continue;
            }
            let made = step.defining_op(value);
            match from[value] {
                Follows { weights: true, data: true } => part.inputs.push(value),
                Follows { weights: true, data: false } if made.is_none() || count(step, value) <= largest[value] => part.weights.push(value),
                _ => match made {
                    None => part.data.push(value),
                    Some(op) if !std::mem::replace(&mut copied[op], true) => open.push(Task::Op(op)),
                    Some(_) => {}
                },
            }
        }
        part
    }

    /// The forward program without its end; what the step's values are there.
    fn program(&self, step: &Func, outputs: &[Value]) -> Result<(Func, ValueMap), String> {
        let mut func = Func::new(Sym::new("main"));
        let mut map = ValueMap::new();
        let roles = [(&self.weights, Role::Parameter), (&self.data, Role::Input), (&self.inputs, Role::Input)];
        for (value, role) in roles.into_iter().flat_map(|(values, role)| values.iter().map(move |&value| (value, role))) {
            let arg = func.add_arg(step.ty(value).clone());
            func.arg_attrs.last_mut().into_iter().for_each(|attrs| role.set(attrs));
            map[value] = Some(arg);
        }
        let body = func.body();
        for &op in &self.ops {
            let copy = copy_op(&mut func, step, op, &mut map)?;
            func.place_last(body, copy);
            func.op_mut(copy).loc = shardwright_ir::Loc::Unknown;
            for result in func.op(copy).results.clone() {
                func.value_mut(result).name = None;
                func.set_sharding(result, None);
            }
        }
        let lost = outputs.iter().find(|&&output| map[output].is_none());
        lost.map_or(Ok((func, map)), |output| Err(format!("a layer lacks its output {output}")))
    }

    /// The program with its backward pass.
    fn kind(&self, step: &Func, func: &mut Func, outputs: &[Value]) -> Result<Kind, Diagnostic> {
        let float = |func: &Func, value: Value| func.ty(value).as_tensor().is_some_and(|ty| ty.element.is_float());
        let takes_gradient: Vec<bool> = outputs.iter().map(|&output| float(func, output)).collect();
        let has_gradient: Vec<bool> = self.inputs.iter().map(|&input| float(step, input)).collect();
        let first_input = self.weights.len() + self.data.len();
        let args = func.args().to_vec();
        let mut given = Vec::new();
        for &output in outputs.iter().zip(&takes_gradient).filter(|(_, takes)| **takes).map(|(output, _)| output) {
            let gradient = func.add_arg(func.ty(output).clone());
            func.arg_attrs.last_mut().into_iter().for_each(|attrs| Role::Input.set(attrs));
            given.push((output, gradient));
        }
        let mut b = Builder::at_end(func);
        let mut scalar = || -> Result<Value, String> {
            let mut sum = b.scalar(ElementType::F32, 0.0)?;
            for &(output, gradient) in &given {
                let product = b.multiply(output, gradient)?;
                let wide = b.convert_if_needed(product, ElementType::F32)?;
                let dims: Vec<i64> = (0..b.ty(wide).rank() as i64).collect();
                let part = if dims.is_empty() { wide } else { b.reduce_identity(wide, &dims, ReduceKind::Sum)? };
                sum = b.add(sum, part)?;
            }
            Ok(sum)
        };
        let sum = scalar().map_err(Diagnostic::error)?;
        let inputs = args[first_input..].iter().zip(&has_gradient).filter(|(_, has)| **has).map(|(&arg, _)| arg);
        let wrt: Vec<Value> = inputs.chain(args[..self.weights.len()].iter().copied()).collect();
        let found = gradients(func, sum, &wrt)?;
        let results: Vec<Value> = outputs.iter().copied().chain(found).chain([sum]).collect();
        let mut module = Module::default();
        let mut whole = finished(func, &results);
        whole.result_attrs.last_mut().into_iter().for_each(|attrs| Role::Loss.set(attrs));
        module.funcs.insert(whole.name, whole);
        Ok(Kind { module, weights: self.weights.len(), data: self.data.len(), inputs: self.inputs.len(), outputs: outputs.len(), has_gradient, takes_gradient })
    }
}

/// A program's text without the values of its constants: what it costs does not depend on them.
fn without_constants(text: &str) -> String {
    let mut parts = text.split("dense<");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut kept, part| {
        kept.push_str("dense<");
        kept.push_str(part.split_once('>').map_or("", |(_, rest)| rest));
        kept
    })
}

/// The function with a return of these values.
fn finished(func: &Func, results: &[Value]) -> Func {
    let mut func = func.clone();
    let body = func.body();
    func.append(body, OpState::new(&return_::INFO, results, Vec::new()));
    let types = results.iter().map(|&value| func.ty(value).clone()).collect();
    func.set_results(types);
    func
}
