//! Checks of ops' regions.

use shardwright_ir::module::{Func, Region};
use shardwright_ir::types::Type;

/// Checks the arguments of a region, which messages call `what`.
pub fn check_args(func: &Func, region: Region, what: &str, types: &[Type]) -> Result<(), String> {
    let args = &func.region(region).args;
    if args.len() != types.len() {
        return Err(format!("{what} must take {} arguments, got {}", types.len(), args.len()));
    }
    for (index, (&arg, ty)) in args.iter().zip(types).enumerate() {
        if func.ty(arg) != ty {
            return Err(format!("argument {index} of {what} must be {ty}, got {}", func.ty(arg)));
        }
    }
    Ok(())
}

/// Checks what a region returns.
pub fn check_results(func: &Func, region: Region, what: &str, types: &[Type]) -> Result<(), String> {
    let results = result_types(func, region).ok_or_else(|| format!("{what} has no terminator"))?;
    if results.len() != types.len() {
        return Err(format!("{what} must return {} values, got {}", types.len(), results.len()));
    }
    match results.iter().zip(types).position(|(result, ty)| result != ty) {
        Some(index) => Err(format!("value {index} that {what} returns must be {}, got {}", types[index], results[index])),
        None => Ok(()),
    }
}

/// Types of what a region returns; `None` without a terminator.
pub fn result_types(func: &Func, region: Region) -> Option<Vec<Type>> {
    let end = func.terminator(region)?;
    Some(func.op(end).operands.iter().map(|&value| func.ty(value).clone()).collect())
}
