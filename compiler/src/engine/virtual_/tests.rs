//! Programs on virtual devices, built by hand.

use super::*;
use shardwright_dialects::device_groups::groups_attr;
use shardwright_dialects::stablehlo::build::{StablehloBuilder, row};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Sym, TensorType, Type, Value};

fn program(dims: &[i64], fill: impl FnOnce(&mut Builder, Value) -> Vec<Value>) -> Module {
    let mut func = Func::new(Sym::new("main"));
    let arg = func.add_arg(TensorType::new(ElementType::F32, dims));
    let mut b = Builder::at_end(&mut func);
    let results = fill(&mut b, arg);
    b.op_of_types(&shardwright_dialects::func::return_::INFO, &results, Attrs::new(), &[], vec![]).unwrap();
    let types: Vec<Type> = results.iter().map(|&value| func.ty(value).clone()).collect();
    func.set_results(types);
    let mut module = Module::default();
    module.funcs.insert(func.name, func);
    module
}

fn groups() -> Attr {
    groups_attr(&[vec![0, 1], vec![2, 3]])
}

fn all_reduce(b: &mut Builder, x: Value, groups: Attr, kind: ReduceKind) -> Value {
    let region = b
        .scalar_region(&[ElementType::F32, ElementType::F32], &mut |body, args| {
            Ok(vec![body.value(row(kind.op_name())?, args, Attrs::new())?])
        })
        .unwrap();
    let op = b.op(row("stablehlo.all_reduce").unwrap(), &[x], Attrs::new().with("replica_groups", groups), &[region]).unwrap();
    b.func.result(op)
}

fn collective(b: &mut Builder, name: &str, x: Value, attrs: Attrs) -> Value {
    b.value(row(name).unwrap(), &[x], attrs).unwrap()
}

/// One row of arguments a device: `[10 d + 0, 10 d + 1, …]`.
fn inputs(devices: usize, dims: &[i64]) -> Vec<Vec<HostTensor>> {
    let count = dims.iter().product::<i64>();
    (0..devices).map(|d| vec![HostTensor::from_values(dims, &(0..count).map(|i| (10 * d as i64 + i) as f32).collect::<Vec<_>>()).unwrap()]).collect()
}

fn values(rows: Vec<Vec<HostTensor>>, result: usize) -> Vec<Vec<f32>> {
    rows.iter().map(|row| row[result].values().unwrap()).collect()
}

#[test]
fn collectives_move_what_stablehlo_says() {
    let module = program(&[2, 2], |b, x| {
        let sum = all_reduce(b, x, groups(), ReduceKind::Sum);
        let all = collective(b, "stablehlo.all_gather", x, Attrs::new().with("all_gather_dim", Attr::i64(1)).with("replica_groups", groups()));
        let attrs = Attrs::new()
            .with("split_dimension", Attr::i64(0))
            .with("concat_dimension", Attr::i64(1))
            .with("split_count", Attr::i64(2))
            .with("replica_groups", groups());
        let swapped = collective(b, "stablehlo.all_to_all", x, attrs);
        let pairs = shardwright_ir::Literal::ints(ElementType::I64, &[3, 2], &[0, 1, 1, 2, 2, 0]);
        let shifted = collective(b, "stablehlo.collective_permute", x, Attrs::new().with("source_target_pairs", Attr::Dense(pairs)));
        let spread = collective(b, "stablehlo.collective_broadcast", x, Attrs::new().with("replica_groups", groups_attr(&[vec![1, 0], vec![3]])));
        vec![sum, all, swapped, shifted, spread]
    });
    let results = run(&module, &inputs(4, &[2, 2])).unwrap();
    // x of device d is [[10d, 10d+1], [10d+2, 10d+3]].
    let column = |result| values(results.clone(), result);
    assert_eq!(column(0)[0], [10.0, 12.0, 14.0, 16.0]);
    assert_eq!(column(0)[3], [50.0, 52.0, 54.0, 56.0]);
    assert_eq!(column(1)[1], [0.0, 1.0, 10.0, 11.0, 2.0, 3.0, 12.0, 13.0]);
    // Device 0 keeps the first rows of both, device 1 the second rows.
    assert_eq!(column(2)[0], [0.0, 1.0, 10.0, 11.0]);
    assert_eq!(column(2)[1], [2.0, 3.0, 12.0, 13.0]);
    // 0 → 1 → 2 → 0, and device 3 gets nothing.
    assert_eq!(column(3), [[20.0, 21.0, 22.0, 23.0], [0.0, 1.0, 2.0, 3.0], [10.0, 11.0, 12.0, 13.0], [0.0; 4]]);
    // Device 1 gives to 0; device 2 is in no group; device 3 is alone.
    assert_eq!(column(4), [[10.0, 11.0, 12.0, 13.0], [10.0, 11.0, 12.0, 13.0], [0.0; 4], [30.0, 31.0, 32.0, 33.0]]);
}

