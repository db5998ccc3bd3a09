//! What dimensions of a program mean, found by what the program does with them.
//!
//! Dimensions that ops pass through or contract with each other are one *index* of the program ([`Indices::named`]). An index means
//! * `batch`: the first dimension of the inputs (of most of them, by size);
//! * `sequence`: the second dimension of these inputs, where they hold integers (tokens) or have three dimensions or more;
//! * `vocab`: what a table is looked up along by an input, and other parameters' dimensions of that size;
//! * `hidden`: the index that most matrices of parameters share, at least three;
//! * `heads`: a batch dimension of a product of two activations, as scores and mixtures of attention are, that a parameter has;
//! * `head_dim`: what such a product contracts or keeps besides, that a parameter has;
//! * `experts`: a batch dimension of a product of an activation and a parameter;
//! * `ffn`: an index that two matrices of parameters or more share, and that is none of these.
//!
//! Invariants: names do not matter; a meaning that a program does not have is empty; an index has one meaning, the first of this list that fits.

use super::roles::Roles;
use crate::analysis::rules::RuleTable;
use crate::names::Target;
use crate::shard::graph::Graph;
use crate::shard::order::Indices;
use indexmap::{IndexMap, IndexSet};
use shardwright_dialects::stablehlo::dims::GatherDims;
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::role::Role;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Value};
use std::cell::RefCell;

/// Every meaning.
pub const MEANINGS: [&str; 8] = ["batch", "sequence", "vocab", "hidden", "heads", "head_dim", "experts", "ffn"];

/// What the dimensions of one function mean.
pub struct Meanings {
    indices: RefCell<Indices>,
    graph: Graph,
    values: usize,
    of: IndexMap<usize, &'static str>,
}

impl Meanings {
    /// Those of a function.
    ///
    /// # Errors
    /// A user's rule that does not fit its op.
    pub fn new(func: &Func, roles: &Roles) -> Result<Meanings, Diagnostics> {
        let mut rules = RuleTable::new(func);
        let graph = Graph::new(func, &mut rules).map_err(|fault: Box<Diagnostic>| Diagnostics::from(*fault))?;
        let indices = RefCell::new(Indices::named(func, &graph, &rules));
        let mut meanings = Meanings { indices, graph, values: func.num_values(), of: IndexMap::new() };
        meanings.find(func, roles);
        Ok(meanings)
    }

