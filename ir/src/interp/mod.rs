//! Evaluation of programs, op by op.
//!
//! The interpreter is the reference that every transformation is checked against, on one device or as one of
//! N devices of an SPMD program. Invariants: evaluation has no effect besides its results and its
//! exchanges with other devices; an op that cannot be evaluated is an error that names it.

pub mod devices;
pub mod eval;
pub mod scalar;
pub mod tensor;

pub use devices::run_devices;
pub use eval::{Captured, Communicator, EvalCtx, EvalError, Interpreter};
pub use tensor::{Buffer, Tensor};
