"""Writes forward programs of JAX as StableHLO text and JAX's gradients of them: `NAME.mlir` and `NAME.npz` beside this file.

Each program takes its arguments to one scalar. In the `.npz`: `argK`, and `gradK` for every argument of floats. Lowered for TPUs, where
factorisations, sorts and windows are StableHLO ops and no calls of libraries; JAX computes the gradients on the CPU, in float64 also for
programs in float32. Made with jax 0.10.2: `python testdata/autodiff/make.py`.
"""

import pathlib

import jax

jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp
import numpy as np
from jax import lax

FOLDER = pathlib.Path(__file__).parent
PROGRAMS = {}


def program(*shapes, ints=(), positive=False):
    """A program with float arguments of these shapes, then integer arguments of these (limit, shape)."""

    def register(function):
        PROGRAMS[function.__name__] = (function, shapes, ints, positive)
        return function

    return register


@program((2, 3, 9, 8), (6, 3, 3, 3), (6, 2, 3, 2), (6 * 3 * 4, 5), ints=[(5, (2,))])
def conv_net(x, k1, k2, w, labels):
    x = lax.conv_general_dilated(x, k1, (2, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))
    x = jax.nn.gelu(x)
    x = lax.conv_general_dilated(
        x, k2, (1, 2), [(2, 0), (1, 1)], rhs_dilation=(1, 2), feature_group_count=3, dimension_numbers=("NCHW", "OIHW", "NCHW")
    )
    x = lax.reduce_window(jax.nn.silu(x), 0.0, lax.add, (1, 1, 2, 2), (1, 1, 2, 1), "VALID")
    x = jax.image.resize(x, (2, 6, 3, 4), "linear").reshape(2, -1)
    logits = jax.nn.log_softmax(x @ w)
    return -jnp.mean(jnp.take_along_axis(logits, labels[:, None], axis=1))


@program((2, 4, 4, 3), (2, 2, 3, 4))
def transposed_conv(x, k):
    y = lax.conv_transpose(x, k, (2, 2), "SAME")
    z = lax.conv_transpose(jnp.tanh(y), k.transpose(0, 1, 3, 2), (1, 2), "VALID", rhs_dilation=(2, 1))
    return jnp.mean(z**2)


