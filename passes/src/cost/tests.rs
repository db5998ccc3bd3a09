//! Kernels and simulated times against hand calculations, on a machine of round numbers.
//!
//! The machine: 1 TFLOP/s (1e6 operations a microsecond), memory of 1000 GB/s (1e6 bytes a microsecond), no ramps and no launches; two devices a node, and
//! between any two 1 us and 1 GB/s (1000 bytes a microsecond) within a node, 3 us and 1 GB/s across.

use super::compute::{Class, ComputeCosts};
use super::fuse::{Kernels, Role};
use super::simulate::{Costs, Kind, Overlap, Simulated, by_class, simulate};
use super::CollectiveCosts;
use shardwright_ir::machine::Machine;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::parse_module;
use shardwright_ir::Module;

const MACHINE: &str = r#"{ "name": "round", "summary": "round numbers",
  "device": { "name": "d", "teraflops": { "f32": 1 }, "matmul_efficiency": 1, "memory_gigabytes": 1, "memory_gigabytes_per_second": 1000, "memory_efficiency": 1, "source": "by hand" },
  "levels": [ { "name": "near", "units": 2, "topology": "switch", "gigabytes_per_second": 1, "efficiency": 1, "latency_us": 1, "source": "by hand" },
              { "name": "far", "topology": "switch", "gigabytes_per_second": 1, "efficiency": 1, "latency_us": 3, "source": "by hand" } ],
  "library": { "algorithms": { "names": ["ring", "send"], "call_us": 0, "source": "by hand" } } }"#;

fn module(signature: &str, body: &str) -> Module {
    let text = format!("module {{\n  func.func public @main{signature} {{\n{body}\n  }}\n}}");
    parse_module(&text, &shardwright_dialects::registry()).expect("legal")
}

fn run(module: &Module, overlap: Overlap) -> Simulated {
    let machine = Machine::parse(MACHINE, "round.json").expect("legal");
    let collectives = CollectiveCosts::new(&machine, &Mesh::new(&[("x", 4)])).expect("any size");
    let compute = ComputeCosts::new(&machine.device, None);
    simulate(module.main().expect("main"), &Costs { compute: &compute, collectives: &collectives, overlap })
}

/// Step, computing, communication, exposed, in nanoseconds.
fn times(module: &Module, overlap: Overlap) -> [u64; 4] {
    let run = run(module, overlap);
    [run.step, run.compute, run.communication, run.exposed].map(|time| time / 1000)
}

/// Classes of the kernels with their ops, operations and bytes.
fn kernels(module: &Module) -> Vec<(&'static str, usize, i64, i64)> {
    let found = run(module, Overlap::Dataflow).items.into_iter().filter_map(|item| match item.kind {
        Kind::Kernel(kernel) => Some((kernel.work.class.as_str(), kernel.ops, kernel.work.flops, kernel.work.bytes)),
        Kind::Collective { .. } => None,
    });
    found.collect()
}

const PERMUTE: &str = r#"%p = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0,1],[1,0],[2,3],[3,2]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1000xf32>) -> tensor<1000xf32>"#;
const DOTS: &str = "%d = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xf32>
    %e = stablehlo.dot_general %d, %m, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xf32>";
const ADD: &str = "%r = stablehlo.add %p, %p : tensor<1000xf32>";
const TAKES: &str = "(%x: tensor<1000xf32>, %m: tensor<100x100xf32>) -> (tensor<1000xf32>, tensor<100x100xf32>)";
const RETURNS: &str = "return %r, %e : tensor<1000xf32>, tensor<100x100xf32>";

/// 4000 bytes to the neighbour take 1 + 4 us. Each product is 2e6 operations, 2 us (its 120 kB take 0.12). The sum reads 4000 bytes once and writes 4000: 8 ns.
/// The products run beside the transfer; the sum waits for it until 5 us.
#[test]
fn a_collective_hides_behind_what_does_not_need_it() {
    let late = module(TAKES, &[PERMUTE, DOTS, ADD, RETURNS].join("\n"));
    assert_eq!(times(&late, Overlap::Dataflow), [5008, 4008, 5000, 1000]);
    assert_eq!(times(&late, Overlap::None), [9008, 4008, 5000, 5000]);
    // Streams keep the program's order: a sum before the products makes them wait.
    let early = module(TAKES, &[PERMUTE, ADD, DOTS, RETURNS].join("\n"));
    assert_eq!(times(&early, Overlap::Dataflow), [9008, 4008, 5000, 5000]);
}

/// Within a node 1 + 4 us, across 3 + 4: at once on two streams 7, one after another on one stream 10.
#[test]
fn levels_of_the_machine_carry_at_once() {
    let far = PERMUTE.replace("%p =", "%q =").replace("[[0,1],[1,0],[2,3],[3,2]]", "[[0,2],[1,3],[2,0],[3,1]]");
    let near = PERMUTE.replace("%p =", "%q =");
    let takes = "(%x: tensor<1000xf32>) -> (tensor<1000xf32>, tensor<1000xf32>)";
    let returns = "return %p, %q : tensor<1000xf32>, tensor<1000xf32>";
    assert_eq!(times(&module(takes, &[PERMUTE, &far, returns].join("\n")), Overlap::Dataflow), [7000, 0, 12000, 7000]);
    assert_eq!(times(&module(takes, &[PERMUTE, &near, returns].join("\n")), Overlap::Dataflow), [10000, 0, 10000, 10000]);
}

