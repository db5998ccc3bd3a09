//! `join-pads`: a sum of parts, each with zeros around it so that they lie side by side, is the parts joined.
//!
//! The gradient of a tensor that is read in slices comes as such a sum (a fused projection of queries, keys and values): written out, every summand is as large as the whole. Invariants: the parts
//! tile a range of one dimension without gaps or overlaps; the result differs in the sign of zeros at most, as `-0.0 + 0.0` is `0.0`; time is linear.

use crate::attention::decompose::replace;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Diagnostics, Func, Literal, Module, OpId, Value};

/// The row of the pass.
pub static JOIN_PADS: PassInfo = PassInfo {
    name: "join-pads",
    summary: "joins parts that are padded with zeros and added up side by side",
    options: &[],
    build: |_| Ok(Box::new(JoinPads)),
};

struct JoinPads;

impl Pass for JoinPads {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut count = 0;
        for func in module.funcs.values_mut() {
            let uses = func.uses();
            let found: Vec<(OpId, Tiles)> = func.walk().into_iter().filter_map(|op| Some((op, tiles(func, &uses, op)?))).collect();
            let mut of = SecondaryMap::<OpId, Option<Tiles>>::new();
            found.into_iter().for_each(|(op, tiles)| of[op] = Some(tiles));
            let is_found = |_: &Func, op: OpId| of[op].is_some();
            count += replace(func, is_found, &mut |b, op| {
                let Some(tiles) = &of[op] else { return Ok(None) };
                let values: Vec<Value> = tiles.parts.iter().map(|&(_, value)| value).collect();
                let mut joined = b.concatenate(&values, tiles.dim as i64)?;
                let (size, rank) = (b.func.tensor_type(b.func.result(op)).dims[tiles.dim], b.ty(joined).rank());
                let (low, length) = (tiles.parts[0].0, b.ty(joined).dims[tiles.dim]);
                if length < size {
                    let at = |value: i64| (0..rank).map(|dim| if dim == tiles.dim { value } else { 0 }).collect::<Vec<i64>>();
                    let zero = b.scalar(b.ty(joined).element, 0.0)?;
                    joined = b.pad(joined, zero, &at(low), &at(size - low - length), &at(0))?;
                }
                Ok(Some(vec![joined]))
            })?;
        }
        ctx.count("sums joined", count);
        Ok((count > 0).into())
    }
}

/// Parts that lie side by side.
#[derive(Clone)]
struct Tiles {
    dim: usize,
    /// Where each begins, in order.
    parts: Vec<(i64, Value)>,
}

/// The parts that a sum joins, where it joins any; of sums of sums the outermost is asked.
fn tiles(func: &Func, uses: &SecondaryMap<Value, Vec<(OpId, usize)>>, op: OpId) -> Option<Tiles> {
    let adds = |op: OpId| func.op(op).info.name == "stablehlo.add";
    if !adds(op) || !func.ty(func.result(op)).as_tensor()?.element.is_float() {
        return None;
    }
    if matches!(uses[func.result(op)][..], [(user, _)] if adds(user)) {
        return None;
    }
    let (mut stack, mut parts, mut along) = (func.op(op).operands.to_vec(), Vec::new(), None);
    while let Some(value) = stack.pop() {
        let maker = func.defining_op(value)?;
        if adds(maker) && uses[value].len() == 1 {
            stack.extend(&func.op(maker).operands);
            continue;
        }
        let (dim, low) = padded(func, maker)?;
        if *along.get_or_insert(dim) != dim {
            return None;
        }
        parts.push((low, func.op(maker).operands[0]));
    }
    let dim = along?;
    parts.sort_by_key(|&(low, _)| low);
    let size = |value: Value| func.tensor_type(value).dims[dim];
    let tile = parts.windows(2).all(|pair| pair[0].0 + size(pair[0].1) == pair[1].0);
    tile.then_some(Tiles { dim, parts })
}

