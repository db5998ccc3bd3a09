//! Linear algebra in loops: Cholesky factors, triangular systems, Fourier transforms.
//!
//! Invariants: floats narrower than `f32` are refused; a transform of n numbers is their sum over n roots of unity (n² work): these
//! ops stand in few programs, and seldom on long dimensions.

use super::super::site::Site;
use super::super::writer::{Block, Loop, Map, Result, Val};
use super::complex::part;
use super::{contraction, numbers};
use shardwright_ir::{Attr, ElementType, TensorType};

/// Arithmetic on numbers of one type, real or complex, in one block.
struct Numbers<'a, 'm> {
    site: Site<'a, 'm>,
    element: ElementType,
}

impl<'a, 'm> Numbers<'a, 'm> {
    fn new(site: &Site<'a, 'm>, block: Block<'m>, element: ElementType) -> Numbers<'a, 'm> {
        Numbers { site: site.inside(block), element }
    }
    fn of(&self, names: &numbers::Names, left: Val<'m>, right: Val<'m>) -> Result<Val<'m>> {
        numbers::of(&self.site, self.element, &[left, right], names)
    }
    fn divide(&self, left: Val<'m>, right: Val<'m>) -> Result<Val<'m>> {
        self.site.w.same(self.site.block, if self.element.is_complex() { "complex.div" } else { "arith.divf" }, &[left, right])
    }
    fn conjugate(&self, x: Val<'m>) -> Result<Val<'m>> {
        if self.element.is_complex() { self.site.w.same(self.site.block, "complex.conj", &[x]) } else { Ok(x) }
    }
    /// The square root of the real part; NaN unless that is above zero.
    fn root(&self, x: Val<'m>) -> Result<Val<'m>> {
        let (w, block, real) = (&self.site.w, self.site.block, if self.element.is_complex() { part(self.element) } else { self.element });
        let ty = w.element(real)?;
        let x = if self.element.is_complex() { w.cast(block, "complex.re", x, ty)? } else { x };
        let above = w.compare_floats(block, 2, x, w.number(block, real, 0.0)?)?;
        let root = w.choose(block, above, w.same(block, "math.sqrt", &[x])?, w.number(block, real, f64::NAN)?)?;
        match self.element.is_complex() {
            true => w.value(block, "complex.create", &[root, w.number(block, real, 0.0)?], &[], w.element(self.element)?),
            false => Ok(root),
        }
    }
    fn zero(&self) -> Result<Val<'m>> {
        self.site.w.number(self.site.block, self.element, 0.0)
    }
}

fn check(site: &Site, element: ElementType) -> Result<()> {
    if element.is_float() && element.bits() < 32 {
        return Err(site.refuse(&format!("numbers of {element} are not served")));
    }
    Ok(())
}

fn flag(site: &Site, name: &str) -> bool {
    site.op.attr(name).and_then(Attr::as_bool).unwrap_or(false)
}

