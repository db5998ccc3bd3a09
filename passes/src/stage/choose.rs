//! Which op of a forward model lies in which stage: by marks, by names, by layers, or balanced.
//!
//! Invariants: ops are marked ([`super::cut::STAGE`]) so that a stage reads earlier ones only; an op that no rule names lies where what it reads does; every stage
//! has work, and every layer lies in one, else it is an error that names what is left out.

use super::balance::balance;
use super::cut::{STAGE, mark};
use super::forward::mark_of;
use crate::cost::compute::{ComputeCosts, work_of};
use crate::names::{arg_name, glob_matches};
use crate::train::follows::{Follows, follows, read_by};
use crate::train::recompute::forward::Forward;
use crate::train::recompute::layers::cuts;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::{Diagnostic, Diagnostics, Func, OpId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How ops come to stages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StageChoice {
    /// As they are marked.
    Marked,
    /// By globs of names of weights and of values: a list a stage.
    Globs(Vec<Vec<String>>),
    /// By the numbers in names of weights, such as `h.0.` and `layers.3.`: whole layers, shared out so that the longest stage is as short as can be.
    Layers,
    /// Cut where few values cross, so that the longest stage is as short as can be.
    Balanced,
    /// By names of values: for each stage but the last those that it ends at. What they follow from is in it, or in an earlier one.
    Until(Vec<Vec<String>>),
}

impl StageChoice {
    /// Reads `marks`, `layers`, `auto`, `until:` with names of values, or globs: `+` between those of a stage, `;` between stages.
    ///
    /// # Errors
    /// Where a stage has no glob or name.
    pub fn parse(text: &str) -> Result<StageChoice, String> {
        if let Some(names) = text.strip_prefix("until:") {
            return lists(names, "name").map(StageChoice::Until);
        }
        match text {
            "marks" => Ok(StageChoice::Marked),
            "layers" => Ok(StageChoice::Layers),
            "auto" => Ok(StageChoice::Balanced),
            globs if globs.contains(['*', '?', ';', '+']) => lists(globs, "glob").map(StageChoice::Globs),
            other => Err(format!(
                "stages must be marks, layers, auto, values as `until:h.0;h.1` or globs as `h.0.*+wte*;h.1.*`, got `{other}`{}",
                did_you_mean(other, ["marks", "layers", "auto"].into_iter())
            )),
        }
    }
}

/// What is said of each stage.
fn lists(text: &str, what: &str) -> Result<Vec<Vec<String>>, String> {
    let stages: Vec<Vec<String>> = text.split(';').map(|stage| stage.split('+').map(|one| one.trim().to_owned()).collect()).collect();
    match stages.iter().position(|stage| stage.iter().any(String::is_empty)) {
        Some(empty) => Err(format!("stage {empty} of `{text}` has an empty {what}")),
        None => Ok(stages),
    }
}

/// What is asked for.
pub struct Asked<'a> {
    /// How many stages.
    pub count: usize,
    /// How they are chosen.
    pub choice: &'a StageChoice,
    /// Whether an argument is a weight; all else are data.
    pub is_weight: &'a dyn Fn(usize) -> bool,
    /// What an op takes, in seconds.
    pub cost: &'a dyn Fn(&Func, OpId) -> f64,
}

/// Seconds of an op as a kernel of its own.
pub fn seconds(costs: &ComputeCosts, func: &Func, op: OpId) -> f64 {
    costs.price(&work_of(&func.view(op))).seconds
}

/// Marks the ops of a model; marks that it has are replaced, unless the choice is [`StageChoice::Marked`].
///
/// # Errors
/// A mark that is no stage; a stage without work; a layer left out; a glob that matches nothing, or that gives a stage a value of a later one; more stages than layers.
pub fn choose(func: &mut Func, asked: &Asked) -> Result<(), Diagnostics> {
    let ops: Vec<OpId> = func.region(func.body()).ops.iter().copied().filter(|&op| !func.op(op).info.is_terminator()).collect();
    if *asked.choice == StageChoice::Marked {
        return marked(func, &ops, asked.count).map_err(Diagnostics::from);
    }
    for &op in &ops {
        func.op_mut(op).attrs.remove(STAGE);
    }
    let from = follows(func, &|index| Follows { weights: (asked.is_weight)(index), data: !(asked.is_weight)(index) });
    let activation = |op: OpId| func.op(op).results.iter().any(|&result| from[result].is_activation());
    let model = Model { ops: ops.iter().copied().filter(|&op| activation(op)).collect(), weights: weights_of(func, &ops, &from) };
    let stages = match asked.choice {
        StageChoice::Globs(globs) => by_globs(func, &model, globs, asked)?,
        StageChoice::Until(ends) => by_ends(func, &model, ends, asked)?,
        StageChoice::Layers => by_layers(func, &model, asked)?,
        StageChoice::Balanced | StageChoice::Marked => by_cost(func, &model, &from, asked)?,
    };
    for (op, stage) in stages {
        mark(func, op, stage as i64);
    }
    let used: BTreeSet<usize> = ops.iter().filter_map(|&op| mark_of(func, op).ok().flatten()).collect();
    match (0..asked.count).find(|stage| !used.contains(stage)) {
        Some(idle) => Err(Diagnostic::error(format!("stage {idle} of {} has no work: no op lies in it", asked.count)).in_place("stages").into()),
        None => Ok(()),
    }
}

