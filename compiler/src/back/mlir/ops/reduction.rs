//! Ops whose body combines scalars: reductions and maps; and how such bodies are translated.
//!
//! Invariants: a body of one known kind combines floats narrower than `f32` in `f32`; every other body is translated op by op on
//! scalars of its own types.

use super::super::site::Site;
use super::super::table::{Form, form};
use super::super::writer::{Loop, Map, Result, Val};
use super::{constant, contraction, conversion, numbers};
use shardwright_dialects::combine::reduce_kind;
use shardwright_ir::module::Region;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementClass, ElementType, TensorType};

/// What a region of scalars returns, its ops appended to the site's block.
pub fn body<'m>(site: &Site<'_, 'm>, region: Region, arguments: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let func = site.op.func;
    let data = func.region(region);
    for (&argument, &scalar) in data.args.iter().zip(arguments) {
        site.values.set_scalar(argument, scalar);
    }
    for &id in &data.ops {
        let inner = Site { op: func.view(id), ..*site };
        let op = func.op(id);
        let operands = op.operands.iter().map(|&value| site.values.scalar(&site.w, site.block, value)).collect::<Result<Vec<_>>>()?;
        if op.info.is_terminator() {
            return Ok(operands);
        }
        let result = match (op.info.name, form(op.info.name)) {
            ("stablehlo.constant", _) => constant::element(&inner, constant::literal(&inner)?)?,
            (_, Some(Form::Scalar(translate))) => translate(&inner, &operands)?,
            ("stablehlo.reshape" | "stablehlo.broadcast_in_dim" | "stablehlo.optimization_barrier", _) if op.results.len() == 1 => operands[0],
            _ => return Err(inner.refuse("inside a body that works on scalars")),
        };
        site.values.set_scalar(op.results[0], result);
    }
    Err(site.refuse("a region without a terminator"))
}

/// How a region combines accumulated scalars with others.
#[derive(Clone, Copy)]
pub enum Combiner {
    /// One value, by a known kind.
    Kind(ReduceKind),
    /// By the region's ops.
    Region(Region),
}

impl Combiner {
    /// Of a region that combines `count` values, the first of type `element`.
    pub fn of(site: &Site, region: Region, count: usize, element: ElementType) -> Combiner {
        let bits_only = |kind: ReduceKind| matches!(kind, ReduceKind::And | ReduceKind::Or);
        match reduce_kind(site.op.func, region) {
            Some(kind) if count == 1 && !(bits_only(kind) && matches!(element.class(), ElementClass::Float | ElementClass::Complex)) => Combiner::Kind(kind),
            _ => Combiner::Region(region),
        }
    }
    /// The type in which values of type `element` are kept while they are combined.
    pub fn working_type(self, element: ElementType) -> ElementType {
        match self {
            Combiner::Kind(_) if element.is_float() && element.bits() < 32 => ElementType::F32,
            _ => element,
        }
    }
    /// Combines values so far with others, all of their working types.
    pub fn combine<'m>(self, site: &Site<'_, 'm>, so_far: &[Val<'m>], others: &[Val<'m>], element: ElementType) -> Result<Vec<Val<'m>>> {
        match self {
            // A sum's order is ours to choose: told so, LLVM adds up vectors.
            Combiner::Kind(ReduceKind::Sum) if element.is_float() => Ok(vec![numbers::sum(site, so_far[0], others[0])?]),
            Combiner::Kind(kind) => Ok(vec![numbers::of(site, self.working_type(element), &[so_far[0], others[0]], kind_names(kind))?]),
            Combiner::Region(region) => body(site, region, &[so_far, others].concat()),
        }
    }
}

fn kind_names(kind: ReduceKind) -> &'static numbers::Names {
    match kind {
        ReduceKind::Sum => &numbers::ADD,
        ReduceKind::Product => &numbers::MULTIPLY,
        ReduceKind::Max => &numbers::MAXIMUM,
        ReduceKind::Min => &numbers::MINIMUM,
        ReduceKind::And => &numbers::AND,
        ReduceKind::Or => &numbers::OR,
    }
}

/// `stablehlo.reduce`.
pub fn reduce<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let dims = site.op.ints("dimensions");
    let rank = site.operand(0).rank();
    let output = Map::loops((0..rank).filter(|&dim| !dims.contains(&(dim as i64))));
    let loops: Vec<Loop> = (0..rank).map(|dim| if dims.contains(&(dim as i64)) { Loop::Reduction } else { Loop::Parallel }).collect();
    let inputs: Vec<Map> = (0..x.len() / 2).map(|_| Map::identity(rank)).collect();
    fold(site, x, &inputs, &output, &loops, &[])
}

/// A loop nest that combines elements of the first half of the operands, starting from the scalars of the second; `shapes` are inputs
/// that only give loops their extent.
pub fn fold<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], inputs: &[Map], output: &Map, loops: &[Loop], shapes: &[(Val<'m>, Map)]) -> Result<Vec<Val<'m>>> {
    let (w, block, count) = (&site.w, site.block, x.len() / 2);
    let elements: Vec<ElementType> = (0..count).map(|index| site.operand(index).element).collect();
    let combiner = Combiner::of(site, site.op.data().regions[0], count, elements[0]);
    let wide: Vec<TensorType> = (0..count).map(|index| site.result(index).with_element(combiner.working_type(elements[index]))).collect();
    let (mut outputs, mut starts) = (Vec::new(), Vec::new());
    // Parallel loops that read what they write are fused by upstream into loops that run them more than once.
    let reads = loops.contains(&Loop::Reduction);
    for index in 0..count {
        let start = conversion::number(site, w.extract(block, x[count + index], &[])?, elements[index], wide[index].element)?;
        starts.push(start);
        let filled = if reads { w.filled(block, &wide[index], start)? } else { w.empty(block, &wide[index])? };
        outputs.push((filled, output.clone()));
    }
    let inputs: Vec<_> = (0..count).map(|index| (x[index], inputs[index].clone())).chain(shapes.iter().cloned()).collect();
    let results = w.generic(block, &inputs, &outputs, loops, |inner, all| {
        let site = site.inside(inner);
        let others = (0..count).map(|index| conversion::number(&site, all[index], elements[index], wide[index].element));
        combiner.combine(&site, if reads { &all[inputs.len()..] } else { &starts }, &others.collect::<Result<Vec<_>>>()?, elements[0])
    })?;
    results.iter().enumerate().map(|(index, &result)| contraction::converted(site, block, result, &wide[index], elements[index])).collect()
}

/// `stablehlo.map`.
pub fn map<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let ty = site.result(0);
    let inputs: Vec<_> = x.iter().map(|&value| (value, Map::identity(ty.rank()))).collect();
    let region = site.op.data().regions[0];
    Ok(vec![site.w.fill_new(site.block, ty, &inputs, |inner, elements| site.w.only(body(&site.inside(inner), region, elements)?))?])
}
