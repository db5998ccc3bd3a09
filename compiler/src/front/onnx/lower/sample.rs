//! Reading images at computed, fractional places.

use super::call::Call;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::Res;
use shardwright_dialects::stablehlo::dims::GatherDims;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "GridSample" => grid_sample(context, call),
        "AffineGrid" => affine_grid(context, call),
        "Col2Im" => col2im(context, call),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

#[derive(Clone, Copy, PartialEq)]
enum Beyond {
    Zeros,
    Border,
    Reflection,
}

/// The sampling of one call.
struct Sampler {
    /// The image as [batch, space…, channels].
    image: Val,
    /// Sizes of the spatial dimensions.
    sizes: Vec<i64>,
    beyond: Beyond,
    align: bool,
}

impl Sampler {
    /// First and last coordinate of a dimension: the centres of its end elements, or their outer edges.
    fn border(&self, dim: usize) -> (f64, f64) {
        let size = self.sizes[dim] as f64;
        if self.align { (0.0, size - 1.0) } else { (-0.5, size - 0.5) }
    }
}

fn grid_sample(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, grid) = (call.input(0)?, call.input(1)?);
    let (dims, places) = (context.dims(&x), context.dims(&grid));
    let rank = dims.len().saturating_sub(2);
    if rank > 3 {
        return Err(format!("GridSample over {rank} dimensions is not supported: 1 to 3 are"));
    }
    if rank < 1 || places.len() != dims.len() || places.last() != Some(&(rank as i64)) || places[0] != dims[0] {
        return Err(format!("a grid of shape {places:?} does not fit an image of shape {dims:?}"));
    }
    let beyond = match call.text("padding_mode", "zeros")?.as_str() {
        "zeros" => Beyond::Zeros,
        "border" => Beyond::Border,
        "reflection" => Beyond::Reflection,
        other => return Err(format!("padding_mode must be zeros, border or reflection, got {other:?}")),
    };
    let mut perm: Vec<i64> = vec![0];
    perm.extend(2..dims.len() as i64);
    perm.push(1);
    let image = context.transpose(&x, &perm)?;
    let sampler = Sampler { image, sizes: dims[2..].to_vec(), beyond, align: call.flag("align_corners", false)? };
    let mode = call.text("mode", "linear")?;
    let mut coordinates = Vec::new();
    for dim in 0..rank {
        // The grid names the last dimension first.
        let part = context.slice_dim(&grid, places.len() - 1, (rank - 1 - dim) as i64, 1)?;
        let part = context.reshape(&part, &places[..places.len() - 1])?;
        coordinates.push(denormalize(context, &part, dim, &sampler, mode == "nearest")?);
    }
    let taps: &[i64] = match mode.as_str() {
        "nearest" => &[0],
        "linear" | "bilinear" => &[0, 1],
        "cubic" | "bicubic" => &[-1, 0, 1, 2],
        other => return Err(format!("mode must be nearest, linear or cubic, got {other:?}")),
    };
    let sum = interpolate(context, &sampler, &coordinates, taps)?;
    let mut back: Vec<i64> = vec![0, dims.len() as i64 - 1];
    back.extend(1..dims.len() as i64 - 1);
    context.transpose(&sum, &back)
}

/// From [-1, 1] to element coordinates, brought inside where the mode asks for it.
fn denormalize(context: &mut Context, part: &Val, dim: usize, sampler: &Sampler, nearest: bool) -> Res<Val> {
    let size = sampler.sizes[dim] as f64;
    let shifted = context.binary_number("add", part, 1.0)?;
    let mut at = if sampler.align {
        context.binary_number("multiply", &shifted, (size - 1.0) / 2.0)?
    } else {
        let scaled = context.binary_number("multiply", &shifted, size)?;
        let scaled = context.binary_number("subtract", &scaled, 1.0)?;
        context.binary_number("multiply", &scaled, 0.5)?
    };
    if nearest {
        at = context.unary("round_nearest_even", &at)?;
    }
    match sampler.beyond {
        Beyond::Zeros => Ok(at),
        Beyond::Border => clamp(context, &at, size),
        Beyond::Reflection => reflect(context, &at, sampler.border(dim)),
    }
}

fn clamp(context: &mut Context, at: &Val, size: f64) -> Res<Val> {
    let at = context.binary_number("maximum", at, 0.0)?;
    context.binary_number("minimum", &at, size - 1.0)
}

/// A triangle wave between the borders: low + (range - |t - range|) with t = (x - low) mod 2 range.
fn reflect(context: &mut Context, at: &Val, (low, high): (f64, f64)) -> Res<Val> {
    let range = high - low;
    if range <= 0.0 {
        return context.binary_number("multiply", at, 0.0);
    }
    let from = context.binary_number("subtract", at, low)?;
    let turns = context.binary_number("divide", &from, 2.0 * range)?;
    let turns = context.unary("floor", &turns)?;
    let whole = context.binary_number("multiply", &turns, 2.0 * range)?;
    let rest = context.binary("subtract", &from, &whole)?;
    let off = context.binary_number("subtract", &rest, range)?;
    let off = context.unary("abs", &off)?;
    let negative = context.unary("negate", &off)?;
    context.binary_number("add", &negative, range + low)
}