    /// The meaning of a dimension.
    pub fn of(&self, target: Target, dim: usize) -> Option<&'static str> {
        let slot = match target {
            Target::Value(value) => self.graph.slot(value),
            Target::Result(index) => self.graph.result_slot(self.values, index),
        };
        let index = self.indices.borrow_mut().of(slot, dim)?;
        self.of.get(&index).copied()
    }

    fn index(&self, value: Value, dim: usize) -> Option<usize> {
        self.indices.borrow_mut().of(self.graph.slot(value), dim)
    }

    fn find(&mut self, func: &Func, roles: &Roles) {
        let args_of = |role: Role| (0..roles.args.len()).filter(move |&index| roles.args[index] == Some(role)).map(|index| func.args()[index]);
        let shape = |value: Value| func.ty(value).as_tensor().map_or(&[][..], |ty| &ty.dims);
        let parameters: Vec<Value> = args_of(Role::Parameter).collect();
        let inputs: Vec<Value> = args_of(Role::Input).filter(|&input| !shape(input).is_empty()).collect();
        let mut sizes = IndexMap::<i64, usize>::new();
        inputs.iter().for_each(|&input| *sizes.entry(shape(input)[0]).or_default() += 1);
        // Of sizes that as many inputs have, the first input's.
        let most = sizes.values().copied().max().unwrap_or(0);
        let batch = sizes.iter().find(|(_, count)| **count == most).map(|(size, _)| *size);
        let batched: Vec<Value> = inputs.iter().copied().filter(|&input| Some(shape(input)[0]) == batch).collect();
        let first: Vec<usize> = batched.iter().filter_map(|&input| self.index(input, 0)).collect();
        self.mean("batch", first);
        let integer = |value: Value| func.ty(value).as_tensor().is_some_and(|ty| !ty.element.is_float());
        let long = batched.iter().filter(|&&input| shape(input).len() >= if integer(input) { 2 } else { 3 });
        let second: Vec<usize> = long.filter_map(|&input| self.index(input, 1)).collect();
        self.mean("sequence", second);

        // Parameters' dimensions by index: (parameter, dimension).
        let mut on_parameters = IndexMap::<usize, Vec<(Value, usize)>>::new();
        for &parameter in &parameters {
            for dim in 0..shape(parameter).len() {
                if let Some(index) = self.index(parameter, dim) {
                    on_parameters.entry(index).or_default().push((parameter, dim));
                }
            }
        }
        let matrices = |places: &[(Value, usize)]| places.iter().filter(|(parameter, _)| shape(*parameter).len() >= 2).map(|(parameter, _)| *parameter).collect::<IndexSet<_>>().len();
        let hidden = on_parameters.iter().filter(|(index, places)| !self.of.contains_key(*index) && matrices(places) >= 3).max_by_key(|(index, places)| (matrices(places), usize::MAX - **index)).map(|(index, _)| *index);

        let looked_up: Vec<(usize, i64)> = self.looked_up(func, roles).into_iter().filter(|(index, _)| on_parameters.contains_key(index) && Some(*index) != hidden).collect();
        let vocab: Vec<usize> = looked_up.iter().map(|(index, _)| *index).collect();
        let same_size = on_parameters.iter().filter(|(index, places)| {
            let (parameter, dim) = places[0];
            Some(**index) != hidden && looked_up.iter().any(|(_, size)| *size == shape(parameter)[dim])
        });
        let same_size: Vec<usize> = same_size.map(|(index, _)| *index).collect();
        self.mean("vocab", vocab.into_iter().chain(same_size).collect());
        self.mean("hidden", hidden.into_iter().collect());
        let (heads, within, experts) = self.products(func, roles, &parameters);
        let has = |indices: Vec<usize>| indices.into_iter().filter(|index| on_parameters.contains_key(index)).collect::<Vec<_>>();
        self.mean("heads", has(heads));
        self.mean("head_dim", has(within));
        self.mean("experts", has(experts));
        self.mean("ffn", on_parameters.iter().filter(|(_, places)| matrices(places) >= 2).map(|(index, _)| *index).collect());
    }

    fn mean(&mut self, meaning: &'static str, indices: Vec<usize>) {
        for index in indices {
            self.of.entry(index).or_insert(meaning);
        }
    }

    /// Indices of operands that are looked up by what integer inputs say, with their sizes.
    fn looked_up(&self, func: &Func, roles: &Roles) -> Vec<(usize, i64)> {
        let mut found = Vec::new();
        for op in func.walk() {
            let data = func.op(op);
            let (&[table, by], "stablehlo.gather") = (&data.operands[..], data.info.name) else { continue };
            let Ok(dims) = GatherDims::read(&data.attrs) else { continue };
            if !roles.from_input[by] || roles.from_input[table] {
                continue;
            }
            for dim in dims.start_index_map.iter().filter_map(|&dim| usize::try_from(dim).ok()) {
                if let (Some(index), Some(&size)) = (self.index(table, dim), func.tensor_type(table).dims.get(dim)) {
                    found.push((index, size));
                }
            }
        }
        found
    }

    /// Batch dimensions of products of two activations, what those contract or keep besides, and batch dimensions of products with parameters.
    fn products(&self, func: &Func, roles: &Roles, parameters: &[Value]) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
        let mut made_of = SecondaryMap::<Value, bool>::new();
        parameters.iter().for_each(|&parameter| made_of[parameter] = true);
        let (mut heads, mut within, mut experts) = (Vec::new(), Vec::new(), Vec::new());
        for op in func.walk() {
            let data = func.op(op);
            // Parameters alone, whatever is done to them, are parameters still.
            if !data.operands.is_empty() && data.operands.iter().all(|&operand| made_of[operand] || func.constant_of(operand).is_some()) {
                data.results.iter().for_each(|&result| made_of[result] = true);
            }
            if data.info.name == "nn.experts" {
                experts.extend(self.index(data.operands[3], 0));
            }
            let (&[left, right], "stablehlo.dot_general") = (&data.operands[..], data.info.name) else { continue };
            let Ok(dims) = DotDims::read(&data.attrs) else { continue };
            let indices = |value: Value, dims: Vec<i64>| dims.into_iter().filter_map(move |dim| self.index(value, usize::try_from(dim).ok()?)).filter(|index| !self.of.contains_key(index));
            let batch: Vec<usize> = indices(left, dims.lhs_batching.clone()).collect();
            if roles.from_input[left] && roles.from_input[right] && !batch.is_empty() {
                let others = indices(left, dims.lhs_contracting.clone()).chain(indices(left, dims.lhs_free(func.tensor_type(left).rank()))).chain(indices(right, dims.rhs_free(func.tensor_type(right).rank())));
                within.extend(others);
                heads.extend(batch);
            } else if made_of[left] != made_of[right] {
                experts.extend(batch);
            }
        }
        // An expert's own batch dimension is a batch dimension of the products of its gradients too.
        heads.retain(|index| !experts.contains(index));
        (heads, within, experts)
    }
}
