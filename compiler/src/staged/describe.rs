//! A plan with stages as data (`pipeline` of `plan.json`) and in words.
//!
//! Invariants: the data says all that was decided, by names and numbers of the model alone: which layers a stage has (by place and by the names of what they give), on which devices, how
//! parameters lie within a group; nothing in it needs the search to be run again.

use super::choose::Tried;
use super::config::{Again, RankMemory};
use super::solve::GROUP_AXIS;
use super::tables::Tables;
use super::Question;
use crate::explain::show::{bytes, seconds};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use shardwright_ir::sharding::AxisRef;
use std::fmt::Write;

/// The pipeline of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PipelinePlan {
    /// The schedule, by its name in `shardwright schedules`.
    pub schedule: String,
    /// Ranks: places in the pipeline, each with devices of its own.
    pub ranks: usize,
    /// Microbatches of a step.
    pub microbatches: i64,
    /// Rows of a step.
    pub rows: i64,
    /// Symbolic dimension of the model that counts rows of a microbatch, where it has one; `+` between several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_dim: Option<String>,
    /// Rows of a batch that the model has by itself, where it can have no other: each replica is planned with whole batches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_rows: Option<i64>,
    /// The stages in order.
    pub stages: Vec<StagePlan>,
}

/// A stage of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StagePlan {
    /// Its rank.
    pub rank: usize,
    /// Its layers: from the first to before the second.
    pub layers: (usize, usize),
    /// Names of its values that later stages read; empty for one without a name.
    pub gives: Vec<String>,
    /// Its devices: the first, and how many; replicas are major, the group is minor.
    pub devices: (i64, i64),
    /// Replicas, each of other rows.
    pub replicas: i64,
    /// Devices of a group, the axis `model`.
    pub group: i64,
    /// What the backward pass computes again: a policy of `--recompute`.
    pub recompute: String,
    /// ZeRO's stage over replicas.
    pub zero: u8,
    /// Shardings of its parameters within a group, where they are divided.
    pub shardings: IndexMap<String, String>,
}

/// A choice as data.
///
/// # Errors
/// What [`super::config::judge`] says of its schedule.
pub fn plan_of(tables: &mut Tables, tried: &Tried, rows: i64) -> Result<PipelinePlan, String> {
    let config = &tried.config;
    let rank_of = super::config::ranks_of(config)?;
    let mut starts = vec![0i64];
    for rank in &config.ranks {
        starts.push(starts[starts.len() - 1] + rank.devices());
    }
    let mut stages = Vec::new();
    for (stage, layers) in config.stages.iter().enumerate() {
        let rank = config.ranks[rank_of[stage]];
        let solved = tables.solved(config.microbatch_rows / rank.replicas, rank.group, rank.divided).map_err(|fault| fault.diagnostics.to_string())?;
        let mut shardings = IndexMap::new();
        for layer in &tables.chain[layers.clone()] {
            for (held, &parameter) in solved[layer.kind].weights.iter().zip(&layer.parameters) {
                let Some(parameter) = tables.parameters.get(parameter).filter(|_| held.lies.iter().any(|axes| !axes.is_empty())) else { continue };
                let mut dims = held.lies.clone();
                // A part of a parameter along its first dimension.
                if dims.len() + 1 == parameter.rank {
                    dims.insert(0, Vec::new());
                }
                if dims.len() == parameter.rank {
                    shardings.insert(parameter.name.clone(), text_of(&dims));
                }
            }
        }
        let crossing = tables.crossing[layers.end - 1].iter().filter(|(from, _)| layers.contains(from));
        let gives = crossing.map(|&(from, output)| tables.chain[from].gives[output].clone().unwrap_or_default()).collect();
        stages.push(StagePlan {
            rank: rank_of[stage],
            layers: (layers.start, layers.end),
            gives,
            devices: (starts[rank_of[stage]], rank.devices()),
            replicas: rank.replicas,
            group: rank.group,
            recompute: rank.again.as_str().to_owned(),
            zero: rank.zero,
            shardings,
        });
    }
    Ok(PipelinePlan { schedule: config.schedule.clone(), ranks: config.ranks.len(), microbatches: config.microbatches, rows, rows_dim: tables.rows_dim.clone(), own_rows: tables.own_rows, stages })
}

fn text_of(dims: &[Vec<AxisRef>]) -> String {
    let dims: Vec<String> = dims.iter().map(|axes| if axes.is_empty() { "{}".to_owned() } else { format!("{{\"{GROUP_AXIS}\"}}") }).collect();
    format!("[{}]", dims.join(", "))
}

