#!/usr/bin/env python3
"""Writes training programs as StableHLO text with sdy shardings, for comparisons of memory: 4 by 2 devices, sizes at which temporaries weigh.

usage: make.py OUTDIR      (needs jax 0.10 with 8 virtual CPU devices, which it asks for)
Nothing here is run with numbers: the programs are compiled, by us and by XLA.
"""

import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

jax.config.update("jax_use_shardy_partitioner", True)
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


def save(name, step, arguments, specs, results, donate=()):
    def placed(specs):
        return jax.tree.map(lambda spec: NamedSharding(mesh, spec), specs, is_leaf=lambda leaf: isinstance(leaf, P))

    jitted = jax.jit(step, in_shardings=placed(specs), out_shardings=placed(results), donate_argnums=donate)
    with open(f"{sys.argv[1]}/{name}.mlir", "w") as file:
        file.write(jitted.lower(*arguments).as_text())


def adam(parameters, first, second, x, y):
    def loss(parameters):
        hidden = x
        for weight, bias in parameters[:-1]:
            hidden = jax.nn.gelu(hidden @ weight + bias)
        weight, bias = parameters[-1]
        return jnp.mean((hidden @ weight + bias - y) ** 2)

    value, gradients = jax.value_and_grad(loss)(parameters)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradients)
    step = lambda p, m, v: p - 1e-3 * m / (jnp.sqrt(v) + 1e-8)
    return value, jax.tree.map(step, parameters, first, second), first, second


sizes = [(256, 1024), (1024, 1024), (1024, 1024), (1024, 256)]
layers = [(f32(*size), f32(size[1])) for size in sizes]
whole = [(P(), P())] * 4
megatron = [(P(None, "model"), P("model")), (P("model"), P())] * 2
zero3 = [(P("data"), P())] * 4
batch = (f32(8192, 256), f32(8192, 256))
for name, spec, donate in [("mlp_dp", whole, ()), ("mlp_tp", megatron, ()), ("mlp_z3", zero3, ()), ("mlp_donated", whole, (0, 1, 2))]:
    save(name, adam, (layers, layers, layers, *batch), (spec, spec, spec, P("data"), P("data")), (P(), spec, spec, spec), donate)


def mixed(parameters, momentum, x, y):
    def loss(parameters):
        hidden = x.astype(jnp.bfloat16)
        for weight in parameters[:-1]:
            hidden = jax.nn.relu(hidden @ weight.astype(jnp.bfloat16))
        return jnp.mean(((hidden @ parameters[-1].astype(jnp.bfloat16)).astype(jnp.float32) - y) ** 2)

    value, gradients = jax.value_and_grad(loss)(parameters)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradients)
    return value, jax.tree.map(lambda p, m: p - 0.1 * m, parameters, momentum), momentum


weights = [f32(512, 1024), f32(1024, 1024), f32(1024, 512)]
save("mixed_dp", mixed, (weights, weights, f32(8192, 512), f32(8192, 512)), ([P()] * 3, [P()] * 3, P("data"), P("data")), (P(), [P()] * 3, [P()] * 3))


def transformer(count, width, heads, hidden, words):
    size = width // heads
    layer = dict(n1=(width,), q=(width, heads, size), k=(width, heads, size), v=(width, heads, size), o=(heads, size, width))
    layer |= dict(n2=(width,), w1=(width, hidden), w2=(hidden, width))
    shapes = dict(emb=(words, width), pos=(512, width), layers=[dict(layer) for _ in range(count)], norm=(width,))

    def normal(x, scale):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * scale

    def block(x, p):
        h = normal(x, p["n1"])
        q, k, v = (jnp.einsum("bsd,dhk->bhsk", h, p[name]) for name in "qkv")
        scores = jnp.einsum("bhsk,bhtk->bhst", q, k) / np.sqrt(size)
        count = scores.shape[-1]
        chances = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((count, count), bool)), scores, -1e9), -1)
        x = x + jnp.einsum("bhst,bhtk,hkd->bsd", chances, v, p["o"])
        return x + jax.nn.gelu(normal(x, p["n2"]) @ p["w1"]) @ p["w2"]

    def loss(p, tokens, labels):
        x = p["emb"][tokens] + p["pos"][: tokens.shape[1]]
        for layer in p["layers"]:
            x = block(x, layer)
        logits = normal(x, p["norm"]) @ p["emb"].T
        return jnp.mean(jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, labels[..., None], -1)[..., 0])

    def step(p, tokens, labels):
        value, gradients = jax.value_and_grad(loss)(p, tokens, labels)
        return value, jax.tree.map(lambda p, g: p - 0.1 * g, p, gradients)

    return step, jax.tree.map(lambda shape: f32(*shape), shapes, is_leaf=lambda leaf: isinstance(leaf, tuple))


