//! Ops that exchange data between devices, as calls to the functions of `shardwright.h`.
//!
//! Invariants: a collective is translated here or refused by name; the rest of the translation never sees one. A call reads one
//! contiguous buffer and writes another, new one, through a function of its own, so that passes see which buffers it takes and not
//! only their addresses. The tables of devices that it names by number are in the writer's [`Meetings`].

use super::site::Site;
use super::writer::{Block, Region, Result, Ty, Val, Writer};
use crate::back::native::Meetings;
use crate::back::native::tables::element_number;
use shardwright_dialects::combine::reduce_kind;
use shardwright_dialects::device_groups::groups;
use shardwright_dialects::stablehlo::collective_permute::pairs;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{ElementType, TensorType};
use std::cell::RefCell;

/// The results of one collective.
///
/// # Errors
/// The op has no native form.
pub fn translate<'m>(site: &Site<'_, 'm>, operands: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let name = site.op.data().info.name;
    match name {
        "stablehlo.replica_id" | "stablehlo.partition_id" => return device_id(site).map(|id| vec![id]),
        "stablehlo.all_reduce" | "stablehlo.all_gather" | "stablehlo.reduce_scatter" | "stablehlo.all_to_all" | "stablehlo.collective_permute" | "stablehlo.collective_broadcast" => {}
        _ => return Err(site.refuse("the runtime of native programs has no such collective")),
    }
    operands.iter().enumerate().map(|(index, &operand)| exchange(site, name, index, operand)).collect()
}

/// One operand's exchange.
fn exchange<'m>(site: &Site<'_, 'm>, name: &str, index: usize, operand: Val<'m>) -> Result<Val<'m>> {
    let (from, to) = (site.operand(index), site.result(index));
    let function = match name {
        "stablehlo.all_reduce" => Function { name: "sw_all_reduce", numbers: vec![reduction(site, from.element)?, group(site)?], sizes: vec![from.num_elements()] },
        "stablehlo.all_gather" => {
            let (outer, inner) = around(from, dim(site, "all_gather_dim"));
            Function { name: "sw_all_gather", numbers: vec![group(site)?], sizes: vec![outer, inner] }
        }
        "stablehlo.reduce_scatter" => {
            let (outer, inner) = around(to, dim(site, "scatter_dimension"));
            Function { name: "sw_reduce_scatter", numbers: vec![reduction(site, from.element)?, group(site)?], sizes: vec![outer, inner] }
        }
        "stablehlo.all_to_all" => {
            let (split, concat) = (dim(site, "split_dimension"), dim(site, "concat_dimension"));
            let mut part = from.clone();
            part.dims[split] /= site.op.int_or("split_count", 1).max(1);
            let ((split_outer, split_inner), (concat_outer, concat_inner)) = (around(&part, split), around(&part, concat));
            Function { name: "sw_all_to_all", numbers: vec![group(site)?], sizes: vec![split_outer, split_inner, concat_outer, concat_inner] }
        }
        "stablehlo.collective_permute" => {
            let pairs = site.read(pairs(site.op.attrs()))?;
            Function { name: "sw_permute", numbers: vec![meetings(site)?.borrow_mut().pair(pairs)], sizes: vec![from.num_elements()] }
        }
        _ => Function { name: "sw_broadcast", numbers: vec![group(site)?], sizes: vec![from.num_elements()] },
    };
    call(&site.w, site.block, &function, (operand, from), to)
}

/// A function of the runtime, with what it is told besides buffers and their element type.
struct Function {
    name: &'static str,
    numbers: Vec<i32>,
    sizes: Vec<i64>,
}

/// Calls a function on a tensor; the result is what it writes to a new one.
fn call<'m>(w: &Writer<'m>, block: Block<'m>, function: &Function, (operand, from): (Val<'m>, &TensorType), to: &TensorType) -> Result<Val<'m>> {
    let (unit, read_type, written_type) = (w.attribute("unit")?, memref(w, from)?, memref(w, to)?);
    let read = w.value(block, "bufferization.to_buffer", &[operand], &[("read_only", unit)], read_type)?;
    let none = w.attribute("array<i32: 0, 0>")?;
    let written = w.value(block, "memref.alloc", &[], &[("operandSegmentSizes", none)], written_type)?;
    let numbers = function.numbers.iter().map(ToString::to_string).chain(function.sizes.iter().map(ToString::to_string));
    let symbol = format!("{}_{}_{}", function.name, from.to_string().replace(|c: char| !c.is_ascii_alphanumeric(), "_"), numbers.collect::<Vec<_>>().join("_"));
    if !w.program.has_function(&symbol) {
        define(w, &symbol, function, from.element, &[read_type, written_type])?;
    }
    w.append(block, "func.call", &[read, written], &[("callee", w.attribute(&format!("@{symbol}"))?)], vec![], &[])?;
    w.value(block, "bufferization.to_tensor", &[written], &[("restrict", unit), ("writable", unit)], w.tensor(to)?)
}

