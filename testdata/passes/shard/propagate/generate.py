#!/usr/bin/env python3
"""Writes what Shardy makes of the programs in this folder, as comments after each program.

The expectations are not ours: they come from the real engine, the Shardy passes inside the jaxlib wheel
(`pip install jax==0.10.2 jaxlib==0.10.2`). Run without arguments after a change of a program; run with `--random`
to write `random.mlir` anew first (programs from `random_programs.py`, by seed).

A case is a program between lines `// -----`, its title in `// case:`. An expectation has one line for each argument
(`arg`), each result (`res`) and each op in order: its name and the sharding of each of its results, `-` where it is
fully open. Constants are copied by use before propagation, so they occur once a use.
"""

import os
import re
import sys
from pathlib import Path

from jax._src.interpreters import mlir as jax_mlir
from jax._src.lib.mlir import ir, passmanager

FOLDER = Path(__file__).parent
PASSES = [
    "sdy-import-pipeline",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-user-priority-propagate",
    "func.func(sdy-sink-data-flow-edges)",
]
OPEN = re.compile(r"^<@\w+, \[(\{\?\}(, \{\?\})*)?\]>$")


def split(text):
    """The shardings of a `[<…>, <…>]` list."""
    depth, start, parts = 0, None, []
    for at, char in enumerate(text):
        if char == "<":
            depth += 1
            start = at if depth == 1 else start
        elif char == ">":
            depth -= 1
            if depth == 0:
                parts.append(text[start : at + 1])
    return ["-" if OPEN.match(part) else part for part in parts]


def of_attribute(attribute):
    return split(re.sub(r"^#sdy\.sharding(_per_value<|)", "", str(attribute)))


def lines_of(op, out):
    name = op.name
    if name == "func.func":
        for kind, key, count in (("arg", "arg_attrs", len(op.regions[0].blocks[0].arguments)), ("res", "res_attrs", None)):
            attrs = op.attributes[key] if key in op.attributes else []
            count = count if count is not None else len(ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value).results)
            for index in range(count):
                attr = attrs[index] if index < len(attrs) else {}
                out.append(f"{kind} " + (of_attribute(attr["sdy.sharding"])[0] if "sdy.sharding" in attr else "-"))
    elif name == "sdy.manual_computation":
        out.append(" ".join([name, *of_attribute(op.attributes["in_shardings"]), "->", *of_attribute(op.attributes["out_shardings"])]))
    elif name not in ("builtin.module", "sdy.mesh", "sdy.sharding_group"):
        shardings = ["-"] * len(op.results)
        for key in ("sdy.sharding", "sharding"):
            if key in op.attributes:
                shardings = of_attribute(op.attributes[key])
        out.append(" ".join([name.replace("sdy.constant", "stablehlo.constant"), *shardings]))
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                lines_of(inner.operation, out)


def propagate(program):
    with jax_mlir.make_ir_context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(program)
        for name in PASSES:
            passmanager.PassManager.parse(f"builtin.module({name})").run(module.operation)
        out = []
        lines_of(module.operation, out)
        return out


def in_child(program):
    """Shardy ends the process where it meets what it does not expect, so each program has its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(write, "w") as pipe:
            pipe.write("\n".join(propagate(program)))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text.splitlines()


def bless(path):
    cases = []
    for case in path.read_text().split("// -----\n"):
        program = "".join(line for line in case.splitlines(True) if not line.startswith("// expect:"))
        expected = in_child(program)
        if not expected:
            raise SystemExit(f"{path.name}: Shardy refuses\n{program}")
        cases.append(program + "".join(f"// expect: {line}\n" for line in expected))
    path.write_text("// -----\n".join(cases))


def main():
    if "--random" in sys.argv:
        from random_programs import program

        cases, seed = [], 0
        while len(cases) < 60:
            seed += 1
            text = program(seed)
            if in_child(text):
                cases.append(f"// case: random program {seed}\n{text}")
        (FOLDER / "random.mlir").write_text("// -----\n".join(cases))
    for path in sorted(FOLDER.glob("*.mlir")):
        bless(path)


if __name__ == "__main__":
    main()
