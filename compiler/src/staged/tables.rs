//! What the layers of a model take: by rows of a microbatch, devices of a group, and whether weights are divided; alike layers once.
//!
//! Invariants: a table has an entry a kind of layer; borders between layers lie alike on both sides, so that no reshard is left out; asking twice reads and solves once.

use super::solve::{Given, Lies, Solved, cleaned, said, solve, GROUP_AXIS};
use super::config::{Added, Again, RankPlan};
use super::{Question, REPLICA_AXIS, dims_of_rows, is_generated, with_rows};
use crate::driver::{CompileFault, CompileOptions, read_annotated};
use indexmap::IndexMap;
use shardwright_ir::machine::{Machine, MachineError};
use shardwright_ir::role::Role;
use shardwright_ir::sharding::{AxisRef, Mesh};
use shardwright_ir::{Diagnostic, Func, Registry, Sym, Value};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::cost::{Collective, CollectiveCosts};
use shardwright_passes::stage::layers::{Kind, Layers, layers};
use shardwright_passes::train::options::Rule;
use shardwright_passes::train::recompute::{Policy, computed_again};
use std::collections::HashMap;
use std::rc::Rc;

/// Picoseconds a byte: what makes weights that a whole group holds dear, where they are to be divided. That of 50 GB/s: less than any exchange of vectors, more than any of matrices.
const DEAR: f64 = 20.0;

/// A layer in the chain.
#[derive(Clone, Debug)]
pub struct ChainLayer {
    /// Its kind.
    pub kind: usize,
    /// By weight: which of [`Tables::parameters`] it is made of.
    pub parameters: Vec<usize>,
    /// Names of its outputs, where they have any.
    pub gives: Vec<Option<String>>,
}

/// A parameter of the model.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Bytes of an element.
    pub element_bytes: i64,
    /// Dimensions.
    pub rank: usize,
}

/// Which values at borders lie alike, by kind.
#[derive(Clone, Debug, Default)]
struct Classes {
    inputs: Vec<Vec<usize>>,
    outputs: Vec<Vec<usize>>,
    /// By class, names of its values.
    names: Vec<Vec<String>>,
}

/// Everything that is known of a model's layers.
pub struct Tables {
    /// The machine.
    pub machine: Machine,
    /// Devices of the whole plan.
    pub devices: i64,
    /// The layers in order.
    pub chain: Vec<ChainLayer>,
    /// After each layer: outputs of layers up to it that later ones read, as layer and output.
    pub crossing: Vec<Vec<(usize, usize)>>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Parameters that several layers read: where, as layer and weight.
    pub shared: Vec<(usize, Vec<(usize, usize)>)>,
    /// Bytes that the optimizer keeps for an element.
    pub state_bytes: i64,
    /// Rows of a batch that the model has by itself, where it can have no other.
    pub own_rows: Option<i64>,
    /// Symbolic dimension that counts rows, where the model has one.
    pub rows_dim: Option<String>,
    /// Whether any layer has attention, whose scores may be computed again.
    pub scores: bool,
    /// Layers of which solving proved the best shardings, and all solved.
    pub proven: (usize, usize),
    pub(super) kernels: ComputeCosts,
    classes: Classes,
    shards: Vec<crate::annotate::ShardPattern>,
    kinds: HashMap<i64, Rc<Vec<Kind>>>,
    solved: IndexMap<(i64, i64, bool), Rc<Vec<Solved>>>,
    added: HashMap<(i64, i64, bool, Again), Rc<Added>>,
    prices: HashMap<(i64, i64), Rc<CollectiveCosts>>,
    ops: Registry,
    read: Box<dyn Fn(Option<i64>) -> Result<(Func, Layers), CompileFault>>,
}

