//! How passes run. Knows no pass.
//!
//! Reading order: [`pass`] (what a pass is), [`registry`] (which ones there are), [`pipeline`] (passes as
//! text), [`analyses`].

pub mod analyses;
pub mod pass;
pub mod pipeline;
pub mod registry;

pub use analyses::{Analyses, Analysis};
pub use pass::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
pub use pipeline::{Pipeline, Step};
pub use registry::{NamedPipeline, PassRegistry};
