//! Operators of ONNX Runtime's domain `com.microsoft`, which its optimizer, Olive and the exporters of transformers write.
//!
//! Sources: the schemas in the package onnxruntime 1.32 (`get_all_operator_schema()`: inputs, outputs, attributes and their documentation), and what its CPU kernels
//! compute, which the tests compare with. An operator that is one of the default set in other words goes to that one's lowering. Invariant: an input or attribute that is
//! not understood is an error, never ignored.

mod activation;
mod attention;
mod blocks;
mod delegate;
mod group_query;
mod matmul;
mod moe;
mod norm;
mod quant;

use super::call::Call;
use super::context::{Context, Val};
use super::emit::Res;
use shardwright_ir::nearest::did_you_mean;

/// The domain.
pub const DOMAIN: &str = "com.microsoft";

/// No upper bound.
const MANY: usize = usize::MAX;

type Lower = for<'a> fn(&mut Context, &Call<'a>) -> Res<Vec<Val>>;

/// One operator: least and most inputs, most outputs, its lowering.
pub struct Row {
    /// Its name.
    pub op: &'static str,
    inputs: [usize; 2],
    outputs: usize,
    lower: Lower,
}

const fn row(op: &'static str, inputs: [usize; 2], outputs: usize, lower: Lower) -> Row {
    Row { op, inputs, outputs, lower }
}

/// Every operator that is supported, in order of name.
#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    row("Attention", [2, 7], 2, attention::attention),
    row("BiasAdd", [3, 3], 1, activation::bias_add),
    row("BiasGelu", [2, 2], 1, activation::bias_gelu),
    row("BiasSoftmax", [2, 2], 1, activation::bias_softmax),
    row("BiasSplitGelu", [2, 2], 1, activation::bias_split_gelu),
    row("CDist", [2, 2], 1, matmul::distances),
    row("DequantizeLinear", [2, 3], 1, delegate::quantization),
    row("DynamicQuantizeMatMul", [3, 5], 1, quant::dynamic_quantize_matmul),
    row("EmbedLayerNormalization", [7, 9], 3, norm::embed_layer_normalization),
    row("ExpandDims", [2, 2], 1, delegate::expand_dims),
    row("FastGelu", [1, 2], 1, activation::fast_gelu),
    row("FusedConv", [2, 4], 1, matmul::fused_conv),
    row("FusedGemm", [2, 3], 1, matmul::fused_gemm),
    row("FusedMatMul", [2, 2], 1, matmul::fused_matmul),
    row("FusedMatMulActivation", [2, 2], 1, matmul::fused_matmul_activation),
    row("GatherBlockQuantized", [3, 4], 1, blocks::gather_block_quantized),
    row("GatherND", [2, 2], 1, delegate::gather_nd),
    row("Gelu", [1, 1], 1, activation::gelu),
    row("GridSample", [2, 2], 1, delegate::grid_sample),
    row("GroupNorm", [3, 3], 1, norm::group_norm),
    row("GroupQueryAttention", [7, 17], 4, group_query::group_query_attention),
    row("Inverse", [1, 1], 1, |context, call| Ok(vec![crate::front::onnx::lower::eliminate::inverse(context, &call.input(0)?)?])),
    row("MatMulInteger16", [2, 2], 1, quant::matmul_integer16),
    row("MatMulIntegerToFloat", [4, 7], 1, quant::matmul_integer_to_float),
    row("MatMulNBits", [3, 6], 1, blocks::matmul_n_bits),
    row("MoE", [5, 8], 1, moe::moe),
    row("MultiHeadAttention", [1, 10], 4, attention::multi_head_attention),
    row("NhwcConv", [2, 3], 1, matmul::fused_conv),
    row("NhwcFusedConv", [2, 4], 1, matmul::fused_conv),
    row("NhwcMaxPool", [1, 1], 1, delegate::nhwc_max_pool),
    row("Pad", [2, 3], 1, delegate::pad),
    row("QAttention", [5, 9], 2, quant::q_attention),
    row("QGemm", [6, 9], 1, quant::q_gemm),
    row("QLinearAdd", [7, 8], 1, quant::q_linear_binary),
    row("QLinearAveragePool", [4, 5], 1, quant::q_linear_average_pool),
    row("QLinearConcat", [3, MANY], 1, quant::q_linear_concat),
    row("QLinearConv", [8, 9], 1, quant::q_linear_conv),
    row("QLinearGlobalAveragePool", [5, 5], 1, quant::q_linear_average_pool),
    row("QLinearLeakyRelu", [4, 5], 1, quant::q_linear_unary),
    row("QLinearMul", [7, 8], 1, quant::q_linear_binary),
    row("QLinearSigmoid", [4, 5], 1, quant::q_linear_unary),
    row("QLinearSoftmax", [5, 5], 1, quant::q_linear_softmax),
    row("QLinearWhere", [9, 9], 1, quant::q_linear_where),
    row("QMoE", [6, 21], 1, moe::q_moe),
    row("QuantizeLinear", [2, 3], 1, delegate::quantization),
    row("QuickGelu", [1, 1], 1, activation::quick_gelu),
    row("Range", [2, 3], 1, delegate::range),
    row("RotaryEmbedding", [4, 4], 1, group_query::rotary_embedding),
    row("SkipGroupNorm", [4, 5], 2, norm::group_norm),
    row("SkipLayerNormalization", [3, 5], 4, norm::skip_layer_normalization),
    row("SkipSimplifiedLayerNormalization", [3, 4], 4, norm::skip_layer_normalization),
    row("TransposeMatMul", [2, 2], 1, matmul::fused_matmul),
    row("Trilu", [1, 2], 1, delegate::trilu),
    row("UnfoldTensor", [1, 1], 1, delegate::unfold),
];

