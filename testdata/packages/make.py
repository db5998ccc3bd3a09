"""Writes models that Python packages carry as cases: a folder a model with random inputs and what ONNX Runtime makes of them, and `cases.json`, which lists them.

Usage: make.py MODELS OUT, where MODELS holds the models of the packages, as `.ci/install` extracts them; the `light_*` models are those of the installed package
onnx, with weights drawn at random in place of those that `ConstantOfShape` makes (with these, all their outputs are alike).
"""

import json
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

# Model, sizes of symbolic dimensions, values of inputs (else random), shardings on a mesh x=2: by batch, by space or time, of weights.
PACKAGED = [
    ("basic_pitch/nmp", {"unk__749": 4}, {}, [["serving_default_input_2:0=[{x}, {}, {}]"]]),
    ("silero_vad/silero_vad", {"input.0": 2, "input.1": 576, "state.1": 2, "sr": 16000}, {}, [["input=[{x}, {}]"]]),
    ("silero_vad/silero_vad_16k_sequence", {"sequence_length": 4}, {}, [["input=[{x}, {}]"], ["input=[{}, {x}]"]]),
    ("silero_vad/silero_vad_half", {"batch": 2, "sequence": 576}, {}, [["input=[{x}, {}]"]]),
    ("silero_vad/silero_vad_op18_ifless", {"batch": 2, "sequence": 576}, {"sr": 16000}, [["input=[{x}, {}]"]]),
    ("silero_vad/silero_vad_16k_op15", {"batch": 2, "sequence": 576}, {"sr": 16000}, [["state=[{}, {x}, {}]"]]),
    ("silero_vad/silero_vad_openvino_16k", {}, {}, [["state=[{}, {}, {x}]"]]),
    ("swift_f0/model", {"samples": 8000}, {"fmin": 46.875, "fmax": 2093.75}, [["audio=[{}, {x}]"]]),
    ("rapidocr/PP-OCRv6_det_small", {"DynamicDimension.0": 2, "DynamicDimension.1": 64, "DynamicDimension.2": 64}, {"x": "page"}, [["x=[{x}, {}, {}, {}]"], ["x=[{}, {}, {x}, {}]"]]),
    ("rapidocr/PP-OCRv6_rec_small", {"DynamicDimension.0": 2, "DynamicDimension.1": 64}, {}, [["x=[{x}, {}, {}, {}]"], ["x=[{}, {}, {}, {x}]"]]),
    ("rapidocr/ch_ppocr_mobile_v2.0_cls_mobile", {"x.0": 2, "x.2": 48, "x.3": 192}, {}, [["x=[{x}, {}, {}, {}]"]]),
    ("rapidocr_onnxruntime/ch_PP-OCRv4_det_infer", {"p2o.DynamicDimension.0": 2, "p2o.DynamicDimension.1": 64, "p2o.DynamicDimension.2": 64}, {"x": "page"}, [["x=[{}, {}, {x}, {}]"]]),
    ("rapidocr_onnxruntime/ch_PP-OCRv4_rec_infer", {"p2o.DynamicDimension.0": 2, "x.2": 48, "p2o.DynamicDimension.1": 64}, {}, [["x=[{x}, {}, {}, {}]"]]),
    ("magika/model", {"unk__214": 4}, {}, [["bytes=[{x}, {}]"], ["bytes=[{}, {x}]"]]),
]
LIGHT = [
    ("bvlc_alexnet", "data_0"),
    ("densenet121", "data_0"),
    ("inception_v1", "data_0"),
    ("inception_v2", "data_0"),
    ("resnet50", "gpu_0/data_0"),
    ("shufflenet", "gpu_0/data_0"),
    ("squeezenet", "data_0"),
    ("vgg19", "data_0"),
    ("zfnet512", "gpu_0/data_0"),
]


def draw(port, dims, given, rng):
    kind = onnx.helper.tensor_dtype_to_np_dtype(port.type.tensor_type.elem_type)
    shape = []
    for index, dim in enumerate(port.type.tensor_type.shape.dim):
        named = dim.dim_param if dim.dim_param not in ("", "?") else f"{port.name}.{index}"
        shape.append(dim.dim_value if dim.WhichOneof("value") == "dim_value" and dim.dim_value != -1 else dims[named])
    if given.get(port.name) == "page":
        # Something like letters, black on white: a detector of text is all but zero elsewhere.
        page = np.ones(shape, kind)
        page[:, :, 24:42, 2:62] -= 2 * np.kron(rng.random((shape[0], 1, 6, 20)) < 0.5, np.ones((1, 1, 3, 3), bool))
        return page
    if port.name in given:
        return np.full(shape, given[port.name]).astype(kind)
    if np.issubdtype(kind, np.integer):
        return rng.integers(0, 255, shape).astype(kind)
    return (rng.standard_normal(shape) * 0.3).astype(kind)


def with_weights(model):
    rng = np.random.default_rng(5)
    sizes = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    nodes = []
    for node in model.graph.node:
        shape = sizes.get(node.input[0]) if node.op_type == "ConstantOfShape" else None
        if shape is None:
            nodes.append(node)
            continue
        # Sums of many products stay in range, and variances positive.
        drawn = rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:])) if len(shape) > 1 else rng.random(shape) + 0.5
        model.graph.initializer.append(numpy_helper.from_array(drawn.astype(np.float32), node.output[0]))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def write(out, model, dims, given):
    rng = np.random.default_rng(3)
    stored = {tensor.name for tensor in model.graph.initializer}
    # An input that is bound like a dimension is none of the program's.
    feeds = {port.name: draw(port, dims, {**given, **dims}, rng) for port in model.graph.input if port.name not in stored}
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    outputs = onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, feeds)
    data = out / "test_data_set_0"
    data.mkdir(parents=True)
    (out / "model.onnx").write_bytes(model.SerializeToString())
    for kind, arrays in (("input", [(name, array) for name, array in feeds.items() if name not in dims]), ("output", zip((port.name for port in model.graph.output), outputs))):
        for index, (name, array) in enumerate(arrays):
            (data / f"{kind}_{index}.pb").write_bytes(numpy_helper.from_array(array, name).SerializeToString())


def main():
    models, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    cases = []

    def add(name, model, dims, given, shardings):
        write(out / name, model, dims, given)
        listed = [{"name": f"set{index}", "mesh": "x=2", "shard": shards} for index, shards in enumerate(shardings)]
        cases.append({"model": name, "name": name, "dims": dims, "tolerance": 1e-4, "cases": listed})

    for name, dims, given, shardings in PACKAGED:
        add(name, onnx.load(models / f"{name}.onnx"), dims, given, shardings)
    for name, image in LIGHT:
        path = pathlib.Path(onnx.__file__).parent / f"backend/test/data/light/light_{name}.onnx"
        add(f"light/{name}", with_weights(onnx.load(path)), {}, {}, [[f"{image}=[{{}}, {{}}, {{x}}, {{}}]"]])
    (out / "cases.json").write_text(json.dumps(cases, indent=1))


main()
