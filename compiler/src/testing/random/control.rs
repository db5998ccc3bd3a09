//! Random control flow, calls and sharding ops.

use super::bounds::Bounds;
use super::state::{Callee, Entry, Made, State};
use super::steps;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Func, Module, Sym, TensorType, Type, Value};

/// Regions within regions end here.
const MAX_DEPTH: usize = 2;

/// A loop of a fixed number of steps over one or two floats that are held in [-1, 1] (and one integer that counts).
pub fn while_loop(b: &mut Builder<'_>, st: &mut State) -> Made {
    if st.depth >= MAX_DEPTH {
        return Ok(false);
    }
    let unit = Bounds::rounded(-1.0, 1.0, 0.0);
    let mut carried: Vec<Entry> = Vec::new();
    for _ in 0..st.rng.range(1, 2) {
        let Some(x) = st.pick(|entry| entry.ty.element == ElementType::F32 && entry.bounds.error <= 1e-6 * entry.bounds.magnitude()) else { continue };
        let value = held(b, x.value)?;
        carried.push(Entry { value, bounds: unit, ty: x.ty });
    }
    if carried.is_empty() {
        return Ok(false);
    }
    let trips = st.rng.range(0, 3);
    let (zero, outer) = (b.int_scalar(ElementType::I32, 0)?, st.pool.clone());
    let inits: Vec<Value> = std::iter::once(zero).chain(carried.iter().map(|entry| entry.value)).collect();
    let captures = st.rng.percent(30);
    let mut inner_state = st.inside(if captures { outer } else { Vec::new() });
    let results = b.while_(
        &inits,
        &mut |b, args| {
            let limit = b.int_scalar(ElementType::I32, trips)?;
            Ok(vec![b.compare(Direction::Lt, args[0], limit)?])
        },
        &mut |b, args| {
            let inner = &mut inner_state;
            for (arg, entry) in args[1..].iter().zip(&carried) {
                inner.pool.push(Entry { value: *arg, ..entry.clone() });
            }
            inner.pool.push(Entry { value: args[0], ty: TensorType::scalar(ElementType::I32), bounds: Bounds::ints(0, trips) });
            let count = inner.rng.range(1, 4) as usize;
            steps(b, inner, count)?;
            let one = b.int_scalar(ElementType::I32, 1)?;
            let mut next = vec![b.add(args[0], one)?];
            for (arg, entry) in args[1..].iter().zip(&carried) {
                let found = inner.pick(|other| other.ty == entry.ty);
                let value = found.map_or(*arg, |found| found.value);
                next.push(held(b, value)?);
            }
            Ok(next)
        },
    )?;
    absorb(st, inner_state);
    for (result, entry) in results[1..].iter().zip(&carried) {
        st.push(b, *result, Bounds { error: 2e-6, ..entry.bounds }, 0)?;
    }
    Ok(true)
}

/// A choice between two or three branches, by index or by truth value.
pub fn case(b: &mut Builder<'_>, st: &mut State) -> Made {
    if st.depth >= MAX_DEPTH {
        return Ok(false);
    }
    let by_truth = st.rng.percent(40);
    let index = TensorType::scalar(if by_truth { ElementType::I1 } else { ElementType::I32 });
    let Some(index) = st.partner(b, &index, |bounds| bounds.is_exact())? else { return Ok(false) };
    let Some(like) = st.pick(|entry| entry.ty.element == ElementType::F32) else { return Ok(false) };
    let branches = if by_truth { 2 } else { st.rng.range(2, 3) };
    let mut regions = Vec::new();
    let mut bounds: Option<Bounds> = None;
    for _ in 0..branches {
        let mut inner = st.inside(st.pool.clone());
        inner.uniform = st.uniform && st.layout.manual.is_empty();
        regions.push(b.region_of(&[], &mut |b, _| {
            let count = inner.rng.range(0, 3) as usize;
            steps(b, &mut inner, count)?;
            let found = inner.pick(|entry| entry.ty == like.ty).ok_or("the value itself is in the pool")?;
            bounds = Some(bounds.map_or(found.bounds, |bounds| bounds.join(&found.bounds)));
            Ok(vec![found.value])
        })?);
        absorb(st, inner);
    }
    let name = if by_truth { "stablehlo.if" } else { "stablehlo.case" };
    let types = vec![Type::Tensor(like.ty.clone())];
    let op = b.op_of_types(row(name)?, &[index.value], Attrs::new(), &regions, types)?;
    let value = b.func.result(op);
    st.push(b, value, bounds.unwrap_or(like.bounds), 0)
}

