//! Rules from their text.
//!
//! Invariants: a rule that is returned reads only what it has bound, names known ops and functions, and has at least one
//! `find` and one `make`; every error gives the line.

use super::expr::FUNCTIONS;
use super::rule::{self as ast, ELEMENTWISE, Expr, Find, Head, Statement, Term, TypeOf};
use super::value::Val;
use pest::Parser;
use pest::iterators::Pair;
use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::Sym;
use shardwright_ir::nearest::did_you_mean;
use std::collections::BTreeSet;

#[derive(pest_derive::Parser)]
#[grammar = "rewrite/egraph/rules.pest"]
struct RuleText;

/// Expressions and patterns may be nested this deep.
const MAX_DEPTH: usize = 64;

/// A set of rules as text, with a name for messages.
///
/// # Errors
/// With file, line and what is wrong.
pub fn parse_rules(file: &str, text: &str) -> Result<Vec<ast::Rule>, String> {
    if let Some(line) = too_deep(text) {
        return Err(format!("{file}:{line}: nested deeper than {MAX_DEPTH}"));
    }
    let pairs = RuleText::parse(Rule::file, text).map_err(|error| {
        let (line, column) = match error.line_col {
            pest::error::LineColLocation::Pos(at) | pest::error::LineColLocation::Span(at, _) => at,
        };
        format!("{file}:{line}:{column}: {}", error.variant.message())
    })?;
    let mut rules: Vec<ast::Rule> = Vec::new();
    for pair in pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::rule) {
        let line = pair.line_col().0;
        let rule = Reader::default().rule(pair).map_err(|why| format!("{file}:{line}: {why}"))?;
        if rules.iter().any(|other| other.name == rule.name) {
            return Err(format!("{file}:{line}: rule {} is there twice", rule.name));
        }
        rules.push(rule);
    }
    Ok(rules)
}

/// The line where brackets are nested deeper than the parser's stack should bear.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (index, line) in text.lines().enumerate() {
        for byte in line.bytes() {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                return Some(index + 1);
            }
        }
    }
    None
}

#[derive(Default)]
struct Reader {
    vars: Vec<String>,
    values: Vec<String>,
    bound_vars: BTreeSet<usize>,
    bound_values: BTreeSet<usize>,
    statements: Vec<Statement>,
}

type Made<T> = Result<T, String>;

