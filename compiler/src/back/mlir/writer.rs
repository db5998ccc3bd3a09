//! Appending ops of upstream dialects to blocks: what every translation is written with.
//!
//! Invariants: one lifetime `'m` stands for the MLIR module that is built ([`Program`]). Unsigned integers are signless in MLIR's tensors: the op that reads them says
//! the sign. Errors are [`Diagnostic`]s.

use crate::back::native::Meetings;
use super::build::{Program, Text};
use super::kernels::Kernels;
use super::ops::narrow::is_narrow;
use shardwright_ir::types::ElementClass;
use shardwright_ir::interp::Tensor;
use shardwright_ir::literal::LiteralData;
use shardwright_ir::{Attr, Diagnostic, ElementType, Literal, TensorType};
use std::cell::RefCell;

pub use super::build::{Block, Region, Val};
/// A type of MLIR's.
pub type Ty<'m> = Text<'m>;
/// An attribute of MLIR's.
pub type Attribute<'m> = Text<'m>;
/// What a translation gives.
pub type Result<T> = std::result::Result<T, Diagnostic>;

/// Appends ops to one MLIR module.
#[derive(Clone, Copy)]
pub struct Writer<'m> {
    /// The module.
    pub program: &'m Program,
    /// The module's block, for functions.
    pub top: Block<'m>,
    /// Tables of devices that meet, which calls name by number; none where nothing is exchanged.
    pub meetings: Option<&'m RefCell<Meetings>>,
    /// Functions for matrix products, where the module becomes native code.
    pub kernels: Option<&'m Kernels>,
    /// What functions' names begin with: native code keeps its symbols apart from the process's others.
    pub prefix: &'m str,
}

/// How a loop's iterations relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loop {
    /// They write different elements.
    Parallel,
    /// They combine into one.
    Reduction,
}

/// Which element of a tensor an iteration touches: one affine expression in the loops `d0`, `d1`, … a dimension.
#[derive(Clone, Debug)]
pub struct Map(Vec<String>);

impl Map {
    /// The loops themselves, in this order.
    pub fn loops(loops: impl IntoIterator<Item = usize>) -> Map {
        Map(loops.into_iter().map(|index| format!("d{index}")).collect())
    }
    /// The first `count` loops in order.
    pub fn identity(count: usize) -> Map {
        Map::loops(0..count)
    }
    /// Any expressions.
    pub fn of(entries: Vec<String>) -> Map {
        Map(entries)
    }
}

/// An operand of a loop nest and where its elements are read or written.
pub type Access<'m> = (Val<'m>, Map);

