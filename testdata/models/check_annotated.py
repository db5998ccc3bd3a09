"""Checks annotated models against what they were made of, by the packages onnx, onnx-ir and onnxruntime.

Each annotated model must pass onnx's full check, be its original but for the multi-device messages and `ir_version`, come through onnx-ir with equal messages that
onnx-ir's own check accepts, and give the outputs that the original is stored with. Usage: check_annotated.py LIST, a file of lines `ORIGINAL<tab>ANNOTATED`.
"""

import pathlib
import sys

import numpy as np, onnx, onnx_ir, onnxruntime
from onnx import numpy_helper
from onnx_ir import _multi_device


def graphs(model):
    """All messages with a field `node`: graphs, inner ones included, and functions."""

    def inner(graph):
        yield graph
        for node in graph.node:
            for attribute in node.attribute:
                for body in [attribute.g] if attribute.HasField("g") else list(attribute.graphs):
                    yield from inner(body)

    yield from inner(model.graph)
    for function in model.functions:
        yield from inner(function)


def messages(model):
    """The configurations, and those of each node, in order."""
    nodes = [node for graph in graphs(model) for node in graph.node]
    return [list(model.configuration)] + [[entry for entry in node.device_configurations] for node in nodes]


def plain(model):
    """The model without multi-device messages."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    del copy.configuration[:]
    copy.ir_version = 0
    for graph in graphs(copy):
        for node in graph.node:
            del node.device_configurations[:]
    return copy


def outputs(path, folder):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def arrays(kind):
        files = sorted(folder.glob(f"{kind}_*.pb"), key=lambda file: int(file.stem.split("_")[1]))
        return [numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes())) for file in files]

    feeds = dict(zip([given.name for given in session.get_inputs()], arrays("input")))
    for got, wanted in zip(session.run(None, feeds), arrays("output"), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-4)


def check(original, annotated):
    onnx.checker.check_model(str(annotated), full_check=True)
    before, after = onnx.load(original, load_external_data=False), onnx.load(annotated, load_external_data=False)
    assert plain(before) == plain(after), "more than annotations differs"
    assert after.ir_version == max(before.ir_version, 11), after.ir_version
    assert any(node.device_configurations for graph in graphs(after) for node in graph.node), "no node is annotated"
    model = onnx_ir.load(annotated)
    faults = _multi_device._check_device_configurations(model)
    assert not faults, faults
    again = onnx_ir.to_proto(model)
    assert messages(again) == messages(after), "onnx-ir changes messages"
    data = pathlib.Path(original).with_name("test_data_set_0")
    if data.is_dir():
        outputs(annotated, data)


for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    original, annotated = line.split("\t")
    try:
        check(original, annotated)
    except Exception as error:
        raise SystemExit(f"{annotated}: {type(error).__name__}: {error}") from error
print("checked")
