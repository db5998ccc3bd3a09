//! `CHECK` lines: patterns that the output must match, in order.
//!
//! `{{…}}` in a pattern is a regular expression, `[[X:…]]` a regular expression whose match later `[[X]]` stand for;
//! the rest is literal, and a run of spaces matches any run of spaces. `CHECK` matches anywhere after the last
//! match, `CHECK-NEXT` on the line after it, `CHECK-SAME` on the rest of its line; `CHECK-NOT` must not match
//! between the matches around it. Invariant: a fault names the check's line and shows where the search began.

use regex::Regex;
use std::collections::BTreeMap;

/// What a check asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Somewhere after the last match.
    Any,
    /// On the next line.
    Next,
    /// On the same line.
    Same,
    /// Nowhere before the next match.
    Not,
}

/// One check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What it asks.
    pub kind: Kind,
    /// The pattern.
    pub pattern: String,
    /// Line of the test file, from 1.
    pub line: usize,
}

impl Check {
    /// The check that a line is, if it is one with this prefix.
    pub fn parse(text: &str, line: usize, prefix: &str) -> Option<Check> {
        let rest = text.trim_start().strip_prefix("//")?.trim_start().strip_prefix(prefix)?;
        let kinds = [("-NEXT:", Kind::Next), ("-SAME:", Kind::Same), ("-NOT:", Kind::Not), (":", Kind::Any)];
        let (pattern, kind) = kinds.iter().find_map(|(suffix, kind)| Some((rest.strip_prefix(suffix)?, *kind)))?;
        Some(Check { kind, pattern: pattern.trim().to_owned(), line })
    }
}

/// Checks an output.
///
/// # Errors
/// The first check that fails, with its line and what stood there instead.
pub fn check(checks: &[Check], output: &str) -> Result<(), String> {
    let mut variables = BTreeMap::<String, String>::new();
    let mut at = 0;
    let mut forbidden: Vec<&Check> = Vec::new();
    for check in checks {
        if check.kind == Kind::Not {
            forbidden.push(check);
            continue;
        }
        let (regex, names) = compile(check, &variables)?;
        let line_end = output[at..].find('\n').map_or(output.len(), |newline| at + newline);
        let window = match check.kind {
            Kind::Any | Kind::Not => at..output.len(),
            Kind::Same => at..line_end,
            Kind::Next => {
                let start = (line_end + 1).min(output.len());
                start..output[start..].find('\n').map_or(output.len(), |newline| start + newline)
            }
        };
        let Some(found) = regex.captures(&output[window.clone()]) else {
            let begin = output[window.start..].lines().take(3).collect::<Vec<_>>().join("\n    | ");
            return Err(format!("line {}: no match for `{}` from here:\n    | {begin}", check.line, check.pattern));
        };
        let whole = found.get(0).map_or(0..0, |m| m.range());
        for (name, group) in names {
            if let Some(value) = found.name(&group) {
                variables.insert(name, value.as_str().to_owned());
            }
        }
        let start = window.start + whole.start;
        refuse(&forbidden, &output[at..start], &variables)?;
        forbidden.clear();
        at = window.start + whole.end;
    }
    refuse(&forbidden, &output[at..], &variables)
}

fn refuse(forbidden: &[&Check], text: &str, variables: &BTreeMap<String, String>) -> Result<(), String> {
    for check in forbidden {
        let (regex, _) = compile(check, variables)?;
        if let Some(found) = regex.find(text) {
            let line = text[..found.start()].rfind('\n').map_or(0, |newline| newline + 1);
            let line = text[line..].lines().next().unwrap_or_default();
            return Err(format!("line {}: forbidden `{}` occurs:\n    | {line}", check.line, check.pattern));
        }
    }
    Ok(())
}

