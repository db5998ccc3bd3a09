"""Writes cases of operators of ONNX Runtime's domain com.microsoft, in the layout of ONNX's backend tests.

Expected outputs are those of ONNX Runtime's CPU kernels; of the few operators that have none, what the formula of their schema gives in NumPy. Nothing of it is
stored: the test of these operators (tools/tests/node_tests.rs) makes the cases anew. Usage: contrib_ops.py FOLDER
"""

import pathlib
import sys

import numpy as np, onnx, onnxruntime
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(11)


def f(*shape, scale=1.0):
    return (rng.standard_normal(shape) * scale).astype(np.float32)


def u8(*shape, low=0, high=256):
    return rng.integers(low, high, shape).astype(np.uint8)


def i8(*shape):
    return rng.integers(-128, 128, shape).astype(np.int8)


def i32(*values):
    return np.array(values, dtype=np.int32)


def i64(*values):
    return np.array(values, dtype=np.int64)


def const(array):
    """An initializer."""
    return (np.asarray(array), "const")


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def erf(x):
    import math

    return np.vectorize(math.erf)(x).astype(np.float32)


def gelu(x):
    return (0.5 * x * (1 + erf(x / np.sqrt(2)))).astype(np.float32)


def silu(x):
    return x / (1 + np.exp(-x))


def group_norm(x, gamma, beta, groups, epsilon, activation):
    """Channels last."""
    batch, height, width, channels = x.shape
    apart = x.reshape(batch, height * width, groups, channels // groups)
    mean, variance = apart.mean((1, 3), keepdims=True), apart.var((1, 3), keepdims=True)
    y = ((apart - mean) / np.sqrt(variance + epsilon)).reshape(x.shape) * gamma + beta
    return silu(y) if activation else y


def heads_attend(q, k, v):
    """Of tensors [batch, sequence, heads, size]."""
    scores = np.einsum("bqnd,bknd->bnqk", q, k) / np.sqrt(q.shape[-1])
    return np.einsum("bnqk,bknd->bqnd", softmax(scores), v).reshape(q.shape[0], q.shape[1], -1).astype(np.float32)


def conv_last(x, w, b=None, z=None, activation=None):
    """Convolution of channels last by ONNX Runtime's of channels first."""
    inputs = {"x": x.transpose(0, 3, 1, 2), "w": w} | ({"b": b} if b is not None else {})
    node = helper.make_node("Conv", list(inputs), ["y"], pads=[1, 1, 1, 1])
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info(k, 1, v.shape) for k, v in inputs.items()], [helper.make_tensor_value_info("y", 1, None)])
    session = onnxruntime.InferenceSession(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10).SerializeToString())
    y = session.run(None, inputs)[0].transpose(0, 2, 3, 1)
    y = y if z is None else y + z
    return np.maximum(y, 0) if activation == "Relu" else y


