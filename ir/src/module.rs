//! Programs: modules of functions of ops in regions.
//!
//! Invariants: every function owns its ops, values and regions in arenas, and an id never changes its
//! meaning; a region has one block; values are defined before they are used (inner regions see the values of
//! outer ones); an op that was erased has left its region and is never reached again. A value's sharding
//! lives on the value: a function argument's and an op result's is the `sdy.sharding` of the text; `None`
//! is fully open. All edits go through [`Func`]'s methods.

use crate::attrs::{Attr, Attrs};
use crate::diag::{Loc, Span};
use crate::entity::{PrimaryMap, SecondaryMap};
use crate::entity_id;
use crate::op::OpInfo;
use crate::sharding::{Mesh, TensorSharding};
use crate::sym::Sym;
use crate::types::{TensorType, Type};
use indexmap::IndexMap;

entity_id!(/// An op of one function.
    OpId, "op");
entity_id!(/// A value of one function.
    Value, "v");
entity_id!(/// A region of one function: a block of ops with arguments.
    Region, "r");

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `module @name`.
    pub name: Option<Sym>,
    /// Attributes of the module.
    pub attrs: Attrs,
    /// Meshes by symbol, in order of the text.
    pub meshes: IndexMap<Sym, Mesh>,
    /// Attributes of mesh ops besides the mesh itself, by symbol.
    pub mesh_attrs: IndexMap<Sym, Attrs>,
    /// Functions by symbol, in order of the text.
    pub funcs: IndexMap<Sym, Func>,
}

impl Module {
    /// The function that the program starts in: `@main`, or the only function.
    pub fn main(&self) -> Option<&Func> {
        self.funcs.get(&Sym::new("main")).or_else(|| if self.funcs.len() == 1 { self.funcs.values().next() } else { None })
    }
    /// Mutable form of [`Module::main`].
    pub fn main_mut(&mut self) -> Option<&mut Func> {
        let name = self.main()?.name;
        self.funcs.get_mut(&name)
    }
    /// The mesh with this symbol.
    pub fn mesh(&self, name: Sym) -> Option<&Mesh> {
        self.meshes.get(&name)
    }
    /// The mesh that the program's shardings use: the first that is neither empty nor maximal.
    pub fn main_mesh(&self) -> Option<(Sym, &Mesh)> {
        self.meshes.iter().find(|(_, mesh)| !mesh.axes.is_empty()).map(|(name, mesh)| (*name, mesh))
    }
}

/// One function.
#[derive(Clone, Debug)]
pub struct Func {
    /// Its symbol.
    pub name: Sym,
    /// Whether it is private to the module.
    pub private: bool,
    /// Attributes of the function.
    pub attrs: Attrs,
    /// Attributes of each argument besides its sharding.
    pub arg_attrs: Vec<Attrs>,
    /// Types of the results.
    pub result_types: Vec<Type>,
    /// Attributes of each result besides its sharding.
    pub result_attrs: Vec<Attrs>,
    /// Declared sharding of each result.
    pub result_shardings: Vec<Option<TensorSharding>>,
    /// Where it came from.
    pub loc: Loc,
    /// Where it stands in the source text.
    pub span: Span,
    body: Region,
    ops: PrimaryMap<OpId, OpData>,
    values: PrimaryMap<Value, ValueData>,
    regions: PrimaryMap<Region, RegionData>,
}

/// One op.
#[derive(Clone, Debug)]
pub struct OpData {
    /// What kind of op it is.
    pub info: &'static OpInfo,
    /// Operands in order.
    pub operands: Vec<Value>,
    /// Results in order.
    pub results: Vec<Value>,
    /// Attributes, shardings of results aside.
    pub attrs: Attrs,
    /// Regions in order.
    pub regions: Vec<Region>,
    /// Where it came from.
    pub loc: Loc,
    /// Where it stands in the source text.
    pub span: Span,
    /// The region that it stands in; `None` once erased.
    pub parent: Option<Region>,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result `.1` of op `.0`.
    Result(OpId, usize),
    /// Argument `.1` of region `.0`.
    Arg(Region, usize),
}

