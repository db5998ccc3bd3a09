//! The embedded engine: N virtual devices in this process, one thread each, on the interpreter.
//!
//! Nothing to install; for tests, verification and small work. Invariants: a program that other engines would
//! hang on (devices that disagree on a collective) is an error that names the ops and the devices; results are
//! bit for bit the same in every run.

use super::host::{HostError, HostTensor};
use shardwright_ir::interp::{EvalError, Interpreter, Tensor, run_devices};
use shardwright_ir::{Func, Module};

/// Why the virtual devices did not run a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VirtualError {
    /// No `@main` and more than one function.
    #[error("the module has no function @main")]
    NoMain,
    /// Arguments of one device do not fit the program.
    #[error("device {device}: argument {index} must be {expected}, got {got}")]
    Argument {
        /// The device.
        device: usize,
        /// Position of the argument.
        index: usize,
        /// Type that the program declares.
        expected: String,
        /// What was given.
        got: String,
    },
    /// The program failed, on the device that the message names.
    #[error("{0}")]
    Failed(#[from] EvalError),
    /// A result is no host tensor.
    #[error(transparent)]
    Host(#[from] HostError),
}

/// Runs an SPMD program (`@main`, local types, StableHLO collectives over device ids): `per_device[d][a]` is argument
/// `a` of device `d`; the result is indexed alike.
///
/// # Errors
/// When there is no `@main`, arguments do not fit it, or evaluation fails on a device.
pub fn run(module: &Module, per_device: &[Vec<HostTensor>]) -> Result<Vec<Vec<HostTensor>>, VirtualError> {
    let rows = per_device.iter().map(|row| to_tensors(row)).collect::<Result<Vec<_>, _>>()?;
    run_tensors(module, &rows)?.iter().map(|row| to_host(row)).collect()
}

/// [`run`] on the interpreter's own tensors.
///
/// # Errors
/// As [`run`].
pub fn run_tensors(module: &Module, per_device: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>, VirtualError> {
    let main = main(module)?;
    for (device, row) in per_device.iter().enumerate() {
        check_arguments(main, device, row)?;
    }
    let results = run_devices(per_device.len(), |devices| {
        let args = &per_device[devices.device() as usize];
        Interpreter::with_communicator(module, devices).run(main, args)
    })?;
    Ok(results)
}

/// Runs a program of global types on one device: the reference for partitioned ones. `sdy` ops are what they mean in
/// the global view; manual computations run on virtual devices of their own.
///
/// # Errors
/// As [`run`].
pub fn run_global(module: &Module, args: &[HostTensor]) -> Result<Vec<HostTensor>, VirtualError> {
    to_host(&run_global_tensors(module, &to_tensors(args)?)?)
}

/// [`run_global`] on the interpreter's own tensors.
///
/// # Errors
/// As [`run`].
pub fn run_global_tensors(module: &Module, args: &[Tensor]) -> Result<Vec<Tensor>, VirtualError> {
    let main = main(module)?;
    check_arguments(main, 0, args)?;
    // A thread of its own with room for nested calls, and panics of an op's evaluation as errors.
    let mut results = run_devices(1, |_| Interpreter::new(module).run(main, args))?;
    Ok(results.pop().unwrap_or_default())
}

fn main(module: &Module) -> Result<&Func, VirtualError> {
    module.main().ok_or(VirtualError::NoMain)
}

fn check_arguments(main: &Func, device: usize, row: &[Tensor]) -> Result<(), VirtualError> {
    for index in 0..row.len().max(main.args().len()) {
        let expected = main.args().get(index).map(|&arg| main.ty(arg).to_string());
        let got = row.get(index).map(|tensor| tensor.ty.to_string());
        if expected != got {
            let nothing = || "nothing".to_owned();
            return Err(VirtualError::Argument { device, index, expected: expected.unwrap_or_else(nothing), got: got.unwrap_or_else(nothing) });
        }
    }
    Ok(())
}

fn to_tensors(row: &[HostTensor]) -> Result<Vec<Tensor>, VirtualError> {
    row.iter().map(|tensor| Tensor::from_bytes(tensor.ty().clone(), tensor.bytes()).map_err(|why| EvalError::from(why).into())).collect()
}

fn to_host(row: &[Tensor]) -> Result<Vec<HostTensor>, VirtualError> {
    row.iter().map(|tensor| Ok(HostTensor::new(tensor.ty.clone(), tensor.to_bytes())?)).collect()
}

#[cfg(test)]
mod tests;
