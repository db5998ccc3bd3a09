//! Which buffers there are, and from when to when each is held.
//!
//! Every result of a kernel has a buffer from the kernel to its last reader; a result of the program stays. A result takes the place of an operand that is read last by its
//! own kernel, elementwise or in place, where both have one size and the operand is no argument (or one that was given away). A loop's carried values are
//! buffers of the loop, which start as their operands where nobody else needs those; what the body leaves as it is is no buffer of its own. While a loop or a branch runs,
//! the buffers of its regions are held, too. Invariant: places in the order are those of `order`; `start <= end`.

use super::Rules;
use super::fuse::kernels;
use super::graph::{Graph, Id, Kind};
use super::library::collapse;
use super::order::{Unit, join_all_reduces, ready_first, units};
use shardwright_ir::{Func, OpId, Region, Value};
use std::collections::HashMap;

/// Why a buffer is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// An argument of the region, by number.
    Argument(usize),
    /// A result of the region.
    Output,
    /// The result of a collective.
    Communication,
    /// All else.
    Temporary,
}

/// One buffer.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its size.
    pub bytes: i64,
    /// The kernel that first writes it, by its place in the order.
    pub start: usize,
    /// The kernel that reads it last; `usize::MAX` for results.
    pub end: usize,
    /// Why it is there.
    pub used: Use,
    /// The last value that lies in it.
    pub value: Option<Value>,
    /// The op that computes that.
    pub op: Option<OpId>,
}

/// The buffers of a region, arguments first.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// All of them.
    pub buffers: Vec<Buffer>,
    /// How many kernels run, those of regions included.
    pub kernels: usize,
    /// For each of them in order, the op that it ends with.
    pub ops: Vec<Option<OpId>>,
}

/// Buffers of a function's region; `given` says of an argument which result its buffer is for, if any.
pub fn assign(func: &Func, region: Region, rules: &Rules, given: &[Option<usize>]) -> Assignment {
    assign_graph(func, Graph::of(func, region, rules), rules, given, false)
}

fn assign_graph(func: &Func, graph: Graph, rules: &Rules, given: &[Option<usize>], carried: bool) -> Assignment {
    let graph = collapse(graph);
    let (kernels, place) = kernels(&graph, rules.reads_are_dear);
    let mut units = units(&graph, &kernels);
    let order = match rules.ready_first {
        true => {
            join_all_reduces(func, &graph, &mut units);
            ready_first(&units)
        }
        false => (0..units.len()).collect(),
    };
    Assigner { func, graph: &graph, units: &units, rules, given, carried, buffers: Vec::new(), of: vec![Vec::new(); units.len()] }.run(&place, &order)
}

struct Assigner<'a> {
    func: &'a Func,
    graph: &'a Graph,
    units: &'a [Unit],
    rules: &'a Rules,
    given: &'a [Option<usize>],
    /// The region is a loop's body.
    carried: bool,
    buffers: Vec<Buffer>,
    /// Buffers of the results of each unit; constants have none.
    of: Vec<Vec<Option<usize>>>,
}