# name, operator, inputs (arrays; const(array) is an initializer; None is absent), outputs (a number, or names of which "" is none, and "~…" one that the kernel must give
# but of which it leaves a part undefined, so that the case has it not), attributes, formula where there is no kernel.
B, S, H, N, D = 2, 6, 8, 4, 2
hidden = N * D
x3 = f(B, S, hidden)
cos, sin = np.cos(f(16, 4)), np.sin(f(16, 4))
cos8, sin8 = np.cos(f(16, 8)), np.sin(f(16, 8))
rows = f(B, S, H)
image = f(2, 6, 5, 8)
u1, u2 = u8(2, 3, 4), u8(3, 1)
CASES = [
    # Attention with projections.
    ("attention", "Attention", [x3, f(hidden, 24), f(24)], 1, {"num_heads": N}),
    ("attention_no_bias", "Attention", [x3, const(f(hidden, 24))], 1, {"num_heads": 2, "scale": 0.7}),
    ("attention_causal", "Attention", [x3, f(hidden, 24), f(24)], 1, {"num_heads": N, "unidirectional": 1}),
    ("attention_lengths", "Attention", [x3, f(hidden, 24), f(24), i32(4, 6)], 1, {"num_heads": N}),
    ("attention_ends_and_starts", "Attention", [x3, f(hidden, 24), f(24), i32(5, 6, 1, 2)], 1, {"num_heads": N}),
    ("attention_raw_mask", "Attention", [x3, f(hidden, 24), f(24), np.array([[1, 1, 1, 0, 0, 0], [0, 1, 1, 1, 1, 0]], dtype=np.int32)], 1, {"num_heads": N}),
    ("attention_all_masked", "Attention", [x3, f(hidden, 24), f(24), np.array([[0] * 6, [1] * 6], dtype=np.int32)], 1, {"num_heads": N}),
    ("attention_rows_mask", "Attention", [x3, f(hidden, 24), f(24), (rng.random((B, S, S)) > 0.3).astype(np.int32)], 1, {"num_heads": N, "mask_filter_value": -100.0}),
    ("attention_mask_causal", "Attention", [x3, f(hidden, 24), f(24), np.array([[0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]], dtype=np.int32)], 1, {"num_heads": N, "unidirectional": 1}),
    ("attention_bias", "Attention", [x3, f(hidden, 24), f(24), None, None, f(1, N, S, S)], 1, {"num_heads": N}),
    ("attention_past", "Attention", [f(B, 2, hidden), f(hidden, 24), f(24), None, f(2, B, N, 3, D)], 2, {"num_heads": N, "unidirectional": 1}),
    ("attention_past_mask", "Attention", [f(B, 1, hidden), f(hidden, 24), f(24), np.array([[1, 1, 0, 1], [1, 1, 1, 1]], dtype=np.int32), f(2, B, N, 3, D)], 2, {"num_heads": N}),
    ("attention_sizes", "Attention", [x3, f(hidden, 8 + 8 + 12), f(28)], 1, {"num_heads": N, "qkv_hidden_sizes": [8, 8, 12]}),
    ("mha", "MultiHeadAttention", [f(B, S, hidden), f(B, 5, hidden), f(B, 5, hidden)], 1, {"num_heads": N}),
    ("mha_bias", "MultiHeadAttention", [f(B, S, hidden), f(B, 5, hidden), f(B, 5, 12), f(8 + 8 + 12)], 1, {"num_heads": N}),
    ("mha_lengths", "MultiHeadAttention", [f(B, S, hidden), f(B, 5, hidden), f(B, 5, hidden), None, i32(3, 5)], 1, {"num_heads": N}),
    ("mha_mask", "MultiHeadAttention", [f(B, S, hidden), f(B, 5, hidden), f(B, 5, hidden), None, np.array([[1, 1, 0, 1, 0], [1, 0, 1, 1, 1]], dtype=np.int32)], 1, {"num_heads": N}),
    ("mha_scores_bias", "MultiHeadAttention", [f(B, S, hidden), f(B, 5, hidden), f(B, 5, hidden), None, None, f(B, 1, S, 5)], 1, {"num_heads": N, "scale": 0.3}),
    ("mha_causal", "MultiHeadAttention", [f(B, S, hidden), f(B, S, hidden), f(B, S, hidden)], 1, {"num_heads": N, "unidirectional": 1}),
    ("mha_heads_given", "MultiHeadAttention", [f(B, S, hidden), f(B, N, 5, D), f(B, N, 5, D)], 1, {"num_heads": N}),
    ("mha_packed_kv", "MultiHeadAttention", [f(B, S, hidden), f(B, 5, N, 2, D)], 1, {"num_heads": N}, lambda q, kv: [heads_attend(q.reshape(B, S, N, D), kv[:, :, :, 0], kv[:, :, :, 1])]),
    ("mha_packed", "MultiHeadAttention", [f(B, S, N, 3, D)], 1, {"num_heads": N}, lambda x: [heads_attend(x[:, :, :, 0], x[:, :, :, 1], x[:, :, :, 2])]),
    ("mha_past", "MultiHeadAttention", [f(B, 1, hidden), f(B, 1, hidden), f(B, 1, hidden), None, None, None, f(B, N, 3, D), f(B, N, 3, D)], 3, {"num_heads": N}),
    ("mha_past_causal", "MultiHeadAttention", [f(B, 2, hidden), f(B, 2, hidden), f(B, 2, hidden), f(24), np.array([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1]], dtype=np.int32), None, f(B, N, 3, D), f(B, N, 3, D)], 3, {"num_heads": N, "unidirectional": 1}),
    # Grouped queries: prompts, steps, windows, rotary positions, packed inputs, sinks.
    ("gqa_prompt", "GroupQueryAttention", [f(B, S, 32), f(B, S, 16), f(B, S, 16), None, None, const(i32(5, 5)), const(i32(6))], 3, {"num_heads": 4, "kv_num_heads": 2}),
    ("gqa_prompt_rotary", "GroupQueryAttention", [f(B, S, 64), f(B, S, 32), f(B, S, 32), None, None, i32(5, 5), const(i32(6)), cos8, sin8], 3, {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1}),
    ("gqa_interleaved", "GroupQueryAttention", [f(B, S, 64), f(B, S, 32), f(B, S, 32), None, None, i32(5, 5), const(i32(6)), cos8, sin8], 3, {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1, "rotary_interleaved": 1}),
    ("gqa_packed", "GroupQueryAttention", [f(B, S, 64 + 32 + 32), None, None, None, None, i32(5, 5), const(i32(6)), const(cos8), const(sin8)], 3, {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1}),
    ("gqa_step", "GroupQueryAttention", [f(B, 1, 64), f(B, 1, 32), f(B, 1, 32), f(B, 2, 4, 16), f(B, 2, 4, 16), i32(4, 4), const(i32(5)), cos8, sin8], 3, {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1}),
    ("gqa_step_window", "GroupQueryAttention", [f(B, 1, 32), f(B, 1, 16), f(B, 1, 16), f(B, 2, 7, 8), f(B, 2, 7, 8), i32(7, 7), const(i32(8))], 3, {"num_heads": 4, "kv_num_heads": 2, "local_window_size": 3}),
    ("gqa_prompt_window", "GroupQueryAttention", [f(B, S, 32), f(B, S, 16), f(B, S, 16), None, None, i32(5, 5), const(i32(6))], 3, {"num_heads": 4, "kv_num_heads": 2, "local_window_size": 2}),
    ("gqa_step_ragged", "GroupQueryAttention", [f(B, 1, 64), f(B, 1, 32), f(B, 1, 32), f(B, 2, 8, 16), f(B, 2, 8, 16), i32(4, 7), const(i32(8)), cos8, sin8], ["output", "~keys", "~values"], {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1}),
    ("gqa_several_new", "GroupQueryAttention", [f(1, 3, 64), f(1, 3, 32), f(1, 3, 32), f(1, 2, 4, 16), f(1, 2, 4, 16), i32(6), const(i32(7)), cos8, sin8], 3, {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1}),
    ("gqa_softcap", "GroupQueryAttention", [f(B, S, 32, scale=3), f(B, S, 16, scale=3), f(B, S, 16), None, None, i32(5, 5), const(i32(6))], 3, {"num_heads": 4, "kv_num_heads": 2, "softcap": 5.0, "scale": 0.5}),
    ("gqa_bias", "GroupQueryAttention", [f(B, S, 32), f(B, S, 16), f(B, S, 16), None, None, i32(5, 5), const(i32(6)), None, None, None, f(B, 1, S, S)], 3, {"num_heads": 4, "kv_num_heads": 2}),
    ("gqa_sink", "GroupQueryAttention", [f(B, S, 32), f(B, S, 16), f(B, S, 16), None, None, i32(5, 5), const(i32(6)), None, None, None, None, f(4)], 3, {"num_heads": 4, "kv_num_heads": 2}),
    ("gqa_smooth", "GroupQueryAttention", [f(B, S, 32), f(B, S, 16), f(B, S, 16), None, None, i32(5, 5), const(i32(6))], 3, {"num_heads": 4, "kv_num_heads": 2, "smooth_softmax": 1}),
    ("gqa_positions", "GroupQueryAttention", [f(1, 1, 64), f(1, 1, 32), f(1, 1, 32), f(1, 2, 4, 16), f(1, 2, 4, 16), i32(4), const(i32(5)), cos8, sin8, np.array([[4]])], 3, {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1}),
    ("rotary", "RotaryEmbedding", [f(B, S, 32), rng.integers(0, 16, (B, S)), cos, sin], 1, {}),
    ("rotary_interleaved", "RotaryEmbedding", [f(B, S, 32), rng.integers(0, 16, (B, S)), cos, sin], 1, {"interleaved": 1}),
    ("rotary_offset", "RotaryEmbedding", [f(B, 4, S, 8), i64(3), cos, sin], 1, {}),
    ("rotary_part", "RotaryEmbedding", [f(B, S, 48), rng.integers(0, 16, (B, S)), cos, sin], 1, {"num_heads": 4, "rotary_embedding_dim": 8}),
    # Normalisations.
    ("skip_layer_norm", "SkipLayerNormalization", [rows, f(B, S, H), f(H), f(H), f(H)], ["output", "", "", "sum"], {"epsilon": 1e-5}),
    ("skip_layer_norm_plain", "SkipLayerNormalization", [rows, f(B, S, H), f(H)], 1, {}),
    ("skip_layer_norm_broadcast", "SkipLayerNormalization", [rows, f(1, S, H), f(H), f(H)], 1, {"epsilon": 1e-6}),
    ("skip_simplified", "SkipSimplifiedLayerNormalization", [rows, f(B, S, H), f(H)], ["output", "", "", "sum"], {"epsilon": 1e-5}),
    ("skip_simplified_bias", "SkipSimplifiedLayerNormalization", [rows, f(B, S, H), f(H), f(H)], 1, {}),
    ("embed", "EmbedLayerNormalization", [rng.integers(0, 20, (B, S)).astype(np.int32), rng.integers(0, 2, (B, S)).astype(np.int32), f(20, H), f(10, H), f(2, H), f(H), f(H), (np.arange(S) < np.array([[4], [6]])).astype(np.int32)], 3, {"epsilon": 1e-5}),
    ("embed_positions", "EmbedLayerNormalization", [rng.integers(0, 20, (B, S)).astype(np.int32), None, f(20, H), f(10, H), None, f(H), f(H), None, rng.integers(0, 10, (B, S)).astype(np.int32)], 2, {}),
    ("group_norm", "GroupNorm", [image, f(8), f(8)], 1, {"groups": 4, "activation": 1, "epsilon": 1e-5}, lambda x, g, b: [group_norm(x, g, b, 4, 1e-5, True)]),
    ("skip_group_norm", "SkipGroupNorm", [image, f(8), f(8), f(2, 6, 5, 8), f(8)], 2, {"groups": 2, "activation": 0, "epsilon": 1e-5}, lambda x, g, b, s, d: [group_norm(x + s + d, g, b, 2, 1e-5, False), x + s + d]),
    ("skip_group_norm_short", "SkipGroupNorm", [image, f(8), f(8), f(2, 8)], 1, {"groups": 2, "activation": 0, "epsilon": 1e-5}, lambda x, g, b, s: [group_norm(x + s[:, None, None], g, b, 2, 1e-5, False)]),
    # Activations.
    ("gelu", "Gelu", [f(2, 3, 8)], 1, {}),
    ("bias_gelu", "BiasGelu", [f(2, 3, 8), f(8)], 1, {}),
    ("fast_gelu", "FastGelu", [f(2, 3, 8)], 1, {}),
    ("fast_gelu_bias", "FastGelu", [f(2, 3, 8), f(8)], 1, {}),
    ("quick_gelu", "QuickGelu", [f(2, 3, 8)], 1, {}),
    ("quick_gelu_alpha", "QuickGelu", [f(2, 3, 8)], 1, {"alpha": 1.0}),
    ("bias_split_gelu", "BiasSplitGelu", [f(2, 3, 8), f(8)], 1, {}, lambda x, b: [(x + b)[..., :4] * gelu((x + b)[..., 4:])]),
    ("bias_add", "BiasAdd", [f(2, 3, 8), f(8), f(2, 3, 8)], 1, {}, lambda x, b, s: [x + b + s]),
    ("bias_softmax", "BiasSoftmax", [f(2, 4, 3, 5), f(2, 1, 1, 5)], 1, {"axis": 3, "is_inner_broadcast": 1}, lambda x, b: [softmax(x + b)]),
    # Products.
    ("fused_matmul", "FusedMatMul", [f(2, 3, 4), f(2, 5, 4)], 1, {"alpha": 0.5, "transB": 1}),
    ("fused_matmul_both", "FusedMatMul", [f(2, 4, 3), f(2, 5, 4)], 1, {"transA": 1, "transB": 1}),
    ("fused_matmul_batch", "FusedMatMul", [f(3, 2, 4), f(2, 4, 5)], 1, {"transBatchA": 1}),
    ("fused_matmul_batch_right", "FusedMatMul", [f(2, 3, 4), f(4, 2, 5)], 1, {"transBatchB": 1}),
    ("transpose_matmul", "TransposeMatMul", [f(4, 3), f(4, 5)], 1, {"transA": 1}),
    ("fused_gemm_relu", "FusedGemm", [f(3, 4), f(4, 5), f(5)], 1, {"activation": "Relu", "alpha": 0.5}),
    ("fused_gemm_leaky", "FusedGemm", [f(3, 4), f(5, 4), f(5)], 1, {"activation": "LeakyRelu", "activation_alpha": 0.2, "transB": 1}),
    ("fused_conv", "FusedConv", [f(1, 3, 8, 7), f(4, 3, 3, 3), f(4)], 1, {"activation": "Relu", "pads": [1, 1, 1, 1]}),
    ("fused_conv_sum", "FusedConv", [f(1, 3, 8, 7), f(4, 3, 3, 3), f(4), f(1, 4, 8, 7)], 1, {"activation": "Relu", "pads": [1, 1, 1, 1]}),
    ("fused_conv_leaky", "FusedConv", [f(1, 3, 8, 7), f(4, 3, 3, 3)], 1, {"activation": "LeakyRelu", "activation_params": [0.1], "strides": [2, 2]}),
    ("fused_conv_clip", "FusedConv", [f(1, 3, 8, 7), f(4, 3, 3, 3)], 1, {"activation": "Clip", "activation_params": [-0.5, 1.0]}),
    ("nhwc_conv", "NhwcConv", [f(1, 8, 7, 3), f(4, 3, 3, 3), f(4)], 1, {"pads": [1, 1, 1, 1]}, conv_last),
    ("nhwc_fused_conv", "NhwcFusedConv", [f(1, 8, 7, 3), f(4, 3, 3, 3), f(4), f(1, 8, 7, 4)], 1, {"pads": [1, 1, 1, 1], "activation": "Relu"}, lambda x, w, b, z: [conv_last(x, w, b, z, "Relu")]),
    ("cdist", "CDist", [f(3, 4), f(5, 4)], 1, {"metric": "euclidean"}),
    ("cdist_square", "CDist", [f(3, 4), f(5, 4)], 1, {"metric": "sqeuclidean"}),
    ("inverse", "Inverse", [f(2, 4, 4)], 1, {}),
    ("inverse_needs_pivots", "Inverse", [np.array([[0, 2, 1], [1, 0, 0], [3, 0, 1]], dtype=np.float32)], 1, {}),
    # Weights in blocks.
    ("nbits4", "MatMulNBits", [f(2, 3, 64), const(u8(8, 2, 16)), const(f(16, scale=0.1))], 1, {"K": 64, "N": 8, "bits": 4, "block_size": 32}),
    ("nbits4_shaped", "MatMulNBits", [f(3, 64), const(u8(8, 2, 16)), const(f(8, 2, scale=0.1))], 1, {"K": 64, "N": 8, "bits": 4, "block_size": 32}),
    ("nbits4_zeros", "MatMulNBits", [f(3, 96), const(u8(8, 3, 16)), const(f(8, 3, scale=0.1)), const(u8(8, 2))], 1, {"K": 96, "N": 8, "bits": 4, "block_size": 32}),
    ("nbits4_float_zeros", "MatMulNBits", [f(3, 64), const(u8(8, 2, 16)), const(f(8, 2, scale=0.1)), const(f(8, 2, scale=4))], 1, {"K": 64, "N": 8, "bits": 4, "block_size": 32}),
    ("nbits4_part", "MatMulNBits", [f(3, 40), const(u8(8, 3, 8)), const(f(8, 3, scale=0.1)), None, None, const(f(8))], 1, {"K": 40, "N": 8, "bits": 4, "block_size": 16}),
    ("nbits8", "MatMulNBits", [f(3, 64), const(u8(8, 2, 32)), const(f(8, 2, scale=0.01))], 1, {"K": 64, "N": 8, "bits": 8, "block_size": 32}),
    ("nbits8_zeros", "MatMulNBits", [f(3, 64), const(u8(8, 2, 32)), const(f(8, 2, scale=0.01)), const(u8(8, 2))], 1, {"K": 64, "N": 8, "bits": 8, "block_size": 32}),
    ("nbits2", "MatMulNBits", [f(3, 64), const(u8(8, 2, 8)), const(f(8, 2, scale=0.1))], 1, {"K": 64, "N": 8, "bits": 2, "block_size": 32}),
    ("gather_blocks", "GatherBlockQuantized", [const(u8(20, 32)), rng.integers(0, 20, (2, 3)), const(f(20, 4, scale=0.1))], 1, {"bits": 4, "block_size": 16, "quantize_axis": 1, "gather_axis": 0}),
    ("gather_blocks_zeros", "GatherBlockQuantized", [const(u8(20, 32)), rng.integers(0, 20, (2, 3)), const(f(20, 4, scale=0.1)), const(u8(20, 2))], 1, {"bits": 4, "block_size": 16, "quantize_axis": 1, "gather_axis": 0}),
    ("gather_blocks8", "GatherBlockQuantized", [const(u8(20, 32)), rng.integers(0, 20, (5,)), const(f(20, 2, scale=0.01))], 1, {"bits": 8, "block_size": 16, "quantize_axis": 1, "gather_axis": 0}),
    # Experts.
    ("moe_relu", "MoE", [f(6, 8), f(6, 4), f(4, 12, 8), f(4, 12), f(4, 8, 12), f(4, 8)], 1, {"k": 1, "activation_type": "relu"}),
    ("moe_gelu", "MoE", [f(2, 3, 8), f(6, 4), f(4, 12, 8), f(4, 12), f(4, 8, 12), f(4, 8)], 1, {"k": 2, "activation_type": "gelu", "normalize_routing_weights": 1}),
    ("moe_silu", "MoE", [f(6, 8), f(6, 4), f(4, 12, 8), None, f(4, 8, 12)], 1, {"k": 2, "activation_type": "silu"}),
    ("moe_swiglu", "MoE", [f(6, 8), f(6, 4), f(4, 24, 8), f(4, 24), f(4, 8, 12), f(4, 8)], 1, {"k": 2, "activation_type": "swiglu", "swiglu_fusion": 1, "normalize_routing_weights": 1, "activation_alpha": 1.702, "activation_beta": 1.0, "swiglu_limit": 7.0}),
    ("qmoe4", "QMoE", [f(6, 32), f(6, 4), const(u8(4, 64, 16)), const(np.abs(f(4, 64, scale=0.05))), None, const(u8(4, 32, 16)), const(np.abs(f(4, 32, scale=0.05)))], 1, {"k": 2, "activation_type": "swiglu", "swiglu_fusion": 1, "normalize_routing_weights": 1, "expert_weight_bits": 4}),
    ("qmoe8", "QMoE", [f(6, 32), f(6, 4), const(u8(4, 64, 32)), const(np.abs(f(4, 64, scale=0.003))), const(f(4, 64)), const(u8(4, 32, 32)), const(np.abs(f(4, 32, scale=0.003))), const(f(4, 32))], 1, {"k": 1, "activation_type": "swiglu", "swiglu_fusion": 1, "expert_weight_bits": 8}),
    ("qmoe4_blocks", "QMoE", [f(6, 32), f(6, 4), const(u8(4, 64, 16)), const(np.abs(f(4, 64, 2, scale=0.05))), None, const(u8(4, 32, 16)), const(np.abs(f(4, 32, 2, scale=0.05)))], 1, {"k": 2, "activation_type": "swiglu", "swiglu_fusion": 1, "normalize_routing_weights": 1, "expert_weight_bits": 4, "block_size": 16}),
    # Integers with scales.
    ("qlinear_add", "QLinearAdd", [u1, np.float32(0.0973), np.uint8(128), u2, np.float32(0.0519), np.uint8(100), np.float32(0.211), np.uint8(120)], 1, {}),
    ("qlinear_add_signed", "QLinearAdd", [i8(2, 8), np.float32(0.0973), np.int8(3), i8(2, 8), np.float32(0.0519), np.int8(-5), np.float32(0.211), np.int8(7)], 1, {}),
    ("qlinear_mul", "QLinearMul", [u1, np.float32(0.0973), np.uint8(128), u2, np.float32(0.0519), np.uint8(100), np.float32(0.411), np.uint8(120)], 1, {}),
    ("qlinear_sigmoid", "QLinearSigmoid", [u8(2, 8), const(np.float32(0.05)), const(np.uint8(128)), const(np.float32(1 / 256)), const(np.uint8(0))], 1, {}),
    ("qlinear_leaky", "QLinearLeakyRelu", [u8(2, 8), const(np.float32(0.05)), const(np.uint8(128)), const(np.float32(0.06)), const(np.uint8(100))], 1, {"alpha": 0.3}),
    ("qlinear_concat", "QLinearConcat", [const(np.float32(0.1)), const(np.uint8(100)), u8(2, 3), const(np.float32(0.05)), const(np.uint8(128)), u8(2, 4), const(np.float32(0.2)), const(np.uint8(90))], 1, {"axis": 1}),
    ("qlinear_average_pool", "QLinearAveragePool", [u8(1, 2, 6, 6), const(np.float32(0.1)), const(np.uint8(128)), const(np.float32(0.09)), const(np.uint8(120))], 1, {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}),
    ("qlinear_global_pool", "QLinearGlobalAveragePool", [u8(1, 2, 6, 6), const(np.float32(0.1)), const(np.uint8(128)), const(np.float32(0.05)), const(np.uint8(120))], 1, {}),
    ("qlinear_global_pool_last", "QLinearGlobalAveragePool", [u8(1, 6, 6, 2), const(np.float32(0.1)), const(np.uint8(128)), const(np.float32(0.05)), const(np.uint8(120))], 1, {"channels_last": 1}),
    ("qlinear_where", "QLinearWhere", [f(2, 3) > 0, u8(2, 3), const(np.float32(0.1)), const(np.uint8(128)), u8(2, 3), const(np.float32(0.2)), const(np.uint8(100)), const(np.float32(0.25)), const(np.uint8(120))], 1, {}),
    ("qlinear_softmax", "QLinearSoftmax", [u8(2, 3, 8), const(np.float32(0.05)), const(np.uint8(128)), const(np.float32(1 / 256)), const(np.uint8(0))], 1, {"axis": -1, "opset": 13}),
    ("qgemm", "QGemm", [u8(3, 4), const(np.float32(0.1)), const(np.uint8(120)), const(i8(4, 5)), const(np.float32(0.02)), const(np.int8(3)), const(rng.integers(-500, 500, 5).astype(np.int32)), const(np.float32(0.1)), const(np.uint8(128))], 1, {}),
    ("qgemm_float", "QGemm", [u8(3, 4), const(np.float32(0.1)), const(np.uint8(120)), const(i8(5, 4)), const(np.abs(f(5, scale=0.02))), const(np.zeros(5, dtype=np.int8))], 1, {"transB": 1, "alpha": 0.5}),
    ("dynamic_matmul", "DynamicQuantizeMatMul", [f(3, 4), const(i8(4, 5)), const(np.float32(0.02)), const(np.int8(3)), const(f(5))], 1, {}),
    ("dynamic_matmul_columns", "DynamicQuantizeMatMul", [f(2, 3, 4), const(u8(4, 5)), const(np.abs(f(5, scale=0.02))), const(u8(5))], 1, {}),
    ("integer_to_float", "MatMulIntegerToFloat", [u8(3, 4), const(i8(4, 5)), np.float32(0.1), const(np.abs(f(5, scale=0.02))), np.uint8(120), const(np.zeros(5, dtype=np.int8)), f(5)], 1, {}),
    ("integer16", "MatMulInteger16", [rng.integers(-900, 900, (3, 4)).astype(np.int16), rng.integers(-900, 900, (4, 5)).astype(np.int16)], 1, {}),
    ("qattention", "QAttention", [u8(B, S, hidden), const(i8(hidden, 24)), f(24), np.float32(0.02), const(np.float32(0.01)), i32(4, 6), np.uint8(128), const(np.int8(2))], 1, {"num_heads": N}),
    ("qattention_causal", "QAttention", [u8(B, S, hidden), const(u8(hidden, 24)), f(24), np.float32(0.02), const(np.float32(0.01)), None, np.uint8(128), const(np.uint8(120))], 1, {"num_heads": N, "unidirectional": 1}),
    ("quantize16", "QuantizeLinear", [f(2, 8), np.float32(0.001), np.uint16(30000)], 1, {}),
    ("dequantize16", "DequantizeLinear", [rng.integers(-3000, 3000, (2, 8)).astype(np.int16), np.float32(0.001), np.int16(7)], 1, {}),
    # The default set's, a little otherwise.
    ("expand_dims", "ExpandDims", [f(2, 3), const(i32(-1).reshape(()))], 1, {}),
    ("gather_nd", "GatherND", [f(2, 3, 4), np.array([[0, 1], [1, 2]])], 1, {}),
    ("grid_sample", "GridSample", [f(1, 2, 5, 6), (rng.random((1, 3, 4, 2)) * 2 - 1).astype(np.float32)], 1, {"mode": "bilinear", "padding_mode": "border"}),
    ("nhwc_max_pool", "NhwcMaxPool", [u8(1, 6, 6, 3)], 1, {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}),
    ("pad", "Pad", [f(2, 3), const(i64(0, 1, 2, 0)), const(np.float32(7))], 1, {"mode": "constant"}),
    ("range", "Range", [const(np.float32(1)), const(np.float32(5))], 1, {}),
    ("trilu", "Trilu", [f(2, 4, 5), const(i64(1).reshape(()))], 1, {"upper": 0}),
    ("unfold", "UnfoldTensor", [f(2, 9)], 1, {"dim": 1, "size": 3, "step": 2}),
]


