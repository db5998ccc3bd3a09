//! Walking a function: every op evaluated by its row, on values kept until their last use.
//!
//! Invariants: a region is evaluated with its own arguments and sees the values of enclosing regions; a
//! collective reaches other devices only through the [`Communicator`].

use super::tensor::Tensor;
use crate::entity::SecondaryMap;
use crate::module::{Func, Module, OpData, OpId, Region, Value};
use crate::op::EvalFacet;
use crate::sym::Sym;
use crate::types::TensorType;
use std::cell::RefCell;

/// Why evaluation stopped.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct EvalError {
    /// What went wrong, with the op's name.
    pub message: String,
}

impl From<String> for EvalError {
    fn from(message: String) -> EvalError {
        EvalError { message }
    }
}
impl From<&str> for EvalError {
    fn from(message: &str) -> EvalError {
        EvalError { message: message.to_owned() }
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
}

impl<'a> Interpreter<'a> {
    /// An interpreter for one device without others.
    pub fn new(module: &'a Module) -> Interpreter<'a> {
        Interpreter { module, communicator: None }
    }
    /// An interpreter for one of several devices.
    pub fn with_communicator(module: &'a Module, communicator: &'a dyn Communicator) -> Interpreter<'a> {
        Interpreter { module, communicator: Some(communicator) }
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
        self.run(func, args)
    }
    /// Evaluates a function.
    pub fn run(&self, func: &Func, args: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        let frame = Frame { values: RefCell::default() };
        self.region(func, &frame, func.body(), args)
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
                return Err(format!("{} cannot be evaluated: {reason}", info.name).into());
            };
            let ctx = EvalCtx { interpreter: self, func, op, frame };
            let results = eval(&ctx, &operands).map_err(|why| EvalError { message: format!("{}: {why}", info.name) })?;
            drop(operands);
            let mut values = frame.values.borrow_mut();
            for (&value, tensor) in func.op(op).results.iter().zip(results) {
                debug_assert!(func.ty(value).as_tensor().is_none_or(|ty| *ty == tensor.ty), "{} gave {}", info.name, tensor.ty);
                values[value] = Some(tensor);
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
                return Err(format!("{} cannot be evaluated", info.name).into());
            };
            let ctx = EvalCtx { interpreter: self.interpreter, func: self.func, op, frame: self.frame };
            let made = eval(&ctx, &operands).map_err(|why| EvalError { message: format!("{}: {why}", info.name) })?;
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
