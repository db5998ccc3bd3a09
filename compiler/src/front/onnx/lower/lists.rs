//! Sequences and optionals: lists of tensors that are known when compiling, though the tensors are not.
//!
//! A list has no value in the program: its tensors do. Positions, lengths and whether something is there are therefore constants. Invariant: only the operators of
//! [`takes`] see lists; all others are refused before.

use super::call::{Call, axis};
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::control::stack;
use super::emit::Res;
use shardwright_ir::types::{ElementType, TensorType};
use std::rc::Rc;

/// What a value of no tensor type holds.
#[derive(Clone, Debug)]
pub enum List {
    /// Tensors, or lists, in order.
    Sequence(Vec<Val>),
    /// Something, or nothing.
    Optional(Option<Val>),
}

/// What an input of the model holds: the types of its tensors.
#[derive(Clone, PartialEq, Debug)]
pub enum Holds {
    /// A tensor.
    Tensor(TensorType),
    /// Several, in order.
    Sequence(Vec<Holds>),
    /// Something, or nothing.
    Optional(Option<Box<Holds>>),
}

impl Holds {
    /// The tensors by name: `NAME` itself, `NAME[0]`, `NAME[1]`, … of a sequence.
    pub fn tensors(&self, name: &str) -> Vec<(String, TensorType)> {
        match self {
            Holds::Tensor(ty) => vec![(name.to_owned(), ty.clone())],
            Holds::Sequence(all) => all.iter().enumerate().flat_map(|(index, one)| one.tensors(&format!("{name}[{index}]"))).collect(),
            Holds::Optional(one) => one.iter().flat_map(|one| one.tensors(name)).collect(),
        }
    }

    /// The value that holds these tensors.
    pub fn val(&self, tensors: &mut dyn Iterator<Item = Val>) -> Option<Val> {
        Some(match self {
            Holds::Tensor(_) => tensors.next()?,
            Holds::Sequence(all) => sequence(all.iter().map(|one| one.val(tensors)).collect::<Option<_>>()?),
            Holds::Optional(None) => optional(None),
            Holds::Optional(Some(one)) => optional(Some(one.val(tensors)?)),
        })
    }
}

/// The tensors of a value by name, in order, as [`Holds::tensors`] names them.
pub fn tensors(val: &Val, name: &str) -> Vec<(String, Val)> {
    match val {
        Val::List(list) => match &**list {
            List::Sequence(all) => all.iter().enumerate().flat_map(|(index, one)| tensors(one, &format!("{name}[{index}]"))).collect(),
            List::Optional(one) => one.iter().flat_map(|one| tensors(one, name)).collect(),
        },
        tensor => vec![(name.to_owned(), tensor.clone())],
    }
}

fn sequence(all: Vec<Val>) -> Val {
    Val::List(Rc::new(List::Sequence(all)))
}

fn optional(one: Option<Val>) -> Val {
    Val::List(Rc::new(List::Optional(one)))
}

/// Sequences of more tensors are refused.
const MAX_LENGTH: usize = 4096;

/// Whether an operator takes lists.
pub fn takes(op: &str) -> bool {
    op.starts_with("Sequence") || op.starts_with("Optional") || matches!(op, "ConcatFromSequence" | "Identity" | "If" | "Loop")
}

/// Lowers an operator of this family.
pub fn lower<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Option<Res<Vec<Val>>> {
    let one = |result: Res<Val>| Some(result.map(|val| vec![val]));
    match call.op {
        "SequenceEmpty" => one(Ok(sequence(Vec::new()))),
        "SequenceConstruct" => one((0..call.inputs.len()).map(|index| call.input(index)).collect::<Res<_>>().map(sequence)),
        "SequenceAt" => one(at(context, call)),
        "SequenceInsert" => one(insert(context, call)),
        "SequenceErase" => one(erase(context, call)),
        "SequenceLength" => one(elements(call, 0).map(|all| Const::scalar(ElementType::I64, Scalar::Int(all.len() as i64)).into())),
        "SequenceMap" => Some(map(context, call)),
        "SplitToSequence" => one(split(context, call)),
        "ConcatFromSequence" => one(concat(context, call)),
        "Optional" => one(Ok(optional(call.optional(0)))),
        "OptionalHasElement" => {
            let there = match call.optional(0) {
                Some(Val::List(list)) => !matches!(&*list, List::Optional(None)),
                other => other.is_some(),
            };
            one(Ok(Const::scalar(ElementType::I1, Scalar::Int(i64::from(there))).into()))
        }
        "OptionalGetElement" => one(call.input(0).and_then(|val| match &val {
            Val::List(list) => match &**list {
                List::Optional(Some(held)) => Ok(held.clone()),
                List::Optional(None) => Err("the optional holds nothing".into()),
                List::Sequence(_) => Ok(val.clone()),
            },
            _ => Ok(val),
        })),
        _ => None,
    }
}

/// The elements of the sequence that an input is.
fn elements(call: &Call, index: usize) -> Res<Vec<Val>> {
    match call.input(index)? {
        Val::List(list) => match &*list {
            List::Sequence(all) => Ok(all.clone()),
            List::Optional(_) => Err(format!("input {index} of {} is an optional, not a sequence: take its element (OptionalGetElement)", call.op)),
        },
        _ => Err(format!("input {index} of {} is a tensor, not a sequence", call.op)),
    }
}

/// A position among `count`, which may count from the end.
fn position(context: &Context, call: &Call, index: usize, count: usize) -> Res<usize> {
    let at = context.int(&call.input(index)?, &format!("the position of {}", call.op))?;
    axis(at, count).map_err(|_| format!("position {at} is out of range for a sequence of {count} tensors"))
}

