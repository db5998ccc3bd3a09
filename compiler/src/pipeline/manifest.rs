//! What a manifest says of a program in pieces: the pieces, the sums over microbatches, and who does what in which order.
//!
//! Invariants: a piece reads arguments, results of pieces before it and sums; the actions are torch's text, a line a rank; every rank has as many devices as
//! every other, and a stage with its copies runs each microbatch once.

use crate::engine::host::HostTensor;
use crate::manifest::{Manifest, Port, check_port};
use serde::{Deserialize, Serialize};
use shardwright_ir::types::TensorType;
use shardwright_passes::schedule::{Kind, Schedule, Stage, csv, validate};
use shardwright_passes::stage::pieces::{Phase, PieceInput};
use std::collections::BTreeSet;
use std::ops::Range;

/// One piece of a program in stages.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PieceManifest {
    /// Its per-device program, a file beside the manifest.
    pub program: String,
    /// Its stage.
    pub stage: usize,
    /// When it runs.
    #[serde(with = "phase")]
    pub phase: Phase,
    /// Arguments of its program; `starts` are by position among the devices of a rank, `next` says which of the piece's own results takes the argument's place.
    pub inputs: Vec<Port>,
    /// Where each argument comes from.
    pub from: Vec<PieceSource>,
    /// Results of its program.
    pub outputs: Vec<Port>,
    /// For each result, which results of the whole program it is.
    pub results: Vec<Vec<usize>>,
}

/// Where an argument of a piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceSource {
    /// A global input.
    Input(usize),
    /// The number of the microbatch.
    Microbatch,
    /// Result `.1` of piece `.0`, of the same microbatch where both run once for each.
    Result(usize, usize),
    /// A sum over microbatches.
    Sum(usize),
}

impl From<PieceInput> for PieceSource {
    fn from(input: PieceInput) -> PieceSource {
        match input {
            PieceInput::Arg(index) => PieceSource::Input(index),
            PieceInput::Microbatch => PieceSource::Microbatch,
            PieceInput::Result { piece, index } => PieceSource::Result(piece, index),
            PieceInput::Sum(sum) => PieceSource::Sum(sum),
        }
    }
}

/// A sum over microbatches: a result of a piece that runs once for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SumManifest {
    /// The piece.
    pub piece: usize,
    /// Which of its results.
    pub index: usize,
    /// Whether each device holds its own part of the sum, which those that read it add up over devices.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parts: bool,
}

/// A schedule on devices.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScheduleManifest {
    /// What was asked for.
    pub name: String,
    /// The devices of each rank, in the order in which programs number them.
    pub ranks: Vec<Vec<i64>>,
    /// How many microbatches there are.
    pub microbatches: usize,
    /// The stages, copies after what they are copies of.
    pub stages: Vec<StagePlace>,
    /// Into how many stages a rank's share of the model is cut.
    pub parts: u64,
    /// Whether there are backward passes.
    pub training: bool,
    /// Inputs of which each microbatch has rows of its own, one after the other; where there are any, so have all results. Absent for training steps, which
    /// cut their batch themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub batched: Vec<usize>,
    /// For each rank, the rank that keeps activations that leave it; absent where none leave, or to the host.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keepers: Vec<Option<usize>>,
    /// What each rank does, in torch's text.
    pub actions: Vec<String>,
}

/// A stage of a schedule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StagePlace {
    /// The rank that runs it.
    pub rank: usize,
    /// The stages whose results it reads.
    pub after: Vec<usize>,
    /// Its microbatches, the end exclusive.
    pub microbatches: Range<usize>,
    /// The stage that it is a copy of, on other devices and for other microbatches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<usize>,
}

/// The part of a tensor that is of one of so many microbatches: rows one after the other.
///
/// # Errors
/// Where the rows are not so many times some.
pub fn rows_of(tensor: &HostTensor, microbatch: usize, microbatches: usize) -> Result<HostTensor, String> {
    let mut dims = tensor.ty().dims.to_vec();
    let count = i64::try_from(microbatches).unwrap_or(i64::MAX);
    match dims.first_mut() {
        Some(rows) if *rows % count == 0 => *rows /= count,
        _ => return Err(format!("{} cannot be cut into {microbatches} microbatches of as many rows", tensor.ty())),
    }
    let length = tensor.bytes().len() / microbatches.max(1);
    let ty = TensorType::new(tensor.ty().element, &dims);
    HostTensor::new(ty, tensor.bytes()[microbatch * length..(microbatch + 1) * length].to_vec()).map_err(|error| error.to_string())
}

