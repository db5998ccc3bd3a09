"""Writes the expected outputs of the models in sharded/, by ONNX Runtime on one device.

Each NAME.onnx (its multi-device annotations aside, which ONNX Runtime ignores) becomes a case folder NAME with
model.onnx and test_data_set_0/{input,output}_K.pb, in the layout of ONNX's backend tests.
Usage: make_sharded_outputs.py FOLDER_OF_MODELS OUT
"""

import pathlib
import shutil
import sys

import numpy as np
import onnxruntime
from onnx import numpy_helper

source, out = map(pathlib.Path, sys.argv[1:3])
for model in sorted(source.glob("*.onnx")):
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    generator = np.random.default_rng(7)
    inputs = {i.name: generator.standard_normal(i.shape).astype(np.float32) for i in session.get_inputs()}
    outputs = session.run(None, inputs)
    case = out / model.stem
    data = case / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(model, case / "model.onnx")
    for kind, names, arrays in (
        ("input", [i.name for i in session.get_inputs()], inputs.values()),
        ("output", [o.name for o in session.get_outputs()], outputs),
    ):
        for index, (name, array) in enumerate(zip(names, arrays)):
            (data / f"{kind}_{index}.pb").write_bytes(numpy_helper.from_array(array, name).SerializeToString())
