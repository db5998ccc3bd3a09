//! `quantise-collectives`: weights are gathered, and gradients summed to shards, as small integers with a scale for each block (ZeRO++, Wang et al., arXiv:2306.10209).
//!
//! Weights (qwZ, section 4.1): of each block of a shard the largest number becomes 127, the others are rounded to eight bits, and a scale in `f32` goes with them. Gradients (qgZ, section 4.3): the
//! parts for each device are rounded so to four bits (the largest number becomes 7, two to a byte), exchanged by an all-to-all, and added up in `f32` where they belong; over several mesh axes first
//! within a node, along the minor axis, and then what is left between nodes. Numbers are rounded before they are sent, never while they are added up.
//! Invariants: a rounded number is off by at most half a step: 1/254 of the largest of its block in eight bits, 1/14 in four; sums of `n` devices by at most `n` times that, for each exchange; a tensor
//! with fewer elements than a block is sent as it is; what is neither a parameter nor a parameter's gradient is left alone.

use super::order::each_used;
use super::two_steps::levels;
use crate::attention::decompose::replace;
use crate::manager::{Changed, OptionSpec, Pass, PassCtx, PassInfo};
use shardwright_dialects::device_groups::groups;
use shardwright_dialects::local::{self, pad_to, reshape, row, transpose, trim};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::role::Role;
use shardwright_ir::sharding::{Mesh, ReduceKind};
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, Value};

/// The pass's row.
pub static QUANTISE_COLLECTIVES: PassInfo = PassInfo {
    name: "quantise-collectives",
    summary: "gathers weights and sums gradients as small integers with a scale for each block",
    options: &[
        OptionSpec { name: "weights", default: "0", summary: "numbers of a block of weights that have one scale, in eight bits; 0: weights are gathered as they are" },
        OptionSpec { name: "gradients", default: "0", summary: "the same of gradients, in four bits; an even number" },
    ],
    build: |options| {
        let get = |name: &str| options.get(&QUANTISE_COLLECTIVES, name).parse::<i64>().ok().filter(|block| (0..=1 << 20).contains(block));
        let wrong = |name: &str| format!("option `{name}` of `quantise-collectives` must be a number up to {}, got `{}`", 1 << 20, options.get(&QUANTISE_COLLECTIVES, name));
        let (weights, gradients) = (get("weights").ok_or_else(|| wrong("weights"))?, get("gradients").ok_or_else(|| wrong("gradients"))?);
        if gradients % 2 != 0 {
            return Err(format!("blocks of gradients must be even, two numbers to a byte, got {gradients}"));
        }
        Ok(Box::new(Quantise { weights, gradients }))
    },
};

struct Quantise {
    weights: i64,
    gradients: i64,
}

impl Pass for Quantise {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let Some(mesh) = module.main_mesh().map(|(_, mesh)| mesh.clone()) else { return Ok(Changed::No) };
        let Some(func) = module.main_mut() else { return Ok(Changed::No) };
        let (weights, gradients) = (weight_gathers(func), gradient_scatters(func));
        let own = func.name;
        let made_of = |ctx: &mut PassCtx, op: OpId, made: Vec<Value>, b: &Builder| {
            made.into_iter().filter_map(|value| b.func.defining_op(value)).for_each(|made| ctx.provenance.inherit(own, op, made));
        };
        let mut done = [0i64; 2];
        let least = |func: &Func, op: OpId| func.tensor_type(func.op(op).operands[0]).num_elements();
        if self.weights > 0 {
            let picked = |func: &Func, op: OpId| weights[op] && least(func, op) >= self.weights;
            done[0] = replace(func, picked, &mut |b, op| {
                let (value, made) = gather(b, op, Form { bits: Bits::Eight, block: self.weights })?;
                made_of(ctx, op, made, b);
                Ok(Some(vec![value]))
            })?;
        }
        if self.gradients > 0 {
            let picked = |func: &Func, op: OpId| gradients[op] && func.tensor_type(func.result(op)).num_elements() >= self.gradients;
            done[1] = replace(func, picked, &mut |b, op| {
                let (value, made) = scatter(b, op, &mesh, Form { bits: Bits::Four, block: self.gradients })?;
                made_of(ctx, op, made, b);
                Ok(Some(vec![value]))
            })?;
        }
        for (count, block, what, part) in [(done[0], self.weights, "gathers of weights", 254), (done[1], self.gradients, "sums of gradients", 14)] {
            if block > 0 && count == 0 {
                let why = format!("no {what} are rounded: none has {block} numbers on a device");
                ctx.diagnostics.push(Diagnostic::warning(why).help("weights are gathered where `zero 3` shards them, and gradients scattered where any stage of `zero` does"));
            } else if block > 0 {
                ctx.diagnostics.push(Diagnostic::remark(format!("{what} that are rounded: {count}; each number by at most 1/{part} of the largest of the {block} around it, in each exchange")));
            }
        }
        ctx.count("gathers rounded", done[0]);
        ctx.count("sums rounded", done[1]);
        Ok((done[0] + done[1] > 0).into())
    }
}

