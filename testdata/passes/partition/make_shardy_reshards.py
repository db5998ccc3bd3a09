#!/usr/bin/env python3
"""Writes what Shardy's `sdy-reshard-to-collectives` makes of random reshards: usage: make_shardy_reshards.py SEED COUNT > FILE

Needs jaxlib (0.10.2 wrote the file here: seed 1, 1500 reshards). A line a reshard: mesh | sizes | from | to | steps, each a collective and
the axes of every dimension after it. Dimensions are separated by `;`, axes by `,`; `x:2:4` is the part (2)4 of axis x."""
import random, re, sys
from jax._src.interpreters import mlir as jmlir
from jax._src.lib.mlir import ir, passmanager

MESHES = [dict(x=2, y=2, z=2), dict(x=2, y=4), dict(x=8), dict(x=4), dict(x=2, y=2), dict(x=6), dict(x=3, y=2), dict(x=4, y=4),
          dict(x=2, y=2, z=4), dict(x=16), dict(x=2, y=3, z=2)]
SIZES = [[16, 16, 16], [48, 24, 12], [64, 32, 8], [7, 16, 5], [12, 12, 12], [144, 96, 48]]


def placement(rng, mesh, rank):
    """Axes, or parts of them, as (name, pre, size) put on dimensions at random."""
    parts = []
    for name, total in mesh.items():
        pre = 1
        while pre < total:
            sizes = [size for size in range(2, total // pre + 1) if total // pre % size == 0]
            size = rng.choice(sizes) if rng.random() < 0.4 else total // pre
            if rng.random() < 0.7:
                parts.append((name, pre, size))
            pre *= size
    rng.shuffle(parts)
    dims = [[] for _ in range(rank)]
    for name, pre, size in parts:
        dim = rng.choice(dims)
        if dim and dim[-1][0] == name and dim[-1][1] * dim[-1][2] == pre:
            dim[-1] = (name, dim[-1][1], dim[-1][2] * size)
        else:
            dim.append((name, pre, size))
    return dims


def sdy(mesh, dims):
    part = lambda name, pre, size: f'"{name}"' + ("" if size == mesh[name] else f":({pre}){size}")
    return "[" + ", ".join("{" + ", ".join(part(*axis) for axis in dim) + "}" for dim in dims) + "]"


def divides(mesh, *placements):
    """Whether the cuts of every axis divide one another."""
    for name in mesh:
        cuts = sorted({1} | {cut for dims in placements for dim in dims for axis, pre, size in dim if axis == name for cut in (pre, pre * size)})
        if any(minor % major for major, minor in zip(cuts, cuts[1:])):
            return False
    return True


def short(text):
    text = re.sub(r":\((\d+)\)(\d+)", r":\1:\2", re.sub(r'[" \[\]]', "", text))
    return ";".join(re.findall(r"\{([^}]*)\}", text))


def shardy(text):
    context = jmlir.make_ir_context()
    with context:
        module = ir.Module.parse(text)
        passmanager.PassManager.parse("builtin.module(func.func(sdy-reshard-to-collectives))").run(module.operation)
        return module.operation.get_asm()


def main(seed, count):
    rng, done = random.Random(seed), 0
    while done < count:
        mesh, batch = rng.choice(MESHES), []
        while len(batch) < min(100, count - done):
            rank = rng.randrange(1, 4)
            sizes = rng.choice(SIZES)[:rank]
            before, after = placement(rng, mesh, rank), placement(rng, mesh, rank)
            if before != after and divides(mesh, before, after):
                batch.append((sizes, sdy(mesh, before), sdy(mesh, after)))
        text = "sdy.mesh @m = <[" + ", ".join(f'"{name}"={size}' for name, size in mesh.items()) + "]>\n"
        for index, (sizes, before, after) in enumerate(batch):
            ty = f"tensor<{'x'.join(map(str, sizes))}xf32>"
            text += f"""func.func @f{index}(%a: {ty} {{sdy.sharding = #sdy.sharding<@m, {before}>}}) -> {ty} {{
                %0 = sdy.reshard %a <@m, {after}> : {ty}
                return %0 : {ty} }}\n"""
        for (sizes, before, after), body in zip(batch, re.split(r"func\.func", shardy(text))[1:]):
            steps = re.findall(r"= sdy\.(\w+) .*?(?:out_sharding=|%\w+ )<@m, (\[.*?\])>", body)
            line = [",".join(f"{name}={size}" for name, size in mesh.items()), "x".join(map(str, sizes)), short(before), short(after)]
            print("|".join(line + [f"{kind} {short(dims)}" for kind, dims in steps]))
        done += len(batch)


main(int(sys.argv[1]), int(sys.argv[2]))
