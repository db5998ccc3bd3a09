//! `windowed-einsum` and `combine-collectives`: programs compute the same before and after, and send as many bytes.
//!
//! Random programs of one device with collectives and products, and random partitioned programs, run with and without the passes.
//! Numbers are small integers, so that the order of sums cannot matter and results must be equal to the bit; padding is NaN where the
//! type has it. `SHARDWRIGHT_CASES` sets how many (default 300), `SHARDWRIGHT_SEED` the first seed.

use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::pjrt::{CompileOptions, PjrtClient, PjrtPlugin, find_plugin};
use shardwright_compiler::engine::virtual_::run_tensors;
use shardwright_compiler::testing::check::{check_by, on_virtual};
use shardwright_compiler::testing::random::{Options, generate};
use shardwright_compiler::testing::rng::Rng;
use shardwright_ir::interp::Tensor;
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_ir::{ElementType, Literal, Module, TensorType};
use shardwright_passes::analysis::traffic::traffic;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use std::collections::BTreeMap;
use std::fmt::Write;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    let first = number("SHARDWRIGHT_SEED", 0);
    first..first + number("SHARDWRIGHT_CASES", default)
}

/// Groups of equal size over all devices, in random order.
fn groups(rng: &mut Rng) -> Vec<Vec<i64>> {
    let (count, size) = rng.choose(&[(1, 2), (2, 2), (1, 3), (2, 3), (1, 4), (2, 4), (1, 5), (1, 6), (1, 7), (1, 8)]);
    let ids = rng.shuffled(&(0..count * size).collect::<Vec<i64>>());
    ids.chunks(size as usize).map(<[i64]>::to_vec).collect()
}

fn groups_text(groups: &[Vec<i64>]) -> String {
    let rows: Vec<String> = groups.iter().map(|group| format!("{group:?}")).collect();
    format!("replica_groups = dense<[{}]> : tensor<{}x{}xi64>", rows.join(", "), groups.len(), groups[0].len())
}

fn ty(dims: &[i64], element: ElementType) -> String {
    TensorType::new(element, dims).to_string()
}

/// A product with dimensions in random places: `[operand][dimension]` is an index, batch ones first in the result.
struct Product {
    operands: [Vec<usize>; 2],
    batch: Vec<usize>,
    summed: Vec<usize>,
    result: Vec<usize>,
}

fn product(rng: &mut Rng) -> Product {
    let (batch, left, right, summed) = (rng.below(2), rng.below(3), rng.below(2), 1 + rng.below(2));
    let mut next = 0;
    let mut take = |count: usize| {
        next += count;
        (next - count..next).collect::<Vec<usize>>()
    };
    let (batch, left, right, summed) = (take(batch), take(left), take(right), take(summed));
    let operand = |rng: &mut Rng, free: &[usize]| rng.shuffled(&[&batch[..], free, &summed[..]].concat());
    let operands = [operand(rng, &left), operand(rng, &right)];
    let in_order = |dims: &[usize], of: &[usize]| dims.iter().copied().filter(|dim| of.contains(dim)).collect::<Vec<_>>();
    let result = [batch.clone(), in_order(&operands[0], &left), in_order(&operands[1], &right)].concat();
    Product { operands, batch, summed, result }
}

impl Product {
    fn text(&self, x: &str, y: &str, types: [&str; 3]) -> String {
        let places = |dims: &[usize], side: usize| dims.iter().map(|dim| self.operands[side].iter().position(|other| other == dim).unwrap()).collect::<Vec<_>>();
        let pair = |dims: &[usize]| format!("{:?} x {:?}", places(dims, 0), places(dims, 1));
        let batch = if self.batch.is_empty() { String::new() } else { format!("batching_dims = {}, ", pair(&self.batch)) };
        format!("stablehlo.dot_general {x}, {y}, {batch}contracting_dims = {} : ({}, {}) -> {}", pair(&self.summed), types[0], types[1], types[2])
    }
}