impl Tables {
    /// Reads the model and finds its layers.
    ///
    /// # Errors
    /// What is wrong with the model.
    pub fn new(question: &Question, ops: &Registry) -> Result<Tables, CompileFault> {
        let (own, registry) = ((question.model.to_path_buf(), question.options.clone(), question.rows_dim.clone()), ops.clone());
        let read = move |rows: Option<i64>| -> Result<(Func, Layers), CompileFault> {
            let (model, options, rows_dim) = &own;
            let options = CompileOptions { mesh: None, plan: None, patterns: Vec::new(), ..options.clone() };
            let (path, options) = with_rows(model, options, Some(rows_dim), rows);
            let (_, source) = read_annotated(&path, &options, &registry)?;
            let func = source.module.main().ok_or_else(|| Diagnostic::error("the model has no main function"))?.clone();
            let found = layers(&func)?;
            Ok((func, found))
        };
        // A model that can be read without being told its number of rows has its own.
        let bound = question.options.dims.iter().any(|(name, _)| dims_of_rows(&question.rows_dim).any(|dim| dim == name));
        let own = if is_generated(question.model) || bound { None } else { read(None).ok() };
        let own_rows = own.as_ref().map(|(step, _)| rows_of(step));
        let (step, found) = match own {
            Some(own) => own,
            None => read(Some(1))?,
        };
        let rows = own_rows.unwrap_or(1);
        let state_bytes = match question.options.train.as_ref().map(|train| train.rule) {
            Some(Rule::Momentum { .. }) => 4,
            Some(Rule::Adam { .. }) => 8,
            _ => 0,
        };
        let mut tables = Tables {
            machine: question.machine.clone(),
            devices: question.devices,
            chain: Vec::new(),
            crossing: Vec::new(),
            parameters: Vec::new(),
            shared: Vec::new(),
            state_bytes,
            own_rows,
            rows_dim: (own_rows.is_none() && !is_generated(question.model)).then(|| question.rows_dim.clone()),
            scores: false,
            proven: (0, 0),
            kernels: ComputeCosts::new(&question.machine.device, None),
            classes: Classes::default(),
            shards: question.shards.to_vec(),
            kinds: HashMap::new(),
            solved: IndexMap::new(),
            added: HashMap::new(),
            prices: HashMap::new(),
            ops: ops.clone(),
            read: Box::new(read),
        };
        tables.describe(&step, &found);
        tables.keep_kinds(rows, found)?;
        Ok(tables)
    }

    /// The solved layers, by kind: `rows` a group, `group` devices.
    ///
    /// # Errors
    /// A layer that cannot be planned.
    pub fn solved(&mut self, rows: i64, group: i64, divided: bool) -> Result<Rc<Vec<Solved>>, CompileFault> {
        let divided = divided && group > 1;
        if let Some(known) = self.solved.get(&(rows, group, divided)) {
            return Ok(Rc::clone(known));
        }
        if !self.kinds.contains_key(&rows) {
            if let Some(own) = self.own_rows {
                return Err(Diagnostic::error(format!("the model has batches of {own} rows and no other, {rows} are wanted")).into());
            }
            let (_, found) = (self.read)(Some(rows))?;
            if found.layers.len() != self.chain.len() {
                return Err(Diagnostic::error(format!("with {rows} rows the model has {} layers, with 1 row {}", found.layers.len(), self.chain.len())).into());
            }
            self.keep_kinds(rows, found)?;
        }
        let kinds = Rc::clone(&self.kinds[&rows]);
        let solved = Rc::new(self.solve_all(&kinds, group, if divided { DEAR } else { 0.0 })?);
        self.proven.0 += solved.iter().filter(|one| one.proven).count();
        self.proven.1 += solved.len();
        self.solved.insert((rows, group, divided), Rc::clone(&solved));
        Ok(solved)
    }

