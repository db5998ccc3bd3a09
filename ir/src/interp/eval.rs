//! Walking a function: every op evaluated by its row, on values kept until their last use.
//!
//! Invariants: a region is evaluated with its own arguments and sees the values of enclosing regions; a
//! collective reaches other devices only through the [`Communicator`].

use super::tensor::Tensor;
use crate::diag::Span;
use crate::entity::SecondaryMap;
use crate::module::{Func, Module, OpData, OpId, Region, Value, ValueDef};
use crate::op::EvalFacet;
use crate::sym::Sym;
use crate::types::TensorType;
use indexmap::IndexMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Why evaluation stopped.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct EvalError {
    /// What went wrong, with the op's name.
    pub message: String,
    /// Where the op stands in the text that the module was read from, if it was.
    pub span: Span,
}

impl From<String> for EvalError {
    fn from(message: String) -> EvalError {
        EvalError { message, span: Span::default() }
    }
}
impl From<&str> for EvalError {
    fn from(message: &str) -> EvalError {
        EvalError { message: message.to_owned(), span: Span::default() }
    }
}

/// The other devices of an SPMD program.
pub trait Communicator: Sync {
    /// This device's id, from 0: what `stablehlo.replica_id` and `partition_id` return.
    fn device(&self) -> i64;
    /// Number of devices.
    fn num_devices(&self) -> i64;
    /// Gives `tensor` to the devices of `group` (this one among them) and returns theirs in the group's order.
    /// `what` describes the collective: devices that meet with different descriptions are an error, and so
    /// is a device that has ended while others wait for it.
    fn exchange(&self, what: &str, group: &[i64], tensor: Tensor) -> Result<Vec<Tensor>, EvalError>;
}

/// Evaluates functions of one module on one device.
pub struct Interpreter<'a> {
    module: &'a Module,
    communicator: Option<&'a dyn Communicator>,
    /// Of the module's functions that have been called.
    last_uses: RefCell<IndexMap<Sym, Rc<LastUses>>>,
}

/// What an op's evaluation may use besides its operands.
pub struct EvalCtx<'a> {
    /// The interpreter.
    pub interpreter: &'a Interpreter<'a>,
    /// The function.
    pub func: &'a Func,
    /// The op.
    pub op: OpId,
    frame: &'a Frame,
}

/// Values of one call of one function.
struct Frame {
    values: RefCell<SecondaryMap<Value, Option<Tensor>>>,
    last_uses: Rc<LastUses>,
}

/// The values that an op's regions may see, detached from the evaluation that made them.
#[derive(Clone, Default)]
pub struct Captured {
    values: SecondaryMap<Value, Option<Tensor>>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter for one device without others.
    pub fn new(module: &'a Module) -> Interpreter<'a> {
        Interpreter { module, communicator: None, last_uses: RefCell::default() }
    }
    /// An interpreter for one of several devices.
    pub fn with_communicator(module: &'a Module, communicator: &'a dyn Communicator) -> Interpreter<'a> {
        Interpreter { module, communicator: Some(communicator), last_uses: RefCell::default() }
    }
    /// The module.
    pub fn module(&self) -> &'a Module {
        self.module
    }
    /// The other devices, where there are any.
    pub fn communicator(&self) -> Option<&'a dyn Communicator> {
        self.communicator
    }
    /// Evaluates a function by name.
    pub fn call(&self, name: Sym, args: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        let func = self.module.funcs.get(&name).ok_or_else(|| format!("no function @{name}"))?;
        let last_uses = self.last_uses.borrow_mut().entry(name).or_insert_with(|| Rc::new(LastUses::of(func))).clone();
        self.region(func, &Frame { values: RefCell::default(), last_uses }, func.body(), args)
    }
    /// Evaluates a function, of the module or not.
    pub fn run(&self, func: &Func, args: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        let last_uses = Rc::new(LastUses::of(func));
        self.region(func, &Frame { values: RefCell::default(), last_uses }, func.body(), args)
    }
    /// Evaluates one region of a function, with the values that it sees from outside.
    pub fn run_region(&self, func: &Func, region: Region, args: &[Tensor], captured: &Captured) -> Result<Vec<Tensor>, EvalError> {
        let last_uses = Rc::new(LastUses::of(func));
        self.region(func, &Frame { values: RefCell::new(captured.values.clone()), last_uses }, region, args)
    }

    fn region(&self, func: &Func, frame: &Frame, region: Region, args: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        let data = func.region(region);
        if data.args.len() != args.len() {
            return Err(format!("expected {} arguments, got {}", data.args.len(), args.len()).into());
        }
        {
            let mut values = frame.values.borrow_mut();
            for (&value, tensor) in data.args.iter().zip(args) {
                if func.ty(value).as_tensor().is_some_and(|ty| *ty != tensor.ty) {
                    return Err(format!("argument has type {}, expected {}", tensor.ty, func.ty(value)).into());
                }
                values[value] = Some(tensor.clone());
            }
        }
        for &op in &data.ops {
            let info = func.op(op).info;
            let operands = func.op(op).operands.iter().map(|&value| lookup(frame, value));
            let operands = operands.collect::<Result<Vec<_>, EvalError>>()?;
            if info.is_terminator() {
                return Ok(operands);
            }
            let EvalFacet::Eval(eval) = info.eval else {
                let EvalFacet::None(reason) = info.eval else { unreachable!("two variants") };
                return Err(at_op(func, op, format!("cannot be evaluated: {reason}").into()));
            };
            fits(func, op).map_err(|why| at_op(func, op, why))?;
            let ctx = EvalCtx { interpreter: self, func, op, frame };
            let results = eval(&ctx, &operands).map_err(|why| at_op(func, op, why))?;
            drop(operands);
            let mut values = frame.values.borrow_mut();
            for (&value, tensor) in func.op(op).results.iter().zip(results) {
                if func.ty(value).as_tensor().is_some_and(|ty| *ty != tensor.ty) {
                    let why = format!("gave {}, its type is {}", tensor.ty, func.ty(value));
                    return Err(at_op(func, op, why.into()));
                }
                values[value] = Some(tensor);
            }
            for &value in frame.last_uses.after(op) {
                values[value] = None;
            }
        }
        Err("region has no terminator".into())
    }
}