/// One value.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// Where it comes from.
    pub def: ValueDef,
    /// How it lies on the mesh; `None` is fully open.
    pub sharding: Option<TensorSharding>,
    /// The name that it had in the model, where it had one.
    pub name: Option<Sym>,
}

/// One region.
#[derive(Clone, Debug, Default)]
pub struct RegionData {
    /// Arguments of its block.
    pub args: Vec<Value>,
    /// Ops in order; the last is the terminator.
    pub ops: Vec<OpId>,
    /// The op that owns it; `None` for a function's body.
    pub parent: Option<OpId>,
}

/// What an op is made of, before it has an id.
#[derive(Clone, Debug)]
pub struct OpState {
    /// What kind of op.
    pub info: &'static OpInfo,
    /// Operands.
    pub operands: Vec<Value>,
    /// Types of the results.
    pub result_types: Vec<Type>,
    /// Attributes.
    pub attrs: Attrs,
    /// Regions, made with [`Func::new_region`].
    pub regions: Vec<Region>,
    /// Where it comes from.
    pub loc: Loc,
    /// Place in the source.
    pub span: Span,
}

impl OpState {
    /// An op without attributes, regions and location.
    pub fn new(info: &'static OpInfo, operands: &[Value], result_types: Vec<Type>) -> OpState {
        OpState {
            info,
            operands: operands.to_vec(),
            result_types,
            attrs: Attrs::new(),
            regions: Vec::new(),
            loc: Loc::Unknown,
            span: Span::default(),
        }
    }
}

impl Func {
    /// An empty function.
    pub fn new(name: Sym) -> Func {
        let mut regions = PrimaryMap::new();
        let body = regions.push(RegionData::default());
        Func {
            name,
            private: false,
            attrs: Attrs::new(),
            arg_attrs: Vec::new(),
            result_types: Vec::new(),
            result_attrs: Vec::new(),
            result_shardings: Vec::new(),
            loc: Loc::Unknown,
            span: Span::default(),
            body,
            ops: PrimaryMap::new(),
            values: PrimaryMap::new(),
            regions,
        }
    }