/// A program for every device, and its arguments.
struct Case {
    text: String,
    args: Vec<Vec<Tensor>>,
}

fn tensor(rng: &mut Rng, dims: &[i64], element: ElementType) -> Tensor {
    let values: Vec<f64> = (0..dims.iter().product::<i64>()).map(|_| rng.range(-4, 4) as f64).collect();
    of_values(dims, element, &values)
}

fn of_values(dims: &[i64], element: ElementType, values: &[f64]) -> Tensor {
    let bytes: Vec<u8> = values.iter().flat_map(|value| shardwright_ir::interp::scalar::bytes_of_f64(element, *value)).collect();
    Tensor::from_literal(&Literal::dense(TensorType::new(element, dims), bytes)).unwrap()
}

/// `dot(all_gather(a), b)`, the gathered operand on either side and padded or not; with a second product of it, one that depends
/// on the first, or another user.
fn gather_case(rng: &mut Rng) -> Case {
    let element = rng.choose(&[ElementType::F32, ElementType::F32, ElementType::I32]);
    let (groups, product) = (groups(rng), product(rng));
    let n = groups[0].len() as i64;
    let side = rng.below(2);
    let at = rng.below(product.operands[side].len());
    let part = rng.range(1, 3);
    // The last shard, or the last few, may be padding in part or whole.
    let size = if rng.percent(50) { part * n } else { rng.range(1, part * n) };
    let sizes: Vec<i64> = (0..8).map(|dim| if dim == product.operands[side][at] { size } else { rng.range(1, 4) }).collect();
    let dims = |of: &[usize]| of.iter().map(|&dim| sizes[dim]).collect::<Vec<i64>>();
    let (whole, other, result) = (dims(&product.operands[side]), dims(&product.operands[1 - side]), dims(&product.result));
    let (mut shard, mut joined) = (whole.clone(), whole.clone());
    (shard[at], joined[at]) = (part, part * n);
    let (shard_ty, joined_ty, whole_ty, other_ty, result_ty) = (ty(&shard, element), ty(&joined, element), ty(&whole, element), ty(&other, element), ty(&result, element));
    let mut body = format!("  %g = \"stablehlo.all_gather\"(%a) <{{all_gather_dim = {at} : i64, {}}}> : ({shard_ty}) -> {joined_ty}\n", groups_text(&groups));
    let mut whole_name = "%g";
    if size < part * n {
        let ranges: Vec<String> = whole.iter().map(|size| format!("0:{size}")).collect();
        let _ = writeln!(body, "  %t = stablehlo.slice %g [{}] : ({joined_ty}) -> {whole_ty}", ranges.join(", "));
        whole_name = "%t";
    }
    let types = |side: usize| if side == 0 { [&whole_ty[..], &other_ty, &result_ty] } else { [&other_ty[..], &whole_ty, &result_ty] };
    let dot = |other: &str| if side == 0 { product.text(whole_name, other, types(0)) } else { product.text(other, whole_name, types(1)) };
    let mut results = vec![("%r", result_ty.clone())];
    let _ = writeln!(body, "  %r = {}", dot("%b"));
    if rng.percent(30) {
        let _ = writeln!(body, "  %c = stablehlo.negate %b : {other_ty}\n  %r2 = {}", dot("%c"));
        results.push(("%r2", result_ty.clone()));
    }
    if rng.percent(20) {
        // Less than all: over dimensions of one element it is open whether the initial value counts.
        let least = if element.is_float() { "-10000.0" } else { "-10000" };
        let least = format!("  %least = stablehlo.constant dense<{least}> : tensor<{element}>");
        let all: Vec<usize> = (0..result.len()).collect();
        let _ = writeln!(body, "{least}\n  %s = stablehlo.reduce(%r init: %least) applies stablehlo.maximum across dimensions = {all:?} : ({result_ty}, tensor<{element}>) -> tensor<{element}>");
        let _ = writeln!(body, "  %sb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<{element}>) -> {other_ty}\n  %r3 = {}", dot("%sb"));
        results.push(("%r3", result_ty.clone()));
    }
    if rng.percent(30) {
        let _ = writeln!(body, "  %n = stablehlo.abs {whole_name} : {whole_ty}");
        results.push(("%n", whole_ty.clone()));
    }
    let devices = groups.len() * n as usize;
    let mut args = vec![Vec::new(); devices];
    for group in &groups {
        for (place, &device) in group.iter().enumerate() {
            let mut a = tensor(rng, &shard, element);
            if element == ElementType::F32 {
                // NaN where the shard goes over the end.
                let (mut values, minor) = (a.to_f64s(), shard[at + 1..].iter().product::<i64>());
                for (index, value) in values.iter_mut().enumerate() {
                    if place as i64 * part + index as i64 / minor % part >= size {
                        *value = f64::NAN;
                    }
                }
                a = of_values(&shard, element, &values);
            }
            args[device as usize] = vec![a, tensor(rng, &other, element)];
        }
    }
    Case { text: module(&[("%a", &shard_ty), ("%b", &other_ty)], &body, &results), args }
}

