"""Writes the graphs beside this file with JAX: `python make.py`.

They are the programs of the tests of Alpa's prototype solver (OSDI 2022; alpa, playground/auto_sharding_solver), written anew: linear
layers with the gradients and updates of their weights, attention, and dots behind transposes and reshapes; and training steps of Alpa's own tests. Weights are donated, so that a
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


# The training steps of Alpa's tests (tests/shard_parallel), in plain JAX: sizes in the calls at the end.


def relu(x):
    return lax.select(x > 0, x, jnp.zeros_like(x))


def descent(weights, state, gradients):
    """New weights, and no state."""
    return [weight - 0.1 * gradient for weight, gradient in zip(weights, gradients)], state


def adam(weights, state, gradients):
    """Adam without bias correction, its two moments one list behind the other."""
    half = len(weights)
    first = [0.9 * moment + 0.1 * gradient for moment, gradient in zip(state[:half], gradients)]
    second = [0.999 * moment + 0.001 * gradient * gradient for moment, gradient in zip(state[half:], gradients)]
    return [weight - 0.01 * m / (jnp.sqrt(v) + 1e-8) for weight, m, v in zip(weights, first, second)], first + second


@jax.jit
def adafactor_one(weight, square, gradient):
    """Adafactor (Shazeer and Stern, ICML 2018) of a weight too small to be factored: clipped by its root mean square, scaled by the weight's."""
    square = 0.999 * square + 0.001 * (gradient * gradient + 1e-30)
    update = gradient * lax.rsqrt(square)
    update = update / jnp.maximum(1.0, jnp.sqrt(jnp.mean(update * update)))
    return weight - 0.01 * jnp.maximum(1e-3, jnp.sqrt(jnp.mean(weight * weight))) * update, square


def adafactor(weights, state, gradients):
    """One second moment a weight."""
    updated = [adafactor_one(*one) for one in zip(weights, state, gradients)]
    return [weight for weight, _ in updated], [square for _, square in updated]


@jax.jit
def adam_one(weight, first, second, gradient):
    first = 0.9 * first + 0.1 * gradient
    second = 0.999 * second + 0.001 * gradient * gradient
    return weight - 0.01 * first / (jnp.sqrt(second) + 1e-8), first, second


def adam_outlined(weights, state, gradients):
    """`adam`, a function for each shape of weights: short texts."""
    half = len(weights)
    updated = [adam_one(*one) for one in zip(weights, state[:half], state[half:], gradients)]
    return [weight for weight, _, _ in updated], [first for _, first, _ in updated] + [second for _, _, second in updated]


STATES = {descent: 0, adam: 2, adam_outlined: 2, adafactor: 1}


def write_step(name, model, weights, inputs_of, label_of, optimizer=descent):
    """The step that trains `model(weights, *inputs)` on the squared error to a label."""
    count = len(weights)
    states = weights * STATES[optimizer]

    def loss(weights, inputs, label):
        return jnp.mean((model(weights, *inputs) - label) ** 2)

    def step(*arguments):
        inputs, rest = arguments[: len(inputs_of)], arguments[len(inputs_of) :]
        label, weights, state = rest[0], rest[1 : count + 1], rest[count + 1 :]
        weights, state = optimizer(weights, state, jax.grad(loss)(weights, inputs, label))
        return tuple(weights) + tuple(state)

    shapes = inputs_of + [label_of] + weights + states
    write(name, step, shapes, tuple(range(len(inputs_of) + 1, len(shapes))))


def dense(weights, x):
    weight, bias = next(weights), next(weights)
    return lax.dot_general(x, weight, (((x.ndim - 1,), (0,)), ((), ()))) + bias


def write_deep(name, batch, width, optimizer=adam):
    def model(weights, x):
        weights = iter(weights)
        for _ in range(5):
            x = relu(dense(weights, x))
        return dense(weights, x)

    write_step(name, model, [(width, width), (width,)] * 6, [(batch, width)], (batch, width), optimizer)


