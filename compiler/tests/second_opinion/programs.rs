//! Random programs of ops that both know: StableHLO on `f32`, whose forms upstream are `linalg` ops, fills and constants.
//!
//! Upstream's passes have no word on reshapes, slices, concatenations and pads (`tensor` ops without its sharding interface), nor on values without
//! dimensions, so there are none here. Sizes divide by all meshes: upstream's shards are even.

use shardwright_compiler::testing::rng::Rng;
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_dialects::stablehlo::dims::dot_dims;
use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::{Attrs, Builder, ElementType, Func, Module, Sym, TensorType, Value};

/// A program and what it is run on.
pub struct Program {
    pub module: Module,
    pub inputs: Vec<Tensor>,
}

const MESHES: &[&[(&str, i64)]] = &[&[("x", 2), ("y", 2)], &[("x", 2), ("y", 4)], &[("x", 4)]];
const SIZES: &[i64] = &[8, 16];
/// Most elements of a value.
const MOST: i64 = 2048;

/// The program of a seed, of which so many inputs are annotated.
pub fn program(seed: u64, annotated: usize) -> Program {
    let mut rng = Rng::new(seed);
    let mesh = Mesh::new(rng.choose(MESHES));
    let mut module = Module::default();
    let mut func = Func::new(Sym::new("main"));
    let (mut pool, mut inputs) = (Vec::new(), Vec::new());
    for index in 0..3 {
        let dims: Vec<i64> = (0..rng.range(1, 3)).map(|_| rng.choose(SIZES)).collect();
        let ty = TensorType::new(ElementType::F32, &dims);
        let value = func.add_arg(ty.clone());
        if index < annotated {
            let sharding = sharding(&mut rng, &mesh, dims.len());
            func.set_sharding(value, Some(sharding));
        }
        let elements = (0..ty.num_elements()).map(|_| rng.range(-16, 16) as f32 / 8.0).collect();
        inputs.push(Tensor::new(ty.clone(), Buffer::F32(elements)));
        pool.push((value, dims));
    }
    let mut b = Builder::at_end(&mut func);
    let count = rng.range(4, 9) as usize;
    let mut made = 0;
    for _ in 0..100 {
        if made == count {
            break;
        }
        if let Some(value) = step(&mut b, &mut rng, &pool).expect("a legal op") {
            let dims = b.ty(value).dims.to_vec();
            if !dims.is_empty() {
                pool.push((value, dims));
                made += 1;
            }
        }
    }
    finish(&mut func, &pool);
    module.meshes.insert(Sym::new("mesh"), mesh);
    module.funcs.insert(func.name, func);
    Program { module, inputs }
}

/// Each axis on a dimension, or on none now and then.
fn sharding(rng: &mut Rng, mesh: &Mesh, rank: usize) -> TensorSharding {
    let mut dims = vec![Vec::new(); rank];
    for axis in &mesh.axes {
        if rng.percent(75) {
            dims[rng.below(rank)].push(AxisRef::full(axis.name));
        }
    }
    TensorSharding::of_axes(Sym::new("mesh"), dims)
}

/// One op on values of the pool, the recent ones more often.
fn step(b: &mut Builder<'_>, rng: &mut Rng, pool: &[(Value, Vec<i64>)]) -> Result<Option<Value>, String> {
    let pick = |rng: &mut Rng| pool[rng.below(pool.len()).max(rng.below(pool.len()))].clone();
    let (x, dims) = pick(rng);
    let alike: Vec<Value> = pool.iter().filter(|(_, other)| *other == dims).map(|(value, _)| *value).collect();
    let y = rng.choose(&alike);
    Ok(Some(match rng.below(16) {
        0..=2 => {
            let name = rng.choose(&["stablehlo.tanh", "stablehlo.negate", "stablehlo.abs", "stablehlo.logistic", "stablehlo.cosine"]);
            b.value(row(name)?, &[x], Attrs::new())?
        }
        3..=5 => {
            let name = rng.choose(&["stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.maximum", "stablehlo.minimum"]);
            b.value(row(name)?, &[x, y], Attrs::new())?
        }
        6 => {
            let above = b.compare(Direction::Gt, x, y)?;
            b.select(above, x, y)?
        }
        7 => {
            let half = b.splat_like(x, 0.5)?;
            b.multiply(x, half)?
        }
        8 | 9 if dims.len() > 1 => {
            let order = rng.shuffled(&(0..dims.len() as i64).collect::<Vec<_>>());
            b.transpose(x, &order)?
        }
        10 | 11 if dims.len() < 3 => {
            let at = rng.below(dims.len() + 1);
            let mut wide = dims.clone();
            wide.insert(at, rng.choose(SIZES));
            if wide.iter().product::<i64>() > MOST {
                return Ok(None);
            }
            let map: Vec<i64> = (0..wide.len() as i64).filter(|&dim| dim != at as i64).collect();
            b.broadcast_in_dim(x, &wide, &map)?
        }
        12 if dims.len() > 1 => {
            let kind = rng.choose(&[ReduceKind::Sum, ReduceKind::Max]);
            b.reduce_identity(x, &[rng.below(dims.len()) as i64], kind)?
        }
        13..=15 => {
            let right = pick(rng);
            if right.0 == x {
                return Ok(None);
            }
            return product(b, rng, (x, &dims), &right);
        }
        _ => return Ok(None),
    }))
}

/// A product over one pair of dimensions of one size, and now and then a batch of them.
fn product(b: &mut Builder<'_>, rng: &mut Rng, (x, left): (Value, &[i64]), (y, right): &(Value, Vec<i64>)) -> Result<Option<Value>, String> {
    let (mut contract, mut batch) = ((vec![], vec![]), (vec![], vec![]));
    let mut free: Vec<i64> = (0..right.len() as i64).collect();
    for dim in rng.shuffled(&(0..left.len() as i64).collect::<Vec<_>>()) {
        let Some(at) = free.iter().position(|&other| right[other as usize] == left[dim as usize]) else { continue };
        let pair = match (contract.0.is_empty(), batch.0.is_empty()) {
            (true, _) => &mut contract,
            (false, true) if rng.percent(30) => &mut batch,
            _ => continue,
        };
        pair.0.push(dim);
        pair.1.push(free.remove(at));
    }
    let ty = |dims: &[i64]| TensorType::new(ElementType::F32, dims);
    let dims = dot_dims(&ty(left), &ty(right), (&batch.0, &batch.1), (&contract.0, &contract.1))?;
    if contract.0.is_empty() || dims.is_empty() || dims.len() > 3 || dims.iter().product::<i64>() > MOST {
        return Ok(None);
    }
    b.dot_general(x, *y, (&batch.0, &batch.1), (&contract.0, &contract.1), ElementType::F32).map(Some)
}

/// Returns what nothing uses; arguments without a use too, since upstream fails on those that nothing annotates.
fn finish(func: &mut Func, pool: &[(Value, Vec<i64>)]) {
    let uses = func.uses();
    let results: Vec<Value> = pool.iter().map(|(value, _)| *value).filter(|&value| uses[value].is_empty()).collect();
    let types = results.iter().map(|&value| func.ty(value).clone()).collect();
    Builder::at_end(func).op_of_types(row("func.return").expect("a row"), &results, Attrs::new(), &[], vec![]).expect("legal");
    func.set_results(types);
}
