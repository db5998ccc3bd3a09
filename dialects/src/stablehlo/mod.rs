//! StableHLO: the ops of tensor programs.

pub mod all_gather;
pub mod all_reduce;
pub mod all_to_all;
pub mod build;
pub mod clamp;
pub mod collective_broadcast;
pub mod collective_permute;
pub mod compare;
pub mod constant;
pub mod convert;
pub mod dims;
pub mod dynamic_slice;
pub mod dynamic_update_slice;
pub mod elementwise;
mod facets;
pub mod partition_id;
pub mod reduce_scatter;
pub mod replica_id;
pub mod return_;
pub mod select;

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
    &unary::CBRT,
    &unary::CEIL,
    &clamp::CLAMP,
    &collective_broadcast::INFO,
    &collective_permute::INFO,
    &compare::COMPARE,
    &binary::COMPLEX,
    &constant::CONSTANT,
    &convert::CONVERT,
    &unary::COSINE,
    &unary::COUNT_LEADING_ZEROS,
    &binary::DIVIDE,
    &dynamic_slice::INFO,
    &dynamic_update_slice::INFO,
    &unary::EXPONENTIAL,
    &unary::EXPONENTIAL_MINUS_ONE,
    &unary::FLOOR,
    &unary::IMAG,
    &unary::IS_FINITE,
    &unary::LOG,
    &unary::LOG_PLUS_ONE,
    &unary::LOGISTIC,
    &binary::MAXIMUM,
    &binary::MINIMUM,
    &binary::MULTIPLY,
    &unary::NEGATE,
    &unary::NOT,
    &binary::OR,
    &partition_id::INFO,
    &unary::POPCNT,
    &binary::POWER,
    &unary::REAL,
    &reduce_scatter::INFO,
    &binary::REMAINDER,
    &replica_id::INFO,
    &return_::INFO,
    &unary::ROUND_NEAREST_AFZ,
    &unary::ROUND_NEAREST_EVEN,
    &unary::RSQRT,
    &select::SELECT,
    &binary::SHIFT_LEFT,
    &binary::SHIFT_RIGHT_ARITHMETIC,
    &binary::SHIFT_RIGHT_LOGICAL,
    &unary::SIGN,
    &unary::SINE,
    &unary::SQRT,
    &binary::SUBTRACT,
    &unary::TAN,
    &unary::TANH,
    &binary::XOR,
];
