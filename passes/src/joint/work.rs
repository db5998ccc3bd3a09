//! Work by the cost model of a machine, each op a kernel of its own.
//!
//! Which ops share a kernel depends on the whole program, which is not there yet while forms are chosen; the systems that this is compared with
//! (TASO, Tensat) count kernel by kernel too. What only looks at elements in another way is free, as for algebra alone
//! ([`VIEWS`]). Invariant: a price depends on the op, its share of work and the device alone.

use crate::cost::compute::{ComputeCosts, Work as KernelWork};
use crate::cost::fuse::{is_control, is_view};
use crate::rewrite::egraph::cost::VIEWS;
use crate::search::program::Work;
use shardwright_ir::OpView;

/// Prices of single ops.
pub struct Separate<'a>(pub &'a ComputeCosts);

impl Work for Separate<'_> {
    fn price(&self, op: &OpView, flops: i64, bytes: i64) -> i64 {
        let name = op.data().info.name;
        if VIEWS.contains(&name) || is_view(op) || is_control(name) || op.data().info.dialect() == "sdy" {
            return 0;
        }
        // Saturates; seconds are finite and at least 0.
        (self.0.price(&KernelWork::of(op, flops, bytes)).seconds * 1e12).ceil() as i64
    }
}
