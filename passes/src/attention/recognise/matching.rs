//! From the product with the values back to the product of queries and keys.
//!
//! Invariants: every step looks for exactly one meaning and gives up on anything else; values between the two products are used by what is
//! matched only, so that nothing is computed twice.

use super::peel::{compare, converted, defined, one_scale, pair, per_row, scaled, select, splat, squeezed, transposed, ungrouped};
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Func, OpId, Value};
use std::collections::BTreeSet;

/// Uses of every value.
pub type Uses = SecondaryMap<Value, Vec<(OpId, usize)>>;

/// An operand: `order[i]` is the dimension of `value` that comes `i`-th.
#[derive(Clone, Debug)]
pub struct Operand {
    /// What is used.
    pub value: Value,
    /// Sizes of its dimensions, as they are to be read.
    pub dims: Vec<i64>,
    /// Batch dimensions, then rows (of queries), then the last one or two.
    pub order: Vec<usize>,
}

/// A mask or a bias: of the scores' shape.
#[derive(Clone, Debug)]
pub struct Extra {
    /// What is used.
    pub value: Value,
    /// Whether it is to be negated: true hides.
    pub hides: bool,
    /// Dimension of the value for each of batch, rows, keys.
    pub order: Vec<usize>,
}

/// An attention.
#[derive(Clone, Debug)]
pub struct Found {
    /// `[batch.., rows.., e]`.
    pub q: Operand,
    /// `[batch.., t, e]`; the last batch dimension has the key heads where they are fewer.
    pub k: Operand,
    /// `[batch.., t, e']`.
    pub v: Operand,
    /// How many batch dimensions there are.
    pub batch: usize,
    /// How many dimensions queries have.
    pub rows: usize,
    /// Query heads to a key head, besides rows.
    pub repeated: i64,
    /// In the order in which they count.
    pub extras: Vec<Extra>,
    /// What scores are multiplied by.
    pub scale: f64,
    /// What masks put in place of scores.
    pub fill: f64,
    /// Whether queries that see nothing get zeros.
    pub zero_empty: bool,
    /// Whether the values are the left operand of their product.
    pub values_left: bool,
}

/// The attention whose product with the values this is.
pub fn attention(func: &Func, uses: &Uses, product: OpId) -> Option<Found> {
    (0..2).find_map(|side| Matching { func, uses, ops: BTreeSet::from([product]), between: Vec::new() }.from(product, side))
}

struct Matching<'a> {
    func: &'a Func,
    uses: &'a Uses,
    /// What is matched.
    ops: BTreeSet<OpId>,
    /// Values that must not be used by anything else.
    between: Vec<Value>,
}

/// A value of the scores' shape: its dimension `i` is dimension `places[i]` of the weights.
#[derive(Clone)]
struct At {
    value: Value,
    places: Vec<usize>,
}

impl At {
    /// Where dimension `dim` of the weights stands.
    fn dim(&self, dim: usize) -> Option<usize> {
        self.places.iter().position(|&place| place == dim)
    }
}

