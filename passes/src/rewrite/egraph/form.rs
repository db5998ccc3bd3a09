//! Forms: what an op computes, apart from which operands it has.
//!
//! A form is an op's row, its attributes and regions, and the types of its operands and result. Invariants: equal forms
//! have one id (attributes are compared by their text, floats by their shortest exact text); a form of an op is a legal op:
//! its types have been inferred and its row has verified it; a form's work is computed once.

use shardwright_dialects::stablehlo::dims::{ConvDims, Window, conv_dims, dot_dims};
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::copy::{ValueMap, copy_region};
use shardwright_ir::op::{InferCtx, Inference, OpCost};
use shardwright_ir::types::Dims;
use shardwright_ir::{Attrs, ElementType, Func, OpId, OpInfo, OpState, Region, Sym, TensorType, Type, Value};
use std::collections::HashMap;
use std::fmt::Write;

/// A form of one table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormId(pub u32);

/// What stands behind a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// An op that is made anew from the form.
    Op,
    /// A value that is there from outside: an argument of the region or a value of an enclosing one.
    Input(Value),
    /// Result `.1` of an op that stays as it is, in its place; only its operands are chosen.
    Kept(OpId, usize),
}

/// One form.
#[derive(Clone, Debug)]
pub struct Form {
    /// What it is made from.
    pub source: Source,
    /// Name of the op: its row's, or `input`, `kept`, which no pattern matches.
    pub name: Sym,
    /// The result's type.
    pub ty: Type,
    /// Arithmetic and bytes; nothing for inputs and kept ops, which every choice has.
    pub work: OpCost,
    /// Of an op: a function of the operands alone that has just this op.
    template: Option<(Func, OpId)>,
}

impl Form {
    /// The op of the form in a function of its own, whose arguments are its operands; `None` for what is not made anew.
    pub fn template(&self) -> Option<(&Func, OpId)> {
        self.template.as_ref().map(|(func, op)| (func, *op))
    }
    /// The attributes; none for what is not made anew.
    pub fn attrs(&self) -> Option<&Attrs> {
        self.template.as_ref().map(|(func, op)| &func.op(*op).attrs)
    }
    /// The row; none for what is not made anew.
    pub fn info(&self) -> Option<&'static OpInfo> {
        self.template.as_ref().map(|(func, op)| func.op(*op).info)
    }
    /// Whether operands may change places.
    pub fn is_commutative(&self) -> bool {
        self.info().is_some_and(|info| info.traits.commutative)
    }
}

/// Forms by id.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    forms: Vec<Form>,
    /// Looked up only, never iterated.
    index: HashMap<String, FormId>,
}

/// What a new form of an op is made of.
pub struct Request<'a> {
    /// The row.
    pub info: &'static OpInfo,
    /// Types of the operands.
    pub operands: Vec<TensorType>,
    /// Attributes.
    pub attrs: Attrs,
    /// Regions to copy: a function and the op whose regions they are. They must not see values from outside.
    pub regions: Option<(&'a Func, OpId)>,
    /// The type of the result, where it does not follow from the rest.
    pub ty: Option<TensorType>,
}

impl Forms {
    /// The form with this id.
    pub fn get(&self, id: FormId) -> &Form {
        &self.forms[id.0 as usize]
    }
    /// Number of forms.
    pub fn len(&self) -> usize {
        self.forms.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }
    /// A value from outside.
    pub fn input(&mut self, value: Value, ty: Type) -> FormId {
        let form = Form { source: Source::Input(value), name: Sym::new("input"), ty, work: OpCost::default(), template: None };
        self.intern(format!("input {value:?}"), form)
    }
    /// A result of an op that stays.
    pub fn kept(&mut self, op: OpId, result: usize, ty: Type) -> FormId {
        let form = Form { source: Source::Kept(op, result), name: Sym::new("kept"), ty, work: OpCost::default(), template: None };
        self.intern(format!("kept {op:?} {result}"), form)
    }
    /// The form of an op.
    ///
    /// # Errors
    /// Where the row refuses operands, attributes or type.
    pub fn op(&mut self, request: Request<'_>) -> Result<FormId, String> {
        let Request { info, operands, attrs, regions, ty } = request;
        if !info.operands.accepts(operands.len()) {
            return Err(format!("{} takes {} operands, got {}", info.name, info.operands, operands.len()));
        }
        let mut key = String::with_capacity(160);
        let _ = write!(key, "{}{operands:?}{ty:?}{attrs:?}", info.name);
        if let Some((func, op)) = regions {
            func.op(op).regions.iter().for_each(|&region| write_region(&mut key, func, region));
        }
        if let Some(&id) = self.index.get(&key) {
            return Ok(id);
        }
        let mut func = Func::new(Sym::new("form"));
        let args: Vec<Value> = operands.iter().map(|ty| func.add_arg(ty.clone())).collect();
        let mut copies = Vec::new();
        if let Some((source, op)) = regions {
            for &region in &source.op(op).regions {
                copies.push(copy_region(&mut func, source, region, &mut ValueMap::new())?);
            }
        }
        let ty = match ty {
            Some(ty) => ty,
            None => infer(&func, info, &args, &attrs, &copies)?,
        };
        let state = OpState { attrs, regions: copies, ..OpState::new(info, &args, vec![ty.clone().into()]) };
        let body = func.body();
        let op = func.append(body, state);
        let view = func.view(op);
        if let Inference::Infer(infer) = info.infer
            && infer(&view.infer_ctx())? != [Type::Tensor(ty.clone())]
        {
            return Err(format!("{}: the result is not {ty}", info.name));
        }
        (info.verify)(&view)?;
        let work = (info.cost)(&view);
        let form = Form { source: Source::Op, name: Sym::new(info.name), ty: ty.into(), work, template: Some((func, op)) };
        Ok(self.intern_op(key, form))
    }

