//! The nouns.
pub mod entity; pub mod sym; pub mod types;