impl Assigner<'_> {
    fn run(mut self, place: &[Option<usize>], order: &[usize]) -> Assignment {
        // Kernels of regions run within their loop or branch, which ends after them.
        let mut inner: Vec<Vec<Assignment>> = self.units.iter().map(|unit| self.regions(unit)).collect();
        let mut time = vec![0; self.units.len()];
        let mut ops = Vec::new();
        for &unit in order {
            inner[unit].iter().for_each(|region| ops.extend_from_slice(&region.ops));
            time[unit] = ops.len();
            ops.push(self.graph.steps[self.units[unit].step].op);
        }
        let mut argument_of: HashMap<Id, usize> = HashMap::new();
        for (number, &id) in self.graph.arguments.iter().enumerate() {
            argument_of.entry(id).or_insert(number);
        }
        let arguments: Vec<Option<usize>> = self.units.iter().map(|unit| argument_of.get(&unit.step).copied().filter(|_| self.graph.steps[unit.step].kind == Kind::Argument)).collect();
        let last = self.last_reads(order, &time, place);
        for &unit in order {
            let regions = std::mem::take(&mut inner[unit]);
            self.unit(unit, time[unit], arguments[unit], &last[unit], regions);
        }
        let results: Vec<Option<usize>> = self.graph.results.iter().map(|&id| place[id].and_then(|unit| self.of[unit].first().copied().flatten())).collect();
        let end = ops.len();
        if self.carried {
            self.carry(&results, place, end);
        } else {
            self.return_results(&results, end);
        }
        Assignment { buffers: self.buffers, kernels: end, ops }
    }

    fn regions(&self, unit: &Unit) -> Vec<Assignment> {
        let step = &self.graph.steps[unit.step];
        // A loop's body may write where its arguments are.
        let of = |(number, inner): (usize, &Graph)| {
            let body = step.kind == Kind::While && number == 1;
            assign_graph(self.func, inner.clone(), self.rules, &(0..step.bytes.len()).map(|index| body.then_some(index)).collect::<Vec<_>>(), body)
        };
        step.inner.iter().enumerate().map(of).collect()
    }

    /// For each result of each unit, when it is read last, views and what takes its place aside.
    fn last_reads(&self, order: &[usize], time: &[usize], place: &[Option<usize>]) -> Vec<Vec<usize>> {
        let mut last: Vec<Vec<usize>> = self.units.iter().enumerate().map(|(unit, data)| vec![time[unit]; data.bytes.len()]).collect();
        for &id in &self.graph.results {
            if let Some(unit) = place[id] {
                last[unit][0] = usize::MAX;
            }
        }
        // Readers first, so that a view's last reader is known where its operand is looked at.
        for &unit in order.iter().rev() {
            let data = &self.units[unit];
            let looped = self.graph.steps[data.step].kind == Kind::While;
            for (index, &(read, takes)) in data.reads.iter().enumerate() {
                let element = if index == 0 { data.view.unwrap_or(0) } else { 0 };
                // What a loop leaves as it is is read as long as the loop's result.
                let until = match takes {
                    _ if data.view.is_some() => last[unit][0],
                    Some(result) if looped && self.passes(unit, result) => last[unit][result],
                    _ => time[unit],
                };
                last[read][element] = last[read][element].max(until);
            }
        }
        last
    }

    /// Whether a loop's body returns its argument as it is.
    fn passes(&self, unit: usize, result: usize) -> bool {
        self.graph.steps[self.units[unit].step].inner.get(1).is_some_and(|body| body.results.get(result) == body.arguments.get(result))
    }

    fn unit(&mut self, unit: usize, at: usize, argument: Option<usize>, last: &[usize], regions: Vec<Assignment>) {
        let start = at - regions.iter().map(|region| region.kernels).sum::<usize>();
        let (graph, units) = (self.graph, self.units);
        let data = &units[unit];
        let step = &graph.steps[data.step];
        let operand = |of: &[Vec<Option<usize>>], result: usize| data.reads.iter().find(|&&(_, takes)| takes == Some(result)).and_then(|&(read, _)| of[read].first().copied().flatten());
        if let Some(element) = data.view {
            let buffer = data.reads.first().and_then(|&(read, _)| self.of[read].get(element).copied().flatten());
            if let (Some(buffer), Some(value)) = (buffer, step.value) {
                self.buffers[buffer].value.get_or_insert(value);
            }
            self.of[unit] = vec![buffer];
            return;
        }
        if step.kind == Kind::Constant {
            self.of[unit] = vec![None];
            return;
        }
        for (result, &bytes) in data.bytes.iter().enumerate() {
            if step.kind == Kind::While && self.passes(unit, result) {
                let buffer = operand(&self.of, result);
                self.of[unit].push(buffer);
                continue;
            }
            let end = last.get(result).copied().unwrap_or(at);
            // The place of an operand that is read last here.
            let taken = data.reads.iter().filter(|&&(_, takes)| takes == Some(result)).find_map(|&(read, _)| {
                let buffer = self.of[read].first().copied().flatten()?;
                let held = &self.buffers[buffer];
                let free = match held.used {
                    Use::Argument(number) => self.given.get(number).copied().flatten().is_some(),
                    Use::Output => false,
                    _ => true,
                };
                (free && held.end == at && held.bytes == bytes).then_some(buffer)
            });
            let used = match argument {
                Some(number) => Use::Argument(number),
                None if step.kind == Kind::Collective => Use::Communication,
                None => Use::Temporary,
            };
            let buffer = match taken {
                Some(buffer) => buffer,
                None => {
                    self.buffers.push(Buffer { bytes, start, end, used, value: None, op: None });
                    self.buffers.len() - 1
                }
            };
            let held = &mut self.buffers[buffer];
            held.end = end;
            if !matches!(held.used, Use::Argument(_)) {
                held.used = used;
            }
            (held.op, held.value) = (step.op, if result == 0 { step.value } else { None });
            self.of[unit].push(Some(buffer));
        }
        let (mut from, looped) = (start, step.kind == Kind::While);
        for region in regions {
            let until = from + region.kernels;
            for buffer in region.buffers.into_iter().filter(|buffer| !matches!(buffer.used, Use::Argument(_)) && buffer.bytes > 0) {
                // What a branch returns is the branch's own result.
                if buffer.used == Use::Output && !looped {
                    continue;
                }
                let used = if buffer.used == Use::Output { Use::Temporary } else { buffer.used };
                self.buffers.push(Buffer { start: (from + buffer.start).min(until), end: if buffer.end == usize::MAX { until } else { (from + buffer.end).min(until) }, used, ..buffer });
            }
            from = until;
        }
    }

    /// Results of the function stay; one that is an argument, or a second time the same, is copied. A result for which an argument was given lies there, and until that argument
    /// is read last it lies elsewhere.
    fn return_results(&mut self, results: &[Option<usize>], end: usize) {
        let mut of_argument: HashMap<usize, usize> = HashMap::new();
        for (index, buffer) in self.buffers.iter().enumerate() {
            if let Use::Argument(number) = buffer.used {
                of_argument.entry(number).or_insert(index);
            }
        }
        // The buffer of the argument that each result replaces.
        let mut replaced: HashMap<usize, Option<usize>> = HashMap::new();
        for (number, given) in self.given.iter().enumerate() {
            if let Some(result) = given {
                replaced.entry(*result).or_insert_with(|| of_argument.get(&number).copied());
            }
        }
        for (index, &result) in results.iter().enumerate() {
            let bytes = self.graph.steps[self.graph.results[index]].bytes.first().copied().unwrap_or(0);
            let place = replaced.get(&index).copied().flatten();
            match (result, place) {
                (Some(buffer), Some(place)) if buffer == place => {}
                (Some(buffer), Some(place)) if !matches!(self.buffers[buffer].used, Use::Argument(_) | Use::Output) => {
                    let needed = std::mem::replace(&mut self.buffers[place].end, usize::MAX);
                    let held = &mut self.buffers[buffer];
                    if needed <= held.start {
                        held.bytes = 0;
                    } else {
                        held.end = usize::MAX;
                    }
                }
                (_, Some(_)) => {}
                (Some(buffer), None) if !matches!(self.buffers[buffer].used, Use::Argument(_) | Use::Output) => {
                    (self.buffers[buffer].used, self.buffers[buffer].end) = (Use::Output, usize::MAX);
                }
                (Some(buffer), None) => {
                    let (value, op) = (self.buffers[buffer].value, self.buffers[buffer].op);
                    self.buffers.push(Buffer { bytes, start: end, end: usize::MAX, used: Use::Output, value, op });
                }
                (None, None) => self.buffers.push(Buffer { bytes, start: end, end: usize::MAX, used: Use::Output, value: None, op: None }),
            }
        }
    }

    /// What a loop's body computes for the next iteration goes where its argument is; an argument that is needed after that is copied before.
    fn carry(&mut self, results: &[Option<usize>], place: &[Option<usize>], end: usize) {
        for (index, &result) in results.iter().enumerate() {
            let argument = self.graph.arguments.get(index).and_then(|&id| place[id]).and_then(|unit| self.of[unit].first().copied().flatten());
            let (Some(argument), Some(buffer)) = (argument, result) else { continue };
            if argument == buffer {
                continue;
            }
            let (needed, bytes) = (self.buffers[argument].end, self.buffers[argument].bytes);
            let held = &mut self.buffers[buffer];
            if matches!(held.used, Use::Argument(_)) {
                self.buffers.push(Buffer { bytes, start: 0, end, used: Use::Temporary, value: None, op: None });
            } else if needed < held.start {
                held.bytes = 0;
            } else {
                // The new value may be written where the old one was; the old one is a copy for as long as it is read.
                held.bytes = 0;
                self.buffers.push(Buffer { bytes, start: 0, end: needed.min(end), used: Use::Temporary, value: None, op: None });
            }
        }
    }
}
