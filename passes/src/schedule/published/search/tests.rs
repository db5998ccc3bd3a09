//! The search against published schedules, theory, and all orders where there are few.

use super::line::{F, I, W, kind, pass};
use super::*;
use shardwright_ir::rng::Rng;

fn parameters(p: usize, m: usize, v: usize, options: &[(&str, &str)]) -> Parameters {
    let mut parameters = Parameters::new(p, m, v);
    parameters.options.extend(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    parameters
}

#[test]
fn it_is_never_worse_than_a_published_schedule_at_the_same_activations() {
    let mut rng = Rng::new(6);
    let (mut better, mut points, mut gain) = (0, 0, 0.0);
    for case in 0..50 {
        let (p, factor, v) = (2 + rng.below(3), 1 + rng.below(3), 1 + rng.below(2));
        let mut cost = |most: i64| rng.range(1, most) as Time;
        let times = Times { forward: cost(20), input: cost(20), weight: cost(20), hop: cost(6) - 1, offload: 0 };
        // Every other vector has stages of different times.
        let uneven = if case % 2 == 0 { Vec::new() } else { (0..p * v).map(|_| [cost(20), cost(20), cost(20)]).collect() };
        for metric in [Metric::Makespan, Metric::LongestStage] {
            let name = if metric == Metric::Makespan { "makespan" } else { "longest" };
            let given = Parameters { uneven: uneven.clone(), ..parameters(p, p * factor, v, &[("metric", name), ("effort", "0.02")]) };
            let front = search(&given, times, Limits::All).unwrap();
            let published = published(&given, times);
            assert!(published.len() > 6, "{}", published.len());
            for other in &published {
                let best = front.iter().filter(|found| found.activations() <= other.activations()).map(|found| found.time(metric)).min();
                assert!(best.is_some_and(|best| best <= other.time(metric)), "{p} {times:?}: {}", other.name);
            }
            for found in &front {
                assert!(found.bound <= found.time(metric), "{}: {} below its bound {}", found.name, found.time(metric), found.bound);
                let other = published.iter().filter(|other| other.activations() <= found.activations()).map(|other| other.time(metric)).min();
                points += 1;
                if let Some(other) = other.filter(|other| *other > found.time(metric)) {
                    better += 1;
                    gain += 1.0 - found.time(metric) as f64 / other as f64;
                }
            }
        }
    }
    println!("{better} of {points} points better than all published ones, by {:.1}% on average", 100.0 * gain / better.max(1) as f64);
    assert!(4 * better > points, "{better} of {points}");
}

#[test]
fn it_finds_no_bubble_where_theory_has_one_without() {
    for p in [2, 4, 8] {
        // ZB-H2 needs 2p-1 microbatches, ZB-V p.
        for (v, memory) in [(1, 2 * p), (2, p)] {
            let given = parameters(p, 4 * p, v, &[("memory", &memory.to_string()), ("metric", "longest")]);
            let schedule = SEARCH.build(given, Times::UNIT).unwrap();
            let time = 2 / schedule.parts;
            let run = simulate(&schedule, &Costs::even(&schedule, [time, time, time, 0]), Memory::UNTIL_WEIGHT, false).unwrap();
            assert_eq!(run.longest_stage, 2 * 3 * 4 * p as Time, "{p} {v}");
            assert!(run.peak.iter().all(|peak| *peak as u64 <= memory as u64 * schedule.parts));
        }
    }
}

#[test]
fn it_finds_no_bubble_for_times_that_no_published_order_is_made_for() {
    // With enough microbatches in flight and weights to fill with, stages of different times have no more bubble than the busiest rank's, which never waits.
    let uneven = vec![[10, 9, 8], [11, 12, 7], [9, 10, 11], [12, 10, 10]];
    let given = Parameters { uneven: uneven.clone(), ..parameters(4, 16, 1, &[("metric", "longest"), ("memory", "10")]) };
    let times = Times { forward: 10, input: 10, weight: 9, hop: 1, offload: 0 };
    let front = search(&given, times, Limits::One(Some(10_000))).unwrap();
    let best = front.last().unwrap();
    let busiest = uneven.iter().map(|stage| 16 * stage.iter().sum::<Time>()).max().unwrap();
    assert_eq!((best.longest_stage, best.bound), (busiest, busiest), "{}", best.name);
    let other = published(&given, times).iter().filter(|other| other.activations() <= 10.0).map(|other| other.longest_stage).min();
    println!("published {other:?}, found {busiest}");
    assert!(other.is_some_and(|other| other > busiest));
}

#[test]
fn the_clock_tells_what_the_simulator_tells() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let (p, m, v) = (1 + rng.below(4), 1 + rng.below(6), 1 + rng.below(2));
        let times = Times { forward: rng.range(1, 9) as Time, input: rng.range(1, 9) as Time, weight: rng.range(1, 9) as Time, hop: rng.range(0, 3) as Time, offload: 0 };
        let cost: Vec<[Time; 3]> = (0..p * v).map(|_| std::array::from_fn(|_| rng.range(1, 9) as Time)).collect();
        let line = Line::new(if v == 2 { Placement::Snake } else { Placement::Loop }, [p, v, m], cost.clone(), times.hop);
        let orders = greedy::order(&line, 100, Taste { ahead: rng.below(5), gap: 2, forward_first: rng.percent(50), deep_first: false }).unwrap();
        let schedule = line.schedule(&orders);
        let given = Parameters { uneven: cost, ..Parameters::new(p, m, v) };
        let run = simulate(&schedule, &costs(&schedule, &given, times).unwrap(), Memory::UNTIL_WEIGHT, false).unwrap();
        assert_eq!(line.words(&schedule), Some(orders.clone()));
        assert_eq!(line.peaks(&orders), run.peak.iter().max().map(|peak| *peak as u64));
        assert_eq!(Clock::new(&line, Metric::Makespan).run(&orders, Time::MAX).map(|taken| taken.0), Some(run.makespan));
        assert_eq!(Clock::new(&line, Metric::LongestStage).run(&orders, Time::MAX).map(|taken| taken.0), Some(run.longest_stage));
    }
}

