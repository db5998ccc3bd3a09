//! The function of a training step.
//!
//! The forward model with its loss and the gradients is one function of a microbatch; the step calls it once, or in a loop over microbatches, by copying
//! it into its body. Microbatch `i` of `m` is rows `i`, `i + m`, `i + 2m`, … of the batch: where rows are sharded, each device takes its own.

use super::options::{Loss, LossScale, TrainOptions};
use super::follows::{Follows, read_by};
use super::{ALIAS, INITIAL, loss, optimizer, precision};
use crate::autodiff::gradients;
use crate::stage::cut::STAGE;
use crate::stage::forward::settle;
use shardwright_dialects::func::return_;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::role::{OF, Role};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, ElementType, Func, Loc, OpState, Sym, TensorType, Type, Value};
use std::collections::BTreeMap;

/// What an argument of the forward model is to training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgUse {
    /// Learned.
    Parameter,
    /// Neither learned nor of a batch.
    Frozen,
    /// A batch, rows first: the step's is as many times longer as there are microbatches.
    Batch,
    /// An input that every microbatch takes whole.
    Whole,
    /// Integers that randomness is drawn from: every microbatch takes others.
    Seed,
}

/// Where an argument of the step comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Argument of the forward model.
    Forward(usize),
    /// It is new.
    New,
}

/// A training step.
#[derive(Debug)]
pub struct Step {
    /// The function.
    pub func: Func,
    /// Where each of its arguments comes from.
    pub origins: Vec<Origin>,
    /// What training adds, and what it is called because the model has an input of that name: `step`, `step_`.
    pub renamed: Vec<(String, String)>,
}

/// What the forward model is to its step.
pub struct Forward<'a> {
    /// The model: one function without calls.
    pub func: &'a Func,
    /// Name of each argument.
    pub names: &'a [String],
    /// What each argument is.
    pub uses: &'a [ArgUse],
    /// The result that the loss is taken of, or is.
    pub output: usize,
}

/// Makes the training step of a forward model.
///
/// # Errors
/// Where there is no parameter, one is not of floating-point numbers, the output does not fit the loss, an input of a batch has no rows, or an op on the way from
/// parameters to the loss has no derivative.
pub fn training_step(forward: &Forward, options: &TrainOptions) -> Result<Step, Diagnostic> {
    let parameters: Vec<usize> = forward.indices(ArgUse::Parameter);
    if parameters.is_empty() {
        return Err(Diagnostic::error("no input is a parameter: there is nothing to train"));
    }
    for &index in &parameters {
        match forward.func.ty(forward.func.args()[index]) {
            Type::Tensor(ty) if ty.element.is_float() && ty.element.bits() >= 16 => {}
            other => return Err(Diagnostic::error(format!("parameter `{}` is {other}: only floating-point numbers of 16 bits or more can be trained", forward.names[index]))),
        }
    }
    let micro = Micro::of(forward, options, &parameters)?;
    Assembly::new(forward, options, &parameters, &micro).and_then(Assembly::finish).map_err(Diagnostic::error)
}

impl Forward<'_> {
    fn indices(&self, wanted: ArgUse) -> Vec<usize> {
        self.uses.iter().enumerate().filter(|&(_, &found)| found == wanted).map(|(index, _)| index).collect()
    }
}

/// The function of one microbatch. Its arguments are the model's, then labels and their count where the loss has labels, then the loss scale where there is one; its body
/// ends with the values of the loss and the gradients, and has no terminator.
struct Micro {
    func: Func,
    loss: Value,
    grads: Vec<Value>,
    /// Pipeline stage of each parameter: the first that reads it.
    stages: Vec<usize>,
    /// Type of the labels of one microbatch.
    labels: Option<TensorType>,
}

