//! Planners against each other and against every plan, on small random graphs with whole figures, so that sums are the same in any order.

use super::*;
use shardwright_ir::rng::Rng;

/// A random graph of at most `most` nodes.
pub(super) fn random(rng: &mut Rng, most: usize, objective: Objective, tensors: &[usize], variants: usize) -> Problem {
    let count = 1 + rng.below(most);
    let mut edges = Vec::new();
    for to in 1..count {
        for from in 0..to {
            if rng.percent(45) {
                edges.push(Edge { from, to, bytes: rng.below(6) as f64 });
            }
        }
    }
    let around = |node: usize| edges.iter().filter(|edge: &&Edge| edge.from == node || edge.to == node).count();
    let mut nodes = Vec::new();
    for node in 0..count {
        let mut of = Vec::new();
        for &tensor in tensors {
            // Not every node can be cut.
            if tensor > 1 && rng.percent(20) {
                continue;
            }
            for recompute in 0..1 + rng.below(variants) {
                of.push(Variant {
                    tensor,
                    recompute: recompute > 0,
                    forward: (4 + rng.below(20)) as f64,
                    backward: (4 + rng.below(20)) as f64,
                    weights: (4 * rng.below(4)) as f64,
                    held: rng.below(6) as f64,
                    fixed: rng.below(6) as f64,
                    crossing: if rng.percent(50) { (0..around(node)).map(|_| rng.below(3) as f64).collect() } else { Vec::new() },
                    ..Variant::default()
                });
            }
        }
        nodes.push(Node { name: format!("n{node}"), output: rng.below(40) as f64, starts_layer: false, variants: of });
    }
    let devices = 1 + rng.below(4);
    let memory = if rng.percent(50) { f64::INFINITY } else { (10 + rng.below(60)) as f64 };
    let setting = Setting { devices, memory, link: Link::flat(1.0), samples: [4, 8, 12][rng.below(3)], most_data: devices, objective, rule: None };
    Problem::new(nodes, edges, setting).expect("legal")
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// Every way to deal nodes to devices, one by one.
fn dealt(problem: &Problem) -> Result<Found, String> {
    let (count, devices) = (problem.nodes().len() as u32, problem.setting().devices);
    let mut best = Best::new(problem);
    for number in 0..devices.pow(count) {
        let device: Vec<usize> = (0..count).map(|node| number / devices.pow(node) % devices).collect();
        if let Some((plan, _)) = placed::plan(problem, &placed::parts(problem, &device)) {
            best.offer(&plan);
        }
    }
    best.done(false)
}

/// No planner is better than every plan together, and those that say they are exact are as good. True where there is a plan.
fn against_all(planner: &Planner, problem: &Problem, what: &str) -> bool {
    let options = Options { evaluations: 600, ..Options::default() };
    let oracle = if planner.shares { dealt(problem) } else { exhaustive::EXHAUSTIVE.plan(problem, &Options { evaluations: 3_000_000, ..options }) };
    let found = planner.plan(problem, &options);
    assert_eq!(found, planner.plan(problem, &options), "{what}: {} is not the same twice", planner.name);
    match (&oracle, &found) {
        (Ok(best), Ok(found)) => {
            assert!(found.evaluation.fits, "{what}: {} returns what does not fit", planner.name);
            assert!(
                found.evaluation.seconds >= best.evaluation.seconds * (1.0 - 1e-9),
                "{what}: {} beats all plans: {} < {}",
                planner.name,
                found.evaluation.seconds,
                best.evaluation.seconds
            );
            assert_eq!(evaluate(problem, &found.plan).as_ref(), Ok(&found.evaluation), "{what}: the verdict is the judge's");
            if let Some(bound) = found.bound {
                assert!(
                    close(bound, best.evaluation.seconds),
                    "{what}: {} says {bound}, the least is {}\n{problem:?}\n{:?}",
                    planner.name,
                    best.evaluation.seconds,
                    best.plan
                );
            }
            assert!(problem.setting().objective == Objective::Step || best.evaluation.seconds >= problem.floor() * (1.0 - 1e-9), "{what}: below the floor");
        }
        (Err(_), Ok(found)) => panic!("{what}: {} finds a plan where none fits: {:?}", planner.name, found.plan),
        (Ok(best), Err(why)) => {
            assert!(!planner.exact.contains(&problem.setting().objective), "{what}: {} finds none ({why}), but there is {:?}", planner.name, best.plan);
        }
        (Err(_), Err(_)) => {}
    }
    found.is_ok()
}

#[test]
fn no_planner_beats_every_plan_and_piper_equals_it() {
    const MOST: usize = 300;
    let mut planned = std::collections::BTreeMap::new();
    for seed in 0..MOST as u64 {
        let mut rng = Rng::new(seed);
        let tensors: &[usize] = [&[1][..], &[1, 2]][rng.below(2)];
        let problem = random(&mut rng, 4, Objective::PerSample, tensors, 2);
        for planner in PLANNERS.iter().filter(|planner| planner.objectives.contains(&Objective::PerSample) && planner.name != "exhaustive") {
            *planned.entry(planner.name).or_insert(0) += usize::from(against_all(planner, &problem, &format!("seed {seed}")));
        }
    }
    assert!(planned.values().all(|&planned| planned > MOST / 4), "{planned:?}");
}

#[test]
fn no_planner_beats_every_plan_and_pipedream_equals_it() {
    const MOST: usize = 300;
    let mut planned = std::collections::BTreeMap::new();
    for seed in 0..MOST as u64 {
        let problem = random(&mut Rng::new(seed), 5, Objective::PipeDream, &[1], 1);
        for planner in PLANNERS.iter().filter(|planner| planner.objectives.contains(&Objective::PipeDream) && planner.name != "exhaustive") {
            *planned.entry(planner.name).or_insert(0) += usize::from(against_all(planner, &problem, &format!("seed {seed}")));
        }
    }
    assert!(planned.values().all(|&planned| planned > MOST / 4), "{planned:?}");
}

#[test]
fn planners_for_steps_keep_to_the_simulated_least() {
    const MOST: usize = 60;
    let mut planned = std::collections::BTreeMap::new();
    for seed in 0..MOST as u64 {
        let problem = random(&mut Rng::new(seed), 4, Objective::Step, &[1], 1);
        for planner in PLANNERS.iter().filter(|planner| planner.objectives.contains(&Objective::Step) && planner.name != "exhaustive") {
            *planned.entry(planner.name).or_insert(0) += usize::from(against_all(planner, &problem, &format!("seed {seed}")));
        }
    }
    assert!(planned.values().all(|&planned| planned > MOST / 4), "{planned:?}");
}

/// Chains with figures of Aceso's kind: samples 1 and 2, degrees 1 and 2.
fn chain(rng: &mut Rng) -> Problem {
    let count = 1 + rng.below(4);
    let nodes = (0..count).map(|node| {
        let mut variants = Vec::new();
        for tensor in [1, 2] {
            for samples in [1, 2] {
                let time = |rng: &mut Rng| ((10 + rng.below(20)) * samples / tensor) as f64;
                let plain = Variant {
                    tensor,
                    samples,
                    forward: time(rng),
                    backward: time(rng),
                    weights: rng.below(3) as f64,
                    held: rng.below(5) as f64,
                    ports: [rng.below(4) as f64, rng.below(4) as f64],
                    scratch: [rng.below(3) as f64, rng.below(3) as f64],
                    ..Variant::default()
                };
                let again = Variant { recompute: true, backward: plain.backward + plain.forward, ..plain.clone() };
                variants.extend([plain, again]);
            }
        }
        Node { name: format!("n{node}"), output: 0.0, starts_layer: node % 2 == 0, variants }
    });
    let nodes: Vec<Node> = nodes.collect();
    let edges = (1..count).map(|to| Edge { from: to - 1, to, bytes: 0.0 }).collect();
    let memory = if rng.percent(40) { f64::INFINITY } else { (10 + rng.below(60)) as f64 };
    let setting = Setting { devices: 1 + rng.below(3), memory, link: Link::flat(1.0), samples: 8, most_data: 4, objective: Objective::Aceso, rule: None };
    Problem::new(nodes, edges, setting).expect("legal")
}

#[test]
fn aceso_keeps_to_the_least_and_is_near_it_where_memory_is_no_matter() {
    let (mut ratio, mut count) = (0.0, 0);
    for seed in 0..60 {
        let problem = chain(&mut Rng::new(seed));
        against_all(&aceso::ACESO, &problem, &format!("seed {seed}"));
        if problem.setting().memory.is_infinite() {
            let least = exhaustive::EXHAUSTIVE.plan(&problem, &Options { evaluations: 3_000_000, ..Options::default() }).expect("fits");
            let found = aceso::ACESO.plan(&problem, &Options::default()).expect("fits");
            ratio += found.evaluation.seconds / least.evaluation.seconds;
            count += 1;
        }
    }
    assert!(count > 10 && ratio / f64::from(count) < 1.25, "{ratio} of {count}");
}

/// Nodes of these seconds, a third forwards, and edges of these bytes, on so many devices at a byte a second.
fn graph(seconds: &[f64], edges: &[(usize, usize, f64)], devices: usize) -> Problem {
    let node = |&seconds: &f64| Node {
        name: "n".to_owned(),
        output: 1.0,
        starts_layer: false,
        variants: vec![Variant { forward: seconds / 3.0, backward: seconds * 2.0 / 3.0, ..Variant::default() }],
    };
    let edges = edges.iter().map(|&(from, to, bytes)| Edge { from, to, bytes }).collect();
    let setting = Setting { devices, memory: f64::INFINITY, link: Link::flat(1.0), samples: 32, most_data: 1, objective: Objective::PerSample, rule: None };
    Problem::new(seconds.iter().map(node).collect(), edges, setting).expect("legal")
}

/// Two chains of three, held together inside by 9 bytes and by 1 byte between: 30 seconds of work and 2 for the byte both ways.
#[test]
fn cuts_go_where_least_is_sent() {
    let chains = graph(&[10.0; 6], &[(0, 1, 9.0), (1, 2, 9.0), (2, 3, 1.0), (3, 4, 9.0), (4, 5, 9.0)], 2);
    for name in ["metis", "acyclic-partition", "ftpipe", "torchgpipe", "optimal-splits", "scattered-splits", "rannc"] {
        let found = planner(name).expect("known").plan(&chains, &Options::default()).expect("fits");
        assert!(close(found.evaluation.seconds, 32.0), "{name}: {}", found.evaluation.seconds);
    }
}

/// 6 + 2, 5 + 3, 4 + 4: devices that hold several stages share evenly, 8 each, where stages in a row take 9 at best. What is sent costs nothing here.
#[test]
fn stages_that_share_devices_balance_what_a_row_cannot() {
    let mixed = graph(&[6.0, 5.0, 4.0, 4.0, 3.0, 2.0], &[(0, 1, 0.0), (1, 2, 0.0), (2, 3, 0.0), (3, 4, 0.0), (4, 5, 0.0)], 3);
    let seconds = |name: &str| planner(name).expect("known").plan(&mixed, &Options::default()).expect("fits").evaluation.seconds;
    assert!(close(seconds("scattered-splits"), 8.0));
    assert!(close(seconds("ftpipe"), 8.0));
    assert!(close(seconds("optimal-splits"), 9.0), "6, 5 + 4, 4 + 3 + 2");
}

/// A policy that learns nothing draws placements of 12 nodes on 3 devices at random: 4 each is one of fifteen. It has to come near the least, and is the same for the same seed.
#[test]
fn policies_come_near_the_least() {
    let edges: Vec<(usize, usize, f64)> = (1..12).map(|to| (to - 1, to, 1.0)).collect();
    let chain = graph(&[10.0; 12], &edges, 3);
    let least = planner("optimal-splits").expect("known").plan(&chain, &Options::default()).expect("fits").evaluation.seconds;
    assert!(close(least, 44.0), "the middle stage sends and takes: {least}");
    for name in ["hierarchical-policy", "spotlight", "placeto"] {
        let found = planner(name).expect("known").plan(&chain, &Options::default()).expect("fits");
        assert!(found.evaluation.seconds <= 1.2 * least, "{name}: {} for {least}", found.evaluation.seconds);
    }
}
