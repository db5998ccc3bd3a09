//! Strategy files from their text.
//!
//! Invariants: what is returned has every place in it; every error is located; a file has at most [`MOST_STATEMENTS`] statements.

use super::syntax::{Action, Atom, Condition, Dimension, Measure, Relation, Selection, Setting, Statement, Tactic};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::{Diagnostic, Diagnostics, Span};

#[derive(pest_derive::Parser)]
#[grammar = "tactics/tactics.pest"]
struct TacticText;

/// At most so many statements in one file: far beyond what anyone writes.
const MOST_STATEMENTS: usize = 10_000;

/// What a statement may begin with.
const KEYWORDS: [&str; 14] = ["param", "mesh", "include", "role", "shard", "replicate", "barrier", "zero", "expert", "recompute", "attention", "regather", "quantise", "combine"];

/// Names of parameters of experts that every device has.
pub const SHADOWS: &str = "*.shadow";

/// The statements of a file.
///
/// # Errors
/// Where the text leaves the syntax.
pub fn parse(text: &str) -> Result<Vec<Statement>, Diagnostics> {
    let mut pairs = TacticText::parse(Rule::file, text).map_err(|error| fault(&error))?;
    let mut faults = Diagnostics::default();
    let mut statements = Vec::new();
    for pair in pairs.next().into_iter().flat_map(Pair::into_inner) {
        match statement(pair) {
            Ok(Some(statement)) => statements.push(statement),
            Ok(None) => {}
            Err(fault) => faults.push(*fault),
        }
    }
    if statements.len() > MOST_STATEMENTS {
        faults.push(Diagnostic::error(format!("{} statements are more than {MOST_STATEMENTS}", statements.len())));
    }
    if faults.has_errors() { Err(faults) } else { Ok(statements) }
}

/// A statement, `None` for the end of the file.
fn statement(pair: Pair<Rule>) -> Result<Option<Statement>, Box<Diagnostic>> {
    let span = Span::new(pair.as_span().start(), end_of(&pair));
    let kind = pair.as_rule();
    let line = pair.as_str().trim_end();
    let mut parts = Parts::of(pair);
    let statement = match kind {
        Rule::EOI => return Ok(None),
        Rule::param => Statement::Param(parts.atom(), parts.atom()),
        Rule::mesh => Statement::Mesh(parts.all(Rule::axis_size).into_iter().map(|pair| Parts::of(pair).two()).collect(), span),
        Rule::include => Statement::Include(parts.atom()),
        Rule::role => Statement::Role(parts.atom(), parts.atoms(Rule::glob)),
        Rule::recompute => Statement::Setting(Setting::Recompute(parts.atom())),
        Rule::attention => Statement::Setting(Setting::Attention { scheme: parts.atom(), heads: parts.list(Rule::heads), layout: parts.list(Rule::layout).into_iter().next() }),
        Rule::regather => Statement::Setting(Setting::Regather(parts.list(Rule::along))),
        Rule::quantise => Statement::Setting(Setting::Quantise(parts.atom(), parts.atom())),
        Rule::combine => Statement::Setting(Setting::Combine(parts.atom())),
        Rule::expert => {
            let word = |text: &str| Atom { text: text.to_owned(), variable: false, span };
            let along = parts.list(Rule::along);
            let exchange = parts.list(Rule::exchange).into_iter().next().map(Setting::Exchange);
            let shadows = parts.list(Rule::shadow);
            // Experts that every device has are not cut.
            let except = if shadows.is_empty() { Vec::new() } else { vec![word(SHADOWS)] };
            let who = Selection { span, role: Some(word("parameter")), globs: Vec::new(), except, conditions: Vec::new() };
            let action = Action::Shard { who, by: vec![Dimension::Word(word("experts"))], along };
            let settings = exchange.into_iter().chain((!shadows.is_empty()).then_some(Setting::Shadow(shadows))).collect();
            Statement::Expert(Tactic { span, action, priority: parts.list(Rule::priority).into_iter().next() }, settings)
        }
        Rule::shard | Rule::replicate | Rule::barrier | Rule::zero => {
            let action = match kind {
                Rule::shard => Action::Shard { who: parts.selection(), by: parts.dimensions(), along: parts.list(Rule::along) },
                Rule::zero => Action::Zero { stage: parts.atom(), along: parts.list(Rule::along), conditions: parts.conditions() },
                _ => Action::Replicate { who: parts.selection(), along: parts.list(Rule::along) },
            };
            Statement::Tactic(Tactic { span, action, priority: parts.list(Rule::priority).into_iter().next() })
        }
        _ => {
            let word = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
            let at = Span::new(span.start as usize, span.start as usize + word.len());
            let hint = did_you_mean(word, KEYWORDS.into_iter());
            let fault = Diagnostic::error(format!("no tactic is named `{word}`{hint}")).at(at);
            return Err(Box::new(fault.help(format!("there are {}", KEYWORDS.join(", ")))));
        }
    };
    Ok(Some(statement))
}

