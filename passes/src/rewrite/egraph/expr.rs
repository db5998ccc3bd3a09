//! What expressions of rules mean.
//!
//! Invariants: an expression has a value or it has none (a list too short, an overflow, a kind that does not fit): a
//! condition without a value does not hold, and a rule whose values cannot be computed does not apply. Nothing panics.

use super::lang::Graph;
use super::rule::Expr;
use super::value::{Val, read};
use egg::Id;
use shardwright_dialects::combine::reduce_kind;
use shardwright_ir::Sym;

/// Every function: name, number of arguments, what it gives.
pub const FUNCTIONS: &[(&str, usize, &str)] = &[
    ("rank", 1, "number of dimensions of ?x"),
    ("dims", 1, "sizes of ?x"),
    ("size", 2, "size of dimension $d of ?x"),
    ("elements", 1, "number of elements of ?x"),
    ("is_float", 1, "whether elements of ?x are floating-point numbers"),
    ("is_int", 1, "whether elements of ?x are integers"),
    ("same_type", 2, "whether ?x and ?y have one type"),
    ("same_element", 2, "whether ?x and ?y have one element type"),
    ("is_splat", 1, "whether all elements of ?x are known to be one number"),
    ("number", 1, "that number"),
    ("fixed", 1, "whether ?x follows from parameters and constants alone"),
    ("has", 2, "whether ?x is known to be the result of an op of this name"),
    ("same", 2, "whether ?x and ?y are known to be equal"),
    ("attr", 3, "attribute of the op that ?x was found as, or the value given third"),
    ("body", 1, "how the op that ?x was found as combines: \"add\", \"multiply\", \"maximum\", \"minimum\", …"),
    ("count", 1, "number of elements of a list variable"),
    ("total", 2, "sum of the sizes of dimension $d of a list variable's elements"),
    ("before", 2, "of `make each`: the same for the elements before this one"),
    ("len", 1, "length of a list"),
    ("at", 2, "item $i of a list"),
    ("put", 3, "a list with item $i replaced"),
    ("insert", 3, "a list with an item put in before item $i"),
    ("remove", 2, "a list without item $i"),
    ("index", 2, "place of the first item equal to $v, -1 where none is"),
    ("contains", 2, "whether a list has the item $v"),
    ("within", 2, "whether every item of the first list is in the second"),
    ("without", 2, "items of the first list that are not in the second"),
    ("range", 2, "[$a, $a + 1, …, $b - 1]"),
    ("fill", 2, "$n times $v"),
    ("cut", 3, "items $a to $b - 1 of a list"),
    ("sum", 1, "sum of a list"),
    ("product", 1, "product of a list"),
    ("sorted", 1, "a list in ascending order"),
    ("pick", 2, "items of the first list at the places of the second"),
    ("inverse", 1, "the permutation that undoes a permutation"),
    ("wide", 1, "places of the items of a list that are not 1"),
    ("min", 2, "the smaller number"),
    ("max", 2, "the larger number"),
];

/// What an expression may read.
pub struct Scope<'a> {
    /// The e-graph.
    pub graph: &'a Graph,
    /// Values of variables.
    pub values: &'a [Option<Val>],
    /// Classes of variables.
    pub classes: &'a [Option<Val>],
    /// Forms of the e-nodes that variables were found as.
    pub forms: &'a [Option<super::form::FormId>],
    /// The element that `make each` is at.
    pub current: Option<usize>,
}