impl Micro {
    fn of(forward: &Forward, options: &TrainOptions, parameters: &[usize]) -> Result<Micro, Diagnostic> {
        let mut func = forward.func.clone();
        let learned: Vec<Value> = parameters.iter().map(|&index| func.args()[index]).collect();
        if let Some(low) = options.precision {
            precision::narrow(&mut func, &learned, low).map_err(Diagnostic::error)?;
        }
        let end = func.terminator(func.body()).ok_or_else(|| Diagnostic::error("the model returns nothing"))?;
        let output = func.op(end).operands[forward.output];
        func.erase(end);
        let ty = func.ty(output).as_tensor().cloned().ok_or_else(|| Diagnostic::error("the output that the loss is taken of is a token"))?;
        if !ty.element.is_float() {
            return Err(Diagnostic::error(format!("the output that the loss is taken of is {ty}: a loss needs floating-point numbers")));
        }
        let labels = label_type(options, &ty)?;
        let given = labels.as_ref().map(|labels| (func.add_arg(labels.clone()), func.add_arg(TensorType::scalar(ElementType::F32))));
        let scale = scales(options).then(|| func.add_arg(TensorType::scalar(ElementType::F32)));
        let mut b = Builder { loc: Loc::name("loss"), ..Builder::at_end(&mut func) };
        let class_dim = options.class_dim.unwrap_or(ty.rank().saturating_sub(1));
        let mut build = || -> Result<(Value, Value), String> {
            let loss = match (&options.loss, given) {
                (Loss::CrossEntropy | Loss::NextToken, Some((labels, count))) => loss::cross_entropy(&mut b, output, class_dim, labels, options.ignore, count)?,
                (Loss::Mse, Some((target, count))) => loss::mse(&mut b, output, target, count)?,
                _ => {
                    let wide = b.convert_if_needed(output, ElementType::F32)?;
                    let scalar = if ty.rank() == 0 { wide } else { b.reshape(wide, &[])? };
                    optimizer::scaled(&mut b, scalar, 1.0 / options.microbatches as f64)?
                }
            };
            let minimised = match scale {
                Some(scale) => b.multiply(loss, scale)?,
                None => loss,
            };
            Ok((loss, minimised))
        };
        let (loss, minimised) = build().map_err(Diagnostic::error)?;
        if options.in_stages {
            let of_arg = |index: usize| match forward.uses.get(index) {
                Some(ArgUse::Parameter | ArgUse::Frozen) => Follows { weights: true, data: false },
                Some(ArgUse::Batch | ArgUse::Whole | ArgUse::Seed) => Follows { weights: false, data: true },
                None => Follows { weights: false, data: labels.is_some() && index == forward.uses.len() },
            };
            settle(&mut func, &of_arg).map_err(first_of)?;
        }
        let stages = first_readers(&func, &learned);
        let grads = gradients(&mut func, minimised, &learned)?;
        Ok(Micro { func, loss, grads, stages, labels })
    }

    /// Copies the body to where the builder stands; `args` are the values of the function's arguments.
    fn copy_to(&self, b: &mut Builder, args: &[Value]) -> Result<(Value, Vec<Value>), String> {
        let mut map = ValueMap::new();
        for (&from, &to) in self.func.args().iter().zip(args) {
            map[from] = Some(to);
        }
        for &op in &self.func.region(self.func.body()).ops {
            let copy = copy_op(b.func, &self.func, op, &mut map)?;
            b.func.place_last(b.region, copy);
        }
        let of = |value: Value| map[value].ok_or_else(|| "a gradient is no value of the microbatch".to_owned());
        Ok((of(self.loss)?, self.grads.iter().map(|&grad| of(grad)).collect::<Result<_, _>>()?))
    }
}

/// The step while it is put together.
struct Assembly<'a> {
    forward: &'a Forward<'a>,
    options: &'a TrainOptions,
    micro: &'a Micro,
    parameters: &'a [usize],
    func: Func,
    origins: Vec<Origin>,
    /// For each argument of the model, the step's.
    inputs: Vec<Option<Value>>,
    /// States of each parameter.
    states: Vec<Vec<Value>>,
    labels: Option<Value>,
    /// The loss scale and the number of good steps in a row.
    scale: Option<(Value, Value)>,
    step: Option<Value>,
    renamed: Vec<(String, String)>,
}

/// A result of the step.
struct Outcome {
    value: Value,
    /// The argument that it replaces.
    replaces: Option<Value>,
    role: Role,
    of: Option<String>,
}

