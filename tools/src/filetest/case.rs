//! A test file: IR with directives in its comments.
//!
//! ```text
//! // RUN: opt -p 'cse,dce'            runs passes; without -p the file is only read and verified
//! // RUN: opt -p 'cse' --check-prefix=CSE
//! // CHECK: text                      see the `check` room
//! // expected-error@+1 {{text}}       a diagnostic on the next line (`@-2`, nothing: this line, `@unknown`: no line)
//! // -----                            another case in the same file; RUN lines carry over unless it has its own
//! // OUTPUT                           the rest of the case is the whole output, rewritten by BLESS=1
//! ```
//!
//! Invariant: line numbers are the file's.

use super::check::Check;

/// Separates the cases of a file.
const SEPARATOR: &str = "// -----";
/// Begins a whole-output block.
pub const OUTPUT: &str = "// OUTPUT";

/// One case of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Line of the file at which it begins, from 1.
    pub first_line: usize,
    /// Its text, directives included, the output block aside.
    pub input: String,
    /// What to run.
    pub runs: Vec<Run>,
    /// Diagnostics that must come, and no others.
    pub expected: Vec<Expected>,
    /// The whole output, where the case has a block for it.
    pub output: Option<String>,
}

/// One `RUN` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The pipeline; empty for none.
    pub pipeline: String,
    /// Its checks.
    pub checks: Vec<Check>,
    prefix: String,
}

/// One expected diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// `error`, `warning` or `remark`.
    pub severity: String,
    /// Line of the file; `None` is a diagnostic without a place.
    pub line: Option<usize>,
    /// Text that the message must contain.
    pub message: String,
}

/// Splits a file into its cases.
///
/// # Errors
/// On a malformed directive, with its line.
pub fn parse_file(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut first_line = 1;
    for (index, line) in text.lines().chain([SEPARATOR]).enumerate() {
        if line.trim_end() != SEPARATOR {
            lines.push(line);
            continue;
        }
        let inherited: Vec<Run> = cases.last().map_or_else(Vec::new, |case| case.runs.clone());
        cases.push(parse_case(&lines, first_line, &inherited)?);
        lines.clear();
        first_line = index + 2;
    }
    Ok(cases)
}

/// The file again, with these outputs in its whole-output blocks.
pub fn with_outputs(text: &str, outputs: &[Option<String>]) -> String {
    let mut blessed = String::new();
    let mut outputs = outputs.iter();
    let mut output = outputs.next();
    let mut skipping = false;
    for line in text.lines() {
        if line.trim_end() == SEPARATOR {
            skipping = false;
            output = outputs.next();
        }
        if skipping {
            continue;
        }
        blessed.push_str(line);
        blessed.push('\n');
        if let (OUTPUT, Some(Some(output))) = (line.trim_end(), output) {
            skipping = true;
            for line in output.trim_end().lines() {
                blessed.push_str(if line.is_empty() { "//" } else { "// " });
                blessed.push_str(line);
                blessed.push('\n');
            }
        }
    }
    blessed
}

fn parse_case(lines: &[&str], first_line: usize, inherited: &[Run]) -> Result<Case, String> {
    let split = lines.iter().position(|line| line.trim_end() == OUTPUT);
    let (body, block) = lines.split_at(split.unwrap_or(lines.len()));
    let mut runs = Vec::new();
    let mut expected = Vec::new();
    for (index, line) in body.iter().enumerate() {
        let number = first_line + index;
        if let Some(command) = line.trim_start().strip_prefix("// RUN:") {
            runs.push(parse_run(command).map_err(|why| format!("line {number}: {why}"))?);
        }
        parse_expected(line, number, &mut expected)?;
    }
    if runs.is_empty() {
        runs = inherited.to_vec();
    }
    if runs.is_empty() {
        return Err(format!("line {first_line}: no RUN line; write `// RUN: opt -p 'passes'`"));
    }
    for run in &mut runs {
        let checks = body.iter().enumerate().filter_map(|(index, line)| Check::parse(line, first_line + index, &run.prefix));
        run.checks = checks.collect();
    }
    let output = split.map(|_| {
        let text = block[1..].iter().map(|line| line.strip_prefix("// ").or(line.strip_prefix("//")).unwrap_or(line));
        text.collect::<Vec<_>>().join("\n")
    });
    Ok(Case { first_line, input: body.join("\n") + "\n", runs, expected, output })
}

