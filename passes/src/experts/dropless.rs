//! `distribute-experts`: tokens that lie along the same mesh axes as their experts are sent to them, none left out.
//!
//! Each `nn.experts` so placed becomes an `sdy.manual_computation`. A device sorts the choices of its tokens by expert, tells every device how many come for each of its experts, then
//! sends them. How many come is only known at run time, and shapes are not: what goes to a device has room for the most that can come, all choices of all tokens that one
//! device's experts can have. Where the numbers say that nothing was sent, nothing is weighted in.
//! Invariants: results lie as they did; which expert a row is for follows from the numbers that were exchanged, never from the rows; a row comes back to the place that it was sent from.

use crate::attention::decompose::replace;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_dialects::local::{all_to_all, row};
use shardwright_dialects::nn::experts::{Sizes, each};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_dialects::stablehlo::dims::GatherDims;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, ElementType, Func, Module, OpId, Sym, TensorType, Value};

/// The pass's row.
pub static DISTRIBUTE_EXPERTS: PassInfo = PassInfo {
    name: "distribute-experts",
    summary: "sends tokens to experts that lie along the same mesh axes: a ragged all-to-all, in shapes for the most that can come",
    options: &[],
    build: |_| Ok(Box::new(DistributeExperts)),
};

struct DistributeExperts;

impl Pass for DistributeExperts {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let meshes = module.meshes.clone();
        let mut count = 0;
        for func in module.funcs.values_mut() {
            count += replace(func, |func: &Func, op: OpId| func.op(op).info.name == "nn.experts", &mut |b, op| {
                let operands = b.func.op(op).operands.clone();
                let Some(mesh_name) = b.func.sharding(operands[0]).map(|lies| lies.mesh) else { return Ok(None) };
                let Some(mesh) = meshes.get(&mesh_name) else { return Ok(None) };
                match shared(b.func, &operands, mesh) {
                    Some(axes) => write(b, op, &operands, (mesh_name, mesh), &axes).map(|value| Some(vec![value])),
                    None => Ok(None),
                }
            })?;
        }
        if count == 0 {
            let what = "no tokens are sent: there are no experts without a capacity (`nn.experts`) that lie along the mesh axes of their tokens, and nothing else along any";
            ctx.diagnostics.push(Diagnostic::warning(what));
        }
        ctx.count("expert layers whose tokens are sent", count);
        Ok((count > 0).into())
    }
}

/// The axes that tokens and experts share, where nothing else is sharded.
fn shared(func: &Func, operands: &[Value], mesh: &Mesh) -> Option<Vec<AxisRef>> {
    let axes = |value: Value| -> Vec<Vec<AxisRef>> {
        let rank = func.tensor_type(value).rank();
        func.sharding(value).map_or_else(|| vec![Vec::new(); rank], |lies| lies.dims.iter().map(|dim| dim.axes.iter().copied().filter(|axis| mesh.size_of(axis) > 1).collect()).collect())
    };
    let lies: Vec<Vec<Vec<AxisRef>>> = operands.iter().map(|&value| axes(value)).collect();
    let along = lies[0][0].clone();
    let alone = lies.iter().all(|dims| dims[0] == along && dims[1..].iter().all(Vec::is_empty));
    (alone && !along.is_empty()).then_some(along)
}

fn write(b: &mut Builder, op: OpId, operands: &[Value], (mesh_name, mesh): (Sym, &Mesh), axes: &[AxisRef]) -> Result<Value, String> {
    let types: Vec<TensorType> = operands.iter().map(|&value| b.ty(value).clone()).collect();
    let sizes = Sizes::of(&types.iter().collect::<Vec<_>>())?;
    let devices = mesh.shards(axes);
    for (what, size) in [("tokens", sizes.tokens), ("experts", sizes.experts)] {
        if size % devices != 0 {
            return Err(format!("{size} {what} do not divide by {devices} devices: give each as many"));
        }
    }
    let lying = |rank: usize| {
        let mut dims = vec![Vec::new(); rank];
        dims[0] = axes.to_vec();
        TensorSharding::of_axes(mesh_name, dims)
    };
    let ins: Vec<TensorSharding> = types.iter().map(|ty| lying(ty.rank())).collect();
    let out = lying(2);
    let region = b.func.new_region();
    let args: Vec<Value> = types.iter().zip(&ins).map(|(ty, lies)| b.func.add_region_arg(region, lies.local_type(ty, mesh))).collect();
    let local = Sizes { tokens: sizes.tokens / devices, experts: sizes.experts / devices, ..sizes };
    let groups = mesh.device_groups(axes);
    let mut inner = b.in_region(region);
    let y = Exchange { local, devices, groups }.body(&mut inner, &args)?;
    inner.op_of_types(row("sdy.return")?, &[y], Attrs::new(), &[], Vec::new())?;
    let manual: Vec<AxisRef> = mesh.axes.iter().map(|axis| AxisRef::full(axis.name)).collect();
    let attrs = Attrs::new()
        .with("in_shardings", Attr::Shardings(ins))
        .with("out_shardings", Attr::Shardings(vec![out.clone()]))
        .with("manual_axes", Attr::Axes(manual));
    let result = b.func.ty(b.func.result(op)).clone();
    let computation = b.op_of_types(row("sdy.manual_computation")?, operands, attrs, &[region], vec![result])?;
    let value = b.func.result(computation);
    b.func.set_sharding(value, Some(out));
    Ok(value)
}

