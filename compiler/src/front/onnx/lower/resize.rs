//! Resizing by interpolation.
//!
//! Interpolation along one dimension is a linear map whose matrix is known when the sizes are: `nearest` gathers,
//! the other modes multiply by it, one dimension after the other.

use super::call::{Call, axis};
use super::constant::{Const, Data, Scalar};
use super::context::{Context, Val};
use super::emit::Res;
use super::gather::gather;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    match call.op {
        "Resize" | "Upsample" => Some(resize(context, call).map(|val| vec![val])),
        _ => None,
    }
}

/// Matrices beyond this many elements are refused.
const MAX_MATRIX: i64 = 1 << 22;

/// How one dimension is resized.
struct Plan {
    dim: usize,
    from: i64,
    to: i64,
    scale: f64,
    /// Start and end of the region that is resized, as fractions.
    region: [f64; 2],
}

/// Which element a place between two takes.
#[derive(Clone, Copy)]
enum Nearest {
    RoundPreferFloor,
    RoundPreferCeil,
    Floor,
    Ceil,
    /// Of operator sets before 11, which name none: ONNX Runtime goes up where the tensor shrinks, else down.
    Inward,
}

/// The options of a call.
struct Options {
    mode: String,
    coordinates: String,
    nearest: Nearest,
    cubic: f64,
    exclude_outside: bool,
    antialias: bool,
    extrapolation: f64,
}

fn resize(context: &mut Context, call: &Call) -> Res<Val> {
    let mut x = call.input(0)?;
    let upsample = call.op == "Upsample" || call.opset < 11;
    let options = Options {
        mode: call.text("mode", "nearest")?,
        coordinates: call.text("coordinate_transformation_mode", if upsample { "asymmetric" } else { "half_pixel" })?,
        nearest: if upsample { Nearest::Inward } else { Nearest::parse(&call.text("nearest_mode", "round_prefer_floor")?)? },
        cubic: call.float("cubic_coeff_a", -0.75)?,
        exclude_outside: call.flag("exclude_outside", false)?,
        antialias: call.flag("antialias", false)?,
        extrapolation: call.float("extrapolation_value", 0.0)?,
    };
    for plan in plans(context, call, &x, upsample, &options)? {
        x = resize_dim(context, &x, &plan, &options)?;
    }
    Ok(x)
}

fn plans(context: &mut Context, call: &Call, x: &Val, upsample: bool, options: &Options) -> Res<Vec<Plan>> {
    let dims = context.dims(x);
    let along = match call.ints("axes")? {
        Some(list) => list.iter().map(|&one| axis(one, dims.len())).collect::<Res<Vec<_>>>()?,
        None => (0..dims.len()).collect(),
    };
    let given = |context: &Context, index: usize, what: &str| -> Res<Option<Vec<f64>>> {
        match call.optional(index) {
            Some(val) if context.ty(&val).num_elements() > 0 => context.floats(&val, what).map(Some),
            _ => Ok(None),
        }
    };
    let scales = match call.floats("scales")? {
        Some(list) => Some(list),
        None => given(context, if upsample { 1 } else { 2 }, "the scales of Resize")?,
    };
    let sizes = if upsample { None } else { given(context, 3, "the sizes of Resize")? };
    let region = if options.coordinates == "tf_crop_and_resize" { given(context, 1, "the roi of Resize")? } else { None };
    let count = along.len();
    let bad = |list: &Option<Vec<f64>>, wanted: usize| list.as_ref().is_some_and(|list| list.len() != wanted);
    if bad(&scales, count) || bad(&sizes, count) || bad(&region, 2 * count) {
        return Err(format!("scales, sizes and roi of Resize must have one entry for each of {count} axes"));
    }
    let mut scales = match (scales, &sizes) {
        (Some(scales), _) => scales,
        (None, Some(sizes)) => (0..count).map(|index| sizes[index] / dims[along[index]] as f64).collect(),
        (None, None) => return Err("Resize needs scales or sizes".into()),
    };
    let mut result_sizes: Vec<f64> = match &sizes {
        Some(sizes) => sizes.clone(),
        None => (0..count)
            .map(|index| {
                let part = region.as_ref().map_or(1.0, |region| region[index + count] - region[index]);
                (dims[along[index]] as f64 * part * scales[index]).floor()
            })
            .collect(),
    };
    let policy = call.text("keep_aspect_ratio_policy", "stretch")?;
    if sizes.is_some() && policy != "stretch" {
        let pick = if policy == "not_larger" { f64::min } else { f64::max };
        let scale = scales.iter().copied().reduce(pick).unwrap_or(1.0);
        scales = vec![scale; count];
        result_sizes = along.iter().map(|&dim| (scale * dims[dim] as f64 + 0.5).floor()).collect();
    }
    let mut plans = Vec::new();
    for index in 0..count {
        let (dim, size) = (along[index], result_sizes[index]);
        if !size.is_finite() || size < 0.0 || size > MAX_MATRIX as f64 || !scales[index].is_finite() || scales[index] <= 0.0 {
            return Err(format!("Resize of axis {dim} by {} to size {size} is not possible", scales[index]));
        }
        let whole = region.as_ref().map_or([0.0, 1.0], |region| [region[index], region[index + count]]);
        plans.push(Plan { dim, from: dims[dim], to: size as i64, scale: scales[index], region: whole });
    }
    plans.retain(|plan| plan.from != plan.to || plan.scale != 1.0 || plan.region != [0.0, 1.0]);
    Ok(plans)
}

