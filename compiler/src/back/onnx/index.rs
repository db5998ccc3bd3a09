//! Dynamic slices, gathers and scatters.
//!
//! Invariants: starts are clamped and updates that lie outside dropped as StableHLO says, since ONNX Runtime refuses what is out of range; where the compiler
//! can see that indices are in range, nothing of that is written. All indices are 64-bit.

use super::elementwise::{extreme, select, test, two};
use super::graph::{Graph, Held, Term, int, string};
use super::lower::{Lowered, Lowering};
use super::shape::iota;
use super::types::{ARITHMETIC, MOVED, SUMS};
use shardwright_dialects::stablehlo::dims::{GatherDims, ScatterDims};
use shardwright_ir::module::{Func, Region, Value};
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    let made = match op.data().info.name {
        "stablehlo.dynamic_slice" => dynamic_slice(cx, op)?,
        "stablehlo.dynamic_update_slice" => dynamic_update_slice(cx, op)?,
        "stablehlo.gather" => gather(cx, op)?,
        "stablehlo.scatter" => scatter(cx, op)?,
        _ => return Ok(None),
    };
    Ok(Some(vec![Held::whole(made)]))
}

fn constants(func: &Func, value: Value) -> Option<Vec<i64>> {
    func.constant_of(value)?.to_ints()
}

/// Where each dimension starts: a number where it is known, else a scalar.
enum Start {
    Known(i64),
    Read(Term),
}

/// Clamped starts of a box of `sizes` in `whole`.
fn starts(cx: &mut Lowering, op: &OpView, values: &[Value], whole: &[i64], sizes: &[i64]) -> Result<Vec<Start>, String> {
    values
        .iter()
        .zip(whole.iter().zip(sizes))
        .map(|(&value, (&size, &part))| {
            let room = size - part;
            if room == 0 {
                return Ok(Start::Known(0));
            }
            if let Some([known]) = constants(op.func, value).as_deref() {
                return Ok(Start::Known((*known).clamp(0, room)));
            }
            let start = cx.full(value)?;
            clamp(&mut cx.graph, &start, room).map(Start::Read)
        })
        .collect()
}

/// An index as 64-bit integer from 0 to `room`.
fn clamp(graph: &mut Graph, index: &Term, room: i64) -> Result<Term, String> {
    let index = if index.ty.element == ElementType::UI64 {
        // What is beyond the signed numbers is beyond every tensor.
        let most = graph.dense(&TensorType::scalar(ElementType::UI64), &room.to_le_bytes())?;
        extreme(graph, "Min", index, &most)?
    } else {
        index.clone()
    };
    let index = graph.cast(&index, ElementType::I64)?;
    let (zero, room) = (graph.int_tensor(&[], &[0]), graph.int_tensor(&[], &[room]));
    let low = extreme(graph, "Max", &index, &zero)?;
    extreme(graph, "Min", &low, &room)
}

