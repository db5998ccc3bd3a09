//! Finding where rules apply, and applying them.
//!
//! Invariants: matches come in the order of classes and e-nodes, so that a run is the same every time; a rule stops at its
//! cap of matches; applying a match adds e-nodes and unions and nothing else, and a match whose values do not exist or
//! whose ops a row refuses changes nothing but may leave e-nodes that equal nothing.

use super::acyclic::Live;
use super::expr::Scope;
use super::form::{Form, FormId};
use super::lang::{Graph, add_op};
use super::rule::{ELEMENTWISE, Expr, Find, Head, Rule, Statement, Term, TypeOf};
use super::value::{Val, read, set};
use egg::Id;
use shardwright_dialects::combine::reduce_kind;
use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::op::Inference;
use shardwright_ir::{Attr, Attrs, Literal, TensorType};

/// What a rule's variables are bound to.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Classes, or lists of classes.
    pub classes: Vec<Option<Val>>,
    /// Values.
    pub values: Vec<Option<Val>>,
    /// The forms of the e-nodes that variables were found as.
    pub forms: Vec<Option<FormId>>,
}

/// Most elements of one `find each`.
const MAX_EACH: usize = 64;

/// All matches of a rule, `cap` at most; whether there may be more.
pub fn matches(graph: &Graph, live: &Live, rule: &Rule, cap: usize) -> (Vec<Binding>, bool) {
    let empty = Binding {
        classes: vec![None; rule.vars.len()],
        values: vec![None; rule.values.len()],
        forms: vec![None; rule.vars.len()],
    };
    let mut search = Search { graph, live, rule, cap, steps: cap.saturating_mul(50), found: Vec::new() };
    search.go(0, empty);
    let full = search.found.len() >= cap || search.steps == 0;
    (search.found, full)
}

struct Search<'a> {
    graph: &'a Graph,
    live: &'a Live,
    rule: &'a Rule,
    cap: usize,
    /// Candidates that may still be looked at: what bounds a search that finds nothing.
    steps: usize,
    found: Vec<Binding>,
}

