//! The literature's networks: forms as they are, algebra and then sharding, both together; with `--nocapture` a table.
//!
//! Work is that of the algebra's own table: Tensat's device, a T4 (8.1 TFLOP/s, 320 GB/s), and 5 µs a kernel. Each search has a few seconds only: on a
//! machine that is busy with other things, joint searches of large e-graphs find no more than they began with.
//! `SHARDWRIGHT_MACHINE` (default `pcie`: whose collectives are priced) and `SHARDWRIGHT_MESH` (default `4`; axes by `x`) choose other devices, `SHARDWRIGHT_SECONDS` (default 2) the
//! time of each search, `SHARDWRIGHT_ONLY` networks by a part of the name.

use crate::networks::networks;
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Func, Sym, machine};
use shardwright_passes::joint::{Algebra, Costs, Settings, plan};
use shardwright_passes::partition::plan::MachinePrices;
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::rewrite::egraph::cost::VIEWS;
use shardwright_passes::search::Budget;
use shardwright_passes::search::program::Work;
use std::time::Instant;

fn variable(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

/// `5 µs + max(flops / 8.1 TFLOP/s, bytes / 320 GB/s)`; what only looks at elements is free.
struct Kernels;

impl Work for Kernels {
    fn price(&self, op: &OpView, flops: i64, bytes: i64) -> i64 {
        if VIEWS.contains(&op.data().info.name) {
            return 0;
        }
        ((5e-6 + (flops as f64 / 8.1e12).max(bytes as f64 / 320e9)) * 1e12).ceil() as i64
    }
}

fn ops(func: &Func) -> usize {
    func.region(func.body()).ops.len() - 1
}

#[test]
fn joint_plans_of_the_literature_s_networks_are_never_dearer() {
    let axes: Vec<(String, i64)> = variable("SHARDWRIGHT_MESH", "4").split('x').enumerate().map(|(at, size)| (format!("a{at}"), size.parse().expect("a size"))).collect();
    let mesh = Mesh::new(&axes.iter().map(|(name, size)| (name.as_str(), *size)).collect::<Vec<_>>());
    let machine = machine::find(&variable("SHARDWRIGHT_MACHINE", "pcie")).unwrap_or_else(|why| panic!("{why}"));
    let prices = MachinePrices::new(&machine, [&mesh].into_iter()).unwrap_or_else(|why| panic!("{why}"));
    let costs = Costs { name: Sym::new("mesh"), mesh: &mesh, prices: &prices, work: &Kernels };
    let rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    let seconds: f64 = variable("SHARDWRIGHT_SECONDS", "2").parse().expect("seconds");
    let only = variable("SHARDWRIGHT_ONLY", "");
    println!("| network | ops | planned | e-nodes | e-classes | seconds | sharded as it is, us | algebra, then sharding | bound | together | bound | gain |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut gains = 0;
    for network in networks().unwrap_or_else(|why| panic!("{why}")) {
        if !network.name.contains(&only) {
            continue;
        }
        let budget = Budget { seconds: Some(seconds), evaluations: u64::MAX, seed: 0 };
        let settings = Settings { parameters_from: Some(network.parameters_from), budget, ..Settings::default() };
        let start = Instant::now();
        let outcome = plan(&network.func, costs, &rules, &settings).unwrap_or_else(|why| panic!("{}: {}", network.name, why.message));
        let took = start.elapsed().as_secs_f64();
        let of = |which: Algebra| outcome.compared.iter().find(|(one, _)| *one == which).map(|(_, found)| found);
        // The program as it was is not in the e-graph where breaking cycles took one of its forms.
        let (none, joint) = (of(Algebra::None), &outcome.solution);
        let sequential = of(Algebra::Sequential).unwrap_or_else(|| panic!("{}: algebra alone has no plan", network.name));
        let us = |picoseconds: i128| picoseconds as f64 / 1e6;
        let gain = 100.0 * (sequential.cost as f64 / joint.cost as f64 - 1.0);
        println!(
            "| {} | {} | {} | {} | {} | {took:.1} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {gain:.1}% |",
            network.name,
            ops(&network.func),
            ops(&outcome.func),
            outcome.nodes.0,
            outcome.nodes.1,
            none.map_or_else(|| "-".to_owned(), |none| format!("{:.1}", us(none.cost))),
            us(sequential.cost),
            us(sequential.bound),
            us(joint.cost),
            us(joint.bound),
        );
        assert!(joint.cost <= sequential.cost && none.is_none_or(|none| joint.cost <= none.cost) && joint.bound <= joint.cost, "{}", network.name);
        gains += usize::from(joint.cost < sequential.bound);
    }
    println!("joint plans are below what sequential ones can reach on {gains} networks");
}
