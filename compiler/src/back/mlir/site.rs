//! One op of ours where it is translated: its attributes and types, and the values that stand for ours.
//!
//! Invariants: every value of ours that has been computed is in [`Values`], once: tensors as MLIR tensors, and inside bodies
//! that work element by element (of a reduction, a comparator) scalars as MLIR scalars.

use super::writer::{Block, Result, Val, Writer, fault};
use shardwright_ir::op::OpView;
use shardwright_ir::{Diagnostic, ElementType, Func, Module, TensorType, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// MLIR's values by ours.
#[derive(Default)]
pub struct Values<'m> {
    tensors: RefCell<BTreeMap<Value, Val<'m>>>,
    scalars: RefCell<BTreeMap<Value, Val<'m>>>,
}

impl<'m> Values<'m> {
    /// Notes the tensor that stands for `value`.
    pub fn set(&self, value: Value, tensor: Val<'m>) {
        self.tensors.borrow_mut().insert(value, tensor);
    }
    /// Notes the scalar that stands for `value` of a body.
    pub fn set_scalar(&self, value: Value, scalar: Val<'m>) {
        self.scalars.borrow_mut().insert(value, scalar);
    }
    /// The tensor that stands for `value`.
    pub fn get(&self, value: Value) -> Result<Val<'m>> {
        self.tensors.borrow().get(&value).copied().ok_or_else(|| fault(&format!("{value} has no translation")))
    }
    /// The scalar that stands for `value`, a body's own or one that it sees from outside.
    pub fn scalar(&self, w: &Writer<'m>, block: Block<'m>, value: Value) -> Result<Val<'m>> {
        match self.scalars.borrow().get(&value) {
            Some(&scalar) => Ok(scalar),
            None => w.extract(block, self.get(value)?, &[]),
        }
    }
}

/// An op of ours, and where its translation goes.
#[derive(Clone, Copy)]
pub struct Site<'a, 'm> {
    /// What appends ops.
    pub w: Writer<'m>,
    /// The block that they are appended to.
    pub block: Block<'m>,
    /// The program that the op stands in.
    pub module: &'a Module,
    /// The op.
    pub op: OpView<'a>,
    /// Values so far.
    pub values: &'a Values<'m>,
    /// What is asked after each value.
    pub observe: Observer<'a, 'm>,
}

/// What stands for a value from now on: asked once a value, after it is made.
pub type Observer<'a, 'm> = &'a dyn Fn(Block<'m>, &Func, Value, Val<'m>) -> Result<Val<'m>>;

impl<'a, 'm> Site<'a, 'm> {
    /// The same in another block.
    pub fn inside(&self, block: Block<'m>) -> Site<'a, 'm> {
        Site { block, ..*self }
    }
    /// The type of operand `index`.
    pub fn operand(&self, index: usize) -> &'a TensorType {
        self.op.operand_type(index)
    }
    /// The type of result `index`.
    pub fn result(&self, index: usize) -> &'a TensorType {
        self.op.result_type(index)
    }
    /// The element type of the first operand.
    pub fn from(&self) -> ElementType {
        self.operand(0).element
    }
    /// The element type of the first result.
    pub fn to(&self) -> ElementType {
        self.result(0).element
    }
    /// An error about this op, located.
    pub fn refuse(&self, why: &str) -> Diagnostic {
        let data = self.op.data();
        let form = if self.w.kernels.is_some() { "native form" } else { "form in upstream dialects" };
        Diagnostic::error(format!("{} has no {form}: {why}", data.info.name)).at(data.span).in_loc(&data.loc)
    }
    /// What a facet of ours says, located.
    pub fn read<T>(&self, read: std::result::Result<T, String>) -> Result<T> {
        read.map_err(|why| self.refuse(&why))
    }
}
