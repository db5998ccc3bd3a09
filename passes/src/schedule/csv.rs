//! Schedules in torch's format: a line a rank, a cell a step, an empty cell where nothing is done.
//!
//! Invariants: the placement is read from which line runs a stage; stages are one chain, as torch's are, so that a file that was written from a
//! schedule of another shape (two chains, a graph) reads back as another schedule.

use super::action::{Action, Kind};
use super::order::{Schedule, Stage};
use std::fmt::Write;

/// Writes the actions, without empty cells.
pub fn write(schedule: &Schedule) -> String {
    let mut text = String::new();
    for row in schedule.rows() {
        let _ = writeln!(text, "{}", row.join(","));
    }
    text
}

/// Reads a file. Older files write `BW` for the whole backward pass and `B` for gradients of inputs: where a `BW` is, that is how all is read.
pub fn read(text: &str) -> Result<Schedule, String> {
    let old = text.split([',', '\n', '(', ';']).any(|cell| cell.trim().trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with("BW"));
    let mut orders = Vec::new();
    for (line, row) in text.lines().enumerate() {
        let mut order = Vec::new();
        for (column, cell) in row.split(',').enumerate() {
            let at = |why: String| format!("line {}, cell {}: {why}", line + 1, column + 1);
            read_cell(cell.trim().trim_matches('"'), old, &mut order).map_err(at)?;
        }
        orders.push(order);
    }
    while orders.last().is_some_and(Vec::is_empty) {
        orders.pop();
    }
    placed(orders)
}

fn read_cell(cell: &str, old: bool, order: &mut Vec<Action>) -> Result<(), String> {
    if cell.is_empty() {
        return Ok(());
    }
    let Some(inner) = cell.strip_prefix('(') else {
        order.push(read_action(cell, old)?);
        return Ok(());
    };
    let pair = inner.strip_suffix(")OVERLAP_F_B").and_then(|inner| inner.split_once(';'));
    let (first, second) = pair.ok_or_else(|| format!("`{cell}` is no pair: wanted (0F7;7B3)OVERLAP_F_B"))?;
    order.push(Action { paired: true, ..read_action(first, old)? });
    order.push(read_action(second, old)?);
    Ok(())
}

fn read_action(text: &str, old: bool) -> Result<Action, String> {
    if !old {
        return Action::parse(text);
    }
    let action = Action::parse(&text.replace("BW", "B"))?;
    let input = action.kind == Kind::Backward && !text.contains("BW");
    Ok(if input { Action { kind: Kind::InputGradient, ..action } } else { action })
}

/// The schedule of these orders: each stage on the rank that runs it.
fn placed(orders: Vec<Vec<Action>>) -> Result<Schedule, String> {
    // A stage or microbatch has at least an action each, so that larger numbers than actions are gaps.
    let most = orders.iter().map(Vec::len).sum::<usize>();
    let last = |of: fn(&Action) -> u32| orders.iter().flatten().map(|action| of(action) as usize + 1).max().unwrap_or(0);
    let (stages, microbatches) = (last(|action| action.stage), last(|action| action.microbatch));
    if stages == 0 {
        return Err("there is no action".to_owned());
    }
    let too_many = || format!("{stages} stages with {microbatches} microbatches each cannot all be in {most} actions");
    if stages > most || microbatches > most {
        return Err(too_many());
    }
    let mut ranks = vec![None; stages];
    for (rank, order) in orders.iter().enumerate() {
        for action in order {
            let place = ranks[action.stage as usize].get_or_insert(rank);
            if *place != rank {
                return Err(format!("stage {} is on line {} and, with {action}, on line {}", action.stage, *place + 1, rank + 1));
            }
        }
    }
    let stage = |(index, rank): (usize, &Option<usize>)| {
        let rank = rank.ok_or_else(|| format!("stage {index} of {stages} is on no line"))?;
        Ok(Stage { rank, after: index.checked_sub(1).into_iter().collect(), microbatches: 0..microbatches, copy_of: None })
    };
    let placed = ranks.iter().enumerate().map(stage).collect::<Result<Vec<Stage>, String>>()?;
    // Every stage does something for every microbatch. Where few are missing, validation says which.
    const FEW: usize = 1 << 20;
    if stages.checked_mul(microbatches).is_none_or(|cells| cells > most.max(FEW)) {
        return Err(too_many());
    }
    let training = orders.iter().flatten().any(|action| action.kind.gives_gradient());
    let parts = stages.div_ceil(orders.len()) as u64;
    Ok(Schedule { keepers: vec![None; orders.len()], stages: placed, microbatches, slices: 1, parts, loads: Vec::new(), sizes: Vec::new(), training, orders })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_cells_pairs_and_placement_are_read() {
        let schedule = read("0F0,,3F0,(0F1;3B0)OVERLAP_F_B,0UNSHARD\r\n,1F0,2F0,\r\n").unwrap();
        assert_eq!(schedule.stages.iter().map(|stage| stage.rank).collect::<Vec<_>>(), [0, 1, 1, 0]);
        assert_eq!(write(&schedule), "0F0,3F0,(0F1;3B0)OVERLAP_F_B,0UNSHARD\n1F0,2F0\n");
    }

    #[test]
    fn older_files_say_bw_for_the_whole_backward_pass() {
        let schedule = read("0F0,0F1,0B0,0W0,0BW1\n").unwrap();
        assert_eq!(write(&schedule), "0F0,0F1,0I0,0W0,0B1\n");
    }

    #[test]
    fn faults_are_told_with_their_place() {
        assert!(read("0F0\n1F0,1G0\n").unwrap_err().starts_with("line 2, cell 2: `1G0` is no action"));
        assert_eq!(read("0F0\n0B0\n").unwrap_err(), "stage 0 is on line 1 and, with 0B0, on line 2");
        assert_eq!(read("0F0,2F0,0F1\n").unwrap_err(), "stage 1 of 3 is on no line");
        assert!(read("4000000000F0\n").unwrap_err().contains("cannot all be"));
        let wide: String = (0..2000).map(|stage| format!("{stage}F0,")).collect();
        assert_eq!(read(&format!("{wide}0F1999\n")).unwrap_err(), "2000 stages with 2000 microbatches each cannot all be in 2001 actions");
        assert!(read("").is_err() && read("(0F0;").is_err());
    }
}
