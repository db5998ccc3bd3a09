//! Every plan of consecutive stages, one by one: the judge of the others on small graphs.
//!
//! All chains of downsets, for each stage every degree and number of replicas, for every node every variant that fits them. Nothing is bounded or shared, so that there is nothing to be wrong.
//! Cost: exponential in nodes; refused beyond [`Options::evaluations`]. Invariant: of plans whose stages have devices of their own, none costs less.

use super::downsets::Downsets;
use super::plan::{Chain, Plan};
use super::problem::Problem;
use super::{ALL, Best, Found, Options, Planner};

/// All plans.
pub const EXHAUSTIVE: Planner = Planner {
    name: "exhaustive",
    summary: "every plan of consecutive stages, one by one: small graphs only",
    paper: "none",
    exact: ALL,
    objectives: ALL,
    shares: false,
    run,
};

/// A stage before its devices are known: choices, degree, replicas.
type Part = (Vec<(usize, usize)>, usize, usize);

fn run(problem: &Problem, options: &Options) -> Result<Found, String> {
    let downsets = Downsets::new(problem, options.most_cuts.min(1024))?;
    let mut best = Best::new(problem);
    let mut sizes: Vec<usize> = problem.nodes().iter().flat_map(|node| node.variants.iter().map(|variant| variant.samples)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let shared = problem.setting().objective == super::Objective::Aceso;
    // Replicas that share a microbatch have the same samples each.
    let microbatches: Vec<usize> = if shared { (1..=sizes.last().copied().unwrap_or(1) * problem.setting().devices).collect() } else { sizes };
    let mut steps = 0;
    for samples in microbatches {
        place(problem, &downsets, (0, problem.setting().devices, samples), &mut Vec::new(), &mut best, (&mut steps, options.evaluations))?;
    }
    best.done(true)
}

/// Cuts that may be looked at for every plan that may be priced: most lead nowhere where there are few devices.
const CUTS: u64 = 2;

fn place(
    problem: &Problem,
    downsets: &Downsets,
    (set, devices, samples): (usize, usize, usize),
    parts: &mut Vec<Part>,
    best: &mut Best,
    (steps, most): (&mut u64, u64),
) -> Result<(), String> {
    if set == downsets.whole() {
        let mut chain = Chain::new(samples);
        parts.iter().for_each(|(choices, tensor, data)| chain.push(choices.clone(), *tensor, *data));
        let plan: Plan = chain.done();
        best.offer(&plan);
        return Ok(());
    }
    if devices == 0 {
        return Ok(());
    }
    let small = downsets.sets()[set];
    for (larger, large) in downsets.sets().iter().enumerate() {
        if larger == set || !small.minus(large).is_empty() {
            continue;
        }
        *steps += 1;
        if best.evaluations > most || *steps > CUTS * most {
            return Err(format!("the graph has more than {most} plans or {} cuts to look at: too many to try one by one", CUTS * most));
        }
        let nodes = large.minus(&small).list();
        let ways = nodes.iter().fold(1u64, |ways, &node| ways.saturating_mul(problem.nodes()[node].variants.len() as u64));
        if ways > most {
            return Err(format!("a stage of {} nodes has more than {most} choices of variants: too many to try one by one", nodes.len()));
        }
        for tensor in 1..=devices {
            for data in 1..=devices / tensor {
                for choices in choices(problem, &nodes, tensor, data, samples) {
                    parts.push((choices, tensor, data));
                    place(problem, downsets, (larger, devices - tensor * data, samples), parts, best, (&mut *steps, most))?;
                    parts.pop();
                }
            }
        }
    }
    Ok(())
}

/// Every combination of variants of these nodes.
fn choices(problem: &Problem, nodes: &[usize], tensor: usize, data: usize, samples: usize) -> Vec<Vec<(usize, usize)>> {
    let mut all = vec![Vec::new()];
    for &node in nodes {
        let fits = |variant: &super::Variant| variant.tensor == tensor && problem.setting().objective.samples_fit(variant.samples, data, samples);
        let numbers: Vec<usize> = (0..problem.nodes()[node].variants.len()).filter(|&number| fits(&problem.nodes()[node].variants[number])).collect();
        all = all.iter().flat_map(|list: &Vec<(usize, usize)>| numbers.iter().map(|&number| [list.as_slice(), &[(node, number)]].concat())).collect();
    }
    all
}
