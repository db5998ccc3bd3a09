"""Writes the node tests of the installed package onnx, as files: a folder a case. Nothing of them is stored here. Usage: onnx_cases.py FOLDER"""

import pathlib
import sys

import numpy as np
from onnx import TensorProto, numpy_helper
from onnx.backend.test.loader import load_model_tests

MAKERS = {"sequence_type": numpy_helper.from_list, "optional_type": numpy_helper.from_optional, "map_type": numpy_helper.from_dict}


def proto(value, port):
    if isinstance(value, TensorProto):
        return value
    maker = MAKERS.get(port.type.WhichOneof("value"))
    return maker(value, port.name) if maker else numpy_helper.from_array(np.asarray(value), port.name)


def main():
    count = 0
    for case in load_model_tests(kind="node"):
        folder = pathlib.Path(sys.argv[1]) / case.name
        folder.mkdir(parents=True)
        (folder / "model.onnx").write_bytes(case.model.SerializeToString())
        for number, (inputs, outputs) in enumerate(case.data_sets):
            data = folder / f"test_data_set_{number}"
            data.mkdir()
            for kind, values, ports in (("input", inputs, case.model.graph.input), ("output", outputs, case.model.graph.output)):
                for index, (value, port) in enumerate(zip(values, ports)):
                    (data / f"{kind}_{index}.pb").write_bytes(proto(value, port).SerializeToString())
        count += 1
    print(count)


main()
