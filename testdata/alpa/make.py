"""Writes the graphs beside this file with JAX: `python make.py`.

They are the programs of the tests of Alpa's prototype solver (OSDI 2022; alpa, playground/auto_sharding_solver), written anew: linear
layers with the gradients and updates of their weights, attention, and dots behind transposes and reshapes. Weights are donated, so that a
weight and its update share a buffer, as Alpa's aliases say. Sizes in names: dp = more batch than width, mp = more width than batch.
"""

import pathlib

import jax
import jax.numpy as jnp
from jax import lax

HERE = pathlib.Path(__file__).parent


def write(name, function, shapes, donated=()):
    arguments = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes]
    text = jax.jit(function, donate_argnums=donated, keep_unused=True).lower(*arguments).as_text()
    (HERE / f"{name}.mlir").write_text(text)


def dot(left, right):
    return lax.dot_general(left, right, (((1,), (0,)), ((), ())))


def mlp(layers, biased):
    """The update of every weight (and bias) by the gradient of the squared error, without activations."""

    def loss(weights, x, y):
        for layer in range(layers):
            x = dot(x, weights[layer])
            if biased:
                x = x + weights[layers + layer]
        return jnp.mean((x - y) ** 2)

    def step(x, y, *weights):
        return tuple(weight - gradient for weight, gradient in zip(weights, jax.grad(loss)(weights, x, y)))

    return step


def write_mlp(name, layers, batch, width, biased=False):
    weights = [(width, width)] * layers + [(width,)] * (layers if biased else 0)
    write(name, mlp(layers, biased), [(batch, width)] * 2 + weights, tuple(range(2, 2 + len(weights))))


def attention(batch, sequence, width, heads):
    def forward(states, mask, wq, bq, wk, bk, wv, bv, wo, bo):
        states = states.reshape(batch * sequence, width)

        def project(weight, bias):
            return dot(states, weight.reshape(width, width)).reshape(batch, sequence, heads, width // heads) + bias

        query, key, value = project(wq, bq) * 0.125, project(wk, bk), project(wv, bv)
        query, key, value = query.transpose(0, 2, 1, 3), key.transpose(0, 2, 3, 1), value.transpose(0, 2, 3, 1)
        scores = lax.dot_general(query, key, (((3,), (2,)), ((0, 1), (0, 1))))
        hidden = lax.select(mask > 0, jnp.zeros_like(mask), jnp.full_like(mask, -1e10))
        scores = scores + hidden[:, None, None, :]
        exponents = jnp.exp(scores - scores.max(axis=3, keepdims=True))
        shares = exponents / exponents.sum(axis=3, keepdims=True)
        mixed = lax.dot_general(value, shares, (((3,), (3,)), ((0, 1), (0, 1))))
        mixed = mixed.transpose(0, 3, 1, 2).reshape(batch * sequence, width)
        return dot(mixed, wo.reshape(width, width)).reshape(batch, sequence, width) + bo

    weight, bias = (width, heads, width // heads), (heads, width // heads)
    return forward, [(batch, sequence, width), (batch, sequence)] + [weight, bias] * 3 + [weight, (width,)]


def turned(left, right):
    return dot(left.T, right.T).T


def turned_often(left, right):
    return dot(left.T.T.T, right.T.T.T).T.T


def reshaped(left, right):
    return dot(left.reshape(128, 2048), right.reshape(2048, 128))


def reshaped_often(left, right):
    left, right = left.reshape(128, 2048).reshape(32, 4, 2048), right.reshape(2048, 128).reshape(512, 4, 128)
    return reshaped(left, right).reshape(128, 2, 64)


def added(left, right):
    return dot(left, right) + dot(left, right)


def reused(left, right, start):
    total = start
    for _ in range(3):
        total = total + dot(left, right).reshape(32, 4, 128)
    return tuple(jnp.exp(total) for _ in range(6))


if __name__ == "__main__":
    write_mlp("mlp2_dp", 2, 1024, 128)
    write_mlp("mlp2_mp", 2, 128, 1024)
    write_mlp("mlp12_dp", 12, 1024, 128)
    write_mlp("mlp12_mp", 12, 128, 1024)
    write_mlp("mlp2_bias_dp", 2, 1024, 128, biased=True)
    write_mlp("mlp2_bias_mp", 2, 128, 1024, biased=True)
    write("attention_512", *attention(4, 128, 512, 16))
    write("attention_2048", *attention(4, 128, 2048, 16))
    write("transpose", turned, [(2048, 128), (128, 2048)])
    write("transposes", turned_often, [(2048, 128), (128, 2048)])
    write("reshape", reshaped, [(128, 1024, 2), (1024, 2, 128)])
    write("reshapes", reshaped_often, [(128, 1024, 2), (1024, 2, 128)])
    write("added", added, [(128, 2048), (2048, 128)])
    write("reused", reused, [(128, 2048), (2048, 128), (32, 4, 128)])