def make(folder, name, op, inputs, outputs, attributes, formula=None):
    names, fed, initializers, arrays = [], {}, [], []
    for index, given in enumerate(inputs):
        constant = isinstance(given, tuple)
        label = "" if given is None else f"x{index}"
        names.append(label)
        if given is None:
            continue
        array = np.asarray(given[0] if constant else given)
        arrays.append(array)
        if constant:
            initializers.append(numpy_helper.from_array(array, label))
        else:
            fed[label] = array
    wanted = outputs if isinstance(outputs, list) else [f"y{index}" for index in range(outputs)]
    results = [result for result in wanted if result]
    node = helper.make_node(op, names, wanted, domain="com.microsoft", **attributes)
    ports = [helper.make_tensor_value_info(label, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape) for label, array in fed.items()]
    graph = helper.make_graph([node], name, ports, [], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)], ir_version=10)
    if formula is None:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        graph.output.extend(helper.make_empty_tensor_value_info(result) for result in results)
        model.graph.CopyFrom(graph)
        values = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"]).run(results, fed)
    else:
        values = formula(*arrays)
        values = values if isinstance(values, list) else [values]
    kept = [index for index, result in enumerate(results) if not result.startswith("~")]
    results, values = [results[index] for index in kept], [values[index] for index in kept]
    model.graph.node[0].output[:] = ["" if result.startswith("~") else result for result in wanted]
    del model.graph.output[:]
    model.graph.output.extend(helper.make_tensor_value_info(result, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for result, value in zip(results, values, strict=True))
    case = folder / name
    data = case / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    (case / "model.onnx").write_bytes(model.SerializeToString())
    for kind, tensors in (("input", fed), ("output", dict(zip(results, values)))):
        for index, (label, array) in enumerate(tensors.items()):
            (data / f"{kind}_{index}.pb").write_bytes(numpy_helper.from_array(np.ascontiguousarray(array).reshape(np.shape(array)), label).SerializeToString())


def main():
    for case in CASES:
        try:
            make(pathlib.Path(sys.argv[1]), *case)
        except Exception as error:
            print(f"{case[0]}: {str(error)[:300]}"); continue
    print(len(CASES))


if __name__ == "__main__":
    main()
