//! Aceso's primitives: what each gives a stage, and from where.
//!
//! `dec-op` moves ops towards the stage with most time (or memory) to spare; `inc-` and `dec-dp`, `-tp` double or halve a stage's replicas or degree, devices coming from or going to others; an exchange doubles one and halves the other; `inc-` and `dec-mbs`
//! change the samples of a microbatch, upon which every stage takes its best degrees. Invariant: a change leaves as many devices in use as before.

use super::model::{Config, Model, Part, Priced};

/// A change to a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    DecOp,
    IncData,
    DecData,
    IncTensor,
    DecTensor,
    Exchange,
    IncSamples,
    DecSamples,
}

use Primitive::{DecData, DecOp, DecSamples, DecTensor, Exchange, IncData, IncSamples, IncTensor};

/// Which primitives to try, group after group: those first that relieve what the bottleneck has more of than its share.
pub fn order(priced: &Priced) -> Vec<Vec<Primitive>> {
    if !priced.fits {
        return vec![vec![DecOp, IncData, IncTensor, Exchange, DecSamples]];
    }
    let stage = &priced.stages[priced.bottleneck()];
    let share = |of: fn(&super::model::StagePrice) -> f64| {
        let all: f64 = priced.stages.iter().map(|stage| of(stage)).sum();
        if all > 0.0 { of(stage) / all } else { 0.0 }
    };
    let mut groups = [
        (share(|stage| stage.ideal), vec![DecOp, IncData, IncTensor, IncSamples]),
        (share(|stage| stage.loss), vec![Exchange, DecData, DecTensor]),
        (share(|stage| stage.again), vec![DecOp, IncData, IncTensor, DecSamples]),
    ];
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut tried = Vec::new();
    groups
        .into_iter()
        .map(|(_, mut group)| {
            group.retain(|primitive| !tried.contains(primitive));
            tried.extend(&group);
            group
        })
        .collect()
}

/// The plans that a primitive makes of the bottleneck.
pub fn apply(model: &mut Model, config: &Config, priced: &Priced, primitive: Primitive) -> Vec<Config> {
    let stage = priced.bottleneck();
    match primitive {
        DecOp => [0.5, 0.4, 0.2, 0.0].iter().filter_map(|&ratio| move_ops(model, config, priced, stage, ratio)).collect(),
        IncData => grow(model, config, stage, true),
        IncTensor => grow(model, config, stage, false),
        DecData => shrink(model, config, stage, true),
        DecTensor => shrink(model, config, stage, false),
        Exchange => [true, false].iter().filter_map(|&data| traded(model, config, stage, data)).collect(),
        IncSamples => samples(model, config, true).into_iter().collect(),
        DecSamples => samples(model, config, false).into_iter().collect(),
    }
}

/// Ops go from the bottleneck, stage by stage, to the one with most to spare, until the bottleneck is below the goal.
fn move_ops(model: &mut Model, config: &Config, priced: &Priced, from: usize, ratio: f64) -> Option<Config> {
    let count = config.stages.len();
    let value = |price: &super::model::StagePrice| if priced.fits { price.seconds } else { price.bytes };
    let to = (0..count).filter(|&stage| stage != from).min_by(|&a, &b| value(&priced.stages[a]).total_cmp(&value(&priced.stages[b])))?;
    let here = value(&priced.stages[from]);
    let goal = if priced.fits { here - (here - value(&priced.stages[to])) * ratio } else { model.problem.setting().memory };
    let mut next = config.clone();
    let mut stage = from;
    while stage != to {
        let (start, end) = (next.start(stage), next.stages[stage].end);
        let mut moved = false;
        for by in 1..end - start {
            let mut part = next.stages[stage];
            let mut first = start;
            if stage < to {
                part.end -= by;
            } else {
                first += by;
            }
            let price = model.stage(first, &part, next.samples, count - 1 - stage)?;
            if value(&price) < goal || (!priced.fits && value(&price) <= goal) {
                if stage < to {
                    next.stages[stage].end -= by;
                    stage += 1;
                } else {
                    next.stages[stage - 1].end += by;
                    stage -= 1;
                }
                moved = true;
                break;
            }
        }
        if !moved {
            return None;
        }
    }
    (next != *config).then_some(next)
}

