//! What work costs where kernels hold whole rows: softmax, norms, and what stands around them elementwise, as one kernel each.
//!
//! Libraries for training have such kernels by hand (Megatron-LM's fused softmax and norms), compilers make them (XLA's softmax rewriter): a kernel reads what comes from outside once, computes
//! elementwise and reduces along rows without going back to memory, and writes what others read. [`super::work::Fused`] ends a kernel at every reduction instead. Rule: ops that are elementwise,
//! move data or reduce, and that read each other, are one kernel, unless a path from one to the other leads through any other op (a product, a gather) or through the result of a reduction
//! that is not along trailing dimensions. Prices of the parts add up to the longer of arithmetic and memory for each op, and ramp and launch once a kernel. Invariant: as of [`Fused`]'s.

use super::work::Work;
use crate::cost::compute::{Class, ComputeCosts, Work as KernelWork, reads_result};
use crate::cost::fuse::is_view;
use crate::cost::simulate::picoseconds;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::{ElementType, Func, OpId, OpView, Value};
use std::collections::HashSet;

/// Prices of a program's ops; of one region, its main one.
pub struct RowKernels<'a> {
    costs: &'a ComputeCosts,
    /// Ops that cost nothing: views, constants, broadcasts.
    free: SecondaryMap<OpId, bool>,
    /// Of each op in a kernel of several, the kernel's first op.
    kernel: SecondaryMap<OpId, Option<OpId>>,
    /// The op at which a kernel pays ramp and launch.
    last: HashSet<OpId>,
    /// Tensors that ops move, as operands and then results.
    moved: HashSet<(OpId, usize)>,
}