#[test]
fn reduce_scatter_is_all_reduce_and_a_part_of_it() {
    let module = program(&[2, 2], |b, x| {
        let region = b.scalar_region(&[ElementType::F32, ElementType::F32], &mut |body, args| Ok(vec![body.maximum(args[0], args[1])?])).unwrap();
        let attrs = Attrs::new().with("scatter_dimension", Attr::i64(0)).with("replica_groups", groups_attr(&[vec![0, 1]]));
        let op = b.op(row("stablehlo.reduce_scatter").unwrap(), &[x], attrs, &[region]).unwrap();
        vec![b.func.result(op)]
    });
    assert_eq!(values(run(&module, &inputs(2, &[2, 2])).unwrap(), 0), [[10.0, 11.0], [12.0, 13.0]]);
}

#[test]
fn a_device_knows_its_id() {
    let module = program(&[1], |b, _| {
        let id = b.value(row("stablehlo.replica_id").unwrap(), &[], Attrs::new()).unwrap();
        vec![id]
    });
    let ids: Vec<u32> = run(&module, &inputs(3, &[1])).unwrap().iter().flat_map(|row| row[0].values::<u32>().unwrap()).collect();
    assert_eq!(ids, [0, 1, 2]);
}

/// A collective in a branch that only some devices take.
#[test]
fn devices_that_take_different_branches_get_an_error_and_no_hang() {
    let module = program(&[2], |b, x| {
        let id = b.value(row("stablehlo.replica_id").unwrap(), &[], Attrs::new()).unwrap();
        let index = b.convert(id, ElementType::I32).unwrap();
        let ty: Type = b.ty(x).clone().into();
        let first = b.region_of(&[], &mut |body, _| Ok(vec![all_reduce(body, x, groups_attr(&[vec![0, 1]]), ReduceKind::Sum)])).unwrap();
        let second = b.region_of(&[], &mut |body, _| Ok(vec![all_reduce(body, x, groups_attr(&[vec![0, 1]]), ReduceKind::Max)])).unwrap();
        let third = b.region_of(&[], &mut |_, _| Ok(vec![x])).unwrap();
        let op = b.op_of_types(row("stablehlo.case").unwrap(), &[index], Attrs::new(), &[first, second, third], vec![ty]).unwrap();
        vec![b.func.result(op)]
    });
    let why = run(&module, &inputs(2, &[2])).unwrap_err().to_string();
    assert!(why.contains("devices disagree on a collective over [0, 1]"), "{why}");
    assert!(why.contains("stablehlo.all_reduce(tensor<2xf32>) sum") && why.contains("stablehlo.all_reduce(tensor<2xf32>) max"), "{why}");
    let why = run(&module, &inputs(3, &[2])).unwrap_err().to_string();
    assert!(why.contains("disagree"), "{why}");
}

#[test]
fn arguments_are_checked_before_anything_runs() {
    let module = program(&[2], |_, x| vec![x]);
    let why = run(&module, &inputs(2, &[3])).unwrap_err().to_string();
    assert_eq!(why, "device 0: argument 0 must be tensor<2xf32>, got tensor<3xf32>");
    assert_eq!(run(&module, &[vec![]]).unwrap_err().to_string(), "device 0: argument 0 must be tensor<2xf32>, got nothing");
    assert_eq!(run(&Module::default(), &[vec![]]).unwrap_err(), VirtualError::NoMain);
    assert!(run(&module, &[]).unwrap_err().to_string().contains("number of devices must be from 1"));
}

#[test]
fn a_global_program_runs_on_one_device() {
    let module = program(&[2], |b, x| vec![b.add(x, x).unwrap()]);
    let result = run_global(&module, &inputs(1, &[2])[0]).unwrap();
    assert_eq!(result[0].values::<f32>().unwrap(), [0.0, 2.0]);
}
