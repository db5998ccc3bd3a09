//! `inline`: calls become the bodies of what they call, and named computations their bodies.
//!
//! Invariants: afterwards the program has no call, no named computation, and no private function besides main; an op's location says
//! by which calls it came (`callsite`); a sharding written on a callee's argument or result, or on a call's
//! result, stays as a constraint at that place. Recursion is an error, and so is growth beyond [`MAX_OPS`] ops.

use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, Loc, Module, OpId, OpInfo, OpState, Region, Registry, Value};
use std::sync::Arc;

/// The row of the pass.
pub static INLINE: PassInfo = PassInfo {
    name: "inline",
    summary: "replaces calls by the bodies of the functions that they call",
    options: &[],
    build: |_| Ok(Box::new(Inline)),
};

/// The most ops that a function may grow to: calls that call twice, over and over, would double without end.
pub const MAX_OPS: usize = 8_000_000;

struct Inline;

impl Pass for Inline {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut inliner = Inliner { module, registry: ctx.registry, state: Vec::new(), calls: 0, named: 0 };
        inliner.state = vec![State::New; inliner.module.funcs.len()];
        for index in 0..inliner.module.funcs.len() {
            inliner.visit(index, 0)?;
        }
        let (calls, named) = (inliner.calls, inliner.named);
        let main = module.main().map(|func| func.name);
        let before = module.funcs.len();
        if main.is_some() {
            module.funcs.retain(|name, func| !func.private || Some(*name) == main);
        }
        ctx.count("calls inlined", calls);
        ctx.count("named computations opened", named);
        Ok((calls + named > 0 || module.funcs.len() != before).into())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

struct Inliner<'m> {
    module: &'m mut Module,
    registry: &'m Registry,
    state: Vec<State>,
    calls: i64,
    named: i64,
}

impl Inliner<'_> {
    /// Inlines the calls of a function, those of its callees first.
    fn visit(&mut self, index: usize, depth: usize) -> Result<(), Diagnostics> {
        match self.state[index] {
            State::Done => return Ok(()),
            State::Open => {
                let func = &self.module.funcs[index];
                return Err(error(format!("function @{} calls itself", func.name), func.span, "a call must be replaceable by a body"));
            }
            State::New => self.state[index] = State::Open,
        }
        let registry = self.registry;
        self.named += open_named_computations(&mut self.module.funcs[index], registry)?;
        let func = &self.module.funcs[index];
        if depth > 500 {
            return Err(error(format!("calls nest deeper than 500 at @{}", func.name), func.span, "inline some of them by hand"));
        }
        let calls: Vec<OpId> = func.walk().into_iter().filter(|&op| func.op(op).info.name == "func.call").collect();
        let mut callees = Vec::with_capacity(calls.len());
        for &call in &calls {
            callees.push(self.callee(index, call)?);
        }
        for &callee in &callees {
            self.visit(callee, depth + 1)?;
        }
        self.state[index] = State::Done;
        if calls.is_empty() {
            return Ok(());
        }
        self.calls += calls.len() as i64;
        let name = self.module.funcs[index].name;
        let mut func = std::mem::replace(&mut self.module.funcs[index], Func::new(name));
        let result = self.inline_all(&mut func, &calls, &callees);
        self.module.funcs[index] = func;
        result
    }

    /// The function that a call calls, checked to fit.
    fn callee(&self, caller: usize, call: OpId) -> Result<usize, Diagnostics> {
        let func = &self.module.funcs[caller];
        let data = func.op(call);
        let Some(Attr::Symbol(name)) = data.attrs.get("callee") else {
            return Err(error("func.call needs the attribute `callee`".into(), data.span, "name the function"));
        };
        let Some((index, _, callee)) = self.module.funcs.get_full(name) else {
            return Err(error(format!("func.call names @{name}, which is not defined"), data.span, "define it or correct the name"));
        };
        let types = |values: &[Value], of: &Func| values.iter().map(|&value| of.ty(value).clone()).collect::<Vec<_>>();
        if types(&data.operands, func) != types(callee.args(), callee) || types(&data.results, func) != callee.result_types {
            let message = format!(
                "func.call of @{name} passes {:?} for {:?} and expects {:?} of {:?}",
                types(&data.operands, func),
                types(callee.args(), callee),
                types(&data.results, func),
                callee.result_types
            );
            return Err(error(message, data.span, "make the types agree"));
        }
        Ok(index)
    }

    fn inline_all(&self, func: &mut Func, calls: &[OpId], callees: &[usize]) -> Result<(), Diagnostics> {
        let callee_of: std::collections::HashMap<OpId, usize> = calls.iter().copied().zip(callees.iter().copied()).collect();
        let mut replaced = ValueMap::new();
        let mut regions: Vec<Region> = calls.iter().filter_map(|&call| func.op(call).parent).collect();
        regions.sort_unstable();
        regions.dedup();
        for region in regions {
            let mut ops = Vec::new();
            for op in func.region(region).ops.clone() {
                match callee_of.get(&op) {
                    Some(&callee) => self.splice(func, op, &self.module.funcs[callee], &mut ops, &mut replaced)?,
                    None => ops.push(op),
                }
            }
            func.set_region_ops(region, ops);
        }
        func.replace_all(&replaced);
        Ok(())
    }

    /// Puts a copy of the callee's body into `ops` in place of the call.
    fn splice(&self, func: &mut Func, call: OpId, callee: &Func, ops: &mut Vec<OpId>, replaced: &mut ValueMap) -> Result<(), Diagnostics> {
        let span = func.op(call).span;
        let fault = |why: String| error(why, span, "check the callee");
        let call_loc = func.op(call).loc.clone();
        let mut map = ValueMap::new();
        for (index, &arg) in callee.args().iter().enumerate() {
            let operand = func.op(call).operands[index];
            let value = match callee.sharding(arg) {
                Some(sharding) => constrain(self.registry, func, operand, sharding.clone(), &call_loc, ops).map_err(fault)?,
                None => operand,
            };
            map[arg] = Some(value);
        }
        let Some(terminator) = callee.terminator(callee.body()) else {
            return Err(fault(format!("function @{} has no return", callee.name)));
        };
        let first_new = func.num_ops();
        for &op in callee.region(callee.body()).ops.iter().filter(|&&op| op != terminator) {
            ops.push(copy_op(func, callee, op, &mut map).map_err(fault)?);
        }
        if func.num_ops() > MAX_OPS {
            return Err(error(format!("inlining makes more than {MAX_OPS} ops"), span, "calls multiply: write the repetition as a loop"));
        }
        for index in first_new..func.num_ops() {
            let op = shardwright_ir::entity::EntityId::from_index(index);
            let loc = std::mem::take(&mut func.op_mut(op).loc);
            func.op_mut(op).loc = called_from(loc, &call_loc);
        }
        for (index, &value) in callee.op(terminator).operands.iter().enumerate() {
            let mut new = map[value].ok_or_else(|| fault(format!("@{} returns {value}, which has no definition", callee.name)))?;
            let result = func.op(call).results[index];
            let declared = callee.result_shardings.get(index).cloned().flatten();
            for sharding in [declared, func.sharding(result).cloned()].into_iter().flatten() {
                new = constrain(self.registry, func, new, sharding, &call_loc, ops).map_err(fault)?;
            }
            replaced[result] = Some(new);
        }
        Ok(())
    }
}