impl Search<'_> {
    fn go(&mut self, at: usize, mut binding: Binding) {
        if self.found.len() >= self.cap || self.steps == 0 {
            return;
        }
        let rule = self.rule;
        match rule.statements.get(at) {
            Some(Statement::Find(find)) if find.each => {
                if let Some(next) = self.gather(find, &binding) {
                    self.go(at + 1, next);
                }
            }
            Some(Statement::Find(find)) => {
                for next in self.candidates(find, &binding) {
                    self.go(at + 1, next);
                }
            }
            Some(Statement::Where(condition)) => {
                if scope(self.graph, &binding, None).holds(condition) {
                    self.go(at + 1, binding);
                }
            }
            Some(Statement::LetValue(index, expr)) => {
                if let Some(value) = scope(self.graph, &binding, None).value(expr) {
                    binding.values[*index] = Some(value);
                    self.go(at + 1, binding);
                }
            }
            Some(Statement::LetTerm { .. } | Statement::Make { .. }) | None => self.found.push(binding),
        }
    }

    /// Bindings that a `find` leads to.
    fn candidates(&mut self, find: &Find, binding: &Binding) -> Vec<Binding> {
        let name = shardwright_ir::Sym::new(&find.op);
        let mut found = Vec::new();
        let bound = |var: usize| match &binding.classes[var] {
            Some(Val::Class(id)) => Some(*id),
            _ => None,
        };
        let live = self.live;
        let any = find.op == ELEMENTWISE;
        let places: Vec<(Id, usize)> = if let Some(class) = bound(find.var) {
            (0..live.nodes(class).len()).map(|at| (class, at)).collect()
        } else if let Some(child) = find.args.iter().find_map(|&arg| bound(arg)) {
            live.parents.get(&child).cloned().unwrap_or_default()
        } else if any {
            live.classes.iter().flat_map(|(&class, nodes)| (0..nodes.len()).map(move |at| (class, at))).collect()
        } else {
            live.by_op.get(&name).cloned().unwrap_or_default()
        };
        for place in places {
            if self.steps == 0 {
                break;
            }
            self.steps -= 1;
            let Some(node) = live.node(place) else { continue };
            let form = self.graph.analysis.forms.get(node.form);
            let right = if any { form.info().is_some_and(|info| info.traits.elementwise) } else { form.name == name };
            let many = node.children.len();
            if !right || if find.rest.is_some() { many <= find.args.len() } else { many != find.args.len() } {
                continue;
            }
            let orders: &[[usize; 2]] = if form.is_commutative() && node.children.len() == 2 && node.children[0] != node.children[1] {
                &[[0, 1], [1, 0]]
            } else {
                &[[0, 1]]
            };
            for order in orders {
                let child = |at: usize| if at < 2 && node.children.len() == 2 { node.children[order[at]] } else { node.children[at] };
                let mut next = binding.clone();
                next.classes[find.var] = Some(Val::Class(place.0));
                next.forms[find.var] = Some(node.form);
                let fits = find.args.iter().enumerate().all(|(at, &arg)| match &next.classes[arg] {
                    Some(Val::Class(id)) => *id == child(at),
                    Some(_) => false,
                    None => {
                        next.classes[arg] = Some(Val::Class(child(at)));
                        true
                    }
                });
                if let Some(rest) = find.rest {
                    next.classes[rest] = Some(Val::Classes(node.children[find.args.len()..].to_vec()));
                }
                if fits && self.fields_fit(find, node.form, &mut next) {
                    found.push(next);
                }
            }
        }
        found
    }

    fn fields_fit(&self, find: &Find, form: FormId, binding: &mut Binding) -> bool {
        let forms = &self.graph.analysis.forms;
        let Some(attrs) = forms.get(form).attrs() else { return false };
        for (name, expr) in &find.fields {
            let actual = read(attrs, name);
            match expr {
                Expr::Value(index) if binding.values[*index].is_none() => {
                    if actual == Val::Absent {
                        return false;
                    }
                    binding.values[*index] = Some(actual);
                }
                _ => {
                    if scope(self.graph, binding, None).value(expr) != Some(actual) {
                        return false;
                    }
                }
            }
        }
        let Some(like) = find.like else { return true };
        let Some(other) = binding.forms[like].map(|other| forms.get(other)) else { return false };
        if other.name != forms.get(form).name || !same_regions(other, forms.get(form)) {
            return false;
        }
        let Some(other) = other.attrs() else { return false };
        let rest = |attrs: &Attrs| {
            let mut rest = attrs.clone();
            for (name, _) in &find.fields {
                blank(&mut rest, name);
            }
            rest
        };
        rest(attrs) == rest(other)
    }

    /// All matches of a `find each` in lists; `None` where there are fewer than two.
    fn gather(&mut self, find: &Find, binding: &Binding) -> Option<Binding> {
        let mut rows: Vec<Binding> = Vec::new();
        for row in self.candidates(find, binding) {
            let fits = find.with.as_ref().is_none_or(|condition| scope(self.graph, &row, None).holds(condition));
            let fresh = rows.iter().all(|other| other.classes[find.var] != row.classes[find.var]);
            if fits && fresh && rows.len() < MAX_EACH {
                rows.push(row);
            }
        }
        let class = |row: &Binding, var: usize| match row.classes[var] {
            Some(Val::Class(id)) => Some(id),
            _ => None,
        };
        rows.sort_by_key(|row| class(row, find.var));
        let first = rows.first()?;
        if rows.len() < 2 {
            return None;
        }
        let mut gathered = binding.clone();
        for var in std::iter::once(find.var).chain(find.args.iter().copied()).filter(|&var| binding.classes[var].is_none()) {
            gathered.classes[var] = Some(Val::Classes(rows.iter().filter_map(|row| class(row, var)).collect()));
        }
        gathered.forms[find.var] = first.forms[find.var];
        // A value is bound where it is the same for all.
        for index in 0..binding.values.len() {
            if binding.values[index].is_none() && rows.iter().all(|row| row.values[index] == first.values[index]) {
                gathered.values[index].clone_from(&first.values[index]);
            }
        }
        Some(gathered)
    }
}

