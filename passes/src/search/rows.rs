//! Memory over time: what each choice of a node uses in which rows, and which rows say something.
//!
//! A node that stands for several (see [`super::presolve`]) uses memory in many intervals: its usage is a list of pieces, disjoint and in order, each with
//! one amount for each choice. Invariants of what [`compress`] returns: the same assignments fit; in each piece the least amount is 0
//! (it is taken off the capacities); no row is there that every assignment keeps; rows that a kept neighbour implies are gone.

use super::presolve::Infeasible;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Memory of a node in some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The rows, from and to before.
    pub rows: (u32, u32),
    /// Usage of each choice.
    pub usages: Arc<[i64]>,
}

/// A time at which memory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The time.
    pub time: i64,
    /// What the choices may use then.
    pub capacity: i64,
}

/// Sums intervals: each has its rows, and a usage for each of `size` choices by function.
pub fn pieces<'a>(intervals: impl Iterator<Item = ((u32, u32), &'a [i64], &'a [u32])>, size: usize) -> Vec<Piece> {
    let mut events: Vec<(u32, i128, &[i64], &[u32])> = Vec::new();
    for (rows, usages, map) in intervals.filter(|(rows, ..)| rows.0 < rows.1) {
        events.push((rows.0, 1, usages, map));
        events.push((rows.1, -1, usages, map));
    }
    events.sort_by_key(|event| event.0);
    let mut now = vec![0i128; size];
    let mut found: Vec<Piece> = Vec::new();
    for (index, (row, sign, usages, map)) in events.iter().enumerate() {
        now.iter_mut().zip(*map).for_each(|(now, choice)| *now += sign * i128::from(usages[*choice as usize]));
        let next = events.get(index + 1).map_or(*row, |next| next.0);
        if next == *row || now.iter().all(|usage| *usage == 0) {
            continue;
        }
        // What does not fit in 64 bits is beyond every limit.
        let usages: Arc<[i64]> = now.iter().map(|usage| i64::try_from(*usage).unwrap_or(i64::MAX)).collect();
        match found.last_mut() {
            Some(last) if last.rows.1 == *row && last.usages == usages => last.rows.1 = next,
            _ => found.push(Piece { rows: (*row, next), usages }),
        }
    }
    found
}

/// What each row has left when every node takes what is least there.
pub fn rooms(pieces: &[Vec<Piece>], rows: &[Row]) -> Result<Vec<i64>, Infeasible> {
    let low = profile(pieces, rows.len(), |usages| usages.iter().copied().min().unwrap_or(0));
    let room = |(row, low): (&Row, i128)| i64::try_from(i128::from(row.capacity) - low).ok().filter(|room| *room >= 0).ok_or(Infeasible);
    rows.iter().zip(low).map(room).collect()
}

/// The same memory in as few rows as are easily found.
pub fn compress(mut pieces: Vec<Vec<Piece>>, rows: &[Row]) -> Result<(Vec<Vec<Piece>>, Vec<Row>), Infeasible> {
    let rooms = rooms(&pieces, rows)?;
    for node in &mut pieces {
        for piece in node.iter_mut() {
            let least = piece.usages.iter().copied().min().unwrap_or(0);
            if least != 0 {
                piece.usages = piece.usages.iter().map(|usage| usage - least).collect();
            }
        }
        node.retain(|piece| piece.usages.iter().any(|usage| *usage > 0));
    }
    let most = profile(&pieces, rows.len(), |usages| usages.iter().copied().max().unwrap_or(0));
    let binds: Vec<bool> = rooms.iter().zip(&most).map(|(room, most)| *most > i128::from(*room)).collect();
    let kept = undominated(&pieces, &rooms, &binds);
    let place = |row: u32| kept.partition_point(|kept| *kept < row) as u32;
    for node in &mut pieces {
        let mut left: Vec<Piece> = Vec::with_capacity(node.len());
        for piece in node.drain(..) {
            let at = (place(piece.rows.0), place(piece.rows.1));
            match left.last_mut() {
                _ if at.0 == at.1 => {}
                Some(last) if last.rows.1 == at.0 && last.usages == piece.usages => last.rows.1 = at.1,
                _ => left.push(Piece { rows: at, usages: piece.usages }),
            }
        }
        *node = left;
    }
    Ok((pieces, kept.iter().map(|row| Row { time: rows[*row as usize].time, capacity: rooms[*row as usize] }).collect()))
}

fn profile(pieces: &[Vec<Piece>], rows: usize, amount: impl Fn(&[i64]) -> i64) -> Vec<i128> {
    let mut changes = vec![0i128; rows + 1];
    for piece in pieces.iter().flatten() {
        let amount = i128::from(amount(&piece.usages));
        changes[piece.rows.0 as usize] += amount;
        changes[piece.rows.1 as usize] -= amount;
    }
    let running = changes[..rows].iter().scan(0, |sum, change| {
        *sum += change;
        Some(*sum)
    });
    running.collect()
}

/// Rows that bind and that no neighbour implies: a row implies another where no choices use more in the other, beyond what the other has more room.
fn undominated(pieces: &[Vec<Piece>], rooms: &[i64], binds: &[bool]) -> Vec<u32> {
    /// Nodes compared at most; more are not worth the time.
    const MOST: usize = 300;
    let mut changed: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (node, own) in pieces.iter().enumerate() {
        for piece in own {
            changed.entry(piece.rows.0).or_default().push(node as u32);
            changed.entry(piece.rows.1).or_default().push(node as u32);
        }
    }
    let usages = |node: u32, row: u32| {
        let own = &pieces[node as usize];
        let at = own.partition_point(|piece| piece.rows.1 <= row);
        own.get(at).filter(|piece| piece.rows.0 <= row).map(|piece| &piece.usages[..])
    };
    // The most that a choice uses more in the first row than in the second.
    let more = |node: u32, first: u32, second: u32| match (usages(node, first), usages(node, second)) {
        (None, _) => 0,
        (Some(first), None) => first.iter().copied().max().unwrap_or(0),
        (Some(first), Some(second)) => first.iter().zip(second).map(|(first, second)| first - second).max().unwrap_or(0),
    };
    let implies = |nodes: &[u32], this: u32, other: u32| {
        let extra: i128 = nodes.iter().map(|node| i128::from(more(*node, other, this))).sum();
        extra <= i128::from(rooms[other as usize]) - i128::from(rooms[this as usize])
    };
    let mut kept: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut pending: Vec<u32> = Vec::new();
    for row in 0..rooms.len() as u32 {
        pending.extend(changed.remove(&row).unwrap_or_default());
        if !binds[row as usize] {
            continue;
        }
        let mut is_implied = false;
        while let Some(last) = kept.last().map(|kept| kept.0) {
            pending.sort_unstable();
            pending.dedup();
            if pending.len() > MOST {
                break;
            }
            if implies(&pending, row, last) {
                pending.extend(kept.pop().unwrap_or_default().1);
                continue;
            }
            is_implied = implies(&pending, last, row);
            break;
        }
        if !is_implied {
            kept.push((row, std::mem::take(&mut pending)));
        }
    }
    kept.into_iter().map(|(row, _)| row).collect()
}
