//! Text: MLIR's syntax in and out.

/// The text form of an op that no format string describes.
pub trait CustomSyntax: Sync {}
