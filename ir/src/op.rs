//! Op rows: everything that is known about one kind of op.
//!
//! Invariants: each facet is required, and one that does not apply says why; facets are pure functions of
//! the op (its operands' types, attributes and regions); `infer` accepts exactly the operand types that are
//! legal, and the other facets may rely on a verified op.

use crate::attrs::{Attr, Attrs};
use crate::builder::Builder;
use crate::interp::{EvalCtx, EvalError, Tensor};
use crate::partial::PartialFacet;
use crate::module::{Func, OpData, OpId, Region, Value};
use crate::sharding::{AxisRef, FactorId, Mesh, ShardingRule, TensorSharding};
use crate::types::{TensorType, Type};

/// How many operands, results or regions an op takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly this many.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
    /// From `.0` to `.1`.
    Between(usize, usize),
}

impl Arity {
    /// Whether `count` is legal.
    pub fn accepts(self, count: usize) -> bool {
        match self {
            Arity::Exactly(wanted) => count == wanted,
            Arity::AtLeast(least) => count >= least,
            Arity::Between(least, most) => (least..=most).contains(&count),
        }
    }
}

impl std::fmt::Display for Arity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Arity::Exactly(wanted) => write!(f, "{wanted}"),
            Arity::AtLeast(least) => write!(f, "at least {least}"),
            Arity::Between(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

/// An attribute that an op takes.
#[derive(Clone, Copy, Debug)]
pub struct AttrSpec {
    /// Its name.
    pub name: &'static str,
    /// Whether the op is illegal without it.
    pub required: bool,
    /// What it says.
    pub summary: &'static str,
}

/// Properties that passes ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// Ends a region.
    pub terminator: bool,
    /// Result is the constant in attribute `value`.
    pub constant: bool,
    /// Every element of every result depends on the elements of the operands at the same place only.
    pub elementwise: bool,
    /// Operands may be swapped.
    pub commutative: bool,
    /// Has effects beyond its results: never removed, merged or moved across another such op.
    pub effects: bool,
    /// Exchanges data between devices.
    pub collective: bool,
}

impl Traits {
    /// No property holds.
    pub const NONE: Traits = Traits {
        terminator: false,
        constant: false,
        elementwise: false,
        commutative: false,
        effects: false,
        collective: false,
    };
    /// Elementwise.
    pub const ELEMENTWISE: Traits = Traits { elementwise: true, ..Traits::NONE };
    /// Elementwise and commutative.
    pub const COMMUTATIVE: Traits = Traits { elementwise: true, commutative: true, ..Traits::NONE };
    /// Ends a region.
    pub const TERMINATOR: Traits = Traits { terminator: true, ..Traits::NONE };
    /// Has effects.
    pub const EFFECTS: Traits = Traits { effects: true, ..Traits::NONE };
    /// Exchanges data between devices: also counted as an effect, since all devices must agree on the order.
    pub const COLLECTIVE: Traits = Traits { collective: true, effects: true, ..Traits::NONE };
}

/// What result types follow from.
#[derive(Clone, Copy)]
pub enum Inference {
    /// From operands, attributes and regions. The message of an error says what is illegal.
    Infer(fn(&InferCtx) -> Result<Vec<Type>, String>),
    /// They are part of the op (the reason says why, e.g. the shape of a reshape); `verify` checks them.
    Given(&'static str),
}

/// What inference may look at.
pub struct InferCtx<'a> {
    /// The function; operands' definitions may be looked at, the op itself may not exist yet.
    pub func: &'a Func,
    /// Operands.
    pub operands: &'a [Value],
    /// Attributes.
    pub attrs: &'a Attrs,
    /// Regions.
    pub regions: &'a [Region],
}

impl<'a> InferCtx<'a> {
    /// The tensor type of operand `index`, or a message that says it is missing or a token.
    pub fn tensor(&self, index: usize) -> Result<&'a TensorType, String> {
        let value = *self.operands.get(index).ok_or_else(|| format!("operand {index} is missing"))?;
        self.func.ty(value).as_tensor().ok_or_else(|| format!("operand {index} must be a tensor, got a token"))
    }
    /// A required list of integers.
    pub fn ints(&self, name: &str) -> Result<Vec<i64>, String> {
        required_ints(self.attrs, name)
    }
    /// A required integer.
    pub fn int(&self, name: &str) -> Result<i64, String> {
        self.attrs.int(name).ok_or_else(|| format!("attribute `{name}` must be an integer"))
    }
}

/// A required list of integers in `attrs`.
pub fn required_ints(attrs: &Attrs, name: &str) -> Result<Vec<i64>, String> {
    attrs.ints(name).ok_or_else(|| format!("attribute `{name}` must be a list of integers"))
}

