//! Programs on the CPU plugin against results worked out by hand. A missing plugin fails these tests with the
//! message that says how to install it.

use half::bf16;
use num_complex::Complex;
use shardwright_compiler::engine::host::{HostElement, HostTensor};
use shardwright_compiler::engine::pjrt::{CompileOptions, PjrtClient, PjrtPlugin, find_plugin};
use shardwright_ir::types::{ElementType, TensorType};
use std::sync::OnceLock;

/// One client of eight devices for all tests of this process.
fn client() -> &'static PjrtClient {
    static CLIENT: OnceLock<PjrtClient> = OnceLock::new();
    CLIENT.get_or_init(|| {
        let path = find_plugin(None).unwrap_or_else(|error| panic!("{error}"));
        let plugin = PjrtPlugin::load(&path).unwrap_or_else(|error| panic!("{error}"));
        plugin.client(8).unwrap_or_else(|error| panic!("{error}"))
    })
}

fn ty(element: ElementType, dims: &[i64]) -> TensorType {
    TensorType::new(element, dims)
}

fn f32s(dims: &[i64]) -> TensorType {
    ty(ElementType::F32, dims)
}

fn tensor<T: HostElement>(dims: &[i64], values: &[T]) -> HostTensor {
    HostTensor::from_values(dims, values).unwrap()
}

/// Runs `body` as `main` of one `f32` argument and one result on `values.len()` replicas.
fn run(body: &str, argument: &[i64], result: &[i64], values: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let (from, to) = (f32s(argument), f32s(result));
    let text = format!("module {{ func.func public @main(%x: {from}) -> {to} {{ {body} return %r : {to} }} }}");
    let options = CompileOptions::replicas(values.len()).fast_compile();
    let program = client().compile(&text, &[from], &[to], &options).unwrap();
    let inputs: Vec<Vec<HostTensor>> = values.iter().map(|own| vec![tensor(argument, own)]).collect();
    let outputs = program.execute(&inputs).unwrap();
    outputs.iter().map(|own| own[0].values().unwrap()).collect()
}

const ADD: &str = "({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32> })";

/// Device `d` holds `[10 d, 10 d + 1, ...]`.
fn numbered(devices: usize, elements: usize) -> Vec<Vec<f32>> {
    (0..devices).map(|d| (0..elements).map(|i| (10 * d + i) as f32).collect()).collect()
}

#[test]
fn all_reduce_adds_within_each_group() {
    let body = |groups: &str, ty: &str| {
        format!(
            r#"%r = "stablehlo.all_reduce"(%x) <{{replica_groups = dense<{groups}> : tensor<{ty}xi64>}}> {ADD}
            : (tensor<2xf32>) -> tensor<2xf32>"#
        )
    };
    // Four devices: 0 + 10 + 20 + 30 and four more for the second element.
    let sums = run(&body("[[0, 1, 2, 3]]", "1x4"), &[2], &[2], &numbered(4, 2));
    assert_eq!(sums, vec![vec![60.0, 64.0]; 4]);
    // Eight devices in pairs d, d + 4: 10 d + 10 (d + 4) = 20 d + 40.
    let sums = run(&body("[[0, 4], [1, 5], [2, 6], [3, 7]]", "4x2"), &[2], &[2], &numbered(8, 2));
    let expected: Vec<Vec<f32>> =
        (0..8).map(|d| (d % 4) as f32 * 20.0).map(|sum| vec![sum + 40.0, sum + 42.0]).collect();
    assert_eq!(sums, expected);
}

#[test]
fn all_gather_joins_in_the_order_of_the_group() {
    let body = r#"%r = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64,
        replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> : (tensor<2x1xf32>) -> tensor<2x2xf32>"#;
    let joined = run(body, &[2, 1], &[2, 2], &numbered(4, 2));
    // Columns of devices 2 and 0, and of 1 and 3.
    let (even, odd) = (vec![20.0, 0.0, 21.0, 1.0], vec![10.0, 30.0, 11.0, 31.0]);
    assert_eq!(joined, [even.clone(), odd.clone(), even, odd]);
    let body = r#"%r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64,
        replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}> : (tensor<1xf32>) -> tensor<8xf32>"#;
    let joined = run(body, &[1], &[8], &numbered(8, 1));
    assert_eq!(joined, vec![vec![0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0]; 8]);
}

