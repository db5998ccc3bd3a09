//! How values lie: what is declared for them, the forms in which they exist, and new ones made by reshards.
//!
//! Invariants: a form stands in the region that defines its value, before everything that is still to come there; of two equal
//! meshes the first stands for both.

use super::{Done, Forms, Shared, Walk, attrs, dim_axes, place, with_dim_axes};
use crate::partition::plan::{Shape, cost, plan};
use indexmap::IndexMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::sharding::{AxisRef, TensorSharding};
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Loc, OpId, Span, Sym, TensorType, Value};
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
        let outside = self.frames[forms.frame].manual.len() < self.manual().len();
        if outside {
            return Err(Diagnostic::error("a value from outside a manual computation is used inside, where it would have to be resharded")
                .in_place(place(loc))
                .help("pass the value as an operand of the manual computation")
                .into());
        }
        self.check_even(&self.name_of(value), &ty, target, (self.span_of(value), Some(loc)))?;
        let source = self.cheapest(&forms, &ty, target);
        let (mut source, mut from) = forms.list[source].clone();
        let mut forms = forms;
        let at = self.frames.len();
        if from.unreduced != target.unreduced {
            let mesh = &self.meshes[&from.mesh];
            let (kept, reduce): (Vec<AxisRef>, Vec<AxisRef>) =
                from.unreduced.iter().partition(|axis| target.unreduced.iter().any(|over| over.contains(axis, mesh)));
            if kept != target.unreduced {
                return Err(Diagnostic::error(format!("{} of sharding {from} cannot become unreduced as {target}", self.name_of(value)))
                    .in_place(place(loc))
                    .help("only results of reductions can be unreduced")
                    .into());
            }
            let reduced = Rc::new(TensorSharding { unreduced: kept, ..(*from).clone() });
            source = self.in_frame(forms.frame, |walk| walk.all_reduce(source, &reduce, from.unreduced_kind, &reduced, loc));
            from = reduced;
            forms.list.push((source, from.clone()));
        }
        if !from.same_placement(target) {
            self.reshards += 1;
            let attrs = Attrs::new().with(attrs::SHARDING, Attr::Sharding(Box::new((**target).clone())));
            let info = self.rows.reshard;
            source = self.in_frame(forms.frame, |walk| walk.emit(info, &[source], attrs, ty, Some((**target).clone()), loc));
            forms.list.push((source, target.clone()));
        }
        debug_assert_eq!(at, self.frames.len());
        self.forms[value] = Some(forms);
        Ok(source)
    }

    /// The form from which the target is reached with the fewest bytes.
    pub(super) fn cheapest(&self, forms: &Forms, ty: &TensorType, target: &TensorSharding) -> usize {
        if forms.list.len() == 1 {
            return 0;
        }
        let mesh = &self.meshes[&target.mesh];
        let shape = Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 };
        let to = dim_axes(target, mesh);
        let price = |(_, from): &(Value, Shared)| {
            if from.mesh != target.mesh && !from.is_replicated() {
                return i64::MAX;
            }
            let from_axes = dim_axes(from, mesh);
            let stages = plan(mesh, shape, &from_axes, &to, &from.unreduced);
            cost(mesh, shape, &from_axes, &stages, &from.unreduced)
        };
        (0..forms.list.len()).min_by_key(|&index| price(&forms.list[index])).unwrap_or(0)
    }

    pub(super) fn forms_of(&self, value: Value) -> Forms {
        match &self.forms[value] {
            Some(forms) => forms.clone(),
            None => {
                let sharding = self.declared(value);
                Forms { frame: self.frames.len() - 1, declared: sharding.clone(), list: vec![(value, sharding)] }
            }
        }
    }

    pub(super) fn set_forms(&mut self, value: Value, forms: Forms) {
        self.forms[value] = Some(forms);
    }

    /// Says that `value`, computed here, lies as `sharding`.
    pub(super) fn define(&mut self, value: Value, sharding: Shared) -> Done {
        if let Some(ty) = self.func.ty(value).as_tensor() {
            self.check_even(&self.name_of(value), ty, &sharding, (self.span_of(value), None))?;
            self.func.set_sharding(value, Some((*sharding).clone()));
        }
        let frame = self.frames.len() - 1;
        self.set_forms(value, Forms { frame, declared: sharding.clone(), list: vec![(value, sharding)] });
        Ok(())
    }

    /// What ops that use these results are told about their shardings.
    pub(super) fn declare(&mut self, results: &[Value], declared: &[Shared]) {
        for (&result, declared) in results.iter().zip(declared) {
            if let Some(forms) = &mut self.forms[result] {
                forms.declared = declared.clone();
            }
        }
    }

    /// The sharding that the program declares for a value, closed and in canonical form.
    pub(super) fn declared(&self, value: Value) -> Shared {
        match &self.forms[value] {
            Some(forms) => forms.declared.clone(),
            None => self.normal(self.func.sharding(value), self.rank(value)),
        }
    }

    /// Closed, on the first of equal meshes, without axes of size 1; replicated where there is none.
    pub(super) fn normal(&self, sharding: Option<&TensorSharding>, rank: usize) -> Shared {
        let Some(sharding) = sharding.filter(|sharding| sharding.rank() == rank) else {
            return Rc::new(TensorSharding::fully_replicated(self.main_mesh, rank));
        };
        let name = self.same.get(&sharding.mesh).copied().unwrap_or(sharding.mesh);
        let Some(mesh) = self.meshes.get(&name) else { return Rc::new(TensorSharding::fully_replicated(self.main_mesh, rank)) };
        let mut normal = with_dim_axes(sharding, &dim_axes(sharding, mesh));
        normal.unreduced.retain(|axis| mesh.size_of(axis) > 1);
        normal.mesh = if normal.is_replicated() { self.main_mesh } else { name };
        Rc::new(normal)
    }

    /// The mesh that most sharded tensors lie on; the first of them where there are several.
    pub(super) fn common_mesh(&self, shardings: &[Shared]) -> Sym {
        let mut counts = IndexMap::<Sym, usize>::new();
        shardings.iter().filter(|sharding| !sharding.is_replicated()).for_each(|sharding| *counts.entry(sharding.mesh).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or(0);
        counts.iter().find(|(_, count)| **count == most).map_or(self.main_mesh, |(mesh, _)| *mesh)
    }

    /// Shardings of the results of an op that carries values through, as declared for them or for what flows in.
    pub(super) fn owners(&self, op: OpId) -> Vec<Shared> {
        let data = self.func.op(op);
        let inner = |index: usize| match data.info.name {
            "stablehlo.while" => data.regions.last().and_then(|&region| self.func.region(region).args.get(index).copied()),
            "stablehlo.optimization_barrier" => data.operands.get(index).copied(),
            _ => None,
        };
        let one = |(index, &result): (usize, &Value)| {
            let declared = self.func.sharding(result).or_else(|| inner(index).and_then(|value| self.func.sharding(value)));
            self.normal(declared, self.rank(result))
        };
        let reduced = |owner: Shared| match owner.unreduced.is_empty() {
            true => owner,
            false => Rc::new(TensorSharding { unreduced: Vec::new(), ..(*owner).clone() }),
        };
        data.results.iter().enumerate().map(one).map(reduced).collect()
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
            (None, ValueDef::Result(op, index)) => format!("result {index} of {} ({})", self.func.op(op).info.name, place(&self.func.op(op).loc)),
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
                    Some(loc) => error.in_place(place(loc)),
                    None => error,
                }
                .into());
            }
        }
        Ok(())
    }
}