impl<'m> Writer<'m> {
    /// A writer to the end of a module.
    pub fn new(program: &'m Program) -> Writer<'m> {
        Writer { program, top: program.top(), kernels: None, meetings: None, prefix: "" }
    }

    /// What one of the program's functions is called.
    pub fn symbol(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }
    /// The tensor type with signless integers.
    pub fn tensor(&self, ty: &TensorType) -> Result<Ty<'m>> {
        self.ty(&ty.with_element(self.stored(ty.element)).to_string())
    }
    /// The type of one element.
    pub fn element(&self, element: ElementType) -> Result<Ty<'m>> {
        self.ty(self.stored(element).as_str())
    }
    /// The type that elements are stored in: in native code a byte where they are narrower, or floats of 8 bits.
    pub fn stored(&self, element: ElementType) -> ElementType {
        if self.kernels.is_some() && is_narrow(element) { ElementType::I8 } else { signless(element) }
    }
    /// The type with this text.
    pub fn ty(&self, text: &str) -> Result<Ty<'m>> {
        Ok(self.program.text(text))
    }
    /// The attribute with this text.
    pub fn attribute(&self, text: &str) -> Result<Attribute<'m>> {
        Ok(self.program.text(text))
    }

    /// An op with any number of results.
    pub fn append(&self, block: Block<'m>, name: &str, operands: &[Val<'m>], attributes: &[(&str, Attribute<'m>)], regions: Vec<Region<'m>>, results: &[Ty<'m>]) -> Result<Vec<Val<'m>>> {
        Ok(self.program.append(block, name, operands, attributes, &regions, results))
    }
    /// The results of an op.
    pub fn values(&self, block: Block<'m>, name: &str, operands: &[Val<'m>], attributes: &[(&str, Attribute<'m>)], regions: Vec<Region<'m>>, results: &[Ty<'m>]) -> Result<Vec<Val<'m>>> {
        self.append(block, name, operands, attributes, regions, results)
    }
    /// The result of an op with one.
    pub fn value(&self, block: Block<'m>, name: &str, operands: &[Val<'m>], attributes: &[(&str, Attribute<'m>)], ty: Ty<'m>) -> Result<Val<'m>> {
        self.only(self.values(block, name, operands, attributes, vec![], &[ty])?)
    }
    /// The result of an op without attributes, of the first operand's type.
    pub fn same(&self, block: Block<'m>, name: &str, operands: &[Val<'m>]) -> Result<Val<'m>> {
        self.value(block, name, operands, &[], operands[0].r#type())
    }
    /// The only value of a list.
    pub fn only(&self, values: Vec<Val<'m>>) -> Result<Val<'m>> {
        match values[..] {
            [value] => Ok(value),
            _ => Err(fault(&format!("expected one value, got {}", values.len()))),
        }
    }

    /// A region of one block with arguments of these types, filled by `fill`.
    pub fn region(&self, arguments: &[Ty<'m>], fill: impl FnOnce(Block<'m>, &[Val<'m>]) -> Result<()>) -> Result<Region<'m>> {
        let (block, values) = self.program.block(arguments);
        fill(block, &values)?;
        Ok(Region(Some(block)))
    }

    /// Appends a function to the module: one without a region is only declared.
    pub fn function(&self, symbol: &str, (inputs, results): (&[Ty<'m>], &[Ty<'m>]), private: bool, more: &[(&str, Attribute<'m>)], body: Region<'m>) -> Result<()> {
        let list = |types: &[Ty<'m>]| types.iter().map(|&ty| self.program.said(ty).to_owned()).collect::<Vec<_>>().join(", ");
        let mut attributes = vec![
            ("sym_name", self.attribute(&format!("\"{symbol}\""))?),
            ("function_type", self.attribute(&format!("({}) -> ({})", list(inputs), list(results)))?),
        ];
        if private {
            attributes.push(("sym_visibility", self.attribute("\"private\"")?));
        }
        attributes.extend_from_slice(more);
        self.append(self.top, "func.func", &[], &attributes, vec![body], &[]).map(|_| ())
    }

    /// A `linalg.generic`: the body gets the inputs' elements, then the outputs' so far, and gives the outputs' new ones.
    pub fn generic(&self, block: Block<'m>, inputs: &[Access<'m>], outputs: &[Access<'m>], loops: &[Loop], body: impl FnOnce(Block<'m>, &[Val<'m>]) -> Result<Vec<Val<'m>>>) -> Result<Vec<Val<'m>>> {
        let names: Vec<String> = (0..loops.len()).map(|index| format!("d{index}")).collect();
        let all: Vec<&Access> = inputs.iter().chain(outputs).collect();
        let maps: Vec<String> = all.iter().map(|(_, map)| format!("affine_map<({}) -> ({})>", names.join(", "), map.0.join(", "))).collect();
        let kinds: Vec<&str> = loops.iter().map(|kind| match kind {
            Loop::Parallel => "#linalg.iterator_type<parallel>",
            Loop::Reduction => "#linalg.iterator_type<reduction>",
        }).collect();
        let attributes = [
            ("indexing_maps", self.attribute(&format!("[{}]", maps.join(", ")))?),
            ("iterator_types", self.attribute(&format!("[{}]", kinds.join(", ")))?),
            ("operandSegmentSizes", self.attribute(&format!("array<i32: {}, {}>", inputs.len(), outputs.len()))?),
        ];
        let elements = all.iter().map(|(value, _)| self.element_of(*value)).collect::<Result<Vec<_>>>()?;
        let region = self.region(&elements, |inner, arguments| {
            let results = body(inner, arguments)?;
            self.append(inner, "linalg.yield", &results, &[], vec![], &[]).map(|_| ())
        })?;
        let operands: Vec<Val> = all.iter().map(|(value, _)| *value).collect();
        let results: Vec<Ty> = outputs.iter().map(|(value, _)| value.r#type()).collect();
        self.values(block, "linalg.generic", &operands, &attributes, vec![region], &results)
    }
    /// A `linalg.generic` of parallel loops over a new tensor of type `ty`, every element of which the body gives.
    pub fn fill_new(&self, block: Block<'m>, ty: &TensorType, inputs: &[Access<'m>], body: impl FnOnce(Block<'m>, &[Val<'m>]) -> Result<Val<'m>>) -> Result<Val<'m>> {
        let output = (self.empty(block, ty)?, Map::identity(ty.rank()));
        let results = self.generic(block, inputs, &[output], &vec![Loop::Parallel; ty.rank()], |inner, elements| {
            Ok(vec![body(inner, &elements[..inputs.len()])?])
        })?;
        self.only(results)
    }
    /// A tensor whose elements mean nothing yet.
    pub fn empty(&self, block: Block<'m>, ty: &TensorType) -> Result<Val<'m>> {
        self.value(block, "tensor.empty", &[], &[], self.tensor(ty)?)
    }
    /// A new tensor whose elements all are the scalar: in native code by a loop nest, which fuses with others.
    pub fn filled(&self, block: Block<'m>, ty: &TensorType, scalar: Val<'m>) -> Result<Val<'m>> {
        if self.kernels.is_some() {
            return self.fill_new(block, ty, &[], |_, _| Ok(scalar));
        }
        let empty = self.empty(block, ty)?;
        let segments = self.attribute("array<i32: 1, 1>")?;
        let element = scalar.r#type();
        let region = self.region(&[element, element], |inner, elements| self.append(inner, "linalg.yield", &elements[..1], &[], vec![], &[]).map(|_| ()))?;
        self.only(self.values(block, "linalg.fill", &[scalar, empty], &[("operandSegmentSizes", segments)], vec![region], &[empty.r#type()])?)
    }
    /// A new tensor of zeros.
    pub fn zeros(&self, block: Block<'m>, ty: &TensorType) -> Result<Val<'m>> {
        let zero = self.number(block, ty.element, 0.0)?;
        self.filled(block, ty, zero)
    }

    /// A nest of `scf.for` loops over `dims`, in order, that carries values: the body gets the indices and the values so far.
    pub fn for_each(&self, block: Block<'m>, dims: &[i64], carried: &[Val<'m>], body: &mut dyn FnMut(Block<'m>, &[Val<'m>], &[Val<'m>]) -> Result<Vec<Val<'m>>>) -> Result<Vec<Val<'m>>> {
        self.for_from(block, dims, &mut Vec::new(), carried, body)
    }
    fn for_from(&self, block: Block<'m>, dims: &[i64], at: &mut Vec<Val<'m>>, carried: &[Val<'m>], body: &mut dyn FnMut(Block<'m>, &[Val<'m>], &[Val<'m>]) -> Result<Vec<Val<'m>>>) -> Result<Vec<Val<'m>>> {
        let Some((&size, rest)) = dims.split_first() else { return body(block, at, carried) };
        let bounds = [self.index(block, 0)?, self.index(block, size)?, self.index(block, 1)?];
        let types: Vec<Ty> = carried.iter().map(|value| value.r#type()).collect();
        let region = self.region(&[&[self.ty("index")?], &types[..]].concat(), |inner, arguments| {
            at.push(arguments[0]);
            let results = self.for_from(inner, rest, at, &arguments[1..], body)?;
            at.pop();
            self.append(inner, "scf.yield", &results, &[], vec![], &[]).map(|_| ())
        })?;
        self.values(block, "scf.for", &[&bounds[..], carried].concat(), &[], vec![region], &types)
    }
    /// The tensor with one element replaced.
    pub fn insert(&self, block: Block<'m>, scalar: Val<'m>, tensor: Val<'m>, at: &[Val<'m>]) -> Result<Val<'m>> {
        self.value(block, "tensor.insert", &[&[scalar, tensor], at].concat(), &[], tensor.r#type())
    }

    /// A constant tensor.
    pub fn dense(&self, block: Block<'m>, literal: &Literal) -> Result<Val<'m>> {
        let ty = literal.ty.with_element(self.stored(literal.ty.element));
        let data = match is_narrow(literal.ty.element) && self.kernels.is_some() {
            // Bits that a narrow type does not use may be anything in a literal, not in a byte.
            true => LiteralData::Dense(Tensor::from_literal(literal).map_err(|why| fault(&why.to_string()))?.to_bytes().into()),
            false => literal.data.clone(),
        };
        let plain = Literal { ty, data };
        let mut text = String::new();
        shardwright_ir::text::write_attr(&mut text, &Attr::Dense(plain));
        let made = self.value(block, "arith.constant", &[], &[("value", self.attribute(&text)?)], self.tensor(&literal.ty)?)?;
        if literal.ty.rank() == 0 && !literal.ty.element.is_complex() {
            self.program.note_constant(made, element_constant(&text, self.stored(literal.ty.element)));
        }
        Ok(made)
    }
    /// A scalar constant, rounded to the element type. Not of complex types.
    pub fn number(&self, block: Block<'m>, element: ElementType, value: f64) -> Result<Val<'m>> {
        if element.is_complex() {
            let part = match element {
                ElementType::C64 => ElementType::F32,
                _ => ElementType::F64,
            };
            let (re, im) = (self.number(block, part, value)?, self.number(block, part, 0.0)?);
            return self.value(block, "complex.create", &[re, im], &[], self.element(element)?);
        }
        if !element.is_float() {
            return self.integer(block, element, value as i64);
        }
        // By its bits: no decimal text stands for an infinity.
        let bytes = shardwright_ir::interp::scalar::bytes_of_f64(element, value);
        let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        let value = self.attribute(&format!("0x{digits} : {}", self.stored(element)))?;
        self.value(block, "arith.constant", &[], &[("value", value)], self.element(element)?)
    }
    /// A scalar integer constant; the bits above the type's width are dropped.
    pub fn integer(&self, block: Block<'m>, element: ElementType, value: i64) -> Result<Val<'m>> {
        let unused = 64 - element.bits();
        // A byte of a narrow type without a sign is extended by zeros.
        let value = match self.stored(element) == ElementType::I8 && unsigned(element) && element.bits() < 8 {
            true => (value as u64) << unused >> unused,
            false => (value << unused >> unused) as u64,
        };
        self.whole(block, self.stored(element).as_str(), value as i64)
    }
    /// A scalar constant of type `index`.
    pub fn index(&self, block: Block<'m>, value: i64) -> Result<Val<'m>> {
        self.whole(block, "index", value)
    }
    fn whole(&self, block: Block<'m>, ty: &str, value: i64) -> Result<Val<'m>> {
        let text = match (value, ty) {
            (0, "i1") => "false".to_owned(),
            (_, "i1") => "true".to_owned(),
            (value, ty) => format!("{value} : {ty}"),
        };
        self.value(block, "arith.constant", &[], &[("value", self.attribute(&text)?)], self.ty(ty)?)
    }

    /// The number of the iteration of loop `dim` of the enclosing `linalg.generic`.
    pub fn loop_index(&self, block: Block<'m>, dim: usize) -> Result<Val<'m>> {
        self.value(block, "linalg.index", &[], &[("dim", self.attribute(&format!("{dim} : i64"))?)], self.ty("index")?)
    }
    /// One element of a tensor; of a constant scalar the constant, which needs no tensor.
    pub fn extract(&self, block: Block<'m>, tensor: Val<'m>, at: &[Val<'m>]) -> Result<Val<'m>> {
        if let Some(constant) = self.program.constant(tensor) {
            return self.value(block, "arith.constant", &[], &[("value", self.attribute(&constant)?)], self.element_of(tensor)?);
        }
        let operands: Vec<Val> = std::iter::once(tensor).chain(at.iter().copied()).collect();
        self.value(block, "tensor.extract", &operands, &[], self.element_of(tensor)?)
    }
    /// A comparison of integers: a predicate of `arith.cmpi` by its number in MLIR (eq 0, ne 1, slt 2, sle 3, sgt 4, sge 5, ult 6, ule 7, ugt 8, uge 9).
    pub fn compare_ints(&self, block: Block<'m>, predicate: u8, left: Val<'m>, right: Val<'m>) -> Result<Val<'m>> {
        let attributes = [("predicate", self.attribute(&format!("{predicate} : i64"))?)];
        self.value(block, "arith.cmpi", &[left, right], &attributes, self.ty("i1")?)
    }
    /// A comparison of floats: a predicate of `arith.cmpf` by its number in MLIR (oeq 1, ogt 2, oge 3, olt 4, ole 5, one 6, ord 7, ueq 8, …, une 13, uno 14).
    pub fn compare_floats(&self, block: Block<'m>, predicate: u8, left: Val<'m>, right: Val<'m>) -> Result<Val<'m>> {
        let attributes = [("predicate", self.attribute(&format!("{predicate} : i64"))?)];
        self.value(block, "arith.cmpf", &[left, right], &attributes, self.ty("i1")?)
    }
    /// `yes` where the condition holds, else `no`.
    pub fn choose(&self, block: Block<'m>, condition: Val<'m>, yes: Val<'m>, no: Val<'m>) -> Result<Val<'m>> {
        self.value(block, "arith.select", &[condition, yes, no], &[], yes.r#type())
    }
    /// The type of one element of a tensor value.
    pub fn element_of(&self, value: Val<'m>) -> Result<Ty<'m>> {
        let element = tensor_parts(&self.program.said(value.r#type())).map(|(_, element)| element.to_owned());
        self.ty(&element.ok_or_else(|| fault("an element is wanted of what is no tensor"))?)
    }
    /// The dimensions of a tensor value.
    pub fn dims(&self, value: Val<'m>) -> Vec<i64> {
        tensor_parts(&self.program.said(value.r#type())).map_or(Vec::new(), |(dims, _)| dims)
    }
    /// A cast without attributes.
    pub fn cast(&self, block: Block<'m>, name: &str, value: Val<'m>, ty: Ty<'m>) -> Result<Val<'m>> {
        self.value(block, name, &[value], &[], ty)
    }
}

/// The type that stands for it in MLIR's arithmetic.
pub fn signless(element: ElementType) -> ElementType {
    match element {
        ElementType::UI2 => ElementType::I2,
        ElementType::UI4 => ElementType::I4,
        ElementType::UI8 => ElementType::I8,
        ElementType::UI16 => ElementType::I16,
        ElementType::UI32 => ElementType::I32,
        ElementType::UI64 => ElementType::I64,
        other => other,
    }
}

/// Whether integers of this type are read as unsigned.
pub fn unsigned(element: ElementType) -> bool {
    matches!(element.class(), ElementClass::Unsigned | ElementClass::Bool)
}

/// The element of `dense<1> : tensor<i32>` as an attribute: `1 : i32`.
fn element_constant(dense: &str, element: ElementType) -> String {
    let number = dense.trim_start_matches("dense<").split('>').next().unwrap_or(dense);
    if element == ElementType::I1 { number.to_owned() } else { format!("{number} : {element}") }
}

/// The dimensions and the element type in a tensor's.
fn tensor_parts(ty: &str) -> Option<(Vec<i64>, &str)> {
    let mut rest = ty.strip_prefix("tensor<")?.strip_suffix('>')?;
    let mut dims = Vec::new();
    while let Some((size, after)) = rest.split_once('x')
        && let Ok(size) = size.parse()
    {
        dims.push(size);
        rest = after;
    }
    Some((dims, rest))
}

/// An error that is ours, not the program's.
pub fn fault(message: &str) -> Diagnostic {
    Diagnostic::error(format!("while translating to upstream MLIR: {message}"))
}
