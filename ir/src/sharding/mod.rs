//! Shardings: how a tensor lies on the devices of a mesh.
//!
//! Vocabulary and text form are Shardy's (`sdy`). Reading order: [`mesh`], [`axis`], [`spec`], [`rule`], [`reach`].

pub mod axis;
pub mod mesh;
pub mod reach;
pub mod rule;
pub mod spec;

pub use axis::AxisRef;
pub use mesh::{Mesh, MeshAxis};
pub use reach::{Reach, ReachKind, Windows};
pub use rule::{DimFactors, Factor, FactorId, FactorKind, ReduceKind, ShardingRule, TensorFactors};
pub use spec::{DimSharding, TensorSharding};
