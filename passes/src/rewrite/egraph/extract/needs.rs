//! Needs that follow from others, said openly.
//!
//! Two alternatives of a class may lead to one class by different ways: whichever is taken, it is needed. The linear program
//! behind the bound does not see that, since it may take half of each; with the class among the needs of both it does.
//!
//! Invariants: a selection's cost is not changed, since an alternative needs nothing new; needs that follow from a single
//! need of the same alternatives are not added.

use super::ChoiceGraph;
use std::collections::BTreeMap;

/// A set of classes.
pub type Set = Box<[u64]>;

/// Most classes for which sets of needs are kept: their size is quadratic.
const MOST: usize = 30_000;

/// What each class needs whichever alternatives are taken, itself not counted; `None` for graphs too large for it. `order` is from below.
pub fn musts(graph: &ChoiceGraph, order: &[usize]) -> Option<Vec<Set>> {
    let count = graph.classes.len();
    if count > MOST {
        return None;
    }
    let empty: Set = vec![0u64; count.div_ceil(64)].into_boxed_slice();
    let mut musts = vec![empty.clone(); count];
    for &class in order {
        let mut all: Option<Set> = None;
        for choice in &graph.classes[class] {
            let needs = closure(&choice.children, &musts, &empty);
            match &mut all {
                Some(all) => all.iter_mut().zip(needs.iter()).for_each(|(all, one)| *all &= one),
                None => all = Some(needs),
            }
        }
        if let Some(all) = all {
            musts[class] = all;
        }
    }
    Some(musts)
}

/// Classes and all that they need.
pub fn closure(classes: &[usize], musts: &[Set], empty: &Set) -> Set {
    let mut needs = empty.clone();
    for &class in classes {
        needs.iter_mut().zip(musts[class].iter()).for_each(|(all, one)| *all |= one);
        needs[class / 64] |= 1 << (class % 64);
    }
    needs
}

/// Whether a class is in a set.
pub fn has(set: &Set, class: usize) -> bool {
    set[class / 64] >> (class % 64) & 1 == 1
}

/// Adds to alternatives the classes that two or more of them lead to by different needs.
pub fn say(graph: &mut ChoiceGraph, musts: &[Set]) {
    let Some(empty) = musts.first().map(|set| vec![0u64; set.len()].into_boxed_slice()) else { return };
    for class in 0..graph.classes.len() {
        let choices = &mut graph.classes[class];
        if choices.len() < 2 {
            continue;
        }
        // Which alternatives lead to each class.
        let mut leads: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, choice) in choices.iter().enumerate() {
            for (word, &bits) in closure(&choice.children, musts, &empty).iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    leads.entry(word * 64 + bits.trailing_zeros() as usize).or_default().push(index);
                    bits &= bits - 1;
                }
            }
        }
        let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for (need, by) in leads {
            if by.len() > 1 {
                groups.entry(by).or_default().push(need);
            }
        }
        for (by, needs) in groups {
            for &need in &needs {
                if needs.iter().any(|&other| has(&musts[other], need)) {
                    continue;
                }
                for &index in &by {
                    if let Err(place) = choices[index].children.binary_search(&need) {
                        choices[index].children.insert(place, need);
                    }
                }
            }
        }
    }
}
