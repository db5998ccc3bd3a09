//! A function as the steps that a compiler sees after it has brought ops into the form that its kernels take.
//!
//! Two forms exist (`Rules`): that of XLA's CPU compiler, where products take operands as `[batch, row, contracted]` and
//! `[batch, contracted, column]`, convolutions `batch, space, feature`, and collectives along a dimension take that dimension first, so
//! that other operands are copied; and the plain form, where kernels read any order. Invariants: steps stand in an order in which operands come
//! first; regions of loops and branches are graphs of their own, whose arguments are those of the region and then what they read from outside;
//! constants have no buffer (equal elements are made where they are read).

use super::Rules;
use crate::cost::compute::Class;
use crate::cost::fuse::{is_control, is_view};
use shardwright_dialects::stablehlo::dims::ConvDims;
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::literal::LiteralData;
use shardwright_ir::types::ElementClass;
use shardwright_ir::{Attr, ElementType, Func, OpId, Region, TensorType, Value};
use std::collections::HashMap;

/// A step by its place in the graph.
pub type Id = usize;

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// In memory from the start.
    Argument,
    /// Part of the program.
    Constant,
    /// Its operand's bytes as another type.
    View,
    /// Every element of the result from elements of the operands, one by one.
    Loop,
    /// As `Loop`, and cheaper to compute than to read: broadcasts, iotas, equal elements.
    Broadcast,
    /// A reduction.
    Reduce,
    /// A product of matrices.
    Product,
    /// Several steps that a library computes at once.
    Library,
    /// Exchanges data between devices.
    Collective,
    /// A loop.
    While,
    /// A branch.
    Branch,
    /// Any other kernel.
    Other,
    /// One of the results of a step that has several.
    Element(usize),
}

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub kind: Kind,
    /// The op that it is, or that it is for.
    pub op: Option<OpId>,
    /// The value that it computes, where it computes one of the program's.
    pub value: Option<Value>,
    /// Steps that it reads.
    pub inputs: Vec<Id>,
    /// Bytes of its results.
    pub bytes: Vec<i64>,
    /// Elements of its first result.
    pub elements: i64,
    /// Dimensions of more than one element in its first result.
    pub rank: usize,
    /// Whether an element of the result depends on the same element of each operand only.
    pub elementwise: bool,
    /// Whether computing it twice costs more than to keep it.
    pub expensive: bool,
    /// Whether it reads elements of operands several times.
    pub reuses: bool,
    /// Whether it is a kernel of its own though it could be part of one.
    pub alone: bool,
    /// Whether it can only be the last step of a kernel.
    pub last: bool,
    /// Whether it starts after others that are ready at the same time.
    pub late: bool,
    /// Whether the library computes it.
    pub library: bool,
    /// The operand that it changes in place.
    pub in_place: Option<usize>,
    /// Graphs of its regions.
    pub inner: Vec<Graph>,
}

/// The steps of one region.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// In an order in which operands come first.
    pub steps: Vec<Step>,
    /// Arguments of the region, then of what it reads from outside.
    pub arguments: Vec<Id>,
    /// Values that it reads from outside.
    pub captured: Vec<Value>,
    /// What it returns.
    pub results: Vec<Id>,
}

impl Graph {
    /// The graph of a region.
    pub fn of(func: &Func, region: Region, rules: &Rules) -> Graph {
        let mut lower = Lower { func, rules, graph: Graph::default(), step: SecondaryMap::new(), copies: HashMap::new(), uses: func.uses() };
        lower.region(region);
        lower.graph
    }

    /// For every step, which read it, each once and in order.
    pub fn users(&self) -> Vec<Vec<Id>> {
        let mut users = vec![Vec::new(); self.steps.len()];
        for (id, step) in self.steps.iter().enumerate() {
            for &input in &step.inputs {
                if users[input].last() != Some(&id) {
                    users[input].push(id);
                }
            }
        }
        users
    }
}

struct Lower<'a> {
    func: &'a Func,
    rules: &'a Rules,
    graph: Graph,
    step: SecondaryMap<Value, Option<Id>>,
    /// Copies of a step into another order.
    copies: HashMap<(Id, Vec<i64>), Id>,
    uses: SecondaryMap<Value, Vec<(OpId, usize)>>,
}