/// Σ over all combinations of taps of the product of their weights times the image there.
fn interpolate(context: &mut Context, sampler: &Sampler, coordinates: &[Val], taps: &[i64]) -> Res<Val> {
    let rank = coordinates.len();
    let mut choices = Vec::new();
    for (dim, at) in coordinates.iter().enumerate() {
        let floor = context.unary("floor", at)?;
        let fraction = context.binary("subtract", at, &floor)?;
        let mut options = Vec::new();
        for &tap in taps {
            let place = if tap == 0 { floor.clone() } else { context.binary_number("add", &floor, tap as f64)? };
            let mut weight = weight(context, &fraction, tap, taps.len())?;
            let size = sampler.sizes[dim] as f64;
            if sampler.beyond == Beyond::Zeros {
                let (low, high) = (context.number(&place, 0.0), context.number(&place, size - 1.0));
                let above = context.compare("GE", &place, &low)?;
                let below = context.compare("LE", &place, &high)?;
                let inside = context.binary("and", &above, &below)?;
                weight = context.select(&inside, &weight, &low)?;
            }
            let place = if sampler.beyond == Beyond::Reflection {
                let reflected = reflect(context, &place, sampler.border(dim))?;
                context.unary("floor", &reflected)?
            } else {
                place
            };
            let place = clamp(context, &place, size)?;
            options.push((context.convert(&place, ElementType::I64)?, weight));
        }
        choices.push(options);
    }
    let mut sum: Option<Val> = None;
    for combination in 0..taps.len().pow(rank as u32) {
        let mut rest = combination;
        let (mut places, mut weight): (Vec<Val>, Option<Val>) = (Vec::new(), None);
        for options in &choices {
            let (place, one) = &options[rest % taps.len()];
            rest /= taps.len();
            places.push(place.clone());
            weight = Some(match weight {
                Some(weight) => context.binary("multiply", &weight, one)?,
                None => one.clone(),
            });
        }
        let read = read(context, sampler, &places)?;
        let weight = weight.ok_or("an image without spatial dimensions")?;
        let mut dims = context.dims(&weight);
        dims.push(1);
        let weight = context.reshape(&weight, &dims)?;
        let element = context.element(&read);
        let weight = context.convert(&weight, element)?;
        let term = context.binary("multiply", &read, &weight)?;
        sum = Some(match sum {
            Some(sum) => context.binary("add", &sum, &term)?,
            None => term,
        });
    }
    sum.ok_or_else(|| "an image without spatial dimensions".into())
}

/// The weight of a tap at a fraction between elements: nearest, linear, or Keys' cubic with coefficient -0.75.
fn weight(context: &mut Context, fraction: &Val, tap: i64, taps: usize) -> Res<Val> {
    const A: f64 = -0.75;
    match (taps, tap) {
        (1, _) => {
            let ty = context.ty(fraction);
            Ok(Const::splat(ty, Scalar::Float(1.0)).into())
        }
        (2, 0) => {
            let one = context.number(fraction, 1.0);
            context.binary("subtract", &one, fraction)
        }
        (2, _) => Ok(fraction.clone()),
        _ => {
            let distance = context.binary_number("subtract", fraction, tap as f64)?;
            let x = context.unary("abs", &distance)?;
            let coefficients = if tap == 0 || tap == 1 {
                [1.0, 0.0, -(A + 3.0), A + 2.0]
            } else {
                [-4.0 * A, 8.0 * A, -5.0 * A, A]
            };
            super::math::polynomial(context, &x, &coefficients)
        }
    }
}

/// The image's channels at places, one index tensor [batch, out…] a spatial dimension: [batch, out…, channels].
fn read(context: &mut Context, sampler: &Sampler, places: &[Val]) -> Res<Val> {
    let rank = places.len() as i64;
    let dims = context.dims(&sampler.image);
    let tuples = super::control::stack(context, places, places.first().map_or(0, |place| context.dims(place).len()))?;
    let shape = context.dims(&tuples);
    let mut sizes = vec![1; dims.len()];
    sizes[dims.len() - 1] = dims[dims.len() - 1];
    let numbers = GatherDims {
        offset_dims: vec![shape.len() as i64 - 1],
        collapsed_slice_dims: (1..=rank).collect(),
        operand_batching_dims: vec![0],
        start_indices_batching_dims: vec![0],
        start_index_map: (1..=rank).collect(),
        index_vector_dim: shape.len() as i64 - 1,
    };
    let (image, tuples) = (context.ir(&sampler.image)?, context.ir(&tuples)?);
    context.emit.gather(image, tuples, &numbers, &sizes).map(Val::from)
}

