//! What decisions cost: bytes that one device sends, and its work as the bytes that it could send meanwhile.
//!
//! Invariants: nothing is decided here; a reshard of what comes to be outside a loop is made there, once, and each run of the loop
//! bears its part.

use super::*;

/// Arithmetic that a device does while it sends one byte: about 989 TFLOP/s in bf16 over 450 GB/s to its neighbours on an H100 SXM (2198).
const FLOPS_PER_BYTE: i64 = 2000;
/// Bytes of its memory that a device touches while it sends one byte: about 3.35 TB/s over 50 GB/s to other nodes on an H100 SXM (67). The
/// slower link than above, on purpose: where no machine is named, bytes sent are dear, and work decides only where they are alike.
const MEMORY_BYTES_PER_BYTE: i64 = 64;
/// Through how many ops that only move elements a partial result is followed.
const JOIN_DEPTH: usize = 4;

impl Decisions<'_> {
    /// What a decision costs, in bytes that one device sends: to bring the operands where they are wanted from where they are, to
    /// exchange what shards need of one another, the results to where they are declared, and the work of one device as the bytes that could be sent meanwhile.
    pub(super) fn price(&mut self, func: &Func, op: OpId, decision: &Decision) -> i64 {
        let data = func.op(op);
        let mut total = 0i64;
        for (index, (&operand, target)) in data.operands.iter().zip(&decision.operands).enumerate() {
            let Some(ty) = func.ty(operand).as_tensor() else { continue };
            let mut target = target.clone();
            if !decision.carried.is_empty() {
                // As it is: what is partial over these axes is not combined before the op.
                target = self.intern(TensorSharding { unreduced: decision.carried.clone(), unreduced_kind: decision.kind, ..(*target).clone() });
            }
            let nearest = self.brought(op, operand, &target, ty, false);
            // Ops of the same rule (queries, keys and values of one tensor) will want the same: each bears its share.
            let alike = |&&(other, place): &&(OpId, u32)| place as usize == index && self.rules.id_of(other) == self.rules.id_of(op);
            let siblings = if nearest > 0 { self.uses[operand].iter().filter(alike).count().max(1) } else { 1 };
            total = total.saturating_add(nearest / siblings as i64);
        }
        total = total.saturating_add(exchanged_bytes(func, op, decision));
        for (&result, made) in data.results.iter().zip(&decision.results) {
            let Some(ty) = func.ty(result).as_tensor() else { continue };
            let mut wanted = self.whole(&self.declared(func, result));
            let made = self.partial(made, decision);
            if !made.unreduced.is_empty() && (wanted.mesh == made.mesh || wanted.is_replicated()) && self.joins_partial(func, result, &made, JOIN_DEPTH) {
                // Axes that both are partial over are scattered over after they are added up, if at all.
                let mesh = &self.meshes[&made.mesh];
                let apart = |axis: &AxisRef| !made.unreduced.iter().any(|over| over.overlaps(axis, mesh));
                let dims: DimAxes = wanted.dims.iter().map(|dim| dim.axes.iter().copied().take_while(apart).collect()).collect();
                wanted = self.intern(with_dim_axes(&made, &dims));
            }
            total = total.saturating_add(self.bytes_moved(&made, &wanted, ty));
        }
        total.saturating_add(decision.work)
    }

    /// What one device sends to bring the operands of an op where they are wanted, partial results left partial.
    pub(super) fn moved(&mut self, func: &Func, op: OpId, decision: &Decision) -> i64 {
        let mut total = exchanged_bytes(func, op, decision);
        for (&operand, target) in func.op(op).operands.iter().zip(&decision.operands) {
            if self.forms[operand].iter().any(|form| Rc::ptr_eq(form, target)) {
                continue;
            }
            let Some(ty) = func.ty(operand).as_tensor() else { continue };
            total = total.saturating_add(self.brought(op, operand, target, ty, true));
        }
        total
    }

    /// What one device sends each time that `op` runs so that a value is there as `target`, partial results as they are or (`whole`)
    /// taken for whole. What comes to be outside a loop is resharded there, once: each time that the loop runs bears its part, and the
    /// latency in full, so that of two ways of equal bytes the one that holds less through the loop is taken.
    fn brought(&mut self, op: OpId, value: Value, target: &Shared, ty: &TensorType, whole: bool) -> i64 {
        if self.anywhere[value] {
            return 0;
        }
        let root = self.roots[value].unwrap_or(value);
        let mut forms: SmallVec<[Shared; 2]> = self.forms[value].clone();
        if root != value && !forms.iter().any(|form| form.same_placement(target)) {
            forms = self.forms[root].clone();
        }
        if whole {
            forms.iter_mut().for_each(|form| *form = self.whole(form));
        }
        let nearest = forms.iter().map(|form| self.bytes_moved(form, target, ty)).min().unwrap_or(0);
        let (outside, inside) = (self.made[root].max(1), self.times[op].max(1));
        if nearest == 0 || outside >= inside {
            return nearest;
        }
        (nearest - LATENCY_BYTES).max(0).saturating_mul(outside) / inside + LATENCY_BYTES
    }

    /// The work of one device, in bytes that could be sent meanwhile: its part of the arithmetic, and what it reads and writes.
    pub(super) fn work(&self, func: &Func, op: OpId, decision: &Decision) -> i64 {
        let data = func.op(op);
        let work = (data.info.cost)(&func.view(op));
        let Some(mesh) = self.meshes.get(&decision.mesh) else { return 0 };
        let shards = mesh.shards(&decision.axes).max(1);
        let total = work.bytes_read.saturating_add(work.bytes_written);
        let memory = if total == 0 {
            0
        } else {
            let local = |(&value, sharding): (&Value, &Shared)| local_bytes(func, value, sharding, mesh);
            data.operands.iter().zip(&decision.operands).chain(data.results.iter().zip(&decision.results)).map(local).sum()
        };
        (work.flops / FLOPS_PER_BYTE / shards).saturating_add(memory / MEMORY_BYTES_PER_BYTE)
    }

    /// `made` by an op of this decision: unreduced over what the op reduces.
    pub(super) fn partial(&self, made: &Shared, decision: &Decision) -> Shared {
        if decision.reduce.is_empty() && decision.carried.is_empty() {
            return made.clone();
        }
        let unreduced = decision.reduce.iter().chain(&decision.carried).copied().collect();
        self.intern(TensorSharding { unreduced, unreduced_kind: decision.kind, ..(**made).clone() })
    }

    /// Whether all uses of a partial value add it to another that is partial over the same axes already: the two are combined together, so
    /// that this one costs nothing more.
    fn joins_partial(&self, func: &Func, value: Value, made: &TensorSharding, depth: usize) -> bool {
        !self.uses[value].is_empty()
            && self.uses[value].iter().all(|&(op, index)| {
                let index = index as usize;
                let data = func.op(op);
                let PartialFlow::Together { operands, kind } = data.info.partial.flow(&func.view(op)) else { return false };
                if !operands.contains(&index) || kind.is_some_and(|kind| kind != made.unreduced_kind) {
                    return false;
                }
                let partial = |other: &usize| {
                    let form = self.forms[data.operands[*other]].first();
                    *other != index && form.is_some_and(|form| made.unreduced.iter().all(|axis| form.unreduced.contains(axis)))
                };
                operands.iter().any(partial)
                    || (depth > 0 && operands.len() == 1 && data.results.iter().all(|&result| self.joins_partial(func, result, made, depth - 1)))
            })
    }

    fn bytes_moved(&mut self, from: &Shared, to: &Shared, ty: &TensorType) -> i64 {
        self.move_cost(from, to, ty).time
    }

    pub(super) fn move_cost(&mut self, from: &Shared, to: &Shared, ty: &TensorType) -> Cost {
        if Rc::ptr_eq(from, to) || from.same_placement(to) {
            return Cost::default();
        }
        let key = (ById(from.clone()), ById(to.clone()), ty.clone());
        if let Some(&known) = self.moves.get(&key) {
            return known;
        }
        let mesh = &self.meshes[&to.mesh];
        let shape = Shape { dims: &ty.dims, element: ty.element.byte_size() as i64 };
        let whole = Cost { time: ty.byte_size(), wire: ty.byte_size() };
        let moved = if from.mesh != to.mesh && !from.is_replicated() && !to.is_replicated() {
            whole
        } else {
            let mesh = if to.is_replicated() { &self.meshes[&from.mesh] } else { mesh };
            let (source, mut target) = (Placement::new(from, mesh), Placement::new(to, mesh));
            // A whole value is left on the first device only: nothing is sent for that.
            target.partial.retain(|axis| source.partial.iter().any(|over| over.contains(axis, mesh)));
            plan(mesh, shape, &source, &target, &WireBytes).map_or(whole, |stages| cost(mesh, shape, &source, &stages, &WireBytes))
        };
        self.moves.insert(key, moved);
        moved
    }
}

/// Bytes that one device sends so that shards have what they need of one another.
pub(super) fn exchanged_bytes(func: &Func, op: OpId, decision: &Decision) -> i64 {
    decision.exchanged.iter().fold(0i64, |total, &(operand, elements)| {
        let width = func.ty(func.op(op).operands[operand]).as_tensor().map_or(1, |ty| ty.element.byte_size() as i64);
        total.saturating_add(elements.saturating_mul(width))
    })
}