/// Gathers of what is only a parameter, moved or in another type.
fn weight_gathers(func: &Func) -> SecondaryMap<OpId, bool> {
    let mut parameter = SecondaryMap::<Value, bool>::new();
    for (&arg, attrs) in func.args().iter().zip(&func.arg_attrs) {
        parameter[arg] = Role::of(attrs) == Some(Role::Parameter);
    }
    let mut found = SecondaryMap::new();
    for &op in &func.region(func.body()).ops {
        let data = func.op(op);
        let moves = matches!(
            data.info.name,
            "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.convert" | "stablehlo.slice" | "stablehlo.pad" | "stablehlo.optimization_barrier"
        );
        let gathers = data.info.name == "stablehlo.all_gather" && data.operands.len() == 1;
        for (&operand, &result) in data.operands.iter().zip(&data.results) {
            if parameter[operand] && func.ty(operand).as_tensor().is_some_and(|ty| ty.element.is_float()) {
                parameter[result] = moves;
                found[op] = gathers;
            }
        }
    }
    found
}

/// Sums to shards of what goes into a parameter's update element by element.
fn gradient_scatters(func: &Func) -> SecondaryMap<OpId, bool> {
    // From the updates back, as far as elements stay apart.
    let mut updates = SecondaryMap::<Value, bool>::new();
    if let Some(end) = func.terminator(func.body()) {
        for (&value, attrs) in func.op(end).operands.iter().zip(&func.result_attrs) {
            updates[value] = matches!(Role::of(attrs), Some(Role::Parameter | Role::Optimizer));
        }
    }
    let mut found = SecondaryMap::new();
    for &op in func.region(func.body()).ops.iter().rev() {
        let data = func.op(op);
        if !data.results.iter().any(|&result| updates[result]) {
            continue;
        }
        let moves = data.info.traits.elementwise
            || matches!(data.info.name, "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.convert" | "stablehlo.slice" | "stablehlo.pad" | "stablehlo.concatenate" | "stablehlo.all_gather");
        if moves {
            each_used(func, op, &mut |value| updates[value] = true);
        }
        let adds = || {
            let body = data.regions.first().map(|&region| &func.region(region).ops);
            body.and_then(|ops| ops.first()).is_some_and(|&inner| func.op(inner).info.name == "stablehlo.add")
        };
        let float = || func.ty(data.results[0]).as_tensor().is_some_and(|ty| ty.element.is_float());
        found[op] = data.info.name == "stablehlo.reduce_scatter" && data.operands.len() == 1 && adds() && float();
    }
    found
}

/// How many bits a rounded number has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bits {
    Four,
    Eight,
}

impl Bits {
    /// What the largest of a block becomes.
    fn most(self) -> f64 {
        if self == Bits::Four { 7.0 } else { 127.0 }
    }
}

/// How numbers are rounded.
#[derive(Clone, Copy)]
struct Form {
    bits: Bits,
    block: i64,
}

