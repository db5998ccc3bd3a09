//! Gather, scatter, sort, dynamic slices, control flow and CHLO: values are XLA's, rules are Shardy's, and the per-device forms
//! give what the whole op gives, on every mesh tried, whatever padding holds.
//!
//! `eval_expected.mlir` and `shardy_rules.mlir` are made by `../stablehlo/make.py`, which runs XLA and Shardy.

use shardwright_dialects::combine::fold;
use shardwright_dialects::layout::{Padding, shard, unshard};
use shardwright_dialects::registry;
use shardwright_ir::interp::{Buffer, Interpreter, Tensor, run_devices};
use shardwright_ir::op::{LocalOp, Localize, OpView, RuleFacet, pointwise_rule};
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ShardingRule, TensorSharding};
use shardwright_ir::text::{parse_module, write_rule};
use shardwright_ir::types::{ElementType, TensorType, Type};
use shardwright_ir::{Attr, Attrs, Builder, Func, Module, OpId, OpState, Sym};

fn module(name: &str) -> Module {
    let path = format!("{}/../testdata/dialects/indexing/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    parse_module(&text, &registry()).unwrap_or_else(|errors| panic!("{path}: {errors:?}"))
}

#[test]
fn values_are_those_of_xla() {
    let (module, expected) = (module("eval.mlir"), module("eval_expected.mlir"));
    for &name in module.funcs.keys() {
        let run = |module: &Module| Interpreter::new(module).call(name, &[]).unwrap_or_else(|why| panic!("@{name}: {why}"));
        for (index, (found, wanted)) in run(&module).iter().zip(&run(&expected)).enumerate() {
            assert_eq!(found.ty, wanted.ty, "@{name} result {index}");
            let exact = name != Sym::new("chlo_functions");
            for (at, (x, y)) in found.to_f64s().into_iter().zip(wanted.to_f64s()).enumerate() {
                let close = !exact && (x - y).abs() <= 4e-6 * y.abs().max(1e-3);
                assert!(x == y || (x.is_nan() && y.is_nan()) || close, "@{name} result {index} element {at}: got {x}, XLA gives {y}");
            }
        }
    }
}

fn own_rule(view: &OpView) -> Option<ShardingRule> {
    match view.data().info.rule {
        RuleFacet::Rule(rule) => Some(rule(view)),
        RuleFacet::Pointwise => Some(pointwise_rule(&view.operand_types(), &view.result_types())),
        RuleFacet::DataFlow(_) | RuleFacet::None(_) => None,
    }
}

#[test]
fn rules_are_those_of_shardy() {
    let module = module("shardy_rules.mlir");
    let (mut compared, mut differing) = (0, Vec::new());
    for func in module.funcs.values() {
        for op in func.walk() {
            let view = func.view(op);
            let Some(Attr::Rule(wanted)) = view.attr("sdy.sharding_rule") else { continue };
            let (mut own, mut shardys) = (String::new(), String::new());
            let rule = own_rule(&view).unwrap_or_else(|| panic!("@{}: {} has a rule", func.name, view.data().info.name));
            // Shardy's rules do not say how partial results are combined.
            write_rule(&mut own, &ShardingRule { combine: Default::default(), ..rule });
            write_rule(&mut shardys, wanted);
            if own != shardys {
                differing.push(format!("@{} {}\n  ours    {own}\n  Shardy's {shardys}", func.name, view.data().info.name));
            }
            compared += 1;
        }
    }
    assert!(differing.is_empty(), "{} of {compared} differ:\n{}", differing.len(), differing.join("\n"));
    assert!(compared >= 120, "{compared} rules were compared");
}

/// A small generator of pseudo-random numbers (xorshift64).
struct Random(u64);
impl Random {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as i64 % limit
    }
    /// Small whole numbers, so that sums are exact in any order; integers also beyond both ends of `0..span`.
    fn tensor(&mut self, ty: &TensorType, span: i64) -> Tensor {
        let count = ty.num_elements() as usize;
        let data = match ty.element {
            ElementType::F32 => Buffer::F32((0..count).map(|_| self.below(41) as f32 - 20.0).collect()),
            ElementType::I32 => Buffer::I32((0..count).map(|_| (self.below(span + 6) - 3) as i32).collect()),
            ElementType::UI8 => Buffer::U8((0..count).map(|_| self.below(span + 6) as u8).collect()),
            ElementType::I1 => Buffer::Bool((0..count).map(|_| self.below(2) == 1).collect()),
            other => panic!("no random {other}"),
        };
        Tensor::new(ty.clone(), data)
    }
}

