//! Random small programs in which a rule's pattern may occur.
//!
//! Operands are made before the ops that use them: leaves take the type that their op asks for, attributes are drawn among
//! those that fit, and a value variable that was drawn once is used again. Whether the pattern does occur, and its conditions hold,
//! is for the matcher to say.

use shardwright_dialects::func;
use shardwright_dialects::stablehlo::build::{StablehloBuilder, row};
use shardwright_dialects::stablehlo::dims::{ConvDims, Window};
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::rng::Rng;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Func, Literal, OpState, Sym, TensorType, Value};
use shardwright_passes::rewrite::egraph::rule::{ELEMENTWISE, Expr, Find, Rule, Statement};
use shardwright_passes::rewrite::egraph::value::{Val, read};
use std::collections::{BTreeMap, BTreeSet};

/// A program with inputs.
pub struct Case {
    pub func: Func,
    pub inputs: BTreeMap<Value, Tensor>,
    pub parameters: Vec<Value>,
}

/// A program for a rule.
///
/// # Errors
/// Where the draw is not legal.
pub fn sample(rule: &Rule, seed: u64) -> Result<Case, String> {
    let mut rng = Rng::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5eed);
    let element = if rng.percent(85) { ElementType::F64 } else { ElementType::I32 };
    let finds: Vec<&Find> = rule
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Find(find) => Some(find),
            _ => None,
        })
        .collect();
    let mut func = Func::new(Sym::new("main"));
    let (splat, fixed, kinds) = hints(rule);
    let mut maker = Maker {
        b: Builder::at_end(&mut func),
        rng,
        finds: &finds,
        made: BTreeMap::new(),
        values: BTreeMap::new(),
        splat,
        fixed,
        kinds,
        element,
        parameters: Vec::new(),
    };
    for find in &finds {
        maker.value(find.var, None, 0)?;
    }
    let Maker { parameters, made, .. } = maker;
    let results: Vec<Value> = finds.iter().map(|find| made[&find.var]).collect();
    let types = results.iter().map(|&value| func.ty(value).clone()).collect();
    let body = func.body();
    func.append(body, OpState::new(&func::return_::INFO, &results, Vec::new()));
    func.set_results(types);
    let mut numbers = Rng::new(seed ^ 0x00da_7a00);
    let inputs = func.args().iter().map(|&arg| (arg, data(func.tensor_type(arg), &mut numbers))).collect();
    Ok(Case { func, inputs, parameters })
}

/// No element is zero: where a divisor is, two forms differ in what cannot be told apart as real numbers.
fn data(ty: &TensorType, rng: &mut Rng) -> Tensor {
    let count = ty.num_elements();
    let buffer = match ty.element {
        ElementType::I32 => Buffer::I32((0..count).map(|_| rng.range(-5, 5) as i32).collect()),
        _ => Buffer::F64((0..count).map(|_| (2 * rng.range(-20, 30) + 1) as f64 / 16.0).collect()),
    };
    Tensor::new(ty.clone(), buffer)
}

/// Variables that conditions want to be splats, those that they want fixed, and how reductions combine.
fn hints(rule: &Rule) -> (BTreeSet<usize>, BTreeSet<usize>, BTreeMap<usize, ReduceKind>) {
    let (mut splat, mut fixed, mut kinds) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    let mut stack: Vec<&Expr> = rule
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Where(expr) => Some(expr),
            _ => None,
        })
        .collect();
    while let Some(expr) = stack.pop() {
        let Expr::Call(name, args) = expr else { continue };
        match (name.as_str(), args.as_slice()) {
            ("is_splat", [Expr::Var(var)]) => _ = splat.insert(*var),
            ("fixed", [Expr::Var(var)]) => _ = fixed.insert(*var),
            ("==", [Expr::Call(name, inner), Expr::Const(Val::Text(word))]) if name == "body" => {
                if let [Expr::Var(var)] = inner[..] {
                    kinds.insert(var, if *word == "max" { ReduceKind::Max } else { ReduceKind::Sum });
                }
            }
            _ => stack.extend(args),
        }
    }
    (splat, fixed, kinds)
}

struct Maker<'a> {
    b: Builder<'a>,
    rng: Rng,
    finds: &'a [&'a Find],
    made: BTreeMap<usize, Value>,
    values: BTreeMap<usize, Val>,
    splat: BTreeSet<usize>,
    fixed: BTreeSet<usize>,
    kinds: BTreeMap<usize, ReduceKind>,
    element: ElementType,
    parameters: Vec<Value>,
}

type Done<T> = Result<T, String>;

