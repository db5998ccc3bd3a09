//! Walking the local program: every op lowered by the family that knows it, values bound to tensors of the graph.
//!
//! Invariants: an op that no family takes is an error that names it; bodies see the tensors of outer scopes; a value's own name
//! is given where the last node that makes it can have it.

use super::graph::{Graph, Held, Term, own_name};
use super::{collective, control, elementwise, index, linear, order, reduce, shape};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::{Func, OpId, Region, Value};
use shardwright_ir::op::OpView;
use shardwright_ir::types::{Dims, TensorType};
use shardwright_ir::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

/// What a family makes of an op: its results; `None` where the op is not of this family; an error where it is, but has no form.
pub(super) type Lowered = Result<Option<Vec<Held>>, String>;

/// One program on its way out.
pub(super) struct Lowering<'a> {
    /// What is written.
    pub graph: Graph,
    /// The program.
    pub func: &'a Func,
    /// Number of devices that run it.
    pub devices: i64,
    /// Names that values of the main graph are to have.
    pub names: BTreeMap<Value, String>,
    values: SecondaryMap<Value, Option<Held>>,
    given: BTreeSet<String>,
    /// Tensors that stand for a value already: they keep their names.
    bound: BTreeSet<String>,
    /// The shape that scalars of a region stand for, where the region is applied to whole tensors.
    lifted: Option<Dims>,
    order: Order,
}

/// One order of collectives for all devices.
///
/// ONNX Runtime runs nodes in any order that their edges allow. Two collectives that do not follow from each other could come in one order here and
/// in another there, and devices would wait for each other for ever: the later one gets an edge from the earlier one then.
#[derive(Default)]
struct Order {
    /// Which of the collectives so far a value follows from: the highest number.
    follows: SecondaryMap<Value, usize>,
    /// How many there were.
    count: usize,
    /// A result of the last one, where the scope that is open has one.
    last: Option<Term>,
    /// Whether the op that is being lowered needs an edge from it.
    loose: bool,
}

const FAMILIES: &[fn(&mut Lowering, &OpView) -> Lowered] =
    &[elementwise::lower, shape::lower, linear::lower, reduce::lower, index::lower, order::lower, control::lower, collective::lower];

