"""Makes the models of this folder and what training steps of them must give.

Gradients are JAX's in f64 (jax 0.10.2); losses, clipping and optimizers are written out here in numpy as the pages of torch.optim.SGD, Adam, AdamW,
torch.nn.functional.cross_entropy and torch.nn.utils.clip_grad_norm_ state them. Run: python make.py
"""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(7)
f32 = np.float32


def mlp(w1, b1, w2, b2, x):
    return jnp.tanh(x @ w1 + b1) @ w2 + b2


def tokens(embedding, w, scale, ids):
    h = embedding[ids]
    h = h / jnp.sqrt(jnp.mean(h * h, -1, keepdims=True) + 1e-5) * scale
    return jax.nn.gelu(h @ w) @ embedding.T


def deep(*args):
    *ws, x = args
    for w in ws:
        x = jnp.tanh(jnp.exp(jnp.sin(x @ w)))
    return x


def scalar(w, x):
    return jnp.mean(jnp.sin(x @ w) ** 2)


def write(name, f, *args):
    args = [jax.ShapeDtypeStruct(a.shape, f32 if a.dtype.kind == "f" else a.dtype) for a in args]
    with open(f"{name}.mlir", "w") as file:
        file.write(str(jax.jit(f).lower(*args).compiler_ir("stablehlo")))


def cross_entropy(logits, labels, ignore=-100):
    logp = logits - jax.scipy.special.logsumexp(logits, -1, keepdims=True)
    counts = labels != ignore
    each = -jnp.take_along_axis(logp, jnp.where(counts, labels, 0)[..., None], -1)[..., 0]
    return jnp.sum(jnp.where(counts, each, 0.0)) / jnp.sum(counts)


def next_token(logits, labels):
    return cross_entropy(logits[:, :-1], labels[:, 1:])


def mse(y, target):
    return jnp.mean((y - target) ** 2)


def steps(loss, params, optimizer, many, clip=None):
    params = [p.astype(np.float64) for p in params]
    states = [{} for _ in params]
    losses = []
    for t in range(1, many + 1):
        value, grads = jax.value_and_grad(loss)(params)
        grads = [np.asarray(g) for g in grads]
        if clip is not None:
            norm = np.sqrt(sum((g * g).sum() for g in grads))
            grads = [g * min(1.0, clip / (norm + 1e-6)) for g in grads]
        params = [optimizer(p, g, s, t) for p, g, s in zip(params, grads, states)]
        losses.append(float(value))
    return losses, params


def sgd(lr, wd=0.0, mu=None, nesterov=False):
    def update(p, g, s, t):
        g = g + wd * p
        if mu is not None:
            s["b"] = mu * s["b"] + g if t > 1 else g
            g = g + mu * s["b"] if nesterov else s["b"]
        return p - lr * g

    return update


def adam(lr, wd=0.0, b1=0.9, b2=0.999, eps=1e-8, decoupled=False, vectors=True):
    def update(p, g, s, t):
        decay = wd if vectors or p.ndim >= 2 else 0.0
        if decoupled:
            p = p - lr * decay * p
        else:
            g = g + decay * p
        s["m"] = b1 * s.get("m", 0.0) + (1 - b1) * g
        s["v"] = b2 * s.get("v", 0.0) + (1 - b2) * g * g
        mean, square = s["m"] / (1 - b1**t), s["v"] / (1 - b2**t)
        return p - lr * mean / (np.sqrt(square) + eps)

    return update


def normal(*shape):
    return rng.normal(size=shape).astype(f32)


weights = [normal(4, 8), normal(8), normal(8, 3), normal(3)]
x, labels, target = normal(8, 4), rng.integers(0, 3, (8,)), normal(8, 3)
some = labels.copy()
some[[1, 5, 6]] = -100
many_x, many_labels = normal(32, 4), rng.integers(0, 3, (32,))
many_some = many_labels.copy()
many_some[rng.integers(0, 32, 11)] = -100
table = [normal(11, 6), normal(6, 6), normal(6)]
ids = rng.integers(0, 11, (3, 5))

