//! Bodies of scalars applied to whole tensors, and the way back through them.
//!
//! Invariants: a lifted body has one op on whole tensors for each op on scalars; it uses no value from outside. What is not
//! elementwise is an error that names the op.

use crate::derivative::*;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, Literal, OpId, Region, Sym};

/// A body whose scalars are tensors of one shape.
pub(crate) struct Lifted {
    func: Func,
    results: Vec<Value>,
}

/// What an application of a lifted body computed.
pub(crate) struct Applied {
    values: ValueMap,
    /// What the body returned.
    pub results: Vec<Value>,
}

impl Lifted {
    /// The body `region` of `source` on tensors of shape `dims`.
    pub fn of(source: &Func, region: Region, dims: &[i64]) -> Result<Lifted, String> {
        let mut func = Func::new(Sym::new("body"));
        let mut map = ValueMap::new();
        let data = source.region(region);
        for &arg in &data.args {
            map[arg] = Some(func.add_arg(source.tensor_type(arg).with_dims(dims)));
        }
        let mut b = Builder::at_end(&mut func);
        let mut results = Vec::new();
        for &op in &data.ops {
            let data = source.op(op);
            let operand = |&value: &Value| map[value].ok_or_else(|| "its body uses a value from outside, which derivatives do not go through".to_owned());
            let operands = data.operands.iter().map(operand).collect::<Result<Vec<_>, _>>()?;
            if data.info.is_terminator() {
                results = operands;
                break;
            }
            b.loc = data.loc.clone();
            let types: Vec<TensorType> = data.results.iter().map(|&result| source.tensor_type(result).with_dims(dims)).collect();
            let made = match (source.constant_of(source.result(op)), &types[..]) {
                (Some(literal), [ty]) => vec![b.constant(Literal::splat(ty.clone(), &literal.to_bytes()?))?],
                _ if data.info.traits.elementwise && data.regions.is_empty() => {
                    let types = types.into_iter().map(Into::into).collect();
                    let made = b.op_of_types(data.info, &operands, data.attrs.clone(), &[], types)?;
                    b.func.op(made).results.clone()
                }
                _ => return Err(format!("its body has {}, which is not elementwise", data.info.name)),
            };
            data.results.iter().zip(made).for_each(|(&old, new)| map[old] = Some(new));
        }
        Ok(Lifted { func, results })
    }

    /// The body on these tensors.
    pub fn apply(&self, b: &mut Builder, args: &[Value]) -> Result<Applied, String> {
        let mut values = ValueMap::new();
        self.func.args().iter().zip(args).for_each(|(&arg, &value)| values[arg] = Some(value));
        for &op in self.ops() {
            let copy = copy_op(b.func, &self.func, op, &mut values)?;
            b.func.place_last(b.region, copy);
        }
        let results = found(&values, &self.results)?;
        Ok(Applied { values, results })
    }

    /// Gradients of the arguments of an application from those of its results.
    pub fn back(&self, b: &mut Builder, applied: &Applied, grads: &[Option<Value>]) -> Gradients {
        let mut sums = SecondaryMap::<Value, Option<Value>>::new();
        for (&result, &grad) in self.results.iter().zip(grads) {
            gain(b, &mut sums, result, grad)?;
        }
        for &op in self.ops().iter().rev() {
            let data = self.func.op(op);
            let grads: Vec<Option<Value>> = data.results.iter().map(|&result| sums[result]).collect();
            if grads.iter().all(Option::is_none) {
                continue;
            }
            let gains = match data.info.derivative {
                DerivativeFacet::Zero(_) => continue,
                DerivativeFacet::Vjp(vjp) => {
                    let wanted: Vec<bool> = data.operands.iter().map(|&value| continuous(self.func.tensor_type(value))).collect();
                    vjp(
                        &Vjp {
                            op: self.func.view(op),
                            operands: &found(&applied.values, &data.operands)?,
                            results: &found(&applied.values, &data.results)?,
                            grads: &grads,
                            wanted: &wanted,
                            so_far: &vec![None; data.operands.len()],
                        },
                        b,
                    )?
                }
                _ => return Err(format!("its body has {}, which has no derivative", data.info.name)),
            };
            for (&operand, gained) in data.operands.iter().zip(gains) {
                if continuous(self.func.tensor_type(operand)) {
                    gain(b, &mut sums, operand, gained)?;
                }
            }
        }
        Ok(self.func.args().iter().map(|&arg| sums[arg]).collect())
    }

    fn ops(&self) -> &[OpId] {
        &self.func.region(self.func.body()).ops
    }
}

/// Of `stablehlo.map`: its body on whole tensors.
pub(crate) fn map_vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let data = vjp.op.data();
    let lifted = Lifted::of(vjp.op.func, data.regions[0], &vjp.op.result_type(0).dims)?;
    let applied = lifted.apply(b, vjp.operands)?;
    lifted.back(b, &applied, vjp.grads)
}

/// Whether elements of this type have gradients.
pub(crate) fn continuous(ty: &TensorType) -> bool {
    ty.element.is_float() || ty.element.is_complex()
}

fn found(values: &ValueMap, of: &[Value]) -> Result<Vec<Value>, String> {
    of.iter().map(|&value| values[value].ok_or_else(|| format!("value {value} of a body is not computed"))).collect()
}

fn gain(b: &mut Builder, sums: &mut SecondaryMap<Value, Option<Value>>, value: Value, gained: Option<Value>) -> Result<(), String> {
    sums[value] = match (sums[value], gained) {
        (Some(before), Some(gained)) => Some(b.add(before, gained)?),
        (before, gained) => before.or(gained),
    };
    Ok(())
}