@program((4, 5, 5, 3), (3,), (3,), (3, 3, 3, 2))
def batch_norm(x, scale, offset, k):
    mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
    y = (x - mean) * lax.rsqrt(var + 1e-5) * scale + offset
    y = lax.conv_general_dilated(jax.nn.relu(y), k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jnp.sum(y**2)


@program((2, 7, 8, 3), (3, 4))
def max_pool(x, w):
    y = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    z = lax.reduce_window(x, jnp.inf, lax.min, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jnp.sum((y @ w) ** 2) + jnp.sum(jnp.sin(z))


@program((10, 4), (4,), (4,), ints=[(10, (2, 3))])
def embedding(table, gain, bias, tokens):
    x = table[tokens] + jnp.take(table, tokens + 8, axis=0, mode="clip") * 0.5
    x = x + table.at[tokens - 3].get(mode="fill", fill_value=0.25)
    centred = x - x.mean(-1, keepdims=True)
    x = centred / jnp.sqrt(centred.var(-1, keepdims=True) + 1e-5) * gain + bias
    return jnp.sum(jax.nn.logsumexp(x @ table.T, axis=-1) ** 2)


@program((3, 4), (5, 4, 4), (5, 4))
def scan_layers(x, w, b):
    def layer(x, weights):
        w, b = weights
        y = jnp.tanh(x @ w + b) + x
        return y, y.sum()

    y, sums = lax.scan(layer, x, (w, b))
    return jnp.sum(y**2) + jnp.sum(jnp.sin(sums))


@program((5, 2, 3), (3, 12), (4, 12), (12,))
def lstm(xs, wx, wh, bias):
    h = xs.shape[1], wh.shape[0]

    def cell(carry, x):
        h, c = carry
        i, f, g = jnp.split(x @ wx + h @ wh + bias, 3, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jnp.tanh(c), c), c

    zeros = jnp.zeros(h, xs.dtype)
    (h, _), cs = lax.scan(cell, (zeros, zeros), xs, reverse=True)
    return jnp.sum(h**2) + jnp.mean(cs)


@program((2, 6, 8), (8, 24), (8, 8))
def attention(x, w, o):
    q, k, v = (part.reshape(2, 6, 2, 4).transpose(0, 2, 1, 3) for part in jnp.split(x @ w, 3, axis=-1))
    scores = q @ k.transpose(0, 1, 3, 2) / 2.0
    scores = jnp.where(jnp.tril(jnp.ones((6, 6), bool)), scores, -1e9)
    y = (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(2, 6, 8)
    return jnp.sum((y @ o) ** 2)


@program((4,), (4,), ints=[(3, ())])
def branches(x, y, which):
    a = lax.switch(which, [lambda x: jnp.sin(x) * y, lambda x: x * x, lambda x: jnp.exp(x) + y], x)
    b = lax.cond(x[0] > 0, lambda a: a * y, lambda a: a - y**2, a)
    return jnp.sum(b**2) + lax.fori_loop(0, 3, lambda i, s: s + jnp.sum(jnp.cos(y * i)), jnp.zeros((), x.dtype))


@program((5, 4), (5, 4))
def sorts(x, y):
    a = jnp.sort(x, axis=0)
    order = jnp.argsort(x, axis=1)
    b = jnp.take_along_axis(y, order, axis=1)
    c, d = lax.sort((x, y), dimension=1, num_keys=1)
    return jnp.sum(a**2 * y) + jnp.sum(b**3) + jnp.sum(jnp.sin(c) * d) + jnp.median(x)


@program((5, 4))
def running(x):
    return jnp.sum(jnp.cumsum(x, 0) ** 2) + jnp.sum(jnp.cumprod(x, 1)) + jnp.sum(lax.cummax(x, 0) ** 2) + jnp.sum(lax.cumlogsumexp(x, 1))


@program((3, 4, 4), (3, 4, 2))
def cholesky_solve(x, b):
    a = x @ x.transpose(0, 2, 1) + 2 * jnp.eye(4, dtype=x.dtype)
    factor = jnp.linalg.cholesky(a)
    y = lax.linalg.triangular_solve(factor, b, left_side=True, lower=True)
    z = lax.linalg.triangular_solve(factor, y, left_side=True, lower=True, transpose_a=True)
    return jnp.sum(z * b) + jnp.sum(jnp.log(jnp.diagonal(factor, axis1=1, axis2=2)))


@program((3, 8), (5,))
def fourier(x, filters):
    y = jnp.fft.irfft(jnp.fft.rfft(x) * filters, 8)
    z = jnp.fft.ifft2(jnp.fft.fft2(x + 1j * jnp.sin(x)) * (1 + 0.5j))
    return jnp.sum(y**3) + jnp.sum(jnp.abs(z) ** 2) + jnp.sum(jnp.real(jnp.fft.rfft(x, axis=0)) ** 2)


@program((6, 4), (4, 3), (3, 4, 5), (3, 5, 4))
def experts(x, router, w1, w2):
    gates = jax.nn.softmax(x @ router)
    values, places = lax.top_k(gates, 2)
    values = values / values.sum(-1, keepdims=True)
    combine = jnp.sum(jax.nn.one_hot(places, 3, dtype=x.dtype) * values[..., None], axis=1)
    hidden = jax.nn.gelu(jnp.einsum("td,edf->tef", x, w1), approximate=False)
    y = jnp.einsum("tef,efd,te->td", hidden, w2, combine)
    balance = 3 * jnp.sum(gates.mean(0) * jax.nn.one_hot(places[:, 0], 3, dtype=x.dtype).mean(0))
    return jnp.sum(y**2) + balance


@program((4, 5), (4, 5), positive=True)
def reductions(x, y):
    best = jnp.take_along_axis(x, jnp.argmax(y, axis=1)[:, None], axis=1)
    parts = [x.prod(0).sum(), x.max(1).sum(), y.min(), jnp.var(x * y), jnp.linalg.norm(x), (best**2).sum(), jnp.std(y, axis=0).sum()]
    return sum(parts) + jnp.sum(lax.reduce(x, -jnp.array(30.0, x.dtype), jnp.logaddexp, (1,)))


@program((6, 3), (4, 3), ints=[(6, (4,))])
def scatters(x, u, i):
    a = x.at[i].add(u)
    b = x.at[i].set(jnp.sin(u), unique_indices=False)
    c = x.at[i].max(u)
    d = x.at[i].min(u * x[0])
    e = x.at[jnp.array([4, 0, 1, 5])].multiply(u, unique_indices=True)
    return sum(jnp.sum(part**2 * (1 + k)) for k, part in enumerate([a, b, c, d, e]))


@program((3, 4), (3, 4), positive=True)
def functions(x, y):
    small = x / 4
    values = [jnp.arcsin(small), jnp.arccos(small), jnp.arctan(x), jnp.arcsinh(x), jnp.arccosh(x + 1), jnp.arctanh(small)]
    values += [jnp.sinh(x), jnp.cosh(x), jnp.tan(small), lax.erf(x), lax.erfc(x), lax.erf_inv(small), jnp.cbrt(x), jnp.log1p(x)]
    values += [jnp.expm1(x), x**y, jnp.arctan2(x, y), jnp.mod(x, y + 2), jnp.clip(x, 0.7, 1.3), jnp.logaddexp(x, y), lax.rsqrt(x)]
    values += [jnp.hypot(x, y), jnp.abs(lax.complex(x, y)), jnp.angle(lax.complex(x, y)), jnp.square(x - y), lax.square(x), jax.nn.softplus(x)]
    return sum(jnp.sum(value * (1 + 0.1 * k)) for k, value in enumerate(values))


def main():
    for name, (function, shapes, ints, positive) in PROGRAMS.items():
        rng = np.random.default_rng(sum(name.encode()))
        floats = [rng.uniform(0.3, 1.7, shape) if positive else rng.normal(size=shape) for shape in shapes]
        whole = [rng.integers(0, limit, shape).astype(np.int32) for limit, shape in ints]
        for kind in (np.float32, np.float64):
            args = [value.astype(kind) for value in floats] + whole
            wide = [value.astype(np.float64) if value.dtype == np.float32 else value for value in args]
            grads = jax.jit(jax.grad(function, argnums=tuple(range(len(shapes)))))(*wide)
            lowered = jax.jit(function, keep_unused=True).trace(*args).lower(lowering_platforms=("tpu",))
            stem = f"{name}_{'f32' if kind == np.float32 else 'f64'}"
            (FOLDER / f"{stem}.mlir").write_text(str(lowered.compiler_ir("stablehlo")))
            arrays = {f"arg{index}": value for index, value in enumerate(args)}
            arrays |= {f"grad{index}": np.asarray(grad).astype(kind) for index, grad in enumerate(grads)}
            np.savez_compressed(FOLDER / f"{stem}.npz", **arrays)


if __name__ == "__main__":
    main()