/// Where in the original a place of the result lies.
fn source(place: i64, plan: &Plan, options: &Options) -> Res<f64> {
    let x = place as f64;
    let (from, scale) = (plan.from as f64, plan.scale);
    // The size before rounding, which some transformations refer to.
    let exact = scale * from;
    Ok(match options.coordinates.as_str() {
        "half_pixel" => (x + 0.5) / scale - 0.5,
        "half_pixel_symmetric" => {
            let adjustment = plan.to as f64 / exact;
            let center = from / 2.0;
            center * (1.0 - adjustment) + (x + 0.5) / scale - 0.5
        }
        "pytorch_half_pixel" if exact <= 1.0 => 0.0,
        "pytorch_half_pixel" => (x + 0.5) / scale - 0.5,
        "align_corners" if exact == 1.0 => 0.0,
        "align_corners" => x * (from - 1.0) / (exact - 1.0),
        "asymmetric" => x / scale,
        "tf_crop_and_resize" => {
            let [start, end] = plan.region;
            if plan.to == 1 {
                (end - start) * (from - 1.0) / 2.0
            } else {
                start * (from - 1.0) + x * (end - start) * (from - 1.0) / (plan.to as f64 - 1.0)
            }
        }
        other => return Err(format!("coordinate_transformation_mode {other:?} is not supported")),
    })
}

fn resize_dim(context: &mut Context, x: &Val, plan: &Plan, options: &Options) -> Res<Val> {
    if plan.from == 0 {
        return Err(format!("Resize of axis {} of size 0 is not possible", plan.dim));
    }
    if plan.to.checked_mul(plan.from).is_none_or(|count| count > MAX_MATRIX) && options.mode != "nearest" {
        return Err(format!("Resize of axis {} from {} to {} is too large", plan.dim, plan.from, plan.to));
    }
    let places = (0..plan.to).map(|place| source(place, plan, options)).collect::<Res<Vec<f64>>>()?;
    let outside: Vec<bool> = places.iter().map(|&at| at < 0.0 || at > plan.from as f64 - 1.0).collect();
    let result = if options.mode == "nearest" {
        let nearest: Vec<i64> = places.iter().map(|&at| options.nearest.of(at, plan.scale).clamp(0, plan.from - 1)).collect();
        gather(context, x, &Const::ints(&nearest).into(), plan.dim)?
    } else {
        let mut matrix = Vec::with_capacity((plan.to * plan.from) as usize);
        for &at in &places {
            matrix.extend(weights(at, plan, options)?);
        }
        multiply(context, x, plan, matrix)?
    };
    if options.coordinates != "tf_crop_and_resize" || !outside.contains(&true) {
        return Ok(result);
    }
    let mut dims = vec![1; context.dims(&result).len()];
    dims[plan.dim] = plan.to;
    let ty = TensorType::new(ElementType::I1, &dims);
    let mask: Val = Const { ty, data: Data::Ints(outside.iter().map(|&out| i64::from(out)).collect()) }.into();
    let value = context.number(&result, options.extrapolation);
    context.select(&mask, &value, &result)
}