/// Lowers one call of an operator of the domain.
pub fn lower(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let Some(row) = ROWS.iter().find(|row| row.op == call.op) else { return Err(unsupported(call.op)) };
    let [least, most] = row.inputs;
    if call.inputs.len() < least || call.inputs.len() > most {
        return Err(format!("{} takes {least} to {most} inputs, the node has {}", row.op, call.inputs.len()));
    }
    if call.wanted.len() > row.outputs {
        return Err(format!("{} gives at most {} outputs, the node has {}", row.op, row.outputs, call.wanted.len()));
    }
    (row.lower)(context, call)
}

/// Why an operator is not supported, and what to do instead.
fn unsupported(op: &str) -> String {
    let reason = match op {
        "BeamSearch" | "GreedySearch" | "Sampling" | "WhisperBeamSearch" => "it is a whole decoding loop, whose length depends on the data; compile the decoder, which is its attribute, as a model of its own".to_owned(),
        "DecoderMaskedMultiHeadAttention" | "DecoderMaskedSelfAttention" | "DecoderAttention" => "its cache is one buffer for past and present; export with MultiHeadAttention or GroupQueryAttention".to_owned(),
        "PackedAttention" | "PackedMultiHeadAttention" | "RemovePadding" | "RestorePadding" | "PagedAttention" => {
            "how many tokens a sequence has depends on the data, and every size must be known when compiling; optimize the model without packing (Attention or MultiHeadAttention with a mask)".to_owned()
        }
        "SparseAttention" | "LongformerAttention" | "DynamicSparseAttention" => "attention by a layout of blocks is not; export with GroupQueryAttention, which has a window (local_window_size)".to_owned(),
        "BiasDropout" | "BitmaskDropout" | "BitmaskBiasDropout" => "it is of training; export the model for inference".to_owned(),
        "Tokenizer" | "WordConvEmbedding" | "MurmurHash3" => "it works on strings or their hashes; run it before the model".to_owned(),
        op if op.starts_with("QOrdered") || op.ends_with("WithOrder") => "it is for layouts of cuBLASLt; quantize with QDQ or QOperator format".to_owned(),
        "Unique" | "GatherPacked" => "the size of its result depends on the data, and every size must be known when compiling".to_owned(),
        _ => {
            let hint = did_you_mean(op, ROWS.iter().map(|row| row.op));
            format!("there is no lowering for it; optimize the model at a lower level, so that it keeps operators of the default set, or give it as a model-local function{hint}")
        }
    };
    format!("operator {op} of domain {DOMAIN:?} is not supported: {reason}")
}

/// The same call by another name.
fn renamed<'a>(call: &Call<'a>, op: &'a str, opset: i64, inputs: Vec<Option<Val>>) -> Call<'a> {
    Call { op, opset, attributes: call.attributes.clone(), inputs, wanted: call.wanted.clone() }
}

/// Refuses attributes that would change the result and are not understood: each by the value at which it does not.
fn refuse_ints(call: &Call, attributes: &[(&str, i64)]) -> Res<()> {
    for (name, neutral) in attributes {
        let got = call.int(name, *neutral)?;
        if got != *neutral {
            return Err(format!("attribute {name} of {} is not supported, got {got}", call.op));
        }
    }
    Ok(())
}

/// Refuses inputs that are not understood.
fn refuse_inputs(call: &Call, inputs: &[(usize, &str)]) -> Res<()> {
    match inputs.iter().find(|(index, _)| call.optional(*index).is_some()) {
        Some((_, name)) => Err(format!("input {name} of {} is not supported", call.op)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order() {
        assert!(ROWS.windows(2).all(|pair| pair[0].op < pair[1].op));
    }
}
