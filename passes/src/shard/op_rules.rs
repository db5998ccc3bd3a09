//! Sharding rules from a text file, for ops that only a platform knows.
//!
//! One rule a line: `TARGET: ([i, k], [k, j])->([i, j]) reduction={k}`, where TARGET is the name of a custom call's target or of an
//! op; sizes come from the op's types. `#` begins a comment. Invariants: a rule that does not fit an op it names is an error at that op;
//! rules written on ops stay; a name has one rule.

use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::{FactorId, FactorKind, ShardingRule};
use shardwright_ir::text::parse_rule_without_sizes;
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Module, OpView, TensorType};
use indexmap::IndexMap;

/// The attribute that holds the rule of an op.
const RULE: &str = "sdy.sharding_rule";

/// Rules by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpRules {
    rules: IndexMap<String, ShardingRule>,
}

impl OpRules {
    /// Reads a file's text; `file` names it in errors.
    ///
    /// # Errors
    /// Lines that are no rule, and names that have two.
    pub fn parse(text: &str, file: &str) -> Result<OpRules, Diagnostics> {
        let mut rules = IndexMap::new();
        let mut faults = Diagnostics::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let place = format!("{file}:{}", number + 1);
            let Some((name, rule)) = line.split_once(':') else {
                faults.push(Diagnostic::error("a line must read `TARGET: ([…], …)->([…], …)`").in_place(place));
                continue;
            };
            match parse_rule_without_sizes(rule.trim()) {
                Ok(rule) if kept_reduction(&rule).is_some() => {
                    let factor = kept_reduction(&rule).unwrap_or_default();
                    let why = format!("factor {factor} is reduced, and a result has it: what is added up over a factor does not have it any more");
                    faults.push(Diagnostic::error(why).in_place(place).help("take it out of `reduction={…}`, or out of the result"));
                }
                Ok(mut rule) => {
                    rule.custom = true;
                    if rules.insert(name.trim().to_owned(), rule).is_some() {
                        faults.push(Diagnostic::error(format!("`{}` has two rules", name.trim())).in_place(place));
                    }
                }
                Err(why) => faults.push(Diagnostic::error(why.message.clone()).in_place(place)),
            }
        }
        if faults.0.is_empty() { Ok(OpRules { rules }) } else { Err(faults) }
    }

    /// Writes the rules on the ops that they name; the number of ops.
    ///
    /// # Errors
    /// Ops whose tensors a rule does not fit, and names that no op has.
    pub fn apply(&self, module: &mut Module) -> Result<usize, Diagnostics> {
        let mut faults = Diagnostics::default();
        let mut used = vec![0; self.rules.len()];
        for func in module.funcs.values_mut() {
            for op in func.walk() {
                let data = func.op(op);
                let name = data.attrs.get("call_target_name").and_then(Attr::as_str).unwrap_or(data.info.name);
                let Some((index, _, rule)) = self.rules.get_full(name) else { continue };
                used[index] += 1;
                if data.attrs.get(RULE).is_some() {
                    continue;
                }
                match sized(rule, &func.view(op)) {
                    Ok(rule) => func.op_mut(op).attrs.set(RULE, Attr::Rule(Box::new(rule))),
                    Err(why) => faults.push(Diagnostic::error(format!("the rule for `{name}` does not fit: {why}")).at(data.span).in_loc(&data.loc)),
                }
            }
        }
        for ((name, _), _) in self.rules.iter().zip(&used).filter(|(_, used)| **used == 0) {
            faults.push(Diagnostic::error(format!("a rule names `{name}`, which no op of the program is")).in_place("--op-rules"));
        }
        if faults.0.is_empty() { Ok(used.iter().sum()) } else { Err(faults) }
    }
}

/// A factor that a rule both reduces and has in a result.
fn kept_reduction(rule: &ShardingRule) -> Option<String> {
    let kept = |factor: &FactorId| rule.results.iter().any(|tensor| tensor.iter().any(|dim| dim.contains(factor)));
    (0..rule.factors.len()).map(FactorId::from_index).find(|factor| rule[*factor].kind == FactorKind::Reduction && kept(factor)).map(|factor| factor.to_string())
}

/// The rule with the sizes of an op's dimensions.
fn sized(rule: &ShardingRule, op: &OpView) -> Result<ShardingRule, String> {
    let mut rule = rule.clone();
    let types: Vec<TensorType> = op.operand_types().into_iter().chain(op.result_types()).collect();
    let (operands, results) = (op.data().operands.len(), op.data().results.len());
    if rule.operands.len() != operands || rule.results.len() != results {
        return Err(format!("it has {} operands and {} results, the op {operands} and {results}", rule.operands.len(), rule.results.len()));
    }
    let mappings: Vec<_> = rule.tensors().cloned().collect();
    for (index, (mapping, ty)) in mappings.iter().zip(&types).enumerate() {
        if mapping.len() != ty.rank() {
            return Err(format!("tensor {index} has {} dimensions in it, {ty} has {}", mapping.len(), ty.rank()));
        }
    }
    // A dimension with one factor of unknown size tells it; each round learns at least one, or none is left to learn.
    for _ in 0..=rule.factors.len() {
        for (mapping, ty) in mappings.iter().zip(&types) {
            for (factors, &size) in mapping.iter().zip(&ty.dims) {
                let known: i64 = factors.iter().map(|&factor| rule[factor].size).filter(|&size| size > 0).product();
                let mut unknown = factors.iter().filter(|&&factor| rule[factor].size == 0);
                match (unknown.next(), unknown.next()) {
                    (Some(&factor), None) if known > 0 && size % known == 0 => rule[factor].size = (size / known).max(1),
                    (None, _) if !factors.is_empty() && known != size => return Err(format!("a dimension of size {size} of {ty} has factors of {known} elements")),
                    _ => {}
                }
            }
        }
    }
    match rule.factors.iter().position(|factor| factor.size == 0) {
        Some(index) => Err(format!("the size of factor {} does not follow from the types", FactorId::from_index(index))),
        None => Ok(rule),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_rule_are_located() {
        let text = "# a product\nmm: ([i, k], [k, j])->([i, j]) reduction={k}\nnothing\nmm: ([i])->([i])\nbad: ([i)->([i])\nkeeps: ([i])->([i]) reduction={i}";
        let faults = OpRules::parse(text, "rules.txt").unwrap_err();
        let places: Vec<String> = faults.0.iter().map(|fault| format!("{fault:?}")).collect();
        assert_eq!(faults.0.len(), 4);
        for (place, line) in places.iter().zip(["rules.txt:3", "rules.txt:4", "rules.txt:5", "rules.txt:6"]) {
            assert!(place.contains(line), "{place}");
        }
    }
}