/// A call of one of the program's other functions, arguments brought into the bounds that it expects.
pub fn call(b: &mut Builder<'_>, st: &mut State) -> Made {
    if st.callees.is_empty() {
        return Ok(false);
    }
    let callee = st.rng.choose(&st.callees.clone());
    let mut args = Vec::new();
    for (ty, wanted) in &callee.args {
        let within = |bounds: &Bounds| bounds.low >= wanted.low && bounds.high <= wanted.high && bounds.step.is_some_and(|step| Some(step) >= wanted.step);
        let found = match st.partner(b, ty, within)? {
            Some(found) => found.value,
            None => {
                let literal = st.literal(ty, wanted, false);
                b.constant(literal)?
            }
        };
        args.push(found);
    }
    let attrs = Attrs::new().with("callee", Attr::Symbol(callee.name));
    let types = callee.results.iter().map(|(ty, _)| Type::Tensor(ty.clone())).collect();
    let op = b.op_of_types(row("func.call")?, &args, attrs, &[], types)?;
    let results = b.func.op(op).results.clone();
    for (result, (_, bounds)) in results.iter().zip(&callee.results) {
        st.push(b, *result, *bounds, 0)?;
    }
    Ok(true)
}

/// Adds a private function to the module, and to what `st` can call.
pub fn add_callee(module: &mut Module, st: &mut State) -> Result<(), String> {
    let name = Sym::new(&format!("part{}", st.callees.len()));
    let mut func = Func::new(name);
    func.private = true;
    let mut inner = st.inside(Vec::new());
    inner.depth = 1;
    let mut args = Vec::new();
    for _ in 0..inner.rng.range(1, 2) {
        let dims = inner.shape(2);
        let ty = TensorType::new(ElementType::F32, &dims);
        let bounds = inner.bounds_of(ty.element);
        let value = func.add_arg(ty.clone());
        inner.pool.push(Entry { value, ty: ty.clone(), bounds });
        args.push((ty, bounds));
    }
    let mut b = Builder::at_end(&mut func);
    let count = inner.rng.range(2, 5) as usize;
    steps(&mut b, &mut inner, count)?;
    let result = inner.pick(|_| true).ok_or("arguments are in the pool")?;
    b.op_of_types(row("func.return")?, &[result.value], Attrs::new(), &[], vec![])?;
    func.set_results(vec![result.ty.clone().into()]);
    super::erase_dead(&mut func);
    module.funcs.insert(name, func);
    st.callees.push(Callee { name, args, results: vec![(result.ty, result.bounds)] });
    absorb(st, inner);
    Ok(())
}

/// A sharding that the user insists on, or a reshard.
pub fn constraint(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|_| true) else { return Ok(false) };
    let mut sharding = st.layout.sharding(&mut st.rng, &x.ty);
    let reshard = st.rng.percent(25);
    if reshard {
        sharding = sharding.closed();
    }
    let name = if reshard { "sdy.reshard" } else { "sdy.sharding_constraint" };
    let attrs = Attrs::new().with("sharding", Attr::Sharding(Box::new(sharding)));
    let value = b.value(row(name)?, &[x.value], attrs)?;
    st.pool.push(Entry { value, ..x });
    Ok(true)
}

/// Values that must be computed before anything that uses them.
pub fn barrier(b: &mut Builder<'_>, st: &mut State) -> Made {
    let (Some(x), Some(y)) = (st.pick(|_| true), st.pick(|_| true)) else { return Ok(false) };
    let op = b.op(row("stablehlo.optimization_barrier")?, &[x.value, y.value], Attrs::new(), &[])?;
    let results = b.func.op(op).results.clone();
    st.push(b, results[0], x.bounds, 0)?;
    st.push(b, results[1], y.bounds, 0)
}

/// The value held in [-1, 1].
fn held(b: &mut Builder<'_>, value: Value) -> Result<Value, String> {
    let element = b.ty(value).element;
    let (low, high) = (b.scalar(element, -1.0)?, b.scalar(element, 1.0)?);
    b.clamp(low, value, high)
}

/// Counts what was made inside.
pub fn absorb(st: &mut State, inner: State) {
    for (name, count) in inner.made {
        *st.made.entry(name).or_insert(0) += count;
    }
}
