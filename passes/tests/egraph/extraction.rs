//! Extraction against brute force on random acyclic choice graphs.

use shardwright_ir::rng::Rng;
use shardwright_passes::rewrite::egraph::extract::exact::exact;
use shardwright_passes::rewrite::egraph::extract::greedy::greedy;
use shardwright_passes::rewrite::egraph::extract::{Choice, ChoiceGraph, Selection};

fn random(rng: &mut Rng) -> ChoiceGraph {
    let count = rng.range(2, 9) as usize;
    let mut classes: Vec<Vec<Choice>> = Vec::new();
    for class in 0..count {
        let alternatives = (0..rng.range(1, 3)).map(|_| {
            let mut children: Vec<usize> = if class == 0 { Vec::new() } else { (0..rng.range(0, 3)).map(|_| rng.range(0, class as i64 - 1) as usize).collect() };
            children.sort_unstable();
            children.dedup();
            Choice { cost: rng.range(0, 9) as f64, children }
        });
        classes.push(alternatives.collect());
    }
    let mut roots = vec![count - 1];
    if rng.percent(40) && count > 2 {
        roots.push(count - 2);
    }
    ChoiceGraph { classes, roots }
}

fn brute(graph: &ChoiceGraph) -> f64 {
    fn go(graph: &ChoiceGraph, class: usize, taken: &mut Selection, least: &mut f64) {
        if class == graph.classes.len() {
            if let Some((cost, _)) = graph.price(taken) {
                *least = least.min(cost);
            }
            return;
        }
        for index in 0..graph.classes[class].len() {
            taken[class] = Some(index);
            go(graph, class + 1, taken, least);
        }
    }
    let mut least = f64::INFINITY;
    go(graph, 0, &mut vec![None; graph.classes.len()], &mut least);
    least
}

#[test]
fn the_exact_choice_equals_brute_force_and_bounds_hold() {
    let mut rng = Rng::new(7);
    let mut better = 0;
    for case in 0..2_000 {
        let graph = random(&mut rng);
        let least = brute(&graph);
        let order = graph.order().unwrap();
        let (by_greedy, _) = greedy(&graph, &order).unwrap();
        let best = exact(&graph, 1_000_000).unwrap();
        assert!(best.proven && (best.cost - least).abs() < 1e-9, "case {case}: {best:?}, brute force {least}\n{graph:?}");
        assert!(by_greedy >= least - 1e-9, "case {case}");
        let hasty = exact(&graph, 0).unwrap();
        assert!(hasty.bound <= least + 1e-9 && hasty.cost >= least - 1e-9, "case {case}: {hasty:?}, brute force {least}\n{graph:?}");
        better += usize::from(by_greedy > least + 1e-9);
    }
    assert!(better > 0, "the greedy choice was never beaten: the graphs are too easy to tell");
}

#[test]
fn a_cycle_is_told() {
    let loops = |child| vec![Choice { cost: 1.0, children: vec![child] }];
    let graph = ChoiceGraph { classes: vec![loops(1), loops(0)], roots: vec![0] };
    assert!(graph.order().is_none() && exact(&graph, 10).is_none());
}
