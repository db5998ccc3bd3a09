//! `apply-sharding-constraints`: what constraints say is put on the values that they constrain.
//!
//! A constraint whose sharding is closed also tells how its operand should lie, unless the operand has a sharding or is
//! constrained in several ways. Where the operand is the target of a data-flow edge (a loop's result, say), all its uses take
//! the constraint's result instead, so that the loop itself stays free. Of a chain of constraints, later uses of the
//! first operand take the last result. Semantics: Shardy's pass of this name. Invariant: values do not change.

use super::data_flow::Edges;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, Module, OpId, OpInfo, OpState, Region, Value};

/// The row of the pass.
pub static APPLY_SHARDING_CONSTRAINTS: PassInfo = PassInfo {
    name: "apply-sharding-constraints",
    summary: "puts the shardings of constraints on the values that they constrain",
    options: &[],
    build: |_| Ok(Box::new(ApplyShardingConstraints)),
};

struct ApplyShardingConstraints;

const CONSTRAINT: &str = "sdy.sharding_constraint";
const MANUAL: &str = "sdy.manual_computation";

impl Pass for ApplyShardingConstraints {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut changed = false;
        for func in module.funcs.values_mut() {
            let (applied, told) = apply_telling(func, ctx.registry.get(CONSTRAINT))?;
            changed |= applied;
            let constrained = ctx.provenance.constrained.entry(func.name).or_default();
            told.into_iter().for_each(|(value, op)| constrained[value] = Some(op));
        }
        Ok(changed.into())
    }
}

/// Applies the constraints of a function; `row` is the row of `sdy.sharding_constraint`.
pub fn apply(func: &mut Func, row: Option<&'static OpInfo>) -> Result<bool, Diagnostics> {
    apply_telling(func, row).map(|(changed, _)| changed)
}

/// As [`apply`]; tells which op put its sharding on which value.
fn apply_telling(func: &mut Func, row: Option<&'static OpInfo>) -> Result<(bool, Vec<(Value, OpId)>), Diagnostics> {
    let mut order = Vec::new();
    inner_first(func, func.body(), &mut order);
    order.retain(|&op| matches!(func.op(op).info.name, CONSTRAINT | MANUAL));
    if order.is_empty() {
        return Ok((false, Vec::new()));
    }
    let mut state = Constraints { edges: Edges::new(func), uses: func.uses(), row, changed: false, told: Vec::new(), func };
    for op in order {
        state.visit(op)?;
    }
    Ok((state.changed, state.told))
}

struct Constraints<'f> {
    func: &'f mut Func,
    edges: Edges,
    uses: SecondaryMap<Value, Vec<(OpId, usize)>>,
    row: Option<&'static OpInfo>,
    changed: bool,
    /// Which op put its sharding on which value.
    told: Vec<(Value, OpId)>,
}

