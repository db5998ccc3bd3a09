"""Writes a model whose products are in a function and in the body of a loop, and what ONNX Runtime makes of it, in the layout of ONNX's backend tests.
Usage: make_nested.py FOLDER"""

import pathlib
import sys

import numpy as np, onnx, onnxruntime
from onnx import TensorProto, helper as h, numpy_helper as nh

rng = np.random.default_rng(3)
folder = pathlib.Path(sys.argv[1])
data = folder / "test_data_set_0"
data.mkdir(parents=True)

function = h.make_function(
    "local",
    "Layer",
    ["a", "w"],
    ["r"],
    [h.make_node("MatMul", ["a", "w"], ["p"], name="inner_product"), h.make_node("Relu", ["p"], ["r"], name="inner_relu")],
    [h.make_opsetid("", 21)],
)
body = h.make_graph(
    [
        h.make_node("MatMul", ["state", "W2"], ["q"], name="body_product"),
        h.make_node("Tanh", ["q"], ["next"], name="body_tanh"),
        h.make_node("Identity", ["go"], ["still"], name="body_condition"),
    ],
    "body",
    [
        h.make_tensor_value_info("trip", TensorProto.INT64, []),
        h.make_tensor_value_info("go", TensorProto.BOOL, []),
        h.make_tensor_value_info("state", TensorProto.FLOAT, [8, 16]),
    ],
    [h.make_tensor_value_info("still", TensorProto.BOOL, []), h.make_tensor_value_info("next", TensorProto.FLOAT, [8, 16])],
)
x = rng.standard_normal((8, 12)).astype(np.float32)
weights = [
    nh.from_array(rng.standard_normal((12, 16)).astype(np.float32) / 4, "W1"),
    nh.from_array(rng.standard_normal((16, 16)).astype(np.float32) / 4, "W2"),
    nh.from_array(np.array(3, dtype=np.int64), "trips"),
    nh.from_array(np.array(True), "on"),
]
nodes = [
    h.make_node("Layer", ["x", "W1"], ["h"], name="layer", domain="local"),
    h.make_node("Loop", ["trips", "on", "h"], ["y"], name="loop", body=body),
]
graph = h.make_graph(nodes, "nested", [h.make_tensor_value_info("x", TensorProto.FLOAT, [8, 12])], [h.make_tensor_value_info("y", TensorProto.FLOAT, [8, 16])], weights)
model = h.make_model(graph, opset_imports=[h.make_opsetid("", 21), h.make_opsetid("local", 1)], functions=[function], ir_version=10)
onnx.checker.check_model(model, full_check=True)
(folder / "model.onnx").write_bytes(model.SerializeToString())
(y,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
(data / "input_0.pb").write_bytes(nh.from_array(x, "x").SerializeToString())
(data / "output_0.pb").write_bytes(nh.from_array(y, "y").SerializeToString())
