//! Convenience builders of StableHLO ops, for front ends and passes.
//!
//! Invariants: each call appends one op (or the few that it says) at the builder's place and returns its
//! result; nothing is folded. Types are inferred where StableHLO infers them; where an op carries its result
//! type (constant, reshape, broadcast) the caller's dimensions make it. Errors are the rows' own.

use super::dims::{ConvDims, GatherDims, ScatterDims, Window};
use shardwright_ir::sharding::{AxisRef, Mesh, rule::ReduceKind};
use shardwright_ir::types::ElementClass;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Literal, OpInfo, TensorType, Type, Value};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The row of a StableHLO op. Errors where there is none.
pub fn row(name: &str) -> Result<&'static OpInfo, String> {
    static ROWS: LazyLock<HashMap<&'static str, &'static OpInfo>> =
        LazyLock::new(|| super::OPS.iter().map(|info| (info.name, *info)).collect());
    ROWS.get(name).copied().ok_or_else(|| format!("op {name} has no row"))
}

/// The type of the numbers of iterations in loops that are made here.
pub const COUNTER: ElementType = ElementType::I32;

/// How two elements are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "StableHLO's names")]
pub enum Direction {
    Eq,
    Ne,
    Ge,
    Gt,
    Le,
    Lt,
}

impl Direction {
    /// StableHLO's spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            Direction::Eq => "EQ",
            Direction::Ne => "NE",
            Direction::Ge => "GE",
            Direction::Gt => "GT",
            Direction::Le => "LE",
            Direction::Lt => "LT",
        }
    }
}

