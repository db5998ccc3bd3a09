//! How passes run. Knows no pass.

pub mod pass;

pub use pass::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
