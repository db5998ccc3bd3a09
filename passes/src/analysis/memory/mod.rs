//! How much memory one device needs, and what for.
//!
//! What is held is told by what it is: parameters and optimizer state by the roles that a training step's arguments carry (`ir::role`), gradients by their names, activations as what the loss
//! was computed from; a program without roles has arguments, results, collectives and temporaries. A program becomes steps (`graph`), steps become kernels (`library`, `fuse`), kernels run in an order (`order`), their results lie in buffers (`assign`), and
//! buffers need room (`place`). Two models differ in the rules: `memory` is what a device holds that runs kernels in the program's order, at the worst moment;
//! `xla_cpu` is what XLA's CPU compiler allocates for the program, its own order and copies included, and is held against its statistics (docs: cost-model).
//! Invariants: sums saturate; arguments are held throughout; equal elements and constants cost nothing.

mod assign;
mod fuse;
mod graph;
mod library;
mod order;
mod parts;
mod place;

use assign::{Assignment, Buffer, Use, assign};
use parts::PartsOf;
use shardwright_ir::role::{Role, alias_of};
use shardwright_ir::{Func, OpId, TensorType, Value};

/// What a compiler does with a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Products, convolutions and collectives take operands in one order of dimensions; others are copied.
    pub ordered_operands: bool,
    /// All-reduces are joined and kernels start in the order in which their operands become ready.
    pub ready_first: bool,
    /// Elementwise steps are computed again rather than kept however much they compute, unless they are in memory anyhow, as where reading memory is what takes time; reductions take in the elementwise
    /// steps before them; and nothing is computed again past a barrier.
    pub reads_are_dear: bool,
}

impl Rules {
    /// The program's order, kernels that read any order of dimensions: an accelerator's runtime.
    pub const IN_ORDER: Rules = Rules { ordered_operands: false, ready_first: false, reads_are_dear: true };
    /// XLA's CPU compiler (jaxlib 0.10.2).
    pub const XLA_CPU: Rules = Rules { ordered_operands: true, ready_first: true, reads_are_dear: false };
}

/// Bytes on one device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Arguments of the program.
    pub arguments: i64,
    /// Those of them that are parameters.
    pub parameters: i64,
    /// Those of them that an optimizer keeps.
    pub optimizer: i64,
    /// Results of the program.
    pub outputs: i64,
    /// The most of gradients that is held at any moment.
    pub gradients: i64,
    /// The most of activations that is held at any moment.
    pub activations: i64,
    /// The most that is held at any moment, arguments included.
    pub peak: i64,
    /// What is held at that moment besides the arguments.
    pub at_peak: Parts,
}

/// Bytes that are held at once, by what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Results of the program.
    pub outputs: i64,
    /// Results of collectives that are none of the program.
    pub communication: i64,
    /// Derivatives by parameters.
    pub gradients: i64,
    /// What the loss was computed from.
    pub activations: i64,
    /// All else.
    pub temporaries: i64,
}

impl Parts {
    /// All of them.
    pub fn sum(self) -> i64 {
        [self.outputs, self.communication, self.gradients, self.activations, self.temporaries].into_iter().fold(0i64, i64::saturating_add)
    }
}

/// What a buffer is there for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "as in `Memory` and `Parts`")]
pub enum Part {
    Parameter,
    Optimizer,
    Argument,
    Output,
    Communication,
    Gradient,
    Activation,
    Temporary,
}

impl Part {
    /// What reports call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Part::Parameter => "parameter",
            Part::Optimizer => "optimizer",
            Part::Argument => "argument",
            Part::Output => "output",
            Part::Communication => "communication",
            Part::Gradient => "gradient",
            Part::Activation => "activation",
            Part::Temporary => "temporary",
        }
    }
}

