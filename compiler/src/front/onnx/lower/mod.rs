//! From ONNX nodes to StableHLO ops: one file a family of operators.
//!
//! Every tensor of the graph is a value of the program, a weight (a function argument bound to a range of a
//! file), or a constant known at import ([`Const`]); nodes whose inputs are all known are folded, so that every
//! shape is static. Invariants: nodes are lowered in file order, each sees only tensors made before it (so a
//! cycle is reported as a use before its definition); a node's results keep their ONNX names; the number of
//! nodes expanded is bounded, whatever functions call each other.

pub mod constant;
pub mod emit;
mod arity;
mod attention;
mod call;
mod context;
pub mod contrib;
mod control;
mod conv;
mod elementwise;
mod eliminate;
mod flex_attention;
mod gather;
mod linear_attention;
pub mod lists;
mod loss;
mod math;
mod matmul;
mod norm;
mod pad;
mod pool;
mod quant;
mod reduce;
mod resize;
mod rnn;
mod sample;
mod shape;
mod signal;
mod spatial;
mod vals;

pub use call::Call;
pub use context::{Context, Val};
pub use emit::{Res, Value};

/// One family's lowering: `None` when the operator is not of the family.
type Family = for<'m> fn(&mut Context<'m>, &Call<'m>) -> Option<Res<Vec<Val>>>;

const FAMILIES: &[Family] = &[
    |context, call| shape::lower(context, call),
    |context, call| elementwise::lower(context, call),
    |context, call| math::lower(context, call),
    |context, call| reduce::lower(context, call),
    |context, call| matmul::lower(context, call),
    |context, call| gather::lower(context, call),
    |context, call| norm::lower(context, call),
    |context, call| pad::lower(context, call),
    |context, call| conv::lower(context, call),
    |context, call| pool::lower(context, call),
    |context, call| resize::lower(context, call),
    |context, call| attention::lower(context, call),
    |context, call| quant::lower(context, call),
    |context, call| rnn::lower(context, call),
    |context, call| control::lower(context, call),
    |context, call| lists::lower(context, call),
    |context, call| loss::lower(context, call),
    |context, call| spatial::lower(context, call),
    |context, call| linear_attention::lower(context, call),
    |context, call| signal::lower(context, call),
    |context, call| sample::lower(context, call),
];

/// Lowers one call of an operator of the default set: folded where possible.
fn lower_call<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Vec<Val>> {
    arity::check(call)?;
    for family in FAMILIES {
        if let Some(result) = family(context, call) {
            return result;
        }
    }
    Err(unsupported(call.op))
}

/// Operators of the default set by name, with the first operator set that has them.
pub fn default_operators() -> Vec<(&'static str, i64)> {
    arity::operators()
}

/// Whether the default set's operator that a call names has a lowering.
///
/// # Errors
/// Why it has none, and what to do instead.
pub fn is_default<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Result<(), String> {
    match FAMILIES.iter().find_map(|family| family(context, call)) {
        None => Err(unsupported(call.op)),
        Some(Err(why)) if why.starts_with(&format!("operator {} is not supported", call.op)) => Err(why),
        Some(_) => Ok(()),
    }
}

/// Why an operator is not supported, and what to do instead.
fn unsupported(op: &str) -> String {
    let reason = match op {
        "NonZero" | "Unique" | "Compress" | "NonMaxSuppression" => {
            "the size of its result depends on the data, and every size must be known when compiling; \
             select with a mask (Where) or take a fixed number (TopK)"
        }
        "RandomNormal" | "RandomNormalLike" | "RandomUniform" | "RandomUniformLike" | "Multinomial" | "Bernoulli" => {
            "it draws random numbers, which no two engines agree on; pass the random tensor as an input"
        }
        op if op.starts_with("String") || op == "TfIdfVectorizer" || op == "RegexFullMatch" => {
            "it works on strings; run it before the model"
        }
        _ => "there is no lowering for it; rewrite it with supported operators, or give it as a model-local function",
    };
    format!("operator {op} is not supported: {reason}")
}
