//! The nouns of Shardwright: what a program, a sharding, an op and a machine are.
//!
//! Reading order: [`types`], [`sharding`], [`attrs`] and [`literal`], [`module`], [`op`], [`partial`] and [`registry`],
//! [`builder`], [`interp`], [`machine`], [`text`], [`verify`], [`diag`]; [`rng`] is for whatever draws by a seed, [`json`] for
//! files that people write.

#![deny(missing_docs)]

pub mod attrs;
pub mod builder;
pub mod copy;
pub mod diag;
pub mod entity;
pub mod interp;
pub mod json;
pub mod literal;
pub mod machine;
pub mod module;
pub mod nearest;
pub mod op;
pub mod partial;
pub mod registry;
pub mod rng;
pub mod role;
pub mod sharding;
pub mod sym;
pub mod text;
pub mod types;
pub mod verify;

pub use attrs::{Attr, Attrs};
pub use builder::Builder;
pub use diag::{Diagnostic, Diagnostics, Loc, Span};
pub use literal::Literal;
pub use module::{Func, Module, OpId, OpState, Region, Value};
pub use op::{DerivativeFacet, OpInfo, OpView, Vjp};
pub use registry::Registry;
pub use sym::Sym;
pub use types::{ElementType, TensorType, Type};
pub use verify::{Verified, verify};
