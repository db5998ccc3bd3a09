//! Experts as a whole: which of them every device has ([`shadow`]), tokens sent to them without leaving any out ([`dropless`]), and layers of imported models found ([`recognise`]).

pub mod dropless;
pub mod recognise;
pub mod shadow;
