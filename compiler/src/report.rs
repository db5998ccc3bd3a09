//! `report.json`: what a program costs, from the per-device program alone.
//!
//! Definitions are the interface's: `bytes` of a collective are those of its results on one device, `wire_bytes` what one
//! device sends under a bandwidth-optimal algorithm, `flops` and `memory` those of one device; counts are of ops run (a loop's
//! body times its trip count where that is known). `seconds` of a collective are those of one run on the machine that was priced;
//! `seconds.communication` is their sum, times included, of the stage that has most. `seconds.compute`, `exposed` and `step` come from the
//! simulation of the program's streams (of stages: of the one that takes longest; what all stages take together depends on a schedule, so
//! `step` is null then, as `bubble` is); `classes` are its kernels and collectives by class. Of a program in pieces, collectives are those of all pieces as
//! often as they run, `step` and `bubble` the schedule's ([`crate::pipeline::cost`]), and all else that of the rank with most of it.
//! Invariant: the same program and machine give the same bytes.

use crate::explain::build::SiteNote;
use crate::manifest::{Manifest, StageSource};
use crate::pipeline::cost::Figures;
use serde_json::{Value, json};
use shardwright_ir::machine::{Machine, MachineError};
use shardwright_ir::module::Func;
use shardwright_ir::sharding::{AxisRef, Mesh};
use shardwright_ir::{Module, Region};
use shardwright_passes::analysis::memory::{Allocated, Memory, memory, xla_cpu};
use shardwright_passes::analysis::traffic::{Site, Traffic, traffic, trip_count};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::cost::profile::Profile;
use shardwright_passes::cost::program::{groups_of, price_of};
use shardwright_passes::cost::simulate::{ClassTotal, Costs, Overlap, by_class, seconds, simulate};
use shardwright_passes::cost::{CollectiveCosts, Price};

/// By what a program is priced.
#[derive(Clone, Copy, Debug)]
pub struct Pricing<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// What was measured on it.
    pub profile: Option<&'a Profile>,
    /// Whether collectives run beside kernels.
    pub overlap: Overlap,
}

/// Why a collective is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The op that needs it, with its place.
    pub op: String,
    /// The reason as a sentence.
    pub cause: String,
}

/// The costs of one program, or of its stages together.
#[derive(Clone, Debug)]
pub struct Report {
    /// Collectives in total and one by one.
    pub traffic: Traffic,
    /// Mesh axes of each collective in `traffic.sites`; `None` where its groups are no product of axes.
    pub axes: Vec<Option<Vec<String>>>,
    /// What each collective in `traffic.sites` costs, each time.
    pub prices: Vec<Price>,
    /// Seconds of all collectives of a program.
    pub communication: f64,
    /// Seconds of all kernels of a program.
    pub compute: f64,
    /// Seconds of collectives that no kernel hides.
    pub exposed: f64,
    /// Seconds from the start to the end; `None` for a program in stages.
    pub step: Option<f64>,
    /// Seconds of the step in which the rank with most to do waits; `None` for a program that no schedule runs.
    pub bubble: Option<f64>,
    /// What stages take and ranks hold, of a program that a schedule runs.
    pub pipeline: Option<Value>,
    /// What was written back into the model; `None` where nothing was.
    pub annotated: Option<Value>,
    /// What files in upstream dialects do not say; `None` where there are none.
    pub upstream: Option<Value>,
    /// Kernels and collectives by class, dearest first.
    pub classes: Vec<ClassTotal>,
    /// The machine that was priced.
    pub machine: String,
    /// What the profile that priced it calls its device.
    pub profile: Option<String>,
    /// Whether collectives were taken to run beside kernels.
    pub overlap: Overlap,
    /// Which program each collective in `traffic.sites` is of.
    pub program_of: Vec<usize>,
    /// The op that needs each collective, and why; empty where nobody told.
    pub told: Vec<Told>,
    /// Bytes on one device.
    pub memory: Memory,
    /// What XLA's CPU compiler would allocate there.
    pub allocated: Allocated,
    /// Arithmetic operations of one device.
    pub flops: i64,
    /// Bytes of weights on one device, and in the whole model.
    pub weights: (i64, i64),
    /// Ops in the main function, those of regions included.
    pub ops: usize,
}

