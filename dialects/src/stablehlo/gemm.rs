//! Matrix products: what `dot_general`, `dot` and `convolution` are computed by.
//!
//! Invariants: floats up to 32 bits are multiplied and summed in `f32`, doubles in `f64`, integers and truth
//! values modulo 2^64, complex numbers in pairs of `f64`; results are rounded once at the end.

use super::convert::convert;
use num_complex::Complex64;
use num_traits::Zero;
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::types::{ElementClass, ElementType};

/// An element in which products are accumulated.
pub(super) trait Scalar: Copy + Zero + Send + Sync + 'static {
    /// The vector in a buffer of this type.
    fn slice(buffer: &Buffer) -> &[Self];
    /// A buffer of this type.
    fn buffer(elements: Vec<Self>) -> Buffer;
    /// `c += a·b` for an `m`×`k` and a `k`×`n` matrix; pairs are row and column strides.
    fn multiply_add(sizes: [usize; 3], a: &[Self], a_steps: [usize; 2], b: &[Self], b_steps: [usize; 2], c: &mut [Self], c_steps: [usize; 2]);
}

macro_rules! scalar {
    ($ty:ty, $variant:ident, $multiply_add:expr) => {
        impl Scalar for $ty {
            fn slice(buffer: &Buffer) -> &[Self] {
                match buffer {
                    Buffer::$variant(elements) => elements,
                    _ => unreachable!("converted to this type before"),
                }
            }
            fn buffer(elements: Vec<Self>) -> Buffer {
                Buffer::$variant(elements)
            }
            fn multiply_add(sizes: [usize; 3], a: &[Self], a_steps: [usize; 2], b: &[Self], b_steps: [usize; 2], c: &mut [Self], c_steps: [usize; 2]) {
                let [m, k, n] = sizes;
                if m == 0 || k == 0 || n == 0 {
                    return;
                }
                assert!((m - 1) * a_steps[0] + (k - 1) * a_steps[1] < a.len(), "left matrix within its buffer");
                assert!((k - 1) * b_steps[0] + (n - 1) * b_steps[1] < b.len(), "right matrix within its buffer");
                assert!((m - 1) * c_steps[0] + (n - 1) * c_steps[1] < c.len(), "result matrix within its buffer");
                $multiply_add(sizes, a, a_steps, b, b_steps, c, c_steps)
            }
        }
    };
}

macro_rules! library {
    ($gemm:path) => {
        |[m, k, n]: [usize; 3], a: &[_], a_steps: [usize; 2], b: &[_], b_steps: [usize; 2], c: &mut [_], c_steps: [usize; 2]| {
            let step = |step: usize| step as isize;
            // SAFETY: the caller has checked that the last element of each matrix lies within its slice, steps are
            // not negative, and `c` is borrowed mutably, so it overlaps neither `a` nor `b`; equal elements of `c`
            // are never addressed twice since its rows do not overlap.
            unsafe {
                $gemm(
                    m, k, n, 1.0,
                    a.as_ptr(), step(a_steps[0]), step(a_steps[1]),
                    b.as_ptr(), step(b_steps[0]), step(b_steps[1]),
                    1.0, c.as_mut_ptr(), step(c_steps[0]), step(c_steps[1]),
                );
            }
        }
    };
}

scalar!(f32, F32, library!(matrixmultiply::sgemm));
scalar!(f64, F64, library!(matrixmultiply::dgemm));
scalar!(i64, I64, |sizes, a, a_steps, b, b_steps, c, c_steps| {
    plain(sizes, a, a_steps, b, b_steps, c, c_steps, |c: i64, a: i64, b: i64| c.wrapping_add(a.wrapping_mul(b)))
});
scalar!(Complex64, C128, |sizes, a, a_steps, b, b_steps, c, c_steps| {
    plain(sizes, a, a_steps, b, b_steps, c, c_steps, |c: Complex64, a: Complex64, b: Complex64| c + a * b)
});

#[expect(clippy::too_many_arguments, reason = "the arguments of a matrix product")]
fn plain<T: Copy>(
    [m, k, n]: [usize; 3],
    a: &[T],
    a_steps: [usize; 2],
    b: &[T],
    b_steps: [usize; 2],
    c: &mut [T],
    c_steps: [usize; 2],
    step: impl Fn(T, T, T) -> T,
) {
    for row in 0..m {
        for inner in 0..k {
            let left = a[row * a_steps[0] + inner * a_steps[1]];
            for column in 0..n {
                let at = row * c_steps[0] + column * c_steps[1];
                c[at] = step(c[at], left, b[inner * b_steps[0] + column * b_steps[1]]);
            }
        }
    }
}

/// The type in which a product of elements of these types is accumulated for a result of that type.
pub(super) fn accumulator(x: ElementType, y: ElementType, result: ElementType) -> ElementType {
    let all = [x, y, result];
    if all.iter().any(|element| element.is_complex()) {
        ElementType::C128
    } else if all.contains(&ElementType::F64) {
        ElementType::F64
    } else if all.iter().any(|element| element.class() == ElementClass::Float) {
        ElementType::F32
    } else {
        ElementType::I64
    }
}

/// Runs `$body` with `$ty` the type in which elements of type `$element` are accumulated.
macro_rules! with_accumulator {
    ($element:expr, $ty:ident => $body:expr) => {
        match $element {
            shardwright_ir::ElementType::C128 => {
                type $ty = num_complex::Complex64;
                $body
            }
            shardwright_ir::ElementType::F64 => {
                type $ty = f64;
                $body
            }
            shardwright_ir::ElementType::F32 => {
                type $ty = f32;
                $body
            }
            _ => {
                type $ty = i64;
                $body
            }
        }
    };
}
pub(super) use with_accumulator;

/// Batched product of row-major `x` (`[batch, m, k]`) and `y` (`[batch, k, n]`), rounded to `result`; both are
/// given with any shape of so many elements. The result has shape `dims`.
pub(super) fn batched(x: &Tensor, y: &Tensor, [batch, m, k, n]: [usize; 4], result: ElementType, dims: &[i64]) -> Tensor {
    let element = accumulator(x.ty.element, y.ty.element, result);
    let (x, y) = (convert(x, element), convert(y, element));
    let product = with_accumulator!(element, T => {
        let (x, y) = (T::slice(&x.data), T::slice(&y.data));
        let mut product = vec![T::zero(); batch * m * n];
        for index in 0..if m * n == 0 { 0 } else { batch } {
            T::multiply_add(
                [m, k, n],
                &x[index * m * k..(index + 1) * m * k], [k, 1],
                &y[index * k * n..(index + 1) * k * n], [n, 1],
                &mut product[index * m * n..(index + 1) * m * n], [n, 1],
            );
        }
        T::buffer(product)
    });
    convert(&Tensor::new(shardwright_ir::TensorType::new(element, dims), product), result)
}