/// Five rounds of a transfer (5 us) beside a product (2 us); counting and the test are 1 operation and 8 to 13 bytes each, below a nanosecond.
#[test]
fn a_loop_is_its_body_times_its_trips() {
    let body = format!(
        "%zero = stablehlo.constant dense<0> : tensor<i32>
    %out:3 = stablehlo.while(%i = %zero, %x = %arg0, %m = %arg1) : tensor<i32>, tensor<1000xf32>, tensor<100x100xf32>
    cond {{
      %five = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %five, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      {PERMUTE}
      %d = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100x100xf32>) -> tensor<100x100xf32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %p, %d : tensor<i32>, tensor<1000xf32>, tensor<100x100xf32>
    }}
    return %out#1, %out#2 : tensor<1000xf32>, tensor<100x100xf32>"
    );
    let looped = module("(%arg0: tensor<1000xf32>, %arg1: tensor<100x100xf32>) -> (tensor<1000xf32>, tensor<100x100xf32>)", &body);
    assert_eq!(times(&looped, Overlap::Dataflow), [25000, 10000, 25000, 14999]);
    let run = run(&looped, Overlap::Dataflow);
    let product = by_class(&run.items).into_iter().find(|total| total.class == "matmul").expect("there is one");
    assert_eq!((product.count, product.flops, product.time), (5, 10_000_000, 10_000_000));
}

/// y = exp(x * x + broadcast(b)), 1000 rows of 10: one kernel of 3 ops and 3 operations an element (the broadcast is none of its own: it is computed in the loop), that reads 40000 + 40
/// bytes and writes 40000. The sum over rows is a kernel with the exponentials in it where nothing else needs them.
#[test]
fn elementwise_chains_are_one_kernel() {
    let chain = "%b = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<10xf32>) -> tensor<1000x10xf32>
    %s = stablehlo.multiply %arg0, %arg0 : tensor<1000x10xf32>
    %t = stablehlo.add %s, %b : tensor<1000x10xf32>
    %y = stablehlo.exponential %t : tensor<1000x10xf32>";
    let takes = "(%arg0: tensor<1000x10xf32>, %arg1: tensor<10xf32>)";
    let alone = module(&format!("{takes} -> tensor<1000x10xf32>"), &format!("{chain}\nreturn %y : tensor<1000x10xf32>"));
    assert_eq!(kernels(&alone), [("elementwise", 4, 30_000, 80_040)]);
    let sum = "%zero = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000x10xf32>, tensor<f32>) -> tensor<1000xf32>";
    let fused = module(&format!("{takes} -> tensor<1000xf32>"), &format!("{chain}\n{sum}\nreturn %r : tensor<1000xf32>"));
    assert_eq!(kernels(&fused), [("reduction", 5, 40_000, 44_040)]);
    // Both the sum and the caller need the exponentials: they are written once and read once more.
    let both = module(&format!("{takes} -> (tensor<1000xf32>, tensor<1000x10xf32>)"), &format!("{chain}\n{sum}\nreturn %r, %y : tensor<1000xf32>, tensor<1000x10xf32>"));
    assert_eq!(kernels(&both), [("elementwise", 4, 30_000, 80_040), ("reduction", 1, 10_000, 44_000)]);
}

/// A product is a kernel of its own; what only turns an operand or adds dimensions of size 1 costs nothing; of a sliced operand only the slice is read.
#[test]
fn views_cost_nothing_and_slices_what_they_keep() {
    let text = "%t = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<20x30xf32>) -> tensor<30x20xf32>
    %d = stablehlo.dot_general %t, %arg0, contracting_dims = [1] x [0] : (tensor<30x20xf32>, tensor<20x30xf32>) -> tensor<30x30xf32>
    %v = stablehlo.reshape %d : (tensor<30x30xf32>) -> tensor<900xf32>
    %h = stablehlo.slice %v [0:100] : (tensor<900xf32>) -> tensor<100xf32>
    %n = stablehlo.negate %h : tensor<100xf32>
    return %n : tensor<100xf32>";
    let found = module("(%arg0: tensor<20x30xf32>) -> tensor<100xf32>", text);
    assert_eq!(kernels(&found), [("matmul", 1, 2 * 30 * 30 * 20, (600 + 600 + 900) * 4), ("elementwise", 2, 100, 800)]);
    let func = found.main().expect("main");
    let all = Kernels::of(func);
    assert_eq!(all.role(func.region(func.body()).ops[0]), Role::Free);
    assert!(func.walk().iter().filter_map(|&op| all.kernel(op)).all(|kernel| kernel.work.class != Class::Other));
}
