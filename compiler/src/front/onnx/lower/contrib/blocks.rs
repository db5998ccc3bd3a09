//! Weights in blocks of few bits, each block with a scale and a zero point.
//!
//! They stay packed as they are in the file: a program takes the bytes, picks the numbers out of them and scales them where they are used.

use super::refuse_inputs;
use crate::front::onnx::lower::call::{Call, axis};
use crate::front::onnx::lower::constant::{Const, Scalar};
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::control::stack;
use crate::front::onnx::lower::emit::Res;
use crate::front::onnx::lower::gather::gather;
use crate::front::onnx::lower::matmul::matmul;
use shardwright_ir::types::ElementType;

/// A · dequantized(B)ᵀ + bias, B being [columns, blocks, bytes].
pub fn matmul_n_bits(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    refuse_inputs(call, &[(4, "g_idx")])?;
    if call.int("weight_prepacked", 0)? != 0 {
        return Err("weights that are packed for one kind of device (weight_prepacked) are not supported: quantize without prepacking".into());
    }
    let (a, b, scales) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let (columns, inner) = (call.required_int("N")?, call.required_int("K")?);
    let (bits, block) = (call.int("bits", 4)?, call.required_int("block_size")?);
    if block < 1 {
        return Err(format!("block_size must be at least 1, got {block}"));
    }
    let blocks = inner.div_euclid(block) + i64::from(inner % block != 0);
    let weight = Blocks { bits, scales: context.reshape(&scales, &[columns, blocks])?, zeros: call.optional(3), whole: None };
    let b = context.reshape(&b, &[columns, blocks, block * bits / 8])?;
    let numbers = unpack(context, &b, bits, block)?;
    let rows = dequantize(context, &numbers, &weight)?;
    let rows = context.slice_dim(&rows, 1, 0, inner)?;
    let element = context.element(&a);
    let rows = context.convert(&rows, element)?;
    let weight = context.transpose(&rows, &[1, 0])?;
    let mut result = matmul(context, &a, &weight)?;
    if let Some(bias) = call.optional(5) {
        result = context.binary("add", &result, &bias)?;
    }
    Ok(vec![result])
}

/// Bytes […, bytes] as numbers […, count], those in a byte from the least significant bits up; numbers beyond `count` are padding.
pub fn unpack(context: &mut Context, bytes: &Val, bits: i64, count: i64) -> Res<Val> {
    if context.element(bytes) != ElementType::UI8 {
        return Err(format!("packed numbers must be in tensors of ui8, got {}", context.ty(bytes)));
    }
    if !matches!(bits, 1 | 2 | 4 | 8) {
        return Err(format!("numbers of {bits} bits are not supported: quantize to 2, 4 or 8 bits"));
    }
    let mut dims = context.dims(bytes);
    let Some(last) = dims.len().checked_sub(1) else { return Err("a number holds no packed numbers".into()) };
    let each = 8 / bits;
    let mut parts = Vec::new();
    for place in 0..each {
        let mut part = bytes.clone();
        if place > 0 {
            part = context.binary_number("shift_right_logical", &part, (place * bits) as f64)?;
        }
        if bits < 8 && place + 1 < each {
            part = context.binary_number("and", &part, ((1 << bits) - 1) as f64)?;
        }
        parts.push(part);
    }
    let numbers = if each == 1 { parts.remove(0) } else { stack(context, &parts, last + 1)? };
    dims[last] *= each;
    let numbers = context.reshape(&numbers, &dims)?;
    if count > dims[last] {
        return Err(format!("{} bytes hold {} numbers of {bits} bits, {count} are needed", dims[last] / each, dims[last]));
    }
    context.slice_dim(&numbers, last, 0, count)
}

/// What numbers in blocks are scaled by.
pub struct Blocks {
    /// How many bits a number has.
    pub bits: i64,
    /// One a block: […, blocks].
    pub scales: Val,
    /// Packed bytes in the order of the scales, each row padded to whole bytes; or numbers of the scales' type. Half of the range where not given.
    pub zeros: Option<Val>,
    /// The one zero point of all, where there are no others and it is not half of the range.
    pub whole: Option<f64>,
}