/// One tensor of those of all microbatches, rows one after the other.
///
/// # Errors
/// Where they have no rows.
pub fn all_rows(parts: &[HostTensor]) -> Result<HostTensor, String> {
    let first = parts.first().ok_or("no microbatch gave a result")?;
    let mut dims = first.ty().dims.to_vec();
    *dims.first_mut().ok_or("a scalar has no rows")? *= i64::try_from(parts.len()).unwrap_or(i64::MAX);
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.bytes()).copied().collect();
    HostTensor::new(TensorType::new(first.ty().element, &dims), bytes).map_err(|error| error.to_string())
}

impl ScheduleManifest {
    /// The manifest's form of a schedule on these devices.
    pub fn new(name: String, schedule: &Schedule, ranks: Vec<Vec<i64>>) -> ScheduleManifest {
        let place = |stage: &Stage| StagePlace { rank: stage.rank, after: stage.after.clone(), microbatches: stage.microbatches.clone(), copy_of: stage.copy_of };
        ScheduleManifest {
            name,
            ranks,
            microbatches: schedule.microbatches,
            stages: schedule.stages.iter().map(place).collect(),
            parts: schedule.parts,
            training: schedule.training,
            batched: Vec::new(),
            keepers: if schedule.keepers.iter().any(Option::is_some) { schedule.keepers.clone() } else { Vec::new() },
            actions: schedule.rows().into_iter().map(|row| row.join(",")).collect(),
        }
    }

    /// The schedule.
    ///
    /// # Errors
    /// Where the actions are no schedule's.
    pub fn schedule(&self) -> Result<Schedule, String> {
        let mut text = self.actions.join("\n");
        text.push('\n');
        let mut schedule = csv::read(&text).map_err(|why| format!("the actions: {why}"))?;
        if schedule.ranks() != self.ranks.len() || schedule.stages.len() != self.stages.len() {
            let (ranks, stages) = (schedule.ranks(), schedule.stages.len());
            return Err(format!("the actions are of {stages} stages on {ranks} ranks, there are {} on {}", self.stages.len(), self.ranks.len()));
        }
        let stage = |place: &StagePlace| Stage { rank: place.rank, after: place.after.clone(), microbatches: place.microbatches.clone(), copy_of: place.copy_of };
        schedule.stages = self.stages.iter().map(stage).collect();
        (schedule.microbatches, schedule.parts, schedule.training) = (self.microbatches, self.parts, self.training);
        if !self.keepers.is_empty() {
            schedule.keepers.clone_from(&self.keepers);
        }
        Ok(schedule)
    }
}

