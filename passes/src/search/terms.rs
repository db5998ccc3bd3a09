//! More said of what is wanted: memory beyond the limit at a price, few departures from a known plan, a most cost.
//!
//! As in XLA's auto-sharding (`overbudget_coeff`, `max_departures`, `max_cost` of its solver), for every search, as nothing here is new to one:
//! departures are memory at a time of its own, of which a node uses 1 where it departs; memory beyond the limit is a node whose choices are
//! how much, each with room for the most of its range at the price of the least. While the range that was chosen is wider than what the
//! assignment uses, it is split there and the search runs again (every range is priced too low, so each bound is one); a most cost is kept by
//! the problem itself ([`SearchProblem::with_most_cost`]). Invariants: what is returned keeps the terms and its cost has the price of memory in it; an
//! optimum of an exact search is one under the terms. The price is that of the fullest time alone, once, as XLA's is.

use super::infeasible::smallest_limit;
use super::{Assignment, Budget, INFINITE, Improvement, Outcome, ProblemBuilder, ProblemError, Progress, SearchInfo, SearchProblem, Stop};
use std::time::Instant;

/// What is wanted beside least cost. Nothing by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Memory may pass the limit: each unit of it at the fullest time costs this much.
    pub beyond_limit: Option<i64>,
    /// How many nodes may choose otherwise than they did.
    pub departures: Option<Departures>,
    /// Nothing that costs more is wanted.
    pub most_cost: Option<i128>,
}

/// A limit of departures from known choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departures {
    /// The known choice of each node; none where any is as good.
    pub from: Vec<Option<u32>>,
    /// How many may differ.
    pub most: u32,
}

impl Departures {
    /// How many choices of an assignment differ.
    pub fn count(&self, assignment: &[u32]) -> usize {
        self.from.iter().zip(assignment).filter(|(from, choice)| from.is_some_and(|from| from != **choice)).count()
    }
}

/// Over-use from the first number to the second.
type Range = (i64, i64);

impl Terms {
    /// What an assignment costs under these terms, and the most memory beyond the limit; no cost where it breaks them or is forbidden.
    ///
    /// # Errors
    /// As [`SearchProblem::evaluate`].
    pub fn evaluate(&self, problem: &SearchProblem, assignment: &[u32]) -> Result<(Option<i128>, i128), ProblemError> {
        let found = problem.evaluate(assignment)?;
        let beyond = beyond(problem, assignment);
        let departs = self.departures.as_ref().is_some_and(|departures| departures.count(assignment) > departures.most as usize);
        let price = if beyond == 0 { Some(0) } else { self.beyond_limit.map(|price| i128::from(price) * beyond) };
        let cost = price.map(|price| found.cost + price).filter(|cost| self.most_cost.is_none_or(|most| *cost <= most));
        Ok((cost.filter(|_| found.forbidden == 0 && !departs), beyond))
    }

