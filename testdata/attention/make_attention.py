"""Writes attention.npz: attentions and their gradients as JAX computes them in f64, for compiler/tests/attention.rs.

Run with JAX and NumPy: `python make_attention.py`. Inputs are multiples of 1/8, so that f32 holds them exactly; results are rounded to f32.
"""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def attention(q, k, v, mask, bias):
    repeated = q.shape[1] // k.shape[1]
    k, v = jnp.repeat(k, repeated, axis=1), jnp.repeat(v, repeated, axis=1)
    scores = 0.5 * jnp.einsum("bhse,bhte->bhst", q, k)
    if bias is not None:
        scores = scores + bias
    if mask is not None:
        scores = jnp.where(mask, scores, -jnp.inf)
    return jnp.einsum("bhst,bhte->bhse", jax.nn.softmax(scores, axis=-1), v)


def case(name, heads, key_heads, queries, keys, causal=False, padded=False, biased=None, hidden=False):
    rng = np.random.default_rng(len(name))
    draw = lambda *shape: rng.integers(-12, 13, shape) / 8.0
    q, k, v = draw(2, heads, queries, 4), draw(2, key_heads, keys, 4), draw(2, key_heads, keys, 4)
    seen = draw(2, heads, queries, 4)
    mask = np.tril(np.ones((queries, keys), bool))[None, None] if causal else None
    out = {"q": q, "k": k, "v": v, "do": seen}
    if padded:
        out["mask"] = (np.arange(keys)[None] < np.array([[keys], [keys - 5]]))[:, None, None]
        mask = out["mask"]
    bias = None
    if biased:
        bias = out["bias"] = draw(*biased)
    if hidden:
        # A query whose keys are all hidden by the lowest number: it weighs them alike.
        bias[:, :, 3] = np.finfo(np.float32).min
    result, pull = jax.vjp(lambda q, k, v, bias: attention(q, k, v, mask, bias), q, k, v, bias)
    out["o"] = result
    out["dq"], out["dk"], out["dv"], dbias = pull(jnp.asarray(seen))
    if biased:
        out["dbias"] = dbias
    return {f"{name}.{key}": np.asarray(value, bool if key == "mask" else np.float32) for key, value in out.items()}


np.savez_compressed(
    "attention.npz",
    **case("causal", 8, 8, 16, 16, causal=True),
    **case("masked", 8, 8, 16, 16, padded=True),
    **case("grouped", 8, 2, 16, 16, causal=True),
    **case("uneven", 8, 8, 13, 13, causal=True),
    **case("cross", 8, 8, 6, 11),
    **case("biased", 8, 8, 16, 16, biased=(1, 8, 16, 16)),
    **case("hidden", 8, 8, 16, 16, biased=(1, 8, 16, 16), hidden=True),
    **case("plain", 8, 8, 16, 16),
    # Biases that are repeated: over heads, over queries of sequences that nothing divides, over keys, and one for each head.
    **case("headless", 8, 8, 16, 16, causal=True, biased=(1, 1, 16, 16)),
    **case("rowless", 8, 4, 13, 13, biased=(1, 8, 1, 13)),
    **case("columnless", 8, 8, 16, 16, biased=(2, 8, 16, 1)),
    **case("slope", 8, 8, 16, 16, biased=(1, 8, 1, 1)),
)
