//! One kind of layer on one group of devices: the cheapest shardings, and what they take.
//!
//! The layer's program, forward and backward, is a problem of the intra-operator search. What it takes is told by phase: forward, gradients of inputs, gradients of weights ([`super::phases`]). Invariants:
//! the scalar that gradients are taken of, and its ops, cost nothing; an output lies as the input that it becomes, a weight's gradient as the weight; bytes are those of one device.

use super::config::Again;
use super::phases::{Between, Passes, Phase, kept, passes, phases};
use crate::annotate::{MESH_NAME, glob_matches};
use shardwright_ir::machine::Machine;
use shardwright_ir::role::ALIAS;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Attr, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, Registry, Sym, TensorType, Value};
use shardwright_passes::analysis::memory::memory;
use shardwright_passes::cost::compute::{Class, ComputeCosts, Work};
use shardwright_passes::cost::CollectiveCosts;
use shardwright_passes::cost::simulate::{Costs as KernelCosts, Overlap, picoseconds};
use shardwright_passes::partition::plan::{MachinePrices, Placement};
use shardwright_passes::search::program::{Holder, Program};
use shardwright_passes::search::row_kernels::RowKernels;
use shardwright_passes::search::{Budget, Progress, search};
use shardwright_passes::stage::layers::Kind;
use shardwright_passes::train::recompute::{Policy, computed_again};

/// The mesh axis of a group.
pub const GROUP_AXIS: &str = "model";

/// Evaluations of a layer's search; it mostly proves its result long before.
const EVALUATIONS: u64 = 30_000;

/// How values at a layer's border lie: axes by dimension; none where that is free.
pub type Lies = Option<Vec<Vec<AxisRef>>>;

/// What is decided of a layer before it is solved.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// By input.
    pub inputs: Vec<Lies>,
    /// By input: its gradient.
    pub input_gradients: Vec<Lies>,
    /// By output.
    pub outputs: Vec<Lies>,
    /// By output: its gradient.
    pub output_gradients: Vec<Lies>,
    /// Pairs of an input and an output that must lie alike, and so must their gradients.
    pub alike: Vec<(usize, usize)>,
    /// By weight: its sharding.
    pub weights: Vec<Lies>,
    /// Picoseconds that a byte of weights on a device costs: what makes weights that all hold dear.
    pub weight_price: f64,
}

/// A weight on one device.
#[derive(Clone, Debug)]
pub struct HeldWeight {
    /// Axes by dimension.
    pub lies: Vec<Vec<AxisRef>>,
    /// Elements on a device.
    pub elements: i64,
    /// Bytes of an element as the layer reads it.
    pub element_bytes: i64,
}

/// A solved layer, for one microbatch of one group; bytes of one device.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// By [`Again`]: what the passes take, and what they keep; none of attention's scores where there are none.
    pub ways: [Option<(Passes, Between)>; Again::ALL.len()],
    /// The most that the layer holds at any moment beside its weights, its data and its results.
    pub working: i64,
    /// Outputs.
    pub sent: i64,
    /// Whether outputs are whole on every device of the group.
    pub sent_whole: bool,
    /// Weights.
    pub weights: Vec<HeldWeight>,
    /// How the border lies.
    pub inputs: Vec<Vec<Vec<AxisRef>>>,
    /// Gradients of inputs.
    pub input_gradients: Vec<Lies>,
    /// Outputs.
    pub outputs: Vec<Vec<Vec<AxisRef>>>,
    /// Gradients of outputs.
    pub output_gradients: Vec<Lies>,
    /// Whether the search proved that no shardings are better.
    pub proven: bool,
}

impl Solved {
    /// What the passes take and keep where so much is computed again: of a layer without attention's scores nothing.
    pub fn way(&self, again: Again) -> (Passes, Between) {
        let known = |again: Again| self.ways.get(again as usize).copied().flatten();
        known(again).or_else(|| known(Again::None)).unwrap_or_default()
    }
}

/// The layer's program as it is planned: cleaned.
///
/// # Errors
/// A pass that fails.
pub fn cleaned(kind: &Kind, ops: &Registry) -> Result<Kind, Diagnostics> {
    let mut kind = kind.clone();
    crate::driver::run_alone("clean,split-constants", &mut kind.module, ops)?;
    Ok(kind)
}