/// A stage with twice, or half, the replicas or the degree; none where that was not measured.
fn scaled(model: &mut Model, config: &Config, stage: usize, data: bool, double: bool) -> Option<Part> {
    let mut part = config.stages[stage];
    let side = if data { &mut part.data } else { &mut part.tensor };
    if !double && *side % 2 == 1 {
        return None;
    }
    *side = if double { *side * 2 } else { *side / 2 };
    model.stage(config.start(stage), &part, config.samples, config.stages.len() - 1 - stage)?;
    Some(part)
}

/// A stage with twice the replicas and half the degree, or the other way round.
fn traded(model: &mut Model, config: &Config, stage: usize, data: bool) -> Option<Config> {
    let mut next = config.clone();
    let part = &mut next.stages[stage];
    let (more, less) = if data { (&mut part.data, &mut part.tensor) } else { (&mut part.tensor, &mut part.data) };
    if *less % 2 == 1 {
        return None;
    }
    (*more, *less) = (*more * 2, *less / 2);
    model.stage(config.start(stage), &next.stages[stage], config.samples, config.stages.len() - 1 - stage)?;
    Some(next)
}

/// The bottleneck takes as many devices again; others give them, those first that are fastest after it.
fn grow(model: &mut Model, config: &Config, stage: usize, data: bool) -> Vec<Config> {
    let Some(part) = scaled(model, config, stage, data, true) else { return Vec::new() };
    let need = config.stages[stage].devices();
    exchange(model, config, stage, part, need, false)
}

/// The bottleneck gives half of its devices; others take them.
fn shrink(model: &mut Model, config: &Config, stage: usize, data: bool) -> Vec<Config> {
    let Some(part) = scaled(model, config, stage, data, false) else { return Vec::new() };
    exchange(model, config, stage, part, part.devices(), true)
}

fn exchange(model: &mut Model, config: &Config, stage: usize, part: Part, mut need: usize, double: bool) -> Vec<Config> {
    let count = config.stages.len();
    let mut others: Vec<(f64, usize, Part)> = Vec::new();
    for other in (0..count).filter(|&other| other != stage) {
        for data in [false, true] {
            if let Some(changed) = scaled(model, config, other, data, double)
                && let Some(price) = model.stage(config.start(other), &changed, config.samples, count - 1 - other)
            {
                others.push((price.seconds, other, changed));
            }
        }
    }
    others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut next = config.clone();
    next.stages[stage] = part;
    let mut used = vec![stage];
    for (_, other, changed) in others {
        let moved = config.stages[other].devices().abs_diff(changed.devices());
        if moved <= need && !used.contains(&other) {
            next.stages[other] = changed;
            used.push(other);
            need -= moved;
        }
    }
    if need == 0 { vec![next] } else { Vec::new() }
}

/// The next size of a microbatch; every stage takes the degrees that serve it best then.
fn samples(model: &mut Model, config: &Config, more: bool) -> Option<Config> {
    let mut sizes: Vec<usize> = model.sizes.clone();
    // Replicas share a microbatch: it may be as large as theirs together.
    let most = model.problem.setting().devices;
    sizes.extend(model.sizes.iter().filter_map(|size| size.checked_mul(most)));
    sizes.sort_unstable();
    sizes.dedup();
    let new = if more { sizes.iter().copied().find(|&size| size > config.samples) } else { sizes.iter().rev().copied().find(|&size| size < config.samples) }?;
    let mut next = Config { samples: new, stages: config.stages.clone() };
    let memory = model.problem.setting().memory;
    for stage in 0..next.stages.len() {
        let devices = next.stages[stage].devices();
        let mut best: Option<((bool, f64), Part)> = None;
        for tensor in model.degrees.clone().into_iter().filter(|&tensor| devices.is_multiple_of(tensor)) {
            let part = Part { end: next.stages[stage].end, tensor, data: devices / tensor };
            if let Some(price) = model.stage(next.start(stage), &part, new, next.stages.len() - 1 - stage) {
                let rank = (price.bytes > memory, price.seconds);
                if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                    best = Some((rank, part));
                }
            }
        }
        next.stages[stage] = best?.1;
    }
    Some(next)
}