fn marked(func: &Func, ops: &[OpId], count: usize) -> Result<(), Diagnostic> {
    let mut used = BTreeSet::new();
    for &op in ops {
        used.extend(mark_of(func, op)?);
    }
    let most = used.last().map_or(0, |last| last + 1);
    if used.is_empty() {
        return Err(Diagnostic::error("no op of the model is marked with a stage").help(format!("mark ops with `{STAGE}`, or let stages be chosen")));
    }
    if let Some(idle) = (0..most).find(|stage| !used.contains(stage)) {
        return Err(Diagnostic::error(format!("stage {idle} of {most} has no work: no op is marked for it")));
    }
    if most != count {
        return Err(Diagnostic::error(format!("the model is marked with {most} stages, there shall be {count}")));
    }
    Ok(())
}

/// What rules look at.
struct Model {
    /// Ops that follow from weights and data, in order.
    ops: Vec<OpId>,
    /// Names of the weights that each op reads, through what follows from weights alone.
    weights: SecondaryMap<OpId, Vec<usize>>,
}

/// For each op, the arguments that are weights and that it reads, whatever becomes of them before.
fn weights_of(func: &Func, ops: &[OpId], from: &SecondaryMap<Value, Follows>) -> SecondaryMap<OpId, Vec<usize>> {
    let mut of = SecondaryMap::<Value, Vec<usize>>::new();
    for (index, &arg) in func.args().iter().enumerate().filter(|&(_, &arg)| from[arg].weights) {
        of[arg].push(index);
    }
    let mut found = SecondaryMap::new();
    for &op in ops {
        let read: BTreeSet<usize> = read_by(func, op).into_iter().flat_map(|value| of[value].clone()).collect();
        let read: Vec<usize> = read.into_iter().collect();
        for &result in func.op(op).results.iter().filter(|&&result| !from[result].is_activation()) {
            of[result].clone_from(&read);
        }
        found[op] = read;
    }
    found
}

/// Groups of ops: that which is named for one, or the latest of those that it reads.
fn spread(func: &Func, model: &Model, named: &dyn Fn(OpId) -> Option<usize>) -> SecondaryMap<OpId, Option<usize>> {
    let mut groups = SecondaryMap::<OpId, Option<usize>>::new();
    for &op in &model.ops {
        let latest = read_by(func, op).into_iter().filter_map(|value| groups[func.defining_op(value)?]).max();
        groups[op] = latest.max(named(op));
    }
    groups
}

