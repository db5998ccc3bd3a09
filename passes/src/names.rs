//! Names of values: what options, plans and strategies call them, and globs that match them.
//!
//! In a glob, `*` is any text and `?` one character. Invariant: names are those of the model, else `argN` and `resN` by position.

use shardwright_ir::{Func, Sym, Value};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A value of the main function.
    Value(Value),
    /// A result of the main function, by position, where no value has the name.
    Result(usize),
}

/// Every name in the main function with what it stands for: arguments first (`argN` unless they have names), named
/// values in program order, then results (`resN` unless named).
pub fn named_values(func: &Func) -> Vec<(String, Target)> {
    let mut names: Vec<(String, Target)> = Vec::new();
    for (index, &arg) in func.args().iter().enumerate() {
        names.push((arg_name(func, index), Target::Value(arg)));
    }
    for op in func.walk() {
        for &result in &func.op(op).results {
            if let Some(name) = func.value(result).name {
                names.push((name.as_str().to_owned(), Target::Value(result)));
            }
        }
    }
    for index in 0..func.result_types.len() {
        names.push((result_name(func, index), Target::Result(index)));
    }
    names
}

/// Gives each op's result that has no name its number among all results as one: `%0`, `%1`, … in the order of the program as it was read, so that plans can say
/// which they mean. False, and nothing done, where a name looks like such a number.
pub fn number_values(func: &mut Func) -> bool {
    let results = op_results(func);
    if results.iter().any(|&value| is_number(func, value)) {
        return false;
    }
    for (number, value) in results.into_iter().enumerate() {
        func.value_mut(value).name.get_or_insert_with(|| Sym::new(&format!("%{number}")));
    }
    true
}

/// Takes the names off that [`number_values`] gave.
pub fn forget_numbers(func: &mut Func) {
    for value in op_results(func) {
        if is_number(func, value) {
            func.value_mut(value).name = None;
        }
    }
}

/// Whether a value has the name that [`number_values`] gives.
pub fn is_number(func: &Func, value: Value) -> bool {
    func.value(value).name.is_some_and(|name| name.as_str().starts_with('%'))
}

fn op_results(func: &Func) -> Vec<Value> {
    func.walk().into_iter().flat_map(|op| func.op(op).results.iter().copied()).collect()
}

/// Name of an argument of a function: its own, else `argN`.
pub fn arg_name(func: &Func, index: usize) -> String {
    match func.value(func.args()[index]).name {
        Some(name) => name.as_str().to_owned(),
        None => format!("arg{index}"),
    }
}

/// Name of a result of a function: what its `shardwright.name` attribute or the returned value says, else `resN`.
pub fn result_name(func: &Func, index: usize) -> String {
    if let Some(name) = func.result_attrs.get(index).and_then(|attrs| attrs.get("shardwright.name")?.as_str()) {
        return name.to_owned();
    }
    let returned = func.terminator(func.body()).and_then(|op| func.op(op).operands.get(index).copied());
    // A number is what a plan calls the value, not what its result is called.
    let named = returned.filter(|&value| func.defining_op(value).is_some() && !is_number(func, value)).and_then(|value| func.value(value).name);
    named.map_or_else(|| format!("res{index}"), |name| name.as_str().to_owned())
}

/// Whether the whole of `text` matches the glob. Linear in the product of the lengths.
pub fn glob_matches(glob: &str, text: &str) -> bool {
    if !glob.contains(['*', '?']) {
        return glob == text;
    }
    let (glob, text): (Vec<char>, Vec<char>) = (glob.chars().collect(), text.chars().collect());
    // reached[i]: the glob so far matches the first i characters.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    for &token in &glob {
        let mut next = vec![false; text.len() + 1];
        for index in 0..=text.len() {
            next[index] = match token {
                '*' => reached[index] || (index > 0 && next[index - 1]),
                _ => index > 0 && reached[index - 1] && (token == '?' || token == text[index - 1]),
            };
        }
        reached = next;
    }
    reached[text.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        assert!(glob_matches("*", "") && glob_matches("a*c", "abbc") && glob_matches("a?c", "abc"));
        assert!(!glob_matches("a*c", "abcd") && !glob_matches("a", "ab") && !glob_matches("?", ""));
    }
}
