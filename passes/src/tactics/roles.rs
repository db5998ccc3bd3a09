//! What the arguments of a program are: parameters, optimizer state, inputs; and which values are gradients and activations.
//!
//! Attributes say it where a program has them ([`shardwright_ir::role`]); files may name roles. Else it is found by structure, as far as that
//! proves it. A result is the *update* of an argument of its type if elementwise ops on that type lead from one to the other (or if the program
//! aliases them); a program that returns a scalar loss beside updates is a training step. Of an updated argument: what the rest of the program reads too,
//! and whose update reads the rest, is a parameter; what only updates read, a parameter's among them, is that parameter's optimizer state. A
//! parameter's gradient is the first value through which its update reads the rest of the program. Weights of a forward model are its parameters.
//! Invariants: every argument has at most one role; nothing here depends on names but those that files give.

use crate::names::{arg_name, glob_matches};
use crate::shard::op_priority::is_elementwise;
use indexmap::{IndexMap, IndexSet};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::role::{OF, Role, alias_of};
use shardwright_ir::types::Dims;
use shardwright_ir::{Attr, Func, OpId, Value};

/// Roles of one function's values.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// By argument.
    pub args: Vec<Option<Role>>,
    /// The result that is an argument's update.
    pub updated: Vec<Option<usize>>,
    /// The parameter (an argument) that a piece of optimizer state belongs to.
    pub of: Vec<Option<usize>>,
    /// Gradients by parameter (an argument).
    pub gradients: IndexMap<usize, Value>,
    /// What results say an argument is called: JAX names results, and arguments only where locations are printed.
    pub aliases: Vec<Option<String>>,
    /// What is computed from an input.
    pub from_input: SecondaryMap<Value, bool>,
    /// What belongs to updates.
    pub in_update: SecondaryMap<Value, bool>,
}

/// An update is looked at up to so many values.
const MOST_IN_UPDATE: usize = 4096;

impl Roles {
    /// The roles of `func`, whose calls are inlined. `is_weight` tells which arguments have their values with the model; `named` are the roles that files
    /// name, with globs.
    pub fn new(func: &Func, is_weight: &dyn Fn(usize) -> bool, named: &[(Role, Vec<String>)]) -> Roles {
        let count = func.args().len();
        let mut roles = Roles { args: vec![None; count], updated: vec![None; count], of: vec![None; count], ..Roles::default() };
        let returned = func.terminator(func.body()).map_or(&[][..], |op| &func.op(op).operands);
        let chains: Vec<IndexSet<Value>> = returned.iter().map(|&value| chain(func, value)).collect();
        let told: Vec<Option<Role>> = (0..count).map(|index| Role::of(&func.arg_attrs[index])).collect();
        let is_told = told.iter().any(Option::is_some);
        roles.pair_by_alias(func);
        if is_told {
            roles.pair_by_attribute(func, &told);
        } else {
            // Without a loss it may be a layer that adds something to its input.
            let loss = func.result_types.iter().any(|ty| ty.as_tensor().is_some_and(|ty| ty.rank() == 0 && ty.element.is_float()));
            if loss {
                roles.pair_by_structure(func, &chains);
            }
        }
        roles.aliases = (0..count).map(|index| alias(func, roles.updated[index]?)).collect();
        let by_name = |index: usize| {
            let matches = |glob: &String| roles.names(func, index).any(|name| glob_matches(glob, &name));
            named.iter().find(|(_, globs)| globs.iter().any(matches)).map(|(role, _)| *role)
        };
        let by_name: Vec<Option<Role>> = (0..count).map(by_name).collect();
        let is_named = |role: Role| named.iter().any(|(other, _)| *other == role);
        if is_told {
            roles.args = told;
            roles.of_by_attribute(func);
        } else {
            roles.find(func, &chains);
        }
        for index in 0..count {
            let found = roles.args[index].or_else(|| match roles.updated[index] {
                _ if is_told => None,
                None if is_weight(index) => Some(Role::Parameter),
                None => Some(Role::Input),
                Some(_) => None,
            });
            roles.args[index] = by_name[index].or_else(|| found.filter(|role| !is_named(*role)));
        }
        roles.find_gradients(func, &chains, returned);
        roles.mark(func, &chains);
        roles
    }