    fn intern(&mut self, key: String, form: Form) -> FormId {
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = FormId(self.forms.len() as u32);
        self.forms.push(form);
        self.index.insert(key, id);
        id
    }
    /// The same op may have been asked for with its type and without: both keys lead to one form.
    fn intern_op(&mut self, key: String, form: Form) -> FormId {
        let full = form.template().map(|(func, op)| {
            let mut full = String::from("=");
            let data = func.op(op);
            let operands: Vec<&Type> = data.operands.iter().map(|&value| func.ty(value)).collect();
            let _ = write!(full, "{}{operands:?}{:?}{:?}", data.info.name, form.ty, data.attrs);
            data.regions.iter().for_each(|&region| write_region(&mut full, func, region));
            full
        });
        let id = match full {
            Some(full) => self.intern(full, form),
            None => self.intern(key.clone(), form),
        };
        self.index.insert(key, id);
        id
    }
}

/// The type of the result, where the row infers it or dimension numbers give the shape (then of the first operand's element type).
fn infer(func: &Func, info: &'static OpInfo, operands: &[Value], attrs: &Attrs, regions: &[Region]) -> Result<TensorType, String> {
    let ctx = InferCtx { func, operands, attrs, regions };
    let first = || ctx.tensor(0);
    let dims = match (info.infer, info.name) {
        (Inference::Infer(infer), _) => {
            let types = infer(&ctx)?;
            let [Type::Tensor(ty)] = types.as_slice() else { return Err(format!("{}: a form has one tensor as its result", info.name)) };
            return Ok(ty.clone());
        }
        (_, "stablehlo.dot_general") => {
            let dims = DotDims::read(attrs)?;
            dot_dims(first()?, ctx.tensor(1)?, (&dims.lhs_batching, &dims.rhs_batching), (&dims.lhs_contracting, &dims.rhs_contracting))?
        }
        (_, "stablehlo.convolution") => {
            let spatial = first()?.rank().checked_sub(2).ok_or("a convolution has two dimensions or more")?;
            let window = Window::read(attrs, spatial, "lhs_dilation", "rhs_dilation")?;
            let groups = |name: &str| attrs.int(name).unwrap_or(1);
            let dims = ConvDims::read(attrs)?;
            conv_dims(first()?, ctx.tensor(1)?, &dims, &window, groups("feature_group_count"), groups("batch_group_count"))?
        }
        _ => return Err(format!("{}: the type of the result must be given", info.name)),
    };
    Ok(TensorType { element: first()?.element, dims: Dims::from_slice(&dims) })
}

/// A scalar or splat constant is compared by value; this is the most elements that any constant may have for that.
pub const MAX_CONSTANT: i64 = 64;

/// What a region computes, by the order of its values: equal regions have equal texts.
fn write_region(text: &mut String, func: &Func, region: Region) {
    let mut names = HashMap::new();
    write_block(text, func, region, &mut names);
}

fn write_block(text: &mut String, func: &Func, region: Region, names: &mut HashMap<Value, usize>) {
    let data = func.region(region);
    text.push('{');
    for &arg in &data.args {
        let name = names.len();
        names.insert(arg, name);
        let _ = write!(text, "{name}:{} ", func.ty(arg));
    }
    for &op in &data.ops {
        let op = func.op(op);
        let _ = write!(text, "{}{:?}", op.info.name, op.attrs);
        for value in &op.operands {
            let _ = write!(text, " {}", names.get(value).map_or(-1, |&name| name as i64));
        }
        op.regions.iter().for_each(|&inner| write_block(text, func, inner, names));
        for &result in &op.results {
            let name = names.len();
            names.insert(result, name);
            let _ = write!(text, " {name}:{}", func.ty(result));
        }
        text.push(';');
    }
    text.push('}');
}

/// Whether regions of an op see only their own values.
pub fn is_closed(func: &Func, op: OpId) -> bool {
    func.op(op).regions.iter().all(|&region| captures(func, region).is_empty())
}

/// Values from outside that a region uses, in order of their first use.
pub fn captures(func: &Func, region: Region) -> Vec<Value> {
    let mut inside = std::collections::HashSet::new();
    let mut found = Vec::new();
    collect_captures(func, region, &mut inside, &mut found);
    found
}

fn collect_captures(func: &Func, region: Region, inside: &mut std::collections::HashSet<Value>, found: &mut Vec<Value>) {
    let data = func.region(region);
    inside.extend(data.args.iter().copied());
    for &op in &data.ops {
        let op = func.op(op);
        for &value in &op.operands {
            if !inside.contains(&value) && !found.contains(&value) {
                found.push(value);
            }
        }
        for &inner in &op.regions {
            collect_captures(func, inner, inside, found);
        }
        inside.extend(op.results.iter().copied());
    }
}

/// The element type of a value that must be a tensor.
pub fn element(ty: &Type) -> Option<ElementType> {
    ty.as_tensor().map(|ty| ty.element)
}