/// The least makespan of all orders, by trying every word of every rank.
fn all_orders(line: &Line, limit: u64) -> Time {
    let words = |rank: usize| -> Vec<Vec<u32>> {
        let mut found: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..3 * line.own[rank].len() * line.microbatches {
            found = found
                .into_iter()
                .flat_map(|word| {
                    let count = |pass: u32| word.iter().filter(|other| **other == pass).count();
                    let next = line.own[rank].iter().flat_map(|stage| [F, I, W].map(|kind| pass(*stage, kind)));
                    let open: Vec<u32> = next.filter(|next| count(*next) < line.microbatches && (kind(*next) == F || count(*next) < count(*next - 1))).collect();
                    open.into_iter().map(move |next| [&word[..], &[next]].concat())
                })
                .collect();
        }
        let mut done = vec![0; 3 * line.rank.len()];
        found.retain(|word| line.peak(word, &mut done).is_some_and(|peak| peak <= limit));
        found
    };
    let (first, second) = (words(0), words(1));
    let mut clock = Clock::new(line, Metric::Makespan);
    let mut least = Time::MAX;
    for first in &first {
        for second in &second {
            least = clock.run(&vec![first.clone(), second.clone()], least).map_or(least, |taken| taken.0.min(least));
        }
    }
    least
}

#[test]
fn small_ones_are_the_best_of_all_orders() {
    let mut rng = Rng::new(12);
    for _ in 0..8 {
        let cost: Vec<[Time; 3]> = (0..2).map(|_| std::array::from_fn(|_| rng.range(1, 9) as Time)).collect();
        let line = Line::new(Placement::Loop, [2, 1, 3], cost, rng.range(0, 3) as Time);
        for limit in 1..=3 {
            let (_, orders, bound) = under(&line, limit, Metric::Makespan, 400_000, std::iter::empty()).unwrap();
            let found = Clock::new(&line, Metric::Makespan).run(&orders, Time::MAX).unwrap().0;
            let all = all_orders(&line, limit);
            assert_eq!((found, bound), (all, all), "{line:?} {limit}");
        }
    }
}

#[test]
fn a_limit_that_nothing_keeps_is_told_with_the_least() {
    let why = SEARCH.build(parameters(4, 8, 2, &[("memory", "0.5")]), Times::UNIT).unwrap_err();
    assert_eq!(why, "no schedule holds at most 0.5 microbatches; the least is 1");
}