/// `reduce_scatter(dot(a, b))`, padded before it is scattered or not.
fn scatter_case(rng: &mut Rng) -> Case {
    let element = rng.choose(&[ElementType::F32, ElementType::I32]);
    let (groups, mut product) = (groups(rng), product(rng));
    while product.result.is_empty() {
        product = self::product(rng);
    }
    let n = groups[0].len() as i64;
    let at = rng.below(product.result.len());
    let part = rng.range(1, 3);
    let size = if rng.percent(50) { part * n } else { rng.range(1, part * n) };
    let sizes: Vec<i64> = (0..8).map(|dim| if dim == product.result[at] { size } else { rng.range(1, 4) }).collect();
    let dims = |of: &[usize]| of.iter().map(|&dim| sizes[dim]).collect::<Vec<i64>>();
    let (x, y, whole) = (dims(&product.operands[0]), dims(&product.operands[1]), dims(&product.result));
    let (mut padded, mut own) = (whole.clone(), whole.clone());
    (padded[at], own[at]) = (part * n, part);
    let (x_ty, y_ty, whole_ty, padded_ty, own_ty) = (ty(&x, element), ty(&y, element), ty(&whole, element), ty(&padded, element), ty(&own, element));
    let mut body = format!("  %d = {}\n", product.text("%a", "%b", [&x_ty, &y_ty, &whole_ty]));
    let mut name = "%d";
    if size < part * n {
        let zeros = vec![0; whole.len()];
        let mut high = zeros.clone();
        high[at] = part * n - size;
        let zero = if element.is_float() { "0.0" } else { "0" };
        let _ = writeln!(body, "  %zero = stablehlo.constant dense<{zero}> : tensor<{element}>");
        let _ = writeln!(body, "  %p = stablehlo.pad %d, %zero, low = {zeros:?}, high = {high:?}, interior = {zeros:?} : ({whole_ty}, tensor<{element}>) -> {padded_ty}");
        name = "%p";
    }
    let _ = writeln!(body, "  %r = \"stablehlo.reduce_scatter\"({name}) <{{scatter_dimension = {at} : i64, {}}}> ({{\n  ^bb0(%u: tensor<{element}>, %v: tensor<{element}>):\n    %s = stablehlo.add %u, %v : tensor<{element}>\n    stablehlo.return %s : tensor<{element}>\n  }}) : ({padded_ty}) -> {own_ty}", groups_text(&groups));
    let args = (0..groups.len() * n as usize).map(|_| vec![tensor(rng, &x, element), tensor(rng, &y, element)]).collect();
    Case { text: module(&[("%a", &x_ty), ("%b", &y_ty)], &body, &[("%r", own_ty.clone())]), args }
}

fn module(args: &[(&str, &str)], body: &str, results: &[(&str, String)]) -> String {
    let args: Vec<String> = args.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let names: Vec<&str> = results.iter().map(|(name, _)| *name).collect();
    let types: Vec<&str> = results.iter().map(|(_, ty)| &ty[..]).collect();
    let types = types.join(", ");
    format!("func.func public @main({}) -> ({types}) {{\n{body}  return {} : {types}\n}}\n", args.join(", "), names.join(", "))
}

