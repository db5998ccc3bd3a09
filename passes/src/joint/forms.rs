//! A planned function's forms alone: how its values lie is to be chosen anew, by prices that know which ops share a kernel.
//!
//! Invariants: what the function said before it was planned, it says again; nothing else is said; it computes the same.

use shardwright_dialects::sdy::placement::SHARDING_CONSTRAINT;
use shardwright_ir::{Func, OpId};
use std::collections::HashSet;

/// `planned`, which is `before` in other forms, without the placements that planning gave it.
pub fn forms(before: &Func, planned: &Func) -> Func {
    let own: HashSet<OpId> = before.walk().into_iter().collect();
    let mut func = planned.clone();
    for op in planned.walk() {
        let data = func.op(op);
        let results = data.results.clone();
        if own.contains(&op) {
            for value in results {
                func.set_sharding(value, before.sharding(value).cloned());
            }
        } else if data.info.name == SHARDING_CONSTRAINT.name {
            let operand = data.operands[0];
            func.replace_uses(results[0], operand);
            func.erase(op);
        } else {
            for value in results {
                func.set_sharding(value, None);
            }
        }
    }
    for &arg in before.args() {
        func.set_sharding(arg, before.sharding(arg).cloned());
    }
    func.result_shardings.clone_from(&before.result_shardings);
    func
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::{Costs, Settings, plan};
    use crate::partition::plan::WireBytes;
    use crate::rewrite::egraph::builtin_rules;
    use crate::search::program::Work;
    use shardwright_ir::OpView;
    use shardwright_ir::text::{parse_module, print_module};

    /// Work is so dear that everything is split.
    struct Dear;

    impl Work for Dear {
        fn price(&self, _: &OpView, flops: i64, bytes: i64) -> i64 {
            flops.saturating_add(bytes).saturating_mul(1000)
        }
    }

    const TEXT: &str = r#"module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    %2 = stablehlo.tanh %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
"#;

    #[test]
    fn what_was_said_before_is_said_again_and_nothing_else() {
        let mut module = parse_module(TEXT, &shardwright_dialects::registry()).unwrap();
        let (name, mesh) = module.main_mesh().map(|(name, mesh)| (name, mesh.clone())).unwrap();
        let costs = Costs { name, mesh: &mesh, prices: &WireBytes, work: &Dear };
        let before = module.main().unwrap().clone();
        let found = plan(&before, costs, &builtin_rules().unwrap(), &Settings::default()).unwrap();
        assert!(found.func.sharding(found.func.args()[0]).is_some(), "nothing was planned");
        let text = print_module(&module);
        *module.main_mut().unwrap() = forms(&before, &found.func);
        assert_eq!(print_module(&module), text);
    }
}