fn by_globs(func: &Func, model: &Model, globs: &[Vec<String>], asked: &Asked) -> Result<Vec<(OpId, usize)>, Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why).in_place("stages"));
    if globs.len() != asked.count {
        return Err(fault(format!("globs name {} stages, there shall be {}", globs.len(), asked.count)));
    }
    let stage_of = |name: &str| globs.iter().position(|stage| stage.iter().any(|glob| glob_matches(glob, name)));
    let args: Vec<String> = (0..func.args().len()).map(|index| arg_name(func, index)).collect();
    let result_of = |op: OpId| func.op(op).results.iter().filter_map(|&result| stage_of(func.value(result).name?.as_str())).max();
    let names: Vec<&str> = model.ops.iter().flat_map(|&op| &func.op(op).results).filter_map(|&result| func.value(result).name).map(|name| name.as_str()).collect();
    for glob in globs.iter().flatten() {
        if !args.iter().map(String::as_str).chain(names.iter().copied()).any(|name| glob_matches(glob, name)) {
            let plain: String = glob.chars().filter(|&c| c != '*').collect();
            return Err(fault(format!("`{glob}` matches no weight and no value{}", did_you_mean(&plain, args.iter().map(String::as_str)))));
        }
    }
    // A weight that is read again later does not draw its second reader back to the stage of its first.
    let mut first = vec![true; args.len()];
    let mut named = SecondaryMap::<OpId, Option<usize>>::new();
    let mut weight_of = SecondaryMap::<OpId, Option<usize>>::new();
    for &op in &model.ops {
        for &weight in &model.weights[op] {
            if std::mem::replace(&mut first[weight], false) && stage_of(&args[weight]) > named[op] {
                (named[op], weight_of[op]) = (stage_of(&args[weight]), Some(weight));
            }
        }
        if let Some(stage) = result_of(op) {
            (named[op], weight_of[op]) = (Some(stage), None);
        }
    }
    for &weight in model.ops.iter().flat_map(|&op| &model.weights[op]) {
        if let Some(layer) = layer_of(&args[weight])
            && stage_of(&args[weight]).is_none()
            && !model.ops.iter().filter(|&&op| model.weights[op].contains(&weight)).all(|&op| result_of(op).is_some())
        {
            return Err(Diagnostic::error(format!("layer `{layer}` lies in no stage: no glob matches its weight `{}`", args[weight])).in_place("stages").help("give every layer to a stage").into());
        }
    }
    let groups = spread(func, model, &|op| named[op]);
    for &op in &model.ops {
        if let (Some(own), Some(stage)) = (named[op], groups[op])
            && own < stage
        {
            let what = weight_of[op].map_or_else(|| func.op(op).info.name.to_owned(), |weight| format!("the op that reads `{}`", args[weight]));
            return Err(Diagnostic::error(format!("{what} is in stage {own}, but reads a value of stage {stage}"))
                .at(func.op(op).span)
                .in_loc(&func.op(op).loc)
                .help("a stage reads only earlier stages: give its weights to a later one")
                .into());
        }
    }
    Ok(model.ops.iter().filter_map(|&op| Some((op, groups[op]?))).collect())
}

fn by_ends(func: &Func, model: &Model, ends: &[Vec<String>], asked: &Asked) -> Result<Vec<(OpId, usize)>, Diagnostics> {
    let fault = |why: String| Diagnostics::from(Diagnostic::error(why).in_place("stages"));
    if ends.len() + 1 != asked.count {
        let (named, wanted) = (ends.len(), asked.count - 1);
        return Err(fault(format!("`until:` names the ends of {named} stages, and the last ends with the model: {} stages; there shall be {}: name {wanted} ends, with `;` between them", named + 1, asked.count)));
    }
    let mut named: BTreeMap<&str, OpId> = BTreeMap::new();
    for &op in &model.ops {
        func.op(op).results.iter().filter_map(|&result| func.value(result).name).for_each(|name| _ = named.insert(name.as_str(), op));
    }
    let mut stages = SecondaryMap::<OpId, Option<usize>>::new();
    let mut is_activation = SecondaryMap::<OpId, bool>::new();
    model.ops.iter().for_each(|&op| is_activation[op] = true);
    for (stage, names) in ends.iter().enumerate() {
        for name in names {
            let Some(&end) = named.get(name.as_str()) else {
                return Err(fault(format!("no activation is called `{name}`, at which stage {stage} shall end{}", did_you_mean(name, named.keys().copied()))));
            };
            if let Some(before) = stages[end] {
                let already = &ends[before].join("+");
                return Err(fault(format!("`{name}`, at which stage {stage} shall end, is in stage {before} already, which ends at `{already}`: name ends in the order in which the model computes them")));
            }
            let mut open = vec![end];
            while let Some(op) = open.pop() {
                if stages[op].is_some() {
                    continue;
                }
                stages[op] = Some(stage);
                open.extend(read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)).filter(|&made| is_activation[made]));
            }
        }
    }
    Ok(model.ops.iter().map(|&op| (op, stages[op].unwrap_or(ends.len()))).collect())
}

/// The layer that a name says: up to its first part that is a number, as `h.0` of `h.0.ln.weight`.
fn layer_of(name: &str) -> Option<&str> {
    let mut end = 0;
    for part in name.split(['.', '/', '_']) {
        end += part.len();
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) && end > part.len() {
            return Some(&name[..end]);
        }
        end += 1;
    }
    None
}

