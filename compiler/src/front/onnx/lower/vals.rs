//! Operations on tensors that may be known: computed at import where all operands are and the result is small,
//! emitted otherwise.
//!
//! Invariants: folding follows the same rules as the emitted op (two's complement wrap, truncating division); what
//! is large and not a splat is emitted rather than folded, because a table of numbers cannot be sharded by rule.

use super::constant::{Const, Data, Scalar, holds, strides};
use super::context::{Context, Val, broadcast_dims};
use super::emit::{Combine, Res};
use crate::front::onnx::weights::checked_type;
use shardwright_ir::types::{ElementClass, ElementType};
use std::rc::Rc;

/// Results with more elements are not folded.
const MAX_FOLDED: usize = 256;

impl Context<'_> {
    /// The constants, when all are known and a result of `dims` may be folded.
    fn foldable(&self, vals: &[&Val], dims: &[i64]) -> Option<Vec<Rc<Const>>> {
        let known = vals
            .iter()
            .map(|val| match val {
                Val::Const(constant) => Some(constant.clone()),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()?;
        let splats = known.iter().all(|constant| matches!(constant.data, Data::Splat(_)));
        let count = dims.iter().try_fold(1i64, |product, dim| product.checked_mul(*dim))?;
        (splats || (0..=MAX_FOLDED as i64).contains(&count)).then_some(known)
    }

    /// Other dimensions for the same elements.
    pub fn reshape(&mut self, val: &Val, dims: &[i64]) -> Res<Val> {
        if let Val::Const(constant) = val {
            let ty = checked_type(constant.ty.element, dims)?;
            if ty.num_elements() != constant.ty.num_elements() {
                return Err(format!("cannot reshape {} to {dims:?}", constant.ty));
            }
            return Ok(constant.with_dims(dims).into());
        }
        let value = self.ir(val)?;
        self.emit.reshape(value, dims).map(Val::from)
    }

    /// Dimension `i` of the result is dimension `perm[i]` of the operand.
    pub fn transpose(&mut self, val: &Val, perm: &[i64]) -> Res<Val> {
        let dims = self.dims(val);
        if perm.len() != dims.len() || perm.iter().any(|&from| from < 0 || from >= dims.len() as i64) {
            return Err(format!("cannot transpose {} by {perm:?}", self.ty(val)));
        }
        let result: Vec<i64> = perm.iter().map(|&from| dims[from as usize]).collect();
        if let Some(known) = self.foldable(&[val], &result) {
            let steps = strides(&dims);
            let picked = known[0].pick(&result, |at| {
                at.iter().zip(perm).map(|(index, from)| index * steps[*from as usize]).sum::<i64>() as usize
            });
            return picked.map(Val::from);
        }
        let value = self.ir(val)?;
        self.emit.transpose(value, perm).map(Val::from)
    }

    /// `sizes[i]` elements of each dimension from `starts[i]` in (non-zero) steps of `steps[i]`; all in range.
    pub fn slice(&mut self, val: &Val, starts: &[i64], sizes: &[i64], steps: &[i64]) -> Res<Val> {
        let dims = self.dims(val);
        if let Some(known) = self.foldable(&[val], sizes) {
            let strides = strides(&dims);
            let picked = known[0].pick(sizes, |at| {
                (0..at.len()).map(|dim| (starts[dim] + at[dim] * steps[dim]) * strides[dim]).sum::<i64>() as usize
            });
            return picked.map(Val::from);
        }
        let value = self.ir(val)?;
        let mut reversed = Vec::new();
        let (mut low, mut high, mut step) = (Vec::new(), Vec::new(), Vec::new());
        for dim in 0..dims.len() {
            let (first, size, by) = (starts[dim], sizes[dim], steps[dim]);
            // A negative step walks forward through the reversed dimension.
            let first = if by < 0 { dims[dim] - 1 - first } else { first };
            if by < 0 {
                reversed.push(dim as i64);
            }
            // Steps beyond the dimension take one element; clamped so that sums stay small.
            let by = by.saturating_abs().clamp(1, dims[dim].max(1));
            let first = if size == 0 { 0 } else { first };
            low.push(first);
            high.push(if size == 0 { 0 } else { first + (size - 1) * by + 1 });
            step.push(by);
        }
        let value = self.emit.reverse(value, &reversed)?;
        self.emit.slice(value, &low, &high, &step).map(Val::from)
    }

    /// `count` elements of one dimension from `start`.
    pub fn slice_dim(&mut self, val: &Val, dim: usize, start: i64, count: i64) -> Res<Val> {
        let mut sizes = self.dims(val);
        let mut starts = vec![0; sizes.len()];
        if dim >= sizes.len() {
            return Err(format!("axis {dim} is out of range for a tensor of rank {}", sizes.len()));
        }
        if start < 0 || count < 0 || start.saturating_add(count) > sizes[dim] {
            return Err(format!("elements {start}..{} of dimension {dim} of size {} do not exist", start.saturating_add(count), sizes[dim]));
        }
        (starts[dim], sizes[dim]) = (start, count);
        let steps = vec![1; sizes.len()];
        self.slice(val, &starts, &sizes, &steps)
    }

    /// Joins tensors along a dimension.
    pub fn concat(&mut self, vals: &[Val], dim: usize) -> Res<Val> {
        let first = vals.first().ok_or("concatenation of nothing")?;
        let mut dims = self.dims(first);
        if dim >= dims.len() {
            return Err(format!("axis {dim} is out of range for a tensor of rank {}", dims.len()));
        }
        dims[dim] = 0;
        for val in vals {
            let (ty, other) = (self.ty(first), self.ty(val));
            let fits = ty.rank() == other.rank() && ty.element == other.element;
            if !fits || (0..ty.rank()).any(|index| index != dim && ty.dims[index] != other.dims[index]) {
                return Err(format!("cannot concatenate {ty} and {other} along axis {dim}"));
            }
            dims[dim] = dims[dim].checked_add(other.dims[dim]).ok_or("concatenation is too large")?;
        }
        let all: Vec<&Val> = vals.iter().collect();
        let small = dims.iter().product::<i64>() <= MAX_FOLDED as i64;
        if let Some(known) = self.foldable(&all, &dims).filter(|_| small) {
            let outer: usize = dims[..dim].iter().product::<i64>() as usize;
            let mut values = Vec::new();
            for row in 0..outer {
                for constant in &known {
                    let width = constant.len() / outer.max(1);
                    values.extend((0..width).map(|index| constant.at(row * width + index)));
                }
            }
            let ty = checked_type(known[0].ty.element, &dims)?;
            return Ok(Const::from_scalars(ty, values.into_iter()).into());
        }
        let values = vals.iter().map(|val| self.ir(val)).collect::<Res<Vec<_>>>()?;
        self.emit.concat(&values, dim).map(Val::from)
    }

    /// Broadcasts by ONNX's rule.
    pub fn broadcast_val(&mut self, val: &Val, dims: &[i64]) -> Res<Val> {
        if self.dims(val) == dims {
            return Ok(val.clone());
        }
        if let Some(known) = self.foldable(&[val], dims) {
            let own = self.dims(val);
            if broadcast_dims(&own, dims)? != dims {
                return Err(format!("cannot broadcast {} to {dims:?}", self.ty(val)));
            }
            let index = broadcast_index(&own, dims.len());
            return known[0].pick(dims, index).map(Val::from);
        }
        self.broadcast(val, dims).map(Val::from)
    }

    /// An elementwise op of two tensors, broadcast to each other.
    pub fn binary(&mut self, op: &str, left: &Val, right: &Val) -> Res<Val> {
        let element = self.element(left);
        if element != self.element(right) {
            return Err(format!("operands have different element types, {} and {}", self.ty(left), self.ty(right)));
        }
        self.elementwise(&[left, right], element, |values| fold_binary(op, element, values[0], values[1]), |context, values| {
            context.emit.binary(op, values[0], values[1])
        })
    }

    /// A comparison of two tensors, broadcast to each other: `EQ`, `NE`, `LT`, `LE`, `GT` or `GE`.
    pub fn compare(&mut self, direction: &str, left: &Val, right: &Val) -> Res<Val> {
        if self.element(left) != self.element(right) {
            return Err(format!("operands have different element types, {} and {}", self.ty(left), self.ty(right)));
        }
        let unsigned = self.element(left).class() == ElementClass::Unsigned;
        self.elementwise(
            &[left, right],
            ElementType::I1,
            |values| fold_compare(direction, unsigned, values[0], values[1]),
            |context, values| context.emit.compare(direction, values[0], values[1]),
        )
    }

    /// `condition ? yes : no`, broadcast to each other.
    pub fn select(&mut self, condition: &Val, yes: &Val, no: &Val) -> Res<Val> {
        let element = self.element(yes);
        if element != self.element(no) || self.element(condition) != ElementType::I1 {
            return Err(format!(
                "cannot choose between {} and {} by {}",
                self.ty(yes),
                self.ty(no),
                self.ty(condition)
            ));
        }
        let fold = |values: &[Scalar]| Some(if values[0] == Scalar::Int(0) { values[2] } else { values[1] });
        self.elementwise(&[condition, yes, no], element, fold, |context, values| {
            context.emit.select(values[0], values[1], values[2])
        })
    }

    /// An elementwise op of one tensor.
    pub fn unary(&mut self, op: &str, val: &Val) -> Res<Val> {
        let element = self.element(val);
        self.elementwise(&[val], element, |values| fold_unary(op, element, values[0]), |context, values| {
            context.emit.unary(op, values[0])
        })
    }

    /// What `compute` makes of a value in another element type, in the value's own: sums and powers of narrow numbers pass what these can hold.
    pub fn computed_in(&mut self, element: ElementType, x: &Val, compute: impl FnOnce(&mut Self, &Val) -> Res<Val>) -> Res<Val> {
        let own = self.element(x);
        let wide = self.convert(x, element)?;
        let result = compute(self, &wide)?;
        self.convert(&result, own)
    }

    /// As [`Self::computed_in`], in single precision, where the value is of a narrower float.
    pub fn in_single(&mut self, x: &Val, compute: impl FnOnce(&mut Self, &Val) -> Res<Val>) -> Res<Val> {
        let own = self.element(x);
        if own.is_float() && own.bits() < 32 { self.computed_in(ElementType::F32, x, compute) } else { compute(self, x) }
    }

    /// Another element type: floats to integers truncate, numbers to truth values compare with zero.
    pub fn convert(&mut self, val: &Val, element: ElementType) -> Res<Val> {
        if self.element(val) == element {
            return Ok(val.clone());
        }
        let unsigned = self.element(val) == ElementType::UI64;
        let fold = |values: &[Scalar]| match values[0] {
            Scalar::Int(value) if unsigned && element.is_float() => Some(Scalar::Float(value as u64 as f64)),
            value => Some(value),
        };
        self.elementwise(&[val], element, fold, |context, values| context.emit.convert(values[0], element))
    }

    fn elementwise(
        &mut self,
        vals: &[&Val],
        element: ElementType,
        fold: impl Fn(&[Scalar]) -> Option<Scalar>,
        emit: impl FnOnce(&mut Self, &[super::Value]) -> Res<super::Value>,
    ) -> Res<Val> {
        let mut dims = Vec::new();
        for val in vals {
            dims = broadcast_dims(&dims, &self.dims(val))?;
        }
        if let Some(known) = self.foldable(vals, &dims).filter(|_| holds(element)) {
            let ty = checked_type(element, &dims)?;
            if known.iter().all(|constant| matches!(constant.data, Data::Splat(_))) {
                let values: Vec<Scalar> = known
                    .iter()
                    .map(|constant| match constant.data {
                        Data::Splat(value) => value,
                        _ => Scalar::Int(0),
                    })
                    .collect();
                if let Some(value) = fold(&values) {
                    return Ok(Const::splat(ty, value).into());
                }
            } else if let Some(values) = fold_all(&known, &dims, &fold) {
                return Ok(Const::from_scalars(ty, values.into_iter()).into());
            }
        }
        let values = vals.iter().map(|val| self.broadcast(val, &dims)).collect::<Res<Vec<_>>>()?;
        emit(self, &values).map(Val::from)
    }

    /// Combines the elements along sorted `axes`; they disappear.
    pub fn reduce(&mut self, kind: Combine, val: &Val, axes: &[usize]) -> Res<Val> {
        let dims = self.dims(val);
        let kept: Vec<usize> = (0..dims.len()).filter(|dim| !axes.contains(dim)).collect();
        let result: Vec<i64> = kept.iter().map(|&dim| dims[dim]).collect();
        let element = self.element(val);
        let op = kind.op();
        if let Some(known) = self.foldable(&[val], &dims).filter(|_| holds(element) && dims.iter().product::<i64>() <= 256) {
            let ty = checked_type(element, &result)?;
            let steps = strides(&result);
            let mut values = vec![super::constant::round(element, kind.neutral(element)); ty.num_elements() as usize];
            let mut at = vec![0; dims.len()];
            let folded = (0..known[0].len()).try_for_each(|index| {
                let to: i64 = kept.iter().zip(&steps).map(|(&dim, step)| at[dim] * step).sum();
                let slot = &mut values[to as usize];
                *slot = super::constant::round(element, fold_binary(op, element, *slot, known[0].at(index))?);
                super::constant::advance(&mut at, &dims);
                Some(())
            });
            if folded.is_some() {
                return Ok(Const::from_scalars(ty, values.into_iter()).into());
            }
        }
        let value = self.ir(val)?;
        let axes: Vec<i64> = axes.iter().map(|&axis| axis as i64).collect();
        self.emit.reduce(kind, value, &axes).map(Val::from)
    }

    /// Reduces and keeps the reduced dimensions with size 1.
    pub fn reduce_keep(&mut self, kind: Combine, val: &Val, axes: &[usize]) -> Res<Val> {
        let kept = keep_dims(&self.dims(val), axes);
        let reduced = self.reduce(kind, val, axes)?;
        self.reshape(&reduced, &kept)
    }

    /// A number as a scalar of the element type of `like`.
    pub fn number(&self, like: &Val, value: f64) -> Val {
        Const::scalar(self.element(like), Scalar::Float(value)).into()
    }

    /// `op(val, number)`.
    pub fn binary_number(&mut self, op: &str, val: &Val, number: f64) -> Res<Val> {
        let other = self.number(val, number);
        self.binary(op, val, &other)
    }
}

/// `dims` with size 1 at `axes`.
pub fn keep_dims(dims: &[i64], axes: &[usize]) -> Vec<i64> {
    dims.iter().enumerate().map(|(dim, &size)| if axes.contains(&dim) { 1 } else { size }).collect()
}

/// Row-major index into a tensor of `own` dimensions at coordinates of a broadcast result of `rank` dimensions.
fn broadcast_index(own: &[i64], rank: usize) -> impl Fn(&[i64]) -> usize {
    let lead = rank.saturating_sub(own.len());
    let steps: Vec<i64> = strides(own).into_iter().zip(own).map(|(step, &dim)| if dim == 1 { 0 } else { step }).collect();
    move |at| at[lead..].iter().zip(&steps).map(|(index, step)| index * step).sum::<i64>() as usize
}

fn fold_all(known: &[Rc<Const>], dims: &[i64], fold: &impl Fn(&[Scalar]) -> Option<Scalar>) -> Option<Vec<Scalar>> {
    let count = dims.iter().product::<i64>() as usize;
    let indices: Vec<_> = known.iter().map(|constant| broadcast_index(&constant.ty.dims, dims.len())).collect();
    let mut at = vec![0; dims.len()];
    let mut result = Vec::with_capacity(count);
    for _ in 0..count {
        let values: Vec<Scalar> = known.iter().zip(&indices).map(|(constant, index)| constant.at(index(&at))).collect();
        result.push(fold(&values)?);
        super::constant::advance(&mut at, dims);
    }
    Some(result)
}

fn fold_binary(op: &str, element: ElementType, left: Scalar, right: Scalar) -> Option<Scalar> {
    Some(match (left, right) {
        (Scalar::Float(a), Scalar::Float(b)) => Scalar::Float(match op {
            "add" => a + b,
            "subtract" => a - b,
            "multiply" => a * b,
            "divide" => a / b,
            "remainder" => a % b,
            "power" => a.powf(b),
            "maximum" if !a.is_nan() && !b.is_nan() => a.max(b),
            "minimum" if !a.is_nan() && !b.is_nan() => a.min(b),
            _ => return None,
        }),
        (Scalar::Int(a), Scalar::Int(b)) => {
            let unsigned = element.class() == ElementClass::Unsigned;
            let (ua, ub) = (a as u64, b as u64);
            Scalar::Int(match op {
                "add" if element == ElementType::I1 => a | b,
                "add" => a.wrapping_add(b),
                "subtract" => a.wrapping_sub(b),
                "multiply" => a.wrapping_mul(b),
                "divide" | "remainder" if b == 0 => return None,
                "divide" if unsigned => (ua / ub) as i64,
                "divide" => a.wrapping_div(b),
                "remainder" if unsigned => (ua % ub) as i64,
                "remainder" => a.wrapping_rem(b),
                "power" if (0..64).contains(&b) => a.wrapping_pow(b as u32),
                "maximum" if unsigned => ua.max(ub) as i64,
                "minimum" if unsigned => ua.min(ub) as i64,
                "maximum" => a.max(b),
                "minimum" => a.min(b),
                "and" => a & b,
                "or" => a | b,
                "xor" => a ^ b,
                _ => return None,
            })
        }
        _ => return None,
    })
}

fn fold_compare(direction: &str, unsigned: bool, left: Scalar, right: Scalar) -> Option<Scalar> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = match (left, right) {
        (Scalar::Int(a), Scalar::Int(b)) if unsigned => Some((a as u64).cmp(&(b as u64))),
        (Scalar::Int(a), Scalar::Int(b)) => Some(a.cmp(&b)),
        (a, b) => a.float().partial_cmp(&b.float()),
    };
    Some(Scalar::Int(i64::from(match direction {
        "EQ" => order == Some(Equal),
        "NE" => order != Some(Equal),
        "LT" => order == Some(Less),
        "LE" => matches!(order, Some(Less | Equal)),
        "GT" => order == Some(Greater),
        "GE" => matches!(order, Some(Greater | Equal)),
        _ => return None,
    })))
}

fn fold_unary(op: &str, element: ElementType, value: Scalar) -> Option<Scalar> {
    Some(match value {
        Scalar::Float(x) => Scalar::Float(match op {
            "negate" => -x,
            "abs" => x.abs(),
            "sqrt" => x.sqrt(),
            "floor" => x.floor(),
            "ceil" => x.ceil(),
            "exponential" => x.exp(),
            "log" => x.ln(),
            "sine" => x.sin(),
            "cosine" => x.cos(),
            "tanh" => x.tanh(),
            _ => return None,
        }),
        Scalar::Int(x) => Scalar::Int(match op {
            "negate" => x.wrapping_neg(),
            "abs" => x.wrapping_abs(),
            "not" if element == ElementType::I1 => x ^ 1,
            "not" => !x,
            _ => return None,
        }),
    })
}
