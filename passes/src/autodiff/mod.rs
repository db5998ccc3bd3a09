//! Reverse-mode differentiation: gradients of one scalar as ops of the same function.
//!
//! Reading order: this file (the door), [`activity`] (what depends on what), [`shift`] (what cancels out), [`replay`] (the values that the way back needs, loops'
//! among them), [`sweep`] (ops in reverse, each by its row's derivative), [`control`] (loops and branches), [`pass`] (`differentiate`).
//! Invariants: the function's results and ops stay as they are, gradients stand after them; a loop keeps what it carried in
//! each iteration and its way back computes the rest of the iteration anew, so that memory is one copy of the carried values an
//! iteration; a value of integers or truth values has no gradient; what has no derivative is an error where a gradient
//! would go through it, and nowhere else. Time is linear in the ops.

mod activity;
mod control;
pub mod pass;
mod replay;
mod shift;
mod sweep;

use replay::Replay;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Builder, Diagnostic, ElementType, Func, Sym, Type, Value};
use sweep::Sweep;

/// Appends to the body of `func`, before its terminator, the ops that compute the derivative of `loss` by each value of `wrt`, and
/// returns those derivatives: each has the type of its value; zeros where `loss` does not depend on it. Values and the terminator may
/// be operands of later ops as before.
///
/// `wrt` are values of the function's own body: its arguments, or results of its ops. Gradients of named values are named
/// `grad(NAME)`. Complex derivatives are JAX's: the transpose of the linear map, without conjugation.
///
/// # Errors
/// `loss` is no scalar float, a value of `wrt` holds no floats, or an op between them has no derivative (located).
pub fn gradients(func: &mut Func, loss: Value, wrt: &[Value]) -> Result<Vec<Value>, Diagnostic> {
    let Some(ty) = func.ty(loss).as_tensor().filter(|ty| ty.element.is_float() && ty.rank() == 0).cloned() else {
        return Err(Diagnostic::error(format!("a loss must be a scalar float, got {}", func.ty(loss)))
            .help("reduce it to a scalar first, by a sum or a mean"));
    };
    // Gradients stand before the terminator, which goes back to its place after them.
    let end = func.terminator(func.body());
    if let Some(end) = end {
        func.erase(end);
    }
    let mut builder = Builder::at_end(func);
    let seed = builder.splat(&ty, 1.0).map_err(Diagnostic::error)?;
    let gradients = pull_back(func, &[(loss, seed)], wrt);
    if let Some(end) = end {
        let body = func.body();
        func.place_last(body, end);
    }
    gradients
}

/// As [`gradients`], of several values of any shape at once: each pair is a value and the gradient that it has. The body has no terminator.
fn pull_back(func: &mut Func, seeds: &[(Value, Value)], wrt: &[Value]) -> Result<Vec<Value>, Diagnostic> {
    for &value in wrt {
        if !differentiable(func.ty(value)) {
            return Err(Diagnostic::error(format!("only floats and complex numbers have gradients, got {} of type {}", called(func, value), func.ty(value))));
        }
    }
    let source = func.clone();
    let outputs: Vec<Value> = seeds.iter().map(|&(value, _)| value).collect();
    let varied = activity::varied(&source, wrt);
    let needed = activity::needed(&source, &outputs);
    let mut replay = Replay::new(&source, &varied);
    replay.in_place(func, &needed)?;
    let mut sweep = Sweep { source: &source, varied: &varied, gradients: SecondaryMap::new() };
    let mut builder = Builder::at_end(func);
    for &(value, seed) in seeds {
        sweep.gain(&mut builder, value, seed).map_err(Diagnostic::error)?;
    }
    let ops = &source.region(source.body()).ops;
    sweep.run(&mut builder, ops, &mut replay)?;
    wrt.iter()
        .map(|&value| {
            let gradient = match sweep.gradients[value] {
                Some(gradient) => gradient,
                None => builder.splat_like(value, 0.0).map_err(Diagnostic::error)?,
            };
            name_gradient(builder.func, source.value(value).name, gradient);
            Ok(gradient)
        })
        .collect()
}

/// Whether values of this type have gradients.
fn differentiable(ty: &Type) -> bool {
    ty.as_tensor().is_some_and(|ty| has_gradient(ty.element))
}

fn has_gradient(element: ElementType) -> bool {
    element.is_float() || element.is_complex()
}

/// Names the gradient of a named value, unless it is another value's too.
fn name_gradient(func: &mut Func, name: Option<Sym>, gradient: Value) {
    if let Some(name) = name
        && func.value(gradient).name.is_none()
    {
        func.value_mut(gradient).name = Some(Sym::new(&format!("grad({name})")));
    }
}

fn called(func: &Func, value: Value) -> String {
    func.value(value).name.map_or_else(|| format!("value {value}"), |name| format!("\"{name}\""))
}