def write_dropout(name, batch, width):
    """Two layers of which a tenth of the hidden values is dropped, by a hash of their positions and a seed; a step by Alpa's seed and rate."""

    def loss(weights, seed, x, y):
        hidden = relu(dot(x, weights[0]))
        kept = jax.random.bernoulli(jax.random.wrap_key_data(seed), 0.9, hidden.shape)
        return jnp.mean((dot(lax.select(kept, hidden / 0.9, jnp.zeros_like(hidden)), weights[1]) - y) ** 2)

    def step(seed, x, y, *weights):
        return tuple(weight - 0.1 * gradient for weight, gradient in zip(weights, jax.grad(loss)(weights, seed, x, y)))

    shapes = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in [(batch, width)] * 2 + [(width, width)] * 2]
    text = jax.jit(step, donate_argnums=(3, 4), keep_unused=True).lower(jax.ShapeDtypeStruct((2,), jnp.uint32), *shapes).as_text()
    (HERE / f"{name}.mlir").write_text(text)


def write_accumulated(name, batch, width, parts=2):
    """Two layers whose gradients are summed over parts of the batch in a loop, then applied by momentum."""

    def loss(weights, x, y):
        return jnp.mean((dot(relu(dot(x, weights[0])), weights[1]) - y) ** 2)

    def step(x, y, *arguments):
        weights, momenta = arguments[:2], arguments[2:]

        def accumulate(sums, part):
            return tuple(total + gradient for total, gradient in zip(sums, jax.grad(loss)(weights, *part))), None

        split = [value.reshape(parts, batch // parts, width) for value in (x, y)]
        sums, _ = lax.scan(accumulate, tuple(jnp.zeros_like(weight) for weight in weights), split)
        momenta = tuple(0.9 * momentum + total / parts for momentum, total in zip(momenta, sums))
        return tuple(weight - 0.1 * momentum for weight, momentum in zip(weights, momenta)) + momenta

    write(name, step, [(batch, width)] * 2 + [(width, width)] * 4, (2, 3, 4, 5))


def norm(weights, x):
    scale, shift = next(weights), next(weights)
    mean = x.mean(axis=-1, keepdims=True)
    variance = jnp.maximum((x * x).mean(axis=-1, keepdims=True) - mean * mean, 0.0)
    return (x - mean) * lax.rsqrt(variance + 1e-6) * scale + shift


def attend(weights, x, mask, heads):
    """Self-attention as in BERT, one product for queries, values and keys; added to its input and normed."""
    batch, sequence, width = x.shape
    mixed = dense(weights, x).reshape(batch, sequence, width, 3)
    query, value, key = (mixed[..., index].reshape(batch, sequence, heads, width // heads) for index in range(3))
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) * (width // heads) ** -0.5
    scores = scores + ((1.0 - mask) * -1e10)[:, None, None, :]
    exponents = jnp.exp(scores - lax.stop_gradient(scores.max(axis=-1, keepdims=True)))
    shares = exponents / exponents.sum(axis=-1, keepdims=True)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", shares, value).reshape(batch, sequence, width)
    return norm(weights, dense(weights, mixed) + x)


def write_bert(name, batch, sequence, width, heads, layers=2, again=False, optimizer=descent):
    """Transformer layers; with `again`, the way back computes each anew from its input."""

    def one(weights, x, mask):
        weights = iter(weights)
        x = attend(weights, x, mask, heads)
        hidden = dense(weights, x)
        hidden = hidden * 0.5 * (1.0 + lax.tanh(0.8 * hidden))
        return norm(weights, dense(weights, hidden) + x)

    def model(weights, x, mask):
        for index in range(layers):
            x = (jax.checkpoint(one) if again else one)(weights[12 * index : 12 * index + 12], x, mask)
        return x

    w = width
    attention = [(w, 3 * w), (3 * w,), (w, w), (w,), (w,), (w,)]
    layer = attention + [(w, 4 * w), (4 * w,), (4 * w, w), (w,), (w,), (w,)]
    write_step(name, model, layer * layers, [(batch, sequence, w), (batch, sequence)], (batch, sequence, w), optimizer)


def entropy(logits, labels):
    """The cross entropy of every position's label, summed; labels as 0 and 1, as Alpa's tests have them."""
    shifted = logits - lax.stop_gradient(logits.max(axis=-1, keepdims=True))
    wanted = (labels[..., None] == lax.broadcasted_iota(jnp.int32, logits.shape, 2)).astype(jnp.float32)
    return -(wanted * (shifted - jnp.log(jnp.exp(shifted).sum(axis=-1, keepdims=True)))).sum()


def write_language(name, model, weights, batch, sequence, optimizer):
    """The step that trains `model(weights, tokens, positions, mask)` on the cross entropy of its logits."""
    count = len(weights)

    def loss(weights, tokens, positions, mask, labels):
        return entropy(model(weights, tokens, positions, mask), labels)

    def step(tokens, positions, mask, labels, *arguments):
        weights, state = arguments[:count], arguments[count:]
        weights, state = optimizer(weights, state, jax.grad(loss)(weights, tokens, positions, mask, labels))
        return tuple(weights) + tuple(state)

    whole = jax.ShapeDtypeStruct((batch, sequence), jnp.int32)
    given = [whole, whole, jax.ShapeDtypeStruct((batch, sequence), jnp.float32), whole]
    shapes = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in weights * (1 + STATES[optimizer])]
    donated = tuple(range(4, 4 + len(shapes)))
    (HERE / f"{name}.mlir").write_text(jax.jit(step, donate_argnums=donated, keep_unused=True).lower(*given, *shapes).as_text())


def embed(weights, tokens, positions):
    """Words and positions, normed."""
    words, places = next(weights), next(weights)
    x = words.at[tokens].get(mode="clip") + places.at[positions].get(mode="clip")
    return norm(weights, x)


def feed(weights, x):
    hidden = dense(weights, x)
    hidden = hidden * 0.5 * (1.0 + lax.tanh(0.8 * hidden))
    return norm(weights, dense(weights, hidden) + x)


def write_moe(name, batch, sequence, width, heads, group, experts, vocabulary=None, optimizer=descent):
    """Attention, and a layer of experts with two of them a position (GShard); with a vocabulary, embeddings and an ordinary layer before it
    and a product with the vocabulary behind."""
    groups, room = batch * sequence // group, 2 * group // experts

    def routes(gates):
        total, filled = 0.0, 0.0
        for _ in range(2):
            chosen = jax.nn.one_hot(jnp.argmax(lax.stop_gradient(gates), axis=-1), experts, dtype=jnp.float32)
            place = (jnp.cumsum(chosen, axis=1) - chosen + filled) * chosen
            filled = filled + chosen.sum(axis=1, keepdims=True)
            fits = chosen * (place < room)
            slots = jax.nn.one_hot(place.sum(axis=-1).astype(jnp.int32), room, dtype=jnp.float32)
            total = total + (gates * fits)[..., None] * slots[:, :, None, :]
            gates = gates * (1.0 - chosen)
        return total

    def experts_layer(weights, x, mask):
        x = attend(weights, x, mask, heads)
        gate, first, second = next(weights), next(weights), next(weights)
        tokens = x.reshape(groups, group, width)
        logits = jnp.einsum("gsm,me->gse", tokens, gate)
        exponents = jnp.exp(logits - lax.stop_gradient(logits.max(axis=-1, keepdims=True)))
        combine = routes(exponents / exponents.sum(axis=-1, keepdims=True))
        dispatch = lax.stop_gradient((combine > 0).astype(jnp.float32))
        sent = jnp.einsum("gsec,gsm->egcm", dispatch, tokens)
        hidden = relu(jnp.einsum("egcm,emh->egch", sent, first))
        back = jnp.einsum("egch,ehm->gecm", hidden, second)
        mixed = jnp.einsum("gsec,gecm->gsm", combine, back).reshape(x.shape)
        return norm(weights, mixed + x)

    w = width
    attention = [(w, 3 * w), (3 * w,), (w, w), (w,), (w,), (w,)]
    weights = attention + [(w, experts), (experts, w, 4 * w), (experts, 4 * w, w), (w,), (w,)]
    if vocabulary is not None:

        def model(weights, tokens, positions, mask):
            weights = iter(weights)
            x = embed(weights, tokens, positions)
            x = experts_layer(weights, feed(weights, attend(weights, x, mask, heads)), mask)
            return dense(weights, x)

        before = [(vocabulary, w), (sequence, w), (w,), (w,)] + attention + [(w, 4 * w), (4 * w,), (4 * w, w), (w,), (w,), (w,)]
        write_language(name, model, before + weights + [(w, vocabulary), (vocabulary,)], batch, sequence, optimizer)
        return

    def model(weights, x, mask):
        return experts_layer(iter(weights), x, mask)

    write_step(name, model, weights, [(batch, sequence, w), (batch, sequence)], (batch, sequence, w), optimizer)


def convolve(x, kernel, stride, groups=1):
    numbers = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=numbers, feature_group_count=groups)


def batch_norm(weights, x):
    scale, shift = next(weights), next(weights)
    mean = x.mean(axis=(0, 1, 2))
    variance = jnp.maximum((x * x).mean(axis=(0, 1, 2)) - mean * mean, 0.0)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def write_conv(name, layers, batch, size, channels):
    def model(weights, x):
        weights = iter(weights)
        for _ in range(layers):
            # The kernel stands before the norm's scale and shift in the list.
            x = convolve(x, next(weights), 2)
            x = relu(batch_norm(weights, x))
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 1, 1, 1), "SAME")
        return x

    layer = [(3, 3, channels, channels), (channels,), (channels,)]

    out = size // 2**layers
    write_step(name, model, layer * layers, [(batch, size, size, channels)], (batch, out, out, channels))


