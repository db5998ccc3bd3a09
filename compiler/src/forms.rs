//! Programs in other forms: what algebra makes of a model, carried by a plan so that `compile` of the model makes it again.
//!
//! Invariants: arguments and results stay, with their names and types, so that weights are still those of the model's files and a compiled program is
//! verified against the model as it was; a plan's forms are taken for no other model than the one that they were made for; what the user annotated stays
//! annotated; the same arguments give the same forms unless time ended a search.

use crate::annotate::{arg_name, result_name};
use crate::driver::{CompileFault, CompileOptions, Source, read_annotated};
use crate::planner::Goal;
use crate::render::SourceText;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_ir::{Attr, Diagnostic, Func, Module, Registry, Sym, Value};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::joint::forms::forms;
use shardwright_passes::joint::solve::Solution;
use shardwright_passes::joint::work::Separate;
use shardwright_passes::joint::{Algebra, Costs, Settings, plan};
use shardwright_passes::manager::{PassRegistry, Pipeline, run_pipeline};
use shardwright_passes::partition::plan::MachinePrices;
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::search::Budget;
use shardwright_passes::stage::cut::is_marked;
use std::path::Path;

/// A program that computes what a model computes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forms {
    /// [`fingerprint`] of the model.
    pub model: String,
    /// Names of its values: the number of a result among all results of ops in program order, and its name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub names: IndexMap<usize, String>,
    /// Its text, a line each.
    pub program: Vec<String>,
}

/// What identifies a model: FNV-1a (64 bits) of its text, as it is read and before anything is annotated.
pub fn fingerprint(module: &Module) -> String {
    let hash = print_module(module).bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("fnv1a64:{hash:016x}")
}

impl Forms {
    /// The forms of a module, made from the model `source`.
    fn new(mut module: Module, source: &Module) -> Result<Forms, CompileFault> {
        let own_mesh = source.main_mesh().is_some();
        if let (Some(func), Some(before)) = (module.main_mut(), source.main()) {
            for index in 0..func.result_types.len() {
                let name = result_name(before, index);
                if result_name(func, index) != name {
                    func.result_attrs[index].set("shardwright.name", Attr::str(&name));
                }
            }
            if !own_mesh {
                // All of it is in the plan, or among the options that it was made with.
                let values: Vec<Value> = func.args().iter().copied().chain(op_results(func)).collect();
                values.into_iter().for_each(|value| func.set_sharding(value, None));
                func.result_shardings.fill(None);
            }
        }
        if !own_mesh {
            module.meshes.clear();
        }
        verify(&module)?;
        let mut names = IndexMap::new();
        if let Some(func) = module.main() {
            let named = op_results(func).into_iter().enumerate();
            names.extend(named.filter_map(|(number, value)| Some((number, func.value(value).name?.as_str().to_owned()))));
        }
        let program = print_module(&module).lines().map(str::to_owned).collect();
        Ok(Forms { model: fingerprint(source), names, program })
    }

    /// Puts these forms in the place of the model `source`, of which `read` is what was read.
    ///
    /// # Errors
    /// They were made for another model, or are no program of its arguments and results.
    pub fn apply(&self, source: &Module, read: &mut Source, ops: &Registry) -> Result<(), CompileFault> {
        let fault = |why: String| Diagnostic::error(why).in_place("--plan").help("plan this model again with `shardwright plan --algebra`");
        let own = fingerprint(source);
        if own != self.model {
            return Err(fault(format!("the plan has a program in other forms, made for the model {}; this one (with these --dim) is {own}", self.model)).into());
        }
        let text = SourceText { name: "the plan's forms".to_owned(), text: self.program.join("\n") + "\n" };
        let located = |diagnostics| CompileFault { diagnostics, text: Some(text.clone()) };
        let mut module = parse_module(&text.text, ops).map_err(located)?;
        let (Some(func), Some(before)) = (module.main_mut(), source.main()) else {
            return Err(fault("the plan's forms have no function @main".to_owned()).into());
        };
        let types = |func: &Func| -> Vec<_> { func.args().iter().map(|&arg| func.ty(arg).clone()).chain(func.result_types.iter().cloned()).collect() };
        if func.args().len() != before.args().len() || types(func) != types(before) {
            return Err(fault("the arguments and results of the plan's forms are not those of the model".to_owned()).into());
        }
        for (index, arg) in func.args().to_vec().into_iter().enumerate() {
            func.value_mut(arg).name = Some(Sym::new(&arg_name(before, index)));
        }
        let results = op_results(func);
        for &value in &results {
            func.value_mut(value).name = None;
        }
        for (&number, name) in &self.names {
            let Some(&value) = results.get(number) else {
                return Err(fault(format!("the plan's forms name value {number} `{name}`, there are {}", results.len())).into());
            };
            func.value_mut(value).name = Some(Sym::new(name));
        }
        verify(&module).map_err(located)?;
        read.module = module;
        read.text = Some(text);
        Ok(())
    }
}