const UNARY: &[&str] = &["stablehlo.negate", "stablehlo.tanh", "stablehlo.abs", "stablehlo.exponential", "stablehlo.sign"];
const BINARY: &[&str] = &["stablehlo.add", "stablehlo.multiply", "stablehlo.subtract", "stablehlo.maximum"];
const NUMBERS: &[f64] = &[0.0, 0.0, 1.0, -1.0, 2.0, 3.0, 0.5];

impl Maker<'_> {
    fn leaf(&mut self, var: usize, ty: TensorType) -> Done<Value> {
        if self.splat.contains(&var) {
            let number = self.rng.choose(NUMBERS);
            let value = self.b.constant(Literal::splat_f64(ty, number))?;
            self.made.insert(var, value);
            return Ok(value);
        }
        let value = self.b.func.add_arg(ty);
        if self.fixed.contains(&var) {
            self.parameters.push(value);
        }
        self.made.insert(var, value);
        Ok(value)
    }
    fn random_type(&mut self) -> TensorType {
        let rank = self.rng.choose(&[1, 2, 2, 3]);
        let dims: Vec<i64> = (0..rank).map(|_| self.rng.range(1, 3)).collect();
        TensorType::new(self.element, &dims)
    }
    fn value(&mut self, var: usize, wanted: Option<TensorType>, depth: usize) -> Done<Value> {
        if let Some(&value) = self.made.get(&var) {
            return Ok(value);
        }
        if depth > 16 {
            return Err("too deep".into());
        }
        let Some(&find) = self.finds.iter().find(|find| find.var == var) else {
            let ty = match wanted {
                Some(ty) => ty,
                None => self.random_type(),
            };
            return self.leaf(var, ty);
        };
        let value = self.op(find, wanted, depth + 1)?;
        self.made.insert(var, value);
        Ok(value)
    }
    fn is_leaf(&self, var: usize) -> bool {
        !self.made.contains_key(&var) && self.finds.iter().all(|find| find.var != var)
    }
    fn ty(&self, value: Value) -> TensorType {
        self.b.func.tensor_type(value).clone()
    }
    /// Operands of one type: those that are ops first, leaves alike.
    fn alike(&mut self, find: &Find, wanted: Option<TensorType>, depth: usize) -> Done<Vec<Value>> {
        let mut ty = wanted;
        for &arg in find.args.iter().filter(|&&arg| self.made.contains_key(&arg)) {
            ty = Some(self.ty(self.made[&arg]));
        }
        let mut order: Vec<usize> = find.args.clone();
        // Broadcasts are made to measure: after what says the measure.
        order.sort_by_key(|&arg| (self.is_leaf(arg), self.finds.iter().any(|find| find.var == arg && find.op == "stablehlo.broadcast_in_dim")));
        for arg in order {
            let value = self.value(arg, ty.clone(), depth)?;
            ty = Some(self.ty(value));
        }
        Ok(find.args.iter().map(|arg| self.made[arg]).collect())
    }

    fn op(&mut self, find: &Find, wanted: Option<TensorType>, depth: usize) -> Done<Value> {
        if let Some(like) = find.like {
            self.value(like, None, depth)?;
            return self.like(find, like, depth);
        }
        match find.op.as_str() {
            ELEMENTWISE => {
                let name = if find.args.len() == 1 { self.rng.choose(UNARY) } else { self.rng.choose(BINARY) };
                let args = self.alike(find, wanted, depth)?;
                self.b.value(row(name)?, &args, Attrs::new())
            }
            "stablehlo.transpose" => {
                let x = self.value(find.args[0], None, depth)?;
                let rank = self.ty(x).rank();
                let p = self.list(find, "permutation", |rng| rng.shuffled(&(0..rank as i64).collect::<Vec<_>>()));
                self.b.value(row(&find.op)?, &[x], Attrs::new().with("permutation", Attr::ints(&p)))
            }
            "stablehlo.reshape" => {
                let x = self.value(find.args[0], None, depth)?;
                let ty = self.ty(x);
                let dims = self.reshaped(&ty);
                self.b.value_of_type(row(&find.op)?, &[x], Attrs::new(), ty.with_dims(&dims))
            }
            "stablehlo.slice" => self.slice(find, depth),
            "stablehlo.concatenate" => self.concatenate(find, depth),
            "stablehlo.broadcast_in_dim" => self.broadcast(find, wanted, depth),
            "stablehlo.reduce" => self.reduce(find, depth),
            "stablehlo.reduce_window" => self.pool(find, depth),
            "stablehlo.dot_general" => self.dot(find, depth),
            "stablehlo.convolution" => self.convolution(find, depth),
            "stablehlo.batch_norm_inference" => {
                let x = self.value(find.args[0], None, depth)?;
                let ty = self.ty(x);
                let feature = self.rng.range(0, ty.rank() as i64 - 1);
                let per = ty.with_dims(&[ty.dims[feature as usize]]);
                let mut args = vec![x];
                for &arg in &find.args[1..] {
                    args.push(self.value(arg, Some(per.clone()), depth)?);
                }
                let attrs = Attrs::new().with("epsilon", Attr::Float(4.0, ElementType::F32)).with("feature_index", Attr::i64(feature));
                self.b.value(row(&find.op)?, &args, attrs)
            }
            name => {
                let args = self.alike(find, wanted, depth)?;
                self.b.value(row(name)?, &args, Attrs::new())
            }
        }
    }

    /// The value of a field that a variable stands for: the same as before where it was drawn before.
    fn list(&mut self, find: &Find, name: &str, draw: impl FnOnce(&mut Rng) -> Vec<i64>) -> Vec<i64> {
        let expr = find.fields.iter().find(|(field, _)| field == name).map(|(_, expr)| expr);
        if let Some(Expr::Value(index)) = expr {
            if let Some(Val::List(list)) = self.values.get(index) {
                return list.clone();
            }
            let list = draw(&mut self.rng);
            self.values.insert(*index, Val::List(list.clone()));
            return list;
        }
        draw(&mut self.rng)
    }
    fn reshaped(&mut self, ty: &TensorType) -> Vec<i64> {
        let mut dims = ty.dims.to_vec();
        match self.rng.range(0, 3) {
            0 => {}
            1 => dims = vec![ty.num_elements()],
            2 => dims.insert(0, 1),
            _ => dims.reverse(),
        }
        dims
    }
    fn slice(&mut self, find: &Find, depth: usize) -> Done<Value> {
        let x = self.value(find.args[0], None, depth)?;
        let dims = self.ty(x).dims;
        let ranges: Vec<(i64, i64)> = dims
            .iter()
            .map(|&size| {
                let whole = self.rng.percent(50);
                let start = if whole { 0 } else { self.rng.range(0, size - 1) };
                (start, if whole { size } else { self.rng.range(start + 1, size) })
            })
            .collect();
        let starts = self.list(find, "start_indices", |_| ranges.iter().map(|range| range.0).collect());
        let limits = self.list(find, "limit_indices", |_| ranges.iter().map(|range| range.1).collect());
        let strides = self.list(find, "strides", |rng| dims.iter().map(|_| if rng.percent(90) { 1 } else { 2 }).collect());
        let attrs = Attrs::new().with("start_indices", Attr::ints(&starts)).with("limit_indices", Attr::ints(&limits)).with("strides", Attr::ints(&strides));
        self.b.value(row(&find.op)?, &[x], attrs)
    }
    fn concatenate(&mut self, find: &Find, depth: usize) -> Done<Value> {
        let mut order = find.args.clone();
        order.sort_by_key(|&arg| self.is_leaf(arg));
        let first = self.value(order[0], None, depth)?;
        let ty = self.ty(first);
        let expr = find.fields.iter().find(|(name, _)| name == "dimension").map(|(_, expr)| expr.clone());
        let known = match &expr {
            Some(Expr::Value(index)) => self.values.get(index).and_then(Val::int),
            _ => None,
        };
        let dim = known.unwrap_or_else(|| self.rng.range(0, ty.rank() as i64 - 1));
        if let Some(Expr::Value(index)) = expr {
            self.values.insert(index, Val::Int(dim));
        }
        for &arg in &order[1..] {
            let mut dims = ty.dims.to_vec();
            *dims.get_mut(dim as usize).ok_or("dimension")? = self.rng.range(1, 3);
            self.value(arg, Some(ty.with_dims(&dims)), depth)?;
        }
        let mut args: Vec<Value> = find.args.iter().map(|arg| self.made[arg]).collect();
        if find.rest.is_some() {
            for _ in 0..self.rng.range(1, 2) {
                let mut dims = ty.dims.to_vec();
                dims[dim as usize] = self.rng.range(1, 3);
                args.push(self.b.func.add_arg(ty.with_dims(&dims)));
            }
        }
        self.b.value(row(&find.op)?, &args, Attrs::new().with("dimension", Attr::i64(dim)))
    }
    fn broadcast(&mut self, find: &Find, wanted: Option<TensorType>, depth: usize) -> Done<Value> {
        let (x, to, at) = match wanted {
            Some(to) if self.is_leaf(find.args[0]) && to.rank() > 0 => {
                let at = self.rng.range(0, to.rank() as i64 - 1);
                let x = self.value(find.args[0], Some(to.with_dims(&[to.dims[at as usize]])), depth)?;
                (x, to, vec![at])
            }
            _ => {
                let x = self.value(find.args[0], None, depth)?;
                let ty = self.ty(x);
                let mut dims = ty.dims.to_vec();
                dims.insert(0, self.rng.range(1, 3));
                let at = (1..=ty.rank() as i64).collect();
                (x, ty.with_dims(&dims), at)
            }
        };
        self.b.value_of_type(row(&find.op)?, &[x], Attrs::new().with("broadcast_dimensions", Attr::ints(&at)), to)
    }
    fn reduce(&mut self, find: &Find, depth: usize) -> Done<Value> {
        let x = self.value(find.args[0], None, depth)?;
        let ty = self.ty(x);
        let (kind, init) = self.start(find, &ty)?;
        let dims = self.list(find, "dimensions", |rng| (0..ty.rank() as i64).filter(|_| rng.percent(50)).collect());
        self.b.reduce(x, init, &dims, kind)
    }
    /// How a reduction combines, and what it starts from.
    fn start(&mut self, find: &Find, ty: &TensorType) -> Done<(ReduceKind, Value)> {
        let kind = self.kinds.get(&find.var).copied().unwrap_or(ReduceKind::Sum);
        if let Some(&init) = self.made.get(&find.args[1]) {
            return Ok((kind, init));
        }
        let number = if kind == ReduceKind::Max { f64::NEG_INFINITY } else { 0.0 };
        let init = self.b.constant(Literal::splat_f64(TensorType::scalar(ty.element), number))?;
        self.made.insert(find.args[1], init);
        Ok((kind, init))
    }
    fn pool(&mut self, find: &Find, depth: usize) -> Done<Value> {
        let x = self.value(find.args[0], None, depth)?;
        let ty = self.ty(x);
        let (kind, init) = self.start(find, &ty)?;
        let mut window = Window::unit(ty.rank());
        let mut size = Vec::new();
        for dim in 0..ty.rank() {
            let most = ty.dims[dim].min(2);
            size.push(self.rng.range(1, most));
            window.strides[dim] = self.rng.choose(&[1, 1, 2]);
            window.padding[dim] = [self.rng.choose(&[0, 0, 1]), self.rng.choose(&[0, 0, 1])];
        }
        self.b.reduce_window(x, init, &size, &window, kind)
    }
    fn dot(&mut self, find: &Find, depth: usize) -> Done<Value> {
        let [left, right] = find.args[..] else { return Err("a product has two operands".into()) };
        // Whatever is not a leaf first; the other one is made to fit.
        let (first, second) = if self.is_leaf(left) && !self.is_leaf(right) { (right, left) } else { (left, right) };
        let x = self.value(first, None, depth)?;
        let ty = self.ty(x);
        let rank = ty.rank();
        if rank == 0 {
            return Err("a product of scalars".into());
        }
        let batch = if rank > 1 && self.rng.percent(20) { vec![0] } else { Vec::new() };
        let from: Vec<i64> = (0..rank as i64).filter(|dim| !batch.contains(dim)).collect();
        // The outer dimensions are contracted most often.
        let contract = match self.rng.range(0, 3) {
            0 => vec![from[0]],
            1 => vec![self.rng.choose(&from)],
            _ => vec![from[from.len() - 1]],
        };
        let free: Vec<i64> = (0..self.rng.choose(&[0, 1, 1, 1, 2])).map(|_| self.rng.range(1, 3)).collect();
        let mut dims: Vec<i64> = batch.iter().map(|&dim| ty.dims[dim as usize]).collect();
        let low = dims.len();
        dims.extend(&free);
        let place = self.rng.range(low as i64, dims.len() as i64) as usize;
        dims.insert(place, ty.dims[contract[0] as usize]);
        let y = self.value(second, Some(ty.with_dims(&dims)), depth)?;
        let other = if self.ty(y).dims[..] == dims[..] { place as i64 } else { self.rng.range(0, self.ty(y).rank() as i64 - 1) };
        let (a, b) = ((&batch[..], &contract[..]), (&batch[..], &[other][..]));
        let (x, y, a, b) = if first == left { (x, y, a, b) } else { (y, x, b, a) };
        let element = self.element;
        self.b.dot_general(x, y, (a.0, b.0), (a.1, b.1), element)
    }
    fn convolution(&mut self, find: &Find, depth: usize) -> Done<Value> {
        let [input, kernel] = find.args[..] else { return Err("a convolution has two operands".into()) };
        let groups = self.rng.choose(&[1, 1, 2]);
        let (features, size) = (self.rng.choose(&[2, 2, 4]), self.rng.choose(&[3, 4, 5]));
        let last = self.rng.percent(40);
        let mut dims = ConvDims::nchw(2);
        let batch = self.rng.range(1, 2);
        let shape = if last {
            (dims.input_batch, dims.input_feature, dims.input_spatial) = (0, 3, vec![1, 2]);
            (dims.output_batch, dims.output_feature, dims.output_spatial) = (0, 3, vec![1, 2]);
            (dims.kernel_spatial, dims.kernel_input_feature, dims.kernel_output_feature) = (vec![0, 1], 2, 3);
            [batch, size, size, features]
        } else {
            [batch, features, size, size]
        };
        let x = self.value(input, Some(TensorType::new(self.element, &shape)), depth)?;
        let (window, out) = (self.rng.choose(&[1, 1, 3]), 2 * self.rng.range(1, 2));
        let kernel_shape = if last { [window, window, features / groups, out] } else { [out, features / groups, window, window] };
        let k = self.value(kernel, Some(TensorType::new(self.element, &kernel_shape)), depth)?;
        let mut over = Window::unit(2);
        over.strides = vec![self.rng.choose(&[1, 1, 2]); 2];
        over.padding = vec![[self.rng.range(0, 1); 2]; 2];
        self.b.convolution(x, k, &dims, &over, groups, 1)
    }

    /// An op like another one; leaves have the other's types, a size or two changed.
    fn like(&mut self, find: &Find, like: usize, depth: usize) -> Done<Value> {
        let model = self.b.func.defining_op(self.made[&like]).ok_or("no op to be like")?;
        let data = self.b.func.op(model).clone();
        let mut args = Vec::new();
        for (at, &arg) in find.args.iter().enumerate() {
            let mut ty = self.ty(data.operands[at]);
            let kernel = find.op == "stablehlo.convolution" && at == 1;
            if kernel && self.rng.percent(50) {
                for dim in read(&data.attrs, "kernel_spatial_dimensions").list().unwrap_or_default() {
                    ty.dims[*dim as usize] = self.rng.choose(&[1, 3]);
                }
            } else if ty.rank() > 0 && self.rng.percent(50) {
                let dim = self.rng.range(0, ty.rank() as i64 - 1) as usize;
                ty.dims[dim] = self.rng.range(1, 3);
            }
            args.push(self.value(arg, Some(ty), depth)?);
        }
        let mut attrs = data.attrs.clone();
        if find.fields.iter().any(|(name, _)| name == "padding")
            && let Some(Attr::Dense(old)) = attrs.get("padding").cloned()
        {
            let more = self.rng.range(0, 1);
            let pads: Vec<i64> = old.to_ints().unwrap_or_default().iter().map(|pad| pad + more).collect();
            attrs.set("padding", Attr::Dense(Literal::ints(old.ty.element, &old.ty.dims, &pads)));
        }
        match find.op.as_str() {
            "stablehlo.reduce" => {
                let dims = attrs.ints("dimensions").unwrap_or_default();
                let kind = self.kinds.get(&find.var).copied().unwrap_or(ReduceKind::Sum);
                self.b.reduce(args[0], args[1], &dims, kind)
            }
            "stablehlo.reduce_window" => {
                let window = Window::read(&attrs, self.ty(args[0]).rank(), "base_dilations", "window_dilations")?;
                let size = attrs.ints("window_dimensions").unwrap_or_default();
                let kind = self.kinds.get(&find.var).copied().unwrap_or(ReduceKind::Sum);
                self.b.reduce_window(args[0], args[1], &size, &window, kind)
            }
            "stablehlo.dot_general" => {
                let list = |name: &str| read(&attrs, name).list().map(<[i64]>::to_vec).unwrap_or_default();
                let (lb, rb) = (list("lhs_batching_dimensions"), list("rhs_batching_dimensions"));
                let (lc, rc) = (list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions"));
                let element = self.element;
                self.b.dot_general(args[0], args[1], (&lb, &rb), (&lc, &rc), element)
            }
            "stablehlo.convolution" => {
                let dims = ConvDims::read(&attrs)?;
                let window = Window::read(&attrs, 2, "lhs_dilation", "rhs_dilation")?;
                let groups = attrs.int("feature_group_count").unwrap_or(1);
                self.b.convolution(args[0], args[1], &dims, &window, groups, 1)
            }
            _ => self.b.value(data.info, &args, attrs),
        }
    }
}
