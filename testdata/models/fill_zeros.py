"""Fills parameters that are all zeros, as an exporter found them before any training, with small numbers from a seeded generator, and writes the outputs that ONNX
Runtime then gives: where the last layer is zero, every output is, and a comparison proves nothing.

Usage: fill_zeros.py FOLDER, a case in the layout of ONNX's backend tests; its model and outputs are replaced, its inputs stay.
"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

folder = pathlib.Path(sys.argv[1])
path, data = folder / "model.onnx", folder / "test_data_set_0"
model = onnx.load(path)
generator = np.random.default_rng(7)
for tensor in model.graph.initializer:
    array = numpy_helper.to_array(tensor)
    if array.dtype == np.float32 and array.ndim > 0 and not array.any():
        filled = generator.normal(0, 0.1, array.shape).astype(np.float32)
        tensor.CopyFrom(numpy_helper.from_array(filled, tensor.name))
        print(f"{tensor.name}: {list(array.shape)}")
onnx.checker.check_model(model, full_check=True)
onnx.save(model, path)

session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
inputs = [(data / f"input_{index}.pb").read_bytes() for index in range(len(session.get_inputs()))]
feeds = {port.name: numpy_helper.to_array(onnx.TensorProto.FromString(given)) for port, given in zip(session.get_inputs(), inputs)}
for index, (port, array) in enumerate(zip(session.get_outputs(), session.run(None, feeds))):
    assert np.abs(array).max() > 0, port.name
    (data / f"output_{index}.pb").write_bytes(numpy_helper.from_array(array, port.name).SerializeToString())
    print(f"{port.name}: mean of absolutes {np.abs(array).mean():.3f}")
