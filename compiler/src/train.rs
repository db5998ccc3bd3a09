//! `--train`: the model that was read becomes a training step of it, before anything is annotated.
//!
//! Invariants: weights stay where their files are, under the arguments that hold them; a glob that matches nothing is an error; the module that comes
//! out is verified and clean.

use crate::annotate::{arg_name, glob_matches, result_name};
use crate::driver::{CompileFault, Source, run_alone};
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::role::{Role, alias_of};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::verify::verify;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, Registry, Type, Value};
use shardwright_passes::stage::cut::is_marked;
use shardwright_passes::train::options::Loss;
use shardwright_passes::train::{ALIAS, ArgUse, Forward, Origin, TrainOptions, training_step};

/// Names of weights that are no parameters though they are floating-point numbers: torch's buffers of normalisations that run over batches, and constants that exporters write as weights.
const BUFFERS: &[&str] = &["*running_mean", "*running_var", "*inv_freq", "*/Constant*"];

/// Makes the training step of what was read.
///
/// # Errors
/// What is wrong with the options for this model, or which op has no derivative.
pub fn train(read: &mut Source, options: &TrainOptions, ops: &Registry) -> Result<(), CompileFault> {
    let text = read.text.clone();
    train_module(read, options, ops).map_err(|diagnostics| CompileFault { diagnostics, text })
}

fn train_module(read: &mut Source, options: &TrainOptions, ops: &Registry) -> Result<(), Diagnostics> {
    let fault = |message: String| Diagnostics::from(Diagnostic::error(message).in_place("--train"));
    if is_marked(&read.module) && !options.in_stages {
        return Err(fault("the model's ops are marked with pipeline stages: its training step runs in a pipeline, or it is trained without the marks".to_owned()));
    }
    run_alone("clean", &mut read.module, ops)?;
    let func = read.module.main().ok_or_else(|| fault("the module has no main function".to_owned()))?;
    let name = func.name;
    let names: Vec<String> = (0..func.args().len()).map(|index| arg_name(func, index)).collect();
    let any = |globs: &[String], name: &str| globs.iter().any(|glob| glob_matches(glob, name));
    if let Some(name) = read.constants.iter().find(|name| any(&options.parameters, name)) {
        let why = "it is a number alone (rank 0), or written out in the model's message";
        return Err(Diagnostic::error(format!("`{name}` is a constant of the program and cannot learn: {why}"))
            .in_place("--train")
            .help("store it as a vector of one element, in raw data")
            .into());
    }
    let still: Vec<&str> = read.constants.iter().map(String::as_str).filter(|name| !BUFFERS.iter().any(|glob| glob_matches(glob, name))).collect();
    if !still.is_empty() {
        const SHOWN: usize = 6;
        let more = if still.len() > SHOWN { format!(" and {} more", still.len() - SHOWN) } else { String::new() };
        let what = format!("stored floats that are constants do not learn: {}{more}", still[..still.len().min(SHOWN)].join(", "));
        read.remarks.push(Diagnostic::warning(what).in_place("--train").help("one that shall learn must be stored as a vector at least, in raw data"));
    }
    for (key, why) in &options.idle {
        read.remarks.push(Diagnostic::warning(format!("`{key}` changes nothing: {why}")).in_place("--train"));
    }
    let uses = uses(func, &names, &read.weights.iter().map(Option::is_some).collect::<Vec<_>>(), options).map_err(fault)?;
    let output = output(func, options).map_err(fault)?;
    if options.microbatches > 1 {
        read.remarks.extend(drawn_alike(func, &names, &uses));
    }
    let step = training_step(&Forward { func, names: &names, uses: &uses, output }, options).map_err(|diagnostic| {
        if diagnostic.place.is_none() && diagnostic.labels.is_empty() { diagnostic.in_place("--train") } else { diagnostic }
    })?;
    for (wanted, name) in &step.renamed {
        let what = format!("the model has an input `{wanted}`: what training calls so is `{name}` here");
        read.remarks.push(Diagnostic::remark(what).in_place("--train"));
    }
    let weight = |origin: &Origin| match *origin {
        Origin::Forward(index) => read.weights.get(index).cloned().flatten(),
        Origin::New => None,
    };
    read.weights = step.origins.iter().map(weight).collect();
    read.module.funcs.insert(name, step.func);
    run_alone("canonicalize,fold,cse,dce", &mut read.module, ops)?;
    verify(&read.module)?;
    Ok(())
}