impl<'a> Assembly<'a> {
    fn new(forward: &'a Forward<'a>, options: &'a TrainOptions, parameters: &'a [usize], micro: &'a Micro) -> Result<Assembly<'a>, String> {
        let mut func = Func::new(forward.func.name);
        func.attrs = forward.func.attrs.clone();
        func.loc = forward.func.loc.clone();
        func.span = forward.func.span;
        let inputs = vec![None; forward.uses.len()];
        let mut this = Assembly { forward, options, micro, parameters, func, origins: Vec::new(), inputs, states: Vec::new(), labels: None, scale: None, step: None, renamed: Vec::new() };
        for &index in parameters {
            this.forward_arg(index, Some(Role::Parameter))?;
        }
        for &index in parameters {
            let ty = forward.func.tensor_type(forward.func.args()[index]).with_element(ElementType::F32);
            let sharding = forward.func.sharding(forward.func.args()[index]).cloned();
            let name = &forward.names[index];
            let states = optimizer::states(options.rule).iter().map(|state| {
                let value = this.new_arg(&format!("{state}({name})"), ty.clone(), Role::Optimizer, Some(0.0), Some(name));
                this.func.set_sharding(value, sharding.clone());
                value
            });
            let states = states.collect();
            this.states.push(states);
        }
        if scales(options) && options.scale == LossScale::Dynamic {
            let scale = this.new_arg("loss_scale", TensorType::scalar(ElementType::F32), Role::Optimizer, Some(optimizer::FIRST_SCALE), None);
            let good = this.new_arg("good_steps", TensorType::scalar(ElementType::I32), Role::Optimizer, Some(0.0), None);
            this.scale = Some((scale, good));
        }
        for (index, role) in [(ArgUse::Frozen, None), (ArgUse::Batch, Some(Role::Input)), (ArgUse::Whole, Some(Role::Input)), (ArgUse::Seed, Some(Role::Input))] {
            for index in forward.indices(index) {
                this.forward_arg(index, role)?;
            }
        }
        if let Some(ty) = &micro.labels {
            let name = if options.loss == Loss::Mse { "target" } else { "labels" };
            let ty = this.whole_batch(ty, name)?;
            this.labels = Some(this.new_arg(name, ty, Role::Input, None, None));
        }
        this.step = Some(this.new_arg("step", TensorType::scalar(ElementType::I32), Role::Step, Some(0.0), None));
        Ok(this)
    }

    fn finish(mut self) -> Result<Step, String> {
        let loss = self.free_name("loss");
        let mut func = std::mem::replace(&mut self.func, Func::new(Sym::new("none")));
        let outcomes = self.body(&mut Builder::at_end(&mut func))?;
        let body = func.body();
        let returned: Vec<Value> = outcomes.iter().map(|outcome| outcome.value).collect();
        func.append(body, OpState::new(&return_::INFO, &returned, vec![]));
        func.set_results(returned.iter().map(|&value| func.ty(value).clone()).collect());
        for (index, outcome) in outcomes.iter().enumerate() {
            // An argument and what replaces it have one name, and no other value has it.
            let argument = outcome.replaces.and_then(|value| func.value(value).name);
            let name = argument.map_or_else(|| loss.clone(), |name| name.as_str().to_owned());
            let attrs = &mut func.result_attrs[index];
            attrs.set("shardwright.name", Attr::str(&name));
            outcome.role.set(attrs);
            if let Some(of) = &outcome.of {
                attrs.set(OF, Attr::str(of));
            }
            let Some(replaced) = outcome.replaces else { continue };
            func.result_shardings[index] = func.sharding(replaced).cloned();
            if let Some(arg) = func.args().iter().position(|&arg| arg == replaced) {
                func.arg_attrs[arg].set(ALIAS, Attr::Int(i64::try_from(index).unwrap_or(i64::MAX), ElementType::I32));
            }
        }
        Ok(Step { func, origins: self.origins, renamed: self.renamed })
    }

    fn body(&self, b: &mut Builder) -> Result<Vec<Outcome>, String> {
        let scale = match (self.scale, self.options.scale) {
            (Some((scale, _)), _) => Some(scale),
            (None, LossScale::Fixed(by)) if scales(self.options) => Some(b.scalar(ElementType::F32, by)?),
            _ => None,
        };
        let (loss, mut grads) = self.accumulate(b, scale)?;
        for (grad, &index) in grads.iter_mut().zip(self.parameters) {
            let name = &self.forward.names[index];
            b.func.value_mut(*grad).name.get_or_insert_with(|| Sym::new(&format!("grad({name})")));
            b.loc = Loc::name(&format!("grad({name})"));
            if let Some(scale) = scale {
                let by = optimizer::like(b, scale, *grad)?;
                *grad = b.divide(*grad, by)?;
            }
        }
        b.loc = Loc::name("optimizer");
        let finite = if self.scale.is_some() { Some(optimizer::all_finite(b, &self.by_stage(&grads))?) } else { None };
        if let Some(most) = self.options.clip {
            let factor = optimizer::clipping(b, &self.by_stage(&grads), most)?;
            for grad in &mut grads {
                let factor = optimizer::like(b, factor, *grad)?;
                *grad = b.multiply(*grad, factor)?;
            }
        }
        let step = self.step.ok_or("the step has no number")?;
        let corrections = optimizer::corrections(b, self.options, step)?;
        // A step with a gradient that is not finite changes nothing but the scale.
        let kept = |b: &mut Builder, new: Value, old: Value| match finite {
            Some(finite) => b.select(finite, new, old),
            None => Ok(new),
        };
        let (mut learned, mut states) = (Vec::new(), Vec::new());
        for (position, &index) in self.parameters.iter().enumerate() {
            let name = &self.forward.names[index];
            b.loc = Loc::name(&format!("update({name})"));
            let old = self.input(index)?;
            let own = &self.states[position];
            let (new, new_states) = optimizer::update(b, self.options, &corrections, old, grads[position], own)?;
            let new = kept(b, new, old)?;
            learned.push(Outcome { value: new, replaces: Some(old), role: Role::Parameter, of: None });
            for (&old, new) in own.iter().zip(new_states) {
                let new = kept(b, new, old)?;
                states.push(Outcome { value: new, replaces: Some(old), role: Role::Optimizer, of: Some(name.clone()) });
            }
        }
        learned.append(&mut states);
        b.loc = Loc::name("optimizer");
        if let (Some((scale, good)), Some(finite)) = (self.scale, finite) {
            let (next, more) = optimizer::next_scale(b, finite, scale, good)?;
            learned.push(Outcome { value: next, replaces: Some(scale), role: Role::Optimizer, of: None });
            learned.push(Outcome { value: more, replaces: Some(good), role: Role::Optimizer, of: None });
        }
        let one = b.int_scalar(ElementType::I32, 1)?;
        let next = b.add(step, one)?;
        let next = kept(b, next, step)?;
        learned.push(Outcome { value: next, replaces: Some(step), role: Role::Step, of: None });
        learned.push(Outcome { value: loss, replaces: None, role: Role::Loss, of: None });
        Ok(learned)
    }

    /// The loss and the gradients of the whole batch, in f32.
    fn accumulate(&self, b: &mut Builder, scale: Option<Value>) -> Result<(Value, Vec<Value>), String> {
        let mut labels = self.labels;
        let mut count = None;
        if let Some(given) = labels {
            b.loc = Loc::name("loss");
            if self.options.loss == Loss::NextToken {
                labels = Some(loss::next(b, given, self.options.ignore)?);
            }
            count = Some(match (self.options.loss == Loss::Mse, labels) {
                (false, Some(labels)) => loss::count(b, labels, self.options.ignore)?,
                _ => {
                    let elements = b.ty(given).num_elements();
                    b.scalar(ElementType::F32, elements as f64)?
                }
            });
        }
        let model: Vec<Value> = (0..self.forward.uses.len()).map(|index| self.input(index)).collect::<Result<_, _>>()?;
        let given = [labels, count, scale];
        if self.options.microbatches == 1 && !self.options.in_stages {
            let args: Vec<Value> = model.into_iter().chain(given.into_iter().flatten()).collect();
            let (loss, grads) = self.micro.copy_to(b, &args)?;
            let grads = grads.into_iter().map(|grad| b.convert_if_needed(grad, ElementType::F32)).collect::<Result<_, _>>()?;
            return Ok((loss, grads));
        }
        self.accumulate_in_loop(b, &model, given)
    }

    /// A loop over microbatches. It carries the sums and everything that the microbatch reads.
    fn accumulate_in_loop(&self, b: &mut Builder, model: &[Value], given: [Option<Value>; 3]) -> Result<(Value, Vec<Value>), String> {
        let many = self.options.microbatches;
        b.loc = Loc::name("microbatches");
        let mut carried = vec![b.scalar(ElementType::F32, 0.0)?];
        for &index in self.parameters {
            let ty = b.ty(model[index]).with_element(ElementType::F32);
            carried.push(b.splat(&ty, 0.0)?);
        }
        let sums = carried.len();
        let sliced = |index: usize| match self.forward.uses.get(index) {
            Some(&found) => found == ArgUse::Batch,
            None => index == self.forward.uses.len() && self.labels.is_some(),
        };
        for (index, &value) in model.iter().chain(given.iter().flatten()).enumerate() {
            carried.push(if sliced(index) { by_microbatch(b, value, many)? } else { value });
        }
        let results = b.counted_loop(many, &carried, &mut |b, number, args| {
            let read = args[sums..].iter().enumerate().map(|(index, &value)| match self.forward.uses.get(index) {
                _ if sliced(index) => microbatch(b, value, number),
                Some(ArgUse::Seed) => seed_of(b, value, number),
                _ => Ok(value),
            });
            let read = read.collect::<Result<Vec<_>, String>>()?;
            let (loss, grads) = self.micro.copy_to(b, &read)?;
            let mut next = Vec::with_capacity(args.len());
            for (&sum, new) in args[..sums].iter().zip(std::iter::once(loss).chain(grads)) {
                let new = b.convert_if_needed(new, ElementType::F32)?;
                next.push(b.add(sum, new)?);
            }
            next.extend(&args[sums..]);
            Ok(next)
        })?;
        Ok((results[0], results[1..sums].to_vec()))
    }

    /// Gradients of each pipeline stage.
    fn by_stage(&self, grads: &[Value]) -> Vec<Vec<Value>> {
        let mut stages: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for (&stage, &grad) in self.micro.stages.iter().zip(grads) {
            stages.entry(stage).or_default().push(grad);
        }
        stages.into_values().collect()
    }

    fn input(&self, index: usize) -> Result<Value, String> {
        self.inputs[index].ok_or_else(|| format!("`{}` is no argument of the step", self.forward.names[index]))
    }

    /// An argument of the model as one of the step.
    fn forward_arg(&mut self, index: usize, role: Option<Role>) -> Result<(), String> {
        let (from, source) = (self.forward.func.args()[index], self.forward.func);
        let mut ty = source.ty(from).clone();
        if let (ArgUse::Batch, Type::Tensor(tensor)) = (self.forward.uses[index], &ty) {
            ty = self.whole_batch(tensor, &self.forward.names[index])?.into();
        }
        let value = self.func.add_arg(ty);
        self.func.value_mut(value).name = Some(Sym::new(&self.forward.names[index]));
        self.func.set_sharding(value, source.sharding(from).cloned());
        let mut attrs = source.arg_attrs.get(index).cloned().unwrap_or_default();
        attrs.remove(ALIAS);
        if let Some(role) = role {
            role.set(&mut attrs);
        }
        self.set_attrs(attrs);
        self.origins.push(Origin::Forward(index));
        self.inputs[index] = Some(value);
        Ok(())
    }

    fn new_arg(&mut self, name: &str, ty: TensorType, role: Role, initial: Option<f64>, of: Option<&str>) -> Value {
        let value = self.func.add_arg(ty);
        let name = self.free_name(name);
        self.func.value_mut(value).name = Some(Sym::new(&name));
        let mut attrs = Attrs::new();
        role.set(&mut attrs);
        if let Some(of) = of {
            attrs.set(OF, Attr::str(of));
        }
        if let Some(initial) = initial {
            attrs.set(INITIAL, Attr::Float(initial, ElementType::F64));
        }
        self.set_attrs(attrs);
        self.origins.push(Origin::New);
        value
    }

    fn set_attrs(&mut self, attrs: Attrs) {
        if let Some(last) = self.func.arg_attrs.last_mut() {
            *last = attrs;
        }
    }

    /// The name, with as many underscores as keep it from being one of the model's.
    fn free_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.forward.names.contains(&name) {
            name.push('_');
        }
        if name != wanted {
            self.renamed.push((wanted.to_owned(), name.clone()));
        }
        name
    }

