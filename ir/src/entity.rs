//! Typed ids and the arenas that they index.
//!
//! Invariants: an id is only meaningful in the arena that made it; ids are handed out in order and never
//! reused, so iteration over an arena is iteration in order of creation.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An index type of one kind of entity.
pub trait EntityId: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    /// The id with this index.
    fn from_index(index: usize) -> Self;
    /// The index of this id.
    fn index(self) -> usize;
}

/// Declares a `u32` id type with the prefix that it prints with.
#[macro_export]
macro_rules! entity_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        impl $crate::entity::EntityId for $name {
            fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 entities"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// The arena that owns entities of type `V`.
#[derive(Clone, Debug)]
pub struct PrimaryMap<K: EntityId, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: EntityId, V> Default for PrimaryMap<K, V> {
    fn default() -> Self {
        PrimaryMap { items: Vec::new(), key: PhantomData }
    }
}

impl<K: EntityId, V> PrimaryMap<K, V> {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds an entity and returns its id.
    pub fn push(&mut self, value: V) -> K {
        self.items.push(value);
        K::from_index(self.items.len() - 1)
    }
    /// Number of entities ever made.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether none was ever made.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// All ids in order of creation.
    pub fn keys(&self) -> impl Iterator<Item = K> + use<K, V> {
        (0..self.items.len()).map(K::from_index)
    }
    /// All entities with their ids, in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.items.iter().enumerate().map(|(index, value)| (K::from_index(index), value))
    }
    /// The entity with this id, where there is one.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }
}

impl<K: EntityId, V> Index<K> for PrimaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}
impl<K: EntityId, V> IndexMut<K> for PrimaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

/// A side table: a value of type `V` for every id, `V::default()` until it is set.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K: EntityId, V: Clone + Default> {
    items: Vec<V>,
    unset: V,
    key: PhantomData<K>,
}

impl<K: EntityId, V: Clone + Default> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        SecondaryMap { items: Vec::new(), unset: V::default(), key: PhantomData }
    }
}

impl<K: EntityId, V: Clone + Default> SecondaryMap<K, V> {
    /// A table in which nothing is set.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<K: EntityId, V: Clone + Default> Index<K> for SecondaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        self.items.get(key.index()).unwrap_or(&self.unset)
    }
}
impl<K: EntityId, V: Clone + Default> IndexMut<K> for SecondaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        if key.index() >= self.items.len() {
            self.items.resize(key.index() + 1, V::default());
        }
        &mut self.items[key.index()]
    }
}