/// What one device does.
struct Exchange {
    /// Its tokens and experts.
    local: Sizes,
    devices: i64,
    groups: Vec<Vec<i64>>,
}

impl Exchange {
    fn body(&self, b: &mut Builder, args: &[Value]) -> Result<Value, String> {
        let &[x, weights, numbers, up, down] = args else { return Err("experts have five operands".to_owned()) };
        let Sizes { tokens, choices, experts, hidden, .. } = self.local;
        let (devices, element) = (self.devices, b.ty(x).element);
        let int = |dims: &[i64]| TensorType::new(ElementType::I32, dims);
        let all = tokens * choices;
        // The most that one device can be sent by another: a token goes to an expert once.
        let room = tokens * choices.min(experts);
        let numbers = b.convert_if_needed(numbers, ElementType::I32)?;
        let numbers = b.reshape(numbers, &[all])?;
        let places = b.iota(&int(&[all]), 0)?;
        // Choices by expert, each expert's in the order of the tokens.
        let sorted = b.sort(&[numbers, places], 0, true, &mut |b, pair| Ok(vec![b.compare(Direction::Lt, pair[0], pair[1])?]))?[1];
        let counts = self.counts(b, numbers)?;
        // [devices]: how many go to each, and where they begin among the sorted.
        let sent = b.reduce_identity(counts, &[1], ReduceKind::Sum)?;
        let begins = before(b, sent)?;
        // [devices, room]: which choice lies where, and whether one does.
        let slot = b.iota(&int(&[devices, room]), 1)?;
        let limit = b.broadcast_in_dim(sent, &[devices, room], &[0])?;
        let filled = b.compare(Direction::Lt, slot, limit)?;
        let start = b.broadcast_in_dim(begins, &[devices, room], &[0])?;
        let place = b.add(start, slot)?;
        let last = b.splat_like(place, (all - 1) as f64)?;
        let place = b.minimum(place, last)?;
        let choice = take(b, sorted, place)?;
        let many = b.splat_like(choice, choices as f64)?;
        let token = b.divide(choice, many)?;
        let rows = take(b, x, token)?;
        let filled = b.broadcast_in_dim(filled, &[devices, room, hidden], &[0, 1])?;
        let none = b.splat_like(rows, 0.0)?;
        let rows = b.select(filled, rows, none)?;
        // First how many, then what.
        let coming = self.exchanged(b, counts)?;
        let rows = self.exchanged(b, rows)?;
        let y = self.worked(b, rows, coming, up, down)?;
        let y = self.exchanged(b, y)?;
        let y = b.reshape(y, &[devices * room, hidden])?;
        // Where each choice was put: its place among the sorted, less where its device's begin.
        let back = b.sort(&[sorted, places], 0, true, &mut |b, pair| Ok(vec![b.compare(Direction::Lt, pair[0], pair[1])?]))?[1];
        let own = b.splat_like(numbers, experts as f64)?;
        let device = b.divide(numbers, own)?;
        let begin = take(b, begins, device)?;
        let slot = b.subtract(back, begin)?;
        let wide = b.splat_like(device, room as f64)?;
        let first = b.multiply(device, wide)?;
        let at = b.add(first, slot)?;
        let rows = take(b, y, at)?;
        let rows = b.reshape(rows, &[tokens, choices, hidden])?;
        b.dot_general(weights, rows, (&[0], &[0]), (&[1], &[1]), element)
    }

    /// `[devices, experts]`: how many choices each device's experts have.
    fn counts(&self, b: &mut Builder, numbers: Value) -> Result<Value, String> {
        let (all, experts) = (b.ty(numbers).dims[0], self.devices * self.local.experts);
        let expert = b.iota(&TensorType::new(ElementType::I32, &[all, experts]), 1)?;
        let number = b.broadcast_in_dim(numbers, &[all, experts], &[0])?;
        let equal = b.compare(Direction::Eq, number, expert)?;
        let ones = b.convert(equal, ElementType::I32)?;
        let counts = b.reduce_identity(ones, &[0], ReduceKind::Sum)?;
        b.reshape(counts, &[self.devices, self.local.experts])
    }

    /// Part `i` of the first dimension goes to device `i`, and what came from device `i` takes its place.
    fn exchanged(&self, b: &mut Builder, value: Value) -> Result<Value, String> {
        all_to_all(b, value, 0, 0, &self.groups)
    }