impl Scope<'_> {
    /// The value of an expression.
    pub fn value(&self, expr: &Expr) -> Option<Val> {
        match expr {
            Expr::Const(value) => Some(value.clone()),
            Expr::Value(index) => self.values.get(*index)?.clone(),
            Expr::Var(index) => self.class(*index),
            Expr::List(items) => items.iter().map(|item| self.value(item)?.int()).collect::<Option<Vec<_>>>().map(Val::List),
            Expr::Call(name, args) => self.call(name, args),
        }
    }
    /// Whether a condition holds.
    pub fn holds(&self, expr: &Expr) -> bool {
        self.value(expr) == Some(Val::Bool(true))
    }

    fn class(&self, index: usize) -> Option<Val> {
        match (self.classes.get(index)?.clone()?, self.current) {
            (Val::Classes(ids), Some(at)) => ids.get(at).map(|id| Val::Class(*id)),
            (value, _) => Some(value),
        }
    }

    fn call(&self, name: &str, args: &[Expr]) -> Option<Val> {
        match (name, args) {
            ("and", [left, right]) => return Some(Val::Bool(self.holds(left) && self.holds(right))),
            ("or", [left, right]) => return Some(Val::Bool(self.holds(left) || self.holds(right))),
            ("not", [inner]) => return Some(Val::Bool(!self.holds(inner))),
            ("attr", [Expr::Var(var), name, default]) => {
                let Val::Text(name) = self.value(name)? else { return None };
                let form = self.graph.analysis.forms.get((*self.forms.get(*var)?)?);
                return match read(form.attrs()?, &name) {
                    Val::Absent => self.value(default),
                    found => Some(found),
                };
            }
            ("body", [Expr::Var(var)]) => {
                let (func, op) = self.graph.analysis.forms.get((*self.forms.get(*var)?)?).template()?;
                let &region = func.op(op).regions.first()?;
                let kind = reduce_kind(func, region)?;
                return Some(Val::Text(Sym::new(kind.as_str())));
            }
            ("total" | "before" | "count", [Expr::Var(var), ..]) => {
                let Val::Classes(ids) = self.classes.get(*var)?.clone()? else { return None };
                if name == "count" {
                    return Some(Val::Int(ids.len() as i64));
                }
                let dim = usize::try_from(self.value(args.get(1)?)?.int()?).ok()?;
                let end = if name == "before" { self.current? } else { ids.len() };
                let sizes = ids.get(..end)?.iter().map(|&id| self.dims(id)?.get(dim).copied());
                return sizes.sum::<Option<i64>>().map(Val::Int);
            }
            _ => {}
        }
        let args = args.iter().map(|arg| self.value(arg)).collect::<Option<Vec<_>>>()?;
        if let Some(Val::Class(id)) = args.first() {
            return self.of_class(name, *id, &args);
        }
        pure(name, &args)
    }

    fn dims(&self, id: Id) -> Option<Vec<i64>> {
        Some(self.graph[id].data.ty.as_tensor()?.dims.to_vec())
    }

    fn of_class(&self, name: &str, id: Id, args: &[Val]) -> Option<Val> {
        let facts = &self.graph[id].data;
        let ty = facts.ty.as_tensor()?;
        let other = |index: usize| match args.get(index) {
            Some(Val::Class(id)) => Some(*id),
            _ => None,
        };
        Some(match name {
            "rank" => Val::Int(ty.rank() as i64),
            "dims" => Val::List(ty.dims.to_vec()),
            "size" => Val::Int(*ty.dims.get(usize::try_from(args.get(1)?.int()?).ok()?)?),
            "elements" => Val::Int(ty.num_elements()),
            "is_float" => Val::Bool(ty.element.is_float()),
            "is_int" => Val::Bool(ty.element.is_int()),
            "same_type" => Val::Bool(facts.ty == self.graph[other(1)?].data.ty),
            "same_element" => Val::Bool(ty.element == self.graph[other(1)?].data.ty.as_tensor()?.element),
            "is_splat" => Val::Bool(facts.splat.is_some()),
            "number" => Val::Num(facts.splat?),
            "fixed" => Val::Bool(facts.fixed),
            "has" => {
                let Val::Text(wanted) = args.get(1)? else { return None };
                let name = |node: &super::lang::Node| self.graph.analysis.forms.get(node.form).name;
                Val::Bool(self.graph[id].nodes.iter().any(|node| name(node).strip_prefix("stablehlo.") == Some(wanted.as_str())))
            }
            "same" | "==" => Val::Bool(self.graph.find(id) == self.graph.find(other(1)?)),
            "!=" => Val::Bool(self.graph.find(id) != self.graph.find(other(1)?)),
            _ => return None,
        })
    }
}

