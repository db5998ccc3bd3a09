//! Manual computations in the global view: each device's body on its shard, results put together.

use shardwright_dialects::registry;
use shardwright_ir::interp::{Buffer, Interpreter, Tensor};
use shardwright_ir::text::parse_module;
use shardwright_ir::types::{ElementType, TensorType};

/// Results of `@main` for arguments that count 0, 1, 2, …
fn run(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let module = parse_module(text, &registry()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let main = module.main().unwrap();
    let iota = |ty: &TensorType| {
        assert_eq!(ty.element, ElementType::F32);
        Tensor::new(ty.clone(), Buffer::F32((0..ty.num_elements()).map(|at| at as f32).collect()))
    };
    let args: Vec<Tensor> = main.args().iter().map(|&arg| iota(main.tensor_type(arg))).collect();
    let results = Interpreter::new(&module).run(main, &args).map_err(|why| why.to_string())?;
    Ok(results.iter().map(Tensor::to_f64s).collect())
}

const SUM: &str = "({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32>\n stablehlo.return %s : tensor<f32> })";

/// Rows 0 and 1 on x = 0, rows 2 and 3 on x = 1; the sum over x of both halves: [0 + 4, 1 + 5, 2 + 6, 3 + 7].
#[test]
fn a_body_sums_over_its_manual_axis() {
    let text = format!(
        "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>
        func.func @main(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {{
          %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{{\"x\"}}, {{}}]>] out_shardings=[<@m, [{{}}, {{}}]>] manual_axes={{\"x\"}} (%b: tensor<2x2xf32>) {{
            %1 = \"stablehlo.all_reduce\"(%b) <{{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}}> {SUM} : (tensor<2x2xf32>) -> tensor<2x2xf32>
            sdy.return %1 : tensor<2x2xf32>
          }} : (tensor<4x2xf32>) -> tensor<2x2xf32>
          return %0 : tensor<2x2xf32>
        }}"
    );
    assert_eq!(run(&text).unwrap(), [[4.0, 6.0, 8.0, 10.0]]);
}

/// Device 3 stands at the first place of the mesh, so the ids along the mesh are 3, 1, 2, 0.
#[test]
fn devices_stand_where_the_mesh_says_and_bodies_nest() {
    let text = "sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 2, 0]>
        func.func @main(%a: tensor<2x2xf32>) -> (tensor<2x2xui32>, tensor<2x2xf32>) {
          %c = stablehlo.constant dense<10.0> : tensor<1x1xf32>
          %0:2 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"x\"}, {}]>] out_shardings=[<@m, [{\"x\"}, {}]>, <@m, [{\"x\"}, {}]>] manual_axes={\"x\"} (%b: tensor<1x2xf32>) {
            %1:2 = sdy.manual_computation(%b) in_shardings=[<@m, [{}, {\"y\"}]>] out_shardings=[<@m, [{}, {\"y\"}]>, <@m, [{}, {\"y\"}]>] manual_axes={\"y\"} (%d: tensor<1x1xf32>) {
              %2 = stablehlo.partition_id : tensor<ui32>
              %3 = stablehlo.reshape %2 : (tensor<ui32>) -> tensor<1x1xui32>
              %4 = stablehlo.add %d, %c : tensor<1x1xf32>
              sdy.return %3, %4 : tensor<1x1xui32>, tensor<1x1xf32>
            } : (tensor<1x2xf32>) -> (tensor<1x2xui32>, tensor<1x2xf32>)
            sdy.return %1#0, %1#1 : tensor<1x2xui32>, tensor<1x2xf32>
          } : (tensor<2x2xf32>) -> (tensor<2x2xui32>, tensor<2x2xf32>)
          return %0#0, %0#1 : tensor<2x2xui32>, tensor<2x2xf32>
        }";
    assert_eq!(run(text).unwrap(), [[3.0, 1.0, 2.0, 0.0], [10.0, 11.0, 12.0, 13.0]]);
}

#[test]
fn a_body_that_does_not_divide_is_refused() {
    let text = "sdy.mesh @m = <[\"x\"=2]>
        func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
          %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{\"x\"}]>] out_shardings=[<@m, [{\"x\"}]>] manual_axes={\"x\"} (%b: tensor<2xf32>) {
            sdy.return %b : tensor<2xf32>
          } : (tensor<3xf32>) -> tensor<3xf32>
          return %0 : tensor<3xf32>
        }";
    assert!(run(text).unwrap_err().contains("does not divide by its manual axes"));
}

#[test]
fn devices_of_a_body_that_disagree_get_an_error() {
    let text = format!(
        "sdy.mesh @m = <[\"x\"=2]>
        func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {{
          %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{{\"x\"}}]>] out_shardings=[<@m, [{{\"x\"}}]>] manual_axes={{\"x\"}} (%b: tensor<1xf32>) {{
            %id = stablehlo.partition_id : tensor<ui32>
            %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
            %1 = \"stablehlo.case\"(%k) ({{
              %2 = \"stablehlo.all_reduce\"(%b) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> {SUM} : (tensor<1xf32>) -> tensor<1xf32>
              stablehlo.return %2 : tensor<1xf32>
            }}, {{
              stablehlo.return %b : tensor<1xf32>
            }}) : (tensor<i32>) -> tensor<1xf32>
            sdy.return %1 : tensor<1xf32>
          }} : (tensor<2xf32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }}"
    );
    let why = run(&text).unwrap_err();
    assert!(why.contains("devices disagree") && why.contains("all_reduce") && why.contains("manual_computation"), "{why}");
}
