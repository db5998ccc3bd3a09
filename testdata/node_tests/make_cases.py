"""Writes the cases of this folder: one operator (or a few) each, in the layout of ONNX's backend tests.

Expected outputs are ONNX Runtime's, on one device. Usage: make_cases.py [FOLDER]
"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

OUT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
RANDOM = np.random.default_rng(11)


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def ints(high, *shape):
    return RANDOM.integers(0, high, shape)


def save(name, model, inputs, outputs):
    data = OUT / name / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    (OUT / name / "model.onnx").write_bytes(model.SerializeToString())
    for kind, tensors in (("input", inputs), ("output", outputs)):
        for index, (tensor, array) in enumerate(tensors.items()):
            (data / f"{kind}_{index}.pb").write_bytes(numpy_helper.from_array(array, tensor).SerializeToString())


def case(name, nodes, inputs, outputs, initializers=(), opset=18):
    """`nodes`: (operator, inputs, outputs, attributes); `outputs`: names. Types of outputs are those that ONNX Runtime gives."""
    made = [helper.make_node(op, reads.split(), writes.split(), **attributes) for op, reads, writes, attributes in nodes]
    ports = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in inputs.items()]
    stored = [numpy_helper.from_array(array, tensor) for tensor, array in initializers]

    def model(results):
        graph = helper.make_graph(made, name, ports, results, stored)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)

    untyped = model([onnx.ValueInfoProto(name=output) for output in outputs])
    inferred = {info.name: info for info in onnx.shape_inference.infer_shapes(untyped).graph.output}
    session = onnxruntime.InferenceSession(model([inferred[o] for o in outputs]).SerializeToString(), providers=["CPUExecutionProvider"])
    arrays = dict(zip(outputs, session.run(outputs, inputs)))
    types = [helper.make_tensor_value_info(o, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for o, a in arrays.items()]
    save(name, model(types), inputs, arrays)


x, w, bias = floats(4, 6), floats(6, 8), floats(8)
case("gemm", [("Gemm", "x w b", "y", dict(alpha=0.5))], dict(x=x, w=w, b=bias), ["y"])
case("gelu_mlp", [("MatMul", "x w", "h", {}), ("Erf", "h", "e", {}), ("Mul", "h e", "g", {}), ("MatMul", "g v", "y", {})],
     dict(x=floats(2, 3, 6)), ["y"], [("w", w), ("v", floats(8, 4))])
case("attention", [("MatMul", "q k", "s", {}), ("Softmax", "s", "p", dict(axis=-1)), ("MatMul", "p v", "y", {})],
     dict(q=floats(2, 4, 5, 3), k=floats(2, 4, 3, 5), v=floats(2, 4, 5, 3)), ["y"])
case("layer_norm", [("LayerNormalization", "x s b", "y", dict(axis=-1))], dict(x=floats(4, 5, 8), s=bias, b=floats(8)), ["y"])
case("conv_strided", [("Conv", "x w b", "y", dict(pads=[1, 1, 1, 1], strides=[2, 2]))],
     dict(x=floats(2, 4, 7, 8), w=floats(6, 4, 3, 3), b=floats(6)), ["y"])
case("conv_grouped", [("Conv", "x w", "y", dict(group=2, dilations=[2]))], dict(x=floats(2, 4, 11), w=floats(8, 2, 3)), ["y"])
case("max_pool_ceil", [("MaxPool", "x", "y", dict(kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1))], dict(x=floats(2, 3, 8, 8)), ["y"])
case("average_pool", [("AveragePool", "x", "y", dict(kernel_shape=[2, 3], pads=[0, 1, 0, 1]))], dict(x=floats(2, 4, 6, 6)), ["y"])
case("reduce_mean_and_max", [("ReduceMean", "x a", "m", dict(keepdims=0)), ("ReduceMax", "x a", "h", {})],
     dict(x=floats(4, 6, 8)), ["m", "h"], [("a", np.array([1]))])
case("arg_max", [("ArgMax", "x", "y", dict(axis=1))], dict(x=floats(4, 6, 3)), ["y"])
case("cumulative_sum_reversed", [("CumSum", "x a", "y", dict(reverse=1))], dict(x=floats(4, 6)), ["y"], [("a", np.array(1))])
case("top_k", [("TopK", "x k", "v i", dict(axis=1))], dict(x=floats(4, 7)), ["v", "i"], [("k", np.array([3]))])
case("embedding", [("Gather", "table ids", "y", {})], dict(table=floats(12, 4), ids=ints(12, 2, 5)), ["y"])
case("gather_nd", [("GatherND", "x i", "y", dict(batch_dims=1))], dict(x=floats(2, 4, 6), i=ints(4, 2, 3, 1)), ["y"])
case("scatter_elements_add", [("ScatterElements", "x i u", "y", dict(axis=1, reduction="add"))],
     dict(x=floats(3, 8), i=ints(8, 3, 5), u=floats(3, 5)), ["y"])
case("transpose_reshape", [("Transpose", "x", "t", dict(perm=[1, 0, 2])), ("Reshape", "t s", "y", {})],
     dict(x=floats(2, 3, 8)), ["y"], [("s", np.array([6, 2, -1]))])
case("slice_with_steps", [("Slice", "x b e a s", "y", {})], dict(x=floats(7, 8)), ["y"],
     [("b", np.array([6, 1])), ("e", np.array([0, 8])), ("a", np.array([0, 1])), ("s", np.array([-2, 3]))])
case("pad_reflect", [("Pad", "x p", "y", dict(mode="reflect"))], dict(x=floats(4, 6)), ["y"], [("p", np.array([0, 2, 1, 3]))])
case("concat_split", [("Concat", "x z", "c", dict(axis=0)), ("Split", "c n", "a b", dict(axis=0))],
     dict(x=floats(3, 4), z=floats(5, 4)), ["a", "b"], [("n", np.array([2, 6]))])
case("where_not_a_number", [("Greater", "x z", "c", {}), ("Where", "c x n", "y", {})],
     dict(x=floats(4, 6), z=floats(6)), ["y"], [("n", np.array(np.nan, np.float32))])
case("einsum_diagonal", [("Einsum", "x z", "y", dict(equation="bii,bij->bj"))], dict(x=floats(2, 4, 4), z=floats(2, 4, 6)), ["y"])
case("lstm", [("LSTM", "x w r b", "y h", dict(hidden_size=4))],
     dict(x=floats(3, 2, 6), w=floats(1, 16, 6), r=floats(1, 16, 4), b=floats(1, 32)), ["y", "h"])
case("quantize", [("QuantizeLinear", "x s z", "q", dict(axis=1)), ("DequantizeLinear", "q s z", "y", dict(axis=1))],
     dict(x=floats(4, 3)), ["q", "y"], [("s", np.array([0.1, 0.2, 0.05], np.float32)), ("z", np.array([1, 2, 3], np.uint8))])
# Random numbers, and what is no tensor of numbers, are skipped with the reason.
case("skipped_random", [("Bernoulli", "x", "y", dict(seed=1.0))], dict(x=RANDOM.random((3, 4), np.float32)), ["y"])
case("skipped_strings", [("Identity", "x", "y", {})], dict(x=np.array(["one", "two"], object)), ["y"])
case("known_size_non_zero", [("NonZero", "x", "y", {})], dict(x=np.array([[1, 0], [1, 1]], np.float32)), ["y"])
# Sums of halves that no half can hold; the largest where the first is no number (elsewhere NumPy and ONNX Runtime disagree); squares that overflow.
halves = (60 + np.arange(2 * 2 * 40 * 40).reshape(2, 2, 40, 40) % 7).astype(np.float16)
case("sums_of_halves", [("GlobalAveragePool", "x", "g", {}), ("ReduceMean", "x a", "m", {}), ("LpNormalization", "x", "n", dict(axis=2)), ("ReduceL2", "x a", "l", {})],
     dict(x=halves), ["g", "m", "n", "l"], [("a", np.array([2, 3]))])
case("arg_max_not_a_number", [("ArgMax", "x", "y", dict(axis=1)), ("ArgMin", "x", "z", dict(axis=1))],
     dict(x=np.array([[np.nan, 5, 1], [np.nan, np.nan, 7], [3, 4, 1]], np.float32)), ["y", "z"])
case("inverse_hyperbolic_far", [("Asinh", "x", "y", {}), ("Acosh", "z", "w", {})],
     dict(x=np.array([-1e30, -300, -0.25, 0.5, 1000, 3e19], np.float32), z=np.array([1, 1.5, 300, 2e9, 3e19, 1e30], np.float32)), ["y", "w"])
