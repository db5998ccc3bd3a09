//! Attention kept whole, taken apart, and shared along its sequence: the numbers of JAX, and the bytes of the published formulas.
//!
//! Expected values are JAX's, in `testdata/attention/attention.npz` (made by `make_attention.py` beside it): causal, masked, grouped-query, biased, a query that only sees hidden keys,
//! sequences that no number of devices divides, and queries of another length than keys. Each is run forward and backward.

use shardwright_compiler::driver::read_model;
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::{Arrays, read_npz};
use shardwright_compiler::engine::pjrt::{CompileOptions, PjrtPlugin, find_plugin};
use shardwright_compiler::pipelines::pass_registry;
use shardwright_compiler::testing::check::{on_virtual, partition, run_partitioned, shards_of};
use shardwright_compiler::testing::placement::join;
use shardwright_dialects::nn::spec::Layout;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_ir::{Module, TensorType};
use shardwright_passes::analysis::traffic::traffic;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_passes::partition::Partitioned;
use std::fmt::Write;
use std::path::Path;

const CASES: [&str; 12] = ["causal", "masked", "grouped", "uneven", "cross", "biased", "hidden", "plain", "headless", "rowless", "columnless", "slope"];

fn arrays() -> Arrays {
    read_npz(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/attention/attention.npz")).unwrap_or_else(|why| panic!("{why}"))
}

fn array(arrays: &Arrays, case: &str, name: &str) -> Option<Tensor> {
    let array = arrays.get(&format!("{case}.{name}"))?;
    Some(Tensor::try_from(&array.to_tensor(None).unwrap_or_else(|why| panic!("{why}"))).unwrap())
}

/// A program with its arguments and what JAX gives.
struct Case {
    text: String,
    inputs: Vec<Tensor>,
    wanted: Vec<(&'static str, Tensor)>,
}

/// A case on a mesh such as `"x"=4`, its sequence along axes such as `"x"`; backward too, or forward only.
fn case(arrays: &Arrays, name: &str, mesh: &str, axes: &str, backward: bool) -> Case {
    let get = |what: &str| array(arrays, name, what);
    let need = |what: &str| get(what).unwrap_or_else(|| panic!("{name}.{what}"));
    let mut inputs = vec![need("q"), need("k"), need("v")];
    let sharded = |ty: &TensorType| format!("{ty} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{{axes}}}, {{}}]>}}");
    let mut args: Vec<String> = inputs.iter().map(|input| sharded(&input.ty)).collect();
    let o = need("o").ty;
    if backward {
        inputs.push(need("do"));
        args.push(sharded(&o));
    }
    let extras: Vec<Tensor> = ["mask", "bias"].iter().filter_map(|what| get(what)).collect();
    let extra_names: Vec<String> = (0..extras.len()).map(|index| format!(", %arg{}", inputs.len() + index)).collect();
    args.extend(extras.iter().map(|extra| extra.ty.to_string()));
    let types: Vec<TensorType> = inputs[..3].iter().map(|input| input.ty.clone()).collect();
    let extra_types: String = extras.iter().map(|extra| format!(", {}", extra.ty)).collect();
    inputs.extend(extras);
    let stats = TensorType::new(o.element, &[&o.dims[..3], &[2]].concat());
    let causal = if matches!(name, "causal" | "grouped" | "uneven" | "headless") { ", causal_offset = 0 : i64" } else { "" };
    let attrs = format!("scale = 5.0e-01 : f64{causal}");
    let (q, k, v) = (&types[0], &types[1], &types[2]);
    let tail = extra_names.concat();
    let mut body = format!("  %0:2 = nn.attention %arg0, %arg1, %arg2{tail} {{{attrs}}} : ({q}, {k}, {v}{extra_types}) -> ({o}, {stats})\n");
    let mut results = vec![("o", sharded(&o), "%0#0")];
    if backward {
        let _ = writeln!(
            body,
            "  %1:3 = nn.attention_grad %arg0, %arg1, %arg2, %0#0, %0#1, %arg3{tail} {{{attrs}}} : ({q}, {k}, {v}, {o}, {stats}, {o}{extra_types}) -> ({q}, {k}, {v})"
        );
        results.extend([("dq", sharded(q), "%1#0"), ("dk", sharded(k), "%1#1"), ("dv", sharded(v), "%1#2")]);
    }
    let args: Vec<String> = args.iter().enumerate().map(|(index, ty)| format!("%arg{index}: {ty}")).collect();
    let list = |part: &dyn Fn(&(&'static str, String, &str)) -> String| results.iter().map(part).collect::<Vec<_>>().join(", ");
    let plain = |text: &str| text.split(" {").next().unwrap_or("").to_owned();
    let text = format!(
        "sdy.mesh @mesh = <[{mesh}]>\nfunc.func public @main({}) -> ({}) {{\n{body}  return {} : {}\n}}\n",
        args.join(", "),
        list(&|result| result.1.clone()),
        list(&|result| result.2.to_owned()),
        list(&|result| plain(&result.1)),
    );
    let wanted = results.iter().map(|&(what, ..)| (what, need(what))).collect();
    Case { text, inputs, wanted }
}

fn parse(text: &str) -> Module {
    let module = parse_module(text, &shardwright_dialects::registry()).unwrap_or_else(|why| panic!("{why}\n{text}"));
    verify(&module).unwrap_or_else(|why| panic!("{why}\n{text}"));
    module
}

fn close(what: &str, got: &Tensor, wanted: &Tensor) {
    assert_eq!(got.ty, wanted.ty, "{what}");
    for (index, (got, wanted)) in got.to_f64s().iter().zip(wanted.to_f64s()).enumerate() {
        assert!((got - wanted).abs() <= 2e-5 * wanted.abs().max(1.0), "{what}: element {index} is {got}, JAX gives {wanted}");
    }
}

fn compare(what: &str, got: &[Tensor], case: &Case) {
    for (got, (name, wanted)) in got.iter().zip(&case.wanted) {
        close(&format!("{what}: {name}"), got, wanted);
    }
}

/// The per-device program of a case by a scheme.
fn spread(case: &Case, options: &str) -> Result<Partitioned, String> {
    partition(&parse(&case.text), &shardwright_dialects::registry(), &format!("clean,shard,distribute-attention{{{options}}},partition"))
}

fn joined(program: &Partitioned, results: &[Vec<Tensor>]) -> Vec<Tensor> {
    let one = |(index, (ty, sharding)): (usize, &(TensorType, _))| {
        let shards = shards_of(program, results, index).unwrap_or_else(|why| panic!("{why}"));
        join(ty, sharding, &program.mesh, &shards).unwrap_or_else(|why| panic!("{why}"))
    };
    program.results.iter().enumerate().map(one).collect()
}

fn check(arrays: &Arrays, name: &str, mesh: &str, axes: &str, options: &str) {
    let what = format!("{name} on {mesh} by {options}");
    let case = case(arrays, name, mesh, axes, true);
    let program = spread(&case, options).unwrap_or_else(|why| panic!("{what}: {why}"));
    let results = run_partitioned(&program, &case.inputs, &on_virtual).unwrap_or_else(|why| panic!("{what}: {why}\n{}", print_module(&program.module)));
    compare(&what, &joined(&program, &results), &case);
}

#[test]
fn whole_ops_and_what_they_are_taken_apart_into_give_what_jax_gives() {
    let arrays = arrays();
    for name in CASES {
        let case = case(&arrays, name, "\"x\"=1", "\"x\"", true);
        let mut module = parse(&case.text);
        let run = |module: &Module| Interpreter::new(module).run(module.main().unwrap(), &case.inputs).unwrap_or_else(|why| panic!("{name}: {}", why.message));
        compare(name, &run(&module), &case);
        let pipeline = Pipeline::parse("decompose-nn,canonicalize,fold,cse,dce", &pass_registry()).unwrap();
        run_pipeline(&pipeline, &mut module, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).unwrap_or_else(|why| panic!("{why}"));
        assert!(!print_module(&module).contains("nn."), "{}", print_module(&module));
        compare(&format!("{name} taken apart"), &run(&module), &case);
    }
}

#[test]
fn rings_and_gathers_of_two_four_and_eight_devices_give_what_jax_gives() {
    let arrays = arrays();
    for name in CASES {
        for devices in [2, 4, 8] {
            for options in ["scheme=ring", "scheme=ring unroll=1", "scheme=allgather"] {
                check(&arrays, name, &format!("\"x\"={devices}"), "\"x\"", options);
            }
        }
    }
}

#[test]
fn heads_for_sequence_and_two_levels_give_what_jax_gives() {
    let arrays = arrays();
    for name in CASES {
        for devices in [2, 4, 8] {
            // Two key heads, and four.
            if devices == 2 || !matches!((name, devices), ("grouped", _) | ("rowless", 8)) {
                check(&arrays, name, &format!("\"x\"={devices}"), "\"x\"", "scheme=ulysses");
            }
        }
        for mesh in ["\"r\"=2, \"u\"=2", "\"r\"=4, \"u\"=2"] {
            for options in ["scheme=usp", "scheme=double-ring", "scheme=auto"] {
                check(&arrays, name, mesh, "\"r\", \"u\"", options);
            }
        }
    }
}

#[test]
fn tokens_laid_otherwise_inside_a_ring_give_what_jax_gives() {
    let arrays = arrays();
    for name in ["causal", "grouped"] {
        for devices in [2, 4, 8] {
            for layout in ["zigzag", "striped"] {
                check(&arrays, name, &format!("\"x\"={devices}"), "\"x\"", &format!("scheme=ring layout={layout}"));
                check(&arrays, name, &format!("\"x\"={devices}"), "\"x\"", &format!("scheme=ring layout={layout} unroll=1"));
            }
        }
        check(&arrays, name, "\"r\"=2, \"u\"=2", "\"r\", \"u\"", "scheme=double-ring layout=zigzag");
        check(&arrays, name, "\"r\"=4, \"u\"=2", "\"r\", \"u\"", "scheme=usp layout=zigzag");
    }
}

/// Devices that are done help others; teams share queries and split keys: also of attention that is not causal.
#[test]
fn helpers_and_teams_give_what_jax_gives() {
    let arrays = arrays();
    for name in ["causal", "grouped"] {
        for devices in [2, 4, 8] {
            check(&arrays, name, &format!("\"x\"={devices}"), "\"x\"", "scheme=lightseq");
        }
    }
    for name in ["causal", "grouped", "plain"] {
        check(&arrays, name, "\"p\"=2, \"t\"=2", "\"p\", \"t\"", "scheme=wallfacer");
        check(&arrays, name, "\"r\"=2, \"p\"=2, \"t\"=2", "\"r\", \"p\", \"t\"", "scheme=wallfacer");
    }
}

/// Tokens of dimension 2 in the order of a layout.
fn laid(tensor: &Tensor, layout: Layout) -> Tensor {
    let (length, width) = (tensor.ty.dims[2], tensor.ty.dims[3] as usize);
    let rows = tensor.data.len() / width;
    let from = |row: usize| row / length as usize * length as usize + layout.position(row as i64 % length, length) as usize;
    Tensor::new(tensor.ty.clone(), tensor.data.gather((0..rows).flat_map(|row| (0..width).map(move |column| from(row) * width + column))))
}

#[test]
fn an_op_whose_tokens_are_laid_otherwise_sees_by_position() {
    let arrays = arrays();
    for (text, layout) in [("striped", Layout::Striped(4)), ("zigzag", Layout::Zigzag(4))] {
        for options in ["scheme=ring", "scheme=allgather", "scheme=heads"] {
            let mut case = case(&arrays, "causal", "\"x\"=4", "\"x\"", true);
            case.text = case.text.replace("causal_offset = 0 : i64", &format!("causal_offset = 0 : i64, layout = \"{text}\", layout_shards = 4 : i64"));
            case.inputs = case.inputs.iter().map(|input| laid(input, layout)).collect();
            case.wanted.iter_mut().for_each(|(_, wanted)| *wanted = laid(wanted, layout));
            let module = parse(&case.text);
            compare(text, &Interpreter::new(&module).run(module.main().unwrap(), &case.inputs).unwrap_or_else(|why| panic!("{}", why.message)), &case);
            let program = spread(&case, options).unwrap_or_else(|why| panic!("{why}"));
            let results = run_partitioned(&program, &case.inputs, &on_virtual).unwrap_or_else(|why| panic!("{why}"));
            compare(&format!("{text} by {options}"), &joined(&program, &results), &case);
        }
    }
}

/// Bytes that each kind of collective sends, by device.
fn sent(arrays: &Arrays, name: &str, mesh: &str, axes: &str, options: &str, backward: bool) -> Vec<(&'static str, i64)> {
    let program = spread(&case(arrays, name, mesh, axes, backward), options).unwrap_or_else(|why| panic!("{why}"));
    traffic(&program.module, program.mesh.num_devices()).totals.iter().map(|(kind, total)| (*kind, total.wire_bytes)).collect()
}

/// b = 2, h = 8, s = 16, e = 4 in f32: a tensor of queries has `T` = 4096 bytes. On N devices (f = (N-1)/N), of pipelines' table: a ring
/// sends keys and values N-1 times, each a shard: 2 T f; a gather the same; Ulysses exchanges four tensors: 4 f T/N.
/// With two key heads keys and values are a quarter (g = 1/4): 2 g T f.
#[test]
fn forward_bytes_are_those_of_the_formulas() {
    let arrays = arrays();
    let t = 4096;
    for n in [2, 4, 8] {
        let mesh = format!("\"x\"={n}");
        let by = |name: &str, options: &str| sent(&arrays, name, &mesh, "\"x\"", options, false);
        assert_eq!(by("causal", "scheme=ring"), [("collective_permute", 2 * t * (n - 1) / n)]);
        assert_eq!(by("causal", "scheme=ring unroll=1"), [("collective_permute", 2 * t * (n - 1) / n)]);
        assert_eq!(by("grouped", "scheme=ring"), [("collective_permute", 2 * t / 4 * (n - 1) / n)]);
        assert_eq!(by("causal", "scheme=allgather"), [("all_gather", 2 * t * (n - 1) / n)]);
        assert_eq!(by("causal", "scheme=ulysses"), [("all_to_all", 4 * t * (n - 1) / n / n)]);
    }
    // USP: four tensors' shards exchanged among u = 2, then keys and values of half the heads around r = 4: 4 T/8 * 1/2 + 2 T/2 * 3/4.
    let usp = sent(&arrays, "causal", "\"r\"=4, \"u\"=2", "\"r\", \"u\"", "scheme=usp", false);
    assert_eq!(usp, [("all_to_all", 4 * t / 8 / 2), ("collective_permute", 2 * t / 2 * 3 / 4)]);
    // A double ring sends as often as a ring: 4 x (2-1) times within, 4-1 times between.
    let double = sent(&arrays, "causal", "\"r\"=4, \"u\"=2", "\"r\", \"u\"", "scheme=double-ring", false);
    assert_eq!(double, [("collective_permute", 2 * t / 8 * (4 + 3))]);
}

/// Teams of c = 2, rings of R = 2 on N = 8 devices, with T/N = 512 bytes a shard: queries are gathered in a team and results scattered ((c-1) T/N each), keys and values change places (2 T/N), are gathered
/// (2 (c-1) T/N) and go around in shards of c (2 c T/N): 10 T/N. Of each row, 128 bytes a shard, the sums are scattered and the largest scores compared: (c-1) 128 and 2 (c-1) 128.
/// With one ring step, R = 1 and c = 2 on N = 4 devices with T/N = 1024: 6 T/N, and 3 x 256.
#[test]
fn teams_send_what_their_formula_says() {
    let arrays = arrays();
    let all = |mesh: &str, axes: &str| sent(&arrays, "causal", mesh, axes, "scheme=wallfacer", false).iter().map(|(_, bytes)| bytes).sum::<i64>();
    assert_eq!(all("\"r\"=2, \"p\"=2, \"t\"=2", "\"r\", \"p\", \"t\""), 10 * 512 + 3 * 128);
    assert_eq!(all("\"p\"=2, \"t\"=2", "\"p\", \"t\""), 6 * 1024 + 3 * 256);
    // Backward: queries and gradients of results are gathered, gradients of queries scattered (3 (c-1)); keys and values change places and are gathered again, their gradients scattered and sent home
    // (4 (c-1) + 4); keys and values go around R-1 times and their gradients R times (2 c (2R-1)): 23 T/N; and three numbers a query are gathered.
    let both = sent(&arrays, "causal", "\"r\"=2, \"p\"=2, \"t\"=2", "\"r\", \"p\", \"t\"", "scheme=wallfacer", true).iter().map(|(_, bytes)| bytes).sum::<i64>();
    assert_eq!(both, 10 * 512 + 3 * 128 + 23 * 512 + 3 * 128);
}

/// Forward and backward together. By keys: 2 g T f forward; backward 2 g T f for them and 2 g T/N * N for gradients that come home. By queries
/// (fewer bytes where keys have as many heads): queries and gradients of results N-1 times, three numbers a query (T/4 bytes each: two that the
/// forward pass kept, where the paper has their sum, and delta) N-1 times, gradients of queries N times. Of a gather the backward pass sums gradients of keys and values back: 2 g T f once more.
#[test]
fn backward_bytes_are_those_of_the_formulas() {
    let arrays = arrays();
    let t = 4096;
    for n in [2, 4, 8] {
        let mesh = format!("\"x\"={n}");
        let by = |name: &str, options: &str| sent(&arrays, name, &mesh, "\"x\"", options, true);
        let forward = 2 * t * (n - 1) / n;
        assert_eq!(by("grouped", "scheme=ring"), [("collective_permute", 2 * forward / 4 + 2 * t / 4)]);
        let (keys, queries) = (forward + 2 * t, (2 * t + 3 * t / 4) * (n - 1) / n + t);
        assert_eq!(by("causal", "scheme=ring"), [("collective_permute", forward + keys.min(queries))]);
        // Keys that were gathered for the forward pass serve the backward pass.
        assert_eq!(by("causal", "scheme=allgather"), [("all_gather", forward), ("reduce_scatter", forward)]);
        // Ulysses: four tensors each way, what was exchanged for the forward pass being there still; with two key heads three tensors' worth less.
        assert_eq!(by("causal", "scheme=ulysses"), [("all_to_all", 8 * t * (n - 1) / n / n)]);
        if n == 2 {
            assert_eq!(by("grouped", "scheme=ulysses"), [("all_to_all", 2 * (2 * t + 2 * t / 4) * (n - 1) / n / n)]);
        }
    }
}

/// N = 8, b = 1, s = 65536, 32 heads of 128 in bf16: 4 x 7/8 x 65536 x 4096 / 8 x 2 bytes by Ulysses (0.235 GB), 2 x 7/8 x 65536 x 4096 x 2
/// by a ring (0.940 GB): the numbers that the papers' tables give for one layer forward.
#[test]
fn a_long_sequence_sends_the_published_bytes() {
    let ty = "tensor<1x32x65536x128xbf16>";
    let arg = |name: &str| format!("%{name}: {ty} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{\"x\"}}, {{}}]>}}");
    let text = format!(
        "sdy.mesh @mesh = <[\"x\"=8]>\nfunc.func public @main({}, {}, {}) -> ({ty} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{\"x\"}}, {{}}]>}}) {{\n\
         %0:2 = nn.attention %q, %k, %v {{causal_offset = 0 : i64}} : ({ty}, {ty}, {ty}) -> ({ty}, tensor<1x32x65536x2xf32>)\n  return %0#0 : {ty}\n}}\n",
        arg("q"), arg("k"), arg("v")
    );
    let case = Case { text, inputs: Vec::new(), wanted: Vec::new() };
    for (scheme, kind, bytes) in [("ulysses", "all_to_all", 234_881_024), ("ring", "collective_permute", 939_524_096), ("allgather", "all_gather", 939_524_096)] {
        let program = spread(&case, &format!("scheme={scheme}")).unwrap_or_else(|why| panic!("{why}"));
        let sent: Vec<_> = traffic(&program.module, 8).totals.iter().map(|(kind, total)| (*kind, total.wire_bytes)).collect();
        assert_eq!(sent, [(kind, bytes)], "{scheme}");
    }
    // A step multiplies for longer than it sends (4 x 8192 x 8192 x 4096 operations, 1.1 ms at 1e15 a second; 134 MB, 0.3 ms at 450 GB/s), so that a
    // ring hides all it sends on the default machine, which all-to-alls before the work do not.
    let program = spread(&case, "scheme=auto").unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(traffic(&program.module, 8).totals.keys().copied().collect::<Vec<_>>(), ["collective_permute"]);
}

/// Keys along devices, whole queries: each device attends to its keys, and three reductions put the results together: of the largest scores and the
/// sums (2 x 8 x 6 numbers) and of the results (4 times as many), each 2 (N-1)/N of its bytes.
#[test]
fn keys_that_stay_give_what_jax_gives() {
    let arrays = arrays();
    for name in ["cross", "masked", "grouped", "uneven"] {
        for devices in [2, 4, 8] {
            let mut case = case(&arrays, name, &format!("\"x\"={devices}"), "\"x\"", true);
            let queries = array(&arrays, name, "q").unwrap().ty;
            let along = format!("{queries} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{\"x\"}}, {{}}]>}}");
            let whole = format!("{queries} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{}}, {{}}]>}}");
            for place in ["%arg0", "%arg3"] {
                case.text = case.text.replace(&format!("{place}: {along}"), &format!("{place}: {whole}"));
            }
            // Results that have the queries' shape: the attention's and the queries' gradient come first.
            case.text = case.text.replacen(&format!("-> ({along}, {along}"), &format!("-> ({whole}, {whole}"), 1);
            let program = spread(&case, "scheme=merge").unwrap_or_else(|why| panic!("{name}: {why}\n{}", case.text));
            let results = run_partitioned(&program, &case.inputs, &on_virtual).unwrap_or_else(|why| panic!("{name}: {why}"));
            compare(&format!("{name} merged on {devices}"), &joined(&program, &results), &case);
            let sent: Vec<_> = traffic(&program.module, devices).totals.iter().map(|(kind, total)| (*kind, total.wire_bytes)).collect();
            if name == "cross" {
                assert_eq!(sent, [("all_reduce", 2 * (devices - 1) * (2 * 8 * 6 * 4) * (1 + 1 + 4 + 4) / devices)], "{name} on {devices}");
            }
        }
    }
}

/// A case's loss with the gradients of all that has one, as `differentiate` makes them.
fn differentiated(arrays: &Arrays, name: &str, mesh: &str, axes: &str) -> Case {
    let forward = case(arrays, name, mesh, axes, false);
    let get = |what: &str| array(arrays, name, what);
    let o = get("o").unwrap().ty;
    let text = forward.text.replacen(") -> (", &format!(", %do: {o} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{}}, {{{axes}}}, {{}}]>}}) -> ("), 1);
    let (head, _) = text.split_once("  return").unwrap();
    let (start, end) = (head.find("-> (").unwrap(), head.find(") {\n").unwrap());
    let text = format!(
        "{}-> tensor<f32> {}  %p = stablehlo.multiply %0#0, %do : {o}\n  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n  \
         %loss = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : ({o}, tensor<f32>) -> tensor<f32>\n  return %loss : tensor<f32>\n}}\n",
        &head[..start],
        &head[end + 2..]
    );
    let mut inputs = forward.inputs.clone();
    inputs.push(get("do").unwrap());
    let mut wanted = vec![("dq", get("dq").unwrap()), ("dk", get("dk").unwrap()), ("dv", get("dv").unwrap())];
    let mut places = "0;1;2".to_owned();
    if let Some(bias) = get("dbias") {
        wanted.push(("dbias", bias));
        places += ";3";
    }
    let mut module = parse(&text);
    let pipeline = Pipeline::parse(&format!("differentiate{{arguments={places}}}"), &pass_registry()).unwrap();
    run_pipeline(&pipeline, &mut module, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).unwrap_or_else(|why| panic!("{why}"));
    // Gradients lie as what they are of does; that of a bias is whole.
    let func = module.main_mut().unwrap();
    for index in 0..3 {
        func.result_shardings[index + 1] = func.sharding(func.args()[index]).cloned();
    }
    Case { text: print_module(&module), inputs, wanted }
}

/// By a scheme, the numbers that JAX gives; returns the program.
fn check_gradients(name: &str, case: &Case, options: &str) -> Partitioned {
    let program = spread(case, options).unwrap_or_else(|why| panic!("{name} by {options}: {why}"));
    let results = run_partitioned(&program, &case.inputs, &on_virtual).unwrap_or_else(|why| panic!("{name} by {options}: {why}"));
    compare(&format!("{name} differentiated, by {options}"), &joined(&program, &results)[1..], case);
    program
}

/// `differentiate` makes one op of the backward pass, and the gradients that JAX gives.
#[test]
fn the_derivative_of_attention_is_its_gradient_op() {
    let arrays = arrays();
    for name in CASES {
        let case = differentiated(&arrays, name, "\"x\"=4", "\"x\"");
        assert!(case.text.contains("nn.attention_grad"), "{}", case.text);
        let module = parse(&case.text);
        let results = Interpreter::new(&module).run(module.main().unwrap(), &case.inputs).unwrap_or_else(|why| panic!("{name}: {}", why.message));
        compare(&format!("{name} differentiated"), &results[1..], &case);
        for options in ["scheme=ring", "scheme=auto"] {
            check_gradients(name, &case, options);
        }
    }
}

/// Gradients of biases, each by columns as keys come by, where a bias is repeated summed over the devices that have it: no form brings keys to a device that the attention itself would not.
#[test]
fn gradients_of_biases_go_through_every_form() {
    let arrays = arrays();
    for name in ["biased", "hidden", "headless", "rowless", "columnless", "slope"] {
        let case = differentiated(&arrays, name, "\"x\"=4", "\"x\"");
        // Gathers are of the gradient's rows and heads alone, at most three quarters of it.
        let most = 3 * array(&arrays, name, "dbias").unwrap().ty.byte_size() / 4;
        let gathered = |program: &Partitioned| traffic(&program.module, program.mesh.num_devices()).totals.get("all_gather").map_or(0, |total| total.wire_bytes);
        check_gradients(name, &case, "scheme=allgather");
        for options in ["scheme=ring unroll=1", "scheme=ulysses"] {
            let program = check_gradients(name, &case, options);
            assert!(gathered(&program) <= most, "{name} by {options}: {} bytes gathered, the gradient's are {most}", gathered(&program));
        }
        let case = differentiated(&arrays, name, "\"r\"=2, \"u\"=2", "\"r\", \"u\"");
        for options in ["scheme=usp", "scheme=double-ring"] {
            check_gradients(name, &case, options);
        }
        // Batch and heads alone.
        for (shared, mesh, lies) in [("batch", "\"x\"=2", "[{\"x\"}, {}, {}, {}]"), ("heads", "\"x\"=4", "[{}, {\"x\"}, {}, {}]"), ("both", "\"y\"=2, \"x\"=2", "[{\"y\"}, {\"x\"}, {}, {}]")] {
            let mut case = differentiated(&arrays, name, mesh, "\"x\"");
            case.text = case.text.replace("[{}, {}, {\"x\"}, {}]", lies);
            let program = check_gradients(&format!("{name} along {shared}"), &case, "scheme=auto");
            assert!(gathered(&program) <= if shared == "batch" { 0 } else { most }, "{name} along {shared}: {} bytes gathered", gathered(&program));
        }
    }
    // b = 2 on two devices: the bias of 8 heads, 16 queries and 16 keys in f32 is 8192 bytes, all-reduced by sending 2 (n - 1) / n of them, and the loss.
    let mut case = differentiated(&arrays, "biased", "\"x\"=2", "\"x\"");
    case.text = case.text.replace("[{}, {}, {\"x\"}, {}]", "[{\"x\"}, {}, {}, {}]");
    let totals = traffic(&spread(&case, "scheme=auto").unwrap().module, 2).totals;
    assert_eq!(totals.iter().map(|(kind, total)| (*kind, total.wire_bytes)).collect::<Vec<_>>(), [("all_reduce", 8192 + 4)]);
}

/// Exporters' forms (`dynamo`, eager and by `scaled_dot_product_attention`, and opset 23's and 24's `Attention`; `ts`, the tracing exporter): how many
/// attentions each model has, of how many key heads; and that the model computes the same, where tokens are masked and where the first one
/// is, so that a causal query sees nothing.
#[test]
fn attentions_of_exported_models_are_found_and_compute_the_same() {
    let ops = shardwright_dialects::registry();
    for (model, count) in [
        ("gpt2_tiny.dynamo", 2),
        ("gpt2_tiny_sdpa.dynamo", 2),
        ("gpt2_tiny_sdpa_op24.dynamo", 2),
        ("gpt2_tiny.ts", 2),
        ("bert_tiny.dynamo", 2),
        ("bert_tiny.ts", 2),
        ("llama_tiny.dynamo", 2),
        ("llama_tiny.ts", 2),
        ("llama_tiny_sdpa_op23.dynamo", 2),
        ("t5_tiny.dynamo", 6),
        ("vit_tiny.dynamo", 2),
        ("mixtral_tiny_batched.dynamo", 2),
        ("resnet50_narrow.dynamo", 0),
    ] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models").join(model).join("model.onnx");
        let dims = if model.ends_with(".ts") { vec![("batch".to_owned(), 2)] } else { Vec::new() };
        let before = read_model(&file, &dims, &ops).unwrap_or_else(|why| panic!("{model}: {}", why.diagnostics)).module;
        let mut after = before.clone();
        let pipeline = Pipeline::parse("clean,recognise-attention", &pass_registry()).unwrap();
        run_pipeline(&pipeline, &mut after, &ops, &RunOptions::default(), &mut []).unwrap_or_else(|why| panic!("{model}: {why}"));
        let text = print_module(&after);
        assert_eq!(text.matches("nn.attention").count(), count, "{model}\n{text}");
        if model.starts_with("llama") {
            let line = text.lines().find(|line| line.contains("nn.attention")).unwrap();
            assert!(line.contains("(tensor<2x4x16x16xf32>, tensor<2x2x16x16xf32>, tensor<2x2x16x16xf32>"), "{line}");
        }
        if count == 0 {
            continue;
        }
        // Of a mask every fifth token is zero: the second, or the first, on.
        for first in [3, 0] {
            let main = before.main().unwrap();
            let mut state = 1u64;
            let inputs: Vec<Tensor> = main.args().iter().map(|&arg| input(main.tensor_type(arg), first, &mut state)).collect();
            let run = |module: &Module| Interpreter::new(module).run(module.main().unwrap(), &inputs).unwrap_or_else(|why| panic!("{model}: {}", why.message));
            for (wanted, got) in run(&before).iter().zip(run(&after)) {
                let (wanted, got) = (wanted.to_f64s(), got.to_f64s());
                let largest = wanted.iter().fold(1e-3f64, |most, value| most.max(value.abs()));
                let worst = wanted.iter().zip(&got).find(|(wanted, got)| wanted.is_nan() != got.is_nan() || (*wanted - *got).abs() > 1e-4 * largest);
                assert_eq!(worst, None, "{model}, mask from {first}");
            }
        }
    }
}

/// Small numbers; of integers every fifth is zero, beginning with the first where `first` is 0.
fn input(ty: &TensorType, first: i64, state: &mut u64) -> Tensor {
    let mut value = |index: i64| {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        if ty.element.is_float() { (*state >> 40) as f64 / (1u64 << 24) as f64 - 0.5 } else { ((index * 7 + first) % 5) as f64 }
    };
    let bytes: Vec<u8> = (0..ty.num_elements()).flat_map(|index| bytes_of_f64(ty.element, value(index))).collect();
    Tensor::from_bytes(ty.clone(), &bytes).unwrap()
}

#[test]
fn impossible_requests_are_refused_with_the_reason() {
    let arrays = arrays();
    let refused = |name: &str, mesh: &str, axes: &str, options: &str| spread(&case(&arrays, name, mesh, axes, false), options).map(|_| ()).unwrap_err();
    assert!(refused("grouped", "\"x\"=4", "\"x\"", "scheme=ulysses").contains("2 key heads on 1 devices do not divide by 4"));
    assert!(refused("causal", "\"x\"=4", "\"x\"", "scheme=usp").contains("usp needs two mesh axes"));
    assert!(refused("causal", "\"x\"=4", "\"x\"", "scheme=double-ring").contains("double ring needs two mesh axes"));
    assert!(refused("causal", "\"r\"=2, \"u\"=2", "\"r\", \"u\"", "scheme=usp heads=u+u").contains("named twice"));
    assert!(refused("causal", "\"r\"=2, \"u\"=2", "\"r\", \"u\"", "scheme=spiral").contains("unknown attention scheme"));
    assert!(refused("masked", "\"x\"=4", "\"x\"", "scheme=lightseq").contains("lightseq"));
    assert!(refused("causal", "\"x\"=4", "\"x\"", "scheme=wallfacer").contains("wallfacer needs two minor mesh axes of one size"));
    assert!(refused("uneven", "\"p\"=2, \"t\"=2", "\"p\", \"t\"", "scheme=wallfacer").contains("tokens do not divide by 4 devices"));
}

#[test]
fn a_plugin_gives_the_same() {
    let plugin = match find_plugin(None) {
        Ok(path) => PjrtPlugin::load(&path).unwrap_or_else(|why| panic!("{why}")),
        Err(why) => {
            eprintln!("without the PJRT half: {why}");
            return;
        }
    };
    let arrays = arrays();
    let client = plugin.client(4).unwrap_or_else(|why| panic!("{why}"));
    for name in CASES {
        for (mesh, axes, options) in [("\"x\"=4", "\"x\"", "scheme=ring unroll=1"), ("\"r\"=2, \"u\"=2", "\"r\", \"u\"", "scheme=usp")] {
            let case = case(&arrays, name, mesh, axes, true);
            let program = spread(&case, options).unwrap_or_else(|why| panic!("{name}: {why}"));
            let runner = |program: &Partitioned, args: &[Vec<Tensor>]| -> Result<Vec<Vec<Tensor>>, String> {
                let main = program.module.main().ok_or("no main function")?;
                let types: Vec<TensorType> = main.args().iter().map(|&arg| main.tensor_type(arg).clone()).collect();
                let results: Vec<TensorType> = main.result_types.iter().filter_map(|ty| ty.as_tensor().cloned()).collect();
                let options = CompileOptions::replicas(args.len()).fast_compile();
                let compiled = client.compile(&print_module(&program.module), &types, &results, &options).map_err(|why| why.to_string())?;
                let host: Vec<Vec<HostTensor>> = args.iter().map(|row| row.iter().map(HostTensor::from).collect()).collect();
                let rows = compiled.execute(&host).map_err(|why| why.to_string())?;
                rows.iter().map(|row| row.iter().map(|tensor| Tensor::try_from(tensor).map_err(|why| why.to_string())).collect()).collect()
            };
            let results = run_partitioned(&program, &case.inputs, &runner).unwrap_or_else(|why| panic!("{name}: {why}"));
            compare(&format!("{name} on a plugin by {options}"), &joined(&program, &results), &case);
        }
    }
}