    /// Every name of an argument: the model's, and what its update is called.
    pub fn names(&self, func: &Func, index: usize) -> impl Iterator<Item = String> {
        let own = arg_name(func, index);
        let plain = plain_path(&own).filter(|plain| *plain != own);
        [Some(own), plain, self.aliases.get(index).cloned().flatten()].into_iter().flatten()
    }

    /// Whether a value is an activation: computed from an input, and neither a gradient nor part of an update.
    pub fn is_activation(&self, value: Value) -> bool {
        self.from_input[value] && !self.in_update[value]
    }

    /// The pieces of optimizer state of a parameter, as arguments.
    pub fn state_of(&self, parameter: usize) -> impl Iterator<Item = usize> {
        (0..self.of.len()).filter(move |&index| self.of[index] == Some(parameter) && self.args[index] == Some(Role::Optimizer))
    }

    /// The n-th result of a role updates the n-th argument of it.
    fn pair_by_attribute(&mut self, func: &Func, told: &[Option<Role>]) {
        for role in [Role::Parameter, Role::Optimizer, Role::Step] {
            let args: Vec<usize> = (0..told.len()).filter(|&index| told[index] == Some(role) && self.updated[index].is_none()).collect();
            let free = |result: &usize| !self.updated.contains(&Some(*result));
            let results: Vec<usize> = (0..func.result_types.len()).filter(|&index| Role::of(&func.result_attrs[index]) == Some(role)).filter(free).collect();
            if args.len() == results.len() {
                for (arg, result) in args.into_iter().zip(results) {
                    if *func.ty(func.args()[arg]) == func.result_types[result] {
                        self.updated[arg] = Some(result);
                    }
                }
            }
        }
    }

    fn of_by_attribute(&mut self, func: &Func) {
        let mut parameters = IndexMap::<String, usize>::new();
        for other in (0..self.args.len()).filter(|&other| self.args[other] == Some(Role::Parameter)) {
            parameters.entry(arg_name(func, other)).or_insert(other);
        }
        for index in 0..self.args.len() {
            let Some(of) = func.arg_attrs[index].get(OF).and_then(Attr::as_str) else { continue };
            self.of[index] = parameters.get(of).copied();
        }
    }

    fn pair_by_alias(&mut self, func: &Func) {
        for index in 0..self.updated.len() {
            self.updated[index] = alias_of(&func.arg_attrs[index]).filter(|&result| func.result_types.get(result) == Some(func.ty(func.args()[index])));
        }
    }

    /// Results with one candidate first: what an update is made from may be many arguments, of which most have updates of their own.
    fn pair_by_structure(&mut self, func: &Func, chains: &[IndexSet<Value>]) {
        let mut candidates: Vec<Vec<usize>> = Vec::new();
        for (result, chain) in chains.iter().enumerate() {
            let fits = |&arg: &usize| {
                let value = func.args()[arg];
                self.updated[arg].is_none() && chain.contains(&value) && *func.ty(value) == func.result_types[result] && chain.len() > 1
            };
            let taken = self.updated.contains(&Some(result));
            candidates.push(if taken { Vec::new() } else { (0..func.args().len()).filter(fits).collect() });
        }
        while let Some(result) = candidates.iter().position(|args| args.len() == 1) {
            let arg = candidates[result][0];
            self.updated[arg] = Some(result);
            candidates.iter_mut().for_each(|args| args.retain(|other| *other != arg));
        }
    }