/// Fills a region: gets its arguments and returns what it returns.
pub type Body<'a> = &'a mut dyn FnMut(&mut Builder<'_>, &[Value]) -> Result<Vec<Value>, String>;

macro_rules! unary_builders {
    ($($method:ident $name:literal),* $(,)?) => {$(
        #[doc = concat!("`", $name, "`.")]
        fn $method(&mut self, x: Value) -> Result<Value, String> {
            self.core().value(row($name)?, &[x], Attrs::new())
        }
    )*};
}
macro_rules! binary_builders {
    ($($method:ident $name:literal),* $(,)?) => {$(
        #[doc = concat!("`", $name, "` of two tensors of one type.")]
        fn $method(&mut self, x: Value, y: Value) -> Result<Value, String> {
            self.core().value(row($name)?, &[x, y], Attrs::new())
        }
    )*};
}

/// StableHLO ops by name, for any [`Builder`].
pub trait StablehloBuilder<'f> {
    /// The builder itself.
    fn core(&mut self) -> &mut Builder<'f>;

    // --- constants ---

    /// A constant.
    fn constant(&mut self, literal: Literal) -> Result<Value, String> {
        self.core().value(row("stablehlo.constant")?, &[], Attrs::new().with("value", Attr::Dense(literal)))
    }
    /// A constant of equal elements, `value` rounded to the element type.
    fn splat(&mut self, ty: &TensorType, value: f64) -> Result<Value, String> {
        self.constant(Literal::splat_f64(ty.clone(), value))
    }
    /// A constant of rank 0.
    fn scalar(&mut self, element: ElementType, value: f64) -> Result<Value, String> {
        self.splat(&TensorType::scalar(element), value)
    }
    /// A constant of equal elements with the type of `like`.
    fn splat_like(&mut self, like: Value, value: f64) -> Result<Value, String> {
        let ty = self.core().ty(like).clone();
        self.splat(&ty, value)
    }
    /// An integer constant (values are truncated to the type). Errors where their number is not the shape's.
    fn int_constant(&mut self, element: ElementType, dims: &[i64], values: &[i64]) -> Result<Value, String> {
        let ty = TensorType::new(element, dims);
        if ty.num_elements() != values.len() as i64 {
            return Err(format!("constant of {ty} needs {} elements, got {}", ty.num_elements(), values.len()));
        }
        if !(element.is_int() || element == ElementType::I1) {
            return Err(format!("an integer constant needs an integer type, got {element}"));
        }
        self.constant(Literal::ints(element, dims, values))
    }
    /// An integer constant of rank 0.
    fn int_scalar(&mut self, element: ElementType, value: i64) -> Result<Value, String> {
        self.int_constant(element, &[], &[value])
    }
    /// `stablehlo.iota`: elements count along dimension `dim`.
    fn iota(&mut self, ty: &TensorType, dim: i64) -> Result<Value, String> {
        let attrs = Attrs::new().with("iota_dimension", Attr::i64(dim));
        self.core().value_of_type(row("stablehlo.iota")?, &[], attrs, ty.clone())
    }

    // --- elementwise ---

    /// An op of one operand, without attributes.
    fn unary(&mut self, info: &'static OpInfo, x: Value) -> Result<Value, String> {
        self.core().value(info, &[x], Attrs::new())
    }
    /// An op of two operands, without attributes.
    fn binary(&mut self, info: &'static OpInfo, x: Value, y: Value) -> Result<Value, String> {
        self.core().value(info, &[x, y], Attrs::new())
    }
    unary_builders! {
        abs "stablehlo.abs", cbrt "stablehlo.cbrt", ceil "stablehlo.ceil", cosine "stablehlo.cosine",
        count_leading_zeros "stablehlo.count_leading_zeros", exp "stablehlo.exponential",
        exp_minus_one "stablehlo.exponential_minus_one", floor "stablehlo.floor", imag "stablehlo.imag",
        is_finite "stablehlo.is_finite", log "stablehlo.log", log_plus_one "stablehlo.log_plus_one",
        logistic "stablehlo.logistic", negate "stablehlo.negate", not "stablehlo.not",
        popcnt "stablehlo.popcnt", real "stablehlo.real", round_nearest_afz "stablehlo.round_nearest_afz",
        round_nearest_even "stablehlo.round_nearest_even", rsqrt "stablehlo.rsqrt", sign "stablehlo.sign",
        sine "stablehlo.sine", sqrt "stablehlo.sqrt", tan "stablehlo.tan", tanh "stablehlo.tanh",
    }
    binary_builders! {
        add "stablehlo.add", and "stablehlo.and", atan2 "stablehlo.atan2", complex "stablehlo.complex",
        divide "stablehlo.divide", maximum "stablehlo.maximum", minimum "stablehlo.minimum",
        multiply "stablehlo.multiply", or "stablehlo.or", power "stablehlo.power",
        remainder "stablehlo.remainder", shift_left "stablehlo.shift_left",
        shift_right_arithmetic "stablehlo.shift_right_arithmetic",
        shift_right_logical "stablehlo.shift_right_logical", subtract "stablehlo.subtract",
        xor "stablehlo.xor",
    }
    /// `stablehlo.compare`, the way of comparing chosen by the element type.
    fn compare(&mut self, direction: Direction, x: Value, y: Value) -> Result<Value, String> {
        let kind = match self.core().ty(x).element.class() {
            ElementClass::Float | ElementClass::Complex => "FLOAT",
            ElementClass::Signed => "SIGNED",
            ElementClass::Unsigned | ElementClass::Bool => "UNSIGNED",
        };
        self.compare_as(direction, kind, x, y)
    }
    /// `stablehlo.compare` by `FLOAT`, `TOTALORDER`, `SIGNED` or `UNSIGNED`.
    fn compare_as(&mut self, direction: Direction, kind: &str, x: Value, y: Value) -> Result<Value, String> {
        let attrs = Attrs::new()
            .with("comparison_direction", Attr::stablehlo_enum("comparison_direction", direction.as_str()))
            .with("compare_type", Attr::stablehlo_enum("comparison_type", kind));
        self.core().value(row("stablehlo.compare")?, &[x, y], attrs)
    }
    /// `stablehlo.select`: elements of `yes` where `pred` is true, else of `no`.
    fn select(&mut self, pred: Value, yes: Value, no: Value) -> Result<Value, String> {
        self.core().value(row("stablehlo.select")?, &[pred, yes, no], Attrs::new())
    }
    /// `stablehlo.clamp`: `x` within `low` and `high` (each of `x`'s type or a scalar).
    fn clamp(&mut self, low: Value, x: Value, high: Value) -> Result<Value, String> {
        self.core().value(row("stablehlo.clamp")?, &[low, x, high], Attrs::new())
    }
    /// `stablehlo.convert` to another element type (also where it is the same one).
    fn convert(&mut self, x: Value, element: ElementType) -> Result<Value, String> {
        let ty = self.core().ty(x).with_element(element);
        self.core().value_of_type(row("stablehlo.convert")?, &[x], Attrs::new(), ty)
    }
    /// [`StablehloBuilder::convert`], or `x` itself where it has that element type.
    fn convert_if_needed(&mut self, x: Value, element: ElementType) -> Result<Value, String> {
        if self.core().ty(x).element == element { Ok(x) } else { self.convert(x, element) }
    }
    /// `stablehlo.bitcast_convert` to this type.
    fn bitcast_convert(&mut self, x: Value, ty: TensorType) -> Result<Value, String> {
        self.core().value_of_type(row("stablehlo.bitcast_convert")?, &[x], Attrs::new(), ty)
    }

    // --- shape and data ---

    /// `stablehlo.broadcast_in_dim`: dimension `i` of `x` becomes dimension `map[i]` of the result.
    fn broadcast_in_dim(&mut self, x: Value, dims: &[i64], map: &[i64]) -> Result<Value, String> {
        let ty = self.core().ty(x).with_dims(dims);
        let attrs = Attrs::new().with("broadcast_dimensions", Attr::ints(map));
        self.core().value_of_type(row("stablehlo.broadcast_in_dim")?, &[x], attrs, ty)
    }
    /// Broadcasts to `dims` as NumPy does (dimensions aligned at the minor end); `x` itself where nothing changes.
    fn broadcast_to(&mut self, x: Value, dims: &[i64]) -> Result<Value, String> {
        let ty = self.core().ty(x).clone();
        if ty.dims[..] == *dims {
            return Ok(x);
        }
        let lead = dims.len().checked_sub(ty.rank()).ok_or_else(|| format!("cannot broadcast {ty} to rank {}", dims.len()))?;
        let map: Vec<i64> = (lead as i64..dims.len() as i64).collect();
        self.broadcast_in_dim(x, dims, &map)
    }
    /// Both operands broadcast to their common NumPy shape.
    fn broadcast_pair(&mut self, x: Value, y: Value) -> Result<(Value, Value), String> {
        let (x_ty, y_ty) = (self.core().ty(x).clone(), self.core().ty(y).clone());
        let dims = numpy_shape(&x_ty.dims, &y_ty.dims)?;
        Ok((self.broadcast_to(x, &dims)?, self.broadcast_to(y, &dims)?))
    }
    /// `stablehlo.reshape`.
    fn reshape(&mut self, x: Value, dims: &[i64]) -> Result<Value, String> {
        let ty = self.core().ty(x).with_dims(dims);
        self.core().value_of_type(row("stablehlo.reshape")?, &[x], Attrs::new(), ty)
    }
    /// `stablehlo.transpose`: dimension `i` of the result is dimension `permutation[i]` of `x`.
    fn transpose(&mut self, x: Value, permutation: &[i64]) -> Result<Value, String> {
        let attrs = Attrs::new().with("permutation", Attr::ints(permutation));
        self.core().value(row("stablehlo.transpose")?, &[x], attrs)
    }
    /// `stablehlo.slice`: every `strides[i]`-th element of `[start[i], limit[i])`.
    fn slice(&mut self, x: Value, start: &[i64], limit: &[i64], strides: &[i64]) -> Result<Value, String> {
        let attrs = Attrs::new()
            .with("start_indices", Attr::ints(start))
            .with("limit_indices", Attr::ints(limit))
            .with("strides", Attr::ints(strides));
        self.core().value(row("stablehlo.slice")?, &[x], attrs)
    }
    /// [`StablehloBuilder::slice`] of `[start, limit)` of one dimension, the others whole.
    fn slice_dim(&mut self, x: Value, dim: usize, start: i64, limit: i64) -> Result<Value, String> {
        let dims = self.core().ty(x).dims.clone();
        let (mut starts, mut limits) = (vec![0; dims.len()], dims.to_vec());
        let rank = dims.len();
        let (Some(from), Some(to)) = (starts.get_mut(dim), limits.get_mut(dim)) else {
            return Err(format!("dimension {dim} is out of range for rank {rank}"));
        };
        (*from, *to) = (start, limit);
        self.slice(x, &starts, &limits, &vec![1; rank])
    }
    /// `stablehlo.pad` with the scalar `value`; negative `low` and `high` trim.
    fn pad(&mut self, x: Value, value: Value, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Value, String> {
        let attrs = Attrs::new()
            .with("edge_padding_low", Attr::ints(low))
            .with("edge_padding_high", Attr::ints(high))
            .with("interior_padding", Attr::ints(interior));
        self.core().value(row("stablehlo.pad")?, &[x, value], attrs)
    }
    /// `stablehlo.concatenate`.
    fn concatenate(&mut self, xs: &[Value], dim: i64) -> Result<Value, String> {
        self.core().value(row("stablehlo.concatenate")?, xs, Attrs::new().with("dimension", Attr::i64(dim)))
    }
    /// `stablehlo.reverse`.
    fn reverse(&mut self, x: Value, dims: &[i64]) -> Result<Value, String> {
        self.core().value(row("stablehlo.reverse")?, &[x], Attrs::new().with("dimensions", Attr::ints(dims)))
    }

    // --- contractions ---

    /// `stablehlo.dot_general`, result of element type `element`, dimensions: batch, then those of `x`, then of `y`.
    fn dot_general(
        &mut self,
        x: Value,
        y: Value,
        batching: (&[i64], &[i64]),
        contracting: (&[i64], &[i64]),
        element: ElementType,
    ) -> Result<Value, String> {
        let func = &self.core().func;
        let dims = super::dims::dot_dims(func.tensor_type(x), func.tensor_type(y), batching, contracting)?;
        let fields = Attrs::new()
            .with("lhs_batching_dimensions", Attr::ints(batching.0))
            .with("rhs_batching_dimensions", Attr::ints(batching.1))
            .with("lhs_contracting_dimensions", Attr::ints(contracting.0))
            .with("rhs_contracting_dimensions", Attr::ints(contracting.1));
        let attrs = Attrs::new().with("dot_dimension_numbers", Attr::Struct("stablehlo.dot".into(), fields));
        let ty = TensorType::new(element, &dims);
        self.core().value_of_type(row("stablehlo.dot_general")?, &[x, y], attrs, ty)
    }
    /// NumPy's `matmul` of operands of rank 2 or more with the same leading dimensions.
    fn matmul(&mut self, x: Value, y: Value) -> Result<Value, String> {
        let (x_ty, y_ty) = (self.core().ty(x).clone(), self.core().ty(y).clone());
        if x_ty.rank() < 2 || x_ty.rank() != y_ty.rank() {
            return Err(format!("matrix product needs equal ranks of at least 2, got {x_ty} and {y_ty}"));
        }
        let rank = x_ty.rank() as i64;
        let batch: Vec<i64> = (0..rank - 2).collect();
        self.dot_general(x, y, (&batch, &batch), (&[rank - 1], &[rank - 2]), x_ty.element)
    }
    /// `stablehlo.convolution`.
    fn convolution(
        &mut self,
        x: Value,
        kernel: Value,
        dims: &ConvDims,
        window: &Window,
        feature_group_count: i64,
        batch_group_count: i64,
    ) -> Result<Value, String> {
        let (x_ty, kernel_ty) = (self.core().ty(x).clone(), self.core().ty(kernel).clone());
        let shape = super::dims::conv_dims(&x_ty, &kernel_ty, dims, window, feature_group_count, batch_group_count)?;
        let reversal = window.reversal.iter().map(|&reversed| i64::from(reversed)).collect();
        let attrs = Attrs::new()
            .with("batch_group_count", Attr::i64(batch_group_count))
            .with("dimension_numbers", dims.to_attr())
            .with("feature_group_count", Attr::i64(feature_group_count))
            .with("lhs_dilation", Attr::ints(&window.base_dilations))
            .with("padding", window.padding_attr())
            .with("rhs_dilation", Attr::ints(&window.window_dilations))
            .with("window_reversal", Attr::Ints(ElementType::I1, reversal))
            .with("window_strides", Attr::ints(&window.strides));
        self.core().value_of_type(row("stablehlo.convolution")?, &[x, kernel], attrs, x_ty.with_dims(&shape))
    }

    // --- reductions ---

    /// `stablehlo.reduce` of one operand by a known kind; `init` is a scalar.
    fn reduce(&mut self, x: Value, init: Value, dims: &[i64], kind: ReduceKind) -> Result<Value, String> {
        let results = self.reduce_with(&[x], &[init], dims, &mut |body, args| {
            Ok(vec![body.value(row(kind.op_name())?, args, Attrs::new())?])
        })?;
        Ok(results[0])
    }
    /// [`StablehloBuilder::reduce`] that starts from the kind's identity.
    fn reduce_identity(&mut self, x: Value, dims: &[i64], kind: ReduceKind) -> Result<Value, String> {
        let element = self.core().ty(x).element;
        let init = self.constant(Literal::splat(TensorType::scalar(element), &super::dims::identity_bytes(kind, element)?))?;
        self.reduce(x, init, dims, kind)
    }
    /// `stablehlo.reduce` of several operands; the body gets the accumulated values, then the elements.
    fn reduce_with(&mut self, xs: &[Value], inits: &[Value], dims: &[i64], body: Body<'_>) -> Result<Vec<Value>, String> {
        let mut sorted = dims.to_vec();
        sorted.sort_unstable();
        let region = self.accumulator_region(inits, body)?;
        let attrs = Attrs::new().with("dimensions", Attr::ints(&sorted));
        let op = self.core().op(row("stablehlo.reduce")?, &[xs, inits].concat(), attrs, &[region])?;
        Ok(self.core().func.op(op).results.clone())
    }
    /// `stablehlo.reduce_window` of one operand by a known kind. `window.reversal` must be all false.
    fn reduce_window(&mut self, x: Value, init: Value, size: &[i64], window: &Window, kind: ReduceKind) -> Result<Value, String> {
        let region = self.accumulator_region(&[init], &mut |body, args| {
            Ok(vec![body.value(row(kind.op_name())?, args, Attrs::new())?])
        })?;
        let attrs = Attrs::new()
            .with("base_dilations", Attr::ints(&window.base_dilations))
            .with("padding", window.padding_attr())
            .with("window_dilations", Attr::ints(&window.window_dilations))
            .with("window_dimensions", Attr::ints(size))
            .with("window_strides", Attr::ints(&window.strides));
        let op = self.core().op(row("stablehlo.reduce_window")?, &[x, init], attrs, &[region])?;
        Ok(self.core().func.result(op))
    }

    // --- indexing ---

    /// `stablehlo.dynamic_slice`: `starts` are integer scalars, one a dimension.
    fn dynamic_slice(&mut self, x: Value, starts: &[Value], sizes: &[i64]) -> Result<Value, String> {
        let operands = [&[x], starts].concat();
        self.core().value(row("stablehlo.dynamic_slice")?, &operands, Attrs::new().with("slice_sizes", Attr::ints(sizes)))
    }
    /// `stablehlo.dynamic_update_slice`: `starts` are integer scalars, one a dimension.
    fn dynamic_update_slice(&mut self, x: Value, update: Value, starts: &[Value]) -> Result<Value, String> {
        let operands = [&[x, update], starts].concat();
        self.core().value(row("stablehlo.dynamic_update_slice")?, &operands, Attrs::new())
    }
    /// `stablehlo.gather`.
    fn gather(&mut self, x: Value, indices: Value, dims: &GatherDims, slice_sizes: &[i64]) -> Result<Value, String> {
        let attrs = Attrs::new()
            .with("dimension_numbers", dims.to_attr())
            .with("indices_are_sorted", Attr::Bool(false))
            .with("slice_sizes", Attr::ints(slice_sizes));
        self.core().value(row("stablehlo.gather")?, &[x, indices], attrs)
    }
    /// `stablehlo.scatter` of one operand; the body gets the present element, then the update.
    fn scatter(&mut self, x: Value, indices: Value, updates: Value, dims: &ScatterDims, body: Body<'_>) -> Result<Value, String> {
        let element = self.core().ty(x).element;
        let region = self.scalar_region(&[element, element], body)?;
        let attrs = Attrs::new()
            .with("indices_are_sorted", Attr::Bool(false))
            .with("scatter_dimension_numbers", dims.to_attr())
            .with("unique_indices", Attr::Bool(false));
        let op = self.core().op(row("stablehlo.scatter")?, &[x, indices, updates], attrs, &[region])?;
        Ok(self.core().func.result(op))
    }
    /// `stablehlo.sort` along `dim`; the body compares: it gets two elements of each operand in turn and returns
    /// whether the first goes before the second.
    fn sort(&mut self, xs: &[Value], dim: i64, stable: bool, body: Body<'_>) -> Result<Vec<Value>, String> {
        let elements: Vec<ElementType> = xs.iter().flat_map(|&x| [self.core().ty(x).element; 2]).collect();
        let region = self.scalar_region(&elements, body)?;
        let attrs = Attrs::new().with("dimension", Attr::i64(dim)).with("is_stable", Attr::Bool(stable));
        let op = self.core().op(row("stablehlo.sort")?, xs, attrs, &[region])?;
        Ok(self.core().func.op(op).results.clone())
    }

    // --- control flow ---

    /// `stablehlo.while`: `cond` returns an `i1` scalar, `body` the next values.
    fn while_(&mut self, inits: &[Value], cond: Body<'_>, body: Body<'_>) -> Result<Vec<Value>, String> {
        let types: Vec<Type> = inits.iter().map(|&init| self.core().func.ty(init).clone()).collect();
        let cond = self.region_of(&types, cond)?;
        let body = self.region_of(&types, body)?;
        let op = self.core().op(row("stablehlo.while")?, inits, Attrs::new(), &[cond, body])?;
        Ok(self.core().func.op(op).results.clone())
    }
    /// A loop that runs `trips` times: `step` gets the iteration's number (of type [`COUNTER`], from 0) and what is carried, and returns
    /// what is carried next. Returns what is carried in the end.
    fn counted_loop(
        &mut self,
        trips: i64,
        inits: &[Value],
        step: &mut dyn FnMut(&mut Builder<'_>, Value, &[Value]) -> Result<Vec<Value>, String>,
    ) -> Result<Vec<Value>, String> {
        let zero = self.int_scalar(COUNTER, 0)?;
        let results = self.while_(
            &[&[zero], inits].concat(),
            &mut |b, args| {
                let limit = b.int_scalar(COUNTER, trips)?;
                Ok(vec![b.compare(Direction::Lt, args[0], limit)?])
            },
            &mut |b, args| {
                let next = step(b, args[0], &args[1..])?;
                let one = b.int_scalar(COUNTER, 1)?;
                let count = b.add(args[0], one)?;
                Ok([&[count], &next[..]].concat())
            },
        )?;
        Ok(results[1..].to_vec())
    }
    /// A region with arguments of these types, ended by `stablehlo.return` of what `body` returns.
    fn region_of(&mut self, types: &[Type], body: Body<'_>) -> Result<shardwright_ir::Region, String> {
        let core = self.core();
        let region = core.func.new_region();
        let args: Vec<Value> = types.iter().map(|ty| core.func.add_region_arg(region, ty.clone())).collect();
        let mut inner = core.in_region(region);
        let results = body(&mut inner, &args)?;
        inner.op_of_types(row("stablehlo.return")?, &results, Attrs::new(), &[], vec![])?;
        Ok(region)
    }
    /// [`StablehloBuilder::region_of`] scalars.
    fn scalar_region(&mut self, elements: &[ElementType], body: Body<'_>) -> Result<shardwright_ir::Region, String> {
        let types: Vec<Type> = elements.iter().map(|&element| TensorType::scalar(element).into()).collect();
        self.region_of(&types, body)
    }
    /// The body of a reduction: scalars of the initial values' types, twice over.
    fn accumulator_region(&mut self, inits: &[Value], body: Body<'_>) -> Result<shardwright_ir::Region, String> {
        let elements: Vec<ElementType> = inits.iter().map(|&init| self.core().ty(init).element).collect();
        self.scalar_region(&[&elements[..], &elements[..]].concat(), body)
    }

    // --- this device's place in the mesh ---

    /// The scalar in `table` at this device's id: a constant of one entry a device, indexed by `stablehlo.replica_id`.
    fn per_device(&mut self, table: &[i64], element: ElementType) -> Result<Value, String> {
        if table.windows(2).all(|pair| pair[0] == pair[1])
            && let Some(&value) = table.first()
        {
            return self.int_scalar(element, value);
        }
        let table = self.int_constant(element, &[table.len() as i64], table)?;
        let id = self.core().value(row("stablehlo.replica_id")?, &[], Attrs::new())?;
        let entry = self.dynamic_slice(table, &[id], &[1])?;
        self.reshape(entry, &[])
    }
    /// Scalar: the index of the shard that this device holds of a dimension sharded on `axes`, times `local_size`.
    fn shard_offset(&mut self, mesh: &Mesh, axes: &[AxisRef], local_size: i64, element: ElementType) -> Result<Value, String> {
        let mut table = vec![0; mesh.num_devices() as usize];
        for position in 0..mesh.num_devices() {
            let entry = table.get_mut(mesh.device_at(position) as usize).ok_or("device id beyond the mesh")?;
            *entry = mesh.shard_index(position, axes).saturating_mul(local_size);
        }
        self.per_device(&table, element)
    }
}

impl<'f> StablehloBuilder<'f> for Builder<'f> {
    fn core(&mut self) -> &mut Builder<'f> {
        self
    }
}

/// The shape that two shapes broadcast to by NumPy's rules. Errors where sizes differ and neither is 1.
pub fn numpy_shape(x: &[i64], y: &[i64]) -> Result<Vec<i64>, String> {
    let rank = x.len().max(y.len());
    let size = |dims: &[i64], dim: usize| (dim + dims.len()).checked_sub(rank).map_or(1, |dim| dims[dim]);
    (0..rank)
        .map(|dim| match (size(x, dim), size(y, dim)) {
            (x, y) if x == y => Ok(x),
            (1, y) => Ok(y),
            (x, 1) => Ok(x),
            (x, y) => Err(format!("sizes {x} and {y} of dimension {dim} do not broadcast")),
        })
        .collect()
}
