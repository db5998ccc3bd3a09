//! The formulas that papers give, as text: `2*(data-1)/data*parameters`.
//!
//! Invariants: `*` and `/` before `+` and `-`, all from left to right; a name that is no fact is an error that lists the facts; numbers are
//! doubles, exact for the bytes that small models have.

use pest::Parser;
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};
use pest_derive::Parser;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Parser)]
#[grammar = "zoo/formula.pest"]
struct Grammar;

/// Named numbers.
pub type Facts = BTreeMap<String, f64>;

/// The value of a formula.
///
/// # Errors
/// Where it is no formula, and which name is no fact.
pub fn evaluate(text: &str, facts: &Facts) -> Result<f64, String> {
    let mut parsed = Grammar::parse(Rule::formula, text).map_err(|error| format!("formula `{text}`: {}", error.variant.message()))?;
    let sum = parsed.next().and_then(|formula| formula.into_inner().next()).ok_or_else(|| format!("formula `{text}` is empty"))?;
    value(sum, facts).map_err(|why| format!("formula `{text}`: {why}"))
}

fn value(pair: Pair<Rule>, facts: &Facts) -> Result<f64, String> {
    static LEVELS: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
        let left = |rule| Op::infix(rule, Assoc::Left);
        PrattParser::new().op(left(Rule::add) | left(Rule::subtract)).op(left(Rule::multiply) | left(Rule::divide))
    });
    match pair.as_rule() {
        Rule::sum => LEVELS
            .map_primary(|term| value(term, facts))
            .map_infix(|left, op, right| {
                let (left, right) = (left?, right?);
                Ok(match op.as_rule() {
                    Rule::add => left + right,
                    Rule::subtract => left - right,
                    Rule::multiply => left * right,
                    _ => left / right,
                })
            })
            .parse(pair.into_inner()),
        Rule::negated => pair.into_inner().next().map_or(Ok(0.0), |term| value(term, facts)).map(|value| -value),
        Rule::number => pair.as_str().parse().map_err(|_| format!("`{}` is no number", pair.as_str())),
        Rule::name => facts.get(pair.as_str()).copied().ok_or_else(|| {
            let known: Vec<&str> = facts.keys().map(String::as_str).collect();
            format!("`{}` is no fact; there are {}", pair.as_str(), known.join(", "))
        }),
        Rule::call => {
            let mut inner = pair.into_inner();
            let function = inner.next().map(|name| name.as_str().to_owned()).unwrap_or_default();
            let arguments = inner.map(|argument| value(argument, facts)).collect::<Result<Vec<f64>, String>>()?;
            match (function.as_str(), &arguments[..]) {
                ("ceil", &[x]) => Ok(x.ceil()),
                ("sqrt", &[x]) => Ok(x.sqrt()),
                ("min", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |least, &x| least.min(x))),
                ("max", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |most, &x| most.max(x))),
                _ => Err(format!("`{function}` takes one argument, got {}", arguments.len())),
            }
        }
        other => Err(format!("{other:?} has no value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_follow_the_rules_of_arithmetic() {
        let facts = Facts::from([("n".to_owned(), 4.0), ("p".to_owned(), 100.0), ("a.b".to_owned(), 3.0)]);
        for (text, wanted) in [
            ("2*(n-1)/n*p", 150.0),
            ("1 + 2 * 3 - 4 / 2", 5.0),
            ("10 - 3 - 2", 5.0),
            ("-n + 1", -3.0),
            ("ceil(p / 3) * a.b", 102.0),
            ("max(n, p, 7) - min(n, 2)", 98.0),
            ("sqrt(n) * 1.5e2", 300.0),
        ] {
            assert_eq!(evaluate(text, &facts), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_formula_says_why() {
        let facts = Facts::from([("n".to_owned(), 4.0)]);
        assert!(evaluate("n * m", &facts).unwrap_err().contains("`m` is no fact; there are n"));
        assert!(evaluate("n *", &facts).is_err());
        assert!(evaluate("ceil(n, n)", &facts).unwrap_err().contains("takes one argument"));
    }
}