fn at(context: &mut Context, call: &Call) -> Res<Val> {
    let all = elements(call, 0)?;
    let at = position(context, call, 1, all.len())?;
    Ok(all[at].clone())
}

fn insert(context: &mut Context, call: &Call) -> Res<Val> {
    let mut all = elements(call, 0)?;
    if all.len() >= MAX_LENGTH {
        return Err(format!("a sequence of more than {MAX_LENGTH} tensors is not supported"));
    }
    let at = match call.optional(2) {
        // The end is a position as well.
        Some(at) => match context.int(&at, "the position of SequenceInsert")? {
            end if end == all.len() as i64 => all.len(),
            _ => position(context, call, 2, all.len())?,
        },
        None => all.len(),
    };
    all.insert(at, call.input(1)?);
    Ok(sequence(all))
}

fn erase(context: &mut Context, call: &Call) -> Res<Val> {
    let mut all = elements(call, 0)?;
    let at = match call.optional(1) {
        Some(_) => position(context, call, 1, all.len())?,
        None => all.len().checked_sub(1).ok_or("nothing can be erased from an empty sequence")?,
    };
    all.remove(at);
    Ok(sequence(all))
}

/// The body once for each element of the first sequence; other sequences give their element beside it, tensors are the same each time.
fn map<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Vec<Val>> {
    let body = call.graph("body")?;
    let count = elements(call, 0)?.len();
    let mut results = vec![Vec::new(); body.output.len()];
    for trip in 0..count {
        let mut inputs = Vec::new();
        for index in 0..call.inputs.len() {
            inputs.push(match call.input(index)? {
                Val::List(_) => elements(call, index)?.get(trip).cloned().ok_or_else(|| format!("sequence {index} of SequenceMap is shorter than the first, which has {count} tensors"))?,
                tensor => tensor,
            });
        }
        for (all, one) in results.iter_mut().zip(context.lower_body(body, &inputs)?) {
            all.push(one);
        }
    }
    Ok(results.into_iter().map(sequence).collect())
}

/// Parts of a tensor along an axis: of size 1, of one size (the last may be smaller), or of given sizes.
fn split(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    let dim = axis(call.int("axis", 0)?, dims.len())?;
    let size = dims[dim];
    let sizes = match call.optional(1) {
        None => vec![1; usize::try_from(size).unwrap_or(0).min(MAX_LENGTH + 1)],
        Some(split) => {
            let given = context.ints(&split, "the sizes of SplitToSequence")?;
            match (context.dims(&split).len(), given.as_slice()) {
                (0, &[each]) if each > 0 => {
                    let whole = vec![each; usize::try_from(size / each).unwrap_or(0).min(MAX_LENGTH + 1)];
                    whole.into_iter().chain((size % each != 0).then_some(size % each)).collect()
                }
                (1, sizes) if sizes.iter().all(|&part| (0..=size).contains(&part)) && sizes.iter().sum::<i64>() == size => given,
                _ => return Err(format!("sizes {given:?} do not make up dimension {dim} of {}", context.ty(&x))),
            }
        }
    };
    if sizes.len() > MAX_LENGTH {
        return Err(format!("a sequence of more than {MAX_LENGTH} tensors is not supported"));
    }
    // Without a split, the dimension may go.
    let goes = call.optional(1).is_none() && !call.flag("keepdims", true)?;
    let (mut parts, mut from) = (Vec::new(), 0);
    for part in sizes {
        let mut one = context.slice_dim(&x, dim, from, part)?;
        if goes {
            let kept: Vec<i64> = (0..dims.len()).filter(|&at| at != dim).map(|at| dims[at]).collect();
            one = context.reshape(&one, &kept)?;
        }
        parts.push(one);
        from += part;
    }
    Ok(sequence(parts))
}

fn concat(context: &mut Context, call: &Call) -> Res<Val> {
    let all = elements(call, 0)?;
    let (first, new) = (all.first().ok_or("an empty sequence has nothing to concatenate")?, call.flag("new_axis", false)?);
    if all.iter().any(|one| matches!(one, Val::List(_))) {
        return Err("a sequence of sequences cannot be concatenated".into());
    }
    let rank = context.dims(first).len();
    let dim = axis(call.required_int("axis")?, rank + usize::from(new))?;
    if new { stack(context, &all, dim) } else { context.concat(&all, dim) }
}

/// Of two values of one form, the tensors that a condition chooses.
pub fn choose(context: &mut Context, condition: &Val, yes: &Val, no: &Val) -> Res<Val> {
    let differ = || Err("the branches of If give sequences of different lengths, or optionals of which one is empty: what is there must not depend on data".to_owned());
    match (yes, no) {
        (Val::List(a), Val::List(b)) => match (&**a, &**b) {
            (List::Sequence(a), List::Sequence(b)) if a.len() == b.len() => {
                a.iter().zip(b).map(|(yes, no)| choose(context, condition, yes, no)).collect::<Res<_>>().map(sequence)
            }
            (List::Optional(Some(a)), List::Optional(Some(b))) => Ok(optional(Some(choose(context, condition, a, b)?))),
            (List::Optional(None), List::Optional(None)) => Ok(yes.clone()),
            _ => differ(),
        },
        (Val::List(_), _) | (_, Val::List(_)) => differ(),
        _ if context.ty(yes) != context.ty(no) => Err(format!(
            "a result of If has type {} in one branch and {} in the other: the shape must not depend on data",
            context.ty(yes),
            context.ty(no)
        )),
        _ => context.select(condition, yes, no),
    }
}