/// A function on two buffers that calls the runtime's with their addresses.
fn define<'m>(w: &Writer<'m>, symbol: &str, function: &Function, element: ElementType, buffers: &[Ty<'m>]) -> Result<()> {
    let (index, i32, i64) = (w.ty("index")?, w.ty("i32")?, w.ty("i64")?);
    let types: Vec<Ty> = [i64, i64, i32].into_iter().chain(function.numbers.iter().map(|_| i32)).chain(function.sizes.iter().map(|_| i64)).collect();
    declare(w, function.name, &types, &[])?;
    let body = w.region(buffers, |block, arguments| {
        let mut operands = Vec::new();
        for &argument in arguments {
            let address = w.cast(block, "memref.extract_aligned_pointer_as_index", argument, index)?;
            operands.push(w.cast(block, "arith.index_cast", address, i64)?);
        }
        let element = i64::try_from(element_number(element)).unwrap_or(i64::MAX);
        for number in std::iter::once(element).chain(function.numbers.iter().map(|&number| i64::from(number))) {
            operands.push(w.integer(block, ElementType::I32, number)?);
        }
        for &size in &function.sizes {
            operands.push(w.integer(block, ElementType::I64, size)?);
        }
        w.append(block, "func.call", &operands, &[("callee", w.attribute(&format!("@{}", function.name))?)], vec![], &[])?;
        w.append(block, "func.return", &[], &[], vec![], &[]).map(|_| ())
    })?;
    let own = [("no_inline", w.attribute("unit")?), ("llvm.linkage", w.attribute("#llvm.linkage<internal>")?)];
    w.function(symbol, (buffers, &[]), true, &own, body)
}

/// The id of this device.
fn device_id<'m>(site: &Site<'_, 'm>) -> Result<Val<'m>> {
    let w = &site.w;
    let i32 = w.ty("i32")?;
    declare(w, "sw_device_id", &[], &[i32])?;
    let id = w.value(site.block, "func.call", &[], &[("callee", w.attribute("@sw_device_id")?)], i32)?;
    w.value(site.block, "tensor.from_elements", &[id], &[], w.tensor(site.result(0))?)
}

/// Declares a function of the runtime, where that is not done yet.
fn declare<'m>(w: &Writer<'m>, symbol: &str, inputs: &[Ty<'m>], results: &[Ty<'m>]) -> Result<()> {
    if w.program.has_function(symbol) { Ok(()) } else { w.function(symbol, (inputs, results), true, &[], Region(None)) }
}

/// A contiguous memref of the tensor's elements.
fn memref<'m>(w: &Writer<'m>, ty: &TensorType) -> Result<Ty<'m>> {
    w.ty(&ty.with_element(w.stored(ty.element)).to_string().replacen("tensor", "memref", 1))
}

/// A dimension that an attribute names; inference has checked it.
fn dim(site: &Site<'_, '_>, name: &str) -> usize {
    usize::try_from(site.op.int_or(name, 0)).unwrap_or(0)
}

/// Elements before a dimension, and from it on.
fn around(ty: &TensorType, dim: usize) -> (i64, i64) {
    (ty.dims[..dim].iter().product(), ty.dims[dim..].iter().product())
}

/// The tables of the program.
fn meetings<'m>(site: &Site<'_, 'm>) -> Result<&'m RefCell<Meetings>> {
    site.w.meetings.ok_or_else(|| site.refuse("what devices exchange is only in programs of one device"))
}

/// The number of the op's table of groups.
fn group(site: &Site<'_, '_>) -> Result<i32> {
    let mut groups = site.read(groups(site.op.attrs()))?;
    if groups.is_empty() {
        groups.push((0..site.module.main_mesh().map_or(1, |(_, mesh)| mesh.num_devices())).collect());
    }
    Ok(meetings(site)?.borrow_mut().group(groups))
}

/// The number of the op's reduction in `shardwright.h`.
fn reduction(site: &Site<'_, '_>, element: ElementType) -> Result<i32> {
    let (func, region) = (site.op.func, site.op.data().regions[0]);
    if element.is_float() && element.bits() == 8 {
        return Err(site.refuse(&format!("the runtime combines no elements of {element}")).help("convert to f16 or bf16 before the collective and back after it"));
    }
    let number = match reduce_kind(func, region) {
        Some(ReduceKind::Sum) => 0,
        Some(ReduceKind::Product) => 1,
        Some(ReduceKind::Max) => 2,
        Some(ReduceKind::Min) => 3,
        Some(ReduceKind::And) => 4,
        Some(ReduceKind::Or) => 5,
        None if is_xor(site) => 6,
        None => return Err(site.refuse("its region is not one sum, product, maximum, minimum, and, or, or xor of its two arguments")),
    };
    if element.is_complex() && number > 1 {
        return Err(site.refuse(&format!("elements of {element} have only sums and products")));
    }
    Ok(number)
}

/// Whether the region is one exclusive or of its arguments: no kind of partial sums.
fn is_xor(site: &Site<'_, '_>) -> bool {
    let func = site.op.func;
    let data = func.region(site.op.data().regions[0]);
    let ([a, b], [op, end]) = (data.args.as_slice(), data.ops.as_slice()) else { return false };
    let op = func.op(*op);
    op.info.name == "stablehlo.xor" && (op.operands == [*a, *b] || op.operands == [*b, *a]) && func.op(*end).operands == op.results
}
