//! Pipelines as text: `cse,propagate{strategy=basic},partition`.
//!
//! ```text
//! pipeline = element ("," element)*          element = name ("{" (option (" " option)*)? "}")?
//! option   = key ("=" value)?                value   = bare word | '…' | "…"
//! ```
//!
//! Invariants: a pipeline prints back the text that it was parsed from, up to spaces and quotes, and parses
//! again to itself; every name and option in it is known and every option value legal (passes are built once
//! at parsing for that check). Options given to a named pipeline go to each of its passes that has an option
//! of that name; one that no pass has is an error.

use super::pass::{Options, Pass, PassInfo};
use super::registry::PassRegistry;
use shardwright_ir::nearest::did_you_mean;
use std::fmt;

/// Named pipelines may use one another this deep: more can only be a cycle.
const MAX_DEPTH: usize = 16;

/// A parsed pipeline.
#[derive(Clone, Default)]
pub struct Pipeline {
    elements: Vec<Element>,
    steps: Vec<Step>,
}

/// One pass of a pipeline with its options.
#[derive(Clone)]
pub struct Step {
    /// The row of the pass.
    pub info: &'static PassInfo,
    /// Its options.
    pub options: Options,
}

/// What stands between two commas.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Element {
    name: String,
    options: Options,
}

impl Pipeline {
    /// Reads a pipeline.
    ///
    /// # Errors
    /// On text outside the grammar, unknown names and options (the nearest known one is named), and option
    /// values that the pass refuses.
    pub fn parse(text: &str, registry: &PassRegistry) -> Result<Pipeline, String> {
        let elements = parse_elements(text)?;
        let mut steps = Vec::new();
        expand(&elements, registry, 0, &mut steps)?;
        for step in &steps {
            step.build()?;
        }
        Ok(Pipeline { elements, steps })
    }
    /// The passes in order, named pipelines expanded.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl Step {
    /// Makes the pass.
    ///
    /// # Errors
    /// Where an option's value is not legal.
    pub fn build(&self) -> Result<Box<dyn Pass>, String> {
        (self.info.build)(&self.options)
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, element) in self.elements.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{}", element.name)?;
            write_options(f, &element.options)?;
        }
        Ok(())
    }
}
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)?;
        write_options(f, &self.options)
    }
}

fn write_options(f: &mut fmt::Formatter<'_>, options: &Options) -> fmt::Result {
    if options.0.is_empty() {
        return Ok(());
    }
    f.write_str("{")?;
    for (index, (key, value)) in options.0.iter().enumerate() {
        let space = if index > 0 { " " } else { "" };
        write!(f, "{space}{key}")?;
        match value.as_str() {
            "" => {}
            value if value.chars().all(is_bare) => write!(f, "={value}")?,
            value if value.contains('"') => write!(f, "='{value}'")?,
            value => write!(f, "=\"{value}\"")?,
        }
    }
    f.write_str("}")
}

fn expand(elements: &[Element], registry: &PassRegistry, depth: usize, steps: &mut Vec<Step>) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err(format!("named pipelines are nested more than {MAX_DEPTH} deep"));
    }
    for Element { name, options } in elements {
        if let Some(info) = registry.get(name) {
            if let Some(unknown) = options.0.keys().find(|key| !has_option(info, key)) {
                let known: Vec<&str> = info.options.iter().map(|option| option.name).collect();
                let hint = match (did_you_mean(unknown, known.iter().copied()), known.is_empty()) {
                    (hint, _) if !hint.is_empty() => hint,
                    (_, true) => "; it takes none".to_owned(),
                    (_, false) => format!("; it takes {}", known.join(", ")),
                };
                return Err(format!("pass `{name}` has no option `{unknown}`{hint}"));
            }
            steps.push(Step { info, options: options.clone() });
            continue;
        }
        let Some(pipeline) = registry.pipeline(name) else {
            let hint = Some(did_you_mean(name, registry.names())).filter(|hint| !hint.is_empty());
            let hint = hint.unwrap_or_else(|| "; `shardwright passes` lists them".to_owned());
            return Err(format!("unknown pass or pipeline `{name}`{hint}"));
        };
        let first = steps.len();
        let inner = parse_elements(pipeline.text).map_err(|why| format!("in pipeline `{name}`: {why}"))?;
        expand(&inner, registry, depth + 1, steps)?;
        for (key, value) in &options.0 {
            let mut taken = false;
            for step in steps[first..].iter_mut().filter(|step| has_option(step.info, key)) {
                step.options.0.insert(key.clone(), value.clone());
                taken = true;
            }
            if !taken {
                let known = steps[first..].iter().flat_map(|step| step.info.options).map(|option| option.name);
                return Err(format!("no pass of pipeline `{name}` has an option `{key}`{}", did_you_mean(key, known)));
            }
        }
    }
    Ok(())
}

fn has_option(info: &PassInfo, key: &str) -> bool {
    info.options.iter().any(|option| option.name == key)
}

fn is_bare(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '{' | '}' | ',' | '=' | '\'' | '"')
}

