//! How passes run. Knows no pass.
//!
//! Reading order: [`pass`] (what a pass is), [`registry`] (which ones there are), [`pipeline`] (passes as
//! text), [`run`] (running them), [`observe`], [`analyses`], [`reproduce`].

pub mod analyses;
pub mod observe;
pub mod pass;
pub mod pipeline;
pub mod registry;
pub mod reproduce;
pub mod run;

pub use analyses::{Analyses, Analysis};
pub use observe::{Observer, StepReport};
pub use pass::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
pub use pipeline::{Pipeline, Step};
pub use registry::{NamedPipeline, PassRegistry};
pub use run::{RunOptions, RunReport, resume_pipeline, run_pipeline};