fn by_layers(func: &Func, model: &Model, asked: &Asked) -> Result<Vec<(OpId, usize)>, Diagnostics> {
    let args: Vec<String> = (0..func.args().len()).map(|index| arg_name(func, index)).collect();
    // Layers in the order in which ops first read them.
    let mut layers: Vec<&str> = Vec::new();
    let mut number: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named = SecondaryMap::<OpId, Option<usize>>::new();
    for &op in &model.ops {
        for &weight in &model.weights[op] {
            let Some(layer) = layer_of(&args[weight]) else { continue };
            let next = layers.len();
            let own = *number.entry(layer).or_insert(next);
            if own == next {
                layers.push(layer);
            }
            named[op] = named[op].max(Some(own));
        }
    }
    if layers.len() < asked.count {
        let list = if layers.is_empty() { "names of weights number none, as `h.0.weight` does".to_owned() } else { format!("they are {}", layers.join(", ")) };
        return Err(Diagnostic::error(format!("{} stages of {} layers: {list}", asked.count, layers.len())).in_place("stages").help("ask for fewer stages, or let them be chosen by cost").into());
    }
    let groups = spread(func, model, &|op| named[op]);
    let mut costs = vec![0.0; layers.len()];
    for &op in &model.ops {
        costs[groups[op].unwrap_or(0)] += (asked.cost)(func, op);
    }
    let parts = balance(&costs, asked.count);
    Ok(model.ops.iter().filter_map(|&op| Some((op, parts[groups[op]?]))).collect())
}

fn by_cost(func: &Func, model: &Model, from: &SecondaryMap<Value, Follows>, asked: &Asked) -> Result<Vec<(OpId, usize)>, Diagnostics> {
    let mut activation = SecondaryMap::new();
    model.ops.iter().flat_map(|&op| &func.op(op).results).for_each(|&result| activation[result] = from[result].is_activation());
    let forward = Forward::of_ops(func, model.ops.clone(), activation);
    let cuts = cuts(func, &forward);
    let mut segment = 0;
    let mut segments = Vec::with_capacity(model.ops.len());
    for place in 0..model.ops.len() {
        segments.push(segment);
        segment += usize::from(cuts.binary_search(&place).is_ok() && place + 1 < model.ops.len());
    }
    // What reads no activation, as an embedding does, goes to the first that reads it.
    let mut earliest = SecondaryMap::<OpId, Option<usize>>::new();
    for (place, &op) in model.ops.iter().enumerate().rev() {
        let made: Vec<OpId> = read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)).filter(|&made| forward.place[made].is_some()).collect();
        if made.is_empty() {
            segments[place] = earliest[op].unwrap_or(segments[place]);
        }
        for made in made {
            earliest[made] = Some(earliest[made].map_or(segments[place], |before| before.min(segments[place])));
        }
    }
    let mut costs = vec![0.0; segment + 1];
    for (&op, &segment) in model.ops.iter().zip(&segments) {
        costs[segment] += (asked.cost)(func, op);
    }
    if costs.len() < asked.count {
        return Err(Diagnostic::error(format!("{} stages: the model can be cut into {} parts", asked.count, costs.len())).in_place("stages").help("ask for fewer stages").into());
    }
    let parts = balance(&costs, asked.count);
    Ok(model.ops.iter().zip(&segments).map(|(&op, &segment)| (op, parts[segment])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_told_by_the_numbers_in_names() {
        let of = |name| layer_of(name);
        assert_eq!(of("h.0.attn.c_attn.weight"), Some("h.0"));
        assert_eq!(of("decoder.block.11.layer.2.weight"), Some("decoder.block.11"));
        assert_eq!(of("wte.weight"), None);
        assert_eq!(of("w2"), None);
        assert_eq!(of("0.weight"), None);
    }

    #[test]
    fn choices_are_read_and_what_is_none_is_refused() {
        assert_eq!(StageChoice::parse("layers"), Ok(StageChoice::Layers));
        let globs = StageChoice::parse("h.0.*+wte*; h.1.*").unwrap();
        assert_eq!(globs, StageChoice::Globs(vec![vec!["h.0.*".to_owned(), "wte*".to_owned()], vec!["h.1.*".to_owned()]]));
        assert_eq!(StageChoice::parse("until:h.0;h.1+mask"), Ok(StageChoice::Until(vec![vec!["h.0".to_owned()], vec!["h.1".to_owned(), "mask".to_owned()]])));
        assert!(StageChoice::parse("until:h.0;").unwrap_err().contains("stage 1 of `h.0;` has an empty name"));
        assert!(StageChoice::parse("a*;;b*").unwrap_err().contains("stage 1 of `a*;;b*` has an empty glob"));
        assert!(StageChoice::parse("layer").unwrap_err().contains("did you mean `layers`?"));
    }
}
