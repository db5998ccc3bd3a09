//! The story of a compile, top to bottom, as named pipelines.
//!
//! Every arrow of the journey is a pass here, so `opt --print-after-all -p compile` tells the same story as a compile.

use shardwright_passes::manager::{NamedPipeline, PassRegistry};

/// From an imported module to a clean one: calls inlined, nothing computed twice, nothing dead.
pub const CLEAN: NamedPipeline = NamedPipeline {
    name: "clean",
    summary: "inlines calls and removes what is redundant, bit for bit the same results",
    text: "inline,portable-calls,canonicalize,fold,cse,dce",
};

/// From the user's shardings to one on every value.
pub const SHARD: NamedPipeline = NamedPipeline {
    name: "shard",
    summary: "gives every value a sharding, from those that the user gave",
    text: "split-constants,apply-sharding-constraints,propagate",
};

/// From a sharding on every value to one device's program.
pub const PARTITION: NamedPipeline = NamedPipeline {
    name: "partition",
    summary: "makes data movement explicit and rewrites the program to one device's shapes",
    text: "reshard,collectives,localize,decompose-nn,canonicalize,fold,join-pads,cse,dce",
};

/// The whole way.
pub const COMPILE: NamedPipeline = NamedPipeline {
    name: "compile",
    summary: "the whole way from an annotated module to the per-device program",
    text: "clean,shard,partition",
};

/// Every named pipeline.
pub const PIPELINES: &[NamedPipeline] = &[CLEAN, SHARD, PARTITION, COMPILE];

/// All built-in passes and pipelines.
pub fn pass_registry() -> PassRegistry {
    let mut registry = shardwright_passes::registry();
    PIPELINES.iter().for_each(|pipeline| registry.add_pipeline(*pipeline));
    registry
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_passes::manager::Pipeline;

    #[test]
    fn every_named_pipeline_names_passes_that_exist() {
        for pipeline in PIPELINES {
            Pipeline::parse(pipeline.name, &pass_registry()).unwrap();
        }
    }
}
