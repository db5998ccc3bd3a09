//! Products of matrices and tensors.

use super::call::Call;
use super::context::{Context, Val, broadcast_dims};
use super::emit::Res;
use shardwright_ir::types::ElementType;
use std::collections::BTreeMap;
use std::fmt;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "MatMul" => call.input(0).and_then(|a| matmul(context, &a, &call.input(1)?)),
        "Gemm" => gemm(context, call),
        "Einsum" => einsum(context, call),
        "Det" => call.input(0).and_then(|x| super::eliminate::determinant(context, &x)),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

/// NumPy's matmul: batched over leading dimensions, which broadcast; vectors are rows on the left and columns on
/// the right.
pub fn matmul(context: &mut Context, a: &Val, b: &Val) -> Res<Val> {
    let (x, y) = (context.dims(a), context.dims(b));
    if context.element(a) != context.element(b) {
        return Err(format!("cannot multiply {} and {}: element types differ", context.ty(a), context.ty(b)));
    }
    if x.is_empty() || y.is_empty() {
        return Err(format!("matrix product needs rank 1 or more, got {} and {}", context.ty(a), context.ty(b)));
    }
    let contract_left = x.len() - 1;
    let contract_right = y.len().saturating_sub(2);
    let batch = broadcast_dims(&x[..x.len().saturating_sub(2)], &y[..y.len().saturating_sub(2)])?;
    // A right-hand side without batch dimensions is one product over all rows of the left: no broadcast needed.
    if y.len() <= 2 {
        let (left, right) = (context.ir(a)?, context.ir(b)?);
        let product = context.emit.dot(left, right, [&[], &[]], [&[contract_left as i64], &[contract_right as i64]])?;
        return Ok(product.into());
    }
    if x.len() == 1 {
        // [k] x [b, k, n]: the batch stands before n already.
        let (left, right) = (context.ir(a)?, context.ir(b)?);
        return context.emit.dot(left, right, [&[], &[]], [&[0], &[contract_right as i64]]).map(Val::from);
    }
    let spread = |context: &mut Context, val: &Val, dims: &[i64]| {
        let full: Vec<i64> = batch.iter().chain(&dims[dims.len() - 2..]).copied().collect();
        context.broadcast(val, &full)
    };
    let left = spread(context, a, &x)?;
    let right = spread(context, b, &y)?;
    let rank = batch.len() as i64;
    let batches: Vec<i64> = (0..rank).collect();
    context.emit.dot(left, right, [&batches, &batches], [&[rank + 1], &[rank]]).map(Val::from)
}

/// alpha · A' B' + beta · C.
pub fn gemm(context: &mut Context, call: &Call) -> Res<Val> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    if context.dims(&a).len() != 2 || context.dims(&b).len() != 2 {
        return Err(format!("Gemm needs two matrices, got {} and {}", context.ty(&a), context.ty(&b)));
    }
    let (left, right) = (context.ir(&a)?, context.ir(&b)?);
    let along = [i64::from(!call.flag("transA", false)?), i64::from(call.flag("transB", false)?)];
    let mut result: Val = context.emit.dot(left, right, [&[], &[]], [&along[..1], &along[1..]])?.into();
    let alpha = call.float("alpha", 1.0)?;
    if alpha != 1.0 {
        result = context.binary_number("multiply", &result, alpha)?;
    }
    let Some(mut bias) = call.optional(2) else { return Ok(result) };
    let beta = call.float("beta", 1.0)?;
    if beta == 0.0 {
        return Ok(result);
    }
    if beta != 1.0 {
        bias = context.binary_number("multiply", &bias, beta)?;
    }
    let dims = context.dims(&result);
    let bias = context.broadcast_val(&bias, &dims)?;
    context.binary("add", &result, &bias)
}

/// One label of an einsum: a letter, or a position of the ellipsis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Label {
    Batch(usize),
    Letter(char),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Batch(place) => write!(f, "dimension {place} from the right of \"...\""),
            Label::Letter(letter) => write!(f, "label {letter:?}"),
        }
    }
}

