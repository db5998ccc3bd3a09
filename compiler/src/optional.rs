//! The passes that options ask for after `partition`.
//!
//! Invariant: their order is that of the comments here; where there is none, nothing runs.

use crate::driver::{CompileOptions, Pieces, Threshold};

/// What comes after `partition` where the options ask for it.
pub(crate) fn optional_passes(options: &CompileOptions) -> String {
    let pass = |threshold: Option<Threshold>, name: &str, option: &str| match threshold {
        None => String::new(),
        Some(Threshold::Cost) => format!(",{name}"),
        Some(Threshold::Bytes(bytes)) => format!(",{name}{{{option}={bytes}}}"),
    };
    // Before collectives are joined: what is gathered again is joined with its neighbours then.
    let again = match options.regather.as_deref() {
        None => String::new(),
        Some("") => ",regather".to_owned(),
        Some(inner) => format!(",hierarchical-gather{{inner={inner}}},regather"),
    };
    let block = |name: &str, block: Option<i64>| block.map_or_else(String::new, |block| format!(" {name}={block}"));
    let rounded = match block("weights", options.quantise_weights) + &block("gradients", options.quantise_gradients) {
        none if none.is_empty() => none,
        blocks => format!(",quantise-collectives{{{}}}", blocks.trim_start()),
    };
    // After exchanges are cut into pieces: each piece goes in two steps.
    let steps = if options.hierarchical_all_to_all { ",hierarchical-all-to-all" } else { "" };
    let pieces = match options.chunk_all_to_all {
        None => String::new(),
        Some(Pieces::Fastest) => ",chunk-all-to-all".to_owned(),
        Some(Pieces::Count(chunks)) => format!(",chunk-all-to-all{{chunks={chunks}}}"),
    };
    let text = again + &rounded + &pieces + steps + &pass(options.windowed_einsum, "windowed-einsum", "threshold") + &pass(options.combine_collectives, "combine-collectives", "bucket-bytes");
    if text.is_empty() { text } else { text + ",canonicalize,fold,cse,dce" }
}