fn dynamic_slice(cx: &mut Lowering, op: &OpView) -> Result<Term, String> {
    let (x, sizes) = (cx.full(op.data().operands[0])?, op.ints("slice_sizes"));
    let starts = starts(cx, op, &op.data().operands[1..], &x.ty.dims, &sizes)?;
    let mut dims = x.ty.dims.to_vec();
    let (mut known, mut read) = (Vec::new(), Vec::new());
    for (dim, start) in starts.into_iter().enumerate() {
        match start {
            Start::Known(start) if sizes[dim] != dims[dim] => known.push((dim, start, start + sizes[dim], 1)),
            Start::Known(_) => {}
            Start::Read(term) => read.push((dim, term)),
        }
    }
    for &(dim, ..) in &known {
        dims[dim] = sizes[dim];
    }
    let x = cx.graph.slice(&x, &known, &dims)?;
    if read.is_empty() {
        return Ok(x);
    }
    let graph = &mut cx.graph;
    let (mut begins, mut axes, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for (dim, term) in &read {
        begins.push(graph.reshape(term, &[1]));
        axes.push(*dim as i64);
        lengths.push(sizes[*dim]);
        dims[*dim] = sizes[*dim];
    }
    let begins = graph.concat(&begins, 0)?;
    let lengths = graph.ints(&lengths);
    let ends = two(graph, "Add", &begins, &lengths, ARITHMETIC)?;
    let axes = graph.ints(&axes);
    graph.through_data("Slice", &x, &[&begins, &ends, &axes], x.ty.with_dims(&dims))
}

/// Slices that are replaced where nothing but known starts are there, else a scatter.
fn dynamic_update_slice(cx: &mut Lowering, op: &OpView) -> Result<Term, String> {
    let (x, update) = (cx.full(op.data().operands[0])?, cx.full(op.data().operands[1])?);
    let starts = starts(cx, op, &op.data().operands[2..], &x.ty.dims, &update.ty.dims)?;
    if update.ty.dims == x.ty.dims {
        return Ok(update);
    }
    if update.ty.num_elements() == 0 {
        return Ok(x);
    }
    let rank = x.ty.rank();
    let graph = &mut cx.graph;
    // Dimensions that are replaced whole stand behind.
    let (cut, whole): (Vec<usize>, Vec<usize>) = (0..rank).partition(|&dim| update.ty.dims[dim] != x.ty.dims[dim]);
    let order = [&cut[..], &whole].concat();
    let (front, parts) = (graph.transpose(&x, &order), graph.transpose(&update, &order));
    let dims: Vec<i64> = cut.iter().map(|&dim| update.ty.dims[dim]).collect();
    let mut columns = Vec::new();
    for (at, &dim) in cut.iter().enumerate() {
        let begin = match &starts[dim] {
            Start::Known(start) => graph.int_tensor(&[], &[*start]),
            Start::Read(term) => graph.reshape(term, &[]),
        };
        let steps = iota(graph, &TensorType::new(ElementType::I64, &dims), at)?;
        columns.push(two(graph, "Add", &steps.term, &begin, ARITHMETIC)?);
    }
    let indices = join_columns(graph, &columns, &dims)?;
    let made = graph.through_data_pair("ScatterND", &front, &indices, &parts, vec![])?;
    let mut back = vec![0; rank];
    order.iter().enumerate().for_each(|(at, &dim)| back[dim] = at);
    Ok(graph.transpose(&made, &back))
}

/// Index tensors of one shape side by side, in a last dimension.
fn join_columns(graph: &mut Graph, columns: &[Term], dims: &[i64]) -> Result<Term, String> {
    let mut parts = Vec::new();
    for column in columns {
        let full = graph.expand(column, dims)?;
        parts.push(graph.reshape(&full, &[dims, &[1]].concat()));
    }
    graph.concat(&parts, dims.len())
}

/// The columns of an index tensor along its index dimension, as 64-bit integers.
struct Columns {
    /// The whole tensor.
    full: Term,
    /// Its index dimension; its rank, where each element is an index.
    vector: usize,
    /// The other dimensions.
    dims: Vec<i64>,
    /// The values of each column, where they are known: the smallest and the largest.
    bounds: Option<Vec<(i64, i64)>>,
}

impl Columns {
    fn of(cx: &mut Lowering, op: &OpView, value: Value, vector: i64) -> Result<Columns, String> {
        let full = cx.full(value)?;
        let graph = &mut cx.graph;
        let full = if full.ty.element == ElementType::UI64 {
            let most = graph.dense(&TensorType::scalar(ElementType::UI64), &i64::MAX.to_le_bytes())?;
            extreme(graph, "Min", &full, &most)?
        } else {
            full
        };
        let full = graph.cast(&full, ElementType::I64)?;
        let vector = vector as usize;
        let mut dims = full.ty.dims.to_vec();
        let width = if vector == dims.len() { 1 } else { dims.remove(vector) };
        let inner: i64 = full.ty.dims.get(vector + 1..).map_or(1, |rest| rest.iter().product());
        let bounds = constants(op.func, value).filter(|values| !values.is_empty()).map(|values| {
            let mut bounds = vec![(i64::MAX, i64::MIN); width as usize];
            for (at, value) in values.into_iter().enumerate() {
                let (low, high) = &mut bounds[(at as i64 / inner % width) as usize];
                (*low, *high) = ((*low).min(value), (*high).max(value));
            }
            bounds
        });
        Ok(Columns { full, vector, dims, bounds })
    }

    /// The whole tensor with its index dimension last.
    fn table(&self, graph: &mut Graph) -> Term {
        let rank = self.full.ty.rank();
        if self.vector == rank {
            return graph.reshape(&self.full, &[&self.full.ty.dims[..], &[1]].concat());
        }
        let order: Vec<usize> = (0..rank).filter(|&dim| dim != self.vector).chain([self.vector]).collect();
        graph.transpose(&self.full, &order)
    }

    fn width(&self) -> usize {
        self.full.ty.dims.get(self.vector).map_or(1, |&width| width as usize)
    }

    fn column(&self, graph: &mut Graph, index: usize) -> Result<Term, String> {
        let mut dims = self.full.ty.dims.to_vec();
        let mut cut = self.full.clone();
        if self.width() > 1 {
            dims[self.vector] = 1;
            cut = graph.slice(&cut, &[(self.vector, index as i64, index as i64 + 1, 1)], &dims)?;
        }
        Ok(graph.reshape(&cut, &self.dims))
    }

    fn within(&self, index: usize, room: i64) -> bool {
        self.bounds.as_ref().is_some_and(|bounds| bounds[index].0 >= 0 && bounds[index].1 <= room)
    }
}

fn gather(cx: &mut Lowering, op: &OpView) -> Result<Term, String> {
    let dims = GatherDims::read(op.attrs())?;
    let sizes = op.ints("slice_sizes");
    let ty = op.result_type(0).clone();
    let x = cx.full(op.data().operands[0])?;
    let columns = Columns::of(cx, op, op.data().operands[1], dims.index_vector_dim)?;
    if ty.num_elements() == 0 {
        let nothing = cx.graph.dense(&TensorType::scalar(ty.element), &vec![0; ty.element.byte_size()])?;
        return cx.graph.expand(&nothing, &ty.dims);
    }
    let graph = &mut cx.graph;
    let rank = x.ty.rank();
    let has = |list: &[i64], dim: usize| list.contains(&(dim as i64));
    let windows: Vec<usize> = (0..rank).filter(|&dim| !has(&dims.collapsed_slice_dims, dim) && !has(&dims.operand_batching_dims, dim)).collect();
    let indexed = |dim: usize| dims.start_index_map.iter().position(|&at| at == dim as i64);
    // Dimensions that no index moves begin at 0.
    let still: Vec<_> = (0..rank)
        .filter(|&dim| indexed(dim).is_none() && !has(&dims.operand_batching_dims, dim) && sizes[dim] < x.ty.dims[dim])
        .map(|dim| (dim, 0, sizes[dim], 1))
        .collect();
    let mut cut_dims = x.ty.dims.to_vec();
    still.iter().for_each(|&(dim, ..)| cut_dims[dim] = sizes[dim]);
    let x = graph.slice(&x, &still, &cut_dims)?;
    // Window dimensions of which an index chooses a part: their elements get indices of their own.
    let parts: Vec<usize> = windows.iter().copied().filter(|&dim| sizes[dim] < x.ty.dims[dim]).collect();
    let whole: Vec<usize> = windows.iter().copied().filter(|dim| !parts.contains(dim)).collect();
    let front: Vec<usize> = (0..rank).filter(|dim| !whole.contains(dim)).collect();
    let grid: Vec<i64> = columns.dims.iter().copied().chain(parts.iter().map(|&dim| sizes[dim])).collect();
    let batches = columns.dims.len();
    // Indices that are right as they stand: every dimension in turn has its column.
    let as_it_is = parts.is_empty()
        && front.len() == columns.width()
        && front.iter().enumerate().all(|(at, &dim)| indexed(dim) == Some(at) && columns.within(at, x.ty.dims[dim] - sizes[dim]));
    let mut made_columns = Vec::new();
    for &dim in front.iter().filter(|_| !as_it_is) {
        let room = x.ty.dims[dim] - sizes[dim];
        let mut start = match (dims.operand_batching_dims.iter().position(|&at| at == dim as i64), indexed(dim)) {
            (Some(pair), _) => {
                let at = batch_place(dims.start_indices_batching_dims[pair], dims.index_vector_dim);
                iota(graph, &TensorType::new(ElementType::I64, &columns.dims), at)?.term
            }
            (None, Some(column)) => {
                let raw = columns.column(graph, column)?;
                if columns.within(column, room) { raw } else { clamp(graph, &raw, room)? }
            }
            (None, None) => graph.int_tensor(&[], &[0]),
        };
        start = over_parts(graph, start, (&parts, dim), (&grid, batches))?;
        made_columns.push(start);
    }
    // Result: batches, parts, whole windows; into the op's own order.
    let made = match &front[..] {
        [] => {
            let full = grid.iter().copied().chain(whole.iter().map(|&dim| x.ty.dims[dim])).collect::<Vec<_>>();
            let kept: Vec<i64> = vec![1; grid.len()].into_iter().chain(whole.iter().map(|&dim| x.ty.dims[dim])).collect();
            let row = graph.reshape(&x, &kept);
            graph.expand(&row, &full)?
        }
        [axis] => {
            let index = match made_columns.first() {
                Some(index) => graph.expand(index, &grid)?,
                None => columns.column(graph, 0)?,
            };
            let behind: Vec<i64> = x.ty.dims[axis + 1..].to_vec();
            let before: Vec<i64> = x.ty.dims[..*axis].to_vec();
            let shape = [&before[..], &grid, &behind].concat();
            let made = graph.through_gather("Gather", &x, &index, vec![int("axis", *axis as i64)], &shape)?;
            // The axis' place is before the windows.
            let order: Vec<usize> = (*axis..axis + grid.len()).chain(0..*axis).chain(axis + grid.len()..shape.len()).collect();
            graph.transpose(&made, &order)
        }
        _ => {
            let turned = graph.transpose(&x, &[&front[..], &whole].concat());
            let indices = if as_it_is { columns.table(graph) } else { join_columns(graph, &made_columns, &grid)? };
            let shape: Vec<i64> = grid.iter().copied().chain(whole.iter().map(|&dim| x.ty.dims[dim])).collect();
            graph.through_gather("GatherND", &turned, &indices, vec![], &shape)?
        }
    };
    let mut order = Vec::new();
    let mut batch = 0..batches;
    let mut offset = windows.iter();
    for at in 0..ty.rank() {
        if has(&dims.offset_dims, at) {
            let dim = offset.next().ok_or("fewer windows than offset dimensions")?;
            let place = parts.iter().position(|part| part == dim).or_else(|| Some(parts.len() + whole.iter().position(|other| other == dim)?));
            order.push(batches + place.ok_or("a window has no place")?);
        } else {
            order.push(batch.next().ok_or("fewer batches than result dimensions")?);
        }
    }
    let made = graph.transpose(&made, &order);
    Ok(graph.reshape(&made, &ty.dims))
}

/// An index of windows along `dim` for every place of the grid (batches, then places within the parts of windows): the window's own place, and where `dim` is a part how far into it.
fn over_parts(graph: &mut Graph, index: Term, (parts, dim): (&[usize], usize), (grid, batches): (&[i64], usize)) -> Result<Term, String> {
    let mut index = index;
    if index.ty.rank() > 0 {
        let placed = [&index.ty.dims[..], &vec![1; parts.len()]].concat();
        index = graph.reshape(&index, &placed);
    }
    match parts.iter().position(|&at| at == dim) {
        Some(part) => {
            let steps = iota(graph, &TensorType::new(ElementType::I64, grid), batches + part)?;
            two(graph, "Add", &index, &steps.term, ARITHMETIC)
        }
        None => Ok(index),
    }
}

/// The place of a dimension of the indices when the index dimension is taken out.
fn batch_place(dim: i64, vector: i64) -> usize {
    (if dim > vector { dim - 1 } else { dim }) as usize
}

/// How a region combines the present element with the update.
fn combination(func: &Func, region: Region) -> Option<Option<ReduceKind>> {
    let data = func.region(region);
    let &[old, update] = &data.args[..] else { return None };
    let end = func.op(func.terminator(region)?);
    if data.ops.len() == 1 && end.operands == [update] {
        return Some(None);
    }
    let [op, _] = data.ops[..] else { return None };
    let op = func.op(op);
    let both = op.operands == [old, update] || op.operands == [update, old];
    (both && end.operands == op.results).then(|| ReduceKind::of_op(op.info.name).map(Some))?
}

/// Rows of the operand's indexed dimensions, one more than there are: what lies outside goes there, and is cut off.
fn scatter(cx: &mut Lowering, op: &OpView) -> Result<Term, String> {
    let [x, indices, updates] = op.data().operands[..] else {
        return Err("scatters of several tensors together are not written".to_owned());
    };
    let dims = ScatterDims::read(op.attrs())?;
    let ty = op.result_type(0).clone();
    let kind = combination(op.func, op.data().regions[0]).ok_or("its region is no single sum, product, maximum or minimum, and does not replace")?;
    let (x, updates) = (cx.full(x)?, cx.full(updates)?);
    let columns = Columns::of(cx, op, indices, dims.index_vector_dim)?;
    if updates.ty.num_elements() == 0 {
        return Ok(x);
    }
    let graph = &mut cx.graph;
    let rank = ty.rank();
    let has = |list: &[i64], dim: usize| list.contains(&(dim as i64));
    let windows: Vec<usize> = (0..rank).filter(|&dim| !has(&dims.inserted_window_dims, dim) && !has(&dims.input_batching_dims, dim)).collect();
    let indexed = |dim: usize| dims.scatter_dims_to_operand_dims.iter().position(|&at| at == dim as i64);
    let size_of = |dim: usize| windows.iter().position(|&at| at == dim).map_or(1, |place| updates.ty.dims[dims.update_window_dims[place] as usize]);
    // Windows as large as the operand that no index moves are whole rows.
    let whole: Vec<usize> = windows.iter().copied().filter(|&dim| indexed(dim).is_none() && size_of(dim) == ty.dims[dim]).collect();
    let parts: Vec<usize> = windows.iter().copied().filter(|dim| !whole.contains(dim)).collect();
    let front: Vec<usize> = (0..rank).filter(|dim| !whole.contains(dim)).collect();
    let batches = columns.dims.len();
    let grid: Vec<i64> = columns.dims.iter().copied().chain(parts.iter().map(|&dim| size_of(dim))).collect();
    // Updates in the order: batches, parts, whole windows.
    let place = |dim: usize| windows.iter().position(|&at| at == dim).map_or(0, |at| dims.update_window_dims[at] as usize);
    let order: Vec<usize> = (0..updates.ty.rank())
        .filter(|&at| !has(&dims.update_window_dims, at))
        .chain(parts.iter().map(|&dim| place(dim)))
        .chain(whole.iter().map(|&dim| place(dim)))
        .collect();
    let updates = graph.transpose(&updates, &order);
    let (mut row, mut valid): (Option<Term>, Option<Term>) = (None, None);
    for &dim in &front {
        let mut index = match (dims.input_batching_dims.iter().position(|&at| at == dim as i64), indexed(dim)) {
            (Some(pair), _) => {
                let at = batch_place(dims.scatter_indices_batching_dims[pair], dims.index_vector_dim);
                iota(graph, &TensorType::new(ElementType::I64, &columns.dims), at)?.term
            }
            (None, Some(column)) => columns.column(graph, column)?,
            (None, None) => graph.int_tensor(&[], &[0]),
        };
        index = over_parts(graph, index, (&parts, dim), (&grid, batches))?;
        if let Some(column) = indexed(dim)
            && !columns.within(column, ty.dims[dim] - size_of(dim))
        {
            let (zero, end) = (graph.int_tensor(&[], &[0]), graph.int_tensor(&[], &[ty.dims[dim]]));
            let (low, high) = (test(graph, "GreaterOrEqual", &index, &zero)?, test(graph, "Less", &index, &end)?);
            let here = graph.binary("And", &low, &high, ElementType::I1)?;
            valid = Some(match valid {
                Some(valid) => graph.binary("And", &valid, &here, ElementType::I1)?,
                None => here,
            });
        }
        row = Some(match row {
            Some(row) => {
                let size = graph.int_tensor(&[], &[ty.dims[dim]]);
                let scaled = two(graph, "Mul", &row, &size, ARITHMETIC)?;
                two(graph, "Add", &scaled, &index, ARITHMETIC)?
            }
            None => index,
        });
    }
    let row = match row {
        Some(row) => row,
        None => graph.int_tensor(&[], &[0]),
    };
    let count: i64 = front.iter().map(|&dim| ty.dims[dim]).product();
    let rest: Vec<i64> = whole.iter().map(|&dim| ty.dims[dim]).collect();
    let turned = graph.transpose(&x, &[&front[..], &whole].concat());
    let lined = graph.reshape(&turned, &[&[count], &rest[..]].concat());
    let element = ty.element;
    let (allowed, reduction) = match kind {
        None => (MOVED, None),
        Some(ReduceKind::Sum) => (SUMS, Some("add")),
        Some(ReduceKind::Product) => (SUMS, Some("mul")),
        Some(kind @ (ReduceKind::Max | ReduceKind::Min)) => {
            graph.need(18);
            (SUMS, Some(if kind == ReduceKind::Max { "max" } else { "min" }))
        }
        // Of truth values: the larger and the smaller.
        Some(ReduceKind::Or) if element == ElementType::I1 => (SUMS, Some("max")),
        Some(ReduceKind::And) if element == ElementType::I1 => (SUMS, Some("min")),
        Some(_) => return Err("bits are not combined by ONNX's scatters".to_owned()),
    };
    graph.need(16);
    let (mut lined, updates) = (graph.carried(&lined, allowed)?, graph.carried(&updates, allowed)?);
    let mut target = row;
    if let Some(valid) = &valid {
        let away = graph.int_tensor(&[], &[count]);
        target = select(graph, valid, &target, &away)?;
        let spare = graph.dense(&TensorType::scalar(lined.ty.element), &vec![0; lined.ty.element.byte_size()])?;
        let spare = graph.expand(&spare, &[&[1], &rest[..]].concat())?;
        lined = graph.concat(&[lined, spare], 0)?;
    }
    let target = graph.expand(&target, &grid)?;
    let target = graph.reshape(&target, &[&grid[..], &[1]].concat());
    let attrs = reduction.map(|reduction| string("reduction", reduction)).into_iter().collect();
    let mut made = graph.node("ScatterND", &[&lined, &target, &updates], attrs, lined.ty.clone());
    if valid.is_some() {
        made = graph.slice(&made, &[(0, 0, count, 1)], &[&[count], &rest[..]].concat())?;
    }
    let made = graph.cast(&made, element)?;
    let turned_dims: Vec<i64> = front.iter().chain(&whole).map(|&dim| ty.dims[dim]).collect();
    let made = graph.reshape(&made, &turned_dims);
    let mut back = vec![0; rank];
    front.iter().chain(&whole).enumerate().for_each(|(at, &dim)| back[dim] = at);
    Ok(graph.transpose(&made, &back))
}

impl Graph {
    /// An op of data and indices.
    fn through_gather(&mut self, op: &str, x: &Term, index: &Term, attrs: Vec<crate::front::onnx::proto::AttributeProto>, dims: &[i64]) -> Result<Term, String> {
        let carried = self.carried(x, MOVED)?;
        let made = self.node(op, &[&carried, index], attrs, carried.ty.with_dims(dims));
        self.cast(&made, x.ty.element)
    }

    /// An op of data and 64-bit integers that say what to do with it.
    fn through_data(&mut self, op: &str, x: &Term, ints: &[&Term], ty: TensorType) -> Result<Term, String> {
        let carried = self.carried(x, MOVED)?;
        let inputs: Vec<&Term> = [&carried].into_iter().chain(ints.iter().copied()).collect();
        let made = self.node(op, &inputs, vec![], ty.with_element(carried.ty.element));
        self.cast(&made, x.ty.element)
    }

    /// A scatter.
    fn through_data_pair(
        &mut self,
        op: &str,
        x: &Term,
        index: &Term,
        updates: &Term,
        attrs: Vec<crate::front::onnx::proto::AttributeProto>,
    ) -> Result<Term, String> {
        let (carried, parts) = (self.carried(x, MOVED)?, self.carried(updates, MOVED)?);
        let made = self.node(op, &[&carried, index, &parts], attrs, carried.ty.clone());
        self.cast(&made, x.ty.element)
    }
}