/// The parts of a statement, in turn.
struct Parts<'t> {
    pairs: std::iter::Peekable<pest::iterators::Pairs<'t, Rule>>,
}

impl<'t> Parts<'t> {
    fn of(pair: Pair<'t, Rule>) -> Parts<'t> {
        let mut parts = Parts { pairs: pair.into_inner().peekable() };
        parts.skip();
        parts
    }
    /// Keywords are pairs too, and say nothing more.
    fn skip(&mut self) {
        while self.pairs.next_if(|pair| is_keyword(pair.as_rule())).is_some() {}
    }
    fn next(&mut self) -> Option<Pair<'t, Rule>> {
        self.skip();
        self.pairs.next()
    }
    fn next_of(&mut self, rule: Rule) -> Option<Pair<'t, Rule>> {
        self.skip();
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }
    /// The grammar promises one; a missing one would be an empty word, which names nothing.
    fn atom(&mut self) -> Atom {
        self.next().map_or_else(|| Atom { text: String::new(), variable: false, span: Span::default() }, atom)
    }
    fn two(mut self) -> (Atom, Atom) {
        (self.atom(), self.atom())
    }
    fn all(&mut self, rule: Rule) -> Vec<Pair<'t, Rule>> {
        std::iter::from_fn(|| self.next_of(rule)).collect()
    }
    fn atoms(&mut self, rule: Rule) -> Vec<Atom> {
        self.all(rule).into_iter().map(atom).collect()
    }
    /// The words of a part that may be missing.
    fn list(&mut self, rule: Rule) -> Vec<Atom> {
        self.next_of(rule).map_or_else(Vec::new, |pair| Parts::of(pair).atoms(Rule::value))
    }
    fn selection(&mut self) -> Selection {
        let Some(pair) = self.next_of(Rule::selection) else {
            return Selection { span: Span::default(), role: None, globs: Vec::new(), except: Vec::new(), conditions: Vec::new() };
        };
        let span = span_of(&pair);
        let mut parts = Parts::of(pair);
        let mut who = parts.next_of(Rule::who).map(Parts::of);
        let role = who.as_mut().and_then(|who| who.next_of(Rule::value)).map(atom);
        let globs = who.map_or_else(Vec::new, |mut who| who.atoms(Rule::glob));
        let except = parts.next_of(Rule::except).map_or_else(Vec::new, |pair| Parts::of(pair).atoms(Rule::glob));
        Selection { span, role, globs, except, conditions: parts.conditions() }
    }
    fn conditions(&mut self) -> Vec<Condition> {
        let Some(pair) = self.next_of(Rule::conditions) else { return Vec::new() };
        Parts::of(pair).all(Rule::condition).into_iter().map(condition).collect()
    }
    fn dimensions(&mut self) -> Vec<Dimension> {
        let Some(pair) = self.next_of(Rule::by) else { return Vec::new() };
        let dimension = |pair: Pair<'t, Rule>| {
            let indexed = pair.clone().into_inner().any(|part| part.as_rule() == Rule::k_dim);
            let atom = Parts::of(pair).atom();
            if indexed { Dimension::Index(atom) } else { Dimension::Word(atom) }
        };
        Parts::of(pair).all(Rule::dimension).into_iter().map(dimension).collect()
    }
}