    /// The type of all microbatches of a tensor of one.
    fn whole_batch(&self, ty: &TensorType, name: &str) -> Result<TensorType, String> {
        if self.options.microbatches == 1 {
            return Ok(ty.clone());
        }
        let mut whole = ty.clone();
        let rows = whole.dims.first_mut().ok_or_else(|| format!("`{name}` is {ty} and has no rows to make microbatches of: name it in `whole`"))?;
        *rows = rows.checked_mul(self.options.microbatches).ok_or_else(|| format!("{} microbatches of `{name}`, {ty}, are too many", self.options.microbatches))?;
        Ok(whole)
    }
}

/// For each parameter, the first pipeline stage that reads it; 0 where none is marked.
fn first_readers(func: &Func, parameters: &[Value]) -> Vec<usize> {
    let mut first = SecondaryMap::<Value, Option<usize>>::new();
    for &op in &func.region(func.body()).ops {
        let stage = func.op(op).attrs.int(STAGE).and_then(|stage| usize::try_from(stage).ok()).unwrap_or(0);
        for value in read_by(func, op) {
            first[value] = Some(first[value].map_or(stage, |before| before.min(stage)));
        }
    }
    parameters.iter().map(|&parameter| first[parameter].unwrap_or(0)).collect()
}

fn first_of(found: Diagnostics) -> Diagnostic {
    found.0.into_iter().next().unwrap_or_else(|| Diagnostic::error("stages are wrong, and nothing says how"))
}