impl<'a> Matching<'a> {
    fn from(mut self, product: OpId, side: usize) -> Option<Found> {
        let func = self.func;
        let dims = plain_dot(func, product)?;
        let (weights, values) = (func.op(product).operands[side], func.op(product).operands[1 - side]);
        let own = |lhs: &[i64], rhs: &[i64], left: bool| -> Vec<usize> { (if left { lhs } else { rhs }).iter().map(|&dim| dim as usize).collect() };
        let (batch, value_batch) = (own(&dims.lhs_batching, &dims.rhs_batching, side == 0), own(&dims.lhs_batching, &dims.rhs_batching, side == 1));
        let (key, value_key) = (own(&dims.lhs_contracting, &dims.rhs_contracting, side == 0), own(&dims.lhs_contracting, &dims.rhs_contracting, side == 1));
        let (&[key], &[value_key]) = (&key[..], &value_key[..]) else { return None };
        let rank = func.tensor_type(weights).rank();
        let rows: Vec<usize> = (0..rank).filter(|dim| *dim != key && !batch.contains(dim)).collect();
        let value_free: Vec<usize> = (0..func.tensor_type(values).rank()).filter(|dim| *dim != value_key && !value_batch.contains(dim)).collect();
        let [value_width] = value_free[..] else { return None };
        if rows.is_empty() || func.tensor_type(weights).dims[key] < 1 {
            return None;
        }
        let mut zero_empty = false;
        let (exps, sum_guard) = self.weights(At { value: weights, places: (0..rank).collect() }, key, &mut zero_empty)?;
        zero_empty |= sum_guard;
        let scores = self.exponents(exps, key)?;
        let (scores, extras, fill, scale, qk) = self.scores(scores)?;
        // The product of queries and keys.
        let dims = plain_dot(func, qk)?;
        let (lhs, rhs) = (func.op(qk).operands[0], func.op(qk).operands[1]);
        let lhs_free = dims.lhs_free(func.tensor_type(lhs).rank());
        let rhs_free: Vec<i64> = (0..func.tensor_type(rhs).rank() as i64).filter(|dim| !dims.rhs_batching.contains(dim) && !dims.rhs_contracting.contains(dim)).collect();
        let key_at = scores.dim(key)?;
        let batches = dims.lhs_batching.len();
        let keys_left = match key_at {
            at if at < batches => return None,
            at => at < batches + lhs_free.len(),
        };
        if if keys_left { lhs_free.len() } else { rhs_free.len() } != 1 || dims.lhs_contracting.len() != 1 || batches != batch.len() {
            return None;
        }
        let at = |dim: &usize| scores.dim(*dim);
        let (q_batch, k_batch) = if keys_left { (&dims.rhs_batching, &dims.lhs_batching) } else { (&dims.lhs_batching, &dims.rhs_batching) };
        let (q_free, k_free) = if keys_left { (&rhs_free, &lhs_free) } else { (&lhs_free, &rhs_free) };
        let (q_sum, k_sum) = if keys_left { (dims.rhs_contracting[0], dims.lhs_contracting[0]) } else { (dims.lhs_contracting[0], dims.rhs_contracting[0]) };
        let first_row = if keys_left { batches + 1 } else { batches };
        let (mut q_order, mut k_order) = (Vec::new(), Vec::new());
        for dim in &batch {
            let place = at(dim)?;
            q_order.push(*q_batch.get(place)? as usize);
            k_order.push(*k_batch.get(place)? as usize);
        }
        for dim in &rows {
            q_order.push(*q_free.get(at(dim)?.checked_sub(first_row)?)? as usize);
        }
        q_order.push(q_sum as usize);
        k_order.extend([k_free[0] as usize, k_sum as usize]);
        let v_order: Vec<usize> = value_batch.iter().copied().chain([value_key, value_width]).collect();
        let (q, k) = if keys_left { (rhs, lhs) } else { (lhs, rhs) };
        let (q, q_scale) = self.operand(q, &q_order);
        let (k, k_scale) = self.operand(k, &k_order);
        let (v, v_scale) = self.operand(values, &v_order);
        // A factor of the values is none of the scores': only what moves may be looked through.
        let v = if v_scale == 1.0 { v } else { Operand { value: values, dims: func.tensor_type(values).dims.to_vec(), order: v_order } };
        let elements = [q.value, k.value, v.value].map(|value| func.tensor_type(value).element);
        if elements.iter().any(|element| *element != elements[0] || !element.is_float()) || !self.alone() {
            return None;
        }
        let canonical: Vec<usize> = batch.iter().chain(&rows).copied().chain([key]).collect();
        let extras: Option<Vec<Extra>> = extras
            .into_iter()
            .map(|(extra, hides)| Some(Extra { value: extra.value, hides, order: canonical.iter().map(|&dim| extra.dim(dim)).collect::<Option<Vec<_>>>()? }))
            .collect();
        let scale = scale * q_scale * k_scale;
        let mut found = Found { q, k, v, batch: batch.len(), rows: rows.len(), repeated: 1, extras: extras?, scale, fill, zero_empty, values_left: side == 1 };
        self.ungroup(&mut found);
        Some(found)
    }

    /// From weights to exponentials: a quotient by their sum along `key`. Also whether a sum of zero is guarded.
    fn weights(&mut self, weights: At, key: usize, zero_empty: &mut bool) -> Option<(At, bool)> {
        let func = self.func;
        let mut at = self.through(weights);
        // Not-a-numbers of queries that see nothing become zeros.
        if let Some([pred, yes, no]) = select(func, at.value)
            && compare(func, pred, "NE") == Some([no, no])
            && splat(func, yes) == Some(0.0)
        {
            *zero_empty = true;
            self.note(at.value);
            self.ops.extend(func.defining_op(pred));
            at = self.through(At { value: no, places: at.places });
        }
        let [exps, divisor] = pair(func, at.value, "divide")?;
        self.note(at.value);
        let own_key = at.dim(key)?;
        let mut sum = per_row(func, divisor, own_key)?;
        let mut guarded = false;
        if let Some([pred, yes, no]) = select(func, sum) {
            let [left, right] = compare(func, pred, "EQ")?;
            if left != no || splat(func, right) != Some(0.0) || splat(func, yes) != Some(1.0) {
                return None;
            }
            guarded = true;
            sum = no;
        }
        let sum = squeezed(func, converted(func, squeezed(func, sum)));
        let (summed, dim) = reduced(func, sum, ReduceKind::Sum)?;
        if dim != own_key || converted(func, summed) != converted(func, exps) {
            return None;
        }
        self.ops.extend(func.defining_op(sum));
        self.note_converted(summed);
        let exps = self.through(At { value: exps, places: at.places });
        Some((exps, guarded))
    }