fn einsum(context: &mut Context, call: &Call) -> Res<Val> {
    let equation: String = call.text("equation", "")?.chars().filter(|c| !c.is_whitespace()).collect();
    let (inputs, output) = match equation.split_once("->") {
        Some((inputs, output)) => (inputs.to_owned(), Some(output.to_owned())),
        None => (equation.clone(), None),
    };
    let terms: Vec<&str> = inputs.split(',').collect();
    if terms.len() != call.inputs.len() {
        return Err(format!("equation {equation:?} has {} terms for {} inputs", terms.len(), call.inputs.len()));
    }
    let mut operands = Vec::new();
    let mut counts: BTreeMap<Label, usize> = BTreeMap::new();
    let mut batch_rank = 0;
    for (index, term) in terms.iter().enumerate() {
        let val = call.input(index)?;
        let dims = context.dims(&val);
        let labels = labels(term, dims.len())?;
        batch_rank = batch_rank.max(labels.iter().filter(|label| matches!(label, Label::Batch(_))).count());
        let (val, labels) = take_diagonals(context, val, labels)?;
        for label in &labels {
            *counts.entry(*label).or_default() += term.matches(|c| Label::Letter(c) == *label).count().max(1);
        }
        operands.push((val, labels));
    }
    let wanted = match output {
        // Batch labels count from the right, so that broadcasting matches trailing dimensions.
        Some(text) => labels_of_output(&text, batch_rank)?,
        None => {
            let batch = (0..batch_rank).rev().map(Label::Batch);
            let once = counts.iter().filter(|(label, count)| matches!(label, Label::Letter(_)) && **count == 1);
            batch.chain(once.map(|(label, _)| *label)).collect()
        }
    };
    for (index, label) in wanted.iter().enumerate() {
        if !counts.contains_key(label) {
            return Err(format!("the output of equation {equation:?} has {label}, which no input has"));
        }
        if wanted[..index].contains(label) {
            return Err(format!("the output of equation {equation:?} has {label} twice"));
        }
    }
    let mut operands = operands.into_iter();
    let mut current = operands.next().ok_or("Einsum needs an input")?;
    let rest: Vec<_> = operands.collect();
    current = sum_unused(context, current, &wanted, &rest)?;
    for index in 0..rest.len() {
        let later = &rest[index + 1..];
        let mut needed = wanted.clone();
        needed.extend(current.1.iter());
        let right = sum_unused(context, rest[index].clone(), &needed, later)?;
        current = contract(context, current, right, &wanted, later)?;
    }
    let perm: Vec<i64> = wanted
        .iter()
        .map(|label| current.1.iter().position(|other| other == label).map(|at| at as i64).ok_or("label is lost"))
        .collect::<Result<_, _>>()?;
    context.transpose(&current.0, &perm)
}

fn labels(term: &str, rank: usize) -> Res<Vec<Label>> {
    let letters = term.chars().filter(|c| c.is_ascii_alphabetic()).count();
    let mut result = Vec::new();
    let mut rest = term;
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_alphabetic() {
            result.push(Label::Letter(c));
            rest = &rest[1..];
        } else if rest.starts_with("...") {
            let batch = rank.checked_sub(letters).ok_or_else(|| format!("term {term:?} has more labels than dimensions ({rank})"))?;
            result.extend((0..batch).rev().map(Label::Batch));
            rest = &rest[3..];
        } else {
            return Err(format!("unexpected {c:?} in term {term:?}"));
        }
    }
    if result.len() != rank {
        return Err(format!("term {term:?} names {} dimensions of a tensor of rank {rank}", result.len()));
    }
    Ok(result)
}

fn labels_of_output(text: &str, batch: usize) -> Res<Vec<Label>> {
    let letters = text.chars().filter(|c| c.is_ascii_alphabetic()).count();
    labels(text, if text.contains("...") { letters + batch } else { letters })
}

