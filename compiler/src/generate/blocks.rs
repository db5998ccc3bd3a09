//! Layers that models share, on a program that grows.
//!
//! Invariants: each call appends ops to the program; a parameter is an argument of the name that it is asked for by.

use shardwright_dialects::stablehlo::build::{Direction, StablehloBuilder};
use shardwright_ir::role::Role;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attrs, Builder, ElementType, Func, Module, Sym, TensorType, Value};

/// A program that grows.
pub struct Model {
    func: Func,
    element: ElementType,
    results: Vec<(String, Value)>,
}

/// A tensor as rows along its last dimension.
struct Rows {
    /// The type in which they are computed.
    wide: ElementType,
    dims: Vec<i64>,
    last: i64,
    /// All dimensions but the last.
    lead: Vec<i64>,
}

/// The result of a layer.
pub type Made = Result<Value, String>;

impl Model {
    /// An empty program whose numbers have this type.
    pub fn new(element: ElementType) -> Model {
        Model { func: Func::new(Sym::new("main")), element, results: Vec::new() }
    }

    /// The type of its numbers.
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// Where ops go.
    pub fn b(&mut self) -> Builder<'_> {
        Builder::at_end(&mut self.func)
    }

    /// A parameter.
    pub fn parameter(&mut self, name: &str, dims: &[i64]) -> Value {
        let ty = TensorType::new(self.element, dims);
        self.argument(name, ty, Role::Parameter)
    }

    /// An input.
    pub fn input(&mut self, name: &str, ty: TensorType) -> Value {
        self.argument(name, ty, Role::Input)
    }

    fn argument(&mut self, name: &str, ty: TensorType, role: Role) -> Value {
        let value = self.func.add_arg(ty);
        if let Some(attrs) = self.func.arg_attrs.last_mut() {
            role.set(attrs);
        }
        self.func.value_mut(value).name = Some(Sym::new(name));
        value
    }

    /// A result.
    pub fn result(&mut self, name: &str, value: Value) {
        self.results.push((name.to_owned(), value));
    }

    /// Names a value, so that strategies can speak of it; the first name stays.
    pub fn name(&mut self, value: Value, name: &str) {
        let slot = &mut self.func.value_mut(value).name;
        *slot = slot.or_else(|| Some(Sym::new(name)));
    }

    /// The dimensions of a value.
    pub fn dims(&self, value: Value) -> Vec<i64> {
        self.func.tensor_type(value).dims.to_vec()
    }

    /// The program.
    pub fn finish(mut self) -> Result<Module, String> {
        let values: Vec<Value> = self.results.iter().map(|&(_, value)| value).collect();
        let types = values.iter().map(|&value| self.func.ty(value).clone()).collect();
        for (name, value) in &self.results {
            if self.func.value(*value).name.is_none() {
                self.func.value_mut(*value).name = Some(Sym::new(name));
            }
        }
        let row = shardwright_dialects::local::row("func.return")?;
        Builder::at_end(&mut self.func).op_of_types(row, &values, Attrs::new(), &[], Vec::new())?;
        self.func.set_results(types);
        let mut module = Module::default();
        module.funcs.insert(self.func.name, self.func);
        Ok(module)
    }

    /// `x` times `weight`: the last dimensions of `x`, `over` of them, with the first of the weight; `bias` is added.
    pub fn linear(&mut self, x: Value, weight: Value, over: usize, bias: Option<Value>) -> Made {
        let rank = self.dims(x).len() as i64;
        let over = over as i64;
        let (from, to): (Vec<i64>, Vec<i64>) = ((rank - over..rank).collect(), (0..over).collect());
        let element = self.element;
        let mut b = self.b();
        let y = b.dot_general(x, weight, (&[], &[]), (&from, &to), element)?;
        let Some(bias) = bias else { return Ok(y) };
        let dims = b.ty(y).dims.to_vec();
        let bias = b.broadcast_to(bias, &dims)?;
        b.add(y, bias)
    }

    /// Layer normalisation over the last dimension, in single precision at least (Ba et al. 2016).
    pub fn layer_norm(&mut self, x: Value, weight: Value, bias: Value) -> Made {
        let element = self.element;
        let (x, Rows { wide, dims, last, lead }) = self.rows(x)?;
        let mut b = self.b();
        let count = b.splat(&TensorType::new(wide, &dims[..last as usize]), dims[last as usize] as f64)?;
        let mean = |b: &mut Builder, x: Value| -> Made {
            let sum = b.reduce_identity(x, &[last], ReduceKind::Sum)?;
            let mean = b.divide(sum, count)?;
            Ok(mean)
        };
        let average = mean(&mut b, x)?;
        let average = b.broadcast_in_dim(average, &dims, &lead)?;
        let centred = b.subtract(x, average)?;
        let square = b.multiply(centred, centred)?;
        let variance = mean(&mut b, square)?;
        let epsilon = b.splat_like(variance, 1e-5)?;
        let variance = b.add(variance, epsilon)?;
        let scale = b.rsqrt(variance)?;
        let scale = b.broadcast_in_dim(scale, &dims, &lead)?;
        let normal = b.multiply(centred, scale)?;
        let normal = b.convert_if_needed(normal, element)?;
        let (weight, bias) = (b.broadcast_to(weight, &dims)?, b.broadcast_to(bias, &dims)?);
        let scaled = b.multiply(normal, weight)?;
        b.add(scaled, bias)
    }

    /// `x` in single precision at least, seen as rows along its last dimension.
    fn rows(&mut self, x: Value) -> Result<(Value, Rows), String> {
        let wide = if self.element.bits() < 32 { ElementType::F32 } else { self.element };
        let mut b = self.b();
        let x = b.convert_if_needed(x, wide)?;
        let dims = b.ty(x).dims.to_vec();
        let last = dims.len() as i64 - 1;
        Ok((x, Rows { wide, dims, last, lead: (0..last).collect() }))
    }

    /// Softmax over the last dimension, in single precision at least.
    pub fn softmax(&mut self, x: Value) -> Made {
        let element = self.element;
        let (x, Rows { dims, last, lead, .. }) = self.rows(x)?;
        let mut b = self.b();
        let most = b.reduce_identity(x, &[last], ReduceKind::Max)?;
        let most = b.broadcast_in_dim(most, &dims, &lead)?;
        let shifted = b.subtract(x, most)?;
        let exp = b.exp(shifted)?;
        let sum = b.reduce_identity(exp, &[last], ReduceKind::Sum)?;
        let sum = b.broadcast_in_dim(sum, &dims, &lead)?;
        let weights = b.divide(exp, sum)?;
        b.convert_if_needed(weights, element)
    }

    /// `x` where a draw of the element and the seed says so, enlarged by as much as is left out elsewhere; `percent` are left out (Srivastava et al. 2014).
    ///
    /// The draw is a hash of the element's place and the seed (the constants of Wellons' `lowbias32`), so that devices draw the same however tensors lie. A barrier keeps
    /// the mask, one byte an element, for the backward pass. `salt` tells one dropout of a model from another.
    pub fn dropout(&mut self, x: Value, percent: i64, seed: Value, salt: i64) -> Made {
        let mut b = self.b();
        let dims = b.ty(x).dims.to_vec();
        let bits = TensorType::new(ElementType::UI32, &dims);
        let constant = |b: &mut Builder, value: i64| b.splat(&bits, value as f64);
        let seed = b.broadcast_in_dim(seed, &dims, &[])?;
        let salt = constant(&mut b, salt.wrapping_mul(0x9e37_79b9) & 0xffff_ffff)?;
        let mut draw = b.add(seed, salt)?;
        let mut stride = 1i64;
        for dim in (0..dims.len()).rev() {
            let place = b.iota(&bits, dim as i64)?;
            let scale = constant(&mut b, stride & 0xffff_ffff)?;
            let place = b.multiply(place, scale)?;
            draw = b.add(draw, place)?;
            stride = stride.wrapping_mul(dims[dim]);
        }
        for (shift, factor) in [(16, Some(0x7feb_352d)), (15, Some(0x846c_a68b)), (16, None)] {
            let by = constant(&mut b, shift)?;
            let high = b.shift_right_logical(draw, by)?;
            draw = b.xor(draw, high)?;
            if let Some(factor) = factor {
                let factor = constant(&mut b, factor)?;
                draw = b.multiply(draw, factor)?;
            }
        }
        let least = constant(&mut b, (percent << 32) / 100)?;
        let kept = b.compare(Direction::Ge, draw, least)?;
        let ty = b.ty(kept).clone();
        let barrier = b.op_of_types(shardwright_dialects::local::row("stablehlo.optimization_barrier")?, &[kept], Attrs::new(), &[], vec![ty.into()])?;
        let kept = b.func.result(barrier);
        let scale = b.splat_like(x, 100.0 / (100 - percent) as f64)?;
        let scaled = b.multiply(x, scale)?;
        let nothing = b.splat_like(x, 0.0)?;
        b.select(kept, scaled, nothing)
    }

    /// GELU by its tanh form (Hendrycks and Gimpel 2016).
    pub fn gelu(&mut self, x: Value) -> Made {
        let mut b = self.b();
        let cube = b.multiply(x, x)?;
        let cube = b.multiply(cube, x)?;
        let small = b.splat_like(x, 0.044_715)?;
        let cube = b.multiply(small, cube)?;
        let sum = b.add(x, cube)?;
        let scale = b.splat_like(x, (2.0 / std::f64::consts::PI).sqrt())?;
        let inner = b.multiply(scale, sum)?;
        let tanh = b.tanh(inner)?;
        let (one, half) = (b.splat_like(x, 1.0)?, b.splat_like(x, 0.5)?);
        let gate = b.add(tanh, one)?;
        let gate = b.multiply(half, gate)?;
        b.multiply(x, gate)
    }

    /// `scores` `[…, s, s]` with minus infinity where a key is behind its query.
    pub fn causal(&mut self, scores: Value) -> Made {
        let mut b = self.b();
        let dims = b.ty(scores).dims.to_vec();
        let rank = dims.len();
        let square = TensorType::new(ElementType::I32, &dims[rank - 2..]);
        let (query, key) = (b.iota(&square, 0)?, b.iota(&square, 1)?);
        let seen = b.compare(Direction::Ge, query, key)?;
        let seen = b.broadcast_to(seen, &dims)?;
        let hidden = b.splat_like(scores, f64::NEG_INFINITY)?;
        b.select(seen, scores, hidden)
    }
}