impl<'a> Lowering<'a> {
    /// Nothing lowered yet.
    pub fn new(graph: Graph, func: &'a Func, devices: i64) -> Lowering<'a> {
        Lowering {
            graph,
            func,
            devices,
            names: BTreeMap::new(),
            values: SecondaryMap::new(),
            given: BTreeSet::new(),
            bound: BTreeSet::new(),
            lifted: None,
            order: Order::default(),
        }
    }

    /// Keeps names for what they are meant for, whatever the program's own values are called.
    pub fn keep_names(&mut self, names: &[String]) {
        self.given.extend(names.iter().cloned());
    }

    /// Binds a value.
    pub fn bind(&mut self, value: Value, held: Held) {
        self.bound.insert(held.term.name.clone());
        self.values[value] = Some(held);
    }

    /// The tensor of a value, as small as it is kept.
    pub fn held(&self, value: Value) -> Result<Held, String> {
        self.values[value].clone().ok_or_else(|| "a value that is used was not lowered".to_owned())
    }

    /// The tensors of values.
    pub fn helds(&self, values: &[Value]) -> Result<Vec<Held>, String> {
        values.iter().map(|&value| self.held(value)).collect()
    }

    /// The tensor of a value in its own shape.
    pub fn full(&mut self, value: Value) -> Result<Term, String> {
        let held = self.held(value)?;
        self.graph.full(&held)
    }

    /// The type of a result, the shape that scalars stand for included.
    pub fn result_type(&self, op: &OpView, index: usize) -> TensorType {
        let ty = op.result_type(index);
        match &self.lifted {
            Some(dims) if ty.rank() == 0 => ty.with_dims(dims),
            _ => ty.clone(),
        }
    }

    /// The ops of a region with these arguments, in the scope that is open; returns what the region returns.
    pub fn region(&mut self, region: Region, args: &[Held]) -> Result<Vec<Held>, Diagnostics> {
        let func = self.func;
        let data = func.region(region);
        for (&arg, held) in data.args.iter().zip(args) {
            self.bind(arg, held.clone());
        }
        for &op in &data.ops {
            if self.func.op(op).info.is_terminator() {
                return self.helds(&self.func.op(op).operands).map_err(|why| self.refuse(op, &why).into());
            }
            self.op(op)?;
        }
        Err(Diagnostic::error("a region has no terminator").into())
    }

    /// A region of scalars applied to tensors of one shape, element by element.
    pub fn map_region(&mut self, region: Region, args: &[Held], dims: &[i64]) -> Result<Vec<Held>, String> {
        let elementwise = |op: &OpId| {
            let info = self.func.op(*op).info;
            info.traits.elementwise || info.is_constant() || info.is_terminator()
        };
        if let Some(&other) = self.func.region(region).ops.iter().find(|op| !elementwise(op)) {
            return Err(format!("its region has {}, which is not elementwise", self.func.op(other).info.name));
        }
        let before = self.lifted.replace(Dims::from_slice(dims));
        let made = self.region(region, args).map_err(|faults| faults.to_string());
        self.lifted = before;
        made
    }

    fn op(&mut self, id: OpId) -> Result<(), Diagnostics> {
        let func = self.func;
        let op = func.view(id);
        let captured = self.func.captured(id);
        let after = op.data().operands.iter().chain(&captured).map(|&value| self.order.follows[value]).max().unwrap_or(0);
        let meets = meets(self.func, id);
        self.order.loose = meets && after < self.order.count;
        for family in FAMILIES {
            let made = family(self, &op).map_err(|why| Diagnostics::from(self.refuse(id, &why)))?;
            let Some(results) = made else { continue };
            if meets {
                self.order.count += 1;
                self.order.last = results.first().map(|held| held.term.clone());
            }
            let follows = if meets { self.order.count } else { after };
            for (&value, held) in op.data().results.iter().zip(results) {
                let held = self.named(value, held);
                if meets && value == op.data().results[0] {
                    self.order.last = Some(held.term.clone());
                }
                self.order.follows[value] = follows;
                self.bind(value, held);
            }
            return Ok(());
        }
        Err(self.refuse(id, "has no form in ONNX that is known here").into())
    }

    /// A tensor that the op being lowered reads, with an edge from the last collective where it needs one.
    pub fn ordered(&mut self, term: Term) -> Result<Term, String> {
        match (&self.order.last, std::mem::take(&mut self.order.loose)) {
            (Some(last), true) => collective::after(&mut self.graph, &term, last),
            _ => Ok(term),
        }
    }

    /// Runs `with` in the body of a control-flow node, whose collectives have an order of their own.
    pub fn body<T>(&mut self, with: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.graph.enter();
        let last = self.order.last.take();
        let made = with(self);
        self.order.last = last;
        made
    }

    /// The tensor under the value's own name, where it can have it.
    fn named(&mut self, value: Value, mut held: Held) -> Held {
        let (wanted, own) = (self.names.get(&value).cloned(), own_name(self.func.value(value).name));
        let own = own.filter(|name| !self.given.contains(name));
        if let Some(name) = wanted.or(own)
            && held.term.ty == held.ty
            && !self.bound.contains(&held.term.name)
        {
            self.graph.rename_last(&mut held.term, &name);
            if held.term.name == name {
                self.given.insert(name);
            }
        }
        held
    }

    fn refuse(&self, op: OpId, why: &str) -> Diagnostic {
        let data = self.func.op(op);
        let value = data.results.iter().find_map(|&result| own_name(self.func.value(result).name));
        let what = value.map_or_else(String::new, |name| format!(" (`{name}`)"));
        let fault = Diagnostic::error(format!("{}{what} cannot be written as ONNX: {why}", data.info.name)).in_loc(&data.loc);
        fault.help("leave out `--emit onnx`, or compute it in the types and ops that have a form (see the chapter \"Per-device ONNX\")")
    }
}

/// Whether an op meets other devices, itself or in its regions.
fn meets(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    data.info.traits.collective || data.regions.iter().any(|&region| func.region(region).ops.iter().any(|&inner| meets(func, inner)))
}
