"""A regression head whose bias has one element and whose gate is a number alone: writes small_weights.onnx beside this file. Needs onnx."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(0)


def stored(name, value):
    return numpy_helper.from_array(np.asarray(value, np.float32), name)


inline = helper.make_tensor("inl", TensorProto.FLOAT, [30], list(rng.normal(size=30)))
graph = helper.make_graph(
    [
        helper.make_node("MatMul", ["x", "w1"], ["a"]),
        helper.make_node("Add", ["a", "inl"], ["shifted"]),
        helper.make_node("Relu", ["shifted"], ["r"]),
        helper.make_node("MatMul", ["r", "w2"], ["c"]),
        helper.make_node("Add", ["c", "b2"], ["d"]),
        helper.make_node("Mul", ["d", "gate"], ["y"]),
    ],
    "g",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [6, 13])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, [6, 1])],
    [stored("w1", rng.normal(size=(13, 30))), stored("w2", rng.normal(size=(30, 1))), stored("b2", [0.5]), stored("gate", 0.7), inline],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
onnx.save(model, Path(__file__).with_name("small_weights.onnx"))
