//! StableHLO: the ops of tensor programs.

pub mod all_gather;
pub mod all_reduce;
pub mod all_to_all;
pub mod batch_norm_inference;
pub mod bitcast_convert;
pub mod broadcast_in_dim;
pub mod build;
pub mod case;
pub mod cholesky;
pub mod clamp;
pub mod collective_broadcast;
pub mod collective_permute;
mod combining;
pub mod compare;
pub mod concatenate;
pub mod constant;
pub mod convert;
pub mod convolution;
pub mod custom_call;
pub mod dims;
pub mod dot;
pub mod dot_general;
pub mod dynamic_slice;
pub mod dynamic_update_slice;
pub mod elementwise;
mod facets;
pub mod fft;
pub mod gather;
mod gemm;
pub mod index_columns;
pub mod iota;
pub mod map;
pub mod optimization_barrier;
pub mod pad;
pub mod partition_id;
pub mod reduce;
pub mod reduce_precision;
pub mod reduce_scatter;
pub mod reduce_window;
pub mod replica_id;
pub mod reshape;
pub mod return_;
pub mod reverse;
pub mod rng_bit_generator;
pub mod scatter;
pub mod select;
pub mod select_and_scatter;
pub mod slice;
pub mod sort;
pub mod transpose;
pub mod triangular_solve;
mod vjp;
pub mod while_;

pub(crate) use vjp::indexing::top_k as top_k_vjp;

pub use build::StablehloBuilder;

use elementwise::{binary, unary};
use shardwright_ir::OpInfo;

/// All rows of the dialect.
pub const OPS: &[&OpInfo] = &[
    &unary::ABS,
    &binary::ADD,
    &all_gather::INFO,
    &all_reduce::INFO,
    &all_to_all::INFO,
    &binary::AND,
    &binary::ATAN2,
    &batch_norm_inference::INFO,
    &bitcast_convert::INFO,
    &broadcast_in_dim::INFO,
    &case::CASE,
    &unary::CBRT,
    &unary::CEIL,
    &cholesky::INFO,
    &clamp::INFO,
    &collective_broadcast::INFO,
    &collective_permute::INFO,
    &compare::INFO,
    &binary::COMPLEX,
    &concatenate::INFO,
    &constant::INFO,
    &convert::INFO,
    &convolution::INFO,
    &unary::COSINE,
    &unary::COUNT_LEADING_ZEROS,
    &custom_call::INFO,
    &binary::DIVIDE,
    &dot::INFO,
    &dot_general::INFO,
    &dynamic_slice::INFO,
    &dynamic_update_slice::INFO,
    &unary::EXPONENTIAL,
    &unary::EXPONENTIAL_MINUS_ONE,
    &fft::INFO,
    &unary::FLOOR,
    &gather::INFO,
    &case::IF,
    &unary::IMAG,
    &iota::INFO,
    &unary::IS_FINITE,
    &unary::LOG,
    &unary::LOG_PLUS_ONE,
    &unary::LOGISTIC,
    &map::INFO,
    &binary::MAXIMUM,
    &binary::MINIMUM,
    &binary::MULTIPLY,
    &unary::NEGATE,
    &unary::NOT,
    &optimization_barrier::INFO,
    &binary::OR,
    &pad::INFO,
    &partition_id::INFO,
    &unary::POPCNT,
    &binary::POWER,
    &unary::REAL,
    &reduce::INFO,
    &reduce_precision::INFO,
    &reduce_scatter::INFO,
    &reduce_window::INFO,
    &binary::REMAINDER,
    &replica_id::INFO,
    &reshape::INFO,
    &return_::INFO,
    &reverse::INFO,
    &rng_bit_generator::INFO,
    &unary::ROUND_NEAREST_AFZ,
    &unary::ROUND_NEAREST_EVEN,
    &unary::RSQRT,
    &scatter::INFO,
    &select::INFO,
    &select_and_scatter::INFO,
    &binary::SHIFT_LEFT,
    &binary::SHIFT_RIGHT_ARITHMETIC,
    &binary::SHIFT_RIGHT_LOGICAL,
    &unary::SIGN,
    &unary::SINE,
    &slice::INFO,
    &sort::INFO,
    &unary::SQRT,
    &binary::SUBTRACT,
    &unary::TAN,
    &unary::TANH,
    &transpose::INFO,
    &triangular_solve::INFO,
    &while_::INFO,
    &binary::XOR,
];