/// The last op of `@main` in `text` that is not its return: the op under test. What stands before it are constants.
fn op_under_test(main: &Func) -> OpId {
    let ops = &main.region(main.body()).ops;
    ops[ops.len() - 2]
}

/// Axes of each tensor's dimensions when the rule's factors lie on these axes.
fn shardings(rule: &ShardingRule, axes: &[Vec<AxisRef>], operands: bool) -> Vec<TensorSharding> {
    let tensors = if operands { &rule.operands } else { &rule.results };
    let of_dim = |dim: &shardwright_ir::sharding::DimFactors| {
        dim.iter().flat_map(|&factor| axes[shardwright_ir::entity::EntityId::index(factor)].clone()).collect()
    };
    tensors.iter().map(|tensor| TensorSharding::of_axes(Sym::new("mesh"), tensor.iter().map(of_dim).collect())).collect()
}

/// Runs the op of `text` whole and on the devices of `mesh` with factors on `axes`, and compares.
fn check(text: &str, mesh: &Mesh, axes: &[Vec<AxisRef>], random: &mut Random) {
    let module = parse_module(text, &registry()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let main = module.main().unwrap();
    let op = op_under_test(main);
    let view = main.view(op);
    let rule = own_rule(&view).unwrap();
    let (ins, outs) = (shardings(&rule, axes, true), shardings(&rule, axes, false));
    let local = LocalOp { global: view, mesh, rule: &rule, factor_axes: axes, operands: &ins, results: &outs };
    let mut func = Func::new(Sym::new("main"));
    let args: Vec<_> = (0..ins.len()).map(|index| func.add_arg(local.operand_type(index))).collect();
    let mut b = Builder::at_end(&mut func);
    let results = match view.data().info.localize {
        Localize::Expand(expand) => expand(&local, &mut b, &args).unwrap(),
        Localize::Attrs(_) | Localize::Same => {
            let mut attrs = view.attrs().clone();
            if let Localize::Attrs(adapt) = view.data().info.localize {
                adapt(&local, &mut attrs);
            }
            let mut map = Default::default();
            let copy = |region: &shardwright_ir::Region| shardwright_ir::copy::copy_region(b.func, main, *region, &mut map).unwrap();
            let regions = view.data().regions.iter().map(copy).collect();
            let types: Vec<Type> = (0..outs.len()).map(|index| local.result_type(index).into()).collect();
            let made = b.func.append(b.region, OpState { attrs, regions, ..OpState::new(view.data().info, &args, types) });
            (view.data().info.verify)(&b.func.view(made)).unwrap();
            b.func.op(made).results.clone()
        }
        Localize::Prepare(_) | Localize::ByPass(_) => panic!("neither exchanged nor localised by a pass"),
    };
    b.op_of_types(registry().get("func.return").unwrap(), &results, Attrs::new(), &[], vec![]).unwrap();
    let span = view.operand_types()[0].dims.iter().copied().max().unwrap_or(4);
    // Operands that are constants in the text keep their values: rules and forms may depend on them.
    let values: Vec<Tensor> = view.data().operands.iter().map(|&operand| match main.constant_of(operand) {
        Some(literal) => Tensor::from_literal(literal).unwrap(),
        None => random.tensor(main.tensor_type(operand), span),
    }).collect();
    let arguments: Vec<Tensor> = main.args().iter().map(|arg| {
        let at = view.data().operands.iter().position(|operand| operand == arg).unwrap();
        values[at].clone()
    }).collect();
    let whole = Interpreter::new(&module).run(main, &arguments).unwrap();
    let empty = Module::default();
    let position = |device: i64| (0..mesh.num_devices()).find(|&at| mesh.device_at(at) == device).unwrap();
    let by_device = run_devices(mesh.num_devices() as usize, |devices| {
        let at = position(devices.device());
        let own: Vec<Tensor> = values.iter().zip(&ins).map(|(value, sharding)| shard(value, sharding, mesh, at, Padding::Poison)).collect();
        Interpreter::with_communicator(&empty, devices).run(&func, &own)
    })
    .unwrap_or_else(|why| panic!("{axes:?}: {why}"));
    let reduced: Vec<AxisRef> = rule
        .factor_ids()
        .filter(|&factor| rule[factor].kind == FactorKind::Reduction)
        .flat_map(|factor| axes[shardwright_ir::entity::EntityId::index(factor)].clone())
        .collect();
    for (index, (whole, sharding)) in whole.iter().zip(&outs).enumerate() {
        let mut shards: Vec<Tensor> = (0..mesh.num_devices()).map(|at| by_device[mesh.device_at(at) as usize][index].clone()).collect();
        for group in mesh.groups(&reduced) {
            let mut sum = (*shards[group[0] as usize].data).clone();
            for &other in &group[1..] {
                assert!(fold(rule.combine, whole.ty.element, &mut sum, &shards[other as usize].data));
            }
            group.iter().for_each(|&at| shards[at as usize] = Tensor::new(shards[at as usize].ty.clone(), sum.clone()));
        }
        let joined = unshard(&shards, &whole.ty, sharding, mesh).unwrap_or_else(|why| panic!("{axes:?}: {why}\n{text}"));
        assert_eq!(joined.to_f64s(), whole.to_f64s(), "result {index} with factors on {axes:?} of {mesh}\n{text}");
    }
}

/// Every way to put one axis on each of up to two factors that may be sharded, on several meshes.
fn check_all(text: &str) {
    let module = parse_module(text, &registry()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let main = module.main().unwrap();
    let rule = own_rule(&main.view(op_under_test(main))).unwrap();
    let free: Vec<usize> = (0..rule.factors.len())
        .filter(|&index| matches!(rule.factors[index].kind, FactorKind::PassThrough | FactorKind::Reduction) && rule.factors[index].size > 1)
        .collect();
    let mut random = Random(88172645463325252);
    let axis = |name: &str| AxisRef::full(Sym::new(name));
    let meshes = [Mesh::new(&[("x", 2), ("y", 3)]), Mesh { device_ids: vec![2, 0, 3, 1], ..Mesh::new(&[("x", 2), ("y", 2)]) }];
    for mesh in &meshes {
        for (&first, &second) in free.iter().flat_map(|first| free.iter().map(move |second| (first, second))) {
            // Several draws of the places.
            for _ in 0..2 {
                let mut axes = vec![Vec::new(); rule.factors.len()];
                axes[first].push(axis("x"));
                axes[second].push(axis("y"));
                check(text, mesh, &axes, &mut random);
            }
        }
    }
}

/// `@main` that takes `args` and gives the one op `op` of type `types`.
fn one_op(args: &str, op: &str, operand_types: &str, result: &str) -> String {
    format!("func.func @main({args}) -> {result} {{\n  %0 = {op} : ({operand_types}) -> {result}\n  return %0 : {result}\n}}")
}

fn gather(args: &str, numbers: &str, sizes: &str, types: &str, result: &str) -> String {
    let op = format!("\"stablehlo.gather\"(%a, %i) <{{dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = array<i64: {sizes}>}}>");
    one_op(args, &op, types, result)
}

#[test]
fn a_sharded_gather_looks_up_what_the_whole_one_does() {
    let numbers = "offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2";
    check_all(&gather("%a: tensor<7x4xf32>, %i: tensor<3x5xi32>", numbers, "1, 4", "tensor<7x4xf32>, tensor<3x5xi32>", "tensor<3x5x4xf32>"));
    check_all(&gather("%a: tensor<7x4xf32>, %i: tensor<3x5x1xui8>", numbers, "1, 4", "tensor<7x4xf32>, tensor<3x5x1xui8>", "tensor<3x5x4xf32>"));
    // Two components, one of a dimension that is kept with size 1, one of a dimension that is collapsed.
    let numbers = "offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 0";
    check_all(&gather("%a: tensor<5x6xf32>, %i: tensor<2x4xi32>", numbers, "1, 1", "tensor<5x6xf32>, tensor<2x4xi32>", "tensor<4x1xf32>"));
    // A batch, a collapsed dimension that no component indexes, and a window in part.
    let numbers = "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 2";
    check_all(&gather("%a: tensor<4x3x6xf32>, %i: tensor<5x4x1xi32>", numbers, "1, 1, 2", "tensor<4x3x6xf32>, tensor<5x4x1xi32>", "tensor<5x4x2xf32>"));
}

fn scatter(op: &str, element: &str, numbers: &str, operand: &str, indices: &str, updates: &str) -> String {
    let body = match op {
        "" => format!("stablehlo.return %y : tensor<{element}>"),
        op => format!("%s = stablehlo.{op} %x, %y : tensor<{element}>\n stablehlo.return %s : tensor<{element}>"),
    };
    let op = format!("\"stablehlo.scatter\"(%a, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{\n ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n {body}\n }})");
    one_op(&format!("%a: {operand}, %i: {indices}, %u: {updates}"), &op, &format!("{operand}, {indices}, {updates}"), operand)
}

#[test]
fn a_sharded_scatter_updates_what_the_whole_one_does() {
    let rows = "update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2";
    for op in ["add", "maximum", "minimum", ""] {
        check_all(&scatter(op, "f32", rows, "tensor<7x4xf32>", "tensor<3x5xi32>", "tensor<3x5x4xf32>"));
        check_all(&scatter(op, "f32", rows, "tensor<7x4xf32>", "tensor<3x5x1xui8>", "tensor<3x5x4xf32>"));
    }
    check_all(&scatter("multiply", "i32", rows, "tensor<7x4xi32>", "tensor<3x5xi32>", "tensor<3x5x4xi32>"));
    check_all(&scatter("or", "i1", rows, "tensor<7x4xi1>", "tensor<3x5xi32>", "tensor<3x5x4xi1>"));
    check_all(&scatter("subtract", "f32", rows, "tensor<7x4xf32>", "tensor<3x5xi32>", "tensor<3x5x4xf32>"));
    let points = "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0";
    check_all(&scatter("add", "f32", points, "tensor<5x6xf32>", "tensor<2x9xi32>", "tensor<9xf32>"));
    // A batch, an inserted dimension that no component indexes, and a window in part.
    let mixed = "update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2";
    check_all(&scatter("add", "f32", mixed, "tensor<4x3x6xf32>", "tensor<5x4x1xi32>", "tensor<5x4x2xf32>"));
}

#[test]
fn sharded_dynamic_slices_take_and_replace_the_same_box() {
    let args = "%a: tensor<7x5x4xf32>, %i: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>";
    let types = "tensor<7x5x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>";
    check_all(&one_op(args, "stablehlo.dynamic_slice %a, %i, %j, %k, sizes = [7, 2, 4]", types, "tensor<7x2x4xf32>"));
    for element in ["i32", "ui8"] {
        let args = format!("%a: tensor<7x5x4xf32>, %u: tensor<7x2x3xf32>, %i: tensor<{element}>, %j: tensor<{element}>, %k: tensor<{element}>");
        let types = format!("tensor<7x5x4xf32>, tensor<7x2x3xf32>, tensor<{element}>, tensor<{element}>, tensor<{element}>");
        check_all(&one_op(&args, "stablehlo.dynamic_update_slice %a, %u, %i, %j, %k", &types, "tensor<7x5x4xf32>"));
    }
}

/// At a constant place the update may be sharded as well: it is gathered first.
#[test]
fn a_sharded_update_at_a_constant_place_is_made_whole() {
    for place in [-1, 0, 2, 3, 9] {
        let text = format!(
            "func.func @main(%a: tensor<7x5xf32>, %u: tensor<4x5xf32>) -> tensor<7x5xf32> {{\n %c = stablehlo.constant dense<{place}> : tensor<i32>\n \
             %0 = stablehlo.dynamic_update_slice %a, %u, %c, %c : (tensor<7x5xf32>, tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<7x5xf32>\n \
             return %0 : tensor<7x5xf32>\n}}"
        );
        check_all(&text);
    }
}

#[test]
fn rows_are_sorted_on_every_device() {
    let text = "func.func @main(%a: tensor<5x6xf32>) -> tensor<5x6xf32> {
      %0 = \"stablehlo.sort\"(%a) <{dimension = 1 : i64, is_stable = true}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<5x6xf32>) -> tensor<5x6xf32>
      return %0 : tensor<5x6xf32>
    }";
    check_all(text);
    check_all("func.func @main(%a: tensor<5x6xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>) {\n %0, %1 = chlo.top_k(%a, k = 2) : tensor<5x6xf32> -> (tensor<5x2xf32>, tensor<5x2xi32>)\n return %0, %1 : tensor<5x2xf32>, tensor<5x2xi32>\n}");
}
