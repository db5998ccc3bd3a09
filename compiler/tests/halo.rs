//! Ops whose shards need one another's elements, on random meshes: exchanged, they compute what they compute whole.
//!
//! Convolutions and their gradients, pooling and its gradient, cumulative sums, pad, slice, reverse and concatenate of random
//! sizes, strides, dilations and paddings, with dimensions that shards do not divide and shards smaller than windows. Inputs are
//! small integers, so that results are exact; padding of shards is poisoned. `SHARDWRIGHT_CASES` sets how many (default 400),
//! `SHARDWRIGHT_SEED` the first seed (default 0).

use shardwright_compiler::testing::check::{check, on_virtual, partition, report};
use shardwright_compiler::testing::random::Case;
use shardwright_compiler::testing::rng::Rng;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_dialects::stablehlo::dims::{ConvDims, Window, conv_dims};
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Func, Module, Sym, TensorType, Value};
use std::collections::BTreeMap;

const KINDS: &[&str] = &["conv", "conv-input-gradient", "conv-kernel-gradient", "pool", "pool-gradient", "scan", "pad", "slice", "reverse", "concatenate", "roll"];

struct Made {
    func: Func,
    inputs: Vec<Tensor>,
    rng: Rng,
    mesh: Mesh,
}

impl Made {
    /// An argument of small integers whose dimensions are sharded on x and y in turn, now and then on both or on none.
    fn arg(&mut self, dims: &[i64], axes: &[Vec<AxisRef>]) -> Value {
        let ty = TensorType::new(ElementType::F32, dims);
        let value = self.func.add_arg(ty.clone());
        self.func.set_sharding(value, Some(TensorSharding::of_axes(Sym::new("mesh"), axes.to_vec())));
        let data = (0..ty.num_elements()).map(|_| self.rng.range(-3, 3) as f32).collect();
        self.inputs.push(Tensor::new(ty, Buffer::F32(data)));
        value
    }
    fn window(&mut self, input: i64, gradient: bool) -> Option<(i64, Window)> {
        let rng = &mut self.rng;
        let size = if rng.percent(20) { rng.range(1, input + 2) } else { rng.range(1, 4) };
        let window = Window {
            strides: vec![if gradient { 1 } else { rng.choose(&[1, 1, 2, 3]) }],
            padding: vec![[rng.range(-1, 4), rng.range(-1, 4)]],
            base_dilations: vec![if gradient { rng.choose(&[1, 2, 2, 3]) } else { rng.choose(&[1, 1, 1, 2, 3]) }],
            window_dilations: vec![rng.choose(&[1, 1, 1, 2, 3])],
            reversal: vec![rng.percent(20)],
        };
        let count = window.count(0, input, size).ok()?;
        (1..=60).contains(&count).then_some((size, window))
    }
}