/// Rows of numbers, rounded: `[rows, blocks, bytes of a block]` in `i8`, and their scales `[rows, blocks]`.
struct Rounded {
    numbers: Value,
    scales: Value,
}

impl Form {
    /// Rounds rows `[rows, count]`.
    fn round(self, b: &mut Builder, rows: Value) -> Result<Rounded, String> {
        let rows = b.convert_if_needed(rows, ElementType::F32)?;
        let dims = b.ty(rows).dims.to_vec();
        let blocks = (dims[1] + self.block - 1) / self.block;
        let rows = pad_to(b, rows, 1, blocks * self.block)?;
        let x = reshape(b, rows, &[dims[0], blocks, self.block])?;
        let size = b.abs(x)?;
        let largest = b.reduce_identity(size, &[2], ReduceKind::Max)?;
        let most = b.splat_like(largest, self.bits.most())?;
        let scales = b.divide(largest, most)?;
        // A block of zeros keeps its scale of zero, and is divided by one.
        let (zero, one) = (b.splat_like(scales, 0.0)?, b.splat_like(scales, 1.0)?);
        let empty = b.compare(Direction::Eq, scales, zero)?;
        let by = b.select(empty, one, scales)?;
        let by = b.broadcast_in_dim(by, &[dims[0], blocks, self.block], &[0, 1])?;
        let x = b.divide(x, by)?;
        let mut x = b.round_nearest_even(x)?;
        if self.bits == Bits::Four {
            // Two to a byte: sixteen times the second, and the first and eight, which is 1 to 15.
            let pairs = reshape(b, x, &[dims[0], blocks, self.block / 2, 2])?;
            let (first, second) = (b.slice_dim(pairs, 3, 0, 1)?, b.slice_dim(pairs, 3, 1, 2)?);
            let (sixteen, eight) = (b.splat_like(second, 16.0)?, b.splat_like(first, 8.0)?);
            let high = b.multiply(second, sixteen)?;
            let low = b.add(first, eight)?;
            let both = b.add(high, low)?;
            x = reshape(b, both, &[dims[0], blocks, self.block / 2])?;
        }
        Ok(Rounded { numbers: b.convert(x, ElementType::I8)?, scales })
    }

    /// Rows `[rows, count]` in `f32` of what was rounded.
    fn widen(self, b: &mut Builder, rounded: &Rounded, count: i64) -> Result<Value, String> {
        let dims = b.ty(rounded.numbers).dims.to_vec();
        let mut x = b.convert(rounded.numbers, ElementType::F32)?;
        if self.bits == Bits::Four {
            let (sixteen, eight) = (b.splat_like(x, 16.0)?, b.splat_like(x, 8.0)?);
            let part = b.divide(x, sixteen)?;
            let second = b.floor(part)?;
            let high = b.multiply(second, sixteen)?;
            let low = b.subtract(x, high)?;
            let first = b.subtract(low, eight)?;
            let column = [&dims[..], &[1]].concat();
            let (first, second) = (reshape(b, first, &column)?, reshape(b, second, &column)?);
            x = b.concatenate(&[first, second], 3)?;
            x = reshape(b, x, &[dims[0], dims[1], self.block])?;
        }
        let scales = b.broadcast_in_dim(rounded.scales, &[dims[0], dims[1], self.block], &[0, 1])?;
        let x = b.multiply(x, scales)?;
        let x = reshape(b, x, &[dims[0], dims[1] * self.block])?;
        trim(b, x, 1, count)
    }
}