fn parse_run(command: &str) -> Result<Run, String> {
    let words = split_words(command)?;
    let mut run = Run { pipeline: String::new(), checks: Vec::new(), prefix: "CHECK".to_owned() };
    let mut words = words.iter().map(String::as_str);
    match words.next() {
        Some("opt") => {}
        other => return Err(format!("RUN lines run `opt`, got `{}`", other.unwrap_or_default())),
    }
    while let Some(word) = words.next() {
        if word == "-p" {
            run.pipeline = words.next().ok_or("`-p` needs a pipeline")?.to_owned();
        } else if let Some(prefix) = word.strip_prefix("--check-prefix=") {
            run.prefix = prefix.to_owned();
        } else {
            return Err(format!("RUN line has unknown argument `{word}`; it takes -p and --check-prefix=NAME"));
        }
    }
    Ok(run)
}

/// Words of a command line, quotes removed.
pub fn split_words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

fn parse_expected(line: &str, number: usize, into: &mut Vec<Expected>) -> Result<(), String> {
    let mut rest = line;
    while let Some(at) = rest.find("expected-") {
        rest = &rest[at + "expected-".len()..];
        let Some(severity) = ["error", "warning", "remark"].into_iter().find(|severity| rest.starts_with(severity)) else { continue };
        let after = &rest[severity.len()..];
        let open = after.find("{{").ok_or_else(|| format!("line {number}: expected-{severity} needs a text in {{{{…}}}}"))?;
        let close = after[open..].find("}}").map(|close| open + close).ok_or_else(|| format!("line {number}: `{{{{` is not closed"))?;
        let line = match after[..open].trim() {
            "" => Some(number),
            "@unknown" => None,
            offset => {
                let offset = offset.strip_prefix('@').and_then(|offset| offset.parse::<isize>().ok());
                let line = offset.and_then(|offset| number.checked_add_signed(offset));
                Some(line.ok_or_else(|| format!("line {number}: `{}` is no place; write @+1, @-1 or @unknown", after[..open].trim()))?)
            }
        };
        into.push(Expected { severity: severity.to_owned(), line, message: after[open + 2..close].to_owned() });
        rest = &after[close..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_keep_the_line_numbers_of_their_file_and_inherit_run_lines() {
        let text = "// RUN: opt -p 'cse,dce'\na\n// -----\n// expected-error@+1 {{bad}}\nb // expected-warning {{odd}}\n";
        let cases = parse_file(text).unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[1].first_line, cases[1].runs[0].pipeline.as_str()), (4, "cse,dce"));
        let expected: Vec<_> = cases[1].expected.iter().map(|e| (e.severity.as_str(), e.line, e.message.as_str())).collect();
        assert_eq!(expected, [("error", Some(5), "bad"), ("warning", Some(5), "odd")]);
    }

    #[test]
    fn blessing_rewrites_only_the_output_block() {
        let text = "// RUN: opt\na\n// OUTPUT\n// old\n// -----\nb\n";
        let cases = parse_file(text).unwrap();
        assert_eq!(cases[0].output.as_deref(), Some("old"));
        let blessed = with_outputs(text, &[Some("new\n\nlines\n".into()), None]);
        assert_eq!(blessed, "// RUN: opt\na\n// OUTPUT\n// new\n//\n// lines\n// -----\nb\n");
        assert_eq!(parse_file(&blessed).unwrap()[0].output.as_deref(), Some("new\n\nlines"));
    }

    #[test]
    fn malformed_directives_are_refused_with_their_line() {
        assert_eq!(parse_file("a\n").unwrap_err(), "line 1: no RUN line; write `// RUN: opt -p 'passes'`");
        assert!(parse_file("// RUN: llc\n").unwrap_err().contains("RUN lines run `opt`, got `llc`"));
        assert!(parse_file("// RUN: opt -p 'x\n").unwrap_err().contains("quote ' is not closed"));
        assert!(parse_file("// RUN: opt\n// expected-error@next {{x}}\n").unwrap_err().contains("line 2: `@next` is no place"));
    }
}
