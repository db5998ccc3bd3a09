//! How many inputs and outputs each operator of the default set takes.
//!
//! The rows are `min_input`, `max_input`, `min_output` and `max_output` of `onnx.defs.get_all_schemas_with_history()` (onnx
//! 1.23.2), one for each version that changed them. Invariant: rows are in order of name, then of version.

use super::call::Call;
use super::emit::Res;

/// Checks what a node passes and takes against the operator's schema in the operator set in force.
///
/// # Errors
/// The operator came with a later operator set, or the node passes or takes too many or too few; both numbers are named.
pub fn check(call: &Call) -> Res<()> {
    let first = ARITIES.partition_point(|row| row.0 < call.op);
    let rows = || ARITIES[first..].iter().take_while(|row| row.0 == call.op);
    let Some(since) = rows().map(|row| row.1).next() else { return Ok(()) };
    let Some((op, _, inputs, outputs)) = rows().take_while(|row| row.1 <= call.opset).last() else {
        return Err(format!("operator {} came with operator set {since}, the model imports {}", call.op, call.opset));
    };
    for (verb, what, [least, most], got) in [("takes", "input", *inputs, call.inputs.len()), ("gives", "output", *outputs, call.wanted.len())] {
        if got < least || got > most {
            let range = match (least, most) {
                (least, MANY) => format!("at least {least}"),
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            let plural = if range == "1" { "" } else { "s" };
            return Err(format!("{op} {verb} {range} {what}{plural}, the node has {got}"));
        }
    }
    Ok(())
}

/// Operators by name, with the first version of each.
pub fn operators() -> Vec<(&'static str, i64)> {
    let mut found: Vec<(&str, i64)> = ARITIES.iter().map(|row| (row.0, row.1)).collect();
    found.dedup_by_key(|(op, _)| *op);
    found
}

/// No upper bound.
const MANY: usize = usize::MAX;

/// Operator, first version, least and most inputs, least and most outputs.
type Arity = (&'static str, i64, [usize; 2], [usize; 2]);

#[rustfmt::skip]
const ARITIES: &[Arity] = &[
    ("Abs", 1, [1, 1], [1, 1]),
    ("Acos", 7, [1, 1], [1, 1]),
    ("Acosh", 9, [1, 1], [1, 1]),
    ("Add", 1, [2, 2], [1, 1]),
    ("AffineGrid", 20, [2, 2], [1, 1]),
    ("And", 1, [2, 2], [1, 1]),
    ("ArgMax", 1, [1, 1], [1, 1]),
    ("ArgMin", 1, [1, 1], [1, 1]),
    ("Asin", 7, [1, 1], [1, 1]),
    ("Asinh", 9, [1, 1], [1, 1]),
    ("Atan", 7, [1, 1], [1, 1]),
    ("Atanh", 9, [1, 1], [1, 1]),
    ("Attention", 23, [3, 6], [1, 4]),
    ("Attention", 24, [3, 7], [1, 4]),
    ("AveragePool", 1, [1, 1], [1, 1]),
    ("BatchNormalization", 1, [5, 5], [1, 5]),
    ("BatchNormalization", 14, [5, 5], [1, 3]),
    ("Bernoulli", 15, [1, 1], [1, 1]),
    ("BitCast", 26, [1, 1], [1, 1]),
    ("BitShift", 11, [2, 2], [1, 1]),
    ("BitwiseAnd", 18, [2, 2], [1, 1]),
    ("BitwiseNot", 18, [1, 1], [1, 1]),
    ("BitwiseOr", 18, [2, 2], [1, 1]),
    ("BitwiseXor", 18, [2, 2], [1, 1]),
    ("BlackmanWindow", 17, [1, 1], [1, 1]),
    ("Cast", 1, [1, 1], [1, 1]),
    ("CastLike", 15, [2, 2], [1, 1]),
    ("CausalConvWithState", 27, [2, 4], [2, 2]),
    ("Ceil", 1, [1, 1], [1, 1]),
    ("Celu", 12, [1, 1], [1, 1]),
    ("CenterCropPad", 18, [2, 2], [1, 1]),
    ("Clip", 1, [1, 1], [1, 1]),
    ("Clip", 11, [1, 3], [1, 1]),
    ("Col2Im", 18, [3, 3], [1, 1]),
    ("Compress", 9, [2, 2], [1, 1]),
    ("Concat", 1, [1, MANY], [1, 1]),
    ("ConcatFromSequence", 11, [1, 1], [1, 1]),
    ("Constant", 1, [0, 0], [1, 1]),
    ("ConstantOfShape", 9, [1, 1], [1, 1]),
    ("Conv", 1, [2, 3], [1, 1]),
    ("ConvInteger", 10, [2, 4], [1, 1]),
    ("ConvTranspose", 1, [2, 3], [1, 1]),
    ("Cos", 7, [1, 1], [1, 1]),
    ("Cosh", 9, [1, 1], [1, 1]),
    ("CumProd", 26, [2, 2], [1, 1]),
    ("CumSum", 11, [2, 2], [1, 1]),
    ("DFT", 17, [1, 2], [1, 1]),
    ("DFT", 20, [1, 3], [1, 1]),
    ("DeformConv", 19, [3, 5], [1, 1]),
    ("DepthToSpace", 1, [1, 1], [1, 1]),
    ("DequantizeLinear", 10, [2, 3], [1, 1]),
    ("Det", 11, [1, 1], [1, 1]),
    ("Div", 1, [2, 2], [1, 1]),
    ("Dropout", 1, [1, 1], [1, 2]),
    ("Dropout", 12, [1, 3], [1, 2]),
    ("DynamicQuantizeLinear", 11, [1, 1], [3, 3]),
    ("Einsum", 12, [1, MANY], [1, 1]),
    ("Elu", 1, [1, 1], [1, 1]),
    ("Equal", 1, [2, 2], [1, 1]),
    ("Erf", 9, [1, 1], [1, 1]),
    ("Exp", 1, [1, 1], [1, 1]),
    ("Expand", 8, [2, 2], [1, 1]),
    ("EyeLike", 9, [1, 1], [1, 1]),
    ("Flatten", 1, [1, 1], [1, 1]),
    ("Floor", 1, [1, 1], [1, 1]),
    ("GRU", 1, [3, 6], [2, 2]),
    ("GRU", 3, [3, 6], [0, 2]),
    ("Gather", 1, [2, 2], [1, 1]),
    ("GatherElements", 11, [2, 2], [1, 1]),
    ("GatherND", 11, [2, 2], [1, 1]),
    ("Gelu", 20, [1, 1], [1, 1]),
    ("Gemm", 1, [3, 3], [1, 1]),
    ("Gemm", 11, [2, 3], [1, 1]),
    ("GlobalAveragePool", 1, [1, 1], [1, 1]),
    ("GlobalLpPool", 1, [1, 1], [1, 1]),
    ("GlobalMaxPool", 1, [1, 1], [1, 1]),
    ("Greater", 1, [2, 2], [1, 1]),
    ("GreaterOrEqual", 12, [2, 2], [1, 1]),
    ("GridSample", 16, [2, 2], [1, 1]),
    ("GroupNormalization", 18, [3, 3], [1, 1]),
    ("HammingWindow", 17, [1, 1], [1, 1]),
    ("HannWindow", 17, [1, 1], [1, 1]),
    ("HardSigmoid", 1, [1, 1], [1, 1]),
    ("HardSwish", 14, [1, 1], [1, 1]),
    ("Hardmax", 1, [1, 1], [1, 1]),
    ("Identity", 1, [1, 1], [1, 1]),
    ("If", 1, [1, 1], [1, MANY]),
    ("ImageDecoder", 20, [1, 1], [1, 1]),
    ("InstanceNormalization", 1, [3, 3], [1, 1]),
    ("IsInf", 10, [1, 1], [1, 1]),
    ("IsNaN", 9, [1, 1], [1, 1]),
    ("LRN", 1, [1, 1], [1, 1]),
    ("LSTM", 1, [3, 8], [0, 3]),
    ("LayerNormalization", 17, [2, 3], [1, 3]),
    ("LeakyRelu", 1, [1, 1], [1, 1]),
    ("Less", 1, [2, 2], [1, 1]),
    ("LessOrEqual", 12, [2, 2], [1, 1]),
    ("LinearAttention", 27, [3, 6], [2, 2]),
    ("Log", 1, [1, 1], [1, 1]),
    ("LogSoftmax", 1, [1, 1], [1, 1]),
    ("Loop", 1, [3, MANY], [1, MANY]),
    ("Loop", 11, [2, MANY], [1, MANY]),
    ("LpNormalization", 1, [1, 1], [1, 1]),
    ("LpPool", 1, [1, 1], [1, 1]),
    ("MatMul", 1, [2, 2], [1, 1]),
    ("MatMulInteger", 10, [2, 4], [1, 1]),
    ("Max", 1, [1, MANY], [1, 1]),
    ("MaxPool", 1, [1, 1], [1, 1]),
    ("MaxPool", 8, [1, 1], [1, 2]),
    ("MaxRoiPool", 1, [2, 2], [1, 1]),
    ("MaxUnpool", 9, [2, 3], [1, 1]),
    ("Mean", 1, [1, MANY], [1, 1]),
    ("MeanVarianceNormalization", 9, [1, 1], [1, 1]),
    ("MelWeightMatrix", 17, [5, 5], [1, 1]),
    ("Min", 1, [1, MANY], [1, 1]),
    ("Mish", 18, [1, 1], [1, 1]),
    ("Mod", 10, [2, 2], [1, 1]),
    ("Mul", 1, [2, 2], [1, 1]),
    ("Multinomial", 7, [1, 1], [1, 1]),
    ("Neg", 1, [1, 1], [1, 1]),
    ("NegativeLogLikelihoodLoss", 12, [2, 3], [1, 1]),
    ("NonMaxSuppression", 10, [2, 5], [1, 1]),
    ("NonZero", 9, [1, 1], [1, 1]),
    ("Not", 1, [1, 1], [1, 1]),
    ("OneHot", 9, [3, 3], [1, 1]),
    ("Optional", 15, [0, 1], [1, 1]),
    ("OptionalGetElement", 15, [1, 1], [1, 1]),
    ("OptionalHasElement", 15, [1, 1], [1, 1]),
    ("OptionalHasElement", 18, [0, 1], [1, 1]),
    ("Or", 1, [2, 2], [1, 1]),
    ("PRelu", 1, [2, 2], [1, 1]),
    ("Pad", 1, [1, 1], [1, 1]),
    ("Pad", 11, [2, 3], [1, 1]),
    ("Pad", 18, [2, 4], [1, 1]),
    ("Pow", 1, [2, 2], [1, 1]),
    ("QLinearConv", 10, [8, 9], [1, 1]),
    ("QLinearMatMul", 10, [8, 8], [1, 1]),
    ("QuantizeLinear", 10, [2, 3], [1, 1]),
    ("RMSNormalization", 23, [2, 2], [1, 1]),
    ("RNN", 1, [3, 6], [0, 2]),
    ("RandomNormal", 1, [0, 0], [1, 1]),
    ("RandomNormalLike", 1, [1, 1], [1, 1]),
    ("RandomUniform", 1, [0, 0], [1, 1]),
    ("RandomUniformLike", 1, [1, 1], [1, 1]),
    ("Range", 11, [3, 3], [1, 1]),
    ("Reciprocal", 1, [1, 1], [1, 1]),
    ("ReduceL1", 1, [1, 1], [1, 1]),
    ("ReduceL1", 18, [1, 2], [1, 1]),
    ("ReduceL2", 1, [1, 1], [1, 1]),
    ("ReduceL2", 18, [1, 2], [1, 1]),
    ("ReduceLogSum", 1, [1, 1], [1, 1]),
    ("ReduceLogSum", 18, [1, 2], [1, 1]),
    ("ReduceLogSumExp", 1, [1, 1], [1, 1]),
    ("ReduceLogSumExp", 18, [1, 2], [1, 1]),
    ("ReduceMax", 1, [1, 1], [1, 1]),
    ("ReduceMax", 18, [1, 2], [1, 1]),
    ("ReduceMean", 1, [1, 1], [1, 1]),
    ("ReduceMean", 18, [1, 2], [1, 1]),
    ("ReduceMin", 1, [1, 1], [1, 1]),
    ("ReduceMin", 18, [1, 2], [1, 1]),
    ("ReduceProd", 1, [1, 1], [1, 1]),
    ("ReduceProd", 18, [1, 2], [1, 1]),
    ("ReduceSum", 1, [1, 1], [1, 1]),
    ("ReduceSum", 13, [1, 2], [1, 1]),
    ("ReduceSumSquare", 1, [1, 1], [1, 1]),
    ("ReduceSumSquare", 18, [1, 2], [1, 1]),
    ("RegexFullMatch", 20, [1, 1], [1, 1]),
    ("Relu", 1, [1, 1], [1, 1]),
    ("Reshape", 1, [1, 1], [1, 1]),
    ("Reshape", 5, [2, 2], [1, 1]),
    ("Resize", 10, [2, 2], [1, 1]),
    ("Resize", 11, [3, 4], [1, 1]),
    ("Resize", 13, [1, 4], [1, 1]),
    ("ReverseSequence", 10, [2, 2], [1, 1]),
    ("RoiAlign", 10, [3, 3], [1, 1]),
    ("RotaryEmbedding", 23, [3, 4], [1, 1]),
    ("Round", 11, [1, 1], [1, 1]),
    ("STFT", 17, [2, 4], [1, 1]),
    ("Scan", 8, [2, MANY], [1, MANY]),
    ("Scan", 9, [1, MANY], [1, MANY]),
    ("Scatter", 9, [3, 3], [1, 1]),
    ("ScatterElements", 11, [3, 3], [1, 1]),
    ("ScatterND", 11, [3, 3], [1, 1]),
    ("Selu", 1, [1, 1], [1, 1]),
    ("SequenceAt", 11, [2, 2], [1, 1]),
    ("SequenceConstruct", 11, [1, MANY], [1, 1]),
    ("SequenceEmpty", 11, [0, 0], [1, 1]),
    ("SequenceErase", 11, [1, 2], [1, 1]),
    ("SequenceInsert", 11, [2, 3], [1, 1]),
    ("SequenceLength", 11, [1, 1], [1, 1]),
    ("SequenceMap", 17, [1, MANY], [1, MANY]),
    ("Shape", 1, [1, 1], [1, 1]),
    ("Shrink", 9, [1, 1], [1, 1]),
    ("Sigmoid", 1, [1, 1], [1, 1]),
    ("Sign", 9, [1, 1], [1, 1]),
    ("Sin", 7, [1, 1], [1, 1]),
    ("Sinh", 9, [1, 1], [1, 1]),
    ("Size", 1, [1, 1], [1, 1]),
    ("Slice", 1, [1, 1], [1, 1]),
    ("Slice", 10, [3, 5], [1, 1]),
    ("Softmax", 1, [1, 1], [1, 1]),
    ("SoftmaxCrossEntropyLoss", 12, [2, 3], [1, 2]),
    ("Softplus", 1, [1, 1], [1, 1]),
    ("Softsign", 1, [1, 1], [1, 1]),
    ("SpaceToDepth", 1, [1, 1], [1, 1]),
    ("Split", 1, [1, 2], [1, MANY]),
    ("Split", 2, [1, 1], [1, MANY]),
    ("Split", 13, [1, 2], [1, MANY]),
    ("SplitToSequence", 11, [1, 2], [1, 1]),
    ("Sqrt", 1, [1, 1], [1, 1]),
    ("Squeeze", 1, [1, 1], [1, 1]),
    ("Squeeze", 13, [1, 2], [1, 1]),
    ("StringConcat", 20, [2, 2], [1, 1]),
    ("StringNormalizer", 10, [1, 1], [1, 1]),
    ("StringSplit", 20, [1, 1], [2, 2]),
    ("Sub", 1, [2, 2], [1, 1]),
    ("Sum", 1, [1, MANY], [1, 1]),
    ("SwiGLU", 28, [2, 2], [1, 1]),
    ("Swish", 24, [1, 1], [1, 1]),
    ("Tan", 7, [1, 1], [1, 1]),
    ("Tanh", 1, [1, 1], [1, 1]),
    ("TensorScatter", 24, [2, 3], [1, 1]),
    ("TfIdfVectorizer", 9, [1, 1], [1, 1]),
    ("ThresholdedRelu", 10, [1, 1], [1, 1]),
    ("Tile", 1, [3, 3], [1, 1]),
    ("Tile", 6, [2, 2], [1, 1]),
    ("TopK", 1, [1, 1], [2, 2]),
    ("TopK", 10, [2, 2], [2, 2]),
    ("Transpose", 1, [1, 1], [1, 1]),
    ("Trilu", 14, [1, 2], [1, 1]),
    ("Unique", 11, [1, 1], [1, 4]),
    ("Unsqueeze", 1, [1, 1], [1, 1]),
    ("Unsqueeze", 13, [2, 2], [1, 1]),
    ("Upsample", 1, [1, 1], [1, 1]),
    ("Upsample", 9, [2, 2], [1, 1]),
    ("Where", 9, [3, 3], [1, 1]),
    ("Xor", 1, [2, 2], [1, 1]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order() {
        assert!(ARITIES.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1)));
    }

    /// Numbers from the operators' pages in the ONNX documentation.
    #[test]
    fn a_node_with_another_number_of_inputs_or_outputs_is_refused_with_both_numbers() {
        let of = |op, opset, inputs, outputs| {
            check(&Call { op, opset, attributes: Vec::new(), inputs: vec![None; inputs], wanted: vec![true; outputs] })
        };
        assert_eq!(of("Relu", 14, 1, 1), Ok(()));
        assert_eq!(of("Relu", 14, 3, 1).unwrap_err(), "Relu takes 1 input, the node has 3");
        assert_eq!(of("Conv", 22, 1, 1).unwrap_err(), "Conv takes 2 to 3 inputs, the node has 1");
        assert_eq!(of("Concat", 13, 40, 1), Ok(()));
        assert_eq!(of("Concat", 13, 0, 1).unwrap_err(), "Concat takes at least 1 inputs, the node has 0");
        assert_eq!(of("Relu", 14, 1, 2).unwrap_err(), "Relu gives 1 output, the node has 2");
        // Axes became an input with version 13.
        assert_eq!(of("Unsqueeze", 11, 2, 1).unwrap_err(), "Unsqueeze takes 1 input, the node has 2");
        assert_eq!(of("Unsqueeze", 13, 2, 1), Ok(()));
        assert_eq!(of("Gelu", 13, 1, 1).unwrap_err(), "operator Gelu came with operator set 20, the model imports 13");
    }
}
