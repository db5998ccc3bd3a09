//! Programs on the jaxlib wheel against results worked out by hand. A missing Python fails these tests with the
//! message that says how to install it.

use half::bf16;
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_ir::types::{ElementType, TensorType};
use std::sync::OnceLock;

fn runner() -> &'static XlaRunner {
    static RUNNER: OnceLock<XlaRunner> = OnceLock::new();
    RUNNER.get_or_init(|| XlaRunner::find().unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn xla_partitions_an_annotated_module_of_global_tensors() {
    let text = r#"module { sdy.mesh @mesh = <["x"=2, "y"=2]>
        func.func public @main(
            %a: tensor<4x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
            %n: tensor<i64>)
            -> (tensor<2x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<i64>, tensor<2xbf16>) {
        %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xbf16>) -> tensor<2x4xbf16>
        %m = stablehlo.add %n, %n : tensor<i64>
        %zero = stablehlo.constant dense<0.0> : tensor<bf16>
        %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
            : (tensor<4x2xbf16>, tensor<bf16>) -> tensor<2xbf16>
        return %t, %m, %s : tensor<2x4xbf16>, tensor<i64>, tensor<2xbf16> } }"#;
    let bf16s = |dims: &[i64], values: &[u8]| {
        let values: Vec<bf16> = values.iter().map(|&value| bf16::from_f32(value.into())).collect();
        HostTensor::from_values(dims, &values).unwrap()
    };
    let arguments = [bf16s(&[4, 2], &[1, 2, 3, 4, 5, 6, 7, 8]), HostTensor::scalar(1i64 << 40)];
    // Column sums: 1 + 3 + 5 + 7 = 16 and 2 + 4 + 6 + 8 = 20.
    let expected =
        [bf16s(&[2, 4], &[1, 3, 5, 7, 2, 4, 6, 8]), HostTensor::scalar(1i64 << 41), bf16s(&[2], &[16, 20])];
    let types = expected.each_ref().map(|tensor| tensor.ty().clone());
    assert_eq!(runner().run_sdy(text, 4, &arguments, &types).unwrap(), expected);
}

#[test]
fn a_partitioned_module_runs_on_each_device_as_it_is() {
    let text = r#"module { func.func public @main(%x: tensor<2xi1>, %y: tensor<f32>)
        -> (tensor<2xi1>, tensor<f32>, tensor<ui32>) {
        %n = stablehlo.not %x : tensor<2xi1>
        %s = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>}> ({
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %c : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
        %d = stablehlo.replica_id : tensor<ui32>
        return %n, %s, %d : tensor<2xi1>, tensor<f32>, tensor<ui32> } }"#;
    let truth = |a: bool, b: bool| HostTensor::from_values(&[2], &[a, b]).unwrap();
    let inputs: Vec<Vec<HostTensor>> =
        (0u8..4).map(|d| vec![truth(d % 2 == 0, true), HostTensor::scalar(f32::from(d) * 10.0)]).collect();
    // Groups {0, 3} and {1, 2} both sum to 30.
    let expected: Vec<Vec<HostTensor>> = (0u32..4)
        .map(|d| vec![truth(d % 2 != 0, false), HostTensor::scalar(30f32), HostTensor::scalar(d)])
        .collect();
    let types: Vec<TensorType> = expected[0].iter().map(|tensor| tensor.ty().clone()).collect();
    assert_eq!(runner().run_partitioned(text, &inputs, &types).unwrap(), expected);
}

#[test]
fn every_element_type_goes_in_and_out() {
    for &element in ElementType::ALL {
        let ty = TensorType::new(element, &[2]);
        let text = format!("module {{ func.func public @main(%x: {ty}) -> {ty} {{ return %x : {ty} }} }}");
        // Bytes 0 and 1 are valid in every type, `i1` included.
        let bytes = (0..ty.byte_size()).map(|i| (i % 2) as u8).collect();
        let tensor = HostTensor::new(ty.clone(), bytes).unwrap();
        let rows = vec![vec![tensor]; 2];
        assert_eq!(runner().run_partitioned(&text, &rows, &[ty]).unwrap(), rows);
    }
}

#[test]
fn errors_carry_the_reason_and_leave_the_runner_usable() {
    let text = "module { func.func public @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> } }";
    let (one, f32s) = (HostTensor::scalar(1f32), TensorType::scalar(ElementType::F32));
    let run = |text: &str, ty: &TensorType| {
        runner().run_sdy(text, 2, std::slice::from_ref(&one), std::slice::from_ref(ty))
    };
    let error = run("module { nonsense }", &f32s).unwrap_err().to_string();
    assert!(error.starts_with("XLA: ") && error.contains("nonsense"), "{error}");
    let error = run(text, &TensorType::scalar(ElementType::I32)).unwrap_err().to_string();
    assert!(error.contains("program returns float32, expected i32"), "{error}");
    assert_eq!(run(text, &f32s).unwrap(), std::slice::from_ref(&one));
    let uneven = [vec![one.clone()], vec![]];
    let error = runner().run_partitioned(text, &uneven, &[f32s]).unwrap_err().to_string();
    assert_eq!(error, "device 1 gets arguments [], device 0 [tensor<f32>]");
}

#[test]
fn a_python_without_jax_is_an_error_that_shows_what_it_said() {
    let runner = XlaRunner::new("/bin/false".into());
    let error = runner.run_partitioned("module {}", &[vec![]], &[]).unwrap_err().to_string();
    assert!(error.starts_with("XLA runner /bin/false: ended without an answer"), "{error}");
}

#[test]
fn the_decompositions_that_jax_calls_lapack_for_run() {
    // What jax.lax.linalg.cholesky lowers to on CPU; A = L Lᵀ with L = [[2, 0], [1, 3]].
    let text = r#"module { func.func public @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>) {
        %r:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8},
            operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
            result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>],
            output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0],
                operand_index = 0, operand_tuple_indices = []>]}
            : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
        return %r#0, %r#1 : tensor<2x2xf32>, tensor<i32> } }"#;
    let square = HostTensor::from_values(&[2, 2], &[4f32, 2.0, 2.0, 10.0]).unwrap();
    let types = [square.ty().clone(), TensorType::scalar(ElementType::I32)];
    let results = runner().run_sdy(text, 1, &[square], &types).unwrap();
    let factor: Vec<f32> = results[0].values().unwrap();
    // The call leaves the upper triangle as it was.
    assert_eq!((factor[0], factor[2], factor[3]), (2.0, 1.0, 3.0));
    assert_eq!(results[1], HostTensor::scalar(0i32));
}
