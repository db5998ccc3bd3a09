//! Loops and branches.
//!
//! Bodies see the tensors around them by name, as ONNX's subgraphs do.

use super::graph::{Held, Term, subgraph};
use super::lower::{Lowered, Lowering};
use crate::front::onnx::proto::GraphProto;
use shardwright_ir::module::Region;
use shardwright_ir::op::OpView;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    match op.data().info.name {
        "stablehlo.while" => while_(cx, op).map(Some),
        "stablehlo.if" => {
            let condition = cx.full(op.data().operands[0])?;
            let condition = cx.ordered(condition)?;
            let condition = cx.graph.reshape(&condition, &[]);
            branch(cx, op, &condition, &op.data().regions).map(Some)
        }
        "stablehlo.case" => {
            let index = cx.full(op.data().operands[0])?;
            let index = cx.ordered(index)?;
            let index = cx.graph.cast(&index, ElementType::I64)?;
            let index = cx.graph.reshape(&index, &[]);
            case(cx, op, &index, 0).map(Some)
        }
        "stablehlo.map" => {
            let args = cx.helds(&op.data().operands)?;
            let dims = op.result_type(0).dims.clone();
            cx.map_region(op.data().regions[0], &args, &dims).map(Some)
        }
        _ => Ok(None),
    }
}

fn types(op: &OpView) -> Vec<TensorType> {
    op.result_types()
}

/// The condition is computed before the first iteration and at the end of each.
fn while_(cx: &mut Lowering, op: &OpView) -> Result<Vec<Held>, String> {
    let [condition, body] = op.data().regions[..] else { return Err("it must have two regions".to_owned()) };
    let mut inits = op.data().operands.iter().map(|&value| cx.full(value)).collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = inits.first_mut() {
        *first = cx.ordered(first.clone())?;
    }
    let helds: Vec<Held> = inits.iter().cloned().map(Held::whole).collect();
    let begin = holds(cx, condition, &helds)?;
    let graph = cx.body(|cx| {
        let step = cx.graph.parameter("iteration", TensorType::scalar(ElementType::I64));
        let before = cx.graph.parameter("condition", TensorType::scalar(ElementType::I1));
        let carried: Vec<Term> = inits.iter().map(|init| cx.graph.parameter("carried", init.ty.clone())).collect();
        let args: Vec<Held> = carried.iter().cloned().map(Held::whole).collect();
        let next = cx.region(body, &args).map_err(|faults| faults.to_string())?;
        let next = next.iter().map(|held| cx.graph.full(held)).collect::<Result<Vec<_>, _>>()?;
        let nexts: Vec<Held> = next.iter().cloned().map(Held::whole).collect();
        let again = holds(cx, condition, &nexts)?;
        Ok(cx.graph.leave("body", &[vec![step, before], carried].concat(), &[vec![again], next].concat()))
    })?;
    let nothing = Term { name: String::new(), ty: TensorType::scalar(ElementType::I64) };
    let inputs: Vec<&Term> = [&nothing, &begin].into_iter().chain(&inits).collect();
    let made = cx.graph.nodes_of("", "Loop", &inputs, vec![subgraph("body", graph)], types(op));
    Ok(made.into_iter().map(Held::whole).collect())
}

fn holds(cx: &mut Lowering, condition: Region, args: &[Held]) -> Result<Term, String> {
    let made = cx.region(condition, args).map_err(|faults| faults.to_string())?;
    let held = made.first().ok_or("its condition returns nothing")?;
    let full = cx.graph.full(held)?;
    Ok(cx.graph.reshape(&full, &[]))
}

fn region_graph(cx: &mut Lowering, region: Region) -> Result<GraphProto, String> {
    cx.body(|cx| {
        let made = cx.region(region, &[]).map_err(|faults| faults.to_string())?;
        let terms = made.iter().map(|held| cx.graph.full(held)).collect::<Result<Vec<_>, _>>()?;
        Ok(cx.graph.leave("branch", &[], &terms))
    })
}

fn branch(cx: &mut Lowering, op: &OpView, condition: &Term, regions: &[Region]) -> Result<Vec<Held>, String> {
    let &[yes, no] = regions else { return Err("it must have two regions".to_owned()) };
    let (yes, no) = (region_graph(cx, yes)?, region_graph(cx, no)?);
    let attrs = vec![subgraph("then_branch", yes), subgraph("else_branch", no)];
    Ok(cx.graph.nodes_of("", "If", &[condition], attrs, types(op)).into_iter().map(Held::whole).collect())
}

/// The branch of this number, else those after it; the last is for every other number.
fn case(cx: &mut Lowering, op: &OpView, index: &Term, from: usize) -> Result<Vec<Held>, String> {
    let regions = &op.data().regions;
    if from + 1 == regions.len() {
        return cx.region(regions[from], &[]).map_err(|faults| faults.to_string());
    }
    let number = cx.graph.int_tensor(&[], &[from as i64]);
    let condition = cx.graph.binary("Equal", index, &number, ElementType::I1)?;
    let yes = region_graph(cx, regions[from])?;
    let no = cx.body(|cx| {
        let made = case(cx, op, index, from + 1)?;
        let terms = made.iter().map(|held| cx.graph.full(held)).collect::<Result<Vec<_>, _>>()?;
        Ok(cx.graph.leave("branch", &[], &terms))
    })?;
    let attrs = vec![subgraph("then_branch", yes), subgraph("else_branch", no)];
    Ok(cx.graph.nodes_of("", "If", &[&condition], attrs, types(op)).into_iter().map(Held::whole).collect())
}