/// A gather of rounded numbers in the place of one, and what the collectives make.
fn gather(b: &mut Builder, op: OpId, form: Form) -> Result<(Value, Vec<Value>), String> {
    let data = b.func.op(op);
    let (mut attrs, operand) = (data.attrs.clone(), data.operands[0]);
    let dim = dimension(&attrs, "all_gather_dim")?;
    let (shard, whole) = (b.ty(operand).clone(), b.func.tensor_type(b.func.result(op)).clone());
    let (count, devices) = (shard.num_elements(), whole.dims[dim] / shard.dims[dim]);
    let flat = reshape(b, operand, &[1, count])?;
    let rounded = form.round(b, flat)?;
    attrs.set("all_gather_dim", Attr::i64(0));
    let mut made = Vec::new();
    for value in [rounded.numbers, rounded.scales] {
        let mut dims = b.ty(value).dims.to_vec();
        dims[0] = devices;
        let ty = b.ty(value).with_dims(&dims);
        made.push(b.value_of_type(row("stablehlo.all_gather")?, &[value], attrs.clone(), ty)?);
    }
    let rows = form.widen(b, &Rounded { numbers: made[0], scales: made[1] }, count)?;
    let rows = b.convert_if_needed(rows, shard.element)?;
    // Each device's shard in its place along the dimension.
    let rows = reshape(b, rows, &[&[devices], &shard.dims[..]].concat())?;
    let order: Vec<i64> = (1..=dim as i64).chain([0]).chain(dim as i64 + 1..=shard.rank() as i64).collect();
    let rows = transpose(b, rows, &order)?;
    Ok((reshape(b, rows, &whole.dims)?, made))
}

/// Exchanges of rounded parts and sums where they belong in the place of a sum to shards, and what the collectives make.
fn scatter(b: &mut Builder, op: OpId, mesh: &Mesh, form: Form) -> Result<(Value, Vec<Value>), String> {
    let data = b.func.op(op);
    let (attrs, operand) = (data.attrs.clone(), data.operands[0]);
    let dim = dimension(&attrs, "scatter_dimension")?;
    let groups = groups(&attrs)?;
    let (whole, part) = (b.ty(operand).clone(), b.func.tensor_type(b.func.result(op)).clone());
    let (devices, count) = (whole.dims[dim] / part.dims[dim], part.num_elements());
    // What is for each device, one a row.
    let cut = [&whole.dims[..dim], &[devices, part.dims[dim]], &whole.dims[dim + 1..]].concat();
    let rows = reshape(b, operand, &cut)?;
    let order: Vec<i64> = [dim as i64].into_iter().chain((0..cut.len() as i64).filter(|&other| other != dim as i64)).collect();
    let rows = transpose(b, rows, &order)?;
    let mut made = Vec::new();
    let sum = match levels(mesh, &groups, &[]) {
        None => {
            let rows = reshape(b, rows, &[devices, count])?;
            exchanged(b, rows, &groups, form, &mut made)?
        }
        Some(levels) => {
            // Rows are for nodes, and in each for its devices: all that is for the same device of any node goes to this node's.
            let (far, near) = (levels.outer.1, levels.inner.1);
            let rows = reshape(b, rows, &[far, near, count])?;
            let rows = transpose(b, rows, &[1, 0, 2])?;
            let rows = reshape(b, rows, &[near, far * count])?;
            let sum = exchanged(b, rows, &levels.inner.0, form, &mut made)?;
            let rows = reshape(b, sum, &[far, count])?;
            exchanged(b, rows, &levels.outer.0, form, &mut made)?
        }
    };
    let sum = b.convert_if_needed(sum, part.element)?;
    Ok((reshape(b, sum, &part.dims)?, made))
}

/// Rounds rows, each for one device of a group, exchanges them, and adds up what came.
fn exchanged(b: &mut Builder, rows: Value, groups: &[Vec<i64>], form: Form, made: &mut Vec<Value>) -> Result<Value, String> {
    let count = b.ty(rows).dims[1];
    let rounded = form.round(b, rows)?;
    let numbers = local::all_to_all(b, rounded.numbers, 0, 0, groups)?;
    let scales = local::all_to_all(b, rounded.scales, 0, 0, groups)?;
    made.extend([numbers, scales]);
    let came = form.widen(b, &Rounded { numbers, scales }, count)?;
    b.reduce_identity(came, &[0], ReduceKind::Sum)
}

fn dimension(attrs: &Attrs, name: &str) -> Result<usize, String> {
    attrs.get(name).and_then(Attr::as_int).and_then(|dim| usize::try_from(dim).ok()).ok_or_else(|| format!("it has no `{name}`"))
}