/// `8 stages x 2 replicas x groups of 4, 16 microbatches of 8 rows, 1f1b, recompute full, ZeRO 1`.
pub fn line(tried: &Tried) -> String {
    let config = &tried.config;
    let mut text = String::new();
    let alike = config.is_alike();
    let _ = match (alike, config.ranks.first()) {
        (true, Some(rank)) => {
            let chunks = if config.chunks() > 1 { format!(" of {} chunks", config.chunks()) } else { String::new() };
            write!(text, "{} ranks{chunks} x {} replicas x groups of {}", config.ranks.len(), rank.replicas, rank.group)
        }
        _ => {
            let each: Vec<String> = config.ranks.iter().map(|rank| format!("{}x{}", rank.replicas, rank.group)).collect();
            write!(text, "ranks of replicas x group {}", each.join(", "))
        }
    };
    let _ = write!(text, ", {} microbatches of {} rows, {}", config.microbatches, config.microbatch_rows, config.schedule);
    if let Some(rank) = config.ranks.first().filter(|_| alike) {
        if !matches!(rank.again, Again::None | Again::Least) {
            let _ = write!(text, ", recompute {}", rank.again);
        }
        if rank.zero > 0 {
            let _ = write!(text, ", ZeRO {}", rank.zero);
        }
    }
    text
}

/// `a step of 1.2 s, 8% bubble, 61.2 GiB a device, compiled`: of the program, where there is one.
pub fn takes(tried: &Tried) -> String {
    let by = match &tried.lowered {
        Some(Ok(_)) => ", compiled",
        Some(Err(_)) => ", by its layers (it could not be compiled)",
        None => ", by its layers",
    };
    format!("a step of {}, {:.1}% bubble, {} a device{by}", seconds(tried.step()), tried.bubble() * 100.0, bytes(tried.peak()))
}

/// A plan in words: how it came to be, a line a stage, memory, and what comes next.
pub fn explain(tables: &mut Tables, question: &Question, chosen: &super::Chosen, top: usize) -> Result<String, String> {
    let mut text = String::new();
    let Some(best) = chosen.tried.first() else { return Ok(text) };
    let plan = plan_of(tables, best, question.rows)?;
    let kinds = tables.chain.iter().map(|layer| layer.kind).max().map_or(0, |kind| kind + 1);
    let _ = writeln!(text, "{} layers of {kinds} kinds; {} choices priced, {} simulated; {} of {} layers on groups proven best", tables.chain.len(), chosen.priced, chosen.tried.len(), tables.proven.0, tables.proven.1);
    for (stage, part) in plan.stages.iter().enumerate() {
        let (forward, backward) = best.judged.stages[stage];
        let (first, count) = part.devices;
        let again = match part.recompute.as_str() {
            "none" => String::new(),
            "full" => ", computes layers again".to_owned(),
            "selective" => ", computes scores again".to_owned(),
            _ => ", computes again what costs little".to_owned(),
        };
        let zero = if part.zero > 0 { format!(", ZeRO {}", part.zero) } else { String::new() };
        let _ = writeln!(
            text,
            "stage {stage} on rank {}: layers {}..{}, devices {first}..{}, {} replicas x group of {}: forward {}, backward {}{again}{zero}",
            part.rank,
            part.layers.0,
            part.layers.1,
            first + count,
            part.replicas,
            part.group,
            seconds(forward),
            seconds(backward)
        );
    }
    let fullest = best.judged.memory.iter().enumerate().max_by_key(|(rank, memory)| (memory.sum(), std::cmp::Reverse(*rank)));
    if let Some((rank, memory)) = fullest {
        let RankMemory { weights, gradients, states, activations, working } = *memory;
        let _ = writeln!(
            text,
            "rank {rank} holds most: {} of weights, {} of gradients, {} of states, {} of activations, {} while a layer runs",
            bytes(weights),
            bytes(gradients),
            bytes(states),
            bytes(activations),
            bytes(working)
        );
    }
    let judged = &best.judged;
    let _ = writeln!(
        text,
        "a step exchanges {} within groups; from stage to stage {}; sums gradients {}, updates {}",
        seconds(judged.exchanged),
        seconds(judged.hop),
        seconds(judged.synchronised),
        seconds(judged.updated)
    );
    for other in chosen.tried.iter().skip(1).take(top) {
        let _ = writeln!(text, "next: {}: {}", line(other), takes(other));
    }
    Ok(text)
}
