//! What Alpa's tests expect of its planner, expected of ours: the objectives of its prototype, the collectives of its training steps, the tiles of
//! XLA's auto-sharding, which grew from it. The graphs are those of testdata/alpa.

mod objectives;
mod steps;
mod tiles;

use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Module, Sym};
use shardwright_passes::cost::alpa::{AlpaPrices, AlpaWork, Moves, PARTS, one_axis_a_dimension};
use shardwright_passes::search::program::Program;
use shardwright_passes::search::{Assignment, Budget, Improvement, Progress, Stop, search};
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
fn solve(name: &str, module: &Module, (at, mesh): (Sym, &Mesh), prices: &AlpaPrices) -> Solved {
    let func = module.main().unwrap();
    let work = AlpaWork { devices: mesh.num_devices() };
    let mut program = Program::new(func, (at, mesh), prices, &work).unwrap_or_else(|why| panic!("{name}: {why}"));
    if prices.moves != Moves::All {
        one_axis_a_dimension(&mut program);
    }
    let problem = program.problem(func, None).unwrap();
    let mut quiet = |_: &Improvement| {};
    let found = (search("best").unwrap().run)(&problem, &Budget { seconds: Some(60.0), evaluations: u64::MAX, ..Budget::default() }, &mut Progress::new(&mut quiet));
    assert_eq!(found.stop, Stop::Optimal, "{name}: {:?} above {}", found.cost, found.bound);
    Solved { program, chosen: found.assignment.unwrap(), cost: found.cost.unwrap() as f64 / PARTS }
}