/// Numbers […, blocks · block] from integers […, blocks, block].
pub fn dequantize(context: &mut Context, numbers: &Val, of: &Blocks) -> Res<Val> {
    let (dims, element) = (context.dims(numbers), context.element(&of.scales));
    let work = if element.bits() < 32 { ElementType::F32 } else { element };
    let rank = dims.len();
    let (blocks, block) = (dims[rank - 2], dims[rank - 1]);
    let mut each = dims[..rank - 1].to_vec();
    each.push(1);
    let value = context.convert(numbers, work)?;
    let zero = match &of.zeros {
        None => context.number(&value, of.whole.unwrap_or((1i64 << (of.bits - 1)) as f64)),
        Some(zeros) if context.element(zeros) == ElementType::UI8 => {
            let bytes = (blocks * of.bits).div_euclid(8) + i64::from(blocks * of.bits % 8 != 0);
            let mut packed = dims[..rank - 2].to_vec();
            packed.push(bytes);
            let packed = context.reshape(zeros, &packed)?;
            let zeros = unpack(context, &packed, of.bits, blocks)?;
            let zeros = context.convert(&zeros, work)?;
            context.reshape(&zeros, &each)?
        }
        Some(zeros) => {
            let zeros = context.convert(zeros, work)?;
            context.reshape(&zeros, &each)?
        }
    };
    let scales = context.convert(&of.scales, work)?;
    let scales = context.reshape(&scales, &each)?;
    let value = context.binary("subtract", &value, &zero)?;
    let value = context.binary("multiply", &value, &scales)?;
    let mut joined = dims[..rank - 2].to_vec();
    joined.push(blocks * block);
    let value = context.reshape(&value, &joined)?;
    context.convert(&value, element)
}

/// Rows of a quantized table, dequantized after they were picked.
pub fn gather_block_quantized(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (data, indices, scales) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let rank = context.dims(&data).len();
    let (picked, along) = (axis(call.int("gather_axis", 0)?, rank)?, axis(call.int("quantize_axis", 1)?, rank)?);
    let block = call.int("block_size", 128)?;
    let stored = context.element(&data);
    if !stored.is_int() {
        return Err(format!("a table of {stored} is not supported: quantize it to integers"));
    }
    if picked == along || along + 1 != rank || block < 1 {
        return Err(format!(
            "GatherBlockQuantized along axis {picked} of a table quantized along axis {along} in blocks of {block} is not supported: blocks must lie along the last axis, rows be picked along another"
        ));
    }
    // Four-bit integers are a byte each in a program.
    let packed = stored == ElementType::UI8;
    let bits = if packed { call.int("bits", 4)? } else { i64::from(stored.bits()) };
    let rows = gather(context, &data, &indices, picked)?;
    let scale_rows = gather(context, &scales, &indices, picked)?;
    let mut zeros = call.optional(3).map(|zeros| gather(context, &zeros, &indices, picked)).transpose()?;
    if !packed && let Some(given) = &zeros {
        let element = context.element(&scale_rows);
        zeros = Some(context.convert(given, element)?);
    }
    let mut dims = context.dims(&rows);
    let last = dims.len() - 1;
    let count = if packed { dims[last] * (8 / bits.max(1)) } else { dims[last] };
    let numbers = if packed { unpack(context, &rows, bits, count)? } else { rows };
    let blocks = count.div_euclid(block) + i64::from(count % block != 0);
    let own = context.dims(&scale_rows);
    if own.len() != dims.len() || own[last] != blocks {
        return Err(format!("scales {} do not fit {blocks} blocks of {block} numbers", context.ty(&scales)));
    }
    // A last block that is not full is filled up, and cut again.
    let mut filled = numbers;
    if blocks * block != count {
        dims[last] = blocks * block - count;
        let rest = Const::splat(context.ty(&filled).with_dims(&dims), Scalar::Int(0)).into();
        filled = context.concat(&[filled, rest], last)?;
    }
    dims[last] = blocks;
    dims.push(block);
    let numbers = context.reshape(&filled, &dims)?;
    let of = Blocks { bits, scales: scale_rows, zeros, whole: (!packed).then_some(0.0) };
    let result = dequantize(context, &numbers, &of)?;
    Ok(vec![context.slice_dim(&result, last, 0, count)?])
}