def specs_of(tree, by_name):
    if isinstance(tree, dict):
        return {name: specs_of(leaf, by_name) if isinstance(leaf, (dict, list)) else by_name.get(name, P()) for name, leaf in tree.items()}
    return [specs_of(leaf, by_name) for leaf in tree]


columns, rows = P(None, "model"), P("model")
tensor = dict(q=columns, k=columns, v=columns, o=rows, w1=columns, w2=rows)
for name, by_name in [("transformer_tp", tensor), ("transformer_z3", {name: P("data") for name in ("q", "k", "v", "o", "w1", "w2", "emb")})]:
    step, parameters = transformer(2, 256, 4, 1024, 2048)
    spec = specs_of(parameters, by_name)
    save(name, step, (parameters, i32(16, 256), i32(16, 256)), (spec, P("data"), P("data")), (P(), spec))


def convolutions(parameters, x, y):
    def loss(parameters):
        hidden = x
        for index, (kernel, bias) in enumerate(parameters[:-1]):
            stride = (1, 1) if index % 2 == 0 else (2, 2)
            hidden = jax.lax.conv_general_dilated(hidden, kernel, stride, "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            hidden = jax.nn.relu(hidden + bias)
        logits = hidden.mean((1, 2)) @ parameters[-1][0] + parameters[-1][1]
        return jnp.mean(jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, y[:, None], -1)[:, 0])

    value, gradients = jax.value_and_grad(loss)(parameters)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradients)


kernels = [(3, 3, 3, 32), (3, 3, 32, 64), (3, 3, 64, 64), (3, 3, 64, 128), (128, 10)]
filters = [(f32(*kernel), f32(kernel[-1])) for kernel in kernels]
save("convolutions_dp", convolutions, (filters, f32(32, 32, 32, 3), i32(32)), ([(P(), P())] * 5, P("data"), P("data")), (P(), [(P(), P())] * 5))


def scanned(parameters, x, y):
    def loss(parameters):
        return jnp.mean((jax.lax.scan(lambda hidden, weight: (jnp.tanh(hidden @ weight), None), x, parameters)[0] - y) ** 2)

    value, gradient = jax.value_and_grad(loss)(parameters)
    return value, parameters - 0.1 * gradient


save("scanned_dp", scanned, (f32(6, 512, 512), f32(4096, 512), f32(4096, 512)), (P(), P("data"), P("data")), (P(), P()))


def accumulated(parameters, x, y):
    def loss(parameters, x, y):
        for weight in parameters:
            x = jnp.tanh(x @ weight)
        return jnp.mean((x - y) ** 2)

    def body(sums, pair):
        return jax.tree.map(jnp.add, sums, jax.grad(loss)(parameters, *pair)), None

    gradients, _ = jax.lax.scan(body, jax.tree.map(jnp.zeros_like, parameters), (x, y))
    return jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradients)


square, microbatches = [f32(512, 512)] * 4, f32(4, 2048, 512)
save("accumulated_dp", accumulated, (square, microbatches, microbatches), ([P()] * 4, P(None, "data"), P(None, "data")), [P()] * 4)