    /// From exponentials to scores, with a maximum taken away or not.
    fn exponents(&mut self, exps: At, key: usize) -> Option<At> {
        let func = self.func;
        let exp = defined(func, exps.value, "exponential")?;
        self.note(exps.value);
        let at = At { value: exp.data().operands[0], places: exps.places };
        let at = self.through(at);
        let Some([scores, top]) = pair(func, at.value, "subtract") else { return Some(at) };
        let own_key = at.dim(key)?;
        let mut top = squeezed(func, per_row(func, top, own_key)?);
        loop {
            if let Some([pred, yes, no]) = select(func, top)
                && let Some([left, right]) = compare(func, pred, "EQ")
                && left == no
                && splat(func, right) == Some(f64::NEG_INFINITY)
                && splat(func, yes) == Some(0.0)
            {
                top = squeezed(func, no);
            } else if let Some([left, right]) = pair(func, top, "maximum") {
                top = match (splat(func, left), splat(func, right)) {
                    (Some(f64::NEG_INFINITY), _) => right,
                    (_, Some(f64::NEG_INFINITY)) => left,
                    _ => return None,
                };
                top = squeezed(func, top);
            } else {
                break;
            }
        }
        let (of, dim) = reduced(func, top, ReduceKind::Max)?;
        if of != scores || dim != own_key {
            return None;
        }
        self.note(at.value);
        self.ops.extend(func.defining_op(top));
        Some(self.through(At { value: scores, places: at.places }))
    }

    /// From scores to the product of queries and keys: masks and biases, then the scale.
    #[expect(clippy::type_complexity, reason = "one caller takes it apart")]
    fn scores(&mut self, scores: At) -> Option<(At, Vec<(At, bool)>, f64, f64, OpId)> {
        let func = self.func;
        let (mut extras, mut fill, mut scale) = (Vec::new(), None, 1.0);
        let mut at = scores;
        let mut scaled_already = false;
        let mut biased = false;
        for _ in 0..DEEPEST {
            at = self.through(at);
            let value = at.value;
            if defined(func, value, "dot_general").is_some() {
                self.note(value);
                extras.reverse();
                return Some((at, extras, fill.unwrap_or(f64::NEG_INFINITY), scale, func.defining_op(value)?));
            }
            if let Some((inner, factor)) = one_scale(func, value) {
                scale *= factor;
                scaled_already = true;
                self.note(value);
                at.value = inner;
                continue;
            }
            if scaled_already {
                return None;
            }
            if let Some([pred, yes, no]) = select(func, value) {
                let (inner, hidden, hides) = match (splat(func, no), splat(func, yes)) {
                    (Some(hidden), None) => (yes, hidden, false),
                    (None, Some(hidden)) => (no, hidden, true),
                    _ => return None,
                };
                // A bias that is added to what a mask put there would be lost in the bias's gradient.
                let lowest = hidden == f64::NEG_INFINITY;
                if hidden.is_nan() || fill.is_some_and(|fill| fill != hidden) || (biased && !lowest) {
                    return None;
                }
                fill = Some(hidden);
                extras.push((At { value: pred, places: at.places.clone() }, hides));
                self.note(value);
                at.value = inner;
                continue;
            }
            let [left, right] = pair(func, value, "add")?;
            let (inner, bias) = match (self.leads_to_dot(left), self.leads_to_dot(right)) {
                (true, false) => (left, right),
                (false, true) => (right, left),
                _ => return None,
            };
            biased = true;
            extras.push((At { value: bias, places: at.places.clone() }, false));
            self.note(value);
            at.value = inner;
        }
        None
    }

    /// Whether a value is a scaled product, masked and biased or not.
    fn leads_to_dot(&self, value: Value) -> bool {
        let func = self.func;
        let mut open = vec![(value, 0)];
        while let Some((value, depth)) = open.pop() {
            let value = transposed(func, converted(func, value)).0;
            if defined(func, value, "dot_general").is_some() {
                return true;
            }
            if depth == DEEPEST {
                continue;
            }
            let inner = match (one_scale(func, value), select(func, value), pair(func, value, "add")) {
                (Some((inner, _)), _, _) => vec![inner],
                (_, Some([_, yes, no]), _) => vec![yes, no],
                (_, _, Some(both)) => both.to_vec(),
                _ => Vec::new(),
            };
            open.extend(inner.into_iter().map(|inner| (inner, depth + 1)));
        }
        false
    }