impl Lower<'_> {
    fn region(&mut self, region: Region) {
        for &arg in &self.func.region(region).args {
            let id = self.argument(arg);
            self.graph.arguments.push(id);
        }
        for &op in &self.func.region(region).ops {
            let data = self.func.op(op);
            if data.info.is_terminator() {
                self.graph.results = data.operands.iter().map(|&value| self.id(value)).collect();
            } else {
                self.op(op);
            }
        }
        let captured = self.graph.captured.clone();
        for value in captured {
            let id = self.id(value);
            self.graph.arguments.push(id);
        }
    }

    fn argument(&mut self, value: Value) -> Id {
        let id = self.push(Step { value: Some(value), ..blank(Kind::Argument, None, self.func.ty(value).as_tensor()) });
        self.step[value] = Some(id);
        id
    }

    /// The step of a value; one from outside becomes an argument.
    fn id(&mut self, value: Value) -> Id {
        if let Some(id) = self.step[value] {
            return id;
        }
        // A constant outside is part of the program inside, too.
        let constant = self.func.defining_op(value).filter(|&op| self.func.op(op).info.is_constant());
        let id = match constant {
            Some(op) => {
                let step = self.constant(op);
                self.push(step)
            }
            None => {
                self.graph.captured.push(value);
                self.push(Step { value: Some(value), ..blank(Kind::Argument, None, self.func.ty(value).as_tensor()) })
            }
        };
        self.step[value] = Some(id);
        id
    }

    fn push(&mut self, step: Step) -> Id {
        self.graph.steps.push(step);
        self.graph.steps.len() - 1
    }

    fn constant(&self, op: OpId) -> Step {
        let data = self.func.op(op);
        let splat = matches!(data.attrs.get("value"), Some(Attr::Dense(literal)) if matches!(literal.data, LiteralData::Splat(_)));
        let ty = self.func.ty(data.results[0]).as_tensor();
        let kind = if splat && ty.is_some_and(|ty| ty.num_elements() > 1) { Kind::Broadcast } else { Kind::Constant };
        Step { value: Some(data.results[0]), ..blank(kind, Some(op), ty) }
    }

    fn op(&mut self, op: OpId) {
        let func = self.func;
        let view = func.view(op);
        let data = view.data();
        let name = data.info.name;
        if data.info.is_constant() {
            let step = self.constant(op);
            let id = self.push(step);
            self.step[data.results[0]] = Some(id);
            return;
        }
        // A sum with what was scattered into zeros is scattered into the other summand.
        if self.rules.ordered_operands && name == "stablehlo.add" {
            for side in 0..2 {
                let scattered = func.defining_op(data.operands[side]).filter(|&scatter| self.added_to(scatter) == Some(op));
                let Some(scatter) = scattered else { continue };
                let rest = &func.op(scatter).operands[1..];
                let inputs = std::iter::once(data.operands[1 - side]).chain(rest.iter().copied()).map(|value| self.id(value)).collect();
                let ty = func.ty(data.results[0]).as_tensor();
                let id = self.push(Step { inputs, in_place: Some(0), value: Some(data.results[0]), ..blank(Kind::Other, Some(op), ty) });
                self.step[data.results[0]] = Some(id);
                return;
            }
        }
        let mut inputs: Vec<Id> = data.operands.iter().map(|&value| self.id(value)).collect();
        let first = data.results.first().and_then(|&value| func.ty(value).as_tensor());
        let mut step = blank(Kind::Other, Some(op), first);
        step.bytes = data.results.iter().map(|&value| func.ty(value).as_tensor().map_or(0, TensorType::byte_size)).collect();
        step.value = data.results.first().copied();
        // Copies after the op, of its first result.
        let mut after: Option<Vec<i64>> = None;
        match name {
            _ if data.info.traits.collective => {
                step.kind = Kind::Collective;
                after = self.collective(op, &mut inputs);
            }
            _ if is_control(name) => {
                step.kind = if name == "stablehlo.while" { Kind::While } else { Kind::Branch };
                for &region in &data.regions {
                    let inner = Graph::of(func, region, self.rules);
                    for &value in &inner.captured {
                        inputs.push(self.id(value));
                    }
                    step.inner.push(inner);
                }
            }
            "stablehlo.optimization_barrier" => {
                for (&result, &input) in data.results.iter().zip(&inputs) {
                    let id = match self.rules.reads_are_dear {
                        true => self.push(Step { inputs: vec![input], value: Some(result), alone: true, ..blank(Kind::View, Some(op), func.ty(result).as_tensor()) }),
                        false => input,
                    };
                    self.step[result] = Some(id);
                }
                return;
            }
            "stablehlo.transpose" if self.joins_product(op) => {
                self.step[data.results[0]] = Some(inputs[0]);
                return;
            }
            "stablehlo.transpose" => {
                if is_view(&view) {
                    step.kind = Kind::View;
                } else {
                    let id = self.copy(inputs[0], view.ints("permutation"), op);
                    self.step[data.results[0]] = Some(id);
                    return;
                }
            }
            "stablehlo.broadcast_in_dim" if !is_view(&view) => {
                step.kind = Kind::Broadcast;
                step.reuses = view.operand_type(0).num_elements() < step.elements;
            }
            _ if is_view(&view) => step.kind = if inputs.is_empty() { Kind::Constant } else { Kind::View },
            "stablehlo.iota" => step.kind = Kind::Broadcast,
            "stablehlo.dot_general" | "stablehlo.dot" => {
                step.kind = Kind::Product;
                // Products that contract rows are made anew, and become the last of their operands' readers.
                step.late = DotDims::read(&data.attrs).is_ok_and(|dims| {
                    let (left, right) = (view.operand_type(0), view.operand_type(1));
                    is_plain(&dims, left, right) && dims.lhs_contracting[0] + 1 != left.rank() as i64
                });
                if self.rules.ordered_operands && self.product(op, &mut inputs) {
                    after = Some(vec![AS_IT_LIES]);
                }
            }
            "stablehlo.convolution" if self.rules.ordered_operands => after = self.convolution(op, &mut inputs),
            "stablehlo.reduce" => {
                let large = view.operand_type(0).num_elements() >= LIBRARY_ELEMENTS;
                let element = view.operand_type(0).element;
                step.kind = Kind::Reduce;
                step.library = !self.rules.reads_are_dear && data.results.len() == 1 && large && matches!(element, ElementType::F32 | ElementType::BF16 | ElementType::F16);
                step.expensive = true;
                step.alone = data.results.len() > 1;
            }
            "stablehlo.scatter" if self.rules.ordered_operands && self.added_to(op).is_some() => return,
            "stablehlo.scatter" => step.in_place = Some(0),
            "stablehlo.dynamic_update_slice" => {
                step.kind = Kind::Loop;
                step.in_place = Some(0);
            }
            "stablehlo.gather" => {
                (step.kind, step.expensive, step.reuses) = (Kind::Loop, true, true);
            }
            "stablehlo.concatenate" => {
                step.kind = Kind::Loop;
                let (ty, dim) = (view.result_type(0), view.int_or("dimension", 0));
                let bytes = ty.dims.get(dim as usize).copied().unwrap_or(1).saturating_mul(ty.element.byte_size() as i64);
                // Joined rows are copied as they are.
                step.alone = inputs.len() > 8 || (ty.rank() > 1 && dim + 1 == ty.rank() as i64 && bytes >= 64 && ty.byte_size() >= 2048);
            }
            _ if data.results.len() == 1 && data.regions.is_empty() && (data.info.traits.elementwise || Class::of(name) == Class::Movement || name == "stablehlo.dynamic_slice") => {
                step.kind = Kind::Loop;
                step.elementwise = data.info.traits.elementwise;
                step.expensive = self.expensive(op);
                let large = step.elements >= LIBRARY_ELEMENTS;
                step.library = !self.rules.reads_are_dear && large && data.info.traits.elementwise && self.in_library(op);
                step.last = name == "stablehlo.pad";
                if self.rules.ordered_operands && name == "stablehlo.multiply" {
                    // A product with a truth value is a choice.
                    for (input, &operand) in inputs.iter_mut().zip(&data.operands) {
                        let convert = func.defining_op(operand).filter(|&op| func.op(op).info.name == "stablehlo.convert");
                        let truth = convert.map(|op| func.op(op).operands[0]).filter(|&value| func.ty(value).as_tensor().is_some_and(|ty| ty.element == ElementType::I1));
                        if let Some(value) = truth {
                            (*input, step.library) = (self.id(value), false);
                        }
                    }
                }
            }
            _ => {}
        }
        let narrow = self.rules.ordered_operands && first.is_some_and(|ty| ty.element == ElementType::BF16 || ty.element == ElementType::F16 && step.kind == Kind::Product);
        let widened = narrow && data.results.len() == 1 && (matches!(step.kind, Kind::Product | Kind::Reduce) || matches!(name, "stablehlo.convolution" | "stablehlo.all_reduce" | "stablehlo.reduce_scatter"));
        if widened {
            // Computed in `f32`: operands and results are converted.
            for (input, operand) in inputs.iter_mut().zip(&data.operands) {
                if func.ty(*operand).as_tensor().is_some_and(|ty| ty.element.byte_size() == 2) {
                    *input = self.copy(*input, vec![WIDER], op);
                }
            }
            step.bytes.iter_mut().for_each(|bytes| *bytes *= 2);
        }
        step.expensive |= narrow && step.elementwise;
        step.inputs = inputs;
        let several = data.results.len() > 1;
        let mut id = self.push(step);
        if several {
            for (index, &result) in data.results.iter().enumerate() {
                let ty = func.ty(result).as_tensor();
                let element = self.push(Step { value: Some(result), inputs: vec![id], ..blank(Kind::Element(index), Some(op), ty) });
                self.step[result] = Some(element);
            }
        } else if let Some(&result) = data.results.first() {
            if let Some(order) = after {
                id = self.copy(id, order, op);
            }
            if widened {
                id = self.copy(id, vec![NARROWER], op);
            }
            self.step[result] = Some(id);
        }
    }

    /// A step that copies another into an order of dimensions; one step for each order.
    fn copy(&mut self, of: Id, order: Vec<i64>, op: OpId) -> Id {
        if let Some(&id) = self.copies.get(&(of, order.clone())) {
            return id;
        }
        let from = &self.graph.steps[of];
        if let (&[WIDER], &[before]) = (&order[..], &from.inputs[..])
            && self.copies.get(&(before, vec![NARROWER])) == Some(&of)
        {
            return before;
        }
        let kind = if order == [AS_IT_LIES] { Kind::View } else { Kind::Loop };
        let converts = [vec![WIDER], vec![NARROWER]].contains(&order);
        let bytes = match order[..] {
            [WIDER] => from.bytes[0].saturating_mul(2),
            [NARROWER] => from.bytes[0] / 2,
            _ => from.bytes[0],
        };
        let step = Step { inputs: vec![of], bytes: vec![bytes], elementwise: converts, expensive: order == [NARROWER], elements: from.elements, rank: from.rank, ..blank(kind, Some(op), None) };
        let id = self.push(step);
        self.copies.insert((of, order), id);
        id
    }

    /// The operand in this order of dimensions: itself where only dimensions of one element move.
    fn ordered(&mut self, input: Id, ty: &TensorType, order: Vec<i64>, op: OpId) -> Id {
        let moved: Vec<i64> = order.iter().copied().filter(|&dim| ty.dims.get(dim as usize).is_some_and(|&size| size != 1)).collect();
        if moved.is_sorted() { input } else { self.copy(input, order, op) }
    }

    /// Operands of a product as its kernel takes them, and whether its result is a matrix of another shape.
    fn product(&mut self, op: OpId, inputs: &mut [Id]) -> bool {
        let view = self.func.view(op);
        let Ok(dims) = DotDims::read(view.attrs()) else { return false };
        let (left, right) = (view.operand_type(0).clone(), view.operand_type(1).clone());
        if is_plain(&dims, &left, &right) {
            return false;
        }
        let sides = [(&dims.lhs_batching, &dims.lhs_contracting, dims.lhs_free(left.rank()), left), (&dims.rhs_batching, &dims.rhs_contracting, dims.rhs_free(right.rank()), right)];
        for (side, (batch, contracted, free, ty)) in sides.into_iter().enumerate() {
            if !is_matrix(batch, contracted, &ty) {
                let order = if side == 0 { [&batch[..], &free, contracted].concat() } else { [&batch[..], contracted, &free].concat() };
                let ordered = self.ordered(inputs[side], &ty, order, op);
                inputs[side] = if ordered == inputs[side] { self.copy(ordered, vec![AS_IT_LIES], op) } else { ordered };
            }
        }
        view.result_type(0).rank() > dims.lhs_batching.len() + 2
    }

    /// Operands of a convolution as its kernel takes them, and the order that its result has to be brought into.
    fn convolution(&mut self, op: OpId, inputs: &mut [Id]) -> Option<Vec<i64>> {
        let view = self.func.view(op);
        let dims = ConvDims::read(view.attrs()).ok()?;
        let (input, kernel, result) = (view.operand_type(0).clone(), view.operand_type(1).clone(), view.result_type(0).clone());
        inputs[0] = self.ordered(inputs[0], &input, [vec![dims.input_batch], dims.input_spatial, vec![dims.input_feature]].concat(), op);
        inputs[1] = self.ordered(inputs[1], &kernel, [dims.kernel_spatial, vec![dims.kernel_input_feature, dims.kernel_output_feature]].concat(), op);
        let order = [vec![dims.output_batch], dims.output_spatial, vec![dims.output_feature]].concat();
        let moved: Vec<i64> = order.iter().copied().filter(|&dim| result.dims.get(dim as usize).is_some_and(|&size| size != 1)).collect();
        (!moved.is_sorted()).then_some(order)
    }

    /// Operands of a collective as it takes them, and the order that its result has to be brought into.
    fn collective(&mut self, op: OpId, inputs: &mut [Id]) -> Option<Vec<i64>> {
        if !self.rules.ordered_operands {
            return None;
        }
        let view = self.func.view(op);
        let name = view.data().info.name;
        let dim = match name {
            "stablehlo.all_gather" => view.int_or("all_gather_dim", 0),
            "stablehlo.reduce_scatter" => view.int_or("scatter_dimension", 0),
            "stablehlo.all_to_all" => {
                // Parts are sent one by one, then joined.
                inputs[0] = self.copy(inputs[0], vec![-1, view.int_or("split_dimension", 0)], op);
                return Some(vec![-2, view.int_or("concat_dimension", 0)]);
            }
            _ => return None,
        };
        let [ty] = &view.operand_types()[..] else { return None };
        let order: Vec<i64> = std::iter::once(dim).chain((0..ty.rank() as i64).filter(|&other| other != dim)).collect();
        let before = inputs[0];
        inputs[0] = self.ordered(before, ty, order.clone(), op);
        let wide = ty.dims.iter().take(dim as usize).any(|&size| size != 1);
        (inputs[0] != before || wide).then_some(order)
    }

    /// Whether a transpose is read, or its operand written, by products that take either order.
    fn joins_product(&self, op: OpId) -> bool {
        let view = self.func.view(op);
        let permutation = view.ints("permutation");
        let rank = permutation.len();
        let swaps = rank >= 2 && (0..rank - 2).all(|dim| permutation[dim] == dim as i64) && permutation[rank - 2] == rank as i64 - 1;
        if !swaps || self.rules.ordered_operands && rank != 2 {
            return !self.rules.ordered_operands && self.only_products(op);
        }
        let plain = |user: OpId| {
            let view = self.func.view(user);
            view.data().info.name == "stablehlo.dot_general" && DotDims::read(view.attrs()).is_ok_and(|dims| is_plain(&dims, view.operand_type(0), view.operand_type(1)))
        };
        let data = view.data();
        let users = &self.uses[data.results[0]];
        let by_users = !users.is_empty() && users.iter().all(|&(user, _)| plain(user));
        let by_maker = self.func.defining_op(data.operands[0]).is_some_and(|maker| plain(maker) && self.uses[data.operands[0]].len() == 1);
        by_users || by_maker
    }

    /// The sum that alone reads what a scatter adds to zeros.
    fn added_to(&self, scatter: OpId) -> Option<OpId> {
        let data = self.func.op(scatter);
        let adds = data.info.name == "stablehlo.scatter" && data.results.len() == 1 && data.regions.iter().all(|&region| matches!(self.func.region(region).ops[..], [op, _] if self.func.op(op).info.name == "stablehlo.add"));
        let zeros = |value: Value| self.func.defining_op(value).is_some_and(|op| match self.func.op(op).info.name {
            "stablehlo.broadcast_in_dim" => self.func.constant_of(self.func.op(op).operands[0]).is_some_and(|literal| literal.splat_value() == Some(0.0)),
            _ => self.func.constant_of(value).is_some_and(|literal| literal.splat_value() == Some(0.0)),
        });
        let [(user, _)] = self.uses[*data.results.first()?][..] else { return None };
        (adds && zeros(data.operands[0]) && self.func.op(user).info.name == "stablehlo.add").then_some(user)
    }

    fn only_products(&self, op: OpId) -> bool {
        let users = &self.uses[self.func.op(op).results[0]];
        !users.is_empty() && users.iter().all(|&(user, _)| matches!(Class::of(self.func.op(user).info.name), Class::Matmul | Class::Convolution))
    }

    fn expensive(&self, op: OpId) -> bool {
        let view = self.func.view(op);
        let data = view.data();
        let complex = |ty: &TensorType| ty.element.class() == ElementClass::Complex;
        match data.info.name.split_once('.').map_or("", |(_, name)| name) {
            "divide" | "remainder" => {
                // A division by a constant is a multiplication.
                let divisor = self.func.defining_op(data.operands[1]).and_then(|op| match self.func.op(op).info.name {
                    "stablehlo.broadcast_in_dim" => self.func.defining_op(self.func.op(op).operands[0]),
                    _ => Some(op),
                });
                !divisor.is_some_and(|op| self.func.op(op).info.is_constant())
            }
            "atan2" | "tanh" | "cbrt" | "power" | "rsqrt" | "sqrt" | "erf" | "exponential" | "exponential_minus_one" | "log" | "log_plus_one" | "logistic" => true,
            "cosine" | "sine" | "tan" | "abs" | "sign" => complex(view.result_type(0)),
            "convert" => view.result_type(0).element == ElementType::BF16 && view.operand_type(0).element == ElementType::F32,
            _ => false,
        }
    }

    fn in_library(&self, op: OpId) -> bool {
        let view = self.func.view(op);
        let known = [
            "abs", "ceil", "convert", "erf", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one", "logistic", "negate",
            "round_nearest_even", "rsqrt", "sign", "sqrt", "tanh", "add", "subtract", "multiply", "divide", "maximum", "minimum",
        ];
        let name = view.data().info.name.split_once('.').map_or("", |(_, name)| name);
        known.contains(&name) && view.result_type(0).element == ElementType::F32
    }
}

