//! `differentiate`: adds gradients of a scalar result to the results of the main function.
//!
//! Invariants: the results that there were stay first; gradients follow in the order of the arguments.

use super::{differentiable, gradients};
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use crate::manager::OptionSpec;
use shardwright_ir::{Attrs, Diagnostic, Diagnostics, Module, Value};

/// The row of the pass.
pub static DIFFERENTIATE: PassInfo = PassInfo {
    name: "differentiate",
    summary: "adds the gradients of a scalar result by arguments to the results of the main function",
    options: &[
        OptionSpec { name: "result", default: "0", summary: "place of the result that is differentiated" },
        OptionSpec { name: "arguments", default: "all", summary: "places of the arguments, as `0;2`, or `all` that hold floats" },
    ],
    build: |options| {
        let result = options.get(&DIFFERENTIATE, "result");
        let result = result.parse().map_err(|_| format!("option result must be the place of a result, got \"{result}\""))?;
        let arguments = match options.get(&DIFFERENTIATE, "arguments") {
            "all" => None,
            list => {
                let place = |text: &str| text.trim().parse::<usize>().map_err(|_| format!("option arguments must be places as `0;2`, got \"{list}\""));
                Some(list.split(';').map(place).collect::<Result<Vec<_>, String>>()?)
            }
        };
        Ok(Box::new(Differentiate { result, arguments }))
    },
};

struct Differentiate {
    result: usize,
    arguments: Option<Vec<usize>>,
}

impl Pass for Differentiate {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let Some(func) = module.main_mut() else {
            return Err(Diagnostic::error("the module has no function @main to differentiate").into());
        };
        let count = func.args().len();
        let places = match &self.arguments {
            Some(places) => places.clone(),
            None => (0..count).filter(|&place| differentiable(func.ty(func.args()[place]))).collect(),
        };
        if let Some(place) = places.iter().find(|&&place| place >= count) {
            return Err(Diagnostic::error(format!("there is no argument {place}: @{} takes {count}", func.name)).into());
        }
        let wrt: Vec<Value> = places.iter().map(|&place| func.args()[place]).collect();
        let end = func.terminator(func.body()).ok_or_else(|| Diagnostic::error(format!("@{} has no terminator", func.name)))?;
        let Some(&loss) = func.op(end).operands.get(self.result) else {
            return Err(Diagnostic::error(format!("there is no result {}: @{} returns {}", self.result, func.name, func.op(end).operands.len())).into());
        };
        let found = gradients(func, loss, &wrt)?;
        for &gradient in &found {
            func.op_mut(end).operands.push(gradient);
            let ty = func.ty(gradient).clone();
            func.result_types.push(ty);
            func.result_attrs.push(Attrs::new());
            func.result_shardings.push(None);
        }
        ctx.count("gradients", found.len() as i64);
        Ok((!found.is_empty()).into())
    }
}