impl Report {
    /// The report of a per-device program, or of the stages of one: then collectives are those of all stages, and the rest is
    /// the most that any stage's device has.
    ///
    /// # Errors
    /// That the machine cannot have as many devices as a program's mesh.
    pub fn new<'p>(programs: impl Iterator<Item = &'p Module>, manifest: &Manifest, pricing: &Pricing) -> Result<Report, MachineError> {
        let machine = pricing.machine;
        let compute = ComputeCosts::new(&machine.device, pricing.profile);
        let mut report = Report {
            traffic: Traffic::default(),
            axes: Vec::new(),
            program_of: Vec::new(),
            told: Vec::new(),
            prices: Vec::new(),
            communication: 0.0,
            compute: 0.0,
            exposed: 0.0,
            step: None,
            bubble: None,
            pipeline: None,
            annotated: None,
            upstream: None,
            classes: Vec::new(),
            machine: machine.name.clone(),
            profile: pricing.profile.map(|profile| profile.device.clone()),
            overlap: pricing.overlap,
            memory: Memory::default(),
            allocated: Allocated::default(),
            flops: 0,
            weights: (0, 0),
            ops: 0,
        };
        let bytes = |ty: Result<shardwright_ir::TensorType, String>| ty.map_or(0, |ty| ty.byte_size());
        let whole = manifest.inputs.iter().filter(|port| port.weight.is_some()).map(|port| bytes(port.global_type()));
        report.weights.1 = whole.fold(0, i64::saturating_add);
        for (index, program) in programs.enumerate() {
            let Some(func) = program.main() else { continue };
            let mesh = program.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
            let mut own = traffic(program, mesh.num_devices());
            own.repeat(manifest.runs(index));
            report.axes.extend(own.sites.iter().map(|site| axes_of(func, site, &mesh)));
            let costs = CollectiveCosts::new(machine, &mesh)?;
            let prices: Vec<Price> = own.sites.iter().map(|site| price_of(func, site.op, &costs).map_or(Price::NOTHING, |(price, _)| price)).collect();
            let communication = own.sites.iter().zip(&prices).map(|(site, price)| price.seconds * site.times as f64).sum();
            report.communication = report.communication.max(communication);
            report.prices.extend(prices);
            let times = simulate(func, &Costs { compute: &compute, collectives: &costs, overlap: pricing.overlap });
            if report.step.is_none_or(|step| seconds(times.step) > step) {
                (report.compute, report.exposed, report.step) = (seconds(times.compute), seconds(times.exposed), Some(seconds(times.step)));
                report.classes = by_class(&times.items);
            }
            for (kind, total) in own.totals {
                let sum = report.traffic.totals.entry(kind).or_default();
                sum.count = sum.count.saturating_add(total.count);
                sum.bytes = sum.bytes.saturating_add(total.bytes);
                sum.wire_bytes = sum.wire_bytes.saturating_add(total.wire_bytes);
            }
            report.program_of.extend(own.sites.iter().map(|_| index));
            report.traffic.sites.extend(own.sites);
            let memory = memory(func);
            report.memory.arguments = report.memory.arguments.max(memory.arguments);
            report.memory.outputs = report.memory.outputs.max(memory.outputs);
            report.memory.parameters = report.memory.parameters.max(memory.parameters);
            report.memory.optimizer = report.memory.optimizer.max(memory.optimizer);
            report.memory.gradients = report.memory.gradients.max(memory.gradients);
            report.memory.activations = report.memory.activations.max(memory.activations);
            if memory.peak > report.memory.peak {
                (report.memory.peak, report.memory.at_peak) = (memory.peak, memory.at_peak);
            }
            let allocated = xla_cpu(func);
            if allocated.total() > report.allocated.total() {
                report.allocated = allocated;
            }
            report.flops = report.flops.max(flops(func, func.body()));
            report.ops = report.ops.max(func.walk().len());
            let weights: i64 = match manifest.stages.get(index) {
                None => manifest.inputs.iter().filter(|port| port.weight.is_some()).map(|port| bytes(port.local_type())).sum(),
                Some(stage) => {
                    let weighs = |from: &StageSource| matches!(from, StageSource::Input(input) if manifest.inputs[*input].weight.is_some());
                    stage.inputs.iter().zip(&stage.from).filter(|(_, from)| weighs(from)).map(|(port, _)| bytes(port.local_type())).sum()
                }
            };
            report.weights.0 = report.weights.0.max(weights);
        }
        if !manifest.stages.is_empty() {
            report.step = None;
        }
        Ok(report)
    }

    /// Puts what a pipeline's schedule makes of the pieces in the place of what the pieces are alone.
    pub fn schedule(&mut self, figures: Figures) {
        self.pipeline = Some(json!({ "costs": figures.costs, "peaks": figures.peaks, "sent": { "count": figures.sent.0, "bytes": figures.sent.1 } }));
        (self.step, self.bubble, self.classes) = (Some(figures.step), Some(figures.bubble), figures.classes);
        (self.compute, self.communication, self.exposed) = (figures.compute, figures.communication, figures.exposed);
        (self.flops, self.weights.0, self.memory) = (figures.flops, figures.weights, figures.memory);
    }

    /// The collectives of all programs, for explanations.
    pub fn sites(&self) -> Vec<SiteNote<'_>> {
        let all = self.traffic.sites.iter().zip(&self.axes).zip(&self.program_of).zip(&self.prices);
        all.map(|(((site, axes), &program), price)| SiteNote { program, site, axes: axes.as_deref(), seconds: Some(price.seconds) }).collect()
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        let totals = self.traffic.totals.iter().map(|(kind, total)| {
            ((*kind).to_owned(), json!({ "count": total.count, "bytes": total.bytes, "wire_bytes": total.wire_bytes }))
        });
        let list: Vec<Value> = self.traffic.sites.iter().zip(&self.axes).zip(&self.prices).enumerate().map(|(index, ((site, axes), price))| {
            let told = self.told.get(index);
            json!({
                "kind": site.kind, "axes": axes, "group": site.group, "times": site.times, "bytes": site.bytes,
                "wire_bytes": site.wire_bytes, "seconds": price.seconds, "algorithm": price.algorithm,
                "op": told.map_or_else(|| site.op.to_string(), |told| told.op.clone()),
                "cause": told.map_or_else(|| site.loc.to_string(), |told| told.cause.clone()),
            })
        }).collect();
        let classes: Vec<Value> = self.classes.iter().map(|total| {
            json!({ "class": total.class, "count": total.count, "flops": total.flops, "bytes": total.bytes, "seconds": seconds(total.time) })
        }).collect();
        let mut report = json!({
            "collectives": totals.collect::<serde_json::Map<_, _>>(),
            "collective_list": list,
            "memory": {
                "arguments": self.memory.arguments, "parameters": self.memory.parameters, "optimizer": self.memory.optimizer,
                "outputs": self.memory.outputs, "gradients": self.memory.gradients, "activations": self.memory.activations, "peak": self.memory.peak,
                "at_peak": {
                    "arguments": self.memory.peak.saturating_sub(self.memory.at_peak.sum()), "outputs": self.memory.at_peak.outputs,
                    "communication": self.memory.at_peak.communication, "gradients": self.memory.at_peak.gradients,
                    "activations": self.memory.at_peak.activations, "temporaries": self.memory.at_peak.temporaries
                },
                "xla_cpu": {
                    "arguments": self.allocated.arguments, "outputs": self.allocated.outputs, "temporaries": self.allocated.temporaries,
                    "aliased": self.allocated.aliased, "total": self.allocated.total()
                }
            },
            "weights": { "device": self.weights.0, "model": self.weights.1 },
            "flops": self.flops,
            "ops": self.ops,
            "seconds": {
                "compute": self.compute, "communication": self.communication, "exposed": self.exposed, "bubble": self.bubble, "step": self.step
            },
            "classes": classes,
            "machine": self.machine,
            "profile": self.profile,
            "overlap": self.overlap.as_str(),
            "versions": { "shardwright": env!("CARGO_PKG_VERSION") },
        });
        if let Some(pipeline) = &self.pipeline {
            report["pipeline"] = pipeline.clone();
        }
        if let Some(annotated) = &self.annotated {
            report["annotated"] = annotated.clone();
        }
        if let Some(upstream) = &self.upstream {
            report["upstream"] = upstream.clone();
        }
        let mut text = serde_json::to_string_pretty(&report).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        text.push('\n');
        text
    }
}