    /// The layers of the chain added up.
    ///
    /// # Errors
    /// As [`Tables::solved`].
    pub(super) fn added(&mut self, rows: i64, rank: &RankPlan) -> Result<Rc<Added>, CompileFault> {
        let key = (rows, rank.group, rank.divided && rank.group > 1, rank.again);
        if let Some(known) = self.added.get(&key) {
            return Ok(Rc::clone(known));
        }
        let solved = self.solved(rows, rank.group, rank.divided)?;
        let added = Rc::new(Added::new(self, &solved, rank.again));
        self.added.insert(key, Rc::clone(&added));
        Ok(added)
    }

    /// The solved layers, where they are.
    pub fn solved_now(&self, rows: i64, rank: &RankPlan) -> Option<Rc<Vec<Solved>>> {
        self.solved.get(&(rows, rank.group, rank.divided && rank.group > 1)).cloned()
    }

    /// Every table that was solved: rows, devices of the group, whether weights are divided, layers by kind.
    pub fn all_solved(&self) -> impl Iterator<Item = (i64, i64, &[Solved])> {
        self.solved.iter().map(|(&(rows, group, _), solved)| (rows, group, solved.as_slice()))
    }

    /// Prices of collectives of replicas x a group.
    ///
    /// # Errors
    /// That the machine cannot have so many devices.
    pub fn prices(&mut self, replicas: i64, group: i64) -> Result<Rc<CollectiveCosts>, MachineError> {
        if let Some(known) = self.prices.get(&(replicas, group)) {
            return Ok(Rc::clone(known));
        }
        let made = Rc::new(CollectiveCosts::new(&self.machine, &Mesh::new(&[(REPLICA_AXIS, replicas), (GROUP_AXIS, group)]))?);
        self.prices.insert((replicas, group), Rc::clone(&made));
        Ok(made)
    }

    /// Seconds of a collective over replicas, of `bytes` a device.
    ///
    /// # Errors
    /// As [`Tables::prices`].
    pub fn over_replicas(&mut self, kind: Collective, (replicas, group): (i64, i64), bytes: i64) -> Result<f64, MachineError> {
        let prices = self.prices(replicas, group)?;
        Ok(prices.price(kind, &[AxisRef::full(Sym::new(REPLICA_AXIS))], u64::try_from(bytes).unwrap_or(0)).seconds)
    }

    /// Seconds from one stage to the next of `bytes` that are whole on every device of a group, or parts that each device has for itself.
    ///
    /// # Errors
    /// As [`Tables::prices`].
    pub fn hop(&mut self, (replicas, group): (i64, i64), bytes: i64, whole: bool) -> Result<f64, MachineError> {
        let stage = replicas * group;
        let prices = self.prices(2 * replicas, group)?;
        let send = |bytes: i64| prices.price_groups(Collective::Permute, &[vec![0, stage]], u64::try_from(bytes).unwrap_or(0)).seconds;
        if !whole || group == 1 {
            return Ok(send(bytes));
        }
        // Each device sends its part, and the group gathers them (Megatron's scatter and gather).
        let gather = prices.price(Collective::AllGather, &[AxisRef::full(Sym::new(GROUP_AXIS))], u64::try_from(bytes / group).unwrap_or(0)).seconds;
        Ok(send(bytes).min(send(bytes / group) + gather))
    }

    fn keep_kinds(&mut self, rows: i64, found: Layers) -> Result<(), CompileFault> {
        let kinds = found.kinds.iter().map(|kind| cleaned(kind, &self.ops)).collect::<Result<Vec<_>, _>>()?;
        self.scores |= kinds.iter().filter_map(|kind| kind.module.main()).any(|layer| computed_again(layer, Policy::Selective).is_ok());
        self.kinds.insert(rows, Rc::new(kinds));
        Ok(())
    }