/// Grids beyond this many places are refused.
const MAX_GRID: i64 = 1 << 24;

/// Each batch entry's affine map applied to a regular grid over [-1, 1].
fn affine_grid(context: &mut Context, call: &Call) -> Res<Val> {
    let theta = call.input(0)?;
    let size = context.ints(&call.input(1)?, "the size of AffineGrid")?;
    let space = size.get(2..).unwrap_or(&[]);
    let rank = space.len() as i64;
    let count = space.iter().try_fold(1i64, |product, &size| product.checked_mul(size.max(0)));
    let count = count.filter(|&count| count <= MAX_GRID).ok_or_else(|| format!("a grid of {space:?} places is too large"))?;
    let dims = context.dims(&theta);
    if !(2..=3).contains(&rank) || dims[..] != [size[0], rank, rank + 1] {
        return Err(format!("theta {} does not fit a size of {size:?}", context.ty(&theta)));
    }
    let align = call.flag("align_corners", false)?;
    let strides = super::constant::strides(space);
    let coordinate = |place: i64, dim: usize| {
        let (index, size) = ((place / strides[dim] % space[dim]) as f64, space[dim] as f64);
        if align { if size > 1.0 { 2.0 * index / (size - 1.0) - 1.0 } else { -1.0 } } else { (2.0 * index + 1.0) / size - 1.0 }
    };
    // Rows (x, y, z, 1): the last dimension first.
    let table = (0..count * (rank + 1)).map(|at| {
        let (place, column) = (at / (rank + 1), at % (rank + 1));
        Scalar::Float(if column == rank { 1.0 } else { coordinate(place, (rank - 1 - column) as usize) })
    });
    let base = Const::from_scalars(TensorType::new(context.element(&theta), &[count, rank + 1]), table);
    let base = context.emit.constant(&base)?;
    let theta = context.ir(&theta)?;
    // [batch, rank, places] to [batch, places, rank].
    let product = context.emit.dot(theta, base, [&[], &[]], [&[2], &[1]])?;
    let moved = context.transpose(&product.into(), &[0, 2, 1])?;
    let mut shape = vec![size[0]];
    shape.extend(space);
    shape.push(rank);
    context.reshape(&moved, &shape)
}

/// Columns of blocks added up into an image: one shifted, spread copy for each place of the block.
fn col2im(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let image = context.ints(&call.input(1)?, "the image shape of Col2Im")?;
    let block = context.ints(&call.input(2)?, "the block shape of Col2Im")?;
    let rank = image.len();
    super::call::check_steps("the block shape", &block, 1)?;
    super::call::check_steps("the image shape", &image, 1)?;
    let dilation = call.steps("dilations", rank, 1, 1)?;
    let stride = call.steps("strides", rank, 1, 1)?;
    let pads = call.steps("pads", 2 * rank, 0, 0)?;
    let dims = context.dims(&x);
    let places: i64 = block.iter().try_fold(1i64, |product, size| product.checked_mul(*size)).unwrap_or(i64::MAX);
    let span = |dim: usize| (block[dim] - 1) * dilation[dim] + 1;
    let columns: Vec<i64> = (0..rank)
        .map(|dim| (image[dim] + pads[dim] + pads[dim + rank] - span(dim)).div_euclid(stride[dim]) + 1)
        .collect();
    let [batch, rows, count] = dims[..] else { return Err(format!("Col2Im needs rank 3, got {}", context.ty(&x))) };
    if block.len() != rank || places > 4096 || rows % places != 0 || columns.iter().product::<i64>() != count {
        return Err(format!("columns {} do not fit an image {image:?} of blocks {block:?}", context.ty(&x)));
    }
    let channels = rows / places;
    let mut apart = vec![batch, channels, places];
    apart.extend(&columns);
    let apart = context.reshape(&x, &apart)?;
    let zero = context.emit.splat(context.element(&apart), &[], 0.0)?;
    let steps = super::constant::strides(&block);
    let mut sum: Option<Val> = None;
    for place in 0..places {
        let part = context.slice_dim(&apart, 2, place, 1)?;
        let mut shape = vec![batch, channels];
        shape.extend(&columns);
        let part = context.reshape(&part, &shape)?;
        let (mut low, mut high, mut between) = (vec![0, 0], vec![0, 0], vec![0, 0]);
        for dim in 0..rank {
            let offset = place / steps[dim] % block[dim] * dilation[dim] - pads[dim];
            let extent = (columns[dim] - 1) * stride[dim] + 1;
            low.push(offset);
            high.push(image[dim] - offset - extent);
            between.push(stride[dim] - 1);
        }
        let value = context.ir(&part)?;
        let spread: Val = context.emit.pad(value, zero, &low, &high, &between)?.into();
        sum = Some(match sum {
            Some(sum) => context.binary("add", &sum, &spread)?,
            None => spread,
        });
    }
    sum.ok_or_else(|| "Col2Im of empty blocks".into())
}
