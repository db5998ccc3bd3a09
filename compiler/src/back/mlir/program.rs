//! Whole programs: functions and regions, op by op through the table.
//!
//! Invariants: every op is translated or refused by name and place, never dropped; after each value an observer may put another in its
//! place (the `shard` export annotates there).

use super::site::{Observer, Site, Values};
use super::table::{Form, form};
use super::writer::{Block, Map, Result, Ty, Val, Writer, fault};
use super::ops::narrow::{is_narrow, serves};
use shardwright_ir::module::Region;
use shardwright_ir::{Diagnostic, Func, Module, TensorType, Value};

/// How a function hands its results over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Results {
    /// It returns them.
    Returned,
    /// It returns them in the place of further arguments after its own.
    Placed,
}

/// Appends `func` to the module. Results pass through `returned` with their index before they are returned.
pub fn function<'m>(w: &Writer<'m>, module: &Module, func: &Func, hands: Results, observe: Observer<'_, 'm>, returned: &dyn Fn(Block<'m>, usize, Val<'m>) -> Result<Val<'m>>) -> Result<()> {
    let args: Vec<Value> = func.args().iter().copied().filter(|&arg| passes(w, func.tensor_type(arg))).collect();
    let inputs = args.iter().map(|&arg| w.tensor(func.tensor_type(arg))).collect::<Result<Vec<_>>>()?;
    let results = func.result_types.iter().map(|ty| ty.as_tensor().ok_or_else(|| fault("a token is returned"))).collect::<Result<Vec<_>>>()?;
    let result_types = results.iter().filter(|ty| passes(w, ty)).map(|ty| w.tensor(ty)).collect::<Result<Vec<_>>>()?;
    let values = Values::default();
    let places = if hands == Results::Placed { result_types.clone() } else { vec![] };
    let taken = [&inputs[..], &places].concat();
    let region = w.region(&taken, |block, arguments| {
        for (&arg, &value) in args.iter().zip(arguments) {
            values.set(arg, observe(block, func, arg, value)?);
        }
        for &arg in func.args().iter().filter(|arg| !args.contains(arg)) {
            values.set(arg, w.empty(block, func.tensor_type(arg))?);
        }
        let Some((&end, ops)) = func.region(func.body()).ops.split_last() else { return Err(fault("a function without ops")) };
        for &id in ops {
            op(&Site { w: *w, block, module, op: func.view(id), values: &values, observe })?;
        }
        let mut last = Vec::new();
        for (index, &value) in func.op(end).operands.iter().enumerate().filter(|(index, _)| passes(w, results[*index])) {
            last.push(returned(block, index, values.get(value)?)?);
        }
        for (value, &place) in last.iter_mut().zip(&arguments[inputs.len()..]) {
            *value = w.same(block, "bufferization.materialize_in_destination", &[*value, place])?;
        }
        w.append(block, "func.return", &last, &[], vec![], &[]).map(|_| ())
    })?;
    w.function(&w.symbol(&func.name), (&taken, &result_types), func.private, &[], region)
}

/// Whether tensors of this type pass functions' boundaries: in native code those without elements are left out, since no pointer stands
/// for them.
pub fn passes(w: &Writer, ty: &TensorType) -> bool {
    w.kernels.is_none() || ty.num_elements() > 0
}

/// Translates the site's op and notes its results.
fn op(site: &Site<'_, '_>) -> Result<()> {
    let data = site.op.data();
    let operands = data.operands.iter().map(|&value| site.values.get(value)).collect::<Result<Vec<_>>>()?;
    for (&result, made) in data.results.iter().zip(translate(site, &operands)?) {
        site.values.set(result, (site.observe)(site.block, site.op.func, result, made)?);
    }
    Ok(())
}

/// The results of one op.
fn translate<'m>(site: &Site<'_, 'm>, operands: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let data = site.op.data();
    let tensors = data.operands.iter().chain(&data.results).filter_map(|&value| site.op.func.ty(value).as_tensor());
    if site.w.kernels.is_some()
        && let Some(ty) = tensors.into_iter().find(|ty| is_narrow(ty.element) && !serves(data.info.name, ty.element))
    {
        return Err(site.refuse(&format!("elements of {} are only moved and converted: convert to a wider type first", ty.element)));
    }
    // Tensors without elements need no work, and MLIR's checks of indices assume that there are some.
    let effects = data.info.traits.effects || matches!(data.info.name, "stablehlo.while" | "stablehlo.if" | "stablehlo.case" | "sdy.named_computation");
    if !effects && !data.results.is_empty() && data.results.iter().all(|&value| site.op.func.ty(value).as_tensor().is_some_and(|ty| ty.num_elements() == 0)) {
        return data.results.iter().map(|&value| site.w.empty(site.block, site.op.func.tensor_type(value))).collect();
    }
    match form(data.info.name) {
        Some(Form::Tensors(translate)) => translate(site, operands),
        Some(Form::Scalar(translate)) => {
            let ty = site.result(0);
            // A scalar operand of an op on tensors (of a select, a clamp) serves all elements.
            let inputs: Vec<_> = operands.iter().enumerate().map(|(index, &value)| (value, Map::identity(site.operand(index).rank()))).collect();
            Ok(vec![site.w.fill_new(site.block, ty, &inputs, |inner, elements| translate(&site.inside(inner), elements))?])
        }
        None => Err(Diagnostic::error(format!("{} has no form in upstream dialects", data.info.name))
            .at(data.span)
            .in_loc(&data.loc)
            .help("`shardwright ops --native` lists the ops that have one; use `--emit spmd` or `--emit sdy` for the rest")),
    }
}

/// Translates a region's ops into the site's block; gives what its terminator returns.
pub fn translate_region<'m>(site: &Site<'_, 'm>, region: Region, arguments: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let func = site.op.func;
    let data = func.region(region);
    for (&argument, &value) in data.args.iter().zip(arguments) {
        site.values.set(argument, value);
    }
    let Some((&end, ops)) = data.ops.split_last() else { return Err(site.refuse("a region without ops")) };
    for &id in ops {
        op(&Site { op: func.view(id), ..*site })?;
    }
    func.op(end).operands.iter().map(|&value| site.values.get(value)).collect()
}

/// A region of ours as a region of MLIR's that ends in `terminator`.
pub fn region_of<'m>(site: &Site<'_, 'm>, region: Region, arguments: &[Ty<'m>], terminator: &str) -> Result<super::writer::Region<'m>> {
    site.w.region(arguments, |block, values| {
        let inner = site.inside(block);
        let results = translate_region(&inner, region, values)?;
        site.w.append(block, terminator, &results, &[], vec![], &[]).map(|_| ())
    })
}