impl<'a> EvalCtx<'a> {
    /// Evaluates region `index` of the op.
    pub fn call_region(&self, index: usize, args: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        let region = self.func.op(self.op).regions[index];
        self.interpreter.region(self.func, self.frame, region, args)
    }
    /// The values that the op's regions may see, for evaluations that outlive this one or run beside it.
    pub fn captured(&self) -> Captured {
        Captured { values: self.frame.values.borrow().clone() }
    }
    /// Evaluates region `index`, whose arguments are scalars, on many elements at once: each of `args` is a
    /// rank-1 tensor of one length, and so is each result. Bodies of elementwise ops are evaluated op by op on
    /// whole tensors, others element by element.
    pub fn map_region(&self, index: usize, args: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        let region = self.func.op(self.op).regions[index];
        let data = self.func.region(region);
        let count = args.first().map_or(0, |arg| arg.data.len());
        let (end, ops) = data.ops.split_last().ok_or("region has no terminator")?;
        let by_elements = |op: &OpId| {
            let info = self.func.op(*op).info;
            info.regions == crate::op::Arity::Exactly(0) && (info.traits.elementwise || info.is_constant())
        };
        if !ops.iter().all(by_elements) {
            return self.map_region_slowly(index, args, count, &self.func.op(*end).operands);
        }
        let mut values = SecondaryMap::<Value, Option<Tensor>>::new();
        for (&value, tensor) in data.args.iter().zip(args) {
            values[value] = Some(tensor.clone());
        }
        let operand = |values: &SecondaryMap<Value, Option<Tensor>>, value: Value| -> Result<Tensor, EvalError> {
            match &values[value] {
                Some(tensor) => Ok(tensor.clone()),
                None => repeated(&lookup(self.frame, value)?, count),
            }
        };
        for &op in ops {
            let OpData { info, operands, results, .. } = self.func.op(op);
            let operands = operands.iter().map(|&value| operand(&values, value)).collect::<Result<Vec<_>, _>>()?;
            let EvalFacet::Eval(eval) = info.eval else {
                return Err(at_op(self.func, op, "cannot be evaluated".into()));
            };
            let ctx = EvalCtx { interpreter: self.interpreter, func: self.func, op, frame: self.frame };
            let made = eval(&ctx, &operands).map_err(|why| at_op(self.func, op, why))?;
            for (&value, tensor) in results.iter().zip(made) {
                values[value] = Some(if info.is_constant() { repeated(&tensor, count)? } else { tensor });
            }
        }
        self.func.op(*end).operands.iter().map(|&value| operand(&values, value)).collect()
    }

    fn map_region_slowly(&self, index: usize, args: &[Tensor], count: usize, ends: &[Value]) -> Result<Vec<Tensor>, EvalError> {
        let mut bytes: Vec<Vec<u8>> = vec![Vec::new(); ends.len()];
        for element in 0..count {
            let scalars: Vec<Tensor> = args
                .iter()
                .map(|arg| Tensor::new(TensorType::scalar(arg.ty.element), arg.data.gather(std::iter::once(element))))
                .collect();
            for (bytes, result) in bytes.iter_mut().zip(self.call_region(index, &scalars)?) {
                bytes.extend(result.to_bytes());
            }
        }
        let element = |value: &Value| self.func.ty(*value).as_tensor().map(|ty| ty.element).ok_or("body returns a token");
        ends.iter()
            .zip(&bytes)
            .map(|(value, bytes)| Ok(Tensor::from_bytes(TensorType::new(element(value)?, &[count as i64]), bytes)?))
            .collect()
    }
    /// The op as its other facets see it.
    pub fn view(&self) -> crate::op::OpView<'a> {
        crate::op::OpView { func: self.func, id: self.op }
    }
    /// The other devices, or an error that says that the op needs them.
    pub fn communicator(&self) -> Result<&'a dyn Communicator, EvalError> {
        self.interpreter.communicator.ok_or_else(|| "needs the devices of an SPMD program".into())
    }
}