/// Puts a constraint to this sharding into `ops`; gives its result.
fn constrain(registry: &Registry, func: &mut Func, value: Value, sharding: TensorSharding, loc: &Loc, ops: &mut Vec<OpId>) -> Result<Value, String> {
    const NAME: &str = "sdy.sharding_constraint";
    let info: &'static OpInfo =
        registry.get(NAME).ok_or_else(|| format!("a sharding at a call boundary needs the op {NAME}, which is not registered"))?;
    let op = func.create(OpState { loc: loc.clone(), ..OpState::new(info, &[value], vec![func.ty(value).clone()]) });
    func.op_mut(op).attrs.set("sharding", Attr::Sharding(Box::new(sharding)));
    ops.push(op);
    Ok(func.result(op))
}

/// Puts the bodies of named computations in their places, inner ones first; tells how many.
fn open_named_computations(func: &mut Func, registry: &Registry) -> Result<i64, Diagnostics> {
    const NAME: &str = "sdy.named_computation";
    let mut named: Vec<OpId> = func.walk().into_iter().filter(|&op| func.op(op).info.name == NAME).collect();
    // The walk comes to an op before it comes to what is in it.
    named.reverse();
    let mut replaced = ValueMap::new();
    let mut opened = indexmap::IndexMap::<OpId, Vec<OpId>>::new();
    for &op in &named {
        let data = func.op(op).clone();
        let fault = |why: String| error(why, data.span, "give it one body that ends in sdy.return");
        let &[body] = &data.regions[..] else { return Err(fault(format!("{NAME} has {} regions", data.regions.len()))) };
        let end = func.terminator(body).ok_or_else(|| fault(format!("the body of {NAME} has no terminator")))?;
        let (args, returned) = (func.region(body).args.clone(), func.op(end).operands.clone());
        if args.len() != data.operands.len() || returned.len() != data.results.len() {
            return Err(fault(format!("{NAME} of {} operands and {} results has a body of {} and {}", data.operands.len(), data.results.len(), args.len(), returned.len())));
        }
        let declared = |attr: &str, index: usize| match data.attrs.get(attr) {
            Some(Attr::Shardings(shardings)) => shardings.get(index).filter(|one| says_something(one)).cloned(),
            _ => None,
        };
        let mut inside = func.region(body).ops.clone();
        func.set_region_ops(body, Vec::new());
        inside.retain(|&inner| inner != end);
        let mut ops = Vec::new();
        for (index, (&arg, &operand)) in args.iter().zip(&data.operands).enumerate() {
            replaced[arg] = Some(match declared("in_shardings", index) {
                Some(sharding) => constrain(registry, func, operand, sharding, &data.loc, &mut ops).map_err(fault)?,
                None => operand,
            });
        }
        for inner in inside {
            match opened.swap_remove(&inner) {
                Some(list) => ops.extend(list),
                None => ops.push(inner),
            }
        }
        for (index, (&result, &value)) in data.results.iter().zip(&returned).enumerate() {
            let mut value = value;
            for sharding in [declared("out_shardings", index), func.sharding(result).cloned()].into_iter().flatten() {
                value = constrain(registry, func, value, sharding, &data.loc, &mut ops).map_err(fault)?;
            }
            replaced[result] = Some(value);
        }
        opened.insert(op, ops);
    }
    let mut places: Vec<Region> = opened.keys().filter_map(|&op| func.op(op).parent).collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let around = func.region(place).ops.clone().into_iter().flat_map(|op| opened.swap_remove(&op).unwrap_or_else(|| vec![op]));
        let around = around.collect();
        func.set_region_ops(place, around);
    }
    if !named.is_empty() {
        func.replace_all(&replaced);
    }
    Ok(named.len() as i64)
}

