//! Names that values get in print.
//!
//! Invariants: names are MLIR's: results are numbered in order, a constant is `%c` (integers) or `%cst`,
//! arguments are `%arg0`; a name that is taken gets the next free `_N`. A region is named as a whole before
//! the regions in it, each of which goes on counting from there; sibling regions count alike.

use crate::entity::SecondaryMap;
use crate::module::{Func, OpId, Region, Value};
use crate::op::Syntax;
use std::collections::HashSet;

/// The name of every value of a function.
pub(super) struct Names {
    names: SecondaryMap<Value, String>,
}

/// How far counting has come.
#[derive(Clone, Copy, Default)]
struct Counters {
    value: usize,
    arg: usize,
    conflict: usize,
}

impl Names {
    /// Names all placed values of a function.
    pub(super) fn of(func: &Func) -> Names {
        let mut names = SecondaryMap::new();
        let mut used: HashSet<String> = HashSet::new();
        // Regions still to do: counters there, and how many names are visible from outside.
        let mut stack: Vec<(Region, Counters, usize)> = vec![(func.body(), Counters::default(), 0)];
        let mut visible: Vec<String> = Vec::new();
        while let Some((region, mut counters, outer)) = stack.pop() {
            for name in visible.drain(outer..) {
                used.remove(&name);
            }
            let data = func.region(region);
            let arg_name = data.parent.and_then(|op| match func.op(op).info.syntax {
                Syntax::Custom(syntax) => syntax.region_arg_name(),
                _ => None,
            });
            for &arg in &data.args {
                let wish = arg_name.map_or_else(
                    || {
                        counters.arg += 1;
                        format!("arg{}", counters.arg - 1)
                    },
                    str::to_owned,
                );
                names[arg] = unique(wish, &mut used, &mut visible, &mut counters);
            }
            for &op in &data.ops {
                name_results(func, op, &mut names, &mut used, &mut visible, &mut counters);
            }
            for &op in data.ops.iter().rev() {
                for &inner in func.op(op).regions.iter().rev() {
                    stack.push((inner, counters, visible.len()));
                }
            }
        }
        Names { names }
    }

    /// The name of a value as it is used: `%0`, `%0#1`.
    pub(super) fn get(&self, value: Value) -> &str {
        &self.names[value]
    }
}

/// The name in print of every placed value of a function, as it is used: `%0`, `%0#1`.
pub fn value_names(func: &Func) -> SecondaryMap<Value, String> {
    Names::of(func).names
}

fn name_results(
    func: &Func,
    op: OpId,
    names: &mut SecondaryMap<Value, String>,
    used: &mut HashSet<String>,
    visible: &mut Vec<String>,
    counters: &mut Counters,
) {
    let data = func.op(op);
    let wishes: &[&str] = match data.info.syntax {
        Syntax::Custom(syntax) if !syntax.result_names().is_empty() => syntax.result_names(),
        // Constants of other dialects have numbers.
        _ if data.info.is_constant() && data.info.dialect() == "stablehlo" => {
            let element = data.results.first().and_then(|&result| func.ty(result).as_tensor()).map(|ty| ty.element);
            let integer = element.is_some_and(|element| element.is_int() || element == crate::types::ElementType::I1);
            if integer { &["c"] } else { &["cst"] }
        }
        _ => &[],
    };
    if !wishes.is_empty() && wishes.len() == data.results.len() {
        for (&result, wish) in data.results.iter().zip(wishes) {
            names[result] = unique((*wish).to_owned(), used, visible, counters);
        }
        return;
    }
    match data.results[..] {
        [] => return,
        [result] => names[result] = format!("%{}", counters.value),
        ref results => {
            for (index, &result) in results.iter().enumerate() {
                names[result] = format!("%{}#{index}", counters.value);
            }
        }
    }
    counters.value += 1;
}

fn unique(wish: String, used: &mut HashSet<String>, visible: &mut Vec<String>, counters: &mut Counters) -> String {
    let mut name = wish.clone();
    while used.contains(&name) {
        name = format!("{wish}_{}", counters.conflict);
        counters.conflict += 1;
    }
    used.insert(name.clone());
    visible.push(name.clone());
    format!("%{name}")
}
