//! Interned names.
//!
//! A [`Sym`] is a name that occurs many times in a program: a mesh axis, an attribute, a symbol. Two
//! equal names are one pointer, so comparing and copying cost nothing. Invariants: equality is equality
//! of text; order is the order of the text (never of the pointers), so that sorted output is the same
//! in every run. Interned text lives as long as the process.

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

/// An interned name.
#[derive(Clone, Copy)]
pub struct Sym(&'static str);

static INTERNER: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Default::default);

impl Sym {
    /// The one `Sym` for `text`.
    pub fn new(text: &str) -> Sym {
        let mut set = INTERNER.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(found) = set.get(text) {
            return Sym(found);
        }
        let leaked: &'static str = Box::leak(text.to_owned().into_boxed_str());
        set.insert(leaked);
        Sym(leaked)
    }

    /// The text of this name.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Sym {
    fn eq(&self, other: &Sym) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Sym {}
impl Hash for Sym {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.as_ptr() as usize).hash(state);
    }
}
impl PartialOrd for Sym {
    fn partial_cmp(&self, other: &Sym) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Sym {
    fn cmp(&self, other: &Sym) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}
impl PartialEq<str> for Sym {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}
impl PartialEq<&str> for Sym {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}
impl From<&str> for Sym {
    fn from(text: &str) -> Sym {
        Sym::new(text)
    }
}
impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
impl std::ops::Deref for Sym {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}