    /// Through conversions and transposes, which are matched.
    fn through(&mut self, mut at: At) -> At {
        let func = self.func;
        loop {
            let inner = if defined(func, at.value, "transpose").is_some() {
                let (inner, places) = transposed(func, at.value);
                // Dimension i of the value is dimension places[i] of what is inside.
                let mut turned = vec![0; at.places.len()];
                places.iter().zip(&at.places).for_each(|(&inside, &of_weights)| turned[inside] = of_weights);
                self.note_chain(at.value, inner);
                at = At { value: inner, places: turned };
                continue;
            } else {
                converted(func, at.value)
            };
            if inner == at.value {
                return at;
            }
            self.note_chain(at.value, inner);
            at.value = inner;
        }
    }

    /// Notes a value between the products and the op that makes it.
    fn note(&mut self, value: Value) {
        self.between.push(value);
        self.ops.extend(self.func.defining_op(value));
    }

    fn note_converted(&mut self, value: Value) {
        let inner = converted(self.func, value);
        self.note_chain(value, inner);
    }

    /// Notes the ops of one operand each from `value` down to `end`.
    fn note_chain(&mut self, mut value: Value, end: Value) {
        while value != end {
            self.note(value);
            let Some(op) = self.func.defining_op(value) else { return };
            value = self.func.op(op).operands[0];
        }
    }

    /// Whether nothing else uses what is between the products.
    fn alone(&self) -> bool {
        let used_by = |value: Value| self.uses[value].iter().map(|&(op, _)| op);
        self.between.iter().all(|&value| used_by(value).all(|op| self.ops.contains(&op) || self.only_compared(op)))
    }

    /// Whether an op is a guard's comparison, which is matched by what it guards.
    fn only_compared(&self, op: OpId) -> bool {
        let data = self.func.op(op);
        data.info.name == "stablehlo.compare" && self.uses[data.results[0]].iter().all(|(user, _)| self.ops.contains(user))
    }

    /// An operand through transposes and factors, and the product of the factors.
    fn operand(&self, value: Value, order: &[usize]) -> (Operand, f64) {
        let (base, places, scale) = scaled(self.func, value);
        let order = order.iter().map(|&dim| places[dim]).collect();
        (Operand { value: base, dims: self.func.tensor_type(base).dims.to_vec(), order }, scale)
    }

    /// Takes away the repetition of keys and values for groups of query heads, where both have the same.
    fn ungroup(&self, found: &mut Found) {
        if found.batch == 0 || found.rows != 1 {
            return;
        }
        let of = |operand: &Operand| {
            let head = operand.order[found.batch - 1];
            ungrouped(self.func, operand.value, head).map(|(value, dims)| (Operand { value, dims, order: operand.order.clone() }, head))
        };
        let (Some((k, k_head)), Some((v, v_head))) = (of(&found.k), of(&found.v)) else { return };
        let heads = found.k.dims[k_head];
        if k.dims[k_head] == v.dims[v_head] && k.dims[k_head] > 0 && heads % k.dims[k_head] == 0 {
            found.repeated = heads / k.dims[k_head];
            (found.k, found.v) = (k, v);
        }
    }
}

/// More masks and factors than any model has.
const DEEPEST: usize = 8;

/// What a reduction to one number a row combines, along which dimension; nothing where it starts from more than nothing.
fn reduced(func: &Func, value: Value, kind: ReduceKind) -> Option<(Value, usize)> {
    let view = defined(func, value, "reduce")?;
    let data = view.data();
    let ([operand, init], [region]) = (&data.operands[..], &data.regions[..]) else { return None };
    let neutral = if kind == ReduceKind::Sum { 0.0 } else { f64::NEG_INFINITY };
    let dims = view.ints("dimensions");
    let [body, end] = func.region(*region).ops[..] else { return None };
    let combines = func.op(body).info.name == kind.op_name()
        && func.op(end).operands[..] == func.op(body).results[..]
        && func.op(body).operands.iter().all(|operand| func.region(*region).args.contains(operand))
        && func.op(body).operands[0] != func.op(body).operands[1];
    let fine = combines && dims.len() == 1 && splat(func, *init) == Some(neutral);
    fine.then(|| (*operand, dims[0] as usize))
}

/// Dimension numbers of a product that asks for nothing but the default precision.
fn plain_dot(func: &Func, op: OpId) -> Option<DotDims> {
    let attrs = &func.op(op).attrs;
    let default = match attrs.get("precision_config") {
        None => true,
        Some(Attr::Array(items)) => items.iter().all(|item| item.as_enum().is_some_and(|word| word == "DEFAULT")),
        Some(_) => false,
    };
    (default && attrs.get("algorithm").is_none()).then(|| DotDims::read(attrs).ok())?
}