/// `stablehlo.cholesky`: a matrix that has no factor gives NaN everywhere.
pub fn cholesky<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, ty, lower) = (&site.w, site.operand(0), flag(site, "lower"));
    check(site, ty.element)?;
    let (batch, size) = (&ty.dims[..ty.rank() - 2], ty.dims[ty.rank() - 1]);
    // Always the lower factor; of the upper triangle its conjugate is read and written.
    let place = |at: &[Val<'m>], row: Val<'m>, column: Val<'m>| match lower {
        true => [at, &[row, column]].concat(),
        false => [at, &[column, row]].concat(),
    };
    let turned = |n: &Numbers<'_, 'm>, value: Val<'m>| if lower { Ok(value) } else { n.conjugate(value) };
    let start = w.zeros(site.block, ty)?;
    let nest = [batch, &[size, size]].concat();
    let depth = batch.len();
    let factors = w.for_each(site.block, &nest, &[start], &mut |block, at, so_far| {
        let (row, column) = (at[depth], at[depth + 1]);
        let n = Numbers::new(site, block, ty.element);
        let value = turned(&n, w.extract(block, x[0], &place(&at[..depth], row, column))?)?;
        let known = w.for_each(block, &[size], &[n.zero()?], &mut |inner, k, sum| {
            let n = Numbers::new(site, inner, ty.element);
            let left = turned(&n, w.extract(inner, so_far[0], &place(&at[..depth], row, k[0]))?)?;
            let right = turned(&n, w.extract(inner, so_far[0], &place(&at[..depth], column, k[0]))?)?;
            let product = n.of(&numbers::MULTIPLY, left, n.conjugate(right)?)?;
            let counts = w.compare_ints(inner, 6, k[0], column)?;
            Ok(vec![w.choose(inner, counts, n.of(&numbers::ADD, sum[0], product)?, sum[0])?])
        })?;
        let rest = n.of(&numbers::SUBTRACT, value, known[0])?;
        let diagonal = w.extract(block, so_far[0], &place(&at[..depth], column, column))?;
        let (below, on) = (w.compare_ints(block, 8, row, column)?, w.compare_ints(block, 0, row, column)?);
        let value = w.choose(block, on, n.root(rest)?, n.zero()?)?;
        let value = w.choose(block, below, n.divide(rest, diagonal)?, value)?;
        Ok(vec![w.insert(block, turned(&n, value)?, so_far[0], &place(&at[..depth], row, column))?])
    })?;
    let factors = w.only(factors)?;
    // The last diagonal element is NaN where any before it was: each is subtracted from the ones after it.
    let filled = w.fill_new(site.block, ty, &[(factors, Map::identity(ty.rank()))], |inner, element| {
        let last = w.index(inner, size - 1)?;
        let at = (0..depth).map(|dim| w.loop_index(inner, dim)).collect::<Result<Vec<_>>>()?;
        let end = w.extract(inner, factors, &[&at[..], &[last, last]].concat())?;
        let real = if ty.element.is_complex() { w.cast(inner, "complex.re", end, w.element(part(ty.element))?)? } else { end };
        let failed = w.compare_floats(inner, 14, real, real)?;
        w.choose(inner, failed, end, element[0])
    })?;
    Ok(vec![if size == 0 { factors } else { filled }])
}

/// `stablehlo.triangular_solve`.
pub fn triangular_solve<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, ty) = (&site.w, site.operand(1));
    check(site, ty.element)?;
    let transpose = site.op.attr("transpose_a").and_then(Attr::as_enum).ok_or_else(|| site.refuse("no transpose_a"))?;
    let (transposed, conjugated) = (transpose != "NO_TRANSPOSE", transpose == "ADJOINT");
    let (left, lower, unit) = (flag(site, "left_side"), flag(site, "lower"), flag(site, "unit_diagonal"));
    let depth = ty.rank() - 2;
    let (rows, columns) = (ty.dims[depth], ty.dims[depth + 1]);
    let (size, count) = if left { (rows, columns) } else { (columns, rows) };
    // `x op(a) = b` is `op(a)ᵀ xᵀ = bᵀ`: one transposition more, and unknowns along rows.
    let flipped = transposed == left;
    let forward = lower != flipped;
    let nest = [&ty.dims[..depth], &[count, size]].concat();
    w.for_each(site.block, &nest, &[x[1]], &mut |block, at, so_far| {
        let n = Numbers::new(site, block, ty.element);
        let (lane, step) = (at[depth], at[depth + 1]);
        let row = match forward {
            true => step,
            false => w.same(block, "arith.subi", &[w.index(block, size - 1)?, step])?,
        };
        let read = |n: &Numbers<'_, 'm>, row: Val<'m>, column: Val<'m>| {
            let place = if flipped { [column, row] } else { [row, column] };
            let value = w.extract(n.site.block, x[0], &[&at[..depth], &place].concat())?;
            if conjugated { n.conjugate(value) } else { Ok(value) }
        };
        let place = |unknown: Val<'m>| match left {
            true => [&at[..depth], &[unknown, lane]].concat(),
            false => [&at[..depth], &[lane, unknown]].concat(),
        };
        let known = w.for_each(block, &[size], &[n.zero()?], &mut |inner, k, sum| {
            let n = Numbers::new(site, inner, ty.element);
            let product = n.of(&numbers::MULTIPLY, read(&n, row, k[0])?, w.extract(inner, so_far[0], &place(k[0]))?)?;
            let counts = w.compare_ints(inner, if forward { 6 } else { 8 }, k[0], row)?;
            Ok(vec![w.choose(inner, counts, n.of(&numbers::ADD, sum[0], product)?, sum[0])?])
        })?;
        let rest = n.of(&numbers::SUBTRACT, w.extract(block, so_far[0], &place(row))?, known[0])?;
        let solved = if unit { rest } else { n.divide(rest, read(&n, row, row)?)? };
        Ok(vec![w.insert(block, solved, so_far[0], &place(row))?])
    })
}

