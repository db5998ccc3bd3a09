//! Which ops of a program run together as one kernel.
//!
//! The rule is that of loop fusion as XLA and others do it, in its simple form. *Views* cost nothing: constants, reshapes, type puns,
//! barriers, transposes and broadcasts that only move or add dimensions of size 1, and transposes that only products read (their operands
//! may lie in any order). An elementwise op, or one that only moves data, joins the kernel of its users where all of them are in one kernel, directly
//! or through views, and that kernel computes elementwise or is a reduction: the kernel reads what comes from outside once (of a slice only the slice),
//! and writes the results of its last op. Broadcasts and iotas are computed again in each kernel that reads them. Every other op is a kernel of its own; nothing is
//! joined across collectives' or loops' boundaries. Invariants: only the last op of a kernel in program order has users outside of it, so kernels
//! in the order of their last ops are in dataflow order; time is linear in the program.

use super::compute::{Class, Work, element_of, reads_result, reduced};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::literal::LiteralData;
use shardwright_ir::{Attr, Func, OpId, OpView, Region, TensorType, Value};

/// What becomes of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Nothing is known: the op is in no region that runs, or ends one.
    #[default]
    None,
    /// It costs nothing where it stands: a view, or cheap enough to be computed in every kernel that reads it.
    Free,
    /// It is part of the kernel that ends with this op (perhaps itself).
    Kernel(OpId),
    /// It exchanges data between devices.
    Collective,
    /// It runs regions: a loop or a branch.
    Control,
}

/// The kernels of a function.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    roles: SecondaryMap<OpId, Role>,
    works: SecondaryMap<OpId, Option<Kernel>>,
}

/// What is kept while kernels are found, for all regions.
#[derive(Default)]
struct Scratch {
    /// The region that runs the op.
    home: SecondaryMap<OpId, Option<Region>>,
    /// Free ops that something else than a loop reads, so that the value must lie in memory.
    stored: SecondaryMap<OpId, bool>,
    /// Where a value really lies: what a free op reads, nothing for what is computed anew.
    source: SecondaryMap<Value, Source>,
    /// The kernel that a read value was last counted for, and how many of its bytes.
    counted: SecondaryMap<Value, (Option<OpId>, i64)>,
    /// The ops of a kernel, by its last.
    members: SecondaryMap<OpId, Vec<OpId>>,
}

/// One kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Its work.
    pub work: Work,
    /// How many ops it computes, views aside.
    pub ops: usize,
}

impl Kernels {
    /// The kernels of a function of a per-device program.
    pub fn of(func: &Func) -> Kernels {
        let mut kernels = Kernels::default();
        let mut scratch = Scratch::default();
        let uses = func.uses();
        let mut regions = vec![func.body()];
        while let Some(region) = regions.pop() {
            func.region(region).ops.iter().for_each(|&op| scratch.home[op] = Some(region));
            kernels.assign(func, region, &uses, &mut scratch);
            kernels.add_up(func, region, &mut scratch);
            let control = func.region(region).ops.iter().filter(|&&op| is_control(func.op(op).info.name));
            control.for_each(|&op| regions.extend(&func.op(op).regions));
        }
        kernels
    }

    /// What becomes of an op.
    pub fn role(&self, op: OpId) -> Role {
        self.roles[op]
    }

    /// The kernel that ends with this op.
    pub fn kernel(&self, op: OpId) -> Option<&Kernel> {
        self.works[op].as_ref()
    }

    /// Whether `user` reads `value` from memory: neither made in its own kernel nor computed anew where it is read.
    pub fn reads(&self, func: &Func, value: Value, user: OpId) -> bool {
        let mut value = value;
        while let Some(op) = func.defining_op(value) {
            let data = func.op(op);
            if self.roles[op] == self.roles[user] {
                return false;
            }
            if self.roles[op] != Role::Free {
                return true;
            }
            if !is_view(&func.view(op)) || is_splat(func, op) {
                return false;
            }
            let Some(&next) = data.operands.first() else { return true };
            value = next;
        }
        true
    }

