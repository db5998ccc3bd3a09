//! Bucket elimination's order: tables over nodes, and which node is cheapest to eliminate next.
//!
//! R. Dechter, "Bucket elimination", Artificial Intelligence 113, 1999, with the smallest next table first. What is in a table, and what its elimination computes,
//! is the searches' own ([`super::elimination`], [`super::frontier`]). Invariants: a table lies with its first node and is handed out once, with the
//! first of its nodes that is eliminated; of equal sizes the smaller node number comes first.

use std::collections::BTreeSet;

/// What says something of some nodes together.
pub trait Table {
    /// The nodes.
    fn nodes(&self) -> &[usize];
}

/// Tables that are left, by node.
pub struct Buckets<T> {
    sizes: Vec<usize>,
    adjacent: Vec<BTreeSet<usize>>,
    tables: Vec<Vec<T>>,
    /// Nodes with the entries of the table that eliminating them makes.
    queue: BTreeSet<(usize, usize)>,
}

/// A node that is to be eliminated.
pub struct Next<T> {
    /// The node.
    pub node: usize,
    /// Entries of its own table and that of all its neighbours.
    pub entries: usize,
    /// The neighbours, ascending.
    pub others: Vec<usize>,
    /// All tables that it is in.
    pub parts: Vec<T>,
}

impl<T: Table> Buckets<T> {
    /// Nodes with these numbers of choices, and these tables.
    pub fn new(sizes: Vec<usize>, tables: impl IntoIterator<Item = T>) -> Buckets<T> {
        let count = sizes.len();
        let mut buckets = Buckets { sizes, adjacent: vec![BTreeSet::new(); count], tables: (0..count).map(|_| Vec::new()).collect(), queue: BTreeSet::new() };
        for table in tables {
            for (index, &one) in table.nodes().iter().enumerate() {
                for &other in &table.nodes()[index + 1..] {
                    buckets.adjacent[one].insert(other);
                    buckets.adjacent[other].insert(one);
                }
            }
            buckets.put(table);
        }
        buckets.queue = (0..count).map(|node| (buckets.entries(node), node)).collect();
        buckets
    }

    /// Numbers of choices of the nodes.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Keeps a table over nodes that are neighbours already; one over no nodes is not kept.
    pub fn put(&mut self, table: T) {
        if let Some(&first) = table.nodes().first() {
            self.tables[first].push(table);
        }
    }

    /// Takes out the node that makes the smallest table, unless that has more than `most` entries: then how many it has. Its neighbours
    /// are neighbours of each other from then on.
    pub fn next(&mut self, most: usize) -> Option<Result<Next<T>, usize>> {
        let (entries, node) = self.queue.pop_first()?;
        if entries > most {
            return Some(Err(entries));
        }
        let others: Vec<usize> = self.adjacent[node].iter().copied().collect();
        let mut parts = std::mem::take(&mut self.tables[node]);
        for &other in &others {
            let (here, rest) = std::mem::take(&mut self.tables[other]).into_iter().partition(|table: &T| table.nodes().contains(&node));
            parts.extend::<Vec<T>>(here);
            self.tables[other] = rest;
        }
        for (index, &other) in others.iter().enumerate() {
            self.queue.remove(&(self.entries(other), other));
            self.adjacent[other].remove(&node);
            self.adjacent[other].extend(others.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, node)| *node));
            self.queue.insert((self.entries(other), other));
        }
        Some(Ok(Next { node, entries, others, parts }))
    }

    fn entries(&self, node: usize) -> usize {
        self.adjacent[node].iter().fold(self.sizes[node], |entries, other| entries.saturating_mul(self.sizes[*other]))
    }
}