impl Nearest {
    fn parse(text: &str) -> Res<Nearest> {
        Ok(match text {
            "round_prefer_floor" => Nearest::RoundPreferFloor,
            "round_prefer_ceil" => Nearest::RoundPreferCeil,
            "floor" => Nearest::Floor,
            "ceil" => Nearest::Ceil,
            other => return Err(format!("nearest_mode {other:?} is not supported")),
        })
    }

    /// The element nearest to a place of the original.
    fn of(self, at: f64, scale: f64) -> i64 {
        let element = match self {
            // Halves go down, respectively up.
            Nearest::RoundPreferFloor => (at - 0.5).ceil(),
            Nearest::RoundPreferCeil => (at + 0.5).floor(),
            Nearest::Inward if scale < 1.0 => at.ceil(),
            Nearest::Floor | Nearest::Inward => at.floor(),
            Nearest::Ceil => at.ceil(),
        };
        element as i64
    }
}

/// One row of the matrix: how much each original element contributes to a place.
fn weights(at: f64, plan: &Plan, options: &Options) -> Res<Vec<f64>> {
    // Shrinking with antialiasing stretches the kernel over the elements that a place covers.
    let stretch = if options.antialias { plan.scale.min(1.0) } else { 1.0 };
    let (radius, kernel): (f64, &dyn Fn(f64) -> f64) = match options.mode.as_str() {
        "linear" => (1.0, &|distance| (1.0 - distance.abs()).max(0.0)),
        "cubic" => (2.0, &|distance| cubic(distance.abs(), options.cubic)),
        other => return Err(format!("mode must be nearest, linear or cubic, got {other:?}")),
    };
    let reach = radius / stretch;
    if !at.is_finite() || at.abs() > MAX_MATRIX as f64 || reach * plan.to as f64 > MAX_MATRIX as f64 {
        return Err(format!("Resize of axis {} by {} is too extreme", plan.dim, plan.scale));
    }
    let (first, last) = ((at - reach).floor() as i64, (at + reach).ceil() as i64);
    let mut row = vec![0.0; plan.from as usize];
    let mut total = 0.0;
    for index in first..=last {
        let weight = kernel((index as f64 - at) * stretch);
        if options.exclude_outside && !(0..plan.from).contains(&index) {
            continue;
        }
        total += weight;
        row[index.clamp(0, plan.from - 1) as usize] += weight;
    }
    if total != 0.0 && (options.exclude_outside || options.antialias) {
        row.iter_mut().for_each(|weight| *weight /= total);
    }
    Ok(row)
}

/// Keys' cubic convolution kernel with coefficient `a`.
fn cubic(x: f64, a: f64) -> f64 {
    if x <= 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
    } else {
        0.0
    }
}

/// Multiplies dimension `plan.dim` by a row-major `to` x `from` matrix.
fn multiply(context: &mut Context, x: &Val, plan: &Plan, matrix: Vec<f64>) -> Res<Val> {
    let element = context.element(x);
    let wide = if element.is_float() && element.bits() >= 32 { element } else { ElementType::F32 };
    let value = context.convert(x, wide)?;
    let value = context.ir(&value)?;
    let ty = TensorType::new(wide, &[plan.to, plan.from]);
    let matrix = Const::from_scalars(ty, matrix.into_iter().map(Scalar::Float));
    let matrix = context.emit.constant(&matrix)?;
    let product: Val = context.emit.dot(value, matrix, [&[], &[]], [&[plan.dim as i64], &[1]])?.into();
    // The new dimension stands last; it goes back to its place.
    let rank = context.dims(&product).len();
    let mut perm: Vec<i64> = (0..rank as i64 - 1).collect();
    perm.insert(plan.dim, rank as i64 - 1);
    let moved = context.transpose(&product, &perm)?;
    if element.is_int() {
        let rounded = context.unary("round_nearest_even", &moved)?;
        return context.convert(&rounded, element);
    }
    context.convert(&moved, element)
}
