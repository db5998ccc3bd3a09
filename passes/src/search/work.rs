//! What an op's part of a kernel costs a device, for searches whose costs are sums over ops.
//!
//! A kernel takes the longer of its arithmetic and its memory, plus ramp and launch ([`crate::cost::compute`]). A sum over ops cannot have one
//! maximum for all ops of a kernel: here each op pays the longer of its own arithmetic and of those bytes that cross the kernel's border at it, and the
//! last one ramp and launch. That is at least what the kernel takes. Kernels are those of the whole program ([`crate::cost::fuse`]): that a reshard
//! between two ops parts their kernel is left out. Invariant: prices depend on the program, the device and the arguments alone.

use crate::cost::compute::{Class, ComputeCosts, Work as KernelWork};
use crate::cost::fuse::{Kernels, Role};
use crate::cost::simulate::picoseconds;
use shardwright_ir::{ElementType, Func, OpView};

/// What work on one device costs, in picoseconds.
pub trait Work {
    /// An op of these floating-point operations and bytes on one device.
    fn price(&self, op: &OpView, flops: i64, bytes: i64) -> i64;

    /// A kernel that copies so many bytes: reads and writes them.
    fn copy(&self, bytes: i64) -> i64 {
        let _ = bytes;
        0
    }

    /// Whether the op moves its tensor of this number (operands, then results) from or to memory.
    fn moves(&self, op: &OpView, tensor: usize) -> bool {
        let _ = (op, tensor);
        true
    }
}

/// The cost model's prices of a program's ops.
pub struct Fused<'a> {
    costs: &'a ComputeCosts,
    kernels: Kernels,
}

impl<'a> Fused<'a> {
    /// Of the ops of `func`.
    pub fn new(func: &Func, costs: &'a ComputeCosts) -> Fused<'a> {
        Fused { costs, kernels: Kernels::of(func) }
    }
}

impl Work for Fused<'_> {
    fn price(&self, op: &OpView, flops: i64, bytes: i64) -> i64 {
        let Role::Kernel(last) = self.kernels.role(op.id) else { return 0 };
        let work = KernelWork::of(op, flops, bytes);
        let seconds = if last == op.id { self.costs.price(&work).seconds } else { self.costs.within(&work) };
        i64::try_from(picoseconds(seconds)).unwrap_or(i64::MAX)
    }

    fn copy(&self, bytes: i64) -> i64 {
        let work = KernelWork { class: Class::Movement, element: ElementType::F32, reduced: false, flops: 0, bytes: bytes.saturating_mul(2) };
        i64::try_from(picoseconds(self.costs.price(&work).seconds)).unwrap_or(i64::MAX)
    }

    fn moves(&self, op: &OpView, tensor: usize) -> bool {
        let data = op.data();
        match data.operands.get(tensor) {
            Some(&operand) => self.kernels.reads(op.func, operand, op.id),
            None => self.kernels.role(op.id) == Role::Kernel(op.id),
        }
    }
}
