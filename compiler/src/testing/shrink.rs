//! A failing program made smaller while it still fails.
//!
//! Invariants: every program tried is legal; the search is greedy and ends (each accepted step removes a result, an op
//! or an annotation); a program that does not fail comes back as it was.

use super::random::{Case, erase_dead};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::{Func, OpId, Value};

/// Programs tried at most.
const MAX_TRIES: usize = 600;

/// The smallest failing program that greedy steps lead to.
pub fn shrink(case: &Case, fails: &dyn Fn(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut tries = 0;
    loop {
        let mut better = None;
        for make in candidates(&best) {
            let Some(smaller) = make() else { continue };
            tries += 1;
            if tries > MAX_TRIES {
                break;
            }
            if fails(&smaller) {
                better = Some(smaller);
                break;
            }
        }
        match better {
            Some(smaller) => best = smaller,
            None => break,
        }
    }
    [without_functions, without_arguments].iter().fold(best, |best, remove| match remove(&best) {
        Some(smaller) if fails(&smaller) => smaller,
        _ => best,
    })
}

/// Makes a smaller program, where the step is possible.
type Candidate = Box<dyn Fn() -> Option<Case>>;

/// Programs that are one step smaller, the boldest steps first.
fn candidates(case: &Case) -> Vec<Candidate> {
    let Some(main) = case.module.main() else { return Vec::new() };
    let ops: Vec<OpId> = main.region(main.body()).ops.clone();
    let computed: Vec<Value> = ops.iter().flat_map(|&op| main.op(op).results.clone()).filter(|&value| main.ty(value).as_tensor().is_some()).collect();
    let mut steps: Vec<Candidate> = Vec::new();
    let whole = case.clone();
    let count = main.result_types.len();
    let mut step = |make: Box<dyn Fn(&mut Case) -> Option<()>>| {
        let whole = whole.clone();
        steps.push(Box::new(move || {
            let mut smaller = whole.clone();
            make(&mut smaller)?;
            erase_dead(smaller.module.main_mut()?);
            Some(smaller)
        }));
    };
    if count > 1 {
        for index in 0..count {
            step(Box::new(move |case| keep_result(case.module.main_mut()?, index)));
        }
    }
    for &value in &computed {
        step(Box::new(move |case| end_at(case.module.main_mut()?, value)));
    }
    for &value in computed.iter().rev() {
        step(Box::new(move |case| begin_at(case, value)));
    }
    for value in main.args().iter().chain(&computed).copied().filter(|&value| main.sharding(value).is_some()) {
        step(Box::new(move |case| {
            case.module.main_mut()?.set_sharding(value, None);
            Some(())
        }));
    }
    for index in (0..count).filter(|&index| main.result_shardings[index].is_some()) {
        step(Box::new(move |case| {
            case.module.main_mut()?.result_shardings[index] = None;
            Some(())
        }));
    }
    for &op in ops.iter().filter(|&&op| main.op(op).results.is_empty() && !main.op(op).info.is_terminator()) {
        step(Box::new(move |case| {
            case.module.main_mut()?.erase(op);
            Some(())
        }));
    }
    let passes_on = |op: OpId| {
        let data = main.op(op);
        data.info.dialect() == "sdy" && data.operands.len() == 1 && data.results.len() == 1 && main.ty(data.operands[0]) == main.ty(data.results[0])
    };
    for op in ops.into_iter().filter(|&op| passes_on(op)) {
        let (operand, result) = (main.op(op).operands[0], main.op(op).results[0]);
        step(Box::new(move |case| {
            let func = case.module.main_mut()?;
            func.replace_uses(result, operand);
            // A constraint means something without uses too: it would stay, and be tried again.
            func.erase(op);
            Some(())
        }));
    }
    steps
}

/// The main function alone.
fn without_functions(case: &Case) -> Option<Case> {
    let name = case.module.main()?.name;
    let mut smaller = case.clone();
    smaller.module.funcs.retain(|other, _| *other == name);
    Some(smaller)
}

/// The main function copied without the arguments that nothing uses.
fn without_arguments(case: &Case) -> Option<Case> {
    let main = case.module.main()?;
    let uses = main.uses();
    let mut copy = Func::new(main.name);
    let mut map = ValueMap::new();
    let mut inputs = Vec::new();
    for (&arg, input) in main.args().iter().zip(&case.inputs).filter(|(arg, _)| !uses[**arg].is_empty()) {
        let new = copy.add_arg(main.ty(arg).clone());
        copy.set_sharding(new, main.sharding(arg).cloned());
        map[arg] = Some(new);
        inputs.push(input.clone());
    }
    let body = copy.body();
    for &op in &main.region(main.body()).ops {
        let new = copy_op(&mut copy, main, op, &mut map).ok()?;
        copy.place_last(body, new);
    }
    copy.set_results(main.result_types.clone());
    copy.result_shardings = main.result_shardings.clone();
    let mut smaller = Case { inputs, ..case.clone() };
    smaller.module.funcs.insert(copy.name, copy);
    Some(smaller)
}

/// Returns one result only.
fn keep_result(func: &mut Func, index: usize) -> Option<()> {
    let end = func.terminator(func.body())?;
    let operand = func.op(end).operands[index];
    let sharding = func.result_shardings[index].clone();
    set_return(func, operand)?;
    func.result_shardings[0] = sharding;
    Some(())
}

/// Returns a value that was computed on the way, and nothing after it.
fn end_at(func: &mut Func, value: Value) -> Option<()> {
    let end = func.terminator(func.body())?;
    if func.op(end).operands == [value] {
        return None;
    }
    let before = func.walk().len();
    set_return(func, value)?;
    erase_dead(func);
    (func.walk().len() < before).then_some(())
}

/// Takes a value as an argument instead of computing it.
fn begin_at(case: &mut Case, value: Value) -> Option<()> {
    let tensor = evaluate(case, value)?;
    let func = case.module.main_mut()?;
    let op = func.defining_op(value)?;
    if func.op(op).operands.is_empty() && func.op(op).regions.is_empty() {
        return None;
    }
    let arg = func.add_arg(func.ty(value).clone());
    func.set_sharding(arg, func.sharding(value).cloned());
    func.replace_uses(value, arg);
    case.inputs.push(tensor);
    Some(())
}

fn evaluate(case: &Case, value: Value) -> Option<Tensor> {
    let mut case = case.clone();
    set_return(case.module.main_mut()?, value)?;
    erase_dead(case.module.main_mut()?);
    Interpreter::new(&case.module).run(case.module.main()?, &case.inputs).ok()?.pop()
}

fn set_return(func: &mut Func, value: Value) -> Option<()> {
    let end = func.terminator(func.body())?;
    func.op_mut(end).operands = vec![value];
    func.set_results(vec![func.ty(value).clone()]);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::random::{Options, generate};
    use super::*;

    #[test]
    fn a_failure_that_one_op_causes_shrinks_to_that_op() {
        let has_transpose = |case: &Case| {
            let main = case.module.main().unwrap();
            main.walk().into_iter().any(|op| main.op(op).info.name == "stablehlo.transpose")
        };
        let case = (0..200).map(|seed| generate(seed, &Options::default()).unwrap()).find(has_transpose).unwrap();
        let small = shrink(&case, &has_transpose);
        let main = small.module.main().unwrap();
        let names: Vec<_> = main.walk().into_iter().map(|op| main.op(op).info.name).collect();
        assert_eq!(names, ["stablehlo.transpose", "func.return"]);
        assert_eq!((main.args().len(), small.inputs.len(), small.module.funcs.len()), (1, 1, 1));
        assert!(main.args().iter().all(|&arg| main.sharding(arg).is_none()));
    }
}
