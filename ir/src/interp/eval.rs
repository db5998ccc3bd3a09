//! Walking a function: every op evaluated by its row, on values kept until their last use.
//!
//! Invariants: a region is evaluated with its own arguments and sees the values of enclosing regions; a
//! collective reaches other devices only through the [`Communicator`].

use super::tensor::Tensor;
use crate::entity::SecondaryMap;
use crate::module::{Func, Module, OpId, Region, Value};
use crate::op::EvalFacet;
use crate::sym::Sym;
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
    /// The op as its other facets see it.
    pub fn view(&self) -> crate::op::OpView<'a> {
        crate::op::OpView { func: self.func, id: self.op }
    }
    /// The other devices, or an error that says that the op needs them.
    pub fn communicator(&self) -> Result<&'a dyn Communicator, EvalError> {
        self.interpreter.communicator.ok_or_else(|| "needs the devices of an SPMD program".into())
    }
}

fn lookup(frame: &Frame, value: Value) -> Result<Tensor, EvalError> {
    frame.values.borrow()[value].clone().ok_or_else(|| format!("value {value} has not been computed").into())
}