/// In the place of an order of dimensions: the same bytes in another shape.
const AS_IT_LIES: i64 = i64::MIN;

/// In that place: elements of twice the size, and of half of it.
const WIDER: i64 = i64::MIN + 1;
const NARROWER: i64 = i64::MIN + 2;

/// The library takes nothing smaller.
const LIBRARY_ELEMENTS: i64 = 4096;

/// Whether products take an operand as it is, or with its last two dimensions swapped: batch dimensions first, then at most two of which one is contracted.
fn is_matrix(batch: &[i64], contracted: &[i64], ty: &TensorType) -> bool {
    contracted.len() == 1 && ty.rank() <= batch.len() + 2 && batch.iter().enumerate().all(|(index, &dim)| dim == index as i64)
}

fn is_plain(dims: &DotDims, left: &TensorType, right: &TensorType) -> bool {
    is_matrix(&dims.lhs_batching, &dims.lhs_contracting, left) && is_matrix(&dims.rhs_batching, &dims.rhs_contracting, right)
}

fn blank(kind: Kind, op: Option<OpId>, ty: Option<&TensorType>) -> Step {
    Step {
        kind,
        op,
        value: None,
        inputs: Vec::new(),
        bytes: vec![ty.map_or(0, TensorType::byte_size)],
        elements: ty.map_or(0, TensorType::num_elements),
        rank: ty.map_or(0, |ty| ty.dims.iter().filter(|&&size| size != 1).count()),
        elementwise: false,
        expensive: false,
        reuses: false,
        alone: false,
        last: false,
        late: false,
        library: false,
        in_place: None,
        inner: Vec::new(),
    }
}