#[test]
fn reduce_scatter_leaves_each_device_its_slice_of_the_sum() {
    let body = format!(
        r#"%r = "stablehlo.reduce_scatter"(%x) <{{scatter_dimension = 0 : i64,
        replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}}> {ADD} : (tensor<4xf32>) -> tensor<1xf32>"#
    );
    // The sum over devices is 60 + 4 i at element i.
    assert_eq!(run(&body, &[4], &[1], &numbered(4, 4)), [[60.0], [64.0], [68.0], [72.0]]);
    let body = format!(
        r#"%r = "stablehlo.reduce_scatter"(%x) <{{scatter_dimension = 0 : i64,
        replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}}> {ADD}
        : (tensor<4xf32>) -> tensor<1xf32>"#
    );
    // Devices 4 to 7 hold 40 more each: 160 more in the sum.
    let slices = run(&body, &[4], &[1], &numbered(8, 4));
    assert_eq!(slices, [[60.0], [64.0], [68.0], [72.0], [220.0], [224.0], [228.0], [232.0]]);
}

#[test]
fn all_to_all_transposes_devices_and_slices() {
    let body = |n: usize| {
        let group: Vec<String> = (0..n).map(|d| d.to_string()).collect();
        format!(
            r#"%r = "stablehlo.all_to_all"(%x) <{{split_dimension = 0 : i64, concat_dimension = 0 : i64,
            split_count = {n} : i64, replica_groups = dense<[[{}]]> : tensor<1x{n}xi64>}}>
            : (tensor<{n}xf32>) -> tensor<{n}xf32>"#,
            group.join(", ")
        )
    };
    for n in [4, 8] {
        let dims = [n as i64];
        // Element i of device d goes to device i as element d.
        let expected: Vec<Vec<f32>> = (0..n).map(|d| (0..n).map(|i| (10 * i + d) as f32).collect()).collect();
        assert_eq!(run(&body(n), &dims, &dims, &numbered(n, n)), expected);
    }
}

#[test]
fn collective_permute_sends_along_its_pairs_and_leaves_zero_elsewhere() {
    let body = r#"%r = "stablehlo.collective_permute"(%x) <{
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>"#;
    assert_eq!(run(body, &[1], &[1], &numbered(4, 1)), [[0.0], [0.0], [10.0], [20.0]]);
    let body = r#"%r = "stablehlo.collective_permute"(%x) <{source_target_pairs =
        dense<[[0, 7], [7, 0], [3, 4]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>"#;
    assert_eq!(
        run(body, &[1], &[1], &numbered(8, 1)),
        [[70.0], [0.0], [0.0], [0.0], [30.0], [0.0], [0.0], [0.0]]
    );
}

#[test]
fn replica_id_numbers_the_devices_of_a_program_that_takes_nothing() {
    let text = "module { func.func public @main() -> tensor<ui32> {
        %r = stablehlo.replica_id : tensor<ui32> return %r : tensor<ui32> } }";
    let id = ty(ElementType::UI32, &[]);
    for n in [4, 8] {
        let program = client().compile(text, &[], std::slice::from_ref(&id), &CompileOptions::replicas(n)).unwrap();
        let ids = program.execute(&vec![vec![]; n]).unwrap();
        let ids: Vec<u32> = ids.iter().map(|own| own[0].values::<u32>().unwrap()[0]).collect();
        assert_eq!(ids, (0..n as u32).collect::<Vec<u32>>());
    }
}

/// Runs `body` on one device.
fn run_one(body: &str, argument: &HostTensor, result: &TensorType) -> HostTensor {
    let from = argument.ty();
    let text =
        format!("module {{ func.func public @main(%x: {from}) -> {result} {{ {body} return %r : {result} }} }}");
    let options = CompileOptions::replicas(1).fast_compile();
    let program = client()
        .compile(&text, std::slice::from_ref(from), std::slice::from_ref(result), &options).unwrap();
    program.execute(&[vec![argument.clone()]]).unwrap().remove(0).remove(0)
}