    /// Parameters and optimizer state among the updated arguments.
    fn find(&mut self, func: &Func, chains: &[IndexSet<Value>]) {
        let mut inside = SecondaryMap::<Value, bool>::new();
        for result in self.updated.iter().flatten() {
            chains[*result].iter().for_each(|&value| inside[value] = true);
        }
        let uses = func.uses();
        // Read by something whose result is in no update.
        let read_elsewhere = |arg: usize| {
            let value = func.args()[arg];
            uses[value].iter().any(|&(op, _)| !func.op(op).results.iter().any(|&result| inside[result]) && !func.op(op).info.is_terminator())
        };
        let candidates: Vec<usize> = (0..self.args.len()).filter(|&arg| self.updated[arg].is_some()).collect();
        let floats = |arg: usize| func.ty(func.args()[arg]).as_tensor().is_some_and(|ty| ty.element.is_float());
        for &arg in &candidates {
            let Some(result) = self.updated[arg] else { continue };
            let outside = leaves(func, &chains[result]).any(|leaf| !is_constant(func, leaf) && !func.args().contains(&leaf));
            if floats(arg) && read_elsewhere(arg) && outside {
                self.args[arg] = Some(Role::Parameter);
            }
        }
        for &arg in &candidates {
            if self.args[arg].is_none() && !read_elsewhere(arg) {
                let value = func.args()[arg];
                let reads = |&parameter: &usize| self.args[parameter] == Some(Role::Parameter) && self.updated[parameter].is_some_and(|result| chains[result].contains(&value));
                let mut owners = candidates.iter().copied().filter(reads);
                self.of[arg] = owners.next().filter(|_| owners.next().is_none());
                if self.of[arg].is_some() {
                    self.args[arg] = Some(Role::Optimizer);
                }
            }
        }
    }

    fn find_gradients(&mut self, func: &Func, chains: &[IndexSet<Value>], returned: &[Value]) {
        let named = named_gradients(func);
        for parameter in 0..self.args.len() {
            let (Some(Role::Parameter), Some(result)) = (self.args[parameter], self.updated[parameter]) else { continue };
            let by_name = named.get(&arg_name(func, parameter)).copied().filter(|&value| func.ty(value).as_tensor().map(|ty| &ty.dims) == func.ty(func.args()[parameter]).as_tensor().map(|ty| &ty.dims));
            if let Some(gradient) = by_name.or_else(|| gradient(func, returned[result], &chains[result])) {
                self.gradients.insert(parameter, gradient);
            }
        }
    }

    fn mark(&mut self, func: &Func, chains: &[IndexSet<Value>]) {
        for (index, &arg) in func.args().iter().enumerate() {
            self.from_input[arg] = self.args[index] == Some(Role::Input);
        }
        for op in func.walk() {
            let data = func.op(op);
            if data.operands.iter().any(|&operand| self.from_input[operand]) {
                data.results.iter().for_each(|&result| self.from_input[result] = true);
            }
        }
        for (index, &updated) in self.updated.iter().enumerate() {
            let Some(result) = updated.filter(|_| self.args[index].is_some()) else { continue };
            chains[result].iter().filter(|value| func.defining_op(**value).is_some()).for_each(|&value| self.in_update[value] = true);
        }
        self.gradients.values().for_each(|&value| self.in_update[value] = true);
    }
}

fn dims(func: &Func, value: Value) -> Option<&Dims> {
    func.ty(value).as_tensor().map(|ty| &ty.dims)
}

/// The value and what elementwise ops of its shape make it from, arguments included; the leaves too that other ops make in its shape.
fn chain(func: &Func, root: Value) -> IndexSet<Value> {
    let mut found = IndexSet::from([root]);
    let mut next = 0;
    while let Some(&value) = found.get_index(next) {
        next += 1;
        let Some(op) = inner(func, value) else { continue };
        found.extend(func.op(op).operands.iter().copied().filter(|&operand| dims(func, operand) == dims(func, root)));
        if found.len() > MOST_IN_UPDATE {
            return IndexSet::from([root]);
        }
    }
    found
}