    /// Users first: what they are decides what their operands' ops become.
    fn assign(&mut self, func: &Func, region: Region, uses: &SecondaryMap<Value, Vec<(OpId, usize)>>, scratch: &mut Scratch) {
        for &op in func.region(region).ops.iter().rev() {
            let data = func.op(op);
            let view = func.view(op);
            let name = data.info.name;
            if data.info.is_terminator() {
                continue;
            }
            self.roles[op] = if data.info.traits.collective {
                Role::Collective
            } else if is_control(name) {
                Role::Control
            } else if data.info.is_constant() {
                Role::Free
            } else {
                let free = is_view(&view) || (name == "stablehlo.transpose" && only_products(func, &data.results, uses));
                let joined = match free || is_loop(&view) {
                    true if name != "stablehlo.optimization_barrier" => self.common_kernel(func, &data.results, uses, region, scratch),
                    _ => Join::Outside,
                };
                scratch.stored[op] = joined == Join::Outside;
                match joined {
                    Join::One(root) => Role::Kernel(root),
                    Join::Several if free || is_cheap(name) => Role::Free,
                    _ if free => Role::Free,
                    _ => Role::Kernel(op),
                }
            };
        }
    }

    /// The kernel that all users of these values are in, where there is one that takes them in.
    fn common_kernel(&self, func: &Func, values: &[Value], uses: &SecondaryMap<Value, Vec<(OpId, usize)>>, region: Region, scratch: &Scratch) -> Join {
        let mut found: Option<Join> = None;
        for &(user, index) in values.iter().flat_map(|&value| &uses[value]) {
            let next = match self.roles[user] {
                _ if scratch.home[user] != Some(region) => return Join::Outside,
                Role::Kernel(root) if takes_in(&func.view(user), index) => Join::One(root),
                Role::Free if !scratch.stored[user] => Join::Several,
                _ => return Join::Outside,
            };
            found = Some(if found.is_none_or(|found| found == next) { next } else { Join::Several });
        }
        found.unwrap_or(Join::Outside)
    }

    /// Work of the kernels of a region, in program order.
    fn add_up(&mut self, func: &Func, region: Region, scratch: &mut Scratch) {
        for &op in &func.region(region).ops {
            let data = func.op(op);
            match self.roles[op] {
                // A view inside of a kernel is where its operand is, too.
                Role::Free | Role::Kernel(_) if self.roles[op] == Role::Free || is_view(&func.view(op)) => {
                    for (index, &result) in data.results.iter().enumerate() {
                        scratch.source[result] = match data.operands.get(index) {
                            Some(&operand) => follow(operand, &scratch.source),
                            None if data.info.is_constant() && !is_splat(func, op) => Source::Itself,
                            None => Source::Nothing,
                        };
                    }
                }
                Role::Kernel(root) => {
                    scratch.members[root].push(op);
                    if root == op {
                        self.works[op] = Some(self.sum(func, op, scratch));
                    }
                }
                _ => {}
            }
        }
    }

    fn sum(&self, func: &Func, root: OpId, scratch: &mut Scratch) -> Kernel {
        let members = std::mem::take(&mut scratch.members[root]);
        let view = func.view(root);
        let mut class = Class::of(view.data().info.name);
        if !is_loop(&view) && class != Class::Reduction {
            return Kernel { work: super::compute::work_of(&view), ops: 1 };
        }
        let (mut flops, mut bytes, mut ops) = (0i64, 0i64, 0usize);
        for &member in &members {
            let view = func.view(member);
            let data = view.data();
            ops += 1;
            flops = flops.saturating_add((data.info.cost)(&view).flops);
            if class == Class::Movement && Class::of(data.info.name) == Class::Elementwise {
                class = Class::Elementwise;
            }
        }
        for &member in &members {
            let view = func.view(member);
            let data = view.data();
            for &operand in &data.operands {
                let Source::Value(value) = follow(operand, &scratch.source) else { continue };
                if func.defining_op(value).is_some_and(|op| self.roles[op] == Role::Kernel(root) || is_splat(func, op)) {
                    continue;
                }
                let needed = if reads_result(data.info.name) { size(func, data.results[0]) } else { size(func, value) };
                let before = if scratch.counted[value].0 == Some(root) { scratch.counted[value].1 } else { 0 };
                let now = before.saturating_add(needed).min(size(func, value));
                bytes = bytes.saturating_add(now - before);
                scratch.counted[value] = (Some(root), now);
            }
        }
        let written = view.data().results.iter().map(|&result| size(func, result)).fold(0i64, i64::saturating_add);
        let work = Work { class, element: element_of(&view), reduced: reduced(&view), flops, bytes: bytes.saturating_add(written) };
        Kernel { work, ops: ops.max(1) }
    }
}