#[test]
fn every_kind_of_element_goes_in_and_out() {
    fn doubled<T: HostElement>(values: [T; 2], expected: [T; 2]) {
        let argument = tensor(&[2], &values);
        let body = format!("%r = stablehlo.add %x, %x : {}", argument.ty());
        assert_eq!(run_one(&body, &argument, argument.ty()), tensor(&[2], &expected));
    }
    doubled([1.5f32, -2.0], [3.0, -4.0]);
    doubled([1.0f64 + f64::EPSILON, -2.0], [2.0 + 2.0 * f64::EPSILON, -4.0]);
    doubled([1.5, -2.0].map(bf16::from_f32), [3.0, -4.0].map(bf16::from_f32));
    doubled([1.5, -2.0].map(half::f16::from_f32), [3.0, -4.0].map(half::f16::from_f32));
    doubled([i32::MAX, -3], [-2, -6]);
    doubled([1i64 << 40, -3], [1 << 41, -6]);
    doubled([200u8, 3], [144, 6]);
    doubled([Complex::new(1f32, -2.0), Complex::new(0.5, 0.0)], [Complex::new(2f32, -4.0), Complex::new(1.0, 0.0)]);
    doubled([Complex::new(1f64, -2.0); 2], [Complex::new(2f64, -4.0); 2]);
    let truth = tensor(&[3], &[true, false, true]);
    let inverted = run_one("%r = stablehlo.not %x : tensor<3xi1>", &truth, truth.ty());
    assert_eq!(inverted, tensor(&[3], &[false, true, false]));
}

#[test]
fn narrow_types_go_in_and_out_one_byte_each() {
    let narrow = |element, bytes: &[u8]| HostTensor::new(ty(element, &[2]), bytes.to_vec()).unwrap();
    let doubled = |argument: &HostTensor| {
        let body = format!("%r = stablehlo.add %x, %x : {}", argument.ty());
        run_one(&body, argument, argument.ty())
    };
    // -3 + -3 = -6 and 3 + 3 = 6 in four bits.
    assert_eq!(doubled(&narrow(ElementType::I4, &[0xfd, 3])).bytes(), [0xfa, 6]);
    assert_eq!(doubled(&narrow(ElementType::UI4, &[7, 3])).bytes(), [14, 6]);
    // f8E4M3FN: 1.0 = 0x38, 2.0 = 0x40, -2.0 = 0xc0, -4.0 = 0xc8.
    assert_eq!(doubled(&narrow(ElementType::F8E4M3FN, &[0x38, 0xc0])).bytes(), [0x40, 0xc8]);
}

#[test]
fn results_are_row_major_whatever_layout_the_program_prefers() {
    let argument = tensor(&[2, 3], &[1f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let turned = run_one(
        "%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
        &argument,
        &f32s(&[3, 2]),
    );
    assert_eq!(turned, tensor(&[3, 2], &[1f32, 4.0, 2.0, 5.0, 3.0, 6.0]));
}

#[test]
fn empty_and_scalar_tensors_go_in_and_out() {
    let empty = tensor::<f32>(&[0, 3], &[]);
    assert_eq!(run_one("%r = stablehlo.negate %x : tensor<0x3xf32>", &empty, empty.ty()), empty);
    let scalar = HostTensor::scalar(2f32);
    assert_eq!(run_one("%r = stablehlo.negate %x : tensor<f32>", &scalar, scalar.ty()), HostTensor::scalar(-2f32));
}

#[test]
fn two_programs_run_on_disjoint_devices_of_one_client() {
    let ty = f32s(&[1]);
    let text = format!(
        r#"module {{ func.func public @main(%x: {ty}) -> ({ty}, tensor<ui32>) {{
        %r = "stablehlo.all_reduce"(%x) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> {ADD}
            : ({ty}) -> {ty}
        %id = stablehlo.replica_id : tensor<ui32>
        return %r, %id : {ty}, tensor<ui32> }} }}"#
    );
    let results = [ty.clone(), TensorType::scalar(ElementType::UI32)];
    let compile = |devices: &[i32]| {
        let options = CompileOptions::replicas(2).on_devices(devices);
        client().compile(&text, std::slice::from_ref(&ty), &results, &options).unwrap()
    };
    let (first, second) = (compile(&[0, 1]), compile(&[7, 2]));
    let input = |a: f32, b: f32| vec![vec![tensor(&[1], &[a])], vec![tensor(&[1], &[b])]];
    let output = |sum: f32| {
        let of = |id: u32| vec![tensor(&[1], &[sum]), HostTensor::scalar(id)];
        vec![of(0), of(1)]
    };
    for round in 0..3u8 {
        let round = f32::from(round);
        // What the first stage returns is the second's input: the way of a pipeline.
        let mid = first.execute(&input(round, 2.0)).unwrap();
        assert_eq!(mid, output(round + 2.0));
        let inputs: Vec<Vec<HostTensor>> = mid.into_iter().map(|mut own| vec![own.remove(0)]).collect();
        assert_eq!(second.execute(&inputs).unwrap(), output(2.0 * (round + 2.0)));
    }
}