impl Reader {
    fn rule(mut self, pair: Pair<Rule>) -> Made<ast::Rule> {
        let (mut name, mut about, mut late) = (String::new(), String::new(), false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::rule_name => part.as_str().clone_into(&mut name),
                Rule::text => about = inner_text(part),
                Rule::late => late = true,
                _ => self.statement(part).map_err(|why| format!("rule {name}: {why}"))?,
            }
        }
        let has = |wanted: fn(&Statement) -> bool| self.statements.iter().any(wanted);
        if !has(|statement| matches!(statement, Statement::Find(_))) || !has(|statement| matches!(statement, Statement::Make { .. })) {
            return Err(format!("rule {name}: needs a `find` and a `make`"));
        }
        Ok(ast::Rule { name, about, late, statements: self.statements, vars: self.vars, values: self.values })
    }

    fn statement(&mut self, pair: Pair<Rule>) -> Made<()> {
        let kind = pair.as_rule();
        let mut parts = pair.into_inner().peekable();
        let each = parts.next_if(|part| part.as_rule() == Rule::each).is_some();
        match kind {
            Rule::find => {
                let var = self.var(need(parts.next())?.as_str());
                let pattern = need(parts.next())?;
                let mut nested = Vec::new();
                let mut find = self.pattern(var, pattern, &mut nested)?;
                if each && !nested.is_empty() {
                    return Err("a pattern of `find each` has variables as its operands".into());
                }
                if each && find.rest.is_some() {
                    return Err("a pattern of `find each` has no list of operands".into());
                }
                find.each = each;
                if let Some(condition) = parts.next() {
                    find.with = Some(self.expr(condition)?);
                }
                if find.with.is_some() && !each {
                    return Err("`with` belongs to `find each`; elsewhere write `where`".into());
                }
                self.statements.push(Statement::Find(find));
                self.statements.extend(nested.into_iter().map(Statement::Find));
            }
            Rule::r#where => {
                let condition = self.expr(need(parts.next())?)?;
                self.statements.push(Statement::Where(condition));
            }
            Rule::let_value => {
                let name = need(parts.next())?.as_str().to_owned();
                let expr = self.expr(need(parts.next())?)?;
                let index = self.value(&name);
                if !self.bound_values.insert(index) {
                    return Err(format!("{name} is bound twice"));
                }
                self.statements.push(Statement::LetValue(index, expr));
            }
            Rule::let_term => {
                let name = need(parts.next())?.as_str().to_owned();
                let term = self.term(need(parts.next())?)?;
                let index = self.var(&name);
                if !self.bound_vars.insert(index) {
                    return Err(format!("{name} is bound twice"));
                }
                self.statements.push(Statement::LetTerm { each, var: index, term });
            }
            Rule::make => {
                let var = self.bound(need(parts.next())?.as_str())?;
                let term = self.term(need(parts.next())?)?;
                self.statements.push(Statement::Make { each, var, term });
            }
            _ => {}
        }
        Ok(())
    }

    fn pattern(&mut self, var: usize, pair: Pair<Rule>, nested: &mut Vec<Find>) -> Made<Find> {
        let mut parts = pair.into_inner();
        let op = op_name(need(parts.next())?.as_str())?;
        self.bound_vars.insert(var);
        let mut find = Find { each: false, var, op, args: Vec::new(), rest: None, fields: Vec::new(), like: None, with: None };
        let mut below = Vec::new();
        for part in parts {
            match part.as_rule() {
                Rule::sub => {
                    let sub = need(part.into_inner().next())?;
                    if find.rest.is_some() {
                        return Err("a list of operands is the last".into());
                    }
                    if sub.as_rule() == Rule::spread {
                        let rest = self.var(need(sub.into_inner().next())?.as_str());
                        if !self.bound_vars.insert(rest) {
                            return Err("a list of operands is bound by its pattern alone".into());
                        }
                        find.rest = Some(rest);
                    } else if sub.as_rule() == Rule::var {
                        let arg = self.var(sub.as_str());
                        self.bound_vars.insert(arg);
                        find.args.push(arg);
                    } else {
                        let arg = self.var(&format!("?.{}", self.vars.len()));
                        find.args.push(arg);
                        below.push((arg, sub));
                    }
                }
                Rule::fields => find.fields = self.fields(part, true)?,
                Rule::like => find.like = Some(self.bound(need(part.into_inner().next())?.as_str())?),
                _ => {}
            }
        }
        for (arg, sub) in below {
            let mut inner = Vec::new();
            let found = self.pattern(arg, sub, &mut inner)?;
            nested.push(found);
            nested.extend(inner);
        }
        Ok(find)
    }

    /// Attributes; in a pattern a value variable that stands alone is bound where it is not yet.
    fn fields(&mut self, pair: Pair<Rule>, binds: bool) -> Made<Vec<(String, Expr)>> {
        let mut fields = Vec::new();
        for field in pair.into_inner() {
            let mut parts = field.into_inner();
            let name = need(parts.next())?.as_str().to_owned();
            let expr = need(parts.next())?;
            let text = expr.as_str().trim().to_owned();
            let alone = text.starts_with('$') && text[1..].chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if binds && alone {
                let index = self.value(&text);
                self.bound_values.insert(index);
                fields.push((name, Expr::Value(index)));
            } else {
                fields.push((name, self.expr(expr)?));
            }
        }
        Ok(fields)
    }

    fn term(&mut self, pair: Pair<Rule>) -> Made<Term> {
        let inner = need(pair.into_inner().next())?;
        let kind = inner.as_rule();
        if kind == Rule::var {
            return Ok(Term::Var(self.bound(inner.as_str())?));
        }
        let mut parts = inner.into_inner();
        let first = need(parts.next())?;
        if kind == Rule::splat {
            let value = self.expr(first)?;
            return Ok(Term::Splat(value, self.type_of(need(parts.next())?)?));
        }
        let head = match kind {
            Rule::copy => Head::Copy(self.bound(first.as_str())?),
            _ => Head::Name(op_name(first.as_str())?),
        };
        let (mut args, mut fields, mut ty) = (Vec::new(), Vec::new(), None);
        for part in parts {
            match part.as_rule() {
                Rule::argument => {
                    let arg = need(part.into_inner().next())?;
                    args.push(match arg.as_rule() {
                        Rule::spread => Term::Spread(self.bound(need(arg.into_inner().next())?.as_str())?),
                        _ => self.term(arg)?,
                    });
                }
                Rule::fields => fields = self.fields(part, false)?,
                Rule::type_of => ty = Some(self.type_of(part)?),
                _ => {}
            }
        }
        Ok(Term::Op { head, args, fields, ty })
    }

    fn type_of(&mut self, pair: Pair<Rule>) -> Made<TypeOf> {
        let mut parts = pair.into_inner();
        let var = self.bound(need(parts.next())?.as_str())?;
        let dims = parts.next().map(|expr| self.expr(expr)).transpose()?;
        Ok(TypeOf { var, dims })
    }

    fn expr(&mut self, pair: Pair<Rule>) -> Made<Expr> {
        let mut operands = Vec::new();
        let mut operators: Vec<(String, usize)> = Vec::new();
        let reduce = |operands: &mut Vec<Expr>, operators: &mut Vec<(String, usize)>| {
            if let (Some((sign, _)), Some(right), Some(left)) = (operators.pop(), operands.pop(), operands.pop()) {
                operands.push(Expr::Call(sign, vec![left, right]));
            }
        };
        for part in pair.into_inner() {
            if part.as_rule() == Rule::operator {
                let sign = part.as_str().to_owned();
                let strength = strength(&sign);
                while operators.last().is_some_and(|(_, before)| *before >= strength) {
                    reduce(&mut operands, &mut operators);
                }
                operators.push((sign, strength));
            } else {
                operands.push(self.unary(part)?);
            }
        }
        while !operators.is_empty() {
            reduce(&mut operands, &mut operators);
        }
        operands.pop().ok_or_else(|| "an expression is missing".to_owned())
    }

    fn unary(&mut self, pair: Pair<Rule>) -> Made<Expr> {
        let mut sign = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::minus => sign = Some("negate"),
                Rule::not => sign = Some("not"),
                Rule::unary => return Ok(Expr::Call("not".into(), vec![self.unary(part)?])),
                _ => {
                    let inner = self.primary(part)?;
                    return Ok(sign.map_or(inner.clone(), |sign| Expr::Call(sign.into(), vec![inner])));
                }
            }
        }
        Err("an expression is missing".into())
    }

    fn primary(&mut self, pair: Pair<Rule>) -> Made<Expr> {
        let inner = need(pair.into_inner().next())?;
        let text = inner.as_str().to_owned();
        Ok(match inner.as_rule() {
            Rule::number if text.contains('.') => Expr::Const(Val::Num(text.parse().map_err(|_| format!("{text} is not a number"))?)),
            Rule::number => Expr::Const(Val::Int(text.parse().map_err(|_| format!("{text} is not a 64-bit integer"))?)),
            Rule::boolean => Expr::Const(Val::Bool(text == "true")),
            Rule::text => Expr::Const(Val::Text(Sym::new(&inner_text(inner)))),
            Rule::list => Expr::List(inner.into_inner().map(|item| self.expr(item)).collect::<Made<_>>()?),
            Rule::var => Expr::Var(self.bound(&text)?),
            Rule::value => {
                let index = self.value(&text);
                if !self.bound_values.contains(&index) {
                    return Err(format!("{text} is not bound"));
                }
                Expr::Value(index)
            }
            Rule::function => {
                let mut parts = inner.into_inner();
                let name = need(parts.next())?.as_str().to_owned();
                let args = parts.map(|arg| self.expr(arg)).collect::<Made<Vec<_>>>()?;
                let Some((_, wanted, _)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
                    return Err(format!("unknown function `{name}`{}", did_you_mean(&name, FUNCTIONS.iter().map(|(known, ..)| *known))));
                };
                if args.len() != *wanted {
                    return Err(format!("{name} takes {wanted} arguments, got {}", args.len()));
                }
                Expr::Call(name, args)
            }
            _ => self.expr(inner)?,
        })
    }

    fn var(&mut self, name: &str) -> usize {
        index_of(&mut self.vars, name)
    }
    fn value(&mut self, name: &str) -> usize {
        index_of(&mut self.values, name)
    }
    fn bound(&mut self, name: &str) -> Made<usize> {
        let index = self.var(name);
        if self.bound_vars.contains(&index) { Ok(index) } else { Err(format!("{name} is not bound")) }
    }
}

fn index_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn need<'i>(pair: Option<Pair<'i, Rule>>) -> Made<Pair<'i, Rule>> {
    pair.ok_or_else(|| "the rule ends too early".to_owned())
}

fn inner_text(pair: Pair<Rule>) -> String {
    pair.into_inner().next().map_or(String::new(), |inner| inner.as_str().to_owned())
}

/// A name without a dot is StableHLO's.
fn op_name(name: &str) -> Made<String> {
    if name == ELEMENTWISE {
        return Ok(name.to_owned());
    }
    let full = if name.contains('.') { name.to_owned() } else { format!("stablehlo.{name}") };
    match full.strip_prefix("stablehlo.") {
        Some(_) => row(&full).map(|_| full),
        None => Ok(full),
    }
}

fn strength(sign: &str) -> usize {
    match sign {
        "or" => 1,
        "and" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "++" => 4,
        "+" | "-" => 5,
        _ => 6,
    }
}