    /// The chain, its borders and its parameters.
    fn describe(&mut self, step: &Func, found: &Layers) {
        let mut numbers: HashMap<Value, usize> = HashMap::new();
        for (&arg, attrs) in step.args().iter().zip(&step.arg_attrs) {
            if Role::of(attrs) != Some(Role::Parameter) {
                continue;
            }
            let Some(ty) = step.ty(arg).as_tensor() else { continue };
            numbers.insert(arg, self.parameters.len());
            let name = step.value(arg).name.map_or_else(|| arg.to_string(), |name| name.as_str().to_owned());
            self.parameters.push(Parameter { name, element_bytes: ty.element.byte_size() as i64, rank: ty.rank() });
        }
        let called = |value: Value| step.value(value).name.map(|name| name.as_str().to_owned());
        let mut made: HashMap<Value, (usize, usize)> = HashMap::new();
        let mut last: Vec<Vec<usize>> = Vec::new();
        for (number, layer) in found.layers.iter().enumerate() {
            let parameters = layer.weights.iter().map(|&weight| base(step, weight).and_then(|arg| numbers.get(&arg).copied()).unwrap_or(usize::MAX)).collect();
            let gives = layer.outputs.iter().map(|&output| called(output)).collect();
            self.chain.push(ChainLayer { kind: layer.kind, parameters, gives });
            for input in &layer.inputs {
                if let Some(&(from, output)) = made.get(input) {
                    last[from][output] = number;
                }
            }
            layer.outputs.iter().enumerate().for_each(|(output, &value)| _ = made.insert(value, (number, output)));
            last.push(vec![number; layer.outputs.len()]);
        }
        let crosses = |at: usize| (0..=at).flat_map(|from| (0..last[from].len()).map(move |output| (from, output))).filter(|&(from, output)| last[from][output] > at).collect();
        self.crossing = (0..found.layers.len()).map(crosses).collect();
        self.classes = classes(found, &made, &called);
        for parameter in 0..self.parameters.len() {
            let places = |(layer, info): (usize, &ChainLayer)| info.parameters.iter().position(|&other| other == parameter).map(|place| (layer, place));
            let readers: Vec<(usize, usize)> = self.chain.iter().enumerate().filter_map(places).collect();
            if readers.len() > 1 {
                self.shared.push((parameter, readers));
            }
        }
    }

    /// All kinds, the commonest first, each with the borders that those before it have decided.
    fn solve_all(&self, kinds: &[Kind], group: i64, weight_price: f64) -> Result<Vec<Solved>, CompileFault> {
        let mesh = Mesh::new(&[(GROUP_AXIS, group)]);
        let count = |kind: usize| self.chain.iter().filter(|layer| layer.kind == kind).count();
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        order.sort_by_key(|&kind| (std::cmp::Reverse(count(kind)), kind));
        let many = self.classes.names.len();
        let (mut lies, mut gradients): (Vec<Lies>, Vec<Lies>) = (vec![None; many], vec![None; many]);
        let said = |name: &str| said(&self.shards, name, &mesh).map_err(Diagnostic::error);
        for (class, names) in self.classes.names.iter().enumerate() {
            for name in names {
                if let Some(found) = said(name)? {
                    (lies[class], gradients[class]) = (Some(found.clone()), Some(found));
                }
            }
        }
        let mut solved: Vec<Solved> = vec![Solved::default(); kinds.len()];
        for kind in order {
            let (inputs, outputs) = (&self.classes.inputs[kind], &self.classes.outputs[kind]);
            let of = |decided: &[Lies], members: &[usize]| members.iter().map(|&class| decided[class].clone()).collect::<Vec<Lies>>();
            let layer = self.chain.iter().find(|layer| layer.kind == kind);
            let names = layer.into_iter().flat_map(|layer| &layer.parameters).map(|&number| self.parameters.get(number));
            let weights = names.map(|parameter| parameter.map_or(Ok(None), |parameter| said(&parameter.name))).collect::<Result<Vec<Lies>, Diagnostic>>()?;
            let weights = kinds[kind].fitting(weights);
            let alike = inputs.iter().enumerate().flat_map(|(input, class)| outputs.iter().enumerate().filter(move |(_, other)| *other == class).map(move |(output, _)| (input, output)));
            let mut given = Given { alike: alike.collect(), weights, weight_price, ..Given::default() };
            // A second time where members of a class came to lie differently.
            for _ in 0..2 {
                given = Given { inputs: of(&lies, inputs), input_gradients: of(&gradients, inputs), outputs: of(&lies, outputs), output_gradients: of(&gradients, outputs), ..given };
                let found = solve(&kinds[kind], group, &self.machine, &given, &self.ops)?;
                let members = inputs.iter().zip(found.inputs.iter().cloned().map(Some)).chain(outputs.iter().zip(found.outputs.iter().cloned().map(Some)));
                let agreed = decide(&mut lies, members);
                let members = inputs.iter().zip(found.input_gradients.iter().cloned()).chain(outputs.iter().zip(found.output_gradients.iter().cloned()));
                let agreed = decide(&mut gradients, members) && agreed;
                solved[kind] = found;
                if agreed {
                    break;
                }
            }
        }
        Ok(solved)
    }
}

