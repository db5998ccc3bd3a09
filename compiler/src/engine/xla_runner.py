"""Runs StableHLO modules on XLA's CPU devices through JAX: one job a line on stdin, one answer a line on stdout.

A job is a JSON object:
    module              MLIR text
    mode                "sdy": a module of global shapes with sdy shardings, which XLA's partitioner cuts;
                        "replicas": an already partitioned module, run as it is on each device
                        "memory": such a module, compiled only: the answer has XLA's memory statistics of one device
    devices             number of devices
    arguments, results  [element type, shape] of each argument and result, in MLIR's names: global ones for "sdy",
                        those of one device for "replicas"
    inputs, outputs     files of arrays (.npz): arg0.. and res0.. for "sdy", arg0_dev0.. and res0_dev0.. for "replicas"
An answer is {"ok": true}, or {"ok": false, "error": text}. The first argument is the number of devices to make.
Types that NumPy cannot name are stored as raw bytes (V2, V1).
"""

import json
import os
import sys

# Answers go to the real stdout; whatever libraries print goes to stderr.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "")
    + f" --xla_force_host_platform_device_count={int(sys.argv[1])}"
    + " --xla_cpu_collective_call_terminate_timeout_seconds=600"
)

import jax
import ml_dtypes
import numpy as np
from jax._src.lib import xla_client as xc
from jax._src.sharding_impls import GSPMDSharding
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib.cpu import _lapack

# JAX does this when it lowers a decomposition; without it the custom calls of such a module jump to address 0.
_lapack.initialize()
jax.config.update("jax_enable_x64", True)

DTYPES = {
    **{"i1": np.bool_, "f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16},
    **{"complex<f32>": np.complex64, "complex<f64>": np.complex128},
    **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    **{"i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4},
    **{
        f"f8{name.removeprefix('float8_').upper()}": getattr(ml_dtypes, name)
        for name in dir(ml_dtypes)
        if name.startswith("float8_")
    },
}


def load(path, name, kind):
    element, shape = kind
    array = np.load(path)[name]
    dtype = np.dtype(DTYPES[element])
    if array.dtype.kind == "V":
        array = array.view(dtype)
    if array.dtype != dtype or list(array.shape) != shape:
        raise ValueError(f"{name} must be {element} {shape}, got {array.dtype} {list(array.shape)}")
    return array


def stored(array, element):
    if array.dtype != np.dtype(DTYPES[element]):
        raise ValueError(f"program returns {array.dtype}, expected {element}")
    array = np.ascontiguousarray(array).reshape(array.shape)
    if array.dtype.kind in "biufc" and array.dtype.isbuiltin == 1:
        return array
    return array.view(f"V{array.dtype.itemsize}")


def compile_module(job):
    count = job["devices"]
    devices = jax.devices()[:count]
    if len(devices) != count:
        raise ValueError(f"job takes {count} devices, there are {len(devices)}")
    sdy = job["mode"] == "sdy"
    options = xc.CompileOptions()
    options.num_replicas, options.num_partitions = (1, count) if sdy else (count, 1)
    assignment = np.arange(count).reshape(options.num_replicas, options.num_partitions)
    options.device_assignment = xc.DeviceAssignment.create(assignment)
    build = options.executable_build_options
    build.num_replicas, build.num_partitions = options.num_replicas, options.num_partitions
    build.device_assignment = options.device_assignment
    build.use_spmd_partitioning = sdy
    build.use_shardy_partitioner = True
    # What has no sharding is replicated.
    build.allow_spmd_sharding_propagation_to_parameters = [False]
    build.allow_spmd_sharding_propagation_to_output = [False]
    build.debug_options.xla_backend_optimization_level = 0
    build.debug_options.xla_llvm_disable_expensive_passes = True
    return devices, devices[0].client.compile_and_load(job["module"], xc.DeviceList(tuple(devices)), options)


def run_sdy(job):
    devices, program = compile_module(job)

    def shardings(protos, count):
        if protos is None:
            return [GSPMDSharding(tuple(devices), xc.HloSharding.replicate())] * count
        return [GSPMDSharding(tuple(devices), xc.HloSharding.from_proto(proto)) for proto in protos]

    into = shardings(program.get_parameter_shardings(), len(job["arguments"]))
    out = shardings(program.get_output_shardings(), len(job["results"]))
    arguments = [
        jax.device_put(load(job["inputs"], f"arg{i}", kind), sharding)
        for i, (kind, sharding) in enumerate(zip(job["arguments"], into, strict=True))
    ]
    results = program.execute_sharded(arguments).disassemble_into_single_device_arrays()
    arrays = {}
    for i, (shards, (element, shape), sharding) in enumerate(zip(results, job["results"], out, strict=True)):
        whole = np.zeros(shape, shards[0].dtype)
        places = sharding.devices_indices_map(tuple(shape))
        for shard in shards:
            (device,) = shard.devices()
            if whole[places[device]].shape != shard.shape:
                raise ValueError(f"result {i} has shards of {shard.shape}, which do not tile {tuple(shape)}")
            whole[places[device]] = np.asarray(shard)
        arrays[f"res{i}"] = stored(whole, element)
    np.savez(job["outputs"], **arrays)


def run_replicas(job):
    devices, program = compile_module(job)
    mesh = Mesh(np.array(devices), ("device",))
    arguments = []
    for i, kind in enumerate(job["arguments"]):
        shards = [
            jax.device_put(load(job["inputs"], f"arg{i}_dev{d}", kind), device) for d, device in enumerate(devices)
        ]
        # The array is only a bundle of one buffer a device: its shape says nothing about the program.
        shape = tuple(kind[1])
        bundle, spec = ((shape[0] * len(devices), *shape[1:]), PartitionSpec("device")) if shape else ((), PartitionSpec())
        arguments.append(jax.make_array_from_single_device_arrays(bundle, NamedSharding(mesh, spec), shards))
    results = program.execute_sharded(arguments).disassemble_into_single_device_arrays()
    if len(results) != len(job["results"]):
        raise ValueError(f"program returns {len(results)} results, expected {len(job['results'])}")
    arrays = {
        f"res{i}_dev{devices.index(next(iter(shard.devices())))}": stored(np.asarray(shard), element)
        for i, (shards, (element, _)) in enumerate(zip(results, job["results"]))
        for shard in shards
    }
    np.savez(job["outputs"], **arrays)


def memory(job):
    _, program = compile_module(job)
    stats = program.get_compiled_memory_stats()
    kinds = ("argument", "output", "temp", "alias")
    return {"memory": [getattr(stats, f"{kind}_size_in_bytes") for kind in kinds]}


def main():
    modes = {"sdy": run_sdy, "replicas": run_replicas, "memory": memory}
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer = {"ok": True} | (modes[job["mode"]](job) or {})
        except Exception as error:
            answer = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


main()