/// Arithmetic operations of a region's ops, a loop's body times its trip count where that is known.
pub(crate) fn flops(func: &Func, region: Region) -> i64 {
    let ops = &func.region(region).ops;
    ops.iter().fold(0i64, |sum, &op| {
        let data = func.op(op);
        let own = (data.info.cost)(&func.view(op)).flops;
        // A reduction's or a sort's body is priced by the op's own row; loops and branches are not.
        let inner = match data.info.name {
            "stablehlo.while" => {
                let once = data.regions.iter().fold(0i64, |sum, &inner| sum.saturating_add(flops(func, inner)));
                once.saturating_mul(trip_count(func, op).unwrap_or(1))
            }
            "stablehlo.case" | "stablehlo.if" => data.regions.iter().map(|&inner| flops(func, inner)).max().unwrap_or(0),
            _ => 0,
        };
        sum.saturating_add(own).saturating_add(inner)
    })
}

/// The mesh axes along which a collective exchanges.
fn axes_of(func: &Func, site: &Site, mesh: &Mesh) -> Option<Vec<String>> {
    const MOST_AXES: usize = 10;
    let named = |axes: &[AxisRef]| axes.iter().map(|axis| axis.name.as_str().to_owned()).collect::<Vec<_>>();
    let all: Vec<AxisRef> = mesh.axes.iter().map(|axis| AxisRef::full(axis.name)).collect();
    let groups = groups_of(func, site.op)?;
    if all.len() > MOST_AXES {
        return None;
    }
    if site.kind == "collective_permute" {
        let position = |device: i64| (0..mesh.num_devices()).find(|&position| mesh.device_at(position) == device);
        let mut moved = Vec::new();
        for axis in all {
            let differs = |pair: &Vec<i64>| Some(mesh.coordinate(position(pair[0])?, &axis) != mesh.coordinate(position(*pair.get(1)?)?, &axis));
            if groups.iter().any(|pair| differs(pair) == Some(true)) {
                moved.push(axis);
            }
        }
        return Some(named(&moved));
    }
    let sorted = |mut groups: Vec<Vec<i64>>| {
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort();
        groups
    };
    let groups = sorted(groups);
    (1usize..1 << all.len()).find_map(|mask| {
        let axes: Vec<AxisRef> = all.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1).map(|(_, axis)| *axis).collect();
        if mesh.shards(&axes) != groups.first()?.len() as i64 {
            return None;
        }
        (sorted(mesh.device_groups(&axes)) == groups).then(|| named(&axes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::machine::builtin;
    use shardwright_ir::text::parse_module;

    fn pricing(machine: &Machine) -> Pricing<'_> {
        Pricing { machine, profile: None, overlap: Overlap::Dataflow }
    }

    /// 1 MiB over 8 H100: NCCL's ring by LL, 6.6 + 14 x 0.6 us and 2^20 x 14/8 bytes at 141 GB/s.
    #[test]
    fn collectives_are_priced_on_the_machine() {
        let text = r#"module {
  sdy.mesh @mesh = <["x"=8]>
  func.func public @main(%x: tensor<262144xf32>) -> tensor<262144xf32> {
    %r = "stablehlo.all_reduce"(%x) ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0,1,2,3,4,5,6,7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<262144xf32>) -> tensor<262144xf32>
    return %r : tensor<262144xf32>
  }
}"#;
        let module = parse_module(text, &shardwright_dialects::registry()).expect("legal");
        let manifest = Manifest::new(&Mesh::new(&[("x", 8)]), &[], &[]).expect("legal");
        let report = Report::new(std::iter::once(&module), &manifest, &pricing(&builtin("dgx-h100").expect("built in"))).expect("any size");
        let json: Value = serde_json::from_str(&report.to_json()).expect("json");
        let us = json["seconds"]["communication"].as_f64().expect("a number") * 1e6;
        assert!((us - (15.0 + 1048576.0 * 14.0 / 8.0 / 141e3)).abs() < 1e-6, "{us}");
        assert_eq!(json["collective_list"][0]["seconds"], json["seconds"]["communication"]);
        // Nothing computes meanwhile.
        let [compute, exposed, step] = ["compute", "exposed", "step"].map(|name| json["seconds"][name].as_f64().expect("a number") * 1e6);
        assert!(compute == 0.0 && (exposed - us).abs() < 1e-6 && (step - us).abs() < 1e-6, "{compute} {exposed} {step}");
        assert_eq!((&json["classes"][0]["class"], &json["classes"][0]["count"]), (&"all_reduce".into(), &1.into()));
        assert_eq!((&json["collective_list"][0]["algorithm"], &json["machine"]), (&"nccl-ring-ll".into(), &"dgx-h100".into()));
        let why = Report::new(std::iter::once(&module), &manifest, &pricing(&builtin("tpu-v3").expect("built in"))).expect_err("v3 has slices of 4 and 16");
        assert!(why.to_string().starts_with("tpu-v3: levels[0]: a slice of ici has 1, 4, "), "{why}");
    }
}