/// Whether two ops combine alike: neither has regions, or both have one that is the same known op.
fn same_regions(a: &Form, b: &Form) -> bool {
    let kinds = |form: &Form| {
        let (func, op) = form.template()?;
        Some(func.op(op).regions.iter().map(|&region| reduce_kind(func, region)).collect::<Vec<_>>())
    };
    let (a, b) = (kinds(a), kinds(b));
    a.as_ref().is_some_and(|kinds| kinds.iter().all(Option::is_some)) && a == b
}

/// Takes an attribute's value away, so that the rest can be compared.
fn blank(attrs: &mut Attrs, name: &str) {
    if attrs.remove(name).is_some() {
        return;
    }
    let holder = attrs.iter().find(|(_, attr)| attr.as_struct().is_some_and(|fields| fields.get(name).is_some())).map(|(key, _)| key);
    if let Some(key) = holder
        && let Some(Attr::Struct(kind, mut fields)) = attrs.get(&key).cloned()
    {
        fields.remove(name);
        attrs.set(key, Attr::Struct(kind, fields));
    }
}

fn scope<'a>(graph: &'a Graph, binding: &'a Binding, current: Option<usize>) -> Scope<'a> {
    Scope { graph, values: &binding.values, classes: &binding.classes, forms: &binding.forms, current }
}

/// Applies one match; the number of classes that became equal, or why nothing came of it.
///
/// # Errors
/// Where a value or a type does not exist, or a row refuses an op: the rule lacks a condition, or has one too many dimensions in mind.
pub fn apply(graph: &mut Graph, rule: &Rule, mut binding: Binding) -> Result<usize, String> {
    let mut unions = 0;
    for statement in &rule.statements {
        match statement {
            Statement::Find(_) | Statement::Where(_) => {}
            // Those before the first term have their values; those after it may look at terms.
            Statement::LetValue(index, expr) => {
                if binding.values[*index].is_none() {
                    let value = scope(graph, &binding, None).value(expr);
                    binding.values[*index] = Some(value.ok_or_else(|| format!("{} has no value", rule.values[*index]))?);
                }
            }
            Statement::LetTerm { each: false, var, term } => {
                let id = build(graph, rule, &binding, None, term)?;
                binding.classes[*var] = Some(Val::Class(id));
            }
            Statement::LetTerm { each: true, var, term } => {
                let count = elements(&binding, term).ok_or_else(|| format!("{}: no list is in what each is", rule.vars[*var]))?;
                let ids = (0..count).map(|at| build(graph, rule, &binding, Some(at), term)).collect::<Result<Vec<_>, _>>()?;
                binding.classes[*var] = Some(Val::Classes(ids));
            }
            Statement::Make { each: false, var, term } => {
                let id = build(graph, rule, &binding, None, term)?;
                if let Some(Val::Class(class)) = binding.classes[*var] {
                    unions += usize::from(unite(graph, class, id)?);
                }
            }
            Statement::Make { each: true, var, term } => {
                let Some(Val::Classes(classes)) = binding.classes[*var].clone() else {
                    return Err(format!("{} is no list", rule.vars[*var]));
                };
                for (at, class) in classes.into_iter().enumerate() {
                    let id = build(graph, rule, &binding, Some(at), term)?;
                    unions += usize::from(unite(graph, class, id)?);
                }
            }
        }
    }
    Ok(unions)
}

/// How long the lists in a term are.
fn elements(binding: &Binding, term: &Term) -> Option<usize> {
    match term {
        Term::Var(var) => match &binding.classes[*var] {
            Some(Val::Classes(ids)) => Some(ids.len()),
            _ => None,
        },
        Term::Op { args, .. } => args.iter().find_map(|arg| elements(binding, arg)),
        Term::Spread(_) | Term::Splat(..) => None,
    }
}

fn unite(graph: &mut Graph, class: Id, id: Id) -> Result<bool, String> {
    if graph[class].data.ty != graph[id].data.ty {
        return Err(format!("{} cannot equal {}", graph[class].data.ty, graph[id].data.ty));
    }
    Ok(graph.union(class, id))
}