impl<'a> RowKernels<'a> {
    /// Of the ops of `func`.
    pub fn new(func: &Func, costs: &'a ComputeCosts) -> RowKernels<'a> {
        let mut this = RowKernels { costs, free: SecondaryMap::new(), kernel: SecondaryMap::new(), last: HashSet::new(), moved: HashSet::new() };
        let ops = func.region(func.body()).ops.clone();
        let mut level = SecondaryMap::<Value, u32>::new();
        for &op in &ops {
            let data = func.op(op);
            let view = func.view(op);
            this.free[op] = data.info.is_constant() || is_view(&view) || matches!(data.info.name, "stablehlo.broadcast_in_dim" | "stablehlo.iota");
            let (joins, ends) = (this.free[op] || joins(&view), !this.free[op] && ends(&view));
            let from = data.operands.iter().map(|&operand| level[operand]).max().unwrap_or(0);
            let own = if joins { from } else { from + 1 };
            data.results.iter().for_each(|&result| level[result] = own + u32::from(ends || !joins));
            // What it joins: the kernels of its operands at the same level.
            if !joins || this.free[op] {
                continue;
            }
            let mut first = op;
            let mut others = Vec::new();
            for &operand in &data.operands {
                let source = this.source(func, operand);
                if let Some(maker) = func.defining_op(source)
                    && level[source] == own
                    && let Some(kernel) = this.kernel[maker]
                {
                    others.push(kernel);
                    if kernel.index() < first.index() || first == op {
                        first = kernel;
                    }
                }
            }
            this.kernel[op] = Some(first);
            others.retain(|&other| other != first);
            if !others.is_empty() {
                for &member in &ops {
                    if this.kernel[member].is_some_and(|kernel| others.contains(&kernel)) {
                        this.kernel[member] = Some(first);
                    }
                }
            }
        }
        this.traffic(func, &ops);
        this
    }

    /// Picoseconds of all ops of `func`'s body one after another, collectives aside: `func` is that of one device, and the one that this was made of.
    pub fn time(&self, func: &Func) -> i64 {
        let ops = func.region(func.body()).ops.iter().map(|&op| func.view(op));
        let local = ops.filter(|view| !view.data().info.traits.collective && !view.data().info.is_terminator());
        local.map(|view| {
            let data = view.data();
            // Of what is sliced only the slice is read.
            let sliced = reads_result(data.info.name);
            let tensors: Vec<Value> = data.operands.iter().chain(&data.results).copied().collect();
            let tensor = |index: usize| if sliced && index == 0 { data.results[0] } else { tensors[index] };
            let size = |value: Value| func.ty(value).as_tensor().map_or(0, |ty| ty.byte_size());
            let bytes = (0..tensors.len()).filter(|&index| self.moves(&view, index)).map(|index| size(tensor(index))).fold(0i64, i64::saturating_add);
            self.price(&view, (data.info.cost)(&view).flops, bytes)
        }).fold(0, i64::saturating_add)
    }

    /// Where a value lies that free ops only show.
    fn source(&self, func: &Func, value: Value) -> Value {
        let mut value = value;
        while let Some(op) = func.defining_op(value).filter(|&op| self.free[op])
            && let Some(&operand) = func.op(op).operands.first()
        {
            value = operand;
        }
        value
    }

    /// What each kernel reads once, and what it writes for others.
    fn traffic(&mut self, func: &Func, ops: &[OpId]) {
        let mut read = HashSet::<(OpId, Value)>::new();
        let mut written = SecondaryMap::<Value, bool>::new();
        let of = |this: &Self, op: OpId| this.kernel[op].unwrap_or(op);
        for &op in ops {
            if self.free[op] {
                continue;
            }
            let data = func.op(op);
            let own = of(self, op);
            for (index, &operand) in data.operands.iter().enumerate() {
                let source = self.source(func, operand);
                match func.defining_op(source) {
                    Some(maker) if self.free[maker] => {}
                    Some(maker) if !data.info.is_terminator() && of(self, maker) == own => {}
                    _ => {
                        written[source] = true;
                        // Products read an operand each, alike or not.
                        if !data.info.is_terminator() && (self.kernel[op].is_none() || read.insert((own, source))) {
                            self.moved.insert((op, index));
                        }
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        for &op in ops.iter().rev().filter(|&&op| !self.free[op]) {
            let data = func.op(op);
            for (index, &result) in data.results.iter().enumerate() {
                if self.kernel[op].is_none() || written[result] {
                    self.moved.insert((op, data.operands.len() + index));
                }
            }
            if seen.insert(of(self, op)) {
                self.last.insert(op);
            }
        }
    }
}

/// Whether an op can be part of a kernel with others.
fn joins(view: &OpView) -> bool {
    let data = view.data();
    let plain = data.results.len() == 1 && !data.info.traits.effects && !data.info.traits.collective;
    plain && (data.info.traits.elementwise && data.regions.is_empty() || matches!(Class::of(data.info.name), Class::Movement) || data.info.name == "stablehlo.reduce")
}

/// Whether what an op makes is complete only when its whole kernel is: a reduction along other dimensions than the last.
fn ends(view: &OpView) -> bool {
    if view.data().info.name != "stablehlo.reduce" {
        return false;
    }
    let rank = view.data().operands.first().and_then(|&operand| view.func.ty(operand).as_tensor()).map_or(0, |ty| ty.rank() as i64);
    let dims = view.ints("dimensions");
    let trailing = (rank - dims.len() as i64..rank).all(|dim| dims.contains(&dim));
    !trailing
}

impl Work for RowKernels<'_> {
    fn price(&self, op: &OpView, flops: i64, bytes: i64) -> i64 {
        if self.free[op.id] {
            return 0;
        }
        let work = KernelWork::of(op, flops, bytes);
        let seconds = if self.last.contains(&op.id) { self.costs.price(&work).seconds } else { self.costs.within(&work) };
        i64::try_from(picoseconds(seconds)).unwrap_or(i64::MAX)
    }

    fn copy(&self, bytes: i64) -> i64 {
        let work = KernelWork { class: Class::Movement, element: ElementType::F32, reduced: false, flops: 0, bytes: bytes.saturating_mul(2) };
        i64::try_from(picoseconds(self.costs.price(&work).seconds)).unwrap_or(i64::MAX)
    }

    fn moves(&self, op: &OpView, tensor: usize) -> bool {
        self.moved.contains(&(op.id, tensor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_dialects::registry;
    use shardwright_ir::machine::builtin;
    use shardwright_ir::text::parse_module;

    /// Softmax of 1024 x 1024 in f32 reads 4 MiB and writes 4 MiB, once, whatever it computes between; a product before it is a kernel of its own.
    #[test]
    fn softmax_reads_once_and_writes_once() {
        let text = "module { func.func @main(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
            %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
            %zero = stablehlo.constant dense<0.0> : tensor<f32>
            %s = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
            %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
            %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
            %d = stablehlo.subtract %s, %mb : tensor<1024x1024xf32>
            %e = stablehlo.exponential %d : tensor<1024x1024xf32>
            %t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
            %tb = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
            %p = stablehlo.divide %e, %tb : tensor<1024x1024xf32>
            return %p : tensor<1024x1024xf32>
        } }";
        let module = parse_module(text, &registry()).unwrap_or_else(|why| panic!("{why}"));
        let func = module.main().unwrap();
        let costs = ComputeCosts::new(&builtin("dgx-a100").unwrap().device, None);
        let work = RowKernels::new(func, &costs);
        let moved = |name: &str| {
            let of = func.walk().into_iter().filter(|&op| func.op(op).info.name == name);
            of.map(|op| (0..func.op(op).operands.len() + func.op(op).results.len()).filter(|&tensor| work.moves(&func.view(op), tensor)).count()).collect::<Vec<_>>()
        };
        // The product moves three tensors. Of softmax the first reduction reads the scores, the division writes the result.
        assert_eq!(moved("stablehlo.dot_general"), [3]);
        assert_eq!(moved("stablehlo.reduce"), [1, 0]);
        assert_eq!(moved("stablehlo.subtract"), [0]);
        assert_eq!(moved("stablehlo.exponential"), [0]);
        assert_eq!(moved("stablehlo.divide"), [1]);
        assert_eq!(work.last.len(), 2 + 1, "product, softmax and the end");
    }
}