write("mlp", mlp, *weights, x)
write("deep", deep, *[normal(8, 8) for _ in range(8)], normal(64, 8))
write("tokens", tokens, *table, ids)
write("scalar", scalar, normal(4, 5), x)

ce = lambda x, labels: lambda p: cross_entropy(mlp(*p, x.astype(np.float64)), labels)
MLP = "parameters=arg0,parameters=arg1,parameters=arg2,parameters=arg3"
cases = [
    ("mlp", f"sgd:lr=0.1,{MLP}", ce(x, labels), weights, [x, labels], sgd(0.1), None),
    ("mlp", f"sgd:lr=0.1,weight-decay=0.1,{MLP}", ce(x, labels), weights, [x, labels], sgd(0.1, 0.1), None),
    ("mlp", f"momentum:lr=0.1,momentum=0.8,{MLP}", ce(x, labels), weights, [x, labels], sgd(0.1, mu=0.8), None),
    ("mlp", f"momentum:lr=0.1,nesterov=true,weight-decay=0.01,{MLP}", ce(x, labels), weights, [x, labels], sgd(0.1, 0.01, 0.9, True), None),
    ("mlp", f"adam:lr=0.01,{MLP}", ce(x, labels), weights, [x, labels], adam(0.01), None),
    ("mlp", f"adam:lr=0.01,weight-decay=0.1,beta1=0.8,beta2=0.9,eps=1e-3,{MLP}", ce(x, labels), weights, [x, labels], adam(0.01, 0.1, 0.8, 0.9, 1e-3), None),
    ("mlp", f"adamw:lr=0.01,weight-decay=0.1,{MLP}", ce(x, labels), weights, [x, labels], adam(0.01, 0.1, decoupled=True), None),
    ("mlp", f"adamw:lr=0.01,weight-decay=0.1,decay=matrices,{MLP}", ce(x, labels), weights, [x, labels], adam(0.01, 0.1, decoupled=True, vectors=False), None),
    ("mlp", f"sgd:lr=0.1,clip=0.1,{MLP}", ce(x, labels), weights, [x, labels], sgd(0.1), 0.1),
    ("mlp", f"sgd:lr=0.1,scale=1024,{MLP}", ce(x, labels), weights, [x, labels], sgd(0.1), None),
    ("mlp", f"sgd:lr=0.1,loss=mse,{MLP}", lambda p: mse(mlp(*p, x.astype(np.float64)), target), weights, [x, target], sgd(0.1), None),
    ("mlp", f"sgd:lr=0.1,{MLP}", ce(x, some), weights, [x, some], sgd(0.1), None),
    ("mlp", f"adam:lr=0.01,microbatches=4,{MLP}", ce(many_x, many_labels), weights, [many_x, many_labels], adam(0.01), None),
    ("mlp", f"sgd:lr=0.1,microbatches=4,clip=0.5,{MLP}", ce(many_x, many_some), weights, [many_x, many_some], sgd(0.1), 0.5),
    ("tokens", "adam:lr=0.01,loss=next-token,parameters=arg0,parameters=arg1,parameters=arg2", lambda p: next_token(tokens(*p, ids), ids), table, [ids, ids], adam(0.01), None),
    ("scalar", "sgd:lr=0.1,loss=res0,parameters=arg0", lambda p: scalar(*p, x.astype(np.float64)), [normal(4, 5)], [x], sgd(0.1), None),
]
arrays = {}
with open("cases.txt", "w") as file:
    for number, (model, options, loss, params, inputs, optimizer, clip) in enumerate(cases):
        file.write(f"{model} {options}\n")
        for many in (1, 5):
            losses, new = steps(loss, params, optimizer, many, clip)
            arrays[f"{number}/losses{many}"] = np.array(losses)
            for index, p in enumerate(new):
                arrays[f"{number}/new{many}_{index}"] = p.astype(f32)
        for index, p in enumerate(params):
            arrays[f"{number}/parameter{index}"] = p
        for index, value in enumerate(inputs):
            arrays[f"{number}/input{index}"] = value
np.savez_compressed("cases.npz", **arrays)
