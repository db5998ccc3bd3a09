//! Ops that exchange data between devices.
//!
//! Invariant: a collective is translated here or refused by name; the rest of the translation never sees one.

use super::site::Site;
use super::writer::{Result, Val};

/// The results of one collective.
///
/// # Errors
/// The op has no native form.
pub fn translate<'m>(site: &Site<'_, 'm>, _operands: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    Err(site.refuse("collectives are not translated"))
}