fn condition(pair: Pair<Rule>) -> Condition {
    let text = pair.as_str();
    let mut parts = Parts::of(pair);
    let Some(measure) = parts.next_of(Rule::measure) else { return Condition::Has(parts.atom()) };
    let measure = match measure.as_str() {
        "rank" => Measure::Rank,
        "elements" => Measure::Elements,
        _ => Measure::Bytes,
    };
    let relation = match parts.next_of(Rule::relation).map_or(text, |pair| pair.as_str()) {
        ">=" => Relation::AtLeast,
        "<=" => Relation::AtMost,
        ">" => Relation::More,
        "<" => Relation::Less,
        _ => Relation::Equal,
    };
    Condition::Measure { measure, relation, with: parts.atom() }
}

fn atom(pair: Pair<Rule>) -> Atom {
    let span = span_of(&pair);
    match pair.as_rule() {
        Rule::value | Rule::glob => pair.into_inner().next().map_or_else(|| Atom { text: String::new(), variable: false, span }, atom),
        Rule::variable => Atom { text: pair.as_str().trim_start_matches('$').to_owned(), variable: true, span },
        Rule::string => Atom { text: pair.into_inner().next().map_or_else(String::new, |text| text.as_str().to_owned()), variable: false, span },
        _ => Atom { text: pair.as_str().to_owned(), variable: false, span },
    }
}

/// The end of the last token: a comment behind it is passed over before the parser sees that nothing more follows.
fn end_of(pair: &Pair<Rule>) -> usize {
    let own = pair.as_span().end();
    match pair.as_rule() {
        Rule::string | Rule::variable => own,
        _ => pair.clone().into_inner().last().map_or(own, |last| end_of(&last)),
    }
}

fn span_of(pair: &Pair<Rule>) -> Span {
    let span = pair.as_span();
    Span::new(span.start(), span.end())
}

fn is_keyword(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        k_param | k_mesh | k_include | k_role | k_shard | k_replicate | k_barrier | k_zero | k_recompute | k_attention | k_regather | k_quantise | k_block | k_combine | k_heads | k_layout | k_expert | k_exchange | k_shadow | k_by | k_dim
            | k_along | k_except | k_where | k_and | k_has | k_priority
    )
}

/// Where and what pest expected.
fn fault(error: &pest::error::Error<Rule>) -> Diagnostics {
    let start = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    // One character, and one past the start of the text where that is empty: a span at 0 of no length is no place.
    let span = Span::new(start, start + 1);
    let message = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let mut wanted: Vec<String> = positives.iter().map(|rule| wanted(*rule)).collect();
            wanted.sort_unstable();
            wanted.dedup();
            if wanted.is_empty() { "this is no tactic".to_owned() } else { format!("expected {}", wanted.join(" or ")) }
        }
        ErrorVariant::CustomError { message } => message.clone(),
    };
    Diagnostic::error(message).at(span).into()
}