fn build(graph: &mut Graph, rule: &Rule, binding: &Binding, current: Option<usize>, term: &Term) -> Result<Id, String> {
    match term {
        Term::Var(var) => match scope(graph, binding, current).value(&Expr::Var(*var)) {
            Some(Val::Class(id)) => Ok(graph.find(id)),
            _ => Err(format!("{} is no single value", rule.vars[*var])),
        },
        Term::Spread(var) => Err(format!("{}.. is an argument only", rule.vars[*var])),
        Term::Splat(value, ty) => {
            let number = scope(graph, binding, current).value(value).and_then(|value| value.number()).ok_or("the splat has no value")?;
            let ty = type_of(graph, binding, current, ty)?;
            let attrs = Attrs::new().with("value", Attr::Dense(Literal::splat_f64(ty, number)));
            add_op(graph, row("stablehlo.constant")?, &[], attrs, None, None)
        }
        Term::Op { head, args, fields, ty } => {
            let mut children = Vec::with_capacity(args.len());
            for arg in args {
                match arg {
                    Term::Spread(var) => match &binding.classes[*var] {
                        Some(Val::Classes(ids)) => children.extend(ids.iter().copied()),
                        _ => return Err(format!("{} is no list", rule.vars[*var])),
                    },
                    _ => children.push(build(graph, rule, binding, current, arg)?),
                }
            }
            let copied = match head {
                Head::Name(_) => None,
                Head::Copy(var) => {
                    let form = binding.forms[*var].ok_or_else(|| format!("{} was not found as an op", rule.vars[*var]))?;
                    graph.analysis.forms.get(form).template().map(|(func, op)| (func.clone(), op))
                }
            };
            let (info, mut attrs) = match (&copied, head) {
                (Some((func, op)), _) => (func.op(*op).info, func.op(*op).attrs.clone()),
                (None, Head::Name(name)) => (row(name)?, Attrs::new()),
                (None, Head::Copy(var)) => return Err(format!("{} is no op", rule.vars[*var])),
            };
            for (name, expr) in fields {
                let value = scope(graph, binding, current).value(expr).ok_or_else(|| format!("attribute `{name}` has no value"))?;
                set(&mut attrs, name, value)?;
            }
            let ty = match (ty, info.name, children.first()) {
                (Some(ty), ..) => Some(type_of(graph, binding, current, ty)?),
                // An elementwise op of which the type is a part (a conversion) keeps its element type and takes the operand's shape.
                (None, _, Some(&child)) if info.traits.elementwise && matches!(info.infer, Inference::Given(_)) => {
                    let result = copied.as_ref().and_then(|(func, op)| func.ty(func.op(*op).results[0]).as_tensor().map(|ty| ty.element));
                    let shape = graph[child].data.ty.as_tensor();
                    result.zip(shape).map(|(element, shape)| shape.with_element(element))
                }
                _ => None,
            };
            let regions = copied.as_ref().filter(|(func, op)| !func.op(*op).regions.is_empty()).map(|(func, op)| (func, *op));
            add_op(graph, info, &children, attrs, regions, ty)
        }
    }
}

fn type_of(graph: &Graph, binding: &Binding, current: Option<usize>, ty: &TypeOf) -> Result<TensorType, String> {
    let scope = scope(graph, binding, current);
    let Some(Val::Class(id)) = scope.value(&Expr::Var(ty.var)) else { return Err("a type is taken from a single value".into()) };
    let like = graph[id].data.ty.as_tensor().ok_or("a token has no shape")?;
    match &ty.dims {
        None => Ok(like.clone()),
        Some(dims) => {
            let dims = scope.value(dims).ok_or("the dimensions have no value")?;
            let dims = dims.list().ok_or("dimensions are a list")?;
            if dims.iter().any(|&dim| dim < 0) {
                return Err(format!("dimensions {dims:?} are negative"));
            }
            Ok(like.with_dims(dims))
        }
    }
}
