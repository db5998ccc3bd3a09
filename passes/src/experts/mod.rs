//! Experts as a whole: which of them every device has ([`shadow`]), and tokens sent to them without leaving any out ([`dropless`]).

pub mod dropless;
pub mod shadow;
