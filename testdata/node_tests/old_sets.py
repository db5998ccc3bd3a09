"""Writes cases of operators as operator sets 7 to 12 had them, in the layout of ONNX's backend tests.

Expected outputs are ONNX Runtime's. A case is made for every set in which its operator has the form that the case writes: from the first one named to the
last. Nothing of it is stored: the test of old operator sets (tools/tests/node_tests.rs) makes them anew. Usage: old_sets.py FOLDER
"""

import pathlib
import sys

import numpy as np, onnx, onnxruntime
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(7)


def f(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def pos(*shape):
    return (np.abs(f(*shape)) + 0.1).astype(np.float32)


def i64(*values):
    return np.array(values, dtype=np.int64)


FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64

# name, operator, first set, last set, inputs (arrays; a tuple (array, "const") is an initializer; None is absent), number of outputs, attributes
x234 = f(2, 3, 4)
image = f(2, 3, 8, 7)
CASES = [
    ("add", "Add", 7, 12, [f(2, 3, 4), f(3, 1)], 1, {}),
    ("sub_scalar", "Sub", 7, 12, [f(2, 3), f()], 1, {}),
    ("pow", "Pow", 7, 11, [pos(2, 3), f(3)], 1, {}),
    ("greater", "Greater", 7, 12, [f(2, 3), f(3)], 1, {}),
    ("less", "Less", 7, 12, [f(2, 3), f(3)], 1, {}),
    ("equal", "Equal", 7, 12, [i64(1, 2, 3), i64(1, 0, 3)], 1, {}),
    ("and", "And", 7, 12, [f(2, 3) > 0, f(3) > 0], 1, {}),
    ("batch_norm", "BatchNormalization", 7, 12, [image, pos(3), f(3), f(3), pos(3)], 1, {"epsilon": 1e-3}),
    ("cast", "Cast", 7, 12, [f(2, 3) * 5], 1, {"to": INT64}),
    ("clip_attributes", "Clip", 7, 10, [f(2, 3)], 1, {"min": -0.5, "max": 0.25}),
    ("clip_attribute", "Clip", 7, 10, [f(2, 3)], 1, {"max": 0.25}),
    ("clip_inputs", "Clip", 11, 12, [f(2, 3), np.float32(-0.5), np.float32(0.25)], 1, {}),
    ("clip_one_input", "Clip", 11, 12, [f(2, 3), None, np.float32(0.25)], 1, {}),
    ("concat", "Concat", 7, 12, [f(2, 3), f(2, 1)], 1, {"axis": 1}),
    ("concat_negative", "Concat", 11, 12, [f(2, 3), f(2, 1)], 1, {"axis": -1}),
    ("constant_of_shape", "ConstantOfShape", 9, 12, [(i64(2, 3), "const")], 1, {"value": helper.make_tensor("v", FLOAT, [1], [1.5])}),
    ("dropout", "Dropout", 7, 11, [f(2, 3)], 1, {"ratio": 0.3}),
    ("dropout_input", "Dropout", 12, 12, [f(2, 3), (np.float32(0.3), "const")], 1, {}),
    ("depth_to_space", "DepthToSpace", 7, 12, [f(1, 8, 2, 3)], 1, {"blocksize": 2}),
    ("depth_to_space_crd", "DepthToSpace", 11, 12, [f(1, 8, 2, 3)], 1, {"blocksize": 2, "mode": "CRD"}),
    ("space_to_depth", "SpaceToDepth", 7, 12, [f(1, 2, 4, 6)], 1, {"blocksize": 2}),
    ("flatten", "Flatten", 7, 12, [x234], 1, {"axis": 2}),
    ("flatten_negative", "Flatten", 11, 12, [x234], 1, {"axis": -1}),
    ("gather", "Gather", 7, 12, [x234, i64(0, 2)], 1, {"axis": 1}),
    ("gather_negative", "Gather", 11, 12, [x234, i64(0, -1)], 1, {"axis": 1}),
    ("gather_elements", "GatherElements", 11, 12, [f(3, 3), np.array([[0, 1, 2], [2, 0, 0]])], 1, {"axis": 0}),
    ("gather_nd", "GatherND", 11, 12, [x234, np.array([[0, 1], [1, 2]])], 1, {}),
    ("scatter", "Scatter", 9, 10, [f(3, 3), np.array([[1, 0, 2], [0, 2, 1]]), f(2, 3)], 1, {"axis": 0}),
    ("scatter_elements", "ScatterElements", 11, 12, [f(3, 3), np.array([[1, 0, 2], [0, 2, 1]]), f(2, 3)], 1, {"axis": 0}),
    ("scatter_nd", "ScatterND", 11, 12, [x234, np.array([[0, 1], [1, 2]]), f(2, 4)], 1, {}),
    ("gemm", "Gemm", 7, 12, [f(3, 2), f(4, 3), f(4)], 1, {"transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0}),
    ("gemm_no_c", "Gemm", 11, 12, [f(2, 3), f(3, 4)], 1, {}),
    ("matmul", "MatMul", 7, 12, [f(2, 3, 4), f(4, 5)], 1, {}),
    ("softmax", "Softmax", 7, 12, [x234], 1, {}),
    ("softmax_last", "Softmax", 7, 12, [x234], 1, {"axis": 2}),
    ("softmax_negative", "Softmax", 11, 12, [x234], 1, {"axis": -2}),
    ("log_softmax", "LogSoftmax", 7, 12, [x234], 1, {"axis": 1}),
    ("hardmax", "Hardmax", 7, 12, [x234], 1, {"axis": 1}),
    ("max_pool", "MaxPool", 7, 12, [image], 1, {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 0, 1]}),
    ("max_pool_auto", "MaxPool", 7, 12, [image], 1, {"kernel_shape": [3, 2], "strides": [2, 2], "auto_pad": "SAME_LOWER"}),
    ("max_pool_dilated", "MaxPool", 10, 12, [image], 1, {"kernel_shape": [3, 2], "dilations": [2, 2], "ceil_mode": 1, "strides": [2, 2]}),
    ("average_pool", "AveragePool", 7, 12, [image], 1, {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 0, 1]}),
    ("average_pool_counted", "AveragePool", 7, 12, [image], 1, {"kernel_shape": [3, 2], "pads": [1, 0, 0, 1], "count_include_pad": 1}),
    ("average_pool_ceil", "AveragePool", 10, 12, [image], 1, {"kernel_shape": [3, 2], "strides": [2, 2], "ceil_mode": 1}),
    ("global_average_pool", "GlobalAveragePool", 7, 12, [image], 1, {}),
    ("lp_pool", "LpPool", 7, 10, [pos(1, 2, 6, 6)], 1, {"kernel_shape": [2, 2], "p": 2, "strides": [2, 2]}),
    ("conv", "Conv", 7, 12, [image, f(4, 3, 3, 3), f(4)], 1, {"pads": [1, 1, 1, 1], "strides": [2, 2]}),
    ("conv_auto", "Conv", 7, 12, [image, f(4, 3, 3, 3)], 1, {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
    ("conv_transpose", "ConvTranspose", 7, 10, [f(1, 3, 4, 5), f(3, 2, 3, 3)], 1, {"strides": [2, 2], "output_padding": [1, 1], "pads": [1, 1, 1, 1]}),
    ("conv_transpose_late", "ConvTranspose", 11, 12, [f(1, 3, 4, 5), f(3, 2, 3, 3)], 1, {"strides": [2, 2], "output_shape": [9, 11]}),
    ("instance_norm", "InstanceNormalization", 7, 12, [image, f(3), f(3)], 1, {}),
    ("lp_normalization", "LpNormalization", 7, 12, [x234], 1, {"axis": 1, "p": 2}),
    ("lrn", "LRN", 7, 12, [image], 1, {"size": 3}),
    ("pad", "Pad", 7, 10, [f(2, 3)], 1, {"pads": [0, 1, 1, 2], "value": 1.5}),
    ("pad_negative", "Pad", 7, 10, [f(3, 4)], 1, {"pads": [0, 1, 1, -2]}),
    ("pad_reflect", "Pad", 7, 10, [f(3, 4)], 1, {"pads": [1, 2, 0, 1], "mode": "reflect"}),
    ("pad_edge", "Pad", 7, 10, [f(3, 4)], 1, {"pads": [1, 2, 0, 1], "mode": "edge"}),
    ("pad_inputs", "Pad", 11, 12, [f(2, 3), (i64(0, 1, 1, 2), "const"), np.float32(1.5)], 1, {}),
    ("reduce_sum", "ReduceSum", 7, 12, [x234], 1, {"axes": [0, 2]}),
    ("reduce_sum_flat", "ReduceSum", 7, 12, [x234], 1, {"axes": [1], "keepdims": 0}),
    ("reduce_all", "ReduceMean", 7, 12, [x234], 1, {"keepdims": 0}),
    ("reduce_max_negative", "ReduceMax", 11, 12, [x234], 1, {"axes": [-1]}),
    ("reduce_l2", "ReduceL2", 7, 12, [x234], 1, {"axes": [1]}),
    ("reduce_log_sum_exp", "ReduceLogSumExp", 7, 12, [x234], 1, {"axes": [1]}),
    ("upsample_attribute", "Upsample", 7, 8, [f(1, 2, 3, 4)], 1, {"scales": [1.0, 1.0, 2.0, 3.0]}),
    ("upsample_linear", "Upsample", 7, 8, [f(1, 2, 3, 4)], 1, {"scales": [1.0, 1.0, 2.0, 2.0], "mode": "linear"}),
    ("upsample_input", "Upsample", 9, 9, [f(1, 2, 3, 4), (np.array([1, 1, 2, 3], dtype=np.float32), "const")], 1, {"mode": "nearest"}),
    ("upsample_input_linear", "Upsample", 9, 9, [f(1, 2, 3, 4), (np.array([1, 1, 2, 2], dtype=np.float32), "const")], 1, {"mode": "linear"}),
    ("resize", "Resize", 10, 10, [f(1, 2, 4, 4), (np.array([1, 1, 0.6, 1.5], dtype=np.float32), "const")], 1, {"mode": "nearest"}),
    ("resize_linear", "Resize", 10, 10, [f(1, 2, 4, 4), (np.array([1, 1, 2, 1.5], dtype=np.float32), "const")], 1, {"mode": "linear"}),
    ("resize_half_pixel", "Resize", 11, 12, [f(1, 2, 4, 4), (f(0), "const"), (np.array([1, 1, 2, 1.5], dtype=np.float32), "const")], 1, {"mode": "linear"}),
    ("resize_asymmetric", "Resize", 11, 12, [f(1, 2, 4, 4), (f(0), "const"), (np.array([1, 1, 2, 2], dtype=np.float32), "const")], 1, {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}),
    ("resize_sizes", "Resize", 11, 12, [f(1, 2, 4, 4), (f(0), "const"), (f(0), "const"), (i64(1, 2, 7, 5), "const")], 1, {"mode": "linear", "coordinate_transformation_mode": "align_corners"}),
    ("resize_cubic", "Resize", 11, 12, [f(1, 2, 4, 4), (f(0), "const"), (np.array([1, 1, 2, 2], dtype=np.float32), "const")], 1, {"mode": "cubic"}),
    ("slice", "Slice", 7, 9, [x234], 1, {"starts": [0, -3], "ends": [2, 1000], "axes": [0, 2]}),
    ("slice_no_axes", "Slice", 7, 9, [x234], 1, {"starts": [0, 1], "ends": [1, -1]}),
    ("slice_inputs", "Slice", 10, 12, [x234, (i64(0, -1), "const"), (i64(2, -5), "const"), (i64(0, 2), "const"), (i64(1, -2), "const")], 1, {}),
    ("split", "Split", 7, 12, [f(6, 2)], 2, {"split": [2, 4], "axis": 0}),
    ("split_even", "Split", 7, 12, [f(6, 2)], 3, {}),
    ("squeeze", "Squeeze", 7, 12, [f(2, 1, 3, 1)], 1, {"axes": [1, 3]}),
    ("squeeze_all", "Squeeze", 7, 12, [f(2, 1, 3, 1)], 1, {}),
    ("unsqueeze", "Unsqueeze", 7, 12, [f(2, 3)], 1, {"axes": [0, 3]}),
    ("unsqueeze_negative", "Unsqueeze", 11, 12, [f(2, 3)], 1, {"axes": [-1]}),
    ("top_k_attribute", "TopK", 7, 9, [f(3, 6)], 2, {"k": 2}),
    ("top_k_input", "TopK", 10, 10, [f(3, 6), (i64(2), "const")], 2, {"axis": 1}),
    ("top_k_smallest", "TopK", 11, 12, [f(3, 6), (i64(2), "const")], 2, {"axis": 1, "largest": 0}),
    ("one_hot", "OneHot", 9, 12, [i64(1, 3, 0), (i64(4), "const"), np.array([0.5, 2.0], dtype=np.float32)], 1, {}),
    ("arg_max", "ArgMax", 7, 12, [x234], 1, {"axis": 1}),
    ("arg_min_last", "ArgMin", 12, 12, [np.array([[1, 0, 0], [2, 2, 5]], dtype=np.float32)], 1, {"axis": 1, "select_last_index": 1, "keepdims": 0}),
    ("prelu", "PRelu", 7, 12, [image, f(3, 1, 1)], 1, {}),
    ("leaky_relu", "LeakyRelu", 7, 12, [f(2, 3)], 1, {"alpha": 0.2}),
    ("elu", "Elu", 7, 12, [f(2, 3)], 1, {}),
    ("selu", "Selu", 7, 12, [f(2, 3)], 1, {}),
    ("hard_sigmoid", "HardSigmoid", 7, 12, [f(2, 3)], 1, {"alpha": 0.3}),
    ("softplus", "Softplus", 7, 12, [f(2, 3)], 1, {}),
    ("max", "Max", 7, 12, [f(2, 3), f(2, 3), f(2, 3)], 1, {}),
    ("max_broadcast", "Max", 8, 12, [f(2, 3), f(3)], 1, {}),
    ("mean", "Mean", 7, 12, [f(2, 3), f(2, 3)], 1, {}),
    ("sum", "Sum", 8, 12, [f(2, 3), f(3), f()], 1, {}),
    ("expand", "Expand", 8, 12, [f(3, 1), (i64(2, 1, 4), "const")], 1, {}),
    ("tile", "Tile", 7, 12, [f(2, 3), (i64(2, 1), "const")], 1, {}),
    ("reshape", "Reshape", 7, 12, [x234, (i64(0, -1), "const")], 1, {}),
    ("transpose", "Transpose", 7, 12, [x234], 1, {"perm": [2, 0, 1]}),
    ("where", "Where", 9, 12, [f(2, 3) > 0, f(2, 3), f(3)], 1, {}),
    ("cumsum", "CumSum", 11, 12, [f(2, 3), (np.array(1, dtype=np.int64), "const")], 1, {"reverse": 1}),
    ("range", "Range", 11, 12, [(np.float32(1), "const"), (np.float32(5), "const"), (np.float32(1.5), "const")], 1, {}),
    ("mod", "Mod", 10, 12, [i64(-7, 7, 5), i64(3, -3, 2)], 1, {}),
    ("mod_float", "Mod", 10, 12, [f(4) * 5, f(4)], 1, {"fmod": 1}),
    ("quantize", "QuantizeLinear", 10, 12, [f(2, 3), np.float32(0.1), np.uint8(128)], 1, {}),
    ("dequantize", "DequantizeLinear", 10, 12, [np.array([1, 200, 255], dtype=np.uint8), np.float32(0.1), np.uint8(128)], 1, {}),
    ("matmul_integer", "MatMulInteger", 10, 12, [rng.integers(0, 255, (2, 3)).astype(np.uint8), rng.integers(0, 255, (3, 4)).astype(np.uint8), np.uint8(7)], 1, {}),
    ("dynamic_quantize", "DynamicQuantizeLinear", 11, 12, [f(2, 3)], 3, {}),
    ("einsum", "Einsum", 12, 12, [f(2, 3), f(3, 4)], 1, {"equation": "ij,jk->ki"}),
    ("round", "Round", 11, 12, [f(2, 3) * 3], 1, {}),
    ("bit_shift", "BitShift", 11, 12, [np.array([1, 2, 4], dtype=np.uint8), np.array([1, 2, 3], dtype=np.uint8)], 1, {"direction": "LEFT"}),
    ("eye_like", "EyeLike", 9, 12, [f(3, 4)], 1, {"k": 1}),
    ("shrink", "Shrink", 9, 12, [f(2, 3)], 1, {"lambd": 0.5, "bias": 0.1}),
    ("mean_variance", "MeanVarianceNormalization", 9, 12, [image], 1, {}),
    ("reverse_sequence", "ReverseSequence", 10, 12, [f(4, 2), i64(3, 2)], 1, {"time_axis": 0, "batch_axis": 1}),
    ("thresholded_relu", "ThresholdedRelu", 10, 12, [f(2, 3)], 1, {"alpha": 0.3}),
    ("lstm", "LSTM", 7, 12, [f(4, 2, 3), f(1, 20, 3), f(1, 20, 5), f(1, 40), None, f(1, 2, 5), f(1, 2, 5), f(1, 15)], 3, {"hidden_size": 5}),
    ("lstm_two_ways", "LSTM", 7, 12, [f(4, 2, 3), f(2, 20, 3), f(2, 20, 5)], 3, {"hidden_size": 5, "direction": "bidirectional"}),
    ("gru", "GRU", 7, 12, [f(4, 2, 3), f(1, 15, 3), f(1, 15, 5), f(1, 30)], 2, {"hidden_size": 5, "linear_before_reset": 1}),
    ("gru_reverse", "GRU", 7, 12, [f(4, 2, 3), f(1, 15, 3), f(1, 15, 5), f(1, 30)], 2, {"hidden_size": 5, "direction": "reverse"}),
    ("rnn", "RNN", 7, 12, [f(4, 2, 3), f(1, 5, 3), f(1, 5, 5), f(1, 10), np.array([4, 2], dtype=np.int32)], 2, {"hidden_size": 5}),
    ("celu", "Celu", 12, 12, [f(2, 3)], 1, {"alpha": 0.7}),
    ("greater_or_equal", "GreaterOrEqual", 12, 12, [f(2, 3), f(3)], 1, {}),
    ("sinh", "Sinh", 9, 12, [f(2, 3)], 1, {}),
    ("erf", "Erf", 9, 12, [f(2, 3)], 1, {}),
    ("sign", "Sign", 9, 12, [f(2, 3)], 1, {}),
    ("is_nan", "IsNaN", 9, 12, [np.array([1, np.nan], dtype=np.float32)], 1, {}),
    ("is_inf", "IsInf", 10, 12, [np.array([1, np.inf, -np.inf], dtype=np.float32)], 1, {"detect_negative": 0}),
    ("cross_entropy", "SoftmaxCrossEntropyLoss", 12, 12, [f(3, 5), i64(1, 4, 2)], 1, {"reduction": "mean"}),
]


def make(folder, name, op, opset, inputs, outputs, attributes):
    names, fed, initializers = [], {}, []
    for index, given in enumerate(inputs):
        constant = isinstance(given, tuple)
        label = "" if given is None else f"x{index}"
        names.append(label)
        if constant:
            initializers.append(numpy_helper.from_array(np.asarray(given[0]), label))
        elif given is not None:
            fed[label] = np.asarray(given)
    results = [f"y{index}" for index in range(outputs)]
    node = helper.make_node(op, names, results, **attributes)
    ports = [helper.make_tensor_value_info(label, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape) for label, array in fed.items()]
    graph = helper.make_graph([node], name, ports, [], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=7)
    # Outputs are declared as ONNX Runtime gives them: it needs to know their types before.
    graph.output.extend(helper.make_empty_tensor_value_info(result) for result in results)
    inferred = onnx.shape_inference.infer_shapes(helper.make_model(graph, opset_imports=model.opset_import, ir_version=7)).graph.output
    model.graph.output.extend(port if port.type.WhichOneof("value") else helper.make_tensor_value_info(port.name, FLOAT, None) for port in inferred)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    values = onnxruntime.InferenceSession(model.SerializeToString(), options).run(results, fed)
    del model.graph.output[:]
    model.graph.output.extend(helper.make_tensor_value_info(result, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for result, value in zip(results, values))
    case = folder / f"{name}_{opset}"
    data = case / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    (case / "model.onnx").write_bytes(model.SerializeToString())
    for kind, tensors in (("input", fed), ("output", dict(zip(results, values)))):
        for index, (label, array) in enumerate(tensors.items()):
            (data / f"{kind}_{index}.pb").write_bytes(numpy_helper.from_array(np.asarray(array), label).SerializeToString())


def main():
    made = 0
    for name, op, first, last, inputs, outputs, attributes in CASES:
        for opset in range(first, last + 1):
            make(pathlib.Path(sys.argv[1]), name, op, opset, inputs, outputs, attributes)
            made += 1
    print(made)


main()
