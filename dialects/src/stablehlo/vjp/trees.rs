//! Combinations by a body, as a tree of applications that is gone back through.
//!
//! Invariants: elements are combined in halves until one is left, then with the initial value, as an associative and commutative
//! body allows. A product's gradients are products of what else was multiplied, so zeros among the elements change nothing; a body
//! that carries places along (argmax) hands the gradient to the element that it chose.

use crate::derivative::*;
use crate::lifted::{Applied, Lifted};

/// Of `stablehlo.reduce` by any body of elementwise ops: gradients of operands and initial values.
pub(in super::super) fn reduce(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let dims = vjp.op.ints("dimensions");
    let count = vjp.op.data().results.len();
    let shape = vjp.op.operand_type(0).dims.to_vec();
    let kept: Vec<i64> = (0..shape.len() as i64).filter(|dim| !dims.contains(dim)).collect();
    let kept_dims: Vec<i64> = kept.iter().map(|&dim| shape[dim as usize]).collect();
    let mut rows: i64 = dims.iter().map(|&dim| shape[dim as usize]).product();
    let body = |dims: &[i64]| Lifted::of(vjp.op.func, vjp.op.data().regions[0], dims);
    if rows == 0 {
        return gradients_of_inits(vjp, b, vjp.grads.to_vec(), count);
    }
    // There: rows to combine first, then what is kept.
    let order = [&dims[..], &kept].concat();
    let mut values = Vec::new();
    for &x in &vjp.operands[..count] {
        let moved = if order.iter().enumerate().all(|(to, &from)| to as i64 == from) { x } else { b.transpose(x, &order)? };
        values.push(b.reshape(moved, &[&[rows], &kept_dims[..]].concat())?);
    }
    let mut levels: Vec<(Lifted, Applied, i64)> = Vec::new();
    while rows > 1 {
        let pairs = rows / 2;
        let lifted = body(&[&[pairs], &kept_dims[..]].concat())?;
        let (first, second) = (cut(b, &values, 0, pairs)?, cut(b, &values, pairs, 2 * pairs)?);
        let applied = lifted.apply(b, &[first, second].concat())?;
        let mut next = applied.results.clone();
        if rows % 2 == 1 {
            for (value, rest) in next.iter_mut().zip(cut(b, &values, 2 * pairs, rows)?) {
                *value = b.concatenate(&[*value, rest], 0)?;
            }
        }
        levels.push((lifted, applied, rows));
        values = next;
        rows = pairs + rows % 2;
    }
    // With the initial values, and back.
    let last = body(&kept_dims)?;
    let mut args = Vec::new();
    for &init in &vjp.operands[count..] {
        args.push(b.broadcast_in_dim(init, &kept_dims, &[])?);
    }
    for &value in &values {
        args.push(b.reshape(value, &kept_dims)?);
    }
    let applied = last.apply(b, &args)?;
    let mut of_inits = last.back(b, &applied, vjp.grads)?;
    let mut grads = of_inits.split_off(count);
    for grad in grads.iter_mut().flatten() {
        *grad = b.reshape(*grad, &[&[1], &kept_dims[..]].concat())?;
    }
    for (lifted, applied, rows) in levels.iter().rev() {
        let pairs = rows / 2;
        let mut combined = grads.clone();
        for grad in combined.iter_mut().flatten().filter(|_| rows % 2 == 1) {
            *grad = b.slice_dim(*grad, 0, 0, pairs)?;
        }
        let halves = lifted.back(b, applied, &combined)?;
        for (index, grad) in grads.iter_mut().enumerate() {
            let rest = match *grad {
                Some(grad) if rows % 2 == 1 => Some(b.slice_dim(grad, 0, pairs, pairs + 1)?),
                _ => None,
            };
            let parts = [(halves[index], pairs), (halves[count + index], pairs), (rest, rows % 2)];
            *grad = joined(b, vjp.op.operand_type(index), &kept_dims, &parts)?;
        }
    }
    let moved_dims: Vec<i64> = order.iter().map(|&dim| shape[dim as usize]).collect();
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(from, &to)| back[to as usize] = from as i64);
    for grad in grads.iter_mut().flatten() {
        let apart = b.reshape(*grad, &moved_dims)?;
        *grad = b.transpose(apart, &back)?;
    }
    grads.extend(gradients_of_inits(vjp, b, of_inits, count)?.split_off(count));
    Ok(grads)
}

/// `items`, each as many values as the body combines, folded into one; then with `inits`. Returns the gradients of every item.
pub(super) fn fold(b: &mut Builder, body: &Lifted, items: Vec<Vec<Value>>, inits: &[Value], grads: &[Option<Value>]) -> Result<Vec<Vec<Option<Value>>>, String> {
    let leaves = items.len();
    let mut open: Vec<(usize, Vec<Value>)> = items.into_iter().enumerate().collect();
    let mut nodes: Vec<(usize, usize, Applied)> = Vec::new();
    while open.len() > 1 {
        let mut next = Vec::new();
        let mut rest = open.into_iter();
        while let Some((left, own)) = rest.next() {
            let Some((right, other)) = rest.next() else {
                next.push((left, own));
                break;
            };
            let applied = body.apply(b, &[own, other].concat())?;
            next.push((leaves + nodes.len(), applied.results.clone()));
            nodes.push((left, right, applied));
        }
        open = next;
    }
    let Some((root, values)) = open.pop() else { return Ok(Vec::new()) };
    let applied = body.apply(b, &[inits, &values].concat())?;
    let mut gradients = vec![Vec::new(); leaves + nodes.len()];
    gradients[root] = body.back(b, &applied, grads)?.split_off(inits.len());
    for (place, (left, right, applied)) in nodes.iter().enumerate().rev() {
        let grads = std::mem::take(&mut gradients[leaves + place]);
        let mut both = body.back(b, applied, &grads)?;
        gradients[*right] = both.split_off(inits.len());
        gradients[*left] = both;
    }
    gradients.truncate(leaves);
    Ok(gradients)
}

/// No gradient of the operands, and those of the initial values: `grads`, each of a broadcast one, summed.
fn gradients_of_inits(vjp: &Vjp, b: &mut Builder, grads: Vec<Option<Value>>, count: usize) -> Gradients {
    let mut gradients = vec![None; 2 * count];
    for (index, grad) in grads.into_iter().enumerate() {
        if let Some(grad) = grad.filter(|_| vjp.wanted[count + index]) {
            gradients[count + index] = Some(total(b, grad)?);
        }
    }
    Ok(gradients)
}

fn cut(b: &mut Builder, values: &[Value], from: i64, to: i64) -> Result<Vec<Value>, String> {
    values.iter().map(|&value| b.slice_dim(value, 0, from, to)).collect()
}

/// Parts of so many rows one after the other, those that are missing as zeros; nothing where all are missing.
fn joined(b: &mut Builder, like: &TensorType, row: &[i64], parts: &[(Option<Value>, i64)]) -> Result<Option<Value>, String> {
    if parts.iter().all(|(part, _)| part.is_none()) {
        return Ok(None);
    }
    let mut values = Vec::new();
    for &(part, rows) in parts.iter().filter(|&&(_, rows)| rows > 0) {
        values.push(match part {
            Some(part) => part,
            None => b.splat(&like.with_dims(&[&[rows], row].concat()), 0.0)?,
        });
    }
    Ok(Some(if let [value] = values[..] { value } else { b.concatenate(&values, 0)? }))
}