/// `stablehlo.fft`: one dimension after the other, in doubles.
pub fn fft<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let kind = site.op.attr("fft_type").and_then(Attr::as_enum).ok_or_else(|| site.refuse("no fft_type"))?;
    let (lengths, rank) = (site.op.ints("fft_length"), site.operand(0).rank());
    let wide = ElementType::C128;
    let mut ty = site.operand(0).with_element(wide);
    let mut values = contraction::converted(site, site.block, x[0], site.operand(0), wide)?;
    let inverse = matches!(kind.as_str(), "IFFT" | "IRFFT");
    for (index, &length) in lengths.iter().enumerate() {
        let (dim, last) = (rank - lengths.len() + index, index + 1 == lengths.len());
        let half = last && kind == "IRFFT";
        let mut dims = ty.dims.to_vec();
        dims[dim] = if last && kind == "RFFT" { length / 2 + 1 } else { length };
        let to = ty.with_dims(&dims);
        values = transform(site, values, &ty, &to, dim, length, inverse, half)?;
        ty = to;
    }
    Ok(vec![contraction::converted(site, site.block, values, &ty, site.to())?])
}

/// Sums over roots of unity along `dim`: `to` holds how many frequencies are asked for; of a half spectrum (`half`) the numbers left out
/// are the conjugates of those given.
#[expect(clippy::too_many_arguments, reason = "the parameters of one sum")]
fn transform<'m>(site: &Site<'_, 'm>, x: Val<'m>, from: &TensorType, to: &TensorType, dim: usize, length: i64, inverse: bool, half: bool) -> Result<Val<'m>> {
    let (w, rank) = (&site.w, from.rank());
    let double = ElementType::F64;
    let mut loops = vec![Loop::Parallel; rank];
    loops.push(Loop::Reduction);
    let start = w.zeros(site.block, to)?;
    // Only gives the last loop its extent.
    let shape = w.empty(site.block, &TensorType::new(ElementType::I8, &[length]))?;
    let sums = w.generic(site.block, &[(shape, Map::loops([rank]))], &[(start, Map::identity(rank))], &loops, |inner, so_far| {
        let op = |name: &str, operands: &[Val<'m>]| w.same(inner, name, operands);
        let number = |value: i64| w.index(inner, value);
        let n = Numbers::new(site, inner, ElementType::C128);
        let (frequency, time) = (w.loop_index(inner, dim)?, w.loop_index(inner, rank)?);
        let mut at = (0..rank).map(|dim| w.loop_index(inner, dim)).collect::<Result<Vec<_>>>()?;
        let given = from.dims[dim];
        let mirrored = w.compare_ints(inner, 9, time, number(given)?)?;
        at[dim] = match half {
            true => w.choose(inner, mirrored, op("arith.subi", &[number(length)?, time])?, time)?,
            false => time,
        };
        let mut value = w.extract(inner, x, &at)?;
        if half {
            value = w.choose(inner, mirrored, n.conjugate(value)?, value)?;
        }
        // The angle of a whole number of turns less than one keeps all digits.
        let turns = op("arith.remui", &[op("arith.muli", &[frequency, time])?, number(length)?])?;
        let turns = w.cast(inner, "arith.index_cast", turns, w.ty("i64")?)?;
        let turns = w.cast(inner, "arith.sitofp", turns, w.element(double)?)?;
        let step = std::f64::consts::TAU / length as f64 * if inverse { 1.0 } else { -1.0 };
        let angle = op("arith.mulf", &[turns, w.number(inner, double, step)?])?;
        let root = w.value(inner, "complex.create", &[op("math.cos", &[angle])?, op("math.sin", &[angle])?], &[], w.element(ElementType::C128)?)?;
        let mut product = n.of(&numbers::MULTIPLY, value, root)?;
        if inverse {
            let share = w.number(inner, ElementType::C128, 1.0 / length as f64)?;
            product = n.of(&numbers::MULTIPLY, product, share)?;
        }
        Ok(vec![n.of(&numbers::ADD, so_far[1], product)?])
    })?;
    w.only(sums)
}
