//! An MLIR module while it is built: ops in blocks, with types and attributes as text.
//!
//! It needs no MLIR: what is built is printed ([`super::print`]) and read by whoever has one. Invariants: nothing is ever removed, so that values
//! and blocks, which are numbers, stay valid; one lifetime `'m` stands for the module, so that values of two modules are not mixed.

use indexmap::IndexSet;
use std::cell::{Ref, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

/// A module that is built.
#[derive(Debug, Default)]
pub struct Program {
    blocks: RefCell<Vec<Body>>,
    values: RefCell<u32>,
    texts: RefCell<IndexSet<String>>,
    /// The elements of constants without dimensions, by their values' numbers.
    constants: RefCell<BTreeMap<u32, String>>,
}

/// A type, or an attribute: its text, once a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text<'m>(usize, PhantomData<&'m Program>);

/// A value: a result of an op or an argument of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Val<'m> {
    /// Its number in the module.
    pub(super) id: u32,
    ty: Text<'m>,
}

impl<'m> Val<'m> {
    /// Its type.
    pub fn r#type(self) -> Text<'m> {
        self.ty
    }
}

/// A block, by its number in the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block<'m>(usize, PhantomData<&'m Program>);

/// A region: of one block, or of none (the body of a function that is only declared).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region<'m>(pub(super) Option<Block<'m>>);

/// What a block holds: its arguments, as `(number, type)`, and its ops.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) arguments: Vec<(u32, usize)>,
    pub(super) ops: Vec<Item>,
}

/// An op of a block.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// An op by its parts.
    Op(Op),
    /// Text that is printed as it is.
    Verbatim(String),
}

/// An op; values are `(number, type)`, types and attributes numbers of texts, regions numbers of blocks.
#[derive(Clone, Debug)]
pub(super) struct Op {
    pub(super) name: String,
    pub(super) operands: Vec<(u32, usize)>,
    pub(super) attributes: Vec<(String, usize)>,
    pub(super) regions: Vec<Option<usize>>,
    pub(super) results: Vec<(u32, usize)>,
}

impl Program {
    /// A module without ops, and its block.
    pub fn new() -> Program {
        let program = Program::default();
        program.blocks.borrow_mut().push(Body::default());
        program
    }
    /// The module's own block, where functions stand.
    pub fn top(&self) -> Block<'_> {
        Block(0, PhantomData)
    }
    /// The type or attribute with this text.
    pub fn text<'m>(&'m self, text: &str) -> Text<'m> {
        let mut texts = self.texts.borrow_mut();
        let known = texts.get_index_of(text);
        Text(known.unwrap_or_else(|| texts.insert_full(text.to_owned()).0), PhantomData)
    }
    /// What a type or an attribute says.
    pub fn said(&self, text: Text<'_>) -> Ref<'_, str> {
        self.said_by(text.0)
    }
    pub(super) fn said_by(&self, number: usize) -> Ref<'_, str> {
        Ref::map(self.texts.borrow(), |texts| texts.get_index(number).map_or("", String::as_str))
    }
    /// A new block with arguments of these types.
    pub fn block<'m>(&'m self, arguments: &[Text<'m>]) -> (Block<'m>, Vec<Val<'m>>) {
        let values: Vec<Val> = arguments.iter().map(|&ty| self.value(ty)).collect();
        let mut blocks = self.blocks.borrow_mut();
        blocks.push(Body { arguments: numbers(&values), ops: Vec::new() });
        (Block(blocks.len() - 1, PhantomData), values)
    }
    /// Appends an op; gives its results.
    pub fn append<'m>(&'m self, block: Block<'m>, name: &str, operands: &[Val<'m>], attributes: &[(&str, Text<'m>)], regions: &[Region<'m>], results: &[Text<'m>]) -> Vec<Val<'m>> {
        let results: Vec<Val> = results.iter().map(|&ty| self.value(ty)).collect();
        let op = Op {
            name: name.to_owned(),
            operands: numbers(operands),
            attributes: attributes.iter().map(|(name, value)| ((*name).to_owned(), value.0)).collect(),
            regions: regions.iter().map(|region| region.0.map(|block| block.0)).collect(),
            results: numbers(&results),
        };
        self.blocks.borrow_mut()[block.0].ops.push(Item::Op(op));
        results
    }
    /// Appends ops to the module's block, as text of MLIR's.
    pub fn append_text(&self, text: &str) {
        self.blocks.borrow_mut()[0].ops.push(Item::Verbatim(text.to_owned()));
    }
    /// Notes the element of a constant without dimensions, as an attribute.
    pub fn note_constant(&self, value: Val<'_>, element: String) {
        self.constants.borrow_mut().insert(value.id, element);
    }
    /// The element of a constant without dimensions.
    pub fn constant(&self, value: Val<'_>) -> Option<String> {
        self.constants.borrow().get(&value.id).cloned()
    }
    /// The numbers of all values that ops take.
    pub(super) fn taken(&self) -> BTreeSet<u32> {
        let blocks = self.blocks.borrow();
        let items = blocks.iter().flat_map(|block| &block.ops);
        items.filter_map(|item| if let Item::Op(op) = item { Some(&op.operands) } else { None }).flatten().map(|(id, _)| *id).collect()
    }
    /// Whether a function of this name was appended.
    pub fn has_function(&self, symbol: &str) -> bool {
        let name = self.texts.borrow().get_index_of(&format!("\"{symbol}\""));
        let named = |item: &Item| matches!(item, Item::Op(op) if op.attributes.iter().any(|(key, value)| key == "sym_name" && Some(*value) == name));
        name.is_some() && self.blocks.borrow()[0].ops.iter().any(named)
    }
    fn value<'m>(&'m self, ty: Text<'m>) -> Val<'m> {
        let mut values = self.values.borrow_mut();
        *values += 1;
        Val { id: *values, ty }
    }
    pub(super) fn body(&self, block: usize) -> Ref<'_, Body> {
        Ref::map(self.blocks.borrow(), |blocks| &blocks[block])
    }
}

fn numbers(values: &[Val<'_>]) -> Vec<(u32, usize)> {
    values.iter().map(|value| (value.id, value.ty.0)).collect()
}
