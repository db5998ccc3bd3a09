//! What Alpa's tests expect of its planner, expected of ours: the objectives of its prototype, the collectives of its training steps, the tiles of
//! XLA's auto-sharding, which grew from it. The graphs are those of testdata/alpa.

mod objectives;
mod steps;
mod tiles;
mod zero;

use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Module, Sym, Value};
use shardwright_passes::cost::alpa::{AlpaPrices, AlpaWork, Moves, PARTS, one_axis_a_dimension};
use shardwright_passes::search::program::{Holder, Program};
use shardwright_passes::search::{Assignment, Budget, INFINITE, Improvement, Progress, Stop, search};
use std::path::Path;

fn parse(name: &str, text: &str) -> Module {
    shardwright_ir::text::parse_module(text, &shardwright_dialects::registry()).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/alpa").join(format!("{name}.mlir"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(name: &str) -> Module {
    parse(name, &text(name))
}

/// The cheapest plan.
struct Solved {
    program: Program,
    chosen: Assignment,
    /// In Alpa's unit.
    cost: f64,
}

/// The proven cheapest plan of a module under these prices.
fn solve(name: &str, module: &Module, at: (Sym, &Mesh), prices: &AlpaPrices) -> Solved {
    let mut program = choices(name, module, at, prices);
    if prices.moves != Moves::All {
        one_axis_a_dimension(&mut program);
    }
    proven(name, module, program)
}

/// What becomes of a plan where reduce-scatters have their price, and states that several devices hold have one: weights, products and all else that
/// does not have the sizes of a weight stay as they are, gradients and states are chosen anew. Alpa does that behind the plan (`prefer_reduce_scatter`).
/// Arguments that are donated are `weights` weights, then states.
fn scattered(name: &str, module: &Module, (at, mesh): (Sym, &Mesh), planned: &Solved, prices: &AlpaPrices, weights: usize) -> Solved {
    let (func, prices) = (module.main().unwrap(), AlpaPrices { moves: Moves::Scatters, gather: None, ..prices.clone() });
    let mut program = choices(name, module, (at, mesh), &prices);
    let donated: Vec<Value> = func.args().iter().enumerate().filter(|(index, _)| func.arg_attrs[*index].get("tf.aliasing_output").is_some()).map(|(_, &arg)| arg).collect();
    // Gradients come reshaped and transposed.
    let sizes = |value: Value| {
        let mut sizes: Vec<i64> = func.ty(value).as_tensor().unwrap().dims.iter().copied().filter(|size| *size > 1).collect();
        sizes.sort_unstable();
        sizes
    };
    let shapes: Vec<Vec<i64>> = donated.iter().map(|&value| sizes(value)).collect();
    let may_move = |value: Value| sizes(value).is_empty() || shapes.contains(&sizes(value));
    // Ways do not depend on prices, so they have the same numbers.
    for (node, &chosen) in program.nodes.iter_mut().zip(&planned.chosen) {
        let moves = match node.holder {
            Holder::Value(value) => may_move(value) && !donated[..weights].contains(&value),
            Holder::Op(op) => func.op(op).info.name != "stablehlo.dot_general" && func.op(op).operands.iter().chain(&func.op(op).results).all(|&value| may_move(value)),
        };
        if !moves {
            node.costs.iter_mut().enumerate().filter(|(way, _)| *way != chosen as usize).for_each(|(_, cost)| *cost = INFINITE);
        }
        if matches!(node.holder, Holder::Value(value) if donated[weights..].contains(&value)) {
            for (way, cost) in node.ways.iter().zip(&mut node.costs) {
                // Of equal ways to split a state, the earlier dimension.
                let placement = &program.placements[way[0] as usize];
                let dims: usize = placement.dims.iter().enumerate().map(|(dim, axes)| dim * axes.len()).sum();
                *cost = (*cost + (prices.repeated(mesh, placement) * PARTS) as i64 + dims as i64).min(INFINITE);
            }
        }
    }
    proven(name, module, program)
}

fn choices(name: &str, module: &Module, (at, mesh): (Sym, &Mesh), prices: &AlpaPrices) -> Program {
    let work = AlpaWork { devices: mesh.num_devices() };
    Program::new(module.main().unwrap(), (at, mesh), prices, &work).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn proven(name: &str, module: &Module, program: Program) -> Solved {
    let problem = program.problem(module.main().unwrap(), None).unwrap();
    let mut quiet = |_: &Improvement| {};
    let found = (search("best").unwrap().run)(&problem, &Budget { seconds: Some(300.0), evaluations: u64::MAX, ..Budget::default() }, &mut Progress::new(&mut quiet));
    assert_eq!(found.stop, Stop::Optimal, "{name}: {:?} above {}", found.cost, found.bound);
    Solved { program, chosen: found.assignment.unwrap(), cost: found.cost.unwrap() as f64 / PARTS }
}
