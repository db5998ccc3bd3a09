//! The journey of a model: from its file to per-device programs and the proof that they are right.
//!
//! Reading order: [`driver`] (one compile), [`pipelines`] (its passes, by name), [`front`] and [`back`] (readers and
//! writers), [`generate`] (models by their sizes), [`train`] (a model made to learn), [`shadow`] (experts on every device), [`annotate`], [`plan`], [`strategy`] and [`forms`] (decisions from outside),
//! [`planner`], [`tradeoff`] and [`staged`] (decisions that are searched), [`manifest`], [`report`], [`explain`] and [`output`] (what is written),
//! [`pipeline`] (programs in stages), [`exec`], [`steps`], [`shards`], [`fingerprint`] and [`engine`] (running it), [`measure`] (timing it), [`verify`] (comparing runs), [`spaces`] (a benchmark for searches), [`timeline`] (pictures of runs), [`render`]
//! (diagnostics).

pub mod annotate;
pub mod back;
pub mod driver;
pub mod engine;
pub mod exec;
pub mod explain;
pub mod files;
pub mod fingerprint;
pub mod forms;
pub mod front;
pub mod generate;
pub mod manifest;
pub mod measure;
mod optional;
mod onnx_source;
pub mod output;
pub mod pipeline;
pub mod pipelines;
pub mod plan;
pub mod planner;
pub mod render;
pub mod reannotate;
pub mod report;
pub mod shadow;
pub mod shards;
pub mod spaces;
pub mod staged;
pub mod steps;
pub mod strategy;
pub mod testing;
pub mod timeline;
pub mod tradeoff;
pub mod train;
pub mod verify;
pub mod zoo;

pub use driver::{CompileFault, CompileOptions, Compiled, compile};
pub use pipelines::pass_registry;
