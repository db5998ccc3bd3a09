//! Values that flow through regions, and ops that only say how a value lies.
//!
//! Invariants: operands, region arguments, returned values and results of a loop lie alike, and so do results of branches and what
//! the branches return; predicates are whole, so that all devices take the same way.

use super::{Done, Forms, Shared, Walk, attrs, with_dim_axes};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Diagnostics, OpId};
use std::rc::Rc;

impl Walk<'_> {
    pub(super) fn constraint(&mut self, op: OpId) -> Done {
        let data = self.func.op(op);
        let (operand, result, loc) = (data.operands[0], data.results[0], data.loc.clone());
        let rank = self.rank(operand);
        let target = match self.func.sharding(result) {
            Some(sharding) => self.normal(Some(&sharding.clone()), rank),
            None => match attrs::sharding_of(&self.func.op(op).attrs, attrs::SHARDING) {
                Some(sharding) => self.normal(Some(&sharding), rank),
                None => self.declared(operand),
            },
        };
        let value = self.want(operand, &target, &loc)?;
        let frame = self.frame_of(value);
        self.set_forms(result, Forms { frame, declared: target.clone(), list: vec![(value, target)] });
        Ok(())
    }

    pub(super) fn while_loop(&mut self, op: OpId) -> Done {
        let owners = self.owners(op);
        self.operands_as(op, &owners)?;
        let manual = self.manual();
        let regions = self.func.op(op).regions.clone();
        for (index, &region) in regions.iter().enumerate() {
            let predicate = [self.normal(None, 0)];
            let returned = if index == 0 { &predicate[..] } else { &owners };
            self.region(region, &owners, returned, manual.clone())?;
        }
        self.finish(op, &owners)
    }

    pub(super) fn branches(&mut self, op: OpId) -> Done {
        let owners = self.owners(op);
        let whole = [self.normal(None, 0)];
        self.operands_as(op, &whole)?;
        let manual = self.manual();
        for region in self.func.op(op).regions.clone() {
            self.region(region, &[], &owners, manual.clone())?;
        }
        self.finish(op, &owners)
    }

    pub(super) fn manual_computation(&mut self, op: OpId) -> Done {
        let data = self.func.op(op);
        let (operands, results, regions) = (data.operands.clone(), data.results.clone(), data.regions.clone());
        let fault = |why: String| Diagnostics::from(self.fault(op, &why));
        let ins = attrs::shardings_of(&data.attrs, "in_shardings").map_err(fault)?;
        let outs = attrs::shardings_of(&data.attrs, "out_shardings").map_err(fault)?;
        if ins.len() != operands.len() || outs.len() != results.len() || regions.len() != 1 {
            return Err(self.fault(op, &format!("{} operands and {} results need as many shardings", operands.len(), results.len())).into());
        }
        let mut manual = attrs::manual_axes(&data.attrs);
        let normal = |walk: &Self, list: &[TensorSharding]| list.iter().map(|one| walk.normal(Some(one), one.rank())).collect::<Vec<_>>();
        let (ins, outs) = (normal(self, &ins), normal(self, &outs));
        self.operands_as(op, &ins)?;
        manual.extend(self.manual());
        let free = |list: &[Shared]| {
            list.iter()
                .map(|one| {
                    let dims = one.dims.iter().map(|dim| dim.axes.iter().copied().filter(|axis| !manual.contains(&axis.name)).collect());
                    Rc::new(with_dim_axes(one, &dims.collect::<Vec<_>>()))
                })
                .collect::<Vec<_>>()
        };
        let (args, returned) = (free(&ins), free(&outs));
        self.region(regions[0], &args, &returned, manual)?;
        let data = self.func.op_mut(op);
        let plain = |list: &[Shared]| Attr::Shardings(list.iter().map(|one| (**one).clone()).collect());
        data.attrs.set("in_shardings", plain(&ins));
        data.attrs.set("out_shardings", plain(&outs));
        self.finish(op, &outs)
    }
}