/// Where the users of a value are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// All in one kernel.
    One(OpId),
    /// In several, all of which could compute it anew.
    Several,
    /// Somewhere that reads it from memory; also of values that nobody uses.
    Outside,
}

/// Where the data of a value lies.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Source {
    /// In the value.
    #[default]
    Itself,
    /// In another.
    Value(Value),
    /// Nowhere: it is computed where it is read.
    Nothing,
}

fn follow(value: Value, source: &SecondaryMap<Value, Source>) -> Source {
    match source[value] {
        Source::Itself => Source::Value(value),
        other => other,
    }
}

/// Whether an op costs nothing by itself.
pub fn is_view(view: &OpView) -> bool {
    let data = view.data();
    // Dimensions of more than one element, in order.
    let wide = |ty: &TensorType| ty.dims.iter().copied().filter(|&size| size != 1).collect::<Vec<_>>();
    let tensors = || Some((view.func.ty(*data.operands.first()?).as_tensor()?, view.func.ty(*data.results.first()?).as_tensor()?));
    match data.info.name {
        "stablehlo.constant" | "stablehlo.reshape" | "stablehlo.optimization_barrier" | "stablehlo.partition_id" | "stablehlo.replica_id" => true,
        "stablehlo.bitcast_convert" => tensors().is_some_and(|(from, to)| from.byte_size() == to.byte_size()),
        "stablehlo.transpose" => {
            let Some((from, _)) = tensors() else { return false };
            let permutation = view.ints("permutation");
            let moved: Vec<i64> = permutation.into_iter().filter(|&dim| usize::try_from(dim).is_ok_and(|dim| from.dims.get(dim).is_some_and(|&size| size != 1))).collect();
            moved.is_sorted()
        }
        "stablehlo.broadcast_in_dim" => {
            let sorted = || view.ints("broadcast_dimensions").is_sorted();
            tensors().is_some_and(|(from, to)| wide(from) == wide(to) && sorted())
        }
        _ => false,
    }
}

/// Whether an op can be computed element by element inside a loop over its users' elements.
fn is_loop(view: &OpView) -> bool {
    let data = view.data();
    data.results.len() == 1
        && data.regions.is_empty()
        && !data.info.traits.effects
        && (data.info.traits.elementwise || Class::of(data.info.name) == Class::Movement)
}

/// Whether a kernel computes what its op reads as operand `index`: elementwise ops, and reductions of their first operands.
fn takes_in(view: &OpView, index: usize) -> bool {
    let data = view.data();
    is_loop(view) || is_view(view) || (data.info.name == "stablehlo.reduce" && index < data.operands.len() / 2)
}

/// Whether computing it again costs less than reading it.
fn is_cheap(name: &str) -> bool {
    matches!(name, "stablehlo.broadcast_in_dim" | "stablehlo.iota")
}

/// Whether its regions run as programs.
pub fn is_control(name: &str) -> bool {
    matches!(name, "stablehlo.while" | "stablehlo.case" | "stablehlo.if")
}

fn only_products(func: &Func, values: &[Value], uses: &SecondaryMap<Value, Vec<(OpId, usize)>>) -> bool {
    let mut users = values.iter().flat_map(|&value| &uses[value]).peekable();
    users.peek().is_some() && users.all(|&(user, _)| matches!(Class::of(func.op(user).info.name), Class::Matmul | Class::Convolution))
}

fn is_splat(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    data.info.is_constant() && matches!(data.attrs.get("value"), Some(Attr::Dense(literal)) if matches!(literal.data, LiteralData::Splat(_)))
}

fn size(func: &Func, value: Value) -> i64 {
    func.ty(value).as_tensor().map_or(0, TensorType::byte_size)
}