/// Whether the loss is scaled.
fn scales(options: &TrainOptions) -> bool {
    options.scale != LossScale::Fixed(1.0)
}

/// The type of the labels or the target of one microbatch, where the loss has any.
fn label_type(options: &TrainOptions, output: &TensorType) -> Result<Option<TensorType>, Diagnostic> {
    match &options.loss {
        Loss::Mse => Ok(Some(output.clone())),
        Loss::CrossEntropy | Loss::NextToken => {
            let Some(last) = output.rank().checked_sub(1) else {
                return Err(Diagnostic::error("cross-entropy needs logits with a dimension of classes, the output is a scalar"));
            };
            let class_dim = options.class_dim.unwrap_or(last);
            if class_dim > last {
                return Err(Diagnostic::error(format!("`class-dim` is {class_dim}, the logits are {output}")));
            }
            if options.loss == Loss::NextToken && output.rank() < 2 {
                return Err(Diagnostic::error(format!("next-token needs logits with a dimension of positions, they are {output}")));
            }
            Ok(Some(loss::label_type(output, class_dim)))
        }
        Loss::Output(name) if output.num_elements() != 1 => Err(Diagnostic::error(format!("output `{name}` is {output}: a loss has one element"))),
        Loss::Output(_) => Ok(None),
    }
}