/// Solves a (cleaned) layer for a group of so many devices.
///
/// # Errors
/// An op that cannot be planned, or decisions that no way meets.
pub fn solve(kind: &Kind, group: i64, machine: &Machine, given: &Given, ops: &Registry) -> Result<Solved, Diagnostics> {
    let name = Sym::new(MESH_NAME);
    let mesh = Mesh::new(&[(GROUP_AXIS, group)]);
    let mut module = kind.module.clone();
    module.meshes.insert(name, mesh.clone());
    let Some(func) = module.main_mut() else { return Err(Diagnostic::error("a layer has no main function").into()) };
    put(func, kind, given, name);
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
    let prices = MachinePrices::new(machine, std::iter::once(&mesh)).map_err(|why| fault(why.to_string()))?;
    let costs = ComputeCosts::new(&machine.device, None);
    let phase = phases(func, kind);
    let mut program = Program::new(func, (name, &mesh), &prices, &RowKernels::new(func, &costs)).map_err(|why| Diagnostics::from(*why))?;
    leave_out(&mut program, &phase);
    dear_weights(&mut program, func, kind, given.weight_price);
    let problem = program.problem(func, None).map_err(|why| fault(why.to_string()))?;
    let best = search("best").ok_or_else(|| fault("there is no search named best".to_owned()))?;
    let budget = Budget { seconds: None, seed: 0, evaluations: EVALUATIONS };
    let outcome = (best.run)(&problem, &budget, &mut Progress::new(&mut |_| {}));
    let Some(chosen) = outcome.assignment else { return Err(fault(format!("no shardings of a layer on {group} devices: {}", outcome.stop))) };
    let mut solved = Solved { proven: outcome.stop == shardwright_passes::search::Stop::Optimal, ..Solved::default() };
    program.apply(func, name, &chosen);
    let boundary = border(&mut solved, func, kind, &mesh);
    let collectives = CollectiveCosts::new(machine, &mesh).map_err(|why| fault(why.to_string()))?;
    let kernels = KernelCosts { compute: &costs, collectives: &collectives, overlap: Overlap::Dataflow };
    // Gradients are read as the layer makes them and added to sums in f32.
    let adding: i64 = solved.weights.iter().map(|weight| weight.elements * (weight.element_bytes + 8)).sum();
    let work = Work { class: Class::Elementwise, element: ElementType::F32, reduced: false, flops: 0, bytes: adding };
    let adding = picoseconds(costs.within(&work)) as i64;
    let way = |again: Again, (laid, local): &(Module, Module), solved: &mut Solved| -> Result<(), Diagnostics> {
        let Some(local) = local.main() else { return Err(fault("a layer's program has no main function".to_owned())) };
        let mut passes = passes(local, kind, again, &kernels).map_err(fault)?;
        passes.weight += adding;
        let mut kept = kept(laid, kind, again.hands_least());
        if again == Again::Layers {
            // Layers are computed again for gradients of inputs; what those of weights read of them then stays.
            kept.forward = boundary;
        }
        solved.ways[again as usize] = Some((passes, kept));
        Ok(())
    };
    let scores = module.main().is_some_and(|func| computed_again(func, Policy::Selective).is_ok());
    let plain = partitioned("", &module, ops)?;
    for again in [Again::None, Again::Least, Again::Layers] {
        way(again, &plain, &mut solved)?;
    }
    if scores {
        way(Again::Scores, &partitioned("recompute{policy=selective},", &module, ops)?, &mut solved)?;
    }
    if let Some(local) = plain.1.main() {
        let bytes = |&arg: &Value| local.ty(arg).as_tensor().map_or(0, TensorType::byte_size);
        let (most, held) = (memory(local), local.args()[..kind.weights + kind.data].iter().map(bytes).sum::<i64>());
        solved.working = most.peak - held - most.at_peak.outputs;
    }
    Ok(solved)
}

/// Puts what is decided onto the program.
fn put(func: &mut Func, kind: &Kind, given: &Given, mesh: Sym) {
    let sharding = |lies: &Lies| lies.as_ref().map(|dims| TensorSharding::of_axes(mesh, dims.clone()));
    let args = func.args().to_vec();
    for (input, lies) in given.inputs.iter().enumerate() {
        func.set_sharding(args[kind.input_arg(input)], sharding(lies));
    }
    for (weight, lies) in given.weights.iter().enumerate() {
        func.set_sharding(args[weight], sharding(lies));
    }
    for (input, lies) in given.input_gradients.iter().enumerate() {
        if let Some(result) = kind.input_gradient_result(input) {
            func.result_shardings[result] = sharding(lies);
        }
    }
    for (output, lies) in given.outputs.iter().enumerate() {
        func.result_shardings[output] = sharding(lies);
    }
    for (output, lies) in given.output_gradients.iter().enumerate() {
        if let Some(arg) = kind.output_gradient_arg(output) {
            func.set_sharding(args[arg], sharding(lies));
        }
    }
    let mut alias = |arg: usize, result: usize| func.arg_attrs[arg].set(ALIAS, Attr::Int(i64::try_from(result).unwrap_or(i64::MAX), ElementType::I32));
    for &(input, output) in &given.alike {
        if given.inputs.get(input).is_none_or(Option::is_none) && given.outputs.get(output).is_none_or(Option::is_none) {
            alias(kind.input_arg(input), output);
        }
        if let (Some(arg), Some(result)) = (kind.output_gradient_arg(output), kind.input_gradient_result(input))
            && given.output_gradients.get(output).is_none_or(Option::is_none)
            && given.input_gradients.get(input).is_none_or(Option::is_none)
        {
            alias(arg, result);
        }
    }
    for (weight, result) in kind.weight_gradient_results().enumerate() {
        alias(weight, result);
    }
}