impl Constraints<'_> {
    fn visit(&mut self, op: OpId) -> Result<(), Diagnostics> {
        if self.func.op(op).info.name == CONSTRAINT {
            let Some(sharding) = self.constraint(op) else { return Ok(()) };
            self.shorten_chain(op);
            let input = self.func.op(op).operands[0];
            if self.applies(input, &sharding) {
                if self.edges.of_target(input).is_some() {
                    self.move_after(op, input);
                    self.replace_uses(input, self.func.op(op).results[0], |_, user| user != op);
                } else {
                    self.set(input, sharding, op);
                }
            }
            return Ok(());
        }
        let Some(Attr::Shardings(shardings)) = self.func.op(op).attrs.get("in_shardings").cloned() else { return Ok(()) };
        for (index, sharding) in shardings.into_iter().enumerate() {
            let Some(&input) = self.func.op(op).operands.get(index) else { break };
            if !self.applies(input, &sharding) {
                continue;
            }
            if self.edges.of_target(input).is_none() {
                self.set(input, sharding, op);
                continue;
            }
            let span = self.func.op(op).span;
            let row = self.row.ok_or_else(|| {
                Diagnostics::from(Diagnostic::error(format!("op {CONSTRAINT} is needed for the operands of {MANUAL}, but not registered")).at(span))
            })?;
            let mut new = OpState { loc: self.func.op(op).loc.clone(), span, ..OpState::new(row, &[input], vec![self.func.ty(input).clone()]) };
            new.attrs.set("sharding", Attr::Sharding(Box::new(sharding)));
            let new = self.func.create(new);
            self.place_after(new, input);
            self.uses[input].push((new, 0));
            self.replace_uses(input, self.func.op(new).results[0], |_, user| user != new);
        }
        Ok(())
    }

    fn constraint(&self, op: OpId) -> Option<TensorSharding> {
        match self.func.op(op).attrs.get("sharding") {
            Some(Attr::Sharding(sharding)) => Some((**sharding).clone()),
            _ => self.func.sharding(*self.func.op(op).results.first()?).cloned(),
        }
    }

    fn sharding(&self, value: Value) -> Option<&TensorSharding> {
        let holder = self.edges.of_target(value).map_or(value, |edge| self.edges.all[edge].owner);
        self.func.sharding(holder).or_else(|| match self.func.op(self.func.defining_op(holder)?).attrs.get("sharding") {
            Some(Attr::Sharding(sharding)) => Some(&**sharding),
            _ => None,
        })
    }

    fn set(&mut self, value: Value, sharding: TensorSharding, by: OpId) {
        self.told.push((value, by));
        self.func.set_sharding(value, Some(sharding));
        self.changed = true;
    }

    fn applies(&self, input: Value, sharding: &TensorSharding) -> bool {
        if self.func.ty(input).as_tensor().is_none_or(|ty| ty.rank() != sharding.rank()) {
            return false;
        }
        // The argument of a reduction's body, say, holds no sharding.
        if let ValueDef::Arg(region, _) = self.func.value(input).def
            && region != self.func.body()
            && self.edges.of_target(input).is_none()
        {
            return false;
        }
        let declared = self.edges.of_target(input).is_some_and(|edge| self.edges.all[edge].declared.is_some());
        self.sharding(input).is_none()
            && !declared
            && sharding.dims.iter().all(|dim| !dim.open)
            && self.uses[input].iter().all(|&(user, operand)| match self.func.op(user).info.name {
                CONSTRAINT => self.constraint(user).as_ref() == Some(sharding),
                MANUAL => match self.func.op(user).attrs.get("in_shardings") {
                    Some(Attr::Shardings(all)) => all.get(operand) == Some(sharding),
                    _ => true,
                },
                _ => true,
            })
    }

    /// Of a chain of constraints that starts at `head`, gives the last result to later uses of the first operand.
    fn shorten_chain(&mut self, head: OpId) {
        let input = self.func.op(head).operands[0];
        let is_constraint = |func: &Func, op: OpId| func.op(op).info.name == CONSTRAINT;
        let constrains = |func: &Func, op: OpId| matches!(func.op(op).info.name, CONSTRAINT | MANUAL);
        if self.func.defining_op(input).is_some_and(|op| is_constraint(self.func, op))
            || self.sharding(input).is_some()
            || self.uses[input].iter().any(|&(user, _)| user != head && constrains(self.func, user))
        {
            return;
        }
        let mut tail = head;
        while let [(user, _)] = self.uses[self.func.op(tail).results[0]][..]
            && is_constraint(self.func, user)
        {
            tail = user;
        }
        let result = self.func.op(tail).results[0];
        if tail == head || self.uses[result].iter().any(|&(user, _)| constrains(self.func, user)) {
            return;
        }
        let Some(region) = self.func.op(tail).parent else { return };
        let mut later = SecondaryMap::<OpId, bool>::new();
        let ops = &self.func.region(region).ops;
        ops.iter().skip_while(|&&op| op != tail).skip(1).for_each(|&op| later[op] = true);
        self.replace_uses(input, result, |func, user| user != head && func.op(user).info.name != "func.return" && later[user]);
    }

    fn replace_uses(&mut self, old: Value, new: Value, which: impl Fn(&Func, OpId) -> bool) {
        let (moved, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.uses[old]).into_iter().partition(|&(user, _)| which(self.func, user));
        for &(user, index) in &moved {
            self.func.set_operand(user, index, new);
        }
        self.changed |= !moved.is_empty();
        self.uses[old] = kept;
        self.uses[new].extend(moved);
    }

    fn move_after(&mut self, op: OpId, value: Value) {
        self.func.erase(op);
        self.place_after(op, value);
    }

    /// Places an op that stands nowhere right after the definition of `value`.
    fn place_after(&mut self, op: OpId, value: Value) {
        let (region, index) = match self.func.value(value).def {
            ValueDef::Arg(region, _) => (region, 0),
            ValueDef::Result(definition, _) => {
                let Some(region) = self.func.op(definition).parent else { return };
                let position = self.func.region(region).ops.iter().position(|&other| other == definition);
                (region, position.map_or(0, |position| position + 1))
            }
        };
        let mut ops = self.func.region(region).ops.clone();
        ops.insert(index, op);
        self.func.set_region_ops(region, ops);
        self.changed = true;
    }
}

fn inner_first(func: &Func, region: Region, order: &mut Vec<OpId>) {
    for &op in &func.region(region).ops {
        for &inner in &func.op(op).regions {
            inner_first(func, inner, order);
        }
        order.push(op);
    }
}