/// From `[rows many, …]` to `[rows, many, …]`: the microbatch is the second dimension, so that sharded rows stay where they are.
fn by_microbatch(b: &mut Builder, x: Value, many: i64) -> Result<Value, String> {
    let dims = b.ty(x).dims.clone();
    let rows = dims.first().ok_or("a scalar has no microbatches")? / many;
    let dims: Vec<i64> = [rows, many].into_iter().chain(dims[1..].iter().copied()).collect();
    b.reshape(x, &dims)
}

/// The seed of microbatch number `index`: that of the first, a large odd number apart from the others (the low half of 2^64 divided by the golden ratio, so
/// that generators which add up a seed and a place draw no number twice).
fn seed_of(b: &mut Builder, seed: Value, index: Value) -> Result<Value, String> {
    let (element, dims) = (b.ty(seed).element, b.ty(seed).dims.to_vec());
    let apart = 0x7f4a_7c15i64 & i64::MAX >> 64u32.saturating_sub(element.bits()).min(62);
    let apart = b.int_scalar(element, apart)?;
    let number = b.convert_if_needed(index, element)?;
    let apart = b.multiply(number, apart)?;
    let apart = b.broadcast_in_dim(apart, &dims, &[])?;
    b.add(seed, apart)
}

/// Microbatch number `index` of what [`by_microbatch`] made.
fn microbatch(b: &mut Builder, x: Value, index: Value) -> Result<Value, String> {
    let mut sizes = b.ty(x).dims.to_vec();
    let zero = b.int_scalar(ElementType::I32, 0)?;
    let mut starts = vec![zero; sizes.len()];
    (starts[1], sizes[1]) = (index, 1);
    let slice = b.dynamic_slice(x, &starts, &sizes)?;
    sizes.remove(1);
    b.reshape(slice, &sizes)
}