/// A buffer that is held at the worst moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Its size.
    pub bytes: i64,
    /// What it is there for.
    pub part: Part,
    /// The value in it; `None` for what a compiler adds.
    pub value: Option<Value>,
    /// The op that computes it; `None` for arguments.
    pub op: Option<OpId>,
    /// The op for which it is still held: the last that reads it; `None` for arguments, which are held throughout, and for results.
    pub reader: Option<OpId>,
}

/// What XLA's CPU compiler allocates on one device, in bytes, by the names of its own statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allocated {
    /// Arguments.
    pub arguments: i64,
    /// Results, with the table of pointers to them.
    pub outputs: i64,
    /// Everything else.
    pub temporaries: i64,
    /// Results that lie where arguments lay.
    pub aliased: i64,
}

impl Allocated {
    /// All that is allocated.
    pub fn total(self) -> i64 {
        self.arguments.saturating_add(self.outputs).saturating_add(self.temporaries).saturating_sub(self.aliased)
    }
}

/// The memory that a function needs if its kernels run in its order.
pub fn memory(func: &Func) -> Memory {
    let (assignment, at) = in_order(func);
    let mut at_peak = Parts::default();
    for held in held_at(func, &assignment, at) {
        let part = match held.part {
            Part::Parameter | Part::Optimizer | Part::Argument => continue,
            Part::Output => &mut at_peak.outputs,
            Part::Communication => &mut at_peak.communication,
            Part::Gradient => &mut at_peak.gradients,
            Part::Activation => &mut at_peak.activations,
            Part::Temporary => &mut at_peak.temporaries,
        };
        *part = part.saturating_add(held.bytes);
    }
    let of = |role: Role| {
        let with = func.args().iter().zip(&func.arg_attrs).filter(|(_, attrs)| Role::of(attrs) == Some(role));
        with.map(|(&value, _)| size(func, value)).fold(0i64, i64::saturating_add)
    };
    let parts = PartsOf::new(func);
    let most = |wanted: Part| {
        let buffers: Vec<Buffer> = assignment.buffers.iter().filter(|buffer| parts.of(buffer) == wanted).cloned().collect();
        place::most(&buffers, assignment.kernels).0
    };
    let (gradients, activations) = (most(Part::Gradient), most(Part::Activation));
    let arguments = sum(func, func.args());
    let peak = arguments.saturating_add(at_peak.sum());
    Memory { arguments, parameters: of(Role::Parameter), optimizer: of(Role::Optimizer), outputs: results(func), gradients, activations, peak, at_peak }
}

/// What is held at the worst moment of that order, arguments included, the largest first, and the op that runs then.
pub fn held(func: &Func) -> (Vec<Held>, Option<OpId>) {
    let (assignment, at) = in_order(func);
    let mut held = held_at(func, &assignment, at);
    held.sort_by_key(|held| (std::cmp::Reverse(held.bytes), held.part));
    (held, assignment.ops.get(at).copied().flatten())
}

/// What is held while a kernel of that order runs, arguments included, the largest first; none where the op ends no kernel.
pub fn held_by(func: &Func, op: OpId) -> Vec<Held> {
    let assignment = assign(func, func.body(), &Rules::IN_ORDER, &given(func));
    let Some(at) = assignment.ops.iter().position(|&other| other == Some(op)) else { return Vec::new() };
    let mut held = held_at(func, &assignment, at);
    held.sort_by_key(|held| (std::cmp::Reverse(held.bytes), held.part));
    held
}

fn in_order(func: &Func) -> (Assignment, usize) {
    let assignment = assign(func, func.body(), &Rules::IN_ORDER, &given(func));
    let (_, at) = place::most(&assignment.buffers, assignment.kernels);
    (assignment, at)
}

