"""Makes the expected values of eval.mlir: each function is compiled and run by XLA's CPU backend.

    JAX_PLATFORMS=cpu python make.py [FOLDER]     # needs jax; reads eval.mlir, writes eval_expected.mlir

Also makes shardy_rules.mlir from rules.mlir with Shardy's own pass (both are in the jaxlib wheel).
"""
import os
import sys
# StableHLO's folder of constants dies of integer division by zero, adds truth values modulo 2 and ignores the total
# order of floats: such operands stand behind a barrier in eval.mlir.
os.environ["XLA_FLAGS"] = "--xla_disable_hlo_passes=constant_folding"
import numpy as np
import jax
from jax._src.interpreters import mlir as jmlir
from jax._src.lib import xla_client as xc
from jax._src.lib.mlir import ir, passmanager

TYPES = {"bool": "i1", "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "complex64": "complex<f32>",
         "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "ui8", "uint32": "ui32", "uint64": "ui64"}

def element(value):
    if isinstance(value, (np.bool_, bool)):
        return "true" if value else "false"
    if isinstance(value, np.complexfloating):
        return f"({element(value.real)}, {element(value.imag)})"
    if isinstance(value, np.integer):
        return str(int(value))
    value = float(value)
    if np.isnan(value):
        return "0x7FC00000"
    if np.isinf(value):
        return "0x7F800000" if value > 0 else "0xFF800000"
    return f"{value:.7e}"

def elements(array):
    if array.ndim == 0:
        return element(array[()])
    return "[" + ", ".join(elements(part) for part in array) + "]"

def constant(array):
    shape = "".join(f"{size}x" for size in array.shape)
    body = elements(array) if array.size else ""
    return f"stablehlo.constant dense<{body}> : tensor<{shape}{TYPES[array.dtype.name]}>"

def run(func):
    text = func.get_asm().replace(f"@{func.attributes['sym_name'].value}(", "@main(", 1)
    options = xc.CompileOptions()
    client = jax.devices()[0].client
    devices = xc.DeviceList(tuple(jax.devices()[:1]))
    loaded = client.compile_and_load("module {\n" + text + "\n}", devices, options)
    return [np.asarray(out[0]) for out in loaded.execute_sharded([]).disassemble_into_single_device_arrays()]

def main():
    jax.config.update("jax_enable_x64", True)
    if len(sys.argv) > 1:
        os.chdir(sys.argv[1])
    with jmlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(open("eval.mlir").read())
        with open("eval_expected.mlir", "w") as out:
            for func in module.body.operations:
                name = func.attributes["sym_name"].value
                try:
                    results = run(func.operation)
                except Exception as why:
                    raise SystemExit(f"@{name}: {why}")
                types = ", ".join(constant(result).split(" : ", 1)[1] for result in results)
                out.write(f"func.func @{name}() -> ({types}) {{\n")
                for index, result in enumerate(results):
                    out.write(f"  %{index} = {constant(result)}\n")
                out.write(f"  return {', '.join(f'%{i}' for i in range(len(results)))} : {types}\n}}\n")
        module = ir.Module.parse(open("rules.mlir").read())
        passmanager.PassManager.parse("builtin.module(func.func(sdy-populate-op-sharding-rules))").run(module.operation)
        open("shardy_rules.mlir", "w").write(module.operation.get_asm())

main()
