//! Ill-typed ops are refused by their rows, with messages that name what does not fit and both numbers.

use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::dims::{ConvDims, Window};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Builder, ElementType, Func, Sym, TensorType, Value};

/// The message of an op that is made of tensors of these types.
fn refusal(types: &[(ElementType, &[i64])], make: impl FnOnce(&mut Builder, &[Value]) -> Result<Value, String>) -> String {
    let mut func = Func::new(Sym::new("main"));
    let args: Vec<Value> = types.iter().map(|(element, dims)| func.add_arg(TensorType::new(*element, dims))).collect();
    make(&mut Builder::at_end(&mut func), &args).expect_err("the op is ill-typed")
}

const F32: ElementType = ElementType::F32;

#[test]
fn operands_of_different_types_are_refused() {
    let why = refusal(&[(F32, &[2]), (F32, &[3])], |b, x| b.add(x[0], x[1]));
    assert_eq!(why, "stablehlo.add: operands must have one type, got tensor<2xf32> and tensor<3xf32>");
    let why = refusal(&[(F32, &[2]), (F32, &[2])], |b, x| b.and(x[0], x[1]));
    assert_eq!(why, "stablehlo.and: element type must be one of i1, signed integer, unsigned integer, got f32");
}

#[test]
fn shapes_that_do_not_fit_are_refused_with_both_numbers() {
    let why = refusal(&[(F32, &[2, 3])], |b, x| b.reshape(x[0], &[7]));
    assert_eq!(why, "stablehlo.reshape: numbers of elements must be equal, got 6 of tensor<2x3xf32> and 7 of tensor<7xf32>");
    let why = refusal(&[(F32, &[8])], |b, x| b.slice(x[0], &[2], &[9], &[1]));
    assert_eq!(why, "stablehlo.slice: slice [2, 9) of dimension 0 must lie within [0, 8)");
    let why = refusal(&[(F32, &[2, 3])], |b, x| b.broadcast_to(x[0], &[2, 4]));
    assert_eq!(why, "stablehlo.broadcast_in_dim: operand dimension 1 must be 1 or the size of result dimension 1, got 3 and 4");
    let why = refusal(&[(F32, &[2, 3])], |b, x| b.transpose(x[0], &[0, 0]));
    assert_eq!(why, "stablehlo.transpose: permutation entry 0 is given twice");
    let why = refusal(&[(F32, &[4]), (F32, &[])], |b, x| b.pad(x[0], x[1], &[-3], &[-2], &[0]));
    assert_eq!(why, "stablehlo.pad: padding leaves dimension 0 with -1 elements");
    let why = refusal(&[(F32, &[4]), (F32, &[])], |b, x| b.pad(x[0], x[1], &[i64::MAX], &[2], &[0]));
    assert_eq!(why, "stablehlo.pad: padded size of dimension 0 overflows");
}

#[test]
fn contractions_and_windows_that_do_not_fit_are_refused() {
    let why = refusal(&[(F32, &[2, 3]), (F32, &[4, 5])], |b, x| b.matmul(x[0], x[1]));
    assert_eq!(why, "contracting dimensions 1 of lhs and 0 of rhs must be equal, got 3 and 4");
    let conv = |b: &mut Builder, x: &[Value]| b.convolution(x[0], x[1], &ConvDims::nchw(1), &Window::unit(1), 2, 1);
    let why = refusal(&[(F32, &[1, 6, 8]), (F32, &[4, 2, 3])], conv);
    assert_eq!(why, "input has 6 features in 2 groups, kernel takes 2");
    let why = refusal(&[(F32, &[4]), (F32, &[2])], |b, x| b.reduce(x[0], x[1], &[0], ReduceKind::Sum));
    assert_eq!(why, "stablehlo.reduce: initial value 0 must be a scalar of f32, got tensor<2xf32>");
    let why = refusal(&[(F32, &[4]), (F32, &[])], |b, x| b.reduce(x[0], x[1], &[1], ReduceKind::Sum));
    assert_eq!(why, "stablehlo.reduce: dimension 1 is out of range for rank 1");
}
