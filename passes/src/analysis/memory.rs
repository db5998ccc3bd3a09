//! How much memory one device needs.
//!
//! Arguments are held throughout; every other value from the op that computes it to its last use (results of the program to the
//! end). What is held at the worst moment is told in parts: results of the program, buffers of collectives (their results), and all else. A loop's carried values share one buffer with its operands' copies: its results. Constants of equal elements cost nothing.
//! Invariants: sums saturate; time is linear in the program.

use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::literal::LiteralData;
use shardwright_ir::{Attr, Func, OpId, Region, TensorType, Value};

/// Bytes on one device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Arguments of the program.
    pub arguments: i64,
    /// Results of the program.
    pub outputs: i64,
    /// The most that is held at any moment, arguments included.
    pub peak: i64,
    /// What is held at that moment besides the arguments.
    pub at_peak: Parts,
}

/// Bytes that are held at once, by what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Results of the program.
    pub outputs: i64,
    /// Results of collectives that are none of the program.
    pub communication: i64,
    /// All else.
    pub temporaries: i64,
}

impl Parts {
    /// All of them.
    pub fn sum(self) -> i64 {
        self.outputs.saturating_add(self.communication).saturating_add(self.temporaries)
    }

    fn plus(self, other: Parts) -> Parts {
        Parts {
            outputs: self.outputs.saturating_add(other.outputs),
            communication: self.communication.saturating_add(other.communication),
            temporaries: self.temporaries.saturating_add(other.temporaries),
        }
    }
}

/// The memory that a function needs.
pub fn memory(func: &Func) -> Memory {
    let sum = |values: &[Value]| values.iter().map(|&value| size(func, value)).fold(0i64, i64::saturating_add);
    let arguments = sum(func.args());
    let outputs = func.terminator(func.body()).map_or(0, |end| sum(&func.op(end).operands));
    let mut last_use = SecondaryMap::new();
    mark_last_uses(func, func.body(), &mut last_use);
    let mut returned = SecondaryMap::new();
    if let Some(end) = func.terminator(func.body()) {
        func.op(end).operands.iter().for_each(|&value| returned[value] = true);
    }
    let at_peak = peak(func, func.body(), &last_use, &returned);
    Memory { arguments, outputs, peak: arguments.saturating_add(at_peak.sum()), at_peak }
}

/// For every value, the op of its own region in which it is used last.
fn mark_last_uses(func: &Func, body: Region, last_use: &mut SecondaryMap<Value, Option<OpId>>) {
    // Walks in order, keeping the chain of ops around the current one: the one that stands in the value's region is the user.
    fn visit(func: &Func, region: Region, around: &mut Vec<OpId>, depth_of: &mut SecondaryMap<Value, u32>, last_use: &mut SecondaryMap<Value, Option<OpId>>) {
        let depth = around.len() as u32;
        func.region(region).args.iter().for_each(|&arg| depth_of[arg] = depth);
        for &op in &func.region(region).ops {
            around.push(op);
            for &operand in &func.op(op).operands {
                last_use[operand] = around.get(depth_of[operand] as usize).copied();
            }
            for &region in &func.op(op).regions {
                visit(func, region, around, depth_of, last_use);
            }
            around.pop();
            func.op(op).results.iter().for_each(|&result| depth_of[result] = depth);
        }
    }
    visit(func, body, &mut Vec::new(), &mut SecondaryMap::new(), last_use);
}

/// The most that the ops of a region hold at any moment, arguments of the region aside.
fn peak(func: &Func, region: Region, last_use: &SecondaryMap<Value, Option<OpId>>, returned: &SecondaryMap<Value, bool>) -> Parts {
    let (mut live, mut most) = (Parts::default(), Parts::default());
    let mut held = SecondaryMap::<Value, bool>::new();
    let mut ends = SecondaryMap::<OpId, Vec<Value>>::new();
    for &op in &func.region(region).ops {
        let data = func.op(op);
        for &result in &data.results {
            let part = part_of(&mut live, returned[result], data.info.traits.collective);
            *part = part.saturating_add(size(func, result));
            held[result] = true;
            ends[last_use[result].unwrap_or(op)].push(result);
        }
        let inner = data.regions.iter().map(|&region| peak(func, region, last_use, returned)).max_by_key(|parts| parts.sum());
        let now = live.plus(inner.unwrap_or_default());
        if now.sum() > most.sum() {
            most = now;
        }
        for value in std::mem::take(&mut ends[op]) {
            if std::mem::take(&mut held[value]) {
                let collective = func.defining_op(value).is_some_and(|op| func.op(op).info.traits.collective);
                *part_of(&mut live, returned[value], collective) -= size(func, value);
            }
        }
    }
    most
}

fn part_of(parts: &mut Parts, returned: bool, collective: bool) -> &mut i64 {
    match (returned, collective) {
        (true, _) => &mut parts.outputs,
        (false, true) => &mut parts.communication,
        (false, false) => &mut parts.temporaries,
    }
}

fn size(func: &Func, value: Value) -> i64 {
    if let Some(op) = func.defining_op(value)
        && func.op(op).info.is_constant()
        && let Some(Attr::Dense(literal)) = func.op(op).attrs.get("value")
        && matches!(literal.data, LiteralData::Splat(_))
    {
        return 0;
    }
    func.ty(value).as_tensor().map_or(0, TensorType::byte_size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_dialects::local::{binary, row};
    use shardwright_ir::{Attrs, Builder, ElementType, Sym};

    /// a: 400 bytes. b = a + a, c = b + b, d = c + a: at c, b and c are held (800 beside a); at d, c and d (800). d alone at the end. Of equal moments the first counts.
    #[test]
    fn a_value_is_held_from_its_op_to_its_last_use() {
        let mut func = Func::new(Sym::new("main"));
        let a = func.add_arg(TensorType::new(ElementType::F32, &[100]));
        let mut builder = Builder::at_end(&mut func);
        let b = binary(&mut builder, "stablehlo.add", a, a).expect("legal");
        let c = binary(&mut builder, "stablehlo.add", b, b).expect("legal");
        let d = binary(&mut builder, "stablehlo.add", c, a).expect("legal");
        builder.op_of_types(row("func.return").expect("registered"), &[d], Attrs::new(), &[], Vec::new()).expect("legal");
        assert_eq!(memory(&func), Memory { arguments: 400, outputs: 400, peak: 1200, at_peak: Parts { outputs: 0, communication: 0, temporaries: 800 } });
    }
}
