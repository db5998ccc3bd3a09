//! Random contractions: matrix products, convolutions, and the linear algebra ops.

use super::bounds::Bounds;
use super::state::{Entry, MAX_ELEMENTS, Made, State};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_dialects::stablehlo::dims::{ConvDims, Window, conv_dims};
use shardwright_ir::{Attr, Attrs, Builder, ElementType, TensorType, Value};

/// A product over any matching dimensions, some of them kept as batch.
pub fn dot_general(b: &mut Builder<'_>, st: &mut State) -> Made {
    let multiplies = |entry: &Entry| entry.ty.element != ElementType::I1 && !entry.ty.element.is_complex() && entry.ty.rank() > 0;
    let Some(x) = st.pick(multiplies) else { return Ok(false) };
    let Some(y) = st.pick(|entry| entry.ty.element == x.ty.element && entry.ty.rank() > 0) else { return Ok(false) };
    let (mut batch, mut contract) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    let mut free: Vec<i64> = st.rng.shuffled(&(0..y.ty.rank() as i64).collect::<Vec<_>>());
    for dim in st.rng.shuffled(&(0..x.ty.rank() as i64).collect::<Vec<_>>()) {
        let Some(at) = free.iter().position(|&other| y.ty.dims[other as usize] == x.ty.dims[dim as usize]) else { continue };
        let pair = match st.rng.below(10) {
            0..=5 => &mut contract,
            6 | 7 => &mut batch,
            _ => continue,
        };
        pair.0.push(dim);
        pair.1.push(free.remove(at));
    }
    let terms: i64 = contract.0.iter().map(|&dim| x.ty.dims[dim as usize]).product();
    let dims = shardwright_dialects::stablehlo::dims::dot_dims(&x.ty, &y.ty, (&batch.0, &batch.1), (&contract.0, &contract.1))?;
    if dims.len() > 5 || dims.iter().product::<i64>() > MAX_ELEMENTS || dims.iter().product::<i64>() * terms > 20 * MAX_ELEMENTS {
        return Ok(false);
    }
    let narrow = matches!(x.ty.element, ElementType::BF16 | ElementType::F16);
    let element = if narrow && st.rng.percent(70) { ElementType::F32 } else { x.ty.element };
    let value = b.dot_general(x.value, y.value, (&batch.0, &batch.1), (&contract.0, &contract.1), element)?;
    st.push(b, value, x.bounds.times(&y.bounds).sum_of(terms, terms), terms)
}

/// A convolution in any layout, with strides, dilations, groups and reversal.
pub fn convolution(b: &mut Builder<'_>, st: &mut State) -> Made {
    let fits = |entry: &Entry| matches!(entry.ty.rank(), 3 | 4) && matches!(entry.ty.element, ElementType::F32 | ElementType::F64) && entry.ty.num_elements() > 0;
    let Some(x) = st.pick(fits) else { return Ok(false) };
    let rank = x.ty.rank();
    let any_order = |st: &mut State| if st.rng.percent(50) { st.rng.shuffled(&(0..rank as i64).collect::<Vec<_>>()) } else { (0..rank as i64).collect() };
    let (input, kernel, output) = (any_order(st), any_order(st), any_order(st));
    let dims = ConvDims {
        input_batch: input[0],
        input_feature: input[1],
        input_spatial: input[2..].to_vec(),
        kernel_output_feature: kernel[0],
        kernel_input_feature: kernel[1],
        kernel_spatial: kernel[2..].to_vec(),
        output_batch: output[0],
        output_feature: output[1],
        output_spatial: output[2..].to_vec(),
    };
    let (batch, features) = (x.ty.dims[input[0] as usize], x.ty.dims[input[1] as usize]);
    let divisor = |st: &mut State, of: i64| {
        let divisors: Vec<i64> = (1..=of).filter(|divisor| of % divisor == 0).collect();
        st.rng.choose(&divisors)
    };
    let (mut groups, mut batch_groups) = (1, 1);
    match st.rng.below(5) {
        0 => groups = divisor(st, features),
        1 => batch_groups = divisor(st, batch),
        _ => {}
    }
    let mut kernel_dims = vec![0; rank];
    kernel_dims[kernel[0] as usize] = groups * batch_groups * st.rng.range(1, 4);
    kernel_dims[kernel[1] as usize] = features / groups;
    let mut window = Window::unit(rank - 2);
    for space in 0..rank - 2 {
        kernel_dims[kernel[2 + space] as usize] = st.rng.range(1, 3);
        window.strides[space] = st.rng.choose(&[1, 1, 2]);
        window.padding[space] = [st.rng.range(0, 2), st.rng.range(0, 2)];
        window.base_dilations[space] = st.rng.choose(&[1, 1, 1, 2]);
        window.window_dilations[space] = st.rng.choose(&[1, 1, 1, 2]);
        window.reversal[space] = st.rng.percent(15);
    }
    let ty = TensorType::new(x.ty.element, &kernel_dims);
    let Some(k) = st.partner(b, &ty, |_| true)? else { return Ok(false) };
    let Ok(shape) = conv_dims(&x.ty, &ty, &dims, &window, groups, batch_groups) else { return Ok(false) };
    if shape.iter().product::<i64>() > MAX_ELEMENTS {
        return Ok(false);
    }
    let value = b.convolution(x.value, k.value, &dims, &window, groups, batch_groups)?;
    let terms = ty.num_elements() / kernel_dims[kernel[0] as usize].max(1);
    st.push(b, value, x.bounds.times(&k.bounds).sum_of(0, terms), terms)
}