fn by(module: &Module, pipeline: &str) -> Module {
    let mut module = module.clone();
    let pipeline = Pipeline::parse(pipeline, &shardwright_compiler::pass_registry()).unwrap();
    run_pipeline(&pipeline, &mut module, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).unwrap_or_else(|why| panic!("{why}"));
    module
}

fn bits(rows: &[Vec<Tensor>]) -> Vec<Vec<Vec<u8>>> {
    // -0 and 0 are equal: where no part of a sum is negative zero is of no interest.
    rows.iter().map(|row| row.iter().map(|tensor| tensor.to_f64s().iter().flat_map(|value| (value + 0.0).to_le_bytes()).collect()).collect()).collect()
}

fn wire_bytes(module: &Module, devices: usize) -> (i64, i64) {
    let traffic = traffic(module, devices as i64);
    let sum = traffic.totals.values().map(|total| total.wire_bytes).sum();
    (sum, traffic.totals.get("collective_permute").map_or(0, |total| total.wire_bytes))
}

#[test]
fn rings_compute_what_the_collectives_do_and_send_as_many_bytes() {
    let ops = shardwright_dialects::registry();
    let (mut rings, mut count) = (0, 0);
    for seed in seeds(300) {
        let mut rng = Rng::new(seed);
        let case = if rng.percent(60) { gather_case(&mut rng) } else { scatter_case(&mut rng) };
        let before = parse_module(&case.text, &ops).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{}", case.text));
        verify(&before).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{}", case.text));
        let (unroll, ways) = (rng.choose(&[0, 4, 8]), rng.choose(&["true", "false", "auto"]));
        let after = by(&before, &format!("windowed-einsum{{threshold=0 unroll={unroll} bidirectional={ways}}}"));
        let shown = || format!("seed {seed}\n{}\n{}", case.text, print_module(&after));
        let wanted = run_tensors(&before, &case.args).unwrap_or_else(|why| panic!("{}: {why}", shown()));
        let got = run_tensors(&after, &case.args).unwrap_or_else(|why| panic!("{}: {why}", shown()));
        assert!(bits(&wanted) == bits(&got), "{}", shown());
        let (sent, by_ring) = wire_bytes(&after, case.args.len());
        assert_eq!(wire_bytes(&before, case.args.len()).0, sent, "{}", shown());
        rings += usize::from(by_ring > 0);
        count += 1;
    }
    // The others' products all depend on what else is made of the gathered tensor.
    assert!(rings * 10 >= count * 9, "{rings} rings in {count} programs");
}

const OPTIMISED: &[&str] = &[
    "compile,windowed-einsum{threshold=0 unroll=0},combine-collectives{bucket-bytes=1000000},canonicalize,fold,cse,dce",
    "inline,shard,reshard,collectives,localize,windowed-einsum{threshold=0 bidirectional=true},combine-collectives{bucket-bytes=200}",
    "compile,combine-collectives{machine=pcie},windowed-einsum{machine=cpu},canonicalize,fold,cse,dce",
];