/// Where sharding rules come from.
#[derive(Clone, Copy)]
pub enum RuleFacet {
    /// The op's factors.
    Rule(fn(&OpView) -> ShardingRule),
    /// All tensors of rank > 0 have the result's shape and move together; scalars are replicated.
    Pointwise,
    /// Values flow through regions: handled as data-flow edges by propagation.
    DataFlow(&'static str),
    /// No factors: the reason says why.
    None(&'static str),
}

/// Work of one op, without a machine: all counts saturate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpCost {
    /// Arithmetic operations.
    pub flops: i64,
    /// Bytes read from operands.
    pub bytes_read: i64,
    /// Bytes written to results.
    pub bytes_written: i64,
}

/// How an op is evaluated.
#[derive(Clone, Copy)]
pub enum EvalFacet {
    /// Results from operands.
    Eval(fn(&EvalCtx, &[Tensor]) -> Result<Vec<Tensor>, EvalError>),
    /// Not evaluated: the reason says why.
    None(&'static str),
}

/// How gradients of results become gradients of operands (reverse mode).
#[derive(Clone, Copy)]
pub enum DerivativeFacet {
    /// What each operand gains from this op: the vector-Jacobian product. `None` for an operand whose gradient is zero or not wanted.
    /// Of complex numbers: the transpose of the linear map, without conjugation (as JAX).
    Vjp(VjpFn),
    /// As `Vjp`, but returns each operand's gradient so far with what it gains: for ops that read a part of an operand, whose
    /// gradient is zero elsewhere.
    Accumulate(VjpFn),
    /// Constant wherever it is continuous, or not a function of real numbers: gradients end here.
    Zero(&'static str),
    /// Gradients flow through regions: handled by the pass.
    ByPass(&'static str),
    /// Refused: the reason says why and what to do.
    None(&'static str),
}

/// Gradients of operands.
pub type VjpFn = fn(&Vjp, &mut Builder) -> Result<Vec<Option<Value>>, String>;

/// What a vector-Jacobian product may look at. Values are those of the function that is built.
pub struct Vjp<'a> {
    /// The op, in the function that is differentiated: for types, attributes and regions.
    pub op: OpView<'a>,
    /// Its operands.
    pub operands: &'a [Value],
    /// Its results.
    pub results: &'a [Value],
    /// The gradient of each result; `None` is zero. At least one is there.
    pub grads: &'a [Option<Value>],
    /// Which operands' gradients are asked for.
    pub wanted: &'a [bool],
    /// The gradient of each operand so far; `None` is zero.
    pub so_far: &'a [Option<Value>],
}

impl Vjp<'_> {
    /// The gradient of the only result.
    pub fn grad(&self) -> Result<Value, String> {
        self.grads.first().copied().flatten().ok_or_else(|| format!("{}: no gradient of the result", self.op.data().info.name))
    }
}

/// How an op is rewritten to one device's shapes.
#[derive(Clone, Copy)]
pub enum Localize {
    /// The same op with the same attributes on local types.
    Same,
    /// The same op; attributes that hold sizes are adapted.
    Attrs(fn(&LocalOp, &mut Attrs)),
    /// The same op, after its operands have been exchanged along reaches ([`crate::sharding::Reach`]) and its attributes adapted.
    Prepare(fn(&LocalOp, &mut Builder, &mut [Value], &mut Attrs) -> Result<(), String>),
    /// A sequence of ops; returns the local results.
    Expand(fn(&LocalOp, &mut Builder, &[Value]) -> Result<Vec<Value>, String>),
    /// Handled by the pass: the reason says how.
    ByPass(&'static str),
}

/// How an op is written in text. See `text` for the format language.
#[derive(Clone, Copy)]
pub enum Syntax {
    /// `"dialect.op"(%a) <{…}> ({…}) {…} : (…) -> …` only.
    Generic,
    /// A format string.
    Format(&'static str),
    /// Hand-written, for the few ops whose form no format describes.
    Custom(&'static dyn crate::text::CustomSyntax),
}

/// Everything that is known about one kind of op.
pub struct OpInfo {
    /// `dialect.op`.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Number of operands.
    pub operands: Arity,
    /// Number of results.
    pub results: Arity,
    /// Number of regions.
    pub regions: Arity,
    /// Attributes that it takes; others are kept but mean nothing to us.
    pub attrs: &'static [AttrSpec],
    /// Properties.
    pub traits: Traits,
    /// Result types.
    pub infer: Inference,
    /// Conditions beyond arity, attributes and inferred types.
    pub verify: fn(&OpView) -> Result<(), String>,
    /// Sharding rule.
    pub rule: RuleFacet,
    /// What becomes of partial results that go into it.
    pub partial: PartialFacet,
    /// Work.
    pub cost: fn(&OpView) -> OpCost,
    /// Evaluation.
    pub eval: EvalFacet,
    /// Reverse-mode derivative.
    pub derivative: DerivativeFacet,
    /// Per-device form.
    pub localize: Localize,
    /// Text form.
    pub syntax: Syntax,
}

impl OpInfo {
    /// Whether it ends a region.
    pub fn is_terminator(&self) -> bool {
        self.traits.terminator
    }
    /// Whether its result is the constant in attribute `value`.
    pub fn is_constant(&self) -> bool {
        self.traits.constant
    }
    /// The part of the name before the dot.
    pub fn dialect(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
}

impl std::fmt::Debug for OpInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
impl PartialEq for OpInfo {
    fn eq(&self, other: &OpInfo) -> bool {
        self.name == other.name
    }
}
impl Eq for OpInfo {}

/// An op in its function, as facets see it.
#[derive(Clone, Copy)]
pub struct OpView<'a> {
    /// The function.
    pub func: &'a Func,
    /// The op.
    pub id: OpId,
}

impl<'a> OpView<'a> {
    /// The op's data.
    pub fn data(&self) -> &'a OpData {
        self.func.op(self.id)
    }
    /// The tensor type of operand `index`.
    pub fn operand_type(&self, index: usize) -> &'a TensorType {
        self.func.tensor_type(self.data().operands[index])
    }
    /// The tensor type of result `index`.
    pub fn result_type(&self, index: usize) -> &'a TensorType {
        self.func.tensor_type(self.data().results[index])
    }
    /// Tensor types of all operands (a token counts as a scalar `i1`).
    pub fn operand_types(&self) -> Vec<TensorType> {
        types_of(self.func, &self.data().operands)
    }
    /// Tensor types of all results.
    pub fn result_types(&self) -> Vec<TensorType> {
        types_of(self.func, &self.data().results)
    }
    /// The attributes.
    pub fn attrs(&self) -> &'a Attrs {
        &self.data().attrs
    }
    /// The attribute with this name.
    pub fn attr(&self, name: &str) -> Option<&'a Attr> {
        self.data().attrs.get(name)
    }
    /// A list of integers; empty where absent.
    pub fn ints(&self, name: &str) -> Vec<i64> {
        self.data().attrs.ints(name).unwrap_or_default()
    }
    /// An integer; `default` where absent.
    pub fn int_or(&self, name: &str, default: i64) -> i64 {
        self.data().attrs.int(name).unwrap_or(default)
    }
    /// The same arguments that inference gets.
    pub fn infer_ctx(&self) -> InferCtx<'a> {
        let data = self.data();
        InferCtx { func: self.func, operands: &data.operands, attrs: &data.attrs, regions: &data.regions }
    }
    /// The sharding rule: the user's where the op carries one, else the row's. `None` for ops without factors.
    pub fn sharding_rule(&self) -> Option<ShardingRule> {
        if let Some(Attr::Rule(rule)) = self.attr("sdy.sharding_rule") {
            return Some((**rule).clone());
        }
        match self.data().info.rule {
            RuleFacet::Rule(rule) => Some(rule(self)),
            RuleFacet::Pointwise => Some(pointwise_rule(&self.operand_types(), &self.result_types())),
            RuleFacet::DataFlow(_) | RuleFacet::None(_) => None,
        }
    }
}