/// A Cholesky factor, or the solution of a triangular system, of a matrix with a heavy diagonal.
pub fn triangular(b: &mut Builder<'_>, st: &mut State) -> Made {
    let square = |entry: &Entry| {
        let dims = &entry.ty.dims;
        matches!(entry.ty.element, ElementType::F32 | ElementType::F64) && dims.len() >= 2 && dims[dims.len() - 1] == dims[dims.len() - 2] && dims[dims.len() - 1] > 0
    };
    let Some(x) = st.pick(|entry| square(entry) && entry.bounds.magnitude() <= 4.0) else { return Ok(false) };
    let size = x.ty.dims[x.ty.rank() - 1];
    let heavy = 8.0 * size as f64;
    let diagonal = masks(b, &x.ty, Direction::Eq)?;
    let weight = b.splat(&x.ty, heavy)?;
    let a = b.select(diagonal, weight, x.value)?;
    let lower = st.rng.percent(50);
    if st.rng.percent(50) {
        let factor = b.value(row("stablehlo.cholesky")?, &[a], Attrs::new().with("lower", Attr::Bool(lower)))?;
        // The other triangle of the result is unspecified.
        let kept = masks(b, &x.ty, if lower { Direction::Ge } else { Direction::Le })?;
        let zero = b.splat(&x.ty, 0.0)?;
        let value = b.select(kept, factor, zero)?;
        let most = heavy.sqrt().max(x.bounds.magnitude());
        return st.push(b, value, Bounds::rounded(-most, most, x.bounds.error), 4 * size);
    }
    let left = st.rng.percent(60);
    let mut dims = x.ty.dims.to_vec();
    let at = dims.len() - if left { 1 } else { 2 };
    dims[at] = st.rng.range(1, 4);
    let Some(y) = st.partner(b, &x.ty.with_dims(&dims), |bounds| bounds.magnitude() <= 8.0)? else { return Ok(false) };
    let transpose = st.rng.choose(&["NO_TRANSPOSE", "TRANSPOSE"]);
    let attrs = Attrs::new()
        .with("left_side", Attr::Bool(left))
        .with("lower", Attr::Bool(lower))
        .with("transpose_a", Attr::stablehlo_enum("transpose", transpose))
        .with("unit_diagonal", Attr::Bool(false));
    let value = b.value(row("stablehlo.triangular_solve")?, &[a, y.value], attrs)?;
    let most = y.bounds.magnitude();
    st.push(b, value, Bounds::rounded(-most, most, x.bounds.error + y.bounds.error), 4 * size)
}

/// A Fourier transform of the minor dimension, or of two.
pub fn fft(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.rank() > 0 && entry.ty.element == ElementType::C64 && entry.ty.num_elements() > 0) else { return Ok(false) };
    let rank = x.ty.rank();
    let count = if rank > 1 && st.rng.percent(25) { 2 } else { 1 };
    let lengths = x.ty.dims[rank - count..].to_vec();
    let terms: i64 = lengths.iter().product();
    let kind = st.rng.choose(&["FFT", "IFFT"]);
    let attrs = Attrs::new().with("fft_type", Attr::stablehlo_enum("fft_type", kind)).with("fft_length", Attr::ints(&lengths));
    let value = b.value(row("stablehlo.fft")?, &[x.value], attrs)?;
    let most = x.bounds.magnitude() * 2.0 * if kind == "FFT" { terms as f64 } else { 1.0 };
    st.push(b, value, Bounds::rounded(-most, most, x.bounds.error * 2.0 * terms as f64), 8)
}

/// Where row and column of the two minor dimensions compare so.
fn masks(b: &mut Builder<'_>, ty: &TensorType, direction: Direction) -> Result<Value, String> {
    let counts = ty.with_element(ElementType::I32);
    let rank = ty.rank() as i64;
    let rows = b.iota(&counts, rank - 2)?;
    let columns = b.iota(&counts, rank - 1)?;
    b.compare(direction, rows, columns)
}