/// A label that occurs twice in one term takes the diagonal.
fn take_diagonals(context: &mut Context, val: Val, labels: Vec<Label>) -> Res<(Val, Vec<Label>)> {
    let (mut val, mut labels) = (val, labels);
    while let Some((first, second)) = repeated(&labels) {
        let dims = context.dims(&val);
        if dims[first] != dims[second] {
            return Err(format!("{} has sizes {} and {} in one input", labels[first], dims[first], dims[second]));
        }
        let row = context.emit.iota(ElementType::I64, &dims, first)?;
        let column = context.emit.iota(ElementType::I64, &dims, second)?;
        let on = context.emit.compare("EQ", row, column)?;
        let zero = context.number(&val, 0.0);
        let kept = context.select(&on.into(), &val, &zero)?;
        val = context.reduce(super::emit::Combine::Sum, &kept, &[second])?;
        labels.remove(second);
    }
    Ok((val, labels))
}

fn repeated(labels: &[Label]) -> Option<(usize, usize)> {
    (0..labels.len()).find_map(|second| labels[..second].iter().position(|other| *other == labels[second]).map(|first| (first, second)))
}

type Operand = (Val, Vec<Label>);

/// Sums over labels that neither the output nor a later operand has.
fn sum_unused(context: &mut Context, operand: Operand, wanted: &[Label], later: &[Operand]) -> Res<Operand> {
    let used = |label: &Label| wanted.contains(label) || later.iter().any(|(_, labels)| labels.contains(label));
    let gone: Vec<usize> = (0..operand.1.len()).filter(|&dim| !used(&operand.1[dim])).collect();
    let kept = operand.1.iter().copied().filter(|label| used(label)).collect();
    Ok((context.reduce(super::emit::Combine::Sum, &operand.0, &gone)?, kept))
}

fn contract(context: &mut Context, left: Operand, right: Operand, wanted: &[Label], later: &[Operand]) -> Res<Operand> {
    let (left, right) = match_sizes(context, left, right)?;
    let used = |label: &Label| wanted.contains(label) || later.iter().any(|(_, labels)| labels.contains(label));
    let at = |labels: &[Label], label: &Label| labels.iter().position(|other| other == label).unwrap_or(0) as i64;
    let shared: Vec<Label> = left.1.iter().copied().filter(|label| right.1.contains(label)).collect();
    let (batch, contracted): (Vec<Label>, Vec<Label>) = shared.iter().partition(|label| used(label));
    let places = |labels: &[Label], chosen: &[Label]| chosen.iter().map(|label| at(labels, label)).collect::<Vec<_>>();
    let (a, b) = (context.ir(&left.0)?, context.ir(&right.0)?);
    let product = context.emit.dot(
        a,
        b,
        [&places(&left.1, &batch), &places(&right.1, &batch)],
        [&places(&left.1, &contracted), &places(&right.1, &contracted)],
    )?;
    let free = |labels: &[Label]| labels.iter().copied().filter(|label| !shared.contains(label)).collect::<Vec<_>>();
    let mut result = batch;
    result.extend(free(&left.1));
    result.extend(free(&right.1));
    sum_unused(context, (product.into(), result), wanted, later)
}

/// Broadcasts dimensions of size 1 that meet a larger one of the same label.
fn match_sizes(context: &mut Context, left: Operand, right: Operand) -> Res<(Operand, Operand)> {
    let (mut x, mut y) = (context.dims(&left.0), context.dims(&right.0));
    for (i, label) in left.1.iter().enumerate() {
        if let Some(j) = right.1.iter().position(|other| other == label) {
            let size = if x[i] == 1 { y[j] } else { x[i] };
            if y[j] != 1 && y[j] != size {
                return Err(format!("{label} has sizes {} and {}", x[i], y[j]));
            }
            (x[i], y[j]) = (size, size);
        }
    }
    Ok(((context.broadcast_val(&left.0, &x)?, left.1), (context.broadcast_val(&right.0, &y)?, right.1)))
}