fn op_results(func: &Func) -> Vec<Value> {
    func.walk().into_iter().flat_map(|op| func.op(op).results.iter().copied()).collect()
}

/// What algebra found on one mesh.
pub struct Chosen {
    /// What forms and shardings cost, each op a kernel of its own: as they are, algebra first, and together, as far as they were searched.
    pub costs: Vec<(Algebra, Solution)>,
    /// New forms; none where the program stays as it is.
    pub forms: Vec<(Algebra, Forms)>,
    /// E-nodes and e-classes.
    pub nodes: (usize, usize),
}

/// Chooses forms for a model on the mesh of the options; why there are none, where a search finds none.
///
/// # Errors
/// What is wrong with the model or its annotations.
pub fn choose(path: &Path, options: &CompileOptions, goal: &Goal, ops: &Registry, passes: &PassRegistry) -> Result<Result<Chosen, String>, CompileFault> {
    let clean = Pipeline::parse("clean", passes).map_err(|why| Diagnostic::error(why.to_string()))?;
    let (source, read) = read_annotated(path, options, ops)?;
    let mut module = read.module;
    if is_marked(&module) {
        return Ok(Err("forms of a program in pipeline stages are not chosen: its ops belong to stages".to_owned()));
    }
    run_pipeline(&clean, &mut module, ops, &Default::default(), &mut [])?;
    let (Some((name, mesh)), Some(func)) = (module.main_mesh().map(|(name, mesh)| (name, mesh.clone())), module.main()) else {
        return Ok(Err("there is no mesh to plan for".to_owned()));
    };
    let prices = MachinePrices::new(goal.machine, [&mesh].into_iter()).map_err(|why| Diagnostic::error(why.to_string()))?;
    let compute = ComputeCosts::new(&goal.machine.device, None);
    let costs = Costs { name, mesh: &mesh, prices: &prices, work: &Separate(&compute) };
    let rules = builtin_rules().map_err(Diagnostic::error)?;
    let settings = Settings {
        algebra: goal.algebra,
        memory: Some(goal.memory()),
        search: goal.search,
        // As it is, algebra first, together.
        budget: Budget { seconds: Some(goal.seconds / 3.0), seed: goal.seed, evaluations: u64::MAX },
        ..Settings::default()
    };
    let outcome = match plan(func, costs, &rules, &settings) {
        Ok(outcome) => outcome,
        Err(why) => return Ok(Err(why.message)),
    };
    let mut solutions = outcome.compared;
    solutions.push((goal.algebra, outcome.solution));
    let as_it_is = print_module(&module);
    let mut seen = vec![as_it_is];
    let mut found = Vec::new();
    for (which, planned) in outcome.functions.iter().map(|(which, func)| (*which, func)).chain([(goal.algebra, &outcome.func)]) {
        let mut other = module.clone();
        if let Some(main) = other.main_mut() {
            *main = forms(func, planned);
        }
        run_pipeline(&clean, &mut other, ops, &Default::default(), &mut [])?;
        let text = print_module(&other);
        if !seen.contains(&text) {
            seen.push(text);
            found.push((which, Forms::new(other, &source)?));
        }
    }
    Ok(Ok(Chosen { costs: solutions, forms: found, nodes: outcome.nodes }))
}