/// A check as a regular expression, and the variables that it sets with the names of their groups.
fn compile(check: &Check, variables: &BTreeMap<String, String>) -> Result<(Regex, Vec<(String, String)>), String> {
    let fault = |why: String| format!("line {}: check `{}`: {why}", check.line, check.pattern);
    let mut regex = String::from("(?m)");
    let mut names = Vec::new();
    let mut rest = check.pattern.as_str();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("{{") {
            let end = after.find("}}").ok_or_else(|| fault("`{{` is not closed".to_owned()))?;
            regex.push_str(&format!("(?:{})", &after[..end]));
            rest = &after[end + 2..];
        } else if let Some((name, pattern, after)) = variable(rest) {
            match (pattern, variables.get(name)) {
                (Some(pattern), _) => {
                    let group = format!("v{}", names.len());
                    regex.push_str(&format!("(?P<{group}>{pattern})"));
                    names.push((name.to_owned(), group));
                }
                (None, Some(value)) => regex.push_str(&regex::escape(value)),
                (None, None) => return Err(fault(format!("variable `{name}` has no value yet"))),
            }
            rest = after;
        } else if rest.starts_with(char::is_whitespace) {
            regex.push_str("[ \\t]+");
            rest = rest.trim_start();
        } else {
            let length = rest.chars().next().map_or(0, char::len_utf8);
            regex.push_str(&regex::escape(&rest[..length]));
            rest = &rest[length..];
        }
    }
    Regex::new(&regex).map(|regex| (regex, names)).map_err(|error| fault(error.to_string()))
}

/// `[[X:…]]` or `[[X]]` at the start: its name, pattern and what follows. Other brackets are literal text.
fn variable(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let inner = text.strip_prefix("[[")?;
    let length = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|&length| length > 0)?;
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (name, rest) = inner.split_at(length);
    if let Some(after) = rest.strip_prefix("]]") {
        return Some((name, None, after));
    }
    let rest = rest.strip_prefix(':')?;
    let end = rest.find("]]")?;
    Some((name, Some(&rest[..end]), &rest[end + 2..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(checks: &str, output: &str) -> Result<(), String> {
        let checks: Vec<Check> = checks.lines().enumerate().filter_map(|(index, line)| Check::parse(line, index + 1, "CHECK")).collect();
        check(&checks, output)
    }

    #[test]
    fn variables_carry_a_match_to_later_lines() {
        let output = "%3 = add %1, %2\n%4 = neg %3\n";
        run("// CHECK: [[SUM:%[0-9]+]] = add\n// CHECK-NEXT: neg [[SUM]]", output).unwrap();
        let fault = run("// CHECK: [[SUM:%[0-9]+]] = add {{.*}}\n// CHECK: sub [[SUM]]", output).unwrap_err();
        assert!(fault.starts_with("line 2: no match for `sub [[SUM]]` from here:"), "{fault}");
        assert!(run("// CHECK: [[X]]", output).unwrap_err().contains("variable `X` has no value yet"));
    }

    #[test]
    fn next_same_and_not_look_only_where_they_say() {
        let output = "one two\nthree\nfour\n";
        run("// CHECK: one\n// CHECK-SAME: two\n// CHECK-NEXT: three\n// CHECK-NOT: one\n// CHECK: four", output).unwrap();
        assert!(run("// CHECK: one\n// CHECK-NEXT: four", output).is_err());
        assert!(run("// CHECK: one\n// CHECK-SAME: three", output).is_err());
        assert!(run("// CHECK: one\n// CHECK-NOT: three\n// CHECK: four", output).unwrap_err().contains("forbidden `three`"));
        assert!(run("// CHECK: one\n// CHECK-NOT: four", output).is_err(), "to the end of the output");
    }

    #[test]
    fn brackets_braces_and_dots_are_literal_outside_patterns() {
        run("// CHECK: dims = [[0, 1], [2]] {a.b}", "dims = [[0, 1],   [2]] {a.b}").unwrap();
        assert!(run("// CHECK: a.b", "axb").is_err());
    }
}