/// After which op each value is used no more, for every region of a function.
///
/// A value that an inner region uses counts as used by the op of its own region that holds that inner one: a
/// body that is evaluated many times finds what it sees from outside every time.
#[derive(Debug, Default)]
struct LastUses {
    /// Indices into `values` where each op's list begins.
    begins: SecondaryMap<OpId, (u32, u32)>,
    values: Vec<Value>,
}

impl LastUses {
    fn of(func: &Func) -> LastUses {
        let ops = func.walk();
        let mut last = SecondaryMap::<Value, Option<OpId>>::new();
        for &op in &ops {
            let data = func.op(op);
            for &operand in &data.operands {
                last[operand] = holder(func, op, operand);
            }
            for &result in &data.results {
                last[result] = Some(op);
            }
        }
        let mut dead: Vec<(OpId, Value)> = Vec::new();
        let mut add = |value: Value| {
            // What a terminator returns is on its way out, and nothing comes after it.
            if let Some(op) = last[value].filter(|&op| !func.op(op).info.is_terminator()) {
                dead.push((op, value));
            }
        };
        for &op in &ops {
            func.op(op).results.iter().for_each(|&value| add(value));
            func.op(op).regions.iter().flat_map(|&region| &func.region(region).args).for_each(|&value| add(value));
        }
        func.args().iter().for_each(|&value| add(value));
        dead.sort_unstable();
        let mut begins = SecondaryMap::<OpId, (u32, u32)>::new();
        for (index, &(op, _)) in dead.iter().enumerate() {
            let (begin, end) = begins[op];
            begins[op] = if begin == end { (index as u32, index as u32 + 1) } else { (begin, end + 1) };
        }
        LastUses { begins, values: dead.into_iter().map(|(_, value)| value).collect() }
    }

    fn after(&self, op: OpId) -> &[Value] {
        let (begin, end) = self.begins[op];
        &self.values[begin as usize..end as usize]
    }
}

/// The op that stands in the region in which `value` is defined and is `user` or holds it.
fn holder(func: &Func, user: OpId, value: Value) -> Option<OpId> {
    let home = match func.value(value).def {
        ValueDef::Result(op, _) => func.op(op).parent,
        ValueDef::Arg(region, _) => Some(region),
    };
    let mut op = user;
    loop {
        let region = func.op(op).parent?;
        if Some(region) == home {
            return Some(op);
        }
        op = func.region(region).parent?;
    }
}

/// The error with the op's name before it, and its place where no op inside of it has one.
fn at_op(func: &Func, op: OpId, why: EvalError) -> EvalError {
    let OpData { info, span, .. } = func.op(op);
    EvalError { message: format!("{}: {}", info.name, why.message), span: if why.span.is_known() { why.span } else { *span } }
}

/// A scalar as a rank-1 tensor of `count` equal elements.
fn repeated(scalar: &Tensor, count: usize) -> Result<Tensor, EvalError> {
    if scalar.ty.rank() != 0 {
        return Err(format!("body must compute on scalars, got {}", scalar.ty).into());
    }
    Ok(Tensor::new(scalar.ty.with_dims(&[count as i64]), scalar.data.gather(std::iter::repeat_n(0, count))))
}

fn lookup(frame: &Frame, value: Value) -> Result<Tensor, EvalError> {
    frame.values.borrow()[value].clone().ok_or_else(|| format!("value {value} has not been computed").into())
}

/// An error where a result cannot be held in memory: asked before it is made, since running out of memory ends the process.
fn fits(func: &Func, op: OpId) -> Result<(), EvalError> {
    /// Below this, the allocator is not asked: no machine that runs this lacks it.
    const SMALL: i64 = 1 << 28;
    for &result in &func.op(op).results {
        let Some(ty) = func.ty(result).as_tensor() else { continue };
        let bytes = ty.byte_size();
        // Evaluation may hold the result and one copy of it.
        let room = usize::try_from(bytes.saturating_mul(2)).unwrap_or(usize::MAX);
        if bytes > SMALL && Vec::<u8>::new().try_reserve_exact(room).is_err() {
            return Err(format!("a result of {ty}, {bytes} bytes, does not fit into memory").into());
        }
    }
    Ok(())
}