/// One pass-through factor a dimension, shared by all tensors of the first result's rank; others have none.
pub fn pointwise_rule(operands: &[TensorType], results: &[TensorType]) -> ShardingRule {
    use crate::sharding::FactorKind;
    let ranks = |types: &[TensorType]| types.iter().map(TensorType::rank).collect::<Vec<_>>();
    let mut rule = ShardingRule::with_ranks(&ranks(operands), &ranks(results));
    let Some(shape) = results.first().or(operands.first()) else { return rule };
    let same = |types: &[TensorType], dim: usize| -> Vec<Option<usize>> {
        types.iter().map(|ty| (ty.rank() == shape.rank()).then_some(dim)).collect()
    };
    for (dim, &size) in shape.dims.iter().enumerate() {
        rule.add_factor(size, FactorKind::PassThrough, &same(operands, dim), &same(results, dim));
    }
    rule
}

/// What [`Localize`] facets see: the global op, and how everything lies on the mesh once operands have been
/// resharded to the op's factors.
pub struct LocalOp<'a> {
    /// The global op.
    pub global: OpView<'a>,
    /// The mesh.
    pub mesh: &'a Mesh,
    /// The rule by which it is sharded.
    pub rule: &'a ShardingRule,
    /// Axes on each factor, by [`FactorId`].
    pub factor_axes: &'a [Vec<AxisRef>],
    /// Sharding of each operand.
    pub operands: &'a [TensorSharding],
    /// Sharding of each result.
    pub results: &'a [TensorSharding],
}

impl LocalOp<'_> {
    /// Local type of operand `index`.
    pub fn operand_type(&self, index: usize) -> TensorType {
        self.operands[index].local_type(self.global.operand_type(index), self.mesh)
    }
    /// Local type of result `index`.
    pub fn result_type(&self, index: usize) -> TensorType {
        self.results[index].local_type(self.global.result_type(index), self.mesh)
    }
    /// Axes on a factor.
    pub fn axes(&self, factor: FactorId) -> &[AxisRef] {
        &self.factor_axes[crate::entity::EntityId::index(factor)]
    }
}

fn types_of(func: &Func, values: &[Value]) -> Vec<TensorType> {
    values
        .iter()
        .map(|&value| func.ty(value).as_tensor().cloned().unwrap_or(TensorType::scalar(crate::types::ElementType::I1)))
        .collect()
}