/// The program of a seed; `None` where the numbers drawn make no legal op.
fn case(seed: u64) -> Option<(Case, &'static str)> {
    let mut rng = Rng::new(seed);
    let kind = rng.choose(KINDS);
    let x_size = rng.choose(&[2, 2, 3, 4, 4, 5, 6, 8]);
    let y_size = if x_size <= 4 { rng.choose(&[1, 2]) } else { 1 };
    let mut mesh = Mesh::new(if rng.percent(50) { &[("x", 0), ("y", 1)] } else { &[("y", 1), ("x", 0)] });
    for axis in &mut mesh.axes {
        axis.size = if axis.name == Sym::new("x") { x_size } else { y_size };
    }
    if rng.percent(15) {
        mesh.device_ids = rng.shuffled(&(0..mesh.num_devices()).collect::<Vec<_>>());
    }
    let size = rng.range(1, 24);
    let axis = |name: &str| AxisRef::full(Sym::new(name));
    let long = match rng.below(4) {
        0 if y_size > 1 => vec![axis("x"), axis("y")],
        _ => vec![axis("x")],
    };
    let wide = if long.len() == 1 && rng.percent(50) { vec![axis("y")] } else { Vec::new() };
    let mut made = Made { func: Func::new(Sym::new("main")), inputs: Vec::new(), rng, mesh };
    let at = made.rng.below(2);
    let place = |long: i64, wide: i64| if at == 0 { vec![long, wide] } else { vec![wide, long] };
    let axes = if at == 0 { vec![long.clone(), wide.clone()] } else { vec![wide.clone(), long.clone()] };
    let line = |window: &Window, values: &dyn Fn(&Window) -> i64, rest: i64| if at == 0 { vec![values(window), rest] } else { vec![rest, values(window)] };
    let other = made.rng.range(1, 4);
    // Where the result is left alone, propagation decides.
    let shard_result = made.rng.percent(80);
    let (value, out_axes) = match kind {
        "conv" | "conv-input-gradient" | "conv-kernel-gradient" => {
            let gradient = kind == "conv-kernel-gradient";
            let (taps, window) = if gradient {
                let taps = made.rng.range(2, size.max(2));
                let low = made.rng.range(0, 2);
                let window = Window { padding: vec![[low, made.rng.range(0, 2)]], window_dilations: vec![made.rng.choose(&[1, 1, 2])], reversal: vec![made.rng.percent(20)], ..Window::unit(1) };
                window.count(0, size, taps).ok().filter(|count| (1..=60).contains(count))?;
                (taps, window)
            } else {
                made.window(size, kind == "conv-input-gradient")?
            };
            // Batch, feature, space; the space is long.
            let x = made.arg(&[other, 2, size], &[wide.clone(), vec![], long.clone()]);
            let kernel_axes = if gradient && made.rng.percent(80) { long.clone() } else { vec![] };
            let k = made.arg(&[3, 2, taps], &[vec![], vec![], kernel_axes]);
            let dims = ConvDims::nchw(1);
            let types = (made.func.tensor_type(x).clone(), made.func.tensor_type(k).clone());
            conv_dims(&types.0, &types.1, &dims, &window, 1, 1).ok()?;
            let value = Builder::at_end(&mut made.func).convolution(x, k, &dims, &window, 1, 1).unwrap();
            (value, vec![wide, vec![], if gradient { vec![] } else { long }])
        }
        "pool" | "pool-gradient" | "scan" => {
            let (extent, mut one) = made.window(size, false)?;
            one.reversal = vec![false];
            let mut extent = extent;
            if kind == "scan" {
                extent = size;
                one = Window { padding: vec![made.rng.choose(&[[size - 1, 0], [0, size - 1]])], ..Window::unit(1) };
            }
            if kind == "pool-gradient" {
                one.base_dilations = vec![1];
                one.window_dilations = vec![1];
                one.padding = vec![[made.rng.range(0, extent - 1), made.rng.range(0, extent - 1)]];
            }
            let windows = one.count(0, size, extent).ok().filter(|count| (1..=60).contains(count))?;
            let x = made.arg(&place(size, other), &axes);
            let window = Window {
                strides: line(&one, &|window| window.strides[0], 1),
                padding: if at == 0 { vec![one.padding[0], [0, 0]] } else { vec![[0, 0], one.padding[0]] },
                base_dilations: line(&one, &|window| window.base_dilations[0], 1),
                window_dilations: line(&one, &|window| window.window_dilations[0], 1),
                reversal: vec![false; 2],
            };
            let sizes = place(extent, 1);
            let reduce = made.rng.choose(&[ReduceKind::Sum, ReduceKind::Max, ReduceKind::Min]);
            if kind == "pool-gradient" {
                let y = made.arg(&place(windows, other), &axes);
                let direction = made.rng.choose(&[Direction::Ge, Direction::Gt, Direction::Le]);
                let mut b = Builder::at_end(&mut made.func);
                let zero = b.scalar(ElementType::F32, 0.0).unwrap();
                let pair = [ElementType::F32; 2];
                let select = b.scalar_region(&pair, &mut |b, args| Ok(vec![b.compare(direction, args[0], args[1])?])).unwrap();
                let scatter = b.scalar_region(&pair, &mut |b, args| Ok(vec![b.add(args[0], args[1])?])).unwrap();
                let attrs = Attrs::new()
                    .with("padding", window.padding_attr())
                    .with("window_dimensions", Attr::ints(&sizes))
                    .with("window_strides", Attr::ints(&window.strides));
                let row = shardwright_dialects::local::row("stablehlo.select_and_scatter").unwrap();
                let op = b.op(row, &[x, y, zero], attrs, &[select, scatter]).unwrap();
                (made.func.result(op), axes.clone())
            } else {
                let start = if made.rng.percent(70) { 0.0 } else { 2.0 };
                let mut b = Builder::at_end(&mut made.func);
                let start = b.scalar(ElementType::F32, start).unwrap();
                (b.reduce_window(x, start, &sizes, &window, reduce).unwrap(), axes.clone())
            }
        }
        "pad" => {
            let (low, high, interior) = (made.rng.range(-3, 9), made.rng.range(-3, 9), made.rng.choose(&[0, 0, 0, 1, 2]));
            (size + low + high + (size - 1) * interior > 0).then_some(())?;
            let x = made.arg(&place(size, other), &axes);
            let mut b = Builder::at_end(&mut made.func);
            let fill = b.scalar(ElementType::F32, 7.0).unwrap();
            (b.pad(x, fill, &place(low, 0), &place(high, 0), &place(interior, 0)).unwrap(), axes.clone())
        }
        "slice" => {
            let from = made.rng.range(0, size - 1);
            let (to, step) = (made.rng.range(from + 1, size), made.rng.choose(&[1, 1, 2, 3]));
            let x = made.arg(&place(size, other), &axes);
            (Builder::at_end(&mut made.func).slice(x, &place(from, 0), &place(to, other), &place(step, 1)).unwrap(), axes.clone())
        }
        "reverse" => {
            let x = made.arg(&place(size, other), &axes);
            (Builder::at_end(&mut made.func).reverse(x, &[at as i64]).unwrap(), axes.clone())
        }
        "concatenate" => {
            let parts = (0..made.rng.range(1, 4)).map(|_| made.rng.range(1, 16)).collect::<Vec<_>>();
            let parts: Vec<Value> = parts.into_iter().map(|part| made.arg(&place(part, other), &axes)).collect();
            (Builder::at_end(&mut made.func).concatenate(&parts, at as i64).unwrap(), axes.clone())
        }
        _ => {
            let shift = made.rng.range(0, size);
            let x = made.arg(&place(size, other), &axes);
            let mut b = Builder::at_end(&mut made.func);
            let tail = b.slice(x, &place(size - shift, 0), &place(size, other), &[1, 1]).unwrap();
            let head = b.slice(x, &[0, 0], &place(size - shift, other), &[1, 1]).unwrap();
            (b.concatenate(&[tail, head], at as i64).unwrap(), axes.clone())
        }
    };
    let ret = shardwright_dialects::local::row("func.return").unwrap();
    Builder::at_end(&mut made.func).op_of_types(ret, &[value], Attrs::new(), &[], vec![]).unwrap();
    let ty = made.func.tensor_type(value).clone();
    made.func.set_results(vec![ty.into()]);
    if shard_result {
        made.func.result_shardings[0] = Some(TensorSharding::of_axes(Sym::new("mesh"), out_axes));
    }
    let mut module = Module::default();
    module.meshes.insert(Sym::new("mesh"), made.mesh.clone());
    module.funcs.insert(made.func.name, made.func);
    Some((Case { seed, module, inputs: made.inputs }, kind))
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

#[test]
fn exchanged_ops_compute_what_they_compute_whole() {
    let ops = shardwright_dialects::registry();
    let (first, count) = (number("SHARDWRIGHT_SEED", 0), number("SHARDWRIGHT_CASES", 400));
    let mut seen = BTreeMap::<&str, [usize; 3]>::new();
    let mut failures = Vec::new();
    for seed in first..first + count {
        let Some((case, kind)) = case(seed) else { continue };
        if let Err(why) = check(&case, &ops, &on_virtual) {
            eprintln!("{kind}: {}", if failures.len() < 3 { report(&case, &ops, &on_virtual, &why) } else { why });
            failures.push(seed);
            continue;
        }
        let text = print_module(&partition(&case.module, &ops, "compile").unwrap().module);
        let counts = seen.entry(kind).or_default();
        counts[0] += 1;
        counts[1] += usize::from(text.contains("collective_permute"));
        counts[2] += usize::from(text.contains("all_gather"));
    }
    assert!(failures.is_empty(), "{} of {count} programs failed, seeds {failures:?}", failures.len());
    eprintln!("[programs, with a permute, with a gather]: {seen:?}");
    for kind in KINDS.iter().filter(|kind| **kind != "scan") {
        let [made, permuted, _] = seen.get(kind).copied().unwrap_or_default();
        assert!(permuted * 4 >= made && (made > 0 || count < 200), "{kind}: {permuted} of {made} programs exchange by permutes");
    }
}

/// What the per-device program of one op on eight devices sends: `(kind, operand's elements)` of each collective.
fn sent(body: &str) -> Vec<(String, i64)> {
    let ops = shardwright_dialects::registry();
    let module = parse_module(body, &ops).unwrap();
    let program = partition(&module, &ops, "compile").unwrap();
    let main = program.module.main().unwrap();
    let collective = |op: &shardwright_ir::OpId| {
        let data = main.op(*op);
        data.info.traits.collective.then(|| (data.info.name.replace("stablehlo.", ""), main.tensor_type(data.operands[0]).num_elements()))
    };
    main.walk().iter().filter_map(collective).collect()
}

/// A 3x3 convolution sends one row each way: 4 x 1 x 32 x 8 elements of shards of 8 rows.
#[test]
fn a_convolution_sends_only_the_rows_that_its_neighbours_need() {
    let text = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x32x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x8x16xf32>) -> tensor<4x32x32x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x32x32x8xf32>, tensor<3x3x8x16xf32>) -> tensor<4x32x32x16xf32>
  return %0 : tensor<4x32x32x16xf32>
}"#;
    assert_eq!(sent(text), [("collective_permute".to_owned(), 1024), ("collective_permute".to_owned(), 1024)]);
}

/// A cumulative sum gathers one total a shard, not its 16 elements.
#[test]
fn a_cumulative_sum_sends_one_total_a_shard() {
    let text = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<64x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[63, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 64, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<64x3xf32>, tensor<f32>) -> tensor<64x3xf32>
  return %0 : tensor<64x3xf32>
}"#;
    assert_eq!(sent(text), [("all_gather".to_owned(), 3)]);
}

/// Every shard of a mirrored dimension goes to one other device, once.
#[test]
fn a_reversed_dimension_is_one_permutation_of_shards() {
    let text = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<64xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<64xf32>
  return %0 : tensor<64xf32>
}"#;
    assert_eq!(sent(text), [("collective_permute".to_owned(), 16)]);
}