    /// What came, each row through the expert that it is for.
    fn worked(&self, b: &mut Builder, rows: Value, coming: Value, up: Value, down: Value) -> Result<Value, String> {
        let dims = b.ty(rows).dims.to_vec();
        let &[devices, room, hidden] = &dims[..] else { return Err("rows have three dimensions".to_owned()) };
        let (experts, element) = (self.local.experts, b.ty(rows).element);
        let whole = [devices, room, experts];
        // An expert's rows from a device begin where those of the experts before it end.
        let turned = b.transpose(coming, &[1, 0])?;
        let begins = before(b, turned)?;
        let begins = b.transpose(begins, &[1, 0])?;
        let ends = b.add(begins, coming)?;
        let slot = b.iota(&TensorType::new(ElementType::I32, &whole), 1)?;
        let (from, to) = (b.broadcast_in_dim(begins, &whole, &[0, 2])?, b.broadcast_in_dim(ends, &whole, &[0, 2])?);
        let (after, ahead) = (b.compare(Direction::Ge, slot, from)?, b.compare(Direction::Lt, slot, to)?);
        let own = b.and(after, ahead)?;
        let own = b.convert(own, element)?;
        let own = b.reshape(own, &[devices * room, experts])?;
        let flat = b.reshape(rows, &[devices * room, hidden])?;
        let (_, _, out) = each(b, flat, up, down)?;
        let y = b.dot_general(own, out, (&[0], &[1]), (&[1], &[0]), element)?;
        b.reshape(y, &dims)
    }
}

/// Along the first dimension, the sum of all before each.
fn before(b: &mut Builder, counts: Value) -> Result<Value, String> {
    let ty = b.ty(counts).clone();
    let size = ty.dims[0];
    let dims = [&[size], &ty.dims[..]].concat();
    let wide = ty.with_dims(&dims);
    let (own, other) = (b.iota(&wide, 0)?, b.iota(&wide, 1)?);
    let earlier = b.compare(Direction::Lt, other, own)?;
    let map: Vec<i64> = (1..dims.len() as i64).collect();
    let spread = b.broadcast_in_dim(counts, &dims, &map)?;
    let none = b.splat_like(spread, 0.0)?;
    let kept = b.select(earlier, spread, none)?;
    b.reduce_identity(kept, &[1], ReduceKind::Sum)
}

/// Rows of a tensor by their numbers: `[n, …]` and `[…]` to `[…, …]`.
fn take(b: &mut Builder, from: Value, at: Value) -> Result<Value, String> {
    let (rank, lead) = (b.ty(from).rank() as i64, b.ty(at).rank() as i64);
    let mut sizes = b.ty(from).dims.to_vec();
    sizes[0] = 1;
    let dims = GatherDims {
        offset_dims: (lead..lead + rank - 1).collect(),
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: lead,
        ..GatherDims::default()
    };
    b.gather(from, at, &dims, &sizes)
}

#[cfg(test)]
mod tests {
    use crate::manager::{Pipeline, RunOptions, run_pipeline};
    use shardwright_ir::Module;
    use shardwright_ir::interp::{Interpreter, Tensor};
    use shardwright_ir::text::parse_module;

    fn run(module: &Module) -> Vec<f64> {
        Interpreter::new(module).run(module.main().unwrap(), &[] as &[Tensor]).unwrap_or_else(|why| panic!("{}", why.message))[0].to_f64s()
    }

    /// By hand: token (1, 2) to expert 0 with 0.5, `relu(1*2 - 2) = 0`; to expert 1 with 0.25, `relu(1 + 2) = 3`, times (3, -1): (2.25, -0.75). Token (-1, 3) to expert 1 with 2,
    /// `relu(2) = 2`: (12, -4); and to none with 1, as there is no expert 7.
    #[test]
    fn experts_apart_and_whole_are_what_is_computed_by_hand() {
        let text = "func.func @main() -> tensor<2x2xf32> {
          %x = stablehlo.constant dense<[[1.0, 2.0], [-1.0, 3.0]]> : tensor<2x2xf32>
          %w = stablehlo.constant dense<[[0.5, 0.25], [2.0, 1.0]]> : tensor<2x2xf32>
          %n = stablehlo.constant dense<[[0, 1], [1, 7]]> : tensor<2x2xi32>
          %up = stablehlo.constant dense<[[[2.0], [-1.0]], [[1.0], [1.0]]]> : tensor<2x2x1xf32>
          %down = stablehlo.constant dense<[[[5.0, 5.0]], [[3.0, -1.0]]]> : tensor<2x1x2xf32>
          %0 = nn.experts %x, %w, %n, %up, %down : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x2x1xf32>, tensor<2x1x2xf32>) -> tensor<2x2xf32>
          return %0 : tensor<2x2xf32>
        }";
        let mut module = parse_module(text, &shardwright_dialects::registry()).unwrap();
        assert_eq!(run(&module), [2.25, -0.75, 12.0, -4.0]);
        let pipeline = Pipeline::parse("decompose-nn", &crate::registry()).unwrap();
        run_pipeline(&pipeline, &mut module, &shardwright_dialects::registry(), &RunOptions::default(), &mut []).unwrap();
        assert!(!shardwright_ir::text::print_module(&module).contains("nn.experts"));
        assert_eq!(run(&module), [2.25, -0.75, 12.0, -4.0]);
    }
}