/// The elementwise op of one result and no region that makes a value.
fn inner(func: &Func, value: Value) -> Option<OpId> {
    let ValueDef::Result(op, _) = func.value(value).def else { return None };
    let data = func.op(op);
    (is_elementwise(func, op) && data.results.len() == 1 && data.regions.is_empty() && !data.operands.is_empty()).then_some(op)
}

/// What a chain is made from, beside its arguments' own: values that other ops made, of the shape or not.
fn leaves<'a>(func: &'a Func, chain: &'a IndexSet<Value>) -> impl Iterator<Item = Value> + 'a {
    chain.iter().flat_map(move |&value| match inner(func, value) {
        None => vec![value],
        Some(op) => func.op(op).operands.iter().copied().filter(|operand| !chain.contains(operand)).collect(),
    })
}

/// Whether nothing but constants makes a value.
fn is_constant(func: &Func, value: Value) -> bool {
    let ValueDef::Result(op, _) = func.value(value).def else { return false };
    let data = func.op(op);
    data.info.is_constant() || (!data.operands.is_empty() && data.operands.iter().all(|&operand| func.constant_of(operand).is_some())) || data.info.name == "stablehlo.iota"
}

/// The first value of a chain through which its root reads all of the rest of the program: everything but arguments, constants and what is spread from a
/// scalar (rates, norms that gradients are clipped by).
fn gradient(func: &Func, root: Value, chain: &IndexSet<Value>) -> Option<Value> {
    let spread = |value: Value| {
        let op = func.defining_op(value)?;
        (func.op(op).info.name == "stablehlo.broadcast_in_dim").then(|| func.ty(func.op(op).operands[0]).as_tensor().is_some_and(|ty| ty.rank() == 0))
    };
    let foreign = |value: Value| inner(func, value).is_none() && func.defining_op(value).is_some() && !is_constant(func, value) && spread(value) != Some(true);
    let reaches = |avoid: Value| {
        let mut seen = IndexSet::from([root]);
        let mut next = 0;
        while let Some(&value) = seen.get_index(next) {
            next += 1;
            if value == avoid {
                continue;
            }
            if foreign(value) {
                return true;
            }
            if let Some(op) = inner(func, value) {
                seen.extend(func.op(op).operands.iter().copied());
            }
        }
        false
    };
    if !chain.iter().any(|&value| foreign(value)) {
        return None;
    }
    let mut candidates: Vec<Value> = chain.iter().copied().filter(|&value| func.defining_op(value).is_some()).collect();
    candidates.sort_unstable();
    candidates.into_iter().find(|&candidate| !reaches(candidate))
}

/// Values that the program itself calls `grad(NAME)`.
fn named_gradients(func: &Func) -> IndexMap<String, Value> {
    let mut found = IndexMap::new();
    for op in func.walk() {
        for &result in &func.op(op).results {
            let name = func.value(result).name;
            if let Some(of) = name.and_then(|name| name.as_str().strip_prefix("grad(")).and_then(|rest| rest.strip_suffix(')')) {
                // Of a loop over microbatches the sum, not what one of them adds.
                found.entry(of.to_owned()).or_insert(result);
            }
        }
    }
    found
}

/// `layers.0.w` of the result that JAX calls `result[1]['layers'][0]['w']`.
fn alias(func: &Func, result: usize) -> Option<String> {
    let info = func.result_attrs.get(result)?.get("jax.result_info")?.as_str()?;
    let (_, path) = info.split_once(']')?;
    plain_path(path).filter(|path| !path.is_empty())
}

/// A path of keys, indices and fields with dots between them: `['a'][0].b` is `a.0.b`; `None` where the text has no brackets.
fn plain_path(text: &str) -> Option<String> {
    if !text.contains('[') {
        return None;
    }
    let parts = text.split(['[', ']', '\'', '"', '.']).filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("."))
}