/// The scalar's own ops, and what is moved for them, cost nothing.
fn leave_out(program: &mut Program, phase: &SecondaryMap<OpId, Phase>) {
    let out: Vec<bool> = program.nodes.iter().map(|choices| matches!(choices.holder, Holder::Op(op) if phase[op] == Phase::None)).collect();
    for (choices, _) in program.nodes.iter_mut().zip(&out).filter(|(_, out)| **out) {
        choices.costs.iter_mut().for_each(|cost| *cost = 0);
    }
    for link in program.links.iter_mut().filter(|link| out[link.ends.0 as usize] || out[link.ends.1 as usize]) {
        link.costs = link.costs.iter().map(|_| 0).collect();
    }
}

/// Makes bytes of weights cost, so that they are divided where that is not much slower.
fn dear_weights(program: &mut Program, func: &Func, kind: &Kind, price: f64) {
    for choices in &mut program.nodes {
        if let Holder::Value(value) = choices.holder
            && func.args()[..kind.weights].contains(&value)
        {
            for (cost, bytes) in choices.costs.iter_mut().zip(&choices.bytes) {
                *cost += (*bytes as f64 * price) as i64;
            }
        }
    }
}

/// How the values at the border lie, and their bytes; gives those of the inputs.
fn border(solved: &mut Solved, func: &Func, kind: &Kind, mesh: &Mesh) -> i64 {
    let args = func.args();
    let lies = |sharding: Option<&TensorSharding>, value: Value| -> Vec<Vec<AxisRef>> {
        let rank = func.ty(value).as_tensor().map_or(0, TensorType::rank);
        sharding.map_or_else(|| vec![Vec::new(); rank], |sharding| Placement::new(sharding, mesh).dims)
    };
    let local = |value: Value, lies: &[Vec<AxisRef>]| {
        func.ty(value).as_tensor().map_or_else(|| TensorType::scalar(ElementType::F32), |ty| TensorSharding::of_axes(Sym::new(MESH_NAME), lies.to_vec()).local_type(ty, mesh))
    };
    let results = func.terminator(func.body()).map(|end| func.op(end).operands.clone()).unwrap_or_default();
    let at_result = |index: usize| lies(func.result_shardings[index].as_ref(), results[index]);
    for &arg in &args[..kind.weights] {
        let lies = lies(func.sharding(arg), arg);
        let ty = local(arg, &lies);
        solved.weights.push(HeldWeight { elements: ty.num_elements(), element_bytes: ty.element.byte_size() as i64, lies });
    }
    let mut boundary = 0;
    for input in 0..kind.inputs {
        let arg = args[kind.input_arg(input)];
        let lies = lies(func.sharding(arg), arg);
        boundary += local(arg, &lies).byte_size();
        solved.inputs.push(lies);
        solved.input_gradients.push(kind.input_gradient_result(input).map(at_result));
    }
    solved.sent_whole = true;
    for output in 0..kind.outputs {
        let lies = at_result(output);
        solved.sent += local(results[output], &lies).byte_size();
        solved.sent_whole &= lies.iter().all(Vec::is_empty);
        solved.outputs.push(lies);
        solved.output_gradients.push(kind.output_gradient_arg(output).map(|arg| self::lies_of(func, args[arg], mesh)));
    }
    boundary
}

fn lies_of(func: &Func, value: Value, mesh: &Mesh) -> Vec<Vec<AxisRef>> {
    let rank = func.ty(value).as_tensor().map_or(0, TensorType::rank);
    func.sharding(value).map_or_else(|| vec![Vec::new(); rank], |sharding| Placement::new(sharding, mesh).dims)
}

/// The program of one device, after a pass that comes before, with shardings and without.
fn partitioned(before: &str, annotated: &Module, ops: &Registry) -> Result<(Module, Module), Diagnostics> {
    let mut module = annotated.clone();
    crate::driver::run_alone(&format!("{before}shard"), &mut module, ops)?;
    let mut local = module.clone();
    crate::driver::run_alone("partition", &mut local, ops)?;
    Ok((module, local))
}

/// What patterns say of a weight of this name.
pub fn said(patterns: &[crate::annotate::ShardPattern], name: &str, mesh: &Mesh) -> Result<Lies, String> {
    let Some(pattern) = patterns.iter().rev().find(|pattern| glob_matches(&pattern.glob, name)) else { return Ok(None) };
    let sharding = crate::annotate::parse_sharding(&pattern.sharding, Sym::new(MESH_NAME))?;
    Ok(Some(Placement::new(&sharding, mesh).dims))
}
