"""Prints, for each case in the layout of ONNX's backend tests, its name and the shortest time of a run in ONNX Runtime on one thread, in seconds.

Usage: time_onnxruntime.py RUNS FOLDER…
"""

import pathlib
import sys
import time

import onnx
import onnxruntime
from onnx import numpy_helper

runs = int(sys.argv[1])
for folder in map(pathlib.Path, sys.argv[2:]):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    data = folder / "test_data_set_0"
    feeds = {}
    for index, port in enumerate(session.get_inputs()):
        feeds[port.name] = numpy_helper.to_array(onnx.TensorProto.FromString((data / f"input_{index}.pb").read_bytes()))
    shortest = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        session.run(None, feeds)
        shortest = min(shortest, time.perf_counter() - begin)
    print(folder.name, shortest)
