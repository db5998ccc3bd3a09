//! Random programs: a seed makes a StableHLO module with a mesh, shardings and inputs.
//!
//! Reading order: [`bounds`] (why programs stay tame), [`state`], the kinds of ops ([`elementwise`], [`shape`],
//! [`contract`], [`reduce`], [`index`], [`control`], [`manual`], [`marks`]), [`layout`]. Invariants: the same seed and options make the same
//! program; every op that is left reaches a result, or marks a value that does; no evaluation makes an infinity or a NaN, and two correct
//! evaluations of a result differ by less than [`bounds::tolerance`] of its largest magnitude.

pub mod bounds;
pub mod contract;
pub mod control;
pub mod elementwise;
pub mod index;
pub mod layout;
pub mod manual;
pub mod marks;
pub mod reduce;
pub mod shape;
pub mod state;

use super::rng::Rng;
use layout::Layout;
use shardwright_dialects::local::row;
use shardwright_ir::interp::Tensor;
use shardwright_ir::{Attrs, Builder, Func, Module, OpId, Sym, TensorType};
use state::{Entry, Made, State};
use std::collections::BTreeMap;

/// What kind of programs are wanted.
#[derive(Clone, Debug)]
pub struct Options {
    /// Least and most steps of the main function; each makes one op of a kind of [`KINDS`] or a few.
    pub steps: (i64, i64),
    /// Most devices of the mesh.
    pub max_devices: i64,
    /// Whether dimensions may be sharded that do not divide.
    pub uneven: bool,
    /// Kinds to draw from, all where empty.
    pub only: Vec<&'static str>,
}

impl Default for Options {
    fn default() -> Options {
        Options { steps: (3, 14), max_devices: 8, uneven: true, only: Vec::new() }
    }
}

/// A random program with everything that is needed to run it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it was made from.
    pub seed: u64,
    /// The program.
    pub module: Module,
    /// Inputs of its main function.
    pub inputs: Vec<Tensor>,
}

