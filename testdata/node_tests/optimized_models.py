"""Writes the models of testdata/models as ONNX Runtime's optimizers leave them, with operators of com.microsoft, in the layout of ONNX's backend tests.

Three ways: what a session makes of the model for CPUs (`session`), what the optimizer for transformers fuses (`fused`), and weights of eight bits that are multiplied with inputs
quantized as they come (`dynamic`). Expected outputs are ONNX Runtime's of the written model. Usage: optimized_models.py MODELS FOLDER
"""

import collections
import logging
import pathlib
import shutil
import sys

import numpy as np, onnx, onnxruntime
from onnx import numpy_helper

logging.disable(logging.WARNING)
MODELS, FOLDER = map(pathlib.Path, sys.argv[1:3])
# Models of fixed sizes; what kind of transformer they are, with heads and hidden size.
KINDS = {
    "bert_tiny.dynamo": ("bert", 4, 64),
    "bert_tiny.ts": ("bert", 4, 64),
    "gpt2_tiny.dynamo": ("bert", 4, 64),
    "gpt2_tiny.ts": ("gpt2", 4, 64),
    "llama_tiny.dynamo": ("bert", 4, 64),
    "t5_tiny.dynamo": ("bert", 4, 64),
    "vit_tiny.dynamo": ("vit", 4, 64),
    "unet.dynamo": None,
    "resnet50_narrow.dynamo": None,
}
# Where an activation lies so near the middle between two integers that the order of a sum decides, `dynamic` says nothing.
AT_A_BOUNDARY = {"bert_tiny.dynamo"}


def read(folder, kind):
    files = sorted((folder / "test_data_set_0").glob(f"{kind}_*.pb"), key=lambda file: int(file.stem.split("_")[1]))
    return [numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes())) for file in files]


def session(model, level, target=None):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    options.log_severity_level = 3
    if target:
        options.optimized_model_filepath = str(target)
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def write(case, source, path):
    """The case of the model at `path`, made of the one of `source`."""
    model = onnx.load(path)
    fixed = onnx.load(source / "model.onnx", load_external_data=False)
    inputs = read(source, "input")
    for port, array in zip(model.graph.input, inputs):
        for dim, size in zip(port.type.tensor_type.shape.dim, array.shape):
            dim.dim_value = size
    del model.graph.value_info[:]
    case.mkdir(parents=True)
    (case / "model.onnx").write_bytes(model.SerializeToString())
    data = case / "test_data_set_0"
    shutil.copytree(source / "test_data_set_0", data)
    run = session(case / "model.onnx", onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL)
    outputs = run.run(None, dict(zip([port.name for port in run.get_inputs()], inputs)))
    for index, array in enumerate(outputs):
        (data / f"output_{index}.pb").write_bytes(numpy_helper.from_array(array, fixed.graph.output[index].name).SerializeToString())
    return collections.Counter(node.op_type for node in model.graph.node if node.domain == "com.microsoft")


def main():
    scratch = FOLDER / "scratch.onnx"
    for name, kind in KINDS.items():
        source = MODELS / name
        made = []
        session(source / "model.onnx", onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED, scratch)
        made.append(("session", scratch))
        if kind:
            from onnxruntime.transformers import optimizer

            fused = optimizer.optimize_model(str(source / "model.onnx"), model_type=kind[0], num_heads=kind[1], hidden_size=kind[2], opt_level=0)
            target = FOLDER / "fused.onnx"
            fused.save_model_to_file(str(target))
            made.append(("fused", target))
        if kind and name not in AT_A_BOUNDARY:
            from onnxruntime.quantization import quantize_dynamic

            quantized, target = FOLDER / "quantized.onnx", FOLDER / "dynamic.onnx"
            quantize_dynamic(str(source / "model.onnx"), str(quantized))
            session(quantized, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED, target)
            made.append(("dynamic", target))
        for way, path in made:
            print(name, way, dict(write(FOLDER / f"{name}.{way}", source, path)))
        for path in FOLDER.glob("*.onnx"):
            path.unlink()


main()
