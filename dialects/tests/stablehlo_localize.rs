//! Constants and iotas on one device are the parts of the whole that the device holds.

use shardwright_dialects::registry;
use shardwright_ir::interp::{Communicator, EvalError, Interpreter, Tensor};
use shardwright_ir::op::{LocalOp, Localize};
use shardwright_ir::sharding::{AxisRef, Mesh, ShardingRule, TensorSharding};
use shardwright_ir::{Attrs, Builder, Func, Module, Sym};

/// A device that only knows its id.
struct Device(i64);
impl Communicator for Device {
    fn device(&self) -> i64 {
        self.0
    }
    fn num_devices(&self) -> i64 {
        4
    }
    fn exchange(&self, _: &str, _: &[i64], _: Tensor) -> Result<Vec<Tensor>, EvalError> {
        Err("no exchange is expected".into())
    }
}

/// What each device holds of the one op of `text`, whose result lies on `axes`.
fn shards(text: &str, mesh: &Mesh, axes: &[&[&str]]) -> Vec<Vec<f64>> {
    let registry = registry();
    let module = shardwright_ir::text::parse_module(text, &registry).unwrap();
    let main = module.main().unwrap();
    let op = main.walk()[0];
    let axes = axes.iter().map(|axes| axes.iter().map(|axis| AxisRef::full(Sym::new(axis))).collect()).collect();
    let sharding = TensorSharding::of_axes(Sym::new("mesh"), axes);
    let rule = ShardingRule::with_ranks(&[], &[sharding.rank()]);
    let local = LocalOp { global: main.view(op), mesh, rule: &rule, factor_axes: &[], operands: &[], results: &[sharding] };
    let Localize::Expand(expand) = main.op(op).info.localize else { panic!("an expansion is expected") };
    let mut func = Func::new(Sym::new("main"));
    let mut builder = Builder::at_end(&mut func);
    let results = expand(&local, &mut builder, &[]).unwrap();
    builder.op_of_types(registry.get("func.return").unwrap(), &results, Attrs::new(), &[], vec![]).unwrap();
    assert_eq!(*func.tensor_type(results[0]), local.result_type(0));
    let module = Module::default();
    (0..mesh.num_devices())
        .map(|id| {
            let device = Device(id);
            Interpreter::with_communicator(&module, &device).run(&func, &[]).unwrap()[0].to_f64s()
        })
        .collect()
}

#[test]
fn an_iota_counts_from_the_shard_s_first_index() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
    let text = "func.func @main() -> tensor<2x8xi32> {\n %0 = stablehlo.iota dim = 1 : tensor<2x8xi32>\n return %0 : tensor<2x8xi32>\n}";
    // Dimension 1 in two shards along y: columns 0 to 3 and 4 to 7; dimension 0 along x does not matter.
    let (low, high) = (vec![0.0, 1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0, 7.0]);
    assert_eq!(shards(text, &mesh, &[&["x"], &["y"]]), [low.clone(), high.clone(), low, high]);
}

#[test]
fn a_dense_constant_is_cut_at_the_device_s_place() {
    // Devices in the order 3, 1, 0, 2: id 3 stands at (x, y) = (0, 0), id 1 at (0, 1), id 0 at (1, 0), id 2 at (1, 1).
    let mesh = Mesh { device_ids: vec![3, 1, 0, 2], ..Mesh::new(&[("x", 2), ("y", 2)]) };
    let text = "func.func @main() -> tensor<2x2xf32> {\n %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>\n return %0 : tensor<2x2xf32>\n}";
    assert_eq!(shards(text, &mesh, &[&["x"], &["y"]]), [[3.0], [2.0], [4.0], [1.0]]);
}

#[test]
fn a_constant_that_does_not_divide_is_padded_at_its_end() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
    let text = "func.func @main() -> tensor<5xi32> {\n %0 = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>\n return %0 : tensor<5xi32>\n}";
    // Four shards of two along (x, y), the last ones padded with zeros.
    assert_eq!(shards(text, &mesh, &[&["x", "y"]]), [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 0.0]]);
}