/// A kind of step.
pub struct Kind {
    /// Its name in [`Options::only`].
    pub name: &'static str,
    /// How often it is drawn.
    pub weight: usize,
    /// A row without which it cannot be made.
    pub needs: &'static str,
    /// Makes it.
    pub make: fn(&mut Builder<'_>, &mut State) -> Made,
}

macro_rules! kinds {
    ($($name:literal $weight:literal $needs:literal $make:path),* $(,)?) => {
        /// All kinds.
        pub const KINDS: &[Kind] = &[$(Kind { name: $name, weight: $weight, needs: $needs, make: $make }),*];
    };
}
kinds! {
    "unary" 10 "stablehlo.tanh" elementwise::float_unary,
    "int-unary" 3 "stablehlo.popcnt" elementwise::int_unary,
    "binary" 16 "stablehlo.add" elementwise::binary,
    "compare" 4 "stablehlo.compare" elementwise::compare,
    "select" 4 "stablehlo.select" elementwise::select,
    "clamp" 2 "stablehlo.clamp" elementwise::clamp,
    "convert" 5 "stablehlo.convert" elementwise::convert,
    "is-finite" 1 "stablehlo.is_finite" elementwise::is_finite,
    "complex" 2 "stablehlo.complex" elementwise::complex_parts,
    "bitcast" 1 "stablehlo.bitcast_convert" elementwise::bitcast,
    "reduce-precision" 1 "stablehlo.reduce_precision" elementwise::reduce_precision,
    "constant" 2 "stablehlo.constant" shape::constant,
    "iota" 2 "stablehlo.iota" shape::iota,
    "broadcast" 6 "stablehlo.broadcast_in_dim" shape::broadcast,
    "reshape" 8 "stablehlo.reshape" shape::reshape,
    "transpose" 6 "stablehlo.transpose" shape::transpose,
    "slice" 5 "stablehlo.slice" shape::slice,
    "pad" 5 "stablehlo.pad" shape::pad,
    "reverse" 3 "stablehlo.reverse" shape::reverse,
    "concatenate" 5 "stablehlo.concatenate" shape::concatenate,
    "dot-general" 14 "stablehlo.dot_general" contract::dot_general,
    "convolution" 5 "stablehlo.convolution" contract::convolution,
    "triangular" 2 "stablehlo.triangular_solve" contract::triangular,
    "fft" 1 "stablehlo.fft" contract::fft,
    "reduce" 10 "stablehlo.reduce" reduce::reduce,
    "arg-max" 2 "stablehlo.reduce" reduce::arg_max,
    "reduce-pair" 2 "stablehlo.reduce" reduce::reduce_pair,
    "reduce-window" 4 "stablehlo.reduce_window" reduce::reduce_window,
    "select-and-scatter" 3 "stablehlo.select_and_scatter" reduce::select_and_scatter,
    "sort" 3 "stablehlo.sort" reduce::sort,
    "top-k" 2 "chlo.top_k" reduce::top_k,
    "embedding" 4 "stablehlo.gather" index::embedding,
    "gather" 4 "stablehlo.gather" index::gather,
    "scatter" 4 "stablehlo.scatter" index::scatter,
    "scatter-set" 2 "stablehlo.scatter" index::scatter_set,
    "dynamic-slice" 3 "stablehlo.dynamic_slice" index::dynamic_slice,
    "dynamic-update-slice" 3 "stablehlo.dynamic_update_slice" index::dynamic_update_slice,
    "while" 4 "stablehlo.while" control::while_loop,
    "case" 3 "stablehlo.case" control::case,
    "call" 4 "func.call" control::call,
    "constraint" 5 "sdy.sharding_constraint" control::constraint,
    "barrier" 1 "stablehlo.optimization_barrier" control::barrier,
    "manual" 5 "sdy.manual_computation" manual::manual_computation,
    "named" 2 "sdy.named_computation" manual::named_computation,
    "group" 3 "sdy.sharding_group" marks::sharding_group,
    "propagation-barrier" 2 "sdy.propagation_barrier" marks::propagation_barrier,
    "dangling" 2 "sdy.sharding_constraint" marks::dangling_constraint,
}

/// The program of a seed.
///
/// # Errors
/// Only where a row refuses what the generator holds for legal: a fault of one of the two.
pub fn generate(seed: u64, options: &Options) -> Result<Case, String> {
    let mut rng = Rng::new(seed);
    let layout = Layout::random(&mut rng, options.max_devices, options.uneven);
    let mut sizes: Vec<i64> = (0..4).map(|_| rng.choose(&[1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12])).collect();
    sizes.extend(rng.percent(4).then_some(0));
    let mut module = Module::default();
    module.meshes.insert(layout.name, layout.mesh.clone());
    let only = options.only.clone();
    let mut st = State { rng, pool: Vec::new(), sizes, callees: Vec::new(), depth: 0, made: BTreeMap::new(), layout, only, groups: Vec::new(), uniform: true };
    if st.rng.percent(40) && wanted(&st, "call") {
        for _ in 0..st.rng.range(1, 2) {
            control::add_callee(&mut module, &mut st)?;
        }
    }

    let mut func = Func::new(Sym::new("main"));
    let mut inputs = Vec::new();
    for _ in 0..st.rng.range(2, 5) {
        let (element, dims) = (st.element(), st.shape(4));
        let ty = TensorType::new(element, &dims);
        let bounds = st.bounds_of(element);
        let value = func.add_arg(ty.clone());
        if st.rng.percent(75) {
            let sharding = st.layout.sharding(&mut st.rng, &ty);
            func.set_sharding(value, Some(sharding));
        }
        inputs.push(Tensor::from_literal(&st.literal(&ty, &bounds, false))?);
        st.pool.push(Entry { value, ty, bounds });
    }
    let mut b = Builder::at_end(&mut func);
    let count = st.rng.range(options.steps.0, options.steps.1) as usize;
    steps(&mut b, &mut st, count)?;
    finish(&mut func, &mut st)?;
    module.funcs.insert(func.name, func);
    Ok(Case { seed, module, inputs })
}

/// Makes about so many ops of random kinds.
pub fn steps(b: &mut Builder<'_>, st: &mut State, count: usize) -> Result<(), String> {
    let kinds: Vec<&Kind> = KINDS.iter().filter(|kind| wanted(st, kind.name) && row(kind.needs).is_ok()).collect();
    let total: usize = kinds.iter().map(|kind| kind.weight).sum();
    let mut made = 0;
    for _ in 0..count * 4 {
        if made == count || kinds.is_empty() {
            break;
        }
        let mut draw = st.rng.below(total);
        for kind in &kinds {
            if draw < kind.weight {
                if (kind.make)(b, st).map_err(|why| format!("{}: {why}", kind.name))? {
                    made += 1;
                    *st.made.entry(kind.name).or_insert(0) += 1;
                }
                break;
            }
            draw -= kind.weight;
        }
    }
    Ok(())
}

fn wanted(st: &State, kind: &str) -> bool {
    st.only.is_empty() || st.only.contains(&kind)
}

/// Returns what nothing uses yet (at most eight values), with shardings now and then, and erases what is left over.
fn finish(func: &mut Func, st: &mut State) -> Result<(), String> {
    let uses = func.uses();
    let mut results: Vec<Entry> = st.pool.iter().rev().filter(|entry| uses[entry.value].iter().all(|used| func.op(used.0).info.name == "sdy.sharding_group")).take(8).cloned().collect();
    results.reverse();
    if results.is_empty() || st.rng.percent(20) {
        results.extend(st.pick(|_| true));
    }
    let values: Vec<_> = results.iter().map(|entry| entry.value).collect();
    Builder::at_end(func).op_of_types(row("func.return")?, &values, Attrs::new(), &[], vec![])?;
    func.set_results(results.iter().map(|entry| entry.ty.clone().into()).collect());
    for (index, entry) in results.iter().enumerate() {
        if st.rng.percent(35) {
            func.result_shardings[index] = Some(st.layout.sharding(&mut st.rng, &entry.ty));
        }
    }
    erase_dead(func);
    Ok(())
}

/// Erases ops whose results nothing uses; what only marks use goes with its marks.
pub fn erase_dead(func: &mut Func) {
    loop {
        let uses = func.uses();
        let unused = |op: OpId| func.op(op).results.iter().all(|&result| uses[result].is_empty());
        let mark = |op: OpId| marks::is_mark(func, op, unused(op));
        let dead = |op: OpId| !func.op(op).info.is_terminator() && !mark(op) && func.op(op).results.iter().all(|&result| uses[result].iter().all(|used| mark(used.0)));
        let of_dead = |op: OpId| mark(op) && func.op(op).operands.iter().any(|&value| func.defining_op(value).is_some_and(dead));
        let mut found: Vec<OpId> = func.walk().into_iter().filter(|&op| of_dead(op)).collect();
        found.extend(func.walk().into_iter().filter(|&op| dead(op)));
        if found.is_empty() {
            return;
        }
        for op in found {
            func.erase(op);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::interp::Interpreter;

    #[test]
    fn programs_of_all_kinds_evaluate_to_finite_numbers() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..300 {
            let case = generate(seed, &Options::default()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            let main = case.module.main().unwrap();
            let results = Interpreter::new(&case.module).run(main, &case.inputs).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            for result in &results {
                assert!(result.to_f64s().iter().all(|value| value.is_finite()), "seed {seed}: {result:?}");
            }
            for func in case.module.funcs.values() {
                seen.extend(func.walk().into_iter().map(|op| func.op(op).info.name));
            }
        }
        assert!(seen.len() >= 40, "{} kinds of ops: {seen:?}", seen.len());
    }

    #[test]
    fn a_seed_names_one_program() {
        for seed in 0..20 {
            let (first, second) = (generate(seed, &Options::default()).unwrap(), generate(seed, &Options::default()).unwrap());
            assert_eq!(format!("{:?}", first.module), format!("{:?}", second.module));
            assert_eq!(first.inputs, second.inputs);
        }
    }
}
