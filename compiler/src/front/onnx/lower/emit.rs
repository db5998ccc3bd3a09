//! Emits StableHLO ops, one method an op, for lowerings that mostly name ops as data.
//!
//! Invariants: a method that would change nothing returns its operand; every result has a countable number of
//! bytes; ops go to the innermost open region and carry the location of the node being lowered.

use super::constant::{Const, Data, Scalar};
use crate::front::onnx::proto::NodeProto;
use crate::front::onnx::weights::checked_type;
use shardwright_dialects::sdy;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::{Direction, row};
use shardwright_dialects::stablehlo::dims::{ConvDims, GatherDims, ScatterDims, Window};
use shardwright_ir::interp::scalar::{bytes_of_f64, bytes_of_i64};
use shardwright_ir::sharding::TensorSharding;
use shardwright_ir::sharding::rule::ReduceKind;
use shardwright_ir::types::{ElementClass, ElementType, TensorType};
use shardwright_ir::{Attr, Attrs, Builder, Func, Literal, Loc, Region, Sym};

/// A value of the program.
pub use shardwright_ir::Value;

/// A result whose error says what is illegal.
pub type Res<T> = Result<T, String>;

/// Appends ops to one function.
pub struct Emitter {
    /// The function.
    pub func: Func,
    regions: Vec<Region>,
    loc: Loc,
}

/// How a reduction combines two elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// `a + b`.
    Sum,
    /// `a · b`.
    Product,
    /// The larger.
    Max,
    /// The smaller.
    Min,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
}

impl Combine {
    /// The StableHLO op, without its dialect.
    pub fn op(self) -> &'static str {
        match self {
            Combine::Sum => "add",
            Combine::Product => "multiply",
            Combine::Max => "maximum",
            Combine::Min => "minimum",
            Combine::And => "and",
            Combine::Or => "or",
        }
    }
    fn kind(self) -> ReduceKind {
        match self {
            Combine::Sum => ReduceKind::Sum,
            Combine::Product => ReduceKind::Product,
            Combine::Max => ReduceKind::Max,
            Combine::Min => ReduceKind::Min,
            Combine::And => ReduceKind::And,
            Combine::Or => ReduceKind::Or,
        }
    }
    /// The element that changes nothing.
    pub fn neutral(self, element: ElementType) -> Scalar {
        let (low, high) = int_range(element);
        match self {
            Combine::Sum | Combine::Or => Scalar::Int(0),
            Combine::Product => Scalar::Int(1),
            Combine::And => Scalar::Int(if element == ElementType::I1 { 1 } else { -1 }),
            Combine::Max if element.is_float() => Scalar::Float(f64::NEG_INFINITY),
            Combine::Min if element.is_float() => Scalar::Float(f64::INFINITY),
            Combine::Max => Scalar::Int(low as i64),
            Combine::Min => Scalar::Int(high as i64),
        }
    }
}

/// The least and greatest value of an integer or boolean type.
pub fn int_range(element: ElementType) -> (i128, i128) {
    let bits = element.bits();
    match element.class() {
        ElementClass::Signed => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        ElementClass::Unsigned => (0, (1 << bits) - 1),
        _ => (0, 1),
    }
}