def write_depthwise(name, batch, size, channels):
    def model(weights, x):
        wide, deep, narrow, *rest = weights
        x = convolve(convolve(x, wide, 1), deep, 1, groups=8 * channels)
        return batch_norm(iter(rest), relu(convolve(x, narrow, 1)))

    c = channels
    weights = [(3, 3, c, 8 * c), (3, 3, 1, 8 * c), (3, 3, 8 * c, c), (c,), (c,)]
    write_step(name, model, weights, [(batch, size, size, c)], (batch, size, size, c))


def write_wide(name, batch, size, channels, stages=4):
    """A wide residual network: each stage halves the image, doubles the channels and has a block of two convolutions with norms."""

    def normed(weights, x, stride):
        # The kernel stands before the norm's scale and shift in the list.
        x = convolve(x, next(weights), stride)
        return batch_norm(weights, x)

    def model(weights, x):
        weights = iter(weights)
        for stage in range(stages):
            if stage > 0:
                x = relu(normed(weights, x, 2))
            x = relu(normed(weights, relu(normed(weights, x, 1)), 1) + x)
        return x

    def layer(inputs, outputs):
        return [(3, 3, inputs, outputs), (outputs,), (outputs,)]

    weights = []
    for stage in range(stages):
        width = channels * 2**stage
        weights += (layer(width // 2, width) if stage > 0 else []) + layer(width, width) * 2
    out = size // 2 ** (stages - 1)
    write_step(name, model, weights, [(batch, size, size, channels)], (batch, out, out, channels * 2 ** (stages - 1)))


def write_resnet50(name, batch):
    """ResNet-50 (He et al., CVPR 2016, table 1; strides in the 3 x 3 convolutions) and the cross entropy: a function for blocks that are alike. Norms
    keep their statistics, as in fine tuning, and are a scale and a shift: a short text."""

    def normed(x, kernel, scale, shift, stride=1):
        return convolve(x, kernel, stride) * scale + shift

    def block(stride, x, weights):
        y = relu(normed(x, *weights[0:3]))
        y = normed(relu(normed(y, *weights[3:6], stride)), *weights[6:9])
        return relu(y + (normed(x, *weights[9:12], stride) if len(weights) > 9 else x))

    block = jax.jit(block, static_argnums=0)

    def loss(weights, x, label):
        x = lax.reduce_window(relu(normed(x, *weights[:3], 2)), -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        at = 3
        for stage, count in enumerate((3, 4, 6, 3)):
            for index in range(count):
                size = 9 if index else 12
                x = block(2 if stage and not index else 1, x, tuple(weights[at : at + size]))
                at += size
        logits = dot(x.mean(axis=(1, 2)), weights[at]) + weights[at + 1]
        shifted = logits - lax.stop_gradient(logits.max(axis=-1, keepdims=True))
        return -jnp.mean(jnp.sum(label * (shifted - jnp.log(jnp.exp(shifted).sum(axis=-1, keepdims=True))), axis=-1))

    def step(x, label, *weights):
        return tuple(weight - 0.1 * gradient for weight, gradient in zip(weights, jax.grad(loss)(list(weights), x, label)))

    def layer(kernel, inputs, outputs):
        return [(kernel, kernel, inputs, outputs), (outputs,), (outputs,)]

    weights, channels = layer(7, 3, 64), 64
    for stage, count in enumerate((3, 4, 6, 3)):
        width = 64 * 2**stage
        for index in range(count):
            weights += layer(1, channels, width) + layer(3, width, width) + layer(1, width, 4 * width)
            weights += [] if index else layer(1, channels, 4 * width)
            channels = 4 * width
    weights += [(channels, 1000), (1000,)]
    write(name, step, [(batch, 224, 224, 3), (batch, 1000)] + weights, tuple(range(2, 2 + len(weights))))


def write_tied(name, vocabulary, width, batch, sequence):
    """An embedding that is the last layer too, and the cross entropy."""

    def loss(table, x, y):
        logits = lax.dot_general(table.at[x].get(mode="clip"), table, (((2,), (1,)), ((), ())))
        shifted = logits - lax.stop_gradient(logits.max(axis=-1, keepdims=True))
        wanted = (y[..., None] == lax.broadcasted_iota(jnp.int32, (batch, sequence, vocabulary), 2)).astype(jnp.float32)
        return -(wanted * (shifted - jnp.log(jnp.exp(shifted).sum(axis=-1, keepdims=True)))).sum()

    def step(x, y, table):
        return table - 0.1 * jax.grad(loss)(table, x, y)

    tokens, table = jax.ShapeDtypeStruct((batch, sequence), jnp.int32), jax.ShapeDtypeStruct((vocabulary, width), jnp.float32)
    text = jax.jit(step, donate_argnums=(2,)).lower(tokens, tokens, table).as_text()
    (HERE / f"{name}.mlir").write_text(text)


def write_picked(name):
    def model(weights, x):
        x = dot(x, weights[0]).at[:, jnp.arange(16)].get(mode="clip")
        return dot(x, weights[1])

    write_step(name, model, [(32, 32), (16, 16)], [(256, 32)], (256, 16))


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
    write_deep("mlp6_dp", 256, 32)
    write_deep("mlp6_mp", 32, 256)
    write_deep("mlp6_adafactor", 256, 32, adafactor)
    write_dropout("dropout", 256, 32)
    write_accumulated("accumulated", 256, 32)
    write_bert("bert2_dp", 64, 64, 32, 8)
    write_bert("bert2_mp", 8, 8, 128, 8)
    write_bert("bert2_again", 8, 8, 128, 8, again=True)
    write_bert("bert2_adam", 8, 8, 128, 8, optimizer=adam_outlined)
    write_moe("moe", 64, 16, 64, 16, 32, 16)
    write_moe("moe_adam", 64, 16, 64, 16, 32, 16, optimizer=adam_outlined)
    write_moe("moe_language", 64, 16, 64, 16, 32, 16, vocabulary=64, optimizer=adafactor)
    write_conv("conv3_dp", 3, 16, 16, 4)
    write_conv("conv4_mp", 4, 8, 16, 256)
    write_depthwise("depthwise", 4, 8, 256)
    write_tied("tied", 1024, 8, 8, 8)
    write_picked("picked")
    write_wide("wide_resnet", 64, 56, 256)
    write_resnet50("resnet50", 8)