fn wanted(rule: Rule) -> String {
    let name = format!("{rule:?}");
    match rule {
        Rule::value | Rule::who | Rule::selection => "a word or `$name`".to_owned(),
        Rule::glob | Rule::string => "a name in quotes".to_owned(),
        Rule::along => "`along`".to_owned(),
        Rule::by => "`by`".to_owned(),
        Rule::except => "`except`".to_owned(),
        Rule::conditions => "`where`".to_owned(),
        Rule::priority => "`priority`".to_owned(),
        Rule::condition | Rule::measure => "`has`, `rank`, `elements` or `bytes`".to_owned(),
        Rule::relation => "`>=`, `<=`, `=`, `>` or `<`".to_owned(),
        Rule::axis_size => "AXIS=N".to_owned(),
        Rule::dimension => "a dimension".to_owned(),
        Rule::EOI => "the end of the line".to_owned(),
        Rule::word | Rule::number | Rule::variable => format!("a {name}"),
        _ => name.strip_prefix("k_").map_or(format!("a {name}"), |keyword| format!("`{keyword}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_statement_and_words_know_their_places() {
        let text = "# ZeRO\nparam n = 4\nmesh data=$n, model = 2\n\nshard parameter 'h.*.w', 'x' except 'h.0.*' where rank >= 2 and has hidden by heads, dim -1 along model # there\nzero 3 along data priority 2\n";
        let statements = parse(text).unwrap();
        assert_eq!(statements.len(), 4);
        let Statement::Mesh(axes, _) = &statements[1] else { panic!("{statements:?}") };
        assert!(axes[0].1.variable && axes[0].1.text == "n" && axes[1].1.text == "2");
        let Statement::Tactic(Tactic { action: Action::Shard { who, by, along }, span, priority: None }) = &statements[2] else { panic!("{statements:?}") };
        assert_eq!(&text[span.start as usize..span.end as usize], text.lines().nth(4).unwrap().split(" #").next().unwrap());
        assert_eq!(who.role.as_ref().unwrap().text, "parameter");
        assert_eq!(who.globs.iter().map(|glob| glob.text.as_str()).collect::<Vec<_>>(), ["h.*.w", "x"]);
        assert_eq!((who.except.len(), who.conditions.len(), along[0].text.as_str()), (1, 2, "model"));
        assert!(matches!(&by[..], [Dimension::Word(heads), Dimension::Index(last)] if heads.text == "heads" && last.text == "-1"));
        let at = by[1].span();
        assert_eq!(&text[at.start as usize..at.end as usize], "-1");
        let Statement::Tactic(Tactic { action: Action::Zero { stage, .. }, priority: Some(priority), .. }) = &statements[3] else { panic!("{statements:?}") };
        assert_eq!((stage.text.as_str(), priority.text.as_str()), ("3", "2"));
    }

    /// The message, and the text that it points at.
    fn faults(text: &str) -> Vec<(String, String)> {
        let place = |fault: &Diagnostic| fault.labels.first().map_or("", |label| text.get(label.span.start as usize..label.span.end as usize).unwrap_or("")).to_owned();
        parse(text).unwrap_err().0.iter().map(|fault| (fault.message.clone(), place(fault))).collect()
    }

    #[test]
    fn what_is_no_tactic_is_told_with_its_place() {
        let fault = |text| faults(text).remove(0);
        assert_eq!(fault("shrad input by batch along x").0, "no tactic is named `shrad`; did you mean `shard`?");
        assert_eq!(fault("mesh x=2\nshard input along x"), ("expected `by` or `except` or `where` or a name in quotes".into(), "a".into()));
        assert!(fault("zero along").0.starts_with("expected"), "{:?}", fault("zero along"));
        assert_eq!(faults("shrad x\nzeor 3 along y").len(), 2);
    }

    #[test]
    fn settings_and_experts_have_their_lines() {
        let statements = parse("recompute full\nattention usp heads inner layout zigzag\nregather along y\ncombine 1024\nexpert along x exchange hierarchical shadow 0, 3\n").unwrap();
        let Statement::Setting(Setting::Attention { scheme, heads, layout: Some(layout) }) = &statements[1] else { panic!("{statements:?}") };
        assert_eq!((scheme.text.as_str(), heads[0].text.as_str(), layout.text.as_str()), ("usp", "inner", "zigzag"));
        assert!(matches!(&statements[0], Statement::Setting(Setting::Recompute(policy)) if policy.text == "full"));
        assert!(matches!(&statements[2..4], [Statement::Setting(Setting::Regather(axes)), Statement::Setting(Setting::Combine(bytes))] if axes[0].text == "y" && bytes.text == "1024"));
        let Statement::Expert(Tactic { action: Action::Shard { who, by, along }, .. }, settings) = &statements[4] else { panic!("{statements:?}") };
        assert!(matches!(&by[..], [Dimension::Word(word)] if word.text == "experts") && along[0].text == "x" && who.except[0].text == SHADOWS);
        assert!(matches!(&settings[..], [Setting::Exchange(form), Setting::Shadow(experts)] if form.text == "hierarchical" && experts[1].text == "3"));
    }
}