/// Functions of plain values.
fn pure(name: &str, args: &[Val]) -> Option<Val> {
    let int = |index: usize| args.get(index)?.int();
    let at = |index: usize| usize::try_from(args.get(index)?.int()?).ok();
    let list = |index: usize| args.get(index)?.list();
    let number = |index: usize| args.get(index)?.number();
    Some(match name {
        "+" | "-" | "*" | "/" | "%" | "min" | "max" => match (args.first()?, args.get(1)?) {
            (Val::Int(a), Val::Int(b)) => Val::Int(arithmetic(name, *a, *b)?),
            (Val::List(a), Val::List(b)) if a.len() == b.len() => {
                Val::List(a.iter().zip(b).map(|(&a, &b)| arithmetic(name, a, b)).collect::<Option<_>>()?)
            }
            (Val::List(a), Val::Int(b)) => Val::List(a.iter().map(|&a| arithmetic(name, a, *b)).collect::<Option<_>>()?),
            (a, b) => Val::Num(float_arithmetic(name, a.number()?, b.number()?)?),
        },
        "negate" => match args.first()? {
            Val::Int(a) => Val::Int(a.checked_neg()?),
            value => Val::Num(-value.number()?),
        },
        "==" => Val::Bool(equal(args.first()?, args.get(1)?)),
        "!=" => Val::Bool(!equal(args.first()?, args.get(1)?)),
        "<" => Val::Bool(number(0)? < number(1)?),
        "<=" => Val::Bool(number(0)? <= number(1)?),
        ">" => Val::Bool(number(0)? > number(1)?),
        ">=" => Val::Bool(number(0)? >= number(1)?),
        "++" => Val::List([list(0)?, list(1)?].concat()),
        "len" => Val::Int(list(0)?.len() as i64),
        "at" => Val::Int(*list(0)?.get(at(1)?)?),
        "put" => {
            let mut items = list(0)?.to_vec();
            *items.get_mut(at(1)?)? = int(2)?;
            Val::List(items)
        }
        "insert" => {
            let (mut items, place) = (list(0)?.to_vec(), at(1)?);
            if place > items.len() {
                return None;
            }
            items.insert(place, int(2)?);
            Val::List(items)
        }
        "remove" => {
            let (mut items, place) = (list(0)?.to_vec(), at(1)?);
            if place >= items.len() {
                return None;
            }
            items.remove(place);
            Val::List(items)
        }
        "index" => Val::Int(list(0)?.iter().position(|&item| Some(item) == int(1)).map_or(-1, |place| place as i64)),
        "contains" => Val::Bool(list(0)?.contains(&int(1)?)),
        "within" => {
            let all = list(1)?;
            Val::Bool(list(0)?.iter().all(|item| all.contains(item)))
        }
        "without" => {
            let gone = list(1)?;
            Val::List(list(0)?.iter().copied().filter(|item| !gone.contains(item)).collect())
        }
        "range" => {
            let (begin, end) = (int(0)?, int(1)?);
            if end.checked_sub(begin)? > MAX_LIST {
                return None;
            }
            Val::List((begin..end).collect())
        }
        "fill" => {
            if int(0)? > MAX_LIST {
                return None;
            }
            Val::List(vec![int(1)?; at(0)?])
        }
        "cut" => Val::List(list(0)?.get(at(1)?..at(2)?)?.to_vec()),
        "sum" => Val::Int(list(0)?.iter().try_fold(0i64, |sum, &item| sum.checked_add(item))?),
        "product" => Val::Int(list(0)?.iter().try_fold(1i64, |product, &item| product.checked_mul(item))?),
        "sorted" => {
            let mut items = list(0)?.to_vec();
            items.sort_unstable();
            Val::List(items)
        }
        "pick" => {
            let items = list(0)?;
            Val::List(list(1)?.iter().map(|&place| items.get(usize::try_from(place).ok()?).copied()).collect::<Option<_>>()?)
        }
        "wide" => Val::List(list(0)?.iter().enumerate().filter(|(_, item)| **item != 1).map(|(place, _)| place as i64).collect()),
        "inverse" => {
            let items = list(0)?;
            let place = |wanted: usize| items.iter().position(|&item| item == wanted as i64).map(|place| place as i64);
            Val::List((0..items.len()).map(place).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Lists of rules are about dimensions; longer ones are a fault of the rule.
const MAX_LIST: i64 = 1 << 16;

fn equal(a: &Val, b: &Val) -> bool {
    match (a.number(), b.number()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

fn arithmetic(name: &str, a: i64, b: i64) -> Option<i64> {
    match name {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        "%" => a.checked_rem(b),
        "min" => Some(a.min(b)),
        _ => Some(a.max(b)),
    }
}

fn float_arithmetic(name: &str, a: f64, b: f64) -> Option<f64> {
    match name {
        "+" => Some(a + b),
        "-" => Some(a - b),
        "*" => Some(a * b),
        "/" if b != 0.0 => Some(a / b),
        "min" => Some(a.min(b)),
        "max" => Some(a.max(b)),
        _ => None,
    }
}