/// What each input of the model is.
fn uses(func: &Func, names: &[String], weights: &[bool], options: &TrainOptions) -> Result<Vec<ArgUse>, String> {
    for (key, globs) in [("parameters", &options.parameters), ("frozen", &options.frozen), ("whole", &options.whole), ("seed", &options.seeds)] {
        if let Some(glob) = globs.iter().find(|glob| !names.iter().any(|name| glob_matches(glob, name))) {
            let plain: String = glob.chars().filter(|&c| c != '*').collect();
            return Err(format!("`{key}={glob}` matches no input{}", did_you_mean(&plain, names.iter().map(String::as_str))));
        }
    }
    let said = |index: usize| func.arg_attrs.get(index).and_then(Role::of);
    if options.parameters.is_empty() && !weights.contains(&true) && !(0..names.len()).any(|index| said(index) == Some(Role::Parameter)) {
        return Err("no input of the model has a weight file: say which are parameters, as in `parameters=*.weight`".to_owned());
    }
    let any = |globs: &[String], name: &str| globs.iter().any(|glob| glob_matches(glob, name));
    let uses = names.iter().enumerate().map(|(index, name)| {
        let weight = weights.get(index).copied().unwrap_or(false);
        let float = matches!(func.ty(func.args()[index]), Type::Tensor(ty) if ty.element.is_float());
        let learned = if options.parameters.is_empty() {
            said(index) == Some(Role::Parameter) || weight && float && !BUFFERS.iter().any(|glob| glob_matches(glob, name))
        } else {
            any(&options.parameters, name)
        };
        Ok(if learned && !any(&options.frozen, name) {
            ArgUse::Parameter
        } else if weight {
            ArgUse::Frozen
        } else if any(&options.seeds, name) {
            match func.ty(func.args()[index]) {
                Type::Tensor(ty) if ty.element.is_int() => ArgUse::Seed,
                other => return Err(format!("`seed={name}` is {other}: seeds are integers")),
            }
        } else if any(&options.whole, name) {
            ArgUse::Whole
        } else {
            ArgUse::Batch
        })
    });
    uses.collect()
}

/// What all microbatches draw alike: generators whose state follows from nothing that differs between microbatches, and whole inputs that are one integer, as seeds are.
fn drawn_alike(func: &Func, names: &[String], uses: &[ArgUse]) -> Option<Diagnostic> {
    let mut differs = SecondaryMap::<Value, bool>::new();
    func.args().iter().zip(uses).for_each(|(&arg, &found)| differs[arg] = matches!(found, ArgUse::Batch | ArgUse::Seed));
    let mut alike = 0;
    for op in func.walk() {
        let own = func.op(op).operands.iter().chain(&func.captured(op)).any(|&value| differs[value]);
        alike += usize::from(func.op(op).info.name == "stablehlo.rng_bit_generator" && !own);
        func.op(op).results.iter().for_each(|&result| differs[result] = own);
    }
    let seed = |&index: &usize| uses[index] == ArgUse::Whole && matches!(func.ty(func.args()[index]), Type::Tensor(ty) if ty.element.is_int() && ty.num_elements() == 1);
    let seeds: Vec<&str> = (0..names.len()).filter(seed).map(|index| names[index].as_str()).collect();
    if alike == 0 && seeds.is_empty() {
        return None;
    }
    let from = if seeds.is_empty() { String::new() } else { format!(" from {}", seeds.join(", ")) };
    let what = format!("every microbatch draws the same random numbers{from}, if they are drawn at all: masks of dropout repeat");
    Some(Diagnostic::warning(what).in_place("--train").help("name the input that they are drawn from by `seed=NAME`, so that each microbatch has its own"))
}

/// Which result of the model the loss is taken of, or is.
fn output(func: &Func, options: &TrainOptions) -> Result<usize, String> {
    let names: Vec<String> = (0..func.result_types.len()).map(|index| result_name(func, index)).collect();
    let wanted = match (&options.loss, &options.output) {
        (Loss::Output(name), _) => name,
        (_, Some(name)) => name,
        _ if names.is_empty() => return Err("the model has no output".to_owned()),
        _ => return Ok(0),
    };
    let found = names.iter().position(|name| name == wanted);
    found.ok_or_else(|| format!("the model has no output `{wanted}`{}; its outputs are {}", did_you_mean(wanted, names.iter().map(String::as_str)), names.join(", ")))
}

/// Arguments whose buffers results may take, by position: `(argument, result)`.
fn aliases(func: &Func) -> Vec<(usize, usize)> {
    let of = |(index, attrs): (usize, &shardwright_ir::Attrs)| {
        let result = alias_of(attrs)?;
        (result < func.result_types.len()).then_some((index, result))
    };
    func.arg_attrs.iter().enumerate().filter_map(of).collect()
}

/// Before propagation: a result that takes the buffer of an annotated argument lies as that does, where nothing else is said. Returns which results
/// were annotated by themselves.
pub(crate) fn tie_aliases(module: &mut Module) -> Vec<usize> {
    let Some(func) = module.main_mut() else { return Vec::new() };
    let mut own = Vec::new();
    for (arg, result) in aliases(func) {
        if func.result_shardings[result].is_some() {
            own.push(result);
        } else {
            func.result_shardings[result] = func.sharding(func.args()[arg]).cloned();
        }
    }
    own
}

/// After propagation: results lie as the arguments whose buffers they take; where `own` says that one was annotated otherwise, it takes none.
pub(crate) fn settle_aliases(module: &mut Module, own: &[usize]) {
    let Some(func) = module.main_mut() else { return };
    for (arg, result) in aliases(func) {
        let given = func.sharding(func.args()[arg]).cloned();
        let (given, taken) = (given, func.result_shardings[result].clone());
        if lie_alike(given.as_ref(), taken.as_ref()) {
            continue;
        }
        if own.contains(&result) {
            func.arg_attrs[arg].remove(ALIAS);
        } else {
            func.result_shardings[result] = given;
        }
    }
}

fn lie_alike(one: Option<&TensorSharding>, other: Option<&TensorSharding>) -> bool {
    let axes = |sharding: Option<&TensorSharding>| sharding.map(|sharding| (sharding.mesh, sharding.dims.iter().map(|dim| dim.axes.clone()).collect::<Vec<_>>()));
    axes(one) == axes(other)
}
