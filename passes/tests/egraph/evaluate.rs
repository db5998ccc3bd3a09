//! The meaning of an e-graph: every e-node of a class evaluates to the same tensor.

use egg::{Id, Language};
use shardwright_dialects::func;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::{Module, OpState, Value};
use shardwright_passes::rewrite::egraph::form::Source;
use shardwright_passes::rewrite::egraph::lang::Graph;
use std::collections::BTreeMap;

/// Evaluates e-nodes from the inputs up until all that can be has been, and compares those of one class.
///
/// # Errors
/// Two e-nodes of one class differ: both, with their ops and values.
pub fn check_classes(graph: &Graph, inputs: &BTreeMap<Value, Tensor>) -> Result<usize, String> {
    let mut ids: Vec<Id> = graph.classes().map(|class| class.id).collect();
    ids.sort_unstable();
    let mut values: BTreeMap<Id, (Tensor, String)> = BTreeMap::new();
    let mut done = std::collections::BTreeSet::new();
    let mut compared = 0;
    loop {
        let mut progress = false;
        for &id in &ids {
            for node in &graph[id].nodes {
                let node = node.clone().map_children(|child| graph.find(child));
                if done.contains(&node) || !node.children.iter().all(|child| values.contains_key(child)) {
                    continue;
                }
                done.insert(node.clone());
                progress = true;
                let form = graph.analysis.forms.get(node.form);
                let tensor = match form.source {
                    Source::Input(value) => inputs[&value].clone(),
                    Source::Kept(..) => continue,
                    Source::Op => {
                        let args: Vec<Tensor> = node.children.iter().map(|child| values[child].0.clone()).collect();
                        run_form(form.template().expect("an op has a template"), &args)?
                    }
                };
                let what = format!("{}{:?} of {:?}", form.name, form.attrs(), node.children);
                match values.get(&id) {
                    None => {
                        values.insert(id, (tensor, what));
                    }
                    Some((other, before)) => {
                        compared += 1;
                        compare(other, &tensor).map_err(|why| format!("{before} and {what}: {why}"))?;
                    }
                }
            }
        }
        if !progress {
            return Ok(compared);
        }
    }
}

fn run_form((template, op): (&shardwright_ir::Func, shardwright_ir::OpId), args: &[Tensor]) -> Result<Tensor, String> {
    let mut func = template.clone();
    let result = func.op(op).results[0];
    let ty = func.ty(result).clone();
    let body = func.body();
    func.append(body, OpState::new(&func::return_::INFO, &[result], Vec::new()));
    func.set_results(vec![ty]);
    let module = Module::default();
    let mut results = Interpreter::new(&module).run(&func, args).map_err(|why| format!("{}: {why}", func.op(op).info.name))?;
    results.pop().ok_or_else(|| "no result".to_owned())
}

/// Equal up to 1e-11 of the larger of 1 and the largest magnitude; not-a-number equals itself, infinities are equal by sign.
pub fn compare(a: &Tensor, b: &Tensor) -> Result<(), String> {
    if a.ty != b.ty {
        return Err(format!("types {} and {}", a.ty, b.ty));
    }
    let (xs, ys) = (a.to_f64s(), b.to_f64s());
    let largest = xs.iter().chain(&ys).filter(|x| x.is_finite()).fold(1.0f64, |largest, x| largest.max(x.abs()));
    for (x, y) in xs.iter().zip(&ys) {
        let fine = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= 1e-11 * largest;
        if !fine {
            return Err(format!("{xs:?} and {ys:?}"));
        }
    }
    Ok(())
}