/// Checks that the pieces of a manifest fit each other and the schedule.
///
/// # Errors
/// What does not fit.
pub fn check(manifest: &Manifest) -> Result<(), String> {
    let Some(schedule) = &manifest.schedule else {
        return if manifest.pieces.is_empty() && manifest.sums.is_empty() { Ok(()) } else { Err("there are pieces, but no schedule of them".to_owned()) };
    };
    let devices = schedule.ranks.first().map_or(0, Vec::len);
    if devices == 0 || schedule.ranks.iter().any(|rank| rank.len() != devices) {
        return Err("every rank must have as many devices as every other, and at least one".to_owned());
    }
    for (rank, ids) in schedule.ranks.iter().enumerate() {
        if let Some(id) = ids.iter().find(|&&id| usize::try_from(id).map_or(true, |id| id >= manifest.devices)) {
            return Err(format!("rank {rank} has device {id}, of {}", manifest.devices));
        }
    }
    let (pieces, sums) = (&manifest.pieces, &manifest.sums);
    for (index, piece) in pieces.iter().enumerate() {
        piece.inputs.iter().chain(&piece.outputs).try_for_each(|port| check_port(port, devices))?;
        let known = |source: &PieceSource| match *source {
            PieceSource::Input(input) => input < manifest.inputs.len(),
            PieceSource::Microbatch => piece.phase.is_repeated(),
            PieceSource::Result(from, result) => from < index && result < pieces[from].outputs.len(),
            PieceSource::Sum(sum) => sum < sums.len() && matches!(piece.phase, Phase::After(_)),
        };
        if piece.from.len() != piece.inputs.len() || !piece.from.iter().all(known) || piece.results.len() != piece.outputs.len() {
            return Err(format!("piece {index}: `from` and `results` do not fit its inputs and outputs"));
        }
        for (source, port) in piece.from.iter().zip(&piece.inputs) {
            let Some(next) = port.in_step.next else { continue };
            let alike = piece.outputs.get(next).is_some_and(|output| output.lies_as(port));
            if !alike || !matches!((piece.phase, source), (Phase::After(_), PieceSource::Input(_))) {
                return Err(format!("piece {index}: result {next} cannot take the place of `{}`", port.name));
            }
        }
        for (source, port) in piece.from.iter().zip(&piece.inputs) {
            let given = match *source {
                PieceSource::Microbatch => continue,
                PieceSource::Input(input) => &manifest.inputs[input],
                PieceSource::Result(from, result) => &pieces[from].outputs[result],
                PieceSource::Sum(sum) => {
                    let SumManifest { piece, index, .. } = sums[sum];
                    pieces.get(piece).and_then(|piece| piece.outputs.get(index)).ok_or_else(|| format!("sum {sum} is of no result"))?
                }
            };
            let mut shape = given.shape.clone();
            if let (PieceSource::Input(input), Some(rows)) = (source, shape.first_mut())
                && schedule.batched.contains(input)
            {
                *rows /= i64::try_from(schedule.microbatches.max(1)).unwrap_or(i64::MAX);
            }
            if (&given.element, &shape) != (&port.element, &port.shape) {
                return Err(format!("piece {index}: `{}` is {} of shape {}, what it is made of {} of shape {}", port.name, port.element, sizes_of(&port.shape), given.element, sizes_of(&given.shape)));
            }
        }
        let cut_anew = |(source, port): (&PieceSource, &Port)| match *source {
            PieceSource::Sum(sum) if sums[sum].parts => !port.lies_as(&pieces[sums[sum].piece].outputs[sums[sum].index]),
            _ => false,
        };
        if piece.from.iter().zip(&piece.inputs).any(cut_anew) {
            return Err(format!("piece {index}: a sum of which devices hold parts cannot be cut anew"));
        }
        let originals = || schedule.stages.iter().enumerate().filter(|(_, place)| place.copy_of.is_none());
        if !originals().any(|(stage, _)| stage == piece.stage) {
            return Err(format!("piece {index} is of stage {}, which the schedule does not have", piece.stage));
        }
        if let Some(result) = piece.results.iter().flatten().find(|&&result| result >= manifest.outputs.len()) {
            return Err(format!("piece {index} gives result {result}, there are {}", manifest.outputs.len()));
        }
    }
    let repeated = |sum: &SumManifest| pieces.get(sum.piece).is_some_and(|piece| piece.phase.is_repeated() && sum.index < piece.outputs.len());
    if let Some(index) = sums.iter().position(|sum| !repeated(sum)) {
        return Err(format!("sum {index} is of no result of a piece that runs for each microbatch"));
    }
    let written = schedule;
    let schedule = schedule.schedule()?;
    let count: usize = schedule.orders.iter().map(Vec::len).sum();
    if schedule.microbatches > count || schedule.parts == 0 {
        return Err(format!("{count} actions are not those of {} microbatches of stages in {} parts", schedule.microbatches, schedule.parts));
    }
    let devices: BTreeSet<i64> = written.ranks.iter().flatten().copied().collect();
    let sizes = manifest.mesh.values().try_fold(1i64, |product, &size| product.checked_mul(size));
    if devices.len() != manifest.devices || sizes != i64::try_from(manifest.devices).ok() {
        return Err(format!("ranks have {} devices, the program {} and its mesh {}", devices.len(), manifest.devices, sizes_of(manifest.mesh.values())));
    }
    if schedule.training != pieces.iter().any(|piece| matches!(piece.phase, Phase::Input | Phase::Weight)) {
        return Err("a schedule of a training step has backward passes, and no other has".to_owned());
    }
    validate(&schedule).map_err(|why| format!("the actions: {why}"))?;
    if let Some(action) = schedule.orders.iter().flatten().find(|action| matches!(action.kind, Kind::Unshard | Kind::Reshard)) {
        return Err(format!("{action}: weights of stages are not gathered by actions, but in the pieces"));
    }
    Ok(())
}

/// Phases as their names.
mod phase {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use shardwright_passes::stage::pieces::Phase;

    pub fn serialize<S: Serializer>(phase: &Phase, to: S) -> Result<S::Ok, S::Error> {
        super::phase_name(*phase).serialize(to)
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Phase, D::Error> {
        let text = String::deserialize(from)?;
        let phase = match text.as_str() {
            "before" => Some(Phase::Before),
            "forward" => Some(Phase::Forward),
            "input" => Some(Phase::Input),
            "weight" => Some(Phase::Weight),
            other => other.strip_prefix("after").and_then(|round| round.parse().ok()).map(Phase::After),
        };
        phase.ok_or_else(|| serde::de::Error::custom(format!("unknown phase `{text}`")))
    }
}

/// A phase's name in files.
pub fn phase_name(phase: Phase) -> String {
    match phase {
        Phase::Before => "before".to_owned(),
        Phase::Forward => "forward".to_owned(),
        Phase::Input => "input".to_owned(),
        Phase::Weight => "weight".to_owned(),
        Phase::After(round) => format!("after{round}"),
    }
}
/// `2 x 3`, for messages.
fn sizes_of<'s>(sizes: impl IntoIterator<Item = &'s i64>) -> String {
    let sizes: Vec<String> = sizes.into_iter().map(ToString::to_string).collect();
    if sizes.is_empty() { "no dimension".to_owned() } else { sizes.join(" x ") }
}