/// A place in the text while reading.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
    fn take(&mut self, token: char) -> bool {
        self.skip_spaces();
        let taken = self.text[self.at..].starts_with(token);
        self.at += if taken { token.len_utf8() } else { 0 };
        taken
    }
    fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !is_bare(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected(what));
        }
        self.at += length;
        Ok(&rest[..length])
    }
    fn value(&mut self) -> Result<&'a str, String> {
        for quote in ['\'', '"'] {
            if self.take(quote) {
                let rest = &self.text[self.at..];
                let length = rest.find(quote).ok_or_else(|| self.expected(&format!("a closing {quote}")))?;
                self.at += length + 1;
                return Ok(&rest[..length]);
            }
        }
        self.word("a value")
    }
    fn expected(&self, what: &str) -> String {
        match self.text[self.at..].chars().next() {
            Some(found) => format!("pipeline `{}`: expected {what} at character {}, got `{found}`", self.text, self.at + 1),
            None => format!("pipeline `{}`: expected {what} at the end", self.text),
        }
    }
}

fn parse_elements(text: &str) -> Result<Vec<Element>, String> {
    let mut reader = Reader { text, at: 0 };
    let mut elements = Vec::new();
    if text.trim().is_empty() {
        return Ok(elements);
    }
    loop {
        let name = reader.word("a pass name")?.to_owned();
        let mut options = Options::default();
        if reader.take('{') {
            while !reader.take('}') {
                let key = reader.word("an option or `}`")?.to_owned();
                let value = if reader.take('=') { reader.value()?.to_owned() } else { String::new() };
                if options.0.insert(key.clone(), value).is_some() {
                    return Err(format!("pipeline `{text}`: option `{key}` of `{name}` is given twice"));
                }
            }
        }
        elements.push(Element { name, options });
        reader.skip_spaces();
        if reader.at == text.len() {
            return Ok(elements);
        }
        if !reader.take(',') {
            return Err(reader.expected("`,`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pass::{Changed, OptionSpec, PassCtx};
    use super::super::registry::NamedPipeline;
    use super::*;
    use shardwright_ir::{Diagnostics, Module};

    struct Nothing;
    impl Pass for Nothing {
        fn run(&self, _: &mut Module, _: &mut PassCtx) -> Result<Changed, Diagnostics> {
            Ok(Changed::No)
        }
    }
    static PLAIN: PassInfo = PassInfo { name: "plain", summary: "", options: &[], build: |_| Ok(Box::new(Nothing)) };
    static TUNED: PassInfo = PassInfo {
        name: "tuned",
        summary: "",
        options: &[
            OptionSpec { name: "level", default: "1", summary: "" },
            OptionSpec { name: "loud", default: "false", summary: "" },
        ],
        build: |options| {
            options.flag(&TUNED, "loud")?;
            Ok(Box::new(Nothing))
        },
    };

    fn registry() -> PassRegistry {
        let mut registry = PassRegistry::new();
        registry.add(&PLAIN);
        registry.add(&TUNED);
        registry.add_pipeline(NamedPipeline { name: "both", summary: "", text: "plain,tuned{level=2}" });
        registry
    }

    #[test]
    fn a_pipeline_prints_back_what_it_was_parsed_from() {
        for text in ["", "plain", "plain,tuned{level=3 loud},plain", "both{level=7}", "tuned{level=\"a b\"}"] {
            let pipeline = Pipeline::parse(text, &registry()).unwrap();
            assert_eq!(pipeline.to_string(), text);
        }
        let spaced = Pipeline::parse(" plain , tuned { level = 'x' } ", &registry()).unwrap();
        assert_eq!(spaced.to_string(), "plain,tuned{level=x}");
    }

    #[test]
    fn options_of_a_named_pipeline_reach_the_passes_that_have_them() {
        let pipeline = Pipeline::parse("both{level=7}", &registry()).unwrap();
        let steps: Vec<String> = pipeline.steps().iter().map(Step::to_string).collect();
        assert_eq!(steps, ["plain", "tuned{level=7}"]);
    }

    #[test]
    fn faults_name_what_is_wrong_and_what_was_meant() {
        let fault = |text| Pipeline::parse(text, &registry()).err().unwrap();
        assert_eq!(fault("plian"), "unknown pass or pipeline `plian`; did you mean `plain`?");
        assert_eq!(fault("tuned{levl=1}"), "pass `tuned` has no option `levl`; did you mean `level`?");
        assert_eq!(fault("plain{x}"), "pass `plain` has no option `x`; it takes none");
        assert_eq!(fault("both{lodu}"), "no pass of pipeline `both` has an option `lodu`; did you mean `loud`?");
        assert_eq!(fault("tuned{loud=2}"), "option `loud` of `tuned` must be true or false, got `2`");
        assert_eq!(fault("plain,"), "pipeline `plain,`: expected a pass name at the end");
        assert_eq!(fault("plain}"), "pipeline `plain}`: expected `,` at character 6, got `}`");
        assert_eq!(fault("tuned{level=1 level=2}"), "pipeline `tuned{level=1 level=2}`: option `level` of `tuned` is given twice");
    }
}