    /// The body.
    pub fn body(&self) -> Region {
        self.body
    }
    /// The function's arguments.
    pub fn args(&self) -> &[Value] {
        &self.regions[self.body].args
    }
    /// Adds an argument to the function.
    pub fn add_arg(&mut self, ty: impl Into<Type>) -> Value {
        self.arg_attrs.push(Attrs::new());
        self.add_region_arg(self.body, ty)
    }
    /// Declares the results; clears their attributes and shardings.
    pub fn set_results(&mut self, types: Vec<Type>) {
        self.result_attrs = vec![Attrs::new(); types.len()];
        self.result_shardings = vec![None; types.len()];
        self.result_types = types;
    }
    /// The op with this id.
    pub fn op(&self, op: OpId) -> &OpData {
        &self.ops[op]
    }
    /// The op with this id, to edit. Operands and results are edited through [`Func`]'s methods.
    pub fn op_mut(&mut self, op: OpId) -> &mut OpData {
        &mut self.ops[op]
    }
    /// Number of op ids ever made.
    pub fn num_ops(&self) -> usize {
        self.ops.len()
    }
    /// Number of value ids ever made.
    pub fn num_values(&self) -> usize {
        self.values.len()
    }
    /// The value with this id.
    pub fn value(&self, value: Value) -> &ValueData {
        &self.values[value]
    }
    /// The value with this id, to edit.
    pub fn value_mut(&mut self, value: Value) -> &mut ValueData {
        &mut self.values[value]
    }
    /// The type of a value.
    pub fn ty(&self, value: Value) -> &Type {
        &self.values[value].ty
    }
    /// The tensor type of a value. Panics on a token: callers ask only where the verifier has seen a tensor.
    pub fn tensor_type(&self, value: Value) -> &TensorType {
        self.values[value].ty.as_tensor().expect("a tensor, not a token")
    }
    /// The sharding of a value; `None` is fully open.
    pub fn sharding(&self, value: Value) -> Option<&TensorSharding> {
        self.values[value].sharding.as_ref()
    }
    /// Sets the sharding of a value.
    pub fn set_sharding(&mut self, value: Value, sharding: Option<TensorSharding>) {
        self.values[value].sharding = sharding;
    }
    /// The region with this id.
    pub fn region(&self, region: Region) -> &RegionData {
        &self.regions[region]
    }
    /// All region ids ever made.
    pub fn region_ids(&self) -> impl Iterator<Item = Region> + use<> {
        self.regions.keys()
    }
    /// A region that no op owns yet.
    pub fn new_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }
    /// Adds an argument to a region.
    pub fn add_region_arg(&mut self, region: Region, ty: impl Into<Type>) -> Value {
        let index = self.regions[region].args.len();
        let def = ValueDef::Arg(region, index);
        let value = self.values.push(ValueData { ty: ty.into(), def, sharding: None, name: None });
        self.regions[region].args.push(value);
        value
    }
    /// Makes an op without placing it in a region.
    pub fn create(&mut self, state: OpState) -> OpId {
        let op = self.ops.push(OpData {
            info: state.info,
            operands: state.operands,
            results: Vec::with_capacity(state.result_types.len()),
            attrs: state.attrs,
            regions: state.regions,
            loc: state.loc,
            span: state.span,
            parent: None,
        });
        for (index, ty) in state.result_types.into_iter().enumerate() {
            let def = ValueDef::Result(op, index);
            let value = self.values.push(ValueData { ty, def, sharding: None, name: None });
            self.ops[op].results.push(value);
        }
        for index in 0..self.ops[op].regions.len() {
            let region = self.ops[op].regions[index];
            self.regions[region].parent = Some(op);
        }
        op
    }
    /// Makes an op at the end of a region.
    pub fn append(&mut self, region: Region, state: OpState) -> OpId {
        let op = self.create(state);
        self.place_last(region, op);
        op
    }
    /// Places an op that stands nowhere at the end of a region.
    pub fn place_last(&mut self, region: Region, op: OpId) {
        debug_assert!(self.ops[op].parent.is_none());
        self.ops[op].parent = Some(region);
        self.regions[region].ops.push(op);
    }
    /// Makes an op before another one. Linear in the region's length: passes that insert many build the
    /// order anew with [`Func::set_region_ops`].
    pub fn insert_before(&mut self, before: OpId, state: OpState) -> OpId {
        let region = self.ops[before].parent.expect("an op that stands in a region");
        let op = self.create(state);
        self.ops[op].parent = Some(region);
        let ops = &mut self.regions[region].ops;
        let index = ops.iter().position(|&other| other == before).expect("an op stands in its parent");
        ops.insert(index, op);
        op
    }
    /// Makes an op after another one. Linear in the region's length.
    pub fn insert_after(&mut self, after: OpId, state: OpState) -> OpId {
        let region = self.ops[after].parent.expect("an op that stands in a region");
        let op = self.create(state);
        self.ops[op].parent = Some(region);
        let ops = &mut self.regions[region].ops;
        let index = ops.iter().position(|&other| other == after).expect("an op stands in its parent");
        ops.insert(index + 1, op);
        op
    }
    /// Gives a region a new order of ops: those left out are erased, new ones (made with [`Func::create`]) join.
    pub fn set_region_ops(&mut self, region: Region, ops: Vec<OpId>) {
        for index in 0..self.regions[region].ops.len() {
            let op = self.regions[region].ops[index];
            self.ops[op].parent = None;
        }
        for &op in &ops {
            self.ops[op].parent = Some(region);
        }
        self.regions[region].ops = ops;
    }
    /// Takes an op out of its region. Its results must have no uses left.
    pub fn erase(&mut self, op: OpId) {
        if let Some(region) = self.ops[op].parent.take() {
            self.regions[region].ops.retain(|&other| other != op);
        }
    }
    /// Replaces one operand of an op.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: Value) {
        self.ops[op].operands[index] = value;
    }
    /// Replaces every use of each key by its value, in one walk over the function.
    pub fn replace_all(&mut self, replacements: &SecondaryMap<Value, Option<Value>>) {
        for op in self.walk() {
            for index in 0..self.ops[op].operands.len() {
                let mut value = self.ops[op].operands[index];
                while let Some(next) = replacements[value] {
                    value = next;
                }
                self.ops[op].operands[index] = value;
            }
        }
    }
    /// Replaces operands of one op, and of the ops of its regions, by what `with` gives for them.
    pub fn replace_within(&mut self, op: OpId, with: &dyn Fn(Value) -> Option<Value>) {
        for index in 0..self.ops[op].operands.len() {
            if let Some(value) = with(self.ops[op].operands[index]) {
                self.ops[op].operands[index] = value;
            }
        }
        for region in self.ops[op].regions.clone() {
            self.replace_in_region(region, with);
        }
    }
    /// [`Func::replace_within`] of every op of a region.
    pub fn replace_in_region(&mut self, region: Region, with: &dyn Fn(Value) -> Option<Value>) {
        for op in self.regions[region].ops.clone() {
            self.replace_within(op, with);
        }
    }
    /// Values from outside that the regions of an op use, each once, in order of first use.
    pub fn captured(&self, op: OpId) -> Vec<Value> {
        let mut found = Vec::new();
        if self.ops[op].regions.is_empty() {
            return found;
        }
        let (mut inside, mut seen) = (SecondaryMap::<Value, bool>::new(), SecondaryMap::<Value, bool>::new());
        let (mut stack, mut order) = (self.ops[op].regions.iter().rev().copied().collect::<Vec<Region>>(), Vec::new());
        while let Some(region) = stack.pop() {
            self.regions[region].args.iter().for_each(|&arg| inside[arg] = true);
            for &op in &self.regions[region].ops {
                order.push(op);
                self.ops[op].results.iter().for_each(|&result| inside[result] = true);
                stack.extend(self.ops[op].regions.iter().rev());
            }
        }
        for op in order {
            for &operand in &self.ops[op].operands {
                if !inside[operand] && !std::mem::replace(&mut seen[operand], true) {
                    found.push(operand);
                }
            }
        }
        found
    }
    /// Replaces every use of `old` by `new`. A walk over the function: for many, use [`Func::replace_all`].
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        for op in self.walk() {
            for operand in &mut self.ops[op].operands {
                if *operand == old {
                    *operand = new;
                }
            }
        }
    }
    /// All placed ops in order, an op before the ops of its regions.
    pub fn walk(&self) -> Vec<OpId> {
        let mut order = Vec::with_capacity(self.ops.len());
        let mut stack: Vec<OpId> = self.regions[self.body].ops.iter().rev().copied().collect();
        while let Some(op) = stack.pop() {
            order.push(op);
            for &region in self.ops[op].regions.iter().rev() {
                stack.extend(self.regions[region].ops.iter().rev().copied());
            }
        }
        order
    }
    /// Uses of every value by placed ops: `(op, operand index)` in order.
    pub fn uses(&self) -> SecondaryMap<Value, Vec<(OpId, usize)>> {
        let mut uses = SecondaryMap::<Value, Vec<(OpId, usize)>>::new();
        for op in self.walk() {
            for (index, &operand) in self.ops[op].operands.iter().enumerate() {
                uses[operand].push((op, index));
            }
        }
        uses
    }
    /// The terminator of a region.
    pub fn terminator(&self, region: Region) -> Option<OpId> {
        self.regions[region].ops.last().copied().filter(|&op| self.ops[op].info.is_terminator())
    }
    /// The only result of an op. Panics unless it has one result.
    pub fn result(&self, op: OpId) -> Value {
        assert_eq!(self.ops[op].results.len(), 1, "{} has one result", self.ops[op].info.name);
        self.ops[op].results[0]
    }
    /// The op that defines a value, where one does.
    pub fn defining_op(&self, value: Value) -> Option<OpId> {
        match self.values[value].def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(..) => None,
        }
    }
    /// The constant that a value is, where it is the result of a constant op.
    pub fn constant_of(&self, value: Value) -> Option<&crate::literal::Literal> {
        let op = self.op(self.defining_op(value)?);
        match op.attrs.get("value") {
            Some(Attr::Dense(literal)) if op.info.is_constant() => Some(literal),
            _ => None,
        }
    }
    /// A view of an op for its facets.
    pub fn view(&self, op: OpId) -> crate::op::OpView<'_> {
        crate::op::OpView { func: self, id: op }
    }
}