    /// Runs a search under these terms. Searches that decide by what choices mean stop as not applicable where memory or departures are priced or counted:
    /// those have no meaning.
    ///
    /// # Errors
    /// Known choices that the problem does not have, or numbers that are too large together.
    pub fn search(&self, problem: &SearchProblem, search: &SearchInfo, budget: &Budget, progress: &mut Progress<'_>) -> Result<Outcome, ProblemError> {
        self.check(problem)?;
        let most = smallest_and_largest(problem).filter(|(_, most)| *most > 0);
        let (Some(price), Some((least, most))) = (self.beyond_limit, most) else {
            let extended = self.extended(problem, None)?.with_most_cost(self.most_cost);
            let mut outcome = (search.run)(&extended, budget, progress);
            outcome.assignment.iter_mut().for_each(|assignment| assignment.truncate(problem.nodes().len()));
            return Ok(outcome);
        };
        let most = i64::try_from(most).ok().filter(|most| price.checked_mul(*most).is_some_and(|cost| cost < INFINITE));
        let Some(most) = most else { return Err(wrong("memory beyond the limit", format!("at {price} a unit can cost {INFINITE} and more, which forbids"))) };
        let least = i64::try_from(least.max(0)).unwrap_or(most).min(most);
        // What every assignment pays is added behind the search, which then has smaller numbers.
        let always = i128::from(price) * i128::from(least);
        let mut ranges: Vec<Range> = if least < most { vec![(least, least), (least + 1, most)] } else { vec![(least, least)] };
        let start = Instant::now();
        let mut told = Told { best: None, outcome: Outcome { assignment: None, cost: None, bound: 0, evaluations: 0, stop: Stop::Done, trace: Vec::new() }, start };
        loop {
            let left = budget.seconds.map(|seconds| (seconds - start.elapsed().as_secs_f64()).max(0.0));
            let left = Budget { seconds: left, evaluations: budget.evaluations.saturating_sub(told.outcome.evaluations), ..*budget };
            let extended = self.extended(problem, Some((price, &ranges)))?.with_most_cost(self.most_cost.map(|most| most - always));
            let mut quiet = |_: &Improvement| {};
            let mut found = (search.run)(&extended, &left, &mut Progress::new(&mut quiet));
            found.bound += always;
            let range = found.assignment.as_ref().and_then(|assignment| assignment.last().copied());
            told.take(self, problem, &found, progress)?;
            if told.closed() {
                return Ok(told.finish(Stop::Optimal));
            }
            let (Some(assignment), Some(range)) = (&found.assignment, range) else { return Ok(told.finish(found.stop)) };
            let (first, last) = ranges[range as usize];
            let used = i64::try_from(beyond(problem, assignment)).unwrap_or(last).clamp(first, last);
            if used == first || found.stop != Stop::Optimal {
                return Ok(told.finish(found.stop));
            }
            // Halves, so that few runs are needed where many over-uses lie below what was used.
            let middle = first + (used - 1 - first) / 2;
            let parts = [(first, middle), (middle + 1, used - 1), (used, used), (used + 1, last)];
            ranges.splice(range as usize..=range as usize, parts.into_iter().filter(|(first, last)| first <= last));
        }
    }

    fn check(&self, problem: &SearchProblem) -> Result<(), ProblemError> {
        if self.beyond_limit.is_some_and(|price| price < 0) {
            return Err(wrong("memory beyond the limit", "has a price below 0".to_owned()));
        }
        let Some(departures) = &self.departures else { return Ok(()) };
        if departures.from.len() != problem.nodes().len() {
            return Err(wrong("known choices", format!("are {}, the problem has {} nodes", departures.from.len(), problem.nodes().len())));
        }
        for (node, from) in problem.nodes().iter().zip(&departures.from) {
            if let Some(from) = from.filter(|from| *from as usize >= node.costs.len()) {
                return Err(wrong(&node.name, format!("has {} choices, the known one is number {from}", node.costs.len())));
            }
        }
        Ok(())
    }