impl Emitter {
    /// An emitter into an empty `@main`.
    pub fn new() -> Emitter {
        let func = Func::new(Sym::new("main"));
        let body = func.body();
        Emitter { func, regions: vec![body], loc: Loc::Unknown }
    }
    fn builder(&mut self) -> Builder<'_> {
        let region = self.regions.last().copied().unwrap_or(self.func.body());
        Builder { func: &mut self.func, region, loc: self.loc.clone() }
    }
    fn checked(&self, value: Value) -> Res<Value> {
        let ty = self.func.tensor_type(value);
        checked_type(ty.element, &ty.dims)?;
        Ok(value)
    }
    /// Later ops come from this node.
    pub fn set_location(&mut self, node: &NodeProto) {
        let name = match node.name() {
            "" => node.output.first().map_or(node.op_type(), String::as_str),
            name => name,
        };
        self.loc = Loc::name(name);
    }
    /// The type of a value.
    pub fn ty(&self, value: Value) -> TensorType {
        self.func.tensor_type(value).clone()
    }
    /// The dimensions of a value.
    pub fn dims(&self, value: Value) -> Vec<i64> {
        self.func.tensor_type(value).dims.to_vec()
    }
    /// The element type of a value.
    pub fn elt(&self, value: Value) -> ElementType {
        self.func.tensor_type(value).element
    }
    /// A new argument of the function.
    pub fn argument(&mut self, ty: TensorType, name: &str) -> Res<Value> {
        checked_type(ty.element, &ty.dims)?;
        let value = self.func.add_arg(ty);
        self.name(value, name);
        Ok(value)
    }
    /// Names a value, unless it has a name.
    pub fn name(&mut self, value: Value, name: &str) {
        self.func.value_mut(value).name.get_or_insert_with(|| Sym::new(name));
    }

    /// A constant of equal elements.
    pub fn splat(&mut self, element: ElementType, dims: &[i64], value: f64) -> Res<Value> {
        let ty = checked_type(element, dims)?;
        self.builder().splat(&ty, value)
    }
    /// A constant.
    pub fn constant(&mut self, constant: &Const) -> Res<Value> {
        let ty = checked_type(constant.ty.element, &constant.ty.dims)?;
        let bytes = |value: Scalar| match value {
            Scalar::Int(value) => bytes_of_i64(ty.element, value),
            Scalar::Float(value) => bytes_of_f64(ty.element, value),
        };
        let literal = match &constant.data {
            Data::Splat(value) => Literal::splat(ty.clone(), &bytes(*value)),
            Data::Ints(values) => Literal::dense(ty.clone(), values.iter().flat_map(|&value| bytes(Scalar::Int(value))).collect()),
            Data::Floats(values) => {
                Literal::dense(ty.clone(), values.iter().flat_map(|&value| bytes(Scalar::Float(value))).collect())
            }
        };
        self.builder().constant(literal)
    }
    /// A constant of these little-endian bytes.
    pub fn bytes_constant(&mut self, ty: TensorType, bytes: Vec<u8>) -> Res<Value> {
        if bytes.len() as i64 != ty.byte_size() {
            return Err(format!("a constant of type {ty} takes {} bytes, got {}", ty.byte_size(), bytes.len()));
        }
        self.builder().constant(Literal::dense(ty, bytes))
    }
    /// Counts along a dimension.
    pub fn iota(&mut self, element: ElementType, dims: &[i64], dim: usize) -> Res<Value> {
        let ty = checked_type(element, dims)?;
        self.builder().iota(&ty, dim as i64)
    }
    /// An elementwise op of one operand, by its name without the dialect.
    pub fn unary(&mut self, op: &str, value: Value) -> Res<Value> {
        self.builder().unary(row(&format!("stablehlo.{op}"))?, value)
    }
    /// An elementwise op of two operands of one type, by its name without the dialect.
    pub fn binary(&mut self, op: &str, left: Value, right: Value) -> Res<Value> {
        self.builder().binary(row(&format!("stablehlo.{op}"))?, left, right)
    }
    /// A comparison: `EQ`, `NE`, `LT`, `LE`, `GT` or `GE`.
    pub fn compare(&mut self, direction: &str, left: Value, right: Value) -> Res<Value> {
        let direction = match direction {
            "EQ" => Direction::Eq,
            "NE" => Direction::Ne,
            "LT" => Direction::Lt,
            "LE" => Direction::Le,
            "GT" => Direction::Gt,
            _ => Direction::Ge,
        };
        self.builder().compare(direction, left, right)
    }
    /// Elements of `yes` where `condition` holds, else of `no`.
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Res<Value> {
        self.builder().select(condition, yes, no)
    }
    /// Another element type.
    pub fn convert(&mut self, value: Value, element: ElementType) -> Res<Value> {
        self.builder().convert_if_needed(value, element)
    }
    /// The same bits as another element type of the same width.
    pub fn bitcast(&mut self, value: Value, element: ElementType) -> Res<Value> {
        let ty = self.ty(value).with_element(element);
        self.builder().bitcast_convert(value, ty)
    }
    /// Dimension `i` becomes dimension `map[i]` of the result.
    pub fn broadcast(&mut self, value: Value, dims: &[i64], map: &[i64]) -> Res<Value> {
        if self.dims(value) == dims && map.iter().enumerate().all(|(index, &to)| index as i64 == to) {
            return Ok(value);
        }
        checked_type(self.elt(value), dims)?;
        self.builder().broadcast_in_dim(value, dims, map)
    }
    /// Other dimensions for the same elements.
    pub fn reshape(&mut self, value: Value, dims: &[i64]) -> Res<Value> {
        if self.dims(value) == dims {
            return Ok(value);
        }
        let ty = checked_type(self.elt(value), dims)?;
        if ty.num_elements() != self.ty(value).num_elements() {
            return Err(format!("cannot reshape {} to {dims:?}", self.ty(value)));
        }
        self.builder().reshape(value, dims)
    }
    /// Dimension `i` of the result is dimension `perm[i]`.
    pub fn transpose(&mut self, value: Value, perm: &[i64]) -> Res<Value> {
        if perm.iter().enumerate().all(|(index, &from)| index as i64 == from) {
            return Ok(value);
        }
        self.builder().transpose(value, perm)
    }
    /// Every `step[i]`-th element from `start[i]` to before `limit[i]`.
    pub fn slice(&mut self, value: Value, start: &[i64], limit: &[i64], step: &[i64]) -> Res<Value> {
        let dims = self.dims(value);
        if start.iter().all(|&at| at == 0) && limit == dims && step.iter().all(|&by| by == 1) {
            return Ok(value);
        }
        self.builder().slice(value, start, limit, step)
    }
    /// Reverses dimensions.
    pub fn reverse(&mut self, value: Value, dims: &[i64]) -> Res<Value> {
        if dims.is_empty() {
            return Ok(value);
        }
        self.builder().reverse(value, dims)
    }
    /// Adds elements before, after and between; a negative amount before or after cuts.
    pub fn pad(&mut self, value: Value, filler: Value, low: &[i64], high: &[i64], between: &[i64]) -> Res<Value> {
        if low.iter().chain(high).chain(between).all(|&amount| amount == 0) {
            return Ok(value);
        }
        let result = self.builder().pad(value, filler, low, high, between)?;
        self.checked(result)
    }
    /// Joins along a dimension.
    pub fn concat(&mut self, values: &[Value], dim: usize) -> Res<Value> {
        if let [one] = values {
            return Ok(*one);
        }
        let result = self.builder().concatenate(values, dim as i64)?;
        self.checked(result)
    }
    /// A product: batch dimensions and contracted dimensions of both sides.
    pub fn dot(&mut self, left: Value, right: Value, batch: [&[i64]; 2], contracted: [&[i64]; 2]) -> Res<Value> {
        let element = self.elt(left);
        let result =
            self.builder().dot_general(left, right, (batch[0], batch[1]), (contracted[0], contracted[1]), element)?;
        self.checked(result)
    }
    /// Combines along dimensions.
    pub fn reduce(&mut self, kind: Combine, value: Value, dims: &[i64]) -> Res<Value> {
        if dims.is_empty() {
            return Ok(value);
        }
        let init = self.constant(&Const::scalar(self.elt(value), kind.neutral(self.elt(value))))?;
        self.builder().reduce(value, init, dims, kind.kind())
    }
    /// Combines within windows of `size`.
    pub fn reduce_window(&mut self, kind: Combine, value: Value, size: &[i64], window: &Window) -> Res<Value> {
        let init = self.constant(&Const::scalar(self.elt(value), kind.neutral(self.elt(value))))?;
        let result = self.builder().reduce_window(value, init, size, window, kind.kind())?;
        self.checked(result)
    }
    /// Slices of `sizes` at computed places.
    pub fn gather(&mut self, value: Value, indices: Value, dims: &GatherDims, sizes: &[i64]) -> Res<Value> {
        let result = self.builder().gather(value, indices, dims, sizes)?;
        self.checked(result)
    }
    /// Writes updates at computed places; `None` overwrites.
    pub fn scatter(&mut self, kind: Option<Combine>, value: Value, indices: Value, updates: Value, dims: &ScatterDims) -> Res<Value> {
        self.builder().scatter(value, indices, updates, dims, &mut |body, args| match kind {
            Some(kind) => {
                let info = row(&format!("stablehlo.{}", kind.op()))?;
                Ok(vec![body.value(info, args, Attrs::new())?])
            }
            None => Ok(vec![args[1]]),
        })
    }
    /// A convolution of an input [batch, features, space…] with a kernel [out, in, space…].
    pub fn conv(&mut self, input: Value, kernel: Value, window: &Window, groups: i64) -> Res<Value> {
        let dims = ConvDims::nchw(self.dims(input).len().saturating_sub(2));
        let result = self.builder().convolution(input, kernel, &dims, window, groups, 1)?;
        self.checked(result)
    }
    /// Sorts all values along `dim` by the first; equal elements keep their order.
    pub fn sort(&mut self, values: &[Value], dim: i64, descending: bool) -> Res<Vec<Value>> {
        let direction = if descending { Direction::Gt } else { Direction::Lt };
        self.builder().sort(values, dim, true, &mut |body, args| Ok(vec![body.compare(direction, args[0], args[1])?]))
    }
    /// A slice from computed starts.
    pub fn dynamic_slice(&mut self, value: Value, starts: &[Value], sizes: &[i64]) -> Res<Value> {
        self.builder().dynamic_slice(value, starts, sizes)
    }
    /// A copy with a slice at computed starts replaced.
    pub fn dynamic_update_slice(&mut self, value: Value, update: Value, starts: &[Value]) -> Res<Value> {
        self.builder().dynamic_update_slice(value, update, starts)
    }
    /// The same value with this sharding.
    pub fn constrain(&mut self, value: Value, sharding: TensorSharding) -> Res<Value> {
        let info = sdy::OPS.iter().find(|info| info.name == "sdy.sharding_constraint").ok_or("op sdy.sharding_constraint has no row")?;
        let attrs = Attrs::new().with("sharding", Attr::Sharding(Box::new(sharding.clone())));
        let ty = self.ty(value);
        let op = self.builder().op_of_types(info, &[value], attrs, &[], vec![ty.into()])?;
        let result = self.func.result(op);
        self.func.set_sharding(result, Some(sharding));
        Ok(result)
    }
    /// Opens a region; later ops go into it.
    pub fn open_region(&mut self, types: &[TensorType]) -> (Region, Vec<Value>) {
        let region = self.func.new_region();
        let args = types.iter().map(|ty| self.func.add_region_arg(region, ty.clone())).collect();
        self.regions.push(region);
        (region, args)
    }
    /// Ends the innermost region with these results.
    pub fn close_region(&mut self, results: &[Value]) -> Res<()> {
        self.builder().op_of_types(row("stablehlo.return")?, results, Attrs::new(), &[], vec![])?;
        self.regions.pop();
        Ok(())
    }
    /// A loop of regions made for it: condition, body.
    pub fn while_of(&mut self, init: &[Value], regions: [Region; 2]) -> Res<Vec<Value>> {
        let op = self.builder().op(row("stablehlo.while")?, init, Attrs::new(), &regions)?;
        Ok(self.func.op(op).results.clone())
    }
}