/// The one dimension at whose ends an op pads with zeros, and where what it pads begins.
fn padded(func: &Func, op: OpId) -> Option<(usize, i64)> {
    let data = func.op(op);
    if data.info.name != "stablehlo.pad" {
        return None;
    }
    let zero = func.constant_of(data.operands[1]).and_then(Literal::splat_value)?;
    let (low, high, interior) = (data.attrs.ints("edge_padding_low")?, data.attrs.ints("edge_padding_high")?, data.attrs.ints("interior_padding")?);
    let plain = zero == 0.0 && low.iter().chain(&high).all(|&size| size >= 0) && interior.iter().all(|&size| size == 0);
    let mut dims = (0..low.len()).filter(|&dim| low[dim] != 0 || high[dim] != 0);
    let dim = dims.next().filter(|_| plain && dims.next().is_none())?;
    Some((dim, low[dim]))
}

#[cfg(test)]
mod tests {
    use crate::manager::{Pipeline, RunOptions, run_pipeline};
    use shardwright_ir::interp::{Interpreter, Tensor};
    use shardwright_ir::text::{parse_module, print_module};

    /// The sum of parts of these sizes at these places of 6 rows, before and after; the parts are 1, 2, … throughout.
    fn joined(parts: &[(i64, i64)]) -> (String, Vec<f64>) {
        let args: Vec<String> = parts.iter().enumerate().map(|(index, (_, size))| format!("%a{index}: tensor<{size}x2xf32>")).collect();
        let mut text = format!("func.func @main({}) -> tensor<6x2xf32> {{\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n", args.join(", "));
        for (index, (low, size)) in parts.iter().enumerate() {
            let high = 6 - low - size;
            text += &format!("  %p{index} = stablehlo.pad %a{index}, %z, low = [{low}, 0], high = [{high}, 0], interior = [0, 0] : (tensor<{size}x2xf32>, tensor<f32>) -> tensor<6x2xf32>\n");
        }
        text += "  %s0 = stablehlo.add %p0, %p1 : tensor<6x2xf32>\n";
        (2..parts.len()).for_each(|index| text += &format!("  %s{} = stablehlo.add %p{index}, %s{} : tensor<6x2xf32>\n", index - 1, index - 2));
        text += &format!("  return %s{} : tensor<6x2xf32>\n}}\n", parts.len() - 2);
        let ops = shardwright_dialects::registry();
        let mut module = parse_module(&text, &ops).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let pipeline = Pipeline::parse("join-pads,dce", &crate::registry()).unwrap();
        run_pipeline(&pipeline, &mut module, &ops, &RunOptions::default(), &mut []).unwrap_or_else(|why| panic!("{why}"));
        let inputs: Vec<Tensor> = module.main().unwrap().args().iter().enumerate().map(|(index, &arg)| {
            let ty = module.main().unwrap().tensor_type(arg).clone();
            let bytes: Vec<u8> = (0..ty.num_elements()).flat_map(|_| ((index + 1) as f32).to_le_bytes()).collect();
            Tensor::from_bytes(ty, &bytes).unwrap()
        }).collect();
        let results = Interpreter::new(&module).run(module.main().unwrap(), &inputs).unwrap_or_else(|why| panic!("{}", why.message));
        (print_module(&module), results[0].to_f64s().chunks(2).map(|row| row[0]).collect())
    }

    #[test]
    fn parts_side_by_side_are_joined_and_what_is_left_is_padded() {
        let (text, rows) = joined(&[(2, 2), (0, 2), (4, 2)]);
        assert!(!text.contains("stablehlo.pad") && !text.contains("stablehlo.add"), "{text}");
        assert_eq!(rows, [2.0, 2.0, 1.0, 1.0, 3.0, 3.0]);
        let (text, rows) = joined(&[(1, 2), (3, 1)]);
        assert!(text.matches("stablehlo.pad").count() == 1 && !text.contains("stablehlo.add"), "{text}");
        assert_eq!(rows, [0.0, 1.0, 1.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn parts_with_a_gap_or_on_top_of_each_other_stay_a_sum() {
        for (parts, wanted) in [([(0, 2), (3, 3)], [1.0, 1.0, 0.0, 2.0, 2.0, 2.0]), ([(0, 4), (2, 4)], [1.0, 1.0, 3.0, 3.0, 2.0, 2.0])] {
            let (text, rows) = joined(&parts);
            assert!(text.contains("stablehlo.add"), "{text}");
            assert_eq!(rows, wanted);
        }
    }
}