#[test]
fn optimised_programs_compute_what_they_compute_whole() {
    let ops = shardwright_dialects::registry();
    let mut failures = Vec::new();
    for seed in seeds(200) {
        let case = generate(seed, &Options::default()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        if let Err(why) = check_by(OPTIMISED[seed as usize % OPTIMISED.len()], &case, &ops, &on_virtual) {
            eprintln!("{why}\n{}", print_module(&case.module));
            failures.push(seed);
        }
    }
    assert!(failures.is_empty(), "seeds {failures:?}");
}

/// Runs programs on a plugin, with one client for each number of devices.
struct OnPlugin {
    plugin: PjrtPlugin,
    clients: BTreeMap<usize, PjrtClient>,
}

impl OnPlugin {
    fn run(&mut self, module: &Module, args: &[Vec<Tensor>]) -> Vec<Vec<Tensor>> {
        let OnPlugin { plugin, clients } = self;
        let client = clients.entry(args.len()).or_insert_with(|| plugin.client(args.len()).unwrap_or_else(|why| panic!("{why}")));
        let main = module.main().expect("a main function");
        let types: Vec<TensorType> = main.args().iter().map(|&arg| main.tensor_type(arg).clone()).collect();
        let results: Vec<TensorType> = main.result_types.iter().filter_map(|ty| ty.as_tensor().cloned()).collect();
        let compiled = client.compile(&print_module(module), &types, &results, &CompileOptions::replicas(args.len()).fast_compile()).unwrap_or_else(|why| panic!("{why}\n{}", print_module(module)));
        let host: Vec<Vec<HostTensor>> = args.iter().map(|row| row.iter().map(HostTensor::from).collect()).collect();
        let rows = compiled.execute(&host).unwrap_or_else(|why| panic!("{why}\n{}", print_module(module)));
        rows.iter().map(|row| row.iter().map(|tensor| Tensor::try_from(tensor).unwrap()).collect()).collect()
    }
}

/// Two layers of a transformer's feed-forward part, activations sharded along the sequence between the products (Megatron's sequence parallelism),
/// with gradients of a data-parallel axis: gathers, reduce-scatters and all-reduces on one device.
const MEGATRON: &str = include_str!("../../docs/examples/megatron.mlir");

#[test]
fn rings_and_buckets_compute_the_same_on_a_plugin() {
    let plugin = match find_plugin(None) {
        Ok(path) => PjrtPlugin::load(&path).unwrap_or_else(|why| panic!("{why}")),
        Err(why) => {
            eprintln!("without the PJRT half: {why}");
            return;
        }
    };
    let mut plugin = OnPlugin { plugin, clients: BTreeMap::new() };
    let ops = shardwright_dialects::registry();
    for seed in 0..number("SHARDWRIGHT_PJRT_CASES", 24) {
        let mut rng = Rng::new(seed);
        let case = if rng.percent(60) { gather_case(&mut rng) } else { scatter_case(&mut rng) };
        let before = parse_module(&case.text, &ops).unwrap();
        let after = by(&before, &format!("windowed-einsum{{threshold=0 unroll={}}}", rng.choose(&[0, 8])));
        let wanted = run_tensors(&before, &case.args).unwrap();
        assert!(bits(&wanted) == bits(&plugin.run(&after, &case.args)), "seed {seed}\n{}\n{}", case.text, print_module(&after));
    }
    let module = parse_module(MEGATRON, &ops).unwrap_or_else(|why| panic!("{why}"));
    let before = by(&module, "compile");
    let mut rng = Rng::new(7);
    let main = before.main().unwrap();
    let args: Vec<Vec<Tensor>> = (0..8).map(|_| main.args().iter().map(|&arg| tensor(&mut rng, &main.tensor_type(arg).dims, ElementType::F32)).collect()).collect();
    let wanted = plugin.run(&before, &args);
    for options in ["unroll=0", "unroll=8 bidirectional=true"] {
        let after = by(&before, &format!("windowed-einsum{{threshold=0 {options}}},combine-collectives{{bucket-bytes=1000000}},canonicalize,fold,cse,dce"));
        let (sent, by_ring) = wire_bytes(&after, 8);
        assert!(by_ring > 0 && sent == wire_bytes(&before, 8).0, "{}", print_module(&after));
        for (wanted, got) in wanted.iter().flatten().zip(plugin.run(&after, &args).iter().flatten()) {
            let largest = wanted.to_f64s().iter().fold(0f64, |most, value| most.max(value.abs()));
            let error = wanted.to_f64s().iter().zip(got.to_f64s()).fold(0f64, |most, (wanted, got)| most.max((wanted - got).abs()));
            assert!(error <= 1e-5 * largest, "{error} of {largest}");
        }
    }
}