    /// The problem with a node for each that may depart, and one for memory beyond the limit (the last).
    fn extended(&self, problem: &SearchProblem, beyond: Option<(i64, &[Range])>) -> Result<SearchProblem, ProblemError> {
        if self.departures.is_none() && beyond.is_none() {
            return Ok(problem.clone());
        }
        let most = self.departures.as_ref().map_or(0, |departures| i64::from(departures.most));
        let room = beyond.and_then(|(_, ranges)| ranges.last()).map_or(0, |range| range.1);
        // Numbers of memory grow where the limit is too small to count departures within it.
        let factor = if problem.limit().is_some_and(|limit| limit < most) { most + 1 } else { 1 };
        let grown = |number: i64| number.checked_mul(factor).ok_or_else(|| wrong("memory", format!("times {factor} is too large a number")));
        let limit = match problem.limit() {
            Some(limit) => grown(limit)?.checked_add(grown(room)?).and_then(|limit| limit.checked_add(factor - 1)).ok_or_else(|| wrong("limit", "is too large".to_owned()))?,
            // Without a limit only departures count.
            None => most,
        };
        let lives = problem.nodes().iter().filter(|node| node.live.0 < node.live.1).map(|node| node.live);
        let all = lives.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0));
        let mut builder = ProblemBuilder::new(problem.name());
        builder.limit(limit);
        for node in problem.nodes() {
            let usages: Vec<i64> = node.usages.iter().map(|usage| grown(*usage)).collect::<Result<_, _>>()?;
            let live = if problem.limit().is_some() { node.live } else { (0, 0) };
            builder.node_with_memory(&node.name, node.costs.to_vec(), usages, live);
        }
        for edge in problem.edges() {
            builder.edge(edge.nodes.0, edge.nodes.1, edge.costs.to_vec());
        }
        if let Some(departures) = &self.departures {
            let last = all.1.checked_add(1).ok_or_else(|| wrong("time", format!("{} is the last there is", all.1)))?;
            let time = (all.1, last);
            for (index, (node, from)) in problem.nodes().iter().zip(&departures.from).enumerate() {
                let Some(from) = from else { continue };
                let size = node.costs.len();
                let usages = (0..size).map(|choice| i64::from(choice != *from as usize)).collect();
                let departs = builder.node_with_memory(&format!("departure of {}", node.name), vec![0; size], usages, time);
                let alike = (0..size * size).map(|at| if at / size == at % size { 0 } else { INFINITE }).collect();
                builder.edge(index as u32, departs, alike);
            }
            builder.node_with_memory("departures", vec![0], vec![limit - most], time);
        }
        if let Some((price, ranges)) = beyond {
            let least = ranges.first().map_or(0, |range| range.0);
            let costs = ranges.iter().map(|(first, _)| price * (first - least)).collect();
            let usages = ranges.iter().map(|(_, last)| grown(room - last)).collect::<Result<_, _>>()?;
            builder.node_with_memory("memory beyond the limit", costs, usages, all);
        }
        builder.build()
    }
}

/// The best so far under terms.
struct Told {
    best: Option<(i128, Assignment)>,
    outcome: Outcome,
    start: Instant,
}

impl Told {
    /// Takes what one run of a search found.
    fn take(&mut self, terms: &Terms, problem: &SearchProblem, found: &Outcome, progress: &mut Progress<'_>) -> Result<(), ProblemError> {
        self.outcome.evaluations += found.evaluations;
        let mut better = found.bound > self.outcome.bound;
        self.outcome.bound = self.outcome.bound.max(found.bound);
        if let Some(assignment) = &found.assignment {
            let own = &assignment[..problem.nodes().len()];
            if let (Some(cost), _) = terms.evaluate(problem, own)?
                && self.best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                self.best = Some((cost, own.to_vec()));
                better = true;
            }
        }
        if better {
            let improvement = Improvement { seconds: self.start.elapsed().as_secs_f64(), cost: self.best.as_ref().map(|(cost, _)| *cost), bound: self.outcome.bound };
            progress.tell(&improvement);
            self.outcome.trace.push(improvement);
        }
        Ok(())
    }
    fn closed(&self) -> bool {
        self.best.as_ref().is_some_and(|(cost, _)| *cost <= self.outcome.bound)
    }
    fn finish(self, stop: Stop) -> Outcome {
        let (cost, assignment) = self.best.map_or((None, None), |(cost, assignment)| (Some(cost), Some(assignment)));
        Outcome { cost, assignment, stop, ..self.outcome }
    }
}

/// The most memory beyond the limit at any time.
fn beyond(problem: &SearchProblem, assignment: &[u32]) -> i128 {
    let Some(limit) = problem.limit() else { return 0 };
    let profile = problem.profile(|node| problem.nodes()[node].usages[assignment[node] as usize]);
    profile.into_iter().map(|(_, used)| used - i128::from(limit)).max().unwrap_or(0).max(0)
}

/// How far beyond the limit every assignment goes, and how far any does.
fn smallest_and_largest(problem: &SearchProblem) -> Option<(i128, i128)> {
    let limit = i128::from(problem.limit()?);
    let largest = problem.profile(|node| problem.nodes()[node].usages.iter().copied().max().unwrap_or(0));
    let most = largest.into_iter().map(|(_, used)| used).max()?;
    Some((smallest_limit(problem)?.1 - limit, most - limit))
}

fn wrong(place: &str, why: String) -> ProblemError {
    ProblemError { place: place.to_owned(), why }
}