/// What XLA's CPU compiler allocates for a function.
pub fn xla_cpu(func: &Func) -> Allocated {
    let given = given(func);
    let assignment = assign(func, func.body(), &Rules::XLA_CPU, &given);
    let count = func.terminator(func.body()).map_or(0, |end| func.op(end).operands.len() as i64);
    let aliased = func.args().iter().zip(&given).filter(|(_, given)| given.is_some()).map(|(&value, _)| size(func, value)).fold(0i64, i64::saturating_add);
    let pointers = if count == 1 { 0 } else { 8 * count };
    Allocated { arguments: sum(func, func.args()), outputs: results(func).saturating_add(pointers), temporaries: place::packed(&assignment.buffers), aliased }
}

fn held_at(func: &Func, assignment: &Assignment, at: usize) -> Vec<Held> {
    let parts = PartsOf::new(func);
    let live = assignment.buffers.iter().filter(|buffer| matches!(buffer.used, Use::Argument(_)) || buffer.start <= at && at <= buffer.end);
    live.filter(|buffer| buffer.bytes > 0).map(|buffer| {
        let argument = matches!(buffer.used, Use::Argument(_));
        let reader = assignment.ops.get(buffer.end).copied().flatten().filter(|_| !argument);
        Held { bytes: buffer.bytes, part: parts.of(buffer), value: buffer.value, op: buffer.op.filter(|_| !argument), reader }
    }).collect()
}

/// The results that arguments' buffers become.
fn given(func: &Func) -> Vec<Option<usize>> {
    (0..func.args().len()).map(|index| func.arg_attrs.get(index).and_then(alias_of)).collect()
}

fn results(func: &Func) -> i64 {
    func.terminator(func.body()).map_or(0, |end| sum(func, &func.op(end).operands))
}

fn sum(func: &Func, values: &[Value]) -> i64 {
    values.iter().map(|&value| size(func, value)).fold(0i64, i64::saturating_add)
}

fn size(func: &Func, value: Value) -> i64 {
    func.ty(value).as_tensor().map_or(0, TensorType::byte_size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_dialects::local::{binary, row};
    use shardwright_dialects::stablehlo::StablehloBuilder;
    use shardwright_ir::{Attrs, Builder, ElementType, Sym};

    /// a: 400 bytes. b = a + a, c = b + b, d = c + a is one kernel: only d has a buffer.
    #[test]
    fn what_is_computed_inside_of_a_kernel_has_no_buffer() {
        let mut func = Func::new(Sym::new("main"));
        let a = func.add_arg(TensorType::new(ElementType::F32, &[100]));
        let mut builder = Builder::at_end(&mut func);
        let b = binary(&mut builder, "stablehlo.add", a, a).expect("legal");
        let c = binary(&mut builder, "stablehlo.add", b, b).expect("legal");
        let d = binary(&mut builder, "stablehlo.add", c, a).expect("legal");
        builder.op_of_types(row("func.return").expect("registered"), &[d], Attrs::new(), &[], Vec::new()).expect("legal");
        assert_eq!(memory(&func), Memory { arguments: 400, outputs: 400, peak: 800, at_peak: Parts { outputs: 400, ..Parts::default() }, ..Memory::default() });
    }

    /// x: 4 by 4, 64 bytes. p = x x, q = tanh p in the place of p, r = q q beside it: 64 of arguments, 64 of q, 64 of r.
    #[test]
    fn an_elementwise_result_takes_the_place_of_its_operand() {
        let mut func = Func::new(Sym::new("main"));
        let x = func.add_arg(TensorType::new(ElementType::F32, &[4, 4]));
        let mut builder = Builder::at_end(&mut func);
        let p = builder.matmul(x, x).expect("legal");
        let q = builder.tanh(p).expect("legal");
        let r = builder.matmul(q, q).expect("legal");
        builder.op_of_types(row("func.return").expect("registered"), &[r], Attrs::new(), &[], Vec::new()).expect("legal");
        assert_eq!(memory(&func), Memory { arguments: 64, outputs: 64, peak: 192, at_peak: Parts { outputs: 64, temporaries: 64, ..Parts::default() }, ..Memory::default() });
    }
}