/// Whether a sharding says more than that everything is open.
fn says_something(sharding: &TensorSharding) -> bool {
    !sharding.replicated.is_empty() || !sharding.unreduced.is_empty() || sharding.dims.iter().any(|dim| !dim.open || !dim.axes.is_empty())
}

fn called_from(callee: Loc, call: &Loc) -> Loc {
    match (&callee, call) {
        (_, Loc::Unknown) => callee,
        (Loc::Unknown, _) => call.clone(),
        _ => Loc::CallSite(Arc::new((callee, call.clone()))),
    }
}

fn error(message: String, span: shardwright_ir::Span, help: &str) -> Diagnostics {
    Diagnostic::error(message).at(span).help(help).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::{ElementType, Sym, TensorType, Type};

    fn ty() -> Type {
        TensorType::new(ElementType::F32, &[4]).into()
    }

    /// A function of one argument that calls each of `callees` in turn and returns the last result.
    fn caller(name: &str, callees: &[&str]) -> Func {
        let registry = shardwright_dialects::registry();
        let mut func = Func::new(Sym::new(name));
        func.private = name != "main";
        let mut value = func.add_arg(ty());
        let body = func.body();
        for callee in callees {
            let mut state = OpState::new(registry.get("func.call").unwrap(), &[value], vec![ty()]);
            state.attrs.set("callee", Attr::Symbol(Sym::new(callee)));
            state.loc = Loc::name(&format!("{name} calls {callee}"));
            let call = func.append(body, state);
            value = func.result(call);
        }
        func.append(body, OpState::new(registry.get("func.return").unwrap(), &[value], vec![]));
        func.set_results(vec![ty()]);
        func
    }

    fn run(funcs: Vec<Func>) -> Result<Module, Diagnostics> {
        let registry = shardwright_dialects::registry();
        let mut module = Module { funcs: funcs.into_iter().map(|func| (func.name, func)).collect(), ..Module::default() };
        Inline.run(&mut module, &mut PassCtx::new(&registry))?;
        Ok(module)
    }

    #[test]
    fn nested_calls_disappear_with_their_functions() {
        let module = run(vec![caller("main", &["f", "f"]), caller("f", &["g"]), caller("g", &[])]).unwrap();
        let main = module.main().unwrap();
        assert_eq!(module.funcs.len(), 1);
        assert_eq!(main.walk().len(), 1, "only the return is left");
        assert_eq!(main.op(main.walk()[0]).operands, main.args());
    }

    #[test]
    fn recursion_is_refused_by_name() {
        let error = run(vec![caller("main", &["f"]), caller("f", &["g"]), caller("g", &["f"])]).unwrap_err();
        assert!(error.to_string().contains("function @f calls itself"), "{error}");
    }

    #[test]
    fn a_missing_callee_is_named() {
        let error = run(vec![caller("main", &["f"])]).unwrap_err();
        assert!(error.to_string().contains("func.call names @f, which is not defined"), "{error}");
    }
}