/// Gives classes that are free what their first member has; false where another member has something else.
fn decide<'a>(decided: &mut [Lies], members: impl Iterator<Item = (&'a usize, Lies)>) -> bool {
    let mut agreed = true;
    for (&class, lies) in members {
        let Some(lies) = lies else { continue };
        match &decided[class] {
            None => decided[class] = Some(lies),
            Some(known) => agreed &= *known == lies,
        }
    }
    agreed
}

/// The argument that a value which follows from parameters alone is made of.
fn base(step: &Func, value: Value) -> Option<Value> {
    let mut value = value;
    while let Some(op) = step.defining_op(value) {
        let data = step.op(op);
        value = data.operands.iter().copied().find(|&operand| step.defining_op(operand).is_none_or(|op| !step.op(op).info.is_constant()))?;
    }
    Some(value)
}

/// Rows of the first input.
fn rows_of(step: &Func) -> i64 {
    let inputs = step.args().iter().zip(&step.arg_attrs).filter(|(_, attrs)| Role::of(attrs) == Some(Role::Input));
    inputs.filter_map(|(&arg, _)| step.ty(arg).as_tensor()?.dims.first().copied()).next().unwrap_or(1)
}

/// Joins each output with the inputs that it becomes.
fn classes(found: &Layers, made: &HashMap<Value, (usize, usize)>, called: &dyn Fn(Value) -> Option<String>) -> Classes {
    let mut starts = Vec::new();
    let mut count = 0;
    for kind in &found.kinds {
        starts.push((count, count + kind.inputs));
        count += kind.inputs + kind.outputs;
    }
    let mut parent: Vec<usize> = (0..count).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for layer in &found.layers {
        for (input, value) in layer.inputs.iter().enumerate() {
            let Some(&(from, output)) = made.get(value) else { continue };
            let (one, other) = (starts[layer.kind].0 + input, starts[found.layers[from].kind].1 + output);
            let (one, other) = (root(&mut parent, one), root(&mut parent, other));
            parent[one.max(other)] = one.min(other);
        }
    }
    let mut numbers: IndexMap<usize, usize> = IndexMap::new();
    let mut class = |at: usize| {
        let next = numbers.len();
        *numbers.entry(root(&mut parent, at)).or_insert(next)
    };
    let mut classes = Classes::default();
    for (kind, &(inputs, outputs)) in found.kinds.iter().zip(&starts) {
        classes.inputs.push((0..kind.inputs).map(|input| class(inputs + input)).collect());
        classes.outputs.push((0..kind.outputs).map(|output| class(outputs + output)).collect());
    }
    classes.names = vec![Vec::new(); numbers.len()];
    for layer in &found.layers {
        for (output, &value) in layer.outputs.iter().enumerate() {
            if let Some(name) = called(value) {
                classes.names[classes.outputs[layer.kind][output]].push(name);
            }
        }
    }
    classes
}
