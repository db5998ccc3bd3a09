//! How values lie: what is declared for them, the forms in which they exist, and new ones made by reshards.
//!
//! Invariants: a form stands in the region that defines its value, before everything that is still to come there; of two equal
//! meshes the first stands for both.

use super::decide::made_anywhere;
use super::{Done, Forms, Shared, Walk, attrs};
use crate::partition::factors::minus;
use crate::partition::plan::{Placement, Shape, WireBytes, cost, plan};
use shardwright_ir::module::ValueDef;
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Loc, OpState, Span, Sym, TensorType, Value};
use std::rc::Rc;

impl Walk<'_> {
    /// `value` in sharding `target`, resharded where no value holds it so yet.
    pub(super) fn want(&mut self, value: Value, target: &Shared, loc: &Loc) -> Result<Value, Diagnostics> {
        if let Some(forms) = &self.forms[value]
            && let Some((found, _)) = forms.list.iter().find(|(_, sharding)| Rc::ptr_eq(sharding, target) || sharding.same_placement(target))
        {
            return Ok(*found);
        }
        let forms = self.forms_of(value);
        let Some(ty) = self.func.ty(value).as_tensor().cloned() else { return Ok(forms.list[0].0) };
        if let Some((found, _)) = forms.list.iter().find(|(_, sharding)| sharding.same_placement(target)) {
            return Ok(*found);
        }
        if target.unreduced.is_empty()
            && let Some(root) = self.decisions.root(value)
        {
            // Every iteration has the same: one reshard before the loop serves them all.
            return self.want(root, target, loc);
        }
        let outside = self.frames[forms.frame].manual.len() < self.manual().len();
        if outside {
            return Err(Diagnostic::error("a value from outside a manual computation is used inside, where it would have to be resharded")
                .in_loc(loc)
                .help("pass the value as an operand of the manual computation")
                .into());
        }
        self.check_even(&self.name_of(value), &ty, target, (self.span_of(value), Some(loc)))?;
        if target.unreduced.is_empty()
            && let Some(op) = self.func.defining_op(value).filter(|&op| made_anywhere(self.func.op(op).info))
        {
            // Made once more costs nothing; brought from elsewhere could.
            let data = self.func.op(op);
            let state = OpState { attrs: data.attrs.clone(), loc: data.loc.clone(), ..OpState::new(data.info, &[], vec![ty.into()]) };
            let made = self.func.create(state);
            self.in_frame(forms.frame, |walk| walk.push(made));
            let own = self.func.result(made);
            self.func.set_sharding(own, Some((**target).clone()));
            let mut forms = forms;
            forms.list.push((own, target.clone()));
            self.forms[value] = Some(forms);
            return Ok(own);
        }
        let Some(source) = self.cheapest(&forms, &ty, target) else {
            // No form is partial as wanted: a whole one is left on the first device only.
            let (axes, kind) = (target.unreduced.clone(), target.unreduced_kind);
            let whole = self.want(value, &self.decisions.whole(target), loc)?;
            let source = self.in_frame(forms.frame, |walk| walk.on_first(whole, axes, kind, loc))?;
            if let Some(forms) = &mut self.forms[value] {
                forms.list.push((source, target.clone()));
            }
            return Ok(source);
        };
        let (mut source, from) = forms.list[source].clone();
        let mut forms = forms;
        let at = self.frames.len();
        if from.unreduced != target.unreduced {
            if minus(&from.unreduced, &target.unreduced, &self.meshes[&from.mesh]).is_none() {
                let error = format!("{} cannot go from {from} to {target}: its axes are cut in two ways", self.name_of(value));
                return Err(Diagnostic::error(error).in_loc(loc).into());
            }
            let combined = Rc::new(TensorSharding { unreduced: target.unreduced.clone(), ..(*from).clone() });
            // Axes of one mesh say nothing on another.
            let leaves = from.mesh != target.mesh && !target.is_replicated();
            if !combined.same_placement(target) && (leaves || self.combines_first(value, &forms, (&from, &combined), target, &ty)) {
                source = self.in_frame(forms.frame, |walk| walk.reshard(source, &combined, loc));
                forms.list.push((source, combined));
            }
        }
        source = self.in_frame(forms.frame, |walk| walk.reshard(source, target, loc));
        forms.list.push((source, target.clone()));
        debug_assert_eq!(at, self.frames.len());
        self.forms[value] = Some(forms);
        Ok(source)
    }

    /// `value`, brought to lie as `target`.
    fn reshard(&mut self, value: Value, target: &Shared, loc: &Loc) -> Value {
        self.reshards += 1;
        let attrs = Attrs::new().with(attrs::SHARDING, Attr::Sharding(Box::new((**target).clone())));
        let ty = self.func.tensor_type(value).clone();
        self.emit(self.rows.reshard, &[value], attrs, ty, Some((**target).clone()), loc)
    }

    /// Whether partial results of which several forms are wanted are combined where they lie, for all of them, at no more than on the way
    /// to `target` and from there to the others.
    fn combines_first(&self, value: Value, forms: &Forms, (from, combined): (&Shared, &Shared), target: &Shared, ty: &TensorType) -> bool {
        let mut others: Vec<&Shared> = Vec::new();
        for &(op, index) in &self.decisions.uses[value] {
            let Some(wanted) = self.decisions.of(op).and_then(|decision| decision.operands.get(index as usize)) else { continue };
            let known = others.iter().copied().chain(forms.list.iter().map(|(_, form)| form)).any(|form| form.same_placement(wanted));
            let alike = wanted.mesh == target.mesh && wanted.unreduced == target.unreduced && self.partials.of_use(op, index as usize).is_empty();
            if alike && !known && !wanted.same_placement(target) {
                others.push(wanted);
            }
        }
        if others.is_empty() {
            return false;
        }
        let price = |from: &Shared, to: &Shared| self.price(from, to, ty);
        let sum = |first: i64, rest: &dyn Fn(&Shared) -> i64| others.iter().fold(first, |sum, other| sum.saturating_add(rest(other)));
        let here = sum(price(from, combined).saturating_add(price(combined, target)), &|other| price(combined, other));
        here <= sum(price(from, target), &|other| price(from, other).min(price(target, other)))
    }

    /// What a reshard costs; the most there is where it cannot be told.
    fn price(&self, from: &TensorSharding, to: &TensorSharding, ty: &TensorType) -> i64 {
        if from.mesh != to.mesh && !from.is_replicated() {
            return i64::MAX;
        }
        let mesh = &self.meshes[&to.mesh];
        let shape = Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 };
        let (from, to) = (Placement::new(from, mesh), Placement::new(to, mesh));
        plan(mesh, shape, &from, &to, &WireBytes).map_or(i64::MAX, |stages| cost(mesh, shape, &from, &stages, &WireBytes).time)
    }

    /// The form from which the target is reached with the fewest bytes, among those that are partial over all that the target is.
    fn cheapest(&self, forms: &Forms, ty: &TensorType, target: &TensorSharding) -> Option<usize> {
        let mesh = &self.meshes[&target.mesh];
        let covers = |from: &TensorSharding| target.unreduced.iter().all(|axis| from.unreduced.iter().any(|over| over.contains(axis, mesh)));
        let fit: Vec<usize> = (0..forms.list.len()).filter(|&index| covers(&forms.list[index].1)).collect();
        if fit.len() < 2 {
            return fit.first().copied();
        }
        fit.into_iter().min_by_key(|&index| self.price(&forms.list[index].1, target, ty))
    }

    pub(super) fn forms_of(&self, value: Value) -> Forms {
        match &self.forms[value] {
            Some(forms) => forms.clone(),
            None => {
                let sharding = self.decisions.declared(self.func, value);
                Forms { frame: self.frames.len() - 1, list: vec![(value, sharding)] }
            }
        }
    }

    /// Says that `value`, computed here, lies as `sharding`.
    pub(super) fn define(&mut self, value: Value, sharding: Shared) -> Done {
        if let Some(ty) = self.func.ty(value).as_tensor() {
            self.check_even(&self.name_of(value), ty, &sharding, (self.span_of(value), None))?;
            self.func.set_sharding(value, Some((*sharding).clone()));
        }
        let frame = self.frames.len() - 1;
        self.forms[value] = Some(Forms { frame, list: vec![(value, sharding)] });
        Ok(())
    }

    pub(super) fn frame_of(&self, value: Value) -> usize {
        self.forms[value].as_ref().map_or_else(
            || {
                // A value that a reshard made stands where its source does.
                let source = match self.func.value(value).def {
                    ValueDef::Result(op, _) => self.func.op(op).operands.first().copied(),
                    ValueDef::Arg(..) => None,
                };
                source.map_or(self.frames.len() - 1, |source| self.frame_of(source))
            },
            |forms| forms.frame,
        )
    }

    pub(super) fn manual(&self) -> Vec<Sym> {
        self.frames.last().map_or_else(Vec::new, |frame| frame.manual.clone())
    }

    pub(super) fn rank(&self, value: Value) -> usize {
        self.func.ty(value).as_tensor().map_or(0, TensorType::rank)
    }

    pub(super) fn name_of(&self, value: Value) -> String {
        let data = self.func.value(value);
        match (data.name, data.def) {
            (Some(name), _) => format!("value `{name}`"),
            (None, ValueDef::Result(op, index)) => format!("result {index} of {} ({})", self.func.op(op).info.name, self.func.op(op).loc),
            (None, ValueDef::Arg(region, index)) if region == self.func.body() => format!("argument {index} of @{}", self.func.name),
            (None, ValueDef::Arg(_, index)) => format!("argument {index} of a region"),
        }
    }

    /// Where a value is made.
    pub(super) fn span_of(&self, value: Value) -> Span {
        match self.func.value(value).def {
            ValueDef::Result(op, _) => self.func.op(op).span,
            ValueDef::Arg(region, _) => self.func.region(region).parent.map_or(self.func.span, |op| self.func.op(op).span),
        }
    }

    pub(super) fn check_even(&self, name: &str, ty: &TensorType, sharding: &TensorSharding, (span, loc): (Span, Option<&Loc>)) -> Done {
        if !self.refuse_uneven {
            return Ok(());
        }
        let Some(mesh) = self.meshes.get(&sharding.mesh) else { return Ok(()) };
        for (dim, &size) in ty.dims.iter().enumerate() {
            let shards = mesh.shards(&sharding.dims[dim].axes);
            if size % shards.max(1) != 0 {
                let error = Diagnostic::error(format!("dimension {dim} of {name} has size {size}, which {shards} shards do not divide"))
                    .at(span)
                    .note(format!("its type is {ty}, its sharding {sharding}"))
                    .help("shard another dimension, use fewer devices along this one, or compile with uneven=pad");
                return Err(match loc {
                    Some(loc) => error.in_loc(loc),
                    None => error,
                }
                .into());
            }
        }
        Ok(())
    }
}