#[test]
fn programs_run_from_many_threads_without_waiting_for_each_other_forever() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let body = format!(
                    r#"%r = "stablehlo.all_reduce"(%x) <{{
                    replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}}> {ADD}
                    : (tensor<1xf32>) -> tensor<1xf32>"#
                );
                for _ in 0..4 {
                    assert_eq!(run(&body, &[1], &[1], &numbered(8, 1)), vec![vec![280.0]; 8]);
                }
            });
        }
    });
}

#[test]
fn xla_partitions_an_annotated_program_of_global_shapes() {
    let text = r#"module { sdy.mesh @mesh = <["x"=4]>
        func.func public @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
            -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
            : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
        return %r : tensor<2xf32> } }"#;
    let program = client().compile(text, &[f32s(&[1, 2])], &[f32s(&[2])], &CompileOptions::sdy(4)).unwrap();
    let rows: Vec<Vec<HostTensor>> = numbered(4, 2).iter().map(|row| vec![tensor(&[1, 2], row)]).collect();
    assert_eq!(program.execute(&rows).unwrap(), vec![vec![tensor(&[2], &[60f32, 64.0])]; 4]);
}

#[test]
fn arguments_that_do_not_fit_the_signature_are_errors() {
    let ty = f32s(&[2]);
    let text = format!("module {{ func.func public @main(%x: {ty}) -> {ty} {{ return %x : {ty} }} }}");
    let one = std::slice::from_ref(&ty);
    let program = client().compile(&text, one, one, &CompileOptions::replicas(2)).unwrap();
    let error = |inputs: &[Vec<HostTensor>]| program.execute(inputs).unwrap_err().to_string();
    let good = tensor(&[2], &[1f32, 2.0]);
    assert_eq!(error(&[vec![good.clone()]]), "program runs on 2 devices, got arguments for 1");
    assert_eq!(
        error(&[vec![good.clone()], vec![good.clone(), good.clone()]]),
        "program takes 1 arguments, got 2 for device 1"
    );
    assert_eq!(
        error(&[vec![good.clone()], vec![tensor(&[1, 2], &[1f32, 2.0])]]),
        "argument 0 must be tensor<2xf32>, got tensor<1x2xf32> for device 1"
    );
    assert_eq!(
        error(&[vec![tensor(&[2], &[1i32, 2])], vec![good]]),
        "argument 0 must be tensor<2xf32>, got tensor<2xi32> for device 0"
    );
}

#[test]
fn programs_that_do_not_compile_or_return_something_else_are_errors_with_the_reason() {
    let ty = f32s(&[2]);
    let one = std::slice::from_ref(&ty);
    let compile = |text: &str, arguments: &[TensorType], results: &[TensorType], devices| {
        client().compile(text, arguments, results, &CompileOptions::replicas(devices)).unwrap_err().to_string()
    };
    let error = compile("module { nonsense }", &[], &[], 1);
    assert!(error.starts_with("PJRT_Client_Compile: ") && error.contains("nonsense"), "{error}");
    let text = format!("module {{ func.func public @main(%x: {ty}) -> {ty} {{ return %x : {ty} }} }}");
    assert_eq!(
        compile(&text, one, &[f32s(&[3])], 1),
        "program returns [tensor<2xf32>], expected [tensor<3xf32>]"
    );
    assert_eq!(compile(&text, one, one, 9), "program takes 9 devices, client has 8");
    // The signature says two arguments, the program has one: the plugin notices when it runs.
    let program = client().compile(&text, &[ty.clone(), ty.clone()], one, &CompileOptions::replicas(1)).unwrap();
    let two = vec![tensor(&[2], &[1f32, 2.0]); 2];
    let error = program.execute(&[two]).unwrap_err().to_string();
    assert!(error.starts_with("PJRT_LoadedExecutable_Execute: "), "{error}");
}
